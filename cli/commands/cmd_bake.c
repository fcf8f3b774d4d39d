/* SPDX-License-Identifier: MIT */
/* vrm bake: runs a motion and writes the result as an ordinary glTF animation. */
#include "commands/commands.h"
#include "face/performer.h"
#include "facts/far.h"
#include "files/files.h"
#include "motion/motion_options.h"
#include "motion/source.h"
#include "rewrite/write.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

typedef struct Options {
    Source source;
    bool is_open; /* the source is */
    bool is_quiet;
    vrm_BakerDef def;
    vrm_BakeStats stats;
    bool is_compact;
    bool has_root; /* --root-motion */
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

typedef struct Film {
    vrm_Baker* baker;
    bool trembles; /* in some frame the avatar is too far from the origin for its springs */
} Film;

static vrm_Result add_frame(void* ctx, double time_s, const SimAvatar* avatar) {
    Film* film = ctx;
    film->trembles |= cli_springs_tremble(avatar->sim, avatar->id);
    return vrm_baker_add_frame(film->baker, time_s, avatar->sim, avatar->id);
}

/* Only human skeletons have root motion. */
static int check_person(const char* file, const vrm_Clip* clip) {
    if (vrm_clip_kind(clip) == VRM_CLIP_HUMANOID) return CLI_OK;
    return cli_file_error("bake", file,
                          "--root-motion is for motion of people, and CLIP moves the nodes of this "
                          "file");
}

static int change(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    SimAvatar avatar;
    vrm_Baker* baker = NULL;
    Film film = {0};
    vrm_Clip* clip = NULL;
    Performer performer = {0};
    Source source = options->source; /* not owned */
    int refused = cli_refuse_clip("bake", file, model);
    if (refused != CLI_OK) return refused;
    vrm_Result result = sim_avatar_open(model, report, &avatar);
    if (result == VRM_OK) {
        int status = source_check("bake", file, &source, &avatar);
        if (status == CLI_OK) status = source_clip("bake", file, &source, &avatar, &clip);
        if (status == CLI_OK && options->has_root) status = check_person(file, clip);
        source.clip = clip;
        if (status != CLI_OK) {
            vrm_clip_destroy(clip);
            sim_avatar_close(&avatar);
            return status;
        }
        result = vrm_baker_create(&options->def, avatar.rig, &baker);
    }
    vrm_Retarget* split = NULL;
    film.baker = baker;
    if (result == VRM_OK) result = source_perform(&source, model, &avatar, &performer);
    if (result == VRM_OK && !options->is_quiet) performer_explain("bake", file, &performer);
    if (result == VRM_OK && options->has_root)
        result = source_split_root(&source, &avatar, &performer, &split);
    source.split = split;
    if (result == VRM_OK) result = source_run(&source, &avatar, &performer, add_frame, &film);
    if (result == VRM_OK) result = vrm_baker_finish(baker, model, report, &options->stats);
    vrm_baker_destroy(baker);
    performer_close(&performer);
    vrm_retarget_destroy(split);
    vrm_clip_destroy(clip);
    sim_avatar_close(&avatar);
    if (result != VRM_OK) return cli_result_error("bake", file, result, report);
    if (film.trembles && !options->is_quiet) cli_explain_trembling("bake", file);
    return options->is_compact ? CLI_OK : cli_write_plainly("bake", file, model);
}

static void take_tolerances(Options* options) {
    float* fields[] = {&options->def.tolerance_degrees, &options->def.tolerance_metres,
                       &options->def.tolerance_weight};
    for (int i = 0; i < 3; i++)
        if (options->source.tolerances[i] >= 0.0f) *fields[i] = options->source.tolerances[i];
}

static int begin(const cli_Args* args, void* ctx) {
    Options* options = ctx;
    SourceOptions source = {0};
    source_take_options(args, &source);
    ConvertOptions reading = motion_clip_options(args);
    int status = motion_check_options(args, &reading, source.clip != NULL);
    if (status == CLI_OK) status = source_open("bake", &source, &reading, &options->source);
    if (status != CLI_OK) return status;
    take_tolerances(options);
    options->is_open = true;
    options->is_quiet = cli_has(args, "--quiet");
    options->source.is_quiet = cli_has(args, "--quiet") || args->file_count > 1;
    return CLI_OK;
}

static int run(cli_Args* args) {
    Options options = {.def = vrm_default_baker_def(),
                       .is_compact = cli_has(args, "--compact"),
                       .has_root = cli_has(args, "--root-motion")};
    options.def.has_materials =
        cli_has(args, "--materials") || cli_has(args, "--texture-transforms");
    options.def.keeps_vrm = cli_has(args, "--keep-vrm");
    if (cli_has(args, "--name")) options.def.name = cli_word(args, "--name");
    if (options.has_root && !cli_has(args, "--animation"))
        return cli_usage_error("bake", "--root-motion needs --animation CLIP");
    if (options.has_root && cli_has(args, "--remove-root-motion"))
        return cli_usage_error("bake", "--remove-root-motion and --root-motion exclude each other");
    if (!cli_has(args, "--output") && args->file_count > 0)
        return cli_usage_error("bake", "say where to write: -o OUT");
    cli_Rewriting rewriting = {
        .rules = {.product = options.def.keeps_vrm ? CLI_AVATAR : CLI_BAKED,
                  .extension = ".glb",
                  .others = {cli_word(args, "--animation"), cli_word(args, "--motion"),
                             cli_word(args, "--map"), cli_word(args, "--model"),
                             cli_word(args, "--rest-file")}},
        .begin = begin,
        .change = change,
        .print = print,
        .put_json = put_json,
        .ctx = &options,
    };
    const PerformanceOptions face = performance_options(args);
    performance_add_inputs(&face, rewriting.rules.others, CLI_OTHER_INPUTS);
    int status = cli_rewrite_files(args, &rewriting);
    if (options.is_open) source_close(&options.source);
    return status;
}

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION(CLI_OUTPUT_HELP),
    CLI_VALUE(
        "--animation", "CLIP",
        "Motion to bake: a VRM animation (.vrma), a motion file (BVH, FBX, VMD, VPD, glTF), or a "
        "glTF file that animates the nodes of AVATAR, such as AVATAR itself."),
    MOTION_READING_OPTIONS("CLIP"),
    MOTION_CONTACT_OPTIONS("imported motion"),
    MOTION_REMOVE_ROOT_OPTION,
    MOTION_NO_IN_PLACE_OPTION,
    MOTION_ROOT_OPTION(" above the avatar."),
    CLI_VALUE("--motion", "SCRIPT",
              "Motion script to bake, at its own frames (docs/reference/trace.md)."),
    CLI_VALUE("--fps", "N", "Frames per second, 1 to 1000. Default: 60."),
    CLI_VALUE("--seconds", "S", "Duration. Default: length of the sound, else of the clip."),
    CLI_VALUE("--max-frames", "N", MOTION_MAX_FRAMES_HELP),
    CLI_FLAG("--loop", "Run the motion once before recording, so that springs loop too."),
    CLI_VALUE("--tolerance", "D[,M[,W]]", MOTION_TOLERANCE_HELP),
    {.name = "--expression",
     .value = "NAME=W",
     .help = "Expression to hold throughout, by its name in 1.0 or 0.x; weight 0 to 1, default 1. "
             "May be repeated.",
     .most = SOURCE_MAX_EXPRESSIONS},
    CLI_VALUE("--look-at", "X,Y,Z", "Point to look at (m)."),
    PERFORMANCE_OPTIONS("the result is half a second longer than the speech"),
    CLI_FLAG("--materials", "Bake colours and texture transforms too (KHR_animation_pointer). "
                            "Synonym: --texture-transforms."),
    CLI_FLAG("--keep-vrm", "Keep the VRM extensions."),
    CLI_VALUE("--name", "NAME", "Name of the animation. Default: \"bake\"."),
    CLI_COMPACT_OPTION,
    {.name = "--texture-transforms"}, /* the same as --materials */
    CLI_FLAG("--force", "Write the file even if it has errors that AVATAR does not have."),
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_bake = {
    .name = "bake",
    .summary = "bake motion and springs into an ordinary glTF animation",
    .usage = "vrm bake AVATAR [--animation CLIP | --motion SCRIPT] -o OUT.glb\n"
             "vrm bake AVATAR... [--animation CLIP | --motion SCRIPT] -o FOLDER/\n",
    .about =
        "Runs the avatar (springs, constraints, look-at, expressions) and writes all nodes and\n"
        "morph weights as one glTF animation, which plays in programs without VRM support.\n"
        "Without a motion, the avatar stands and breathes in a loop of 8 s. VRM extensions are\n"
        "removed, because a VRM program would simulate springs a second time; the licence is\n"
        "kept in asset.extras.vrmMeta. The output is a single GLB with all side files included.\n",
    .options = options,
    .run = run,
};
