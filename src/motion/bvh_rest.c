/* SPDX-License-Identifier: MIT */
/* Finds the reference pose, from which rotations are measured. It is the pose with all rotations 0
 * if that is a person standing. Many programs (Rokoko, LAFAN1, Bandai Namco) write every bone along
 * the same axis, so that this pose is meaningless; the frame that is closest to a standing person
 * is taken instead. Axes, size and the rotations from the T-pose are computed from the reference
 * pose. */
#include "motion/bvh.h"

static vrm_Vec3 rest_of(const vrm_Bvh* bvh, vrm_Bone bone) {
    return bvh->joints[bvh->bones[bone]].rest;
}

static bool has_bone(const vrm_Bvh* bvh, vrm_Bone bone) {
    return bvh->bones[bone] >= 0;
}

static vrm_Vec3 between(const vrm_Bvh* bvh, vrm_Bone from, vrm_Bone to) {
    if (!has_bone(bvh, from) || !has_bone(bvh, to)) return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    return vrmi_vec3_sub(rest_of(bvh, to), rest_of(bvh, from));
}

static vrm_Vec3 hips_to_head(const vrm_Bvh* bvh) {
    return between(bvh, VRM_BONE_HIPS,
                   has_bone(bvh, VRM_BONE_HEAD) ? VRM_BONE_HEAD : VRM_BONE_NECK);
}

static vrm_Vec3 right_to_left(const vrm_Bvh* bvh) {
    vrm_Vec3 left = between(bvh, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_LEG);
    if (vrmi_vec3_reach(left) > 0.0f) return left;
    return between(bvh, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
}

/* ---- Limbs ---- */

/* The direction to the next bone in the T-pose, and the limb that this bone belongs to. */
static const struct {
    vrm_Bone bone, next, before;
    vrm_Vec3 direction;
} limbs[] = {
    {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_NONE, {1.0f, 0.0f, 0.0f}},
    {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND, VRM_BONE_LEFT_UPPER_ARM, {1.0f, 0.0f, 0.0f}},
    {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_NONE, {-1.0f, 0.0f, 0.0f}},
    {VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND, VRM_BONE_RIGHT_UPPER_ARM, {-1.0f, 0.0f, 0.0f}},
    {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_NONE, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_UPPER_LEG, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_NONE, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_UPPER_LEG, {0.0f, -1.0f, 0.0f}},
};

enum { LIMB_COUNT = sizeof limbs / sizeof *limbs, ARM_LIMBS = 4 };
#define NEAR_T_POSE 0.9659f /* cosine of 15 degrees: CMU's legs are spread by 20 */

/* Model axes; (0, 0, 0) when it has no length. */
static vrm_Vec3 limb_direction(const vrm_Bvh* bvh, int limb) {
    vrm_Vec3 v = between(bvh, limbs[limb].bone, limbs[limb].next);
    return vrmi_vec3_normalize(vrmi_quat_rotate(bvh->to_model, v));
}

/* ---- Poses ---- */

/* Places all joints as in a frame; -1: all rotations 0, offsets as they are. */
static void take_pose(vrm_Bvh* bvh, int32_t frame) {
    for (int32_t j = 0; j < bvh->joint_count; j++) { /* parents first */
        vrmi_BvhJoint* joint = &bvh->joints[j];
        vrm_Transform local = vrmi_transform_identity();
        local.translation = joint->offset;
        if (frame >= 0) local = vrmi_bvh_local(bvh, j, frame);
        joint->rest = local.translation;
        joint->turn = local.rotation;
        if (joint->parent < 0) continue;
        const vrmi_BvhJoint* parent = &bvh->joints[joint->parent];
        joint->rest = vrmi_vec3_add(parent->rest, vrmi_quat_rotate(parent->turn, joint->rest));
        joint->turn = vrmi_quat_normalize(vrmi_quat_mul(parent->turn, joint->turn));
    }
}

/* How many frames are examined, evenly spread: enough to find a standing pose and the ground, and
 * few enough that long files with many joints load fast. */
static int32_t sample_count(const vrm_Bvh* bvh) {
    int32_t most = 100000 / bvh->joint_count;
    if (most > 512) most = 512;
    if (most < 16) most = 16;
    return bvh->frame_count < most ? bvh->frame_count : most;
}

static int32_t sample_frame(const vrm_Bvh* bvh, int32_t sample) {
    int32_t count = sample_count(bvh);
    return count < 2 ? 0 : (int32_t)((int64_t)sample * (bvh->frame_count - 1) / (count - 1));
}

/* Whatever the axes, legs point away from the head. Arms alone are weak evidence: when they hang
 * they are parallel as well, but they do not point upwards. */
static bool stands(const vrm_Bvh* bvh) {
    static const vrm_Bone ends[][3] = {
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_LOWER_LEG},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_LOWER_LEG}};
    vrm_Vec3 up = vrmi_vec3_normalize(hips_to_head(bvh));
    bool has_leg = false;
    if (!has_bone(bvh, VRM_BONE_HEAD) && !has_bone(bvh, VRM_BONE_NECK)) return true;
    for (int i = 0; i < 2; i++) {
        vrm_Bone end = has_bone(bvh, ends[i][1]) ? ends[i][1] : ends[i][2];
        if (!has_bone(bvh, ends[i][0]) || !has_bone(bvh, end)) continue;
        vrm_Vec3 leg = vrmi_vec3_normalize(between(bvh, ends[i][0], end));
        if (vrmi_vec3_dot(leg, up) > -0.3f) return false;
        has_leg = true;
    }
    if (has_leg) return true;
    vrm_Vec3 left = between(bvh, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM);
    vrm_Vec3 right = between(bvh, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM);
    return vrmi_vec3_dot(vrmi_vec3_normalize(left), up) < 0.7f ||
           vrmi_vec3_dot(vrmi_vec3_normalize(right), up) < 0.7f;
}

/* ---- Axes ---- */

/* The unit vector of the axis that `v` is nearest to. */
static vrm_Vec3 nearest_axis(vrm_Vec3 v) {
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    if (x >= y && x >= z) return (vrm_Vec3){v.x < 0.0f ? -1.0f : 1.0f, 0.0f, 0.0f};
    if (y >= z) return (vrm_Vec3){0.0f, v.y < 0.0f ? -1.0f : 1.0f, 0.0f};
    return (vrm_Vec3){0.0f, 0.0f, v.z < 0.0f ? -1.0f : 1.0f};
}

static vrm_Quat axes_of(vrm_Vec3 left, vrm_Vec3 up) {
    return vrmi_quat_conjugate(vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up)));
}

/* Up is where the head is, left is where the left leg (or arm) is. */
static vrm_Quat find_axes(const vrm_Bvh* bvh) {
    vrm_Vec3 up = hips_to_head(bvh), left = right_to_left(bvh);
    if (vrmi_vec3_reach(up) == 0.0f || vrmi_vec3_reach(left) == 0.0f) return vrmi_quat_identity();
    up = nearest_axis(up);
    left = nearest_axis(left);
    return vrmi_vec3_dot(up, left) != 0.0f ? vrmi_quat_identity() : axes_of(left, up);
}

/* The mean direction from the hips to the head, in the file's axes. Uses up the places of the
 * joints. */
static vrm_Vec3 mean_up(vrm_Bvh* bvh) {
    vrm_Vec3 up = {0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < sample_count(bvh); i++) {
        take_pose(bvh, sample_frame(bvh, i));
        up = vrmi_vec3_add(up, vrmi_vec3_normalize(hips_to_head(bvh)));
    }
    return vrmi_vec3_scale(up, 1.0f / (float)sample_count(bvh));
}

/* Whether the hips are always about as high along an axis as legs of that length have them. */
static bool stays_on_legs(vrm_Bvh* bvh, vrm_Vec3 axis, float leg) {
    for (int32_t i = 0; i < sample_count(bvh); i++) {
        take_pose(bvh, sample_frame(bvh, i));
        float high = vrmi_vec3_dot(rest_of(bvh, VRM_BONE_HIPS), axis);
        if (!(high > 0.75f * leg && high < 1.2f * leg)) return false;
    }
    return true;
}

/* If nothing says where the file faces, left is +X. */
static vrm_Quat axes_of_up(vrm_Vec3 up) {
    return axes_of(up.x != 0.0f ? (vrm_Vec3){0.0f, 0.0f, 1.0f} : (vrm_Vec3){1.0f, 0.0f, 0.0f}, up);
}

/* Up is where the head is most of the time. */
static vrm_Quat find_axes_in_motion(vrm_Bvh* bvh) {
    vrm_Vec3 up = mean_up(bvh);
    return vrmi_vec3_reach(up) == 0.0f ? vrmi_quat_identity() : axes_of_up(nearest_axis(up));
}

/* Some skeletons have a rest pose along another axis than the one they stand along in the motion:
 * the rotation of the hips corrects it in every frame. Accepted if the rest pose points along X,
 * which no program has upwards, or if the hips are as high above the ground as the legs are long in
 * every frame; otherwise the person may just be lying down. */
static bool is_righted(vrm_Bvh* bvh, vrm_Vec3* out_up) {
    vrm_Vec3 rest_up = hips_to_head(bvh);
    float leg = vrmi_vec3_length(between(bvh, VRM_BONE_HIPS, VRM_BONE_LEFT_FOOT));
    if (vrmi_vec3_reach(rest_up) == 0.0f) return false;
    rest_up = nearest_axis(rest_up);
    vrm_Vec3 up = mean_up(bvh);
    *out_up = nearest_axis(up);
    bool is_other = vrmi_vec3_length(up) > 0.7f && vrmi_vec3_dot(*out_up, rest_up) < 0.5f;
    bool is_it = is_other && (rest_up.x != 0.0f || stays_on_legs(bvh, *out_up, leg));
    take_pose(bvh, -1);
    return is_it;
}

/* How the rest pose lies in the world, model axes. */
static vrm_Quat attitude_of(const vrm_Bvh* bvh) {
    vrm_Vec3 up = nearest_axis(hips_to_head(bvh)), left = nearest_axis(right_to_left(bvh));
    if (vrmi_vec3_reach(right_to_left(bvh)) == 0.0f || vrmi_vec3_dot(up, left) != 0.0f)
        return vrmi_quat_identity();
    up = vrmi_quat_rotate(bvh->to_model, up);
    left = vrmi_quat_rotate(bvh->to_model, left);
    return vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up));
}

/* ---- The frame that stands in ---- */

/* The rotation about the vertical axis from +Z to where the person faces. */
static vrm_Quat heading_of(const vrm_Bvh* bvh) {
    vrm_Vec3 left = vrmi_quat_rotate(bvh->to_model, right_to_left(bvh)), up = {0.0f, 1.0f, 0.0f};
    left.y = 0.0f;
    if (vrmi_vec3_reach(left) == 0.0f) return vrmi_quat_identity();
    left = vrmi_vec3_normalize(left);
    return vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up));
}

/* How close a frame is to standing: legs down, trunk up, arms in the T-pose or, with a lower score,
 * hanging. */
static float score_pose(const vrm_Bvh* bvh) {
    vrm_Quat heading = heading_of(bvh);
    vrm_Vec3 trunk = vrmi_vec3_normalize(vrmi_quat_rotate(bvh->to_model, hips_to_head(bvh)));
    float score = 2.0f * trunk.y, spread = 0.0f, hanging = 0.0f;
    for (int i = 0; i < LIMB_COUNT; i++) {
        vrm_Vec3 direction = limb_direction(bvh, i);
        float fit = vrmi_vec3_dot(direction, vrmi_quat_rotate(heading, limbs[i].direction));
        if (i >= ARM_LIMBS) score += fit;
        if (i < ARM_LIMBS) spread += fit;
        if (i < ARM_LIMBS) hanging -= 0.8f * direction.y;
    }
    return score + (spread > hanging ? spread : hanging);
}

static int32_t find_standing(vrm_Bvh* bvh) {
    int32_t best = 0;
    float best_score = -1000.0f;
    for (int32_t i = 0; i < sample_count(bvh); i++) {
        take_pose(bvh, sample_frame(bvh, i));
        float score = score_pose(bvh);
        if (!(score > best_score)) continue;
        best = sample_frame(bvh, i);
        best_score = score;
    }
    return best;
}

/* ---- Size ---- */

static float height_of(const vrm_Bvh* bvh, int32_t joint) {
    return vrmi_quat_rotate(bvh->to_model, bvh->joints[joint].rest).y;
}

static float lowest_of(const vrm_Bvh* bvh) {
    float lowest = height_of(bvh, bvh->bones[VRM_BONE_HIPS]);
    for (int32_t j = 0; j < bvh->joint_count; j++) {
        float y = height_of(bvh, j);
        if (y < lowest) lowest = y;
    }
    return lowest;
}

/* The unit of length for which the height of the hips is closest to that of an adult. */
static float guess_metres(float height) {
    static const float units[] = {1.0f, 0.01f, 0.0254f, 0.3048f, 0.1f, 0.001f, 0.0564444f /* CMU */,
                                  0.08f /* MikuMikuDance */};
    const float person = 0.94f;
    if (!(height > 1e-6f)) return 0.01f;
    float best = person / height, best_ratio = 1.7f;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        float ratio = height * units[i] / person;
        if (ratio < 1.0f) ratio = 1.0f / ratio;
        if (ratio >= best_ratio) continue;
        best = units[i];
        best_ratio = ratio;
    }
    return best;
}

/* ---- Turns from the T-pose ---- */

/* Hands and fingers go with the limb that they hang on; the lower limb is bent from where the upper
 * one carries it, so that an elbow bends as an elbow. */
static void correct_limb(vrm_Bvh* bvh, int limb, vrm_Quat base, bool always, bool* is_reported) {
    vrm_Vec3 there = limb_direction(bvh, limb);
    vrm_Bone before = limbs[limb].before;
    if (before != VRM_BONE_NONE && has_bone(bvh, before)) base = bvh->rests[before];
    bvh->rests[limbs[limb].bone] = base;
    if (vrmi_vec3_reach(there) == 0.0f) return;
    vrm_Vec3 here = vrmi_quat_rotate(base, limbs[limb].direction);
    if (!always && vrmi_vec3_dot(here, there) >= NEAR_T_POSE) return;
    bvh->rests[limbs[limb].bone] = vrmi_quat_mul(vrmi_quat_from_to(here, there), base);
    *is_reported = *is_reported || vrmi_vec3_dot(here, there) < NEAR_T_POSE;
}

/* From the foot to what is in front of it, model axes. */
static vrm_Vec3 toe_direction(const vrm_Bvh* bvh, vrm_Bone foot) {
    vrm_Vec3 toe = between(bvh, foot, (vrm_Bone)(foot + 1));
    for (int32_t j = 0; j < bvh->joint_count && vrmi_vec3_reach(toe) == 0.0f; j++)
        if (bvh->joints[j].parent == bvh->bones[foot] && has_bone(bvh, foot))
            toe = vrmi_vec3_sub(bvh->joints[j].rest, rest_of(bvh, foot));
    return vrmi_quat_rotate(bvh->to_model, toe);
}

/* Legs that are spread at rest either turn their feet with them (CMU) or have them flat: takes
 * whichever turns the toes less to the side. */
static vrm_Quat foot_rest(const vrm_Bvh* bvh, vrm_Bone foot, vrm_Quat heading) {
    vrm_Quat leg = bvh->rests[foot - 1];
    vrm_Vec3 toe = toe_direction(bvh, foot);
    float with_leg = fabsf(vrmi_quat_rotate(vrmi_quat_conjugate(leg), toe).x);
    float flat = fabsf(vrmi_quat_rotate(vrmi_quat_conjugate(heading), toe).x);
    return with_leg <= flat ? leg : heading;
}

/* The feet of a standing person are flat on the ground, however bent the knees; toes may point to
 * the side. */
static vrm_Quat standing_foot_rest(const vrm_Bvh* bvh, vrm_Bone foot, vrm_Quat heading) {
    vrm_Vec3 ahead = vrmi_quat_rotate(heading, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 there = toe_direction(bvh, foot);
    there.y = 0.0f;
    if (vrmi_vec3_reach(there) == 0.0f) return heading;
    there = vrmi_vec3_normalize(there);
    if (vrmi_vec3_dot(ahead, there) < 0.5f) return heading;
    return vrmi_quat_mul(vrmi_quat_from_to(ahead, there), heading);
}

static bool find_rests(vrm_Bvh* bvh, vrm_Quat heading, bool is_t_pose, bool always,
                       bool from_motion) {
    bool is_corrected = false;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        bvh->rests[b] = parent == VRM_BONE_NONE ? heading : bvh->rests[parent];
        if (b == VRM_BONE_LEFT_FOOT || b == VRM_BONE_RIGHT_FOOT)
            bvh->rests[b] = from_motion ? standing_foot_rest(bvh, (vrm_Bone)b, heading)
                                        : foot_rest(bvh, (vrm_Bone)b, heading);
        for (int i = 0; i < LIMB_COUNT && !is_t_pose; i++)
            if ((int32_t)limbs[i].bone == b) correct_limb(bvh, i, heading, always, &is_corrected);
    }
    return is_corrected;
}

/* The height of the hips above the lowest joint in the T-pose, in which legs that are spread or
 * bent in the reference pose are straight. If there are legs, only their joints count, because a
 * root joint may be anywhere; otherwise all joints do. */
static float t_pose_height(vrm_Bvh* bvh) {
    bool has_legs =
        has_bone(bvh, VRM_BONE_LEFT_LOWER_LEG) || has_bone(bvh, VRM_BONE_RIGHT_LOWER_LEG);
    float lowest = 1e30f, hips = 0.0f;
    for (int32_t j = 0; j < bvh->joint_count; j++) { /* parents first */
        vrmi_BvhJoint* joint = &bvh->joints[j];
        int32_t near = joint->parent;
        vrm_Vec3 step = joint->rest;
        joint->t_position = (vrm_Vec3){0.0f, 0.0f, 0.0f};
        if (joint->parent >= 0) {
            step = vrmi_vec3_sub(joint->rest, bvh->joints[joint->parent].rest);
            joint->t_position = bvh->joints[joint->parent].t_position;
        }
        while (near >= 0 && bvh->joints[near].bone == VRM_BONE_NONE)
            near = bvh->joints[near].parent;
        vrm_Bone bone = near >= 0 ? bvh->joints[near].bone : VRM_BONE_HIPS;
        step = vrmi_quat_rotate(bvh->to_model, step);
        step = vrmi_quat_rotate(vrmi_quat_conjugate(bvh->rests[bone]), step);
        joint->t_position = vrmi_vec3_add(joint->t_position, step);
        if (joint->bone == VRM_BONE_HIPS) hips = joint->t_position.y;
        bool counts = near >= 0 || joint->bone == VRM_BONE_HIPS || !has_legs;
        if (counts && joint->t_position.y < lowest) lowest = joint->t_position.y;
    }
    return hips - lowest;
}

/* ---- The ground ---- */

static bool hips_move(const vrm_Bvh* bvh) {
    for (int32_t at = bvh->bones[VRM_BONE_HIPS]; at >= 0; at = bvh->joints[at].parent)
        if (bvh->joints[at].has_position) return true;
    return false;
}

/* The lowest point of the motion, metres. Uses up the places of the joints. */
static float find_ground(vrm_Bvh* bvh) {
    float ground = 0.0f;
    for (int32_t i = 0; i < sample_count(bvh); i++) {
        take_pose(bvh, sample_frame(bvh, i));
        float lowest = lowest_of(bvh) * bvh->metres;
        if (i == 0 || lowest < ground) ground = lowest;
    }
    return ground;
}

/* In files whose positions are relative to the sensor or to the hips, the feet are far below the
 * ground: by more than a third of a leg, which is more than noise. */
static void find_start(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    vrm_Vec3 first = vrmi_bvh_hips_at(bvh, 0);
    bvh->start = (vrm_Vec3){0.0f, bvh->hips_height, 0.0f};
    if (!hips_move(bvh)) bvh->start = first;
    if (def->keeps_start || !hips_move(bvh)) return;
    bvh->start.x = first.x;
    bvh->start.z = first.z;
    float ground = find_ground(bvh);
    if (ground >= -0.35f * bvh->hips_height) return;
    bvh->start.y += ground;
    vrmi_report_at(def->report, VRMI_RULE_BVH_LIFTED, VRM_NO_OFFSET, NULL);
}

/* ---- All of it ---- */

void vrmi_bvh_settle(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    bool is_first = def->rest == VRM_BVH_REST_FIRST_FRAME;
    int32_t frame = is_first ? 0 : -1;
    take_pose(bvh, -1);
    bool is_person = stands(bvh);
    bool from_motion = is_first || (def->rest == VRM_BVH_REST_GUESS && !is_person);
    vrm_Vec3 up;
    bool rights = is_person && is_righted(bvh, &up);
    if (rights)
        bvh->to_model = axes_of_up(up);
    else
        bvh->to_model = from_motion && !is_person ? find_axes_in_motion(bvh) : find_axes(bvh);
    if (from_motion && !is_first) frame = find_standing(bvh);
    take_pose(bvh, frame);
    vrm_Quat heading = vrmi_quat_identity();
    if (from_motion)
        heading = heading_of(bvh);
    else if (rights)
        heading = attitude_of(bvh);
    bool always = def->rest == VRM_BVH_REST_CORRECTED || (from_motion && !is_first);
    bool is_corrected = find_rests(bvh, heading, def->rest == VRM_BVH_REST_T_POSE, always,
                                   from_motion && !is_first);
    float height = t_pose_height(bvh);
    bvh->metres = def->metres > 0.0f ? def->metres : guess_metres(height);
    bvh->hips_height = vrmi_clamp(height * bvh->metres, 0.0f, 1e6f);
    if (from_motion && !is_first)
        vrmi_report_at(
            def->report, VRMI_RULE_BVH_REST_FROM_MOTION, VRM_NO_OFFSET,
            "The skeleton at rest is no person, so frame %d of the motion stands in for "
            "the rest pose. If limbs come out twisted, begin with a T-pose and use --rest "
            "first (VRM_BVH_REST_FIRST_FRAME).",
            (int)frame);
    else if (is_corrected)
        vrmi_report_at(def->report, VRMI_RULE_BVH_REST_CORRECTED, VRM_NO_OFFSET, NULL);
    find_start(bvh, def);
    take_pose(bvh, frame);
}
