/* SPDX-License-Identifier: MIT */
#include "control/control_parts.h"

#include "files/files.h"
#include "words/expression_option.h"
#include "words/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Answers and events ---- */

vrm_JsonBuilder* control_begin(control_Control* control, const char* type, const control_Id* id) {
    vrm_JsonBuilder* out = control->out;
    vrm_json_builder_clear(out);
    vrm_json_begin_object(out);
    cli_json_string(out, "type", type);
    if (id != NULL) control_put_id(out, "id", id);
    return out;
}

void control_put_seconds(control_Control* control, const char* key, double seconds) {
    cli_json_number(control->out, key, floor(seconds * 1000.0 + 0.5) / 1000.0);
}

void control_put_time(control_Control* control) {
    control_put_seconds(control, "time", vrm_actor_time(control->stage.actor));
}

static void write_to(control_Client* client, const char* text, size_t size) {
    if (!client->has_gone && !client->write(client->ctx, text, size)) client->has_gone = true;
}

void control_send(control_Control* control, control_Client* client) {
    static const char lost_text[] =
        "{\"type\":\"error\",\"code\":\"memory\",\"message\":\"out of memory\"}\n";
    vrm_Span text;
    vrm_json_end_object(control->out);
    if (client == NULL) return;
    char* line =
        vrm_json_builder_text(control->out, &text) == VRM_OK ? malloc(text.size + 1) : NULL;
    if (line == NULL) {
        write_to(client, lost_text, sizeof lost_text - 1);
        return;
    }
    memcpy(line, text.data, text.size);
    line[text.size] = '\n';
    write_to(client, line, text.size + 1);
    free(line);
}

/* ---- Help ---- */

bool control_read_file(control_Control* control, control_Call* call, const char* name,
                       const char* code, uint64_t max_size, uint8_t** out_bytes, size_t* out_size,
                       char out_path[ALLOWED_PATH_ROOM]) {
    char* given = control_text(call, name);
    *out_bytes = NULL;
    if (given == NULL) return false;
    call->has_read_file = true;
    allowed_Found found = allowed_find(control->stage.folders, given, out_path);
    vrm_Result result = VRM_ERR_MEMORY;
    if (found == ALLOWED_NO_MEMORY)
        (void)control_fail_memory(call);
    else if (found == ALLOWED_NOWHERE || !allowed_is_file(out_path))
        (void)control_fail(call, "file", "%.200s is no file below %s", given,
                           control->stage.files_place);
    else
        result = cli_read_file(out_path, max_size, out_bytes, out_size);
    if (call->code == NULL && result == VRM_ERR_LIMIT)
        (void)control_fail(call, code, "%.200s is larger than %llu bytes", given,
                           (unsigned long long)max_size);
    else if (call->code == NULL && result == VRM_ERR_MEMORY)
        (void)control_fail_memory(call);
    else if (call->code == NULL && result != VRM_OK)
        (void)control_fail(call, "file", "%.200s cannot be read", given);
    free(given);
    return call->code == NULL;
}

bool control_expression(control_Control* control, control_Call* call, const char* asked,
                        const char** out_name) {
    const char* name = cli_expression_name(control->rig, asked); /* may be `asked` itself */
    int32_t index = vrm_rig_expression(control->rig, name);
    *out_name = index >= 0 ? vrm_rig_expression_info(control->rig, index).name : NULL;
    if (index >= 0 || strcmp(asked, "neutral") == 0) return true;
    return control_fail(call, "avatar", "the avatar has no expression %.128s", asked);
}
