/* SPDX-License-Identifier: MIT */
/* Left and right by where toes and eyes point. Names have the sides the other way round if an
 * author named them as seen from the front, or mirrored a figure that was named already. */
#include "author/avatar/avatar_proposal.h"

#include "base/report.h"
#include "motion/record.h"

/* Left bones that are on one side together. */
typedef struct Group {
    vrm_Bone first, last;
} Group;

enum { LEGS = 0, GROUPS = 3 };

static const Group groups[GROUPS] = {
    [LEGS] = {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_TOES},
    {VRM_BONE_LEFT_EYE, VRM_BONE_LEFT_EYE},
    {VRM_BONE_LEFT_SHOULDER, VRM_BONE_LEFT_HAND},
};
static const Group fingers = {VRM_BONE_LEFT_THUMB_METACARPAL, VRM_BONE_LEFT_LITTLE_DISTAL};

static bool is_chosen(const vrm_AvatarProposal* proposal, vrm_Bone bone) {
    return proposal->bones[bone].finding == VRM_BONE_FOUND_BY_CHOICE;
}

/* From the right to the left bone of the first pair that names found; (0, 0, 0): none. */
static vrm_Vec3 side_of(const vrm_AvatarProposal* proposal, Group group) {
    for (int b = (int)group.first; b <= (int)group.last; b++) {
        vrm_Bone left = (vrm_Bone)b, right = vrmi_record_mirrored(left);
        if (is_chosen(proposal, left) || is_chosen(proposal, right)) continue;
        if (proposal->bones[left].node < 0 || proposal->bones[right].node < 0) continue;
        return vrmi_figure_between(proposal, right, left);
    }
    return (vrm_Vec3){0.0f, 0.0f, 0.0f};
}

/* Returns true if all toes and eyes that are there point backwards, given what is left. */
static bool faces_back(const vrm_AvatarProposal* proposal, vrm_Vec3 left) {
    static const vrm_Bone ahead[][2] = {{VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_TOES},
                                        {VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_TOES},
                                        {VRM_BONE_HEAD, VRM_BONE_LEFT_EYE},
                                        {VRM_BONE_HEAD, VRM_BONE_RIGHT_EYE}};
    const float certain = 0.03f; /* of the trunk */
    vrm_Vec3 up = vrmi_figure_between(proposal, VRM_BONE_HIPS, VRM_BONE_HEAD);
    vrm_Vec3 front = vrmi_vec3_normalize(vrmi_vec3_cross(left, up));
    int count = 0;
    for (size_t i = 0; i < sizeof ahead / sizeof *ahead; i++) {
        if (proposal->bones[ahead[i][1]].node < 0) continue;
        vrm_Vec3 step = vrmi_figure_between(proposal, ahead[i][0], ahead[i][1]);
        if (vrmi_vec3_dot(step, front) >= -certain * vrmi_vec3_length(up)) return false;
        count++;
    }
    return count >= 2;
}

/* Returns true if a bone that the caller chose is on the other side. */
static bool contradicts_choice(const vrm_AvatarProposal* proposal, vrm_Vec3 left) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone pair[2] = {(vrm_Bone)b, vrmi_record_mirrored((vrm_Bone)b)};
        for (int side = 0; pair[1] != VRM_BONE_NONE && side < 2; side++) {
            if (!is_chosen(proposal, pair[side])) continue;
            float aside =
                vrmi_vec3_dot(vrmi_figure_between(proposal, VRM_BONE_HIPS, pair[side]), left);
            if ((side == 0 ? aside : -aside) < 0.0f) return true;
        }
    }
    return false;
}

/* Swaps left and right, except for choices. Returns how many bones were found. */
static int swap_group(vrm_AvatarProposal* proposal, Group group) {
    int count = 0;
    for (int b = (int)group.first; b <= (int)group.last; b++) {
        vrm_Bone other = vrmi_record_mirrored((vrm_Bone)b);
        vrm_ProposedBone *left = &proposal->bones[b], *right = &proposal->bones[other];
        vrm_ProposedBone swapped = *left;
        if (is_chosen(proposal, (vrm_Bone)b) || is_chosen(proposal, other)) continue;
        *left = *right;
        *right = swapped;
        count += (left->node >= 0) + (right->node >= 0);
    }
    return count;
}

/* Returns true if a left finger hangs on the right hand. Where hands are says nothing: they may be
 * crossed. */
static bool are_fingers_swapped(const vrm_AvatarProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    int32_t right_hand = proposal->bones[VRM_BONE_RIGHT_HAND].node;
    for (int b = (int)fingers.first; right_hand >= 0 && b <= (int)fingers.last; b++) {
        int32_t finger = proposal->bones[b].node;
        if (finger < 0 || is_chosen(proposal, (vrm_Bone)b)) continue;
        if (vrmi_figure_is_below(gltf, finger, right_hand)) return true;
    }
    return false;
}

void vrmi_figure_settle_sides(vrm_AvatarProposal* proposal) {
    int count = 0;
    vrm_Vec3 left = side_of(proposal, groups[LEGS]);
    if (faces_back(proposal, left)) left = vrmi_vec3_negate(left);
    if (contradicts_choice(proposal, left)) return;
    for (int g = 0; g < GROUPS; g++)
        if (vrmi_vec3_dot(side_of(proposal, groups[g]), left) < 0.0f)
            count += swap_group(proposal, groups[g]);
    if (are_fingers_swapped(proposal)) count += swap_group(proposal, fingers);
    if (count == 0) return;
    vrmi_report_at(proposal->report, VRMI_RULE_CREATE_SIDES_SWAPPED, VRM_NO_OFFSET,
                   "Names have left and right of %d bones on the wrong sides: toes and eyes point "
                   "the other way, or arms are across from their legs. These bones were taken "
                   "from where they are. To keep the names, state one: --bone leftUpperLeg=NODE.",
                   count);
}
