/* SPDX-License-Identifier: MIT */
/* JSON tree -> typed glTF 2.0: what the readers of the single arrays share. document_load.c first
 * counts all arrays and allocates them, so that every reader can check its references; then it
 * calls the readers below for each element, array by array, in the order of their declarations. */
#ifndef VRMI_GLTF_TYPED_H
#define VRMI_GLTF_TYPED_H

#include "gltf/document.h"
#include "gltf/read.h"

typedef struct vrmi_Typed {
    vrmi_Reader reader;
    vrmi_Document* document;
    vrm_JsonRef root;
    vrm_Gltf gltf; /* counts and arrays: zeros until the reader of an array has filled it */
    vrm_Sparse* sparse_accessors; /* that of `gltf`, to be filled */

    size_t blob_cursor; /* where the next blob of an earlier reading is expected */
} vrmi_Typed;

/* Reads the element of a top-level array, whose JSON reference and name are already set. `object`
 * is VRM_JSON_MISSING when the element is not an object. */
typedef void vrmi_ReadElement(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element);

/* The "weights" of a mesh or a node; NULL when absent. */
const vrm_MorphWeights* vrmi_read_weights(vrmi_Reader* reader, vrm_JsonRef object);

vrmi_ReadElement vrmi_read_buffer;
vrmi_ReadElement vrmi_read_buffer_view;
vrmi_ReadElement vrmi_read_accessor;
vrmi_ReadElement vrmi_read_image;
vrmi_ReadElement vrmi_read_sampler;
vrmi_ReadElement vrmi_read_texture;
vrmi_ReadElement vrmi_read_material;
vrmi_ReadElement vrmi_read_mesh;
vrmi_ReadElement vrmi_read_camera;
vrmi_ReadElement vrmi_read_skin;
vrmi_ReadElement vrmi_read_node;
vrmi_ReadElement vrmi_read_scene;
vrmi_ReadElement vrmi_read_animation;

/* Connects the nodes, once all are read. */
void vrmi_read_tree(vrmi_Typed* typed);

#endif
