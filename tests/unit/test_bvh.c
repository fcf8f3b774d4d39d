/* SPDX-License-Identifier: MIT */
/* BVH: which joint is which bone, how a frame becomes a pose, and what is made of damaged text. */
#include "base/maths.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/person_bones.h"
#include "vrm/capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Skeletons ---- */

/* A person of 17 joints; names in this order. */
enum {
    HIPS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    L_SHOULDER,
    L_ARM,
    L_FOREARM,
    L_HAND,
    R_SHOULDER,
    R_ARM,
    R_FOREARM,
    R_HAND,
    L_LEG,
    L_SHIN,
    L_FOOT,
    R_LEG,
    R_SHIN,
    R_FOOT,
    JOINTS
};

static const struct {
    int parent;
    float x, y, z; /* centimetres */
} body[JOINTS] = {
    {-1, 0, 0, 0},          {HIPS, 0, 10, 0},   {SPINE, 0, 15, 0},       {CHEST, 0, 20, 0},
    {NECK, 0, 10, 0},       {CHEST, 3, 15, 0},  {L_SHOULDER, 12, 0, 0},  {L_ARM, 25, 0, 0},
    {L_FOREARM, 25, 0, 0},  {CHEST, -3, 15, 0}, {R_SHOULDER, -12, 0, 0}, {R_ARM, -25, 0, 0},
    {R_FOREARM, -25, 0, 0}, {HIPS, 9, -5, 0},   {L_LEG, 0, -42, 0},      {L_SHIN, 0, -43, 0},
    {HIPS, -9, -5, 0},      {R_LEG, 0, -42, 0}, {R_SHIN, 0, -43, 0}};

static const char* const plain[JOINTS] = {"Hips",       "Spine",         "Chest",    "Neck",
                                          "Head",       "LeftShoulder",  "LeftArm",  "LeftForeArm",
                                          "LeftHand",   "RightShoulder", "RightArm", "RightForeArm",
                                          "RightHand",  "LeftUpLeg",     "LeftLeg",  "LeftFoot",
                                          "RightUpLeg", "RightLeg",      "RightFoot"};

typedef struct Skeleton {
    const char* const* names;
    const char* order; /* of rotation channels, as "ZXY" */
    float scale;
    bool is_z_up;    /* up is +Z and the front -Y, as Blender has it */
    bool faces_back; /* the front is -Z */
    float arm_drop;  /* degrees below the T-pose at rest */
} Skeleton;

static Skeleton skeleton(void) {
    return (Skeleton){.names = plain, .order = "ZXY", .scale = 1.0f};
}

static void put_offset(char* text, const Skeleton* s, int joint) {
    float x = body[joint].x * s->scale, y = body[joint].y * s->scale, z = body[joint].z * s->scale;
    bool is_arm = joint == L_FOREARM || joint == L_HAND || joint == R_FOREARM || joint == R_HAND;
    if (is_arm) {
        vrmi_SinCos drop = vrmi_sincos(s->arm_drop * VRMI_TO_RADIANS);
        y = -fabsf(x) * drop.sin;
        x *= drop.cos;
    }
    if (s->faces_back) x = -x;
    if (s->is_z_up) {
        float up = y;
        y = -z;
        z = up;
    }
    sprintf(text + strlen(text), "OFFSET %f %f %f\n", (double)x, (double)y, (double)z);
}

/* HIERARCHY with an End Site at every leaf; the root alone has a position. */
static void put_joint(char* text, const Skeleton* s, int joint) {
    sprintf(text + strlen(text), "%s %s\n{\n", joint == HIPS ? "ROOT" : "JOINT", s->names[joint]);
    put_offset(text, s, joint);
    if (joint == HIPS)
        sprintf(text + strlen(text), "CHANNELS 6 Xposition Yposition Zposition");
    else
        sprintf(text + strlen(text), "CHANNELS 3");
    for (int i = 0; i < 3; i++) sprintf(text + strlen(text), " %crotation", s->order[i]);
    strcat(text, "\n");
    bool has_child = false;
    for (int child = joint + 1; child < JOINTS; child++) {
        if (body[child].parent != joint) continue;
        put_joint(text, s, child);
        has_child = true;
    }
    if (!has_child) strcat(text, "End Site\n{\nOFFSET 0 0 0\n}\n");
    strcat(text, "}\n");
}

/* One frame: the hips' place, and the three angles of one joint in the order of its channels. */
static char* make(const Skeleton* s, vrm_Vec3 place, int turned, const float angles[3]) {
    char* text = calloc(1, 16384);
    assert_non_null(text);
    strcpy(text, "HIERARCHY\n");
    put_joint(text, s, HIPS);
    /* The channels come in the order of the text: depth first, which is the order of the table. */
    sprintf(text + strlen(text), "MOTION\nFrames: 1\nFrame Time: 0.033333\n%f %f %f",
            (double)place.x, (double)place.y, (double)place.z);
    for (int joint = 0; joint < JOINTS; joint++)
        for (int i = 0; i < 3; i++)
            sprintf(text + strlen(text), " %f", joint == turned ? (double)angles[i] : 0.0);
    strcat(text, "\n");
    return text;
}

static vrm_Capture* read_text(const char* text, const vrm_CaptureDef* def) {
    vrm_Capture* bvh = NULL;
    assert_int_equal(vrm_capture_read(text, strlen(text), def, &bvh), VRM_OK);
    return bvh;
}

static vrm_Pose pose_of(const Skeleton* s, vrm_Vec3 place, int turned, const float angles[3]) {
    char* text = make(s, place, turned, angles);
    vrm_Capture* bvh = read_text(text, NULL);
    vrm_Pose pose;
    vrm_capture_pose(bvh, 0, &pose);
    vrm_capture_destroy(bvh);
    free(text);
    return pose;
}

/* ---- Poses ---- */

static void rest_of_a_t_pose_skeleton_is_the_rest_pose(void** state) {
    (void)state;
    Skeleton s = skeleton();
    const float none[3] = {0};
    vrm_Pose pose = pose_of(&s, (vrm_Vec3){0, 90, 0}, HIPS, none), rest = vrm_pose_rest();
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        test_same_rotation(pose.rotations[b], rest.rotations[b], 1e-6f);
    test_same_point(pose.hips_offset, rest.hips_offset, 1e-5f);
}

static void rotations_multiply_in_the_order_of_the_channels(void** state) {
    (void)state;
    static const char* const orders[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"};
    const float angles[3] = {30.0f, -50.0f, 70.0f};
    for (size_t i = 0; i < 6; i++) {
        Skeleton s = skeleton();
        s.order = orders[i];
        vrm_Quat expected = {0, 0, 0, 1};
        for (int c = 0; c < 3; c++) {
            char axis = s.order[c];
            expected = vrmi_quat_mul(expected,
                                     test_turn(axis == 'X', axis == 'Y', axis == 'Z', angles[c]));
        }
        vrm_Pose pose = pose_of(&s, (vrm_Vec3){0, 90, 0}, L_ARM, angles);
        test_same_rotation(pose.rotations[VRM_BONE_LEFT_UPPER_ARM], expected, 1e-5f);
        test_same_rotation(pose.rotations[VRM_BONE_LEFT_LOWER_ARM], (vrm_Quat){0, 0, 0, 1}, 1e-6f);
    }
}

/* A nod is a nod, whatever the file calls up and ahead. */
static void axes_are_read_off_the_skeleton(void** state) {
    (void)state;
    Skeleton s = skeleton();
    s.order = "XYZ";
    const float nod[3] = {25.0f, 0, 0}, back[3] = {-25.0f, 0, 0};
    vrm_Quat expected = test_turn(1, 0, 0, 25.0f);
    vrm_Pose pose = pose_of(&s, (vrm_Vec3){10, 90, 20}, HEAD, nod);
    test_same_rotation(pose.rotations[VRM_BONE_HEAD], expected, 1e-5f);
    s.is_z_up = true;
    pose = pose_of(&s, (vrm_Vec3){10, 20, 90}, HEAD, nod);
    test_same_rotation(pose.rotations[VRM_BONE_HEAD], expected, 1e-5f);
    test_same_point(pose.hips_offset, (vrm_Vec3){0, 0, 0}, 1e-5f);
    s.is_z_up = false;
    s.faces_back = true;
    pose = pose_of(&s, (vrm_Vec3){10, 90, 20}, HEAD, back);
    test_same_rotation(pose.rotations[VRM_BONE_HEAD], expected, 1e-5f);
}

/* A skeleton that rests with Z up and is put upright by its hips stands in a world with Y up;
 * somebody who lies down far away just lies there. */
static void hips_that_right_a_skeleton_are_distinguished_from_lying_down(void** state) {
    (void)state;
    Skeleton s = skeleton();
    const float down[3] = {-90.0f, 0, 0};
    s.order = "XYZ";
    s.is_z_up = true;
    vrm_Pose pose = pose_of(&s, (vrm_Vec3){0, 90, 0}, HIPS, down);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], (vrm_Quat){0, 0, 0, 1}, 1e-5f);
    test_same_point(pose.hips_offset, (vrm_Vec3){0, 0, 0}, 1e-4f);
    s.is_z_up = false;
    pose = pose_of(&s, (vrm_Vec3){0, 10, 300}, HIPS, down);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], test_turn(1, 0, 0, -90), 1e-5f);
    assert_float_equal(pose.hips_offset.y, -0.8f, 1e-4f);
}

static void unit_is_guessed_from_the_height_of_the_hips(void** state) {
    (void)state;
    static const struct {
        float scale, metres; /* a person of 90 cm hips, in another unit */
    } units[] = {{1.0f, 0.01f},         {0.01f, 1.0f},   {0.3937f, 0.0254f},
                 {0.17717f, 0.056444f}, {10.0f, 0.001f}, {0.0328f, 0.3048f}};
    const float none[3] = {0};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        Skeleton s = skeleton();
        s.scale = units[i].scale;
        char* text = make(&s, (vrm_Vec3){0, 100 * s.scale, 0}, HIPS, none);
        vrm_Capture* bvh = read_text(text, NULL);
        assert_float_equal(vrm_capture_metres(bvh), units[i].metres, units[i].metres * 0.001f);
        assert_float_equal(vrm_capture_hips_height(bvh), 0.9f, 0.01f);
        vrm_Pose pose;
        vrm_capture_pose(bvh, 0, &pose);
        assert_float_equal(pose.hips_offset.y, 0.1f, 0.01f);
        vrm_capture_destroy(bvh);
        vrm_CaptureDef def = vrm_default_capture_def();
        def.metres = 0.5f;
        bvh = read_text(text, &def);
        assert_float_equal(vrm_capture_metres(bvh), 0.5f, 0.0f);
        vrm_capture_destroy(bvh);
        free(text);
    }
}

static void arms_that_hang_at_rest_are_brought_to_the_t_pose(void** state) {
    (void)state;
    Skeleton s = skeleton();
    s.arm_drop = 45.0f;
    s.order = "ZXY";
    const float none[3] = {0}, lifted[3] = {45.0f, 0, 0};
    vrm_Pose pose = pose_of(&s, (vrm_Vec3){0, 90, 0}, HIPS, none);
    test_same_rotation(pose.rotations[VRM_BONE_LEFT_UPPER_ARM], test_turn(0, 0, 1, -45.0f), 1e-4f);
    test_same_rotation(pose.rotations[VRM_BONE_RIGHT_UPPER_ARM], test_turn(0, 0, 1, 45.0f), 1e-4f);
    test_same_rotation(pose.rotations[VRM_BONE_LEFT_LOWER_ARM], (vrm_Quat){0, 0, 0, 1}, 1e-4f);
    test_same_rotation(pose.rotations[VRM_BONE_LEFT_HAND], (vrm_Quat){0, 0, 0, 1}, 1e-4f);
    pose = pose_of(&s, (vrm_Vec3){0, 90, 0}, L_ARM, lifted);
    test_same_rotation(pose.rotations[VRM_BONE_LEFT_UPPER_ARM], (vrm_Quat){0, 0, 0, 1}, 1e-4f);
    char* text = make(&s, (vrm_Vec3){0, 90, 0}, HIPS, none);
    vrm_CaptureDef def = vrm_default_capture_def();
    def.rest = VRM_CAPTURE_REST_T_POSE;
    vrm_Capture* bvh = read_text(text, &def);
    vrm_capture_pose(bvh, 0, &pose);
    test_same_rotation(pose.rotations[VRM_BONE_LEFT_UPPER_ARM], (vrm_Quat){0, 0, 0, 1}, 1e-6f);
    vrm_capture_destroy(bvh);
    free(text);
}

/* One frame in which the arms are raised from where they hang: with the first frame for the T-pose
 * nobody moves. */
static void first_frame_can_be_the_t_pose(void** state) {
    (void)state;
    Skeleton s = skeleton();
    const float raised[3] = {90.0f, 0, 0};
    s.arm_drop = 90.0f;
    char* text = make(&s, (vrm_Vec3){5, 90, 0}, L_ARM, raised);
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Pose pose;
    def.rest = VRM_CAPTURE_REST_FIRST_FRAME;
    vrm_Capture* bvh = read_text(text, &def);
    vrm_capture_pose(bvh, 0, &pose);
    test_same_rotation(pose.rotations[VRM_BONE_LEFT_UPPER_ARM], (vrm_Quat){0, 0, 0, 1}, 1e-4f);
    test_same_rotation(pose.rotations[VRM_BONE_LEFT_LOWER_ARM], (vrm_Quat){0, 0, 0, 1}, 1e-4f);
    /* The right arm still hangs in that frame, which is no T-pose: it is brought to it. */
    test_same_rotation(pose.rotations[VRM_BONE_RIGHT_UPPER_ARM], test_turn(0, 0, 1, 90), 1e-4f);
    vrm_capture_destroy(bvh);
    free(text);
}

/* ---- Names ---- */

static void usual_programs_names_are_recognised(void** state) {
    (void)state;
    static const char* const rigs[][JOINTS] = {
        {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Neck",
         "mixamorig:Head", "mixamorig:LeftShoulder", "mixamorig:LeftArm", "mixamorig:LeftForeArm",
         "mixamorig:LeftHand", "mixamorig:RightShoulder", "mixamorig:RightArm",
         "mixamorig:RightForeArm", "mixamorig:RightHand", "mixamorig:LeftUpLeg",
         "mixamorig:LeftLeg", "mixamorig:LeftFoot", "mixamorig:RightUpLeg", "mixamorig:RightLeg",
         "mixamorig:RightFoot"},
        {"Hips", "LowerBack", "Spine1", "Neck1", "Head", "LeftShoulder", "LeftArm", "LeftForeArm",
         "LeftHand", "RightShoulder", "RightArm", "RightForeArm", "RightHand", "LeftUpLeg",
         "LeftLeg", "LeftFoot", "RightUpLeg", "RightLeg", "RightFoot"},
        {"Hips", "Chest", "Chest2", "Neck", "Head", "LeftCollar", "LeftShoulder", "LeftElbow",
         "LeftWrist", "RightCollar", "RightShoulder", "RightElbow", "RightWrist", "LeftHip",
         "LeftKnee", "LeftAnkle", "RightHip", "RightKnee", "RightAnkle"},
        {"Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head",
         "Bip01 L Clavicle", "Bip01 L UpperArm", "Bip01 L Forearm", "Bip01 L Hand",
         "Bip01 R Clavicle", "Bip01 R UpperArm", "Bip01 R Forearm", "Bip01 R Hand", "Bip01 L Thigh",
         "Bip01 L Calf", "Bip01 L Foot", "Bip01 R Thigh", "Bip01 R Calf", "Bip01 R Foot"},
        {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck", "J_Bip_C_Head",
         "J_Bip_L_Shoulder", "J_Bip_L_UpperArm", "J_Bip_L_LowerArm", "J_Bip_L_Hand",
         "J_Bip_R_Shoulder", "J_Bip_R_UpperArm", "J_Bip_R_LowerArm", "J_Bip_R_Hand",
         "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg", "J_Bip_L_Foot", "J_Bip_R_UpperLeg",
         "J_Bip_R_LowerLeg", "J_Bip_R_Foot"},
        {"hip", "abdomen", "chest", "neck", "head", "lCollar", "lShldr", "lForeArm", "lHand",
         "rCollar", "rShldr", "rForeArm", "rHand", "lThigh", "lShin", "lFoot", "rThigh", "rShin",
         "rFoot"},
        {"pelvis", "spine_01", "spine_02", "neck_01", "head", "clavicle_l", "upperarm_l",
         "lowerarm_l", "hand_l", "clavicle_r", "upperarm_r", "lowerarm_r", "hand_r", "thigh_l",
         "calf_l", "foot_l", "thigh_r", "calf_r", "foot_r"},
        {"Character1_Hips", "Character1_Spine", "Character1_Spine1", "Character1_Neck",
         "Character1_Head", "Character1_LeftShoulder", "Character1_LeftArm",
         "Character1_LeftForeArm", "Character1_LeftHand", "Character1_RightShoulder",
         "Character1_RightArm", "Character1_RightForeArm", "Character1_RightHand",
         "Character1_LeftUpLeg", "Character1_LeftLeg", "Character1_LeftFoot",
         "Character1_RightUpLeg", "Character1_RightLeg", "Character1_RightFoot"},
        {"hips", "spine", "chest", "neck", "head", "leftShoulder", "leftUpperArm", "leftLowerArm",
         "leftHand", "rightShoulder", "rightUpperArm", "rightLowerArm", "rightHand", "leftUpperLeg",
         "leftLowerLeg", "leftFoot", "rightUpperLeg", "rightLowerLeg", "rightFoot"},
    };
    const float none[3] = {0};
    for (size_t r = 0; r < sizeof rigs / sizeof *rigs; r++) {
        Skeleton s = skeleton();
        s.names = rigs[r];
        char* text = make(&s, (vrm_Vec3){0, 90, 0}, HIPS, none);
        vrm_Capture* bvh = read_text(text, NULL);
        for (int32_t j = 0; j < vrm_capture_joint_count(bvh); j++) {
            const char* name = vrm_capture_joint_name(bvh, j);
            for (int i = 0; i < JOINTS; i++) {
                if (strcmp(name, rigs[r][i]) != 0) continue;
                if (vrm_capture_joint_bone(bvh, j) != person_bones[i])
                    fail_msg("%s is taken for %s", name,
                             vrm_capture_joint_bone(bvh, j) == VRM_BONE_NONE
                                 ? "nothing"
                                 : vrm_bone_name(vrm_capture_joint_bone(bvh, j)));
            }
        }
        vrm_capture_destroy(bvh);
        free(text);
    }
}

static void fingers_and_toes_are_recognised(void** state) {
    (void)state;
    static const struct {
        const char* name;
        vrm_Bone bone;
    } cases[] = {{"LeftHandThumb1", VRM_BONE_LEFT_THUMB_METACARPAL},
                 {"RightHandIndex2", VRM_BONE_RIGHT_INDEX_INTERMEDIATE},
                 {"mixamorig:LeftHandPinky3", VRM_BONE_LEFT_LITTLE_DISTAL},
                 {"J_Bip_R_Middle1", VRM_BONE_RIGHT_MIDDLE_PROXIMAL},
                 {"lRing2", VRM_BONE_LEFT_RING_INTERMEDIATE},
                 {"rMid3", VRM_BONE_RIGHT_MIDDLE_DISTAL},
                 {"index_01_l", VRM_BONE_LEFT_INDEX_PROXIMAL},
                 {"Left Thumb Proximal", VRM_BONE_LEFT_THUMB_METACARPAL},
                 {"Right Little Distal", VRM_BONE_RIGHT_LITTLE_DISTAL},
                 {"LeftToeBase", VRM_BONE_LEFT_TOES},
                 {"Bip01 R Toe0", VRM_BONE_RIGHT_TOES},
                 {"LeftInHandIndex", VRM_BONE_NONE},
                 {"LeftHandIndex4", VRM_BONE_NONE},
                 {"HairLeft", VRM_BONE_NONE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        sprintf(text,
                "HIERARCHY ROOT Hips\n{ OFFSET 0 90 0 CHANNELS 1 Xrotation JOINT %s\n{ OFFSET 1 1 "
                "1 CHANNELS 0 End Site\n{ OFFSET 0 1 0 } } } MOTION Frames: 1 Frame Time: 1 0",
                cases[i].name);
        vrm_Capture* bvh = read_text(text, NULL);
        if (vrm_capture_joint_bone(bvh, 1) != cases[i].bone)
            fail_msg("%s is bone %d", cases[i].name, (int)vrm_capture_joint_bone(bvh, 1));
        vrm_capture_destroy(bvh);
    }
}

static void list_of_names_comes_before_guessing(void** state) {
    (void)state;
    static const vrm_CaptureName names[] = {{"Head", VRM_BONE_NONE}, {"Neck", VRM_BONE_HEAD}};
    Skeleton s = skeleton();
    const float none[3] = {0};
    char* text = make(&s, (vrm_Vec3){0, 90, 0}, HIPS, none);
    vrm_CaptureDef def = vrm_default_capture_def();
    def.names = names;
    def.name_count = 2;
    vrm_Capture* bvh = read_text(text, &def);
    for (int32_t j = 0; j < vrm_capture_joint_count(bvh); j++) {
        if (strcmp(vrm_capture_joint_name(bvh, j), "Head") == 0)
            assert_int_equal(vrm_capture_joint_bone(bvh, j), VRM_BONE_NONE);
        if (strcmp(vrm_capture_joint_name(bvh, j), "Neck") == 0)
            assert_int_equal(vrm_capture_joint_bone(bvh, j), VRM_BONE_HEAD);
    }
    vrm_capture_destroy(bvh);
    free(text);
}

/* ---- Damaged text ---- */

#define SMALL                                                                                      \
    "HIERARCHY ROOT Hips\n{ OFFSET 0 90 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site\n{ "   \
    "OFFSET 0 1 0 } } MOTION "

static vrm_Result result_of(const char* text, vrm_Report* report, vrm_Capture** out_bvh) {
    vrm_CaptureDef def = vrm_default_capture_def();
    def.report = report;
    return vrm_capture_read(text, strlen(text), &def, out_bvh);
}

static void damaged_text_is_refused_with_its_place(void** state) {
    (void)state;
    static const char* const texts[] = {
        "HIERARCHY",
        "HIERARCHY ROOT Hips",
        "HIERARCHY ROOT Hips\n{ OFFSET 0 0",
        "HIERARCHY ROOT Hips\n{ OFFSET 0 0 zero }",
        "HIERARCHY ROOT Hips\n{ CHANNELS 7 Xposition }",
        "HIERARCHY ROOT Hips\n{ CHANNELS 2 Xposition Wrotation }",
        "HIERARCHY ROOT Hips\n{ End Site\n{ JOINT a\n{ } } }",
        "HIERARCHY ROOT Hips\n{ OFFSET 0 0 0 } MOTION Frames: 1 Frame Time: 1 0",
        "HIERARCHY ROOT Hips\n{ OFFSET 0 0 0 } } MOTION",
        SMALL "Frames: -1 Frame Time: 1",
        SMALL "Frames: 0 Frame Time: 1",
        SMALL "Frames: 1 Frame Time: 1 0 0",
        SMALL "Frames 1",
        SMALL "Frames: nan Frame Time: 1 0 0 0",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        vrm_Report* report = NULL;
        vrm_Capture* bvh = NULL;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(result_of(texts[i], report, &bvh), VRM_ERR_INVALID);
        assert_null(bvh);
        assert_int_equal(test_count_findings(report, "BVH_SYNTAX"), 1);
        vrm_report_destroy(report);
    }
}

static void bytes_of_no_format_are_refused(void** state) {
    (void)state;
    static const char* const texts[] = {"", "hello", "ROOTS", "HIER"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        vrm_Report* report = NULL;
        vrm_Capture* capture = NULL;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(result_of(texts[i], report, &capture), VRM_ERR_INVALID);
        assert_null(capture);
        assert_int_equal(test_count_findings(report, "MOTION_UNKNOWN"), 1);
        vrm_report_destroy(report);
    }
    vrm_Capture* capture = NULL;
    assert_int_equal(vrm_capture_read(NULL, 0, NULL, &capture), VRM_ERR_INVALID);
}

static void good_part_of_bad_motion_is_kept(void** state) {
    (void)state;
    vrm_Report* report = NULL;
    vrm_Capture* bvh = NULL;
    vrm_Pose pose;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(
        result_of(SMALL "Frames: 1000000000 Frame Time: nan\n10 0 0\nNaN 1e999 inf\n1e40 20 0\n5",
                  report, &bvh),
        VRM_ERR_INVALID); /* a frame time must be a number */
    assert_int_equal(
        result_of(SMALL "Frames: 1000000000 Frame Time: 0\n10 0 0\nNaN 1e999 inf\n30 -x 0\n5",
                  report, &bvh),
        VRM_OK);
    assert_int_equal(vrm_capture_frame_count(bvh), 3);
    assert_float_equal((float)vrm_capture_frame_time(bvh), 1.0f / 30.0f, 1e-6f);
    vrm_capture_pose(bvh, 1, &pose);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], test_turn(0, 0, 1, 10.0f), 1e-5f);
    vrm_capture_pose(bvh, 99, &pose);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], test_turn(0, 0, 1, 30.0f), 1e-5f);
    vrm_capture_pose(bvh, -1, &pose);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], test_turn(0, 0, 1, 10.0f), 1e-5f);
    assert_int_equal(test_count_findings(report, "BVH_FRAMES_MISSING"), 1);
    assert_int_equal(test_count_findings(report, "BVH_VALUE_INVALID"), 1);
    assert_int_equal(test_count_findings(report, "BVH_FRAME_TIME"), 1);
    assert_true(test_count_findings(report, "MOTION_BONES_MISSING") > 0);
    vrm_capture_destroy(bvh);
    vrm_report_destroy(report);
}

static void skeleton_without_hips_and_too_large_ones_are_refused(void** state) {
    (void)state;
    vrm_Report* report = NULL;
    vrm_Capture* bvh = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(result_of("HIERARCHY ROOT Tail\n{ OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION "
                               "Frames: 1 Frame Time: 1 0",
                               report, &bvh),
                     VRM_ERR_INVALID);
    assert_int_equal(test_count_findings(report, "MOTION_NO_BONES"), 1);
    const size_t depth = 100000, room = depth * 16;
    char* deep = malloc(room);
    assert_non_null(deep);
    size_t used = (size_t)sprintf(deep, "HIERARCHY ROOT Hips\n{");
    for (size_t i = 0; i < depth; i++) used += (size_t)sprintf(deep + used, "JOINT a\n{");
    assert_int_equal(result_of(deep, report, &bvh), VRM_ERR_LIMIT);
    assert_int_equal(test_count_findings(report, "MOTION_TOO_LARGE"), 1);
    free(deep);
    vrm_CaptureDef def = vrm_default_capture_def();
    def.max_bytes = 20;
    const char* text = SMALL "Frames: 2 Frame Time: 1 0 0 0 0 0 0";
    assert_int_equal(vrm_capture_read(text, strlen(text), &def, &bvh), VRM_ERR_LIMIT);
    def.metres = NAN;
    assert_int_equal(vrm_capture_read(text, strlen(text), &def, &bvh), VRM_ERR_ARGUMENT);
    def.def_size = 0;
    assert_int_equal(vrm_capture_read(text, strlen(text), &def, &bvh), VRM_ERR_DEF);
    vrm_report_destroy(report);
}

/* What programs and locales make of the format, all at once. */
static void irregular_spellings_are_read(void** state) {
    (void)state;
    const char* text =
        "\xEF\xBB\xBF\r\nhierarchy\r\nRoot  Hips  \r\n{\r\n\tOFFSET\t0,0\t90,5\t0,0 \r\n"
        "\tCHANNELS 9 Zposition YPosition xposition Xscale Yscale Zscale Zrotation Xrotation "
        "YROTATION \r\n\r\n\tJOINT Left Up Leg {\r\n OFFSET 1e1 -5.0e+000 0.\r\n CHANNELS 1 "
        "Xrotation\r\n\tEnd site LeftToe\r\n{ offset 0 -8.5E+001 +0 }\r\n}\r\n}\r\n"
        "motion\r\nFrame Time:0,04\r\nFRAMES :2\r\n"
        "0, 90,5, 0, 1 1 1 10,5 0 0 20\r\n  100 90.5 0 1 1 1 -1.#IND 0 0 1e-015  \r\n\r\n";
    vrm_Report* report = NULL;
    vrm_Capture* bvh = NULL;
    vrm_Pose pose;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(result_of(text, report, &bvh), VRM_OK);
    assert_int_equal(vrm_capture_frame_count(bvh), 2);
    assert_float_equal((float)vrm_capture_frame_time(bvh), 0.04f, 1e-6f);
    assert_string_equal(vrm_capture_joint_name(bvh, 1), "Left Up Leg");
    assert_int_equal(vrm_capture_joint_bone(bvh, 1), VRM_BONE_LEFT_UPPER_LEG);
    assert_float_equal(vrm_capture_hips_height(bvh), 0.9f, 1e-4f);
    vrm_capture_pose(bvh, 0, &pose);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], test_turn(0, 0, 1, 10.5f), 1e-5f);
    test_same_rotation(pose.rotations[VRM_BONE_LEFT_UPPER_LEG], test_turn(1, 0, 0, 20), 1e-5f);
    vrm_capture_pose(bvh, 1, &pose);
    test_same_rotation(pose.rotations[VRM_BONE_HIPS], test_turn(0, 0, 1, 10.5f), 1e-5f);
    test_same_point(pose.hips_offset, (vrm_Vec3){0, 0.005f, 1}, 1e-4f);
    assert_int_equal(test_count_findings(report, "BVH_VALUE_INVALID"), 1);
    assert_int_equal(test_count_findings(report, "BVH_FRAMES_MISSING"), 0);
    vrm_capture_destroy(bvh);
    vrm_report_destroy(report);
}

/* Rows that are longer than the joints' channels shift all that comes after them. */
static void numbers_behind_the_last_frame_are_reported(void** state) {
    (void)state;
    vrm_Report* report = NULL;
    vrm_Capture* bvh = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(result_of(SMALL "Frames: 2 Frame Time: 0.1\n1 2 3\n4 5 6\n \n", report, &bvh),
                     VRM_OK);
    assert_int_equal(test_count_findings(report, "BVH_VALUES_LEFT"), 0);
    vrm_capture_destroy(bvh);
    assert_int_equal(result_of(SMALL "Frames: 2 Frame Time: 0.1\n1 2 3 0\n4 5 6 0", report, &bvh),
                     VRM_OK);
    assert_int_equal(vrm_capture_frame_count(bvh), 2);
    assert_int_equal(test_count_findings(report, "BVH_VALUES_LEFT"), 1);
    vrm_capture_destroy(bvh);
    vrm_report_destroy(report);
}

static void frames_without_a_count_are_counted(void** state) {
    (void)state;
    vrm_Report* report = NULL;
    vrm_Capture* bvh = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(result_of(SMALL "Frame Time: 0.1 1 2 3 4 5 6 7", report, &bvh), VRM_OK);
    assert_int_equal(vrm_capture_frame_count(bvh), 2);
    vrm_capture_destroy(bvh);
    assert_int_equal(result_of(SMALL "Frames: 1 1 2 3", report, &bvh), VRM_OK);
    assert_int_equal(vrm_capture_frame_count(bvh), 1);
    assert_float_equal((float)vrm_capture_frame_time(bvh), 1.0f / 30.0f, 1e-6f);
    assert_int_equal(test_count_findings(report, "BVH_FRAMES_MISSING"), 1);
    assert_int_equal(test_count_findings(report, "BVH_FRAME_TIME"), 1);
    vrm_capture_destroy(bvh);
    assert_int_equal(result_of(SMALL "1 2 3", report, &bvh), VRM_ERR_INVALID);
    vrm_report_destroy(report);
}

static vrm_Result read_all(const vrm_Allocator* allocator, void* ctx) {
    vrm_CaptureDef def = vrm_default_capture_def();
    def.allocator = *allocator;
    vrm_Capture* bvh = NULL;
    vrm_Result result = vrm_capture_read(ctx, strlen(ctx), &def, &bvh);
    assert_true((result == VRM_OK) == (bvh != NULL));
    vrm_capture_destroy(bvh);
    return result;
}

static void reading_survives_every_failing_allocation(void** state) {
    (void)state;
    Skeleton s = skeleton();
    const float none[3] = {0};
    char* text = make(&s, (vrm_Vec3){0, 90, 0}, HIPS, none);
    assert_true(test_every_allocation_failing(read_all, text) >= 3);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest_of_a_t_pose_skeleton_is_the_rest_pose),
        cmocka_unit_test(rotations_multiply_in_the_order_of_the_channels),
        cmocka_unit_test(axes_are_read_off_the_skeleton),
        cmocka_unit_test(hips_that_right_a_skeleton_are_distinguished_from_lying_down),
        cmocka_unit_test(unit_is_guessed_from_the_height_of_the_hips),
        cmocka_unit_test(arms_that_hang_at_rest_are_brought_to_the_t_pose),
        cmocka_unit_test(first_frame_can_be_the_t_pose),
        cmocka_unit_test(usual_programs_names_are_recognised),
        cmocka_unit_test(fingers_and_toes_are_recognised),
        cmocka_unit_test(list_of_names_comes_before_guessing),
        cmocka_unit_test(damaged_text_is_refused_with_its_place),
        cmocka_unit_test(bytes_of_no_format_are_refused),
        cmocka_unit_test(good_part_of_bad_motion_is_kept),
        cmocka_unit_test(skeleton_without_hips_and_too_large_ones_are_refused),
        cmocka_unit_test(irregular_spellings_are_read),
        cmocka_unit_test(numbers_behind_the_last_frame_are_reported),
        cmocka_unit_test(frames_without_a_count_are_counted),
        cmocka_unit_test(reading_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
