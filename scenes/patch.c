/* SPDX-License-Identifier: MIT */
/* Small edits of a GLB file, written as text so that a test reads like what it tests. */
#include "scene_bytes.h"

#include "vrm/json.h"

#include <stdlib.h>
#include <string.h>

typedef struct Patch {
    vrm_Json* json;
    uint8_t* bin;
    size_t bin_size;
} Patch;

/* A line cut into words; the last word is the rest of the line. */
typedef struct Words {
    char* verb;
    char* pointer;
    char* rest;
} Words;

static Words cut(char* line) {
    Words words = {.verb = line, .pointer = line + strlen(line), .rest = line + strlen(line)};
    char* space = strchr(line, ' ');
    if (space == NULL) return words;
    *space = '\0';
    words.pointer = space + 1;
    space = strchr(words.pointer, ' ');
    if (space == NULL) return words;
    *space = '\0';
    words.rest = space + 1;
    return words;
}

/* Decodes "~1" and "~0" in place. */
static void unescape(char* key) {
    char* out = key;
    for (const char* in = key; *in != '\0'; in++) {
        if (*in == '~' && in[1] != '\0') {
            in++;
            *out++ = *in == '1' ? '/' : '~';
        } else {
            *out++ = *in;
        }
    }
    *out = '\0';
}

/* Splits "/a/b/c" into the value at "/a/b" and the key "c". */
static bool find_parent(const Patch* patch, char* pointer, vrm_JsonRef* out_parent,
                        char** out_key) {
    char* slash = strrchr(pointer, '/');
    if (slash == NULL) return false;
    *slash = '\0';
    *out_key = slash + 1;
    *out_parent = vrm_json_at(patch->json, pointer);
    unescape(*out_key);
    return *out_parent != VRM_JSON_MISSING;
}

static bool set(Patch* patch, char* pointer, const char* text) {
    vrm_JsonRef value = vrm_json_at(patch->json, pointer);
    if (value != VRM_JSON_MISSING)
        return vrm_json_replace(patch->json, value, text, strlen(text), NULL) == VRM_OK;
    vrm_JsonRef parent;
    char* key;
    return find_parent(patch, pointer, &parent, &key) &&
           vrm_json_type(patch->json, parent) == VRM_JSON_OBJECT &&
           vrm_json_set(patch->json, parent, key, text, strlen(text), NULL) == VRM_OK;
}

static bool remove_value(Patch* patch, char* pointer) {
    if (vrm_json_at(patch->json, pointer) == VRM_JSON_MISSING) return false;
    vrm_JsonRef parent;
    char* key;
    if (!find_parent(patch, pointer, &parent, &key)) return false;
    if (vrm_json_type(patch->json, parent) == VRM_JSON_OBJECT)
        return vrm_json_remove(patch->json, parent, key) == VRM_OK;
    return vrm_json_remove_at(patch->json, parent, (uint32_t)strtoul(key, NULL, 10)) == VRM_OK;
}

static bool insert(Patch* patch, char* pointer, const char* text) {
    vrm_JsonRef parent;
    char* key;
    if (!find_parent(patch, pointer, &parent, &key)) return false;
    if (vrm_json_type(patch->json, parent) != VRM_JSON_ARRAY) return false;
    uint32_t count = vrm_json_count(patch->json, parent);
    uint32_t index = strcmp(key, "-") == 0 ? count : (uint32_t)strtoul(key, NULL, 10);
    if (index > count) return false;
    return vrm_json_insert(patch->json, parent, index, text, strlen(text), NULL) == VRM_OK;
}

/* An integer member of an object; -1 when it is not there. */
static int64_t integer(const Patch* patch, vrm_JsonRef object, const char* key) {
    int64_t value = -1;
    vrm_json_integer(patch->json, vrm_json_member(patch->json, object, key), &value);
    return value;
}

static vrm_JsonRef element(const Patch* patch, const char* array, int64_t index) {
    if (index < 0) return VRM_JSON_MISSING;
    return vrm_json_element(patch->json, vrm_json_at(patch->json, array), (uint32_t)index);
}

/* `words` is "FIRST NUMBER...". */
static bool set_floats(Patch* patch, const char* accessor_index, char* words) {
    vrm_JsonRef accessor = element(patch, "/accessors", strtol(accessor_index, NULL, 10));
    vrm_JsonRef view = element(patch, "/bufferViews", integer(patch, accessor, "bufferView"));
    int64_t offset = integer(patch, view, "byteOffset");
    int64_t size = integer(patch, view, "byteLength");
    if (integer(patch, accessor, "componentType") != VRM_COMPONENT_FLOAT || size < 0) return false;
    if (offset < 0) offset = 0;
    char* next = words;
    long at = strtol(words, &next, 10);
    for (;; at++) {
        char* end;
        float value = strtof(next, &end);
        if (end == next) return *next == '\0';
        next = end;
        if (at < 0 || at * 4 + 4 > size || (uint64_t)(offset + size) > patch->bin_size)
            return false;
        memcpy(patch->bin + offset + at * 4, &value, 4);
    }
}

static bool apply(Patch* patch, char* line) {
    if (*line == '\0' || *line == '#') return true;
    Words words = cut(line);
    if (strcmp(words.verb, "set") == 0) return set(patch, words.pointer, words.rest);
    if (strcmp(words.verb, "remove") == 0) return remove_value(patch, words.pointer);
    if (strcmp(words.verb, "insert") == 0) return insert(patch, words.pointer, words.rest);
    if (strcmp(words.verb, "float") == 0) return set_floats(patch, words.pointer, words.rest);
    return false;
}

/* The number of the line that failed; -1 when all went well. */
static int32_t apply_all(Patch* patch, const char* edits) {
    int32_t number = 1;
    for (const char* at = edits; *at != '\0'; number++) {
        size_t size = strcspn(at, "\n");
        while (*at == ' ') at++, size--;
        char* line = malloc(size + 1);
        if (line == NULL) return number;
        memcpy(line, at, size);
        line[size] = '\0';
        bool is_done = apply(patch, line);
        free(line);
        if (!is_done) return number;
        at += size;
        if (*at == '\n') at++;
    }
    return -1;
}

static SceneBytes write(const Patch* patch) {
    size_t size = vrm_json_written_size(patch->json);
    char* text = malloc(size + 1);
    SceneBytes glb = {0};
    if (text != NULL && vrm_json_write(patch->json, text, size) == VRM_OK)
        glb =
            glb_wrap((vrm_Span){text, size}, (vrm_Span){(const char*)patch->bin, patch->bin_size});
    free(text);
    return glb;
}

SceneBytes scene_patch(const SceneBytes* glb, const char* edits, int32_t* out_bad_line) {
    SceneBytes result = {0};
    vrm_Span json, bin;
    Patch patch = {0};
    int32_t bad_line = 0;
    if (glb_split(glb, &json, &bin) &&
        vrm_json_parse(json.data, json.size, NULL, NULL, &patch.json) == VRM_OK) {
        patch.bin = malloc(bin.size + 1);
        patch.bin_size = bin.size;
        if (patch.bin != NULL) {
            if (bin.size > 0) memcpy(patch.bin, bin.data, bin.size);
            bad_line = apply_all(&patch, edits);
            if (bad_line < 0) result = write(&patch);
        }
    }
    if (out_bad_line != NULL)
        *out_bad_line = result.data != NULL ? -1 : bad_line < 0 ? 0 : bad_line;
    vrm_json_destroy(patch.json);
    free(patch.bin);
    return result;
}
