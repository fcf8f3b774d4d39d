/* SPDX-License-Identifier: MIT */
/* Reads a recorder between its frames, and makes recorders of the same bones and expressions. */
#ifndef VRMI_MOTION_RECORD_SAMPLE_H
#define VRMI_MOTION_RECORD_SAMPLE_H

#include "motion/record.h"

/* A time of a recorder: a frame, and the part of the way to the next one. */
typedef struct vrmi_Moment {
    size_t frame;
    float part; /* 0 to below 1 */
} vrmi_Moment;

/* Returns the moment at a time, clamped to the first and the last frame. */
vrmi_Moment vrmi_recorder_moment(const vrm_Recorder* recorder, double time_s);

vrm_Quat vrmi_recorder_rotation(const vrm_Recorder* recorder, vrm_Bone bone, vrmi_Moment at);
vrm_Pose vrmi_recorder_pose(const vrm_Recorder* recorder, vrmi_Moment at);
vrm_Quat vrmi_recorder_gaze(const vrm_Recorder* recorder, vrmi_Moment at);
float vrmi_recorder_weight(const vrm_Recorder* recorder, size_t expression, vrmi_Moment at);

/* Creates a recorder of `count` frames at rest, with the skeleton and name of `source`, unless
 * `def` has a name, and the bones, expressions and gaze of both; those of `source` come first.
 * `other` may be NULL. */
vrm_Result vrmi_recorder_like(const vrm_Recorder* source, const vrm_Recorder* other,
                              const vrm_RecorderDef* def, size_t count, vrm_Recorder** out);

/* Copies pose, gaze and expressions to a frame of a recorder that was made like `from`. */
void vrmi_recorder_copy_frame(const vrm_Recorder* from, vrmi_Moment at, vrm_Recorder* to,
                              size_t frame);

#endif
