/* SPDX-License-Identifier: MIT */
/* vrm crowd --render and --animate: images of the crowd. */
#ifndef CLI_CROWD_PICTURE_H
#define CLI_CROWD_PICTURE_H

#include "vrm/vrm.h"

typedef enum crowd_Images {
    CROWD_NO_IMAGE,
    CROWD_STILL,    /* of the last frame */
    CROWD_NUMBERED, /* a file for each frame, the path has a number in it */
    CROWD_FILM      /* all frames in one file */
} crowd_Images;

typedef struct crowd_PictureDef {
    vrm_Model* const* models; /* avatar i is of file i % file_count */
    vrm_Rig* const* rigs;
    int file_count;
    int32_t width, height;
    int32_t drawn; /* avatars of each image */
    crowd_Images images;
    float frames_per_second; /* of a film */
    const char* path;
    bool is_json; /* a failure is an object on standard output too */
} crowd_PictureDef;

/* Draws one image after the other; the camera stays where the first one needs it. */
typedef struct crowd_Picture crowd_Picture;

/* All of these print errors to standard error and return the exit status. `def` must outlive the
 * picture. */
/* Refuses more avatars than an image can hold. */
int crowd_picture_begin(const crowd_PictureDef* def, crowd_Picture** out);
/* `ids` are the avatars to be drawn, in the order of the crowd. */
int crowd_picture_add(crowd_Picture* picture, const vrm_Sim* sim, const vrm_AvatarId* ids,
                      int32_t count);
/* Writes what was added; numbered images are written as they are added. */
int crowd_picture_write(crowd_Picture* picture);
/* NULL is fine. */
void crowd_picture_destroy(crowd_Picture* picture);

/* NULL, or what is wrong with the path of an image of this kind. */
const char* crowd_picture_refusal(const char* path, crowd_Images images);

#endif
