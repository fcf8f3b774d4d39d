/* SPDX-License-Identifier: MIT */
/* Triangles for renderers, and tangents. */
#include "vrm/mesh.h"

#include "base/maths.h"
#include "support/check.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- A file of one primitive ---- */

typedef struct Data {
    float positions[6][3], normals[6][3], uvs[6][2], tangents[6][4], colors[6][4];
    uint8_t joints[2][6][4];
    float weights[2][6][4];
    uint32_t indices[8];
} Data;

/* A square in the plane of x and y with two vertices more. */
static Data square(void) {
    Data data = {.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, 1, 0}},
                 .uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}, {2, 1}, {2, 0}},
                 .indices = {0, 1, 2, 0, 2, 3, 1, 4}};
    for (int v = 0; v < 6; v++) {
        data.normals[v][2] = 1;
        data.tangents[v][0] = data.tangents[v][3] = 1;
        data.weights[0][v][0] = 0.5f;
        data.weights[1][v][3] = 0.5f;
        data.joints[0][v][0] = (uint8_t)v;
        data.joints[1][v][3] = 40;
        data.joints[0][v][1] = 200; /* without weight */
    }
    return data;
}

typedef struct Wish {
    const char *attributes, *primitive; /* of the primitive */
    int index_count;                    /* of accessor 9 */
} Wish;

static TestModel load(const Data* data, Wish wish) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char base64[sizeof *data / 3 * 4 + 8], json[8192];
    const uint8_t* bytes = (const uint8_t*)data;
    size_t length = 0;
    for (size_t i = 0; i < sizeof *data; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < sizeof *data ? bytes[i + k] : 0u);
        for (size_t k = 0; k < 4; k++)
            base64[length++] = i + k > sizeof *data ? '=' : alphabet[bits >> (18 - 6 * k) & 63];
    }
    base64[length] = '\0';
#define VIEW(member) (int)offsetof(Data, member), (int)sizeof data->member
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%d,'uri':'data:application/"
             "octet-stream;base64,%s'}],'bufferViews':["
             "{'buffer':0,'byteOffset':%d,'byteLength':%d},{'buffer':0,'byteOffset':%d,"
             "'byteLength':%d},{'buffer':0,'byteOffset':%d,'byteLength':%d},"
             "{'buffer':0,'byteOffset':%d,'byteLength':%d},{'buffer':0,'byteOffset':%d,"
             "'byteLength':%d},{'buffer':0,'byteOffset':%d,'byteLength':%d},"
             "{'buffer':0,'byteOffset':%d,'byteLength':%d},"
             "{'buffer':0,'byteOffset':%d,'byteLength':%d}],'accessors':["
             "{'bufferView':0,'componentType':5126,'type':'VEC3','count':6,'min':[0,0,0],"
             "'max':[2,1,0]},{'bufferView':1,'componentType':5126,'type':'VEC3','count':6},"
             "{'bufferView':2,'componentType':5126,'type':'VEC2','count':6},"
             "{'bufferView':3,'componentType':5121,'type':'VEC4','count':6},"
             "{'bufferView':3,'byteOffset':24,'componentType':5121,'type':'VEC4','count':6},"
             "{'bufferView':4,'componentType':5126,'type':'VEC4','count':6},"
             "{'bufferView':4,'byteOffset':96,'componentType':5126,'type':'VEC4','count':6},"
             "{'bufferView':1,'componentType':5126,'type':'VEC3','count':5},"
             "{'bufferView':5,'componentType':5125,'type':'SCALAR','count':9007199254740991},"
             "{'bufferView':5,'componentType':5125,'type':'SCALAR','count':%d},"
             "{'bufferView':6,'componentType':5126,'type':'VEC4','count':6},"
             "{'bufferView':7,'componentType':5126,'type':'VEC4','count':6},"
             "{'bufferView':5,'componentType':5126,'type':'SCALAR','count':6},"
             "{'bufferView':5,'componentType':5120,'type':'SCALAR','count':6},"
             "{'bufferView':5,'componentType':5125,'type':'SCALAR','count':6,'sparse':{'count':2,"
             "'indices':{'bufferView':3,'componentType':5121},'values':{'bufferView':5}}}],"
             "'meshes':[{'primitives':[{'attributes':{%s}%s}]}],'nodes':[{'mesh':0}]}",
             (int)sizeof *data, base64, VIEW(positions), VIEW(normals), VIEW(uvs), VIEW(joints),
             VIEW(weights), VIEW(indices), VIEW(tangents), VIEW(colors), wish.index_count,
             wish.attributes, wish.primitive);
#undef VIEW
    return test_model_json(json);
}

static vrm_Result make(const TestModel* test, const vrm_TrianglesDef* def, vrm_Triangles** out) {
    const vrm_Gltf* gltf = vrm_model_gltf(test->model);
    return vrm_primitive_triangles(gltf, &gltf->meshes[0].primitives[0], def, out);
}

static void check_indices(const vrm_Triangles* triangles, const uint32_t* sources, uint32_t count) {
    assert_int_equal(triangles->index_count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(triangles->indices[i] < triangles->vertex_count);
        assert_int_equal(triangles->sources[triangles->indices[i]], sources[i]);
    }
}

/* ---- Indices ---- */

static void every_mode_becomes_a_list_of_the_same_facing(void** state) {
    (void)state;
    static const struct {
        const char* primitive;
        int index_count;
        uint32_t expected[12], count, dropped;
    } cases[] = {
        {",'indices':9", 6, {0, 1, 2, 0, 2, 3}, 6, 0},
        {",'indices':9", 8, {0, 1, 2, 0, 2, 3}, 6, 0}, /* two left over */
        {",'indices':9,'mode':5", 5, {0, 1, 2, 1, 0, 2, 2, 0, 2}, 9, 0},
        {",'indices':9,'mode':6", 5, {1, 2, 0, 2, 0, 0, 0, 2, 0}, 9, 0},
        {"", 3, {0, 1, 2, 3, 4, 5}, 6, 0},
        {",'mode':5", 3, {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4}, 12, 0},
        {",'mode':6", 3, {1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0}, 12, 0},
    };
    Data data = square();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestModel test = load(
            &data, (Wish){"'POSITION':0,'NORMAL':1", cases[i].primitive, cases[i].index_count});
        vrm_Triangles* triangles;
        assert_int_equal(make(&test, NULL, &triangles), VRM_OK);
        check_indices(triangles, cases[i].expected, cases[i].count);
        assert_int_equal(triangles->vertex_count, 6);
        assert_int_equal(triangles->dropped_count, 0);
        assert_false(triangles->has_made_normals);
        vrm_triangles_destroy(triangles);
        test_model_free(&test);
    }
}

/* glTF loads with indices that are no vertices, strictly too: they are data. */
static void triangles_outside_the_vertices_are_left_out(void** state) {
    (void)state;
    Data data = square();
    data.indices[4] = 6;
    TestModel test = load(&data, (Wish){"'POSITION':0,'NORMAL':1", ",'indices':9", 6});
    vrm_Triangles* triangles;
    assert_int_equal(make(&test, NULL, &triangles), VRM_OK);
    check_indices(triangles, (const uint32_t[]){0, 1, 2}, 3);
    assert_int_equal(triangles->dropped_count, 1);
    vrm_triangles_destroy(triangles);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    const vrm_Primitive* primitive = &gltf->meshes[0].primitives[0];
    uint32_t list[6];
    size_t count, dropped;
    assert_int_equal(vrm_primitive_indices(gltf, primitive, NULL, NULL, 0, &count, &dropped),
                     VRM_OK);
    assert_int_equal(count, 3);
    assert_int_equal(dropped, 1);
    assert_int_equal(vrm_primitive_indices(gltf, primitive, NULL, list, 6, &count, &dropped),
                     VRM_OK);
    assert_int_equal(count, 3);
    assert_int_equal(dropped, 1);
    assert_int_equal(vrm_primitive_indices(gltf, primitive, NULL, list, 2, &count, &dropped),
                     VRM_ERR_ARGUMENT);
    test_model_free(&test);
}

static void what_cannot_be_triangles_is_refused(void** state) {
    (void)state;
    static const struct {
        const char *attributes, *primitive;
        vrm_Result result;
    } cases[] = {{"'POSITION':0", ",'mode':1", VRM_ERR_UNSUPPORTED},
                 {"'POSITION':0", ",'mode':0", VRM_ERR_UNSUPPORTED},
                 {"'NORMAL':1", "", VRM_ERR_INVALID},
                 {"'POSITION':2", "", VRM_ERR_INVALID},
                 {"'POSITION':0", ",'indices':8", VRM_ERR_INVALID},  /* 2^53 */
                 {"'POSITION':0", ",'indices':0", VRM_ERR_INVALID}}; /* vectors */
    Data data = square();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestModel test = load(&data, (Wish){cases[i].attributes, cases[i].primitive, 6});
        TestMemory memory = {0};
        vrm_TrianglesDef def = vrm_default_triangles_def();
        def.allocator = test_memory_allocator(&memory);
        vrm_Triangles* triangles;
        assert_int_equal(make(&test, &def, &triangles), cases[i].result);
        assert_null(triangles);
        assert_true(memory.peak_bytes < 100000);
        test_memory_check_clean(&memory);
        test_model_free(&test);
    }
}

/* Floats, vectors, negative numbers, sparse indices that do not increase, a count of 2^53: the
 * question how many there are is answered as the reading is. */
static void indices_are_counted_only_where_they_can_be_read(void** state) {
    (void)state;
    static const struct {
        const char* primitive;
        vrm_Result result;
    } cases[] = {{"", VRM_OK},
                 {",'indices':9", VRM_OK},
                 {",'indices':9,'mode':5", VRM_OK},
                 {",'indices':0", VRM_ERR_INVALID},
                 {",'indices':8", VRM_ERR_INVALID},
                 {",'indices':12", VRM_ERR_INVALID},
                 {",'indices':13", VRM_ERR_INVALID},
                 {",'indices':14", VRM_ERR_INVALID},
                 {",'indices':9,'mode':1", VRM_ERR_UNSUPPORTED}};
    Data data = square();
    data.indices[0] = 0x80; /* negative as a byte */
    memset(data.joints, 7, sizeof data.joints);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestModel test = load(&data, (Wish){"'POSITION':0", cases[i].primitive, 6});
        const vrm_Gltf* gltf = vrm_model_gltf(test.model);
        const vrm_Primitive* primitive = &gltf->meshes[0].primitives[0];
        uint32_t list[24];
        size_t counts[2], dropped[2];
        assert_int_equal(
            vrm_primitive_indices(gltf, primitive, NULL, list, 24, &counts[1], &dropped[1]),
            cases[i].result);
        assert_int_equal(
            vrm_primitive_indices(gltf, primitive, NULL, NULL, 0, &counts[0], &dropped[0]),
            cases[i].result);
        assert_int_equal(counts[0], counts[1]);
        assert_int_equal(dropped[0], dropped[1]);
        test_model_free(&test);
    }
}

/* ---- Attributes ---- */

static void every_set_of_joints_counts_and_weights_sum_to_one(void** state) {
    (void)state;
    Data data = square();
    memset(data.weights[0][5], 0, sizeof data.weights[0][5]);
    memset(data.weights[1][5], 0, sizeof data.weights[1][5]);
    data.weights[0][4][0] = 3;
    data.weights[1][4][3] = -1;
    TestModel test = load(&data, (Wish){"'POSITION':0,'NORMAL':1,'JOINTS_0':3,'WEIGHTS_0':5,"
                                        "'JOINTS_1':4,'WEIGHTS_1':6",
                                        ",'indices':9", 6});
    vrm_Triangles* triangles;
    assert_int_equal(make(&test, NULL, &triangles), VRM_OK);
    assert_int_equal(triangles->influence_count, 8);
    assert_int_equal(triangles->max_joint, 40);
    for (uint32_t v = 0; v < 6; v++) {
        const float* weights = triangles->weights + 8 * v;
        const uint32_t* joints = triangles->joints + 8 * v;
        float sum = 0;
        for (int k = 0; k < 8; k++) sum += weights[k];
        assert_float_equal(sum, 1.0f, 1e-6f);
        assert_float_equal(weights[0], v < 4 ? 0.5f : 1.0f, 1e-6f);
        assert_int_equal(joints[0], v);
        assert_int_equal(joints[1], 0); /* an index without weight is nothing */
        assert_int_equal(joints[7], v < 4 ? 40 : 0);
    }
    vrm_triangles_destroy(triangles);
    test_model_free(&test);
}

/* glTF 2.0, 3.7.2.1: flat normals, and tangents of the file are ignored. */
static void missing_normals_are_flat(void** state) {
    (void)state;
    Data data = square();
    data.positions[3][2] = 1; /* the second triangle is tilted */
    const char* const attributes[] = {"'POSITION':0", "'POSITION':0,'NORMAL':7"};
    for (int i = 0; i < 2; i++) { /* absent; of another count */
        TestModel test = load(&data, (Wish){attributes[i], ",'indices':9", 6});
        vrm_Triangles* triangles;
        assert_int_equal(make(&test, NULL, &triangles), VRM_OK);
        check_indices(triangles, (const uint32_t[]){0, 1, 2, 0, 2, 3}, 6);
        assert_true(triangles->has_made_normals);
        assert_int_equal(triangles->source_count, 6);
        assert_int_equal(triangles->vertex_count, 8); /* 0 and 2 are in both */
        for (int c = 0; c < 6; c++) {
            vrm_Vec3 normal = triangles->normals[triangles->indices[c]];
            float root = 1.0f / sqrtf(3.0f);
            vrm_Vec3 expected = c < 3 ? (vrm_Vec3){0, 0, 1} : (vrm_Vec3){root, -root, root};
            assert_true(test_distance(normal, expected) < 1e-6f);
        }
        vrm_triangles_destroy(triangles);
        test_model_free(&test);
    }
}

static void normal_without_direction_is_made_from_its_triangles(void** state) {
    (void)state;
    Data data = square();
    memset(data.normals[0], 0, sizeof data.normals[0]);
    data.normals[1][2] = 5;
    TestModel test = load(&data, (Wish){"'POSITION':0,'NORMAL':1", ",'indices':9", 6});
    vrm_Triangles* triangles;
    assert_int_equal(make(&test, NULL, &triangles), VRM_OK);
    assert_true(triangles->has_made_normals);
    assert_int_equal(triangles->vertex_count, 6);
    for (int v = 0; v < 4; v++)
        assert_true(test_distance(triangles->normals[v], (vrm_Vec3){0, 0, 1}) < 1e-6f);
    vrm_triangles_destroy(triangles);
    test_model_free(&test);
}

static void numbers_that_are_none_are_finite(void** state) {
    (void)state;
    Data data = square();
    data.positions[1][0] = NAN;
    data.positions[2][1] = 1e30f;
    data.normals[0][0] = INFINITY;
    data.uvs[2][0] = NAN;
    vrm_TrianglesDef def = vrm_default_triangles_def();
    def.wants_tangents = true;
    TestModel test =
        load(&data, (Wish){"'POSITION':0,'NORMAL':1,'TEXCOORD_0':2", ",'indices':9", 6});
    vrm_Triangles* triangles;
    assert_int_equal(make(&test, &def, &triangles), VRM_OK);
    for (uint32_t v = 0; v < triangles->vertex_count; v++) {
        assert_true(vrmi_vec3_reach(triangles->positions[v]) <= 1e6f);
        assert_float_equal(vrmi_vec3_length(triangles->normals[v]), 1.0f, 1e-5f);
        vrm_Vec4 t = triangles->tangents[v];
        assert_float_equal(vrmi_vec3_length((vrm_Vec3){t.x, t.y, t.z}), 1.0f, 1e-5f);
        assert_true(fabsf(t.w) == 1.0f);
    }
    vrm_triangles_destroy(triangles);
    test_model_free(&test);
}

static void check_all_usable(const vrm_Triangles* triangles) {
    for (uint32_t v = 0; v < triangles->vertex_count; v++) {
        assert_true(vrmi_vec3_reach(triangles->positions[v]) <= 1e6f);
        assert_float_equal(vrmi_vec3_length(triangles->normals[v]), 1.0f, 1e-5f);
        vrm_Vec4 t = triangles->tangents[v];
        vrm_Vec3 tangent = {t.x, t.y, t.z};
        assert_float_equal(vrmi_vec3_length(tangent), 1.0f, 1e-5f);
        assert_true(fabsf(t.w) == 1.0f);
        assert_true(vrmi_vec3_length(vrmi_vec3_cross(triangles->normals[v], tangent)) > 5e-4f);
        for (int set = 0; set < 2; set++)
            if (triangles->uvs[set] != NULL)
                assert_true(isfinite(triangles->uvs[set][v].x) &&
                            isfinite(triangles->uvs[set][v].y));
        const float* color = &triangles->colors[v].x;
        for (int k = 0; k < 4; k++) assert_true(isfinite(color[k]));
        const float* weights = triangles->weights + v * (size_t)triangles->influence_count;
        float sum = 0;
        for (int k = 0; k < triangles->influence_count; k++) {
            assert_true(weights[k] >= 0.0f && weights[k] <= 1.0f);
            sum += weights[k];
        }
        assert_float_equal(sum, 1.0f, 1e-5f);
    }
}

/* What the header promises of every array, with any numbers in the file. */
static void any_numbers_become_usable_attributes(void** state) {
    (void)state;
    static const float values[] = {0,     -0.0f,  1,      -1,     0.5f,     -7,
                                   3e38f, -3e38f, 1e-30f, 1e-40f, INFINITY, NAN};
    uint32_t seed = 1;
    vrm_TrianglesDef def = vrm_default_triangles_def();
    def.wants_tangents = true;
    for (int round = 0; round < 400; round++) {
        Data data = square();
        float* floats = &data.positions[0][0];
        for (size_t i = 0; i < offsetof(Data, joints) / sizeof *floats; i++) {
            seed = seed * 1664525u + 1013904223u;
            if (seed >> 30 == 0) floats[i] = values[(seed >> 16) % 12];
        }
        for (size_t i = 0; i < sizeof data.weights / sizeof(float); i++) {
            seed = seed * 1664525u + 1013904223u;
            if (seed >> 30 == 0) (&data.weights[0][0][0])[i] = values[(seed >> 16) % 12];
        }
        TestModel test =
            load(&data, (Wish){round % 2 ? "'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'TANGENT':10,"
                                           "'COLOR_0':11,'JOINTS_0':3,'WEIGHTS_0':5,"
                                           "'JOINTS_1':4,'WEIGHTS_1':6"
                                         : "'POSITION':0,'NORMAL':1,'TANGENT':10,'COLOR_0':11,"
                                           "'JOINTS_0':3,'WEIGHTS_0':5",
                               ",'indices':9", 6});
        vrm_Triangles* triangles;
        assert_int_equal(make(&test, &def, &triangles), VRM_OK);
        check_all_usable(triangles);
        vrm_triangles_destroy(triangles);
        test_model_free(&test);
    }
}

/* A good tangent keeps its direction; the others get the one that the triangles around have. */
static void unusable_tangent_of_a_file_is_made_from_its_triangles(void** state) {
    (void)state;
    static const struct {
        float tangent[4], expected[4];
        bool is_made;
    } cases[] = {{{1, 0, 0, 1}, {1, 0, 0, 1}, false},
                 {{0, -4, 0, -0.25f}, {0, -1, 0, -1}, false}, /* neither length nor w is 1 */
                 {{0, 0, 0, -1}, {1, 0, 0, 1}, true},
                 {{0, 1, 0, 0}, {1, 0, 0, 1}, true},
                 {{0, 0, 2, 1}, {1, 0, 0, 1}, true}, /* along the normal */
                 {{NAN, NAN, NAN, NAN}, {1, 0, 0, 1}, true}};
    vrm_TrianglesDef def = vrm_default_triangles_def();
    def.wants_tangents = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Data data = square();
        memcpy(data.tangents[2], cases[i].tangent, sizeof data.tangents[2]);
        TestModel test = load(&data, (Wish){"'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'TANGENT':10",
                                            ",'indices':9", 6});
        vrm_Triangles* triangles;
        assert_int_equal(make(&test, &def, &triangles), VRM_OK);
        assert_int_equal(triangles->vertex_count, 6);
        assert_int_equal(triangles->has_made_tangents, cases[i].is_made);
        for (int k = 0; k < 4; k++)
            assert_float_equal((&triangles->tangents[2].x)[k], cases[i].expected[k], 1e-6f);
        vrm_triangles_destroy(triangles);
        test_model_free(&test);
    }
}

static void limit_is_kept(void** state) {
    (void)state;
    Data data = square();
    TestModel test = load(&data, (Wish){"'POSITION':0", ",'indices':9", 6});
    vrm_TrianglesDef def = vrm_default_triangles_def();
    def.max_bytes = 500;
    vrm_Triangles* triangles;
    assert_int_equal(make(&test, &def, &triangles), VRM_ERR_LIMIT);
    assert_null(triangles);
    def.tex_coord = 2;
    assert_int_equal(make(&test, &def, &triangles), VRM_ERR_ARGUMENT);
    def = (vrm_TrianglesDef){0};
    assert_int_equal(make(&test, &def, &triangles), VRM_ERR_DEF);
    test_model_free(&test);
}

static vrm_Result make_with(const vrm_Allocator* allocator, void* ctx) {
    vrm_TrianglesDef def = vrm_default_triangles_def();
    def.wants_tangents = true;
    def.allocator = *allocator;
    vrm_Triangles* triangles;
    vrm_Result result = make(ctx, &def, &triangles);
    assert_true((result == VRM_OK) == (triangles != NULL));
    vrm_triangles_destroy(triangles);
    return result;
}

static void triangles_survive_every_failing_allocation(void** state) {
    (void)state;
    Data data = square();
    TestModel test = load(
        &data, (Wish){"'POSITION':0,'TEXCOORD_0':2,'JOINTS_0':3,'WEIGHTS_0':5", ",'indices':9", 6});
    assert_true(test_every_allocation_failing(make_with, &test) > 5);
    test_model_free(&test);
    data.tangents[1][0] = 0;
    test = load(&data, (Wish){"'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'TANGENT':10", "", 6});
    assert_true(test_every_allocation_failing(make_with, &test) > 3);
    test_model_free(&test);
}

/* ---- Tangents ---- */

static vrm_Tangents tangents_of(const Data* data, uint32_t* indices, size_t count) {
    vrm_TangentInput input = {.positions = &data->positions[0][0],
                              .normals = &data->normals[0][0],
                              .uvs = &data->uvs[0][0],
                              .vertex_count = 6,
                              .indices = indices,
                              .index_count = count};
    vrm_Tangents made;
    assert_int_equal(vrm_tangents_make(&input, NULL, &made), VRM_OK);
    return made;
}

static void tangents_follow_u_and_bitangents_point_up_the_picture(void** state) {
    (void)state;
    Data data = square();
    uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    vrm_Tangents made = tangents_of(&data, indices, 6);
    assert_int_equal(made.vertex_count, 6);
    for (int i = 0; i < 4; i++) {
        /* u grows along x; v grows downwards, so up the picture is y: cross(z, x) * w = y. */
        static const float expected[4] = {1, 0, 0, 1};
        for (int k = 0; k < 4; k++)
            assert_true(fabsf(made.tangents[i * 4 + k] - expected[k]) < 1e-6f);
    }
    vrm_tangents_release(&made);
}

/* The two triangles share an edge; the second one's UVs are mirrored about it. */
static void vertex_between_mirrored_triangles_is_split(void** state) {
    (void)state;
    Data data = square();
    memcpy(data.uvs, (float[4][2]){{0, 0}, {1, 0.2f}, {0, 1}, {1, 0.2f}}, 4 * sizeof *data.uvs);
    uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    vrm_Tangents made = tangents_of(&data, indices, 6);
    assert_int_equal(made.vertex_count, 8);
    static const uint32_t sources[6] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 6; i++) assert_int_equal(made.sources[indices[i]], sources[i]);
    assert_true(made.tangents[indices[0] * 4 + 3] == -made.tangents[indices[3] * 4 + 3]);
    vrm_tangents_release(&made);
}

/* Fans that share a vertex and no edge have tangents of their own; a triangle between them whose
 * UVs span nothing makes one fan of them. */
static void fans_that_share_only_a_vertex_are_groups_of_their_own(void** state) {
    (void)state;
    Data data = {.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, 0, 0}},
                 .uvs = {{0.5f, 0.5f}, {1, 0.5f}, {1, 0}, {0.2f, 0.1f}, {0, 0.9f}}};
    for (int v = 0; v < 6; v++) data.normals[v][2] = 1;
    uint32_t apart[6] = {0, 1, 2, 0, 3, 4};
    vrm_Tangents made = tangents_of(&data, apart, 6);
    assert_int_equal(made.vertex_count, 7);
    assert_true(apart[0] != apart[3]);
    vrm_tangents_release(&made);
    memcpy(data.uvs,
           (float[5][2]){{0.5f, 0.5f}, {1, 0.5f}, {0.75f, 0.25f}, {0.75f, 0.25f}, {0, 0.25f}},
           5 * sizeof *data.uvs);
    uint32_t joined[9] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    made = tangents_of(&data, joined, 9);
    assert_int_equal(made.vertex_count, 6);
    assert_int_equal(joined[0], joined[6]);
    vrm_tangents_release(&made);
}

static void tangents_are_finite_where_coordinates_span_nothing(void** state) {
    (void)state;
    Data data = square();
    memset(data.uvs, 0, sizeof data.uvs);
    uint32_t indices[9] = {0, 1, 2, 0, 2, 3, 4, 4, 5};
    vrm_Tangents made = tangents_of(&data, indices, 9);
    for (uint32_t i = 0; i < 4 * made.vertex_count; i++) assert_true(isfinite(made.tangents[i]));
    vrm_tangents_release(&made);
    vrm_TangentInput input = {.positions = &data.positions[0][0],
                              .normals = &data.normals[0][0],
                              .uvs = &data.uvs[0][0],
                              .vertex_count = 6,
                              .indices = indices,
                              .index_count = 8};
    assert_int_equal(vrm_tangents_make(&input, NULL, &made), VRM_ERR_ARGUMENT);
    indices[1] = 6;
    input.index_count = 9;
    assert_int_equal(vrm_tangents_make(&input, NULL, &made), VRM_ERR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mode_becomes_a_list_of_the_same_facing),
        cmocka_unit_test(triangles_outside_the_vertices_are_left_out),
        cmocka_unit_test(what_cannot_be_triangles_is_refused),
        cmocka_unit_test(indices_are_counted_only_where_they_can_be_read),
        cmocka_unit_test(every_set_of_joints_counts_and_weights_sum_to_one),
        cmocka_unit_test(missing_normals_are_flat),
        cmocka_unit_test(normal_without_direction_is_made_from_its_triangles),
        cmocka_unit_test(numbers_that_are_none_are_finite),
        cmocka_unit_test(any_numbers_become_usable_attributes),
        cmocka_unit_test(unusable_tangent_of_a_file_is_made_from_its_triangles),
        cmocka_unit_test(limit_is_kept),
        cmocka_unit_test(triangles_survive_every_failing_allocation),
        cmocka_unit_test(tangents_follow_u_and_bitangents_point_up_the_picture),
        cmocka_unit_test(vertex_between_mirrored_triangles_is_split),
        cmocka_unit_test(fans_that_share_only_a_vertex_are_groups_of_their_own),
        cmocka_unit_test(tangents_are_finite_where_coordinates_span_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
