/* SPDX-License-Identifier: MIT */
/* Growing memory for what becomes the BIN chunk, and the GLB around it. */
#ifndef SCENES_SCENE_BYTES_H
#define SCENES_SCENE_BYTES_H

#include "scenes.h"

/* Once memory was lacking, nothing is added any more and has_failed stays. Start from zero. */
typedef struct Bytes {
    uint8_t* data;
    size_t size, capacity;
    bool has_failed;
} Bytes;

void bytes_add(Bytes* bytes, const void* data, size_t size);
void bytes_add_u8(Bytes* bytes, unsigned value);
void bytes_add_u16(Bytes* bytes, unsigned value);
void bytes_add_u32(Bytes* bytes, uint32_t value);
void bytes_add_be32(Bytes* bytes, uint32_t value);
void bytes_add_float(Bytes* bytes, float value);
void bytes_add_vec3(Bytes* bytes, vrm_Vec3 value);
void bytes_align(Bytes* bytes, size_t alignment);
void bytes_release(Bytes* bytes);

/* GLB from JSON text and BIN; `bin` may be empty. */
SceneBytes glb_wrap(vrm_Span json, vrm_Span bin);

/* The two chunks of a GLB; false when it is none. */
bool glb_split(const SceneBytes* glb, vrm_Span* out_json, vrm_Span* out_bin);

/* A PNG of 8-bit RGBA pixels, row after row from the top, in stored (uncompressed) blocks. */
void png_add(Bytes* bytes, const uint8_t* rgba, uint32_t width, uint32_t height);

/* Appends zlib data. */
void deflate_add(Bytes* bytes, const Bytes* raw);

/* As png_add(), but filtered and compressed, without the alpha of an opaque image. */
void png_add_deflated(Bytes* bytes, const uint8_t* rgba, uint32_t width, uint32_t height);

/* A PNG of at most four colours (RGB), a quarter of a byte for each pixel. `pixels` are indices of
 * colours; the width is a multiple of 4. */
void png_add_four_colors(Bytes* bytes, const uint8_t* pixels, uint32_t width, uint32_t height,
                         const uint8_t colors[4][3]);

#endif
