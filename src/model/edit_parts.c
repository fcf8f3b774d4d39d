/* SPDX-License-Identifier: MIT */
/* The basic operations that writers of parts are composed of. */
#include "model/edit.h"

#include "json/json_names.h"

#include <string.h>

void vrmi_edit_fail(vrm_Edit* edit, vrm_Result result) {
    if (edit->result == VRM_OK) edit->result = result;
}

vrm_JsonBuilder* vrmi_edit_text(vrm_Edit* edit) {
    vrm_json_builder_clear(edit->builder);
    return edit->builder;
}

vrm_JsonRef vrmi_edit_put(vrm_Edit* edit, vrm_JsonRef object, const char* key) {
    vrm_Span text;
    vrm_JsonRef value = VRM_JSON_MISSING;
    vrmi_edit_fail(edit, vrm_json_builder_text(edit->builder, &text));
    if (edit->result == VRM_OK)
        edit->result = vrm_json_set(edit->json, object, key, text.data, text.size, &value);
    return value;
}

void vrmi_edit_drop(vrm_Edit* edit, vrm_JsonRef object, const char* key) {
    if (edit->result == VRM_OK && vrm_json_type(edit->json, object) == VRM_JSON_OBJECT)
        edit->result = vrm_json_remove(edit->json, object, key);
}

void vrmi_edit_string(vrm_Edit* edit, vrm_JsonRef object, const char* key, const char* value) {
    if (value == NULL || value[0] == '\0') {
        vrmi_edit_drop(edit, object, key);
        return;
    }
    if (vrm_json_equals(edit->json, vrm_json_member(edit->json, object, key), value) &&
        !vrmi_json_has_duplicate(edit->json, object, key))
        return;
    vrm_json_put_string(vrmi_edit_text(edit), value);
    vrmi_edit_put(edit, object, key);
}

void vrmi_edit_bool(vrm_Edit* edit, vrm_JsonRef object, const char* key, bool value) {
    vrm_JsonRef old = vrm_json_member(edit->json, object, key);
    if (vrm_json_type(edit->json, old) == VRM_JSON_BOOL &&
        vrm_json_bool(edit->json, old, !value) == value &&
        !vrmi_json_has_duplicate(edit->json, object, key))
        return;
    vrm_json_put_bool(vrmi_edit_text(edit), value);
    vrmi_edit_put(edit, object, key);
}

void vrmi_edit_integer(vrm_Edit* edit, vrm_JsonRef object, const char* key, int64_t value) {
    int64_t old;
    if (vrm_json_integer(edit->json, vrm_json_member(edit->json, object, key), &old) &&
        old == value && !vrmi_json_has_duplicate(edit->json, object, key))
        return;
    vrm_json_put_integer(vrmi_edit_text(edit), value);
    vrmi_edit_put(edit, object, key);
}

static vrm_JsonRef container(vrm_Edit* edit, vrm_JsonRef object, const char* key, vrm_JsonType type,
                             const char* empty) {
    vrm_JsonRef value = vrm_json_member(edit->json, object, key);
    if (edit->result != VRM_OK || vrm_json_type(edit->json, value) == type) return value;
    edit->result = vrm_json_set(edit->json, object, key, empty, 2, &value);
    return value;
}

vrm_JsonRef vrmi_edit_object(vrm_Edit* edit, vrm_JsonRef object, const char* key) {
    return container(edit, object, key, VRM_JSON_OBJECT, "{}");
}

vrm_JsonRef vrmi_edit_extras(vrm_Edit* edit, vrm_JsonRef object) {
    vrm_JsonRef old = vrm_json_member(edit->json, object, "extras");
    vrm_JsonType type = vrm_json_type(edit->json, old);
    if (edit->result == VRM_OK && type != VRM_JSON_OBJECT && type != VRM_JSON_NONE) {
        /* An array that this edit has changed has no text, but extras are changed nowhere else. */
        vrm_Span text = vrm_json_text(edit->json, old);
        vrm_JsonBuilder* b = vrmi_edit_text(edit);
        vrm_json_begin_object(b);
        vrm_json_put_key(b, "extras");
        vrm_json_put_raw(b, text.data, text.size);
        vrm_json_end_object(b);
        return vrmi_edit_put(edit, object, "extras");
    }
    return vrmi_edit_object(edit, object, "extras");
}

vrm_JsonRef vrmi_edit_array(vrm_Edit* edit, vrm_JsonRef object, const char* key) {
    return container(edit, object, key, VRM_JSON_ARRAY, "[]");
}

int32_t vrmi_edit_count(const vrm_Edit* edit, const char* array) {
    vrm_JsonRef list = vrm_json_member(edit->json, vrm_json_root(edit->json), array);
    if (vrm_json_type(edit->json, list) != VRM_JSON_ARRAY) return 0;
    return (int32_t)vrm_json_count(edit->json, list);
}

vrm_JsonRef vrmi_edit_element(vrm_Edit* edit, const char* array, int32_t index) {
    if (edit->result != VRM_OK) return VRM_JSON_MISSING;
    vrm_JsonRef list = vrm_json_member(edit->json, vrm_json_root(edit->json), array);
    vrm_JsonRef element =
        index < 0 ? VRM_JSON_MISSING : vrm_json_element(edit->json, list, (uint32_t)index);
    if (vrm_json_type(edit->json, element) == VRM_JSON_OBJECT) return element;
    vrmi_edit_fail(edit, VRM_ERR_ARGUMENT);
    return VRM_JSON_MISSING;
}

int32_t vrmi_edit_append(vrm_Edit* edit, const char* array) {
    vrm_Span text;
    vrmi_edit_fail(edit, vrm_json_builder_text(edit->builder, &text));
    vrm_JsonRef list = vrmi_edit_array(edit, vrm_json_root(edit->json), array);
    if (edit->result != VRM_OK) return -1;
    uint32_t count = vrm_json_count(edit->json, list);
    edit->result = vrm_json_insert(edit->json, list, count, text.data, text.size, NULL);
    return edit->result == VRM_OK ? (int32_t)count : -1;
}

/* The name of a node, however long, with `suffix` before its closing quote. */
static void put_longer_name(vrm_Edit* edit, vrm_JsonRef node, const char* suffix) {
    vrm_JsonRef name = vrm_json_member(edit->json, node, "name");
    vrm_Span text = {"\"\"", 2};
    size_t more = strlen(suffix), size;
    if (vrm_json_type(edit->json, name) == VRM_JSON_STRING) text = vrm_json_text(edit->json, name);
    char* longer = vrmi_add(text.size, more, &size) ? vrmi_alloc(&edit->allocator, size) : NULL;
    if (longer == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    memcpy(longer, text.data, text.size - 1);
    memcpy(longer + text.size - 1, suffix, more);
    longer[size - 1] = '"';
    vrm_json_put_key(edit->builder, "name");
    vrm_json_put_raw(edit->builder, longer, size);
    vrmi_release(&edit->allocator, longer, size);
}

int32_t vrmi_edit_add_child(vrm_Edit* edit, int32_t parent_node, const char* suffix) {
    vrm_JsonRef parent = vrmi_edit_element(edit, "nodes", parent_node);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    put_longer_name(edit, parent, suffix);
    vrm_json_end_object(b);
    int32_t node = vrmi_edit_append(edit, "nodes");
    vrm_JsonRef children = vrmi_edit_array(edit, parent, "children");
    vrm_json_put_integer(vrmi_edit_text(edit), node);
    vrm_Span text;
    vrmi_edit_fail(edit, vrm_json_builder_text(edit->builder, &text));
    if (edit->result == VRM_OK)
        edit->result = vrm_json_insert(edit->json, children, vrm_json_count(edit->json, children),
                                       text.data, text.size, NULL);
    return edit->result == VRM_OK ? node : -1;
}

vrm_JsonRef vrmi_edit_extension(vrm_Edit* edit, vrm_JsonRef element, const char* name) {
    vrm_JsonRef extensions = vrmi_edit_object(edit, element, "extensions");
    vrm_JsonRef extension = vrmi_edit_object(edit, extensions, name);
    if (strncmp(name, "VRMC_", 5) == 0) vrmi_edit_string(edit, extension, "specVersion", "1.0");
    return extension;
}

void vrmi_edit_drop_extension(vrm_Edit* edit, vrm_JsonRef element, const char* name) {
    vrm_JsonRef extensions = vrm_json_member(edit->json, element, "extensions");
    if (vrm_json_member(edit->json, extensions, name) == VRM_JSON_MISSING) return;
    vrmi_edit_drop(edit, extensions, name);
    if (vrm_json_count(edit->json, extensions) == 0) vrmi_edit_drop(edit, element, "extensions");
}

vrm_JsonRef vrmi_edit_vrm(vrm_Edit* edit) {
    return vrmi_edit_extension(edit, vrm_json_root(edit->json), "VRMC_vrm");
}

vrm_Result vrmi_edit_begin_part(vrm_Edit* edit) {
    if (edit->result != VRM_OK) return edit->result;
    vrm_Dialect dialect = edit->model->dialect;
    if (!edit->is_migrating && dialect != VRM_DIALECT_1 && dialect != VRM_DIALECT_NONE)
        return VRM_ERR_UNSUPPORTED;
    edit->lists_extensions = true;
    return VRM_OK;
}

void vrmi_edit_carry(vrm_Edit* edit, vrm_JsonRef from, const char* own, bool opens) {
    const vrm_Json* json = edit->model->document->json;
    vrm_JsonBuilder* b = edit->builder;
    vrm_Dialect dialect = edit->model->dialect;
    bool is_alike = dialect == VRM_DIALECT_1 || dialect == VRM_DIALECT_BETA;
    if (from == 0 || !is_alike) from = VRM_JSON_MISSING; /* 0 is the root: none was named */
    vrm_JsonRef extras = vrm_json_member(json, from, "extras");
    if (extras != VRM_JSON_MISSING) {
        vrm_Span text = vrm_json_text(json, extras);
        vrm_json_put_key(b, "extras");
        vrm_json_put_raw(b, text.data, text.size);
    }
    bool is_open = opens;
    if (opens) {
        vrmi_open_object(b, "extensions");
    }
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, from, "extensions"));
    while (vrm_json_next(&it)) {
        bool is_own = own != NULL && vrm_json_equals(json, it.key, own);
        if (it.key == VRM_JSON_MISSING || is_own) continue;
        if (!is_open) {
            vrmi_open_object(b, "extensions");
            is_open = true;
        }
        vrm_Span text = vrm_json_text(json, it.value);
        vrmi_json_put_same_key(b, json, it.key);
        vrm_json_put_raw(b, text.data, text.size);
    }
    if (is_open && !opens) vrm_json_end_object(b);
}

void vrmi_edit_floats(vrm_Edit* edit, vrm_JsonRef object, const char* key, const float* values,
                      int count) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (int i = 0; i < count; i++) vrm_json_put_float(b, values[i]);
    vrm_json_end_array(b);
    if (edit->result == VRM_OK) vrmi_edit_put(edit, object, key);
}
