/* SPDX-License-Identifier: MIT */
/* The companions of VRMC_vrm: spring bones with their extensions, constraints, materials. */
#include "validate/gltf/gltf_checks.h"
#include "validate/vrm/vrm_schema.h"

/* ---- VRMC_springBone ---- */

#define SPHERE_ROWS                                                                                \
    {"offset", VRMI_ROW_NUMBERS(3)}, {                                                             \
        "radius", VRMI_ROW_NUMBER                                                                  \
    }
#define CAPSULE_ROWS                                                                               \
    SPHERE_ROWS, {                                                                                 \
        "tail", VRMI_ROW_NUMBERS(3)                                                                \
    }

static const vrmi_SchemaMember sphere_members[] = {
    SPHERE_ROWS,
};
static const vrmi_SchemaType sphere = VRMI_VRM_TYPE(sphere_members, .like = NULL);

static const vrmi_SchemaMember capsule_members[] = {
    CAPSULE_ROWS,
};
static const vrmi_SchemaType capsule = VRMI_VRM_TYPE(capsule_members, .like = NULL);

static const vrmi_SchemaMember shape_members[] = {
    {"sphere", VRMI_ROW_OBJECT(sphere)},
    {"capsule", VRMI_ROW_OBJECT(capsule)},
    /* The text of the beta shows these without their sphere or capsule; the reader reports it. */
    CAPSULE_ROWS,
};
static const vrmi_SchemaType shape = VRMI_VRM_TYPE(shape_members, .like = NULL);

static const vrmi_SchemaMember collider_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node)},
    {"shape", VRMI_ROW_REQUIRED_OBJECT(shape)},
    VRMI_GLTF_NAME,
};
const vrmi_SchemaType vrmi_spring_collider = VRMI_VRM_TYPE(collider_members, .like = NULL);
static const vrmi_SchemaValue collider_value = VRMI_ROW_OBJECT(vrmi_spring_collider);

static void use_collider(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    int64_t index;
    if (vrm_json_integer(walk->json, value, &index))
        vrmi_schema_use(walk, VRMI_SPRING_COLLIDERS, index);
}

static void use_collider_group(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    int64_t index;
    if (vrm_json_integer(walk->json, value, &index))
        vrmi_schema_use(walk, VRMI_SPRING_COLLIDER_GROUPS, index);
}

static const vrmi_SchemaValue used_collider = {.kind = VRMI_INTEGER, .check = use_collider};
static const vrmi_SchemaValue used_collider_group = {.kind = VRMI_INTEGER,
                                                     .check = use_collider_group};

static const vrmi_SchemaMember collider_group_members[] = {
    {"name", VRMI_ROW_TEXT},
    {"colliders",
     {.kind = VRMI_ARRAY, .flags = VRMI_REQUIRED, .length_min = 1, .element = &used_collider}},
};
static const vrmi_SchemaType collider_group = VRMI_VRM_TYPE(collider_group_members, .like = NULL);
static const vrmi_SchemaValue collider_group_value = VRMI_ROW_OBJECT(collider_group);

static const vrmi_SchemaMember joint_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node)}, {"hitRadius", VRMI_ROW_NUMBER},
    {"stiffness", VRMI_ROW_NUMBER},          {"gravityPower", VRMI_ROW_NUMBER},
    {"gravityDir", VRMI_ROW_NUMBERS(3)},     {"dragForce", VRMI_ROW_NUMBER},
};
const vrmi_SchemaType vrmi_spring_joint = VRMI_VRM_TYPE(joint_members, .like = NULL);
static const vrmi_SchemaValue joint_value = VRMI_ROW_OBJECT(vrmi_spring_joint);

static const vrmi_SchemaMember spring_members[] = {
    {"name", VRMI_ROW_TEXT},
    {"joints", {.kind = VRMI_ARRAY, .flags = VRMI_REQUIRED, .element = &joint_value}},
    {"colliderGroups", VRMI_ROW_LIST(used_collider_group)},
    {"center", VRMI_ROW_INDEX(node)},
    {"setting", VRMI_ROW_ANY}, /* of drafts of 2020, as the next two */
    {"springRoot", {.kind = VRMI_ANY, .target = VRMI_NODES, .check = vrmi_use_node}},
    {"colliders", VRMI_ROW_ANY},
};
static const vrmi_SchemaType spring = VRMI_VRM_TYPE(spring_members, .like = NULL);
static const vrmi_SchemaValue spring_value = VRMI_ROW_OBJECT(spring);

static const vrmi_SchemaMember spring_root_members[] = {
    {"specVersion", VRMI_ROW_WORD},
    {"colliders", VRMI_ROW_LIST(collider_value)},
    {"colliderGroups", VRMI_ROW_LIST(collider_group_value)},
    {"springs", VRMI_ROW_LIST(spring_value)},
    {"boneGroups", VRMI_ROW_ANY}, /* of drafts of 2020: the reader says so */
    {"settings", VRMI_ROW_ANY},
};
const vrmi_SchemaType vrmi_spring_root = VRMI_VRM_TYPE(spring_root_members, .like = NULL);

/* ---- VRMC_springBone_extended_collider ---- */

static const vrmi_SchemaMember extended_sphere_members[] = {
    SPHERE_ROWS,
    {"inside", VRMI_ROW_FLAG},
};
static const vrmi_SchemaType extended_sphere = VRMI_VRM_TYPE(extended_sphere_members, .like = NULL);

static const vrmi_SchemaMember extended_capsule_members[] = {
    CAPSULE_ROWS,
    {"inside", VRMI_ROW_FLAG},
};
static const vrmi_SchemaType extended_capsule =
    VRMI_VRM_TYPE(extended_capsule_members, .like = NULL);

static const vrmi_SchemaMember plane_members[] = {
    {"offset", VRMI_ROW_NUMBERS(3)},
    {"normal", VRMI_ROW_NUMBERS(3)},
};
static const vrmi_SchemaType plane = VRMI_VRM_TYPE(plane_members, .like = NULL);

static const vrmi_SchemaMember extended_shape_members[] = {
    {"sphere", VRMI_ROW_OBJECT(extended_sphere)},
    {"capsule", VRMI_ROW_OBJECT(extended_capsule)},
    {"plane", VRMI_ROW_OBJECT(plane)},
};
static const vrmi_SchemaType extended_shape = VRMI_VRM_TYPE(extended_shape_members, .like = NULL);

static const vrmi_SchemaMember extended_collider_members[] = {
    {"specVersion", VRMI_ROW_WORD},
    {"shape", VRMI_ROW_OBJECT(extended_shape)},
};
const vrmi_SchemaType vrmi_spring_extended_collider =
    VRMI_VRM_TYPE(extended_collider_members, .like = NULL);

/* ---- VRMC_springBone_limit (draft) ---- */

static const vrmi_SchemaMember cone_members[] = {
    {"angle", VRMI_ROW_REQUIRED_NUMBER},
    {"rotation", VRMI_ROW_NUMBERS(4)},
};
static const vrmi_SchemaType cone = VRMI_VRM_TYPE(cone_members, .like = NULL);

static const vrmi_SchemaMember spherical_members[] = {
    {"pitch", VRMI_ROW_REQUIRED_NUMBER},
    {"yaw", VRMI_ROW_REQUIRED_NUMBER},
    {"rotation", VRMI_ROW_NUMBERS(4)},
};
static const vrmi_SchemaType spherical = VRMI_VRM_TYPE(spherical_members, .like = NULL);

static const vrmi_SchemaMember limit_members[] = {
    {"cone", VRMI_ROW_OBJECT(cone)},
    {"hinge", VRMI_ROW_OBJECT(cone)}, /* the same members */
    {"spherical", VRMI_ROW_OBJECT(spherical)},
};
static const vrmi_SchemaType limit = VRMI_VRM_TYPE(limit_members, .like = NULL);

static const vrmi_SchemaMember limit_root_members[] = {
    {"specVersion", VRMI_ROW_WORD},
    {"limit", VRMI_ROW_REQUIRED_OBJECT(limit)},
};
const vrmi_SchemaType vrmi_spring_limit = VRMI_VRM_TYPE(limit_root_members, .like = NULL);

/* ---- VRMC_node_constraint ---- */

/* Members of drafts of 2021; the reader reports that they are not supported. */
#define DRAFT_ROWS                                                                                 \
    {"freezeAxes", VRMI_ROW_ANY}, {"sourceSpace", VRMI_ROW_ANY},                                   \
        {"destinationSpace", VRMI_ROW_ANY}, {"aimVector", VRMI_ROW_ANY},                           \
        {"upVector", VRMI_ROW_ANY}, {                                                              \
        "axes", VRMI_ROW_ANY                                                                       \
    }

/* Required in 1.0 and the beta. A draft, recognized by one of its members, has other axes. */
static void require_member(vrmi_SchemaWalk* walk, vrm_JsonRef object, const char* key) {
    static const vrmi_SchemaMember draft_rows[] = {DRAFT_ROWS};
    for (size_t i = 0; i < sizeof draft_rows / sizeof *draft_rows; i++)
        if (vrm_json_member(walk->json, object, draft_rows[i].name) != VRM_JSON_MISSING) return;
    if (vrm_json_member(walk->json, object, key) == VRM_JSON_MISSING)
        vrmi_report(walk->report, VRMI_RULE_UNDEFINED_PROPERTY, walk->json, object,
                    "The property '%s' is missing.", key);
}

static void check_rotation(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    (void)members;
    require_member(walk, object, "source");
}

static void check_roll(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    check_rotation(walk, object, members);
    require_member(walk, object, "rollAxis");
}

static void check_aim(vrmi_SchemaWalk* walk, vrm_JsonRef object, const vrm_JsonRef* members) {
    check_rotation(walk, object, members);
    require_member(walk, object, "aimAxis");
}

static const vrmi_SchemaMember roll_members[] = {
    {"source", VRMI_ROW_INDEX(node)},
    {"rollAxis", VRMI_ROW_WORD},
    {"weight", VRMI_ROW_NUMBER},
    DRAFT_ROWS,
    VRMI_GLTF_NAME,
};
static const vrmi_SchemaType roll = VRMI_VRM_TYPE(roll_members, .check = check_roll);

static const vrmi_SchemaMember aim_members[] = {
    {"source", VRMI_ROW_INDEX(node)},
    {"aimAxis", VRMI_ROW_WORD},
    {"weight", VRMI_ROW_NUMBER},
    DRAFT_ROWS,
    VRMI_GLTF_NAME,
};
static const vrmi_SchemaType aim = VRMI_VRM_TYPE(aim_members, .check = check_aim);

static const vrmi_SchemaMember rotation_members[] = {
    {"source", VRMI_ROW_INDEX(node)},
    {"weight", VRMI_ROW_NUMBER},
    DRAFT_ROWS,
    VRMI_GLTF_NAME,
};
static const vrmi_SchemaType rotation = VRMI_VRM_TYPE(rotation_members, .check = check_rotation);

static const vrmi_SchemaMember constraint_members[] = {
    {"roll", VRMI_ROW_OBJECT(roll)},
    {"aim", VRMI_ROW_OBJECT(aim)},
    {"rotation", VRMI_ROW_OBJECT(rotation)},
    {"position", VRMI_ROW_ANY}, /* of a draft: the reader says so */
};
static const vrmi_SchemaType constraint = VRMI_VRM_TYPE(constraint_members, .like = NULL);

static const vrmi_SchemaMember node_constraint_members[] = {
    {"specVersion", VRMI_ROW_WORD},
    {"constraint", {.kind = VRMI_OBJECT, .flags = VRMI_REQUIRED, .type = &constraint}},
};
const vrmi_SchemaType vrmi_node_constraint = VRMI_VRM_TYPE(node_constraint_members, .like = NULL);

/* ---- VRMC_materials_mtoon ---- */

#define TEXTURE_ROWS                                                                               \
    [VRMI_TEXTURE_INFO_INDEX] = {"index",                                                          \
                                 {.kind = VRMI_INDEX,                                              \
                                  .flags = VRMI_REQUIRED,                                          \
                                  .target = VRMI_TEXTURES}},                                       \
    [VRMI_TEXTURE_INFO_TEX_COORD] = {                                                              \
        "texCoord", {.kind = VRMI_INTEGER, .flags = VRMI_HAS_MIN, .range = &vrmi_range_0_1}}

static const vrmi_SchemaMember texture_members[] = {TEXTURE_ROWS};
static const vrmi_SchemaType texture = VRMI_VRM_TYPE(
    texture_members, .like = &vrmi_gltf_texture_info, .check = vrmi_check_texture_info);
/* A matcap is placed by the normal, so the mesh does not need its texture coordinates. */
static const vrmi_SchemaType matcap_texture =
    VRMI_VRM_TYPE(texture_members, .like = &vrmi_gltf_texture_info);

static const vrmi_SchemaMember shift_texture_members[] = {TEXTURE_ROWS, {"scale", VRMI_ROW_NUMBER}};
static const vrmi_SchemaType shift_texture = VRMI_VRM_TYPE(
    shift_texture_members, .like = &vrmi_gltf_texture_info, .check = vrmi_check_texture_info);

static const vrmi_SchemaMember mtoon_members[] = {
    {"specVersion", VRMI_ROW_WORD},
    {"transparentWithZWrite", VRMI_ROW_FLAG},
    {"renderQueueOffsetNumber", VRMI_ROW_INTEGER},
    {"shadeColorFactor", VRMI_ROW_NUMBERS(3)},
    {"shadeMultiplyTexture", VRMI_ROW_OBJECT(texture)},
    {"shadingShiftFactor", VRMI_ROW_NUMBER},
    {"shadingShiftTexture", VRMI_ROW_OBJECT(shift_texture)},
    {"shadingToonyFactor", VRMI_ROW_NUMBER},
    {"giEqualizationFactor", VRMI_ROW_NUMBER},
    {"matcapFactor", VRMI_ROW_NUMBERS(3)},
    {"matcapTexture", VRMI_ROW_OBJECT(matcap_texture)},
    {"parametricRimColorFactor", VRMI_ROW_NUMBERS(3)},
    {"parametricRimFresnelPowerFactor", VRMI_ROW_NUMBER},
    {"parametricRimLiftFactor", VRMI_ROW_NUMBER},
    {"rimMultiplyTexture", VRMI_ROW_OBJECT(texture)},
    {"rimLightingMixFactor", VRMI_ROW_NUMBER},
    {"outlineWidthMode", VRMI_ROW_WORD},
    {"outlineWidthFactor", VRMI_ROW_NUMBER},
    {"outlineWidthMultiplyTexture", VRMI_ROW_OBJECT(texture)},
    {"outlineColorFactor", VRMI_ROW_NUMBERS(3)},
    {"outlineLightingMixFactor", VRMI_ROW_NUMBER},
    {"uvAnimationMaskTexture", VRMI_ROW_OBJECT(texture)},
    {"uvAnimationScrollXSpeedFactor", VRMI_ROW_NUMBER},
    {"uvAnimationScrollYSpeedFactor", VRMI_ROW_NUMBER},
    {"uvAnimationRotationSpeedFactor", VRMI_ROW_NUMBER},
};
const vrmi_SchemaType vrmi_mtoon = VRMI_VRM_TYPE(mtoon_members, .like = NULL);

/* ---- VRMC_materials_hdr_emissiveMultiplier (archived) ---- */

static const vrmi_SchemaMember hdr_multiplier_members[] = {
    {"emissiveMultiplier", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
};
const vrmi_SchemaType vrmi_hdr_multiplier = VRMI_VRM_TYPE(hdr_multiplier_members, .like = NULL);
