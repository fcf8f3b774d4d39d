/* SPDX-License-Identifier: MIT */
/* Traces (`vrm-trace` 1) as motion: how each bone stands in the world, frame by frame, becomes
 * poses relative to the trace's own initial state. */
#ifndef VRM_CLI_CONVERT_TRACE_H
#define VRM_CLI_CONVERT_TRACE_H

#include "vrm/record.h"

bool convert_is_trace(const char* text, size_t size);

/* Makes a recorder with the frames of a trace. With one sentence in `error` when it is damaged. */
vrm_Result convert_trace(const char* text, size_t size, const vrm_RecorderDef* def,
                         vrm_Recorder** out_recorder, char* error, size_t error_size);

#endif
