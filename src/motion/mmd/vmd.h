/* SPDX-License-Identifier: MIT */
/* VMD, the motion files of MikuMikuDance: keys of bones, morphs and IK switches. Cameras, lights
 * and shadows are skipped. Little-endian; a frame is 1/30 s; axes are left-handed with Y up, models
 * face -Z. */
#ifndef VRMI_MOTION_MMD_VMD_H
#define VRMI_MOTION_MMD_VMD_H

#include "base/alloc.h"
#include "motion/capture/capture.h"

enum {
    VRMI_VMD_FRAMES_MAX = 30 * 60 * 60 * 10, /* ten hours */
    VRMI_VMD_TRACKS_MAX = 16384,             /* names of one kind */
    VRMI_VMD_BONE_NAME = 15,
    VRMI_VMD_IK_NAME = 20
};

/* Channels of a bone, each with a curve. */
enum { VRMI_VMD_X, VRMI_VMD_Y, VRMI_VMD_Z, VRMI_VMD_ROTATION, VRMI_VMD_CHANNELS };

typedef struct vrmi_VmdKey {
    uint32_t frame;
    vrm_Vec3 position; /* from where the bone rests */
    vrm_Quat rotation; /* as written; finite, any length */
    /* Interpolation from the previous key: the inner points of a Bezier curve from (0, 0) to (1,
     * 1), as x1, y1, x2, y2 in 1/127. */
    uint8_t curves[VRMI_VMD_CHANNELS][4];
} vrmi_VmdKey;

/* Of a morph; of IK: 0 is off. */
typedef struct vrmi_VmdWeight {
    uint32_t frame;
    float weight;
} vrmi_VmdWeight;

/* Keys of one name, ordered by frame; of several at one frame the last in the file is the last. */
typedef struct vrmi_VmdTrack {
    const char* name; /* UTF-8 */
    bool is_full;     /* the name fills its field, so its end may have been cut off */
    uint32_t first, count;
} vrmi_VmdTrack;

typedef struct vrmi_Vmd {
    const char* model; /* the name of the model that it was made for */
    vrmi_VmdTrack *bones, *morphs, *iks;
    int32_t bone_count, morph_count, ik_count;
    vrmi_VmdKey* keys;
    vrmi_VmdWeight *weights, *switches;
    uint32_t last_frame; /* of bones, morphs and IK */
    uint64_t passed[3];  /* cameras, lights, shadows that were passed over */
} vrmi_Vmd;

bool vrmi_vmd_recognises(const uint8_t* bytes, size_t size);

/* Everything is allocated in the arena. A truncated end is dropped and values that are not finite
 * become those of rest; both are reported. */
vrm_Result vrmi_vmd_read(const vrmi_CaptureInput* input, vrmi_Arena* arena, vrmi_Vmd* out);

#endif
