/* SPDX-License-Identifier: MIT */
/* BVH whose rest pose says nothing, of somebody who lies, kneels or stands on hands and toes for
 * most of the time, or all of it: which way is up, and what the rest pose is. */
#include "support/check.h"
#include "support/dice.h"
#include "support/json_text.h"
#include "support/maths.h"
#include "support/postures.h"
#include "vrm/capture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 60 };

/* ---- Motion ---- */

typedef struct Clip {
    vrm_Skeleton figure;
    vrm_Quat axes[VRM_BONE_COUNT]; /* of the joints in the T-pose */
    vrm_Quat to_file;              /* from model axes */
    Posture posture;
    bool does_stand; /* in the first third */
} Clip;

static vrm_Pose pose_at(const Clip* clip, int frame) {
    double part = (double)frame / (FRAMES - 1);
    vrm_Pose pose = posture_pose(&clip->figure, clip->posture, part);
    pose.hips_offset.x += 0.005f * (float)sin(9.0 * part); /* nobody is quite still */
    if (!clip->does_stand) return pose;
    vrm_Pose stand = posture_pose(&clip->figure, POSTURE_STAND, part);
    float down = vrmi_clamp((float)(6.0 * part - 2.0), 0.0f, 1.0f);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        pose.rotations[b] = vrmi_quat_slerp(stand.rotations[b], pose.rotations[b], down);
    vrm_Vec3 way = vrmi_vec3_sub(pose.hips_offset, stand.hips_offset);
    pose.hips_offset = vrmi_vec3_add(stand.hips_offset, vrmi_vec3_scale(way, down));
    return pose;
}

static void find_worlds(const vrm_Pose* pose, vrm_Quat out[VRM_BONE_COUNT]) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        out[b] = pose->rotations[b];
        if (parent != VRM_BONE_NONE) out[b] = vrmi_quat_mul(out[parent], out[b]);
    }
}

/* ---- The file ---- */

/* Knuckles say how hands are turned. */
static bool is_written(int bone) {
    bool is_knuckle =
        bone == VRM_BONE_LEFT_INDEX_PROXIMAL || bone == VRM_BONE_LEFT_LITTLE_PROXIMAL ||
        bone == VRM_BONE_RIGHT_INDEX_PROXIMAL || bone == VRM_BONE_RIGHT_LITTLE_PROXIMAL;
    bool is_face = bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE || bone == VRM_BONE_JAW;
    return !is_face && (is_knuckle || bone < VRM_BONE_LEFT_THUMB_METACARPAL);
}

static void put_vector(TestText* text, const Clip* clip, vrm_Vec3 v) {
    v = vrmi_vec3_scale(vrmi_quat_rotate(clip->to_file, v), 100.0f);
    test_put(text, "%.5f %.5f %.5f", (double)v.x, (double)v.y, (double)v.z);
}

/* From a bone to what is at its end, in the axes of the bone. */
static void put_offset(TestText* text, const Clip* clip, int bone, vrm_Vec3 step) {
    test_put(text, "OFFSET ");
    put_vector(text, clip, vrmi_quat_rotate(vrmi_quat_conjugate(clip->axes[bone]), step));
    test_put(text, "\n");
}

static void put_joint(TestText* text, const Clip* clip, int bone) {
    vrm_Bone parent = vrm_bone_parent((vrm_Bone)bone);
    const vrm_Vec3* at = clip->figure.positions;
    int below = 0;
    test_put(text, "%s %s\n{\n", parent == VRM_BONE_NONE ? "ROOT" : "JOINT",
             vrm_bone_name((vrm_Bone)bone));
    if (parent == VRM_BONE_NONE)
        test_put(text, "OFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition ");
    else
        put_offset(text, clip, parent, vrmi_vec3_sub(at[bone], at[parent]));
    test_put(text, "%sZrotation Xrotation Yrotation\n",
             parent == VRM_BONE_NONE ? "" : "CHANNELS 3 ");
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        if (!is_written(b) || (int)vrm_bone_parent((vrm_Bone)b) != bone) continue;
        put_joint(text, clip, b);
        below++;
    }
    if (below == 0) {
        bool is_toes = bone == VRM_BONE_LEFT_TOES || bone == VRM_BONE_RIGHT_TOES;
        float side = at[bone].x > 0 ? 0.1f : -0.1f;
        vrm_Vec3 end = {is_toes || bone == VRM_BONE_HEAD ? 0 : side,
                        bone == VRM_BONE_HEAD ? 0.15f : 0, is_toes ? 0.06f : 0};
        test_put(text, "End Site\n{\n");
        put_offset(text, clip, bone, end);
        test_put(text, "}\n");
    }
    test_put(text, "}\n");
}

/* Rotations about Z, X and Y, in that order. */
static void put_turn(TestText* text, vrm_Quat q) {
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double sine = 2 * (y * z + x * w);
    double about_x = asin(sine < -1 ? -1 : sine > 1 ? 1 : sine);
    double about_z = atan2(2 * (z * w - x * y), 1 - 2 * (x * x + z * z));
    double about_y = atan2(2 * (y * w - x * z), 1 - 2 * (x * x + y * y));
    double degrees = (double)VRMI_TO_DEGREES;
    test_put(text, " %.5f %.5f %.5f", degrees * about_z, degrees * about_x, degrees * about_y);
}

static void put_frame(TestText* text, const Clip* clip, const vrm_Quat* worlds, int bone) {
    vrm_Bone parent = vrm_bone_parent((vrm_Bone)bone);
    vrm_Quat turn = vrmi_quat_mul(worlds[bone], clip->axes[bone]);
    if (parent != VRM_BONE_NONE)
        turn = vrmi_quat_mul(vrmi_quat_conjugate(vrmi_quat_mul(worlds[parent], clip->axes[parent])),
                             turn);
    turn = vrmi_quat_mul(vrmi_quat_mul(clip->to_file, turn), vrmi_quat_conjugate(clip->to_file));
    put_turn(text, vrmi_quat_normalize(turn));
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (is_written(b) && (int)vrm_bone_parent((vrm_Bone)b) == bone)
            put_frame(text, clip, worlds, b);
}

static vrm_Capture* read_clip(const Clip* clip) {
    TestText text = {0};
    vrm_Capture* capture = NULL;
    test_put(&text, "HIERARCHY\n");
    put_joint(&text, clip, VRM_BONE_HIPS);
    test_put(&text, "MOTION\nFrames: %d\nFrame Time: 0.0333333\n", FRAMES);
    for (int f = 0; f < FRAMES; f++) {
        vrm_Pose pose = pose_at(clip, f);
        vrm_Quat worlds[VRM_BONE_COUNT];
        find_worlds(&pose, worlds);
        vrm_Vec3 hips = vrmi_vec3_add(clip->figure.positions[VRM_BONE_HIPS], pose.hips_offset);
        put_vector(&text, clip, hips);
        put_frame(&text, clip, worlds, VRM_BONE_HIPS);
        test_put(&text, "\n");
    }
    assert_int_equal(vrm_capture_read(text.data, text.size, NULL, &capture), VRM_OK);
    free(text.data);
    return capture;
}

/* ---- What is read ---- */

/* Where a bone points in the T-pose. */
static vrm_Vec3 direction_of(const vrm_Skeleton* figure, int bone) {
    for (int b = bone + 1; b < VRM_BONE_COUNT; b++)
        if (is_written(b) && (int)vrm_bone_parent((vrm_Bone)b) == bone)
            return vrmi_vec3_normalize(
                vrmi_vec3_sub(figure->positions[b], figure->positions[bone]));
    return (vrm_Vec3){0, 1, 0};
}

/* Every bone is along the X of its joint, which is turned about it by any angle: the rest pose is a
 * row of joints. */
static Clip make_clip(Dice* dice, Posture posture, bool does_stand, bool is_z_up) {
    Clip clip = {.figure = posture_figure((uint32_t)roll_int(dice, 1000), 0.1f),
                 .to_file = vrmi_quat_identity(),
                 .posture = posture,
                 .does_stand = does_stand};
    const vrm_Vec3 x = {1, 0, 0};
    if (is_z_up) clip.to_file = vrmi_quat_from_axis_angle(x, 0.5f * VRMI_PI);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        clip.axes[b] = vrmi_quat_mul(vrmi_quat_from_to(x, direction_of(&clip.figure, b)),
                                     vrmi_quat_from_axis_angle(x, roll(dice, -3, 3)));
    return clip;
}

static float most_degrees(int bone) {
    if (bone <= VRM_BONE_HEAD) return 12;
    bool is_foot = bone == VRM_BONE_LEFT_FOOT || bone == VRM_BONE_LEFT_TOES ||
                   bone == VRM_BONE_RIGHT_FOOT || bone == VRM_BONE_RIGHT_TOES;
    return is_foot ? 45.0f : 15.0f;
}

static void check_clip(const Clip* clip, const char* name) {
    vrm_Capture* capture = read_clip(clip);
    assert_int_equal(vrm_capture_rest_source(capture), VRM_REST_SOURCE_MOTION);
    for (int f = 0; f < FRAMES; f++) {
        vrm_Pose truth = pose_at(clip, f), pose;
        vrm_Quat should[VRM_BONE_COUNT], is[VRM_BONE_COUNT];
        vrm_capture_pose(capture, f, &pose);
        find_worlds(&truth, should);
        find_worlds(&pose, is);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            float off = test_angle(should[b], is[b]) * VRMI_TO_DEGREES;
            if (is_written(b) && !(off <= most_degrees(b)))
                fail_msg("%s, frame %d: %s is %.1f degrees off", name, f,
                         vrm_bone_name((vrm_Bone)b), (double)off);
        }
    }
    vrm_capture_destroy(capture);
}

static const Posture lying[] = {POSTURE_KNEEL, POSTURE_PLANK, POSTURE_LIE, POSTURE_SIT_ON_GROUND,
                                POSTURE_LIE_ON_FACE};
enum { LYING = sizeof lying / sizeof *lying };

static void up_is_known_of_whoever_stands_and_then_lies(void** state) {
    (void)state;
    Dice dice = {5};
    for (int round = 0; round < 8 * LYING; round++) {
        Posture posture = lying[round % LYING];
        Clip clip = make_clip(&dice, posture, true, round / LYING % 2 != 0);
        check_clip(&clip, posture_names[posture]);
    }
}

/* With Z upwards they would be somebody who stands along the other axis. */
static void whoever_only_lies_does_so_where_y_is_up(void** state) {
    (void)state;
    Dice dice = {9};
    for (int round = 0; round < 4 * LYING; round++) {
        Posture posture = lying[round % LYING];
        Clip clip = make_clip(&dice, posture, false, false);
        check_clip(&clip, posture_names[posture]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_is_known_of_whoever_stands_and_then_lies),
        cmocka_unit_test(whoever_only_lies_does_so_where_y_is_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
