/* SPDX-License-Identifier: MIT */
/* How typed readers take members out of JSON objects: absent gives the fallback silently, a wrong
 * type or value gives the fallback and a finding. Lack of memory is remembered in the reader and
 * checked once at the end. Every function accepts VRM_JSON_MISSING for the object. */
#ifndef VRMI_GLTF_READ_H
#define VRMI_GLTF_READ_H

#include "base/alloc.h"
#include "base/report.h"
#include "vrm/json.h"
#include "vrm/types.h"

typedef struct vrmi_Reader {
    const vrm_Json* json;
    vrmi_Arena* arena;
    vrm_Report* report; /* may be NULL */
    vrm_Result result;  /* VRM_OK, or the first failure (memory, limit) */
    uint32_t max_elements;
} vrmi_Reader;

/* Zeroed arena memory for `count` things; NULL for count 0 or when there is no memory. */
void* vrmi_read_alloc(vrmi_Reader* reader, size_t count, size_t size);

/* A member of any type, VRM_JSON_MISSING when absent; the typed variants below build on it. */
vrm_JsonRef vrmi_read_member(const vrmi_Reader* reader, vrm_JsonRef object, const char* key);

/* The member if it is an object or array (or is absent: VRM_JSON_MISSING), else TYPE_MISMATCH. */
vrm_JsonRef vrmi_read_object(vrmi_Reader* reader, vrm_JsonRef object, const char* key);
vrm_JsonRef vrmi_read_array(vrmi_Reader* reader, vrm_JsonRef object, const char* key);

/* A string value as terminated UTF-8 in the arena (U+0000 becomes U+FFFD); never NULL, "" on
 * failure. */
const char* vrmi_read_text(vrmi_Reader* reader, vrm_JsonRef string);
const char* vrmi_read_string(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                             const char* fallback);

bool vrmi_read_bool(vrmi_Reader* reader, vrm_JsonRef object, const char* key, bool fallback);

/* Finite floats only; a number beyond float range is VALUE_NOT_IN_RANGE and the fallback. */
float vrmi_read_float(vrmi_Reader* reader, vrm_JsonRef object, const char* key, float fallback);

/* Exactly `count` numbers into `out`, which holds the fallback before; true when it was replaced.
 */
bool vrmi_read_floats(vrmi_Reader* reader, vrm_JsonRef object, const char* key, float* out,
                      uint32_t count);

/* An integer in [min, max]. */
int64_t vrmi_read_integer(vrmi_Reader* reader, vrm_JsonRef object, const char* key, int64_t min,
                          int64_t max, int64_t fallback);

/* An index below `count`; -1 when absent, and -1 with UNRESOLVED_REFERENCE when out of range. */
int32_t vrmi_read_index(vrmi_Reader* reader, vrm_JsonRef object, const char* key, int32_t count);

/* An array of indices in the arena; entries out of range are findings and become -1. */
const int32_t* vrmi_read_indices(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                 int32_t count, int32_t* out_length);

/* The position of a string in `names` (exact); unknown is VALUE_NOT_IN_LIST and the fallback. */
int32_t vrmi_read_enum(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                       const char* const* names, int32_t name_count, int32_t fallback);

#endif
