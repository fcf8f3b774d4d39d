/* SPDX-License-Identifier: MIT */
/* VRM 0.x (extension VRM). Its schemas require nothing and define almost no ranges; an index of -1
 * means none. */
#include "validate/vrm/vrm_schema.h"

/* ---- Values ---- */

static void use_collider_group0(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    int64_t index;
    if (vrm_json_integer(walk->json, value, &index))
        vrmi_schema_use(walk, VRMI_VRM0_COLLIDER_GROUPS, index);
}

static const vrmi_SchemaValue used_collider_group0 = {.kind = VRMI_INTEGER,
                                                      .check = use_collider_group0};

/* {x, y, z}; the README prints an array, and some files follow it. */
static void check_vec3(vrmi_SchemaWalk* walk, vrm_JsonRef value) {
    static const char* const keys[] = {"x", "y", "z"};
    vrm_JsonType type = vrm_json_type(walk->json, value);
    if (type == VRM_JSON_ARRAY) {
        bool is_good = vrm_json_count(walk->json, value) == 3;
        vrm_JsonIter it = vrm_json_iter(walk->json, value);
        while (vrm_json_next(&it))
            if (vrm_json_type(walk->json, it.value) != VRM_JSON_NUMBER) is_good = false;
        if (is_good)
            vrmi_report(walk->report, VRMI_RULE_VRM0_VECTOR_IS_ARRAY, walk->json, value, NULL);
        else
            vrmi_report(walk->report, VRMI_RULE_ARRAY_LENGTH_NOT_IN_LIST, walk->json, value,
                        "A vector needs exactly three numbers.");
    } else if (type == VRM_JSON_OBJECT) {
        for (int i = 0; i < 3; i++) {
            vrm_JsonRef part = vrm_json_member(walk->json, value, keys[i]);
            if (part != VRM_JSON_MISSING && vrm_json_type(walk->json, part) != VRM_JSON_NUMBER)
                vrmi_report(walk->report, VRMI_RULE_TYPE_MISMATCH, walk->json, part,
                            "The value must be a number.");
        }
    } else {
        vrmi_report(walk->report, VRMI_RULE_TYPE_MISMATCH, walk->json, value,
                    "The value must be an object with x, y and z.");
    }
}

static const vrmi_SchemaMember vec3_members[] = {
    {"x", {.kind = VRMI_NUMBER}}, {"y", {.kind = VRMI_NUMBER}}, {"z", {.kind = VRMI_NUMBER}}};

static const vrmi_SchemaType vec3_type =
    VRMI_SCHEMA_TYPE(vec3_members, .allows_unknown = true, .is_bare = true);

/* Of any kind for the walk; the type says which members of an object belong to it. */
#define ROW_VEC3                                                                                   \
    { .kind = VRMI_ANY, .type = &vec3_type, .check = check_vec3 }
#define ROW_ARRAY(element_value)                                                                   \
    { .kind = VRMI_ARRAY, .element = &(element_value) }

/* ---- VRM.meta ---- */

static const vrmi_SchemaMember meta0_members[] = {
    {"title", VRMI_ROW_TEXT},
    {"version", VRMI_ROW_TEXT},
    {"author", VRMI_ROW_TEXT},
    {"contactInformation", VRMI_ROW_TEXT},
    {"reference", VRMI_ROW_TEXT},
    {"texture", VRMI_ROW_INDEX(texture)},
    {"allowedUserName", VRMI_ROW_WORD},
    {"violentUssageName", VRMI_ROW_WORD},
    {"sexualUssageName", VRMI_ROW_WORD},
    {"commercialUssageName", VRMI_ROW_WORD},
    {"violentUsageName", VRMI_ROW_TEXT}, /* read as well: vrm_meta.c says so */
    {"sexualUsageName", VRMI_ROW_TEXT},
    {"commercialUsageName", VRMI_ROW_TEXT},
    {"otherPermissionUrl", VRMI_ROW_TEXT},
    {"licenseName", VRMI_ROW_WORD},
    {"otherLicenseUrl", VRMI_ROW_TEXT},
};
static const vrmi_SchemaType meta0 = VRMI_VRM_TYPE(meta0_members, .like = NULL);

/* ---- VRM.humanoid ---- */

static const vrmi_SchemaMember human_bone0_members[] = {
    {"bone", VRMI_ROW_WORD},
    {"node", VRMI_ROW_REQUIRED_INDEX(node)},
    {"useDefaultValues", VRMI_ROW_FLAG},
    {"min", ROW_VEC3},
    {"max", ROW_VEC3},
    {"center", ROW_VEC3},
    {"axisLength", VRMI_ROW_NUMBER},
};
static const vrmi_SchemaType human_bone0 = VRMI_VRM_TYPE(human_bone0_members, .like = NULL);
static const vrmi_SchemaValue human_bone0_value = VRMI_ROW_OBJECT(human_bone0);

static const vrmi_SchemaMember humanoid0_members[] = {
    {"humanBones", ROW_ARRAY(human_bone0_value)},
    {"armStretch", VRMI_ROW_NUMBER},
    {"legStretch", VRMI_ROW_NUMBER},
    {"upperArmTwist", VRMI_ROW_NUMBER},
    {"lowerArmTwist", VRMI_ROW_NUMBER},
    {"upperLegTwist", VRMI_ROW_NUMBER},
    {"lowerLegTwist", VRMI_ROW_NUMBER},
    {"feetSpacing", VRMI_ROW_NUMBER},
    {"hasTranslationDoF", VRMI_ROW_FLAG},
};
static const vrmi_SchemaType humanoid0 = VRMI_VRM_TYPE(humanoid0_members, .like = NULL);

/* ---- VRM.firstPerson ---- */

static const vrmi_SchemaMember annotation0_members[] = {
    {"mesh", VRMI_ROW_INDEX(mesh)},
    {"firstPersonFlag", VRMI_ROW_WORD},
};
static const vrmi_SchemaType annotation0 = VRMI_VRM_TYPE(annotation0_members, .like = NULL);
static const vrmi_SchemaValue annotation0_value = VRMI_ROW_OBJECT(annotation0);

static const vrmi_SchemaMember degree_map_members[] = {
    {"curve", ROW_ARRAY(vrmi_any_number)},
    {"xRange", VRMI_ROW_NUMBER},
    {"yRange", VRMI_ROW_NUMBER},
};
static const vrmi_SchemaType degree_map = VRMI_VRM_TYPE(degree_map_members, .like = NULL);

static const vrmi_SchemaMember first_person0_members[] = {
    {"firstPersonBone", VRMI_ROW_INDEX(node)},
    {"firstPersonBoneOffset", ROW_VEC3},
    {"meshAnnotations", ROW_ARRAY(annotation0_value)},
    {"lookAtTypeName", VRMI_ROW_WORD},
    {"lookAtHorizontalInner", VRMI_ROW_OBJECT(degree_map)},
    {"lookAtHorizontalOuter", VRMI_ROW_OBJECT(degree_map)},
    {"lookAtVerticalDown", VRMI_ROW_OBJECT(degree_map)},
    {"lookAtVerticalUp", VRMI_ROW_OBJECT(degree_map)},
};
static const vrmi_SchemaType first_person0 = VRMI_VRM_TYPE(first_person0_members, .like = NULL);

/* ---- VRM.blendShapeMaster ---- */

static const vrmi_SchemaMember bind0_members[] = {
    {"mesh", VRMI_ROW_INDEX(mesh)},
    {"index", VRMI_ROW_INTEGER},
    {"weight", VRMI_ROW_NUMBER},
};
static const vrmi_SchemaType bind0 = VRMI_VRM_TYPE(bind0_members, .like = NULL);
static const vrmi_SchemaValue bind0_value = VRMI_ROW_OBJECT(bind0);

static const vrmi_SchemaMember material_value0_members[] = {
    {"materialName", VRMI_ROW_WORD},
    {"propertyName", VRMI_ROW_WORD},
    {"targetValue", ROW_ARRAY(vrmi_any_number)},
};
static const vrmi_SchemaType material_value0 = VRMI_VRM_TYPE(material_value0_members, .like = NULL);
static const vrmi_SchemaValue material_value0_value = VRMI_ROW_OBJECT(material_value0);

static const vrmi_SchemaMember group0_members[] = {
    {"name", VRMI_ROW_TEXT},           {"presetName", VRMI_ROW_WORD},
    {"binds", ROW_ARRAY(bind0_value)}, {"materialValues", ROW_ARRAY(material_value0_value)},
    {"isBinary", VRMI_ROW_FLAG},
};
static const vrmi_SchemaType group0 = VRMI_VRM_TYPE(group0_members, .like = NULL);
static const vrmi_SchemaValue group0_value = VRMI_ROW_OBJECT(group0);

static const vrmi_SchemaMember blend_shape_master_members[] = {
    {"blendShapeGroups", ROW_ARRAY(group0_value)},
};
static const vrmi_SchemaType blend_shape_master =
    VRMI_VRM_TYPE(blend_shape_master_members, .like = NULL);

/* ---- VRM.secondaryAnimation ---- */

static const vrmi_SchemaMember bone_group0_members[] = {
    {"comment", VRMI_ROW_TEXT},
    {"stiffiness", VRMI_ROW_NUMBER},
    {"stiffness", VRMI_ROW_NUMBER}, /* read as well: vrm_springs.c says so */
    {"gravityPower", VRMI_ROW_NUMBER},
    {"gravityDir", ROW_VEC3},
    {"dragForce", VRMI_ROW_NUMBER},
    {"center", VRMI_ROW_INDEX(node)},
    {"hitRadius", VRMI_ROW_NUMBER},
    {"bones", ROW_ARRAY(vrmi_used_node)},
    {"colliderGroups", ROW_ARRAY(used_collider_group0)},
};
static const vrmi_SchemaType bone_group0 = VRMI_VRM_TYPE(bone_group0_members, .like = NULL);
static const vrmi_SchemaValue bone_group0_value = VRMI_ROW_OBJECT(bone_group0);

static const vrmi_SchemaMember collider0_members[] = {
    {"offset", ROW_VEC3},
    {"radius", VRMI_ROW_NUMBER},
};
static const vrmi_SchemaType collider0 = VRMI_VRM_TYPE(collider0_members, .like = NULL);
static const vrmi_SchemaValue collider0_value = VRMI_ROW_OBJECT(collider0);

static const vrmi_SchemaMember collider_group0_members[] = {
    {"node", VRMI_ROW_INDEX(node)},
    {"colliders", ROW_ARRAY(collider0_value)},
};
static const vrmi_SchemaType collider_group0 = VRMI_VRM_TYPE(collider_group0_members, .like = NULL);
static const vrmi_SchemaValue collider_group0_value = VRMI_ROW_OBJECT(collider_group0);

static const vrmi_SchemaMember secondary_members[] = {
    {"boneGroups", ROW_ARRAY(bone_group0_value)},
    {"colliderGroups", ROW_ARRAY(collider_group0_value)},
};
static const vrmi_SchemaType secondary = VRMI_VRM_TYPE(secondary_members, .like = NULL);

/* ---- VRM.materialProperties ---- */

static const vrmi_SchemaValue number_value = {.kind = VRMI_NUMBER};
static const vrmi_SchemaValue numbers_value = {.kind = VRMI_ARRAY, .element = &vrmi_any_number};
static const vrmi_SchemaValue texture_value = VRMI_ROW_INDEX(texture);
static const vrmi_SchemaValue flag_value = {.kind = VRMI_BOOL};

static const vrmi_SchemaMember material_properties_members[] = {
    {"name", VRMI_ROW_TEXT},
    {"shader", VRMI_ROW_TEXT},
    {"renderQueue", VRMI_ROW_INTEGER},
    {"floatProperties", VRMI_ROW_MAP(number_value)},
    {"vectorProperties", VRMI_ROW_MAP(numbers_value)},
    {"textureProperties", VRMI_ROW_MAP(texture_value)},
    {"keywordMap", VRMI_ROW_MAP(flag_value)},
    {"tagMap", VRMI_ROW_MAP(vrmi_any_string)},
};
static const vrmi_SchemaType material_properties =
    VRMI_VRM_TYPE(material_properties_members, .like = NULL);
static const vrmi_SchemaValue material_properties_value = VRMI_ROW_OBJECT(material_properties);

/* ---- VRM ---- */

static const vrmi_SchemaMember root0_members[] = {
    {"exporterVersion", VRMI_ROW_TEXT},
    {"specVersion", VRMI_ROW_TEXT},
    {"meta", VRMI_ROW_OBJECT(meta0)},
    {"humanoid", VRMI_ROW_OBJECT(humanoid0)},
    {"firstPerson", VRMI_ROW_OBJECT(first_person0)},
    {"blendShapeMaster", VRMI_ROW_OBJECT(blend_shape_master)},
    {"secondaryAnimation", VRMI_ROW_OBJECT(secondary)},
    {"materialProperties", ROW_ARRAY(material_properties_value)},
};
const vrmi_SchemaType vrmi_vrm0_root = VRMI_VRM_TYPE(root0_members, .like = NULL);
