/* SPDX-License-Identifier: MIT */
/* Edits of time: cut, speed, reverse. */
#include "base/report.h"
#include "motion/edit/edited.h"

#include <float.h>

/* ---- Cut ---- */

static vrm_Result refuse_empty(const vrm_MotionEditDef* def, double from, double to, double end) {
    vrmi_report_at(def->report, VRMI_RULE_MOTION_EDIT_EMPTY, VRM_NO_OFFSET,
                   "From %g s to %g s nothing is left of a motion of %g s.", from,
                   to < end ? to : end, end);
    return VRM_ERR_INVALID;
}

vrm_Result vrmi_edit_cut(const vrmi_EditSource* source, double from, double to,
                         const vrm_MotionEditDef* def, vrm_Motion** out) {
    const double same_s = 1e-6; /* a frame this near to an end of the cut is that end */
    const vrm_Recorder* frames = source->edited->frames;
    size_t first = 0, last = frames->count;
    while (first < last && frames->times[first] <= from + same_s) first++;
    while (last > first && frames->times[last - 1] >= to - same_s) last--;
    bool is_pose = to - from <= same_s;
    size_t count = is_pose ? 1 : last - first + 2;
    vrm_Result result = vrmi_edit_create(source, NULL, def, count, out);
    if (result != VRM_OK) return result;
    vrm_Recorder* made = (*out)->edited.frames;
    for (size_t f = 0; f < count; f++) {
        double time = f == 0 ? from : f == count - 1 ? to : frames->times[first + f - 1];
        vrmi_recorder_copy_frame(frames, vrmi_recorder_moment(frames, time), made, f);
        made->times[f] = time - from;
    }
    if (is_pose && frames->count > 1) (*out)->edited.is_moment = true;
    return VRM_OK;
}

vrm_Result vrm_motion_cut(const vrm_Motion* motion, double from_s, double to_s,
                          const vrm_MotionEditDef* given, vrm_Motion** out_motion) {
    vrm_MotionEditDef def;
    vrmi_EditSource source;
    *out_motion = NULL;
    if (!vrmi_edit_read_def(given, &def)) return VRM_ERR_DEF;
    if (!(from_s >= 0.0) || to_s != to_s) return VRM_ERR_ARGUMENT;
    vrm_Result result = vrmi_edit_open(motion, &def, &source);
    if (result != VRM_OK) return result;
    double end = source.edited->frames->times[source.edited->frames->count - 1];
    double to = to_s < end ? to_s : end;
    result = from_s <= to ? vrmi_edit_cut(&source, from_s, to, &def, out_motion)
                          : refuse_empty(&def, from_s, to_s, end);
    vrmi_edit_close(&source);
    return result;
}

/* ---- Frames ---- */

static double time_of_frame(const vrm_Recorder* frames, double frame) {
    size_t last = frames->count - 1;
    double mean = last > 0 ? frames->times[last] / (double)last : 1.0 / 60.0;
    if (frame >= (double)last) return frames->times[last] + mean * (frame - (double)last);
    size_t before = (size_t)frame;
    double step = frames->times[before + 1] - frames->times[before];
    return frames->times[before] + step * (frame - (double)before);
}

vrm_Result vrm_motion_frame_time(const vrm_Motion* motion, double frame,
                                 const vrm_MotionEditDef* given, double* out_time_s) {
    vrm_MotionEditDef def;
    vrmi_EditSource source;
    *out_time_s = 0.0;
    if (!vrmi_edit_read_def(given, &def)) return VRM_ERR_DEF;
    if (!(frame >= 0.0 && frame <= DBL_MAX)) return VRM_ERR_ARGUMENT;
    vrm_Result result = vrmi_edit_open(motion, &def, &source);
    if (result != VRM_OK) return result;
    double time_s = time_of_frame(source.edited->frames, frame);
    vrmi_edit_close(&source);
    if (!(time_s <= DBL_MAX)) return VRM_ERR_ARGUMENT;
    *out_time_s = time_s;
    return VRM_OK;
}

/* ---- Speed ---- */

vrm_Result vrm_motion_speed(const vrm_Motion* motion, double factor, const vrm_MotionEditDef* given,
                            vrm_Motion** out_motion) {
    *out_motion = NULL;
    if (!(factor >= 0.001 && factor <= 1000.0)) return VRM_ERR_ARGUMENT;
    vrm_Result result = vrmi_edit_copy(motion, false, given, out_motion);
    if (result != VRM_OK) return result;
    vrm_Recorder* frames = (*out_motion)->edited.frames;
    for (size_t f = 0; f < frames->count; f++) frames->times[f] /= factor;
    (*out_motion)->edited.frame_s /= factor;
    return VRM_OK;
}

/* ---- Reverse ---- */

vrm_Result vrm_motion_reverse(const vrm_Motion* motion, const vrm_MotionEditDef* given,
                              vrm_Motion** out_motion) {
    return vrmi_edit_copy(motion, true, given, out_motion);
}
