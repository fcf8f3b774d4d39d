/* SPDX-License-Identifier: MIT */
/* Hands in a frame that stands in for the rest pose, as one of a run: wrists may be bent and fists
 * clenched there. Bones are in the order of the hand: what a bone hangs on comes first. */
#include "motion/capture/person_pose.h"

#define BENT_WRIST 0.9659f /* cosine of 15 degrees */
#define CLENCHED   0.8660f /* cosine of 30 degrees, by which fingers at ease are bent at most */

/* Bones of the left hand; the right ones follow the same order. */
enum { HAND_BONES = VRM_BONE_LEFT_LITTLE_DISTAL - VRM_BONE_LEFT_THUMB_METACARPAL + 1 };

static bool is_thumb(int finger_bone) {
    return finger_bone < 3;
}

/* Where a finger bone points if it is not bent: on as what it hangs on, or along the hand. The
 * first bone of a thumb has no such direction. */
static vrm_Vec3 straight(const vrm_Capture* capture, vrm_Bone first, int finger_bone,
                         vrm_Vec3 along) {
    vrm_Bone bone = (vrm_Bone)((int)first + finger_bone), above = vrm_bone_parent(bone);
    if (finger_bone % 3 > 0 && vrmi_person_has(capture, above))
        return vrmi_person_direction(capture, above);
    return is_thumb(finger_bone) ? (vrm_Vec3){0.0f, 0.0f, 0.0f} : along;
}

static bool is_clenched(const vrm_Capture* capture, vrm_Bone first, vrm_Vec3 along) {
    for (int i = 0; i < HAND_BONES; i++) {
        vrm_Vec3 there = vrmi_person_direction(capture, (vrm_Bone)((int)first + i));
        vrm_Vec3 here = straight(capture, first, i, along);
        if (is_thumb(i) || vrmi_vec3_reach(here) == 0.0f || vrmi_vec3_reach(there) == 0.0f)
            continue;
        if (vrmi_vec3_dot(here, there) < CLENCHED) return true;
    }
    return false;
}

static void straighten_fingers(vrm_Capture* capture, vrm_Bone hand, vrm_Bone first,
                               vrm_Vec3 along) {
    bool bends = is_clenched(capture, first, along);
    for (int i = 0; i < HAND_BONES; i++) {
        vrm_Bone bone = (vrm_Bone)((int)first + i);
        vrm_Bone above = i % 3 == 0 ? hand : (vrm_Bone)(bone - 1);
        vrm_Vec3 here = straight(capture, first, i, along),
                 there = vrmi_person_direction(capture, bone);
        capture->rests[bone] = capture->rests[above];
        if (!bends || vrmi_vec3_reach(here) == 0.0f || vrmi_vec3_reach(there) == 0.0f) continue;
        capture->rests[bone] = vrmi_quat_mul(vrmi_quat_from_to(here, there), capture->rests[above]);
    }
}

/* From a hand to the middle of its knuckles, model axes; (0, 0, 0) where fewer than two are known:
 * the forefinger alone is beside it. */
static vrm_Vec3 knuckles_of(const vrm_Capture* capture, vrm_Bone hand, vrm_Bone first) {
    vrm_Vec3 sum = {0.0f, 0.0f, 0.0f};
    int count = 0;
    for (int i = 3; i < HAND_BONES; i += 3) {
        vrm_Bone knuckle = (vrm_Bone)((int)first + i);
        sum = vrmi_vec3_add(sum, vrmi_person_between(capture, hand, knuckle));
        count += vrmi_person_has(capture, knuckle);
    }
    if (count < 2) return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    return vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, sum));
}

static void straighten_hand(vrm_Capture* capture, vrm_Bone hand, vrm_Bone first, float side) {
    vrm_Vec3 along = vrmi_quat_rotate(capture->rests[hand], (vrm_Vec3){side, 0.0f, 0.0f});
    vrm_Vec3 there = knuckles_of(capture, hand, first);
    if (vrmi_vec3_reach(there) > 0.0f && vrmi_vec3_dot(along, there) < BENT_WRIST) {
        capture->rests[hand] = vrmi_quat_mul(vrmi_quat_from_to(along, there), capture->rests[hand]);
        along = there;
    }
    straighten_fingers(capture, hand, first, along);
}

void vrmi_capture_straighten_hands(vrm_Capture* capture) {
    straighten_hand(capture, VRM_BONE_LEFT_HAND, VRM_BONE_LEFT_THUMB_METACARPAL, 1.0f);
    straighten_hand(capture, VRM_BONE_RIGHT_HAND, VRM_BONE_RIGHT_THUMB_METACARPAL, -1.0f);
}
