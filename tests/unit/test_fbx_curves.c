/* SPDX-License-Identifier: MIT */
/* What moves an FBX: keys and what is between and beyond them, layers, pivots, inherit types. Files
 * are written here; those of the corpus were made by Maya, and the numbers beside them are what
 * Maya shows, as the tests of ufbx have them (https://github.com/ufbx/ufbx, test/test_animation.h).
 */
#include "motion/fbx/fbx.h"
#include "scenes/fbx_writer.h"
#include "support/check.h"
#include "support/corpus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TICKS  46186158000
#define SECOND ((int64_t)TICKS)

/* ---- Curves ---- */

typedef struct Made {
    vrmi_CaptureInput input;
    vrmi_FbxTree tree;
    vrmi_Arena arena;
    vrmi_FbxCurve* curve;
} Made;

/* Keys in seconds and values; `keys` is changed. */
static Made make(vrmi_FbxKey* keys, size_t count) {
    Made made = {.input = {.max_bytes = 1 << 20, .allocator = vrmi_allocator(NULL)}};
    made.tree = (vrmi_FbxTree){.input = &made.input, .bytes_left = 1 << 20};
    vrmi_arena_init(&made.arena, &made.input.allocator, 4096);
    vrmi_arena_init(&made.tree.work, &made.input.allocator, 4096);
    vrmi_FbxCurveMaker maker = {.tree = &made.tree, .arena = &made.arena, .ticks = (double)TICKS};
    made.curve = vrmi_fbx_make_curve(&maker, keys, count);
    assert_non_null(made.curve);
    vrmi_arena_release(&made.tree.work);
    return made;
}

static double at(const Made* made, double seconds) {
    vrmi_FbxFound found = {0};
    return vrmi_fbx_curve_at(made->curve, (int64_t)floor(seconds * (double)TICKS + 0.5), &found);
}

static void release(Made* made) {
    vrmi_arena_release(&made->arena);
}

static void curve_goes_straight_stays_or_jumps_between_keys(void** state) {
    (void)state;
    vrmi_FbxKey keys[] = {
        {.time = 0, .value = 1, .flags = VRMI_FBX_KEY_LINEAR},
        {.time = SECOND, .value = 3, .flags = VRMI_FBX_KEY_CONSTANT},
        {.time = 2 * SECOND, .value = 7, .flags = VRMI_FBX_KEY_CONSTANT | VRMI_FBX_KEY_NEXT},
        {.time = 3 * SECOND, .value = -2, .flags = VRMI_FBX_KEY_LINEAR}};
    Made made = make(keys, 4);
    assert_float_equal(at(&made, 0.25), 1.5, 1e-9);
    assert_float_equal(at(&made, 1.0), 3.0, 0.0);
    assert_float_equal(at(&made, 1.9), 3.0, 0.0);
    assert_float_equal(at(&made, 2.0), 7.0, 0.0);
    assert_float_equal(at(&made, 2.1), -2.0, 0.0);
    assert_float_equal(at(&made, -5.0), 1.0, 0.0);
    assert_float_equal(at(&made, 5.0), -2.0, 0.0);
    release(&made);
}

/* With even weights the curve is a Hermite spline. */
static void curve_follows_the_slopes_of_its_keys(void** state) {
    (void)state;
    vrmi_FbxKey keys[] = {
        {.time = 0,
         .value = 1,
         .flags = VRMI_FBX_KEY_CUBIC | VRMI_FBX_KEY_USER,
         .right = 3,
         .left = -2},
        {.time = 2 * SECOND, .value = 5, .flags = VRMI_FBX_KEY_CUBIC | VRMI_FBX_KEY_USER}};
    Made made = make(keys, 2);
    for (int i = 0; i <= 16; i++) {
        double s = i / 16.0, a = 1, b = 5, p = 3 * 2.0, q = -2 * 2.0;
        double expected = (2 * s * s * s - 3 * s * s + 1) * a + (s * s * s - 2 * s * s + s) * p +
                          (3 * s * s - 2 * s * s * s) * b + (s * s * s - s * s) * q;
        assert_float_equal(at(&made, 2.0 * s), expected, 1e-9);
    }
    release(&made);
}

/* A point of the Bezier curve with these weights, for which its parameter is known. */
static void curve_follows_the_weights_of_its_keys(void** state) {
    (void)state;
    const uint32_t flags = VRMI_FBX_KEY_CUBIC | VRMI_FBX_KEY_USER | VRMI_FBX_KEY_RIGHT_WEIGHT |
                           VRMI_FBX_KEY_LEFT_WEIGHT;
    const float weights[][2] = {
        {0.1f, 0.9f}, {0.9f, 0.1f}, {0.99f, 0.99f}, {0.5f, 0.2f}, {1e-4f, 1e-4f}};
    for (int w = 0; w < 5; w++) {
        vrmi_FbxKey keys[] = {{.time = 0,
                               .value = 1,
                               .flags = flags,
                               .right = 4,
                               .left = -1,
                               .right_weight = weights[w][0],
                               .left_weight = weights[w][1]},
                              {.time = SECOND, .value = 2, .flags = flags}};
        double r = (double)weights[w][0], l = (double)weights[w][1];
        Made made = make(keys, 2);
        for (int i = 1; i < 32; i++) {
            double s = i / 32.0, t = 1 - s;
            double x = 3 * t * t * s * r + 3 * t * s * s * (1 - l) + s * s * s;
            double y = t * t * t * 1 + 3 * t * t * s * (1 + 4 * r) + 3 * t * s * s * (2 + l) +
                       s * s * s * 2;
            assert_float_equal(at(&made, x), y, 1e-6);
        }
        release(&made);
    }
}

/* Level at peaks and ends with the flag of clamping; through both neighbours without it. */
static void curve_finds_the_slopes_that_the_file_leaves_open(void** state) {
    (void)state;
    for (int is_clamped = 0; is_clamped < 2; is_clamped++) {
        uint32_t flags = VRMI_FBX_KEY_CUBIC | VRMI_FBX_KEY_AUTO |
                         (is_clamped ? (uint32_t)VRMI_FBX_KEY_CLAMP : 0);
        vrmi_FbxKey keys[] = {{.time = 0, .value = 0, .flags = flags},
                              {.time = SECOND, .value = 1, .flags = flags},
                              {.time = 2 * SECOND, .value = 3, .flags = flags},
                              {.time = 3 * SECOND, .value = 2, .flags = flags}};
        Made made = make(keys, 4);
        double slopes[4] = {1.0, 1.5, 0.5, -1.0};
        if (is_clamped) slopes[0] = slopes[2] = slopes[3] = 0.0;
        for (int i = 0; i < 4; i++) {
            double step = 1e-5, low = i > 0 ? at(&made, i - step) : at(&made, i);
            double high = i < 3 ? at(&made, i + step) : at(&made, i);
            assert_float_equal((high - low) / (step * ((i > 0) + (i < 3))), slopes[i], 1e-3);
        }
        release(&made);
    }
}

static void curve_goes_on_beyond_its_keys_as_the_file_says(void** state) {
    (void)state;
    const struct {
        vrmi_FbxBeyond beyond;
        double before, after, far; /* at -0.25, 2.25 and 4.25 */
    } cases[] = {{{'C', -1}, 1, 5, 5},       {{'R', -1}, 4.5, 1.5, 1.5}, {{'A', -1}, 0.5, 5.5, 9.5},
                 {{'M', -1}, 1.5, 4.5, 1.5}, {{'K', -1}, 0.5, 5.5, 9.5}, {{'R', 1}, 4.5, 1.5, 5},
                 {{'M', 1}, 1.5, 4.5, 1},    {{'R', 0}, 1, 5, 5},        {{'?', -1}, 1, 5, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vrmi_FbxKey keys[] = {{.time = 0, .value = 1, .flags = VRMI_FBX_KEY_LINEAR},
                              {.time = 2 * SECOND, .value = 5, .flags = VRMI_FBX_KEY_LINEAR}};
        Made made = make(keys, 2);
        made.curve->before = made.curve->after = cases[i].beyond;
        assert_float_equal(at(&made, -0.25), cases[i].before, 1e-6);
        assert_float_equal(at(&made, 2.25), cases[i].after, 1e-6);
        assert_float_equal(at(&made, 4.25), cases[i].far, 1e-6);
        release(&made);
    }
}

static void curve_leaves_out_keys_that_go_back_in_time(void** state) {
    (void)state;
    vrmi_FbxKey keys[] = {{.time = SECOND, .value = 1, .flags = VRMI_FBX_KEY_LINEAR},
                          {.time = 0, .value = 100, .flags = VRMI_FBX_KEY_LINEAR},
                          {.time = INT64_MIN, .value = 100, .flags = VRMI_FBX_KEY_LINEAR},
                          {.time = INT64_MAX, .value = 100, .flags = VRMI_FBX_KEY_LINEAR},
                          {.time = 2 * SECOND, .value = 3, .flags = VRMI_FBX_KEY_LINEAR}};
    Made made = make(keys, 5);
    assert_int_equal(made.curve->count, 2);
    assert_float_equal(at(&made, 1.5), 2.0, 1e-9);
    release(&made);
}

/* ---- Files with one chain ---- */

typedef struct Part {
    const char* name;
    const double (*vectors)[3]; /* of the properties below */
    int inherit, order;
} Part;

static const char* const vector_names[] = {"Lcl Translation", "Lcl Rotation",  "Lcl Scaling",
                                           "RotationOffset",  "RotationPivot", "ScalingOffset",
                                           "ScalingPivot",    "PreRotation",   "PostRotation"};
enum { VECTORS = sizeof vector_names / sizeof *vector_names };

static void add_object(FbxWriter* w, const char* kind, int64_t id) {
    fbx_open(w, kind);
    fbx_long(w, id);
    fbx_object_name(w, kind, kind);
    fbx_text(w, "");
    fbx_enter(w);
}

static void add_part(FbxWriter* w, const Part* part, int64_t id) {
    fbx_open(w, "Model");
    fbx_long(w, id);
    fbx_object_name(w, "Model", part->name);
    fbx_text(w, "LimbNode");
    fbx_enter(w);
    fbx_open(w, "Properties70");
    fbx_enter(w);
    fbx_property_int(w, "RotationActive", 1);
    fbx_property_int(w, "RotationOrder", part->order);
    fbx_property_int(w, "InheritType", part->inherit);
    for (int v = 0; v < VECTORS; v++) fbx_property_vector(w, vector_names[v], part->vectors[v]);
    fbx_close(w);
    fbx_close(w);
}

static void connect(FbxWriter* w, int64_t from, int64_t to, const char* property) {
    fbx_open(w, "C");
    fbx_text(w, property == NULL ? "OO" : "OP");
    fbx_long(w, from);
    fbx_long(w, to);
    if (property != NULL) fbx_text(w, property);
    fbx_close(w);
}

static vrmi_Capture read_all(SceneBytes* file) {
    vrmi_CaptureInput input = {.bytes = file->data,
                               .size = file->size,
                               .max_bytes = 1 << 20,
                               .allocator = vrmi_allocator(NULL)};
    vrmi_Capture capture;
    assert_non_null(file->data);
    assert_int_equal(vrmi_fbx_read(&input, &capture), VRM_OK);
    scene_bytes_free(file);
    return capture;
}

static vrmi_Capture read_chain(const Part* parts, int count) {
    FbxWriter w = fbx_begin(7500, SCENE_FBX_BINARY);
    fbx_open(&w, "Objects");
    fbx_enter(&w);
    for (int i = 0; i < count; i++) add_part(&w, &parts[i], i + 1);
    fbx_close(&w);
    fbx_open(&w, "Connections");
    fbx_enter(&w);
    for (int i = 0; i < count; i++) connect(&w, i + 1, i, NULL);
    SceneBytes file = fbx_end(&w);
    return read_all(&file);
}

/* ---- The local transform ---- */

typedef struct Matrix {
    double m[4][4];
} Matrix;

static Matrix unit(void) {
    return (Matrix){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

static Matrix times(Matrix a, Matrix b) {
    Matrix c = {0};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++) c.m[i][j] += a.m[i][k] * b.m[k][j];
    return c;
}

static Matrix moved(const double v[3], double sign) {
    Matrix a = unit();
    for (int i = 0; i < 3; i++) a.m[i][3] = sign * v[i];
    return a;
}

static Matrix scaled(const double v[3]) {
    Matrix a = unit();
    for (int i = 0; i < 3; i++) a.m[i][i] = v[i];
    return a;
}

static Matrix about(int axis, double degrees) {
    Matrix a = unit();
    double angle = degrees * 3.14159265358979323846 / 180.0;
    int b = (axis + 1) % 3, c = (axis + 2) % 3;
    a.m[b][b] = a.m[c][c] = cos(angle);
    a.m[c][b] = sin(angle);
    a.m[b][c] = -sin(angle);
    return a;
}

/* The first letter of the order turns first. */
static Matrix turned(int order, const double v[3]) {
    static const char* const orders[] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
    Matrix a = unit();
    for (int i = 0; i < 3; i++) {
        int axis = orders[order][i] - 'X';
        a = times(about(axis, v[axis]), a);
    }
    return a;
}

static Matrix inverse_turn(Matrix a) {
    Matrix b = unit();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) b.m[i][j] = a.m[j][i];
    return b;
}

/* FBX SDK, "Computing transformation matrices": factor after factor. */
static Matrix local_of(const Part* part) {
    const double(*v)[3] = part->vectors;
    Matrix a = times(moved(v[0], 1), times(moved(v[3], 1), moved(v[4], 1)));
    a = times(a, times(turned(0, v[7]), turned(part->order, v[1])));
    a = times(a, times(inverse_turn(turned(0, v[8])), moved(v[4], -1)));
    a = times(a, times(moved(v[5], 1), moved(v[6], 1)));
    return times(a, times(scaled(v[2]), moved(v[6], -1)));
}

static void fbx_places_joints_by_the_whole_formula(void** state) {
    (void)state;
    static const double vectors[VECTORS][3] = {{1, 2, 3},     {10, -20, 30}, {2, 0.5, 3},
                                               {0.1, 0.2, 3}, {4, 5, -6},    {0.7, 8, 9},
                                               {-1, 2, 0.5},  {15, 25, -35}, {5, -50, 70}};
    for (int order = 0; order < 6; order++) {
        Part part = {"Hips", vectors, 1, order};
        vrmi_Capture capture = read_chain(&part, 1);
        Matrix expected = local_of(&part);
        vrm_Transform local;
        capture.sample(capture.reader, 0.0, &local);
        assert_float_equal(local.translation.x, expected.m[0][3], 1e-4);
        assert_float_equal(local.translation.y, expected.m[1][3], 1e-4);
        assert_float_equal(local.translation.z, expected.m[2][3], 1e-4);
        for (int axis = 0; axis < 3; axis++) {
            vrm_Vec3 along = {axis == 0, axis == 1, axis == 2};
            vrm_Vec3 ours = vrmi_quat_rotate(local.rotation, along);
            double scale = vectors[2][axis];
            assert_float_equal(ours.x, expected.m[0][axis] / scale, 1e-5);
            assert_float_equal(ours.y, expected.m[1][axis] / scale, 1e-5);
            assert_float_equal(ours.z, expected.m[2][axis] / scale, 1e-5);
        }
        capture.destroy(capture.reader);
    }
}

/* Bones of length 4, scales 2, 3 and 1 down the chain: where the last one is. */
static void fbx_hands_scales_down_as_the_inherit_type_says(void** state) {
    (void)state;
    static const double first[VECTORS][3] = {[2] = {2, 2, 2}};
    static const double second[VECTORS][3] = {{0, 4, 0}, {0, 0, 0}, {3, 3, 3}};
    static const double third[VECTORS][3] = {{0, 4, 0}, {0, 0, 0}, {1, 1, 1}};
    static const double last[VECTORS][3] = {{0, 4, 0}, {0, 0, 0}, {1, 1, 1}};
    /* All inherit: 8, 8 + 24, 32 + 24. Without the parent's scale: 8, 8 + 12, 20 + 4. */
    const double expected[3] = {56, 56, 24};
    for (int inherit = 0; inherit < 3; inherit++) {
        const Part parts[] = {{"a", first, inherit, 0},
                              {"b", second, inherit, 0},
                              {"c", third, inherit, 0},
                              {"d", last, inherit, 0}};
        vrmi_Capture capture = read_chain(parts, 4);
        vrm_Transform locals[4];
        double height = 0.0;
        capture.sample(capture.reader, 0.0, locals);
        for (int i = 0; i < 4; i++) height += (double)locals[i].translation.y;
        assert_float_equal(height, expected[inherit], 1e-4);
        capture.destroy(capture.reader);
    }
}

/* ---- Layers ---- */

typedef struct LayerWish {
    int blend, angles, scales;
    double weight;
} LayerWish;

/* A joint that the base turns by 90 about X and the layer by 90 about Y; moved by 1 and 10 along X;
 * scaled by 2 and 4, which moves the child. Curves have one key. */
static vrmi_Capture read_layers(LayerWish wish) {
    static const double none[VECTORS][3] = {[2] = {1, 1, 1}};
    static const double child[VECTORS][3] = {{1, 0, 0}, {0, 0, 0}, {1, 1, 1}};
    static const char* const properties[] = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};
    static const float values[2][3][3] = {{{1, 0, 0}, {90, 0, 0}, {2, 2, 2}},
                                          {{10, 0, 0}, {0, 90, 0}, {4, 4, 4}}};
    const Part parts[] = {{"Hips", none, 1, 0}, {"Spine", child, 1, 0}};
    FbxWriter w = fbx_begin(7400, SCENE_FBX_TEXT);
    fbx_open(&w, "Objects");
    fbx_enter(&w);
    for (int i = 0; i < 2; i++) add_part(&w, &parts[i], i + 1);
    add_object(&w, "AnimationStack", 10);
    fbx_close(&w);
    for (int layer = 0; layer < 2; layer++) {
        add_object(&w, "AnimationLayer", 20 + layer);
        fbx_open(&w, "Properties70");
        fbx_enter(&w);
        fbx_property_real(&w, "Weight", layer == 0 ? 100.0 : wish.weight);
        fbx_property_int(&w, "BlendMode", layer == 0 ? 0 : wish.blend);
        fbx_property_int(&w, "RotationAccumulationMode", wish.angles);
        fbx_property_int(&w, "ScaleAccumulationMode", wish.scales);
        fbx_close(&w);
        fbx_close(&w);
        for (int p = 0; p < 3; p++) {
            int64_t id = 100 + 40 * layer + 10 * p;
            add_object(&w, "AnimationCurveNode", id);
            fbx_close(&w);
            for (int axis = 0; axis < 3; axis++) {
                static const int64_t time = 0;
                add_object(&w, "AnimationCurve", id + 1 + axis);
                fbx_longs(&w, "KeyTime", &time, 1);
                fbx_floats(&w, "KeyValueFloat", &values[layer][p][axis], 1);
                fbx_close(&w);
            }
        }
    }
    fbx_close(&w);
    fbx_open(&w, "Connections");
    fbx_enter(&w);
    connect(&w, 2, 1, NULL);
    for (int layer = 0; layer < 2; layer++) {
        static const char* const axes[] = {"d|X", "d|Y", "d|Z"};
        connect(&w, 20 + layer, 10, NULL);
        for (int p = 0; p < 3; p++) {
            int64_t id = 100 + 40 * layer + 10 * p;
            connect(&w, id, 20 + layer, NULL);
            connect(&w, id, 1, properties[p]);
            for (int axis = 0; axis < 3; axis++) connect(&w, id + 1 + axis, id, axes[axis]);
        }
    }
    SceneBytes file = fbx_end(&w);
    return read_all(&file);
}

static vrm_Quat axis_turn(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle((vrm_Vec3){x, y, z}, degrees * VRMI_TO_RADIANS);
}

static void fbx_lays_layers_over_each_other(void** state) {
    (void)state;
    vrm_Quat x = axis_turn(1, 0, 0, 90), y = axis_turn(0, 1, 0, 90);
    const struct {
        LayerWish wish;
        double move, scale;
        vrm_Quat turn;
    } cases[] = {
        {{0, 1, 1, 100}, 11, 6, vrmi_quat_mul(y, x)}, /* angles (90, 90, 0) */
        {{0, 1, 1, 0}, 1, 2, x},                      /* no weight, no layer */
        {{0, 1, 1, 50}, 6, 4, vrmi_quat_mul(axis_turn(0, 1, 0, 45), x)},
        {{0, 0, 0, 100}, 11, 8, vrmi_quat_mul(x, y)}, /* rotations, products */
        {{0, 0, 0, 50}, 6, 4, vrmi_quat_mul(x, axis_turn(0, 1, 0, 45))},
        {{1, 1, 1, 100}, 10, 4, y}, /* instead of the base */
        {{2, 0, 0, 100}, 10, 4, y},
        {{2, 0, 1, 50}, 5.5, 3, vrmi_quat_slerp(x, y, 0.5f)},
        {{2, 1, 0, 50},
         5.5,
         sqrt(8.0),
         vrmi_quat_mul(axis_turn(0, 1, 0, 45), axis_turn(1, 0, 0, 45))},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vrmi_Capture capture = read_layers(cases[i].wish);
        vrm_Transform locals[2];
        capture.sample(capture.reader, 0.0, locals);
        assert_float_equal(locals[0].translation.x, cases[i].move, 1e-5);
        assert_float_equal(locals[1].translation.x, cases[i].scale, 1e-5);
        assert_true(vrmi_quat_angle(locals[0].rotation, cases[i].turn) < 2e-4f);
        capture.destroy(capture.reader);
    }
}

/* ---- Maya ---- */

static vrmi_Capture read_corpus(const char* name, TestBytes* bytes) {
    vrmi_CaptureInput input = {.max_bytes = 1 << 24, .allocator = vrmi_allocator(NULL)};
    vrmi_Capture capture;
    *bytes = corpus_read(name);
    input.bytes = bytes->data;
    input.size = bytes->size;
    assert_int_equal(vrmi_fbx_read(&input, &capture), VRM_OK);
    return capture;
}

typedef struct MayaValue {
    int frame; /* of the scene */
    double value;
} MayaValue;

static void assert_maya(const char* name, int first_frame, const MayaValue* values, size_t count) {
    TestBytes bytes;
    vrmi_Capture capture = read_corpus(name, &bytes);
    for (size_t i = 0; i < count; i++) {
        vrm_Transform locals[8];
        assert_true(capture.joint_count <= 8);
        capture.sample(capture.reader, values[i].frame - first_frame, locals);
        assert_float_equal(locals[0].translation.x, values[i].value, 1e-3);
    }
    capture.destroy(capture.reader);
    test_bytes_free(&bytes);
}

static void fbx_has_the_values_of_maya(void** state) {
    (void)state;
    skip_without_corpus();
    static const MayaValue modes[] = {
        {1, -8.653366},  {2, -8.602998},  {5, -8.00075},   {9, -6.86042},   {14, -6.242637},
        {20, -6.113573}, {25, -5.538507}, {33, -4.38913},  {41, -4.932045}, {47, -5.767788},
        {48, -5.315578}, {50, -4.83559},  {54, -4.976541}, {57, -4.93845},  {60, -5.359269},
        {64, -5.264501}, {67, -5.058857}, {70, -4.124978}, {72, -3.904232}, {75, -3.875225},
        {85, -2.942738}, {92, -1.243537}, {100, 5.603338}, {120, 5.603338}};
    static const MayaValue weights[] = {
        {0, 0.0},       {1, -0.855245}, {2, -1.13344},  {3, -1.17802},  {4, -1.10882},
        {5, -0.991537}, {6, -0.875223}, {7, -0.808958}, {8, -0.858419}, {9, -1.14293},
        {10, -2.0},     {20, -4.0},     {25, -6.0},     {26, -8.0},     {35, -10.0},
        {41, -14.0},    {45, -14.0},    {50, -16.0},    {51, -14.0},    {55, -14.0}};
    static const MayaValue automatic[] = {
        {1, 0.0}, {5, 0.226}, {14, 1.0}, {20, -0.296}, {24, -1.0}};
    enum {
        MODES = sizeof modes / sizeof *modes,
        WEIGHTS = sizeof weights / sizeof *weights,
        AUTOMATIC = sizeof automatic / sizeof *automatic
    };
#define UFBX "motion-import/ufbx/"
    assert_maya(UFBX "maya_interpolation_modes_6100_binary.fbx", 1, modes, MODES);
    assert_maya(UFBX "maya_interpolation_modes_7500_ascii.fbx", 1, modes, MODES);
    assert_maya(UFBX "maya_anim_interpolation_6100_ascii.fbx", 0, weights, WEIGHTS);
    assert_maya(UFBX "maya_anim_interpolation_7700_ascii.fbx", 0, weights, WEIGHTS);
    assert_maya(UFBX "maya_anim_interpolation_7700_binary.fbx", 0, weights, WEIGHTS);
    assert_maya(UFBX "maya_transform_animation_6100_ascii.fbx", 1, automatic, AUTOMATIC);
    assert_maya(UFBX "maya_transform_animation_7500_ascii.fbx", 1, automatic, AUTOMATIC);
    assert_maya(UFBX "maya_transform_animation_7500_binary.fbx", 1, automatic, AUTOMATIC);
}

/* Joints that do not inherit the scale of their parents. */
static void fbx_hands_scales_down_as_maya_does(void** state) {
    (void)state;
    skip_without_corpus();
    static const double heights[5][5] = {{0, 0, 4, 12, 16},
                                         {6, 0, 6, 12, 16},
                                         {12, 0, 8, 12, 16},
                                         {18, 0, 2, 8, 12},
                                         {24, 0, 2, 10, 16}};
    TestBytes bytes;
    vrmi_Capture capture = read_corpus(UFBX "maya_anim_no_inherit_scale_7700_ascii.fbx", &bytes);
    assert_int_equal(capture.joint_count, 4);
    for (int i = 0; i < 5; i++) {
        vrm_Transform locals[4], world = vrmi_transform_identity();
        capture.sample(capture.reader, heights[i][0], locals);
        for (int j = 0; j < 4; j++) {
            world = vrmi_transform_mul(world, locals[j]);
            assert_float_equal(world.translation.y, heights[i][j + 1], 1e-4);
        }
    }
    capture.destroy(capture.reader);
    test_bytes_free(&bytes);
}

/* Layers take angles for XYZ whatever the order of the model: frame 18 of a scene that Maya wrote
 * as OBJ, too. X axis of a cube for each order. */
static void fbx_layers_turn_as_in_maya(void** state) {
    (void)state;
    skip_without_corpus();
    static const struct {
        const char* name;
        float x, y, z;
    } cubes[] = {
        {"XYZ", 0.048765f, 0.010208f, -0.998758f},  {"YZX", 0.048765f, -0.531885f, -0.845411f},
        {"ZXY", -0.061967f, 0.172291f, -0.983095f}, {"XZY", 0.048765f, 0.204881f, -0.977571f},
        {"YXZ", 0.159497f, -0.518797f, -0.839887f}, {"ZYX", 0.048765f, -0.356714f, -0.932940f}};
    TestBytes bytes;
    vrmi_Capture capture =
        read_corpus(UFBX "maya_anim_layers_over_acc_orders_7500_ascii.fbx", &bytes);
    vrm_Transform locals[6];
    assert_int_equal(capture.joint_count, 6);
    capture.sample(capture.reader, 17.0, locals);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            if (strcmp(capture.joints[j].name, cubes[i].name) != 0) continue;
            vrm_Vec3 x = vrmi_quat_rotate(locals[j].rotation, (vrm_Vec3){1.0f, 0.0f, 0.0f});
            assert_float_equal(x.x, cubes[i].x, 1e-4);
            assert_float_equal(x.y, cubes[i].y, 1e-4);
            assert_float_equal(x.z, cubes[i].z, 1e-4);
        }
    capture.destroy(capture.reader);
    test_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_goes_straight_stays_or_jumps_between_keys),
        cmocka_unit_test(curve_follows_the_slopes_of_its_keys),
        cmocka_unit_test(curve_follows_the_weights_of_its_keys),
        cmocka_unit_test(curve_finds_the_slopes_that_the_file_leaves_open),
        cmocka_unit_test(curve_goes_on_beyond_its_keys_as_the_file_says),
        cmocka_unit_test(curve_leaves_out_keys_that_go_back_in_time),
        cmocka_unit_test(fbx_places_joints_by_the_whole_formula),
        cmocka_unit_test(fbx_hands_scales_down_as_the_inherit_type_says),
        cmocka_unit_test(fbx_lays_layers_over_each_other),
        cmocka_unit_test(fbx_has_the_values_of_maya),
        cmocka_unit_test(fbx_hands_scales_down_as_maya_does),
        cmocka_unit_test(fbx_layers_turn_as_in_maya),
    };
    return cmocka_run_group_tests_name("fbx_curves", tests, NULL, NULL);
}
