/* SPDX-License-Identifier: MIT */
#include "recipe.h"

#include "vrm/sim.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A glTF document as text. */
typedef struct RecipeText {
    char data[1 << 16];
    size_t size;
} RecipeText;

/* ---- Numbers ---- */

uint32_t recipe_byte(Recipe* recipe) {
    if (recipe->at < recipe->end) return *recipe->at++;
    if (recipe->state == 0) return 0;
    recipe->state = recipe->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(recipe->state >> 56);
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
    double scale = fabs((double)recipe_number(recipe)); /* mirrored ones are not even */
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

static void put_avatar(RecipeText* text, Recipe* recipe) {
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

/* ---- A clip ---- */

enum { CLIP_BONES = 16, CLIP_EXPRESSIONS = 3, CLIP_FLOATS = 2048 };

typedef struct Clip {
    float floats[CLIP_FLOATS + 3];
    int32_t float_count, bone_count;
} Clip;

static int32_t add_floats(Clip* clip, Recipe* recipe, int32_t count, bool are_times) {
    int32_t first = clip->float_count;
    float time = 0.0f;
    for (int32_t i = 0; i < count && clip->float_count < CLIP_FLOATS; i++) {
        float value = recipe_number(recipe);
        time += are_times && value < 0.0f ? 0.25f : value * value;
        clip->floats[clip->float_count++] = are_times && value < 100.0f ? time : value;
    }
    return first;
}

/* Keys of one path of a node: accessors and buffer views have the numbers of the samplers. */
static void put_samplers(RecipeText* text, Recipe* recipe, Clip* clip, int32_t count,
                         RecipeText* views, RecipeText* accessors) {
    static const char* const kinds[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    for (int32_t s = 0; s < count; s++) {
        bool moves = s >= clip->bone_count && s != count - 1;
        int32_t kind = recipe_below(recipe, 3), keys = 1 + recipe_below(recipe, 4);
        int32_t values = keys * (kind == 2 ? 3 : 1), width = moves ? 3 : 4;
        int32_t times = add_floats(clip, recipe, keys, true);
        int32_t outputs = add_floats(clip, recipe, values * width, false);
        const char* comma = s == 0 ? "" : ",";
        put(text, "%s{\"input\":%d,\"output\":%d,\"interpolation\":\"%s\"}", comma, (int)(2 * s),
            (int)(2 * s + 1), kinds[kind]);
        put(views,
            "%s{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d},{\"buffer\":0,\"byteOffset\":%d,"
            "\"byteLength\":%d}",
            comma, (int)(4 * times), (int)(4 * keys), (int)(4 * outputs),
            (int)(4 * values * width));
        put(accessors,
            "%s{\"bufferView\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"SCALAR\",\"min\":["
            "%.9g],"
            "\"max\":[%.9g]},{\"bufferView\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"%"
            "s\"}",
            comma, (int)(2 * s), (int)keys, (double)clip->floats[times],
            (double)clip->floats[times + keys - 1], (int)(2 * s + 1), (int)values,
            moves ? "VEC3" : "VEC4");
    }
}

static void put_base64(RecipeText* text, const unsigned char* bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i + 2 < size; i += 3) {
        uint32_t group = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        put(text, "%c%c%c%c", digits[group >> 18], digits[group >> 12 & 63],
            digits[group >> 6 & 63], digits[group & 63]);
    }
}

/* Nodes: the bones, the hips first, then expressions, then the gaze. */
static void put_clip_nodes(RecipeText* text, Recipe* recipe, int32_t bones, int32_t nodes) {
    put(text, "\"nodes\":[");
    for (int32_t n = 0; n < nodes; n++) {
        put(text, "%s{", n == 0 ? "" : ",");
        put_numbers(text, recipe, "translation", 3);
        put(text, ",");
        put_numbers(text, recipe, "rotation", 4);
        if (n + 1 < bones) put(text, ",\"children\":[%d]", (int)(n + 1));
        put(text, "}");
    }
    put(text, "],\"extensions\":{\"VRMC_vrm_animation\":{\"specVersion\":\"1.0\",\"humanoid\":{"
              "\"humanBones\":{\"hips\":{\"node\":0}");
    int32_t start = recipe_below(recipe, VRM_BONE_COUNT), step = 1 + 2 * recipe_below(recipe, 3);
    for (int32_t n = 1; n < bones; n++) {
        vrm_Bone bone = (vrm_Bone)((start + n * step) % VRM_BONE_COUNT);
        if (bone != VRM_BONE_HIPS) put(text, ",\"%s\":{\"node\":%d}", vrm_bone_name(bone), (int)n);
    }
    put(text, "}},\"expressions\":{\"preset\":{");
    for (int32_t e = 0; e < CLIP_EXPRESSIONS; e++)
        put(text, "%s\"%s\":{\"node\":%d}", e == 0 ? "" : ",",
            vrm_expression_preset_name((vrm_ExpressionPreset)(5 * e)), (int)(bones + e));
    put(text, "}},\"lookAt\":{\"node\":%d}}}", (int)(nodes - 1));
}

static void put_clip(RecipeText* text, Recipe* recipe) {
    static RecipeText views, accessors;
    static Clip clip;
    views.size = accessors.size = 0;
    clip = (Clip){.bone_count = 1 + recipe_below(recipe, CLIP_BONES)};
    /* Rotations of the bones, the position of the hips, the expressions, the rotation of the gaze.
     */
    int32_t nodes = clip.bone_count + CLIP_EXPRESSIONS + 1, samplers = nodes + 1;
    put(text, "{\"asset\":{\"version\":\"2.0\"},");
    put_clip_nodes(text, recipe, clip.bone_count, nodes);
    put(text, ",\"animations\":[{\"samplers\":[");
    put_samplers(text, recipe, &clip, samplers, &views, &accessors);
    put(text, "],\"channels\":[");
    for (int32_t s = 0; s < samplers; s++) {
        int32_t node = s < clip.bone_count ? s : s == clip.bone_count ? 0 : s - 1;
        bool moves = s >= clip.bone_count && s != samplers - 1;
        put(text, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", s == 0 ? "" : ",",
            (int)s, (int)node, moves ? "translation" : "rotation");
    }
    put(text,
        "]}],\"bufferViews\":[%.*s],\"accessors\":[%.*s],\"buffers\":[{\"byteLength\":%d,\"uri\":"
        "\"data:application/octet-stream;base64,",
        (int)views.size, views.data, (int)accessors.size, accessors.data,
        (int)(clip.float_count * 4));
    clip.float_count += 3 - clip.float_count % 3; /* whole groups */
    put_base64(text, (const unsigned char*)(const void*)clip.floats,
               (size_t)clip.float_count * sizeof(float));
    put(text, "\"}]}");
}

/* ---- What the library makes of them ---- */

static vrm_Model* load(Recipe* recipe, void (*put_document)(RecipeText* text, Recipe* recipe)) {
    RecipeText* text = calloc(1, sizeof *text);
    vrm_Model* model = NULL;
    if (text == NULL) return NULL;
    put_document(text, recipe);
    (void)vrm_model_load(text->data, text->size, NULL, NULL, &model);
    free(text);
    return model;
}

vrm_Rig* recipe_rig(Recipe* recipe) {
    vrm_Model* model = load(recipe, put_avatar);
    vrm_Rig* rig = NULL;
    if (model != NULL) (void)vrm_rig_build(model, NULL, &rig);
    vrm_model_destroy(model);
    return rig;
}

vrm_Clip* recipe_clip(Recipe* recipe) {
    vrm_Model* model = load(recipe, put_clip);
    vrm_Clip* clip = NULL;
    if (model != NULL) (void)vrm_clip_build(model, NULL, &clip);
    vrm_model_destroy(model);
    return clip;
}
