/* SPDX-License-Identifier: MIT */
/* `vrm validate --policy list`. */
#include "validate/policy.h"
#include "words/json.h"
#include "words/output.h"

#include <stdio.h>
#include <string.h>

static int print_line(const char* name, const char* title, int width) {
    printf("%-*s  %s\n", width, name, title);
    return CLI_OK;
}

static int print_json_line(const char* name, const char* title) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "policy", name);
    cli_json_string(builder, "name", title);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

int cli_policy_list(const char* command, bool is_json) {
    const char* name;
    size_t width = 0;
    for (int i = 0; (name = cli_policy_name_at(NULL, i)) != NULL; i++)
        if (strlen(name) > width) width = strlen(name);
    int status = CLI_OK;
    for (int i = 0; status == CLI_OK && (name = cli_policy_name_at(NULL, i)) != NULL; i++) {
        cli_Policy* policy;
        status = cli_policy_read_bundled(command, name, &policy);
        if (status != CLI_OK) return status;
        const char* title = cli_policy_title(policy);
        status = is_json ? print_json_line(name, title) : print_line(name, title, (int)width);
        cli_policy_release(policy);
    }
    return status;
}
