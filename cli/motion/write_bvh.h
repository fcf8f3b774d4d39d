/* SPDX-License-Identifier: MIT */
/* Writes a VRM animation as BVH: centimetres, the T-pose as the pose of all zeros, bones by the
 * names of VRM. BVH has neither expressions nor a gaze. */
#ifndef VRM_CLI_WRITE_BVH_H
#define VRM_CLI_WRITE_BVH_H

#include "vrm/vrm.h"

/* Writes `frames` samples from the first to the last moment; with a root, a joint of that name
 * above the hips has the root motion. Returns VRM_ERR_INVALID if the file has no bones to write. */
vrm_Result write_bvh(const vrm_Model* animation, int32_t frames, bool has_root, const char* path);

/* Takes the channels of expressions and gaze, which a BVH does not have, out of the statistics of
 * an animation, and reports that they are left out. */
void write_bvh_leave_face(const vrm_Model* animation, vrm_RecordStats* stats, vrm_Report* report);

#endif
