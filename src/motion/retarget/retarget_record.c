/* SPDX-License-Identifier: MIT */
/* Retargets the frames of a recorder. */
#include "motion/record.h"
#include "motion/retarget/retarget.h"

#include <string.h>

/* Keeps only the frames of a loop: times, gazes and expressions. Poses are replaced later. */
static void keep_frames(vrm_Recorder* r, size_t first, size_t count) {
    memmove(r->times, r->times + first, count * sizeof *r->times);
    memmove(r->gazes, r->gazes + first, count * sizeof *r->gazes);
    for (size_t e = 0; e < r->expression_count; e++) {
        vrmi_RecordedExpression* expression = &r->expressions[e];
        memmove(expression->weights, expression->weights + first,
                count * sizeof *expression->weights);
        expression->first_frame =
            expression->first_frame > first ? expression->first_frame - first : 0;
        if (expression->first_frame >= count) expression->first_frame = count - 1;
    }
    r->first_gaze = r->first_gaze > first ? r->first_gaze - first : 0;
    if (r->first_gaze >= count) r->first_gaze = count - 1;
    r->count = count;
}

/* Adds the missing last frame of a loop, equal to the first. The arrays have room for it. */
static void add_last(vrm_Recorder* r, double time) {
    size_t at = r->count++;
    r->times[at] = time;
    r->gazes[at] = r->gazes[0];
    for (size_t e = 0; e < r->expression_count; e++)
        r->expressions[e].weights[at] = r->expressions[e].weights[0];
}

static void copy_roots(vrm_Recorder* recorder, const vrm_Retarget* fitted, vrm_Transform* roots) {
    memcpy(roots, fitted->roots, (size_t)fitted->count * sizeof *roots);
    recorder->roots = roots;
    recorder->root_capacity = (size_t)fitted->count;
}

vrm_Result vrm_recorder_retarget(vrm_Recorder* recorder, const vrm_RetargetDef* given,
                                 vrm_RetargetReport* out_report) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    /* Poses of a recorder with root motion are relative to the root: they have no ground. */
    if (recorder->count == 0 || recorder->roots != NULL) return VRM_ERR_ARGUMENT;
    vrm_Skeleton own = vrm_skeleton_person(0.0f);
    memcpy(own.positions, recorder->skeleton, sizeof own.positions);
    if (def.source == NULL) def.source = &own;
    if (given == NULL || given->allocator.alloc == NULL) def.allocator = recorder->allocator;
    vrm_Retarget* fitted = NULL;
    vrm_Result result =
        vrm_retarget(recorder->poses, recorder->times, (int32_t)recorder->count, &def, &fitted);
    if (result != VRM_OK) return result;
    vrm_Transform* roots = NULL;
    size_t count = (size_t)fitted->count;
    bool has_more = count > recorder->count;
    if (has_more) result = vrmi_recorder_reserve(recorder);
    if (result == VRM_OK && fitted->roots != NULL) {
        roots = vrmi_alloc(&recorder->allocator, count * sizeof *roots);
        if (roots == NULL) result = VRM_ERR_MEMORY;
    }
    if (result != VRM_OK) {
        vrm_retarget_destroy(fitted);
        return result;
    }
    keep_frames(recorder, (size_t)fitted->report.first_frame, has_more ? count - 1 : count);
    if (has_more) add_last(recorder, fitted->times[count - 1]);
    memcpy(recorder->poses, fitted->poses, recorder->count * sizeof *recorder->poses);
    const vrm_Skeleton* skeleton = def.target != NULL ? def.target : def.source;
    memcpy(recorder->skeleton, skeleton->positions, sizeof recorder->skeleton);
    if (def.target != NULL) {
        recorder->skeleton_bones = def.target->bones;
        vrmi_recorder_fold(recorder, def.target->bones);
    }
    if (out_report != NULL) *out_report = fitted->report;
    if (fitted->roots != NULL) copy_roots(recorder, fitted, roots);
    vrm_retarget_destroy(fitted);
    return VRM_OK;
}
