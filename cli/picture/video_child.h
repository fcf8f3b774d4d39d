/* SPDX-License-Identifier: MIT */
/* The encoder of a film, a program of GStreamer that runs beside this process: gst-launch-1.0 reads
 * frames and samples, and writes the film. */
#ifndef CLI_VIDEO_CHILD_H
#define CLI_VIDEO_CHILD_H

#include <stdbool.h>
#include <stddef.h>

/* What the words of the program call its descriptors. */
enum { VIDEO_FRAMES_FD = 0, VIDEO_SOUND_FD = 3, VIDEO_OUT_FD = 4 };

typedef struct video_Child {
    long id;           /* of the process; 0: none */
    int frames, sound; /* sockets to it; -1: none */
    int messages;      /* from its standard error */
} video_Child;

typedef enum video_Found {
    VIDEO_FOUND,
    VIDEO_NO_ELEMENT,
    VIDEO_NO_PROGRAM, /* GStreamer's programs are not in PATH */
    VIDEO_NO_PROGRAMS /* this system is not one on which vrm starts them */
} video_Found;

/* Whether GStreamer has an element of this name, such as "x264enc". Before the sandbox. */
video_Found video_child_find(const char* element);

/* Starts a program, found in PATH, whose words end with NULL; it writes to the descriptor `out`.
 * Before the sandbox, which starts no programs: it has all rights of the user, so it is given
 * pixels and samples of ours, and no file of a stranger. False: errno says why. */
bool video_child_start(char* const* words, bool has_sound, int out, video_Child* child);

/* Sends all of it; false when the program reads no more. */
bool video_child_send(int socket, const void* bytes, size_t size);

/* Says that no more follows, and waits for the program to end. False where it failed: `message` is
 * then the first line of what it said. Also of a child that was not started. */
bool video_child_end(video_Child* child, char* message, size_t size);

#endif
