/* SPDX-License-Identifier: MIT */
/* Motion on avatars, through recorder, VRM animation and player, with keys reduced as by default:
 * heels and the joints of the toes stay in place while the source rests, toes bend no further than
 * toes can, and hips are as high as the legs say. What moves is the sim's, not the retargeter's
 * own. */
#include "base/maths.h"
#include "base/trig.h"
#include "motion/retarget/legs.h"
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/gait.h"
#include "vrm/vrm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- An avatar ---- */

typedef struct Stage {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Skeleton figure;
} Stage;

static Stage open_stage(const void* bytes, size_t size) {
    Stage stage = {0};
    assert_int_equal(vrm_model_load(bytes, size, NULL, NULL, &stage.model), VRM_OK);
    assert_int_equal(vrm_rig_build(stage.model, NULL, &stage.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &stage.sim), VRM_OK);
    stage.avatar = vrm_sim_add(stage.sim, stage.rig);
    (void)vrm_avatar_set_stages(stage.sim, stage.avatar, 0);
    stage.figure = vrm_skeleton_of_rig(stage.rig);
    return stage;
}

static void close_stage(Stage* stage) {
    vrm_sim_destroy(stage->sim);
    vrm_rig_destroy(stage->rig);
    vrm_model_destroy(stage->model);
}

/* Where a point that is on the ground at rest, fixed to the node of the foot, is now. */
static vrm_Vec3 sole_point(const Stage* stage, int point) {
    int side = point / 2;
    vrmi_Legs legs = vrmi_legs(&stage->figure);
    int32_t node = vrm_rig_bone(stage->rig, (vrm_Bone)(legs.sides[side].upper + 2));
    vrm_Transform rest = vrm_rig_rest_model(stage->rig, node);
    vrm_Affine map = vrmi_affine_from_transform(rest), back = vrmi_affine_inverse(&map);
    vrm_Vec3 from_ankle = legs.sides[side].sole[point & 1];
    if (vrm_rig_facing(stage->rig) < 0)
        from_ankle = (vrm_Vec3){-from_ankle.x, from_ankle.y, -from_ankle.z};
    vrm_Vec3 at = vrmi_vec3_add(rest.translation, from_ankle);
    const vrm_Affine* world = &vrm_avatar_worlds(stage->sim, stage->avatar)[node];
    return vrmi_affine_point(world, vrmi_affine_point(&back, at));
}

/* Where the node of the toes is now, lowered by its height at rest; of a foot without it, the edge
 * of the sole. */
static vrm_Vec3 ball_of(const Stage* stage, int side) {
    vrm_Bone bone = side == 0 ? VRM_BONE_LEFT_TOES : VRM_BONE_RIGHT_TOES;
    int32_t node = vrm_rig_bone(stage->rig, bone);
    if (node < 0) return sole_point(stage, 2 * side + 1);
    const vrm_Vec4* rows = vrm_avatar_worlds(stage->sim, stage->avatar)[node].rows;
    float height = stage->figure.positions[bone].y - vrmi_legs(&stage->figure).sole;
    return (vrm_Vec3){rows[0].w, rows[1].w - height, rows[2].w};
}

/* ---- A motion ---- */

typedef struct Motion {
    vrm_Pose* poses;
    double* times;
    int32_t count;
    vrm_Skeleton source;
    bool is_captured; /* by another program, whose rest pose may be a guess */
} Motion;

static Motion new_motion(int32_t count) {
    Motion motion = {.count = count};
    motion.poses = malloc((size_t)count * sizeof *motion.poses);
    motion.times = malloc((size_t)count * sizeof *motion.times);
    assert_true(motion.poses != NULL && motion.times != NULL);
    return motion;
}

static void free_motion(Motion* motion) {
    free(motion->poses);
    free(motion->times);
}

static Motion capture_motion(const TestBytes* bytes, const TestBytes* model) {
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Capture* capture = NULL;
    def.model = model->data;
    def.model_size = model->size;
    assert_int_equal(vrm_capture_read(bytes->data, bytes->size, &def, &capture), VRM_OK);
    Motion motion = new_motion(vrm_capture_frame_count(capture));
    motion.is_captured = true;
    for (int32_t f = 0; f < motion.count; f++) {
        motion.times[f] = f * vrm_capture_frame_time(capture);
        vrm_capture_pose(capture, f, &motion.poses[f]);
    }
    motion.source = vrm_skeleton_of_capture(capture);
    vrm_capture_destroy(capture);
    return motion;
}

static Motion clip_motion(const TestBytes* bytes) {
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_model_load(bytes->data, bytes->size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    Motion motion = new_motion((int32_t)(vrm_clip_duration(clip) * 60) + 1);
    for (int32_t f = 0; f < motion.count; f++) {
        vrm_ClipSample sample;
        motion.times[f] = f / 60.0;
        vrm_clip_sample(clip, (float)motion.times[f], &sample);
        motion.poses[f] = sample.pose;
    }
    assert_true(vrm_skeleton_of_animation(model, &motion.source));
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    return motion;
}

/* ---- Playing ---- */

static vrm_Clip* make_clip(const Motion* motion, const vrm_RetargetDef* def) {
    vrm_RecorderDef recorder_def = vrm_default_recorder_def();
    recorder_def.bones = ((uint64_t)1 << VRM_BONE_COUNT) - 1; /* the motion before is forgotten */
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    assert_int_equal(vrm_recorder_create(&recorder_def, &recorder), VRM_OK);
    for (int32_t f = 0; f < motion->count; f++)
        assert_int_equal(vrm_recorder_add_frame(recorder, motion->times[f], &motion->poses[f]),
                         VRM_OK);
    assert_int_equal(vrm_recorder_retarget(recorder, def, NULL), VRM_OK);
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    return clip;
}

typedef struct Measures {
    float slide; /* the farthest that planted points go, millimetres */
    float depth; /* how deep heels and balls are below the ground, millimetres */
    float hips;  /* mean height of the hip joints, in that of the source times the scale of legs */
    float reach; /* the most that hips were lowered for legs to reach, as part of their height */
    float toes;  /* the farthest that toes are bent, degrees */
    float snap;  /* the fastest that feet and toes turn beyond the source, degrees per second */
} Measures;

/* The mean height of the joints between hips and legs, above the ground that soles are on. */
static float source_height(const Motion* motion, int32_t frame, float ground) {
    const vrm_Vec3* at = motion->source.positions;
    const vrm_Pose* pose = &motion->poses[frame];
    vrm_Vec3 legs = vrmi_vec3_scale(
        vrmi_vec3_add(at[VRM_BONE_LEFT_UPPER_LEG], at[VRM_BONE_RIGHT_UPPER_LEG]), 0.5f);
    vrm_Vec3 below =
        vrmi_quat_rotate(pose->rotations[VRM_BONE_HIPS], vrmi_vec3_sub(legs, at[VRM_BONE_HIPS]));
    return at[VRM_BONE_HIPS].y + pose->hips_offset.y + below.y - ground;
}

static float avatar_height(const Stage* stage, float ground) {
    const vrm_Affine* worlds = vrm_avatar_worlds(stage->sim, stage->avatar);
    float left = worlds[vrm_rig_bone(stage->rig, VRM_BONE_LEFT_UPPER_LEG)].rows[1].w;
    float right = worlds[vrm_rig_bone(stage->rig, VRM_BONE_RIGHT_UPPER_LEG)].rows[1].w;
    return 0.5f * (left + right) - ground;
}

static float toes_of(const vrm_Retarget* fitted, int32_t frame) {
    vrm_Pose pose = vrm_retarget_pose(fitted, frame);
    float left = vrmi_quat_angle(pose.rotations[VRM_BONE_LEFT_TOES], vrmi_quat_identity());
    float right = vrmi_quat_angle(pose.rotations[VRM_BONE_RIGHT_TOES], vrmi_quat_identity());
    return fmaxf(left, right) * VRMI_TO_DEGREES;
}

static float turned_between(const vrm_Pose* a, const vrm_Pose* b, vrm_Bone bone) {
    return vrmi_quat_angle(a->rotations[bone], b->rotations[bone]) * VRMI_TO_DEGREES;
}

static float snap_of(const vrm_Retarget* fitted, const Motion* motion, int32_t frame) {
    static const vrm_Bone bones[] = {VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_TOES, VRM_BONE_RIGHT_FOOT,
                                     VRM_BONE_RIGHT_TOES};
    if (frame == 0) return 0;
    vrm_Pose before = vrm_retarget_pose(fitted, frame - 1), now = vrm_retarget_pose(fitted, frame);
    float most = 0, step = (float)(motion->times[frame] - motion->times[frame - 1]);
    for (int i = 0; i < 4; i++) {
        const vrm_Pose* source = &motion->poses[frame];
        float own = turned_between(source - 1, source, bones[i]);
        most = fmaxf(most, (turned_between(&before, &now, bones[i]) - own) / step);
    }
    return most;
}

static Measures measure(const Stage* stage, const Motion* motion) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    def.source = &motion->source;
    def.target = &stage->figure;
    def.levels_feet = motion->is_captured;
    vrm_Retarget* fitted = NULL;
    assert_int_equal(vrm_retarget(motion->poses, motion->times, motion->count, &def, &fitted),
                     VRM_OK);
    vrm_RetargetReport report = vrm_retarget_report(fitted);
    float belt = report.treadmill_speed, heights[2] = {0};
    float source_ground = vrmi_legs(&motion->source).sole + report.ground_mm / 1000;
    Measures m = {0};
    vrm_Clip* clip = make_clip(motion, &def);
    vrm_Player player = vrm_player(clip);
    float ground = vrmi_legs(&stage->figure).sole;
    vrm_Vec3 places[VRM_SOLE_COUNT] = {{0, 0, 0}};
    uint32_t before = 0;
    player.loops = false;
    for (int32_t f = 0; f < motion->count; f++) {
        uint32_t planted = vrm_retarget_contacts(fitted, f);
        player.time_s = (float)(motion->times[f] - motion->times[0]);
        m.toes = fmaxf(m.toes, toes_of(fitted, f));
        m.snap = fmaxf(m.snap, snap_of(fitted, motion, f));
        assert_true(vrm_avatar_play(stage->sim, stage->avatar, &player, 1));
        vrm_sim_step(stage->sim, 0.0f);
        for (int p = 0; p < VRM_SOLE_COUNT; p++) {
            vrm_Vec3 at = (p & 1) == 0 ? sole_point(stage, p) : ball_of(stage, p / 2);
            m.depth = fmaxf(m.depth, 1000 * (ground - at.y));
            at.z += belt * player.time_s; /* clips on the spot walk towards +Z */
            if ((planted & ~before) >> p & 1) places[p] = at;
            if (planted >> p & 1)
                m.slide = fmaxf(m.slide, 1000 * vrmi_vec3_distance(at, places[p]));
        }
        before = planted;
        heights[0] += source_height(motion, f, source_ground);
        heights[1] += avatar_height(stage, ground);
    }
    m.hips = heights[1] / (heights[0] * report.scale);
    m.reach = report.hips_lowered_mm / 1000 * (float)motion->count / heights[1];
    vrm_clip_destroy(clip);
    vrm_retarget_destroy(fitted);
    return m;
}

static void check_motion(const Stage* stage, const Motion* motion, const char* what) {
    Measures m = measure(stage, motion);
    if (!(m.depth < 6)) fail_msg("%s: a sole is %g mm below the ground", what, (double)m.depth);
    if (!(m.slide < 3)) fail_msg("%s: a planted foot slides by %g mm", what, (double)m.slide);
    if (!(m.toes < 63)) fail_msg("%s: toes are bent by %g degrees", what, (double)m.toes);
    if (!(m.snap < 400)) fail_msg("%s: feet turn by %g degrees per second", what, (double)m.snap);
    if (!(m.hips > 0.99f - m.reach && m.hips < 1.01f))
        fail_msg("%s: hips are %g times as high as the legs say", what, (double)m.hips);
}

/* ---- Tests ---- */

static void feet_stay_and_hips_have_their_height_on_the_bundled_avatar(void** state) {
    (void)state;
    for (int dialect = 0; dialect < 2; dialect++) {
        SceneBytes hero = scene_hero(dialect == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1, false);
        Stage stage = open_stage(hero.data, hero.size);
        for (GaitKind kind = 0; kind < GAIT_SWIM; kind++) {
            Gait gait = {kind, 0.1f, 2};
            Motion motion = new_motion((int32_t)(gait_length(kind) * 60) + 1);
            motion.source = gait_figure(&gait_builds[0]);
            for (int32_t f = 0; f < motion.count; f++) {
                motion.times[f] = f / 60.0;
                motion.poses[f] = gait_pose(&gait, motion.times[f], (uint32_t)f);
            }
            check_motion(&stage, &motion, gait_names[kind]);
            free_motion(&motion);
        }
        close_stage(&stage);
        scene_bytes_free(&hero);
    }
}

static void feet_stay_and_hips_have_their_height_on_real_avatars(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const avatars[] = {"vrm0/Godette_vrm_v4.vrm",
                                          "vrm0/256_ryuunoko.vrm",
                                          "vrm1/SampleBot.vrm",
                                          "vrm0/cryptovoxels.vrm",
                                          "vrm0/v_sekai_SK_Adult_Female.vrm",
                                          "vrm0/three-vrm_sphere.vrm"};
    static const char* const motions[] = {
        "vrma/three-vrm_idle_loop.vrma",
        "vrma/Walk.vrma",
        "motion-import/rocketbox/f_turn_left_120.max.fbx",
        "motion-import/rocketbox/m_turn_right_120_to_walk.max.fbx",
        "motion-import/rocketbox/m_run_stop.max.fbx",
        "motion-import/rocketbox/f_run_funny_02.max.fbx",
        "motion-import/rocketbox/f_run_injured.max.fbx",
        "motion-import/rocketbox/f_walk_fast_03.max.fbx",
        "motion-import/rocketbox/m_try_door_outwards.max.fbx",
        "motion-import/gene/02_laugh.vmd",
        "motion-import/gene/17_nothankyou.vmd"};
    TestBytes pmx = corpus_read("motion-import/gene/Gene_light.pmx"), none = {0};
    for (size_t i = 0; i < sizeof avatars / sizeof *avatars; i++) {
        TestBytes avatar = corpus_read(avatars[i]);
        Stage stage = open_stage(avatar.data, avatar.size);
        for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
            TestBytes bytes = corpus_read(motions[k]);
            bool is_clip = strstr(motions[k], ".vrma") != NULL;
            bool is_vmd = strstr(motions[k], ".vmd") != NULL;
            Motion motion =
                is_clip ? clip_motion(&bytes) : capture_motion(&bytes, is_vmd ? &pmx : &none);
            char what[200];
            snprintf(what, sizeof what, "%s on %s", motions[k], avatars[i]);
            check_motion(&stage, &motion, what);
            free_motion(&motion);
            test_bytes_free(&bytes);
        }
        close_stage(&stage);
        test_bytes_free(&avatar);
    }
    test_bytes_free(&pmx);
}

/* While the heel rises the ball stays, wherever the target's foot would be without contacts: the
 * foot is not turned by the difference of both. It shows on feet that are short and high. */
static void tiny_feet_do_not_snap_where_heels_leave_the_ground(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const motions[] = {"motion-import/rocketbox/m_try_door_outwards.max.fbx",
                                          "motion-import/rocketbox/f_turn_left_120.max.fbx",
                                          "motion-import/rocketbox/m_turn_right_60.max.fbx"};
    TestBytes avatar = corpus_read("vrm0/boomboxhead_332.vrm"), none = {0};
    Stage stage = open_stage(avatar.data, avatar.size);
    for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
        TestBytes bytes = corpus_read(motions[k]);
        Motion motion = capture_motion(&bytes, &none);
        Measures m = measure(&stage, &motion);
        if (!(m.snap < 350))
            fail_msg("%s: feet turn by %g degrees per second", motions[k], (double)m.snap);
        free_motion(&motion);
        test_bytes_free(&bytes);
    }
    close_stage(&stage);
    test_bytes_free(&avatar);
}

/* A mascot: feet of a person on legs of a third. */
static vrm_Skeleton short_legs(void) {
    vrm_Skeleton s = vrm_skeleton_person(0);
    float hip = s.positions[VRM_BONE_LEFT_UPPER_LEG].y;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        bool is_leg = b >= VRM_BONE_LEFT_UPPER_LEG && b <= VRM_BONE_RIGHT_TOES;
        s.positions[b].y = is_leg ? 0.3f * s.positions[b].y : s.positions[b].y - 0.7f * hip;
    }
    return s;
}

static void feet_of_short_legs_stay_above_the_ground(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const motions[] = {"vrma/Walk.vrma",
                                          "motion-import/rocketbox/m_run_stop.max.fbx",
                                          "motion-import/rocketbox/f_run_funny_02.max.fbx"};
    vrm_Skeleton figure = short_legs();
    for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
        TestBytes bytes = corpus_read(motions[k]);
        bool is_clip = strstr(motions[k], ".vrma") != NULL;
        TestBytes none = {0};
        Motion motion = is_clip ? clip_motion(&bytes) : capture_motion(&bytes, &none);
        vrm_RetargetDef def = vrm_default_retarget_def();
        vrm_Retarget* fitted = NULL;
        def.source = &motion.source;
        def.target = &figure;
        def.levels_feet = !is_clip;
        assert_int_equal(vrm_retarget(motion.poses, motion.times, motion.count, &def, &fitted),
                         VRM_OK);
        vrm_RetargetReport report = vrm_retarget_report(fitted);
        assert_true(report.holds_feet && report.depth_without_mm > 50);
        if (!(report.depth_mm < 5 && report.slide_max_mm < 5))
            fail_msg("%s: %g mm deep, %g aside", motions[k], (double)report.depth_mm,
                     (double)report.slide_max_mm);
        vrm_retarget_destroy(fitted);
        free_motion(&motion);
        test_bytes_free(&bytes);
    }
}

/* Feet that rise bend their toes up, however high the joint of the toes is above the sole, and
 * never let them flip. */
static void toes_bend_up_while_feet_rise(void** state) {
    (void)state;
    Dice dice = {7};
    for (int round = 0; round < 40; round++) {
        vrm_Skeleton figure = vrm_skeleton_person(0.0f);
        float ankle = figure.positions[VRM_BONE_LEFT_FOOT].y, before = 0.0f;
        figure.positions[VRM_BONE_LEFT_TOES].y = roll(&dice, 0.1f, 0.9f) * ankle;
        vrmi_Legs legs = vrmi_legs(&figure);
        vrm_Pose pose = vrm_pose_rest();
        float heading = roll(&dice, -3, 3);
        pose.rotations[VRM_BONE_HIPS] = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, heading);
        for (int degrees = 0; degrees <= 80; degrees++) {
            pose.rotations[VRM_BONE_LEFT_FOOT] =
                vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, (float)degrees * VRMI_TO_RADIANS);
            vrmi_LegPose now = vrmi_leg_pose(&legs, 0, &pose);
            float missing = vrmi_leg_missing_bend(&legs.sides[0], legs.sole, 0.0f, &now);
            vrmi_leg_bend_toes(&legs.sides[0], missing, &now);
            vrm_Quat bend = vrmi_quat_mul(vrmi_quat_conjugate(now.foot), now.toes);
            float up = -2.0f * vrmi_atan2(bend.x, bend.w) * VRMI_TO_DEGREES;
            assert_true(up > -0.1f);
            assert_true(fabsf(up - before) < 12.0f);
            before = up;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_stay_and_hips_have_their_height_on_the_bundled_avatar),
        cmocka_unit_test(feet_stay_and_hips_have_their_height_on_real_avatars),
        cmocka_unit_test(tiny_feet_do_not_snap_where_heels_leave_the_ground),
        cmocka_unit_test(feet_of_short_legs_stay_above_the_ground),
        cmocka_unit_test(toes_bend_up_while_feet_rise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
