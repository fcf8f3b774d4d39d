/* SPDX-License-Identifier: MIT */
/* Trackers: what packets say, in the axes of libvrm, and what is refused. The values are those of
 * the documents that describe the protocols; docs/reference/trackers.md derives the signs. Packets
 * that another hand wrote are in cli.trackers. */
#include "support/avatar.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/memory.h"
#include "vrm/clip.h"
#include "vrm/tracker.h"
#include "vrm/vmc.h"

#include <math.h>

/* The test page of iFacialMocap's makers: a person who holds a phone below the face. */
static const char ifacialmocap_sample[] =
    "mouthSmile_R-0|eyeLookOut_L-0|mouthUpperUp_L-11|eyeWide_R-0|mouthClose-8|mouthPucker-4|"
    "mouthRollLower-9|eyeBlink_R-7|eyeLookDown_L-17|cheekSquint_R-11|eyeBlink_L-7|tongueOut-0|"
    "jawRight-0|eyeLookIn_R-6|cheekSquint_L-11|mouthDimple_L-10|mouthPress_L-4|eyeSquint_L-11|"
    "mouthRight-0|mouthShrugLower-9|eyeLookUp_R-0|eyeLookOut_R-0|mouthPress_R-5|cheekPuff-2|"
    "jawForward-11|mouthLowerDown_L-9|mouthFrown_L-6|mouthShrugUpper-26|browOuterUp_L-4|"
    "browInnerUp-20|mouthDimple_R-10|browDown_R-0|mouthUpperUp_R-10|mouthRollUpper-8|"
    "mouthFunnel-12|mouthStretch_R-21|mouthFrown_R-13|eyeLookDown_R-17|jawOpen-12|jawLeft-0|"
    "browDown_L-0|mouthSmile_L-0|noseSneer_R-18|mouthLowerDown_R-8|noseSneer_L-21|eyeWide_L-0|"
    "mouthStretch_L-21|browOuterUp_R-4|eyeLookIn_L-4|eyeSquint_R-11|eyeLookUp_L-0|mouthLeft-1|"
    "=head#-21.488958,-6.038993,-6.6019735,-0.030653415,-0.10287084,-0.6584072|"
    "rightEye#6.0297494,2.4403017,0.25649446|leftEye#6.034903,-1.6660284,-0.17520553|";

static const char vtubestudio_sample[] =
    "{\"Timestamp\":1640995200500,\"Hotkey\":-1,\"FaceFound\":true,"
    "\"Rotation\":{\"x\":20.0,\"y\":10.0,\"z\":5.0},\"Position\":{\"x\":3.5,\"y\":-2.0,\"z\":45.0},"
    "\"EyeLeft\":{\"x\":1.0,\"y\":2.0,\"z\":0.0},\"EyeRight\":{\"x\":1.0,\"y\":2.0,\"z\":0.0},"
    "\"BlendShapes\":[{\"k\":\"EyeBlinkLeft\",\"v\":0.25},{\"v\":1.5,\"k\":\"JawOpen\"},"
    "{\"k\":\"EyeLookOutLeft\",\"v\":0.4},{\"k\":\"EyeLookInRight\",\"v\":0.6},"
    "{\"k\":\"Wings\",\"v\":1}]}";

static const char mediapipe_sample[] =
    "{\"timestamp_ms\":1640995200500,\"face\":{\"face_blendshapes\":[[{\"score\":0.5,"
    "\"category_name\":\"jawOpen\"}]],\"facial_transformation_matrixes\":"
    "[[[1,0,0,0],[0,1,0,0],[0,0,1,-40],[0,0,0,1]]]}}";

typedef struct Packet {
    uint8_t data[8192];
    size_t size;
} Packet;

static Packet text_packet(const char* text) {
    Packet packet = {.size = strlen(text)};
    memcpy(packet.data, text, packet.size);
    return packet;
}

static void put(Packet* packet, const void* bytes, size_t size) {
    assert_true(packet->size + size <= sizeof packet->data);
    memcpy(packet->data + packet->size, bytes, size);
    packet->size += size;
}

static void put_u32_be(Packet* packet, uint32_t value) {
    uint8_t bytes[] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                       (uint8_t)value};
    put(packet, bytes, sizeof bytes);
}

static void put_u32(Packet* packet, uint32_t value) {
    uint8_t bytes[] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                       (uint8_t)(value >> 24)};
    put(packet, bytes, sizeof bytes);
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void put_float(Packet* packet, float value) {
    put_u32(packet, bits_of(value));
}

static void put_double(Packet* packet, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(packet, (uint32_t)bits);
    put_u32(packet, (uint32_t)(bits >> 32));
}

/* A frame of OpenSeeFace: a face that looks into the camera, eyes open. */
typedef struct SeenFace {
    double time_s;
    int32_t id;
    float right_eye, left_eye;
    uint8_t is_fitted;
    float quaternion[4], translation[3];
    float right_pupil[3], left_pupil[3]; /* as sent: right, down, back; the balls are at 0 */
    float features[14];
} SeenFace;

static SeenFace seen_face(void) {
    float s = sqrtf(0.5f);
    return (SeenFace){.time_s = 100.0,
                      .right_eye = 1.0f,
                      .left_eye = 1.0f,
                      .is_fitted = 1,
                      .quaternion = {-s, s, 0.0f, 0.0f},
                      .translation = {0.0f, 0.0f, 5.0f},
                      .right_pupil = {0.0f, 0.0f, -0.1f},
                      .left_pupil = {0.0f, 0.0f, -0.1f}};
}

static void put_seen_face(Packet* packet, const SeenFace* face) {
    put_double(packet, face->time_s);
    put_u32(packet, (uint32_t)face->id);
    put_float(packet, 640.0f);
    put_float(packet, 480.0f);
    put_float(packet, face->right_eye);
    put_float(packet, face->left_eye);
    put(packet, &face->is_fitted, 1);
    put_float(packet, 3.5f);
    for (int i = 0; i < 4; i++) put_float(packet, face->quaternion[i]);
    for (int i = 0; i < 3; i++) put_float(packet, 90.0f);
    for (int i = 0; i < 3; i++) put_float(packet, face->translation[i]);
    for (int i = 0; i < 68 * 3; i++) put_float(packet, 0.5f);
    for (int i = 0; i < 66 * 3; i++) put_float(packet, 0.1f);
    for (int i = 0; i < 3; i++) put_float(packet, face->right_pupil[i]);
    for (int i = 0; i < 3; i++) put_float(packet, face->left_pupil[i]);
    for (int i = 0; i < 6; i++) put_float(packet, 0.0f);
    for (int i = 0; i < 14; i++) put_float(packet, face->features[i]);
    assert_int_equal(packet->size % 1785, 0);
}

static Packet openseeface_packet(const SeenFace* face) {
    Packet packet = {.size = 0};
    put_seen_face(&packet, face);
    return packet;
}

/* A packet of Live Link Face with 61 values; fewer than 0: without a face. */
static Packet livelink_packet(const float* values, int32_t frame) {
    Packet packet = {.size = 0};
    put(&packet, "\6", 1);
    put_u32_be(&packet, 36);
    put(&packet, "6B5A0D43-0000-4000-8000-000000000000", 36);
    put_u32_be(&packet, 6);
    put(&packet, "iPhone", 6);
    if (values == NULL) return packet;
    put_u32_be(&packet, (uint32_t)frame);
    put_u32_be(&packet, bits_of(0.5f));
    put_u32_be(&packet, 60);
    put_u32_be(&packet, 1);
    put(&packet, "\75", 1);
    for (int i = 0; i < 61; i++) put_u32_be(&packet, bits_of(values[i]));
    assert_int_equal(packet.size, 270 + 36 + 6);
    return packet;
}

/* ---- mocopi ---- */

enum { BONES = 27 };

static void put_box(Packet* packet, const char* tag, const void* content, size_t size) {
    put_u32(packet, (uint32_t)size);
    put(packet, tag, 4);
    put(packet, content, size);
}

static void put_bone(Packet* packet, int id, int parent, vrm_Quat q, vrm_Vec3 p) {
    Packet bone = {.size = 0}, place = {.size = 0};
    uint8_t index[2] = {(uint8_t)id, 0},
            above[2] = {(uint8_t)parent, (uint8_t)(parent < 0 ? 255 : 0)};
    float values[] = {q.x, q.y, q.z, q.w, p.x, p.y, p.z};
    for (int i = 0; i < 7; i++) put_float(&place, values[i]);
    put_box(&bone, "bnid", index, 2);
    if (parent >= -1) put_box(&bone, "pbid", above, 2);
    put_box(&bone, "tran", place.data, place.size);
    put_box(packet, parent >= -1 ? "bndt" : "btdt", bone.data, bone.size);
}

static void put_mocopi_head(Packet* packet) {
    Packet head = {.size = 0};
    put_box(&head, "ftyp", "sony motion format", 18);
    put_box(&head, "vrsn", "\1", 1);
    put_box(packet, "head", head.data, head.size);
}

static int parent_of(int bone) {
    return bone == 11 || bone == 15 ? 7 : bone == 19 || bone == 23 ? 0 : bone - 1;
}

static const vrm_Quat still = {0.0f, 0.0f, 0.0f, 1.0f};

static Packet skeleton_packet(vrm_Vec3 hips, vrm_Quat rest) {
    Packet packet = {.size = 0}, bones = {.size = 0}, skeleton = {.size = 0};
    for (int b = 0; b < BONES; b++)
        put_bone(&bones, b, parent_of(b), b == 12 ? rest : still,
                 b == 0 ? hips : (vrm_Vec3){0.0f, 0.1f, 0.0f});
    put_mocopi_head(&packet);
    put_box(&skeleton, "bons", bones.data, bones.size);
    put_box(&packet, "skdf", skeleton.data, skeleton.size);
    return packet;
}

static Packet motion_packet(const vrm_Quat locals[BONES], vrm_Vec3 hips, double time_s) {
    Packet packet = {.size = 0}, bones = {.size = 0}, motion = {.size = 0}, time = {.size = 0};
    for (int b = 0; b < BONES; b++) put_bone(&bones, b, -2, locals[b], hips);
    put_mocopi_head(&packet);
    put_double(&time, time_s);
    put_box(&motion, "fnum", "\1\0\0\0", 4);
    put_box(&motion, "time", "\0\0\0\0", 4);
    put_box(&motion, "uttm", time.data, time.size);
    put_box(&motion, "btrs", bones.data, bones.size);
    put_box(&packet, "fram", motion.data, motion.size);
    return packet;
}

/* ---- Helpers ---- */

static vrm_Tracker* make(vrm_TrackerKind kind) {
    vrm_Tracker* tracker;
    assert_int_equal(vrm_tracker_create(kind, NULL, &tracker), VRM_OK);
    return tracker;
}

static vrm_Result receive(vrm_Tracker* tracker, Packet packet) {
    return vrm_tracker_receive(tracker, packet.data, packet.size);
}

static vrm_Vec3 turn(vrm_Quat q, vrm_Vec3 v) {
    vrm_Vec3 u = {q.y * v.z - q.z * v.y + q.w * v.x, q.z * v.x - q.x * v.z + q.w * v.y,
                  q.x * v.y - q.y * v.x + q.w * v.z};
    return (vrm_Vec3){v.x + 2.0f * (q.y * u.z - q.z * u.y), v.y + 2.0f * (q.z * u.x - q.x * u.z),
                      v.z + 2.0f * (q.x * u.y - q.y * u.x)};
}

/* Where the head faces and where its top is; left is +X, up +Y, to the camera +Z. */
static void assert_head(const vrm_TrackerState* state, vrm_Vec3 face, vrm_Vec3 top) {
    vrm_Vec3 f = turn(state->head_rotation, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 t = turn(state->head_rotation, (vrm_Vec3){0.0f, 1.0f, 0.0f});
    assert_true(state->has_head);
    assert_float_equal(f.x, face.x, 2e-3);
    assert_float_equal(f.y, face.y, 2e-3);
    assert_float_equal(f.z, face.z, 2e-3);
    assert_float_equal(t.x, top.x, 2e-3);
    assert_float_equal(t.y, top.y, 2e-3);
    assert_float_equal(t.z, top.z, 2e-3);
}

static vrm_Quat about(float x, float y, float z, float degrees) {
    float half = degrees * 0.00872664626f;
    return (vrm_Quat){x * sinf(half), y * sinf(half), z * sinf(half), cosf(half)};
}

static void assert_rotation(vrm_Quat a, vrm_Quat b) {
    float dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    assert_float_equal(fabsf(dot), 1.0f, 1e-5);
}

/* All that comes out is finite, and every rotation is one. */
static void assert_sane(const vrm_Tracker* tracker) {
    const vrm_TrackerState* state = vrm_tracker_state(tracker);
    vrm_Pose pose = vrm_tracker_pose(tracker, 1.0f);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Quat q = pose.rotations[b];
        assert_float_equal(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 1e-3);
    }
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        assert_true(state->shapes[s] >= 0.0f && state->shapes[s] <= 1.0f);
    assert_true(isfinite(pose.hips_offset.x + pose.hips_offset.y + pose.hips_offset.z));
    assert_true(isfinite(state->head_position.x + state->head_position.y + state->head_position.z));
    assert_true(fabsf(state->gaze_yaw) <= 90.0f && fabsf(state->gaze_pitch) <= 90.0f);
    assert_true(isfinite(state->time_s));
}

/* A good packet of each kind. */
static Packet good_packet(vrm_TrackerKind kind) {
    float values[61] = {0.1f};
    vrm_Quat locals[BONES];
    SeenFace face = seen_face();
    for (int b = 0; b < BONES; b++) locals[b] = about(1.0f, 0.0f, 0.0f, 3.0f);
    switch (kind) {
    case VRM_TRACKER_OPENSEEFACE: return openseeface_packet(&face);
    case VRM_TRACKER_IFACIALMOCAP: return text_packet(ifacialmocap_sample);
    case VRM_TRACKER_VTUBESTUDIO: return text_packet(vtubestudio_sample);
    case VRM_TRACKER_LIVELINK: return livelink_packet(values, 60);
    case VRM_TRACKER_MEDIAPIPE: return text_packet(mediapipe_sample);
    default: return motion_packet(locals, (vrm_Vec3){0.0f, 0.9f, 0.0f}, 1.0);
    }
}

/* ---- All trackers ---- */

static void trackers_have_the_names_and_ports_of_their_programs(void** state) {
    (void)state;
    static const struct {
        const char* name;
        uint16_t port, phone_port;
    } expected[] = {{"openseeface", 11573, 0},     {"ifacialmocap", 49983, 49983},
                    {"vtubestudio", 21412, 21412}, {"livelink", 11111, 0},
                    {"mocopi", 12351, 0},          {"mediapipe", 11575, 0}};
    for (int k = 0; k < VRM_TRACKER_COUNT; k++) {
        assert_string_equal(vrm_tracker_name((vrm_TrackerKind)k), expected[k].name);
        assert_int_equal(vrm_tracker_by_name(expected[k].name), k);
        assert_int_equal(vrm_tracker_port((vrm_TrackerKind)k), expected[k].port);
        assert_int_equal(vrm_tracker_phone_port((vrm_TrackerKind)k), expected[k].phone_port);
        vrm_Tracker* tracker = make((vrm_TrackerKind)k);
        assert_int_equal(vrm_tracker_kind(tracker), k);
        vrm_tracker_destroy(tracker);
    }
    assert_int_equal(vrm_tracker_by_name("OpenSeeFace"), VRM_TRACKER_OPENSEEFACE);
    assert_int_equal(vrm_tracker_by_name("openseefac"), VRM_TRACKER_COUNT);
    assert_int_equal(vrm_tracker_by_name("mocopis"), VRM_TRACKER_COUNT);
    assert_int_equal(vrm_tracker_by_name(NULL), VRM_TRACKER_COUNT);
    assert_string_equal(vrm_tracker_name(VRM_TRACKER_COUNT), "");
    assert_int_equal(vrm_tracker_port((vrm_TrackerKind)-1), 0);
}

static void phones_are_asked_in_the_words_of_their_apps(void** state) {
    (void)state;
    char text[VRM_TRACKER_REQUEST_MAX];
    size_t size;
    size = vrm_tracker_request(VRM_TRACKER_VTUBESTUDIO, 65535, text);
    assert_int_equal(size, strlen(text));
    assert_string_equal(text, "{\"messageType\":\"iOSTrackingDataRequest\",\"time\":5,"
                              "\"sentBy\":\"libvrm\",\"ports\":[65535]}");
    assert_true(vrm_tracker_request_interval(VRM_TRACKER_VTUBESTUDIO) == 1.0f);
    size = vrm_tracker_request(VRM_TRACKER_IFACIALMOCAP, 1, text);
    assert_int_equal(size, strlen(text));
    assert_string_equal(text, "iFacialMocap_sahuasouryya9218sauhuiayeta91555dy3719"
                              "|sendDataVersion=v2");
    assert_int_equal(vrm_tracker_request(VRM_TRACKER_MOCOPI, 1, text), 0);
    assert_string_equal(text, "");
    assert_true(vrm_tracker_request_interval(VRM_TRACKER_COUNT) == 0.0f);
}

static void definition_and_kind_are_checked(void** state) {
    (void)state;
    vrm_Tracker* tracker;
    vrm_TrackerDef def = {0};
    assert_int_equal(vrm_tracker_create(VRM_TRACKER_MOCOPI, &def, &tracker), VRM_ERR_DEF);
    assert_null(tracker);
    assert_int_equal(vrm_tracker_create(VRM_TRACKER_COUNT, NULL, &tracker), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_tracker_create((vrm_TrackerKind)-1, NULL, &tracker), VRM_ERR_ARGUMENT);
    vrm_tracker_destroy(NULL);
}

static vrm_Result create_and_receive(const vrm_Allocator* allocator, void* user) {
    const vrm_TrackerKind* kind = user;
    vrm_Tracker* tracker;
    vrm_TrackerDef def = vrm_default_tracker_def();
    def.allocator = *allocator;
    vrm_Result result = vrm_tracker_create(*kind, &def, &tracker);
    if (result == VRM_OK) result = receive(tracker, good_packet(*kind));
    vrm_tracker_destroy(tracker);
    return result;
}

static void tracker_survives_every_failing_allocation(void** state) {
    (void)state;
    vrm_TrackerKind kinds[] = {VRM_TRACKER_LIVELINK, VRM_TRACKER_VTUBESTUDIO};
    for (int i = 0; i < 2; i++) test_every_allocation_failing(create_and_receive, &kinds[i]);
}

static void state_is_at_rest_before_the_first_packet(void** state) {
    (void)state;
    for (int k = 0; k < VRM_TRACKER_COUNT; k++) {
        vrm_Tracker* tracker = make((vrm_TrackerKind)k);
        const vrm_TrackerState* now = vrm_tracker_state(tracker);
        assert_false(now->is_found || now->has_head || now->has_gaze || now->has_hips);
        assert_true(now->bones == 0 && now->shape_mask == 0 && now->head_rotation.w == 1.0f);
        assert_sane(tracker);
        vrm_tracker_destroy(tracker);
    }
}

static void every_truncation_is_answered(void** state) {
    (void)state;
    for (int k = 0; k < VRM_TRACKER_COUNT; k++) {
        Packet packet = good_packet((vrm_TrackerKind)k);
        vrm_Tracker* tracker = make((vrm_TrackerKind)k);
        for (size_t size = 0; size < packet.size; size++) {
            uint8_t* block = malloc(size + (size == 0)); /* a sanitizer sees the byte behind */
            assert_non_null(block);
            memcpy(block, packet.data, size);
            vrm_tracker_receive(tracker, block, size);
            free(block);
            assert_sane(tracker);
        }
        assert_int_equal(vrm_tracker_stats(tracker).packets, packet.size);
        assert_int_equal(receive(tracker, packet), VRM_OK);
        assert_true(vrm_tracker_state(tracker)->is_found);
        vrm_tracker_destroy(tracker);
    }
}

static void every_flipped_bit_is_answered(void** state) {
    (void)state;
    for (int k = 0; k < VRM_TRACKER_COUNT; k++) {
        Packet packet = good_packet((vrm_TrackerKind)k);
        for (size_t at = 0; at < packet.size; at++)
            for (int bit = 0; bit < 8; bit += TEST_IS_SANITIZED ? 5 : 1) {
                vrm_Tracker* tracker = make((vrm_TrackerKind)k);
                packet.data[at] = (uint8_t)(packet.data[at] ^ 1 << bit);
                vrm_Result result = receive(tracker, packet);
                packet.data[at] = (uint8_t)(packet.data[at] ^ 1 << bit);
                vrm_TrackerStats stats = vrm_tracker_stats(tracker);
                assert_int_equal(stats.frames + stats.lost + stats.others + stats.late,
                                 result == VRM_OK);
                assert_sane(tracker);
                vrm_tracker_destroy(tracker);
            }
    }
}

static void refused_packet_changes_nothing(void** state) {
    (void)state;
    for (int k = 0; k < VRM_TRACKER_COUNT; k++) {
        vrm_Tracker* tracker = make((vrm_TrackerKind)k);
        assert_int_equal(receive(tracker, good_packet((vrm_TrackerKind)k)), VRM_OK);
        vrm_TrackerState before = *vrm_tracker_state(tracker);
        assert_int_equal(receive(tracker, text_packet("nonsense")), VRM_ERR_INVALID);
        assert_int_equal(
            receive(tracker, good_packet((vrm_TrackerKind)((k + 1) % VRM_TRACKER_COUNT))),
            VRM_ERR_INVALID);
        const vrm_TrackerState* after = vrm_tracker_state(tracker);
        assert_memory_equal(before.rotations, after->rotations, sizeof before.rotations);
        assert_memory_equal(before.shapes, after->shapes, sizeof before.shapes);
        assert_true(after->is_found && after->frames == 1);
        assert_int_equal(vrm_tracker_stats(tracker).refused_packets, 2);
        vrm_tracker_destroy(tracker);
    }
}

static void late_packets_are_ignored_until_the_sender_starts_anew(void** state) {
    (void)state;
    SeenFace face = seen_face();
    vrm_Tracker* tracker = make(VRM_TRACKER_OPENSEEFACE);
    receive(tracker, openseeface_packet(&face));
    face.time_s = 99.5;
    face.features[12] = 1.0f;
    assert_int_equal(receive(tracker, openseeface_packet(&face)), VRM_OK);
    assert_true(vrm_tracker_state(tracker)->shapes[VRM_FACE_SHAPE_JAW_OPEN] == 0.0f);
    assert_int_equal(vrm_tracker_stats(tracker).late, 1);
    face.time_s = 5.0;
    receive(tracker, openseeface_packet(&face));
    assert_true(vrm_tracker_state(tracker)->shapes[VRM_FACE_SHAPE_JAW_OPEN] == 1.0f);
    assert_true(vrm_tracker_state(tracker)->time_s == 5.0);
    vrm_tracker_destroy(tracker);
}

/* ---- OpenSeeFace ---- */

/* The rotation from the model (right, up, forward) to the camera (down, right, away), from one of
 * the head in libvrm's axes, and its inverse as a quaternion: what facetracker.py sends. */
static void set_head(SeenFace* face, vrm_Quat head) {
    vrm_Vec3 columns[3];                                                /* of the rotation */
    static const vrm_Vec3 axes[3] = {{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; /* right, up, forward */
    for (int i = 0; i < 3; i++) {
        vrm_Vec3 v = turn(head, axes[i]);
        columns[i] = (vrm_Vec3){-v.y, v.x, -v.z}; /* down, right, away */
    }
    float m[3][3] = {{columns[0].x, columns[1].x, columns[2].x},
                     {columns[0].y, columns[1].y, columns[2].y},
                     {columns[0].z, columns[1].z, columns[2].z}};
    /* Near a face that looks into the camera m[1][0] is the most negative. */
    float t = 1.0f - m[0][0] + m[1][1] - m[2][2], s = 0.5f / sqrtf(t);
    float q[4] = {(m[0][1] + m[1][0]) * s, t * s, (m[1][2] + m[2][1]) * s, (m[2][0] - m[0][2]) * s};
    memcpy(face->quaternion, q, sizeof q);
}

static void openseeface_head_turns_as_the_person(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_OPENSEEFACE);
    SeenFace face = seen_face();
    receive(tracker, openseeface_packet(&face));
    assert_head(vrm_tracker_state(tracker), (vrm_Vec3){0, 0, 1}, (vrm_Vec3){0, 1, 0});
    static const vrm_Quat turns[] = {{0.0f, 0.25881905f, 0.0f, 0.96592583f},
                                     {0.25881905f, 0.0f, 0.0f, 0.96592583f},
                                     {0.0f, 0.0f, 0.25881905f, 0.96592583f},
                                     {0.1f, -0.2f, 0.15f, 0.96306801f}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        set_head(&face, turns[i]);
        assert_int_equal(receive(tracker, openseeface_packet(&face)), VRM_OK);
        assert_rotation(vrm_tracker_state(tracker)->head_rotation, turns[i]);
    }
    /* In the picture below and to the right of the middle: down, and to the person's left. */
    face.translation[0] = 1.0f;
    face.translation[1] = 2.0f;
    receive(tracker, openseeface_packet(&face));
    vrm_Vec3 at = vrm_tracker_state(tracker)->head_position;
    assert_float_equal(at.x, 0.288, 1e-5);
    assert_float_equal(at.y, -0.144, 1e-5);
    assert_float_equal(at.z, -0.72, 1e-5);
    vrm_tracker_destroy(tracker);
}

static void openseeface_features_become_shapes(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_OPENSEEFACE);
    SeenFace face = seen_face();
    face.right_eye = 0.25f;
    static const float features[14] = {0.3f, -0.2f, 0.9f, 0.5f, 0.9f, 0.9f, -0.7f,
                                       0.9f, -0.4f, 0.9f, 0.6f, 0.9f, 0.8f, -0.5f};
    memcpy(face.features, features, sizeof features);
    receive(tracker, openseeface_packet(&face));
    const float* shapes = vrm_tracker_state(tracker)->shapes;
    assert_float_equal(shapes[VRM_FACE_SHAPE_EYE_BLINK_RIGHT], 0.75, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_EYE_BLINK_LEFT], 0.0, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_EYE_WIDE_LEFT], 0.3, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_EYE_WIDE_RIGHT], 0.0, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_BROW_OUTER_UP_LEFT], 0.5, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_BROW_DOWN_LEFT], 0.0, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_BROW_DOWN_RIGHT], 0.7, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_BROW_INNER_UP], 0.0, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_MOUTH_SMILE_LEFT], 0.4, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_MOUTH_FROWN_LEFT], 0.0, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_MOUTH_FROWN_RIGHT], 0.6, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.8, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_MOUTH_PUCKER], 0.5, 1e-6);
    assert_float_equal(shapes[VRM_FACE_SHAPE_MOUTH_STRETCH_LEFT], 0.0, 1e-6);
    vrm_tracker_destroy(tracker);
}

static void openseeface_pupils_become_the_gaze_while_eyes_are_open(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_OPENSEEFACE);
    SeenFace face = seen_face();
    /* Right pupil to the left (sent: right), both down (sent: down). */
    face.right_pupil[0] = face.left_pupil[0] = -0.02f;
    face.right_pupil[1] = face.left_pupil[1] = 0.01f;
    receive(tracker, openseeface_packet(&face));
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    assert_true(now->has_gaze);
    assert_float_equal(now->gaze_yaw, 11.31, 0.01);
    assert_float_equal(now->gaze_pitch, 5.60, 0.01);
    vrm_Vec2 gaze = vrm_face_shapes_gaze(now->shapes);
    assert_float_equal(gaze.x, now->gaze_yaw, 1e-3);
    assert_float_equal(gaze.y, now->gaze_pitch, 1e-3);
    face.right_eye = 0.1f;
    face.right_pupil[0] = 0.05f;
    receive(tracker, openseeface_packet(&face));
    assert_float_equal(now->gaze_yaw, 11.31, 0.01);
    vrm_tracker_destroy(tracker);
}

static void openseeface_follows_the_first_of_several_faces(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_OPENSEEFACE);
    Packet packet = {.size = 0};
    SeenFace other = seen_face(), first = seen_face();
    other.id = 1;
    other.features[12] = 1.0f;
    first.features[12] = 0.25f;
    put_seen_face(&packet, &other);
    put_seen_face(&packet, &first);
    receive(tracker, packet);
    assert_float_equal(vrm_tracker_state(tracker)->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.25, 1e-6);
    first.is_fitted = 0;
    receive(tracker, openseeface_packet(&first));
    assert_false(vrm_tracker_state(tracker)->is_found);
    assert_int_equal(vrm_tracker_stats(tracker).lost, 1);
    assert_float_equal(vrm_tracker_state(tracker)->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.25, 1e-6);
    vrm_tracker_destroy(tracker);
}

/* ---- iFacialMocap ---- */

/* The eyes of the sample look down and, by eyeLookIn of both, the right one to the left. */
static void ifacialmocap_sample_is_read_in_our_axes(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_IFACIALMOCAP);
    assert_int_equal(receive(tracker, text_packet(ifacialmocap_sample)), VRM_OK);
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    assert_true(now->shape_mask == ((uint64_t)1 << VRM_FACE_SHAPE_COUNT) - 1);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_MOUTH_SHRUG_UPPER], 0.26, 1e-6);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_EYE_LOOK_IN_RIGHT], 0.06, 1e-6);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_NOSE_SNEER_LEFT], 0.21, 1e-6);
    assert_float_equal(now->gaze_pitch, 6.032, 1e-3);
    assert_float_equal(now->gaze_yaw, 0.387, 1e-3);
    /* The same direction as the shapes say: down, hardly aside. */
    vrm_Vec2 gaze = vrm_face_shapes_gaze(now->shapes);
    assert_true(gaze.y > 3.0f && gaze.x > 0.0f && gaze.x < 2.0f);
    /* Seen from the phone below, the head looks up. */
    vrm_Vec3 face = turn(now->head_rotation, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    assert_float_equal(face.y, 0.366, 2e-3);
    assert_float_equal(now->head_position.z, -0.658, 1e-3);
    assert_false(now->has_time);
    vrm_tracker_destroy(tracker);
}

static void ifacialmocap_angles_turn_about_the_axes(void** state) {
    (void)state;
    static const struct {
        const char* text;
        vrm_Vec3 face, top;
    } cases[] = {
        {"=head#30,0,0,0,0,0", {0, -0.5f, 0.866f}, {0, 0.866f, 0.5f}}, /* down */
        {"=head#0,30,0,0,0,0", {0.5f, 0, 0.866f}, {0, 1, 0}},          /* to the left */
        {"=head#0,0,30,0,0,0", {0, 0, 1}, {-0.5f, 0.866f, 0}},         /* the top to the right */
        {"=head#0,90,30,0,0,0", {1, 0, 0}, {0, 0.866f, 0.5f}}, /* roll about the turned axis */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vrm_Tracker* tracker = make(VRM_TRACKER_IFACIALMOCAP);
        assert_int_equal(receive(tracker, text_packet(cases[i].text)), VRM_OK);
        assert_head(vrm_tracker_state(tracker), cases[i].face, cases[i].top);
        vrm_tracker_destroy(tracker);
    }
}

static void ifacialmocap_second_form_is_read(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_IFACIALMOCAP);
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    assert_int_equal(
        receive(tracker, text_packet("trackingStatus-1|jawOpen&55.5|mouthLeft&-3|FM_SAD"
                                     "&9|eyeLookOutLeft&40|eyeLookInRight&40|"
                                     "hapihapi-0|=head#1e1,0,0,0,0,0|___iFacialMocap")),
        VRM_OK);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.555, 1e-6);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_MOUTH_LEFT], 0.0, 1e-6);
    assert_float_equal(now->gaze_yaw, 14.0, 1e-4); /* by shapes: no eyes came */
    assert_int_equal(vrm_tracker_stats(tracker).unknown_names, 2);
    assert_true(now->is_found);
    assert_int_equal(receive(tracker, text_packet("trackingStatus-0|jawOpen&1")), VRM_OK);
    assert_false(now->is_found);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.555, 1e-6);
    vrm_tracker_destroy(tracker);
}

static void ifacialmocap_broken_numbers_are_refused(void** state) {
    (void)state;
    static const char* const texts[] = {"jawOpen-x",
                                        "jawOpen-",
                                        "jawOpen-1e9",
                                        "jawOpen&nan",
                                        "=head#1,2,3,4,5",
                                        "=head#1,2,3,4,5,6,7",
                                        "=head#1,,3,4,5,6",
                                        "=head#1e99,0,0,0,0,0",
                                        "rightEye#1,2",
                                        "wings&1",
                                        "|||",
                                        "jawOpen-1e",
                                        "=head#inf,0,0,0,0,0"};
    vrm_Tracker* tracker = make(VRM_TRACKER_IFACIALMOCAP);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (receive(tracker, text_packet(texts[i])) == VRM_OK) fail_msg("'%s' is read", texts[i]);
    assert_int_equal(receive(tracker, text_packet("iFacialMocap_sahuasouryya9218")), VRM_OK);
    assert_int_equal(vrm_tracker_stats(tracker).others, 1);
    vrm_tracker_destroy(tracker);
}

/* ---- VTube Studio ---- */

static void vtubestudio_object_is_read_in_our_axes(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_VTUBESTUDIO);
    assert_int_equal(receive(tracker, text_packet(vtubestudio_sample)), VRM_OK);
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    assert_true(now->is_found && now->has_time && now->time_s == 1640995200.5);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_EYE_BLINK_LEFT], 0.25, 1e-6);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_JAW_OPEN], 1.0, 1e-6);
    assert_float_equal(now->gaze_yaw, 17.5, 1e-4); /* to the left */
    assert_int_equal(vrm_tracker_stats(tracker).unknown_names, 1);
    assert_float_equal(now->head_position.x, 0.035, 1e-6);
    assert_float_equal(now->head_position.y, -0.02, 1e-6);
    assert_float_equal(now->head_position.z, -0.45, 1e-6);
    /* x 20: to the right; y 10: down; z 5: the top to the left. */
    vrm_Vec3 face = turn(now->head_rotation, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 side = turn(now->head_rotation, (vrm_Vec3){1.0f, 0.0f, 0.0f});
    assert_float_equal(face.x, -0.3368, 1e-3);
    assert_float_equal(face.y, -0.1736, 1e-3);
    assert_float_equal(side.y, -0.0858, 1e-3);
    vrm_tracker_destroy(tracker);
}

static void vtubestudio_without_a_face_keeps_the_last_one(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_VTUBESTUDIO);
    receive(tracker, text_packet(vtubestudio_sample));
    assert_int_equal(
        receive(tracker, text_packet(" { \"FaceFound\" : false , \"BlendShapes\" : [ ] , "
                                     "\"later\":[[1,{\"a\":null}],\"\\\"]\"] } ")),
        VRM_OK);
    assert_false(vrm_tracker_state(tracker)->is_found);
    assert_float_equal(vrm_tracker_state(tracker)->shapes[VRM_FACE_SHAPE_JAW_OPEN], 1.0, 1e-6);
    assert_int_equal(receive(tracker, text_packet("{\"messageType\":\"iOSTrackingDataRequest\","
                                                  "\"time\":5,\"ports\":[1]}")),
                     VRM_OK);
    assert_int_equal(vrm_tracker_stats(tracker).others, 1);
    vrm_tracker_destroy(tracker);
}

static void vtubestudio_broken_json_is_refused(void** state) {
    (void)state;
    static const char* const texts[] = {
        "{}",
        "[]",
        "{\"FaceFound\":true",
        "{\"FaceFound\":1}",
        "{\"FaceFound\":true}x",
        "{\"FaceFound\":true,}",
        "{\"FaceFound\" true}",
        "{\"FaceFound\":true,\"Rotation\":[]}",
        "{\"FaceFound\":true,\"Rotation\":{\"x\":1e7}}",
        "{\"FaceFound\":true,\"BlendShapes\":[{\"k\":\"JawOpen\"}]}",
        "{\"FaceFound\":true,\"BlendShapes\":[{\"v\":1}]}",
        "{\"FaceFound\":true,\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":1},]}",
        "{\"FaceFound\":true,\"Timestamp\":-1}",
        "{\"FaceFound\":true,\"Timestamp\":\"1\"}",
        "{\"FaceFound\":true,\"Position\":{\"x\":true}}",
        "{\"FaceFound\":true,\"BlendShapes\":{}}",
        "{\"FaceFound\":true,\"BlendShapes\":[1]}",
        "\"FaceFound\"",
        "{\"a\":[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]],\"FaceFound\":true}"};
    vrm_Tracker* tracker = make(VRM_TRACKER_VTUBESTUDIO);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (receive(tracker, text_packet(texts[i])) == VRM_OK) fail_msg("'%s' is read", texts[i]);
    vrm_tracker_destroy(tracker);
}

/* ---- Live Link Face ---- */

/* As in takes of the app: eyes that look to the left and up have eyeLookOutLeft, eyeLookInRight,
 * eyeLookUp, and yaws and pitches below 0. */
static void livelink_packet_is_read_in_our_axes(void** state) {
    (void)state;
    float values[61] = {0};
    values[3] = 0.14f; /* EyeLookOutLeft */
    values[10] = 0.0f; /* EyeLookOutRight */
    values[9] = 0.25f; /* EyeLookInRight */
    values[4] = values[11] = 0.46f;
    values[17] = 0.5f;  /* JawOpen */
    values[51] = 1.0f;  /* TongueOut */
    values[52] = -0.5f; /* yaw, as that of the eyes: to the left */
    values[53] = 0.25f; /* pitch: down */
    values[55] = -0.15f;
    values[58] = -0.09f;
    values[56] = values[59] = -0.2f;
    vrm_Tracker* tracker = make(VRM_TRACKER_LIVELINK);
    assert_int_equal(receive(tracker, livelink_packet(values, 120)), VRM_OK);
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_EYE_LOOK_OUT_LEFT], 0.14, 1e-6);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_JAW_OPEN], 0.5, 1e-6);
    assert_float_equal(now->shapes[VRM_FACE_SHAPE_TONGUE_OUT], 1.0, 1e-6);
    assert_true(now->has_time);
    assert_float_equal(now->time_s, 120.5 / 60.0, 1e-9);
    vrm_Vec2 gaze = vrm_face_shapes_gaze(now->shapes);
    assert_true(gaze.x > 0.0f && gaze.y < 0.0f);
    assert_float_equal(now->gaze_yaw, 6.875, 1e-2);
    assert_float_equal(now->gaze_pitch, -11.46, 1e-2);
    vrm_Vec3 face = turn(now->head_rotation, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    assert_float_equal(face.x, sinf(0.5f) * cosf(0.25f), 1e-4);
    assert_float_equal(face.y, -sinf(0.25f), 1e-4);
    vrm_tracker_destroy(tracker);
}

static void livelink_packet_that_ends_after_the_name_shows_no_face(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_LIVELINK);
    assert_int_equal(receive(tracker, livelink_packet(NULL, 0)), VRM_OK);
    assert_int_equal(vrm_tracker_stats(tracker).lost, 1);
    assert_false(vrm_tracker_state(tracker)->is_found);
    vrm_tracker_destroy(tracker);
}

/* ---- mocopi ---- */

static void mocopi_bones_turn_against_their_rest(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_MOCOPI);
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    vrm_Quat rest = about(0.0f, 0.0f, 1.0f, 20.0f), locals[BONES];
    for (int b = 0; b < BONES; b++) locals[b] = still;
    locals[12] = rest;
    assert_int_equal(receive(tracker, skeleton_packet((vrm_Vec3){0.0f, 0.9f, 0.0f}, rest)), VRM_OK);
    assert_int_equal(vrm_tracker_stats(tracker).others, 1);
    receive(tracker, motion_packet(locals, (vrm_Vec3){0.1f, 0.8f, 0.2f}, 1.0));
    assert_rotation(now->rotations[VRM_BONE_LEFT_UPPER_ARM], still);
    assert_rotation(now->rotations[VRM_BONE_LEFT_LOWER_ARM], still);
    vrm_Pose pose = vrm_tracker_pose(tracker, 1.8f); /* an avatar twice as tall */
    assert_float_equal(pose.hips_offset.x, 0.2, 1e-5);
    assert_float_equal(pose.hips_offset.y, -0.2, 1e-5);
    assert_float_equal(pose.hips_offset.z, 0.4, 1e-5);
    locals[13] = about(0.0f, 1.0f, 0.0f, 90.0f); /* about the axes of the bent rest */
    receive(tracker, motion_packet(locals, (vrm_Vec3){0.0f, 0.9f, 0.0f}, 2.0));
    assert_rotation(now->rotations[VRM_BONE_LEFT_UPPER_ARM], still);
    vrm_Vec3 axis = turn(rest, (vrm_Vec3){0.0f, 1.0f, 0.0f});
    assert_rotation(now->rotations[VRM_BONE_LEFT_LOWER_ARM], about(axis.x, axis.y, axis.z, 90.0f));
    vrm_tracker_destroy(tracker);
}

/* Seven bones of the torso bend 5 degrees each: three of the avatar bend 35 together. */
static void mocopi_torso_keeps_its_directions(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_MOCOPI);
    vrm_Quat locals[BONES];
    for (int b = 0; b < BONES; b++)
        locals[b] = b >= 1 && b <= 9 ? about(1.0f, 0.0f, 0.0f, 5.0f) : still;
    receive(tracker, motion_packet(locals, (vrm_Vec3){0.0f, 0.9f, 0.0f}, 1.0));
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    assert_rotation(now->rotations[VRM_BONE_SPINE], about(1.0f, 0.0f, 0.0f, 5.0f));
    assert_rotation(now->rotations[VRM_BONE_CHEST], about(1.0f, 0.0f, 0.0f, 15.0f));
    assert_rotation(now->rotations[VRM_BONE_UPPER_CHEST], about(1.0f, 0.0f, 0.0f, 15.0f));
    assert_rotation(now->rotations[VRM_BONE_NECK], about(1.0f, 0.0f, 0.0f, 5.0f));
    assert_rotation(now->rotations[VRM_BONE_HEAD], about(1.0f, 0.0f, 0.0f, 5.0f));
    assert_rotation(now->rotations[VRM_BONE_LEFT_UPPER_ARM], still);
    assert_false(now->has_hips); /* no skeleton yet */
    vrm_tracker_destroy(tracker);
}

static void mocopi_skeleton_with_a_circle_is_refused(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_MOCOPI);
    Packet packet = {.size = 0}, bones = {.size = 0}, skeleton = {.size = 0};
    put_bone(&bones, 0, -1, still, (vrm_Vec3){0.0f, 0.9f, 0.0f});
    put_bone(&bones, 3, 5, still, (vrm_Vec3){0.0f, 0.1f, 0.0f});
    put_mocopi_head(&packet);
    put_box(&skeleton, "bons", bones.data, bones.size);
    put_box(&packet, "skdf", skeleton.data, skeleton.size);
    assert_int_equal(receive(tracker, packet), VRM_ERR_INVALID);
    vrm_tracker_destroy(tracker);
}

/* Packets recorded from an app, of VRM_CORPUS: a person who stands still, so the rest. */
static void mocopi_recorded_packets_are_read(void** state) {
    (void)state;
    skip_without_corpus();
    vrm_Tracker* tracker = make(VRM_TRACKER_MOCOPI);
    static const char* const names[] = {"sample_skdf.bin", "sample_fram.bin"};
    for (int i = 0; i < 2; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/motion-import/mocopi/%s", corpus_folder(), names[i]);
        TestBytes bytes = test_read_file(path);
        assert_int_equal(vrm_tracker_receive(tracker, bytes.data, bytes.size), VRM_OK);
        assert_int_equal(vrm_tracker_receive(tracker, bytes.data, bytes.size - 1), VRM_ERR_INVALID);
        test_bytes_free(&bytes);
    }
    const vrm_TrackerState* now = vrm_tracker_state(tracker);
    assert_true(now->is_found && now->has_hips && now->has_time);
    assert_float_equal(now->rest_hips.y, 0.9329, 1e-4);
    assert_true(now->time_s > 1.7e9 && now->time_s < 1.71e9); /* the winter of 2023 */
    int bones = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        assert_rotation(now->rotations[b], still);
        bones += (int)(now->bones >> b & 1);
    }
    assert_int_equal(bones, 22);
    vrm_Pose pose = vrm_tracker_pose(tracker, 0.0f);
    assert_float_equal(pose.hips_offset.y, 0.0, 1e-6);
    vrm_tracker_destroy(tracker);
}

/* ---- Recording ---- */

static vrm_Model* record(bool records_shapes) {
    vrm_Tracker* tracker;
    vrm_Recorder* recorder;
    vrm_Model* model;
    vrm_TrackerDef def = vrm_default_tracker_def();
    def.records_shapes = records_shapes;
    assert_int_equal(vrm_tracker_create(VRM_TRACKER_VTUBESTUDIO, &def, &tracker), VRM_OK);
    assert_int_equal(vrm_recorder_create(NULL, &recorder), VRM_OK);
    receive(tracker, text_packet(vtubestudio_sample));
    assert_int_equal(vrm_tracker_record(tracker, recorder, 0.0, 0.0f), VRM_OK);
    receive(tracker,
            text_packet("{\"FaceFound\":true,\"BlendShapes\":[{\"k\":\"jawOpen\",\"v\":0}]}"));
    assert_int_equal(vrm_tracker_record(tracker, recorder, 1.0, 0.0f), VRM_OK);
    assert_int_equal(vrm_tracker_record(tracker, recorder, 1.0, 0.0f), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_recorder_frame_count(recorder), 2);
    assert_int_equal(vrm_recorder_finish(recorder, NULL, &model), VRM_OK);
    vrm_recorder_destroy(recorder);
    vrm_tracker_destroy(tracker);
    return model;
}

static bool has_expression(const vrm_Model* model, const char* name) {
    const vrm_ClipInfo* animation = vrm_model_clip_info(model);
    for (int32_t i = 0; i < animation->expression_count; i++)
        if (strcmp(animation->expressions[i].name, name) == 0) return true;
    return false;
}

static void recording_has_presets_or_the_shapes(void** state) {
    (void)state;
    vrm_Model* presets = record(false);
    assert_true(has_expression(presets, "aa") && has_expression(presets, "blinkLeft"));
    assert_false(has_expression(presets, "jawOpen"));
    vrm_model_destroy(presets);
    vrm_Model* shapes = record(true);
    assert_true(has_expression(shapes, "jawOpen") && has_expression(shapes, "eyeBlinkLeft"));
    assert_false(has_expression(shapes, "aa") || has_expression(shapes, "tongueOut"));
    vrm_model_destroy(shapes);
}

static void motion_is_shown_to_a_mixer_once(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&avatar);
    vrm_LiveDef def = vrm_default_live_def();
    vrm_LiveSourceDef source = vrm_default_live_source_def();
    def.ease_in_s = 0.0f;
    source.min_cutoff_hz = 10000.0f;
    vrm_Live* live = NULL;
    assert_int_equal(vrm_live_create(run.rig, &def, &live), VRM_OK);
    assert_int_equal(vrm_live_add_source(live, &source), 0);
    vrm_Tracker* tracker = make(VRM_TRACKER_VTUBESTUDIO);
    assert_false(vrm_tracker_observe(tracker, run.rig, live, 0, 1.0)); /* nothing came */
    receive(tracker, text_packet(vtubestudio_sample));
    assert_true(vrm_tracker_observe(tracker, run.rig, live, 0, 1.0));
    assert_false(vrm_tracker_observe(tracker, run.rig, live, 0, 1.0)); /* nothing new */
    assert_true(vrm_live_step(live, 1.0));
    const vrm_TrackerState* seen = vrm_tracker_state(tracker);
    vrm_Pose expected = vrm_tracker_pose(tracker, vrm_rig_hips_height(run.rig));
    vrm_Pose shown = vrm_live_pose(live, NULL);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        test_same_rotation(shown.rotations[b], expected.rotations[b], 1e-6f);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        assert_float_equal(vrm_live_shapes(live)[s], seen->shapes[s], 1e-6f);
    assert_true(vrm_live_bones(live) == seen->bones && seen->bones != 0);
    assert_float_equal(vrm_live_gaze(live).x, seen->gaze_yaw, 1e-4f);
    receive(tracker, text_packet("{\"FaceFound\":false,\"BlendShapes\":[]}"));
    assert_false(vrm_tracker_observe(tracker, run.rig, live, 0, 1.1)); /* nobody is seen */
    assert_true(vrm_live_step(live, 10.0));
    assert_true(vrm_live_bones(live) == 0);
    vrm_tracker_destroy(tracker);
    vrm_live_destroy(live);
    test_run_end(&run);
}

static void neck_and_head_share_the_rotation(void** state) {
    (void)state;
    vrm_Tracker* tracker = make(VRM_TRACKER_IFACIALMOCAP);
    receive(tracker, text_packet("=head#10,40,-5,0,0,0"));
    vrm_Pose pose = vrm_tracker_pose(tracker, 1.0f);
    vrm_Quat half = pose.rotations[VRM_BONE_NECK];
    vrm_Vec3 once = turn(half, (vrm_Vec3){0.3f, 0.4f, 0.5f}), twice = turn(half, once);
    vrm_Vec3 whole = turn(vrm_tracker_state(tracker)->head_rotation, (vrm_Vec3){0.3f, 0.4f, 0.5f});
    assert_memory_equal(&half, &pose.rotations[VRM_BONE_HEAD], sizeof half);
    assert_float_equal(twice.x, whole.x, 1e-5);
    assert_float_equal(twice.y, whole.y, 1e-5);
    assert_float_equal(twice.z, whole.z, 1e-5);
    vrm_tracker_destroy(tracker);
}

/* ---- Sockets ---- */

static void socket_that_asks_reaches_one_address_and_reads_nothing(void** state) {
    (void)state;
    vrm_VmcSocket *phone, *asker;
    char data[8] = "";
    assert_int_equal(vrm_vmc_socket_open(NULL, 0, &phone), VRM_OK);
    uint16_t port = vrm_vmc_socket_port(phone);
    assert_int_equal(vrm_vmc_socket_read(phone, data, sizeof data), -1);
    assert_int_equal(vrm_vmc_socket_connect("127.0.0.1", port, &asker), VRM_OK);
    assert_true(vrm_vmc_socket_send(asker, "question", 8) && vrm_vmc_socket_send(asker, "", 0));
    assert_true(vrm_vmc_socket_wait(phone, 5000));
    assert_int_equal(vrm_vmc_socket_read(phone, data, 4), 4); /* cut */
    assert_memory_equal(data, "ques", 4);
    assert_true(vrm_vmc_socket_wait(phone, 5000));
    assert_int_equal(vrm_vmc_socket_read(phone, data, sizeof data), 0);
    assert_false(vrm_vmc_socket_send(phone, "answer", 6));
    vrm_vmc_socket_close(asker);
    assert_int_equal(vrm_vmc_socket_connect("phone", 1, &asker), VRM_ERR_ARGUMENT);
    assert_null(asker);
    vrm_vmc_socket_close(phone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trackers_have_the_names_and_ports_of_their_programs),
        cmocka_unit_test(phones_are_asked_in_the_words_of_their_apps),
        cmocka_unit_test(definition_and_kind_are_checked),
        cmocka_unit_test(tracker_survives_every_failing_allocation),
        cmocka_unit_test(state_is_at_rest_before_the_first_packet),
        cmocka_unit_test(every_truncation_is_answered),
        cmocka_unit_test(every_flipped_bit_is_answered),
        cmocka_unit_test(refused_packet_changes_nothing),
        cmocka_unit_test(late_packets_are_ignored_until_the_sender_starts_anew),
        cmocka_unit_test(openseeface_head_turns_as_the_person),
        cmocka_unit_test(openseeface_features_become_shapes),
        cmocka_unit_test(openseeface_pupils_become_the_gaze_while_eyes_are_open),
        cmocka_unit_test(openseeface_follows_the_first_of_several_faces),
        cmocka_unit_test(ifacialmocap_sample_is_read_in_our_axes),
        cmocka_unit_test(ifacialmocap_angles_turn_about_the_axes),
        cmocka_unit_test(ifacialmocap_second_form_is_read),
        cmocka_unit_test(ifacialmocap_broken_numbers_are_refused),
        cmocka_unit_test(vtubestudio_object_is_read_in_our_axes),
        cmocka_unit_test(vtubestudio_without_a_face_keeps_the_last_one),
        cmocka_unit_test(vtubestudio_broken_json_is_refused),
        cmocka_unit_test(livelink_packet_is_read_in_our_axes),
        cmocka_unit_test(livelink_packet_that_ends_after_the_name_shows_no_face),
        cmocka_unit_test(mocopi_bones_turn_against_their_rest),
        cmocka_unit_test(mocopi_torso_keeps_its_directions),
        cmocka_unit_test(mocopi_skeleton_with_a_circle_is_refused),
        cmocka_unit_test(mocopi_recorded_packets_are_read),
        cmocka_unit_test(recording_has_presets_or_the_shapes),
        cmocka_unit_test(motion_is_shown_to_a_mixer_once),
        cmocka_unit_test(neck_and_head_share_the_rotation),
        cmocka_unit_test(socket_that_asks_reaches_one_address_and_reads_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
