/* SPDX-License-Identifier: MIT */
/* What is inside a vrm_Model, and how its parts are read from a document. One file per part; where
 * dialects differ in shape a part has a second file (spring0.c, mtoon0.c, expressions0.c).
 *
 *   document -> detect -> humanoid -> skins, springs, expressions, meta, look-at, first person,
 *                                     constraints, surfaces, clip -> vrm_Model
 *
 * Readers only look at the JSON and the typed glTF and never fail on content: a wrong part is left
 * out with a finding. vrmi_read_report() is for findings about something that was left out,
 * replaced or clamped (strict loading refuses those of error and warning severity), vrmi_report()
 * for the rest.
 */
#ifndef VRMI_MODEL_MODEL_H
#define VRMI_MODEL_MODEL_H

#include "base/maths.h"
#include "gltf/document.h"
#include "gltf/read.h"
#include "model/detect.h"
#include "vrm/model.h"

/* What VRM or VRMC_vrm says. */
/* The terms that all of 1.0 refers to; "licenseUrl" must name them. */
#define VRMI_LICENSE_URL "https://vrm.dev/licenses/1.0/"

typedef struct vrmi_VrmContent {
    const char* spec_version;
    const vrm_Meta* meta;
    const int32_t* bones; /* VRM_BONE_COUNT nodes; NULL: no humanoid */
    const vrm_Expression* expressions;
    const vrm_Expression* spare_expressions; /* of a name or preset that another one has, or that is
                                                none: for migration only */
    const vrm_LookAt* look_at;
    const uint8_t* first_person;       /* vrm_FirstPersonType of each node */
    const vrm_Mat4* const* rest_binds; /* of each skin whose own matrices do not count; or NULL */
    int32_t expression_count, spare_expression_count;
    int32_t first_person_node;
} vrmi_VrmContent;

/* Everything but the struct itself and the document lives in the document's arena. */
struct vrm_Model {
    vrmi_Document* document;
    const vrmi_VrmContent* avatar;       /* never NULL: with nothing in it for a dialect of none */
    const vrm_SpringBones* spring_bones; /* never NULL either */
    const vrm_Constraint* constraints;
    const vrm_Surface* surfaces;
    const vrm_ClipInfo* clip;
    const vrmi_LeftOut* left_out; /* of VRM; NULL: nothing */
    int32_t constraint_count;
    int32_t facing;
    vrm_Dialect dialect;
};

/* Reads the VRM parts of a document and takes ownership of it; on failure the caller keeps it. */
vrm_Result vrmi_model_read(vrmi_Document* document, vrm_Report* report, vrm_Model** out_model);

/* Releases the model and returns its document. */
vrmi_Document* vrmi_model_forget(vrm_Model* model);

/* ---- Among readers ---- */

/* Answers in constant time which node is below which: a node's subtree is a contiguous range in the
 * order in which a walk from the roots enters the nodes. */
typedef struct vrmi_Tree {
    const int32_t* enter; /* of each node */
    const int32_t* size;  /* of the subtree, the node included */
} vrmi_Tree;

/* The nodes that show each mesh: nodes[first[mesh]] to nodes[first[mesh + 1] - 1]. */
typedef struct vrmi_MeshNodes {
    const int32_t* first;
    const int32_t* nodes;
} vrmi_MeshNodes;

typedef struct vrmi_ModelReader {
    vrmi_Reader base;
    const vrm_Gltf* gltf;
    vrm_Model* model;        /* what has been read so far */
    vrmi_VrmContent* avatar; /* the model's, to be filled; NULL for a dialect of none */
    vrmi_Roots roots;
    vrmi_Arena scratch; /* what a reader asks for dies when it ends */
    /* vrmi_model_tree() and its like, once this reader asked for them */
    vrmi_Tree tree;
    vrmi_MeshNodes mesh_nodes;
    const vrm_Affine* rest;
} vrmi_ModelReader;

/* How many ancestors of a joint are searched for the next joint of the same skin. */
enum { VRMI_NEAR_ANCESTORS = 16 };

/* Whether two bind matrices of a skin place a joint below another as the nodes do. In 0.x and the
 * draft the matrices of a skin with two that do not have no effect. */
bool vrmi_binds_agree(const vrm_Gltf* gltf, int32_t above, int32_t node, const vrm_Mat4* above_bind,
                      const vrm_Mat4* bind);

/* In the order in which they run. */
void vrmi_read_humanoid(vrmi_ModelReader* reader);
void vrmi_read_facing(vrmi_ModelReader* reader);
void vrmi_read_rest_binds(vrmi_ModelReader* reader);
void vrmi_read_springs(vrmi_ModelReader* reader);
void vrmi_read_expressions(vrmi_ModelReader* reader);
void vrmi_read_meta(vrmi_ModelReader* reader);
void vrmi_read_look_at(vrmi_ModelReader* reader);
void vrmi_read_first_person(vrmi_ModelReader* reader);
void vrmi_read_constraints(vrmi_ModelReader* reader);
void vrmi_read_surfaces(vrmi_ModelReader* reader);
void vrmi_read_clip(vrmi_ModelReader* reader);

/* Zeroed scratch memory. NULL for count 0, and when there is no memory, which fails the reader. */
void* vrmi_model_scratch(vrmi_ModelReader* reader, size_t count, size_t size);

/* The node of a bone, or -1. */
static inline int32_t vrmi_model_bone(const vrm_Model* model, vrm_Bone bone) {
    const int32_t* bones = model->avatar->bones;
    return bones != NULL ? bones[bone] : -1;
}

/* Computed on first use, in scratch; the arrays are NULL when there is no memory. */
const vrmi_Tree* vrmi_model_tree(vrmi_ModelReader* reader);
const vrmi_MeshNodes* vrmi_model_mesh_nodes(vrmi_ModelReader* reader);

/* `ancestor` above `node`, not equal to it. */
bool vrmi_tree_is_below(const vrmi_Tree* tree, int32_t node, int32_t ancestor);

/* The rest transform of a node in its parent. */
vrm_Affine vrmi_model_local(const vrm_Node* node);

/* The rest transforms of all nodes in model space, likewise; NULL when there is no memory. */
const vrm_Affine* vrmi_model_rest(vrmi_ModelReader* reader);

/* False when the map is not invertible, as with a scale of zero. */
bool vrmi_model_invert(const vrm_Affine* map, vrm_Affine* out_inverse);

/* ---- Members of VRM objects (members.c) ---- */

/* An index below `count`. -1 when absent, in 0.x also when it is -1; -1 with the finding `rule` at
 * the value when it is another integer, with TYPE_MISMATCH when it is none. */
int32_t vrmi_model_index(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                         int32_t count, vrmi_RuleId rule);
int32_t vrmi_model_as_index(vrmi_ModelReader* reader, vrm_JsonRef value, int32_t count,
                            vrmi_RuleId rule);

/* As vrmi_model_index() for a member that must be there: UNDEFINED_PROPERTY when it is not. */
int32_t vrmi_model_required_index(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                                  int32_t count, vrmi_RuleId rule);

/* False and UNDEFINED_PROPERTY when the member is missing. */
bool vrmi_model_require(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key);

/* The indices of an array member that are in range; entries that are not are left out with a
 * finding. */
const int32_t* vrmi_model_indices(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                                  int32_t count, vrmi_RuleId rule, int32_t* out_length);

/* How a string is compared: 1.0 writes its values one way, 0.x and the draft in any case. */
typedef enum vrmi_Case { VRMI_EXACT, VRMI_ANY_CASE } vrmi_Case;

/* The position of a string in `names`; `fallback` when absent, and with the finding `rule` when it
 * is none of them (TYPE_MISMATCH when it is no string). */
int32_t vrmi_model_enum(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                        const char* const* names, int32_t name_count, vrmi_Case compare,
                        int32_t fallback, vrmi_RuleId rule);

/* The finding `rule` about a member of `object` that should be another string: TYPE_MISMATCH when
 * it is no string. */
void vrmi_model_refuse(vrmi_ModelReader* reader, vrm_JsonRef string, vrm_JsonRef object,
                       vrmi_RuleId rule);

/* The position of the string, or -1. */
int32_t vrmi_model_find_name(const vrm_Json* json, vrm_JsonRef string, const char* const* names,
                             int32_t name_count, vrmi_Case compare);

/* A number brought into [min, max], with the finding `rule` when it was outside. */
float vrmi_model_ranged(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                        float fallback, float min, float max, vrmi_RuleId rule);

/* {x, y, z} of 0.x, also read as an array, in Unity's left-handed axes: z is negated. `out` has the
 * fallback before. */
void vrmi_model_unity_vec3(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                           vrm_Vec3* out);

/* Up to `capacity` numbers of an array, whatever its length; how many, or -1 when it is no array of
 * finite numbers. Makes no finding. */
int32_t vrmi_model_numbers(const vrmi_ModelReader* reader, vrm_JsonRef array, float* out,
                           int32_t capacity);

/* Three or four numbers, such as a color; a fourth that is missing is that of the fallback. Fewer
 * make a finding. */
vrm_Vec4 vrmi_model_color(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                          vrm_Vec4 fallback);

/* Of several names of one member the first that is present, or else the first name; NULL ends the
 * list. */
const char* vrmi_model_alias(const vrmi_ModelReader* reader, vrm_JsonRef object,
                             const char* const* keys);

/* ---- Names (names.c) ---- */

/* Finds strings in a sorted list. Not a hash table: a hostile file may have a million names of
 * materials or expressions, and may choose them to collide. */
typedef struct vrmi_Names {
    const char* const* keys; /* the caller's */
    int32_t* order;
    int32_t count;
    vrmi_Case compare;
} vrmi_Names;

/* `keys` must live as long as the names. */
vrmi_Names vrmi_names_sort(vrmi_ModelReader* reader, const char* const* keys, int32_t count,
                           vrmi_Case compare);

/* The lowest position in `keys` with that string, or -1. */
int32_t vrmi_names_find(const vrmi_Names* names, const char* key);

/* < 0, 0, > 0 as strcmp(); letters beyond ASCII have one case only. */
int vrmi_compare_text(const char* a, const char* b, vrmi_Case compare);

#endif
