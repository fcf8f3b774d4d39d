/* SPDX-License-Identifier: MIT */
/* JSON that commands print with --json: members with their keys. */
#include "cli.h"

static int say_no_memory(void) {
    fputs("vrm: out of memory while printing\n", stderr);
    return CLI_FAILED;
}

vrm_JsonBuilder* cli_json_create(void) {
    vrm_JsonBuilder* builder = NULL;
    if (vrm_json_builder_create(NULL, &builder) != VRM_OK) (void)say_no_memory();
    return builder;
}

int cli_put_json(vrm_JsonBuilder* builder) {
    vrm_Span text;
    vrm_Result result = vrm_json_builder_text(builder, &text);
    if (result == VRM_OK) {
        fwrite(text.data, 1, text.size, stdout);
        fputc('\n', stdout);
    }
    vrm_json_builder_destroy(builder);
    return result == VRM_OK ? CLI_OK : say_no_memory();
}

void cli_json_string(vrm_JsonBuilder* builder, const char* key, const char* text) {
    vrm_json_put_key(builder, key);
    vrm_json_put_string(builder, text);
}

void cli_json_integer(vrm_JsonBuilder* builder, const char* key, int64_t value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_integer(builder, value);
}

void cli_json_bool(vrm_JsonBuilder* builder, const char* key, bool value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_bool(builder, value);
}

void cli_json_number(vrm_JsonBuilder* builder, const char* key, double value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_double(builder, value);
}

void cli_json_float(vrm_JsonBuilder* builder, const char* key, float value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_float(builder, value);
}

void cli_json_floats(vrm_JsonBuilder* builder, const char* key, const float* values, int count) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int i = 0; i < count; i++) vrm_json_put_float(builder, values[i]);
    vrm_json_end_array(builder);
}
