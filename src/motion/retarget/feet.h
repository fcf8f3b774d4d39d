/* SPDX-License-Identifier: MIT */
/* Feet over a whole clip: positions of the sole points in the source and on the target, their
 * contacts, and the shifts that keep planted points of the target in place.
 *
 *   jitter.c removes jitter
 *   contacts.c finds contacts; if there are none, treadmill.c looks for a walk in place
 *   level.c levels feet that are tilted during their contacts
 *   anchors.c gives each contact an anchor -> hold.c bends the legs */
#ifndef VRMI_MOTION_FEET_H
#define VRMI_MOTION_FEET_H

#include "base/alloc.h"
#include "motion/retarget/legs.h"

enum { VRMI_HELD_POINTS = 2 /* heel and ball */ };

#define VRMI_WANTED_MOST 0.25f /* leg lengths: upper bound of `wanted` */

/* A contact: the frames in which a point is planted. */
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
    int32_t lead;         /* frames before the motion, and as many after it; 0: no loop */
    int32_t count;        /* frames per cycle */
    vrm_Quat turn;        /* to the next cycle */
    vrm_Vec3 translation; /* to the next cycle, on the target */
} vrmi_Cycle;

typedef struct vrmi_Feet {
    const double* times;
    int32_t count; /* with the lead of a loop before and after the motion */
    vrmi_Cycle cycle;
    vrmi_Legs source, target;
    float scale;      /* of lengths, from source to target */
    bool has_side[2]; /* source and target have the leg */

    double jitter_s; /* width of the filter that removed jitter from `from`; 0: there was none */
    bool has_ground;
    float ground;   /* height in the source */
    float body_low; /* upper bound of `ground`: other joints of the body reach down to it */
    float toes_low, toes_dip; /* the same for toes that rest, and for any */
    float floor;              /* height on the target */

    vrm_Vec3* from[2][VRMI_SOLE_POINTS]; /* in the source, by frame */
    vrm_Vec3* to[2][VRMI_SOLE_POINTS];   /* on the target with free feet */
    float* facing[2]; /* of a foot in the source: 1 sole below, 0 on its toes or its side, -1 on its
                         instep */
    float* on_feet;   /* 1: the hips of the source are as high as in standing and walking; 0: as low
                         as in kneeling and lying */
    vrm_Vec3* shift[2][VRMI_HELD_POINTS]; /* keeps the target's point in place; fades outside
                                             of contacts */
    float* weight[2][VRMI_HELD_POINTS];   /* 1 in contacts, fading to 0 outside */
    int32_t* owner[2][VRMI_HELD_POINTS];  /* the contact of a frame; -1: none */
    vrmi_Contact* contacts;               /* by side and point, then time */
    int32_t contact_count;
    float* lowered; /* distance by which the hips are lowered */
    float* raised;  /* distance by which they are raised to keep other joints above the ground */
    float* room;    /* distance by which they can be lowered before another joint touches it */
    float* bend[2]; /* angle by which toes bend up to keep their tip above the ground */
    float* hand_lift[2];  /* distance by which hands are raised to keep them above the ground */
    const float* wanted;  /* lowering that hands and knees need; NULL: none */
    const float* raising; /* of the hips to a seat, negative to a lower one; NULL: none */
    float* scratch;       /* four for each frame */

    void* block;
    size_t block_size;
} vrmi_Feet;

/* Allocates arrays for `count` frames. Returns VRM_ERR_LIMIT beyond `max_bytes`. */
vrm_Result vrmi_feet_open(vrmi_Feet* feet, const vrm_Allocator* allocator, int32_t count,
                          uint64_t max_bytes);
void vrmi_feet_close(vrmi_Feet* feet, const vrm_Allocator* allocator);

/* Returns the speed (m/s) of a point just before or just after a frame, whichever is lower. */
float vrmi_feet_speed(const vrmi_Feet* feet, const vrm_Vec3* at, int32_t frame);

/* Returns the angle (radians) by which the toes of the source are too high during most of the time
 * of a foot's contacts; 0 if the foot is level or has no contacts. vrmi_feet_level() removes that
 * tilt from a pose. */
float vrmi_feet_tilt(const vrmi_Feet* feet, int side);
void vrmi_feet_level(const vrmi_Feet* feet, int side, float tilt, vrm_Pose* pose);

/* Finds the treadmill speed (m/s, of the source) at which planted feet move over the ground.
 * Returns false if they do not move at a common speed. */
bool vrmi_feet_find_treadmill(const vrmi_Feet* feet, vrm_Vec3* out_speed);

/* Removes jitter from `from`. */
void vrmi_feet_calm(vrmi_Feet* feet);

/* Sorts values, of which there is at least one. Returns the smallest but for a tenth of them. */
float vrmi_feet_low_tenth(float* values, size_t count);

/* Finds ground, contacts and owners from `from`. */
void vrmi_feet_find_contacts(vrmi_Feet* feet, vrm_Feet mode);

/* Sets shift and weight of all frames. */
void vrmi_feet_place(vrmi_Feet* feet);

/* Replaces the values of the motion's frames by a smooth curve that is nowhere below them. Also
 * sets the values of the lead. */
void vrmi_feet_envelope(const vrmi_Feet* feet, float* values);

/* Raises the values of the motion's frames where they change by more than `speed_most` a second.
 * Also sets the values of the lead. */
void vrmi_feet_slow_down(const vrmi_Feet* feet, float* values, float speed_most);

/* Limits the lowering of the hips to `room`, smoothly; it is at most `limit`. */
void vrmi_feet_keep_room(const vrmi_Feet* feet, float* lowering, float limit);

/* Holds the feet in `poses` of the target, which exclude the lead of a loop. Sets `lowered`. */
void vrmi_feet_hold(vrmi_Feet* feet, vrm_Pose* poses);

/* Return the first frame that is `seconds` after (or before) `frame`, or the last (first) frame. At
 * most VRMI_WINDOW_FRAMES away. */
enum { VRMI_WINDOW_FRAMES = 256 };
int32_t vrmi_feet_after(const vrmi_Feet* feet, int32_t frame, double seconds);
int32_t vrmi_feet_before(const vrmi_Feet* feet, int32_t frame, double seconds);

#endif
