/* SPDX-License-Identifier: MIT */
/* Writes GIF. The colours of the first frame are the global table; a later frame gets its own table
 * only when the global one no longer fits, so that flat colours do not flicker. Frames without
 * transparency store only the rectangle that changed; from the first frame with transparency on,
 * the canvas is cleared after each frame. */
#include "image/image_palette.h"
#include "image/image_writer.h"

#include <string.h>

#define CLEAR_INDEX  255u /* of the colour table: transparent */
#define TABLE_SIZE   8192 /* for LZW's strings, at most 4096 of them */
#define CODE_CLEAR   256u
#define CODE_END     257u
#define CODE_FIRST   258u
#define CODE_LIMIT   4096u
#define DISPOSE_KEEP 1u
#define DISPOSE_WIPE 2u

typedef struct GifState {
    palette_Counts counts;
    palette_Palette global, palette;
    uint32_t keys[TABLE_SIZE]; /* prefix code and next index, + 1; 0 is empty */
    uint16_t codes[TABLE_SIZE];
    size_t last_frame_at; /* where the last frame begins in the bytes */
    bool clears;          /* a frame with transparency has come */
} GifState;

/* ---- LZW ---- */

typedef struct Packer {
    vrmi_Bytes* out;
    uint32_t bits, bit_count;
    uint8_t block[255];
    uint32_t block_size;
} Packer;

static void flush_block(Packer* packer) {
    if (packer->block_size == 0) return;
    vrmi_bytes_put_u8(packer->out, packer->block_size);
    vrmi_bytes_put(packer->out, packer->block, packer->block_size);
    packer->block_size = 0;
}

static void put_bits(Packer* packer, uint32_t value, uint32_t count) {
    packer->bits |= value << packer->bit_count;
    packer->bit_count += count;
    while (packer->bit_count >= 8) {
        packer->block[packer->block_size++] = (uint8_t)packer->bits;
        packer->bits >>= 8;
        packer->bit_count -= 8;
        if (packer->block_size == sizeof packer->block) flush_block(packer);
    }
}

/* The slot of a string in the table: where it is, or where it would be inserted. */
static uint32_t find_string(const GifState* state, uint32_t key) {
    uint32_t at = (key * 2654435761u) >> 19;
    while (state->keys[at] != 0 && state->keys[at] != key) at = (at + 1) % TABLE_SIZE;
    return at;
}

static uint32_t index_of(const GifState* state, const uint8_t* pixel) {
    return pixel[3] < 128 ? CLEAR_INDEX : state->counts.nearest[palette_bin_of(pixel)];
}

static void put_image_data(vrm_ImageWriter* writer, const uint8_t* pixels, vrmi_Rect rect) {
    GifState* state = writer->state;
    Packer packer = {.out = &writer->bytes};
    vrmi_bytes_put_u8(&writer->bytes, 8); /* bits of an index */
    memset(state->keys, 0, sizeof state->keys);
    uint32_t next = CODE_FIRST, width = 9, prefix = CODE_END;
    put_bits(&packer, CODE_CLEAR, width);
    for (uint32_t y = 0; y < rect.height; y++)
        for (uint32_t x = 0; x < rect.width; x++) {
            size_t at = (size_t)(rect.y + y) * writer->def.width + rect.x + x;
            uint32_t index = index_of(state, pixels + at * 4);
            if (prefix == CODE_END) { /* the very first */
                prefix = index;
                continue;
            }
            uint32_t key = (prefix << 8 | index) + 1;
            uint32_t place = find_string(state, key);
            if (state->keys[place] == key) {
                prefix = state->codes[place];
                continue;
            }
            put_bits(&packer, prefix, width);
            prefix = index;
            if (next < CODE_LIMIT) {
                state->keys[place] = key;
                state->codes[place] = (uint16_t)next;
                if (next == 1u << width) width++; /* the reader is one string behind us */
                next++;
            } else {
                put_bits(&packer, CODE_CLEAR, width);
                memset(state->keys, 0, sizeof state->keys);
                next = CODE_FIRST;
                width = 9;
            }
        }
    put_bits(&packer, prefix, width);
    /* The decoder has added another string by now: its codes may be one bit longer. */
    if (next == 1u << width && width < 12) width++;
    put_bits(&packer, CODE_END, width);
    put_bits(&packer, 0, 7); /* fills the last byte */
    flush_block(&packer);
    vrmi_bytes_put_u8(&writer->bytes, 0);
}

/* ---- Frames ---- */

static bool has_clear_pixel(const vrm_ImageWriter* writer, const uint8_t* pixels) {
    size_t count = (size_t)writer->def.width * writer->def.height;
    for (size_t i = 0; i < count; i++)
        if (pixels[i * 4 + 3] < 128) return true;
    return false;
}

/* The smallest rectangle around all opaque pixels; one pixel when there are none. */
static vrmi_Rect opaque_rect(const vrm_ImageWriter* writer, const uint8_t* pixels) {
    uint32_t left = writer->def.width, right = 0, top = writer->def.height, bottom = 0;
    for (uint32_t y = 0; y < writer->def.height; y++)
        for (uint32_t x = 0; x < writer->def.width; x++) {
            if (pixels[((size_t)y * writer->def.width + x) * 4 + 3] < 128) continue;
            if (x < left) left = x;
            if (x + 1 > right) right = x + 1;
            if (top > y) top = y;
            bottom = y + 1;
        }
    if (right == 0) return (vrmi_Rect){0, 0, 1, 1};
    return (vrmi_Rect){left, top, right - left, bottom - top};
}

static void put_table(vrm_ImageWriter* writer, const palette_Palette* palette) {
    vrmi_bytes_put(&writer->bytes, palette->colors, sizeof palette->colors);
}

static void put_header(vrm_ImageWriter* writer, const palette_Palette* palette) {
    vrmi_Bytes* bytes = &writer->bytes;
    vrmi_bytes_put(bytes, "GIF89a", 6);
    vrmi_bytes_put_u16_little(bytes, writer->def.width);
    vrmi_bytes_put_u16_little(bytes, writer->def.height);
    vrmi_bytes_put(bytes, "\xf7\xff\0", 3); /* a table of 256 colours; background; aspect */
    put_table(writer, palette);
    if (writer->def.loop_count == 1) return;
    /* Netscape's extension counts repetitions after the first showing; 0 is for ever. */
    uint32_t repeats = writer->def.loop_count > 1 ? (uint32_t)writer->def.loop_count - 1 : 0;
    vrmi_bytes_put(bytes, "\x21\xff\x0bNETSCAPE2.0\x03\x01", 16);
    vrmi_bytes_put_u16_little(bytes, repeats);
    vrmi_bytes_put_u8(bytes, 0);
}

static void put_control(vrm_ImageWriter* writer, uint32_t frame, uint32_t disposal) {
    int64_t begin = vrmi_frame_time(writer, frame, 100.0);
    int64_t delay = vrmi_frame_time(writer, frame + 1, 100.0) - begin;
    vrmi_bytes_put(&writer->bytes, "\x21\xf9\x04", 3);
    vrmi_bytes_put_u8(&writer->bytes, disposal << 2 | 1);
    vrmi_bytes_put_u16_little(&writer->bytes, (uint32_t)(delay > 65535 ? 65535 : delay));
    vrmi_bytes_put_u8(&writer->bytes, CLEAR_INDEX);
    vrmi_bytes_put_u8(&writer->bytes, 0);
}

/* The current colours are kept while they fit about as well as on the frame that they were made
 * for. */
static void choose_palette(vrm_ImageWriter* writer, const uint8_t* pixels) {
    GifState* state = writer->state;
    palette_count(&state->counts, pixels, (size_t)writer->def.width * writer->def.height);
    if (state->palette.count > 0) {
        double error = palette_match(&state->counts, &state->palette);
        if (error <= state->palette.error * 2.0 + 8.0) return;
    }
    palette_make(&state->counts, &state->palette);
}

static void put_frame(vrm_ImageWriter* writer, const uint8_t* pixels, uint32_t frame,
                      vrmi_Rect rect, uint32_t disposal) {
    GifState* state = writer->state;
    choose_palette(writer, pixels);
    if (writer->bytes.size == 0) {
        state->global = state->palette;
        put_header(writer, &state->global);
    }
    bool is_global = memcmp(&state->palette, &state->global, sizeof state->palette) == 0;
    state->last_frame_at = writer->bytes.size;
    put_control(writer, frame, disposal);
    vrmi_bytes_put_u8(&writer->bytes, 0x2c);
    vrmi_bytes_put_u16_little(&writer->bytes, rect.x);
    vrmi_bytes_put_u16_little(&writer->bytes, rect.y);
    vrmi_bytes_put_u16_little(&writer->bytes, rect.width);
    vrmi_bytes_put_u16_little(&writer->bytes, rect.height);
    vrmi_bytes_put_u8(&writer->bytes, is_global ? 0 : 0x87);
    if (!is_global) put_table(writer, &state->palette);
    put_image_data(writer, pixels, rect);
}

static vrm_Result gif_begin(vrm_ImageWriter* writer) {
    GifState* state = vrmi_image_alloc(&writer->def.allocator, sizeof *state);
    if (state == NULL) return VRM_ERR_MEMORY;
    memset(state, 0, sizeof *state);
    writer->state = state;
    return VRM_OK;
}

static vrm_Result gif_add(vrm_ImageWriter* writer, const uint8_t* pixels) {
    GifState* state = writer->state;
    uint32_t frame = writer->frame_count;
    if (!state->clears && has_clear_pixel(writer, pixels)) {
        state->clears = true;
        if (frame > 0) { /* the last frame becomes one that fills the canvas and clears it */
            writer->bytes.size = state->last_frame_at;
            vrmi_Rect all = {0, 0, writer->def.width, writer->def.height};
            put_frame(writer, writer->previous, frame - 1, all, DISPOSE_WIPE);
        }
    }
    vrmi_Rect rect =
        state->clears ? opaque_rect(writer, pixels) : vrmi_changed_rect(writer, pixels);
    put_frame(writer, pixels, frame, rect, state->clears ? DISPOSE_WIPE : DISPOSE_KEEP);
    return vrmi_keep_frame(writer, pixels);
}

static vrm_Result gif_finish(vrm_ImageWriter* writer) {
    vrmi_bytes_put_u8(&writer->bytes, 0x3b);
    return VRM_OK;
}

static void gif_end(vrm_ImageWriter* writer) {
    vrmi_image_free(&writer->def.allocator, writer->state, sizeof(GifState));
}

const vrmi_WriterFormat vrmi_write_gif = {gif_begin, gif_add, gif_finish, gif_end};
