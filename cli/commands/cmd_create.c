/* SPDX-License-Identifier: MIT */
/* vrm create: makes an avatar from a figure without VRM. */
#include "commands/commands.h"
#include "facts/meta_keys.h"
#include "facts/meta_set.h"
#include "facts/node_names.h"
#include "rewrite/set_springs.h"
#include "rewrite/write.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

enum { AUTHORS_MAX = 32 };

typedef struct Options {
    cli_Settings settings;
    vrm_AvatarProposalDef def;
    vrm_Meta meta;
    const char* authors[AUTHORS_MAX];
    const char* bones[VRM_BONE_COUNT]; /* NAME=NODE */
    int bone_count;
    vrm_BoneTurn turns[VRM_BONE_COUNT];
    bool is_old; /* --to 0.x */
    bool is_compact, is_dry, has_springs;
    /* Of the file at hand. */
    vrm_AvatarFacts facts;
    vrm_ProposedBone found[VRM_BONE_COUNT];
    char* names[VRM_BONE_COUNT]; /* of the nodes; NULL: none */
    int32_t spring_count, collider_count;
} Options;

/* ---- Bones of the command line ---- */

static int node_error(const char* file, const char* text, const char* why) {
    return cli_file_error("create", file, "--bone %.100s: %s", text, why);
}

/* A node, or "none": -1. -2 after an error. */
static int32_t find_node(const char* file, const vrm_Gltf* gltf, const char* text,
                         const char* name) {
    const char* why = "";
    if (strcmp(name, "none") == 0) return -1;
    int32_t node = cli_find_node(gltf, name, &why);
    if (node >= 0) return node;
    (void)node_error(file, text, why);
    return -2;
}

static int take_bones(const char* file, const vrm_Gltf* gltf, const Options* options,
                      vrm_BoneChoice* out) {
    for (int i = 0; i < options->bone_count; i++) {
        const char* text = options->bones[i];
        int32_t node = find_node(file, gltf, text, strchr(text, '=') + 1);
        if (node < -1) return CLI_INVALID;
        char bone[32];
        (void)snprintf(bone, sizeof bone, "%.*s", (int)(strchr(text, '=') - text), text);
        out[i] = (vrm_BoneChoice){vrm_bone_by_name(bone), node};
    }
    return CLI_OK;
}

/* ---- Work ---- */

static void forget(Options* options) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        free(options->names[b]);
        options->names[b] = NULL;
    }
}

static char* copy_text(const char* text) {
    size_t size = strlen(text) + 1;
    char* copy = malloc(size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

static bool note(Options* options, const vrm_Model* model, const vrm_AvatarProposal* proposal) {
    forget(options);
    options->facts = vrm_avatar_proposal_facts(proposal);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        options->found[b] = vrm_avatar_proposal_bone(proposal, (vrm_Bone)b);
        int32_t node = options->found[b].node;
        if (node < 0) continue;
        options->names[b] = copy_text(vrm_model_gltf(model)->nodes[node].name);
        if (options->names[b] == NULL) return false;
    }
    return true;
}

/* Every bone that is turned must be there. */
static int check_turns(const char* file, const Options* options) {
    for (int i = 0; i < options->def.bone_turn_count; i++) {
        vrm_Bone bone = options->turns[i].bone;
        if (options->facts.is_possible && options->found[bone].node < 0)
            return cli_file_error("create", file, "--turn %s: the avatar has no such bone",
                                  vrm_bone_name(bone));
    }
    return CLI_OK;
}

static vrm_Result make_springs(Options* options, vrm_Model* model, vrm_Report* report) {
    vrm_SpringProposal* proposal = NULL;
    vrm_Result result = vrm_spring_proposal_create(model, NULL, report, &proposal);
    if (result == VRM_OK) {
        const vrm_SpringBones* springs = vrm_spring_proposal_result(proposal);
        options->spring_count = springs->spring_count;
        options->collider_count = springs->collider_count;
        result = cli_set_springs(model, springs, report);
    }
    vrm_spring_proposal_destroy(proposal);
    return result;
}

/* With a report of its own, for failures alone: the file is read again with its springs, and what
 * it lacks was reported when the avatar was made. */
static int add_springs(const char* file, Options* options, vrm_Model* model) {
    vrm_Report* report = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = make_springs(options, model, report);
    int status = result == VRM_OK ? CLI_OK : cli_result_error("create", file, result, report);
    vrm_report_destroy(report);
    return status;
}

static int make_old(const char* file, vrm_Model* model, vrm_Report* report) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.to = VRM_DIALECT_0;
    vrm_Result result = vrm_migrate(model, &def, report);
    return result == VRM_OK ? CLI_OK : cli_result_error("create", file, result, report);
}

static int make_avatar(const char* file, vrm_Model* model, vrm_Report* report, Options* options) {
    vrm_BoneChoice choices[VRM_BONE_COUNT];
    vrm_AvatarProposal* proposal = NULL;
    int status = take_bones(file, vrm_model_gltf(model), options, choices);
    if (status != CLI_OK) return status;
    options->def.choices = choices;
    options->def.choice_count = options->bone_count;
    vrm_Result result = vrm_avatar_proposal_create(model, &options->def, report, &proposal);
    options->def.choices = NULL;
    if (result == VRM_ERR_ARGUMENT)
        return cli_file_error("create", file, "--bone: one node is given for two bones");
    if (result == VRM_OK && !note(options, model, proposal)) result = VRM_ERR_MEMORY;
    if (result == VRM_OK) status = check_turns(file, options);
    if (result == VRM_OK && status == CLI_OK)
        result = vrm_avatar_proposal_apply(proposal, model, &options->meta, report);
    vrm_avatar_proposal_destroy(proposal);
    return result == VRM_OK ? status : cli_result_error("create", file, result, report);
}

static int change(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    int status = make_avatar(file, model, report, options);
    if (status == CLI_OK) status = cli_apply_settings("create", file, model, &options->settings);
    if (status == CLI_OK && options->has_springs) status = add_springs(file, options, model);
    if (status == CLI_OK && options->is_old) status = make_old(file, model, report);
    if (status == CLI_OK && !options->is_compact) status = cli_write_plainly("create", file, model);
    return status;
}

/* ---- Print ---- */

static void print_bone(FILE* out, const Options* options, vrm_Bone bone) {
    const vrm_ProposedBone* found = &options->found[bone];
    fprintf(out, "\n  %s: ", vrm_bone_name(bone));
    cli_put_text(out, options->names[bone]);
    fprintf(out, " (#%d), by %s", found->node, vrm_bone_finding_text(found->finding));
    if (found->finding == VRM_BONE_FOUND_BY_SHAPE)
        fprintf(out, ", %.0f %% sure", (double)found->confidence * 100.0);
}

static void print(FILE* out, void* ctx) {
    const Options* options = ctx;
    const vrm_AvatarFacts* facts = &options->facts;
    fprintf(out, "VRM %s, %.2f m high, %d bones, %d expression%s, gaze: %s",
            options->is_old ? "0.x" : "1.0", (double)facts->height, facts->bone_count,
            facts->expression_count, cli_s((uint64_t)facts->expression_count),
            facts->has_look_at ? "yes" : "no");
    if (facts->mtoon_count > 0)
        fprintf(out, ", %d material%s with MToon", facts->mtoon_count,
                cli_s((uint64_t)facts->mtoon_count));
    if (options->has_springs)
        fprintf(out, ", %d spring%s, %d collider%s", options->spring_count,
                cli_s((uint64_t)options->spring_count), options->collider_count,
                cli_s((uint64_t)options->collider_count));
    if (options->is_dry) fputs(", not written", out);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (options->found[b].node >= 0) print_bone(out, options, (vrm_Bone)b);
}

static void put_bones(vrm_JsonBuilder* builder, const Options* options) {
    vrm_json_put_key(builder, "bones");
    vrm_json_begin_array(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        const vrm_ProposedBone* found = &options->found[b];
        if (found->node < 0) continue;
        vrm_json_begin_object(builder);
        cli_json_string(builder, "bone", vrm_bone_name((vrm_Bone)b));
        cli_json_integer(builder, "node", found->node);
        cli_json_string(builder, "name", options->names[b]);
        cli_json_string(builder, "by", vrm_bone_finding_text(found->finding));
        cli_json_float(builder, "confidence", found->confidence);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static void put_json(vrm_JsonBuilder* builder, void* ctx) {
    const Options* options = ctx;
    const vrm_AvatarFacts* facts = &options->facts;
    cli_json_string(builder, "dialect", options->is_old ? "0.x" : "1.0");
    cli_json_float(builder, "height", facts->height);
    cli_json_float(builder, "metres", facts->metres);
    cli_json_bool(builder, "makesTPose", facts->makes_t_pose);
    cli_json_float(builder, "armsOffDegrees", facts->arms_off_degrees);
    cli_json_float(builder, "turnDegrees", facts->turn_degrees);
    cli_json_integer(builder, "expressions", facts->expression_count);
    cli_json_bool(builder, "lookAt", facts->has_look_at);
    if (options->def.makes_mtoon) cli_json_integer(builder, "mtoon", facts->mtoon_count);
    if (options->has_springs) cli_json_integer(builder, "springs", options->spring_count);
    if (options->has_springs) cli_json_integer(builder, "colliders", options->collider_count);
    put_bones(builder, options);
}

/* ---- Options ---- */

static int check_bones(const Options* options) {
    for (int i = 0; i < options->bone_count; i++) {
        const char* text = options->bones[i];
        const char* sign = strchr(text, '=');
        char bone[32] = "";
        if (sign != NULL && (size_t)(sign - text) < sizeof bone)
            memcpy(bone, text, (size_t)(sign - text));
        if (sign == NULL || vrm_bone_by_name(bone) == VRM_BONE_NONE)
            return cli_usage_error("create",
                                   "--bone %s: write BONE=NODE with a bone of VRM 1.0, "
                                   "such as head=Head or leftUpperArm=#12",
                                   text);
        for (int k = 0; k < i; k++)
            if (strncmp(options->bones[k], text, (size_t)(sign - text) + 1) == 0)
                return cli_usage_error("create", "--bone %s is given twice", bone);
    }
    return CLI_OK;
}

/* X,Y,Z in degrees. */
static bool read_degrees(const char* text, vrm_Vec3* out) {
    float angles[3];
    for (int i = 0; i < 3; i++) {
        char* end;
        angles[i] = strtof(text, &end);
        bool is_angle = end != text && angles[i] >= -360.0f && angles[i] <= 360.0f;
        if (!is_angle || *end != (i < 2 ? ',' : '\0')) return false;
        text = end + 1;
    }
    *out = (vrm_Vec3){angles[0], angles[1], angles[2]};
    return true;
}

static bool is_turned(const vrm_AvatarProposalDef* def, vrm_Bone bone) {
    for (int i = 0; i < def->bone_turn_count; i++)
        if (def->bone_turns[i].bone == bone) return true;
    return false;
}

static int take_turns(const cli_Args* args, Options* options) {
    const char* texts[VRM_BONE_COUNT];
    int count = cli_words(args, "--turn", texts);
    options->def.bone_turns = options->turns;
    for (int i = 0; i < count; i++) {
        vrm_BoneTurn* turn = &options->turns[i];
        const char* sign = strchr(texts[i], '=');
        char bone[32];
        (void)snprintf(bone, sizeof bone, "%.*s", sign != NULL ? (int)(sign - texts[i]) : 0,
                       texts[i]);
        turn->bone = vrm_bone_by_name(bone);
        if (turn->bone == VRM_BONE_NONE || !read_degrees(sign + 1, &turn->degrees))
            return cli_usage_error("create",
                                   "--turn %s: write BONE=X,Y,Z with a bone of VRM 1.0 and "
                                   "degrees from -360 to 360, such as leftUpperArm=0,0,10",
                                   texts[i]);
        if (is_turned(&options->def, turn->bone))
            return cli_usage_error("create", "--turn %s is given twice", bone);
        options->def.bone_turn_count++;
    }
    return CLI_OK;
}

static int take_metres(const cli_Args* args, Options* options) {
    const char* text = cli_word(args, "--metres");
    char* end = NULL;
    if (text == NULL) return CLI_OK;
    double metres = strtod(text, &end);
    if (end == text || *end != '\0' || !(metres >= 1e-6 && metres <= 1e6))
        return cli_usage_error("create",
                               "--metres must be a number from 1e-6 to 1e6: metres in one "
                               "unit of FILE");
    options->def.metres = (float)metres;
    return CLI_OK;
}

static void take_meta(const cli_Args* args, Options* options) {
    options->meta = vrm_default_meta();
    int count = cli_words(args, "--author", options->authors);
    if (count > 0) options->meta.authors = options->authors;
    if (count > 0) options->meta.author_count = count;
    if (cli_has(args, "--title")) options->meta.name = cli_word(args, "--title");
    if (cli_has(args, "--licence")) options->meta.other_license_url = cli_word(args, "--licence");
}

/* Options that stand for a field of the metadata. */
static int check_meta(const cli_Args* args, const cli_Settings* settings) {
    static const char* const fields[][2] = {
        {"--title", "name"}, {"--author", "authors"}, {"--licence", "otherLicenseUrl"}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (cli_has(args, fields[i][0]) && cli_sets_field(settings, fields[i][1]))
            return cli_usage_error("create", "%s and --set %s exclude each other", fields[i][0],
                                   fields[i][1]);
    return CLI_OK;
}

static int run(cli_Args* args) {
    Options options = {.def = vrm_default_avatar_proposal_def(),
                       .is_compact = cli_has(args, "--compact"),
                       .is_dry = cli_has(args, "--dry-run"),
                       .has_springs = cli_has(args, "--springs"),
                       .is_old = cli_choice(args, "--to") != 0};
    options.def.keeps_pose = cli_has(args, "--keep-pose");
    options.def.ignores_names = cli_has(args, "--by-shape");
    options.def.makes_mtoon = cli_has(args, "--mtoon");
    options.bone_count = cli_words(args, "--bone", options.bones);
    take_meta(args, &options);
    cli_take_settings(args, &options.settings);
    int status = check_meta(args, &options.settings);
    if (status == CLI_OK) status = check_bones(&options);
    if (status == CLI_OK) status = take_turns(args, &options);
    if (status == CLI_OK) status = take_metres(args, &options);
    cli_Rewriting rewriting = {
        .rules = {.must_write = true,
                  .has_in_place = true,
                  .makes_glb = true,
                  .product = CLI_AVATAR,
                  .extension = ".vrm",
                  .others = {options.settings.thumbnail}},
        .change = change,
        .print = print,
        .put_json = put_json,
        .ctx = &options,
    };
    if (status == CLI_OK) status = cli_rewrite_files(args, &rewriting);
    cli_settings_release(&options.settings);
    forget(&options);
    return status;
}

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION(CLI_OUTPUT_HELP),
    CLI_IN_PLACE_OPTION,
    CLI_FLAG("--dry-run", "Write nothing; print what would be done."),
    CLI_REPEATED(
        "--bone", "NAME=NODE", VRM_BONE_COUNT,
        "Assign a node to a bone. NAME: bone of VRM 1.0 (hips, leftUpperArm, ...). NODE: name "
        "of a node, its number as #12, or none to leave the bone out. May be repeated."),
    CLI_FLAG("--by-shape", "Ignore the names of nodes; find bones by position and shape."),
    CLI_FLAG("--keep-pose", "Use the pose of the file as the T-pose, unchanged."),
    CLI_REPEATED(
        "--turn", "BONE=X,Y,Z", VRM_BONE_COUNT,
        "Correct the T-pose: turn a bone and its descendants by degrees about the axes of the "
        "avatar, +X to its left, +Y up, +Z forward. May be repeated."),
    CLI_VALUE("--metres", "NUMBER",
              "Metres in one unit of FILE. Default: 1; if the figure would then be smaller than "
              "0.2 m or larger than 5 m, a unit that makes it as tall as a person."),
    CLI_FLAG(
        "--mtoon",
        "Convert materials to MToon, VRM's toon shading, with their colours and a darker shade."),
    CLI_FLAG("--springs", "Add springs and colliders, as `vrm springs --propose` does."),
    CLI_VALUE("--title", "TEXT", "Name of the avatar. Default: untitled."),
    CLI_REPEATED("--author", "TEXT", AUTHORS_MAX,
                 "Author of the avatar. May be repeated. Default: unknown."),
    CLI_VALUE("--licence", "URL",
              "A licence besides VRM's own (otherLicenseUrl). Grant permissions with --set; all "
              "others are denied."),
    {.name = "--set",
     .value = "KEY=VALUE",
     .help = "Set a field of the 1.0 metadata, as in vrm meta. May be repeated.",
     .most = CLI_MAX_SETTINGS,
     .kind = CLI_NAMES_KEYS,
     .name_at = cli_meta_key_at},
    CLI_VALUE("--thumbnail", "PICTURE", "Use this PNG or JPEG as the thumbnail."),
    {.name = "--to",
     .value = "0.x",
     .help = "Write VRM 0.x, for older applications. Default: 1.0.",
     CLI_ONE_OF("1.0", "0.x")},
    CLI_COMPACT_OPTION,
    CLI_FORCE_OPTION,
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_create = {
    .name = "create",
    .summary = "make an avatar from a figure without VRM",
    .usage = "vrm create FIGURE -o AVATAR [--springs] [--mtoon] [--title TEXT]\n"
             "                  [--author TEXT]... [--bone NAME=NODE]...\n"
             "vrm create FIGURE --dry-run\n"
             "vrm create FIGURE... -o FOLDER/, or FIGURE... --in-place\n",
    .about =
        "Makes a VRM avatar from a glTF figure with a human skeleton. Bones are found by the "
        "names\n"
        "that common programs give them, or by position and shape. The figure is put into the\n"
        "T-pose, turned to +Z and scaled to metres. Expressions and gaze come from the names of\n"
        "morph targets and from eye bones. Prints how each bone was found.\n",
    .options = options,
    .notes =
        "Meshes, animations and, without --mtoon, materials stay as they are. Where a bone is\n"
        "scaled or the unit changes, the scales of all nodes are baked into the meshes. Side "
        "files\n"
        "are embedded. If a required bone is not found, nothing is written and the missing bones\n"
        "are named: assign them with --bone. To meet the limits of a platform, run `vrm optimize\n"
        "--for` on the result.\n",
    .run = run,
};
