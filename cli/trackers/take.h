/* SPDX-License-Identifier: MIT */
/* A take: what senders send, frame by frame into a recorder; live, or from recorded packets. */
#ifndef CLI_TAKE_H
#define CLI_TAKE_H

#include "motion/packets.h"
#include "trackers/senders.h"

#include "vrm/record.h"

/* A line on the terminal that is overwritten in place and cleared at the end. */
typedef struct TakeFeedback {
    bool is_on, is_drawn;
    double next_s;
} TakeFeedback;

typedef struct Take {
    Senders senders;
    vrm_Recorder* recorder;
    FILE* packets; /* where packets are recorded; NULL: nowhere */
    const char* packets_path;
    int packets_errno; /* why they could not be written; 0: they were */
    double seconds, wait_s, tick_s;
    float hips_height;
    TakeFeedback feedback;
    uint64_t skipped;                        /* packets of a replay from other senders */
    char skipped_name[PACKETS_NAME_MAX + 1]; /* the first of them */
    uint8_t packet[PACKETS_DATA_MAX + 1];
} Take;

/* Ctrl-C, kill and closing the terminal end the take, which is then saved. */
void take_end_by_signals(void);

/* Packets that come are recorded there too, after a header. One that cannot be written ends this,
 * and a warning says so at once: the take goes on. */
void take_record_packets(Take* take, FILE* file, const char* path);

/* Records what comes until `seconds` after the first packet. The clock starts with it; each tick
 * with data is a frame. */
vrm_Result take_live(Take* take);

/* The same with recorded packets at their own times, as fast as they can be read. `adds`: senders
 * that the recording names are added. Errors of the recording are in packets_error(). */
vrm_Result take_replay(Take* take, PacketReader* reader, bool adds, bool records_shapes);

#endif
