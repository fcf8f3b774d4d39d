/* SPDX-License-Identifier: MIT */
#include "character.h"

#include <stdlib.h>
#include <string.h>

SceneDef scene_default_def(vrm_Dialect dialect) {
    return (SceneDef){.dialect = dialect,
                      .has_fingers = true,
                      .chain_count = 6,
                      .joints_per_chain = 4,
                      .center_chain_count = 1,
                      .sphere_count = 4,
                      .capsule_count = 2,
                      .extended_count = 3,
                      .colliders_per_chain = 4,
                      .constraint_count = 4,
                      .morph_count = MORPH_ROW_COUNT,
                      .custom_expression_count = 2,
                      .sides = 8};
}

SceneDef scene_springs_def(void) {
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.has_fingers = false;
    def.chain_count = 20;
    def.joints_per_chain = 5;
    def.center_chain_count = 0;
    def.sphere_count = 8;
    def.capsule_count = 4;
    def.extended_count = 0;
    def.colliders_per_chain = 6;
    def.constraint_count = 0;
    def.node_count = 150;
    return def;
}

SceneDef scene_typical_def(void) {
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.chain_count = 12;
    def.joints_per_chain = 5;
    def.morph_count = 40;
    def.custom_expression_count = 0;
    def.node_count = 150;
    return def;
}

SceneDef scene_rich_def(void) {
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.chain_count = 40;
    def.joints_per_chain = 5;
    def.sphere_count = 20;
    def.capsule_count = 6;
    def.colliders_per_chain = 8;
    def.morph_count = 57;
    def.node_count = 300;
    def.sides = 16;
    return def;
}

SceneDef scene_vroid_def(void) {
    SceneDef def = scene_rich_def();
    def.has_divided_meshes = true;
    def.sides = 48;
    return def;
}

static bool is_sensible(const SceneDef* def) {
    const int32_t counts[] = {def->chain_count,    def->center_chain_count,
                              def->sphere_count,   def->capsule_count,
                              def->extended_count, def->colliders_per_chain,
                              def->node_count,     def->custom_expression_count};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i] < 0 || counts[i] > 1000000) return false;
    if (def->constraint_count < 0 || def->constraint_count > 1000000) return false;
    if (def->joints_per_chain < 1 || def->joints_per_chain > 1000000) return false;
    if (def->morph_count < MORPH_ROW_COUNT || def->morph_count > 10000) return false;
    return def->sides >= 4 && def->sides <= 256 && def->sides % 4 == 0 &&
           def->dialect >= VRM_DIALECT_0 && def->dialect <= VRM_DIALECT_1;
}

bool character_build(Character* character, const SceneDef* def, bool has_meshes) {
    memset(character, 0, sizeof *character);
    if (!is_sensible(def)) return false;
    character->def = *def;
    character->looks = &figure_looks;
    character->has_meshes = has_meshes;
    character->eye_point = v3(0, 1.525f, 0.05f);
    if (def->dialect == VRM_DIALECT_0 || def->dialect == VRM_DIALECT_DRAFT)
        character->def.has_rotated_rest = false;
    if (def->dialect != VRM_DIALECT_1) character->def.extended_count = 0;
    skeleton_build(character);
    if (has_meshes && !character->has_failed) skeleton_add_meshes(character);
    if (has_meshes && !character->has_failed) body_build(character);
    if (!character->has_failed) skeleton_link(character);
    return !character->has_failed;
}

void character_release(Character* character) {
    for (int32_t i = 0; i < MESH_MAX; i++) mesh_release(&character->meshes[i]);
    free(character->nodes);
    free(character->chains);
    free(character->colliders);
    free(character->groups);
    free(character->constraints);
    memset(character, 0, sizeof *character);
}
