/* SPDX-License-Identifier: MIT */
/* FBX files to joints and samples: every version and form, takes, axes, bind pose, and what is made
 * of damaged and hostile files. Curves are in test_fbx_curves.c. */
#include "motion/fbx/fbx.h"
#include "scenes/fbx_writer.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

static const SceneFbxDef forms[] = {
    {7400, SCENE_FBX_BINARY, 16, false, true, false},
    {7100, SCENE_FBX_DEFLATED, 16, true, true, false},
    {7500, SCENE_FBX_BINARY, 16, true, false, false},
    {7700, SCENE_FBX_DEFLATED, 16, false, false, false},
    {7400, SCENE_FBX_TEXT, 16, true, true, false},
    {6100, SCENE_FBX_BINARY, 16, false, true, false},
    {6100, SCENE_FBX_TEXT, 16, true, true, false},
};
enum { FORMS = sizeof forms / sizeof *forms };

static vrmi_CaptureInput input_of(const void* bytes, size_t size) {
    return (vrmi_CaptureInput){.bytes = bytes,
                               .size = size,
                               .max_bytes = (uint64_t)64 << 20,
                               .allocator = vrmi_allocator(NULL)};
}

static vrm_Result read_bytes(const void* bytes, size_t size, vrmi_Capture* out) {
    vrmi_CaptureInput input = input_of(bytes, size);
    return vrmi_fbx_read(&input, out);
}

/* ---- The person that walks ---- */

static vrm_Quat turn_of(const SceneFbxJoint* joint, const double degrees[3]) {
    static const char* const orders[] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
    vrm_Quat q = vrmi_quat_identity();
    for (int i = 0; i < 3; i++) {
        int axis = orders[joint->order][i] - 'X';
        vrm_Vec3 along = {axis == 0, axis == 1, axis == 2};
        q = vrmi_quat_mul(vrmi_quat_from_axis_angle(along, (float)degrees[axis] * VRMI_TO_RADIANS),
                          q);
    }
    SceneFbxJoint plain = {.order = 0};
    bool has_pre = joint->pre[0] != 0.0 || joint->pre[1] != 0.0 || joint->pre[2] != 0.0;
    return has_pre ? vrmi_quat_mul(turn_of(&plain, joint->pre), q) : q;
}

static void assert_walks(const vrmi_Capture* capture, const SceneFbxDef* def) {
    vrm_Transform locals[SCENE_FBX_JOINTS + 1];
    for (int32_t f = 0; f < capture->frame_count; f++) {
        capture->sample(capture->reader, (double)f, locals);
        vrm_Quat root = locals[0].rotation;
        assert_float_equal(root.x, def->is_z_up ? 0.70710678f : 0.0f, 1e-6);
        for (int32_t j = 0; j < SCENE_FBX_JOINTS; j++) {
            SceneFbxJoint joint = scene_fbx_joint(j);
            double move[3], turn[3];
            scene_fbx_values(j, f, move, turn);
            const vrm_Transform* local = &locals[j + 1];
            assert_true(vrmi_quat_angle(local->rotation, turn_of(&joint, turn)) < 1e-5f);
            assert_float_equal(local->translation.x, move[0], 1e-4);
            assert_float_equal(local->translation.y, move[1], 1e-4);
            assert_float_equal(local->translation.z, move[2], 1e-4);
            assert_float_equal(local->scale.x, 1.0f, 0.0);
        }
    }
}

static void fbx_reads_every_version_and_form(void** state) {
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        SceneBytes file = scene_fbx(&forms[i]);
        vrmi_Capture capture;
        assert_non_null(file.data);
        assert_true(vrmi_fbx_recognises(file.data, file.size));
        assert_int_equal(read_bytes(file.data, file.size, &capture), VRM_OK);
        assert_int_equal(capture.joint_count, SCENE_FBX_JOINTS + 1);
        assert_int_equal(capture.frame_count, forms[i].frame_count);
        assert_float_equal(capture.frame_time, 1.0 / SCENE_FBX_RATE, 1e-12);
        assert_float_equal(capture.metres, 0.01f, 1e-9);
        assert_string_equal(capture.joints[1].name, "mixamorig:Hips");
        for (int32_t j = 0; j < SCENE_FBX_JOINTS; j++) {
            assert_int_equal(capture.joints[j + 1].parent, scene_fbx_joint(j).parent + 1);
            assert_true(capture.joints[j + 1].has_position == (j == 0));
        }
        assert_walks(&capture, &forms[i]);
        capture.destroy(capture.reader);
        scene_bytes_free(&file);
    }
}

static void fbx_samples_between_frames(void** state) {
    (void)state;
    SceneBytes file = scene_fbx(&forms[0]);
    vrmi_Capture capture;
    vrm_Transform a[SCENE_FBX_JOINTS + 1], b[SCENE_FBX_JOINTS + 1], half[SCENE_FBX_JOINTS + 1];
    assert_int_equal(read_bytes(file.data, file.size, &capture), VRM_OK);
    assert_true(capture.has_curves);
    capture.sample(capture.reader, 3.0, a);
    capture.sample(capture.reader, 4.0, b);
    capture.sample(capture.reader, 3.5, half);
    assert_float_equal(half[1].translation.y, 0.5f * (a[1].translation.y + b[1].translation.y),
                       1e-4);
    capture.destroy(capture.reader);
    scene_bytes_free(&file);
}

/* ---- Takes ---- */

static void fbx_reads_the_take_that_moves_or_the_one_named(void** state) {
    (void)state;
    const char* const names[] = {NULL, "Walk", "Still", "Run"};
    for (int i = 0; i < FORMS; i++) {
        SceneBytes file = scene_fbx(&forms[i]);
        for (int n = 0; n < 4; n++) {
            vrmi_CaptureInput input = input_of(file.data, file.size);
            vrmi_Capture capture;
            input.take = names[n];
            assert_int_equal(vrmi_fbx_read(&input, &capture), n < 3 ? VRM_OK : VRM_ERR_INVALID);
            if (n == 3) continue;
            assert_int_equal(capture.take_count, 2);
            assert_string_equal(capture.take_names[capture.take], n == 2 ? "Still" : "Walk");
            assert_true(capture.joints[1].has_position == (n < 2));
            capture.destroy(capture.reader);
        }
        scene_bytes_free(&file);
    }
}

/* ---- Bind pose, rest, axes ---- */

static void fbx_reads_the_bind_pose(void** state) {
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        SceneBytes file = scene_fbx(&forms[i]);
        vrmi_Capture capture;
        assert_int_equal(read_bytes(file.data, file.size, &capture), VRM_OK);
        assert_true((capture.bind != NULL) == forms[i].has_bind);
        if (forms[i].has_bind) {
            vrm_Vec3 hips = capture.bind[1].translation;
            assert_true(capture.is_bound[1] && !capture.is_bound[0]);
            assert_float_equal(forms[i].is_z_up ? hips.z : hips.y, 90.0f, 1e-5);
            assert_float_equal(capture.bind[1].rotation.x, forms[i].is_z_up ? 0.70710678f : 0.0f,
                               1e-6);
        }
        capture.destroy(capture.reader);
        scene_bytes_free(&file);
    }
}

static void fbx_rests_as_the_file_is_without_its_takes(void** state) {
    (void)state;
    SceneBytes file = scene_fbx(&forms[0]);
    vrmi_Capture capture;
    assert_int_equal(read_bytes(file.data, file.size, &capture), VRM_OK);
    for (int32_t j = 0; j < SCENE_FBX_JOINTS; j++) {
        static const double none[3];
        SceneFbxJoint joint = scene_fbx_joint(j);
        const vrm_Transform* rest = &capture.joints[j + 1].rest;
        assert_true(vrmi_quat_angle(rest->rotation, turn_of(&joint, none)) < 1e-5f);
        assert_float_equal(rest->translation.y, joint.offset[1], 1e-4);
    }
    capture.destroy(capture.reader);
    scene_bytes_free(&file);
}

typedef struct Axes {
    int up, up_sign, front, front_sign, coord, coord_sign;
} Axes;

static SceneBytes write_axes(Axes a) {
    FbxWriter w = fbx_begin(7400, SCENE_FBX_BINARY);
    fbx_open(&w, "GlobalSettings");
    fbx_enter(&w);
    fbx_open(&w, "Properties70");
    fbx_enter(&w);
    fbx_property_int(&w, "UpAxis", a.up);
    fbx_property_int(&w, "UpAxisSign", a.up_sign);
    fbx_property_int(&w, "FrontAxis", a.front);
    fbx_property_int(&w, "FrontAxisSign", a.front_sign);
    fbx_property_int(&w, "CoordAxis", a.coord);
    fbx_property_int(&w, "CoordAxisSign", a.coord_sign);
    fbx_close(&w);
    fbx_close(&w);
    fbx_open(&w, "Objects");
    fbx_enter(&w);
    fbx_open(&w, "Model");
    fbx_long(&w, 1);
    fbx_object_name(&w, "Model", "Hips");
    fbx_text(&w, "LimbNode");
    fbx_enter(&w);
    fbx_open(&w, "Properties70");
    fbx_enter(&w);
    fbx_property_vector(&w, "Lcl Translation", (const double[3]){1.0, 2.0, 3.0});
    fbx_property_vector(&w, "Lcl Rotation", (const double[3]){20.0, 30.0, 40.0});
    return fbx_end(&w);
}

static float component(vrm_Vec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* All 48 ways to choose axes: up comes up, front to the front, and what is left is left. */
static void fbx_brings_all_axes_to_left_up_front(void** state) {
    (void)state;
    const double place[3] = {1.0, 2.0, 3.0};
    int mirrored = 0;
    for (int code = 0; code < 6 * 8; code++) {
        static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        const int* order = orders[code / 8];
        Axes a = {order[1],          code & 1 ? -1 : 1, order[2],
                  code & 2 ? -1 : 1, order[0],          code & 4 ? -1 : 1};
        SceneBytes file = write_axes(a);
        vrmi_Capture capture;
        assert_int_equal(read_bytes(file.data, file.size, &capture), VRM_OK);
        assert_true(capture.has_axes);
        vrm_Transform local;
        capture.sample(capture.reader, 0.0, &local);
        vrm_Vec3 at = vrmi_quat_rotate(capture.to_model, local.translation);
        assert_float_equal(component(at, 0), place[a.coord] * a.coord_sign, 1e-5);
        assert_float_equal(component(at, 1), place[a.up] * a.up_sign, 1e-5);
        assert_float_equal(component(at, 2), place[a.front] * a.front_sign, 1e-5);
        const vrmi_Fbx* fbx = capture.reader;
        mirrored += fbx->mirrored >= 0;
        /* What the joint carries along the file's up axis goes along the turned one. */
        const double degrees[3] = {20.0, 30.0, 40.0};
        double turn[9];
        vrmi_fbx_rotation(0, degrees, turn);
        double up[3];
        for (int i = 0; i < 3; i++) up[i] = turn[3 * i + a.up] * a.up_sign;
        vrm_Quat to = capture.to_model;
        vrm_Quat world = vrmi_quat_mul(to, vrmi_quat_mul(local.rotation, vrmi_quat_conjugate(to)));
        vrm_Vec3 ours = vrmi_quat_rotate(world, (vrm_Vec3){0.0f, 1.0f, 0.0f});
        assert_float_equal(ours.x, up[a.coord] * a.coord_sign, 1e-5);
        assert_float_equal(ours.y, up[a.up] * a.up_sign, 1e-5);
        assert_float_equal(ours.z, up[a.front] * a.front_sign, 1e-5);
        capture.destroy(capture.reader);
        scene_bytes_free(&file);
    }
    assert_int_equal(mirrored, 24);
}

/* ---- Memory ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    const SceneBytes* file = ctx;
    vrmi_CaptureInput input = input_of(file->data, file->size);
    vrmi_Capture capture;
    input.allocator = *allocator;
    vrm_Result result = vrmi_fbx_read(&input, &capture);
    if (result == VRM_OK) capture.destroy(capture.reader);
    return result;
}

static void fbx_survives_every_failing_allocation(void** state) {
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        SceneFbxDef def = forms[i];
        def.frame_count = 3;
        SceneBytes file = scene_fbx(&def);
        assert_true(test_every_allocation_failing(attempt, &file) > 0);
        scene_bytes_free(&file);
    }
}

static void fbx_reads_within_four_times_the_file(void** state) {
    (void)state;
    if (test_has_small_blocks()) skip();
    SceneFbxDef def = {7700, SCENE_FBX_BINARY, 1000, false, true, false};
    SceneBytes file = scene_fbx(&def);
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    assert_int_equal(attempt(&allocator, &file), VRM_OK);
    assert_true(memory.peak_bytes < 4 * file.size);
    test_memory_check_clean(&memory);
    scene_bytes_free(&file);
}

static void fbx_stays_within_its_limit(void** state) {
    (void)state;
    SceneBytes file = scene_fbx(&forms[0]);
    for (uint64_t most = 0; most < 400000; most += 1 + most / 3) {
        vrmi_CaptureInput input = input_of(file.data, file.size);
        vrmi_Capture capture;
        input.max_bytes = most;
        vrm_Result result = vrmi_fbx_read(&input, &capture);
        assert_true(result == VRM_OK || result == VRM_ERR_LIMIT);
        if (result == VRM_OK) capture.destroy(capture.reader);
        if (most < 1000) assert_int_equal(result, VRM_ERR_LIMIT);
    }
    scene_bytes_free(&file);
}

/* ---- Hostile files ---- */

/* Every sample of whatever was read is finite. */
static void try_bytes(const uint8_t* bytes, size_t size) {
    vrmi_Capture capture;
    uint8_t* copy = malloc(size > 0 ? size : 1); /* exactly as large */
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    vrm_Result result =
        vrmi_fbx_recognises(copy, size) ? read_bytes(copy, size, &capture) : VRM_ERR_UNSUPPORTED;
    free(copy);
    if (result != VRM_OK) return;
    vrm_Transform* locals = calloc((size_t)capture.joint_count, sizeof *locals);
    assert_non_null(locals);
    for (int i = 0; i < 3; i++) {
        capture.sample(capture.reader, (double)(capture.frame_count - 1) * i / 2.0, locals);
        for (int32_t j = 0; j < capture.joint_count; j++) {
            vrm_Quat q = locals[j].rotation;
            assert_true(capture.joints[j].parent < j);
            assert_true(vrmi_vec3_is_finite(locals[j].translation));
            assert_float_equal(vrmi_quat_dot(q, q), 1.0f, 1e-3);
        }
    }
    free(locals);
    capture.destroy(capture.reader);
}

static void fbx_survives_files_that_are_cut_short(void** state) {
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        SceneFbxDef def = forms[i];
        def.frame_count = 2;
        SceneBytes file = scene_fbx(&def);
        size_t step = TEST_IS_SANITIZED ? 211 : 37;
        for (size_t size = 0; size < file.size; size += step) try_bytes(file.data, size);
        scene_bytes_free(&file);
    }
}

static void fbx_survives_random_changes(void** state) {
    (void)state;
    Dice dice = {.state = 11};
    int rounds = TEST_IS_SANITIZED ? 60 : 400;
    for (int i = 0; i < FORMS; i++) {
        SceneFbxDef def = forms[i];
        def.frame_count = 3;
        SceneBytes file = scene_fbx(&def);
        uint8_t* changed = malloc(file.size);
        assert_non_null(changed);
        for (int round = 0; round < rounds; round++) {
            memcpy(changed, file.data, file.size);
            for (int c = 1 + roll_int(&dice, 6); c > 0; c--) {
                size_t at = (size_t)roll_int(&dice, (int)file.size);
                int kind = roll_int(&dice, 3);
                changed[at] = kind == 0   ? (uint8_t)roll_int(&dice, 256)
                              : kind == 1 ? (uint8_t)(changed[at] ^ 1u << roll_int(&dice, 8))
                                          : changed[(size_t)roll_int(&dice, (int)file.size)];
            }
            try_bytes(changed, file.size);
        }
        free(changed);
        scene_bytes_free(&file);
    }
}

/* The last connection of a property gets another name: that of something that is no joint's. */
static void curves_that_move_no_joint_are_reported(void** state) {
    (void)state;
    static const char name[] = "Lcl Rotation";
    SceneBytes file = scene_fbx(&forms[0]);
    uint8_t *bytes = file.data, *last = NULL;
    for (int is_changed = 0; is_changed < 2; is_changed++) {
        vrm_Report* report = NULL;
        vrmi_Capture capture;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        vrmi_CaptureInput input = input_of(file.data, file.size);
        input.report = report;
        assert_int_equal(vrmi_fbx_read(&input, &capture), VRM_OK);
        capture.destroy(capture.reader);
        int found = 0;
        for (int32_t i = 0; i < vrm_report_count(report); i++) {
            vrm_Finding finding = vrm_report_get(report, i);
            if (strcmp(finding.code, "FBX_CURVES_LEFT") != 0) continue;
            assert_int_equal(strncmp(finding.message, "3 of ", 5), 0);
            found++;
        }
        assert_int_equal(found, is_changed);
        vrm_report_destroy(report);
        for (size_t i = 0; i + sizeof name < file.size; i++)
            if (memcmp(bytes + i, name, sizeof name - 1) == 0) last = bytes + i;
        assert_non_null(last);
        memcpy(last, "Lcl Position", sizeof name - 1);
    }
    scene_bytes_free(&file);
}

static void fbx_refuses_nodes_that_lie_too_deep(void** state) {
    (void)state;
    static const char text[] = "; FBX 7.4.0\n";
    size_t levels = 100000, size = sizeof text - 1;
    char* bytes = malloc(size + 4 * levels);
    vrmi_Capture capture;
    assert_non_null(bytes);
    memcpy(bytes, text, size);
    for (size_t i = 0; i < levels; i++) memcpy(bytes + size + 4 * i, "A: {", 4);
    assert_int_equal(read_bytes(bytes, size + 4 * levels, &capture), VRM_ERR_INVALID);
    free(bytes);
}

/* A file whose one curve has the given array of times. */
static SceneBytes write_times(const uint8_t* array, size_t size, const float* values,
                              size_t count) {
    FbxWriter w = fbx_begin(7400, SCENE_FBX_BINARY);
    fbx_open(&w, "Objects");
    fbx_enter(&w);
    fbx_open(&w, "Model");
    fbx_long(&w, 1);
    fbx_object_name(&w, "Model", "Hips");
    fbx_text(&w, "LimbNode");
    fbx_close(&w);
    static const char* const kinds[] = {"AnimationStack", "AnimationLayer", "AnimationCurveNode"};
    for (int i = 0; i < 3; i++) {
        fbx_open(&w, kinds[i]);
        fbx_long(&w, 2 + i);
        fbx_object_name(&w, kinds[i], "it");
        fbx_text(&w, "");
        fbx_close(&w);
    }
    fbx_open(&w, "AnimationCurve");
    fbx_long(&w, 5);
    fbx_enter(&w);
    fbx_open(&w, "KeyTime");
    bytes_add(&w.bytes, array, size);
    w.open[w.depth - 1].value_count = 1;
    fbx_close(&w);
    fbx_floats(&w, "KeyValueFloat", values, count);
    fbx_close(&w);
    fbx_close(&w);
    fbx_open(&w, "Connections");
    fbx_enter(&w);
    const struct {
        int from, to;
        const char* property;
    } lines[] = {{3, 2, NULL}, {4, 3, NULL}, {4, 1, "Lcl Translation"}, {5, 4, "d|X"}};
    for (int i = 0; i < 4; i++) {
        fbx_open(&w, "C");
        fbx_text(&w, lines[i].property == NULL ? "OO" : "OP");
        fbx_long(&w, lines[i].from);
        fbx_long(&w, lines[i].to);
        if (lines[i].property != NULL) fbx_text(&w, lines[i].property);
        fbx_close(&w);
    }
    return fbx_end(&w);
}

static void put_u32(uint8_t* out, uint32_t value) {
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> 8 * i);
}

/* Four billion keys in 30 bytes: the claim is seen through before anything is allocated. */
static void fbx_ignores_arrays_that_claim_gigabytes(void** state) {
    (void)state;
    static const float values[2] = {1.0f, 2.0f};
    for (uint32_t deflated = 0; deflated < 2; deflated++) {
        uint8_t array[13 + 16] = {'l'};
        put_u32(array + 1, 0xFFFFFFF0u);
        put_u32(array + 5, deflated);
        put_u32(array + 9, 16);
        SceneBytes file = write_times(array, sizeof array, values, 2);
        vrmi_CaptureInput input = input_of(file.data, file.size);
        TestMemory memory = {0};
        vrmi_Capture capture;
        input.allocator = test_memory_allocator(&memory);
        assert_int_equal(vrmi_fbx_read(&input, &capture), VRM_OK);
        assert_int_equal(capture.frame_count, 1);
        capture.destroy(capture.reader);
        assert_true(memory.peak_bytes < 1 << 20);
        scene_bytes_free(&file);
    }
}

/* As many keys as deflate can make of some kilobytes: more than the limit allows. */
static void fbx_refuses_arrays_that_unfold_beyond_the_limit(void** state) {
    (void)state;
    size_t count = (size_t)1 << 20;
    Bytes raw = {0}, packed = {0}, array = {0};
    float* values = calloc(count, sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < count; i++) {
        bytes_add_u32(&raw, 7);
        bytes_add_u32(&raw, 0);
        values[i] = (float)(i % 3);
    }
    deflate_add(&packed, &raw);
    bytes_add_u8(&array, 'l');
    bytes_add_u32(&array, (uint32_t)count);
    bytes_add_u32(&array, 1);
    bytes_add_u32(&array, (uint32_t)packed.size);
    bytes_add(&array, packed.data, packed.size);
    SceneBytes file = write_times(array.data, array.size, values, count);
    vrmi_CaptureInput input = input_of(file.data, file.size);
    vrmi_Capture capture;
    input.max_bytes = (uint64_t)16 << 20;
    assert_int_equal(vrmi_fbx_read(&input, &capture), VRM_ERR_LIMIT);
    /* With room enough: a million keys at one time, of which the last counts. */
    input.max_bytes = (uint64_t)512 << 20;
    assert_int_equal(vrmi_fbx_read(&input, &capture), VRM_OK);
    assert_int_equal(capture.frame_count, 1);
    vrm_Transform local;
    capture.sample(capture.reader, 0.0, &local);
    assert_true(vrmi_vec3_is_finite(local.translation));
    capture.destroy(capture.reader);
    scene_bytes_free(&file);
    bytes_release(&raw);
    bytes_release(&packed);
    bytes_release(&array);
    free(values);
}

/* ---- The corpus ---- */

static void try_file(const TestBytes* bytes, const char* path) {
    (void)path;
    try_bytes(bytes->data, bytes->size);
}

static void fbx_survives_broken_files_of_others(void** state) {
    (void)state;
    corpus_each("motion-import/ufbx-broken", NULL, try_file);
}

static void read_file(const TestBytes* bytes, const char* path) {
    vrmi_Capture capture;
    /* These have cameras and lights alone. */
    bool has_joints = strstr(path, "light") == NULL && strstr(path, "ortho") == NULL;
    assert_true(vrmi_fbx_recognises(bytes->data, bytes->size));
    vrm_Result result = read_bytes(bytes->data, bytes->size, &capture);
    if ((result == VRM_OK) != has_joints) fail_msg("%s: result %d", path, (int)result);
    if (result == VRM_OK) capture.destroy(capture.reader);
    try_bytes(bytes->data, bytes->size);
}

static void fbx_reads_files_of_others(void** state) {
    (void)state;
    corpus_each("motion-import/ufbx", ".fbx", read_file);
    corpus_each("motion-import/rocketbox", ".fbx", read_file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fbx_reads_every_version_and_form),
        cmocka_unit_test(fbx_samples_between_frames),
        cmocka_unit_test(fbx_reads_the_take_that_moves_or_the_one_named),
        cmocka_unit_test(fbx_reads_the_bind_pose),
        cmocka_unit_test(fbx_rests_as_the_file_is_without_its_takes),
        cmocka_unit_test(fbx_brings_all_axes_to_left_up_front),
        cmocka_unit_test(fbx_survives_every_failing_allocation),
        cmocka_unit_test(fbx_reads_within_four_times_the_file),
        cmocka_unit_test(fbx_stays_within_its_limit),
        cmocka_unit_test(fbx_survives_files_that_are_cut_short),
        cmocka_unit_test(fbx_survives_random_changes),
        cmocka_unit_test(curves_that_move_no_joint_are_reported),
        cmocka_unit_test(fbx_refuses_nodes_that_lie_too_deep),
        cmocka_unit_test(fbx_ignores_arrays_that_claim_gigabytes),
        cmocka_unit_test(fbx_refuses_arrays_that_unfold_beyond_the_limit),
        cmocka_unit_test(fbx_survives_broken_files_of_others),
        cmocka_unit_test(fbx_reads_files_of_others),
    };
    return cmocka_run_group_tests_name("fbx", tests, NULL, NULL);
}
