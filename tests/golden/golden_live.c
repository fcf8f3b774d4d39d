/* SPDX-License-Identifier: MIT */
/* Hashes of poses, shapes and gazes that a mixer shows for packets of every tracker and of VMC:
 * packets made in code, of numbers that are the same everywhere, through the readers. */
#include "base/hash.h"
#include "scenes/scenes.h"
#include "vrm/tracker.h"
#include "vrm/vmc.h"
#include "vrm/vrm.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PACKETS = 120, SOURCES = VRM_TRACKER_COUNT + 1, VMC = VRM_TRACKER_COUNT };

/* ---- Bytes ---- */

typedef struct Packet {
    uint8_t bytes[16384];
    size_t size;
} Packet;

static void put(Packet* packet, const void* bytes, size_t size) {
    if (packet->size + size > sizeof packet->bytes) exit(1);
    memcpy(packet->bytes + packet->size, bytes, size);
    packet->size += size;
}

static void put_text(Packet* packet, const char* format, ...) VRM_PRINTF(2, 3);

static void put_text(Packet* packet, const char* format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put(packet, text, (size_t)length);
}

static void put_u32(Packet* packet, uint32_t value) {
    put(packet,
        (const uint8_t[]){(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                          (uint8_t)(value >> 24)},
        4);
}

static void put_u32_be(Packet* packet, uint32_t value) {
    put(packet,
        (const uint8_t[]){(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                          (uint8_t)value},
        4);
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void put_f32(Packet* packet, float value) {
    put_u32(packet, bits_of(value));
}

static void put_f64(Packet* packet, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(packet, (uint32_t)bits);
    put_u32(packet, (uint32_t)(bits >> 32));
}

/* ---- A person ---- */

/* A whole number from -range to range that goes to and fro. */
static int swing(int i, int period, int range) {
    int place = i % (2 * period);
    int up = place < period ? place : 2 * period - place;
    return up * 2 * range / period - range;
}

static float weight(int i, int shape) {
    return (float)(swing(i + 3 * shape, 17 + shape % 5, 64) + 64) / 128.0f;
}

static void make_openseeface(int i, Packet* out) {
    put_f64(out, (double)i / 32.0);
    put_u32(out, 0);
    put_f32(out, 640.0f);
    put_f32(out, 480.0f);
    put_f32(out, weight(i, 0));
    put_f32(out, weight(i, 1));
    put(out, "\1", 1);
    put_f32(out, 10.0f);
    put_f32(out, -0.75f + (float)swing(i, 20, 32) / 512.0f);
    put_f32(out, 0.75f);
    put_f32(out, (float)swing(i, 13, 32) / 256.0f);
    put_f32(out, (float)swing(i, 9, 32) / 512.0f);
    for (int n = 0; n < 6; n++) put_f32(out, (float)n / 8.0f);
    for (int n = 0; n < 68; n++) put_f32(out, 0.75f);
    for (int n = 0; n < 136; n++) put_f32(out, (float)n);
    for (int n = 0; n < 70; n++) {
        bool is_pupil = n == 66 || n == 67;
        put_f32(out, is_pupil ? (float)swing(i, 11, 32) / 1024.0f : 0.0f);
        put_f32(out, is_pupil ? (float)swing(i, 7, 32) / 1024.0f : 0.0f);
        put_f32(out, is_pupil ? -0.125f : 0.0f);
    }
    for (int n = 0; n < 14; n++) put_f32(out, (float)swing(i + n, 12 + n, 64) / 64.0f);
}

static void make_ifacialmocap(int i, Packet* out) {
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        put_text(out, "%s&%d|", vrm_face_shape_name((vrm_FaceShape)s), swing(i + s, 15, 50) + 50);
    put_text(out, "=head#%d.7,%d.31,%d.003,0.01,-0.2,0.35|", swing(i, 12, 25), swing(i, 19, 40),
             swing(i, 9, 15));
    put_text(out, "rightEye#%d.5,%d.2,0|leftEye#%d.25,%d.1,0|", swing(i, 8, 9), swing(i, 7, 12),
             swing(i, 8, 9), swing(i, 6, 12));
}

static void make_vtubestudio(int i, Packet* out) {
    put_text(out, "{\"Timestamp\":%d,\"FaceFound\":true,\"Rotation\":{\"x\":%d.123,\"y\":%d.4e-1,",
             1000 + i * 33, swing(i, 21, 35), swing(i, 14, 90));
    put_text(out, "\"z\":%d},\"Position\":{\"x\":1.5,\"y\":-2.25,\"z\":30},\"BlendShapes\":[",
             swing(i, 10, 12));
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        put_text(out, "%s{\"k\":\"%s\",\"v\":0.%03d}", s > 0 ? "," : "",
                 vrm_face_shape_name((vrm_FaceShape)s), swing(i + s, 16, 499) + 499);
    put_text(out, "]}");
}

static void make_livelink(int i, Packet* out) {
    put(out, "\6", 1);
    put_u32_be(out, 5);
    put(out, "phone", 5);
    put_u32_be(out, 2);
    put(out, "me", 2);
    put_u32_be(out, (uint32_t)i * 2);
    put_u32_be(out, bits_of(0.5f));
    put_u32_be(out, 60);
    put_u32_be(out, 1);
    put(out, "\75", 1);
    for (int s = 0; s < 52; s++) put_u32_be(out, bits_of(weight(i, s)));
    for (int n = 0; n < 9; n++) put_u32_be(out, bits_of((float)swing(i + n, 11 + n, 64) / 128.0f));
}

/* A box whose content is added behind it. */
static size_t begin_box(Packet* out, const char* tag) {
    put_u32(out, 0);
    put(out, tag, 4);
    return out->size;
}

static void end_box(Packet* out, size_t begin) {
    uint32_t size = (uint32_t)(out->size - begin);
    for (int b = 0; b < 4; b++) out->bytes[begin - 8 + (size_t)b] = (uint8_t)(size >> 8 * b);
}

static void put_index(Packet* out, const char* tag, int index) {
    size_t box = begin_box(out, tag);
    put(out, (const uint8_t[]){(uint8_t)index, (uint8_t)(index >> 8)}, 2);
    end_box(out, box);
}

static void make_mocopi(int i, Packet* out) {
    size_t head = begin_box(out, "head"), box = begin_box(out, "ftyp");
    put(out, "sony motion format", 18);
    end_box(out, box);
    box = begin_box(out, "vrsn");
    put(out, "\1", 1);
    end_box(out, box);
    end_box(out, head);
    size_t frame = begin_box(out, "fram");
    box = begin_box(out, "uttm");
    put_f64(out, 1.6e9 + (double)i / 32.0);
    end_box(out, box);
    size_t bones = begin_box(out, "btrs");
    for (int b = 0; b < 27; b++) {
        size_t bone = begin_box(out, "btdt");
        put_index(out, "bnid", b);
        box = begin_box(out, "tran");
        put_f32(out, (float)swing(i + b, 10 + b, 64) / 256.0f);
        put_f32(out, (float)swing(i + 2 * b, 14 + b, 64) / 512.0f);
        put_f32(out, (float)swing(i, 9 + b, 64) / 512.0f);
        put_f32(out, 1.0f);
        put_f32(out, b == 0 ? (float)swing(i, 20, 64) / 512.0f : 0.0f);
        put_f32(out, b == 0 ? 0.9375f : 0.125f);
        put_f32(out, 0.0f);
        end_box(out, box);
        end_box(out, bone);
    }
    end_box(out, bones);
    end_box(out, frame);
}

/* Somebody upright whose arms and legs move. */
static void make_mediapipe(int i, Packet* out) {
    static const int heights[VRM_POINTS_POSE] = {
        -688, -750, -750, -750, -750, -750, -750, -750, -750, -625, -625,
        -500, -500, -500, -500, -250, -250, -188, -188, -125, -125, -125,
        0,    0,    0,    500,  500,  875,  875,  938,  938,  990,  990};
    put_text(out, "{\"timestamp_ms\":%d,\"pose\":{\"pose_world_landmarks\":[[", i * 31);
    for (int p = 0; p < VRM_POINTS_POSE; p++) {
        int side = p == 0 ? 0 : p % 2 == 1 ? 125 : -125;
        int out_by = p > 12 && p < 23 ? 3 : 1, lift = swing(i + 5 * p, 18, 40);
        put_text(out, "%s{\"x\":%d.5e-3,\"y\":%d.25e-3,\"z\":%d.125e-3,\"visibility\":0.9}",
                 p > 0 ? "," : "", side * out_by + lift, heights[p] + lift / 2,
                 (p == 0 || p > 30 ? -125 : 0) - lift);
    }
    put_text(out, "]]}}");
}

static void put_padded(Packet* out, const char* text) {
    size_t size = strlen(text) + 1;
    put(out, text, size);
    put(out, "\0\0\0", (4 - size % 4) % 4);
}

static void put_bone(Packet* out, const char* name, int i) {
    Packet message = {.size = 0};
    put_padded(&message, "/VMC/Ext/Bone/Pos");
    put_padded(&message, ",sfffffff");
    put_padded(&message, name);
    for (int n = 0; n < 3; n++) put_u32_be(&message, bits_of(0.0f));
    for (int n = 0; n < 3; n++)
        put_u32_be(&message, bits_of((float)swing(i + 7 * n, 13 + n, 64) / 256.0f));
    put_u32_be(&message, bits_of(1.0f));
    put_u32_be(out, (uint32_t)message.size);
    put(out, message.bytes, message.size);
}

static void put_gaze(Packet* out, int i) {
    Packet message = {.size = 0};
    put_padded(&message, "/VMC/Ext/Set/Eye");
    put_padded(&message, ",ifff");
    put_u32_be(&message, 1);
    put_u32_be(&message, bits_of((float)swing(i, 12, 64) / 64.0f));
    put_u32_be(&message, bits_of((float)swing(i, 9, 64) / 128.0f));
    put_u32_be(&message, bits_of(2.0f));
    put_u32_be(out, (uint32_t)message.size);
    put(out, message.bytes, message.size);
}

static void make_vmc(int i, Packet* out) {
    put_padded(out, "#bundle");
    put_u32_be(out, 0);
    put_u32_be(out, 1);
    put_bone(out, "Hips", i);
    put_bone(out, "Head", i + 4);
    put_bone(out, "LeftUpperArm", i + 9);
    put_gaze(out, i);
}

typedef void MakeFn(int i, Packet* out);
static MakeFn* const makers[SOURCES] = {[VRM_TRACKER_OPENSEEFACE] = make_openseeface,
                                        [VRM_TRACKER_IFACIALMOCAP] = make_ifacialmocap,
                                        [VRM_TRACKER_VTUBESTUDIO] = make_vtubestudio,
                                        [VRM_TRACKER_LIVELINK] = make_livelink,
                                        [VRM_TRACKER_MOCOPI] = make_mocopi,
                                        [VRM_TRACKER_MEDIAPIPE] = make_mediapipe,
                                        [VMC] = make_vmc};

/* ---- The mixer ---- */

static uint64_t hash_floats(uint64_t hash, const float* numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        hash = vrmi_hash_word(hash, bits_of(numbers[i] == 0.0f ? 0.0f : numbers[i]));
    return hash;
}

static uint64_t hash_live(uint64_t hash, const vrm_Live* live) {
    vrm_Pose pose = vrm_live_pose(live, NULL);
    vrm_Vec2 gaze = vrm_live_gaze(live);
    hash = hash_floats(hash, (const float*)(const void*)&pose, 4 * VRM_BONE_COUNT + 3);
    hash = hash_floats(hash, vrm_live_shapes(live), VRM_FACE_SHAPE_COUNT);
    return hash_floats(hash, (const float[]){gaze.x, gaze.y}, 2);
}

typedef struct Readers {
    vrm_Tracker* trackers[VRM_TRACKER_COUNT];
    vrm_Vmc* vmc;
} Readers;

static void observe(const Readers* readers, const vrm_Rig* rig, vrm_Live* live, int s,
                    int32_t source, int i, double time_s) {
    static Packet packet;
    packet.size = 0;
    makers[s](i, &packet);
    if (s == VMC) {
        if (vrm_vmc_receive(readers->vmc, packet.bytes, packet.size) != VRM_OK) exit(1);
        (void)vrm_vmc_observe(readers->vmc, rig, live, source, time_s);
        return;
    }
    if (vrm_tracker_receive(readers->trackers[s], packet.bytes, packet.size) != VRM_OK) {
        fprintf(stderr, "a packet of %s is refused\n", vrm_tracker_name((vrm_TrackerKind)s));
        exit(1);
    }
    (void)vrm_tracker_observe(readers->trackers[s], rig, live, source, time_s);
}

/* Some senders, by their bits, at 30 packets a second and 60 frames. */
static void run(const char* name, const vrm_Rig* rig, unsigned senders, bool mirrors) {
    vrm_LiveDef def = vrm_default_live_def();
    Readers readers = {.vmc = NULL};
    vrm_Live* live = NULL;
    int32_t sources[SOURCES] = {0};
    uint64_t hash = 0;
    def.mirrors = mirrors;
    bool is_made =
        vrm_live_create(rig, &def, &live) == VRM_OK && vrm_vmc_create(NULL, &readers.vmc) == VRM_OK;
    for (int s = 0; s < VRM_TRACKER_COUNT; s++)
        is_made =
            is_made && vrm_tracker_create((vrm_TrackerKind)s, NULL, &readers.trackers[s]) == VRM_OK;
    if (!is_made) exit(1);
    for (int s = 0; s < SOURCES; s++)
        if ((senders >> s & 1) != 0) sources[s] = vrm_live_add_source(live, NULL);
    for (int i = 0; i < PACKETS; i++) {
        double time_s = (double)i / 30.0;
        for (int s = 0; s < SOURCES; s++) /* each is silent for a second, one after the other */
            if ((senders >> s & 1) != 0 && (i + 9 * s) % 90 < 60)
                observe(&readers, rig, live, s, sources[s], i, time_s);
        if (i == PACKETS / 2) vrm_live_calibrate(live, 1u << VRM_LIVE_HEAD | 1u << VRM_LIVE_GAZE);
        for (int f = 0; f < 2; f++) {
            if (!vrm_live_step(live, time_s + (double)f / 60.0)) exit(1);
            hash = hash_live(hash, live);
        }
    }
    printf("live_%s %016" PRIx64 "\n", name, vrmi_hash_end(hash));
    for (int s = 0; s < VRM_TRACKER_COUNT; s++) vrm_tracker_destroy(readers.trackers[s]);
    vrm_vmc_destroy(readers.vmc);
    vrm_live_destroy(live);
}

/* */
int main(void) {
    SceneBytes bytes = scene_hero(VRM_DIALECT_1, false);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    if (vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK ||
        vrm_rig_build(model, NULL, &rig) != VRM_OK)
        return 1;
    for (int s = 0; s < VRM_TRACKER_COUNT; s++)
        run(vrm_tracker_name((vrm_TrackerKind)s), rig, 1u << s, false);
    run("vmc", rig, 1u << VMC, false);
    run("all", rig, (1u << SOURCES) - 1, false);
    run("mirrored", rig, (1u << SOURCES) - 1, true);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return 0;
}
