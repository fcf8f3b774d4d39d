/* SPDX-License-Identifier: MIT */
/* Contacts of hands, knees and seat over a whole clip. They are found in the source, and held on
 * the target by moving hips and arms.
 *
 *   touch_find.c reads each pose of the source -> contacts, with a weight for each frame
 *   touch_hips.c moves the hips: a seat of a given height, hands and knees that hover
 *   then the feet are held: hold.c
 *   touch_hands.c moves the hands */
#ifndef VRMI_MOTION_TOUCH_H
#define VRMI_MOTION_TOUCH_H

#include "motion/retarget/body_pose.h"
#include "motion/retarget/feet.h"

typedef enum vrmi_TouchKind {
    VRMI_TOUCH_GROUND,   /* a hand on the ground */
    VRMI_TOUCH_TOGETHER, /* both hands; side 0 */
    VRMI_TOUCH_HIPS,     /* a hand on the hips */
    VRMI_TOUCH_LEFT_THIGH,
    VRMI_TOUCH_RIGHT_THIGH,
    VRMI_TOUCH_KNEE, /* a knee on the ground */
    VRMI_TOUCH_SEAT, /* side 0 */
    VRMI_TOUCH_KINDS
} vrmi_TouchKind;

/* Seconds to fade into a contact and out of it. */
#define VRMI_TOUCH_FADE_S      0.25
#define VRMI_TOUCH_SEAT_FADE_S 0.6

enum { VRMI_TOUCH_SEGMENTS = 3 }; /* of the body, that hands touch: hips and both thighs */

typedef struct vrmi_TouchContact {
    int32_t first, last;
    uint8_t kind, side;
    double fade;    /* seconds, into the contact and out of it */
    float strength; /* 1: held; 0: left, since it is out of reach */
} vrmi_TouchContact;

typedef struct vrmi_Touches {
    vrm_Contacts hands, knees;
    float seat_height; /* 0: as it is */
    vrmi_Feet* feet;   /* times, proportions and ground */
    const vrm_Skeleton *source, *target;
    vrmi_Arm from[2], to[2];
    bool has_arm[2];
    float pelvis_scale; /* of lengths at the hips, from source to target */

    vrm_Vec3* palm[2];                       /* in the source, by frame, with the lead of a loop */
    float* low[2];                           /* height of the hand above the source's ground */
    bool* is_bent[2];                        /* the elbow */
    vrm_Vec3* local[VRMI_TOUCH_SEGMENTS][2]; /* palm, in the frame of the target's segment */
    float* knee[2];                          /* height of the knee above the source's ground */
    vrm_Vec3* knee_at[2];
    vrm_Vec3* seat; /* midpoint of the hip joints in the source */
    bool* sits;     /* legs as on a seat */
    uint8_t* level; /* of the contact that is looked for: 0 none, 1 perhaps, 2 sure */
    bool* bears[2]; /* the hand is on the ground within 0.4 s of the frame: the arm keeps it above
                       the ground */
    float* weight[VRMI_TOUCH_KINDS][2]; /* 1 in contacts, fading to 0 outside */
    vrm_Vec3* place[2];                 /* of the palm on the target, before it is moved */
    vrm_Vec3* anchor[2]; /* of a hand on the ground: offset from the scaled palm of the source */
    float *wanted, *raising; /* of vrmi_Feet */
    float* sum;              /* of the weights of seats */
    vrmi_TouchContact* contacts;
    int32_t contact_count, contact_capacity;

    void* block;
    size_t block_size;
} vrmi_Touches;

/* Allocates arrays for the frames of `feet`. Returns VRM_ERR_LIMIT beyond `max_bytes`. */
vrm_Result vrmi_touch_open(vrmi_Touches* touches, const vrm_Allocator* allocator,
                           uint64_t max_bytes);
void vrmi_touch_close(vrmi_Touches* touches, const vrm_Allocator* allocator);

/* Reads a frame of the source; vrmi_touch_find() finds the contacts when all have been read. */
void vrmi_touch_read(vrmi_Touches* touches, int32_t frame, const vrm_Pose* pose);
void vrmi_touch_find(vrmi_Touches* touches);

/* Returns the weight of a contact in a frame: 1 in the contact, fading to 0 within `fade` seconds.
 */
float vrmi_touch_weight(const vrmi_Touches* touches, const vrmi_TouchContact* contact,
                        int32_t frame, double fade);

/* Returns the first (last) frame in which a contact has a weight. */
int32_t vrmi_touch_fade_in(const vrmi_Touches* touches, const vrmi_TouchContact* contact,
                           double fade);
int32_t vrmi_touch_fade_out(const vrmi_Touches* touches, const vrmi_TouchContact* contact,
                            double fade);

/* Returns the duration of a fade: `seconds`, but at most half a loop. */
double vrmi_touch_fade(const vrmi_Touches* touches, double seconds);

/* Sets the anchors of hands on the ground, from `poses` of the target, which exclude the lead of a
 * loop. */
void vrmi_touch_place(vrmi_Touches* touches, const vrm_Pose* poses, int32_t count);

/* Returns where a palm of the target is to be for its contact with the ground. */
vrm_Vec3 vrmi_touch_ground_goal(const vrmi_Touches* touches, int side, int32_t frame,
                                const vrmi_BodyPose* body);

/* Sets the raising of the hips to a seat of the given height. */
void vrmi_touch_seat(vrmi_Touches* touches, const vrm_Pose* poses, vrm_ContactReport* report);

/* Sets the lowering of the hips that hands and knees need to reach the ground. */
void vrmi_touch_lower(vrmi_Touches* touches, const vrm_Pose* poses, int32_t count,
                      vrm_ContactReport* report);

/* Sets fade and strength of contacts of hands with each other and with the body, and their weights:
 * fades of hands that move far are longer, and hips far out of reach are left. */
void vrmi_touch_adapt(vrmi_Touches* touches, const vrm_Pose* poses, vrm_ContactReport* report);

/* Sets the weights of all contacts of a kind. */
void vrmi_touch_weigh(vrmi_Touches* touches, vrmi_TouchKind kind);

/* Returns the index among the target's poses of a frame, which may lie in the lead of a loop. */
int32_t vrmi_touch_index(const vrmi_Feet* feet, int32_t frame);

/* Moves the hands. Feet are held already. */
void vrmi_touch_hold(const vrmi_Touches* touches, vrm_Pose* poses, int32_t count,
                     vrm_ContactReport* report);

/* Counts contacts, and frames with contacts. */
void vrmi_touch_count(const vrmi_Touches* touches, int32_t count, vrm_ContactReport* report);

#endif
