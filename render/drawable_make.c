/* SPDX-License-Identifier: MIT */
/* A drawable from creation to release. The steps have files of their own. */
#include "drawable.h"

#include "pieces.h"
#include "renderer.h"
#include "shapes.h"
#include "surfaces.h"
#include "textures.h"
#include "vertices.h"

#include <string.h>

/* ---- Make ---- */

void vrm_drawable_def_init(vrm_DrawableDef* def, size_t def_size) {
    vrm_DrawableDef defaults = {.def_size = (uint32_t)def_size,
                                .max_gpu_bytes = (uint64_t)1 << 30,
                                .pixels = {(uint64_t)1 << 24, 1024},
                                .geometry = {(uint64_t)8 << 20, 16},
                                .triangles = {(uint64_t)1 << 20, 4}};
    defaults.image_limits.limits_size = (uint32_t)sizeof defaults.image_limits;
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static vrm_Result upload_all(vrmi_Upload* upload) {
    const vrm_Allocator* allocator = &upload->def.allocator;
    size_t mesh_count = (size_t)upload->gltf->mesh_count;
    upload->first_shape = vrmi_take(allocator, mesh_count, sizeof *upload->first_shape);
    vrm_Result result = upload->first_shape == NULL ? VRM_ERR_MEMORY : VRM_OK;
    if (result == VRM_OK) result = vrmi_upload_shapes(upload);
    if (result == VRM_OK) result = vrmi_upload_materials(upload);
    if (result == VRM_OK) result = vrmi_upload_textures(upload);
    if (result == VRM_OK) result = vrmi_upload_vertices(upload);
    if (result == VRM_OK) result = vrmi_upload_parts(upload);
    vrmi_give(allocator, upload->first_shape, mesh_count, sizeof *upload->first_shape);
    vrmi_give(allocator, upload->indices, upload->index_capacity, sizeof *upload->indices);
    return result;
}

vrm_Result vrm_drawable_create(vrm_Renderer* renderer, const vrm_Model* model, const vrm_Rig* rig,
                               const vrm_DrawableDef* given, vrm_Drawable** out_drawable) {
    *out_drawable = NULL;
    vrmi_Upload upload = {
        .model = model, .gltf = vrm_model_gltf(model), .def = vrm_default_drawable_def()};
    if (given != NULL && !vrmi_render_def(&upload.def, sizeof upload.def, given))
        return VRM_ERR_DEF;
    if (vrm_rig_node_count(rig) != upload.gltf->node_count) return VRM_ERR_ARGUMENT;
    upload.def.allocator = vrmi_render_allocator(&upload.def.allocator);
    vrm_Drawable* drawable = vrmi_take(&upload.def.allocator, 1, sizeof *drawable);
    if (drawable == NULL) return VRM_ERR_MEMORY;
    drawable->renderer = renderer;
    drawable->allocator = upload.def.allocator;
    drawable->rig = rig;
    drawable->max_gpu_bytes = upload.def.max_gpu_bytes;
    upload.drawable = drawable;
    uint64_t source_bytes = vrm_model_source_bytes(model);
    upload.pixels = vrmi_allowance(upload.def.pixels, source_bytes);
    upload.geometry_bytes = vrmi_allowance(upload.def.geometry, source_bytes);
    upload.triangles = vrmi_allowance(upload.def.triangles, source_bytes);
    if (renderer->egl != NULL) vrmi_egl_make_current(renderer->egl);
    vrm_Result result = upload_all(&upload);
    if (result != VRM_OK) {
        vrm_drawable_destroy(drawable);
        return result;
    }
    vrmi_start_programs(drawable);
    *out_drawable = drawable;
    return VRM_OK;
}

/* ---- Unmake ---- */

static void release_geometry(vrm_Drawable* drawable, vrmi_Geometry* geometry) {
    const vrmi_Gl* gl = vrmi_gl(drawable->renderer);
    vrm_RenderStats* stats = &drawable->renderer->stats;
    if (geometry->vertex_array != 0) gl->DeleteVertexArrays(1, &geometry->vertex_array);
    if (geometry->vertex_buffer != 0) {
        gl->DeleteBuffers(1, &geometry->vertex_buffer);
        stats->buffers--;
        stats->gpu_bytes -= (int64_t)geometry->vertex_bytes;
    }
    if (geometry->morph_texture != 0) {
        gl->DeleteTextures(1, &geometry->morph_texture);
        stats->textures--;
        stats->gpu_bytes -= (int64_t)geometry->morph_bytes;
    }
    vrmi_give(&drawable->allocator, geometry->sources, geometry->source_capacity,
              sizeof *geometry->sources);
    vrmi_give(&drawable->allocator, geometry->morphs, (size_t)geometry->morph_count,
              sizeof *geometry->morphs);
}

static void release_textures(vrm_Drawable* drawable) {
    const vrmi_Gl* gl = vrmi_gl(drawable->renderer);
    vrm_RenderStats* stats = &drawable->renderer->stats;
    for (size_t i = 0; drawable->textures != NULL && i < drawable->texture_count; i++) {
        if (drawable->textures[i].id == 0) continue;
        gl->DeleteTextures(1, &drawable->textures[i].id);
        stats->textures--;
        stats->gpu_bytes -= (int64_t)drawable->textures[i].bytes;
    }
    for (size_t i = 0; drawable->samplers != NULL && i < drawable->sampler_count; i++)
        if (drawable->samplers[i] != 0) gl->DeleteSamplers(1, &drawable->samplers[i]);
}

void vrm_drawable_destroy(vrm_Drawable* drawable) {
    if (drawable == NULL) return;
    vrm_Allocator allocator = drawable->allocator;
    vrm_Renderer* renderer = drawable->renderer;
    if (renderer->egl != NULL) vrmi_egl_make_current(renderer->egl);
    for (size_t i = 0; i < drawable->geometry_count; i++)
        release_geometry(drawable, &drawable->geometries[i]);
    if (drawable->index_buffer != 0) {
        vrmi_gl(renderer)->DeleteBuffers(1, &drawable->index_buffer);
        if (drawable->index_count > 0) renderer->stats.buffers--;
        renderer->stats.gpu_bytes -= (int64_t)(drawable->index_count * 4);
    }
    release_textures(drawable);
    vrmi_give(&allocator, drawable->geometries, drawable->geometry_capacity,
              sizeof *drawable->geometries);
    vrmi_give(&allocator, drawable->shapes, drawable->shape_capacity, sizeof *drawable->shapes);
    vrmi_give(&allocator, drawable->materials, drawable->material_count,
              sizeof *drawable->materials);
    vrmi_give(&allocator, drawable->textures, drawable->texture_count, sizeof *drawable->textures);
    vrmi_give(&allocator, drawable->samplers, drawable->sampler_count, sizeof *drawable->samplers);
    vrmi_give(&allocator, drawable->parts, drawable->part_count, sizeof *drawable->parts);
    vrmi_give(&allocator, drawable->pieces, drawable->piece_capacity, sizeof *drawable->pieces);
    vrmi_give(&allocator, drawable->morph_lists, drawable->morph_list_capacity,
              sizeof *drawable->morph_lists);
    vrmi_give(&allocator, drawable, 1, sizeof *drawable);
}
