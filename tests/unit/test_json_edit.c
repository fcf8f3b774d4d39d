/* SPDX-License-Identifier: MIT */
/* Editing JSON: only the bytes of what was edited change, and everything else keeps its ref. */
#include "support/check.h"
#include "support/memory.h"

#include "vrm/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vrm_Json* parse(const char* text) {
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, NULL, &json), VRM_OK);
    return json;
}

static char* written(const vrm_Json* json) {
    size_t size = vrm_json_written_size(json);
    char* text = malloc(size + 1);
    assert_non_null(text);
    assert_int_equal(vrm_json_write(json, text, size), VRM_OK);
    text[size] = 0;
    return text;
}

static void check_written(const vrm_Json* json, const char* expected) {
    char* text = written(json);
    assert_string_equal(text, expected);
    vrm_Json* again = parse(text);
    vrm_json_destroy(again);
    free(text);
}

static vrm_JsonRef set(vrm_Json* json, const char* object, const char* key, const char* text) {
    vrm_JsonRef ref = VRM_JSON_MISSING;
    vrm_JsonRef at = vrm_json_at(json, object);
    assert_int_equal(vrm_json_set(json, at, key, text, strlen(text), &ref), VRM_OK);
    assert_int_equal(vrm_json_member(json, at, key), ref);
    return ref;
}

static vrm_JsonRef insert(vrm_Json* json, const char* array, uint32_t index, const char* text) {
    vrm_JsonRef ref = VRM_JSON_MISSING;
    vrm_JsonRef at = vrm_json_at(json, array);
    assert_int_equal(vrm_json_insert(json, at, index, text, strlen(text), &ref), VRM_OK);
    assert_int_equal(vrm_json_element(json, at, index), ref);
    return ref;
}

static void remove_key(vrm_Json* json, const char* object, const char* key) {
    assert_int_equal(vrm_json_remove(json, vrm_json_at(json, object), key), VRM_OK);
    assert_int_equal(vrm_json_member(json, vrm_json_at(json, object), key), VRM_JSON_MISSING);
}

static void remove_at(vrm_Json* json, const char* array, uint32_t index) {
    assert_int_equal(vrm_json_remove_at(json, vrm_json_at(json, array), index), VRM_OK);
}

static vrm_JsonRef replace(vrm_Json* json, const char* pointer, const char* text) {
    vrm_JsonRef ref = VRM_JSON_MISSING;
    vrm_JsonRef at = vrm_json_at(json, pointer);
    assert_int_equal(vrm_json_replace(json, at, text, strlen(text), &ref), VRM_OK);
    assert_int_equal(vrm_json_at(json, pointer), ref);
    return ref;
}

/* ---- What is written ---- */

static void replaced_value_replaces_exactly_its_bytes(void** state) {
    (void)state;
    vrm_Json* json = parse(" { \"a\" :\t1.50 , \"b\":[ 1,2 ,3 ] }\n");
    set(json, "", "a", " 2 ");
    check_written(json, " { \"a\" :\t2 , \"b\":[ 1,2 ,3 ] }\n");
    replace(json, "/b/1", "{\"x\":[]}");
    check_written(json, " { \"a\" :\t2 , \"b\":[ 1,{\"x\":[]} ,3 ] }\n");
    replace(json, "/b", "null");
    check_written(json, " { \"a\" :\t2 , \"b\":null }\n");
    assert_true(vrm_json_is_edited(json));
    vrm_json_destroy(json);
}

static void replaced_root_keeps_the_space_around_it(void** state) {
    (void)state;
    vrm_Json* json = parse("\n[1] \n");
    vrm_JsonRef root = replace(json, "", "{\"a\":1}");
    assert_int_equal(vrm_json_root(json), root);
    check_written(json, "\n{\"a\":1} \n");
    set(json, "", "b", "2");
    check_written(json, "\n{\"a\":1,\"b\":2} \n");
    replace(json, "", "7");
    check_written(json, "\n7 \n");
    vrm_json_destroy(json);
}

/* before, pointer, index or key, text (NULL: remove), after */
typedef struct Case {
    const char *before, *pointer, *key, *text, *after;
} Case;

static void new_members_look_like_their_neighbours(void** state) {
    (void)state;
    static const Case cases[] = {
        {"{}", "", "a", "1", "{\"a\":1}"},
        {"{ }", "", "a", "1", "{ \"a\":1 }"},
        {"{\"a\":1}", "", "b", "2", "{\"a\":1,\"b\":2}"},
        {"{\"a\": 1}", "", "b", "2", "{\"a\": 1, \"b\": 2}"},
        {"{ \"a\": 1 }", "", "b", "2", "{ \"a\": 1, \"b\": 2 }"},
        {"{\"a\": 1, \"b\": 2}", "", "c", "3", "{\"a\": 1, \"b\": 2, \"c\": 3}"},
        {"{\n  \"a\": 1\n}", "", "b", "2", "{\n  \"a\": 1,\n  \"b\": 2\n}"},
        {"{\n\t\"a\" : 1,\n\t\"b\" : 2\n}", "", "c", "3",
         "{\n\t\"a\" : 1,\n\t\"b\" : 2,\n\t\"c\" : 3\n}"},
        {"{\"a\" :1 ,\"b\" :2 }", "", "c", "3", "{\"a\" :1 ,\"b\" :2 ,\"c\" :3 }"},
        {"{\"a\":{\n \"b\":1\n}}", "/a", "q\"\n\xC3\xA9", "[]",
         "{\"a\":{\n \"b\":1,\n \"q\\\"\\n\xC3\xA9\":[]\n}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        vrm_Json* json = parse(cases[i].before);
        set(json, cases[i].pointer, cases[i].key, cases[i].text);
        check_written(json, cases[i].after);
        vrm_json_destroy(json);
    }
}

static void setting_a_doubled_key_leaves_one_value(void** state) {
    (void)state;
    static const Case cases[] = {
        {"{\"a\":1,\"a\":2}", "", "a", "3", "{\"a\":3}"},
        {"{\"a\":1,\"b\":2,\"\\u0061\":3,\"a\":4}", "", "a", "5", "{\"b\":2,\"a\":5}"},
        {"{\"b\":1, \"a\":2, \"a\":3, \"c\":4}", "", "a", "5", "{\"b\":1, \"a\":5, \"c\":4}"},
        {"{\n \"a\":1,\n \"a\":2\n}", "", "a", "3", "{\n \"a\":3\n}"},
        {"{\"a\":1, \"b\":2, \"a\":3}", "", "a", "4", "{\"b\":2, \"a\":4}"},
        {"{\"x\":{\"a\":[1],\"a\":{}}}", "/x", "a", "3", "{\"x\":{\"a\":3}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        vrm_Json* json = parse(cases[i].before);
        set(json, cases[i].pointer, cases[i].key, cases[i].text);
        check_written(json, cases[i].after);
        set(json, cases[i].pointer, cases[i].key, cases[i].text);
        check_written(json, cases[i].after);
        vrm_json_destroy(json);
    }
}

static void new_elements_look_like_their_neighbours(void** state) {
    (void)state;
    static const struct {
        const char* before;
        uint32_t index;
        const char* after;
    } cases[] = {
        {"[]", 0, "[0]"},
        {"[\n]", 0, "[\n0\n]"},
        {"[1]", 0, "[0,1]"},
        {"[1]", 1, "[1,0]"},
        {"[ 1 ]", 0, "[ 0, 1 ]"},
        {"[ 1 ]", 1, "[ 1, 0 ]"},
        {"[1, 2]", 0, "[0, 1, 2]"},
        {"[1, 2]", 1, "[1, 0, 2]"},
        {"[1, 2]", 2, "[1, 2, 0]"},
        {"[1 , 2 , 3]", 0, "[0 , 1 , 2 , 3]"},
        {"[1 , 2 , 3]", 3, "[1 , 2 , 3 , 0]"},
        {"[\n 1,\n 2\n]", 0, "[\n 0,\n 1,\n 2\n]"},
        {"[\n 1,\n 2\n]", 1, "[\n 1,\n 0,\n 2\n]"},
        {"[\n 1,\n 2\n]", 2, "[\n 1,\n 2,\n 0\n]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        vrm_Json* json = parse(cases[i].before);
        insert(json, "", cases[i].index, "0");
        check_written(json, cases[i].after);
        vrm_json_destroy(json);
    }
}

static void removed_child_takes_its_comma_and_gap_with_it(void** state) {
    (void)state;
    static const Case members[] = {
        {"{\"a\":1}", "", "a", NULL, "{}"},
        {"{\n \"a\": 1\n}", "", "a", NULL, "{}"},
        {"{\"a\": 1, \"b\": 2}", "", "a", NULL, "{\"b\": 2}"},
        {"{\"a\": 1, \"b\": 2}", "", "b", NULL, "{\"a\": 1}"},
        {"{\n \"a\":1,\n \"b\":2,\n \"c\":3\n}", "", "b", NULL, "{\n \"a\":1,\n \"c\":3\n}"},
        {"{\n \"a\":1,\n \"b\":2 ,\n \"c\":3\n}", "", "c", NULL, "{\n \"a\":1,\n \"b\":2\n}"},
        {"{\"a\":1,\"b\":2,\"\\u0061\":3,\"a\":4}", "", "a", NULL, "{\"b\":2}"},
        {"{\"b\":2,\"a\":1,\"a\":3}", "", "a", NULL, "{\"b\":2}"},
        {"{\"a\":1}", "", "b", NULL, "{\"a\":1}"},
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        vrm_Json* json = parse(members[i].before);
        remove_key(json, members[i].pointer, members[i].key);
        check_written(json, members[i].after);
        vrm_json_destroy(json);
    }
    static const char* elements[] = {"[ 2,3]", "[ 1,3]", "[ 1, 2]"};
    for (uint32_t i = 0; i < 3; i++) {
        vrm_Json* json = parse("[ 1, 2,3]");
        remove_at(json, "", i);
        check_written(json, elements[i]);
        vrm_json_destroy(json);
    }
}

static void values_set_later_can_be_edited_again(void** state) {
    (void)state;
    vrm_Json* json = parse("{\"a\": 1}");
    set(json, "", "b", "{ \"c\": [1, 2] }");
    insert(json, "/b/c", 1, "[]");
    insert(json, "/b/c/1", 0, "true");
    set(json, "/b", "d", "\"x\"");
    remove_at(json, "/b/c", 0);
    check_written(json, "{\"a\": 1, \"b\": { \"c\": [[true], 2], \"d\": \"x\" }}");
    set(json, "", "b", "{}");
    set(json, "/b", "e", "5");
    check_written(json, "{\"a\": 1, \"b\": {\"e\":5}}");
    vrm_json_destroy(json);
}

/* ---- What is answered ---- */

static void untouched_refs_and_pointers_stay_right(void** state) {
    (void)state;
    vrm_Json* json = parse("{\"a\":[10,[20],30],\"b\":{\"c\":40}}");
    vrm_JsonRef twenty = vrm_json_at(json, "/a/1/0"), thirty = vrm_json_at(json, "/a/2");
    vrm_JsonRef forty = vrm_json_at(json, "/b/c");
    vrm_JsonRef first = insert(json, "/a", 0, "[{\"x\":1}]");
    vrm_JsonRef other = set(json, "/b", "d", "50");
    char pointer[32];
    static const char* expected[] = {"/a/2/0", "/a/3", "/b/c", "/a/0", "/b/d"};
    vrm_JsonRef refs[] = {twenty, thirty, forty, first, other};
    for (size_t i = 0; i < 5; i++) {
        vrm_json_pointer(json, refs[i], pointer, sizeof pointer);
        assert_string_equal(pointer, expected[i]);
        assert_int_equal(vrm_json_at(json, expected[i]), refs[i]);
    }
    vrm_json_pointer(json, vrm_json_at(json, "/a/0/0/x"), pointer, sizeof pointer);
    assert_string_equal(pointer, "/a/0/0/x");
    assert_true(vrm_json_number(json, thirty, 0.0) == 30.0);
    assert_int_equal(vrm_json_offset(json, thirty), 14);
    assert_true(vrm_json_offset(json, other) == VRM_NO_OFFSET);
    assert_int_equal(vrm_json_count(json, vrm_json_at(json, "/a")), 4);
    assert_int_equal(vrm_json_text(json, vrm_json_at(json, "/a")).size, 0);
    assert_int_equal(vrm_json_text(json, vrm_json_at(json, "/a/2")).size, 4);
    assert_int_equal(vrm_json_text(json, first).size, 9);
    vrm_json_destroy(json);
}

static void removed_values_are_nowhere(void** state) {
    (void)state;
    vrm_Json* json = parse("[1,{\"a\":[2]},3]");
    vrm_JsonRef object = vrm_json_at(json, "/1"), two = vrm_json_at(json, "/1/a/0");
    remove_at(json, "", 1);
    assert_int_equal(vrm_json_pointer(json, two, NULL, 0), 0);
    assert_int_equal(vrm_json_replace(json, two, "4", 1, NULL), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_set(json, object, "b", "4", 1, NULL), VRM_ERR_ARGUMENT);
    check_written(json, "[1,3]");
    vrm_json_destroy(json);
}

static void wrong_edits_are_refused_and_change_nothing(void** state) {
    (void)state;
    static const char text[] = "{\"a\":[1]}";
    vrm_Json* json = parse(text);
    vrm_JsonRef root = vrm_json_root(json), array = vrm_json_at(json, "/a"), out = 0;
    assert_int_equal(vrm_json_set(json, root, "a", "[1", 2, &out), VRM_ERR_JSON);
    assert_int_equal(out, VRM_JSON_MISSING);
    assert_int_equal(vrm_json_set(json, root, "a", "", 0, NULL), VRM_ERR_JSON);
    assert_int_equal(vrm_json_set(json, root, "a", NULL, 0, NULL), VRM_ERR_JSON);
    assert_int_equal(vrm_json_set(json, root, "a", "1 2", 3, NULL), VRM_ERR_JSON);
    assert_int_equal(vrm_json_set(json, root, "\xFF", "1", 1, NULL), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_set(json, array, "a", "1", 1, NULL), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_set(json, VRM_JSON_MISSING, "a", "1", 1, NULL), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_insert(json, array, 2, "1", 1, NULL), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_insert(json, root, 0, "1", 1, NULL), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_remove_at(json, array, 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_remove(json, array, "a"), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_replace(json, VRM_JSON_MISSING, "1", 1, NULL), VRM_ERR_ARGUMENT);
    assert_false(vrm_json_is_edited(json));
    assert_int_equal(vrm_json_text(json, root).size, strlen(text));
    check_written(json, text);
    vrm_json_destroy(json);
}

static void limits_hold_for_edits_too(void** state) {
    (void)state;
    vrm_JsonDef def = vrm_default_json_def();
    def.limits.json_depth = 3;
    def.limits.json_values = 8;
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse("[[1]]", 5, &def, NULL, &json), VRM_OK);
    vrm_JsonRef inner = vrm_json_at(json, "/0");
    assert_int_equal(vrm_json_insert(json, inner, 0, "[[]]", 4, NULL), VRM_ERR_LIMIT);
    assert_int_equal(vrm_json_insert(json, inner, 0, "[2]", 3, NULL), VRM_OK);
    assert_int_equal(vrm_json_insert(json, inner, 0, "[2,3,4]", 7, NULL), VRM_ERR_LIMIT);
    check_written(json, "[[[2],1]]");
    vrm_json_destroy(json);
}

static void value_may_be_set_from_the_document_itself(void** state) {
    (void)state;
    vrm_Json* json = parse("[[1,2]]");
    for (uint32_t i = 0; i < 12; i++) {
        vrm_Span text = vrm_json_text(json, vrm_json_element(json, 0, i));
        assert_int_equal(vrm_json_insert(json, 0, i + 1, text.data, text.size, NULL), VRM_OK);
    }
    check_written(json, "[[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],[1,2],"
                        "[1,2],[1,2]]");
    vrm_json_destroy(json);
}

static void many_edits_of_a_long_array_give_the_same_as_building_it(void** state) {
    (void)state;
    enum { COUNT = 3000 };
    vrm_Json* json = parse("[]");
    uint32_t random = 1;
    int32_t* model = calloc(COUNT, sizeof *model);
    uint32_t count = 0;
    for (int32_t i = 0; i < COUNT; i++) {
        random = random * 1664525u + 1013904223u;
        uint32_t index = count == 0 ? 0 : (random >> 8) % count;
        char text[16];
        int length = snprintf(text, sizeof text, "[%d]", i);
        if (count > 0 && (random >> 28) < 5) {
            assert_int_equal(vrm_json_remove_at(json, 0, index), VRM_OK);
            memmove(model + index, model + index + 1, (count - index - 1) * sizeof *model);
            count--;
            continue;
        }
        assert_int_equal(vrm_json_insert(json, 0, index, text, (size_t)length, NULL), VRM_OK);
        memmove(model + index + 1, model + index, (count - index) * sizeof *model);
        model[index] = i;
        count++;
    }
    assert_int_equal(vrm_json_count(json, 0), count);
    vrm_JsonIter it = vrm_json_iter(json, 0);
    while (vrm_json_next(&it)) {
        char pointer[32], expected[32];
        snprintf(expected, sizeof expected, "/%u/0", it.index);
        vrm_JsonRef element = vrm_json_element(json, it.value, 0);
        vrm_json_pointer(json, element, pointer, sizeof pointer);
        assert_string_equal(pointer, expected);
        assert_true(vrm_json_number(json, element, -1.0) == model[it.index]);
    }
    char* text = written(json);
    vrm_Json* again = parse(text);
    assert_int_equal(vrm_json_count(again, 0), count);
    vrm_json_destroy(again);
    free(text);
    free(model);
    vrm_json_destroy(json);
}

/* ---- Memory ---- */

/* A step that must leave the document as it was when it fails. */
static vrm_Result check_step(vrm_Json* json, vrm_Result result, char** text) {
    size_t size = vrm_json_written_size(json);
    if (result != VRM_OK) {
        /* Writing needs memory too; what can be compared without, is. */
        assert_int_equal(size, strlen(*text));
        return result;
    }
    free(*text);
    *text = calloc(1, size + 1);
    return vrm_json_write(json, *text, size);
}

static vrm_Result edit_with(const vrm_Allocator* allocator, void* ctx) {
    (void)ctx;
    static const char start[] = "{\"a\":[[1],{\"b\":2}],\"c\":3}";
    vrm_JsonDef def = vrm_default_json_def();
    def.allocator = *allocator;
    vrm_Json* json = NULL;
    vrm_Result result = vrm_json_parse(start, strlen(start), &def, NULL, &json);
    if (result != VRM_OK) return result;
    char* text = malloc(sizeof start);
    assert_non_null(text);
    memcpy(text, start, sizeof start);
    vrm_JsonRef root = vrm_json_root(json);
    result = check_step(json, vrm_json_set(json, root, "d", "[1,2]", 5, NULL), &text);
    vrm_JsonRef b = vrm_json_at(json, "/a/1");
    if (result == VRM_OK)
        result = check_step(json, vrm_json_set(json, b, "e", "{\"x\":[]}", 8, NULL), &text);
    if (result == VRM_OK) {
        vrm_JsonRef list = vrm_json_at(json, "/a/0");
        result = check_step(json, vrm_json_insert(json, list, 0, "null", 4, NULL), &text);
    }
    if (result == VRM_OK) result = check_step(json, vrm_json_remove(json, root, "c"), &text);
    if (result == VRM_OK) {
        vrm_JsonRef value = vrm_json_at(json, "/a/1/e/x");
        result = check_step(json, vrm_json_replace(json, value, "4", 1, NULL), &text);
    }
    if (result == VRM_OK) {
        assert_string_equal(text, "{\"a\":[[null,1],{\"b\":2,\"e\":{\"x\":4}}],\"d\":[1,2]}");
        result = check_step(json, vrm_json_replace(json, root, "[]", 2, NULL), &text);
    }
    if (result == VRM_OK) assert_string_equal(text, "[]");
    free(text);
    vrm_json_destroy(json);
    return result;
}

static void failing_allocation_leaves_the_document_as_it_was(void** state) {
    (void)state;
    assert_true(test_every_allocation_failing(edit_with, NULL) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaced_value_replaces_exactly_its_bytes),
        cmocka_unit_test(replaced_root_keeps_the_space_around_it),
        cmocka_unit_test(new_members_look_like_their_neighbours),
        cmocka_unit_test(setting_a_doubled_key_leaves_one_value),
        cmocka_unit_test(new_elements_look_like_their_neighbours),
        cmocka_unit_test(removed_child_takes_its_comma_and_gap_with_it),
        cmocka_unit_test(values_set_later_can_be_edited_again),
        cmocka_unit_test(untouched_refs_and_pointers_stay_right),
        cmocka_unit_test(removed_values_are_nowhere),
        cmocka_unit_test(wrong_edits_are_refused_and_change_nothing),
        cmocka_unit_test(limits_hold_for_edits_too),
        cmocka_unit_test(value_may_be_set_from_the_document_itself),
        cmocka_unit_test(many_edits_of_a_long_array_give_the_same_as_building_it),
        cmocka_unit_test(failing_allocation_leaves_the_document_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
