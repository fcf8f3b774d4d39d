/* SPDX-License-Identifier: MIT */
/* --pcm: sound on a pipe as an input of `vrm live`; the mouth follows it as it arrives.
 *
 *   live_pcm_open(): the pipe -> the sandbox, the avatar -> live_loop_plug(live_pcm_plug())
 *
 * The sound is for now: what arrives sooner than it would be heard, as of a file, waits in the
 * pipe. With --no-wait a frame waits for its sound, so that the same sound gives the same motion.
 */
#ifndef CLI_LIVE_PCM_H
#define CLI_LIVE_PCM_H

#include "live/live_loop.h"
#include "words/args.h"

#define LIVE_PCM_OPTIONS                                                                           \
    CLI_VALUE("--pcm", "FILE",                                                                     \
              "Move the mouth by live sound from a file or pipe, or - for standard input: 16-bit " \
              "little-endian mono samples without a header."),                                     \
        CLI_VALUE("--pcm-rate", "HZ",                                                              \
                  "Samples per second of --pcm, 8000 to 96000. Default: 16000.")

typedef struct LivePcm LivePcm;

/* `*out_pcm` is NULL without --pcm. Returns CLI_OK, or a status after printing why; there is
 * nothing to close then. */
int live_pcm_open(const cli_Args* args, bool hurries, LivePcm** out_pcm);
/* `pcm` may be NULL. */
void live_pcm_close(LivePcm* pcm);

/* CLI_OK, or CLI_INVALID after printing that the avatar has no face. */
int live_pcm_begin(const LiveAvatar* live);

/* The input must outlive the loop. */
LivePlug live_pcm_plug(LivePcm* pcm);

#endif
