/* SPDX-License-Identifier: MIT */
/* The rest pose of motion whose file does not have one: it rests in the frame that it begins with.
 * All clips of one rig must get the same rest pose, whatever the figure does in them: the turn from
 * the rotation of a joint to that of the bone is one constant for each bone. */
#include "motion/capture/person_pose.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/skeleton_glb.h"
#include "vrm/capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A rig ---- */

enum { FRAMES = 48, CLIPS_MAX = 40 };

static const struct {
    vrm_Bone bone;  /* VRM_BONE_NONE: an end */
    int parent;     /* row */
    vrm_Vec3 place; /* in the T-pose, metres */
    const char *name, *biped;
} body[] = {
    {VRM_BONE_HIPS, -1, {0, 0.95f, 0}, "Hips", "Bip01 Pelvis"},
    {VRM_BONE_SPINE, 0, {0, 1.05f, -0.01f}, "Spine", "Bip01 Spine"},
    {VRM_BONE_CHEST, 1, {0, 1.17f, -0.02f}, "Spine1", "Bip01 Spine1"},
    {VRM_BONE_UPPER_CHEST, 2, {0, 1.29f, -0.03f}, "Spine2", "Bip01 Spine2"},
    {VRM_BONE_NECK, 3, {0, 1.46f, -0.03f}, "Neck", "Bip01 Neck"},
    {VRM_BONE_HEAD, 4, {0, 1.54f, 0}, "Head", "Bip01 Head"},
    {VRM_BONE_NONE, 5, {0, 1.74f, 0.01f}, "HeadTop_End", "Bip01 HeadNub"},
    {VRM_BONE_LEFT_EYE, 5, {0.03f, 1.62f, 0.08f}, "LeftEye", "Bip01 LEye"},
    {VRM_BONE_RIGHT_EYE, 5, {-0.03f, 1.62f, 0.08f}, "RightEye", "Bip01 REye"},
    {VRM_BONE_LEFT_SHOULDER, 3, {0.04f, 1.42f, -0.02f}, "LeftShoulder", "Bip01 L Clavicle"},
    {VRM_BONE_LEFT_UPPER_ARM, 9, {0.17f, 1.42f, -0.02f}, "LeftArm", "Bip01 L UpperArm"},
    {VRM_BONE_LEFT_LOWER_ARM, 10, {0.43f, 1.42f, -0.02f}, "LeftForeArm", "Bip01 L Forearm"},
    {VRM_BONE_LEFT_HAND, 11, {0.68f, 1.42f, -0.02f}, "LeftHand", "Bip01 L Hand"},
    {VRM_BONE_LEFT_INDEX_PROXIMAL, 12, {0.77f, 1.42f, 0.01f}, "LeftHandIndex1", "Bip01 L Finger1"},
    {VRM_BONE_LEFT_LITTLE_PROXIMAL,
     12,
     {0.76f, 1.42f, -0.05f},
     "LeftHandPinky1",
     "Bip01 L Finger4"},
    {VRM_BONE_RIGHT_SHOULDER, 3, {-0.04f, 1.42f, -0.02f}, "RightShoulder", "Bip01 R Clavicle"},
    {VRM_BONE_RIGHT_UPPER_ARM, 15, {-0.17f, 1.42f, -0.02f}, "RightArm", "Bip01 R UpperArm"},
    {VRM_BONE_RIGHT_LOWER_ARM, 16, {-0.43f, 1.42f, -0.02f}, "RightForeArm", "Bip01 R Forearm"},
    {VRM_BONE_RIGHT_HAND, 17, {-0.68f, 1.42f, -0.02f}, "RightHand", "Bip01 R Hand"},
    {VRM_BONE_RIGHT_INDEX_PROXIMAL,
     18,
     {-0.77f, 1.42f, 0.01f},
     "RightHandIndex1",
     "Bip01 R Finger1"},
    {VRM_BONE_RIGHT_LITTLE_PROXIMAL,
     18,
     {-0.76f, 1.42f, -0.05f},
     "RightHandPinky1",
     "Bip01 R Finger4"},
    {VRM_BONE_LEFT_UPPER_LEG, 0, {0.09f, 0.9f, 0}, "LeftUpLeg", "Bip01 L Thigh"},
    {VRM_BONE_LEFT_LOWER_LEG, 21, {0.09f, 0.49f, 0}, "LeftLeg", "Bip01 L Calf"},
    {VRM_BONE_LEFT_FOOT, 22, {0.09f, 0.09f, 0}, "LeftFoot", "Bip01 L Foot"},
    {VRM_BONE_LEFT_TOES, 23, {0.09f, 0.01f, 0.12f}, "LeftToeBase", "Bip01 L Toe0"},
    {VRM_BONE_RIGHT_UPPER_LEG, 0, {-0.09f, 0.9f, 0}, "RightUpLeg", "Bip01 R Thigh"},
    {VRM_BONE_RIGHT_LOWER_LEG, 25, {-0.09f, 0.49f, 0}, "RightLeg", "Bip01 R Calf"},
    {VRM_BONE_RIGHT_FOOT, 26, {-0.09f, 0.09f, 0}, "RightFoot", "Bip01 R Foot"},
    {VRM_BONE_RIGHT_TOES, 27, {-0.09f, 0.01f, 0.12f}, "RightToeBase", "Bip01 R Toe0"},
};
enum { JOINTS = sizeof body / sizeof *body };

static vrm_Quat columns(vrm_Vec3 x, vrm_Vec3 y) {
    return vrmi_quat_from_basis(x, y, vrmi_vec3_cross(x, y));
}

/* From the axes that 3ds Max gives a bone to those of the model, in the T-pose. */
static vrm_Quat biped_axes(vrm_Bone bone) {
    const char* name = bone == VRM_BONE_NONE ? "" : vrm_bone_name(bone);
    float side = strncmp(name, "right", 5) == 0 ? -1.0f : 1.0f;
    if (strstr(name, "Toes")) return columns((vrm_Vec3){0, 0, 1}, (vrm_Vec3){0, 1, 0});
    if (strstr(name, "Leg") || strstr(name, "Foot"))
        return columns((vrm_Vec3){0, -1, 0}, (vrm_Vec3){0, 0, 1});
    if (strstr(name, "Hand") || strstr(name, "Proximal"))
        return columns((vrm_Vec3){side, 0, 0}, (vrm_Vec3){0, -1, 0});
    if (strstr(name, "Arm") || strstr(name, "Shoulder"))
        return columns((vrm_Vec3){side, 0, 0}, (vrm_Vec3){0, 0, -1});
    return columns((vrm_Vec3){0, 1, 0}, (vrm_Vec3){0, 0, 1});
}

static vrm_Quat any_turn(Dice* dice) {
    vrm_Quat q = {roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1), roll(dice, -1, 1)};
    return vrmi_quat_normalize(q);
}

typedef struct Rig {
    bool is_biped;
    float scale, heading;  /* of all; degrees */
    vrm_Quat axes[JOINTS]; /* of the joints in the T-pose */
} Rig;

static Rig make_rig(Dice* dice, bool is_biped) {
    Rig rig = {.is_biped = is_biped, .scale = roll(dice, 0.5f, 2.0f)};
    rig.heading = roll(dice, -180.0f, 180.0f);
    for (int j = 0; j < JOINTS; j++)
        rig.axes[j] = is_biped ? biped_axes(body[j].bone) : any_turn(dice);
    return rig;
}

/* ---- A clip ---- */

typedef enum Kind { LOOKING, SITTING, CROUCHING, RUNNING, KINDS } Kind;

typedef struct Clip {
    const Rig* rig;
    Kind kind;
    float aside, nod, swing, drop, bend, lean, twist; /* degrees */
    float phase;
    vrmi_CaptureJoint joints[JOINTS];
} Clip;

static vrm_Quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle((vrm_Vec3){x, y, z}, degrees * VRMI_TO_RADIANS);
}

/* The turn of a bone from the T-pose, relative to its parent. `wave` goes from -1 to 1. */
static vrm_Quat turn_of(const Clip* c, vrm_Bone bone, float wave) {
    const char* name = bone == VRM_BONE_NONE ? "" : vrm_bone_name(bone);
    bool is_right = strncmp(name, "right", 5) == 0;
    float side = is_right ? -1.0f : 1.0f;
    static const float hips[KINDS] = {0, -20, 25, 8}, spine[KINDS] = {1, 6, 14, 4},
                       thigh[KINDS] = {-4, -80, -95, -15}, knee[KINDS] = {8, 85, 105, 45},
                       hang[KINDS] = {75, 55, 45, 70}, elbow[KINDS] = {25, 75, 60, 85};
    float trunk = hips[c->kind] + c->lean + 3 * spine[c->kind]; /* the head is kept upright */
    float legs = c->kind == RUNNING ? 35.0f * wave * side : 2.0f * wave * side;
    if (bone == VRM_BONE_HIPS)
        return vrmi_quat_mul(about(0, 1, 0, c->rig->heading + 5 * wave),
                             about(1, 0, 0, hips[c->kind] + c->lean));
    if (bone == VRM_BONE_NECK || bone == VRM_BONE_HEAD)
        return vrmi_quat_mul(about(0, 1, 0, 0.5f * (c->aside + c->swing * wave)),
                             about(1, 0, 0, c->nod * wave - 0.35f * trunk));
    if (bone >= VRM_BONE_SPINE && bone <= VRM_BONE_UPPER_CHEST)
        return vrmi_quat_mul(about(0, 1, 0, 3 * wave), about(1, 0, 0, spine[c->kind]));
    if (strstr(name, "UpperArm")) {
        vrm_Quat lowered = about(0, 0, 1, -side * (hang[c->kind] + c->drop));
        vrm_Quat swung = about(1, 0, 0, -20 - (c->kind == RUNNING ? 30.0f : 8.0f) * wave * side);
        return vrmi_quat_mul(swung, vrmi_quat_mul(lowered, about(1, 0, 0, c->twist)));
    }
    if (strstr(name, "LowerArm"))
        return about(0, 1, 0, -side * (elbow[c->kind] + c->bend + 8 * wave));
    if (strstr(name, "Hand")) return about(0, 0, 1, 8 * wave);
    if (strstr(name, "UpperLeg"))
        return vrmi_quat_mul(about(0, 0, 1, side * 4),
                             about(1, 0, 0, thigh[c->kind] - c->lean + legs));
    if (strstr(name, "LowerLeg"))
        return about(1, 0, 0,
                     knee[c->kind] + (c->kind == RUNNING ? 30.0f * wave * side : 3 * wave));
    if (strstr(name, "Foot"))
        return about(1, 0, 0, c->kind == LOOKING ? -5 : c->kind == RUNNING ? 5.0f : -8);
    return vrmi_quat_identity();
}

/* Rotations of the bones from the T-pose in the world. */
static void find_worlds(const Clip* c, double frame, vrm_Quat out[JOINTS]) {
    float wave = sinf(6.2831853f * ((float)frame / (float)(FRAMES - 1)) + c->phase);
    for (int j = 0; j < JOINTS; j++) {
        out[j] = turn_of(c, body[j].bone, wave);
        if (body[j].parent >= 0) out[j] = vrmi_quat_mul(out[body[j].parent], out[j]);
    }
}

static void sample(const void* reader, double frame, vrm_Transform* out) {
    const Clip* c = reader;
    vrm_Quat worlds[JOINTS];
    find_worlds(c, frame, worlds);
    for (int j = 0; j < JOINTS; j++) {
        int above = body[j].parent;
        vrm_Quat turn = vrmi_quat_mul(worlds[j], c->rig->axes[j]);
        vrm_Vec3 step = body[j].place;
        if (above >= 0) {
            vrm_Quat back = vrmi_quat_conjugate(c->rig->axes[above]);
            step = vrmi_quat_rotate(back, vrmi_vec3_sub(step, body[above].place));
            back = vrmi_quat_conjugate(vrmi_quat_mul(worlds[above], c->rig->axes[above]));
            turn = vrmi_quat_mul(back, turn);
        } else if (c->kind == SITTING || c->kind == CROUCHING) {
            step.y -= 0.4f;
        }
        out[j] = (vrm_Transform){vrmi_vec3_scale(step, c->rig->scale), turn, {1, 1, 1}};
    }
}

static void make_clip(Dice* dice, const Rig* rig, int number, Clip* out) {
    vrm_Transform first[JOINTS];
    *out = (Clip){.rig = rig, .kind = (Kind)(number % KINDS), .phase = roll(dice, 0, 6.28f)};
    out->aside = roll(dice, -45, 45);
    out->swing = roll(dice, 5, 50);
    out->nod = roll(dice, 0, 8);
    out->drop = roll(dice, -10, 10);
    out->bend = roll(dice, -8, 15);
    out->lean = roll(dice, -4, 4);
    out->twist = roll(dice, -25, 25);
    sample(out, 0.0, first);
    for (int j = 0; j < JOINTS; j++)
        out->joints[j] = (vrmi_CaptureJoint){.name = rig->is_biped ? body[j].biped : body[j].name,
                                             .parent = body[j].parent,
                                             .rest = first[j],
                                             .has_position = j == 0};
}

static TestBytes write_clip(const Clip* clip, const TestSkeletonDef* def) {
    vrmi_Capture capture = {.joints = clip->joints,
                            .joint_count = JOINTS,
                            .frame_count = FRAMES,
                            .frame_time = 1.0 / 30.0,
                            .sample = sample,
                            .reader = (void*)clip};
    return test_skeleton_glb(&capture, def);
}

static vrm_Capture* read_clip(const Clip* clip) {
    TestSkeletonDef def = {0};
    TestBytes glb = write_clip(clip, &def);
    vrm_Capture* read = NULL;
    assert_int_equal(vrm_capture_read(glb.data, glb.size, NULL, &read), VRM_OK);
    test_bytes_free(&glb);
    return read;
}

/* ---- The constants ---- */

/* The turns from joints to bones, which a rest pose is; identity for bones that are missing. */
static void find_constants(vrm_Capture* capture, vrm_Quat out[VRM_BONE_COUNT]) {
    vrm_Pose pose;
    vrm_Quat worlds[VRM_BONE_COUNT];
    int32_t frame = capture->frame_count / 2;
    vrm_capture_pose(capture, (double)frame, &pose);
    vrmi_person_pose(capture, frame);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        worlds[b] = pose.rotations[b];
        if (parent != VRM_BONE_NONE) worlds[b] = vrmi_quat_mul(worlds[parent], worlds[b]);
        out[b] = vrmi_quat_identity();
        if (capture->bones[b] < 0) continue;
        vrm_Quat turn = vrmi_quat_mul(capture->to_model, capture->joints[capture->bones[b]].turn);
        out[b] = vrmi_quat_mul(vrmi_quat_conjugate(turn), worlds[b]);
    }
}

/* The one that is nearest to all others. */
static vrm_Quat median_of(vrm_Quat (*all)[VRM_BONE_COUNT], int count, int bone) {
    int best = 0;
    float least = 1e9f;
    for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int k = 0; k < count; k++) sum += test_angle(all[i][bone], all[k][bone]);
        if (sum >= least) continue;
        least = sum;
        best = i;
    }
    return all[best][bone];
}

static bool is_judged(int bone) {
    return bone != VRM_BONE_LEFT_EYE && bone != VRM_BONE_RIGHT_EYE && bone != VRM_BONE_JAW &&
           bone != VRM_BONE_LEFT_TOES && bone != VRM_BONE_RIGHT_TOES &&
           bone < VRM_BONE_LEFT_THUMB_METACARPAL;
}

static void check_constants(vrm_Quat (*all)[VRM_BONE_COUNT], int count, float most_degrees) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        if (!is_judged(b)) continue;
        vrm_Quat median = median_of(all, count, b);
        for (int i = 0; i < count; i++) {
            float degrees = test_angle(all[i][b], median) * VRMI_TO_DEGREES;
            if (!(degrees <= most_degrees))
                fail_msg("clip %d: the rest of %s is %.1f degrees from that of other clips", i,
                         vrm_bone_name((vrm_Bone)b), (double)degrees);
        }
    }
}

/* How far a rest pose is from the T-pose of the rig, degrees. */
static float error_of(const vrm_Quat found[VRM_BONE_COUNT], const Rig* rig, int joint) {
    vrm_Quat truth = vrmi_quat_conjugate(rig->axes[joint]);
    return test_angle(found[body[joint].bone], truth) * VRMI_TO_DEGREES;
}

static void check_rig(Dice* dice, bool is_biped, float most, float most_off) {
    vrm_Quat all[CLIPS_MAX][VRM_BONE_COUNT];
    Rig rig = make_rig(dice, is_biped);
    enum { CLIPS = 12 };
    for (int i = 0; i < CLIPS; i++) {
        Clip clip;
        make_clip(dice, &rig, i, &clip);
        vrm_Capture* capture = read_clip(&clip);
        assert_int_equal(vrm_capture_rest_source(capture),
                         is_biped ? VRM_REST_SOURCE_AXES : VRM_REST_SOURCE_MOTION);
        assert_true(vrm_capture_rest_confidence(capture) > 0.0f &&
                    vrm_capture_rest_confidence(capture) <= 1.0f);
        if (is_biped) assert_true(vrm_capture_rest_confidence(capture) == 1.0f);
        find_constants(capture, all[i]);
        for (int j = 0; j < JOINTS; j++) {
            if (body[j].bone == VRM_BONE_NONE || !is_judged((int)body[j].bone)) continue;
            float off = error_of(all[i], &rig, j);
            if (!(off <= most_off))
                fail_msg("clip %d, %s is %.1f degrees off its T-pose", i, body[j].name,
                         (double)off);
        }
        vrm_capture_destroy(capture);
    }
    check_constants(all, CLIPS, most);
}

/* */
static void biped_has_one_rest_pose_in_all_its_clips(void** state) {
    (void)state;
    Dice dice = {7};
    for (int i = 0; i < 5; i++) check_rig(&dice, true, 1.0f, 1.0f);
}

/* */
static void rig_with_any_axes_has_one_rest_pose_in_all_its_clips(void** state) {
    (void)state;
    Dice dice = {11};
    for (int i = 0; i < 12; i++) check_rig(&dice, false, 10.0f, 15.0f);
}

/* The joints of a rig in the T-pose, all of it turned. */
static void find_t_pose(const Rig* rig, vrm_Quat turn, float scale, vrm_Transform out[JOINTS]) {
    for (int j = 0; j < JOINTS; j++) {
        int above = body[j].parent;
        vrm_Vec3 step = vrmi_quat_rotate(turn, body[j].place);
        out[j].rotation = vrmi_quat_mul(turn, rig->axes[j]);
        if (above >= 0) {
            vrm_Quat back = vrmi_quat_conjugate(rig->axes[above]);
            step = vrmi_quat_rotate(back, vrmi_vec3_sub(body[j].place, body[above].place));
            out[j].rotation = vrmi_quat_mul(back, rig->axes[j]);
        }
        out[j].translation = vrmi_vec3_scale(step, scale);
        out[j].scale = (vrm_Vec3){1, 1, 1};
    }
}

/* A take that shows the T-pose says it for all takes of the file. */
static void take_with_the_t_pose_is_the_rest_pose(void** state) {
    (void)state;
    static const char* const takes[] = {"Armature|T-Pose", "Sit"};
    Dice dice = {23};
    for (int i = 0; i < 4; i++) {
        Clip clip;
        vrm_Transform t_pose[JOINTS];
        vrm_Capture* capture = NULL;
        vrm_Quat found[VRM_BONE_COUNT];
        Rig rig = make_rig(&dice, false);
        rig.heading = 0.0f;
        make_clip(&dice, &rig, SITTING, &clip);
        find_t_pose(&rig, vrmi_quat_identity(), rig.scale, t_pose);
        TestSkeletonDef def = {.takes = takes, .take_count = 2, .first_take = t_pose};
        TestBytes glb = write_clip(&clip, &def);
        vrm_CaptureDef reading = vrm_default_capture_def();
        reading.take = "Sit";
        assert_int_equal(vrm_capture_read(glb.data, glb.size, &reading, &capture), VRM_OK);
        assert_int_equal(vrm_capture_rest_source(capture), VRM_REST_SOURCE_TAKE);
        find_constants(capture, found);
        for (int j = 0; j < JOINTS; j++)
            if (body[j].bone != VRM_BONE_NONE && is_judged((int)body[j].bone))
                assert_true(error_of(found, &rig, j) < 1.0f);
        vrm_capture_destroy(capture);
        test_bytes_free(&glb);
    }
}

/* */
static void clips_of_one_biped_of_others_have_one_rest_pose(void** state) {
    (void)state;
    vrm_Quat all[CLIPS_MAX][VRM_BONE_COUNT];
    int count = 0;
    skip_without_corpus();
    CorpusFiles files = corpus_files("motion-import/rocketbox", ".max.fbx");
    for (size_t i = 0; i < files.count && count < CLIPS_MAX; i++) {
        TestBytes bytes = test_read_file(files.paths[i]);
        vrm_Capture* capture = NULL;
        assert_int_equal(vrm_capture_read(bytes.data, bytes.size, NULL, &capture), VRM_OK);
        assert_int_equal(vrm_capture_rest_source(capture), VRM_REST_SOURCE_AXES);
        find_constants(capture, all[count++]);
        vrm_capture_destroy(capture);
        test_bytes_free(&bytes);
    }
    corpus_files_free(&files);
    check_constants(all, count, 10.0f);
}

/* ---- A rest file ---- */

/* A file that shows one pose, or rests in it while it moves as a clip. */
typedef struct Still {
    vrm_Transform pose[JOINTS];
    const Clip* moves; /* NULL: it does not */
    char names[JOINTS][40];
    vrmi_CaptureJoint joints[JOINTS];
} Still;

static void sample_still(const void* reader, double frame, vrm_Transform* out) {
    const Still* still = reader;
    if (still->moves != NULL)
        sample(still->moves, frame, out);
    else
        memcpy(out, still->pose, sizeof still->pose);
}

static TestBytes write_still(Still* still, const char* namespace, bool has_skin) {
    for (int j = 0; j < JOINTS; j++) {
        if (still->names[j][0] == '\0')
            snprintf(still->names[j], sizeof still->names[j], "%s%s", namespace, body[j].name);
        still->joints[j] = (vrmi_CaptureJoint){.name = still->names[j],
                                               .parent = body[j].parent,
                                               .rest = still->pose[j],
                                               .has_position = j == 0};
    }
    vrmi_Capture capture = {.joints = still->joints,
                            .joint_count = JOINTS,
                            .frame_count = 3,
                            .frame_time = 1.0 / 30.0,
                            .sample = sample_still,
                            .reader = still};
    TestSkeletonDef def = {.has_skin = has_skin, .rests_in_motion = has_skin};
    return test_skeleton_glb(&capture, &def);
}

/* A clip of a rig, and what becomes of it with a rest file. */
typedef struct WithRest {
    TestBytes clip, rest;
    vrm_CaptureRest choice;
    vrm_Report* report;
} WithRest;

static vrm_Result read_with_rest(const WithRest* files, const vrm_Allocator* allocator,
                                 vrm_Capture** out) {
    vrm_CaptureDef def = vrm_default_capture_def();
    def.rest_file = files->rest.data;
    def.rest_file_size = files->rest.size;
    def.rest = files->choice;
    def.report = files->report;
    if (allocator != NULL) def.allocator = *allocator;
    return vrm_capture_read(files->clip.data, files->clip.size, &def, out);
}

static WithRest with_rest_of(Dice* dice, const Rig* rig, Kind kind, Still* still,
                             const char* namespace, bool has_skin) {
    static Clip clip;
    TestSkeletonDef def = {0};
    make_clip(dice, rig, (int)kind, &clip);
    return (WithRest){.clip = write_clip(&clip, &def),
                      .rest = write_still(still, namespace, has_skin)};
}

static void release_files(WithRest* files) {
    test_bytes_free(&files->clip);
    test_bytes_free(&files->rest);
}

static void check_rest_of(const WithRest* files, const Rig* rig) {
    vrm_Capture* capture = NULL;
    vrm_Quat found[VRM_BONE_COUNT];
    assert_int_equal(read_with_rest(files, NULL, &capture), VRM_OK);
    assert_int_equal(vrm_capture_rest_source(capture), VRM_REST_SOURCE_REST_FILE);
    assert_true(vrm_capture_rest_confidence(capture) == 1.0f);
    assert_true(vrm_capture_hips_height(capture) > 0.9f * rig->scale &&
                vrm_capture_hips_height(capture) < 1.0f * rig->scale);
    find_constants(capture, found);
    for (int j = 0; j < JOINTS; j++) {
        if (body[j].bone == VRM_BONE_NONE || !is_judged((int)body[j].bone)) continue;
        float off = error_of(found, rig, j);
        if (!(off < 0.5f)) fail_msg("%s is %.2f degrees off", body[j].name, (double)off);
    }
    vrm_capture_destroy(capture);
}

/* whatever the unit, the heading and the axes of the rest file, and the name space. */
static void rest_file_gives_every_clip_the_rest_pose(void** state) {
    (void)state;
    Dice dice = {31};
    const vrm_Quat turns[] = {vrmi_quat_identity(), about(0, 1, 0, 70), about(0, 1, 0, -150),
                              about(1, 0, 0, -90), about(0, 0, 1, 90)};
    for (int i = 0; i < 20; i++) {
        Rig rig = make_rig(&dice, false);
        Still still = {.moves = NULL};
        find_t_pose(&rig, turns[i % 5], i % 2 == 0 ? 1.0f : 100.0f, still.pose);
        WithRest files =
            with_rest_of(&dice, &rig, (Kind)(i % KINDS), &still, i % 3 == 0 ? "rig1:" : "", false);
        check_rest_of(&files, &rig);
        release_files(&files);
    }
}

/* */
static void rest_file_that_moves_gives_its_bind_pose(void** state) {
    (void)state;
    Dice dice = {37};
    for (int i = 0; i < 8; i++) {
        Clip moves;
        Rig rig = make_rig(&dice, false);
        make_clip(&dice, &rig, i + 1, &moves);
        Still still = {.moves = &moves};
        find_t_pose(&rig, vrmi_quat_identity(), rig.scale, still.pose);
        WithRest files = with_rest_of(&dice, &rig, (Kind)(i % KINDS), &still, "", true);
        files.choice = i % 2 == 0 ? VRM_CAPTURE_REST_GUESS : VRM_CAPTURE_REST_BIND;
        check_rest_of(&files, &rig);
        release_files(&files);
    }
}

static void expect_failure(WithRest* files, vrm_Result result, const char* code,
                           const char* reason) {
    vrm_Capture* capture = NULL;
    assert_int_equal(vrm_report_create(NULL, &files->report), VRM_OK);
    assert_int_equal(read_with_rest(files, NULL, &capture), result);
    assert_null(capture);
    const char* message = test_get_finding(files->report, code).message;
    if (strstr(message, reason) == NULL) fail_msg("not \"%s\": %s", reason, message);
    vrm_report_destroy(files->report);
}

static void expect_refusal(WithRest* files, const char* reason) {
    expect_failure(files, VRM_ERR_INVALID, "MOTION_REST_FILE", reason);
}

/* */
static void rest_file_of_another_rig_is_refused(void** state) {
    (void)state;
    Dice dice = {41};
    Rig rig = make_rig(&dice, false), other = make_rig(&dice, false);
    const struct {
        const char* reason;
        bool lacks_arm, has_other_axes;
        float thigh_degrees; /* from straight down */
    } cases[] = {{"lacks joints of the motion (1): LeftForeArm (leftLowerArm)", true, false, 0.0f},
                 {"is of another rig: the joint", false, true, 0.0f},
                 {"shows no person who stands", false, false, 180.0f},
                 {"shows no person who stands", false, false, 60.0f},
                 {"shows no person who stands", false, false, -60.0f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Still still = {.moves = NULL};
        find_t_pose(cases[i].has_other_axes ? &other : &rig, vrmi_quat_identity(), 1.0f,
                    still.pose);
        for (int j = 0; j < JOINTS; j++) {
            if (cases[i].lacks_arm && body[j].bone == VRM_BONE_LEFT_LOWER_ARM)
                snprintf(still.names[j], sizeof still.names[j], "Another");
            vrm_Bone bone = body[j].bone;
            bool is_thigh = bone == VRM_BONE_LEFT_UPPER_LEG || bone == VRM_BONE_RIGHT_UPPER_LEG;
            if (!is_thigh) continue;
            vrm_Quat above = rig.axes[body[j].parent];
            vrm_Quat lift =
                vrmi_quat_mul(vrmi_quat_conjugate(above),
                              vrmi_quat_mul(about(1, 0, 0, cases[i].thigh_degrees), above));
            still.pose[j].rotation = vrmi_quat_mul(lift, still.pose[j].rotation);
        }
        WithRest files = with_rest_of(&dice, &rig, LOOKING, &still, "", false);
        expect_refusal(&files, cases[i].reason);
        release_files(&files);
    }
}

/* */
static void rest_file_that_cannot_be_read_is_refused(void** state) {
    (void)state;
    Dice dice = {43};
    Rig rig = make_rig(&dice, false);
    Still still = {.moves = NULL};
    find_t_pose(&rig, vrmi_quat_identity(), 1.0f, still.pose);
    WithRest files = with_rest_of(&dice, &rig, LOOKING, &still, "", false);
    size_t whole = files.rest.size;
    for (size_t size = 0; size < whole; size = 2 * size + 1) {
        files.rest.size = size;
        expect_refusal(&files, size == 0 ? "is empty" : "cannot be read: ");
    }
    files.rest.size = whole;
    memcpy(files.rest.data, "text", 4);
    expect_refusal(&files, "cannot be read: This is no motion");
    release_files(&files);
}

/* */
static void rest_file_beyond_a_limit_is_refused_with_the_reason(void** state) {
    (void)state;
    static const char begin[] =
        "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation "
        "Yrotation\n",
                      joint[] = "JOINT B\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation "
                                "Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n";
    enum { BEGIN = sizeof begin - 1, JOINT = sizeof joint - 1, COUNT = 2100 };
    static char text[BEGIN + COUNT * JOINT];
    memcpy(text, begin, BEGIN);
    for (int i = 0; i < COUNT; i++) memcpy(text + BEGIN + i * JOINT, joint, JOINT);
    Dice dice = {53};
    Rig rig = make_rig(&dice, false);
    Still still = {.moves = NULL};
    find_t_pose(&rig, vrmi_quat_identity(), 1.0f, still.pose);
    WithRest files = with_rest_of(&dice, &rig, LOOKING, &still, "", false);
    WithRest large = {.clip = files.clip, .rest = {(uint8_t*)text, sizeof text}};
    expect_failure(&large, VRM_ERR_LIMIT, "MOTION_TOO_LARGE",
                   "The rest file cannot be read: The motion is too large: more than 4096 joints");
    release_files(&files);
}

static vrm_Result attempt_rest_file(const vrm_Allocator* allocator, void* ctx) {
    vrm_Capture* capture = NULL;
    vrm_Result result = read_with_rest(ctx, allocator, &capture);
    vrm_capture_destroy(capture);
    return result;
}

/* */
static void rest_file_survives_every_allocation_failing(void** state) {
    (void)state;
    Dice dice = {47};
    Rig rig = make_rig(&dice, false);
    Still still = {.moves = NULL};
    find_t_pose(&rig, vrmi_quat_identity(), 1.0f, still.pose);
    WithRest files = with_rest_of(&dice, &rig, LOOKING, &still, "", false);
    assert_true(test_every_allocation_failing(attempt_rest_file, &files) > 0);
    release_files(&files);
}

/* the body that Rocketbox delivers with its clips has their rest pose, which the axes of
 * the rig tell too. Its neck leans as a person holds it. */
static void body_file_gives_the_clips_of_others_their_rest_pose(void** state) {
    (void)state;
    skip_without_corpus();
    TestBytes rest = corpus_read("motion-import/rocketbox/Business_Male_07.fbx");
    CorpusFiles files = corpus_files("motion-import/rocketbox", ".max.fbx");
    vrm_Quat all[CLIPS_MAX][VRM_BONE_COUNT];
    int count = 0;
    for (size_t i = 0; i < files.count && count < CLIPS_MAX; i++) {
        WithRest clip = {.clip = test_read_file(files.paths[i]), .rest = rest};
        vrm_Capture *by_axes = NULL, *by_file = NULL;
        vrm_Quat axes[VRM_BONE_COUNT];
        assert_int_equal(vrm_capture_read(clip.clip.data, clip.clip.size, NULL, &by_axes), VRM_OK);
        assert_int_equal(read_with_rest(&clip, NULL, &by_file), VRM_OK);
        assert_int_equal(vrm_capture_rest_source(by_file), VRM_REST_SOURCE_REST_FILE);
        find_constants(by_axes, axes);
        find_constants(by_file, all[count]);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            float off = test_angle(axes[b], all[count][b]) * VRMI_TO_DEGREES;
            if (is_judged(b) && !(off < 20.0f))
                fail_msg("%s: %s is %.1f degrees off", files.paths[i], vrm_bone_name((vrm_Bone)b),
                         (double)off);
        }
        count++;
        vrm_capture_destroy(by_axes);
        vrm_capture_destroy(by_file);
        test_bytes_free(&clip.clip);
    }
    check_constants(all, count, 0.1f);
    corpus_files_free(&files);
    test_bytes_free(&rest);
}

/* a file of others that has a bind pose is its own rest file. */
static void file_with_a_bind_pose_is_its_own_rest_file(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("motion-import", ".fbx");
    int count = 0;
    for (size_t i = 0; i < files.count; i++) {
        TestBytes bytes = test_read_file(files.paths[i]);
        WithRest own = {.clip = bytes, .rest = bytes, .choice = VRM_CAPTURE_REST_BIND};
        vrm_CaptureDef def = vrm_default_capture_def();
        vrm_Capture *without = NULL, *with = NULL;
        def.rest = VRM_CAPTURE_REST_BIND;
        bool is_read = vrm_capture_read(bytes.data, bytes.size, &def, &without) == VRM_OK;
        if (is_read && vrm_capture_rest_source(without) == VRM_REST_SOURCE_BIND) {
            vrm_Pose a, b;
            assert_int_equal(read_with_rest(&own, NULL, &with), VRM_OK);
            vrm_capture_pose(without, 3.0, &a);
            vrm_capture_pose(with, 3.0, &b);
            for (int bone = VRM_BONE_HIPS; bone < VRM_BONE_COUNT; bone++)
                assert_true(test_angle(a.rotations[bone], b.rotations[bone]) < 0.01f);
            count++;
        }
        vrm_capture_destroy(without);
        vrm_capture_destroy(with);
        test_bytes_free(&bytes);
    }
    corpus_files_free(&files);
    assert_true(count > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(biped_has_one_rest_pose_in_all_its_clips),
        cmocka_unit_test(rig_with_any_axes_has_one_rest_pose_in_all_its_clips),
        cmocka_unit_test(take_with_the_t_pose_is_the_rest_pose),
        cmocka_unit_test(clips_of_one_biped_of_others_have_one_rest_pose),
        cmocka_unit_test(rest_file_gives_every_clip_the_rest_pose),
        cmocka_unit_test(rest_file_that_moves_gives_its_bind_pose),
        cmocka_unit_test(rest_file_of_another_rig_is_refused),
        cmocka_unit_test(rest_file_that_cannot_be_read_is_refused),
        cmocka_unit_test(rest_file_beyond_a_limit_is_refused_with_the_reason),
        cmocka_unit_test(rest_file_survives_every_allocation_failing),
        cmocka_unit_test(body_file_gives_the_clips_of_others_their_rest_pose),
        cmocka_unit_test(file_with_a_bind_pose_is_its_own_rest_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
