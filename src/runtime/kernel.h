/* SPDX-License-Identifier: MIT */
/* The kernels: the files of lanes/, compiled for several numbers of lanes. All give the same bits;
 * a sim takes the fastest that the CPU can run. */
#ifndef VRMI_RUNTIME_KERNEL_H
#define VRMI_RUNTIME_KERNEL_H

#include "runtime/block.h"

struct vrmi_Kernel {
    vrm_Kernel id;
    int32_t lane_count;
    void (*step)(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch);
    /* Of a rig without springs: 0. SIZE_MAX: too large. */
    size_t (*springs_scratch_size)(const vrm_Rig* rig);
};

/* NULL when this build lacks it or this CPU cannot run it. */
const vrmi_Kernel* vrmi_kernel_find(vrm_Kernel id);

/* The kernels for the blocks of a rig: the first block, which often has a single avatar; further
 * ones; those of a crowd. A wide block that is hardly filled is slower than a narrow one, so a
 * crowd begins at VRMI_CROWD times as many avatars as the widest kernel has lanes. */
#define VRMI_CROWD 2
const vrmi_Kernel* vrmi_kernel_for_singles(void);
const vrmi_Kernel* vrmi_kernel_for_few(void);
const vrmi_Kernel* vrmi_kernel_for_crowds(void);

#endif
