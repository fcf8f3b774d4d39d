/* SPDX-License-Identifier: MIT */
#include "live/live_motion.h"

#include "files/files.h"
#include "words/output.h"

#ifdef CLI_HAS_VMC

#include "live/live_priority.h"
#include "motion/packets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PACKETS_A_FRAME = 1024 }; /* of each sender, so that a flood does not keep the loop busy */

/* Senders of VMC smooth by themselves; from here on nothing is smoothed. */
#define UNSMOOTHED_HZ 1000.0f

/* Lines that move the avatar at their own times: those of a file, and with --no-wait all. */
typedef struct Playback {
    bool is_on, has_begun;
    bool has_line; /* its tracker has read a line that is not due yet */
    bool has_time; /* `sender_s` is the time of the last line */
    double due_s, sender_s;
} Playback;

struct LiveMotion {
    LiveMotionDef def;
    LivePriority priority;
    Senders senders;
    const vrm_Rig* rig;
    vrm_Live* live;
    int source_count;              /* senders that are sources of `live`: of the same index */
    bool is_calibrated, is_faulty; /* a recording was not read to its end */
    FILE* file;                    /* of --replay */
    PacketReader* reader;          /* NULL: none, or all of it was read */
    Packet next;
    bool has_next;                       /* the reader's packet was not given to its sender */
    bool has_taken;                      /* a packet was of a sender that was asked for */
    char left_out[PACKETS_NAME_MAX + 1]; /* the first sender that was not; "": none yet */
    Playback playbacks[SENDERS_MAX];
    uint8_t packet[PACKETS_DATA_MAX + 1];

    LiveMotionTellFn* tell; /* NULL: nobody */
    void* tell_ctx;
    bool is_seen[SENDERS_MAX]; /* what `tell` was told last */
    double hold_s, time_s;     /* of `live`, and of the frame */
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

static int listen(LiveMotion* motion) {
    InputWireDef lines = {
        .command = "live", .waits = motion->def.hurries, .is_over = live_is_interrupted};
    int status = senders_listen(&motion->senders, motion->def.address, &lines);
    for (int i = 0; i < motion->senders.count && status == CLI_OK; i++) {
        const SenderLines* own = motion->senders.list[i].lines;
        motion->playbacks[i].is_on =
            own != NULL && (motion->def.hurries || sender_lines_are_stored(own));
    }
    return status;
}

int live_motion_open(const LiveMotionDef* def, LiveMotion** out_motion) {
    LiveMotion* motion = calloc(1, sizeof *motion);
    *out_motion = NULL;
    if (motion == NULL) return cli_result_error("live", "--from", VRM_ERR_MEMORY, NULL);
    motion->def = *def;
    motion->senders.command = "live";
    motion->senders.hips_height = def->hips_height;
    int status = CLI_OK;
    if (def->replay != NULL) status = senders_check_recorded("live", def->from, def->from_count);
    for (int i = 0; i < def->from_count && status == CLI_OK; i++)
        status = senders_add(&motion->senders, def->from[i], false);
    for (int i = 0; i < def->priority_count && status == CLI_OK; i++)
        status = live_priority_add(&motion->priority, def->priorities[i], &motion->senders);
    if (status == CLI_OK && def->replay == NULL) status = listen(motion);
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
    for (int i = 0; i < motion->senders.count; i++) {
        const Sender* sender = &motion->senders.list[i];
        if (sender->socket != NULL)
            fprintf(stderr, "vrm live: listening for %s on UDP port %u of %s\n",
                    sender_name(sender), vrm_vmc_socket_port(sender->socket),
                    motion->def.address != NULL ? motion->def.address : "127.0.0.1");
        if (sender->lines == NULL) continue;
        fprintf(stderr, "vrm live: reading %s from ", sender_name(sender));
        cli_put_text(stderr, strcmp(sender->path, "-") == 0 ? "standard input" : sender->path);
        fputc('\n', stderr);
    }
}

bool live_motion_reads_stdin(const LiveMotion* motion) {
    return motion->def.replay == NULL && senders_read_stdin(&motion->senders);
}

int live_motion_status(const LiveMotion* motion) {
    return motion->is_faulty ? CLI_INVALID : CLI_OK;
}

/* Whether a sender showed anything within the time for which it is held. */
static bool is_seen(const LiveMotion* motion, int index) {
    vrm_LiveSourceState state;
    return vrm_live_source(motion->live, index, &state) && state.last_s >= 0.0 &&
           motion->time_s - state.last_s <= motion->hold_s;
}

/* What eases out after everybody was lost is no state to begin from. */
bool live_motion_calibrate(LiveMotion* motion) {
    bool is_shown = false;
    for (int i = 0; i < motion->source_count; i++) is_shown |= is_seen(motion, i);
    is_shown &= vrm_live_weight(motion->live, VRM_LIVE_FACE) > 0.0f ||
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
        const Sender* sender = &motion->senders.list[motion->source_count];
        live_priority_get(&motion->priority, sender, SENDERS_MAX - motion->source_count,
                          def.priorities);
        if (sender->vmc != NULL) def.min_cutoff_hz = UNSMOOTHED_HZ;
        if (motion->def.smooth_hz > 0.0f) def.min_cutoff_hz = motion->def.smooth_hz;
        (void)vrm_live_add_source(motion->live, &def); /* there is room for all senders */
    }
}

/* ---- Observe ---- */

/* A tracker's packet is a whole observation; those of VMC hold parts of a frame. */
static void take(LiveMotion* motion, int index, const void* data, size_t size, double time_s) {
    Sender* sender = &motion->senders.list[index];
    sender_take(sender, data, size);
    if (sender->tracker != NULL)
        (void)vrm_tracker_observe(sender->tracker, motion->rig, motion->live, index, time_s);
}

/* ---- The loop ---- */

static void receive(LiveMotion* motion, int index, double time_s) {
    Sender* sender = &motion->senders.list[index];
    if (sender->lines != NULL) sender_lines_begin(sender->lines);
    for (int count = 0; count < PACKETS_A_FRAME; count++) {
        size_t size;
        const uint8_t* data = sender_next(sender, motion->packet, sizeof motion->packet, &size);
        if (data == NULL) return;
        take(motion, index, data, size, time_s);
    }
}

/* ---- Lines at their own times ---- */

/* Lines without a time are 30 a second, as vrm convert-motion has them; so are those after one
 * without, or that began anew. */
static bool read_line(Playback* playback, Sender* sender) {
    size_t size;
    const char* text = sender_lines_next(sender->lines, &size);
    if (text == NULL) return false;
    sender_take(sender, text, size);
    const vrm_TrackerState* state = vrm_tracker_state(sender->tracker);
    bool has_both = state->has_time && playback->has_time;
    double passed_s = has_both ? state->time_s - playback->sender_s : -1.0;
    if (playback->has_begun) playback->due_s += passed_s >= 0.0 ? passed_s : 1.0 / 30.0;
    playback->sender_s = state->time_s;
    playback->has_time = state->has_time;
    playback->has_begun = playback->has_line = true;
    return true;
}

static void play(LiveMotion* motion, int index, double time_s) {
    Playback* playback = &motion->playbacks[index];
    Sender* sender = &motion->senders.list[index];
    sender_lines_begin(sender->lines);
    while (playback->has_line || read_line(playback, sender)) {
        if (playback->due_s > time_s) return;
        (void)vrm_tracker_observe(sender->tracker, motion->rig, motion->live, index,
                                  playback->due_s);
        playback->has_line = false;
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
    if (live_is_interrupted()) return false; /* a pipe was waited for */
    if (step == PACKETS_BAD) {
        motion->is_faulty = true;
        (void)cli_file_error("live", motion->def.replay, "%s", packets_error(motion->reader));
    } else if (!motion->has_taken && motion->left_out[0] != '\0') {
        motion->is_faulty = true;
        (void)cli_file_error(
            "live", motion->def.replay, "it has no packets of %s; the first is of %s",
            motion->def.from_count > 0 ? "the senders of --from" : "a sender that vrm knows",
            motion->left_out);
    }
    packets_close(motion->reader);
    motion->reader = NULL;
    return false;
}

/* Recorded packets arrive at their own times. */
static void replay(LiveMotion* motion, double time_s) {
    while (read_next(motion) && motion->next.time_s <= time_s) {
        int index = find_recorded(motion, motion->next.from);
        motion->has_taken |= index >= 0;
        if (index >= 0)
            take(motion, index, motion->next.data, motion->next.size, motion->next.time_s);
        else if (motion->left_out[0] == '\0')
            memcpy(motion->left_out, motion->next.from, sizeof motion->left_out);
        motion->has_next = false;
    }
}

static void tell_tracking(LiveMotion* motion) {
    for (int i = 0; i < motion->source_count && motion->tell != NULL; i++) {
        bool was_seen = motion->is_seen[i];
        motion->is_seen[i] = is_seen(motion, i);
        if (motion->is_seen[i] != was_seen)
            motion->tell(motion->tell_ctx, sender_name(&motion->senders.list[i]), was_seen);
    }
}

static bool feed(void* ctx, LiveAvatar* live, const LiveFrame* frame) {
    LiveMotion* motion = ctx;
    motion->time_s = frame->time_s;
    add_sources(motion);
    if (motion->def.replay != NULL)
        replay(motion, frame->time_s);
    else
        senders_ask(&motion->senders, frame->now_s);
    for (int i = 0; i < motion->senders.count; i++) {
        if (motion->playbacks[i].is_on)
            play(motion, i, frame->time_s);
        else
            receive(motion, i, frame->time_s);
        vrm_Vmc* vmc = motion->senders.list[i].vmc;
        if (vmc != NULL) (void)vrm_vmc_observe(vmc, motion->rig, motion->live, i, frame->time_s);
    }
    (void)vrm_live_step(motion->live, frame->time_s);
    bool is_time = !motion->is_calibrated && frame->time_s >= motion->def.calibrate_s;
    if (is_time && live_motion_calibrate(motion)) {
        motion->is_calibrated = true;
        (void)vrm_live_step(motion->live, frame->time_s);
    }
    tell_tracking(motion);
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

bool live_motion_reads_stdin(const LiveMotion* motion) {
    (void)motion;
    return false;
}

int live_motion_status(const LiveMotion* motion) {
    (void)motion;
    return CLI_OK;
}

LivePlug live_motion_plug(LiveMotion* motion) {
    return (LivePlug){.ctx = motion};
}

#endif
