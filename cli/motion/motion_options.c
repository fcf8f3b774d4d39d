/* SPDX-License-Identifier: MIT */
#include "motion/motion_options.h"

ConvertOptions motion_options(const cli_Args* args) {
    ConvertOptions options = {.command = args->command,
                              .map = cli_word(args, "--map"),
                              .model = cli_word(args, "--model"),
                              .reading = vrm_default_motion_def(),
                              .fit = vrm_default_fit_def()};
    options.reading.take = cli_word(args, "--take");
    options.reading.rest = (vrm_CaptureRest)cli_choice(args, "--rest");
    options.fit.feet = (vrm_Feet)cli_choice(args, "--feet");
    if (cli_has(args, "--remove-root-motion")) options.fit.root_motion = VRM_ROOT_MOTION_REMOVE;
    return options;
}

ConvertOptions motion_clip_options(const cli_Args* args) {
    ConvertOptions options = motion_options(args);
    motion_keep_frames(&options);
    return options;
}

void motion_keep_frames(ConvertOptions* options) {
    options->fit.tolerance_degrees = 0.0f;
    options->fit.tolerance_metres = 0.0f;
    options->fit.tolerance_weight = 0.0f;
}

bool motion_has_reading(const ConvertOptions* options) {
    const vrm_MotionDef* reading = &options->reading;
    return options->map != NULL || options->model != NULL || reading->metres > 0.0f ||
           reading->take != NULL || reading->rest != VRM_CAPTURE_REST_GUESS || reading->keeps_start;
}

int motion_check_options(const cli_Args* args, const ConvertOptions* options, bool has_clip) {
    if (has_clip) return CLI_OK;
    if (options->fit.root_motion != VRM_ROOT_MOTION_KEEP)
        return cli_usage_error(options->command, "--remove-root-motion needs --animation CLIP");
    if (!motion_has_reading(options) && cli_word(args, "--feet") == NULL) return CLI_OK;
    return cli_usage_error(options->command,
                           "--take, --map, --model, --rest and --feet go with --animation");
}
