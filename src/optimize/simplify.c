/* SPDX-License-Identifier: MIT */
/* Fewer triangles, by meshoptimizer's edge collapse, which keeps seams of texture coordinates and
 * takes no vertex that is not there: skins and morph targets need no change. What it does not know
 * is kept from it: it gets only triangles whose corners no morph target moves and which hang on one
 * joint most, and the border of these stays where it is. So eyelids, mouths, elbows and knees keep
 * their triangles, and so do open edges and the borders of materials. */
#include "optimize/optimize.h"

#ifndef VRM_HAS_MESHOPT

void vrmi_optimize_simplify(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    vrmi_report(optimization->report, VRMI_RULE_OPTIMIZE_NO_MESHOPT, edit->json,
                vrm_json_root(edit->json), NULL);
    vrmi_edit_fail(edit, VRM_ERR_UNSUPPORTED);
}

#else

#include "gltf/accessor.h"
#include "gltf/elements.h"

#include <math.h>
#include <meshoptimizer.h>
#include <string.h>

enum { INDEX_DATA = 34963 };

#define NO_JOINT UINT32_MAX

/* A primitive whose triangles can be read. */
typedef struct Part {
    const vrm_Primitive* primitive;
    uint32_t* indices; /* those that may change first, then the others */
    size_t index_count, free_count;
    uint32_t* left; /* of those that may change */
    size_t left_count;
    bool is_least; /* no more can be taken */
} Part;

typedef struct Simplifying {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    Part* parts;
    size_t part_count;
    uint64_t left; /* numbers that may still be read */
} Simplifying;

/* ---- Which triangles may change ---- */

static float* read_floats(Simplifying* simplifying, int32_t index, size_t count, int components) {
    const vrm_Accessor* accessor = &simplifying->gltf->accessors[index];
    size_t total;
    if (!accessor->is_readable || accessor->count != count ||
        vrm_accessor_components(accessor->type) != components ||
        !vrmi_mul(count, (size_t)components, &total) || total > simplifying->left)
        return NULL;
    simplifying->left -= total;
    float* out = vrmi_optimize_alloc(simplifying->optimization, total, sizeof *out);
    if (out == NULL || vrm_accessor_read_floats(simplifying->gltf, index, out, total) != VRM_OK)
        return NULL;
    return out;
}

/* Marks the vertices that a morph target moves. False when that cannot be known. */
static bool mark_moved(Simplifying* simplifying, const vrm_Primitive* primitive, size_t count,
                       uint8_t* is_kept) {
    for (int32_t t = 0; t < primitive->target_count; t++) {
        int32_t index = vrm_morph_target_attribute(&primitive->targets[t], VRM_SEMANTIC_POSITION);
        if (index < 0) continue;
        vrmi_ArenaMark mark = vrmi_arena_mark(&simplifying->optimization->arena);
        const float* moves = read_floats(simplifying, index, count, 3);
        for (size_t i = 0; i < count && moves != NULL; i++)
            is_kept[i] |=
                moves[i * 3] != 0.0f || moves[i * 3 + 1] != 0.0f || moves[i * 3 + 2] != 0.0f;
        vrmi_arena_rewind(&simplifying->optimization->arena, mark);
        if (moves == NULL) return false;
    }
    return true;
}

/* The joint that each vertex hangs on most; NULL without a skin. */
static uint32_t* main_joints(Simplifying* simplifying, const vrm_Primitive* primitive,
                             size_t count) {
    int32_t joints_index = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0);
    int32_t weights_index = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0);
    if (joints_index < 0 || weights_index < 0) return NULL;
    uint32_t* out = vrmi_optimize_alloc(simplifying->optimization, count, sizeof *out);
    const float* joints = read_floats(simplifying, joints_index, count, 4);
    const float* weights = read_floats(simplifying, weights_index, count, 4);
    for (size_t i = 0; i < count && out != NULL; i++) {
        size_t most = 0;
        out[i] = NO_JOINT;
        if (joints == NULL || weights == NULL) continue;
        for (size_t k = 1; k < 4; k++)
            if (weights[i * 4 + k] > weights[i * 4 + most]) most = k;
        out[i] = (uint32_t)joints[i * 4 + most];
    }
    return out;
}

/* Brings the triangles that may change to the front. */
static void sort_triangles(Part* part, const uint8_t* is_kept, const uint32_t* joints,
                           uint32_t* room) {
    size_t last = part->index_count;
    part->free_count = 0;
    for (size_t i = 0; i < part->index_count; i += 3) {
        const uint32_t* t = part->indices + i;
        bool is_free = !is_kept[t[0]] && !is_kept[t[1]] && !is_kept[t[2]];
        if (joints != NULL)
            is_free = is_free && joints[t[0]] == joints[t[1]] && joints[t[0]] == joints[t[2]];
        size_t at = is_free ? part->free_count : (last -= 3);
        memcpy(room + at, t, 3 * sizeof *t);
        if (is_free) part->free_count += 3;
    }
    memcpy(part->indices, room, part->index_count * sizeof *room);
}

static bool open_part(Simplifying* simplifying, const vrm_Primitive* primitive, Part* part) {
    vrmi_Optimization* optimization = simplifying->optimization;
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (positions < 0 || primitive->mode != VRMI_MODE_TRIANGLES || primitive->indices < 0 ||
        vrm_json_member(simplifying->gltf->json, primitive->json, "extensions") != VRM_JSON_MISSING)
        return false;
    size_t count = (size_t)simplifying->gltf->accessors[positions].count;
    *part = (Part){.primitive = primitive};
    if (vrmi_read_indices_of(simplifying->gltf, primitive, count, &optimization->arena,
                             &part->indices, &part->index_count) != VRM_OK ||
        part->index_count % 3 != 0)
        return false;
    for (size_t i = 0; i < part->index_count; i++)
        if (part->indices[i] >= count) return false;
    uint8_t* is_kept = vrmi_optimize_alloc(optimization, count, 1);
    uint32_t* room = vrmi_optimize_alloc(optimization, part->index_count, sizeof *room);
    if (is_kept == NULL || room == NULL || !mark_moved(simplifying, primitive, count, is_kept))
        return false;
    sort_triangles(part, is_kept, main_joints(simplifying, primitive, count), room);
    part->left = room;
    part->left_count = part->free_count;
    part->is_least = part->free_count == 0;
    return optimization->edit->result == VRM_OK;
}

/* ---- Collapsing ---- */

/* The longest side of the box around the vertices of a list, or around all. */
static float longest_side(const float* positions, const uint32_t* indices, size_t count) {
    float longest = 0.0f;
    for (size_t axis = 0; axis < 3; axis++) {
        float least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            float value = positions[(indices != NULL ? indices[i] : i) * 3 + axis];
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        longest = most - least > longest ? most - least : longest;
    }
    return longest;
}

/* meshoptimizer takes a share of the size of all vertices. Those that may change can be a small
 * part of them, and other primitives may have the rest. */
static float error_of(const Simplifying* simplifying, const Part* part, const float* positions,
                      size_t count) {
    float all = longest_side(positions, NULL, count);
    float own = longest_side(positions, part->indices, part->free_count);
    float error = simplifying->optimization->def.max_error;
    return own < all ? error * (own / all) : error;
}

/* About `wanted` indices are left of those that may change. All of these are collapsed anew, so
 * that errors do not add up over the rounds. A closed shape that nothing holds could vanish: then
 * more and more of it is wanted. */
static void collapse(Simplifying* simplifying, Part* part, size_t wanted) {
    vrmi_Optimization* optimization = simplifying->optimization;
    int32_t index = vrm_primitive_attribute(part->primitive, VRM_SEMANTIC_POSITION, 0);
    size_t count = (size_t)simplifying->gltf->accessors[index].count;
    size_t kept = part->index_count - part->free_count, left = 0;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    const float* positions = read_floats(simplifying, index, count, 3);
    uint32_t* out = vrmi_optimize_alloc(optimization, part->free_count, sizeof *out);
    part->is_least = true;
    if (positions != NULL && out != NULL) {
        float error = error_of(simplifying, part, positions, count);
        size_t wish = wanted;
        do {
            left = meshopt_simplify(out, part->indices, part->free_count, positions, count,
                                    3 * sizeof *positions, wish, error, meshopt_SimplifyLockBorder,
                                    NULL);
            part->is_least = left > wish || wish > wanted;
            wish = wish * 2 + 12;
        } while (left + kept == 0 && wish < part->left_count);
    }
    if (left + kept > 0 && left < part->left_count && out != NULL) {
        memcpy(part->left, out, left * sizeof *out);
        part->left_count = left;
    }
    vrmi_arena_rewind(&optimization->arena, mark);
}

/* Takes the triangles that are left. */
static void write_part(Simplifying* simplifying, Part* part) {
    vrmi_Optimization* optimization = simplifying->optimization;
    size_t kept = part->index_count - part->free_count;
    int32_t accessor = -1;
    if (part->left_count == part->free_count) return;
    memcpy(part->indices, part->left, part->left_count * sizeof *part->left);
    memmove(part->indices + part->left_count, part->indices + part->free_count,
            kept * sizeof *part->indices);
    vrmi_edit_fail(optimization->edit,
                   vrm_edit_add_integers(optimization->edit, VRM_ACCESSOR_SCALAR, part->indices,
                                         part->left_count + kept, INDEX_DATA, &accessor));
    vrmi_edit_integer(optimization->edit, part->primitive->json, "indices", accessor);
    optimization->is_changed = true;
}

static bool open_parts(Simplifying* simplifying, uint64_t* out_free, uint64_t* out_kept) {
    const vrm_Gltf* gltf = simplifying->gltf;
    size_t count = 0;
    for (int32_t m = 0; m < gltf->mesh_count; m++) count += (size_t)gltf->meshes[m].primitive_count;
    simplifying->parts =
        vrmi_optimize_alloc(simplifying->optimization, count, sizeof *simplifying->parts);
    if (simplifying->parts == NULL) return false;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            Part* part = &simplifying->parts[simplifying->part_count];
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            if (open_part(simplifying, primitive, part)) {
                simplifying->part_count++;
                *out_free += part->free_count / 3;
                *out_kept += (part->index_count - part->free_count) / 3;
            } else {
                *out_kept += vrmi_triangle_count(gltf, primitive);
            }
        }
    return simplifying->optimization->edit->result == VRM_OK;
}

/* Some parts stop above their share, where the error would be too large: the others give more in
 * further rounds. */
enum { ROUNDS = 8 };

/* Leaves a share of the triangles of each part that may change; returns how many are left of all.
 */
static uint64_t collapse_all(Simplifying* simplifying, double share) {
    uint64_t left = 0;
    for (size_t i = 0; i < simplifying->part_count; i++) {
        Part* part = &simplifying->parts[i];
        size_t wanted = (size_t)((double)(part->left_count / 3) * share) * 3;
        if (!part->is_least && simplifying->optimization->edit->result == VRM_OK)
            collapse(simplifying, part, wanted);
        left += part->left_count / 3;
    }
    return left;
}

void vrmi_optimize_simplify(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    uint64_t changing = 0, kept = 0, most = optimization->def.max_triangles;
    Simplifying simplifying = {.optimization = optimization,
                               .gltf = optimization->gltf,
                               .left = optimization->file_bytes * 8 + 4194304};
    if (!open_parts(&simplifying, &changing, &kept) || changing + kept <= most) return;
    uint64_t wanted = most > kept ? most - kept : 0;
    for (int i = 0; i < ROUNDS && changing > wanted && edit->result == VRM_OK; i++)
        changing = collapse_all(&simplifying, (double)wanted / (double)changing);
    for (size_t i = 0; i < simplifying.part_count && edit->result == VRM_OK; i++)
        write_part(&simplifying, &simplifying.parts[i]);
    if (edit->result == VRM_OK && changing + kept > most)
        vrmi_report(optimization->report, VRMI_RULE_OPTIMIZE_TRIANGLES_KEPT, edit->json,
                    vrm_json_root(edit->json),
                    "Triangles: %llu of at most %llu. Moved by morph targets, at joints or at "
                    "borders: %llu.",
                    (unsigned long long)(changing + kept), (unsigned long long)most,
                    (unsigned long long)kept);
}

#endif
