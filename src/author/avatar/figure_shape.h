/* SPDX-License-Identifier: MIT */
/* Bones by place and shape, in steps that share a tree of joints.
 *
 *   figure_tree.c   joints, and the longest chain below each
 *   figure_shape.c  legs, arms, trunk and head, and what of it is taken
 *   figure_limbs.c  which joints of a chain are hip, knee and ankle; or shoulder, elbow and wrist
 *   figure_hands.c  fingers, eyes
 *
 * Places are in the axes of the file, turned so that +Y is up. Whatever is in doubt is not found:
 * a bone that is wrong costs its author more than one that is missing. */
#ifndef VRMI_AUTHOR_FIGURE_SHAPE_H
#define VRMI_AUTHOR_FIGURE_SHAPE_H

#include "author/avatar/avatar_proposal.h"

enum { VRMI_CHAIN_MOST = 24 }; /* joints of a limb that are looked at */

typedef struct vrmi_FigureJoint {
    vrm_Vec3 place;
    bool is_joint, is_leg, is_above; /* `is_above`: scratch */
    int32_t next;                    /* child on the longest chain below; -1: none */
    float below;                     /* length of that chain */
    float own;   /* weight of the vertices that it moves itself, or by meshes that hang on it */
    float moved; /* the same of the joint and all below it */
} vrmi_FigureJoint;

/* Joints of a limb from the trunk outwards. */
typedef struct vrmi_FigureChain {
    int32_t nodes[VRMI_CHAIN_MOST];
    int32_t count;
    bool has_weights; /* its last joint moves vertices */
} vrmi_FigureChain;

typedef struct vrmi_Figure {
    vrm_AvatarProposal* proposal;
    const vrm_Gltf* gltf;
    vrmi_FigureJoint* joints; /* of each node */
    bool has_weights;
    const int8_t* stated; /* of each node: VRM_BONE_NONE is left out */
    float all;            /* weight of all vertices that joints move */
    vrm_Quat upright;     /* from the axes of the file to +Y up */
    float low, height;    /* of the joints */
    vrm_Vec3 left, front; /* unit vectors, once known */
    bool is_front_known;
    int32_t found[VRM_BONE_COUNT];
    float confidence;
} vrmi_Figure;

/* Finds a figure among the nodes that are not left out: the node of each bone, -1 for none. */
vrm_Result vrmi_figure_find_another(vrm_AvatarProposal* proposal, const int8_t* stated,
                                    int32_t out_nodes[VRM_BONE_COUNT]);

/* Joints are those of skins, or all nodes without a mesh, whatever they move. Returns false if they
 * are too few. */
bool vrmi_figure_read_joints(vrmi_Figure* figure, vrm_Quat upright, bool takes_all);
bool vrmi_figure_is_joint(const vrmi_Figure* figure, int32_t node);
vrm_Vec3 vrmi_figure_place(const vrmi_Figure* figure, int32_t node);
/* Returns the weight of the vertices that a node moves itself. */
float vrmi_figure_weight(const vrmi_Figure* figure, int32_t node);
/* The longest chain from a node outwards; if a part of it moves vertices, without the ends that do
 * not. */
vrmi_FigureChain vrmi_figure_chain(const vrmi_Figure* figure, int32_t node);
vrmi_FigureChain vrmi_figure_whole_chain(const vrmi_Figure* figure, int32_t node);

/* Sets the bones of a leg or an arm, given the first bone of it (upper leg, upper arm) and a chain
 * that begins at the trunk. Returns false if the chain has no joint in its middle. */
bool vrmi_figure_set_leg(vrmi_Figure* figure, vrm_Bone upper, const vrmi_FigureChain* chain);
bool vrmi_figure_set_arm(vrmi_Figure* figure, vrm_Bone upper, const vrmi_FigureChain* chain);
/* Returns the index of the hand in a chain: the joint with three fingers or more; -1: none. */
int32_t vrmi_figure_hand(const vrmi_Figure* figure, const vrmi_FigureChain* chain);

/* Needs hands, and the front. */
void vrmi_figure_set_fingers(vrmi_Figure* figure, vrm_Bone hand);
/* Needs the head, and the front. */
void vrmi_figure_set_eyes(vrmi_Figure* figure);

#endif
