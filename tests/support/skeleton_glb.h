/* SPDX-License-Identifier: MIT */
/* Motion that a reader made joints of, written as a GLB with the same skeleton. */
#ifndef VRM_TESTS_SUPPORT_SKELETON_GLB_H
#define VRM_TESTS_SUPPORT_SKELETON_GLB_H

#include "motion/capture/capture.h"
#include "support/corpus.h"

/** All zero: the skeleton as it is, below a node that does nothing, one take without a name. */
typedef struct TestSkeletonDef {
    float scale;   /**< Of the node above the joints, which has them that much smaller; 0: 1. */
    bool has_skin; /**< Bound in the rest pose of the capture. */
    bool rests_in_motion;     /**< Nodes rest as in the last frame, and not as the capture does. */
    bool is_avatar;           /**< VRM 1.0 by the bones of the joints; names say nothing. */
    const bool* is_still;     /**< Joints without channels; NULL: none. */
    bool is_reversed;         /**< The last frame comes first. */
    const char* ending;       /**< Behind each name; NULL: nothing. */
    const char* const* takes; /**< Names of takes; the first has no channels. NULL: one take. */
    const vrm_Transform* first_take; /**< The joints in all of the first take; NULL: no channels. */
    int take_count;
    const char* const* morphs; /**< Morph targets of a mesh, which all takes move; NULL: none. */
    int morph_count;
    float (*weight)(int morph, int frame); /**< Of the morphs. */
} TestSkeletonDef;

TestBytes test_skeleton_glb(const vrmi_Capture* capture, const TestSkeletonDef* def);

#endif
