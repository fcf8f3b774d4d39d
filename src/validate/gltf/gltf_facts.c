/* SPDX-License-Identifier: MIT */
#include "validate/gltf/gltf_facts.h"

#include "validate/context.h"

#include <string.h>

bool vrmi_facts_init(vrmi_GltfFacts* facts, const vrmi_SchemaWalk* walk) {
    *facts = (vrmi_GltfFacts){0};
    facts->materials = vrmi_arena_alloc(
        walk->arena, (size_t)walk->target_counts[VRMI_MATERIALS] + 1, sizeof *facts->materials);
    facts->variant_rounds = vrmi_arena_alloc(
        walk->arena, (size_t)walk->target_counts[VRMI_VARIANTS] + 1, sizeof *facts->variant_rounds);
    return facts->materials != NULL && facts->variant_rounds != NULL;
}

static vrmi_GltfFacts* facts_of(const vrmi_SchemaWalk* walk) {
    return ((vrmi_ValidateContext*)walk->ctx)->facts;
}

vrmi_MaterialFacts* vrmi_facts_material(const vrmi_SchemaWalk* walk) {
    int64_t material = vrmi_schema_element(walk, VRMI_MATERIALS);
    return material < 0 ? NULL : &facts_of(walk)->materials[material];
}

void vrmi_facts_use_texture(vrmi_SchemaWalk* walk, vrm_JsonRef info, int64_t tex_coord) {
    vrmi_GltfFacts* facts = facts_of(walk);
    vrmi_MaterialFacts* material = vrmi_facts_material(walk);
    if (material == NULL) return;
    if (facts->use_count == facts->use_capacity) {
        uint32_t capacity = facts->use_capacity == 0 ? 64 : facts->use_capacity * 2;
        vrmi_TextureUse* uses = vrmi_arena_alloc(walk->arena, capacity, sizeof *uses);
        if (uses == NULL) {
            walk->result = VRM_ERR_MEMORY;
            return;
        }
        if (facts->use_count > 0) memcpy(uses, facts->uses, facts->use_count * sizeof *uses);
        facts->uses = uses;
        facts->use_capacity = capacity;
    }
    if (material->use_count++ == 0) material->first_use = facts->use_count;
    facts->uses[facts->use_count++] = (vrmi_TextureUse){
        .tex_coord = tex_coord > UINT32_MAX - 1 ? UINT32_MAX - 1 : (uint32_t)tex_coord,
        .info = info};
}
