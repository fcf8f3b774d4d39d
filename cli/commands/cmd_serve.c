/* SPDX-License-Identifier: MIT */
/* vrm serve: answers other programs over standard input and output. */
#define _POSIX_C_SOURCE 200809L /* SIGPIPE */

#include "commands/commands.h"
#include "confine/confine.h"
#include "files/no_links.h"
#include "serve/serve_host.h"
#include "serve/serve_mcp.h"
#include "serve/serve_operations.h"
#include "serve/serve_wire.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define TOOL_TIMEOUT_S      120
#define OPERATION_TIMEOUT_S 600

static bool answer_one(serve_Wire* wire, serve_Got got, serve_MethodFn* run, void* ctx,
                       vrm_JsonBuilder* out) {
    vrm_Span text;
    bool has_answer = true;
    if (got == SERVE_MESSAGE)
        has_answer = serve_answer(wire->text, wire->size, run, ctx, out);
    else
        serve_answer_broken(out, got == SERVE_BROKEN      ? "the header has no sound Content-Length"
                                 : got == SERVE_TOO_LARGE ? "the message is larger than 16 MiB"
                                                          : "out of memory");
    if (!has_answer) return true;
    if (vrm_json_builder_text(out, &text) != VRM_OK) {
        static const char answer[] = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
                                     "\"message\":\"out of memory\"}}";
        text = (vrm_Span){answer, sizeof answer - 1};
    }
    return serve_send(wire, text);
}

/* Until the client closes its end, or no longer reads. */
static int serve(serve_Framing framing, serve_MethodFn* run, void* ctx) {
    serve_Wire wire = {.in = stdin, .out = stdout, .framing = framing};
    vrm_JsonBuilder* out = cli_json_create();
    if (out == NULL) return CLI_FAILED;
    signal(SIGPIPE, SIG_IGN); /* a client that vanishes shows in the result of writing */
    bool goes_on = true;
    while (goes_on) {
        serve_Got got = serve_receive(&wire);
        if (got == SERVE_END) break;
        goes_on = answer_one(&wire, got, run, ctx, out);
    }
    vrm_json_builder_destroy(out);
    serve_wire_release(&wire);
    if (ferror(wire.in)) return cli_result_error("serve", "standard input", VRM_ERR_IO, NULL);
    return goes_on ? CLI_OK : CLI_FAILED;
}

/* From here on nothing outside the folders can be opened, by tools neither. */
static int open_folders(const cli_Args* args, serve_Folders* folders) {
    int status = serve_folders_open(folders, args->files, args->file_count);
    if (status != CLI_OK) return status;
    cli_refuse_links();
    const cli_Args none = {.command = args->command, .is_unconfined = args->is_unconfined};
    return cli_confine(&(cli_Needs){.args = &none,
                                    .folders = folders->paths,
                                    .folder_count = folders->count,
                                    .draws = true,
                                    .forks = true,
                                    .tells = true});
}

/* Before the sandbox is entered, which lets nobody connect. NULL without --live. */
static int open_live(const cli_Args* args, int32_t timeout_s, serve_Live** out) {
    const char* path = cli_word(args, "--live");
    *out = NULL;
    return path != NULL ? serve_live_open(path, timeout_s, out) : CLI_OK;
}

static int serve_mcp(const cli_Args* args, int32_t timeout_s) {
    serve_Mcp mcp = {.commands = args->commands, .timeout_s = timeout_s};
    int status = open_live(args, timeout_s, &mcp.live);
    if (status == CLI_OK) status = open_folders(args, &mcp.folders);
    if (status == CLI_OK) status = serve(SERVE_LINES, serve_run_mcp, &mcp);
    serve_live_close(mcp.live);
    allowed_close(&mcp.folders);
    return status;
}

static int serve_adapter(const cli_Args* args, bool is_still, int32_t timeout_s) {
    static serve_Client client; /* the thread that watches it outlives the server */
    serve_Server* server = calloc(1, sizeof *server);
    if (server == NULL) {
        fputs("vrm serve: out of memory\n", stderr);
        return CLI_FAILED;
    }
    server->is_still = is_still;
    client.timeout_s = timeout_s;
    server->client = &client;
    int status = open_live(args, timeout_s, &server->live);
    if (status == CLI_OK) status = open_folders(args, &server->folders);
    if (status == CLI_OK) serve_client_watch(&client);
    if (status == CLI_OK) status = serve(SERVE_HEADERS, serve_run_operation, server);
    serve_live_close(server->live);
    serve_server_close(server);
    free(server);
    return status;
}

static int run(cli_Args* args) {
    bool is_mcp = cli_has(args, "--mcp"), is_still = cli_has(args, "--still");
    const char* timeout = cli_word(args, "--timeout");
    int32_t timeout_s = is_mcp ? TOOL_TIMEOUT_S : OPERATION_TIMEOUT_S;
    if (timeout != NULL && (!cli_parse_count(timeout, &timeout_s) || timeout_s < 1))
        return cli_usage_error("serve",
                               "--timeout must be a whole number of seconds from 1 to 2147483647");
    if (is_still && is_mcp) return cli_usage_error("serve", "--still is not for --mcp");
    if (args->file_count == 1 && strcmp(args->files[0], "describe") == 0)
        return serve_describe(cli_has(args, "--live"));
    return is_mcp ? serve_mcp(args, timeout_s) : serve_adapter(args, is_still, timeout_s);
}

static const cli_Option options[] = {
    CLI_FLAG("--mcp", "Speak the Model Context Protocol, one message per line, and offer commands "
                      "as tools for AI assistants (docs/guide/serve.md)."),
    CLI_VALUE(
        "--live", "PATH",
        "Offer the messages of docs/reference/control.md too, as tools or operations. They "
        "move the avatar of a running `vrm live --control PATH`, which may be started later."),
    CLI_VALUE("--timeout", "SECONDS",
              "Stop a tool or operation after this time. Default: 120 for a tool, 600 for an "
              "operation."),
    CLI_FLAG("--still", "Do not advance the springs by 1/60 s before render."),
    {.name = "--format",
     .value = "F",
     .help = "Output format of `describe`: json (default).",
     CLI_ONE_OF("json")},
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_serve = {
    .name = "serve",
    .summary = "serve other programs over standard input and output (MCP, JSON-RPC)",
    .usage = "vrm serve [FOLDER...] [--live PATH] [--still] [--timeout SECONDS]\n"
             "vrm serve --mcp [FOLDER...] [--live PATH] [--timeout SECONDS]\n"
             "vrm serve describe --format json\n",
    .about = "Reads requests from standard input and writes answers to standard output until the\n"
             "input ends. Reads and writes files only below the FOLDERs; default: the current\n"
             "folder. Uses no network.\n"
             "\n"
             "Without --mcp it is an adapter of the vrm-conformance suite: JSON-RPC 2.0 with a\n"
             "Content-Length header before each message. `describe` lists the operations and\n"
             "their parameters.\n",
    .options = options,
    .run = run,
};
