/* SPDX-License-Identifier: MIT */
/* Everything beside vertices, skins and VRM's own parts that lives in the axes of a node. Whatever
 * changes the axes of nodes (migration turns them, normalizing takes them away) asks this list:
 *
 *   what                            where it lives
 *   camera, light, sound emitter    looks along the -Z of its node
 *   EXT_mesh_gpu_instancing         places its copies in the node's axes
 *   animation of the node           in the axes of its parent, also by KHR_animation_pointer
 *   an extension not listed here    unknown, so it must be assumed to use them */
#ifndef VRMI_MODEL_NODE_AXES_H
#define VRMI_MODEL_NODE_AXES_H

#include "vrm/gltf.h"

/* Bits: what a node has. */
enum {
    VRMI_AXES_VIEW = 1,      /* a camera, or an extension of vrmi_view_extensions */
    VRMI_AXES_INSTANCES = 2, /* EXT_mesh_gpu_instancing */
    VRMI_AXES_UNKNOWN = 4    /* an extension that is not listed */
};

uint32_t vrmi_node_axes(const vrm_Gltf* gltf, int32_t node);

/* The extensions of nodes that look along -Z, as cameras do. */
#define VRMI_VIEW_EXTENSION_COUNT 3
extern const char* const vrmi_view_extensions[VRMI_VIEW_EXTENSION_COUNT];

/* The attributes of EXT_mesh_gpu_instancing that have a direction. */
#define VRMI_INSTANCE_VECTOR_COUNT 2
extern const char* const vrmi_instance_vectors[VRMI_INSTANCE_VECTOR_COUNT];

/* The "attributes" of EXT_mesh_gpu_instancing of a node; VRM_JSON_MISSING without. */
vrm_JsonRef vrmi_instance_attributes(const vrm_Gltf* gltf, int32_t node);

/* An accessor that an attribute of them names; -1: none. */
int32_t vrmi_instance_accessor(const vrm_Gltf* gltf, vrm_JsonRef value);

/* What an animation channel changes. */
typedef struct vrmi_ChannelTarget {
    int32_t node; /* -1: no node, and `path` is VRM_PATH_OTHER */
    vrm_AnimationPath path;
} vrmi_ChannelTarget;

/* The target of the channel, or that of its KHR_animation_pointer, such as /nodes/3/translation. */
vrmi_ChannelTarget vrmi_channel_target(const vrm_Gltf* gltf, const vrm_AnimationChannel* channel);

#endif
