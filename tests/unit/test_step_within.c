/* SPDX-License-Identifier: MIT */
/* vrm_sim_step_within(): who loses detail, that work stays within what is allowed, that nothing
 * jumps, and that the same calls decide the same. */
#include "support/avatar.h"
#include "support/check.h"
#include "vrm/spring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CROWD = 64 };

typedef struct Crowd {
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId ids[CROWD];
} Crowd;

static Crowd make_crowd(void) {
    Crowd crowd = {.rig = test_scene_rig(scene_springs_def())};
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = VRM_OUTPUT_SPRINGS;
    assert_int_equal(vrm_sim_create(&def, &crowd.sim), VRM_OK);
    for (int i = 0; i < CROWD; i++) {
        crowd.ids[i] = vrm_sim_add(crowd.sim, crowd.rig);
        assert_true(vrm_avatar_set_importance(crowd.sim, crowd.ids[i], (float)(CROWD - i)));
    }
    return crowd;
}

static void end_crowd(Crowd* crowd) {
    vrm_sim_destroy(crowd->sim);
    vrm_rig_destroy(crowd->rig);
}

static void sway(Crowd* crowd, int frame) {
    for (int i = 0; i < CROWD; i++)
        vrm_avatar_set_bone(crowd->sim, crowd->ids[i], VRM_BONE_HEAD,
                            test_turn(0, 1, 0, 20 * sinf(0.1f * (float)(frame + i))));
}

/* A budget of that many units of work. */
static vrm_BudgetDef units(double count) {
    vrm_BudgetDef budget = vrm_default_budget_def();
    budget.unit_ns = 1000.0f;
    budget.milliseconds = (float)(count / 1000.0);
    return budget;
}

static void enough_for_all_changes_no_bit(void** state) {
    (void)state;
    Crowd a = make_crowd(), b = make_crowd();
    vrm_BudgetDef much = units(1e6);
    size_t size = (size_t)vrm_rig_spring_joint_count(a.rig) * sizeof(vrm_Quat);
    for (int f = 0; f < 30; f++) {
        sway(&a, f);
        sway(&b, f);
        vrm_sim_step(a.sim, 1.0f / 60.0f);
        vrm_sim_step_within(b.sim, 1.0f / 60.0f, &much, NULL, NULL);
        for (int i = 0; i < CROWD; i++)
            assert_memory_equal(vrm_avatar_spring_rotations(a.sim, a.ids[i]),
                                vrm_avatar_spring_rotations(b.sim, b.ids[i]), size);
    }
    vrm_BudgetUse use = vrm_sim_budget_use(b.sim);
    assert_int_equal(use.full_count, CROWD);
    assert_true(fabs(use.work - use.work_wanted) < 1e-6 * use.work);
    end_crowd(&a);
    end_crowd(&b);
}

static void least_important_lose_first(void** state) {
    (void)state;
    Crowd crowd = make_crowd();
    vrm_BudgetDef much = units(1e6);
    vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &much, NULL, NULL);
    double wanted = vrm_sim_budget_use(crowd.sim).work_wanted;
    int32_t paused_before = 0, half_before = 0;
    for (int percent = 90; percent >= 10; percent -= 20) {
        vrm_BudgetDef some = units(wanted * percent / 100.0);
        for (int f = 0; f < 20; f++) {
            sway(&crowd, f);
            vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &some, NULL, NULL);
        }
        vrm_BudgetUse use = vrm_sim_budget_use(crowd.sim);
        assert_true(use.work_wanted == wanted);
        assert_int_equal(use.full_count + use.half_count + use.paused_count, CROWD);
        if (use.paused_count < CROWD) assert_true(use.work <= use.work_allowed);
        assert_true(use.half_count + use.paused_count >= half_before + paused_before);
        half_before = use.half_count;
        paused_before = use.paused_count;
        /* The most important still sways, the least important is still. */
        if (use.full_count > 0 && use.paused_count > 0) {
            size_t size = (size_t)vrm_rig_spring_joint_count(crowd.rig) * sizeof(vrm_Quat);
            vrm_Quat* first = malloc(size);
            vrm_Quat* last = malloc(size);
            assert_true(first != NULL && last != NULL);
            memcpy(first, vrm_avatar_spring_rotations(crowd.sim, crowd.ids[0]), size);
            memcpy(last, vrm_avatar_spring_rotations(crowd.sim, crowd.ids[CROWD - 1]), size);
            sway(&crowd, 21);
            vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &some, NULL, NULL);
            assert_memory_not_equal(first, vrm_avatar_spring_rotations(crowd.sim, crowd.ids[0]),
                                    size);
            assert_memory_equal(last, vrm_avatar_spring_rotations(crowd.sim, crowd.ids[CROWD - 1]),
                                size);
            free(first);
            free(last);
        }
    }
    assert_true(paused_before > 0);
    vrm_sim_step(crowd.sim, 1.0f / 60.0f);
    vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &much, NULL, NULL);
    assert_int_equal(vrm_sim_budget_use(crowd.sim).full_count, CROWD);
    end_crowd(&crowd);
}

static float most_turn(const vrm_Quat* a, const vrm_Quat* b, int32_t count) {
    float most = 0.0f;
    for (int32_t i = 0; i < count; i++) {
        float d = fabsf(a[i].x * b[i].x + a[i].y * b[i].y + a[i].z * b[i].z + a[i].w * b[i].w);
        float turn = 2.0f * acosf(d < 1.0f ? d : 1.0f);
        if (turn > most) most = turn;
    }
    return most;
}

/* The most that a joint turns in a frame, with full springs and with a budget that goes up and down
 * between two shares of the wanted work. */
typedef struct Turns {
    float full, limited;
    int32_t paused_count; /* the most that were paused */
} Turns;

static Turns run_up_and_down(double low, double high) {
    Crowd crowds[2] = {make_crowd(), make_crowd()};
    int32_t joints = vrm_rig_spring_joint_count(crowds[0].rig);
    vrm_Quat* before[2][CROWD];
    float most[2] = {0.0f, 0.0f};
    Turns turns = {0};
    vrm_BudgetDef much = units(1e6);
    vrm_sim_step(crowds[0].sim, 1.0f / 60.0f);
    vrm_sim_step_within(crowds[1].sim, 1.0f / 60.0f, &much, NULL, NULL);
    double wanted = vrm_sim_budget_use(crowds[1].sim).work_wanted;
    for (int i = 0; i < 2 * CROWD; i++) {
        before[i % 2][i / 2] = calloc((size_t)joints, sizeof(vrm_Quat));
        assert_non_null(before[i % 2][i / 2]);
    }
    for (int f = 0; f < 240; f++) {
        vrm_BudgetDef some = units(wanted * (low + (high - low) * (0.5 + 0.5 * sin(0.07 * f))));
        sway(&crowds[0], f);
        sway(&crowds[1], f);
        vrm_sim_step(crowds[0].sim, 1.0f / 60.0f);
        vrm_sim_step_within(crowds[1].sim, 1.0f / 60.0f, &some, NULL, NULL);
        vrm_BudgetUse use = vrm_sim_budget_use(crowds[1].sim);
        if (use.paused_count > turns.paused_count) turns.paused_count = use.paused_count;
        for (int i = 0; i < 2 * CROWD; i++) {
            Crowd* crowd = &crowds[i % 2];
            vrm_Quat* last = before[i % 2][i / 2];
            const vrm_Quat* now = vrm_avatar_spring_rotations(crowd->sim, crowd->ids[i / 2]);
            float turn = f < 30 ? 0.0f : most_turn(last, now, joints);
            if (turn > most[i % 2]) most[i % 2] = turn;
            memcpy(last, now, (size_t)joints * sizeof(vrm_Quat));
        }
    }
    for (int i = 0; i < 2 * CROWD; i++) free(before[i % 2][i / 2]);
    end_crowd(&crowds[0]);
    end_crowd(&crowds[1]);
    turns.full = most[0];
    turns.limited = most[1];
    return turns;
}

/* Between full and half nothing shows. A spring that was paused falls back at its own speed: a
 * tenth of a right angle in a frame, while a state that was lost would jump by up to half a turn.
 */
static void nothing_jumps_when_levels_change(void** state) {
    (void)state;
    Turns some = run_up_and_down(0.75, 1.1), all = run_up_and_down(0.1, 1.1);
    assert_int_equal(some.paused_count, 0);
    assert_true(all.paused_count > CROWD / 2);
    assert_true(some.limited <= 1.5f * some.full);
    assert_true(all.limited <= 0.25f);
}

static void same_calls_decide_the_same(void** state) {
    (void)state;
    Crowd a = make_crowd(), b = make_crowd();
    size_t size = (size_t)vrm_rig_spring_joint_count(a.rig) * sizeof(vrm_Quat);
    for (int f = 0; f < 60; f++) {
        vrm_BudgetDef some = units(200.0 + 40.0 * f);
        sway(&a, f);
        sway(&b, f);
        vrm_avatar_set_importance(a.sim, a.ids[f], (float)f);
        vrm_avatar_set_importance(b.sim, b.ids[f], (float)f);
        vrm_sim_step_within(a.sim, 1.0f / 60.0f, &some, NULL, NULL);
        vrm_sim_step_within(b.sim, 1.0f / 60.0f, &some, NULL, NULL);
        for (int i = 0; i < CROWD; i++)
            assert_memory_equal(vrm_avatar_spring_rotations(a.sim, a.ids[i]),
                                vrm_avatar_spring_rotations(b.sim, b.ids[i]), size);
    }
    end_crowd(&a);
    end_crowd(&b);
}

static void bad_values_are_refused(void** state) {
    (void)state;
    Crowd crowd = make_crowd();
    vrm_AvatarId none = {0, 0};
    assert_false(vrm_avatar_set_importance(crowd.sim, none, 1.0f));
    assert_false(vrm_avatar_set_importance(crowd.sim, crowd.ids[0], -1.0f));
    assert_false(vrm_avatar_set_importance(crowd.sim, crowd.ids[0], NAN));
    assert_false(vrm_avatar_set_importance(crowd.sim, crowd.ids[0], INFINITY));
    vrm_BudgetDef nothing = vrm_default_budget_def();
    nothing.milliseconds = NAN; /* nothing is allowed */
    for (int f = 0; f < 4; f++) vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &nothing, NULL, NULL);
    assert_int_equal(vrm_sim_budget_use(crowd.sim).paused_count, CROWD);
    vrm_sim_remove(crowd.sim, crowd.ids[5]);
    crowd.ids[5] = vrm_sim_add(crowd.sim, crowd.rig); /* into a paused block */
    vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, NULL, NULL, NULL);
    vrm_sim_step(crowd.sim, 1.0f / 60.0f);
    end_crowd(&crowd);
    vrm_Sim* empty = NULL;
    assert_int_equal(vrm_sim_create(NULL, &empty), VRM_OK);
    vrm_sim_step_within(empty, 1.0f / 60.0f, NULL, NULL, NULL);
    vrm_sim_destroy(empty);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enough_for_all_changes_no_bit),
        cmocka_unit_test(least_important_lose_first),
        cmocka_unit_test(nothing_jumps_when_levels_change),
        cmocka_unit_test(same_calls_decide_the_same),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
