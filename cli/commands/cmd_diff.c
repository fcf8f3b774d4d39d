/* SPDX-License-Identifier: MIT */
/* vrm diff: what two avatars, or two clips, differ in by meaning. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "facts/counts.h"
#include "files/files.h"
#include "words/args.h"
#include "words/json.h"
#include "words/limit_option.h"
#include "words/output.h"
#include "words/suggest.h"

#include <stdlib.h>
#include <string.h>

#ifdef CLI_HAS_RENDER
#include "vrm/image.h"

/* Limits for decoded masks of one file, and for decoded pictures of both, in all. */
#define MASK_BYTES    ((uint64_t)1 << 30)
#define PICTURE_BYTES ((uint64_t)1 << 33)
#endif

/* As with diff(1), 1 means that the files differ. A file that cannot be used, 1 in other commands,
 * is therefore CLI_FAILED. */
enum { DIFFERENT = 1, UNUSABLE = CLI_FAILED };

enum { LINES_OF_PART = 20, IGNORED_MAX = 64, KEPT_MAX = 1000000 };

typedef struct Options {
    bool is_json, is_quiet, shows_all;
    const char* tolerance;
    const char* ignored[IGNORED_MAX];
    int ignored_count;
    bool is_part_ignored[VRM_DIFF_PART_COUNT];
    vrm_DiffDef def;
} Options;

typedef struct Side {
    const char* file;
    vrm_Model* model;
    vrm_Dialect dialect; /* before it was migrated */
    int64_t counts[CLI_COUNT_COUNT];
} Side;

typedef struct Comparison {
    Side sides[2];
    bool is_migrated;
    vrm_Diff* diff;
    uint64_t total; /* without the ignored parts */
} Comparison;

/* ---- Comparing ---- */

static int fail(const Options* options, const char* file, vrm_Result result,
                const vrm_Report* report) {
    if (options->is_json) cli_put_json_failure(file, result, report);
    cli_result_error("diff", file, result, report);
    return UNUSABLE;
}

static int load_side(const Options* options, Side* side) {
    vrm_Report* report = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load(side->file, report, &side->model);
    if (result == VRM_OK && !cli_count_all(side->model, side->counts)) result = VRM_ERR_MEMORY;
    int status = result == VRM_OK ? CLI_OK : fail(options, side->file, result, report);
    if (status == CLI_OK) side->dialect = vrm_model_dialect(side->model);
    vrm_report_destroy(report);
    return status;
}

/* Avatars of two dialects are compared as 1.0, which is what `vrm migrate` would write. */
static int migrate_side(const Options* options, Side* side) {
    vrm_Report* report = NULL;
    vrm_MigrateDef def = vrm_default_migrate_def();
#ifdef CLI_HAS_RENDER
    vrm_ImageLimits limits = {.decoded_bytes = MASK_BYTES};
    def.spread_channel = vrm_image_spread_channel;
    def.spread_channel_ctx = &limits;
#endif
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = vrm_migrate(side->model, &def, report);
    int status = result == VRM_OK ? CLI_OK : fail(options, side->file, result, report);
    vrm_report_destroy(report);
    return status;
}

static void count_differences(const Options* options, Comparison* comparison) {
    comparison->total = vrm_diff_total(comparison->diff);
    for (int32_t i = 0; i < vrm_diff_count(comparison->diff); i++)
        if (options->is_part_ignored[vrm_diff_get(comparison->diff, i).part]) comparison->total--;
}

#ifdef CLI_HAS_RENDER
/* Pixels of four bytes: a picture of 4096 x 4096, and 1024 for each byte of the files, which is
 * what the best compression of PNG gives. */
static uint64_t picture_bytes(const vrm_Model* a, const vrm_Model* b) {
    uint64_t source = vrm_model_source_bytes(a) + vrm_model_source_bytes(b);
    uint64_t bytes = 4 * (((uint64_t)1 << 24) + 1024 * source);
    return bytes < PICTURE_BYTES ? bytes : PICTURE_BYTES;
}
#endif

static vrm_Result diff_models(const Options* options, const vrm_Model* a, const vrm_Model* b,
                              vrm_Diff** out) {
    vrm_DiffDef def = options->def;
#ifdef CLI_HAS_RENDER
    vrm_ImageLimits limits = {.decoded_bytes = picture_bytes(a, b)};
    def.picture_digest = vrm_image_digest;
    def.picture_digest_ctx = &limits;
#endif
    return vrm_diff_create(a, b, &def, out);
}

static int compare(const Options* options, Comparison* comparison) {
    Side *a = &comparison->sides[0], *b = &comparison->sides[1];
    int status = load_side(options, a);
    if (status == CLI_OK) status = load_side(options, b);
    if (status != CLI_OK) return status;
    comparison->is_migrated = a->dialect != b->dialect && a->dialect != VRM_DIALECT_NONE &&
                              b->dialect != VRM_DIALECT_NONE;
    if (comparison->is_migrated) status = migrate_side(options, a);
    if (comparison->is_migrated && status == CLI_OK) status = migrate_side(options, b);
    if (status != CLI_OK) return status;
    vrm_Result result = diff_models(options, a->model, b->model, &comparison->diff);
    if (result == VRM_ERR_LIMIT) {
        if (options->is_json) cli_put_json_failure(b->file, result, NULL);
        (void)cli_file_error("diff", b->file,
                             "the files refer to their data so often that comparing them exceeds "
                             "the limit work; --limit work=VALUE raises it");
        return UNUSABLE;
    }
    if (result != VRM_OK) return fail(options, b->file, result, NULL);
    count_differences(options, comparison);
    return comparison->total == 0 ? CLI_OK : DIFFERENT;
}

/* ---- Reports ---- */

static void put_json_side(vrm_JsonBuilder* builder, const char* key, const Side* side) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", side->file);
    cli_json_string(builder, "dialect", vrm_dialect_text(side->dialect));
    vrm_json_put_key(builder, "counts");
    vrm_json_begin_object(builder);
    for (int i = 0; i < CLI_COUNT_COUNT; i++)
        cli_json_integer(builder, cli_count_names[i], side->counts[i]);
    vrm_json_end_object(builder);
    vrm_json_end_object(builder);
}

static int put_json(const Options* options, const Comparison* comparison) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    put_json_side(builder, "before", &comparison->sides[0]);
    put_json_side(builder, "after", &comparison->sides[1]);
    cli_json_bool(builder, "migrated", comparison->is_migrated);
    cli_json_bool(builder, "equal", comparison->total == 0);
    cli_json_integer(builder, "total", (int64_t)comparison->total);
    vrm_json_put_key(builder, "differences");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_diff_count(comparison->diff); i++) {
        vrm_Difference difference = vrm_diff_get(comparison->diff, i);
        if (options->is_part_ignored[difference.part]) continue;
        vrm_json_begin_object(builder);
        cli_json_string(builder, "part", vrm_diff_part_name(difference.part));
        cli_json_string(builder, "kind", vrm_diff_kind_name(difference.kind));
        cli_json_string(builder, "subject", difference.subject);
        cli_json_string(builder, "member", difference.member);
        cli_json_string(builder, "before", difference.before);
        cli_json_string(builder, "after", difference.after);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static void print_value(const char* text) {
    if (text[0] == 0)
        fputs("(empty)", stdout);
    else
        cli_put_text(stdout, text);
}

/* "  + Skirt", "  hair: stiffness: 1 -> 2". */
static void print_difference(const vrm_Difference* difference) {
    static const char* const marks[] = {"  ", "+ ", "- "};
    printf("  %s", marks[difference->kind]);
    cli_put_text(stdout, difference->subject);
    if (difference->subject[0] != 0 && difference->member[0] != 0) fputs(": ", stdout);
    cli_put_text(stdout, difference->member);
    if (difference->subject[0] == 0 && difference->member[0] == 0) fputs("all of it", stdout);
    bool has_values = difference->before[0] != 0 || difference->after[0] != 0;
    if (difference->kind == VRM_DIFF_CHANGED && has_values) {
        fputs(": ", stdout);
        /* Meshes and the parts after them have a sentence in `after` where values would not help.
         */
        bool is_sentence = difference->before[0] == 0 && strstr(difference->after, " ") != NULL &&
                           difference->part >= VRM_DIFF_MESHES;
        if (!is_sentence) {
            print_value(difference->before);
            fputs(" -> ", stdout);
        }
        print_value(difference->after);
    } else if (has_values) {
        fputs(" (", stdout);
        cli_put_text(stdout,
                     difference->kind == VRM_DIFF_ADDED ? difference->after : difference->before);
        fputc(')', stdout);
    }
    fputc('\n', stdout);
}

static void print_counts(const Comparison* comparison) {
    bool has_title = false;
    for (int i = 0; i < CLI_COUNT_COUNT; i++) {
        int64_t before = comparison->sides[0].counts[i], after = comparison->sides[1].counts[i];
        if (before == after) continue;
        if (!has_title) puts("counts");
        has_title = true;
        printf("    %s: %lld -> %lld\n", cli_count_names[i], (long long)before, (long long)after);
    }
}

/* Says how many lines of a part were left out. */
static void print_left_out(int64_t lines, bool shows_all) {
    if (!shows_all && lines > LINES_OF_PART)
        printf("    and %lld more; --all lists them\n", (long long)(lines - LINES_OF_PART));
}

static void print_plain(const Options* options, const Comparison* comparison) {
    const Side *a = &comparison->sides[0], *b = &comparison->sides[1];
    cli_put_text(stdout, a->file);
    fputs(" and ", stdout);
    cli_put_text(stdout, b->file);
    if (comparison->total == 0)
        fputs(" mean the same", stdout);
    else
        printf(": %llu difference%s", (unsigned long long)comparison->total,
               cli_s(comparison->total));
    if (comparison->is_migrated)
        printf(", VRM %s and %s compared as 1.0", vrm_dialect_text(a->dialect),
               vrm_dialect_text(b->dialect));
    fputc('\n', stdout);
    int part = -1;
    int64_t lines = 0;
    for (int32_t i = 0; i < vrm_diff_count(comparison->diff); i++) {
        vrm_Difference difference = vrm_diff_get(comparison->diff, i);
        if (options->is_part_ignored[difference.part]) continue;
        if ((int)difference.part != part) {
            print_left_out(lines, options->shows_all);
            part = (int)difference.part;
            lines = 0;
            puts(vrm_diff_part_name(difference.part));
        }
        if (++lines <= LINES_OF_PART || options->shows_all) print_difference(&difference);
    }
    print_left_out(lines, options->shows_all);
    if (comparison->total > 0 && !comparison->is_migrated) print_counts(comparison);
}

/* ---- Options ---- */

/* "0.001,0.5,0.01": metres, degrees, other numbers. */
static bool parse_tolerance(const char* text, vrm_DiffDef* def) {
    float* tolerances[] = {&def->distance, &def->angle, &def->value};
    for (int i = 0; i < 3; i++) {
        char* end;
        double value = strtod(text, &end);
        if (end == text || !(value >= 0.0 && value <= 1e6)) return false;
        *tolerances[i] = (float)value;
        if (*end == 0) return true;
        if (*end != ',') return false;
        text = end + 1;
    }
    return false;
}

static const char* part_at(const void* ctx, int index) {
    (void)ctx;
    return vrm_diff_part_name((vrm_DiffPart)index);
}

static int ignore_part(Options* options, const char* name) {
    char hint[CLI_HINT_ROOM], names[256] = "";
    for (int p = 0; p < VRM_DIFF_PART_COUNT; p++) {
        if (strcmp(vrm_diff_part_name((vrm_DiffPart)p), name) != 0) continue;
        options->is_part_ignored[p] = true;
        return CLI_OK;
    }
    for (int p = 0; p < VRM_DIFF_PART_COUNT; p++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, " %s", vrm_diff_part_name((vrm_DiffPart)p));
    }
    (void)cli_did_you_mean(name, part_at, NULL, hint); /* before the arguments that read it */
    return cli_usage_error("diff", "there is no part %s%s%s%s", name, hint,
                           hint[0] != 0 ? " There are" : "; there are", names);
}

static int run(cli_Args* args) {
    Options options = {.def = vrm_default_diff_def(),
                       .is_json = cli_has(args, "--json"),
                       .is_quiet = cli_has(args, "--quiet"),
                       .shows_all = cli_has(args, "--all"),
                       .tolerance = cli_word(args, "--tolerance")};
    options.ignored_count = cli_words(args, "--ignore", options.ignored);
    if (args->file_count != 2)
        return cli_usage_error("diff", "name two files: it compares one with the other");
    if (strcmp(args->files[0], "-") == 0 && strcmp(args->files[1], "-") == 0)
        return cli_usage_error("diff", "only one of the two can be standard input");
    if (options.tolerance != NULL && !parse_tolerance(options.tolerance, &options.def))
        return cli_usage_error("diff",
                               "--tolerance is METRES[,DEGREES[,VALUE]], each from 0 to 1000000");
    for (int i = 0; i < options.ignored_count; i++)
        if (ignore_part(&options, options.ignored[i]) != CLI_OK) return CLI_USAGE;
    options.def.max_differences = KEPT_MAX;
    options.def.work = cli_limit("work");
    Comparison comparison = {.sides = {{.file = args->files[0]}, {.file = args->files[1]}}};
    int status = cli_confine(&(cli_Needs){.args = args});
    if (status == CLI_OK) status = compare(&options, &comparison);
    if (comparison.diff != NULL && options.is_json) {
        int put = put_json(&options, &comparison);
        if (put > status) status = put;
    } else if (comparison.diff != NULL && !options.is_quiet) {
        print_plain(&options, &comparison);
    }
    vrm_diff_destroy(comparison.diff);
    vrm_model_destroy(comparison.sides[0].model);
    vrm_model_destroy(comparison.sides[1].model);
    return status;
}

static const cli_Option options[] = {
    CLI_VALUE("--tolerance", "M[,D[,V]]",
              "Largest difference that counts as equal: metres, degrees, other numbers. Default: "
              "0.0001,0.1,0.0001."),
    {.name = "--ignore",
     .value = "PART",
     .help = "Part to leave out: meta, humanoid, expressions, lookAt, firstPerson, springs, "
             "colliders, constraints, materials, meshes, nodes or animations. May be repeated.",
     .most = IGNORED_MAX,
     .kind = CLI_NAMES_OPEN,
     .name_at = part_at},
    CLI_FLAG("--all", "List all differences, not only the first 20 of each part."),
    CLI_FLAG("--json", "Print one JSON object."),
    CLI_QUIET_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_diff = {
    .name = "diff",
    .summary = "compare two avatars or animations by meaning",
    .usage = "vrm diff [--json] [-q] [--all] [--tolerance M[,D[,V]]] [--ignore PART] A B\n",
    .about =
        "Lists differences in meaning: meta and licence, bones, expressions, gaze, springs,\n"
        "constraints, materials with the pixels of their textures, vertices, nodes, animations.\n"
        "Ignores order, spelling, dialect, rotations baked into meshes, and changes that vrm\n"
        "optimize makes by default. Avatars of different dialects are compared as VRM 1.0, as vrm\n"
        "migrate would write them. A or B may be - for standard input.\n",
    .options = options,
    .status = "0 no differences, 1 differences, 2 wrong usage, 3 a file could not be used or "
              "read, or memory ran out.",
    .run = run,
};
