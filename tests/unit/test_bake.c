/* SPDX-License-Identifier: MIT */
/* Baking: what a sim made becomes a glTF animation in the avatar's own file. */
#include "base/maths.h"
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/bake.h"
#include "vrm/clip.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/pose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 90

typedef struct Bake {
    TestModel test;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
    vrm_Baker* baker;
    vrm_Transform* locals; /* of all frames */
    float* morphs;         /* of all frames */
    vrm_Clip* clip;        /* that the avatar plays, if any */
    int32_t node_count;
    vrm_BakeStats stats;
    vrm_Result result;
} Bake;

typedef void DriveFn(Bake* bake, int frame);

static void drive_idle(Bake* bake, int frame) {
    vrm_Pose pose = vrm_pose_idle((float)frame / 30.0f);
    pose.rotations[VRM_BONE_HEAD] = test_turn(0, 1, 0, 40.0f * vrmi_sin((float)frame / 8.0f));
    assert_true(vrm_avatar_set_pose(bake->sim, bake->id, &pose));
}

static void drive_nothing(Bake* bake, int frame) {
    (void)bake;
    (void)frame;
}

static void drive_happy(Bake* bake, int frame) {
    float weight = (float)frame / (FRAMES - 1);
    for (int e = 0; e < VRM_EXPRESSION_PRESET_COUNT; e++)
        (void)vrm_avatar_set_expression(bake->sim, bake->id, (vrm_ExpressionPreset)e,
                                        weight * 0.9f);
    (void)vrm_avatar_set_expression_named(bake->sim, bake->id, "wow1", weight); /* all materials */
}

static void drive_root(Bake* bake, int frame) {
    vrm_Transform root = {
        {0.01f * (float)frame, 0, 0}, test_turn(0, 1, 0, (float)frame), {1, 1, 1}};
    assert_true(vrm_avatar_set_root(bake->sim, bake->id, root));
}

/* Makes the frames; the model is still as it was. */
static Bake run(TestModel test, const vrm_BakerDef* def, DriveFn* drive) {
    Bake bake = {.test = test};
    vrm_report_clear(bake.test.report);
    assert_int_equal(vrm_rig_build(test.model, NULL, &bake.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &bake.sim), VRM_OK);
    bake.id = vrm_sim_add(bake.sim, bake.rig);
    assert_int_equal(vrm_baker_create(def, bake.rig, &bake.baker), VRM_OK);
    bake.node_count = vrm_rig_node_count(bake.rig);
    size_t size = (size_t)bake.node_count * sizeof *bake.locals;
    size_t morphs = (size_t)vrm_rig_morph_count(bake.rig);
    bake.locals = malloc(FRAMES * size);
    bake.morphs = malloc(FRAMES * morphs * sizeof *bake.morphs + 1);
    assert_non_null(bake.locals);
    assert_non_null(bake.morphs);
    for (int f = 0; f < FRAMES; f++) {
        drive(&bake, f);
        vrm_sim_step(bake.sim, 1.0f / 60.0f);
        assert_int_equal(vrm_baker_add_frame(bake.baker, f / 60.0, bake.sim, bake.id), VRM_OK);
        memcpy(bake.locals + (size_t)f * (size_t)bake.node_count,
               vrm_avatar_locals(bake.sim, bake.id), size);
        memcpy(bake.morphs + (size_t)f * morphs, vrm_avatar_morphs(bake.sim, bake.id),
               morphs * sizeof *bake.morphs);
    }
    return bake;
}

static Bake baked(vrm_Dialect dialect, const char* edits, const vrm_BakerDef* def, DriveFn* drive) {
    Bake bake = run(test_model_scene(dialect, edits), def, drive);
    bake.result = vrm_baker_finish(bake.baker, bake.test.model, bake.test.report, &bake.stats);
    assert_int_equal(bake.result, VRM_OK);
    return bake;
}

static void end(Bake* bake) {
    vrm_baker_destroy(bake->baker);
    vrm_sim_destroy(bake->sim);
    vrm_rig_destroy(bake->rig);
    free(bake->locals);
    free(bake->morphs);
    vrm_clip_destroy(bake->clip);
    test_model_free(&bake->test);
}

static bool has(const vrm_Model* model, const char* pointer) {
    return vrm_json_at(vrm_model_gltf(model)->json, pointer) != VRM_JSON_MISSING;
}

static bool uses(const vrm_Model* model, const char* extension) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t i = 0; i < gltf->extension_used_count; i++)
        if (strcmp(gltf->extensions_used[i], extension) == 0) return true;
    return false;
}

/* ---- The motion ---- */

static void baked_nodes_move_as_the_sim_did_in_every_frame(void** state) {
    (void)state;
    const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_BETA, VRM_DIALECT_1};
    for (size_t d = 0; d < sizeof dialects / sizeof *dialects; d++) {
        Bake bake = baked(dialects[d], NULL, NULL, drive_idle);
        const vrm_Gltf* gltf = vrm_model_gltf(bake.test.model);
        size_t count = (size_t)gltf->node_count;
        vrm_Clip* clip = NULL;
        vrm_Transform* locals = malloc(count * sizeof *locals);
        assert_non_null(locals);
        assert_int_equal(vrm_clip_build(bake.test.model, NULL, &clip), VRM_OK);
        assert_int_equal(vrm_clip_kind(clip), VRM_CLIP_NODES);
        assert_float_equal(vrm_clip_duration(clip), (FRAMES - 1) / 60.0f, 1e-6f);
        for (int f = 0; f < FRAMES; f++) {
            for (size_t n = 0; n < count; n++) locals[n] = gltf->nodes[n].rest;
            assert_true(vrm_clip_sample_nodes(clip, (float)(f / 60.0), locals, gltf->node_count));
            for (int32_t n = 0; n < bake.node_count; n++) {
                const vrm_Transform* made = &bake.locals[f * bake.node_count + n];
                test_same_rotation(locals[n].rotation, made->rotation,
                                   0.1f * VRMI_TO_RADIANS + 1e-6f);
                test_same_point(locals[n].translation, made->translation, 0.0005f);
                test_same_point(locals[n].scale, made->scale, 0.0005f);
            }
        }
        assert_true(bake.stats.kept_keys * 3 < bake.stats.source_keys);
        assert_true(bake.stats.channels > 20);
        free(locals);
        vrm_clip_destroy(clip);
        end(&bake);
    }
}

static void baked_morphs_follow_expressions(void** state) {
    (void)state;
    Bake bake = baked(VRM_DIALECT_1, NULL, NULL, drive_happy);
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_clip_build(bake.test.model, NULL, &clip), VRM_OK);
    int32_t count = vrm_rig_morph_count(bake.rig);
    float* morphs = calloc((size_t)count, sizeof *morphs);
    assert_non_null(morphs);
    assert_true(vrm_clip_sample_morphs(clip, bake.rig, (FRAMES - 1) / 60.0f, morphs, count));
    const float* shown = vrm_avatar_morphs(bake.sim, bake.id);
    float most = 0.0f;
    for (int32_t m = 0; m < count; m++) {
        assert_float_equal(morphs[m], shown[m], 0.002f);
        if (shown[m] > most) most = shown[m];
    }
    assert_true(most > 0.1f);
    free(morphs);
    vrm_clip_destroy(clip);
    end(&bake);
}

/* Gives the first mesh that has targets an animation of its weights: up, down, up. */
static void animate_weights(vrm_Model* model) {
    static const float times[3] = {0.0f, 0.6f, 1.4f};
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t node = 0, input = -1, output = -1;
    while (gltf->nodes[node].mesh < 0 || gltf->meshes[gltf->nodes[node].mesh].target_count == 0)
        assert_true(++node < gltf->node_count);
    size_t count = 3 * (size_t)gltf->meshes[gltf->nodes[node].mesh].target_count;
    float* values = malloc(count * sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < count; i++) values[i] = (float)(i % 7) / 10.0f;
    char text[256];
    int size = snprintf(text, sizeof text,
                        "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":%d,\"path\":"
                        "\"weights\"}}],\"samplers\":[{\"input\":%d,\"output\":%d}]}",
                        (int)node, (int)gltf->accessor_count, (int)gltf->accessor_count + 1);
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_add_floats(edit, VRM_ACCESSOR_SCALAR, times, 3, 0, true, &input),
                     VRM_OK);
    assert_int_equal(
        vrm_edit_add_floats(edit, VRM_ACCESSOR_SCALAR, values, count, 0, false, &output), VRM_OK);
    assert_int_equal(vrm_edit_add(edit, "animations", text, (size_t)size, NULL), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    free(values);
}

static void drive_own_clip(Bake* bake, int frame) {
    if (bake->clip == NULL)
        assert_int_equal(vrm_clip_build(bake->test.model, NULL, &bake->clip), VRM_OK);
    vrm_Player player = vrm_player(bake->clip);
    player.time_s = (float)frame / 60.0f;
    assert_true(vrm_avatar_play(bake->sim, bake->id, &player, 1));
    (void)vrm_avatar_set_expression(bake->sim, bake->id, VRM_EXPRESSION_HAPPY,
                                    (float)frame / FRAMES);
}

static void baked_morphs_are_the_files_animation_and_expressions_on_top(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    animate_weights(test.model);
    Bake bake = run(test, NULL, drive_own_clip);
    assert_int_equal(vrm_baker_finish(bake.baker, bake.test.model, bake.test.report, NULL), VRM_OK);
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_clip_build(bake.test.model, NULL, &clip), VRM_OK);
    int32_t count = vrm_rig_morph_count(bake.rig);
    float* played = calloc(2 * (size_t)count, sizeof *played);
    assert_non_null(played);
    bool has_both = false;
    for (int f = 0; f < FRAMES; f++) {
        const float* shown = bake.morphs + f * count;
        float* own = played + count;
        assert_true(vrm_clip_sample_morphs(clip, bake.rig, (float)f / 60.0f, played, count));
        assert_true(vrm_clip_sample_morphs(bake.clip, bake.rig, (float)f / 60.0f, own, count));
        for (int32_t m = 0; m < count; m++) {
            assert_float_equal(played[m], shown[m], 0.002f + 1e-6f);
            if (own[m] > 0.1f && shown[m] > own[m] + 0.1f) has_both = true;
        }
    }
    assert_true(has_both);
    free(played);
    vrm_clip_destroy(clip);
    end(&bake);
}

static void avatar_that_stands_still_has_an_animation_of_its_length(void** state) {
    (void)state;
    Bake bake = run(test_model_scene(VRM_DIALECT_1, "remove /extensions/VRMC_springBone"), NULL,
                    drive_nothing);
    assert_int_equal(vrm_baker_finish(bake.baker, bake.test.model, bake.test.report, &bake.stats),
                     VRM_OK);
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_clip_build(bake.test.model, NULL, &clip), VRM_OK);
    assert_float_equal(vrm_clip_duration(clip), (FRAMES - 1) / 60.0f, 1e-6f);
    assert_true(bake.stats.kept_keys <= 8);
    vrm_clip_destroy(clip);
    end(&bake);
}

static void own_animation_of_the_file_comes_after_the_baked_one(void** state) {
    (void)state;
    Bake bake = baked(VRM_DIALECT_1, "set /animations [{'name':'old','channels':[],'samplers':[]}]",
                      NULL, drive_idle);
    const vrm_Gltf* gltf = vrm_model_gltf(bake.test.model);
    assert_int_equal(gltf->animation_count, 2);
    assert_string_equal(gltf->animations[0].name, "bake");
    assert_string_equal(gltf->animations[1].name, "old");
    end(&bake);
}

/* ---- The root ---- */

static void root_motion_and_the_turn_of_old_avatars_become_a_node(void** state) {
    (void)state;
    const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1};
    for (int i = 0; i < 2; i++) {
        Bake bake = baked(dialects[i], NULL, NULL, i == 0 ? drive_nothing : drive_root);
        const vrm_Gltf* gltf = vrm_model_gltf(bake.test.model);
        assert_int_equal(gltf->node_count, bake.node_count + 1);
        const vrm_Node* root = &gltf->nodes[bake.node_count];
        assert_true(root->child_count > 0);
        for (int32_t s = 0; s < gltf->scenes[0].node_count; s++) {
            const vrm_Node* shown = &gltf->nodes[gltf->scenes[0].nodes[s]];
            assert_true(shown == root || shown->skin >= 0);
        }
        if (i == 0) test_same_rotation(root->rest.rotation, (vrm_Quat){0, 1, 0, 0}, 1e-6f);
        end(&bake);
    }
    Bake still = baked(VRM_DIALECT_1, NULL, NULL, drive_idle);
    assert_int_equal(vrm_model_gltf(still.test.model)->node_count, still.node_count);
    end(&still);
}

/* A VRM program turns the old avatar itself. */
static void file_without_scenes_is_turned_too_and_gets_one(void** state) {
    (void)state;
    Bake bake = baked(VRM_DIALECT_0, "remove /scene\nremove /scenes", NULL, drive_nothing);
    const vrm_Gltf* gltf = vrm_model_gltf(bake.test.model);
    const vrm_Node* root = &gltf->nodes[bake.node_count];
    assert_int_equal(gltf->node_count, bake.node_count + 1);
    test_same_rotation(root->rest.rotation, test_turn(0, 1, 0, 180), 1e-6f);
    assert_int_equal(gltf->scene_count, 1);
    assert_int_equal(gltf->scene, 0);
    for (int32_t i = 0; i < gltf->node_count; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        bool is_listed = false;
        for (int32_t k = 0; k < gltf->scenes[0].node_count; k++)
            is_listed |= gltf->scenes[0].nodes[k] == i;
        assert_int_equal(is_listed, node->parent < 0);
        /* What shows something without joints, or moves others, hangs on the root. */
        if (node->parent < 0 && node != root) assert_true(node->skin >= 0);
    }
    end(&bake);
}

static void kept_vrm_extensions_leave_the_turn_to_the_program(void** state) {
    (void)state;
    vrm_BakerDef def = vrm_default_baker_def();
    def.keeps_vrm = true;
    Bake bake = baked(VRM_DIALECT_0, NULL, &def, drive_idle);
    assert_int_equal(vrm_model_gltf(bake.test.model)->node_count, bake.node_count);
    assert_int_equal(vrm_model_dialect(bake.test.model), VRM_DIALECT_0);
    assert_int_equal(test_count_findings(bake.test.report, "BAKE_RUNS_TWICE"), 1);
    end(&bake);
    bake = baked(VRM_DIALECT_0, NULL, &def, drive_root);
    const vrm_Gltf* gltf = vrm_model_gltf(bake.test.model);
    vrm_Clip* clip = NULL;
    vrm_Transform* locals = calloc((size_t)gltf->node_count, sizeof *locals);
    assert_non_null(locals);
    assert_int_equal(vrm_clip_build(bake.test.model, NULL, &clip), VRM_OK);
    assert_true(vrm_clip_sample_nodes(clip, (FRAMES - 1) / 60.0f, locals, gltf->node_count));
    test_same_point(locals[bake.node_count].translation, (vrm_Vec3){-0.01f * (FRAMES - 1), 0, 0},
                    0.001f);
    test_same_rotation(locals[bake.node_count].rotation, test_turn(0, 1, 0, FRAMES - 1), 0.002f);
    free(locals);
    vrm_clip_destroy(clip);
    end(&bake);
}

/* A sim that lets old avatars face back shows what is beneath the turn already. */
static void kept_vrm_extensions_of_a_sim_that_does_not_turn_need_no_root(void** state) {
    (void)state;
    vrm_BakerDef def = vrm_default_baker_def();
    def.keeps_vrm = true;
    TestModel test = test_model_scene(VRM_DIALECT_0, NULL);
    vrm_Rig* rig;
    assert_int_equal(vrm_rig_build(test.model, NULL, &rig), VRM_OK);
    vrm_SimDef sim_def = vrm_default_sim_def();
    sim_def.keeps_vrm0_facing = true;
    vrm_Sim* sim;
    vrm_Baker* baker;
    assert_int_equal(vrm_sim_create(&sim_def, &sim), VRM_OK);
    assert_int_equal(vrm_baker_create(&def, rig, &baker), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    for (int f = 0; f < 3; f++) {
        vrm_sim_step(sim, 0.1f);
        assert_int_equal(vrm_baker_add_frame(baker, 0.1 * f, sim, id), VRM_OK);
    }
    assert_int_equal(vrm_baker_finish(baker, test.model, NULL, NULL), VRM_OK);
    assert_int_equal(vrm_model_gltf(test.model)->node_count, vrm_rig_node_count(rig));
    vrm_baker_destroy(baker);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    test_model_free(&test);
}

/* ---- The rest of the file ---- */

/* Extras may be any JSON. */
static void licence_stays_beside_extras_of_every_kind(void** state) {
    (void)state;
    static const char* const extras[] = {"'made by me'", "['a']", "7", "true", "null", "{'a':1}"};
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
        char edit[64];
        snprintf(edit, sizeof edit, "set /asset/extras %s", extras[i]);
        Bake bake = baked(VRM_DIALECT_1, edit, NULL, drive_idle);
        assert_true(has(bake.test.model, "/asset/extras/vrmMeta/licenseUrl"));
        assert_true(
            has(bake.test.model, extras[i][0] == '{' ? "/asset/extras/a" : "/asset/extras/extras"));
        end(&bake);
    }
}

static void vrm_extensions_go_and_the_licence_stays(void** state) {
    (void)state;
    const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1};
    for (int i = 0; i < 2; i++) {
        Bake bake = baked(dialects[i], "set /extras 'mine'", NULL, drive_idle);
        const vrm_Model* model = bake.test.model;
        assert_int_equal(vrm_model_dialect(model), VRM_DIALECT_NONE);
        assert_false(uses(model, "VRM") || uses(model, "VRMC_vrm"));
        assert_false(uses(model, "VRMC_springBone") || uses(model, "VRMC_node_constraint"));
        assert_false(has(model, "/extensions"));
        assert_true(has(model, "/asset/extras/vrmMeta/licenseUrl") ||
                    has(model, "/asset/extras/vrmMeta/licenseName"));
        assert_true(strlen(vrm_model_gltf(model)->asset.copyright) > 0);
        assert_true(has(model, "/extras"));
        assert_int_equal(uses(model, "VRMC_materials_mtoon"), dialects[i] == VRM_DIALECT_1);
        assert_int_equal(test_count_findings(bake.test.report, "BAKE_VRM_REMOVED"), 1);
        end(&bake);
    }
}

/* Names are compared whole: one that is longer than any buffer, and one of which "VRM" is only the
 * beginning, up to an escaped U+0000. */
static void extension_names_of_any_length_and_content_are_handled(void** state) {
    (void)state;
    char edits[2048], name[301] = "VRMC_", pointer[400];
    memset(name + 5, 'x', sizeof name - 6);
    name[sizeof name - 1] = '\0';
    snprintf(edits, sizeof edits,
             "set /extensions/%s {}\n"
             "insert /extensionsUsed/- '%s'\n"
             "set /extensions/XX_%s {'a':1}\n"
             "insert /extensionsUsed/- 'XX_%s'\n"
             "set /nodes/0/extensions {'VRM\\u0000x':{'b':2}}\n"
             "insert /extensionsUsed/- 'VRM\\u0000x'",
             name, name, name, name);
    Bake bake = baked(VRM_DIALECT_1, edits, NULL, drive_nothing);
    snprintf(pointer, sizeof pointer, "/extensions/%s", name);
    assert_false(has(bake.test.model, pointer));
    assert_false(uses(bake.test.model, name));
    snprintf(pointer, sizeof pointer, "/extensions/XX_%s/a", name);
    assert_true(has(bake.test.model, pointer));
    snprintf(pointer, sizeof pointer, "XX_%s", name);
    assert_true(uses(bake.test.model, pointer));
    assert_int_equal(vrm_json_count(vrm_model_gltf(bake.test.model)->json,
                                    test_json_at(bake.test.model, "/nodes/0/extensions")),
                     1);
    end(&bake);
}

static void all_authors_are_in_the_copyright_however_long(void** state) {
    (void)state;
    char edits[1024], author[301];
    memset(author, 'A', sizeof author - 1);
    author[sizeof author - 1] = '\0';
    snprintf(edits, sizeof edits,
             "set /extensions/VRMC_vrm/meta/authors ['%s','Bob']\n"
             "remove /extensions/VRMC_vrm/meta/copyrightInformation",
             author);
    Bake bake = baked(VRM_DIALECT_1, edits, NULL, drive_nothing);
    char expected[400];
    snprintf(expected, sizeof expected, "%s, Bob", author);
    test_json_string(bake.test.model, "/asset/copyright", expected);
    end(&bake);
}

static void animated_matrix_becomes_parts_and_lost_shear_is_reported(void** state) {
    (void)state;
    static const char* const edits[] = {
        "remove /nodes/1/translation\nset /nodes/1/matrix [1,0,0,0,0,1,0,0,0,0,1,0,0.5,0.25,0,1]",
        "remove /nodes/1/translation\nset /nodes/1/matrix [1,0,0,0,0.7,1,0,0,0,0,1,0,0,0.5,0,1]"};
    for (int i = 0; i < 2; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_1, edits[i]);
        Bake bake = run(test, NULL, drive_nothing);
        /* Turned by hand, whatever bone it is. */
        vrm_Transform local = vrm_rig_rest(bake.rig, 1);
        local.rotation = test_turn(0, 0, 1, 30.0f);
        assert_true(vrm_avatar_set_node(bake.sim, bake.id, 1, local));
        vrm_sim_step(bake.sim, 1.0f / 60.0f);
        assert_int_equal(vrm_baker_add_frame(bake.baker, 2.0, bake.sim, bake.id), VRM_OK);
        assert_int_equal(vrm_baker_finish(bake.baker, bake.test.model, bake.test.report, NULL),
                         VRM_OK);
        const vrm_Node* node = &vrm_model_gltf(bake.test.model)->nodes[1];
        assert_null(node->matrix);
        assert_float_equal(node->rest.translation.y, i == 0 ? 0.25f : 0.5f, 1e-6f);
        assert_int_equal(test_count_findings(bake.test.report, "BAKE_SHEAR_LOST"), i);
        end(&bake);
    }
}

static void material_changes_are_reported_or_animated_by_pointer(void** state) {
    (void)state;
    Bake bake = baked(VRM_DIALECT_1, NULL, NULL, drive_happy);
    assert_true(test_count_findings(bake.test.report, "BAKE_MATERIAL_LEFT") > 0);
    assert_false(uses(bake.test.model, "KHR_animation_pointer"));
    end(&bake);
    vrm_BakerDef def = vrm_default_baker_def();
    def.has_materials = true;
    bake = baked(VRM_DIALECT_1, NULL, &def, drive_happy);
    assert_int_equal(test_count_findings(bake.test.report, "BAKE_MATERIAL_LEFT"), 0);
    assert_true(uses(bake.test.model, "KHR_animation_pointer"));
    const vrm_Gltf* gltf = vrm_model_gltf(bake.test.model);
    int pointers = 0;
    for (int32_t c = 0; c < gltf->animations[0].channel_count; c++) {
        const vrm_AnimationChannel* channel = &gltf->animations[0].channels[c];
        if (channel->path != VRM_PATH_OTHER) continue;
        char pointer[160];
        vrm_JsonRef target = vrm_json_member(gltf->json, channel->json, "target");
        vrm_JsonRef object = vrm_json_member(
            gltf->json, vrm_json_member(gltf->json, target, "extensions"), "KHR_animation_pointer");
        vrm_json_string(gltf->json, vrm_json_member(gltf->json, object, "pointer"), pointer,
                        sizeof pointer);
        if (!has(bake.test.model, pointer)) fail_msg("nothing at %s", pointer);
        pointers++;
    }
    assert_true(pointers > 0);
    end(&bake);
}

/* 0.x keeps its shader values in the extension that goes. */
static void value_without_a_place_is_reported(void** state) {
    (void)state;
    vrm_BakerDef def = vrm_default_baker_def();
    def.has_materials = true;
    Bake bake = baked(VRM_DIALECT_0, NULL, &def, drive_happy);
    assert_true(test_count_findings(bake.test.report, "BAKE_VALUE_HAS_NO_PLACE") > 0);
    assert_int_equal(test_count_findings(bake.test.report, "BAKE_MATERIAL_LEFT"), 0);
    end(&bake);
}

/* ---- Data beside the file ---- */

static const uint8_t picture[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

/* An avatar as .gltf text: its BIN chunk is avatar.bin, and there is a picture beside it. */
typedef struct SideFiles {
    SceneBytes glb;
    TestBytes text;
    const uint8_t* bin;
    size_t bin_size;
} SideFiles;

static uint32_t word_at(const uint8_t* bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static SideFiles spread(void) {
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes plain = scene_avatar(&def);
    SideFiles files = {.glb = scene_patch(&plain,
                                          "set /buffers/0/uri \"avatar.bin\"\n"
                                          "insert /images/- {\"uri\":\"face.png\"}\n"
                                          "insert /textures/- {\"source\":0}",
                                          NULL)};
    scene_bytes_free(&plain);
    assert_non_null(files.glb.data);
    uint32_t size = word_at(files.glb.data + 12);
    files.text = (TestBytes){files.glb.data + 20, size};
    files.bin = files.glb.data + 20 + size + 8;
    files.bin_size = word_at(files.glb.data + 20 + size);
    return files;
}

static vrm_Result read_side_file(void* ctx, const char* path, uint64_t max_size,
                                 const vrm_Allocator* allocator, uint8_t** out_data,
                                 size_t* out_size) {
    const SideFiles* files = ctx;
    bool is_picture = strcmp(path, "face.png") == 0;
    if (!is_picture && strcmp(path, "avatar.bin") != 0) return VRM_ERR_IO;
    *out_size = is_picture ? sizeof picture : files->bin_size;
    assert_true(*out_size <= max_size);
    *out_data = allocator->alloc(allocator->ctx, *out_size, 16);
    if (*out_data == NULL) return VRM_ERR_MEMORY;
    memcpy(*out_data, is_picture ? picture : files->bin, *out_size);
    return VRM_OK;
}

static void data_beside_the_file_come_into_it(void** state) {
    (void)state;
    SideFiles files = spread();
    vrm_LoadDef def = vrm_default_load_def();
    def.read_file = read_side_file;
    def.read_file_ctx = &files;
    Bake bake = run(test_model_bytes(files.text.data, files.text.size, &def), NULL, drive_idle);
    assert_int_equal(vrm_baker_finish(bake.baker, bake.test.model, bake.test.report, NULL), VRM_OK);
    TestBytes saved = test_save(bake.test.model);
    assert_memory_equal(saved.data, "glTF", 4);
    vrm_Model* alone = test_load(saved.data, saved.size);
    const vrm_Gltf* gltf = vrm_model_gltf(alone);
    assert_int_equal(gltf->buffer_count, 1);
    assert_string_equal(gltf->buffers[0].uri, "");
    assert_true(gltf->buffers[0].size > files.bin_size);
    assert_memory_equal(gltf->buffers[0].data, files.bin, files.bin_size);
    for (int32_t i = 0; i < gltf->accessor_count; i++) assert_true(gltf->accessors[i].is_readable);
    const vrm_Image* image = &gltf->images[gltf->image_count - 1];
    assert_int_equal(image->size, sizeof picture);
    assert_memory_equal(image->data, picture, sizeof picture);
    assert_int_equal(gltf->animation_count, 1);
    vrm_model_destroy(alone);
    test_bytes_free(&saved);
    end(&bake);
    scene_bytes_free(&files.glb);
}

static void data_that_cannot_be_had_are_reported_and_nothing_changes(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':4,'uri':'nowhere.bin'}],"
        "'bufferViews':[{'buffer':0,'byteLength':4}],'nodes':[{}],'scenes':[{'nodes':[0]}]}");
    Bake bake = run(test, NULL, drive_nothing);
    assert_int_equal(vrm_baker_finish(bake.baker, bake.test.model, bake.test.report, NULL),
                     VRM_ERR_UNSUPPORTED);
    test_expect(&bake.test, "BAKE_DATA_NOT_IN_BIN", "/buffers/0");
    assert_int_equal(vrm_model_gltf(bake.test.model)->animation_count, 0);
    end(&bake);
}

static void pictures_that_cannot_be_had_are_reported_and_nothing_changes(void** state) {
    (void)state;
    TestModel test =
        test_model_json("{'asset':{'version':'2.0'},'images':[{'uri':'nowhere.png'}],'nodes':[{}],"
                        "'scenes':[{'nodes':[0]}]}");
    Bake bake = run(test, NULL, drive_nothing);
    assert_int_equal(vrm_baker_finish(bake.baker, bake.test.model, bake.test.report, NULL),
                     VRM_ERR_UNSUPPORTED);
    test_expect(&bake.test, "BAKE_DATA_NOT_IN_BIN", "/images/0");
    assert_int_equal(vrm_model_gltf(bake.test.model)->animation_count, 0);
    end(&bake);
}

/* As of a recording: test_record.c. */
static void frames_closer_than_key_times_are_baked(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_Baker* baker = NULL;
    vrm_BakeStats stats;
    assert_int_equal(vrm_baker_create(NULL, run.rig, &baker), VRM_OK);
    for (int f = 0; f < 100; f++) {
        vrm_Quat turn = test_turn(0, 1, 0, (float)f);
        assert_true(vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_HEAD, turn));
        test_step(&run);
        double time = f == 0 ? 0.0 : 20000.0 + f * 0.0001;
        assert_int_equal(vrm_baker_add_frame(baker, time, run.sim, run.id), VRM_OK);
        assert_int_equal(vrm_baker_add_frame(baker, time, run.sim, run.id), VRM_ERR_ARGUMENT);
    }
    assert_int_equal(vrm_baker_finish(baker, run.model, NULL, &stats), VRM_OK);
    assert_int_equal(stats.frames, 100);
    TestBytes file = test_save(run.model);
    assert_int_equal(test_count_errors(&file, true), 0);
    test_bytes_free(&file);
    vrm_baker_destroy(baker);
    test_run_end(&run);
}

/* ---- Misuse, limits, memory ---- */

static void baker_refuses_what_does_not_belong_to_it(void** state) {
    (void)state;
    Bake bake = run(test_model_scene(VRM_DIALECT_1, NULL), NULL, drive_idle);
    TestAvatar other = test_avatar(VRM_DIALECT_1);
    TestRun foreign = test_run(&other);
    test_step(&foreign);
    assert_int_equal(vrm_baker_add_frame(bake.baker, 9.0, foreign.sim, foreign.id),
                     VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_baker_add_frame(bake.baker, 0.5, bake.sim, bake.id), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_baker_add_frame(bake.baker, (double)NAN, bake.sim, bake.id),
                     VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_baker_frame_count(bake.baker), FRAMES);
    assert_int_equal(vrm_baker_finish(bake.baker, foreign.model, NULL, NULL), VRM_ERR_ARGUMENT);
    vrm_Baker* none = NULL;
    vrm_BakerDef def = vrm_default_baker_def();
    def.tolerance_weight = NAN;
    assert_int_equal(vrm_baker_create(&def, bake.rig, &none), VRM_ERR_ARGUMENT);
    def = (vrm_BakerDef){0};
    assert_int_equal(vrm_baker_create(&def, bake.rig, &none), VRM_ERR_DEF);
    assert_int_equal(vrm_baker_create(NULL, bake.rig, &none), VRM_OK);
    assert_int_equal(vrm_baker_finish(none, bake.test.model, NULL, NULL), VRM_ERR_ARGUMENT);
    vrm_baker_destroy(none);
    test_run_end(&foreign);
    end(&bake);
}

/* The model was edited since its rig was built: as many nodes, but not the same file. */
static void baker_refuses_a_model_that_is_no_longer_that_of_its_rig(void** state) {
    (void)state;
    static const char* const edits[][2] = {{"/nodes/0/mesh", NULL},
                                           {"/nodes/0/mesh", "1"},
                                           {"/meshes/0/primitives/0/targets", NULL},
                                           {"/nodes/0/children", "[1]"},
                                           {"/materials", NULL}};
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"nodes\":[{\"mesh\":0}"
        ","
        "{}],\"scenes\":[{\"nodes\":[0,1]}],\"materials\":[{}],\"meshes\":[{\"primitives\":[{"
        "\"material\":0,\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]}]},"
        "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]}]}],"
        "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":3,\"min\":[0,0,0],"
        "\"max\":[0,0,0]}],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{"
        "\"preset\":{\"happy\":{\"materialColorBinds\":[{\"material\":0,\"type\":\"color\","
        "\"targetValue\":[1,0,0,1]}]}}}}}}";
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        vrm_Model* model;
        vrm_Rig* rig;
        vrm_Sim* sim;
        vrm_Baker* baker;
        vrm_Edit* edit;
        vrm_BakerDef def = vrm_default_baker_def();
        def.has_materials = true;
        assert_int_equal(vrm_model_load(text, sizeof text - 1, NULL, NULL, &model), VRM_OK);
        assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
        assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
        assert_int_equal(vrm_baker_create(&def, rig, &baker), VRM_OK);
        vrm_AvatarId id = vrm_sim_add(sim, rig);
        for (int f = 0; f < 2; f++) {
            assert_true(vrm_avatar_set_morph(sim, id, 0, 0.5f * (float)f));
            assert_true(vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_HAPPY, (float)f));
            vrm_sim_step(sim, 0.1f);
            assert_int_equal(vrm_baker_add_frame(baker, f, sim, id), VRM_OK);
        }
        assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
        const char* value = edits[i][1];
        assert_int_equal(value == NULL ? vrm_edit_remove(edit, edits[i][0])
                                       : vrm_edit_set(edit, edits[i][0], value, strlen(value)),
                         VRM_OK);
        assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
        assert_int_equal(vrm_baker_finish(baker, model, NULL, NULL), VRM_ERR_ARGUMENT);
        vrm_baker_destroy(baker);
        vrm_sim_destroy(sim);
        vrm_rig_destroy(rig);
        vrm_model_destroy(model);
    }
}

/* The same nodes and meshes, facing the other way. */
static void baker_refuses_a_model_that_was_migrated_since(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    TestRun run = test_run(&avatar);
    vrm_Baker* baker;
    assert_int_equal(vrm_baker_create(NULL, run.rig, &baker), VRM_OK);
    test_step(&run);
    assert_int_equal(vrm_baker_add_frame(baker, 0.0, run.sim, run.id), VRM_OK);
    assert_int_equal(vrm_migrate(run.model, NULL, NULL), VRM_OK);
    assert_int_equal(vrm_model_gltf(run.model)->node_count, vrm_rig_node_count(run.rig));
    assert_int_equal(vrm_baker_finish(baker, run.model, NULL, NULL), VRM_ERR_ARGUMENT);
    vrm_baker_destroy(baker);
    test_run_end(&run);
}

static void baker_keeps_within_its_memory(void** state) {
    (void)state;
    vrm_BakerDef def = vrm_default_baker_def();
    def.max_bytes = 100000;
    Bake bake = {.test = test_model_scene(VRM_DIALECT_1, NULL)};
    assert_int_equal(vrm_rig_build(bake.test.model, NULL, &bake.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &bake.sim), VRM_OK);
    bake.id = vrm_sim_add(bake.sim, bake.rig);
    assert_int_equal(vrm_baker_create(&def, bake.rig, &bake.baker), VRM_OK);
    vrm_Result result = VRM_OK;
    for (int f = 0; f < 1000 && result == VRM_OK; f++)
        result = vrm_baker_add_frame(bake.baker, f, bake.sim, bake.id);
    assert_int_equal(result, VRM_ERR_LIMIT);
    end(&bake);
}

static vrm_Result bake_all(const vrm_Allocator* allocator, void* ctx) {
    SceneBytes* bytes = ctx;
    vrm_LoadDef load = vrm_default_load_def();
    vrm_BakerDef def = vrm_default_baker_def();
    load.allocator = def.allocator = *allocator;
    load.borrow_bytes = true;
    def.has_materials = true;
    Bake bake = {0};
    vrm_Report* report = NULL; /* not of this allocator: it may lose findings and go on */
    vrm_Result result = vrm_model_load(bytes->data, bytes->size, &load, NULL, &bake.test.model);
    if (result != VRM_OK) return result;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_rig_build(bake.test.model, NULL, &bake.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &bake.sim), VRM_OK);
    bake.id = vrm_sim_add(bake.sim, bake.rig);
    result = vrm_baker_create(&def, bake.rig, &bake.baker);
    for (int f = 0; f < 10 && result == VRM_OK; f++) {
        drive_idle(&bake, f);
        drive_happy(&bake, 9 * f);
        vrm_sim_step(bake.sim, 1.0f / 60.0f);
        result = vrm_baker_add_frame(bake.baker, f, bake.sim, bake.id);
    }
    if (result == VRM_OK) result = vrm_baker_finish(bake.baker, bake.test.model, report, NULL);
    vrm_Dialect dialect = vrm_model_dialect(bake.test.model); /* all or nothing */
    assert_int_equal(dialect, result == VRM_OK ? VRM_DIALECT_NONE : VRM_DIALECT_0);
    vrm_baker_destroy(bake.baker);
    vrm_sim_destroy(bake.sim);
    vrm_rig_destroy(bake.rig);
    vrm_model_destroy(bake.test.model);
    vrm_report_destroy(report);
    return result;
}

static void baking_survives_every_failing_allocation(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_0);
    def.has_fingers = false;
    def.chain_count = 1;
    SceneBytes bytes = scene_avatar(&def);
    assert_true(test_every_allocation_failing(bake_all, &bytes) > 30);
    scene_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_closer_than_key_times_are_baked),
        cmocka_unit_test(baked_nodes_move_as_the_sim_did_in_every_frame),
        cmocka_unit_test(baked_morphs_follow_expressions),
        cmocka_unit_test(baked_morphs_are_the_files_animation_and_expressions_on_top),
        cmocka_unit_test(avatar_that_stands_still_has_an_animation_of_its_length),
        cmocka_unit_test(own_animation_of_the_file_comes_after_the_baked_one),
        cmocka_unit_test(root_motion_and_the_turn_of_old_avatars_become_a_node),
        cmocka_unit_test(file_without_scenes_is_turned_too_and_gets_one),
        cmocka_unit_test(kept_vrm_extensions_leave_the_turn_to_the_program),
        cmocka_unit_test(kept_vrm_extensions_of_a_sim_that_does_not_turn_need_no_root),
        cmocka_unit_test(licence_stays_beside_extras_of_every_kind),
        cmocka_unit_test(vrm_extensions_go_and_the_licence_stays),
        cmocka_unit_test(extension_names_of_any_length_and_content_are_handled),
        cmocka_unit_test(all_authors_are_in_the_copyright_however_long),
        cmocka_unit_test(animated_matrix_becomes_parts_and_lost_shear_is_reported),
        cmocka_unit_test(material_changes_are_reported_or_animated_by_pointer),
        cmocka_unit_test(value_without_a_place_is_reported),
        cmocka_unit_test(data_beside_the_file_come_into_it),
        cmocka_unit_test(data_that_cannot_be_had_are_reported_and_nothing_changes),
        cmocka_unit_test(pictures_that_cannot_be_had_are_reported_and_nothing_changes),
        cmocka_unit_test(baker_refuses_what_does_not_belong_to_it),
        cmocka_unit_test(baker_refuses_a_model_that_is_no_longer_that_of_its_rig),
        cmocka_unit_test(baker_refuses_a_model_that_was_migrated_since),
        cmocka_unit_test(baker_keeps_within_its_memory),
        cmocka_unit_test(baking_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
