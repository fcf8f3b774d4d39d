/* SPDX-License-Identifier: MIT */
/* Large and malicious documents, and memory that runs out: reading takes time in proportion to the
 * file, and leaves nothing behind. Each case would take minutes if some part of the reader walked
 * the tree, or compared all names, once per entry. */
#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"

#include "scenes/scenes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text of any length ---- */

typedef struct Text {
    char* data;
    size_t size, capacity;
} Text;

static void put(Text* text, const char* format, ...) {
    va_list args;
    if (text->capacity - text->size < 4096) {
        text->capacity = text->capacity == 0 ? 65536 : text->capacity * 2;
        text->data = realloc(text->data, text->capacity);
        assert_non_null(text->data);
    }
    va_start(args, format);
    int length = vsnprintf(text->data + text->size, 4096, format, args);
    va_end(args);
    assert_true(length >= 0 && length < 4096);
    for (int i = 0; i < length; i++)
        if (text->data[text->size + (size_t)i] == '\'') text->data[text->size + (size_t)i] = '"';
    text->size += (size_t)length;
}

/* A chain of nodes, each the only child of the one before. */
static void put_chain(Text* text, int count) {
    put(text, "{'asset':{'version':'2.0'},'nodes':[");
    for (int i = 0; i < count - 1; i++)
        put(text, "{'children':[%d],'translation':[0,1,0]},", i + 1);
    put(text, "{'translation':[0,1,0]}]");
}

static TestModel load(Text* text) {
    TestModel test = test_model_bytes(text->data, text->size, NULL);
    free(text->data);
    return test;
}

enum { MANY = 100000 };

/* ---- Springs ---- */

static void root_of_a_deep_chain_is_one_spring(void** state) {
    (void)state;
    Text text = {0};
    put_chain(&text, MANY);
    put(&text, ",'extensions':{'VRM':{'secondaryAnimation':{'boneGroups':[{'bones':[0]}]}}}}");
    TestModel test = load(&text);
    assert_int_equal(test.result, VRM_OK);
    assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, 1);
    assert_int_equal(vrm_model_spring_bones(test.model)->springs[0].joint_count, MANY + 1);
    test_model_free(&test);
}

static void every_node_may_be_a_root(void** state) {
    (void)state;
    Text text = {0};
    put_chain(&text, MANY);
    put(&text, ",'extensions':{'VRM':{'secondaryAnimation':{'boneGroups':[{'bones':[");
    for (int i = MANY - 1; i > 0; i--) put(&text, "%d,", i); /* lowest first: each is one chain */
    put(&text, "0]},{'bones':[");
    for (int i = 0; i < MANY; i++) put(&text, "%d,", i);
    put(&text, "0]}]}}}}");
    TestModel test = load(&text);
    assert_int_equal(test.result, VRM_OK);
    assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, MANY);
    test_model_free(&test);
}

static void springs_may_all_want_the_same_nodes(void** state) {
    (void)state;
    Text text = {0};
    put_chain(&text, MANY);
    put(&text,
        ",'extensions':{'VRMC_springBone':{'specVersion':'1.0','springs':["
        "{'joints':[{'node':%d},{'node':%d}]}",
        MANY / 2, MANY / 2 + 1);
    /* Each spans the whole chain and meets the first in the middle; or goes up instead of down. */
    for (int i = 0; i < MANY / 2; i++)
        put(&text, ",{'center':%d,'joints':[{'node':%d},{'node':%d}]}", MANY - 1, i,
            MANY - 1 - i % 2);
    for (int i = 0; i < MANY / 2; i++)
        put(&text, ",{'joints':[{'node':%d},{'node':0}]}", MANY - 1 - i % 100);
    put(&text, "]}}}");
    TestModel test = load(&text);
    assert_int_equal(test.result, VRM_OK);
    assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, MANY + 1);
    assert_int_equal(vrm_model_spring_bones(test.model)->springs[0].joint_count, 2);
    test_model_free(&test);
}

/* ---- Expressions ---- */

static void names_may_all_be_alike(void** state) {
    (void)state;
    Text text = {0};
    put(&text, "{'asset':{'version':'2.0'},'materials':[{'name':'m'}");
    for (int i = 0; i < MANY; i++) put(&text, ",{'name':'m%d'}", i % 3);
    put(&text, "],'extensions':{'VRM':{'blendShapeMaster':{'blendShapeGroups':[{'name':'g',"
               "'materialValues':[{'materialName':'m'}");
    for (int i = 0; i < MANY; i++)
        put(&text, ",{'materialName':'m%d','propertyName':'_Color','targetValue':[0,0,0,0]}", i);
    put(&text, "]}");
    for (int i = 0; i < MANY; i++) put(&text, ",{'name':'g%d'}", i % 7);
    put(&text, "]}}}}");
    TestModel test = load(&text);
    assert_int_equal(test.result, VRM_OK);
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(test.model, &count);
    assert_int_equal(count, 8);
    assert_int_equal(expressions[0].color_bind_count, 3);
    test_model_free(&test);
}

/* One bind for each of many nodes, many times: more than the file could ever ask for. */
static void binds_of_a_mesh_shown_everywhere_meet_the_limit(void** state) {
    (void)state;
    Text text = {0};
    put(&text, "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{},"
               "'targets':[{}]}]}],'nodes':[{}");
    for (int i = 0; i < MANY; i++) put(&text, ",{'mesh':0}");
    put(&text, "],'extensions':{'VRM':{'blendShapeMaster':{'blendShapeGroups':[{'name':'g',"
               "'binds':[{'mesh':0,'index':0,'weight':1}");
    for (int i = 0; i < MANY; i++) put(&text, ",{'mesh':0,'index':0,'weight':1}");
    put(&text, "]}]}}}}");
    TestModel test = load(&text);
    assert_int_equal(test.result, VRM_ERR_LIMIT);
    test_expect_among(&test, "LIMIT_ELEMENTS",
                      "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds");
    test_model_free(&test);
}

static void annotations_may_repeat_a_mesh(void** state) {
    (void)state;
    Text text = {0};
    put(&text, "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{}}]}],"
               "'nodes':[{'mesh':0}");
    for (int i = 0; i < MANY; i++) put(&text, ",{'mesh':0}");
    put(&text, "],'extensions':{'VRM':{'firstPerson':{'meshAnnotations':[{'mesh':0}");
    for (int i = 0; i < MANY; i++) put(&text, ",{'mesh':0,'firstPersonFlag':'Both'}");
    put(&text, "]}}}}");
    TestModel test = load(&text);
    assert_int_equal(test.result, VRM_OK);
    test_model_free(&test);
}

/* ---- Skins and bones ---- */

static void skins_may_share_a_deep_chain(void** state) {
    (void)state;
    Text text = {0};
    put_chain(&text, MANY);
    put(&text, ",'accessors':[{'componentType':5126,'type':'MAT4','count':2}],'skins':[");
    for (int i = 0; i < MANY / 2; i++)
        put(&text, "%s{'inverseBindMatrices':0,'joints':[%d,%d]}", i == 0 ? "" : ",", MANY - 1 - i,
            i);
    put(&text, "],'extensions':{'VRM':{}}}");
    TestModel test = load(&text);
    assert_int_equal(test.result, VRM_OK);
    test_model_free(&test);
}

static void bones_may_be_listed_without_end(void** state) {
    (void)state;
    Text text = {0};
    put(&text, "{'asset':{'version':'2.0'},'nodes':[{}],'extensions':{'VRM':{'humanoid':"
               "{'humanBones':[{'bone':'hips','node':0}");
    for (int i = 0; i < MANY; i++) put(&text, ",{'bone':'rightLittleDistal','node':0}");
    put(&text, "]}}}}");
    TestModel test = load(&text);
    assert_int_equal(test.result, VRM_OK);
    assert_int_equal(vrm_model_bone_count(test.model), 1);
    test_model_free(&test);
}

/* ---- Memory ---- */

static vrm_Result load_and_destroy(const vrm_Allocator* allocator, void* ctx) {
    const SceneBytes* scene = ctx;
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = *allocator;
    vrm_ReportDef report_def = vrm_default_report_def();
    report_def.allocator = *allocator;
    vrm_Report* report;
    vrm_Result result = vrm_report_create(&report_def, &report);
    if (result != VRM_OK) return result;
    vrm_Model* model;
    result = vrm_model_load(scene->data, scene->size, &def, report, &model);
    assert_true((result == VRM_OK) == (model != NULL));
    /* Without its finding a result would not say what is wrong with the file. */
    assert_true(result == VRM_ERR_MEMORY || !vrm_report_ran_out_of_memory(report));
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return result;
}

static void load_survives_every_failing_allocation(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        def.has_limits = true;
        def.sides = 4;
        SceneBytes scene = scene_avatar(&def);
        assert_non_null(scene.data);
        assert_true(test_every_allocation_failing(load_and_destroy, &scene) > 10);
        scene_bytes_free(&scene);
    }
    SceneBytes clip = scene_clip(true);
    assert_true(test_every_allocation_failing(load_and_destroy, &clip) > 5);
    scene_bytes_free(&clip);
}

/* What was not read for a limit or for want of memory is not wrong in the file. */
static vrm_Result load_sound(const SceneBytes* scene, const vrm_LoadDef* def) {
    vrm_ReportDef report_def = vrm_default_report_def();
    vrm_Report* report;
    assert_int_equal(vrm_report_create(&report_def, &report), VRM_OK);
    vrm_Model* model;
    vrm_Result result = vrm_model_load(scene->data, scene->size, def, report, &model);
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        assert_memory_equal(vrm_report_get(report, i).code, "LIMIT_", 6);
    assert_true((result == VRM_ERR_LIMIT) == (vrm_report_count(report) > 0));
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return result;
}

static vrm_Result load_sound_from(const vrm_Allocator* allocator, void* ctx) {
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = *allocator;
    return load_sound(ctx, &def);
}

static void sound_file_has_no_findings_where_reading_ends_early(void** state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        SceneDef scene_def = scene_default_def(i == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1);
        scene_def.has_limits = true;
        scene_def.sides = 4;
        SceneBytes scene = scene_avatar(&scene_def);
        assert_non_null(scene.data);
        for (uint32_t limit = 1; limit < 2000000; limit += limit / 32 + 1) {
            vrm_LoadDef def = vrm_default_load_def();
            def.limits.decoded_bytes = limit;
            load_sound(&scene, &def);
            def = vrm_default_load_def();
            def.limits.elements = limit;
            load_sound(&scene, &def);
        }
        test_every_allocation_failing(load_sound_from, &scene);
        scene_bytes_free(&scene);
    }
}

/* With findings, which need memory too. */
static void load_of_a_broken_avatar_survives_every_failing_allocation(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_0);
    def.sides = 4;
    SceneBytes scene = scene_avatar(&def);
    SceneBytes broken =
        scene_patch(&scene,
                    "set /extensions/VRM/secondaryAnimation/boneGroups/0/bones [56,57,999]\n"
                    "set /extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/0/mesh 99\n"
                    "set /extensions/VRM/humanoid/humanBones/3/bone \"tail\"\n"
                    "set /extensions/VRM/meta/allowedUserName \"nobody\"\n"
                    "set /nodes/14/translation [0,-5,0]",
                    NULL);
    assert_non_null(broken.data);
    test_every_allocation_failing(load_and_destroy, &broken);
    scene_bytes_free(&scene);
    scene_bytes_free(&broken);
}

static void load_of_what_is_no_avatar_survives_every_failing_allocation(void** state) {
    (void)state;
    const char* texts[] = {"{\"asset\":", "[]", "glTF", "{\"asset\":{\"version\":\"9.0\"}}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        SceneBytes bytes = {(unsigned char*)texts[i], strlen(texts[i])};
        test_every_allocation_failing(load_and_destroy, &bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(root_of_a_deep_chain_is_one_spring),
        cmocka_unit_test(every_node_may_be_a_root),
        cmocka_unit_test(springs_may_all_want_the_same_nodes),
        cmocka_unit_test(names_may_all_be_alike),
        cmocka_unit_test(binds_of_a_mesh_shown_everywhere_meet_the_limit),
        cmocka_unit_test(annotations_may_repeat_a_mesh),
        cmocka_unit_test(skins_may_share_a_deep_chain),
        cmocka_unit_test(bones_may_be_listed_without_end),
        cmocka_unit_test(load_survives_every_failing_allocation),
        cmocka_unit_test(sound_file_has_no_findings_where_reading_ends_early),
        cmocka_unit_test(load_of_a_broken_avatar_survives_every_failing_allocation),
        cmocka_unit_test(load_of_what_is_no_avatar_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
