/* SPDX-License-Identifier: MIT */
/* vrm render --animate OUT.mp4 and OUT.webm: a film with its sound, for players, editors and
 * pages. GStreamer encodes it (video_child.h):
 *
 *   mp4    H.264 and AAC; the index is in front, so that a film plays while it is loaded
 *   webm   VP9 and Opus
 *
 * Both are 4:2:0, BT.709, limited range, without alpha: frames are put on black. */
#ifndef CLI_VIDEO_FILE_H
#define CLI_VIDEO_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum video_Format { VIDEO_NONE = -1, VIDEO_MP4, VIDEO_WEBM } video_Format;

extern const char* const video_format_names[]; /* by video_Format */

/* By the name's ending. */
video_Format video_format_of(const char* path);

typedef struct video_Def {
    const char* path;
    video_Format format;
    int32_t width, height; /* of MP4 even */
    float frames_per_second;
    bool has_sound;
} video_Def;

typedef struct video_File video_File;

/* Starts the encoder, so it comes before the sandbox. The file appears at video_close(). CLI_OK, or
 * the status after printing the error. */
int video_open(const char* command, const video_Def* def, video_File** out);

/* Of a film that has sound, before its first frame: a file of sound, which must outlive the film,
 * and where in it the film begins. Silence follows the end of the sound. False: the encoder reads
 * no more, or there is no memory. */
bool video_set_sound(video_File* video, const uint8_t* bytes, size_t size, double begin_s);

/* The next frame, RGBA with straight alpha, and what is heard meanwhile. False: the encoder reads
 * no more; video_close() says why. */
bool video_put_frame(video_File* video, const uint8_t* pixels);

/* The file appears, or with `is_whole` false nothing is left of it. CLI_OK, or the status after
 * printing what the encoder or the disk failed at. NULL is fine. */
int video_close(video_File* video, bool is_whole);

#endif
