/* SPDX-License-Identifier: MIT */
/* Motions whose ends are alike stay so when feet are held, however long the contacts over their
 * seam last, on figures of every build; and the report says what the result has. */
#include "base/maths.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/gait.h"
#include "vrm/vrm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1200 };

typedef struct Clip {
    vrm_Pose poses[MOST];
    double times[MOST];
    int32_t count;
    vrm_Skeleton source;
} Clip;

/* ---- How far the ends are apart ---- */

typedef struct Opening {
    float degrees; /* of a bone */
    float mm;      /* of a joint or a sole, from the hips along the ground, and in height */
    vrm_Bone bone;
} Opening;

static float yaw_of(const vrm_Pose* pose) {
    vrm_Quat q = pose->rotations[VRM_BONE_HIPS];
    return 2 * atan2f(q.y, q.w);
}

/* A pose as it is from where the figure is and faces, so that loops that travel or turn compare. */
static vrm_Pose from_itself(vrm_Pose pose, bool is_moved) {
    if (!is_moved) return pose;
    vrm_Quat back = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, -yaw_of(&pose));
    pose.rotations[VRM_BONE_HIPS] = vrmi_quat_mul(back, pose.rotations[VRM_BONE_HIPS]);
    pose.hips_offset.x = pose.hips_offset.z = 0;
    return pose;
}

static Opening opening_of(const vrm_Skeleton* figure, vrm_Pose a, vrm_Pose b, bool is_moved) {
    Opening opening = {0, 0, VRM_BONE_NONE};
    vrm_Vec3 here[VRM_SOLE_COUNT], there[VRM_SOLE_COUNT];
    a = from_itself(a, is_moved);
    b = from_itself(b, is_moved);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        float angle = VRMI_TO_DEGREES * vrmi_quat_angle(a.rotations[bone], b.rotations[bone]);
        if (angle <= opening.degrees) continue;
        opening.degrees = angle;
        opening.bone = (vrm_Bone)bone;
    }
    gait_soles(figure, &a, here);
    gait_soles(figure, &b, there);
    opening.mm = 1000 * vrmi_vec3_distance(a.hips_offset, b.hips_offset);
    for (int p = 0; p < VRM_SOLE_COUNT; p++)
        opening.mm = fmaxf(opening.mm, 1000 * vrmi_vec3_distance(here[p], there[p]));
    return opening;
}

/* On a figure, as a loop and as a clip whose ends happen to be alike. */
static void check_loop(const Clip* clip, const vrm_Skeleton* target, bool is_moved,
                       const char* what) {
    Opening source =
        opening_of(&clip->source, clip->poses[0], clip->poses[clip->count - 1], is_moved);
    for (int loops = 0; loops < 2; loops++) {
        vrm_RetargetDef def = vrm_default_retarget_def();
        def.source = &clip->source;
        def.target = target;
        def.loops = loops != 0;
        vrm_Retarget* r = NULL;
        assert_int_equal(vrm_retarget(clip->poses, clip->times, clip->count, &def, &r), VRM_OK);
        vrm_RetargetReport report = vrm_retarget_report(r);
        int32_t last = vrm_retarget_frame_count(r) - 1;
        Opening is =
            opening_of(target, vrm_retarget_pose(r, 0), vrm_retarget_pose(r, last), is_moved);
        float degrees = loops != 0 ? 0 : source.degrees, mm = loops != 0 ? 0 : source.mm;
        if (!(is.degrees < degrees + 0.3f && is.mm < report.scale * mm + 1))
            fail_msg("%s%s: ends are %g degrees (%s) and %g mm apart (source %g, %g)", what,
                     loops != 0 ? ", loop" : "", (double)is.degrees, vrm_bone_name(is.bone),
                     (double)is.mm, (double)source.degrees, (double)source.mm);
        if (loops != 0 && fabsf(report.loop_closed_degrees - is.degrees) > 0.1f)
            fail_msg("%s: reported %g degrees, is %g", what, (double)report.loop_closed_degrees,
                     (double)is.degrees);
        if (report.holds_feet && !(report.slide_max_mm < 3))
            fail_msg("%s: slides %g mm", what, (double)report.slide_max_mm);
        vrm_retarget_destroy(r);
    }
}

/* ---- Motions that close ---- */

/* Whole strides, from anywhere in one; on the spot if `stays`. */
static void make_gait(Clip* clip, GaitKind kind, bool stays, Dice* dice) {
    int32_t stride = kind == GAIT_WALK ? 66 : 42;
    float speed = kind == GAIT_WALK ? 1.0f : 2.6f;
    double begin = (double)roll(dice, 0, 1);
    clip->source = gait_figure(&gait_builds[0]);
    clip->count = stride + 1;
    for (int32_t f = 0; f < clip->count; f++) {
        clip->times[f] = f / 60.0;
        clip->poses[f] = gait_pose(&(Gait){.kind = kind}, begin + clip->times[f], (uint32_t)f);
        if (stays) clip->poses[f].hips_offset.z -= speed * (float)clip->times[f];
    }
}

/* A sum of waves that repeats with the clip. */
typedef struct Waves {
    double amount[3], phase[3];
} Waves;

static Waves make_waves(Dice* dice, double amount) {
    Waves waves;
    for (int i = 0; i < 3; i++) {
        waves.amount[i] = amount / (i + 1) * (double)roll(dice, -1, 1);
        waves.phase[i] = (double)roll(dice, 0, 6.283f);
    }
    return waves;
}

static float wave_at(const Waves* waves, double part) {
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += waves->amount[i] * sin(6.28318530717958647692 * (i + 1) * part + waves->phase[i]);
    return (float)sum;
}

/* Somebody who stands and sways; feet rest for the whole clip, and drift by what joints do. With
 * `steps` one foot is lifted once. */
static void make_idle(Clip* clip, double seconds, bool steps, Dice* dice) {
    Waves hips[3], joints[8];
    double lift_at = (double)roll(dice, 0, 1);
    clip->source = gait_figure(&gait_builds[0]);
    clip->count = (int32_t)(seconds * 30) + 1;
    for (int i = 0; i < 3; i++) hips[i] = make_waves(dice, 0.01);
    for (int i = 0; i < 8; i++) joints[i] = make_waves(dice, 0.012);
    for (int32_t f = 0; f < clip->count; f++) {
        double part = (double)f / (clip->count - 1);
        vrm_Pose* pose = &clip->poses[f];
        *pose = vrm_pose_rest();
        clip->times[f] = f / 30.0;
        pose->hips_offset = (vrm_Vec3){wave_at(&hips[0], part), 0.3f * wave_at(&hips[1], part),
                                       wave_at(&hips[2], part)};
        for (int i = 0; i < 8; i++) {
            vrm_Vec3 axis = {i % 2 == 0 ? 1.0f : 0.0f, 0, i % 2 == 0 ? 0.0f : 1.0f};
            vrm_Bone bone = (vrm_Bone)(i / 2 % 2 == 0 ? VRM_BONE_LEFT_UPPER_LEG + i / 4
                                                      : VRM_BONE_RIGHT_UPPER_LEG + i / 4);
            vrm_Quat turn = vrmi_quat_from_axis_angle(axis, wave_at(&joints[i], part));
            pose->rotations[bone] = vrmi_quat_mul(pose->rotations[bone], turn);
        }
        double lifted = fabs(part - lift_at);
        lifted = fmin(lifted, 1 - lifted) * seconds;
        if (steps && lifted < 0.4) {
            float up = 0.4f * (1 + cosf((float)(lifted / 0.4) * VRMI_PI));
            vrm_Quat bend = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, up);
            pose->rotations[VRM_BONE_LEFT_UPPER_LEG] =
                vrmi_quat_mul(pose->rotations[VRM_BONE_LEFT_UPPER_LEG],
                              vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, -0.6f * up));
            pose->rotations[VRM_BONE_LEFT_LOWER_LEG] =
                vrmi_quat_mul(pose->rotations[VRM_BONE_LEFT_LOWER_LEG], bend);
        }
    }
}

/* */
static void loops_of_every_kind_stay_closed_on_every_figure(void** state) {
    (void)state;
    static Clip clip;
    Dice dice = {11};
    for (int round = 0; round < 60; round++) {
        int kind = round % 5;
        bool stays = kind >= 2;
        char what[80];
        if (kind < 4) make_gait(&clip, kind % 2 == 0 ? GAIT_WALK : GAIT_RUN, stays, &dice);
        if (kind == 4)
            make_idle(&clip, (double)roll(&dice, 0.6f, 12), roll_int(&dice, 2) == 0, &dice);
        const GaitBuild* build = &gait_builds[roll_int(&dice, GAIT_BUILDS)];
        vrm_Skeleton target = gait_figure(build);
        snprintf(what, sizeof what, "round %d, motion %d, %s", round, kind, build->name);
        check_loop(&clip, &target, !stays, what);
    }
}

static void loops_of_real_motions_stay_closed_on_real_avatars(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const avatars[] = {"vrm0/Godette_vrm_v4.vrm", "vrm1/SampleBot.vrm",
                                          "vrm0/v_sekai_SK_Adult_Female.vrm"};
    static const char* const motions[] = {"m_try_door_outwards",
                                          "f_walk_fast_03",
                                          "m_crouch_idle",
                                          "f_run_funny_02",
                                          "f_sit_table_idle_roll_head",
                                          "m_sit_table_idle_look_around"};
    static Clip clip;
    for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
        char path[100];
        snprintf(path, sizeof path, "motion-import/rocketbox/%s.max.fbx", motions[k]);
        TestBytes bytes = corpus_read(path);
        vrm_Capture* capture = NULL;
        assert_int_equal(vrm_capture_read(bytes.data, bytes.size, NULL, &capture), VRM_OK);
        clip.count = vrm_capture_frame_count(capture);
        if (clip.count > MOST) clip.count = MOST;
        for (int32_t f = 0; f < clip.count; f++) {
            clip.times[f] = f * vrm_capture_frame_time(capture);
            vrm_capture_pose(capture, f, &clip.poses[f]);
        }
        clip.source = vrm_skeleton_of_capture(capture);
        for (size_t i = 0; i < sizeof avatars / sizeof *avatars; i++) {
            TestBytes avatar = corpus_read(avatars[i]);
            vrm_Model* model = NULL;
            vrm_Rig* rig = NULL;
            assert_int_equal(vrm_model_load(avatar.data, avatar.size, NULL, NULL, &model), VRM_OK);
            assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
            vrm_Skeleton target = vrm_skeleton_of_rig(rig);
            char what[200];
            snprintf(what, sizeof what, "%s on %s", motions[k], avatars[i]);
            check_loop(&clip, &target, true, what);
            vrm_rig_destroy(rig);
            vrm_model_destroy(model);
            test_bytes_free(&avatar);
        }
        vrm_capture_destroy(capture);
        test_bytes_free(&bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_of_every_kind_stay_closed_on_every_figure),
        cmocka_unit_test(loops_of_real_motions_stay_closed_on_real_avatars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
