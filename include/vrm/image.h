/* SPDX-License-Identifier: MIT */
/** Pictures in and out: PNG, JPEG and WebP become pixels; pixels become PNG, or an animation as
 * WebP, APNG or GIF. Part of libvrm_render: the core of libvrm never decodes a picture.
 *
 * Bytes from strangers are the rule here. The size is read from the header and held against the
 * limits before anything is decoded; a cut or broken picture is an error, never half a picture;
 * nothing is printed. The decoding libraries keep their own scratch memory in the C library's heap;
 * pixels and written bytes come from the given allocator. */
#ifndef VRM_IMAGE_H
#define VRM_IMAGE_H

#include "base.h"
#include "json.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vrm_ImageFormat {
    VRM_IMAGE_UNKNOWN = 0,
    VRM_IMAGE_PNG = 1,
    VRM_IMAGE_JPEG = 2,
    VRM_IMAGE_WEBP = 3,
    VRM_IMAGE_APNG = 4, /**< Written only; read, it is a PNG that shows its first picture. */
    VRM_IMAGE_GIF = 5   /**< Written only. */
} vrm_ImageFormat;

/** "png", "jpeg", "webp", "apng", "gif", or "unknown". */
VRM_API const char* vrm_image_format_text(vrm_ImageFormat format);

/** What one picture may ask of the machine. A zero member means its default. */
typedef struct vrm_ImageLimits {
    uint32_t width, height; /**< Of the picture in the file. Default 8192 each. */
    uint64_t decoded_bytes; /**< Its pixels, four bytes each, before any reduction. Default 256 MiB.
                                 For a budget over many pictures, give what is left of it. */
    uint32_t enough;        /**< A longer edge of this many pixels is enough: a larger picture is
                                 halved, by averages of 2x2, while the result is still no smaller
                                 than this. Default: never. JPEG gets faster by it. */
} vrm_ImageLimits;

/** What the header says. */
typedef struct vrm_ImageInfo {
    vrm_ImageFormat format;
    uint32_t width, height;
} vrm_ImageInfo;

/** Pixels: red, green, blue, alpha, one byte each, alpha not multiplied in, the top row first,
 * rows without gaps. Colours are as stored (sRGB for colour pictures); profiles are not applied. */
typedef struct vrm_Picture {
    uint32_t width, height;
    uint8_t* pixels; /**< width * height * 4 bytes. */
    vrm_Allocator allocator;
} vrm_Picture;

/** Reads the header alone. The format is told by the bytes, whatever a mime type says.
 * VRM_ERR_UNSUPPORTED: none of PNG, JPEG, WebP. VRM_ERR_INVALID: a header cut short or broken. */
VRM_API vrm_Result vrm_image_peek(vrm_Span bytes, vrm_ImageInfo* out);

/** Decodes a PNG, JPEG or WebP, whatever its depth and kind: 1 to 16 bits, palette, grey,
 * interlaced, progressive, CMYK. `limits` and `allocator` may be NULL.
 * VRM_ERR_UNSUPPORTED: another format, or an animated WebP. VRM_ERR_LIMIT: larger than the limits.
 * VRM_ERR_INVALID: broken or cut short. On failure *out is zeroed. */
VRM_API vrm_Result vrm_image_decode(vrm_Span bytes, const vrm_ImageLimits* limits,
                                    const vrm_Allocator* allocator, vrm_Picture* out);

/** Releases the pixels and zeroes the image; fine for a zeroed one. */
VRM_API void vrm_image_release(vrm_Picture* image);

#ifdef __cplusplus
}
#endif

#endif
