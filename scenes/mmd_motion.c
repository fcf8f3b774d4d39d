/* SPDX-License-Identifier: MIT */
#include "scene_bytes.h"
#include "scene_maths.h"
#include "scene_mmd.h"

#include <string.h>

/* Names in UTF-8 and in Shift-JIS. */
static const struct {
    const char *utf8, *shift_jis;
} names[] = {
    {"センター", "\x83\x5A\x83\x93\x83\x5E\x81\x5B"},
    {"グルーブ", "\x83\x4F\x83\x8B\x81\x5B\x83\x75"},
    {"上半身", "\x8F\xE3\x94\xBC\x90\x67"},
    {"上半身2", "\x8F\xE3\x94\xBC\x90\x67\x32"},
    {"首", "\x8E\xF1"},
    {"頭", "\x93\xAA"},
    {"両目", "\x97\xBC\x96\xDA"},
    {"左肩P", "\x8D\xB6\x8C\xA8\x50"},
    {"左腕", "\x8D\xB6\x98\x72"},
    {"左腕捩", "\x8D\xB6\x98\x72\x9D\x80"},
    {"左ひじ", "\x8D\xB6\x82\xD0\x82\xB6"},
    {"左手捩", "\x8D\xB6\x8E\xE8\x9D\x80"},
    {"左手首", "\x8D\xB6\x8E\xE8\x8E\xF1"},
    {"左人指１", "\x8D\xB6\x90\x6C\x8E\x77\x82\x50"},
    {"右腕", "\x89\x45\x98\x72"},
    {"右腕捩", "\x89\x45\x98\x72\x9D\x80"},
    {"右ひじ", "\x89\x45\x82\xD0\x82\xB6"},
    {"右手首", "\x89\x45\x8E\xE8\x8E\xF1"},
    {"下半身", "\x89\xBA\x94\xBC\x90\x67"},
    {"左足", "\x8D\xB6\x91\xAB"},
    {"左ひざ", "\x8D\xB6\x82\xD0\x82\xB4"},
    {"左足首", "\x8D\xB6\x91\xAB\x8E\xF1"},
    {"左足ＩＫ", "\x8D\xB6\x91\xAB\x82\x68\x82\x6A"},
    {"右足", "\x89\x45\x91\xAB"},
    {"右ひざ", "\x89\x45\x82\xD0\x82\xB4"},
    {"右足首", "\x89\x45\x91\xAB\x8E\xF1"},
    {"右足ＩＫ", "\x89\x45\x91\xAB\x82\x68\x82\x6A"},
    {"左つま先ＩＫ", "\x8D\xB6\x82\xC2\x82\xDC\x90\xE6\x82\x68\x82\x6A"},
    {"右つま先ＩＫ", "\x89\x45\x82\xC2\x82\xDC\x90\xE6\x82\x68\x82\x6A"},
    {"全ての親", "\x91\x53\x82\xC4\x82\xCC\x90\x65"},
    {"あ", "\x82\xA0"},
    {"い", "\x82\xA2"},
    {"う", "\x82\xA4"},
    {"え", "\x82\xA6"},
    {"お", "\x82\xA8"},
    {"まばたき", "\x82\xDC\x82\xCE\x82\xBD\x82\xAB"},
    {"ウィンク", "\x83\x45\x83\x42\x83\x93\x83\x4E"},
    {"ｳｨﾝｸ２右", "\xB3\xA8\xDD\xB8\x82\x51\x89\x45"},
    {"笑い", "\x8F\xCE\x82\xA2"},
    {"怒り", "\x93\x7B\x82\xE8"},
    {"困る", "\x8D\xA2\x82\xE9"},
    {"びっくり", "\x82\xD1\x82\xC1\x82\xAD\x82\xE8"},
    {"じと目", "\x82\xB6\x82\xC6\x96\xDA"},
    {"eyeLookDownRight", "\x65\x79\x65\x4C\x6F\x6F\x6B\x44\x6F\x77\x6E\x52\x69\x67\x68\x74"},
    {"左足先EX", "\x8D\xB6\x91\xAB\x90\xE6\x45\x58"},
};

const char* scene_mmd_name(const char* utf8) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].utf8, utf8) == 0) return names[i].shift_jis;
    return NULL;
}

/* ---- Keys ---- */

typedef struct Motion {
    Bytes bones, morphs;
    uint32_t bone_count, morph_count;
} Motion;

/* As MMD pads them: cut, or filled with 0xFD behind a 0. */
static void add_name(Bytes* out, const char* utf8, size_t size) {
    const char* name = scene_mmd_name(utf8);
    size_t length = name == NULL ? 0 : strlen(name);
    for (size_t i = 0; i < size; i++)
        bytes_add_u8(out, i < length ? (unsigned char)name[i] : i == length ? 0 : 0xFD);
}

/* Four rows, each the one before moved by a byte. `ease` is where the curve's inner points are:
 * 20 is straight. */
static void add_curves(Bytes* out, uint8_t ease) {
    uint8_t row[16];
    for (int c = 0; c < 4; c++) {
        row[c] = ease;
        row[4 + c] = (uint8_t)(c == 1 ? 30 : 20); /* Y has another curve than the others */
        row[8 + c] = (uint8_t)(127 - ease);
        row[12 + c] = 107;
    }
    for (int r = 0; r < 4; r++)
        for (int i = 0; i < 16; i++)
            bytes_add_u8(out, r == 0 && (i == 2 || i == 3) ? 0 : i + r < 16 ? row[i + r] : r == 1);
}

static void add_key(Motion* m, const char* bone, uint32_t frame, vrm_Vec3 position,
                    vrm_Quat rotation, uint8_t ease) {
    add_name(&m->bones, bone, 15);
    bytes_add_u32(&m->bones, frame);
    bytes_add_vec3(&m->bones, position);
    bytes_add_float(&m->bones, rotation.x);
    bytes_add_float(&m->bones, rotation.y);
    bytes_add_float(&m->bones, rotation.z);
    bytes_add_float(&m->bones, rotation.w);
    add_curves(&m->bones, ease);
    m->bone_count++;
}

void scene_mmd_key(uint8_t out[111], const char* utf8, uint32_t frame, vrm_Vec3 position,
                   vrm_Quat rotation) {
    Motion m = {0};
    add_key(&m, utf8, frame, position, rotation, 20);
    if (m.bones.size == 111) memcpy(out, m.bones.data, 111);
    bytes_release(&m.bones);
}

static void place(Motion* m, const char* bone, uint32_t frame, float x, float y, float z) {
    add_key(m, bone, frame, v3(x, y, z), q_identity(), 40);
}

/* About an axis of the model by an angle given as the tangent of its half. */
static void turn_by(Motion* m, const char* bone, uint32_t frame, float x, float y, float z) {
    add_key(m, bone, frame, v3(0.0f, 0.0f, 0.0f), q_normalize((vrm_Quat){x, y, z, 1.0f}), 40);
}

static void add_weight(Motion* m, const char* morph, uint32_t frame, float weight) {
    add_name(&m->morphs, morph, 15);
    bytes_add_u32(&m->morphs, frame);
    bytes_add_float(&m->morphs, weight);
    m->morph_count++;
}

/* ---- The walk ---- */

#define STRIDE 2.2f /* units that the body moves in 15 frames; -Z is forward */

/* A foot rests at `from`, is lifted at frame `start`, and rests 15 frames later. */
static void add_step(Motion* m, const char* foot, uint32_t start, float from) {
    place(m, foot, start, 0.0f, 0.0f, from);
    add_key(m, foot, start + 8, v3(0.0f, 1.3f, from - STRIDE),
            q_normalize((vrm_Quat){-0.2f, 0.0f, 0.0f, 1.0f}), 40);
    place(m, foot, start + 15, 0.0f, 0.0f, from - 2.0f * STRIDE);
}

static void add_feet(Motion* m) {
    place(m, "左足ＩＫ", 0, 0.0f, 0.0f, 0.0f);
    add_step(m, "左足ＩＫ", 15, 0.0f);
    add_step(m, "左足ＩＫ", 45, -2.0f * STRIDE);
    add_step(m, "右足ＩＫ", 0, STRIDE);
    add_step(m, "右足ＩＫ", 30, -STRIDE);
    place(m, "右足ＩＫ", 60, 0.0f, 0.0f, -3.0f * STRIDE);
}

static void add_legs(Motion* m) {
    static const char* const legs[][3] = {{"左足", "左ひざ", "左足首"},
                                          {"右足", "右ひざ", "右足首"}};
    for (uint32_t frame = 0; frame <= 60; frame += 15)
        for (int side = 0; side < 2; side++) {
            float ahead = ((int)(frame / 15) + side) % 2 == 0 ? 0.22f : -0.18f;
            turn_by(m, legs[side][0], frame, ahead, 0.0f, 0.02f);
            turn_by(m, legs[side][1], frame, ahead > 0.0f ? -0.25f : -0.1f, 0.0f, 0.0f);
            turn_by(m, legs[side][2], frame, 0.05f, 0.0f, 0.0f);
        }
}

static void add_body(Motion* m) {
    for (uint32_t frame = 0; frame <= 60; frame += 15) {
        float z = -STRIDE * (float)frame / 15.0f, side = frame % 30 == 0 ? 1.0f : -1.0f;
        add_key(m, "センター", frame, v3(0.1f * side, -0.7f, z), q_identity(), 20);
        place(m, "グルーブ", frame, 0.0f, -0.1f * side, 0.0f);
        turn_by(m, "下半身", frame, 0.0f, 0.06f * side, 0.02f * side);
        turn_by(m, "上半身", frame, 0.03f, -0.06f * side, 0.0f);
        turn_by(m, "上半身2", frame, 0.02f, -0.03f * side, 0.0f);
        turn_by(m, "左肩P", frame, 0.0f, 0.0f, -0.05f);
        turn_by(m, "左腕", frame, -0.2f * side, 0.0f, -0.3f);
        turn_by(m, "右腕", frame, 0.2f * side, 0.0f, 0.3f);
        turn_by(m, "左腕捩", frame, 0.2f * side, -0.14f * side, 0.0f);
        turn_by(m, "左ひじ", frame, 0.0f, 0.2f, 0.0f);
        turn_by(m, "右ひじ", frame, 0.0f, -0.2f, 0.0f);
        turn_by(m, "左手捩", frame, 0.1f, -0.07f * side, 0.0f);
        turn_by(m, "左人指１", frame, 0.0f, 0.0f, 0.3f);
        turn_by(m, "頭", frame, 0.0f, 0.08f * side, 0.0f);
        turn_by(m, "両目", frame, 0.03f, 0.1f * side, 0.0f);
    }
}

static void add_face(Motion* m) {
    static const char* const vowels[] = {"あ", "い", "う", "え", "お"};
    for (uint32_t i = 0; i < 5; i++) {
        add_weight(m, vowels[i], 10 * i, 0.0f);
        add_weight(m, vowels[i], 10 * i + 5, 0.8f);
        add_weight(m, vowels[i], 10 * i + 10, 0.0f);
    }
    add_weight(m, "まばたき", 20, 0.0f);
    add_weight(m, "まばたき", 22, 1.0f);
    add_weight(m, "まばたき", 24, 0.0f);
    add_weight(m, "ｳｨﾝｸ２右", 40, 0.0f);
    add_weight(m, "ｳｨﾝｸ２右", 45, 1.0f);
    add_weight(m, "笑い", 0, 0.25f);
    add_weight(m, "じと目", 30, 0.5f);
    add_weight(m, "eyeLookDownRight", 30, 0.5f);
    add_weight(m, "怒り", 0, 0.0f); /* never used */
}

/* Which IK are on, from a frame on. */
static void add_switches(Bytes* out, uint32_t frame, bool is_left, bool is_right) {
    static const char* const iks[] = {"左足ＩＫ", "左つま先ＩＫ", "右足ＩＫ", "右つま先ＩＫ"};
    bytes_add_u32(out, frame);
    bytes_add_u8(out, 1); /* the model is shown */
    bytes_add_u32(out, 4);
    for (int i = 0; i < 4; i++) {
        add_name(out, iks[i], 20);
        bytes_add_u8(out, i < 2 ? is_left : is_right);
    }
}

SceneBytes scene_mmd_walk(SceneMmdLegs legs) {
    Motion m = {0};
    Bytes out = {0};
    add_feet(&m);
    if (legs != SCENE_MMD_LEGS_IK) add_legs(&m);
    add_body(&m);
    add_face(&m);
    bytes_add(&out, "Vocaloid Motion Data 0002\0\0\0\0\0", 30);
    add_name(&out, "センター", 20); /* stands for the model's name */
    bytes_add_u32(&out, m.bone_count);
    bytes_add(&out, m.bones.data, m.bones.size);
    bytes_add_u32(&out, m.morph_count);
    bytes_add(&out, m.morphs.data, m.morphs.size);
    if (legs != SCENE_MMD_LEGS_IK) {
        for (int i = 0; i < 3; i++) bytes_add_u32(&out, 0); /* cameras, lights, shadows */
        bytes_add_u32(&out, legs == SCENE_MMD_LEGS_MIXED ? 2 : 1);
        add_switches(&out, 0, legs == SCENE_MMD_LEGS_MIXED, false);
        if (legs == SCENE_MMD_LEGS_MIXED) add_switches(&out, 30, true, true);
    }
    if (m.bones.has_failed || m.morphs.has_failed || out.has_failed) bytes_release(&out);
    bytes_release(&m.bones);
    bytes_release(&m.morphs);
    return (SceneBytes){out.data, out.size};
}
