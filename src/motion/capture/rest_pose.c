/* SPDX-License-Identifier: MIT */
/* Finds the reference pose, from which rotations are measured. It is the pose with all rotations 0
 * if that is a person standing. Many programs (Rokoko, LAFAN1, Bandai Namco) write every bone along
 * the same axis, so that this pose is meaningless; the frame that is closest to a standing person
 * is taken instead. Axes, size and the rotations from the T-pose are computed from the reference
 * pose. */
#include "motion/capture/person.h"

static vrm_Vec3 place_of(const vrm_Capture* capture, vrm_Bone bone) {
    return capture->joints[capture->bones[bone]].place;
}

static bool has_bone(const vrm_Capture* capture, vrm_Bone bone) {
    return capture->bones[bone] >= 0;
}

static vrm_Vec3 between(const vrm_Capture* capture, vrm_Bone from, vrm_Bone to) {
    if (!has_bone(capture, from) || !has_bone(capture, to)) return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    return vrmi_vec3_sub(place_of(capture, to), place_of(capture, from));
}

static vrm_Vec3 hips_to_head(const vrm_Capture* capture) {
    return between(capture, VRM_BONE_HIPS,
                   has_bone(capture, VRM_BONE_HEAD) ? VRM_BONE_HEAD : VRM_BONE_NECK);
}

static vrm_Vec3 right_to_left(const vrm_Capture* capture) {
    vrm_Vec3 left = between(capture, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_LEG);
    if (vrmi_vec3_reach(left) > 0.0f) return left;
    return between(capture, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
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
static vrm_Vec3 limb_direction(const vrm_Capture* capture, int limb) {
    vrm_Vec3 v = between(capture, limbs[limb].bone, limbs[limb].next);
    return vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, v));
}

/* ---- Poses ---- */

enum { REST = -1, BIND = -2 }; /* instead of a frame */

static bool is_bound(const vrm_Capture* capture, int32_t j) {
    return capture->file.is_bound == NULL || capture->file.is_bound[j];
}

/* Places all joints as in a frame, in the rest pose or in the bind pose. */
static void take_pose(vrm_Capture* capture, int32_t frame) {
    if (frame >= 0) vrmi_capture_sample(capture, (double)frame);
    for (int32_t j = 0; j < capture->joint_count; j++) { /* parents first */
        vrmi_PersonJoint* joint = &capture->joints[j];
        bool is_world = frame == BIND && is_bound(capture, j);
        vrm_Transform local = is_world     ? capture->file.bind[j]
                              : frame >= 0 ? capture->locals[j]
                                           : capture->file.joints[j].rest;
        joint->place = local.translation;
        joint->turn = local.rotation;
        joint->scale = local.scale;
        if (joint->parent < 0 || is_world) continue;
        const vrmi_PersonJoint* parent = &capture->joints[joint->parent];
        vrm_Vec3 step = vrmi_vec3_mul(parent->scale, joint->place);
        joint->place = vrmi_vec3_add(parent->place, vrmi_quat_rotate(parent->turn, step));
        joint->turn = vrmi_quat_normalize(vrmi_quat_mul(parent->turn, joint->turn));
        joint->scale = vrmi_vec3_mul(parent->scale, joint->scale);
    }
}

/* How many frames are examined, evenly spread: enough to find a standing pose and the ground, and
 * few enough that long files with many joints load fast. */
static int32_t sample_count(const vrm_Capture* capture) {
    int32_t most = 100000 / capture->joint_count;
    if (most > 512) most = 512;
    if (most < 16) most = 16;
    return capture->frame_count < most ? capture->frame_count : most;
}

static int32_t sample_frame(const vrm_Capture* capture, int32_t sample) {
    int32_t count = sample_count(capture);
    return count < 2 ? 0 : (int32_t)((int64_t)sample * (capture->frame_count - 1) / (count - 1));
}

/* Whatever the axes, legs point away from the head. Arms alone are weak evidence: when they hang
 * they are parallel as well, but they do not point upwards. */
static bool stands(const vrm_Capture* capture) {
    static const vrm_Bone ends[][3] = {
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_LOWER_LEG},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_LOWER_LEG}};
    vrm_Vec3 up = vrmi_vec3_normalize(hips_to_head(capture));
    bool has_leg = false;
    if (!has_bone(capture, VRM_BONE_HEAD) && !has_bone(capture, VRM_BONE_NECK)) return true;
    for (int i = 0; i < 2; i++) {
        vrm_Bone end = has_bone(capture, ends[i][1]) ? ends[i][1] : ends[i][2];
        if (!has_bone(capture, ends[i][0]) || !has_bone(capture, end)) continue;
        vrm_Vec3 leg = vrmi_vec3_normalize(between(capture, ends[i][0], end));
        if (vrmi_vec3_dot(leg, up) > -0.3f) return false;
        has_leg = true;
    }
    if (has_leg) return true;
    vrm_Vec3 left = between(capture, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM);
    vrm_Vec3 right = between(capture, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM);
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
static vrm_Quat find_axes(const vrm_Capture* capture) {
    vrm_Vec3 up = hips_to_head(capture), left = right_to_left(capture);
    if (vrmi_vec3_reach(up) == 0.0f || vrmi_vec3_reach(left) == 0.0f) return vrmi_quat_identity();
    up = nearest_axis(up);
    left = nearest_axis(left);
    return vrmi_vec3_dot(up, left) != 0.0f ? vrmi_quat_identity() : axes_of(left, up);
}

/* The mean direction from the hips to the head, in the file's axes. Uses up the places of the
 * joints. */
static vrm_Vec3 mean_up(vrm_Capture* capture) {
    vrm_Vec3 up = {0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < sample_count(capture); i++) {
        take_pose(capture, sample_frame(capture, i));
        up = vrmi_vec3_add(up, vrmi_vec3_normalize(hips_to_head(capture)));
    }
    return vrmi_vec3_scale(up, 1.0f / (float)sample_count(capture));
}

/* Whether the hips are always about as high along an axis as legs of that length have them. */
static bool stays_on_legs(vrm_Capture* capture, vrm_Vec3 axis, float leg) {
    for (int32_t i = 0; i < sample_count(capture); i++) {
        take_pose(capture, sample_frame(capture, i));
        float high = vrmi_vec3_dot(place_of(capture, VRM_BONE_HIPS), axis);
        if (!(high > 0.75f * leg && high < 1.2f * leg)) return false;
    }
    return true;
}

/* If nothing says where the file faces, left is +X. */
static vrm_Quat axes_of_up(vrm_Vec3 up) {
    return axes_of(up.x != 0.0f ? (vrm_Vec3){0.0f, 0.0f, 1.0f} : (vrm_Vec3){1.0f, 0.0f, 0.0f}, up);
}

/* Up is where the head is most of the time. */
static vrm_Quat find_axes_in_motion(vrm_Capture* capture) {
    vrm_Vec3 up = mean_up(capture);
    return vrmi_vec3_reach(up) == 0.0f ? vrmi_quat_identity() : axes_of_up(nearest_axis(up));
}

/* Some skeletons have a rest pose along another axis than the one they stand along in the motion:
 * the rotation of the hips corrects it in every frame. Accepted if the rest pose points along X,
 * which no program has upwards, or if the hips are as high above the ground as the legs are long in
 * every frame; otherwise the person may just be lying down. */
static bool is_righted(vrm_Capture* capture, vrm_Vec3* out_up) {
    vrm_Vec3 rest_up = hips_to_head(capture);
    float leg = vrmi_vec3_length(between(capture, VRM_BONE_HIPS, VRM_BONE_LEFT_FOOT));
    if (vrmi_vec3_reach(rest_up) == 0.0f) return false;
    rest_up = nearest_axis(rest_up);
    vrm_Vec3 up = mean_up(capture);
    *out_up = nearest_axis(up);
    bool is_other = vrmi_vec3_length(up) > 0.7f && vrmi_vec3_dot(*out_up, rest_up) < 0.5f;
    bool is_it = is_other && (rest_up.x != 0.0f || stays_on_legs(capture, *out_up, leg));
    take_pose(capture, REST);
    return is_it;
}

/* How the rest pose lies in the world, model axes. */
static vrm_Quat attitude_of(const vrm_Capture* capture) {
    vrm_Vec3 up = nearest_axis(hips_to_head(capture)), left = nearest_axis(right_to_left(capture));
    if (vrmi_vec3_reach(right_to_left(capture)) == 0.0f || vrmi_vec3_dot(up, left) != 0.0f)
        return vrmi_quat_identity();
    up = vrmi_quat_rotate(capture->to_model, up);
    left = vrmi_quat_rotate(capture->to_model, left);
    return vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up));
}

/* ---- The frame that stands in ---- */

/* The rotation about the vertical axis from +Z to where the person faces. */
static vrm_Quat heading_of(const vrm_Capture* capture) {
    vrm_Vec3 left = vrmi_quat_rotate(capture->to_model, right_to_left(capture)),
             up = {0.0f, 1.0f, 0.0f};
    left.y = 0.0f;
    if (vrmi_vec3_reach(left) == 0.0f) return vrmi_quat_identity();
    left = vrmi_vec3_normalize(left);
    return vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up));
}

/* How close a frame is to standing: legs down, trunk up, arms in the T-pose or, with a lower score,
 * hanging. */
static float score_pose(const vrm_Capture* capture) {
    vrm_Quat heading = heading_of(capture);
    vrm_Vec3 trunk =
        vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, hips_to_head(capture)));
    float score = 2.0f * trunk.y, spread = 0.0f, hanging = 0.0f;
    for (int i = 0; i < LIMB_COUNT; i++) {
        vrm_Vec3 direction = limb_direction(capture, i);
        float fit = vrmi_vec3_dot(direction, vrmi_quat_rotate(heading, limbs[i].direction));
        if (i >= ARM_LIMBS) score += fit;
        if (i < ARM_LIMBS) spread += fit;
        if (i < ARM_LIMBS) hanging -= 0.8f * direction.y;
    }
    return score + (spread > hanging ? spread : hanging);
}

static int32_t find_standing(vrm_Capture* capture) {
    int32_t best = 0;
    float best_score = -1000.0f;
    for (int32_t i = 0; i < sample_count(capture); i++) {
        take_pose(capture, sample_frame(capture, i));
        float score = score_pose(capture);
        if (!(score > best_score)) continue;
        best = sample_frame(capture, i);
        best_score = score;
    }
    return best;
}

/* ---- Size ---- */

static float height_of(const vrm_Capture* capture, int32_t joint) {
    return vrmi_quat_rotate(capture->to_model, capture->joints[joint].place).y;
}

static float lowest_of(const vrm_Capture* capture) {
    float lowest = height_of(capture, capture->bones[VRM_BONE_HIPS]);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        float y = height_of(capture, j);
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
static void correct_limb(vrm_Capture* capture, int limb, vrm_Quat base, bool always,
                         bool* is_reported) {
    vrm_Vec3 there = limb_direction(capture, limb);
    vrm_Bone before = limbs[limb].before;
    if (before != VRM_BONE_NONE && has_bone(capture, before)) base = capture->rests[before];
    capture->rests[limbs[limb].bone] = base;
    if (vrmi_vec3_reach(there) == 0.0f) return;
    vrm_Vec3 here = vrmi_quat_rotate(base, limbs[limb].direction);
    if (!always && vrmi_vec3_dot(here, there) >= NEAR_T_POSE) return;
    capture->rests[limbs[limb].bone] = vrmi_quat_mul(vrmi_quat_from_to(here, there), base);
    *is_reported = *is_reported || vrmi_vec3_dot(here, there) < NEAR_T_POSE;
}

/* From the foot to what is in front of it, model axes. */
static vrm_Vec3 toe_direction(const vrm_Capture* capture, vrm_Bone foot) {
    vrm_Vec3 toe = between(capture, foot, (vrm_Bone)(foot + 1));
    for (int32_t j = 0; j < capture->joint_count && vrmi_vec3_reach(toe) == 0.0f; j++)
        if (capture->joints[j].parent == capture->bones[foot] && has_bone(capture, foot))
            toe = vrmi_vec3_sub(capture->joints[j].place, place_of(capture, foot));
    return vrmi_quat_rotate(capture->to_model, toe);
}

/* Legs that are spread at rest either turn their feet with them (CMU) or have them flat: takes
 * whichever turns the toes less to the side. */
static vrm_Quat foot_rest(const vrm_Capture* capture, vrm_Bone foot, vrm_Quat heading) {
    vrm_Quat leg = capture->rests[foot - 1];
    vrm_Vec3 toe = toe_direction(capture, foot);
    float with_leg = fabsf(vrmi_quat_rotate(vrmi_quat_conjugate(leg), toe).x);
    float flat = fabsf(vrmi_quat_rotate(vrmi_quat_conjugate(heading), toe).x);
    return with_leg <= flat ? leg : heading;
}

/* The feet of a standing person are flat on the ground, however bent the knees; toes may point to
 * the side. */
static vrm_Quat standing_foot_rest(const vrm_Capture* capture, vrm_Bone foot, vrm_Quat heading) {
    vrm_Vec3 ahead = vrmi_quat_rotate(heading, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 there = toe_direction(capture, foot);
    there.y = 0.0f;
    if (vrmi_vec3_reach(there) == 0.0f) return heading;
    there = vrmi_vec3_normalize(there);
    if (vrmi_vec3_dot(ahead, there) < 0.5f) return heading;
    return vrmi_quat_mul(vrmi_quat_from_to(ahead, there), heading);
}

static bool find_rests(vrm_Capture* capture, vrm_Quat heading, bool is_t_pose, bool always,
                       bool from_motion) {
    bool is_corrected = false;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        capture->rests[b] = parent == VRM_BONE_NONE ? heading : capture->rests[parent];
        if (b == VRM_BONE_LEFT_FOOT || b == VRM_BONE_RIGHT_FOOT)
            capture->rests[b] = from_motion ? standing_foot_rest(capture, (vrm_Bone)b, heading)
                                            : foot_rest(capture, (vrm_Bone)b, heading);
        for (int i = 0; i < LIMB_COUNT && !is_t_pose; i++)
            if ((int32_t)limbs[i].bone == b)
                correct_limb(capture, i, heading, always, &is_corrected);
    }
    return is_corrected;
}

/* The height of the hips above the lowest joint in the T-pose, in which legs that are spread or
 * bent in the reference pose are straight. If there are legs, only their joints count, because a
 * root joint may be anywhere; otherwise all joints do. */
static float t_pose_height(vrm_Capture* capture) {
    bool has_legs =
        has_bone(capture, VRM_BONE_LEFT_LOWER_LEG) || has_bone(capture, VRM_BONE_RIGHT_LOWER_LEG);
    float lowest = 1e30f, hips = 0.0f;
    for (int32_t j = 0; j < capture->joint_count; j++) { /* parents first */
        vrmi_PersonJoint* joint = &capture->joints[j];
        int32_t near = joint->parent;
        vrm_Vec3 step = joint->place;
        joint->t_position = (vrm_Vec3){0.0f, 0.0f, 0.0f};
        if (joint->parent >= 0) {
            step = vrmi_vec3_sub(joint->place, capture->joints[joint->parent].place);
            joint->t_position = capture->joints[joint->parent].t_position;
        }
        while (near >= 0 && capture->joints[near].bone == VRM_BONE_NONE)
            near = capture->joints[near].parent;
        vrm_Bone bone = near >= 0 ? capture->joints[near].bone : VRM_BONE_HIPS;
        step = vrmi_quat_rotate(capture->to_model, step);
        step = vrmi_quat_rotate(vrmi_quat_conjugate(capture->rests[bone]), step);
        joint->t_position = vrmi_vec3_add(joint->t_position, step);
        if (joint->bone == VRM_BONE_HIPS) hips = joint->t_position.y;
        bool counts = near >= 0 || joint->bone == VRM_BONE_HIPS || !has_legs;
        if (counts && joint->t_position.y < lowest) lowest = joint->t_position.y;
    }
    return hips - lowest;
}

/* ---- The ground ---- */

static bool hips_move(const vrm_Capture* capture) {
    for (int32_t at = capture->bones[VRM_BONE_HIPS]; at >= 0; at = capture->joints[at].parent)
        if (capture->joints[at].has_position) return true;
    return false;
}

/* The lowest point of the motion, metres. Uses up the places of the joints. */
static float find_ground(vrm_Capture* capture) {
    float ground = 0.0f;
    for (int32_t i = 0; i < sample_count(capture); i++) {
        take_pose(capture, sample_frame(capture, i));
        float lowest = lowest_of(capture) * capture->metres;
        if (i == 0 || lowest < ground) ground = lowest;
    }
    return ground;
}

/* In files whose positions are relative to the sensor or to the hips, the feet are far below the
 * ground: by more than a third of a leg, which is more than noise. */
static void find_start(vrm_Capture* capture, const vrm_CaptureDef* def) {
    vrmi_capture_sample(capture, 0.0);
    vrm_Vec3 first = vrmi_capture_hips(capture);
    capture->start = (vrm_Vec3){0.0f, capture->hips_height, 0.0f};
    if (!hips_move(capture)) capture->start = first;
    if (def->keeps_start || !hips_move(capture)) return;
    capture->start.x = first.x;
    capture->start.z = first.z;
    float ground = find_ground(capture);
    if (ground >= -0.35f * capture->hips_height) return;
    capture->start.y += ground;
    vrmi_report_at(def->report, VRMI_RULE_MOTION_LIFTED, VRM_NO_OFFSET, NULL);
}

/* ---- All of it ---- */

void vrmi_capture_settle(vrm_Capture* capture, const vrm_CaptureDef* def) {
    bool is_first = def->rest == VRM_CAPTURE_REST_FIRST_FRAME;
    int32_t frame = is_first ? 0 : REST;
    take_pose(capture, REST);
    bool is_person = stands(capture);
    bool from_motion = is_first || (def->rest == VRM_CAPTURE_REST_GUESS && !is_person);
    vrm_Vec3 up;
    bool rights = is_person && is_righted(capture, &up);
    if (rights)
        capture->to_model = axes_of_up(up);
    else
        capture->to_model =
            from_motion && !is_person ? find_axes_in_motion(capture) : find_axes(capture);
    if (from_motion && !is_first) frame = find_standing(capture);
    take_pose(capture, frame);
    vrm_Quat heading = vrmi_quat_identity();
    if (from_motion)
        heading = heading_of(capture);
    else if (rights)
        heading = attitude_of(capture);
    bool always = def->rest == VRM_CAPTURE_REST_CORRECTED || (from_motion && !is_first);
    bool is_corrected = find_rests(capture, heading, def->rest == VRM_CAPTURE_REST_T_POSE, always,
                                   from_motion && !is_first);
    float height = t_pose_height(capture);
    capture->metres = def->metres > 0.0f ? def->metres : guess_metres(height);
    capture->hips_height = vrmi_clamp(height * capture->metres, 0.0f, 1e6f);
    if (from_motion && !is_first)
        vrmi_report_at(
            def->report, VRMI_RULE_MOTION_REST_FROM_MOTION, VRM_NO_OFFSET,
            "The skeleton at rest is no person, so frame %d of the motion stands in for "
            "the rest pose. If limbs come out twisted, begin with a T-pose and use --rest "
            "first (VRM_CAPTURE_REST_FIRST_FRAME).",
            (int)frame);
    else if (is_corrected)
        vrmi_report_at(def->report, VRMI_RULE_MOTION_REST_CORRECTED, VRM_NO_OFFSET, NULL);
    find_start(capture, def);
    take_pose(capture, frame);
}
