/* SPDX-License-Identifier: MIT */
/* The end of a rig: it is released with the last of its users. */
#include "rig/rig.h"

/* A rig is immutable except for this count. Acquire and release order on it suffices: the thread
 * that releases the last reference sees everything that others did before. */
void vrmi_rig_use(const vrm_Rig* rig) {
    atomic_fetch_add_explicit(rig->user_count, 1, memory_order_relaxed);
}

static bool leave(const vrm_Rig* rig) {
    return atomic_fetch_sub_explicit(rig->user_count, 1, memory_order_acq_rel) == 1;
}

static void release(const vrm_Rig* rig) {
    vrm_Allocator allocator = rig->allocator;
    vrmi_release(&allocator, rig->block, rig->size);
}

void vrmi_rig_leave(const vrm_Rig* rig) {
    if (leave(rig)) release(rig);
}

void vrm_rig_destroy(vrm_Rig* rig) {
    if (rig == NULL) return;
    bool is_last = leave(rig);
    VRM_ASSERT(is_last); /* sims and bakers go first: see vrm/rig.h */
    if (is_last) release(rig);
}
