/* SPDX-License-Identifier: MIT */
/* The draft of December 2019: VRMC_vrm with blend shapes and spring bones inside, right-handed
 * vectors, old thumb names. */
#include "scene_write.h"

static void put_meta(File* file, const Looks* looks) {
    begin_object(file, "meta");
    put_text(file, "title", looks->title);
    put_text(file, "version", looks->version);
    put_text(file, "author", "The libvrm authors");
    put_int(file, "thumbnailImage", texture_count(looks));
    put_text(file, "allowedUser", "Everyone");
    put_text(file, "violentUsage", "Allow");
    put_text(file, "sexualUsage", "Allow");
    put_text(file, "commercialUsage", "Allow");
    put_text(file, "license", "CC0");
    end_object(file);
}

static void put_first_person(File* file, const Character* character) {
    const float* range = character->looks->look_range;
    bool by_shape = character->def.looks_by_expression;
    vrm_Vec3 head = character->nodes[character->bones[VRM_BONE_HEAD]].position;
    begin_object(file, "firstPerson");
    begin_array(file, "meshAnnotations");
    for (int32_t i = 0; i < character->mesh_count; i++) {
        if (character->meshes[i].first_person < 0) continue;
        begin_object(file, NULL);
        put_int(file, "mesh", i);
        put_text(file, "firstPersonType", first_person_name(character->meshes[i].first_person));
        end_object(file);
    }
    end_array(file);
    end_object(file);
    begin_object(file, "lookAt");
    put_vec3(file, "offsetFromHeadBone",
             turned(VRM_DIALECT_DRAFT, v3_sub(character->eye_point, head)));
    put_text(file, "lookAtType", by_shape ? "blendShape" : "bone");
    write_range_map(file, "lookAtHorizontalInner", 90, by_shape ? 1 : range[0]);
    write_range_map(file, "lookAtHorizontalOuter", 90, by_shape ? 1 : range[1]);
    write_range_map(file, "lookAtVerticalDown", 80, by_shape ? 1 : range[2]);
    write_range_map(file, "lookAtVerticalUp", 70, by_shape ? 1 : range[3]);
    end_object(file);
}

static const char* draft_preset(const ExpressionRow* row) {
    switch (row->preset) {
    case VRM_EXPRESSION_HAPPY: return "joy";
    case VRM_EXPRESSION_SAD: return "sorrow";
    case VRM_EXPRESSION_RELAXED: return "fun";
    case VRM_EXPRESSION_SURPRISED:
    case VRM_EXPRESSION_CUSTOM: return "custom";
    default: return row->name;
    }
}

static void put_material_value(File* file, int32_t material, const char* type, vrm_Vec4 value) {
    begin_object(file, NULL);
    put_int(file, "material", material);
    put_text(file, "type", type);
    put_vec4(file, "targetValue", value);
    end_object(file);
}

static void put_group(File* file, const Character* character, const ExpressionRow* row) {
    begin_object(file, NULL);
    put_text(file, "name", row->name);
    put_text(file, "preset", draft_preset(row));
    if (row->morphs[0] >= 0) {
        begin_array(file, "binds");
        for (int32_t m = 0; m < 2 && row->morphs[m] >= 0; m++) {
            begin_object(file, NULL);
            put_int(file, "mesh", character->face);
            put_int(file, "index", row->morphs[m]);
            put_number(file, "weight", row->weights[m]);
            end_object(file);
        }
        end_array(file);
    }
    if (row->color_material >= 0 || row->offset_material >= 0) {
        begin_array(file, "materialValues");
        if (row->color_material >= 0)
            put_material_value(file, row->color_material, "color", row->color);
        if (row->offset_material >= 0) {
            put_material_value(file, row->offset_material, "uvScale",
                               (vrm_Vec4){row->scale.x, row->scale.y, 0, 0});
            put_material_value(file, row->offset_material, "uvOffset",
                               (vrm_Vec4){row->offset.x, row->offset.y, 0, 0});
        }
        end_array(file);
    }
    put_flag(file, "isBinary", row->is_binary);
    put_flag(file, "ignoreBlink", row->blink != VRM_OVERRIDE_NONE);
    put_flag(file, "ignoreLookAt", row->look_at != VRM_OVERRIDE_NONE);
    put_flag(file, "ignoreMouth", row->mouth != VRM_OVERRIDE_NONE);
    end_object(file);
}

static void put_blend_shape(File* file, const Character* character) {
    int32_t count = character->looks->preset_count + character->def.custom_expression_count;
    begin_object(file, "blendShape");
    begin_array(file, "blendShapeGroups");
    for (int32_t i = 0; i < count; i++) {
        char name[32];
        ExpressionRow row = character->looks->expression(character, i, name);
        put_group(file, character, &row);
    }
    end_array(file);
    end_object(file);
}

static void put_bone_group(File* file, const Character* character, int32_t index) {
    const BodyChain* chain = &character->chains[index];
    JointLook look = chain->look;
    begin_object(file, NULL);
    put_text(file, "name", chain->name);
    put_number(file, "stiffness", look.stiffness);
    put_number(file, "gravityPower", look.gravity_power);
    put_vec3(file, "gravityDir", v3(0, -1, 0));
    put_number(file, "dragForce", look.drag_force);
    if (chain->center >= 0) put_int(file, "center", chain->center);
    put_number(file, "hitRadius", look.hit_radius);
    begin_array(file, "bones");
    put_int(file, NULL, chain->first_node);
    end_array(file);
    write_group_uses(file, character, chain);
    end_object(file);
}

/* Spheres as the draft's schema has them, capsules as its text does: upwards from the offset, then
 * turned. The character's capsules all run along X or downwards. */
static void put_collider(File* file, const Character* character, const BodyCollider* collider) {
    vrm_Vec3 node = character->nodes[collider->node].position;
    vrm_Vec3 offset = turned(VRM_DIALECT_DRAFT, v3_sub(collider->offset, node));
    begin_object(file, NULL);
    if (collider->shape == VRM_COLLIDER_CAPSULE) {
        vrm_Vec3 along = turned(VRM_DIALECT_DRAFT, v3_sub(collider->tail, collider->offset));
        const float half_turn = 3.14159265f;
        vrm_Vec3 angles = along.x > 0   ? v3(0, 0, -half_turn / 2)
                          : along.x < 0 ? v3(0, 0, half_turn / 2)
                                        : v3(half_turn, 0, 0);
        put_text(file, "shapeType", "capsule");
        put_vec3(file, "offset", offset);
        put_vec3(file, "rotation", angles);
        put_numbers(file, "size", (float[]){collider->radius, v3_length(along)}, 2);
    } else {
        put_vec3(file, "offset", offset);
        put_number(file, "radius", collider->radius);
    }
    end_object(file);
}

void write_draft(File* file, const Character* character) {
    static const OldSpringWriter springs = {put_bone_group, put_collider};
    begin_object(file, "VRMC_vrm");
    put_text(file, "specVersion", "1.0");
    put_meta(file, character->looks);
    write_humanoid(file, character, old_bone_key);
    put_first_person(file, character);
    put_blend_shape(file, character);
    write_old_springs(file, character, "springBone", &springs);
    end_object(file);
}
