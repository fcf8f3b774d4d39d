/* SPDX-License-Identifier: MIT */
/* Masks of MToon: 0.x reads the width of outlines and the mask of the UV animation from red, 1.0
 * from green and blue. A mask that is no grey picture gets one, if the host can make it: a new
 * image and a new texture, because others may show the old ones. */
#ifndef VRMI_MIGRATE_MASKS_H
#define VRMI_MIGRATE_MASKS_H

#include "migrate/migrate.h"

typedef struct vrmi_Masks {
    vrmi_Migration* migration;
    int32_t* images;   /* for each of the model: its copy, as masks.c counts */
    int32_t* textures; /* the same; both NULL until the first mask */
} vrmi_Masks;

static inline vrmi_Masks vrmi_masks_begin(vrmi_Migration* migration) {
    return (vrmi_Masks){.migration = migration};
}

/* Makes the masks of a 0.x material ones of 1.0, or tells that they are not. */
void vrmi_masks_use_red(vrmi_Masks* masks, vrm_Mtoon* mtoon);

#endif
