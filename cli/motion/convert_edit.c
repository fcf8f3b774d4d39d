/* SPDX-License-Identifier: MIT */
#include "motion/convert_edit.h"

#include "motion/clip_file.h"
#include "words/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float rest_degrees = 12.0f; /* as vrm_motion_trim_rest() advises */

/* ---- Options ---- */

static bool parse_number(const char* text, char unit, double* out) {
    char* end;
    /* Neither blanks nor hexadecimal numbers, in which f is a digit. */
    if (strpbrk(text, "xX \t\n\v\f\r") != NULL) return false;
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

/* ---- Settings of a layer ---- */

static bool parse_between(const char* text, double high, double* out) {
    return parse_number(text, '\0', out) && *out <= high;
}

/* Parses one setting, as "weight=0.5". Returns NULL, or what was expected. */
static const char* parse_setting(char* text, vrm_MotionLayerDef* def) {
    double number = 0.0;
    bool is_additive = strcmp(text, "additive") == 0, extends = strcmp(text, "extend") == 0;
    def->is_additive |= is_additive;
    def->extends |= extends;
    if (is_additive || extends) return NULL;
    char* value = strchr(text, '=');
    if (value == NULL) return CONVERT_LAYER_SETTINGS;
    *value++ = '\0';
    if (strcmp(text, "part") == 0)
        return vrm_motion_part(value, &def->part) ? NULL : "one or more of " CONVERT_PARTS;
    if (strcmp(text, "weight") == 0) {
        bool is_weight = parse_between(value, 1.0, &number);
        def->weight = (float)number;
        return is_weight ? NULL : "a number from 0 to 1";
    }
    bool is_time = parse_between(value, 1e6, &number);
    if (strcmp(text, "offset") == 0)
        def->offset_s = number;
    else if (strcmp(text, "fade") == 0)
        def->fade_in_s = def->fade_out_s = number;
    else
        return CONVERT_LAYER_SETTINGS;
    return is_time ? NULL : "0 to 1000000 seconds";
}

static int parse_settings(const char* command, const char* word, vrm_MotionLayerDef* def) {
    char text[256];
    if (strlen(word) >= sizeof text)
        return cli_usage_error(command, "--layer-as: more than 255 characters");
    strcpy(text, word);
    for (char* at = text; at != NULL;) {
        char *more = strchr(at, ','), whole[256];
        if (more != NULL) *more++ = '\0';
        strcpy(whole, at);
        const char* expected = parse_setting(at, def);
        if (expected != NULL)
            return cli_usage_error(command, "--layer-as %s: expected %s", whole, expected);
        at = more;
    }
    return CLI_OK;
}

static int parse_layers(const cli_Args* args, ConvertEdit* out) {
    const char* words[CONVERT_MOTIONS_MAX];
    int layers = cli_words(args, "--layer", out->layers);
    int settings = cli_words(args, "--layer-as", words), status = CLI_OK;
    for (int i = 0; i < CONVERT_MOTIONS_MAX; i++) out->settings[i] = vrm_default_motion_layer_def();
    if (settings > layers) return cli_usage_error(args->command, "--layer-as needs a --layer FILE");
    for (int i = 0; i < settings && status == CLI_OK; i++)
        status = parse_settings(args->command, words[i], &out->settings[i]);
    return status;
}

/* ---- All options ---- */

static int parse_motions(const cli_Args* args, ConvertEdit* out) {
    const char *smooth = cli_word(args, "--smooth"), *blend = cli_word(args, "--blend");
    double degrees = 0.0;
    out->smooth = vrm_default_motion_smooth_def();
    out->join = vrm_default_motion_join_def();
    out->smooths = smooth != NULL;
    if (smooth != NULL && !parse_between(smooth, 180.0, &degrees))
        return cli_usage_error(args->command, "--smooth %s: must be 0 to 180 degrees", smooth);
    if (smooth != NULL) out->smooth.max_degrees = (float)degrees;
    if (smooth != NULL && degrees == 0.0) { /* changes nothing */
        out->smooth.max_metres = 0.0f;
        out->smooth.keeps_spikes = true;
    }
    bool joins = cli_words(args, "--join", out->joins) > 0;
    if (blend != NULL && !joins)
        return cli_usage_error(args->command, "--blend needs a --join FILE");
    if (blend != NULL && !parse_between(blend, 1000.0, &out->join.blend_s))
        return cli_usage_error(args->command, "--blend %s: must be 0 to 1000 seconds", blend);
    return parse_layers(args, out);
}

void convert_edit_add_inputs(const ConvertEdit* edit, const char** inputs, int count) {
    int next = 0;
    for (int i = 0; i < count && next < CONVERT_EDIT_INPUTS; i++)
        if (inputs[i] == NULL) {
            inputs[i] = next < CONVERT_MOTIONS_MAX ? edit->joins[next]
                                                   : edit->layers[next - CONVERT_MOTIONS_MAX];
            next++;
        }
}

bool convert_edit_reads_stdin(const ConvertEdit* edit) {
    for (int i = 0; i < CONVERT_MOTIONS_MAX; i++) {
        if (edit->joins[i] != NULL && strcmp(edit->joins[i], "-") == 0) return true;
        if (edit->layers[i] != NULL && strcmp(edit->layers[i], "-") == 0) return true;
    }
    return false;
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
    return parse_motions(args, out);
}

bool convert_edit_is_asked(const ConvertEdit* edit) {
    return edit->from.is_given || edit->to.is_given || edit->trims_rest || edit->mirrors ||
           edit->reverses || edit->speed > 0.0 || edit->smooths || edit->joins[0] != NULL ||
           edit->layers[0] != NULL;
}

/* ---- Edits ---- */

/* The motion so far, and the first failure. */
typedef struct Desk {
    vrm_Motion* motion;
    vrm_MotionEditDef def;
    EditReport* done;
    vrm_Result result;
    uint64_t bones; /* that one of several motions has */
} Desk;

/* Puts `*edited` in the place of the motion so far. By its address: the edit may be another
 * argument of the same call, and the order of arguments is not known. */
static void take(Desk* desk, vrm_Result result, vrm_Motion** edited) {
    desk->result = result;
    if (result != VRM_OK) return;
    vrm_motion_destroy(desk->motion);
    desk->motion = *edited;
}

static double seconds_of(Desk* desk, const ConvertTime* time, double otherwise) {
    double seconds = time->is_given ? time->value : otherwise;
    if (time->is_frame && desk->result == VRM_OK)
        desk->result = vrm_motion_frame_time(desk->motion, time->value, &desk->def, &seconds);
    return seconds;
}

static void refuse_frame(Desk* desk, double frame, int32_t count) {
    char message[128];
    if (count == 1)
        snprintf(message, sizeof message,
                 "--from %gf is beyond the end: the motion has one frame, 0.", frame);
    else
        snprintf(message, sizeof message,
                 "--from %gf is beyond the end: the motion has frames 0 to %d.", frame,
                 (int)count - 1);
    (void)vrm_report_add(desk->def.report, "MOTION_EDIT_EMPTY", "", message);
    desk->result = VRM_ERR_INVALID;
}

static void cut(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (!edit->from.is_given && !edit->to.is_given) return;
    /* An edited motion has its frames; of others, each question about a frame samples them all. */
    if (edit->from.is_frame || edit->to.is_frame)
        take(desk, vrm_motion_cut(desk->motion, 0.0, (double)INFINITY, &desk->def, &edited),
             &edited);
    int32_t frames = desk->result == VRM_OK ? vrm_motion_sample_count(desk->motion) : 0;
    if (frames > 0 && edit->from.is_frame && edit->from.value > (double)(frames - 1))
        refuse_frame(desk, edit->from.value, frames);
    double from = seconds_of(desk, &edit->from, 0.0);
    double to = seconds_of(desk, &edit->to, (double)INFINITY);
    if (desk->result != VRM_OK) return;
    take(desk, vrm_motion_cut(desk->motion, from, to, &desk->def, &edited), &edited);
}

static void trim(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !edit->trims_rest) return;
    desk->done->is_trimmed = true;
    take(desk,
         vrm_motion_trim_rest(desk->motion, rest_degrees, &desk->def, &desk->done->trim, &edited),
         &edited);
}

static void mirror(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !edit->mirrors) return;
    take(desk, vrm_motion_mirror(desk->motion, &desk->def, &edited), &edited);
}

static void change_speed(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !(edit->speed > 0.0)) return;
    take(desk, vrm_motion_speed(desk->motion, edit->speed, &desk->def, &edited), &edited);
}

static void reverse(Desk* desk, const ConvertEdit* edit) {
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !edit->reverses) return;
    take(desk, vrm_motion_reverse(desk->motion, &desk->def, &edited), &edited);
}

static void smooth(Desk* desk, const ConvertEdit* edit) {
    vrm_MotionSmoothDef def = edit->smooth;
    vrm_Motion* edited = NULL;
    if (desk->result != VRM_OK || !edit->smooths) return;
    desk->done->is_smoothed = true;
    def.report = desk->def.report;
    def.max_bytes = desk->def.max_bytes;
    take(desk, vrm_motion_smooth(desk->motion, &def, &desk->done->smooth, &edited), &edited);
}

static vrm_Result join(Desk* desk, const vrm_Motion* second, const vrm_MotionJoinDef* given,
                       vrm_Motion** out) {
    vrm_MotionJoinDef def = *given;
    EditReport* done = desk->done;
    def.report = desk->def.report;
    def.max_bytes = desk->def.max_bytes;
    done->blend_s = def.blend_s;
    return vrm_motion_join(desk->motion, second, &def, &done->joins[done->join_count++], out);
}

static vrm_Result put_over(Desk* desk, const vrm_Motion* layer, const vrm_MotionLayerDef* given,
                           vrm_Motion** out) {
    vrm_MotionLayerDef def = *given;
    def.report = desk->def.report;
    def.max_bytes = desk->def.max_bytes;
    return vrm_motion_layer(desk->motion, layer, &def, out);
}

/* Puts another motion behind (`layer` NULL) or over the motion so far. Options about reading are
 * for IN alone. */
static int add_motion(Desk* desk, const char* path, const ConvertOptions* options,
                      const vrm_MotionLayerDef* layer) {
    ConvertOptions reading = *options;
    cli_ClipFile file;
    vrm_Motion* edited = NULL;
    reading.map = reading.model = reading.rest_file = NULL;
    reading.reading = vrm_default_motion_def();
    EditFile* own = &desk->done->files[desk->done->file_count];
    *own = (EditFile){.path = path};
    if (vrm_report_create(NULL, &own->findings) != VRM_OK)
        return cli_result_error(options->command, path, VRM_ERR_MEMORY, NULL);
    desk->done->file_count++;
    int status = cli_clip_open(path, &reading, own->findings, &file);
    if (status != CLI_OK) return status;
    vrm_Result result = layer == NULL ? join(desk, file.motion, &options->edit.join, &edited)
                                      : put_over(desk, file.motion, layer, &edited);
    take(desk, result, &edited);
    cli_clip_close(&file);
    return result == VRM_OK ? CLI_OK
                            : cli_result_error(options->command, path, result, desk->def.report);
}

/* Reports the required bones that IN does not have and that no other motion moves. */
static vrm_Result find_missing_bones(Desk* desk) {
    vrm_MotionInfo info = vrm_motion_info(desk->motion);
    const char* code =
        info.kind == VRM_MOTION_CAPTURE ? "MOTION_BONES_MISSING" : "CLIP_BONE_MISSING";
    vrm_Result result = vrm_report_create(NULL, &desk->done->missing_bones);
    for (int b = 0; result == VRM_OK && b < VRM_BONE_COUNT; b++) {
        char message[128];
        if (!vrm_bone_is_required((vrm_Bone)b) || ((desk->bones | info.bones) >> b & 1) != 0)
            continue;
        snprintf(message, sizeof message, "None of the motions has the required bone %s.",
                 vrm_bone_name((vrm_Bone)b));
        (void)vrm_report_add(desk->done->missing_bones, code, "", message);
    }
    return result;
}

static int add_motions(Desk* desk, const ConvertOptions* options) {
    const ConvertEdit* edit = &options->edit;
    int status = CLI_OK;
    desk->bones = vrm_motion_skeleton(desk->motion).bones;
    for (int i = 0; i < CONVERT_MOTIONS_MAX && status == CLI_OK; i++)
        if (edit->joins[i] != NULL) status = add_motion(desk, edit->joins[i], options, NULL);
    for (int i = 0; i < CONVERT_MOTIONS_MAX && status == CLI_OK; i++)
        if (edit->layers[i] != NULL)
            status = add_motion(desk, edit->layers[i], options, &edit->settings[i]);
    if (status == CLI_OK && desk->done->file_count > 0 && find_missing_bones(desk) != VRM_OK)
        status = cli_result_error(options->command, "", VRM_ERR_MEMORY, NULL);
    return status;
}

int convert_edit_apply(const char* path, const ConvertOptions* options, vrm_Report* report,
                       EditReport* out_done, vrm_Motion** motion) {
    const ConvertEdit* edit = &options->edit;
    Desk desk = {.motion = *motion,
                 .def = vrm_default_motion_edit_def(),
                 .done = out_done,
                 .result = VRM_OK};
    *out_done = (EditReport){.join_count = 0};
    desk.def.report = report;
    desk.def.max_bytes = options->fit.max_bytes;
    cut(&desk, edit);
    trim(&desk, edit);
    mirror(&desk, edit);
    change_speed(&desk, edit);
    reverse(&desk, edit);
    smooth(&desk, edit);
    int status = desk.result == VRM_OK
                     ? add_motions(&desk, options)
                     : cli_result_error(options->command, path, desk.result, report);
    *motion = desk.motion;
    return status;
}
