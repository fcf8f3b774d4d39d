/* SPDX-License-Identifier: MIT */
/* The page and the schema of the control protocol have what the table of messages has. */
#include "control/control.h"

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char* read_page(const char* name, size_t* out_size) {
    char path[512];
    const char* root = getenv("VRM_SOURCE");
    snprintf(path, sizeof path, "%s/docs/reference/%s", root != NULL ? root : ".", name);
    FILE* file = fopen(path, "rb");
    if (file == NULL) skip();
    char* text = malloc(1 << 20);
    assert_non_null(text);
    *out_size = fread(text, 1, (1 << 20) - 1, file);
    text[*out_size] = '\0';
    fclose(file);
    return text;
}

/* Without the white space between values. */
static void squeeze(char* text) {
    char* to = text;
    bool is_inside = false;
    for (const char* c = text; *c != '\0'; c++) {
        if (*c == '"' && (c == text || c[-1] != '\\')) is_inside = !is_inside;
        if (is_inside || strchr(" \n", *c) == NULL) *to++ = *c;
    }
    *to = '\0';
}

static void schema_of_the_page_is_that_of_the_table(void** state) {
    (void)state;
    size_t size;
    vrm_JsonBuilder* builder = NULL;
    vrm_Span text;
    char* page = read_page("control.schema.json", &size);
    assert_int_equal(vrm_json_builder_create(NULL, &builder), VRM_OK);
    control_put_schema(builder);
    assert_int_equal(vrm_json_builder_text(builder, &text), VRM_OK);
    squeeze(page);
    assert_int_equal(strlen(page), text.size);
    assert_memory_equal(page, text.data, text.size);
    vrm_json_builder_destroy(builder);
    free(page);
}

static void page_names_every_message_and_member(void** state) {
    (void)state;
    size_t size;
    char part[80];
    char* page = read_page("control.md", &size);
    for (int i = 0; i < CONTROL_TYPE_COUNT; i++) {
        snprintf(part, sizeof part, "\n## %s\n", control_messages[i].name);
        if (i != CONTROL_HELLO && strstr(page, part) == NULL) fail_msg("no heading%s", part);
        for (const control_Member* m = control_messages[i].members; m->name != NULL; m++) {
            snprintf(part, sizeof part, "`%s`", m->name);
            if (strstr(page, part) == NULL) fail_msg("no member %s", part);
        }
    }
    for (int i = 0; control_answers[i].name != NULL; i++) {
        snprintf(part, sizeof part, "`%s`", control_answers[i].name);
        if (strstr(page, part) == NULL) fail_msg("no answer %s", part);
    }
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schema_of_the_page_is_that_of_the_table),
        cmocka_unit_test(page_names_every_message_and_member),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
