/* SPDX-License-Identifier: MIT */
/* What moves the avatar of `vrm live` from outside: senders on the network, or packets that were
 * recorded of them, mixed into one avatar by vrm_Live (vrm/live.h).
 *
 *   live_motion_open(): sockets and files -> the sandbox, the avatar -> live_motion_begin()
 *   -> live_loop_plug(live_motion_plug()) */
#ifndef CLI_LIVE_MOTION_H
#define CLI_LIVE_MOTION_H

#include "live/live_loop.h"

typedef struct LiveMotion LiveMotion;

typedef struct LiveMotionDef {
    const char* const* from; /* values of --from: an earlier one has the higher priority */
    int from_count;
    const char* const* priorities; /* values of --priority */
    int priority_count;
    const char* address;   /* where to listen; NULL: 127.0.0.1 */
    const char* replay;    /* a recording of packets; NULL: none */
    bool mirrors, hurries; /* hurries: frames wait for their lines of a pipe */
    double calibrate_s;    /* when the present state becomes the neutral one; INFINITY: never */
    float smooth_hz;       /* of the filters at rest, as vrm_LiveSourceDef; 0: by kind of sender */
    float hips_height;     /* of senders of VMC (m); 0: that of the avatar */
} LiveMotionDef;

/* Opens sockets and files. Returns CLI_OK, or a status after printing why; there is nothing to
 * close then. */
int live_motion_open(const LiveMotionDef* def, LiveMotion** out_motion);
/* `motion` may be NULL. */
void live_motion_close(LiveMotion* motion);

/* Whether a sender writes to standard input. */
bool live_motion_reads_stdin(const LiveMotion* motion);

/* For the avatar that it shall move. Returns CLI_OK, or a status after printing why. */
int live_motion_begin(LiveMotion* motion, const LiveAvatar* live);

/* Makes the present face, gaze, head and place the neutral ones. Returns false, without effect, if
 * no sender shows a face or a head: what is lost and eases out does not count. */
bool live_motion_calibrate(LiveMotion* motion);

/* A sender, as --from names it, has shown nothing for as long as the avatar holds what it showed;
 * or it shows something again, or for the first time. */
typedef void LiveMotionTellFn(void* ctx, const char* from, bool is_lost);

/* From now on `tell` is called before the actor's step. */
void live_motion_on_tracking(LiveMotion* motion, LiveMotionTellFn* tell, void* ctx);

/* Prints where it listens, one line for each sender. */
void live_motion_tell(const LiveMotion* motion);

/* CLI_INVALID when a recording was faulty, which was printed; else CLI_OK. */
int live_motion_status(const LiveMotion* motion);

/* The motion must outlive the loop. */
LivePlug live_motion_plug(LiveMotion* motion);

#endif
