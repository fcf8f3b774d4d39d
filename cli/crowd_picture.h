/* SPDX-License-Identifier: MIT */
/* vrm crowd --render: an image of the crowd. */
#ifndef CLI_CROWD_PICTURE_H
#define CLI_CROWD_PICTURE_H

#include "vrm/vrm.h"

typedef struct crowd_Picture {
    const vrm_Sim* sim;
    vrm_Model* const* models; /* avatar i is of file i % file_count */
    vrm_Rig* const* rigs;
    int file_count;
    const vrm_AvatarId* ids;
    int32_t count;
    int32_t width, height;
    const char* path;
    bool is_json; /* a failure is an object on standard output too */
} crowd_Picture;

/* How many of `count` avatars an image shows. */
static inline int32_t crowd_picture_count(int32_t count) {
    return count < 1024 ? count : 1024;
}

/* Draws and writes the image; prints errors to standard error. Returns the exit status. */
int crowd_picture_write(const crowd_Picture* picture);

#endif
