/* SPDX-License-Identifier: MIT */
#include "serve/serve_tools.h"

#include "words/json.h"

#include <stdio.h>
#include <string.h>

/* ---- The tools ---- */

static const char* const avatar_ends[] = {".vrm", ".glb", ".gltf", NULL};
static const char* const gltf_ends[] = {".vrm", ".glb", ".gltf", ".vrma", NULL};
static const char* const motion_ends[] = {".vrma", ".bvh", ".glb", NULL};
static const char* const picture_ends[] = {".png", NULL};
static const char* const film_ends[] = {".webp", ".png", ".gif", NULL};
static const char* const baked_ends[] = {".glb", NULL};

#define MOTION_KINDS                                                                               \
    ".vrma, .fbx, .bvh, .vmd, .vpd, SMPL (.npz), joint positions (.npy), MediaPipe (.jsonl), or "  \
    "glTF with a humanoid skeleton"
#define SIZE_OPTION                                                                                \
    { "--size", "Width and height in pixels, as 640x480. Default 512x512." }
#define EXPRESSION_OPTION                                                                          \
    { "--expression", "Expressions as NAME=WEIGHT, weight 0 to 1: happy=1, blink=0.5." }
#define ANIMATION_OPTION                                                                           \
    { "--animation", "Path of a motion to play: " MOTION_KINDS "." }

static const serve_Tool tools[] = {
    {.name = "info",
     .about = "Describes a VRM avatar or animation: dialect, licence, humanoid, expressions, "
              "springs, counts."},
    {.name = "validate",
     .about = "Checks a glTF or VRM file and lists findings with code, severity, JSON pointer and "
              "what to do.",
     .options = {{"--policy",
                  "Limits of platforms to check as well: names such as web or vrchat-pc-good, or "
                  "paths of policy files."},
                 {"--severity", NULL},
                 {"--ignore", "Codes of findings to leave out."}},
     .may_fail = true},
    {.name = "meta",
     .about = "Shows who made an avatar and what its licence permits. With set and output it "
              "writes a copy with changed fields.",
     .ends = avatar_ends,
     .options = {{"--set", "Fields to change, as KEY=VALUE: name=Vesna. An empty VALUE removes "
                           "the field. Repeat authors=... to list several."}},
     .may_lack_output = true},
    {.name = "diff",
     .about = "Compares two avatars or animations by meaning: licence, bones, expressions, "
              "springs, materials, meshes, motion.",
     .other = "other",
     .options = {{"--tolerance", NULL}, {"--ignore", "Parts to leave out."}},
     .may_fail = true},
    {.name = "render",
     .about = "Draws a picture of an avatar and returns it.",
     .ends = picture_ends,
     .options = {SIZE_OPTION,
                 {"--camera", NULL},
                 {"--orbit", NULL},
                 {"--background", NULL},
                 {"--pose", NULL},
                 EXPRESSION_OPTION,
                 {"--look-at", NULL},
                 ANIMATION_OPTION,
                 {"--take", NULL},
                 {"--time", "Second of the animation to draw. Default 0."},
                 {"--debug", NULL}},
     .shows_picture = true},
    {.name = "animate",
     .command = "render",
     .about = "Draws an avatar in motion as one animated picture and returns it: an animation, a "
              "spoken sentence, or idle motion.",
     .ends = film_ends,
     .output_option = "--animate",
     .options = {SIZE_OPTION,
                 {"--camera", NULL},
                 {"--orbit", NULL},
                 {"--background", NULL},
                 EXPRESSION_OPTION,
                 {"--look-at", NULL},
                 ANIMATION_OPTION,
                 {"--take", NULL},
                 {"--audio",
                  "Path of speech (WAV, FLAC, Ogg, MP3) to lip-sync to; sets the duration."},
                 {"--visemes", NULL},
                 {"--emotions", NULL},
                 {"--script", NULL},
                 {"--face", NULL},
                 {"--seconds", NULL},
                 {"--fps", NULL},
                 {"--turn", NULL}},
     .shows_picture = true},
    {.name = "convert-motion",
     .about = "Converts motion (" MOTION_KINDS "), or speech, to a VRM animation that plays on any "
              "avatar, to BVH, or to a plain glTF skeleton (.glb).",
     .file_about = "Path of a motion: " MOTION_KINDS ". May be left out with audio or visemes.",
     .ends = motion_ends,
     .options = {{"--avatar", "Path of the avatar that the motion is fitted to."},
                 {"--take", NULL},
                 {"--map", NULL},
                 {"--model", NULL},
                 {"--rest", NULL},
                 {"--rest-file", NULL},
                 {"--points", NULL},
                 {"--source-fps", NULL},
                 {"--feet", NULL},
                 {"--hands", NULL},
                 {"--knees", NULL},
                 {"--seat", NULL},
                 {"--loop", NULL},
                 {"--root-motion", NULL},
                 {"--fps", NULL},
                 {"--audio", "Path of speech (WAV, FLAC, Ogg, MP3) to lip-sync to."},
                 {"--visemes", NULL},
                 {"--emotions", NULL},
                 {"--script", NULL}},
     .may_lack_file = true},
    {.name = "optimize",
     .about = "Makes an avatar, animation or glTF file smaller. Lossless unless an option says "
              "otherwise.",
     .file_about = "Path of a .vrm, .vrma, .glb or .gltf file.",
     .ends = gltf_ends,
     .options = {{"--for", "Platform whose limits the result must meet, as web or vrchat-pc-good, "
                           "or the path of a policy file. Loses detail where it must."},
                 {"--skip", "Lossless passes to leave out."},
                 {"--drop-unbound", NULL},
                 {"--fold-bones", NULL},
                 {"--join-meshes", NULL},
                 {"--quantize", NULL},
                 {"--meshopt", NULL},
                 {"--atlas", NULL},
                 {"--triangles", NULL},
                 {"--max-side", NULL},
                 {"--picture-format", NULL},
                 {"--quality", NULL}}},
    {.name = "migrate",
     .about = "Writes an avatar of any dialect as VRM 1.0, or as 0.x, and reports how each term of "
              "the licence was mapped.",
     .ends = avatar_ends,
     .options = {{"--to", NULL}}},
    {.name = "normalize",
     .about = "Bakes rotations and scales of nodes into the meshes.",
     .ends = avatar_ends},
    {.name = "bake",
     .about = "Runs an animation with its springs and writes the result as an ordinary glTF "
              "animation.",
     .ends = baked_ends,
     .options = {ANIMATION_OPTION,
                 {"--take", NULL},
                 {"--seconds", NULL},
                 {"--fps", NULL},
                 {"--audio", NULL},
                 {"--visemes", NULL},
                 {"--emotions", NULL},
                 {"--script", NULL}}},
};

const serve_Tool* serve_tool_at(int index) {
    return index < (int)(sizeof tools / sizeof *tools) ? &tools[index] : NULL;
}

const cli_Command* serve_tool_command(const serve_Tool* tool, const cli_Command* const* commands) {
    const char* name = tool->command != NULL ? tool->command : tool->name;
    while (strcmp((*commands)->name, name) != 0) commands++;
    return *commands;
}

/* ---- Arguments ---- */

static serve_ArgumentKind kind_of(const cli_Option* option) {
    bool is_policy = strcmp(option->name, "--policy") == 0 || strcmp(option->name, "--for") == 0;
    return option->value == NULL    ? SERVE_ARGUMENT_FLAG
           : is_policy              ? SERVE_ARGUMENT_POLICY
           : cli_names_file(option) ? SERVE_ARGUMENT_INPUT
                                    : SERVE_ARGUMENT_WORD;
}

static const cli_Option* find_option(const cli_Command* command, const char* name) {
    return cli_find_option(command->options, name, strlen(name));
}

static void add(serve_Arguments* all, serve_Argument argument) {
    all->list[all->count++] = argument;
}

serve_Arguments serve_tool_arguments(const serve_Tool* tool, const cli_Command* const* commands) {
    const cli_Command* command = serve_tool_command(tool, commands);
    const char* output = tool->output_option != NULL ? tool->output_option : "--output";
    serve_Arguments all = {.count = 0};
    add(&all, (serve_Argument){.name = "file",
                               .kind = SERVE_ARGUMENT_INPUT,
                               .is_required = !tool->may_lack_file,
                               .about = tool->file_about});
    if (tool->other != NULL)
        add(&all, (serve_Argument){
                      .name = tool->other, .kind = SERVE_ARGUMENT_INPUT, .is_required = true});
    if (tool->ends != NULL)
        add(&all, (serve_Argument){.name = "output",
                                   .kind = SERVE_ARGUMENT_OUTPUT,
                                   .is_required = !tool->may_lack_output,
                                   .option = find_option(command, output)});
    for (int i = 0; i < SERVE_TOOL_OPTIONS && tool->options[i].name != NULL; i++) {
        const cli_Option* option = find_option(command, tool->options[i].name);
        if (option != NULL)
            add(&all, (serve_Argument){.name = option->name + 2,
                                       .kind = kind_of(option),
                                       .is_list = option->most > 1,
                                       .about = tool->options[i].about,
                                       .option = option});
    }
    if (tool->ends != NULL)
        add(&all, (serve_Argument){.name = "overwrite", .kind = SERVE_ARGUMENT_OVERWRITE});
    return all;
}

const char* serve_argument_name(const void* arguments, int index) {
    const serve_Arguments* all = arguments;
    return index < all->count ? all->list[index].name : NULL;
}

/* ---- Schemas ---- */

static void put_choices(vrm_JsonBuilder* out, const cli_Option* option) {
    const char* name;
    vrm_json_put_key(out, "enum");
    vrm_json_begin_array(out);
    for (int i = 0; (name = option->name_at(option->names, i)) != NULL; i++)
        vrm_json_put_string(out, name);
    vrm_json_end_array(out);
}

static void list_ends(const serve_Tool* tool, char* out, size_t size) {
    out[0] = '\0';
    for (int i = 0; tool->ends[i] != NULL; i++) {
        size_t used = strlen(out);
        const char* join = i == 0 ? "" : tool->ends[i + 1] == NULL ? " or " : ", ";
        snprintf(out + used, size - used, "%s%s", join, tool->ends[i]);
    }
}

static void describe(const serve_Tool* tool, const serve_Argument* argument, char* out,
                     size_t size) {
    char ends[64];
    const cli_Option* option = argument->option;
    if (argument->about != NULL) {
        snprintf(out, size, "%s", argument->about);
    } else if (argument->kind == SERVE_ARGUMENT_OVERWRITE) {
        snprintf(out, size, "Replace the output if it exists. Default false: it is kept.");
    } else if (argument->kind == SERVE_ARGUMENT_OUTPUT) {
        list_ends(tool, ends, sizeof ends);
        snprintf(out, size, "Path of the %s file to write.", ends);
    } else if (option == NULL) {
        snprintf(out, size, "Path of a .vrm, .glb or .gltf file.");
    } else if (option->value == NULL) {
        snprintf(out, size, "%s", option->help);
    } else {
        snprintf(out, size, "%s: %s", option->value, option->help);
    }
}

static void put_argument(vrm_JsonBuilder* out, const serve_Tool* tool,
                         const serve_Argument* argument) {
    char about[1024];
    const cli_Option* option = argument->option;
    bool is_flag =
        argument->kind == SERVE_ARGUMENT_FLAG || argument->kind == SERVE_ARGUMENT_OVERWRITE;
    bool has_choices = option != NULL && option->kind == CLI_NAMES_CLOSED;
    describe(tool, argument, about, sizeof about);
    vrm_json_put_key(out, argument->name);
    vrm_json_begin_object(out);
    cli_json_string(out, "type", is_flag ? "boolean" : argument->is_list ? "array" : "string");
    cli_json_string(out, "description", about);
    if (argument->is_list) {
        vrm_json_put_key(out, "items");
        vrm_json_begin_object(out);
        cli_json_string(out, "type", "string");
    }
    if (has_choices) put_choices(out, option);
    if (argument->is_list) vrm_json_end_object(out);
    vrm_json_end_object(out);
}

void serve_put_tool(vrm_JsonBuilder* out, const serve_Tool* tool,
                    const serve_Arguments* arguments) {
    vrm_json_begin_object(out);
    cli_json_string(out, "name", tool->name);
    cli_json_string(out, "description", tool->about);
    vrm_json_put_key(out, "inputSchema");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "object");
    vrm_json_put_key(out, "properties");
    vrm_json_begin_object(out);
    for (int i = 0; i < arguments->count; i++) put_argument(out, tool, &arguments->list[i]);
    vrm_json_end_object(out);
    vrm_json_put_key(out, "required");
    vrm_json_begin_array(out);
    for (int i = 0; i < arguments->count; i++)
        if (arguments->list[i].is_required) vrm_json_put_string(out, arguments->list[i].name);
    vrm_json_end_array(out);
    cli_json_bool(out, "additionalProperties", false);
    vrm_json_end_object(out);
    vrm_json_end_object(out);
}
