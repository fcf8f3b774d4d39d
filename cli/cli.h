/* SPDX-License-Identifier: MIT */
/* Shared by the commands: exit statuses, arguments, input and output. Every command is one cmd_*.c
 * that fills a cli_Command; main.c finds it by name. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "vrm/vrm.h"

#include <stdarg.h>
#include <stdio.h>

/* Exit statuses in ascending severity: of several files the worst status is returned. */
enum { CLI_OK = 0, CLI_INVALID = 1, CLI_USAGE = 2, CLI_FAILED = 3 };

/* The whole program. entry.c calls it with words in UTF-8. */
int cli_main(int argc, char** argv);

typedef struct cli_Command {
    const char* name;
    const char* summary; /* one line for the list of commands */
    const char* help;    /* all of `vrm help NAME` */
    int (*run)(int argc, char** argv);
} cli_Command;

/* One line each, in the order of main.c. */
extern const cli_Command cli_info;
extern const cli_Command cli_validate;
extern const cli_Command cli_diff;
extern const cli_Command cli_meta;
extern const cli_Command cli_migrate;
extern const cli_Command cli_normalize;
extern const cli_Command cli_bake;
extern const cli_Command cli_convert_motion;
extern const cli_Command cli_trace;
extern const cli_Command cli_receive;
extern const cli_Command cli_render;
extern const cli_Command cli_view;
extern const cli_Command cli_crowd;
extern const cli_Command cli_serve;

/* ---- Arguments ---- */

typedef struct cli_Option {
    const char* name;    /* "--json" */
    char letter;         /* 'q' for -q; 0 for none */
    bool* flag;          /* set to true, or ... */
    const char** value;  /* ... set to the word that follows (or stands after '='); NULL before. A
                            second value is an error */
    const char** values; /* ... or appended: room for *value_count < value_capacity */
    int* value_count;
    int value_capacity;
} cli_Option;

typedef struct cli_Args {
    const char* command;
    char** files; /* what is no option, in order */
    int file_count;
    char** owned;       /* of batch.h: those of `files` that were found in a folder */
    bool has_folder;    /* one of them was a folder */
    int status;         /* CLI_INVALID when a folder had nothing that fits */
    bool is_unconfined; /* --no-sandbox; see confine.h */
    const char* jobs_word;
    int jobs; /* files worked on at a time; 0: in this process. See jobs.h */
} cli_Args;

/* Sorts argv[1..] into options and files; "--" ends the options, "-" is a file. Every command takes
 * --color. Returns false after printing the error to standard error: the caller then returns
 * CLI_USAGE. */
bool cli_parse(int argc, char** argv, const cli_Option* options, int option_count, cli_Args* out);

/* Prints "vrm COMMAND: ..." and how to get help to standard error; returns CLI_USAGE. */
int cli_usage_error(const char* command, const char* format, ...) VRM_PRINTF(2, 3);

/* A decimal number >= 0; false when it is not one. */
bool cli_parse_count(const char* text, int32_t* out);

/* ---- Files ---- */

/* Returns the status for a result, after printing it with the report's first error to standard
 * error. */
int cli_result_error(const char* command, const char* file, vrm_Result result,
                     const vrm_Report* report);

/* Called after each such message, to say more about its cause. */
typedef void cli_ExplainFn(const char* command, const char* file, const vrm_Report* report);
void cli_explain_errors_by(cli_ExplainFn* explain);

/* As fopen() to read and fread(), and again where a signal interrupted them. */
FILE* cli_open_to_read(const char* path);
size_t cli_read_some(FILE* in, void* out, size_t size);

/* Reads all of standard input; malloc'd. */
vrm_Result cli_read_stdin(uint64_t max_size, uint8_t** out_bytes, size_t* out_size);

/* Whether FILE can be read only once: "-", a pipe, a device. */
bool cli_is_stream(const char* file);

/* Reads all of a stream that holds a glTF file; malloc'd. Of input that can be none only the first
 * bytes are read, which are enough for the reader to refuse it. VRM_ERR_LIMIT comes with a finding;
 * `report` may be NULL. */
vrm_Result cli_read_gltf_stream(const char* file, uint64_t max_size, vrm_Report* report,
                                uint8_t** out_bytes, size_t* out_size);

/* Reads a whole file; malloc'd. VRM_ERR_LIMIT when it is larger than `max_size`. */
vrm_Result cli_read_file(const char* path, uint64_t max_size, uint8_t** out_bytes,
                         size_t* out_size);

/* The same of a FILE, or standard input for "-". `accepts` sees the first bytes, as many as were
 * there: VRM_ERR_CONTAINER when it returns false. NULL: anything goes. */
typedef bool cli_AcceptFn(const uint8_t* head, size_t size);
vrm_Result cli_read_input(const char* path, uint64_t max_size, cli_AcceptFn* accepts,
                          uint8_t** out_bytes, size_t* out_size);

/* Loads FILE, or standard input for "-". `report` may be NULL. */
vrm_Result cli_load(const char* file, vrm_Report* report, vrm_Model** out_model);

/* The same for a FILE whose bytes have been read. The bytes are used for streams, otherwise the
 * path, since a .gltf finds its side files by it. */
vrm_Result cli_load_again(const char* file, const void* bytes, size_t size, vrm_Report* report,
                          vrm_Model** out_model);

/* For commands whose FILE is an avatar: CLI_INVALID, after a message, for a VRM animation. */
int cli_refuse_clip(const char* command, const char* file, const vrm_Model* model);

/* Whether the bytes are glTF: a GLB, or text whose root has an "asset". */
bool cli_is_gltf(const void* bytes, size_t size);

/* Saves to a path, or standard output for "-". `def` and `report` as in vrm/save.h. */
vrm_Result cli_save(const vrm_Model* model, const vrm_SaveDef* def, vrm_Report* report,
                    const char* path);

/* True when both name the same existing file. */
bool cli_same_file(const char* a, const char* b);

/* "error", "warning", "info", "hint"; ends with NULL. */
extern const char* const cli_severity_names[VRM_SEVERITY_COUNT + 1];

/* A bar on standard error with the time left, when that is a terminal and the work takes longer
 * than half a second. */
typedef struct cli_Progress {
    bool may_draw, is_drawn;
    double start_s, drawn_s;
} cli_Progress;

cli_Progress cli_progress_begin(bool is_quiet);
void cli_progress_show(cli_Progress* progress, int done, int total);
/* Removes the bar, so that lines can be printed; it may be shown again. */
void cli_progress_end(cli_Progress* progress);

/* "35 s", "2 min 05 s", "1 h 02 min". */
enum { CLI_DURATION_ROOM = 32 };
void cli_format_duration(double seconds, char out[CLI_DURATION_ROOM]);

/* ---- Output ---- */

/* Text from a file, made safe for a terminal. */
void cli_put_text(FILE* out, const char* text);

/* The ending of a noun after its count, "1 frame" and "2 frames": "" for 1, otherwise "s". */
const char* cli_s(uint64_t count);

/* "vrm COMMAND: FILE: ..." as one line, all of it made safe; FILE may be NULL. */
void cli_put_message(FILE* out, const char* command, const char* file, const char* format,
                     va_list args);

/* Prints such a message to standard error; returns CLI_INVALID. */
int cli_file_error(const char* command, const char* file, const char* format, ...) VRM_PRINTF(3, 4);

/* A builder; NULL, after printing an error, when there is no memory. */
vrm_JsonBuilder* cli_json_create(void);

/* Prints one JSON object as one line to standard output; destroys the builder. CLI_OK, or
 * CLI_FAILED after printing an error when there was no memory; a failed write is reported at the
 * end of the command. */
int cli_put_json(vrm_JsonBuilder* builder);

void cli_json_string(vrm_JsonBuilder* builder, const char* key, const char* text); /* NULL: null */
void cli_json_integer(vrm_JsonBuilder* builder, const char* key, int64_t value);
void cli_json_bool(vrm_JsonBuilder* builder, const char* key, bool value);
void cli_json_number(vrm_JsonBuilder* builder, const char* key, double value);
void cli_json_float(vrm_JsonBuilder* builder, const char* key, float value);
void cli_json_floats(vrm_JsonBuilder* builder, const char* key, const float* values, int count);

/* Prints a line for a file that could not be processed, for --json: the result, and the report's
 * first error or, for an error of the system, its reason. */
void cli_put_json_failure(const char* file, vrm_Result result, const vrm_Report* report);

/* The same where only the status is known; no-op for CLI_OK and CLI_USAGE. */
void cli_put_json_status(const char* file, int status, const vrm_Report* report);

#endif
