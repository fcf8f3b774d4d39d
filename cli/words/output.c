/* SPDX-License-Identifier: MIT */
#include "words/output.h"

#include "words/json.h"
#include "words/terminal_color.h"

#include <errno.h>
#include <string.h>

const char* const cli_severity_names[VRM_SEVERITY_COUNT + 1] = {"error", "warning", "info", "hint",
                                                                NULL};

const char* cli_s(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* Printed in pieces, so that no memory is needed that could run out. */
void cli_put_text(FILE* out, const char* text) {
    enum { PIECE = 80, LONGEST_ESCAPE = 8 }; /* a byte becomes at most `\u{1f}` */
    char safe[PIECE * LONGEST_ESCAPE];
    for (size_t size = strlen(text), piece; size > 0; text += piece, size -= piece) {
        piece = size;
        if (size > PIECE) {
            piece = PIECE;
            for (int i = 0; i < 3 && ((uint8_t)text[piece] & 0xC0) == 0x80; i++)
                piece--; /* a UTF-8 sequence stays whole */
        }
        vrm_text_for_terminal(text, piece, safe, sizeof safe);
        fputs(safe, out);
    }
}

void cli_put_message(FILE* out, const char* command, const char* file, const char* format,
                     va_list args) {
    char message[2048];
    vsnprintf(message, sizeof message, format, args);
    fprintf(out, "%svrm %s:%s ", cli_severity_color(out, VRM_ERROR), command, cli_plain(out));
    if (file != NULL) {
        cli_put_text(out, file);
        fputs(": ", out);
    }
    cli_put_text(out, message);
    fputc('\n', out);
}

/* The last error that was printed, for the JSON object of the same file. */
static struct {
    vrm_Result result;
    int cause;     /* errno of VRM_ERR_IO */
    char code[64]; /* "": none */
    char message[2048];
    char file[4096]; /* that the error is about; "": none is named */
} last_error = {.result = VRM_ERR_IO};

static void keep_error(const char* file, vrm_Result result, int cause, const char* code,
                       const char* message) {
    last_error.result = result;
    snprintf(last_error.file, sizeof last_error.file, "%s", file != NULL ? file : "");
    last_error.cause = cause;
    snprintf(last_error.code, sizeof last_error.code, "%s", code);
    snprintf(last_error.message, sizeof last_error.message, "%s", message);
}

static void put_error(vrm_Result result, const char* command, const char* file, const char* format,
                      va_list args) {
    va_list again;
    char message[sizeof last_error.message];
    va_copy(again, args);
    cli_put_message(stderr, command, file, format, args);
    vsnprintf(message, sizeof message, format, again);
    keep_error(file, result, 0, "", message);
    va_end(again);
}

int cli_file_error(const char* command, const char* file, const char* format, ...) {
    va_list args;
    va_start(args, format);
    put_error(VRM_ERR_INVALID, command, file, format, args);
    va_end(args);
    return CLI_INVALID;
}

int cli_limit_error(const char* command, const char* file, const char* format, ...) {
    va_list args;
    va_start(args, format);
    put_error(VRM_ERR_LIMIT, command, file, format, args);
    va_end(args);
    return CLI_INVALID;
}

void cli_keep_finding(const char* file, const vrm_Finding* finding) {
    keep_error(file, VRM_ERR_INVALID, 0, finding->code, finding->message);
}

/* Whether a finding is the reason of a failure, whatever was found before it: errors of a model
 * that could be loaded do not stop motion. */
static bool is_reason(const vrm_Finding* finding, vrm_Result result) {
    if (result == VRM_ERR_LIMIT)
        return strncmp(finding->code, "LIMIT_", 6) == 0 ||
               strcmp(finding->code, "MOTION_TOO_LARGE") == 0;
    return result == VRM_ERR_INVALID && finding->severity == VRM_ERROR &&
           strncmp(finding->code, "MOTION_", 7) == 0;
}

/* What most likely stopped the work: the limit that was exceeded, what motion lacks, the first
 * error of a report, else its first finding, which never explains a limit. Its code is NULL when
 * there is none. */
static vrm_Finding first_fault(const vrm_Report* report, vrm_Result result) {
    int32_t count = report != NULL ? vrm_report_count(report) : 0;
    for (int32_t i = count - 1; i >= 0; i--) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (is_reason(&finding, result)) return finding;
    }
    for (int32_t i = 0; i < count; i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (finding.severity == VRM_ERROR) return finding;
    }
    return count > 0 && result != VRM_ERR_LIMIT ? vrm_report_get(report, 0) : (vrm_Finding){0};
}

static bool is_machine_trouble(vrm_Result result) {
    return result == VRM_ERR_IO || result == VRM_ERR_MEMORY;
}

/* What a failure is reported as: short of memory also when the system said so behind an error of
 * input or output, and when the finding that gives the reason could not be kept. */
static vrm_Result true_cause(vrm_Result result, int cause, const vrm_Report* report) {
    if (result == VRM_ERR_IO && cause == ENOMEM) return VRM_ERR_MEMORY;
    if (report != NULL && vrm_report_ran_out_of_memory(report)) return VRM_ERR_MEMORY;
    return result;
}

static cli_ExplainFn* explain_error;

void cli_explain_errors_by(cli_ExplainFn* explain) {
    explain_error = explain;
}

int cli_result_error(const char* command, const char* file, vrm_Result result,
                     const vrm_Report* report) {
    int cause = errno; /* what the last failed call left */
    result = true_cause(result, cause, report);
    fprintf(stderr, "%svrm %s:%s ", cli_severity_color(stderr, VRM_ERROR), command,
            cli_plain(stderr));
    cli_put_text(stderr, file);
    /* The system's own reason says more than that a file could not be read or written. */
    bool has_cause = result == VRM_ERR_IO && cause != 0;
    fprintf(stderr, ": %s", has_cause ? strerror(cause) : vrm_result_text(result));
    vrm_Finding fault = first_fault(report, result);
    bool has_fault = !is_machine_trouble(result) && fault.code != NULL;
    keep_error(file, result, cause, has_fault ? fault.code : "", has_fault ? fault.message : "");
    if (has_fault) {
        fputs(": ", stderr);
        cli_put_text(stderr, fault.message);
        fprintf(stderr, " [%s]", fault.code);
    }
    /* Motion has limits that the option does not know. */
    if (result == VRM_ERR_LIMIT && fault.code != NULL && strncmp(fault.code, "LIMIT_", 6) == 0)
        fputs(" (--limit NAME=VALUE)", stderr);
    fputc('\n', stderr);
    if (explain_error != NULL) explain_error(command, file, report);
    errno = cause; /* for --json, which says it as well */
    return is_machine_trouble(result) ? CLI_FAILED : CLI_INVALID;
}

/* `about`, `code` and `message` may be empty. `about` is the file that is wrong, if not `file`. */
static void put_json_error(const char* file, const char* about, vrm_Result result, const char* code,
                           const char* message) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", file);
    if (about[0] != '\0' && strcmp(about, file) != 0) cli_json_string(builder, "path", about);
    cli_json_string(builder, "error", vrm_result_text(result));
    if (code[0] != '\0') cli_json_string(builder, "code", code);
    if (message[0] != '\0') cli_json_string(builder, "message", message);
    vrm_json_end_object(builder);
    cli_put_json(builder);
}

void cli_put_json_failure(const char* file, vrm_Result result, const vrm_Report* report) {
    int cause = errno;
    result = true_cause(result, cause, report);
    vrm_Finding fault = first_fault(report, result);
    if (result == VRM_ERR_IO && cause != 0)
        put_json_error(file, "", result, "", strerror(cause));
    else if (!is_machine_trouble(result) && fault.code != NULL)
        put_json_error(file, "", result, fault.code, fault.message);
    else
        put_json_error(file, "", result, "", "");
    errno = cause;
}

void cli_put_json_last_error(const char* file) {
    bool has_cause = last_error.result == VRM_ERR_IO && last_error.cause != 0;
    put_json_error(file, last_error.file, last_error.result, last_error.code,
                   has_cause ? strerror(last_error.cause) : last_error.message);
}

void cli_put_json_status(const char* file, int status) {
    if (status == CLI_INVALID || status == CLI_FAILED) cli_put_json_last_error(file);
}
