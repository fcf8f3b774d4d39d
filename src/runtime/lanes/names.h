/* SPDX-License-Identifier: MIT */
/* The functions of a kernel that its files call across files. Compiled for more than one kernel,
 * each needs a name in each. */
#ifndef VRMI_RUNTIME_LANES_NAMES_H
#define VRMI_RUNTIME_LANES_NAMES_H

#if defined(VRMI_KERNEL)

#define VRMI_JOIN_(name, kernel) name##_##kernel
#define VRMI_JOIN(name, kernel)  VRMI_JOIN_(name, kernel)
#define VRMI_OF_KERNEL(name)     VRMI_JOIN(name, VRMI_KERNEL)

#define vrmi_kernel                 VRMI_OF_KERNEL(vrmi_kernel)
#define vrmi_careful_begin          VRMI_OF_KERNEL(vrmi_careful_begin)
#define vrmi_careful_finish         VRMI_OF_KERNEL(vrmi_careful_finish)
#define vrmi_careful_limit          VRMI_OF_KERNEL(vrmi_careful_limit)
#define vrmi_careful_start          VRMI_OF_KERNEL(vrmi_careful_start)
#define vrmi_carry_general          VRMI_OF_KERNEL(vrmi_carry_general)
#define vrmi_chain_center           VRMI_OF_KERNEL(vrmi_chain_center)
#define vrmi_constraints_step       VRMI_OF_KERNEL(vrmi_constraints_step)
#define vrmi_expect_written         VRMI_OF_KERNEL(vrmi_expect_written)
#define vrmi_expressions_step       VRMI_OF_KERNEL(vrmi_expressions_step)
#define vrmi_look_at_apply          VRMI_OF_KERNEL(vrmi_look_at_apply)
#define vrmi_look_at_measure        VRMI_OF_KERNEL(vrmi_look_at_measure)
#define vrmi_outputs_write          VRMI_OF_KERNEL(vrmi_outputs_write)
#define vrmi_place_colliders        VRMI_OF_KERNEL(vrmi_place_colliders)
#define vrmi_place_general          VRMI_OF_KERNEL(vrmi_place_general)
#define vrmi_pose_list              VRMI_OF_KERNEL(vrmi_pose_list)
#define vrmi_pose_slots             VRMI_OF_KERNEL(vrmi_pose_slots)
#define vrmi_reach_general          VRMI_OF_KERNEL(vrmi_reach_general)
#define vrmi_run_batches            VRMI_OF_KERNEL(vrmi_run_batches)
#define vrmi_run_careful            VRMI_OF_KERNEL(vrmi_run_careful)
#define vrmi_scratch_poison         VRMI_OF_KERNEL(vrmi_scratch_poison)
#define vrmi_settle_general         VRMI_OF_KERNEL(vrmi_settle_general)
#define vrmi_spring_rooms           VRMI_OF_KERNEL(vrmi_spring_rooms)
#define vrmi_springs_copy_rotations VRMI_OF_KERNEL(vrmi_springs_copy_rotations)
#define vrmi_springs_scratch_size   VRMI_OF_KERNEL(vrmi_springs_scratch_size)
#define vrmi_springs_solve          VRMI_OF_KERNEL(vrmi_springs_solve)
#define vrmi_springs_step           VRMI_OF_KERNEL(vrmi_springs_step)
#define vrmi_stage_after            VRMI_OF_KERNEL(vrmi_stage_after)
#define vrmi_stage_before           VRMI_OF_KERNEL(vrmi_stage_before)
#define vrmi_start_general          VRMI_OF_KERNEL(vrmi_start_general)
#define vrmi_turn_general           VRMI_OF_KERNEL(vrmi_turn_general)
#define vrmi_walk_down_general      VRMI_OF_KERNEL(vrmi_walk_down_general)

#endif
#endif
