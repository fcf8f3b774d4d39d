/* SPDX-License-Identifier: MIT */
/** Traces (`vrm-trace` 1): results of an implementation, as JSON Lines. The format is described in
 * docs/reference/trace.md. */
#ifndef VRM_CLI_TRACE_H
#define VRM_CLI_TRACE_H

#include "motion/motion.h"

#include "vrm/model.h"
#include "vrm/rig.h"
#include "vrm/sim.h"

#include <stdio.h>

typedef struct TraceOptions {
    bool is_migrated;       /**< 0.x: rotations as the migrated avatar has them. */
    bool has_state;         /**< The springs' inner state too. */
    int32_t digits;         /**< Significant ones, 1 to 17. */
    int32_t spring_rate_hz; /**< Of fixed steps; 0: the specification's own step. */
    bool shows_progress;    /**< Progress bar on a terminal, if it takes long. */
    bool is_quiet;          /**< Errors only. */
} TraceOptions;

/** A file as named in the header of a trace. */
typedef struct TraceFile {
    const char* name; /**< Without folders. */
    const void* data;
    size_t size;
} TraceFile;

/** Replays a motion and writes the trace. A failed write shows in ferror(out). */
vrm_Result trace_write(FILE* out, const vrm_Model* model, vrm_Report* report, const Motion* motion,
                       const TraceFile* model_file, const TraceFile* motion_file,
                       const TraceOptions* options);

#endif
