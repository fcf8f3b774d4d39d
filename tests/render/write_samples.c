/* SPDX-License-Identifier: MIT */
/* usage: write_samples stills|animations FOLDER
 * stills: one small picture of each kind, by the libraries' own encoders; the seeds of
 * fuzz/seeds/image are made so. animations: APNG, GIF and WebP of twelve frames by our writer, for
 * judge_image.mjs: a square 8 pixels wide that moves by 4 each frame, on grey or on nothing. */
#include "pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 12
#define WIDTH  64
#define HEIGHT 40

static int write_file(const char* folder, const char* name, const void* data, size_t size) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "wb");
    if (file == NULL) return 1;
    size_t written = fwrite(data, 1, size, file);
    return fclose(file) != 0 || written != size;
}

static int write_stills(const char* folder) {
    const struct {
        const char* name;
        pic_Bytes bytes;
    } stills[] = {
        {"grey1.png", pic_png(9, 7, 0, 1, false)},      {"grey16.png", pic_png(5, 4, 0, 16, false)},
        {"rgb.png", pic_png(6, 5, 2, 8, true)},         {"palette4.png", pic_png(9, 7, 3, 4, true)},
        {"grey_alpha.png", pic_png(6, 5, 4, 8, false)}, {"rgba16.png", pic_png(5, 4, 6, 16, true)},
        {"grey.jpg", pic_jpeg(9, 9, 1, false)},         {"rgb.jpg", pic_jpeg(17, 9, 3, true)},
        {"cmyk.jpg", pic_jpeg(9, 9, 4, false)},         {"lossless.webp", pic_webp(9, 7, true)},
        {"lossy.webp", pic_webp(9, 7, false)},          {"bomb.png", pic_png_bomb(40000, 40000)},
    };
    int status = 0;
    for (size_t i = 0; i < sizeof stills / sizeof stills[0]; i++) {
        status |= write_file(folder, stills[i].name, stills[i].bytes.data, stills[i].bytes.size);
        free(stills[i].bytes.data);
    }
    return status;
}

static int write_animation(const char* folder, const char* name, vrm_ImageFormat format,
                           bool is_opaque) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    def.format = format;
    def.width = WIDTH;
    def.height = HEIGHT;
    def.frames_per_second = 30.0f;
    def.quality = 101.0f;
    vrm_ImageWriter* writer;
    vrm_Result result = vrm_image_writer_create(&def, &writer);
    for (int frame = 0; frame < FRAMES && result == VRM_OK; frame++) {
        static uint8_t pixels[WIDTH * HEIGHT * 4];
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH - frame * 4, y = i / WIDTH - 10;
            bool is_square = x >= 0 && x < 8 && y >= 0 && y < 8;
            const char* ground = is_opaque ? "\x80\x80\x80\xff" : "\0\0\0\0";
            memcpy(pixels + i * 4, is_square ? "\xf0\x40\x20\xff" : ground, 4);
        }
        result = vrm_image_writer_add(writer, pixels);
    }
    vrm_Span bytes = {0};
    if (result == VRM_OK) result = vrm_image_writer_finish(writer, &bytes);
    int status = result == VRM_OK ? write_file(folder, name, bytes.data, bytes.size) : 1;
    vrm_image_writer_destroy(writer);
    return status;
}

int main(int argc, char** argv) {
    if (argc == 3 && strcmp(argv[1], "stills") == 0) return write_stills(argv[2]);
    if (argc != 3 || strcmp(argv[1], "animations") != 0) return 2;
    const char* folder = argv[2];
    return write_animation(folder, "opaque.png", VRM_IMAGE_APNG, true) |
           write_animation(folder, "clear.png", VRM_IMAGE_APNG, false) |
           write_animation(folder, "opaque.gif", VRM_IMAGE_GIF, true) |
           write_animation(folder, "clear.gif", VRM_IMAGE_GIF, false) |
           write_animation(folder, "opaque.webp", VRM_IMAGE_WEBP, true) |
           write_animation(folder, "clear.webp", VRM_IMAGE_WEBP, false);
}
