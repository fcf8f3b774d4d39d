/* SPDX-License-Identifier: MIT */
/* vrm view: shows avatars in a browser, which a small server on this machine gives its page and the
 * files. */
#include "commands/commands.h"
#include "files/output_name.h"
#include "rewrite/batch.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#ifdef CLI_HAS_VIEW

#include "confine/confine.h"
#include "view/view_events.h"
#include "view/view_motion.h"
#include "view/view_server.h"

#include <stdlib.h>

enum { IDLE_MS = 100, MOTION_MS = 4, FILES_MAX = 1000 };

static const char* const endings[] = {".vrm", ".glb", ".gltf", CLI_MOTION_ENDINGS, NULL};

typedef struct Options {
    const char *port, *page, *vmc;
    bool is_json, is_quiet, no_open;
    int32_t port_number;
} Options;

typedef struct View {
    view_Server server;
    view_Board board;
    view_Source source;
    view_Motion* motion;
} View;

static char* write_session(void* ctx) {
    const View* view = ctx;
    return view_files_session(&view->server.files, view->motion != NULL);
}

static int start(View* view, const Options* options, const cli_Args* args) {
    view->board.files = &view->server.files;
    view->source = view_board_source(&view->board);
    view_ServerDef def = {.command = "view",
                          .port_option = "--port",
                          .folder_option = "--page",
                          .folder = options->page,
                          .index = "index.html",
                          .args = args,
                          .source = &view->source,
                          .session = write_session,
                          .session_ctx = view,
                          .port = (uint16_t)options->port_number,
                          .opens_browser = !options->no_open};
    return view_server_open(&view->server, &def);
}

/* Without its address the page cannot be opened, so a failure to print it is an error. */
static int put_start(const View* view, const Options* options) {
    if (options->is_json) {
        vrm_JsonBuilder* builder = cli_json_create();
        if (builder == NULL) return CLI_FAILED;
        vrm_json_begin_object(builder);
        cli_json_string(builder, "url", view->server.url);
        cli_json_integer(builder, "port", view_http_port(view->server.http));
        cli_json_integer(builder, "files", view->server.files.count);
        vrm_json_put_key(builder, "vmcPort");
        if (view->motion != NULL)
            vrm_json_put_integer(builder, view_motion_port(view->motion));
        else
            vrm_json_put_null(builder);
        vrm_json_end_object(builder);
        int status = cli_put_json(builder);
        return fflush(stdout) == 0 ? status : CLI_FAILED;
    }
    if (options->is_quiet) return CLI_OK;
    puts(view->server.url);
    if (fflush(stdout) != 0) return CLI_FAILED;
    fputs("vrm view: the address above is for you alone; Ctrl-C ends it\n", stderr);
    if (view->motion != NULL)
        fprintf(stderr, "vrm view: listening for VMC on UDP port %u\n",
                view_motion_port(view->motion));
    return CLI_OK;
}

static void serve(View* view) {
    view_Server* server = &view->server;
    while (!view_is_interrupted()) {
        vrm_Span text;
        bool is_moving = view->motion != NULL && view_http_stream_count(server->http) > 0;
        view_http_run(server->http, is_moving                   ? MOTION_MS
                                    : server->files.is_settling ? IDLE_MS / 4
                                                                : IDLE_MS);
        double now_s = view_now_s();
        view_files_look(&server->files, now_s);
        if (view->motion != NULL && view_motion_take(view->motion, now_s, &text))
            view_board_set_motion(&view->board, text.data, text.size);
        view_http_tick(server->http);
    }
}

static int open_and_serve(View* view, const Options* options, const cli_Args* args) {
    view_catch_signals();
    int status = CLI_OK;
    if (options->vmc != NULL) status = view_motion_open(options->vmc, &view->motion);
    if (status == CLI_OK) status = start(view, options, args);
    if (status == CLI_OK) status = put_start(view, options);
    if (status != CLI_OK) return status;
    view_server_open_browser(&view->server, options->is_quiet);
    /* All sockets are open. What the files say, requests and motion come from strangers. */
    status = cli_confine(&(cli_Needs){
        .args = args, .inputs = &options->page, .input_count = 1, .serves = true, .tells = true});
    if (status != CLI_OK) return status;
    view_files_read(&view->server.files);
    serve(view);
    return status;
}

static int run(cli_Args* args) {
    Options options = {.port = cli_word(args, "--port"),
                       .no_open = cli_has(args, "--no-open"),
                       .vmc = cli_word(args, "--vmc"),
                       .page = cli_word(args, "--page"),
                       .is_json = cli_has(args, "--json"),
                       .is_quiet = cli_has(args, "--quiet")};
    if (options.port != NULL &&
        (!cli_parse_count(options.port, &options.port_number) || options.port_number > 65535))
        return cli_usage_error("view",
                               "--port must be a number from 0, any that is free, to 65535");
    for (int i = 0; i < args->file_count; i++)
        if (args->files[i][0] == '-' && args->files[i][1] == 0)
            return cli_usage_error("view", "standard input cannot be watched; name a file");
    int status = cli_expand_folders(args, endings, false);
    if (status == CLI_OK && args->file_count > FILES_MAX)
        status = cli_usage_error("view", "at most %d files", FILES_MAX);
    if (status == CLI_OK) {
        View* view = calloc(1, sizeof *view);
        if (view == NULL) return cli_result_error("view", "memory", VRM_ERR_MEMORY, NULL);
        status = open_and_serve(view, &options, args);
        view_server_close(&view->server);
        view_motion_close(view->motion);
        free(view->board.motion);
        free(view);
    }
    return status;
}

#else

static int run(cli_Args* args) {
    (void)args;
    fputs("vrm view: this vrm was built without libmicrohttpd (Debian: libmicrohttpd-dev)\n",
          stderr);
    return CLI_FAILED;
}

#endif

static const cli_Option options[] = {
    CLI_VALUE("--port", "N", "TCP port. Default: any free one."),
    CLI_FLAG("--no-open", "Print the address; do not start a browser."),
    CLI_VALUE("--vmc", "[ADDRESS:]PORT",
              "Receive live motion over the VMC protocol on this UDP port (usually 39539) and show "
              "it. ADDRESS defaults to 127.0.0.1, this machine only."),
    CLI_VALUE("--page", "FOLDER",
              "Serve the viewer from a folder instead of the built-in one, to develop it."),
    CLI_FLAG("--json", "Print the address as one JSON object."),
    CLI_QUIET_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_view = {
    .name = "view",
    .summary = "open avatars in the browser and reload them when a file changes",
    .usage = "vrm view [--port N] [--no-open] [--vmc [ADDRESS:]PORT] [FILE...]\n",
    .about =
        "Opens the viewer in your browser with the FILEs: avatars, motions, or folders of them.\n"
        "Without a FILE it shows the bundled avatar. Drop further files on the page. Files are\n"
        "reloaded when they change. Nothing leaves this machine: the server listens on\n"
        "127.0.0.1 only, requires the secret address that it prints, and serves only the FILEs\n"
        "and the files that their glTF names. Stop it with Ctrl-C.\n",
    .options = options,
    .status = "0 stopped, 1 a folder could not be used, 2 wrong usage, 3 a file could not be "
              "read, the port could not be used, or this vrm was built without the viewer.",
    .run = run,
};
