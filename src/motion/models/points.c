/* SPDX-License-Identifier: MIT */
/* Places of joints, one array: frames x joints x 3. The caller names the layout, or the number of
 * joints tells it. */
#include "motion/models/models.h"
#include "motion/models/points_solve.h"
#include "motion/models/posed.h"
#include "motion/models/up.h"
#include "motion/numpy/npy.h"

#include <math.h>

bool vrmi_points_recognises(const uint8_t* bytes, size_t size) {
    return vrmi_npy_recognises(bytes, size);
}

/* ---- Layout ---- */

/* An array as frames of points, whatever the order of its dimensions. */
typedef struct Points {
    vrmi_Npy array;
    vrm_PointLayout layout; /* as the caller says */
    const vrmi_PointSet* set;
    size_t frame_count;
    size_t frame_stride, point_stride, axis_stride; /* in numbers */
    uint64_t invalid;
} Points;

static bool set_layout(Points* points, size_t frames, size_t frame_stride, size_t joints,
                       size_t point_stride, size_t axis_stride) {
    points->set = vrmi_point_set(points->layout, joints);
    points->frame_count = frames;
    points->frame_stride = frame_stride;
    points->point_stride = point_stride;
    points->axis_stride = axis_stride;
    return points->set != NULL && frames > 0;
}

/* Frames x joints x 3 or more (a visibility); joints x 3 x frames; frames x (joints * 3). */
static bool fits(Points* points, int32_t dimensions, const size_t* n, const size_t* s) {
    if (dimensions == 2 && n[1] % 3 == 0)
        return set_layout(points, n[0], s[0], n[1] / 3, s[1] * 3, s[1]);
    if (dimensions != 3) return false;
    return (n[2] >= 3 && n[2] <= 5 && set_layout(points, n[0], s[0], n[1], s[1], s[2])) ||
           (n[1] == 3 && set_layout(points, n[2], s[2], n[0], s[0], s[1]));
}

/* Models that make several motions at once write one of them behind a dimension of 1. */
static bool find_layout(Points* points) {
    const vrmi_Npy* a = &points->array;
    for (int32_t d = 0; d < a->dimension_count; d++) {
        if (fits(points, a->dimension_count - d, a->shape + d, a->strides + d)) return true;
        if (a->shape[d] != 1) return false;
    }
    return false;
}

/* Several motions, each of which could be read. */
static bool has_motions(Points* points) {
    const vrmi_Npy* a = &points->array;
    return a->dimension_count > 2 && a->shape[0] > 1 &&
           fits(points, a->dimension_count - 1, a->shape + 1, a->strides + 1);
}

static vrm_Result refuse_shape(const vrmi_CaptureInput* input, Points* points) {
    const vrmi_Npy* array = &points->array;
    char shape[VRMI_NPY_SHAPE_ROOM];
    bool is_features =
        array->dimension_count >= 2 && (array->shape[array->dimension_count - 1] == 263 ||
                                        array->shape[array->dimension_count - 1] == 251);
    if (is_features)
        vrmi_report_at(
            input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
            "These are feature vectors of HumanML3D or KIT-ML (rows of %zu numbers), not "
            "positions; recover the positions of the joints first.",
            array->shape[array->dimension_count - 1]);
    else if (array->type != VRMI_NPY_NUMBERS)
        vrmi_report_at(input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
                       "The numbers are of the type %s, which is not read; save them as float32: "
                       "numpy.save(file, array.astype('float32')).",
                       array->type_text);
    else if (has_motions(points))
        vrmi_report_at(input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
                       "The array has %zu motions (%s); save each to a file of its own: "
                       "numpy.save(file, array[0]).",
                       array->shape[0], vrmi_npy_shape_text(array, shape));
    else if (input->points != VRM_POINT_LAYOUT_GUESS)
        vrmi_report_at(input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
                       "Positions are frames x joints x 3, with at least the joints of the layout "
                       "that was asked for; the array is %s.",
                       vrmi_npy_shape_text(array, shape));
    else
        vrmi_report_at(input->report, VRMI_RULE_NPY_SHAPE, VRM_NO_OFFSET,
                       "Positions are frames x joints x 3, with the 22 joints of HumanML3D, 24 of "
                       "SMPL, 33 of MediaPipe or 17 of COCO; the array is %s. If it begins with "
                       "these joints, name the layout: --points (vrm_MotionDef.points).",
                       vrmi_npy_shape_text(array, shape));
    return VRM_ERR_INVALID;
}

static vrm_Result open_array(const vrmi_CaptureInput* input, Points* out) {
    *out = (Points){.layout = input->points};
    if (!vrmi_npy_read(input->bytes, input->size, &out->array)) {
        vrmi_report_at(input->report, VRMI_RULE_NPY_DAMAGED, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    if (out->array.type == VRMI_NPY_OBJECTS) {
        vrmi_report_at(input->report, VRMI_RULE_NPY_PICKLE, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    bool is_motion = out->array.type == VRMI_NPY_NUMBERS && find_layout(out);
    return is_motion ? VRM_OK : refuse_shape(input, out);
}

/* ---- Frames ---- */

/* What cannot be read keeps its place of the frame before. */
static void read_frame(Points* points, size_t frame, vrm_Vec3* places) {
    for (size_t p = 0; p < (size_t)points->set->point_count; p++) {
        double v[3];
        bool is_valid = true;
        for (size_t i = 0; i < 3; i++) {
            v[i] = vrmi_npy_number(&points->array, frame * points->frame_stride +
                                                       p * points->point_stride +
                                                       i * points->axis_stride);
            is_valid = is_valid && fabs(v[i]) <= 1e6; /* false for NaN */
        }
        points->invalid += !is_valid;
        if (is_valid) places[p] = (vrm_Vec3){(float)v[0], (float)v[1], (float)v[2]};
    }
}

static void read_bones(Points* points, size_t frame, vrm_Quat to_model, vrm_Vec3* places,
                       vrmi_PointFrame* out) {
    read_frame(points, frame, places);
    vrmi_points_frame(points->set, places, to_model, out);
}

/* The axis that the trunk follows for most of the time. */
static vrm_Quat find_upright(Points* points) {
    vrm_Vec3 upright = {0, 0, 0}, places[VRMI_POINTS_MAX] = {{0, 0, 0}};
    vrmi_PointFrame frame;
    for (size_t f = 0; f < points->frame_count; f++) {
        read_bones(points, f, vrmi_quat_identity(), places, &frame);
        vrm_Vec3 trunk = vrmi_vec3_sub(frame.bones[VRM_BONE_NECK], frame.bones[VRM_BONE_HIPS]);
        upright = vrmi_vec3_add(upright, vrmi_vec3_normalize(trunk));
    }
    return vrmi_up_turn(upright);
}

static void measure(Points* points, vrm_Quat to_model, vrmi_PointBody* out) {
    vrm_Vec3 places[VRMI_POINTS_MAX] = {{0, 0, 0}};
    vrmi_PointFrame frame;
    vrmi_points_begin_body(points->set, out);
    for (size_t f = 0; f < points->frame_count; f++) {
        read_bones(points, f, to_model, places, &frame);
        vrmi_points_measure(&frame, out);
    }
    vrmi_points_build_body(out);
}

static vrm_Result solve(Points* points, vrm_Quat to_model, const vrmi_PointBody* body,
                        vrmi_Posed* posed) {
    vrm_Vec3 places[VRMI_POINTS_MAX] = {{0, 0, 0}};
    vrm_Quat turns[VRM_BONE_COUNT];
    vrmi_PointFrame frame;
    points->invalid = 0;
    for (int32_t f = 0; f < posed->frame_count; f++) {
        read_bones(points, (size_t)f, to_model, places, &frame);
        vrmi_points_solve(points->set, body, &frame, turns);
        vrmi_posed_put_turns(posed, f, turns);
        if (points->set->has_place) posed->hips[f] = frame.bones[VRM_BONE_HIPS];
    }
    if (points->set->has_place) return vrmi_posed_stand(posed);
    vrmi_posed_stand_always(posed);
    return VRM_OK;
}

vrm_Result vrmi_points_read(const vrmi_CaptureInput* input, vrmi_Capture* out) {
    Points points;
    vrmi_PointBody body;
    vrmi_Posed* posed;
    vrm_Result result = open_array(input, &points);
    if (result != VRM_OK) return result;
    vrm_Quat to_model = find_upright(&points);
    measure(&points, to_model, &body);
    double rate = input->source_fps > 0.0 ? input->source_fps : points.set->frame_rate;
    if (input->source_fps == 0.0)
        vrmi_report_at(input->report, VRMI_RULE_NPY_RATE, VRM_NO_OFFSET, NULL);
    result =
        vrmi_posed_create(input, body.bones, body.rest, points.frame_count, 1.0 / rate, &posed);
    if (result != VRM_OK) return result;
    result = solve(&points, to_model, &body, posed);
    if (points.invalid > 0)
        vrmi_report_at(input->report, VRMI_RULE_NPY_VALUE_INVALID, VRM_NO_OFFSET, NULL);
    if (result == VRM_OK)
        vrmi_posed_finish(posed, true, out);
    else
        vrmi_posed_destroy(posed);
    return result;
}
