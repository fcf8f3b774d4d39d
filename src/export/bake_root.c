/* SPDX-License-Identifier: MIT */
/* Adds a root node for the motion of the avatar as a whole: a root that the host moved or turned,
 * and the half turn of a 0.x avatar. */
#include "export/bake_write.h"

#include <string.h>

typedef vrmi_BakeWriter Writer;

static vrm_Transform root_at(const Writer* w, size_t frame) {
    vrm_Transform root;
    memcpy(&root, vrmi_baker_row(w->baker, frame), sizeof root);
    return root;
}

static vrmi_Curve root_curve(const Writer* w, int part) {
    const vrm_Baker* baker = w->baker;
    for (size_t f = 0; f < w->frames.count; f++) {
        vrm_Transform root = root_at(w, w->frames.numbers[f]);
        memcpy(w->values + f * (size_t)vrmi_transform_parts[part].width,
               (const float*)&root + vrmi_transform_parts[part].at,
               (size_t)vrmi_transform_parts[part].width * sizeof(float));
    }
    return (vrmi_Curve){w->frames.times,
                        w->values,
                        w->frames.count,
                        vrmi_transform_parts[part].width,
                        vrmi_transform_parts[part].kind,
                        vrmi_bake_tolerance(baker, vrmi_transform_parts[part].kind)};
}

static bool needs_root(const Writer* w) {
    vrm_Transform rest = vrmi_transform_identity();
    for (int p = 0; p < VRMI_PART_COUNT; p++) {
        vrmi_Curve curve = root_curve(w, p);
        if (!vrmi_curve_stays_at(&curve, (const float*)&rest + vrmi_transform_parts[p].at))
            return true;
    }
    return false;
}

/* By node: whether it becomes a child of the new root. Skinned meshes follow their joints and
 * ignore their own ancestors (glTF 2.0, Skins), so they stay where they are. */
static bool* find_below(const Writer* w, const vrm_Scene* shown) {
    size_t count = (size_t)w->gltf->node_count;
    bool* below = vrmi_alloc_zeroed(&w->baker->allocator, count, sizeof *below);
    for (int32_t i = 0; below != NULL && i < shown->node_count; i++) {
        const vrm_Node* node = &w->gltf->nodes[shown->nodes[i]];
        below[shown->nodes[i]] = node->skin < 0 || node->child_count > 0;
    }
    return below;
}

/* In the scenes the new root replaces the nodes that became its children. */
static void relist_scenes(Writer* w, int32_t root, const bool* below) {
    for (int32_t s = 0; s < w->gltf->scene_count; s++) {
        const vrm_Scene* scene = &w->gltf->scenes[s];
        vrm_JsonBuilder* b = vrmi_edit_text(w->edit);
        bool has_root = false;
        vrm_json_begin_array(b);
        for (int32_t i = 0; i < scene->node_count; i++) {
            bool is_below = below[scene->nodes[i]];
            if (is_below && has_root) continue;
            vrm_json_put_integer(b, is_below ? root : scene->nodes[i]);
            has_root = has_root || is_below;
        }
        vrm_json_end_array(b);
        if (has_root) vrmi_edit_put(w->edit, scene->json, "nodes");
    }
}

/* A file without scenes gets one, because viewers would not find the new root otherwise. */
static void add_scene(Writer* w, int32_t root, const vrm_Scene* shown, const bool* below) {
    vrm_Edit* edit = w->edit;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_open_array(b, "nodes");
    vrm_json_put_integer(b, root);
    for (int32_t i = 0; i < shown->node_count; i++)
        if (!below[shown->nodes[i]]) vrm_json_put_integer(b, shown->nodes[i]);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    vrmi_edit_integer(edit, vrm_json_root(edit->json), "scene", vrmi_edit_append(edit, "scenes"));
}

static void add_root_above(Writer* w, const vrm_Scene* shown, const bool* below) {
    bool has_any = false;
    for (int32_t i = 0; i < shown->node_count; i++)
        if (below[shown->nodes[i]]) has_any = true;
    if (!has_any) return;
    vrm_JsonBuilder* b = vrmi_edit_text(w->edit);
    vrm_json_begin_object(b);
    vrmi_put_string(b, "name", "root");
    vrmi_open_array(b, "children");
    for (int32_t i = 0; i < shown->node_count; i++)
        if (below[shown->nodes[i]]) vrm_json_put_integer(b, shown->nodes[i]);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    int32_t root = vrmi_edit_append(w->edit, "nodes");
    if (root < 0) return;
    if (w->gltf->scene_count > 0)
        relist_scenes(w, root, below);
    else
        add_scene(w, root, shown, below);
    vrm_Transform first = root_at(w, 0), rest = vrmi_transform_identity();
    for (int p = 0; p < VRMI_PART_COUNT; p++) {
        const float* value = (const float*)&first + vrmi_transform_parts[p].at;
        if (memcmp(value, (const float*)&rest + vrmi_transform_parts[p].at,
                   (size_t)vrmi_transform_parts[p].width * sizeof *value) != 0)
            vrmi_bake_put_floats(w->edit, root, vrmi_transform_parts[p].path, value,
                                 vrmi_transform_parts[p].width);
        vrmi_Curve curve = root_curve(w, p);
        if (!vrmi_curve_stays_at(&curve, value))
            vrmi_animation_add(&w->animation, &curve, root, vrmi_transform_parts[p].path, NULL);
    }
}

/* The scene that a reader shows first; without scenes, every node that has no parent, in `roots`.
 */
static vrm_Scene shown_scene(const vrm_Gltf* gltf, int32_t* roots) {
    if (gltf->scene_count > 0) return gltf->scenes[gltf->scene >= 0 ? gltf->scene : 0];
    vrm_Scene all = {.nodes = roots};
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].parent < 0) roots[all.node_count++] = i;
    return all;
}

void vrmi_bake_add_root(vrmi_BakeWriter* w) {
    const vrm_Allocator* allocator = &w->baker->allocator;
    size_t count = (size_t)w->gltf->node_count;
    if (!needs_root(w)) return;
    int32_t* roots = vrmi_alloc_zeroed(allocator, count, sizeof *roots);
    vrm_Scene shown = roots == NULL ? (vrm_Scene){0} : shown_scene(w->gltf, roots);
    bool* below = roots == NULL ? NULL : find_below(w, &shown);
    if (below == NULL)
        vrmi_edit_fail(w->edit, VRM_ERR_MEMORY);
    else
        add_root_above(w, &shown, below);
    vrmi_release(allocator, below, count * sizeof *below);
    vrmi_release(allocator, roots, count * sizeof *roots);
}
