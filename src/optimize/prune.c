/* SPDX-License-Identifier: MIT */
/* Merges equal elements, removes unused ones, and renumbers all references. */
#include "optimize/prune.h"
#include "optimize/optimize.h"
#include "optimize/patches.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arrays that may lose elements. */
static const vrmi_Target removable[] = {VRMI_ACCESSORS, VRMI_BUFFER_VIEWS, VRMI_IMAGES,
                                        VRMI_MATERIALS, VRMI_MESHES,       VRMI_NODES,
                                        VRMI_SAMPLERS,  VRMI_SKINS,        VRMI_TEXTURES};

enum { REMOVABLE_COUNT = sizeof removable / sizeof *removable };

static bool is_removable(int target) {
    for (int i = 0; i < REMOVABLE_COUNT; i++)
        if ((int)removable[i] == target) return true;
    return false;
}

/* ---- Used elements ---- */

/* Expressions of 0.x refer to materials by name. Names are compared by hashes: two names of one
 * hash keep a material that could go. */
typedef struct Names {
    uint64_t* hashes;
    size_t count, capacity;
} Names;

static int by_value(const void* a, const void* b) {
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void add_name(vrmi_Elements* elements, Names* names, vrm_JsonRef string) {
    vrm_Edit* edit = elements->optimization->edit;
    size_t size = vrm_json_string(elements->json, string, NULL, 0);
    char* text = vrmi_optimization_alloc(elements->optimization, size + 1, 1);
    uint64_t* hashes = vrmi_array_reserve(&edit->allocator, names->hashes, &names->capacity,
                                          names->count + 1, sizeof *hashes);
    if (hashes == NULL) vrmi_edit_fail(edit, VRM_ERR_MEMORY);
    if (hashes != NULL) names->hashes = hashes;
    if (hashes == NULL || text == NULL) return;
    vrm_json_string(elements->json, string, text, size + 1);
    hashes[names->count++] = vrmi_hash(text, size, 0);
}

static void collect_names0(vrmi_Elements* elements, Names* names) {
    const vrm_Json* json = elements->json;
    vrm_JsonIter group =
        vrm_json_iter(json, vrm_json_at(json, "/extensions/VRM/blendShapeMaster/blendShapeGroups"));
    while (vrm_json_next(&group)) {
        vrm_JsonIter value =
            vrm_json_iter(json, vrm_json_member(json, group.value, "materialValues"));
        while (vrm_json_next(&value))
            add_name(elements, names, vrm_json_member(json, value.value, "materialName"));
    }
}

static void mark_bound(vrmi_Elements* elements) {
    const vrm_Gltf* gltf = elements->optimization->gltf;
    const vrmi_References* references = &elements->references;
    Names names = {0};
    /* Animations of pointers change materials too, and other strangers may. */
    for (uint32_t i = 0; i < references->pinned[VRMI_MATERIALS]; i++) elements->is_bound[i] = 1;
    for (size_t i = 0; i < references->count; i++)
        if (references->list[i].target == VRMI_MATERIALS &&
            references->list[i].owner == VRMI_NOWHERE)
            elements->is_bound[references->list[i].index] = 1;
    collect_names0(elements, &names);
    if (names.count > 0) qsort(names.hashes, names.count, sizeof *names.hashes, by_value);
    for (int32_t i = 0; i < gltf->material_count && names.count > 0; i++) {
        uint64_t hash = vrmi_hash(gltf->materials[i].name, strlen(gltf->materials[i].name), 0);
        if (bsearch(&hash, names.hashes, names.count, sizeof hash, by_value) != NULL)
            elements->is_bound[i] = 1;
    }
    vrmi_release(&elements->optimization->edit->allocator, names.hashes,
                 names.capacity * sizeof *names.hashes);
}

/* All nodes below a root of a spring of 0.x are its joints. Parents come before children. */
static void mark_springs0(vrmi_Elements* elements, uint8_t* is_joint) {
    const vrm_Gltf* gltf = elements->optimization->gltf;
    const vrm_Json* json = elements->json;
    vrm_JsonIter group =
        vrm_json_iter(json, vrm_json_at(json, "/extensions/VRM/secondaryAnimation/boneGroups"));
    while (vrm_json_next(&group)) {
        vrm_JsonIter bone = vrm_json_iter(json, vrm_json_member(json, group.value, "bones"));
        int64_t node;
        while (vrm_json_next(&bone))
            if (vrm_json_integer(json, bone.value, &node) && node >= 0 && node < gltf->node_count)
                is_joint[node] = 1;
    }
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t node = gltf->node_order[i], parent = gltf->nodes[node].parent;
        if (parent >= 0 && is_joint[parent]) is_joint[node] = 1;
    }
}

static bool has_content(const vrmi_Elements* elements, const vrm_Node* node) {
    return node->mesh >= 0 || node->camera >= 0 || node->skin >= 0 ||
           vrm_json_member(elements->json, node->json, "extensions") != VRM_JSON_MISSING ||
           vrm_json_member(elements->json, node->json, "extras") != VRM_JSON_MISSING;
}

/* A node means something if it shows something, if anything but the tree refers to it, and if a
 * node below it does. */
static void mark_nodes(vrmi_Elements* elements) {
    const vrm_Gltf* gltf = elements->optimization->gltf;
    const vrmi_References* references = &elements->references;
    uint8_t* is_used = elements->is_used[VRMI_NODES];
    mark_springs0(elements, is_used);
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (has_content(elements, &gltf->nodes[i])) is_used[i] = 1;
    for (size_t i = 0; i < references->count; i++)
        if (references->list[i].target == VRMI_NODES && !references->list[i].is_tree)
            is_used[references->list[i].index] = 1;
    for (int32_t i = gltf->node_count; i > 0; i--) {
        int32_t node = gltf->node_order[i - 1], parent = gltf->nodes[node].parent;
        if (parent >= 0 && is_used[node]) is_used[parent] = 1;
    }
}

/* The element that a reference means after merging. Pinned elements keep their references. */
static uint32_t destination(const vrmi_Elements* elements, const vrmi_Reference* reference) {
    uint32_t index = reference->index;
    bool is_pinned = index < elements->references.pinned[reference->target];
    return is_pinned ? index : elements->same[reference->target][index];
}

/* One round; false when nothing new was found. A reference counts where its owner is used. */
static bool mark_round(vrmi_Elements* elements) {
    const vrmi_References* references = &elements->references;
    bool is_new = false;
    for (size_t i = 0; i < references->count; i++) {
        const vrmi_Reference* reference = &references->list[i];
        if (!is_removable(reference->target) || reference->target == VRMI_NODES) continue;
        if (is_removable(reference->owner) &&
            !elements->is_used[reference->owner][reference->owner_index])
            continue;
        uint32_t index = destination(elements, reference);
        is_new |= !elements->is_used[reference->target][index];
        elements->is_used[reference->target][index] = 1;
    }
    return is_new;
}

static void mark_all(vrmi_Elements* elements) {
    const vrmi_References* references = &elements->references;
    for (int t = 0; t < REMOVABLE_COUNT; t++)
        for (uint32_t i = 0; i < references->pinned[removable[t]]; i++)
            elements->is_used[removable[t]][i] = 1;
    for (uint32_t i = 0; i < references->counts[VRMI_MATERIALS]; i++)
        if (elements->is_bound[i]) elements->is_used[VRMI_MATERIALS][i] = 1;
    mark_nodes(elements);
    if (!elements->optimization->def.drops_idle_nodes)
        memset(elements->is_used[VRMI_NODES], 1, references->counts[VRMI_NODES]);
    while (mark_round(elements)) continue;
}

/* ---- New numbers ---- */

static bool is_removed(const vrmi_Elements* elements, vrmi_Target target, uint32_t i) {
    const vrm_OptimizeDef* def = &elements->optimization->def;
    const uint8_t* folded = elements->optimization->folded;
    if (target == VRMI_NODES && folded != NULL && folded[i]) return true;
    if (i < elements->references.pinned[target]) return false;
    if (elements->same[target][i] != i) return true;
    bool goes = target == VRMI_NODES ? def->drops_idle_nodes : def->removes_unused;
    return goes && !elements->is_used[target][i];
}

static void number_all(vrmi_Elements* elements) {
    for (int t = 0; t < REMOVABLE_COUNT; t++) {
        vrmi_Target target = removable[t];
        uint32_t next = 0;
        for (uint32_t i = 0; i < elements->references.counts[target]; i++)
            elements->new_index[target][i] =
                is_removed(elements, target, i) ? VRMI_REMOVED : next++;
    }
}

/* ---- Elements that strangers keep ---- */

/* Elements that would have gone, had extras or an unknown extension not a number that may mean
 * them. */
static uint32_t count_kept(vrmi_Elements* elements, vrmi_Target target) {
    const vrmi_References* references = &elements->references;
    uint32_t pinned = references->pinned[target], kept = 0;
    uint8_t* is_named = vrmi_optimization_alloc(elements->optimization, (size_t)pinned + 1, 1);
    if (is_named == NULL) return 0;
    for (size_t i = 0; i < references->count; i++)
        if (references->list[i].target == target && references->list[i].index < pinned)
            is_named[references->list[i].index] = 1;
    for (uint32_t i = 0; i < pinned; i++) kept += elements->same[target][i] != i || !is_named[i];
    return kept;
}

/* "Kept in /meshes: 1, /materials: 2." with every list that the same number keeps. */
static void report_place(const vrmi_Elements* elements, const uint32_t* kept, vrm_JsonRef place) {
    char lists[REMOVABLE_COUNT * 40] = "";
    size_t length = 0;
    for (int t = 0; t < REMOVABLE_COUNT; t++) {
        vrmi_Target target = removable[t];
        if (kept[target] == 0 || elements->references.pinning[target] != place) continue;
        length += (size_t)snprintf(lists + length, sizeof lists - length, "%s%s: %u",
                                   length > 0 ? ", " : "", vrmi_target_pointers[target],
                                   (unsigned)kept[target]);
    }
    vrmi_report(elements->optimization->report, VRMI_RULE_OPTIMIZE_PINNED, elements->json, place,
                "Kept in %s.", lists);
}

/* One finding for each place that keeps elements. This pass runs several times: a list that was
 * reported is not reported again. */
static void report_pinned(vrmi_Elements* elements) {
    uint32_t kept[VRMI_TARGET_COUNT] = {0};
    for (int t = 0; t < REMOVABLE_COUNT; t++) {
        uint32_t *reported = &elements->optimization->pins_reported, bit = 1u << removable[t];
        if ((*reported & bit) == 0) kept[removable[t]] = count_kept(elements, removable[t]);
        if (kept[removable[t]] > 0) *reported |= bit;
    }
    for (int t = 0; t < REMOVABLE_COUNT; t++) {
        bool is_first = kept[removable[t]] > 0;
        for (int before = 0; before < t; before++)
            is_first = is_first && !(kept[removable[before]] > 0 &&
                                     elements->references.pinning[removable[before]] ==
                                         elements->references.pinning[removable[t]]);
        if (is_first) report_place(elements, kept, elements->references.pinning[removable[t]]);
    }
}

/* ---- Writing ---- */

static void cut_array(vrmi_Elements* elements, vrmi_Patches* patches, vrmi_Target target,
                      vrm_JsonRef array) {
    if (vrm_json_type(elements->json, array) != VRM_JSON_ARRAY) return;
    uint32_t count = vrm_json_count(elements->json, array), removed = 0;
    uint8_t* marks = vrmi_optimization_alloc(elements->optimization, (size_t)count + 1, 1);
    if (marks == NULL) return;
    for (uint32_t i = 0; i < count && i < elements->references.counts[target]; i++) {
        marks[i] = elements->new_index[target][i] == VRMI_REMOVED;
        removed += marks[i];
    }
    if (removed > 0) vrmi_patches_cut(patches, array, marks);
}

/* Children of a node, or roots of a scene. */
static void cut_tree(vrmi_Elements* elements, vrmi_Patches* patches, vrm_JsonRef list) {
    const vrm_Json* json = elements->json;
    if (vrm_json_type(json, list) != VRM_JSON_ARRAY) return;
    uint32_t count = vrm_json_count(json, list), removed = 0;
    uint8_t* marks = vrmi_optimization_alloc(elements->optimization, (size_t)count + 1, 1);
    if (marks == NULL) return;
    vrm_JsonIter it = vrm_json_iter(json, list);
    while (vrm_json_next(&it)) {
        int64_t node;
        bool is_node = vrm_json_integer(json, it.value, &node) && node >= 0 &&
                       node < (int64_t)elements->references.counts[VRMI_NODES];
        marks[it.index] = is_node && elements->new_index[VRMI_NODES][node] == VRMI_REMOVED;
        removed += marks[it.index];
    }
    if (removed > 0) vrmi_patches_cut(patches, list, marks);
}

static void collect_patches(vrmi_Elements* elements, vrmi_Patches* patches) {
    const vrm_Json* json = elements->json;
    const vrm_Gltf* gltf = elements->optimization->gltf;
    const vrmi_References* references = &elements->references;
    for (int t = 0; t < REMOVABLE_COUNT; t++)
        cut_array(elements, patches, removable[t],
                  vrm_json_at(json, vrmi_target_pointers[removable[t]]));
    cut_array(elements, patches, VRMI_MATERIALS,
              vrm_json_at(json, "/extensions/VRM/materialProperties"));
    for (int32_t i = 0; i < gltf->node_count; i++)
        cut_tree(elements, patches, vrm_json_member(json, gltf->nodes[i].json, "children"));
    for (int32_t i = 0; i < gltf->scene_count; i++)
        cut_tree(elements, patches, vrm_json_member(json, gltf->scenes[i].json, "nodes"));
    for (size_t i = 0; i < references->count; i++) {
        const vrmi_Reference* reference = &references->list[i];
        if (!is_removable(reference->target)) continue;
        uint32_t index = elements->new_index[reference->target][destination(elements, reference)];
        if (index != VRMI_REMOVED && index != reference->index)
            vrmi_patches_number(patches, reference->value, index);
    }
}

static bool is_empty_array(const vrm_Json* json, vrm_JsonRef value) {
    return vrm_json_type(json, value) == VRM_JSON_ARRAY && vrm_json_count(json, value) == 0;
}

/* glTF has no empty arrays. */
static void drop_empty(vrm_Edit* edit) {
    vrm_JsonRef root = vrm_json_root(edit->json);
    static const struct {
        const char *array, *list;
    } trees[] = {{"nodes", "children"}, {"scenes", "nodes"}};
    for (int t = 0; t < REMOVABLE_COUNT; t++) {
        const char* name = vrmi_target_pointers[removable[t]] + 1;
        vrm_JsonRef array = vrm_json_member(edit->json, root, name);
        if (is_empty_array(edit->json, array)) vrmi_edit_drop(edit, root, name);
    }
    for (size_t t = 0; t < sizeof trees / sizeof *trees; t++) {
        vrm_JsonRef array = vrm_json_member(edit->json, root, trees[t].array);
        for (uint32_t i = 0; i < vrm_json_count(edit->json, array) && edit->result == VRM_OK; i++) {
            vrm_JsonRef element = vrm_json_element(edit->json, array, i);
            vrm_JsonRef list = vrm_json_member(edit->json, element, trees[t].list);
            if (is_empty_array(edit->json, list)) vrmi_edit_drop(edit, element, trees[t].list);
        }
    }
}

/* Removes bytes that no buffer view covers. */
static void pack_bin(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    if (edit->result != VRM_OK || vrmi_edit_count(edit, "buffers") == 0 ||
        vrmi_edit_bin(edit) == NULL)
        return;
    size_t size = edit->bin_size;
    vrmi_edit_compact_chunk(edit);
    optimization->is_changed |= edit->bin_size != size;
}

static void run(vrmi_Elements* elements) {
    vrmi_Optimization* optimization = elements->optimization;
    vrm_Edit* edit = optimization->edit;
    for (int t = 1; t < VRMI_TARGET_COUNT; t++) {
        size_t count = (size_t)elements->references.counts[t] + 1;
        elements->same[t] = vrmi_optimization_alloc(optimization, count, sizeof(uint32_t));
        elements->new_index[t] = vrmi_optimization_alloc(optimization, count, sizeof(uint32_t));
        elements->is_used[t] = vrmi_optimization_alloc(optimization, count, 1);
        if (edit->result != VRM_OK) return;
        for (uint32_t i = 0; i < count; i++) elements->same[t][i] = i;
    }
    elements->is_bound = vrmi_optimization_alloc(
        optimization, (size_t)elements->references.counts[VRMI_MATERIALS] + 1, 1);
    if (edit->result == VRM_OK) mark_bound(elements);
    if (edit->result == VRM_OK && optimization->def.merges_equal)
        vrmi_elements_find_equal(elements);
    if (edit->result != VRM_OK) return;
    mark_all(elements);
    number_all(elements);
    report_pinned(elements);
    vrmi_Patches patches = vrmi_patches(edit);
    collect_patches(elements, &patches);
    optimization->is_changed |= patches.count > 0;
    vrmi_patches_apply(&patches);
    vrmi_patches_release(&patches);
    if (edit->result == VRM_OK && optimization->is_changed) drop_empty(edit);
    pack_bin(optimization);
}

void vrmi_prune(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    vrmi_Elements elements = {.optimization = optimization, .json = edit->json};
    vrmi_edit_fail(edit,
                   vrmi_references_collect(&elements.references, elements.json, &edit->allocator));
    if (edit->result == VRM_OK) run(&elements);
    vrmi_references_release(&elements.references, &edit->allocator);
}

void vrmi_prune_folded(vrmi_Optimization* optimization) {
    vrm_OptimizeDef def = optimization->def;
    if (optimization->folded == NULL) return;
    optimization->def.merges_equal = optimization->def.removes_unused = false;
    optimization->def.drops_idle_nodes = false;
    vrmi_prune(optimization);
    optimization->def = def;
    vrmi_release(&optimization->model->document->def.allocator, optimization->folded,
                 optimization->folded_count + 1);
    optimization->folded = NULL;
}
