/* SPDX-License-Identifier: MIT */
#include "face/easing.h"

#include "base/exponential.h"

/* Returns the slot of the i-th target by age: 0 is the oldest. */
static int32_t slot_of(const vrmi_Easing* easing, int32_t i) {
    return (easing->first + i) % VRMI_EASE_TARGETS;
}

int32_t vrmi_easing_newest(const vrmi_Easing* easing) {
    return easing->count > 0 ? slot_of(easing, easing->count - 1) : -1;
}

static float progress_of(const vrmi_Easing* easing, int32_t slot, double time) {
    double ease_s = easing->changes[slot].ease_s;
    return ease_s > 0.0 ? vrmi_ease((time - easing->changes[slot].start) / ease_s) : 1.0f;
}

int32_t vrmi_easing_shares(const vrmi_Easing* easing, double time,
                           vrmi_EaseShare out[VRMI_EASE_TARGETS]) {
    int32_t count = 0;
    double ease_s = 0.0;
    float newer = 0.0f; /* progress of the next target */
    float room = 1.0f;  /* what later targets with another ease_s leave */
    for (int32_t i = easing->count - 1; i >= 0; i--) {
        int32_t slot = slot_of(easing, i);
        float progress = progress_of(easing, slot, time);
        if (count > 0 && easing->changes[slot].ease_s != ease_s) {
            room *= 1.0f - newer;
            newer = 0.0f;
        }
        float share = (progress - newer) * room;
        if (share > 0.0f) out[count++] = (vrmi_EaseShare){slot, share};
        if (progress >= 1.0f) break;
        newer = progress;
        ease_s = easing->changes[slot].ease_s;
    }
    return count;
}

/* Targets before a finished one are not shown any more. */
static void drop_hidden(vrmi_Easing* easing, double time) {
    for (int32_t i = easing->count - 1; i > 0; i--) {
        if (progress_of(easing, slot_of(easing, i), time) < 1.0f) continue;
        easing->first = slot_of(easing, i);
        easing->count -= i;
        return;
    }
}

/* Whether the newest has hardly begun, and would have with the other ease_s. */
static bool is_fresh(const vrmi_Easing* easing, double time, double ease_s) {
    int32_t slot = vrmi_easing_newest(easing);
    if (slot < 0) return false;
    double steps = (time - easing->changes[slot].start) * VRMI_EASE_STEPS;
    return steps < easing->changes[slot].ease_s && (steps < ease_s || ease_s <= 0.0);
}

/* Room for one more: the oldest goes, or the newest where this is seen less. */
static void make_room(vrmi_Easing* easing, double time) {
    vrmi_EaseShare shares[VRMI_EASE_TARGETS];
    int32_t count = vrmi_easing_shares(easing, time, shares);
    bool is_oldest_shown = count > 0 && shares[count - 1].slot == easing->first;
    easing->count--;
    if (!is_oldest_shown ||
        shares[count - 1].share < progress_of(easing, slot_of(easing, easing->count), time))
        easing->first = (easing->first + 1) % VRMI_EASE_TARGETS;
}

int32_t vrmi_easing_begin(vrmi_Easing* easing, double time, double ease_s) {
    drop_hidden(easing, time);
    if (is_fresh(easing, time, ease_s)) {
        int32_t newest = vrmi_easing_newest(easing);
        easing->changes[newest].ease_s = ease_s;
        return newest;
    }
    if (easing->count == VRMI_EASE_TARGETS) make_room(easing, time);
    int32_t slot = slot_of(easing, easing->count++);
    easing->changes[slot].start = time;
    easing->changes[slot].ease_s = ease_s;
    return slot;
}
