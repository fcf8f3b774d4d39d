/* SPDX-License-Identifier: MIT */
/* Compresses PNG rows. Every filter strategy is measured with fast zlib settings; the best ones are
 * compressed with zlib's best. Rows are streamed: only the smallest result is kept in memory.
 *
 *   rows of a form -> filter strategy -> deflate -> size (measuring) | bytes (the best)
 */
#include "optimize/png_encode.h"

#include "image/png_filter.h"

#include <math.h>
#include <string.h>

#include <zlib.h>

/* Strategies: one filter for all rows, or the one whose row looks the cheapest. */
enum { NONE, SUB, UP, AVERAGE, PAETH, BY_SUM, BY_BIGRAMS, STRATEGY_COUNT };

/* One way to compress. */
typedef struct Trial {
    int form, strategy;
    int level, zlib_strategy;
    int chain;       /* how many earlier places are compared; 0: as the level says */
    bool is_sampled; /* only some of the rows */
    size_t size;     /* of the stream; SIZE_MAX: not known, or too large */
} Trial;

typedef struct Encoder {
    vrmi_PngRows* rows;
    vrm_Allocator* allocator;
    uint8_t* scratch; /* see carve() */
    size_t scratch_size;
    uint8_t *row, *above, *trial, *best, *chunk;
    uint8_t* seen; /* pairs of bytes, one bit each */
} Encoder;

/* Of large pictures one band of rows in eight is measured. */
enum { BAND_ROWS = 16, BANDS = 8 };
#define SAMPLED_BYTES ((size_t)1 << 20)

#define CHUNK     ((size_t)65536)
#define SEEN_SIZE ((size_t)8192)

/* ---- Filters ---- */

/* Different pairs of neighbouring bytes: few of them compress well. */
static uint32_t count_bigrams(uint8_t* seen, const uint8_t* bytes, size_t size) {
    uint32_t count = 0;
    memset(seen, 0, SEEN_SIZE);
    for (size_t i = 1; i < size; i++) {
        uint32_t pair = (uint32_t)bytes[i - 1] << 8 | bytes[i];
        uint8_t bit = (uint8_t)(1u << (pair & 7));
        count += (seen[pair >> 3] & bit) == 0;
        seen[pair >> 3] |= bit;
    }
    return count;
}

static void filter_by_bigrams(Encoder* encoder, const uint8_t* row, const uint8_t* above,
                              size_t size, size_t step) {
    uint32_t best = UINT32_MAX;
    for (int kind = 0; kind < 5; kind++) {
        vrmi_png_filter_row(kind, row, above, size, step, encoder->trial);
        uint32_t cost = count_bigrams(encoder->seen, encoder->trial, size);
        if (cost >= best) continue;
        best = cost;
        encoder->best[0] = (uint8_t)kind;
        memcpy(encoder->best + 1, encoder->trial, size);
    }
}

/* Writes filter number and bytes to encoder->best. */
static void filter(Encoder* encoder, int strategy, const uint8_t* row, const uint8_t* above,
                   size_t size, size_t step) {
    if (strategy == BY_SUM) {
        vrmi_png_best_row(row, above, size, step, encoder->trial, encoder->best);
    } else if (strategy == BY_BIGRAMS) {
        filter_by_bigrams(encoder, row, above, size, step);
    } else {
        encoder->best[0] = (uint8_t)strategy;
        vrmi_png_filter_row(strategy, row, above, size, step, encoder->best + 1);
    }
}

/* ---- Compressing ---- */

/* Feeds what is in the stream, or ends it. The output is counted, and kept when `out` is given.
 * False once there are `limit` bytes. */
static bool drain(Encoder* encoder, z_stream* stream, int flush, size_t limit, vrmi_Bytes* out,
                  size_t* size) {
    int status;
    do {
        stream->next_out = encoder->chunk;
        stream->avail_out = (uInt)CHUNK;
        status = deflate(stream, flush);
        size_t made = CHUNK - stream->avail_out;
        *size += made;
        if (*size >= limit) return false;
        if (out != NULL) vrmi_bytes_put(out, encoder->chunk, made);
    } while (flush == Z_FINISH ? status == Z_OK : stream->avail_in > 0);
    return true;
}

/* Compresses all rows; trial->size is SIZE_MAX when the stream has `limit` bytes or more. */
static vrm_Result compress_rows(Encoder* encoder, Trial* trial, size_t limit, vrmi_Bytes* out) {
    vrmi_PngRows* rows = encoder->rows;
    size_t size = vrmi_png_row_bytes(rows), bits = vrmi_png_bits(&rows->form), made = 0;
    size_t step = bits < 8 ? 1 : bits / 8;
    z_stream stream = {
        .zalloc = vrmi_zlib_alloc, .zfree = vrmi_zlib_free, .opaque = encoder->allocator};
    trial->size = SIZE_MAX;
    if (deflateInit2(&stream, trial->level, Z_DEFLATED, 15, 9, trial->zlib_strategy) != Z_OK)
        return VRM_ERR_MEMORY;
    if (trial->chain > 0) deflateTune(&stream, 32, 258, 258, trial->chain);
    uint8_t *buffer = encoder->row, *spare = encoder->above;
    memset(spare, 0, size);
    const uint8_t* above = spare;
    bool is_small = true;
    for (uint32_t y = 0; y < rows->height && is_small; y++) {
        if (trial->is_sampled && y / BAND_ROWS % BANDS != 0) continue;
        if (trial->is_sampled && y >= BAND_ROWS && y % BAND_ROWS == 0)
            above = vrmi_png_row(rows, y - 1, spare);
        const uint8_t* row = vrmi_png_row(rows, y, buffer);
        filter(encoder, trial->strategy, row, above, size, step);
        stream.next_in = encoder->best;
        stream.avail_in = (uInt)(size + 1);
        is_small = drain(encoder, &stream, Z_NO_FLUSH, limit, out, &made);
        above = row;
        uint8_t* swap = buffer;
        buffer = spare;
        spare = swap;
    }
    is_small = is_small && drain(encoder, &stream, Z_FINISH, limit, out, &made);
    deflateEnd(&stream);
    if (is_small) trial->size = made;
    return out != NULL && out->has_failed ? VRM_ERR_MEMORY : VRM_OK;
}

/* ---- Choosing ---- */

/* Palettes and few bits have no gradients: filters rarely help. */
static bool is_worth(const vrmi_PngForm* form, int strategy, int effort) {
    if (effort >= 8) return true;
    if (form->color_type == PNG_PALETTE || form->depth < 8)
        return strategy == NONE || (effort >= 5 && strategy == BY_SUM);
    if (strategy == BY_SUM) return true;
    if (effort < 3) return false;
    return strategy != SUB && strategy != AVERAGE;
}

static void insert(Trial* trials, int* count, int room, Trial trial) {
    int at = *count;
    while (at > 0 && trials[at - 1].size > trial.size) at--;
    if (at >= room) return;
    int moved = (*count < room ? *count : room - 1) - at;
    memmove(trials + at + 1, trials + at, (size_t)moved * sizeof *trials);
    trials[at] = trial;
    if (*count < room) ++*count;
}

/* Measures what is worth it; the best `room` trials, the smallest first. */
static vrm_Result measure(Encoder* encoder, const vrmi_PngForm* forms, int form_count, int effort,
                          Trial* out, int room, int* out_count) {
    *out_count = 0;
    for (int form = 0; form < form_count; form++)
        for (int strategy = 0; strategy < STRATEGY_COUNT; strategy++) {
            if (!is_worth(&forms[form], strategy, effort)) continue;
            Trial trial = {.form = form, .strategy = strategy, .level = effort < 7 ? 2 : 5};
            encoder->rows->form = forms[form];
            trial.is_sampled =
                effort < 7 &&
                vrmi_png_row_bytes(encoder->rows) * encoder->rows->height > SAMPLED_BYTES;
            vrm_Result result = compress_rows(encoder, &trial, SIZE_MAX, NULL);
            if (result != VRM_OK) return result;
            insert(out, out_count, room, trial);
        }
    return VRM_OK;
}

/* Compresses the trial with a level; replaces the content of *best by a smaller result. */
static vrm_Result improve(Encoder* encoder, const vrmi_PngForm* forms, Trial trial, size_t* limit,
                          vrmi_Bytes* best, int* out_form) {
    vrmi_Bytes bytes = {.allocator = *encoder->allocator};
    encoder->rows->form = forms[trial.form];
    vrm_Result result = compress_rows(encoder, &trial, *limit, &bytes);
    bool is_better = result == VRM_OK && trial.size < *limit;
    if (is_better) {
        vrmi_Bytes swap = *best;
        *best = bytes;
        bytes = swap;
        *limit = trial.size;
        *out_form = trial.form;
    }
    vrmi_image_free(&bytes.allocator, bytes.data, bytes.capacity);
    return result;
}

/* Room for the widest form, four channels of 16 bits. */
static vrm_Result carve(Encoder* encoder) {
    size_t row = (size_t)encoder->rows->width * 8 + 8;
    encoder->scratch_size = row * 4 + CHUNK + SEEN_SIZE;
    encoder->scratch = vrmi_image_alloc(encoder->allocator, encoder->scratch_size);
    if (encoder->scratch == NULL) return VRM_ERR_MEMORY;
    encoder->row = encoder->scratch;
    encoder->above = encoder->row + row;
    encoder->trial = encoder->above + row;
    encoder->best = encoder->trial + row;
    encoder->chunk = encoder->best + row;
    encoder->seen = encoder->chunk + CHUNK;
    return VRM_OK;
}

vrm_Result vrmi_png_encode(vrmi_PngRows* rows, const vrmi_PngForm* forms, int count, int effort,
                           size_t needed, vrmi_Bytes* out, int* out_form) {
    enum { ROOM = 3 };
    /* Level 9 alone compares 4096 places: noise takes ten times as long for the last percent. */
    static const int chains[10] = {0, 0, 128, 256, 256, 512, 1024, 2048, 4096, 4096};
    Trial trials[ROOM];
    int trial_count = 0;
    size_t limit = needed;
    Encoder encoder = {.rows = rows, .allocator = &out->allocator};
    vrmi_Bytes best = {.allocator = out->allocator};
    vrm_Result result = carve(&encoder);
    int room = effort < 7 ? 1 : effort < 9 ? 2 : ROOM;
    if (result == VRM_OK)
        result = measure(&encoder, forms, count, effort, trials, room, &trial_count);
    *out_form = -1;
    for (int i = 0; i < trial_count && result == VRM_OK; i++) {
        static const int ways[] = {Z_DEFAULT_STRATEGY, Z_FILTERED};
        for (int way = 0; way < (effort < 5 ? 1 : 2) && result == VRM_OK; way++) {
            Trial trial = trials[i];
            trial.is_sampled = false;
            trial.level = effort < 2 ? 6 : 9;
            trial.chain = chains[effort];
            trial.zlib_strategy = ways[way];
            result = improve(&encoder, forms, trial, &limit, &best, out_form);
        }
    }
    if (result == VRM_OK && *out_form < 0) result = VRM_ERR_LIMIT;
    if (result == VRM_OK) {
        rows->form = forms[*out_form];
        vrmi_bytes_put(out, best.data, best.size);
        if (out->has_failed) result = VRM_ERR_MEMORY;
    }
    vrmi_image_free(&best.allocator, best.data, best.capacity);
    vrmi_image_free(encoder.allocator, encoder.scratch, encoder.scratch_size);
    return result;
}
