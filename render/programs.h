/* SPDX-License-Identifier: MIT */
/* Shader programs, one for each set of features that some material needs; the driver begins to
 * compile them when a drawable is made, and they are kept by the renderer. */
#ifndef VRMI_RENDER_PROGRAMS_H
#define VRMI_RENDER_PROGRAMS_H

#include "gl.h"

/* X(#define of the shaders). The order is that of the bits of vrmi_Features. Compiling is what
 * takes longest where there is no graphics card, so what costs a vertex or a pixel next to nothing
 * is no feature but a number: skin, morph targets, outline, rim. */
#define VRMI_FEATURES(X)                                                                           \
    X(SURFACE) /* lit: MToon or PBR */                                                             \
    X(MTOON)                                                                                       \
    X(ALPHA_MASK)                                                                                  \
    X(ALPHA_BLEND)                                                                                 \
    X(TANGENTS)                                                                                    \
    X(FLAT)                                                                                        \
    X(VERTEX_COLOR)                                                                                \
    X(UV_SECOND)                                                                                   \
    X(UV_TRANSFORM)                                                                                \
    X(UV_ANIMATION)                                                                                \
    X(SHADE_IS_BASE) /* one texture for lit and shade */                                           \
    X(RED_MASKS)     /* 0.x reads both masks from red */                                           \
    X(BASE_TEXTURE)                                                                                \
    X(METAL_TEXTURE)                                                                               \
    X(NORMAL_TEXTURE)                                                                              \
    X(OCCLUSION_TEXTURE)                                                                           \
    X(EMISSIVE_TEXTURE)                                                                            \
    X(SHADE_TEXTURE)                                                                               \
    X(SHIFT_TEXTURE)                                                                               \
    X(RIM_TEXTURE)                                                                                 \
    X(WIDTH_TEXTURE)                                                                               \
    X(MASK_TEXTURE)                                                                                \
    X(MATCAP_TEXTURE)

typedef enum vrmi_FeatureBit {
#define X(name) VRMI_BIT_##name,
    VRMI_FEATURES(X)
#undef X
        VRMI_FEATURE_COUNT
} vrmi_FeatureBit;

typedef uint32_t vrmi_Features;

#define VRMI_HAS(name) ((vrmi_Features)1 << VRMI_BIT_##name)

/* The bits of textures are the last ones. */
#define VRMI_ALL_TEXTURES (~(VRMI_HAS(BASE_TEXTURE) - 1))

/* Texture units: those of vrm_TextureSlot, then the two that hold numbers. */
enum { VRMI_UNIT_DATA = VRM_TEXTURE_SLOT_COUNT, VRMI_UNIT_MORPHS, VRMI_UNIT_COUNT };

/* Sizes of the uniform arrays of common.glsl, in vectors of four. */
enum { VRMI_FRAME_VECTORS = 13, VRMI_MATERIAL_VECTORS = 9, VRMI_UV_VECTORS = 20 };

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
} vrmi_Programs;

/* NULL when there is no memory. The program's id is 0 when the driver refuses the shader, which is
 * a bug of this library or the driver, not of a file. The pointer is valid until the next call. */
vrmi_Program* vrmi_program_get(vrm_Renderer* renderer, vrmi_Features features);

/* Begins to compile it, without waiting for the driver. */
vrmi_Program* vrmi_program_start(vrm_Renderer* renderer, vrmi_Features features);

uint32_t vrmi_program_lines(vrm_Renderer* renderer);
uint32_t vrmi_program_present(vrm_Renderer* renderer);
void vrmi_programs_release(vrm_Renderer* renderer);

/* The driver's last message about a refused shader; "" if there was none. */
const char* vrmi_program_complaint(const vrm_Renderer* renderer);

#endif
