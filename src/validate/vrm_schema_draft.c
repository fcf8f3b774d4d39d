/* SPDX-License-Identifier: MIT */
/* VRMC_vrm and VRMC_materials_mtoon as of December 2019. Text and schema of that draft use
 * different names for many members; both are here. */
#include "base/words.h"
#include "validate/vrm_schema.h"

#define ROW_ARRAY(element_value)                                                                   \
    { .kind = VRMI_ARRAY, .element = &(element_value) }

/* Strings that the reader accepts in any form, unknown ones as the default. */
static const vrmi_SchemaCode word_codes[] = {{VRMI_PROBLEM_LIST, VRMI_RULE_VRM_VALUE_UNKNOWN},
                                             {VRMI_PROBLEM_NONE, 0}};
#define ROW_ONE_OF(words)                                                                          \
    { .kind = VRMI_STRING, .strings = (words), .codes = word_codes }
/* A texture that has no counterpart in 1.0, so that the reader ignores it. */
#define ROW_UNREAD_TEXTURE                                                                         \
    { .kind = VRMI_INDEX, .target = VRMI_TEXTURES }

static const vrmi_SchemaMember meta_members[] = {
    {"title", VRMI_ROW_TEXT, 0},
    {"version", VRMI_ROW_TEXT, 0},
    {"author", VRMI_ROW_TEXT, 0},
    {"contactInformation", VRMI_ROW_TEXT, 0},
    {"reference", VRMI_ROW_TEXT, 0},
    {"thumbnailImage", VRMI_ROW_INDEX(image), 0},
    {"allowedUser", VRMI_ROW_WORD, 0},
    {"violentUsage", VRMI_ROW_WORD, 0},
    {"sexualUsage", VRMI_ROW_WORD, 0},
    {"commercialUsage", VRMI_ROW_WORD, 0},
    {"otherPermissionUrl", VRMI_ROW_TEXT, 0},
    {"license", VRMI_ROW_WORD, 0},
    {"otherLicenseUrl", VRMI_ROW_TEXT, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
/* Drafts from 2020-11 on have the meta of 1.0. */
static const vrmi_SchemaType meta = VRMI_VRM_TYPE(meta_members, .allows_unknown = true);

static const vrmi_SchemaMember annotation_members[] = {
    {"mesh", VRMI_ROW_INDEX(mesh), 0},
    {"node", {.kind = VRMI_INTEGER, .check = vrmi_use_node}, 0},
    {"firstPersonType", VRMI_ROW_WORD, 0},
    {"firstPersonFlag", VRMI_ROW_TEXT, 0},
    {"type", VRMI_ROW_TEXT, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType annotation = VRMI_VRM_TYPE(annotation_members, .like = NULL);
static const vrmi_SchemaValue annotation_value = VRMI_ROW_OBJECT(annotation);

static const vrmi_SchemaMember first_person_members[] = {
    {"meshAnnotations", ROW_ARRAY(annotation_value), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType first_person = VRMI_VRM_TYPE(first_person_members, .like = NULL);

static const vrmi_SchemaMember look_at_members[] = {
    {"offsetFromHeadBone", VRMI_ROW_NUMBERS(3), 0},
    {"lookAtType", VRMI_ROW_WORD, 0},
    {"type", VRMI_ROW_WORD, 0},
    VRMI_RANGE_MAP_ROWS("lookAtHorizontal", "lookAtVertical"),
    VRMI_RANGE_MAP_ROWS("horizontal", "vertical"),
    VRMI_RANGE_MAP_ROWS("rangeMapHorizontal", "rangeMapVertical"),
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType look_at = VRMI_VRM_TYPE(look_at_members, .like = NULL);

/* ---- blendShape ---- */

static const vrmi_SchemaMember bind_members[] = {
    {"mesh", VRMI_ROW_REQUIRED_INDEX(mesh), 0},
    {"index", {.kind = VRMI_INTEGER, .flags = VRMI_REQUIRED}, 0},
    {"weight", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType bind = VRMI_VRM_TYPE(bind_members, .like = NULL);
static const vrmi_SchemaValue bind_value = VRMI_ROW_OBJECT(bind);

static const vrmi_SchemaMember material_value_members[] = {
    {"material", VRMI_ROW_REQUIRED_INDEX(material), 0},
    {"type", VRMI_ROW_WORD, 0},
    {"target", VRMI_ROW_WORD, 0},
    {"targetValue", ROW_ARRAY(vrmi_any_number), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType material_value =
    VRMI_VRM_TYPE(material_value_members, .at_least_one_of = VRMI_BIT(1) | VRMI_BIT(2));
static const vrmi_SchemaValue material_value_value = VRMI_ROW_OBJECT(material_value);

static const vrmi_SchemaMember group_members[] = {
    {"name", VRMI_ROW_TEXT, 0},
    {"preset", VRMI_ROW_WORD, 0},
    {"presetName", VRMI_ROW_WORD, 0},
    {"binds", ROW_ARRAY(bind_value), 0},
    {"values", ROW_ARRAY(bind_value), 0},
    {"materialValues", ROW_ARRAY(material_value_value), 0},
    {"materials", ROW_ARRAY(material_value_value), 0},
    {"isBinary", VRMI_ROW_FLAG, 0},
    {"is_binary", VRMI_ROW_FLAG, 0},
    {"ignoreBlink", VRMI_ROW_FLAG, 0},
    {"ignoreLookAt", VRMI_ROW_FLAG, 0},
    {"ignoreMouth", VRMI_ROW_FLAG, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType group = VRMI_VRM_TYPE(group_members, .like = NULL);
static const vrmi_SchemaValue group_value = VRMI_ROW_OBJECT(group);

static const vrmi_SchemaMember blend_shape_members[] = {
    {"blendShapeGroups", ROW_ARRAY(group_value), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType blend_shape = VRMI_VRM_TYPE(blend_shape_members, .like = NULL);

/* ---- springBone ---- */

static const vrmi_SchemaValue any_integer = {.kind = VRMI_INTEGER};

static const vrmi_SchemaMember bone_group_members[] = {
    {"name", VRMI_ROW_TEXT, 0},
    {"comment", VRMI_ROW_TEXT, 0},
    {"stiffness", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}, 0},
    {"gravityPower", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}, 0},
    {"gravityDir", VRMI_ROW_NUMBERS(3), 0},
    {"dragForce", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}, 0},
    {"center", VRMI_ROW_INDEX(node), 0},
    {"hitRadius", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}, 0},
    {"bones", ROW_ARRAY(vrmi_used_node), 0},
    {"colliderGroups", ROW_ARRAY(any_integer), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType bone_group = VRMI_VRM_TYPE(bone_group_members, .like = NULL);
static const vrmi_SchemaValue bone_group_value = VRMI_ROW_OBJECT(bone_group);

static const vrmi_SchemaMember collider_members[] = {
    {"offset", VRMI_ROW_NUMBERS(3), 0},
    {"radius", VRMI_ROW_NUMBER, 0},
    {"shapeType", ROW_ONE_OF(vrmi_draft_shapes), 0},
    {"rotation", VRMI_ROW_NUMBERS(3), 0},
    {"size", ROW_ARRAY(vrmi_any_number), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType collider = VRMI_VRM_TYPE(collider_members, .like = NULL);
static const vrmi_SchemaValue collider_value = VRMI_ROW_OBJECT(collider);

static const vrmi_SchemaMember collider_group_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node), 0},
    {"colliders", ROW_ARRAY(collider_value), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType collider_group = VRMI_VRM_TYPE(collider_group_members, .like = NULL);
static const vrmi_SchemaValue collider_group_value = VRMI_ROW_OBJECT(collider_group);

static const vrmi_SchemaMember spring_bone_members[] = {
    {"boneGroups", ROW_ARRAY(bone_group_value), 0},
    {"colliderGroups", ROW_ARRAY(collider_group_value), 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
static const vrmi_SchemaType spring_bone = VRMI_VRM_TYPE(spring_bone_members, .like = NULL);

/* ---- VRMC_vrm ---- */

static const vrmi_SchemaMember root_members[] = {
    {"specVersion", VRMI_ROW_TEXT, 0},
    {"meta", VRMI_ROW_OBJECT(meta), 0},
    {"humanoid", VRMI_ROW_OBJECT(vrmi_vrm1_humanoid), 0},
    {"firstPerson", VRMI_ROW_OBJECT(first_person), 0},
    {"lookAt", VRMI_ROW_OBJECT(look_at), 0},
    {"blendShape", VRMI_ROW_OBJECT(blend_shape), 0},
    {"blendshape", VRMI_ROW_OBJECT(blend_shape), 0},
    {"springBone", VRMI_ROW_OBJECT(spring_bone), 0},
    {"constraint", VRMI_ROW_MAP(vrmi_any_value), 0}, /* undefined in the draft */
    {"expressions", {.kind = VRMI_ANY}, 0},          /* of the drafts after it */
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_draft_root = VRMI_VRM_TYPE(root_members, .like = NULL);

/* ---- VRMC_materials_mtoon ---- */

static const vrmi_SchemaMember mtoon_members[] = {
    {"version", VRMI_ROW_TEXT, 0},
    {"renderMode", ROW_ONE_OF(vrmi_draft_render_modes), 0},
    {"cullMode", ROW_ONE_OF(vrmi_draft_cull_modes), 0},
    {"renderQueueOffsetNumber", VRMI_ROW_INTEGER, 0},
    {"litFactor", ROW_ARRAY(vrmi_any_number), 0},
    {"litMultiplyTexture", VRMI_ROW_INDEX(texture), 0},
    {"shadeFactor", ROW_ARRAY(vrmi_any_number), 0},
    {"shadeMultiplyTexture", VRMI_ROW_INDEX(texture), 0},
    {"cutoutThresholdFactor", VRMI_ROW_NUMBER, 0},
    {"shadingShiftFactor", VRMI_ROW_NUMBER, 0},
    {"shadingToonyFactor", VRMI_ROW_NUMBER, 0},
    {"shadowReceiveMultiplierFactor", VRMI_ROW_NUMBER, 0},
    {"shadowReceiveMultiplierMultiplyTexture", ROW_UNREAD_TEXTURE, 0},
    {"litAndShadeMixingMultiplierFactor", VRMI_ROW_NUMBER, 0},
    {"litAndShadeMixingMultiplierMultiplyTexture", ROW_UNREAD_TEXTURE, 0},
    {"lightColorAttenuationFactor", VRMI_ROW_NUMBER, 0},
    {"giIntensityFactor", VRMI_ROW_NUMBER, 0},
    {"normalTexture", VRMI_ROW_INDEX(texture), 0},
    {"normalScaleFactor", VRMI_ROW_NUMBER, 0},
    {"emissionFactor", ROW_ARRAY(vrmi_any_number), 0},
    {"emissionMultiplyTexture", VRMI_ROW_INDEX(texture), 0},
    {"additiveTexture", VRMI_ROW_INDEX(texture), 0},
    {"rimFactor", ROW_ARRAY(vrmi_any_number), 0},
    {"rimMultiplyTexture", VRMI_ROW_INDEX(texture), 0},
    {"rimLightingMixFactor", VRMI_ROW_NUMBER, 0},
    {"rimFresnelPowerFactor", VRMI_ROW_NUMBER, 0},
    {"rimLiftFactor", VRMI_ROW_NUMBER, 0},
    {"outlineWidthMode", ROW_ONE_OF(vrmi_outline_modes), 0},
    {"outlineWidthFactor", VRMI_ROW_NUMBER, 0},
    {"outlineWidthMultiplyTexture", VRMI_ROW_INDEX(texture), 0},
    {"outlineScaledMaxDistanceFactor", VRMI_ROW_NUMBER, 0},
    {"outlineColorMode", ROW_ONE_OF(vrmi_draft_outline_colors), 0},
    {"outlineFactor", ROW_ARRAY(vrmi_any_number), 0},
    {"outlineLightingMixFactor", VRMI_ROW_NUMBER, 0},
    {"mainTextureLeftBottomOriginScale", ROW_ARRAY(vrmi_any_number), 0},
    {"mainTextureLeftBottomOriginOffset", ROW_ARRAY(vrmi_any_number), 0},
    {"uvAnimationMaskTexture", VRMI_ROW_INDEX(texture), 0},
    {"uvAnimationScrollXSpeedFactor", VRMI_ROW_NUMBER, 0},
    {"uvAnimationScrollYSpeedFactor", VRMI_ROW_NUMBER, 0},
    {"uvAnimationRotationSpeedFactor", VRMI_ROW_NUMBER, 0},
    VRMI_GLTF_EXTENSIONS,
    VRMI_GLTF_EXTRAS,
};
const vrmi_SchemaType vrmi_mtoon_draft = VRMI_VRM_TYPE(mtoon_members, .like = NULL);
