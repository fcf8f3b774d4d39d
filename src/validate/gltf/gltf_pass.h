/* SPDX-License-Identifier: MIT */
/* glTF rules that need several objects or the bytes behind them. They run after the schema walk, in
 * this order, over the typed document:
 *   buffers -> buffer views -> accessors -> images -> meshes -> nodes, scenes, skins -> animations
 *   -> what is unused -> data
 * References that point nowhere were reported by the walk and are -1 here. */
#ifndef VRMI_VALIDATE_GLTF_GLTF_PASS_H
#define VRMI_VALIDATE_GLTF_GLTF_PASS_H

#include "validate/context.h"
#include "validate/gltf/gltf_facts.h"
#include "validate/gltf/node_tree.h"

/* The purpose of a buffer view or accessor: it may have only one. */
typedef enum vrmi_Usage {
    VRMI_USAGE_NONE = 0,
    VRMI_USAGE_VERTICES,
    VRMI_USAGE_INDICES,
    VRMI_USAGE_BIND_MATRICES,
    VRMI_USAGE_KEY_TIMES,
    VRMI_USAGE_KEY_VALUES,
    VRMI_USAGE_IMAGE,
    VRMI_USAGE_OTHER
} vrmi_Usage;

/* Numbers as the file states them; -1 where absent or wrong. */
typedef struct vrmi_ViewFacts {
    int64_t byte_offset, byte_length, byte_stride;
    vrmi_Usage usage;
    int32_t sharers; /* vertex accessors that use it without byteStride */
} vrmi_ViewFacts;

/* A check of the elements of an accessor, and the place for its findings. */
typedef enum vrmi_DataKind {
    VRMI_DATA_UNIT_VECTOR,      /* normals */
    VRMI_DATA_TANGENT,          /* and a sign */
    VRMI_DATA_COLOR,            /* 0 to 1 */
    VRMI_DATA_INDICES,          /* of .vertex_count vertices */
    VRMI_DATA_TRIANGLES,        /* the same, three at a time */
    VRMI_DATA_BIND_MATRIX,      /* last row 0 0 0 1 */
    VRMI_DATA_KEY_TIME,         /* not negative, increasing */
    VRMI_DATA_QUATERNION,       /* of length 1 */
    VRMI_DATA_CUBIC_QUATERNION, /* every second of three */
    VRMI_DATA_KIND_COUNT
} vrmi_DataKind;

typedef struct vrmi_DataUse {
    struct vrmi_DataUse* next;
    vrmi_DataKind kind;
    vrm_JsonRef at;
    int64_t vertex_count;
} vrmi_DataUse;

typedef struct vrmi_AccessorFacts {
    vrmi_Usage usage;
    bool is_sharer;     /* counted in its view's `sharers` */
    bool has_bounds;    /* min and max, both right */
    bool is_misaligned; /* its data is not looked at */
    vrmi_DataUse* uses;
} vrmi_AccessorFacts;

enum vrmi_MeshJoints { VRMI_MESH_SOME_JOINTS = 1, VRMI_MESH_SOME_WITHOUT_JOINTS = 2 };

typedef struct vrmi_GltfPass {
    vrmi_ValidateContext* context;
    const vrm_Gltf* gltf;
    const vrm_Json* json;
    vrm_Report* report;
    vrmi_Arena* arena;
    vrmi_ViewFacts* views;
    vrmi_AccessorFacts* accessors;
    uint8_t* mesh_joints; /* vrmi_MeshJoints flags per mesh */
    uint8_t* mesh_weights_used;
    uint8_t* is_joint; /* per node */
    vrmi_NodeTree tree;
    uint64_t data_budget;   /* numbers that may still be looked at */
    uint64_t search_budget; /* names that may still be compared */
} vrmi_GltfPass;

/* Runs all parts. Lack of memory is recorded in context->result. */
void vrmi_validate_gltf(vrmi_ValidateContext* context);

/* ---- The parts ---- */

void vrmi_pass_buffers(vrmi_GltfPass* pass);
void vrmi_pass_views(vrmi_GltfPass* pass);
void vrmi_pass_accessors(vrmi_GltfPass* pass);
void vrmi_pass_images(vrmi_GltfPass* pass);
void vrmi_pass_meshes(vrmi_GltfPass* pass);
void vrmi_pass_nodes(vrmi_GltfPass* pass);
void vrmi_pass_animations(vrmi_GltfPass* pass);
void vrmi_pass_unused(vrmi_GltfPass* pass);
void vrmi_pass_data(vrmi_GltfPass* pass);
void vrmi_pass_skinning(vrmi_GltfPass* pass);
void vrmi_pass_image_data(vrmi_GltfPass* pass);

/* ---- What they share ---- */

/* Returns the index, or -1 when the element of that index in the file is not an object. */
static inline int32_t vrmi_pass_accessor(const vrmi_GltfPass* pass, int32_t index) {
    return index >= 0 && pass->gltf->accessors[index].json != VRM_JSON_MISSING ? index : -1;
}

static inline int32_t vrmi_pass_view(const vrmi_GltfPass* pass, int32_t index) {
    return index >= 0 && pass->gltf->buffer_views[index].json != VRM_JSON_MISSING ? index : -1;
}

static inline int32_t vrmi_pass_skin(const vrmi_GltfPass* pass, const vrm_Node* node) {
    bool has_skin = node->skin >= 0 && pass->gltf->skins[node->skin].json != VRM_JSON_MISSING;
    return has_skin ? node->skin : -1;
}

void vrmi_pass_report(vrmi_GltfPass* pass, vrmi_RuleId rule, vrm_JsonRef at);

/* Arena memory; NULL when there is none, which is recorded in the context. count 0 is allowed. */
void* vrmi_pass_alloc(vrmi_GltfPass* pass, size_t count, size_t size);

/* Records the purpose of a buffer view or accessor; a second purpose is a finding at `at`. No-op
 * for an index of -1. */
void vrmi_pass_use_view(vrmi_GltfPass* pass, int32_t view, vrmi_Usage usage, vrm_JsonRef at);
void vrmi_pass_use_accessor(vrmi_GltfPass* pass, int32_t accessor, vrmi_Usage usage,
                            vrm_JsonRef at);
bool vrmi_pass_has_stride(const vrmi_GltfPass* pass, int32_t view);

/* Requests a check of the elements of an accessor in the data pass. */
void vrmi_pass_look(vrmi_GltfPass* pass, int32_t accessor, vrmi_DataKind kind, vrm_JsonRef at,
                    int64_t vertex_count);

/* Is this accessor of that type, component type and normalization? */
typedef struct vrmi_Format {
    vrm_AccessorType type;
    vrm_ComponentType component_type;
    bool is_normalized;
} vrmi_Format;

bool vrmi_pass_has_format(const vrm_Accessor* accessor, const vrmi_Format* formats, size_t count);

/* Declared bounds ("min" or "max") in the precision of the accessor: floats are rounded to floats.
 * False when they are absent or wrong. */
bool vrmi_pass_bounds(const vrmi_GltfPass* pass, const vrm_Accessor* accessor, const char* key,
                      double out[16]);

/* Bytes that an element covers without the padding behind it: glTF 2.0, "Data Alignment". */
uint32_t vrmi_pass_element_size(const vrm_Accessor* accessor);

#endif
