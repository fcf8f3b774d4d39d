/* SPDX-License-Identifier: MIT */
#include "support/edits.h"

#include "support/check.h"

#include <math.h>

vrm_Motion* edits_motion_of(vrm_Recorder* recorder) {
    vrm_Model* model = NULL;
    vrm_Motion* motion = NULL;
    size_t size = 0;
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    vrm_recorder_destroy(recorder);
    assert_int_equal(vrm_model_save_size(model, &size), VRM_OK);
    uint8_t* bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(vrm_model_save(model, bytes, size), VRM_OK);
    assert_int_equal(vrm_motion_load(bytes, size, NULL, &motion), VRM_OK);
    free(bytes);
    vrm_model_destroy(model);
    return motion;
}

/* ---- Random motions ---- */

typedef struct Swing {
    float angle, rate, phase; /* radians, radians a second, radians */
    vrm_Vec3 axis;
} Swing;

static vrm_Quat swing_at(const Swing* swing, float time) {
    float half = 0.5f * swing->angle * sinf(swing->rate * time + swing->phase);
    vrm_Vec3 a = swing->axis;
    float length = sqrtf(a.x * a.x + a.y * a.y + a.z * a.z), s = sinf(half) / length;
    return (vrm_Quat){a.x * s, a.y * s, a.z * s, cosf(half)};
}

vrm_Motion* edits_random_motion(Dice* dice) {
    static const char* const names[] = {"blinkLeft", "happy", "mouthSmileRight", "aa"};
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    Swing swings[VRM_BONE_COUNT];
    def.name = "random";
    def.hips_height = roll(dice, 0.6f, 1.2f);
    def.tolerance_degrees = def.tolerance_metres = def.tolerance_weight = 0.0f;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        swings[b] =
            (Swing){roll(dice, 0.1f, 0.8f),
                    roll(dice, 1.0f, 6.0f),
                    roll(dice, 0.0f, 6.0f),
                    {roll(dice, 0.1f, 1.0f), roll(dice, -1.0f, 1.0f), roll(dice, -1.0f, 1.0f)}};
        bool is_eye = b == VRM_BONE_LEFT_EYE || b == VRM_BONE_RIGHT_EYE;
        if (!is_eye && roll(dice, 0.0f, 1.0f) < 0.6f) def.bones |= (uint64_t)1 << b;
    }
    assert_int_equal(vrm_recorder_create(&def, &recorder), VRM_OK);
    float rate = roll_int(dice, 2) == 0 ? 30.0f : 60.0f, seconds = roll(dice, 1.0f, 3.0f);
    float way_x = roll(dice, -1.5f, 1.5f), way_z = roll(dice, -1.5f, 1.5f);
    for (int f = 0; f <= (int)(seconds * rate); f++) {
        float time = (float)f / rate;
        vrm_Pose pose = vrm_pose_rest();
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            if (def.bones >> b & 1) pose.rotations[b] = swing_at(&swings[b], time);
        pose.hips_offset = (vrm_Vec3){way_x * time, 0.05f * sinf(6.0f * time), way_z * time};
        assert_int_equal(vrm_recorder_add_frame(recorder, (double)time, &pose), VRM_OK);
        for (int e = 0; e < 4; e++)
            assert_int_equal(vrm_recorder_set_expression(
                                 recorder, names[e], 0.5f + 0.4f * sinf(3.0f * time + (float)e)),
                             VRM_OK);
        assert_int_equal(vrm_recorder_set_gaze(recorder, 30.0f * sinf(2.0f * time), 5.0f), VRM_OK);
    }
    return edits_motion_of(recorder);
}

/* ---- Comparing ---- */

vrm_Clip* edits_clip_of(const vrm_Motion* motion) {
    vrm_Clip* clip = NULL;
    vrm_Model* model = NULL; /* written again, all have the hips of a recording */
    vrm_FitDef fit = vrm_default_fit_def();
    fit.feet = VRM_FEET_FREE;
    fit.tolerance_degrees = fit.tolerance_metres = fit.tolerance_weight = 0.0f;
    assert_int_equal(vrm_motion_animation(motion, NULL, &fit, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_model_destroy(model);
    return clip;
}

static int32_t find_expression(const vrm_Clip* clip, const char* name) {
    for (int32_t e = 0; e < vrm_clip_expression_count(clip); e++)
        if (strcmp(vrm_clip_expression_name(clip, e), name) == 0) return e;
    print_error("no expression %s\n", name);
    fail();
    return -1;
}

float edits_weight(const vrm_Clip* clip, const char* name, float time_s) {
    return vrm_clip_sample_expression(clip, find_expression(clip, name), time_s);
}

double edits_degrees(vrm_Quat a, vrm_Quat b) {
    double plus = 0.0, minus = 0.0;
    const float *p = &a.x, *q = &b.x;
    for (int i = 0; i < 4; i++) {
        plus += ((double)p[i] + (double)q[i]) * ((double)p[i] + (double)q[i]);
        minus += ((double)p[i] - (double)q[i]) * ((double)p[i] - (double)q[i]);
    }
    return 4.0 * asin(0.5 * sqrt(plus < minus ? plus : minus)) * 57.29577951308232;
}

static void check_moment(const vrm_Clip* a, float at_a, const vrm_Clip* b, float at_b) {
    vrm_ClipSample one, other;
    vrm_clip_sample(a, at_a, &one);
    vrm_clip_sample(b, at_b, &other);
    float scale = 1.0f;
    if (vrm_clip_hips_height(a) > 0.01f && vrm_clip_hips_height(b) > 0.01f)
        scale = vrm_clip_hips_height(a) / vrm_clip_hips_height(b);
    for (int i = 0; i < VRM_BONE_COUNT; i++) {
        double angle = edits_degrees(one.pose.rotations[i], other.pose.rotations[i]);
        if (angle > 0.05) print_error("bone %d at %g s: %g degrees\n", i, (double)at_a, angle);
        assert_true(angle <= 0.05);
    }
    vrm_Vec3 p = one.pose.hips_offset, q = other.pose.hips_offset;
    float far = 1.0f + fabsf(p.x) + fabsf(p.y) + fabsf(p.z);
    assert_float_equal(p.x, scale * q.x, 2e-4 * (double)far);
    assert_float_equal(p.y, scale * q.y, 2e-4 * (double)far);
    assert_float_equal(p.z, scale * q.z, 2e-4 * (double)far);
    if (one.has_gaze || other.has_gaze) {
        assert_float_equal(one.gaze_degrees.x, other.gaze_degrees.x, 0.05);
        assert_float_equal(one.gaze_degrees.y, other.gaze_degrees.y, 0.05);
    }
    for (int32_t e = 0; e < vrm_clip_expression_count(a); e++)
        assert_float_equal(vrm_clip_sample_expression(a, e, at_a),
                           edits_weight(b, vrm_clip_expression_name(a, e), at_b), 1e-3);
}

void edits_check_part(const vrm_Motion* whole, double from_s, double speed,
                      const vrm_Motion* part) {
    vrm_Clip *a = edits_clip_of(whole), *b = edits_clip_of(part);
    assert_int_equal(vrm_clip_expression_count(a), vrm_clip_expression_count(b));
    for (int f = 0; f <= 40; f++) {
        double time = vrm_motion_info(part).seconds * f / 40.0;
        check_moment(a, (float)(from_s + speed * time), b, (float)time);
    }
    vrm_clip_destroy(a);
    vrm_clip_destroy(b);
}

void edits_check_same(const vrm_Motion* a, const vrm_Motion* b) {
    double seconds = vrm_motion_info(a).seconds;
    assert_float_equal(seconds, vrm_motion_info(b).seconds, 1e-4 * (1.0 + seconds));
    assert_int_equal(vrm_motion_info(a).bones, vrm_motion_info(b).bones);
    edits_check_part(a, 0.0, 1.0, b);
}
