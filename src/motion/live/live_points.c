/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "face/face_tables.h"
#include "motion/live/live.h"
#include "motion/live/sides.h"

#include <math.h>
#include <string.h>

/* Times beyond this are refused. */
#define FARTHEST_TIME_S 1e9

/* Frames that are nearer have the same time: seconds. */
#define NEAREST_FRAME_S 1e-4

/* ---- Make ---- */

void vrm_points_def_init(vrm_PointsDef* def, size_t def_size) {
    vrm_PointsDef defaults = {.idles = true,
                              .min_cutoff_hz = 1.5f,
                              .beta = 20.0f,
                              .min_visibility = 0.5f,
                              .hold_s = 0.5f,
                              .ease_out_s = 1.0f,
                              .ease_in_s = 0.25f};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

static bool is_between(float a, float low, float high) {
    return a >= low && a <= high; /* false for NaN */
}

static bool is_valid(const vrm_PointsDef* def) {
    return is_between(def->min_cutoff_hz, 0.01f, 10000.0f) &&
           is_between(def->beta, 0.0f, 10000.0f) && is_between(def->min_visibility, 0.0f, 1.0f) &&
           is_between(def->hold_s, 0.0f, 60.0f) && is_between(def->ease_out_s, 0.0f, 60.0f) &&
           is_between(def->ease_in_s, 0.0f, 60.0f);
}

vrm_Result vrm_points_create(const vrm_PointsDef* def, vrm_Points** out_points) {
    *out_points = NULL;
    vrm_PointsDef copy;
    vrm_points_def_init(&copy, sizeof copy);
    if (def != NULL && !vrmi_def_copy(&copy, sizeof copy, def)) return VRM_ERR_DEF;
    if (!is_valid(&copy)) return VRM_ERR_ARGUMENT;
    copy.allocator = vrmi_allocator(&copy.allocator);
    vrm_Points* points = vrmi_alloc_zeroed(&copy.allocator, 1, sizeof *points);
    if (points == NULL) return VRM_ERR_MEMORY;
    points->def = copy;
    vrmi_landmarks_standard_body(&points->body);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        points->mirrored_shapes[s] = (int8_t)vrmi_live_mirrored_shape((vrm_FaceShape)s);
    vrm_points_reset(points);
    *out_points = points;
    return VRM_OK;
}

void vrm_points_destroy(vrm_Points* points) {
    if (points == NULL) return;
    vrm_Allocator allocator = points->def.allocator;
    vrmi_release(&allocator, points, sizeof *points);
}

void vrm_points_reset(vrm_Points* points) {
    points->has_time = points->has_picture = points->has_seen_face = false;
    points->time_s = points->picture_s = points->clock_s = points->no_picture_s = 0.0;
    memset(&points->input, 0, sizeof points->input);
    memset(points->shape_targets, 0, sizeof points->shape_targets);
    points->sideways_target = 0.0f;
    vrmi_live_stop_filters(points);
    vrmi_live_show_rest(points);
}

/* ---- Feed ---- */

/* A picture is known by its own time, which may be before that of a host who lets time pass. */
static bool is_repeated(const vrm_Points* points, bool is_picture, double time_s) {
    if (is_picture)
        return points->has_picture && fabs(time_s - points->picture_s) < NEAREST_FRAME_S;
    return points->has_time && fabs(time_s - points->time_s) < NEAREST_FRAME_S;
}

/* Returns whether the filters begin anew: the picture before is too old. */
static bool read_picture(vrm_Points* points, const vrm_PointsFrame* frame, double time_s) {
    double since_s = points->has_picture ? time_s - points->picture_s : 0.0;
    bool restarts = since_s > VRM_POINTS_GAP_S;
    if (restarts) vrmi_live_stop_filters(points);
    vrmi_live_read(points, frame, since_s);
    points->has_picture = true;
    points->picture_s = time_s;
    points->no_picture_s = 0.0;
    return restarts;
}

bool vrm_points_feed(vrm_Points* points, const vrm_PointsFrame* frame, double time_s) {
    if (!(fabs(time_s) <= FARTHEST_TIME_S) || is_repeated(points, frame != NULL, time_s))
        return false;
    double step = points->has_time ? time_s - points->time_s : 0.0;
    double dt = step > 0.0 ? step : 0.0;
    bool is_late_picture = frame != NULL && points->has_picture && time_s > points->picture_s;
    bool is_jump = step > VRM_POINTS_GAP_S || (step < 0.0 && !is_late_picture);
    if (is_jump) {
        vrmi_live_stop_filters(points);
        points->has_picture = false;
    }
    if (!points->has_time || is_jump || step > 0.0) points->time_s = time_s;
    points->has_time = true;
    points->clock_s += dt;
    points->no_picture_s += dt;
    bool restarts = false;
    if (frame != NULL)
        restarts = read_picture(points, frame, time_s);
    else if (points->no_picture_s > (double)points->def.hold_s)
        memset(points->input.modes, 0, sizeof points->input.modes);
    if (points->input.modes[VRMI_LIVE_FACE] >= VRMI_LIVE_TRACKED) points->has_seen_face = true;
    vrmi_live_show(points, dt, frame != NULL, is_jump || restarts);
    return true;
}

/* ---- Results ---- */

vrm_Pose vrm_points_pose(const vrm_Points* points, float hips_height) {
    vrm_Pose pose = points->shown;
    float own_height = points->body.rest[VRM_BONE_HIPS].y;
    if (hips_height > 0.0f && vrmi_is_finite(hips_height))
        pose.hips_offset = vrmi_vec3_scale(pose.hips_offset, hips_height / own_height);
    return pose;
}

uint64_t vrm_points_bones(const vrm_Points* points) {
    uint64_t bones = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrmi_LiveMode mode = points->input.modes[vrmi_live_part_of((vrm_Bone)b)];
        bool is_neck_unseen = b == VRM_BONE_NECK && mode == VRMI_LIVE_BY_MATRIX;
        if (mode >= VRMI_LIVE_TRACKED && !is_neck_unseen) bones |= (uint64_t)1 << b;
    }
    return bones & points->body.bones;
}

bool vrm_points_has_face(const vrm_Points* points) {
    return points->input.modes[VRMI_LIVE_FACE] >= VRMI_LIVE_TRACKED;
}

const float* vrm_points_shapes(const vrm_Points* points) {
    return points->shapes;
}

float vrm_points_preset(const vrm_Points* points, vrm_ExpressionPreset preset) {
    return preset >= 0 && preset < VRM_EXPRESSION_PRESET_COUNT ? points->presets[preset] : 0.0f;
}

vrm_Vec2 vrm_points_gaze(const vrm_Points* points) {
    return vrmi_shapes_gaze(points->shapes);
}

bool vrm_points_apply(const vrm_Points* points, vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, avatar);
    if (rig == NULL) return false;
    vrm_Pose pose = vrm_points_pose(points, vrm_rig_hips_height(rig));
    vrm_avatar_set_pose(sim, avatar, &pose);
    if (!points->has_seen_face) return true;
    uint32_t presets = vrmi_shape_presets();
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        if ((presets >> p & 1) != 0)
            vrm_avatar_set_expression(sim, avatar, (vrm_ExpressionPreset)p, points->presets[p]);
    vrm_Vec2 gaze = vrm_points_gaze(points);
    vrm_avatar_look_along(sim, avatar, gaze.x, gaze.y);
    return true;
}

static vrm_Result record_face(const vrm_Points* points, vrm_Recorder* recorder) {
    uint32_t presets = vrmi_shape_presets();
    vrm_Result result = VRM_OK;
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT && result == VRM_OK; p++)
        if ((presets >> p & 1) != 0)
            result = vrm_recorder_set_expression(
                recorder, vrm_expression_preset_name((vrm_ExpressionPreset)p), points->presets[p]);
    vrm_Vec2 gaze = vrm_points_gaze(points);
    return result == VRM_OK ? vrm_recorder_set_gaze(recorder, gaze.x, gaze.y) : result;
}

vrm_Result vrm_points_record(const vrm_Points* points, vrm_Recorder* recorder, double time_s,
                             float hips_height) {
    vrm_Pose pose = vrm_points_pose(points, hips_height);
    vrm_Result result = vrm_recorder_add_frame(recorder, time_s, &pose);
    if (result != VRM_OK || !points->has_seen_face) return result;
    result = record_face(points, recorder);
    if (result != VRM_OK) vrm_recorder_drop_frame(recorder);
    return result;
}
