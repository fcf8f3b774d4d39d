/* SPDX-License-Identifier: MIT */
#include "live/live_pcm.h"

#include "control/control_stream.h"
#include "files/input_wire.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE_HZ = 16000, RATE_LEAST_HZ = 8000, RATE_MOST_HZ = 96000, READ_SIZE = 1 << 14 };

/* Sound that may be taken beyond its time: devices deliver blocks. */
#define AHEAD_S 0.1

/* The clock of a device may be faster than ours: what has gathered in the pipe is taken in time. */
#define HASTE 1.02

struct LivePcm {
    InputWire* wire;
    control_Stream* stream;
    int32_t rate_hz;
    bool is_exact; /* a frame takes exactly the sound of its time */
    bool has_ended;
    double due; /* samples that may be taken now */
    vrm_Face* face;
};

/* ---- Open ---- */

static int open_wire(LivePcm* pcm, const char* path, bool hurries) {
    InputWireDef def = {.command = "live",
                        .option = "--pcm",
                        .path = path,
                        .waits = hurries,
                        .is_over = live_is_interrupted};
    int status = input_wire_open(&def, &pcm->wire);
    if (status != CLI_OK) return status;
    pcm->is_exact = hurries || input_wire_is_stored(pcm->wire);
    pcm->due = pcm->is_exact ? 0.0 : AHEAD_S * pcm->rate_hz;
    pcm->stream = control_stream_pcm(pcm->rate_hz);
    return pcm->stream != NULL ? CLI_OK : cli_result_error("live", "--pcm", VRM_ERR_MEMORY, NULL);
}

int live_pcm_open(const cli_Args* args, bool hurries, LivePcm** out_pcm) {
    const char* path = cli_word(args, "--pcm");
    const char* rate = cli_word(args, "--pcm-rate");
    const char* control = cli_word(args, "--control");
    int32_t rate_hz = RATE_HZ;
    *out_pcm = NULL;
    if (path == NULL && rate != NULL) return cli_usage_error("live", "--pcm-rate goes with --pcm");
    if (path == NULL) return CLI_OK;
    if (rate != NULL &&
        (!cli_parse_count(rate, &rate_hz) || rate_hz < RATE_LEAST_HZ || rate_hz > RATE_MOST_HZ))
        return cli_usage_error("live", "--pcm-rate must be a whole number from %d to %d",
                               RATE_LEAST_HZ, RATE_MOST_HZ);
    if (strcmp(path, "-") == 0 && control != NULL && strcmp(control, "-") == 0)
        return cli_usage_error("live", "--pcm - and --control - both read standard input");
    LivePcm* pcm = calloc(1, sizeof *pcm);
    if (pcm == NULL) return cli_result_error("live", "--pcm", VRM_ERR_MEMORY, NULL);
    pcm->rate_hz = rate_hz;
    int status = open_wire(pcm, path, hurries);
    if (status == CLI_OK)
        *out_pcm = pcm;
    else
        live_pcm_close(pcm);
    return status;
}

void live_pcm_close(LivePcm* pcm) {
    if (pcm == NULL) return;
    control_stream_close(pcm->stream);
    input_wire_close(pcm->wire);
    free(pcm);
}

int live_pcm_begin(const LiveAvatar* live) {
    return vrm_actor_face(live->actor) != NULL
               ? CLI_OK
               : cli_file_error("live", live->file, "--pcm: its face is too large to be moved");
}

/* ---- Hear ---- */

static bool hear(void* ctx, const vrm_LipFrame* frames, int32_t count) {
    LivePcm* pcm = ctx;
    (void)vrm_face_hear_live(pcm->face, frames, count);
    return true;
}

/* How many samples may be taken by now. What a pipe did not have in time is not caught up. */
static void grow_due(LivePcm* pcm, const LiveFrame* frame) {
    double samples = frame->dt * pcm->rate_hz;
    pcm->due += samples * (pcm->is_exact ? 1.0 : HASTE);
    if (!pcm->is_exact) pcm->due = fmin(pcm->due, fmax(samples, AHEAD_S * pcm->rate_hz));
}

/* What is due and has arrived. The sound cannot fail: its rate is known, and the face takes all. */
static void take_due(LivePcm* pcm) {
    uint8_t bytes[READ_SIZE];
    while (!pcm->has_ended && pcm->due >= 1.0) {
        int32_t size = (int32_t)fmin(floor(pcm->due) * 2.0, READ_SIZE);
        int32_t count = input_wire_read(pcm->wire, bytes, size);
        pcm->has_ended = count < 0;
        if (pcm->has_ended) (void)control_stream_end(pcm->stream, hear, pcm);
        if (count > 0) (void)control_stream_add(pcm->stream, bytes, (size_t)count, hear, pcm);
        /* A program that was killed may leave half a sample, which is not of the next one's. */
        if (input_wire_was_left(pcm->wire)) control_stream_cut(pcm->stream);
        if (count <= 0) return;
        pcm->due -= count / 2.0;
    }
}

static bool feed(void* ctx, LiveAvatar* live, const LiveFrame* frame) {
    LivePcm* pcm = ctx;
    pcm->face = vrm_actor_face(live->actor);
    grow_due(pcm, frame);
    take_due(pcm);
    return true;
}

LivePlug live_pcm_plug(LivePcm* pcm) {
    return (LivePlug){.ctx = pcm, .feed = feed};
}
