/* SPDX-License-Identifier: MIT */
/* Where the springs of an avatar are. */
#ifndef VRMI_RUNTIME_SPRING_REF_H
#define VRMI_RUNTIME_SPRING_REF_H

#include "runtime/spring_stage.h"

typedef struct vrmi_SpringRef {
    vrmi_Avatar* avatar;
    vrmi_Springs* springs;
    const vrmi_SpringLayout* layout;
    int32_t lane;
} vrmi_SpringRef;

/* False for a stale id. `springs` is NULL when the avatar has none. */
static inline bool vrmi_spring_ref(const vrm_Sim* sim, vrm_AvatarId id, vrmi_SpringRef* out) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    *out =
        (vrmi_SpringRef){avatar, avatar->block->springs, avatar->block->rig->springs, avatar->lane};
    return true;
}

#endif
