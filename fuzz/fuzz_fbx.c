/* SPDX-License-Identifier: MIT */
/* FBX: the first byte says what the rest is. Even: a file as it is. Odd: steps that write one whose
 * heads and sizes are right, so that what changes is nodes, ids, connections, properties and keys.
 * Whatever it is, every sample of what was read is finite, and parents come first. */
#include "motion/fbx/fbx.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define REQUIRE(claim) ((claim) ? (void)0 : abort())

enum { ROOM = 1 << 16, DEPTH = 8, HEAD = 25 };

/* ---- Files from steps ---- */

static const char* const names[] = {"Objects",
                                    "Model",
                                    "AnimationStack",
                                    "AnimationLayer",
                                    "AnimationCurveNode",
                                    "AnimationCurve",
                                    "Pose",
                                    "PoseNode",
                                    "Node",
                                    "Matrix",
                                    "Type",
                                    "Connections",
                                    "C",
                                    "Properties70",
                                    "P",
                                    "KeyTime",
                                    "KeyValueFloat",
                                    "KeyAttrFlags",
                                    "KeyAttrDataFloat",
                                    "KeyAttrRefCount",
                                    "Pre-Extrapolation",
                                    "Post-Extrapolation",
                                    "Repetition",
                                    "Takes",
                                    "Take",
                                    "Channel",
                                    "Default",
                                    "KeyCount",
                                    "Key",
                                    "LocalTime",
                                    "GlobalSettings",
                                    "Definitions",
                                    "ObjectType",
                                    "PropertyTemplate",
                                    "Children"};

static const char* const texts[] = {"Hips",
                                    "OO",
                                    "OP",
                                    "d|X",
                                    "d|Y",
                                    "d|Z",
                                    "Lcl Translation",
                                    "Lcl Rotation",
                                    "Lcl Scaling",
                                    "LimbNode",
                                    "Mesh",
                                    "Null",
                                    "BindPose",
                                    "RotationOrder",
                                    "PreRotation",
                                    "PostRotation",
                                    "RotationPivot",
                                    "ScalingPivot",
                                    "RotationActive",
                                    "InheritType",
                                    "Weight",
                                    "BlendMode",
                                    "RotationAccumulationMode",
                                    "ScaleAccumulationMode",
                                    "UpAxis",
                                    "FrontAxis",
                                    "CoordAxis",
                                    "CoordAxisSign",
                                    "TimeMode",
                                    "LocalStart",
                                    "LocalStop",
                                    "Transform",
                                    "T",
                                    "R",
                                    "S",
                                    "X",
                                    "Y",
                                    "Z",
                                    "UnitScaleFactor",
                                    "AnimationLayer",
                                    ""};

typedef struct Steps {
    const uint8_t *at, *end;
    uint8_t* out;
    size_t size;
    size_t open[DEPTH];
    bool is_entered[DEPTH];
    int depth;
} Steps;

static uint8_t next(Steps* s) {
    return s->at < s->end ? *s->at++ : 0;
}

static void put(Steps* s, const void* bytes, size_t size) {
    if (s->size + size > ROOM - 64) return;
    memcpy(s->out + s->size, bytes, size);
    s->size += size;
}

static void put_number(Steps* s, uint64_t value, size_t size) {
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> 8 * i);
    put(s, bytes, size);
}

static void set_word(Steps* s, size_t at, uint64_t value) {
    for (size_t i = 0; i < 8; i++) s->out[at + i] = (uint8_t)(value >> 8 * i);
}

static void open_node(Steps* s) {
    static const uint8_t zeros[24];
    const char* name = names[next(s) % (sizeof names / sizeof *names)];
    if (s->depth == DEPTH || s->size + 128 > ROOM - 64) return;
    s->open[s->depth] = s->size;
    s->is_entered[s->depth++] = false;
    put(s, zeros, 24);
    put_number(s, strlen(name), 1);
    put(s, name, strlen(name));
}

static void enter(Steps* s) {
    if (s->depth == 0 || s->is_entered[s->depth - 1]) return;
    size_t at = s->open[s->depth - 1];
    set_word(s, at + 16, s->size - at - HEAD - s->out[at + 24]);
    s->is_entered[s->depth - 1] = true;
}

static void close_node(Steps* s) {
    static const uint8_t zeros[HEAD];
    if (s->depth == 0) return;
    bool had_children = s->is_entered[s->depth - 1];
    enter(s);
    if (had_children && s->size + HEAD <= ROOM) {
        memcpy(s->out + s->size, zeros, HEAD);
        s->size += HEAD;
    }
    set_word(s, s->open[--s->depth], s->size);
}

/* Few bytes make an array; its numbers repeat them. Deflated ones are stored blocks. */
static void put_array(Steps* s) {
    static const char types[] = "lfidb";
    char type = types[next(s) % 5];
    size_t step = type == 'l' || type == 'd' ? 8 : type == 'b' ? 1 : 4, count = next(s) % 40;
    bool is_deflated = next(s) % 4 == 0;
    uint8_t raw[320];
    for (size_t i = 0; i < count; i++) {
        int8_t small = (int8_t)next(s);
        uint64_t bits = (uint64_t)(int64_t)small << (type == 'l' ? 30 : 0);
        double wide = (double)small * 0.5;
        float narrow = (float)wide;
        if (type == 'd') memcpy(&bits, &wide, sizeof wide);
        if (type == 'f') memcpy(&bits, &narrow, sizeof narrow);
        for (size_t b = 0; b < step; b++) raw[i * step + b] = (uint8_t)(bits >> 8 * b);
    }
    size_t size = count * step;
    put_number(s, (uint8_t)type, 1);
    put_number(s, count + (next(s) == 77 ? 1u << 30 : 0), 4);
    put_number(s, is_deflated, 4);
    put_number(s, is_deflated ? size + 11 : size, 4);
    if (!is_deflated) {
        put(s, raw, size);
        return;
    }
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + raw[i]) % 65521;
        b = (b + a) % 65521;
    }
    const uint8_t check[4] = {(uint8_t)(b >> 8), (uint8_t)b, (uint8_t)(a >> 8), (uint8_t)a};
    put(s, "\x78\x01\x01", 3);
    put_number(s, size | (uint64_t)(~size & 0xFFFF) << 16, 4);
    put(s, raw, size);
    put(s, check, 4);
}

static void step(Steps* s) {
    uint8_t kind = next(s) % 9;
    if (kind == 0) open_node(s);
    if (kind == 1) enter(s);
    if (kind == 2) close_node(s);
    if (kind < 3 || s->depth == 0 || s->is_entered[s->depth - 1]) return; /* no place for values */
    if (kind == 3) {
        put(s, "I", 1);
        put_number(s, (uint64_t)(int64_t)(int8_t)next(s), 4);
    } else if (kind == 4) {
        put(s, "L", 1);
        put_number(s, next(s), 8);
    } else if (kind == 5) { /* a time */
        put(s, "L", 1);
        put_number(s, (uint64_t)((int64_t)(int8_t)next(s) * 1539538600), 8);
    } else if (kind == 6) {
        double value = (double)(int8_t)next(s) * 0.75;
        put(s, "D", 1);
        put(s, &value, 8);
    } else if (kind == 7) {
        const char* text = texts[next(s) % (sizeof texts / sizeof *texts)];
        put(s, "S", 1);
        put_number(s, strlen(text), 4);
        put(s, text, strlen(text));
    } else {
        put_array(s);
    }
}

static size_t write_file(const uint8_t* data, size_t size, uint8_t* out) {
    Steps s = {.at = data, .end = data + size, .out = out};
    uint32_t version = next(&s) % 2 == 0 ? 7500 : 7700;
    put(&s, "Kaydara FBX Binary  \0\x1A\0", 23);
    put_number(&s, version, 4);
    while (s.at < s.end) step(&s);
    while (s.depth > 0) close_node(&s);
    return s.size;
}

/* ---- Reading ---- */

static void check_frame(const vrmi_Capture* capture, double frame, vrm_Transform* locals) {
    capture->sample(capture->reader, frame, locals);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        float square = vrmi_quat_dot(locals[j].rotation, locals[j].rotation);
        REQUIRE(square > 0.99f && square < 1.01f);
        REQUIRE(vrmi_vec3_is_finite(locals[j].translation));
        REQUIRE(capture->joints[j].parent < j && capture->joints[j].name != NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    uint8_t* written = NULL;
    vrmi_CaptureInput input = {.bytes = data + 1,
                               .size = size - 1,
                               .max_bytes = 1 << 22,
                               .allocator = vrmi_allocator(NULL)};
    if (data[0] % 2 == 1) {
        written = malloc(ROOM);
        REQUIRE(written != NULL);
        input.size = write_file(data + 1, size - 1, written);
        input.bytes = written;
    }
    vrmi_Capture capture = {0};
    if (vrmi_fbx_recognises(input.bytes, input.size) && vrmi_fbx_read(&input, &capture) == VRM_OK) {
        vrm_Transform* locals = calloc((size_t)capture.joint_count, sizeof *locals);
        REQUIRE(locals != NULL && capture.joint_count > 0 && capture.frame_count > 0);
        REQUIRE(capture.frame_time > 0.0 && capture.take_count >= 0);
        check_frame(&capture, 0.0, locals);
        check_frame(&capture, 0.37 * (capture.frame_count - 1), locals);
        check_frame(&capture, capture.frame_count - 1, locals);
        free(locals);
        capture.destroy(capture.reader);
    } else {
        REQUIRE(capture.reader == NULL);
    }
    free(written);
    return 0;
}
