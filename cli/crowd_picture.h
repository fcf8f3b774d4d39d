/* SPDX-License-Identifier: MIT */
/* vrm crowd --render: the crowd before a camera. */
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
} crowd_Picture;

/* How many of so many avatars a picture shows. */
static inline int32_t crowd_picture_count(int32_t count) {
    return count < 1024 ? count : 1024;
}

/* Draws and writes it; says on standard error what is wrong. Returns the exit status. */
int crowd_picture_write(const crowd_Picture* picture);

#endif
