/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fileno */

#include "picture/video_file.h"

#include "files/output_name.h"
#include "files/whole_file.h"
#include "picture/raw_film.h"
#include "picture/video_child.h"
#include "sound/sound.h"
#include "words/cores.h"
#include "words/output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char* const video_format_names[] = {"mp4", "webm", NULL};

enum { WORDS_MAX = 128, WORDS_ROOM = 2048 };
enum { SOUND_BLOCK = 1024, SOUND_CHANNELS = 2 }; /* samples of a channel that are sent at once */

struct video_File {
    const char* command;
    video_Def def;
    int32_t rate_numerator, rate_denominator; /* frames a second */
    video_Child child;
    cli_Output output;
    uint8_t* frame;    /* as the encoder takes it */
    raw_Planes planes; /* in it */
    size_t frame_size;
    sound_Reader* sound;
    int32_t channels;
    int64_t sent_frames, sent_samples;
    bool is_broken; /* the encoder reads no more */
};

video_Format video_format_of(const char* path) {
    if (cli_has_ending(path, ".mp4")) return VIDEO_MP4;
    return cli_has_ending(path, ".webm") ? VIDEO_WEBM : VIDEO_NONE;
}

/* ---- The pipeline ---- */

/* Elements by the Debian package that has them. */
typedef struct Element {
    const char *name, *package;
    bool is_of_sound;
} Element;

static const Element elements[2][5] = {
    [VIDEO_MP4] = {{"rawvideoparse", "gstreamer1.0-plugins-base", false},
                   {"mp4mux", "gstreamer1.0-plugins-good", false},
                   {"x264enc", "gstreamer1.0-plugins-ugly", false},
                   {"avenc_aac", "gstreamer1.0-libav", true}},
    [VIDEO_WEBM] = {{"rawvideoparse", "gstreamer1.0-plugins-base", false},
                    {"webmmux", "gstreamer1.0-plugins-good", false},
                    {"vp9enc", "gstreamer1.0-plugins-good", false},
                    {"opusenc", "gstreamer1.0-plugins-base", true}},
};

/* `element` is the one that is missing; of VIDEO_NO_ELEMENT alone. */
static int refuse_element(const video_File* video, const Element* element, video_Found found) {
    const char *path = video->def.path, *name = video_format_names[video->def.format];
    if (found == VIDEO_NO_PROGRAMS)
        (void)cli_file_error(video->command, path,
                             "%s is not written on this system; --animate writes .webp, .png and "
                             ".gif, and --raw frames for an encoder",
                             name);
    else if (found == VIDEO_NO_PROGRAM)
        (void)cli_file_error(video->command, path,
                             "%s is encoded by gst-launch-1.0 and gst-inspect-1.0, which are not "
                             "in PATH (Debian: gstreamer1.0-tools)",
                             name);
    else
        (void)cli_file_error(video->command, path,
                             "GStreamer has no element %s, which %s needs (Debian: %s)",
                             element->name, name, element->package);
    return CLI_FAILED;
}

static int check_elements(const video_File* video) {
    for (const Element* at = elements[video->def.format]; at->name != NULL; at++) {
        if (at->is_of_sound && !video->def.has_sound) continue;
        video_Found found = video_child_find(at->name);
        if (found != VIDEO_FOUND) return refuse_element(video, at, found);
    }
    return CLI_OK;
}

/* Encoders keep seconds of frames before they give the first, and muxers take turns: with queues
 * that never fill, neither frames nor sound can wait for the other. They hold what is encoded. */
#define QUEUE "queue max-size-buffers=0 max-size-bytes=0 max-size-time=0"

/* Constant quality: the larger the motion, the more bytes. */
static const char* const video_encoders[] = {
    [VIDEO_MP4] = "x264enc pass=qual quantizer=19 ! video/x-h264,profile=high",
    [VIDEO_WEBM] = "vp9enc deadline=1000000 cpu-used=4 row-mt=true end-usage=cq cq-level=20 "
                   "target-bitrate=20000000"};
/* Left to its default, the element gives both channels half of each. */
static const char* const sound_encoders[] = {
    [VIDEO_MP4] = "avenc_aac bitrate=160000 aac-ms=false", [VIDEO_WEBM] = "opusenc bitrate=128000"};
static const char* const muxers[] = {
    [VIDEO_MP4] = "mp4mux faststart=true", [VIDEO_WEBM] = "webmmux"};

/* Everything in it is ours: no word of the command line. */
static int write_words(const video_File* video, char* out, size_t size) {
    const video_Def* def = &video->def;
    char threads[32] = "";
    if (def->format == VIDEO_WEBM)
        snprintf(threads, sizeof threads, "threads=%d", cli_core_count());
    int length = snprintf(
        out, size,
        "gst-launch-1.0 -q fdsrc fd=%d blocksize=262144 ! "
        "video/x-raw,format=I420,width=%d,height=%d,framerate=%d/%d,colorimetry=bt709 ! "
        "rawvideoparse use-sink-caps=true ! %s %s ! " QUEUE " ! %s name=film ! fdsink fd=%d",
        VIDEO_FRAMES_FD, (int)def->width, (int)def->height, (int)video->rate_numerator,
        (int)video->rate_denominator, video_encoders[def->format], threads, muxers[def->format],
        VIDEO_OUT_FD);
    if (!def->has_sound) return length;
    return length + snprintf(out + length, size - (size_t)length,
                             " fdsrc fd=%d ! auparse ! " QUEUE " ! audioconvert ! audioresample ! "
                             "audio/x-raw,rate=48000 ! %s ! " QUEUE " ! film.",
                             VIDEO_SOUND_FD, sound_encoders[def->format]);
}

static bool start_child(video_File* video) {
    char text[WORDS_ROOM];
    char* words[WORDS_MAX + 1];
    int count = 0;
    if (write_words(video, text, sizeof text) >= WORDS_ROOM) return false;
    for (char* at = text; *at != 0 && count < WORDS_MAX;) {
        words[count++] = at;
        at += strcspn(at, " ");
        if (*at != 0) *at++ = 0;
        at += strspn(at, " ");
    }
    words[count] = NULL;
    return video_child_start(words, video->def.has_sound, fileno(video->output.file),
                             &video->child);
}

/* ---- Opening ---- */

static size_t round_up(size_t value, size_t unit) {
    return (value + unit - 1) / unit * unit;
}

/* I420 as GStreamer has it: rows of whole words, edges of an even number. Gaps stay 0. */
static bool make_frame(video_File* video) {
    raw_Planes* planes = &video->planes;
    size_t rows = round_up((size_t)video->def.height, 2);
    planes->stride = round_up((size_t)video->def.width, 4);
    planes->half_stride = round_up(round_up((size_t)video->def.width, 2) / 2, 4);
    video->frame_size = (planes->stride + planes->half_stride) * rows;
    video->frame = calloc(video->frame_size, 1);
    if (video->frame == NULL) return false;
    planes->y = video->frame;
    planes->u = planes->y + planes->stride * rows;
    planes->v = planes->u + planes->half_stride * (rows / 2);
    return true;
}

static int begin(video_File* video) {
    int status = check_elements(video);
    if (status != CLI_OK) return status;
    if (!make_frame(video))
        return cli_result_error(video->command, video->def.path, VRM_ERR_MEMORY, NULL);
    vrm_Result result = cli_output_begin(video->def.path, &video->output);
    if (result == VRM_OK && !start_child(video)) {
        if (errno == ENOENT) return refuse_element(video, NULL, VIDEO_NO_PROGRAM);
        result = VRM_ERR_IO;
    }
    return result == VRM_OK ? CLI_OK
                            : cli_result_error(video->command, video->def.path, result, NULL);
}

int video_open(const char* command, const video_Def* def, video_File** out) {
    *out = NULL;
    video_File* video = calloc(1, sizeof *video);
    if (video == NULL) return cli_result_error(command, def->path, VRM_ERR_MEMORY, NULL);
    video->command = command;
    video->def = *def;
    video->child = (video_Child){0, -1, -1, -1};
    raw_rate(def->frames_per_second, &video->rate_numerator, &video->rate_denominator);
    int status = begin(video);
    if (status == CLI_OK)
        *out = video;
    else
        (void)video_close(video, false);
    return status;
}

/* ---- Sound ---- */

static void put_u32(uint8_t* out, uint32_t value) {
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* A file of Sun's AU, which may be of unknown length: rate and channels, then samples of 16 bits,
 * big-endian. */
static bool send_sound_head(video_File* video) {
    uint8_t head[28] = ".snd";
    put_u32(head + 4, sizeof head);
    put_u32(head + 8, UINT32_MAX); /* unknown */
    put_u32(head + 12, 3);         /* 16 bits */
    put_u32(head + 16, (uint32_t)sound_rate_hz(video->sound));
    put_u32(head + 20, (uint32_t)video->channels);
    return video_child_send(video->child.sound, head, sizeof head);
}

/* The next samples, and zeros after the end of the sound. What cannot be read was reported when the
 * sound was listened to. */
static void read_block(video_File* video, float* out, int32_t count) {
    char error[160];
    int32_t got =
        sound_read_channels(video->sound, video->channels, out, count, error, sizeof error);
    for (int32_t i = got > 0 ? got * video->channels : 0; i < count * video->channels; i++)
        out[i] = 0;
}

static bool send_block(video_File* video, int32_t count) {
    float samples[SOUND_BLOCK * SOUND_CHANNELS];
    uint8_t bytes[sizeof samples / sizeof *samples * 2];
    int32_t values = count * video->channels;
    read_block(video, samples, count);
    for (int32_t i = 0; i < values; i++) {
        int value = (int)lrintf(samples[i] * 32767.0f);
        bytes[i * 2] = (uint8_t)((unsigned)value >> 8 & 255);
        bytes[i * 2 + 1] = (uint8_t)((unsigned)value & 255);
    }
    video->sent_samples += count;
    return video_child_send(video->child.sound, bytes, (size_t)values * 2);
}

bool video_set_sound(video_File* video, const uint8_t* bytes, size_t size, double begin_s) {
    char error[160];
    float skipped[SOUND_BLOCK * SOUND_CHANNELS];
    video->sound = sound_open(bytes, size, error, sizeof error);
    if (video->sound == NULL) return false;
    video->channels = sound_channels(video->sound) == SOUND_CHANNELS ? SOUND_CHANNELS : 1;
    int64_t left = (int64_t)floor(begin_s * sound_rate_hz(video->sound) + 0.5);
    for (; left > 0; left -= SOUND_BLOCK)
        read_block(video, skipped, left < SOUND_BLOCK ? (int32_t)left : SOUND_BLOCK);
    video->is_broken = !send_sound_head(video);
    return !video->is_broken;
}

/* What is heard until the end of the last frame. */
static bool send_sound(video_File* video) {
    if (video->sound == NULL) return true;
    double seconds =
        (double)video->sent_frames * video->rate_denominator / (double)video->rate_numerator;
    int64_t end = (int64_t)floor(seconds * sound_rate_hz(video->sound) + 0.5);
    bool is_sent = true;
    while (is_sent && video->sent_samples < end) {
        int64_t left = end - video->sent_samples;
        is_sent = send_block(video, left < SOUND_BLOCK ? (int32_t)left : SOUND_BLOCK);
    }
    return is_sent;
}

/* ---- Frames ---- */

bool video_put_frame(video_File* video, const uint8_t* pixels) {
    raw_put_planes(pixels, video->def.width, video->def.height, RAW_BT709, &video->planes);
    video->sent_frames++;
    video->is_broken = !send_sound(video) ||
                       !video_child_send(video->child.frames, video->frame, video->frame_size);
    return !video->is_broken;
}

/* ---- The end ---- */

/* "ERROR: from element /GstPipeline:pipeline0/GstFdSink:fdsink0: No space left on the resource." is
 * for people who know pipelines. */
static const char* reason_of(const char* message) {
    static const char place[] = "ERROR: from element ";
    if (message[0] == 0) return "it ended without a reason";
    if (strncmp(message, place, sizeof place - 1) != 0) return message;
    const char* reason = strstr(message + sizeof place - 1, ": ");
    return reason != NULL ? reason + 2 : message;
}

int video_close(video_File* video, bool is_whole) {
    char message[512];
    if (video == NULL) return CLI_OK;
    const char* path = video->def.path;
    int status = CLI_OK;
    bool is_encoded = video_child_end(&video->child, message, sizeof message) && !video->is_broken;
    if ((is_whole || video->is_broken) && !is_encoded) {
        (void)cli_file_error(video->command, path, "gst-launch-1.0 failed: %s", reason_of(message));
        status = CLI_FAILED;
    }
    if (video->output.file != NULL) {
        vrm_Result result = cli_output_end(&video->output, is_whole && is_encoded);
        if (result != VRM_OK && is_whole && is_encoded)
            status = cli_result_error(video->command, path, result, NULL);
    }
    sound_close(video->sound);
    free(video->frame);
    free(video);
    return status;
}
