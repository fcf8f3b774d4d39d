/* SPDX-License-Identifier: MIT */
/* The functions of a kernel that its files call across files. Compiled for more than one kernel,
 * each needs a name in each; the linker refuses one that is missing here. */
#ifndef VRMI_RUNTIME_LANES_KERNEL_NAMES_H
#define VRMI_RUNTIME_LANES_KERNEL_NAMES_H

#if defined(VRMI_KERNEL)

#define VRMI_JOIN_(name, kernel) name##_##kernel
#define VRMI_JOIN(name, kernel)  VRMI_JOIN_(name, kernel)
#define VRMI_OF_KERNEL(name)     VRMI_JOIN(name, VRMI_KERNEL)

#define vrmi_kernel                 VRMI_OF_KERNEL(vrmi_kernel)
#define vrmi_carry_general          VRMI_OF_KERNEL(vrmi_carry_general)
#define vrmi_chain_center           VRMI_OF_KERNEL(vrmi_chain_center)
#define vrmi_constraints_step       VRMI_OF_KERNEL(vrmi_constraints_step)
#define vrmi_expect_written         VRMI_OF_KERNEL(vrmi_expect_written)
#define vrmi_expressions_step       VRMI_OF_KERNEL(vrmi_expressions_step)
#define vrmi_find_params            VRMI_OF_KERNEL(vrmi_find_params)
#define vrmi_keep_centers           VRMI_OF_KERNEL(vrmi_keep_centers)
#define vrmi_leave_turn             VRMI_OF_KERNEL(vrmi_leave_turn)
#define vrmi_limit_frame_general    VRMI_OF_KERNEL(vrmi_limit_frame_general)
#define vrmi_limit_world_general    VRMI_OF_KERNEL(vrmi_limit_world_general)
#define vrmi_look_at_apply          VRMI_OF_KERNEL(vrmi_look_at_apply)
#define vrmi_look_at_measure        VRMI_OF_KERNEL(vrmi_look_at_measure)
#define vrmi_move_general           VRMI_OF_KERNEL(vrmi_move_general)
#define vrmi_move_tail_general      VRMI_OF_KERNEL(vrmi_move_tail_general)
#define vrmi_outputs_write          VRMI_OF_KERNEL(vrmi_outputs_write)
#define vrmi_locate_centers         VRMI_OF_KERNEL(vrmi_locate_centers)
#define vrmi_locate_colliders       VRMI_OF_KERNEL(vrmi_locate_colliders)
#define vrmi_locate_general         VRMI_OF_KERNEL(vrmi_locate_general)
#define vrmi_locate_nothing         VRMI_OF_KERNEL(vrmi_locate_nothing)
#define vrmi_locate_wave            VRMI_OF_KERNEL(vrmi_locate_wave)
#define vrmi_pose_list              VRMI_OF_KERNEL(vrmi_pose_list)
#define vrmi_pose_root              VRMI_OF_KERNEL(vrmi_pose_root)
#define vrmi_pose_slots             VRMI_OF_KERNEL(vrmi_pose_slots)
#define vrmi_reach_general          VRMI_OF_KERNEL(vrmi_reach_general)
#define vrmi_run_fast               VRMI_OF_KERNEL(vrmi_run_fast)
#define vrmi_run_slow               VRMI_OF_KERNEL(vrmi_run_slow)
#define vrmi_scratch_poison         VRMI_OF_KERNEL(vrmi_scratch_poison)
#define vrmi_settle_general         VRMI_OF_KERNEL(vrmi_settle_general)
#define vrmi_slow_begin             VRMI_OF_KERNEL(vrmi_slow_begin)
#define vrmi_slow_finish            VRMI_OF_KERNEL(vrmi_slow_finish)
#define vrmi_slow_limit             VRMI_OF_KERNEL(vrmi_slow_limit)
#define vrmi_slow_start             VRMI_OF_KERNEL(vrmi_slow_start)
#define vrmi_spring_buffers         VRMI_OF_KERNEL(vrmi_spring_buffers)
#define vrmi_springs_copy_rotations VRMI_OF_KERNEL(vrmi_springs_copy_rotations)
#define vrmi_springs_scratch_size   VRMI_OF_KERNEL(vrmi_springs_scratch_size)
#define vrmi_springs_solve          VRMI_OF_KERNEL(vrmi_springs_solve)
#define vrmi_springs_step           VRMI_OF_KERNEL(vrmi_springs_step)
#define vrmi_stage_after            VRMI_OF_KERNEL(vrmi_stage_after)
#define vrmi_stage_before           VRMI_OF_KERNEL(vrmi_stage_before)
#define vrmi_start_general          VRMI_OF_KERNEL(vrmi_start_general)
#define vrmi_turn_any               VRMI_OF_KERNEL(vrmi_turn_any)
#define vrmi_turn_general           VRMI_OF_KERNEL(vrmi_turn_general)
#define vrmi_walk_down_general      VRMI_OF_KERNEL(vrmi_walk_down_general)

#endif
#endif
