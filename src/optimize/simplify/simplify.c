/* SPDX-License-Identifier: MIT */
/* Fewer triangles: the primitives of all meshes are collapsed together (collapse.c), so that the
 * cheapest collapses come first wherever they are. Triangles that a morph target moves stay:
 * eyelids and mouths keep their shape. */
#include "optimize/optimize.h"
#include "optimize/simplify/collapse.h"

#include "gltf/accessor.h"
#include "gltf/elements.h"

#include <math.h>
#include <string.h>

enum { INDEX_DATA = 34963 };

/* A primitive whose triangles can be read. */
typedef struct Part {
    const vrm_Primitive* primitive;
    int32_t mesh;
    size_t vertex_count, index_count;
    size_t first_vertex, first_triangle; /* in the mesh that is collapsed */
} Part;

typedef struct Simplifying {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    Part* parts;
    size_t part_count;
    vrmi_CollapseMesh mesh;
    uint64_t left; /* numbers that may still be read */
} Simplifying;

/* ---- Reading ---- */

static float* read_floats(Simplifying* simplifying, int32_t index, size_t count, int components) {
    const vrm_Accessor* accessor = &simplifying->gltf->accessors[index];
    size_t total;
    if (!accessor->is_readable || accessor->count != count ||
        vrm_accessor_components(accessor->type) != components ||
        !vrmi_mul(count, (size_t)components, &total) || total > simplifying->left)
        return NULL;
    simplifying->left -= total;
    float* out = vrmi_optimization_alloc(simplifying->optimization, total, sizeof *out);
    if (out == NULL || vrm_accessor_read_floats(simplifying->gltf, index, out, total) != VRM_OK)
        return NULL;
    return out;
}

/* Numbers of an attribute; NULL: the primitive has none that can be read. */
static const float* read_attribute(Simplifying* simplifying, const Part* part,
                                   vrm_Semantic semantic, int components) {
    int32_t index = vrm_primitive_attribute(part->primitive, semantic, 0);
    return index >= 0 ? read_floats(simplifying, index, part->vertex_count, components) : NULL;
}

/* False: a position is missing or not finite. */
static bool read_positions(Simplifying* simplifying, const Part* part, vrmi_CollapseVertex* out) {
    const float* values = read_attribute(simplifying, part, VRM_SEMANTIC_POSITION, 3);
    for (size_t i = 0; i < part->vertex_count && values != NULL; i++) {
        const float* v = values + i * 3;
        if (!isfinite(v[0]) || !isfinite(v[1]) || !isfinite(v[2])) return false;
        out[i].position = (vrm_Vec3){v[0], v[1], v[2]};
        out[i].space = part->mesh;
    }
    return values != NULL;
}

static void read_surface(Simplifying* simplifying, const Part* part, vrmi_CollapseVertex* out) {
    const float* normals = read_attribute(simplifying, part, VRM_SEMANTIC_NORMAL, 3);
    const float* coords = read_attribute(simplifying, part, VRM_SEMANTIC_TEXCOORD, 2);
    for (size_t i = 0; i < part->vertex_count; i++) {
        if (normals != NULL) memcpy(&out[i].normal, normals + i * 3, sizeof out[i].normal);
        if (coords != NULL) memcpy(&out[i].coord, coords + i * 2, sizeof out[i].coord);
    }
}

static void read_skin(Simplifying* simplifying, const Part* part, vrmi_CollapseVertex* out) {
    const float* joints = read_attribute(simplifying, part, VRM_SEMANTIC_JOINTS, 4);
    const float* weights = read_attribute(simplifying, part, VRM_SEMANTIC_WEIGHTS, 4);
    if (joints == NULL || weights == NULL) return;
    for (size_t i = 0; i < part->vertex_count; i++)
        for (size_t k = 0; k < 4; k++) {
            out[i].joints[k] = (uint16_t)joints[i * 4 + k];
            out[i].weights[k] = weights[i * 4 + k];
        }
}

/* Keeps the vertices that a morph target moves. False when that cannot be known. */
static bool read_moved(Simplifying* simplifying, const Part* part, vrmi_CollapseVertex* out) {
    for (int32_t t = 0; t < part->primitive->target_count; t++) {
        int32_t index =
            vrm_morph_target_attribute(&part->primitive->targets[t], VRM_SEMANTIC_POSITION);
        if (index < 0) continue;
        vrmi_ArenaMark mark = vrmi_arena_mark(&simplifying->optimization->arena);
        const float* moves = read_floats(simplifying, index, part->vertex_count, 3);
        for (size_t i = 0; i < part->vertex_count && moves != NULL; i++)
            out[i].is_kept |=
                moves[i * 3] != 0.0f || moves[i * 3 + 1] != 0.0f || moves[i * 3 + 2] != 0.0f;
        vrmi_arena_rewind(&simplifying->optimization->arena, mark);
        if (moves == NULL) return false;
    }
    return true;
}

static bool read_triangles(Simplifying* simplifying, const Part* part) {
    uint32_t* indices;
    size_t count;
    if (vrmi_read_indices_of(simplifying->gltf, part->primitive, part->vertex_count,
                             &simplifying->optimization->arena, &indices, &count) != VRM_OK ||
        count != part->index_count)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (indices[i] >= part->vertex_count) return false;
        simplifying->mesh.triangles[part->first_triangle + i / 3][i % 3] =
            (uint32_t)part->first_vertex + indices[i];
    }
    return true;
}

/* Appends a primitive to the mesh; false: it cannot be read and is kept. */
static bool read_part(Simplifying* simplifying, Part* part) {
    vrmi_CollapseMesh* mesh = &simplifying->mesh;
    vrmi_CollapseVertex* vertices = mesh->vertices + mesh->vertex_count;
    vrmi_ArenaMark mark = vrmi_arena_mark(&simplifying->optimization->arena);
    part->first_vertex = mesh->vertex_count;
    part->first_triangle = mesh->triangle_count;
    memset(vertices, 0, part->vertex_count * sizeof *vertices);
    bool is_read = read_positions(simplifying, part, vertices) &&
                   read_moved(simplifying, part, vertices) && read_triangles(simplifying, part);
    if (is_read) {
        read_surface(simplifying, part, vertices);
        read_skin(simplifying, part, vertices);
        mesh->vertex_count += part->vertex_count;
        mesh->triangle_count += part->index_count / 3;
    }
    vrmi_arena_rewind(&simplifying->optimization->arena, mark);
    return is_read;
}

/* ---- Which primitives ---- */

/* Numbers of a vertex that are stored at once. */
enum { VERTEX_NUMBERS = 16 };

static bool open_part(Simplifying* simplifying, int32_t mesh, const vrm_Primitive* primitive,
                      Part* out) {
    const vrm_Gltf* gltf = simplifying->gltf;
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (positions < 0 || primitive->mode != VRMI_MODE_TRIANGLES || primitive->indices < 0 ||
        vrm_json_member(gltf->json, primitive->json, "extensions") != VRM_JSON_MISSING)
        return false;
    uint64_t vertices = gltf->accessors[positions].count;
    uint64_t indices = gltf->accessors[primitive->indices].count;
    if (indices % 3 != 0 || vertices > simplifying->left / VERTEX_NUMBERS) return false;
    simplifying->left -= vertices * VERTEX_NUMBERS;
    if (indices > simplifying->left) return false;
    simplifying->left -= indices;
    *out = (Part){.primitive = primitive,
                  .mesh = mesh,
                  .vertex_count = (size_t)vertices,
                  .index_count = (size_t)indices};
    return true;
}

/* Opens all readable primitives; `out_kept` is the number of triangles of the others. */
static bool open_parts(Simplifying* simplifying, uint64_t* out_kept) {
    vrmi_Optimization* optimization = simplifying->optimization;
    const vrm_Gltf* gltf = simplifying->gltf;
    size_t count = 0, vertices = 0, triangles = 0;
    for (int32_t m = 0; m < gltf->mesh_count; m++) count += (size_t)gltf->meshes[m].primitive_count;
    Part* opened = vrmi_optimization_alloc(optimization, count + 1, sizeof *opened);
    simplifying->parts = opened;
    if (opened == NULL) return false;
    count = 0;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            if (!open_part(simplifying, m, primitive, &opened[count])) {
                *out_kept += vrmi_triangle_count(gltf, primitive);
                continue;
            }
            vertices += opened[count].vertex_count;
            triangles += opened[count++].index_count / 3;
        }
    vrmi_CollapseMesh* mesh = &simplifying->mesh;
    mesh->vertices = vrmi_optimization_alloc(optimization, vertices + 1, sizeof *mesh->vertices);
    mesh->triangles = vrmi_optimization_alloc(optimization, triangles + 1, sizeof *mesh->triangles);
    for (size_t i = 0; i < count && optimization->edit->result == VRM_OK; i++) {
        if (read_part(simplifying, &opened[i]))
            simplifying->parts[simplifying->part_count++] = opened[i];
        else
            *out_kept += opened[i].index_count / 3;
    }
    return optimization->edit->result == VRM_OK;
}

/* ---- Writing ---- */

/* The longest side of the largest mesh. */
static float find_whole(const Simplifying* simplifying) {
    float longest = 0.0f;
    for (size_t i = 0; i < simplifying->part_count; i++) {
        const Part* part = &simplifying->parts[i];
        const vrmi_CollapseVertex* vertices = simplifying->mesh.vertices + part->first_vertex;
        for (int axis = 0; axis < 3; axis++) {
            float low = INFINITY, high = -INFINITY;
            for (size_t v = 0; v < part->vertex_count; v++) {
                float value = (&vertices[v].position.x)[axis];
                low = fminf(low, value);
                high = fmaxf(high, value);
            }
            longest = fmaxf(longest, high - low);
        }
    }
    return longest;
}

/* Takes the triangles that are left. */
static void write_part(Simplifying* simplifying, const Part* part) {
    vrmi_Optimization* optimization = simplifying->optimization;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    uint32_t* indices =
        vrmi_optimization_alloc(optimization, part->index_count + 1, sizeof *indices);
    size_t count = 0;
    int32_t accessor = -1;
    if (indices == NULL) return;
    for (size_t t = 0; t < part->index_count / 3; t++) {
        const uint32_t* corners = simplifying->mesh.triangles[part->first_triangle + t];
        for (int k = 0; k < 3 && corners[0] != VRMI_GONE; k++)
            indices[count++] = corners[k] - (uint32_t)part->first_vertex;
    }
    if (count > 0 && count < part->index_count) {
        vrmi_edit_fail(optimization->edit,
                       vrm_edit_add_integers(optimization->edit, VRM_ACCESSOR_SCALAR, indices,
                                             count, INDEX_DATA, &accessor));
        vrmi_edit_integer(optimization->edit, part->primitive->json, "indices", accessor);
        optimization->is_changed = true;
    }
    vrmi_arena_rewind(&optimization->arena, mark);
}

static void report_kept(const vrmi_Optimization* optimization, uint64_t left, uint64_t moved) {
    const vrm_Json* json = optimization->edit->json;
    vrmi_report(optimization->report, VRMI_RULE_OPTIMIZE_TRIANGLES_KEPT, json, vrm_json_root(json),
                "Triangles: %llu of at most %llu. Moved by morph targets: %llu.",
                (unsigned long long)left, (unsigned long long)optimization->def.max_triangles,
                (unsigned long long)moved);
}

void vrmi_simplify(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    uint64_t kept = 0, most = optimization->def.max_triangles;
    vrmi_CollapseCounts counts;
    Simplifying simplifying = {.optimization = optimization,
                               .gltf = optimization->gltf,
                               .mesh = {.max_error = optimization->def.max_error},
                               .left = optimization->file_bytes * 8 + 4194304};
    if (!open_parts(&simplifying, &kept) || simplifying.mesh.triangle_count + kept <= most) return;
    simplifying.mesh.whole = find_whole(&simplifying);
    vrmi_edit_fail(edit, vrmi_collapse(&simplifying.mesh, most > kept ? (size_t)(most - kept) : 0,
                                       &optimization->arena, &counts));
    for (size_t i = 0; i < simplifying.part_count && edit->result == VRM_OK; i++)
        write_part(&simplifying, &simplifying.parts[i]);
    if (edit->result == VRM_OK && counts.left + kept > most)
        report_kept(optimization, counts.left + kept, counts.frozen);
}
