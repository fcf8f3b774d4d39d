/* SPDX-License-Identifier: MIT */
/* Migration to 1.0: the avatar moves and looks as before, the licence is never looser, and nothing
 * is lost without a word. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/model.h"
#include "support/parts.h"
#include "support/show.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/spring.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define META0 "/extensions/VRM/meta"

static void migrate(TestModel* test) {
    vrm_report_clear(test->report);
    assert_int_equal(vrm_migrate(test->model, NULL, test->report), VRM_OK);
    assert_int_equal(vrm_model_dialect(test->model), VRM_DIALECT_1);
    assert_int_equal(vrm_model_facing(test->model), 1);
}

static TestModel migrated_scene(vrm_Dialect dialect, const char* edits) {
    TestModel test = test_model_scene(dialect, edits);
    migrate(&test);
    return test;
}

static double number(const vrm_Model* model, const char* pointer) {
    return vrm_json_number(vrm_model_gltf(model)->json, test_json_at(model, pointer), 1e30);
}

/* ---- The same motion ---- */

static void act(const TestShow* s, int frame, bool gazes) {
    float t = (float)frame / 60.0f;
    test_show_pose(s, t);
    test_show_grimace(s, t);
    if (gazes) test_show_gaze(s, t);
    vrm_sim_step(s->sim, 1.0f / 60.0f);
}

/* The sim turns what faces -Z, so places are the same; the axes of every node are turned with it,
 * so columns 0 and 2 of a map from a turned mesh have the other sign. */
static float axes_apart(const vrm_Affine* before, const vrm_Affine* after, bool is_turned) {
    float most = 0.0f, sign = is_turned ? -1.0f : 1.0f;
    for (int r = 0; r < 3; r++) {
        const vrm_Vec4 *a = &before->rows[r], *b = &after->rows[r];
        most = test_larger(most, fabsf(a->x - sign * b->x));
        most = test_larger(most, fabsf(a->y - b->y));
        most = test_larger(most, fabsf(a->z - sign * b->z));
    }
    return most;
}

static int32_t palette_size(const vrm_Model* model) {
    int32_t count = 0;
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t i = 0; i < gltf->skin_count; i++) count += gltf->skins[i].joint_count;
    return count;
}

static void check_same_motion(const vrm_Model* before, const vrm_Model* after, const char* name) {
    TestShow a = test_show(before), b = test_show(after);
    int32_t nodes = vrm_model_gltf(before)->node_count, expressions;
    bool is_turned = vrm_model_facing(before) < 0, gazes = !test_has_gaze_curve(before);
    vrm_model_expressions(before, &expressions);
    float places = 0.0f, axes = 0.0f, weights = 0.0f;
    for (int frame = 0; frame < 90; frame++) {
        act(&a, frame, gazes);
        act(&b, frame, gazes);
        places = test_larger(places, test_places_apart(&a, &b));
        const vrm_Affine *aw = vrm_avatar_worlds(a.sim, a.id), *bw = vrm_avatar_worlds(b.sim, b.id);
        for (int32_t i = 0; i < nodes; i++)
            axes = test_larger(axes, axes_apart(&aw[i], &bw[i], is_turned));
        aw = vrm_avatar_palettes(a.sim, a.id);
        bw = vrm_avatar_palettes(b.sim, b.id);
        for (int32_t i = 0; i < palette_size(before); i++)
            axes = test_larger(axes, axes_apart(&aw[i], &bw[i], is_turned));
        const float* ae = vrm_avatar_expression_weights(a.sim, a.id);
        const float* be = vrm_avatar_expression_weights(b.sim, b.id);
        for (int32_t i = 0; i < expressions; i++)
            weights = test_larger(weights, fabsf(ae[i] - be[i]));
    }
    /* Bones of a few centimetres turn a rounding of their tail into a larger one of their axes. */
    if (!(places <= 1e-5f && axes <= 1e-4f && weights <= 1e-6f))
        fail_msg("%s: places %g m, axes %g, weights %g apart", name, (double)places, (double)axes,
                 (double)weights);
    test_show_end(&a);
    test_show_end(&b);
}

static void check_moves_as_before(const TestBytes* file, const char* name) {
    vrm_Model* before = test_load(file->data, file->size);
    vrm_Model* after = test_load(file->data, file->size);
    assert_int_equal(vrm_migrate(after, NULL, NULL), VRM_OK);
    check_same_motion(before, after, name);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
}

/* */
static void migrated_scene_moves_as_before(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_BETA; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        def.looks_by_expression = dialect == VRM_DIALECT_BETA;
        SceneBytes scene = scene_avatar(&def);
        assert_non_null(scene.data);
        TestBytes bytes = {scene.data, scene.size};
        check_moves_as_before(&bytes, vrm_dialect_text((vrm_Dialect)dialect));
        scene_bytes_free(&scene);
    }
}

/* */
static void migrated_corpus_moves_as_before(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_moves_as_before);
}

/* a fork and a root bone below another one: every node turns, each in one chain. */
static void branches_keep_swaying(void** state) {
    (void)state;
    TestModel before = test_model_scene(
        VRM_DIALECT_0, "set /extensions/VRM/secondaryAnimation/boneGroups "
                       "[{'bones':[4],'stiffiness':0.3,'gravityPower':0.2,'dragForce':0.4},"
                       "{'bones':[1],'stiffiness':0.3,'gravityPower':-0.2,'dragForce':0.4}]");
    TestModel after = migrated_scene(
        VRM_DIALECT_0, "set /extensions/VRM/secondaryAnimation/boneGroups "
                       "[{'bones':[4],'stiffiness':0.3,'gravityPower':0.2,'dragForce':0.4},"
                       "{'bones':[1],'stiffiness':0.3,'gravityPower':-0.2,'dragForce':0.4}]");
    const vrm_SpringBones* springs = vrm_model_spring_bones(after.model);
    assert_int_equal(springs->spring_count, vrm_model_spring_bones(before.model)->spring_count);
    int32_t nodes = vrm_model_gltf(after.model)->node_count;
    int* seen = calloc((size_t)nodes, sizeof *seen);
    for (int32_t i = 0; i < springs->spring_count; i++)
        for (int32_t k = 0; k < springs->springs[i].joint_count; k++) {
            assert_true(springs->springs[i].joints[k].gravity_power >= 0);
            assert_int_equal(seen[springs->springs[i].joints[k].node]++, 0);
        }
    free(seen);
    check_same_motion(before.model, after.model, "branches");
    test_model_free(&before);
    test_model_free(&after);
}

/* */
static void leaf_gets_an_end_seven_centimetres_on(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_0, NULL);
    TestModel test = migrated_scene(VRM_DIALECT_0, NULL);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    const vrm_SpringBones* springs = vrm_model_spring_bones(test.model);
    assert_true(springs->spring_count > 0);
    assert_int_equal(gltf->node_count,
                     vrm_model_gltf(before.model)->node_count + springs->spring_count);
    for (int32_t i = 0; i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        const vrm_Node* end = &gltf->nodes[spring->joints[spring->joint_count - 1].node];
        const vrm_Node* leaf = &gltf->nodes[end->parent];
        char name[128];
        snprintf(name, sizeof name, "%s_end", leaf->name);
        assert_string_equal(end->name, name);
        vrm_Vec3 v = end->rest.translation, w = leaf->rest.translation;
        assert_float_equal(sqrtf(v.x * v.x + v.y * v.y + v.z * v.z), 0.07f, 1e-6f);
        assert_true(v.x * w.x + v.y * w.y + v.z * w.z > 0);
    }
    test_model_free(&before);
    test_model_free(&test);
}

/* ---- Geometry ---- */

enum {
    MATRICES = 0,
    TIMES = 64,
    MOVES = 72,
    TURNS = 96,
    VERTICES = 128,
    BYTES = 224,
    SHORTS = 240,
    SPARSE_AT = 264,
    SPARSE = 268,
    BIN_SIZE = 280
};

/* Interleaved positions and normals (two views of the same bytes), normalized bytes, unsigned
 * shorts, sparse without a base, a skin, an animation, a matrix. */
static const char geometry[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRM','KHR_mesh_quantization'],"
    "'extensionsRequired':['KHR_mesh_quantization'],"
    "'extensions':{'VRM':{'meta':{'title':'t','author':'a'}}},"
    "'buffers':[{'byteLength':280}],'bufferViews':["
    "{'buffer':0,'byteOffset':0,'byteLength':64},{'buffer':0,'byteOffset':64,'byteLength':64},"
    "{'buffer':0,'byteOffset':128,'byteLength':96,'byteStride':32},"
    "{'buffer':0,'byteOffset':224,'byteLength':16,'byteStride':4},"
    "{'buffer':0,'byteOffset':240,'byteLength':24,'byteStride':8},"
    "{'buffer':0,'byteOffset':264,'byteLength':2},{'buffer':0,'byteOffset':268,'byteLength':12}],"
    "'accessors':["
    "{'bufferView':0,'componentType':5126,'count':1,'type':'MAT4'},"
    "{'bufferView':1,'componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[1]},"
    "{'bufferView':1,'byteOffset':8,'componentType':5126,'count':2,'type':'VEC3'},"
    "{'bufferView':1,'byteOffset':32,'componentType':5126,'count':2,'type':'VEC4'},"
    "{'bufferView':2,'componentType':5126,'count':3,'type':'VEC3','min':[9,9,9],'max':[-9,-9,-9]},"
    "{'bufferView':2,'byteOffset':12,'componentType':5126,'count':3,'type':'VEC3'},"
    "{'bufferView':2,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[6,1,7]},"
    "{'bufferView':3,'componentType':5120,'normalized':true,'count':3,'type':'VEC3'},"
    "{'bufferView':4,'componentType':5123,'count':3,'type':'VEC3','min':[1,2,3],'max':[7,8,9]},"
    "{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[1,2,3],'sparse':{"
    "'count':1,'indices':{'bufferView':5,'componentType':5123},'values':{'bufferView':6}}}],"
    "'meshes':[{'primitives':[{'attributes':{'POSITION':4,'NORMAL':7},'extras':{'targetNames':"
    "['smile']},'targets':[{'POSITION':9}]},{'attributes':{'POSITION':6,'NORMAL':5}},"
    "{'attributes':{'POSITION':8}}]}],"
    "'skins':[{'joints':[0],'inverseBindMatrices':0}],"
    "'nodes':[{'translation':[1,2,3],'rotation':[0.1,0.2,0.3,0.9273618],'scale':[1,2,3]},"
    "{'matrix':[1,2,3,0,4,5,6,0,7,8,10,0,11,12,13,1]}],"
    "'animations':[{'samplers':[{'input':1,'output':2},{'input':1,'output':3}],'channels':["
    "{'sampler':0,'target':{'node':0,'path':'translation'}},"
    "{'sampler':1,'target':{'node':0,'path':'rotation'}}]}]}";

static TestBytes geometry_file(void) {
    uint8_t bin[BIN_SIZE] = {0};
    float* floats = (float*)(void*)bin;
    for (int i = 0; i < 56; i++) floats[i] = (float)(i + 1);
    floats[15] = 1.0f;
    floats[TIMES / 4] = 0.0f;
    floats[TIMES / 4 + 1] = 1.0f;
    const int8_t bytes[] = {-128, 5, 127, 0, 1, 2, 3, 0, -4, 5, -6, 0};
    const uint16_t shorts[] = {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0};
    const float sparse[] = {1, 2, 3};
    memcpy(bin + BYTES, bytes, sizeof bytes);
    memcpy(bin + SHORTS, shorts, sizeof shorts);
    bin[SPARSE_AT] = 1;
    memcpy(bin + SPARSE, sparse, sizeof sparse);
    return test_glb(geometry, bin, sizeof bin);
}

static void check_turned(const vrm_Gltf* before, const vrm_Gltf* after, int32_t accessor) {
    float a[48], b[48];
    int32_t components = vrm_accessor_components(before->accessors[accessor].type);
    size_t count = (size_t)before->accessors[accessor].count * (size_t)components;
    assert_int_equal(vrm_accessor_read_floats(before, accessor, a, 48), VRM_OK);
    assert_int_equal(vrm_accessor_read_floats(after, accessor, b, 48), VRM_OK);
    for (size_t i = 0; i < count; i++) {
        int32_t c = (int32_t)(i % (size_t)components);
        bool row = c % 4 == 0 || c % 4 == 2, column = c / 4 == 0 || c / 4 == 2;
        bool turns = components == 16 ? row != column : c == 0 || c == 2;
        if (b[i] != (turns ? 0.0f - a[i] : a[i]))
            fail_msg("accessor %d number %d: %g from %g", accessor, (int)i, (double)b[i],
                     (double)a[i]);
        float min[16], max[16];
        if (vrm_accessor_bounds(after, accessor, min, max))
            assert_true(min[c] <= b[i] && b[i] <= max[c]);
    }
}

/* */
static void half_turn_reaches_every_number_once(void** state) {
    (void)state;
    TestBytes file = geometry_file();
    vrm_Model *before = test_load(file.data, file.size), *after = test_load(file.data, file.size);
    assert_int_equal(vrm_migrate(after, NULL, NULL), VRM_OK);
    const vrm_Gltf *a = vrm_model_gltf(before), *b = vrm_model_gltf(after);
    static const int32_t turned[] = {2, 3, 4, 5, 6, 7, 8, 9};
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++) check_turned(a, b, turned[i]);
    float min[16], max[16];
    assert_true(vrm_accessor_bounds(b, 6, min, max) && min[0] == -49.0f);
    assert_true(vrm_accessor_bounds(b, 4, min, max) && min[0] == -49.0f);
    assert_true(vrm_accessor_bounds(b, 9, min, max) && min[0] == -1.0f && max[2] == 0.0f);
    float times[2];
    assert_int_equal(vrm_accessor_read_floats(b, 1, times, 2), VRM_OK);
    assert_true(times[0] == 0.0f && times[1] == 1.0f);
    assert_int_equal(b->accessors[8].component_type, VRM_COMPONENT_FLOAT);

    vrm_Transform rest = b->nodes[0].rest;
    assert_true(rest.translation.x == -1 && rest.translation.y == 2 && rest.translation.z == -3);
    assert_true(rest.rotation.x < 0 && rest.rotation.y > 0 && rest.rotation.z < 0);
    assert_true(rest.scale.x == 1 && rest.scale.y == 2 && rest.scale.z == 3);
    static const float matrix[16] = {1, -2, 3, 0, -4, 5, -6, 0, 7, -8, 10, 0, -11, 12, -13, 1};
    assert_memory_equal(b->nodes[1].matrix->m, matrix, sizeof matrix);

    test_json_string(after, "/meshes/0/extras/targetNames/0", "smile");
    assert_int_equal(test_json_at(after, "/meshes/0/primitives/0/extras"), VRM_JSON_MISSING);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    test_bytes_free(&file);
}

/* */
static void morph_tangents_are_left_out(void** state) {
    (void)state;
    float zeros[9] = {0};
    TestBytes file = test_glb(
        "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'buffers':[{'byteLength':36}],"
        "'bufferViews':[{'buffer':0,'byteLength':36}],'accessors':[{'bufferView':0,"
        "'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]}],'meshes':["
        "{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0,'TANGENT':0},"
        "{'POSITION':0}]}]}]}",
        zeros, sizeof zeros);
    TestModel test = test_model_bytes(file.data, file.size, NULL);
    migrate(&test);
    const vrm_Primitive* primitive = vrm_model_gltf(test.model)->meshes[0].primitives;
    assert_int_equal(primitive->target_count, 2);
    for (int t = 0; t < 2; t++) {
        assert_int_equal(vrm_morph_target_attribute(&primitive->targets[t], VRM_SEMANTIC_TANGENT),
                         -1);
        assert_int_equal(vrm_morph_target_attribute(&primitive->targets[t], VRM_SEMANTIC_POSITION),
                         0);
    }
    test_get_finding(test.report, "MIGRATE_MORPH_TANGENTS_LOST");
    test_model_free(&test);
    test_bytes_free(&file);
}

/* Three accessors over the same floats: two alike, which are turned once, one a float further,
 * which sees other numbers, and colours, which keep theirs. */
static void numbers_that_several_accessors_show_are_turned_for_each(void** state) {
    (void)state;
    float floats[13];
    for (int i = 0; i < 13; i++) floats[i] = (float)(i + 1);
#define POINTS "'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[13,13,13]}"
    TestBytes file = test_glb(
        "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'buffers':[{'byteLength':52}],"
        "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':4,'byteLength':48},"
        "{'buffer':0,'byteLength':48}],'accessors':[{'bufferView':0," POINTS
        ",{'bufferView':2," POINTS ",{'bufferView':1," POINTS ",{'bufferView':0," POINTS
        ",{'bufferView':0," POINTS
        "],'meshes':[{'primitives':[{'attributes':{'POSITION':0}},{'attributes':{'POSITION':1}},"
        "{'attributes':{'POSITION':2}},{'attributes':{'POSITION':3,'COLOR_0':3}},"
        "{'attributes':{'POSITION':0,'COLOR_0':4}}]}]}",
        floats, sizeof floats);
#undef POINTS
    TestModel test = test_model_bytes(file.data, file.size, NULL);
    migrate(&test);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    for (int p = 0; p < 5; p++) {
        const vrm_Primitive* primitive = &gltf->meshes[0].primitives[p];
        int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
        int32_t color = vrm_primitive_attribute(primitive, VRM_SEMANTIC_COLOR, 0);
        float turned[12], kept[12];
        assert_int_equal(vrm_accessor_read_floats(gltf, position, turned, 12), VRM_OK);
        for (int i = 0; i < 12; i++) {
            float value = (float)(i + (p == 2 ? 2 : 1));
            assert_true(turned[i] == (i % 3 == 1 ? value : -value));
        }
        if (color < 0) continue;
        assert_int_equal(vrm_accessor_read_floats(gltf, color, kept, 12), VRM_OK);
        for (int i = 0; i < 12; i++) assert_true(kept[i] == (float)(i + 1));
    }
    test_model_free(&test);
    test_bytes_free(&file);
}

/* Three vertices, and whatever else a primitive has. */
static TestBytes one_primitive(const char* attributes, const char* members, const char* rest) {
    float floats[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    char json[1024];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,"
             "'byteLength':36},{'buffer':0,'byteLength':36}],'accessors':[{'bufferView':0,"
             "'componentType':5126,'count':3,'type':'VEC3','min':[1,2,3],'max':[7,8,9]},"
             "{'bufferView':1,'componentType':5126,'count':3,'type':'VEC3'}],"
             "'meshes':[{'primitives':[{'attributes':{'POSITION':0%s}%s}]}]%s}",
             attributes, members, rest);
    return test_glb(json, floats, sizeof floats);
}

/* The compressed copy still faces the other way, and programs that know Draco would take it. */
static void compressed_copies_of_turned_data_are_taken_out(void** state) {
    (void)state;
    TestBytes file = one_primitive(
        "",
        ",'extensions':{'KHR_draco_mesh_compression':{'bufferView':1,'attributes':{'POSITION':0}},"
        "'KHR_materials_variants':{'mappings':[]},'XX_packed':{}}",
        ",'extensionsUsed':['VRM','KHR_draco_mesh_compression'],'extensions':{'VRM':{}}");
    TestModel test = test_model_bytes(file.data, file.size, NULL);
    migrate(&test);
#define EXTENSIONS "/meshes/0/primitives/0/extensions"
    assert_true(test_json_at(test.model, EXTENSIONS "/KHR_draco_mesh_compression") ==
                VRM_JSON_MISSING);
    assert_true(test_json_at(test.model, EXTENSIONS "/XX_packed") != VRM_JSON_MISSING);
    test_expect_among(&test, "MIGRATE_DRACO_REMOVED", EXTENSIONS "/KHR_draco_mesh_compression");
    test_expect_among(&test, "MIGRATE_PRIMITIVE_EXTENSION", EXTENSIONS "/XX_packed");
    assert_int_equal(test_count_findings(test.report, "MIGRATE_PRIMITIVE_EXTENSION"), 1);
#undef EXTENSIONS
    test_model_free(&test);
    test_bytes_free(&file);
}

/* UniVRM writes KHR_materials_unlit beside the shader; glTF multiplies it by the vertex colours,
 * which the shader does not know. UniGLTF/UniUnlit knows them. */
static void vertex_colors_go_where_the_old_shader_ignored_them(void** state) {
    (void)state;
    static const struct {
        const char *shader, *extension;
        bool keeps;
    } cases[] = {{"VRM/UnlitTexture", "'KHR_materials_unlit':{}", false},
                 {"VRM/UnlitTexture", "", false},
                 {"VRM/UnlitCutout", "'KHR_materials_unlit':{}", false},
                 {"VRM/UnlitTransparent", "'KHR_materials_unlit':{}", false},
                 {"Unlit/Texture", "'KHR_materials_unlit':{}", false},
                 {"UniGLTF/UniUnlit", "'KHR_materials_unlit':{}", true},
                 {"VRM_USE_GLTFSHADER", "'KHR_materials_unlit':{}", true},
                 {"VRM_USE_GLTFSHADER", "", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rest[512];
        snprintf(rest, sizeof rest,
                 ",'materials':[{'name':'m','extensions':{%s}}],'extensions':{'VRM':{"
                 "'materialProperties':[{'name':'m','shader':'%s'}]}}",
                 cases[i].extension, cases[i].shader);
        TestBytes file = one_primitive(",'COLOR_0':1", ",'material':0", rest);
        TestModel test = test_model_bytes(file.data, file.size, NULL);
        migrate(&test);
        vrm_JsonRef color = test_json_at(test.model, "/meshes/0/primitives/0/attributes/COLOR_0");
        if ((color != VRM_JSON_MISSING) != cases[i].keeps) fail_msg("%s", cases[i].shader);
        test_model_free(&test);
        test_bytes_free(&file);
    }
}

/* A sampler that moves one node and scales another. */
static void shared_sampler_is_turned_for_the_channel_that_moves(void** state) {
    (void)state;
    const float floats[] = {0, 1, 1, 2, 3, 4, 5, 6};
    TestBytes file = test_glb(
        "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'buffers':[{'byteLength':32}],"
        "'bufferViews':[{'buffer':0,'byteLength':8},{'buffer':0,'byteOffset':8,'byteLength':24}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR','min':[0],"
        "'max':[1]},{'bufferView':1,'componentType':5126,'count':2,'type':'VEC3'}],'nodes':[{},{}],"
        "'animations':[{'samplers':[{'input':0,'output':1}],'channels':["
        "{'sampler':0,'target':{'node':0,'path':'translation'}},"
        "{'sampler':0,'target':{'node':1,'path':'scale'}}]}]}",
        floats, sizeof floats);
    TestModel test = test_model_bytes(file.data, file.size, NULL);
    migrate(&test);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    for (int c = 0; c < 2; c++) {
        const vrm_Animation* animation = &gltf->animations[0];
        float v[6];
        int32_t output = animation->samplers[animation->channels[c].sampler].output;
        assert_int_equal(vrm_accessor_read_floats(gltf, output, v, 6), VRM_OK);
        assert_true(v[0] == (c == 0 ? -1.0f : 1.0f) && v[1] == 2.0f);
    }
    test_model_free(&test);
    test_bytes_free(&file);
}

static void data_outside_the_chunk_is_brought_in(void** state) {
    (void)state;
    TestModel side = test_model_json(
        "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'buffers':[{'byteLength':12,'uri':"
        "'data:application/octet-stream;base64,AACAPwAAAEAAAEBA'},{'byteLength':12,'uri':"
        "'data:application/octet-stream;base64,AACAQAAAoEAAAMBA'}],'bufferViews':["
        "{'buffer':0,'byteLength':12},{'buffer':1,'byteLength':12}],'accessors':["
        "{'bufferView':0,'componentType':5126,'count':1,'type':'VEC3','min':[1,2,3],'max':[1,2,3]},"
        "{'bufferView':1,'componentType':5126,'count':1,'type':'VEC3','min':[4,5,6],'max':[4,5,6]}]"
        ","
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0}},{'attributes':{'POSITION':1}}]}],"
        "'images':[{'uri':'data:image/png;base64,iVBORw0KGgo='}]}");
    migrate(&side);
    const vrm_Gltf* gltf = vrm_model_gltf(side.model);
    float v[3];
    assert_int_equal(vrm_accessor_read_floats(gltf, 0, v, 3), VRM_OK);
    assert_true(v[0] == -1 && v[1] == 2 && v[2] == -3);
    assert_int_equal(vrm_accessor_read_floats(gltf, 1, v, 3), VRM_OK);
    assert_true(v[0] == -4 && v[1] == 5 && v[2] == -6);
    assert_int_equal(gltf->buffer_count, 1);
    assert_true(gltf->images[0].buffer_view >= 0);
    TestBytes bytes = test_save(side.model);
    assert_memory_equal(bytes.data, "glTF", 4);
    vrm_Model* again = test_load(bytes.data, bytes.size);
    assert_int_equal(vrm_model_dialect(again), VRM_DIALECT_1);
    vrm_model_destroy(again);
    test_bytes_free(&bytes);
    test_model_free(&side);
}

static void geometry_that_cannot_be_turned_is_refused(void** state) {
    (void)state;
    TestModel side = test_model_json(
        "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'buffers':[{'byteLength':36,'uri':"
        "'nowhere.bin'}],'bufferViews':[{'buffer':0,'byteLength':36}],'accessors':["
        "{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],'meshes':[{'primitives':["
        "{'attributes':{'POSITION':0}}]}]}");
    vrm_report_clear(side.report);
    assert_int_equal(vrm_migrate(side.model, NULL, side.report), VRM_ERR_UNSUPPORTED);
    test_get_finding(side.report, "MIGRATE_DATA_NOT_IN_BIN");
    assert_int_equal(vrm_model_dialect(side.model), VRM_DIALECT_0);
    test_model_free(&side);

    TestModel none = test_model_json("{'asset':{'version':'2.0'}}");
    assert_int_equal(vrm_migrate(none.model, NULL, none.report), VRM_ERR_INVALID);
    test_get_finding(none.report, "MIGRATE_NOT_AN_AVATAR");
    test_model_free(&none);
}

/* ---- Meta ---- */

/* */
static void licences_are_never_looser(void** state) {
    (void)state;
    static const struct {
        const char* name;
        bool redistribution;
        vrm_Modification modification;
        vrm_CreditNotation credit;
        const char* url;
    } rows[] = {
        {"Redistribution_Prohibited", false, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_REQUIRED, ""},
        {"CC0", true, VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION, VRM_CREDIT_UNNECESSARY,
         "https://creativecommons.org/publicdomain/zero/1.0/"},
        {"CC_BY", true, VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION, VRM_CREDIT_REQUIRED,
         "https://creativecommons.org/licenses/by/4.0/"},
        {"CC_BY_NC", false, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_REQUIRED,
         "https://creativecommons.org/licenses/by-nc/4.0/"},
        {"CC_BY_SA", true, VRM_MODIFICATION_ALLOW_MODIFICATION, VRM_CREDIT_REQUIRED,
         "https://creativecommons.org/licenses/by-sa/4.0/"},
        {"CC_BY_NC_SA", false, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_REQUIRED,
         "https://creativecommons.org/licenses/by-nc-sa/4.0/"},
        {"CC_BY_ND", true, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_REQUIRED,
         "https://creativecommons.org/licenses/by-nd/4.0/"},
        {"CC_BY_NC_ND", false, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_REQUIRED,
         "https://creativecommons.org/licenses/by-nc-nd/4.0/"},
        {"Other", false, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_REQUIRED, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char edits[512];
        snprintf(edits, sizeof edits,
                 "set " META0 " {'title':'T','author':'A','allowedUserName':"
                 "'ExplicitlyLicensedPerson','violentUssageName':'Allow','sexualUssageName':"
                 "'Disallow','commercialUssageName':'Allow','licenseName':'%s'}",
                 rows[i].name);
        TestModel test = migrated_scene(VRM_DIALECT_0, edits);
        const vrm_Meta* meta = vrm_model_meta(test.model);
        assert_int_equal(meta->allow_redistribution, rows[i].redistribution);
        assert_int_equal(meta->modification, rows[i].modification);
        assert_int_equal(meta->credit_notation, rows[i].credit);
        assert_string_equal(meta->other_license_url, rows[i].url);
        assert_string_equal(meta->license_url, "https://vrm.dev/licenses/1.0/");
        assert_int_equal(meta->avatar_permission, VRM_AVATAR_ONLY_SEPARATELY_LICENSED_PERSON);
        assert_true(meta->allow_excessively_violent_usage);
        assert_false(meta->allow_excessively_sexual_usage);
        /* A licence for no profit is stricter than the word beside it. */
        assert_int_equal(meta->commercial_usage, strstr(rows[i].name, "_NC") != NULL
                                                     ? VRM_COMMERCIAL_PERSONAL_NON_PROFIT
                                                     : VRM_COMMERCIAL_PERSONAL_PROFIT);
        assert_false(meta->allow_political_or_religious_usage);
        assert_false(meta->allow_antisocial_or_hate_usage);
        assert_int_equal(test_count_findings(test.report, "MIGRATE_LICENSE"), 6);
        test_json_string(test.model, "/extensions/VRMC_vrm/meta/extras/VRM/licenseName",
                         rows[i].name);
        test_model_free(&test);
    }
}

/* */
static void both_licence_urls_are_kept(void** state) {
    (void)state;
    static const char* const rows[][3] = {
        {"a", "", "a"}, {"", "b", "b"}, {"a", "a", "a"}, {"a", "b", "\"a\",\"b\""}, {"", "", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char edits[256];
        snprintf(edits, sizeof edits,
                 "set " META0 "/licenseName 'Other'\nset " META0 "/otherLicenseUrl '%s'\n"
                 "set " META0 "/otherPermissionUrl '%s'",
                 rows[i][0], rows[i][1]);
        TestModel test = migrated_scene(VRM_DIALECT_0, edits);
        assert_string_equal(vrm_model_meta(test.model)->other_license_url, rows[i][2]);
        test_model_free(&test);
    }
}

/* */
static void what_1_requires_is_filled_in_and_reported(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set " META0 " {'title':'','author':'','reference':'','texture':-1}");
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.name = "file";
    vrm_report_clear(test.report);
    assert_int_equal(vrm_migrate(test.model, &def, test.report), VRM_OK);
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_string_equal(meta->name, "file");
    assert_int_equal(meta->author_count, 1);
    assert_string_equal(meta->authors[0], "unknown");
    assert_int_equal(test_json_at(test.model, "/extensions/VRMC_vrm/meta/references"),
                     VRM_JSON_MISSING);
    assert_int_equal(test_json_at(test.model, "/extensions/VRMC_vrm/meta/thumbnailImage"),
                     VRM_JSON_MISSING);
    test_get_finding(test.report, "MIGRATE_NAME_MISSING");
    test_get_finding(test.report, "MIGRATE_AUTHOR_MISSING");
    test_model_free(&test);
}

/* */
static void thumbnail_becomes_the_image_of_its_texture(void** state) {
    (void)state;
    TestModel test = migrated_scene(VRM_DIALECT_0, "set /textures/8/source 3");
    assert_int_equal((int)number(test.model, "/extensions/VRMC_vrm/meta/thumbnailImage"), 3);
    test_model_free(&test);
}

/* ---- Parts ---- */

/* */
static void parts_have_their_1_names_and_places(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_0, NULL);
    TestModel test = migrated_scene(VRM_DIALECT_0, NULL);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        assert_int_equal(vrm_model_bone(test.model, (vrm_Bone)bone),
                         vrm_model_bone(before.model, (vrm_Bone)bone));
    assert_int_not_equal(
        test_json_at(test.model,
                     "/extensions/VRMC_vrm/humanoid/humanBones/leftThumbMetacarpal/node"),
        VRM_JSON_MISSING);
    const vrm_Json* json = vrm_model_gltf(before.model)->json;
    vrm_JsonRef offset = vrm_json_at(json, "/extensions/VRM/firstPerson/firstPersonBoneOffset");
    vrm_Vec3 from = vrm_model_look_at(test.model)->offset_from_head;
    float x = (float)vrm_json_number(json, vrm_json_member(json, offset, "x"), 9);
    float z = (float)vrm_json_number(json, vrm_json_member(json, offset, "z"), 9);
    assert_true(from.x == 0.0f - x && from.z == z);
    const vrm_SpringBones *a = vrm_model_spring_bones(before.model),
                          *b = vrm_model_spring_bones(test.model);
    assert_int_equal(a->collider_count, b->collider_count);
    assert_int_equal(a->collider_group_count, b->collider_group_count);
    for (int32_t i = 0; i < a->collider_count; i++) {
        vrm_Vec3 v = a->colliders[i].offset, w = b->colliders[i].offset;
        assert_true(w.x == 0.0f - v.x && w.y == v.y && w.z == 0.0f - v.z);
        assert_int_equal(a->colliders[i].node, b->colliders[i].node);
    }
    for (int32_t i = 0; i < a->collider_group_count; i++)
        assert_memory_equal(a->collider_groups[i].colliders, b->collider_groups[i].colliders,
                            (size_t)a->collider_groups[i].collider_count * sizeof(int32_t));
    for (int32_t i = 0; i < a->spring_count; i++) {
        assert_int_equal(a->springs[i].center, b->springs[i].center);
        assert_int_equal(a->springs[i].collider_group_count, b->springs[i].collider_group_count);
        for (int32_t k = 0; k < a->springs[i].collider_group_count; k++)
            assert_int_equal(a->springs[i].collider_groups[k], b->springs[i].collider_groups[k]);
    }
    int32_t nodes = vrm_model_gltf(before.model)->node_count, annotated = 0;
    for (int32_t i = 0; i < nodes; i++) {
        assert_int_equal(vrm_model_first_person(test.model, i),
                         vrm_model_first_person(before.model, i));
        annotated += vrm_model_first_person(test.model, i) != VRM_FIRST_PERSON_AUTO;
    }
    assert_true(annotated > 0);
    test_model_free(&before);
    test_model_free(&test);
}

/* The lines of a description that begin with these words. */
static char* lines_of(const vrm_Model* model, const char* first, const char* second) {
    char* all = test_describe(model);
    char* kept = calloc(strlen(all) + 1, 1);
    for (char* line = strtok(all, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strncmp(line, first, strlen(first)) != 0 && strncmp(line, second, strlen(second)) != 0)
            continue;
        strcat(kept, line);
        strcat(kept, "\n");
    }
    free(all);
    return kept;
}

static void check_same_lines(const TestModel* a, const TestModel* b, const char* first,
                             const char* second) {
    char *x = lines_of(a->model, first, second), *y = lines_of(b->model, first, second);
    assert_true(strlen(x) > 0);
    assert_string_equal(x, y);
    free(x);
    free(y);
}

/* names, weights, nodes, colours and texture transforms say what they said. */
static void expressions_say_what_they_said(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA};
    for (int i = 0; i < 3; i++) {
        TestModel before = test_model_scene(dialects[i], NULL);
        TestModel after = migrated_scene(dialects[i], NULL);
        check_same_lines(&before, &after, "expression", "  morph");
        check_same_lines(&before, &after, "  color", "  texture");
        test_model_free(&before);
        test_model_free(&after);
    }
}

/* */
static void texture_bind_of_one_direction_keeps_the_other(void** state) {
    (void)state;
    TestModel test = migrated_scene(
        VRM_DIALECT_0,
        "set /extensions/VRM/materialProperties/0/vectorProperties/_MainTex [0.1,0.2,3,4]\n"
        "set /extensions/VRM/materialProperties/0/name 'only'\nset /materials/0/name 'only'\n"
        "set /extensions/VRM/blendShapeMaster/blendShapeGroups [{'name':'x','presetName':'joy',"
        "'binds':[],'materialValues':[{'materialName':'only','propertyName':'_MainTex_ST_S',"
        "'targetValue':[0.5,7,0.25,7]}]}]");
    const char* bind = "/extensions/VRMC_vrm/expressions/preset/happy/textureTransformBinds/0";
    char pointer[128];
    static const struct {
        const char* member;
        double value;
    } values[] = {{"scale/0", 0.5}, {"offset/0", 0.25}, {"scale/1", 4}, {"offset/1", -3.2}};
    for (int i = 0; i < 4; i++) {
        snprintf(pointer, sizeof pointer, "%s/%s", bind, values[i].member);
        assert_float_equal((float)number(test.model, pointer), (float)values[i].value, 1e-6f);
    }
    test_model_free(&test);
}

/* */
static void look_ranges_stay_and_curves_are_reported(void** state) {
    (void)state;
    TestModel test = migrated_scene(
        VRM_DIALECT_0,
        "set /extensions/VRM/firstPerson/lookAtHorizontalInner {'curve':[0,0,0,0,1,1,5,0],"
        "'xRange':70,'yRange':8}");
    const vrm_LookAt* look_at = vrm_model_look_at(test.model);
    assert_true(look_at->horizontal_inner.input_max_degrees == 70);
    assert_true(look_at->horizontal_inner.output_scale == 8);
    test_get_finding(test.report, "MIGRATE_LOOK_AT_CURVE_LOST");
    test_model_free(&test);
}

/* ---- Materials ---- */

/* what the reader made of the property bags is what the
 * written extension says. */
static void surfaces_look_as_before(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA};
    for (int i = 0; i < 3; i++) {
        TestModel before = test_model_scene(dialects[i], NULL);
        TestModel after = migrated_scene(dialects[i], NULL);
        check_same_lines(&before, &after, "surface", "  mtoon");
        test_model_free(&before);
        test_model_free(&after);
    }
}

static void check_looks_as_before(const TestBytes* bytes, const char* path) {
    (void)path;
    TestModel before = test_model_bytes(bytes->data, bytes->size, NULL);
    TestModel after = test_model_bytes(bytes->data, bytes->size, NULL);
    migrate(&after);
    check_same_lines(&before, &after, "surface", "  mtoon");
    check_same_lines(&before, &after, "bone", "  morph");
    test_model_free(&before);
    test_model_free(&after);
}

static void corpus_surfaces_look_as_before(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_looks_as_before);
}

#define PROPERTIES "set /extensions/VRM/materialProperties/0 "

/* */
static void mtoon_values_are_converted(void** state) {
    (void)state;
    TestModel test = migrated_scene(
        VRM_DIALECT_0, PROPERTIES
        "{'name':'m','shader':'VRM/MToon','renderQueue':2000,'floatProperties':{'_ShadeToony':0.9,"
        "'_ShadeShift':0,'_OutlineWidthMode':1,'_OutlineWidth':0.5,'_UvAnimScrollY':0.25,"
        "'_UvAnimRotation':0.5,'_ShadingGradeRate':0.5},'vectorProperties':{'_Color':[0.5,0.5,0.5,"
        "0.5],'_EmissionColor':[0.5,0.25,2,1],'_MainTex':[0,0,2,2]},'textureProperties':{'_MainTex'"
        ":0,'_ShadeTexture':0},'keywordMap':{},'tagMap':{}}");
    const char* mtoon = "/materials/0/extensions/VRMC_materials_mtoon";
    static const struct {
        const char* member;
        double value;
    } values[] = {{"shadingToonyFactor", 0.95},
                  {"shadingShiftFactor", -0.05},
                  {"outlineWidthFactor", 0.005},
                  {"uvAnimationScrollYSpeedFactor", -0.25},
                  {"uvAnimationRotationSpeedFactor", 3.14159265},
                  {"shadeMultiplyTexture/extensions/KHR_texture_transform/scale/0", 2},
                  {"shadeMultiplyTexture/extensions/KHR_texture_transform/offset/1", -1}};
    char pointer[160];
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        snprintf(pointer, sizeof pointer, "%s/%s", mtoon, values[i].member);
        assert_float_equal((float)number(test.model, pointer), (float)values[i].value, 1e-6f);
    }
    const char* pbr = "/materials/0/pbrMetallicRoughness/baseColorFactor";
    snprintf(pointer, sizeof pointer, "%s/0", pbr);
    assert_float_equal((float)number(test.model, pointer), 0.21404114f, 1e-6f);
    snprintf(pointer, sizeof pointer, "%s/3", pbr);
    assert_float_equal((float)number(test.model, pointer), 0.5f, 0);
    assert_float_equal((float)number(test.model, "/materials/0/emissiveFactor/2"), 1.0f, 0);
    assert_float_equal((float)number(test.model, "/materials/0/extensions/"
                                                 "KHR_materials_emissive_strength/"
                                                 "emissiveStrength"),
                       2.0f, 0);
    test_get_finding(test.report, "MIGRATE_SHADER_VALUE_LOST");
    test_model_free(&test);
}

/* */
static void old_unlit_shaders_become_unlit(void** state) {
    (void)state;
    static const struct {
        const char *shader, *mode;
    } rows[] = {{"VRM/UnlitTexture", "OPAQUE"}, {"Unlit/Texture", "OPAQUE"},
                {"VRM/UnlitCutout", "MASK"},    {"VRM/UnlitTransparent", "BLEND"},
                {"Unlit/Transparent", "BLEND"}, {"Unlit/Transparent Cutout", "MASK"},
                {"Unlit/Color", "OPAQUE"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char edits[512];
        snprintf(edits, sizeof edits,
                 PROPERTIES "{'name':'m','shader':'%s','floatProperties':{'_Cutoff':0.25},"
                            "'vectorProperties':{'_Color':[1,0,0,1]},'textureProperties':"
                            "{'_MainTex':0},'keywordMap':{},'tagMap':{}}",
                 rows[i].shader);
        TestModel test = migrated_scene(VRM_DIALECT_0, edits);
        assert_int_equal(vrm_model_surfaces(test.model)[0].kind, VRM_SURFACE_UNLIT);
        test_json_string(test.model, "/materials/0/alphaMode", rows[i].mode);
        assert_int_equal(test_json_at(test.model, "/materials/0/extensions/VRMC_materials_mtoon"),
                         VRM_JSON_MISSING);
        test_model_free(&test);
    }
    TestModel test = migrated_scene(
        VRM_DIALECT_0, PROPERTIES "{'name':'m','shader':'VRM/UnlitTransparentZWrite',"
                                  "'floatProperties':{},'vectorProperties':{},'textureProperties':"
                                  "{'_MainTex':0},'keywordMap':{},'tagMap':{}}");
    const vrm_Surface* surface = vrm_model_surfaces(test.model);
    assert_int_equal(surface->kind, VRM_SURFACE_MTOON);
    assert_true(surface->mtoon->transparent_with_z_write);
    test_model_free(&test);
}

/* ---- The file ---- */

/* */
static void migrated_scenes_are_sound_1_0(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_BETA; dialect++) {
        TestModel test = migrated_scene((vrm_Dialect)dialect, NULL);
        TestBytes bytes = test_save(test.model);
        vrm_Report* report = test_validate(&bytes);
        for (int32_t i = 0; i < vrm_report_count(report); i++) {
            vrm_Finding finding = vrm_report_get(report, i);
            if (finding.severity <= VRM_WARNING)
                fail_msg("%s %s %s", finding.code, finding.pointer, finding.message);
        }
        const vrm_Gltf* gltf = vrm_model_gltf(test.model);
        assert_string_equal(vrm_model_spec_version(test.model), "1.0");
        assert_string_equal(gltf->asset.generator, "libvrm " VRM_VERSION_TEXT);
        for (int32_t i = 0; i < gltf->extension_used_count; i++) {
            assert_string_not_equal(gltf->extensions_used[i], "VRM");
            for (int32_t k = 0; k < i; k++)
                assert_string_not_equal(gltf->extensions_used[i], gltf->extensions_used[k]);
        }
        vrm_report_destroy(report);
        test_bytes_free(&bytes);
        test_model_free(&test);
    }
}

static void check_no_new_errors(const TestBytes* bytes, const char* path) {
    TestModel test = test_model_bytes(bytes->data, bytes->size, NULL);
    migrate(&test);
    TestBytes saved = test_save(test.model);
    vrm_Report *before = test_validate(bytes), *after = test_validate(&saved);
    if (vrm_report_total(after, VRM_ERROR) > vrm_report_total(before, VRM_ERROR))
        fail_msg("%s: %s", path, vrm_report_get(after, 0).message);
    vrm_report_destroy(before);
    vrm_report_destroy(after);
    test_bytes_free(&saved);
    test_model_free(&test);
}

/* no error that the source did not have. */
static void migrated_corpus_has_no_new_errors(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_no_new_errors);
}

/* */
static void migrating_a_1_0_file_changes_nothing(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        TestModel test = migrated_scene((vrm_Dialect)dialect, NULL);
        TestBytes once = test_save(test.model);
        TestModel again = test_model_bytes(once.data, once.size, NULL);
        migrate(&again);
        assert_int_equal(vrm_report_count(again.report), 0);
        TestBytes twice = test_save(again.model);
        test_same_bytes(&twice, &once);
        test_bytes_free(&once);
        test_bytes_free(&twice);
        test_model_free(&again);
        test_model_free(&test);
    }
}

/* beta defaults that 1.0 does not have are written out. */
static void beta_defaults_are_written(void** state) {
    (void)state;
    static const char material[] =
        "set /materials/0/extensions {'VRMC_materials_mtoon':{'specVersion':'1.0-beta'}}";
    TestModel before = test_model_scene(VRM_DIALECT_BETA, material);
    TestModel test = migrated_scene(VRM_DIALECT_BETA, material);
    check_same_lines(&before, &test, "surface", "  mtoon");
    test_json_string(test.model, "/materials/0/extensions/VRMC_materials_mtoon/specVersion", "1.0");
    assert_int_not_equal(
        test_json_at(test.model,
                     "/materials/0/extensions/VRMC_materials_mtoon/rimLightingMixFactor"),
        VRM_JSON_MISSING);
    test_json_string(test.model, "/extensions/VRMC_springBone/specVersion", "1.0");
    test_model_free(&before);
    test_model_free(&test);
}

/* ---- Hostile files and failing memory ---- */

static void check_broken(const TestBytes* bytes, const char* path) {
    (void)path;
    TestModel test = test_model_bytes(bytes->data, bytes->size, NULL);
    if (test.model != NULL && vrm_migrate(test.model, NULL, test.report) == VRM_OK) {
        TestBytes saved = test_save(test.model);
        vrm_Model* again = test_load(saved.data, saved.size);
        assert_int_equal(vrm_model_dialect(again), VRM_DIALECT_1);
        vrm_model_destroy(again);
        test_bytes_free(&saved);
    }
    test_model_free(&test);
}

static void broken_files_are_migrated_or_refused(void** state) {
    (void)state;
    corpus_each("broken", NULL, check_broken);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result != VRM_OK) return result;
    vrm_Dialect dialect = vrm_model_dialect(model);
    result = vrm_migrate(model, NULL, NULL);
    assert_int_equal(vrm_model_dialect(model), result == VRM_OK ? VRM_DIALECT_1 : dialect);
    vrm_model_destroy(model);
    return result;
}

static void migration_survives_every_failing_allocation(void** state) {
    (void)state;
    TestBytes file = geometry_file();
    assert_true(test_every_allocation_failing(attempt, &file) > 20);
    test_bytes_free(&file);
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_BETA; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        def.chain_count = def.joints_per_chain = 2;
        def.has_fingers = false;
        def.sides = 4;
        SceneBytes scene = scene_avatar(&def);
        assert_non_null(scene.data);
        TestBytes bytes = {scene.data, scene.size};
        assert_true(test_every_allocation_failing(attempt, &bytes) > 20);
        scene_bytes_free(&scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(migrated_scene_moves_as_before),
        cmocka_unit_test(migrated_corpus_moves_as_before),
        cmocka_unit_test(branches_keep_swaying),
        cmocka_unit_test(leaf_gets_an_end_seven_centimetres_on),
        cmocka_unit_test(half_turn_reaches_every_number_once),
        cmocka_unit_test(morph_tangents_are_left_out),
        cmocka_unit_test(numbers_that_several_accessors_show_are_turned_for_each),
        cmocka_unit_test(compressed_copies_of_turned_data_are_taken_out),
        cmocka_unit_test(vertex_colors_go_where_the_old_shader_ignored_them),
        cmocka_unit_test(shared_sampler_is_turned_for_the_channel_that_moves),
        cmocka_unit_test(data_outside_the_chunk_is_brought_in),
        cmocka_unit_test(geometry_that_cannot_be_turned_is_refused),
        cmocka_unit_test(licences_are_never_looser),
        cmocka_unit_test(both_licence_urls_are_kept),
        cmocka_unit_test(what_1_requires_is_filled_in_and_reported),
        cmocka_unit_test(thumbnail_becomes_the_image_of_its_texture),
        cmocka_unit_test(parts_have_their_1_names_and_places),
        cmocka_unit_test(expressions_say_what_they_said),
        cmocka_unit_test(texture_bind_of_one_direction_keeps_the_other),
        cmocka_unit_test(look_ranges_stay_and_curves_are_reported),
        cmocka_unit_test(surfaces_look_as_before),
        cmocka_unit_test(corpus_surfaces_look_as_before),
        cmocka_unit_test(mtoon_values_are_converted),
        cmocka_unit_test(old_unlit_shaders_become_unlit),
        cmocka_unit_test(migrated_scenes_are_sound_1_0),
        cmocka_unit_test(migrated_corpus_has_no_new_errors),
        cmocka_unit_test(migrating_a_1_0_file_changes_nothing),
        cmocka_unit_test(beta_defaults_are_written),
        cmocka_unit_test(broken_files_are_migrated_or_refused),
        cmocka_unit_test(migration_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
