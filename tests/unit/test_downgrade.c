/* SPDX-License-Identifier: MIT */
/* From 1.0 to 0.x: what 0.x can say stays, the rest is reported, and no permission becomes wider.
 */
#include "model/color.h"
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
#include "vrm/save.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vrm_Result bring_to(vrm_Model* model, vrm_Dialect to, vrm_Report* report) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.to = to;
    return vrm_migrate(model, &def, report);
}

static void downgrade(TestModel* test) {
    vrm_report_clear(test->report);
    assert_int_equal(bring_to(test->model, VRM_DIALECT_0, test->report), VRM_OK);
    assert_int_equal(vrm_model_dialect(test->model), VRM_DIALECT_0);
    assert_int_equal(vrm_model_facing(test->model), -1);
}

static TestModel downgraded_scene(vrm_Dialect dialect, const char* edits) {
    TestModel test = test_model_scene(dialect, edits);
    downgrade(&test);
    return test;
}

/* ---- Motion ---- */

static void act(const TestShow* s, int frame) {
    float t = (float)frame / 60.0f;
    test_show_pose(s, t);
    vrm_avatar_set_expression(s->sim, s->id, VRM_EXPRESSION_AA, 0.7f);
    test_show_gaze(s, t);
    vrm_sim_step(s->sim, 1.0f / 60.0f);
}

static void check_same_motion(const vrm_Model* before, const vrm_Model* after, const char* name,
                              uint32_t stages) {
    TestShow a = test_show(before), b = test_show(after);
    vrm_avatar_set_stages(a.sim, a.id, stages);
    vrm_avatar_set_stages(b.sim, b.id, stages);
    float places = 0.0f;
    for (int frame = 0; frame < 60; frame++) {
        act(&a, frame);
        act(&b, frame);
        places = test_larger(places, test_places_apart(&a, &b));
    }
    if (!(places <= 1e-5f)) fail_msg("%s: %g m apart", name, (double)places);
    test_show_end(&a);
    test_show_end(&b);
}

static void check_there_and_back(const TestBytes* file, const char* name) {
    vrm_Model* before = test_load(file->data, file->size);
    vrm_Model* after = test_load(file->data, file->size);
    uint32_t gaze = test_has_gaze_curve(before) ? (uint32_t)VRM_STAGE_LOOK_AT : 0;
    assert_int_equal(bring_to(after, VRM_DIALECT_1, NULL), VRM_OK);
    assert_int_equal(bring_to(after, VRM_DIALECT_0, NULL), VRM_OK);
    assert_int_equal(vrm_model_dialect(after), VRM_DIALECT_0);
    check_same_motion(before, after, name, VRM_STAGE_ALL & ~gaze);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        assert_int_equal(vrm_model_bone(after, (vrm_Bone)bone),
                         vrm_model_bone(before, (vrm_Bone)bone));
    vrm_model_destroy(before);
    vrm_model_destroy(after);
}

static void old_avatar_moves_as_before_after_going_up_and_down(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_0);
    SceneBytes scene = scene_avatar(&def);
    TestBytes bytes = {scene.data, scene.size};
    check_there_and_back(&bytes, "0.x");
    scene_bytes_free(&scene);
}

/* The end nodes that going up makes stay when going down, and serve again the next time. */
static void check_node_count(const TestBytes* file, const char* name) {
    vrm_Model* model = test_load(file->data, file->size);
    assert_int_equal(bring_to(model, VRM_DIALECT_1, NULL), VRM_OK);
    int32_t count = vrm_model_gltf(model)->node_count;
    int32_t springs = vrm_model_spring_bones(model)->spring_count;
    for (int round = 0; round < 2; round++) {
        assert_int_equal(bring_to(model, VRM_DIALECT_0, NULL), VRM_OK);
        assert_int_equal(bring_to(model, VRM_DIALECT_1, NULL), VRM_OK);
        if (vrm_model_gltf(model)->node_count != count)
            fail_msg("%s: %d nodes, then %d", name, (int)count,
                     (int)vrm_model_gltf(model)->node_count);
        assert_int_equal(vrm_model_spring_bones(model)->spring_count, springs);
    }
    vrm_model_destroy(model);
}

static void going_up_and_down_adds_no_nodes(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_0);
    SceneBytes scene = scene_avatar(&def);
    TestBytes bytes = {scene.data, scene.size};
    check_node_count(&bytes, "0.x");
    scene_bytes_free(&scene);
    if (corpus_folder() != NULL) corpus_each("vrm0", ".vrm", check_node_count);
}

static void corpus_moves_as_before_after_going_up_and_down(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_there_and_back);
}

/* Body, gaze and hips; constraints are lost, and springs of 1.0 may say more than 0.x can. */
static void new_avatar_moves_as_before(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_BETA; dialect <= VRM_DIALECT_1; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        def.has_rotated_rest = true;
        SceneBytes scene = scene_avatar(&def);
        vrm_Model* before = test_load(scene.data, scene.size);
        vrm_Model* after = test_load(scene.data, scene.size);
        assert_int_equal(bring_to(after, VRM_DIALECT_0, NULL), VRM_OK);
        check_same_motion(before, after, vrm_dialect_text((vrm_Dialect)dialect),
                          VRM_STAGE_LOOK_AT | VRM_STAGE_EXPRESSIONS);
        vrm_model_destroy(before);
        vrm_model_destroy(after);
        scene_bytes_free(&scene);
    }
}

/* Springs with one setting, sphere colliders and no skipped nodes say the same in both. */
static void plain_springs_sway_as_before(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.capsule_count = def.extended_count = def.constraint_count = 0;
    SceneBytes scene = scene_avatar(&def);
    vrm_Model *before = test_load(scene.data, scene.size), *after;
    const vrm_SpringBones* springs = vrm_model_spring_bones(before);
    vrm_SpringBones plain = *springs;
    vrm_Spring* chains = calloc((size_t)springs->spring_count, sizeof *chains);
    vrm_SpringJoint* joints = calloc(4096, sizeof *joints);
    size_t used = 0;
    for (int32_t i = 0; i < springs->spring_count; i++) {
        chains[i] = springs->springs[i];
        chains[i].joints = joints + used;
        for (int32_t k = 0; k < chains[i].joint_count; k++) {
            joints[used] = springs->springs[i].joints[0];
            joints[used].json = 0;
            joints[used++].node = springs->springs[i].joints[k].node;
        }
    }
    plain.springs = chains;
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(before, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_spring_bones(edit, &plain), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    TestBytes saved = test_save(before);
    assert_int_equal(test_count_errors(&saved, true), 0);
    after = test_load(saved.data, saved.size);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(bring_to(after, VRM_DIALECT_0, report), VRM_OK);
    assert_int_equal(test_count_findings(report, "DOWNGRADE_SPRING_SETTINGS_VARY"), 0);
    check_same_motion(before, after, "springs", VRM_STAGE_SPRINGS);
    vrm_report_destroy(report);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    test_bytes_free(&saved);
    free(chains);
    free(joints);
    scene_bytes_free(&scene);
}

/* ---- Meta ---- */

/* Every mixture of what 1.0 can say, read again in the strictest way. */
static void licence_is_never_looser(void** state) {
    (void)state;
    static const char* const who[] = {"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"};
    static const char* const money[] = {"personalNonProfit", "personalProfit", "corporation"};
    for (int i = 0; i < 72; i++) {
        int user = i % 3, use = i / 3 % 3;
        bool violent = i / 9 % 2 == 1, sexual = i / 18 % 2 == 1, passes = i / 36 == 1;
        char text[640];
        snprintf(text, sizeof text,
                 "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{"
                 "'avatarPermission':'%s','commercialUsage':'%s','allowExcessivelyViolentUsage':%s,"
                 "'allowExcessivelySexualUsage':%s,'allowRedistribution':%s}}}}",
                 who[user], money[use], violent ? "true" : "false", sexual ? "true" : "false",
                 passes ? "true" : "false");
        TestModel test = test_model_json(text);
        downgrade(&test);
        const vrm_Meta* meta = vrm_model_meta(test.model);
        assert_int_equal(meta->avatar_permission, user);
        assert_int_equal(meta->allow_excessively_violent_usage, violent);
        assert_int_equal(meta->allow_excessively_sexual_usage, sexual);
        assert_true((int)meta->commercial_usage <= use);
        assert_true(meta->license0 ==
                    (passes ? VRM_LICENSE0_OTHER : VRM_LICENSE0_REDISTRIBUTION_PROHIBITED));
        test_get_finding(test.report, "DOWNGRADE_LICENSE");
        test_model_free(&test);
    }
}

static void licence_of_0_comes_back_unless_the_owner_changed_it(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, NULL);
    assert_int_equal(bring_to(test.model, VRM_DIALECT_1, NULL), VRM_OK);
    downgrade(&test);
    assert_int_equal(vrm_model_meta(test.model)->license0, VRM_LICENSE0_CC0);
    test_json_string(test.model, "/extensions/VRM/meta/commercialUssageName", "Allow");
    test_model_free(&test);

    test = test_model_scene(VRM_DIALECT_0, NULL);
    assert_int_equal(bring_to(test.model, VRM_DIALECT_1, NULL), VRM_OK);
    vrm_Meta meta = *vrm_model_meta(test.model);
    meta.modification = VRM_MODIFICATION_PROHIBITED;
    meta.allow_redistribution = false;
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(test.model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_meta(edit, &meta), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    downgrade(&test);
    assert_int_equal(vrm_model_meta(test.model)->license0, VRM_LICENSE0_REDISTRIBUTION_PROHIBITED);
    test_json_string(test.model, "/extensions/VRM/meta/commercialUssageName", "Disallow");
    test_model_free(&test);
}

/* Each term alone: the old words, which would undo it, are not written again. */
static void every_changed_term_outweighs_the_old_licence(void** state) {
    (void)state;
    static const char* const changes[][2] = {
        {"otherLicenseUrl", "\"https://new.example/stricter\""},
        {"licenseUrl", "\"https://new.example/all\""},
        {"allowRedistribution", "true"},
        {"modification", "\"allowModification\""},
        {"creditNotation", "\"unnecessary\""},
        {"commercialUsage", "\"personalNonProfit\""},
        {"commercialUsage", "\"corporation\""},
        {"avatarPermission", "\"onlyAuthor\""},
        {"allowExcessivelyViolentUsage", "false"},
        {"allowExcessivelySexualUsage", "false"},
        {"allowPoliticalOrReligiousUsage", "true"},
        {"allowAntisocialOrHateUsage", "true"},
    };
    static const char old[] =
        "set /extensions/VRM/meta/licenseName 'Other'\n"
        "set /extensions/VRM/meta/otherLicenseUrl 'https://old.example/terms'\n"
        "set /extensions/VRM/meta/otherPermissionUrl 'https://old.example/more'\n"
        "set /extensions/VRM/meta/allowedUserName 'Everyone'\n"
        "set /extensions/VRM/meta/violentUssageName 'Allow'\n"
        "set /extensions/VRM/meta/sexualUssageName 'Allow'\n"
        "set /extensions/VRM/meta/commercialUssageName 'Allow'";
    size_t count = sizeof changes / sizeof *changes;
    for (size_t i = 0; i <= count; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_0, old);
        assert_int_equal(bring_to(test.model, VRM_DIALECT_1, NULL), VRM_OK);
        if (i < count) {
            char pointer[128];
            vrm_Edit* edit;
            snprintf(pointer, sizeof pointer, "/extensions/VRMC_vrm/meta/%s", changes[i][0]);
            assert_int_equal(vrm_edit_begin(test.model, &edit), VRM_OK);
            assert_int_equal(vrm_edit_set(edit, pointer, changes[i][1], strlen(changes[i][1])),
                             VRM_OK);
            assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        }
        downgrade(&test);
        const vrm_Meta* meta = vrm_model_meta(test.model);
        bool is_old = strcmp(meta->other_license_url, "https://old.example/terms") == 0 &&
                      strcmp(meta->other_permission_url, "https://old.example/more") == 0;
        if (is_old != (i == count)) print_error("%s\n", i < count ? changes[i][0] : "none");
        assert_int_equal(is_old, i == count);
        test_model_free(&test);
    }
}

static void thumbnail_becomes_a_texture(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_1, NULL);
    int32_t image = vrm_model_meta(before.model)->thumbnail_image;
    assert_true(image >= 0);
    TestModel after = downgraded_scene(VRM_DIALECT_1, NULL);
    assert_int_equal(vrm_model_meta(after.model)->thumbnail_image, image);
    test_model_free(&before);
    test_model_free(&after);
}

/* ---- Parts ---- */

static void expressions_have_their_old_names_and_weights(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_1, NULL);
    TestModel after = downgraded_scene(VRM_DIALECT_1, NULL);
    int32_t count, other;
    const vrm_Expression* a = vrm_model_expressions(before.model, &count);
    const vrm_Expression* b = vrm_model_expressions(after.model, &other);
    assert_int_equal(count, other);
    for (int32_t i = 0; i < count; i++) {
        assert_string_equal(a[i].name, b[i].name);
        assert_int_equal(a[i].binary != VRM_BINARY_NOT, b[i].binary != VRM_BINARY_NOT);
        assert_int_equal(a[i].morph_bind_count, b[i].morph_bind_count);
        for (int32_t k = 0; k < a[i].morph_bind_count; k++) {
            assert_int_equal(a[i].morph_binds[k].node, b[i].morph_binds[k].node);
            assert_int_equal(a[i].morph_binds[k].index, b[i].morph_binds[k].index);
            assert_float_equal(a[i].morph_binds[k].weight, b[i].morph_binds[k].weight, 1e-6f);
        }
        assert_int_equal(a[i].texture_bind_count, b[i].texture_bind_count);
        for (int32_t k = 0; k < a[i].texture_bind_count; k++) {
            assert_float_equal(a[i].texture_binds[k].offset.y, b[i].texture_binds[k].offset.y,
                               1e-6f);
            assert_float_equal(a[i].texture_binds[k].scale.x, b[i].texture_binds[k].scale.x, 1e-6f);
        }
    }
    const vrm_Json* json = vrm_model_gltf(after.model)->json;
    vrm_JsonIter it = vrm_json_iter(
        json, test_json_at(after.model, "/extensions/VRM/blendShapeMaster/blendShapeGroups"));
    bool has_surprise = false;
    while (vrm_json_next(&it))
        has_surprise |=
            vrm_json_equals(json, vrm_json_member(json, it.value, "name"), "Surprised") &&
            vrm_json_equals(json, vrm_json_member(json, it.value, "presetName"), "unknown");
    assert_true(has_surprise);
    test_model_free(&before);
    test_model_free(&after);
}

static void names_that_0_would_mistake_are_changed(void** state) {
    (void)state;
    TestModel test = downgraded_scene(
        VRM_DIALECT_1, "set /extensions/VRMC_vrm/expressions/custom {'Joy':{},'wink':{},"
                       "'Wink':{}}\nset /materials/1/name 'x'\nset /materials/0/name 'x'");
    assert_true(vrm_model_expression(test.model, "wink") >= 0);
    assert_int_equal(test_count_findings(test.report, "DOWNGRADE_EXPRESSION_RENAMED"), 2);
    assert_int_equal(test_count_findings(test.report, "DOWNGRADE_MATERIAL_RENAMED"), 1);
    test_json_string(test.model, "/materials/1/name", "x_material1");
    test_json_string(test.model, "/extensions/VRM/materialProperties/1/name", "x_material1");
    test_model_free(&test);
}

/* Two names that differ in case alone, far apart among others. */
static void names_are_distinguished_however_many_there_are(void** state) {
    (void)state;
    enum { OTHERS = 3000 };
    char* edit = malloc(OTHERS * 16 + 128);
    char* at = edit + sprintf(edit, "set /extensions/VRMC_vrm/expressions/custom {'wink':{}");
    for (int i = 0; i < OTHERS; i++) at += sprintf(at, ",'c%d':{}", i);
    strcpy(at, ",'WINK':{}}");
    TestModel test = downgraded_scene(VRM_DIALECT_1, edit);
    free(edit);
    assert_int_equal(test_count_findings(test.report, "DOWNGRADE_EXPRESSION_RENAMED"), 1);
    assert_true(vrm_model_expression(test.model, "wink") >= 0);
    int32_t count;
    vrm_model_expressions(test.model, &count);
    assert_true(count >= OTHERS + 2);
    test_model_free(&test);
}

/* Each morph of a mesh that two nodes show is said once; of one node twice, as it was. */
static void binds_of_a_shared_mesh_are_said_once(void** state) {
    (void)state;
    TestModel test = downgraded_scene(
        VRM_DIALECT_1,
        "set /nodes/86/mesh 1\nset /extensions/VRMC_vrm/expressions/custom "
        "{'twice':{'morphTargetBinds':[{'node':85,'index':0,'weight':0.5},{'node':85,'index':0,"
        "'weight':0.25},{'node':86,'index':0,'weight':1},{'node':85,'index':0,'weight':0.125},"
        "{'node':86,'index':1,'weight':1},{'node':86,'index':1,'weight':0.5}]}}");
    vrm_JsonRef groups =
        test_json_at(test.model, "/extensions/VRM/blendShapeMaster/blendShapeGroups");
    const vrm_Json* json = vrm_model_gltf(test.model)->json;
    vrm_JsonRef last = vrm_json_element(json, groups, vrm_json_count(json, groups) - 1);
    assert_true(vrm_json_equals(json, vrm_json_member(json, last, "name"), "twice"));
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, last, "binds"));
    static const double weights[] = {50, 25, 12.5, 100, 50};
    size_t count = 0;
    for (; vrm_json_next(&it); count++) {
        assert_true(count < 5);
        double weight = vrm_json_number(json, vrm_json_member(json, it.value, "weight"), 0);
        assert_true(weight == weights[count]);
    }
    assert_int_equal(count, 5);
    assert_true(test_count_findings(test.report, "DOWNGRADE_BIND_SHARED") > 0);
    test_model_free(&test);
}

/* 0.x binds the mesh, and so all nodes that show it: that changes nothing where 1.0 binds all of
 * them alike. */
static void shared_binds_are_reported_where_nodes_move_otherwise(void** state) {
    (void)state;
    static const struct {
        const char* binds;
        int findings;
    } cases[] = {
        {"{'node':85,'index':0,'weight':0.5},{'node':86,'index':0,'weight':0.5}", 0},
        {"{'node':86,'index':0,'weight':0.5},{'node':85,'index':0,'weight':0.25},"
         "{'node':85,'index':0,'weight':0.25}",
         0},
        {"{'node':85,'index':0,'weight':0.5}", 1},
        {"{'node':85,'index':0,'weight':0.5},{'node':86,'index':1,'weight':0.5}", 1},
        {"{'node':85,'index':0,'weight':0.5},{'node':86,'index':0,'weight':0.25}", 1},
        {"{'node':85,'index':0,'weight':0.5},{'node':85,'index':0,'weight':0.5}", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[512];
        snprintf(edit, sizeof edit,
                 "set /nodes/86/mesh 1\nset /extensions/VRMC_vrm/expressions "
                 "{'custom':{'a':{'morphTargetBinds':[%s]}}}",
                 cases[i].binds);
        TestModel test = downgraded_scene(VRM_DIALECT_1, edit);
        assert_int_equal(test_count_findings(test.report, "DOWNGRADE_BIND_SHARED"),
                         cases[i].findings);
        test_model_free(&test);
    }
}

/* In 0.x the last joint turns too; the one before turned all along. */
static void collider_on_a_last_joint_is_reported_to_sway(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes scene = scene_avatar(&def);
    for (int from_end = 1; from_end <= 2; from_end++) {
        TestModel test = test_model_bytes(scene.data, scene.size, NULL);
        const vrm_Spring* spring = &vrm_model_spring_bones(test.model)->springs[0];
        char edits[128];
        snprintf(edits, sizeof edits, "set /extensions/VRMC_springBone/colliders/0/node %d",
                 (int)spring->joints[spring->joint_count - from_end].node);
        SceneBytes patched = scene_patch(&scene, edits, NULL);
        assert_non_null(patched.data);
        test_model_free(&test);
        test = test_model_bytes(patched.data, patched.size, NULL);
        downgrade(&test);
        assert_int_equal(test_count_findings(test.report, "DOWNGRADE_COLLIDER_SWAYS"),
                         from_end == 1 ? 1 : 0);
        test_model_free(&test);
        scene_bytes_free(&patched);
    }
    scene_bytes_free(&scene);
}

static void everything_that_is_lost_is_reported(void** state) {
    (void)state;
    static const char* const codes[] = {
        "DOWNGRADE_CONSTRAINT_LOST",  "DOWNGRADE_OVERRIDE_LOST",
        "DOWNGRADE_BIND_LOST",        "DOWNGRADE_COLLIDER_APPROXIMATED",
        "DOWNGRADE_COLLIDER_LOST",    "DOWNGRADE_SPRING_SETTINGS_VARY",
        "DOWNGRADE_META_LOST",        "DOWNGRADE_LIMIT_LOST",
        "DOWNGRADE_TEXTURE_CHANNEL",  "DOWNGRADE_SHADER_VALUE_LOST",
        "DOWNGRADE_SPRING_SWAYS_MORE"};
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.has_limits = true;
    SceneBytes scene = scene_avatar(&def);
    TestModel test = test_model_bytes(scene.data, scene.size, NULL);
    const vrm_SpringBones* springs = vrm_model_spring_bones(test.model);
    int32_t joint = springs->springs[0].joints[1].node;
    char edits[256];
    snprintf(edits, sizeof edits,
             "insert /nodes/- {'name':'extra'}\ninsert /nodes/%d/children/- %d", (int)joint,
             (int)vrm_model_gltf(test.model)->node_count);
    for (char* c = edits; *c != '\0'; c++)
        if (*c == '\'') *c = '"';
    SceneBytes patched = scene_patch(&scene, edits, NULL);
    assert_non_null(patched.data);
    test_model_free(&test);
    test = test_model_bytes(patched.data, patched.size, NULL);
    downgrade(&test);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        test_get_finding(test.report, codes[i]);
    test_model_free(&test);
    scene_bytes_free(&scene);
    scene_bytes_free(&patched);
}

/* No point of the capsule's skin is further from the row than a twentieth of the radius. */
static void capsule_becomes_a_close_row_of_spheres(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    const vrm_SpringBones* springs = vrm_model_spring_bones(test.model);
    int32_t capsule = 0;
    while (springs->colliders[capsule].shape != VRM_COLLIDER_CAPSULE) capsule++;
    vrm_Collider old = springs->colliders[capsule];
    downgrade(&test);
    springs = vrm_model_spring_bones(test.model);
    int32_t spheres = 0;
    float length = 0.0f;
    vrm_Vec3 last = {0};
    for (int32_t i = 0; i < springs->collider_count; i++) {
        const vrm_Collider* c = &springs->colliders[i];
        if (c->node != old.node || fabsf(c->radius - old.radius) > 1e-6f) continue;
        if (spheres > 0) {
            vrm_Vec3 d = {c->offset.x - last.x, c->offset.y - last.y, c->offset.z - last.z};
            float step = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z), r = old.radius;
            if (step < r) length += step;
            if (step < r) assert_true(r - sqrtf(r * r - step * step / 4.0f) <= 0.05f * r + 1e-6f);
        }
        last = c->offset;
        spheres++;
    }
    vrm_Vec3 d = {old.tail.x - old.offset.x, old.tail.y - old.offset.y, old.tail.z - old.offset.z};
    assert_true(spheres > 2);
    assert_float_equal(length, sqrtf(d.x * d.x + d.y * d.y + d.z * d.z), 1e-4f);
    test_model_free(&test);
}

/* ---- Materials ---- */

static char* lines_of(const vrm_Model* model) {
    char* all = test_describe(model);
    char* kept = calloc(strlen(all) + 1, 1);
    for (char* line = strtok(all, "\n"); line != NULL; line = strtok(NULL, "\n"))
        if (strncmp(line, "surface", 7) == 0 || strncmp(line, "  mtoon", 7) == 0)
            strcat(strcat(kept, line), "\n");
    free(all);
    return kept;
}

static void check_close_text(const char* a, const char* b) {
    while (*a != '\0' && *b != '\0') {
        char *end_a, *end_b;
        double x = strtod(a, &end_a), y = strtod(b, &end_b);
        if (end_a != a && end_b != b) {
            if (fabs(x - y) > 1e-5 + 1e-5 * fabs(x)) fail_msg("%.40s is not %.40s", b, a);
            a = end_a;
            b = end_b;
        } else {
            if (*a != *b) fail_msg("%.40s is not %.40s", b, a);
            a++;
            b++;
        }
    }
    assert_true(*a == *b);
}

static void materials_look_as_before_after_going_up_and_down(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_0, NULL);
    TestModel after = test_model_scene(VRM_DIALECT_0, NULL);
    assert_int_equal(bring_to(after.model, VRM_DIALECT_1, NULL), VRM_OK);
    assert_int_equal(bring_to(after.model, VRM_DIALECT_0, NULL), VRM_OK);
    char *a = lines_of(before.model), *b = lines_of(after.model);
    check_close_text(a, b);
    free(a);
    free(b);
    test_model_free(&before);
    test_model_free(&after);
}

static void colours_come_back_from_srgb(void** state) {
    (void)state;
    for (int i = 0; i <= 1000; i++) {
        float linear = (float)i / 1000.0f;
        assert_float_equal(vrmi_srgb_to_linear(vrmi_linear_to_srgb(linear)), linear, 1e-7f);
    }
    assert_true(vrmi_linear_to_srgb(-1.0f) == 0.0f && vrmi_linear_to_srgb(1.0f) == 1.0f);
    assert_float_equal(vrmi_srgb_to_linear(vrmi_linear_to_srgb(4.0f)), 4.0f, 1e-5f);
}

/* ---- The file ---- */

/* */
static void result_is_a_sound_0_file(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_BETA; dialect <= VRM_DIALECT_1; dialect++) {
        TestModel test = downgraded_scene((vrm_Dialect)dialect, NULL);
        vrm_report_clear(test.report);
        assert_int_equal(vrm_model_validate(test.model, NULL, test.report), VRM_OK);
        for (int32_t i = 0; i < vrm_report_count(test.report); i++) {
            vrm_Finding finding = vrm_report_get(test.report, i);
            if (finding.severity <= VRM_WARNING)
                fail_msg("%s %s %s", finding.code, finding.pointer, finding.message);
        }
        const vrm_Gltf* gltf = vrm_model_gltf(test.model);
        for (int32_t i = 0; i < gltf->extension_used_count; i++)
            assert_null(strstr(gltf->extensions_used[i], "VRMC_"));
        test_model_free(&test);
    }
}

static void check_sound_0(const TestBytes* bytes, const char* path) {
    TestModel test = test_model_bytes(bytes->data, bytes->size, NULL);
    downgrade(&test);
    vrm_report_clear(test.report);
    assert_int_equal(vrm_model_validate(test.model, NULL, test.report), VRM_OK);
    if (vrm_report_total(test.report, VRM_ERROR) > 0)
        fail_msg("%s: %s", path, vrm_report_get(test.report, 0).message);
    test_model_free(&test);
}

static void corpus_becomes_sound_0_files(void** state) {
    (void)state;
    corpus_each("vrm1", ".vrm", check_sound_0);
}

static void what_is_0_already_stays_and_the_draft_is_refused(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, NULL);
    vrm_report_clear(test.report);
    assert_int_equal(bring_to(test.model, VRM_DIALECT_0, test.report), VRM_OK);
    assert_int_equal(vrm_report_count(test.report), 0);
    assert_int_equal(bring_to(test.model, VRM_DIALECT_BETA, test.report), VRM_ERR_ARGUMENT);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_DRAFT, NULL);
    assert_int_equal(bring_to(test.model, VRM_DIALECT_0, test.report), VRM_ERR_UNSUPPORTED);
    test_get_finding(test.report, "DOWNGRADE_DRAFT");
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_DRAFT);
    test_model_free(&test);
}

static void check_broken(const TestBytes* bytes, const char* path) {
    (void)path;
    TestModel test = test_model_bytes(bytes->data, bytes->size, NULL);
    if (test.model != NULL && bring_to(test.model, VRM_DIALECT_0, test.report) == VRM_OK)
        assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_0);
    test_model_free(&test);
}

static void broken_files_are_brought_down_or_refused(void** state) {
    (void)state;
    corpus_each("broken", NULL, check_broken);
}

/* Each mention of a group in a spring becomes as many as its colliders have nodes. */
static void file_that_would_grow_beyond_measure_is_refused(void** state) {
    (void)state;
    enum { COUNT = 900, ROOM = 128 * COUNT };
    char *text = malloc(ROOM), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{'asset':{'version':'2.0'},'nodes':[{'children':[1]}");
    for (int i = 0; i <= COUNT; i++) at += sprintf(at, ",{}");
    at += sprintf(at, "],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{"
                      "'specVersion':'1.0','colliderGroups':[{'colliders':[0");
    for (int i = 1; i < COUNT; i++) at += sprintf(at, ",%d", i);
    at += sprintf(at, "]}],'springs':[{'joints':[{'node':0},{'node':1}],'colliderGroups':[0");
    for (int i = 1; i < COUNT; i++) at += sprintf(at, ",0");
    at += sprintf(at, "]}],'colliders':[");
    for (int i = 0; i < COUNT; i++)
        at += sprintf(at, "%s{'node':%d,'shape':{'sphere':{}}}", i == 0 ? "" : ",", i + 2);
    at += sprintf(at, "]}}}");
    assert_true(at < text + ROOM);
    TestBytes file = test_gltf(text);
    TestMemory memory = {0};
    vrm_LoadDef def = vrm_default_load_def();
    def.limits.elements = 1000;
    def.allocator = test_memory_allocator(&memory);
    TestModel test = test_model_bytes(file.data, file.size, &def);
    assert_int_equal(test.result, VRM_OK);
    memory.peak_bytes = memory.live_bytes;
    size_t before = memory.live_bytes;
    assert_int_equal(bring_to(test.model, VRM_DIALECT_0, test.report), VRM_ERR_LIMIT);
    test_get_finding(test.report, "LIMIT_ELEMENTS");
    assert_true(memory.peak_bytes - before < 3u * 1000 * 1000);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_1);
    test_model_free(&test);
    test_memory_check_clean(&memory);
    test_bytes_free(&file);
    free(text);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result != VRM_OK) return result;
    result = bring_to(model, VRM_DIALECT_0, NULL);
    assert_int_equal(vrm_model_dialect(model), result == VRM_OK ? VRM_DIALECT_0 : VRM_DIALECT_1);
    vrm_model_destroy(model);
    return result;
}

static void downgrade_survives_every_failing_allocation(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.chain_count = def.joints_per_chain = 2;
    def.has_fingers = false;
    def.has_rotated_rest = true;
    def.sides = 4;
    SceneBytes scene = scene_avatar(&def);
    TestBytes bytes = {scene.data, scene.size};
    assert_true(test_every_allocation_failing(attempt, &bytes) > 20);
    scene_bytes_free(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_avatar_moves_as_before_after_going_up_and_down),
        cmocka_unit_test(going_up_and_down_adds_no_nodes),
        cmocka_unit_test(corpus_moves_as_before_after_going_up_and_down),
        cmocka_unit_test(new_avatar_moves_as_before),
        cmocka_unit_test(plain_springs_sway_as_before),
        cmocka_unit_test(licence_is_never_looser),
        cmocka_unit_test(licence_of_0_comes_back_unless_the_owner_changed_it),
        cmocka_unit_test(every_changed_term_outweighs_the_old_licence),
        cmocka_unit_test(thumbnail_becomes_a_texture),
        cmocka_unit_test(expressions_have_their_old_names_and_weights),
        cmocka_unit_test(names_that_0_would_mistake_are_changed),
        cmocka_unit_test(names_are_distinguished_however_many_there_are),
        cmocka_unit_test(binds_of_a_shared_mesh_are_said_once),
        cmocka_unit_test(shared_binds_are_reported_where_nodes_move_otherwise),
        cmocka_unit_test(collider_on_a_last_joint_is_reported_to_sway),
        cmocka_unit_test(everything_that_is_lost_is_reported),
        cmocka_unit_test(capsule_becomes_a_close_row_of_spheres),
        cmocka_unit_test(materials_look_as_before_after_going_up_and_down),
        cmocka_unit_test(colours_come_back_from_srgb),
        cmocka_unit_test(result_is_a_sound_0_file),
        cmocka_unit_test(corpus_becomes_sound_0_files),
        cmocka_unit_test(what_is_0_already_stays_and_the_draft_is_refused),
        cmocka_unit_test(broken_files_are_brought_down_or_refused),
        cmocka_unit_test(file_that_would_grow_beyond_measure_is_refused),
        cmocka_unit_test(downgrade_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
