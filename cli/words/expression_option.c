/* SPDX-License-Identifier: MIT */
#include "words/expression_option.h"

#include "words/args.h"
#include "words/output.h"
#include "words/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_ROOM = 2048 };

int cli_parse_expression(const char* command, const char* text, cli_Expression* out) {
    const char* equals = strrchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
    bool is_fine = length > 0 && length < sizeof out->name;
    out->weight = 1.0f;
    if (equals != NULL) {
        char* end;
        out->weight = strtof(equals + 1, &end);
        is_fine &= end != equals + 1 && *end == 0 && out->weight >= 0 && out->weight <= 1;
    }
    if (!is_fine)
        return cli_usage_error(
            command, "--expression %s: NAME=WEIGHT with a weight of 0 to 1, or NAME", text);
    memcpy(out->name, text, length);
    out->name[length] = 0;
    return CLI_OK;
}

static const char* name_at(const void* ctx, int index) {
    const vrm_Rig* rig = ctx;
    return index < vrm_rig_expression_count(rig) ? vrm_rig_expression_info(rig, index).name : NULL;
}

/* Appends text; what exceeds the buffer is cut. */
static void add(char message[MESSAGE_ROOM], const char* text) {
    size_t length = strlen(message);
    snprintf(message + length, MESSAGE_ROOM - length, "%s", text);
}

int cli_no_expression(const char* command, const char* file, const vrm_Rig* rig, const char* asked,
                      const char* where) {
    char message[MESSAGE_ROOM] = "no expression ", hint[CLI_HINT_ROOM];
    add(message, asked);
    add(message, where);
    add(message, cli_did_you_mean(asked, name_at, rig, hint));
    for (int32_t i = 0; i < vrm_rig_expression_count(rig); i++) {
        add(message, i > 0 ? ", " : hint[0] != 0 ? " There are " : "; there are ");
        add(message, name_at(rig, i));
    }
    if (vrm_rig_expression_count(rig) == 0) add(message, ": the avatar has no expressions");
    return cli_file_error(command, file, "%s", message);
}
