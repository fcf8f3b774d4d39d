/* SPDX-License-Identifier: MIT */
#include "facts/far.h"

#include "words/output.h"

#include "vrm/spring.h"

bool cli_springs_tremble(const vrm_Sim* sim, vrm_AvatarId avatar) {
    return vrm_avatar_is_far(sim, avatar) &&
           vrm_rig_spring_joint_count(vrm_avatar_rig(sim, avatar)) > 0;
}

void cli_explain_trembling(const char* command, const char* file) {
    (void)cli_file_error(command, file,
                         "hair and clothes tremble: the avatar gets farther than %g m from the "
                         "origin",
                         (double)VRM_FAR_M);
}
