/* SPDX-License-Identifier: MIT */
/* The renderer's own insides: what a frame needs from begin to end.
 *
 *   begin -> target (framebuffer of the right size)
 *   draw  -> data   (palettes, weights of every avatar, one float texture)
 *         -> queue  (which primitive, which instances, in which order)
 *   end   -> programs, uniforms, draw calls, lines, resolve */
#ifndef VRMI_RENDER_RENDERER_H
#define VRMI_RENDER_RENDERER_H

#include "gl.h"
#include "memory.h"

/* ---- Target: what is drawn into ---- */

typedef struct vrmi_Target {
    int32_t width, height, samples; /* 0 0 0: not made */
    uint32_t draw_framebuffer;      /* the one with samples; the same as `framebuffer` without */
    uint32_t color_buffer, depth_buffer;
    uint32_t framebuffer, texture; /* one sample for each pixel */
} vrmi_Target;

struct vrm_Renderer {
    vrm_Allocator allocator;
    vrmi_Gl gl;
    vrmi_Egl* egl; /* NULL: the host's context, or none */
    char name[256];
    int32_t max_size, max_samples, max_texture;
    vrm_RenderStats stats;
    vrmi_Target target;
    vrm_FrameDef frame;
    bool is_open, has_picture;
};

vrm_Result vrmi_target_make(vrm_Renderer* renderer, int32_t width, int32_t height, int32_t samples);
void vrmi_target_resolve(vrm_Renderer* renderer);
void vrmi_target_release(vrm_Renderer* renderer);

#endif
