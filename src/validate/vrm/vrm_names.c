/* SPDX-License-Identifier: MIT */
/* Names that cause problems in other programs. 0.x and the draft require them to be unique and
 * usable as file names, because materials are found by name there and exporters write parts under
 * their names. */
#include "validate/vrm/vrm_rules.h"

#include <string.h>

typedef struct Named {
    const char* name;
    vrm_JsonRef json;
} Named;

/* Merges the sorted ranges [begin, middle) and [middle, end); of equal names the left one comes
 * first. */
static void merge(const Named* from, Named* to, int32_t begin, int32_t middle, int32_t end) {
    int32_t left = begin, right = middle;
    for (int32_t i = begin; i < end; i++) {
        bool takes_left =
            left < middle && (right >= end || strcmp(from[left].name, from[right].name) <= 0);
        to[i] = from[takes_left ? left++ : right++];
    }
}

/* Sorts by name, then in the order of the file; `other` has room for as many. Returns the sorted
 * array. */
static Named* sort(Named* list, Named* other, int32_t count) {
    for (int32_t width = 1; width<count; width = width> count / 2 ? count : width * 2) {
        for (int32_t begin = 0; begin < count; begin += 2 * width) {
            int32_t middle = count - begin < width ? count : begin + width;
            int32_t end = count - middle < width ? count : middle + width;
            merge(list, other, begin, middle, end);
            if (count - begin <= 2 * width) break;
        }
        Named* sorted = other;
        other = list;
        list = sorted;
    }
    return list;
}

/* Bytes of one UTF-8 character that a text must not contain: C0 and C1 controls, and marks that
 * change the writing direction. */
static bool is_hidden(const unsigned char* at) {
    if (at[0] < 0x20 || at[0] == 0x7F) return true;
    if (at[0] == 0xC2) return at[1] >= 0x80 && at[1] < 0xA0;
    if (at[0] != 0xE2) return false;
    if (at[1] == 0x80) return (at[2] >= 0xAA && at[2] <= 0xAE) || at[2] == 0x8E || at[2] == 0x8F;
    return at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9;
}

static bool has_hidden(const char* text) {
    for (const unsigned char* at = (const unsigned char*)text; *at != '\0'; at++)
        if (is_hidden(at)) return true;
    return false;
}

static bool is_file_name(const char* name) {
    size_t length = strlen(name);
    if (strpbrk(name, "\\/:*?\"<>|") != NULL) return false;
    return length == 0 || (name[length - 1] != '.' && name[length - 1] != ' ');
}

static void check_name(vrmi_VrmCheck* check, const Named* named) {
    vrm_JsonRef at = vrmi_vrm_place(check, named->json, "name");
    if (has_hidden(named->name))
        vrmi_vrm_report(check, VRMI_RULE_NAME_HAS_CONTROL_CHARACTERS, at);
    else if (check->is_old && !is_file_name(named->name))
        vrmi_vrm_report(check, VRMI_RULE_NAME_UNSAFE, at);
}

static Named* begin_list(vrmi_VrmCheck* check, int32_t count) {
    return vrmi_vrm_alloc(check, (size_t)count, sizeof(Named));
}

/* Checks the names of one kind of object. Returns them sorted where they must be unique, else
 * NULL. */
static const Named* check_list(vrmi_VrmCheck* check, Named* list, int32_t count) {
    if (list == NULL) return NULL;
    for (int32_t i = 0; i < count; i++) check_name(check, &list[i]);
    Named* other = check->is_old ? begin_list(check, count) : NULL;
    if (other == NULL) return NULL;
    list = sort(list, other, count);
    for (int32_t i = 1; i < count; i++)
        if (list[i].name[0] != '\0' && strcmp(list[i].name, list[i - 1].name) == 0)
            vrmi_vrm_report(check, VRMI_RULE_NAME_DUPLICATED,
                            vrmi_vrm_place(check, list[i].json, "name"));
    return list;
}

/* True when two things of the sorted list have that name. */
static bool is_ambiguous(const Named* list, int32_t count, const char* name) {
    int32_t low = 0, high = count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (strcmp(list[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low + 1 < count && strcmp(list[low].name, name) == 0 &&
           strcmp(list[low + 1].name, name) == 0;
}

/* Material values of 0.x refer to their material by name: of several the first is used. */
static void check_material_values(vrmi_VrmCheck* check, const Named* materials, int32_t count) {
    vrm_JsonRef master = vrmi_vrm_member(check, check->vrm, "blendShapeMaster");
    vrm_JsonIter group =
        vrm_json_iter(check->json, vrmi_vrm_member(check, master, "blendShapeGroups"));
    while (vrm_json_next(&group)) {
        vrm_JsonIter it =
            vrm_json_iter(check->json, vrmi_vrm_member(check, group.value, "materialValues"));
        while (vrm_json_next(&it)) {
            vrm_JsonRef at = vrmi_vrm_member(check, it.value, "materialName");
            size_t size = vrm_json_string(check->json, at, NULL, 0);
            char* name = vrmi_arena_alloc(check->context->arena, size + 1, 1);
            if (name == NULL) {
                check->context->result = VRM_ERR_MEMORY;
                return;
            }
            vrm_json_string(check->json, at, name, size + 1);
            if (strlen(name) == size && is_ambiguous(materials, count, name))
                vrmi_vrm_report(check, VRMI_RULE_EXPRESSION_MATERIAL_AMBIGUOUS, at);
        }
    }
}

static void check_lists(vrmi_VrmCheck* check) {
    const vrm_Gltf* gltf = check->gltf;
    Named* nodes = begin_list(check, gltf->node_count);
    for (int32_t i = 0; nodes != NULL && i < gltf->node_count; i++)
        nodes[i] = (Named){gltf->nodes[i].name, gltf->nodes[i].json};
    check_list(check, nodes, gltf->node_count);
    Named* meshes = begin_list(check, gltf->mesh_count);
    for (int32_t i = 0; meshes != NULL && i < gltf->mesh_count; i++)
        meshes[i] = (Named){gltf->meshes[i].name, gltf->meshes[i].json};
    check_list(check, meshes, gltf->mesh_count);
    Named* materials = begin_list(check, gltf->material_count);
    for (int32_t i = 0; materials != NULL && i < gltf->material_count; i++)
        materials[i] = (Named){gltf->materials[i].name, gltf->materials[i].json};
    const Named* sorted = check_list(check, materials, gltf->material_count);
    if (sorted != NULL && check->dialect == VRM_DIALECT_0)
        check_material_values(check, sorted, gltf->material_count);
}

/* Strings of meta that people read: line breaks are allowed there. */
static void check_meta_text(vrmi_VrmCheck* check, vrm_JsonRef value) {
    char text[512];
    if (vrm_json_type(check->json, value) != VRM_JSON_STRING) return;
    vrm_json_string(check->json, value, text, sizeof text);
    for (char* at = text; *at != '\0'; at++)
        if (*at == '\n' || *at == '\r' || *at == '\t') *at = ' ';
    if (has_hidden(text)) vrmi_vrm_report(check, VRMI_RULE_NAME_HAS_CONTROL_CHARACTERS, value);
}

void vrmi_check_names(vrmi_VrmCheck* check) {
    if (check->dialect == VRM_DIALECT_NONE) return;
    check_lists(check);
    vrm_JsonIter it = vrm_json_iter(check->json, vrmi_vrm_member(check, check->vrm, "meta"));
    while (vrm_json_next(&it)) {
        check_meta_text(check, it.value);
        if (vrm_json_type(check->json, it.value) != VRM_JSON_ARRAY) continue;
        vrm_JsonIter inner = vrm_json_iter(check->json, it.value);
        while (vrm_json_next(&inner)) check_meta_text(check, inner.value);
    }
}
