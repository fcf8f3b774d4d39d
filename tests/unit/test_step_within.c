/* SPDX-License-Identifier: MIT */
/* vrm_sim_step_within(): who loses detail, that work stays within what is allowed, that nothing
 * jumps, and that the same calls decide the same. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
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

static Crowd make_crowd_at(float rate_hz) {
    Crowd crowd = {.rig = test_scene_rig(scene_springs_def())};
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = VRM_OUTPUT_SPRINGS;
    def.spring_rate_hz = rate_hz;
    assert_int_equal(vrm_sim_create(&def, &crowd.sim), VRM_OK);
    for (int i = 0; i < CROWD; i++) {
        crowd.ids[i] = vrm_sim_add(crowd.sim, crowd.rig);
        assert_true(vrm_avatar_set_importance(crowd.sim, crowd.ids[i], (float)(CROWD - i)));
    }
    return crowd;
}

static Crowd make_crowd(void) {
    return make_crowd_at(60.0f);
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

/* ---- What is counted ---- */

static vrm_BudgetUse use_of(Crowd* crowd, float dt, int frames) {
    vrm_BudgetDef much = units(1e6);
    for (int f = 0; f < frames; f++) vrm_sim_step_within(crowd->sim, dt, &much, NULL, NULL);
    return vrm_sim_budget_use(crowd->sim);
}

/* Springs that the host lowered, paused or switched off cost what they do, not what they could. */
static void springs_that_the_host_stopped_cost_nothing(void** state) {
    (void)state;
    Crowd crowd = make_crowd();
    double all = use_of(&crowd, 1.0f / 60.0f, 1).work, half = 0.0, none = 0.0;
    for (int i = 0; i < CROWD; i++)
        vrm_avatar_set_spring_detail(crowd.sim, crowd.ids[i], VRM_SPRINGS_HALF);
    half = use_of(&crowd, 1.0f / 60.0f, 1).work;
    assert_int_equal(vrm_sim_budget_use(crowd.sim).half_count, CROWD);
    for (int i = 0; i < CROWD; i++) {
        vrm_avatar_set_spring_detail(crowd.sim, crowd.ids[i], VRM_SPRINGS_FULL);
        if (i % 3 == 0) vrm_avatar_set_spring_detail(crowd.sim, crowd.ids[i], VRM_SPRINGS_PAUSED);
        if (i % 3 == 1) vrm_avatar_pause_springs(crowd.sim, crowd.ids[i], true);
        if (i % 3 == 2) vrm_avatar_set_stages(crowd.sim, crowd.ids[i], 0);
    }
    none = use_of(&crowd, 1.0f / 60.0f, 1).work;
    assert_int_equal(vrm_sim_budget_use(crowd.sim).paused_count, CROWD);
    assert_true(half < all && none < half);
    assert_true(fabs((all - none) - 2.0 * (half - none)) < 1e-9 * all);
    assert_true(vrm_sim_budget_use(crowd.sim).work_wanted == none);

    /* The springs of one avatar are all that is left: what they cost is allowed, so they run. */
    vrm_avatar_set_spring_detail(crowd.sim, crowd.ids[0], VRM_SPRINGS_FULL);
    vrm_BudgetDef some = units(1.2 * use_of(&crowd, 1.0f / 60.0f, 1).work);
    for (int f = 0; f < 4; f++) vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &some, NULL, NULL);
    assert_int_equal(vrm_sim_budget_use(crowd.sim).full_count, 1);
    assert_int_equal(vrm_sim_budget_use(crowd.sim).paused_count, CROWD - 1);
    end_crowd(&crowd);
}

static void avatars_without_springs_have_nothing_to_lose(void** state) {
    (void)state;
    SceneDef bare = scene_default_def(VRM_DIALECT_1);
    bare.chain_count = 0;
    vrm_Rig* rig = test_scene_rig(bare);
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_sim_add(sim, rig);
    vrm_BudgetDef nothing = units(0.0);
    for (int f = 0; f < 4; f++) vrm_sim_step_within(sim, 1.0f / 60.0f, &nothing, NULL, NULL);
    assert_int_equal(vrm_sim_budget_use(sim).full_count, 1);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
}

/* Frames of 1/20 s contain three steps of springs; a single long one is no reason to stop them. */
static void slow_frames_cost_more(void** state) {
    (void)state;
    Crowd crowd = make_crowd();
    for (int i = 0; i < CROWD; i++) vrm_avatar_pause_springs(crowd.sim, crowd.ids[i], true);
    double rest = use_of(&crowd, 1.0f / 60.0f, 2).work;
    for (int i = 0; i < CROWD; i++) vrm_avatar_pause_springs(crowd.sim, crowd.ids[i], false);
    double springs = use_of(&crowd, 1.0f / 60.0f, 2).work - rest;
    assert_true(springs > 0.0);
    assert_true(fabs(use_of(&crowd, 1.0f / 144.0f, 2).work - rest - springs) < 1e-5 * springs);
    assert_true(fabs(use_of(&crowd, 0.5f, 1).work - rest - springs) < 1e-5 * springs);
    assert_true(fabs(use_of(&crowd, 1.0f / 60.0f, 1).work - rest - springs) < 1e-5 * springs);
    assert_true(fabs(use_of(&crowd, 0.05f, 2).work - rest - 3.0 * springs) < 1e-5 * springs);
    assert_true(fabs(use_of(&crowd, 1e9f, 2).work - rest - 16.0 * springs) < 1e-5 * springs);
    assert_true(fabs(use_of(&crowd, NAN, 2).work - rest - springs) < 1e-5 * springs);
    end_crowd(&crowd);
}

/* Without a rate a frame is one step, or as many as it is split in. */
static void frames_that_are_split_cost_more(void** state) {
    (void)state;
    Crowd crowd = make_crowd_at(0.0f);
    for (int i = 0; i < CROWD; i++) vrm_avatar_pause_springs(crowd.sim, crowd.ids[i], true);
    double rest = use_of(&crowd, 0.01f, 2).work;
    for (int i = 0; i < CROWD; i++) vrm_avatar_pause_springs(crowd.sim, crowd.ids[i], false);
    double springs = use_of(&crowd, 0.01f, 2).work - rest;
    assert_true(fabs(use_of(&crowd, 1.0f / 30.0f, 2).work - rest - springs) < 1e-5 * springs);
    assert_true(fabs(use_of(&crowd, 0.1f, 2).work - rest - 3.0 * springs) < 1e-5 * springs);
    end_crowd(&crowd);
}

/* ---- Random hosts ---- */

/* Deals ranges to four workers as the dice fall, on this thread. */
static void deal(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    Dice* dice = ctx;
    bool is_backwards = roll_int(dice, 2) == 0;
    int32_t ranges = (count + grain - 1) / grain;
    for (int32_t i = 0; i < ranges; i++) {
        int32_t begin = (is_backwards ? ranges - 1 - i : i) * grain;
        fn(task, begin, begin + grain < count ? begin + grain : count, roll_int(dice, 4));
    }
}

static float any_of(Dice* dice, const float* values, int count) {
    return values[roll_int(dice, count)];
}

/* Budgets from nothing to more than enough, and values that mean nothing. */
static vrm_BudgetDef any_budget(Dice* dice, double wanted) {
    static const float milliseconds[] = {0.0f, -1.0f, NAN, INFINITY, -INFINITY, 1e30f, 1e-40f};
    static const float unit_ns[] = {0.0f, -5.0f, NAN, INFINITY, 1e-40f, 1e30f};
    vrm_BudgetDef budget = units(wanted * (double)roll(dice, 0.0f, 1.3f));
    if (roll_int(dice, 4) == 0) budget.milliseconds = any_of(dice, milliseconds, 7);
    if (roll_int(dice, 4) == 0) budget.unit_ns = any_of(dice, unit_ns, 6);
    return budget;
}

/* The same host on one worker and on four, which pay for the same work when a unit costs four times
 * as much. */
typedef struct Twins {
    vrm_Sim* sims[2];
    Dice order;
    vrm_AvatarId ids[2][CROWD];
    const vrm_Rig* rigs[CROWD]; /* NULL: not there */
    int32_t count;
} Twins;

static void change_avatar(Twins* twins, Dice* dice, const vrm_Rig* const* rigs, int i) {
    static const float importances[] = {0.0f, 1.0f, 1.0f, 1e30f, 1e-40f, NAN, INFINITY, -1.0f};
    int act = roll_int(dice, 8), detail = roll_int(dice, 3);
    const vrm_Rig* rig = rigs[roll_int(dice, 3)];
    float importance = any_of(dice, importances, 8), turn = roll(dice, -30.0f, 30.0f);
    if (twins->rigs[i] == NULL && act > 2) return;
    for (int t = 0; t < 2; t++) {
        vrm_Sim* sim = twins->sims[t];
        vrm_AvatarId* id = &twins->ids[t][i];
        if (twins->rigs[i] == NULL) {
            *id = vrm_sim_add(sim, rig);
            assert_true(vrm_avatar_is_valid(sim, *id));
        } else if (act == 0) {
            vrm_sim_remove(sim, *id);
        } else if (act == 1) {
            bool is_sound = isfinite(importance) && importance >= 0.0f;
            assert_int_equal(vrm_avatar_set_importance(sim, *id, importance), is_sound);
        } else if (act == 2) {
            vrm_avatar_set_spring_detail(sim, *id, (vrm_SpringDetail)detail);
        } else {
            vrm_avatar_set_bone(sim, *id, VRM_BONE_HEAD, test_turn(1, 2, 0, turn));
        }
    }
    if (twins->rigs[i] == NULL || act == 0) {
        twins->count += twins->rigs[i] == NULL ? 1 : -1;
        twins->rigs[i] = twins->rigs[i] == NULL ? rig : NULL;
    }
}

static void check_use(const Twins* twins) {
    vrm_BudgetUse a = vrm_sim_budget_use(twins->sims[0]), b = vrm_sim_budget_use(twins->sims[1]);
    assert_memory_equal(&a.work, &b.work, sizeof a.work);
    assert_memory_equal(&a.work_wanted, &b.work_wanted, sizeof a.work_wanted);
    assert_memory_equal(&a.work_allowed, &b.work_allowed, sizeof a.work_allowed);
    assert_int_equal(a.full_count, b.full_count);
    assert_int_equal(a.half_count, b.half_count);
    assert_int_equal(a.paused_count, b.paused_count);
    assert_int_equal(a.full_count + a.half_count + a.paused_count, twins->count);
    assert_true(isfinite(a.work) && a.work >= 0.0 && a.work <= a.work_wanted * (1.0 + 1e-9));
    assert_true(a.work_allowed >= 0.0);
}

static void check_twins(const Twins* twins) {
    for (int i = 0; i < CROWD; i++) {
        if (twins->rigs[i] == NULL) continue;
        int32_t nodes = vrm_rig_node_count(twins->rigs[i]);
        const vrm_Affine* worlds = vrm_avatar_worlds(twins->sims[0], twins->ids[0][i]);
        const float* numbers = (const float*)worlds;
        assert_memory_equal(worlds, vrm_avatar_worlds(twins->sims[1], twins->ids[1][i]),
                            (size_t)nodes * sizeof *worlds);
        for (int32_t k = 0; k < 12 * nodes; k++) assert_true(isfinite(numbers[k]));
    }
}

static void run_twins(uint64_t number, vrm_Kernel kernel, const vrm_Rig* const* rigs) {
    static const float steps[] = {1.0f / 60.0f, 1.0f / 60.0f, 0.005f, 0.5f, 0.0f, -1.0f, NAN};
    Dice dice = {number};
    Twins twins = {.order = {number + 1}};
    vrm_SimDef def = vrm_default_sim_def();
    def.kernel = kernel;
    assert_int_equal(vrm_sim_create(&def, &twins.sims[0]), VRM_OK);
    def.tasks = (vrm_Tasks){4, deal, &twins.order};
    assert_int_equal(vrm_sim_create(&def, &twins.sims[1]), VRM_OK);
    for (int f = 0; f < 40; f++) {
        for (int i = 0; i < CROWD; i++)
            if (roll_int(&dice, 3) == 0) change_avatar(&twins, &dice, rigs, i);
        float dt = any_of(&dice, steps, 7);
        double wanted = vrm_sim_budget_use(twins.sims[0]).work_wanted;
        vrm_BudgetDef budgets[2] = {any_budget(&dice, wanted + 1.0)};
        bool is_plain = roll_int(&dice, 12) == 0;
        budgets[1] = budgets[0];
        if (!(budgets[0].unit_ns > 0.0f) || !isfinite(budgets[0].unit_ns)) {
            budgets[0].milliseconds *= 4.0f; /* the default unit */
        } else {
            budgets[1].unit_ns *= 4.0f;
        }
        for (int t = 0; t < 2; t++) {
            if (is_plain)
                vrm_sim_step(twins.sims[t], dt);
            else
                vrm_sim_step_within(twins.sims[t], dt, &budgets[t], NULL, NULL);
        }
        if (!is_plain) check_use(&twins);
        check_twins(&twins);
    }
    vrm_sim_destroy(twins.sims[0]);
    vrm_sim_destroy(twins.sims[1]);
}

static void random_hosts_get_the_same_with_any_workers(void** state) {
    (void)state;
    SceneDef bare = scene_default_def(VRM_DIALECT_1);
    bare.chain_count = 0;
    vrm_Rig* rigs[3] = {test_scene_rig(scene_springs_def()), test_scene_rig(bare),
                        test_scene_rig(scene_default_def(VRM_DIALECT_0))};
    const vrm_Rig* const shared[3] = {rigs[0], rigs[1], rigs[2]};
    for (int kernel = VRM_KERNEL_AUTO; kernel <= VRM_KERNEL_LANES_16; kernel++)
        for (uint64_t number = 0; number < 6; number++)
            if (vrm_kernel_is_supported((vrm_Kernel)kernel))
                run_twins(number, (vrm_Kernel)kernel, shared);
    for (int i = 0; i < 3; i++) vrm_rig_destroy(rigs[i]);
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
    vrm_BudgetDef endless = vrm_default_budget_def();
    endless.milliseconds = endless.unit_ns = INFINITY; /* no limit, the default unit */
    vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &endless, NULL, NULL);
    vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &endless, NULL, NULL);
    assert_int_equal(vrm_sim_budget_use(crowd.sim).full_count, CROWD);
    assert_true(vrm_sim_budget_use(crowd.sim).work_allowed > 0.0);
    vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &nothing, NULL, NULL);
    vrm_sim_step_within(crowd.sim, 1.0f / 60.0f, &nothing, NULL, NULL);
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
        cmocka_unit_test(springs_that_the_host_stopped_cost_nothing),
        cmocka_unit_test(avatars_without_springs_have_nothing_to_lose),
        cmocka_unit_test(slow_frames_cost_more),
        cmocka_unit_test(frames_that_are_split_cost_more),
        cmocka_unit_test(random_hosts_get_the_same_with_any_workers),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
