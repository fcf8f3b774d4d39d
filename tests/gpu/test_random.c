/* SPDX-License-Identifier: MIT */
/* Random rigs (tests/support/random_crowd.h) under a random host, on the device and on the CPU:
 * either a rig is refused, or every output has the same bits. */
#include "twin.h"

#include "support/dice.h"
#include "support/random_crowd.h"

#define RIGS   36
#define FRAMES 40

static vrm_Quat roll_turn(Dice* dice) {
    return (vrm_Quat){roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, 0.1f, 1)};
}

/* What the device's sim has of a host's knobs. */
static void turn_knob(Twins* t, Dice* dice) {
    int32_t i = roll_int(dice, t->count);
    vrm_AvatarId id = t->ids[i];
    const vrm_AvatarId* gpu = &t->gpu_ids[i];
    vrm_Vec3 v = {roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1)};
    vrm_Quat rotations[64];
    float size = roll_int(dice, 3) == 0 ? roll(dice, 0.5f, 2.0f) : 1.0f, off[4] = {0};
    bool is_on = roll_int(dice, 2) == 0;
    switch (roll_int(dice, 9)) {
    case 0:
    case 1:
        for (int n = 0; n < 64; n++) rotations[n] = roll_turn(dice);
        twins_rotations(t, i, rotations);
        break;
    case 2:
    case 3: twins_root(t, i, (vrm_Transform){v, roll_turn(dice), {size, size, size}}); break;
    case 4:
        assert_true(vrm_avatar_pause_springs(t->sim, id, is_on));
        ok(t, vrm_gpu_sim_pause_springs(t->gpu, gpu, 1, is_on));
        break;
    case 5:
        if (is_on) v = (vrm_Vec3){0.0f, 0.0f, 0.0f};
        assert_true(vrm_avatar_set_force(t->sim, id, v));
        ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_FORCES, gpu, 1, &v.x));
        break;
    case 6: {
        uint32_t stages = is_on ? VRM_STAGE_ALL : (uint32_t)roll_int(dice, 16);
        assert_true(vrm_avatar_set_stages(t->sim, id, stages));
        ok(t, vrm_gpu_sim_set_stages(t->gpu, gpu, 1, stages));
        break;
    }
    case 7:
        if (!vrm_rig_look_at(t->rigs[i], NULL)) break;
        if (is_on) {
            twins_look_at(t, i, v);
        } else {
            assert_true(vrm_avatar_look_off(t->sim, id));
            ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_GAZES, gpu, 1, off));
        }
        break;
    default:
        assert_true(is_on ? vrm_avatar_reset_springs(t->sim, id)
                          : vrm_avatar_set_spring_scaling(t->sim, id, size != 1.0f));
        ok(t, is_on ? vrm_gpu_sim_reset_springs(t->gpu, gpu, 1)
                    : vrm_gpu_sim_set_spring_scaling(t->gpu, gpu, 1, size != 1.0f));
    }
}

static void run(const vrm_Rig* rig, Dice* dice, uint64_t seed) {
    static const uint32_t outputs[] = {VRM_OUTPUT_ALL, VRM_OUTPUT_SPRINGS, VRM_OUTPUT_LOCALS};
    vrm_GpuSplit split = roll_int(dice, 2) == 0 ? VRM_GPU_SPLIT_AVATARS : VRM_GPU_SPLIT_CHAINS;
    Twins t = twins_make(outputs[roll_int(dice, 3)], roll_int(dice, 4) == 0 ? 0.0f : 60.0f, split);
    bool is_even = roll_int(dice, 2) == 0;
    float longest = roll_int(dice, 2) == 0 ? 0.006f : 0.06f; /* many frames to a step, or few */
    bool is_hitched = roll_int(dice, 2) == 0; /* frames without time or with too much of it */
    for (int i = 0; i < 3; i++) twins_add(&t, rig);
    for (int f = 0; f < FRAMES; f++) {
        for (int k = roll_int(dice, 3); k > 0; k--) turn_knob(&t, dice);
        bool is_tiny = roll_int(dice, 6) == 0; /* a clock that stutters: steps wait */
        float dt = is_even ? 1.0f / 60.0f : roll(dice, 0.001f, longest);
        if (is_hitched && roll_int(dice, 5) == 0)
            dt = roll_int(dice, 3) == 0 ? 0.0f : roll(dice, 0.2f, 2.0f);
        twins_step(&t, is_tiny ? roll(dice, 1e-6f, 4e-4f) : dt);
        char where[64];
        (void)snprintf(where, sizeof where, "rig %u, frame %d", (unsigned)seed, f);
        if (f % 4 == 0 || f + 1 == FRAMES) twins_compare_all(&t, where);
    }
    twins_end(&t);
}

/* Whether the device takes the rig. Its avatar goes again, and the rig may go too. */
static bool is_taken(vrm_GpuSim* probe, const vrm_Rig* rig) {
    vrm_AvatarId id;
    vrm_Result result = vrm_gpu_sim_add(probe, rig, 1, &id);
    if (result != VRM_OK) {
        assert_int_equal(result, VRM_ERR_UNSUPPORTED);
        if (strstr(vrm_gpu_sim_message(probe), "GPU_RIG_BROKEN") != NULL)
            fail_msg("%s", vrm_gpu_sim_message(probe));
        return false;
    }
    assert_int_equal(vrm_gpu_sim_remove(probe, &id, 1), VRM_OK);
    assert_false(vrm_gpu_avatar_is_valid(probe, id));
    return true;
}

static void random_rigs_have_equal_bits_or_are_refused(void** state) {
    (void)state;
    const char* more = getenv("VRM_GPU_RANDOM_RIGS");
    int wanted = more != NULL ? atoi(more) : RIGS, taken = 0, refused = 0;
    vrm_GpuSim* probe = NULL;
    assert_int_equal(vrm_gpu_sim_create(NULL, &probe), VRM_OK);
    for (uint64_t seed = 1; taken < wanted; seed++) {
        Chance chance = {.state = seed};
        Dice dice = {seed * 977};
        vrm_Rig* rig = random_crowd_rig(&chance);
        if (rig == NULL) continue;
        if (is_taken(probe, rig)) {
            run(rig, &dice, seed);
            taken++;
        } else {
            refused++;
        }
        vrm_rig_destroy(rig);
        assert_true(refused < 1000 + 20 * wanted);
    }
    vrm_gpu_sim_destroy(probe);
    printf("%d rigs with equal bits, %d refused\n", taken, refused);
}

int main(void) {
    if (twins_skip() != 0) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_rigs_have_equal_bits_or_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
