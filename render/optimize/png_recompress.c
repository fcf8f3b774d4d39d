/* SPDX-License-Identifier: MIT */
/* Writes a PNG again with the same pixels in fewer bytes. Chunks that do not depend on how pixels
 * are stored are copied: profiles, texts, sizes (PNG third edition, section 14.2: those whose name
 * ends in a lower case letter are safe to copy). With chunks that depend on it (sBIT, bKGD, ...) or
 * 16 bits the form stays, and only the compression changes. */
#include "optimize/encoders.h"
#include "optimize/png_encode.h"

#include <string.h>

#include <zlib.h>

#define MAX_CHUNKS 256 /* without IDAT */

typedef struct Chunk {
    const uint8_t* begin; /* length, name, data, check */
    size_t size;          /* of all four */
} Chunk;

typedef struct Chunks {
    Chunk all[MAX_CHUNKS]; /* without IHDR, IDAT and IEND */
    int count;
    int before_data;  /* how many stand before IDAT */
    bool keeps_form;  /* some chunk depends on colour type, depth or palette */
    bool is_grey;     /* the file's own colour type */
    bool needs_color; /* a profile of RGB: not for grey */
} Chunks;

static uint32_t read_u32(const uint8_t* at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool is_named(const Chunk* chunk, const char* name) {
    return memcmp(chunk->begin + 4, name, 4) == 0;
}

static bool is_one_of(const Chunk* chunk, const char* names) {
    for (; *names != '\0'; names += 4)
        if (is_named(chunk, names)) return true;
    return false;
}

/* Takes a chunk that is neither header, data nor end. False: the picture must keep its bytes. */
static bool take_chunk(Chunks* chunks, const Chunk* chunk) {
    bool is_ancillary = (chunk->begin[4] & 0x20) != 0, is_safe = (chunk->begin[7] & 0x20) != 0;
    if (is_one_of(chunk, "acTLfcTLfdAT")) return false;
    if (is_one_of(chunk, "sBITbKGDhISTsPLT"))
        chunks->keeps_form = true;
    else if (is_named(chunk, "iCCP")) /* a profile is of grey or of RGB, as the colour type is */
        *(chunks->is_grey ? &chunks->keeps_form : &chunks->needs_color) = true;
    else if (!is_one_of(chunk, "PLTEtRNSgAMAcHRMsRGBtIMEcICP") && !(is_ancillary && is_safe))
        return false;
    if (chunks->count == MAX_CHUNKS) return false;
    chunks->all[chunks->count++] = *chunk;
    return true;
}

/* False: broken, followed by other bytes, or with chunks that cannot be kept otherwise. */
static bool read_chunks(vrm_Span bytes, Chunks* out) {
    const uint8_t* data = (const uint8_t*)bytes.data;
    size_t at = 33; /* signature and IHDR */
    bool has_data = false;
    *out = (Chunks){.is_grey = (data[25] & 2) == 0};
    while (bytes.size >= 12 && at <= bytes.size - 12) {
        size_t length = read_u32(data + at);
        if (length > bytes.size - 12 - at) return false;
        Chunk chunk = {data + at, length + 12};
        at += chunk.size;
        if (is_named(&chunk, "IEND")) return has_data && at == bytes.size;
        if (is_named(&chunk, "IDAT")) {
            has_data = true;
            continue;
        }
        if (!take_chunk(out, &chunk)) return false;
        if (!has_data) out->before_data = out->count;
    }
    return false;
}

/* ---- Writing ---- */

static void put_chunk(vrmi_Bytes* out, const char* name, const void* data, size_t size) {
    uint8_t number[4];
    size_t at = out->size;
    vrmi_put_u32_big(number, (uint32_t)size);
    vrmi_bytes_put(out, number, 4);
    vrmi_bytes_put(out, name, 4);
    if (size > 0) vrmi_bytes_put(out, data, size);
    if (out->has_failed) return;
    uLong check = crc32(crc32(0, NULL, 0), out->data + at + 4, (uInt)(size + 4));
    vrmi_put_u32_big(number, (uint32_t)check);
    vrmi_bytes_put(out, number, 4);
}

static void put_header(vrmi_Bytes* out, const vrmi_PngRows* rows) {
    uint8_t header[13] = {[8] = rows->form.depth, [9] = rows->form.color_type};
    vrmi_put_u32_big(header, rows->width);
    vrmi_put_u32_big(header + 4, rows->height);
    vrmi_bytes_put(out, "\x89PNG\r\n\x1a\n", 8);
    put_chunk(out, "IHDR", header, sizeof header);
}

static void put_palette(vrmi_Bytes* out, const vrmi_PngForm* form) {
    uint8_t colors[256 * 3], alphas[256];
    for (uint32_t i = 0; i < form->colors; i++) {
        memcpy(colors + i * 3, form->palette[i], 3);
        alphas[i] = form->palette[i][3];
    }
    put_chunk(out, "PLTE", colors, form->colors * 3);
    if (form->transparent > 0) put_chunk(out, "tRNS", alphas, form->transparent);
}

/* Chunks of the old file; its palette only with its form. */
static void copy_chunks(vrmi_Bytes* out, const Chunks* chunks, int from, int to, bool with_form) {
    for (int i = from; i < to; i++)
        if (with_form || !is_one_of(&chunks->all[i], "PLTEtRNS"))
            vrmi_bytes_put(out, chunks->all[i].begin, chunks->all[i].size);
}

static void put_file(vrmi_Bytes* out, const vrmi_PngRows* rows, const Chunks* chunks,
                     const vrmi_Bytes* stream) {
    bool with_form = rows->pixels == NULL;
    put_header(out, rows);
    copy_chunks(out, chunks, 0, chunks->before_data, with_form);
    if (!with_form && rows->form.color_type == PNG_PALETTE) put_palette(out, &rows->form);
    put_chunk(out, "IDAT", stream->data, stream->size);
    copy_chunks(out, chunks, chunks->before_data, chunks->count, with_form);
    put_chunk(out, "IEND", NULL, 0);
}

/* Compresses and writes; VRM_ERR_LIMIT with `limit` bytes or more. */
static vrm_Result write_rows(vrmi_PngRows* rows, const vrmi_PngForm* forms, int form_count,
                             const Chunks* chunks, int effort, size_t limit, vrmi_Bytes* out) {
    vrmi_Bytes stream = {.allocator = out->allocator};
    int form;
    vrm_Result result = vrmi_png_encode(rows, forms, form_count, effort, limit, &stream, &form);
    if (result == VRM_OK && stream.size > INT32_MAX) result = VRM_ERR_LIMIT;
    if (result == VRM_OK) {
        put_file(out, rows, chunks, &stream);
        if (out->has_failed) result = VRM_ERR_MEMORY;
        if (result == VRM_OK && out->size >= limit) result = VRM_ERR_LIMIT;
    }
    vrmi_bytes_release(&stream);
    return result;
}

/* ---- The same pixels ---- */

/* Whether every sample of 16 bits is one of 8 bits, both halves being equal. Then its decoded
 * pixels are exact. */
static bool is_doubled(const uint8_t* raw, size_t size) {
    for (size_t i = 0; i + 1 < size; i += 2)
        if (raw[i] != raw[i + 1]) return false;
    return true;
}

/* A colour of 16 bits in tRNS may match in 16 bits only. */
static bool has_color_key(const Chunks* chunks) {
    for (int i = 0; i < chunks->count; i++)
        if (is_named(&chunks->all[i], "tRNS")) return true;
    return false;
}

static vrm_Result recompress_raw(vrm_Span bytes, vrmi_PngRows* rows, const Chunks* chunks,
                                 const uint8_t* raw, size_t size, int effort, vrmi_Bytes* out) {
    const uint8_t* header = (const uint8_t*)bytes.data + 16;
    vrmi_PngForm form;
    memset(&form, 0, sizeof form);
    form.depth = header[8];
    form.color_type = header[9];
    rows->pixels = NULL;
    rows->raw = raw;
    rows->form = form;
    if (size != vrmi_png_row_bytes(rows) * rows->height) return VRM_ERR_UNSUPPORTED;
    return write_rows(rows, &form, 1, chunks, effort, bytes.size, out);
}

/* The new file stores the same samples: its form is the same, so both raw forms must be equal. */
static vrm_Result check_raw(const vrmi_Bytes* file, const uint8_t* raw, size_t size) {
    uint8_t* again = NULL;
    size_t again_size = 0;
    vrm_Span span = {(const char*)file->data, file->size};
    vrm_Result result = vrmi_png_read_raw(span, &file->allocator, &again, &again_size);
    if (result == VRM_OK && (again_size != size || memcmp(again, raw, size) != 0))
        result = VRM_ERR_UNSUPPORTED;
    vrmi_image_free(&file->allocator, again, again_size);
    return result;
}

vrm_Result vrmi_png_recompress(vrm_Span bytes, const vrm_Picture* picture, int effort,
                               vrmi_Bytes* out) {
    Chunks chunks;
    if (bytes.size < 57 || !read_chunks(bytes, &chunks)) return VRM_ERR_UNSUPPORTED;
    vrmi_PngRows rows = {.width = picture->width, .height = picture->height};
    bool is_deep = bytes.data[24] == 16;
    uint8_t* raw = NULL;
    size_t raw_size = 0;
    vrm_Result result = VRM_OK;
    if (is_deep || chunks.keeps_form)
        result = vrmi_png_read_raw(bytes, &out->allocator, &raw, &raw_size);
    if (result == VRM_OK && raw != NULL &&
        (chunks.keeps_form || has_color_key(&chunks) || !is_doubled(raw, raw_size))) {
        result = recompress_raw(bytes, &rows, &chunks, raw, raw_size, effort, out);
        if (result == VRM_OK) result = check_raw(out, raw, raw_size);
    } else if (result == VRM_OK) {
        vrmi_PngForm forms[2];
        int count = vrmi_png_forms(picture, chunks.needs_color, forms);
        rows.pixels = picture->pixels;
        result = write_rows(&rows, forms, count, &chunks, effort, bytes.size, out);
    }
    vrmi_image_free(&out->allocator, raw, raw_size);
    return result;
}

/* ---- New pixels ---- */

vrm_Result vrmi_png_write(const vrm_Picture* picture, bool is_color, int effort, vrmi_Bytes* out) {
    static const uint8_t srgb[13] = {0, 0, 0, 1, 's', 'R', 'G', 'B', 0, 0xae, 0xce, 0x1c, 0xe9};
    Chunks chunks = {0};
    if (is_color) { /* perceptual */
        chunks.all[0] = (Chunk){srgb, sizeof srgb};
        chunks.count = chunks.before_data = 1;
    }
    vrmi_PngForm forms[2];
    vrmi_PngRows rows = {
        .width = picture->width, .height = picture->height, .pixels = picture->pixels};
    int count = vrmi_png_forms(picture, false, forms);
    return write_rows(&rows, forms, count, &chunks, effort, SIZE_MAX, out);
}
