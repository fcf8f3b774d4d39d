/* SPDX-License-Identifier: MIT */
#include "recipe.h"

#include "vrm/sim.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Numbers ---- */

uint32_t recipe_byte(Recipe* recipe) {
    return recipe->at < recipe->end ? *recipe->at++ : 0;
}

int32_t recipe_below(Recipe* recipe, int32_t count) {
    return count <= 0
               ? 0
               : (int32_t)((recipe_byte(recipe) * 256 + recipe_byte(recipe)) % (uint32_t)count);
}

float recipe_number(Recipe* recipe) {
    static const float edges[] = {0.0f,  -0.0f,   1e-38f, 1e30f,  -1e30f, 1e-20f, 1e6f,    -1.0f,
                                  2e38f, FLT_MAX, 1e12f,  -1e12f, 1.0f,   0.5f,   3.1415f, -90.0f};
    uint32_t kind = recipe_byte(recipe);
    if (kind < 24) return edges[recipe_byte(recipe) % 16];
    return ((float)recipe_byte(recipe) - 128.0f) / 64.0f;
}

float recipe_wild(Recipe* recipe) {
    uint32_t bits = 0;
    float value;
    if (recipe_byte(recipe) >= 16) return recipe_number(recipe);
    for (int i = 0; i < 4; i++) bits = bits << 8 | recipe_byte(recipe);
    memcpy(&value, &bits, sizeof value);
    return value;
}

vrm_Vec3 recipe_vec3(Recipe* recipe) {
    vrm_Vec3 v = {recipe_wild(recipe), recipe_wild(recipe), recipe_wild(recipe)};
    return v;
}

vrm_Quat recipe_quat(Recipe* recipe) {
    vrm_Quat q = {recipe_wild(recipe), recipe_wild(recipe), recipe_wild(recipe),
                  recipe_wild(recipe)};
    return q;
}

vrm_Transform recipe_transform(Recipe* recipe) {
    vrm_Transform t = {recipe_vec3(recipe), recipe_quat(recipe), recipe_vec3(recipe)};
    return t;
}

/* ---- The document ---- */

static void put(RecipeText* text, const char* format, ...) VRM_PRINTF(2, 3);

static void put(RecipeText* text, const char* format, ...) {
    va_list args;
    va_start(args, format);
    int needed = vsnprintf(text->data + text->size, sizeof text->data - text->size, format, args);
    va_end(args);
    if (needed > 0 && (size_t)needed < sizeof text->data - text->size) text->size += (size_t)needed;
}

static void put_numbers(RecipeText* text, Recipe* recipe, const char* key, int count) {
    put(text, "\"%s\":[", key);
    for (int i = 0; i < count; i++)
        put(text, "%s%.9g", i == 0 ? "" : ",", (double)recipe_number(recipe));
    put(text, "]");
}

static void put_scale(RecipeText* text, Recipe* recipe) {
    if (!recipe->has_even_scales) {
        put_numbers(text, recipe, "scale", 3);
        return;
    }
    double scale = (double)recipe_number(recipe);
    put(text, "\"scale\":[%.9g,%.9g,%.9g]", scale, scale, scale);
}

enum { NODES_MAX = 40 };

static void put_constraint(RecipeText* text, Recipe* recipe, int32_t nodes) {
    int32_t kind = recipe_below(recipe, 3);
    char axis = "XYZ"[recipe_below(recipe, 3)];
    put(text,
        ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{");
    if (kind == 0) put(text, "\"rotation\":{");
    if (kind == 1) put(text, "\"roll\":{\"rollAxis\":\"%c\",", axis);
    if (kind == 2)
        put(text, "\"aim\":{\"aimAxis\":\"%stive%c\",", recipe_below(recipe, 2) ? "Posi" : "Nega",
            axis);
    put(text, "\"source\":%d,\"weight\":%.9g}}}}", (int)recipe_below(recipe, nodes),
        (double)recipe_number(recipe));
}

static int32_t put_nodes(RecipeText* text, Recipe* recipe) {
    int32_t count = 1 + recipe_below(recipe, NODES_MAX - 1), parents[NODES_MAX];
    for (int32_t i = 0; i < count; i++)
        parents[i] = i == 0 || recipe_byte(recipe) < 20 ? -1 : recipe_below(recipe, i);
    put(text, "\"nodes\":[");
    for (int32_t i = 0; i < count; i++) {
        const char* before = ",\"children\":[";
        put(text, "%s{\"name\":\"%d\",", i == 0 ? "" : ",", (int)i);
        put_numbers(text, recipe, "translation", 3);
        put(text, ",");
        put_numbers(text, recipe, "rotation", 4);
        if (recipe_byte(recipe) < 80) {
            put(text, ",");
            put_scale(text, recipe);
        }
        for (int32_t c = i + 1; c < count; c++) {
            if (parents[c] != i) continue;
            put(text, "%s%d", before, (int)c);
            before = ",";
        }
        if (before[1] == 0) put(text, "]");
        if (recipe_byte(recipe) < 60) put(text, ",\"mesh\":0");
        if (recipe_byte(recipe) < 60) put(text, ",\"skin\":0");
        if (recipe_byte(recipe) < 60) put_constraint(text, recipe, count);
        put(text, "}");
    }
    put(text, "],\"skins\":[{\"joints\":[0");
    for (int i = 0; i < 3; i++) put(text, ",%d", (int)recipe_below(recipe, count + 2));
    put(text, "]}]");
    return count;
}

static void put_bones(RecipeText* text, Recipe* recipe, int32_t nodes, bool is_0) {
    put(text, "\"humanoid\":{\"humanBones\":%s", is_0 ? "[" : "{");
    const char* before = "";
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (b > VRM_BONE_RIGHT_EYE && recipe_byte(recipe) > 128) continue;
        const char* name = vrm_bone_name((vrm_Bone)b);
        int32_t node = recipe_below(recipe, nodes);
        if (is_0)
            put(text, "%s{\"bone\":\"%s\",\"node\":%d}", before, name, (int)node);
        else
            put(text, "%s\"%s\":{\"node\":%d}", before, name, (int)node);
        before = ",";
    }
    put(text, is_0 ? "]}" : "}}");
}

static void put_expressions(RecipeText* text, Recipe* recipe, int32_t nodes) {
    static const char* const overrides[] = {"none", "block", "blend"};
    static const char* const types[] = {"color",       "emissionColor", "shadeColor",
                                        "matcapColor", "rimColor",      "outlineColor"};
    put(text, ",\"expressions\":{\"preset\":{");
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        put(text,
            "%s\"%s\":{\"isBinary\":%s,\"overrideBlink\":\"%s\",\"overrideLookAt\":\"%s\","
            "\"overrideMouth\":\"%s\",\"morphTargetBinds\":[{\"node\":%d,\"index\":%d,\"weight\":"
            "%.9g}],\"materialColorBinds\":[{\"material\":%d,\"type\":\"%s\",",
            p == 0 ? "" : ",", vrm_expression_preset_name((vrm_ExpressionPreset)p),
            recipe_byte(recipe) < 60 ? "true" : "false", overrides[recipe_below(recipe, 3)],
            overrides[recipe_below(recipe, 3)], overrides[recipe_below(recipe, 3)],
            (int)recipe_below(recipe, nodes), (int)recipe_below(recipe, 3),
            (double)recipe_number(recipe), (int)recipe_below(recipe, 2),
            types[recipe_below(recipe, 6)]);
        put_numbers(text, recipe, "targetValue", 4);
        put(text, "}],\"textureTransformBinds\":[{\"material\":%d,", (int)recipe_below(recipe, 2));
        put_numbers(text, recipe, "scale", 2);
        put(text, ",");
        put_numbers(text, recipe, "offset", 2);
        put(text, "}]}");
    }
    put(text, "}}");
}

static void put_look_at(RecipeText* text, Recipe* recipe) {
    static const char* const maps[] = {"HorizontalInner", "HorizontalOuter", "VerticalDown",
                                       "VerticalUp"};
    put(text, ",\"lookAt\":{\"type\":\"%s\",", recipe_below(recipe, 2) ? "bone" : "expression");
    put_numbers(text, recipe, "offsetFromHeadBone", 3);
    for (int i = 0; i < 4; i++)
        put(text, ",\"rangeMap%s\":{\"inputMaxValue\":%.9g,\"outputScale\":%.9g}", maps[i],
            (double)recipe_number(recipe), (double)recipe_number(recipe));
    put(text, "}");
}

static void put_springs(RecipeText* text, Recipe* recipe, int32_t nodes) {
    put(text,
        ",\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":%d,\"shape\":"
        "{\"sphere\":{\"radius\":%.9g}}}],\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":"
        "[{\"colliderGroups\":[0],\"joints\":[",
        (int)recipe_below(recipe, nodes), (double)recipe_number(recipe));
    for (int i = 0; i < 4; i++) {
        put(text, "%s{\"node\":%d,\"stiffness\":%.9g,\"gravityPower\":%.9g,\"dragForce\":%.9g,",
            i == 0 ? "" : ",", (int)recipe_below(recipe, nodes), (double)recipe_number(recipe),
            (double)recipe_number(recipe), (double)recipe_number(recipe));
        put(text, "\"hitRadius\":%.9g}", (double)recipe_number(recipe));
    }
    put(text, "]}]}");
}

void recipe_document(Recipe* recipe, RecipeText* text) {
    bool is_0 = recipe_byte(recipe) < 80;
    put(text, "{\"asset\":{\"version\":\"2.0\"},");
    int32_t nodes = put_nodes(text, recipe);
    put(text,
        ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":["
        "{\"POSITION\":0},{\"POSITION\":0}]}]}],\"accessors\":[{\"componentType\":5126,"
        "\"count\":3,\"type\":\"VEC3\"}],\"materials\":[{\"emissiveFactor\":[1,0,0]},"
        "{\"extensions\":{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\"}}}],\"extensions\":{");
    if (is_0) {
        put(text, "\"VRM\":{");
        put_bones(text, recipe, nodes, true);
        put(text,
            ",\"firstPerson\":{\"lookAtTypeName\":\"Bone\",\"lookAtVerticalUp\":{\"xRange\":"
            "%.9g,\"yRange\":%.9g,",
            (double)recipe_number(recipe), (double)recipe_number(recipe));
        put_numbers(text, recipe, "curve", 8);
        put(text, "}},\"secondaryAnimation\":{\"boneGroups\":[{\"stiffiness\":1,\"bones\":[%d]}]}}",
            (int)recipe_below(recipe, nodes));
    } else {
        put(text, "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"\"},");
        put_bones(text, recipe, nodes, false);
        put_expressions(text, recipe, nodes);
        put_look_at(text, recipe);
        put(text, "}");
        put_springs(text, recipe, nodes);
    }
    put(text, "}}");
}
