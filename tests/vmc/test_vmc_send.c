/* SPDX-License-Identifier: MIT */
/* What an avatar sends moves another one in the same way. That others can read the packets is
 * tested with liblo in test_vmc_loopback.c. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "vmc/vmc_names.h"
#include "vrm/vmc.h"

#include <math.h>

#define FACES                                                                                      \
    "{\"preset\":{\"happy\":{},\"aa\":{},\"blinkLeft\":{},\"lookUp\":{}},"                         \
    "\"custom\":{\"\xe3\x81\xb3\xe3\x81\xa3\xe3\x81\x8f\xe3\x82\x8a\":{}}}"

static TestRun run_of(vrm_Dialect dialect) {
    TestAvatar avatar = test_avatar(dialect);
    avatar.look_at = "{\"type\":\"bone\"}";
    if (dialect == VRM_DIALECT_1) avatar.expressions = FACES;
    return test_run(&avatar);
}

typedef struct Wire {
    vrm_Vmc* vmc;
    int packets, most;
    size_t largest, bytes;
} Wire;

static bool deliver(void* ctx, const void* data, size_t size) {
    Wire* wire = ctx;
    if (wire->packets++ == wire->most) return false;
    wire->bytes += size;
    if (size > wire->largest) wire->largest = size;
    assert_int_equal(vrm_vmc_receive(wire->vmc, data, size), VRM_OK);
    return true;
}

static Wire wire_of(int most) {
    Wire wire = {.most = most};
    assert_int_equal(vrm_vmc_create(NULL, &wire.vmc), VRM_OK);
    return wire;
}

static vrm_Quat any_turn(Dice* dice) {
    return test_turn(roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -90, 90));
}

static void move(Dice* dice, TestRun* run) {
    vrm_Pose pose = vrm_pose_rest();
    for (int b = 0; b < VRM_BONE_COUNT; b++) pose.rotations[b] = any_turn(dice);
    pose.hips_offset = (vrm_Vec3){roll(dice, -1, 1), roll(dice, -0.5f, 1), roll(dice, -1, 1)};
    assert_true(vrm_avatar_set_pose(run->sim, run->id, &pose));
    vrm_Transform root = {
        {roll(dice, -5, 5), roll(dice, -1, 1), roll(dice, -5, 5)}, any_turn(dice), {1, 1, 1}};
    assert_true(vrm_avatar_set_root(run->sim, run->id, root));
    for (int32_t e = 0; e < vrm_rig_expression_count(run->rig); e++)
        assert_true(vrm_avatar_set_expression_at(run->sim, run->id, e, roll(dice, 0, 1)));
    (void)vrm_avatar_look_along(run->sim, run->id, roll(dice, -30, 30), roll(dice, -20, 20));
    test_step(run);
}

static bool is_same(const vrm_Affine* a, const vrm_Affine* b) {
    const float *first = (const float*)a, *second = (const float*)b;
    for (int k = 0; k < 12; k++)
        if (fabsf(first[k] - second[k]) >= 2e-4f) return false;
    return true;
}

static void what_is_sent_is_received(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_1, VRM_DIALECT_0};
    for (int d = 0; d < 2; d++) {
        TestRun from = run_of(dialects[d]), to = run_of(dialects[d]);
        Dice dice = {(uint64_t)d + 1};
        for (int i = 0; i < 50; i++) {
            Wire wire = wire_of(1000);
            move(&dice, &from);
            assert_true(vrm_vmc_send(from.sim, from.id, i / 60.0, deliver, &wire));
            assert_true(vrm_vmc_apply(wire.vmc, to.sim, to.id));
            test_step(&to);
            const vrm_Affine* there = vrm_avatar_worlds(to.sim, to.id);
            const vrm_Affine* here = vrm_avatar_worlds(from.sim, from.id);
            for (int n = TEST_HIPS; n < TEST_HAIR; n++)
                if (!is_same(&there[n], &here[n]))
                    fail_msg("node %d of dialect %d is somewhere else", n, d);
            for (int32_t e = 0; e < vrm_rig_expression_count(from.rig); e++)
                assert_true(vrm_avatar_expression_inputs(to.sim, to.id)[e] ==
                            vrm_avatar_expression_inputs(from.sim, from.id)[e]);
            assert_true(vrm_vmc_state(wire.vmc)->time_s == (float)(i / 60.0));
            assert_true(vrm_vmc_state(wire.vmc)->is_available);
            assert_int_equal(vrm_vmc_stats(wire.vmc).unknown_bones, 0);
            assert_true(wire.largest <= VRM_VMC_PACKET_MAX && wire.packets > 1);
            vrm_vmc_destroy(wire.vmc);
        }
        test_run_end(&from);
        test_run_end(&to);
    }
}

/* What a bone is called goes there and back. */
static void every_bone_keeps_its_name(void** state) {
    (void)state;
    TestRun run = run_of(VRM_DIALECT_1);
    Wire wire = wire_of(1000);
    test_step(&run);
    assert_true(vrm_vmc_send(run.sim, run.id, 0.0, deliver, &wire));
    uint64_t bones = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (vrm_rig_bone(run.rig, (vrm_Bone)b) >= 0) bones |= (uint64_t)1 << b;
    assert_true(vrm_vmc_state(wire.vmc)->bones == bones);
    vrm_vmc_destroy(wire.vmc);
    test_run_end(&run);
}

/* Also bones and presets that no avatar of these tests has. */
static void every_name_is_read_as_what_it_stands_for(void** state) {
    (void)state;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        char name[VRM_VMC_NAME];
        vmc_bone_name((vrm_Bone)b, name);
        assert_int_equal(vrm_vmc_bone(name), b);
        assert_true(name[0] >= 'A' && name[0] <= 'Z');
    }
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        assert_int_equal(vrm_vmc_preset(vmc_preset_name((vrm_ExpressionPreset)p)), p);
        assert_int_equal(vrm_vmc_preset(vmc_old_name((vrm_ExpressionPreset)p)), p);
    }
}

static void the_gaze_is_sent(void** state) {
    (void)state;
    TestRun run = run_of(VRM_DIALECT_1);
    Wire wire = wire_of(1000);
    assert_true(vrm_avatar_look_along(run.sim, run.id, 20.0f, -10.0f));
    test_step(&run);
    assert_true(vrm_vmc_send(run.sim, run.id, 0.0, deliver, &wire));
    assert_true(vrm_vmc_state(wire.vmc)->has_gaze);
    assert_true(fabsf(vrm_vmc_state(wire.vmc)->gaze_yaw - 20.0f) < 1e-3f);
    assert_true(fabsf(vrm_vmc_state(wire.vmc)->gaze_pitch + 10.0f) < 1e-3f);
    vrm_vmc_destroy(wire.vmc);
    test_run_end(&run);
}

/* The name is the file's. */
static void an_expression_that_no_packet_holds_is_left_out(void** state) {
    (void)state;
    static char faces[4096];
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    int at = snprintf(faces, sizeof faces, "{\"preset\":{\"happy\":{}},\"custom\":{\"");
    memset(faces + at, 'x', 2000);
    snprintf(faces + at + 2000, sizeof faces - (size_t)at - 2000, "\":{}}}");
    avatar.expressions = faces;
    TestRun run = test_run(&avatar);
    Wire wire = wire_of(1000);
    test_step(&run);
    assert_true(vrm_vmc_send(run.sim, run.id, 0.0, deliver, &wire));
    assert_int_equal(vrm_vmc_expression_count(wire.vmc), 1);
    assert_true(wire.largest <= VRM_VMC_PACKET_MAX);
    vrm_vmc_destroy(wire.vmc);
    test_run_end(&run);
}

static void a_failure_ends_the_sending(void** state) {
    (void)state;
    TestRun run = run_of(VRM_DIALECT_1);
    test_step(&run);
    for (int most = 0; most < 2; most++) {
        Wire wire = wire_of(most);
        assert_false(vrm_vmc_send(run.sim, run.id, 0.0, deliver, &wire));
        assert_int_equal(wire.packets, most + 1);
        vrm_vmc_destroy(wire.vmc);
    }
    assert_true(vrm_sim_remove(run.sim, run.id));
    assert_false(vrm_vmc_send(run.sim, run.id, 0.0, deliver, NULL));
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_sent_is_received),
        cmocka_unit_test(every_bone_keeps_its_name),
        cmocka_unit_test(every_name_is_read_as_what_it_stands_for),
        cmocka_unit_test(the_gaze_is_sent),
        cmocka_unit_test(an_expression_that_no_packet_holds_is_left_out),
        cmocka_unit_test(a_failure_ends_the_sending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
