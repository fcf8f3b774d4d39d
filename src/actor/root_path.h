/* SPDX-License-Identifier: MIT */
/* The path of a clip's root over the ground: the part of the hips' motion that a layer may hand to
 * the avatar's root. Angles are radians, counterclockwise seen from above; numbers are doubles, so
 * that hours of walking add up. */
#ifndef VRMI_ACTOR_ROOT_PATH_H
#define VRMI_ACTOR_ROOT_PATH_H

#include "rig/clip_data.h"
#include "rig/rig.h"

/* A place on the ground and a heading there: a rigid motion of the plane. */
typedef struct vrmi_Ground {
    double x, z, yaw;
} vrmi_Ground;

/* A speed as the one who moves sees it: metres and radians per second, x to the left. At a constant
 * twist one moves along an arc of a circle, or a line. */
typedef struct vrmi_Twist {
    double x, z, yaw;
} vrmi_Twist;

/* Returns `from` followed by `step`, which is relative to `from`, with a heading of -pi..pi. */
vrmi_Ground vrmi_ground_mul(vrmi_Ground from, vrmi_Ground step);
vrmi_Ground vrmi_ground_inverse(vrmi_Ground a);
/* The motion at a constant twist. */
vrmi_Ground vrmi_ground_along(vrmi_Twist twist, double seconds);
/* `step`, n times one after the other; n may be negative. Its cost does not depend on n. */
vrmi_Ground vrmi_ground_power(vrmi_Ground step, double n);

typedef struct vrmi_RootPiece {
    vrmi_Ground from; /* relative to the beginning of the path */
    vrmi_Twist twist;
} vrmi_RootPiece;

/* Pieces of equal length, each an arc. Does not need the clip any more. */
typedef struct vrmi_RootPath {
    size_t size;       /* of the block */
    double duration;   /* of the clip */
    vrmi_Ground begin; /* in the clip, metres of the avatar */
    vrmi_Ground pass;  /* from the beginning to the end */
    vrmi_Twist mean;   /* of a pass */
    int32_t count;
    vrmi_RootPiece pieces[];
} vrmi_RootPath;

/* NULL without memory. The clip is a VRM animation. */
vrmi_RootPath* vrmi_root_path_build(const vrm_Clip* clip, const vrm_Rig* rig,
                                    const vrm_Allocator* allocator);
/* `path` may be NULL. */
void vrmi_root_path_release(vrmi_RootPath* path, const vrm_Allocator* allocator);
/* Relative to the beginning; a place outside the clip counts as the nearest one inside. */
vrmi_Ground vrmi_root_path_at(const vrmi_RootPath* path, double place_s);
/* The motion between two places of the clip when it repeats for ever. */
vrmi_Ground vrmi_root_path_between(const vrmi_RootPath* path, double from_s, double to_s);

#endif
