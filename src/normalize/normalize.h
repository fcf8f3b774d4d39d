/* SPDX-License-Identifier: MIT */
/* The parts of a normalization. All change one edit of the model, whose JSON has the refs of the
 * model's own; the model is only read.
 *
 *   normalize_frames.c     where every node stands, which axes it keeps, what that does to what it
 * holds normalize_shapes.c     which mesh is shown through which map; meshes with several maps are
 * split normalize_vertices.c   positions, normals, tangents, morph targets, winding binds.c skins
 *   node_members.c      springs, colliders, constraints, gaze
 *   normalize_motion.c     animations
 *   normalize_common.c  memory, refusals, numbers
 *   normalize.c  nodes, and the whole
 *
 * With W the rest transform of a node in model space and W' what it becomes (the same place, the
 * axes that the node keeps, no scale), everything in the node's own space goes through the map
 * A = W'^-1 W. Then W' A = W at rest, and wherever the node is turned and moved to later. */
#ifndef VRMI_NORMALIZE_NORMALIZE_H
#define VRMI_NORMALIZE_NORMALIZE_H

#include "model/edit.h"
#include "model/node_axes.h"
#include "normalize/maths64.h"
#include "vrm/normalize.h"
#include "json/json_report.h"

/* Numbers that differ by less count as equal: of rotations and scales, and of metres. */
#define VRMI_SAME 1e-6

typedef struct vrmi_Frame {
    vrmi_Daffine world; /* W */
    vrmi_Dquat turn;    /* its rotation, as the runtime takes it: the product of all rotations */
    vrmi_Dquat axes;    /* the rotation of W' */
    vrmi_Dquat change;  /* axes^-1 turn: the rotation of A */
    vrmi_Dmat map;      /* A */
    double scale;       /* what radii grow by: the longest column of W */
    bool is_same;       /* A is the identity */
    bool is_driven;     /* something turns the node: bone, spring, constraint, animation */
} vrmi_Frame;

typedef struct vrmi_Normalization {
    vrm_NormalizeDef def;
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    const vrm_Json* json; /* the model's, for findings */
    vrm_Edit* edit;
    vrm_Report* report;
    vrmi_Arena arena; /* dies with the normalization */
    vrmi_Frame* frames;
    vrmi_Daffine* skin_spaces; /* of each skin: takes its vertices to model space */
    bool has_other_pose;       /* some skin was bound in another pose than the nodes have */
    uint8_t* is_pinned;        /* of each accessor: someone needs it as it is */
    int32_t* view_users;       /* of each buffer view */
    bool has_quantized;        /* vertices that only KHR_mesh_quantization allows stay */
    float* floats[2];          /* buffers to read accessors */
    size_t float_capacity[2];
    bool was_normal;
} vrmi_Normalization;

typedef enum vrmi_NormalizeOutcome {
    VRMI_NORMALIZE_CHANGED,
    VRMI_NORMALIZE_NOTHING_TO_DO,
    VRMI_NORMALIZE_POSE_REMAINS /* nothing to do for the nodes; the binds hold another pose */
} vrmi_NormalizeOutcome;

/* vrm_normalize() for an avatar that is not of the 2019 draft. */
vrm_Result vrmi_normalize_model(vrm_Model* model, const vrm_NormalizeDef* def, vrm_Report* report,
                                vrmi_NormalizeOutcome* out_outcome);

/* Zeroed; NULL and a failure of the edit when there is no memory. */
void* vrmi_normalize_alloc(vrmi_Normalization* normalization, size_t count, size_t size);

/* Records that the avatar cannot be normalized, and the reason. */
void vrmi_normalize_refuse(vrmi_Normalization* normalization, vrmi_RuleId rule, vrm_JsonRef at);

/* A member made of numbers. */
void vrmi_normalize_numbers(vrm_Edit* edit, vrm_JsonRef object, const char* key,
                            const float* values, int count);

/* False after a refusal. Only reads the model. */
bool vrmi_normalize_frames(vrmi_Normalization* normalization);

/* The axis that an axis of a node becomes when its space is turned by `change`; false when the
 * result is not an axis. */
bool vrmi_normalize_axis(vrmi_Dquat change, vrm_Axis axis, vrm_Axis* out_axis);

/* The map for the vertices of each skin. Only reads the model. */
bool vrmi_normalize_skin_spaces(vrmi_Normalization* normalization);

void vrmi_normalize_shapes(vrmi_Normalization* normalization);
void vrmi_normalize_binds(vrmi_Normalization* normalization);
void vrmi_normalize_parts(vrmi_Normalization* normalization);
void vrmi_normalize_motion(vrmi_Normalization* normalization);

/* ---- Among normalize_shapes.c, normalize_vertices.c, binds.c and normalize_motion.c ---- */

/* The map for a mesh: vertices go through `map`, and where the node was mirrored the corners of
 * each triangle are reversed. */
typedef struct vrmi_Map {
    vrmi_Daffine map;
    bool flips;
} vrmi_Map;

typedef enum vrmi_VertexRole {
    VRMI_POSITION,
    VRMI_NORMAL,
    VRMI_TANGENT,
    VRMI_DELTA_POSITION, /* of morph targets */
    VRMI_DELTA_NORMAL,
    VRMI_DELTA_TANGENT,
    VRMI_CORNERS /* indices */
} vrmi_VertexRole;

/* One use of an accessor through a map. */
typedef struct vrmi_VertexUse {
    int32_t accessor;
    vrmi_VertexRole role;
    int32_t map;       /* into the list of maps */
    int32_t companion; /* the normals or tangents that a morph target changes; -1 */
    vrm_JsonRef object;
    const char* key; /* the member of `object` that names the accessor */
} vrmi_VertexUse;

void vrmi_normalize_vertices(vrmi_Normalization* normalization, vrmi_VertexUse* uses, size_t count,
                             const vrmi_Map* maps);

/* Adds the reversed corners of a primitive, as a list of triangles; for primitives without
 * indices. */
void vrmi_normalize_add_corners(vrmi_Normalization* normalization, const vrm_Primitive* primitive,
                                vrm_JsonRef object);

/* Reads a whole accessor into floats[buffer]; returns how many numbers, or 0 and a finding. */
size_t vrmi_normalize_read(vrmi_Normalization* normalization, int32_t index, int buffer);

/* Writes floats for an accessor: in the place of `reused`, whose view is removed if nothing else
 * uses it, or in a new accessor if `reused` is -1. */
int32_t vrmi_normalize_write(vrmi_Normalization* normalization, int32_t reused,
                             vrm_AccessorType type, const float* values, size_t count,
                             uint32_t target, bool has_bounds);

#endif
