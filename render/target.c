/* SPDX-License-Identifier: MIT */
/* The picture being drawn. Its colour buffer is sRGB: shaders write linear light, and GL encodes it
 * after blending, so that edges and transparent surfaces mix as light does. Colours are
 * premultiplied until they are read.
 *
 * Smooth edges: a graphics card takes several samples of each pixel. llvmpipe, which draws without
 * one, takes four times as long to draw with them and twice as long to compile shaders, and a
 * picture twice as large each way, averaged when it is presented or read, costs half of it and
 * smooths textures too.
 *
 * SwiftShader, which stands in for a graphics card under WebGL, is faster with samples: a
 * larger picture takes 1.3 times the CPU for one avatar at 1280 x 720, 1.8 times at 1920 x 1080,
 * 1.2 times for a crowd of 15. It encodes and decodes sRGB so slowly that resolving 512 x 512
 * pixels of 4 samples takes 90 ms, and it converts half floats slowly as well. There the colour
 * buffer has linear light in floats, which are encoded when they are presented or read; pictures
 * larger than 1920 x 1080 have half floats, for the memory. */
#include "renderer.h"

#include <string.h>

/* Samples up to which the colour buffer may have floats: 128 MiB. */
#define MAX_FLOAT_SAMPLES ((int64_t)1 << 23)

void vrmi_target_release(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    vrmi_Target* target = &renderer->target;
    if (target->draw_framebuffer != target->framebuffer)
        gl->DeleteFramebuffers(1, &target->draw_framebuffer);
    if (target->framebuffer != 0) gl->DeleteFramebuffers(1, &target->framebuffer);
    if (target->color_buffer != 0) gl->DeleteRenderbuffers(1, &target->color_buffer);
    if (target->depth_buffer != 0) gl->DeleteRenderbuffers(1, &target->depth_buffer);
    if (target->texture != 0) gl->DeleteTextures(1, &target->texture);
    memset(target, 0, sizeof *target);
}

static uint32_t make_buffer(const vrmi_Gl* gl, uint32_t attachment, uint32_t format,
                            const vrmi_Target* target) {
    uint32_t id = 0;
    gl->GenRenderbuffers(1, &id);
    gl->BindRenderbuffer(GL_RENDERBUFFER, id);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, target->samples > 1 ? target->samples : 0,
                                       format, target->width * target->scale,
                                       target->height * target->scale);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, id);
    return id;
}

/* Whether the target's framebuffers could be made in its size and format. */
static bool make_framebuffers(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    vrmi_Target* target = &renderer->target;
    static const struct {
        uint32_t format, type;
    } stored[] = {[VRMI_COLOR_SRGB8] = {GL_SRGB8_ALPHA8, GL_UNSIGNED_BYTE},
                  [VRMI_COLOR_HALF_FLOAT] = {GL_RGBA16F, GL_HALF_FLOAT},
                  [VRMI_COLOR_FLOAT] = {GL_RGBA32F, GL_FLOAT}};
    uint32_t format = stored[target->color].format;
    while (gl->GetError() != 0) continue;
    gl->GenTextures(1, &target->texture);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, target->texture);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->TexImage2D(GL_TEXTURE_2D, 0, (int32_t)format, target->width * target->scale,
                   target->height * target->scale, 0, GL_RGBA, stored[target->color].type, NULL);
    gl->GenFramebuffers(1, &target->framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->texture,
                             0);
    target->draw_framebuffer = target->framebuffer;
    if (target->samples > 1) {
        gl->GenFramebuffers(1, &target->draw_framebuffer);
        gl->BindFramebuffer(GL_FRAMEBUFFER, target->draw_framebuffer);
        target->color_buffer = make_buffer(gl, GL_COLOR_ATTACHMENT0, format, target);
    }
    target->depth_buffer = make_buffer(gl, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, target);
    bool is_complete = gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    return is_complete && gl->GetError() == 0;
}

vrm_Result vrmi_target_make(vrm_Renderer* renderer, int32_t width, int32_t height,
                            int32_t samples) {
    vrmi_Target* target = &renderer->target;
    int32_t scale = 1;
    if (renderer->is_supersampled && samples > 1 && width <= renderer->max_size / 2 &&
        height <= renderer->max_size / 2) {
        scale = 2;
        samples = 1;
    }
    if (samples > renderer->max_samples) samples = renderer->max_samples;
    if (samples < 1) samples = 1;
    if (target->width == width && target->height == height && target->samples == samples &&
        target->scale == scale)
        return VRM_OK;
    vrmi_Target wanted = {.width = width,
                          .height = height,
                          .scale = scale,
                          .samples = samples,
                          .color = renderer->best_color};
    bool is_large = (int64_t)width * height * scale * scale * samples > MAX_FLOAT_SAMPLES;
    if (is_large && wanted.color == VRMI_COLOR_FLOAT) wanted.color = VRMI_COLOR_HALF_FLOAT;
    for (;;) {
        vrmi_target_release(renderer);
        *target = wanted;
        if (make_framebuffers(renderer)) return VRM_OK;
        vrmi_target_release(renderer);
        if (wanted.color == VRMI_COLOR_SRGB8) return VRM_ERR_MEMORY;
        wanted.color--; /* a context that cannot draw into them */
        renderer->best_color = wanted.color;
    }
}

void vrmi_target_resolve(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    const vrmi_Target* target = &renderer->target;
    if (target->draw_framebuffer == target->framebuffer) return;
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, target->draw_framebuffer);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, target->framebuffer);
    gl->BlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height,
                        GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/* ---- Reading ---- */

/* Averages the drawn pixels of one pixel of the image: their mean as linear light, with the alpha
 * divided out. */
static void average(const uint8_t* drawn, size_t row, int32_t scale, const vrmi_Light* light,
                    uint8_t* out) {
    uint32_t sums[3] = {0, 0, 0}, alpha = 0, count = (uint32_t)(scale * scale);
    for (int32_t y = 0; y < scale; y++) {
        for (int32_t x = 0; x < scale; x++) {
            const uint8_t* pixel = drawn + (size_t)y * row + (size_t)x * 4;
            for (int c = 0; c < 3; c++) sums[c] += light->from_srgb[pixel[c]];
            alpha += pixel[3];
        }
    }
    memset(out, 0, 4);
    if (alpha == 0) return;
    for (int c = 0; c < 3; c++) {
        uint32_t straight = (sums[c] * 255 + alpha / 2) / alpha;
        out[c] = light->to_srgb[straight < 16383 ? straight : 16383];
    }
    out[3] = (uint8_t)((alpha + count / 2) / count);
}

static bool is_plain(const uint8_t* drawn, size_t row, int32_t scale) {
    for (int32_t y = 0; y < scale; y++)
        for (int32_t x = 0; x < scale; x++)
            if (memcmp(drawn, drawn + (size_t)y * row + (size_t)x * 4, 4) != 0) return false;
    return drawn[3] == 255 || (drawn[3] == 0 && drawn[0] == 0 && drawn[1] == 0 && drawn[2] == 0);
}

/* Rows from the top; GL has them from the bottom. */
static void finish_picture(const vrmi_Target* target, const vrmi_Light* light, const uint8_t* drawn,
                           uint8_t* out) {
    size_t scale = (size_t)target->scale, row = (size_t)target->width * scale * 4;
    for (int32_t y = target->height - 1; y >= 0; y--) {
        const uint8_t* from = drawn + (size_t)y * scale * row;
        for (int32_t x = 0; x < target->width; x++, from += scale * 4, out += 4) {
            if (is_plain(from, row, target->scale))
                memcpy(out, from, 4);
            else
                average(from, row, target->scale, light, out);
        }
    }
}

static void read_framebuffer(vrm_Renderer* renderer, uint32_t framebuffer, uint8_t* out) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    const vrmi_Target* target = &renderer->target;
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
    gl->ReadPixels(0, 0, target->width * target->scale, target->height * target->scale, GL_RGBA,
                   GL_UNSIGNED_BYTE, out);
}

/* Linear light: presented, which encodes it, into a framebuffer of bytes. */
static vrm_Result read_encoded(vrm_Renderer* renderer, uint8_t* out) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    const vrmi_Target* target = &renderer->target;
    int32_t width = target->width * target->scale, height = target->height * target->scale;
    uint32_t buffer = 0, framebuffer = 0;
    while (gl->GetError() != 0) continue;
    gl->GenRenderbuffers(1, &buffer);
    gl->BindRenderbuffer(GL_RENDERBUFFER, buffer);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, 0, GL_RGBA8, width, height);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
    vrm_Result result = gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
                            ? vrmi_present(renderer, framebuffer, 0, 0, width, height, true)
                            : VRM_ERR_MEMORY;
    if (result == VRM_OK) read_framebuffer(renderer, framebuffer, out);
    if (result == VRM_OK && gl->GetError() != 0) result = VRM_ERR_MEMORY;
    gl->DeleteFramebuffers(1, &framebuffer);
    gl->DeleteRenderbuffers(1, &buffer);
    return result;
}

vrm_Result vrm_render_read(vrm_Renderer* renderer, uint8_t* out_rgba, size_t size) {
    const vrmi_Target* target = &renderer->target;
    size_t pixels = (size_t)target->width * (size_t)target->height;
    size_t drawn_pixels = pixels * (size_t)(target->scale * target->scale);
    if (!renderer->has_picture || size != pixels * 4) return VRM_ERR_ARGUMENT;
    uint8_t* drawn = vrmi_take(&renderer->allocator, drawn_pixels, 4);
    if (drawn == NULL) return VRM_ERR_MEMORY;
    if (renderer->egl != NULL) vrmi_egl_make_current(renderer->egl);
    vrm_Result result = VRM_OK;
    if (target->color != VRMI_COLOR_SRGB8)
        result = read_encoded(renderer, drawn);
    else
        read_framebuffer(renderer, target->framebuffer, drawn);
    if (result == VRM_OK) finish_picture(target, &renderer->light, drawn, out_rgba);
    vrmi_give(&renderer->allocator, drawn, drawn_pixels, 4);
    return result;
}
