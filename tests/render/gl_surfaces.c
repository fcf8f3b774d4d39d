/* SPDX-License-Identifier: MIT */
/* Surfaces of a small quad that faces the camera: what mirrors, skins, scrolling, outlines and
 * rough metal make of it. */
#include "support/check.h"
#include "support/glb.h"

#include "render/shot.h"
#include "scenes/scene_bytes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };

/* A square of 1 m around (0, 0.5, 0) with normals, texture coordinates, tangents, joints, weights
 * and indices, in this order. Joint 1 holds it all; joint 0 holds nothing. */
enum { VERTEX_BYTES = 4 * (12 + 12 + 8 + 16 + 8 + 16) };

static void add_quad(Bytes* bin) {
    static const float corners[4][2] = {{-0.5f, 0}, {0.5f, 0}, {0.5f, 1}, {-0.5f, 1}};
    for (int i = 0; i < 4; i++) bytes_add_vec3(bin, (vrm_Vec3){corners[i][0], corners[i][1], 0});
    for (int i = 0; i < 4; i++) bytes_add_vec3(bin, (vrm_Vec3){0, 0, 1});
    for (int i = 0; i < 4; i++) {
        bytes_add_float(bin, corners[i][0] + 0.5f);
        bytes_add_float(bin, 1 - corners[i][1]);
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) bytes_add_float(bin, k == 0 || k == 3 ? 1 : 0);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) bytes_add_u16(bin, k == 0 ? 1 : 0);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) bytes_add_float(bin, k == 0 ? 1 : 0);
    static const unsigned indices[] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 6; i++) bytes_add_u16(bin, indices[i]);
}

/* `rest` is what follows meshes in the document: nodes, materials, ...; `pixels` a picture of 16 by
 * 4 that fills texture 0. */
static void load(Studio* studio, const char* rest, const uint8_t* pixels) {
    static const uint8_t white[16 * 4 * 4] = {0};
    Bytes bin = {0};
    char json[6000];
    add_quad(&bin);
    size_t picture = bin.size;
    png_add(&bin, pixels == NULL ? white : pixels, 16, 4);
    size_t picture_size = bin.size - picture;
    bytes_align(&bin, 4);
    snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'scene':0,"
        "'buffers':[{'byteLength':%zu}],'bufferViews':["
        "{'buffer':0,'byteOffset':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':48},"
        "{'buffer':0,'byteOffset':96,'byteLength':32},{'buffer':0,'byteOffset':128,'byteLength':64}"
        ","
        "{'buffer':0,'byteOffset':192,'byteLength':32},"
        "{'buffer':0,'byteOffset':224,'byteLength':64},"
        "{'buffer':0,'byteOffset':288,'byteLength':12},"
        "{'buffer':0,'byteOffset':%zu,'byteLength':%zu}],"
        "'accessors':["
        "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[-0.5,0,0],"
        "'max':[0.5,1,0]},"
        "{'bufferView':1,'componentType':5126,'count':4,'type':'VEC3'},"
        "{'bufferView':2,'componentType':5126,'count':4,'type':'VEC2'},"
        "{'bufferView':3,'componentType':5126,'count':4,'type':'VEC4'},"
        "{'bufferView':4,'componentType':5123,'count':4,'type':'VEC4'},"
        "{'bufferView':5,'componentType':5126,'count':4,'type':'VEC4'},"
        "{'bufferView':6,'componentType':5123,'count':6,'type':'SCALAR'}],"
        "'images':[{'bufferView':7,'mimeType':'image/png'}],"
        "'samplers':[{'magFilter':9728,'minFilter':9728},"
        "{'magFilter':9728,'minFilter':9728,'wrapS':33071,'wrapT':33071}],"
        "'textures':[{'source':0,'sampler':0},{'source':0,'sampler':1}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,"
        "'TANGENT':3},'indices':6,'material':0}]},"
        "{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'TANGENT':3,"
        "'JOINTS_0':4,'WEIGHTS_0':5},'indices':6,'material':0}]},"
        "{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'TANGENT':3,"
        "'JOINTS_0':4,'WEIGHTS_0':5},'indices':6,'material':1}]}],%s}",
        bin.size, picture, picture_size, rest);
    assert_true(strlen(json) + 1 < sizeof json);
    TestBytes glb = test_glb(json, bin.data, bin.size);
    assert_int_equal(studio_load(studio, glb.data, glb.size), VRM_OK);
    test_bytes_free(&glb);
    bytes_release(&bin);
}

static Shot front(void) {
    Shot shot = shot_default();
    shot.width = shot.height = SIZE;
    shot.eye = (vrm_Vec3){0, 0.5f, 3};
    shot.target = (vrm_Vec3){0, 0.5f, 0};
    shot.fov_degrees = 18;
    return shot;
}

typedef struct Pixel {
    uint8_t r, g, b, a;
} Pixel;

static Pixel draw_pixel(Studio* studio, const Shot* shot, int x, int y) {
    Photo photo = studio_draw(studio, shot);
    assert_non_null(photo.rgba);
    Pixel pixel;
    memcpy(&pixel, photo.rgba + (y * SIZE + x) * 4, sizeof pixel);
    photo_release(&photo);
    return pixel;
}

static void check_pixel(Pixel actual, Pixel expected) {
    int apart = abs(actual.r - expected.r) + abs(actual.g - expected.g) +
                abs(actual.b - expected.b) + abs(actual.a - expected.a);
    if (apart > 6)
        print_error("%d %d %d %d, not %d %d %d %d\n", actual.r, actual.g, actual.b, actual.a,
                    expected.r, expected.g, expected.b, expected.a);
    assert_true(apart <= 6);
}

/* ---- Mirrors and skins ---- */

#define PLAIN "'materials':[{'pbrMetallicRoughness':{'metallicFactor':0}}]"
#define SHOWN "'scenes':[{'nodes':[0]}],"

/* A map that leans upwards, lit from above: a mirror from left to right does not turn it over. */
static void normal_map_is_the_same_way_up_below_a_mirrored_node(void** state) {
    uint8_t up[16 * 4 * 4];
    for (int i = 0; i < 16 * 4; i++) memcpy(up + i * 4, (uint8_t[]){128, 217, 217, 255}, 4);
    static const char* const scales[] = {"[1,1,1]", "[-1,1,1]", "[0.9,0.9,0.9]", "[-0.9,0.9,0.9]"};
    Shot shot = front();
    shot.light_from = (vrm_Vec3){0, 1, 0.3f};
    Pixel first = {0};
    for (int i = 0; i < 4; i++) {
        char rest[600];
        snprintf(rest, sizeof rest,
                 SHOWN "'nodes':[{'mesh':0,'scale':%s}],'materials':[{'pbrMetallicRoughness':"
                       "{'metallicFactor':0},'normalTexture':{'index':0}}]",
                 scales[i]);
        load(*state, rest, up);
        Pixel pixel = draw_pixel(*state, &shot, 32, 32);
        if (i == 0) first = pixel;
        assert_true(first.r > 180); /* the light from above is seen */
        check_pixel(pixel, first);
    }
}

/* glTF 2.0, Skins: the transform of the node is ignored. Joint 0, which moves no vertex, is
 * mirrored; so is the node. */
static void skinned_faces_turn_as_their_own_joints_do(void** state) {
    static const char* const ways[][3] = {
        {"[1,1,1]", "[1,1,1]", "[1,1,1]"},
        {"[-1,1,1]", "[1,1,1]", "[1,1,1]"},
        {"[1,1,1]", "[-1,1,1]", "[1,1,1]"},
        {"[1,1,1]", "[1,1,1]", "[-1,1,1]"}, /* still seen from the front: glTF 2.0, 3.7.4 */
    };
    Shot shot = front();
    shot.light_from = (vrm_Vec3){0, 0, 1};
    for (int i = 0; i < 4; i++) {
        char rest[600];
        snprintf(rest, sizeof rest,
                 "'scenes':[{'nodes':[0,1,2]}],'nodes':[{'mesh':1,'skin':0,'scale':%s},"
                 "{'scale':%s},{'scale':%s}],'skins':[{'joints':[1,2]}]," PLAIN,
                 ways[i][0], ways[i][1], ways[i][2]);
        load(*state, rest, NULL);
        check_pixel(draw_pixel(*state, &shot, 32, 32), (Pixel){252, 252, 252, 255});
    }
}

/* Two half transparent sheets in one place, red in the file before green: wherever their nodes
 * claim to be, green is drawn last. */
static void blended_skins_are_drawn_as_in_the_file_wherever_their_nodes_are(void** state) {
    static const char* const places[][2] = {
        {"[0,0,0]", "[0,0,0]"}, {"[0,0,1]", "[0,0,-1]"}, {"[0,0,-1]", "[0,0,1]"}};
    Shot shot = front();
    Pixel first = {0};
    for (int i = 0; i < 3; i++) {
        char rest[1000];
        snprintf(rest, sizeof rest,
                 "'scenes':[{'nodes':[0,1,2,3]}],"
                 "'nodes':[{'mesh':1,'skin':0,'translation':%s},{'mesh':2,'skin':0,"
                 "'translation':%s},{},{}],'skins':[{'joints':[2,3]}],"
                 "'extensionsUsed':['KHR_materials_unlit'],'materials':["
                 "{'alphaMode':'BLEND','pbrMetallicRoughness':{'baseColorFactor':[1,0,0,0.5]},"
                 "'extensions':{'KHR_materials_unlit':{}}},"
                 "{'alphaMode':'BLEND','pbrMetallicRoughness':{'baseColorFactor':[0,1,0,0.5]},"
                 "'extensions':{'KHR_materials_unlit':{}}}]",
                 places[i][0], places[i][1]);
        load(*state, rest, NULL);
        Pixel pixel = draw_pixel(*state, &shot, 32, 32);
        if (i == 0) first = pixel;
        assert_true(pixel.g > pixel.r + 20);
        check_pixel(pixel, first);
    }
}

/* ---- Scrolling ---- */

/* Columns of four colours; scrolled by one picture a second, which a scale of a quarter makes one
 * colour a second. */
static void scroll_goes_through_the_texture_transform(void** state) {
    static const Pixel colors[] = {
        {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};
    uint8_t columns[16 * 4 * 4];
    for (int i = 0; i < 16 * 4; i++) memcpy(columns + i * 4, &colors[i % 16 / 4], 4);
    Shot shot = front();
    shot.light_from = (vrm_Vec3){0, 0, 1};
    for (int is_clamped = 0; is_clamped < 2; is_clamped++) {
        char rest[1200];
        snprintf(rest, sizeof rest,
                 SHOWN "'nodes':[{'mesh':0}],'extensionsUsed':['VRMC_materials_mtoon',"
                       "'KHR_texture_transform'],'materials':[{'pbrMetallicRoughness':"
                       "{'baseColorTexture':{'index':%d,'extensions':{'KHR_texture_transform':"
                       "{'scale':[0.25,1]}}}},'extensions':{'VRMC_materials_mtoon':"
                       "{'specVersion':'1.0','shadeColorFactor':[1,1,1],"
                       "'uvAnimationScrollXSpeedFactor':1}}}]",
                 is_clamped);
        load(*state, rest, columns);
        /* The middle shows colour t at t + 0.4 seconds: clamped, white from 3 on. */
        static const float times[] = {0.4f, 1.4f, 1.99f, 2.01f, 3.4f, 4.4f, 7.4f, 36001.4f};
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            shot.time_s = times[i];
            int shown = (int)floorf(times[i] + 0.5f);
            check_pixel(draw_pixel(*state, &shot, 32, 32),
                        colors[is_clamped && shown > 3 ? 3 : shown % 4]);
        }
    }
}

/* ---- Outlines ---- */

/* The back of a sheet, which is where an outline is drawn: the surface writes depth, or is drawn
 * after it. */
static void outline_does_not_cover_its_surface(void** state) {
    static const char* const ways[] = {"'OPAQUE'", "'BLEND'"};
    Shot shot = front();
    shot.light_from = (vrm_Vec3){0, 0, 1};
    for (int i = 0; i < 2; i++) {
        char rest[1200];
        snprintf(rest, sizeof rest,
                 SHOWN "'nodes':[{'mesh':0,'rotation':[0,1,0,0]}],"
                       "'extensionsUsed':['VRMC_materials_mtoon'],'materials':[{'alphaMode':%s,"
                       "'doubleSided':true,'extensions':{'VRMC_materials_mtoon':"
                       "{'specVersion':'1.0','shadeColorFactor':[1,1,1],'outlineWidthMode':"
                       "'worldCoordinates','outlineWidthFactor':0.02,'outlineColorFactor':[1,0,0],"
                       "'outlineLightingMixFactor':0}}}]",
                 ways[i]);
        load(*state, rest, NULL);
        check_pixel(draw_pixel(*state, &shot, 32, 32), (Pixel){255, 255, 255, 255});
    }
}

/* ---- Metal ---- */

static float to_linear(uint8_t value) {
    float x = (float)value / 255;
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}

/* White metal under light from everywhere gives all of it back, however rough it is. */
static void rough_metal_loses_no_light(void** state) {
    enum { RINGS = 12, STEPS = 8 };
    for (int tilt = 0; tilt < 2; tilt++) {
        for (int i = 0; i < 3; i++) {
            char rest[400];
            float roughness = 0.6f + 0.2f * (float)i;
            snprintf(rest, sizeof rest,
                     SHOWN "'nodes':[{'mesh':0}],'materials':[{'pbrMetallicRoughness':"
                           "{'metallicFactor':1,'roughnessFactor':%.1f}}]",
                     (double)roughness);
            load(*state, rest, NULL);
            Shot shot = front();
            if (tilt == 1) shot.eye = (vrm_Vec3){2, 0.5f, 2}; /* at 45 degrees */
            shot.light = (vrm_Vec3){0.5f, 0.5f, 0.5f};        /* nothing is cut at white */
            shot.width = shot.height = SIZE;
            float sum = 0;
            for (int ring = 0; ring < RINGS; ring++)
                for (int step = 0; step < STEPS; step++) {
                    /* Evenly over the half sphere. */
                    float z = ((float)ring + 0.5f) / RINGS, r = sqrtf(1 - z * z);
                    float angle = 6.2831853f * ((float)step + 0.5f) / STEPS;
                    shot.light_from = (vrm_Vec3){r * cosf(angle), r * sinf(angle), z};
                    sum += to_linear(draw_pixel(*state, &shot, 32, 32).r);
                }
            /* The picture has pi times the reflection, half of it by the light; the half sphere
             * measures 2 pi. */
            float given_back = sum / (RINGS * STEPS) * 2 / 0.5f;
            if (fabsf(given_back - 1) > 0.06f)
                print_error("roughness %.1f, tilt %d: %.3f\n", (double)roughness, tilt,
                            (double)given_back);
            assert_true(fabsf(given_back - 1) <= 0.06f);
        }
    }
}

/* glTF 2.0, Appendix B, "General": the material is the linear interpolation of a dielectric and a
 * metal, by `metallic`. */
static void half_a_metal_is_the_mean_of_both(void** state) {
    for (int i = 0; i < 3; i++) {
        Pixel pixels[3];
        for (int m = 0; m < 3; m++) {
            char rest[400];
            snprintf(rest, sizeof rest,
                     SHOWN "'nodes':[{'mesh':0}],'materials':[{'pbrMetallicRoughness':"
                           "{'baseColorFactor':[0.9,0.6,0.2,1],'metallicFactor':%.1f,"
                           "'roughnessFactor':%.1f}}]",
                     0.5 * m, 0.4 + 0.3 * i);
            load(*state, rest, NULL);
            Shot shot = front();
            shot.light = (vrm_Vec3){0.5f, 0.5f, 0.5f};
            shot.light_from = (vrm_Vec3){0.6f, 0, 0.8f};
            shot.width = shot.height = SIZE;
            pixels[m] = draw_pixel(*state, &shot, 32, 32);
        }
        float red = (to_linear(pixels[0].r) + to_linear(pixels[2].r)) / 2;
        float blue = (to_linear(pixels[0].b) + to_linear(pixels[2].b)) / 2;
        assert_float_equal(to_linear(pixels[1].r), red, 0.008);
        assert_float_equal(to_linear(pixels[1].b), blue, 0.008);
    }
}

int main(void) {
    Studio studio;
    if (!studio_open(&studio)) return 77;
    printf("%s\n", vrm_renderer_name(studio.renderer));
#define TEST(name) cmocka_unit_test_prestate(name, &studio)
    const struct CMUnitTest tests[] = {
        TEST(normal_map_is_the_same_way_up_below_a_mirrored_node),
        TEST(skinned_faces_turn_as_their_own_joints_do),
        TEST(blended_skins_are_drawn_as_in_the_file_wherever_their_nodes_are),
        TEST(scroll_goes_through_the_texture_transform),
        TEST(outline_does_not_cover_its_surface),
        TEST(rough_metal_loses_no_light),
        TEST(half_a_metal_is_the_mean_of_both),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
