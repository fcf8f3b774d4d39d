/* SPDX-License-Identifier: MIT */
/* One mesh made of the meshes of several nodes.
 *
 *   join_meshes.c         chooses the nodes, and groups them
 *   join_skins.c          one skin of all joints and bind matrices, and the place of each mesh in
 * it join_first_person.c   first-person visibility join_targets.c        one list of morph targets
 *   join_attributes.c     accessors that change: joints, weights, moved vertices
 *   join_mesh_links.c     expressions, first-person annotations and animations
 *
 * A node that loses its mesh keeps everything else. */
#ifndef VRMI_OPTIMIZE_JOIN_MESHES_H
#define VRMI_OPTIMIZE_JOIN_MESHES_H

#include "base/maths.h"
#include "optimize/vertex_data.h"

/* Why a mesh is not joined with others. */
typedef enum vrmi_Obstacle {
    VRMI_OBSTACLE_NONE,
    VRMI_OBSTACLE_FILE,         /* of a kind whose meshes are never joined */
    VRMI_OBSTACLE_STRANGER,     /* the node or one above it has an unknown extension */
    VRMI_OBSTACLE_SHARED,       /* several nodes show it */
    VRMI_OBSTACLE_PINNED,       /* extras or an unknown extension may name it by number */
    VRMI_OBSTACLE_CONTENT,      /* extensions, extras or attributes of its own */
    VRMI_OBSTACLE_LINKS,        /* binds or animations that cannot be rewritten */
    VRMI_OBSTACLE_FIRST_PERSON, /* first-person settings differ */
    VRMI_OBSTACLE_SKIN,         /* its joints or its place do not fit into the skin of others */
    VRMI_OBSTACLE_TARGETS,      /* its morph targets do not fit to those of others */
    VRMI_OBSTACLE_COUNT
} vrmi_Obstacle;

/* A node with a mesh that may be joined. */
typedef struct vrmi_MeshSource {
    int32_t node, mesh;
    int32_t skin;              /* -1: the mesh is rigid */
    uint8_t first_person;      /* how it is seen */
    uint8_t said_first_person; /* what the file says */
    bool is_animated;          /* a channel moves its weights */
    uint64_t keys;             /* of such channels */
    bool is_left;              /* it cannot be joined */
    vrmi_Obstacle obstacle;    /* why it was not joined with a group that was tried */
    bool is_taken;             /* a member of a group */
    bool is_shared;            /* other nodes show the mesh too */
    /* Attributes of morph targets and vertices. */
    bool has_target_normals, has_target_tangents, lacks_normals, lacks_tangents;
    /* As a member: */
    vrm_Affine place; /* from the space of its mesh to the space of the joined mesh */
    bool is_moved;    /* the place is not the identity */
    /* Of each joint of its skin, or of the node: its number in the joined skin; NULL: the same. */
    const uint32_t* joint_map;
    uint32_t* targets; /* of each of its targets: the one of the joined mesh */
    bool* is_second;   /* of each of its targets: another member brings it too, and its binds */
    int32_t* sources;  /* of each target of the joined mesh: its own; -1: none */
    uint32_t group;
    int32_t host_node, host_mesh; /* of the joined mesh */
    uint32_t joined_targets;      /* of the joined mesh */
    const float* still_weights;   /* while an animation moves others */
} vrmi_MeshSource;

/* How the joints of a skin are found in the joined one. */
typedef struct vrmi_SkinMap {
    uint32_t group; /* of which this is true; 0: none */
    bool is_moved;
    vrm_Affine place;
    const uint32_t* joint_map;
} vrmi_SkinMap;

typedef struct vrmi_MadeAccessor {
    uint32_t member; /* for which it was made, + 1 */
    int32_t beside;  /* the weights that its joints have; -1: others */
    int32_t accessor;
} vrmi_MadeAccessor;

/* Why an accessor is made of another. */
typedef enum vrmi_Change {
    VRMI_CHANGE_POINTS,
    VRMI_CHANGE_DIRECTIONS,
    VRMI_CHANGE_DELTAS,
    VRMI_CHANGE_DELTA_DIRECTIONS,
    VRMI_CHANGE_JOINTS,
    VRMI_CHANGE_WEIGHTS,
    /* Made for the vertices of the accessor. */
    VRMI_CHANGE_RIGID_JOINTS,
    VRMI_CHANGE_RIGID_WEIGHTS,
    VRMI_CHANGE_ZEROS,
    VRMI_CHANGE_COUNT
} vrmi_Change;

typedef struct vrmi_MeshJoin {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    vrm_Edit* edit;
    vrmi_VertexWork work;
    vrmi_DeltaList deltas;
    vrmi_MadeAccessor* made[VRMI_CHANGE_COUNT]; /* of each accessor */

    /* Meshes that cannot be joined, by their obstacles; sources are counted at the end. */
    uint32_t kept[VRMI_OBSTACLE_COUNT];

    vrmi_MeshSource* sources; /* in the order of the nodes */
    size_t source_count;
    vrmi_MeshSource** of_node; /* of each node; NULL: none */
    vrmi_MeshSource** of_mesh; /* of each mesh that one node shows; NULL: none */
    vrm_Affine* rest;          /* of each node */
    int32_t* roots;            /* of each node: the node above all */
    int32_t* joint_of;         /* of each node: its number in the joined skin + 1 */
    uint8_t* is_above;         /* of each node: a joint of the joined skin is below it */
    int32_t* twin_marks;       /* of each node: the list of joints that has it */
    int32_t twin_mark;         /* of the list at hand; from 1 */
    vrmi_SkinMap* maps;        /* of each skin */
    uint64_t* signatures;      /* of each target of each source: a hash of the binds that move it */
    uint32_t* first_target;    /* of each mesh, in signatures */

    /* The group at hand. */
    uint32_t group;
    vrmi_MeshSource** members; /* in the order of the nodes */
    size_t member_count;
    vrmi_MeshSource* host; /* has the joined mesh; its node only if it had a skin */
    int32_t host_mesh;     /* the mesh of the host, or a new one if other nodes show it too */
    vrm_JsonRef host_json; /* of this mesh */
    int32_t* joints;
    vrm_Affine* binds;
    size_t joint_count, joint_capacity;
    bool lacks_binds;                     /* its only skin has no matrices, and cannot have any */
    size_t primitive_count, target_count; /* before targets become one */
    uint32_t joined_targets;
    float *joined_weights, *still_weights; /* at rest, and while an animation moves others */
    bool has_target_normals, has_target_tangents, lacks_normals, lacks_tangents, is_animated;
    uint64_t keys;
    vrm_ComponentType joint_type, weight_type;
} vrmi_MeshJoin;

/* join_skins.c: a member of the group must fit into its skin. False: it does not, and nothing has
 * changed. The first member begins the skin. */
bool vrmi_join_skin(vrmi_MeshJoin* join, vrmi_MeshSource* source);
/* The skin of the group as an element; its index. */
int32_t vrmi_join_write_skin(vrmi_MeshJoin* join);
/* Makes ready for the next group. */
void vrmi_join_forget_skin(vrmi_MeshJoin* join);

/* join_first_person.c */
void vrmi_join_find_view(vrmi_MeshJoin* join, vrmi_MeshSource* source);

/* join_attributes.c */
/* Whether the vertices of a mesh can be moved: floats only. */
bool vrmi_join_can_move(const vrm_Gltf* gltf, const vrm_Mesh* mesh);
/* Chooses the types of joints and weights of the group. */
void vrmi_join_choose_types(vrmi_MeshJoin* join);
/* Writes the primitives of all members into the mesh of the host. */
void vrmi_join_write_primitives(vrmi_MeshJoin* join);

/* join_targets.c */
/* Computes signatures, and excludes sources with a bind to a missing target. */
void vrmi_join_sign_targets(vrmi_MeshJoin* join);
/* Numbers the targets of the joined mesh. */
void vrmi_join_number_targets(vrmi_MeshJoin* join);
/* The weight of a target at rest. */
float vrmi_join_rest_weight(const vrmi_MeshJoin* join, const vrmi_MeshSource* source,
                            int32_t target);
/* Names and weights at rest of the joined mesh. */
void vrmi_join_write_targets(vrmi_MeshJoin* join);

/* join_mesh_links.c */
/* Marks sources with animated weights, and excludes those whose keys cannot be rewritten. */
void vrmi_join_find_animated(vrmi_MeshJoin* join);
/* Lets expressions, annotations and animations refer to the joined meshes, of all groups. */
void vrmi_join_write_links(vrmi_MeshJoin* join);

#endif
