/* SPDX-License-Identifier: MIT */
/* Messages to people: made safe for a terminal, one line each. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "words/status.h"

#include "vrm/vrm.h"

#include <stdarg.h>
#include <stdio.h>

/* Returns the status for a result, after printing it with the report's first error to standard
 * error. */
int cli_result_error(const char* command, const char* file, vrm_Result result,
                     const vrm_Report* report);

/* Called after each such message, to say more about its cause. */
typedef void cli_ExplainFn(const char* command, const char* file, const vrm_Report* report);
void cli_explain_errors_by(cli_ExplainFn* explain);

/* "error", "warning", "info", "hint"; ends with NULL. */
extern const char* const cli_severity_names[VRM_SEVERITY_COUNT + 1];

/* Text from a file, made safe for a terminal. */
void cli_put_text(FILE* out, const char* text);

/* The ending of a noun after its count, "1 frame" and "2 frames": "" for 1, otherwise "s". */
const char* cli_s(uint64_t count);

/* "vrm COMMAND: FILE: ..." as one line, all of it made safe; FILE may be NULL. */
void cli_put_message(FILE* out, const char* command, const char* file, const char* format,
                     va_list args);

/* Prints such a message to standard error; returns CLI_INVALID. */
int cli_file_error(const char* command, const char* file, const char* format, ...) VRM_PRINTF(3, 4);

/* The same for a file that exceeds a limit. */
int cli_limit_error(const char* command, const char* file, const char* format, ...)
    VRM_PRINTF(3, 4);

/* Makes a finding the error that --json tells of a file; prints nothing. */
void cli_keep_finding(const char* file, const vrm_Finding* finding);

/* Prints a line for a file that could not be processed, for --json: the result, and the report's
 * first error or, for an error of the system, its reason. */
void cli_put_json_failure(const char* file, vrm_Result result, const vrm_Report* report);

/* The same for the error that was printed last, or kept by cli_keep_finding() since. */
void cli_put_json_last_error(const char* file);

/* The same if `status` is one of a file; no-op for CLI_OK and CLI_USAGE. */
void cli_put_json_status(const char* file, int status);

#endif
