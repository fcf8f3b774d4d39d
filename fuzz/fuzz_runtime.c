/* SPDX-License-Identifier: MIT */
/* Random avatars under random inputs: nothing crashes, and every output is finite. The bytes are
 * read as a recipe: first the document (nodes with any transforms, bones, constraints, expressions,
 * gaze, springs), then frames of inputs. */
#include "vrm/sim.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/* ---- The recipe ---- */

typedef struct Recipe {
    const uint8_t* at;
    const uint8_t* end;
} Recipe;

static uint32_t byte(Recipe* recipe) {
    return recipe->at < recipe->end ? *recipe->at++ : 0;
}

static int32_t below(Recipe* recipe, int32_t count) {
    return count <= 0 ? 0 : (int32_t)((byte(recipe) * 256 + byte(recipe)) % (uint32_t)count);
}

/* Ordinary numbers mostly; now and then one from the edges. */
static float number(Recipe* recipe) {
    static const float edges[] = {0.0f,  -0.0f,   1e-38f, 1e30f,  -1e30f, 1e-20f, 1e6f,    -1.0f,
                                  2e38f, FLT_MAX, 1e12f,  -1e12f, 1.0f,   0.5f,   3.1415f, -90.0f};
    uint32_t kind = byte(recipe);
    if (kind < 24) return edges[byte(recipe) % 16];
    return ((float)byte(recipe) - 128.0f) / 64.0f;
}

/* As above, and numbers that no JSON text can hold. */
static float wild(Recipe* recipe) {
    uint32_t bits = 0;
    float value;
    if (byte(recipe) >= 16) return number(recipe);
    for (int i = 0; i < 4; i++) bits = bits << 8 | byte(recipe);
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- The document ---- */

typedef struct Text {
    char data[1 << 16];
    size_t size;
} Text;

static void put(Text* text, const char* format, ...) VRM_PRINTF(2, 3);

static void put(Text* text, const char* format, ...) {
    va_list args;
    va_start(args, format);
    int needed = vsnprintf(text->data + text->size, sizeof text->data - text->size, format, args);
    va_end(args);
    if (needed > 0 && (size_t)needed < sizeof text->data - text->size) text->size += (size_t)needed;
}

static void put_numbers(Text* text, Recipe* recipe, const char* key, int count) {
    put(text, "\"%s\":[", key);
    for (int i = 0; i < count; i++) put(text, "%s%.9g", i == 0 ? "" : ",", (double)number(recipe));
    put(text, "]");
}

enum { NODES_MAX = 40 };

static void put_constraint(Text* text, Recipe* recipe, int32_t nodes) {
    int32_t kind = below(recipe, 3);
    char axis = "XYZ"[below(recipe, 3)];
    put(text,
        ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{");
    if (kind == 0) put(text, "\"rotation\":{");
    if (kind == 1) put(text, "\"roll\":{\"rollAxis\":\"%c\",", axis);
    if (kind == 2)
        put(text, "\"aim\":{\"aimAxis\":\"%stive%c\",", below(recipe, 2) ? "Posi" : "Nega", axis);
    put(text, "\"source\":%d,\"weight\":%.9g}}}}", (int)below(recipe, nodes),
        (double)number(recipe));
}

static int32_t put_nodes(Text* text, Recipe* recipe) {
    int32_t count = 1 + below(recipe, NODES_MAX - 1), parents[NODES_MAX];
    for (int32_t i = 0; i < count; i++)
        parents[i] = i == 0 || byte(recipe) < 20 ? -1 : below(recipe, i);
    put(text, "\"nodes\":[");
    for (int32_t i = 0; i < count; i++) {
        const char* before = ",\"children\":[";
        put(text, "%s{\"name\":\"%d\",", i == 0 ? "" : ",", (int)i);
        put_numbers(text, recipe, "translation", 3);
        put(text, ",");
        put_numbers(text, recipe, "rotation", 4);
        if (byte(recipe) < 80) {
            put(text, ",");
            put_numbers(text, recipe, "scale", 3);
        }
        for (int32_t c = i + 1; c < count; c++) {
            if (parents[c] != i) continue;
            put(text, "%s%d", before, (int)c);
            before = ",";
        }
        if (before[1] == 0) put(text, "]");
        if (byte(recipe) < 60) put(text, ",\"mesh\":0");
        if (byte(recipe) < 60) put(text, ",\"skin\":0");
        if (byte(recipe) < 60) put_constraint(text, recipe, count);
        put(text, "}");
    }
    put(text, "],\"skins\":[{\"joints\":[0");
    for (int i = 0; i < 3; i++) put(text, ",%d", (int)below(recipe, count + 2));
    put(text, "]}]");
    return count;
}

static void put_bones(Text* text, Recipe* recipe, int32_t nodes, bool is_0) {
    put(text, "\"humanoid\":{\"humanBones\":%s", is_0 ? "[" : "{");
    const char* before = "";
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (b > VRM_BONE_RIGHT_EYE && byte(recipe) > 128) continue;
        const char* name = vrm_bone_name((vrm_Bone)b);
        int32_t node = below(recipe, nodes);
        if (is_0)
            put(text, "%s{\"bone\":\"%s\",\"node\":%d}", before, name, (int)node);
        else
            put(text, "%s\"%s\":{\"node\":%d}", before, name, (int)node);
        before = ",";
    }
    put(text, is_0 ? "]}" : "}}");
}

static void put_expressions(Text* text, Recipe* recipe, int32_t nodes) {
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
            byte(recipe) < 60 ? "true" : "false", overrides[below(recipe, 3)],
            overrides[below(recipe, 3)], overrides[below(recipe, 3)], (int)below(recipe, nodes),
            (int)below(recipe, 3), (double)number(recipe), (int)below(recipe, 2),
            types[below(recipe, 6)]);
        put_numbers(text, recipe, "targetValue", 4);
        put(text, "}],\"textureTransformBinds\":[{\"material\":%d,", (int)below(recipe, 2));
        put_numbers(text, recipe, "scale", 2);
        put(text, ",");
        put_numbers(text, recipe, "offset", 2);
        put(text, "}]}");
    }
    put(text, "}}");
}

static void put_look_at(Text* text, Recipe* recipe) {
    static const char* const maps[] = {"HorizontalInner", "HorizontalOuter", "VerticalDown",
                                       "VerticalUp"};
    put(text, ",\"lookAt\":{\"type\":\"%s\",", below(recipe, 2) ? "bone" : "expression");
    put_numbers(text, recipe, "offsetFromHeadBone", 3);
    for (int i = 0; i < 4; i++)
        put(text, ",\"rangeMap%s\":{\"inputMaxValue\":%.9g,\"outputScale\":%.9g}", maps[i],
            (double)number(recipe), (double)number(recipe));
    put(text, "}");
}

static void put_springs(Text* text, Recipe* recipe, int32_t nodes) {
    put(text,
        ",\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":%d,\"shape\":"
        "{\"sphere\":{\"radius\":%.9g}}}],\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":"
        "[{\"colliderGroups\":[0],\"joints\":[",
        (int)below(recipe, nodes), (double)number(recipe));
    for (int i = 0; i < 4; i++) {
        put(text, "%s{\"node\":%d,\"stiffness\":%.9g,\"gravityPower\":%.9g,\"dragForce\":%.9g,",
            i == 0 ? "" : ",", (int)below(recipe, nodes), (double)number(recipe),
            (double)number(recipe), (double)number(recipe));
        put(text, "\"hitRadius\":%.9g}", (double)number(recipe));
    }
    put(text, "]}]}");
}

static void put_document(Text* text, Recipe* recipe) {
    bool is_0 = byte(recipe) < 80;
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
            (double)number(recipe), (double)number(recipe));
        put_numbers(text, recipe, "curve", 8);
        put(text, "}},\"secondaryAnimation\":{\"boneGroups\":[{\"stiffiness\":1,\"bones\":[%d]}]}}",
            (int)below(recipe, nodes));
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

/* ---- Inputs ---- */

static vrm_Vec3 wild_vec3(Recipe* recipe) {
    vrm_Vec3 v = {wild(recipe), wild(recipe), wild(recipe)};
    return v;
}

static vrm_Quat wild_quat(Recipe* recipe) {
    vrm_Quat q = {wild(recipe), wild(recipe), wild(recipe), wild(recipe)};
    return q;
}

static vrm_Transform wild_transform(Recipe* recipe) {
    vrm_Transform t = {wild_vec3(recipe), wild_quat(recipe), wild_vec3(recipe)};
    return t;
}

static void drive(Recipe* recipe, vrm_Sim* sim, vrm_AvatarId id, int32_t nodes) {
    switch (below(recipe, 14)) {
    case 0: (void)vrm_avatar_set_root(sim, id, wild_transform(recipe)); break;
    case 1:
    case 2:
        (void)vrm_avatar_set_node(sim, id, below(recipe, nodes + 1) - 1, wild_transform(recipe));
        break;
    case 3: (void)vrm_avatar_set_rotation(sim, id, below(recipe, nodes), wild_quat(recipe)); break;
    case 4:
        (void)vrm_avatar_set_bone(sim, id, (vrm_Bone)below(recipe, VRM_BONE_COUNT),
                                  wild_quat(recipe));
        break;
    case 5: (void)vrm_avatar_set_hips(sim, id, wild_vec3(recipe)); break;
    case 6: (void)vrm_avatar_set_expression_at(sim, id, below(recipe, 20) - 1, wild(recipe)); break;
    case 7: (void)vrm_avatar_look_at(sim, id, wild_vec3(recipe)); break;
    case 8: (void)vrm_avatar_look_along(sim, id, 90.0f * wild(recipe), 90.0f * wild(recipe)); break;
    case 9:
        (void)vrm_avatar_set_translation(sim, id, below(recipe, nodes), wild_vec3(recipe));
        break;
    case 10: (void)vrm_avatar_set_stages(sim, id, byte(recipe)); break;
    case 11: (void)vrm_avatar_reset_pose(sim, id); break;
    case 12: (void)vrm_avatar_set_morph(sim, id, below(recipe, 20) - 1, wild(recipe)); break;
    case 13: (void)vrm_avatar_reset_morphs(sim, id); break;
    }
}

/* ---- What must hold ---- */

static void check_floats(const float* values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!(values[i] >= -FLT_MAX && values[i] <= FLT_MAX)) abort();
}

static void check(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, id);
    size_t nodes = (size_t)vrm_rig_node_count(rig);
    int32_t values = 0;
    (void)vrm_rig_material_values(rig, &values);
    vrm_Vec2 gaze = vrm_avatar_gaze(sim, id);
    check_floats(&vrm_avatar_locals(sim, id)->translation.x, nodes * 10);
    check_floats(&vrm_avatar_worlds(sim, id)->rows[0].x, nodes * 12);
    check_floats(&vrm_avatar_palettes(sim, id)->rows[0].x, (size_t)vrm_rig_palette_count(rig) * 12);
    check_floats(vrm_avatar_expression_weights(sim, id), (size_t)vrm_rig_expression_count(rig));
    check_floats(vrm_avatar_morphs(sim, id), (size_t)vrm_rig_morph_count(rig));
    check_floats(&vrm_avatar_material_values(sim, id)->x, (size_t)values * 4);
    check_floats(&gaze.x, 2);
}

static void run(Recipe* recipe, const vrm_Rig* rig) {
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[3];
    int32_t nodes = vrm_rig_node_count(rig);
    if (vrm_sim_create(NULL, &sim) != VRM_OK) return;
    for (int i = 0; i < 3; i++) ids[i] = vrm_sim_add(sim, rig);
    for (int frame = 0; frame < 8; frame++) {
        for (int i = 0; i < 12; i++) drive(recipe, sim, ids[below(recipe, 3)], nodes);
        vrm_sim_step(sim, byte(recipe) < 20 ? wild(recipe) : 1.0f / 60.0f);
        for (int i = 0; i < 3; i++) check(sim, ids[i]);
        if (frame == 4) {
            (void)vrm_sim_remove(sim, ids[1]);
            ids[1] = vrm_sim_add(sim, rig);
        }
    }
    vrm_sim_destroy(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Recipe recipe = {data, data + size};
    Text* text = calloc(1, sizeof *text);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    if (text == NULL) return 0;
    put_document(text, &recipe);
    if (vrm_model_load(text->data, text->size, NULL, NULL, &model) == VRM_OK &&
        vrm_rig_build(model, NULL, &rig) == VRM_OK)
        run(&recipe, rig);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    free(text);
    return 0;
}
