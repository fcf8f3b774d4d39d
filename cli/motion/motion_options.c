/* SPDX-License-Identifier: MIT */
#include "motion/motion_options.h"

#include <stdlib.h>

ConvertOptions motion_options(const cli_Args* args) {
    ConvertOptions options = {.command = args->command,
                              .map = cli_word(args, "--map"),
                              .model = cli_word(args, "--model"),
                              .rest_file = cli_word(args, "--rest-file"),
                              .reading = vrm_default_motion_def(),
                              .fit = vrm_default_fit_def()};
    options.reading.take = cli_word(args, "--take");
    options.reading.points = (vrm_PointLayout)cli_choice(args, "--points");
    options.source_fps = cli_word(args, "--source-fps");
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

int motion_parse_source_fps(ConvertOptions* options) {
    char* end;
    if (options->source_fps == NULL) return CLI_OK;
    options->reading.source_fps = strtod(options->source_fps, &end);
    double rate = options->reading.source_fps;
    if (*end == '\0' && end != options->source_fps && rate >= 0.1 && rate <= 10000.0) return CLI_OK;
    return cli_usage_error(options->command, "--source-fps is a number from 0.1 to 10000");
}

bool motion_has_reading(const ConvertOptions* options) {
    const vrm_MotionDef* reading = &options->reading;
    return options->map != NULL || options->model != NULL || reading->metres > 0.0f ||
           reading->take != NULL || reading->rest != VRM_CAPTURE_REST_GUESS ||
           reading->keeps_start || reading->points != VRM_POINT_LAYOUT_GUESS ||
           options->source_fps != NULL || options->rest_file != NULL;
}

int motion_check_options(const cli_Args* args, ConvertOptions* options, bool has_clip) {
    if (has_clip) return motion_parse_source_fps(options);
    if (options->fit.root_motion != VRM_ROOT_MOTION_KEEP)
        return cli_usage_error(options->command, "--remove-root-motion needs --animation CLIP");
    if (!motion_has_reading(options) && cli_word(args, "--feet") == NULL) return CLI_OK;
    return cli_usage_error(
        options->command,
        "--take, --map, --model, --rest, --rest-file, --points, --source-fps and --feet go with "
        "--animation");
}
