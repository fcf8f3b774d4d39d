/* SPDX-License-Identifier: MIT */
#include "vrm/diff.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/normalize.h"

#include "scenes/scenes.h"
#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Differences as lines "part kind subject|member|before|after". */
static void describe(const vrm_Model* before, const vrm_Model* after, const vrm_DiffDef* def,
                     char* out, size_t room) {
    vrm_Diff* diff = NULL;
    assert_int_equal(vrm_diff_create(before, after, def, &diff), VRM_OK);
    out[0] = 0;
    size_t used = 0;
    for (int32_t i = 0; i < vrm_diff_count(diff) && used < room; i++) {
        vrm_Difference d = vrm_diff_get(diff, i);
        used += (size_t)snprintf(out + used, room - used, "%s%s %s %s|%s|%s|%s", i > 0 ? "\n" : "",
                                 vrm_diff_part_name(d.part), vrm_diff_kind_name(d.kind), d.subject,
                                 d.member, d.before, d.after);
    }
    assert_int_equal(vrm_diff_total(diff), vrm_diff_count(diff));
    vrm_diff_destroy(diff);
}

static void expect(const vrm_Model* before, const vrm_Model* after, const char* wanted) {
    char text[8192];
    describe(before, after, NULL, text, sizeof text);
    assert_string_equal(text, wanted);
}

static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                       VRM_DIALECT_1};

static void a_model_equals_itself_in_every_dialect(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        TestModel a = test_model_scene(dialects[i], NULL), b = test_model_scene(dialects[i], NULL);
        expect(a.model, a.model, "");
        expect(a.model, b.model, "");
        test_model_free(&a);
        test_model_free(&b);
    }
}

/* A single edit, and all that it means. */
typedef struct Case {
    const char *edit, *wanted;
} Case;

#define VRMC       "/extensions/VRMC_vrm"
#define SPRING     "/extensions/VRMC_springBone"
#define CONSTRAINT "/extensions/VRMC_node_constraint/constraint"
#define MTOON      "/materials/0/extensions/VRMC_materials_mtoon"

static const Case cases[] = {
    {"set " VRMC "/meta/name 'Nova'", "meta changed |name|Sample|Nova"},
    {"set " VRMC "/meta/authors ['A','B']", "meta changed |authors|The libvrm authors|A, B"},
    {"set " VRMC "/meta/commercialUsage 'personalProfit'",
     "meta changed |commercialUsage|corporation|personalProfit"},
    {"set " VRMC "/meta/allowRedistribution false", "meta changed |allowRedistribution|true|false"},
    {"remove " VRMC "/humanoid/humanBones/jaw", "humanoid removed jaw||Jaw|"},
    {"set " VRMC "/humanoid/humanBones/jaw/node 59", "humanoid changed jaw|node|Jaw|Hair1_4"},
    {"set " VRMC "/expressions/preset/happy/overrideMouth 'none'",
     "expressions changed happy|overrideMouth|block|none"},
    {"set " VRMC "/expressions/preset/happy/isBinary true",
     "expressions changed happy|isBinary|false|true"},
    {"set " VRMC "/expressions/preset/sad/morphTargetBinds/0/weight 0.25",
     "expressions changed sad|morph Face / brow_sad|1|0.25"},
    {"remove " VRMC "/expressions/preset/neutral", "expressions removed neutral|||"},
    {"set " VRMC "/expressions/custom/new {}", "expressions added new|||"},
    {"set " VRMC "/expressions/preset/angry/materialColorBinds/0/targetValue [1,0,0,1]",
     "expressions changed angry|color of Skin|1 0.8 0.8 1|1 0 0 1"},
    {"set " VRMC "/lookAt/type 'expression'", "lookAt changed |type|bone|expression"},
    {"set " VRMC "/lookAt/rangeMapVerticalUp/outputScale 5",
     "lookAt changed |rangeMapVerticalUp.outputScale|9|5"},
    {"remove " VRMC "/lookAt", "lookAt removed |||"},
    {"set " VRMC "/firstPerson/meshAnnotations/0/type 'both'",
     "firstPerson changed Body|type|auto|both"},
    {"set " SPRING "/springs/0/joints/0/stiffness 3",
     "springs changed hair 1|joint Hair1_1 stiffness|1.2|3"},
    {"set " SPRING "/springs/0/joints/1/hitRadius 0.5",
     "springs changed hair 1|joint Hair1_2 hitRadius|0.015|0.5"},
    {"set " SPRING "/springs/0/center 6", "springs changed hair 1|center|Root|Head"},
    {"remove " SPRING "/springs/0", "springs removed hair 1|||"},
    {"set " SPRING "/colliders/0/shape/sphere/radius 0.1",
     "colliders changed on Head|radius|0.085|0.1"},
    {"set " MTOON "/shadeColorFactor [0,0,0]",
     "materials changed Skin|shadeColorFactor|0.9 0.6 0.55|0 0 0"},
    {"set " MTOON "/outlineWidthMode 'none'",
     "materials changed Skin|outlineWidthMode|worldCoordinates|none"},
    {"set /materials/0/pbrMetallicRoughness/baseColorFactor [1,0.5,1,1]",
     "materials changed Skin|baseColorFactor|1 1 1 1|1 0.5 1 1"},
    {"set /materials/0/name 'Haut'", "materials changed Skin|name|Skin|Haut"},
    {"set /materials/0/doubleSided true", "materials changed Skin|doubleSided|false|true"},
    {"set /nodes/59/name 'Tip'", "nodes changed Hair1_4|name|Hair1_4|Tip"},
    {"float 9 0 0.5",
     "meshes changed Face|primitive 0 texture coordinates 0||1 of 671 differ, by at "
     "most 0.5"},
    {"float 12 1 0.01",
     "meshes changed Face|primitive 0 morph target 0||1 of 671 differ, by at most 0.01 m"},
    {"float 7 1 2.5",
     "meshes changed Face|primitive 0 positions||1 of 671 differ, by at most 1.074552 m"},
    {"float 8 1 2.5",
     "meshes changed Face|primitive 0 normals||1 of 671 differ, by at most 1.9505086"},
    {"float 11 0 0.25 0.75 0 0",
     "meshes changed Face|primitive 0 weights||1 of 671 vertices differ"},
    {"set /nodes/59/translation [1,2,3]",
     "meshes changed Swaying|primitive 0 positions||18 of 423 differ, by at most 1.899841 m\n"
     "nodes changed Hair1_4|rest|0.012681 -0.106667 -0.00412|1 2 3"},
    {"set /nodes/7/translation [0,0.5,0]", "humanoid changed jaw|rest|0 0.02 0.03|0 0.5 0"},
    {"set /meshes/0/primitives/0/material 1",
     "meshes changed Body|primitive 0 material|Skin|Cloth"},
    {"set /textures/0/source 1",
     "materials changed Skin|baseColorTexture|Skin sha256:f2625ec5e7ee|Cloth sha256:3650cbe8550a\n"
     "materials changed Skin|shadeMultiplyTexture|Skin sha256:f2625ec5e7ee|Cloth "
     "sha256:3650cbe8550a\n"
     "materials changed Cheek|baseColorTexture|Skin sha256:f2625ec5e7ee|Cloth sha256:3650cbe8550a\n"
     "materials changed Cheek|shadeMultiplyTexture|Skin sha256:f2625ec5e7ee|Cloth "
     "sha256:3650cbe8550a"},
    {"set " SPRING "/springs/0/colliderGroups []",
     "springs changed hair 1|colliderGroups|2 groups|0 groups"},
    {"remove /nodes/84/mesh\nremove /nodes/84/skin", "meshes removed Body|||"},
    {"set /nodes/80" CONSTRAINT "/roll/rollAxis 'Y'",
     "constraints changed LeftTwist|axis|1 0 0|0 1 0"},
    {"set /nodes/80" CONSTRAINT "/roll/weight 0.25",
     "constraints changed LeftTwist|weight|0.5|0.25"},
    {"set /nodes/82" CONSTRAINT "/aim/aimAxis 'NegativeZ'",
     "constraints changed Sleeve|axis|1 0 0|0 0 -1"},
    {"set /nodes/83" CONSTRAINT "/rotation/source 22",
     "constraints changed Wing|source|RightUpperArm|LeftLowerArm"},
    {"set /nodes/83" CONSTRAINT " {'aim':{'aimAxis':'PositiveY','source':21,'weight':0.8}}",
     "constraints changed Wing|type|rotation|aim"},
    {"remove /nodes/81/extensions", "constraints removed RightTwist|||"},
    {"insert " VRMC "/expressions/preset/sad/morphTargetBinds/- {'node':85,'index':3,'weight':0.5}",
     "expressions added sad|morph Face / mouth_e||0.5"},
    {"remove " VRMC "/expressions/preset/sad/morphTargetBinds/0",
     "expressions removed sad|morph Face / brow_sad|1|"},
    {"set " VRMC "/expressions/preset/sad/morphTargetBinds/1/index 10",
     "expressions added sad|morph Face / smile||1\n"
     "expressions removed sad|morph Face / frown|1|"},
    {"insert " VRMC "/expressions/preset/angry/materialColorBinds/- "
     "{'material':2,'type':'emissionColor','targetValue':[1,0,0,1]}",
     "expressions added angry|emissionColor of Hair||1 0 0"},
    {"set " VRMC "/expressions/preset/aa/textureTransformBinds "
     "[{'material':0,'scale':[1,1],'offset':[0.5,0]}]",
     "expressions added aa|textureTransform of Skin||1 1 0.5 0"},
    {"insert /materials/- {'name':'Spare'}", "materials added Spare|||"},
    {"set /materials/5/alphaMode 'MASK'", "materials changed Metal|alphaMode|OPAQUE|MASK"},
    {"insert " SPRING "/colliderGroups/0/colliders/- 4",
     "colliders changed group group 1|colliders|2 colliders|3 colliders"},
    {"set " SPRING "/springs/0/joints/0/gravityDir [1,0,0]",
     "springs changed hair 1|joint Hair1_1 gravityDir|0 -1 0|1 0 0"},
    {"set " SPRING "/springs/0/joints/0/gravityPower 0.5",
     "springs changed hair 1|joint Hair1_1 gravityPower|0.15|0.5"},
    /* What has no meaning of its own. */
    {"set /asset/generator 'another'", ""},
    {"set /extras {'a':1}", ""},
    {"set /nodes/59/extras {'a':1}", ""},
    {"set " SPRING "/springs/0/joints/3/stiffness 3", ""},
    {"set /materials/0/pbrMetallicRoughness/metallicFactor 0.5", ""},
    {"set " VRMC "/meta/name 'Sample'", ""},
};

static void a_single_edit_is_a_single_difference(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_1, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[8192];
        TestModel after = test_model_scene(VRM_DIALECT_1, cases[i].edit);
        describe(before.model, after.model, NULL, text, sizeof text);
        if (strcmp(text, cases[i].wanted) != 0)
            fail_msg("%s:\n%s\nwanted\n%s", cases[i].edit, text, cases[i].wanted);
        describe(after.model, before.model, NULL, text, sizeof text);
        assert_true((text[0] == 0) == (cases[i].wanted[0] == 0));
        test_model_free(&after);
    }
    test_model_free(&before);
}

#define ANIMATION "/animations/0"
#define CLIP      "/extensions/VRMC_vrm_animation"

static const Case clip_cases[] = {
    {"set " ANIMATION "/name 'other'", "animations changed wave|name|wave|other"},
    {"remove " ANIMATION "/name", "animations changed wave|name|wave|"},
    {"insert /animations/0 {'name':'first','samplers':[{'input':0,'output':2}],"
     "'channels':[{'sampler':0,'target':{'node':18,'path':'rotation'}}]}",
     "animations added first|||"},
    {"float 0 60 2.5", "animations changed wave|rotation of Head times||by at most 0.5 s\n"
                       "animations changed wave|rotation of LeftUpperArm times||by at most 0.5 s\n"
                       "animations changed wave|rotation of RightLowerArm times||by at most 0.5 s"},
    {"float 2 0 0.6 0 0 0.8",
     "animations changed wave|rotation of LeftUpperArm values||by at most 0.6"},
    {"set " ANIMATION "/samplers/0/interpolation 'STEP'",
     "animations changed wave|rotation of LeftUpperArm interpolation|LINEAR|STEP"},
    {"remove " ANIMATION "/channels/0", "animations removed wave|rotation of LeftUpperArm||"},
    {"set " ANIMATION "/channels/0/target/node 19",
     "animations removed wave|rotation of LeftUpperArm||\n"
     "animations added wave|rotation of RightUpperArm||"},
    {"set " ANIMATION "/channels/3/target/path 'scale'",
     "animations removed wave|translation of Hips||\n"
     "animations added wave|scale of Hips||"},
    {"insert " ANIMATION "/channels/- {'sampler':0,'target':{'node':19,'path':'rotation'}}",
     "animations added wave|rotation of RightUpperArm||"},
    {"insert " ANIMATION "/channels/0 {'sampler':3,'target':{'node':18,'path':'translation'}}",
     "animations added wave|translation of LeftUpperArm||"},
    {"set /accessors/2/count 60\nset /accessors/3/count 60",
     "animations changed wave|rotation of LeftUpperArm values|244|240\n"
     "animations changed wave|rotation of RightLowerArm values|244|240"},
    {"remove " CLIP "/humanoid/humanBones/jaw", "humanoid removed jaw||Jaw|"},
};

static vrm_Model* load_clip(const char* edits) {
    char quoted[1024];
    SceneBytes clip = scene_clip(false);
    size_t at = 0;
    for (; edits[at] != 0 && at + 1 < sizeof quoted; at++)
        quoted[at] = edits[at] == '\'' ? '"' : edits[at];
    quoted[at] = 0;
    SceneBytes patched = scene_patch(&clip, quoted, NULL);
    assert_non_null(patched.data);
    vrm_Model* model = test_load(patched.data, patched.size);
    scene_bytes_free(&patched);
    scene_bytes_free(&clip);
    return model;
}

static void animations_are_compared_by_track(void** state) {
    (void)state;
    vrm_Model* before = load_clip("");
    expect(before, before, "");
    for (size_t i = 0; i < sizeof clip_cases / sizeof clip_cases[0]; i++) {
        char text[8192];
        vrm_Model* after = load_clip(clip_cases[i].edit);
        describe(before, after, NULL, text, sizeof text);
        if (strcmp(text, clip_cases[i].wanted) != 0)
            fail_msg("%s:\n%s\nwanted\n%s", clip_cases[i].edit, text, clip_cases[i].wanted);
        describe(after, before, NULL, text, sizeof text);
        assert_true((text[0] == 0) == (clip_cases[i].wanted[0] == 0));
        vrm_model_destroy(after);
    }
    vrm_model_destroy(before);
}

static void normalizing_changes_no_meaning(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.has_rotated_rest = true;
    SceneBytes bytes = scene_avatar(&def);
    vrm_Model *before = test_load(bytes.data, bytes.size),
              *after = test_load(bytes.data, bytes.size);
    assert_int_equal(vrm_normalize(after, NULL, NULL), VRM_OK);
    expect(before, after, "");
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    scene_bytes_free(&bytes);
}

static void a_saved_model_means_the_same(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        TestModel a = test_model_scene(dialects[i], NULL);
        assert_int_equal(vrm_migrate(a.model, NULL, NULL), VRM_OK);
        TestBytes bytes = test_save(a.model);
        vrm_Model* b = test_load(bytes.data, bytes.size);
        expect(a.model, b, "");
        vrm_model_destroy(b);
        test_bytes_free(&bytes);
        test_model_free(&a);
    }
}

static void tolerances_are_what_the_definition_says(void** state) {
    (void)state;
    char text[512];
    vrm_DiffDef def = vrm_default_diff_def();
    TestModel a = test_model_scene(VRM_DIALECT_1, NULL);
    TestModel b = test_model_scene(VRM_DIALECT_1, "set /nodes/7/translation [0,0.03,0.03]");
    def.distance = 0.011f;
    describe(a.model, b.model, &def, text, sizeof text);
    assert_string_equal(text, "");
    def.distance = 0.009f;
    describe(a.model, b.model, &def, text, sizeof text);
    assert_string_equal(text, "humanoid changed jaw|rest|0 0.02 0.03|0 0.03 0.03");
    def.distance = 0.0f;
    def.angle = 0.0f;
    def.value = 0.0f;
    describe(a.model, a.model, &def, text, sizeof text);
    assert_string_equal(text, "");
    test_model_free(&a);
    test_model_free(&b);
}

static void definitions_are_checked_and_limits_are_kept(void** state) {
    (void)state;
    vrm_Diff* diff = NULL;
    TestModel a = test_model_scene(VRM_DIALECT_1, NULL);
    TestModel b = test_model_scene(VRM_DIALECT_1, "set " VRMC "/meta/name 'N'\n"
                                                  "set " VRMC "/meta/version 'V'");
    vrm_DiffDef def = vrm_default_diff_def();
    def.angle = -1.0f;
    assert_int_equal(vrm_diff_create(a.model, b.model, &def, &diff), VRM_ERR_ARGUMENT);
    def = vrm_default_diff_def();
    def.def_size = 0;
    assert_int_equal(vrm_diff_create(a.model, b.model, &def, &diff), VRM_ERR_DEF);
    def = vrm_default_diff_def();
    def.work = 1000;
    assert_int_equal(vrm_diff_create(a.model, b.model, &def, &diff), VRM_ERR_LIMIT);
    assert_null(diff);
    def = vrm_default_diff_def();
    def.max_differences = 1;
    assert_int_equal(vrm_diff_create(a.model, b.model, &def, &diff), VRM_OK);
    assert_int_equal(vrm_diff_count(diff), 1);
    assert_int_equal(vrm_diff_total(diff), 2);
    assert_string_equal(vrm_diff_get(diff, 0).member, "name");
    assert_string_equal(vrm_diff_get(diff, 1).member, "");
    assert_null(vrm_diff_part_name(VRM_DIFF_PART_COUNT));
    assert_null(vrm_diff_kind_name((vrm_DiffKind)3));
    vrm_diff_destroy(diff);
    vrm_diff_destroy(NULL);
    test_model_free(&a);
    test_model_free(&b);
}

/* Vertices that are a count and no bytes. */
static void memory_for_vertices_is_bounded_by_the_size_of_the_files(void** state) {
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"name\":\"a\",\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":%d,"
        "\"min\":[0,0,0],\"max\":[0,0,0]}]}";
    static const int counts[] = {1000, 2700000};
    for (int i = 0; i < 2; i++) {
        char file[sizeof text + 16];
        int size = snprintf(file, sizeof file, text, counts[i]);
        vrm_Model *before, *after;
        vrm_Diff* diff;
        TestMemory memory = {0};
        vrm_DiffDef def = vrm_default_diff_def();
        def.allocator = test_memory_allocator(&memory);
        assert_int_equal(vrm_model_load(file, (size_t)size, NULL, NULL, &before), VRM_OK);
        assert_int_equal(vrm_model_load(file, (size_t)size, NULL, NULL, &after), VRM_OK);
        vrm_Result result = vrm_diff_create(before, after, &def, &diff);
        assert_int_equal(result, i == 0 ? VRM_OK : VRM_ERR_LIMIT);
        assert_true(memory.peak_bytes <= (33u << 20));
        vrm_diff_destroy(diff);
        vrm_model_destroy(before);
        vrm_model_destroy(after);
        test_memory_check_clean(&memory);
    }
}

typedef struct Pair {
    const vrm_Model *before, *after;
} Pair;

static vrm_Result try_diff(const vrm_Allocator* allocator, void* ctx) {
    const Pair* pair = ctx;
    vrm_Diff* diff;
    vrm_DiffDef def = vrm_default_diff_def();
    def.allocator = *allocator;
    vrm_Result result = vrm_diff_create(pair->before, pair->after, &def, &diff);
    assert_true((diff != NULL) == (result == VRM_OK));
    vrm_diff_destroy(diff);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    TestModel a = test_model_scene(VRM_DIALECT_1, NULL), b = test_model_scene(VRM_DIALECT_0, NULL);
    Pair pair = {a.model, b.model};
    test_every_allocation_failing(try_diff, &pair);
    test_model_free(&a);
    test_model_free(&b);
}

/* Names that are all equal, and lists that all name one another: the work stays n log n. */
static void large_lists_of_equal_names_are_compared(void** state) {
    (void)state;
    const int count = TEST_IS_SANITIZED ? 2000 : 20000;
    size_t room = (size_t)count * 40 + 4096, used = 0;
    char* text = malloc(room);
    assert_non_null(text);
    used += (size_t)snprintf(text + used, room - used,
                             "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],"
                             "'nodes':[{'name':'a','children':[");
    for (int i = 1; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%d", i > 1 ? "," : "", i);
    used += (size_t)snprintf(text + used, room - used, "]}");
    for (int i = 1; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, ",{'name':'a'}");
    snprintf(text + used, room - used, "]}");
    TestModel a = test_model_json(text);
    expect(a.model, a.model, "");
    test_model_free(&a);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_equals_itself_in_every_dialect),
        cmocka_unit_test(a_single_edit_is_a_single_difference),
        cmocka_unit_test(animations_are_compared_by_track),
        cmocka_unit_test(normalizing_changes_no_meaning),
        cmocka_unit_test(a_saved_model_means_the_same),
        cmocka_unit_test(tolerances_are_what_the_definition_says),
        cmocka_unit_test(definitions_are_checked_and_limits_are_kept),
        cmocka_unit_test(memory_for_vertices_is_bounded_by_the_size_of_the_files),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(large_lists_of_equal_names_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
