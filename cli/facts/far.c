/* SPDX-License-Identifier: MIT */
#include "facts/far.h"

#include "vrm/spring.h"

bool cli_springs_tremble(const vrm_Sim* sim, vrm_AvatarId avatar) {
    return vrm_avatar_is_far(sim, avatar) &&
           vrm_rig_spring_joint_count(vrm_avatar_rig(sim, avatar)) > 0;
}
