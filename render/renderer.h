/* SPDX-License-Identifier: MIT */
/* The renderer's own insides: what a frame needs from begin to end.
 *
 *   begin -> target (framebuffer of the right size)
 *   draw  -> data   (palettes, weights of every avatar, one float texture)
 *         -> queue  (which primitive, which instances, in which order)
 *   end   -> programs, uniforms, draw calls, lines, resolve */
#ifndef VRMI_RENDER_RENDERER_H
#define VRMI_RENDER_RENDERER_H

#include "drawable.h"
#include "gl.h"
#include "light.h"
#include "memory.h"

/* ---- Target: what is drawn into ---- */

/* What the colour buffer has: sRGB in bytes, or linear light. */
typedef enum vrmi_Color { VRMI_COLOR_SRGB8, VRMI_COLOR_HALF_FLOAT, VRMI_COLOR_FLOAT } vrmi_Color;

typedef struct vrmi_Target {
    int32_t width, height;  /* of the picture; 0 0: not made */
    int32_t scale, samples; /* what is drawn is `scale` times larger each way */
    vrmi_Color color;
    uint32_t draw_framebuffer; /* the one with samples; the same as `framebuffer` without */
    uint32_t color_buffer, depth_buffer;
    uint32_t framebuffer, texture; /* one sample for each pixel, still larger by `scale` */
} vrmi_Target;

/* ---- Data: what the avatars of a frame bring along ---- */

typedef struct vrmi_Data {
    float* texels; /* four numbers each */
    size_t count, capacity;
    uint32_t texture; /* 2048 wide, `rows` high */
    size_t rows;
} vrmi_Data;

/* Lines: position, then premultiplied linear colour, for each end. */
enum { VRMI_LINE_END_BYTES = 28 };

typedef struct vrmi_Lines {
    float* ends;
    size_t count;    /* lines */
    size_t capacity; /* ends */
} vrmi_Lines;

/* ---- Programs (programs.h) ---- */

typedef struct vrmi_Program {
    vrmi_Features features;
    uint32_t id;               /* 0: could not be compiled */
    uint32_t vertex, fragment; /* shaders, until it is finished */
    bool is_finished;          /* the driver has been asked for the result */
    int32_t u_frame, u_material, u_uv, u_draw;
    uint64_t frame_serial; /* of the frame whose u_frame it has */
} vrmi_Program;

typedef struct vrmi_Programs {
    vrmi_Program* items;
    size_t count, capacity;
    uint32_t lines, present; /* 0: not compiled yet */
    /* Their uniforms, looked up once: WebGL makes an object for each lookup. */
    int32_t u_lines, u_picture, u_is_read;
} vrmi_Programs;

/* ---- Queue (queue.h) ---- */

/* One draw call: a piece for a run of avatars whose blocks follow each other. */
typedef struct vrmi_Item {
    vrmi_Class draw_class;
    int32_t queue_offset;
    float depth;       /* distance in front of the camera; counts for blended classes */
    uint32_t sequence; /* in which it came */
    const vrm_Drawable* drawable;
    int32_t piece;
    int32_t block, count; /* first texel of the first block, instances */
    int32_t values;       /* of the queue, one for each value of the material; -1: as in the file */
    bool is_outline, is_mirrored, is_first_person;
    bool has_outline; /* when it is added: its outline is drawn, too */
} vrmi_Item;

typedef struct vrmi_Queue {
    vrmi_Item* items;
    size_t count, capacity;
    vrm_Vec4* values;
    size_t value_count, value_capacity;
} vrmi_Queue;

struct vrm_Renderer {
    vrm_Allocator allocator;
    vrmi_Gl gl;
    vrmi_Egl* egl; /* NULL: the host's context, or none */
    char name[256];
    int32_t max_size, max_samples, max_texture;
    bool makes_mipmaps;    /* itself: GL would compile shaders for it */
    bool is_supersampled;  /* instead of several samples for a pixel */
    bool lacks_wide_lines; /* draws all as wide as a drawn pixel */
    vrmi_Color best_color; /* the fastest; lowered where it cannot be drawn into */
    vrmi_Light light;
    vrm_RenderStats stats;
    vrmi_Target target;
    vrm_FrameDef frame;
    uint64_t frame_serial;
    bool is_open, has_picture;
    vrmi_Programs programs;
    char complaint[1024]; /* what the driver said of a shader */
    vrmi_Data data;
    vrmi_Queue queue;
    vrmi_Lines lines[2]; /* hidden by surfaces; in front of all */
    uint32_t line_array, line_buffer, present_array;
};

/* The functions of GL. Where the host imports them they are the same for every renderer: the table
 * is a constant, so that the compiler calls them directly. */
static inline const vrmi_Gl* vrmi_gl(const vrm_Renderer* renderer) {
#ifdef VRMI_GL_IMPORTS
    (void)renderer;
    return &vrmi_gl_imports;
#else
    return &renderer->gl;
#endif
}

/* Fills the table of GL functions. On failure *out_why is a sentence for a person, or NULL. */
vrm_Result vrmi_backend_open(vrm_Renderer* renderer, const vrm_RendererDef* def,
                             const char** out_why);

/* All levels below the first of the texture that is bound. False when there is no memory for them.
 */
bool vrmi_upload_mips(vrm_Renderer* renderer, int32_t format, uint32_t width, uint32_t height,
                      const uint8_t* pixels);

vrm_Result vrmi_target_make(vrm_Renderer* renderer, int32_t width, int32_t height, int32_t samples);
void vrmi_target_resolve(vrm_Renderer* renderer);
void vrmi_target_release(vrm_Renderer* renderer);

/* ---- The end of a frame ---- */

vrm_Mat4 vrmi_view_projection(const vrm_FrameDef* frame);
/* Has the driver compile what a drawable will be drawn with. */
void vrmi_start_programs(const vrm_Drawable* drawable);
vrm_Result vrmi_draw_queue(vrm_Renderer* renderer);
void vrmi_draw_lines(vrm_Renderer* renderer);
void vrmi_lines_release(vrm_Renderer* renderer);
/* vrm_render_present(); or, to be read, without the alpha taken out of the light. */
vrm_Result vrmi_present(vrm_Renderer* renderer, uint32_t framebuffer, int32_t x, int32_t y,
                        int32_t width, int32_t height, bool is_read);

#endif
