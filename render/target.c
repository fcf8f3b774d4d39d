/* SPDX-License-Identifier: MIT */
/* The picture being drawn. Its colour buffer is sRGB: shaders write linear light, and GL encodes it
 * after blending, so that edges and transparent surfaces mix as light does. Colours are
 * premultiplied until they are read. */
#include "renderer.h"

#include <math.h>
#include <string.h>

void vrmi_target_release(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = &renderer->gl;
    vrmi_Target* target = &renderer->target;
    if (target->draw_framebuffer != target->framebuffer)
        gl->DeleteFramebuffers(1, &target->draw_framebuffer);
    if (target->framebuffer != 0) gl->DeleteFramebuffers(1, &target->framebuffer);
    if (target->color_buffer != 0) gl->DeleteRenderbuffers(1, &target->color_buffer);
    if (target->depth_buffer != 0) gl->DeleteRenderbuffers(1, &target->depth_buffer);
    if (target->color_samples != 0) gl->DeleteTextures(1, &target->color_samples);
    if (target->texture != 0) gl->DeleteTextures(1, &target->texture);
    memset(target, 0, sizeof *target);
}

static uint32_t make_buffer(const vrmi_Gl* gl, uint32_t attachment, uint32_t format,
                            const vrmi_Target* target) {
    uint32_t id = 0;
    gl->GenRenderbuffers(1, &id);
    gl->BindRenderbuffer(GL_RENDERBUFFER, id);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, target->samples > 1 ? target->samples : 0,
                                       format, target->width, target->height);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, id);
    return id;
}

/* Samples in a texture, which our own shader can average. */
static uint32_t make_samples(const vrmi_Gl* gl, const vrmi_Target* target) {
    uint32_t id = 0;
    gl->GenTextures(1, &id);
    gl->BindTexture(GL_TEXTURE_2D_MULTISAMPLE, id);
    gl->TexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, target->samples, GL_SRGB8_ALPHA8,
                                target->width, target->height, 1);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, id,
                             0);
    return id;
}

vrm_Result vrmi_target_make(vrm_Renderer* renderer, int32_t width, int32_t height,
                            int32_t samples) {
    const vrmi_Gl* gl = &renderer->gl;
    vrmi_Target* target = &renderer->target;
    if (samples > renderer->max_samples) samples = renderer->max_samples;
    if (samples < 1) samples = 1;
    if (target->width == width && target->height == height && target->samples == samples)
        return VRM_OK;
    vrmi_target_release(renderer);
    target->width = width;
    target->height = height;
    target->samples = samples;

    while (gl->GetError() != 0) continue;
    gl->GenTextures(1, &target->texture);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, target->texture);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   NULL);
    gl->GenFramebuffers(1, &target->framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->texture,
                             0);
    target->draw_framebuffer = target->framebuffer;
    if (samples > 1) {
        gl->GenFramebuffers(1, &target->draw_framebuffer);
        gl->BindFramebuffer(GL_FRAMEBUFFER, target->draw_framebuffer);
        if (renderer->is_software && gl->TexStorage2DMultisample != NULL)
            target->color_samples = make_samples(gl, target);
        else
            target->color_buffer = make_buffer(gl, GL_COLOR_ATTACHMENT0, GL_SRGB8_ALPHA8, target);
    }
    target->depth_buffer = make_buffer(gl, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, target);
    bool is_complete = gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (is_complete && gl->GetError() == 0) return VRM_OK;
    vrmi_target_release(renderer);
    return VRM_ERR_MEMORY;
}

/* llvmpipe compiles its own shader for a blit in every process; ours comes out of Mesa's cache: a
 * thumbnail takes half the time. */
static bool resolve_samples(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = &renderer->gl;
    const vrmi_Target* target = &renderer->target;
    uint32_t program = vrmi_program_resolve(renderer);
    if (program == 0) return false;
    if (renderer->present_array == 0) gl->GenVertexArrays(1, &renderer->present_array);
    gl->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    gl->Viewport(0, 0, target->width, target->height);
    gl->Disable(GL_DEPTH_TEST);
    gl->Disable(GL_CULL_FACE);
    gl->Disable(GL_BLEND);
    gl->UseProgram(program);
    gl->Uniform1i(gl->GetUniformLocation(program, "u_samples"), 0);
    gl->Uniform1i(gl->GetUniformLocation(program, "u_count"), target->samples);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D_MULTISAMPLE, target->color_samples);
    gl->BindSampler(0, 0);
    gl->BindVertexArray(renderer->present_array);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->BindVertexArray(0);
    return true;
}

void vrmi_target_resolve(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = &renderer->gl;
    const vrmi_Target* target = &renderer->target;
    if (target->draw_framebuffer == target->framebuffer) return;
    if (target->color_samples != 0 && resolve_samples(renderer)) return;
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, target->draw_framebuffer);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, target->framebuffer);
    gl->BlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height,
                        GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/* ---- Reading ---- */

static float decode_srgb(float c) {
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

static float encode_srgb(float c) {
    return c <= 0.0031308f ? c * 12.92f : 1.055f * powf(c, 1.0f / 2.4f) - 0.055f;
}

/* Takes the alpha out of premultiplied colours. That is a division of light, so it is done on
 * decoded values. */
static void straighten(uint8_t* pixel, const float* linear) {
    float alpha = (float)pixel[3] / 255.0f;
    for (int c = 0; c < 3; c++) {
        float light = fminf(linear[pixel[c]] / alpha, 1.0f);
        pixel[c] = (uint8_t)(encode_srgb(light) * 255.0f + 0.5f);
    }
}

vrm_Result vrm_render_read(vrm_Renderer* renderer, uint8_t* out_rgba, size_t size) {
    const vrmi_Target* target = &renderer->target;
    size_t row = (size_t)target->width * 4, rows = (size_t)target->height;
    if (!renderer->has_picture || size != row * rows) return VRM_ERR_ARGUMENT;
    uint8_t* swap = vrmi_take(&renderer->allocator, row, 1);
    if (swap == NULL) return VRM_ERR_MEMORY;
    if (renderer->egl != NULL) vrmi_egl_make_current(renderer->egl);
    const vrmi_Gl* gl = &renderer->gl;
    gl->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
    gl->ReadPixels(0, 0, target->width, target->height, GL_RGBA, GL_UNSIGNED_BYTE, out_rgba);
    for (size_t top = 0, bottom = rows - 1; top < bottom; top++, bottom--) {
        memcpy(swap, out_rgba + top * row, row);
        memcpy(out_rgba + top * row, out_rgba + bottom * row, row);
        memcpy(out_rgba + bottom * row, swap, row);
    }
    vrmi_give(&renderer->allocator, swap, row, 1);

    float linear[256];
    for (int i = 0; i < 256; i++) linear[i] = decode_srgb((float)i / 255.0f);
    for (size_t i = 0; i < size; i += 4)
        if (out_rgba[i + 3] > 0 && out_rgba[i + 3] < 255) straighten(out_rgba + i, linear);
    return VRM_OK;
}
