/* SPDX-License-Identifier: MIT */
/* Traces (`vrm-trace` 1) as motion: the world rotation of each bone, frame by frame, is converted
 * to poses relative to the trace's own initial state. */
#ifndef VRM_CLI_CONVERT_TRACE_H
#define VRM_CLI_CONVERT_TRACE_H

#include "motion/motion_text.h"

#include "vrm/record.h"
#include "vrm/vrm.h"

/* Creates a recorder with the frames of a trace. If the trace is damaged, sets `error` to one
 * sentence. */
vrm_Result convert_trace(const MotionText* text, const vrm_RecorderDef* given,
                         vrm_Recorder** out_recorder, char* error, size_t error_size);

#endif
