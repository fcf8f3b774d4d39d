/* SPDX-License-Identifier: MIT */
/* Hands of the reference pose. In the T-pose the palms face down, so that forefingers are in front
 * of little fingers: other palms are detected from the knuckles. Thumbs of the T-pose point between
 * forwards and outwards (VRMC_vrm 1.0, T-pose); those of many bind poses do not (Mixamo's also
 * point downwards). In a frame that replaces the rest pose, such as one of a run, wrists may be
 * bent and fists clenched as well. Bones are in the order of the hand, parents first. */
#include "motion/capture/person_pose.h"

#define BENT_WRIST 0.9659f /* cosine of 15 degrees, also of palms and thumbs that are turned */
#define CLENCHED   0.8660f /* cosine of 30 degrees, the largest bend of relaxed fingers */

/* Bones of the left hand; the right ones follow the same order. */
enum { HAND_BONES = VRM_BONE_LEFT_LITTLE_DISTAL - VRM_BONE_LEFT_THUMB_METACARPAL + 1 };

static bool is_thumb(int finger_bone) {
    return finger_bone < 3;
}

/* Returns the direction of an unbent finger bone: it continues its parent's direction, or that of
 * the hand. The first bone of a thumb has no such direction. */
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

static void straighten_fingers(vrm_Capture* capture, vrm_Bone hand, vrm_Bone first, vrm_Vec3 along,
                               vrm_Quat thumb_rest, bool from_motion) {
    bool bends = from_motion && is_clenched(capture, first, along);
    for (int i = 0; i < HAND_BONES; i++) {
        vrm_Bone bone = (vrm_Bone)((int)first + i);
        vrm_Bone above = i % 3 == 0 ? hand : (vrm_Bone)(bone - 1);
        vrm_Vec3 here = straight(capture, first, i, along),
                 there = vrmi_person_direction(capture, bone);
        capture->rests[bone] = i == 0 ? thumb_rest : capture->rests[above];
        if (!bends || vrmi_vec3_reach(here) == 0.0f || vrmi_vec3_reach(there) == 0.0f) continue;
        capture->rests[bone] = vrmi_quat_mul(vrmi_quat_from_to(here, there), capture->rests[above]);
    }
}

/* Returns the vector from a hand to the centre of its knuckles, model axes; (0, 0, 0) if fewer than
 * two are known, because the forefinger alone is off centre. */
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

/* Turns a rest by the smallest rotation that moves `here` to `there`, if it is more than 15
 * degrees; both are unit vectors, or 0 if unknown. */
static bool turn_rest(vrm_Quat* rest, vrm_Vec3 here, vrm_Vec3 there) {
    if (vrmi_vec3_reach(here) == 0.0f || vrmi_vec3_reach(there) == 0.0f ||
        vrmi_vec3_dot(here, there) >= BENT_WRIST)
        return false;
    *rest = vrmi_quat_mul(vrmi_quat_from_to(here, there), *rest);
    return true;
}

/* Returns the unit vector from the knuckle of the little finger, or the next known one, to that of
 * the forefinger, perpendicular to the hand; (0, 0, 0) if they are not beside each other. */
static vrm_Vec3 across_palm(const vrm_Capture* capture, vrm_Bone hand, vrm_Bone first,
                            vrm_Vec3 along) {
    vrm_Bone index = (vrm_Bone)((int)first + 3), other = (vrm_Bone)((int)first + 12);
    while (other > index && !vrmi_person_has(capture, other)) other = (vrm_Bone)(other - 3);
    if (other == index) return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    vrm_Vec3 across = vrmi_person_between(capture, other, index);
    float size = vrmi_vec3_length(vrmi_person_between(capture, hand, index));
    across = vrmi_quat_rotate(capture->to_model, across);
    across = vrmi_vec3_sub(across, vrmi_vec3_scale(along, vrmi_vec3_dot(across, along)));
    if (vrmi_vec3_length(across) < 0.2f * size) return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    return vrmi_vec3_normalize(across);
}

static void settle_hand(vrm_Capture* capture, vrm_Bone hand, vrm_Bone first, float side,
                        bool from_motion) {
    vrm_Quat* rest = &capture->rests[hand];
    vrm_Vec3 along = vrmi_quat_rotate(*rest, (vrm_Vec3){side, 0.0f, 0.0f});
    vrm_Vec3 there = knuckles_of(capture, hand, first);
    if (from_motion && turn_rest(rest, along, there)) along = there;
    vrm_Vec3 front = vrmi_quat_rotate(*rest, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    turn_rest(rest, front, across_palm(capture, hand, first, along));
    vrm_Vec3 thumb = vrmi_vec3_normalize((vrm_Vec3){side, 0.0f, 1.0f});
    vrm_Quat thumb_rest = *rest;
    /* The thumb of a figure stays as its author made it: avatars have thumbs of all directions. */
    if (!capture->file.is_figure)
        turn_rest(&thumb_rest, vrmi_quat_rotate(*rest, thumb),
                  vrmi_person_direction(capture, first));
    straighten_fingers(capture, hand, first, along, thumb_rest, from_motion);
}

void vrmi_capture_settle_hands(vrm_Capture* capture, bool from_motion) {
    settle_hand(capture, VRM_BONE_LEFT_HAND, VRM_BONE_LEFT_THUMB_METACARPAL, 1.0f, from_motion);
    settle_hand(capture, VRM_BONE_RIGHT_HAND, VRM_BONE_RIGHT_THUMB_METACARPAL, -1.0f, from_motion);
}
