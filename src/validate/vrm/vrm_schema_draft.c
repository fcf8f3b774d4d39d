/* SPDX-License-Identifier: MIT */
/* VRMC_vrm and VRMC_materials_mtoon as of December 2019. Text and schema of that draft use
 * different names for many members; both are here. */
#include "base/words.h"
#include "validate/vrm/vrm_schema.h"

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
    {"title", VRMI_ROW_TEXT},
    {"version", VRMI_ROW_TEXT},
    {"author", VRMI_ROW_TEXT},
    {"contactInformation", VRMI_ROW_TEXT},
    {"reference", VRMI_ROW_TEXT},
    {"thumbnailImage", VRMI_ROW_INDEX(image)},
    {"allowedUser", VRMI_ROW_WORD},
    {"violentUsage", VRMI_ROW_WORD},
    {"sexualUsage", VRMI_ROW_WORD},
    {"commercialUsage", VRMI_ROW_WORD},
    {"otherPermissionUrl", VRMI_ROW_TEXT},
    {"license", VRMI_ROW_WORD},
    {"otherLicenseUrl", VRMI_ROW_TEXT},
};
/* Drafts from 2020-11 on have the meta of 1.0. */
static const vrmi_SchemaType meta = VRMI_VRM_TYPE(meta_members, .allows_unknown = true);

static const vrmi_SchemaMember annotation_members[] = {
    {"mesh", VRMI_ROW_INDEX(mesh)},
    {"node", VRMI_ROW_INDEX(node)},
    {"firstPersonType", VRMI_ROW_WORD},
    {"firstPersonFlag", VRMI_ROW_TEXT},
    {"type", VRMI_ROW_TEXT},
};
static const vrmi_SchemaType annotation = VRMI_VRM_TYPE(annotation_members, .like = NULL);
static const vrmi_SchemaValue annotation_value = VRMI_ROW_OBJECT(annotation);

static const vrmi_SchemaMember first_person_members[] = {
    {"meshAnnotations", ROW_ARRAY(annotation_value)},
};
static const vrmi_SchemaType first_person = VRMI_VRM_TYPE(first_person_members, .like = NULL);

static const vrmi_SchemaMember look_at_members[] = {
    {"offsetFromHeadBone", VRMI_ROW_NUMBERS(3)},
    {"lookAtType", VRMI_ROW_WORD},
    {"type", VRMI_ROW_WORD},
    VRMI_RANGE_MAP_ROWS("lookAtHorizontal", "lookAtVertical"),
    VRMI_RANGE_MAP_ROWS("horizontal", "vertical"),
    VRMI_RANGE_MAP_ROWS("rangeMapHorizontal", "rangeMapVertical"),
};
static const vrmi_SchemaType look_at = VRMI_VRM_TYPE(look_at_members, .like = NULL);

/* ---- blendShape ---- */

static const vrmi_SchemaMember bind_members[] = {
    {"mesh", VRMI_ROW_REQUIRED_INDEX(mesh)},
    {"index", {.kind = VRMI_INTEGER, .flags = VRMI_REQUIRED}},
    {"weight", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
};
static const vrmi_SchemaType bind = VRMI_VRM_TYPE(bind_members, .like = NULL);
static const vrmi_SchemaValue bind_value = VRMI_ROW_OBJECT(bind);

static const vrmi_SchemaMember material_value_members[] = {
    {"material", VRMI_ROW_REQUIRED_INDEX(material)},
    {"type", VRMI_ROW_WORD},
    {"target", VRMI_ROW_WORD},
    {"targetValue", ROW_ARRAY(vrmi_any_number)},
};
static const vrmi_SchemaType material_value =
    VRMI_VRM_TYPE(material_value_members, .at_least_one_of = VRMI_BIT(1) | VRMI_BIT(2));
static const vrmi_SchemaValue material_value_value = VRMI_ROW_OBJECT(material_value);

static const vrmi_SchemaMember group_members[] = {
    {"name", VRMI_ROW_TEXT},
    {"preset", VRMI_ROW_WORD},
    {"presetName", VRMI_ROW_WORD},
    {"binds", ROW_ARRAY(bind_value)},
    {"values", ROW_ARRAY(bind_value)},
    {"materialValues", ROW_ARRAY(material_value_value)},
    {"materials", ROW_ARRAY(material_value_value)},
    {"isBinary", VRMI_ROW_FLAG},
    {"is_binary", VRMI_ROW_FLAG},
    {"ignoreBlink", VRMI_ROW_FLAG},
    {"ignoreLookAt", VRMI_ROW_FLAG},
    {"ignoreMouth", VRMI_ROW_FLAG},
};
static const vrmi_SchemaType group = VRMI_VRM_TYPE(group_members, .like = NULL);
static const vrmi_SchemaValue group_value = VRMI_ROW_OBJECT(group);

static const vrmi_SchemaMember blend_shape_members[] = {
    {"blendShapeGroups", ROW_ARRAY(group_value)},
};
static const vrmi_SchemaType blend_shape = VRMI_VRM_TYPE(blend_shape_members, .like = NULL);

/* ---- springBone ---- */

static const vrmi_SchemaValue any_integer = {.kind = VRMI_INTEGER};

static const vrmi_SchemaMember bone_group_members[] = {
    {"name", VRMI_ROW_TEXT},
    {"comment", VRMI_ROW_TEXT},
    {"stiffness", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
    {"gravityPower", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
    {"gravityDir", VRMI_ROW_NUMBERS(3)},
    {"dragForce", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
    {"center", VRMI_ROW_INDEX(node)},
    {"hitRadius", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
    {"bones", ROW_ARRAY(vrmi_used_node)},
    {"colliderGroups", ROW_ARRAY(any_integer)},
};
static const vrmi_SchemaType bone_group = VRMI_VRM_TYPE(bone_group_members, .like = NULL);
static const vrmi_SchemaValue bone_group_value = VRMI_ROW_OBJECT(bone_group);

static const vrmi_SchemaMember collider_members[] = {
    {"offset", VRMI_ROW_NUMBERS(3)},
    {"radius", VRMI_ROW_NUMBER},
    {"shapeType", ROW_ONE_OF(vrmi_draft_shapes)},
    {"rotation", VRMI_ROW_NUMBERS(3)},
    {"size", ROW_ARRAY(vrmi_any_number)},
};
static const vrmi_SchemaType collider = VRMI_VRM_TYPE(collider_members, .like = NULL);
static const vrmi_SchemaValue collider_value = VRMI_ROW_OBJECT(collider);

static const vrmi_SchemaMember collider_group_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node)},
    {"colliders", ROW_ARRAY(collider_value)},
};
static const vrmi_SchemaType collider_group = VRMI_VRM_TYPE(collider_group_members, .like = NULL);
static const vrmi_SchemaValue collider_group_value = VRMI_ROW_OBJECT(collider_group);

static const vrmi_SchemaMember spring_bone_members[] = {
    {"boneGroups", ROW_ARRAY(bone_group_value)},
    {"colliderGroups", ROW_ARRAY(collider_group_value)},
};
static const vrmi_SchemaType spring_bone = VRMI_VRM_TYPE(spring_bone_members, .like = NULL);

/* ---- VRMC_vrm ---- */

static const vrmi_SchemaMember root_members[] = {
    {"specVersion", VRMI_ROW_TEXT},
    {"meta", VRMI_ROW_OBJECT(meta)},
    {"humanoid", VRMI_ROW_OBJECT(vrmi_vrm1_humanoid)},
    {"firstPerson", VRMI_ROW_OBJECT(first_person)},
    {"lookAt", VRMI_ROW_OBJECT(look_at)},
    {"blendShape", VRMI_ROW_OBJECT(blend_shape)},
    {"blendshape", VRMI_ROW_OBJECT(blend_shape)},
    {"springBone", VRMI_ROW_OBJECT(spring_bone)},
    {"constraint", VRMI_ROW_MAP(vrmi_any_value)}, /* undefined in the draft */
    {"expressions", {.kind = VRMI_ANY}},          /* of the drafts after it */
};
const vrmi_SchemaType vrmi_draft_root = VRMI_VRM_TYPE(root_members, .like = NULL);

/* ---- VRMC_materials_mtoon ---- */

static const vrmi_SchemaMember mtoon_members[] = {
    {"version", VRMI_ROW_TEXT},
    {"renderMode", ROW_ONE_OF(vrmi_draft_render_modes)},
    {"cullMode", ROW_ONE_OF(vrmi_draft_cull_modes)},
    {"renderQueueOffsetNumber", VRMI_ROW_INTEGER},
    {"litFactor", ROW_ARRAY(vrmi_any_number)},
    {"litMultiplyTexture", VRMI_ROW_INDEX(texture)},
    {"shadeFactor", ROW_ARRAY(vrmi_any_number)},
    {"shadeMultiplyTexture", VRMI_ROW_INDEX(texture)},
    {"cutoutThresholdFactor", VRMI_ROW_NUMBER},
    {"shadingShiftFactor", VRMI_ROW_NUMBER},
    {"shadingToonyFactor", VRMI_ROW_NUMBER},
    {"shadowReceiveMultiplierFactor", VRMI_ROW_NUMBER},
    {"shadowReceiveMultiplierMultiplyTexture", ROW_UNREAD_TEXTURE},
    {"litAndShadeMixingMultiplierFactor", VRMI_ROW_NUMBER},
    {"litAndShadeMixingMultiplierMultiplyTexture", ROW_UNREAD_TEXTURE},
    {"lightColorAttenuationFactor", VRMI_ROW_NUMBER},
    {"giIntensityFactor", VRMI_ROW_NUMBER},
    {"normalTexture", VRMI_ROW_INDEX(texture)},
    {"normalScaleFactor", VRMI_ROW_NUMBER},
    {"emissionFactor", ROW_ARRAY(vrmi_any_number)},
    {"emissionMultiplyTexture", VRMI_ROW_INDEX(texture)},
    {"additiveTexture", VRMI_ROW_INDEX(texture)},
    {"rimFactor", ROW_ARRAY(vrmi_any_number)},
    {"rimMultiplyTexture", VRMI_ROW_INDEX(texture)},
    {"rimLightingMixFactor", VRMI_ROW_NUMBER},
    {"rimFresnelPowerFactor", VRMI_ROW_NUMBER},
    {"rimLiftFactor", VRMI_ROW_NUMBER},
    {"outlineWidthMode", ROW_ONE_OF(vrmi_outline_modes)},
    {"outlineWidthFactor", VRMI_ROW_NUMBER},
    {"outlineWidthMultiplyTexture", VRMI_ROW_INDEX(texture)},
    {"outlineScaledMaxDistanceFactor", VRMI_ROW_NUMBER},
    {"outlineColorMode", ROW_ONE_OF(vrmi_draft_outline_colors)},
    {"outlineFactor", ROW_ARRAY(vrmi_any_number)},
    {"outlineLightingMixFactor", VRMI_ROW_NUMBER},
    {"mainTextureLeftBottomOriginScale", ROW_ARRAY(vrmi_any_number)},
    {"mainTextureLeftBottomOriginOffset", ROW_ARRAY(vrmi_any_number)},
    {"uvAnimationMaskTexture", VRMI_ROW_INDEX(texture)},
    {"uvAnimationScrollXSpeedFactor", VRMI_ROW_NUMBER},
    {"uvAnimationScrollYSpeedFactor", VRMI_ROW_NUMBER},
    {"uvAnimationRotationSpeedFactor", VRMI_ROW_NUMBER},
};
const vrmi_SchemaType vrmi_mtoon_draft = VRMI_VRM_TYPE(mtoon_members, .like = NULL);
