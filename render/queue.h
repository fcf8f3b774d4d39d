/* SPDX-License-Identifier: MIT */
/* What a frame draws, in which order. VRMC_materials_mtoon 1.0, Render Queue: opaque, masked,
 * blended with depth write, blended; inside the blended classes by renderQueueOffsetNumber, then
 * from far to near, then as in the file. Outlines of opaque and masked surfaces come after both. */
#ifndef VRMI_RENDER_QUEUE_H
#define VRMI_RENDER_QUEUE_H

#include "renderer.h"

/* As qsort() wants it. */
int vrmi_item_order(const void* left, const void* right);

/* Adds an item, and its outline where it has one: after the item, or before it where the
 * surface does not write depth, which would keep the outline from covering the surface. */
vrm_Result vrmi_queue_add(vrm_Renderer* renderer, const vrmi_Item* item);

/* Leaves the mesh of a node, and all surfaces of a material, out of every picture; -1: none. */
void vrmi_drawable_hide(vrm_Drawable* drawable, int32_t node, int32_t material);
void vrmi_drawable_show_all(vrm_Drawable* drawable);

#endif
