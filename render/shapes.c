/* SPDX-License-Identifier: MIT */
/* Primitives of the meshes that are drawn: which vertices they share, and their triangles as plain
 * lists whose indices are all valid. */
#include "shapes.h"

#include "vrm/mesh.h"

#include <string.h>

enum { MODE_TRIANGLES = 4, MODE_FAN = 6 };

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

/* How many corners a primitive lists; those of a strip become three each. */
static size_t listed_corners(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t from = primitive->indices >= 0
                       ? primitive->indices
                       : vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (from < 0 || primitive->mode < MODE_TRIANGLES || primitive->mode > MODE_FAN) return 0;
    if (!gltf->accessors[from].is_readable) return 0;
    uint64_t count = gltf->accessors[from].count;
    return count > UINT32_MAX ? UINT32_MAX : (size_t)count;
}

/* Appends the triangles of a primitive to those of the others. The list is charged before it is
 * read, also for triangles that are dropped then: reading it takes as much memory, and time. */
static vrm_Result read_triangles(vrmi_Upload* upload, vrmi_Shape* shape, int32_t mesh,
                                 int32_t index) {
    const vrm_Gltf* gltf = upload->gltf;
    const vrm_Primitive* primitive = &gltf->meshes[mesh].primitives[index];
    const vrm_Allocator* allocator = &upload->def.allocator;
    const char* pointer = vrmi_primitive_pointer(upload, mesh, index, "");
    size_t room = 0, count = 0, dropped = 0, listed = listed_corners(gltf, primitive);
    if (!vrmi_upload_spend_geometry(upload, (uint64_t)listed * 4, pointer)) return VRM_OK;
    vrm_Result result = vrm_primitive_indices(gltf, primitive, allocator, NULL, 0, &room, NULL);
    if (result == VRM_OK) {
        bool is_too_much = room > UINT32_MAX / 16 || upload->index_count > UINT32_MAX - room;
        uint64_t more = room > listed ? (room - listed) * 4 : 0; /* of a strip */
        if (!vrmi_upload_spend_geometry(upload, is_too_much ? UINT64_MAX : more, pointer))
            return VRM_OK;
        uint32_t* indices = vrmi_room(allocator, upload->indices, &upload->index_capacity,
                                      upload->index_count + room, sizeof *indices);
        if (indices == NULL) return VRM_ERR_MEMORY;
        upload->indices = indices;
        result = vrm_primitive_indices(gltf, primitive, allocator, indices + upload->index_count,
                                       room, &count, &dropped);
    }
    if (result == VRM_ERR_MEMORY) return result;
    if (result != VRM_OK || dropped > 0)
        vrmi_upload_report(upload, "RENDER_INDICES_BROKEN", pointer, NULL);
    shape->indices = (vrmi_Range){(uint32_t)upload->index_count, (uint32_t)count};
    upload->index_count += count;
    return VRM_OK;
}

/* Room for all indices at once: an array that grows is there twice while it moves. */
static vrm_Result reserve_indices(vrmi_Upload* upload) {
    size_t total = 0, most = (size_t)(upload->geometry_bytes / sizeof *upload->indices);
    for (int32_t m = 0; m < upload->gltf->mesh_count; m++) {
        if (upload->first_shape[m] < 0) continue;
        const vrm_Mesh* mesh = &upload->gltf->meshes[m];
        for (int32_t p = 0; p < mesh->primitive_count; p++) {
            const vrm_Primitive* primitive = &mesh->primitives[p];
            size_t count = listed_corners(upload->gltf, primitive);
            if (primitive->mode != MODE_TRIANGLES) count *= 3;
            total = count > most - total ? most : total + count;
        }
    }
    upload->indices = vrmi_take(&upload->def.allocator, total, sizeof *upload->indices);
    if (upload->indices == NULL) return VRM_ERR_MEMORY;
    upload->index_capacity = total;
    return VRM_OK;
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
        vrmi_upload_report(upload, "RENDER_MODE_UNSUPPORTED",
                           vrmi_primitive_pointer(upload, mesh, index, "/mode"), NULL);
        return VRM_OK;
    }
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    const vrm_Accessor* accessor = positions < 0 ? NULL : &gltf->accessors[positions];
    if (accessor == NULL || !accessor->is_readable || accessor->type != VRM_ACCESSOR_VEC3) {
        vrmi_upload_report(upload, "RENDER_VERTICES_MISSING",
                           vrmi_primitive_pointer(upload, mesh, index, ""), NULL);
        return VRM_OK;
    }
    vrm_Result result = read_triangles(upload, shape, mesh, index);
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
    vrm_Result result =
        drawable->shapes == NULL || table.slots == NULL ? VRM_ERR_MEMORY : reserve_indices(upload);
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
