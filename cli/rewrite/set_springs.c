/* SPDX-License-Identifier: MIT */
/* Spring bones of an avatar, replaced as one edit. */
#include "rewrite/set_springs.h"

vrm_Result cli_set_springs(vrm_Model* model, const vrm_SpringBones* springs, vrm_Report* report) {
    vrm_Edit* edit = NULL;
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = vrm_edit_set_spring_bones(edit, springs);
    if (result == VRM_OK) result = vrm_edit_commit(edit, report);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    return result;
}
