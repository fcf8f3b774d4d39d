/* SPDX-License-Identifier: MIT */
/* Feet over a whole clip: where the points of the soles are in the source and on the target, when
 * they are planted, and by how much those of the target are moved to stay in place.
 *
 *   contacts.c finds contacts; where there are none belt.c looks for a walk on a treadmill
 *   level.c brings feet that lie tilted in their contacts to the ground
 *   anchors.c gives each contact a place -> hold.c bends the legs */
#ifndef VRMI_MOTION_FEET_H
#define VRMI_MOTION_FEET_H

#include "base/alloc.h"
#include "motion/retarget/legs.h"

enum { VRMI_HELD_POINTS = 2 /* heel and ball */ };

/* From the first to the last frame in which a point is planted. */
typedef struct vrmi_Contact {
    int32_t first, last;
    uint8_t side, point;
    bool is_copy;    /* repeats another contact, a cycle earlier or later */
    bool is_endless; /* lasts for the whole cycle of a loop */
    bool has_place;  /* `shift` of its frames is set */
} vrmi_Contact;

/* The cycle of a loop. Frames before and after the motion repeat it, so that a contact over the
 * seam is one contact. */
typedef struct vrmi_Cycle {
    int32_t lead;  /* frames before the motion, and as many after it; 0: no loop */
    int32_t count; /* frames from one to its repetition in the next cycle */
    vrm_Quat turn; /* of the next cycle */
    vrm_Vec3 way;  /* of the next cycle, on the target */
} vrmi_Cycle;

typedef struct vrmi_Feet {
    const double* times;
    int32_t count; /* with the lead of a loop before and after the motion */
    vrmi_Cycle cycle;
    vrmi_Legs source, target;
    float scale;      /* of lengths, from source to target */
    bool has_side[2]; /* both figures have the leg */

    bool has_ground;
    float ground;   /* height in the source */
    float body_low; /* no ground of the source can be higher: joints other than feet are there */
    float floor;    /* height on the target */

    vrm_Vec3* from[2][VRMI_SOLE_POINTS];  /* in the source, by frame */
    vrm_Vec3* to[2][VRMI_SOLE_POINTS];    /* on the target while feet are free */
    vrm_Vec3* shift[2][VRMI_HELD_POINTS]; /* that keeps the target's point in place; fades outside
                                             of contacts */
    float* weight[2][VRMI_HELD_POINTS];   /* 1 in contacts, fading to 0 outside */
    int32_t* owner[2][VRMI_HELD_POINTS];  /* the contact of a frame; -1: none */
    vrmi_Contact* contacts;               /* by side and point, then time */
    int32_t contact_count;
    float* lowered; /* how far the hips are below their place */
    float* raised;  /* how far they must be above it, for other joints not to be in the ground */
    float* room;    /* by how much they can be lowered until one is */
    float* scratch; /* four for each frame */

    void* block;
    size_t block_size;
} vrmi_Feet;

/* Room for `count` frames; VRM_ERR_LIMIT beyond `max_bytes`. */
vrm_Result vrmi_feet_open(vrmi_Feet* feet, const vrm_Allocator* allocator, int32_t count,
                          uint64_t max_bytes);
void vrmi_feet_close(vrmi_Feet* feet, const vrm_Allocator* allocator);

/* Metres a second of a point over a moment before or after a frame, whichever is less. */
float vrmi_feet_speed(const vrmi_Feet* feet, const vrm_Vec3* at, int32_t frame);

/* Radians by which toes of the source are too high in most of the time of a foot's contacts; 0: it
 * is level, or has none. And a pose without that tilt. */
float vrmi_feet_tilt(const vrmi_Feet* feet, int side);
void vrmi_feet_level(const vrmi_Feet* feet, int side, float tilt, vrm_Pose* pose);

/* The treadmill speed, metres a second of the source: that at which feet which are down glide over
 * the ground; false when they do not. */
bool vrmi_feet_find_belt(const vrmi_Feet* feet, vrm_Vec3* out_speed);

/* Finds ground, contacts and owners from `from`. */
void vrmi_feet_find_contacts(vrmi_Feet* feet, vrm_Feet mode);

/* Sets shift and weight of all frames. */
void vrmi_feet_place(vrmi_Feet* feet);

/* Replaces values of the motion's frames by a smooth curve that is nowhere below them. Those of the
 * lead are set by it. */
void vrmi_feet_envelope(const vrmi_Feet* feet, float* values);

/* Turns poses of the free target, without the lead of a loop, to those with held feet. Sets
 * `lowered`. */
void vrmi_feet_hold(vrmi_Feet* feet, vrm_Pose* poses);

/* The first frame at or after `frame` that is `seconds` later, or the last one; and the same
 * backwards. At most VRMI_WINDOW_FRAMES away. */
enum { VRMI_WINDOW_FRAMES = 256 };
int32_t vrmi_feet_after(const vrmi_Feet* feet, int32_t frame, double seconds);
int32_t vrmi_feet_before(const vrmi_Feet* feet, int32_t frame, double seconds);

#endif
