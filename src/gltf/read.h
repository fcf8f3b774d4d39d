/* SPDX-License-Identifier: MIT */
/* How typed readers read members of JSON objects: an absent member gives the fallback silently, a
 * wrong type or value gives the fallback and a finding. A failed allocation is recorded in the
 * reader and checked once at the end. Every function accepts VRM_JSON_MISSING for the object. */
#ifndef VRMI_GLTF_READ_H
#define VRMI_GLTF_READ_H

#include "base/alloc.h"
#include "vrm/json.h"
#include "vrm/types.h"
#include "json/json_report.h"

/* A value of the file that a reader left out, replaced or clamped, and why. */
typedef struct vrmi_LeftOut {
    const struct vrmi_LeftOut* before; /* NULL: this is the first */
    vrm_JsonRef value;
    vrmi_RuleId rule;
} vrmi_LeftOut;

/* Readers of a document get theirs from vrmi_document_reader(). */
typedef struct vrmi_Reader {
    const vrm_Json* json;
    vrmi_Arena* arena;
    vrm_Report* report; /* may be NULL */
    vrm_Result result;  /* VRM_OK, or the first failure (memory, limit) */
    uint32_t max_elements;
    vrm_Severity fault_severity; /* the lowest that is counted; zero: errors only */
    uint32_t fault_count;        /* findings counted so far: strict loading refuses them */
    uint64_t* spent_bytes;       /* of limits.decoded_bytes; NULL: not counted */
    uint64_t max_bytes;
    bool lists_left_out;          /* whether the next is kept up to date */
    const vrmi_LeftOut* left_out; /* the last of them, in the arena; NULL: none */
} vrmi_Reader;

/* Makes a finding at a value and counts it when it is severe enough; `format` NULL takes the rule's
 * own text. The value counts as left out. Not after reading has run into a limit or out of
 * memory. */
void vrmi_read_report(vrmi_Reader* reader, vrmi_RuleId rule, vrm_JsonRef at, const char* format,
                      ...) VRM_PRINTF(4, 5);

/* Lists a value as left out, without a finding: for what another finding has as its consequence. */
void vrmi_read_leave_out(vrmi_Reader* reader, vrmi_RuleId rule, vrm_JsonRef value);

/* Records a failure; later failures do not replace the first. */
void vrmi_read_fail(vrmi_Reader* reader, vrm_Result result);

/* Zeroed arena memory for `count` things; NULL for count 0 or when there is no memory. */
void* vrmi_read_alloc(vrmi_Reader* reader, size_t count, size_t size);

/* The number of entries of an array or object that may become elements; over the limit: 0, and the
 * reading fails. */
uint32_t vrmi_read_length(vrmi_Reader* reader, vrm_JsonRef container);

/* Zeroed arena memory for the entries of an array, and an iterator over them. NULL, and a length of
 * 0, when there are none, or no memory. */
void* vrmi_read_list(vrmi_Reader* reader, vrm_JsonRef object, const char* key, size_t size,
                     int32_t* out_length, vrm_JsonIter* out_it);

/* A member of any type, VRM_JSON_MISSING when absent; the typed variants below build on it. */
vrm_JsonRef vrmi_read_member(const vrmi_Reader* reader, vrm_JsonRef object, const char* key);

/* A finding when the object does not have the member. */
void vrmi_read_required(vrmi_Reader* reader, vrm_JsonRef object, const char* key);

/* The member if it is an object or array (or is absent: VRM_JSON_MISSING), else TYPE_MISMATCH. */
vrm_JsonRef vrmi_read_object(vrmi_Reader* reader, vrm_JsonRef object, const char* key);
vrm_JsonRef vrmi_read_array(vrmi_Reader* reader, vrm_JsonRef object, const char* key);

/* The value itself if it is an object, else VRM_JSON_MISSING and a finding: for array elements. */
vrm_JsonRef vrmi_read_as_object(vrmi_Reader* reader, vrm_JsonRef value);

/* A member of the object's "extensions" that is an object, or VRM_JSON_MISSING. */
vrm_JsonRef vrmi_read_extension(vrmi_Reader* reader, vrm_JsonRef object, const char* name);

/* A string value as terminated UTF-8 in the arena (U+0000 becomes U+FFFD); never NULL, "" on
 * failure. */
const char* vrmi_read_text(vrmi_Reader* reader, vrm_JsonRef string);
const char* vrmi_read_string(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                             const char* fallback);

/* An array of strings in the arena; entries that are no strings are findings and become "". */
const char* const* vrmi_read_strings(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                     int32_t* out_length);

bool vrmi_read_bool(vrmi_Reader* reader, vrm_JsonRef object, const char* key, bool fallback);

/* Finite floats only; a number beyond float range is VALUE_NOT_IN_RANGE and the fallback. */
float vrmi_read_float(vrmi_Reader* reader, vrm_JsonRef object, const char* key, float fallback);

/* Reads exactly `count` numbers into `out`, which holds the fallback before; true when it was
 * replaced. */
bool vrmi_read_floats(vrmi_Reader* reader, vrm_JsonRef object, const char* key, float* out,
                      uint32_t count);

/* The same for vectors and rotations. */
bool vrmi_read_vec2(vrmi_Reader* reader, vrm_JsonRef object, const char* key, vrm_Vec2* out);
bool vrmi_read_vec3(vrmi_Reader* reader, vrm_JsonRef object, const char* key, vrm_Vec3* out);
bool vrmi_read_vec4(vrmi_Reader* reader, vrm_JsonRef object, const char* key, vrm_Vec4* out);
bool vrmi_read_quat(vrmi_Reader* reader, vrm_JsonRef object, const char* key, vrm_Quat* out);

/* An array of any number of floats in the arena; entries that are none become 0 with a finding. */
const float* vrmi_read_float_array(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                   int32_t* out_length);

/* Reads a number that is mathematically an integer. One that 64 bits cannot hold becomes the
 * largest multiple of 2048 that they can, with its sign (doubles of that magnitude are such
 * multiples, so a test of alignment gives the same answer): a value that is too large stays too
 * large. */
bool vrmi_read_whole(const vrm_Json* json, vrm_JsonRef value, int64_t* out);

/* The rule for a value that was refused: TYPE_MISMATCH when it is not a string (not an integer) at
 * all, `otherwise` when it is one, or is missing. */
vrmi_RuleId vrmi_read_string_rule(const vrmi_Reader* reader, vrm_JsonRef value,
                                  vrmi_RuleId otherwise);
vrmi_RuleId vrmi_read_integer_rule(const vrmi_Reader* reader, vrm_JsonRef value,
                                   vrmi_RuleId otherwise);

/* An integer in [min, max]; 1.0 and 10e-1 are integers. */
int64_t vrmi_read_integer(vrmi_Reader* reader, vrm_JsonRef object, const char* key, int64_t min,
                          int64_t max, int64_t fallback);

/* An index below `count`; -1 when absent, and -1 with a finding when it is not such an index. */
int32_t vrmi_read_index(vrmi_Reader* reader, vrm_JsonRef object, const char* key, int32_t count);

/* The same for the value itself. */
int32_t vrmi_read_as_index(vrmi_Reader* reader, vrm_JsonRef value, int32_t count);

/* An array of indices in the arena; entries out of range are findings and become -1. */
const int32_t* vrmi_read_indices(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                 int32_t count, int32_t* out_length);

/* The position of a string in `names` (exact); unknown is VALUE_NOT_IN_LIST and the fallback. */
int32_t vrmi_read_enum(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                       const char* const* names, int32_t name_count, int32_t fallback);

#endif
