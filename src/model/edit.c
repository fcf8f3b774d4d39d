/* SPDX-License-Identifier: MIT */
/* The life of an edit, and changes of any JSON by pointer.
 *
 *   begin: text -> parse -> copy of the JSON (same refs)       the model stays as it is
 *   commit: copy -> text -> parse -> swap -> read typed glTF -> read VRM parts
 *
 * Parsing what was written once more costs little and leaves every model with JSON that is not
 * edited: refs of the model and of the next edit's copy are then the same. */
#include "model/edit.h"

#include "json/tree.h"

#include <string.h>

/* ---- Life ---- */

static vrm_Result parse(const vrmi_Document* document, vrm_Span text, vrm_Json** out_json) {
    vrm_JsonDef def = vrm_default_json_def();
    def.borrow_text = true;
    def.limits = document->def.limits;
    def.allocator = document->def.allocator;
    return vrm_json_parse(text.data, text.size, &def, NULL, out_json);
}

vrm_Result vrm_model_create(const vrm_LoadDef* def, vrm_Model** out_model) {
    /* A GLB with one chunk: 12 bytes of header, 8 of the chunk's. */
    enum { TEXT = 64, SIZE = 20 + TEXT };
    static const char text[] = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"libvrm "
                               "" VRM_VERSION_TEXT "\"}}";
    uint8_t bytes[SIZE] = {'g', 'l', 'T',  'F', 2, 0, 0,   0,   SIZE, 0,
                           0,   0,   TEXT, 0,   0, 0, 'J', 'S', 'O',  'N'};
    _Static_assert(sizeof text - 1 <= TEXT, "the text fits its chunk");
    memset(bytes + 20, ' ', TEXT);
    memcpy(bytes + 20, text, sizeof text - 1);
    vrm_LoadDef copying = vrm_default_load_def();
    *out_model = NULL;
    if (def != NULL && !vrmi_def_copy(&copying, sizeof copying, def)) return VRM_ERR_DEF;
    copying.def_size = (uint32_t)sizeof copying;
    copying.borrow_bytes = false;
    return vrm_model_load(bytes, sizeof bytes, &copying, NULL, out_model);
}

vrm_Result vrm_edit_begin(vrm_Model* model, vrm_Edit** out_edit) {
    *out_edit = NULL;
    const vrmi_Document* document = model->document;
    vrm_Edit* edit = vrmi_alloc_zeroed(&document->def.allocator, 1, sizeof *edit);
    if (edit == NULL) return VRM_ERR_MEMORY;
    edit->model = model;
    edit->allocator = document->def.allocator;
    vrm_Result result = parse(document, vrmi_json_source(document->json), &edit->json);
    if (result == VRM_OK) result = vrm_json_builder_create(&edit->allocator, &edit->builder);
    if (result == VRM_OK)
        *out_edit = edit;
    else
        vrm_edit_abandon(edit);
    return result;
}

void vrm_edit_abandon(vrm_Edit* edit) {
    if (edit == NULL) return;
    vrm_Allocator allocator = edit->allocator;
    vrm_json_destroy(edit->json);
    vrm_json_builder_destroy(edit->builder);
    vrmi_release(&allocator, edit->bin, edit->bin_capacity);
    vrmi_release(&allocator, edit->places, edit->place_count * sizeof *edit->places);
    vrmi_release(&allocator, edit, sizeof *edit);
}

/* Writes the edited JSON as a new text and parses it again. */
static vrm_Result make_content(const vrm_Edit* edit, vrmi_Content* out) {
    *out = (vrmi_Content){0};
    size_t size = vrm_json_written_size(edit->json);
    char* text = vrmi_alloc(&edit->allocator, size);
    if (text == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = vrm_json_write(edit->json, text, size);
    if (result == VRM_OK) result = parse(edit->model->document, (vrm_Span){text, size}, &out->json);
    if (result == VRM_OK)
        out->json->owns_text = true;
    else
        vrmi_release(&edit->allocator, text, size);
    return result;
}

/* Reads a model from the document, which has the new content. On failure the typed part is the old
 * one. */
static vrm_Result read_again(vrm_Edit* edit, vrm_Report* report) {
    vrm_Model* model = edit->model;
    vrmi_Document* document = model->document;
    uint32_t fault_count = document->fault_count;
    vrmi_TypedPart before;
    vrm_Model* fresh;
    vrm_Result result = vrmi_document_reread(document, report, &before);
    if (result != VRM_OK) return result;
    result = vrmi_model_read(document, report, &fresh);
    if (result != VRM_OK) {
        vrmi_document_restore(document, &before);
        document->fault_count = fault_count;
        return result;
    }
    *model = *fresh;
    vrmi_model_forget(fresh);
    vrmi_typed_release(document, &before);
    return VRM_OK;
}

static void set_buffer_length(vrm_Edit* edit) {
    vrm_JsonRef buffers = vrmi_edit_array(edit, vrm_json_root(edit->json), "buffers");
    if (edit->result == VRM_OK && vrm_json_count(edit->json, buffers) == 0)
        edit->result = vrm_json_insert(edit->json, buffers, 0, "{}", 2, NULL);
    vrmi_edit_integer(edit, vrm_json_element(edit->json, buffers, 0), "byteLength",
                      (int64_t)edit->bin_size);
}

/* A chunk without bytes is none, and a buffer without bytes is not valid. */
static void drop_empty_bin(vrm_Edit* edit) {
    vrm_JsonRef root = vrm_json_root(edit->json);
    if (edit->result != VRM_OK || vrmi_edit_count(edit, "buffers") != 1 ||
        vrmi_edit_count(edit, "bufferViews") != 0)
        return;
    edit->result = vrm_json_remove(edit->json, root, "buffers");
    vrmi_release(&edit->allocator, edit->bin, edit->bin_capacity);
    edit->bin = NULL;
    edit->bin_capacity = 0;
}

/* A file without a generator gets ours once we have changed it. An existing generator is kept,
 * because programs recognize an exporter's habits by it. */
static void sign(vrm_Edit* edit) {
    if (edit->result != VRM_OK || !vrm_json_is_edited(edit->json)) return;
    vrm_JsonRef asset = vrm_json_member(edit->json, vrm_json_root(edit->json), "asset");
    if (vrm_json_type(edit->json, asset) == VRM_JSON_OBJECT &&
        vrm_json_member(edit->json, asset, "generator") == VRM_JSON_MISSING)
        vrmi_edit_string(edit, asset, "generator", "libvrm " VRM_VERSION_TEXT);
}

vrm_Result vrm_edit_commit(vrm_Edit* edit, vrm_Report* report) {
    if (edit->has_bin && edit->bin_size > 0) set_buffer_length(edit);
    if (edit->has_bin && edit->bin_size == 0) drop_empty_bin(edit);
    sign(edit);
    vrmi_edit_list_extensions(edit);
    if (edit->result != VRM_OK) return edit->result;
    if (!vrm_json_is_edited(edit->json) && !edit->has_bin) {
        vrm_edit_abandon(edit);
        return VRM_OK;
    }
    vrmi_Content content;
    vrm_Result result = make_content(edit, &content);
    if (result != VRM_OK) return result;
    content.has_bin = edit->has_bin;
    content.is_glb = true;
    content.bin = (vrm_Span){(const char*)edit->bin, edit->bin_size};
    content.bin_capacity = edit->bin_capacity;
    content.owns_bin = edit->bin != NULL;
    vrmi_Document* document = edit->model->document;
    vrmi_document_swap(document, &content);
    result = read_again(edit, report);
    if (result != VRM_OK) {
        vrmi_document_swap(document, &content);
        content.has_bin = false; /* the edit keeps its ownership */
    } else {
        edit->bin = NULL;
        edit->bin_capacity = 0;
    }
    vrmi_content_release(&edit->allocator, &content);
    if (result == VRM_OK) {
        vrmi_document_drop_file(document);
        vrm_edit_abandon(edit);
    }
    return result;
}

const vrm_Json* vrm_edit_json(const vrm_Edit* edit) {
    return edit->json;
}

/* ---- By pointer ---- */

/* The target of a pointer: the container, and the last part of the path. */
typedef struct Place {
    vrm_JsonRef container;
    char* token; /* decoded; pointer_size bytes of the edit's allocator */
    size_t room;
    vrm_JsonRef made_in; /* the container to which the first missing container was added */
    char* made_key;      /* and its key there, in the second half of the room */
} Place;

/* The next part of a pointer, decoded; `at` stands on its '/'. False when an escape is wrong. */
static bool next_token(const char** at, char* token) {
    const char* from = *at + 1;
    for (; *from != '\0' && *from != '/'; from++) {
        if (*from != '~') {
            *token++ = *from;
        } else if (from[1] == '0' || from[1] == '1') {
            *token++ = *++from == '0' ? '~' : '/';
        } else {
            return false;
        }
    }
    *token = '\0';
    *at = from;
    return true;
}

/* RFC 6901: no leading zeros. */
static bool parse_index(const char* token, uint32_t* out) {
    uint64_t index = 0;
    if (token[0] == '\0' || (token[0] == '0' && token[1] != '\0')) return false;
    for (; *token >= '0' && *token <= '9' && index <= UINT32_MAX; token++)
        index = index * 10 + (uint64_t)(*token - '0');
    *out = (uint32_t)index;
    return *token == '\0' && index < UINT32_MAX;
}

static vrm_JsonRef child_of(const vrm_Json* json, vrm_JsonRef container, const char* token) {
    if (vrm_json_type(json, container) == VRM_JSON_OBJECT)
        return vrm_json_member(json, container, token);
    uint32_t index;
    return parse_index(token, &index) ? vrm_json_element(json, container, index) : VRM_JSON_MISSING;
}

/* Steps to a child. With `makes`, a child that an object does not have is created. */
static vrm_Result step_into(vrm_Edit* edit, Place* place, bool makes, bool as_array) {
    vrm_JsonRef child = child_of(edit->json, place->container, place->token);
    if (child == VRM_JSON_MISSING) {
        if (!makes || vrm_json_type(edit->json, place->container) != VRM_JSON_OBJECT)
            return VRM_ERR_ARGUMENT;
        vrm_Result result = vrm_json_set(edit->json, place->container, place->token,
                                         as_array ? "[]" : "{}", 2, &child);
        if (result != VRM_OK) return result;
        if (place->made_in == VRM_JSON_MISSING) {
            place->made_in = place->container;
            strcpy(place->made_key, place->token);
        }
    }
    place->container = child;
    return vrm_json_type(edit->json, child) >= VRM_JSON_ARRAY ? VRM_OK : VRM_ERR_ARGUMENT;
}

static void leave(vrm_Edit* edit, Place* place, vrm_Result result) {
    if (result != VRM_OK && place->made_in != VRM_JSON_MISSING)
        vrmi_edit_drop(edit, place->made_in, place->made_key);
    vrmi_release(&edit->allocator, place->token, place->room);
    if (result == VRM_ERR_MEMORY || result == VRM_ERR_LIMIT) vrmi_edit_fail(edit, result);
}

static vrm_Result find_place(vrm_Edit* edit, const char* pointer, bool makes, Place* out) {
    *out = (Place){.container = vrm_json_root(edit->json), .made_in = VRM_JSON_MISSING};
    if (edit->result != VRM_OK) return edit->result;
    size_t length = strlen(pointer) + 1;
    if (pointer[0] != '/') return VRM_ERR_ARGUMENT;
    if (!vrmi_mul(length, 2, &out->room)) return VRM_ERR_LIMIT;
    out->token = vrmi_alloc(&edit->allocator, out->room);
    if (out->token == NULL) {
        out->room = 0;
        return VRM_ERR_MEMORY;
    }
    out->made_key = out->token + length;
    vrm_Result result = VRM_OK;
    for (;;) {
        if (!next_token(&pointer, out->token)) return VRM_ERR_ARGUMENT;
        if (*pointer == '\0') return VRM_OK;
        bool as_array = strcmp(pointer, "/-") == 0;
        result = step_into(edit, out, makes, as_array);
        if (result != VRM_OK) return result;
    }
}

static vrm_Result set_at(vrm_Json* json, const Place* place, const char* text, size_t size,
                         bool inserts) {
    uint32_t index, count = vrm_json_count(json, place->container);
    if (vrm_json_type(json, place->container) == VRM_JSON_OBJECT)
        return inserts ? VRM_ERR_ARGUMENT
                       : vrm_json_set(json, place->container, place->token, text, size, NULL);
    if (strcmp(place->token, "-") == 0)
        return vrm_json_insert(json, place->container, count, text, size, NULL);
    if (!parse_index(place->token, &index) || index >= count + (inserts ? 1 : 0))
        return VRM_ERR_ARGUMENT;
    if (inserts) return vrm_json_insert(json, place->container, index, text, size, NULL);
    vrm_JsonRef value = vrm_json_element(json, place->container, index);
    return vrm_json_replace(json, value, text, size, NULL);
}

static vrm_Result put_at(vrm_Edit* edit, const char* pointer, const char* text, size_t size,
                         bool inserts) {
    Place place;
    vrm_Result result = find_place(edit, pointer, !inserts, &place);
    if (result == VRM_OK) result = set_at(edit->json, &place, text, size, inserts);
    leave(edit, &place, result);
    return result;
}

vrm_Result vrm_edit_set(vrm_Edit* edit, const char* pointer, const char* text, size_t size) {
    return put_at(edit, pointer, text, size, false);
}

vrm_Result vrm_edit_insert(vrm_Edit* edit, const char* pointer, const char* text, size_t size) {
    return put_at(edit, pointer, text, size, true);
}

vrm_Result vrm_edit_remove(vrm_Edit* edit, const char* pointer) {
    Place place;
    vrm_Result result = find_place(edit, pointer, false, &place);
    uint32_t index;
    if (result == VRM_OK && vrm_json_type(edit->json, place.container) == VRM_JSON_OBJECT) {
        result = vrm_json_remove(edit->json, place.container, place.token);
    } else if (result == VRM_OK && parse_index(place.token, &index) &&
               index < vrm_json_count(edit->json, place.container)) {
        result = vrm_json_remove_at(edit->json, place.container, index);
    } else if (result == VRM_ERR_ARGUMENT && pointer[0] == '/') {
        result = VRM_OK; /* nothing there */
    }
    leave(edit, &place, result);
    return result;
}

vrm_Result vrm_edit_add(vrm_Edit* edit, const char* array, const char* text, size_t size,
                        int32_t* out_index) {
    if (out_index != NULL) *out_index = -1;
    if (edit->result != VRM_OK) return edit->result;
    int32_t count = vrmi_edit_count(edit, array);
    vrm_JsonRef list = vrmi_edit_array(edit, vrm_json_root(edit->json), array);
    if (edit->result != VRM_OK) return edit->result;
    vrm_Result result =
        vrm_json_insert(edit->json, list, vrm_json_count(edit->json, list), text, size, NULL);
    if (result == VRM_ERR_JSON) {
        if (count == 0) vrmi_edit_drop(edit, vrm_json_root(edit->json), array);
        return result;
    }
    vrmi_edit_fail(edit, result);
    if (result == VRM_OK && out_index != NULL) *out_index = count;
    return result;
}
