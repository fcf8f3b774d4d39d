/* SPDX-License-Identifier: MIT */
/* Files that are wrong: each is drawn as far as it can be, with a finding, and nothing reaches
 * behind a buffer. On the null backend. */
#include "support/corpus.h"
#include "support/memory.h"

#include "render_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A square of two triangles ----
 * Accessors: 0 positions, 1 normals, 2 UVs, 3 indices, 4 joints, 5 weights, 6 deltas. A test
 * changes the numbers, or parts of the JSON. */
typedef struct Square {
    float positions[4][3];
    float normals[4][3];
    float uvs[4][2];
    uint16_t indices[6];
    uint16_t padding[2];
    uint8_t joints[4][4];
    float weights[4][4];
    float deltas[4][3];
} Square;

static Square square(void) {
    Square out = {.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                  .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
                  .uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}},
                  .indices = {0, 1, 2, 0, 2, 3},
                  .deltas = {{0, 0, 0}, {0, 0, 0.5f}, {0, 0, 0}, {0, 0, 0}}};
    for (int i = 0; i < 4; i++) out.weights[i][0] = 1.0f;
    return out;
}

/* What a test says of the document; NULL: the default. */
typedef struct Wish {
    const char *attributes, *primitive, *material, *accessor, *extra;
} Wish;

static const char* or_else(const char* text, const char* otherwise) {
    return text == NULL ? otherwise : text;
}

static RenderTest open_square(const Square* data, Wish wish) {
    static char json[8192];
    int length = snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'scenes':[{'nodes':[0,1]}],"
        "'nodes':[{'mesh':0%s},{'name':'joint'}],"
        "'meshes':[{'primitives':[{'attributes':{%s},'indices':3,'material':0%s}]}],"
        "'materials':[%s],'buffers':[{'byteLength':%d}],"
        "'bufferViews':[{'buffer':0,'byteOffset':%d,'byteLength':%d},"
        "{'buffer':0,'byteOffset':%d,'byteLength':%d},{'buffer':0,'byteOffset':%d,'byteLength':%d},"
        "{'buffer':0,'byteOffset':%d,'byteLength':%d},{'buffer':0,'byteOffset':%d,'byteLength':%d},"
        "{'buffer':0,'byteOffset':%d,'byteLength':%d},{'buffer':0,'byteOffset':%d,'byteLength':%d}]"
        ","
        "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5126,'count':4,'type':'VEC3'},"
        "{'bufferView':2,'componentType':5126,'count':4,'type':'VEC2'},"
        "{'bufferView':3,'componentType':5123,'count':6,'type':'SCALAR'},"
        "{'bufferView':4,'componentType':5121,'count':4,'type':'VEC4'},"
        "{'bufferView':5,'componentType':5126,'count':4,'type':'VEC4'},"
        "{'bufferView':6,'componentType':5126,'count':4,'type':'VEC3'}%s]%s}",
        wish.extra != NULL && strstr(wish.extra, "'skins'") ? ",'skin':0" : "",
        or_else(wish.attributes, "'POSITION':0,'NORMAL':1,'TEXCOORD_0':2"),
        or_else(wish.primitive, ""), or_else(wish.material, "{}"), (int)sizeof *data,
        (int)offsetof(Square, positions), (int)sizeof data->positions,
        (int)offsetof(Square, normals), (int)sizeof data->normals, (int)offsetof(Square, uvs),
        (int)sizeof data->uvs, (int)offsetof(Square, indices), (int)sizeof data->indices,
        (int)offsetof(Square, joints), (int)sizeof data->joints, (int)offsetof(Square, weights),
        (int)sizeof data->weights, (int)offsetof(Square, deltas), (int)sizeof data->deltas,
        or_else(wish.accessor, ""), or_else(wish.extra, ""));
    assert_true(length > 0 && (size_t)length < sizeof json);
    return render_test_glb(json, data, sizeof *data);
}

/* Draws it; the only findings are `codes`, each once, divided by spaces. */
static uint64_t draw_and_expect(RenderTest* test, const char* codes) {
    char found[1024] = "";
    for (int32_t i = 0; i < vrm_report_count(test->report); i++) {
        if (i > 0) strcat(found, " ");
        strcat(found, vrm_report_get(test->report, i).code);
        assert_true(strlen(found) < 900);
    }
    assert_string_equal(found, codes);
    uint64_t triangles = render_test_draw(test).triangles;
    render_test_end(test);
    return triangles;
}

static void sound_square_is_drawn_without_a_finding(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(&data, (Wish){0});
    assert_int_equal(draw_and_expect(&test, ""), 2);
}

/* ---- Vertices ---- */

static void triangles_with_a_vertex_that_is_no_number_are_left_out(void** state) {
    (void)state;
    Square data = square();
    data.positions[3][1] = NAN;
    RenderTest test = open_square(&data, (Wish){0});
    assert_int_equal(draw_and_expect(&test, "RENDER_VERTEX_NOT_FINITE"), 1);
    data.positions[0][0] = INFINITY;
    test = open_square(&data, (Wish){0});
    assert_int_equal(draw_and_expect(&test, "RENDER_VERTEX_NOT_FINITE"), 0);
}

static void indices_behind_the_last_vertex_take_their_triangle_along(void** state) {
    (void)state;
    Square data = square();
    data.indices[5] = 4;
    RenderTest test = open_square(&data, (Wish){0});
    assert_int_equal(draw_and_expect(&test, "RENDER_INDICES_BROKEN"), 1);
}

static void absent_positions_draw_nothing(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(&data, (Wish){.attributes = "'NORMAL':1"});
    assert_int_equal(draw_and_expect(&test, "RENDER_VERTICES_MISSING"), 0);
}

/* */
static void normals_without_direction_are_made_from_the_triangles(void** state) {
    (void)state;
    Square data = square();
    memset(data.normals[2], 0, sizeof data.normals[2]);
    RenderTest test = open_square(&data, (Wish){0});
    assert_int_equal(draw_and_expect(&test, "RENDER_NORMAL_BROKEN"), 2);
}

static void absent_normals_and_coordinates_are_no_fault(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(&data, (Wish){.attributes = "'POSITION':0"});
    assert_false(test.drawable->geometries[0].has_normals);
    assert_int_equal(draw_and_expect(&test, ""), 2);
}

static void attribute_of_another_count_is_left_out(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(
        &data,
        (Wish){.attributes = "'POSITION':0,'NORMAL':7",
               .accessor = ",{'bufferView':1,'componentType':5126,'count':3,'type':'VEC3'}"});
    assert_int_equal(draw_and_expect(&test, "RENDER_ATTRIBUTE_BROKEN"), 2);
}

static void points_and_lines_are_reported_and_not_drawn(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(&data, (Wish){.primitive = ",'mode':1"});
    assert_int_equal(draw_and_expect(&test, "RENDER_MODE_UNSUPPORTED"), 0);
}

static void strips_and_fans_become_triangles(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(&data, (Wish){.primitive = ",'mode':5"});
    assert_int_equal(draw_and_expect(&test, ""), 4);
    test = open_square(&data, (Wish){.primitive = ",'mode':6"});
    assert_int_equal(draw_and_expect(&test, ""), 4);
}

/* An accessor without a buffer view is all zeros and may claim any count. */
static void claimed_vertices_stop_at_the_memory_limit(void** state) {
    (void)state;
    Square data = square();
    RenderTest test =
        open_square(&data, (Wish){.attributes = "'POSITION':7",
                                  .accessor = ",{'componentType':5126,'count':40000000,"
                                              "'type':'VEC3'}"});
    assert_int_equal(draw_and_expect(&test, "RENDER_MEMORY_LIMIT"), 0);
}

/* ---- Skins and morph targets ---- */

#define SKIN    ",'skins':[{'joints':[1]}]"
#define SKINNED "'POSITION':0,'NORMAL':1,'JOINTS_0':4,'WEIGHTS_0':5"

static void joint_that_the_skin_lacks_is_reported(void** state) {
    (void)state;
    Square data = square();
    data.joints[2][0] = 9;
    RenderTest test = open_square(&data, (Wish){.attributes = SKINNED, .extra = SKIN});
    assert_int_equal(test.drawable->pieces[0].joint_count, 1);
    assert_int_equal(draw_and_expect(&test, "RENDER_JOINT_OUT_OF_RANGE"), 2);
}

/* More matrices than a block has room for: nothing is drawn, and nothing is written either. */
static void skin_that_no_block_holds_is_reported_and_not_drawn(void** state) {
    (void)state;
    static const char head[] =
        "{'asset':{'version':'2.0'},'scenes':[{'nodes':[0,1]}],'nodes':[{'mesh':0,'skin':0},{}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],'accessors':[{'componentType':"
        "5126,'count':3,'type':'VEC3'}],'skins':[{'joints':[1";
    const size_t joints = ((size_t)1 << 22) / 3;
    char* json = malloc(sizeof head + 8 * joints + 8);
    assert_non_null(json);
    char* at = json + sprintf(json, "%s", head);
    /* With spaces, so that the file is large enough for a rig of that size. */
    for (size_t i = 0; i < joints; i++, at += 8) memcpy(at, ",      1", 8);
    strcpy(at, "]}]}");
    RenderTest test = render_test_glb(json, NULL, 0);
    free(json);
    assert_int_equal(draw_and_expect(&test, "RENDER_MEMORY_LIMIT"), 0);
}

static void weights_that_do_not_sum_to_one_are_no_fault(void** state) {
    (void)state;
    Square data = square();
    memset(data.weights[0], 0, sizeof data.weights[0]);
    data.weights[1][0] = 7.0f;
    data.weights[2][1] = -3.0f;
    RenderTest test = open_square(&data, (Wish){.attributes = SKINNED, .extra = SKIN});
    assert_true(test.drawable->geometries[0].has_joints);
    assert_int_equal(draw_and_expect(&test, ""), 2);
}

static void morph_target_stores_only_the_vertices_it_moves(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(&data, (Wish){.primitive = ",'targets':[{'POSITION':6}]"});
    const vrmi_Geometry* geometry = &test.drawable->geometries[0];
    assert_int_equal(geometry->morph_count, 1);
    assert_int_equal(geometry->morphs[0].first, 1);
    assert_int_equal(geometry->morphs[0].count, 1);
    assert_int_equal(draw_and_expect(&test, ""), 2);
}

static void broken_morph_target_moves_nothing(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(&data, (Wish){.primitive = ",'targets':[{'POSITION':2}]"});
    assert_int_equal(test.drawable->geometries[0].morph_texture, 0);
    assert_int_equal(draw_and_expect(&test, "RENDER_MORPH_BROKEN"), 2);
}

/* ---- Images ---- */

#define TEXTURED "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}"
#define TEXTURES ",'textures':[{'source':0}],'images':["

static void image_that_is_none_becomes_a_checker_board(void** state) {
    (void)state;
    Square data = square();
    RenderTest test =
        open_square(&data, (Wish){.material = TEXTURED,
                                  .extra = TEXTURES "{'bufferView':0,'mimeType':'image/png'}]"});
    assert_int_not_equal(test.drawable->materials[0].bound[VRM_TEXTURE_BASE_COLOR].texture, 0);
    assert_int_equal(draw_and_expect(&test, "RENDER_IMAGE_BROKEN"), 2);
}

static void image_that_is_not_there_becomes_a_checker_board(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(
        &data, (Wish){.material = TEXTURED, .extra = TEXTURES "{'uri':'missing.png'}]"});
    assert_int_not_equal(test.drawable->materials[0].bound[VRM_TEXTURE_BASE_COLOR].texture, 0);
    assert_int_equal(draw_and_expect(&test, "RENDER_IMAGE_MISSING"), 2);
}

/* Other slots are as if they were unset: a broken normal map leaves the surface smooth. */
static void broken_image_of_another_slot_is_left_out(void** state) {
    (void)state;
    Square data = square();
    RenderTest test =
        open_square(&data, (Wish){.material = "{'normalTexture':{'index':0}}",
                                  .extra = TEXTURES "{'bufferView':0,'mimeType':'image/png'}]"});
    assert_int_equal(test.drawable->materials[0].features & VRMI_HAS(NORMAL_TEXTURE), 0);
    assert_int_equal(draw_and_expect(&test, "RENDER_IMAGE_BROKEN"), 2);
}

static vrm_Result decode_nothing(void* ctx, vrm_Span bytes, const vrm_ImageLimits* limits,
                                 const vrm_Allocator* allocator, vrm_Picture* out) {
    (void)bytes, (void)limits;
    *out = (vrm_Picture){.width = 2, .height = 1, .allocator = *allocator};
    out->pixels = allocator->alloc(allocator->ctx, 8, 16);
    if (out->pixels == NULL) return VRM_ERR_MEMORY;
    memset(out->pixels, 255, 8);
    ++*(int*)ctx;
    return VRM_OK;
}

/* Makes the drawable again; how many images the host decoded. */
static int decode_by_host(RenderTest* test) {
    vrm_drawable_destroy(test->drawable);
    int calls = 0;
    vrm_report_clear(test->report);
    vrm_DrawableDef def = vrm_default_drawable_def();
    def.report = test->report;
    def.decode = decode_nothing;
    def.decode_ctx = &calls;
    assert_int_equal(
        vrm_drawable_create(test->renderer, test->file.model, test->rig, &def, &test->drawable),
        VRM_OK);
    return calls;
}

static void host_may_decode_and_each_image_is_decoded_once(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(
        &data, (Wish){.material = "{'pbrMetallicRoughness':{'baseColorTexture':"
                                  "{'index':0},'metallicRoughnessTexture':{'index':1}}}",
                      .extra = ",'textures':[{'source':0},{'source':0}],'images':["
                               "{'bufferView':0,'mimeType':'image/png'}]"});
    assert_int_equal(decode_by_host(&test), 1);
    const vrmi_Texture* pair = test.drawable->textures; /* as data and as colour */
    assert_true(pair[0].id != 0 && pair[1].id != 0);
    assert_int_equal(draw_and_expect(&test, ""), 2);
}

static void texture_without_coordinates_is_reported(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(&data, (Wish){.attributes = "'POSITION':0",
                                                .material = TEXTURED,
                                                .extra = TEXTURES "{'uri':'missing.png'}]"});
    assert_int_equal(draw_and_expect(&test, "RENDER_IMAGE_MISSING RENDER_TEXCOORD_MISSING"), 2);
}

static void coordinates_that_no_shader_reads_are_reported(void** state) {
    (void)state;
    Square data = square();
    RenderTest test =
        open_square(&data, (Wish){.material = "{'pbrMetallicRoughness':{'baseColorTexture':"
                                              "{'index':0,'texCoord':2}}}",
                                  .extra = TEXTURES "{'bufferView':0,'mimeType':'image/png'}]"});
    decode_by_host(&test);
    assert_int_equal(draw_and_expect(&test, "RENDER_TEXCOORD_MISSING"), 2);
}

static void colors_of_three_numbers_are_opaque(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(
        &data, (Wish){.attributes = "'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'COLOR_0':6"});
    assert_true(test.drawable->geometries[0].has_colors);
    assert_int_equal(draw_and_expect(&test, ""), 2);
    data = square();
    test = open_square(&data,
                       (Wish){.attributes = "'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'COLOR_0':2"});
    assert_false(test.drawable->geometries[0].has_colors);
    assert_int_equal(draw_and_expect(&test, "RENDER_ATTRIBUTE_BROKEN"), 2);
}

/* The second triangle shows the picture mirrored: what both share has two tangents. */
static void vertices_between_mirrored_triangles_are_split(void** state) {
    (void)state;
    Square data = square();
    static const float uvs[4][2] = {{0, 0}, {1, 0}, {1, 1}, {1, 0}};
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        if (mirrored) memcpy(data.uvs, uvs, sizeof uvs);
        RenderTest test = open_square(
            &data, (Wish){.attributes = "'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'COLOR_0':6",
                          .material = "{'normalTexture':{'index':0}}",
                          .extra = TEXTURES "{'bufferView':0,'mimeType':'image/png'}]"});
        decode_by_host(&test);
        assert_true(test.drawable->geometries[0].has_tangents);
        assert_int_equal(test.drawable->geometries[0].source_count, 4);
        assert_int_equal(test.drawable->geometries[0].vertex_count, mirrored ? 6 : 4);
        assert_int_equal(draw_and_expect(&test, ""), 2);
    }
}

/* ---- Sharing ---- */

static void images_over_the_same_bytes_are_decoded_once(void** state) {
    (void)state;
    Square data = square();
    RenderTest test = open_square(
        &data, (Wish){.material = "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},"
                                  "'emissiveFactor':[1,1,1],'emissiveTexture':{'index':1}}",
                      .extra = ",'textures':[{'source':0},{'source':1}],'images':["
                               "{'bufferView':0,'mimeType':'image/png'},"
                               "{'bufferView':0,'mimeType':'image/png'}]"});
    assert_int_equal(decode_by_host(&test), 1);
    assert_int_equal(draw_and_expect(&test, ""), 2);
}

static void primitives_with_the_same_accessors_share_their_vertices(void** state) {
    (void)state;
    Square data = square();
    RenderTest test =
        open_square(&data, (Wish){.primitive = "},{'attributes':{'POSITION':0,'NORMAL':1,"
                                               "'TEXCOORD_0':2},'indices':3"});
    assert_int_equal(test.drawable->piece_count, 2);
    assert_int_equal(test.drawable->geometry_count, 1);
    assert_int_equal(draw_and_expect(&test, ""), 4);
}

/* Tangents take the place of the weights: both are four floats. */
static void tangents_without_direction_are_made_from_the_triangles(void** state) {
    (void)state;
    static const float broken[][4] = {{0, 0, 0, 1},   {NAN, 0, 0, 1}, {1, 0, 0, 0},
                                      {1, 0, 0, NAN}, {0, 0, 1, 1},   {0, 3e38f, 0, 1}};
    for (size_t i = 0; i <= sizeof broken / sizeof *broken; i++) {
        Square data = square();
        for (int v = 0; v < 4; v++)
            memcpy(data.weights[v], (float[4]){0.5f, 0, 0, 2}, sizeof data.weights[v]);
        if (i > 0) memcpy(data.weights[2], broken[i - 1], sizeof broken[0]);
        RenderTest test = open_square(
            &data, (Wish){.attributes = "'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'TANGENT':5",
                          .material = "{'normalTexture':{'index':0}}",
                          .extra = TEXTURES "{'bufferView':0,'mimeType':'image/png'}]"});
        assert_int_equal(decode_by_host(&test), 1);
        assert_true(test.drawable->geometries[0].has_tangents);
        assert_int_equal(draw_and_expect(&test, i > 0 ? "RENDER_TANGENT_BROKEN" : ""), 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_square_is_drawn_without_a_finding),
        cmocka_unit_test(triangles_with_a_vertex_that_is_no_number_are_left_out),
        cmocka_unit_test(indices_behind_the_last_vertex_take_their_triangle_along),
        cmocka_unit_test(absent_positions_draw_nothing),
        cmocka_unit_test(normals_without_direction_are_made_from_the_triangles),
        cmocka_unit_test(absent_normals_and_coordinates_are_no_fault),
        cmocka_unit_test(attribute_of_another_count_is_left_out),
        cmocka_unit_test(points_and_lines_are_reported_and_not_drawn),
        cmocka_unit_test(strips_and_fans_become_triangles),
        cmocka_unit_test(claimed_vertices_stop_at_the_memory_limit),
        cmocka_unit_test(joint_that_the_skin_lacks_is_reported),
        cmocka_unit_test(skin_that_no_block_holds_is_reported_and_not_drawn),
        cmocka_unit_test(weights_that_do_not_sum_to_one_are_no_fault),
        cmocka_unit_test(morph_target_stores_only_the_vertices_it_moves),
        cmocka_unit_test(broken_morph_target_moves_nothing),
        cmocka_unit_test(image_that_is_none_becomes_a_checker_board),
        cmocka_unit_test(image_that_is_not_there_becomes_a_checker_board),
        cmocka_unit_test(broken_image_of_another_slot_is_left_out),
        cmocka_unit_test(host_may_decode_and_each_image_is_decoded_once),
        cmocka_unit_test(tangents_without_direction_are_made_from_the_triangles),
        cmocka_unit_test(texture_without_coordinates_is_reported),
        cmocka_unit_test(primitives_with_the_same_accessors_share_their_vertices),
        cmocka_unit_test(coordinates_that_no_shader_reads_are_reported),
        cmocka_unit_test(colors_of_three_numbers_are_opaque),
        cmocka_unit_test(vertices_between_mirrored_triangles_are_split),
        cmocka_unit_test(images_over_the_same_bytes_are_decoded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
