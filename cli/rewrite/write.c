/* SPDX-License-Identifier: MIT */
#include "rewrite/write.h"

#include "confine/confine.h"
#include "facts/finding_json.h"
#include "facts/finding_lines.h"
#include "facts/terms.h"
#include "files/files.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <string.h>

/* ---- The command line ---- */

static bool takes_dry_run(const cli_Args* args) {
    return cli_find_option(args->options, "--dry-run", strlen("--dry-run")) != NULL;
}

void cli_take_writing(const cli_Args* args, cli_Writing* writing) {
    writing->is_json = cli_has(args, "--json");
    writing->is_quiet = cli_has(args, "--quiet");
    writing->output = cli_word(args, "--output");
    writing->is_in_place = cli_has(args, "--in-place");
    writing->is_forced = cli_has(args, "--force");
    writing->is_deep = cli_has(args, "--recursive");
    writing->is_dry = takes_dry_run(args) && cli_has(args, "--dry-run");
}

int cli_check_writing(cli_Args* args, cli_Writing* writing, const cli_WritingRules* rules) {
    const char* command = args->command;
    bool has_output = writing->output != NULL;
    if (args->file_count == 0) return cli_usage_error(command, "no FILE");
    if (writing->is_dry && (has_output || writing->is_in_place))
        return cli_usage_error(command, "--dry-run writes nothing: leave out -o and --in-place");
    if (rules->must_write && !has_output && !writing->is_in_place && !writing->is_dry)
        return cli_usage_error(command, "say where to write: -o OUT, or --in-place%s",
                               takes_dry_run(args) ? "; --dry-run writes nothing" : "");
    if (has_output && writing->is_in_place)
        return cli_usage_error(command, "-o and --in-place exclude each other");
    for (int i = 0; i < args->file_count && writing->is_in_place; i++)
        if (strcmp(args->files[i], "-") == 0)
            return cli_usage_error(command, "standard input has no place");
    int status = cli_expand_folders(args, cli_avatar_endings, writing->is_deep);
    if (status != CLI_OK) return status;
    writing->batch = (cli_Batch){.args = args,
                                 .output = writing->output,
                                 .option = "-o",
                                 .product = rules->product,
                                 .extension = rules->extension,
                                 .makes_glb = rules->makes_glb,
                                 .is_json = writing->is_json,
                                 .is_in_place = writing->is_in_place,
                                 .has_in_place = rules->has_in_place,
                                 .is_confined = true,
                                 .draws = rules->draws};
    memcpy(writing->batch.others, rules->others, sizeof rules->others);
    return has_output ? cli_batch_check(&writing->batch) : cli_batch_confine(&writing->batch);
}

int cli_write_each(const cli_Args* args, const cli_Writing* writing, cli_FileFn* run, void* ctx) {
    cli_Work work = {
        .run = run, .ctx = ctx, .is_quiet = writing->is_quiet, .is_json = writing->is_json};
    return cli_each_file(args, &work);
}

const char* cli_output_of(cli_Writing* writing, const char* file) {
    if (writing->is_dry) return "";
    if (writing->is_in_place) return file;
    if (writing->has_glb && cli_batch_glb_output(&writing->batch, file, writing->path))
        return writing->path;
    bool fits = cli_batch_output(&writing->batch, file, writing->path);
    return fits ? writing->path : writing->output; /* then a folder, which cannot be written */
}

/* ---- Saving ---- */

/* Validates the file as it is. The caller destroys the report. */
static vrm_Result validate_again(const vrm_Model* model, vrm_Report** out_report) {
    vrm_Result result = vrm_report_create(NULL, out_report);
    return result == VRM_OK ? vrm_model_validate(model, NULL, *out_report) : result;
}

static int name_new_errors(const char* command, const char* file, const vrm_Report* errors) {
    for (int32_t i = 0; i < vrm_report_count(errors); i++) {
        vrm_Finding error = vrm_report_get(errors, i);
        fprintf(stderr, "vrm %s: ", command);
        cli_put_text(stderr, file);
        fputs(": the result would have an error: ", stderr);
        cli_put_text(stderr, error.message);
        fprintf(stderr, " [%s] at ", error.code);
        cli_put_text(stderr, error.pointer);
        fputc('\n', stderr);
    }
    fprintf(stderr, "vrm %s: nothing written; --force writes it\n", command);
    return CLI_INVALID;
}

static int save(const char* command, cli_Writing* writing, const char* file, const vrm_Model* model,
                const vrm_SaveDef* def) {
    writing->has_glb = vrm_model_is_glb(model);
    const char* output = cli_output_of(writing, file);
    bool has_no_place = writing->is_in_place && writing->has_glb && cli_has_ending(file, ".gltf");
    int fit = has_no_place ? cli_file_error(command, file,
                                            "the result is a GLB, which does not go into a .gltf "
                                            "file: write it with -o OUT.vrm or -o FOLDER/")
                           : cli_check_container(command, file, model, output);
    if (fit != CLI_OK) {
        if (writing->is_json) cli_put_json_status(file, fit);
        return fit;
    }
    vrm_Report* errors = NULL;
    vrm_Result result = vrm_report_create(NULL, &errors);
    if (result == VRM_OK) result = cli_save(model, def, errors, output);
    int status = CLI_OK;
    if (result != VRM_OK && writing->is_json) cli_put_json_failure(file, result, errors);
    if (result == VRM_ERR_INVALID)
        status = name_new_errors(command, file, errors);
    else if (result != VRM_OK)
        status = cli_result_error(command, output, result, NULL);
    vrm_report_destroy(errors);
    return status;
}

FILE* cli_message_stream(const cli_Writing* writing, bool is_written) {
    bool is_piped = is_written && writing->output != NULL && strcmp(writing->output, "-") == 0;
    return is_piped ? stderr : stdout;
}

int cli_with_model(const char* command, const cli_Writing* writing, const char* file,
                   cli_ChangeFn* work, void* ctx) {
    vrm_Report* report = NULL;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load_json(file, report, &model);
    int status = result == VRM_OK ? work(file, model, report, ctx)
                                  : cli_result_error(command, file, result, report);
    if (writing->is_json && result != VRM_OK) cli_put_json_failure(file, result, report);
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return status;
}

int cli_write_changed(const char* command, cli_Writing* writing, const char* file, vrm_Model* model,
                      vrm_Report* report, cli_Match match, cli_ChangeFn* change, void* ctx) {
    vrm_Report* before = NULL;
    vrm_SaveDef def = vrm_default_save_def();
    vrm_Result result = writing->is_forced ? VRM_OK : validate_again(model, &before);
    int status = result == VRM_OK ? change(file, model, report, ctx)
                                  : cli_result_error(command, file, result, NULL);
    if (status == CLI_OK && report != NULL && vrm_report_ran_out_of_memory(report))
        status = cli_result_error(command, file, VRM_ERR_MEMORY, NULL);
    if (writing->is_json) cli_put_json_status(file, status);
    def.allow_errors = writing->is_forced;
    def.known = before;
    def.known_by_code = match == CLI_MATCH_CODES;
    if (status == CLI_OK && !writing->is_dry) status = save(command, writing, file, model, &def);
    vrm_report_destroy(before);
    return status;
}

/* ---- For every reader ---- */

static bool is_plain(const vrm_Gltf* gltf) {
    for (int32_t i = 0; i < gltf->accessor_count; i++)
        if (gltf->accessors[i].buffer_view < 0) return false;
    return gltf->sparse_accessor_count == 0;
}

int cli_write_plainly(const char* command, const char* file, vrm_Model* model) {
    if (is_plain(vrm_model_gltf(model)) || !vrm_model_is_glb(model)) return CLI_OK;
    uint64_t room = 4 * (vrm_model_json_size(model) + vrm_model_bin_size(model)) + (1 << 20);
    vrm_Edit* edit = NULL;
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = vrm_edit_expand_accessors(edit, room, NULL);
    if (result == VRM_OK) result = vrm_edit_commit(edit, NULL);
    if (result == VRM_OK) return CLI_OK;
    vrm_edit_abandon(edit);
    return cli_result_error(command, file, result, NULL);
}

/* ---- One file from another ---- */

/* Those of loading that concern terms, which the command decides. */
static void put_double_terms(vrm_JsonBuilder* builder, const vrm_Report* load_report) {
    for (int32_t i = 0; i < vrm_report_count(load_report); i++) {
        vrm_Finding finding = vrm_report_get(load_report, i);
        if (cli_is_double_term(&finding)) cli_json_put_finding(builder, NULL, &finding);
    }
}

static int print_result_json(cli_Rewriting* rewriting, const char* file,
                             const vrm_Report* load_report, const vrm_Report* report) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", file);
    if (!rewriting->writing.is_dry)
        cli_json_string(builder, "output", cli_output_of(&rewriting->writing, file));
    rewriting->put_json(builder, rewriting->ctx);
    vrm_json_put_key(builder, "findings");
    vrm_json_begin_array(builder);
    if (rewriting->decides_terms) put_double_terms(builder, load_report);
    cli_json_put_findings(builder, report);
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static void print_result_text(const cli_Rewriting* rewriting, FILE* out, const char* file,
                              const vrm_Report* report) {
    cli_put_text(out, file);
    fputs(": ", out);
    rewriting->print(out, rewriting->ctx);
    fputc('\n', out);
    cli_print_findings(out, report);
}

/* The file itself may go to standard output: messages then go to standard error. */
static int print_result(cli_Rewriting* rewriting, const char* file, const vrm_Report* load_report,
                        const vrm_Report* report) {
    cli_Writing* writing = &rewriting->writing;
    bool is_piped = strcmp(cli_output_of(writing, file), "-") == 0;
    if (writing->is_json && !is_piped)
        return print_result_json(rewriting, file, load_report, report);
    if (!writing->is_quiet) print_result_text(rewriting, is_piped ? stderr : stdout, file, report);
    return CLI_OK;
}

/* As cli_put_json_failure(), with the first of those terms. */
static void put_refusal(const char* file, const vrm_Report* load_report) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", file);
    cli_json_string(builder, "error", vrm_result_text(VRM_ERR_INVALID));
    for (int32_t i = 0; i < vrm_report_count(load_report); i++) {
        vrm_Finding finding = vrm_report_get(load_report, i);
        if (!cli_is_double_term(&finding)) continue;
        cli_json_string(builder, "code", finding.code);
        cli_json_string(builder, "pointer", finding.pointer);
        cli_json_string(builder, "message", finding.message);
        break;
    }
    vrm_json_end_object(builder);
    (void)cli_put_json(builder);
}

/* CLI_INVALID, and nothing is written, where terms are stated twice: which of them holds is for the
 * owner to say. With --force they are named, and the last value counts. */
static int settle_terms(const cli_Rewriting* rewriting, const char* file,
                        const vrm_Report* load_report) {
    if (!rewriting->decides_terms) return CLI_OK;
    int status = cli_check_terms(rewriting->command, file, load_report);
    if (status == CLI_OK || rewriting->writing.is_forced) return CLI_OK;
    (void)cli_file_error(rewriting->command, file,
                         "nothing is written; state the terms once (vrm meta --set), or use "
                         "--force");
    if (rewriting->writing.is_json) put_refusal(file, load_report);
    return status;
}

static int rewrite_file(const char* file, void* ctx) {
    cli_Rewriting* rewriting = ctx;
    vrm_Report *load_report = NULL, *report = NULL;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_report_create(NULL, &load_report);
    if (result == VRM_OK) result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load(file, load_report, &model);
    int status = CLI_OK;
    if (result != VRM_OK) {
        if (rewriting->writing.is_json) cli_put_json_failure(file, result, load_report);
        status = cli_result_error(rewriting->command, file, result, load_report);
    } else {
        status = settle_terms(rewriting, file, load_report);
        if (status == CLI_OK)
            status = cli_write_changed(rewriting->command, &rewriting->writing, file, model, report,
                                       CLI_MATCH_CODES, rewriting->change, rewriting->ctx);
        if (status == CLI_OK) status = print_result(rewriting, file, load_report, report);
    }
    vrm_model_destroy(model);
    vrm_report_destroy(load_report);
    vrm_report_destroy(report);
    return status;
}

int cli_rewrite_files(cli_Args* args, cli_Rewriting* rewriting) {
    rewriting->command = args->command;
    cli_take_writing(args, &rewriting->writing);
    int status = cli_check_writing(args, &rewriting->writing, &rewriting->rules);
    if (status == CLI_OK && rewriting->begin != NULL)
        status = rewriting->begin(args, rewriting->ctx);
    if (status != CLI_OK) return status;
    return cli_write_each(args, &rewriting->writing, rewrite_file, rewriting);
}
