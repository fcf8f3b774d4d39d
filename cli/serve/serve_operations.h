/* SPDX-License-Identifier: MIT */
/* vrm serve: the operations of the vrm-conformance adapter contract, each with its params. */
#ifndef CLI_SERVE_OPERATIONS_H
#define CLI_SERVE_OPERATIONS_H

#include "serve/serve_session.h"

/* A serve_MethodFn; ctx is a serve_Server. */
bool serve_run_operation(void* server, const char* method, serve_Call* call);

/* All operations with the JSON schema of their params, as a JSON array on standard output; those of
 * --live on request. */
int serve_describe(bool has_live);

#endif
