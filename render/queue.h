/* SPDX-License-Identifier: MIT */
/* What a frame draws, in which order. VRMC_materials_mtoon 1.0, Render Queue: opaque, masked,
 * blended with depth write, blended; inside the blended classes by renderQueueOffsetNumber, then
 * from far to near, then as in the file. Outlines of opaque and masked surfaces come after both. */
#ifndef VRMI_RENDER_QUEUE_H
#define VRMI_RENDER_QUEUE_H

#include "drawable.h"

/* One draw call: a piece for a run of avatars whose blocks follow each other. */
typedef struct vrmi_Item {
    vrmi_Class draw_class;
    int32_t queue_offset;
    float depth;       /* distance in front of the camera; counts for blended classes */
    uint32_t sequence; /* in which it came */
    const vrm_Drawable* drawable;
    int32_t piece;
    int32_t block, count; /* first texel of the first block, instances */
    int32_t values;       /* of the queue, one for each value of the material; -1: as in the file */
    bool is_outline, is_mirrored, is_first_person;
    bool has_outline; /* when it is added: its outline is drawn, too */
} vrmi_Item;

typedef struct vrmi_Queue {
    vrmi_Item* items;
    size_t count, capacity;
    vrm_Vec4* values;
    size_t value_count, value_capacity;
} vrmi_Queue;

/* As qsort() wants it. */
int vrmi_item_order(const void* left, const void* right);

/* Adds an item, and its outline where it has one: after the item, or before it where the
 * surface does not write depth, which would keep the outline from covering the surface. */
vrm_Result vrmi_queue_add(vrm_Renderer* renderer, const vrmi_Item* item);

#endif
