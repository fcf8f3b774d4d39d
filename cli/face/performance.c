/* SPDX-License-Identifier: MIT */
#include "face/performance.h"

#include "files/files.h"
#include "words/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_BYTES_MAX ((uint64_t)1 << 20) /* hours of speech */

/* ---- Options ---- */

PerformanceOptions performance_options(const cli_Args* args) {
    return (PerformanceOptions){.audio = cli_word(args, "--audio"),
                                .visemes = cli_word(args, "--visemes"),
                                .emotions = cli_word(args, "--emotions"),
                                .script = cli_word(args, "--script"),
                                .seed = cli_word(args, "--seed"),
                                .is_alive = cli_has(args, "--face"),
                                .is_quiet = cli_has(args, "--quiet")};
}

bool performance_is_asked(const PerformanceOptions* options) {
    return performance_speaks(options) || options->emotions != NULL || options->script != NULL ||
           options->is_alive;
}

bool performance_speaks(const PerformanceOptions* options) {
    return options->audio != NULL || options->visemes != NULL;
}

void performance_add_inputs(const PerformanceOptions* options, const char** inputs, int count) {
    const char* const paths[PERFORMANCE_INPUTS] = {options->audio, options->visemes,
                                                   options->emotions, options->script};
    size_t next = 0;
    for (int i = 0; i < count && next < sizeof paths / sizeof *paths; i++)
        if (inputs[i] == NULL) inputs[i] = paths[next++];
}

static bool parse_seed(const char* text, uint64_t* out) {
    char* end;
    if (text[0] < '0' || text[0] > '9') return false;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *out = value;
    return *end == 0 && errno == 0;
}

static int read_cues(const char* command, const char* path, bool is_script, Cues* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    char error[200] = "";
    errno = 0;
    vrm_Result result = cli_read_input(path, TEXT_BYTES_MAX, NULL, &bytes, &size);
    if (result == VRM_ERR_LIMIT)
        return cli_file_error(command, path, "a text of more than 1 MiB is not read");
    if (result != VRM_OK) return cli_result_error(command, path, result, NULL);
    bool is_read = (is_script ? cues_read_script : cues_read_emotions)((const char*)bytes, size,
                                                                       out, error, sizeof error);
    free(bytes);
    return is_read ? CLI_OK : cli_file_error(command, path, "%s", error);
}

int performance_open(const char* command, const PerformanceOptions* options, Performance* out) {
    *out = (Performance){0};
    out->is_on = performance_is_asked(options);
    if (options->emotions != NULL && options->script != NULL)
        return cli_usage_error(command, "--emotions and --script exclude each other");
    if (options->seed != NULL && !out->is_on)
        return cli_usage_error(command, "--seed goes with --audio, --visemes, --emotions, "
                                        "--script or --face");
    if (options->seed != NULL && !parse_seed(options->seed, &out->seed))
        return cli_usage_error(command, "--seed %s: a whole number, 0 to 18446744073709551615",
                               options->seed);
    int status = CLI_OK;
    out->cues_path = options->script != NULL ? options->script : options->emotions;
    if (out->cues_path != NULL)
        status = read_cues(command, out->cues_path, options->script != NULL, &out->cues);
    if (status == CLI_OK && performance_speaks(options)) {
        VoiceFiles files = {options->audio, options->visemes, options->keeps_sound};
        VoiceLimit limit = options->limit;
        limit.tail_s = PERFORMANCE_TAIL_S;
        status = voice_open(command, files, limit, &out->voice);
        out->has_voice = status == CLI_OK;
        if (out->has_voice && !options->is_quiet) voice_explain(command, files, &out->voice);
    }
    if (status != CLI_OK) performance_close(out);
    return status;
}

void performance_close(Performance* performance) {
    voice_close(&performance->voice);
    cues_free(&performance->cues);
    *performance = (Performance){0};
}

void performance_place(Performance* performance, double begin_s, double film_s) {
    const Voice* voice = &performance->voice;
    if (performance->has_voice)
        cues_place(&performance->cues, voice->begin_s, voice->end_s);
    else
        cues_place(&performance->cues, begin_s, begin_s + film_s);
}

int performance_check(const char* command, const char* file, const Performance* performance,
                      const vrm_Rig* rig) {
    for (int32_t i = 0; i < performance->cues.count; i++) {
        const Cue* cue = &performance->cues.list[i];
        for (int32_t p = 0; p < cue->part_count; p++) {
            bool is_there;
            (void)performance_part(rig, &cue->parts[p], &is_there);
            if (is_there) continue;
            char where[32];
            snprintf(where, sizeof where, " (line %d)", (int)cue->line);
            return cli_no_expression(command, file, rig, cue->parts[p].name, where);
        }
    }
    return CLI_OK;
}
