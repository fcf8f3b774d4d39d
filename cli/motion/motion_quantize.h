/* SPDX-License-Identifier: MIT */
/* --quantize: rotations of an animation as normalized 16-bit integers, which glTF 2.0 allows for
 * them (section 3.11, "Animations"). */
#ifndef VRM_CLI_MOTION_QUANTIZE_H
#define VRM_CLI_MOTION_QUANTIZE_H

#include "vrm/vrm.h"

/* What became of the rotations. All zero: they are floats. */
typedef struct Quantized {
    bool is_done;
    double degrees;       /* largest change of a rotation */
    uint64_t saved_bytes; /* of keys */
} Quantized;

/* Rewrites the rotations of all animations. On failure the model is as it was. */
vrm_Result quantize_rotations(vrm_Model* model, Quantized* out);

#endif
