/* SPDX-License-Identifier: MIT */
/* Changes to the text of a document, collected and applied at once: numbers that are replaced, and
 * elements that are taken out of arrays. The time is linear in the text, however many there are. */
#ifndef VRMI_OPTIMIZE_PATCHES_H
#define VRMI_OPTIMIZE_PATCHES_H

#include "model/edit.h"

typedef struct vrmi_Patch {
    const char* begin; /* in the text of the document */
    size_t size;
    uint32_t number;
    bool is_cut; /* else the text becomes the number */
} vrmi_Patch;

typedef struct vrmi_Patches {
    vrm_Edit* edit;       /* in which nothing was edited yet */
    const vrm_Json* json; /* of the edit */
    vrmi_Patch* list;
    size_t count, capacity;
} vrmi_Patches;

vrmi_Patches vrmi_patches(vrm_Edit* edit);
void vrmi_patches_release(vrmi_Patches* patches);

/* Replaces the text of a value by a number. */
void vrmi_patches_number(vrmi_Patches* patches, vrm_JsonRef value, uint32_t number);

/* Removes the elements of an array for which `is_removed` is not 0. */
void vrmi_patches_cut(vrmi_Patches* patches, vrm_JsonRef array, const uint8_t* is_removed);

/* Changes the document of the edit: all refs are invalid then. Failures are remembered in the edit;
 * without any patch nothing is edited. */
void vrmi_patches_apply(vrmi_Patches* patches);

#endif
