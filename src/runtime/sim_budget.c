/* SPDX-License-Identifier: MIT */
/* A step within a budget: which blocks run their springs in full, in every second step, or not at
 * all. Decisions are made from counted work, before the step and by the calling thread, so that
 * neither clocks nor workers change a bit. */
#include "runtime/sim.h"
#include "runtime/spring_stage.h"

/* Work of a block, in units: one pair of a spring in all lanes is 1. From instruction counts of the
 * standard scenes: a node without outputs, and a node with matrices and palettes. */
#define WORK_NODE   0.3
#define WORK_OUTPUT 0.5

/* A unit takes about this long in four lanes; in more lanes it does more. */
#define UNIT_NS 70.0f

/* Springs are raised again only when this share of the allowed work stays free. */
#define SLACK 0.1

void vrm_budget_def_init(vrm_BudgetDef* budget, size_t def_size) {
    vrm_BudgetDef defaults = {.milliseconds = 2.0f};
    vrmi_def_init(budget, def_size, &defaults, sizeof defaults);
}

bool vrm_avatar_set_importance(vrm_Sim* sim, vrm_AvatarId id, float importance) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_is_finite(importance) || importance < 0.0f) return false;
    avatar->importance = importance;
    return true;
}

vrm_BudgetUse vrm_sim_budget_use(const vrm_Sim* sim) {
    return sim->budget_use;
}

/* ---- Work ---- */

static double work_of_frame(const vrm_Sim* sim, const vrmi_Block* block) {
    double each = vrmi_gives_transforms(sim) ? WORK_NODE + WORK_OUTPUT : WORK_NODE;
    int32_t nodes =
        vrmi_gives_transforms(sim) ? block->rig->slot_count : vrmi_body_count(sim, block->rig);
    return each * (double)nodes;
}

/* Of a frame, at the level or what the host wants of it. */
static double work_of_springs(const vrm_Sim* sim, const vrmi_Block* block, int level) {
    if (level < block->springs_wanted) level = block->springs_wanted;
    if (block->springs == NULL || level == VRM_SPRINGS_PAUSED) return 0.0;
    double pairs = sim->steps_counted * (double)block->rig->springs->pair_count;
    return level == VRM_SPRINGS_HALF && vrmi_springs_can_halve(block) ? 0.5 * pairs : pairs;
}

/* How many steps the springs make in a frame. In short frames one, as in the dearest of them. */
static double steps_of_frame(const vrm_Sim* sim, float dt) {
    double steps = 1.0, most = (double)sim->def.max_step_s;
    if (!(dt > 0.0f) || !vrmi_is_finite(dt)) return 1.0;
    if (sim->def.spring_rate_hz > 0.0f)
        steps = (double)dt * (double)sim->def.spring_rate_hz;
    else if (most > 0.0)
        steps = (double)dt / most;
    return steps < 1.0 ? 1.0 : steps < VRMI_STEPS_MAX ? steps : VRMI_STEPS_MAX;
}

/* A single long frame would pause springs that everybody sees swaying in the next one: the shorter
 * of the last two counts. */
static void count_steps(vrm_Sim* sim, float dt) {
    double steps = steps_of_frame(sim, dt), before = sim->steps_before;
    sim->steps_counted = before >= 1.0 && before < steps ? before : steps;
    sim->steps_before = steps;
}

static double work_allowed(const vrm_Sim* sim, const vrm_BudgetDef* budget) {
    double ms = budget->milliseconds > 0.0f ? (double)budget->milliseconds : 0.0;
    bool has_unit = budget->unit_ns > 0.0f && vrmi_is_finite(budget->unit_ns);
    double unit = has_unit ? (double)budget->unit_ns : (double)UNIT_NS;
    return ms * 1e6 / unit * (double)sim->worker_count;
}

/* ---- Order ---- */

static float importance_of(const vrmi_Block* block) {
    float most = 0.0f;
    for (int32_t lane = 0; lane < block->lane_count; lane++)
        if (block->avatars[lane] != NULL && block->avatars[lane]->importance > most)
            most = block->avatars[lane]->importance;
    return most;
}

/* Blocks of equal importance keep the order in which they are stepped. */
static bool comes_before(const vrmi_Block* a, const vrmi_Block* b) {
    return a->importance != b->importance ? a->importance > b->importance : a->index < b->index;
}

static void sift_down(vrmi_Block** heap, int32_t at, int32_t count) {
    for (;;) {
        int32_t child = 2 * at + 1;
        if (child >= count) return;
        if (child + 1 < count && comes_before(heap[child], heap[child + 1])) child++;
        if (!comes_before(heap[at], heap[child])) return;
        vrmi_Block* lower = heap[at];
        heap[at] = heap[child];
        heap[child] = lower;
        at = child;
    }
}

/* The most important first: a heap sort, which needs no memory. */
static void sort_blocks(vrm_Sim* sim) {
    vrmi_Block** list = sim->by_importance;
    int32_t count = sim->block_count;
    for (int32_t i = 0; i < count; i++) {
        list[i] = sim->blocks[i];
        list[i]->importance = importance_of(list[i]);
        list[i]->springs_wanted = vrmi_springs_wanted(list[i]);
    }
    for (int32_t i = count / 2 - 1; i >= 0; i--) sift_down(list, i, count);
    for (int32_t end = count - 1; end > 0; end--) {
        vrmi_Block* last = list[0];
        list[0] = list[end];
        list[end] = last;
        sift_down(list, 0, end);
    }
}

/* ---- Levels ---- */

static void count_avatars(vrm_BudgetUse* use, const vrmi_Block* block) {
    int32_t* counts[] = {&use->full_count, &use->half_count, &use->paused_count};
    for (int32_t lane = 0; lane < block->lane_count; lane++)
        if (block->avatars[lane] != NULL) (*counts[vrmi_springs_level(block, lane)])++;
}

/* Springs at half rate step in alternate frames: blocks begin in turns, so that the cost of frames
 * does not alternate too. A block that is to be lowered while it is not its turn waits one step. */
static bool is_turn(const vrm_Sim* sim, const vrmi_Block* block) {
    return ((uint32_t)block->index + sim->budget_step) % 2 == 0;
}

/* The first blocks, in the order of importance, whose springs run at half rate, and not at all. */
typedef struct Levels {
    int32_t half_from, paused_from;
} Levels;

/* From the least important on: first to half, and when all are, to none. */
static Levels find_levels(const vrm_Sim* sim, double wanted, double allowed) {
    Levels levels = {sim->block_count, sim->block_count};
    double work = wanted;
    while (work > allowed && levels.half_from > 0) {
        const vrmi_Block* block = sim->by_importance[--levels.half_from];
        work -= work_of_springs(sim, block, VRM_SPRINGS_FULL) -
                work_of_springs(sim, block, VRM_SPRINGS_HALF);
    }
    while (work > allowed && levels.paused_from > 0)
        work -= work_of_springs(sim, sim->by_importance[--levels.paused_from], VRM_SPRINGS_HALF);
    return levels;
}

static int level_at(Levels levels, int32_t i) {
    return i >= levels.paused_from ? VRM_SPRINGS_PAUSED
           : i >= levels.half_from ? VRM_SPRINGS_HALF
                                   : VRM_SPRINGS_FULL;
}

/* A block is lowered to what the budget demands, and raised to what leaves a reserve. */
static void set_levels(vrm_Sim* sim, double allowed) {
    vrm_BudgetUse use = {.work_allowed = allowed};
    for (int32_t i = 0; i < sim->block_count; i++) {
        double frame = work_of_frame(sim, sim->blocks[i]);
        use.work += frame;
        use.work_wanted += frame + work_of_springs(sim, sim->blocks[i], VRM_SPRINGS_FULL);
    }
    Levels most = find_levels(sim, use.work_wanted, allowed);
    Levels least = find_levels(sim, use.work_wanted, allowed * (1.0 - SLACK));
    sim->is_limited = false;
    for (int32_t i = 0; i < sim->block_count; i++) {
        vrmi_Block* block = sim->by_importance[i];
        int now = block->spring_limit, level = now;
        if (level < level_at(most, i)) level = level_at(most, i);
        if (level > level_at(least, i)) level = level_at(least, i);
        if (level != now && is_turn(sim, block)) {
            vrmi_springs_limit(block, (uint8_t)level);
            now = level;
        }
        use.work += work_of_springs(sim, block, now);
        count_avatars(&use, block);
        sim->is_limited |= now != VRM_SPRINGS_FULL;
    }
    sim->budget_use = use;
    sim->budget_step++;
}

/* ---- Steps ---- */

/* Ends what vrm_sim_step_within() did to springs. */
static void lift_limits(vrm_Sim* sim) {
    if (!sim->is_limited) return;
    for (int32_t i = 0; i < sim->block_count; i++)
        if (sim->blocks[i]->spring_limit != VRM_SPRINGS_FULL)
            vrmi_springs_limit(sim->blocks[i], VRM_SPRINGS_FULL);
    sim->is_limited = false;
}

void vrm_sim_step(vrm_Sim* sim, float dt) {
    vrm_sim_step_with(sim, dt, NULL, NULL);
}

void vrm_sim_step_with(vrm_Sim* sim, float dt, vrm_InputFn* fn, void* ctx) {
    lift_limits(sim);
    sim->is_within = false;
    vrmi_sim_run(sim, dt, fn, ctx);
}

void vrm_sim_step_within(vrm_Sim* sim, float dt, const vrm_BudgetDef* budget, vrm_InputFn* fn,
                         void* ctx) {
    vrm_BudgetDef copy;
    vrm_budget_def_init(&copy, sizeof copy);
    if (budget != NULL) (void)vrmi_def_copy(&copy, sizeof copy, budget);
    count_steps(sim, dt);
    sort_blocks(sim);
    set_levels(sim, work_allowed(sim, &copy));
    sim->is_within = true;
    vrmi_sim_run(sim, dt, fn, ctx);
}
