/* SPDX-License-Identifier: MIT */
/** Findings about the content of a file, each with a stable code, a severity and a JSON pointer.
 * Loading, validating, migrating and saving add all findings to a report. */
#ifndef VRM_REPORT_H
#define VRM_REPORT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How bad a finding is. */
typedef enum vrm_Severity {
    VRM_ERROR = 0,   /**< The specification says must, and the file cannot be used as intended. */
    VRM_WARNING = 1, /**< A rule is broken, but programs can still use the file. */
    VRM_INFO = 2,    /**< Allowed, but unusual. */
    VRM_HINT = 3     /**< A possible improvement. */
} vrm_Severity;

/** Number of severities. */
#define VRM_SEVERITY_COUNT 4
/** Byte offset of a finding without a position. */
#define VRM_NO_OFFSET UINT64_MAX

/** One finding. Strings live as long as the report. */
typedef struct vrm_Finding {
    const char* code;      /**< "SPRING_CENTER_NOT_ANCESTOR": stable, documented, greppable. */
    const char* pointer;   /**< "/extensions/VRMC_springBone/springs/3/center"; "" is the root. */
    const char* message;   /**< One human-readable sentence. */
    uint64_t byte_offset;  /**< Offset in the file for findings about the container, otherwise in
                                the JSON text; VRM_NO_OFFSET if the finding has no position. */
    vrm_Severity severity; /**< Severity of the rule behind `code`. */
} vrm_Finding;

/** A list of findings. */
typedef struct vrm_Report vrm_Report;

/** How to create a report. Start from vrm_default_report_def(). */
typedef struct vrm_ReportDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    int32_t max_findings;    /**< Findings kept; the totals stay exact. Default 10000. */
    int32_t max_per_code;    /**< Findings kept of one code. Default 1000. */
    vrm_Allocator allocator; /**< For the report, until it is destroyed. Default: the C library. */
} vrm_ReportDef;

/** Sets every field to its default; called by vrm_default_report_def(). */
VRM_API void vrm_report_def_init(vrm_ReportDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_ReportDef vrm_default_report_def(void) {
    vrm_ReportDef def;
    vrm_report_def_init(&def, sizeof def);
    return def;
}

/** Creates a report. `def` may be NULL. One thread at a time may fill a report; several may read it
 * while none fills it. */
VRM_API vrm_Result vrm_report_create(const vrm_ReportDef* def, vrm_Report** out_report);

/** Returns the number of findings kept. They are numbered from 0 in the order in which they were
 * added. */
VRM_API int32_t vrm_report_count(const vrm_Report* report);
/** Returns a finding. If `index` is out of range, its strings are "" and byte_offset is
 * VRM_NO_OFFSET. */
VRM_API vrm_Finding vrm_report_get(const vrm_Report* report, int32_t index);

/** Returns the number of findings of a severity, kept or not; 0 if `severity` is out of range. */
VRM_API uint64_t vrm_report_total(const vrm_Report* report, vrm_Severity severity);

/** Returns true if findings were dropped: a limit of the definition or 8 MiB of strings was
 * reached, or an allocation failed. */
VRM_API bool vrm_report_is_truncated(const vrm_Report* report);

/** Returns true if a finding was dropped because an allocation failed. Loading and validating then
 * return VRM_ERR_MEMORY, and so does vrm_json_parse() for a text that it refuses. Other functions
 * that add to a report still complete: check here if a lost finding matters. vrm_report_clear()
 * resets it. */
VRM_API bool vrm_report_ran_out_of_memory(const vrm_Report* report);

/** Adds a finding of the host, such as a renderer. `code` must be listed in
 * docs/reference/rules.md, which also gives the severity; returns false if it is not. A `pointer`
 * of "" is the root. If `message` is NULL, the rule's own sentence is used. Both are copied.
 * `report` may be NULL. */
VRM_API bool vrm_report_add(vrm_Report* report, const char* code, const char* pointer,
                            const char* message);

/** Removes all findings and invalidates their strings; the memory is kept for reuse. */
VRM_API void vrm_report_clear(vrm_Report* report);

/** Destroys a report. `report` may be NULL. */
VRM_API void vrm_report_destroy(vrm_Report* report);

#ifdef __cplusplus
}
#endif

#endif
