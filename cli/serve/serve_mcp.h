/* SPDX-License-Identifier: MIT */
/* vrm serve --mcp: the Model Context Protocol, so that assistants can use the commands. */
#ifndef CLI_SERVE_MCP_H
#define CLI_SERVE_MCP_H

#include "serve/serve_folders.h"
#include "serve/serve_live.h"
#include "words/command.h"

typedef struct serve_Mcp {
    const cli_Command* const* commands; /* end with NULL */
    serve_Folders folders;
    int timeout_s;    /* a tool that takes longer is ended */
    serve_Live* live; /* NULL: none */
} serve_Mcp;

/* A serve_MethodFn; ctx is a serve_Mcp. */
bool serve_run_mcp(void* mcp, const char* method, serve_Call* call);

#endif
