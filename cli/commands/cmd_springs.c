/* SPDX-License-Identifier: MIT */
/* vrm springs: lists the spring bones of an avatar, or proposes some. */
#include "commands/commands.h"
#include "facts/node_names.h"
#include "files/files.h"
#include "rewrite/set_springs.h"
#include "rewrite/write.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <string.h>

enum { NAMES_MAX = 64 };

/* Values of an option that may be repeated. */
typedef struct Names {
    const char* list[NAMES_MAX];
    int count;
} Names;

typedef struct Options {
    cli_Writing writing;
    bool proposes, replaces, has_no_colliders;
    const char* center; /* a node; NULL: world space */
    Names with, without, kinds, feels;
    /* Of the file at hand. */
    const char* file;
    vrm_SpringProposal* proposal;
    bool is_written;
} Options;

/* ---- What the command line says of a chain ---- */

/* A name stands for a chain, or for all chains of a kind. */
static bool is_named(const vrm_ProposedSpring* spring, const char* name, size_t size) {
    const char* kind = vrm_sway_kind_text(spring->kind);
    return (strlen(spring->name) == size && memcmp(spring->name, name, size) == 0) ||
           (strlen(kind) == size && memcmp(kind, name, size) == 0);
}

static bool has_name(const Names* names, const char* name) {
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->list[i], name) == 0) return true;
    return false;
}

/* The name of a chain has precedence over the name of its kind. */
static bool is_wanted(const Options* options, const vrm_ProposedSpring* spring) {
    const char* kind = vrm_sway_kind_text(spring->kind);
    if (has_name(&options->without, spring->name)) return false;
    if (has_name(&options->with, spring->name)) return true;
    if (has_name(&options->without, kind)) return false;
    return spring->is_taken || has_name(&options->with, kind);
}

static int kind_by_text(const char* text) {
    for (int k = 0; k < VRM_SWAY_KIND_COUNT; k++)
        if (strcmp(vrm_sway_kind_text((vrm_SwayKind)k), text) == 0) return k;
    return -1;
}

static int feel_by_text(const char* text) {
    for (int f = 0; f < VRM_SWAY_FEEL_COUNT; f++)
        if (strcmp(vrm_sway_feel_text((vrm_SwayFeel)f), text) == 0) return f;
    return -1;
}

/* The last NAME=VALUE that concerns a chain; a VALUE alone concerns all. Names may have an equals
 * sign, values do not. */
static int value_for(const vrm_ProposedSpring* spring, const Names* names,
                     int (*by_text)(const char*), int otherwise) {
    for (int i = 0; i < names->count; i++) {
        const char* sign = strrchr(names->list[i], '=');
        if (sign == NULL || is_named(spring, names->list[i], (size_t)(sign - names->list[i])))
            otherwise = by_text(sign == NULL ? names->list[i] : sign + 1);
    }
    return otherwise;
}

static void set_chain(const Options* options, int32_t index) {
    vrm_ProposedSpring spring = vrm_spring_proposal_get(options->proposal, index);
    spring.kind = (vrm_SwayKind)value_for(&spring, &options->kinds, kind_by_text, (int)spring.kind);
    spring.feel = (vrm_SwayFeel)value_for(&spring, &options->feels, feel_by_text, (int)spring.feel);
    bool is_taken = is_wanted(options, &spring);
    (void)vrm_spring_proposal_set(options->proposal, index, is_taken, spring.kind, spring.feel);
}

/* ---- Print ---- */

static const char* node_name(const vrm_Model* model, int32_t node) {
    return node >= 0 ? vrm_model_gltf(model)->nodes[node].name : "(added)";
}

static void print_springs(const vrm_Model* model) {
    const vrm_SpringBones* springs = vrm_model_spring_bones(model);
    for (int32_t s = 0; s < springs->spring_count; s++) {
        const vrm_Spring* spring = &springs->springs[s];
        if (spring->joint_count == 0) continue;
        printf("  ");
        cli_put_text(stdout, spring->name[0] != '\0' ? spring->name
                                                     : node_name(model, spring->joints[0].node));
        printf(": %d joint%s, stiffness %g, drag %g, gravity %g\n", spring->joint_count,
               cli_s((uint64_t)spring->joint_count), (double)spring->joints[0].stiffness,
               (double)spring->joints[0].drag_force, (double)spring->joints[0].gravity_power);
    }
    printf("  %d spring%s, %d collider%s\n", springs->spring_count,
           cli_s((uint64_t)springs->spring_count), springs->collider_count,
           cli_s((uint64_t)springs->collider_count));
}

static void print_chain(const vrm_ProposedSpring* spring, FILE* out) {
    fprintf(out, "  %s %s ", spring->is_taken ? "+" : "-", vrm_sway_kind_text(spring->kind));
    cli_put_text(out, spring->name);
    fprintf(out, ": %d joint%s on %s, %s", spring->node_count, cli_s((uint64_t)spring->node_count),
            vrm_bone_name(spring->bone), spring->is_named ? "by name" : "by shape");
    if (spring->feel != VRM_SWAY_NORMAL) fprintf(out, ", %s", vrm_sway_feel_text(spring->feel));
    fputs(spring->adds_tail ? ", with an added tail\n" : "\n", out);
}

/* Those of the result, or of the file as it is or was written. */
static const vrm_SpringBones* springs_to_show(const Options* options, const vrm_Model* model) {
    bool is_proposed = options->proposal != NULL && !options->is_written;
    return is_proposed ? vrm_spring_proposal_result(options->proposal)
                       : vrm_model_spring_bones(model);
}

static void print_proposal(const Options* options, const vrm_Model* model, FILE* out) {
    int32_t count = vrm_spring_proposal_count(options->proposal), taken = 0;
    for (int32_t i = 0; i < count; i++) {
        vrm_ProposedSpring spring = vrm_spring_proposal_get(options->proposal, i);
        taken += spring.is_taken;
        print_chain(&spring, out);
    }
    const vrm_SpringBones* result = springs_to_show(options, model);
    fprintf(out, "  %d of %d chain%s taken; %d spring%s and %d collider%s %s\n", taken, count,
            cli_s((uint64_t)count), result->spring_count, cli_s((uint64_t)result->spring_count),
            result->collider_count, cli_s((uint64_t)result->collider_count),
            options->is_written ? "written" : "in all");
}

static void put_chain(vrm_JsonBuilder* builder, const vrm_ProposedSpring* spring) {
    vrm_json_begin_object(builder);
    cli_json_string(builder, "name", spring->name);
    cli_json_string(builder, "kind", vrm_sway_kind_text(spring->kind));
    cli_json_string(builder, "feel", vrm_sway_feel_text(spring->feel));
    cli_json_bool(builder, "taken", spring->is_taken);
    cli_json_string(builder, "by", spring->is_named ? "name" : "shape");
    cli_json_string(builder, "bone", vrm_bone_name(spring->bone));
    vrm_json_put_key(builder, "nodes");
    vrm_json_begin_array(builder);
    for (int32_t n = 0; n < spring->node_count; n++)
        vrm_json_put_integer(builder, spring->nodes[n]);
    vrm_json_end_array(builder);
    cli_json_bool(builder, "addsTail", spring->adds_tail);
    vrm_json_end_object(builder);
}

static void put_spring(vrm_JsonBuilder* builder, const vrm_Spring* spring) {
    vrm_json_begin_object(builder);
    cli_json_string(builder, "name", spring->name);
    vrm_json_put_key(builder, "joints");
    vrm_json_begin_array(builder);
    for (int32_t j = 0; j < spring->joint_count; j++) {
        const vrm_SpringJoint* joint = &spring->joints[j];
        vrm_json_begin_object(builder);
        cli_json_integer(builder, "node", joint->node);
        cli_json_float(builder, "stiffness", joint->stiffness);
        cli_json_float(builder, "dragForce", joint->drag_force);
        cli_json_float(builder, "gravityPower", joint->gravity_power);
        cli_json_float(builder, "hitRadius", joint->hit_radius);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
}

static int print_json(const Options* options, const vrm_Model* model) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    const vrm_SpringBones* springs = springs_to_show(options, model);
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", options->file);
    if (options->proposal != NULL) cli_json_bool(builder, "written", options->is_written);
    if (options->proposal != NULL) {
        vrm_json_put_key(builder, "chains");
        vrm_json_begin_array(builder);
        for (int32_t i = 0; i < vrm_spring_proposal_count(options->proposal); i++) {
            vrm_ProposedSpring spring = vrm_spring_proposal_get(options->proposal, i);
            put_chain(builder, &spring);
        }
        vrm_json_end_array(builder);
    }
    vrm_json_put_key(builder, "springs");
    vrm_json_begin_array(builder);
    for (int32_t s = 0; s < springs->spring_count; s++) put_spring(builder, &springs->springs[s]);
    vrm_json_end_array(builder);
    cli_json_integer(builder, "colliders", springs->collider_count);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static int print(const Options* options, const vrm_Model* model) {
    FILE* out = cli_message_stream(&options->writing, options->is_written);
    if (options->writing.is_json && out == stdout) return print_json(options, model);
    if (options->writing.is_quiet) return CLI_OK;
    cli_put_text(out, options->file);
    fputc('\n', out);
    if (options->proposal != NULL)
        print_proposal(options, model, out);
    else
        print_springs(model);
    return CLI_OK;
}

/* ---- Propose ---- */

/* The name of a chain that is there, or of a kind. */
static bool is_known(const Options* options, const char* name, size_t size) {
    for (int k = 0; k < VRM_SWAY_KIND_COUNT; k++) {
        const char* kind = vrm_sway_kind_text((vrm_SwayKind)k);
        if (strlen(kind) == size && memcmp(kind, name, size) == 0) return true;
    }
    for (int32_t i = 0; i < vrm_spring_proposal_count(options->proposal); i++) {
        vrm_ProposedSpring spring = vrm_spring_proposal_get(options->proposal, i);
        if (is_named(&spring, name, size)) return true;
    }
    return false;
}

/* `has_values`: of NAME=VALUE. Returns an exit status. */
static int check_names(const Options* options, const char* option, const Names* names,
                       bool has_values) {
    for (int i = 0; i < names->count; i++) {
        const char* text = names->list[i];
        const char* sign = has_values ? strrchr(text, '=') : NULL;
        size_t size = sign == NULL ? strlen(text) : (size_t)(sign - text);
        if ((has_values && sign == NULL) || is_known(options, text, size)) continue;
        return cli_file_error("springs", options->file,
                              "%s %.100s: no chain has this name, and no kind", option, text);
    }
    return CLI_OK;
}

static int check_choices(const Options* options) {
    int status = check_names(options, "--with", &options->with, false);
    if (status == CLI_OK) status = check_names(options, "--without", &options->without, false);
    if (status == CLI_OK) status = check_names(options, "--kind", &options->kinds, true);
    if (status == CLI_OK) status = check_names(options, "--feel", &options->feels, true);
    return status;
}

static int take_center(const Options* options, const vrm_Model* model, int32_t* out_center) {
    const char* why = "";
    *out_center = cli_find_node(vrm_model_gltf(model), options->center, &why);
    if (*out_center >= 0) return CLI_OK;
    return cli_file_error("springs", options->file, "--center %.100s: %s", options->center, why);
}

static int no_avatar(const char* file) {
    return cli_file_error("springs", file, "not a VRM avatar: run vrm create first");
}

static int propose(Options* options, const vrm_Model* model, vrm_Report* report) {
    vrm_SpringProposalDef def = vrm_default_spring_proposal_def();
    def.replaces = options->replaces;
    def.has_colliders = !options->has_no_colliders;
    if (options->center != NULL) {
        int status = take_center(options, model, &def.center);
        if (status != CLI_OK) return status;
    }
    vrm_Result result = vrm_spring_proposal_create(model, &def, report, &options->proposal);
    if (result == VRM_ERR_INVALID) return no_avatar(options->file);
    if (result != VRM_OK) return cli_result_error("springs", options->file, result, report);
    int status = check_choices(options);
    for (int32_t i = 0; i < vrm_spring_proposal_count(options->proposal) && status == CLI_OK; i++)
        set_chain(options, i);
    return status;
}

static int apply(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    const vrm_SpringBones* springs = vrm_spring_proposal_result(options->proposal);
    vrm_Result result = cli_set_springs(model, springs, report);
    return result == VRM_OK ? CLI_OK : cli_result_error("springs", file, result, report);
}

/* Springs may be in a file that is no avatar. */
static int check_dialect(const char* file, const vrm_Model* model, bool writes) {
    vrm_Dialect dialect = vrm_model_dialect(model);
    if (dialect == VRM_DIALECT_NONE && vrm_model_spring_bones(model)->spring_count == 0)
        return no_avatar(file);
    if (writes && dialect != VRM_DIALECT_1)
        return cli_file_error("springs", file, "not VRM 1.0: run vrm migrate first");
    return CLI_OK;
}

static int springs_of(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    bool writes = cli_writes(&options->writing);
    int status = check_dialect(file, model, writes);
    if (status == CLI_OK && options->proposes) status = propose(options, model, report);
    if (options->writing.is_json) cli_put_json_status(file, status);
    if (status == CLI_OK && writes) {
        status = cli_write_changed("springs", &options->writing, file, model, report,
                                   CLI_MATCH_PLACES, apply, options);
        options->is_written = true;
    }
    return status == CLI_OK ? print(options, model) : status;
}

static int springs_file(const char* file, void* ctx) {
    Options* options = ctx;
    options->file = file;
    options->is_written = false;
    int status = cli_with_model("springs", &options->writing, file, springs_of, options);
    vrm_spring_proposal_destroy(options->proposal);
    options->proposal = NULL;
    return status;
}

/* ---- Options ---- */

/* The first one that is no [NAME=]VALUE; NULL: none. */
static const char* find_wrong(const Names* names, int (*by_text)(const char*), bool needs_name) {
    for (int i = 0; i < names->count; i++) {
        const char* text = names->list[i];
        const char* sign = strrchr(text, '=');
        if (needs_name && sign == NULL) return text;
        if (by_text(sign == NULL ? text : sign + 1) < 0) return text;
    }
    return NULL;
}

static int check_values(const Options* options) {
    const char* kind = find_wrong(&options->kinds, kind_by_text, true);
    const char* feel = find_wrong(&options->feels, feel_by_text, false);
    if (kind != NULL)
        return cli_usage_error("springs",
                               "--kind %s: write NAME=KIND; KIND is hair, ear, tail, skirt, "
                               "sleeve, ribbon, breast or accessory",
                               kind);
    if (feel != NULL)
        return cli_usage_error("springs",
                               "--feel %s: write FEEL or NAME=FEEL; FEEL is normal, light, heavy "
                               "or stiff",
                               feel);
    return CLI_OK;
}

static int run(cli_Args* args) {
    Options options = {.proposes = cli_has(args, "--propose"),
                       .replaces = cli_has(args, "--replace"),
                       .has_no_colliders = cli_has(args, "--no-colliders"),
                       .center = cli_word(args, "--center")};
    cli_take_writing(args, &options.writing);
    options.with.count = cli_words(args, "--with", options.with.list);
    options.without.count = cli_words(args, "--without", options.without.list);
    options.kinds.count = cli_words(args, "--kind", options.kinds.list);
    options.feels.count = cli_words(args, "--feel", options.feels.list);
    bool has_choices =
        options.replaces || options.has_no_colliders || options.center != NULL ||
        options.with.count + options.without.count + options.kinds.count + options.feels.count > 0;
    bool writes = cli_writes(&options.writing);
    if (!options.proposes && (has_choices || writes))
        return cli_usage_error("springs", "this command line needs --propose");
    const cli_WritingRules rules = {.has_in_place = true, .product = CLI_AVATAR};
    int status = check_values(&options);
    if (status == CLI_OK) status = cli_check_writing(args, &options.writing, &rules);
    return status == CLI_OK ? cli_write_each(args, &options.writing, springs_file, &options)
                            : status;
}

static const cli_Option options[] = {
    CLI_FLAG("--propose", "Find hair, skirts, ears, tails and the like, and fit colliders to the "
                          "body. Without -o or --in-place nothing is written."),
    CLI_OUTPUT_OPTION(CLI_OUTPUT_HELP),
    CLI_FLAG("--in-place", "Overwrite FILE."),
    CLI_REPEATED("--without", "NAME", NAMES_MAX,
                 "Leave out a chain by the name of its first node, or all chains of a kind. May be "
                 "repeated."),
    CLI_REPEATED(
        "--with", "NAME", NAMES_MAX,
        "Include a chain that is marked - in the list, or all chains of a kind. May be repeated."),
    CLI_REPEATED(
        "--kind", "NAME=KIND", NAMES_MAX,
        "Set the kind of a chain: hair, ear, tail, skirt, sleeve, ribbon, breast or accessory. "
        "May be repeated."),
    CLI_REPEATED(
        "--feel", "[NAME=]FEEL", NAMES_MAX,
        "How chains move: normal, light, heavy or stiff. NAME is a chain or a kind; default: "
        "all. May be repeated."),
    CLI_FLAG("--replace", "Replace the springs and colliders of FILE. Default: they are kept, and "
                          "the nodes that they move are not proposed."),
    CLI_FLAG("--no-colliders", "Fit no colliders."),
    CLI_VALUE("--center", "NODE",
              "Node in whose space the inertia of the chains below it is measured, by its name or "
              "its number as #12, often the hips: walking then does not move springs. Default: "
              "world space."),
    CLI_FORCE_OPTION,
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_springs = {
    .name = "springs",
    .summary = "list spring bones, or propose them for hair and clothes",
    .usage = "vrm springs [--json] [-q] FILE...\n"
             "vrm springs FILE --propose [--without NAME]... [--feel [NAME=]FEEL]... [-o OUT]\n"
             "vrm springs FILE... --propose -o FOLDER/, or --in-place\n",
    .about =
        "Lists the spring bones of an avatar. With --propose, finds chains of nodes that could\n"
        "sway, by their names, or by position and shape if names do not decide. In the list, +\n"
        "marks chains that become springs, and - marks chains that are left out.\n",
    .options = options,
    .notes =
        "Chains never contain humanoid bones or nodes that constraints turn. At rest no joint\n"
        "is inside a collider of its chain. Springs are written to VRM 1.0; migrate 0.x files\n"
        "first.\n",
    .run = run,
};
