/* SPDX-License-Identifier: MIT */
/* vrm serve --mcp: the Model Context Protocol, so that assistants can use the commands. */
#ifndef CLI_SERVE_MCP_H
#define CLI_SERVE_MCP_H

#include "serve_folders.h"

typedef struct serve_Mcp {
    serve_Folders folders;
    int timeout_s; /* a tool that takes longer is ended */
} serve_Mcp;

/* A serve_MethodFn; ctx is a serve_Mcp. */
bool serve_run_mcp(void* mcp, const char* method, serve_Call* call);

#endif
