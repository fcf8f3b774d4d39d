/* SPDX-License-Identifier: MIT */
/* Changes. A new value is parsed into nodes and text behind the existing ones (a graft). The
 * changed container and all its ancestors get lists of their children, in which the change is one
 * entry. Everything that can fail comes first, so a failed change leaves the document unchanged. */
#include "json/tree.h"

#include "base/utf8.h"
#include "json/json_names.h"

#include <string.h>

/* A change in progress. */
typedef struct Edit {
    vrm_Json* json;
    vrm_JsonRef* path; /* from the root to the container that changes; `levels` of them */
    uint32_t levels, path_capacity;
    uint32_t new_lists;     /* behind the document's lists; committed at the end */
    vrmi_JsonList* list;    /* the list of the container that changes */
    vrm_JsonRef key, value; /* the nodes of the graft */
    size_t key_size;        /* of the new key as UTF-8 */
    uint32_t colon;         /* address of the colon behind the graft's key */
    uint32_t kept_text, kept_nodes, kept_grafts, kept_marks, kept_child_marks;
} Edit;

static vrmi_JsonNode* node_of(vrm_Json* json, vrm_JsonRef ref) {
    return ref < json->count ? &json->nodes[ref] : &json->extra[ref - json->count];
}

/* ---- Lists ---- */

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* White space from an address up to the next token. */
static vrmi_JsonGap space_at(const vrm_Json* json, uint32_t offset) {
    const char* at = vrmi_json_bytes(json, offset);
    uint32_t size = 0;
    while (is_space(at[size])) size++; /* the text is valid: a bracket, comma or value follows */
    return (vrmi_JsonGap){offset, size};
}

static vrmi_JsonChild listed_child(const vrm_Json* json, const vrm_JsonIter* it, uint32_t* at) {
    vrmi_JsonChild child = {.key = it->key, .value = it->value, .before = space_at(json, *at)};
    const vrmi_JsonNode* value = vrmi_json_node(json, it->value);
    if (it->key != VRM_JSON_MISSING) {
        const vrmi_JsonNode* key = vrmi_json_node(json, it->key);
        child.colon.offset = key->offset + key->size;
        child.colon.size = value->offset - child.colon.offset;
    }
    child.after = space_at(json, value->offset + value->size);
    *at = child.after.offset + child.after.size + 1;
    return child;
}

/* Lists the children of a container that has no list yet; no child has a list either. */
static bool make_list(const vrm_Json* json, vrm_JsonRef container, vrmi_JsonList* list) {
    const vrmi_JsonNode* node = vrmi_json_node(json, container);
    uint32_t count = node->tag >> VRMI_JSON_COUNT_BIT;
    *list = (vrmi_JsonList){.parsed_count = count};
    if (count > 0 && !vrmi_json_reserve(&json->allocator, (void**)&list->children, &list->capacity,
                                        count, sizeof *list->children))
        return false;
    uint32_t at = node->offset + 1;
    vrm_JsonIter it = vrm_json_iter(json, container);
    while (vrm_json_next(&it)) list->children[list->count++] = listed_child(json, &it, &at);
    list->close = count > 0 ? list->children[count - 1].after : space_at(json, at);
    return true;
}

static void abort_edit(Edit* edit) {
    vrm_Json* json = edit->json;
    for (uint32_t i = 0; i < edit->new_lists; i++) {
        vrmi_JsonList* list = &json->lists[json->list_count + i];
        vrmi_release(&json->allocator, list->children, list->capacity * sizeof *list->children);
    }
    json->extra_text_size = edit->kept_text;
    json->extra_count = edit->kept_nodes;
    json->graft_count = edit->kept_grafts;
    json->marks.child_count = edit->kept_child_marks;
    json->marks.container_count = edit->kept_marks;
    vrmi_release(&json->allocator, edit->path, edit->path_capacity * sizeof *edit->path);
}

static vrm_Result begin_edit(vrm_Json* json, vrm_JsonRef container, Edit* edit) {
    *edit = (Edit){.json = json,
                   .key = VRM_JSON_MISSING,
                   .value = VRM_JSON_MISSING,
                   .kept_text = json->extra_text_size,
                   .kept_nodes = json->extra_count,
                   .kept_grafts = json->graft_count,
                   .kept_marks = json->marks.container_count,
                   .kept_child_marks = json->marks.child_count};
    uint32_t depth = 0, index;
    if (container == VRM_JSON_MISSING) return VRM_OK; /* the root itself changes */
    if (!vrmi_json_path(json, container, NULL, &depth, &index)) return VRM_ERR_ARGUMENT;
    edit->levels = depth + 1;
    if (!vrmi_json_reserve(&json->allocator, (void**)&edit->path, &edit->path_capacity,
                           edit->levels, sizeof *edit->path) ||
        !vrmi_json_reserve(&json->allocator, (void**)&json->lists, &json->list_capacity,
                           (uint64_t)json->list_count + edit->levels, sizeof *json->lists)) {
        abort_edit(edit);
        return VRM_ERR_MEMORY;
    }
    vrmi_json_path(json, container, edit->path, &depth, &index);
    edit->path[depth] = container;
    for (uint32_t i = 0; i < edit->levels; i++) {
        edit->list = vrmi_json_list(json, vrmi_json_node(json, edit->path[i]));
        if (edit->list != NULL) continue;
        edit->list = &json->lists[json->list_count + edit->new_lists];
        if (!make_list(json, edit->path[i], edit->list)) {
            abort_edit(edit);
            return VRM_ERR_MEMORY;
        }
        edit->new_lists++;
    }
    return VRM_OK;
}

/* ---- Grafts ---- */

/* `text` may point into the document's own text, which may move when it grows. */
static bool append_text(vrm_Json* json, const char* key, size_t key_size, const char* text,
                        uint32_t size) {
    size_t quoted = key == NULL ? 0 : vrmi_json_quote(key, key_size, NULL) + 1;
    uintptr_t base = (uintptr_t)json->extra_text;
    uintptr_t place = (uintptr_t)text;
    bool is_own = json->extra_text != NULL && place >= base && place - base < json->extra_text_size;
    uint64_t needed = (uint64_t)json->extra_text_size + quoted + size;
    if (!vrmi_json_reserve(&json->allocator, (void**)&json->extra_text, &json->extra_text_capacity,
                           needed, 1))
        return false;
    if (is_own) text = json->extra_text + (place - base);
    char* at = json->extra_text + json->extra_text_size;
    if (key != NULL) {
        at += vrmi_json_quote(key, key_size, at);
        *at++ = ':';
    }
    memcpy(at, text, size);
    json->extra_text_size = (uint32_t)needed;
    return true;
}

/* Appends parsed nodes and their text behind all others. */
static vrm_Result append_graft(Edit* edit, const char* key, const char* text,
                               const vrmi_JsonTape* tape, uint32_t index) {
    vrm_Json* json = edit->json;
    const vrmi_JsonNode* root = &tape->nodes[0];
    uint32_t first = json->count + json->extra_count;
    uint32_t begin = json->text_size + json->extra_text_size;
    uint32_t has_key = key != NULL;
    uint32_t count = tape->count + has_key;
    if (!vrmi_json_reserve(&json->allocator, (void**)&json->extra, &json->extra_capacity,
                           (uint64_t)json->extra_count + count, sizeof *json->extra) ||
        !vrmi_json_reserve(&json->allocator, (void**)&json->grafts, &json->graft_capacity,
                           (uint64_t)json->graft_count + 1, sizeof *json->grafts) ||
        !append_text(json, key, edit->key_size, text + root->offset, root->size))
        return VRM_ERR_MEMORY;

    vrmi_JsonNode* nodes = json->extra + json->extra_count;
    uint32_t value_begin = json->text_size + json->extra_text_size - root->size;
    if (has_key) {
        edit->key = first;
        edit->colon = value_begin - 1;
        bool is_escaped = memchr(vrmi_json_bytes(json, begin), '\\', edit->colon - begin) != NULL;
        *nodes++ = (vrmi_JsonNode){begin, edit->colon - begin, 1,
                                   VRM_JSON_STRING | (is_escaped ? VRMI_JSON_ESCAPED : 0)};
    }
    for (uint32_t i = 0; i < tape->count; i++) {
        nodes[i] = tape->nodes[i];
        nodes[i].offset += value_begin - root->offset;
    }
    json->extra_count += count;
    json->grafts[json->graft_count++] = (vrmi_JsonGraft){
        .first = first,
        .count = count,
        .parent = edit->levels > 0 ? edit->path[edit->levels - 1] : VRM_JSON_MISSING,
        .index = index,
        .has_key = has_key != 0};
    edit->value = first + has_key;
    return vrmi_json_append_marks(json, &tape->marks, edit->value) ? VRM_OK : VRM_ERR_MEMORY;
}

/* Parses the new value. Its limits are what the document leaves of them. */
static vrm_Result graft(Edit* edit, const char* key, const char* text, size_t size,
                        uint32_t index) {
    vrm_Json* json = edit->json;
    uint64_t key_room = key == NULL ? 0 : (uint64_t)edit->key_size * 6 + 3;
    uint64_t bytes = (uint64_t)json->text_size + json->extra_text_size + key_room + size;
    uint64_t most = json->max_values < VRMI_JSON_MAX_NODES ? json->max_values : VRMI_JSON_MAX_NODES;
    uint64_t used = (uint64_t)json->count + json->extra_count + (key != NULL);
    if (key != NULL && !vrmi_utf8_is_valid(key, edit->key_size)) return VRM_ERR_ARGUMENT;
    if (size > VRMI_JSON_MAX_TEXT || bytes > VRMI_JSON_MAX_TEXT || used >= most)
        return VRM_ERR_LIMIT;
    uint32_t depth = edit->levels < json->max_depth ? json->max_depth - edit->levels : 0;
    vrmi_JsonTape tape = {.allocator = json->allocator};
    vrmi_JsonError error = {0};
    vrm_Result result =
        vrmi_json_read(text, (uint32_t)size, depth, (uint32_t)(most - used), &tape, &error);
    if (result == VRM_OK) result = append_graft(edit, key, text, &tape, index);
    vrmi_json_tape_release(&tape);
    return result;
}

/* ---- Sizes ---- */

static uint32_t ref_size(const vrm_Json* json, vrm_JsonRef ref) {
    return ref == VRM_JSON_MISSING ? 0 : vrmi_json_node(json, ref)->size;
}

/* Bytes of the children `from` to `to` with their commas; both may lie outside the list. */
static int64_t window_size(const vrm_Json* json, const vrmi_JsonList* list, int64_t from,
                           int64_t to) {
    int64_t size = list->close.size;
    if (from < 0) from = 0;
    if (to > list->count) to = list->count;
    for (int64_t i = from; i < to; i++) {
        const vrmi_JsonChild* child = &list->children[i];
        size += (int64_t)child->before.size + ref_size(json, child->key) + child->colon.size +
                ref_size(json, child->value);
        if (i + 1 < list->count) size += (int64_t)child->after.size + 1;
    }
    return size;
}

/* Commits the prepared lists; cannot fail. */
static void commit_edit(Edit* edit, int64_t growth) {
    vrm_Json* json = edit->json;
    for (uint32_t i = 0; i < edit->levels; i++) {
        vrmi_JsonNode* node = node_of(json, edit->path[i]);
        node->size = (uint32_t)(node->size + growth);
        if (node->tag & VRMI_JSON_LISTED) continue;
        node->tag = (node->tag & VRMI_JSON_TYPE_BITS) | VRMI_JSON_LISTED |
                    json->list_count++ << VRMI_JSON_COUNT_BIT;
    }
    if (edit->levels > json->list_depth) json->list_depth = edit->levels;
    json->is_edited = true;
    vrmi_release(&json->allocator, edit->path, edit->path_capacity * sizeof *edit->path);
}

/* ---- Changes of a list ---- */

static int64_t replace_child(Edit* edit, uint32_t index) {
    vrmi_JsonChild* child = &edit->list->children[index];
    int64_t growth =
        (int64_t)ref_size(edit->json, edit->value) - ref_size(edit->json, child->value);
    child->value = edit->value;
    return growth;
}

/* White space for a child that is inserted at `index`, copied from its neighbours. Where the first
 * child has other white space before it than the rest, as in [1, 2], the position decides. */
static vrmi_JsonChild styled_child(const Edit* edit, uint32_t index) {
    const vrmi_JsonList* list = edit->list;
    vrmi_JsonChild child = {.key = edit->key, .value = edit->value};
    child.colon = (vrmi_JsonGap){edit->colon, edit->key == VRM_JSON_MISSING ? 0 : 1};
    if (list->count == 0) {
        child.before = list->close;
        return child;
    }
    const vrmi_JsonChild* neighbour = &list->children[index > 0 ? index - 1 : 0];
    if (edit->key != VRM_JSON_MISSING) child.colon = neighbour->colon;
    if (index > 0) neighbour = &list->children[index < list->count ? index : list->count - 1];
    child.before = neighbour->before;
    child.after = list->count > 1 ? list->children[0].after : (vrmi_JsonGap){0, 0};
    return child;
}

/* White space behind a comma. A list of one child has no comma to copy it from: then it is the
 * space before that child, or behind its colon. */
static vrmi_JsonGap space_behind_comma(const Edit* edit) {
    const vrmi_JsonList* list = edit->list;
    if (list->count > 1) return list->children[1].before;
    vrmi_JsonGap before = list->children[0].before, colon = list->children[0].colon;
    /* {"a": 1}: a writer that puts a space behind the colon also puts one behind the comma. */
    if (before.size > 0 || colon.size < 2) return before;
    const char* text = vrmi_json_bytes(edit->json, colon.offset);
    if (text[colon.size - 1] != ' ') return before;
    return (vrmi_JsonGap){colon.offset + colon.size - 1, 1};
}

/* Precondition: room was reserved. */
static int64_t insert_child(Edit* edit, uint32_t index) {
    vrmi_JsonList* list = edit->list;
    int64_t before = window_size(edit->json, list, (int64_t)index - 1, (int64_t)index + 1);
    vrmi_JsonChild child = styled_child(edit, index);
    if (list->count > 0) {
        vrmi_JsonGap space = space_behind_comma(edit);
        if (index == 0) list->children[0].before = space;
        if (index == 1 && list->count == 1) child.before = space;
        if (index == list->count) list->children[index - 1].after = child.after;
    }
    memmove(&list->children[index + 1], &list->children[index],
            (list->count - index) * sizeof *list->children);
    list->children[index] = child;
    list->count++;
    return window_size(edit->json, list, (int64_t)index - 1, (int64_t)index + 2) - before;
}

static void drop_child(vrmi_JsonList* list, uint32_t index) {
    /* [1, 2]: the new first child takes over the white space of the old first child. */
    if (index == 0 && list->count > 1) list->children[1].before = list->children[0].before;
    memmove(&list->children[index], &list->children[index + 1],
            (list->count - index - 1) * sizeof *list->children);
    list->count--;
    if (list->count == 0) list->close.size = 0;
}

static int64_t remove_child(Edit* edit, uint32_t index) {
    vrmi_JsonList* list = edit->list;
    int64_t before = window_size(edit->json, list, (int64_t)index - 1, (int64_t)index + 2);
    drop_child(list, index);
    return window_size(edit->json, list, (int64_t)index - 1, (int64_t)index + 1) - before;
}

/* Removes every member with the key of member `index`: a duplicate that stayed would take
 * effect. */
static int64_t remove_members(Edit* edit, uint32_t index) {
    vrm_Json* json = edit->json;
    vrmi_JsonList* list = edit->list;
    vrm_JsonRef key = list->children[index].key;
    int64_t before = window_size(json, list, 0, list->count);
    uint32_t kept = index + 1; /* the first is removed last: its key is compared */
    for (uint32_t i = kept; i < list->count; i++) {
        if (!vrmi_json_same(json, key, json, list->children[i].key))
            list->children[kept++] = list->children[i];
    }
    list->count = kept;
    drop_child(list, index);
    return window_size(json, list, 0, list->count) - before;
}

/* Replaces the value of member `index` and removes the other members with its key: a program that
 * takes the first of them would read a value that was replaced. */
static int64_t replace_members(Edit* edit, uint32_t index) {
    vrm_Json* json = edit->json;
    vrmi_JsonList* list = edit->list;
    vrm_JsonRef key = list->children[index].key;
    vrmi_JsonGap first = list->children[0].before;
    int64_t before = window_size(json, list, 0, list->count);
    list->children[index].value = edit->value;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (i == index || !vrmi_json_same(json, key, json, list->children[i].key))
            list->children[kept++] = list->children[i];
    list->count = kept;
    list->children[0].before = first;
    return window_size(json, list, 0, list->count) - before;
}

/* ---- Public ---- */

/* Rolls back on failure; otherwise commits and returns the new ref. */
static vrm_Result end_edit(Edit* edit, vrm_Result result, int64_t (*change)(Edit*, uint32_t),
                           uint32_t index, vrm_JsonRef* out_value) {
    if (result != VRM_OK) {
        abort_edit(edit);
        return result;
    }
    commit_edit(edit, change(edit, index));
    if (out_value != NULL) *out_value = edit->value;
    return VRM_OK;
}

/* Addresses and sizes are 32 bits. A child adds its text, and white space copied from its
 * neighbours. */
static bool has_room(const Edit* edit, bool is_new, uint32_t index) {
    const vrm_Json* json = edit->json;
    uint64_t growth = ref_size(json, edit->value);
    if (is_new) {
        vrmi_JsonChild child = styled_child(edit, index);
        growth += (uint64_t)ref_size(json, edit->key) + child.before.size + child.colon.size +
                  child.after.size + 1;
        if (edit->list->count > 0) growth += space_behind_comma(edit).size;
    }
    return vrmi_json_node(json, edit->path[0])->size + growth <= VRMI_JSON_MAX_TEXT;
}

typedef enum Way { WAY_INSERT, WAY_REPLACE, WAY_REPLACE_ALL } Way;

static vrm_Result put_child(vrm_Json* json, vrm_JsonRef container, const char* key, size_t key_size,
                            uint32_t index, Way way, const char* text, size_t size,
                            vrm_JsonRef* out_value) {
    static int64_t (*const changes[])(Edit*, uint32_t) = {insert_child, replace_child,
                                                          replace_members};
    bool is_new = way == WAY_INSERT;
    Edit edit;
    vrm_Result result = begin_edit(json, container, &edit);
    if (result != VRM_OK) return result;
    edit.key_size = key_size;
    if (is_new &&
        !vrmi_json_reserve(&json->allocator, (void**)&edit.list->children, &edit.list->capacity,
                           (uint64_t)edit.list->count + 1, sizeof *edit.list->children))
        result = VRM_ERR_MEMORY;
    if (result == VRM_OK) result = graft(&edit, is_new ? key : NULL, text, size, index);
    if (result == VRM_OK && !has_room(&edit, is_new, index)) result = VRM_ERR_LIMIT;
    return end_edit(&edit, result, changes[way], index, out_value);
}

/* The index of the first member of that key; the number of members when there is none. */
static uint32_t first_index(const vrm_Json* json, vrm_JsonRef object, const char* key) {
    vrm_JsonIter it = vrm_json_iter(json, object);
    while (vrm_json_next(&it))
        if (vrm_json_equals(json, it.key, key)) return it.index;
    return vrm_json_count(json, object);
}

/* The same for the member that takes effect: the last one with that key. */
static uint32_t member_index(const vrm_Json* json, vrm_JsonRef object, const char* key,
                             bool* out_has_duplicate) {
    vrm_JsonIter it = vrm_json_iter(json, object);
    *out_has_duplicate = false;
    while (vrm_json_next(&it)) {
        if (!vrm_json_equals(json, it.key, key)) continue;
        if (!vrmi_json_is_shadowed(json, it.key)) return it.index;
        *out_has_duplicate = true;
    }
    return vrm_json_count(json, object);
}

vrm_Result vrm_json_set(vrm_Json* json, vrm_JsonRef object, const char* key, const char* text,
                        size_t size, vrm_JsonRef* out_value) {
    if (out_value != NULL) *out_value = VRM_JSON_MISSING;
    if (vrm_json_type(json, object) != VRM_JSON_OBJECT) return VRM_ERR_ARGUMENT;
    bool has_duplicate;
    uint32_t index = member_index(json, object, key, &has_duplicate);
    Way way = index == vrm_json_count(json, object) ? WAY_INSERT
              : has_duplicate                       ? WAY_REPLACE_ALL
                                                    : WAY_REPLACE;
    return put_child(json, object, key, strlen(key), index, way, text, size, out_value);
}

vrm_Result vrmi_json_add(vrm_Json* json, vrm_JsonRef object, const vrm_Json* key_json,
                         vrm_JsonRef key, const char* text, size_t size) {
    if (vrm_json_type(json, object) != VRM_JSON_OBJECT) return VRM_ERR_ARGUMENT;
    if (vrmi_json_same_member(json, object, key_json, key) != VRM_JSON_MISSING) return VRM_OK;
    size_t key_size = vrm_json_string(key_json, key, NULL, 0);
    char* name = vrmi_alloc(&json->allocator, key_size + 1);
    if (name == NULL) return VRM_ERR_MEMORY;
    vrm_json_string(key_json, key, name, key_size + 1);
    vrm_Result result = put_child(json, object, name, key_size, vrm_json_count(json, object),
                                  WAY_INSERT, text, size, NULL);
    vrmi_release(&json->allocator, name, key_size + 1);
    return result;
}

vrm_Result vrm_json_insert(vrm_Json* json, vrm_JsonRef array, uint32_t index, const char* text,
                           size_t size, vrm_JsonRef* out_value) {
    if (out_value != NULL) *out_value = VRM_JSON_MISSING;
    if (vrm_json_type(json, array) != VRM_JSON_ARRAY || index > vrm_json_count(json, array))
        return VRM_ERR_ARGUMENT;
    return put_child(json, array, NULL, 0, index, WAY_INSERT, text, size, out_value);
}

static vrm_Result take_out(vrm_Json* json, vrm_JsonRef container, uint32_t index,
                           int64_t (*change)(Edit*, uint32_t)) {
    Edit edit;
    vrm_Result result = begin_edit(json, container, &edit);
    return result == VRM_OK ? end_edit(&edit, VRM_OK, change, index, NULL) : result;
}

vrm_Result vrm_json_remove(vrm_Json* json, vrm_JsonRef object, const char* key) {
    if (vrm_json_type(json, object) != VRM_JSON_OBJECT) return VRM_ERR_ARGUMENT;
    uint32_t index = first_index(json, object, key);
    if (index == vrm_json_count(json, object)) return VRM_OK;
    return take_out(json, object, index, remove_members);
}

vrm_Result vrmi_json_remove_key(vrm_Json* json, vrm_JsonRef object, vrm_JsonRef key) {
    if (vrm_json_type(json, object) != VRM_JSON_OBJECT) return VRM_ERR_ARGUMENT;
    vrm_JsonIter it = vrm_json_iter(json, object);
    while (vrm_json_next(&it))
        if (vrmi_json_same(json, it.key, json, key))
            return take_out(json, object, it.index, remove_members);
    return VRM_OK;
}

vrm_Result vrm_json_remove_at(vrm_Json* json, vrm_JsonRef array, uint32_t index) {
    if (vrm_json_type(json, array) != VRM_JSON_ARRAY || index >= vrm_json_count(json, array))
        return VRM_ERR_ARGUMENT;
    return take_out(json, array, index, remove_child);
}

static int64_t replace_root(Edit* edit, uint32_t index) {
    (void)index;
    edit->json->root = edit->value;
    return 0;
}

vrm_Result vrm_json_replace(vrm_Json* json, vrm_JsonRef value, const char* text, size_t size,
                            vrm_JsonRef* out_value) {
    if (out_value != NULL) *out_value = VRM_JSON_MISSING;
    if (value == json->root) {
        Edit edit;
        vrm_Result result = begin_edit(json, VRM_JSON_MISSING, &edit);
        if (result == VRM_OK) result = graft(&edit, NULL, text, size, 0);
        return end_edit(&edit, result, replace_root, 0, out_value);
    }
    uint32_t depth, index;
    if (!vrmi_json_path(json, value, NULL, &depth, &index) || depth == 0) return VRM_ERR_ARGUMENT;
    size_t bytes = depth * sizeof(vrm_JsonRef);
    vrm_JsonRef* path = vrmi_alloc(&json->allocator, bytes);
    if (path == NULL) return VRM_ERR_MEMORY;
    vrmi_json_path(json, value, path, &depth, &index);
    vrm_JsonRef parent = path[depth - 1];
    vrmi_release(&json->allocator, path, bytes);
    return put_child(json, parent, NULL, 0, index, WAY_REPLACE, text, size, out_value);
}

bool vrm_json_is_edited(const vrm_Json* json) {
    return json->is_edited;
}
