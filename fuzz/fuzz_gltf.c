/* SPDX-License-Identifier: MIT */
/* A file all the way through: load, read every accessor and image, save (the same bytes), edit,
 * read again, save, load (the same document). */
#include "require.h"

#include "gltf/document.h"

#include <stdlib.h>
#include <string.h>

/* Every side file exists: its bytes are its own name, over and over. */
static vrm_Result read_side_file(void* ctx, const char* path, uint64_t max_size,
                                 const vrm_Allocator* allocator, uint8_t** out_data,
                                 size_t* out_size) {
    (void)ctx;
    require(path[0] != '/' && strncmp(path, "../", 3) != 0 && strstr(path, "/../") == NULL);
    size_t length = strlen(path), size = 256;
    if (size > max_size) return VRM_ERR_LIMIT;
    *out_data = vrmi_alloc(allocator, size);
    if (*out_data == NULL) return VRM_ERR_MEMORY;
    for (size_t i = 0; i < size; i++) (*out_data)[i] = (uint8_t)path[i % length];
    *out_size = size;
    return VRM_OK;
}

static void read_accessor(const vrm_Gltf* gltf, int32_t index) {
    const vrm_Accessor* accessor = &gltf->accessors[index];
    size_t components = (size_t)vrm_accessor_components(accessor->type);
    if (!accessor->is_readable || accessor->count > (1 << 20)) return;
    size_t count = (size_t)accessor->count * components;
    float* floats = malloc(count * sizeof *floats);
    uint32_t* integers = malloc(count * sizeof *integers);
    if (floats != NULL && vrm_accessor_read_floats(gltf, index, floats, count) == VRM_OK)
        for (size_t i = 0; i < count; i++) require(floats[i] - floats[i] == 0.0f);
    if (integers != NULL) vrm_accessor_read_u32(gltf, index, integers, count);
    free(integers);
    free(floats);
}

static uint32_t byte_sum(const uint8_t* data, uint64_t size) {
    uint32_t sum = 0;
    for (uint64_t i = 0; data != NULL && i < size; i++) sum += data[i];
    return sum;
}

/* What vrm/gltf.h promises of every index and every span. */
static uint32_t walk(const vrm_Gltf* gltf) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < gltf->buffer_view_count; i++)
        sum += byte_sum(gltf->buffer_views[i].data, gltf->buffer_views[i].byte_length);
    for (int32_t i = 0; i < gltf->image_count; i++)
        sum += byte_sum(gltf->images[i].data, gltf->images[i].size);
    for (int32_t i = 0; i < gltf->accessor_count; i++) read_accessor(gltf, i);
    for (int32_t i = 0; i < gltf->node_count; i++) {
        const vrm_Node* node = &gltf->nodes[gltf->node_order[i]];
        require(node->parent < gltf->node_count && node->mesh < gltf->mesh_count);
        for (int32_t k = 0; k < node->child_count; k++)
            require(&gltf->nodes[gltf->nodes[node->children[k]].parent] == node);
        sum += (uint32_t)strlen(node->name);
    }
    for (int32_t i = 0; i < gltf->skin_count; i++)
        for (int32_t k = 0; k < gltf->skins[i].joint_count; k++)
            require(gltf->skins[i].joints[k] < gltf->node_count);
    for (int32_t i = 0; i < gltf->mesh_count; i++)
        for (int32_t k = 0; k < gltf->meshes[i].primitive_count; k++)
            require(gltf->meshes[i].primitives[k].target_count <= gltf->meshes[i].target_count);
    return sum;
}

static uint8_t* save(const vrmi_Document* document, size_t* out_size) {
    vrm_Result result = vrmi_document_save_size(document, out_size);
    require(result == VRM_OK || result == VRM_ERR_MEMORY);
    uint8_t* bytes = result == VRM_OK ? malloc(*out_size > 0 ? *out_size : 1) : NULL;
    if (bytes != NULL) require(vrmi_document_save(document, bytes, *out_size) == VRM_OK);
    return bytes;
}

/* A chunk whose length was no multiple of 4 is padded when it is written: a buffer that was cut
 * short then has a few bytes more. */
static void edit_and_reload(vrmi_Document* document, const vrm_LoadDef* def, bool is_aligned) {
    vrm_JsonRef asset = vrm_json_at(document->json, "/asset");
    if (vrm_json_set(document->json, asset, "extras", "{\"edited\":true}", 15, NULL) != VRM_OK)
        return;
    int32_t nodes = document->gltf.node_count, accessors = document->gltf.accessor_count;
    uint32_t sum = walk(&document->gltf);
    require(vrmi_document_reread(document, NULL, NULL) == VRM_OK);
    size_t size;
    uint8_t* bytes = save(document, &size);
    if (bytes == NULL) return;
    vrmi_Document* again;
    vrm_Result result = vrmi_document_load(bytes, size, def, NULL, &again);
    require(result == VRM_OK || result == VRM_ERR_LIMIT);
    if (result == VRM_OK) {
        require(again->gltf.node_count == nodes && again->gltf.accessor_count == accessors);
        require(walk(&again->gltf) == sum || !is_aligned);
        size_t second_size;
        uint8_t* second = save(again, &second_size);
        require(second == NULL || (second_size == size && memcmp(second, bytes, size) == 0));
        free(second);
    }
    vrmi_document_destroy(again);
    free(bytes);
}

static bool has_code(const vrm_Report* report, const char* code) {
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        if (strcmp(vrm_report_get(report, i).code, code) == 0) return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_LoadDef def = vrm_default_load_def();
    def.read_file = read_side_file;
    def.borrow_bytes = true;
    def.limits.decoded_bytes = 16 << 20;
    def.limits.elements = 1 << 16;
    vrm_Report* report;
    vrmi_Document* document;
    if (vrm_report_create(NULL, &report) != VRM_OK) return 0;
    vrm_Result result = vrmi_document_load(data, size, &def, report, &document);
    require(result == VRM_OK || vrm_report_total(report, VRM_ERROR) > 0);
    if (result == VRM_OK) {
        walk(&document->gltf);
        size_t saved_size;
        uint8_t* saved = save(document, &saved_size);
        require(saved == NULL || (saved_size == size && memcmp(saved, data, size) == 0));
        free(saved);
        edit_and_reload(document, &def, !has_code(report, "GLB_CHUNK_LENGTH_UNALIGNED"));
    }
    vrmi_document_destroy(document);
    vrm_report_destroy(report);
    return 0;
}
