/* SPDX-License-Identifier: MIT */
/* What the passes of vrm_optimize() share.
 *
 *   unbound_morphs.c   removes morph targets that nothing uses
 *   thin_springs.c     fewer joints of springs; thin_springs0.c those of 0.x
 *   fold_bones.c       joints that nothing moves
 *   join_meshes.c      one mesh of several; join_skins.c, join_targets.c, join_attributes.c and
 *                      join_mesh_links.c are its parts
 *   morph_noise.c      rounding noise in morph targets, before passes with a loss
 *   simplify.c         fewer triangles, by collapse.c
 *   quantize.c         attributes in fewer bits
 *   compact_vertices.c unused and equal vertices, their order, 16 bit indices
 *   sparse_morphs.c    morph targets by the vertices that they move
 *   prune.c            equal elements made one, unused ones removed, the rest renumbered
 *   join_primitives.c  fewer draw calls, by join_vertices.c
 *   compress_views.c   EXT_meshopt_compression
 * and below them
 *   references.c       every place that refers to an element
 *   equal_elements.c   which elements equal an earlier one
 *   morph_binds.c      what expressions move
 *   vertex_data.c      accessors as bytes, and new ones of such
 *   sparse_piles.c     sparse accessors that share buffer views, and sparse_waste.c
 *   patches.c          changes of the JSON text at once
 *   sway.c             how springs sway
 *   weigh.c            what a file weighs
 *
 * Each pass is one edit of a copy of the model. A pass that finds nothing to do edits nothing. */
#ifndef VRMI_OPTIMIZE_OPTIMIZE_H
#define VRMI_OPTIMIZE_OPTIMIZE_H

#include "base/alloc.h"
#include "base/report.h"
#include "model/edit.h"
#include "vrm/optimize.h"

typedef struct vrmi_Optimization {
    vrm_OptimizeDef def;
    vrm_Model* model;
    vrm_Report* report;
    uint64_t file_bytes; /* of the model as it was given: work is limited by it */
    /* Of the pass at hand. */
    const vrm_Gltf* gltf; /* as it was before the pass */
    vrm_Edit* edit;
    vrmi_Arena arena;       /* discarded after the pass */
    int32_t* view_users;    /* of each buffer view; see vrmi_optimize_count_view_users() */
    uint8_t* overlaps;      /* of each: another view has some of its bytes */
    bool is_changed;        /* set by a pass that edits anything */
    bool has_changed;       /* set when a pass was committed */
    bool is_lighter;        /* set by a pass whose result counts whatever it costs in bytes */
    uint32_t pins_reported; /* a bit for each vrmi_Target that OPTIMIZE_PINNED has named */
    /* Of each node: fold_bones.c took it out of the tree. NULL: none. Of the model's allocator. */
    uint8_t* folded;
    size_t folded_count;
    /* Of each node: a spring of 0.x does without it, if fold_bones.c removes it. NULL: none. Of the
     * model's allocator. */
    uint8_t* freed;
    size_t freed_count;
} vrmi_Optimization;

/* The passes. Failures are remembered in the edit. */
void vrmi_optimize_unbound(vrmi_Optimization* optimization);
void vrmi_optimize_springs(vrmi_Optimization* optimization);
void vrmi_optimize_fold(vrmi_Optimization* optimization);
void vrmi_optimize_meshes(vrmi_Optimization* optimization);
void vrmi_optimize_noise(vrmi_Optimization* optimization);
void vrmi_optimize_simplify(vrmi_Optimization* optimization);
void vrmi_optimize_quantize(vrmi_Optimization* optimization);
void vrmi_optimize_vertices(vrmi_Optimization* optimization);
void vrmi_optimize_primitives(vrmi_Optimization* optimization);
void vrmi_optimize_morphs(vrmi_Optimization* optimization);
void vrmi_optimize_elements(vrmi_Optimization* optimization);
/* Removes optimization->folded, nothing else. */
void vrmi_optimize_folded(vrmi_Optimization* optimization);
void vrmi_optimize_compress(vrmi_Optimization* optimization);

/* Zeroed memory of the pass; NULL and a failure of the edit when there is none. */
void* vrmi_optimize_alloc(vrmi_Optimization* optimization, size_t count, size_t size);

/* Enters an extension in extensionsRequired; the edit keeps extensionsUsed. */
void vrmi_optimize_require(vrmi_Optimization* optimization, const char* extension);

/* Fills optimization->view_users and overlaps. */
void vrmi_optimize_count_view_users(vrmi_Optimization* optimization);

/* Replaces the bytes of an accessor: in its own view, if nothing else uses that, or in a new one.
 * `target` and `stride` as for vrm_edit_add_view(). The caller sets count and type. */
void vrmi_optimize_store(vrmi_Optimization* optimization, int32_t index, const void* bytes,
                         size_t size, uint32_t target, uint32_t stride);

#endif
