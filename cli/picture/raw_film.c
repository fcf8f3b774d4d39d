/* SPDX-License-Identifier: MIT */
#include "picture/raw_film.h"

#include <string.h>

const char* const raw_format_names[] = {"y4m", "pam", "rgba", NULL};

static const char frame_mark[] = "FRAME\n";

void raw_rate(float frames_per_second, int32_t* out_numerator, int32_t* out_denominator) {
    int32_t numerator = (int32_t)(frames_per_second * 1000.0f + 0.5f), denominator = 1000;
    for (int32_t prime = 2; prime <= 5; prime += 3) /* of 1000 */
        while (numerator % prime == 0 && denominator % prime == 0) {
            numerator /= prime;
            denominator /= prime;
        }
    *out_numerator = numerator;
    *out_denominator = denominator;
}

static int32_t half(int32_t edge) {
    return (edge + 1) / 2;
}

enum { PAM_HEAD_ROOM = 96 };

static int pam_head(char out[PAM_HEAD_ROOM], int32_t width, int32_t height) {
    return snprintf(out, PAM_HEAD_ROOM,
                    "P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
                    (int)width, (int)height);
}

size_t raw_frame_size(raw_Format format, int32_t width, int32_t height) {
    size_t area = (size_t)width * (size_t)height;
    char head[PAM_HEAD_ROOM];
    if (format == RAW_RGBA) return area * 4;
    if (format == RAW_PAM) return area * 4 + (size_t)pam_head(head, width, height);
    return sizeof frame_mark - 1 + area + (size_t)half(width) * (size_t)half(height) * 2;
}

bool raw_write_head(FILE* out, raw_Format format, int32_t width, int32_t height,
                    float frames_per_second) {
    int32_t numerator, denominator;
    if (format != RAW_Y4M) return true;
    raw_rate(frames_per_second, &numerator, &denominator);
    return fprintf(out, "YUV4MPEG2 W%d H%d F%d:%d Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n",
                   (int)width, (int)height, (int)numerator, (int)denominator) > 0;
}

/* ---- YUV ---- */

/* A pixel on black: its colours times its opacity. */
static void on_black(const uint8_t* pixel, int32_t out[3]) {
    int32_t alpha = pixel[3];
    for (int c = 0; c < 3; c++) out[c] = (pixel[c] * alpha + 127) / 255;
}

/* 8 bits: Y is 16 to 235. The weights are those of the standard times 2^16 * 219 / 255 and 2^16 *
 * 224 / 255; those of a chroma plane sum to 0, so that grey is exactly 128. */
typedef struct Weights {
    int32_t y[3], u[3], v[3];
} Weights;

static const Weights weights_by_standard[] = {
    [RAW_BT601] = {{16829, 33039, 6416}, {-9714, -19070, 28784}, {28784, -24103, -4681}},
    [RAW_BT709] = {{11966, 40255, 4064}, {-6596, -22189, 28785}, {28785, -26145, -2640}},
};

static uint8_t luma(const int32_t rgb[3], const int32_t weights[3]) {
    int32_t sum = weights[0] * rgb[0] + weights[1] * rgb[1] + weights[2] * rgb[2];
    return (uint8_t)((sum + 32768) / 65536 + 16);
}

static uint8_t chroma(const int32_t rgb[3], const int32_t weights[3], int32_t count) {
    int32_t sum = weights[0] * rgb[0] + weights[1] * rgb[1] + weights[2] * rgb[2];
    int32_t unit = 65536 * count;
    return (uint8_t)((sum + 128 * unit + unit / 2) / unit);
}

void raw_put_planes(const uint8_t* pixels, int32_t width, int32_t height, raw_Standard standard,
                    const raw_Planes* out) {
    const Weights* weights = &weights_by_standard[standard];
    for (int32_t top = 0; top < height; top += 2)
        for (int32_t left = 0; left < width; left += 2) {
            int32_t sum[3] = {0}, count = 0;
            for (int32_t y = top; y < top + 2 && y < height; y++)
                for (int32_t x = left; x < left + 2 && x < width; x++) {
                    size_t at = (size_t)y * (size_t)width + (size_t)x;
                    int32_t rgb[3];
                    on_black(pixels + at * 4, rgb);
                    out->y[(size_t)y * out->stride + (size_t)x] = luma(rgb, weights->y);
                    for (int c = 0; c < 3; c++) sum[c] += rgb[c];
                    count++;
                }
            size_t at = (size_t)(top / 2) * out->half_stride + (size_t)(left / 2);
            out->u[at] = chroma(sum, weights->u, count);
            out->v[at] = chroma(sum, weights->v, count);
        }
}

/* One after the other, without gaps. */
static void put_tight_planes(const uint8_t* pixels, int32_t width, int32_t height, uint8_t* out) {
    size_t area = (size_t)width * (size_t)height;
    size_t half_area = (size_t)half(width) * (size_t)half(height);
    raw_Planes planes = {out, out + area, out + area + half_area, (size_t)width,
                         (size_t)half(width)};
    raw_put_planes(pixels, width, height, RAW_BT601, &planes);
}

/* ---- Frames ---- */

bool raw_write_frame(FILE* out, raw_Format format, int32_t width, int32_t height,
                     const uint8_t* pixels, uint8_t* scratch) {
    size_t size = raw_frame_size(format, width, height);
    size_t area = (size_t)width * (size_t)height;
    if (format == RAW_RGBA) return fwrite(pixels, 1, size, out) == size;
    if (format == RAW_PAM) {
        char head[PAM_HEAD_ROOM];
        int length = pam_head(head, width, height);
        memcpy(scratch, head, (size_t)length);
        memcpy(scratch + length, pixels, area * 4);
    } else {
        memcpy(scratch, frame_mark, sizeof frame_mark - 1);
        put_tight_planes(pixels, width, height, scratch + sizeof frame_mark - 1);
    }
    return fwrite(scratch, 1, size, out) == size;
}
