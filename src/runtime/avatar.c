/* SPDX-License-Identifier: MIT */
/* Avatars by their ids. */
#include "runtime/sim.h"

vrmi_Avatar* vrmi_avatar(const vrm_Sim* sim, vrm_AvatarId id) {
    if (sim == NULL || id.index1 == 0 || id.index1 > (uint32_t)sim->entry_count) return NULL;
    const vrmi_AvatarEntry* entry = &sim->entries[id.index1 - 1];
    return entry->generation == id.generation ? entry->avatar : NULL;
}

bool vrm_avatar_is_valid(const vrm_Sim* sim, vrm_AvatarId id) {
    return vrmi_avatar(sim, id) != NULL;
}

const vrm_Rig* vrm_avatar_rig(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->block->rig;
}

bool vrm_avatar_set_user_data(vrm_Sim* sim, vrm_AvatarId id, void* data) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    avatar->user_data = data;
    return true;
}

void* vrm_avatar_user_data(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->user_data;
}
