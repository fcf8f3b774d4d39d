/* SPDX-License-Identifier: MIT */
/* What the picture codecs share: memory from the caller's hook, and one decoder per format.
 *
 *   bytes -> vrm_image_peek: format, size -> limits -> decode_png | decode_jpeg | decode_webp
 *         -> pixels -> halved while more than enough
 */
#ifndef RENDER_IMAGE_CODEC_H
#define RENDER_IMAGE_CODEC_H

#include "vrm/image.h"

/* The given hook, or the C library's functions where `given` is zeroed or NULL. */
vrm_Allocator vrmi_image_allocator(const vrm_Allocator* given);
void* vrmi_image_alloc(const vrm_Allocator* allocator, size_t size);
void vrmi_image_free(const vrm_Allocator* allocator, void* ptr, size_t size);

/* Whether libwebp will find the memory to decode a picture, pixels included. Its 1.2.4 may crash
 * when an allocation of its own fails in the middle (the tables of a Huffman code), so it is tried
 * before; nothing of it is touched. */
bool vrmi_webp_has_memory(uint32_t width, uint32_t height);

/* The size of its pixels, from width and height. */
size_t vrmi_image_bytes(const vrm_Picture* image);

/* Allocates the pixels of an image. Precondition: width and height are set and within the
 * limits. */
vrm_Result vrmi_image_reserve(vrm_Picture* image);

/* The limits for one image out of a budget, which is reduced by its size; NULL: the default limits,
 * for each image. */
vrm_ImageLimits vrmi_image_take(vrm_ImageLimits* budget, vrm_Span picture);

/* Read headers. VRM_ERR_INVALID when truncated or invalid; the format was detected by its
 * signature. */
vrm_Result vrmi_peek_jpeg(vrm_Span bytes, vrm_ImageInfo* out);
vrm_Result vrmi_peek_webp(vrm_Span bytes, vrm_ImageInfo* out);

/* Each fills an image that has only its allocator set. `shrink` is how many times the image will be
 * halved; a decoder that can do it cheaply does so and lowers the count. On failure the caller
 * releases the image. */
vrm_Result vrmi_decode_png(vrm_Span bytes, const vrm_ImageInfo* info, vrm_Picture* out);
vrm_Result vrmi_decode_jpeg(vrm_Span bytes, int* shrink, vrm_Picture* out);
vrm_Result vrmi_decode_webp(vrm_Span bytes, const vrm_ImageInfo* info, vrm_Picture* out);

#endif
