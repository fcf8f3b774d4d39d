/* SPDX-License-Identifier: MIT */
#include "motion/motion_options.h"

void motion_take_options(const cli_Args* args, ConvertOptions* out) {
    out->take = cli_word(args, "--take");
    out->map = cli_word(args, "--map");
    out->model = cli_word(args, "--model");
    out->rest = (vrm_CaptureRest)cli_choice(args, "--rest");
    out->fit.has_feet = cli_word(args, "--feet") != NULL;
    out->fit.feet = (vrm_Feet)cli_choice(args, "--feet");
}

ConvertOptions motion_clip_options(const cli_Args* args, bool is_in_place) {
    ConvertOptions options = {.command = args->command, .def = vrm_default_recorder_def()};
    options.def.tolerance_degrees = options.def.tolerance_metres = options.def.tolerance_weight = 0;
    motion_take_options(args, &options);
    options.fit.is_in_place = is_in_place;
    return options;
}

bool motion_has_reading(const ConvertOptions* options) {
    return options->map != NULL || options->metres > 0.0f || options->take != NULL ||
           options->model != NULL || options->rest != VRM_CAPTURE_REST_GUESS ||
           options->keeps_start;
}

int motion_check_options(const ConvertOptions* options, bool has_clip) {
    if (has_clip) return CLI_OK;
    if (options->fit.is_in_place)
        return cli_usage_error(options->command,
                               "--in-place takes the way out of --animation CLIP");
    if (!motion_has_reading(options) && !options->fit.has_feet) return CLI_OK;
    return cli_usage_error(options->command,
                           "--take, --map, --model, --rest and --feet go with --animation");
}
