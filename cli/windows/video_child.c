/* SPDX-License-Identifier: MIT */
/* video_child.h for Windows, where no encoder is started. */
#include "picture/video_child.h"

video_Found video_child_find(const char* element) {
    (void)element;
    return VIDEO_NO_PROGRAMS;
}

bool video_child_start(char* const* words, bool has_sound, int out, video_Child* child) {
    (void)words, (void)has_sound, (void)out;
    *child = (video_Child){0, -1, -1, -1};
    return false;
}

bool video_child_send(int socket, const void* bytes, size_t size) {
    (void)socket, (void)bytes, (void)size;
    return false;
}

bool video_child_end(video_Child* child, char* message, size_t size) {
    (void)child, (void)size;
    message[0] = 0;
    return true;
}
