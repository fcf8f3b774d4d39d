/* SPDX-License-Identifier: MIT */
/* What vrm_optimize() does beyond its defaults: compression, quantized attributes, fewer
 * triangles. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/full.h"
#include "support/glb.h"
#include "support/model.h"
#include "vrm/diff.h"
#include "vrm/edit.h"
#include "vrm/optimize.h"
#include "vrm/validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_BETA, VRM_DIALECT_1};

enum { DIALECTS = sizeof dialects / sizeof *dialects };

/* A file, what it becomes, and what became of it on the way. */
typedef struct Made {
    vrm_Model *before, *after;
    vrm_Report* report;
    vrm_OptimizeStats stats;
    vrm_Result result;
} Made;

static Made make(const TestBytes* file, const vrm_OptimizeDef* def) {
    Made made = {.before = test_load(file->data, file->size)};
    vrm_Model* changed = test_load(file->data, file->size);
    assert_int_equal(vrm_report_create(NULL, &made.report), VRM_OK);
    made.result = vrm_optimize(changed, def, made.report, &made.stats);
    TestBytes saved = test_save(changed);
    made.after = test_load(saved.data, saved.size);
    free(saved.data);
    vrm_model_destroy(changed);
    return made;
}

static void release(Made* made) {
    vrm_model_destroy(made->before);
    vrm_model_destroy(made->after);
    vrm_report_destroy(made->report);
}

static uint64_t difference_count(const Made* made) {
    vrm_Diff* diff;
    assert_int_equal(vrm_diff_create(made->before, made->after, NULL, &diff), VRM_OK);
    uint64_t count = vrm_diff_total(diff);
    vrm_diff_destroy(diff);
    return count;
}

static bool requires_extension(const vrm_Model* model, const char* name) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t i = 0; i < gltf->extension_required_count; i++)
        if (strcmp(gltf->extensions_required[i], name) == 0) return true;
    return false;
}

static TestBytes scene_of(vrm_Dialect dialect, SceneBytes* out) {
    SceneDef def = scene_default_def(dialect);
    *out = scene_avatar(&def);
    assert_non_null(out->data);
    return (TestBytes){out->data, out->size};
}

static void compressed_numbers_are_the_same(void** state) {
    (void)state;
    for (int i = 0; i < DIALECTS; i++) {
        SceneBytes scene;
        TestBytes file = scene_of(dialects[i], &scene);
        vrm_OptimizeDef def = vrm_default_optimize_def();
        def.compresses_meshopt = true;
        Made made = make(&file, &def);
        if (made.result == VRM_ERR_UNSUPPORTED) { /* built without meshoptimizer */
            assert_int_equal(test_count_findings(made.report, "OPTIMIZE_NO_MESHOPT"), 1);
        } else {
            assert_int_equal(made.result, VRM_OK);
            assert_true(requires_extension(made.after, "EXT_meshopt_compression"));
            assert_true(made.stats.after.file_bytes < made.stats.before.file_bytes);
            assert_int_equal(difference_count(&made), 0);
        }
        release(&made);
        scene_bytes_free(&scene);
    }
}

/* Plain or compressed again: what a compressed file means stays, and without --meshopt or --dense
 * it never grows. */
static void compressed_files_can_be_optimized(void** state) {
    (void)state;
    for (int i = 0; i < DIALECTS * 4; i++) {
        SceneBytes scene;
        TestBytes file = scene_of(dialects[i / 4], &scene);
        vrm_OptimizeDef def = vrm_default_optimize_def();
        def.compresses_meshopt = true;
        Made packed = make(&file, &def);
        TestBytes input = test_save(packed.after);
        def.compresses_meshopt = i % 4 == 1 || i % 4 == 3;
        def.stores_dense = i % 4 >= 2;
        Made made = make(&input, &def);
        if (packed.result == VRM_OK) assert_int_equal(made.result, VRM_OK);
        if (packed.result == VRM_OK) { /* else: built without meshoptimizer */
            vrm_model_destroy(made.before);
            made.before = test_load(file.data, file.size);
            assert_int_equal(difference_count(&made), 0);
            assert_int_equal(requires_extension(made.after, "EXT_meshopt_compression"), i % 4 != 2);
            if (i % 4 < 2) assert_true(made.stats.after.file_bytes <= made.stats.before.file_bytes);
        }
        release(&made);
        release(&packed);
        test_bytes_free(&input);
        scene_bytes_free(&scene);
    }
}

/* The largest distance between the numbers of an attribute of two primitives with equal corners. */
static float farthest(const Made* made, vrm_Semantic semantic, int components) {
    const vrm_Gltf *a = vrm_model_gltf(made->before), *b = vrm_model_gltf(made->after);
    float most = 0.0f;
    for (int32_t m = 0; m < a->mesh_count; m++)
        for (int32_t p = 0; p < a->meshes[m].primitive_count; p++) {
            const vrm_Primitive* x = &a->meshes[m].primitives[p];
            const vrm_Primitive* y = &b->meshes[m].primitives[p];
            int32_t from = vrm_primitive_attribute(x, semantic, 0);
            int32_t to = vrm_primitive_attribute(y, semantic, 0);
            if (from < 0) continue;
            assert_true(to >= 0);
            size_t count = (size_t)a->accessors[from].count * (size_t)components;
            assert_int_equal(a->accessors[from].count, b->accessors[to].count);
            float *before = malloc(count * sizeof *before), *after = malloc(count * sizeof *after);
            assert_true(before != NULL && after != NULL);
            assert_int_equal(vrm_accessor_read_floats(a, from, before, count), VRM_OK);
            assert_int_equal(vrm_accessor_read_floats(b, to, after, count), VRM_OK);
            for (size_t i = 0; i < count; i++) most = fmaxf(most, fabsf(before[i] - after[i]));
            free(before);
            free(after);
        }
    return most;
}

/* Primitives whose weights of joints have that type. */
static int count_weights(const vrm_Model* model, vrm_ComponentType component) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int count = 0;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            int32_t weights =
                vrm_primitive_attribute(&gltf->meshes[m].primitives[p], VRM_SEMANTIC_WEIGHTS, 0);
            count += weights >= 0 && gltf->accessors[weights].component_type == component;
        }
    return count;
}

static void quantized_attributes_are_near(void** state) {
    (void)state;
    for (int i = 0; i < DIALECTS; i++) {
        SceneBytes scene;
        TestBytes file = scene_of(dialects[i], &scene);
        vrm_OptimizeDef def = vrm_default_optimize_def();
        def.quantizes = true;
        def.compacts_vertices = def.merges_equal = def.removes_unused = false; /* the same order */
        def.joins_primitives = def.stores_morphs_sparse = false;
        Made made = make(&file, &def);
        assert_int_equal(made.result, VRM_OK);
        assert_true(requires_extension(made.after, "KHR_mesh_quantization"));
        assert_true(farthest(&made, VRM_SEMANTIC_NORMAL, 3) <= 0.5f / 127.0f + 1e-6f);
        assert_true(farthest(&made, VRM_SEMANTIC_TEXCOORD, 2) <= 0.5f / 65535.0f + 1e-6f);
        assert_true(farthest(&made, VRM_SEMANTIC_WEIGHTS, 4) <= 2.0f / 65535.0f);
        assert_true(count_weights(made.after, VRM_COMPONENT_UNSIGNED_BYTE) > 0);  /* of 1 joint */
        assert_true(count_weights(made.after, VRM_COMPONENT_UNSIGNED_SHORT) > 0); /* of several */
        assert_true(farthest(&made, VRM_SEMANTIC_JOINTS, 4) == 0.0f);
        assert_true(farthest(&made, VRM_SEMANTIC_POSITION, 3) == 0.0f);
        release(&made);
        scene_bytes_free(&scene);
    }
}

/* The first vertex hangs on the second joint by a millionth, which is no 65535th. */
static const char hanging[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1,2]}],\"nodes"
    "\":[{\"name\":\"a\"},{\"name\":\"b\"},{\"mesh\":0,\"skin\":0}],\"skins\":[{\"joints\""
    ":[0,1]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,"
    "\"WEIGHTS_0\":2}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count"
    "\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},{\"bufferView\":1,\"component"
    "Type\":5121,\"count\":3,\"type\":\"VEC4\"},{\"bufferView\":2,\"componentType\":5126,"
    "\"count\":3,\"type\":\"VEC4\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\""
    "buffer\":0,\"byteOffset\":36,\"byteLength\":12},{\"buffer\":0,\"byteOffset\":48,\"byt"
    "eLength\":48}],\"buffers\":[{\"byteLength\":96,\"uri\":\"data:application/octet-strea"
    "m;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAEAAAEAAAAAAQAA7/9/P703hjUA"
    "AAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAEA/AACAPgAAAAAAAAAA\"}]}";

/* The same with values set at pointers. */
static TestBytes hanging_with(const char* const edits[][2], int count) {
    vrm_Edit* edit;
    vrm_Model* model = test_load((const uint8_t*)hanging, sizeof hanging - 1);
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    for (int i = 0; i < count; i++)
        assert_int_equal(vrm_edit_set(edit, edits[i][0], edits[i][1], strlen(edits[i][1])), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    TestBytes file = test_save(model);
    vrm_model_destroy(model);
    return file;
}

static Made make_quantized(const TestBytes* file) {
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.quantizes = true;
    return make(file, &def);
}

static void joints_of_weights_that_vanish_are_0(void** state) {
    (void)state;
    TestBytes file = {(uint8_t*)(uintptr_t)hanging, sizeof hanging - 1};
    Made made = make_quantized(&file);
    assert_int_equal(made.result, VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(made.after);
    const vrm_Primitive* primitive = &gltf->meshes[0].primitives[0];
    uint32_t joints[12];
    float weights[12];
    const uint32_t expected[12] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};
    int32_t index = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0);
    assert_int_equal(vrm_accessor_read_u32(gltf, index, joints, 12), VRM_OK);
    index = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0);
    assert_int_equal(vrm_accessor_read_floats(gltf, index, weights, 12), VRM_OK);
    assert_true(weights[0] == 1.0f && weights[1] == 0.0f && weights[9] > 0.0f);
    assert_memory_equal(joints, expected, sizeof joints);
    release(&made);
}

static void weights_stay_where_others_share_their_joints(void** state) {
    (void)state;
    static const char* const edits[][2] = {
        {"/accessors/-", "{\"bufferView\":2,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"}"},
        {"/meshes/0/primitives/-",
         "{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":3}}"}};
    TestBytes file = hanging_with(edits, 2);
    Made made = make_quantized(&file);
    assert_int_equal(made.result, VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(made.after);
    for (int32_t p = 0; p < gltf->meshes[0].primitive_count; p++) {
        int32_t index =
            vrm_primitive_attribute(&gltf->meshes[0].primitives[p], VRM_SEMANTIC_WEIGHTS, 0);
        assert_int_equal(gltf->accessors[index].component_type, VRM_COMPONENT_FLOAT);
    }
    release(&made);
    test_bytes_free(&file);
}

/* Draco and others have the same numbers in a form of their own. */
static void attributes_of_unknown_extensions_are_not_quantized(void** state) {
    (void)state;
    static const char* const names[] = {"KHR_draco_mesh_compression", "KHR_materials_variants"};
    for (int i = 0; i < 2; i++) {
        char text[80];
        const char* const edits[][2] = {{"/meshes/0/primitives/0/extensions", text}};
        snprintf(text, sizeof text, "{\"%s\":{}}", names[i]);
        TestBytes file = hanging_with(edits, 1);
        Made made = make_quantized(&file);
        const vrm_Gltf* gltf = vrm_model_gltf(made.after);
        int32_t weights =
            vrm_primitive_attribute(&gltf->meshes[0].primitives[0], VRM_SEMANTIC_WEIGHTS, 0);
        assert_int_equal(made.result, VRM_OK);
        assert_int_equal(gltf->accessors[weights].component_type,
                         i == 0 ? VRM_COMPONENT_FLOAT : VRM_COMPONENT_UNSIGNED_SHORT);
        release(&made);
        test_bytes_free(&file);
    }
}

/* No error that the file did not have, whatever is asked for. */
static void results_are_valid(void** state) {
    (void)state;
    for (int i = 0; i < DIALECTS; i++) {
        TestBytes file = test_full_avatar(dialects[i]);
        vrm_Report* known = test_validate(&file);
        for (int k = 0; k < 8; k++) {
            vrm_OptimizeDef def = vrm_default_optimize_def();
            def.quantizes = (k & 1) != 0;
            def.compresses_meshopt = (k & 2) != 0;
            def.max_triangles = (k & 4) != 0 ? 100 : 0;
            Made made = make(&file, &def);
            if (made.result == VRM_OK) {
                TestBytes saved = test_save(made.after);
                vrm_Report* report = test_validate(&saved);
                assert_int_equal(vrm_report_total(report, VRM_ERROR),
                                 vrm_report_total(known, VRM_ERROR));
                vrm_report_destroy(report);
                free(saved.data);
            }
            release(&made);
        }
        vrm_report_destroy(known);
        free(file.data);
    }
}

/* No more is taken than asked for: neither holes nor missing parts. Meshes that were joined do not
 * count beside the one that they became. */
static void a_few_triangles_less_are_a_few(void** state) {
    (void)state;
    for (int i = 0; i < 2 * DIALECTS; i++) {
        SceneBytes scene;
        TestBytes file = scene_of(dialects[i / 2], &scene);
        vrm_OptimizeDef def = vrm_default_optimize_def();
        def.joins_meshes = i % 2 == 1;
        vrm_Weight weight;
        vrm_Model* model = test_load(file.data, file.size);
        assert_int_equal(vrm_model_weigh(model, &weight), VRM_OK);
        vrm_model_destroy(model);
        def.max_triangles = weight.triangles * 9 / 10;
        Made made = make(&file, &def);
        if (made.result == VRM_OK) {
            assert_true(made.stats.after.triangles <= def.max_triangles);
            assert_true(made.stats.after.triangles > weight.triangles * 8 / 10);
        } else { /* built without meshoptimizer */
            assert_int_equal(made.result, VRM_ERR_UNSUPPORTED);
        }
        release(&made);
        scene_bytes_free(&scene);
    }
}

static void simplified_meshes_keep_what_morphs_move(void** state) {
    (void)state;
    SceneBytes scene;
    TestBytes file = scene_of(VRM_DIALECT_1, &scene);
    vrm_OptimizeDef def = vrm_default_optimize_def();
    vrm_Weight weight;
    vrm_Model* model = test_load(file.data, file.size);
    assert_int_equal(vrm_model_weigh(model, &weight), VRM_OK);
    vrm_model_destroy(model);
    def.max_triangles = weight.triangles / 2;
    def.max_error = 1.0f;
    Made made = make(&file, &def);
    if (made.result == VRM_OK) {
        assert_true(made.stats.after.triangles < made.stats.before.triangles);
        assert_int_equal(made.stats.after.morph_targets, made.stats.before.morph_targets);
        bool is_reached = made.stats.after.triangles <= def.max_triangles;
        assert_int_equal(test_count_findings(made.report, "OPTIMIZE_TRIANGLES_KEPT"), !is_reached);
    } else {
        assert_int_equal(made.result, VRM_ERR_UNSUPPORTED);
    }
    release(&made);
    def.max_error = -1.0f;
    made = make(&file, &def);
    assert_int_equal(made.result, VRM_ERR_ARGUMENT);
    release(&made);
    scene_bytes_free(&scene);
}

/* An octahedron: closed, without a border that would hold it; and a vertex far away that nothing
 * uses. */
static const char shape[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
    "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
    "\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":7,"
    "\"type\":\"VEC3\",\"min\":[-1,-1,-1],\"max\":[1000,1,1]},{\"bufferView\":1,"
    "\"componentType\":5123,\"count\":24,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,"
    "\"byteLength\":84},{\"buffer\":0,\"byteOffset\":84,\"byteLength\":48}],\"buffers\":["
    "{\"byteLength\":132,\"uri\":\"data:application/octet-stream;base64,"
    "AACAPwAAAAAAAAAAAACAvwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgL8AAAAAAAAAAAAAAAAAAIA/AAAA"
    "AAAAAAAAAIC/AAB6RAAAAAAAAAAAAAACAAQAAgABAAQAAQADAAQAAwAAAAQAAgAAAAUAAQACAAUAAwABAAUA"
    "AAADAAUA\"}]}";

static void a_closed_shape_that_is_simplified_never_vanishes(void** state) {
    (void)state;
    TestBytes file = {(uint8_t*)(uintptr_t)shape, sizeof shape - 1};
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.max_triangles = 1;
    def.max_error = 1.0f;
    Made made = make(&file, &def);
    if (made.result != VRM_ERR_UNSUPPORTED) { /* built without meshoptimizer */
        assert_int_equal(made.result, VRM_OK);
        assert_true(made.stats.after.triangles > 0 && made.stats.after.triangles < 8);
        assert_int_equal(test_count_findings(made.report, "OPTIMIZE_TRIANGLES_KEPT"), 1);
    }
    release(&made);
}

/* The error is a share of the shape, wherever other vertices are. */
static void vertices_elsewhere_allow_no_larger_error(void** state) {
    (void)state;
    TestBytes file = {(uint8_t*)(uintptr_t)shape, sizeof shape - 1};
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.max_triangles = 4;
    def.compacts_vertices = false;
    Made made = make(&file, &def);
    if (made.result != VRM_ERR_UNSUPPORTED) { /* built without meshoptimizer */
        assert_int_equal(made.result, VRM_OK);
        assert_int_equal(made.stats.after.triangles, 8);
        assert_int_equal(test_count_findings(made.report, "OPTIMIZE_TRIANGLES_KEPT"), 1);
    }
    release(&made);
}

/* Triangles of a list without indices stay. */
static void triangles_that_all_have_to_stay_are_named(void** state) {
    (void)state;
    const char* list = strstr(shape, ",\"indices\":1");
    char text[sizeof shape];
    snprintf(text, sizeof text, "%.*s%s", (int)(list - shape), shape,
             list + strlen(",\"indices\":1"));
    TestBytes file = {(uint8_t*)text, strlen(text)};
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.max_triangles = 1;
    Made made = make(&file, &def);
    if (made.result != VRM_ERR_UNSUPPORTED) { /* built without meshoptimizer */
        assert_int_equal(made.result, VRM_OK);
        assert_int_equal(made.stats.after.triangles, 2);
        assert_int_equal(test_count_findings(made.report, "OPTIMIZE_TRIANGLES_KEPT"), 1);
    }
    release(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compressed_numbers_are_the_same),
        cmocka_unit_test(compressed_files_can_be_optimized),
        cmocka_unit_test(quantized_attributes_are_near),
        cmocka_unit_test(joints_of_weights_that_vanish_are_0),
        cmocka_unit_test(weights_stay_where_others_share_their_joints),
        cmocka_unit_test(attributes_of_unknown_extensions_are_not_quantized),
        cmocka_unit_test(results_are_valid),
        cmocka_unit_test(a_few_triangles_less_are_a_few),
        cmocka_unit_test(simplified_meshes_keep_what_morphs_move),
        cmocka_unit_test(a_closed_shape_that_is_simplified_never_vanishes),
        cmocka_unit_test(vertices_elsewhere_allow_no_larger_error),
        cmocka_unit_test(triangles_that_all_have_to_stay_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
