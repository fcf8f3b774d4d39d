/* SPDX-License-Identifier: MIT */
/* Ready-made poses. All bones are unrotated in the T-pose: +X is the avatar's left, +Z is forward.
 * A left arm turns down about -Z and forward about -Y; the right arm mirrors it. */
#include "vrm/pose.h"
#include "base/maths.h"

typedef struct Turn {
    vrm_Bone left, right; /* VRM_BONE_NONE on the right: a bone of the middle */
    vrm_Vec3 degrees;     /* of the left one, about X, Y, Z */
} Turn;

static vrm_Quat turned(vrm_Vec3 degrees) {
    return vrmi_quat_from_yxz(vrmi_vec3_scale(degrees, VRMI_TO_RADIANS));
}

/* Turns a left bone, and its right twin by the mirrored rotation. */
static void turn_pair(vrm_Pose* pose, const Turn* turn) {
    vrm_Vec3 d = turn->degrees;
    pose->rotations[turn->left] = turned(d);
    if (turn->right != VRM_BONE_NONE)
        pose->rotations[turn->right] = turned((vrm_Vec3){d.x, -d.y, -d.z});
}

static void turn_all(vrm_Pose* pose, const Turn* turns, size_t count) {
    for (size_t i = 0; i < count; i++) turn_pair(pose, &turns[i]);
}

vrm_Pose vrm_pose_a(void) {
    static const Turn turns[] = {
        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM, {0.0f, 0.0f, -45.0f}}};
    vrm_Pose pose = vrm_pose_rest();
    turn_all(&pose, turns, sizeof turns / sizeof *turns);
    return pose;
}

/* Fingers are slightly bent, the little finger most. */
static void relax_fingers(vrm_Pose* pose) {
    for (int32_t finger = 0; finger < 4; finger++) {
        int32_t left = VRM_BONE_LEFT_INDEX_PROXIMAL + 3 * finger;
        int32_t right = VRM_BONE_RIGHT_INDEX_PROXIMAL + 3 * finger;
        for (int32_t joint = 0; joint < 3; joint++) {
            float bend = -(8.0f + 3.0f * (float)finger + 3.0f * (float)joint);
            turn_pair(
                pose,
                &(Turn){(vrm_Bone)(left + joint), (vrm_Bone)(right + joint), {0.0f, 0.0f, bend}});
        }
    }
}

/* The elapsed part of a period, 0..1; exact, so that periods repeat to the bit. */
static float phase_of(float time_s) {
    if (!vrmi_is_finite(time_s)) return 0.0f;
    float rest = fmodf(time_s, VRM_IDLE_PERIOD_S);
    if (rest < 0.0f) rest += VRM_IDLE_PERIOD_S;
    return rest < VRM_IDLE_PERIOD_S ? rest / VRM_IDLE_PERIOD_S : 0.0f;
}

vrm_Pose vrm_pose_idle(float time_s) {
    float whole = phase_of(time_s) * (2.0f * VRMI_PI);
    float breath = 0.5f - 0.5f * vrmi_cos(2.0f * whole); /* 0 out, 1 in */
    float lean = vrmi_sin(whole);                        /* the weight on the left foot */
    float glance = vrmi_sin(whole + 0.9f);
    const Turn turns[] = {
        {VRM_BONE_HIPS, VRM_BONE_NONE, {0.0f, 0.8f * lean, -0.6f * lean}},
        {VRM_BONE_SPINE, VRM_BONE_NONE, {0.6f - 0.8f * breath, 0.0f, 0.9f * lean}},
        {VRM_BONE_CHEST, VRM_BONE_NONE, {0.6f - 1.6f * breath, -0.6f * lean, 0.3f * lean}},
        {VRM_BONE_NECK, VRM_BONE_NONE, {1.0f * breath, 0.0f, -0.5f * lean}},
        {VRM_BONE_HEAD, VRM_BONE_NONE, {1.4f * breath - 0.6f, 1.8f * glance, 0.6f * glance}},
        {VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_SHOULDER, {0.0f, 0.0f, 1.2f * breath - 3.0f}},
        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM, {2.0f, -3.0f, -70.0f - 1.0f * breath}},
        {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM, {0.0f, -13.0f - 1.5f * breath, -2.0f}},
        {VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND, {0.0f, 0.0f, 4.0f}},
        {VRM_BONE_LEFT_THUMB_METACARPAL, VRM_BONE_RIGHT_THUMB_METACARPAL, {0.0f, 8.0f, -6.0f}},
    };
    vrm_Pose pose = vrm_pose_rest();
    turn_all(&pose, turns, sizeof turns / sizeof *turns);
    relax_fingers(&pose);
    /* The legs compensate the rotation of the hips: the feet stay where they are. */
    vrm_Quat back = vrmi_quat_conjugate(pose.rotations[VRM_BONE_HIPS]);
    pose.rotations[VRM_BONE_LEFT_UPPER_LEG] = pose.rotations[VRM_BONE_RIGHT_UPPER_LEG] = back;
    pose.hips_offset = (vrm_Vec3){0.006f * lean, 0.0f, 0.0f};
    return pose;
}

/* ---- From angles, and to them ---- */

static float finite_or_0(float a) {
    return vrmi_is_finite(a) ? a : 0.0f;
}

vrm_Quat vrm_pose_turn(float yaw_degrees, float pitch_degrees, float roll_degrees) {
    return turned((vrm_Vec3){finite_or_0(pitch_degrees), finite_or_0(yaw_degrees),
                             finite_or_0(roll_degrees)});
}

vrm_Vec2 vrm_pose_gaze(vrm_Vec3 direction) {
    vrm_Vec3 d = {finite_or_0(direction.x), finite_or_0(direction.y), finite_or_0(direction.z)};
    double x = (double)d.x, z = (double)d.z;
    float flat = (float)sqrt(x * x + z * z);
    float yaw = vrmi_atan2(d.x, d.z), pitch = -vrmi_atan2(d.y, flat);
    return (vrm_Vec2){yaw * VRMI_TO_DEGREES, pitch * VRMI_TO_DEGREES};
}
