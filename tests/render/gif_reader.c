/* SPDX-License-Identifier: MIT */
#include "gif_reader.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    const uint8_t *at, *end;
} Reader;

static uint32_t take(Reader* reader) {
    assert_true(reader->at < reader->end);
    return *reader->at++;
}

static uint32_t take16(Reader* reader) {
    uint32_t low = take(reader);
    return low | take(reader) << 8;
}

static const uint8_t* take_many(Reader* reader, size_t size) {
    assert_true((size_t)(reader->end - reader->at) >= size);
    reader->at += size;
    return reader->at - size;
}

/* The data of all sub-blocks in one piece. */
static uint8_t* take_blocks(Reader* reader, size_t* out_size) {
    uint8_t* data = NULL;
    size_t size = 0;
    for (uint32_t block = take(reader); block != 0; block = take(reader)) {
        data = realloc(data, size + block);
        memcpy(data + size, take_many(reader, block), block);
        size += block;
    }
    *out_size = size;
    return data;
}

/* As the GIF89a specification's appendix F describes it: codes of growing width, least bit first.
 */
static void unpack(const uint8_t* data, size_t size, uint8_t* out, size_t out_size) {
    static uint16_t prefixes[4096];
    static uint8_t suffixes[4096];
    uint32_t width = 9, next = 258, last = 4096;
    size_t bit = 0, written = 0;
    for (;;) {
        assert_true(bit + width <= size * 8);
        uint32_t code = 0;
        for (uint32_t i = 0; i < width; i++, bit++)
            code |= (uint32_t)(data[bit / 8] >> bit % 8 & 1) << i;
        if (code == 257) break;
        if (code == 256) {
            width = 9;
            next = 258;
            last = 4096;
            continue;
        }
        assert_true(code < next || (code == next && last != 4096));
        uint8_t string[4096];
        uint32_t length = 0, walk = code == next ? last : code;
        if (code == next) length = 1; /* the first of the last string comes behind it */
        while (walk >= 258) {
            string[length++] = suffixes[walk];
            walk = prefixes[walk];
        }
        string[length++] = (uint8_t)walk;
        if (code == next) string[0] = (uint8_t)walk;
        if (last != 4096 && next < 4096) {
            prefixes[next] = (uint16_t)last;
            suffixes[next++] = (uint8_t)walk;
            if (next == 1u << width && width < 12) width++;
        }
        last = code;
        assert_true(written + length <= out_size);
        while (length > 0) out[written++] = string[--length];
    }
    assert_int_equal(written, out_size);
    assert_true(size * 8 - bit < 16); /* and next to nothing behind it */
}

typedef struct Control {
    uint32_t disposal, delay, clear; /* clear: 256 for none */
} Control;

static void read_frame(Reader* reader, gif_File* file, const uint8_t* table, Control control,
                       uint8_t* canvas) {
    uint32_t x = take16(reader), y = take16(reader), w = take16(reader), h = take16(reader);
    assert_true(w > 0 && h > 0 && x + w <= file->width && y + h <= file->height);
    uint32_t flags = take(reader);
    if (flags != 0) {
        assert_int_equal(flags, 0x87);
        table = take_many(reader, 768);
        file->local_table_count++;
    }
    assert_int_equal(take(reader), 8);
    size_t size;
    uint8_t* data = take_blocks(reader, &size);
    uint8_t* indices = malloc((size_t)w * h);
    unpack(data, size, indices, (size_t)w * h);
    for (uint32_t i = 0; i < w * h; i++) {
        uint8_t* to = canvas + ((size_t)(y + i / w) * file->width + x + i % w) * 4;
        if (indices[i] == control.clear) continue;
        memcpy(to, table + indices[i] * 3, 3);
        to[3] = 255;
    }
    size_t bytes = (size_t)file->width * file->height * 4;
    file->frames = realloc(file->frames, sizeof *file->frames * (size_t)(file->frame_count + 1));
    gif_Frame* frame = &file->frames[file->frame_count++];
    frame->delay = (int)control.delay;
    frame->pixels = malloc(bytes);
    memcpy(frame->pixels, canvas, bytes);
    for (uint32_t i = 0; i < w * h && control.disposal == 2; i++)
        memset(canvas + ((size_t)(y + i / w) * file->width + x + i % w) * 4, 0, 4);
    free(indices);
    free(data);
}

gif_File gif_read(vrm_Span bytes) {
    Reader reader = {(const uint8_t*)bytes.data, (const uint8_t*)bytes.data + bytes.size};
    assert_memory_equal(take_many(&reader, 6), "GIF89a", 6);
    gif_File file = {.repeats = -1};
    file.width = take16(&reader);
    file.height = take16(&reader);
    assert_int_equal(take(&reader), 0xf7);
    take_many(&reader, 2);
    const uint8_t* table = take_many(&reader, 768);
    uint8_t* canvas = calloc((size_t)file.width * file.height, 4);
    Control control = {0, 0, 256};
    for (uint32_t kind = take(&reader); kind != 0x3b; kind = take(&reader)) {
        if (kind == 0x2c) {
            read_frame(&reader, &file, table, control, canvas);
            continue;
        }
        assert_int_equal(kind, 0x21);
        uint32_t label = take(&reader);
        size_t size;
        if (label == 0xff) {
            uint8_t* data = take_blocks(&reader, &size);
            assert_int_equal(size, 14);
            assert_memory_equal(data, "NETSCAPE2.0\x01", 12);
            file.repeats = data[12] | data[13] << 8;
            free(data);
        } else {
            assert_int_equal(label, 0xf9);
            uint8_t* data = take_blocks(&reader, &size);
            assert_int_equal(size, 4);
            control.disposal = data[0] >> 2 & 7;
            control.delay = data[1] | (uint32_t)data[2] << 8;
            control.clear = (data[0] & 1) != 0 ? data[3] : 256;
            free(data);
        }
    }
    assert_ptr_equal(reader.at, reader.end);
    free(canvas);
    return file;
}

void gif_free(gif_File* file) {
    for (int i = 0; i < file->frame_count; i++) free(file->frames[i].pixels);
    free(file->frames);
}
