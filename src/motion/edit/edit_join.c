/* SPDX-License-Identifier: MIT */
/* Joins two motions with a cross-fade.
 *
 *   first    |-----------------|=======|
 *   second                skip |=======|--------------|
 *   result   |-----------------|=======|--------------|
 *
 * Root (position on the ground, heading) and the pose relative to it are blended apart: poses by
 * their rotations, roots by their speeds. Blended positions would add the distance between the two
 * motions to the speed. */
#include "motion/edit/edit_times.h"
#include "motion/edit/edited.h"
#include "motion/motion_record.h"
#include "motion/retarget/retarget.h"

#include <string.h>

void vrm_motion_join_def_init(vrm_MotionJoinDef* def, size_t def_size) {
    vrm_MotionJoinDef defaults = {
        .blend_s = 0.3, .phase_s = 1.2, .max_bytes = vrm_default_recorder_def().max_bytes};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

typedef struct Join {
    const vrm_Recorder *first, *second;
    float scale;               /* of positions of the second motion */
    double start, blend, skip; /* times: of the first, length, of the second */
    double gap;                /* from the end of the first to the beginning of the second */
    size_t* expressions;       /* of the second motion: their indices in the result */
    vrm_Recorder* made;
} Join;

/* ---- Roots ---- */

typedef struct Root {
    float x, z, yaw;
} Root;

static Root root_of(const vrm_Pose* pose) {
    return (Root){pose->hips_offset.x, pose->hips_offset.z,
                  vrmi_root_heading(pose->rotations[VRM_BONE_HIPS])};
}

static vrm_Quat turn_of(float yaw) {
    return vrmi_quat_from_axis_angle((vrm_Vec3){0.0f, 1.0f, 0.0f}, yaw);
}

/* Returns the pose as it is from one root, moved to another. */
static vrm_Pose moved(vrm_Pose pose, Root from, Root to) {
    vrm_Quat turn = turn_of(to.yaw - from.yaw);
    vrm_Vec3 offset = {pose.hips_offset.x - from.x, pose.hips_offset.y,
                       pose.hips_offset.z - from.z};
    offset = vrmi_quat_rotate(turn, offset);
    pose.hips_offset = (vrm_Vec3){offset.x + to.x, offset.y, offset.z + to.z};
    pose.rotations[VRM_BONE_HIPS] =
        vrmi_quat_normalize(vrmi_quat_mul(turn, pose.rotations[VRM_BONE_HIPS]));
    return pose;
}

/* The displacement from one frame to the next, seen from the first. */
static Root step_between(Root from, Root to) {
    vrm_Vec3 step =
        vrmi_quat_rotate(turn_of(-from.yaw), (vrm_Vec3){to.x - from.x, 0.0f, to.z - from.z});
    float turn = to.yaw - from.yaw;
    if (turn > VRMI_PI) turn -= 2.0f * VRMI_PI;
    if (turn < -VRMI_PI) turn += 2.0f * VRMI_PI;
    return (Root){step.x, step.z, turn};
}

static Root stepped(Root from, Root a, Root b, float part) {
    vrm_Vec3 step = {vrmi_lerp(a.x, b.x, part), 0.0f, vrmi_lerp(a.z, b.z, part)};
    step = vrmi_quat_rotate(turn_of(from.yaw), step);
    return (Root){from.x + step.x, from.z + step.z, from.yaw + vrmi_lerp(a.yaw, b.yaw, part)};
}

/* ---- Frames ---- */

static vrm_Pose pose_of_second(const Join* join, vrmi_Moment at) {
    vrm_Pose pose = vrmi_recorder_pose(join->second, at);
    pose.hips_offset = vrmi_vec3_scale(pose.hips_offset, join->scale);
    return pose;
}

static vrm_Pose blended(vrm_Pose a, vrm_Pose b, Root root, float part) {
    const Root origin = {0.0f, 0.0f, 0.0f};
    a = moved(a, root_of(&a), origin);
    b = moved(b, root_of(&b), origin);
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++)
        a.rotations[i] = vrmi_quat_slerp(a.rotations[i], b.rotations[i], part);
    a.hips_offset.y = vrmi_lerp(a.hips_offset.y, b.hips_offset.y, part);
    return moved(a, origin, root);
}

/* Adds gaze and expressions of the second motion to a frame that has those of the first. */
static void blend_face(const Join* join, vrmi_Moment at, float part, size_t frame) {
    vrm_Recorder* made = join->made;
    made->gazes[frame] =
        vrmi_quat_slerp(made->gazes[frame], vrmi_recorder_gaze(join->second, at), part);
    for (size_t e = 0; e < made->expression_count; e++)
        made->expressions[e].weights[frame] *= 1.0f - part;
    for (size_t e = 0; e < join->second->expression_count; e++)
        made->expressions[join->expressions[e]].weights[frame] +=
            part * vrmi_recorder_weight(join->second, e, at);
}

/* Makes the frames of the cross-fade and after it. `at` is the first of them; the times are set. */
static void make_frames(const Join* join, size_t at) {
    vrm_Recorder* made = join->made;
    double end = join->start + join->blend;
    vrm_Pose a = vrmi_recorder_pose(join->first, vrmi_recorder_moment(join->first, join->start));
    vrm_Pose b = pose_of_second(join, vrmi_recorder_moment(join->second, join->skip));
    Root root = root_of(&a), before_a = root, before_b = root_of(&b), entry = before_b;
    double before = join->start;
    size_t f = at;
    for (; f < made->count && made->times[f] <= end; f++) {
        double time = made->times[f];
        float part = join->blend > 0.0 ? vrmi_edit_fade((time - join->start) / join->blend) : 0.0f;
        double middle = 0.5 * (before + time) - join->start;
        vrmi_Moment moment = vrmi_recorder_moment(join->second, time - join->start + join->skip);
        a = vrmi_recorder_pose(join->first, vrmi_recorder_moment(join->first, time));
        b = pose_of_second(join, moment);
        Root root_a = root_of(&a), root_b = root_of(&b);
        root = stepped(root, step_between(before_a, root_a), step_between(before_b, root_b),
                       join->blend > 0.0 ? vrmi_edit_fade(middle / join->blend) : 0.0f);
        vrmi_recorder_copy_frame(join->first, vrmi_recorder_moment(join->first, time), made, f);
        made->poses[f] = blended(a, b, root, part);
        blend_face(join, moment, part, f);
        before_a = root_a;
        before_b = entry = root_b;
        before = time;
    }
    for (; f < made->count; f++) {
        double time = made->times[f] - end - join->gap + join->skip + join->blend;
        vrmi_Moment moment = vrmi_recorder_moment(join->second, time);
        made->poses[f] = moved(pose_of_second(join, moment), entry, root);
        blend_face(join, moment, 1.0f, f);
    }
}

/* ---- Steps ---- */

static const vrm_Bone legs[] = {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG,
                                VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_RIGHT_LOWER_LEG,
                                VRM_BONE_LEFT_FOOT,      VRM_BONE_RIGHT_FOOT};

/* How far the left thigh is before the right one, as a part of its length. */
static float stride_at(const vrm_Recorder* r, double time) {
    const vrm_Vec3 down = {0.0f, -1.0f, 0.0f};
    vrmi_Moment at = vrmi_recorder_moment(r, time);
    return vrmi_quat_rotate(vrmi_recorder_rotation(r, VRM_BONE_LEFT_UPPER_LEG, at), down).z -
           vrmi_quat_rotate(vrmi_recorder_rotation(r, VRM_BONE_RIGHT_UPPER_LEG, at), down).z;
}

/* Returns true if the legs pass each other with strides of 20 degrees within the times. */
static bool walks(const vrm_Recorder* r, double from, double to) {
    float low = 0.0f, high = 0.0f;
    for (int i = 0; i <= 48; i++) {
        float stride = stride_at(r, from + (to - from) * i / 48.0);
        if (stride < low) low = stride;
        if (stride > high) high = stride;
    }
    return low < -0.15f && high > 0.15f;
}

enum { LEGS = sizeof legs / sizeof *legs, SEAM_SAMPLES = 4 };

/* Legs during a cross-fade: their rotations, and how far each turns within a 30th of a second. */
typedef struct Steps {
    vrm_Quat rotations[SEAM_SAMPLES][LEGS], turns[SEAM_SAMPLES][LEGS];
} Steps;

static Steps steps_at(const vrm_Recorder* r, double time, double blend) {
    Steps steps;
    for (int i = 0; i < SEAM_SAMPLES; i++) {
        double later = blend * i / SEAM_SAMPLES;
        vrmi_Moment at = vrmi_recorder_moment(r, time + later);
        vrmi_Moment next = vrmi_recorder_moment(r, time + (later + 1.0 / 30.0));
        for (int n = 0; n < LEGS; n++) {
            vrm_Quat rotation = vrmi_recorder_rotation(r, legs[n], at);
            steps.rotations[i][n] = rotation;
            steps.turns[i][n] = vrmi_quat_mul(vrmi_quat_conjugate(rotation),
                                              vrmi_recorder_rotation(r, legs[n], next));
        }
    }
    return steps;
}

/* Difference of the legs' poses and speeds. */
static float difference(const Steps* a, const Steps* b) {
    const float speed_weight = 3.0f; /* a difference of speed for a tenth of a second */
    float sum = 0.0f;
    for (int i = 0; i < SEAM_SAMPLES; i++)
        for (int n = 0; n < LEGS; n++) {
            float apart = vrmi_quat_angle(a->rotations[i][n], b->rotations[i][n]);
            float faster = speed_weight * vrmi_quat_angle(a->turns[i][n], b->turns[i][n]);
            sum += apart * apart + faster * faster;
        }
    return sum;
}

/* Finds where the second motion is entered, so that its steps match those of the first. */
static bool match_steps(Join* join, double most) {
    double length = join->second->times[join->second->count - 1];
    double end = join->first->times[join->first->count - 1], window = 1.5;
    if (most > length - join->blend) most = length - join->blend;
    if (!(most > 0.0) || !walks(join->first, end > window ? end - window : 0.0, end) ||
        !walks(join->second, 0.0, length < window ? length : window))
        return false;
    if (most > 10.0) most = 10.0;
    Steps first = steps_at(join->first, join->start, join->blend);
    Steps second = steps_at(join->second, 0.0, join->blend);
    float least = difference(&first, &second);
    for (double skip = 1.0 / 60.0; skip <= most; skip += 1.0 / 60.0) {
        second = steps_at(join->second, skip, join->blend);
        float here = difference(&first, &second);
        if (here >= 0.9f * least && !(here < least && join->skip > 0.0)) continue;
        least = here;
        join->skip = skip;
    }
    return true;
}

/* ---- The whole ---- */

static bool is_same_pose(const vrm_Pose* a, const vrm_Pose* b) {
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++)
        if (vrmi_quat_angle(a->rotations[i], b->rotations[i]) > 0.002f) return false;
    return vrmi_vec3_distance(a->hips_offset, b->hips_offset) < 0.001f;
}

/* Without a cross-fade, equal poses at the seam are one frame; others are one frame apart. */
static double gap_at(const Join* join, double frame_s) {
    if (join->blend > 0.0) return 0.0;
    vrm_Pose a = vrmi_recorder_pose(join->first, vrmi_recorder_moment(join->first, join->start));
    vrm_Pose b = pose_of_second(join, vrmi_recorder_moment(join->second, join->skip));
    vrm_Pose there = moved(b, root_of(&b), root_of(&a));
    if (is_same_pose(&a, &there)) return 0.0;
    return frame_s > 0.001 && frame_s < 0.1 ? frame_s : 1.0 / 60.0;
}

static vrm_Result choose_times(const Join* join, vrmi_EditTimes* out) {
    double length = join->second->times[join->second->count - 1];
    double end = join->start + join->blend, shift = join->start - join->skip;
    vrm_Result result = vrmi_edit_times_add_frames(out, join->first, 0.0, end, 0.0);
    if (result == VRM_OK) result = vrmi_edit_times_add(out, join->start);
    if (result == VRM_OK) result = vrmi_edit_times_add(out, end);
    if (result == VRM_OK)
        result = vrmi_edit_times_add_frames(out, join->second, join->skip, join->skip + join->blend,
                                            shift);
    if (result == VRM_OK) result = vrmi_edit_times_fill(out, join->start, end);
    if (result == VRM_OK && join->gap > 0.0) result = vrmi_edit_times_add(out, end + join->gap);
    if (result == VRM_OK)
        result = vrmi_edit_times_add_frames(out, join->second, join->skip + join->blend, length,
                                            shift + join->gap);
    return result;
}

static void fill(const Join* join, const vrmi_EditTimes* times) {
    vrm_Recorder* made = join->made;
    size_t f = 0;
    for (size_t i = 0; i < times->count; i++) made->times[i] = times->at[i];
    for (; f < times->count && times->at[f] < join->start; f++)
        vrmi_recorder_copy_frame(join->first, vrmi_recorder_moment(join->first, times->at[f]), made,
                                 f);
    make_frames(join, f);
}

/* The less certain rest pose counts for the result; feet are held if either is a capture. */
static void merge_facts(const vrmi_EditSource* second, vrm_Motion* motion) {
    if (second->kind == VRM_MOTION_CAPTURE) motion->kind = VRM_MOTION_CAPTURE;
    if (second->edited->rest_confidence >= motion->edited.rest_confidence) return;
    motion->edited.rest_confidence = second->edited->rest_confidence;
    motion->edited.rest_source = second->edited->rest_source;
}

static vrm_Result join_sources(const vrmi_EditSource* first, const vrmi_EditSource* second,
                               const vrm_MotionJoinDef* def, const vrm_MotionEditDef* edit,
                               vrm_MotionJoinReport* report, vrm_Motion** out) {
    Join join = {.first = first->edited->frames, .second = second->edited->frames};
    float from = join.second->skeleton[VRM_BONE_HIPS].y, to = join.first->skeleton[VRM_BONE_HIPS].y;
    double ends[] = {join.first->times[join.first->count - 1],
                     join.second->times[join.second->count - 1]};
    vrmi_EditTimes times = {.max_bytes = edit->max_bytes, .allocator = &edit->allocator};
    vrm_Motion* motion = NULL;
    join.scale = from > 0.01f && to > 0.01f ? to / from : 1.0f;
    join.blend = def->blend_s;
    for (int i = 0; i < 2; i++)
        if (join.blend > ends[i]) join.blend = ends[i];
    join.start = ends[0] - join.blend;
    report->both_walk = def->blend_s > 0.0 && match_steps(&join, def->phase_s);
    join.gap = gap_at(&join, first->edited->frame_s);
    vrm_Result result =
        vrmi_report_frames_limit(edit->report, choose_times(&join, &times), edit->max_bytes);
    if (result == VRM_OK) {
        vrmi_edit_times_finish(&times);
        result = vrmi_edit_create(first, second, edit, times.count, &motion);
    }
    if (result == VRM_OK) {
        join.made = motion->edited.frames;
        result = vrmi_edit_match_expressions(join.second, join.made, &edit->allocator,
                                             &join.expressions);
    }
    if (result == VRM_OK) {
        fill(&join, &times);
        merge_facts(second, motion);
        *report = (vrm_MotionJoinReport){join.start, join.blend, join.skip, report->both_walk};
        *out = motion;
    } else {
        vrm_motion_destroy(motion);
    }
    vrmi_edit_release_matches(join.second, &edit->allocator, join.expressions);
    vrmi_edit_times_release(&times);
    return result;
}

vrm_Result vrm_motion_join(const vrm_Motion* first, const vrm_Motion* second,
                           const vrm_MotionJoinDef* given, vrm_MotionJoinReport* out_report,
                           vrm_Motion** out_motion) {
    vrm_MotionJoinDef def = vrm_default_motion_join_def();
    vrm_MotionEditDef edit = vrm_default_motion_edit_def();
    vrm_MotionJoinReport report = {.both_walk = false};
    vrmi_EditSource a, b;
    *out_motion = NULL;
    if (out_report != NULL) *out_report = report;
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!(def.blend_s >= 0.0 && def.blend_s <= 1e6) || !(def.phase_s >= 0.0 && def.phase_s <= 1e6))
        return VRM_ERR_ARGUMENT;
    edit.max_bytes = def.max_bytes;
    edit.report = def.report;
    edit.allocator = vrmi_allocator(&def.allocator);
    vrm_Result result = vrmi_edit_open(first, &edit, &a);
    if (result != VRM_OK) return result;
    result = vrmi_edit_open(second, &edit, &b);
    if (result == VRM_OK) {
        result = join_sources(&a, &b, &def, &edit, &report, out_motion);
        vrmi_edit_close(&b);
    }
    vrmi_edit_close(&a);
    if (result == VRM_OK && out_report != NULL) *out_report = report;
    return result;
}
