/* SPDX-License-Identifier: MIT */
/* Motion that is known as rotations of VRM's own bones from the T-pose: what the readers of this
 * folder make of their files. */
#ifndef VRMI_MOTION_POSED_H
#define VRMI_MOTION_POSED_H

#include "motion/capture/capture.h"
#include "motion/motion_morphs.h"
#include "vrm/face.h"

typedef struct vrmi_Posed {
    vrm_Allocator allocator;
    vrmi_CaptureJoint
        joints[VRM_BONE_COUNT];    /* by slot: the bones that there are, in their order */
    int32_t slots[VRM_BONE_COUNT]; /* by bone; -1: none */
    int32_t joint_count, frame_count;
    double frame_s;
    vrm_Quat* rotations; /* frame_count * joint_count, local */
    vrm_Vec3* hips;      /* frame_count: metres, up +Y */
    float* shapes;       /* frame_count * VRM_FACE_SHAPE_COUNT; NULL: no face */
    vrmi_Arena arena;    /* of the morphs */
    vrmi_Morphs morphs;  /* the shapes, and the expressions that they become */
} vrmi_Posed;

/* Frames at rest. `rest` has the places of the bones in the T-pose (metres, up +Y, front +Z), of
 * which the bits `bones` are there, the hips among them. VRM_ERR_LIMIT, with a finding, when the
 * input does not allow as much memory. */
vrm_Result vrmi_posed_create(const vrmi_CaptureInput* input, uint64_t bones,
                             const vrm_Vec3 rest[VRM_BONE_COUNT], size_t frame_count,
                             double frame_s, vrmi_Posed** out_posed);
void vrmi_posed_destroy(vrmi_Posed* posed);

static inline vrm_Quat* vrmi_posed_rotation(vrmi_Posed* posed, int32_t frame, vrm_Bone bone) {
    return &posed->rotations[(size_t)frame * (size_t)posed->joint_count +
                             (size_t)posed->slots[bone]];
}

/* Sets the rotations of a frame from those in model axes. */
void vrmi_posed_put_turns(vrmi_Posed* posed, int32_t frame, const vrm_Quat turns[VRM_BONE_COUNT]);

/* Adds a face at rest, which has the shapes of face tracking. */
vrm_Result vrmi_posed_add_face(const vrmi_CaptureInput* input, vrmi_Posed* posed);

/* Moves the whole motion up or down so that it stands on the ground at 0. */
vrm_Result vrmi_posed_stand(vrmi_Posed* posed);

/* Lets each frame stand on the ground, for motion without a place. */
void vrmi_posed_stand_always(vrmi_Posed* posed);

/* Hands it over as a capture, which destroys it. */
void vrmi_posed_finish(vrmi_Posed* posed, bool moves, vrmi_Capture* out);

#endif
