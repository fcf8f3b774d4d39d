/* SPDX-License-Identifier: MIT */
/* One solve of a block's springs, shared by spring_solve.c and spring_odd.c. The second has what
 * few avatars need, one chain at a time: nodes that a chain skips, angle limits, bones that the
 * host moved, scales that differ by axis, and settling. */
#ifndef VRMI_RUNTIME_SPRING_ODD_H
#define VRMI_RUNTIME_SPRING_ODD_H

#include "runtime/spring.h"
#include "runtime/spring_kernel.h"

typedef struct Solver {
    vrmi_Block* block;
    vrmi_Scratch* scratch;
    const vrmi_SpringLayout* layout;
    vrmi_Springs* springs;

    Collider4* colliders; /* by collider */
    Collider4* gathered;  /* by group reference */
    vrmi_World4* anchors; /* spring.c's, kept while it moves them */

    vrmi_f4 dt;
    vrmi_i4 mask, to_rest, is_half, is_scaled;
    bool is_masked, is_settling, keeps_earlier;
    bool is_odd;    /* no chain can take the plain way */
    bool is_common; /* all lanes step with the rig's settings, and only the result counts */
    bool has_changes, has_force, has_half, has_scaled;
    int32_t lane; /* of the only avatar, whose chains fill the lanes; -1: lanes are avatars */
} Solver;

/* spring_solve.c */
void vrmi_adjust_params(const Solver* solver, vrmi_Vec3x4 force, vrmi_f4 scale, Params4* params);

/* spring_odd.c */
void vrmi_run_odd_chain(Solver* solver, Column* column);
/* In lanes that take affine matrices. */
void vrmi_place_odd_collider(const Solver* solver, const vrmi_RigCollider* from, Collider4* to);

#endif
