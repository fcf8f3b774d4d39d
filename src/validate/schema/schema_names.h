/* SPDX-License-Identifier: MIT */
/* Sets of names and of equal elements for the schema walk. They sort instead of hashing: a file
 * cannot choose names that make them slow. */
#ifndef VRMI_VALIDATE_SCHEMA_SCHEMA_NAMES_H
#define VRMI_VALIDATE_SCHEMA_SCHEMA_NAMES_H

#include "base/alloc.h"
#include "vrm/json.h"

/* A string of the document without its quotes: the bytes of the file if it has no escapes, else
 * decoded into `buffer`. A longer one is truncated; no name in a table is that long. */
vrm_Span vrmi_key_text(const vrm_Json* json, vrm_JsonRef string, char* buffer, size_t size);

/* The same for a string of any length, in the arena where it has escapes. False when there is no
 * memory. */
bool vrmi_whole_text(const vrm_Json* json, vrm_JsonRef string, vrmi_Arena* arena, vrm_Span* out);

typedef struct vrmi_SchemaNames vrmi_SchemaNames;

/* The strings of an array (VRM_JSON_MISSING: none). NULL when there is no memory. */
vrmi_SchemaNames* vrmi_names_create(const vrm_Json* json, vrm_JsonRef array, vrmi_Arena* arena);
bool vrmi_names_have(const vrmi_SchemaNames* names, vrm_Span name);

/* Room for the elements of one array after the other; zeroed it is empty. */
typedef struct vrmi_SchemaSeen {
    struct vrmi_SeenEntry* entries; /* elements that are no small number */
    uint8_t* marks;                 /* of each element: an equal one came before */
    uint8_t* numbers;               /* a bit for each small number: it came before */
    uint32_t capacity, mark_capacity;
} vrmi_SchemaSeen;

/* Finds elements of an array that equal an earlier one (integers and strings; nothing else is
 * equal). Calls `found` for each in the order of the array. False when there is no memory. */
bool vrmi_seen_duplicates(vrmi_SchemaSeen* seen, const vrm_Json* json, vrm_JsonRef array,
                          vrmi_Arena* arena, void (*found)(void* ctx, vrm_JsonRef element),
                          void* ctx);

#endif
