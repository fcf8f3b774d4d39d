/* SPDX-License-Identifier: MIT */
/* vrm expressions: lists the expressions of an avatar, changes them, or proposes some. */
#include "commands/commands.h"
#include "files/files.h"
#include "rewrite/expression_changes.h"
#include "rewrite/write.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

typedef struct Options {
    cli_Writing writing;
    cli_ExpressionChanges changes;
    bool lists_targets;
    /* Of the file at hand. */
    const char* file;
    vrm_ExpressionList* list;
    bool is_written;
    const char** names; /* of the expressions in the file, sorted; NULL: nothing is compared */
    int32_t name_count;
} Options;

/* ---- Print ---- */

static const char* const overrides[] = {"none", "block", "blend"};
static const char* const how_verbs[] = {"", "blocks", "blends"};

static void print_count(FILE* out, const char** gap, int32_t count, const char* noun) {
    if (count == 0) return;
    fprintf(out, "%s%d %s%s", *gap, count, noun, cli_s((uint64_t)count));
    *gap = ", ";
}

static void print_override(FILE* out, uint8_t how, const char* what) {
    if (how == VRM_OVERRIDE_NONE || how > VRM_OVERRIDE_BLEND) return;
    fprintf(out, ", %s %s", how_verbs[how], what);
}

static int compare_names(const void* a, const void* b) {
    return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static bool is_new(const Options* options, const vrm_Expression* item) {
    return options->names != NULL &&
           bsearch(&item->name, options->names, (size_t)options->name_count, sizeof *options->names,
                   compare_names) == NULL;
}

static void print_item(FILE* out, const Options* options, const vrm_Expression* item) {
    const char* gap = ": ";
    fputs(is_new(options, item) ? "  + " : "  ", out);
    cli_put_text(out, item->name);
    if (item->preset == VRM_EXPRESSION_CUSTOM) fputs(" (custom)", out);
    print_count(out, &gap, item->morph_bind_count, "morph target");
    print_count(out, &gap, item->color_bind_count, "colour");
    print_count(out, &gap, item->texture_bind_count, "texture transform");
    if (gap[0] == ':') fputs(": binds nothing", out);
    if (item->binary != VRM_BINARY_NOT) fputs(", binary", out);
    print_override(out, item->override_blink, "blink");
    print_override(out, item->override_look_at, "gaze");
    print_override(out, item->override_mouth, "mouth");
    fputc('\n', out);
}

static void print_presets(FILE* out, const char* title, uint32_t presets) {
    const char* gap = " ";
    if (presets == 0) return;
    fprintf(out, "  %s:", title);
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        if ((presets >> p & 1) == 0) continue;
        fprintf(out, "%s%s", gap, vrm_expression_preset_name((vrm_ExpressionPreset)p));
        gap = ", ";
    }
    fputc('\n', out);
}

/* Names of one mesh a line; a target without a name can be bound in the viewer only. */
static void print_targets(FILE* out, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        const vrm_Mesh* mesh = &gltf->meshes[m];
        if (mesh->target_count == 0) continue;
        fprintf(out, "  %d morph target%s of ", mesh->target_count,
                cli_s((uint64_t)mesh->target_count));
        cli_put_text(out, mesh->name);
        for (int32_t t = 0; t < mesh->target_name_count; t++) {
            fputs(t == 0 ? ": " : ", ", out);
            cli_put_text(out, mesh->target_names[t]);
        }
        fputs(mesh->target_name_count == 0 ? ", without names\n" : "\n", out);
    }
}

static void print_all(FILE* out, const Options* options, const vrm_Model* model) {
    vrm_ExpressionFacts facts = vrm_expression_list_facts(options->list);
    int32_t count;
    const vrm_Expression* items = vrm_expression_list_items(options->list, &count);
    for (int32_t i = 0; i < count; i++) print_item(out, options, &items[i]);
    print_presets(out, "missing presets", facts.expected & ~facts.presets);
    print_presets(out, "presets without effect", facts.expected & facts.presets & ~facts.effective);
    if (facts.shape_count + facts.proposed_shape_count > 0)
        fprintf(out, "  %d of the 52 shapes of ARKit\n", facts.shape_count);
    if (facts.wanted_count > 0 && !options->changes.proposes)
        fprintf(out, "  --propose finds %d more by the names of morph targets\n",
                facts.wanted_count);
    if (options->lists_targets) print_targets(out, model);
    fprintf(out, "  %d expression%s%s\n", count, cli_s((uint64_t)count),
            options->is_written ? " written" : "");
}

/* ---- JSON ---- */

static const char* target_name(const vrm_Model* model, const vrm_MorphBind* bind) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Mesh* mesh = &gltf->meshes[gltf->nodes[bind->node].mesh];
    return bind->index < mesh->target_name_count ? mesh->target_names[bind->index] : NULL;
}

static void put_item(vrm_JsonBuilder* builder, const Options* options, const vrm_Model* model,
                     const vrm_Expression* item) {
    vrm_json_begin_object(builder);
    cli_json_string(builder, "name", item->name);
    cli_json_bool(builder, "preset", item->preset != VRM_EXPRESSION_CUSTOM);
    cli_json_bool(builder, "new", is_new(options, item));
    cli_json_bool(builder, "binary", item->binary != VRM_BINARY_NOT);
    vrm_json_put_key(builder, "morphs");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < item->morph_bind_count; i++) {
        const vrm_MorphBind* bind = &item->morph_binds[i];
        vrm_json_begin_object(builder);
        cli_json_integer(builder, "node", bind->node);
        cli_json_integer(builder, "index", bind->index);
        cli_json_string(builder, "target", target_name(model, bind));
        cli_json_float(builder, "weight", bind->weight);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    cli_json_integer(builder, "colors", item->color_bind_count);
    cli_json_integer(builder, "textures", item->texture_bind_count);
    cli_json_string(builder, "overrideBlink", overrides[item->override_blink]);
    cli_json_string(builder, "overrideLookAt", overrides[item->override_look_at]);
    cli_json_string(builder, "overrideMouth", overrides[item->override_mouth]);
    vrm_json_end_object(builder);
}

static void put_presets(vrm_JsonBuilder* builder, const char* key, uint32_t presets) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        if ((presets >> p & 1) == 0) continue;
        const char* name = vrm_expression_preset_name((vrm_ExpressionPreset)p);
        vrm_json_put_string(builder, name);
    }
    vrm_json_end_array(builder);
}

static void put_targets(vrm_JsonBuilder* builder, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_json_put_key(builder, "targets");
    vrm_json_begin_array(builder);
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        const vrm_Mesh* mesh = &gltf->meshes[m];
        if (mesh->target_count == 0) continue;
        vrm_json_begin_object(builder);
        cli_json_integer(builder, "mesh", m);
        cli_json_string(builder, "name", mesh->name);
        cli_json_integer(builder, "count", mesh->target_count);
        vrm_json_put_key(builder, "names");
        vrm_json_begin_array(builder);
        for (int32_t t = 0; t < mesh->target_name_count; t++)
            vrm_json_put_string(builder, mesh->target_names[t]);
        vrm_json_end_array(builder);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static int print_json(const Options* options, const vrm_Model* model) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_ExpressionFacts facts = vrm_expression_list_facts(options->list);
    int32_t count;
    const vrm_Expression* items = vrm_expression_list_items(options->list, &count);
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", options->file);
    if (cli_has_expression_changes(&options->changes))
        cli_json_bool(builder, "written", options->is_written);
    vrm_json_put_key(builder, "expressions");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) put_item(builder, options, model, &items[i]);
    vrm_json_end_array(builder);
    put_presets(builder, "missing", facts.expected & ~facts.presets);
    put_presets(builder, "withoutEffect", facts.expected & facts.presets & ~facts.effective);
    put_presets(builder, "proposedPresets", facts.proposed);
    cli_json_integer(builder, "shapes", facts.shape_count);
    cli_json_integer(builder, "proposedShapes", facts.proposed_shape_count);
    if (options->lists_targets) put_targets(builder, model);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static int print(const Options* options, const vrm_Model* model) {
    FILE* out = cli_message_stream(&options->writing, options->is_written);
    if (options->writing.is_json && out == stdout) return print_json(options, model);
    if (options->writing.is_quiet) return CLI_OK;
    cli_put_text(out, options->file);
    fputc('\n', out);
    print_all(out, options, model);
    return CLI_OK;
}

/* ---- Work ---- */

static int apply(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    vrm_Edit* edit = NULL;
    int32_t count;
    const vrm_Expression* items = vrm_expression_list_items(options->list, &count);
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = vrm_edit_set_expressions(edit, items, count);
    if (result == VRM_OK) result = vrm_edit_commit(edit, report);
    if (result == VRM_OK) return CLI_OK;
    vrm_edit_abandon(edit);
    return cli_result_error("expressions", file, result, report);
}

static int make_list(Options* options, const vrm_Model* model, vrm_Report* report) {
    vrm_expression_list_destroy(options->list);
    vrm_Result result = vrm_expression_list_create(model, NULL, report, &options->list);
    return result == VRM_OK ? CLI_OK
                            : cli_result_error("expressions", options->file, result, report);
}

/* Changes that are only shown are compared with the file. */
static int note_names(Options* options, const vrm_Model* model) {
    const vrm_Expression* items = vrm_model_expressions(model, &options->name_count);
    options->names = malloc(((size_t)options->name_count + 1) * sizeof *options->names);
    if (options->names == NULL)
        return cli_file_error("expressions", options->file, "out of memory");
    for (int32_t i = 0; i < options->name_count; i++) options->names[i] = items[i].name;
    qsort(options->names, (size_t)options->name_count, sizeof *options->names, compare_names);
    return CLI_OK;
}

/* Makes the list of expressions and changes it. */
static int edit_list(const char* file, const vrm_Model* model, vrm_Report* report, bool writes,
                     Options* options) {
    if (vrm_model_dialect(model) == VRM_DIALECT_NONE)
        return cli_file_error("expressions", file, "not a VRM avatar: run vrm create first");
    if (writes && vrm_model_dialect(model) != VRM_DIALECT_1)
        return cli_file_error("expressions", file, "not VRM 1.0: run vrm migrate first");
    int status = make_list(options, model, report);
    if (status == CLI_OK && !writes && cli_has_expression_changes(&options->changes))
        status = note_names(options, model);
    if (status == CLI_OK)
        status = cli_change_expressions(&options->changes, file, model, options->list);
    return status;
}

static int expressions_of(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    bool writes = cli_writes(&options->writing);
    int status = edit_list(file, model, report, writes, options);
    if (options->writing.is_json) cli_put_json_status(file, status);
    if (status == CLI_OK && writes) {
        status = cli_write_changed("expressions", &options->writing, file, model, report,
                                   CLI_MATCH_PLACES, apply, options);
        options->is_written = true;
        if (status == CLI_OK) status = make_list(options, model, NULL);
    }
    return status == CLI_OK ? print(options, model) : status;
}

static int expressions_file(const char* file, void* ctx) {
    Options* options = ctx;
    options->file = file;
    options->is_written = false;
    int status = cli_with_model("expressions", &options->writing, file, expressions_of, options);
    vrm_expression_list_destroy(options->list);
    free(options->names);
    options->list = NULL;
    options->names = NULL;
    return status;
}

/* ---- Options ---- */

static int run(cli_Args* args) {
    Options options = {.lists_targets = cli_has(args, "--targets")};
    cli_take_writing(args, &options.writing);
    int status = cli_take_expression_changes(args, &options.changes);
    bool writes = cli_writes(&options.writing);
    if (status == CLI_OK && writes && !cli_has_expression_changes(&options.changes))
        status = cli_usage_error("expressions", "this command line changes nothing to write");
    const cli_WritingRules rules = {.has_in_place = true, .product = CLI_AVATAR};
    if (status == CLI_OK) status = cli_check_writing(args, &options.writing, &rules);
    return status == CLI_OK ? cli_write_each(args, &options.writing, expressions_file, &options)
                            : status;
}

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION(CLI_OUTPUT_HELP),
    CLI_FLAG("--in-place", "Overwrite FILE."),
    CLI_FLAG("--targets", "List the morph targets of each mesh as well."),
    {.heading = "Changes, in this order; without -o or --in-place they are only shown"},
    CLI_REPEATED("--delete", "NAME", CLI_CHANGES_MAX,
                 "Delete an expression. All of these may be repeated."),
    CLI_REPEATED("--rename", "NAME=NEW", CLI_CHANGES_MAX,
                 "Rename an expression. The name of a preset makes it the preset."),
    CLI_REPEATED("--copy", "NAME=NEW", CLI_CHANGES_MAX, "Copy an expression."),
    CLI_REPEATED(
        "--add", "NAME=TARGET:WEIGHT", CLI_CHANGES_MAX,
        "Let an expression move a morph target, by its name, in all meshes that have it. "
        "Makes the expression if there is none. WEIGHT is 0 to 1, default 1; 0 removes the "
        "target. NAME alone makes an expression that moves nothing yet."),
    CLI_FLAG("--propose", "Add presets and ARKit shapes, found by the names of morph targets, that "
                          "FILE lacks or that have no effect."),
    CLI_REPEATED(
        "--mirror", "NAME[=NEW]", CLI_CHANGES_MAX,
        "Make the mirror image of an expression: blinkLeft becomes blinkRight, replaced if "
        "it exists. A name without a side is mirrored in its place. NEW must not exist."),
    CLI_REPEATED(
        "--override", "NAME=KIND:HOW", CLI_CHANGES_MAX,
        "Set how an expression overrides others while it is active. KIND: blink, lookAt or "
        "mouth. HOW: none, block or blend."),
    {.heading = "Others"},
    CLI_FORCE_OPTION,
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_expressions = {
    .name = "expressions",
    .summary = "list expressions, change them, or find them by morph targets",
    .usage = "vrm expressions [--targets] [--json] [-q] FILE...\n"
             "vrm expressions FILE --propose [-o OUT]\n"
             "vrm expressions FILE [--add NAME=TARGET:WEIGHT]... [--mirror NAME]... [-o OUT]\n"
             "vrm expressions FILE... --propose -o FOLDER/, or --in-place\n",
    .about =
        "Lists the expressions of an avatar, and the presets that are missing or have no effect.\n"
        "Changes them by name. With --propose, finds presets and the 52 shapes of ARKit (perfect\n"
        "sync) by the names of morph targets. In the list, + marks new expressions.\n",
    .options = options,
    .notes =
        "The counterpart of a morph target is found by its name (eyeBlinkLeft, smile_L), or by\n"
        "the vertices that it moves. Expressions are written to VRM 1.0; migrate 0.x files\n"
        "first.\n",
    .run = run,
};
