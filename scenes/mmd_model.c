/* SPDX-License-Identifier: MIT */
#include "scene_bytes.h"
#include "scene_mmd.h"

#include <string.h>

static const struct {
    const char* name;
    int8_t parent, layer;
    vrm_Vec3 position;
    int8_t append, append_percent;
    bool has_axis; /* the limb that it twists */
} bones[] = {
    {"全ての親", -1, 0, {0.0f, 0.0f, 0.0f}, -1, 0, false},
    {"センター", 0, 0, {0.0f, 8.0f, 0.0f}, -1, 0, false},
    {"グルーブ", 1, 0, {0.0f, 8.2f, 0.0f}, -1, 0, false},
    {"腰", 2, 0, {0.0f, 10.9f, 0.1f}, -1, 0, false},
    {"上半身", 3, 0, {0.0f, 12.0f, -0.1f}, -1, 0, false},
    {"上半身2", 4, 0, {0.0f, 13.2f, 0.0f}, -1, 0, false},
    {"首", 5, 0, {0.0f, 15.6f, 0.2f}, -1, 0, false},
    {"頭", 6, 0, {0.0f, 16.4f, 0.0f}, -1, 0, false},
    {"両目", 7, 0, {0.0f, 19.0f, 0.0f}, -1, 0, false},
    {"左目", 7, 0, {0.4f, 17.1f, -0.5f}, 8, 50, false},
    {"右目", 7, 0, {-0.4f, 17.1f, -0.5f}, 8, 50, false},
    {"左肩P", 5, 0, {0.2f, 15.3f, 0.2f}, -1, 0, false},
    {"右肩P", 5, 0, {-0.2f, 15.3f, 0.2f}, -1, 0, false},
    {"左肩", 11, 0, {0.2f, 15.3f, 0.2f}, -1, 0, false},
    {"右肩", 12, 0, {-0.2f, 15.3f, 0.2f}, -1, 0, false},
    {"左肩C", 13, 0, {1.2f, 15.1f, 0.2f}, 11, -100, false},
    {"右肩C", 14, 0, {-1.2f, 15.1f, 0.2f}, 12, -100, false},
    {"左腕", 15, 0, {1.2f, 15.1f, 0.2f}, -1, 0, false},
    {"右腕", 16, 0, {-1.2f, 15.1f, 0.2f}, -1, 0, false},
    {"左腕捩", 17, 0, {2.3f, 14.3f, 0.2f}, -1, 0, true},
    {"右腕捩", 18, 0, {-2.3f, 14.3f, 0.2f}, -1, 0, true},
    {"左ひじ", 19, 0, {3.1f, 13.72f, 0.2f}, -1, 0, false},
    {"右ひじ", 20, 0, {-3.1f, 13.72f, 0.2f}, -1, 0, false},
    {"左手捩", 21, 0, {4.1f, 13.0f, 0.15f}, -1, 0, true},
    {"右手捩", 22, 0, {-4.1f, 13.0f, 0.15f}, -1, 0, true},
    {"左手首", 23, 0, {4.8f, 12.5f, 0.1f}, -1, 0, false},
    {"右手首", 24, 0, {-4.8f, 12.5f, 0.1f}, -1, 0, false},
    {"左人指１", 25, 0, {5.4f, 12.0f, -0.1f}, -1, 0, false},
    {"右人指１", 26, 0, {-5.4f, 12.0f, -0.1f}, -1, 0, false},
    {"左人指２", 27, 0, {5.7f, 11.8f, -0.12f}, -1, 0, false},
    {"右人指２", 28, 0, {-5.7f, 11.8f, -0.12f}, -1, 0, false},
    {"下半身", 3, 0, {0.0f, 12.0f, -0.1f}, -1, 0, false},
    {"左足", 31, 0, {0.9f, 10.6f, 0.0f}, -1, 0, false},
    {"右足", 31, 0, {-0.9f, 10.6f, 0.0f}, -1, 0, false},
    {"左ひざ", 32, 0, {0.95f, 5.9f, -0.15f}, -1, 0, false},
    {"右ひざ", 33, 0, {-0.95f, 5.9f, -0.15f}, -1, 0, false},
    {"左足首", 34, 0, {0.95f, 1.2f, 0.4f}, -1, 0, false},
    {"右足首", 35, 0, {-0.95f, 1.2f, 0.4f}, -1, 0, false},
    {"左つま先", 36, 0, {0.95f, 0.0f, -1.1f}, -1, 0, false},
    {"右つま先", 37, 0, {-0.95f, 0.0f, -1.1f}, -1, 0, false},
    {"左足IK親", 0, 0, {0.95f, 0.0f, 0.4f}, -1, 0, false},
    {"右足IK親", 0, 0, {-0.95f, 0.0f, 0.4f}, -1, 0, false},
    {"左足ＩＫ", 40, 0, {0.95f, 1.2f, 0.4f}, -1, 0, false},
    {"右足ＩＫ", 41, 0, {-0.95f, 1.2f, 0.4f}, -1, 0, false},
    {"左つま先ＩＫ", 42, 0, {0.95f, 0.0f, -1.1f}, -1, 0, false},
    {"右つま先ＩＫ", 43, 0, {-0.95f, 0.0f, -1.1f}, -1, 0, false},
    {"左足D", 31, 1, {0.9f, 10.6f, 0.0f}, 32, 100, false},
    {"右足D", 31, 1, {-0.9f, 10.6f, 0.0f}, 33, 100, false},
    {"左ひざD", 46, 1, {0.95f, 5.9f, -0.15f}, 34, 100, false},
    {"右ひざD", 47, 1, {-0.95f, 5.9f, -0.15f}, 35, 100, false},
    {"左足首D", 48, 1, {0.95f, 1.2f, 0.4f}, 36, 100, false},
    {"右足首D", 49, 1, {-0.95f, 1.2f, 0.4f}, 37, 100, false},
    {"左足先EX", 50, 1, {0.95f, 0.3f, -0.6f}, -1, 0, false},
    {"右足先EX", 51, 1, {-0.95f, 0.3f, -0.6f}, -1, 0, false},
};

static const struct {
    const char *name, *target, *links[2];
    uint8_t iterations;
} chains[] = {
    {"左足ＩＫ", "左足首", {"左ひざ", "左足"}, 40},
    {"左つま先ＩＫ", "左つま先", {"左足首", NULL}, 3},
    {"右足ＩＫ", "右足首", {"右ひざ", "右足"}, 40},
    {"右つま先ＩＫ", "右つま先", {"右足首", NULL}, 3},
};

enum { BONE_COUNT = sizeof bones / sizeof *bones, CHAIN_COUNT = sizeof chains / sizeof *chains };

static int bone_of(const char* name) {
    for (int b = 0; b < BONE_COUNT; b++)
        if (strcmp(bones[b].name, name) == 0) return b;
    return -1;
}

/* ---- Values ---- */

static void add_index(Bytes* out, const SceneMmdModelDef* def, int index) {
    uint32_t value = (uint32_t)index;
    if (def->index_size == 1) bytes_add_u8(out, value & 0xFF);
    if (def->index_size == 2) bytes_add_u16(out, value & 0xFFFF);
    if (def->index_size == 4) bytes_add_u32(out, value);
}

static void add_floats(Bytes* out, int count, float value) {
    for (int i = 0; i < count; i++) bytes_add_float(out, value);
}

/* Names have no characters beyond U+FFFF. */
static void add_text(Bytes* out, const SceneMmdModelDef* def, const char* text) {
    size_t size = strlen(text), units = 0;
    if (def->is_utf8) {
        bytes_add_u32(out, (uint32_t)size);
        bytes_add(out, text, size);
        return;
    }
    for (size_t i = 0; i < size; i++) units += ((unsigned char)text[i] & 0xC0) != 0x80;
    bytes_add_u32(out, (uint32_t)(2 * units));
    for (const unsigned char* at = (const unsigned char*)text; *at != 0;) {
        unsigned c = at[0], more = c < 0x80 ? 0 : c < 0xE0 ? 1 : 2;
        if (more > 0) c &= more == 1 ? 0x1F : 0x0F;
        for (unsigned i = 1; i <= more; i++) c = c << 6 | (at[i] & 0x3F);
        bytes_add_u16(out, c);
        at += more + 1;
    }
}

/* ---- Geometry, to be passed over ---- */

static void add_vertices(Bytes* out, const SceneMmdModelDef* def) {
    static const struct {
        uint8_t bones, floats;
    } kinds[] = {{1, 0}, {2, 1}, {4, 4}, {2, 10}, {4, 4}};
    uint32_t count = def->is_newer ? 5 : 4; /* the fifth kind is of 2.1 */
    bytes_add_u32(out, count);
    for (uint32_t kind = 0; kind < count; kind++) {
        add_floats(out, 8 + 4, (float)kind);
        bytes_add_u8(out, kind);
        for (int b = 0; b < kinds[kind].bones; b++) add_index(out, def, b);
        add_floats(out, kinds[kind].floats, 0.25f);
        bytes_add_float(out, 1.0f);
    }
    bytes_add_u32(out, 3);
    for (int i = 0; i < 3; i++) add_index(out, def, i);
}

static void add_materials(Bytes* out, const SceneMmdModelDef* def) {
    bytes_add_u32(out, 1);
    add_text(out, def, "texture.png");
    bytes_add_u32(out, 2);
    for (unsigned material = 0; material < 2; material++) {
        add_text(out, def, "素材");
        add_text(out, def, "");
        add_floats(out, 4 + 3 + 1 + 3, 0.5f);
        bytes_add_u8(out, 0);
        add_floats(out, 4 + 1, 0.0f);
        add_index(out, def, 0);
        add_index(out, def, -1);
        bytes_add_u8(out, 0);
        bytes_add_u8(out, material); /* a toon of the file, or a shared one */
        if (material == 0)
            add_index(out, def, -1);
        else
            bytes_add_u8(out, 3);
        add_text(out, def, "memo");
        bytes_add_u32(out, material == 0 ? 3 : 0);
    }
}

/* ---- Bones ---- */

static void add_chain(Bytes* out, const SceneMmdModelDef* def, int chain) {
    int links = chains[chain].links[1] != NULL ? 2 : 1;
    add_index(out, def, bone_of(chains[chain].target));
    bytes_add_u32(out, chains[chain].iterations);
    bytes_add_float(out, 2.0f);
    bytes_add_u32(out, (uint32_t)links);
    for (int i = 0; i < links; i++) {
        bool is_knee = strstr(chains[chain].links[i], "ひざ") != NULL;
        add_index(out, def, bone_of(chains[chain].links[i]));
        bytes_add_u8(out, is_knee);
        if (!is_knee) continue;
        bytes_add_vec3(out, (vrm_Vec3){-3.1415927f, 0.0f, 0.0f});
        bytes_add_vec3(out, (vrm_Vec3){-0.008726646f, 0.0f, 0.0f});
    }
}

static vrm_Vec3 along(int from, int to) {
    vrm_Vec3 a = bones[from].position, b = bones[to].position;
    return (vrm_Vec3){b.x - a.x, b.y - a.y, b.z - a.z};
}

static void add_bone(Bytes* out, const SceneMmdModelDef* def, int b) {
    int chain = 0;
    while (chain < CHAIN_COUNT && strcmp(chains[chain].name, bones[b].name) != 0) chain++;
    unsigned flags = 0x1E;
    if (b % 2 == 1) flags |= 0x0001; /* the tail is a bone, or a place */
    if (chain < CHAIN_COUNT) flags |= 0x0020;
    if (bones[b].append >= 0) flags |= 0x0100;
    if (bones[b].has_axis) flags |= 0x0400;
    if (b == 0) flags |= 0x2800; /* local axes and an outer parent, which are passed over */
    add_text(out, def, bones[b].name);
    add_text(out, def, "");
    bytes_add_vec3(out, bones[b].position);
    add_index(out, def, bones[b].parent);
    bytes_add_u32(out, (uint32_t)bones[b].layer);
    bytes_add_u16(out, flags);
    if (flags & 0x0001)
        add_index(out, def, -1);
    else
        add_floats(out, 3, 0.0f);
    if (bones[b].append >= 0) {
        add_index(out, def, bones[b].append);
        bytes_add_float(out, (float)bones[b].append_percent / 100.0f);
    }
    if (bones[b].has_axis) bytes_add_vec3(out, along(bones[b].parent, b));
    if (b == 0) add_floats(out, 6, 0.5f);
    if (b == 0) bytes_add_u32(out, 7);
    if (chain < CHAIN_COUNT) add_chain(out, def, chain);
}

/* ---- Morphs ---- */

static void add_morphs(Bytes* out, const SceneMmdModelDef* def) {
    static const uint8_t sizes[] = {4, 12, 28, 16, 16, 16, 16, 16, 113, 4, 25};
    static const char* const names[] = {"あ",       "い",       "う",   "え",   "お",
                                        "まばたき", "ウィンク", "笑い", "怒り", "eyeLookDownRight",
                                        "じと目"};
    uint32_t count = def->is_newer ? 11 : 9;
    bytes_add_u32(out, count);
    for (uint32_t type = 0; type < count; type++) {
        add_text(out, def, names[type]);
        add_text(out, def, "");
        bytes_add_u8(out, 1);
        bytes_add_u8(out, type);
        bytes_add_u32(out, 2);
        for (int offset = 0; offset < 2; offset++) {
            add_index(out, def, 0);
            for (int i = 0; i < sizes[type]; i++) bytes_add_u8(out, 0);
        }
    }
}

SceneBytes scene_mmd_model(const SceneMmdModelDef* def) {
    Bytes out = {0};
    bytes_add(&out, "PMX ", 4);
    bytes_add_float(&out, def->is_newer ? 2.1f : 2.0f);
    bytes_add_u8(&out, 8);
    bytes_add_u8(&out, def->is_utf8);
    bytes_add_u8(&out, 1); /* more UVs */
    for (int i = 0; i < 6; i++) bytes_add_u8(&out, def->index_size);
    for (int i = 0; i < 4; i++) add_text(&out, def, "モデル");
    add_vertices(&out, def);
    add_materials(&out, def);
    bytes_add_u32(&out, BONE_COUNT);
    for (int b = 0; b < BONE_COUNT; b++) add_bone(&out, def, b);
    add_morphs(&out, def);
    for (int i = 0; i < (def->is_newer ? 4 : 3); i++)
        bytes_add_u32(&out, 0); /* frames, bodies, joints, soft bodies */
    if (out.has_failed) bytes_release(&out);
    return (SceneBytes){out.data, out.size};
}
