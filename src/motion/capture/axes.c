/* SPDX-License-Identifier: MIT */
#include "motion/capture/axes.h"

#include "motion/capture/posture.h"

#include <float.h>

/* Returns the unit vector of the axis nearest to `v`. */
static vrm_Vec3 nearest_axis(vrm_Vec3 v) {
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    if (x >= y && x >= z) return (vrm_Vec3){v.x < 0.0f ? -1.0f : 1.0f, 0.0f, 0.0f};
    if (y >= z) return (vrm_Vec3){0.0f, v.y < 0.0f ? -1.0f : 1.0f, 0.0f};
    return (vrm_Vec3){0.0f, 0.0f, v.z < 0.0f ? -1.0f : 1.0f};
}

static vrm_Quat axes_of(vrm_Vec3 left, vrm_Vec3 up) {
    return vrmi_quat_conjugate(vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up)));
}

/* Up is the direction of the head, left that of the left leg (or arm). */
static vrm_Quat find_axes(const vrm_Capture* capture) {
    vrm_Vec3 up = vrmi_person_up(capture), left = vrmi_person_left(capture);
    if (vrmi_vec3_reach(up) == 0.0f || vrmi_vec3_reach(left) == 0.0f) return vrmi_quat_identity();
    up = nearest_axis(up);
    left = nearest_axis(left);
    return vrmi_vec3_dot(up, left) != 0.0f ? vrmi_quat_identity() : axes_of(left, up);
}

/* Returns the mean direction from hips to head in the axes of the file. Overwrites the positions of
 * the joints. */
static vrm_Vec3 mean_up(vrm_Capture* capture) {
    vrm_Vec3 up = {0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < vrmi_person_samples(capture); i++) {
        vrmi_person_pose(capture, vrmi_person_sample(capture, i));
        up = vrmi_vec3_add(up, vrmi_vec3_normalize(vrmi_person_up(capture)));
    }
    return vrmi_vec3_scale(up, 1.0f / (float)vrmi_person_samples(capture));
}

/* Returns true if the hips are always about as high along an axis as legs of that length allow. */
static bool stays_on_legs(vrm_Capture* capture, vrm_Vec3 axis, float leg) {
    for (int32_t i = 0; i < vrmi_person_samples(capture); i++) {
        vrmi_person_pose(capture, vrmi_person_sample(capture, i));
        float high = vrmi_vec3_dot(vrmi_person_place(capture, VRM_BONE_HIPS), axis);
        if (!(high > 0.75f * leg && high < 1.2f * leg)) return false;
    }
    return true;
}

/* Returns the up axis that the file states. */
static vrm_Vec3 stated_up(const vrm_Capture* capture) {
    vrm_Quat back = vrmi_quat_conjugate(capture->file.to_model);
    return vrmi_quat_rotate(back, (vrm_Vec3){0.0f, 1.0f, 0.0f});
}

/* If nothing tells where the file faces, left is +X. */
static vrm_Quat axes_of_up(const vrm_Capture* capture, vrm_Vec3 up) {
    if (capture->file.has_axes) return capture->file.to_model;
    return axes_of(up.x != 0.0f ? (vrm_Vec3){0.0f, 0.0f, 1.0f} : (vrm_Vec3){1.0f, 0.0f, 0.0f}, up);
}

/* ---- The ground ---- */

/* Statistics of the frames about an axis that may point upwards. */
typedef struct Upright {
    float on_ground; /* part of the frames whose lowest joint is at the height 0 */
    float hips_most; /* largest height of the hips, leg lengths */
    bool does_move;  /* hips are not at the same position in all frames */
} Upright;

static float length_of_leg(const vrm_Capture* capture) {
    vrm_Bone upper = VRM_BONE_LEFT_UPPER_LEG;
    vrm_Vec3 thigh = vrmi_person_between(capture, upper, (vrm_Bone)(upper + 1));
    vrm_Vec3 shin = vrmi_person_between(capture, (vrm_Bone)(upper + 1), (vrm_Bone)(upper + 2));
    return vrmi_vec3_length(thigh) + vrmi_vec3_length(shin);
}

static float lowest_along(const vrm_Capture* capture, vrm_Vec3 axis) {
    float lowest = FLT_MAX;
    for (int32_t j = 0; j < capture->joint_count; j++)
        if (capture->joints[j].is_body && capture->is_needed[j])
            lowest = fminf(lowest, vrmi_vec3_dot(capture->joints[j].place, axis));
    return lowest;
}

/* Overwrites the positions of the joints. */
static Upright look_along(vrm_Capture* capture, vrm_Vec3 axis) {
    const float deep = -0.04f,
                high = 0.15f; /* leg lengths: joints of a body that touches the ground */
    float leg = length_of_leg(capture);
    int32_t count = vrmi_person_samples(capture);
    vrm_Vec3 first = {0.0f, 0.0f, 0.0f};
    Upright found = {0.0f, -FLT_MAX, false};
    if (!(leg > 0.0f)) return found;
    for (int32_t i = 0; i < count; i++) {
        vrmi_person_pose(capture, vrmi_person_sample(capture, i));
        vrm_Vec3 hips = vrmi_person_place(capture, VRM_BONE_HIPS);
        float low = lowest_along(capture, axis) / leg;
        if (i == 0) first = hips;
        found.on_ground += low > deep && low < high ? 1.0f / (float)count : 0.0f;
        found.hips_most = fmaxf(found.hips_most, vrmi_vec3_dot(hips, axis) / leg);
        found.does_move |= vrmi_vec3_distance(hips, first) > 1e-3f * leg;
    }
    return found;
}

/* Returns true if an axis is up although the head is along another one most of the time: somebody
 * lies or crawls on the ground along it, and is not on the ground along the other. Most files have
 * Y up; along another axis the person must sit, kneel or stand as well. Positions from a sensor, or
 * relative to the hips, tell nothing. */
static bool is_up_instead(vrm_Capture* capture, vrm_Vec3 axis, vrm_Vec3 usual) {
    Upright here = look_along(capture, axis), there = look_along(capture, usual);
    bool is_high = here.hips_most > (axis.y > 0.0f ? 0.05f : 0.5f) && here.hips_most < 2.0f;
    return here.on_ground > 0.8f && here.on_ground > there.on_ground + 0.3f && is_high &&
           here.does_move;
}

/* Up is the direction of the head most of the time, unless the ground contradicts it. */
static vrm_Quat find_axes_in_motion(vrm_Capture* capture) {
    const vrm_Vec3 likely[] = {{0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    if (capture->file.has_axes) return capture->file.to_model;
    vrm_Vec3 up = mean_up(capture);
    if (vrmi_vec3_reach(up) == 0.0f) return vrmi_quat_identity();
    up = nearest_axis(up);
    for (size_t i = 0; i < sizeof likely / sizeof *likely; i++)
        if (vrmi_vec3_dot(likely[i], up) < 0.5f && is_up_instead(capture, likely[i], up))
            return axes_of_up(capture, likely[i]);
    return axes_of_up(capture, up);
}

/* Some skeletons rest along another axis than they stand along in the motion: the rotation of the
 * hips corrects it in every frame. Accepted if the file states that the latter is up, if the rest
 * pose points along X, which no program has upwards, or if the hips are as high above the ground as
 * the legs are long in every frame; otherwise the person may just be lying down. Overwrites the
 * positions of the joints. */
static bool is_righted(vrm_Capture* capture, vrm_Vec3* out_up) {
    vrm_Vec3 rest_up = vrmi_person_up(capture);
    float leg = vrmi_vec3_length(vrmi_person_between(capture, VRM_BONE_HIPS, VRM_BONE_LEFT_FOOT));
    if (vrmi_vec3_reach(rest_up) == 0.0f) return false;
    rest_up = nearest_axis(rest_up);
    /* A skeleton that rests upright in the axes that the file states needs no look at the motion.
     */
    if (capture->file.has_axes && vrmi_vec3_dot(rest_up, stated_up(capture)) > 0.99f) return false;
    vrm_Vec3 up = mean_up(capture);
    *out_up = nearest_axis(up);
    bool is_other = vrmi_vec3_length(up) > 0.7f && vrmi_vec3_dot(*out_up, rest_up) < 0.5f;
    if (is_other && capture->file.has_axes)
        return vrmi_vec3_dot(*out_up, stated_up(capture)) > 0.7f;
    return is_other && (rest_up.x != 0.0f || stays_on_legs(capture, *out_up, leg));
}

/* Returns the orientation of the rest pose in the world, model axes. */
static vrm_Quat attitude_of(const vrm_Capture* capture) {
    vrm_Vec3 up = nearest_axis(vrmi_person_up(capture)),
             left = nearest_axis(vrmi_person_left(capture));
    if (vrmi_vec3_reach(vrmi_person_left(capture)) == 0.0f || vrmi_vec3_dot(up, left) != 0.0f)
        return vrmi_quat_identity();
    up = vrmi_quat_rotate(capture->to_model, up);
    left = vrmi_quat_rotate(capture->to_model, left);
    return vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up));
}

/* A skeleton may be turned by any angle, not only by quarters: found from its hip joints if the
 * shoulders agree. Turns below 8 degrees are kept, because skeletons are not quite symmetric. */
static void face_ahead(vrm_Capture* capture) {
    const float least = 8.0f * VRMI_TO_RADIANS, alike = 0.966f; /* cosine of 15 degrees */
    vrm_Quat heading = vrmi_rest_heading(capture);
    vrm_Vec3 shoulders =
        vrmi_person_between(capture, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
    shoulders = vrmi_quat_rotate(capture->to_model, shoulders);
    shoulders.y = 0.0f;
    vrm_Vec3 left = vrmi_quat_rotate(heading, (vrm_Vec3){1.0f, 0.0f, 0.0f});
    bool has_shoulders = vrmi_vec3_reach(shoulders) > 0.0f;
    if (has_shoulders && vrmi_vec3_dot(vrmi_vec3_normalize(shoulders), left) < alike) return;
    if (vrmi_quat_angle(heading, vrmi_quat_identity()) < least) return;
    capture->to_model = vrmi_quat_mul(vrmi_quat_conjugate(heading), capture->to_model);
}

void vrmi_capture_stand_up(vrm_Capture* capture) {
    capture->to_model = find_axes(capture);
    face_ahead(capture);
}

vrm_Quat vrmi_capture_find_axes(vrm_Capture* capture, int32_t still, bool is_person,
                                bool from_motion) {
    vrm_Quat attitude = vrmi_quat_identity();
    vrm_Vec3 up;
    bool rights = is_person && is_righted(capture, &up);
    vrmi_person_pose(capture, still);
    if (rights)
        capture->to_model = axes_of_up(capture, up);
    else
        capture->to_model =
            from_motion && !is_person ? find_axes_in_motion(capture) : find_axes(capture);
    vrmi_person_pose(capture, still);
    if (rights) attitude = attitude_of(capture);
    if (is_person && !rights) face_ahead(capture);
    return attitude;
}
