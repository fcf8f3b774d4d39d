/* SPDX-License-Identifier: MIT */
/* The features that shaders are compiled for, and the sizes of their inputs. */
#ifndef VRMI_RENDER_SHADER_FEATURES_H
#define VRMI_RENDER_SHADER_FEATURES_H

#include "vrm/render.h"

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
    X(INSPECT)       /* shows u_frame's mode instead of the lit surface */                         \
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

#endif
