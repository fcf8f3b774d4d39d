/* SPDX-License-Identifier: MIT */
/* Vertex data through a map M with linear part L:
 *
 *   positions, their morph deltas     M p, L d
 *   normals                           N n, brought back to the length of n; N = L^-T up to a factor
 *   morph deltas of normals           N d times the same factor as the normal of that vertex, so
 *                                     that n + w d keeps its direction at every weight w
 *   tangents and their deltas         as normals, with L for N; w changes its sign in a mirror
 *   corners of triangles              in the other order where the node was mirrored
 *
 * Whatever the accessor was (quantized, sparse, interleaved, compressed), floats are written. */
#include "normalize/normalize.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading and writing accessors ---- */

static void report_unreadable(const vrmi_Normalization* normalization, int32_t accessor) {
    vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_ACCESSOR_UNREADABLE, normalization->json,
                normalization->gltf->accessors[accessor].json, NULL);
}

size_t vrmi_normalize_read(vrmi_Normalization* normalization, int32_t index, int buffer) {
    const vrm_Accessor* accessor = &normalization->gltf->accessors[index];
    vrm_Edit* edit = normalization->edit;
    size_t count;
    if (edit->result != VRM_OK) return 0;
    if (accessor->is_readable &&
        vrmi_mul((size_t)accessor->count, (size_t)vrm_accessor_components(accessor->type),
                 &count) &&
        count > 0) {
        float* floats =
            vrmi_array_reserve(&edit->allocator, normalization->floats[buffer],
                               &normalization->float_capacity[buffer], count, sizeof *floats);
        if (floats == NULL) {
            vrmi_edit_fail(edit, VRM_ERR_MEMORY);
            return 0;
        }
        normalization->floats[buffer] = floats;
        if (vrm_accessor_read_floats(normalization->gltf, index, floats, count) == VRM_OK)
            return count;
    }
    report_unreadable(normalization, index);
    return 0;
}

static bool are_finite(const float* values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

static void put_bound(vrm_Edit* edit, vrm_JsonRef object, const char* key, const float* values,
                      size_t count, int32_t components, bool is_max) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (int32_t c = 0; c < components; c++) {
        float bound = values[c];
        for (size_t i = 1; i < count; i++) {
            float value = values[i * (size_t)components + (size_t)c];
            if (is_max ? value > bound : value < bound) bound = value;
        }
        vrm_json_put_double(b, (double)bound);
    }
    vrm_json_end_array(b);
    vrmi_edit_put(edit, object, key);
}

/* Replaces the bytes of an accessor: in its own view, if nothing else uses that, or in a new
 * one. */
static void replace_bytes(vrmi_Normalization* normalization, const vrm_Accessor* accessor,
                          const void* bytes, size_t size, uint32_t target,
                          vrm_ComponentType component) {
    vrm_Edit* edit = normalization->edit;
    int32_t view = accessor->buffer_view;
    if (view >= 0 && normalization->view_users[view] == 1) {
        vrm_JsonRef object = normalization->gltf->buffer_views[view].json;
        vrmi_edit_integer(edit, object, "byteOffset",
                          (int64_t)vrmi_edit_add_bytes(edit, bytes, size));
        vrmi_edit_integer(edit, object, "byteLength", (int64_t)size);
        vrmi_edit_drop(edit, object, "byteStride");
        if (target != 0) vrmi_edit_integer(edit, object, "target", target);
    } else {
        if (view >= 0) normalization->view_users[view]--;
        vrmi_edit_fail(edit, vrm_edit_add_view(edit, bytes, size, target, 0, &view));
        vrmi_edit_integer(edit, accessor->json, "bufferView", view);
    }
    vrmi_edit_integer(edit, accessor->json, "componentType", component);
    vrmi_edit_drop(edit, accessor->json, "byteOffset");
    vrmi_edit_drop(edit, accessor->json, "normalized");
    vrmi_edit_drop(edit, accessor->json, "sparse");
}

int32_t vrmi_normalize_write(vrmi_Normalization* normalization, int32_t reused,
                             vrm_AccessorType type, const float* values, size_t count,
                             uint32_t target, bool has_bounds) {
    vrm_Edit* edit = normalization->edit;
    int32_t components = vrm_accessor_components(type), accessor = reused;
    size_t numbers = count * (size_t)components;
    if (edit->result != VRM_OK) return -1;
    if (!are_finite(values, numbers)) {
        vrmi_normalize_refuse(normalization, VRMI_RULE_NORMALIZE_OUT_OF_RANGE,
                              vrm_json_root(normalization->json));
        return -1;
    }
    if (reused < 0) {
        vrmi_edit_fail(
            edit, vrm_edit_add_floats(edit, type, values, count, target, has_bounds, &accessor));
        return accessor;
    }
    const vrm_Accessor* old = &normalization->gltf->accessors[reused];
    replace_bytes(normalization, old, values, numbers * sizeof *values, target,
                  VRM_COMPONENT_FLOAT);
    const vrm_Json* json = normalization->json;
    has_bounds |= vrm_json_member(json, old->json, "min") != VRM_JSON_MISSING ||
                  vrm_json_member(json, old->json, "max") != VRM_JSON_MISSING;
    if (has_bounds) {
        put_bound(edit, old->json, "min", values, count, components, false);
        put_bound(edit, old->json, "max", values, count, components, true);
    }
    return accessor;
}

/* ---- Vectors ---- */

/* The N of the head comment, scaled to a magnitude near 1. */
static vrmi_Dmat normal_map(const vrmi_Dmat* linear) {
    double det = vrmi_dmat_determinant(linear);
    vrmi_Dmat n = vrmi_dmat_cofactor(linear);
    double size = cbrt(fabs(vrmi_dmat_determinant(&n)));
    double factor = (det < 0.0 ? -1.0 : 1.0) / (size > 0.0 ? size : 1.0);
    for (int r = 0; r < 3; r++) n.rows[r] = vrmi_dvec_scale(n.rows[r], factor);
    return n;
}

static vrmi_Dvec load_vector(const float* at) {
    return (vrmi_Dvec){(double)at[0], (double)at[1], (double)at[2]};
}

static void store_vector(float* at, vrmi_Dvec v) {
    at[0] = (float)v.x;
    at[1] = (float)v.y;
    at[2] = (float)v.z;
}

/* The factor that restores the length of a direction after a map; 1 where it has none. */
static double length_kept(const vrmi_Dmat* map, vrmi_Dvec v) {
    double before = vrmi_dvec_length(v), after = vrmi_dvec_length(vrmi_dmat_vector(map, v));
    return before > 1e-12 && after > 1e-12 ? before / after : 1.0;
}

static void map_points(float* values, size_t count, const vrmi_Daffine* map) {
    for (size_t i = 0; i < count; i++)
        store_vector(values + i * 3, vrmi_daffine_point(map, load_vector(values + i * 3)));
}

static void map_directions(float* values, size_t count, int components, const vrmi_Dmat* map,
                           double sign_w) {
    for (size_t i = 0; i < count; i++) {
        float* at = values + i * (size_t)components;
        vrmi_Dvec v = load_vector(at);
        store_vector(at, vrmi_dvec_scale(vrmi_dmat_vector(map, v), length_kept(map, v)));
        if (components == 4) at[3] = (float)((double)at[3] * sign_w);
    }
}

/* `base` NULL: the directions that the deltas change are unknown. */
static void map_deltas(float* values, size_t count, const vrmi_Dmat* map, const float* base,
                       int base_components) {
    for (size_t i = 0; i < count; i++) {
        double factor =
            base == NULL ? 1.0 : length_kept(map, load_vector(base + i * (size_t)base_components));
        vrmi_Dvec v = vrmi_dmat_vector(map, load_vector(values + i * 3));
        store_vector(values + i * 3, vrmi_dvec_scale(v, factor));
    }
}

/* The directions that a delta is added to, in floats[1]; NULL when their number does not match. */
static const float* read_base(vrmi_Normalization* normalization, const vrmi_VertexUse* use,
                              size_t count, int* out_components) {
    if (use->companion < 0) return NULL;
    const vrm_Accessor* base = &normalization->gltf->accessors[use->companion];
    *out_components = use->role == VRMI_DELTA_NORMAL ? 3 : 4;
    if (base->count != count || vrm_accessor_components(base->type) != *out_components) return NULL;
    return vrmi_normalize_read(normalization, use->companion, 1) > 0 ? normalization->floats[1]
                                                                     : NULL;
}

static void map_values(vrmi_Normalization* normalization, const vrmi_VertexUse* use,
                       const vrmi_Map* map, size_t count) {
    float* values = normalization->floats[0];
    const vrmi_Dmat* linear = &map->map.linear;
    vrmi_Daffine without_offset = {.linear = *linear};
    vrmi_Dmat of_normals = normal_map(linear);
    double sign = vrmi_dmat_determinant(linear) < 0.0 ? -1.0 : 1.0;
    int components = 3;
    const float* base = NULL;
    switch (use->role) {
    case VRMI_POSITION: map_points(values, count, &map->map); break;
    case VRMI_DELTA_POSITION: map_points(values, count, &without_offset); break;
    case VRMI_NORMAL: map_directions(values, count, 3, &of_normals, 1.0); break;
    case VRMI_TANGENT: map_directions(values, count, 4, linear, sign); break;
    case VRMI_DELTA_NORMAL:
        base = read_base(normalization, use, count, &components);
        map_deltas(values, count, &of_normals, base, components);
        break;
    case VRMI_DELTA_TANGENT:
        base = read_base(normalization, use, count, &components);
        map_deltas(values, count, linear, base, components);
        break;
    case VRMI_CORNERS: break;
    }
}

static int32_t bake_vectors(vrmi_Normalization* normalization, const vrmi_VertexUse* use,
                            const vrmi_Map* map, int32_t reused) {
    const vrm_Accessor* accessor = &normalization->gltf->accessors[use->accessor];
    int32_t components = use->role == VRMI_TANGENT ? 4 : 3;
    if (vrm_accessor_components(accessor->type) != components ||
        vrmi_normalize_read(normalization, use->accessor, 0) == 0) {
        normalization->has_quantized |= accessor->component_type != VRM_COMPONENT_FLOAT;
        return use->accessor;
    }
    map_values(normalization, use, map, (size_t)accessor->count);
    bool has_bounds = use->role == VRMI_POSITION || use->role == VRMI_DELTA_POSITION;
    return vrmi_normalize_write(normalization, reused, accessor->type, normalization->floats[0],
                                (size_t)accessor->count, 34962, has_bounds);
}

/* ---- Corners ---- */

static size_t corner_count(uint32_t mode, size_t count) {
    if (mode == 4) return count / 3 * 3;
    return count < 3 ? 0 : (count - 2) * 3;
}

/* The triangle `i` of a list, strip or fan with its last two corners swapped. */
static void flip_triangle(uint32_t mode, const uint32_t* from, size_t i, uint32_t* to) {
    if (mode == 4) {
        to[0] = from[i * 3];
        to[1] = from[i * 3 + 2];
        to[2] = from[i * 3 + 1];
    } else if (mode == 5) {
        to[0] = from[i];
        to[1] = from[i + 2 - i % 2];
        to[2] = from[i + 1 + i % 2];
    } else {
        to[0] = from[i + 1];
        to[1] = from[0];
        to[2] = from[i + 2];
    }
}

/* A new accessor for `count` corners in reversed order; -1 when there are no triangles. */
static int32_t add_flipped(vrmi_Normalization* normalization, uint32_t mode, const uint32_t* from,
                           size_t count) {
    vrm_Edit* edit = normalization->edit;
    size_t corners = corner_count(mode, count), size;
    int32_t accessor = -1;
    if (corners == 0 || !vrmi_mul(corners, sizeof *from, &size)) return -1;
    uint32_t* to = vrmi_alloc(&edit->allocator, size);
    if (to == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return -1;
    }
    for (size_t i = 0; i < corners / 3; i++) flip_triangle(mode, from, i, to + i * 3);
    vrmi_edit_fail(edit,
                   vrm_edit_add_integers(edit, VRM_ACCESSOR_SCALAR, to, corners, 34963, &accessor));
    vrmi_release(&edit->allocator, to, size);
    return accessor;
}

/* Writes reversed corners to a list of their own: `index` is an accessor, or -1 for 0, 1, 2, ... */
static int32_t flip_corners(vrmi_Normalization* normalization, int32_t index, uint32_t mode,
                            size_t count) {
    vrm_Edit* edit = normalization->edit;
    size_t size;
    int32_t accessor = index;
    bool is_read = index < 0 || normalization->gltf->accessors[index].is_readable;
    if (edit->result != VRM_OK || count == 0) return index;
    if (!is_read || !vrmi_mul(count, sizeof(uint32_t), &size)) {
        if (index >= 0) report_unreadable(normalization, index);
        return index;
    }
    uint32_t* from = vrmi_alloc(&edit->allocator, size);
    if (from == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return index;
    }
    for (size_t i = 0; i < count && index < 0; i++) from[i] = (uint32_t)i;
    if (index >= 0)
        is_read = vrm_accessor_read_u32(normalization->gltf, index, from, count) == VRM_OK;
    if (is_read) {
        int32_t added = add_flipped(normalization, mode, from, count);
        if (added >= 0) accessor = added;
    } else {
        report_unreadable(normalization, index);
    }
    vrmi_release(&edit->allocator, from, size);
    return accessor;
}

void vrmi_normalize_add_corners(vrmi_Normalization* normalization, const vrm_Primitive* primitive,
                                vrm_JsonRef object) {
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (position < 0) return;
    const vrm_Accessor* accessor = &normalization->gltf->accessors[position];
    if (!accessor->is_readable || accessor->count > UINT32_MAX) return;
    int32_t corners = flip_corners(normalization, -1, primitive->mode, (size_t)accessor->count);
    if (corners >= 0) vrmi_edit_integer(normalization->edit, object, "indices", corners);
}

/* ---- Groups of uses ---- */

static int compare_keys(const vrmi_VertexUse* a, const vrmi_VertexUse* b) {
    if (a->accessor != b->accessor) return a->accessor < b->accessor ? -1 : 1;
    if (a->role != b->role) return a->role < b->role ? -1 : 1;
    if (a->map != b->map) return a->map < b->map ? -1 : 1;
    if (a->companion != b->companion) return a->companion < b->companion ? -1 : 1;
    return 0;
}

static int compare_uses(const void* a, const void* b) {
    const vrmi_VertexUse *x = a, *y = b;
    int order = compare_keys(x, y);
    return order != 0 ? order : x->object < y->object ? -1 : x->object > y->object;
}

/* The first group of an accessor that is not pinned takes its place. */
void vrmi_normalize_vertices(vrmi_Normalization* normalization, vrmi_VertexUse* uses, size_t count,
                             const vrmi_Map* maps) {
    vrm_Edit* edit = normalization->edit;
    qsort(uses, count, sizeof *uses, compare_uses);
    for (size_t i = 0; i < count && edit->result == VRM_OK;) {
        const vrmi_VertexUse* use = &uses[i];
        uint8_t* is_pinned = &normalization->is_pinned[use->accessor];
        size_t corners = (size_t)normalization->gltf->accessors[use->accessor].count;
        int32_t accessor =
            use->role == VRMI_CORNERS
                ? flip_corners(normalization, use->accessor, (uint32_t)use->companion, corners)
                : bake_vectors(normalization, use, &maps[use->map],
                               *is_pinned ? -1 : use->accessor);
        *is_pinned = 1;
        for (; i < count && compare_keys(use, &uses[i]) == 0; i++)
            if (accessor != use->accessor)
                vrmi_edit_integer(edit, uses[i].object, uses[i].key, accessor);
    }
}
