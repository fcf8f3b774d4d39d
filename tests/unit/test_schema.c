/* SPDX-License-Identifier: MIT */
/* The schema engine by itself, on tables made here. */
#include "validate/schema/schema.h"

#include "support/check.h"
#include "support/memory.h"

#include <stdio.h>
#include <string.h>

/* ---- A little language of tables ---- */

static const vrmi_SchemaValue number = {.kind = VRMI_NUMBER};
static const vrmi_SchemaValue number_at_array = {.kind = VRMI_NUMBER, .flags = VRMI_AT_ARRAY};
static const vrmi_SchemaValue word = {.kind = VRMI_STRING};
static const vrmi_SchemaValue node = {.kind = VRMI_INDEX, .target = VRMI_NODES};
static const char* const colors[] = {"red", "green", NULL};
static const vrmi_SchemaRange one_digit = {1, 9};
static const int32_t powers[] = {1, 2, 4, -1};

static const vrmi_SchemaMember leaf_members[] = {
    {"size", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
};
static const vrmi_SchemaType leaf = VRMI_SCHEMA_TYPE(leaf_members, .like = NULL);
static const vrmi_SchemaValue leaf_object = {.kind = VRMI_OBJECT, .type = &leaf};

/* Rules of its own for some problems. */
static const vrmi_SchemaCode own_codes[] = {{VRMI_PROBLEM_RANGE, VRMI_RULE_INVALID_GL_VALUE},
                                            {VRMI_PROBLEM_UNEXPECTED, VRMI_RULE_EXTRA_PROPERTY},
                                            {VRMI_PROBLEM_NONE, 0}};

static const vrmi_SchemaMember strange_members[] = {
    {"x", {.kind = VRMI_NUMBER, .flags = VRMI_HAS_MIN, .range = &vrmi_range_0_1}},
};
static const vrmi_SchemaType strange = VRMI_SCHEMA_TYPE(strange_members, .codes = own_codes);

static const vrmi_SchemaMember open_members[] = {{"x", {.kind = VRMI_NUMBER}}};
static const vrmi_SchemaType open_type =
    VRMI_SCHEMA_TYPE(open_members, .allows_unknown = true, .null_is_absent = true);

enum { EITHER_A, EITHER_B, EITHER_C };
static const vrmi_SchemaMember either_members[] = {
    [EITHER_A] = {"a", {.kind = VRMI_NUMBER}},
    [EITHER_B] = {"b", {.kind = VRMI_NUMBER}},
    [EITHER_C] = {"c", {.kind = VRMI_NUMBER, .needs = VRMI_NEEDS(EITHER_A)}},
};
static const vrmi_SchemaType either =
    VRMI_SCHEMA_TYPE(either_members, .exactly_one_of = VRMI_BIT(EITHER_A) | VRMI_BIT(EITHER_B));

static const vrmi_SchemaMember root_members[] = {
    {"bool", {.kind = VRMI_BOOL}},
    {"integer", {.kind = VRMI_INTEGER, .flags = VRMI_HAS_MIN | VRMI_HAS_MAX, .range = &one_digit}},
    {"power", {.kind = VRMI_INTEGER, .integers = powers}},
    {"open",
     {.kind = VRMI_NUMBER, .flags = VRMI_ABOVE_MIN | VRMI_BELOW_MAX, .range = &vrmi_range_0_1}},
    {"color", {.kind = VRMI_STRING, .strings = colors}},
    {"text", {.kind = VRMI_STRING, .length_min = 1}},
    {"pair", {.kind = VRMI_ARRAY, .length_min = 2, .length_max = 2, .element = &number_at_array}},
    {"few", {.kind = VRMI_ARRAY, .length_min = 1, .length_max = 3, .element = &number}},
    {"words", {.kind = VRMI_ARRAY, .flags = VRMI_UNIQUE, .element = &word}},
    {"nodes", {.kind = VRMI_ARRAY}},
    {"node", {.kind = VRMI_INDEX, .target = VRMI_NODES}},
    {"weak", {.kind = VRMI_INDEX, .flags = VRMI_NO_USE, .target = VRMI_NODES}},
    {"chain", {.kind = VRMI_ARRAY, .flags = VRMI_UNIQUE, .element = &node}},
    {"leaf", {.kind = VRMI_OBJECT, .type = &leaf}},
    {"leaves", {.kind = VRMI_ARRAY, .element = &leaf_object}},
    {"map", {.kind = VRMI_MAP, .length_min = 1, .element = &leaf_object}},
    {"strange", {.kind = VRMI_OBJECT, .type = &strange}},
    {"open_type", {.kind = VRMI_OBJECT, .type = &open_type}},
    {"either", {.kind = VRMI_OBJECT, .type = &either}},
    {"extensionsUsed", {.kind = VRMI_ANY}},
    {"extensions", {.kind = VRMI_EXTENSIONS}},
    {"extras", {.kind = VRMI_EXTRAS}},
};
static const vrmi_SchemaType root = VRMI_SCHEMA_TYPE(root_members, .like = NULL);

static const vrmi_SchemaExtension extension_rows[] = {
    {"EXT_leaf", &root, &leaf, true, false},
    {"EXT_elsewhere", &leaf, &leaf, false, false},
    {"EXT_always", &root, &leaf, false, true},
};
static const vrmi_SchemaExtensions extension_set = {extension_rows, 3};
static const vrmi_SchemaExtensions* const extension_sets[] = {&extension_set};

typedef struct Walked {
    vrm_Json* json;
    vrm_Report* report;
    vrmi_Arena arena;
    vrmi_SchemaWalk walk;
} Walked;

static void walk_text(Walked* walked, const char* text) {
    memset(walked, 0, sizeof *walked);
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, NULL, &walked->json), VRM_OK);
    assert_int_equal(vrm_report_create(NULL, &walked->report), VRM_OK);
    vrm_Allocator allocator = vrmi_allocator(NULL);
    vrmi_arena_init(&walked->arena, &allocator, 0);
    walked->walk.json = walked->json;
    walked->walk.report = walked->report;
    walked->walk.arena = &walked->arena;
    walked->walk.extensions = extension_sets;
    walked->walk.extension_count = 1;
    assert_int_equal(vrmi_schema_prepare(&walked->walk), VRM_OK);
    assert_int_equal(vrmi_schema_walk(&walked->walk, vrm_json_root(walked->json), &root), VRM_OK);
}

static void end_walk(Walked* walked) {
    vrmi_arena_release(&walked->arena);
    vrm_report_destroy(walked->report);
    vrm_json_destroy(walked->json);
}

/* "CODE /pointer, CODE /pointer" of all findings, in their order. */
static void expect(const char* text, const char* findings) {
    Walked walked;
    char found[1024] = "";
    walk_text(&walked, text);
    for (int32_t i = 0; i < vrm_report_count(walked.report); i++) {
        vrm_Finding finding = vrm_report_get(walked.report, i);
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s %s", i > 0 ? ", " : "", finding.code,
                 finding.pointer);
    }
    assert_string_equal(found, findings);
    end_walk(&walked);
}

/* ---- Claims ---- */

static void plain_values_are_checked_by_type_range_and_list(void** state) {
    (void)state;
    expect("{\"bool\":true,\"integer\":9,\"power\":4,\"open\":0.5,\"color\":\"red\"}", "");
    expect("{\"bool\":1}", "TYPE_MISMATCH /bool");
    expect("{\"integer\":1.5}", "TYPE_MISMATCH /integer");
    expect("{\"integer\":3.0}", "");
    expect("{\"integer\":10}", "VALUE_NOT_IN_RANGE /integer");
    expect("{\"integer\":1e30}", "VALUE_NOT_IN_RANGE /integer");
    expect("{\"integer\":1e999}", "TYPE_MISMATCH /integer");
    expect("{\"power\":3}", "VALUE_NOT_IN_LIST /power");
    expect("{\"open\":0}", "VALUE_NOT_IN_RANGE /open");
    expect("{\"open\":1}", "VALUE_NOT_IN_RANGE /open");
    expect("{\"open\":-1e999}", "VALUE_NOT_IN_RANGE /open");
    expect("{\"color\":\"blue\"}", "VALUE_NOT_IN_LIST /color");
    expect("{\"color\":\"r\\u0065d\"}", "");
    expect("{\"text\":\"\"}", "EMPTY_ENTITY /text");
    expect("[]", "TYPE_MISMATCH ");
}

static void arrays_are_checked_by_length_and_elements(void** state) {
    (void)state;
    expect("{\"pair\":[1,2],\"few\":[1]}", "");
    expect("{\"pair\":[1]}", "ARRAY_LENGTH_NOT_IN_LIST /pair");
    expect("{\"pair\":[]}", "EMPTY_ENTITY /pair");
    expect("{\"pair\":[1,\"2\"]}", "ARRAY_TYPE_MISMATCH /pair");
    expect("{\"few\":[1,null]}", "ARRAY_TYPE_MISMATCH /few/1");
    expect("{\"few\":[1,2,3,4]}", "ARRAY_LENGTH_NOT_IN_LIST /few");
    expect("{\"leaves\":[{\"size\":1},{},5]}",
           "UNDEFINED_PROPERTY /leaves/1, ARRAY_TYPE_MISMATCH /leaves/2");
    expect("{\"map\":{\"a\":{\"size\":1},\"b\":{\"size\":\"1\"}}}", "TYPE_MISMATCH /map/b/size");
    expect("{\"map\":{}}", "EMPTY_ENTITY /map");
}

static void equal_elements_are_found_in_their_order(void** state) {
    (void)state;
    expect("{\"words\":[\"b\",\"a\",\"\\u0062\",\"a\",\"c\"]}",
           "DUPLICATE_ELEMENTS /words/2, DUPLICATE_ELEMENTS /words/3");
    expect("{\"nodes\":[{},{}],\"chain\":[1,0,1.0]}", "DUPLICATE_ELEMENTS /chain/2");
}

static void indices_must_point_at_objects_and_mark_them(void** state) {
    (void)state;
    expect("{\"node\":0}", "UNRESOLVED_REFERENCE /node");
    expect("{\"node\":-1}", "INVALID_INDEX /node");
    expect("{\"node\":\"0\"}", "TYPE_MISMATCH /node");
    expect("{\"chain\":[\"0\"]}", "INVALID_INDEX /chain/0");
    expect("{\"nodes\":[{},null],\"chain\":[0,1,2]}",
           "UNRESOLVED_REFERENCE /chain/1, UNRESOLVED_REFERENCE /chain/2");
    expect("{\"nodes\":[{}],\"node\":18446744073709551615}", "UNRESOLVED_REFERENCE /node");

    Walked walked;
    walk_text(&walked, "{\"nodes\":[{},{},{}],\"node\":2,\"weak\":1}");
    assert_int_equal(walked.walk.target_counts[VRMI_NODES], 3);
    assert_int_equal(walked.walk.used[VRMI_NODES][0], 0);
    assert_int_equal(walked.walk.used[VRMI_NODES][1], 0);
    assert_int_equal(walked.walk.used[VRMI_NODES][2], VRMI_IS_USED);
    end_walk(&walked);
}

static void members_are_required_known_and_never_null(void** state) {
    (void)state;
    expect("{\"leaf\":{}}", "UNDEFINED_PROPERTY /leaf");
    expect("{\"leaf\":{\"size\":null}}", "TYPE_MISMATCH /leaf/size, UNDEFINED_PROPERTY /leaf");
    expect("{\"leaf\":{\"size\":1,\"colour\":2}}", "UNEXPECTED_PROPERTY /leaf/colour");
    expect("{\"leaf\":{\"s\\u0069ze\":1}}", "");
    expect("{\"open_type\":{\"x\":null,\"y\":1}}", "");
    expect("{\"extras\":1}", "NON_OBJECT_EXTRAS /extras");
    expect("{\"extras\":null}", "");
}

static void tables_can_name_other_rules(void** state) {
    (void)state;
    expect("{\"strange\":{\"x\":-1,\"y\":0}}",
           "INVALID_GL_VALUE /strange/x, EXTRA_PROPERTY /strange/y");
    expect("{\"strange\":{\"x\":\"-1\"}}", "TYPE_MISMATCH /strange/x");
}

static void members_exclude_and_need_each_other(void** state) {
    (void)state;
    expect("{\"either\":{\"a\":1}}", "");
    expect("{\"either\":{}}", "ONE_OF_MISMATCH /either");
    expect("{\"either\":{\"a\":1,\"b\":1}}", "ONE_OF_MISMATCH /either");
    expect("{\"either\":{\"a\":1,\"b\":\"1\"}}", "TYPE_MISMATCH /either/b");
    expect("{\"either\":{\"b\":1,\"c\":1}}", "UNSATISFIED_DEPENDENCY /either/c");
    expect("{\"either\":{\"a\":1,\"c\":1}}", "");
}

static void extensions_are_checked_where_they_belong(void** state) {
    (void)state;
    const char* used = "\"extensionsUsed\":[\"EXT_leaf\",\"EXT_elsewhere\",\"EXT_unknown\"]";
    char text[512];
    const struct {
        const char *extensions, *findings;
    } rows[] = {
        {"{\"EXT_leaf\":{\"size\":1}}", ""},
        {"{\"EXT_leaf\":{}}", "UNDEFINED_PROPERTY /extensions/EXT_leaf"},
        {"{\"EXT_leaf\":5}", "TYPE_MISMATCH /extensions/EXT_leaf"},
        {"{\"EXT_elsewhere\":{}}", "UNEXPECTED_EXTENSION_OBJECT /extensions/EXT_elsewhere"},
        {"{\"EXT_unknown\":{}}", ""},
        {"{\"EXT_other\":{}}", "UNDECLARED_EXTENSION /extensions/EXT_other"},
        {"{\"EXT_leaf\":{\"size\":1},\"EXT_unknown\":{}}",
         "MULTIPLE_EXTENSIONS /extensions/EXT_leaf"},
        {"{\"EXT_leaf\":{\"size\":1},\"VRMC_materials_mtoon\":{}}",
         "UNDECLARED_EXTENSION /extensions/VRMC_materials_mtoon"},
        {"{\"EXT_always\":{}}",
         "UNDECLARED_EXTENSION /extensions/EXT_always, UNDEFINED_PROPERTY /extensions/EXT_always"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(text, sizeof text, "{%s,\"extensions\":%s}", used, rows[i].extensions);
        expect(text, rows[i].findings);
    }
}

static vrm_Result walk_with(const vrm_Allocator* allocator, void* ctx) {
    vrm_Json* json = ctx;
    vrmi_Arena arena;
    vrmi_arena_init(&arena, allocator, 0);
    vrmi_SchemaWalk walk = {
        .json = json, .arena = &arena, .extensions = extension_sets, .extension_count = 1};
    vrm_Result result = vrmi_schema_prepare(&walk);
    if (result == VRM_OK) result = vrmi_schema_walk(&walk, vrm_json_root(json), &root);
    vrmi_arena_release(&arena);
    return result;
}

static void walk_survives_every_failing_allocation(void** state) {
    (void)state;
    const char* text = "{\"extensionsUsed\":[\"EXT_leaf\",\"\\u0045XT\"],\"words\":[\"b\",\"a\"],"
                       "\"nodes\":[{},{}],\"chain\":[1,0]}";
    vrm_Json* json;
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, NULL, &json), VRM_OK);
    assert_true(test_every_allocation_failing(walk_with, json) > 0);
    vrm_json_destroy(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_values_are_checked_by_type_range_and_list),
        cmocka_unit_test(arrays_are_checked_by_length_and_elements),
        cmocka_unit_test(equal_elements_are_found_in_their_order),
        cmocka_unit_test(indices_must_point_at_objects_and_mark_them),
        cmocka_unit_test(members_are_required_known_and_never_null),
        cmocka_unit_test(tables_can_name_other_rules),
        cmocka_unit_test(members_exclude_and_need_each_other),
        cmocka_unit_test(extensions_are_checked_where_they_belong),
        cmocka_unit_test(walk_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
