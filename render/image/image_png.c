/* SPDX-License-Identifier: MIT */
/* Writes PNG and APNG: each row gets the filter with the lowest estimated cost, zlib compresses. An
 * animation is the PNG of its first frame with acTL, fcTL and fdAT chunks, each later frame storing
 * only the rectangle that changed (PNG third edition, sections 11.3.6 and 12.8). */
#include "image/image_writer.h"
#include "image/png_filter.h"

#include <string.h>

#include <zlib.h>

typedef struct PngState {
    size_t control_at; /* where acTL stands: the number of frames is known at the end */
    uint32_t sequence; /* over fcTL and fdAT */
} PngState;

/* ---- Chunks ---- */

/* A chunk is begun, its data appended to writer->bytes, then closed: length and checksum. */
static size_t begin_chunk(vrm_ImageWriter* writer, const char* name) {
    size_t at = writer->bytes.size;
    vrmi_bytes_put(&writer->bytes, "\0\0\0\0", 4);
    vrmi_bytes_put(&writer->bytes, name, 4);
    return at;
}

static void write_check(uint8_t* chunk, size_t data_size) {
    vrmi_put_u32_big(chunk, (uint32_t)data_size);
    uLong check = crc32(crc32(0, NULL, 0), chunk + 4, (uInt)(data_size + 4));
    vrmi_put_u32_big(chunk + 8 + data_size, (uint32_t)check);
}

static void end_chunk(vrm_ImageWriter* writer, size_t at) {
    vrmi_Bytes* bytes = &writer->bytes;
    if (vrmi_bytes_extend(bytes, 4) != NULL)
        write_check(bytes->data + at, bytes->size - 4 - (at + 8));
}

static void put_chunk(vrm_ImageWriter* writer, const char* name, const uint8_t* data, size_t size) {
    size_t at = begin_chunk(writer, name);
    vrmi_bytes_put(&writer->bytes, data, size);
    end_chunk(writer, at);
}

/* ---- Rows ---- */

/* The pixels of a row of the rectangle, three or four bytes each. */
static void take_row(const vrm_ImageWriter* writer, const uint8_t* pixels, vrmi_Rect rect,
                     uint32_t y, size_t step, uint8_t* out) {
    const uint8_t* from = pixels + ((size_t)(rect.y + y) * writer->def.width + rect.x) * 4;
    if (step == 4) {
        memcpy(out, from, (size_t)rect.width * 4);
        return;
    }
    for (uint32_t x = 0; x < rect.width; x++) memcpy(out + (size_t)x * 3, from + (size_t)x * 4, 3);
}

/* ---- Packing ---- */

static vrm_Result pack(vrm_ImageWriter* writer, uint8_t* data, size_t size) {
    z_stream stream = {
        .zalloc = vrmi_zlib_alloc, .zfree = vrmi_zlib_free, .opaque = &writer->def.allocator};
    int level = writer->def.effort > 1 ? writer->def.effort : 1; /* 0 would not pack at all */
    int status = deflateInit2(&stream, level, Z_DEFLATED, 15, 8, Z_FILTERED);
    if (status != Z_OK) return VRM_ERR_MEMORY;
    size_t bound = deflateBound(&stream, (uLong)size);
    uint8_t* out = vrmi_bytes_extend(&writer->bytes, bound);
    if (out != NULL) {
        stream.next_in = data;
        stream.avail_in = (uInt)size;
        stream.next_out = out;
        stream.avail_out = (uInt)bound;
        status = deflate(&stream, Z_FINISH);
        writer->bytes.size -= stream.avail_out;
    }
    deflateEnd(&stream);
    return out == NULL ? VRM_ERR_MEMORY : status == Z_STREAM_END ? VRM_OK : VRM_ERR_LIMIT;
}

/* Filters and compresses a rectangle of the frame, appended to the open chunk. */
static vrm_Result pack_rect(vrm_ImageWriter* writer, const uint8_t* pixels, vrmi_Rect rect,
                            size_t step) {
    size_t row_size = (size_t)rect.width * step;
    size_t total = (row_size + 1) * rect.height;
    if (total > UINT32_MAX / 2) return VRM_ERR_LIMIT; /* zlib counts in 32 bits */
    size_t scratch_size = total + row_size * 3;
    uint8_t* scratch = vrmi_image_alloc(&writer->def.allocator, scratch_size);
    if (scratch == NULL) return VRM_ERR_MEMORY;
    uint8_t *row = scratch + total, *above = row + row_size, *trial = above + row_size;
    memset(above, 0, row_size);
    for (uint32_t y = 0; y < rect.height; y++) {
        take_row(writer, pixels, rect, y, step, row);
        vrmi_png_best_row(row, above, row_size, step, trial, scratch + (row_size + 1) * y);
        uint8_t* swap = row;
        row = above;
        above = swap;
    }
    vrm_Result result = pack(writer, scratch, total);
    vrmi_image_free(&writer->def.allocator, scratch, scratch_size);
    return result;
}

/* ---- The format ---- */

static bool is_animated(const vrm_ImageWriter* writer) {
    return writer->def.format == VRM_IMAGE_APNG;
}

/* A still image without transparency needs no fourth channel. */
static size_t bytes_per_pixel(const vrm_ImageWriter* writer, const uint8_t* pixels) {
    size_t count = (size_t)writer->def.width * writer->def.height;
    for (size_t i = 0; i < count && !is_animated(writer); i++)
        if (pixels[i * 4 + 3] != 255) return 4;
    return is_animated(writer) ? 4 : 3;
}

static void put_header(vrm_ImageWriter* writer, size_t step) {
    uint8_t header[13] = {[8] = 8, [9] = step == 4 ? 6 : 2};
    vrmi_put_u32_big(header, writer->def.width);
    vrmi_put_u32_big(header + 4, writer->def.height);
    vrmi_bytes_put(&writer->bytes, "\x89PNG\r\n\x1a\n", 8);
    put_chunk(writer, "IHDR", header, sizeof header);
    put_chunk(writer, "sRGB", (const uint8_t*)"", 1); /* perceptual */
}

/* fcTL: sequence, rectangle, delay as a fraction, then keep the canvas and replace the pixels. */
static void put_frame_control(vrm_ImageWriter* writer, PngState* state, vrmi_Rect rect) {
    uint32_t numbers[5] = {state->sequence++, rect.width, rect.height, rect.x, rect.y};
    uint8_t data[26] = {0};
    for (int i = 0; i < 5; i++) vrmi_put_u32_big(data + i * 4, numbers[i]);
    int64_t begin = vrmi_frame_time(writer, writer->frame_count, 1000.0);
    int64_t delay = vrmi_frame_time(writer, writer->frame_count + 1, 1000.0) - begin;
    uint32_t fraction = (uint32_t)(delay > 65535 ? 65535 : delay) << 16 | 1000;
    vrmi_put_u32_big(data + 20, fraction);
    put_chunk(writer, "fcTL", data, sizeof data);
}

static vrm_Result png_begin(vrm_ImageWriter* writer) {
    PngState* state = vrmi_image_alloc(&writer->def.allocator, sizeof *state);
    if (state == NULL) return VRM_ERR_MEMORY;
    *state = (PngState){0};
    writer->state = state;
    return VRM_OK;
}

static vrm_Result png_add(vrm_ImageWriter* writer, const uint8_t* pixels) {
    PngState* state = writer->state;
    bool is_first = writer->frame_count == 0;
    size_t step = bytes_per_pixel(writer, pixels);
    if (is_first) {
        put_header(writer, step);
        state->control_at = writer->bytes.size;
        if (is_animated(writer)) put_chunk(writer, "acTL", (const uint8_t*)"\0\0\0\0\0\0\0", 8);
    }
    vrmi_Rect rect = vrmi_changed_rect(writer, pixels);
    if (is_animated(writer)) put_frame_control(writer, state, rect);
    size_t chunk = begin_chunk(writer, is_first ? "IDAT" : "fdAT");
    if (!is_first) {
        uint8_t sequence[4];
        vrmi_put_u32_big(sequence, state->sequence++);
        vrmi_bytes_put(&writer->bytes, sequence, 4);
    }
    vrm_Result result = pack_rect(writer, pixels, rect, step);
    if (result != VRM_OK) return result;
    end_chunk(writer, chunk);
    return is_animated(writer) ? vrmi_keep_frame(writer, pixels) : VRM_OK;
}

static vrm_Result png_finish(vrm_ImageWriter* writer) {
    const PngState* state = writer->state;
    if (is_animated(writer)) {
        uint8_t* control = writer->bytes.data + state->control_at;
        vrmi_put_u32_big(control + 8, writer->frame_count);
        vrmi_put_u32_big(control + 12, (uint32_t)writer->def.loop_count);
        write_check(control, 8);
    }
    put_chunk(writer, "IEND", NULL, 0);
    return VRM_OK;
}

static void png_end(vrm_ImageWriter* writer) {
    vrmi_image_free(&writer->def.allocator, writer->state, sizeof(PngState));
}

const vrmi_WriterFormat vrmi_write_png = {png_begin, png_add, png_finish, png_end};
