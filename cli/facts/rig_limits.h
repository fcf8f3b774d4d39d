/* SPDX-License-Identifier: MIT */
/* A rig, and the reason where a limit refuses it. */
#ifndef VRM_CLI_RIG_LIMITS_H
#define VRM_CLI_RIG_LIMITS_H

#include "vrm/rig.h"
#include "vrm/vrm.h"

/* As vrm_rig_build() with the defaults. Only where a limit is exceeded `report` (or NULL) gets the
 * findings: what else a rig has to say is the validator's to report. */
static inline vrm_Result cli_rig_build(const vrm_Model* model, vrm_Report* report,
                                       vrm_Rig** out_rig) {
    vrm_RigDef def = vrm_default_rig_def();
    vrm_Result result = vrm_rig_build(model, &def, out_rig);
    if (result != VRM_ERR_LIMIT || report == NULL) return result;
    def.report = report;
    return vrm_rig_build(model, &def, out_rig);
}

#endif
