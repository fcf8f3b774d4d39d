/* SPDX-License-Identifier: MIT */
#include "crowd_picture.h"
#include "cli.h"

#ifdef CLI_HAS_RENDER

#include "output_name.h"
#include "vrm/image.h"
#include "vrm/render.h"
#include "whole_file.h"

#include <stdlib.h>

/* All that stands in the picture. */
static void find_bounds(const crowd_Picture* p, vrm_Vec3* low, vrm_Vec3* high) {
    *low = (vrm_Vec3){1e9f, 0.0f, 1e9f};
    *high = (vrm_Vec3){-1e9f, 1.0f, -1e9f};
    for (int32_t i = 0; i < p->count; i++) {
        const vrm_Affine* worlds = vrm_avatar_worlds(p->sim, p->ids[i]);
        int32_t nodes = vrm_rig_node_count(vrm_avatar_rig(p->sim, p->ids[i]));
        for (int32_t n = 0; n < nodes; n++) {
            float x = worlds[n].rows[0].w, y = worlds[n].rows[1].w, z = worlds[n].rows[2].w;
            low->x = x < low->x ? x : low->x;
            high->x = x > high->x ? x : high->x;
            high->y = y > high->y ? y : high->y;
            low->z = z < low->z ? z : low->z;
            high->z = z > high->z ? z : high->z;
        }
    }
}

static vrm_FrameDef make_frame(const crowd_Picture* p) {
    vrm_Vec3 low, high;
    vrm_FrameDef frame = vrm_default_frame_def();
    find_bounds(p, &low, &high);
    float aspect = (float)p->width / (float)p->height, width = high.x - low.x + 1.0f;
    float depth = high.z - low.z, fov = 0.6f, back = 0.5f * width / (0.31f * aspect) + 1.5f;
    float tall = high.y + 0.3f;
    if (back < 0.5f * tall / 0.31f + 0.5f) back = 0.5f * tall / 0.31f + 0.5f;
    vrm_Vec3 middle = {0.5f * (low.x + high.x), 0.45f * tall, high.z - 0.4f * depth};
    vrm_Vec3 eye = {middle.x, 0.6f * tall + 0.25f * back, high.z + back};
    frame.width = p->width;
    frame.height = p->height;
    frame.background = (vrm_Vec4){0.93f, 0.94f, 0.96f, 1.0f};
    frame.view = vrm_camera_look_at(eye, middle, (vrm_Vec3){0.0f, 1.0f, 0.0f});
    frame.projection = vrm_camera_perspective(fov, aspect, 0.1f, 2.0f * (back + depth) + 10.0f);
    return frame;
}

/* Avatars of one file at once: they are instances of one drawable. */
static vrm_Result draw_file(const crowd_Picture* p, vrm_Renderer* renderer,
                            const vrm_Drawable* drawable, int file) {
    vrm_AvatarId* ids = malloc((size_t)p->count * sizeof *ids + 1);
    int32_t count = 0;
    if (ids == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = file; i < p->count; i += p->file_count) ids[count++] = p->ids[i];
    vrm_Result result = vrm_render_draw(renderer, drawable, p->sim, ids, count);
    free(ids);
    return result;
}

static vrm_Result write_pixels(const crowd_Picture* p, const uint8_t* pixels) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    vrm_ImageWriter* writer = NULL;
    vrm_Span bytes = {0};
    def.width = (uint32_t)p->width;
    def.height = (uint32_t)p->height;
    def.format = cli_has_ending(p->path, ".webp") ? VRM_IMAGE_WEBP : VRM_IMAGE_PNG;
    vrm_Result result = vrm_image_writer_create(&def, &writer);
    if (result == VRM_OK) result = vrm_image_writer_add(writer, pixels);
    if (result == VRM_OK) result = vrm_image_writer_finish(writer, &bytes);
    if (result == VRM_OK) result = cli_write_file(p->path, bytes.data, bytes.size);
    vrm_image_writer_destroy(writer);
    return result;
}

int crowd_picture_write(const crowd_Picture* p) {
    vrm_Renderer* renderer = NULL;
    vrm_Report* report = NULL;
    vrm_RendererDef def = vrm_default_renderer_def();
    vrm_FrameDef frame = make_frame(p);
    size_t size = (size_t)p->width * (size_t)p->height * 4;
    uint8_t* pixels = malloc(size);
    vrm_Drawable** drawables = calloc((size_t)p->file_count, sizeof(vrm_Drawable*));
    vrm_Result result =
        pixels == NULL || drawables == NULL ? VRM_ERR_MEMORY : vrm_report_create(NULL, &report);
    def.report = report;
    if (result == VRM_OK) result = vrm_renderer_create(&def, &renderer);
    for (int f = 0; result == VRM_OK && f < p->file_count; f++)
        result = vrm_drawable_create(renderer, p->models[f], p->rigs[f], NULL, &drawables[f]);
    if (result == VRM_OK) result = vrm_render_begin(renderer, &frame);
    for (int f = 0; result == VRM_OK && f < p->file_count; f++)
        result = draw_file(p, renderer, drawables[f], f);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    if (result == VRM_OK) result = vrm_render_read(renderer, pixels, size);
    if (result == VRM_OK) result = write_pixels(p, pixels);
    int status = CLI_OK;
    if (result != VRM_OK) {
        if (p->is_json) cli_put_json_failure(p->path, result, report);
        status = cli_result_error("crowd", p->path, result, report);
    }
    for (int f = 0; drawables != NULL && f < p->file_count; f++) vrm_drawable_destroy(drawables[f]);
    vrm_renderer_destroy(renderer);
    vrm_report_destroy(report);
    free(drawables);
    free(pixels);
    return status;
}

#else

int crowd_picture_write(const crowd_Picture* picture) {
    if (picture->is_json) cli_put_json_failure(picture->path, VRM_ERR_UNSUPPORTED, NULL);
    fputs("vrm crowd: this vrm was built without pictures; see vrm help render\n", stderr);
    return CLI_FAILED;
}

#endif
