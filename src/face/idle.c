/* SPDX-License-Identifier: MIT */
/* Idle motion: breath, a slow shift of weight and the sway of the head, added to a pose. The feet
 * stay where they are: legs turn against the motion of the hips. */
#include "base/exponential.h"
#include "face/chance.h"
#include "face/face.h"

/* Degrees and metres at full amount. */
#define HEAD_YAW   1.6f
#define HEAD_PITCH 1.0f
#define HEAD_ROLL  0.8f
#define SHIFT_M    0.008f /* of the hips to a side, for legs of 0.8 m */
#define LEG_M      0.8f
#define SLIP_M     0.0004f /* that a foot may move by, for legs that are spread */

#define BREATH_S 4.0 /* 15 breaths a minute; adults at rest take 12 to 20 */
#define INHALE   0.4 /* part of a breath */

/* Waves of a channel, Hz; seeds vary them by a fifth. No two have a common period. */
static const double rates[3] = {0.061, 0.127, 0.233};
static const float heights[3] = {0.5f, 0.3f, 0.2f};

enum { SHIFT, YAW, PITCH, ROLL, BREATH };

/* The part of a cycle at `turns` cycles, 0..1. */
static double phase_of(double turns) {
    return turns - (double)(int64_t)turns;
}

/* Slow noise between -1 and 1. */
static float sway(const vrm_Face* face, uint64_t channel) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < 3; i++) {
        double rate = vrmi_chance(face->seed, VRMI_STREAM_IDLE, channel, 2 * i);
        double start = vrmi_chance(face->seed, VRMI_STREAM_IDLE, channel, 2 * i + 1);
        double turns = face->now * rates[i] * (0.8 + 0.4 * rate) + start;
        sum += heights[i] * vrmi_sin((float)phase_of(turns) * (2.0f * VRMI_PI));
    }
    return sum;
}

/* 0 out, 1 in. */
static float breath(const vrm_Face* face) {
    double pace = 0.9 + 0.2 * vrmi_chance(face->seed, VRMI_STREAM_IDLE, BREATH, 0);
    double start = vrmi_chance(face->seed, VRMI_STREAM_IDLE, BREATH, 1);
    double phase = phase_of(face->now * pace / BREATH_S + start);
    return phase < INHALE ? vrmi_ease(phase / INHALE)
                          : 1.0f - vrmi_ease((phase - INHALE) / (1.0 - INHALE));
}

/* In the axes of the parent bone, so that a whole limb turns with whatever pose it has. */
static void turn(vrm_Pose* pose, vrm_Bone bone, float x, float y, float z) {
    vrm_Quat by = vrmi_quat_from_yxz(
        (vrm_Vec3){x * VRMI_TO_RADIANS, y * VRMI_TO_RADIANS, z * VRMI_TO_RADIANS});
    pose->rotations[bone] = vrmi_quat_normalize(vrmi_quat_mul(by, pose->rotations[bone]));
}

/* ---- Weight ---- */

typedef struct LegBones {
    vrm_Bone thigh, shin, foot;
} LegBones;

static const LegBones leg_bones[2] = {
    {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT},
    {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT}};

/* From hip to ankle, in the axes of the hips. */
static vrm_Vec3 leg_vector(const vrmi_FaceLeg* leg, const LegBones* bones, const vrm_Pose* pose) {
    vrm_Vec3 shin = vrmi_quat_rotate(pose->rotations[bones->shin], leg->shin);
    return vrmi_quat_rotate(pose->rotations[bones->thigh], vrmi_vec3_add(leg->thigh, shin));
}

/* Rotating the leg keeps its length, so the part of a shift along the leg would move the foot. */
static float limit_shift(float shift, vrm_Vec3 leg) {
    float length = vrmi_vec3_length(leg), along = fabsf(leg.x) * fabsf(shift);
    if (along <= SLIP_M * length) return shift;
    return shift * (SLIP_M * length / along);
}

/* Keeps position and direction of the foot while the hips move by `shift` along their own x. */
static void hold_foot(vrm_Pose* pose, const LegBones* bones, vrm_Vec3 leg, float shift) {
    vrm_Vec3 to = {leg.x - shift, leg.y, leg.z};
    vrm_Quat by = vrmi_quat_from_to(vrmi_vec3_normalize(leg), vrmi_vec3_normalize(to));
    vrm_Quat *thigh = &pose->rotations[bones->thigh], *foot = &pose->rotations[bones->foot];
    vrm_Quat shin = vrmi_quat_mul(*thigh, pose->rotations[bones->shin]);
    vrm_Quat back =
        vrmi_quat_mul(vrmi_quat_conjugate(shin), vrmi_quat_mul(vrmi_quat_conjugate(by), shin));
    *thigh = vrmi_quat_normalize(vrmi_quat_mul(by, *thigh));
    *foot = vrmi_quat_normalize(vrmi_quat_mul(back, *foot));
}

static void shift_weight(const vrm_FaceMap* map, vrm_Pose* pose, float lean) {
    vrm_Vec3 legs[2];
    if (!map->has_legs) return;
    float leg = vrmi_vec3_length(map->legs[0].thigh) + vrmi_vec3_length(map->legs[0].shin);
    float shift = SHIFT_M * lean * (leg / LEG_M);
    for (int32_t i = 0; i < 2; i++) {
        legs[i] = leg_vector(&map->legs[i], &leg_bones[i], pose);
        shift = limit_shift(shift, legs[i]);
    }
    vrm_Vec3 by = vrmi_quat_rotate(pose->rotations[VRM_BONE_HIPS], (vrm_Vec3){shift, 0.0f, 0.0f});
    pose->hips_offset = vrmi_vec3_add(pose->hips_offset, by);
    for (int32_t i = 0; i < 2; i++) hold_foot(pose, &leg_bones[i], legs[i], shift);
}

bool vrm_face_set_idle(vrm_Face* face, float idle) {
    if (!(idle >= 0.0f && idle <= 2.0f)) return false;
    face->idle = idle;
    return true;
}

void vrm_face_add_idle(const vrm_Face* face, vrm_Pose* pose) {
    float amount = face->idle;
    if (amount <= 0.0f) return;
    float in = breath(face) * amount, lean = sway(face, SHIFT) * amount;
    shift_weight(face->map, pose, lean);
    turn(pose, VRM_BONE_SPINE, -0.4f * in, 0.0f, 0.5f * lean);
    turn(pose, VRM_BONE_CHEST, -0.8f * in, 0.0f, 0.2f * lean);
    turn(pose, VRM_BONE_LEFT_SHOULDER, 0.0f, 0.0f, 0.8f * in);
    turn(pose, VRM_BONE_RIGHT_SHOULDER, 0.0f, 0.0f, -0.8f * in);
    turn(pose, VRM_BONE_NECK, 0.5f * in, 0.0f, -0.3f * lean);
    turn(pose, VRM_BONE_HEAD, 0.6f * in + HEAD_PITCH * amount * sway(face, PITCH),
         HEAD_YAW * amount * sway(face, YAW), HEAD_ROLL * amount * sway(face, ROLL) - 0.4f * lean);
}
