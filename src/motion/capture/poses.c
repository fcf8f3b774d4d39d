/* SPDX-License-Identifier: MIT */
/* Poses. With W the rotation of a bone from the file's origin, R that of the reference pose
 * (rest_pose.c; all 0 where a BVH rests as a person), G from the file's axes to ours, and Q the
 * turn from the T-pose to the reference pose:
 *
 *   N = G W inverse(R) inverse(G) * Q       normalized = inverse(N parent) * N bone
 *
 * so joints that are no bones are carried by the bones below them. */
#include "face/face_tables.h"
#include "motion/capture/eyes.h"
#include "motion/capture/person_pose.h"
#include "motion/face_fit.h"
#include "motion/record.h"

#include "vrm/clip.h"

#include <math.h>

/* Path from the bone above (excluded), or the origin, down to the joint. */
static vrm_Transform path_to(const vrm_Capture* capture, int32_t joint) {
    vrm_Transform made = capture->locals[joint];
    for (int32_t at = capture->joints[joint].parent; at >= 0; at = capture->joints[at].parent) {
        if (capture->joints[at].bone != VRM_BONE_NONE) break;
        made = vrmi_transform_mul(capture->locals[at], made);
    }
    return made;
}

vrm_Vec3 vrmi_capture_hips(const vrm_Capture* capture) {
    vrm_Transform path = path_to(capture, capture->bones[VRM_BONE_HIPS]);
    vrm_Vec3 place = vrmi_quat_rotate(capture->to_model, path.translation);
    return vrmi_capture_bounded(vrmi_vec3_scale(place, capture->metres), 1e12f);
}

static vrm_Bone bone_above(const vrm_Capture* capture, int32_t joint) {
    int32_t at = capture->joints[joint].parent;
    while (at >= 0 && capture->joints[at].bone == VRM_BONE_NONE) at = capture->joints[at].parent;
    return at < 0 ? VRM_BONE_NONE : capture->joints[at].bone;
}

/* Rotations of the bones in the axes of the file, relative to the reference pose. */
static void find_turns(const vrm_Capture* capture, vrm_Quat worlds[VRM_BONE_COUNT]) {
    for (int32_t j = 0; j < capture->joint_count; j++) { /* parents first */
        vrm_Bone bone = capture->joints[j].bone;
        if (bone == VRM_BONE_NONE) continue;
        vrm_Bone above = bone_above(capture, j);
        vrm_Quat turn = path_to(capture, j).rotation;
        worlds[bone] = above == VRM_BONE_NONE ? turn : vrmi_quat_mul(worlds[above], turn);
    }
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (capture->bones[b] >= 0)
            worlds[b] = vrmi_quat_mul(worlds[b],
                                      vrmi_quat_conjugate(capture->joints[capture->bones[b]].turn));
}

/* Returns the parent of a bone by the specification, among the bones that the file has. */
static vrm_Bone bone_above_of(const vrm_Capture* capture, vrm_Bone bone) {
    return vrmi_record_parent(bone, capture->bone_bits);
}

/* A pose has each bone relative to its parent in the specification; a file may attach a bone to
 * another one (fingers to the forearm, for example), so rotations are accumulated from the hips
 * down first. */
static vrm_Pose pose_of(const vrm_Capture* capture, double frame) {
    vrm_Quat worlds[VRM_BONE_COUNT];
    vrm_Quat there = capture->to_model, back = vrmi_quat_conjugate(there);
    vrm_Pose pose = vrm_pose_rest();
    vrmi_capture_sample(capture, frame);
    find_turns(capture, worlds);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (capture->bones[b] < 0) continue;
        vrm_Bone parent = bone_above_of(capture, (vrm_Bone)b);
        vrm_Quat turn = worlds[b];
        if (parent != VRM_BONE_NONE)
            turn = vrmi_quat_mul(vrmi_quat_conjugate(worlds[parent]), turn);
        turn = vrmi_quat_mul(there, vrmi_quat_mul(turn, back));
        turn = vrmi_quat_mul(turn, capture->rests[b]);
        if (parent != VRM_BONE_NONE)
            turn = vrmi_quat_mul(vrmi_quat_conjugate(capture->rests[parent]), turn);
        pose.rotations[b] = vrmi_quat_normalize(turn);
    }
    pose.hips_offset = vrmi_vec3_sub(vrmi_capture_hips(capture), capture->start);
    return pose;
}

/* ---- Which bones move ---- */

/* Returns true if the file has keys for a bone, or for a joint between it and the bone above. */
static bool has_keys(const vrm_Capture* capture, vrm_Bone bone) {
    int32_t at = capture->bones[bone];
    do {
        if (capture->file.joints[at].has_rotation) return true;
        at = capture->joints[at].parent;
    } while (at >= 0 && capture->joints[at].bone == VRM_BONE_NONE);
    return false;
}

/* Adds the bones that differ from the reference pose in the frame of locals[]. */
static uint64_t turned_bones(const vrm_Capture* capture) {
    const float least = 0.2f * VRMI_TO_RADIANS; /* inverse kinematics is not exact */
    vrm_Quat worlds[VRM_BONE_COUNT];
    uint64_t bones = 0;
    find_turns(capture, worlds);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (capture->bones[b] < 0) continue;
        vrm_Bone parent = bone_above_of(capture, (vrm_Bone)b);
        vrm_Quat from = parent == VRM_BONE_NONE ? vrmi_quat_identity() : worlds[parent];
        if (vrmi_quat_angle(from, worlds[b]) > least) bones |= (uint64_t)1 << b;
    }
    return bones;
}

/* A bone without keys can move by inverse kinematics, and a bone held in another pose than the
 * reference is part of the motion as well. */
void vrmi_capture_find_moved(vrm_Capture* capture) {
    capture->moved_bits = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (capture->bones[b] >= 0 && has_keys(capture, (vrm_Bone)b))
            capture->moved_bits |= (uint64_t)1 << b;
    int32_t count = vrmi_person_samples(capture);
    for (int32_t i = 0; i < count && capture->moved_bits != capture->bone_bits; i++) {
        vrmi_capture_sample(capture, (double)vrmi_person_sample(capture, i));
        capture->moved_bits |= turned_bones(capture);
    }
}

/* ---- Poses between frames ---- */

static double clamped(const vrm_Capture* capture, double frame) {
    double last = (double)(capture->frame_count - 1);
    return !(frame > 0.0) ? 0.0 : frame > last ? last : frame;
}

/* Returns the fraction of a frame after the whole one; 0 if the file itself interpolates between
 * frames. */
static float part_of(const vrm_Capture* capture, double frame, double* out_whole) {
    *out_whole = frame;
    if (capture->file.has_curves) return 0.0f;
    *out_whole = (double)(int32_t)frame;
    float part = (float)(frame - *out_whole);
    return part < 1e-6f ? 0.0f : part;
}

void vrm_capture_pose(const vrm_Capture* capture, double frame, vrm_Pose* out_pose) {
    double whole;
    *out_pose = vrm_pose_rest();
    if (!capture->has_person) return;
    float part = part_of(capture, clamped(capture, frame), &whole);
    *out_pose = pose_of(capture, whole);
    if (part == 0.0f) return;
    vrm_Pose next = pose_of(capture, whole + 1.0);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        out_pose->rotations[b] = vrmi_quat_slerp(out_pose->rotations[b], next.rotations[b], part);
    vrm_Vec3 step = vrmi_vec3_sub(next.hips_offset, out_pose->hips_offset);
    out_pose->hips_offset = vrmi_vec3_add(out_pose->hips_offset, vrmi_vec3_scale(step, part));
}

/* ---- Faces ---- */

static void sample_weights(const vrm_Capture* capture, double frame) {
    capture->file.sample_expressions(capture->file.reader, clamped(capture, frame),
                                     capture->weights);
}

float vrm_capture_expression(const vrm_Capture* capture, int32_t expression, double frame) {
    if (expression < 0 || expression >= capture->file.expression_count) return 0.0f;
    sample_weights(capture, frame);
    return capture->weights[expression];
}

/* Reads the gaze of the eyes in a pose, or the one that the file states. Returns false if there is
 * none. */
static bool gaze_of_eyes(const vrm_Capture* capture, double frame, const vrm_Pose* pose,
                         vrm_Vec2* out) {
    const vrmi_Capture* file = &capture->file;
    if (capture->eyes != 0)
        *out = vrmi_eyes_gaze(pose, capture->eyes);
    else if (file->sample_gaze != NULL)
        file->sample_gaze(file->reader, clamped(capture, frame), &out->x, &out->y);
    return capture->eyes != 0 || file->sample_gaze != NULL;
}

/* Reads the gaze that shapes of face tracking show. */
static bool gaze_of_shapes(const vrm_Capture* capture, double frame, vrm_Vec2* out) {
    float shapes[VRM_FACE_SHAPE_COUNT] = {0};
    bool has_looks = false;
    if (capture->file.expression_count > 0) sample_weights(capture, frame);
    for (int32_t e = 0; e < capture->file.expression_count; e++) {
        int32_t shape = vrmi_shape_of_expression(capture->file.expression_names[e]);
        if (shape < 0) continue;
        shapes[shape] = capture->weights[e];
        has_looks |= vrmi_shape_is_look(shape);
    }
    *out = vrmi_shapes_gaze(shapes);
    return has_looks;
}

bool vrm_capture_gaze(const vrm_Capture* capture, double frame, float* out_yaw_degrees,
                      float* out_pitch_degrees) {
    vrm_Vec2 gaze = {0.0f, 0.0f};
    vrm_Pose pose = vrm_pose_rest();
    if (capture->eyes != 0) vrm_capture_pose(capture, frame, &pose);
    bool has_gaze =
        gaze_of_eyes(capture, frame, &pose, &gaze) || gaze_of_shapes(capture, frame, &gaze);
    *out_yaw_degrees = has_gaze ? gaze.x : 0.0f;
    *out_pitch_degrees = has_gaze ? gaze.y : 0.0f;
    return has_gaze;
}

/* ---- All frames ---- */

static vrm_Result record_frame(const vrm_Capture* capture, double frame, double time_s,
                               vrm_Recorder* recorder) {
    const vrmi_Capture* file = &capture->file;
    vrm_Pose pose;
    vrm_Vec2 gaze;
    vrm_capture_pose(capture, frame, &pose);
    bool has_gaze = gaze_of_eyes(capture, frame, &pose, &gaze);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) /* in the T-pose no keys are needed */
        if ((capture->moved_bits >> b & 1) == 0) pose.rotations[b] = vrmi_quat_identity();
    vrm_Result result = vrm_recorder_add_frame(recorder, time_s, &pose);
    if (file->expression_count > 0) sample_weights(capture, frame);
    for (int32_t e = 0; result == VRM_OK && e < file->expression_count; e++)
        result =
            vrm_recorder_set_expression(recorder, file->expression_names[e], capture->weights[e]);
    if (result == VRM_OK && has_gaze) result = vrm_recorder_set_gaze(recorder, gaze.x, gaze.y);
    return result;
}

/* Two keys can be hours apart, and a frame can need thousands of curves or steps of IK. A motion
 * that is long or expensive for the size of its file is sampled less often, so that memory and time
 * stay in proportion to the file. A person with three curves for each of 400 joints has 5000 frames
 * in the free part alone. */
static int32_t own_steps(const vrm_Capture* capture) {
    uint64_t most = 8192 + capture->source_bytes / 64;
    uint64_t work = ((uint64_t)1 << 23) + 16 * capture->source_bytes;
    uint64_t affordable = work / capture->pose_cost;
    size_t each = sizeof(vrm_Pose) + 8 * (size_t)capture->file.expression_count;
    uint64_t room = (((uint64_t)8 << 20) + 8 * capture->source_bytes) / each;
    int32_t own = capture->frame_count - 1;
    if (room < affordable) affordable = room;
    if (affordable < most) most = affordable > 0 ? affordable : 1;
    return (uint64_t)own <= most ? own : (int32_t)most;
}

void vrmi_capture_count_cost(vrm_Capture* capture, vrm_Report* report) {
    uint64_t cost = VRM_BONE_COUNT + capture->file.sample_cost;
    cost += (uint64_t)capture->file.expression_count / 2;
    for (int32_t j = 0; j < capture->joint_count; j++) {
        cost += capture->is_needed[j];
        if (capture->joints[j].bone == VRM_BONE_NONE) continue;
        int32_t at = capture->joints[j].parent; /* as path_to() walks */
        for (; at >= 0 && capture->joints[at].bone == VRM_BONE_NONE;
             at = capture->joints[at].parent)
            cost++;
    }
    capture->pose_cost = cost;
    int32_t own = capture->frame_count - 1, steps = own_steps(capture);
    if (steps == own) return;
    vrmi_report_at(report, VRMI_RULE_MOTION_SAMPLED_LESS, VRM_NO_OFFSET,
                   "The motion has %d frames, more than a file of %llu bytes may ask for; %d are "
                   "sampled. Ask for a rate if you trust the file: --fps.",
                   (int)own + 1, (unsigned long long)capture->source_bytes, (int)steps + 1);
}

int32_t vrmi_capture_steps(const vrm_Capture* capture, double fps) {
    double seconds = (capture->frame_count - 1) * capture->file.frame_time;
    return fps > 0.0 ? vrm_clip_steps(seconds, fps) : own_steps(capture);
}

/* Eyes turn for moments: a few samples may miss all of them. */
void vrmi_capture_find_eyes(vrm_Capture* capture) {
    const float least = 0.2f; /* degrees, as for other bones */
    uint64_t both = (uint64_t)1 << VRM_BONE_LEFT_EYE | (uint64_t)1 << VRM_BONE_RIGHT_EYE;
    uint64_t eyes = capture->moved_bits & both;
    capture->eyes = 0;
    if (eyes == 0 || capture->bones[VRM_BONE_HEAD] < 0 || capture->file.sample_gaze != NULL) return;
    int32_t steps = own_steps(capture);
    for (int32_t f = 0; f <= steps && capture->eyes == 0; f++) {
        double part = steps > 0 ? (double)f / steps : 0.0;
        vrm_Pose pose;
        vrm_capture_pose(capture, part * (capture->frame_count - 1), &pose);
        vrm_Vec2 gaze = vrmi_eyes_gaze(&pose, eyes);
        if (fabsf(gaze.x) > least || fabsf(gaze.y) > least) capture->eyes = eyes;
    }
}

vrm_Result vrmi_capture_record(const vrm_Capture* capture, double fps, vrm_Recorder* recorder) {
    if (!(fps >= 0.0 && fps <= 1e6)) return VRM_ERR_ARGUMENT;
    if (!capture->has_person) return VRM_ERR_INVALID;
    int32_t own = capture->frame_count - 1;
    double last = own * capture->file.frame_time;
    int32_t steps = vrmi_capture_steps(capture, fps);
    vrm_Result result = VRM_OK; /* the recorder has a limit of its own */
    for (int32_t f = 0; result == VRM_OK && f <= steps; f++) {
        double part = steps > 0 ? (double)f / steps : 0.0;
        double frame = steps == own ? (double)f : own * part;
        result = record_frame(capture, frame, last * part, recorder);
    }
    for (int32_t e = 0; result == VRM_OK && e < capture->file.expression_count; e++)
        if (vrmi_shape_of_expression(capture->file.expression_names[e]) >= 0)
            vrmi_recorder_mark_shape(recorder, capture->file.expression_names[e]);
    return result;
}

vrm_Result vrm_capture_record(const vrm_Capture* capture, double fps, vrm_Recorder* recorder) {
    vrm_Result result = vrmi_capture_record(capture, fps, recorder);
    return result == VRM_OK ? vrmi_recorder_fit_face(recorder, NULL) : result;
}
