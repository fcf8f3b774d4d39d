/* SPDX-License-Identifier: MIT */
/* The companions of VRMC_vrm: spring bones with their extensions, constraints, materials. */
#include "validate/gltf_checks.h"
#include "validate/vrm_schema.h"

/* ---- VRMC_springBone ---- */

#define SPHERE_ROWS                                                                                \
    {"offset", VRMI_ROW_NUMBERS(3), 0}, {                                                          \
        "radius", VRMI_ROW_NUMBER, 0                                                               \
    }
#define CAPSULE_ROWS                                                                               \
    SPHERE_ROWS, {                                                                                 \
        "tail", VRMI_ROW_NUMBERS(3), 0                                                             \
    }

static const vrmi_SchemaMember sphere_members[] = {
    SPHERE_ROWS,
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType sphere = VRMI_VRM_TYPE(sphere_members, .like = NULL);

static const vrmi_SchemaMember capsule_members[] = {
    CAPSULE_ROWS,
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType capsule = VRMI_VRM_TYPE(capsule_members, .like = NULL);

static const vrmi_SchemaMember shape_members[] = {
    {"sphere", VRMI_ROW_OBJECT(sphere), 0},
    {"capsule", VRMI_ROW_OBJECT(capsule), 0},
    /* The text of the beta shows these without their sphere or capsule; the reader reports it. */
    CAPSULE_ROWS,
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType shape = VRMI_VRM_TYPE(shape_members, .like = NULL);

static const vrmi_SchemaMember collider_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node), 0},
    {"shape", VRMI_ROW_REQUIRED_OBJECT(shape), 0},
    VRMI_GLTF_NAME,
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
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
    {"name", VRMI_ROW_TEXT, 0},
    {"colliders",
     {.kind = VRMI_ARRAY, .flags = VRMI_REQUIRED, .length_min = 1, .element = &used_collider},
     0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType collider_group = VRMI_VRM_TYPE(collider_group_members, .like = NULL);
static const vrmi_SchemaValue collider_group_value = VRMI_ROW_OBJECT(collider_group);

static const vrmi_SchemaMember joint_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node), 0},
    {"hitRadius", VRMI_ROW_NUMBER, 0},
    {"stiffness", VRMI_ROW_NUMBER, 0},
    {"gravityPower", VRMI_ROW_NUMBER, 0},
    {"gravityDir", VRMI_ROW_NUMBERS(3), 0},
    {"dragForce", VRMI_ROW_NUMBER, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_spring_joint = VRMI_VRM_TYPE(joint_members, .like = NULL);
static const vrmi_SchemaValue joint_value = VRMI_ROW_OBJECT(vrmi_spring_joint);

static const vrmi_SchemaMember spring_members[] = {
    {"name", VRMI_ROW_TEXT, 0},
    {"joints", {.kind = VRMI_ARRAY, .flags = VRMI_REQUIRED, .element = &joint_value}, 0},
    {"colliderGroups", VRMI_ROW_LIST(used_collider_group), 0},
    {"center", VRMI_ROW_INDEX(node), 0},
    {"setting", VRMI_ROW_ANY, 0}, /* of drafts of 2020, as the next two */
    {"springRoot", {.kind = VRMI_ANY, .check = vrmi_use_node}, 0},
    {"colliders", VRMI_ROW_ANY, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType spring = VRMI_VRM_TYPE(spring_members, .like = NULL);
static const vrmi_SchemaValue spring_value = VRMI_ROW_OBJECT(spring);

static const vrmi_SchemaMember spring_root_members[] = {
    {"specVersion", VRMI_ROW_WORD, 0},
    {"colliders", VRMI_ROW_LIST(collider_value), 0},
    {"colliderGroups", VRMI_ROW_LIST(collider_group_value), 0},
    {"springs", VRMI_ROW_LIST(spring_value), 0},
    {"boneGroups", VRMI_ROW_ANY, 0}, /* of drafts of 2020: the reader says so */
    {"settings", VRMI_ROW_ANY, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_spring_root = VRMI_VRM_TYPE(spring_root_members, .like = NULL);

/* ---- VRMC_springBone_extended_collider ---- */

static const vrmi_SchemaMember extended_sphere_members[] = {
    SPHERE_ROWS,
    {"inside", VRMI_ROW_FLAG, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType extended_sphere = VRMI_VRM_TYPE(extended_sphere_members, .like = NULL);

static const vrmi_SchemaMember extended_capsule_members[] = {
    CAPSULE_ROWS,
    {"inside", VRMI_ROW_FLAG, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType extended_capsule =
    VRMI_VRM_TYPE(extended_capsule_members, .like = NULL);

static const vrmi_SchemaMember plane_members[] = {
    {"offset", VRMI_ROW_NUMBERS(3), 0},
    {"normal", VRMI_ROW_NUMBERS(3), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType plane = VRMI_VRM_TYPE(plane_members, .like = NULL);

static const vrmi_SchemaMember extended_shape_members[] = {
    {"sphere", VRMI_ROW_OBJECT(extended_sphere), 0},
    {"capsule", VRMI_ROW_OBJECT(extended_capsule), 0},
    {"plane", VRMI_ROW_OBJECT(plane), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType extended_shape = VRMI_VRM_TYPE(extended_shape_members, .like = NULL);

static const vrmi_SchemaMember extended_collider_members[] = {
    {"specVersion", VRMI_ROW_WORD, 0},
    {"shape", VRMI_ROW_OBJECT(extended_shape), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_spring_extended_collider =
    VRMI_VRM_TYPE(extended_collider_members, .like = NULL);

/* ---- VRMC_springBone_limit (draft) ---- */

static const vrmi_SchemaMember cone_members[] = {
    {"angle", VRMI_ROW_REQUIRED_NUMBER, 0},
    {"rotation", VRMI_ROW_NUMBERS(4), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType cone = VRMI_VRM_TYPE(cone_members, .like = NULL);

static const vrmi_SchemaMember spherical_members[] = {
    {"pitch", VRMI_ROW_REQUIRED_NUMBER, 0},
    {"yaw", VRMI_ROW_REQUIRED_NUMBER, 0},
    {"rotation", VRMI_ROW_NUMBERS(4), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType spherical = VRMI_VRM_TYPE(spherical_members, .like = NULL);

static const vrmi_SchemaMember limit_members[] = {
    {"cone", VRMI_ROW_OBJECT(cone), 0},
    {"hinge", VRMI_ROW_OBJECT(cone), 0}, /* the same members */
    {"spherical", VRMI_ROW_OBJECT(spherical), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType limit = VRMI_VRM_TYPE(limit_members, .like = NULL);

static const vrmi_SchemaMember limit_root_members[] = {
    {"specVersion", VRMI_ROW_WORD, 0},
    {"limit", VRMI_ROW_REQUIRED_OBJECT(limit), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_spring_limit = VRMI_VRM_TYPE(limit_root_members, .like = NULL);

/* ---- VRMC_node_constraint ---- */

/* Members of drafts of 2021; the reader reports that they are not supported. */
#define DRAFT_ROWS                                                                                 \
    {"freezeAxes", VRMI_ROW_ANY, 0}, {"sourceSpace", VRMI_ROW_ANY, 0},                             \
        {"destinationSpace", VRMI_ROW_ANY, 0}, {"aimVector", VRMI_ROW_ANY, 0},                     \
        {"upVector", VRMI_ROW_ANY, 0}, {                                                           \
        "axes", VRMI_ROW_ANY, 0                                                                    \
    }

/* Required in 1.0 and the beta. A draft, recognized by one of its members, has other axes. */
static void require_member(vrmi_SchemaWalk* walk, vrm_JsonRef object, const char* key) {
    static const vrmi_SchemaMember draft_rows[] = {DRAFT_ROWS};
    for (size_t i = 0; i < sizeof draft_rows / sizeof *draft_rows; i++)
        if (vrm_json_member(walk->json, object, draft_rows[i].name) != VRM_JSON_MISSING) return;
    if (vrm_json_member(walk->json, object, key) == VRM_JSON_MISSING)
        vrmi_find(walk->report, VRMI_RULE_UNDEFINED_PROPERTY, walk->json, object,
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
    {"source", VRMI_ROW_INDEX(node), 0},
    {"rollAxis", VRMI_ROW_WORD, 0},
    {"weight", VRMI_ROW_NUMBER, 0},
    DRAFT_ROWS,
    VRMI_GLTF_NAME,
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType roll = VRMI_VRM_TYPE(roll_members, .check = check_roll);

static const vrmi_SchemaMember aim_members[] = {
    {"source", VRMI_ROW_INDEX(node), 0},
    {"aimAxis", VRMI_ROW_WORD, 0},
    {"weight", VRMI_ROW_NUMBER, 0},
    DRAFT_ROWS,
    VRMI_GLTF_NAME,
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType aim = VRMI_VRM_TYPE(aim_members, .check = check_aim);

static const vrmi_SchemaMember rotation_members[] = {
    {"source", VRMI_ROW_INDEX(node), 0},
    {"weight", VRMI_ROW_NUMBER, 0},
    DRAFT_ROWS,
    VRMI_GLTF_NAME,
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType rotation = VRMI_VRM_TYPE(rotation_members, .check = check_rotation);

static const vrmi_SchemaMember constraint_members[] = {
    {"roll", VRMI_ROW_OBJECT(roll), 0},
    {"aim", VRMI_ROW_OBJECT(aim), 0},
    {"rotation", VRMI_ROW_OBJECT(rotation), 0},
    {"position", VRMI_ROW_ANY, 0}, /* of a draft: the reader says so */
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType constraint = VRMI_VRM_TYPE(constraint_members, .like = NULL);

static const vrmi_SchemaMember node_constraint_members[] = {
    {"specVersion", VRMI_ROW_WORD, 0},
    {"constraint", {.kind = VRMI_OBJECT, .flags = VRMI_REQUIRED, .type = &constraint}, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_node_constraint = VRMI_VRM_TYPE(node_constraint_members, .like = NULL);

/* ---- VRMC_materials_mtoon ---- */

#define TEXTURE_ROWS                                                                               \
    [VRMI_TEXTURE_INFO_INDEX] =                                                                    \
        {"index", {.kind = VRMI_INDEX, .flags = VRMI_REQUIRED, .target = VRMI_TEXTURES}, 0},       \
    [VRMI_TEXTURE_INFO_TEX_COORD] = {"texCoord",                                                   \
                                     {.kind = VRMI_INTEGER, .flags = VRMI_HAS_MIN, .min = 0},      \
                                     0},                                                           \
    VRMI_GLTF_EXTENSIONS, VRMI_GLTF_EXTRAS

static const vrmi_SchemaMember texture_members[] = {TEXTURE_ROWS};
static const vrmi_SchemaType texture = VRMI_VRM_TYPE(
    texture_members, .like = &vrmi_gltf_texture_info, .check = vrmi_check_texture_info);
/* A matcap is placed by the normal, so the mesh does not need its texture coordinates. */
static const vrmi_SchemaType matcap_texture =
    VRMI_VRM_TYPE(texture_members, .like = &vrmi_gltf_texture_info);

static const vrmi_SchemaMember shift_texture_members[] = {TEXTURE_ROWS,
                                                          {"scale", VRMI_ROW_NUMBER, 0}};
static const vrmi_SchemaType shift_texture = VRMI_VRM_TYPE(
    shift_texture_members, .like = &vrmi_gltf_texture_info, .check = vrmi_check_texture_info);

static const vrmi_SchemaMember mtoon_members[] = {
    {"specVersion", VRMI_ROW_WORD, 0},
    {"transparentWithZWrite", VRMI_ROW_FLAG, 0},
    {"renderQueueOffsetNumber", VRMI_ROW_INTEGER, 0},
    {"shadeColorFactor", VRMI_ROW_NUMBERS(3), 0},
    {"shadeMultiplyTexture", VRMI_ROW_OBJECT(texture), 0},
    {"shadingShiftFactor", VRMI_ROW_NUMBER, 0},
    {"shadingShiftTexture", VRMI_ROW_OBJECT(shift_texture), 0},
    {"shadingToonyFactor", VRMI_ROW_NUMBER, 0},
    {"giEqualizationFactor", VRMI_ROW_NUMBER, 0},
    {"matcapFactor", VRMI_ROW_NUMBERS(3), 0},
    {"matcapTexture", VRMI_ROW_OBJECT(matcap_texture), 0},
    {"parametricRimColorFactor", VRMI_ROW_NUMBERS(3), 0},
    {"parametricRimFresnelPowerFactor", VRMI_ROW_NUMBER, 0},
    {"parametricRimLiftFactor", VRMI_ROW_NUMBER, 0},
    {"rimMultiplyTexture", VRMI_ROW_OBJECT(texture), 0},
    {"rimLightingMixFactor", VRMI_ROW_NUMBER, 0},
    {"outlineWidthMode", VRMI_ROW_WORD, 0},
    {"outlineWidthFactor", VRMI_ROW_NUMBER, 0},
    {"outlineWidthMultiplyTexture", VRMI_ROW_OBJECT(texture), 0},
    {"outlineColorFactor", VRMI_ROW_NUMBERS(3), 0},
    {"outlineLightingMixFactor", VRMI_ROW_NUMBER, 0},
    {"uvAnimationMaskTexture", VRMI_ROW_OBJECT(texture), 0},
    {"uvAnimationScrollXSpeedFactor", VRMI_ROW_NUMBER, 0},
    {"uvAnimationScrollYSpeedFactor", VRMI_ROW_NUMBER, 0},
    {"uvAnimationRotationSpeedFactor", VRMI_ROW_NUMBER, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_mtoon = VRMI_VRM_TYPE(mtoon_members, .like = NULL);

/* ---- VRMC_materials_hdr_emissiveMultiplier (archived) ---- */

static const vrmi_SchemaMember hdr_multiplier_members[] = {
    {"emissiveMultiplier", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_hdr_multiplier = VRMI_VRM_TYPE(hdr_multiplier_members, .like = NULL);
