/* SPDX-License-Identifier: MIT */
/* Creates a renderer, and runs a frame from begin to end. */
#include "programs.h"
#include "renderer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Make ---- */

void vrm_renderer_def_init(vrm_RendererDef* def, size_t def_size) {
    vrm_RendererDef defaults = {.def_size = (uint32_t)def_size};
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static void learn_context(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    const char* name = (const char*)gl->GetString(GL_RENDERER);
    const char* version = (const char*)gl->GetString(GL_VERSION);
    snprintf(renderer->name, sizeof renderer->name, "%s%s%s", name == NULL ? "unknown" : name,
             version == NULL || version[0] == '\0' ? "" : ", ", version == NULL ? "" : version);
    bool is_llvmpipe = name != NULL && strstr(name, "llvmpipe") != NULL;
    bool is_swiftshader = name != NULL && strstr(name, "SwiftShader") != NULL;
    renderer->makes_mipmaps = is_llvmpipe;
    renderer->is_supersampled = is_llvmpipe;
    renderer->lacks_wide_lines = is_swiftshader;
    renderer->best_color = is_swiftshader ? VRMI_COLOR_FLOAT : VRMI_COLOR_SRGB8;
    vrmi_light_init(&renderer->light);
    int32_t buffer = 0;
    gl->GetIntegerv(GL_MAX_TEXTURE_SIZE, &renderer->max_texture);
    gl->GetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &buffer);
    gl->GetIntegerv(GL_MAX_SAMPLES, &renderer->max_samples);
    renderer->max_size = buffer < renderer->max_texture ? buffer : renderer->max_texture;
    if (renderer->max_size > 16384) renderer->max_size = 16384;
}

vrm_Result vrm_renderer_create(const vrm_RendererDef* given, vrm_Renderer** out_renderer) {
    *out_renderer = NULL;
    vrm_RendererDef def = vrm_default_renderer_def();
    if (given != NULL && !vrmi_render_def(&def, sizeof def, given)) return VRM_ERR_DEF;
    def.allocator = vrmi_render_allocator(&def.allocator);
    vrm_Renderer* renderer = vrmi_take(&def.allocator, 1, sizeof *renderer);
    if (renderer == NULL) return VRM_ERR_MEMORY;
    renderer->allocator = def.allocator;
    const char* why = NULL;
    vrm_Result result = vrmi_backend_open(renderer, &def, &why);
    if (result != VRM_OK) {
        if (why != NULL) vrm_report_add(def.report, "RENDER_UNAVAILABLE", "", why);
        vrmi_give(&def.allocator, renderer, 1, sizeof *renderer);
        return result;
    }
    learn_context(renderer);
    *out_renderer = renderer;
    return VRM_OK;
}

void vrm_renderer_destroy(vrm_Renderer* renderer) {
    if (renderer == NULL) return;
    vrm_Allocator allocator = renderer->allocator;
    if (renderer->egl != NULL) vrmi_egl_make_current(renderer->egl);
    vrmi_target_release(renderer);
    vrmi_programs_release(renderer);
    vrmi_lines_release(renderer);
    if (renderer->data.texture != 0) vrmi_gl(renderer)->DeleteTextures(1, &renderer->data.texture);
    vrmi_give(&allocator, renderer->data.texels, renderer->data.capacity, 16);
    vrmi_give(&allocator, renderer->queue.items, renderer->queue.capacity,
              sizeof *renderer->queue.items);
    vrmi_give(&allocator, renderer->queue.values, renderer->queue.value_capacity,
              sizeof *renderer->queue.values);
    vrmi_egl_close(renderer->egl);
    vrmi_give(&allocator, renderer, 1, sizeof *renderer);
}

const char* vrm_renderer_name(const vrm_Renderer* renderer) {
    return renderer->name;
}

vrm_RenderStats vrm_renderer_stats(const vrm_Renderer* renderer) {
    return renderer->stats;
}

/* ---- Frame ---- */

void vrm_frame_def_init(vrm_FrameDef* def, size_t def_size) {
    vrm_FrameDef defaults = {
        .def_size = (uint32_t)def_size,
        .width = 512,
        .height = 512,
        .samples = 4,
        .light_from = {1.0f, 1.0f, 1.0f},
        .light_color = {0.9f, 0.9f, 0.9f},
        .sky_color = {0.1f, 0.1f, 0.1f},
        .ground_color = {0.1f, 0.1f, 0.1f},
        .mode_node = -1,
    };
    defaults.view = vrm_camera_look_at((vrm_Vec3){0.0f, 1.0f, 3.0f}, (vrm_Vec3){0.0f, 1.0f, 0.0f},
                                       (vrm_Vec3){0.0f, 1.0f, 0.0f});
    defaults.projection = vrm_camera_perspective(0.523598776f, 1.0f, 0.1f, 100.0f);
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static bool are_finite(const float* numbers, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(numbers[i])) return false;
    return true;
}

static bool is_finite3(vrm_Vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool is_sound(const vrm_Renderer* renderer, const vrm_FrameDef* frame) {
    const vrm_Vec4* background = &frame->background;
    if (frame->width < 1 || frame->width > renderer->max_size) return false;
    if (frame->height < 1 || frame->height > renderer->max_size) return false;
    if ((uint32_t)frame->mode > VRM_RENDER_DENSITY) return false;
    return are_finite(frame->view.m, 16) && are_finite(frame->projection.m, 16) &&
           is_finite3(frame->light_from) && is_finite3(frame->light_color) &&
           is_finite3(frame->sky_color) && is_finite3(frame->ground_color) &&
           isfinite(background->x) && isfinite(background->y) && isfinite(background->z) &&
           isfinite(background->w) && isfinite(frame->time_s) && isfinite(frame->min_outline_px);
}

vrm_Result vrm_render_begin(vrm_Renderer* renderer, const vrm_FrameDef* given) {
    vrm_FrameDef frame = vrm_default_frame_def();
    if (given != NULL && !vrmi_render_def(&frame, sizeof frame, given)) return VRM_ERR_DEF;
    if (!is_sound(renderer, &frame)) return VRM_ERR_ARGUMENT;
    if (renderer->egl != NULL) vrmi_egl_make_current(renderer->egl);
    renderer->is_open = renderer->has_picture = false;
    vrm_Result result = vrmi_target_make(renderer, frame.width, frame.height, frame.samples);
    if (result != VRM_OK) return result;
    renderer->frame = frame;
    renderer->frame_serial++;
    renderer->data.count = renderer->queue.count = renderer->queue.value_count = 0;
    renderer->lines[0].count = renderer->lines[1].count = 0;
    renderer->stats.draw_calls = renderer->stats.triangles = renderer->stats.uploaded_bytes = 0;
    renderer->stats.texture_bindings = renderer->stats.state_changes = 0;
    renderer->is_open = true;
    return VRM_OK;
}

static void clear(const vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    vrm_Vec4 color = renderer->frame.background;
    gl->BindFramebuffer(GL_FRAMEBUFFER, renderer->target.draw_framebuffer);
    gl->Viewport(0, 0, renderer->target.width * renderer->target.scale,
                 renderer->target.height * renderer->target.scale);
    gl->DepthMask(1);
    gl->ClearColor(vrmi_decode_srgb(color.x) * color.w, vrmi_decode_srgb(color.y) * color.w,
                   vrmi_decode_srgb(color.z) * color.w, color.w);
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

vrm_Result vrm_render_end(vrm_Renderer* renderer) {
    if (!renderer->is_open) return VRM_ERR_ARGUMENT;
    if (renderer->egl != NULL) vrmi_egl_make_current(renderer->egl);
    clear(renderer);
    vrm_Result result = vrmi_draw_queue(renderer);
    if (result == VRM_OK) {
        vrmi_draw_lines(renderer);
        vrmi_target_resolve(renderer);
    }
    renderer->is_open = false;
    renderer->has_picture = result == VRM_OK;
    return result;
}
