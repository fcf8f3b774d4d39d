/* SPDX-License-Identifier: MIT */
/* Smaller pictures in an avatar: what may not be lost is not lost, limits hold, and what cannot be
 * understood keeps its bytes. */
#include "pictures.h"

#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/optimize_pictures.h"
#include "vrm/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* ---- Files ---- */

#define MAX_PICTURES 8

/* A GLB with pictures, a texture for each one, and further members of the document. */
static TestBytes make_file(const pic_Bytes* pictures, int count, const char* members) {
    char json[8192], views[2048] = "", images[2048] = "", textures[1024] = "";
    size_t total = 0;
    for (int i = 0; i < count; i++) total += (pictures[i].size + 3) & ~(size_t)3;
    uint8_t* bin = calloc(1, total + 4);
    assert_non_null(bin);
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        const char* comma = i > 0 ? "," : "";
        vrm_ImageInfo info;
        bool is_jpeg =
            vrm_image_peek(pic_span(pictures[i]), &info) == VRM_OK && info.format == VRM_IMAGE_JPEG;
        memcpy(bin + at, pictures[i].data, pictures[i].size);
        sprintf(views + strlen(views), "%s{'buffer':0,'byteOffset':%d,'byteLength':%d}", comma,
                (int)at, (int)pictures[i].size);
        sprintf(images + strlen(images), "%s{'bufferView':%d,'mimeType':'image/%s'}", comma, i,
                is_jpeg ? "jpeg" : "png");
        sprintf(textures + strlen(textures), "%s{'source':%d}", comma, i);
        at += (pictures[i].size + 3) & ~(size_t)3;
    }
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0','generator':'test'},'buffers':[{'byteLength':%d}],"
             "'bufferViews':[%s],'images':[%s],'textures':[%s]%s}",
             (int)at, views, images, textures, members);
    TestBytes file = test_glb(json, bin, at);
    free(bin);
    return file;
}

static vrm_Model* load(const pic_Bytes* pictures, int count, const char* members) {
    TestBytes file = make_file(pictures, count, members);
    vrm_Model* model = test_load(file.data, file.size);
    test_bytes_free(&file);
    return model;
}

/* A material that shows texture `i` as its base colour. */
#define OPAQUE_0 "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}"
#define BLEND_0  "{'alphaMode':'BLEND','pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}"

static vrm_Span image_bytes(const vrm_Model* model, int32_t image) {
    const vrm_Image* found = &vrm_model_gltf(model)->images[image];
    return (vrm_Span){(const char*)found->data, (size_t)found->size};
}

static vrm_ImageFormat format_of(const vrm_Model* model, int32_t image) {
    vrm_ImageInfo info;
    assert_int_equal(vrm_image_peek(image_bytes(model, image), &info), VRM_OK);
    return info.format;
}

static vrm_Picture decode(vrm_Span bytes) {
    vrm_Picture picture;
    assert_int_equal(vrm_image_decode(bytes, NULL, NULL, &picture), VRM_OK);
    return picture;
}

/* Optimizes; fails the test when that fails. */
static vrm_OptimizePicturesStats optimize(vrm_Model* model, const vrm_OptimizePicturesDef* def,
                                          vrm_Report* report) {
    vrm_OptimizePicturesStats stats;
    assert_int_equal(vrm_optimize_pictures(model, def, report, &stats), VRM_OK);
    return stats;
}

static int32_t count_changed(vrm_Model* model, const vrm_OptimizePicturesDef* def) {
    vrm_OptimizePicturesStats stats = optimize(model, def, NULL);
    int32_t changed = stats.changed_count;
    vrm_optimize_pictures_stats_release(&stats);
    return changed;
}

static void expect_same_pixels(vrm_Span after, vrm_Span before) {
    vrm_Picture a = decode(after), b = decode(before);
    assert_int_equal(a.width, b.width);
    assert_int_equal(a.height, b.height);
    assert_memory_equal(a.pixels, b.pixels, (size_t)a.width * a.height * 4);
    vrm_image_release(&a);
    vrm_image_release(&b);
}

/* A PNG of given pixels, by the writer of libvrm_render. */
static pic_Bytes png_of(uint32_t width, uint32_t height,
                        void (*paint)(uint32_t x, uint32_t y, uint8_t* pixel)) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    vrm_ImageWriter* writer = NULL;
    vrm_Span bytes;
    uint8_t* pixels = malloc((size_t)width * height * 4);
    assert_non_null(pixels);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) paint(x, y, pixels + ((size_t)y * width + x) * 4);
    def.width = width;
    def.height = height;
    assert_int_equal(vrm_image_writer_create(&def, &writer), VRM_OK);
    assert_int_equal(vrm_image_writer_add(writer, pixels), VRM_OK);
    assert_int_equal(vrm_image_writer_finish(writer, &bytes), VRM_OK);
    pic_Bytes png = {malloc(bytes.size), bytes.size};
    assert_non_null(png.data);
    memcpy(png.data, bytes.data, bytes.size);
    vrm_image_writer_destroy(writer);
    free(pixels);
    return png;
}

static void paint_checkers(uint32_t x, uint32_t y, uint8_t* pixel) {
    memset(pixel, (x + y) % 2 == 0 ? 255 : 0, 3);
    pixel[3] = 255;
}

/* Red where it is opaque, green where it is clear; every second column. */
static void paint_cutout(uint32_t x, uint32_t y, uint8_t* pixel) {
    (void)y;
    memset(pixel, 0, 4);
    pixel[x % 2] = 255;
    pixel[3] = x % 2 == 0 ? 255 : 0;
}

/* Directions that lean to either side. */
static void paint_normals(uint32_t x, uint32_t y, uint8_t* pixel) {
    (void)y;
    pixel[0] = x % 2 == 0 ? 218 : 37; /* +-0.71 */
    pixel[1] = 128;
    pixel[2] = 218;
    pixel[3] = 255;
}

static void paint_photo(uint32_t x, uint32_t y, uint8_t* pixel) {
    uint32_t noise = (x * 7919u + y * 104729u) * 2654435761u;
    for (uint32_t c = 0; c < 3; c++)
        pixel[c] = (uint8_t)((x * (c + 1) + y * (3 - c)) % 200 + (noise >> (8 * c) & 15));
    pixel[3] = 255;
}

/* ---- Lossless ---- */

static void png_of_every_kind_keeps_its_pixels(void** state) {
    (void)state;
    static const int kinds[][2] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                                   {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] * 2; k++) {
        pic_Bytes png = pic_png(61, 47, kinds[k / 2][0], kinds[k / 2][1], k % 2 == 1);
        vrm_Model* model = load(&png, 1, "");
        vrm_OptimizePicturesStats stats = optimize(model, NULL, NULL);
        assert_int_equal(stats.picture_count, 1);
        assert_int_equal(stats.before.bytes, png.size);
        assert_int_equal(stats.after.bytes, image_bytes(model, 0).size);
        assert_true(stats.after.bytes <= stats.before.bytes);
        assert_int_equal(stats.before.pixels, 61 * 47);
        expect_same_pixels(image_bytes(model, 0), pic_span(png));
        assert_int_equal(count_changed(model, NULL), 0);
        vrm_optimize_pictures_stats_release(&stats);
        vrm_model_destroy(model);
        free(png.data);
    }
}

static void png_gets_the_smallest_form(void** state) {
    (void)state;
    pic_Bytes checkers = png_of(64, 64, paint_checkers), photo = png_of(64, 64, paint_photo);
    pic_Bytes pictures[2] = {checkers, photo};
    vrm_Model* model = load(pictures, 2, "");
    assert_int_equal(count_changed(model, NULL), 2);
    const char* small = image_bytes(model, 0).data;
    assert_int_equal(small[24], 1); /* one bit of grey or of a palette */
    assert_true(image_bytes(model, 0).size < 200);
    assert_int_equal(image_bytes(model, 1).data[25], 2); /* RGB */
    expect_same_pixels(image_bytes(model, 0), pic_span(checkers));
    expect_same_pixels(image_bytes(model, 1), pic_span(photo));
    /* One behind the other, without the bytes of before. */
    size_t first = (image_bytes(model, 0).size + 3) / 4 * 4;
    assert_int_equal(vrm_model_gltf(model)->buffers[0].size, first + image_bytes(model, 1).size);
    vrm_model_destroy(model);
    free(checkers.data);
    free(photo.data);
}

/* Grey of 16 bits, each sample the same byte twice. */
static pic_Bytes doubled_png(uint32_t side) {
    pic_Bytes png = pic_png_begin(side, side, 16, 0, false);
    size_t size = (size_t)side * (side * 2 + 1), at = 0;
    uLongf packed_size = compressBound((uLong)size);
    uint8_t *raw = malloc(size), *packed = malloc(packed_size);
    assert_true(raw != NULL && packed != NULL);
    for (uint32_t y = 0; y < side; y++) {
        raw[at++] = 0;
        for (uint32_t x = 0; x < side * 2; x++) raw[at++] = pic_value(x / 2, y, 0);
    }
    assert_int_equal(compress(packed, &packed_size, raw, (uLong)size), Z_OK);
    pic_put_chunk(&png, "IDAT", packed, packed_size);
    pic_put_chunk(&png, "IEND", NULL, 0);
    free(raw);
    free(packed);
    return png;
}

static void sixteen_bits_stay_unless_eight_are_exact(void** state) {
    (void)state;
    pic_Bytes pictures[2] = {pic_png(64, 64, 2, 16, true), doubled_png(64)};
    vrm_Model* model = load(pictures, 2, "");
    assert_int_equal(count_changed(model, NULL), 2);
    assert_int_equal(image_bytes(model, 0).data[24], 16);
    assert_int_equal(image_bytes(model, 1).data[24], 8);
    for (int i = 0; i < 2; i++) {
        expect_same_pixels(image_bytes(model, i), pic_span(pictures[i]));
        free(pictures[i].data);
    }
    vrm_model_destroy(model);
}

/* The PNG with a chunk behind its header, or before its end. */
static pic_Bytes with_chunk(pic_Bytes png, const char* name, const void* data, size_t size,
                            bool is_last) {
    pic_Bytes chunk = {NULL, 0};
    pic_put_chunk(&chunk, name, data, size);
    size_t at = is_last ? png.size - 12 : 33;
    uint8_t* bytes = malloc(png.size + chunk.size);
    assert_non_null(bytes);
    memcpy(bytes, png.data, at);
    memcpy(bytes + at, chunk.data, chunk.size);
    memcpy(bytes + at + chunk.size, png.data + at, png.size - at);
    pic_Bytes all = {bytes, png.size + chunk.size};
    free(chunk.data);
    free(png.data);
    return all;
}

static bool has_bytes(vrm_Span bytes, const char* text) {
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= bytes.size; i++)
        if (memcmp(bytes.data + i, text, size) == 0) return true;
    return false;
}

static void chunks_that_say_something_are_kept(void** state) {
    (void)state;
    static const uint8_t gamma[4] = {0, 0, 0xb1, 0x8f}, bits[3] = {5, 6, 5};
    pic_Bytes png = pic_png(64, 64, 2, 8, false);
    png = with_chunk(png, "gAMA", gamma, 4, false);
    png = with_chunk(png, "tEXt", "Author\0somebody", 15, true);
    for (int round = 0; round < 2; round++) {
        vrm_Model* model = load(&png, 1, "");
        assert_int_equal(count_changed(model, NULL), 1);
        vrm_Span after = image_bytes(model, 0);
        assert_true(has_bytes(after, "gAMA") && has_bytes(after, "somebody"));
        expect_same_pixels(after, pic_span(png));
        if (round == 1) { /* significant bits are those of a colour type: it stays */
            assert_true(has_bytes(after, "sBIT"));
            assert_int_equal(after.data[25], 2);
        }
        assert_int_equal(count_changed(model, NULL), 0);
        vrm_model_destroy(model);
        if (round == 0) png = with_chunk(png, "sBIT", bits, 3, false);
    }
    free(png.data);
}

static void what_a_reader_could_use_otherwise_keeps_its_bytes(void** state) {
    (void)state;
    pic_Bytes pictures[4];
    pictures[0] = with_chunk(pic_png(64, 64, 2, 8, true), "acTL", "\0\0\0\1\0\0\0\0", 8, false);
    pictures[1] = with_chunk(pic_png(64, 64, 2, 8, true), "prVT", "data", 4, false);
    pictures[2] = pic_png(64, 64, 2, 8, true);
    pictures[2].data = realloc(pictures[2].data, pictures[2].size + 5);
    memcpy(pictures[2].data + pictures[2].size, "after", 5);
    pictures[2].size += 5;
    pictures[3] = pic_webp(64, 64, true);
    vrm_Model* model = load(pictures, 4, "");
    assert_int_equal(count_changed(model, NULL), 0);
    for (int i = 0; i < 4; i++) free(pictures[i].data);
    vrm_model_destroy(model);
}

static void jpeg_keeps_pixels_and_markers(void** state) {
    (void)state;
    static const int channels[] = {1, 3, 4};
    for (int k = 0; k < 6; k++) {
        pic_Bytes jpeg = pic_jpeg(160, 120, channels[k / 2], k % 2 == 1);
        static const char marker[] = "\xff\xfe\0\x0asomebody"; /* a comment of 8 characters */
        uint8_t* bytes = malloc(jpeg.size + 12);
        assert_non_null(bytes);
        memcpy(bytes, jpeg.data, 2);
        memcpy(bytes + 2, marker, 12);
        memcpy(bytes + 14, jpeg.data + 2, jpeg.size - 2);
        pic_Bytes with = {bytes, jpeg.size + 12};
        vrm_Model* model = load(&with, 1, "");
        vrm_OptimizePicturesStats stats = optimize(model, NULL, NULL);
        assert_true(stats.after.bytes <= with.size);
        if (k % 2 == 0) assert_int_equal(stats.changed_count, 1);
        assert_true(has_bytes(image_bytes(model, 0), "somebody"));
        assert_int_equal(format_of(model, 0), VRM_IMAGE_JPEG);
        expect_same_pixels(image_bytes(model, 0), pic_span(with));
        assert_int_equal(count_changed(model, NULL), 0);
        vrm_optimize_pictures_stats_release(&stats);
        vrm_model_destroy(model);
        free(bytes);
        free(jpeg.data);
    }
}

/* ---- WebP ---- */

static void textures_say_where_webp_is(void** state) {
    (void)state;
    pic_Bytes pictures[2] = {png_of(64, 64, paint_photo), png_of(64, 64, paint_photo)};
    vrm_Model* model = load(pictures, 2,
                            ",'materials':[" OPAQUE_0 "],'extensionsUsed':['VRMC_vrm'],"
                            "'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{"
                            "'name':'n','authors':['a'],'thumbnailImage':1,"
                            "'licenseUrl':'https://vrm.dev/licenses/1.0/'},"
                            "'humanoid':{'humanBones':{}}}}");
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    def.format = VRM_IMAGE_WEBP;
    vrm_OptimizePicturesStats stats = optimize(model, &def, NULL);
    assert_int_equal(stats.pictures[0].format_before, VRM_IMAGE_PNG);
    assert_int_equal(stats.pictures[0].format_after, VRM_IMAGE_WEBP);
    assert_int_equal(stats.pictures[0].after.gpu_bytes, 64 * 64 * 16 / 3);
    assert_int_equal(stats.pictures[1].after.gpu_bytes, 0);
    assert_int_equal(format_of(model, 0), VRM_IMAGE_WEBP);
    assert_int_equal(format_of(model, 1), VRM_IMAGE_PNG); /* the thumbnail */
    expect_same_pixels(image_bytes(model, 0), pic_span(pictures[0]));
    test_json_string(model, "/images/0/mimeType", "image/webp");
    test_json_string(model, "/extensionsRequired/0", "EXT_texture_webp");
    test_json_string(model, "/extensionsUsed/1", "EXT_texture_webp");
    assert_int_equal(test_json_at(model, "/textures/0/source"), VRM_JSON_MISSING);
    assert_int_equal(vrm_model_gltf(model)->textures[0].source, 0);
    assert_int_equal(count_changed(model, &def), 0);
    vrm_optimize_pictures_stats_release(&stats);
    vrm_model_destroy(model);
    for (int i = 0; i < 2; i++) free(pictures[i].data);
}

/* One texture with a fallback: another format of either would mislead a reader. */
static void texture_with_two_sources_keeps_formats(void** state) {
    (void)state;
    pic_Bytes pictures[2] = {png_of(64, 64, paint_photo), png_of(64, 64, paint_photo)};
    TestBytes file = make_file(pictures, 2, ",'materials':[" OPAQUE_0 "]");
    char* found = NULL;
    for (size_t i = 0; i + 12 < file.size && found == NULL; i++)
        if (memcmp(file.data + i, "{\"source\":1}", 12) == 0) found = (char*)file.data + i;
    assert_non_null(found);
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set(edit, "/textures/0/extensions/EXT_texture_other/source", "1", 1),
                     VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    def.format = VRM_IMAGE_WEBP;
    assert_int_equal(count_changed(model, &def), 2);
    for (int i = 0; i < 2; i++) assert_int_equal(format_of(model, i), VRM_IMAGE_PNG);
    vrm_model_destroy(model);
    test_bytes_free(&file);
    for (int i = 0; i < 2; i++) free(pictures[i].data);
}

/* ---- Losses ---- */

static vrm_Picture halve(pic_Bytes png, const char* materials) {
    char members[512];
    snprintf(members, sizeof members, ",'materials':[%s]", materials);
    vrm_Model* model = load(&png, 1, members);
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    def.max_side = 8;
    assert_int_equal(count_changed(model, &def), 1);
    assert_int_equal(count_changed(model, &def), 0);
    vrm_Picture picture = decode(image_bytes(model, 0));
    assert_int_equal(picture.width, 8);
    assert_int_equal(picture.height, 8);
    vrm_model_destroy(model);
    free(png.data);
    return picture;
}

static void expect_pixel(vrm_Picture picture, int r, int g, int b, int a) {
    int expected[4] = {r, g, b, a};
    for (uint32_t i = 0; i < picture.width * picture.height; i++)
        for (int c = 0; c < 4; c++)
            assert_in_range(picture.pixels[i * 4 + (uint32_t)c],
                            (unsigned)(expected[c] > 0 ? expected[c] - 1 : 0),
                            (unsigned)(expected[c] < 255 ? expected[c] + 1 : 255));
    vrm_image_release(&picture);
}

static void pixels_are_averaged_as_they_are_used(void** state) {
    (void)state;
    expect_pixel(halve(png_of(16, 16, paint_checkers), OPAQUE_0), 188, 188, 188, 255);
    expect_pixel(halve(png_of(16, 16, paint_checkers), "{'occlusionTexture':{'index':0}}"), 128,
                 128, 128, 255);
    expect_pixel(halve(png_of(16, 16, paint_normals), "{'normalTexture':{'index':0}}"), 128, 128,
                 255, 255);
    expect_pixel(halve(png_of(16, 16, paint_cutout), BLEND_0), 255, 0, 0, 128);
    expect_pixel(halve(png_of(16, 16, paint_cutout), OPAQUE_0), 188, 188, 0, 128);
    expect_pixel(halve(png_of(16, 16, paint_cutout), OPAQUE_0 "," BLEND_0), 188, 188, 0, 128);
}

static void sides_become_powers_of_two(void** state) {
    (void)state;
    static const uint32_t cases[][6] = {
        /* before, max_side, min_side, after */
        {100, 60, 0, 0, 128, 64}, {100, 60, 64, 0, 64, 32}, {90, 91, 0, 0, 64, 128},
        {33, 17, 0, 64, 64, 64},  {64, 64, 0, 0, 64, 64},   {100, 60, 100, 0, 64, 64},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint32_t* c = cases[i];
        pic_Bytes png = png_of(c[0], c[1], paint_photo);
        vrm_Model* model = load(&png, 1, ",'materials':[" OPAQUE_0 "]");
        vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
        def.power_of_two = true;
        def.max_side = c[2];
        def.min_side = c[3];
        vrm_OptimizePicturesStats stats = optimize(model, &def, NULL);
        assert_int_equal(stats.pictures[0].width_after, c[4]);
        assert_int_equal(stats.pictures[0].height_after, c[5]);
        vrm_Picture picture = decode(image_bytes(model, 0));
        assert_int_equal(picture.width, c[4]);
        assert_int_equal(picture.height, c[5]);
        vrm_image_release(&picture);
        vrm_optimize_pictures_stats_release(&stats);
        vrm_model_destroy(model);
        free(png.data);
    }
}

static void all_pictures_together_have_few_enough_pixels(void** state) {
    (void)state;
    pic_Bytes pictures[3] = {png_of(64, 64, paint_photo), png_of(64, 32, paint_photo),
                             png_of(16, 16, paint_photo)};
    vrm_Model* model = load(pictures, 3,
                            ",'materials':[{'emissiveTexture':{'index':1},"
                            "'occlusionTexture':{'index':2}}," OPAQUE_0 "]");
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    def.max_pixels = 2000;
    vrm_OptimizePicturesStats stats = optimize(model, &def, NULL);
    assert_int_equal(stats.before.pixels, 64 * 64 + 64 * 32 + 16 * 16);
    assert_int_equal(stats.after.pixels, 32 * 32 + 32 * 16 + 16 * 16);
    vrm_optimize_pictures_stats_release(&stats);
    assert_int_equal(count_changed(model, &def), 0);
    vrm_model_destroy(model);
    for (int i = 0; i < 3; i++) free(pictures[i].data);
}

static void only_colours_are_encoded_with_losses(void** state) {
    (void)state;
    static const vrm_ImageFormat formats[] = {VRM_IMAGE_WEBP, VRM_IMAGE_JPEG};
    for (int f = 0; f < 2; f++) {
        pic_Bytes pictures[3] = {png_of(64, 64, paint_photo), png_of(64, 64, paint_photo),
                                 pic_png(64, 64, 6, 8, false)};
        vrm_Model* model =
            load(pictures, 3,
                 ",'materials':[" OPAQUE_0 ",{'normalTexture':{'index':1}},"
                 "{'alphaMode':'MASK','pbrMetallicRoughness':{'baseColorTexture':{'index':2}}}]");
        vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
        def.format = formats[f];
        def.quality = 60.0f;
        vrm_OptimizePicturesStats stats = optimize(model, &def, NULL);
        assert_int_equal(format_of(model, 0), formats[f]);
        assert_true(stats.pictures[0].after.bytes * 2 < stats.pictures[0].before.bytes);
        expect_same_pixels(image_bytes(model, 1), pic_span(pictures[1]));
        if (f == 1) assert_int_equal(format_of(model, 2), VRM_IMAGE_PNG); /* needs its alpha */
        assert_int_equal(count_changed(model, &def), 0);
        vrm_optimize_pictures_stats_release(&stats);
        vrm_model_destroy(model);
        for (int i = 0; i < 3; i++) free(pictures[i].data);
    }
}

static void unknown_use_keeps_size_and_says_so(void** state) {
    (void)state;
    static const char* const materials[] = {
        "{'extensions':{'KHR_materials_other':{'deep':[{'otherTexture':{'index':0}}]}}}," OPAQUE_0,
        "{'normalTexture':{'index':0}}," OPAQUE_0};
    for (int i = 0; i < 2; i++) {
        char members[512];
        pic_Bytes png = png_of(64, 64, paint_photo);
        snprintf(members, sizeof members, ",'materials':[%s]", materials[i]);
        vrm_Model* model = load(&png, 1, members);
        vrm_Report* report = NULL;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
        def.max_side = 8;
        def.format = VRM_IMAGE_WEBP;
        def.quality = 50.0f;
        vrm_OptimizePicturesStats stats = optimize(model, &def, report);
        assert_int_equal(stats.pictures[0].width_after, 64);
        expect_same_pixels(image_bytes(model, 0), pic_span(png));
        static const char* const code[] = {"PICTURE_USE_UNKNOWN"};
        test_check_findings(report, code, 1);
        vrm_optimize_pictures_stats_release(&stats);
        vrm_report_destroy(report);
        vrm_model_destroy(model);
        free(png.data);
    }
}

/* ---- Files as they come ---- */

static void broken_pictures_keep_their_bytes(void** state) {
    (void)state;
    pic_Bytes whole[3] = {pic_png(40, 40, 6, 8, false), pic_jpeg(40, 40, 3, true),
                          pic_webp(40, 40, false)};
    for (int i = 0; i < 3; i++)
        for (size_t size = 1; size < whole[i].size; size += 1 + whole[i].size / 40) {
            pic_Bytes cut = {whole[i].data, size};
            vrm_Model* model = load(&cut, 1, ",'materials':[" OPAQUE_0 "]");
            vrm_Report* report = NULL;
            assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
            vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
            def.max_side = 16;
            vrm_OptimizePicturesStats stats = optimize(model, &def, report);
            if (test_count_findings(report, "PICTURE_UNREADABLE") == 1) {
                assert_int_equal(stats.changed_count, 0);
                assert_int_equal(image_bytes(model, 0).size, size);
            }
            vrm_optimize_pictures_stats_release(&stats);
            vrm_report_destroy(report);
            vrm_model_destroy(model);
        }
    for (int i = 0; i < 3; i++) free(whole[i].data);
}

/* Whatever the bytes are: no crash, and a picture that could be decoded before still can. */
static void changed_bytes_are_survived(void** state) {
    (void)state;
    pic_Bytes whole[5] = {pic_png(24, 20, 6, 8, true), pic_png(24, 20, 3, 4, false),
                          pic_png(24, 20, 2, 16, false), pic_jpeg(24, 20, 3, true),
                          pic_webp(24, 20, false)};
    uint32_t dice = 12345;
    for (int round = 0; round < 500; round++) {
        pic_Bytes* picture = &whole[round % 5];
        uint8_t saved[3];
        size_t at[3];
        for (int k = 0; k < 3; k++) {
            dice = dice * 1664525u + 1013904223u;
            at[k] = dice / 7 % picture->size;
            saved[k] = picture->data[at[k]];
            picture->data[at[k]] = (uint8_t)(dice >> 24);
        }
        vrm_Model* model = load(picture, 1, ",'materials':[" BLEND_0 "]");
        vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
        vrm_Picture before, after;
        vrm_Result was = vrm_image_decode(pic_span(*picture), NULL, NULL, &before);
        def.effort = 2;
        if (round % 2 == 1) def.max_side = 16;
        count_changed(model, &def);
        assert_int_equal(vrm_image_decode(image_bytes(model, 0), NULL, NULL, &after), was);
        vrm_image_release(&before);
        vrm_image_release(&after);
        vrm_model_destroy(model);
        for (int k = 2; k >= 0; k--) picture->data[at[k]] = saved[k];
    }
    for (int i = 0; i < 5; i++) free(whole[i].data);
}

static void large_pictures_keep_their_bytes(void** state) {
    (void)state;
    pic_Bytes pictures[3] = {pic_png_bomb(60000, 60000), pic_png(64, 64, 2, 8, true),
                             pic_png(64, 64, 2, 8, true)};
    vrm_Model* model = load(pictures, 3, "");
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    def.total_bytes = 64 * 64 * 4 + 100; /* for one of the two */
    vrm_OptimizePicturesStats stats = optimize(model, &def, report);
    assert_int_equal(stats.changed_count, 1);
    assert_int_equal(test_count_findings(report, "PICTURE_TOO_LARGE"), 2);
    vrm_optimize_pictures_stats_release(&stats);
    vrm_report_clear(report);
    def.total_bytes = 0;
    def.limits.width = 32;
    stats = optimize(model, &def, report);
    assert_int_equal(stats.changed_count, 0);
    assert_int_equal(test_count_findings(report, "PICTURE_TOO_LARGE"), 3);
    vrm_optimize_pictures_stats_release(&stats);
    vrm_report_destroy(report);
    vrm_model_destroy(model);
    for (int i = 0; i < 3; i++) free(pictures[i].data);
}

static void images_that_share_bytes_stay_together(void** state) {
    (void)state;
    pic_Bytes png = png_of(64, 64, paint_photo);
    vrm_Model* model = load(&png, 1, ",'materials':[" OPAQUE_0 "]");
    vrm_Edit* edit = NULL;
    static const char image[] = "{\"bufferView\":0,\"mimeType\":\"image/png\"}";
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_add(edit, "images", image, sizeof image - 1, NULL), VRM_OK);
    assert_int_equal(vrm_edit_add(edit, "textures", "{\"source\":1}", 12, NULL), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    def.format = VRM_IMAGE_WEBP;
    vrm_OptimizePicturesStats stats = optimize(model, &def, NULL);
    assert_int_equal(stats.changed_count, 2);
    assert_int_equal(stats.before.bytes, png.size);
    assert_int_equal(stats.pictures[1].format_after, VRM_IMAGE_WEBP);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    assert_int_equal(gltf->images[0].buffer_view, gltf->images[1].buffer_view);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(format_of(model, i), VRM_IMAGE_WEBP);
        assert_int_equal(gltf->textures[i].source, i);
        assert_string_equal(gltf->images[i].mime_type, "image/webp");
    }
    vrm_optimize_pictures_stats_release(&stats);
    vrm_model_destroy(model);
    free(png.data);
}

static void picture_of_a_data_uri_moves_into_the_chunk(void** state) {
    (void)state;
    /* 1 x 1, grey, in an uncompressed stream of 13 bytes */
    TestBytes file = test_glb(
        "{'asset':{'version':'2.0','generator':'test'},'images':[{'uri':'data:image/png;base64,"
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5Er"
        "kJggg=='}]}",
        NULL, 0);
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Picture before = decode(image_bytes(model, 0));
    if (count_changed(model, NULL) == 1) {
        vrm_Picture after = decode(image_bytes(model, 0));
        assert_memory_equal(after.pixels, before.pixels, 4);
        assert_int_equal(vrm_model_gltf(model)->images[0].buffer_view, 0);
        test_json_string(model, "/images/0/mimeType", "image/png");
        vrm_image_release(&after);
    }
    vrm_image_release(&before);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

/* An image in the bytes of an accessor: replacing it would change numbers. */
static void picture_that_an_accessor_reads_too_stays(void** state) {
    (void)state;
    pic_Bytes png = pic_png(64, 64, 2, 8, true);
    vrm_Model* model = load(
        &png, 1, ",'accessors':[{'bufferView':0,'componentType':5121,'type':'SCALAR','count':4}]");
    assert_int_equal(count_changed(model, NULL), 0);
    vrm_model_destroy(model);
    free(png.data);
}

static void equal_input_gives_equal_bytes(void** state) {
    (void)state;
    TestBytes saved[2];
    for (int round = 0; round < 2; round++) {
        pic_Bytes pictures[2] = {png_of(64, 64, paint_photo), pic_jpeg(64, 64, 3, false)};
        vrm_Model* model = load(pictures, 2, ",'materials':[" OPAQUE_0 "]");
        vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
        def.format = VRM_IMAGE_WEBP;
        def.quality = 80.0f;
        def.max_side = 48;
        assert_int_equal(count_changed(model, &def), 2);
        saved[round] = test_save(model);
        vrm_model_destroy(model);
        for (int i = 0; i < 2; i++) free(pictures[i].data);
    }
    test_same_bytes(&saved[0], &saved[1]);
    for (int round = 0; round < 2; round++) test_bytes_free(&saved[round]);
}

static void wrong_definitions_are_refused(void** state) {
    (void)state;
    pic_Bytes png = pic_png(64, 64, 2, 8, true);
    vrm_Model* model = load(&png, 1, "");
    vrm_OptimizePicturesDef good = vrm_default_optimize_pictures_def(), defs[7];
    for (int i = 0; i < 7; i++) defs[i] = good;
    defs[0].effort = 10;
    defs[1].quality = -1.0f;
    defs[2].format = VRM_IMAGE_GIF;
    defs[3].format = VRM_IMAGE_JPEG; /* without a quality */
    defs[4].min_side = 100;
    defs[5].min_side = 64;
    defs[5].max_side = 32;
    defs[6].def_size = 4;
    for (int i = 0; i < 7; i++) {
        vrm_OptimizePicturesStats stats;
        assert_int_equal(vrm_optimize_pictures(model, &defs[i], NULL, &stats),
                         i == 6 ? VRM_ERR_DEF : VRM_ERR_ARGUMENT);
        assert_null(stats.pictures);
    }
    assert_int_equal(image_bytes(model, 0).size, png.size);
    vrm_model_destroy(model);
    free(png.data);
    TestModel text = test_model_json("{'asset':{'version':'2.0'},'images':[{'uri':'a.png'}]}");
    assert_int_equal(vrm_optimize_pictures(text.model, NULL, NULL, NULL), VRM_ERR_UNSUPPORTED);
    test_model_free(&text);
    TestModel empty = test_model_json("{'asset':{'version':'2.0'}}");
    assert_int_equal(vrm_optimize_pictures(empty.model, NULL, NULL, NULL), VRM_OK);
    test_model_free(&empty);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_OptimizePicturesDef def = vrm_default_optimize_pictures_def();
    vrm_OptimizePicturesStats stats = {0};
    def.allocator = *allocator;
    def.max_side = 24;
    def.max_pixels = 1000;
    def.format = VRM_IMAGE_WEBP;
    def.quality = 80.0f;
    def.effort = 2;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result == VRM_OK) result = vrm_optimize_pictures(model, &def, NULL, &stats);
    vrm_optimize_pictures_stats_release(&stats);
    vrm_model_destroy(model);
    return result;
}

static void optimizing_survives_every_failing_allocation(void** state) {
    (void)state;
    pic_Bytes pictures[4] = {pic_png(32, 32, 6, 8, false), pic_png(16, 16, 2, 16, true),
                             pic_jpeg(16, 16, 3, false), png_of(16, 16, paint_cutout)};
    TestBytes file = make_file(pictures, 4, ",'materials':[" BLEND_0 "]");
    assert_true(test_every_allocation_failing(attempt, &file) > 30);
    test_bytes_free(&file);
    for (int i = 0; i < 4; i++) free(pictures[i].data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_of_every_kind_keeps_its_pixels),
        cmocka_unit_test(png_gets_the_smallest_form),
        cmocka_unit_test(sixteen_bits_stay_unless_eight_are_exact),
        cmocka_unit_test(chunks_that_say_something_are_kept),
        cmocka_unit_test(what_a_reader_could_use_otherwise_keeps_its_bytes),
        cmocka_unit_test(jpeg_keeps_pixels_and_markers),
        cmocka_unit_test(textures_say_where_webp_is),
        cmocka_unit_test(texture_with_two_sources_keeps_formats),
        cmocka_unit_test(pixels_are_averaged_as_they_are_used),
        cmocka_unit_test(sides_become_powers_of_two),
        cmocka_unit_test(all_pictures_together_have_few_enough_pixels),
        cmocka_unit_test(only_colours_are_encoded_with_losses),
        cmocka_unit_test(unknown_use_keeps_size_and_says_so),
        cmocka_unit_test(broken_pictures_keep_their_bytes),
        cmocka_unit_test(changed_bytes_are_survived),
        cmocka_unit_test(large_pictures_keep_their_bytes),
        cmocka_unit_test(images_that_share_bytes_stay_together),
        cmocka_unit_test(picture_of_a_data_uri_moves_into_the_chunk),
        cmocka_unit_test(picture_that_an_accessor_reads_too_stays),
        cmocka_unit_test(equal_input_gives_equal_bytes),
        cmocka_unit_test(wrong_definitions_are_refused),
        cmocka_unit_test(optimizing_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
