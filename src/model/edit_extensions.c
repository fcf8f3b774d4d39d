/* SPDX-License-Identifier: MIT */
/* Updates extensionsUsed after an edit. A walk over the JSON finds the extensions that it had
 * before and has now; new ones are added to the list, vanished ones are removed, the rest keeps its
 * bytes. */
#include "model/edit.h"

#include "json/json_names.h"

#define MAX_NAMES 256 /* distinct extensions of one document; glTF knows about a hundred */

/* The keys of all "extensions" objects, each once. */
typedef struct Names {
    const vrm_Json* json;
    vrm_JsonRef keys[MAX_NAMES];
    int count;
} Names;

typedef struct Walk {
    vrm_JsonIter* open; /* the containers on the way down */
    size_t depth, capacity;
} Walk;

static bool has_name(const Names* names, const vrm_Json* json, vrm_JsonRef name) {
    for (int i = 0; i < names->count; i++)
        if (vrmi_json_same(names->json, names->keys[i], json, name)) return true;
    return false;
}

static vrm_Result add_names(Names* names, vrm_JsonRef extensions) {
    vrm_JsonIter it = vrm_json_iter(names->json, extensions);
    while (vrm_json_next(&it)) {
        if (has_name(names, names->json, it.key)) continue;
        if (names->count == MAX_NAMES) return VRM_ERR_LIMIT;
        names->keys[names->count++] = it.key;
    }
    return VRM_OK;
}

static vrm_Result push(Walk* walk, const vrm_Allocator* allocator, const vrm_Json* json,
                       vrm_JsonRef container) {
    vrm_JsonIter* open =
        vrmi_array_reserve(allocator, walk->open, &walk->capacity, walk->depth + 1, sizeof *open);
    if (open == NULL) return VRM_ERR_MEMORY;
    walk->open = open;
    walk->open[walk->depth++] = vrm_json_iter(json, container);
    return VRM_OK;
}

/* Everything but extras, where "extensions" may mean anything. */
static vrm_Result collect(const vrm_Allocator* allocator, const vrm_Json* json, Names* out) {
    *out = (Names){.json = json};
    Walk walk = {0};
    vrm_Result result = push(&walk, allocator, json, vrm_json_root(json));
    while (result == VRM_OK && walk.depth > 0) {
        vrm_JsonIter* it = &walk.open[walk.depth - 1];
        if (!vrm_json_next(it)) {
            walk.depth--;
            continue;
        }
        vrm_JsonType type = vrm_json_type(json, it->value);
        if (type < VRM_JSON_ARRAY || vrm_json_equals(json, it->key, "extras")) continue;
        vrm_JsonRef value = it->value;
        if (type == VRM_JSON_OBJECT && vrm_json_equals(json, it->key, "extensions"))
            result = add_names(out, value);
        if (result == VRM_OK) result = push(&walk, allocator, json, value);
    }
    vrmi_release(allocator, walk.open, walk.capacity * sizeof *walk.open);
    return result;
}

/* Removes a name from a list of the document, except for its first `keeps` occurrences. */
static void take_out(vrm_Edit* edit, const char* list, const vrm_Json* json, vrm_JsonRef name,
                     int keeps) {
    vrm_JsonRef root = vrm_json_root(edit->json), array = vrm_json_member(edit->json, root, list);
    if (vrm_json_type(edit->json, array) != VRM_JSON_ARRAY) return;
    uint32_t index = 0;
    while (edit->result == VRM_OK && index < vrm_json_count(edit->json, array)) {
        vrm_JsonRef element = vrm_json_element(edit->json, array, index);
        if (!vrmi_json_same(edit->json, element, json, name) || keeps-- > 0)
            index++;
        else
            edit->result = vrm_json_remove_at(edit->json, array, index);
    }
    if (vrm_json_count(edit->json, array) == 0) vrmi_edit_drop(edit, root, list);
}

static bool is_listed(const vrm_Edit* edit, const vrm_Json* json, vrm_JsonRef name) {
    vrm_JsonRef root = vrm_json_root(edit->json);
    vrm_JsonIter it =
        vrm_json_iter(edit->json, vrm_json_member(edit->json, root, "extensionsUsed"));
    while (vrm_json_next(&it))
        if (vrmi_json_same(edit->json, it.value, json, name)) return true;
    return false;
}

static void adjust(vrm_Edit* edit, const Names* before, const Names* after) {
    for (int i = 0; i < before->count; i++) {
        vrm_JsonRef name = before->keys[i];
        if (has_name(after, before->json, name)) continue;
        take_out(edit, "extensionsUsed", before->json, name, 0);
        take_out(edit, "extensionsRequired", before->json, name, 0);
    }
    for (int i = 0; i < after->count; i++) {
        vrm_JsonRef name = after->keys[i];
        if (!edit->lists_extensions && has_name(before, after->json, name)) continue;
        if (is_listed(edit, after->json, name)) {
            if (edit->lists_extensions) take_out(edit, "extensionsUsed", after->json, name, 1);
            continue;
        }
        vrm_Span text = vrm_json_text(after->json, name);
        vrm_json_put_raw(vrmi_edit_text(edit), text.data, text.size);
        vrmi_edit_append(edit, "extensionsUsed");
    }
}

void vrmi_edit_list_extensions(vrm_Edit* edit) {
    if (edit->result != VRM_OK || !vrm_json_is_edited(edit->json)) return;
    Names before, after;
    vrmi_edit_fail(edit, collect(&edit->allocator, edit->model->document->json, &before));
    vrmi_edit_fail(edit, collect(&edit->allocator, edit->json, &after));
    if (edit->result == VRM_OK) adjust(edit, &before, &after);
}
