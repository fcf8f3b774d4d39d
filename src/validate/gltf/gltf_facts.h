/* SPDX-License-Identifier: MIT */
/* Facts about materials and attributes that the schema walk collects for the later passes. */
#ifndef VRMI_VALIDATE_GLTF_GLTF_FACTS_H
#define VRMI_VALIDATE_GLTF_GLTF_FACTS_H

#include "validate/schema/schema.h"
#include "vrm/gltf.h"

/* A texture of a material, at any depth below the material. */
typedef struct vrmi_TextureUse {
    uint32_t tex_coord;
    vrm_JsonRef info; /* the texture info, or its KHR_texture_transform */
} vrmi_TextureUse;

typedef struct vrmi_MaterialFacts {
    uint32_t first_use, use_count; /* into vrmi_GltfFacts.uses */
    bool needs_tangents;
    bool has_normal_texture; /* the material's own, not an extension's */
} vrmi_MaterialFacts;

typedef struct vrmi_GltfFacts {
    vrmi_MaterialFacts* materials; /* one per entry of /materials */
    vrmi_TextureUse* uses;         /* those of one material side by side */
    uint32_t use_count, use_capacity;
    uint32_t* variant_rounds; /* one per entry of KHR_materials_variants: when it was last seen */
    uint32_t variant_round;
} vrmi_GltfFacts;

/* Allocates memory for a walk whose targets are known. */
bool vrmi_facts_init(vrmi_GltfFacts* facts, const vrmi_SchemaWalk* walk);

/* Records a texture of the material that is being walked. Lack of memory is recorded in
 * walk->result. */
void vrmi_facts_use_texture(vrmi_SchemaWalk* walk, vrm_JsonRef info, int64_t tex_coord);

/* The facts of the material that is being walked, or NULL. */
vrmi_MaterialFacts* vrmi_facts_material(const vrmi_SchemaWalk* walk);

/* Parses an attribute's name. VRM_SEMANTIC_OTHER for names that glTF does not have; *out_set is
 * then -1, or 0 for names of applications, which begin with an underscore. */
vrm_Semantic vrmi_attribute_semantic(vrm_Span name, int64_t* out_set);

#endif
