/* SPDX-License-Identifier: MIT */
/* What work on one file may use: bytes of memory, bytes written, units of work. The allowances of
 * vrm_Limits grow with the file; here they are numbers for one file of known size.
 *
 * Memory is counted by an allocator that stands in front of the caller's: whatever allocates
 * through it is bounded, without knowing the bound. Bytes written and units of work are charged
 * where a file can make a product: instances times vertices, channels times keys, joints times
 * colliders.
 *
 * A budget is a limit on hostile files, not on the host: between vrmi_budget_open() and
 * vrmi_budget_close() the memory is bounded, otherwise it is only counted. */
#ifndef VRMI_BASE_BUDGET_H
#define VRMI_BASE_BUDGET_H

#include "base/report.h"
#include "vrm/base.h"

#include <stdatomic.h>

typedef struct vrmi_Budget {
    vrm_Allocator below;
    const vrm_Limits* limits; /* NULL: closed, nothing is bounded */
    vrm_Report* report;       /* gets the finding; may be NULL */
    uint64_t source_bytes;    /* the file and its side files */
    atomic_size_t allocated;  /* now; atomic, because readers of a model may allocate at one time */
    size_t most_allocated;    /* an allocation beyond it fails */
    bool is_refused;          /* that happened */
    uint64_t written, work;   /* charged since the budget was opened */
} vrmi_Budget;

/* Fills the vrm_Limits that are the last member of a definition, at `offset` in it, with defaults:
 * as many as the caller's header knows. */
void vrmi_limits_init(void* def, size_t def_size, size_t offset);

/* base + per_byte * source_bytes; the largest number where that overflows. */
uint64_t vrmi_allowance(vrm_Allowance allowance, uint64_t source_bytes);

/* Closed, nothing allocated. The allocator counts what is allocated through it; the budget must
 * stay in its place as long as the allocator is used. */
void vrmi_budget_init(vrmi_Budget* budget, const vrm_Allocator* below);
vrm_Allocator vrmi_budget_allocator(vrmi_Budget* budget);

/* From here on the limits hold for a file of `source_bytes`. `limits.memory` bounds what is
 * allocated besides `before` bytes: 0, or what is allocated now. */
void vrmi_budget_open(vrmi_Budget* budget, const vrm_Limits* limits, uint64_t source_bytes,
                      size_t before, vrm_Report* report);

/* What is allocated now. */
size_t vrmi_budget_allocated(const vrmi_Budget* budget);

/* A block of `bytes` from `below` belongs to the owner of the budget now; with `is_source` it is a
 * further file that the allowances grow with. */
void vrmi_budget_adopt(vrmi_Budget* budget, size_t bytes, bool is_source);

/* The limits no longer hold. A failure that the bound on memory caused becomes VRM_ERR_LIMIT with a
 * finding; any other result is returned as it is. */
vrm_Result vrmi_budget_close(vrmi_Budget* budget, vrm_Result result);

/* Charges bytes or units. False when that exceeds the limit of an open budget: the finding is made,
 * nothing is charged, and the caller fails with VRM_ERR_LIMIT. `what` names the product: "vertices
 * of instanced meshes". What is written may be allocated
 * four times, besides the bound on memory: in a growing array, and then in the file. */
bool vrmi_budget_write(vrmi_Budget* budget, const char* what, uint64_t bytes);
/* Whether vrmi_budget_write() would return true, with the same finding if not. Nothing is charged:
 * for a product whose size is known before its parts are written. */
bool vrmi_budget_may_write(vrmi_Budget* budget, const char* what, uint64_t bytes);
bool vrmi_budget_work(vrmi_Budget* budget, const char* what, uint64_t units);

#endif
