/* SPDX-License-Identifier: MIT */
/* What vrm_optimize() keeps when it makes triangles fewer: surfaces by connected part, and what is
 * painted on them, lit and bent. */
#include "support/check.h"
#include "support/glb.h"
#include "support/model.h"
#include "vrm/optimize.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tubes along y, open at both ends. */
enum { SIDES = 12, RINGS = 33, TUBE_VERTICES = SIDES * RINGS, MOST_TUBES = 2 };
enum { TUBE_TRIANGLES = SIDES * (RINGS - 1) * 2 };

typedef struct Vertex {
    float position[3], normal[3], coord[2], weights[4], delta[3], tilt[3];
} Vertex;

typedef struct Tubes {
    Vertex vertices[MOST_TUBES * TUBE_VERTICES];
    uint16_t indices[MOST_TUBES * TUBE_TRIANGLES * 3];
    int count;
} Tubes;

/* What bends in the middle of a tube; everything else of it is straight. */
typedef enum Bend {
    BEND_NOTHING,
    BEND_SURFACE,
    BEND_NORMALS,
    BEND_COORDS,
    BEND_WEIGHTS,
    BEND_COUNT
} Bend;

/* 0 up to the middle, then rising to 1. */
static float rise(int ring) {
    int middle = RINGS / 2;
    return ring > middle ? (float)(ring - middle) / (float)(RINGS - 1 - middle) : 0.0f;
}

static Vertex tube_vertex(Bend bend, float radius, float height, int side, int ring) {
    float turn = 6.2831853f * (float)side / (float)SIDES, along = (float)ring / (RINGS - 1);
    float x = cosf(turn), z = sinf(turn), late = rise(ring);
    float wide = radius * (bend == BEND_SURFACE ? 1.0f + late : 1.0f);
    float slope = bend == BEND_NORMALS ? 2.0f * late : 0.0f, size = sqrtf(1.0f + slope * slope);
    float mix = bend == BEND_WEIGHTS ? late : 0.0f;
    return (Vertex){
        .position = {x * wide, along * height, z * wide},
        .normal = {x / size, slope / size, z / size},
        .coord = {(float)side / SIDES, bend == BEND_COORDS ? late : along},
        .weights = {1.0f - mix, mix},
    };
}

static void add_tube(Tubes* tubes, Bend bend, float radius, float height) {
    int base = tubes->count * TUBE_VERTICES;
    uint16_t* out = tubes->indices + tubes->count++ * TUBE_TRIANGLES * 3;
    for (int r = 0; r < RINGS; r++)
        for (int s = 0; s < SIDES; s++) {
            int next = (s + 1) % SIDES;
            tubes->vertices[base + r * SIDES + s] = tube_vertex(bend, radius, height, s, r);
            if (r == RINGS - 1) continue;
            int corners[6] = {r * SIDES + s,    (r + 1) * SIDES + s, r * SIDES + next,
                              r * SIDES + next, (r + 1) * SIDES + s, (r + 1) * SIDES + next};
            for (int k = 0; k < 6; k++) *out++ = (uint16_t)(base + corners[k]);
        }
}

/* Attributes are interleaved; two joints move the vertices, one target moves them by .delta and
 * turns their normals by .tilt. */
static TestBytes write_tubes(const Tubes* tubes) {
    size_t vertices = (size_t)tubes->count * TUBE_VERTICES * sizeof(Vertex);
    size_t joints = (size_t)tubes->count * TUBE_VERTICES * 4;
    size_t indices = (size_t)tubes->count * TUBE_TRIANGLES * 3 * sizeof(uint16_t);
    uint8_t* bin = calloc(1, vertices + joints + indices);
    char text[4096];
    int count = tubes->count * TUBE_VERTICES;
    assert_non_null(bin);
    memcpy(bin, tubes->vertices, vertices);
    for (size_t i = 0; i < joints; i += 4) bin[vertices + i + 1] = 1;
    memcpy(bin + vertices + joints, tubes->indices, indices);
    snprintf(text, sizeof text,
             "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0,1]}],'nodes':[{'mesh':0,"
             "'skin':0},{'children':[2]},{'translation':[0,1,0]}],'skins':[{'joints':[1,2]}],"
             "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,"
             "'WEIGHTS_0':3,'JOINTS_0':5},'targets':[{'POSITION':4,'NORMAL':7}],'indices':6}]}],"
             "'accessors':[{'bufferView':0,'componentType':5126,'count':%d,'type':'VEC3',"
             "'min':[-4,-4,-4],'max':[4,4,4]},"
             "{'bufferView':0,'byteOffset':12,'componentType':5126,'count':%d,'type':'VEC3'},"
             "{'bufferView':0,'byteOffset':24,'componentType':5126,'count':%d,'type':'VEC2'},"
             "{'bufferView':0,'byteOffset':32,'componentType':5126,'count':%d,'type':'VEC4'},"
             "{'bufferView':0,'byteOffset':48,'componentType':5126,'count':%d,'type':'VEC3',"
             "'min':[-4,-4,-4],'max':[4,4,4]},"
             "{'bufferView':1,'componentType':5121,'count':%d,'type':'VEC4'},"
             "{'bufferView':2,'componentType':5123,'count':%d,'type':'SCALAR'},"
             "{'bufferView':0,'byteOffset':60,'componentType':5126,'count':%d,'type':'VEC3'}],"
             "'bufferViews':[{'buffer':0,'byteLength':%zu,'byteStride':%zu},"
             "{'buffer':0,'byteOffset':%zu,'byteLength':%zu},"
             "{'buffer':0,'byteOffset':%zu,'byteLength':%zu}],'buffers':[{'byteLength':%zu}]}",
             count, count, count, count, count, count, tubes->count * TUBE_TRIANGLES * 3, count,
             vertices, sizeof(Vertex), vertices, joints, vertices + joints, indices,
             vertices + joints + indices);
    TestBytes file = test_glb(text, bin, vertices + joints + indices);
    free(bin);
    return file;
}

/* What is left of the tubes. */
typedef struct Left {
    float* positions;
    uint32_t* indices;
    size_t vertex_count, index_count;
    vrm_OptimizeStats stats;
    int kept_findings;
} Left;

static Left simplify(const Tubes* tubes, uint64_t most) {
    TestBytes file = write_tubes(tubes);
    vrm_Model* model = test_load(file.data, file.size);
    vrm_OptimizeDef def = vrm_default_optimize_def();
    vrm_Report* report;
    Left left = {0};
    def.max_triangles = most;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_optimize(model, &def, report, &left.stats), VRM_OK);
    left.kept_findings = test_count_findings(report, "OPTIMIZE_TRIANGLES_KEPT");
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Primitive* primitive = &gltf->meshes[0].primitives[0];
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    left.vertex_count = (size_t)gltf->accessors[positions].count;
    left.index_count = (size_t)gltf->accessors[primitive->indices].count;
    left.positions = calloc(left.vertex_count * 3, sizeof(float));
    left.indices = calloc(left.index_count, sizeof(uint32_t));
    assert_true(left.positions != NULL && left.indices != NULL);
    assert_int_equal(
        vrm_accessor_read_floats(gltf, positions, left.positions, left.vertex_count * 3), VRM_OK);
    assert_int_equal(
        vrm_accessor_read_u32(gltf, primitive->indices, left.indices, left.index_count), VRM_OK);
    vrm_report_destroy(report);
    vrm_model_destroy(model);
    test_bytes_free(&file);
    return left;
}

static void release(Left* left) {
    free(left->positions);
    free(left->indices);
}

/* Vertices that are left of a tube at a height. */
static int count_at(const Left* left, float y, float least_radius) {
    int count = 0;
    for (size_t i = 0; i < left->vertex_count; i++) {
        const float* p = left->positions + i * 3;
        count += fabsf(p[1] - y) < 1e-4f && sqrtf(p[0] * p[0] + p[2] * p[2]) >= least_radius;
    }
    return count;
}

/* A straight tube needs its ends alone. Whatever bends in its middle, the surface or what is
 * painted on it, lit or moved, keeps a ring near the bend, of which the error allows to take every
 * second vertex. */
static void what_bends_in_any_attribute_keeps_its_vertices(void** state) {
    (void)state;
    for (int bend = 0; bend < BEND_COUNT; bend++) {
        Tubes* tubes = calloc(1, sizeof *tubes);
        assert_non_null(tubes);
        add_tube(tubes, (Bend)bend, 0.1f, 1.6f);
        Left left = simplify(tubes, SIDES * 2);
        int inside = 0;
        for (int r = RINGS / 2 - 5; r <= RINGS / 2 + 5; r++)
            inside += count_at(&left, 1.6f * (float)r / (RINGS - 1), 0.0f);
        if (bend == BEND_NOTHING) {
            assert_true(left.stats.after.triangles <= SIDES * 2);
            assert_int_equal(inside, 0);
        } else if (inside < SIDES / 2) {
            fail_msg("bend %d: %d vertices are left there", bend, inside);
        }
        release(&left);
        free(tubes);
    }
}

/* A cuff of 5 cm on an avatar of 2 m: 1 cm would be half of it. */
static void a_small_part_is_not_worn_off_beside_a_large_one(void** state) {
    (void)state;
    Tubes* tubes = calloc(1, sizeof *tubes);
    assert_non_null(tubes);
    add_tube(tubes, BEND_SURFACE, 0.2f, 2.0f);
    add_tube(tubes, BEND_NOTHING, 0.03f, 0.05f);
    for (int r = 1; r < RINGS - 1; r++) /* waves: every ring matters to the cuff */
        for (int s = 0; s < SIDES; s++) {
            float* p = tubes->vertices[TUBE_VERTICES + r * SIDES + s].position;
            float wide = r / 4 % 2 == 0 ? 1.0f : 1.2f;
            p[0] *= wide;
            p[2] *= wide;
        }
    Left left = simplify(tubes, SIDES * 8);
    float low = 1.0f, high = 0.0f;
    for (size_t i = 0; i < left.index_count; i++) {
        const float* p = left.positions + left.indices[i] * 3;
        float radius = sqrtf(p[0] * p[0] + p[2] * p[2]);
        if (radius > 0.1f) continue;
        low = fminf(low, radius);
        high = fmaxf(high, radius);
    }
    assert_true(left.stats.after.triangles < 2 * TUBE_TRIANGLES / 2);
    assert_true(high > 0.0355f && low < 0.0305f); /* the waves are there */
    release(&left);
    free(tubes);
}

/* Shifts the tube that was added last, and bends it to and fro by `wave` on both sides. */
static void bend_tube(Tubes* tubes, float shift, float wave) {
    static const float bends[8] = {0.0f, 0.5f, 1.0f, 0.5f, 0.0f, -0.5f, -1.0f, -0.5f};
    Vertex* vertices = tubes->vertices + (tubes->count - 1) * TUBE_VERTICES;
    for (int i = 0; i < TUBE_VERTICES; i++)
        vertices[i].position[0] += shift + wave * bends[i / SIDES % 8];
}

/* A strand of hair, 50 cm long and 2.4 cm thick, on an avatar of 2 m: its waves of 4 mm are
 * small beside its length, not beside its thickness. */
static void a_thin_part_keeps_its_shape(void** state) {
    (void)state;
    Tubes* tubes = calloc(1, sizeof *tubes);
    assert_non_null(tubes);
    add_tube(tubes, BEND_SURFACE, 0.2f, 2.0f);
    add_tube(tubes, BEND_NOTHING, 0.012f, 0.5f);
    bend_tube(tubes, 1.0f, 0.004f);
    Left left = simplify(tubes, SIDES * 4);
    float low = 2.0f, high = 0.0f;
    for (size_t i = 0; i < left.index_count; i++) {
        float x = left.positions[left.indices[i] * 3];
        if (x < 0.5f) continue;
        low = fminf(low, x);
        high = fmaxf(high, x);
    }
    assert_true(high > 1.0155f && low < 0.9845f);
    release(&left);
    free(tubes);
}

/* Exporters store differences of rounded numbers: no target moves these vertices. One that
 * is moved by a hundredth of a millimetre stays. */
static void rounding_noise_of_targets_holds_no_triangles(void** state) {
    (void)state;
    static const float moves[] = {0.0f, 1e-7f, 5e-7f, 1e-5f};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        Tubes* tubes = calloc(1, sizeof *tubes);
        assert_non_null(tubes);
        add_tube(tubes, BEND_NOTHING, 0.1f, 1.6f);
        for (int v = 0; v < TUBE_VERTICES; v++)
            tubes->vertices[v].delta[v % 3] = v % 2 == 0 ? moves[i] : -moves[i];
        Left left = simplify(tubes, SIDES * 4);
        bool moves_all = moves[i] > 1e-6f;
        assert_int_equal(left.kept_findings, moves_all);
        assert_int_equal(left.stats.after.triangles == TUBE_TRIANGLES, moves_all);
        release(&left);
        free(tubes);
    }
}

/* Seen by the bytes of the targets: the default is exact, a mode with a loss is not. */
static void rounding_noise_is_left_out_with_a_loss_only(void** state) {
    (void)state;
    Tubes* tubes = calloc(1, sizeof *tubes);
    assert_non_null(tubes);
    add_tube(tubes, BEND_NOTHING, 0.1f, 1.6f);
    for (int v = 0; v < TUBE_VERTICES; v++) tubes->vertices[v].delta[1] = v == 7 ? 0.01f : 1e-7f;
    TestBytes file = write_tubes(tubes);
    for (int quantizes = 0; quantizes < 2; quantizes++) {
        vrm_Model* model = test_load(file.data, file.size);
        vrm_OptimizeDef def = vrm_default_optimize_def();
        vrm_OptimizeStats stats;
        def.quantizes = quantizes == 1;
        assert_int_equal(vrm_optimize(model, &def, NULL, &stats), VRM_OK);
        const vrm_Gltf* gltf = vrm_model_gltf(model);
        const vrm_MorphTarget* target = &gltf->meshes[0].primitives[0].targets[0];
        int32_t accessor = vrm_morph_target_attribute(target, VRM_SEMANTIC_POSITION);
        float moves[TUBE_VERTICES * 3];
        int moved = 0;
        assert_int_equal(vrm_accessor_read_floats(gltf, accessor, moves, TUBE_VERTICES * 3),
                         VRM_OK);
        for (int v = 0; v < TUBE_VERTICES; v++) moved += moves[v * 3 + 1] != 0.0f;
        assert_int_equal(moved, quantizes ? 1 : TUBE_VERTICES);
        vrm_model_destroy(model);
    }
    test_bytes_free(&file);
    free(tubes);
}

/* Values of 3 and of 12 bytes have views of their own: one view with both has no stride, and
 * cannot be compressed. */
static void quantized_targets_are_compressed_too(void** state) {
    (void)state;
    Tubes* tubes = calloc(1, sizeof *tubes);
    assert_non_null(tubes);
    add_tube(tubes, BEND_SURFACE, 0.1f, 1.6f);
    for (int v = 0; v < TUBE_VERTICES / 2; v++) {
        tubes->vertices[v].delta[1] = 0.001f * (float)(v % 16 + 1);
        tubes->vertices[v].tilt[0] = 0.02f * (float)(v % 16 + 1);
    }
    TestBytes file = write_tubes(tubes);
    vrm_Model* model = test_load(file.data, file.size);
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.quantizes = def.compresses_meshopt = true;
    vrm_Result result = vrm_optimize(model, &def, NULL, NULL);
    if (result == VRM_OK) { /* else: built without meshoptimizer */
        const vrm_Gltf* gltf = vrm_model_gltf(model);
        assert_int_equal(gltf->sparse_accessor_count, 2);
        for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
            int32_t view = gltf->sparse_accessors[i].values_view;
            assert_true(vrm_json_member(gltf->json, gltf->buffer_views[view].json, "extensions") !=
                        VRM_JSON_MISSING);
        }
    }
    vrm_model_destroy(model);
    test_bytes_free(&file);
    free(tubes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_bends_in_any_attribute_keeps_its_vertices),
        cmocka_unit_test(a_small_part_is_not_worn_off_beside_a_large_one),
        cmocka_unit_test(a_thin_part_keeps_its_shape),
        cmocka_unit_test(rounding_noise_of_targets_holds_no_triangles),
        cmocka_unit_test(rounding_noise_is_left_out_with_a_loss_only),
        cmocka_unit_test(quantized_targets_are_compressed_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
