/* SPDX-License-Identifier: MIT */
/* vrm_rig_set_collider(): a rig whose collider is changed does what one built with that collider
 * does, to the bit. */
#include "spring_fixture.h"

#include <math.h>

typedef struct Springs {
    char data[1024];
} Springs;

/* One collider of a kind, with random numbers, beside two chains. */
static Springs random_springs(int kind, Dice* dice) {
    static const char* const names[] = {"sphere", "capsule", "sphere", "capsule", "plane"};
    float n[7];
    for (int i = 0; i < 6; i++) n[i] = roll(dice, -0.3f, 0.3f);
    n[6] = roll(dice, 0.0f, 0.4f);
    char shape[256];
    if (kind == VRM_COLLIDER_PLANE)
        snprintf(shape, sizeof shape, "\"plane\":{\"offset\":[%f,%f,%f],\"normal\":[0,1,0]}",
                 (double)n[0], (double)n[1], (double)n[2]);
    else
        snprintf(shape, sizeof shape,
                 "\"%s\":{\"offset\":[%f,%f,%f],\"radius\":%f%s,\"tail\":[%f,%f,%f]}", names[kind],
                 (double)n[0], (double)n[1], (double)n[2], (double)n[6],
                 kind > VRM_COLLIDER_CAPSULE ? ",\"inside\":true" : "", (double)n[3], (double)n[4],
                 (double)n[5]);
    Springs springs;
    bool is_extended = kind > VRM_COLLIDER_CAPSULE;
    snprintf(springs.data, sizeof springs.data,
             "\"colliders\":[{\"node\":0,\"shape\":{%s}%s%s%s}],"
             "\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":[%s,\"colliderGroups\":[0]}]",
             is_extended ? "\"sphere\":{}" : shape,
             is_extended
                 ? ",\"extensions\":{\"VRMC_springBone_extended_collider\":{\"specVersion\":"
                   "\"1.0\",\"shape\":{"
                 : "",
             is_extended ? shape : "", is_extended ? "}}}" : "",
             FIXTURE_CHAIN("\"stiffness\":0.5,\"hitRadius\":0.02,\"gravityPower\":0.1"));
    return springs;
}

static void a_changed_collider_is_one_that_the_file_has(void** state) {
    (void)state;
    Dice dice = {.state = 33};
    for (int round = 0; round < 200; round++) {
        int kind = round % 5;
        float rate = round % 2 == 0 ? 60.0f : 0.0f;
        Springs before = random_springs(kind, &dice), after = random_springs(kind, &dice);
        Fixture changed = fixture(FIXTURE_ROW, before.data, rate);
        Fixture built = fixture(FIXTURE_ROW, after.data, rate);
        for (int i = 0; i < round % 6; i++) {
            vrm_sim_add(changed.sim, changed.rig);
            vrm_sim_add(built.sim, built.rig);
        }
        const vrm_Collider* shape = &vrm_model_spring_bones(built.model)->colliders[0];
        assert_int_equal((int)shape->shape, kind);
        assert_true(vrm_rig_set_collider(changed.rig, 0, shape));
        for (int frame = 0; frame < 30; frame++) {
            fixture_step(&changed);
            fixture_step(&built);
        }
        int32_t count = vrm_rig_spring_joint_count(built.rig);
        assert_memory_equal(vrm_avatar_spring_rotations(changed.sim, changed.id),
                            vrm_avatar_spring_rotations(built.sim, built.id),
                            (size_t)count * sizeof(vrm_Quat));
        fixture_end(&changed);
        fixture_end(&built);
    }
}

static void what_does_not_fit_changes_nothing(void** state) {
    (void)state;
    Dice dice = {.state = 7};
    Springs springs = random_springs(VRM_COLLIDER_SPHERE, &dice);
    Fixture f = fixture(FIXTURE_ROW, springs.data, 60.0f);
    vrm_Collider shape = vrm_model_spring_bones(f.model)->colliders[0], wrong = shape;
    assert_false(vrm_rig_set_collider(f.rig, -1, &shape));
    assert_false(vrm_rig_set_collider(f.rig, 1, &shape));
    wrong.shape = VRM_COLLIDER_CAPSULE;
    assert_false(vrm_rig_set_collider(f.rig, 0, &wrong));
    wrong.shape = (vrm_ColliderShape)99;
    assert_false(vrm_rig_set_collider(f.rig, 0, &wrong));
    wrong = shape;
    wrong.radius = NAN;
    assert_false(vrm_rig_set_collider(f.rig, 0, &wrong));
    wrong = shape;
    wrong.offset.y = INFINITY;
    assert_false(vrm_rig_set_collider(f.rig, 0, &wrong));
    assert_true(vrm_rig_set_collider(f.rig, 0, &shape));
    fixture_end(&f);
    f = fixture(FIXTURE_ROW, "\"springs\":[]", 60.0f);
    assert_false(vrm_rig_set_collider(f.rig, 0, &shape));
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_collider_is_one_that_the_file_has),
        cmocka_unit_test(what_does_not_fit_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
