/* SPDX-License-Identifier: MIT */
/* The VMC receiver: what packets say, what it makes of them, and what it refuses. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/memory.h"
#include "vmc/osc.h"
#include "vrm/clip.h"
#include "vrm/vmc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Packets ---- */

typedef struct Packet {
    uint8_t data[8192];
    size_t size;
} Packet;

static void put_text(Packet* packet, const char* text) {
    size_t size = strlen(text), padded = (size / 4 + 1) * 4;
    assert_true(packet->size + padded <= sizeof packet->data);
    memset(packet->data + packet->size, 0, padded);
    memcpy(packet->data + packet->size, text, size);
    packet->size += padded;
}

static void put_u32(Packet* packet, uint32_t value) {
    assert_true(packet->size + 4 <= sizeof packet->data);
    for (int i = 0; i < 4; i++) packet->data[packet->size++] = (uint8_t)(value >> (24 - 8 * i));
}

static void put_float(Packet* packet, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(packet, bits);
}

/* A name and numbers: bones, roots and expressions. */
static Packet message(const char* address, const char* types, const char* name,
                      const float* numbers) {
    Packet packet = {.size = 0};
    put_text(&packet, address);
    put_text(&packet, types);
    for (const char* type = types + 1; *type != '\0'; type++) {
        if (*type == 's') put_text(&packet, name != NULL ? name : "");
        if (*type == 'f') put_float(&packet, *numbers++);
        if (*type == 'i') put_u32(&packet, (uint32_t)(int32_t)*numbers++);
    }
    return packet;
}

static Packet bone(const char* name, vrm_Vec3 p, vrm_Quat q) {
    float numbers[] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
    return message("/VMC/Ext/Bone/Pos", ",sfffffff", name, numbers);
}

static Packet expression(const char* name, float weight) {
    return message("/VMC/Ext/Blend/Val", ",sf", name, &weight);
}

static Packet apply(void) {
    return message("/VMC/Ext/Blend/Apply", ",", NULL, NULL);
}

static Packet bundle(void) {
    Packet packet = {.size = 16};
    memcpy(packet.data, "#bundle", 8);
    packet.data[15] = 1;
    return packet;
}

static void put_element(Packet* to, const Packet* element) {
    put_u32(to, (uint32_t)element->size);
    assert_true(to->size + element->size <= sizeof to->data);
    memcpy(to->data + to->size, element->data, element->size);
    to->size += element->size;
}

static vrm_Vmc* open_vmc(void) {
    vrm_Vmc* vmc = NULL;
    assert_int_equal(vrm_vmc_create(NULL, &vmc), VRM_OK);
    return vmc;
}

/* From a block of its own size. */
static vrm_Result receive(vrm_Vmc* vmc, const Packet* packet) {
    uint8_t* data = malloc(packet->size + (packet->size == 0));
    assert_non_null(data);
    memcpy(data, packet->data, packet->size);
    vrm_Result result = vrm_vmc_receive(vmc, data, packet->size);
    free(data);
    return result;
}

static void take(vrm_Vmc* vmc, Packet packet) {
    assert_int_equal(receive(vmc, &packet), VRM_OK);
}

/* ---- Axes ---- */

static vrm_Vec3 turned(vrm_Quat q, vrm_Vec3 v) {
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double a = (double)v.x, b = (double)v.y, c = (double)v.z;
    double tx = 2 * (y * c - z * b), ty = 2 * (z * a - x * c), tz = 2 * (x * b - y * a);
    return (vrm_Vec3){(float)(a + w * tx + y * tz - z * ty), (float)(b + w * ty + z * tx - x * tz),
                      (float)(c + w * tz + x * ty - y * tx)};
}

/* Turning in Unity's axes and mirroring is mirroring and turning in ours. */
static void rotations_do_in_our_axes_what_they_do_in_unitys(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    for (int i = 0; i < 50; i++) {
        float t = (float)i;
        vrm_Quat unity = test_turn(sinf(t), cosf(2 * t), sinf(3 * t + 1), 50.0f * t);
        vrm_Vec3 v = {cosf(t), sinf(5 * t), 0.3f * t};
        take(vmc, bone("Head", (vrm_Vec3){0}, unity));
        vrm_Vec3 there = turned(unity, v);
        vrm_Vec3 here =
            turned(vrm_vmc_state(vmc)->rotations[VRM_BONE_HEAD], (vrm_Vec3){-v.x, v.y, v.z});
        test_same_point(here, (vrm_Vec3){-there.x, there.y, there.z}, 1e-4f);
    }
    vrm_vmc_destroy(vmc);
}

/* The sender's avatar faces Unity's +Z and turns to its left: from +Z towards -X there. */
static void avatar_turns_to_its_own_left_in_both_dialects(void** state) {
    (void)state;
    const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1};
    for (int i = 0; i < 2; i++) {
        TestAvatar avatar = test_avatar(dialects[i]);
        TestRun run = test_run(&avatar);
        vrm_Vmc* vmc = open_vmc();
        assert_true(vrm_vmc_apply(vmc, run.sim, run.id)); /* nothing yet: stays at rest */
        test_step(&run);
        vrm_Vec3 rest = test_position(&run, TEST_LEFT_HAND);
        assert_true(rest.x > 0.5f);
        vrm_Quat left = test_turn(0, 1, 0, -90); /* left-handed */
        take(vmc, bone("Hips", (vrm_Vec3){0.2f, 1.25f, 0.5f}, left));
        float root[] = {1, 0, 3, 0, 0, 0, 1};
        take(vmc, message("/VMC/Ext/Root/Pos", ",sfffffff", "root", root));
        assert_true(vrm_vmc_apply(vmc, run.sim, run.id));
        test_step(&run);
        vrm_Vec3 hips = test_position(&run, TEST_HIPS), hand = test_position(&run, TEST_LEFT_HAND);
        test_same_point(hips, (vrm_Vec3){-1.2f, 1.25f, 3.5f}, 1e-5f);
        test_same_point((vrm_Vec3){hand.x - hips.x, 0, hand.z - hips.z}, (vrm_Vec3){0, 0, -rest.x},
                        1e-5f);
        vrm_vmc_destroy(vmc);
        test_run_end(&run);
    }
}

static void hips_of_a_tall_sender_move_a_small_avatar_less(void** state) {
    (void)state;
    vrm_VmcDef def = vrm_default_vmc_def();
    vrm_Vmc* vmc = NULL;
    def.hips_height = 2.0f;
    assert_int_equal(vrm_vmc_create(&def, &vmc), VRM_OK);
    take(vmc, bone("Hips", (vrm_Vec3){0.5f, 1.8f, 1.0f}, (vrm_Quat){0, 0, 0, 1}));
    vrm_Pose pose = vrm_vmc_pose(vmc, 1.0f);
    test_same_point(pose.hips_offset, (vrm_Vec3){-0.25f, -0.1f, 0.5f}, 1e-6f);
    vrm_vmc_destroy(vmc);
}

static void gaze_is_relative_to_the_head(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    const vrm_VmcState* now = vrm_vmc_state(vmc);
    const float left_and_down[] = {1, -1, -sqrtf(2), 1}; /* Unity: left is -x */
    take(vmc, message("/VMC/Ext/Set/Eye", ",ifff", NULL, left_and_down));
    assert_true(now->has_gaze);
    assert_float_equal(now->gaze_yaw, 45, 1e-4);
    assert_float_equal(now->gaze_pitch, 45, 1e-4);
    const float off[] = {0, 0, 0, 0};
    take(vmc, message("/VMC/Ext/Set/Eye", ",ifff", NULL, off));
    assert_false(now->has_gaze);
    vrm_vmc_destroy(vmc);
}

/* ---- Names ---- */

static void every_bone_of_unity_is_a_bone(void** state) {
    (void)state;
    static const char* const names[] = {
        "Hips",          "LeftUpperLeg", "RightUpperLeg", "LeftLowerLeg",  "RightLowerLeg",
        "LeftFoot",      "RightFoot",    "Spine",         "Chest",         "UpperChest",
        "Neck",          "Head",         "LeftShoulder",  "RightShoulder", "LeftUpperArm",
        "RightUpperArm", "LeftLowerArm", "RightLowerArm", "LeftHand",      "RightHand",
        "LeftToes",      "RightToes",    "LeftEye",       "RightEye",      "Jaw"};
    static const char* const fingers[] = {"Thumb", "Index", "Middle", "Ring", "Little"};
    static const char* const parts[] = {"Proximal", "Intermediate", "Distal"};
    uint64_t seen = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_not_equal(vrm_vmc_bone(names[i]), VRM_BONE_NONE);
        seen |= (uint64_t)1 << vrm_vmc_bone(names[i]);
    }
    for (int i = 0; i < 30; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s%s%s", i < 15 ? "Left" : "Right", fingers[i % 5],
                 parts[i / 5 % 3]);
        assert_int_not_equal(vrm_vmc_bone(name), VRM_BONE_NONE);
        seen |= (uint64_t)1 << vrm_vmc_bone(name);
    }
    assert_true(seen == ((uint64_t)1 << VRM_BONE_COUNT) - 1);
    assert_int_equal(vrm_vmc_bone("LeftThumbProximal"), VRM_BONE_LEFT_THUMB_METACARPAL);
    assert_int_equal(vrm_vmc_bone("RightThumbIntermediate"), VRM_BONE_RIGHT_THUMB_PROXIMAL);
    assert_int_equal(vrm_vmc_bone("leftThumbMetacarpal"), VRM_BONE_LEFT_THUMB_METACARPAL);
    assert_int_equal(vrm_vmc_bone("LEFTLITTLEDISTAL"), VRM_BONE_LEFT_LITTLE_DISTAL);
    assert_int_equal(vrm_vmc_bone("Tail"), VRM_BONE_NONE);
    assert_int_equal(vrm_vmc_bone(""), VRM_BONE_NONE);
    assert_int_equal(vrm_vmc_bone("LeftLittleIntermediateOfSomebodyElse"), VRM_BONE_NONE);
}

static void expressions_have_their_names_of_both_versions(void** state) {
    (void)state;
    assert_int_equal(vrm_vmc_preset("Joy"), VRM_EXPRESSION_HAPPY);
    assert_int_equal(vrm_vmc_preset("JOY"), VRM_EXPRESSION_HAPPY);
    assert_int_equal(vrm_vmc_preset("happy"), VRM_EXPRESSION_HAPPY);
    assert_int_equal(vrm_vmc_preset("Fun"), VRM_EXPRESSION_RELAXED);
    assert_int_equal(vrm_vmc_preset("A"), VRM_EXPRESSION_AA);
    assert_int_equal(vrm_vmc_preset("Blink_R"), VRM_EXPRESSION_BLINK_RIGHT);
    assert_int_equal(vrm_vmc_preset("blinkRight"), VRM_EXPRESSION_BLINK_RIGHT);
    assert_int_equal(vrm_vmc_preset("browDownLeft"), VRM_EXPRESSION_CUSTOM);
    assert_int_equal(vrm_vmc_preset(""), VRM_EXPRESSION_CUSTOM);
}

static void expressions_wait_until_they_are_applied(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = "{\"preset\":{\"happy\":{},\"aa\":{}},\"custom\":{\"jawOpen\":{}}}";
    TestRun run = test_run(&avatar);
    vrm_Vmc* vmc = open_vmc();
    take(vmc, expression("Joy", 0.75f));
    take(vmc, expression("A", 7.0f)); /* clamped */
    take(vmc, expression("jawOpen", 0.25f));
    take(vmc, expression("tongueOut", 1.0f)); /* the avatar has none */
    assert_int_equal(vrm_vmc_expression_count(vmc), 0);
    take(vmc, apply());
    take(vmc, expression("Joy", 0.125f)); /* not yet */
    assert_int_equal(vrm_vmc_expression_count(vmc), 4);
    assert_string_equal(vrm_vmc_expression_name(vmc, 2), "jawOpen");
    assert_true(vrm_vmc_apply(vmc, run.sim, run.id));
    test_step(&run);
    const float* weights = vrm_avatar_expression_weights(run.sim, run.id);
    assert_float_equal(weights[vrm_model_expression(run.model, "happy")], 0.75f, 0);
    assert_float_equal(weights[vrm_model_expression(run.model, "aa")], 1.0f, 0);
    assert_float_equal(weights[vrm_model_expression(run.model, "jawOpen")], 0.25f, 0);
    vrm_vmc_destroy(vmc);
    test_run_end(&run);
}

/* ---- As senders behave ---- */

/* Bones, order and kinds of packets as in the senders' public sources; the numbers are ours. */

static const char* const unity_bones[] = {"Hips",  "LeftUpperLeg", "RightUpperLeg",
                                          "Spine", "Chest",        "Neck",
                                          "Head",  "LeftHand",     "RightUpperArm"};
enum { UNITY_BONES = sizeof unity_bones / sizeof *unity_bones };

static const vrm_Quat still = {0, 0, 0, 1};

static Packet unity_bone(int i) {
    return bone(unity_bones[i], (vrm_Vec3){0, i == 0 ? 0.9f : 0.1f, 0}, still);
}

static Packet device(const char* address, const char* name) {
    return message(address, ",sfffffff", name, (const float[]){0, 1, 0, 0, 0, 0, 1});
}

/* The root with scale and offset, bones in bundles of bundles, a face of its own, and much that is
 * not about the avatar. */
static void virtual_motion_capture_is_understood(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    Packet info = bundle(), some = bundle(), rest = bundle(), root = bundle(), face = bundle();
    Packet parts[] = {
        message("/VMC/Ext/Rcv", ",ii", NULL, (const float[]){1, 39540}),
        message("/VMC/Ext/Light", ",sfffffffffff", "Light", (const float[12]){0, 3, 0, 0, 0, 0, 1}),
        message("/VMC/Ext/Setting/Color", ",ffff", NULL, (const float[4]){0}),
        message("/VMC/Ext/Setting/Win", ",iiii", NULL, (const float[4]){0})};
    for (int i = 0; i < 4; i++) put_element(&info, &parts[i]);
    for (int i = 0; i < UNITY_BONES; i++) {
        Packet one = unity_bone(i);
        put_element(i < 5 ? &some : &rest, &one);
    }
    Packet inner[] = {
        message("/VMC/Ext/Root/Pos", ",sfffffffffffff", "root",
                (const float[]){1, 0, 2, 0, 0, 0, 1, 1.1f, 1.1f, 1.1f, 0, 0.2f, 0}),
        rest,
        message("/VMC/Ext/Cam", ",sffffffff", "Camera", (const float[]){0, 1, 2, 0, 0, 0, 1, 60}),
        device("/VMC/Ext/Hmd/Pos", "LHR-1"),
        device("/VMC/Ext/Hmd/Pos/Local", "LHR-1"),
        device("/VMC/Ext/Tra/Pos", "LHR-2"),
        message("/VMC/Ext/OK", ",iii", NULL, (const float[]){1, 3, 0}),
        message("/VMC/Ext/T", ",f", NULL, (const float[]){7})};
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) put_element(&root, &inner[i]);
    Packet values[] = {expression("Joy", 0.5f), expression("BLINK", 1), apply()};
    for (int i = 0; i < 3; i++) put_element(&face, &values[i]);
    take(vmc, info);
    take(vmc, message("/VMC/Ext/VRM", ",ss", "C:\\avatar.vrm", NULL));
    take(vmc, message("/VMC/Ext/Opt", ",s", "", NULL));
    take(vmc, some);
    take(vmc, face);
    take(vmc, root);
    vrm_VmcStats stats = vrm_vmc_stats(vmc);
    const vrm_VmcState* now = vrm_vmc_state(vmc);
    assert_int_equal(stats.poses, UNITY_BONES + 1);
    assert_int_equal(stats.others, 4 + 2 + 4);
    assert_int_equal(stats.refused_messages + stats.refused_packets + stats.unknown_bones, 0);
    assert_true(now->is_available && now->has_root && now->has_hips);
    test_same_point(now->root_translation, (vrm_Vec3){-1, 0, 2}, 1e-6f);
    assert_float_equal(now->time_s, 7, 0);
    assert_int_equal(vrm_vmc_expression_count(vmc), 2);
    vrm_vmc_destroy(vmc);
}

/* All bones in one bundle beyond an Ethernet frame, a root without a name; neither OK nor T. */
static void vmagicmirror_is_understood(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    Packet frame = bundle();
    Packet root =
        message("/VMC/Ext/Root/Pos", ",sfffffff", "", (const float[]){0, 0, 0, 0, 0, 0, 1});
    put_element(&frame, &root);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        char name[40];
        snprintf(name, sizeof name, "%s", vrm_bone_name((vrm_Bone)b));
        name[0] = (char)(name[0] - 'a' + 'A');
        Packet one = bone(name, (vrm_Vec3){0, 0.5f, 0}, still);
        put_element(&frame, &one);
    }
    assert_true(frame.size > 1500);
    take(vmc, frame);
    assert_true(vrm_vmc_state(vmc)->is_available);
    assert_true(vrm_vmc_state(vmc)->has_root);
    assert_int_equal(vrm_vmc_stats(vmc).poses, VRM_BONE_COUNT + 1);
    vrm_vmc_destroy(vmc);
}

/* One packet for each message; a root that was turned by adding degrees to a quaternion; bones as
 * trackers besides. */
static void three_d_pose_tracker_is_understood(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    const vrm_VmcState* now = vrm_vmc_state(vmc);
    take(vmc, message("/VMC/Ext/OK", ",i", NULL, (const float[]){0}));
    assert_false(now->is_available);
    const float turned_root[] = {0, 0, 0, 0, 180, 0, 1};
    take(vmc, message("/VMC/Ext/Root/Pos", ",sfffffff", "root", turned_root));
    for (int i = 0; i < UNITY_BONES; i++) take(vmc, unity_bone(i));
    take(vmc, device("/VMC/Ext/Tra/Pos", "LeftHand"));
    take(vmc, message("/VMC/Ext/OK", ",i", NULL, (const float[]){1}));
    take(vmc, message("/VMC/Ext/T", ",f", NULL, (const float[]){3}));
    assert_true(now->is_available);
    test_same_rotation(now->root_rotation, (vrm_Quat){0, 1, 0, 0}, 0.02f);
    assert_int_equal(vrm_vmc_stats(vmc).others, 1);
    vrm_vmc_destroy(vmc);
}

/* Quaternions of the other sign, the time of day in the bundle, trackers of all kinds. */
static void slimevr_is_understood(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    Packet frame = bundle();
    memcpy(frame.data + 8, "\xE9\x12\x34\x56\x80\x00\x00\x00", 8);
    vrm_Quat nod = test_turn(1, 0, 0, 30);
    Packet parts[] = {
        message("/VMC/Ext/T", ",f", NULL, (const float[]){1}),
        message("/VMC/Ext/OK", ",i", NULL, (const float[]){1}),
        message("/VMC/Ext/Root/Pos", ",sfffffff", "root", (const float[]){0, 0, 0, 0, 0, 0, -1}),
        bone("Hips", (vrm_Vec3){0, 0.95f, 0}, (vrm_Quat){0, 0, 0, -1}),
        bone("Head", (vrm_Vec3){0, 0.1f, 0}, (vrm_Quat){-nod.x, -nod.y, -nod.z, -nod.w}),
        device("/VMC/Ext/Hmd/Pos", "human://HEAD"),
        device("/VMC/Ext/Con/Pos", "human://LEFT_HAND"),
        device("/VMC/Ext/Tra/Pos", "human://WAIST")};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) put_element(&frame, &parts[i]);
    take(vmc, frame);
    vrm_Pose pose = vrm_vmc_pose(vmc, 0.95f);
    test_same_rotation(pose.rotations[VRM_BONE_HEAD], nod, 1e-5f);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], still, 1e-5f);
    test_same_point(pose.hips_offset, (vrm_Vec3){0, 0, 0}, 1e-6f);
    assert_int_equal(vrm_vmc_stats(vmc).others, 3);
    vrm_vmc_destroy(vmc);
}

/* Scripts with a camera: rotations without places, no Apply, whole numbers, now and then a root
 * that is none. Hips stay at their height, faces come through. */
static void scripts_that_know_rotations_only_are_understood(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    for (int frame = 0; frame < 3; frame++) {
        take(vmc, message("/VMC/Ext/Root/Pos", ",siiiiiii", "Root",
                          (const float[]){0, 0, 0, 0, 0, 0, 1}));
        take(vmc, bone("HIPS", (vrm_Vec3){0, 0, 0}, test_turn(0, 1, 0, 10)));
        take(vmc, message("/VMC/Ext/Blend/Val", ",si", "A", (const float[]){1}));
        take(vmc, expression("Fun", 0.25f * (float)frame));
    }
    Packet misused = message("/VMC/Ext/Root/Pos", ",fff", NULL, (const float[]){0, 0, 1});
    assert_int_equal(receive(vmc, &misused), VRM_ERR_INVALID);
    assert_false(vrm_vmc_state(vmc)->has_hips);
    vrm_Pose pose = vrm_vmc_pose(vmc, 0.9f);
    test_same_point(pose.hips_offset, (vrm_Vec3){0, 0, 0}, 0);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], test_turn(0, 1, 0, -10), 1e-5f);
    assert_int_equal(vrm_vmc_expression_count(vmc), 2);
    assert_float_equal(vrm_vmc_expression_weight(vmc, 0), 1, 0);
    assert_float_equal(vrm_vmc_expression_weight(vmc, 1), 0.25f, 0); /* the frame before */
    assert_int_equal(vrm_vmc_state(vmc)->applied, 0);
    assert_int_equal(vrm_vmc_stats(vmc).refused_messages, 1);
    vrm_vmc_destroy(vmc);
}

/* Waidayo, iFacialMocap and others: the 52 shapes of ARKit, capitals as they please, beside the
 * presets; and some bones of the head. */
static void perfect_sync_finds_expressions_in_any_case(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = "{\"preset\":{\"blinkLeft\":{}},\"custom\":{\"BrowInnerUp\":{},"
                         "\"jawOpen\":{},\"CheekPuff\":{}}}";
    TestRun run = test_run(&avatar);
    vrm_Vmc* vmc = open_vmc();
    Packet frame = bundle();
    Packet parts[] = {
        expression("browInnerUp", 0.25f),         expression("JawOpen", 0.5f),
        expression("CHEEKPUFF", 0.75f),           expression("blink_l", 1),
        expression("noseSneerLeft", 1),           apply(),
        bone("Head", (vrm_Vec3){0, 0, 0}, still), bone("LeftEye", (vrm_Vec3){0, 0, 0}, still)};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) put_element(&frame, &parts[i]);
    take(vmc, frame);
    assert_true(vrm_vmc_apply(vmc, run.sim, run.id));
    test_step(&run);
    const float* weights = vrm_avatar_expression_weights(run.sim, run.id);
    assert_float_equal(weights[vrm_model_expression(run.model, "BrowInnerUp")], 0.25f, 0);
    assert_float_equal(weights[vrm_model_expression(run.model, "jawOpen")], 0.5f, 0);
    assert_float_equal(weights[vrm_model_expression(run.model, "CheekPuff")], 0.75f, 0);
    assert_float_equal(weights[vrm_model_expression(run.model, "blinkLeft")], 1, 0);
    vrm_vmc_destroy(vmc);
    test_run_end(&run);
}

/* ---- A mixer ---- */

static void frame_is_shown_to_a_mixer_once(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = "{\"preset\":{\"happy\":{}},\"custom\":{\"CheekPuff\":{}}}";
    TestRun run = test_run(&avatar);
    vrm_LiveDef def = vrm_default_live_def();
    vrm_LiveSourceDef source = vrm_default_live_source_def();
    def.ease_in_s = 0.0f;
    source.min_cutoff_hz = 10000.0f;
    vrm_Live* live = NULL;
    assert_int_equal(vrm_live_create(run.rig, &def, &live), VRM_OK);
    assert_int_equal(vrm_live_add_source(live, &source), 0);
    vrm_Vmc* vmc = open_vmc();
    assert_false(vrm_vmc_observe(vmc, run.rig, live, 0, 1.0)); /* nothing came */
    vrm_Quat turn = test_turn(0, 1, 0, 30);
    Packet frame = bundle();
    Packet parts[] = {
        message("/VMC/Ext/Root/Pos", ",sfffffff", "root", (const float[]){1, 0, 2, 0, 0, 0, 1}),
        bone("Head", (vrm_Vec3){0, 0, 0}, turn),
        expression("Joy", 0.25f),
        expression("CHEEKPUFF", 0.5f),
        expression("jawOpen", 0.75f),
        expression("unknown", 1.0f),
        apply()};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) put_element(&frame, &parts[i]);
    take(vmc, frame);
    assert_true(vrm_vmc_observe(vmc, run.rig, live, 0, 1.0));
    assert_false(vrm_vmc_observe(vmc, run.rig, live, 0, 1.0)); /* nothing new */
    assert_true(vrm_live_step(live, 1.0));
    vrm_Pose expected = vrm_vmc_pose(vmc, vrm_rig_hips_height(run.rig));
    test_same_rotation(vrm_live_pose(live, NULL).rotations[VRM_BONE_HEAD],
                       expected.rotations[VRM_BONE_HEAD], 1e-6f);
    assert_true(vrm_live_bones(live) == (uint64_t)1 << VRM_BONE_HEAD);
    assert_float_equal(vrm_live_shapes(live)[VRM_FACE_SHAPE_JAW_OPEN], 0.75f, 0);
    assert_true(vrm_live_apply(live, run.sim, run.id, true));
    test_step(&run);
    const float* weights = vrm_avatar_expression_weights(run.sim, run.id);
    assert_float_equal(weights[vrm_model_expression(run.model, "happy")], 0.25f, 0);
    assert_float_equal(weights[vrm_model_expression(run.model, "CheekPuff")], 0.5f, 0);
    test_same_point(vrm_avatar_root(run.sim, run.id).translation, (vrm_Vec3){-1, 0, 2}, 1e-6f);
    assert_true(vrm_live_step(live, 10.0)); /* the sender is gone */
    assert_true(vrm_live_bones(live) == 0);
    vrm_vmc_destroy(vmc);
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* what is no news of the avatar does not keep its last pose. */
static void sender_that_shows_nothing_is_not_observed(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_Live* live = NULL;
    assert_int_equal(vrm_live_create(run.rig, NULL, &live), VRM_OK);
    assert_int_equal(vrm_live_add_source(live, NULL), 0);
    vrm_Vmc* vmc = open_vmc();
    Packet head = bone("Head", (vrm_Vec3){0, 0, 0}, test_turn(0, 1, 0, 30));
    Packet status = message("/VMC/Ext/OK", ",i", NULL, (const float[]){1});
    Packet away = message("/VMC/Ext/OK", ",i", NULL, (const float[]){0});
    Packet closed_eyes = expression("Blink", 1);
    Packet eyes = message("/VMC/Ext/Set/Eye", ",ifff", NULL, (const float[]){1, 0, 0, 2});
    Packet free_eyes = message("/VMC/Ext/Set/Eye", ",ifff", NULL, (const float[]){0, 0, 0, 0});
    const Packet empty[] = {
        {.size = 0},
        {.data = "nonsense", .size = 8},
        message("/VMC/Ext/Cam", ",sffffffff", "Camera", (const float[]){0, 1, 2, 0, 0, 0, 1, 60}),
        message("/VMC/Ext/T", ",f", NULL, (const float[]){12.5f}),
        bone("Tail", (vrm_Vec3){0, 0, 0}, test_turn(0, 1, 0, 30)),
        apply(),
        free_eyes,
        status};
    take(vmc, head);
    assert_true(vrm_vmc_observe(vmc, run.rig, live, 0, 1.0));
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        (void)receive(vmc, &empty[i]);
        if (vrm_vmc_observe(vmc, run.rig, live, 0, 1.1)) fail_msg("packet %d is shown", (int)i);
    }
    take(vmc, closed_eyes); /* until it is applied */
    assert_false(vrm_vmc_observe(vmc, run.rig, live, 0, 1.2));
    take(vmc, apply());
    assert_true(vrm_vmc_observe(vmc, run.rig, live, 0, 1.3));
    take(vmc, eyes);
    assert_true(vrm_vmc_observe(vmc, run.rig, live, 0, 1.4));
    take(vmc, free_eyes);
    assert_true(vrm_vmc_observe(vmc, run.rig, live, 0, 1.5));
    take(vmc, away); /* from now on nothing counts, until the avatar is there again */
    take(vmc, head);
    assert_false(vrm_vmc_observe(vmc, run.rig, live, 0, 1.6));
    take(vmc, status);
    assert_true(vrm_vmc_observe(vmc, run.rig, live, 0, 1.7));
    vrm_vmc_destroy(vmc);
    vrm_live_destroy(live);
    test_run_end(&run);
}

/* ---- What is refused ---- */

static Packet whole_frame(void) {
    Packet frame = bundle(), inner = bundle();
    Packet parts[] = {
        bone("Head", (vrm_Vec3){0, 0.1f, 0}, test_turn(1, 0, 0, 20)),
        expression("Blink_L", 0.5f),
        apply(),
        message("/VMC/Ext/Cam", ",sffffffff", "Camera", (const float[]){0, 1, 2, 0, 0, 0, 1, 60}),
        message("/VMC/Ext/T", ",f", NULL, (const float[]){12.5f}),
        message("/VMC/Ext/OK", ",i", NULL, (const float[]){1})};
    for (int i = 0; i < 3; i++) put_element(&inner, &parts[i]);
    put_element(&frame, &inner);
    for (int i = 3; i < 6; i++) put_element(&frame, &parts[i]);
    return frame;
}

static void bundle_in_a_bundle_is_taken_whole(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    take(vmc, whole_frame());
    vrm_VmcStats stats = vrm_vmc_stats(vmc);
    assert_int_equal(stats.messages, 6);
    assert_int_equal(stats.poses, 1);
    assert_int_equal(stats.expressions, 1);
    assert_int_equal(stats.others, 1);
    assert_true(vrm_vmc_state(vmc)->is_available);
    assert_float_equal(vrm_vmc_state(vmc)->time_s, 12.5f, 0);
    assert_float_equal(vrm_vmc_expression_weight(vmc, 0), 0.5f, 0);
    vrm_vmc_destroy(vmc);
}

/* A bundle that ends between two of its elements cannot be told from a complete one. */
static bool could_end_at(const Packet* whole, size_t size) {
    size_t at = 16;
    while (at < size) at += 4 + ((size_t)whole->data[at + 2] << 8) + whole->data[at + 3];
    return at == size;
}

static void packets_cut_anywhere_are_refused(void** state) {
    (void)state;
    Packet whole = whole_frame();
    assert_true(could_end_at(&whole, whole.size));
    for (size_t size = 0; size < whole.size; size++) {
        vrm_Vmc* vmc = open_vmc();
        Packet cut = whole;
        cut.size = size;
        vrm_Result result = receive(vmc, &cut);
        assert_int_equal(result, could_end_at(&whole, size) ? VRM_OK : VRM_ERR_INVALID);
        assert_int_equal(vrm_vmc_stats(vmc).refused_packets, result == VRM_OK ? 0 : 1);
        vrm_vmc_destroy(vmc);
    }
}

static void good_messages_beside_a_bad_one_are_taken(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    Packet frame = bundle();
    Packet good = expression("happy", 1.0f), bad = expression("sad", 1.0f), end = apply();
    bad.data[20] = ';'; /* no comma before the types */
    put_element(&frame, &good);
    put_element(&frame, &bad);
    put_element(&frame, &end);
    assert_int_equal(receive(vmc, &frame), VRM_ERR_INVALID);
    assert_int_equal(vrm_vmc_stats(vmc).refused_packets, 1);
    assert_int_equal(vrm_vmc_expression_count(vmc), 1);
    assert_string_equal(vrm_vmc_expression_name(vmc, 0), "happy");
    vrm_vmc_destroy(vmc);
}

static void numbers_that_are_none_change_nothing(void** state) {
    (void)state;
    const float wrong[] = {NAN, INFINITY, -INFINITY, 2e6f};
    vrm_Vmc* vmc = open_vmc();
    for (int number = 0; number < 7; number++) {
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            float numbers[] = {0, 1, 0, 0, 0, 0, 1};
            numbers[number] = wrong[i];
            Packet packet = message("/VMC/Ext/Bone/Pos", ",sfffffff", "Hips", numbers);
            assert_int_equal(receive(vmc, &packet), VRM_ERR_INVALID);
            packet = message("/VMC/Ext/Root/Pos", ",sfffffff", "root", numbers);
            assert_int_equal(receive(vmc, &packet), VRM_ERR_INVALID);
        }
    }
    Packet zero = bone("Hips", (vrm_Vec3){0}, (vrm_Quat){0, 0, 0, 0});
    assert_int_equal(receive(vmc, &zero), VRM_ERR_INVALID);
    Packet nan = expression("happy", NAN);
    assert_int_equal(receive(vmc, &nan), VRM_ERR_INVALID);
    Packet few = message("/VMC/Ext/Bone/Pos", ",sff", "Hips", (const float[]){0, 0});
    assert_int_equal(receive(vmc, &few), VRM_ERR_INVALID);
    Packet number = message("/VMC/Ext/Blend/Val", ",ff", NULL, (const float[]){0, 0});
    assert_int_equal(receive(vmc, &number), VRM_ERR_INVALID);
    assert_true(vrm_vmc_state(vmc)->bones == 0 && !vrm_vmc_state(vmc)->has_root);
    assert_int_equal(vrm_vmc_stats(vmc).refused_messages, 2 * 7 * 4 + 4);
    assert_int_equal(vrm_vmc_stats(vmc).refused_packets, 0);
    vrm_vmc_destroy(vmc);
}

static void bundles_a_thousand_deep_end_orderly(void** state) {
    (void)state;
    static uint8_t data[OSC_PACKET_MAX];
    size_t size = sizeof data;
    for (size_t at = 0; size - at >= 20; at += 20) {
        memcpy(data + at, "#bundle\0\0\0\0\0\0\0\0\1", 16);
        uint32_t rest = (uint32_t)(size - at - 20);
        for (int i = 0; i < 4; i++) data[at + 16 + (size_t)i] = (uint8_t)(rest >> (24 - 8 * i));
    }
    vrm_Vmc* vmc = open_vmc();
    assert_int_equal(vrm_vmc_receive(vmc, data, size), VRM_ERR_INVALID);
    assert_int_equal(vrm_vmc_receive(vmc, data, size + 4), VRM_ERR_INVALID); /* too long: unread */
    assert_int_equal(vrm_vmc_stats(vmc).messages, 0);
    vrm_vmc_destroy(vmc);
}

static uint32_t next_random(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void damaged_packets_never_break_the_state(void** state) {
    (void)state;
    uint32_t seed = 1;
    Packet whole = whole_frame();
    vrm_Vmc* vmc = open_vmc();
    for (int round = 0; round < 20000; round++) {
        Packet packet = whole;
        for (uint32_t n = 1 + next_random(&seed) % 4; n > 0; n--)
            packet.data[next_random(&seed) % packet.size] = (uint8_t)next_random(&seed);
        receive(vmc, &packet);
        vrm_Pose pose = vrm_vmc_pose(vmc, 1);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            vrm_Quat q = pose.rotations[b];
            assert_true(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-3f);
        }
        assert_true(isfinite(pose.hips_offset.x + pose.hips_offset.y + pose.hips_offset.z));
    }
    assert_int_equal(vrm_vmc_stats(vmc).packets, 20000);
    assert_true(vrm_vmc_stats(vmc).refused_packets > 1000);
    vrm_vmc_destroy(vmc);
}

static void flood_of_names_is_bounded(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    for (int i = 0; i < 1000; i++) {
        char name[80];
        snprintf(name, sizeof name, "expression %d", i);
        take(vmc, expression(name, 1));
    }
    char longest[80];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    take(vmc, expression(longest, 1));
    take(vmc, apply());
    assert_int_equal(vrm_vmc_expression_count(vmc), 256);
    assert_int_equal(vrm_vmc_stats(vmc).dropped_expressions, 1000 - 256 + 1);
    take(vmc, bone("Tail", (vrm_Vec3){0}, (vrm_Quat){0, 0, 0, 1}));
    assert_int_equal(vrm_vmc_stats(vmc).unknown_bones, 1);
    assert_string_equal(vrm_vmc_unknown_bone(vmc, 0), "Tail");
    assert_null(vrm_vmc_unknown_bone(vmc, 1));
    assert_null(vrm_vmc_unknown_bone(vmc, -1));
    for (int i = 0; i < 1000; i++) {
        char name[80];
        snprintf(name, sizeof name, "%064d bone", i % 20); /* equal where it is truncated */
        take(vmc, bone(name, (vrm_Vec3){0}, (vrm_Quat){0, 0, 0, 1}));
    }
    assert_int_equal(vrm_vmc_unknown_bone_count(vmc), 1 + 20);
    assert_int_equal(strlen(vrm_vmc_unknown_bone(vmc, 15)), 63);
    assert_null(vrm_vmc_unknown_bone(vmc, 16));
    for (int i = 0; i < 1000; i++) {
        char name[80];
        snprintf(name, sizeof name, "bone %d", i);
        take(vmc, bone(name, (vrm_Vec3){0}, (vrm_Quat){0, 0, 0, 1}));
    }
    assert_int_equal(vrm_vmc_unknown_bone_count(vmc), VRM_VMC_UNKNOWN_MAX);
    vrm_vmc_destroy(vmc);
}

static void memory_is_taken_once(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_VmcDef def = vrm_default_vmc_def();
    vrm_Vmc* vmc = NULL;
    def.allocator = test_memory_allocator(&memory);
    assert_int_equal(vrm_vmc_create(&def, &vmc), VRM_OK);
    for (int i = 0; i < 100; i++) take(vmc, whole_frame());
    assert_int_equal(memory.allocations, 1);
    vrm_vmc_destroy(vmc);
    test_memory_check_clean(&memory);
    memory = (TestMemory){.fail_at = 1};
    assert_int_equal(vrm_vmc_create(&def, &vmc), VRM_ERR_MEMORY);
    assert_null(vmc);
    def.expression_count = 0;
    assert_int_equal(vrm_vmc_create(&def, &vmc), VRM_ERR_ARGUMENT);
    memset(&def, 0, sizeof def);
    assert_int_equal(vrm_vmc_create(&def, &vmc), VRM_ERR_DEF);
}

/* ---- Recording ---- */

static void recording_brings_root_hips_and_face_together(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.hips_height = 1.0f;
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    for (int frame = 0; frame < 30; frame++) {
        float t = (float)frame / 30.0f;
        const float root[] = {t, 0, 0, 0, 0, 0, 1};
        const float gaze[] = {1, 0, 0, 1};
        take(vmc, message("/VMC/Ext/Root/Pos", ",sfffffff", "root", root));
        take(vmc, bone("Head", (vrm_Vec3){0}, test_turn(1, 0, 0, 60 * t)));
        take(vmc, expression("Joy", t));
        take(vmc, expression("LookUp", t)); /* not for a VRM animation, which has a gaze */
        take(vmc, apply());
        take(vmc, message("/VMC/Ext/Set/Eye", ",ifff", NULL, gaze));
        assert_int_equal(vrm_vmc_record(vmc, recorder, (double)t, 1.0f), VRM_OK);
    }
    assert_int_equal(vrm_vmc_record(vmc, recorder, 0.5, 1.0f), VRM_ERR_ARGUMENT); /* back in time */
    vrm_Model* model = NULL;
    vrm_RecordStats stats;
    assert_int_equal(vrm_recorder_finish(recorder, &stats, &model), VRM_OK);
    assert_int_equal(stats.frames, 30);
    assert_true(stats.channels >= 3); /* hips, head, happy */
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    vrm_vmc_destroy(vmc);
}

static void gaze_that_was_switched_off_is_recorded_as_ahead(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    take(vmc, bone("Head", (vrm_Vec3){0}, test_turn(1, 0, 0, 0)));
    for (int frame = 0; frame < 20; frame++) {
        const float on[] = {1, 1, 0, 1}, off[] = {0, 0, 0, 0};
        take(vmc, message("/VMC/Ext/Set/Eye", ",ifff", NULL, frame < 10 ? on : off));
        assert_int_equal(vrm_vmc_record(vmc, recorder, frame / 10.0, 1.0f), VRM_OK);
    }
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_ClipSample sample;
    vrm_clip_sample(clip, 0.5f, &sample);
    assert_true(sample.has_gaze);
    assert_true(fabsf(sample.gaze_degrees.x) > 40.0f);
    vrm_clip_sample(clip, 1.5f, &sample);
    assert_float_equal(sample.gaze_degrees.x, 0.0f, 0.2f);
    assert_float_equal(sample.gaze_degrees.y, 0.0f, 0.2f);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    vrm_vmc_destroy(vmc);
}

/* ---- An avatar that is moved and recorded, and a recording without an avatar ---- */

static vrm_Quat roll_turn(Dice* dice) {
    return test_turn(roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, 0.1f, 1),
                     roll(dice, -180, 180));
}

static void send_random_motion(Dice* dice, vrm_Vmc* vmc, const vrm_Rig* rig) {
    static const char* const names[] = {"Hips", "Spine", "Head", "LeftUpperArm", "RightFoot"};
    vrm_Vec3 at = {roll(dice, -1, 1), roll(dice, 0.5f, 1.5f), roll(dice, -1, 1)};
    assert_true(vrm_rig_bone(rig, VRM_BONE_UPPER_CHEST) >= 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (roll_int(dice, 3) != 0) take(vmc, bone(names[i], at, roll_turn(dice)));
    if (roll_int(dice, 4) == 0) return;
    vrm_Quat q = roll_turn(dice);
    float root[] = {roll(dice, -3, 3), roll(dice, -1, 1), roll(dice, -3, 3), q.x, q.y, q.z, q.w};
    take(vmc, message("/VMC/Ext/Root/Pos", ",sfffffff", "root", root));
}

static vrm_ClipSample end_of(vrm_Recorder* recorder) {
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    vrm_ClipSample sample;
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_clip_sample(clip, 1.0f, &sample);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    return sample;
}

/* In both dialects, with both facings of 0.x, from senders of any height. */
static void moved_avatar_is_recorded_as_what_was_received(void** state) {
    (void)state;
    for (int seed = 0; seed < 300; seed++) {
        Dice dice = {(uint64_t)seed};
        TestAvatar avatar = test_avatar(seed % 2 == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1);
        vrm_Model* model = test_avatar_load(&avatar, NULL);
        vrm_Rig* rig = NULL;
        vrm_Sim* sim = NULL;
        vrm_SimDef sim_def = vrm_default_sim_def();
        sim_def.keeps_vrm0_facing = seed / 2 % 2 == 0;
        assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
        assert_int_equal(vrm_sim_create(&sim_def, &sim), VRM_OK);
        vrm_AvatarId id = vrm_sim_add(sim, rig);
        assert_int_equal(vrm_avatar_facing(sim, id),
                         seed % 2 == 0 && sim_def.keeps_vrm0_facing ? -1 : 1);
        vrm_VmcDef def = vrm_default_vmc_def();
        if (roll_int(&dice, 2) == 0) def.hips_height = roll(&dice, 0.4f, 2.0f);
        vrm_Vmc* vmc = NULL;
        assert_int_equal(vrm_vmc_create(&def, &vmc), VRM_OK);
        vrm_RecorderDef recorder_def = vrm_default_recorder_def();
        recorder_def.rig = rig;
        recorder_def.tolerance_degrees = recorder_def.tolerance_metres = 0.0f;
        vrm_Recorder *direct = NULL, *through = NULL;
        assert_int_equal(vrm_recorder_create(&recorder_def, &direct), VRM_OK);
        assert_int_equal(vrm_recorder_create(&recorder_def, &through), VRM_OK);
        for (int frame = 0; frame < 2; frame++) {
            send_random_motion(&dice, vmc, rig);
            assert_true(vrm_vmc_apply(vmc, sim, id));
            vrm_sim_step(sim, 0.01f);
            float height = vrm_rig_hips_height(rig);
            assert_int_equal(vrm_vmc_record(vmc, direct, frame, height), VRM_OK);
            assert_int_equal(vrm_recorder_add_avatar(through, frame, sim, id), VRM_OK);
        }
        vrm_ClipSample a = end_of(direct), b = end_of(through);
        for (int32_t i = 0; i < VRM_BONE_COUNT; i++)
            test_same_rotation(a.pose.rotations[i], b.pose.rotations[i], 2e-3f);
        test_same_point(a.pose.hips_offset, b.pose.hips_offset, 1e-4f);
        vrm_vmc_destroy(vmc);
        vrm_sim_destroy(sim);
        vrm_rig_destroy(rig);
        vrm_model_destroy(model);
    }
}

/* The sender walks along its +Z; an avatar that faces -Z walks along -Z. */
static void avatar_that_keeps_facing_back_walks_where_it_faces(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    TestRun run = test_run(&avatar);
    vrm_Sim* sim = NULL;
    vrm_SimDef def = vrm_default_sim_def();
    def.keeps_vrm0_facing = true;
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, run.rig);
    vrm_Vmc* vmc = open_vmc();
    float root[] = {0.5f, 0, 2, 0, 0, 0, 1};
    take(vmc, message("/VMC/Ext/Root/Pos", ",sfffffff", "root", root));
    take(vmc, bone("Hips", (vrm_Vec3){0, 1, 0.3f}, (vrm_Quat){0, 0, 0, 1}));
    assert_true(vrm_vmc_apply(vmc, sim, id));
    vrm_sim_step(sim, 0.01f);
    const vrm_Affine* hips = &vrm_avatar_worlds(sim, id)[TEST_HIPS];
    vrm_Vec3 at = {hips->rows[0].w, hips->rows[1].w, hips->rows[2].w};
    test_same_point(at, (vrm_Vec3){0.5f, 1, -2.3f}, 1e-5f);
    vrm_vmc_destroy(vmc);
    vrm_sim_destroy(sim);
    test_run_end(&run);
}

/* Each frame is tried again when it failed: it was not added, so its time is still to come. */
static vrm_Result record_twice(const vrm_Allocator* allocator, void* ctx) {
    const vrm_Vmc* vmc = ctx;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.allocator = *allocator;
    vrm_Recorder* recorder = NULL;
    vrm_Result result = vrm_recorder_create(&def, &recorder), failed = result;
    for (int f = 0; recorder != NULL && f < 2; f++) {
        result = vrm_vmc_record(vmc, recorder, f, 1.0f);
        if (result == VRM_OK) continue;
        failed = result;
        assert_int_equal(vrm_recorder_frame_count(recorder), f);
        result = vrm_vmc_record(vmc, recorder, f, 1.0f);
        assert_true(result == VRM_OK || result == VRM_ERR_MEMORY);
        if (result != VRM_OK) break;
    }
    vrm_recorder_destroy(recorder);
    return failed;
}

static void frame_that_cannot_be_kept_is_not_added(void** state) {
    (void)state;
    vrm_Vmc* vmc = open_vmc();
    take(vmc, expression("Joy", 0.5f));
    take(vmc, expression("Surprise", 0.5f));
    take(vmc, apply());
    assert_true(test_every_allocation_failing(record_twice, vmc) > 6);
    vrm_vmc_destroy(vmc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_do_in_our_axes_what_they_do_in_unitys),
        cmocka_unit_test(avatar_turns_to_its_own_left_in_both_dialects),
        cmocka_unit_test(hips_of_a_tall_sender_move_a_small_avatar_less),
        cmocka_unit_test(gaze_is_relative_to_the_head),
        cmocka_unit_test(every_bone_of_unity_is_a_bone),
        cmocka_unit_test(expressions_have_their_names_of_both_versions),
        cmocka_unit_test(expressions_wait_until_they_are_applied),
        cmocka_unit_test(virtual_motion_capture_is_understood),
        cmocka_unit_test(vmagicmirror_is_understood),
        cmocka_unit_test(three_d_pose_tracker_is_understood),
        cmocka_unit_test(slimevr_is_understood),
        cmocka_unit_test(scripts_that_know_rotations_only_are_understood),
        cmocka_unit_test(perfect_sync_finds_expressions_in_any_case),
        cmocka_unit_test(frame_is_shown_to_a_mixer_once),
        cmocka_unit_test(sender_that_shows_nothing_is_not_observed),
        cmocka_unit_test(bundle_in_a_bundle_is_taken_whole),
        cmocka_unit_test(packets_cut_anywhere_are_refused),
        cmocka_unit_test(good_messages_beside_a_bad_one_are_taken),
        cmocka_unit_test(numbers_that_are_none_change_nothing),
        cmocka_unit_test(bundles_a_thousand_deep_end_orderly),
        cmocka_unit_test(damaged_packets_never_break_the_state),
        cmocka_unit_test(flood_of_names_is_bounded),
        cmocka_unit_test(memory_is_taken_once),
        cmocka_unit_test(recording_brings_root_hips_and_face_together),
        cmocka_unit_test(gaze_that_was_switched_off_is_recorded_as_ahead),
        cmocka_unit_test(moved_avatar_is_recorded_as_what_was_received),
        cmocka_unit_test(avatar_that_keeps_facing_back_walks_where_it_faces),
        cmocka_unit_test(frame_that_cannot_be_kept_is_not_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
