/* SPDX-License-Identifier: MIT */
/* Each tool is one command of this program, run as a child process whose standard output and error
 * are read: a client gets exactly what a person gets, and a file that crashes a command crashes
 * nothing else. Paths are resolved and checked against the folders before the child starts, and are
 * passed in their resolved form, which begins with a slash and so is never an option. */
#include "serve/serve_mcp.h"

#include "files/files.h"
#include "serve/serve_child.h"
#include "words/json.h"

#include <stdlib.h>
#include <string.h>

#define MAX_OPTIONS 6 /* of a tool */
#define MAX_PARAMS  (MAX_OPTIONS + 3)
#define MAX_WORDS   32
#define MAX_WORD    512
#define MAX_PICTURE ((uint64_t)8 << 20) /* larger ones are named, not sent */
#define LATEST      "2025-06-18"
#define KNOWN       "2024-11-05 2025-03-26 " LATEST

typedef struct Tool {
    const char* name; /* of the command, which is run with --json */
    const char* about;
    const char* options[MAX_OPTIONS]; /* of the command's table, which may be given */
    const char* ending;               /* of the output; NULL: there is none */
    bool shows_picture;               /* the output is a picture that the client sees */
    bool may_fail;                    /* status 1 with output is an answer, not a failure */
} Tool;

static const Tool tools[] = {
    {.name = "info",
     .about = "What is in a VRM avatar or animation: dialect, licence, humanoid, expressions, "
              "springs, counts."},
    {.name = "validate",
     .about = "Checks a glTF or VRM file and lists findings with code, severity, JSON pointer and "
              "what to do.",
     .may_fail = true},
    {.name = "render",
     .about = "Draws a picture of an avatar and returns it.",
     .options = {"--size", "--camera", "--pose", "--expression", "--animation", "--time"},
     .ending = ".png",
     .shows_picture = true},
    {.name = "migrate",
     .about = "Writes an avatar of any dialect as VRM 1.0, or as 0.x, and reports how each term of "
              "the licence was mapped.",
     .options = {"--to"},
     .ending = ".vrm"},
    {.name = "normalize",
     .about = "Bakes rotations and scales of nodes into the meshes.",
     .ending = ".vrm"},
    {.name = "bake",
     .about = "Runs an animation with its springs and writes the result as an ordinary glTF "
              "animation.",
     .options = {"--animation", "--seconds", "--fps", "--audio", "--emotions", "--script"},
     .ending = ".glb"},
};
#define TOOL_COUNT (sizeof tools / sizeof tools[0])

/* ---- Arguments of a tool ---- */

/* How an argument becomes words of the command line. */
typedef enum ArgumentKind {
    ARGUMENT_INPUT,    /* a file to read, without an option where there is none */
    ARGUMENT_OUTPUT,   /* a file to write */
    ARGUMENT_WORD,     /* anything else */
    ARGUMENT_OVERWRITE /* a flag: no word, but the output may exist */
} ArgumentKind;

typedef struct Argument {
    const char* name;
    ArgumentKind kind;
    bool is_required;
    const cli_Option* option; /* NULL: the file itself, or none */
} Argument;

typedef struct Arguments {
    Argument list[MAX_PARAMS];
    int count;
} Arguments;

static const cli_Command* find_command(const serve_Mcp* mcp, const Tool* tool) {
    const cli_Command* const* command = mcp->commands;
    while (strcmp((*command)->name, tool->name) != 0) command++;
    return *command;
}

static const cli_Option* find_option(const cli_Command* command, const char* name) {
    return cli_find_option(command->options, name, strlen(name));
}

/* The file, the output where there is one, and the options: those by the command's table. */
static Arguments arguments_of(const serve_Mcp* mcp, const Tool* tool) {
    const cli_Command* command = find_command(mcp, tool);
    Arguments all = {.list = {{"file", ARGUMENT_INPUT, true, NULL}}, .count = 1};
    if (tool->ending != NULL)
        all.list[all.count++] =
            (Argument){"output", ARGUMENT_OUTPUT, true, find_option(command, "--output")};
    for (int i = 0; i < MAX_OPTIONS && tool->options[i] != NULL; i++) {
        const cli_Option* option = find_option(command, tool->options[i]);
        all.list[all.count++] =
            (Argument){option->name + 2, cli_names_file(option) ? ARGUMENT_INPUT : ARGUMENT_WORD,
                       false, option};
    }
    if (tool->ending != NULL)
        all.list[all.count++] = (Argument){"overwrite", ARGUMENT_OVERWRITE, false, NULL};
    return all;
}

/* ---- Session ---- */

static bool initialize(serve_Call* call) {
    static const serve_Param params[] = {{"protocolVersion", SERVE_TEXT, false, 0, 0, NULL, NULL},
                                         {NULL, SERVE_TEXT, false, 0, 0, NULL, NULL}};
    char version[32] = "";
    if (!serve_check_params(call, params)) return false;
    /* A version that is too long for any of ours is an unknown one. */
    if (!serve_text(call, "protocolVersion", version, sizeof version)) call->error_code = 0;
    bool is_known = strcmp(version, "2024-11-05") == 0 || strcmp(version, "2025-03-26") == 0 ||
                    strcmp(version, LATEST) == 0;
    cli_json_string(call->result, "protocolVersion", is_known ? version : LATEST);
    vrm_json_put_key(call->result, "capabilities");
    vrm_json_begin_object(call->result);
    vrm_json_put_key(call->result, "tools");
    vrm_json_begin_object(call->result);
    vrm_json_end_object(call->result);
    vrm_json_end_object(call->result);
    vrm_json_put_key(call->result, "serverInfo");
    vrm_json_begin_object(call->result);
    cli_json_string(call->result, "name", "libvrm");
    cli_json_string(call->result, "version", VRM_VERSION_TEXT);
    vrm_json_end_object(call->result);
    cli_json_string(call->result, "instructions",
                    "Tools for VRM avatars. Files are read and written only below the folders "
                    "that the server was started with.");
    return true;
}

static void put_choices(vrm_JsonBuilder* out, const cli_Option* option) {
    const char* name;
    vrm_json_put_key(out, "enum");
    vrm_json_begin_array(out);
    for (int i = 0; (name = option->name_at(option->names, i)) != NULL; i++)
        vrm_json_put_string(out, name);
    vrm_json_end_array(out);
}

static void put_argument(vrm_JsonBuilder* out, const Tool* tool, const Argument* argument) {
    char about[512];
    const cli_Option* option = argument->option;
    vrm_json_put_key(out, argument->name);
    vrm_json_begin_object(out);
    cli_json_string(out, "type", argument->kind == ARGUMENT_OVERWRITE ? "boolean" : "string");
    if (argument->kind == ARGUMENT_OVERWRITE)
        snprintf(about, sizeof about,
                 "true: replace the output if it exists. Without it an existing file is kept.");
    else if (argument->kind == ARGUMENT_OUTPUT)
        snprintf(about, sizeof about, "Path of the %s to write.", tool->ending);
    else if (option == NULL)
        snprintf(about, sizeof about, "Path of a .vrm, .glb or .gltf file.");
    else
        snprintf(about, sizeof about, "%s: %s", option->value, option->help);
    cli_json_string(out, "description", about);
    if (option != NULL && option->kind == CLI_NAMES_CLOSED) put_choices(out, option);
    vrm_json_end_object(out);
}

static void put_tool(const serve_Mcp* mcp, vrm_JsonBuilder* out, const Tool* tool) {
    const Arguments arguments = arguments_of(mcp, tool);
    vrm_json_begin_object(out);
    cli_json_string(out, "name", tool->name);
    cli_json_string(out, "description", tool->about);
    vrm_json_put_key(out, "inputSchema");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "object");
    vrm_json_put_key(out, "properties");
    vrm_json_begin_object(out);
    for (int i = 0; i < arguments.count; i++) put_argument(out, tool, &arguments.list[i]);
    vrm_json_end_object(out);
    vrm_json_put_key(out, "required");
    vrm_json_begin_array(out);
    for (int i = 0; i < arguments.count; i++)
        if (arguments.list[i].is_required) vrm_json_put_string(out, arguments.list[i].name);
    vrm_json_end_array(out);
    cli_json_bool(out, "additionalProperties", false);
    vrm_json_end_object(out);
    vrm_json_end_object(out);
}

static bool list_tools(const serve_Mcp* mcp, serve_Call* call) {
    vrm_json_put_key(call->result, "tools");
    vrm_json_begin_array(call->result);
    for (size_t i = 0; i < TOOL_COUNT; i++) put_tool(mcp, call->result, &tools[i]);
    vrm_json_end_array(call->result);
    return true;
}

/* ---- Calling ---- */

typedef struct CommandLine {
    char* words[MAX_WORDS + 1];
    char room[MAX_PARAMS][SERVE_PATH_ROOM];
    int count;
    const char* output; /* the file that is written; NULL: none */
} CommandLine;

static bool add_argument(const serve_Mcp* mcp, serve_Call* call, const Tool* tool,
                         const Argument* argument, char room[SERVE_PATH_ROOM], CommandLine* line) {
    char path[64];
    snprintf(path, sizeof path, "arguments/%s", argument->name);
    if (!serve_has(call, path))
        return !argument->is_required ||
               serve_fail(call, SERVE_BAD_PARAMS, "%s is missing", argument->name);
    if (argument->kind == ARGUMENT_OVERWRITE) return true; /* see check_output() */
    if (!serve_is_text(call, path))
        return serve_fail(call, SERVE_BAD_PARAMS, "%s must be a string", argument->name);
    bool is_read = argument->kind == ARGUMENT_INPUT
                       ? serve_input_path(&mcp->folders, call, path, room)
                   : argument->kind == ARGUMENT_OUTPUT
                       ? serve_output_path(&mcp->folders, call, path, tool->ending, room)
                       : serve_text(call, path, room, MAX_WORD);
    if (!is_read) return false;
    if (argument->kind == ARGUMENT_WORD && (room[0] == '\0' || room[0] == '-'))
        return serve_fail(call, SERVE_BAD_PARAMS, "%s must not be empty or begin with -",
                          argument->name);
    if (argument->option != NULL) line->words[line->count++] = (char*)argument->option->name;
    line->words[line->count++] = room;
    if (argument->kind == ARGUMENT_OUTPUT) line->output = room;
    return true;
}

static const char* argument_name(const void* arguments, int index) {
    const Arguments* all = arguments;
    return index < all->count ? all->list[index].name : NULL;
}

/* An argument that no tool reads would be left out of the work without a word. The nearest name is
 * named, or all of them. */
static bool check_names(serve_Call* call, const Tool* tool, const Arguments* arguments) {
    char name[64], hint[CLI_HINT_ROOM], names[256] = "";
    if (!serve_find_unknown(call, "arguments", argument_name, arguments, name, sizeof name))
        return true;
    cli_did_you_mean(name, argument_name, arguments, hint);
    const char* other = argument_name(arguments, 0);
    for (int i = 0; hint[0] == '\0' && other != NULL; i++, other = argument_name(arguments, i)) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "; it has " : ", ", other);
    }
    return serve_fail(call, SERVE_BAD_PARAMS, "%s has no argument %s%s%s", tool->name, name, hint,
                      names);
}

/* The path of an output comes from an assistant, which may have it from a text that it was given:
 * what exists is kept unless the call says otherwise. */
static bool check_output(serve_Call* call, const CommandLine* line) {
    static const char flag[] = "arguments/overwrite";
    if (serve_has(call, flag) && !serve_is_flag(call, flag))
        return serve_fail(call, SERVE_BAD_PARAMS, "overwrite must be true or false");
    if (line->output == NULL || serve_flag(call, flag, false)) return true;
    return serve_is_free(line->output) ||
           serve_fail(call, SERVE_BAD_PARAMS,
                      "output exists; choose another name, or set overwrite to true");
}

static bool make_line(const serve_Mcp* mcp, serve_Call* call, const Tool* tool, CommandLine* line) {
    const Arguments arguments = arguments_of(mcp, tool);
    if (!check_names(call, tool, &arguments)) return false;
    line->words[line->count++] = (char*)tool->name;
    line->words[line->count++] = "--json";
    for (int i = 0; i < arguments.count; i++)
        if (!add_argument(mcp, call, tool, &arguments.list[i], line->room[i], line)) return false;
    line->words[line->count] = NULL;
    return check_output(call, line);
}

static void put_text(vrm_JsonBuilder* out, const char* text) {
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "text");
    cli_json_string(out, "text", text);
    vrm_json_end_object(out);
}

/* A crash leaves no message of its own. */
static void put_signal(vrm_JsonBuilder* out, int number) {
    char text[64];
    snprintf(text, sizeof text, "The tool was ended by signal %d.", number);
    put_text(out, text);
}

static char* base64_of(const uint8_t* bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char* text = malloc((size + 2) / 3 * 4 + 1);
    if (text == NULL) return NULL;
    char* to = text;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t left = (uint32_t)(size - i), bits = (uint32_t)bytes[i] << 16;
        if (left > 1) bits |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2) bits |= bytes[i + 2];
        *to++ = digits[bits >> 18 & 63];
        *to++ = digits[bits >> 12 & 63];
        *to++ = left > 1 ? digits[bits >> 6 & 63] : '=';
        *to++ = left > 2 ? digits[bits & 63] : '=';
    }
    *to = '\0';
    return text;
}

static void put_picture(vrm_JsonBuilder* out, const char* path) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    if (cli_read_file(path, MAX_PICTURE, &bytes, &size) != VRM_OK) return;
    char* text = base64_of(bytes, size);
    free(bytes);
    if (text == NULL) return;
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "image");
    cli_json_string(out, "data", text);
    cli_json_string(out, "mimeType", "image/png");
    vrm_json_end_object(out);
    free(text);
}

static bool run_tool(const serve_Mcp* mcp, serve_Call* call, const Tool* tool) {
    CommandLine* line = calloc(1, sizeof *line);
    serve_Child child = {.status = -1};
    if (line == NULL) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    bool is_started = make_line(mcp, call, tool, line);
    if (is_started &&
        !serve_child_run(find_command(mcp, tool), line->words, mcp->timeout_s, &child))
        is_started = serve_fail(call, SERVE_INTERNAL, "the tool could not be started");
    if (is_started) {
        bool has_output = child.output != NULL && child.output[0] != '\0';
        bool is_good = child.status == 0 || (tool->may_fail && child.status == 1 && has_output);
        vrm_json_put_key(call->result, "content");
        vrm_json_begin_array(call->result);
        if (has_output) put_text(call->result, child.output);
        if (child.errors != NULL && child.errors[0] != '\0') put_text(call->result, child.errors);
        is_good &= !child.is_cut;
        if (child.is_cut)
            put_text(call->result, "The tool wrote more than 4 MiB; the rest is cut.");
        if (child.is_late)
            put_text(call->result, "The tool took too long and was ended.");
        else if (child.status > 128)
            put_signal(call->result, child.status - 128);
        if (is_good && tool->shows_picture && line->output != NULL)
            put_picture(call->result, line->output);
        vrm_json_end_array(call->result);
        cli_json_bool(call->result, "isError", !is_good);
    }
    serve_child_release(&child);
    free(line);
    return is_started;
}

static bool call_tool(const serve_Mcp* mcp, serve_Call* call) {
    static const serve_Param end = {NULL, SERVE_TEXT, false, 0, 0, NULL, NULL};
    const serve_Param params[] = {{"name", SERVE_TEXT, false, 0, 0, NULL, NULL},
                                  {"arguments", SERVE_OBJECT, true, 0, 0, NULL, &end},
                                  end};
    char name[64];
    if (!serve_check_params(call, params) || !serve_text(call, "name", name, sizeof name))
        return false;
    for (size_t i = 0; i < TOOL_COUNT; i++)
        if (strcmp(tools[i].name, name) == 0) return run_tool(mcp, call, &tools[i]);
    return serve_fail(call, SERVE_BAD_PARAMS, "there is no tool %s", name);
}

bool serve_run_mcp(void* mcp, const char* method, serve_Call* call) {
    if (strcmp(method, "initialize") == 0) return initialize(call);
    if (strcmp(method, "ping") == 0) return true;
    if (strncmp(method, "notifications/", 14) == 0) return true;
    if (strcmp(method, "tools/list") == 0) return list_tools(mcp, call);
    if (strcmp(method, "tools/call") == 0) return call_tool(mcp, call);
    return serve_fail(call, SERVE_NO_METHOD, "there is no method %s", method);
}
