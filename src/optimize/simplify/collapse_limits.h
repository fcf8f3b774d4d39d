/* SPDX-License-Identifier: MIT */
/* The largest cost of a collapse at each point.
 *
 * A part is a set of points that triangles connect: a button, a strand of hair, a body. The limit
 * of a point is max_error times the longest side of everything, or five times the size of its part
 * where that is smaller: small and thin parts keep their shape. */
#ifndef VRMI_OPTIMIZE_COLLAPSE_LIMITS_H
#define VRMI_OPTIMIZE_COLLAPSE_LIMITS_H

#include "optimize/simplify/collapse_cost.h"

/* Fills `out` for each point. False: out of memory. */
bool vrmi_collapse_limits(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                          vrmi_Arena* arena, float* out);

#endif
