/* SPDX-License-Identifier: MIT */
#include "facts/finding_names.h"

#include "files/glb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The document ---- */

vrm_Result finding_names_parse(const uint8_t* bytes, size_t size, finding_Names* names) {
    if (size >= CLI_GLB_HEAD && cli_is_glb(bytes, size)) {
        size_t length = cli_glb_json_length(bytes);
        bytes += CLI_GLB_HEAD;
        size -= CLI_GLB_HEAD;
        if (length < size) size = length;
    }
    vrm_Result result = vrm_json_parse((const char*)bytes, size, NULL, NULL, &names->json);
    return result == VRM_ERR_MEMORY ? result : VRM_OK;
}

void finding_names_release(finding_Names* names) {
    vrm_json_destroy(names->json);
    *names = (finding_Names){0};
}

/* A member is found by looking at each: some hundred findings in objects of some thousand members
 * are far below this, which takes a tenth of a second. */
#define STEPS_MAX (UINT64_C(1) << 24)

static vrm_JsonRef member_of(finding_Names* names, vrm_JsonRef object, const char* key) {
    uint64_t steps = vrm_json_count(names->json, object);
    if (steps > STEPS_MAX - names->steps) return VRM_JSON_MISSING;
    names->steps += steps;
    return vrm_json_member(names->json, object, key);
}

/* ---- Names ---- */

/* What one element of an array is called. */
static const struct {
    const char *array, *kind;
} kinds[] = {
    {"nodes", "node"},
    {"meshes", "mesh"},
    {"materials", "material"},
    {"materialProperties", "material"},
    {"textures", "texture"},
    {"images", "image"},
    {"skins", "skin"},
    {"animations", "animation"},
    {"cameras", "camera"},
    {"accessors", "accessor"},
    {"bufferViews", "buffer view"},
    {"springs", "spring"},
    {"colliders", "collider"},
    {"colliderGroups", "collider group"},
    {"blendShapeGroups", "blend shape"},
};

static const char* kind_of(const char* array, size_t size) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(kinds[i].array, array, size) == 0 && kinds[i].array[size] == '\0')
            return kinds[i].kind;
    return NULL;
}

static bool put_name(finding_Names* names, vrm_JsonRef object, const char* kind, char* out,
                     size_t size) {
    char name[80];
    const vrm_Json* json = names->json;
    vrm_JsonRef value = member_of(names, object, "name");
    if (vrm_json_type(json, value) != VRM_JSON_STRING) return false;
    size_t length = vrm_json_string(json, value, name, sizeof name);
    if (length == 0) return false;
    snprintf(out, size, "%s \"%s%s\"", kind, name, length >= sizeof name ? "..." : "");
    return true;
}

/* A part of an extension has no name itself and refers to something that has: a joint, a collider,
 * a bone, a bind. */
static bool put_reference(finding_Names* names, vrm_JsonRef object, char* out, size_t size) {
    static const struct {
        const char *member, *array;
    } references[] = {{"node", "nodes"}, {"mesh", "meshes"}, {"material", "materials"}};
    const vrm_Json* json = names->json;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        int64_t index;
        if (!vrm_json_integer(json, member_of(names, object, references[i].member), &index) ||
            index < 0 || index > UINT32_MAX)
            continue;
        vrm_JsonRef array = member_of(names, vrm_json_root(json), references[i].array);
        vrm_JsonRef target = vrm_json_element(json, array, (uint32_t)index);
        if (put_name(names, target, references[i].member, out, size)) return true;
    }
    return false;
}

bool finding_name(finding_Names* names, const char* pointer, char* out, size_t size) {
    const vrm_Json* json = names->json;
    if (json == NULL) return false;
    bool is_found = false, is_extension = strncmp(pointer, "/extensions/", 12) == 0;
    const char* kind = NULL; /* of the elements of the array that the last token named */
    vrm_JsonRef ref = vrm_json_root(json);
    while (*pointer == '/' && ref != VRM_JSON_MISSING) {
        const char* token = pointer + 1;
        size_t length = strcspn(token, "/");
        char key[128]; /* names with ~ or / are not looked for: nothing named lies below them */
        if (length >= sizeof key) break;
        memcpy(key, token, length);
        key[length] = '\0';
        if (vrm_json_type(json, ref) == VRM_JSON_ARRAY) {
            char* end = NULL;
            unsigned long index = strtoul(key, &end, 10);
            if (length > 9 || end != key + length) break;
            ref = vrm_json_element(json, ref, (uint32_t)index);
        } else {
            ref = member_of(names, ref, key);
            kind = NULL;
        }
        bool is_object = vrm_json_type(json, ref) == VRM_JSON_OBJECT;
        if (is_object && kind != NULL && put_name(names, ref, kind, out, size))
            is_found = true;
        else if (is_object && is_extension && put_reference(names, ref, out, size))
            is_found = true;
        if (vrm_json_type(json, ref) == VRM_JSON_ARRAY) kind = kind_of(token, length);
        pointer = token + length;
    }
    return is_found;
}
