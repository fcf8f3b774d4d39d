/* SPDX-License-Identifier: MIT */
#include "base/budget.h"

#include "base/alloc.h"

#include <string.h>

#define MIB ((uint64_t)1 << 20)

static vrm_Limits defaults(void) {
    return (vrm_Limits){.limits_size = (uint32_t)sizeof(vrm_Limits),
                        .json_depth = 128,
                        .json_values = 64 * 1024 * 1024,
                        .elements = 4 * 1024 * 1024,
                        .file_bytes = 1024 * MIB,
                        .decoded_bytes = 1024 * MIB,
                        .memory = {1 * MIB, 16},
                        .written = {8 * MIB, 16},
                        .work = {256 * 1024, 4}};
}

void vrm_limits_init(vrm_Limits* limits, size_t limits_size) {
    vrm_Limits known = defaults();
    vrmi_def_init(limits, limits_size, &known, sizeof known);
}

void vrmi_limits_init(void* def, size_t def_size, size_t offset) {
    if (def_size <= offset + sizeof(uint32_t)) return;
    vrm_limits_init((vrm_Limits*)(void*)((char*)def + offset), def_size - offset);
}

uint64_t vrmi_allowance(vrm_Allowance allowance, uint64_t source_bytes) {
    if (source_bytes != 0 && allowance.per_byte > UINT64_MAX / source_bytes) return UINT64_MAX;
    uint64_t share = allowance.per_byte * source_bytes;
    return allowance.base > UINT64_MAX - share ? UINT64_MAX : allowance.base + share;
}

/* ---- Memory ---- */

static void* counted_alloc(void* ctx, size_t size, size_t align) {
    vrmi_Budget* budget = ctx;
    size_t before = atomic_fetch_add_explicit(&budget->allocated, size, memory_order_relaxed);
    bool fits = before <= budget->most_allocated && size <= budget->most_allocated - before;
    void* ptr = fits ? budget->below.alloc(budget->below.ctx, size, align) : NULL;
    if (ptr != NULL) return ptr;
    atomic_fetch_sub_explicit(&budget->allocated, size, memory_order_relaxed);
    if (!fits && budget->limits != NULL) budget->is_refused = true;
    return NULL;
}

static void counted_release(void* ctx, void* ptr, size_t size) {
    vrmi_Budget* budget = ctx;
    atomic_fetch_sub_explicit(&budget->allocated, size, memory_order_relaxed);
    budget->below.release(budget->below.ctx, ptr, size);
}

void vrmi_budget_init(vrmi_Budget* budget, const vrm_Allocator* below) {
    *budget = (vrmi_Budget){.below = vrmi_allocator(below), .most_allocated = SIZE_MAX};
}

vrm_Allocator vrmi_budget_allocator(vrmi_Budget* budget) {
    return (vrm_Allocator){counted_alloc, counted_release, budget};
}

size_t vrmi_budget_allocated(const vrmi_Budget* budget) {
    return atomic_load_explicit(&budget->allocated, memory_order_relaxed);
}

static void allow(vrmi_Budget* budget, uint64_t bytes) {
    size_t room = SIZE_MAX - budget->most_allocated;
    budget->most_allocated = bytes > room ? SIZE_MAX : budget->most_allocated + (size_t)bytes;
}

void vrmi_budget_open(vrmi_Budget* budget, const vrm_Limits* limits, uint64_t source_bytes,
                      size_t before, vrm_Report* report) {
    budget->limits = limits;
    budget->report = report;
    budget->source_bytes = source_bytes;
    budget->most_allocated = before;
    budget->is_refused = false;
    budget->written = budget->work = 0;
    allow(budget, vrmi_allowance(limits->memory, source_bytes));
}

void vrmi_budget_adopt(vrmi_Budget* budget, size_t bytes, bool is_source) {
    atomic_fetch_add_explicit(&budget->allocated, bytes, memory_order_relaxed);
    if (!is_source || budget->limits == NULL) return;
    budget->source_bytes += bytes;
    allow(budget, vrmi_allowance((vrm_Allowance){0, budget->limits->memory.per_byte}, bytes));
}

vrm_Result vrmi_budget_close(vrmi_Budget* budget, vrm_Result result) {
    const vrm_Limits* limits = budget->limits;
    bool is_refused = result == VRM_ERR_MEMORY && budget->is_refused;
    if (is_refused)
        vrmi_report_at(
            budget->report, VRMI_RULE_LIMIT_MEMORY, VRM_NO_OFFSET,
            "This takes more memory than the limit memory allows for a file of %llu bytes: "
            "%llu, and %llu for each byte. Raise the limit if you trust the file.",
            (unsigned long long)budget->source_bytes, (unsigned long long)limits->memory.base,
            (unsigned long long)limits->memory.per_byte);
    budget->limits = NULL;
    budget->report = NULL;
    budget->most_allocated = SIZE_MAX;
    budget->is_refused = false;
    return is_refused ? VRM_ERR_LIMIT : result;
}

/* ---- Products ---- */

/* What is written lies in an array that doubles: at most the old one, and a new one of twice the
 * size; then it is copied once into the chunk of the file. */
#define WRITE_COPIES 4

static bool has_room(uint64_t used, vrm_Allowance allowance, uint64_t source_bytes, uint64_t more) {
    uint64_t most = vrmi_allowance(allowance, source_bytes);
    return used <= most && more <= most - used;
}

bool vrmi_budget_may_write(vrmi_Budget* budget, const char* what, uint64_t bytes) {
    const vrm_Limits* limits = budget->limits;
    if (limits == NULL) return true;
    if (has_room(budget->written, limits->written, budget->source_bytes, bytes)) return true;
    vrmi_report_at(
        budget->report, VRMI_RULE_LIMIT_WRITTEN, VRM_NO_OFFSET,
        "Writing %s takes %llu bytes after %llu written before, more than the limit "
        "written allows for a file of %llu bytes: %llu, and %llu for each byte. Raise the "
        "limit if you trust the file.",
        what, (unsigned long long)bytes, (unsigned long long)budget->written,
        (unsigned long long)budget->source_bytes, (unsigned long long)limits->written.base,
        (unsigned long long)limits->written.per_byte);
    return false;
}

bool vrmi_budget_write(vrmi_Budget* budget, const char* what, uint64_t bytes) {
    if (!vrmi_budget_may_write(budget, what, bytes)) return false;
    if (budget->limits == NULL) return true;
    budget->written += bytes;
    allow(budget, bytes > UINT64_MAX / WRITE_COPIES ? UINT64_MAX : bytes * WRITE_COPIES);
    return true;
}

bool vrmi_budget_work(vrmi_Budget* budget, const char* what, uint64_t units) {
    const vrm_Limits* limits = budget->limits;
    if (limits == NULL) return true;
    if (has_room(budget->work, limits->work, budget->source_bytes, units)) {
        budget->work += units;
        return true;
    }
    vrmi_report_at(budget->report, VRMI_RULE_LIMIT_WORK, VRM_NO_OFFSET,
                   "The file asks for %llu %s, more than the limit work allows for a file of %llu "
                   "bytes: %llu, and %llu for each byte. Raise the limit if you trust the file.",
                   (unsigned long long)units + budget->work, what,
                   (unsigned long long)budget->source_bytes, (unsigned long long)limits->work.base,
                   (unsigned long long)limits->work.per_byte);
    return false;
}
