/* SPDX-License-Identifier: MIT */
#include "live/live_motion.h"

#include "files/files.h"
#include "words/output.h"

#ifdef CLI_HAS_VMC

#include "motion/packets.h"
#include "trackers/senders.h"

#include "vrm/live.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PACKETS_A_FRAME = 1024, /* of each sender, so that a flood does not keep the loop busy */
    EXPRESSIONS_MAX = 256   /* of vrm_VmcDef */
};

/* Senders of VMC smooth by themselves; from here on nothing is smoothed. */
#define UNSMOOTHED_HZ 1000.0f

struct LiveMotion {
    LiveMotionDef def;
    Senders senders;
    const vrm_Rig* rig;
    vrm_Live* live;
    int source_count;              /* senders that are sources of `live`: of the same index */
    uint64_t frames[SENDERS_MAX];  /* of each tracker, that were observed */
    bool has_news[SENDERS_MAX];    /* VMC: packets came that were not observed */
    bool is_calibrated, is_faulty; /* a recording was not read to its end */
    FILE* file;                    /* of --replay */
    PacketReader* reader;          /* NULL: none, or all of it was read */
    Packet next;
    bool has_next; /* the reader's packet was not given to its sender */
    uint8_t packet[PACKETS_DATA_MAX + 1];

    LiveMotionTellFn* tell; /* NULL: nobody */
    void* tell_ctx;
    bool is_seen[SENDERS_MAX]; /* what `tell` was told last */
    double hold_s;             /* of `live` */
};

/* ---- Open ---- */

static int open_replay(LiveMotion* motion) {
    if (motion->def.replay == NULL) return CLI_OK;
    motion->file = cli_open_to_read(motion->def.replay);
    if (motion->file == NULL) return cli_result_error("live", motion->def.replay, VRM_ERR_IO, NULL);
    motion->reader = packets_open(motion->file);
    return motion->reader != NULL ? CLI_OK
                                  : cli_result_error("live", "--replay", VRM_ERR_MEMORY, NULL);
}

int live_motion_open(const LiveMotionDef* def, LiveMotion** out_motion) {
    LiveMotion* motion = calloc(1, sizeof *motion);
    *out_motion = NULL;
    if (motion == NULL) return cli_result_error("live", "--from", VRM_ERR_MEMORY, NULL);
    motion->def = *def;
    motion->senders.command = "live";
    int status = CLI_OK;
    for (int i = 0; i < def->from_count && status == CLI_OK; i++)
        status = senders_add(&motion->senders, def->from[i], false);
    if (status == CLI_OK && def->replay == NULL)
        status = senders_listen(&motion->senders, def->address);
    if (status == CLI_OK) status = open_replay(motion);
    if (status == CLI_OK)
        *out_motion = motion;
    else
        live_motion_close(motion);
    return status;
}

void live_motion_close(LiveMotion* motion) {
    if (motion == NULL) return;
    packets_close(motion->reader);
    if (motion->file != NULL) fclose(motion->file);
    senders_close(&motion->senders);
    vrm_live_destroy(motion->live);
    free(motion);
}

int live_motion_begin(LiveMotion* motion, const LiveAvatar* live) {
    vrm_LiveDef def = vrm_default_live_def();
    def.source_count = SENDERS_MAX;
    def.mirrors = motion->def.mirrors;
    motion->rig = live->rig;
    motion->hold_s = (double)def.hold_s;
    vrm_Result result = vrm_live_create(live->rig, &def, &motion->live);
    return result == VRM_OK ? CLI_OK : cli_result_error("live", live->file, result, NULL);
}

void live_motion_tell(const LiveMotion* motion) {
    for (int i = 0; i < motion->senders.count; i++)
        if (motion->senders.list[i].socket != NULL)
            fprintf(stderr, "vrm live: listening for %s on UDP port %u\n",
                    sender_name(&motion->senders.list[i]),
                    vrm_vmc_socket_port(motion->senders.list[i].socket));
}

int live_motion_status(const LiveMotion* motion) {
    return motion->is_faulty ? CLI_INVALID : CLI_OK;
}

bool live_motion_calibrate(LiveMotion* motion) {
    bool is_shown = vrm_live_weight(motion->live, VRM_LIVE_FACE) > 0.0f ||
                    vrm_live_weight(motion->live, VRM_LIVE_HEAD) > 0.0f;
    if (is_shown)
        vrm_live_calibrate(motion->live, 1u << VRM_LIVE_FACE | 1u << VRM_LIVE_GAZE |
                                             1u << VRM_LIVE_HEAD | 1u << VRM_LIVE_ROOT);
    return is_shown;
}

void live_motion_on_tracking(LiveMotion* motion, LiveMotionTellFn* tell, void* ctx) {
    motion->tell = tell;
    motion->tell_ctx = ctx;
}

/* Senders of a recording are known only when their first packet was read. */
static void add_sources(LiveMotion* motion) {
    for (; motion->source_count < motion->senders.count; motion->source_count++) {
        vrm_LiveSourceDef def = vrm_default_live_source_def();
        for (int p = 0; p < VRM_LIVE_PART_COUNT; p++)
            def.priorities[p] = SENDERS_MAX - motion->source_count;
        if (motion->senders.list[motion->source_count].vmc != NULL)
            def.min_cutoff_hz = UNSMOOTHED_HZ;
        if (motion->def.smooth_hz > 0.0f) def.min_cutoff_hz = motion->def.smooth_hz;
        (void)vrm_live_add_source(motion->live, &def); /* there is room for all senders */
    }
}

/* ---- Observe ---- */

static void observe_tracker(LiveMotion* motion, int index, double time_s) {
    const vrm_Tracker* tracker = motion->senders.list[index].tracker;
    const vrm_TrackerState* state = vrm_tracker_state(tracker);
    if (state->frames == motion->frames[index] || !state->is_found) return;
    motion->frames[index] = state->frames;
    vrm_Pose pose = vrm_tracker_pose(tracker, vrm_rig_hips_height(motion->rig));
    vrm_LiveObservation seen = {.bones = state->bones,
                                .rotations = pose.rotations,
                                .has_hips = state->has_hips,
                                .hips_offset = pose.hips_offset,
                                .shapes = state->shape_mask,
                                .shape_weights = state->shapes,
                                .has_gaze = state->has_gaze,
                                .gaze_yaw = state->gaze_yaw,
                                .gaze_pitch = state->gaze_pitch,
                                .has_sender_time = state->has_time,
                                .sender_s = state->time_s};
    (void)vrm_live_observe(motion->live, index, &seen, time_s);
}

/* A preset by any of its names, an expression of that name, or one of the 52 shapes. */
static void add_expression(const LiveMotion* motion, const char* name, float weight,
                           vrm_LiveObservation* seen, vrm_LiveExpression* expressions,
                           float* shapes) {
    vrm_ExpressionPreset preset = vrm_vmc_preset(name);
    int32_t expression = preset != VRM_EXPRESSION_CUSTOM
                             ? vrm_rig_expression_preset(motion->rig, preset)
                             : vrm_rig_expression(motion->rig, name);
    vrm_FaceShape shape = vrm_face_shape_by_name(name);
    if (expression >= 0) {
        expressions[seen->expression_count++] = (vrm_LiveExpression){expression, weight};
    } else if (shape != VRM_FACE_SHAPE_NONE) {
        shapes[shape] = weight;
        seen->shapes |= (uint64_t)1 << shape;
    }
}

/* Packets of VMC hold parts of a frame: what they made together is observed. */
static void observe_vmc(LiveMotion* motion, int index, double time_s) {
    const vrm_Vmc* vmc = motion->senders.list[index].vmc;
    const vrm_VmcState* state = vrm_vmc_state(vmc);
    vrm_LiveExpression expressions[EXPRESSIONS_MAX];
    float shapes[VRM_FACE_SHAPE_COUNT] = {0};
    if (!motion->has_news[index]) return;
    motion->has_news[index] = false;
    vrm_Pose pose = vrm_vmc_pose(vmc, vrm_rig_hips_height(motion->rig));
    vrm_LiveObservation seen = {.bones = state->bones,
                                .rotations = pose.rotations,
                                .has_hips = state->has_hips,
                                .hips_offset = pose.hips_offset,
                                .has_root = state->has_root,
                                .root_position = state->root_translation,
                                .root_rotation = state->root_rotation,
                                .expressions = expressions,
                                .shape_weights = shapes,
                                .has_gaze = state->has_gaze,
                                .gaze_yaw = state->gaze_yaw,
                                .gaze_pitch = state->gaze_pitch};
    for (int32_t i = 0; i < vrm_vmc_expression_count(vmc) && i < EXPRESSIONS_MAX; i++)
        add_expression(motion, vrm_vmc_expression_name(vmc, i), vrm_vmc_expression_weight(vmc, i),
                       &seen, expressions, shapes);
    (void)vrm_live_observe(motion->live, index, &seen, time_s);
}

/* A tracker's packet is a whole observation, and has a time of its own. */
static void take(LiveMotion* motion, int index, const void* data, size_t size, double time_s) {
    sender_take(&motion->senders.list[index], data, size);
    if (motion->senders.list[index].vmc != NULL)
        motion->has_news[index] = true;
    else
        observe_tracker(motion, index, time_s);
}

/* ---- The loop ---- */

static void receive(LiveMotion* motion, int index, double time_s) {
    vrm_VmcSocket* socket = motion->senders.list[index].socket;
    for (int count = 0; count < PACKETS_A_FRAME && socket != NULL; count++) {
        int32_t size = vrm_vmc_socket_read(socket, motion->packet, sizeof motion->packet);
        if (size < 0) return;
        take(motion, index, motion->packet, (size_t)size, time_s);
    }
}

/* Which sender a recorded packet is from; -1 for one that was not asked for. Without --from all
 * are. */
static int find_recorded(LiveMotion* motion, const char* name) {
    Sender* sender = senders_find(&motion->senders, name);
    bool is_known = strcmp(name, "vmc") == 0 || vrm_tracker_by_name(name) != VRM_TRACKER_COUNT;
    if (sender == NULL && motion->def.from_count == 0 && is_known &&
        senders_add(&motion->senders, name, false) == CLI_OK)
        sender = senders_find(&motion->senders, name);
    add_sources(motion);
    return sender != NULL ? (int)(sender - motion->senders.list) : -1;
}

static bool read_next(LiveMotion* motion) {
    if (motion->has_next) return true;
    if (motion->reader == NULL) return false;
    PacketStep step = packets_next(motion->reader, &motion->next);
    motion->has_next = step == PACKETS_READ;
    if (motion->has_next) return true;
    if (step == PACKETS_BAD) {
        motion->is_faulty = true;
        (void)cli_file_error("live", motion->def.replay, "%s", packets_error(motion->reader));
    }
    packets_close(motion->reader);
    motion->reader = NULL;
    return false;
}

/* Recorded packets arrive at their own times. */
static void replay(LiveMotion* motion, double time_s) {
    while (read_next(motion) && motion->next.time_s <= time_s) {
        int index = find_recorded(motion, motion->next.from);
        if (index >= 0)
            take(motion, index, motion->next.data, motion->next.size, motion->next.time_s);
        motion->has_next = false;
    }
}

static void tell_tracking(LiveMotion* motion, double time_s) {
    vrm_LiveSourceState state;
    for (int i = 0; i < motion->source_count && motion->tell != NULL; i++) {
        bool is_seen = vrm_live_source(motion->live, i, &state) && state.last_s >= 0.0 &&
                       time_s - state.last_s <= motion->hold_s;
        if (is_seen == motion->is_seen[i]) continue;
        motion->is_seen[i] = is_seen;
        motion->tell(motion->tell_ctx, sender_name(&motion->senders.list[i]), !is_seen);
    }
}

static bool feed(void* ctx, LiveAvatar* live, const LiveFrame* frame) {
    LiveMotion* motion = ctx;
    add_sources(motion);
    if (motion->def.replay != NULL)
        replay(motion, frame->time_s);
    else
        senders_ask(&motion->senders, frame->now_s);
    for (int i = 0; i < motion->senders.count; i++) {
        receive(motion, i, frame->time_s);
        if (motion->senders.list[i].vmc != NULL) observe_vmc(motion, i, frame->time_s);
    }
    (void)vrm_live_step(motion->live, frame->time_s);
    bool is_time = !motion->is_calibrated && frame->time_s >= motion->def.calibrate_s;
    if (is_time && live_motion_calibrate(motion)) {
        motion->is_calibrated = true;
        (void)vrm_live_step(motion->live, frame->time_s);
    }
    tell_tracking(motion, frame->time_s);
    vrm_Face* face = vrm_actor_face(live->actor);
    if (face != NULL) vrm_live_track(motion->live, face);
    return true;
}

static bool pose(void* ctx, LiveAvatar* live, const LiveFrame* frame) {
    LiveMotion* motion = ctx;
    (void)frame;
    (void)vrm_live_apply(motion->live, live->sim, live->avatar, live->map != NULL);
    return true;
}

LivePlug live_motion_plug(LiveMotion* motion) {
    return (LivePlug){.ctx = motion, .feed = feed, .pose = pose};
}

#else

int live_motion_open(const LiveMotionDef* def, LiveMotion** out_motion) {
    (void)def;
    *out_motion = NULL;
    fputs("vrm live: --from and --replay: this vrm was built without libvrm_vmc\n", stderr);
    return CLI_FAILED;
}

void live_motion_close(LiveMotion* motion) {
    (void)motion;
}

int live_motion_begin(LiveMotion* motion, const LiveAvatar* live) {
    (void)motion;
    (void)live;
    return CLI_FAILED;
}

bool live_motion_calibrate(LiveMotion* motion) {
    (void)motion;
    return false;
}

void live_motion_on_tracking(LiveMotion* motion, LiveMotionTellFn* tell, void* ctx) {
    (void)motion;
    (void)tell;
    (void)ctx;
}

void live_motion_tell(const LiveMotion* motion) {
    (void)motion;
}

int live_motion_status(const LiveMotion* motion) {
    (void)motion;
    return CLI_OK;
}

LivePlug live_motion_plug(LiveMotion* motion) {
    return (LivePlug){.ctx = motion};
}

#endif
