/* SPDX-License-Identifier: MIT */
#include "motion/edit/edited.h"

#include "base/report.h"
#include "motion/motion_record.h"

#include <string.h>

void vrm_motion_edit_def_init(vrm_MotionEditDef* def, size_t def_size) {
    vrm_MotionEditDef defaults = {.max_bytes = vrm_default_recorder_def().max_bytes};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

bool vrmi_edit_read_def(const vrm_MotionEditDef* given, vrm_MotionEditDef* out) {
    *out = vrm_default_motion_edit_def();
    if (given != NULL && !vrmi_def_copy(out, sizeof *out, given)) return false;
    out->allocator = vrmi_allocator(&out->allocator);
    return true;
}

static vrm_Result sample(const vrm_Motion* motion, const vrm_MotionEditDef* def, vrmi_Edited* out) {
    vrm_FitDef fit = vrm_default_fit_def();
    vrm_MotionInfo info = vrm_motion_info(motion);
    vrmi_Take take;
    fit.max_bytes = def->max_bytes;
    fit.allocator = def->allocator;
    vrm_Result result = vrmi_take_record(motion, NULL, &fit, &take);
    *out = (vrmi_Edited){.frames = take.recorder,
                         .skeleton = take.skeleton,
                         .format = info.format,
                         .frame_s = info.frame_s,
                         .rest_source = info.rest_source,
                         .rest_confidence = info.rest_confidence};
    if (result == VRM_OK) return VRM_OK;
    vrm_recorder_destroy(out->frames);
    out->frames = NULL;
    return vrmi_report_frames_limit(def->report, result, def->max_bytes);
}

vrm_Result vrmi_edit_open(const vrm_Motion* motion, const vrm_MotionEditDef* def,
                          vrmi_EditSource* out) {
    *out = (vrmi_EditSource){.kind = motion->kind, .edited = &motion->edited};
    if (motion->edited.frames != NULL) return VRM_OK;
    if (motion->kind == VRM_MOTION_NODES) {
        vrmi_report_at(def->report, VRMI_RULE_MOTION_EDIT_NODES, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    out->edited = &out->own;
    return sample(motion, def, &out->own);
}

void vrmi_edit_close(vrmi_EditSource* source) {
    vrm_recorder_destroy(source->own.frames);
    source->own.frames = NULL;
}

vrm_Result vrmi_edit_create(const vrmi_EditSource* source, const vrmi_EditSource* other,
                            const vrm_MotionEditDef* def, size_t count, vrm_Motion** out) {
    vrm_Motion* motion = vrmi_alloc_zeroed(&def->allocator, 1, sizeof *motion);
    vrm_RecorderDef recorder = vrm_default_recorder_def();
    if (motion == NULL) return VRM_ERR_MEMORY;
    recorder.max_bytes = def->max_bytes;
    recorder.allocator = def->allocator;
    motion->allocator = def->allocator;
    motion->kind = source->kind;
    motion->edited = *source->edited;
    motion->edited.frames = NULL;
    vrm_Result result =
        vrmi_recorder_like(source->edited->frames, other == NULL ? NULL : other->edited->frames,
                           &recorder, count, &motion->edited.frames);
    if (result == VRM_OK)
        *out = motion;
    else
        vrm_motion_destroy(motion);
    return vrmi_report_frames_limit(def->report, result, def->max_bytes);
}

vrm_Result vrmi_edit_copy(const vrm_Motion* motion, bool is_reversed,
                          const vrm_MotionEditDef* given, vrm_Motion** out) {
    vrm_MotionEditDef def;
    vrmi_EditSource source;
    *out = NULL;
    if (!vrmi_edit_read_def(given, &def)) return VRM_ERR_DEF;
    vrm_Result result = vrmi_edit_open(motion, &def, &source);
    if (result != VRM_OK) return result;
    const vrm_Recorder* frames = source.edited->frames;
    size_t last = frames->count - 1;
    result = vrmi_edit_create(&source, NULL, &def, frames->count, out);
    for (size_t f = 0; result == VRM_OK && f <= last; f++) {
        vrm_Recorder* made = (*out)->edited.frames;
        size_t from = is_reversed ? last - f : f;
        vrmi_recorder_copy_frame(frames, (vrmi_Moment){from, 0.0f}, made, f);
        made->times[f] = is_reversed ? frames->times[last] - frames->times[from] : frames->times[f];
    }
    vrmi_edit_close(&source);
    return result;
}

/* Expressions of a file usually come in the same order, so the search begins after the last one. */
vrm_Result vrmi_edit_match_expressions(const vrm_Recorder* frames, const vrm_Recorder* made,
                                       const vrm_Allocator* allocator, size_t** out) {
    size_t count = frames->expression_count, at = 0;
    *out = vrmi_alloc_zeroed(allocator, count + 1, sizeof **out);
    if (*out == NULL) return VRM_ERR_MEMORY;
    for (size_t e = 0; e < count; e++) {
        while (strcmp(made->expressions[at].name, frames->expressions[e].name) != 0)
            at = (at + 1) % made->expression_count;
        (*out)[e] = at;
    }
    return VRM_OK;
}

void vrmi_edit_release_matches(const vrm_Recorder* frames, const vrm_Allocator* allocator,
                               size_t* matches) {
    vrmi_release(allocator, matches, (frames->expression_count + 1) * sizeof *matches);
}

float vrmi_edit_fade(double part) {
    double t = part > 0.0 ? (part < 1.0 ? part : 1.0) : 0.0;
    return (float)(t * t * (3.0 - 2.0 * t));
}
