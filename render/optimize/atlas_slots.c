/* SPDX-License-Identifier: MIT */
/* Which slots of materials have pictures. */
#include "optimize/atlas.h"

bool vrmi_atlas_has_image(const vrmi_AtlasMember* member, int slot) {
    return member->images[slot] >= 0 || (slot == VRMI_ATLAS_METAL && member->occlusion >= 0);
}

/* The member that a group's tints are compared with: the first to which the slot matters. */
const vrmi_AtlasMember* vrmi_atlas_first_with(const vrmi_Atlas* atlas, int32_t group, int slot) {
    const vrmi_AtlasMember* fallback = NULL;
    const vrmi_AtlasGroup* all = &atlas->groups[group];
    for (int32_t i = 0; i < all->size; i++) {
        const vrmi_AtlasMember* member = &atlas->members[atlas->order[all->begin + i]];
        if (member->group != group) continue;
        if (vrmi_atlas_has_image(member, slot)) return member;
        if (fallback == NULL) fallback = member;
    }
    return fallback;
}

bool vrmi_atlas_has_slot(const vrmi_Atlas* atlas, int32_t group, int slot) {
    if (atlas->groups[group].bakes[slot]) return true;
    const vrmi_AtlasMember* member = vrmi_atlas_first_with(atlas, group, slot);
    return member != NULL && member->draws[slot] && vrmi_atlas_has_image(member, slot);
}
