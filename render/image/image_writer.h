/* SPDX-License-Identifier: MIT */
/* What the picture writers share: growing bytes, the times of frames, and the part of a frame that
 * changed.
 *
 *   vrm_image_writer_add -> changed rectangle -> PNG/APNG chunks | GIF blocks | libwebp's encoder
 */
#ifndef RENDER_IMAGE_WRITER_H
#define RENDER_IMAGE_WRITER_H

#include "image/image_codec.h"

typedef struct vrmi_Bytes {
    vrm_Allocator allocator;
    uint8_t* data;
    size_t size, capacity;
    bool has_failed; /* an allocation failed: further output is dropped, and the end returns the
                        error */
} vrmi_Bytes;

/* Appends `size` bytes, to be filled by the caller; NULL when there is no memory. */
uint8_t* vrmi_bytes_extend(vrmi_Bytes* bytes, size_t size);
void vrmi_bytes_put(vrmi_Bytes* bytes, const void* data, size_t size);
void vrmi_bytes_put_u8(vrmi_Bytes* bytes, uint32_t value);
void vrmi_bytes_put_u16_little(vrmi_Bytes* bytes, uint32_t value);
/* Releases the bytes; further ones may follow. */
void vrmi_bytes_release(vrmi_Bytes* bytes);
void vrmi_put_u32_big(uint8_t* at, uint32_t value);

typedef struct vrmi_Rect {
    uint32_t x, y, width, height;
} vrmi_Rect;

/* The functions of a format, which append to writer->bytes; all but `add` may be NULL. */
typedef struct vrmi_WriterFormat {
    vrm_Result (*begin)(vrm_ImageWriter* writer);
    vrm_Result (*add)(vrm_ImageWriter* writer, const uint8_t* pixels);
    vrm_Result (*finish)(vrm_ImageWriter* writer);
    void (*end)(vrm_ImageWriter* writer); /* also after a failed begin */
} vrmi_WriterFormat;

extern const vrmi_WriterFormat vrmi_write_png, vrmi_write_gif, vrmi_write_webp;

struct vrm_ImageWriter {
    vrm_ImageWriterDef def;
    const vrmi_WriterFormat* format;
    vrmi_Bytes bytes;
    uint32_t frame_count;
    bool is_finished, has_failed;
    uint8_t* previous; /* the last frame, for animations that write changes alone */
    void* state;       /* the format's own, released by its `end` */
};

/* The size of a frame's pixels. */
size_t vrmi_frame_bytes(const vrm_ImageWriter* writer);

/* The time of frame `index` in units of 1 / per_second, rounded; measured from the start, so that
 * rounding errors do not add up. */
int64_t vrmi_frame_time(const vrm_ImageWriter* writer, uint32_t index, double per_second);

/* The smallest rectangle outside of which `pixels` equals the previous frame; one pixel when all
 * are equal, the whole frame when there is no previous one. */
vrmi_Rect vrmi_changed_rect(const vrm_ImageWriter* writer, const uint8_t* pixels);

/* Stores a frame for vrmi_changed_rect(). */
vrm_Result vrmi_keep_frame(vrm_ImageWriter* writer, const uint8_t* pixels);

#endif
