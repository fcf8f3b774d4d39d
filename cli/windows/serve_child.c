/* SPDX-License-Identifier: MIT */
/* serve_child.h for Windows. Each stream of the child is read by a thread: Windows cannot wait for
 * a pipe. */
#include "serve/serve_child.h"
#include "words/command.h"

#include "serve/serve_text.h"
#include "windows/utf16.h"

#include <stdlib.h>
#include <string.h>

typedef struct Stream {
    HANDLE pipe, thread;
    serve_Text kept;
} Stream;

/* ---- Reading ---- */

/* Bytes beyond the room are read and dropped, so that the child does not block forever. */
static DWORD WINAPI read_stream(void* ctx) {
    Stream* stream = ctx;
    char buffer[4096];
    DWORD got = 0;
    while (ReadFile(stream->pipe, buffer, sizeof buffer, &got, NULL) && got > 0)
        serve_text_add(&stream->kept, buffer, got, SERVE_CHILD_ROOM);
    return 0;
}

/* ---- The command line ---- */

typedef struct Line {
    char* text;
    size_t length, room;
    bool has_failed;
} Line;

static void put(Line* line, char sign, size_t count) {
    for (; count > 0 && !line->has_failed; count--) {
        if (line->length + 1 >= line->room) {
            size_t room = line->room * 2 + 256;
            char* larger = realloc(line->text, room);
            line->has_failed = larger == NULL;
            if (larger == NULL) return;
            line->text = larger;
            line->room = room;
        }
        line->text[line->length++] = sign;
        line->text[line->length] = '\0';
    }
}

/* A program splits its own command line. The usual rule: a word stands in quotes, and backslashes
 * are doubled only where a quote follows them. */
static void put_word(Line* line, const char* word) {
    size_t slashes = 0;
    if (line->length > 0) put(line, ' ', 1);
    put(line, '"', 1);
    for (; *word != 0; word++) {
        if (*word == '"') put(line, '\\', slashes + 1);
        slashes = *word == '\\' ? slashes + 1 : 0;
        put(line, *word, 1);
    }
    put(line, '\\', slashes);
    put(line, '"', 1);
}

static wchar_t* command_line(char* const* words) {
    Line line = {0};
    put_word(&line, "vrm");
    for (; *words != NULL; words++) put_word(&line, *words);
    wchar_t* wide = line.has_failed || line.text == NULL ? NULL : wide_text(line.text);
    free(line.text);
    return wide;
}

/* ---- Running ---- */

enum { PROGRAM_ROOM = 32768 };

static bool open_pipe(Stream* stream, HANDLE* out_end) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    if (!CreatePipe(&stream->pipe, out_end, &inherited, 0)) return false;
    return SetHandleInformation(stream->pipe, HANDLE_FLAG_INHERIT, 0) != 0;
}

static void close_handle(HANDLE* handle) {
    if (*handle != NULL && *handle != INVALID_HANDLE_VALUE) CloseHandle(*handle);
    *handle = NULL;
}

static bool start(char* const* words, Stream* output, Stream* errors, HANDLE* out_process) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    STARTUPINFOW startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION process = {0};
    wchar_t program[PROGRAM_ROOM], *line = command_line(words);
    DWORD length = GetModuleFileNameW(NULL, program, PROGRAM_ROOM);
    startup.hStdInput = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                    &inherited, OPEN_EXISTING, 0, NULL);
    bool is_ready = length > 0 && length < PROGRAM_ROOM && line != NULL &&
                    startup.hStdInput != INVALID_HANDLE_VALUE &&
                    open_pipe(output, &startup.hStdOutput) && open_pipe(errors, &startup.hStdError);
    bool is_started = is_ready && CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_NO_WINDOW,
                                                 NULL, NULL, &startup, &process);
    close_handle(&startup.hStdInput);
    close_handle(&startup.hStdOutput);
    close_handle(&startup.hStdError);
    if (process.hThread != NULL) CloseHandle(process.hThread);
    *out_process = process.hProcess;
    free(line);
    return is_started;
}

static void end_stream(Stream* stream) {
    if (stream->thread != NULL) WaitForSingleObject(stream->thread, INFINITE);
    close_handle(&stream->thread);
    close_handle(&stream->pipe);
}

bool serve_child_run(const cli_Command* command, char** words, int timeout_s, serve_Child* out) {
    (void)command; /* the first word names it */
    Stream output = {0}, errors = {0};
    HANDLE process = NULL;
    *out = (serve_Child){.status = -1};
    fflush(NULL);
    if (!start(words, &output, &errors, &process)) {
        end_stream(&output);
        end_stream(&errors);
        return false;
    }
    output.thread = CreateThread(NULL, 0, read_stream, &output, 0, NULL);
    errors.thread = CreateThread(NULL, 0, read_stream, &errors, 0, NULL);
    out->is_late = WaitForSingleObject(process, (DWORD)timeout_s * 1000) == WAIT_TIMEOUT;
    if (out->is_late) TerminateProcess(process, 137); /* as POSIX: 128 + SIGKILL */
    WaitForSingleObject(process, INFINITE);
    DWORD status = 0;
    GetExitCodeProcess(process, &status);
    CloseHandle(process);
    end_stream(&output);
    end_stream(&errors);
    out->status = (int)status;
    out->is_cut = output.kept.is_cut || errors.kept.is_cut;
    out->output = output.kept.text;
    out->errors = errors.kept.text;
    return true;
}

void serve_child_release(serve_Child* child) {
    free(child->output);
    free(child->errors);
    *child = (serve_Child){.status = -1};
}
