/* SPDX-License-Identifier: MIT */
/* Every result of the runtime against the evaluator, over avatars of every dialect under random
 * inputs. */
#include "evaluator.h"
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/corpus.h"

#include <math.h>
#include <stdlib.h>

/* ---- Chance, the same in every run ---- */

typedef struct Dice {
    uint64_t state;
} Dice;

static double roll(Dice* dice, double low, double high) {
    dice->state = dice->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(dice->state >> 40) / (double)(1 << 24);
}

static bool chance(Dice* dice, double share) {
    return roll(dice, 0, 1) < share;
}

static vrm_Vec3 roll_vec3(Dice* dice, double reach) {
    return (vrm_Vec3){(float)roll(dice, -reach, reach), (float)roll(dice, -reach, reach),
                      (float)roll(dice, -reach, reach)};
}

static vrm_Quat roll_quat(Dice* dice, double degrees) {
    vrm_Vec3 axis = roll_vec3(dice, 1);
    axis.x += 0.01f;
    return test_turn(axis.x, axis.y, axis.z, (float)roll(dice, -degrees, degrees));
}

static Vec3d vec3d(vrm_Vec3 v) {
    return (Vec3d){(double)v.x, (double)v.y, (double)v.z};
}

static Quatd quatd(vrm_Quat q) {
    return (Quatd){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

/* ---- The same inputs to both ---- */

typedef struct Pair {
    TestRun run;
    Evaluator eval;
} Pair;

static void input_nodes(Pair* pair, Dice* dice) {
    vrm_Transform root = {roll_vec3(dice, 3), roll_quat(dice, 180), {1, 1, 1}};
    if (chance(dice, 0.5)) root.scale.x = root.scale.y = root.scale.z = (float)roll(dice, 0.3, 3);
    if (chance(dice, 0.1)) root.scale.x = -root.scale.x; /* as a mirror shows it */
    assert_true(vrm_avatar_set_root(pair->run.sim, pair->run.id, root));
    pair->eval.root_translation = vec3d(root.translation);
    pair->eval.root_rotation = quatd(root.rotation);
    pair->eval.root_scale = vec3d(root.scale);
    for (int32_t n = 0; n < pair->eval.node_count; n++) {
        if (!chance(dice, 0.05)) continue;
        vrm_Transform local = vrm_rig_rest(pair->run.rig, n);
        local.rotation = roll_quat(dice, 60);
        local.translation.x += (float)roll(dice, -0.1, 0.1);
        float scale = (float)roll(dice, 0.5, 2.0);
        local.scale = (vrm_Vec3){scale, scale, scale};
        if (chance(dice, 0.2)) local.scale.y *= 1.5f; /* affine matrices take over */
        assert_true(vrm_avatar_set_node(pair->run.sim, pair->run.id, n, local));
        pair->eval.has_node[n] = true;
        pair->eval.node_translations[n] = vec3d(local.translation);
        pair->eval.node_rotations[n] = quatd(local.rotation);
        pair->eval.node_scales[n] = vec3d(local.scale);
    }
}

static void input_pose(Pair* pair, Dice* dice) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (!chance(dice, 0.6)) continue;
        vrm_Quat n = roll_quat(dice, 90);
        assert_true(vrm_avatar_set_bone(pair->run.sim, pair->run.id, (vrm_Bone)b, n));
        pair->eval.has_bone[b] = true;
        pair->eval.bone_rotations[b] = quatd(n);
    }
    if (chance(dice, 0.5)) {
        vrm_Vec3 offset = roll_vec3(dice, 0.5);
        assert_true(vrm_avatar_set_hips(pair->run.sim, pair->run.id, offset));
        pair->eval.has_hips = true;
        pair->eval.hips_offset = vec3d(offset);
    }
}

static void input_face(Pair* pair, Dice* dice) {
    for (int32_t e = 0; e < vrm_rig_expression_count(pair->run.rig); e++) {
        float weight = chance(dice, 0.4) ? (float)roll(dice, -0.2, 1.2) : 0.0f;
        assert_true(vrm_avatar_set_expression_at(pair->run.sim, pair->run.id, e, weight));
        pair->eval.expression_inputs[e] = (double)weight;
    }
    if (chance(dice, 0.4)) {
        vrm_Vec3 target = roll_vec3(dice, 4);
        pair->eval.gaze = EVAL_GAZE_TARGET;
        pair->eval.gaze_target = vec3d(target);
        (void)vrm_avatar_look_at(pair->run.sim, pair->run.id, target);
    } else if (chance(dice, 0.7)) {
        float yaw = (float)roll(dice, -120, 120), pitch = (float)roll(dice, -100, 100);
        pair->eval.gaze = EVAL_GAZE_ANGLES;
        pair->eval.gaze_yaw = (double)yaw;
        pair->eval.gaze_pitch = (double)pitch;
        (void)vrm_avatar_look_along(pair->run.sim, pair->run.id, yaw, pitch);
    } else {
        pair->eval.gaze = EVAL_GAZE_OFF;
        (void)vrm_avatar_look_off(pair->run.sim, pair->run.id);
    }
}

/* ---- The same results ---- */

static void near(double actual, double expected, double room, const char* what, int32_t index) {
    if (fabs(actual - expected) <= room) return;
    fail_msg("%s %d: %.9g instead of %.9g", what, (int)index, actual, expected);
}

/* Nodes that a spring turns, and what is below them, are the springs' own. */
static bool* find_sway(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_SpringBones* bones = vrm_model_spring_bones(model);
    bool* sways = calloc((size_t)gltf->node_count + 1, sizeof *sways);
    assert_non_null(sways);
    for (int32_t s = 0; s < bones->spring_count; s++)
        for (int32_t j = 0; j + 1 < bones->springs[s].joint_count; j++)
            sways[bones->springs[s].joints[j].node] = true;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t n = gltf->node_order[i];
        if (gltf->nodes[n].parent >= 0 && sways[gltf->nodes[n].parent]) sways[n] = true;
    }
    return sways;
}

static void compare_nodes(const Pair* pair) {
    const vrm_Transform* locals = vrm_avatar_locals(pair->run.sim, pair->run.id);
    const vrm_Affine* worlds = vrm_avatar_worlds(pair->run.sim, pair->run.id);
    bool* sways = find_sway(pair->run.model);
    for (int32_t n = 0; n < pair->eval.node_count; n++) {
        if (sways[n]) continue;
        near(evaluator_angle(quatd(locals[n].rotation), pair->eval.rotations[n]), 0, 2e-5,
             "rotation of node", n);
        near((double)locals[n].translation.x, pair->eval.translations[n].x, 2e-5,
             "translation of node", n);
        /* Scales multiply up over the frames: what counts is the matrix as a whole. */
        double reach = 1;
        for (int i = 0; i < 12; i++)
            reach = fmax(reach, fabs(pair->eval.worlds[n].m[i / 4][i % 4]));
        for (int i = 0; i < 12; i++)
            near((double)(&worlds[n].rows[i / 4].x)[i % 4], pair->eval.worlds[n].m[i / 4][i % 4],
                 2e-5 * reach, "world of node", n);
    }
    free(sways);
}

static void compare_palettes(const Pair* pair) {
    const vrm_Affine* palettes = vrm_avatar_palettes(pair->run.sim, pair->run.id);
    const vrm_Affine* worlds = vrm_avatar_worlds(pair->run.sim, pair->run.id);
    for (int32_t s = 0; s < vrm_rig_skin_count(pair->run.rig); s++) {
        vrm_RigSkin skin = vrm_rig_skin(pair->run.rig, s);
        for (int32_t j = 0; j < skin.joint_count; j++) {
            const vrm_Affine* world = &worlds[skin.joints[j]];
            const vrm_Affine* actual = &palettes[skin.first_joint + j];
            for (int r = 0; r < 3; r++) {
                const float *w = &world->rows[r].x, *a = &actual->rows[r].x;
                for (int c = 0; c < 4; c++) {
                    double sum = c == 3 ? (double)w[3] : 0.0;
                    for (int k = 0; k < 3; k++)
                        sum += (double)w[k] * (double)(&skin.inverse_binds[j].rows[k].x)[c];
                    near((double)a[c], sum, 1e-5 * fmax(1, fabs(sum)), "joint", j);
                }
            }
        }
    }
}

static void compare_face(const Pair* pair) {
    const TestRun* run = &pair->run;
    const float* weights = vrm_avatar_expression_weights(run->sim, run->id);
    const float* asked = vrm_avatar_expression_inputs(run->sim, run->id);
    for (int32_t e = 0; e < vrm_rig_expression_count(run->rig); e++) {
        near((double)asked[e], pair->eval.expression_asked[e], 1e-5, "asked weight", e);
        near((double)weights[e], pair->eval.expression_weights[e], 1e-5, "weight", e);
    }
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(run->rig, &count);
    const float* morphs = vrm_avatar_morphs(run->sim, run->id);
    for (int32_t i = 0; i < count; i++)
        for (int32_t m = 0; m < nodes[i].morph_count; m++)
            near((double)morphs[nodes[i].first_morph + m],
                 evaluator_morph(&pair->eval, nodes[i].node, m), 1e-5, "morph", m);
    const vrm_MaterialValue* values = vrm_rig_material_values(run->rig, &count);
    const vrm_Vec4* now = vrm_avatar_material_values(run->sim, run->id);
    for (int32_t i = 0; i < count; i++) {
        Vec4d expected = evaluator_material(&pair->eval, &values[i]);
        near((double)now[i].x, expected.x, 1e-5, "x of material value", i);
        near((double)now[i].y, expected.y, 1e-5, "y of material value", i);
        near((double)now[i].z, expected.z, 1e-5, "z of material value", i);
        near((double)now[i].w, expected.w, 1e-5, "w of material value", i);
    }
}

/* Near 0.5 a binary expression, and near 0 a left or right, may fall to either side of a rounded
 * number; the random inputs stay clear of that. */
static void compare(Pair* pair) {
    vrm_Vec2 gaze;
    evaluator_run(&pair->eval);
    vrm_sim_step(pair->run.sim, 0.0f);
    gaze = vrm_avatar_gaze(pair->run.sim, pair->run.id);
    if (vrm_rig_look_at(pair->run.rig, NULL) && pair->eval.gaze != EVAL_GAZE_OFF) {
        near((double)gaze.x, pair->eval.gaze_yaw, 2e-3, "yaw", 0);
        near((double)gaze.y, pair->eval.gaze_pitch, 2e-3, "pitch", 0);
    }
    compare_nodes(pair);
    compare_palettes(pair);
    compare_face(pair);
}

static void run_model(vrm_Model* model, uint64_t seed, int frames) {
    Pair pair = {.run.model = model};
    Dice dice = {seed};
    vrm_SimDef def = vrm_default_sim_def();
    assert_int_equal(vrm_rig_build(model, NULL, &pair.run.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &pair.run.sim), VRM_OK);
    pair.run.id = vrm_sim_add(pair.run.sim, pair.run.rig);
    vrm_avatar_set_stages(pair.run.sim, pair.run.id, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
    assert_true(evaluator_init(&pair.eval, model));
    compare(&pair);
    for (int f = 0; f < frames; f++) {
        input_nodes(&pair, &dice);
        input_pose(&pair, &dice);
        input_face(&pair, &dice);
        /* A bone's last word counts: here the pose comes last. */
        for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
            int32_t node = vrm_rig_bone(pair.run.rig, (vrm_Bone)b);
            if (node < 0 || !pair.eval.has_node[node] || !pair.eval.has_bone[b]) continue;
            vrm_Quat n = {
                (float)pair.eval.bone_rotations[b].x, (float)pair.eval.bone_rotations[b].y,
                (float)pair.eval.bone_rotations[b].z, (float)pair.eval.bone_rotations[b].w};
            assert_true(vrm_avatar_set_bone(pair.run.sim, pair.run.id, (vrm_Bone)b, n));
        }
        if (pair.eval.has_hips) {
            vrm_Vec3 offset = {(float)pair.eval.hips_offset.x, (float)pair.eval.hips_offset.y,
                               (float)pair.eval.hips_offset.z};
            assert_true(vrm_avatar_set_hips(pair.run.sim, pair.run.id, offset));
        }
        compare(&pair);
    }
    evaluator_free(&pair.eval);
    test_run_end(&pair.run);
}

static void run_scene(const SceneDef* def, uint64_t seed, int frames) {
    vrm_Model* model = NULL;
    SceneBytes bytes = scene_avatar(def);
    assert_non_null(bytes.data);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    scene_bytes_free(&bytes);
    run_model(model, seed, frames);
}

/* */
static void runtime_agrees_with_the_evaluator_in_every_dialect(void** state) {
    (void)state;
    for (vrm_Dialect d = VRM_DIALECT_0; d <= VRM_DIALECT_1; d++) {
        SceneDef def = scene_default_def(d);
        run_scene(&def, 1 + (uint64_t)d, 20);
        def.looks_by_expression = true;
        def.has_rotated_rest = true;
        run_scene(&def, 11 + (uint64_t)d, 20);
    }
    SceneDef typical = scene_typical_def();
    run_scene(&typical, 21, 10);
    SceneDef rich = scene_rich_def();
    run_scene(&rich, 22, 3);
}

static void runtime_agrees_with_the_evaluator_on_real_avatars(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const folders[] = {"vrm0", "vrm1"};
    int loaded = 0;
    for (int i = 0; i < 2; i++) {
        CorpusFiles files = corpus_files(folders[i], ".vrm");
        for (size_t f = 0; f < files.count; f++) {
            vrm_Model* model = NULL;
            vrm_Result result = vrm_model_load_file(files.paths[f], NULL, NULL, &model);
            if (result != VRM_OK) continue;
            run_model(model, 100 + f, 2);
            loaded++;
        }
        corpus_files_free(&files);
    }
    assert_true(loaded > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runtime_agrees_with_the_evaluator_in_every_dialect),
        cmocka_unit_test(runtime_agrees_with_the_evaluator_on_real_avatars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
