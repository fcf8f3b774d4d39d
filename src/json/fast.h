/* SPDX-License-Identifier: MIT */
#ifndef VRMI_JSON_FAST_H
#define VRMI_JSON_FAST_H

#include "json/scan.h"
#include "json/tree.h"

#if VRMI_JSON_FAST

/* As vrmi_json_read(). Returns false if the fast path declines the input, for any reason; the tape
 * is then undefined. */
bool vrmi_json_read_fast(const char* text, uint32_t size, uint32_t max_depth, uint32_t max_values,
                         vrmi_JsonTape* tape);

/* The same for CPUs with AVX2, where the build has it and this CPU can run it, else NULL. */
typedef bool vrmi_JsonReadFn(const char* text, uint32_t size, uint32_t max_depth,
                             uint32_t max_values, vrmi_JsonTape* tape);
vrmi_JsonReadFn* vrmi_json_wide_reader(void);

#endif
#endif
