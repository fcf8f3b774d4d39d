/* SPDX-License-Identifier: MIT */
/* The avatars made in code: they are what their definitions say, and edits change only what they
 * name. */
#include "support/check.h"

#include "scenes/scenes.h"
#include "vrm/json.h"

#include <string.h>

static vrm_Json* json_of(const SceneBytes* scene) {
    vrm_Json* json = NULL;
    vrm_Span text = scene_json(scene);
    assert_non_null(text.data);
    assert_int_equal(vrm_json_parse(text.data, text.size, NULL, NULL, &json), VRM_OK);
    return json;
}

static uint32_t count_at(const vrm_Json* json, const char* pointer) {
    return vrm_json_count(json, vrm_json_at(json, pointer));
}

static double number_at(const vrm_Json* json, const char* pointer) {
    return vrm_json_number(json, vrm_json_at(json, pointer), -12345);
}

static void scene_has_the_same_bytes_whenever_it_is_made(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        SceneBytes a = scene_avatar(&def), b = scene_avatar(&def);
        assert_non_null(a.data);
        assert_int_equal(a.size, b.size);
        assert_memory_equal(a.data, b.data, a.size);
        scene_bytes_free(&a);
        scene_bytes_free(&b);
    }
}

static void springs_scene_is_the_standard_one(void** state) {
    (void)state;
    SceneDef def = scene_springs_def();
    SceneBytes scene = scene_avatar(&def);
    vrm_Json* json = json_of(&scene);
    assert_int_equal(count_at(json, "/nodes"), 150);
    assert_int_equal(count_at(json, "/extensions/VRMC_springBone/springs"), 20);
    assert_int_equal(count_at(json, "/extensions/VRMC_springBone/colliders"), 12);
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_at(json, "/extensions/VRMC_springBone/springs"));
    while (vrm_json_next(&it)) {
        assert_int_equal(vrm_json_count(json, vrm_json_member(json, it.value, "joints")), 5);
        uint32_t colliders = 0;
        vrm_JsonIter group = vrm_json_iter(json, vrm_json_member(json, it.value, "colliderGroups"));
        while (vrm_json_next(&group)) {
            int64_t index;
            assert_true(vrm_json_integer(json, group.value, &index));
            vrm_JsonRef groups = vrm_json_at(json, "/extensions/VRMC_springBone/colliderGroups");
            vrm_JsonRef entry = vrm_json_element(json, groups, (uint32_t)index);
            colliders += vrm_json_count(json, vrm_json_member(json, entry, "colliders"));
        }
        assert_int_equal(colliders, 6);
    }
    uint32_t spheres = 0;
    it = vrm_json_iter(json, vrm_json_at(json, "/extensions/VRMC_springBone/colliders"));
    while (vrm_json_next(&it)) {
        vrm_JsonRef shape = vrm_json_member(json, it.value, "shape");
        spheres += vrm_json_member(json, shape, "sphere") != VRM_JSON_MISSING;
    }
    assert_int_equal(spheres, 8);
    vrm_json_destroy(json);
    scene_bytes_free(&scene);
}

static void typical_scene_has_the_counts_it_promises(void** state) {
    (void)state;
    SceneDef def = scene_typical_def();
    SceneBytes scene = scene_avatar(&def);
    vrm_Json* json = json_of(&scene);
    assert_int_equal(count_at(json, "/nodes"), 150);
    assert_int_equal(count_at(json, "/extensions/VRMC_vrm/expressions/preset"), 18);
    assert_int_equal(count_at(json, "/extensions/VRMC_vrm/expressions/custom"), 0);
    assert_int_equal(count_at(json, "/meshes/1/primitives/0/targets"), 40);
    uint32_t constraints = 0;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_at(json, "/nodes"));
    while (vrm_json_next(&it)) {
        vrm_JsonRef extensions = vrm_json_member(json, it.value, "extensions");
        constraints +=
            vrm_json_member(json, extensions, "VRMC_node_constraint") != VRM_JSON_MISSING;
    }
    assert_int_equal(constraints, 4);
    vrm_json_destroy(json);
    scene_bytes_free(&scene);
}

static void dialects_face_where_their_specification_says(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        SceneBytes scene = scene_avatar(&def);
        vrm_Json* json = json_of(&scene);
        vrm_JsonIter it = vrm_json_iter(json, vrm_json_at(json, "/nodes"));
        double x = 0;
        while (vrm_json_next(&it)) {
            if (!vrm_json_equals(json, vrm_json_member(json, it.value, "name"), "LeftLowerArm"))
                continue;
            vrm_JsonRef translation = vrm_json_member(json, it.value, "translation");
            x = vrm_json_number(json, vrm_json_element(json, translation, 0), 0);
        }
        if (dialect == VRM_DIALECT_BETA || dialect == VRM_DIALECT_1)
            assert_true(x > 0.2);
        else
            assert_true(x < -0.2);
        vrm_json_destroy(json);
        scene_bytes_free(&scene);
    }
}

static void absurd_definitions_give_nothing(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.joints_per_chain = 0;
    assert_null(scene_avatar(&def).data);
    def = scene_default_def(VRM_DIALECT_NONE);
    assert_null(scene_avatar(&def).data);
    def = scene_default_def(VRM_DIALECT_1);
    def.sides = 3;
    assert_null(scene_avatar(&def).data);
}

static void patch_changes_what_it_names(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes scene = scene_avatar(&def);
    int32_t bad_line = 0;
    SceneBytes patched = scene_patch(&scene,
                                     "# a comment, and an empty line\n"
                                     "\n"
                                     "set /asset/generator \"somebody else\"\n"
                                     "set /extensions/VRMC_vrm/meta/references [\"a\", \"b c\"]\n"
                                     "  remove /extensions/VRMC_vrm/lookAt\n"
                                     "insert /extensionsUsed/0 \"EXT_first\"\n"
                                     "insert /extensionsUsed/- \"EXT_last\"\n"
                                     "float 0 1 1.5 -2\n",
                                     &bad_line);
    assert_non_null(patched.data);
    assert_int_equal(bad_line, -1);
    vrm_Json* json = json_of(&patched);
    assert_true(vrm_json_equals(json, vrm_json_at(json, "/asset/generator"), "somebody else"));
    assert_true(
        vrm_json_equals(json, vrm_json_at(json, "/extensions/VRMC_vrm/meta/references/1"), "b c"));
    assert_int_equal(vrm_json_at(json, "/extensions/VRMC_vrm/lookAt"), VRM_JSON_MISSING);
    assert_true(vrm_json_equals(json, vrm_json_at(json, "/extensionsUsed/0"), "EXT_first"));
    uint32_t used = count_at(json, "/extensionsUsed");
    vrm_JsonRef list = vrm_json_at(json, "/extensionsUsed");
    assert_true(vrm_json_equals(json, vrm_json_element(json, list, used - 1), "EXT_last"));
    uint64_t offset = (uint64_t)number_at(json, "/bufferViews/0/byteOffset");
    const char* json_text = scene_json(&patched).data;
    const char* bin = json_text + scene_json(&patched).size + 8;
    float y, z;
    memcpy(&y, bin + offset + 4, 4);
    memcpy(&z, bin + offset + 8, 4);
    assert_true(y == 1.5f && z == -2);
    vrm_json_destroy(json);
    scene_bytes_free(&patched);
    scene_bytes_free(&scene);
}

static void patch_names_the_line_that_it_cannot_do(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes scene = scene_avatar(&def);
    static const struct {
        const char* edits;
        int32_t bad_line;
    } rows[] = {
        {"set /asset/generator \"x\"\nremove /nothing", 2},
        {"set /nodes/9999/name \"x\"", 1},
        {"set /asset/generator not json", 1},
        {"insert /asset/0 1", 1},
        {"insert /extensionsUsed/99 \"x\"", 1},
        {"move /asset /else", 1},
        {"float 0 99999999 1", 1},
        {"float 9999 0 1", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int32_t bad_line = -7;
        SceneBytes patched = scene_patch(&scene, rows[i].edits, &bad_line);
        assert_null(patched.data);
        assert_int_equal(bad_line, rows[i].bad_line);
    }
    scene_bytes_free(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scene_has_the_same_bytes_whenever_it_is_made),
        cmocka_unit_test(springs_scene_is_the_standard_one),
        cmocka_unit_test(typical_scene_has_the_counts_it_promises),
        cmocka_unit_test(dialects_face_where_their_specification_says),
        cmocka_unit_test(absurd_definitions_give_nothing),
        cmocka_unit_test(patch_changes_what_it_names),
        cmocka_unit_test(patch_names_the_line_that_it_cannot_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
