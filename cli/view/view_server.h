/* SPDX-License-Identifier: MIT */
/* A page and files for the browser of this machine: what `vrm view` and `vrm live --page` share. It
 * opens what a server needs, says where the page is, and starts the browser; requests are answered
 * by view_http.h. */
#ifndef CLI_VIEW_SERVER_H
#define CLI_VIEW_SERVER_H

#include "view/view_http.h"

typedef struct view_ServerDef {
    const char* command;                     /* for messages */
    const char *port_option, *folder_option; /* for messages: what sets port and folder */
    const char* folder;                      /* the page; NULL: the one inside the program */
    const char* index;                       /* as view_HttpDef.index */
    const char* key_file;                    /* the secret of the address; NULL: a new one */
    const cli_Args* args;                    /* its files are served */
    const view_Source* source;
    view_SessionFn* session; /* as view_HttpDef.session */
    void* session_ctx;
    uint16_t port; /* 0: any that is free */
    bool opens_browser;
} view_ServerDef;

enum { VIEW_URL_ROOM = 192 };

typedef struct view_Server {
    view_Page page;
    view_Files files;
    view_Peers peers;
    view_Http* http;
    const char* command;
    bool knows_peers, opens_browser;
    char token[VIEW_TOKEN_LENGTH + 1], ticket[VIEW_TOKEN_LENGTH + 1];
    char url[VIEW_URL_ROOM], ticket_url[VIEW_URL_ROOM];
} view_Server;

/* Opens everything and listens. CLI_OK, or the status after printing why not; close it in either
 * case. The server must not move while it is open. What `def` points to must outlive the server.
 * Call view_files_read(&server->files) inside the sandbox, before the first request. */
int view_server_open(view_Server* server, const view_ServerDef* def);

/* Starts the browser if the definition wants one and there is a display; says so if it fails and
 * `is_quiet` is false. Not possible inside the sandbox. */
void view_server_open_browser(const view_Server* server, bool is_quiet);

/* No-op for one that is all zero. */
void view_server_close(view_Server* server);

#endif
