/* SPDX-License-Identifier: MIT */
/* Resizes a picture: bytes become numbers that may be averaged (linear light, light times alpha,
 * directions), columns and rows are averaged, and the numbers become bytes again.
 *
 *   row of bytes -> numbers -> averaged along x -> sum over rows -> bytes
 */
#include "optimize/resize.h"

#include "light.h"

#include <math.h>
#include <string.h>

/* Numbers of a pixel. Cutouts have colour times alpha, alpha, and colour alone, which is used where
 * all is transparent. */
#define MAX_CHANNELS 7

/* One new sample: a weighted sum of `count` old ones from `first` on. */
typedef struct Span {
    uint32_t first, count;
    size_t weight; /* of the first, in Axis.weights */
} Span;

typedef struct Axis {
    Span* spans;
    float* weights;
    size_t span_bytes, weight_bytes;
} Axis;

typedef struct Resizer {
    const vrm_Picture* from;
    vrm_Picture* to;
    vrmi_Meaning meaning;
    int channels;
    vrmi_Light light;
    Axis x, y;
    float *line, *narrow, *sum; /* an old row; the same, resized; a new row */
    size_t line_bytes, row_bytes;
} Resizer;

/* ---- Weights ---- */

/* The part of the old samples that new sample `i` covers. */
static void cover(double begin, double end, uint32_t limit, Span* span, float* weights) {
    uint32_t first = (uint32_t)begin, last = (uint32_t)ceil(end);
    if (last > limit) last = limit;
    if (first >= last) first = last - 1;
    double total = 0.0;
    span->first = first;
    span->count = last - first;
    for (uint32_t k = first; k < last; k++)
        total += fmin(end, (double)k + 1.0) - fmax(begin, (double)k);
    for (uint32_t k = first; k < last; k++)
        weights[k - first] = (float)((fmin(end, (double)k + 1.0) - fmax(begin, (double)k)) / total);
}

/* The two old samples on either side; the edge is repeated. */
static void interpolate(double middle, uint32_t limit, Span* span, float* weights) {
    double at = fmin(fmax(middle - 0.5, 0.0), (double)limit - 1.0);
    uint32_t first = (uint32_t)at;
    double part = at - (double)first;
    span->first = first;
    span->count = first + 1 < limit ? 2 : 1;
    weights[0] = span->count == 2 ? (float)(1.0 - part) : 1.0f;
    if (span->count == 2) weights[1] = (float)part;
}

static vrm_Result make_axis(const vrm_Allocator* allocator, uint32_t from, uint32_t to, Axis* out) {
    size_t room = (from > to ? from / to + 3 : 3); /* weights of a sample, at most */
    out->span_bytes = (size_t)to * sizeof *out->spans;
    out->weight_bytes = (size_t)to * room * sizeof *out->weights;
    out->spans = vrmi_image_alloc(allocator, out->span_bytes);
    out->weights = vrmi_image_alloc(allocator, out->weight_bytes);
    if (out->spans == NULL || out->weights == NULL) return VRM_ERR_MEMORY;
    double scale = (double)from / (double)to;
    for (uint32_t i = 0; i < to; i++) {
        Span* span = &out->spans[i];
        span->weight = i * room;
        if (from >= to)
            cover(i * scale, (i + 1.0) * scale, from, span, out->weights + span->weight);
        else
            interpolate((i + 0.5) * scale, from, span, out->weights + span->weight);
    }
    return VRM_OK;
}

/* ---- Bytes and numbers ---- */

static void to_numbers(const Resizer* r, const uint8_t* pixel, float* out) {
    for (int c = 0; c < 4; c++) out[c] = pixel[c];
    if (r->meaning == VRMI_MEANS_NORMAL)
        for (int c = 0; c < 3; c++) out[c] = (float)pixel[c] - 127.5f;
    if (r->meaning == VRMI_MEANS_COLOR)
        for (int c = 0; c < 3; c++) out[c] = r->light.from_srgb[pixel[c]];
    if (r->meaning == VRMI_MEANS_CUTOUT)
        for (int c = 0; c < 3; c++) {
            out[4 + c] = r->light.from_srgb[pixel[c]];
            out[c] = out[4 + c] * out[3];
        }
}

static uint8_t to_byte(float value) {
    return (uint8_t)(fminf(fmaxf(value, 0.0f), 255.0f) + 0.5f);
}

static uint8_t to_srgb(const Resizer* r, float light) {
    return r->light.to_srgb[(size_t)(fminf(fmaxf(light, 0.0f), 16383.0f) + 0.5f)];
}

static void normal_to_bytes(const float* in, uint8_t* pixel) {
    float length = sqrtf(in[0] * in[0] + in[1] * in[1] + in[2] * in[2]);
    for (int c = 0; c < 3; c++) {
        float value = length > 1e-3f ? in[c] / length : (c == 2 ? 1.0f : 0.0f);
        pixel[c] = to_byte(value * 127.5f + 127.5f);
    }
}

static void to_bytes(const Resizer* r, const float* in, uint8_t* pixel) {
    pixel[3] = to_byte(in[3]);
    if (r->meaning == VRMI_MEANS_NORMAL) {
        normal_to_bytes(in, pixel);
        return;
    }
    for (int c = 0; c < 3; c++) {
        if (r->meaning == VRMI_MEANS_DATA) pixel[c] = to_byte(in[c]);
        if (r->meaning == VRMI_MEANS_COLOR) pixel[c] = to_srgb(r, in[c]);
        if (r->meaning == VRMI_MEANS_CUTOUT)
            pixel[c] = to_srgb(r, in[3] > 1e-3f ? in[c] / in[3] : in[4 + c]);
    }
}

/* ---- Rows ---- */

static void read_row(const Resizer* r, uint32_t y) {
    const uint8_t* pixel = r->from->pixels + (size_t)y * r->from->width * 4;
    float* out = r->line;
    for (uint32_t x = 0; x < r->from->width; x++, pixel += 4, out += r->channels)
        to_numbers(r, pixel, out);
}

static void resize_row(const Resizer* r) {
    for (uint32_t x = 0; x < r->to->width; x++) {
        const Span* span = &r->x.spans[x];
        float* out = r->narrow + (size_t)x * (size_t)r->channels;
        for (int c = 0; c < r->channels; c++) out[c] = 0.0f;
        const float* in = r->line + (size_t)span->first * (size_t)r->channels;
        for (uint32_t k = 0; k < span->count; k++, in += r->channels) {
            float weight = r->x.weights[span->weight + k];
            for (int c = 0; c < r->channels; c++) out[c] += in[c] * weight;
        }
    }
}

static void make_row(const Resizer* r, uint32_t y) {
    const Span* span = &r->y.spans[y];
    size_t count = (size_t)r->to->width * (size_t)r->channels;
    memset(r->sum, 0, count * sizeof *r->sum);
    for (uint32_t k = 0; k < span->count; k++) {
        float weight = r->y.weights[span->weight + k];
        read_row(r, span->first + k);
        resize_row(r);
        for (size_t i = 0; i < count; i++) r->sum[i] += r->narrow[i] * weight;
    }
    uint8_t* pixel = r->to->pixels + (size_t)y * r->to->width * 4;
    for (uint32_t x = 0; x < r->to->width; x++)
        to_bytes(r, r->sum + (size_t)x * (size_t)r->channels, pixel + (size_t)x * 4);
}

static vrm_Result prepare(Resizer* r) {
    const vrm_Allocator* allocator = &r->from->allocator;
    size_t pixel = (size_t)r->channels * sizeof(float);
    r->line_bytes = r->from->width * pixel;
    r->row_bytes = r->to->width * pixel;
    r->line = vrmi_image_alloc(allocator, r->line_bytes);
    r->narrow = vrmi_image_alloc(allocator, r->row_bytes);
    r->sum = vrmi_image_alloc(allocator, r->row_bytes);
    if (r->line == NULL || r->narrow == NULL || r->sum == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = make_axis(allocator, r->from->width, r->to->width, &r->x);
    if (result == VRM_OK) result = make_axis(allocator, r->from->height, r->to->height, &r->y);
    if (result == VRM_OK) result = vrmi_image_reserve(r->to);
    return result;
}

static void release(Resizer* r) {
    const vrm_Allocator* allocator = &r->from->allocator;
    vrmi_image_free(allocator, r->line, r->line_bytes);
    vrmi_image_free(allocator, r->narrow, r->row_bytes);
    vrmi_image_free(allocator, r->sum, r->row_bytes);
    Axis* axes[2] = {&r->x, &r->y};
    for (int i = 0; i < 2; i++) {
        vrmi_image_free(allocator, axes[i]->spans, axes[i]->span_bytes);
        vrmi_image_free(allocator, axes[i]->weights, axes[i]->weight_bytes);
    }
}

vrm_Result vrmi_resize(const vrm_Picture* from, uint32_t width, uint32_t height,
                       vrmi_Meaning meaning, vrm_Picture* out) {
    *out = (vrm_Picture){.width = width, .height = height, .allocator = from->allocator};
    Resizer resizer = {.from = from, .to = out, .meaning = meaning};
    resizer.channels = meaning == VRMI_MEANS_CUTOUT ? MAX_CHANNELS : 4;
    vrmi_light_init(&resizer.light);
    vrm_Result result = prepare(&resizer);
    for (uint32_t y = 0; y < height && result == VRM_OK; y++) make_row(&resizer, y);
    release(&resizer);
    return result;
}
