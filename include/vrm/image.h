/* SPDX-License-Identifier: MIT */
/** Pictures in and out: PNG, JPEG and WebP become pixels; pixels become PNG, or an animation as
 * WebP, APNG or GIF. Part of libvrm_render: the core of libvrm never decodes a picture.
 *
 * Input is untrusted. The size is read from the header and checked against the limits before
 * anything is decoded; a truncated or broken picture is an error, never a partial picture; nothing
 * is printed. The decoding libraries keep their own scratch memory in the C library's heap; pixels
 * and written bytes use the given allocator. */
#ifndef VRM_IMAGE_H
#define VRM_IMAGE_H

#include "base.h"
#include "json.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Formats of pictures that are read or written. */
typedef enum vrm_ImageFormat {
    VRM_IMAGE_UNKNOWN = 0, /**< None of the others. */
    VRM_IMAGE_PNG = 1,     /**< Read and written. */
    VRM_IMAGE_JPEG = 2,    /**< Read only. */
    VRM_IMAGE_WEBP = 3,    /**< Read, when it is a single picture, and written. */
    VRM_IMAGE_APNG = 4,    /**< Written only; when read, it is a PNG of its first picture. */
    VRM_IMAGE_GIF = 5      /**< Written only. */
} vrm_ImageFormat;

/** Returns "png", "jpeg", "webp", "apng", "gif", or "unknown". */
VRM_API const char* vrm_image_format_text(vrm_ImageFormat format);

/** Limits on one picture. A zero member means its default. */
typedef struct vrm_ImageLimits {
    uint32_t limits_size;   /**< sizeof(vrm_ImageLimits), or 0, which means the members up to
                                 is_color. */
    uint32_t width, height; /**< Maximum size of the picture in the file (pixels). Default 8192
                                 each. */
    uint64_t decoded_bytes; /**< Maximum size of its pixels, four bytes each, before any reduction.
                                 Default 256 MiB. For a budget over many pictures, pass the
                                 remaining bytes. */
    uint32_t enough;        /**< Length of the shorter edge that is enough (pixels): a larger
                                 picture is halved, by averaging 2x2 pixels, as long as its shorter
                                 edge does not become smaller than this. Default 0: never halved. */
    bool is_color; /**< Average in linear light: colours are decoded from sRGB and encoded again,
                        which keeps the brightness of fine patterns. Default false: bytes are
                        averaged, as normals and masks need; for JPEG this can be done while
                        decoding. */
} vrm_ImageLimits;

/** Facts from the header of a picture. */
typedef struct vrm_ImageInfo {
    vrm_ImageFormat format; /**< Detected from the first bytes. */
    uint32_t width, height; /**< In pixels, 1 or more. */
} vrm_ImageInfo;

/** Pixels: red, green, blue, alpha, one byte each, not premultiplied, the top row first, rows
 * without gaps. Colours are as stored (sRGB for colour pictures); profiles are not applied. */
typedef struct vrm_Picture {
    uint32_t width, height; /**< In pixels; 0 for a zeroed picture. */
    uint8_t* pixels;        /**< width * height * 4 bytes. */
    /** Allocator of `pixels`, used by vrm_image_release(). */
    vrm_Allocator allocator;
} vrm_Picture;

/** Reads only the header. The format is detected from the bytes; a mime type is not used. Returns
 * VRM_ERR_UNSUPPORTED if it is not PNG, JPEG or WebP, VRM_ERR_INVALID if the header is truncated or
 * broken. */
VRM_API vrm_Result vrm_image_peek(vrm_Span bytes, vrm_ImageInfo* out);

/** Decodes a PNG, JPEG or WebP, whatever its depth and kind: 1 to 16 bits, palette, grey,
 * interlaced, progressive, CMYK. `limits` and `allocator` may be NULL. Returns VRM_ERR_UNSUPPORTED
 * for another format or an animated WebP, VRM_ERR_LIMIT if it is larger than the limits,
 * VRM_ERR_INVALID if it is broken or truncated. On failure *out is zeroed. */
VRM_API vrm_Result vrm_image_decode(vrm_Span bytes, const vrm_ImageLimits* limits,
                                    const vrm_Allocator* allocator, vrm_Picture* out);

/** Releases the pixels and zeroes the picture. No-op for a zeroed one. */
VRM_API void vrm_image_release(vrm_Picture* image);

/** Creates an opaque PNG whose red, green and blue are copies of one channel of a picture (0 red, 1
 * green, 2 blue, 3 alpha), for vrm_MigrateDef.spread_channel. Values are copied as stored. `limits`
 * is NULL or a vrm_ImageLimits; if its decoded_bytes is not 0, it is a budget, and each picture
 * subtracts its own bytes. On VRM_OK `*out_png` was allocated from `allocator` with exactly its
 * size and belongs to the caller; it is empty if the three channels hold these values already.
 * `allocator` may be NULL. Fails as vrm_image_decode(), and with VRM_ERR_ARGUMENT if there is no
 * such channel. */
VRM_API vrm_Result vrm_image_spread_channel(void* limits, vrm_Span picture, int32_t channel,
                                            const vrm_Allocator* allocator, vrm_Span* out_png);

/** Computes a digest of the pixels of a picture, for vrm_DiffDef.picture_digest: 64 hexadecimal
 * digits and a zero, equal for pictures that vrm_image_decode() decodes to the same pixels,
 * whatever their format and packing. `limits` is NULL or a vrm_ImageLimits; if its decoded_bytes is
 * not 0, it is a budget, and each picture subtracts its own bytes. `out_text` has room for
 * VRM_DIGEST_SIZE bytes. Fails as vrm_image_decode(); the text is then empty. */
VRM_API vrm_Result vrm_image_digest(void* limits, vrm_Span picture, char* out_text);

/* ---- Pictures out ---- */

/** How to write a picture or an animation. Start from vrm_default_image_writer_def(). */
typedef struct vrm_ImageWriterDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    vrm_ImageFormat format;  /**< PNG (one frame), WEBP (one or more), APNG or GIF. Default PNG. */
    uint32_t width, height;  /**< Of every frame: 1 to 16383. Must be set. */
    float frames_per_second; /**< Above 0, at most 1000; default 30. GIF counts in hundredths of a
                                  second and WebP in thousandths: frame times are rounded to the
                                  nearest, so that the animation keeps its length. Players slow down
                                  GIF frames shorter than two hundredths: for GIF the limit is
                                  50. */
    int32_t loop_count;      /**< Number of times an animation is shown; 0 is forever. Default 0. */
    int32_t effort;          /**< From 0, fast, to 9, small. Default 4. */
    float quality;           /**< WebP: 0 to 100; above 100 it is lossless. Default 90. */
    vrm_Allocator allocator; /**< For the writer and its bytes. Default: the C library. */
} vrm_ImageWriterDef;

/** Sets every field to its default; called by vrm_default_image_writer_def(). */
VRM_API void vrm_image_writer_def_init(vrm_ImageWriterDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_ImageWriterDef vrm_default_image_writer_def(void) {
    vrm_ImageWriterDef def;
    vrm_image_writer_def_init(&def, sizeof def);
    return def;
}

/** Writes a picture or animation: create it, add frames, finish, use the bytes, destroy it. One
 * thread at a time may use it. */
typedef struct vrm_ImageWriter vrm_ImageWriter;

/** Creates a writer. Returns VRM_ERR_DEF if `def` is not from the default function,
 * VRM_ERR_ARGUMENT if a member is out of range, VRM_ERR_UNSUPPORTED for JPEG, which is only
 * read. */
VRM_API vrm_Result vrm_image_writer_create(const vrm_ImageWriterDef* def,
                                           vrm_ImageWriter** out_writer);

/** Adds a frame: width * height pixels as in vrm_Picture, read during the call. GIF has no partial
 * transparency: alpha below one half becomes clear, the rest opaque. Returns VRM_ERR_ARGUMENT for a
 * second frame of a PNG or a frame after finishing. After a failure the writer can only be
 * destroyed. */
VRM_API vrm_Result vrm_image_writer_add(vrm_ImageWriter* writer, const uint8_t* pixels);

/** Completes the file. The bytes belong to the writer. Returns VRM_ERR_ARGUMENT if there is no
 * frame. */
VRM_API vrm_Result vrm_image_writer_finish(vrm_ImageWriter* writer, vrm_Span* out_bytes);

/** Destroys a writer and its bytes. `writer` may be NULL. */
VRM_API void vrm_image_writer_destroy(vrm_ImageWriter* writer);

#ifdef __cplusplus
}
#endif

#endif
