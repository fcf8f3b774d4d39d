/* SPDX-License-Identifier: MIT */
/* VRMC_vrm of 1.0 and 1.0-beta, and VRMC_vrm_animation. */
#include "validate/vrm/vrm_schema.h"

/* ---- Shared by all VRM tables ---- */

const vrmi_SchemaCode vrmi_vrm_codes[] = {
    {VRMI_PROBLEM_EMPTY, VRMI_RULE_VRM_ARRAY_EMPTY},
    {VRMI_PROBLEM_UNEXPECTED, VRMI_RULE_VRM_MEMBER_UNKNOWN},
    {VRMI_PROBLEM_NONE, 0},
};

static void use(vrmi_SchemaWalk* walk, vrmi_Target target, vrm_JsonRef value) {
    int64_t index;
    if (!vrm_json_integer(walk->json, value, &index) || index < 0 ||
        index >= (int64_t)walk->target_counts[target])
        return;
    walk->used[target][index] |= VRMI_IS_USED | VRMI_HAS_ROLE;
}

void vrmi_use_node(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    use(walk, VRMI_NODES, value);
}

void vrmi_use_mesh(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    use(walk, VRMI_MESHES, value);
}

void vrmi_use_material(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    use(walk, VRMI_MATERIALS, value);
}

void vrmi_use_texture(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    use(walk, VRMI_TEXTURES, value);
}

void vrmi_use_image(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    use(walk, VRMI_IMAGES, value);
}

const vrmi_SchemaValue vrmi_used_node = VRMI_ROW_INDEX(node);
const vrmi_SchemaValue vrmi_any_value = {.kind = VRMI_ANY};

/* ---- meta ---- */

static const vrmi_SchemaCode name_codes[] = {{VRMI_PROBLEM_EMPTY, VRMI_RULE_META_NAME_EMPTY},
                                             {VRMI_PROBLEM_NONE, 0}};
static const vrmi_SchemaCode author_codes[] = {{VRMI_PROBLEM_EMPTY, VRMI_RULE_META_AUTHOR_EMPTY},
                                               {VRMI_PROBLEM_NONE, 0}};

static const vrmi_SchemaValue author = {
    .kind = VRMI_STRING, .length_min = 1, .codes = author_codes};

static const vrmi_SchemaMember meta_members[] = {
    {"name", {.kind = VRMI_STRING, .flags = VRMI_REQUIRED, .length_min = 1, .codes = name_codes}},
    {"version", VRMI_ROW_TEXT},
    {"authors",
     {.kind = VRMI_ARRAY,
      .flags = VRMI_REQUIRED,
      .length_min = 1,
      .element = &author,
      .codes = author_codes}},
    {"copyrightInformation", VRMI_ROW_TEXT},
    {"contactInformation", VRMI_ROW_TEXT},
    {"references", VRMI_ROW_LIST(vrmi_any_string)},
    {"thirdPartyLicenses", VRMI_ROW_TEXT},
    {"thumbnailImage", VRMI_ROW_INDEX(image)},
    {"licenseUrl", {.kind = VRMI_STRING, .flags = VRMI_REQUIRED}},
    {"avatarPermission", VRMI_ROW_WORD},
    {"allowExcessivelyViolentUsage", VRMI_ROW_FLAG},
    {"allowExcessivelySexualUsage", VRMI_ROW_FLAG},
    {"commercialUsage", VRMI_ROW_WORD},
    {"allowPoliticalOrReligiousUsage", VRMI_ROW_FLAG},
    {"allowAntisocialOrHateUsage", VRMI_ROW_FLAG},
    {"creditNotation", VRMI_ROW_WORD},
    {"allowRedistribution", VRMI_ROW_FLAG},
    {"modification", VRMI_ROW_WORD},
    {"otherLicenseUrl", VRMI_ROW_TEXT},
};
static const vrmi_SchemaType meta = VRMI_VRM_TYPE(meta_members, .like = NULL);

/* ---- humanoid ---- */

static const vrmi_SchemaMember human_bone_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node)},
};
static const vrmi_SchemaType human_bone = VRMI_VRM_TYPE(human_bone_members, .like = NULL);
static const vrmi_SchemaValue human_bone_value = VRMI_ROW_OBJECT(human_bone);

static const vrmi_SchemaMember humanoid_members[] = {
    {"humanBones", VRMI_ROW_MAP(human_bone_value)},
};
const vrmi_SchemaType vrmi_vrm1_humanoid = VRMI_VRM_TYPE(humanoid_members, .like = NULL);

/* ---- firstPerson, lookAt ---- */

static const vrmi_SchemaMember annotation_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node)},
    {"type", VRMI_ROW_REQUIRED_WORD},
};
static const vrmi_SchemaType annotation = VRMI_VRM_TYPE(annotation_members, .like = NULL);
static const vrmi_SchemaValue annotation_value = VRMI_ROW_OBJECT(annotation);

static const vrmi_SchemaMember first_person_members[] = {
    {"meshAnnotations", VRMI_ROW_LIST(annotation_value)},
};
static const vrmi_SchemaType first_person = VRMI_VRM_TYPE(first_person_members, .like = NULL);

static const vrmi_SchemaMember range_map_members[] = {
    {"inputMaxValue", VRMI_ROW_NUMBER},
    {"outputScale", VRMI_ROW_NUMBER},
};
const vrmi_SchemaType vrmi_vrm1_range_map = VRMI_VRM_TYPE(range_map_members, .like = NULL);

static const vrmi_SchemaMember look_at_members[] = {
    {"offsetFromHeadBone", VRMI_ROW_NUMBERS(3)},
    {"type", VRMI_ROW_WORD},
    VRMI_RANGE_MAP_ROWS("rangeMapHorizontal", "rangeMapVertical"),
};
static const vrmi_SchemaType look_at = VRMI_VRM_TYPE(look_at_members, .like = NULL);

/* ---- expressions ---- */

static const vrmi_SchemaMember morph_bind_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node)},
    {"index", {.kind = VRMI_INTEGER, .flags = VRMI_REQUIRED}},
    {"weight", {.kind = VRMI_NUMBER, .flags = VRMI_REQUIRED}},
};
static const vrmi_SchemaType morph_bind = VRMI_VRM_TYPE(morph_bind_members, .like = NULL);
static const vrmi_SchemaValue morph_bind_value = VRMI_ROW_OBJECT(morph_bind);

static const vrmi_SchemaMember color_bind_members[] = {
    {"material", VRMI_ROW_REQUIRED_INDEX(material)},
    {"type", VRMI_ROW_REQUIRED_WORD},
    {"targetValue",
     {.kind = VRMI_ARRAY,
      .flags = VRMI_REQUIRED,
      .length_min = 4,
      .length_max = 4,
      .element = &vrmi_any_number}},
};
static const vrmi_SchemaType color_bind = VRMI_VRM_TYPE(color_bind_members, .like = NULL);
static const vrmi_SchemaValue color_bind_value = VRMI_ROW_OBJECT(color_bind);

static const vrmi_SchemaMember texture_bind_members[] = {
    {"material", VRMI_ROW_REQUIRED_INDEX(material)},
    {"scale", VRMI_ROW_NUMBERS(2)},
    {"offset", VRMI_ROW_NUMBERS(2)},
};
static const vrmi_SchemaType texture_bind = VRMI_VRM_TYPE(texture_bind_members, .like = NULL);
static const vrmi_SchemaValue texture_bind_value = VRMI_ROW_OBJECT(texture_bind);

static const vrmi_SchemaMember expression_members[] = {
    {"isBinary", VRMI_ROW_FLAG},
    {"morphTargetBinds", VRMI_ROW_LIST(morph_bind_value)},
    {"materialColorBinds", VRMI_ROW_LIST(color_bind_value)},
    {"textureTransformBinds", VRMI_ROW_LIST(texture_bind_value)},
    {"overrideMouth", VRMI_ROW_WORD},
    {"overrideBlink", VRMI_ROW_WORD},
    {"overrideLookAt", VRMI_ROW_WORD},
};
const vrmi_SchemaType vrmi_vrm1_expression = VRMI_VRM_TYPE(expression_members, .like = NULL);
static const vrmi_SchemaValue expression_value = VRMI_ROW_OBJECT(vrmi_vrm1_expression);

static const vrmi_SchemaMember expressions_members[] = {
    {"preset", VRMI_ROW_MAP(expression_value)},
    {"custom", VRMI_ROW_MAP(expression_value)},
};
static const vrmi_SchemaType expressions = VRMI_VRM_TYPE(expressions_members, .like = NULL);

/* ---- VRMC_vrm ---- */

static const vrmi_SchemaMember root_members[] = {
    {"specVersion", VRMI_ROW_WORD},
    {"meta", VRMI_ROW_OBJECT(meta)},
    {"humanoid", VRMI_ROW_OBJECT(vrmi_vrm1_humanoid)},
    {"firstPerson", VRMI_ROW_OBJECT(first_person)},
    {"lookAt", VRMI_ROW_OBJECT(look_at)},
    {"expressions", VRMI_ROW_OBJECT(expressions)},
};
const vrmi_SchemaType vrmi_vrm1_root = VRMI_VRM_TYPE(root_members, .like = NULL);

/* ---- VRMC_vrm_expressions_joint (draft): kept, and checked by its types ---- */

static const vrmi_SchemaMember joint_bind_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node)},
    {"translation", VRMI_ROW_NUMBERS(3)},
    {"rotation", VRMI_ROW_NUMBERS(4)},
    {"scale", VRMI_ROW_NUMBERS(3)},
};
static const vrmi_SchemaType joint_bind = VRMI_VRM_TYPE(joint_bind_members, .like = NULL);
static const vrmi_SchemaValue joint_bind_value = VRMI_ROW_OBJECT(joint_bind);

static const vrmi_SchemaMember expressions_joint_members[] = {
    {"specVersion", VRMI_ROW_WORD},
    {"jointTransformBinds", VRMI_ROW_LIST(joint_bind_value)},
};
const vrmi_SchemaType vrmi_expressions_joint =
    VRMI_VRM_TYPE(expressions_joint_members, .like = NULL);

/* ---- VRMC_vrm_animation ---- */

static const vrmi_SchemaMember clip_expressions_members[] = {
    {"preset", VRMI_ROW_MAP(human_bone_value)}, /* { node }, too */
    {"custom", VRMI_ROW_MAP(human_bone_value)},
};
static const vrmi_SchemaType clip_expressions =
    VRMI_VRM_TYPE(clip_expressions_members, .like = NULL);

static const vrmi_SchemaMember clip_look_at_members[] = {
    {"node", VRMI_ROW_REQUIRED_INDEX(node)},
    {"offsetFromHeadBone", VRMI_ROW_NUMBERS(3)},
};
static const vrmi_SchemaType clip_look_at = VRMI_VRM_TYPE(clip_look_at_members, .like = NULL);

static const vrmi_SchemaMember clip_humanoid_members[] = {
    {"humanBones", {.kind = VRMI_MAP, .flags = VRMI_REQUIRED, .element = &human_bone_value}},
};
static const vrmi_SchemaType clip_humanoid = VRMI_VRM_TYPE(clip_humanoid_members, .like = NULL);

static const vrmi_SchemaMember clip_members[] = {
    {"specVersion", VRMI_ROW_WORD},
    {"humanoid", VRMI_ROW_OBJECT(clip_humanoid)},
    {"expressions", VRMI_ROW_OBJECT(clip_expressions)},
    {"lookAt", VRMI_ROW_OBJECT(clip_look_at)},
};
const vrmi_SchemaType vrmi_clip_root = VRMI_VRM_TYPE(clip_members, .like = NULL);
