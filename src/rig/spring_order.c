/* SPDX-License-Identifier: MIT */
/* Sorts chains into waves by their dependencies, and lists what must be posed between waves. */
#include "rig/spring_layout.h"

#include <stdlib.h>
#include <string.h>

typedef struct Order {
    vrmi_RigBuild* build;
    const vrm_Rig* rig;
    vrmi_SpringLayout* layout;
    int32_t* turners;     /* by slot: the nearest pair that turns it, itself or from above; -1 */
    int32_t* pair_chains; /* by pair: its chain */
    int32_t* waves;       /* by chain; -1: not placed yet */
} Order;

static void* take(const Order* order, int32_t count, size_t size) {
    return vrmi_build_alloc(order->build, (size_t)count, size);
}

static bool has_failed(const Order* order) {
    return order->build->is_out_of_memory;
}

/* ---- Who turns what ---- */

static void find_turners(const Order* order) {
    const vrm_Rig* rig = order->rig;
    const vrmi_SpringLayout* layout = order->layout;
    for (int32_t s = 0; s < rig->slot_count; s++) order->turners[s] = -1;
    for (int32_t c = 0; c < layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        for (int32_t p = chain->first_pair; p < chain->first_pair + chain->pair_count; p++) {
            order->turners[layout->pairs[p].slot] = p;
            order->pair_chains[p] = c;
        }
    }
    for (int32_t s = rig->body_count; s < rig->slot_count; s++)
        if (order->turners[s] < 0 && rig->parents[s] >= 0)
            order->turners[s] = order->turners[rig->parents[s]];
}

/* The chain whose joint turns a slot, itself or from above; -1: none. */
static int32_t turner_of(const Order* order, int32_t slot) {
    int32_t pair = slot < 0 ? -1 : order->turners[slot];
    return pair < 0 ? -1 : order->pair_chains[pair];
}

/* The pair whose joint is that slot; -1: none. */
static int32_t pair_of(const Order* order, int32_t slot) {
    int32_t pair = order->turners[slot];
    return pair >= 0 && order->layout->pairs[pair].slot == slot ? pair : -1;
}

static int32_t collider_slot(const vrmi_SpringLayout* layout, int32_t ref) {
    return layout->colliders[layout->collider_refs[ref].collider].slot;
}

/* ---- Waves ---- */

/* Chain `chain` runs after chain `need`. */
typedef struct Need {
    int32_t need, chain;
} Need;

/* Numbers by which something is sorted come first in it. */
static int compare_int(const void* a, const void* b) {
    int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return x < y ? -1 : x > y;
}

/* What the chains depend on, some of it more than once, sorted by `need`. NULL: no memory. */
static Need* list_needs(const Order* order, int32_t* out_count) {
    const vrmi_SpringLayout* layout = order->layout;
    size_t most = 2 * (size_t)layout->chain_count + (size_t)layout->collider_ref_count;
    Need* needs = vrmi_build_alloc(order->build, most, sizeof *needs);
    int32_t count = 0;
    for (int32_t c = 0; c < layout->chain_count && needs != NULL; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        for (int32_t i = -2; i < chain->collider_count; i++) {
            int32_t slot = i == -2   ? chain->parent
                           : i == -1 ? chain->center
                                     : collider_slot(layout, chain->first_collider + i);
            int32_t need = turner_of(order, slot);
            if (need >= 0 && need != c) needs[count++] = (Need){need, c};
        }
    }
    if (needs != NULL) qsort(needs, (size_t)count, sizeof *needs, compare_int);
    *out_count = count;
    return needs;
}

/* Places chains, which are in the order of the tree, wave by wave. When all chains that are left
 * depend on each other, the first is placed: its ancestors have run, so it only misses colliders or
 * its center. */
static bool place_chains(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    int32_t count = layout->chain_count, placed = 0, first = 0, need_count;
    const Need* needs = list_needs(order, &need_count);
    int32_t* starts = take(order, count + 1, sizeof *starts); /* by chain: of those that need it */
    int32_t* missing = take(order, count, sizeof *missing); /* by chain: needs that have not run */
    int32_t* queue = take(order, count, sizeof *queue);
    if (has_failed(order)) return false;
    for (int32_t n = 0; n < need_count; n++) {
        missing[needs[n].chain]++;
        starts[needs[n].need + 1] = n + 1;
    }
    for (int32_t c = 0; c < count; c++) {
        if (starts[c + 1] < starts[c]) starts[c + 1] = starts[c];
        order->waves[c] = -1;
    }

    int32_t queued = 0, begin = 0;
    for (int32_t c = 0; c < count; c++)
        if (missing[c] == 0) queue[queued++] = c;
    while (placed < count) {
        while (order->waves[first] >= 0 && first + 1 < count) first++;
        if (begin == queued) queue[queued++] = first;
        int32_t end = queued, wave = layout->wave_count++;
        for (int32_t q = begin; q < end; q++) order->waves[queue[q]] = wave;
        for (int32_t q = begin; q < end; q++, placed++) {
            int32_t c = queue[q];
            for (int32_t n = starts[c]; n < starts[c + 1]; n++) {
                int32_t waiting = needs[n].chain;
                if (--missing[waiting] == 0 && order->waves[waiting] < 0) queue[queued++] = waiting;
            }
        }
        begin = end;
    }
    return true;
}

/* ---- Order within a wave ---- */

/* Neighbours share the lanes of a single avatar. */
typedef struct ChainKey {
    int32_t wave, is_regular, has_center, pair_count;
    uint64_t kinds; /* of its first colliders: those that share lanes must agree */
    uint64_t tests; /* which of them it can reach, and which are capsules: lanes test together */
    int32_t chain;  /* in the order of the tree */
} ChainKey;

static int compare_chains(const void* a, const void* b) {
    const ChainKey *x = a, *y = b;
    if (x->wave != y->wave) return x->wave < y->wave ? -1 : 1;
    if (x->is_regular != y->is_regular) return x->is_regular ? -1 : 1;
    if (x->has_center != y->has_center) return x->has_center < y->has_center ? -1 : 1;
    if (x->pair_count != y->pair_count) return x->pair_count > y->pair_count ? -1 : 1;
    if (x->kinds != y->kinds) return x->kinds < y->kinds ? -1 : 1;
    if (x->tests != y->tests) return x->tests < y->tests ? -1 : 1;
    return x->chain < y->chain ? -1 : x->chain > y->chain;
}

static ChainKey key_of(const Order* order, int32_t c) {
    const vrmi_SpringLayout* layout = order->layout;
    const vrmi_SpringChain* chain = &layout->chains[c];
    ChainKey key = {.wave = order->waves[c],
                    .is_regular = chain->is_regular,
                    .has_center = chain->center >= 0,
                    .pair_count = chain->pair_count,
                    .chain = c};
    for (int32_t i = 0; i < chain->collider_count && i < 32; i++) {
        vrmi_ColliderRef ref = layout->collider_refs[chain->first_collider + i];
        bool is_capsule = ref.kind == VRMI_COLLIDER_CAPSULE, is_near = ref.first < INT32_MAX;
        key.kinds |= (uint64_t)vrmi_lane_kind(ref.kind) << (62 - 2 * i);
        key.tests |= (uint64_t)(2 * is_near + is_capsule) << (2 * i);
    }
    return key;
}

/* Puts chains and their pairs in the order in which they run. */
static bool sort_chains(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    int32_t count = layout->chain_count, pair = 0;
    vrmi_SpringChain *chains = take(order, count, sizeof *chains), *unsorted = layout->chains;
    vrmi_SpringPair* pairs = take(order, layout->pair_count, sizeof *pairs);
    vrmi_SpringParams* params = take(order, layout->pair_count, sizeof *params);
    ChainKey* keys = take(order, count, sizeof *keys);
    layout->waves = take(order, layout->wave_count, sizeof *layout->waves);
    if (has_failed(order)) return false;
    for (int32_t c = 0; c < count; c++) {
        vrmi_SpringChain* chain = &unsorted[c];
        for (int32_t i = 0; i < chain->collider_count; i++)
            if (turner_of(order, collider_slot(layout, chain->first_collider + i)) == c)
                chain->is_regular = false; /* see list_own() */
        if (!chain->is_regular) layout->reads_rotations = true;
        keys[c] = key_of(order, c);
    }
    qsort(keys, (size_t)count, sizeof *keys, compare_chains);
    for (int32_t c = 0; c < count; c++) {
        const vrmi_SpringChain* from = &unsorted[keys[c].chain];
        chains[c] = *from;
        chains[c].first_pair = pair;
        for (int32_t p = 0; p < from->pair_count; p++, pair++) {
            pairs[pair] = layout->pairs[from->first_pair + p];
            params[pair] = layout->params[from->first_pair + p];
            layout->joints[pairs[pair].joint].pair = pair;
        }
        vrmi_SpringWave* wave = &layout->waves[keys[c].wave];
        if (wave->chain_count++ == 0) wave->first_chain = c;
        if (from->is_regular) wave->regular_count++;
        order->waves[c] = keys[c].wave;
    }
    layout->chains = chains;
    layout->pairs = pairs;
    layout->params = params;
    find_turners(order);
    return true;
}

/* ---- What other stages use ---- */

/* Lists the sway slots that no spring turns, and those that stages before the springs use: these
 * stages read the slots as the last frame showed them. */
static bool list_early(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    const vrm_Rig* rig = order->rig;
    int32_t sway_count = rig->slot_count - rig->body_count;
    layout->unturned_slots = take(order, sway_count, sizeof(int32_t));
    layout->early_slots = take(order, sway_count, sizeof *layout->early_slots);
    uint8_t* is_early = take(order, rig->slot_count, 1);
    if (has_failed(order)) return false;
    for (int32_t i = 0; i < rig->constraint_count; i++)
        is_early[rig->constraints[i].slot] = is_early[rig->constraints[i].source] = 1;
    for (int32_t i = 0; i < rig->constraint_step_count; i++)
        if (rig->constraint_steps[i] < 0) is_early[~rig->constraint_steps[i]] = 1;
    const vrmi_RigLookAt* look = &rig->look_at;
    for (int32_t i = 0; i < look->head_chain_count; i++) is_early[look->head_chain[i]] = 1;
    for (int i = 0; i < 2 && look->is_present; i++)
        if (look->eyes[i] >= 0) is_early[rig->bones[look->eyes[i]].slot] = 1;
    for (int32_t s = rig->body_count; s < rig->slot_count; s++) {
        int32_t pair = pair_of(order, s);
        if (pair < 0) layout->unturned_slots[layout->unturned_count++] = s;
        if (is_early[s])
            layout->early_slots[layout->early_slot_count++] = (vrmi_EarlySlot){s, pair};
    }
    return true;
}

/* ---- What each wave reads ---- */

/* A wave poses every sway slot and places every collider that its chains read, unless an earlier
 * wave has done so and nothing above has turned since. Joints that have not run yet stand as the
 * last step left them.
 *
 * Where circles are, a slot may be wanted anew in wave after wave. So often for each slot or
 * collider on average; what a hostile file wants beyond that stays as it was posed last. */
#define TIMES_AGAIN 8

typedef struct Lists {
    int32_t slots_again, colliders_again; /* how many more may be repeated */
    int32_t* posed_at;                    /* by slot: the last wave that posed it, + 1; 0: none */
    int32_t* placed_at;                   /* by collider: the same */
    uint8_t* is_last;                     /* by pair: its slot is posed before it turns */
    int32_t* path;                        /* room for slots one above the other */
} Lists;

/* Whether a slot that an earlier wave has posed has moved since, as seen by this wave. Chains run
 * after their ancestors, so the nearest one that has run was the last. */
static bool has_turned(const Order* order, Lists* lists, int32_t slot, int32_t wave) {
    int32_t chain = turner_of(order, slot);
    while (chain >= 0 && order->waves[chain] >= wave) {
        if (lists->slots_again == 0) return false;
        lists->slots_again--;
        chain = turner_of(order, order->layout->chains[chain].parent);
    }
    return chain >= 0 && order->waves[chain] >= lists->posed_at[slot] - 1;
}

static void want_slot(const Order* order, Lists* lists, int32_t slot, int32_t wave) {
    const vrm_Rig* rig = order->rig;
    vrmi_SpringLayout* layout = order->layout;
    int32_t depth = 0;
    for (int32_t s = slot; s >= rig->body_count; s = rig->parents[s]) {
        if (lists->posed_at[s] == wave + 1) break;
        if (lists->posed_at[s] > 0) {
            /* If a slot has not moved, none of its ancestors has. */
            if (lists->slots_again == 0 || !has_turned(order, lists, s, wave)) break;
            if (lists->slots_again > 0) lists->slots_again--;
        }
        lists->path[depth++] = s;
    }
    while (depth > 0) {
        int32_t s = lists->path[--depth], pair = pair_of(order, s);
        if (pair >= 0 && order->waves[order->pair_chains[pair]] >= wave) lists->is_last[pair] = 1;
        lists->posed_at[s] = wave + 1;
        layout->wave_slots[layout->wave_slot_count++] = s;
    }
}

static void want_for_chain(const Order* order, Lists* lists, int32_t c, int32_t wave) {
    vrmi_SpringLayout* layout = order->layout;
    const vrmi_SpringChain* chain = &layout->chains[c];
    want_slot(order, lists, chain->parent, wave);
    want_slot(order, lists, chain->center, wave);
    for (int32_t i = 0; i < chain->collider_count; i++) {
        int32_t collider = layout->collider_refs[chain->first_collider + i].collider;
        int32_t slot = layout->colliders[collider].slot;
        want_slot(order, lists, slot, wave);
        bool is_first = lists->placed_at[collider] == 0;
        if (!is_first && lists->posed_at[slot] <= lists->placed_at[collider]) continue;
        if (!is_first && lists->colliders_again-- == 0) {
            lists->colliders_again = 0;
            continue;
        }
        lists->placed_at[collider] = wave + 1;
        layout->wave_colliders[layout->wave_collider_count++] = collider;
    }
}

static bool list_waves(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    int32_t slots = order->rig->slot_count, colliders = layout->collider_count;
    if (slots > INT32_MAX / (TIMES_AGAIN + 2) || colliders > INT32_MAX / (TIMES_AGAIN + 2))
        return false;
    Lists lists = {.slots_again = TIMES_AGAIN * slots,
                   .colliders_again = TIMES_AGAIN * colliders,
                   .posed_at = take(order, slots, sizeof(int32_t)),
                   .placed_at = take(order, colliders, sizeof(int32_t)),
                   .is_last = take(order, layout->pair_count, 1),
                   .path = take(order, slots, sizeof(int32_t))};
    layout->wave_slots = take(order, (TIMES_AGAIN + 1) * slots, sizeof(int32_t));
    layout->wave_colliders = take(order, (TIMES_AGAIN + 1) * colliders, sizeof(int32_t));
    layout->last_pairs = take(order, layout->pair_count, sizeof(int32_t));
    if (has_failed(order)) return false;
    for (int32_t w = 0; w < layout->wave_count; w++) {
        vrmi_SpringWave* wave = &layout->waves[w];
        wave->first_slot = layout->wave_slot_count;
        wave->first_collider = layout->wave_collider_count;
        for (int32_t i = 0; i < wave->chain_count; i++)
            want_for_chain(order, &lists, wave->first_chain + i, w);
        wave->slot_count = layout->wave_slot_count - wave->first_slot;
        wave->collider_count = layout->wave_collider_count - wave->first_collider;
        qsort(layout->wave_slots + wave->first_slot, (size_t)wave->slot_count, sizeof(int32_t),
              compare_int);
    }
    for (int32_t p = 0; p < layout->pair_count; p++)
        if (lists.is_last[p]) layout->last_pairs[layout->last_pair_count++] = p;
    if (layout->wave_slot_count > 0) layout->reads_rotations = true;
    return true;
}

/* ---- What hangs on the chain that reads it ---- */

/* Lists colliders below a joint of a chain that reads them: they move while the chain runs. */
static bool list_own(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    const vrm_Rig* rig = order->rig;
    vrmi_OwnPart* slots = layout->own_slots = take(order, rig->slot_count, sizeof *slots);
    layout->own_colliders = take(order, layout->collider_ref_count, sizeof(vrmi_OwnPart));
    uint8_t* is_own = take(order, rig->slot_count, 1);
    if (has_failed(order)) return false;
    for (int32_t c = 0; c < layout->chain_count; c++) {
        vrmi_SpringChain* chain = &layout->chains[c];
        chain->first_own = layout->own_slot_count;
        chain->first_own_collider = layout->own_collider_count;
        for (int32_t i = 0; i < chain->collider_count; i++) {
            int32_t ref = chain->first_collider + i, slot = collider_slot(layout, ref);
            if (turner_of(order, slot) != c) continue;
            layout->own_colliders[layout->own_collider_count++] =
                (vrmi_OwnPart){layout->collider_refs[ref].collider, order->turners[slot]};
            for (int32_t s = slot; turner_of(order, s) == c && !is_own[s]; s = rig->parents[s]) {
                is_own[s] = 1;
                slots[layout->own_slot_count++] = (vrmi_OwnPart){s, order->turners[s]};
            }
        }
        chain->own_count = layout->own_slot_count - chain->first_own;
        chain->own_collider_count = layout->own_collider_count - chain->first_own_collider;
        qsort(slots + chain->first_own, (size_t)chain->own_count, sizeof *slots, compare_int);
    }
    return true;
}

/* ---- Centers ---- */

/* Tails are carried along with their center, from its position in the last step. That position is
 * stored once for each body slot, and for each chain whose center sways. */
static bool list_centers(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    int32_t* entries = take(order, order->rig->slot_count, sizeof *entries);
    int32_t* slots = layout->center_slots = take(order, layout->chain_count, sizeof *slots);
    if (has_failed(order)) return false;
    for (int32_t c = 0; c < layout->chain_count; c++) {
        vrmi_SpringChain* chain = &layout->chains[c];
        int32_t center = chain->center;
        chain->center_entry = layout->center_count;
        if (center < 0) continue;
        if (center >= order->rig->body_count) {
            slots[layout->center_count++] = -1;
            continue;
        }
        if (entries[center] == 0) {
            slots[layout->center_count++] = center;
            entries[center] = layout->center_count;
        }
        chain->center_entry = entries[center] - 1;
    }
    return true;
}

/* Slots come behind their parents. */
static bool find_anchors(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    const vrm_Rig* rig = order->rig;
    int32_t* above = take(order, rig->slot_count, sizeof *above);
    if (has_failed(order)) return false;
    for (int32_t s = 0; s < rig->slot_count; s++) {
        int32_t parent = rig->parents[s];
        above[s] = s < rig->body_count ? s : parent < 0 ? -1 : above[parent];
    }
    for (int32_t c = 0; c < layout->chain_count; c++) {
        vrmi_SpringChain* chain = &layout->chains[c];
        chain->anchor = chain->parent < 0 ? -1 : above[chain->parent];
    }
    return true;
}

/* Lists the body slots whose motion within a frame affects the springs. Posing between waves starts
 * at the nearest body slot above. */
static bool list_anchors(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    const vrm_Rig* rig = order->rig;
    uint8_t* is_anchor = take(order, rig->slot_count, 1);
    layout->anchors = take(order, rig->slot_count, sizeof(int32_t));
    layout->body_slots = take(order, rig->slot_count, sizeof(int32_t));
    if (has_failed(order)) return false;
    for (int32_t c = 0; c < layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        if (chain->parent >= 0) is_anchor[chain->parent] = 1;
        if (chain->center >= 0) is_anchor[chain->center] = 1;
    }
    for (int32_t i = 0; i < layout->collider_ref_count; i++)
        is_anchor[collider_slot(layout, i)] = 1;
    for (int32_t i = 0; i < layout->wave_slot_count; i++)
        if (rig->parents[layout->wave_slots[i]] >= 0)
            is_anchor[rig->parents[layout->wave_slots[i]]] = 1;
    for (int32_t s = 0; s < rig->body_count; s++)
        if (is_anchor[s]) layout->anchors[layout->anchor_count++] = s;
    for (int32_t s = rig->body_count - 1; s >= 0; s--)
        if (is_anchor[s] && rig->parents[s] >= 0) is_anchor[rig->parents[s]] = 1;
    for (int32_t s = 0; s < rig->body_count; s++)
        if (is_anchor[s]) layout->body_slots[layout->body_slot_count++] = s;
    return true;
}

/* Slots come behind their parents, so one pass marks all that is above a marked one. */
static bool list_read(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    const vrm_Rig* rig = order->rig;
    uint8_t* is_read = layout->is_read = take(order, rig->slot_count, 1);
    if (has_failed(order)) return false;
    layout->slot_count = rig->slot_count;
    for (int32_t p = 0; p < layout->pair_count; p++) {
        const vrmi_SpringPair* pair = &layout->pairs[p];
        is_read[pair->slot] = 1;
        if (pair->tail >= 0) is_read[rig->parents[pair->tail]] = 1;
    }
    for (int32_t c = 0; c < layout->chain_count; c++)
        if (layout->chains[c].center >= 0) is_read[layout->chains[c].center] = 1;
    for (int32_t i = 0; i < layout->collider_ref_count; i++) is_read[collider_slot(layout, i)] = 1;
    for (int32_t s = rig->slot_count - 1; s >= 0; s--) {
        if (!is_read[s]) continue;
        if (rig->parents[s] >= 0) is_read[rig->parents[s]] = 1;
        if (!vrmi_scale_is_uniform(rig->rests[s].scale, VRMI_UNIFORM_SWAY))
            layout->is_uneven = true;
    }
    return true;
}

static bool list_still(const Order* order) {
    vrmi_SpringLayout* layout = order->layout;
    const vrm_Rig* rig = order->rig;
    layout->still_joints = take(order, layout->joint_count, sizeof *layout->still_joints);
    if (has_failed(order)) return false;
    for (int32_t j = 0; j < layout->joint_count; j++) {
        int32_t node = layout->joints[j].node;
        if (layout->joints[j].pair >= 0 || node < 0 || node >= rig->slot_count) continue;
        layout->still_joints[layout->still_count++] = (vrmi_StillJoint){j, rig->node_slots[node]};
    }
    return true;
}

bool vrmi_spring_order(vrmi_RigBuild* build, vrmi_SpringLayout* layout) {
    Order order = {.build = build, .rig = &build->draft, .layout = layout};
    order.turners = take(&order, order.rig->slot_count, sizeof(int32_t));
    order.pair_chains = take(&order, layout->pair_count, sizeof(int32_t));
    order.waves = take(&order, layout->chain_count, sizeof(int32_t));
    if (has_failed(&order)) return false;
    qsort(layout->chains, (size_t)layout->chain_count, sizeof *layout->chains, compare_int);
    find_turners(&order);
    return place_chains(&order) && sort_chains(&order) && list_early(&order) &&
           list_waves(&order) && list_own(&order) && list_centers(&order) && find_anchors(&order) &&
           list_anchors(&order) && list_read(&order) && list_still(&order);
}
