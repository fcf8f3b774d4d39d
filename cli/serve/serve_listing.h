/* SPDX-License-Identifier: MIT */
/* vrm serve --mcp: the tool that lists the files of the folders. */
#ifndef CLI_SERVE_LISTING_H
#define CLI_SERVE_LISTING_H

#include "serve/serve_folders.h"

#define SERVE_LISTING_TOOL "list_files"

/* Writes its description with the JSON schema of its arguments. */
void serve_put_listing_tool(vrm_JsonBuilder* out);

/* Answers a call of it. */
bool serve_run_listing(const serve_Folders* folders, serve_Call* call);

#endif
