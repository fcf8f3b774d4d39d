/* SPDX-License-Identifier: MIT */
/** Pictures of avatars: MToon, unlit and PBR surfaces through OpenGL ES 3.0 or WebGL 2, with or
 * without a screen. Part of libvrm_render, which uses libvrm's public headers.
 *
 *   vrm_renderer_create     once: a context of its own, or the host's, or none at all (null)
 *   vrm_drawable_create     once for each model: vertices, morph targets, textures, materials
 *   vrm_render_begin        each frame: size, camera, light, time
 *   vrm_render_draw         any number of avatars of a drawable, as the sim has posed them
 *   vrm_render_lines        overlays
 *   vrm_render_end          draws everything in the specification's order
 *   vrm_render_read         the picture as bytes; or vrm_render_present into the host's framebuffer
 *
 * Use a renderer and everything that belongs to it on one thread. Colours are linear unless a
 * comment says sRGB. Invalid parts of a file get a visible substitute and a finding: a checkerboard
 * for a broken base colour image, a computed normal for a broken one. */
#ifndef VRM_RENDER_H
#define VRM_RENDER_H

#include "base.h"
#include "image.h"
#include "model.h"
#include "report.h"
#include "rig.h"
#include "sim.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Draws avatars into pictures. */
typedef struct vrm_Renderer vrm_Renderer;

/** A model in the memory of the graphics card, ready to be drawn any number of times. */
typedef struct vrm_Drawable vrm_Drawable;

/* ---- Renderer ---- */

/** Backend of a renderer. */
typedef enum vrm_RenderBackend {
    VRM_BACKEND_EGL = 0, /**< A context of its own without window or screen: libEGL.so.1 is opened
                              when the renderer is created, not when the program starts. */
    VRM_BACKEND_HOST,    /**< The host's OpenGL ES 3.0 or WebGL 2 context, current at every call; GL
                              state is changed and not restored. */
    VRM_BACKEND_NULL /**< No GL at all: all steps except drawing, with all range checks. Pictures
                          are transparent. For tests. */
} vrm_RenderBackend;

/** A function of OpenGL, to be cast to its own type. */
typedef void vrm_GlProc(void);

/** How to create a renderer. Start from vrm_default_renderer_def(). */
typedef struct vrm_RendererDef {
    uint32_t def_size;         /**< Set by the default function; do not touch. */
    vrm_RenderBackend backend; /**< Default VRM_BACKEND_EGL. */
    /** For VRM_BACKEND_HOST: returns a GL function by its name ("glDrawElementsInstanced"):
     * eglGetProcAddress, glfwGetProcAddress, or a table of imports in wasm. */
    vrm_GlProc* (*get_proc)(void* ctx, const char* name);
    void* get_proc_ctx; /**< Passed to get_proc. Default NULL. */
    vrm_Report* report; /**< Receives a finding if no renderer is available, with the package to
                             install. Default NULL. */
    /** For the renderer, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
} vrm_RendererDef;

/** Sets every field to its default; called by vrm_default_renderer_def(). */
VRM_API void vrm_renderer_def_init(vrm_RendererDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_RendererDef vrm_default_renderer_def(void) {
    vrm_RendererDef def;
    vrm_renderer_def_init(&def, sizeof def);
    return def;
}

/** Creates a renderer. `def` may be NULL. Returns VRM_ERR_UNSUPPORTED, with the finding
 * RENDER_UNAVAILABLE, if there is no EGL, no driver or no ES 3.0 context. */
VRM_API vrm_Result vrm_renderer_create(const vrm_RendererDef* def, vrm_Renderer** out_renderer);
/** Destroys a renderer. Destroy its drawables first. `renderer` may be NULL. */
VRM_API void vrm_renderer_destroy(vrm_Renderer* renderer);

/** Returns the name of the driver: GL_RENDERER and GL_VERSION, as "llvmpipe (...), OpenGL ES 3.2
 * Mesa"; "null" for the null backend. Lives as long as the renderer. */
VRM_API const char* vrm_renderer_name(const vrm_Renderer* renderer);

/** Counters of a renderer. */
typedef struct vrm_RenderStats {
    uint64_t draw_calls, triangles; /**< Of the last frame; each instance counts. */
    uint64_t uploaded_bytes;        /**< Of the last frame: palettes, weights, lines. */
    int64_t gpu_bytes;              /**< Buffers and textures that exist now, mip maps included. */
    int32_t programs;               /**< Shader programs compiled so far. */
    int32_t textures, buffers;      /**< Textures and buffers that exist now. */
    uint64_t texture_bindings;      /**< Of the last frame, for the draw calls. */
    uint64_t
        state_changes; /**< Of the last frame: programs, vertex arrays, blending, depth, faces. */
} vrm_RenderStats;

/** Returns the current counters. */
VRM_API vrm_RenderStats vrm_renderer_stats(const vrm_Renderer* renderer);

/* ---- Drawable ---- */

/** Decodes an image of the document: vrm_image_decode() or a function with the same contract. May
 * be called from the workers of vrm_DrawableDef.tasks. Any other result than VRM_OK leads to a
 * finding and a substitute. */
typedef vrm_Result vrm_DecodeImageFn(void* ctx, vrm_Span bytes, const vrm_ImageLimits* limits,
                                     const vrm_Allocator* allocator, vrm_Picture* out);

/** How to make a drawable. Start from vrm_default_drawable_def(). */
typedef struct vrm_DrawableDef {
    uint32_t def_size;      /**< Set by the default function; do not touch. */
    uint64_t max_gpu_bytes; /**< GPU memory for one model (bytes); parts beyond it are left out with
                                 a finding. Default 1 GiB. */
    vrm_DecodeImageFn* decode; /**< Default NULL: PNG, JPEG and WebP through vrm/image.h, or no
                                    images if the library was built without it. */
    void* decode_ctx;          /**< Passed to `decode`. Default NULL. */
    vrm_Tasks tasks;           /**< Decodes images on several threads; the allocator must then be
                                    thread-safe. */
    vrm_Report* report;        /**< Receives the findings. Default NULL. */
    /** For the drawable, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;

    /** Limits that grow with the size of the file, vrm_model_source_bytes(). Parts beyond them are
     * left out with a finding. */
    vrm_Allowance pixels;    /**< Pixels of all images together. Default 16777216 + 1024 for each
                                  byte, which is about what the best compression reaches. */
    vrm_Allowance geometry;  /**< Bytes of vertices, indices and morph targets; max_gpu_bytes limits
                                  them too. Default 8 MiB + 16 for each byte. */
    vrm_Allowance triangles; /**< Triangles drawn in one picture; each primitive of a node counts as
                                  16 more. Default 1048576 + 4 for each byte. */

    vrm_ImageLimits image_limits; /**< Limits for each image; `enough` makes thumbnails faster. An
                                     image whose sampler uses no mip maps or no smoothing is never
                                     halved. Always the last member, because it may grow. */
} vrm_DrawableDef;

/** Sets every field to its default; called by vrm_default_drawable_def(). */
VRM_API void vrm_drawable_def_init(vrm_DrawableDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_DrawableDef vrm_default_drawable_def(void) {
    vrm_DrawableDef def;
    vrm_drawable_def_init(&def, sizeof def);
    return def;
}

/** Uploads the parts of a model that are drawn. `rig` must be built from `model` and outlive the
 * drawable; the model is not kept. `def` may be NULL. Any model that loads can be drawn; broken
 * parts get a finding. */
VRM_API vrm_Result vrm_drawable_create(vrm_Renderer* renderer, const vrm_Model* model,
                                       const vrm_Rig* rig, const vrm_DrawableDef* def,
                                       vrm_Drawable** out_drawable);
/** Destroys a drawable. Do not call it between vrm_render_draw() and vrm_render_end(). `drawable`
 * may be NULL. */
VRM_API void vrm_drawable_destroy(vrm_Drawable* drawable);

/* ---- Frame ---- */

/** What a picture shows of surfaces. All but the first ignore light except where they say so, and
 * leave out outlines; masked and transparent parts stay so. */
typedef enum vrm_RenderMode {
    VRM_RENDER_LIT = 0, /**< The surfaces as their materials say. */
    VRM_RENDER_BASE,    /**< Base colour: texture, factor and vertex colour. */
    VRM_RENDER_SHADE,   /**< The colour in shade of MToon; of other materials the base colour. */
    VRM_RENDER_LIGHT,   /**< What the light reaches: white in light, black in shade. */
    VRM_RENDER_NORMALS, /**< The normal in the world, with the normal map: x, y, z as red, green,
                             blue, 0.5 for zero. */
    VRM_RENDER_UV, /**< A checkerboard of 8 x 8 fields for each texture, red along u, green along
                        v. */
    VRM_RENDER_WEIGHTS, /**< How much mode_node moves each vertex: grey not at all, blue little, red
                             alone. */
    VRM_RENDER_DENSITY  /**< Texels of the base colour texture for each metre: blue 256 and less,
                             green 1448, red 8192 and more; grey without a texture. */
} vrm_RenderMode;

/** Size, camera and light of a picture. Start from vrm_default_frame_def(). */
typedef struct vrm_FrameDef {
    uint32_t def_size;     /**< Set by the default function; do not touch. */
    int32_t width, height; /**< Pixels, 1 to 16384 and within the limit of GL. Default 512. */
    int32_t samples;       /**< Antialiasing samples: 1, 2, 4 or 8; clamped to the limit of GL.
                                Default 4. */
    vrm_Vec4 background;   /**< sRGB as in CSS, not premultiplied. Default transparent. */

    vrm_Mat4 view; /**< World to camera, which looks along -Z. Default from (0, 1, 3) along -Z. */
    vrm_Mat4 projection; /**< Camera to clip space, z -1..1, as in glTF. Default 30 degrees. */

    /** One directional light. A surface that faces light of colour 1 shows its base colour
     * (three.js: an intensity of pi). */
    vrm_Vec3 light_from;  /**< Direction to the light, world space, any length. Default 1 1 1. */
    vrm_Vec3 light_color; /**< Colour of the light. Default 0.9 each. */
    /** Global illumination from above and from below, interpolated by the height of the normal
     * (three.js: an ambient light of pi times this). Default 0.1 each: with the light, 1. */
    vrm_Vec3 sky_color, ground_color;

    float time_s; /**< For UV animation: seconds since the model appeared. Default 0. */

    /** Outlines narrower than this many pixels at the avatar's distance are left out: a distant
     * crowd then has half the triangles. Default 0: all are drawn. */
    float min_outline_px;

    vrm_RenderMode mode; /**< What is shown. Default VRM_RENDER_LIT. */
    int32_t mode_node;   /**< Node of the joint for VRM_RENDER_WEIGHTS. Default -1: none. */
} vrm_FrameDef;

/** Sets every field to its default; called by vrm_default_frame_def(). */
VRM_API void vrm_frame_def_init(vrm_FrameDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_FrameDef vrm_default_frame_def(void) {
    vrm_FrameDef def;
    vrm_frame_def_init(&def, sizeof def);
    return def;
}

/** Returns a view matrix. `eye` and `target` must differ, and `up` must not be parallel to their
 * difference; otherwise the nearest valid camera is returned. */
VRM_API vrm_Mat4 vrm_camera_look_at(vrm_Vec3 eye, vrm_Vec3 target, vrm_Vec3 up);
/** Returns a perspective projection: `y_fov` is the angle from bottom to top (radians), `aspect`
 * width / height, `z_near` and `z_far` the clip planes (m). */
VRM_API vrm_Mat4 vrm_camera_perspective(float y_fov, float aspect, float z_near, float z_far);
/** Returns an orthographic projection: `height` is that of the picture (m); otherwise as
 * vrm_camera_perspective(). */
VRM_API vrm_Mat4 vrm_camera_orthographic(float height, float aspect, float z_near, float z_far);

/** Begins a picture. Returns VRM_ERR_ARGUMENT if the size or a matrix is out of range or not
 * finite. A frame that was begun but not ended is discarded. */
VRM_API vrm_Result vrm_render_begin(vrm_Renderer* renderer, const vrm_FrameDef* frame);

/** Adds avatars to the picture; each must have the drawable's rig. Poses, weights and views are
 * copied, so the sim may continue; the drawable must live until vrm_render_end(). Each avatar's
 * view (vrm_avatar_set_view()) selects the meshes that are drawn. Needs VRM_OUTPUT_PALETTES,
 * VRM_OUTPUT_WORLDS and VRM_OUTPUT_FACE. Stale ids are ignored. Returns VRM_ERR_LIMIT if there are
 * more avatars than one frame can hold (about 6000 with 200 joints each). */
VRM_API vrm_Result vrm_render_draw(vrm_Renderer* renderer, const vrm_Drawable* drawable,
                                   const vrm_Sim* sim, const vrm_AvatarId* avatars, int32_t count);

/** A line in world space; colour sRGB, not premultiplied. */
typedef struct vrm_Line {
    vrm_Vec3 from, to; /**< Both ends in world space (m). */
    vrm_Vec4 color;    /**< sRGB, 0..1; the line has this colour at both ends. */
} vrm_Line;

/** Adds lines one pixel wide, drawn after everything else. If `in_front`, nothing hides them. */
VRM_API vrm_Result vrm_render_lines(vrm_Renderer* renderer, const vrm_Line* lines, int32_t count,
                                    bool in_front);

/** Draws everything that was added to the frame. Returns VRM_ERR_UNSUPPORTED if the driver refuses
 * a shader. */
VRM_API vrm_Result vrm_render_end(vrm_Renderer* renderer);

/* ---- The picture, between vrm_render_end() and the next vrm_render_begin() ---- */

/** Reads the picture: RGBA, one byte each, sRGB, not premultiplied, the top row first. `size` must
 * be four times width times height of the frame. */
VRM_API vrm_Result vrm_render_read(vrm_Renderer* renderer, uint8_t* out_rgba, size_t size);

/** Draws the picture into a framebuffer of the host (0: the window, the canvas), scaled to the
 * rectangle. Colours are encoded as sRGB and premultiplied. */
VRM_API vrm_Result vrm_render_present(vrm_Renderer* renderer, uint32_t framebuffer, int32_t x,
                                      int32_t y, int32_t width, int32_t height);

/* ---- Overlays: lines for bones, springs, colliders, normals ---- */

/** Debug overlays of an avatar; bits. */
typedef enum vrm_Overlay {
    VRM_OVERLAY_BONES = 1,     /**< Humanoid bones white, other joints grey, with axes. */
    VRM_OVERLAY_SPRINGS = 2,   /**< Spring chains and the hit radius of their joints. */
    VRM_OVERLAY_COLLIDERS = 4, /**< Spheres, capsules, planes. */
    VRM_OVERLAY_NORMALS = 8,   /**< A needle on each vertex, in the pose; without morph targets. */
    VRM_OVERLAY_FIRST_PERSON = 16 /**< Edges: green always drawn, red hidden from the first-person
                                       camera, blue seen by it alone. */
} vrm_Overlay;

/** Creates the lines of an avatar's overlays for vrm_render_lines(). `which` is a sum of
 * vrm_Overlay. `out_lines` is allocated from `allocator`, which may be NULL; release it with
 * vrm_lines_release(). It is NULL if there are no lines. Needs VRM_OUTPUT_WORLDS and
 * VRM_OUTPUT_PALETTES. */
VRM_API vrm_Result vrm_overlay_lines(const vrm_Model* model, const vrm_Sim* sim,
                                     vrm_AvatarId avatar, uint32_t which,
                                     const vrm_Allocator* allocator, vrm_Line** out_lines,
                                     int32_t* out_count);
/** Releases the lines of vrm_overlay_lines(), with the same allocator. */
VRM_API void vrm_lines_release(const vrm_Allocator* allocator, vrm_Line* lines, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
