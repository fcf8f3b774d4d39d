/* SPDX-License-Identifier: MIT */
/* The typed setters of vrm/edit.h with values, indices and words that the input chooses, wild ones
 * among them. What commits can be saved, loads again with finite numbers, and builds a rig; what is
 * refused leaves the model's bytes as they were. */
#include "save_model.h"

#include "vrm/edit.h"
#include "vrm/rig.h"
#include "vrm/save.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 4, TEXT_MAX = 24 };

static const char avatar[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"nodes\":[{\"children\":["
    "1]},"
    "{\"translation\":[0,1,0],\"children\":[2,3]},{\"mesh\":0},{}],\"materials\":[{},{}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{},\"targets\":[{},{}]}]}],"
    "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"a\",\"authors\":["
    "\"b\"],"
    "\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{\"humanBones\":{\"hips\":{"
    "\"node\":0}}}}}}";

/* ---- What the input chooses ---- */

typedef struct Recipe {
    const uint8_t *at, *end;
    char texts[16][TEXT_MAX];
    int text_count;
} Recipe;

static uint8_t byte(Recipe* recipe) {
    return recipe->at < recipe->end ? *recipe->at++ : 0;
}

/* Mostly in range, sometimes far outside. */
static int32_t number(Recipe* recipe, int32_t count) {
    uint8_t value = byte(recipe);
    if (value == 255) return INT32_MAX;
    if (value == 254) return INT32_MIN;
    return value < 250 ? value % count : value % (count + 2) - 1;
}

static float real(Recipe* recipe) {
    static const float wild[] = {NAN, INFINITY, -INFINITY, 1e38f, -1e-40f, 0.0f, -0.0f, 1e-30f};
    uint8_t value = byte(recipe);
    return value < 8 ? wild[value] : (float)value / 64.0f - 2.0f;
}

static vrm_Vec3 vec3(Recipe* recipe) {
    vrm_Vec3 v = {real(recipe), real(recipe), real(recipe)};
    return v;
}

/* Any bytes, UTF-8 or not. */
static const char* text(Recipe* recipe) {
    static const char* const words[] = {"", "happy", "a/b~c\"\\", "\n\t\x01", "\xC3\xA9", "blink"};
    uint8_t choice = byte(recipe);
    if (choice < 128 || recipe->text_count == 16) return words[choice % 6];
    char* made = recipe->texts[recipe->text_count++];
    for (int i = 0; i < TEXT_MAX - 1; i++) made[i] = (char)byte(recipe);
    made[TEXT_MAX - 1] = 0;
    return made;
}

/* ---- Setters ---- */

static vrm_Result set_meta(vrm_Edit* edit, Recipe* r) {
    const char* list[LIST_MAX];
    for (int i = 0; i < LIST_MAX; i++) list[i] = text(r);
    vrm_Meta meta = {.name = text(r),
                     .version = text(r),
                     .authors = list,
                     .copyright_information = text(r),
                     .contact_information = text(r),
                     .references = list,
                     .third_party_licenses = text(r),
                     .license_url = text(r),
                     .other_license_url = text(r),
                     .other_permission_url = "",
                     .author_count = byte(r) % (LIST_MAX + 1),
                     .reference_count = byte(r) % (LIST_MAX + 1),
                     .thumbnail_image = number(r, 1)};
    meta.avatar_permission = (vrm_AvatarPermission)number(r, 3);
    meta.commercial_usage = (vrm_CommercialUsage)number(r, 3);
    meta.credit_notation = (vrm_CreditNotation)number(r, 2);
    meta.modification = (vrm_Modification)number(r, 3);
    return vrm_edit_set_meta(edit, &meta);
}

static vrm_Result set_expressions(vrm_Edit* edit, Recipe* r) {
    vrm_Expression list[LIST_MAX];
    vrm_MorphBind morphs[LIST_MAX];
    vrm_ColorBind colors[LIST_MAX];
    vrm_TextureBind textures[LIST_MAX];
    for (int i = 0; i < LIST_MAX; i++) {
        morphs[i] = (vrm_MorphBind){number(r, 4), number(r, 2), real(r)};
        colors[i] = (vrm_ColorBind){
            number(r, 2), (vrm_ColorTarget)number(r, 6), {real(r), real(r), real(r), real(r)}};
        textures[i] = (vrm_TextureBind){number(r, 2),
                                        {real(r), real(r)},
                                        {real(r), real(r)},
                                        byte(r) % 2 == 0,
                                        byte(r) % 2 == 0};
        list[i] = (vrm_Expression){.name = text(r),
                                   .morph_binds = morphs,
                                   .color_binds = colors,
                                   .texture_binds = textures,
                                   .morph_bind_count = byte(r) % (i + 2),
                                   .color_bind_count = byte(r) % (i + 2),
                                   .texture_bind_count = byte(r) % (i + 2),
                                   .preset = (vrm_ExpressionPreset)number(r, 18),
                                   .binary = byte(r) % 4,
                                   .override_blink = byte(r) % 4,
                                   .override_look_at = byte(r) % 4,
                                   .override_mouth = byte(r) % 4};
    }
    return vrm_edit_set_expressions(edit, list, byte(r) % (LIST_MAX + 1));
}

static vrm_RangeMap range_map(Recipe* r) {
    vrm_RangeMap map = {.input_max_degrees = real(r) * 90.0f, .output_scale = real(r)};
    return map;
}

static vrm_Result set_look_at(vrm_Edit* edit, Recipe* r) {
    vrm_LookAt look = {.type = (vrm_LookAtType)number(r, 2), .offset_from_head = vec3(r)};
    look.horizontal_inner = range_map(r);
    look.horizontal_outer = range_map(r);
    look.vertical_down = range_map(r);
    look.vertical_up = range_map(r);
    return vrm_edit_set_look_at(edit, byte(r) % 8 == 0 ? NULL : &look);
}

static vrm_Result set_springs(vrm_Edit* edit, Recipe* r) {
    vrm_Collider colliders[LIST_MAX];
    vrm_ColliderGroup groups[LIST_MAX];
    vrm_SpringJoint joints[LIST_MAX];
    vrm_Spring springs[LIST_MAX];
    int32_t members[LIST_MAX];
    for (int i = 0; i < LIST_MAX; i++) {
        members[i] = number(r, LIST_MAX);
        colliders[i] = (vrm_Collider){.node = number(r, 4),
                                      .shape = (vrm_ColliderShape)number(r, 5),
                                      .offset = vec3(r),
                                      .tail = vec3(r),
                                      .normal = vec3(r),
                                      .radius = real(r)};
        joints[i] = (vrm_SpringJoint){.node = number(r, 4),
                                      .end_offset = vec3(r),
                                      .hit_radius = real(r),
                                      .stiffness = real(r),
                                      .gravity_power = real(r),
                                      .gravity_dir = vec3(r),
                                      .drag_force = real(r)};
        joints[i].limit.type = (vrm_LimitType)number(r, 4);
        joints[i].limit.angle = real(r);
        joints[i].limit.rotation = (vrm_Quat){real(r), real(r), real(r), real(r)};
        groups[i] = (vrm_ColliderGroup){
            .name = text(r), .colliders = members, .collider_count = byte(r) % (LIST_MAX + 1)};
        springs[i] = (vrm_Spring){.name = text(r),
                                  .joints = joints,
                                  .joint_count = byte(r) % (i + 2),
                                  .collider_groups = members,
                                  .collider_group_count = byte(r) % (i + 2),
                                  .center = number(r, 4)};
    }
    vrm_SpringBones bones = {.colliders = colliders,
                             .collider_groups = groups,
                             .springs = springs,
                             .collider_count = byte(r) % (LIST_MAX + 1),
                             .collider_group_count = byte(r) % (LIST_MAX + 1),
                             .spring_count = byte(r) % (LIST_MAX + 1)};
    return vrm_edit_set_spring_bones(edit, &bones);
}

static vrm_Result set_surface(vrm_Edit* edit, const vrm_Model* model, Recipe* r) {
    const vrm_Surface* known = &vrm_model_surfaces(model)[byte(r) % 2];
    vrm_Material material = *known->material;
    vrm_Surface surface = *known;
    material.emissive_factor = vec3(r);
    material.emissive_strength = real(r);
    material.alpha_cutoff = real(r);
    material.base_color_texture.texture = number(r, 1);
    surface.material = &material;
    return vrm_edit_set_surface(edit, number(r, 2), &surface);
}

static vrm_Result set_any(vrm_Edit* edit, const vrm_Model* model, Recipe* r) {
    int32_t bones[VRM_BONE_COUNT];
    vrm_FirstPersonType types[4];
    switch (byte(r) % 8) {
    case 0: return set_meta(edit, r);
    case 1: return set_expressions(edit, r);
    case 2: return set_look_at(edit, r);
    case 3: return set_springs(edit, r);
    case 4:
        for (int i = 0; i < VRM_BONE_COUNT; i++) bones[i] = byte(r) % 4 != 0 ? -1 : number(r, 4);
        return vrm_edit_set_bones(edit, bones);
    case 5:
        for (int i = 0; i < 4; i++) types[i] = (vrm_FirstPersonType)number(r, 4);
        return vrm_edit_set_first_person(edit, types, byte(r) % 8 == 0 ? 3 : 4);
    case 6: {
        vrm_Constraint constraint = {.node = number(r, 4),
                                     .source = number(r, 4),
                                     .type = (vrm_ConstraintType)number(r, 3),
                                     .axis = (vrm_Axis)number(r, 6),
                                     .weight = real(r)};
        return byte(r) % 8 == 0 ? vrm_edit_remove_constraint(edit, constraint.node)
                                : vrm_edit_set_constraint(edit, &constraint);
    }
    default: return set_surface(edit, model, r);
    }
}

/* ---- What must hold ---- */

static void check_result(const vrm_Model* model) {
    size_t size = 0;
    uint8_t* bytes = save(model, &size);
    vrm_Model* again = NULL;
    vrm_Rig* rig = NULL;
    require(vrm_model_load(bytes, size, NULL, NULL, &again) == VRM_OK);
    require(vrm_model_dialect(again) == VRM_DIALECT_1);
    const vrm_SpringBones* springs = vrm_model_spring_bones(again);
    for (int32_t i = 0; i < springs->collider_count; i++)
        require(isfinite(springs->colliders[i].radius) && isfinite(springs->colliders[i].offset.x));
    require(vrm_rig_build(again, NULL, &rig) == VRM_OK);
    vrm_rig_destroy(rig);
    vrm_model_destroy(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Recipe recipe = {.at = data, .end = data + size};
    vrm_Model* model = NULL;
    vrm_Edit* edit = NULL;
    require(vrm_model_load(avatar, sizeof avatar - 1, NULL, NULL, &model) == VRM_OK);
    for (int round = 0; round < 3 && recipe.at < recipe.end; round++) {
        size_t before_size = 0, after_size = 0;
        uint8_t* before = save(model, &before_size);
        require(vrm_edit_begin(model, &edit) == VRM_OK);
        vrm_Result result = VRM_OK;
        for (int i = byte(&recipe) % 3; i >= 0 && result == VRM_OK; i--)
            result = set_any(edit, model, &recipe);
        if (result == VRM_OK && vrm_edit_commit(edit, NULL) == VRM_OK) {
            check_result(model);
        } else {
            vrm_edit_abandon(edit);
            uint8_t* after = save(model, &after_size);
            require(after_size == before_size && memcmp(before, after, after_size) == 0);
            free(after);
        }
        free(before);
    }
    vrm_model_destroy(model);
    return 0;
}
