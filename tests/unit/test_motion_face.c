/* SPDX-License-Identifier: MIT */
/* Faces of motion files: blend shapes by their names, the 52 shapes on avatars that have them and
 * on others, the gaze of eyes, mappings, limits. */
#include "face/face_tables.h"
#include "motion/fbx/fbx.h"
#include "motion/morph_names.h"
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/face_model.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/skeleton_glb.h"
#include "vrm/vrm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 31 };
static const SceneFbxDef face_def = {7400, SCENE_FBX_BINARY, FRAMES, false, true, true};

/* ---- Names ---- */

/* */
static void names_of_programs_are_expressions(void** state) {
    (void)state;
    static const char* const rows[][2] = {
        {"jawOpen", "jawOpen"},
        {"JawOpen", "jawOpen"},
        {"Jaw_Open", "jawOpen"},
        {"blendShape1.jawOpen", "jawOpen"},
        {"head_jawOpen", "jawOpen"},
        {"Geo:face_BS.eyeBlink_L", "eyeBlinkLeft"},
        {"EyeBlinkRight", "eyeBlinkRight"},
        {"A14_Eye_Blink_Left", "eyeBlinkLeft"},
        {"Eye_Blink_L", "eyeBlinkLeft"},
        {"Mouth_Smile_L", "mouthSmileLeft"},
        {"Brow_Raise_Inner_L", "browInnerUp"},
        {"Eye_L_Look_L", "eyeLookOutLeft"},
        {"Eye_R_Look_L", "eyeLookInRight"},
        {"Mouth_Up_Upper_R", "mouthUpperUpRight"},
        {"CC_Base_Body.Cheek_Raise_R", "cheekSquintRight"},
        {"V_Open", "aa"},
        {"V_Tight_O", "oh"},
        {"viseme_aa", "aa"},
        {"Wolf3D_Head.viseme_U", "ou"},
        {"vrc.v_oh", "oh"},
        {"Face.M_F00_000_00_Fcl_MTH_A", "aa"},
        {"Fcl_ALL_Joy", "happy"},
        {"Happy", "happy"},
        {"face.Joy", "happy"},
        {"BLINK_L", "blinkLeft"},
        {"ah", "aa"},
        {"face.UU", "ou"},
        {"あ", "aa"},
        {"まばたき", "blink"},
        {"HeadYaw", ""},
        {"LeftEyePitch", ""},
        /* neither this nor that */
        {"brow_sad", "brow_sad"},
        {"jawOpen_mouthSmileLeft", "jawOpen_mouthSmileLeft"},
        {"tooth_a", "tooth_a"},
        {"smug", "smug"},
        {"brow_ah", "brow_ah"},
        {"___", "___"},
        {"a very long name a very long name a very long name a very long name a very long name "
         "a very long name jawOpen",
         "a very long name a very long name a very long name a very long name a very long name "
         "a very long name jawOpen"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(vrmi_morph_expression(rows[i][0]), rows[i][1]);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        const char* name = vrm_face_shape_name((vrm_FaceShape)s);
        assert_string_equal(vrmi_morph_expression(name), name);
    }
}

/* ---- FBX ---- */

static vrm_Capture* read_capture(const SceneFbxDef* def, const vrm_CaptureMorph* morphs, int count,
                                 vrm_Report* report) {
    SceneBytes file = scene_fbx(def);
    vrm_CaptureDef reading = vrm_default_capture_def();
    vrm_Capture* capture = NULL;
    reading.morphs = morphs;
    reading.morph_count = count;
    reading.report = report;
    assert_int_equal(vrm_capture_read(file.data, file.size, &reading, &capture), VRM_OK);
    scene_bytes_free(&file);
    return capture;
}

static float weight_of(const vrm_Capture* capture, const char* name, double frame) {
    for (int32_t e = 0; e < vrm_capture_expression_count(capture); e++)
        if (strcmp(vrm_capture_expression_name(capture, e), name) == 0)
            return vrm_capture_expression(capture, e, frame);
    return -1.0f;
}

/* */
static void blend_shapes_of_every_form_are_read(void** state) {
    (void)state;
    static const SceneFbxDef forms[] = {{7100, SCENE_FBX_DEFLATED, FRAMES, true, true, true},
                                        {7400, SCENE_FBX_BINARY, FRAMES, false, true, true},
                                        {7400, SCENE_FBX_TEXT, FRAMES, false, false, true},
                                        {7700, SCENE_FBX_BINARY, FRAMES, true, false, true}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        vrm_Capture* capture = read_capture(&forms[i], NULL, 0, NULL);
        assert_int_equal(vrm_capture_morph_count(capture), SCENE_FBX_SHAPES);
        assert_int_equal(vrm_capture_expression_count(capture), SCENE_FBX_SHAPES - 1);
        for (int32_t s = 0; s < SCENE_FBX_SHAPES; s++) {
            const char* expression = vrm_capture_morph_expression(capture, s);
            assert_string_equal(vrm_capture_morph_name(capture, s), scene_fbx_shape(s));
            assert_string_equal(expression, vrmi_morph_expression(scene_fbx_shape(s)));
            if (expression[0] == '\0') continue; /* HeadYaw */
            for (int32_t f = 0; f < FRAMES; f++)
                assert_float_equal(weight_of(capture, expression, f),
                                   0.01 * scene_fbx_percent(s, f), 1e-6);
            double between = 0.005 * (scene_fbx_percent(s, 3) + scene_fbx_percent(s, 4));
            assert_float_equal(weight_of(capture, expression, 3.5), between, 1e-6);
        }
        vrm_capture_destroy(capture);
    }
}

static bool has_finding(const vrm_Report* report, const char* code) {
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        if (strcmp(vrm_report_get(report, i).code, code) == 0) return true;
    return false;
}

/* */
static void mapped_morphs_are_renamed_left_out_or_reported(void** state) {
    (void)state;
    static const vrm_CaptureMorph list[] = {{"smug", "relaxed"},
                                            {"viseme_O", ""},
                                            {"HeadYaw", "jawLeft"},
                                            {"EyeBlinkLeft", "lookUp"},
                                            {"nobody", ""}};
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Capture* capture = read_capture(&face_def, list, 5, report);
    assert_float_equal(weight_of(capture, "relaxed", 5), 0.01 * scene_fbx_percent(7, 5), 1e-6);
    assert_float_equal(weight_of(capture, "jawLeft", 5), 0.01 * scene_fbx_percent(6, 5), 1e-6);
    assert_float_equal(weight_of(capture, "oh", 5), -1, 0);
    assert_float_equal(weight_of(capture, "lookUp", 5), -1, 0);
    assert_float_equal(weight_of(capture, "eyeBlinkLeft", 5), -1, 0);
    assert_string_equal(vrm_capture_morph_expression(capture, 5), "");
    assert_true(has_finding(report, "MOTION_MORPHS_LOOK"));
    assert_false(has_finding(report, "MOTION_MORPHS_UNKNOWN"));
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
}

/* ---- On avatars ---- */

/* An avatar with these expressions, as "\"jawOpen\":{},...". */
static FaceStand stand_of(const char* preset, const char* custom) {
    static FaceModel face;
    face_model_init(&face, 2);
    snprintf(face.expressions, sizeof face.expressions, "{\"preset\":{%s},\"custom\":{%s}}", preset,
             custom);
    return face_stand(&face, NULL);
}

static vrm_Motion* load_scene(const SceneFbxDef* def) {
    SceneBytes file = scene_fbx(def);
    vrm_Motion* motion = NULL;
    assert_int_equal(vrm_motion_load(file.data, file.size, NULL, &motion), VRM_OK);
    scene_bytes_free(&file);
    return motion;
}

/* The clip of a motion with all of its keys. */
static vrm_Clip* clip_of(const vrm_Motion* motion, const vrm_Rig* rig) {
    vrm_FitDef fit = vrm_default_fit_def();
    vrm_Clip* clip = NULL;
    fit.tolerance_weight = fit.tolerance_degrees = 0.0f;
    assert_int_equal(vrm_motion_clip(motion, rig, &fit, NULL, &clip), VRM_OK);
    return clip;
}

/* Returns the weight of an expression in a frame; -1: the clip does not have it. */
static float shown(const vrm_Clip* clip, const char* name, int32_t frame) {
    for (int32_t e = 0; e < vrm_clip_expression_count(clip); e++)
        if (strcmp(vrm_clip_expression_name(clip, e), name) == 0)
            return vrm_clip_sample_expression(clip, e, (float)frame / SCENE_FBX_RATE);
    return -1.0f;
}

/* The shapes of the scene. */
static void shapes_at(int32_t frame, float out[VRM_FACE_SHAPE_COUNT]) {
    memset(out, 0, sizeof *out * VRM_FACE_SHAPE_COUNT);
    for (int32_t s = 0; s < SCENE_FBX_SHAPES; s++) {
        vrm_FaceShape shape = vrm_face_shape_by_name(vrmi_morph_expression(scene_fbx_shape(s)));
        if (shape >= 0) out[shape] = (float)(0.01 * scene_fbx_percent(s, frame));
    }
}

/* */
static void shapes_become_presets_for_avatars_without_them(void** state) {
    (void)state;
    vrm_Motion* motion = load_scene(&face_def);
    FaceStand stand = stand_of("\"aa\":{},\"blinkLeft\":{},\"blinkRight\":{}", "");
    for (int i = 0; i < 2; i++) { /* for this avatar, and for all */
        vrm_Clip* clip = clip_of(motion, i == 0 ? stand.rig : NULL);
        for (int32_t f = 0; f < FRAMES; f++) {
            float shapes[VRM_FACE_SHAPE_COUNT], presets[VRM_EXPRESSION_PRESET_COUNT];
            shapes_at(f, shapes);
            vrmi_shapes_to_presets(shapes, 0, presets);
            assert_float_equal(shown(clip, "aa", f), presets[VRM_EXPRESSION_AA], 1e-5);
            assert_float_equal(shown(clip, "happy", f), presets[VRM_EXPRESSION_HAPPY], 1e-5);
            assert_float_equal(shown(clip, "blinkLeft", f), presets[VRM_EXPRESSION_BLINK_LEFT],
                               1e-5);
            assert_float_equal(shown(clip, "oh", f), 0.01 * scene_fbx_percent(5, f), 1e-5);
            assert_float_equal(shown(clip, "smug", f), 0.01 * scene_fbx_percent(7, f), 1e-5);
        }
        assert_float_equal(shown(clip, "jawOpen", 0), -1, 0);
        assert_float_equal(shown(clip, "browInnerUp", 0), -1, 0);
        vrm_clip_destroy(clip);
    }
    face_stand_end(&stand);
    vrm_motion_destroy(motion);
}

/* */
static void shapes_move_the_expressions_that_an_avatar_has_for_them(void** state) {
    (void)state;
    vrm_Motion* motion = load_scene(&face_def);
    FaceStand stand = stand_of("\"aa\":{},\"happy\":{},\"blink\":{}",
                               "\"Jaw_Open\":{},\"browInnerUp\":{},\"mouthSmileLeft\":{}");
    vrm_Clip* clip = clip_of(motion, stand.rig);
    for (int32_t f = 0; f < FRAMES; f++) {
        float shapes[VRM_FACE_SHAPE_COUNT];
        shapes_at(f, shapes);
        float left = shapes[VRM_FACE_SHAPE_EYE_BLINK_LEFT];
        float right = shapes[VRM_FACE_SHAPE_EYE_BLINK_RIGHT];
        assert_float_equal(shown(clip, "Jaw_Open", f), shapes[VRM_FACE_SHAPE_JAW_OPEN], 1e-5);
        assert_float_equal(shown(clip, "browInnerUp", f), shapes[VRM_FACE_SHAPE_BROW_INNER_UP],
                           1e-5);
        assert_float_equal(shown(clip, "happy", f), 0.5f * shapes[VRM_FACE_SHAPE_MOUTH_SMILE_RIGHT],
                           1e-5);
        assert_float_equal(shown(clip, "blink", f), left < right ? left : right, 1e-5);
    }
    assert_float_equal(shown(clip, "aa", 0), -1, 0);
    assert_float_equal(shown(clip, "jawOpen", 0), -1, 0);
    assert_float_equal(shown(clip, "blinkLeft", 0), -1, 0);
    vrm_clip_destroy(clip);
    face_stand_end(&stand);
    vrm_motion_destroy(motion);
}

/* what is edited is fitted to the avatar afterwards. */
static void edited_motion_keeps_its_shapes_until_it_is_fitted(void** state) {
    (void)state;
    vrm_Motion* motion = load_scene(&face_def);
    FaceStand stand = stand_of("\"aa\":{}", "\"jawOpen\":{},\"eyeBlinkRight\":{}");
    vrm_Motion* mirrored = NULL;
    assert_int_equal(vrm_motion_mirror(motion, NULL, &mirrored), VRM_OK);
    vrm_Clip* clip = clip_of(mirrored, stand.rig);
    for (int32_t f = 0; f < FRAMES; f++) {
        assert_float_equal(shown(clip, "jawOpen", f), 0.01 * scene_fbx_percent(0, f), 1e-5);
        assert_float_equal(shown(clip, "eyeBlinkRight", f), 0.01 * scene_fbx_percent(1, f), 1e-5);
        assert_float_equal(shown(clip, "blinkLeft", f), 0.01 * scene_fbx_percent(2, f), 1e-5);
    }
    vrm_clip_destroy(clip);
    vrm_motion_destroy(mirrored);
    vrm_motion_destroy(motion);
    face_stand_end(&stand);
}

/* ---- The gaze ---- */

/* */
static void eyes_that_turn_are_the_gaze(void** state) {
    (void)state;
    for (int is_z_up = 0; is_z_up < 2; is_z_up++) {
        SceneFbxDef def = face_def;
        def.is_z_up = is_z_up != 0;
        vrm_Capture* capture = read_capture(&def, NULL, 0, NULL);
        for (int32_t f = 0; f < FRAMES; f++) {
            double turn[3];
            float yaw, pitch;
            scene_fbx_eyes(f, turn);
            assert_true(vrm_capture_gaze(capture, f, &yaw, &pitch));
            assert_float_equal(yaw, turn[1], 0.06); /* angles are applied X first, then Y */
            assert_float_equal(pitch, turn[0], 0.06);
        }
        vrm_capture_destroy(capture);
    }
    vrm_Motion* motion = load_scene(&face_def);
    assert_true(vrm_motion_info(motion).has_gaze);
    vrm_Clip* clip = clip_of(motion, NULL);
    vrm_ClipSample sample;
    vrm_clip_sample(clip, 7.0f / SCENE_FBX_RATE, &sample);
    double turn[3];
    scene_fbx_eyes(7, turn);
    assert_true(sample.has_gaze);
    assert_float_equal(sample.gaze_degrees.x, turn[1], 0.06);
    assert_float_equal(sample.gaze_degrees.y, turn[0], 0.06);
    vrm_clip_destroy(clip);
    vrm_motion_destroy(motion);
}

/* */
static void eyes_that_are_no_bones_give_no_gaze(void** state) {
    (void)state;
    static const vrm_CaptureName names[] = {{"mixamorig:LeftEye", VRM_BONE_NONE},
                                            {"mixamorig:RightEye", VRM_BONE_NONE}};
    SceneBytes file = scene_fbx(&face_def);
    for (int32_t count = 0; count < 3; count++) {
        vrm_MotionDef def = vrm_default_motion_def();
        vrm_Motion* motion = NULL;
        def.names = names;
        def.name_count = count;
        assert_int_equal(vrm_motion_load(file.data, file.size, &def, &motion), VRM_OK);
        assert_true(vrm_motion_info(motion).has_gaze == (count < 2)); /* one eye is enough */
        vrm_motion_destroy(motion);
    }
    scene_bytes_free(&file);
}

static const char eyed[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 92 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
    "Xrotation Yrotation\nJOINT Spine\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation "
    "Yrotation\nJOINT Neck\n{\nOFFSET 0 40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Head\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftEye\n{\nOFFSET 3 8 7\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET "
    "0 0 1\n}\n}\n"
    "JOINT RightEye\n{\nOFFSET -3 8 7\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n"
    "OFFSET 0 0 1\n}\n}\n}\n}\n}\n"
    "JOINT LeftUpLeg\n{\nOFFSET 10 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftLeg\n{\nOFFSET 0 -42 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftFoot\n{\nOFFSET 0 -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n"
    "OFFSET 0 -5 15\n}\n}\n}\n}\n"
    "JOINT RightUpLeg\n{\nOFFSET -10 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT RightLeg\n{\nOFFSET 0 -42 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT RightFoot\n{\nOFFSET 0 -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n"
    "OFFSET 0 -5 15\n}\n}\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.1\n";

/* A BVH of three frames; the eyes turn in the second, by yaw and pitch of each. */
static vrm_Motion* load_eyes(double left_yaw, double right_yaw, double pitch) {
    char text[sizeof eyed + 1024];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", eyed);
    for (int f = 0; f < 3; f++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "0 92 0 0 0 0");
        for (int j = 1; j < 12; j++) {
            bool is_eye = f == 1 && (j == 4 || j == 5);
            used +=
                (size_t)snprintf(text + used, sizeof text - used, " 0 %g %g", is_eye ? pitch : 0.0,
                                 !is_eye  ? 0.0
                                 : j == 4 ? left_yaw
                                          : right_yaw);
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    vrm_Motion* motion = NULL;
    assert_int_equal(vrm_motion_load(text, used, NULL, &motion), VRM_OK);
    return motion;
}

/* */
static void gaze_is_between_both_eyes_and_rests_with_them(void** state) {
    (void)state;
    float yaw, pitch;
    vrm_Motion* motion = load_eyes(0, 0, 0);
    assert_false(vrm_motion_info(motion).has_gaze); /* keys that say nothing */
    assert_false(vrm_capture_gaze(vrm_motion_capture(motion), 1, &yaw, &pitch));
    vrm_motion_destroy(motion);
    motion = load_eyes(10, 30, -6);
    assert_true(vrm_capture_gaze(vrm_motion_capture(motion), 1, &yaw, &pitch));
    assert_float_equal(yaw, 20, 0.2); /* BVH turns about X before Y */
    assert_float_equal(pitch, -6, 0.5);
    assert_true(vrm_capture_gaze(vrm_motion_capture(motion), 0, &yaw, &pitch));
    assert_float_equal(yaw, 0, 0.01);
    vrm_motion_destroy(motion);
    motion = load_eyes(170, 170, 0);
    assert_true(vrm_capture_gaze(vrm_motion_capture(motion), 1, &yaw, &pitch));
    assert_float_equal(yaw, 90, 0.01); /* no eye turns further */
    vrm_motion_destroy(motion);
}

/* ---- FBX and glTF ---- */

static Dice dice;
static float weights[64][FRAMES];

static float random_weight(int morph, int frame) {
    return weights[morph][frame];
}

static float scene_weight(int morph, int frame) {
    return (float)(0.01 * scene_fbx_percent(morph, frame));
}

/* The animation of a glTF file: the skeleton of a scene with these morphs. */
static vrm_Clip* clip_of_gltf(const char* const* morphs, int count, float (*weight)(int, int),
                              const vrm_Rig* rig) {
    SceneFbxDef def = face_def;
    SceneBytes file = scene_fbx(&def);
    vrmi_CaptureInput input = {.bytes = file.data,
                               .size = file.size,
                               .max_bytes = 64 << 20,
                               .allocator = vrmi_allocator(NULL)};
    vrmi_Capture capture;
    vrm_Motion* motion = NULL;
    assert_int_equal(vrmi_fbx_read(&input, &capture), VRM_OK);
    TestSkeletonDef skeleton = {
        .scale = 0.01f, .morphs = morphs, .morph_count = count, .weight = weight};
    TestBytes glb = test_skeleton_glb(&capture, &skeleton);
    assert_int_equal(vrm_motion_load(glb.data, glb.size, NULL, &motion), VRM_OK);
    vrm_Clip* clip = clip_of(motion, rig);
    vrm_motion_destroy(motion);
    test_bytes_free(&glb);
    capture.destroy(capture.reader);
    scene_bytes_free(&file);
    return clip;
}

static void assert_same_faces(const vrm_Clip* a, const vrm_Clip* b) {
    assert_int_equal(vrm_clip_expression_count(a), vrm_clip_expression_count(b));
    for (int32_t e = 0; e < vrm_clip_expression_count(a); e++)
        for (int32_t f = 0; f < FRAMES; f++) {
            const char* name = vrm_clip_expression_name(a, e);
            assert_float_equal(shown(a, name, f), shown(b, name, f), 2e-3);
        }
    for (int32_t f = 0; f < FRAMES; f++) {
        vrm_ClipSample p, q;
        vrm_clip_sample(a, (float)f / SCENE_FBX_RATE, &p);
        vrm_clip_sample(b, (float)f / SCENE_FBX_RATE, &q);
        assert_true(p.has_gaze == q.has_gaze);
        assert_float_equal(p.gaze_degrees.x, q.gaze_degrees.x, 0.1);
        assert_float_equal(p.gaze_degrees.y, q.gaze_degrees.y, 0.1);
    }
}

/* */
static void same_curves_in_fbx_and_gltf_are_the_same_face(void** state) {
    (void)state;
    const char* names[SCENE_FBX_SHAPES];
    for (int32_t s = 0; s < SCENE_FBX_SHAPES; s++) names[s] = scene_fbx_shape(s);
    FaceStand stand = stand_of("\"aa\":{}", "\"eyeBlink_L\":{},\"smug\":{}");
    for (int i = 0; i < 2; i++) {
        const vrm_Rig* rig = i == 0 ? NULL : stand.rig;
        vrm_Motion* motion = load_scene(&face_def);
        vrm_Clip *fbx = clip_of(motion, rig),
                 *gltf = clip_of_gltf(names, SCENE_FBX_SHAPES, scene_weight, rig);
        assert_same_faces(fbx, gltf);
        vrm_clip_destroy(fbx);
        vrm_clip_destroy(gltf);
        vrm_motion_destroy(motion);
    }
    face_stand_end(&stand);
}

/* any of the 52 shapes, in any order, on avatars that have any of them. */
static void random_shapes_are_shown_as_trackers_show_them(void** state) {
    (void)state;
    dice = (Dice){44};
    for (int round = 0; round < (TEST_IS_SANITIZED ? 4 : 20); round++) {
        char custom[4096] = "";
        const char* names[VRM_FACE_SHAPE_COUNT];
        uint64_t own = 0, moved = 0;
        for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
            names[s] = vrm_face_shape_name((vrm_FaceShape)s);
            bool is_moved = roll_int(&dice, 3) > 0;
            if (is_moved) moved |= (uint64_t)1 << s;
            for (int f = 0; f < FRAMES; f++)
                weights[s][f] = is_moved ? roll(&dice, 0.001f, 1.0f) : 0.0f;
            if (roll_int(&dice, 3) > 0) continue;
            own |= (uint64_t)1 << s;
            snprintf(custom + strlen(custom), sizeof custom - strlen(custom), "%s\"%s\":{}",
                     custom[0] != '\0' ? "," : "", names[s]);
        }
        FaceStand stand = stand_of("\"blinkLeft\":{},\"blinkRight\":{}", custom);
        vrm_Clip* clip = clip_of_gltf(names, VRM_FACE_SHAPE_COUNT, random_weight, stand.rig);
        for (int f = 0; f < FRAMES; f++) {
            float shapes[VRM_FACE_SHAPE_COUNT], presets[VRM_EXPRESSION_PRESET_COUNT];
            for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) shapes[s] = weights[s][f];
            vrmi_shapes_to_presets(shapes, own & moved, presets);
            for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
                bool is_look = strncmp(names[s], "eyeLook", 7) == 0; /* the eyes turn themselves */
                bool is_shown = (own & moved & (uint64_t)1 << s) != 0 && !is_look;
                assert_float_equal(shown(clip, names[s], f), is_shown ? shapes[s] : -1.0f, 1e-3);
            }
            for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
                float weight = shown(clip, vrm_expression_preset_name((vrm_ExpressionPreset)p), f);
                assert_float_equal(weight < 0.0f ? 0.0f : weight, presets[p], 1e-3);
            }
        }
        vrm_clip_destroy(clip);
        face_stand_end(&stand);
    }
}

/* ---- Limits ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* context) {
    const SceneBytes* file = context;
    vrm_MotionDef def = vrm_default_motion_def();
    vrm_FitDef fit = vrm_default_fit_def();
    vrm_Motion* motion = NULL;
    vrm_Model* model = NULL;
    def.allocator = fit.allocator = *allocator;
    vrm_Result result = vrm_motion_load(file->data, file->size, &def, &motion);
    if (result == VRM_OK) result = vrm_motion_animation(motion, NULL, &fit, NULL, &model);
    vrm_model_destroy(model);
    vrm_motion_destroy(motion);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    SceneFbxDef def = face_def;
    def.frame_count = 3;
    SceneBytes file = scene_fbx(&def);
    assert_true(test_every_allocation_failing(attempt, &file) > 0);
    scene_bytes_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_programs_are_expressions),
        cmocka_unit_test(blend_shapes_of_every_form_are_read),
        cmocka_unit_test(mapped_morphs_are_renamed_left_out_or_reported),
        cmocka_unit_test(shapes_become_presets_for_avatars_without_them),
        cmocka_unit_test(shapes_move_the_expressions_that_an_avatar_has_for_them),
        cmocka_unit_test(edited_motion_keeps_its_shapes_until_it_is_fitted),
        cmocka_unit_test(eyes_that_turn_are_the_gaze),
        cmocka_unit_test(eyes_that_are_no_bones_give_no_gaze),
        cmocka_unit_test(gaze_is_between_both_eyes_and_rests_with_them),
        cmocka_unit_test(same_curves_in_fbx_and_gltf_are_the_same_face),
        cmocka_unit_test(random_shapes_are_shown_as_trackers_show_them),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
