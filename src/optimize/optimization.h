/* SPDX-License-Identifier: MIT */
/* The state of vrm_optimize(), and helpers of its passes.
 *
 * A pass is one edit of a copy of the model. A pass that has nothing to do edits nothing. */
#ifndef VRMI_OPTIMIZE_OPTIMIZATION_H
#define VRMI_OPTIMIZE_OPTIMIZATION_H

#include "base/alloc.h"
#include "model/edit.h"
#include "vrm/optimize.h"
#include "json/json_report.h"

typedef struct vrmi_Optimization {
    vrm_OptimizeDef def;
    vrm_Model* model;
    vrm_Report* report;
    uint64_t file_bytes; /* of the model as it was given: work is limited by it */
    /* Of the pass at hand. */
    const vrm_Gltf* gltf; /* as it was before the pass */
    vrm_Edit* edit;
    vrmi_Arena arena;       /* discarded after the pass */
    int32_t* view_users;    /* of each buffer view; see vrmi_optimization_count_view_users() */
    uint8_t* overlaps;      /* of each: another view has some of its bytes */
    bool is_changed;        /* set by a pass that edits anything */
    bool has_changed;       /* set when a pass was committed */
    bool is_lighter;        /* set by a pass whose result is kept even if the file grows */
    uint32_t pins_reported; /* a bit for each vrmi_Target that OPTIMIZE_PINNED has named */
    /* Of each node: fold_bones.c took it out of the tree. NULL: none. Of the model's allocator. */
    uint8_t* folded;
    size_t folded_count;
    /* Of each node: a spring of 0.x does without it, if fold_bones.c removes it. NULL: none. Of the
     * model's allocator. */
    uint8_t* freed;
    size_t freed_count;
} vrmi_Optimization;

/* Zeroed memory of the pass; NULL and a failure of the edit when there is none. */
void* vrmi_optimization_alloc(vrmi_Optimization* optimization, size_t count, size_t size);

/* Enters an extension in extensionsRequired; the edit keeps extensionsUsed. */
void vrmi_optimization_require(vrmi_Optimization* optimization, const char* extension);

/* Fills optimization->view_users and overlaps. */
void vrmi_optimization_count_view_users(vrmi_Optimization* optimization);

/* Replaces the bytes of an accessor: in its own view, if nothing else uses that, or in a new one.
 * `target` and `stride` as for vrm_edit_add_view(). The caller sets count and type. */
void vrmi_optimization_store(vrmi_Optimization* optimization, int32_t index, const void* bytes,
                             size_t size, uint32_t target, uint32_t stride);

#endif
