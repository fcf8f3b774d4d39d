/* SPDX-License-Identifier: MIT */
/* The inputs of `vrm convert-motion`: each kind of motion becomes a VRM animation. */
#ifndef VRM_CLI_CONVERT_H
#define VRM_CLI_CONVERT_H

#include "motion/convert_options.h"
#include "motion/edit_report.h"
#include "motion/motion_quantize.h"
#include "motion/motion_text.h"

/* Result of a conversion. */
typedef struct Converted {
    vrm_Model* model;  /* the animation */
    const char* kind;  /* the name of the input's kind */
    EditReport edits;  /* trimmed, smoothed, joined */
    vrm_FitReport fit; /* frames and keys, feet, loop */
    Quantized quantized;
    bool has_rest; /* imported motion, whose rest pose was found: */
    vrm_RestSource rest_source;
    float rest_confidence;
} Converted;

/* Reads a file ("-" is standard input) and converts it to a VRM animation. Returns CLI_OK, or the
 * status after printing the error; call converted_release() in any case. */
int convert_file(const char* path, const ConvertOptions* options, vrm_Report* report,
                 Converted* out);

/* The same for a file that was already read. */
int convert_text(const char* path, const MotionText* text, const ConvertOptions* options,
                 vrm_Report* report, Converted* out);

/* Destroys the animation and the findings. */
void converted_release(Converted* result);

/* Holds the frames of a result against --max-frames. Returns CLI_OK, or the status after printing
 * the error. */
int convert_check_frames(const char* path, const ConvertOptions* options, const Converted* result);

#endif
