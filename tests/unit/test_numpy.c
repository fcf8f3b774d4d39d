/* SPDX-License-Identifier: MIT */
/* Motion in arrays of NumPy: what hostile and damaged files come to. That poses are right is judged
 * by bindings/python/tests/test_models.py, which writes its files with NumPy. */
#include "support/check.h"
#include "support/memory.h"
#include "vrm/capture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files ---- */

typedef struct Bytes {
    uint8_t* data;
    size_t size;
} Bytes;

static void add(Bytes* out, const void* data, size_t size) {
    out->data = realloc(out->data, out->size + size + 1);
    assert_non_null(out->data);
    if (size > 0) memcpy(out->data + out->size, data, size);
    out->size += size;
}

static void add_number(Bytes* out, uint64_t value, size_t size) {
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> (8 * i));
    add(out, bytes, size);
}

/* An array; `type` and `shape` as NumPy writes them. */
static Bytes array_of(const char* type, const char* shape, const void* data, size_t size) {
    Bytes out = {0};
    char header[256];
    int length = snprintf(header, sizeof header,
                          "{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", type, shape);
    add(&out, "\x93NUMPY\1\0", 8);
    add_number(&out, (uint64_t)length, 2);
    add(&out, header, (size_t)length);
    add(&out, data, size);
    return out;
}

/* Somebody who stands, walks and bends an arm: frames x 22 x 3 numbers of 4 bytes. */
static Bytes points_of(int frames) {
    static const float person[22][3] = {
        {0, .95f, 0},         {.06f, .86f, 0},   {-.06f, .86f, 0},    {0, 1.07f, -.04f},
        {.1f, .48f, 0},       {-.1f, .48f, 0},   {0, 1.2f, 0},        {.09f, .06f, -.03f},
        {-.09f, .06f, -.03f}, {0, 1.26f, 0},     {.12f, 0, .09f},     {-.12f, 0, .09f},
        {0, 1.47f, -.03f},    {.08f, 1.37f, 0},  {-.08f, 1.37f, 0},   {0, 1.56f, .02f},
        {.19f, 1.42f, 0},     {-.19f, 1.42f, 0}, {.45f, 1.4f, -.02f}, {-.45f, 1.4f, -.02f},
        {.71f, 1.41f, 0},     {-.71f, 1.41f, 0}};
    size_t count = (size_t)frames * 66;
    float* values = malloc(count * sizeof *values);
    assert_non_null(values);
    for (int f = 0; f < frames; f++)
        for (int p = 0; p < 22; p++)
            for (int i = 0; i < 3; i++)
                values[(f * 22 + p) * 3 + i] = person[p][i] + (i == 2 ? 0.01f * (float)f : 0.0f) +
                                               (p == 20 && i == 1 ? 0.005f * (float)f : 0.0f);
    char shape[64];
    snprintf(shape, sizeof shape, "(%d, 22, 3)", frames);
    Bytes out = array_of("<f4", shape, values, count * sizeof *values);
    free(values);
    return out;
}

typedef struct Member {
    const char* name;
    Bytes array;
    bool is_deflated, has_long_sizes;
} Member;

/* Deflate data that packs nothing: stored blocks. */
static Bytes stored_blocks(Bytes plain) {
    Bytes out = {0};
    for (size_t at = 0; at < plain.size || at == 0;) {
        size_t size = plain.size - at < 65535 ? plain.size - at : 65535;
        add_number(&out, at + size == plain.size, 1);
        add_number(&out, size, 2);
        add_number(&out, ~size, 2);
        add(&out, plain.data + at, size);
        at += size;
    }
    return out;
}

/* A ZIP file, as numpy.savez() writes it with sizes of 64 bits. */
static Bytes zip_of(const Member* members, int count) {
    Bytes out = {0}, directory = {0};
    for (int i = 0; i < count; i++) {
        const Member* member = &members[i];
        Bytes data = member->is_deflated ? stored_blocks(member->array) : member->array;
        size_t header = out.size, name = strlen(member->name), plain = member->array.size;
        uint64_t method = member->is_deflated ? 8 : 0;
        add_number(&out, 0x04034b50u, 4);
        add_number(&out, 20 | 0 << 16, 4);
        add_number(&out, method, 2);
        add_number(&out, 0, 8); /* time, checksum */
        add_number(&out, data.size, 4);
        add_number(&out, plain, 4);
        add_number(&out, name | 0 << 16, 4);
        add(&out, member->name, name);
        add(&out, data.data, data.size);
        add_number(&directory, 0x02014b50u, 4);
        add_number(&directory, 20 | 20 << 16, 4);
        add_number(&directory, 0, 2);
        add_number(&directory, method, 2);
        add_number(&directory, 0, 8);
        add_number(&directory, member->has_long_sizes ? 0xffffffffu : data.size, 4);
        add_number(&directory, member->has_long_sizes ? 0xffffffffu : plain, 4);
        add_number(&directory, name, 2);
        add_number(&directory, member->has_long_sizes ? 20 : 0, 2);
        add_number(&directory, 0, 8); /* comment, disk, attributes */
        add_number(&directory, 0, 2);
        add_number(&directory, header, 4);
        add(&directory, member->name, name);
        if (member->has_long_sizes) {
            add_number(&directory, 1 | 16 << 16, 4);
            add_number(&directory, plain, 8);
            add_number(&directory, data.size, 8);
        }
        if (member->is_deflated) free(data.data);
    }
    size_t begin = out.size;
    add(&out, directory.data, directory.size);
    add_number(&out, 0x06054b50u, 4);
    add_number(&out, 0, 4);
    add_number(&out, (uint64_t)count | (uint64_t)count << 16, 4);
    add_number(&out, directory.size, 4);
    add_number(&out, begin, 4);
    add_number(&out, 0, 2);
    free(directory.data);
    return out;
}

/* SMPL parameters at rest, in all ways to store them. */
static Bytes smpl_of(int frames) {
    double* zeros = calloc((size_t)frames * 72, sizeof *zeros);
    double rate = 60.0;
    char shape[64], places[64];
    assert_non_null(zeros);
    snprintf(shape, sizeof shape, "(%d, 72)", frames);
    snprintf(places, sizeof places, "(%d, 3)", frames);
    Member members[] = {
        {"gender.npy", array_of("<U2", "()", "m\0\0\0a\0\0", 8), false, false},
        {"poses.npy", array_of("<f8", shape, zeros, (size_t)frames * 72 * 8), true, false},
        {"trans.npy", array_of("<f8", places, zeros, (size_t)frames * 24), false, true},
        {"mocap_framerate.npy", array_of("<f8", "()", &rate, 8), false, false},
    };
    Bytes out = zip_of(members, 4);
    for (int i = 0; i < 4; i++) free(members[i].array.data);
    free(zeros);
    return out;
}

/* ---- Reading ---- */

static vrm_Result read_bytes(const uint8_t* data, size_t size, vrm_Report* report,
                             vrm_Capture** out) {
    vrm_CaptureDef def = vrm_default_capture_def();
    def.report = report;
    uint8_t* exact = malloc(size + (size == 0)); /* so that a sanitizer sees reads behind it */
    assert_non_null(exact);
    memcpy(exact, data, size);
    vrm_Result result = vrm_capture_read(exact, size, &def, out);
    free(exact);
    assert_true((result == VRM_OK) == (*out != NULL));
    return result;
}

static void check_poses(const vrm_Capture* capture) {
    for (int32_t f = 0; f < vrm_capture_frame_count(capture); f++) {
        vrm_Pose pose;
        vrm_capture_pose(capture, f, &pose);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            vrm_Quat q = pose.rotations[b];
            assert_float_equal(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 1e-3f);
        }
        assert_true(pose.hips_offset.y > -1e7f && pose.hips_offset.y < 1e7f);
    }
}

/* files of both kinds are recognised by what they hold. */
static void arrays_are_motion(void** state) {
    (void)state;
    Bytes points = points_of(9), smpl = smpl_of(7);
    vrm_Capture* capture = NULL;
    assert_int_equal(read_bytes(points.data, points.size, NULL, &capture), VRM_OK);
    assert_string_equal(vrm_capture_format(capture), "joint positions");
    assert_int_equal(vrm_capture_frame_count(capture), 9);
    check_poses(capture);
    vrm_capture_destroy(capture);
    assert_int_equal(read_bytes(smpl.data, smpl.size, NULL, &capture), VRM_OK);
    assert_string_equal(vrm_capture_format(capture), "SMPL");
    assert_int_equal(vrm_capture_frame_count(capture), 7);
    assert_float_equal(vrm_capture_frame_time(capture), 1.0 / 60.0, 1e-9);
    check_poses(capture);
    vrm_capture_destroy(capture);
    free(points.data);
    free(smpl.data);
}

/* Whatever is read of a damaged file is finite. */
static void try_damaged(const uint8_t* data, size_t size) {
    vrm_Capture* capture = NULL;
    if (read_bytes(data, size, NULL, &capture) != VRM_OK) return;
    check_poses(capture);
    vrm_capture_destroy(capture);
}

/* */
static void damaged_files_are_refused_or_read(void** state) {
    (void)state;
    Bytes files[] = {points_of(2), smpl_of(2)};
    for (int i = 0; i < 2; i++) {
        size_t step = TEST_IS_SANITIZED ? 7 : 1;
        for (size_t size = 0; size < files[i].size; size += step) try_damaged(files[i].data, size);
        for (size_t at = 0; at < files[i].size; at += step)
            for (int bit = 0; bit < 8; bit += 3) {
                files[i].data[at] ^= (uint8_t)(1 << bit);
                try_damaged(files[i].data, files[i].size);
                files[i].data[at] ^= (uint8_t)(1 << bit);
            }
        free(files[i].data);
    }
}

static void expect_finding(Bytes file, const char* code) {
    vrm_Report* report = NULL;
    vrm_Capture* capture = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Result result = read_bytes(file.data, file.size, report, &capture);
    assert_true(result == VRM_ERR_INVALID || result == VRM_ERR_LIMIT);
    assert_string_equal(vrm_report_get(report, 0).code, code);
    vrm_report_destroy(report);
    free(file.data);
}

/* what is no motion is refused for what it is, and costs what its bytes are worth. */
static void other_arrays_are_named(void** state) {
    (void)state;
    expect_finding(array_of("|O", "(1,)", "\x80\4.", 3), "NPY_PICKLE");
    expect_finding(array_of("<f4", "(0, 263)", "", 0), "NPY_SHAPE");
    expect_finding(array_of("<c8", "(1, 22, 3)", "", 0), "NPY_SHAPE");
    expect_finding(array_of("<f4", "(1000000000000, 22, 3)", "", 0), "NPY_DAMAGED");
    expect_finding(array_of("<f4", "(4294967296, 4294967296, 3)", "", 0), "NPY_DAMAGED");
    expect_finding(array_of("<f4", "(1, 2, 3, 4, 5)", "", 0), "NPY_DAMAGED");
    Bytes claimed = smpl_of(2);
    for (size_t at = 0; at + 4 < claimed.size; at++) /* a size that deflate cannot reach */
        if (memcmp(claimed.data + at, "PK\1\2", 4) == 0 && claimed.data[at + 10] == 8)
            memset(claimed.data + at + 24, 0x7f, 4);
    expect_finding(claimed, "NPY_DAMAGED");
}

static void expect_message(Bytes file, const char* part) {
    vrm_Report* report = NULL;
    vrm_Capture* capture = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(read_bytes(file.data, file.size, report, &capture), VRM_ERR_INVALID);
    const char* message = vrm_report_get(report, 0).message;
    if (strstr(message, part) == NULL) fail_msg("%s", message);
    vrm_report_destroy(report);
    free(file.data);
}

/* One array of SMPL parameters, beside a root at rest. */
static Bytes smpl_with(const char* name, const char* type, const char* shape, size_t size) {
    uint8_t* zeros = calloc(size + 24, 1);
    assert_non_null(zeros);
    Member members[] = {{"global_orient.npy", array_of("<f8", "(1, 3)", zeros, 24), false, false},
                        {name, array_of(type, shape, zeros, size), false, false}};
    Bytes out = zip_of(members, 2);
    for (int i = 0; i < 2; i++) free(members[i].array.data);
    free(zeros);
    return out;
}

/* the message says what was found, and what to do. */
static void messages_say_what_an_array_has(void** state) {
    (void)state;
    static const uint8_t zeros[2 * 52 * 3 * 8] = {0};
    expect_message(array_of("<f4", "(2, 52, 3)", zeros, 2 * 52 * 12), "the array is 2 x 52 x 3.");
    expect_message(array_of("<f4", "(2, 22, 2)", zeros, 2 * 22 * 8), "the array is 2 x 22 x 2.");
    expect_message(array_of("<f4", "(3, 2, 22, 3)", zeros, 3 * 2 * 22 * 12),
                   "3 motions (3 x 2 x 22 x 3)");
    expect_message(array_of("<c8", "(1, 22, 3)", zeros, 22 * 24), "of the type <c8");
    expect_message(smpl_with("body_pose.npy", "<f4", "(1, 23, 3, 3)", 23 * 36),
                   "9 numbers for each of 23 joints");
    expect_message(smpl_with("pose_body.npy", "<f4", "(1, 21, 6)", 21 * 24),
                   "6 numbers for each of 21 joints");
    expect_message(smpl_with("pose_body.npy", "<U1", "(1, 63)", 63 * 4), "of the type <U1");
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* context) {
    const Bytes* file = context;
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Capture* capture = NULL;
    def.allocator = *allocator;
    vrm_Result result = vrm_capture_read(file->data, file->size, &def, &capture);
    vrm_capture_destroy(capture);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    Bytes files[] = {points_of(3), smpl_of(3)};
    for (int i = 0; i < 2; i++) {
        assert_true(test_every_allocation_failing(attempt, &files[i]) > 0);
        free(files[i].data);
    }
}

static vrm_Result read_as(Bytes file, vrm_PointLayout points, double source_fps, vrm_Report* report,
                          vrm_Capture** out) {
    vrm_CaptureDef def = vrm_default_capture_def();
    def.points = points;
    def.source_fps = source_fps;
    def.report = report;
    return vrm_capture_read(file.data, file.size, &def, out);
}

/* Positions of a body with hands, as SMPL-H has 52 joints. */
static Bytes points_with_hands(int frames) {
    Bytes body = points_of(frames);
    size_t count = (size_t)frames * 52 * 3, head = body.size - (size_t)frames * 22 * 12;
    float* values = calloc(count, sizeof *values);
    char shape[64];
    assert_non_null(values);
    for (int f = 0; f < frames; f++)
        memcpy(values + f * 52 * 3, body.data + head + (size_t)f * 22 * 12, 22 * 12);
    snprintf(shape, sizeof shape, "(%d, 52, 3)", frames);
    Bytes out = array_of("<f4", shape, values, count * sizeof *values);
    free(values);
    free(body.data);
    return out;
}

/* a layout that is named takes the first joints of a file with more, and refuses fewer. */
static void layout_of_points_can_be_named(void** state) {
    (void)state;
    Bytes body = points_of(9), hands = points_with_hands(9);
    vrm_Capture *expected = NULL, *capture = NULL;
    assert_int_equal(read_as(body, VRM_POINT_LAYOUT_GUESS, 0.0, NULL, &expected), VRM_OK);
    assert_int_equal(read_as(hands, VRM_POINT_LAYOUT_GUESS, 0.0, NULL, &capture), VRM_ERR_INVALID);
    assert_int_equal(read_as(hands, VRM_POINT_LAYOUT_HUMANML3D, 0.0, NULL, &capture), VRM_OK);
    for (int f = 0; f < 9; f++) {
        vrm_Pose a, b;
        vrm_capture_pose(expected, f, &a);
        vrm_capture_pose(capture, f, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
    vrm_capture_destroy(capture);
    vrm_capture_destroy(expected);
    assert_int_equal(read_as(body, VRM_POINT_LAYOUT_SMPL24, 0.0, NULL, &capture), VRM_ERR_INVALID);
    assert_int_equal(read_as(body, VRM_POINT_LAYOUT_COCO, 0.0, NULL, &capture), VRM_OK);
    vrm_capture_destroy(capture);
    assert_int_equal(read_as(body, (vrm_PointLayout)99, 0.0, NULL, &capture), VRM_ERR_ARGUMENT);
    free(body.data);
    free(hands.data);
}

/* The positions of points_of(), in another order of the dimensions or as other numbers. */
static Bytes points_as(int frames, const char* type, const char* shape, bool is_transposed) {
    Bytes body = points_of(frames);
    size_t head = body.size - (size_t)frames * 22 * 12, size = type[2] == '2' ? 2 : 4;
    uint8_t* values = calloc((size_t)frames * 66, size);
    assert_non_null(values);
    for (int f = 0; f < frames; f++)
        for (int i = 0; i < 66; i++) {
            size_t to = is_transposed ? (size_t)(i * frames + f) : (size_t)(f * 66 + i);
            float value;
            memcpy(&value, body.data + head + (size_t)(f * 66 + i) * 4, 4);
            uint32_t bits;
            memcpy(&bits, &value, 4);
            uint16_t half = (uint16_t)((bits >> 16 & 0x8000) |
                                       ((bits >> 23 & 255) > 112 ? (bits >> 13) - (112 << 10) : 0));
            half = (uint16_t)((half & 0x7fff) | (bits >> 16 & 0x8000));
            memcpy(values + to * size, size == 2 ? (void*)&half : (void*)&value, size);
        }
    Bytes out = array_of(type, shape, values, (size_t)frames * 66 * size);
    free(values);
    free(body.data);
    return out;
}

/* what text-to-motion models write: T2M-GPT 1 x frames x joints x 3, others joints x 3 x
 * frames, with or without a dimension of 1, and numbers of 2 bytes. */
static void positions_are_read_in_every_order(void** state) {
    (void)state;
    Bytes files[] = {
        points_as(9, "<f4", "(1, 9, 22, 3)", false), points_as(9, "<f4", "(1, 1, 9, 22, 3)", false),
        points_as(9, "<f4", "(1, 9, 66)", false),    points_as(9, "<f4", "(22, 3, 9)", true),
        points_as(9, "<f4", "(1, 22, 3, 9)", true),  points_as(9, "<f2", "(9, 22, 3)", false)};
    Bytes plain = points_of(9);
    vrm_Capture *expected = NULL, *capture = NULL;
    assert_int_equal(read_bytes(plain.data, plain.size, NULL, &expected), VRM_OK);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        assert_int_equal(read_bytes(files[i].data, files[i].size, NULL, &capture), VRM_OK);
        assert_int_equal(vrm_capture_frame_count(capture), 9);
        for (int f = 0; f < 9; f++) {
            vrm_Pose a, b;
            vrm_capture_pose(expected, f, &a);
            vrm_capture_pose(capture, f, &b);
            float near = i == 5 ? 0.01f : 0.0f; /* three digits */
            for (int n = 0; n < VRM_BONE_COUNT; n++)
                assert_float_equal(a.rotations[n].x, b.rotations[n].x, near);
            assert_float_equal(a.hips_offset.y, b.hips_offset.y, near);
        }
        vrm_capture_destroy(capture);
        free(files[i].data);
    }
    vrm_capture_destroy(expected);
    free(plain.data);
}

static double frame_rate(Bytes file, double source_fps, bool expects_finding) {
    vrm_Report* report = NULL;
    vrm_Capture* capture = NULL;
    bool is_found = false;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(read_as(file, VRM_POINT_LAYOUT_GUESS, source_fps, report, &capture), VRM_OK);
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        is_found |= strcmp(vrm_report_get(report, i).code, "NPY_RATE") == 0;
    assert_int_equal(is_found, expects_finding);
    double rate = 1.0 / vrm_capture_frame_time(capture);
    vrm_capture_destroy(capture);
    vrm_report_destroy(report);
    return rate;
}

/* a frame rate of the caller is used where the file states none, and only there. */
static void frame_rate_can_be_stated(void** state) {
    (void)state;
    Bytes points = points_of(3), smpl = smpl_of(3);
    vrm_Capture* capture = NULL;
    assert_float_equal(frame_rate(points, 0.0, true), 20.0, 1e-6);
    assert_float_equal(frame_rate(points, 12.5, false), 12.5, 1e-6);
    assert_float_equal(frame_rate(smpl, 12.5, false), 60.0, 1e-6);
    for (size_t at = 0; at + 15 < smpl.size; at++) /* SMPL that does not state it */
        if (memcmp(smpl.data + at, "mocap_framerate", 15) == 0) smpl.data[at] = 'x';
    assert_float_equal(frame_rate(smpl, 0.0, true), 30.0, 1e-6);
    assert_float_equal(frame_rate(smpl, 120.0, false), 120.0, 1e-6);
    static const double wrong[] = {-1.0, 0.01, 1e9, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(read_as(points, VRM_POINT_LAYOUT_GUESS, wrong[i], NULL, &capture),
                         VRM_ERR_ARGUMENT);
    free(points.data);
    free(smpl.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_motion),
        cmocka_unit_test(damaged_files_are_refused_or_read),
        cmocka_unit_test(other_arrays_are_named),
        cmocka_unit_test(messages_say_what_an_array_has),
        cmocka_unit_test(positions_are_read_in_every_order),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(layout_of_points_can_be_named),
        cmocka_unit_test(frame_rate_can_be_stated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
