/* SPDX-License-Identifier: MIT */
/* VPD: a pose equals the same keys in a VMD; spellings of the text, and damaged files. */
#include "base/maths.h"
#include "motion/mmd/mmd.h"
#include "motion/mmd/vpd.h"
#include "scenes/scene_mmd.h"

#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "vrm/motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "Vocaloid Pose Data file\r\n\r\nmodel.osm;\t\t// parent\r\n1;\t\t// bones\r\n\r\n"

static const char* const bones[] = {"センター", "上半身", "首",     "頭",       "左腕",    "左ひじ",
                                    "右腕",     "右ひじ", "下半身", "左足ＩＫ", "右足ＩＫ"};
enum { BONES = sizeof bones / sizeof *bones };

typedef struct Keys {
    vrm_Vec3 positions[BONES];
    vrm_Quat rotations[BONES];
    float smile;
} Keys;

/* ---- Writing ---- */

static float noise(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0f - 1.0f;
}

static Keys random_keys(uint32_t seed) {
    Keys keys = {.smile = 0.5f + 0.5f * noise(&seed)};
    for (int b = 0; b < BONES; b++) {
        bool moves = b == 0 || b >= BONES - 2;
        vrm_Vec3 p = {noise(&seed), noise(&seed), noise(&seed)};
        vrm_Quat q = {0.4f * noise(&seed), 0.4f * noise(&seed), 0.4f * noise(&seed), 1.0f};
        keys.positions[b] = moves ? p : (vrm_Vec3){0, 0, 0};
        keys.rotations[b] = vrmi_quat_normalize(q);
    }
    return keys;
}

static size_t write_vpd(const Keys* keys, char* out, size_t room) {
    size_t used = (size_t)snprintf(out, room, HEAD);
    for (int b = 0; b < BONES; b++) {
        vrm_Vec3 p = keys->positions[b];
        vrm_Quat q = keys->rotations[b];
        used += (size_t)snprintf(out + used, room - used,
                                 "Bone%d{%s\r\n  %.9g,%.9g,%.9g;\t\t// trans x,y,z\r\n"
                                 "  %.9g,%.9g,%.9g,%.9g;\t\t// Quatanion x,y,z,w\r\n}\r\n\r\n",
                                 b, scene_mmd_name(bones[b]), (double)p.x, (double)p.y, (double)p.z,
                                 (double)q.x, (double)q.y, (double)q.z, (double)q.w);
    }
    /* あ in Shift-JIS */
    used += (size_t)snprintf(out + used, room - used, "Morph0{\x82\xA0\r\n  %.9g;\r\n}\r\n",
                             (double)keys->smile);
    assert_true(used < room);
    return used;
}

static size_t write_vmd(const Keys* keys, uint8_t* out) {
    memset(out, 0, 50);
    memcpy(out, "Vocaloid Motion Data 0002", 25);
    uint8_t* at = out + 50;
    *at = BONES;
    memset(at + 1, 0, 3);
    at += 4;
    for (int b = 0; b < BONES; b++, at += 111)
        scene_mmd_key(at, bones[b], 0, keys->positions[b], keys->rotations[b]);
    memset(at, 0, 4 + 23);
    *at = 1;
    memcpy(at + 4, "\x82\xA0", 2);
    memcpy(at + 23, &keys->smile, 4);
    return (size_t)(at + 27 - out);
}

/* ---- Reading ---- */

static vrm_Result read_bytes(const void* bytes, size_t size, const SceneBytes* model,
                             vrm_Report* report, vrmi_Capture* out) {
    vrmi_CaptureInput input = {.bytes = bytes, .size = size, .max_bytes = (uint64_t)64 << 20};
    input.allocator = vrmi_allocator(NULL);
    input.report = report;
    if (model != NULL) {
        input.model = model->data;
        input.model_size = model->size;
    }
    return vrmi_mmd_read(&input, out);
}

static void check_same(const vrmi_Capture* a, const vrmi_Capture* b) {
    vrm_Transform one[256], other[256];
    float weights[2][8];
    assert_int_equal(a->frame_count, 1);
    assert_int_equal(a->joint_count, b->joint_count);
    assert_in_range(a->joint_count, 1, 256);
    a->sample(a->reader, 0.0, one);
    b->sample(b->reader, 0.0, other);
    for (int32_t j = 0; j < a->joint_count; j++) {
        assert_true(vrmi_vec3_distance(one[j].translation, other[j].translation) < 1e-5f);
        assert_true(fabsf(vrmi_quat_dot(one[j].rotation, other[j].rotation)) > 1.0f - 1e-6f);
    }
    assert_int_equal(a->expression_count, 1);
    assert_int_equal(b->expression_count, 1);
    a->sample_expressions(a->reader, 0.0, weights[0]);
    b->sample_expressions(b->reader, 0.0, weights[1]);
    assert_float_equal(weights[0][0], weights[1][0], 1e-6f);
}

/* */
static void pose_equals_the_same_keys_of_a_motion(void** state) {
    (void)state;
    static char vpd[8192];
    static uint8_t vmd[8192];
    static const SceneMmdModelDef plain = {.index_size = 1};
    SceneBytes model = scene_mmd_model(&plain);
    for (uint32_t seed = 0; seed < 40; seed++) {
        Keys keys = random_keys(seed);
        const SceneBytes* used = seed % 2 == 0 ? &model : NULL;
        vrmi_Capture pose, motion;
        assert_int_equal(read_bytes(vpd, write_vpd(&keys, vpd, sizeof vpd), used, NULL, &pose),
                         VRM_OK);
        assert_int_equal(read_bytes(vmd, write_vmd(&keys, vmd), used, NULL, &motion), VRM_OK);
        check_same(&pose, &motion);
        pose.destroy(pose.reader);
        motion.destroy(motion.reader);
    }
    scene_bytes_free(&model);
}

/* Reads the text of a pose and returns its tracks; the arena keeps them. */
static vrmi_Vmd tracks_of(const char* text, vrmi_Arena* arena, vrm_Report* report) {
    vrmi_CaptureInput input = {.bytes = text, .size = strlen(text), .max_bytes = 1 << 20};
    vrmi_Vmd vmd;
    input.allocator = vrmi_allocator(NULL);
    input.report = report;
    vrmi_arena_init(arena, &input.allocator, 4096);
    assert_true(vrmi_vpd_recognises((const uint8_t*)text, strlen(text)));
    assert_int_equal(vrmi_vpd_read(&input, arena, &vmd), VRM_OK);
    return vmd;
}

static void check_text(const char* text, const char* name, float x, float w) {
    vrmi_Arena arena;
    vrmi_Vmd vmd = tracks_of(text, &arena, NULL);
    assert_int_equal(vmd.bone_count, 1);
    assert_string_equal(vmd.bones[0].name, name);
    assert_float_equal(vmd.keys[0].position.x, x, 1e-6f);
    assert_float_equal(vmd.keys[0].rotation.w, w, 1e-6f);
    vrmi_arena_release(&arena);
}

/* The second byte of ボ is an opening brace, that of マ a closing one. R-492 */
static void text_is_read_in_every_spelling(void** state) {
    (void)state;
    check_text("Vocaloid Pose Data file\nm.osm;\n1;\nBone0{a\n1,2,3;\n0,0,0,0.5;\n}\n", "a", 1.0f,
               0.5f);
    check_text("Vocaloid Pose Data file\r\n\tBone12 {a b \t\r\n 1e0 , 2 , 3 ;// 5;}\r\n0,0,0,0.5;}",
               "a b", 1.0f, 0.5f);
    check_text(HEAD "Bone0{\x83\x7B\x83\x7D\n1,2,3;0,0,0,0.5;}\n", "ボマ", 1.0f, 0.5f);
    check_text(HEAD "Bone0{a\n1,2,3;0,0,0,0.5;} Bone1{b\n1,2,3;\n}\n", "a", 1.0f, 0.5f);
    check_text(HEAD "// Bone0{no\nBone0{a\n1,2,3,9,9;0,0,0,0.5;}\n", "a", 1.0f, 0.5f);
}

static int findings_of(const char* text, const char* code, vrmi_Vmd* out_vmd, vrmi_Arena* arena) {
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    *out_vmd = tracks_of(text, arena, report);
    int count = test_count_findings(report, code);
    vrm_report_destroy(report);
    return count;
}

/* */
static void damaged_blocks_are_read_as_far_as_they_go(void** state) {
    (void)state;
    vrmi_Vmd vmd;
    vrmi_Arena arena;
    assert_int_equal(findings_of(HEAD "Bone0{a\n1,2", "VMD_CUT", &vmd, &arena), 1);
    assert_int_equal(vmd.bone_count, 1);
    assert_float_equal(vmd.keys[0].position.y, 2.0f, 0.0f);
    assert_float_equal(vmd.keys[0].rotation.w, 1.0f, 0.0f);
    vrmi_arena_release(&arena);
    assert_int_equal(
        findings_of(HEAD "Bone0{a\n1,x,nan;\n0,0,1e99,1;\n}\n", "VMD_VALUE_INVALID", &vmd, &arena),
        1);
    assert_float_equal(vmd.keys[0].position.y, 0.0f, 0.0f);
    assert_float_equal(vmd.keys[0].rotation.z, 0.0f, 0.0f);
    vrmi_arena_release(&arena);
    assert_int_equal(findings_of(HEAD "Bone0{a\n1,2,3\nBone1{b\n4,5,6;\n0,0,0,1;\n}\n",
                                 "VMD_VALUE_INVALID", &vmd, &arena),
                     1);
    assert_int_equal(vmd.bone_count, 2);
    assert_float_equal(vmd.keys[1].position.x, 4.0f, 0.0f);
    vrmi_arena_release(&arena);
    /* A block that does not begin a line is none: it was not counted. */
    (void)findings_of(HEAD "Bone0{a\n1,2,3; 0,0,0,1; Bone1{b\n4,5,6; Bone2{c\n7,8,9;\n",
                      "VMD_VALUE_INVALID", &vmd, &arena);
    assert_int_equal(vmd.bone_count, 1);
    vrmi_arena_release(&arena);
}

static void cut_and_flipped_files_stay_finite(void** state) {
    (void)state;
    static char vpd[8192], changed[8192];
    Keys keys = random_keys(3);
    size_t size = write_vpd(&keys, vpd, sizeof vpd);
    for (size_t at = 0; at < size; at += 7) {
        for (int kind = 0; kind < 2; kind++) {
            vrmi_Capture capture;
            vrm_Transform locals[256];
            memcpy(changed, vpd, size);
            if (kind == 1) changed[at] = (char)(changed[at] ^ 0x15);
            /* A copy with nothing behind it, so that a sanitizer sees a byte too many. */
            size_t used = kind == 0 ? at : size;
            char* exact = malloc(used + (used == 0));
            assert_non_null(exact);
            memcpy(exact, changed, used);
            if (read_bytes(exact, used, NULL, NULL, &capture) == VRM_OK) {
                assert_in_range(capture.joint_count, 1, 256);
                capture.sample(capture.reader, 0.0, locals);
                for (int32_t j = 0; j < capture.joint_count; j++) {
                    assert_true(vrmi_vec3_is_finite(locals[j].translation));
                    assert_true(vrmi_quat_is_finite(locals[j].rotation));
                }
                capture.destroy(capture.reader);
            }
            free(exact);
        }
    }
}

static vrm_Result load_pose(const vrm_Allocator* allocator, void* ctx) {
    const char* text = ctx;
    vrm_MotionDef def = vrm_default_motion_def();
    vrm_Motion* motion = NULL;
    def.allocator = *allocator;
    vrm_Result result = vrm_motion_load(text, strlen(text), &def, &motion);
    if (result == VRM_OK) {
        assert_string_equal(vrm_motion_info(motion).format, "VPD");
        assert_int_equal(vrm_motion_frame_count(motion, 0.0), 1);
    }
    vrm_motion_destroy(motion);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    static char vpd[8192];
    Keys keys = random_keys(5);
    vpd[write_vpd(&keys, vpd, sizeof vpd)] = '\0';
    assert_true(test_every_allocation_failing(load_pose, vpd) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pose_equals_the_same_keys_of_a_motion),
        cmocka_unit_test(text_is_read_in_every_spelling),
        cmocka_unit_test(damaged_blocks_are_read_as_far_as_they_go),
        cmocka_unit_test(cut_and_flipped_files_stay_finite),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
