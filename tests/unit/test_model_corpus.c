/* SPDX-License-Identifier: MIT */
/* The avatars of the corpus, counted. The table was made by tools/measure/corpus_counts.mjs, which
 * looks at the JSON alone and knows nothing of libvrm; it agrees with the corpus's own manifest. */
#include "support/check.h"
#include "support/corpus.h"
#include "support/model.h"

#include <stdio.h>
#include <string.h>

enum { NO_GAZE = -1, BONE = VRM_LOOK_AT_BONE, EXPRESSION = VRM_LOOK_AT_EXPRESSION };

typedef struct Row {
    const char* path;
    vrm_Dialect dialect;
    const char* name;
    int bones, expressions, morph_binds, springs, joints, colliders, groups, constraints, look_at,
        mtoon, unlit;
} Row;

static const Row rows[] = {
    {"vrm0/100Avatars_001_Crimson_voxel.vrm", VRM_DIALECT_0, "001_Crimsom", 50, 12, 27, 0, 0, 0, 0,
     0, BONE, 1, 0},
    {"vrm0/100Avatars_021_Polydancer.vrm", VRM_DIALECT_0, "Polydancer", 52, 8, 6, 0, 0, 0, 0, 0,
     BONE, 1, 0},
    {"vrm0/256_ryuunoko.vrm", VRM_DIALECT_0, "256_ryuunoko", 49, 17, 12, 0, 0, 0, 0, 0, BONE, 1, 0},
    {"vrm0/EmissionMigration_v0.107.0.vrm", VRM_DIALECT_0, "EmissionTest", 52, 17, 0, 0, 0, 0, 0, 0,
     BONE, 2, 2},
    {"vrm0/Godette_vrm_v4.vrm", VRM_DIALECT_0, "Low-Poly Godette", 45, 17, 25, 8, 24, 4, 2, 0,
     EXPRESSION, 2, 1},
    {"vrm0/blender_armature_transform.vrm", VRM_DIALECT_0, "Minimal", 17, 17, 0, 0, 0, 0, 0, 0,
     BONE, 0, 0},
    {"vrm0/blender_mtoon1_2_20_61_vrm0.vrm", VRM_DIALECT_0, "undefined", 17, 13, 0, 0, 0, 0, 0, 0,
     BONE, 4, 0},
    {"vrm0/boomboxhead_332.vrm", VRM_DIALECT_0, "Boomboxhead v2", 22, 17, 16, 0, 0, 0, 0, 0, BONE,
     0, 0},
    {"vrm0/cryptovoxels.vrm", VRM_DIALECT_0, "cryptovoxels", 43, 0, 0, 0, 0, 0, 0, 0, BONE, 0, 0},
    {"vrm0/three-vrm_sphere.vrm", VRM_DIALECT_0, "sphere", 22, 0, 0, 0, 0, 0, 0, 0, BONE, 0, 0},
    {"vrm0/v_sekai_SK_Adult_Female.vrm", VRM_DIALECT_0, "V-Sekai Adult Female", 53, 17, 0, 0, 0, 0,
     0, 0, BONE, 0, 0},
    {"vrm1/SampleBot.vrm", VRM_DIALECT_1, "SampleBot", 20, 0, 0, 0, 0, 0, 0, 0, NO_GAZE, 0, 0},
    {"vrm1/VRMC_materials_mtoon_UV_Animation_Test.vrm", VRM_DIALECT_1,
     "VRMC_materials_mtoon UV Animation Test", 53, 0, 0, 0, 0, 0, 0, 0, NO_GAZE, 3, 0},
    {"vrm1/VRMC_vrm_expressions_isBinary_Overrides.vrm", VRM_DIALECT_1, "isBinary overrides", 22, 2,
     0, 0, 0, 0, 0, 0, EXPRESSION, 0, 0},
    {"vrm1/debug_robot.vrm", VRM_DIALECT_1, "VRM Animation Debug Robot", 53, 18, 0, 0, 0, 0, 0, 0,
     BONE, 0, 3},
    {"vrm1/mtoon_default.vrm", VRM_DIALECT_1, "mtoon_default", 19, 0, 0, 0, 0, 0, 0, 0, BONE, 1, 0},
    {"vrm1/springbone_collider_capsule_x0p02_r0p1.vrm", VRM_DIALECT_1,
     "springbone_collider_capsule_x0p02_r0p1", 19, 0, 0, 1, 4, 1, 1, 0, BONE, 1, 0},
    {"vrm1/springbone_extended_isphere_anglelimit_60.vrm", VRM_DIALECT_1,
     "springbone_extended_isphere_anglelimit_60", 19, 0, 0, 1, 4, 1, 1, 0, BONE, 1, 0},
    {"vrm1/springbone_extended_plane_with_base_sphere.vrm", VRM_DIALECT_1,
     "springbone_extended_plane_pmed", 19, 0, 0, 1, 4, 1, 1, 0, BONE, 1, 0},
    {"vrmext/constraint_cubes_1.0-beta/cubes.gltf", VRM_DIALECT_NONE, "", 0, 0, 0, 0, 0, 0, 0, 2,
     NO_GAZE, 0, 0},
    {"vrmext/constraint_cubes_1.0/cubes.gltf", VRM_DIALECT_NONE, "", 0, 0, 0, 0, 0, 0, 0, 2,
     NO_GAZE, 0, 0},
    {"vrmext/core_cube_1.0-beta/cube.gltf", VRM_DIALECT_BETA, "Cube", 17, 4, 5, 0, 0, 0, 0, 0, BONE,
     0, 0},
    {"vrmext/core_cube_1.0/cube.gltf", VRM_DIALECT_1, "Cube", 17, 4, 5, 0, 0, 0, 0, 0, BONE, 0, 0},
    {"vrmext/mtoon_cube_1.0/cube.gltf", VRM_DIALECT_NONE, "", 0, 0, 0, 0, 0, 0, 0, 0, NO_GAZE, 1,
     0},
    {"vrmext/mtoon_emissive_strength_1.0/khr-materials-emissive-strength-test.gltf",
     VRM_DIALECT_NONE, "", 0, 0, 0, 0, 0, 0, 0, 0, NO_GAZE, 3, 0},
    {"vrmext/springbone_cubes_1.0-beta/cubes.gltf", VRM_DIALECT_NONE, "", 0, 0, 0, 1, 4, 1, 1, 0,
     NO_GAZE, 0, 0},
    {"vrmext/springbone_inside_collider_1.0/inside-collider.gltf", VRM_DIALECT_NONE, "", 0, 0, 0, 1,
     5, 1, 1, 0, NO_GAZE, 0, 0},
    {"vrmext/springbone_sphere_collider_1.0/sphere-collider.gltf", VRM_DIALECT_NONE, "", 0, 0, 0, 1,
     5, 1, 1, 0, NO_GAZE, 0, 0},
};

static TestModel load(const char* path) {
    char full[1000];
    snprintf(full, sizeof full, "%s/%s", corpus_folder(), path);
    TestModel test = {0};
    assert_int_equal(vrm_report_create(NULL, &test.report), VRM_OK);
    test.result = vrm_model_load_file(full, NULL, test.report, &test.model);
    if (test.result != VRM_OK) fail_msg("%s: %s", path, vrm_result_text(test.result));
    return test;
}

static Row count(const TestModel* test, const char* path) {
    const vrm_Model* model = test->model;
    const vrm_SpringBones* springs = vrm_model_spring_bones(model);
    const vrm_LookAt* look_at = vrm_model_look_at(model);
    const vrm_Meta* meta = vrm_model_meta(model);
    Row row = {.path = path,
               .dialect = vrm_model_dialect(model),
               .name = meta == NULL ? "" : meta->name,
               .bones = vrm_model_bone_count(model),
               .springs = springs->spring_count,
               .colliders = springs->collider_count,
               .groups = springs->collider_group_count,
               .look_at = look_at == NULL ? NO_GAZE : (int)look_at->type};
    const vrm_Expression* expressions = vrm_model_expressions(model, &row.expressions);
    vrm_model_constraints(model, &row.constraints);
    for (int i = 0; i < row.expressions; i++) row.morph_binds += expressions[i].morph_bind_count;
    for (int i = 0; i < row.springs; i++) row.joints += springs->springs[i].joint_count;
    for (int i = 0; i < vrm_model_gltf(model)->material_count; i++) {
        row.mtoon += vrm_model_surfaces(model)[i].kind == VRM_SURFACE_MTOON;
        row.unlit += vrm_model_surfaces(model)[i].kind == VRM_SURFACE_UNLIT;
    }
    return row;
}

static void avatars_hold_what_their_json_says(void** state) {
    (void)state;
    skip_without_corpus();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Row* expected = &rows[i];
        TestModel test = load(expected->path);
        Row actual = count(&test, expected->path);
        if (strcmp(actual.name, expected->name) != 0)
            fail_msg("%s is called %s", expected->path, actual.name);
        const int pairs[][2] = {{(int)actual.dialect, (int)expected->dialect},
                                {actual.bones, expected->bones},
                                {actual.expressions, expected->expressions},
                                {actual.morph_binds, expected->morph_binds},
                                {actual.springs, expected->springs},
                                {actual.joints, expected->joints},
                                {actual.colliders, expected->colliders},
                                {actual.groups, expected->groups},
                                {actual.constraints, expected->constraints},
                                {actual.look_at, expected->look_at},
                                {actual.mtoon, expected->mtoon},
                                {actual.unlit, expected->unlit}};
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
            if (pairs[k][0] != pairs[k][1])
                fail_msg("%s, figure %zu: %d instead of %d", expected->path, k, pairs[k][0],
                         pairs[k][1]);
        test_model_free(&test);
    }
}

/* Nothing of a real avatar is left out. Two conformance files forget a specVersion, which loses
 * nothing. */
static void avatars_are_read_without_loss(void** state) {
    (void)state;
    skip_without_corpus();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        TestModel test = load(rows[i].path);
        bool forgets_version = strstr(rows[i].path, "springbone_extended") != NULL;
        bool forgets_shape = strstr(rows[i].path, "springbone_extended_isphere") != NULL;
        test_expect_codes(&test, forgets_shape ? "UNDEFINED_PROPERTY VRM_EXTENSION_VERSION_MISSING"
                                 : forgets_version ? "VRM_EXTENSION_VERSION_MISSING"
                                                   : "");
        test_model_free(&test);
    }
}

/* Godette is the one real avatar of the corpus with springs and colliders. */
static void springs_of_a_real_avatar_become_chains(void** state) {
    (void)state;
    skip_without_corpus();
    TestModel test = load("vrm0/Godette_vrm_v4.vrm");
    const vrm_SpringBones* springs = vrm_model_spring_bones(test.model);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    for (int32_t s = 0; s < springs->spring_count; s++) {
        const vrm_Spring* spring = &springs->springs[s];
        const vrm_SpringJoint* end = &spring->joints[spring->joint_count - 1];
        assert_int_equal(end->node, -1);
        const vrm_Node* leaf = &gltf->nodes[spring->joints[spring->joint_count - 2].node];
        assert_int_equal(leaf->child_count, 0);
        float square = end->end_offset.x * end->end_offset.x +
                       end->end_offset.y * end->end_offset.y +
                       end->end_offset.z * end->end_offset.z;
        assert_float_equal(square, 0.07f * 0.07f, 1e-6f);
        for (int32_t i = 0; i + 2 < spring->joint_count; i++)
            assert_int_equal(gltf->nodes[spring->joints[i + 1].node].parent,
                             spring->joints[i].node);
    }
    test_model_free(&test);
}

/* From five writers. */
static void clips_of_the_corpus_are_clips(void** state) {
    (void)state;
    skip_without_corpus();
    static const struct {
        const char* name;
        int bones, expressions;
        bool has_gaze;
    } clips[] = {
        {"vrma/Walk.vrma", 52, 0, false},
        {"vrma/Wink.vrma", 1, 13, false}, /* 17, of which four are look presets */
        {"vrma/hips_spine_twisting.vrma", 16, 0, false},
        {"vrma/three-vrm_idle_loop.vrma", 22, 0, false},
        {"vrma/three-vrm_test.vrma", 51, 1, true},
        {"vrma/univrm_sit_down.vrma", 51, 0, false},
    };
    for (size_t i = 0; i < sizeof clips / sizeof *clips; i++) {
        TestModel test = load(clips[i].name);
        const vrm_ClipInfo* clip = vrm_model_clip_info(test.model);
        assert_non_null(clip);
        int bones = 0;
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++) bones += clip->bones[bone] >= 0;
        assert_int_equal(bones, clips[i].bones);
        assert_int_equal(clip->expression_count, clips[i].expressions);
        assert_int_equal(clip->look_at_node >= 0, clips[i].has_gaze);
        test_model_free(&test);
    }
}

/* Files that are broken or odd on purpose: loaded or refused, never worse. */
static void broken_avatars_are_loaded_or_refused(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const folders[] = {"broken/vrm-malformed", "broken/vrm-odd"};
    for (int i = 0; i < 2; i++) {
        CorpusFiles files = corpus_files(folders[i], ".vrm");
        for (size_t f = 0; f < files.count; f++) {
            TestBytes bytes = test_read_file(files.paths[f]);
            TestModel test = test_model_bytes(bytes.data, bytes.size, NULL);
            if (test.model == NULL) assert_true(vrm_report_count(test.report) > 0);
            test_model_free(&test);
            test_bytes_free(&bytes);
        }
        corpus_files_free(&files);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(avatars_hold_what_their_json_says),
        cmocka_unit_test(avatars_are_read_without_loss),
        cmocka_unit_test(springs_of_a_real_avatar_become_chains),
        cmocka_unit_test(clips_of_the_corpus_are_clips),
        cmocka_unit_test(broken_avatars_are_loaded_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
