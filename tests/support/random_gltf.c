/* SPDX-License-Identifier: MIT */
#include "support/random_gltf.h"

#include "support/check.h"
#include "support/dice.h"
#include "support/glb.h"
#include "support/json_text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends an element to a list of the document. */
static int add(TestText* list, const char* format, ...) {
    char line[1000];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_true(size >= 0 && (size_t)size < sizeof line);
    int number = test_put_next(list);
    test_put(list, "%s", line);
    return number;
}

enum { POOLS = 3, TARGETS = 4, MESHES = 5, NODES = 10, MATERIALS = 6, KINDS = 3 };

/* Vertices that several primitives may share. */
typedef struct Pool {
    int vertices;
    char attributes[200];
    char targets[TARGETS][120];
} Pool;

typedef struct Random {
    Dice dice;
    uint8_t bin[65536];
    size_t bin_size;
    TestText views, accessors, meshes, nodes, materials, properties, textures, images, skins;
    Pool pools[POOLS];
    int target_count; /* of all meshes */
    int kind;         /* 0: 0.x, 1: 1.0, 2: plain glTF */
} Random;

static bool chance(Random* r, int of) {
    return roll_int(&r->dice, of) == 0;
}

/* Few values, so that vertices and accessors are often equal. */
static float few(Random* r) {
    static const float values[] = {0.0f, -0.0f, 1.0f, 0.5f, -1.0f};
    return values[roll_int(&r->dice, 5)];
}

static int add_view(Random* r, const void* bytes, size_t size, const char* rest) {
    size_t at = (r->bin_size + 3) / 4 * 4 + (chance(r, 3) ? 8 : 0);
    assert_true(at + size <= sizeof r->bin);
    memcpy(r->bin + at, bytes, size);
    r->bin_size = at + size;
    return add(&r->views, "{'buffer':0,'byteOffset':%d,'byteLength':%d%s}", (int)at, (int)size,
               rest);
}

/* min and max are needed where positions are: all values are between -1 and 1. */
static int add_floats(Random* r, const float* values, int count, int components, bool is_vertex) {
    static const char* const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    float low[4], high[4];
    char bounds[160] = "";
    for (int k = 0; k < components; k++) low[k] = high[k] = values[k];
    for (int i = 0; i < count * components; i++) {
        int k = i % components;
        if (values[i] < low[k]) low[k] = values[i];
        if (values[i] > high[k]) high[k] = values[i];
    }
    if (components == 3)
        snprintf(bounds, sizeof bounds, ",'min':[%g,%g,%g],'max':[%g,%g,%g]", (double)low[0],
                 (double)low[1], (double)low[2], (double)high[0], (double)high[1], (double)high[2]);
    if (components == 1)
        snprintf(bounds, sizeof bounds, ",'min':[%g],'max':[%g]", (double)low[0], (double)high[0]);
    int view = add_view(r, values, (size_t)(count * components) * 4,
                        is_vertex && chance(r, 2) ? ",'target':34962" : "");
    return add(&r->accessors, "{'bufferView':%d,'componentType':5126,'count':%d,'type':'%s'%s}",
               view, count, types[components], bounds);
}

static int add_random_floats(Random* r, int count, int components, bool is_vertex) {
    float values[256] = {0};
    bool is_zero = chance(r, 4), is_rare = chance(r, 2);
    for (int i = 0; i < count * components; i++)
        values[i] = is_zero || (is_rare && !chance(r, 6)) ? 0.0f : few(r);
    return add_floats(r, values, count, components, is_vertex);
}

static int add_sparse(Random* r, int count) {
    uint16_t at[2] = {(uint16_t)roll_int(&r->dice, count / 2),
                      (uint16_t)(count / 2 + roll_int(&r->dice, count / 2))};
    float values[6];
    for (int i = 0; i < 6; i++) values[i] = few(r);
    int indices = add_view(r, at, sizeof at, ""), view = add_view(r, values, sizeof values, "");
    return add(&r->accessors,
               "{'componentType':5126,'count':%d,'type':'VEC3','min':[-1,-1,-1],'max':[1,1,1],"
               "'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':5123},'values':{"
               "'bufferView':%d}}}",
               count, indices, view);
}

static int add_delta(Random* r, int count) {
    if (chance(r, 4)) return add_sparse(r, count);
    if (chance(r, 6))
        return add(&r->accessors,
                   "{'componentType':5126,'count':%d,'type':'VEC3','min':[0,0,0],'max':[0,0,0]}",
                   count);
    return add_random_floats(r, count, 3, true);
}

/* Positions and normals side by side, positions as shorts, or each attribute for itself. */
static void add_pool(Random* r, Pool* pool) {
    pool->vertices = 4 + roll_int(&r->dice, 9);
    TestText text = {0};
    if (chance(r, 3)) {
        float values[12 * 6];
        for (int i = 0; i < pool->vertices * 6; i++) values[i] = i % 6 < 3 ? few(r) : i % 6 == 5;
        int view = add_view(r, values, (size_t)pool->vertices * 24, ",'byteStride':24");
        int first = add(&r->accessors,
                        "{'bufferView':%d,'componentType':5126,'count':%d,'type':'VEC3','min':"
                        "[-1,-1,-1],'max':[1,1,1]}",
                        view, pool->vertices);
        add(&r->accessors,
            "{'bufferView':%d,'byteOffset':12,'componentType':5126,'count':%d,'type':'VEC3'}", view,
            pool->vertices);
        test_put(&text, "'POSITION':%d,'NORMAL':%d", first, first + 1);
    } else if (chance(r, 3)) {
        int16_t values[12 * 4] = {0};
        for (int i = 0; i < pool->vertices * 4; i++)
            values[i] = i % 4 == 3 ? 0 : (int16_t)(roll_int(&r->dice, 3) - 1);
        int view = add_view(r, values, (size_t)pool->vertices * 8, ",'byteStride':8");
        test_put(
            &text, "'POSITION':%d",
            add(&r->accessors,
                "{'bufferView':%d,'componentType':5122,'count':%d,'type':'VEC3','min':[-1,-1,-1],"
                "'max':[1,1,1]}",
                view, pool->vertices));
    } else {
        test_put(&text, "'POSITION':%d", add_random_floats(r, pool->vertices, 3, true));
    }
    if (chance(r, 2))
        test_put(&text, ",'TEXCOORD_0':%d", add_random_floats(r, pool->vertices, 2, true));
    if (chance(r, 4))
        test_put(&text, ",'_CUSTOM':%d", add_random_floats(r, pool->vertices, 1, true));
    snprintf(pool->attributes, sizeof pool->attributes, "%s", text.data);
    free(text.data);
    int shared = add_delta(r, pool->vertices);
    for (int t = 0; t < r->target_count; t++) {
        int position = chance(r, 4) ? shared : add_delta(r, pool->vertices);
        if (chance(r, 2))
            snprintf(pool->targets[t], sizeof pool->targets[t], "{'POSITION':%d}", position);
        else
            snprintf(pool->targets[t], sizeof pool->targets[t], "{'POSITION':%d,'NORMAL':%d}",
                     position, add_delta(r, pool->vertices));
    }
}

static int add_indices(Random* r, int vertices) {
    static const int types[] = {5121, 5123, 5125};
    int kind = roll_int(&r->dice, 3), count = 3 * (1 + roll_int(&r->dice, 6)), size = 1 << kind;
    uint8_t bytes[18 * 4] = {0};
    for (int i = 0; i < count; i++) bytes[i * size] = (uint8_t)roll_int(&r->dice, vertices);
    int view = add_view(r, bytes, (size_t)(count * size), chance(r, 2) ? ",'target':34963" : "");
    return add(&r->accessors, "{'bufferView':%d,'componentType':%d,'count':%d,'type':'SCALAR'}",
               view, types[kind], count);
}

static void add_mesh(Random* r) {
    TestText text = {0};
    int count = 1 + roll_int(&r->dice, 4), last = -1;
    test_put(&text, "{'name':'mesh%d','primitives':[", r->meshes.count);
    for (int p = 0; p < count; p++) {
        const Pool* pool = &r->pools[chance(r, 3) ? roll_int(&r->dice, POOLS) : 0];
        test_put(&text, "%s{'attributes':{%s}", p > 0 ? "," : "", pool->attributes);
        if (pool != r->pools) last = -1;
        if (!chance(r, 5)) {
            if (last < 0 || !chance(r, 3)) last = add_indices(r, pool->vertices);
            test_put(&text, ",'indices':%d", last);
        }
        if (pool != r->pools) last = -1;
        if (chance(r, 8)) test_put(&text, ",'mode':%d", roll_int(&r->dice, 7));
        if (!chance(r, 5)) test_put(&text, ",'material':%d", roll_int(&r->dice, MATERIALS));
        if (chance(r, 12)) test_put(&text, ",'extras':{'corner':1}");
        for (int t = 0; t < r->target_count; t++)
            test_put(&text, "%s%s", t > 0 ? "," : ",'targets':[", pool->targets[t]);
        test_put(&text, "%s}", r->target_count > 0 ? "]" : "");
    }
    test_put(&text, "]");
    if (r->target_count > 0 && chance(r, 3)) {
        test_put(&text, ",'weights':[");
        for (int t = 0; t < r->target_count; t++)
            test_put(&text, "%s%d", t > 0 ? "," : "", chance(r, 3));
        test_put(&text, "]");
    }
    test_put(&text, "}");
    test_put(&r->meshes, r->meshes.count > 0 ? "," : "");
    test_put_text(&r->meshes, &text);
    r->meshes.count++;
    free(text.data);
}

/* One white pixel. */
static const uint8_t pixel[] = {
    0x89, 'P',  'N',  'G',  0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 'I',  'H',
    'D',  'R',  0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
    0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 'I',  'D',  'A',  'T',  0x78,
    0x9C, 0x63, 0xF8, 0x0F, 0x00, 0x01, 0x01, 0x01, 0x00, 0x1B, 0xB6, 0xEE, 0x56, 0x00,
    0x00, 0x00, 0x00, 'I',  'E',  'N',  'D',  0xAE, 0x42, 0x60, 0x82};

static void add_looks(Random* r) {
    for (int i = 0; i < 3; i++) {
        add(&r->images, "{'mimeType':'image/png','bufferView':%d,'name':'image%d'}",
            add_view(r, pixel, sizeof pixel, ""), i);
        add(&r->textures, "{'source':%d,'name':'texture%d'}", roll_int(&r->dice, i + 1), i);
    }
    for (int i = 0; i < MATERIALS; i++) {
        int kind = roll_int(&r->dice, 3), texture = roll_int(&r->dice, 3);
        add(&r->materials,
            "{'name':'material%d','pbrMetallicRoughness':{'baseColorTexture':{'index':%d}},"
            "'doubleSided':%s}",
            i, texture, kind == 0 ? "true" : "false");
        add(&r->properties,
            "{'name':'material%d','renderQueue':%d,'shader':'VRM_USE_GLTFSHADER',"
            "'floatProperties':{},'vectorProperties':{},'textureProperties':{'_MainTex':%d},"
            "'keywordMap':{},'tagMap':{}}",
            i, kind == 1 ? 2001 : 2000, texture);
    }
}

static void add_nodes(Random* r) {
    for (int i = 0; i < NODES; i++) {
        TestText text = {0};
        test_put(&text, "{'name':'node%d'", i);
        if (i * 2 + 2 < NODES) test_put(&text, ",'children':[%d,%d]", i * 2 + 1, i * 2 + 2);
        if (chance(r, 2)) test_put(&text, ",'mesh':%d", roll_int(&r->dice, MESHES - 1));
        if (chance(r, 3)) test_put(&text, ",'translation':[%d,0.5,0]", i);
        if (chance(r, 20)) test_put(&text, ",'extras':{'node':%d}", roll_int(&r->dice, NODES));
        test_put(&text, "}");
        test_put(&r->nodes, "%s%s", i > 0 ? "," : "", text.data);
        r->nodes.count++;
        free(text.data);
    }
}

static void put_avatar(Random* r, TestText* text) {
    int target = r->target_count > 0 ? roll_int(&r->dice, r->target_count) : 0;
    if (r->kind == 0) {
        test_put(
            text,
            ",'extensionsUsed':['VRM','KHR_mesh_quantization'],'extensions':{'VRM':{'meta':{"
            "'title':'t','texture':%d},'blendShapeMaster':{'blendShapeGroups':[{'name':'A',"
            "'presetName':'a','binds':[{'mesh':%d,'index':%d,'weight':100}],'materialValues':[{"
            "'materialName':'material%d','propertyName':'_Color','targetValue':[1,0,0,1]}]}]},"
            "'firstPerson':{'meshAnnotations':[{'mesh':%d,'firstPersonFlag':'Both'}]},"
            "'materialProperties':[",
            roll_int(&r->dice, 3), roll_int(&r->dice, MESHES), target,
            roll_int(&r->dice, MATERIALS), roll_int(&r->dice, MESHES));
        test_put_text(text, &r->properties);
        test_put(text, "]}}");
    } else if (r->kind == 1) {
        test_put(
            text,
            ",'extensionsUsed':['VRMC_vrm','KHR_mesh_quantization'],'extensions':{'VRMC_vrm':{"
            "'specVersion':'1.0','meta':{'name':'n','authors':['a'],'licenseUrl':"
            "'https://vrm.dev/licenses/1.0/','thumbnailImage':%d},'humanoid':{'humanBones':{"
            "'hips':{'node':%d}}},'expressions':{'preset':{'aa':{'morphTargetBinds':[{'node':%d,"
            "'index':%d,'weight':1}],'materialColorBinds':[{'material':%d,'type':'color',"
            "'targetValue':[1,0,0,1]}]}}}}}",
            roll_int(&r->dice, 3), roll_int(&r->dice, NODES), roll_int(&r->dice, NODES), target,
            roll_int(&r->dice, MATERIALS));
    } else {
        test_put(text, ",'extensionsUsed':['KHR_mesh_quantization']");
    }
}

static void put_animation(Random* r, TestText* text) {
    static const float times[] = {0, 1, 2, 3};
    if (!chance(r, 3)) return;
    int input = add_floats(r, times, 4, 1, false), output = add_random_floats(r, 4, 3, false);
    test_put(
        text,
        ",'animations':[{'samplers':[{'input':%d,'output':%d}],'channels':[{'sampler':0,'target':{"
        "'node':%d,'path':'translation'}}]}]",
        input, output, roll_int(&r->dice, NODES));
}

static void put_list(TestText* text, const char* name, TestText* list) {
    test_put(text, ",'%s':[", name);
    test_put_text(text, list);
    test_put(text, "]");
    free(list->data);
}

TestBytes test_random_gltf(uint64_t seed) {
    Random* r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->dice.state = seed * 977 + 3;
    for (int i = 0; i < 5; i++) roll(&r->dice, 0, 1);
    r->kind = (int)(seed % KINDS);
    r->target_count = roll_int(&r->dice, TARGETS + 1);
    for (int i = 0; i < POOLS; i++) add_pool(r, &r->pools[i]);
    add_looks(r);
    for (int i = 0; i < MESHES; i++) add_mesh(r);
    add_nodes(r);
    TestText text = {0};
    test_put(&text, "{'asset':{'version':'2.0'},'extensionsRequired':['KHR_mesh_quantization'],"
                    "'scene':0,'scenes':[{'nodes':[0]}]");
    put_avatar(r, &text);
    put_animation(r, &text);
    if (chance(r, 4)) test_put(&text, ",'extras':{'index':%d}", roll_int(&r->dice, 12));
    put_list(&text, "accessors", &r->accessors);
    put_list(&text, "bufferViews", &r->views);
    put_list(&text, "images", &r->images);
    put_list(&text, "textures", &r->textures);
    put_list(&text, "materials", &r->materials);
    put_list(&text, "meshes", &r->meshes);
    put_list(&text, "nodes", &r->nodes);
    test_put(&text, ",'buffers':[{'byteLength':%d}]}", (int)((r->bin_size + 3) / 4 * 4));
    free(r->properties.data);
    TestBytes file = test_glb(text.data, r->bin, (r->bin_size + 3) / 4 * 4);
    free(text.data);
    free(r);
    return file;
}
