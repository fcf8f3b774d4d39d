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

/* The kernel for blocks of many avatars, and the one for a single avatar. */
const vrmi_Kernel* vrmi_kernel_for_crowds(void);
const vrmi_Kernel* vrmi_kernel_for_singles(void);

#endif
