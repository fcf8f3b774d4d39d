/* SPDX-License-Identifier: MIT */
/** Motion scripts (`vrm-motion` 1). Baked files (const and samples) and authored ones (keys,
 * components, axisAngles) become the same table of numbers. The format is described in
 * docs/reference/trace.md. */
#ifndef CLI_SCRIPT_H
#define CLI_SCRIPT_H

#include "motion/motion.h"
#include "motion/motion_text.h"

/** On failure returns false with one sentence in `error`; nothing is to be freed then. */
bool script_read(const MotionText* text, int32_t max_frames, Motion* out, char* error,
                 size_t error_size);

#endif
