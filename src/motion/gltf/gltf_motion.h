/* SPDX-License-Identifier: MIT */
/* Animations of any skeleton in glTF (Mixamo, Ready Player Me, Unreal, ...): gltf_motion.c makes
 * joints of nodes and samples them as a clip does, gltf_bind.c finds the bind pose, gltf_faces.c
 * the expressions. */
#ifndef VRMI_MOTION_GLTF_MOTION_H
#define VRMI_MOTION_GLTF_MOTION_H

#include "motion/capture/capture.h"
#include "motion/motion_morphs.h"
#include "vrm/clip.h"

typedef struct vrmi_GltfMotion {
    vrm_Allocator allocator;
    vrmi_Arena arena; /* everything but the clip */
    vrm_Clip* clip;
    vrm_Transform *rests, *locals; /* of all nodes */
    int32_t node_count;
    vrmi_CaptureJoint* joints;
    int32_t joint_count;
    int32_t* nodes; /* of the joints */
    double frame_time;
    vrm_Transform* bind; /* of the joints; NULL: none */
    bool* is_bound;
    vrmi_Morphs morphs; /* their sources are weights of tracks of the clip: 4 * track + lane */
} vrmi_GltfMotion;

/* GLB, or JSON with an asset. */
bool vrmi_gltf_motion_recognises(const uint8_t* bytes, size_t size);

vrm_Result vrmi_gltf_motion_read(const vrmi_CaptureInput* input, vrmi_Capture* out);

/* The same for a file that has been loaded, which may be destroyed afterwards. */
vrm_Result vrmi_gltf_motion_read_model(const vrm_Model* model, const vrmi_CaptureInput* input,
                                       vrmi_Capture* out);

/* Sets bind and is_bound where a skin says so; leaves them NULL otherwise. */
vrm_Result vrmi_gltf_motion_bind(vrmi_GltfMotion* motion, const vrm_Gltf* gltf, bool is_figure);

/* Sets the morphs. */
vrm_Result vrmi_gltf_motion_faces(vrmi_GltfMotion* motion, const vrmi_CaptureInput* input,
                                  const vrm_Gltf* gltf);
void vrmi_gltf_motion_sample_faces(const void* reader, double frame, float* out_weights);

#endif
