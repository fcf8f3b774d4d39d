/* SPDX-License-Identifier: MIT */
/* The passes of vrm_optimize(), each in the file of its name. optimize.c runs them in order.
 *
 * Below them:
 *   optimization.c     the state of a run; memory and bytes of a pass
 *   references.c       every place that refers to an element
 *   equal_elements.c   elements that equal an earlier one
 *   morph_binds.c      morph targets that expressions move
 *   vertex_data.c      accessors as bytes, and new accessors
 *   sparse_piles.c     buffer views that sparse accessors share; sparse_waste.c: unused bytes there
 *   patches.c          many changes of the JSON text at once
 *   weigh.c            the weight of a file
 *   join/ fold/ springs/ simplify/   parts of the passes of that name */
#ifndef VRMI_OPTIMIZE_OPTIMIZE_H
#define VRMI_OPTIMIZE_OPTIMIZE_H

#include "optimize/optimization.h"

/* The passes. Failures are remembered in the edit. */
void vrmi_unbound_morphs(vrmi_Optimization* optimization);
void vrmi_thin_springs(vrmi_Optimization* optimization);
void vrmi_fold_bones(vrmi_Optimization* optimization);
void vrmi_join_meshes(vrmi_Optimization* optimization);
void vrmi_morph_noise(vrmi_Optimization* optimization);
void vrmi_simplify(vrmi_Optimization* optimization);
void vrmi_quantize(vrmi_Optimization* optimization);
void vrmi_compact_vertices(vrmi_Optimization* optimization);
void vrmi_join_primitives(vrmi_Optimization* optimization);
void vrmi_sparse_morphs(vrmi_Optimization* optimization);
void vrmi_prune(vrmi_Optimization* optimization);
/* Removes optimization->folded, nothing else. */
void vrmi_prune_folded(vrmi_Optimization* optimization);
void vrmi_compress_views(vrmi_Optimization* optimization);

#endif
