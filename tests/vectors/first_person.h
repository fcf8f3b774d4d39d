/* SPDX-License-Identifier: MIT */
/** The avatars of the first-person vectors, and which triangles of them each camera draws: by the
 * letter of the format notes, from the file's JSON and vertex data, without the library's rig. */
#ifndef VRM_TESTS_VECTORS_FIRST_PERSON_H
#define VRM_TESTS_VECTORS_FIRST_PERSON_H

#include "support/avatar.h"

#include <stdio.h>

typedef struct ViewVector {
    const char* name;
    vrm_Dialect dialect;
    const char* first_person; /**< The "firstPerson" object; NULL: none. */
} ViewVector;

extern const ViewVector view_vectors[];
extern const int view_vector_count;

/** The avatar as glTF text, from malloc(). */
char* view_vector_text(const ViewVector* vector, size_t* out_size);

typedef enum Share { SHARE_NONE, SHARE_ALL, SHARE_PART } Share;

enum { VIEW_PRIMITIVES_MAX = 4, VIEW_TRIANGLES_MAX = 32 };

typedef struct TriangleList {
    uint32_t corners[VIEW_TRIANGLES_MAX][3];
    int32_t count;
} TriangleList;

/** What the two cameras draw of one node with a mesh. */
typedef struct NodeView {
    int32_t node, mesh;
    Share third_person, first_person;
    int32_t primitive_count;
    TriangleList parts[VIEW_PRIMITIVES_MAX]; /**< By primitive, for SHARE_PART. */
} NodeView;

/** The specification's answer for a node that shows a mesh. */
void view_expected(const vrm_Model* model, int32_t node, NodeView* out);

/** A vector's lines: head, one for each node, foot. */
void view_write_head(FILE* out, const ViewVector* vector);
void view_write_node(FILE* out, const NodeView* view, bool is_first);
void view_write_foot(FILE* out);

#endif
