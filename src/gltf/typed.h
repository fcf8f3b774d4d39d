/* SPDX-License-Identifier: MIT */
/* JSON tree -> typed glTF 2.0: what the readers of the single arrays share. document.c first counts
 * all arrays and allocates them, so that every reader can check its references; then the readers
 * run in the order of their declarations below. */
#ifndef VRMI_GLTF_TYPED_H
#define VRMI_GLTF_TYPED_H

#include "gltf/document.h"
#include "gltf/read.h"

typedef struct vrmi_Typed {
    vrmi_Reader reader;
    vrmi_Document* document;
    vrm_JsonRef root;
    vrm_Gltf gltf; /* counts and arrays; the pointers below are the same arrays, to be filled */

    vrm_Buffer* buffers;
    vrm_BufferView* buffer_views;
    vrm_Accessor* accessors;
    vrm_Sparse* sparse_accessors;
    vrm_Image* images;
    vrm_Sampler* samplers;
    vrm_Texture* textures;
    vrm_Material* materials;
    vrm_Mesh* meshes;
    vrm_Camera* cameras;
    vrm_Skin* skins;
    vrm_Node* nodes;
    vrm_Scene* scenes;
    vrm_Animation* animations;

    size_t blob_cursor; /* where the next blob of an earlier reading is expected */
} vrmi_Typed;

/* Iterates over a top-level array: `object` is the element, VRM_JSON_MISSING when the element is
 * not an object. */
typedef struct vrmi_Elements {
    vrmi_Reader* reader;
    vrm_JsonIter it;
    vrm_JsonRef object;
    int32_t index;
} vrmi_Elements;

vrmi_Elements vrmi_elements(vrmi_Typed* typed, const char* key, int32_t count);
bool vrmi_next_element(vrmi_Elements* elements);

/* The "weights" of a mesh or a node; NULL when absent. */
const vrm_MorphWeights* vrmi_read_weights(vrmi_Reader* reader, vrm_JsonRef object);

void vrmi_read_buffers(vrmi_Typed* typed);
void vrmi_read_buffer_views(vrmi_Typed* typed);
void vrmi_read_accessors(vrmi_Typed* typed);
void vrmi_read_images(vrmi_Typed* typed);
void vrmi_read_samplers(vrmi_Typed* typed);
void vrmi_read_textures(vrmi_Typed* typed);
void vrmi_read_materials(vrmi_Typed* typed);
void vrmi_read_meshes(vrmi_Typed* typed);
void vrmi_read_cameras(vrmi_Typed* typed);
void vrmi_read_skins(vrmi_Typed* typed);
void vrmi_read_nodes(vrmi_Typed* typed);
void vrmi_read_scenes(vrmi_Typed* typed);
void vrmi_read_animations(vrmi_Typed* typed);

#endif
