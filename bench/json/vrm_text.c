/* SPDX-License-Identifier: MIT */
#include "vrm_text.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Maker {
    vrm_JsonBuilder* builder;
    uint32_t random;
} Maker;

static uint32_t next_random(Maker* maker) {
    maker->random = maker->random * 1664525u + 1013904223u;
    return maker->random >> 8;
}

/* As positions and rotations come: many digits, sometimes a plain 0 or 1. */
static void put_real(Maker* maker) {
    uint32_t random = next_random(maker);
    if (random % 8 < 2) {
        vrm_json_put_integer(maker->builder, random % 2);
        return;
    }
    vrm_json_put_float(maker->builder, ((float)(random & 0xFFFFF) / 524288.0f - 1.0f) * 1.7f);
}

static void put_reals(Maker* maker, const char* key, int count) {
    vrm_json_put_key(maker->builder, key);
    vrm_json_begin_array(maker->builder);
    for (int i = 0; i < count; i++) put_real(maker);
    vrm_json_end_array(maker->builder);
}

static void put_integer(Maker* maker, const char* key, int64_t value) {
    vrm_json_put_key(maker->builder, key);
    vrm_json_put_integer(maker->builder, value);
}

static void put_text(Maker* maker, const char* key, const char* text) {
    vrm_json_put_key(maker->builder, key);
    vrm_json_put_string(maker->builder, text);
}

static void begin_list(Maker* maker, const char* key) {
    vrm_json_put_key(maker->builder, key);
    vrm_json_begin_array(maker->builder);
}

static void begin_member(Maker* maker, const char* key) {
    vrm_json_put_key(maker->builder, key);
    vrm_json_begin_object(maker->builder);
}

static void put_name(Maker* maker, int index) {
    static const char* names[] = {"J_Sec_Hair%d_%02d", "J_Bip_C_%d", "髪_%d", "Skirt.%d.R",
                                  "HairJoint-%d"};
    char name[64];
    snprintf(name, sizeof name, names[index % 5], index, index % 100);
    put_text(maker, "name", name);
}

static void put_nodes(Maker* maker, int count) {
    begin_list(maker, "nodes");
    for (int i = 0; i < count; i++) {
        vrm_json_begin_object(maker->builder);
        put_name(maker, i);
        if (i % 3 != 2) {
            begin_list(maker, "children");
            vrm_json_put_integer(maker->builder, i + 1);
            if (i % 12 == 0) vrm_json_put_integer(maker->builder, i + 12);
            vrm_json_end_array(maker->builder);
        }
        put_reals(maker, "translation", 3);
        put_reals(maker, "rotation", 4);
        if (i % 2 == 0) put_reals(maker, "scale", 3);
        vrm_json_end_object(maker->builder);
    }
    vrm_json_end_array(maker->builder);
}

static void put_accessors(Maker* maker, int count) {
    static const char* types[] = {"VEC3", "VEC3", "VEC2", "VEC4", "SCALAR", "MAT4"};
    begin_list(maker, "accessors");
    for (int i = 0; i < count; i++) {
        vrm_json_begin_object(maker->builder);
        put_integer(maker, "bufferView", i);
        put_integer(maker, "byteOffset", 0);
        put_text(maker, "type", types[i % 6]);
        put_integer(maker, "componentType", i % 6 == 4 ? 5125 : 5126);
        put_integer(maker, "count", next_random(maker) % 30000);
        if (i % 6 == 0) {
            put_reals(maker, "max", 3);
            put_reals(maker, "min", 3);
        }
        vrm_json_put_key(maker->builder, "normalized");
        vrm_json_put_bool(maker->builder, false);
        vrm_json_end_object(maker->builder);
    }
    vrm_json_end_array(maker->builder);
    begin_list(maker, "bufferViews");
    for (int i = 0, at = 0; i < count; i++) {
        int size = (int)(next_random(maker) % 400000);
        vrm_json_begin_object(maker->builder);
        put_integer(maker, "buffer", 0);
        put_integer(maker, "byteOffset", at);
        put_integer(maker, "byteLength", size);
        if (i % 6 != 5) put_integer(maker, "target", 34962);
        vrm_json_end_object(maker->builder);
        at = (at + size) % 1000000000;
    }
    vrm_json_end_array(maker->builder);
}

static void put_meshes(Maker* maker, int count) {
    begin_list(maker, "meshes");
    for (int i = 0; i < count; i++) {
        vrm_json_begin_object(maker->builder);
        put_text(maker, "name", i % 2 == 0 ? "Face (merged).baked" : "Body");
        begin_list(maker, "primitives");
        vrm_json_begin_object(maker->builder);
        put_integer(maker, "mode", 4);
        put_integer(maker, "indices", i * 6 + 4);
        begin_member(maker, "attributes");
        put_integer(maker, "POSITION", i * 6);
        put_integer(maker, "NORMAL", i * 6 + 1);
        put_integer(maker, "TEXCOORD_0", i * 6 + 2);
        put_integer(maker, "JOINTS_0", i * 6 + 3);
        put_integer(maker, "WEIGHTS_0", i * 6 + 3);
        vrm_json_end_object(maker->builder);
        put_integer(maker, "material", i);
        begin_list(maker, "targets");
        for (int target = 0; target < 12; target++) {
            vrm_json_begin_object(maker->builder);
            put_integer(maker, "POSITION", next_random(maker) % 1000);
            put_integer(maker, "NORMAL", next_random(maker) % 1000);
            vrm_json_end_object(maker->builder);
        }
        vrm_json_end_array(maker->builder);
        begin_member(maker, "extras");
        begin_list(maker, "targetNames");
        for (int target = 0; target < 12; target++) {
            char name[64];
            snprintf(name, sizeof name, "Fcl_MTH_%c%d", 'A' + target, i);
            vrm_json_put_string(maker->builder, name);
        }
        vrm_json_end_array(maker->builder);
        vrm_json_end_object(maker->builder);
        vrm_json_end_object(maker->builder);
        vrm_json_end_array(maker->builder);
        vrm_json_end_object(maker->builder);
    }
    vrm_json_end_array(maker->builder);
}

static void put_materials(Maker* maker, int count) {
    begin_list(maker, "materials");
    for (int i = 0; i < count; i++) {
        vrm_json_begin_object(maker->builder);
        put_name(maker, i);
        begin_member(maker, "pbrMetallicRoughness");
        put_reals(maker, "baseColorFactor", 4);
        begin_member(maker, "baseColorTexture");
        put_integer(maker, "index", i % 20);
        vrm_json_end_object(maker->builder);
        put_integer(maker, "metallicFactor", 0);
        vrm_json_end_object(maker->builder);
        put_text(maker, "alphaMode", i % 3 == 0 ? "MASK" : "OPAQUE");
        begin_member(maker, "extensions");
        begin_member(maker, "VRMC_materials_mtoon");
        put_text(maker, "specVersion", "1.0");
        put_reals(maker, "shadeColorFactor", 3);
        vrm_json_put_key(maker->builder, "shadingToonyFactor");
        put_real(maker);
        put_text(maker, "outlineWidthMode", "worldCoordinates");
        vrm_json_put_key(maker->builder, "outlineWidthFactor");
        put_real(maker);
        vrm_json_put_key(maker->builder, "transparentWithZWrite");
        vrm_json_put_bool(maker->builder, i % 2 == 0);
        vrm_json_end_object(maker->builder);
        vrm_json_end_object(maker->builder);
        vrm_json_end_object(maker->builder);
    }
    vrm_json_end_array(maker->builder);
}

static void put_springs(Maker* maker, int count) {
    begin_member(maker, "extensions");
    begin_member(maker, "VRMC_springBone");
    put_text(maker, "specVersion", "1.0");
    begin_list(maker, "springs");
    for (int i = 0; i < count; i++) {
        vrm_json_begin_object(maker->builder);
        put_name(maker, i);
        begin_list(maker, "joints");
        for (int joint = 0; joint < 4; joint++) {
            vrm_json_begin_object(maker->builder);
            put_integer(maker, "node", i * 4 + joint);
            vrm_json_put_key(maker->builder, "hitRadius");
            vrm_json_put_float(maker->builder, 0.02f);
            vrm_json_put_key(maker->builder, "stiffness");
            put_real(maker);
            put_integer(maker, "gravityPower", 0);
            put_reals(maker, "gravityDir", 3);
            vrm_json_put_key(maker->builder, "dragForce");
            vrm_json_put_float(maker->builder, 0.4f);
            vrm_json_end_object(maker->builder);
        }
        vrm_json_end_array(maker->builder);
        vrm_json_end_object(maker->builder);
    }
    vrm_json_end_array(maker->builder);
    vrm_json_end_object(maker->builder);
    vrm_json_end_object(maker->builder);
}

vrm_JsonBuilder* bench_vrm_text(int scale, vrm_Span* out_text) {
    Maker maker = {.random = 1};
    if (vrm_json_builder_create(NULL, &maker.builder) != VRM_OK) abort();
    vrm_json_begin_object(maker.builder);
    begin_member(&maker, "asset");
    put_text(&maker, "generator", "made up for a benchmark");
    put_text(&maker, "version", "2.0");
    vrm_json_end_object(maker.builder);
    put_accessors(&maker, scale * 12);
    put_meshes(&maker, scale);
    put_materials(&maker, scale);
    put_nodes(&maker, scale * 20);
    put_springs(&maker, scale * 2);
    vrm_json_end_object(maker.builder);
    if (vrm_json_builder_text(maker.builder, out_text) != VRM_OK) abort();
    return maker.builder;
}
