/* SPDX-License-Identifier: MIT */
/* Motions with known contacts (support/gait.h) on figures of different build: feet stay where they
 * rest, soles stay above the ground, knees stay in their plane. */
#include "base/maths.h"
#include "support/check.h"
#include "support/gait.h"
#include "support/memory.h"
#include "vrm/retarget.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Clip {
    vrm_Pose* poses;
    double* times;
    int32_t count;
} Clip;

static Clip make_clip(const Gait* gait, double fps) {
    Clip clip = {.count = (int32_t)(gait_length(gait->kind) * fps + 0.5) + 1};
    clip.poses = malloc((size_t)clip.count * sizeof *clip.poses);
    clip.times = malloc((size_t)clip.count * sizeof *clip.times);
    assert_true(clip.poses != NULL && clip.times != NULL);
    for (int32_t f = 0; f < clip.count; f++) {
        clip.times[f] = f / fps;
        clip.poses[f] = gait_pose(gait, clip.times[f], (uint32_t)f);
    }
    return clip;
}

static void free_clip(Clip* clip) {
    free(clip->poses);
    free(clip->times);
}

static vrm_Retarget* fit(const Clip* clip, const vrm_RetargetDef* def) {
    vrm_Retarget* r = NULL;
    assert_int_equal(vrm_retarget(clip->poses, clip->times, clip->count, def, &r), VRM_OK);
    return r;
}

/* The farthest, in millimetres, that points that rest go from where they first rest. */
static float true_slide(const Clip* clip, GaitKind kind, const vrm_Skeleton* figure,
                        const vrm_Retarget* r, double margin) {
    float most = 0;
    for (int p = 0; p < VRM_SOLE_COUNT; p++) {
        vrm_Vec3 place = {0, 0, 0};
        bool rested = false;
        for (int32_t f = 0; f < clip->count; f++) {
            vrm_Vec3 soles[VRM_SOLE_COUNT];
            vrm_Pose pose = r != NULL ? vrm_retarget_pose(r, f) : clip->poses[f];
            bool rests = gait_rests(kind, p, clip->times[f], margin);
            gait_soles(figure, &pose, soles);
            if (rests && !rested) place = soles[p];
            if (rests) most = fmaxf(most, 1000 * vrmi_vec3_distance(soles[p], place));
            rested = rests;
        }
    }
    return most;
}

static void motions_rest_where_they_say(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    for (GaitKind kind = 0; kind < GAIT_SWIM; kind++) {
        Clip clip = make_clip(&(Gait){.kind = kind}, 60);
        float slide = true_slide(&clip, kind, &person, NULL, 0);
        if (!(slide < 2.5f)) fail_msg("%s: %g mm", gait_names[kind], (double)slide);
        free_clip(&clip);
    }
}

static void planted_feet_stay_on_every_figure(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    for (GaitKind kind = 0; kind < GAIT_SWIM; kind++) {
        for (int noisy = 0; noisy < 2; noisy++) {
            Clip clip = make_clip(&(Gait){kind, noisy != 0 ? 0.15f : 0.0f, 7}, 60);
            for (int i = 0; i < GAIT_BUILDS; i++) {
                vrm_Skeleton figure = gait_figure(&gait_builds[i]);
                vrm_RetargetDef def = vrm_default_retarget_def();
                def.source = &person;
                def.target = &figure;
                vrm_Retarget* r = fit(&clip, &def);
                vrm_RetargetReport report = vrm_retarget_report(r);
                float slide = true_slide(&clip, kind, &figure, r, 0.025);
                assert_true(report.holds_feet);
                if (!(slide < 5.0f && report.slide_max_mm < 5.0f))
                    fail_msg("%s, %s: a planted foot goes %g mm (%g)", gait_names[kind],
                             gait_builds[i].name, (double)slide, (double)report.slide_max_mm);
                if (!(report.depth_mm < 5.0f))
                    fail_msg("%s, %s: %g mm below the ground", gait_names[kind],
                             gait_builds[i].name, (double)report.depth_mm);
                vrm_retarget_destroy(r);
            }
            free_clip(&clip);
        }
    }
}

static vrm_RetargetDef def_for(const vrm_Skeleton* source, const vrm_Skeleton* target) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    def.source = source;
    def.target = target;
    return def;
}

static void soles_stay_above_the_ground(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    for (GaitKind kind = 0; kind < GAIT_SWIM; kind++) {
        Clip clip = make_clip(&(Gait){kind, 0.15f, 3}, 30);
        for (int i = 0; i < GAIT_BUILDS; i++) {
            vrm_Skeleton figure = gait_figure(&gait_builds[i]);
            vrm_RetargetDef def = def_for(&person, &figure);
            vrm_Retarget* r = fit(&clip, &def);
            for (int32_t f = 0; f < clip.count; f++) {
                vrm_Pose pose = vrm_retarget_pose(r, f);
                vrm_Vec3 soles[VRM_SOLE_COUNT];
                gait_soles(&figure, &pose, soles);
                for (int p = 0; p < VRM_SOLE_COUNT; p++) assert_true(soles[p].y > -0.005f);
            }
            vrm_retarget_destroy(r);
        }
        free_clip(&clip);
    }
}

static float angle_between(vrm_Vec3 a, vrm_Vec3 b) {
    return acosf(vrmi_clamp(vrmi_vec3_dot(a, b), -1, 1)) * VRMI_TO_DEGREES;
}

static void knees_stay_in_their_plane(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    for (GaitKind kind = 0; kind < GAIT_SWIM; kind++) {
        Clip clip = make_clip(&(Gait){.kind = kind}, 60);
        for (int i = 0; i < GAIT_BUILDS; i++) {
            vrm_Skeleton figure = gait_figure(&gait_builds[i]);
            vrm_RetargetDef def = def_for(&person, &figure);
            vrm_Retarget* r = fit(&clip, &def);
            for (int side = 0; side < 2; side++) {
                vrm_Vec3 last = {0, 0, 0}, last_source = {0, 0, 0};
                for (int32_t f = 0; f < clip.count; f++) {
                    vrm_Pose pose = vrm_retarget_pose(r, f);
                    float bend, source_bend;
                    vrm_Vec3 knee = gait_knee(&figure, &pose, side, &bend);
                    vrm_Vec3 source = gait_knee(&person, &clip.poses[f], side, &source_bend);
                    /* A straight leg has no plane. */
                    bool counts = f > 0 && bend > 0.01f && source_bend > 0.01f;
                    if (counts &&
                        angle_between(knee, last) > 6 + angle_between(source, last_source))
                        fail_msg("%s, %s: knee %d turns by %g degrees at frame %d (source %g)",
                                 gait_names[kind], gait_builds[i].name, side,
                                 (double)angle_between(knee, last), f,
                                 (double)angle_between(source, last_source));
                    last = knee;
                    last_source = source;
                }
            }
            vrm_retarget_destroy(r);
        }
        free_clip(&clip);
    }
}

/* No foot jumps: from frame to frame, of 120 a second, it goes no farther than the free one and
 * 15 mm, which is what the widest figure needs for half a turn in one step. */
static void feet_go_smoothly_in_and_out_of_contacts(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    for (GaitKind kind = 0; kind < GAIT_SWIM; kind++) {
        Clip clip = make_clip(&(Gait){.kind = kind}, 120);
        for (int i = 0; i < GAIT_BUILDS; i++) {
            vrm_Skeleton figure = gait_figure(&gait_builds[i]);
            vrm_RetargetDef def = def_for(&person, &figure);
            vrm_Retarget* held = fit(&clip, &def);
            def.feet = VRM_FEET_FREE;
            vrm_Retarget* loose = fit(&clip, &def);
            assert_false(vrm_retarget_report(loose).holds_feet);
            vrm_Vec3 last[2][VRM_SOLE_COUNT] = {{{0, 0, 0}}};
            for (int32_t f = 0; f < clip.count; f++) {
                vrm_Pose poses[2] = {vrm_retarget_pose(held, f), vrm_retarget_pose(loose, f)};
                vrm_Vec3 soles[2][VRM_SOLE_COUNT];
                for (int k = 0; k < 2; k++) gait_soles(&figure, &poses[k], soles[k]);
                for (int p = 0; p < VRM_SOLE_COUNT && f > 0; p++) {
                    float step = 1000 * vrmi_vec3_distance(soles[0][p], last[0][p]);
                    float free_step = 1000 * vrmi_vec3_distance(soles[1][p], last[1][p]);
                    if (step > free_step + 15.0f)
                        fail_msg("%s, %s: point %d goes %g mm at frame %d (free %g)",
                                 gait_names[kind], gait_builds[i].name, p, (double)step, f,
                                 (double)free_step);
                }
                memcpy(last, soles, sizeof last);
            }
            vrm_retarget_destroy(held);
            vrm_retarget_destroy(loose);
        }
        free_clip(&clip);
    }
}

/* Times at which the contacts of a point begin and end; at most 32. */
static int edges_of(const vrm_Retarget* r, const Clip* clip, int point, double out[32]) {
    int count = 0;
    bool was = false;
    for (int32_t f = 0; f <= clip->count; f++) {
        bool is = (vrm_retarget_contacts(r, f) >> point & 1) != 0;
        if (is != was && count < 32) out[count++] = clip->times[is ? f : f - 1];
        was = is;
    }
    return count;
}

static void contacts_are_the_same_at_every_frame_rate(void** state) {
    (void)state;
    static const double rates[] = {24, 30, 60, 120};
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    for (GaitKind kind = 0; kind < GAIT_SWIM; kind++) {
        for (uint32_t seed = 0; seed < 3; seed++) {
            double edges[4][VRM_SOLE_COUNT][32];
            int counts[4][VRM_SOLE_COUNT];
            for (int i = 0; i < 4; i++) {
                Clip clip = make_clip(&(Gait){kind, seed > 0 ? 0.1f : 0.0f, seed}, rates[i]);
                vrm_RetargetDef def = def_for(&person, NULL);
                vrm_Retarget* r = fit(&clip, &def);
                for (int p = 0; p < VRM_SOLE_COUNT; p++)
                    counts[i][p] = edges_of(r, &clip, p, edges[i][p]);
                vrm_retarget_destroy(r);
                free_clip(&clip);
            }
            for (int i = 0; i < 3; i++)
                for (int p = 0; p < VRM_SOLE_COUNT; p++) {
                    if (counts[i][p] != counts[3][p])
                        fail_msg("%s at %g: point %d has %d edges, not %d", gait_names[kind],
                                 rates[i], p, counts[i][p], counts[3][p]);
                    for (int e = 0; e < counts[i][p]; e++)
                        if (fabs(edges[i][p][e] - edges[3][p][e]) > 1.01 / rates[i])
                            fail_msg("%s at %g: point %d, edge %d at %g, not %g", gait_names[kind],
                                     rates[i], p, e, edges[i][p][e], edges[3][p][e]);
                }
        }
    }
}

static void contacts_are_those_of_the_motion(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    for (GaitKind kind = 0; kind < GAIT_KINDS; kind++) {
        Clip clip = make_clip(&(Gait){kind, 0.1f, 5}, 60);
        vrm_RetargetDef def = def_for(&person, NULL);
        vrm_Retarget* r = fit(&clip, &def);
        for (int32_t f = 0; f < clip.count; f++)
            for (int p = 0; p < VRM_SOLE_COUNT; p++) {
                bool is = (vrm_retarget_contacts(r, f) >> p & 1) != 0;
                bool surely = gait_rests(kind, p, clip.times[f], 0.04);
                bool perhaps = gait_rests(kind, p, clip.times[f], -0.09);
                if ((surely && !is) || (is && !perhaps))
                    fail_msg("%s: point %d at %g s is %s", gait_names[kind], p, clip.times[f],
                             is ? "planted" : "free");
            }
        assert_true(vrm_retarget_report(r).holds_feet == (kind != GAIT_SWIM));
        vrm_retarget_destroy(r);
        free_clip(&clip);
    }
}

static void motion_without_contacts_is_unchanged(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_SWIM}, 60);
    vrm_RetargetDef def = def_for(&person, NULL);
    vrm_Retarget* r = fit(&clip, &def);
    for (int32_t f = 0; f < clip.count; f++) {
        vrm_Pose pose = vrm_retarget_pose(r, f);
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            assert_true(vrmi_quat_angle(pose.rotations[b], clip.poses[f].rotations[b]) < 1e-3f);
        assert_true(vrmi_vec3_distance(pose.hips_offset, clip.poses[f].hips_offset) < 1e-6f);
    }
    vrm_retarget_destroy(r);
    free_clip(&clip);
}

/* Feet that hang still above the ground are not planted, unless they are to be. */
static void feet_that_hang_are_free(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_SIT}, 30);
    for (int32_t f = 0; f < clip.count; f++) clip.poses[f].hips_offset.y += 0.4f;
    vrm_RetargetDef def = def_for(&person, NULL);
    vrm_Retarget* r = fit(&clip, &def);
    assert_false(vrm_retarget_report(r).holds_feet);
    vrm_retarget_destroy(r);
    def.feet = VRM_FEET_HOLD;
    r = fit(&clip, &def);
    assert_true(vrm_retarget_report(r).holds_feet);
    vrm_retarget_destroy(r);
    free_clip(&clip);
}

/* Programs write a pose as one frame, or as two. */
static void pose_stands_on_the_ground_however_many_frames_it_has(void** state) {
    (void)state;
    static const double rates[] = {24.0, 30.0, 60.0, 120.0};
    vrm_Skeleton person = vrm_skeleton_person(0.0f);
    for (int rate = 0; rate < 4; rate++)
        for (int32_t count = 1; count <= 12; count++) {
            vrm_Pose poses[12];
            double times[12];
            for (int32_t f = 0; f < count; f++) {
                poses[f] = vrm_pose_rest();
                poses[f].hips_offset.y = 0.02f;
                times[f] = f / rates[rate];
            }
            vrm_RetargetDef def = vrm_default_retarget_def();
            vrm_Retarget* r = NULL;
            def.source = &person;
            assert_int_equal(vrm_retarget(poses, times, count, &def, &r), VRM_OK);
            assert_true(vrm_retarget_report(r).holds_feet);
            assert_float_equal(vrm_retarget_pose(r, 0).hips_offset.y, 0, 1e-3f);
            vrm_retarget_destroy(r);
        }
}

static void hips_are_scaled_by_the_legs(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_WALK}, 60);
    for (int i = 0; i < GAIT_BUILDS; i++) {
        const GaitBuild *a = &gait_builds[0], *b = &gait_builds[i];
        vrm_Skeleton figure = gait_figure(b);
        float scale = (b->thigh + b->shin + b->ankle) / (a->thigh + a->shin + a->ankle);
        vrm_RetargetDef def = def_for(&person, &figure);
        vrm_Retarget* r = fit(&clip, &def);
        test_close((double)vrm_retarget_report(r).scale, (double)scale, 1e-3, __FILE__, __LINE__);
        double height = 0, source = 0, way;
        for (int32_t f = 0; f < clip.count; f++) {
            height += (double)(vrm_retarget_pose(r, f).hips_offset.y +
                               figure.positions[VRM_BONE_LEFT_UPPER_LEG].y);
            source +=
                (double)(clip.poses[f].hips_offset.y + person.positions[VRM_BONE_LEFT_UPPER_LEG].y);
        }
        way = (double)vrm_retarget_pose(r, clip.count - 1).hips_offset.z;
        /* Hips are lowered where legs must reach. */
        test_close(height / source, (double)scale, 0.0125 * (double)scale, __FILE__, __LINE__);
        test_close(way, 4.3 * (double)scale, 0.03, __FILE__, __LINE__);
        vrm_retarget_destroy(r);
    }
    free_clip(&clip);
}

static void ground_of_the_source_becomes_the_ground(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_WALK}, 60);
    for (int32_t f = 0; f < clip.count; f++) clip.poses[f].hips_offset.y += 0.06f;
    vrm_RetargetDef def = def_for(&person, NULL);
    vrm_Retarget* r = fit(&clip, &def);
    vrm_Vec3 soles[VRM_SOLE_COUNT];
    vrm_Pose pose = vrm_retarget_pose(r, 15); /* 0.25 s: the left foot is flat */
    test_close((double)vrm_retarget_report(r).ground_mm, 60, 2, __FILE__, __LINE__);
    gait_soles(&person, &pose, soles);
    test_close((double)soles[VRM_SOLE_LEFT_HEEL].y, 0, 0.001, __FILE__, __LINE__);
    test_close((double)soles[VRM_SOLE_LEFT_BALL].y, 0, 0.001, __FILE__, __LINE__);
    vrm_retarget_destroy(r);
    free_clip(&clip);
}

static void feet_that_lie_tilted_are_made_level(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){GAIT_WALK, 0.1f, 4}, 60),
         tilted = make_clip(&(Gait){.kind = GAIT_WALK}, 60);
    vrm_Quat tilt = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, 0.3f);
    for (int32_t f = 0; f < clip.count; f++) {
        tilted.poses[f] = clip.poses[f];
        vrm_Quat* foot = &tilted.poses[f].rotations[VRM_BONE_LEFT_FOOT];
        *foot = vrmi_quat_mul(*foot, tilt);
    }
    vrm_RetargetDef def = def_for(&person, NULL);
    def.levels_feet = true;
    vrm_Retarget *a = fit(&clip, &def), *b = fit(&tilted, &def);
    test_close((double)vrm_retarget_report(a).tilt_degrees, 0, 0, __FILE__, __LINE__);
    test_close((double)vrm_retarget_report(b).tilt_degrees, 17.2, 1, __FILE__, __LINE__);
    for (int32_t f = 0; f < clip.count; f++) {
        assert_int_equal(vrm_retarget_contacts(a, f) & 3, vrm_retarget_contacts(b, f) & 3);
        vrm_Pose p = vrm_retarget_pose(a, f), q = vrm_retarget_pose(b, f);
        vrm_Vec3 there[VRM_SOLE_COUNT], here[VRM_SOLE_COUNT];
        gait_soles(&person, &p, there);
        gait_soles(&person, &q, here);
        for (int k = 0; k < 2; k++) assert_true(vrmi_vec3_distance(there[k], here[k]) < 0.01f);
    }
    vrm_retarget_destroy(a);
    vrm_retarget_destroy(b);
    free_clip(&clip);
    free_clip(&tilted);
}

/* feet strike with their heels, push off, hang and point; only one that lies tilted in most
 * of its contacts was wrong at rest. */
static void feet_that_are_right_are_not_levelled(void** state) {
    (void)state;
    static const float speeds[GAIT_KINDS] = {1.0f, 2.6f, 0, 0, 0, 0.8f};
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    for (GaitKind kind = 0; kind < GAIT_KINDS; kind++) {
        for (int stays = 0; stays < 3; stays++) {
            Clip clip = make_clip(&(Gait){kind, 0.1f, 6}, 60);
            vrm_Quat point = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, 0.4f);
            for (int32_t f = 0; f < clip.count; f++) {
                vrm_Quat* turns = clip.poses[f].rotations;
                if (stays != 0) clip.poses[f].hips_offset.z -= speeds[kind] * (float)clip.times[f];
                if (stays == 2) clip.times[f] *= 2; /* slowly */
                if (kind != GAIT_SWIM) continue;
                turns[VRM_BONE_LEFT_FOOT] = vrmi_quat_mul(turns[VRM_BONE_LEFT_FOOT], point);
                turns[VRM_BONE_RIGHT_FOOT] = vrmi_quat_mul(turns[VRM_BONE_RIGHT_FOOT], point);
            }
            vrm_RetargetDef def = def_for(&person, NULL);
            def.levels_feet = true;
            vrm_Retarget* r = fit(&clip, &def);
            float tilt = vrm_retarget_report(r).tilt_degrees;
            if (tilt != 0)
                fail_msg("%s%s: feet are turned by %g degrees", gait_names[kind],
                         stays != 0 ? " in place" : "", (double)tilt);
            vrm_retarget_destroy(r);
            free_clip(&clip);
        }
    }
}

/* A walk of whole strides whose way is taken out, on every figure: planted feet go with the belt,
 * and the ends still fit. */
static void walk_on_the_spot_is_held_on_its_belt(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_WALK}, 60);
    clip.count = 199; /* three strides */
    for (int32_t f = 0; f < clip.count; f++) clip.poses[f].hips_offset.z -= (float)clip.times[f];
    for (int i = 0; i < GAIT_BUILDS; i++) {
        vrm_Skeleton figure = gait_figure(&gait_builds[i]);
        vrm_RetargetDef def = def_for(&person, &figure);
        vrm_Retarget* r = fit(&clip, &def);
        vrm_RetargetReport report = vrm_retarget_report(r);
        test_close((double)report.treadmill_speed, (double)report.scale,
                   0.02 * (double)report.scale, __FILE__, __LINE__);
        assert_true(report.holds_feet && report.slide_max_mm < 5.0f && report.depth_mm < 5.0f);
        assert_true(report.planted > 0.9f);
        vrm_Pose a = vrm_retarget_pose(r, 0), b = vrm_retarget_pose(r, clip.count - 1);
        assert_true(fabsf(b.hips_offset.z) < 0.02f);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
            assert_true(vrmi_quat_angle(a.rotations[bone], b.rotations[bone]) < 0.02f);
        vrm_retarget_destroy(r);
    }
    free_clip(&clip);
}

/* ---- The way ---- */

static void walk_without_root_motion_stays_and_sways(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_WALK}, 60);
    vrm_RetargetDef def = def_for(&person, NULL);
    def.root_motion = VRM_ROOT_MOTION_REMOVE;
    vrm_Retarget* r = fit(&clip, &def);
    float low = 1, high = -1;
    for (int32_t f = 0; f < clip.count; f++) {
        vrm_Vec3 at = vrm_retarget_pose(r, f).hips_offset;
        assert_true(fabsf(at.z) < 0.01f && fabsf(at.x) < 0.03f);
        low = fminf(low, at.x);
        high = fmaxf(high, at.x);
    }
    assert_true(high - low > 0.025f); /* of 30 mm */
    vrm_retarget_destroy(r);
    free_clip(&clip);
}

static void root_and_pose_make_the_motion_again(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    vrm_Vec3 rest = person.positions[VRM_BONE_HIPS];
    for (int k = 0; k < 2; k++) {
        Clip clip = make_clip(&(Gait){.kind = k == 0 ? GAIT_WALK : GAIT_TURN}, 60);
        vrm_RetargetDef def = def_for(&person, NULL);
        vrm_Retarget* whole = fit(&clip, &def);
        def.root_motion = VRM_ROOT_MOTION_ROOT;
        vrm_Retarget* split = fit(&clip, &def);
        for (int32_t f = 0; f < clip.count; f++) {
            vrm_Pose is = vrm_retarget_pose(split, f), should = vrm_retarget_pose(whole, f);
            vrm_Transform root = vrm_retarget_root(split, f);
            vrm_Vec3 at = vrmi_transform_point(root, vrmi_vec3_add(rest, is.hips_offset));
            vrm_Quat turn = vrmi_quat_mul(root.rotation, is.rotations[VRM_BONE_HIPS]);
            assert_true(vrmi_vec3_distance(at, vrmi_vec3_add(rest, should.hips_offset)) < 1e-4f);
            assert_true(vrmi_quat_angle(turn, should.rotations[VRM_BONE_HIPS]) < 2e-3f);
            assert_true(fabsf(is.hips_offset.z) < 0.05f);
        }
        vrm_Transform last = vrm_retarget_root(split, clip.count - 1);
        if (k == 0) assert_true(last.translation.z > 4.2f);
        if (k == 1) assert_true(fabsf(last.rotation.y) > 0.99f); /* half a turn */
        vrm_retarget_destroy(whole);
        vrm_retarget_destroy(split);
        free_clip(&clip);
    }
}

/* ---- Loops ---- */

static void loop_of_a_walk_is_whole_strides_and_closed(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]), child = gait_figure(&gait_builds[1]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_WALK}, 60);
    clip.count -= 34; /* three strides and some of the fourth */
    vrm_RetargetDef def = def_for(&person, &child);
    def.loops = true;
    vrm_Retarget* r = fit(&clip, &def);
    vrm_RetargetReport report = vrm_retarget_report(r);
    int32_t last = vrm_retarget_frame_count(r) - 1;
    assert_true(abs(last - 198) <= 1); /* of 66 frames */
    /* A quarter of a degree from frame to frame: what the legs of a walk change their speed by. */
    assert_true(report.loop_closed_degrees < 0.05f && report.loop_smoothed_degrees < 15.0f);
    assert_true(report.slide_max_mm < 5.0f);
    vrm_Pose a = vrm_retarget_pose(r, 0), b = vrm_retarget_pose(r, last);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (!(vrmi_quat_angle(a.rotations[bone], b.rotations[bone]) < 0.3f * VRMI_TO_RADIANS))
            fail_msg(
                "%s differs by %g", vrm_bone_name((vrm_Bone)bone),
                (double)(VRMI_TO_DEGREES * vrmi_quat_angle(a.rotations[bone], b.rotations[bone])));
    assert_true(fabsf(a.hips_offset.y - b.hips_offset.y) < 0.001f);
    vrm_retarget_destroy(r);
    free_clip(&clip);
}

static void loop_that_is_closed_stays_whole(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_RUN}, 60);
    clip.count = 43; /* one stride of 42 frames */
    vrm_RetargetDef def = def_for(&person, NULL);
    def.loops = true;
    vrm_Retarget* r = fit(&clip, &def);
    assert_int_equal(vrm_retarget_frame_count(r), 43);
    assert_true(vrm_retarget_report(r).loop_closed_degrees < 0.05f);
    for (int32_t f = 0; f < 43; f++) {
        vrm_Pose pose = vrm_retarget_pose(r, f);
        assert_true(vrmi_quat_angle(pose.rotations[VRM_BONE_HIPS],
                                    clip.poses[f].rotations[VRM_BONE_HIPS]) < 0.01f);
    }
    vrm_retarget_destroy(r);
    free_clip(&clip);
}

static void loop_that_lacks_its_last_frame_gets_it(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    static const double rates[] = {60, 30};
    for (int k = 0; k < 2; k++) { /* sampled as it was made, and twice as fine */
        Clip clip = make_clip(&(Gait){.kind = GAIT_RUN}, 60);
        clip.count = 43 - (int32_t)(60 / rates[k]); /* of a stride of 42 */
        vrm_RetargetDef def = def_for(&person, NULL);
        def.loops = true;
        def.frame_s = (float)(1 / rates[k]);
        vrm_Retarget* r = fit(&clip, &def);
        int32_t last = vrm_retarget_frame_count(r) - 1;
        assert_int_equal(last, clip.count);
        assert_int_equal(vrm_retarget_report(r).first_frame, 0);
        assert_true(vrm_retarget_report(r).loop_gap_degrees > 2.0f);
        assert_true(vrm_retarget_report(r).loop_closed_degrees < 0.05f);
        vrm_Pose first = vrm_retarget_pose(r, 0), end = vrm_retarget_pose(r, last);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
            assert_true(vrmi_quat_angle(first.rotations[bone], end.rotations[bone]) < 0.01f);
        /* A stride farther on. */
        float way = end.hips_offset.z - first.hips_offset.z;
        float stride = clip.poses[42].hips_offset.z - clip.poses[0].hips_offset.z;
        assert_true(fabsf(way - stride) < 0.02f);
        vrm_retarget_destroy(r);
        free_clip(&clip);
    }
}

static void loop_with_a_gap_is_closed(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_SIT}, 60);
    vrm_Vec3 axis = {0, 0, 1};
    for (int32_t f = 0; f < clip.count; f++) /* an arm that sinks: no two frames are alike */
        clip.poses[f].rotations[VRM_BONE_LEFT_UPPER_ARM] =
            vrmi_quat_from_axis_angle(axis, 0.3f + 0.2f * (float)clip.times[f]);
    vrm_RetargetDef def = def_for(&person, NULL);
    def.loops = true;
    def.loop_shortest = 2.0f;
    vrm_Retarget* r = fit(&clip, &def);
    vrm_RetargetReport report = vrm_retarget_report(r);
    assert_true(report.loop_gap_degrees > 15.0f);
    assert_true(report.loop_closed_degrees < 0.05f);
    assert_true(report.loop_smoothed_degrees <= 0.2f * report.loop_step_degrees + 1.0f);
    vrm_retarget_destroy(r);
    free_clip(&clip);
}

/* ---- Figures ---- */

/* A person in a BVH, in centimetres; toes are `ahead` of the ankle and 10 below. */
static vrm_Capture* read_person(double ahead) {
    static const char joint[] = "JOINT %s { OFFSET %g %g %g CHANNELS 3 Zrotation Xrotation "
                                "Yrotation ";
    char text[4096];
    int at =
        snprintf(text, sizeof text,
                 "HIERARCHY\nROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition "
                 "Zrotation Xrotation Yrotation ");
    at += snprintf(text + at, sizeof text - (size_t)at, joint, "Spine", 0.0, 10.0, 0.0);
    at += snprintf(text + at, sizeof text - (size_t)at, joint, "Head", 0.0, 50.0, 0.0);
    at += snprintf(text + at, sizeof text - (size_t)at, "End Site { OFFSET 0 15 0 } } }\n");
    for (int side = 0; side < 2; side++) {
        const char* names[2][4] = {{"LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"},
                                   {"RightUpLeg", "RightLeg", "RightFoot", "RightToeBase"}};
        const double steps[4][3] = {
            {side == 0 ? 9 : -9, -5, 0}, {0, -42, 0}, {0, -40, 0}, {0, -10, ahead}};
        for (int i = 0; i < 4; i++)
            at += snprintf(text + at, sizeof text - (size_t)at, joint, names[side][i], steps[i][0],
                           steps[i][1], steps[i][2]);
        at += snprintf(text + at, sizeof text - (size_t)at, "End Site { OFFSET 0 0 5 } } } } }\n");
    }
    at += snprintf(text + at, sizeof text - (size_t)at, "}\nMOTION\nFrames: 1\nFrame Time: 0.1\n");
    for (int i = 0; i < 36; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s ", i == 1 ? "97" : "0");
    vrm_Capture* capture = NULL;
    assert_int_equal(vrm_capture_read(text, (size_t)at, NULL, &capture), VRM_OK);
    return capture;
}

static void figure_of_a_capture_is_that_of_the_file(void** state) {
    (void)state;
    vrm_Capture* capture = read_person(14);
    vrm_Skeleton figure = vrm_skeleton_of_capture(capture);
    test_close((double)figure.positions[VRM_BONE_HIPS].y, 0.97, 1e-4, __FILE__, __LINE__);
    test_close((double)figure.positions[VRM_BONE_LEFT_UPPER_LEG].x, 0.09, 1e-4, __FILE__, __LINE__);
    test_close((double)figure.positions[VRM_BONE_LEFT_FOOT].y, 0.1, 1e-4, __FILE__, __LINE__);
    test_close((double)figure.positions[VRM_BONE_LEFT_TOES].z, 0.14, 1e-4, __FILE__, __LINE__);
    assert_true((figure.bones >> VRM_BONE_RIGHT_TOES & 1) != 0);
    assert_true((figure.bones >> VRM_BONE_LEFT_HAND & 1) == 0);
    vrm_capture_destroy(capture);
}

/* As in a rest pose that is a frame of a run. */
static void feet_that_hang_at_rest_are_brought_flat(void** state) {
    (void)state;
    vrm_Capture* capture = read_person(-1);
    vrm_Skeleton figure = vrm_skeleton_of_capture(capture);
    float ahead = figure.positions[VRM_BONE_LEFT_TOES].z - figure.positions[VRM_BONE_LEFT_FOOT].z;
    float below = figure.positions[VRM_BONE_LEFT_FOOT].y - figure.positions[VRM_BONE_LEFT_TOES].y;
    test_close(atan2((double)below, (double)ahead), 0.698, 0.01, __FILE__, __LINE__);
    vrm_capture_destroy(capture);
}

/* ---- Bad input ---- */

static void check_finite(const vrm_Retarget* r) {
    for (int32_t f = 0; f < vrm_retarget_frame_count(r); f++) {
        vrm_Pose pose = vrm_retarget_pose(r, f);
        vrm_Transform root = vrm_retarget_root(r, f);
        assert_true(vrmi_vec3_is_finite(pose.hips_offset));
        assert_true(vrmi_vec3_is_finite(root.translation) && vrmi_quat_is_finite(root.rotation));
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            float square = vrmi_quat_dot(pose.rotations[b], pose.rotations[b]);
            assert_true(fabsf(square - 1) < 1e-3f);
        }
    }
    vrm_RetargetReport report = vrm_retarget_report(r);
    const float numbers[] = {report.planted,
                             report.scale,
                             report.slide_max_mm,
                             report.slide_mean_mm,
                             report.depth_mm,
                             report.hips_lowered_mm,
                             report.joint_error_degrees,
                             report.loop_gap_degrees,
                             report.loop_closed_degrees,
                             report.loop_smoothed_degrees};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_true(vrmi_is_finite(numbers[i]));
}

/* Every option on a clip, from and to a skeleton. */
static void try_all(const Clip* clip, const vrm_Skeleton* source, const vrm_Skeleton* target) {
    for (int i = 0; i < 18; i++) {
        vrm_RetargetDef def = def_for(source, target);
        def.feet = (vrm_Feet)(i % 3);
        def.root_motion = (vrm_RootMotion)(i / 3 % 3);
        def.loops = i >= 9;
        def.levels_feet = i % 2 == 1;
        vrm_Retarget* r = fit(clip, &def);
        check_finite(r);
        vrm_retarget_destroy(r);
    }
}

static void odd_skeletons_give_numbers(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_WALK}, 30);
    clip.count = 60;
    for (int i = 0; i < 8; i++) {
        vrm_Skeleton odd = person;
        vrm_Vec3* at = odd.positions;
        if (i == 0) memset(at, 0, sizeof odd.positions);
        if (i == 1) at[VRM_BONE_LEFT_LOWER_LEG] = at[VRM_BONE_LEFT_UPPER_LEG];
        if (i == 2) odd.bones &= ~((uint64_t)1 << VRM_BONE_RIGHT_FOOT);
        if (i == 3) odd.bones = 0;
        if (i == 4) at[VRM_BONE_LEFT_TOES] = at[VRM_BONE_LEFT_FOOT];
        if (i == 5) odd.bones &= ~((uint64_t)1 << VRM_BONE_LEFT_TOES);
        if (i == 6) at[VRM_BONE_LEFT_FOOT].y = -0.3f;
        if (i == 7)
            for (int b = 0; b < VRM_BONE_COUNT; b++) at[b] = vrmi_vec3_scale(at[b], 1e5f);
        try_all(&clip, &person, &odd);
        try_all(&clip, &odd, &person);
        try_all(&clip, &odd, NULL);
    }
    free_clip(&clip);
}

static void odd_clips_give_numbers(void** state) {
    (void)state;
    vrm_Skeleton person = gait_figure(&gait_builds[0]), wide = gait_figure(&gait_builds[4]);
    Clip clip = make_clip(&(Gait){.kind = GAIT_WALK}, 30);
    static const int32_t counts[] = {1, 2, 3, 4, 5, 40};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        clip.count = counts[i];
        try_all(&clip, &person, &wide);
    }
    for (int32_t f = 0; f < clip.count; f++) clip.poses[f] = clip.poses[0];
    try_all(&clip, &person, &wide);
    for (int32_t f = 0; f < clip.count; f++) clip.times[f] = 1e9 + 1e-6 * f;
    try_all(&clip, &person, &wide);
    for (int32_t f = 0; f < clip.count; f++) clip.times[f] = 1e3 * f;
    clip.poses[3].hips_offset.y = NAN;
    clip.poses[4].rotations[VRM_BONE_LEFT_FOOT] = (vrm_Quat){0, 0, 0, 0};
    clip.poses[5].rotations[VRM_BONE_HIPS] = (vrm_Quat){INFINITY, 0, NAN, 1};
    clip.poses[6].hips_offset = (vrm_Vec3){3e38f, -3e38f, 3e38f};
    try_all(&clip, &person, &wide);
    free_clip(&clip);
}

static void wrong_arguments_are_refused(void** state) {
    (void)state;
    Clip clip = make_clip(&(Gait){.kind = GAIT_SIT}, 30);
    vrm_Retarget* r = NULL;
    vrm_RetargetDef def = vrm_default_retarget_def();
    assert_int_equal(vrm_retarget(clip.poses, clip.times, 0, &def, &r), VRM_ERR_ARGUMENT);
    def.max_bytes = 20000;
    assert_int_equal(vrm_retarget(clip.poses, clip.times, clip.count, &def, &r), VRM_ERR_LIMIT);
    def.max_bytes = 2 * (uint64_t)clip.count * sizeof(vrm_Pose);
    assert_int_equal(vrm_retarget(clip.poses, clip.times, clip.count, &def, &r), VRM_ERR_LIMIT);
    assert_null(r);
    clip.times[2] = clip.times[1];
    assert_int_equal(vrm_retarget(clip.poses, clip.times, 4, NULL, &r), VRM_ERR_ARGUMENT);
    vrm_Skeleton bad = gait_figure(&gait_builds[0]);
    bad.positions[VRM_BONE_HEAD].x = NAN;
    def = def_for(&bad, NULL);
    assert_int_equal(vrm_retarget(clip.poses, clip.times, 1, &def, &r), VRM_ERR_ARGUMENT);
    memset(&def, 0, sizeof def);
    assert_int_equal(vrm_retarget(clip.poses, clip.times, 1, &def, &r), VRM_ERR_DEF);
    free_clip(&clip);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    const Clip* clip = ctx;
    vrm_RetargetDef def = vrm_default_retarget_def();
    def.root_motion = VRM_ROOT_MOTION_ROOT;
    def.loops = true;
    def.allocator = *allocator;
    vrm_Retarget* r = NULL;
    vrm_Result result = vrm_retarget(clip->poses, clip->times, clip->count, &def, &r);
    vrm_retarget_destroy(r);
    return result;
}

static void missing_memory_is_survived(void** state) {
    (void)state;
    Clip clip = make_clip(&(Gait){.kind = GAIT_WALK}, 24);
    assert_true(test_every_allocation_failing(attempt, &clip) >= 8);
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    assert_int_equal(attempt(&allocator, &clip), VRM_OK);
    assert_true(memory.peak_bytes < (size_t)clip.count * 6 * sizeof(vrm_Pose));
    free_clip(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_rest_where_they_say),
        cmocka_unit_test(planted_feet_stay_on_every_figure),
        cmocka_unit_test(soles_stay_above_the_ground),
        cmocka_unit_test(knees_stay_in_their_plane),
        cmocka_unit_test(feet_go_smoothly_in_and_out_of_contacts),
        cmocka_unit_test(contacts_are_the_same_at_every_frame_rate),
        cmocka_unit_test(contacts_are_those_of_the_motion),
        cmocka_unit_test(motion_without_contacts_is_unchanged),
        cmocka_unit_test(feet_that_hang_are_free),
        cmocka_unit_test(pose_stands_on_the_ground_however_many_frames_it_has),
        cmocka_unit_test(hips_are_scaled_by_the_legs),
        cmocka_unit_test(ground_of_the_source_becomes_the_ground),
        cmocka_unit_test(feet_that_lie_tilted_are_made_level),
        cmocka_unit_test(feet_that_are_right_are_not_levelled),
        cmocka_unit_test(walk_on_the_spot_is_held_on_its_belt),
        cmocka_unit_test(walk_without_root_motion_stays_and_sways),
        cmocka_unit_test(root_and_pose_make_the_motion_again),
        cmocka_unit_test(loop_of_a_walk_is_whole_strides_and_closed),
        cmocka_unit_test(loop_that_is_closed_stays_whole),
        cmocka_unit_test(loop_that_lacks_its_last_frame_gets_it),
        cmocka_unit_test(loop_with_a_gap_is_closed),
        cmocka_unit_test(figure_of_a_capture_is_that_of_the_file),
        cmocka_unit_test(feet_that_hang_at_rest_are_brought_flat),
        cmocka_unit_test(odd_skeletons_give_numbers),
        cmocka_unit_test(odd_clips_give_numbers),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(missing_memory_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
