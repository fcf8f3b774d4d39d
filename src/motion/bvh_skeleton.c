/* SPDX-License-Identifier: MIT */
/* Completes the mapping by the structure of the skeleton: hips are where legs and trunk join; the
 * bones of the trunk follow their order from the hips up, since every program numbers them
 * differently; a head without a name is where the spine ends. */
#include "motion/bvh_names.h"

#include <stdio.h>
#include <string.h>

/* Whether `above` is the joint itself or one that it hangs on. */
static bool is_above(const vrm_Bvh* bvh, int32_t above, int32_t joint) {
    while (joint >= 0 && joint != above) joint = bvh->joints[joint].parent;
    return joint >= 0;
}

/* The lowest joint above both; one that is -1 does not count. Joints come after their parents. */
static int32_t meet(const vrm_Bvh* bvh, int32_t a, int32_t b) {
    if (a < 0 || b < 0) return a < 0 ? b : a;
    while (a != b && a >= 0 && b >= 0) {
        if (a > b)
            a = bvh->joints[a].parent;
        else
            b = bvh->joints[b].parent;
    }
    return a == b ? a : -1;
}

/* ---- Hips ---- */

/* Where the legs meet what is above them; -1 when either is missing. */
static int32_t crotch(const vrm_Bvh* bvh) {
    static const vrm_Bone legs[] = {VRM_BONE_LEFT_UPPER_LEG,  VRM_BONE_LEFT_LOWER_LEG,
                                    VRM_BONE_LEFT_FOOT,       VRM_BONE_RIGHT_UPPER_LEG,
                                    VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT};
    static const vrm_Bone uppers[] = {VRM_BONE_NECK, VRM_BONE_HEAD, VRM_BONE_LEFT_UPPER_ARM,
                                      VRM_BONE_RIGHT_UPPER_ARM};
    int32_t low = -1, high = -1;
    for (size_t i = 0; i < sizeof legs / sizeof *legs; i++)
        low = meet(bvh, low, bvh->bones[legs[i]]);
    for (size_t i = 0; i < sizeof uppers / sizeof *uppers; i++)
        high = meet(bvh, high, bvh->bones[uppers[i]]);
    return low < 0 || high < 0 ? -1 : meet(bvh, low, high);
}

static void settle_hips(vrm_Bvh* bvh, int rank) {
    int32_t hips = bvh->bones[VRM_BONE_HIPS], found = crotch(bvh);
    if (found < 0 || rank == VRMI_BVH_LISTED) return;
    if (hips >= 0 && rank < VRMI_BVH_WEAK && is_above(bvh, hips, found)) return;
    if (bvh->joints[found].bone == VRM_BONE_NONE) vrmi_bvh_set_bone(bvh, found, VRM_BONE_HIPS);
}

/* ---- Head ---- */

/* How many joints hang below, along the longest way. */
static int32_t length_below(const vrm_Bvh* bvh, int32_t joint) {
    int32_t longest = 0;
    for (int32_t j = joint + 1; j < bvh->joint_count; j++) {
        if (bvh->joints[j].is_end || !is_above(bvh, joint, j)) continue;
        int32_t length = 0;
        for (int32_t at = j; at != joint; at = bvh->joints[at].parent) length++;
        if (length > longest) longest = length;
    }
    return longest;
}

/* Rigify's neck and head are "spine.004" to "spine.006": what goes on above the arms and has no
 * side. Skeletons of hundreds of joints are left to a mapping. */
static void find_head(vrm_Bvh* bvh) {
    int32_t left = bvh->bones[VRM_BONE_LEFT_UPPER_ARM],
            right = bvh->bones[VRM_BONE_RIGHT_UPPER_ARM];
    if (bvh->bones[VRM_BONE_NECK] >= 0 || bvh->bones[VRM_BONE_HEAD] >= 0) return;
    if (left < 0 || right < 0 || bvh->joint_count > 256) return;
    int32_t at = meet(bvh, left, right), first = -1, last = -1;
    while (at >= 0) {
        int32_t best = -1, best_length = -1;
        for (int32_t j = at + 1; j < bvh->joint_count; j++) {
            const vrmi_BvhJoint* joint = &bvh->joints[j];
            if (joint->parent != at || joint->is_end || joint->bone != VRM_BONE_NONE) continue;
            if (is_above(bvh, j, left) || is_above(bvh, j, right)) continue;
            if (vrmi_bvh_key(joint->name, 0).side != VRMI_BVH_MIDDLE) continue;
            int32_t length = length_below(bvh, j);
            if (length <= best_length) continue;
            best = j;
            best_length = length;
        }
        if (best >= 0 && first < 0) first = best;
        if (best >= 0) last = best;
        at = best;
    }
    if (last < 0) return;
    vrmi_bvh_set_bone(bvh, last, VRM_BONE_HEAD);
    if (first != last) vrmi_bvh_set_bone(bvh, first, VRM_BONE_NECK);
}

/* ---- Trunk ---- */

/* Joints between the hips and the neck: the first is the spine, the last the upper chest where
 * there are three or more, the chest in the middle (of four, the upper one: Xsens' T12, DAZ'
 * chestLower). A second pelvis or neck is none of them. */
static void name_trunk(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    int32_t trunk[16], count = 0;
    vrm_Bone ignored;
    int32_t top =
        bvh->bones[VRM_BONE_NECK] >= 0 ? bvh->bones[VRM_BONE_NECK] : bvh->bones[VRM_BONE_HEAD];
    if (top < 0) return;
    int32_t at = bvh->joints[top].parent;
    for (; at >= 0 && at != bvh->bones[VRM_BONE_HIPS]; at = bvh->joints[at].parent) {
        const vrmi_BvhJoint* joint = &bvh->joints[at];
        if (joint->bone != VRM_BONE_NONE || vrmi_bvh_is_trunk_end(joint->name) ||
            vrmi_bvh_is_listed(def, joint->name, &ignored))
            continue;
        if (count < 16) trunk[count++] = at; /* from the top down */
    }
    if (at < 0 || count == 0) return;
    const vrm_Bone names[] = {VRM_BONE_SPINE, VRM_BONE_CHEST, VRM_BONE_UPPER_CHEST};
    int32_t places[] = {count - 1, count > 2 ? (count - 1) / 2 : 0, 0};
    for (int i = 0; i < 3 && i < count; i++)
        if (bvh->bones[names[i]] < 0) vrmi_bvh_set_bone(bvh, trunk[places[i]], names[i]);
}

/* Bones that are not below the hips are dropped. */
static void drop_strays(vrm_Bvh* bvh) {
    int32_t hips = bvh->bones[VRM_BONE_HIPS];
    for (int32_t b = VRM_BONE_SPINE; b < VRM_BONE_COUNT; b++) {
        if (bvh->bones[b] < 0 || (hips >= 0 && is_above(bvh, hips, bvh->bones[b]))) continue;
        bvh->joints[bvh->bones[b]].bone = VRM_BONE_NONE;
        bvh->bones[b] = -1;
    }
}

/* ---- What is left ---- */

static void report_unnamed(const vrm_Bvh* bvh, const vrm_BvhDef* def) {
    char names[160] = "";
    int32_t count = 0;
    for (int32_t j = 0; j < bvh->joint_count; j++) {
        const vrmi_BvhJoint* joint = &bvh->joints[j];
        if (joint->is_end || joint->bone != VRM_BONE_NONE) continue;
        size_t used = strlen(names), size = strlen(joint->name);
        if (used + size + 8 < sizeof names)
            snprintf(names + used, sizeof names - used, "%s%s", count == 0 ? "" : ", ",
                     joint->name);
        else if (used > 3 && strcmp(names + used - 3, "...") != 0)
            snprintf(names + used, sizeof names - used, ", ...");
        count++;
    }
    if (count > 0)
        vrmi_report_at(
            def->report, VRMI_RULE_BVH_JOINTS_UNNAMED, VRM_NO_OFFSET,
            "Joints that were not recognised as bones (%d): %s. Those between bones move "
            "what hangs on them, the others are left out. A mapping can name them.",
            (int)count, names);
}

void vrmi_bvh_name_bones(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    int ranks[VRM_BONE_COUNT];
    vrmi_bvh_name_joints(bvh, def, ranks);
    settle_hips(bvh, ranks[VRM_BONE_HIPS]);
    find_head(bvh);
    if (bvh->bones[VRM_BONE_HIPS] >= 0) name_trunk(bvh, def);
    drop_strays(bvh);
    report_unnamed(bvh, def);
    bvh->bone_bits = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (bvh->bones[b] >= 0) bvh->bone_bits |= (uint64_t)1 << b;
}
