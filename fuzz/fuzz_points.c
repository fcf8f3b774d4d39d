/* SPDX-License-Identifier: MIT */
/* Landmarks that a camera feeds, any numbers at any times: poses, shapes and gaze stay finite and
 * within their ranges. A byte says which parts a picture has and how much time passes; the numbers
 * of the parts follow, four bytes each. */
#include "require.h"

#include "vrm/face.h"
#include "vrm/points.h"

#include <math.h>
#include <string.h>

typedef struct Input {
    const uint8_t* data;
    size_t size;
} Input;

static uint8_t next_byte(Input* input) {
    if (input->size == 0) return 0;
    input->size--;
    return *input->data++;
}

/* Mostly as landmarks are; one of 16 has the bits of the input, whatever number they are. */
static float next_number(Input* input) {
    uint8_t bytes[4];
    float number;
    for (int i = 0; i < 4; i++) bytes[i] = next_byte(input);
    if (bytes[0] % 16 != 0) return ((float)bytes[1] * 256.0f + (float)bytes[2]) / 32768.0f - 1.0f;
    memcpy(&number, bytes, sizeof number);
    return number;
}

static void read_landmarks(Input* input, vrm_Landmark* out, int count) {
    for (int i = 0; i < count; i++) {
        out[i].x = next_number(input);
        out[i].y = next_number(input);
        out[i].z = next_number(input);
        out[i].visibility = 0.5f + 0.5f * next_number(input);
    }
}

static void check(const vrm_Points* points) {
    vrm_Pose pose = vrm_points_pose(points, 0.9f);
    vrm_Vec2 gaze = vrm_points_gaze(points);
    const float* shapes = vrm_points_shapes(points);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Quat q = pose.rotations[b];
        require(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 0.01f);
    }
    require(isfinite(pose.hips_offset.x) && isfinite(pose.hips_offset.y) &&
            isfinite(pose.hips_offset.z));
    require(isfinite(gaze.x) && isfinite(gaze.y));
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) require(shapes[s] >= 0.0f && shapes[s] <= 1.0f);
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        float weight = vrm_points_preset(points, (vrm_ExpressionPreset)p);
        require(weight >= 0.0f && weight <= 1.0f);
    }
}

/* The parts that the lower bits name. */
static void feed(vrm_Points* points, Input* input, uint8_t parts, double time) {
    vrm_Landmark pose[VRM_POINTS_POSE], image[VRM_POINTS_POSE];
    vrm_Landmark left[VRM_POINTS_HAND], right[VRM_POINTS_HAND];
    float shapes[VRM_FACE_SHAPE_COUNT], head[16];
    vrm_PointsFrame frame = {.aspect = 1.5f};
    if ((parts & 1) != 0) read_landmarks(input, pose, VRM_POINTS_POSE);
    if ((parts & 2) != 0) read_landmarks(input, image, VRM_POINTS_POSE);
    if ((parts & 4) != 0) read_landmarks(input, left, VRM_POINTS_HAND);
    if ((parts & 8) != 0) read_landmarks(input, right, VRM_POINTS_HAND);
    for (int s = 0; (parts & 16) != 0 && s < VRM_FACE_SHAPE_COUNT; s++)
        shapes[s] = next_number(input);
    for (int i = 0; (parts & 32) != 0 && i < 16; i++) head[i] = next_number(input);
    if ((parts & 1) != 0) frame.pose = pose;
    if ((parts & 2) != 0) frame.image = image;
    if ((parts & 4) != 0) frame.left_hand = left;
    if ((parts & 8) != 0) frame.right_hand = right;
    if ((parts & 16) != 0) frame.shapes = shapes;
    if ((parts & 32) != 0) frame.head = head;
    (void)vrm_points_feed(points, (parts & 64) != 0 ? NULL : &frame, time);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const double steps[] = {0.0, 0.033, 0.033, 0.1, 0.5, 2.0, -0.02, -3.0};
    Input input = {data, size};
    vrm_PointsDef def = vrm_default_points_def();
    vrm_Points* points = NULL;
    uint8_t settings = next_byte(&input);
    double time = 0.0;
    def.mirrors = (settings & 1) != 0;
    def.idles = (settings & 2) != 0;
    def.hold_s = (settings & 4) != 0 ? 5.0f : 0.0f;
    require(vrm_points_create(&def, &points) == VRM_OK);
    for (int f = 0; f < 64 && input.size > 0; f++) {
        uint8_t parts = next_byte(&input);
        time += steps[next_byte(&input) % 8];
        feed(points, &input, parts, time);
        check(points);
        if (parts == 0xFF) vrm_points_reset(points);
    }
    vrm_points_destroy(points);
    return 0;
}
