/* SPDX-License-Identifier: MIT */
#include "view/view_server.h"

#include "words/args.h"
#include "words/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int open_page(view_Server* server, const view_ServerDef* def) {
    if (!view_page_open(&server->page, def->folder))
        return def->folder != NULL
                   ? cli_file_error(def->command, def->folder, "this folder cannot be read")
                   : cli_result_error(def->command, "the page", VRM_ERR_MEMORY, NULL);
    if (view_page_find(&server->page, def->index) != NULL) return CLI_OK;
    if (def->folder != NULL)
        return cli_file_error(def->command, def->folder, "there is no %s in it", def->index);
    fprintf(stderr,
            "vrm %s: this vrm was built without its page.\n"
            "`make view` in the source builds it in (and needs clang, lld, wasi-libc, binaryen,\n"
            "esbuild and nodejs); %s FOLDER takes a page from a folder, such as build/web.\n",
            def->command, def->folder_option);
    return CLI_FAILED;
}

static int open_key(view_Server* server, const view_ServerDef* def) {
    bool has_ticket = view_make_token(server->ticket);
    if (def->key_file == NULL && has_ticket && view_make_token(server->token)) return CLI_OK;
    if (def->key_file == NULL || !has_ticket) {
        fprintf(stderr, "vrm %s: the system has no random numbers\n", def->command);
        return CLI_FAILED;
    }
    switch (view_load_token(def->key_file, server->token)) {
    case VIEW_KEY_SHARED:
        (void)cli_file_error(def->command, def->key_file,
                             "other users can use this key: make it yours alone (chmod 600)");
        return CLI_FAILED;
    case VIEW_KEY_MALFORMED:
        (void)cli_file_error(def->command, def->key_file,
                             "not a key: expected %d hexadecimal digits and a line feed; "
                             "remove the file to get a new key",
                             VIEW_TOKEN_LENGTH);
        return CLI_FAILED;
    case VIEW_KEY_UNREADABLE:
        (void)cli_file_error(def->command, def->key_file, "%s", strerror(errno));
        return CLI_FAILED;
    case VIEW_KEY_OK: break;
    }
    return CLI_OK;
}

static int listen_at(view_Server* server, const view_ServerDef* def) {
    view_HttpDef http = {.command = def->command,
                         .page = &server->page,
                         .index = def->index,
                         .files = &server->files,
                         .source = def->source,
                         .session = def->session,
                         .session_ctx = def->session_ctx,
                         .token = server->token,
                         .ticket = def->opens_browser ? server->ticket : NULL,
                         .peers = &server->peers,
                         .port = def->port};
    server->http = view_http_start(&http);
    if (server->http == NULL) {
        fprintf(stderr,
                "vrm %s: port %u of 127.0.0.1 cannot be used: another program listens there%s.\n"
                "Without %s any port that is free is taken.\n",
                def->command, (unsigned)def->port,
                def->port < 1024 ? ", or only the administrator may (ports below 1024)" : "",
                def->port_option);
        return CLI_FAILED;
    }
    unsigned port = view_http_port(server->http);
    const char* slash = strrchr(def->index, '/');
    snprintf(server->url, sizeof server->url, "http://127.0.0.1:%u/%s/%.*s", port, server->token,
             slash != NULL ? (int)(slash - def->index) + 1 : 0, def->index);
    snprintf(server->ticket_url, sizeof server->ticket_url, "http://127.0.0.1:%u/open/%s", port,
             server->ticket);
    return CLI_OK;
}

int view_server_open(view_Server* server, const view_ServerDef* def) {
    *server = (view_Server){.files.notify.descriptor = -1,
                            .peers = {{-1, -1}},
                            .command = def->command,
                            .opens_browser = def->opens_browser};
    server->knows_peers = view_peers_open(&server->peers);
    int status = open_page(server, def);
    if (status == CLI_OK) status = view_files_open(&server->files, def->args);
    if (status == CLI_OK) status = open_key(server, def);
    if (status == CLI_OK) status = listen_at(server, def);
    return status;
}

void view_server_open_browser(const view_Server* server, bool is_quiet) {
    if (!server->opens_browser || !view_has_display()) return;
    /* Without the list of connections the one-time address would be good for nobody. */
    bool is_started = server->knows_peers && view_open_browser(server->ticket_url);
    if (!is_started && !is_quiet)
        fprintf(stderr, "vrm %s: no browser could be started; open the address in one\n",
                server->command);
}

void view_server_close(view_Server* server) {
    if (server->command == NULL) return;
    view_http_stop(server->http);
    view_files_close(&server->files);
    view_page_close(&server->page);
    view_peers_close(&server->peers);
    *server = (view_Server){0};
}
