/* SPDX-License-Identifier: MIT */
/* The passes that a command line chooses, over meshes and over pictures, as one. */
#ifndef CLI_PASSES_H
#define CLI_PASSES_H

#include "vrm/vrm.h"

#ifdef CLI_HAS_RENDER
#include "vrm/optimize_pictures.h"
#endif

typedef struct cli_Passes {
    vrm_OptimizeDef def;
#ifdef CLI_HAS_RENDER
    bool has_pictures;
    vrm_OptimizePicturesDef pictures;
    vrm_OptimizePicturesDef last_pictures; /* of the run before; zeroed: none */
    bool has_atlas;
    vrm_OptimizeAtlasDef atlas;
#endif
    /* Of the file at hand. */
    vrm_OptimizeStats stats;
    uint64_t gpu_before, gpu_after; /* bytes of textures on a graphics card */
    vrm_Weight after_pictures;      /* file_bytes 0: pictures were not looked at */
} cli_Passes;

/* Runs the passes. `again`: the model was processed before; stats.before keeps the weight of the
 * original. VRM_ERR_UNSUPPORTED: the build lacks meshoptimizer, or data are not available; the
 * report says which. */
vrm_Result cli_run_passes(cli_Passes* passes, vrm_Model* model, vrm_Report* report, bool again);

/* After a failure, copies the errors of a private report to the report of the file. */
void cli_tell_failure(vrm_Result result, const vrm_Report* own, vrm_Report* report);

#endif
