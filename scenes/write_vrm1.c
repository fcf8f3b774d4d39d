/* SPDX-License-Identifier: MIT */
/* VRM 1.0 and 1.0-beta, which has the same shape: VRMC_vrm, VRMC_springBone, VRMC_node_constraint
 * and what goes with them. */
#include "scene_write.h"

static const char* version(const Character* character) {
    return character->def.dialect == VRM_DIALECT_BETA ? "1.0-beta" : "1.0";
}

static void put_meta(File* file, const Looks* looks) {
    begin_object(file, "meta");
    put_text(file, "name", looks->title);
    put_text(file, "version", looks->version);
    begin_array(file, "authors");
    put_text(file, NULL, "The libvrm authors");
    end_array(file);
    put_text(file, "copyrightInformation", looks->copyright);
    put_text(file, "thirdPartyLicenses", looks->third_party);
    put_int(file, "thumbnailImage", texture_count(looks));
    put_text(file, "licenseUrl", "https://vrm.dev/licenses/1.0/");
    put_text(file, "avatarPermission", "everyone");
    put_flag(file, "allowExcessivelyViolentUsage", true);
    put_flag(file, "allowExcessivelySexualUsage", false);
    put_text(file, "commercialUsage", "corporation");
    put_flag(file, "allowPoliticalOrReligiousUsage", false);
    put_flag(file, "allowAntisocialOrHateUsage", false);
    put_text(file, "creditNotation", "unnecessary");
    put_flag(file, "allowRedistribution", true);
    put_text(file, "modification", "allowModificationRedistribution");
    put_text(file, "otherLicenseUrl", "https://creativecommons.org/publicdomain/zero/1.0/");
    end_object(file);
}

const char* first_person_name(int32_t type) {
    static const char* const names[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
    return names[type];
}

static void put_first_person(File* file, const Character* character) {
    begin_object(file, "firstPerson");
    begin_array(file, "meshAnnotations");
    for (int32_t i = 0; i < character->mesh_count; i++) {
        if (character->meshes[i].first_person < 0) continue;
        begin_object(file, NULL);
        put_int(file, "node", character->mesh_nodes[i]);
        put_text(file, "type", first_person_name(character->meshes[i].first_person));
        end_object(file);
    }
    end_array(file);
    end_object(file);
}

static void put_look_at(File* file, const Character* character) {
    bool by_expression = character->def.looks_by_expression;
    const float* range = character->looks->look_range;
    const BodyNode* head = &character->nodes[character->bones[VRM_BONE_HEAD]];
    begin_object(file, "lookAt");
    put_vec3(file, "offsetFromHeadBone", to_local_point(head, character->eye_point));
    put_text(file, "type", by_expression ? "expression" : "bone");
    write_range_map(file, "rangeMapHorizontalInner", 90, by_expression ? 1 : range[0]);
    write_range_map(file, "rangeMapHorizontalOuter", 90, by_expression ? 1 : range[1]);
    write_range_map(file, "rangeMapVerticalDown", 80, by_expression ? 1 : range[2]);
    write_range_map(file, "rangeMapVerticalUp", 70, by_expression ? 1 : range[3]);
    end_object(file);
}

static void put_override(File* file, const char* key, vrm_Override value) {
    static const char* const names[] = {"none", "block", "blend"};
    if (value != VRM_OVERRIDE_NONE) put_text(file, key, names[value]);
}

static void put_morph_binds(File* file, const Character* character, const ExpressionRow* row) {
    if (row->morphs[0] < 0) return;
    begin_array(file, "morphTargetBinds");
    for (int32_t i = 0; i < 2 && row->morphs[i] >= 0; i++) {
        begin_object(file, NULL);
        put_int(file, "node", character->mesh_nodes[character->face]);
        put_int(file, "index", row->morphs[i]);
        put_number(file, "weight", row->weights[i]);
        end_object(file);
    }
    end_array(file);
}

static void put_color_binds(File* file, const ExpressionRow* row) {
    static const char* const types[] = {"color",    "emissionColor", "shadeColor",
                                        "rimColor", "outlineColor",  "matcapColor"};
    if (row->color_material < 0) return;
    begin_array(file, "materialColorBinds");
    for (int32_t i = 0; i < (row->has_all_colors ? 6 : 1); i++) {
        begin_object(file, NULL);
        put_int(file, "material", row->color_material);
        put_text(file, "type", types[i]);
        put_vec4(file, "targetValue", row->color);
        end_object(file);
    }
    end_array(file);
}

static void put_expression(File* file, const Character* character, const ExpressionRow* row) {
    begin_object(file, row->name);
    if (row->is_binary) put_flag(file, "isBinary", true);
    put_override(file, "overrideBlink", row->blink);
    put_override(file, "overrideLookAt", row->look_at);
    put_override(file, "overrideMouth", row->mouth);
    put_morph_binds(file, character, row);
    put_color_binds(file, row);
    if (row->offset_material >= 0) {
        begin_array(file, "textureTransformBinds");
        begin_object(file, NULL);
        put_int(file, "material", row->offset_material);
        put_numbers(file, "scale", (float[]){row->scale.x, row->scale.y}, 2);
        put_numbers(file, "offset", (float[]){row->offset.x, row->offset.y}, 2);
        end_object(file);
        end_array(file);
    }
    end_object(file);
}

static void put_expressions(File* file, const Character* character) {
    begin_object(file, "expressions");
    begin_object(file, "preset");
    const Looks* looks = character->looks;
    int32_t count = looks->preset_count + character->def.custom_expression_count;
    for (int32_t i = 0; i < count; i++) {
        char name[32];
        ExpressionRow row = looks->expression(character, i, name);
        if (i == looks->preset_count) {
            end_object(file);
            begin_object(file, "custom");
        }
        put_expression(file, character, &row);
    }
    end_object(file);
    end_object(file);
}

/* ---- Springs ---- */

static void put_shape(File* file, const char* kind, vrm_Vec3 offset, float radius,
                      const vrm_Vec3* tail, bool is_inside) {
    begin_object(file, "shape");
    begin_object(file, kind);
    put_vec3(file, "offset", offset);
    put_number(file, "radius", radius);
    if (tail != NULL) put_vec3(file, "tail", *tail);
    if (is_inside) put_flag(file, "inside", true);
    end_object(file);
    end_object(file);
}

static void put_extended_collider(File* file, const BodyCollider* collider, vrm_Vec3 offset,
                                  vrm_Vec3 tail, vrm_Vec3 normal) {
    begin_object(file, "extensions");
    begin_object(file, "VRMC_springBone_extended_collider");
    put_text(file, "specVersion", "1.0");
    if (collider->shape == VRM_COLLIDER_PLANE) {
        begin_object(file, "shape");
        begin_object(file, "plane");
        put_vec3(file, "offset", offset);
        put_vec3(file, "normal", normal);
        end_object(file);
        end_object(file);
    } else {
        bool is_capsule = collider->shape == VRM_COLLIDER_INSIDE_CAPSULE;
        put_shape(file, is_capsule ? "capsule" : "sphere", offset, collider->radius,
                  is_capsule ? &tail : NULL, true);
    }
    end_object(file);
    end_object(file);
}

static void put_collider(File* file, const Character* character, const BodyCollider* collider) {
    const BodyNode* node = &character->nodes[collider->node];
    vrm_Vec3 offset = to_local_point(node, collider->offset);
    vrm_Vec3 tail = to_local_point(node, collider->tail);
    vrm_Vec3 normal = to_local_direction(node, collider->normal);
    begin_object(file, NULL);
    put_int(file, "node", collider->node);
    switch (collider->shape) {
    case VRM_COLLIDER_SPHERE:
        put_shape(file, "sphere", offset, collider->radius, NULL, false);
        break;
    case VRM_COLLIDER_CAPSULE:
        put_shape(file, "capsule", offset, collider->radius, &tail, false);
        break;
    case VRM_COLLIDER_PLANE: /* the fallbacks that the extension recommends */
        put_shape(file, "sphere", v3_sub(offset, v3_scale(normal, 1000)), 1000, NULL, false);
        break;
    default: put_shape(file, "sphere", v3(0, -10000, 0), 0, NULL, false); break;
    }
    if (collider->shape >= VRM_COLLIDER_INSIDE_SPHERE)
        put_extended_collider(file, collider, offset, tail, normal);
    end_object(file);
}

/* The second joint of every chain, each with another kind. */
static void put_limit(File* file, int32_t chain) {
    begin_object(file, "extensions");
    begin_object(file, "VRMC_springBone_limit");
    put_text(file, "specVersion", "1.0-draft");
    begin_object(file, "limit");
    switch (chain % 3) {
    case 0:
        begin_object(file, "cone");
        put_number(file, "angle", 0.6f);
        break;
    case 1:
        begin_object(file, "hinge");
        put_number(file, "angle", 0.8f);
        break;
    default:
        begin_object(file, "spherical");
        put_number(file, "pitch", 0.7f);
        put_number(file, "yaw", 0.4f);
        put_vec4(file, "rotation", (vrm_Vec4){0, 0.6f, 0, 0.8f});
        break;
    }
    end_object(file);
    end_object(file);
    end_object(file);
    end_object(file);
}

static void put_joint(File* file, const Character* character, int32_t chain_index, int32_t j) {
    const SceneDef* def = &character->def;
    const BodyChain* chain = &character->chains[chain_index];
    begin_object(file, NULL);
    put_int(file, "node", chain->first_node + j);
    if (j + 1 < chain->joint_count) {
        JointLook look = chain->look;
        float down = (float)j / (float)chain->joint_count;
        put_number(file, "hitRadius", look.hit_radius);
        put_number(file, "stiffness", look.stiffness - chain->softening * down);
        put_number(file, "gravityPower", look.gravity_power);
        put_vec3(file, "gravityDir", v3(0, -1, 0));
        put_number(file, "dragForce", look.drag_force);
        if (def->has_limits && def->dialect == VRM_DIALECT_1 && j == chain->joint_count / 2 - 1)
            put_limit(file, chain_index);
    }
    end_object(file);
}

void write_group_uses(File* file, const Character* character, const BodyChain* chain) {
    if (chain->group_count == 0) return;
    begin_array(file, "colliderGroups");
    for (int32_t i = 0; i < chain->group_count; i++)
        put_int(file, NULL, (chain->first_group + i) % character->group_count);
    end_array(file);
}

static void put_chain(File* file, const Character* character, int32_t index) {
    const BodyChain* chain = &character->chains[index];
    begin_object(file, NULL);
    put_text(file, "name", chain->name);
    begin_array(file, "joints");
    for (int32_t j = 0; j < chain->joint_count; j++) put_joint(file, character, index, j);
    end_array(file);
    write_group_uses(file, character, chain);
    if (chain->center >= 0) put_int(file, "center", chain->center);
    end_object(file);
}

static void put_springs(File* file, const Character* character) {
    if (character->chain_count == 0 && character->collider_count == 0) return;
    begin_object(file, "VRMC_springBone");
    put_text(file, "specVersion", version(character));
    if (character->collider_count > 0) {
        begin_array(file, "colliders");
        for (int32_t i = 0; i < character->collider_count; i++)
            put_collider(file, character, &character->colliders[i]);
        end_array(file);
        begin_array(file, "colliderGroups");
        for (int32_t i = 0; i < character->group_count; i++) {
            const BodyGroup* group = &character->groups[i];
            begin_object(file, NULL);
            put_text(file, "name", group->name);
            begin_array(file, "colliders");
            for (int32_t c = 0; c < group->collider_count; c++)
                put_int(file, NULL, group->first_collider + c);
            end_array(file);
            end_object(file);
        }
        end_array(file);
    }
    if (character->chain_count > 0) {
        begin_array(file, "springs");
        for (int32_t i = 0; i < character->chain_count; i++) put_chain(file, character, i);
        end_array(file);
    }
    end_object(file);
}

void write_vrm1(File* file, const Character* character) {
    begin_object(file, "VRMC_vrm");
    put_text(file, "specVersion", version(character));
    put_meta(file, character->looks);
    write_humanoid(file, character, bone_key);
    put_first_person(file, character);
    put_look_at(file, character);
    put_expressions(file, character);
    end_object(file);
    put_springs(file, character);
}

/* ---- Constraints ---- */

void write_constraint(File* file, const Character* character, int32_t node) {
    static const char* const roll_axes[] = {"X", "Y", "Z"};
    static const char* const aim_axes[] = {"PositiveX", "PositiveY", "PositiveZ",
                                           "NegativeX", "NegativeY", "NegativeZ"};
    if (faces_back(character->def.dialect) || character->nodes[node].constraint < 0) return;
    const BodyConstraint* constraint = &character->constraints[character->nodes[node].constraint];
    begin_object(file, "extensions");
    begin_object(file, "VRMC_node_constraint");
    put_text(file, "specVersion", version(character));
    begin_object(file, "constraint");
    switch (constraint->type) {
    case VRM_CONSTRAINT_ROLL:
        begin_object(file, "roll");
        put_text(file, "rollAxis", roll_axes[constraint->axis]);
        break;
    case VRM_CONSTRAINT_AIM:
        begin_object(file, "aim");
        put_text(file, "aimAxis", aim_axes[constraint->axis]);
        break;
    default: begin_object(file, "rotation"); break;
    }
    put_int(file, "source", constraint->source);
    put_number(file, "weight", constraint->weight);
    end_object(file);
    end_object(file);
    end_object(file);
    end_object(file);
}

/* ---- Materials ---- */

static void put_mtoon(File* file, const Character* character, const MaterialRow* row) {
    begin_object(file, "VRMC_materials_mtoon");
    put_text(file, "specVersion", version(character));
    if (row->has_z_write) put_flag(file, "transparentWithZWrite", true);
    if (row->queue_offset != 0) put_int(file, "renderQueueOffsetNumber", row->queue_offset);
    put_vec3(file, "shadeColorFactor", row->shade_color);
    write_texture_info(file, "shadeMultiplyTexture", row->base_texture, false);
    put_number(file, "shadingShiftFactor", -0.05f);
    if (row->mask_uses & MASK_SHIFT) {
        begin_object(file, "shadingShiftTexture");
        put_int(file, "index", row->mask_texture);
        put_number(file, "scale", 0.1f);
        end_object(file);
    }
    put_number(file, "shadingToonyFactor", 0.95f);
    put_number(file, "giEqualizationFactor", 0.9f);
    put_vec3(file, "matcapFactor", v3(1, 1, 1));
    if (row->matcap_texture >= 0)
        write_texture_info(file, "matcapTexture", row->matcap_texture, false);
    put_vec3(file, "parametricRimColorFactor", row->rim_color);
    put_number(file, "parametricRimFresnelPowerFactor", 5);
    put_number(file, "parametricRimLiftFactor", 0);
    put_number(file, "rimLightingMixFactor", 1);
    put_text(file, "outlineWidthMode", row->outline_width > 0 ? "worldCoordinates" : "none");
    put_number(file, "outlineWidthFactor", row->outline_width);
    if (row->mask_uses & MASK_OUTLINE)
        write_texture_info(file, "outlineWidthMultiplyTexture", row->mask_texture, false);
    put_vec3(file, "outlineColorFactor", row->outline_color);
    put_number(file, "outlineLightingMixFactor", 1);
    if (row->mask_uses & MASK_SCROLL)
        write_texture_info(file, "uvAnimationMaskTexture", row->mask_texture, false);
    if (row->scroll_x != 0) put_number(file, "uvAnimationScrollXSpeedFactor", row->scroll_x);
    if (row->scroll_y != 0) put_number(file, "uvAnimationScrollYSpeedFactor", row->scroll_y);
    end_object(file);
}

/* The MToon of December 2019: textures by index, the alpha mode again as a render mode. */
static void put_mtoon_draft(File* file, const MaterialRow* row) {
    static const char* const modes[] = {"opaque", "cutout", "transparent"};
    begin_object(file, "VRMC_materials_mtoon");
    put_text(file, "version", "3.2");
    put_text(file, "renderMode",
             row->has_z_write ? "transparentWithZWrite" : modes[row->alpha_mode]);
    put_text(file, "cullMode", row->is_double_sided ? "off" : "back");
    put_int(file, "renderQueueOffsetNumber", row->queue_offset);
    put_vec4(file, "litFactor", row->base_color);
    put_int(file, "litMultiplyTexture", row->base_texture);
    put_vec3(file, "shadeFactor", row->shade_color);
    put_int(file, "shadeMultiplyTexture", row->base_texture);
    put_number(file, "cutoutThresholdFactor", 0.5f);
    put_number(file, "shadingShiftFactor", 0);
    put_number(file, "shadingToonyFactor", 0.9f);
    put_number(file, "giIntensityFactor", 0.1f);
    if (row->matcap_texture >= 0) put_int(file, "additiveTexture", row->matcap_texture);
    put_vec3(file, "rimFactor", row->rim_color);
    put_text(file, "outlineWidthMode", row->outline_width > 0 ? "worldCoordinates" : "none");
    put_number(file, "outlineWidthFactor", row->outline_width * 100);
    if (row->mask_uses & MASK_OUTLINE)
        put_int(file, "outlineWidthMultiplyTexture", row->mask_texture);
    put_text(file, "outlineColorMode", "mixedLighting");
    put_vec3(file, "outlineFactor", row->outline_color);
    put_number(file, "outlineLightingMixFactor", 1);
    put_number(file, "uvAnimationScrollXSpeedFactor", row->scroll_x);
    if (row->scroll_y != 0) put_number(file, "uvAnimationScrollYSpeedFactor", row->scroll_y);
    end_object(file);
}

void write_material_extensions(File* file, const Character* character, int32_t material) {
    const MaterialRow* row = &character->looks->materials[material];
    vrm_Dialect dialect = character->def.dialect;
    bool has_strength = row->emissive_strength != 1 && !faces_back(dialect);
    if (row->kind == VRM_SURFACE_PBR && !has_strength) return;
    begin_object(file, "extensions");
    if (row->kind != VRM_SURFACE_PBR) { /* the fallback of an MToon material, too */
        begin_object(file, "KHR_materials_unlit");
        end_object(file);
    }
    if (row->kind == VRM_SURFACE_MTOON && dialect == VRM_DIALECT_DRAFT)
        put_mtoon_draft(file, row);
    else if (row->kind == VRM_SURFACE_MTOON && dialect != VRM_DIALECT_0)
        put_mtoon(file, character, row);
    if (has_strength) {
        begin_object(file, "KHR_materials_emissive_strength");
        put_number(file, "emissiveStrength", row->emissive_strength);
        end_object(file);
    }
    end_object(file);
}
