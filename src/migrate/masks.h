/* SPDX-License-Identifier: MIT */
/* Masks of MToon: 0.x reads the outline width and the mask of the UV animation from red, 1.0 from
 * green and blue. A mask that is not a grey image is replaced by one, if the host can make it: by a
 * new image and a new texture, because the old ones may have other users. */
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

/* Converts the masks of a 0.x material to 1.0; makes a finding where that is not possible. */
void vrmi_masks_use_red(vrmi_Masks* masks, vrm_Mtoon* mtoon);

#endif
