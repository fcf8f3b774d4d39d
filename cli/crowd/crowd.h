/* SPDX-License-Identifier: MIT */
/* vrm crowd: the crowd itself. */
#ifndef CLI_CROWD_H
#define CLI_CROWD_H

#include "crowd/crowd_picture.h"
#include "motion/convert_options.h"

#include "vrm/gpu.h"

typedef struct crowd_Def {
    const char* const* files;
    int file_count;
    int32_t count;
    const char* animation;  /* NULL: none */
    ConvertOptions reading; /* how it is read */
    float seconds, fps;
    const char* device; /* NULL or "cpu"; "gpu"; a part of a name */
    crowd_Images images;
    const char* image_path; /* file, numbered files or folder; NULL: none are drawn */
    int32_t width, height;
    int32_t drawn; /* avatars in an image, at most: those in front */
    bool is_quiet;
    bool is_json; /* a failure is an object on standard output too */
} crowd_Def;

typedef struct crowd_Figures {
    char device[128];
    int32_t frames;
    double wall_s;         /* of all frames */
    int64_t pairs;         /* spring joints of all avatars */
    uint64_t output_bytes; /* joint matrices and morph weights of a frame */
    uint64_t device_bytes;
    char hash[17];   /* of the results of a sample of the avatars, hexadecimal */
    bool is_checked; /* a device ran, and the CPU ran the sample again: */
    bool is_same;    /* with the same hash */
} crowd_Figures;

/* The number of frames in `seconds`. */
static inline int32_t crowd_frames(const crowd_Def* def) {
    return (int32_t)(def->seconds * def->fps + 0.5f);
}

/* Runs the crowd; prints errors to standard error. Returns the exit status. */
int crowd_run(const crowd_Def* def, crowd_Figures* out);

/* As vrm_gpu_devices(); no device if the command was built without libvrm_gpu. */
vrm_Result crowd_devices(vrm_GpuDevice* devices, int32_t capacity, int32_t* out_count);

#endif
