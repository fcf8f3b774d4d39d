/* SPDX-License-Identifier: MIT */
/* What 0.x says and 1.0 has no place for: muscles, names of presets, properties of shaders. */
#include "migrate/losses.h"

#include "model/expressions.h"
#include "model/toon0.h"

#include <math.h>

#define QUIET VRMI_RULE_COUNT

static vrm_JsonRef member(const vrmi_Migration* migration, vrm_JsonRef object, const char* key) {
    return vrm_json_member(migration->json, object, key);
}

/* ---- Humanoid ---- */

/* What UniVRM writes for an avatar whose muscles nobody has touched. */
static const struct {
    const char* key;
    double usual;
} muscles[] = {{"armStretch", 0.05},   {"legStretch", 0.05},   {"upperArmTwist", 0.5},
               {"lowerArmTwist", 0.5}, {"upperLegTwist", 0.5}, {"lowerLegTwist", 0.5},
               {"feetSpacing", 0.0}};

/* Absent, or that number. */
static bool is_number(const vrmi_Migration* migration, vrm_JsonRef value, double usual) {
    double number = vrm_json_number(migration->json, value, HUGE_VAL);
    return value == VRM_JSON_MISSING || (number > usual - 1e-6 && number < usual + 1e-6);
}

static bool is_flag(const vrmi_Migration* migration, vrm_JsonRef value, bool usual) {
    return value == VRM_JSON_MISSING || (vrm_json_type(migration->json, value) == VRM_JSON_BOOL &&
                                         vrm_json_bool(migration->json, value, !usual) == usual);
}

/* Absent, or {0, 0, 0}. */
static bool is_zero(const vrmi_Migration* migration, vrm_JsonRef vector) {
    vrm_JsonIter it = vrm_json_iter(migration->json, vector);
    while (vrm_json_next(&it))
        if (!is_number(migration, it.value, 0.0)) return false;
    return vector == VRM_JSON_MISSING || vrm_json_type(migration->json, vector) >= VRM_JSON_ARRAY;
}

static bool has_usual_muscles(const vrmi_Migration* migration, vrm_JsonRef bone) {
    return is_flag(migration, member(migration, bone, "useDefaultValues"), true) &&
           is_zero(migration, member(migration, bone, "min")) &&
           is_zero(migration, member(migration, bone, "max")) &&
           is_zero(migration, member(migration, bone, "center")) &&
           is_number(migration, member(migration, bone, "axisLength"), 0.0);
}

/* One finding for all of them. */
static void lose_muscles(vrmi_Migration* migration) {
    vrm_JsonRef humanoid = member(migration, migration->root, "humanoid");
    vrmi_RuleId rule = VRMI_RULE_MIGRATE_MUSCLES_LOST;
    for (size_t i = 0; i < sizeof muscles / sizeof *muscles; i++) {
        vrm_JsonRef value = member(migration, humanoid, muscles[i].key);
        if (is_number(migration, value, muscles[i].usual)) continue;
        vrmi_lose(migration, value, rule);
        rule = QUIET;
    }
    vrm_JsonRef translates = member(migration, humanoid, "hasTranslationDoF");
    if (!is_flag(migration, translates, false)) {
        vrmi_lose(migration, translates, rule);
        rule = QUIET;
    }
    vrm_JsonIter it = vrm_json_iter(migration->json, member(migration, humanoid, "humanBones"));
    while (vrm_json_next(&it)) {
        if (has_usual_muscles(migration, it.value)) continue;
        vrmi_lose(migration, it.value, rule);
        rule = QUIET;
    }
}

/* ---- Face ---- */

/* A group of a preset may have a name of its own, which 1.0 has no place for. */
static void lose_group_names(vrmi_Migration* migration) {
    const vrmi_VrmContent* avatar = migration->model->avatar;
    for (int32_t i = 0; i < avatar->expression_count; i++) {
        const vrm_Expression* expression = &avatar->expressions[i];
        if (expression->preset == VRM_EXPRESSION_CUSTOM) continue;
        vrm_JsonRef name = member(migration, expression->json, "name");
        if (!vrmi_is_name_of_preset(migration->json, name, expression->preset))
            vrmi_lose(migration, name, QUIET);
    }
}

static void lose_gaze(vrmi_Migration* migration) {
    static const char* const maps[] = {"lookAtHorizontalInner", "lookAtHorizontalOuter",
                                       "lookAtVerticalDown", "lookAtVerticalUp"};
    const vrmi_VrmContent* avatar = migration->model->avatar;
    vrm_JsonRef json = member(migration, migration->root, "firstPerson");
    const vrm_LookAt* look_at = avatar->look_at;
    for (int i = 0; i < 4; i++) {
        const vrm_RangeMap* map = look_at == NULL ? NULL
                                  : i == 0        ? &look_at->horizontal_inner
                                  : i == 1        ? &look_at->horizontal_outer
                                  : i == 2        ? &look_at->vertical_down
                                                  : &look_at->vertical_up;
        vrm_JsonRef written = member(migration, json, maps[i]);
        /* With lookAtTypeName None the gaze moves nothing, and 1.0 has none. */
        if (map == NULL)
            vrmi_lose(migration, written, QUIET);
        else if (map->curve != NULL)
            vrmi_lose(migration, member(migration, written, "curve"), QUIET);
    }
    if (avatar->first_person_node >= 0 &&
        avatar->first_person_node != vrmi_model_bone(migration->model, VRM_BONE_HEAD))
        vrmi_lose(migration, member(migration, json, "firstPersonBone"), QUIET);
}

/* ---- Springs ---- */

/* A group without bones moves nothing, and becomes no chain. */
static void lose_empty_groups(vrmi_Migration* migration) {
    vrm_JsonRef springs = member(migration, migration->root, "secondaryAnimation");
    vrm_JsonIter it = vrm_json_iter(migration->json, member(migration, springs, "boneGroups"));
    while (vrm_json_next(&it)) {
        vrm_JsonRef comment = member(migration, it.value, "comment");
        bool is_empty = vrm_json_count(migration->json, member(migration, it.value, "bones")) == 0;
        if (is_empty && comment != VRM_JSON_MISSING &&
            !vrm_json_equals(migration->json, comment, ""))
            vrmi_lose(migration, it.value, QUIET);
    }
}

/* ---- Materials ---- */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The properties of a shader by their kinds. */
typedef enum Bag { FLOATS, VECTORS, TEXTURES, KEYWORDS, TAGS, BAG_COUNT } Bag;

static const char* const bags[BAG_COUNT] = {"floatProperties", "vectorProperties",
                                            "textureProperties", "keywordMap", "tagMap"};

/* What MToon 0.x shows and 1.0 cannot, and the number with which nothing is lost. */
static const struct {
    Bag bag;
    const char* key;
    double harmless;
} shown[] = {
    {TEXTURES, "_ReceiveShadowTexture", -1.0}, {TEXTURES, "_ShadingGradeTexture", -1.0},
    {FLOATS, "_ReceiveShadowRate", 1.0},       {FLOATS, "_ShadingGradeRate", 1.0},
    {FLOATS, "_LightColorAttenuation", 0.0},   {FLOATS, "_OutlineScaledMaxDistance", 1.0},
};

/* What follows from other properties, and what only Unity's editor uses. */
static const struct {
    Bag bag;
    const char* key;
} implied[] = {
    {FLOATS, "_SrcBlend"},
    {FLOATS, "_DstBlend"},
    {FLOATS, "_AlphaToMask"},
    {FLOATS, "_OutlineCullMode"},
    {FLOATS, "_DebugMode"},
    {FLOATS, "_MToonVersion"},
    {FLOATS, "_IsFirstSetup"},
    {KEYWORDS, "_ALPHATEST_ON"},
    {KEYWORDS, "_ALPHABLEND_ON"},
    {KEYWORDS, "_ALPHAPREMULTIPLY_ON"},
    {KEYWORDS, "_NORMALMAP"},
    {KEYWORDS, "_EMISSION"},
    {KEYWORDS, "MTOON_CLIP_IF_OUTLINE_IS_NONE"},
    {KEYWORDS, "MTOON_OUTLINE_WIDTH_WORLD"},
    {KEYWORDS, "MTOON_OUTLINE_WIDTH_SCREEN"},
    {KEYWORDS, "MTOON_OUTLINE_COLOR_FIXED"},
    {KEYWORDS, "MTOON_OUTLINE_COLOR_MIXED"},
    {TAGS, "RenderType"},
};

static bool is_implied(const vrm_Json* json, Bag bag, const vrm_JsonIter* it) {
    static const char* const render_types[] = {"Opaque", "TransparentCutout", "Transparent"};
    for (size_t i = 0; i < COUNT(implied); i++) {
        if (implied[i].bag != bag || !vrm_json_equals(json, it->key, implied[i].key)) continue;
        return bag != TAGS || vrmi_model_find_name(json, it->value, render_types,
                                                   COUNT(render_types), VRMI_EXACT) >= 0;
    }
    return false;
}

static bool is_of_bag(const vrm_Json* json, Bag bag, vrm_JsonRef value) {
    static const vrm_JsonType types[BAG_COUNT] = {VRM_JSON_NUMBER, VRM_JSON_ARRAY, VRM_JSON_NUMBER,
                                                  VRM_JSON_BOOL, VRM_JSON_STRING};
    return vrm_json_type(json, value) == types[bag];
}

/* Offset and scale of a texture: the shaders have one for all, that of _MainTex; Unity writes the
 * others too. */
static bool is_usual_transform(const vrmi_Migration* migration, vrm_JsonRef value) {
    static const double usual[] = {0.0, 0.0, 1.0, 1.0};
    if (vrm_json_type(migration->json, value) != VRM_JSON_ARRAY ||
        vrm_json_count(migration->json, value) != COUNT(usual))
        return false;
    vrm_JsonIter it = vrm_json_iter(migration->json, value);
    while (vrm_json_next(&it))
        if (!is_number(migration, it.value, usual[it.index])) return false;
    return true;
}

static void lose_of_mtoon(vrmi_Migration* migration, Bag bag, const vrm_JsonIter* it) {
    const vrm_Json* json = migration->json;
    const vrmi_RuleId rule = VRMI_RULE_MIGRATE_SHADER_VALUE_LOST;
    for (size_t i = 0; i < COUNT(shown); i++) {
        if (shown[i].bag != bag || !vrm_json_equals(json, it->key, shown[i].key)) continue;
        if (!is_number(migration, it->value, shown[i].harmless))
            vrmi_lose(migration, it->value, rule);
        return;
    }
    if (bag <= TEXTURES && vrmi_toon0_reads(json, it->key, (vrmi_ToonBag)bag)) return;
    if (bag == VECTORS && is_usual_transform(migration, it->value)) return;
    if (!is_implied(json, bag, it)) vrmi_lose(migration, it->value, rule);
}

/* Of other shaders that 1.0 has a counterpart for. The glTF material says how they look. */
static void lose_of_other(vrmi_Migration* migration, Bag bag, const vrm_JsonIter* it) {
    static const char* const read[] = {"_MainTex", "_Cutoff", "_Color"};
    for (size_t i = 0; i < COUNT(read); i++)
        if (vrm_json_equals(migration->json, it->key, read[i])) return;
    if (bag == VECTORS && is_usual_transform(migration, it->value)) return;
    if (!is_implied(migration->json, bag, it)) vrmi_lose(migration, it->value, QUIET);
}

static void lose_properties(vrmi_Migration* migration, vrm_JsonRef properties) {
    int64_t queue_number;
    vrm_JsonRef queue = member(migration, properties, "renderQueue");
    bool is_mtoon =
        vrm_json_equals(migration->json, member(migration, properties, "shader"), "VRM/MToon");
    if (!vrm_json_integer(migration->json, queue, &queue_number))
        vrmi_lose(migration, queue, QUIET);
    for (Bag bag = FLOATS; bag < BAG_COUNT; bag++) {
        vrm_JsonIter it = vrm_json_iter(migration->json, member(migration, properties, bags[bag]));
        while (vrm_json_next(&it)) {
            if (!is_of_bag(migration->json, bag, it.value))
                vrmi_lose(migration, it.value, QUIET); /* a finding of the reader, if it is read */
            else if (is_mtoon)
                lose_of_mtoon(migration, bag, &it);
            else
                lose_of_other(migration, bag, &it);
        }
    }
}

static void lose_materials(vrmi_Migration* migration) {
    const vrm_Gltf* gltf = migration->gltf;
    vrm_JsonIter it =
        vrm_json_iter(migration->json, member(migration, migration->root, "materialProperties"));
    while (vrm_json_next(&it)) {
        vrm_JsonRef name = member(migration, it.value, "name");
        if (it.index >= (uint32_t)gltf->material_count) {
            vrmi_lose(migration, it.value, VRMI_RULE_MIGRATE_LEFT_OUT);
            continue;
        }
        if (!vrm_json_equals(migration->json, name, gltf->materials[it.index].name))
            vrmi_lose(migration, name, QUIET);
        lose_properties(migration, it.value);
    }
}

void vrmi_lose_parts0(vrmi_Migration* migration) {
    lose_group_names(migration);
    if (migration->model->dialect != VRM_DIALECT_0) return;
    lose_muscles(migration);
    lose_gaze(migration);
    lose_empty_groups(migration);
    lose_materials(migration);
}
