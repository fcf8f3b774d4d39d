/* SPDX-License-Identifier: MIT */
/* vrm bake: runs a motion and writes the result as an ordinary glTF animation. */
#include "cli.h"
#include "source.h"
#include "write.h"

typedef struct Options {
    cli_Writing writing;
    SourceOptions source_options;
    Source source;
    vrm_BakerDef def;
    vrm_BakeStats stats;
    bool is_compact;
} Options;

static void print(FILE* out, void* ctx) {
    const Options* options = ctx;
    const vrm_BakeStats* stats = &options->stats;
    fprintf(
        out,
        "%d frame%s, %.4g s; %d channel%s, %llu of %llu key%s kept (%.3g degrees, %.3g m, %.3g)",
        (int)stats->frames, cli_s((uint64_t)stats->frames), (double)stats->seconds,
        (int)stats->channels, cli_s((uint64_t)stats->channels),
        (unsigned long long)stats->kept_keys, (unsigned long long)stats->source_keys,
        cli_s(stats->source_keys), (double)options->def.tolerance_degrees,
        (double)options->def.tolerance_metres, (double)options->def.tolerance_weight);
}

static void put_json(vrm_JsonBuilder* builder, void* ctx) {
    const Options* options = ctx;
    const vrm_BakeStats* stats = &options->stats;
    cli_json_integer(builder, "frames", stats->frames);
    cli_json_float(builder, "seconds", stats->seconds);
    cli_json_integer(builder, "channels", stats->channels);
    cli_json_integer(builder, "keys", (int64_t)stats->kept_keys);
    cli_json_integer(builder, "sourceKeys", (int64_t)stats->source_keys);
    cli_json_integer(builder, "keyBytes", (int64_t)stats->kept_bytes);
    cli_json_integer(builder, "sourceKeyBytes", (int64_t)stats->source_bytes);
    vrm_json_put_key(builder, "tolerance");
    vrm_json_begin_object(builder);
    cli_json_float(builder, "degrees", options->def.tolerance_degrees);
    cli_json_float(builder, "metres", options->def.tolerance_metres);
    cli_json_float(builder, "weight", options->def.tolerance_weight);
    vrm_json_end_object(builder);
    vrm_json_put_key(builder, "gap");
    vrm_json_begin_object(builder);
    cli_json_float(builder, "degrees", stats->gap_degrees);
    cli_json_float(builder, "metres", stats->gap_metres);
    vrm_json_end_object(builder);
}

static vrm_Result add_frame(void* ctx, double time_s, const Stage* stage) {
    return vrm_baker_add_frame(ctx, time_s, stage->sim, stage->avatar);
}

static int change(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    Stage stage;
    vrm_Baker* baker = NULL;
    int refused = cli_refuse_clip("bake", file, model);
    if (refused != CLI_OK) return refused;
    vrm_Result result = stage_open(model, report, &stage);
    if (result == VRM_OK) {
        int status = source_check("bake", file, &options->source, &stage);
        if (status != CLI_OK) {
            stage_close(&stage);
            return status;
        }
        result = vrm_baker_create(&options->def, stage.rig, &baker);
    }
    if (result == VRM_OK) result = source_run(&options->source, &stage, add_frame, baker);
    if (result == VRM_OK) result = vrm_baker_finish(baker, model, report, &options->stats);
    vrm_baker_destroy(baker);
    stage_close(&stage);
    if (result != VRM_OK) return cli_result_error("bake", file, result, report);
    return options->is_compact ? CLI_OK : cli_write_plainly("bake", file, model);
}

static void take_tolerances(Options* options) {
    float* fields[] = {&options->def.tolerance_degrees, &options->def.tolerance_metres,
                       &options->def.tolerance_weight};
    for (int i = 0; i < 3; i++)
        if (options->source.tolerances[i] >= 0.0f) *fields[i] = options->source.tolerances[i];
}

static int run(int argc, char** argv) {
    Options options = {.def = vrm_default_baker_def()};
    cli_Rewriting rewriting = {.command = "bake",
                               .writing = &options.writing,
                               .change = change,
                               .print = print,
                               .put_json = put_json,
                               .ctx = &options};
    cli_Args args;
    cli_Option table[CLI_WRITING_OPTIONS + SOURCE_OPTIONS + 5];
    cli_add_writing_options(table, &options.writing, &args);
    source_add_options(table + CLI_WRITING_OPTIONS, &options.source_options);
    cli_Option* own = table + CLI_WRITING_OPTIONS + SOURCE_OPTIONS;
    own[0] = (cli_Option){.name = "--materials", .flag = &options.def.has_materials};
    own[1] = (cli_Option){.name = "--texture-transforms", .flag = &options.def.has_materials};
    own[2] = (cli_Option){.name = "--keep-vrm", .flag = &options.def.keeps_vrm};
    own[4] = (cli_Option){.name = "--compact", .flag = &options.is_compact};
    own[3] = (cli_Option){.name = "--name", .value = &options.def.name};
    if (!cli_parse(argc, argv, table, sizeof table / sizeof table[0], &args)) return CLI_USAGE;
    if (options.writing.is_in_place)
        return cli_usage_error("bake", "a baked file is no avatar any more: say -o OUT");
    if (options.writing.output == NULL && args.file_count > 0)
        return cli_usage_error("bake", "say where to write: -o OUT");
    const cli_WritingRules rules = {
        .product = options.def.keeps_vrm ? CLI_AVATAR : CLI_BAKED,
        .extension = ".glb",
        .others = {options.source_options.clip, options.source_options.script}};
    int status = cli_check_writing(&args, &options.writing, &rules);
    if (status == CLI_OK) status = source_open("bake", &options.source_options, &options.source);
    if (status == CLI_OK) {
        take_tolerances(&options);
        options.source.is_quiet = options.writing.is_quiet || args.file_count > 1;
        status = cli_write_each(&args, &options.writing, cli_rewrite_file, &rewriting);
        source_close(&options.source);
    }
    cli_args_release(&args);
    return status;
}

const cli_Command cli_bake = {
    .name = "bake",
    .summary = "write a motion, sway included, as an ordinary glTF animation",
    .help =
        "usage: vrm bake AVATAR [--animation CLIP | --motion SCRIPT] -o OUT.glb\n"
        "       vrm bake AVATAR... [--animation CLIP | --motion SCRIPT] -o FOLDER/\n"
        "\n"
        "Runs the avatar (springs, constraints, look-at, expressions) and writes every node and\n"
        "morph weight as one glTF animation, so that programs which know nothing of VRM show the\n"
        "motion. Without CLIP and SCRIPT the avatar stands and breathes, in a loop of 8 s. The\n"
        "VRM extensions are taken out, since a VRM program would run springs a second time; the\n"
        "licence stays in asset.extras.vrmMeta. OUT is one GLB: side files of AVATAR come in.\n"
        "\n"
        "  -o, --output OUT       where to; - is standard output. OUT appears whole or not at all\n"
        "  --animation CLIP       a VRM animation (.vrma), motion capture (.bvh), or a glTF file\n"
        "                         that animates these nodes and their morph weights, as AVATAR\n"
        "                         itself may: its first one\n"
        "  --motion SCRIPT        a motion script (docs/trace.md), with its own frames\n"
        "  --fps N                frames a second, 1 to 1000. Default 60\n"
        "  --seconds S            how long. Default: the clip's length\n"
        "  --max-frames N         how many frames may be asked for. Default 131072, which is 36\n"
        "                         minutes at 60 a second\n"
        "  --loop                 springs have gone through the motion once before it begins\n"
        "  --tolerance D[,M[,W]]  how far keys may be off: degrees, metres, weights. Default\n"
        "                         0.1,0.0005,0.002\n"
        "  --expression NAME=W    an expression for all of it, in the words of 1.0 or 0.x; NAME\n"
        "                         alone is its full weight; may be given more than once\n"
        "  --look-at X,Y,Z        a point to look at, metres\n"
        "  --materials            colours and texture transforms too, through\n"
        "                         KHR_animation_pointer; --texture-transforms is the same\n"
        "  --keep-vrm             leave the VRM extensions in\n"
        "  --name NAME            of the animation. Default \"bake\"\n"
        "  --compact              leave sparse accessors and those without data as they are: "
        "smaller,\n"
        "                         and fewer programs read them\n"
        "  --force                write even what has errors that AVATAR does not have\n"
        "  --json                 what was done as one JSON object\n"
        "  -q, --quiet            print no text (--json still prints); see the exit status\n"
        "  -j, --jobs N           work on N files at a time, each in a process of its own: a\n"
        "                         crash costs one file alone. 0: one for each core\n"
        "  --no-sandbox           let the process do all that the user may do (docs/trust.md)\n"
        "  --limit NAME=VALUE     raise a limit for files that you trust (docs/trust.md)\n"
        "  --color WHEN           auto (default), always or never; NO_COLOR is honoured\n",
    .run = run,
};
