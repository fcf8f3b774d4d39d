/* SPDX-License-Identifier: MIT */
/* Primitives of the meshes that are shown: which vertices they share, and their triangles as plain
 * lists whose every index is a vertex. */
#include "shapes.h"

#include <string.h>

enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6 };

/* ---- Which primitives share vertices ---- */

static uint32_t mix(uint32_t hash, uint32_t value) {
    return (hash ^ value) * 16777619u;
}

static uint32_t hash_attributes(uint32_t hash, const vrm_Attribute* attributes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        hash = mix(hash, (uint32_t)attributes[i].semantic);
        hash = mix(hash, (uint32_t)attributes[i].set);
        hash = mix(hash, (uint32_t)attributes[i].accessor);
    }
    return mix(hash, (uint32_t)count);
}

static uint32_t hash_primitive(const vrm_Primitive* primitive) {
    uint32_t hash = hash_attributes(2166136261u, primitive->attributes, primitive->attribute_count);
    for (int32_t i = 0; i < primitive->target_count; i++)
        hash = hash_attributes(hash, primitive->targets[i].attributes,
                               primitive->targets[i].attribute_count);
    return hash;
}

static bool same_attributes(const vrm_Attribute* a, int32_t a_count, const vrm_Attribute* b,
                            int32_t b_count) {
    if (a_count != b_count) return false;
    for (int32_t i = 0; i < a_count; i++)
        if (a[i].semantic != b[i].semantic || a[i].set != b[i].set ||
            a[i].accessor != b[i].accessor)
            return false;
    return true;
}

static bool same_vertices(const vrm_Primitive* a, const vrm_Primitive* b) {
    if (a->target_count != b->target_count) return false;
    if (!same_attributes(a->attributes, a->attribute_count, b->attributes, b->attribute_count))
        return false;
    for (int32_t i = 0; i < a->target_count; i++)
        if (!same_attributes(a->targets[i].attributes, a->targets[i].attribute_count,
                             b->targets[i].attributes, b->targets[i].attribute_count))
            return false;
    return true;
}

/* Open addressing over the geometries; a slot holds a number + 1. */
typedef struct Table {
    uint32_t* slots;
    size_t size; /* a power of two, more than twice what comes in */
} Table;

static vrm_Result find_geometry(vrmi_Upload* upload, Table* table, int32_t mesh, int32_t index,
                                int32_t* out) {
    vrm_Drawable* drawable = upload->drawable;
    const vrm_Primitive* primitive = &upload->gltf->meshes[mesh].primitives[index];
    uint32_t hash = hash_primitive(primitive);
    size_t at = hash & (table->size - 1);
    for (; table->slots[at] != 0; at = (at + 1) & (table->size - 1)) {
        const vrmi_Geometry* known = &drawable->geometries[table->slots[at] - 1];
        if (known->hash != hash) continue;
        if (!same_vertices(primitive,
                           &upload->gltf->meshes[known->mesh].primitives[known->primitive]))
            continue;
        *out = (int32_t)(table->slots[at] - 1);
        return VRM_OK;
    }
    vrmi_Geometry* items =
        vrmi_room(&upload->def.allocator, drawable->geometries, &drawable->geometry_capacity,
                  drawable->geometry_count + 1, sizeof *items);
    if (items == NULL) return VRM_ERR_MEMORY;
    drawable->geometries = items;
    *out = (int32_t)drawable->geometry_count;
    items[drawable->geometry_count++] =
        (vrmi_Geometry){.mesh = mesh, .primitive = index, .hash = hash, .first_shape = -1};
    table->slots[at] = (uint32_t)drawable->geometry_count;
    return VRM_OK;
}

/* ---- Triangles ---- */

/* Corner `corner` of triangle `t`, as a place in the primitive's own list. */
static uint64_t corner_of(uint32_t mode, uint64_t t, uint64_t corner) {
    if (mode == MODE_TRIANGLES) return t * 3 + corner;
    if (mode == MODE_FAN) return corner == 0 ? 0 : t + corner;
    /* Every second triangle of a strip turns around. */
    if (t % 2 == 1 && corner > 0) corner = 3 - corner;
    return t + corner;
}

static vrm_Result add_triangles(vrmi_Upload* upload, vrmi_Shape* shape,
                                const vrm_Primitive* primitive, const uint32_t* list,
                                uint64_t count, uint64_t vertex_count, bool* out_is_broken) {
    uint64_t triangles = primitive->mode == MODE_TRIANGLES ? count / 3 : count < 3 ? 0 : count - 2;
    size_t needed = upload->index_count + (size_t)triangles * 3;
    uint32_t* indices = vrmi_room(&upload->def.allocator, upload->indices, &upload->index_capacity,
                                  needed, sizeof *indices);
    if (indices == NULL) return VRM_ERR_MEMORY;
    upload->indices = indices;
    shape->indices.first = (uint32_t)upload->index_count;
    for (uint64_t t = 0; t < triangles; t++) {
        uint64_t corners[3];
        for (uint64_t c = 0; c < 3; c++) {
            uint64_t at = corner_of(primitive->mode, t, c);
            corners[c] = list == NULL ? at : list[at];
        }
        if (corners[0] >= vertex_count || corners[1] >= vertex_count ||
            corners[2] >= vertex_count) {
            *out_is_broken = true;
            continue;
        }
        for (int c = 0; c < 3; c++) indices[upload->index_count++] = (uint32_t)corners[c];
    }
    shape->indices.count = (uint32_t)(upload->index_count - shape->indices.first);
    return VRM_OK;
}

/* Reads a primitive's indices; `vertex_count` is that of its positions. */
static vrm_Result read_triangles(vrmi_Upload* upload, vrmi_Shape* shape, int32_t mesh,
                                 int32_t index, uint64_t vertex_count) {
    const vrm_Gltf* gltf = upload->gltf;
    const vrm_Primitive* primitive = &gltf->meshes[mesh].primitives[index];
    const vrm_Allocator* allocator = &upload->def.allocator;
    uint64_t count = vertex_count;
    if (primitive->indices >= 0) count = gltf->accessors[primitive->indices].count;
    /* A strip's triangles take three indices each, all of them go to the card. */
    uint64_t bytes = primitive->mode == MODE_TRIANGLES ? count * 4 : count * 12;
    if (count > UINT32_MAX / 16 || upload->index_count + count * 3 > UINT32_MAX) bytes = UINT64_MAX;
    char pointer[64];
    vrmi_pointer(pointer, sizeof pointer, "/meshes/%d/primitives/%d", mesh, index);
    if (!vrmi_upload_spend(upload, bytes, pointer)) return VRM_OK;

    uint32_t* list = NULL;
    bool is_broken = false;
    vrm_Result result = VRM_OK;
    if (primitive->indices >= 0) {
        list = vrmi_take(allocator, (size_t)count, sizeof *list);
        if (list == NULL) return VRM_ERR_MEMORY;
        is_broken = gltf->accessors[primitive->indices].type != VRM_ACCESSOR_SCALAR ||
                    vrm_accessor_read_u32(gltf, primitive->indices, list, (size_t)count) != VRM_OK;
    }
    if (!is_broken)
        result = add_triangles(upload, shape, primitive, list, count, vertex_count, &is_broken);
    if (is_broken) vrmi_upload_find(upload, "RENDER_INDICES_BROKEN", NULL, "%s", pointer + 1);
    vrmi_give(allocator, list, (size_t)count, sizeof *list);
    return result;
}

/* ---- All shapes ---- */

static vrm_Result add_shape(vrmi_Upload* upload, Table* table, int32_t mesh, int32_t index) {
    vrm_Drawable* drawable = upload->drawable;
    const vrm_Gltf* gltf = upload->gltf;
    const vrm_Primitive* primitive = &gltf->meshes[mesh].primitives[index];
    vrmi_Shape* shape = &drawable->shapes[drawable->shape_count++];
    *shape = (vrmi_Shape){.geometry = -1,
                          .next = -1,
                          .material = primitive->material >= 0 ? primitive->material
                                                               : gltf->material_count};
    if (primitive->mode < MODE_TRIANGLES || primitive->mode > MODE_FAN) {
        vrmi_upload_find(upload, "RENDER_MODE_UNSUPPORTED", NULL, "meshes/%d/primitives/%d/mode",
                         mesh, index);
        return VRM_OK;
    }
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    const vrm_Accessor* accessor = positions < 0 ? NULL : &gltf->accessors[positions];
    if (accessor == NULL || !accessor->is_readable || accessor->type != VRM_ACCESSOR_VEC3) {
        vrmi_upload_find(upload, "RENDER_VERTICES_MISSING", NULL, "meshes/%d/primitives/%d", mesh,
                         index);
        return VRM_OK;
    }
    vrm_Result result = read_triangles(upload, shape, mesh, index, accessor->count);
    if (result != VRM_OK || shape->indices.count == 0) return result;
    int32_t geometry = -1;
    result = find_geometry(upload, table, mesh, index, &geometry);
    if (result != VRM_OK) return result;
    shape->geometry = geometry;
    shape->next = drawable->geometries[geometry].first_shape;
    drawable->geometries[geometry].first_shape = (int32_t)(drawable->shape_count - 1);
    return VRM_OK;
}

vrm_Result vrmi_upload_shapes(vrmi_Upload* upload) {
    vrm_Drawable* drawable = upload->drawable;
    const vrm_Gltf* gltf = upload->gltf;
    const vrm_Allocator* allocator = &upload->def.allocator;
    size_t total = 0;
    int32_t node_count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(drawable->rig, &node_count);
    for (int32_t m = 0; m < gltf->mesh_count; m++) upload->first_shape[m] = -1;
    for (int32_t i = 0; i < node_count; i++) {
        int32_t mesh = nodes[i].mesh;
        if (upload->first_shape[mesh] >= 0) continue;
        upload->first_shape[mesh] = (int32_t)total;
        total += (size_t)gltf->meshes[mesh].primitive_count;
    }
    drawable->shapes = vrmi_take(allocator, total, sizeof *drawable->shapes);
    drawable->shape_capacity = total;
    Table table = {.size = 16};
    while (table.size < total * 2) table.size *= 2;
    table.slots = vrmi_take(allocator, table.size, sizeof *table.slots);
    vrm_Result result = drawable->shapes == NULL || table.slots == NULL ? VRM_ERR_MEMORY : VRM_OK;
    /* In the order in which first_shape counts them. */
    for (int32_t i = 0; i < node_count && result == VRM_OK; i++) {
        int32_t mesh = nodes[i].mesh;
        if (upload->first_shape[mesh] != (int32_t)drawable->shape_count) continue;
        for (int32_t p = 0; p < gltf->meshes[mesh].primitive_count && result == VRM_OK; p++)
            result = add_shape(upload, &table, mesh, p);
    }
    vrmi_give(allocator, table.slots, table.size, sizeof *table.slots);
    return result;
}
