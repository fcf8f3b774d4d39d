/* SPDX-License-Identifier: MIT */
#include "motion/motion_options.h"

#include "words/limit_option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ConvertOptions motion_options(const cli_Args* args) {
    ConvertOptions options = {.command = args->command,
                              .map = cli_word(args, "--map"),
                              .model = cli_word(args, "--model"),
                              .rest_file = cli_word(args, "--rest-file"),
                              .reading = vrm_default_motion_def(),
                              .fit = vrm_default_fit_def()};
    if (cli_limit("memory") > 0) options.fit.max_bytes = cli_limit("memory");
    options.reading.take = cli_word(args, "--take");
    options.reading.points = (vrm_PointLayout)cli_choice(args, "--points");
    options.source_fps = cli_word(args, "--source-fps");
    options.reading.rest = (vrm_CaptureRest)cli_choice(args, "--rest");
    options.fit.feet = (vrm_Feet)cli_choice(args, "--feet");
    options.fit.hands = (vrm_Contacts)cli_choice(args, "--hands");
    options.fit.knees = (vrm_Contacts)cli_choice(args, "--knees");
    options.seat = cli_word(args, "--seat");
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

static int parse_seat(ConvertOptions* options) {
    char* end;
    if (options->seat == NULL || strcmp(options->seat, "auto") == 0) return CLI_OK;
    double height = strtod(options->seat, &end);
    options->fit.seat_height = (float)height;
    if (*end == '\0' && end != options->seat && height >= 0.05 && height <= 2.0) return CLI_OK;
    return cli_usage_error(options->command, "--seat is auto or a height from 0.05 to 2 metres");
}

int motion_parse_numbers(ConvertOptions* options) {
    char* end;
    if (parse_seat(options) != CLI_OK) return CLI_USAGE;
    if (options->source_fps == NULL) return CLI_OK;
    options->reading.source_fps = strtod(options->source_fps, &end);
    double rate = options->reading.source_fps;
    if (*end == '\0' && end != options->source_fps && rate >= 0.1 && rate <= 10000.0) return CLI_OK;
    return cli_usage_error(options->command, "--source-fps must be a number from 0.1 to 10000");
}

int motion_reading_names(const ConvertOptions* options, char* out, size_t size) {
    const vrm_MotionDef* reading = &options->reading;
    const struct {
        const char* name;
        bool is_given;
    } all[] = {{"--map", options->map != NULL},
               {"--scale", reading->metres > 0.0f},
               {"--rest", reading->rest != VRM_CAPTURE_REST_GUESS},
               {"--rest-file", options->rest_file != NULL},
               {"--take", reading->take != NULL},
               {"--model", options->model != NULL},
               {"--points", reading->points != VRM_POINT_LAYOUT_GUESS},
               {"--source-fps", options->source_fps != NULL},
               {"--keep-place", reading->keeps_start}};
    int total = 0, count = 0;
    size_t used = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) total += all[i].is_given;
    for (size_t i = 0; i < sizeof all / sizeof *all && used < size; i++) {
        if (!all[i].is_given) continue;
        const char* before = count == 0 ? "" : count == total - 1 ? " and " : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s%s", before, all[i].name);
        count++;
    }
    return count;
}

bool motion_has_reading(const ConvertOptions* options) {
    char names[128];
    return motion_reading_names(options, names, sizeof names) > 0;
}

static bool has_contact_option(const cli_Args* args) {
    return cli_word(args, "--feet") != NULL || cli_word(args, "--hands") != NULL ||
           cli_word(args, "--knees") != NULL || cli_word(args, "--seat") != NULL;
}

int motion_check_options(const cli_Args* args, ConvertOptions* options, bool has_clip) {
    if (has_clip) return motion_parse_numbers(options);
    if (options->fit.root_motion != VRM_ROOT_MOTION_KEEP)
        return cli_usage_error(options->command, "--remove-root-motion needs --animation CLIP");
    if (!motion_has_reading(options) && !has_contact_option(args)) return CLI_OK;
    return cli_usage_error(
        options->command,
        "--take, --map, --model, --rest, --rest-file, --points, --source-fps, --feet, "
        "--hands, --knees and --seat go with --animation");
}
