/* SPDX-License-Identifier: MIT */
/* VMD and PMX: names, keys, curves, IK, what becomes of a figure and its face, and damaged files.
 */
#include "base/bytes.h"
#include "motion/mmd/curves.h"
#include "motion/mmd/mmd.h"
#include "motion/mmd/mmd_names.h"
#include "motion/mmd/shift_jis.h"
#include "scenes/scene_mmd.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "vrm/capture.h"

#include <stdlib.h>
#include <string.h>

#define LEFT_FOOT_RESTS_TO 15 /* frames of the walk; a unit is 8 cm */

/* ---- Names ---- */

static const char* decoded(const char* field, size_t size) {
    static char out[VRMI_MMD_NAME_SIZE];
    vrmi_shift_jis_decode((const uint8_t*)field, size, out);
    return out;
}

static void shift_jis_becomes_utf_8(void** state) {
    (void)state;
    assert_string_equal(decoded("\x8D\xB6\x91\xAB\x82\x68\x82\x6A\0\xFD\xFD\xFD\xFD\xFD\xFD", 15),
                        "左足ＩＫ");
    assert_string_equal(decoded("\xB3\xA8\xDD\xB8\x82\x51\x89\x45", 8), "ｳｨﾝｸ２右");
    assert_string_equal(decoded("ab\\~", 4), "ab\\~");
    assert_string_equal(decoded("\xFB\xFC\xFC\x4B", 4), "髙黑"); /* IBM's own kanji */
    assert_string_equal(decoded("\x85\x40\x81\xAD\x80", 5), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_string_equal(decoded("\xEA\xA4\x98\x72\x98\x9F", 6), "熙腕弌");
}

static void half_of_a_character_at_the_end_is_dropped(void** state) {
    (void)state;
    assert_string_equal(decoded("\x91\x4F\x83\x4E\x83\x8D\x81\x5B\x83\x4E\x32\x5F\x31\x78\x83", 15),
                        "前クローク2_1x");
    assert_string_equal(decoded("\x91\x4F\x83\0\x4E", 5), "前");
}

static void widths_are_folded(void** state) {
    (void)state;
    char out[64];
    vrmi_mmd_fold("左足ＩＫ０～ｶﾞﾊﾟｳﾞｱﾞ　", out, sizeof out);
    assert_string_equal(out, "左足IK0~ガパヴア゛ ");
    assert_int_equal(vrmi_mmd_bone("左親指０"), VRM_BONE_LEFT_THUMB_METACARPAL);
    assert_int_equal(vrmi_mmd_bone("右足"), VRM_BONE_RIGHT_UPPER_LEG);
    assert_int_equal(vrmi_mmd_bone("左足先ＥＸ"), VRM_BONE_LEFT_TOES);
    assert_int_equal(vrmi_mmd_bone("左"), VRM_BONE_NONE);
    assert_int_equal(vrmi_mmd_bone("センター"), VRM_BONE_NONE);
    assert_string_equal(vrmi_mmd_expression("ｳｨﾝｸ２右"), "blinkRight");
    assert_string_equal(vrmi_mmd_expression("じと目"), "じと目");
}

/* ---- Files ---- */

typedef struct Case {
    SceneBytes motion, model;
    vrmi_Capture capture;
    vrmi_Mmd* mmd;
} Case;

static vrmi_CaptureInput input_of(const SceneBytes* motion, const SceneBytes* model) {
    vrmi_CaptureInput input = {
        .bytes = motion->data, .size = motion->size, .max_bytes = (uint64_t)64 << 20};
    input.allocator = vrmi_allocator(NULL);
    if (model != NULL) {
        input.model = model->data;
        input.model_size = model->size;
    }
    return input;
}

static Case read_walk(SceneMmdLegs legs, const SceneMmdModelDef* model) {
    Case c = {.motion = scene_mmd_walk(legs)};
    if (model != NULL) c.model = scene_mmd_model(model);
    vrmi_CaptureInput input = input_of(&c.motion, model != NULL ? &c.model : NULL);
    assert_int_equal(vrmi_mmd_read(&input, &c.capture), VRM_OK);
    c.mmd = c.capture.reader;
    return c;
}

static void end_case(Case* c) {
    c->capture.destroy(c->capture.reader);
    scene_bytes_free(&c->motion);
    scene_bytes_free(&c->model);
}

static const SceneMmdModelDef plain = {.index_size = 1};

/* From the root to the joint of a bone at a frame. */
static vrm_Transform world_of(const Case* c, vrm_Bone bone, double frame) {
    vrm_Transform locals[256], made = vrmi_transform_identity();
    assert_in_range(c->capture.joint_count, 1, 256);
    c->capture.sample(c->capture.reader, frame, locals);
    for (int32_t j = 0; j < c->capture.joint_count; j++) {
        if (!c->capture.joints[j].has_bone || c->capture.joints[j].bone != bone) continue;
        for (int32_t at = j; at >= 0; at = c->capture.joints[at].parent)
            made = vrmi_transform_mul(locals[at], made);
        return made;
    }
    fail_msg("no joint is %s", vrm_bone_name(bone));
    return made;
}

static vrm_Vec3 place_of(const Case* c, vrm_Bone bone, double frame) {
    return world_of(c, bone, frame).translation;
}

static const vrmi_VmdTrack* track_of(const vrmi_Vmd* vmd, const char* name) {
    int32_t t = vrmi_mmd_track_of(name, vmd->bones, vmd->bone_count);
    assert_true(t >= 0);
    return &vmd->bones[t];
}

static void keys_are_read_by_name_and_frame(void** state) {
    (void)state;
    Case c = read_walk(SCENE_MMD_LEGS_MIXED, &plain);
    const vrmi_Vmd* vmd = &c.mmd->vmd;
    const vrmi_VmdTrack* foot = track_of(vmd, "左足ＩＫ");
    assert_int_equal(foot->count, 7);
    for (uint32_t k = 1; k < foot->count; k++)
        assert_true(vmd->keys[foot->first + k - 1].frame <= vmd->keys[foot->first + k].frame);
    const vrmi_VmdKey* lifted = &vmd->keys[foot->first + 2];
    assert_int_equal(lifted->frame, 23);
    assert_float_equal(lifted->position.y, 1.3f, 0);
    assert_int_equal(vmd->last_frame, 60);
    assert_int_equal(c.capture.frame_count, 61);
    assert_int_equal(vmd->ik_count, 4);
    end_case(&c);
}

/* MMD writes switches of physics over two bytes of the first row; the scenes do so too. */
static void curves_are_read_where_nothing_is_written_over_them(void** state) {
    (void)state;
    Case c = read_walk(SCENE_MMD_LEGS_IK, &plain);
    const vrmi_Vmd* vmd = &c.mmd->vmd;
    const vrmi_VmdKey* key = &vmd->keys[track_of(vmd, "左足ＩＫ")->first];
    for (int channel = 0; channel < VRMI_VMD_CHANNELS; channel++) {
        assert_int_equal(key->curves[channel][0], 40);
        assert_int_equal(key->curves[channel][1], channel == VRMI_VMD_Y ? 30 : 20);
        assert_int_equal(key->curves[channel][2], 87);
        assert_int_equal(key->curves[channel][3], 107);
    }
    end_case(&c);
}

static void curves_are_those_of_bezier(void** state) {
    (void)state;
    static const uint8_t straight[4] = {20, 20, 107, 107}, steep[4] = {127, 0, 0, 127};
    for (int i = 0; i <= 20; i++)
        assert_float_equal(vrmi_vmd_ease(straight, (float)i / 20), i / 20.0, 1e-6);
    assert_float_equal(vrmi_vmd_ease(steep, 0.5f), 0.5, 1e-4);
    for (unsigned seed = 0; seed < 4096; seed++) { /* t, taken back from x, gives y */
        uint8_t c[4] = {(uint8_t)(seed * 37 % 128), (uint8_t)(seed * 101 % 128),
                        (uint8_t)(seed * 53 % 128), (uint8_t)(seed * 71 % 128)};
        double t = (double)(seed % 97 + 1) / 98.0, s = 1.0 - t;
        double x = 3 * s * s * t * c[0] / 127.0 + 3 * s * t * t * c[2] / 127.0 + t * t * t;
        double y = 3 * s * s * t * c[1] / 127.0 + 3 * s * t * t * c[3] / 127.0 + t * t * t;
        double slope =
            3 * (s * s * c[0] + 2 * s * t * (c[2] - c[0]) + t * t * (127 - c[2])) / 127.0;
        if (slope > 0.05) assert_float_equal(vrmi_vmd_ease(c, (float)x), y, 1e-4);
    }
}

static void all_forms_of_a_model_are_the_same(void** state) {
    (void)state;
    static const SceneMmdModelDef forms[] = {
        {.index_size = 2}, {.index_size = 4, .is_newer = true}, {.is_utf8 = true, .index_size = 1}};
    Case c = read_walk(SCENE_MMD_LEGS_IK, &plain);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        Case other = read_walk(SCENE_MMD_LEGS_IK, &forms[i]);
        assert_int_equal(other.capture.joint_count, c.capture.joint_count);
        for (int32_t j = 0; j < c.capture.joint_count; j++) {
            assert_string_equal(other.capture.joints[j].name, c.capture.joints[j].name);
            assert_memory_equal(&other.capture.joints[j].rest, &c.capture.joints[j].rest,
                                sizeof(vrm_Transform));
        }
        vrm_Vec3 a = place_of(&c, VRM_BONE_LEFT_HAND, 31.5);
        vrm_Vec3 b = place_of(&other, VRM_BONE_LEFT_HAND, 31.5);
        assert_memory_equal(&a, &b, sizeof a);
        assert_int_equal(other.mmd->model.morph_count, forms[i].is_newer ? 11 : 9);
        end_case(&other);
    }
    end_case(&c);
}

/* ---- The figure ---- */

static void figure_faces_z_with_its_left_at_x(void** state) {
    (void)state;
    for (int has_model = 0; has_model < 2; has_model++) {
        Case c = read_walk(SCENE_MMD_LEGS_IK, has_model ? &plain : NULL);
        assert_true(place_of(&c, VRM_BONE_LEFT_UPPER_ARM, 0).x > 0.5f);
        assert_true(place_of(&c, VRM_BONE_RIGHT_UPPER_LEG, 0).x < -0.5f);
        assert_true(place_of(&c, VRM_BONE_HEAD, 0).y > 14.0f);
        vrm_Vec3 toes = place_of(&c, VRM_BONE_LEFT_TOES, 0),
                 foot = place_of(&c, VRM_BONE_LEFT_FOOT, 0);
        assert_true(toes.z > foot.z + 0.5f);
        vrm_Vec3 start = place_of(&c, VRM_BONE_HIPS, 0), end = place_of(&c, VRM_BONE_HIPS, 60);
        assert_float_equal(end.z - start.z, 8.8f, 0.01); /* it walks forwards */
        end_case(&c);
    }
}

static void every_bone_of_the_specification_is_found(void** state) {
    (void)state;
    SceneBytes motion = scene_mmd_walk(SCENE_MMD_LEGS_IK);
    vrm_Capture* capture = NULL;
    assert_int_equal(vrm_capture_read(motion.data, motion.size, NULL, &capture), VRM_OK);
    assert_string_equal(vrm_capture_format(capture), "VMD");
    uint64_t bones = vrm_capture_bones(capture);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (b != VRM_BONE_JAW && b != VRM_BONE_UPPER_CHEST) assert_true(bones >> b & 1);
    assert_float_equal(vrm_capture_metres(capture), 0.08f, 0);
    assert_true(vrm_capture_hips_height(capture) > 0.7f && vrm_capture_hips_height(capture) < 1.1f);
    vrm_capture_destroy(capture);
    scene_bytes_free(&motion);
}

static void planted_feet_stay_where_they_are(void** state) {
    (void)state;
    for (int has_model = 0; has_model < 2; has_model++) {
        Case c = read_walk(SCENE_MMD_LEGS_IK, has_model ? &plain : NULL);
        vrm_Vec3 foot = place_of(&c, VRM_BONE_LEFT_FOOT, 0);
        for (int f = 1; f <= LEFT_FOOT_RESTS_TO; f++) {
            vrm_Vec3 at = place_of(&c, VRM_BONE_LEFT_FOOT, f);
            assert_float_equal(vrmi_vec3_distance(at, foot), 0, 0.03); /* 2.4 mm */
        }
        assert_true(place_of(&c, VRM_BONE_LEFT_FOOT, 23).y > foot.y + 1.0f);
        end_case(&c);
    }
}

/* The bones that a walk moves of which the keys of one bone are left; NULL: of none. */
static uint64_t moved_with(const char* only) {
    vrm_Capture* capture = NULL;
    SceneBytes motion = scene_mmd_walk(SCENE_MMD_LEGS_IK);
    uint32_t count = vrmi_load_u32((uint8_t*)motion.data + 50);
    for (uint32_t k = 0; k < count; k++) {
        char* record = (char*)motion.data + 54 + (size_t)k * 111;
        if (only == NULL || strncmp(record, scene_mmd_name(only), 15) != 0)
            memcpy(record, "unknown", sizeof "unknown");
    }
    assert_int_equal(vrm_capture_read(motion.data, motion.size, NULL, &capture), VRM_OK);
    uint64_t moved = vrm_capture_moved_bones(capture);
    vrm_capture_destroy(capture);
    scene_bytes_free(&motion);
    return moved;
}

/* */
static void bones_move_that_have_keys_or_inverse_kinematics(void** state) {
    (void)state;
    const uint64_t one = 1;
    assert_true(moved_with(NULL) == 0);
    assert_true(moved_with("上半身") == one << VRM_BONE_SPINE);
    uint64_t leg = moved_with("左足ＩＫ");
    assert_true(leg >> VRM_BONE_LEFT_UPPER_LEG & 1);
    assert_true(leg >> VRM_BONE_LEFT_LOWER_LEG & 1);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (b < VRM_BONE_LEFT_UPPER_LEG || b > VRM_BONE_LEFT_TOES) assert_false(leg >> b & 1);
}

/* What a frame is does not depend on the frames before it. */
/* Moves all keys of the center by so many units. */
static void lower_center(SceneBytes* motion, float units) {
    const char* name = scene_mmd_name("センター");
    uint32_t count = vrmi_load_u32((uint8_t*)motion->data + 50);
    for (uint32_t k = 0; k < count; k++) {
        uint8_t* record = (uint8_t*)motion->data + 54 + (size_t)k * 111;
        float y;
        if (strncmp((const char*)record, name, 15) != 0) continue;
        memcpy(&y, record + 23, sizeof y);
        y -= units;
        memcpy(record + 23, &y, sizeof y);
    }
}

static float hips_height_of(const SceneBytes* motion) {
    vrm_Capture* capture = NULL;
    vrm_Pose pose;
    assert_int_equal(vrm_capture_read(motion->data, motion->size, NULL, &capture), VRM_OK);
    vrm_capture_pose(capture, 0.0, &pose);
    vrm_capture_destroy(capture);
    return pose.hips_offset.y;
}

/* MMD's ground is at 0: unlike positions from the hips, what is below it is meant to be. */
static void figure_below_the_ground_is_not_lifted(void** state) {
    (void)state;
    SceneBytes motion = scene_mmd_walk(SCENE_MMD_LEGS_FK);
    float high = hips_height_of(&motion);
    lower_center(&motion, 10.0f);
    assert_float_equal(hips_height_of(&motion), high - 0.8f, 1e-5f);
    scene_bytes_free(&motion);
}

static void frames_do_not_depend_on_each_other(void** state) {
    (void)state;
    Case one = read_walk(SCENE_MMD_LEGS_MIXED, &plain),
         other = read_walk(SCENE_MMD_LEGS_MIXED, &plain);
    for (int f = 0; f < 20; f++) (void)place_of(&one, VRM_BONE_LEFT_FOOT, f * 3.1);
    vrm_Transform a = world_of(&one, VRM_BONE_RIGHT_FOOT, 41.25);
    vrm_Transform b = world_of(&other, VRM_BONE_RIGHT_FOOT, 41.25);
    assert_memory_equal(&a, &b, sizeof a);
    end_case(&one);
    end_case(&other);
}

static void ik_is_switched_off_and_on(void** state) {
    (void)state;
    Case ik = read_walk(SCENE_MMD_LEGS_IK, &plain), fk = read_walk(SCENE_MMD_LEGS_FK, &plain);
    Case mixed = read_walk(SCENE_MMD_LEGS_MIXED, &plain);
    const float same = 0.05f, other = 0.5f;
    for (int f = 0; f <= 60; f += 5) {
        vrm_Vec3 by_ik = place_of(&ik, VRM_BONE_RIGHT_FOOT, f);
        vrm_Vec3 by_fk = place_of(&fk, VRM_BONE_RIGHT_FOOT, f);
        vrm_Vec3 right = place_of(&mixed, VRM_BONE_RIGHT_FOOT, f);
        vrm_Vec3 left = place_of(&mixed, VRM_BONE_LEFT_FOOT, f);
        assert_float_equal(vrmi_vec3_distance(right, f < 30 ? by_fk : by_ik), 0, same);
        assert_float_equal(vrmi_vec3_distance(left, place_of(&ik, VRM_BONE_LEFT_FOOT, f)), 0, same);
        if (f == 0) assert_true(vrmi_vec3_distance(by_ik, by_fk) > other);
    }
    end_case(&ik);
    end_case(&fk);
    end_case(&mixed);
}

static void knees_bend_backwards_about_one_axis(void** state) {
    (void)state;
    Case c = read_walk(SCENE_MMD_LEGS_IK, &plain);
    int32_t knee = vrmi_mmd_named(&c.mmd->model, "左ひざ");
    for (int f = 0; f <= 60; f++) {
        vrmi_mmd_solve(&c.mmd->solver, f);
        const vrmi_MmdState* s = &c.mmd->solver.states[knee];
        vrm_Quat bend = vrmi_quat_mul(s->ik, s->rotation);
        assert_true(bend.x * bend.w <= 0.0f);
        assert_float_equal(bend.y, 0, 1e-4);
        assert_float_equal(bend.z, 0, 1e-4);
    }
    end_case(&c);
}

static void twists_turn_the_limb(void** state) {
    (void)state;
    Case c = read_walk(SCENE_MMD_LEGS_IK, &plain);
    int32_t twist = vrmi_mmd_named(&c.mmd->model, "左腕捩");
    vrm_Quat arm = world_of(&c, VRM_BONE_LEFT_UPPER_ARM, 15).rotation;
    vrm_Quat is = c.mmd->solver.states[twist].world_rotation;
    assert_float_equal(vrmi_quat_angle(arm, (vrm_Quat){-is.x, -is.y, is.z, is.w}), 0, 1e-3);
    end_case(&c);
}

/* ---- The face ---- */

static float weight_of(const Case* c, const char* name, double frame) {
    float weights[64];
    assert_true(c->capture.expression_count <= 64);
    c->capture.sample_expressions(c->capture.reader, frame, weights);
    for (int32_t e = 0; e < c->capture.expression_count; e++)
        if (strcmp(c->capture.expression_names[e], name) == 0) return weights[e];
    return -1.0f;
}

static void morphs_become_expressions(void** state) {
    (void)state;
    for (int has_model = 0; has_model < 2; has_model++) {
        Case c = read_walk(SCENE_MMD_LEGS_IK, has_model ? &plain : NULL);
        assert_float_equal(weight_of(&c, "aa", 5), 0.8, 1e-6);
        assert_float_equal(weight_of(&c, "aa", 2.5), 0.4, 1e-6);
        assert_float_equal(weight_of(&c, "oh", 45), 0.8, 1e-6);
        assert_float_equal(weight_of(&c, "blink", 23), 0.5, 1e-6);
        assert_float_equal(weight_of(&c, "blinkRight", 60), 1, 0);
        assert_float_equal(weight_of(&c, "happy", 33), 0.25, 0);
        assert_float_equal(weight_of(&c, "じと目", 0), 0.5, 0);
        assert_float_equal(weight_of(&c, "angry", 0), -1, 0);             /* 0 all the time */
        assert_float_equal(weight_of(&c, "eyeLookDownRight", 0), 0.5, 0); /* was cut */
        end_case(&c);
    }
}

static void caller_says_which_expression_a_morph_is(void** state) {
    (void)state;
    static const vrm_CaptureMorph list[] = {
        {"あ", "oh"}, {"じと目", "mine"}, {"eyeLookDownRight", "lookDown"}, {"笑い", ""}};
    Case c = {.motion = scene_mmd_walk(SCENE_MMD_LEGS_IK)};
    vrmi_CaptureInput input = input_of(&c.motion, NULL);
    input.morphs = list;
    input.morph_count = 4;
    assert_int_equal(vrmi_mmd_read(&input, &c.capture), VRM_OK);
    assert_float_equal(weight_of(&c, "oh", 5), 0.8, 1e-6);
    assert_float_equal(weight_of(&c, "aa", 5), -1, 0);
    assert_float_equal(weight_of(&c, "mine", 5), 0.5, 0);
    assert_float_equal(weight_of(&c, "lookDown", 5), -1, 0); /* an animation may not have it */
    assert_float_equal(weight_of(&c, "happy", 5), -1, 0);
    end_case(&c);
}

static void eyes_are_the_gaze(void** state) {
    (void)state;
    static const vrm_Quat to_left = {0.0f, 0.0995f, 0.0f, 0.995037f}; /* MMD's axes: about +Y */
    uint8_t bytes[30 + 20 + 4 + 111 + 4] = "Vocaloid Motion Data 0002";
    bytes[50] = 1;
    scene_mmd_key(bytes + 54, "両目", 0, (vrm_Vec3){0, 0, 0}, to_left);
    SceneBytes motion = {bytes, sizeof bytes};
    vrmi_CaptureInput input = input_of(&motion, NULL);
    vrmi_Capture capture;
    float yaw, pitch;
    assert_int_equal(vrmi_mmd_read(&input, &capture), VRM_OK);
    assert_non_null(capture.sample_gaze);
    capture.sample_gaze(capture.reader, 0, &yaw, &pitch);
    assert_float_equal(fabsf(yaw), 11.42, 0.05);
    assert_float_equal(pitch, 0, 0.01);
    /* Turned by +Y in left-handed axes, -Z goes to -X, which is the figure's right. */
    assert_true(yaw < 0);
    capture.destroy(capture.reader);
}

/* ---- Damage ---- */

static vrm_Result read_both(const SceneBytes* motion, const SceneBytes* model, vrm_Report* report) {
    vrmi_CaptureInput input = input_of(motion, model);
    vrmi_Capture capture;
    input.report = report;
    vrm_Result result = vrmi_mmd_read(&input, &capture);
    if (result != VRM_OK) return result;
    vrm_Transform* locals = malloc((size_t)capture.joint_count * sizeof *locals);
    assert_non_null(locals);
    for (int f = 0; f < capture.frame_count; f += 20) {
        capture.sample(capture.reader, f, locals);
        for (int32_t j = 0; j < capture.joint_count; j++) {
            assert_true(vrmi_vec3_is_finite(locals[j].translation));
            assert_true(vrmi_quat_is_finite(locals[j].rotation));
            assert_true(capture.joints[j].parent < j);
        }
    }
    free(locals);
    capture.destroy(capture.reader);
    return VRM_OK;
}

static int findings_of(const SceneBytes* motion, const SceneBytes* model, const char* code,
                       vrm_Result expected) {
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(read_both(motion, model, report), expected);
    int count = test_count_findings(report, code);
    vrm_report_destroy(report);
    return count;
}

/* A copy with nothing behind it, so that a sanitizer sees a byte too many. */
static SceneBytes begin_of(const SceneBytes* whole, size_t size) {
    SceneBytes part = {malloc(size > 0 ? size : 1), size};
    assert_non_null(part.data);
    memcpy(part.data, whole->data, size);
    return part;
}

static void cut_files_are_read_as_far_as_they_go(void** state) {
    (void)state;
    SceneBytes motion = scene_mmd_walk(SCENE_MMD_LEGS_MIXED), model = scene_mmd_model(&plain);
    size_t step = TEST_IS_SANITIZED ? 37 : 7;
    for (size_t size = 0; size < motion.size; size += step) {
        SceneBytes part = begin_of(&motion, size);
        vrm_Result result = read_both(&part, NULL, NULL);
        assert_true(result == VRM_OK || result == VRM_ERR_INVALID);
        assert_true(size < 200 || result == VRM_OK);
        scene_bytes_free(&part);
    }
    for (size_t size = 0; size < model.size; size += 5) {
        SceneBytes part = begin_of(&model, size);
        vrm_Result result = read_both(&motion, &part, NULL);
        assert_true(result == VRM_OK || result == VRM_ERR_INVALID);
        scene_bytes_free(&part);
    }
    motion.size -= 4;
    assert_int_equal(findings_of(&motion, &model, "VMD_CUT", VRM_OK), 1);
    model.size = 1000;
    assert_int_equal(findings_of(&motion, &model, "PMX_SYNTAX", VRM_ERR_INVALID), 1);
    scene_bytes_free(&motion);
    scene_bytes_free(&model);
}

static void put_u32(SceneBytes* bytes, size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; i++) bytes->data[at + i] = (uint8_t)(value >> (8 * i));
}

static void counts_beyond_the_file_cost_no_memory(void** state) {
    (void)state;
    SceneBytes model = scene_mmd_model(&plain);
    for (size_t at = 0; at + 4 <= model.size; at += 3) { /* whatever lies there is huge now */
        SceneBytes copy = begin_of(&model, model.size), motion = scene_mmd_walk(SCENE_MMD_LEGS_IK);
        put_u32(&copy, at, 0xFFFFFFF0u);
        (void)read_both(&motion, &copy, NULL);
        put_u32(&copy, at, 0x7FFFFFFFu);
        (void)read_both(&motion, &copy, NULL);
        scene_bytes_free(&copy);
        scene_bytes_free(&motion);
    }
    SceneBytes motion = scene_mmd_walk(SCENE_MMD_LEGS_IK);
    TestMemory memory = {0};
    put_u32(&motion, 50, 0xFFFFFFFFu);
    vrmi_CaptureInput input = input_of(&motion, NULL);
    vrmi_Capture capture;
    input.allocator = test_memory_allocator(&memory);
    if (vrmi_mmd_read(&input, &capture) == VRM_OK) capture.destroy(capture.reader);
    test_memory_check_clean(&memory);
    assert_true(memory.peak_bytes < 1 << 20);
    scene_bytes_free(&motion);
    scene_bytes_free(&model);
}

static void limits_are_kept(void** state) {
    (void)state;
    SceneBytes motion = scene_mmd_walk(SCENE_MMD_LEGS_IK);
    vrmi_CaptureInput input = input_of(&motion, NULL);
    vrmi_Capture capture;
    input.max_bytes = 1000;
    assert_int_equal(vrmi_mmd_read(&input, &capture), VRM_ERR_LIMIT);
    put_u32(&motion, 54 + 15, 30 * 60 * 60 * 10 + 1); /* a frame after ten hours */
    assert_int_equal(findings_of(&motion, NULL, "MOTION_TOO_LARGE", VRM_ERR_LIMIT), 1);
    scene_bytes_free(&motion);
}

static void values_that_are_not_finite_are_those_of_rest(void** state) {
    (void)state;
    static const uint32_t bad[] = {0x7FC00000u, 0x7F800000u, 0xFF800000u, 0x7F7FFFFFu};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        SceneBytes motion = scene_mmd_walk(SCENE_MMD_LEGS_IK);
        for (size_t value = 0; value < 7; value++) put_u32(&motion, 54 + 19 + 4 * value, bad[i]);
        assert_int_equal(findings_of(&motion, NULL, "VMD_VALUE_INVALID", VRM_OK), 1);
        scene_bytes_free(&motion);
    }
}

static void camera_alone_is_no_motion(void** state) {
    (void)state;
    uint8_t bytes[30 + 20 + 4 + 4 + 4 + 61] = "Vocaloid Motion Data 0002";
    bytes[58] = 1;
    SceneBytes motion = {bytes, sizeof bytes};
    assert_int_equal(findings_of(&motion, NULL, "VMD_NO_MOTION", VRM_ERR_INVALID), 1);
}

static void chains_without_an_end_stop(void** state) {
    (void)state;
    /* Parents, appended bones and links of the file refer to anything: each index byte is changed
     * to each bone, among them itself, its children and what follows it. */
    SceneBytes model = scene_mmd_model(&plain), motion = scene_mmd_walk(SCENE_MMD_LEGS_IK);
    for (size_t at = 600; at < model.size; at += TEST_IS_SANITIZED ? 23 : 3)
        for (int value = 0; value < 60; value += 7) {
            SceneBytes copy = begin_of(&model, model.size);
            copy.data[at] = (uint8_t)value;
            (void)read_both(&motion, &copy, NULL);
            scene_bytes_free(&copy);
        }
    scene_bytes_free(&model);
    scene_bytes_free(&motion);
}

static size_t name_in(const SceneBytes* model, const char* utf16, size_t size) {
    for (size_t at = 0; at + size <= model->size; at++)
        if (memcmp(model->data + at, utf16, size) == 0) return at;
    fail();
    return 0;
}

static void parents_in_a_circle_are_cut(void** state) {
    (void)state;
    static const char center[] = "\xBB\x30\xF3\x30\xBF\x30\xFC\x30"; /* センター */
    SceneBytes model = scene_mmd_model(&plain), motion = scene_mmd_walk(SCENE_MMD_LEGS_IK);
    size_t at = name_in(&model, center, 8) + 8 + 4 + 12; /* behind both names and the place */
    assert_int_equal(model.data[at], 0);
    model.data[at] = 2; /* its child */
    assert_int_equal(findings_of(&motion, &model, "PMX_REFERENCE", VRM_OK), 1);
    model.data[at] = 100; /* there is none */
    assert_int_equal(findings_of(&motion, &model, "PMX_REFERENCE", VRM_OK), 1);
    scene_bytes_free(&model);
    scene_bytes_free(&motion);
}

static vrm_Result read_attempt(const vrm_Allocator* allocator, void* ctx) {
    const SceneBytes* files = ctx;
    vrmi_CaptureInput input = input_of(&files[0], &files[1]);
    vrmi_Capture capture;
    input.allocator = *allocator;
    vrm_Result result = vrmi_mmd_read(&input, &capture);
    if (result == VRM_OK) capture.destroy(capture.reader);
    return result;
}

static void reading_survives_every_failing_allocation(void** state) {
    (void)state;
    SceneBytes files[2] = {scene_mmd_walk(SCENE_MMD_LEGS_MIXED), scene_mmd_model(&plain)};
    assert_true(test_every_allocation_failing(read_attempt, files) >= 5);
    scene_bytes_free(&files[0]);
    scene_bytes_free(&files[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shift_jis_becomes_utf_8),
        cmocka_unit_test(half_of_a_character_at_the_end_is_dropped),
        cmocka_unit_test(widths_are_folded),
        cmocka_unit_test(keys_are_read_by_name_and_frame),
        cmocka_unit_test(curves_are_read_where_nothing_is_written_over_them),
        cmocka_unit_test(curves_are_those_of_bezier),
        cmocka_unit_test(all_forms_of_a_model_are_the_same),
        cmocka_unit_test(figure_faces_z_with_its_left_at_x),
        cmocka_unit_test(every_bone_of_the_specification_is_found),
        cmocka_unit_test(bones_move_that_have_keys_or_inverse_kinematics),
        cmocka_unit_test(planted_feet_stay_where_they_are),
        cmocka_unit_test(figure_below_the_ground_is_not_lifted),
        cmocka_unit_test(frames_do_not_depend_on_each_other),
        cmocka_unit_test(ik_is_switched_off_and_on),
        cmocka_unit_test(knees_bend_backwards_about_one_axis),
        cmocka_unit_test(twists_turn_the_limb),
        cmocka_unit_test(morphs_become_expressions),
        cmocka_unit_test(caller_says_which_expression_a_morph_is),
        cmocka_unit_test(eyes_are_the_gaze),
        cmocka_unit_test(cut_files_are_read_as_far_as_they_go),
        cmocka_unit_test(counts_beyond_the_file_cost_no_memory),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(values_that_are_not_finite_are_those_of_rest),
        cmocka_unit_test(camera_alone_is_no_motion),
        cmocka_unit_test(chains_without_an_end_stop),
        cmocka_unit_test(parents_in_a_circle_are_cut),
        cmocka_unit_test(reading_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
