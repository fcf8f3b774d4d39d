/* SPDX-License-Identifier: MIT */
/* Each tool is one command of this program, run as a child process whose standard output and error
 * are read: a client gets exactly what a person gets, and a file that crashes a command crashes
 * nothing else. Paths are resolved and checked against the folders before the child starts, and are
 * passed in their resolved form, which begins with a slash and so is never an option. */
#include "serve/serve_mcp.h"

#include "files/files.h"
#include "files/output_name.h"
#include "serve/serve_child.h"
#include "serve/serve_listing.h"
#include "serve/serve_tools.h"
#include "validate/policy.h"
#include "words/json.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WORDS   128                 /* of a command line */
#define MAX_VALUES  64                  /* of one argument */
#define MAX_PICTURE ((uint64_t)8 << 20) /* larger ones are named, not sent */
#define LATEST      "2025-06-18"

/* ---- Session ---- */

static bool initialize(const serve_Mcp* mcp, serve_Call* call) {
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
    char folders[2048], text[4096];
    allowed_list(&mcp->folders, folders, sizeof folders);
    snprintf(text, sizeof text,
             "Tools for VRM avatars. Files are read and written only below these folders: %s. "
             "Relative paths start there. list_files shows what is in them.%s",
             folders,
             mcp->live == NULL ? ""
                               : " An avatar is live, seen and heard by people now: say, emote, "
                                 "look, play, stop, pose and camera move it, state says what it "
                                 "does, events waits until something has been said or played. The "
                                 "first answer has its name and expressions (hello).");
    cli_json_string(call->result, "instructions", text);
    return true;
}

static bool list_tools(const serve_Mcp* mcp, serve_Call* call) {
    const serve_Tool* tool;
    vrm_json_put_key(call->result, "tools");
    vrm_json_begin_array(call->result);
    serve_put_listing_tool(call->result);
    for (int i = 0; (tool = serve_tool_at(i)) != NULL; i++) {
        const serve_Arguments arguments = serve_tool_arguments(tool, mcp->commands);
        serve_put_tool(call->result, tool, &arguments);
    }
    if (mcp->live != NULL) serve_live_put_tools(call->result, "inputSchema");
    vrm_json_end_array(call->result);
    return true;
}

/* ---- The command line of a call ---- */

typedef struct CommandLine {
    char* words[MAX_WORDS + 1]; /* malloc'd */
    int count;
    const char* output; /* the file that is written; NULL: none */
} CommandLine;

static bool add_word(serve_Call* call, CommandLine* line, const char* word) {
    if (line->count == MAX_WORDS)
        return serve_fail(call, SERVE_BAD_PARAMS, "there are too many values");
    size_t size = strlen(word) + 1;
    char* copy = malloc(size);
    if (copy == NULL) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    memcpy(copy, word, size);
    line->words[line->count++] = copy;
    return true;
}

static void release_line(CommandLine* line) {
    for (int i = 0; i < line->count; i++) free(line->words[i]);
    free(line);
}

static bool is_policy_name(const serve_Call* call, const char* path) {
    const char* name;
    for (int i = 0; (name = cli_policy_name_at(NULL, i)) != NULL; i++)
        if (serve_is(call, path, name)) return true;
    return false;
}

static bool read_policy_file(const serve_Mcp* mcp, serve_Call* call, const serve_Argument* argument,
                             const char* path, char out[SERVE_PATH_ROOM]) {
    char given[128], hint[CLI_HINT_ROOM];
    if (serve_input_path(&mcp->folders, call, path, out)) return true;
    if (call->error_code != SERVE_BAD_PARAMS) return false;
    if (!serve_text(call, path, given, sizeof given)) return false;
    cli_did_you_mean(given, cli_policy_name_at, NULL, hint);
    return serve_fail(call, SERVE_BAD_PARAMS,
                      "%s: %s is neither the name of a policy nor a file below the folders%s",
                      argument->name, given, hint);
}

/* The word that a value becomes: files are resolved and checked. */
static bool read_value(const serve_Mcp* mcp, serve_Call* call, const serve_Tool* tool,
                       const serve_Argument* argument, const char* path,
                       char out[SERVE_PATH_ROOM]) {
    if (!serve_is_text(call, path))
        return serve_fail(call, SERVE_BAD_PARAMS,
                          argument->is_list ? "%s must be an array of strings"
                                            : "%s must be a string",
                          argument->name);
    if (argument->kind == SERVE_ARGUMENT_INPUT)
        return serve_input_path(&mcp->folders, call, path, out);
    if (argument->kind == SERVE_ARGUMENT_POLICY && !is_policy_name(call, path))
        return read_policy_file(mcp, call, argument, path, out);
    if (argument->kind == SERVE_ARGUMENT_OUTPUT)
        return serve_output_path(&mcp->folders, call, path, tool->ends, out);
    if (!serve_text(call, path, out, SERVE_PATH_ROOM)) return false;
    if (out[0] == '\0' || out[0] == '-')
        return serve_fail(call, SERVE_BAD_PARAMS, "%s must not be empty or begin with -",
                          argument->name);
    return true;
}

static bool add_value(const serve_Mcp* mcp, serve_Call* call, const serve_Tool* tool,
                      const serve_Argument* argument, const char* path, CommandLine* line) {
    char value[SERVE_PATH_ROOM];
    if (!read_value(mcp, call, tool, argument, path, value)) return false;
    if (argument->option != NULL && !add_word(call, line, argument->option->name)) return false;
    if (!add_word(call, line, value)) return false;
    if (argument->kind == SERVE_ARGUMENT_OUTPUT) line->output = line->words[line->count - 1];
    return true;
}

static bool add_flag(serve_Call* call, const serve_Argument* argument, const char* path,
                     CommandLine* line) {
    if (!serve_is_flag(call, path))
        return serve_fail(call, SERVE_BAD_PARAMS, "%s must be true or false", argument->name);
    return argument->option == NULL || !serve_flag(call, path, false) ||
           add_word(call, line, argument->option->name);
}

/* An argument that takes several values takes a single string, too. */
static bool add_argument(const serve_Mcp* mcp, serve_Call* call, const serve_Tool* tool,
                         const serve_Argument* argument, CommandLine* line) {
    char path[96];
    snprintf(path, sizeof path, "arguments/%s", argument->name);
    if (!serve_has(call, path))
        return !argument->is_required ||
               serve_fail(call, SERVE_BAD_PARAMS, "%s is missing", argument->name);
    if (argument->kind == SERVE_ARGUMENT_FLAG || argument->kind == SERVE_ARGUMENT_OVERWRITE)
        return add_flag(call, argument, path, line);
    if (!argument->is_list || !serve_is_list(call, path))
        return add_value(mcp, call, tool, argument, path, line);
    uint32_t count = serve_list_count(call, path);
    if (count > MAX_VALUES)
        return serve_fail(call, SERVE_BAD_PARAMS, "%s has more than %d values", argument->name,
                          MAX_VALUES);
    for (uint32_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "arguments/%s/%u", argument->name, (unsigned)i);
        if (!add_value(mcp, call, tool, argument, path, line)) return false;
    }
    return true;
}

/* An argument that no tool reads would be left out of the work without a word. The nearest name is
 * named, or all of them. */
static bool check_names(serve_Call* call, const serve_Tool* tool,
                        const serve_Arguments* arguments) {
    char name[64], hint[CLI_HINT_ROOM], names[256] = "";
    if (!serve_find_unknown(call, "arguments", serve_argument_name, arguments, name, sizeof name))
        return true;
    cli_did_you_mean(name, serve_argument_name, arguments, hint);
    for (int i = 0; hint[0] == '\0' && i < arguments->count; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "; it has " : ", ",
                 arguments->list[i].name);
    }
    return serve_fail(call, SERVE_BAD_PARAMS, "%s has no argument %s%s%s", tool->name, name, hint,
                      names);
}

/* The path of an output comes from an assistant, which may have it from a text that it was given:
 * what exists is kept unless the call says otherwise. */
static bool check_output(serve_Call* call, const CommandLine* line) {
    if (line->output == NULL || serve_flag(call, "arguments/overwrite", false)) return true;
    return serve_is_free(line->output) ||
           serve_fail(call, SERVE_BAD_PARAMS,
                      "output exists; choose another name, or set overwrite to true");
}

static bool make_line(const serve_Mcp* mcp, serve_Call* call, const serve_Tool* tool,
                      CommandLine* line) {
    const serve_Arguments arguments = serve_tool_arguments(tool, mcp->commands);
    if (!check_names(call, tool, &arguments) ||
        !add_word(call, line, serve_tool_command(tool, mcp->commands)->name) ||
        !add_word(call, line, "--json"))
        return false;
    for (int i = 0; i < arguments.count; i++)
        if (!add_argument(mcp, call, tool, &arguments.list[i], line)) return false;
    return check_output(call, line);
}

/* ---- Calling ---- */

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
    cli_json_string(out, "mimeType",
                    cli_has_ending(path, ".webp")  ? "image/webp"
                    : cli_has_ending(path, ".gif") ? "image/gif"
                                                   : "image/png");
    vrm_json_end_object(out);
    free(text);
}

static void put_answer(serve_Call* call, const serve_Tool* tool, const CommandLine* line,
                       const serve_Child* child) {
    bool has_output = child->output != NULL && child->output[0] != '\0';
    bool is_good = child->status == 0 || (tool->may_fail && child->status == 1 && has_output);
    vrm_json_put_key(call->result, "content");
    vrm_json_begin_array(call->result);
    if (has_output) put_text(call->result, child->output);
    if (!has_output && child->status == 0) put_text(call->result, "Done.");
    if (child->errors != NULL && child->errors[0] != '\0') put_text(call->result, child->errors);
    is_good &= !child->is_cut;
    if (child->is_cut) put_text(call->result, "The tool wrote more than 4 MiB; the rest is cut.");
    if (child->is_late)
        put_text(call->result, "The tool took too long and was ended.");
    else if (child->status > 128)
        put_signal(call->result, child->status - 128);
    if (is_good && tool->shows_picture && line->output != NULL)
        put_picture(call->result, line->output);
    vrm_json_end_array(call->result);
    cli_json_bool(call->result, "isError", !is_good);
}

static bool run_tool(const serve_Mcp* mcp, serve_Call* call, const serve_Tool* tool) {
    CommandLine* line = calloc(1, sizeof *line);
    serve_Child child = {.status = -1};
    if (line == NULL) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    bool is_started = make_line(mcp, call, tool, line);
    if (is_started && !serve_child_run(serve_tool_command(tool, mcp->commands), line->words,
                                       mcp->timeout_s, &child))
        is_started = serve_fail(call, SERVE_INTERNAL, "the tool could not be started");
    if (is_started) put_answer(call, tool, line, &child);
    serve_child_release(&child);
    release_line(line);
    return is_started;
}

/* ---- The live avatar ---- */

static void put_live_text(serve_Call* call, const char* text, bool is_error) {
    vrm_json_put_key(call->result, "content");
    vrm_json_begin_array(call->result);
    put_text(call->result, text);
    vrm_json_end_array(call->result);
    cli_json_bool(call->result, "isError", is_error);
}

static bool put_live_answer(serve_Call* call, const vrm_JsonBuilder* members, bool is_error) {
    vrm_Span text;
    char* copy = vrm_json_builder_text(members, &text) == VRM_OK ? malloc(text.size + 1) : NULL;
    if (copy == NULL) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    put_live_text(call, copy, is_error);
    free(copy);
    return true;
}

/* What vrm live refuses, and that it is not there, is for the assistant to read, and no error of
 * the protocol. */
static bool call_live(const serve_Mcp* mcp, serve_Call* call, const char* name) {
    serve_LiveError error;
    if (mcp->live == NULL)
        return serve_fail(call, SERVE_BAD_PARAMS,
                          "%s needs a live avatar: start vrm serve --mcp with --live PATH", name);
    vrm_JsonBuilder* members = cli_json_create();
    if (members == NULL) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    vrm_json_begin_object(members);
    bool is_answered = serve_live_ask(mcp->live, call, name, "arguments", members, &error);
    vrm_json_end_object(members);
    if (is_answered) is_answered = put_live_answer(call, members, error.code[0] != '\0');
    if (!is_answered && call->error_code == SERVE_INTERNAL) {
        put_live_text(call, call->error, true);
        call->error_code = 0;
        is_answered = true;
    }
    vrm_json_builder_destroy(members);
    return is_answered;
}

static bool call_tool(const serve_Mcp* mcp, serve_Call* call) {
    static const serve_Param end = {NULL, SERVE_TEXT, false, 0, 0, NULL, NULL};
    const serve_Param params[] = {{"name", SERVE_TEXT, false, 0, 0, NULL, NULL},
                                  {"arguments", SERVE_OBJECT, true, 0, 0, NULL, &end},
                                  end};
    const serve_Tool* tool;
    char name[64];
    if (!serve_check_params(call, params) || !serve_text(call, "name", name, sizeof name))
        return false;
    if (strcmp(name, SERVE_LISTING_TOOL) == 0) return serve_run_listing(&mcp->folders, call);
    for (int i = 0; (tool = serve_tool_at(i)) != NULL; i++)
        if (strcmp(tool->name, name) == 0) return run_tool(mcp, call, tool);
    if (serve_live_knows(name)) return call_live(mcp, call, name);
    return serve_fail(call, SERVE_BAD_PARAMS, "there is no tool %s", name);
}

bool serve_run_mcp(void* mcp, const char* method, serve_Call* call) {
    if (strcmp(method, "initialize") == 0) return initialize(mcp, call);
    if (strcmp(method, "ping") == 0) return true;
    if (strncmp(method, "notifications/", 14) == 0) return true;
    if (strcmp(method, "tools/list") == 0) return list_tools(mcp, call);
    if (strcmp(method, "tools/call") == 0) return call_tool(mcp, call);
    return serve_fail(call, SERVE_NO_METHOD, "there is no method %s", method);
}
