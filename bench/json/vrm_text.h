/* SPDX-License-Identifier: MIT */
/* JSON text as VRM exporters write it, made up: for measuring where no real files are at hand. */
#ifndef VRM_BENCH_JSON_VRM_TEXT_H
#define VRM_BENCH_JSON_VRM_TEXT_H

#include "vrm/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The JSON of a 1.0 avatar with `scale` times 20 nodes, 12 accessors, 2 blend shapes, ... about
 * 6 kB each. The same text for the same scale, everywhere. Ends the program without memory. The
 * builder holds the text and is the caller's. */
vrm_JsonBuilder* bench_vrm_text(int scale, vrm_Span* out_text);

#ifdef __cplusplus
}
#endif

#endif
