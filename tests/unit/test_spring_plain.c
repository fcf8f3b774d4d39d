/* SPDX-License-Identifier: MIT */
/* The springs against bench/springs/plain.c, the specification's pseudocode in plain C, which
 * `make bench-springs` measures beside them: a peer that computes something else is no measure.
 * A chain that rubs on a collider may differ by a hit or a miss, so the median is judged. */
#include "spring_fixture.h"

#include "../../bench/springs/plain.c"

enum { FRAMES = 40, SEEDS = 12, BODY_NODES = 6 };

static float distance(vrm_Quat a, vrm_Quat b) {
    float dot = vrmi_quat_dot(a, b);
    return 1.0f - fabsf(dot);
}

static int compare_floats(const void* a, const void* b) {
    const float *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Returns the median, over all joints and frames, of how far the two rotations are apart. */
static float run(uint64_t seed, unsigned has) {
    Dice dice = {seed};
    Text *nodes = malloc(sizeof *nodes), *springs = malloc(sizeof *springs);
    roll_avatar(&dice, 7, has, nodes, springs);
    Fixture f = fixture(nodes->data, springs->data, 0.0f);
    plain_Avatar* plain = plain_create(f.model);
    int32_t joints = vrm_rig_spring_joint_count(f.rig), count = 0;
    float* apart = malloc((size_t)joints * FRAMES * sizeof *apart);
    assert_true(plain != NULL && apart != NULL && joints > 0);
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int32_t n = 0; n < BODY_NODES; n++) {
            vrm_Quat q = vrmi_quat_normalize(roll_turn(&dice, 0.3f));
            assert_true(vrm_avatar_set_rotation(f.sim, f.id, n, q));
            plain_set_rotation(plain, n, q);
        }
        if (frame == 0) plain_reset(plain);
        plain_step(plain, FIXTURE_DT);
        vrm_sim_step(f.sim, FIXTURE_DT);
        for (int32_t j = 0; j < joints; j++) {
            int32_t node = vrm_rig_spring_joint(f.rig, j).node;
            apart[count++] = distance(vrm_avatar_locals(f.sim, f.id)[node].rotation,
                                      plain_rotation(plain, node));
        }
    }
    qsort(apart, (size_t)count, sizeof *apart, compare_floats);
    float median = apart[count / 2];
    free(apart);
    plain_destroy(plain);
    fixture_end(&f);
    free(nodes);
    free(springs);
    return median;
}

static void check(unsigned has) {
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        float median = run(seed * 71, has);
        if (!(median < 1e-6f)) fail_msg("seed %d: %g", (int)seed, (double)median);
    }
}

static void chains_and_colliders_agree_with_the_pseudocode(void** state) {
    (void)state;
    check(0);
}

static void centers_agree_with_the_pseudocode(void** state) {
    (void)state;
    check(HAS_CENTER);
    check(HAS_OWN_CENTER);
}

static void scales_agree_with_the_pseudocode(void** state) {
    (void)state;
    check(HAS_SCALE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_and_colliders_agree_with_the_pseudocode),
        cmocka_unit_test(centers_agree_with_the_pseudocode),
        cmocka_unit_test(scales_agree_with_the_pseudocode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
