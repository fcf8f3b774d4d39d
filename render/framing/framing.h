/* SPDX-License-Identifier: MIT */
/* Framing, by its steps:
 *   boxes.c             boxes in space
 *   framing_measure.c   the model: a box for each node that moves some of a mesh
 *   framing_poses.c     poses that are added: the boxes in the world
 *   framing_head.c      where the head is among them
 *   framing_camera.c    cameras that show all of it, or a part */
#ifndef VRMI_RENDER_FRAMING_H
#define VRMI_RENDER_FRAMING_H

#include "framing/boxes.h"
#include "vrm/framing.h"

/* Vertices of a mesh that move with one node. */
typedef struct vrmi_FramingPart {
    int32_t shown;  /* of vrm_rig_mesh_nodes() */
    int32_t node;   /* that moves them */
    int32_t morph;  /* of vrm_avatar_morphs(); -1: all vertices, as the file has them */
    vrmi_Box box;   /* in the node's space; of a morph: the vertices that it moves, at weight 0 */
    vrmi_Box moved; /* the same at weight 1 */
} vrmi_FramingPart;

struct vrm_Framing {
    vrm_Allocator allocator;
    const vrm_Rig* rig;
    int32_t node_count;
    vrmi_FramingPart* parts;
    size_t part_count, part_capacity;
    uint8_t* is_in_head; /* the head bone and all below it; 2: the skull itself, eyes and jaw */
    vrm_Vec3 eye_offset; /* from the head bone, in its axes */
    bool has_eye_offset;

    vrmi_Box* seen; /* of each node, in the world */
    vrmi_Box all, head, skull;
    vrm_Vec3 head_base; /* where the head bone was seen first */
    float eye_height;   /* and the eyes then, in the world */
    bool has_head_base, has_eye_height;
};

/* Fills the parts. VRM_OK or VRM_ERR_MEMORY. */
vrm_Result vrmi_framing_measure(vrm_Framing* framing, const vrm_Model* model);

/* Around everything that was seen; never empty, nor without size. */
vrmi_Box vrmi_framing_all(const vrm_Framing* framing);

/* Base and top of the head, its middle and its extent to the sides. They are measured by the
 * vertices that the head bone carries, since the bone itself may be at the neck, in the middle of a
 * cube or on top of a skull. */
typedef struct vrmi_Head {
    vrm_Vec3 middle;
    float base, top, height, half_width;
    float chin, front; /* the lowest point of its vertices, and the frontmost from the middle */
} vrmi_Head;

vrmi_Head vrmi_framing_head(const vrm_Framing* framing);

/* The space that a shot shows: from `below` to `above`, in heights of the head. */
vrmi_Box vrmi_framing_shot_box(const vrm_Framing* framing, float below, float above, float wide);

/* The head itself, without a margin: its front is nearer to the camera than the shot's. */
vrmi_Box vrmi_framing_head_box(const vrm_Framing* framing);

#endif
