/* SPDX-License-Identifier: MIT */
/* Trackers. Cut into libvrm-live.wasm. Times are doubles: pages count seconds since 1970. */
#include "web.h"

#include "vrm/tracker.h"
#include "vrm/vmc.h"

/* What JavaScript writes for an observation, and the pose that it reads, floats all of it. */
typedef struct LiveBlock {
    vrm_Quat rotations[VRM_BONE_COUNT];
    float shapes[VRM_FACE_SHAPE_COUNT];
    vrm_Vec3 hips_offset, root_position;
    vrm_Quat root_rotation;
    vrm_Vec2 gaze;
    vrm_Pose out_pose;
} LiveBlock;

_Static_assert(sizeof(LiveBlock) == 4 * (55 * 4 + 52 + 3 + 3 + 4 + 2 + 55 * 4 + 3),
               "engine/live.js writes it without gaps");
_Static_assert(VRM_LIVE_PART_COUNT == 7, "engine/live.js has their names");

enum { HAS_HIPS = 1, HAS_ROOT = 2, HAS_GAZE = 4, HAS_SENDER_TIME = 8 }; /* `has` */

/* The number of a blend shape by any of its spellings; -1 for other names. */
WEB_EXPORT(int32_t, live_shape, const char* name) {
    return (int32_t)vrm_face_shape_by_name(name);
}

/* ---- The mixer ---- */

/* A number below 0 is the default. */
WEB_EXPORT(vrm_Result, live_create, const vrm_Rig* rig, int32_t sources, int32_t mirrors,
           float hold, float ease_out, float ease_in) {
    vrm_LiveDef def = vrm_default_live_def();
    if (sources >= 0) def.source_count = sources;
    def.mirrors = mirrors != 0;
    if (hold >= 0) def.hold_s = hold;
    if (ease_out >= 0) def.ease_out_s = ease_out;
    if (ease_in >= 0) def.ease_in_s = ease_in;
    vrm_Live* live = NULL;
    vrm_Result result = vrm_live_create(rig, &def, &live);
    web_words[0].p = live;
    return result;
}

WEB_EXPORT(void, live_destroy, vrm_Live* live) {
    vrm_live_destroy(live);
}

/* Priorities are in words. */
WEB_EXPORT(int32_t, live_add_source, vrm_Live* live, float min_cutoff, float beta) {
    vrm_LiveSourceDef def = vrm_default_live_source_def();
    for (int p = 0; p < VRM_LIVE_PART_COUNT; p++) def.priorities[p] = web_words[p].i;
    if (min_cutoff >= 0) def.min_cutoff_hz = min_cutoff;
    if (beta >= 0) def.beta = beta;
    return vrm_live_add_source(live, &def);
}

/* Bits of bones, then of shapes, are in the words 0 to 3. */
WEB_EXPORT(int32_t, live_observe, vrm_Live* live, int32_t source, const LiveBlock* block,
           uint32_t has, double sender_s, const vrm_LiveExpression* expressions, int32_t count,
           double time) {
    vrm_LiveObservation seen = {.bones = (uint64_t)web_words[1].u << 32 | web_words[0].u,
                                .rotations = block->rotations,
                                .has_hips = (has & HAS_HIPS) != 0,
                                .hips_offset = block->hips_offset,
                                .has_root = (has & HAS_ROOT) != 0,
                                .root_position = block->root_position,
                                .root_rotation = block->root_rotation,
                                .shapes = (uint64_t)web_words[3].u << 32 | web_words[2].u,
                                .shape_weights = block->shapes,
                                .expressions = expressions,
                                .expression_count = count,
                                .has_gaze = (has & HAS_GAZE) != 0,
                                .gaze_yaw = block->gaze.x,
                                .gaze_pitch = block->gaze.y,
                                .has_sender_time = (has & HAS_SENDER_TIME) != 0,
                                .sender_s = sender_s};
    return vrm_live_observe(live, source, &seen, time);
}

WEB_EXPORT(void, live_calibrate, vrm_Live* live, uint32_t parts, int32_t is_undone) {
    if (is_undone != 0)
        vrm_live_uncalibrate(live, parts);
    else
        vrm_live_calibrate(live, parts);
}

WEB_EXPORT(void, live_set_mirrors, vrm_Live* live, int32_t mirrors) {
    vrm_live_set_mirrors(live, mirrors != 0);
}

WEB_EXPORT(int32_t, live_step, vrm_Live* live, double time) {
    return vrm_live_step(live, time);
}

WEB_EXPORT(void, live_track, vrm_Live* live, vrm_Face* face) {
    vrm_live_track(live, face);
}

WEB_EXPORT(int32_t, live_apply, vrm_Live* live, vrm_Sim* sim, uint32_t index1, uint32_t generation,
           int32_t has_face) {
    return vrm_live_apply(live, sim, (vrm_AvatarId){index1, generation}, has_face != 0);
}

/* The pose in the block; bones, gaze and weights of the parts in the words. The address of the
 * shapes. */
WEB_EXPORT(const float*, live_read, const vrm_Live* live, LiveBlock* block) {
    uint64_t bones = vrm_live_bones(live);
    vrm_Vec2 gaze = vrm_live_gaze(live);
    block->out_pose = vrm_live_pose(live, NULL);
    web_words[0].u = (uint32_t)bones;
    web_words[1].u = (uint32_t)(bones >> 32);
    web_words[2].f = gaze.x;
    web_words[3].f = gaze.y;
    for (int p = 0; p < VRM_LIVE_PART_COUNT; p++)
        web_words[4 + p].f = vrm_live_weight(live, (vrm_LivePart)p);
    return vrm_live_shapes(live);
}

/* Facts as JSON. */
WEB_EXPORT(vrm_Result, live_source, const vrm_Live* live, int32_t source) {
    vrm_LiveSourceState state;
    if (!vrm_live_source(live, source, &state)) return VRM_ERR_ARGUMENT;
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_integer("observed", (int64_t)state.observed);
    web_key_integer("refused", (int64_t)state.refused);
    web_key_integer("restarts", (int64_t)state.restarts);
    web_key_number("last", state.last_s);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* ---- Packets ---- */

/* The protocols of trackers: name, ports, and seconds after which a phone is asked again. */
WEB_EXPORT(vrm_Result, tracker_kinds, void) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_array(builder);
    for (int32_t k = 0; k < VRM_TRACKER_COUNT; k++) {
        vrm_TrackerKind kind = (vrm_TrackerKind)k;
        vrm_json_begin_object(builder);
        web_key_text("name", vrm_tracker_name(kind));
        web_key_integer("port", vrm_tracker_port(kind));
        web_key_integer("phonePort", vrm_tracker_phone_port(kind));
        web_key_number("requestInterval", (double)vrm_tracker_request_interval(kind));
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    return web_json_done();
}

WEB_EXPORT(vrm_Result, tracker_create, int32_t kind) {
    vrm_Tracker* tracker = NULL;
    vrm_Result result = vrm_tracker_create((vrm_TrackerKind)kind, NULL, &tracker);
    web_words[0].p = tracker;
    return result;
}

WEB_EXPORT(void, tracker_destroy, vrm_Tracker* tracker) {
    vrm_tracker_destroy(tracker);
}

WEB_EXPORT(vrm_Result, tracker_receive, vrm_Tracker* tracker, const void* data, size_t size) {
    return vrm_tracker_receive(tracker, data, size);
}

WEB_EXPORT(int32_t, tracker_observe, vrm_Tracker* tracker, const vrm_Rig* rig, vrm_Live* live,
           int32_t source, double time) {
    return vrm_tracker_observe(tracker, rig, live, source, time);
}

/* The request to a phone in `text`, of VRM_TRACKER_REQUEST_MAX bytes; its size. */
WEB_EXPORT(size_t, tracker_request, int32_t kind, int32_t port, char* text) {
    return vrm_tracker_request((vrm_TrackerKind)kind, (uint16_t)port, text);
}

/* Counters and whether somebody is seen, as JSON. */
WEB_EXPORT(vrm_Result, tracker_stats, const vrm_Tracker* tracker) {
    vrm_TrackerStats stats = vrm_tracker_stats(tracker);
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_integer("packets", (int64_t)stats.packets);
    web_key_integer("frames", (int64_t)stats.frames);
    web_key_integer("lost", (int64_t)stats.lost);
    web_key_integer("late", (int64_t)stats.late);
    web_key_integer("others", (int64_t)stats.others);
    web_key_integer("refusedPackets", (int64_t)stats.refused_packets);
    web_key_integer("unknownNames", (int64_t)stats.unknown_names);
    web_key_bool("isFound", vrm_tracker_state(tracker)->is_found);
    vrm_json_end_object(builder);
    return web_json_done();
}

WEB_EXPORT(vrm_Result, vmc_create, float hips_height) {
    vrm_VmcDef def = vrm_default_vmc_def();
    vrm_Vmc* vmc = NULL;
    def.hips_height = hips_height;
    vrm_Result result = vrm_vmc_create(&def, &vmc);
    web_words[0].p = vmc;
    return result;
}

WEB_EXPORT(void, vmc_destroy, vrm_Vmc* vmc) {
    vrm_vmc_destroy(vmc);
}

WEB_EXPORT(vrm_Result, vmc_receive, vrm_Vmc* vmc, const void* data, size_t size) {
    return vrm_vmc_receive(vmc, data, size);
}

WEB_EXPORT(int32_t, vmc_observe, vrm_Vmc* vmc, const vrm_Rig* rig, vrm_Live* live, int32_t source,
           double time) {
    return vrm_vmc_observe(vmc, rig, live, source, time);
}

WEB_EXPORT(int32_t, vmc_apply, const vrm_Vmc* vmc, vrm_Sim* sim, uint32_t index1,
           uint32_t generation) {
    return vrm_vmc_apply(vmc, sim, (vrm_AvatarId){index1, generation});
}

/* Counters as JSON. */
WEB_EXPORT(vrm_Result, vmc_stats, const vrm_Vmc* vmc) {
    vrm_VmcStats stats = vrm_vmc_stats(vmc);
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_integer("packets", (int64_t)stats.packets);
    web_key_integer("messages", (int64_t)stats.messages);
    web_key_integer("poses", (int64_t)stats.poses);
    web_key_integer("expressions", (int64_t)stats.expressions);
    web_key_integer("others", (int64_t)stats.others);
    web_key_integer("refusedPackets", (int64_t)stats.refused_packets);
    web_key_integer("refusedMessages", (int64_t)stats.refused_messages);
    web_key_integer("unknownBones", (int64_t)stats.unknown_bones);
    web_key_integer("droppedExpressions", (int64_t)stats.dropped_expressions);
    vrm_json_end_object(builder);
    return web_json_done();
}
