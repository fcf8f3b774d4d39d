/* SPDX-License-Identifier: MIT */
/* A tracker: gives packets to the reader of its protocol, keeps what they said, and turns that into
 * poses and frames of a recording. */
#include "trackers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vrm_Tracker {
    vrm_TrackerDef def;
    vrm_TrackerKind kind;
    vrm_TrackerStats stats;
    TrackerFrame frame; /* as of the last packet */
    TrackerFrame next;  /* while a packet is read */
    uint64_t observed;  /* frames as of the last vrm_tracker_observe() */
};

/* ---- Kinds ---- */

/* Requests of phones; %u is the port. */
static const char vtubestudio_request[] =
    "{\"messageType\":\"iOSTrackingDataRequest\",\"time\":5,\"sentBy\":\"libvrm\",\"ports\":[%u]}";
static const char ifacialmocap_request[] =
    "iFacialMocap_sahuasouryya9218sauhuiayeta91555dy3719|sendDataVersion=v2";

static const struct {
    const char* name;
    TrackerReader* read;
    uint16_t port, phone_port;
    const char* request;
    float interval_s;
} kinds[VRM_TRACKER_COUNT] = {
    {"openseeface", openseeface_read, 11573, 0, NULL, 0.0f},
    {"ifacialmocap", ifacialmocap_read, 49983, 49983, ifacialmocap_request, 1.0f},
    {"vtubestudio", vtubestudio_read, 21412, 21412, vtubestudio_request, 1.0f},
    {"livelink", livelink_read, 11111, 0, NULL, 0.0f},
    {"mocopi", mocopi_read, 12351, 0, NULL, 0.0f},
    {"mediapipe", mediapipe_read, 11575, 0, NULL, 0.0f},
};

static bool is_kind(vrm_TrackerKind kind) {
    return kind >= 0 && kind < VRM_TRACKER_COUNT;
}

const char* vrm_tracker_name(vrm_TrackerKind kind) {
    return is_kind(kind) ? kinds[kind].name : "";
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

vrm_TrackerKind vrm_tracker_by_name(const char* name) {
    for (int32_t k = 0; k < VRM_TRACKER_COUNT && name != NULL; k++) {
        size_t i = 0;
        while (name[i] != '\0' && lower(name[i]) == kinds[k].name[i]) i++;
        if (name[i] == '\0' && kinds[k].name[i] == '\0') return (vrm_TrackerKind)k;
    }
    return VRM_TRACKER_COUNT;
}

uint16_t vrm_tracker_port(vrm_TrackerKind kind) {
    return is_kind(kind) ? kinds[kind].port : 0;
}

uint16_t vrm_tracker_phone_port(vrm_TrackerKind kind) {
    return is_kind(kind) ? kinds[kind].phone_port : 0;
}

float vrm_tracker_request_interval(vrm_TrackerKind kind) {
    return is_kind(kind) ? kinds[kind].interval_s : 0.0f;
}

size_t vrm_tracker_request(vrm_TrackerKind kind, uint16_t port,
                           char out_text[VRM_TRACKER_REQUEST_MAX]) {
    int size = 0;
    out_text[0] = '\0';
    if (kind == VRM_TRACKER_VTUBESTUDIO)
        size = snprintf(out_text, VRM_TRACKER_REQUEST_MAX, vtubestudio_request, (unsigned)port);
    else if (is_kind(kind) && kinds[kind].request != NULL)
        size = snprintf(out_text, VRM_TRACKER_REQUEST_MAX, "%s", kinds[kind].request);
    return size > 0 && size < VRM_TRACKER_REQUEST_MAX ? (size_t)size : 0;
}

/* ---- Make ---- */

void vrm_tracker_def_init(vrm_TrackerDef* def, size_t def_size) {
    vrm_TrackerDef defaults = {.def_size = (uint32_t)def_size};
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static bool resolve_def(const vrm_TrackerDef* given, vrm_TrackerDef* out) {
    *out = vrm_default_tracker_def();
    if (given == NULL) return true;
    uint32_t size = given->def_size;
    if (size < sizeof size || size > 65536) return false;
    memcpy(out, given, size < sizeof *out ? size : sizeof *out);
    return true;
}

vrm_Result vrm_tracker_create(vrm_TrackerKind kind, const vrm_TrackerDef* given,
                              vrm_Tracker** out_tracker) {
    vrm_TrackerDef def;
    *out_tracker = NULL;
    if (!resolve_def(given, &def)) return VRM_ERR_DEF;
    if (!is_kind(kind)) return VRM_ERR_ARGUMENT;
    size_t size = sizeof(vrm_Tracker);
    vrm_Tracker* tracker = def.allocator.alloc != NULL
                               ? def.allocator.alloc(def.allocator.ctx, size, sizeof(void*))
                               : malloc(size);
    if (tracker == NULL) return VRM_ERR_MEMORY;
    memset(tracker, 0, size);
    tracker->def = def;
    tracker->kind = kind;
    vrm_TrackerState* state = &tracker->frame.state;
    state->head_rotation.w = 1.0f;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) state->rotations[b].w = 1.0f;
    for (int32_t b = 0; b < MOCOPI_BONES; b++) tracker->frame.locals[b].w = 1.0f;
    mocopi_rest(&tracker->frame.skeleton);
    tracker->frame.allocator = &tracker->def.allocator;
    vrm_Result result = VRM_OK;
    if (kind == VRM_TRACKER_MEDIAPIPE)
        result = mediapipe_create(&tracker->def.allocator, &tracker->frame.points);
    if (result == VRM_OK)
        *out_tracker = tracker;
    else
        vrm_tracker_destroy(tracker);
    return result;
}

void vrm_tracker_destroy(vrm_Tracker* tracker) {
    if (tracker == NULL) return;
    vrm_points_destroy(tracker->frame.points);
    vrm_Allocator allocator = tracker->def.allocator;
    if (allocator.alloc != NULL)
        allocator.release(allocator.ctx, tracker, sizeof *tracker);
    else
        free(tracker);
}

vrm_TrackerKind vrm_tracker_kind(const vrm_Tracker* tracker) {
    return tracker->kind;
}

/* ---- Receive ---- */

vrm_Result vrm_tracker_receive(vrm_Tracker* tracker, const void* data, size_t size) {
    vrm_TrackerStats* stats = &tracker->stats;
    TrackerFrame* next = &tracker->next;
    *next = tracker->frame;
    stats->packets++;
    TrackerNews news = kinds[tracker->kind].read(data, size, next);
    if (news == TRACKER_NO_MEMORY) return VRM_ERR_MEMORY;
    if (news == TRACKER_REFUSED) {
        stats->refused_packets++;
        return VRM_ERR_INVALID;
    }
    if (news != TRACKER_OTHER && tracker_is_late(&tracker->frame.state, &next->state)) {
        stats->late++;
        return VRM_OK;
    }
    stats->unknown_names += next->unknown_names;
    next->unknown_names = 0;
    if (news == TRACKER_OTHER) {
        stats->others++;
        tracker->frame.skeleton = next->skeleton;
        return VRM_OK;
    }
    next->state.is_found = news == TRACKER_MOTION;
    if (news == TRACKER_MOTION) {
        stats->frames++;
        next->state.frames = stats->frames;
        tracker->frame = *next;
    } else {
        stats->lost++;
        tracker->frame.state.is_found = false;
        tracker->frame.state.has_time = next->state.has_time;
        tracker->frame.state.time_s = next->state.time_s;
    }
    return VRM_OK;
}

/* ---- Inspect ---- */

vrm_TrackerStats vrm_tracker_stats(const vrm_Tracker* tracker) {
    return tracker->stats;
}

const vrm_TrackerState* vrm_tracker_state(const vrm_Tracker* tracker) {
    return &tracker->frame.state;
}

/* ---- Use ---- */

vrm_Pose vrm_tracker_pose(const vrm_Tracker* tracker, float hips_height) {
    const vrm_TrackerState* state = &tracker->frame.state;
    vrm_Pose pose = vrm_pose_rest();
    memcpy(pose.rotations, state->rotations, sizeof pose.rotations);
    if (!state->has_hips) return pose;
    vrm_Vec3 at = state->hips, rest = state->rest_hips;
    float scale = hips_height > 0.0f && rest.y > 0.1f ? hips_height / rest.y : 1.0f;
    pose.hips_offset =
        (vrm_Vec3){(at.x - rest.x) * scale, (at.y - rest.y) * scale, (at.z - rest.z) * scale};
    return pose;
}

bool vrm_tracker_observe(vrm_Tracker* tracker, const vrm_Rig* rig, vrm_Live* live, int32_t source,
                         double time_s) {
    const vrm_TrackerState* state = &tracker->frame.state;
    uint64_t unseen = tracker->frame.unseen_bones, bones = state->bones & ~unseen;
    bool has_face = !tracker->frame.is_face_unseen, has_seen = bones != 0 || has_face;
    if (state->frames == tracker->observed || !state->is_found || !has_seen) return false;
    tracker->observed = state->frames;
    vrm_Pose pose = vrm_tracker_pose(tracker, vrm_rig_hips_height(rig));
    vrm_LiveObservation seen = {.bones = bones,
                                .rotations = pose.rotations,
                                .has_hips = state->has_hips && (unseen >> VRM_BONE_HIPS & 1) == 0,
                                .hips_offset = pose.hips_offset,
                                .shapes = has_face ? state->shape_mask : 0,
                                .shape_weights = state->shapes,
                                .has_gaze = state->has_gaze && has_face,
                                .gaze_yaw = state->gaze_yaw,
                                .gaze_pitch = state->gaze_pitch,
                                .has_sender_time = state->has_time,
                                .sender_s = state->time_s};
    return vrm_live_observe(live, source, &seen, time_s);
}

static vrm_Result record_shapes(const vrm_TrackerState* state, vrm_Recorder* recorder) {
    vrm_Result result = VRM_OK;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT && result == VRM_OK; s++)
        if ((state->shape_mask >> s & 1) != 0)
            result = vrm_recorder_set_expression(recorder, vrm_face_shape_name((vrm_FaceShape)s),
                                                 state->shapes[s]);
    return result;
}

static vrm_Result record_presets(const vrm_TrackerState* state, vrm_Recorder* recorder) {
    float presets[VRM_EXPRESSION_PRESET_COUNT];
    uint32_t mask = vrm_face_shapes_to_presets(state->shapes, presets);
    vrm_Result result = VRM_OK;
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT && result == VRM_OK; p++)
        if ((mask >> p & 1) != 0)
            result = vrm_recorder_set_expression(
                recorder, vrm_expression_preset_name((vrm_ExpressionPreset)p), presets[p]);
    return result;
}

vrm_Result vrm_tracker_record_face(const vrm_Tracker* tracker, vrm_Recorder* recorder) {
    const vrm_TrackerState* state = &tracker->frame.state;
    vrm_Result result = VRM_OK;
    if (state->shape_mask != 0)
        result = tracker->def.records_shapes ? record_shapes(state, recorder)
                                             : record_presets(state, recorder);
    if (result == VRM_OK && state->has_gaze)
        result = vrm_recorder_set_gaze(recorder, state->gaze_yaw, state->gaze_pitch);
    return result;
}

vrm_Result vrm_tracker_record(const vrm_Tracker* tracker, vrm_Recorder* recorder, double time_s,
                              float hips_height) {
    vrm_Pose pose = vrm_tracker_pose(tracker, hips_height);
    vrm_Result result = vrm_recorder_add_frame(recorder, time_s, &pose);
    if (result != VRM_OK) return result;
    result = vrm_tracker_record_face(tracker, recorder);
    if (result != VRM_OK) vrm_recorder_drop_frame(recorder);
    return result;
}
