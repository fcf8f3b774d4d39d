/* SPDX-License-Identifier: MIT */
/* Samples a motion of any kind into a recorder: for fitting, and for editing. */
#ifndef VRMI_MOTION_MOTION_RECORD_H
#define VRMI_MOTION_MOTION_RECORD_H

#include "vrm/motion.h"

/* A recorded motion, and its skeleton. */
typedef struct vrmi_Take {
    vrm_Recorder* recorder;
    vrm_Skeleton skeleton;
    float frame_s; /* frame time of a source that was sampled more finely; 0: as sampled */
} vrmi_Take;

/* Returns true if the motion itself is to change, for any avatar. */
bool vrmi_fit_changes_motion(const vrm_FitDef* fit);

/* Reports a result of VRM_ERR_LIMIT: frames that need more than `max_bytes`. Returns the result. */
vrm_Result vrmi_report_frames_limit(vrm_Report* report, vrm_Result result, uint64_t max_bytes);

/* Records a motion, but none of nodes. The caller destroys the recorder, on failure too. `rig` may
 * be NULL. */
vrm_Result vrmi_take_record(const vrm_Motion* motion, const vrm_Rig* rig, const vrm_FitDef* fit,
                            vrmi_Take* out);

#endif
