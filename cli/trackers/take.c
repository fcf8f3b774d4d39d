/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "trackers/take.h"

#ifdef CLI_HAS_VMC

#include "words/interrupt.h"
#include "words/output.h"
#include "words/status.h"
#include "words/terminal.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* A second Ctrl-C does not harm the file that is being written. */
void take_end_by_signals(void) {
    cli_catch_interrupts(CLI_INTERRUPT_SAVES);
}

static double now_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- On the terminal ---- */

static bool is_due(TakeFeedback* feedback) {
    double now = now_s();
    if (!feedback->is_on || now < feedback->next_s) return false;
    feedback->next_s = now + 0.5;
    feedback->is_drawn = true;
    return true;
}

/* Cuts the line to the width of the terminal: a wrapped line could not be overwritten. */
VRM_PRINTF(1, 2) static void put_line(const char* format, ...) {
    char line[256];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fprintf(stderr, "\r%.*s\033[K", cli_terminal_columns() - 1, line);
}

static void end_feedback(TakeFeedback* feedback) {
    if (feedback->is_drawn) fputs("\r\033[K", stderr);
    feedback->is_drawn = false;
}

static void show_take(const Take* take, double elapsed_s) {
    int frames = (int)vrm_recorder_frame_count(take->recorder);
    int bones = senders_count_bones(&take->senders), faces = senders_count_faces(&take->senders);
    put_line("%.0f of %.0f s: %d frame%s, %d bone%s, %d expression%s; Ctrl-C ends it", elapsed_s,
             take->seconds, frames, cli_s((uint64_t)frames), bones, cli_s((uint64_t)bones), faces,
             cli_s((uint64_t)faces));
}

/* ---- Frames ---- */

static bool has_motion(const Take* take) {
    for (int i = 0; i < take->senders.count; i++)
        if (sender_has_motion(&take->senders.list[i])) return true;
    return false;
}

/* Trackers together: of bones, face and gaze that several of them send, those of the later one. */
static vrm_Result record_trackers(const Take* take, double at_s) {
    vrm_Pose pose = vrm_pose_rest();
    for (int i = 0; i < take->senders.count; i++) {
        const vrm_Tracker* tracker = take->senders.list[i].tracker;
        const vrm_TrackerState* state = vrm_tracker_state(tracker);
        vrm_Pose own = vrm_tracker_pose(tracker, take->hips_height);
        for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
            if ((state->bones >> b & 1) != 0) pose.rotations[b] = own.rotations[b];
        if (state->has_hips) pose.hips_offset = own.hips_offset;
    }
    vrm_Result result = vrm_recorder_add_frame(take->recorder, at_s, &pose);
    for (int i = 0; i < take->senders.count && result == VRM_OK; i++) {
        const Sender* sender = &take->senders.list[i];
        if (!sender_has_motion(sender)) continue;
        result = vrm_tracker_record_face(sender->tracker, take->recorder);
        if (result != VRM_OK) vrm_recorder_drop_frame(take->recorder);
    }
    return result;
}

/* The first packets of VMC may hold its face alone: frames from before its first bone, which show
 * the avatar at rest, are dropped where bones follow within a second. */
static void drop_boneless_start(Take* take, double at_s, bool* has_bones) {
    if (*has_bones || senders_count_bones(&take->senders) == 0) return;
    *has_bones = true;
    while (at_s <= 1.0 && vrm_recorder_drop_frame(take->recorder)) continue;
}

static vrm_Result record_frame(Take* take, double at_s, bool* has_bones) {
    if (!has_motion(take)) return VRM_OK;
    if (!senders_are_vmc(&take->senders)) return record_trackers(take, at_s);
    drop_boneless_start(take, at_s, has_bones);
    return vrm_vmc_record(take->senders.list[0].vmc, take->recorder, at_s, take->hips_height);
}

/* ---- Packets ---- */

static void stop_packets(Take* take) {
    take->packets_errno = errno != 0 ? errno : EIO;
    take->packets = NULL;
    end_feedback(&take->feedback);
    fputs("vrm receive: warning: ", stderr);
    cli_put_text(stderr, take->packets_path);
    fprintf(stderr, ": %s; packets are not recorded any more\n", strerror(take->packets_errno));
}

void take_record_packets(Take* take, FILE* file, const char* path) {
    take->packets = file;
    take->packets_path = path;
    errno = 0;
    if (!packets_write_header(file)) stop_packets(take);
}

static void keep_packet(Take* take, const Sender* sender, double at_s, const uint8_t* data,
                        size_t size) {
    if (take->packets == NULL || size > PACKETS_DATA_MAX) return;
    errno = 0;
    if (!packets_write(take->packets, at_s, sender_name(sender), data, size)) stop_packets(take);
}

/* ---- Live ---- */

/* At most 1024 packets of each sender, so that a flood does not keep the take from its clock. */
static bool receive_waiting(Take* take, double begin_s) {
    bool has_packets = false;
    for (int i = 0; i < take->senders.count; i++) {
        Sender* sender = &take->senders.list[i];
        if (sender->lines != NULL) sender_lines_begin(sender->lines);
        for (int count = 0; count < 1024; count++) {
            size_t size;
            const uint8_t* data = sender_next(sender, take->packet, sizeof take->packet, &size);
            if (data == NULL) break;
            has_packets = true;
            sender_take(sender, data, size);
            keep_packet(take, sender, now_s() - begin_s, data, size);
        }
    }
    return has_packets;
}

static bool has_ended(const Take* take) {
    return cli_is_interrupted() || senders_have_ended(&take->senders);
}

/* Receives everything that arrives until `until`; true when there was something. */
static bool receive_until(Take* take, double begin_s, double until) {
    bool has_packets = false;
    for (double left = until - now_s(); left > 0.0 && !has_ended(take); left = until - now_s()) {
        int32_t milliseconds = left > 0.5 ? 500 : (int32_t)(left * 1000.0) + 1;
        senders_ask(&take->senders, now_s());
        if (senders_wait(&take->senders, milliseconds) && receive_waiting(take, begin_s))
            has_packets = true;
    }
    return has_packets;
}

static vrm_Result record_live(Take* take) {
    double give_up_s = now_s() + take->wait_s;
    senders_ask(&take->senders, now_s());
    while (!senders_wait(&take->senders, 100)) {
        if (now_s() >= give_up_s || cli_is_interrupted()) return VRM_OK;
        senders_ask(&take->senders, now_s());
        if (is_due(&take->feedback))
            put_line("waiting for the first packet, %.0f s left; Ctrl-C ends it",
                     give_up_s - now_s());
    }
    double begin = now_s();
    bool has_bones = false;
    int64_t ticks = (int64_t)(take->seconds / take->tick_s + 0.5);
    for (int64_t tick = 1; tick <= ticks && !has_ended(take); tick++) {
        double at = (double)tick * take->tick_s;
        if (is_due(&take->feedback)) show_take(take, now_s() - begin);
        if (!receive_until(take, begin, begin + at)) continue;
        vrm_Result result = record_frame(take, at, &has_bones);
        if (result != VRM_OK) return result;
    }
    return VRM_OK;
}

vrm_Result take_live(Take* take) {
    vrm_Result result = record_live(take);
    end_feedback(&take->feedback);
    return result;
}

/* ---- Replay ---- */

/* The sender of a packet; NULL for one that is not asked for. */
static Sender* find_sender(Take* take, const char* name, bool adds, bool records_shapes) {
    Sender* sender = senders_find(&take->senders, name);
    bool is_vmc = strcmp(name, "vmc") == 0;
    bool is_known =
        is_vmc ? take->senders.count == 0
               : vrm_tracker_by_name(name) != VRM_TRACKER_COUNT && !senders_are_vmc(&take->senders);
    if (sender == NULL && adds && is_known &&
        senders_add(&take->senders, name, records_shapes) == CLI_OK)
        sender = senders_find(&take->senders, name);
    if (sender == NULL && take->skipped++ == 0)
        snprintf(take->skipped_name, sizeof take->skipped_name, "%s", name);
    return sender;
}

vrm_Result take_replay(Take* take, PacketReader* reader, bool adds, bool records_shapes) {
    Packet packet;
    vrm_Result result = VRM_OK;
    bool has_begun = false, has_packets = false, has_bones = false;
    double begin_s = 0.0, tick = 1.0, ticks = floor(take->seconds / take->tick_s + 0.5);
    while (!cli_is_interrupted() && packets_next(reader, &packet) == PACKETS_READ) {
        Sender* sender = find_sender(take, packet.from, adds, records_shapes);
        if (sender == NULL) continue;
        if (!has_begun) begin_s = packet.time_s;
        has_begun = true;
        /* The tick at whose end the packet has arrived; times of a recording are rounded. */
        double next = ceil((packet.time_s - begin_s) / take->tick_s - 1e-3);
        if (next < 1.0) next = 1.0;
        if (next > tick && has_packets) {
            result = record_frame(take, tick * take->tick_s, &has_bones);
            if (result != VRM_OK) return result;
            has_packets = false;
        }
        tick = next;
        if (tick > ticks) return VRM_OK;
        sender_take(sender, packet.data, packet.size);
        has_packets = true;
    }
    return has_packets ? record_frame(take, tick * take->tick_s, &has_bones) : result;
}

#endif
