/* SPDX-License-Identifier: MIT */
/* Clips and VRM animations of a loaded motion, for an avatar or for all.
 *
 *   capture   -> recorder -> retarget, source's skeleton to the avatar's -> animation -> clip
 *   animation -> as it is, unless contacts, root motion or a loop are asked for; then likewise.
 *                Written again it has its own keys, reduced
 *   nodes     -> as they are, on avatars of their own file */
#include "base/report.h"
#include "motion/capture/capture.h"
#include "motion/face_fit.h"
#include "motion/motion_load.h"
#include "motion/motion_record.h"
#include "motion/record.h"

#include <stdio.h>
#include <string.h>

void vrm_fit_def_init(vrm_FitDef* def, size_t def_size) {
    vrm_RecorderDef recorder = vrm_default_recorder_def();
    vrm_FitDef defaults = {.tolerance_degrees = recorder.tolerance_degrees,
                           .tolerance_metres = recorder.tolerance_metres,
                           .tolerance_weight = recorder.tolerance_weight,
                           .max_bytes = recorder.max_bytes};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Fitting ---- */

/* A pose that was cut out of a motion does not tell which feet stand and which are moving. A file
 * with one pose is a person who stands. */
static bool is_moment(const vrm_Motion* motion) {
    return motion->edited.is_moment && vrm_recorder_frame_count(motion->edited.frames) == 1;
}

/* The default depends on the source: contacts of captured motion are held, those of a VRM animation
 * or of a moment only on request. */
static vrm_Result fit_take(const vrm_Motion* motion, const vrm_Rig* rig, const vrm_FitDef* fit,
                           const vrmi_Take* take, vrm_FitReport* out) {
    bool is_capture = motion->kind == VRM_MOTION_CAPTURE;
    bool may_hold = is_capture && !is_moment(motion);
    vrm_RetargetDef def = vrm_default_retarget_def();
    vrm_Skeleton target;
    def.source = &take->skeleton;
    if (rig != NULL) target = vrm_skeleton_of_rig(rig);
    if (rig != NULL) def.target = &target;
    bool holds_feet = may_hold || fit->feet == VRM_FEET_HOLD || fit->seat_height > 0.0f;
    def.feet = holds_feet ? fit->feet : VRM_FEET_FREE;
    def.hands = may_hold || fit->hands == VRM_CONTACTS_HOLD ? fit->hands : VRM_CONTACTS_FREE;
    def.knees = may_hold || fit->knees == VRM_CONTACTS_HOLD ? fit->knees : VRM_CONTACTS_FREE;
    def.seat_height = fit->seat_height;
    def.levels_feet = is_capture && def.feet != VRM_FEET_FREE &&
                      vrm_motion_info(motion).rest_source == VRM_REST_SOURCE_MOTION;
    def.root_motion = fit->root_motion;
    def.loops = fit->loops;
    def.frame_s = take->frame_s;
    def.max_bytes = fit->max_bytes;
    def.allocator = fit->allocator;
    bool is_for_avatar = is_capture && rig != NULL;
    if (def.feet == VRM_FEET_FREE && !is_for_avatar && !vrmi_fit_changes_motion(fit)) return VRM_OK;
    out->is_fitted = true;
    if (def.loops && vrm_recorder_frame_count(take->recorder) == 1)
        vrmi_report_at(fit->report, VRMI_RULE_MOTION_LOOP_POSE, VRM_NO_OFFSET, NULL);
    return vrm_recorder_retarget(take->recorder, &def, &out->retarget);
}

static void use_skeleton(vrm_Recorder* recorder, const vrm_Skeleton* skeleton) {
    memcpy(recorder->skeleton, skeleton->positions, sizeof recorder->skeleton);
    recorder->skeleton_bones = skeleton->bones;
}

static vrm_Result make_animation(const vrm_Motion* motion, const vrm_Rig* rig,
                                 const vrm_FitDef* fit, vrm_FitReport* out_report,
                                 vrm_Model** out_model) {
    vrmi_Take take = {.frame_s = 0.0f};
    vrm_Result result = vrmi_take_record(motion, rig, fit, &take);
    if (result == VRM_OK) result = vrmi_recorder_fit_face(take.recorder, rig);
    if (result == VRM_OK) result = fit_take(motion, rig, fit, &take, out_report);
    if (result == VRM_OK && fit->writes_skeleton && rig == NULL)
        use_skeleton(take.recorder, &take.skeleton);
    if (result == VRM_OK && fit->writes_skeleton &&
        (take.recorder->expression_count > 0 || take.recorder->has_gaze))
        vrmi_report_at(fit->report, VRMI_RULE_MOTION_FACE_LEFT, VRM_NO_OFFSET, NULL);
    if (result == VRM_OK)
        result = vrm_recorder_finish(take.recorder, &out_report->stats, out_model);
    vrm_recorder_destroy(take.recorder);
    return vrmi_report_frames_limit(fit->report, result, fit->max_bytes);
}

static vrm_Result refuse_nodes(const vrm_FitDef* fit) {
    vrmi_report_at(fit->report, VRMI_RULE_MOTION_OTHER_NODES, VRM_NO_OFFSET, NULL);
    return VRM_ERR_INVALID;
}

/* Only a human skeleton becomes a VRM animation. Reading the nodes as one again reports what is
 * missing. */
static vrm_Result explain_nodes(const vrm_Motion* motion, const vrm_FitDef* fit) {
    char take[16];
    vrm_Capture* capture = NULL;
    vrm_CaptureDef def = vrm_default_capture_def();
    snprintf(take, sizeof take, "#%d", (int)motion->take + 1);
    def.take = take;
    def.report = fit->report;
    def.allocator = fit->allocator;
    vrm_Result result = vrm_capture_read_model(motion->model, &def, &capture);
    vrm_capture_destroy(capture);
    return result == VRM_OK ? refuse_nodes(fit) : result;
}

static bool read_def(const vrm_FitDef* given, vrm_FitDef* out) {
    *out = vrm_default_fit_def();
    if (given != NULL && !vrmi_def_copy(out, sizeof *out, given)) return false;
    out->allocator = vrmi_allocator(&out->allocator);
    return true;
}

/* Returns true if the file itself can be played: nothing is to change. */
static bool stays_as_it_is(const vrm_Motion* motion, const vrm_FitDef* fit) {
    return motion->kind == VRM_MOTION_ANIMATION && motion->clip != NULL &&
           !vrmi_fit_changes_motion(fit) && fit->fps <= 0.0 && fit->name == NULL;
}

vrm_Result vrm_motion_animation(const vrm_Motion* motion, const vrm_Rig* rig,
                                const vrm_FitDef* given, vrm_FitReport* out_report,
                                vrm_Model** out_model) {
    vrm_FitDef fit;
    vrm_FitReport report = {.is_fitted = false};
    *out_model = NULL;
    if (out_report != NULL) *out_report = report;
    if (!read_def(given, &fit)) return VRM_ERR_DEF;
    if (motion->kind == VRM_MOTION_NODES) return explain_nodes(motion, &fit);
    vrm_Result result = make_animation(motion, rig, &fit, &report, out_model);
    if (result == VRM_OK && out_report != NULL) *out_report = report;
    return result;
}

/* Builds a clip directly from the loaded file. */
static vrm_Result copy_clip(const vrm_Motion* motion, const vrm_FitDef* fit, vrm_Clip** out_clip) {
    vrm_ClipDef def = vrm_default_clip_def();
    def.animation = motion->take;
    def.allocator = fit->allocator;
    return vrm_clip_build(motion->model, &def, out_clip);
}

vrm_Result vrm_motion_clip(const vrm_Motion* motion, const vrm_Rig* rig, const vrm_FitDef* given,
                           vrm_FitReport* out_report, vrm_Clip** out_clip) {
    vrm_FitDef fit;
    vrm_Model* model = NULL;
    *out_clip = NULL;
    if (out_report != NULL) *out_report = (vrm_FitReport){.is_fitted = false};
    if (!read_def(given, &fit)) return VRM_ERR_DEF;
    bool has_nodes =
        rig != NULL && !vrmi_fit_changes_motion(&fit) && vrmi_motion_has_nodes_of(motion, rig);
    if (has_nodes || stays_as_it_is(motion, &fit)) return copy_clip(motion, &fit, out_clip);
    if (motion->kind == VRM_MOTION_NODES) return refuse_nodes(&fit);
    fit.writes_skeleton = false;
    vrm_Result result = vrm_motion_animation(motion, rig, &fit, out_report, &model);
    vrm_ClipDef def = vrm_default_clip_def();
    def.allocator = fit.allocator;
    if (result == VRM_OK) result = vrm_clip_build(model, &def, out_clip);
    vrm_model_destroy(model);
    return result;
}
