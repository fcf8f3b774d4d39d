/* SPDX-License-Identifier: MIT */
/* Any file that loads is uploaded and drawn on the null backend, in both views, with all overlays.
 * The sanitizers see what is read on the way; here every place that a draw call names is checked
 * against the buffer it points into. */
#include "render/renderer.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/* Images are another target's: here some are broken, and the rest is small. */
static vrm_Result decode(void* ctx, vrm_Span bytes, const vrm_ImageLimits* limits,
                         const vrm_Allocator* allocator, vrm_Picture* out) {
    (void)ctx, (void)limits;
    *out = (vrm_Picture){.allocator = *allocator};
    if (bytes.size % 3 == 0) return VRM_ERR_INVALID;
    out->width = 1 + (uint32_t)bytes.size % 4;
    out->height = 1;
    out->pixels = allocator->alloc(allocator->ctx, (size_t)out->width * 4, 16);
    if (out->pixels == NULL) return VRM_ERR_MEMORY;
    memset(out->pixels, 127, (size_t)out->width * 4);
    return VRM_OK;
}

static void claim(bool holds) {
    if (!holds) abort();
}

static void check_range(const vrm_Drawable* drawable, vrmi_Range range) {
    claim(range.count % 3 == 0);
    claim((size_t)range.first + range.count <= drawable->index_count);
}

/* What the shaders will read, as far as it is known before they run. */
static void check_items(const vrm_Renderer* renderer, const vrm_Drawable* drawable) {
    for (size_t i = 0; i < renderer->queue.count; i++) {
        const vrmi_Item* item = &renderer->queue.items[i];
        const vrmi_Piece* piece = &drawable->pieces[item->piece];
        const vrmi_Shape* shape = &drawable->shapes[piece->shape];
        check_range(drawable, item->is_first_person ? piece->first_person : shape->indices);
        claim(item->block >= 0 && item->count > 0);
        claim((size_t)item->block + (size_t)item->count * (size_t)drawable->block_texels <=
              renderer->data.count);
        claim(piece->palette + piece->joint_count * 3 <= drawable->block_texels);
        if (piece->morph_list < 0) continue;
        const vrmi_MorphList* list = &drawable->morph_lists[piece->morph_list];
        const vrmi_Geometry* geometry = &drawable->geometries[list->geometry];
        claim(list->texel + geometry->morph_count < drawable->block_texels);
        const float* entry =
            renderer->data.texels + ((size_t)item->block + (size_t)list->texel) * 4;
        for (int active = (int)entry[0]; active > 0; active--) {
            entry += 4;
            float stride = geometry->has_morph_normals ? 2.0f : 1.0f;
            claim((entry[0] + entry[2] * stride) * 16.0f <= (float)geometry->morph_bytes);
            claim(entry[1] + entry[2] <= (float)geometry->source_count);
        }
    }
}

static void draw(vrm_Renderer* renderer, const vrm_Drawable* drawable, const vrm_Sim* sim,
                 vrm_AvatarId id) {
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = frame.height = 4;
    claim(vrm_render_begin(renderer, &frame) == VRM_OK);
    vrm_AvatarId twice[2] = {id, id};
    vrm_Result result = vrm_render_draw(renderer, drawable, sim, twice, 2);
    claim(result == VRM_OK || result == VRM_ERR_LIMIT);
    claim(vrm_render_end(renderer) == VRM_OK);
    if (result == VRM_OK) check_items(renderer, drawable);
}

static void draw_all(vrm_Renderer* renderer, const vrm_Model* model, const vrm_Rig* rig,
                     vrm_Sim* sim) {
    vrm_DrawableDef def = vrm_default_drawable_def();
    def.decode = decode;
    def.max_gpu_bytes = (uint64_t)16 << 20;
    vrm_Drawable* drawable = NULL;
    claim(vrm_drawable_create(renderer, model, rig, &def, &drawable) == VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    for (int32_t i = 0; i < vrm_rig_expression_count(rig); i++)
        vrm_avatar_set_expression_at(sim, id, i, 1.0f);
    vrm_sim_step(sim, 1.0f / 60.0f);
    draw(renderer, drawable, sim, id);
    vrm_avatar_set_view(sim, id, VRM_VIEW_FIRST_PERSON);
    draw(renderer, drawable, sim, id);
    vrm_Line* lines = NULL;
    int32_t count = 0;
    claim(vrm_overlay_lines(model, sim, id, 31, NULL, &lines, &count) == VRM_OK);
    vrm_lines_release(NULL, lines, count);
    vrm_drawable_destroy(drawable);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_LoadDef load = vrm_default_load_def();
    load.borrow_bytes = true;
    load.limits.elements = 4096;
    load.limits.decoded_bytes = (uint64_t)4 << 20;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Renderer* renderer = NULL;
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_NULL;
    if (vrm_model_load(data, size, &load, NULL, &model) != VRM_OK) return 0;
    if (vrm_rig_build(model, NULL, &rig) == VRM_OK && vrm_sim_create(NULL, &sim) == VRM_OK &&
        vrm_renderer_create(&def, &renderer) == VRM_OK)
        draw_all(renderer, model, rig, sim);
    vrm_renderer_destroy(renderer);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return 0;
}
