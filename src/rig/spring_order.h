/* SPDX-License-Identifier: MIT */
/* What spring_layout.c gathers, spring_order.c puts in order, and spring_lanes.c lays side by side.
 */
#ifndef VRMI_RIG_SPRING_ORDER_H
#define VRMI_RIG_SPRING_ORDER_H

#include "rig/spring_layout.h"

/* Arrays lie in the arena of the build; chains and pairs in the order of the file. */
typedef struct vrmi_SpringBuild {
    vrmi_RigBuild* build;
    const vrm_SpringBones* bones;
    int32_t *enter, *below; /* by slot: its place in a walk down the tree; slots from it down */
    uint8_t* is_claimed;    /* by slot: a chain turns or skips it */

    vrmi_RigJoint* joints;
    vrmi_SpringPair* pairs;
    vrmi_SpringParams* params;
    vrmi_SpringChain* chains;
    vrmi_RigCollider* colliders;
    int32_t* collider_places; /* model's collider -> ours; -1: disabled */
    vrmi_ColliderRef* refs;   /* NULL while they are only counted */
    int32_t joint_count, pair_count, chain_count, collider_count, ref_count;
} vrmi_SpringBuild;

/* Makes the layout out of all that, and hands it to the draft. */
vrm_Result vrmi_spring_order(vrmi_SpringBuild* springs);

/* Groups of chains that are in order, their colliders and reach. False: no memory. */
bool vrmi_spring_lanes(vrmi_RigBuild* build, vrmi_SpringLayout* layout);

#endif
