/* SPDX-License-Identifier: MIT */
/* One line of landmarks. The members are those of the results of MediaPipe Tasks, in the spelling
 * of JavaScript or of Python:
 *
 *   {"timestamp_ms": 33, "pose": PoseLandmarkerResult, "hands": HandLandmarkerResult,
 *    "face": FaceLandmarkerResult}
 *
 * or the members of a HolisticLandmarkerResult or a PoseLandmarkerResult beside "timestamp_ms". */
#include "motion/models/mediapipe.h"

#include <math.h>
#include <string.h>

/* Bytes of a line, and values in it: several times as many as all landmarks and categories of
 * MediaPipe need. */
enum { LONGEST_LINE = 1 << 20, MOST_VALUES = 1 << 16 };

/* ---- Recognition ---- */

static bool begins_with(const uint8_t* at, size_t left, const char* word) {
    size_t length = strlen(word);
    return left >= length && memcmp(at, word, length) == 0;
}

bool vrmi_landmarks_are_in(const uint8_t* bytes, size_t size) {
    static const char* const keys[] = {
        "\"worldLandmarks\"",  "\"world_landmarks\"",  "\"poseWorldLandmarks\"",
        "\"faceBlendshapes\"", "\"face_blendshapes\"", "\"pose_world_landmarks\"",
        "\"timestamp_ms\"",    "\"timestampMs\"",
    };
    size_t at = begins_with(bytes, size, "\xEF\xBB\xBF") ? 3 : 0, most = at + 65536;
    while (at < size && strchr(" \t\r\n", bytes[at]) != NULL && bytes[at] != '\0') at++;
    if (at >= size || bytes[at] != '{') return false;
    bool is_found = false;
    for (size_t end = size < most ? size : most; at < end; at++) {
        if (bytes[at] != '"') continue;
        if (begins_with(bytes + at, size - at, "\"asset\"")) return false; /* a glTF file */
        for (size_t k = 0; k < sizeof keys / sizeof *keys && !is_found; k++)
            is_found = begins_with(bytes + at, size - at, keys[k]);
    }
    return is_found;
}

/* ---- Values ---- */

static vrm_JsonRef member(const vrm_Json* json, vrm_JsonRef object, const char* name,
                          const char* other) {
    if (vrm_json_type(json, object) != VRM_JSON_OBJECT) return VRM_JSON_MISSING;
    vrm_JsonRef value = vrm_json_member(json, object, name);
    return value != VRM_JSON_MISSING ? value : vrm_json_member(json, object, other);
}

/* The first person; lists of lists have one list for each. */
static vrm_JsonRef first_of(const vrm_Json* json, vrm_JsonRef people) {
    if (vrm_json_type(json, people) != VRM_JSON_ARRAY) return VRM_JSON_MISSING;
    vrm_JsonRef first = vrm_json_element(json, people, 0);
    return vrm_json_type(json, first) == VRM_JSON_ARRAY ? first : people;
}

static bool read_number(const vrm_Json* json, vrm_JsonRef object, const char* name, double* out) {
    *out = vrm_json_number(json, vrm_json_member(json, object, name), (double)NAN);
    return fabs(*out) <= VRMI_LANDMARK_FARTHEST; /* false for NaN */
}

static bool read_point(const vrm_Json* json, vrm_JsonRef object, vrm_Landmark* out) {
    double x, y, z;
    if (vrm_json_type(json, object) != VRM_JSON_OBJECT) return false;
    if (!read_number(json, object, "x", &x) || !read_number(json, object, "y", &y) ||
        !read_number(json, object, "z", &z))
        return false;
    double visibility = vrm_json_number(json, vrm_json_member(json, object, "visibility"), 1.0);
    *out = (vrm_Landmark){(float)x, (float)y, (float)z, (float)visibility};
    return true;
}

/* Reads `count` points; false when one is missing. */
static bool read_points(const vrm_Json* json, vrm_JsonRef list, uint32_t count, vrm_Landmark* out) {
    if (vrm_json_type(json, list) != VRM_JSON_ARRAY || vrm_json_count(json, list) < count)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, list);
    while (vrm_json_next(&it) && it.index < count)
        if (!read_point(json, it.value, &out[it.index])) return false;
    return true;
}

/* ---- Parts ---- */

static void read_hand(const vrm_Json* json, vrm_JsonRef list, int side, vrm_PointsLine* out) {
    bool* has_hand = side == 0 ? &out->has_left_hand : &out->has_right_hand;
    vrm_Landmark* hand = side == 0 ? out->left_hand : out->right_hand;
    if (!*has_hand) *has_hand = read_points(json, first_of(json, list), VRM_POINTS_HAND, hand);
}

/* The squared distance in the picture of a hand's wrist from a wrist of the pose. */
static double distance(const vrm_Json* json, vrm_JsonRef hand, vrm_JsonRef pose, uint32_t wrist) {
    vrm_Landmark a, b;
    if (!read_point(json, vrm_json_element(json, hand, 0), &a) ||
        !read_point(json, vrm_json_element(json, pose, wrist), &b))
        return -1.0;
    return (double)((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* By the nearer wrist of the pose in the picture, where both are there: words for handedness are
 * swapped in pictures that are not mirrored. Otherwise by the word. -1: unknown. */
static int side_of(const vrm_Json* json, vrm_JsonRef hand, vrm_JsonRef pose, vrm_JsonRef words) {
    if (vrm_json_type(json, hand) == VRM_JSON_ARRAY &&
        vrm_json_type(json, pose) == VRM_JSON_ARRAY) {
        double left = distance(json, hand, pose, 15), right = distance(json, hand, pose, 16);
        if (left >= 0.0 && right >= 0.0) return left <= right ? 0 : 1;
    }
    vrm_JsonRef category = words;
    if (vrm_json_type(json, words) == VRM_JSON_ARRAY) category = vrm_json_element(json, words, 0);
    vrm_JsonRef name = member(json, category, "categoryName", "category_name");
    if (vrm_json_equals(json, name, "Left")) return 0;
    return vrm_json_equals(json, name, "Right") ? 1 : -1;
}

/* A HandLandmarkerResult: at most two hands, in any order. */
static void read_hands(const vrm_Json* json, vrm_JsonRef hands, vrm_JsonRef pose,
                       vrm_PointsLine* out) {
    vrm_JsonRef world = member(json, hands, "worldLandmarks", "world_landmarks");
    vrm_JsonRef image = member(json, hands, "landmarks", "hand_landmarks");
    vrm_JsonRef words = member(json, hands, "handedness", "handednesses");
    if (world == VRM_JSON_MISSING)
        world = member(json, hands, "handWorldLandmarks", "hand_world_landmarks");
    if (vrm_json_type(json, world) != VRM_JSON_ARRAY) return;
    vrm_JsonIter it = vrm_json_iter(json, world);
    while (vrm_json_next(&it) && it.index < 2) {
        vrm_JsonRef picture = VRM_JSON_MISSING, word = VRM_JSON_MISSING;
        if (vrm_json_type(json, image) == VRM_JSON_ARRAY)
            picture = vrm_json_element(json, image, it.index);
        if (vrm_json_type(json, words) == VRM_JSON_ARRAY)
            word = vrm_json_element(json, words, it.index);
        int side = side_of(json, picture, pose, word);
        if (side >= 0) read_hand(json, it.value, side, out);
    }
}

static void read_shapes(const vrm_Json* json, vrm_JsonRef list, vrm_PointsLine* out) {
    if (vrm_json_type(json, list) != VRM_JSON_ARRAY) return;
    vrm_JsonRef face = vrm_json_element(json, list, 0);
    vrm_JsonRef categories = member(json, face, "categories", "classifications");
    if (vrm_json_type(json, face) == VRM_JSON_ARRAY) categories = face;
    if (categories == VRM_JSON_MISSING && vrm_json_type(json, face) == VRM_JSON_OBJECT)
        categories = list;
    vrm_JsonIter it = vrm_json_iter(json, categories);
    while (vrm_json_next(&it) && it.index < 256) {
        char name[64];
        vrm_JsonRef word = member(json, it.value, "categoryName", "category_name");
        double score = vrm_json_number(json, member(json, it.value, "score", "score"), (double)NAN);
        if (vrm_json_type(json, word) != VRM_JSON_STRING ||
            !(fabs(score) <= VRMI_LANDMARK_FARTHEST))
            continue;
        (void)vrm_json_string(json, word, name, sizeof name);
        vrm_FaceShape shape = vrm_face_shape_by_name(name);
        if (shape == VRM_FACE_SHAPE_NONE) continue;
        out->shapes[shape] = vrmi_clamp((float)score, 0.0f, 1.0f);
        out->has_shapes = true;
    }
}

/* 16 numbers, column by column; or 4 rows. */
static bool read_matrix(const vrm_Json* json, vrm_JsonRef list, float out[16]) {
    vrm_JsonRef matrix =
        vrm_json_type(json, list) == VRM_JSON_ARRAY ? vrm_json_element(json, list, 0) : list;
    vrm_JsonRef data = member(json, matrix, "data", "packedData");
    if (data == VRM_JSON_MISSING) data = matrix;
    if (vrm_json_type(json, data) != VRM_JSON_ARRAY) return false;
    bool has_rows = vrm_json_count(json, data) == 4;
    if (!has_rows && vrm_json_count(json, data) != 16) return false;
    for (uint32_t i = 0; i < 16; i++) {
        vrm_JsonRef list_of = has_rows ? vrm_json_element(json, data, i % 4) : data;
        if (vrm_json_type(json, list_of) != VRM_JSON_ARRAY) return false;
        uint32_t at = has_rows ? i / 4 : i;
        if (at >= vrm_json_count(json, list_of)) return false;
        double value = vrm_json_number(json, vrm_json_element(json, list_of, at), (double)NAN);
        if (!(fabs(value) <= 1e6)) return false;
        out[i] = (float)value;
    }
    return true;
}

/* ---- The line ---- */

static void read_numbers(const vrm_Json* json, vrm_JsonRef root, vrm_PointsLine* out) {
    vrm_JsonRef value = member(json, root, "timestamp_ms", "timestampMs");
    double ms = vrm_json_number(json, value, (double)NAN);
    double aspect = vrm_json_number(json, vrm_json_member(json, root, "aspect"), 0.0);
    out->has_time = fabs(ms) <= 1e15;
    if (out->has_time) out->time_s = ms / 1000.0;
    out->aspect = fabs(aspect) <= 1e6 ? (float)aspect : 0.0f;
}

static void read_face(const vrm_Json* json, vrm_JsonRef face, vrm_PointsLine* out) {
    vrm_JsonRef matrix =
        member(json, face, "facialTransformationMatrixes", "facial_transformation_matrixes");
    read_shapes(json, member(json, face, "faceBlendshapes", "face_blendshapes"), out);
    out->has_head = matrix != VRM_JSON_MISSING && read_matrix(json, matrix, out->head);
}

/* A PoseLandmarkerResult in a member of its own, or the members of one. */
static void find_pose(const vrm_Json* json, vrm_JsonRef root, vrm_JsonRef* world,
                      vrm_JsonRef* image) {
    *world = member(json, root, "poseWorldLandmarks", "pose_world_landmarks");
    *image = member(json, root, "poseLandmarks", "pose_landmarks");
    if (*world != VRM_JSON_MISSING) return;
    vrm_JsonRef pose = member(json, root, "pose", "poseLandmarker");
    vrm_JsonRef result = pose != VRM_JSON_MISSING ? pose : root;
    *world = member(json, result, "worldLandmarks", "world_landmarks");
    *image = member(json, result, "landmarks", "landmarks");
    if (*world == VRM_JSON_MISSING)
        *world = member(json, result, "poseWorldLandmarks", "pose_world_landmarks");
    if (*image == VRM_JSON_MISSING)
        *image = member(json, result, "poseLandmarks", "pose_landmarks");
}

/* Whether there is a member that landmarks are read from, with a person or without. */
static bool has_landmarks(const vrm_Json* json, vrm_JsonRef root) {
    static const char* const keys[] = {
        "pose",
        "poseLandmarker",
        "hands",
        "handLandmarker",
        "face",
        "faceLandmarker",
        "worldLandmarks",
        "world_landmarks",
        "poseWorldLandmarks",
        "pose_world_landmarks",
        "leftHandWorldLandmarks",
        "left_hand_world_landmarks",
        "rightHandWorldLandmarks",
        "right_hand_world_landmarks",
        "faceBlendshapes",
        "face_blendshapes",
        "facialTransformationMatrixes",
        "facial_transformation_matrixes",
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (vrm_json_member(json, root, keys[i]) != VRM_JSON_MISSING) return true;
    return false;
}

/* False for what is not a line of landmarks. */
static bool read_line(const vrm_Json* json, vrm_PointsLine* out) {
    vrm_JsonRef root = vrm_json_root(json), world, image;
    if (vrm_json_type(json, root) != VRM_JSON_OBJECT) return false;
    vrm_JsonRef hands = member(json, root, "hands", "handLandmarker");
    vrm_JsonRef face = member(json, root, "face", "faceLandmarker");
    read_numbers(json, root, out);
    if (!out->has_time && !has_landmarks(json, root)) return false;
    find_pose(json, root, &world, &image);
    image = first_of(json, image);
    out->has_pose = read_points(json, first_of(json, world), VRM_POINTS_POSE, out->pose);
    out->has_image = out->has_pose && read_points(json, image, VRM_POINTS_POSE, out->image);
    if (hands != VRM_JSON_MISSING) read_hands(json, hands, image, out);
    read_hand(json, member(json, root, "leftHandWorldLandmarks", "left_hand_world_landmarks"), 0,
              out);
    read_hand(json, member(json, root, "rightHandWorldLandmarks", "right_hand_world_landmarks"), 1,
              out);
    read_face(json, face != VRM_JSON_MISSING ? face : root, out);
    return true;
}

vrm_Result vrm_points_read_line(const char* text, size_t size, const vrm_Allocator* allocator,
                                vrm_PointsLine* out_line) {
    *out_line = (vrm_PointsLine){0};
    vrm_Json* json = NULL;
    vrm_JsonDef def = vrm_default_json_def();
    def.borrow_text = true;
    def.limits.file_bytes = LONGEST_LINE;
    def.limits.json_values = MOST_VALUES;
    if (allocator != NULL) def.allocator = *allocator;
    vrm_Result result = vrm_json_parse(text, size, &def, NULL, &json);
    if (result != VRM_OK) return result;
    bool is_line = read_line(json, out_line);
    vrm_json_destroy(json);
    if (!is_line) *out_line = (vrm_PointsLine){0};
    return is_line ? VRM_OK : VRM_ERR_INVALID;
}
