/* SPDX-License-Identifier: MIT */
/* The parts of a comparison. Each looks at both models and adds differences to one list; none
 * changes anything.
 *
 *   match.c        which node and animation of one file is which of the other
 *   match_materials.c   the same for materials: by name, and by what they are
 *   values.c       texts, numbers, vectors: compared, and added where they differ
 *   diff_nodes.c        nodes and bones: where they stand, and whether they are shown
 *   diff_views.c        cameras and lights
 *   diff_avatar.c       meta, look-at, first person, constraints
 *   diff_expressions.c  expressions and their binds
 *   diff_colliders.c    colliders and their groups
 *   diff_springs.c      spring chains
 *   diff_images.c       images by their bytes and pixels
 *   diff_materials.c    surfaces, textures by the content of their images
 *   diff_meshes.c       what nodes show: which triangles of one file are which of the other
 *   diff_vertices.c     vertices where they stand at rest
 *   diff_animations.c   keys
 *   list.c         the list of differences, memory, work
 *   diff.c         the whole
 *
 * The nodes of both files get one numbering (vrmi_DiffSide.node_id): that of the first file, and
 * behind it the nodes that only the second has. Whatever refers to nodes is compared by these.
 * Lists are brought to one order by sorting, so that the work is n log n in the size of the files.
 *
 * A failed allocation, or too much work, is remembered in `result`: parts go on with what they have
 * until they look at it. */
#ifndef VRMI_DIFF_DIFF_H
#define VRMI_DIFF_DIFF_H

#include "base/alloc.h"
#include "base/budget.h"
#include "base/maths.h"
#include "vrm/diff.h"

enum { VRMI_BEFORE, VRMI_AFTER, VRMI_SIDES };

/* Digest of an image's pixels, from the caller. */
typedef struct vrmi_PixelDigest {
    bool is_made;
    char text[65]; /* "": not asked yet, or it cannot be decoded */
} vrmi_PixelDigest;

typedef struct vrmi_DiffSide {
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    const int32_t* bones; /* VRM_BONE_COUNT nodes, of the avatar or the clip */
    bool* is_shown;       /* of each node: the scene holds it */
    vrm_Affine* rest;     /* of each node, in model space */
    vrm_Quat* turn;       /* the rotation of it: the product of all rotations above */
    int32_t* node_match;  /* the node of the other side, or -1 */
    int32_t* node_id;
    int32_t* material_match;
    int32_t* material_id; /* as node_id; materials that are equal may share one */
    bool* is_told;        /* of each material without a match: it is a difference */
    int32_t* collider_match;
    int32_t* collider_id; /* as node_id; equal colliders have one; -1: disabled */
    int32_t* group_match;
    int32_t* group_id;
    uint8_t* plain_paths;     /* of each node: see diff_animations.c */
    uint8_t (*digests)[32];   /* SHA-256 of each image; zeros: no data */
    int32_t* first_images;    /* of each image: the first one of the same bytes */
    vrmi_PixelDigest* pixels; /* of each of these; NULL: the caller does not decode */
    vrm_Affine** palettes;    /* of each skin; NULL: not made yet */
} vrmi_DiffSide;

struct vrm_Diff {
    vrm_DiffDef def;
    vrmi_Arena kept;    /* differences and their texts */
    vrmi_Arena scratch; /* everything else; dies when the comparison ends */
    vrmi_Budget budget; /* of `scratch`: half as many bytes as there is work */
    vrm_Limits limits;
    vrmi_DiffSide sides[VRMI_SIDES];
    vrm_Difference* list;
    size_t count, capacity;
    uint64_t total, work;
    vrm_DiffPart part; /* the one at hand */
    vrm_Result result;
};

/* ---- list.c ---- */

/* Sets `result` after scratch memory was refused. */
void vrmi_diff_no_memory(vrm_Diff* diff);
/* Zeroed scratch memory; NULL, with `result` set, when there is none. Count 0 gives an address. */
void* vrmi_diff_scratch(vrm_Diff* diff, size_t count, size_t size);

/* Counts work; false, with `result` set, beyond the limit. */
bool vrmi_diff_work(vrm_Diff* diff, uint64_t amount);

void vrmi_diff_add(vrm_Diff* diff, vrm_DiffKind kind, const char* subject, const char* member,
                   const char* before, const char* after);

/* A subject, or a member of it, that only one side has. */
void vrmi_diff_only(vrm_Diff* diff, int side, const char* subject, const char* member);

/* ---- match.c ---- */

/* Finds pairs of equal names; of a repeated name in order. Where
 * each list has one entry left, these are a pair with a new name. `names` entries are not NULL;
 * `match` entries become the index in the other list, or -1. */
typedef struct vrmi_NameList {
    const char** names;
    int32_t* match;
    int32_t count;
    const bool* may_miss; /* where the other list has fewer of a name, these are left out first;
                             NULL: the last ones */
} vrmi_NameList;

void vrmi_diff_match_names(vrm_Diff* diff, vrmi_NameList* before, vrmi_NameList* after);

/* The same by equal names alone: an expression of another name is another expression. */
void vrmi_diff_match_exactly(vrm_Diff* diff, vrmi_NameList* before, vrmi_NameList* after);

/* The same for all nodes, by bones and by places in the tree besides. Sets node_match. */
void vrmi_diff_match_nodes(vrm_Diff* diff);

/* The same for materials. Sets material_match, material_id and is_told. */
void vrmi_diff_match_materials(vrm_Diff* diff);

/* Fills ids from matches. Ids of the first side are its indices. */
void vrmi_diff_number(int32_t count_before, const int32_t* match_after, int32_t count_after,
                      int32_t* id_before, int32_t* id_after);

/* Sorts `count` integers and removes repeated ones; returns how many are left. */
int32_t vrmi_diff_sort_ids(int32_t* ids, int32_t count);

/* ---- values.c ---- */

/* A member of a subject, which may be made of a word and a name ("morph " and "Face"). */
typedef struct vrmi_Place {
    vrm_Diff* diff;
    const char* subject;
    const char* prefix; /* put before the member; NULL: nothing */
} vrmi_Place;

/* Text of numbers: room for four. */
enum { VRMI_DIFF_TEXT_ROOM = 160 };
void vrmi_diff_numbers_text(const float* values, int count, char out[VRMI_DIFF_TEXT_ROOM]);

bool vrmi_diff_same_value(const vrm_Diff* diff, float a, float b);
bool vrmi_diff_same_position(const vrm_Diff* diff, const vrm_Vec3* a, const vrm_Vec3* b);

/* Compare, and add a difference where it is one. */
void vrmi_diff_text(const vrmi_Place* place, const char* member, const char* before,
                    const char* after);
void vrmi_diff_flag(const vrmi_Place* place, const char* member, bool before, bool after);
void vrmi_diff_count_of(const vrmi_Place* place, const char* member, int64_t before, int64_t after);
void vrmi_diff_value(const vrmi_Place* place, const char* member, float before, float after);
void vrmi_diff_values(const vrmi_Place* place, const char* member, const float* before,
                      const float* after, int count);
/* The tolerance is a part of the value, however small it is. */
void vrmi_diff_ratio(const vrmi_Place* place, const char* member, float before, float after);
void vrmi_diff_vec3(const vrmi_Place* place, const char* member, const vrm_Vec3* before,
                    const vrm_Vec3* after);
void vrmi_diff_position(const vrmi_Place* place, const char* member, const vrm_Vec3* before,
                        const vrm_Vec3* after);
void vrmi_diff_distance(const vrmi_Place* place, const char* member, float before, float after);
void vrmi_diff_direction(const vrmi_Place* place, const char* member, const vrm_Vec3* before,
                         const vrm_Vec3* after);
void vrmi_diff_rotation(const vrmi_Place* place, const char* member, const vrm_Quat* before,
                        const vrm_Quat* after);
/* A word of a list; "?" for an index that is not in it. */
void vrmi_diff_word(const vrmi_Place* place, const char* member, const char* const* words,
                    unsigned count, unsigned before, unsigned after);

/* Adds a difference whose texts are known. */
void vrmi_diff_changed(const vrmi_Place* place, const char* member, const char* before,
                       const char* after);

/* Printable text from scratch memory, "" when there is none. */
const char* vrmi_diff_format(vrm_Diff* diff, const char* format, ...) VRM_PRINTF(2, 3);

/* A count with its noun, which is given in the singular: "1 key", "2 keys". */
const char* vrmi_diff_counted(vrm_Diff* diff, int32_t count, const char* noun);

/* The name of a node, or "node 12"; "none" for -1. */
const char* vrmi_diff_node_name(vrm_Diff* diff, int side, int32_t node);
const char* vrmi_diff_material_name(vrm_Diff* diff, int side, int32_t material);

/* Compares nodes by their ids; -1 is none. */
void vrmi_diff_node(const vrmi_Place* place, const char* member, int32_t before, int32_t after);

/* The id of a node; -1 for -1. */
int32_t vrmi_diff_node_id(const vrm_Diff* diff, int side, int32_t node);

/* A vector of a node's own space in model space; the factor by which lengths grow there. */
vrm_Vec3 vrmi_diff_vector(const vrm_Diff* diff, int side, int32_t node, const vrm_Vec3* v);
float vrmi_diff_scale(const vrm_Diff* diff, int side, int32_t node);

/* ---- Parts ---- */

void vrmi_diff_meta(vrm_Diff* diff);
void vrmi_diff_humanoid(vrm_Diff* diff);
void vrmi_diff_expressions(vrm_Diff* diff);
void vrmi_diff_look_at(vrm_Diff* diff);
void vrmi_diff_first_person(vrm_Diff* diff);
void vrmi_diff_match_colliders(vrm_Diff* diff); /* finds pairs and groups; adds nothing */
void vrmi_diff_springs(vrm_Diff* diff);
void vrmi_diff_colliders(vrm_Diff* diff);
void vrmi_diff_constraints(vrm_Diff* diff);
void vrmi_diff_hash_images(vrm_Diff* diff);
/* Whether two images, of any sides, are equal: by bytes, or by pixels. -1: no image. */
bool vrmi_diff_same_image(vrm_Diff* diff, int s, int32_t image, int t, int32_t other,
                          bool by_pixels);
/* Compares images by content; -1 is none. */
void vrmi_diff_image(const vrmi_Place* place, const char* member, int32_t before, int32_t after);
/* The images of a texture: its source, then its images in other formats. -1: none. */
enum { VRMI_DIFF_IMAGES = 5 };
void vrmi_diff_list_images(const vrm_Gltf* gltf, const vrm_TextureInfo* info,
                           int32_t out[VRMI_DIFF_IMAGES]);
const vrm_Sampler* vrmi_diff_sampler(const vrm_Gltf* gltf, int32_t texture);
void vrmi_diff_materials(vrm_Diff* diff);
void vrmi_diff_meshes(vrm_Diff* diff);
void vrmi_diff_nodes(vrm_Diff* diff);
void vrmi_diff_views(vrm_Diff* diff);
void vrmi_diff_animations(vrm_Diff* diff);

#endif
