/* SPDX-License-Identifier: MIT */
/* The folders of a command line. */
#include "files/allowed.h"

#include "words/args.h"
#include "words/output.h"

int allowed_open(const char* command, char** paths, int count, allowed_Folders* out) {
    *out = (allowed_Folders){0};
    for (int i = 0; i < count; i++) {
        vrm_Result result = allowed_add(out, paths[i]);
        if (result == VRM_ERR_IO) return cli_usage_error(command, "%s is no folder", paths[i]);
        if (result != VRM_OK) return cli_result_error(command, paths[i], result, NULL);
    }
    return CLI_OK;
}
