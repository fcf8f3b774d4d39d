/* SPDX-License-Identifier: MIT */
/* Prepares a solver: which keys belong to which bone, the order in which bones are computed, and
 * the bones that each IK chain moves. */
#include "motion/mmd/mmd_names.h"
#include "motion/mmd/solver.h"

#include <stdlib.h>

enum {
    STEPS_MAX = 1 << 18
}; /* bones placed by IK in one frame: ten times as many as any model needs */

/* ---- Order ---- */

typedef struct Rank {
    int64_t first; /* sorted by this, then by bone */
    int32_t bone;
} Rank;

static int compare_ranks(const void* a, const void* b) {
    const Rank *one = a, *other = b;
    if (one->first != other->first) return one->first < other->first ? -1 : 1;
    return one->bone < other->bone ? -1 : one->bone > other->bone;
}

/* Orders bones by layer. Bones that are evaluated after physics come last; physics is not
 * simulated. */
static void rank_layers(const vrmi_MmdModel* model, Rank* ranks) {
    for (int32_t b = 0; b < model->bone_count; b++) {
        bool is_late = (model->bones[b].flags & VRMI_MMD_AFTER_PHYSICS) != 0;
        ranks[b] = (Rank){model->bones[b].layer + (is_late ? (int64_t)1 << 40 : 0), b};
    }
}

/* By how many parents a bone has. Parents make no circles. */
static void rank_depths(const vrmi_MmdModel* model, Rank* ranks) {
    for (int32_t b = 0; b < model->bone_count; b++) {
        ranks[b] = (Rank){0, b};
        for (int32_t at = model->bones[b].parent; at >= 0; at = model->bones[at].parent)
            ranks[b].first++;
    }
}

static void sort_ranks(Rank* ranks, int32_t count, int32_t* out) {
    qsort(ranks, (size_t)count, sizeof *ranks, compare_ranks);
    for (int32_t i = 0; i < count; i++) out[i] = ranks[i].bone;
}

/* ---- Chains ---- */

/* How many bones there are from the topmost link down to the target, both included; 0: no link is
 * above the target. Links that are not above it are left out. */
static int32_t path_size(vrmi_MmdSolver* solver, const vrmi_MmdBone* ik) {
    const vrmi_MmdModel* model = solver->model;
    int32_t size = 0, depth = 1;
    for (int32_t at = ik->ik_target; at >= 0; at = model->bones[at].parent, depth++)
        for (int32_t l = 0; l < ik->link_count; l++)
            if (model->links[ik->first_link + l].bone == at) {
                solver->link_at[ik->first_link + l] = depth; /* from the target, for now */
                size = depth;
            }
    return size;
}

static void write_path(vrmi_MmdSolver* solver, vrmi_MmdChain* chain, int32_t* out) {
    const vrmi_MmdModel* model = solver->model;
    const vrmi_MmdBone* ik = &model->bones[chain->bone];
    int32_t at = ik->ik_target;
    for (int32_t i = chain->path_count - 1; i >= 0; i--, at = model->bones[at].parent) out[i] = at;
    for (int32_t l = 0; l < ik->link_count; l++) {
        int32_t* place = &solver->link_at[ik->first_link + l];
        if (*place >= 0) *place = chain->path_count - *place;
    }
}

/* Returns the cost of IK in a frame, in placed bones. A bone with appended motion takes several
 * times as long. */
static int64_t path_cost(const vrmi_MmdSolver* solver, const vrmi_MmdBone* ik, int32_t size) {
    int64_t cost = size;
    int32_t at = ik->ik_target;
    bool has_append = false;
    for (int32_t i = 0; i < size; i++, at = solver->model->bones[at].parent)
        has_append = has_append || solver->model->bones[at].append >= 0;
    for (int32_t l = 0; l < ik->link_count; l++) {
        int32_t depth = solver->link_at[ik->first_link + l];
        if (depth > 0) cost += depth;
    }
    if (has_append) cost *= 4;
    return cost * (ik->ik_iterations + 1) + solver->model->bone_count;
}

/* Only walks with links cost time, so the budget bounds what a file can ask for: bones above a
 * target, times its links. */
static bool is_affordable(const vrmi_MmdSolver* solver, const vrmi_MmdBone* ik, int64_t* left) {
    int64_t walk = 0;
    for (int32_t at = ik->ik_target; at >= 0; at = solver->model->bones[at].parent) walk++;
    *left -= walk * ik->link_count;
    return *left >= 0;
}

/* Bones that are links, and all below them; with `out` writes them. `is_moved` is scratch. */
static int32_t list_carried(const vrmi_MmdSolver* solver, const vrmi_MmdBone* ik, bool* is_moved,
                            int32_t* out) {
    const vrmi_MmdModel* model = solver->model;
    int32_t count = 0;
    for (int32_t b = 0; b < model->bone_count; b++) is_moved[b] = false;
    for (int32_t l = 0; l < ik->link_count; l++)
        if (model->links[ik->first_link + l].bone >= 0)
            is_moved[model->links[ik->first_link + l].bone] = true;
    for (int32_t i = 0; i < model->bone_count; i++) {
        int32_t b = solver->down[i], parent = model->bones[b].parent;
        if (parent >= 0 && is_moved[parent]) is_moved[b] = true;
        if (!is_moved[b]) continue;
        if (out != NULL) out[count] = b;
        count++;
    }
    return count;
}

static vrm_Result make_chain(vrmi_MmdSolver* solver, vrmi_Arena* arena, vrmi_MmdChain* chain,
                             bool* is_moved) {
    const vrmi_MmdBone* ik = &solver->model->bones[chain->bone];
    int32_t* path = vrmi_arena_alloc_tight(arena, (size_t)chain->path_count, sizeof *path);
    chain->carried =
        vrmi_arena_alloc_tight(arena, (size_t)chain->carried_count, sizeof *chain->carried);
    if (path == NULL || chain->carried == NULL) return VRM_ERR_MEMORY;
    chain->track = vrmi_mmd_track_of(ik->name, solver->vmd->iks, solver->vmd->ik_count);
    chain->path = path;
    write_path(solver, chain, path);
    list_carried(solver, ik, is_moved, chain->carried);
    return VRM_OK;
}

static vrm_Result make_chains(vrmi_MmdSolver* solver, vrmi_Arena* arena, bool* is_moved,
                              vrm_Report* report) {
    const vrmi_MmdModel* model = solver->model;
    int64_t walks = (int64_t)STEPS_MAX * 16, steps = STEPS_MAX;
    bool is_beyond = false;
    for (int32_t b = 0; b < model->bone_count; b++) {
        const vrmi_MmdBone* ik = &model->bones[b];
        solver->chain_of[b] = -1;
        if (ik->ik_target < 0 || ik->link_count == 0) continue;
        is_beyond = is_beyond || !is_affordable(solver, ik, &walks);
        int32_t size = is_beyond ? 0 : path_size(solver, ik);
        if (size == 0) continue;
        int64_t cost = path_cost(solver, ik, size);
        steps -= cost;
        is_beyond = is_beyond || steps < 0;
        if (is_beyond) continue;
        vrmi_MmdChain* chain = &solver->chains[solver->chain_count];
        solver->chain_of[b] = solver->chain_count++;
        *chain = (vrmi_MmdChain){.bone = b, .path_count = size, .cost = cost};
        chain->carried_count = list_carried(solver, ik, is_moved, NULL);
        vrm_Result result = make_chain(solver, arena, chain, is_moved);
        if (result != VRM_OK) return result;
    }
    if (is_beyond) vrmi_report_at(report, VRMI_RULE_PMX_IK_LIMIT, VRM_NO_OFFSET, NULL);
    return VRM_OK;
}

static int32_t keep_needed(int32_t* bones, int32_t count, const bool* is_needed) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (is_needed[bones[i]]) bones[kept++] = bones[i];
    return kept;
}

void vrmi_mmd_restrict(vrmi_MmdSolver* solver, const bool* is_needed) {
    solver->order_count = keep_needed(solver->order, solver->order_count, is_needed);
    for (int32_t c = 0; c < solver->chain_count; c++) {
        vrmi_MmdChain* chain = &solver->chains[c];
        chain->carried_count = keep_needed(chain->carried, chain->carried_count, is_needed);
    }
    solver->solved = -1.0;
}

int64_t vrmi_mmd_cost(const vrmi_MmdSolver* solver) {
    int64_t cost = solver->order_count;
    for (int32_t i = 0; i < solver->order_count; i++) {
        int32_t chain = solver->chain_of[solver->order[i]];
        if (chain >= 0) cost += solver->chains[chain].cost;
    }
    return cost;
}

/* ---- All ---- */

static bool alloc_all(vrmi_MmdSolver* solver, vrmi_Arena* arena, size_t bones, size_t links) {
    solver->tracks = vrmi_arena_alloc_tight(arena, bones, sizeof *solver->tracks);
    solver->order = vrmi_arena_alloc_tight(arena, bones, sizeof *solver->order);
    solver->down = vrmi_arena_alloc_tight(arena, bones, sizeof *solver->down);
    solver->chain_of = vrmi_arena_alloc_tight(arena, bones, sizeof *solver->chain_of);
    solver->link_at = vrmi_arena_alloc_tight(arena, links, sizeof *solver->link_at);
    solver->link_of = vrmi_arena_alloc_tight(arena, bones, sizeof *solver->link_of);
    solver->chains = vrmi_arena_alloc(arena, bones, sizeof *solver->chains);
    solver->offsets = vrmi_arena_alloc_tight(arena, bones, sizeof *solver->offsets);
    solver->states = vrmi_arena_alloc(arena, bones, sizeof *solver->states);
    return solver->tracks != NULL && solver->order != NULL && solver->down != NULL &&
           solver->chain_of != NULL && solver->link_at != NULL && solver->link_of != NULL &&
           solver->chains != NULL && solver->states != NULL && solver->offsets != NULL;
}

vrm_Result vrmi_mmd_prepare(vrmi_MmdSolver* solver, const vrmi_MmdModel* model, const vrmi_Vmd* vmd,
                            vrmi_Arena* arena, vrm_Report* report) {
    *solver = (vrmi_MmdSolver){.model = model, .vmd = vmd, .solved = -1.0};
    size_t bones = (size_t)model->bone_count;
    Rank* ranks = vrmi_arena_alloc(arena, bones, sizeof *ranks);
    bool* is_moved = vrmi_arena_alloc_tight(arena, bones, sizeof *is_moved);
    if (ranks == NULL || is_moved == NULL ||
        !alloc_all(solver, arena, bones, (size_t)model->link_count))
        return VRM_ERR_MEMORY;
    rank_layers(model, ranks);
    sort_ranks(ranks, model->bone_count, solver->order);
    solver->order_count = model->bone_count;
    rank_depths(model, ranks);
    sort_ranks(ranks, model->bone_count, solver->down);
    for (int32_t b = 0; b < model->bone_count; b++) {
        const vrmi_MmdBone* bone = &model->bones[b];
        solver->link_of[b] = -1;
        solver->offsets[b] = bone->position;
        if (bone->parent >= 0)
            solver->offsets[b] = vrmi_vec3_sub(bone->position, model->bones[bone->parent].position);
    }
    for (int32_t l = 0; l < model->link_count; l++) solver->link_at[l] = -1;
    vrm_Result result = vrmi_mmd_match(model, vmd, arena, solver->tracks, &solver->stray_tracks);
    return result == VRM_OK ? make_chains(solver, arena, is_moved, report) : result;
}
