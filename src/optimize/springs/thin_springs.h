/* SPDX-License-Identifier: MIT */
/* Leaving joints out of springs.
 *
 *   thin_springs.c     how far each chain is thinned, and springs of 1.0
 *   thin_springs0.c    springs of 0.x */
#ifndef VRMI_OPTIMIZE_THIN_SPRINGS_H
#define VRMI_OPTIMIZE_THIN_SPRINGS_H

#include "optimize/optimization.h"
#include "optimize/springs/sway.h"

enum {
    VRMI_THIN_LEVELS = 12,              /* numbers of joints that are tried for each chain */
    VRMI_THIN_FROZEN = VRMI_THIN_LEVELS /* the level of a chain that does not sway any more */
};

typedef struct vrmi_ThinChain {
    const vrm_Spring* spring;
    size_t first;   /* of its joints in the lists of points and lengths */
    bool is_fixed;  /* all joints stay, or none */
    bool must_sway; /* it cannot be frozen */
    int level;      /* 0: as it was */
    float errors[VRMI_THIN_LEVELS + 1];
    uint8_t fit[VRMI_THIN_LEVELS + 1]; /* that has this error */
} vrmi_ThinChain;

typedef struct vrmi_Thinning {
    vrmi_Optimization* optimization;
    const vrm_SpringBones* bones;
    vrmi_ThinChain* chains;
    int32_t chain_count;
    bool is_0;          /* 0.x: one setting for a chain, and nodes that are left out must go */
    size_t point_count; /* joints of all chains */
    vrmi_SwayPoint* points;
    float* lengths;           /* from each joint to the next */
    vrm_Vec3 *before, *trial; /* records of the motion */
    vrm_Spring* springs;      /* of a trial */
    vrm_SpringJoint* joints;  /* of a trial: as many as there are points */
    float height;
} vrmi_Thinning;

/* Fixes the chains of which no joint can be left out. */
void vrmi_thin0_fix(vrmi_Thinning* thinning);

/* Writes a chain with the joints that are left; none: it does not sway any more. */
void vrmi_thin0_write(vrmi_Thinning* thinning, const vrmi_ThinChain* chain,
                      const vrm_SpringJoint* left, int32_t count);

#endif
