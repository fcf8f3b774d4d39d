/* SPDX-License-Identifier: MIT */
/* What the readers of trackers share. A reader fills a copy of the state: the tracker takes it over
 * only if the whole packet was good. */
#ifndef VRM_VMC_TRACKERS_H
#define VRM_VMC_TRACKERS_H

#include "vrm/points.h"
#include "vrm/pose.h"
#include "vrm/tracker.h"

/* Numbers beyond are refused. */
#define TRACKER_FARTHEST 1e6

/* What a packet was. */
typedef enum TrackerNews {
    TRACKER_MOTION,   /* a person was seen */
    TRACKER_LOST,     /* the sender says that nobody is seen */
    TRACKER_OTHER,    /* well-formed, without motion */
    TRACKER_REFUSED,  /* something else; the frame is undefined */
    TRACKER_NO_MEMORY /* as refused */
} TrackerNews;

enum { MOCOPI_BONES = 27 };

/* The skeleton of mocopi: sent apart from its motion. */
typedef struct MocopiSkeleton {
    bool is_known;                 /* sent; otherwise the parents of the format and identities */
    int32_t parents[MOCOPI_BONES]; /* below the index of the bone; -1: none */
    vrm_Quat rest[MOCOPI_BONES];   /* local */
    vrm_Vec3 hips;
} MocopiSkeleton;

/* What a packet says, beginning with what was known before. */
typedef struct TrackerFrame {
    vrm_TrackerState state;
    vrm_Quat locals[MOCOPI_BONES]; /* of mocopi */
    MocopiSkeleton skeleton;
    uint64_t unknown_names;

    /* Sent before, but not seen in the last packet: of MediaPipe, which may lose a hand alone. */
    uint64_t unseen_bones;
    bool is_face_unseen;
    const vrm_Allocator* allocator; /* of the tracker */
    vrm_Points* points;             /* of MediaPipe; NULL for others */
    double points_s, fed_s;         /* of the last picture: the time of `points`, the sender's */
    bool has_fed_time;
} TrackerFrame;

typedef TrackerNews TrackerReader(const uint8_t* data, size_t size, TrackerFrame* frame);
TrackerReader openseeface_read, ifacialmocap_read, vtubestudio_read, livelink_read, mocopi_read,
    mediapipe_read;

/* The skeleton before one was sent. */
void mocopi_rest(MocopiSkeleton* skeleton);

/* For TrackerFrame.points. */
vrm_Result mediapipe_create(const vrm_Allocator* allocator, vrm_Points** out_points);

/* UDP may swap packets. A time that goes back by more than a second is a sender that started
 * anew. */
bool tracker_is_late(const vrm_TrackerState* last, const vrm_TrackerState* next);

/* ---- Values ---- */

/* False for a number that is NaN, infinite or too large. */
bool tracker_is_near(double value);
/* Sets a shape, clamped to 0..1. */
void tracker_set_shape(vrm_TrackerState* state, vrm_FaceShape shape, double weight);
/* The shape of a name, VRM_FACE_SHAPE_NONE for others. */
vrm_FaceShape tracker_shape(const char* name, size_t length);
/* Sets the head by angles in degrees: first roll about Z, then pitch about X, then yaw about Y. */
void tracker_set_head(vrm_TrackerState* state, double yaw, double pitch, double roll);
void tracker_set_head_rotation(vrm_TrackerState* state, vrm_Quat q);
/* Sets the gaze by angles in degrees. */
void tracker_set_gaze(vrm_TrackerState* state, double yaw, double pitch);
/* Sets the gaze by the shapes of the eyes. */
void tracker_set_gaze_by_shapes(vrm_TrackerState* state);

vrm_Quat tracker_multiply(vrm_Quat a, vrm_Quat b);
/* Makes a rotation of length 1. False if it has no direction. */
bool tracker_normalize(vrm_Quat* q);

/* ---- Bytes ---- */

uint32_t tracker_u32(const uint8_t* at);    /* little-endian */
uint32_t tracker_u32_be(const uint8_t* at); /* big-endian */
float tracker_f32(const uint8_t* at);
float tracker_f32_be(const uint8_t* at);
double tracker_f64(const uint8_t* at);

/* Reads a decimal number, whatever the locale is. Returns the number of its bytes; 0 if there is
 * none. */
size_t tracker_decimal(const char* text, size_t size, double* out);

#endif
