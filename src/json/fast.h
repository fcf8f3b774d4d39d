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

#endif
#endif
