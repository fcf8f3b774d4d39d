/* SPDX-License-Identifier: MIT */
/* The loop of `vrm live`: at a steady rate, everything that was plugged in does its part.
 *
 * Frames stand on a grid: frame n is at n / fps seconds of the actor. When a frame takes too long,
 * the next one is the frame whose time it is, and those between are left out, so that the avatar
 * keeps pace with the clock; the last one of a given time is not. */
#ifndef CLI_LIVE_LOOP_H
#define CLI_LIVE_LOOP_H

#include "live/live_avatar.h"

enum { LIVE_PLUGS_MAX = 32 };

/* A frame of the loop. */
typedef struct LiveFrame {
    int64_t index, passed; /* the frame, and how many since the last one: 1, or more when late */
    double time_s, dt;     /* of the actor; since the last frame */
    double now_s;          /* live_now_s() at its beginning */
} LiveFrame;

/* An input or an output. Functions may be NULL; each but wait() is called once a frame, in the
 * order of the plugs, and must not wait. One that returns false ends the loop, after this frame. */
typedef struct LivePlug {
    void* ctx;
    /* Before the actor's step: what moves the actor and its face. */
    bool (*feed)(void* ctx, LiveAvatar* live, const LiveFrame* frame);
    /* Between the steps of actor and sim: what has the last word about inputs of the avatar. */
    bool (*pose)(void* ctx, LiveAvatar* live, const LiveFrame* frame);
    /* After the sim's step: outputs. */
    bool (*show)(void* ctx, LiveAvatar* live, const LiveFrame* frame);
    /* Between two frames, as often as there is time: answers others until live_now_s() is `time_s`,
     * and may return earlier. */
    void (*wait)(void* ctx, double time_s);
} LivePlug;

typedef struct LiveLoop {
    LivePlug plugs[LIVE_PLUGS_MAX];
    int plug_count;
    double fps;
    double seconds; /* of the actor, until the end; INFINITY: until something ends the loop */
    bool hurries;   /* does not wait for the clock, and leaves no frame out */
} LiveLoop;

/* Returns false where there are LIVE_PLUGS_MAX. */
bool live_loop_plug(LiveLoop* loop, LivePlug plug);

/* Runs until the time is over, a plug ends it, or Ctrl-C. Returns the number of frames. */
int64_t live_loop_run(const LiveLoop* loop, LiveAvatar* live);

/* ---- The clock ---- */

/* Monotonic. */
double live_now_s(void);

/* From now on Ctrl-C, or a request to end, only sets what live_is_interrupted() says, and a second
 * one ends the program; a pipe that breaks while it is written to is an error and no signal. */
void live_catch_signals(void);
bool live_is_interrupted(void);

#endif
