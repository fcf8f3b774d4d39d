/* SPDX-License-Identifier: MIT */
/* Spring bones that are proposed: authors' chains are found again, none goes through the body, and
 * nothing moves at rest. */
#include "author/springs/sway_names.h"
#include "author/springs/sway_presets.h"
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/author_springs.h"
#include "vrm/clip.h"
#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/sim.h"
#include "vrm/spring.h"

#include <math.h>

static vrm_SpringProposal* propose(const vrm_Model* model, bool replaces) {
    vrm_SpringProposalDef def = vrm_default_spring_proposal_def();
    vrm_SpringProposal* proposal = NULL;
    def.replaces = replaces;
    assert_int_equal(vrm_spring_proposal_create(model, &def, NULL, &proposal), VRM_OK);
    return proposal;
}

static vrm_Model* load_hero(vrm_Dialect dialect) {
    SceneBytes bytes = scene_hero(dialect, false);
    vrm_Model* model = test_load(bytes.data, bytes.size);
    scene_bytes_free(&bytes);
    return model;
}

/* ---- What the authors made ---- */

static bool is_turned(const vrm_SpringProposal* proposal, int32_t node) {
    for (int32_t c = 0; c < vrm_spring_proposal_count(proposal); c++) {
        vrm_ProposedSpring spring = vrm_spring_proposal_get(proposal, c);
        int32_t turning = spring.adds_tail ? spring.node_count : spring.node_count - 1;
        for (int32_t n = 0; n < turning && spring.is_taken; n++)
            if (spring.nodes[n] == node) return true;
    }
    return false;
}

/* A chain is found if most of its joints that turn are proposed. */
static int count_found(const vrm_SpringProposal* proposal, const vrm_SpringBones* authored) {
    int found = 0;
    for (int32_t s = 0; s < authored->spring_count; s++) {
        const vrm_Spring* spring = &authored->springs[s];
        int turning = 0, seen = 0;
        for (int32_t j = 0; j + 1 < spring->joint_count; j++, turning++)
            seen += is_turned(proposal, spring->joints[j].node);
        found += 2 * seen >= turning;
    }
    return found;
}

/* chains are disjoint, no bone and nothing above one belongs to one, and each node hangs
 * below the one before it. */
static void check_chains(const vrm_Model* model, const vrm_SpringProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    bool* is_used = calloc((size_t)gltf->node_count, sizeof *is_used);
    assert_non_null(is_used);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        for (int32_t n = vrm_model_bone(model, (vrm_Bone)b); n >= 0; n = gltf->nodes[n].parent)
            is_used[n] = true;
    for (int32_t c = 0; c < vrm_spring_proposal_count(proposal); c++) {
        vrm_ProposedSpring spring = vrm_spring_proposal_get(proposal, c);
        assert_true(spring.node_count + spring.adds_tail >= 2);
        assert_string_equal(spring.name, gltf->nodes[spring.nodes[0]].name);
        for (int32_t n = 0; n < spring.node_count; n++) {
            assert_false(is_used[spring.nodes[n]]);
            is_used[spring.nodes[n]] = true;
            if (n > 0) assert_int_equal(gltf->nodes[spring.nodes[n]].parent, spring.nodes[n - 1]);
        }
    }
    free(is_used);
}

/* all chains of Vesna. */
static void test_vesnas_chains_are_found(void** state) {
    (void)state;
    for (int d = VRM_DIALECT_0; d <= VRM_DIALECT_1; d++) {
        vrm_Model* model = load_hero((vrm_Dialect)d);
        const vrm_SpringBones* authored = vrm_model_spring_bones(model);
        vrm_SpringProposal* proposal = propose(model, true);
        check_chains(model, proposal);
        assert_int_equal(count_found(proposal, authored), authored->spring_count);
        /* Constraints, which the older dialects lack, turn the sleeves and the pouch. */
        if (d >= VRM_DIALECT_BETA)
            assert_int_equal(vrm_spring_proposal_count(proposal), authored->spring_count);
        vrm_spring_proposal_destroy(proposal);
        vrm_model_destroy(model);
    }
}

static void scramble(const vrm_Model* model, vrm_Edit* edit) {
    for (int32_t n = 0; n < vrm_model_gltf(model)->node_count; n++) {
        char pointer[64], name[32];
        int size = snprintf(name, sizeof name, "\"q%d\"", n * 7919 % 1009);
        (void)snprintf(pointer, sizeof pointer, "/nodes/%d/name", n);
        assert_int_equal(vrm_edit_set(edit, pointer, name, (size_t)size), VRM_OK);
    }
}

/* with names that say nothing, place and shape decide: what hangs on the head is hair, what
 * hangs on the hips a skirt. */
static void test_names_are_not_needed(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    scramble(model, edit);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    vrm_SpringProposal* proposal = propose(model, true);
    const vrm_SpringBones* authored = vrm_model_spring_bones(model);
    assert_int_equal(count_found(proposal, authored), authored->spring_count);
    for (int32_t c = 0; c < vrm_spring_proposal_count(proposal); c++) {
        vrm_ProposedSpring spring = vrm_spring_proposal_get(proposal, c);
        assert_false(spring.is_named);
        if (spring.bone == VRM_BONE_HEAD)
            assert_true(spring.kind == VRM_SWAY_HAIR || spring.kind == VRM_SWAY_EAR);
        if (spring.bone == VRM_BONE_HIPS) assert_int_equal(spring.kind, VRM_SWAY_SKIRT);
    }
    vrm_spring_proposal_destroy(proposal);
    vrm_model_destroy(model);
}

/* fingers that are no bones of the avatar, and whose names say nothing, are not taken. */
static void test_fingers_do_not_sway(void** state) {
    (void)state;
    static const char* const fingers[] = {"leftLittleProximal", "leftLittleIntermediate",
                                          "leftLittleDistal"};
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_Edit* edit;
    int fingers_seen = 0;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    scramble(model, edit);
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++) {
        char pointer[96];
        (void)snprintf(pointer, sizeof pointer, "/extensions/VRMC_vrm/humanoid/humanBones/%s",
                       fingers[i]);
        assert_int_equal(vrm_edit_remove(edit, pointer), VRM_OK);
    }
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    vrm_SpringProposal* proposal = propose(model, true);
    for (int32_t c = 0; c < vrm_spring_proposal_count(proposal); c++) {
        vrm_ProposedSpring spring = vrm_spring_proposal_get(proposal, c);
        if (spring.bone != VRM_BONE_LEFT_HAND) continue;
        fingers_seen++;
        assert_true(spring.node_count >= 2);
        assert_false(spring.is_taken);
    }
    assert_int_equal(fingers_seen, 1);
    vrm_spring_proposal_destroy(proposal);
    vrm_model_destroy(model);
}

/* Figures of 1 to 24 chains, in any dialect, with rest rotations. */
static void test_made_chains_are_found(void** state) {
    (void)state;
    Dice dice = {20261118};
    int all = 0, found = 0;
    for (int i = 0; i < 40; i++) {
        SceneDef def = scene_default_def((vrm_Dialect)(VRM_DIALECT_0 + roll_int(&dice, 4)));
        def.chain_count = 1 + roll_int(&dice, 24);
        def.center_chain_count = 0;
        def.joints_per_chain = 3 + roll_int(&dice, 5);
        def.constraint_count = 0;
        def.node_count = 0;
        def.has_rotated_rest = def.dialect >= VRM_DIALECT_BETA && roll_int(&dice, 2) == 0;
        SceneBytes bytes = scene_avatar(&def);
        vrm_Model* model = test_load(bytes.data, bytes.size);
        vrm_SpringProposal* proposal = propose(model, true);
        check_chains(model, proposal);
        all += vrm_model_spring_bones(model)->spring_count;
        found += count_found(proposal, vrm_model_spring_bones(model));
        vrm_spring_proposal_destroy(proposal);
        vrm_model_destroy(model);
        scene_bytes_free(&bytes);
    }
    print_message("%d of %d chains\n", found, all);
    assert_true(10 * found >= 9 * all);
}

static void check_authored(const char* path, int32_t chains) {
    TestBytes bytes = corpus_read(path);
    vrm_Model* model = test_load(bytes.data, bytes.size);
    vrm_SpringProposal* proposal = propose(model, true);
    const vrm_SpringBones* authored = vrm_model_spring_bones(model);
    check_chains(model, proposal);
    assert_int_equal(authored->spring_count, chains);
    assert_int_equal(count_found(proposal, authored), chains);
    assert_int_equal(vrm_spring_proposal_count(proposal), chains);
    vrm_spring_proposal_destroy(proposal);
    vrm_model_destroy(model);
    test_bytes_free(&bytes);
}

/* All avatars with springs made by others. */
static void test_corpus_chains_are_found(void** state) {
    (void)state;
    skip_without_corpus();
    check_authored("vrm0/Godette_vrm_v4.vrm", 8);
    check_authored("vrm1/springbone_collider_capsule_x0p02_r0p1.vrm", 1);
    check_authored("vrm1/springbone_extended_isphere_anglelimit_60.vrm", 1);
    check_authored("vrm1/springbone_extended_plane_with_base_sphere.vrm", 1);
}

/* No avatar of the corpus loses a bone to a chain. */
static void check_file(const TestBytes* bytes, const char* path) {
    vrm_Model* model = NULL;
    vrm_SpringProposal* proposal = NULL;
    if (vrm_model_load(bytes->data, bytes->size, NULL, NULL, &model) != VRM_OK) return;
    vrm_Result result = vrm_spring_proposal_create(model, NULL, NULL, &proposal);
    if (result != VRM_OK) print_error("%s: %s\n", path, vrm_result_text(result));
    assert_true(result == VRM_OK || vrm_model_bone(model, VRM_BONE_HIPS) < 0);
    if (proposal != NULL) {
        check_chains(model, proposal);
        (void)vrm_spring_proposal_result(proposal);
    }
    vrm_spring_proposal_destroy(proposal);
    vrm_model_destroy(model);
}

static void test_corpus(void** state) {
    (void)state;
    corpus_each("", ".vrm", check_file);
}

/* ---- The result ---- */

static void apply(vrm_Model* model, vrm_SpringProposal* proposal) {
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_spring_bones(edit, vrm_spring_proposal_result(proposal)), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
}

/* How far the tips of all joints come away from rest in some seconds. */
static float farthest_from_rest(const vrm_Model* model, float rate) {
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = VRM_OUTPUT_WORLDS;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    float farthest = 0.0f, length;
    vrm_Vec3 rest[512], tail;
    int32_t count = vrm_rig_spring_joint_count(rig);
    assert_true(count > 0 && count <= 512);
    vrm_sim_step(sim, 0.0f);
    for (int32_t j = 0; j < count; j++) (void)vrm_avatar_spring_tail(sim, id, j, &rest[j], &length);
    for (int i = 0; i < (int)(2.0f * rate); i++) vrm_sim_step(sim, 1.0f / rate);
    for (int32_t j = 0; j < count; j++) {
        if (!vrm_avatar_spring_tail(sim, id, j, &tail, &length)) continue;
        farthest = fmaxf(farthest, sqrtf((tail.x - rest[j].x) * (tail.x - rest[j].x) +
                                         (tail.y - rest[j].y) * (tail.y - rest[j].y) +
                                         (tail.z - rest[j].z) * (tail.z - rest[j].z)));
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    return farthest;
}

static void check_rest(vrm_Model* model) {
    const float rates[] = {24.0f, 60.0f, 240.0f};
    vrm_SpringProposal* proposal = propose(model, true);
    const vrm_SpringBones* result = vrm_spring_proposal_result(proposal);
    assert_true(result->collider_count > 0);
    for (int32_t c = 0; c < result->collider_count; c++)
        assert_true(result->colliders[c].radius > 0.0f);
    apply(model, proposal);
    vrm_spring_proposal_destroy(proposal);
    for (int r = 0; r < 3; r++) assert_true(farthest_from_rest(model, rates[r]) < 1e-3f);
}

/* */
static void test_nothing_moves_at_rest(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    check_rest(model);
    vrm_model_destroy(model);
}

static void test_nothing_moves_at_rest_in_the_corpus(void** state) {
    (void)state;
    skip_without_corpus();
    TestBytes bytes = corpus_read("vrm0/Godette_vrm_v4.vrm");
    vrm_Model* model = test_load(bytes.data, bytes.size);
    vrm_MigrateDef def = vrm_default_migrate_def();
    assert_int_equal(vrm_migrate(model, &def, NULL), VRM_OK);
    check_rest(model);
    vrm_model_destroy(model);
    test_bytes_free(&bytes);
}

/* ---- Sway ---- */

typedef struct Sway {
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
    vrm_Clip* clip;
    int32_t count;
    vrm_Vec3 rest[512];
} Sway;

/* Springs at their own rate of 60 steps a second, or one step for each frame. */
static Sway sway_of(const vrm_Model* model, bool steps_with_frames) {
    Sway sway = {0};
    vrm_SimDef def = vrm_default_sim_def();
    SceneBytes bytes = scene_hero_clip();
    vrm_Model* motion = test_load(bytes.data, bytes.size);
    float length;
    def.outputs = VRM_OUTPUT_WORLDS;
    if (steps_with_frames) def.spring_rate_hz = 0.0f;
    assert_int_equal(vrm_clip_build(motion, NULL, &sway.clip), VRM_OK);
    assert_int_equal(vrm_rig_build(model, NULL, &sway.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &sway.sim), VRM_OK);
    sway.id = vrm_sim_add(sway.sim, sway.rig);
    sway.count = vrm_rig_spring_joint_count(sway.rig);
    assert_true(sway.count > 0 && sway.count <= 512);
    vrm_sim_step(sway.sim, 0.0f);
    for (int32_t j = 0; j < sway.count; j++)
        (void)vrm_avatar_spring_tail(sway.sim, sway.id, j, &sway.rest[j], &length);
    vrm_model_destroy(motion);
    scene_bytes_free(&bytes);
    return sway;
}

static void sway_free(Sway* sway) {
    vrm_sim_destroy(sway->sim);
    vrm_rig_destroy(sway->rig);
    vrm_clip_destroy(sway->clip);
}

static void sway_step(Sway* sway, vrm_Player* player, float dt) {
    vrm_player_advance(player, dt);
    assert_true(vrm_avatar_play(sway->sim, sway->id, player, 1));
    vrm_sim_step(sway->sim, dt);
}

/* Of all tails, how far they are from where they were at rest. */
static float sway_off(const Sway* sway, float* out_most) {
    float sum = 0.0f, most = 0.0f, length;
    for (int32_t j = 0; j < sway->count; j++) {
        vrm_Vec3 tail;
        if (!vrm_avatar_spring_tail(sway->sim, sway->id, j, &tail, &length)) continue;
        float off[3] = {tail.x - sway->rest[j].x, tail.y - sway->rest[j].y,
                        tail.z - sway->rest[j].z};
        float far = sqrtf(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
        assert_true(far < 3.0f); /* false for NaN */
        sum += far;
        most = fmaxf(most, far);
    }
    *out_most = most;
    return sum / (float)sway->count;
}

/* Waves and turns for 4 s, then rests for 4: returns the mean way of the tails while it moves. */
static float dance_and_rest(const vrm_Model* model, float rate, bool steps_with_frames,
                            float* out_off) {
    Sway sway = sway_of(model, steps_with_frames);
    vrm_Player player = vrm_player(sway.clip);
    double way = 0.0;
    float most = 0.0f;
    int frames = (int)(4.0f * rate);
    for (int i = 0; i < frames; i++) {
        sway_step(&sway, &player, 1.0f / rate);
        way += (double)sway_off(&sway, &most) / frames;
    }
    assert_true(vrm_avatar_reset_pose(sway.sim, sway.id));
    for (int i = 0; i < frames; i++) vrm_sim_step(sway.sim, 1.0f / rate);
    (void)sway_off(&sway, out_off);
    sway_free(&sway);
    return (float)way;
}

static float dance(const vrm_Model* model, float rate, bool steps_with_frames) {
    float off, way = dance_and_rest(model, rate, steps_with_frames, &off);
    if (off > 2e-3f) print_error("%.1f mm from rest at %g Hz\n", (double)off * 1e3, (double)rate);
    assert_true(off <= 2e-3f);
    return way;
}

static void check_sway(const vrm_Model* model) {
    const float rates[] = {24.0f, 30.0f, 60.0f, 90.0f, 144.0f, 240.0f};
    float usual = dance(model, 60.0f, false);
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++)
        for (int with = 0; with < 2; with++) {
            float way = dance(model, rates[r], with == 1);
            if (fabsf(way - usual) > 0.15f * usual)
                print_error("%.1f mm at %g Hz, not %.1f\n", (double)way * 1e3, (double)rates[r],
                            (double)usual * 1e3);
            assert_true(fabsf(way - usual) <= 0.15f * usual);
        }
}

/* at every frame rate the same way, and back to rest. */
static void test_sway_is_stable(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    float off, authored = dance_and_rest(model, 60.0f, false, &off);
    vrm_SpringProposal* proposal = propose(model, true);
    apply(model, proposal);
    vrm_spring_proposal_destroy(proposal);
    float proposed = dance(model, 60.0f, false);
    print_message("tails move by %.1f mm, those of the author by %.1f\n", (double)proposed * 1e3,
                  (double)authored * 1e3);
    assert_true(proposed > 0.5f * authored && proposed < 2.0f * authored);
    check_sway(model);
    vrm_model_destroy(model);
}

static void test_sway_is_stable_in_the_corpus(void** state) {
    (void)state;
    skip_without_corpus();
    TestBytes bytes = corpus_read("vrm0/Godette_vrm_v4.vrm");
    vrm_Model* model = test_load(bytes.data, bytes.size);
    assert_int_equal(vrm_migrate(model, NULL, NULL), VRM_OK);
    vrm_SpringProposal* proposal = propose(model, true);
    apply(model, proposal);
    vrm_spring_proposal_destroy(proposal);
    check_sway(model);
    vrm_model_destroy(model);
    test_bytes_free(&bytes);
}

/* ---- Colliders ---- */

/* none is inside out, empty or larger than the body. */
static void check_colliders(const vrm_SpringBones* result) {
    for (int32_t c = 0; c < result->collider_count; c++) {
        const vrm_Collider* collider = &result->colliders[c];
        bool is_capsule = collider->shape == VRM_COLLIDER_CAPSULE;
        assert_true(is_capsule || collider->shape == VRM_COLLIDER_SPHERE);
        assert_true(collider->radius > 1e-4f && collider->radius < 0.6f);
    }
}

static void test_colliders_are_solid(void** state) {
    (void)state;
    Dice dice = {20261119};
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_SpringProposal* proposal = propose(model, true);
    check_colliders(vrm_spring_proposal_result(proposal));
    vrm_spring_proposal_destroy(proposal);
    vrm_model_destroy(model);
    for (int i = 0; i < 30; i++) {
        SceneDef def = scene_default_def(VRM_DIALECT_1);
        def.chain_count = 1 + roll_int(&dice, 24);
        def.joints_per_chain = 3 + roll_int(&dice, 5);
        def.has_rotated_rest = roll_int(&dice, 2) == 0;
        def.constraint_count = 0;
        def.node_count = 0;
        SceneBytes bytes = scene_avatar(&def);
        model = test_load(bytes.data, bytes.size);
        proposal = propose(model, true);
        check_colliders(vrm_spring_proposal_result(proposal));
        apply(model, proposal);
        vrm_spring_proposal_destroy(proposal);
        (void)dance(model, i % 2 == 0 ? 30.0f : 144.0f, i % 3 == 0);
        vrm_model_destroy(model);
        scene_bytes_free(&bytes);
    }
}

/* The validator has nothing to say of what is written. */
static void test_result_is_valid(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_SpringProposal* proposal = propose(model, true);
    apply(model, proposal);
    vrm_spring_proposal_destroy(proposal);
    TestBytes saved = test_save(model);
    assert_int_equal(test_count_errors(&saved, true), 0);
    test_bytes_free(&saved);
    vrm_model_destroy(model);
}

static void test_springs_of_the_file_are_kept(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_SpringProposal* proposal = propose(model, false);
    const vrm_SpringBones* had = vrm_model_spring_bones(model);
    const vrm_SpringBones* result = vrm_spring_proposal_result(proposal);
    assert_int_equal(vrm_spring_proposal_count(proposal), 0);
    assert_int_equal(result->spring_count, had->spring_count);
    assert_int_equal(result->collider_count, had->collider_count);
    vrm_spring_proposal_destroy(proposal);
    vrm_model_destroy(model);
}

/* A result that is asked for too late stays within its room. */
static void test_result_after_an_edit_is_empty(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_spring_bones(edit, &(vrm_SpringBones){0}), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    vrm_SpringProposal* late = propose(model, false);
    assert_true(vrm_spring_proposal_result(late)->spring_count > 0);
    apply(model, late);
    assert_int_equal(vrm_spring_proposal_result(late)->spring_count, 0);
    vrm_spring_proposal_destroy(late);
    vrm_model_destroy(model);
}

static void test_choices(void** state) {
    (void)state;
    vrm_Model* model = load_hero(VRM_DIALECT_1);
    vrm_SpringProposal* proposal = propose(model, true);
    int32_t count = vrm_spring_proposal_count(proposal);
    for (int32_t c = 0; c < count; c++)
        assert_true(vrm_spring_proposal_set(proposal, c, c == 3, VRM_SWAY_TAIL, VRM_SWAY_HEAVY));
    const vrm_SpringBones* result = vrm_spring_proposal_result(proposal);
    vrm_ProposedSpring third = vrm_spring_proposal_get(proposal, 3);
    vrmi_SwayPreset preset = vrmi_sway_preset(VRM_SWAY_TAIL, VRM_SWAY_HEAVY);
    assert_int_equal(result->spring_count, 1);
    assert_string_equal(result->springs[0].name, third.name);
    assert_float_equal(result->springs[0].joints[0].stiffness, preset.stiffness, 0.0f);
    assert_float_equal(result->springs[0].joints[0].gravity_power, preset.gravity_power, 0.0f);
    for (int32_t g = 0; g < result->springs[0].collider_group_count; g++)
        assert_true(result->springs[0].collider_groups[g] < result->collider_group_count);
    assert_false(vrm_spring_proposal_set(proposal, -1, true, VRM_SWAY_HAIR, VRM_SWAY_NORMAL));
    assert_false(vrm_spring_proposal_set(proposal, count, true, VRM_SWAY_HAIR, VRM_SWAY_NORMAL));
    assert_false(vrm_spring_proposal_set(proposal, 0, true, VRM_SWAY_KIND_COUNT, VRM_SWAY_NORMAL));
    assert_false(vrm_spring_proposal_set(proposal, 0, true, (vrm_SwayKind)-1, VRM_SWAY_NORMAL));
    assert_false(vrm_spring_proposal_set(proposal, 0, true, VRM_SWAY_HAIR, VRM_SWAY_FEEL_COUNT));
    assert_null(vrm_spring_proposal_get(proposal, count).name);
    assert_null(vrm_spring_proposal_get(proposal, -1).name);
    vrm_spring_proposal_destroy(proposal);
    vrm_model_destroy(model);
}

static void test_presets(void** state) {
    (void)state;
    for (int k = 0; k < VRM_SWAY_KIND_COUNT; k++) {
        assert_non_null(vrm_sway_kind_text((vrm_SwayKind)k));
        for (int f = 0; f < VRM_SWAY_FEEL_COUNT; f++) {
            vrmi_SwayPreset preset = vrmi_sway_preset((vrm_SwayKind)k, (vrm_SwayFeel)f);
            assert_non_null(vrm_sway_feel_text((vrm_SwayFeel)f));
            assert_true(preset.stiffness > 0.0f && preset.gravity_power >= 0.0f);
            assert_true(preset.drag_force >= 0.0f && preset.drag_force <= 1.0f);
        }
    }
    assert_null(vrm_sway_kind_text(VRM_SWAY_KIND_COUNT));
    assert_null(vrm_sway_kind_text((vrm_SwayKind)-1));
    assert_null(vrm_sway_feel_text(VRM_SWAY_FEEL_COUNT));
    assert_null(vrm_sway_feel_text((vrm_SwayFeel)-1));
}

static void test_names(void** state) {
    (void)state;
    static const struct {
        const char* name;
        int verdict;
    } cases[] = {
        {"J_Sec_Hair1_01", VRM_SWAY_HAIR},
        {"FrontHair_Center_L_End", VRM_SWAY_HAIR},
        {"ponytail.001", VRM_SWAY_HAIR},
        {"前髪1", VRM_SWAY_HAIR},
        {"もみあげ左", VRM_SWAY_HAIR},
        {"HairTail_R", VRM_SWAY_HAIR},
        {"J_Sec_L_SkirtBack0_01", VRM_SWAY_SKIRT},
        {"J_Sec_L_CoatSkirtSide1_01", VRM_SWAY_SKIRT},
        {"cape.01", VRM_SWAY_SKIRT},
        {"スカート_0_1", VRM_SWAY_SKIRT},
        {"J_Sec_L_Bust1", VRM_SWAY_BREAST},
        {"Breast_L", VRM_SWAY_BREAST},
        {"EarL", VRM_SWAY_EAR},
        {"ear_right_02", VRM_SWAY_EAR},
        {"Earring_L", VRM_SWAY_ACCESSORY},
        {"Tail.003", VRM_SWAY_TAIL},
        {"尻尾1", VRM_SWAY_TAIL},
        {"NeckTie", VRM_SWAY_RIBBON},
        {"Hair_Ribbon", VRM_SWAY_RIBBON},
        {"tie_02", VRM_SWAY_RIBBON},
        {"SleeveL", VRM_SWAY_SLEEVE},
        {"袖", VRM_SWAY_SLEEVE},
        {"WingLeft", VRM_SWAY_ACCESSORY},
        {"gear", VRMI_SWAY_UNNAMED},
        {"detail", VRMI_SWAY_UNNAMED},
        {"bone_12", VRMI_SWAY_UNNAMED},
        {"", VRMI_SWAY_UNNAMED},
        {"upperarm_twist_01_l", VRMI_SWAY_NEVER},
        {"Eye_L", VRMI_SWAY_NEVER},
        {"brow1.l", VRMI_SWAY_NEVER},
        {"backpack.001", VRMI_SWAY_NEVER},
        {"mixamorig:LeftHandIndex4", VRMI_SWAY_NEVER},
        {"IK_target", VRMI_SWAY_NEVER},
        {"toe.L_end", VRMI_SWAY_NEVER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (vrmi_sway_by_name(cases[i].name) != cases[i].verdict)
            print_error("%s\n", cases[i].name);
        assert_int_equal(vrmi_sway_by_name(cases[i].name), cases[i].verdict);
    }
}

/* ---- Bad input ---- */

static void test_refusals(void** state) {
    (void)state;
    vrm_SpringProposal* proposal = NULL;
    vrm_SpringProposalDef def = vrm_default_spring_proposal_def();
    TestModel chair = test_model_json("{'asset':{'version':'2.0'},'nodes':[{'name':'hair'}]}");
    assert_int_equal(vrm_spring_proposal_create(chair.model, NULL, NULL, &proposal),
                     VRM_ERR_INVALID);
    assert_null(proposal);
    def.center = 1;
    assert_int_equal(vrm_spring_proposal_create(chair.model, &def, NULL, &proposal),
                     VRM_ERR_ARGUMENT);
    vrm_SpringProposalDef zero = {0};
    assert_int_equal(vrm_spring_proposal_create(chair.model, &zero, NULL, &proposal), VRM_ERR_DEF);
    test_model_free(&chair);
    vrm_spring_proposal_destroy(NULL);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_SpringProposalDef def = vrm_default_spring_proposal_def();
    vrm_SpringProposal* proposal = NULL;
    def.replaces = true;
    def.allocator = *allocator;
    vrm_Result result = vrm_spring_proposal_create(ctx, &def, NULL, &proposal);
    if (result == VRM_OK) assert_true(vrm_spring_proposal_result(proposal)->spring_count > 0);
    vrm_spring_proposal_destroy(proposal);
    return result;
}

static void test_memory_may_run_out(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes bytes = scene_avatar(&def);
    vrm_Model* model = test_load(bytes.data, bytes.size);
    assert_true(test_every_allocation_failing(attempt, model) > 3);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vesnas_chains_are_found),
        cmocka_unit_test(test_names_are_not_needed),
        cmocka_unit_test(test_fingers_do_not_sway),
        cmocka_unit_test(test_made_chains_are_found),
        cmocka_unit_test(test_corpus_chains_are_found),
        cmocka_unit_test(test_corpus),
        cmocka_unit_test(test_nothing_moves_at_rest),
        cmocka_unit_test(test_nothing_moves_at_rest_in_the_corpus),
        cmocka_unit_test(test_sway_is_stable),
        cmocka_unit_test(test_sway_is_stable_in_the_corpus),
        cmocka_unit_test(test_colliders_are_solid),
        cmocka_unit_test(test_result_is_valid),
        cmocka_unit_test(test_springs_of_the_file_are_kept),
        cmocka_unit_test(test_result_after_an_edit_is_empty),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
