/* SPDX-License-Identifier: MIT */
#include "motion/convert_edit.h"

#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float rest_degrees = 12.0f; /* as vrm_motion_trim_rest() advises */

/* ---- Options ---- */

static bool parse_number(const char* text, char unit, double* out) {
    char* end;
    *out = strtod(text, &end);
    if (end == text || !isfinite(*out) || *out < 0.0) return false;
    return *end == '\0' || (*end == unit && end[1] == '\0');
}

static bool parse_time(const char* word, ConvertTime* out) {
    if (word == NULL) return true;
    size_t length = strlen(word);
    out->is_given = true;
    out->is_frame = length > 0 && word[length - 1] == 'f';
    return parse_number(word, 'f', &out->value);
}

int convert_edit_parse(const cli_Args* args, ConvertEdit* out) {
    static const char* const times[] = {"--from", "--to"};
    ConvertTime* const fields[] = {&out->from, &out->to};
    *out = (ConvertEdit){.trims_rest = cli_has(args, "--trim-rest"),
                         .mirrors = cli_has(args, "--mirror"),
                         .reverses = cli_has(args, "--reverse")};
    for (int i = 0; i < 2; i++)
        if (!parse_time(cli_word(args, times[i]), fields[i]))
            return cli_usage_error(args->command,
                                   "%s %s: expected seconds from 0, or frames as in 120f", times[i],
                                   cli_word(args, times[i]));
    const char* speed = cli_word(args, "--speed");
    if (speed != NULL &&
        (!parse_number(speed, '\0', &out->speed) || out->speed < 0.001 || out->speed > 1000.0))
        return cli_usage_error(args->command, "--speed %s: must be 0.001 to 1000", speed);
    bool is_same_unit = out->from.is_frame == out->to.is_frame;
    if (out->from.is_given && out->to.is_given && is_same_unit && out->from.value > out->to.value)
        return cli_usage_error(args->command, "--from %s is after --to %s",
                               cli_word(args, "--from"), cli_word(args, "--to"));
    return CLI_OK;
}

bool convert_edit_is_asked(const ConvertEdit* edit) {
    return edit->from.is_given || edit->to.is_given || edit->trims_rest || edit->mirrors ||
           edit->reverses || edit->speed > 0.0;
}

/* ---- Edits ---- */

/* The motion so far, and the first failure. */
typedef struct Desk {
    vrm_Motion* motion;
    vrm_MotionEditDef def;
    vrm_Result result;
} Desk;

/* Takes the result of an edit in place of the motion. */
static void take(Desk* desk, vrm_Result result, vrm_Motion* edited) {
    desk->result = result;
    if (result != VRM_OK) return;
    vrm_motion_destroy(desk->motion);
    desk->motion = edited;
}

static double seconds_of(const ConvertTime* time, double otherwise, const vrm_Motion* motion) {
    if (!time->is_given) return otherwise;
    return time->is_frame ? time->value * vrm_motion_info(motion).frame_s : time->value;
}

static void cut(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || (!edit->from.is_given && !edit->to.is_given)) return;
    double from = seconds_of(&edit->from, 0.0, desk->motion);
    double to = seconds_of(&edit->to, (double)INFINITY, desk->motion);
    take(desk, vrm_motion_cut(desk->motion, from, to, &desk->def, &edited), edited);
}

static void trim(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !edit->trims_rest) return;
    take(desk, vrm_motion_trim_rest(desk->motion, rest_degrees, &desk->def, NULL, &edited), edited);
}

static void mirror(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !edit->mirrors) return;
    take(desk, vrm_motion_mirror(desk->motion, &desk->def, &edited), edited);
}

static void change_speed(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !(edit->speed > 0.0)) return;
    take(desk, vrm_motion_speed(desk->motion, edit->speed, &desk->def, &edited), edited);
}

static void reverse(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !edit->reverses) return;
    take(desk, vrm_motion_reverse(desk->motion, &desk->def, &edited), edited);
}

int convert_edit_apply(const char* path, const ConvertOptions* options, vrm_Report* report,
                       vrm_Motion** motion) {
    const ConvertEdit* edit = &options->edit;
    Desk desk = {.motion = *motion, .def = vrm_default_motion_edit_def(), .result = VRM_OK};
    desk.def.report = report;
    cut(&desk, edit);
    trim(&desk, edit);
    mirror(&desk, edit);
    change_speed(&desk, edit);
    reverse(&desk, edit);
    *motion = desk.motion;
    if (desk.result == VRM_OK) return CLI_OK;
    return cli_result_error(options->command, path, desk.result, report);
}
