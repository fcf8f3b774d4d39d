/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fork, poll, kill, clock_gettime */

#include "serve/serve_child.h"

#include "posix/descriptors.h"
#include "serve/serve_text.h"
#include "words/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

typedef struct Stream {
    int fd; /* -1: at its end */
    serve_Text kept;
} Stream;

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void end_stream(Stream* stream) {
    if (stream->fd >= 0) close(stream->fd);
    stream->fd = -1;
}

/* Bytes beyond the room are read and dropped, so that the child does not block forever. */
static void read_stream(Stream* stream) {
    char buffer[4096];
    ssize_t got = read(stream->fd, buffer, sizeof buffer);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) {
        end_stream(stream);
        return;
    }
    serve_text_add(&stream->kept, buffer, (size_t)got, SERVE_CHILD_ROOM);
}

/* A tool whose server was killed has nobody to answer. */
static void end_with_parent(pid_t parent) {
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(128 + SIGKILL); /* it has ended already */
}

/* Runs the command in the forked process without exec(), which the sandbox of the server
 * forbids. */
static void become(const cli_Command* command, char** words, int input, const int output[2],
                   const int errors[2]) {
    int count = 0;
    while (words[count] != NULL) count++;
    dup2(input, STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    dup2(errors[1], STDERR_FILENO);
    for (int i = 0; i < 2; i++) {
        close(output[i]);
        close(errors[i]);
    }
    close(input);
    cli_drop_descriptors(); /* the connection of --live */
    exit(cli_run(command, NULL, count, words));
}

static bool start(const cli_Command* command, char** words, pid_t* out_child, Stream* output,
                  Stream* errors) {
    int out_pipe[2] = {-1, -1}, error_pipe[2] = {-1, -1};
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool is_started = input >= 0 && pipe(out_pipe) == 0 && pipe(error_pipe) == 0;
    pid_t parent = getpid(), child = is_started ? fork() : -1;
    if (child == 0) end_with_parent(parent);
    if (child == 0) become(command, words, input, out_pipe, error_pipe);
    if (input >= 0) close(input);
    if (out_pipe[1] >= 0) close(out_pipe[1]);
    if (error_pipe[1] >= 0) close(error_pipe[1]);
    output->fd = out_pipe[0];
    errors->fd = error_pipe[0];
    *out_child = child;
    if (child > 0) return true;
    end_stream(output);
    end_stream(errors);
    return false;
}

static void read_both(pid_t child, int timeout_s, Stream* output, Stream* errors, bool* is_late) {
    int64_t end = now_ms() + (int64_t)timeout_s * 1000;
    while (output->fd >= 0 || errors->fd >= 0) {
        struct pollfd streams[3] = {
            {output->fd, POLLIN, 0}, {errors->fd, POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
        int64_t left = end - now_ms();
        int ready = left > 0 ? poll(streams, 3, left > 1000 ? 1000 : (int)left) : 0;
        bool is_abandoned = (streams[2].revents & (POLLHUP | POLLERR)) != 0; /* no reader */
        *is_late = left <= 0;
        if (*is_late || is_abandoned) {
            kill(child, SIGKILL);
            end_stream(output);
            end_stream(errors);
            return;
        }
        if (ready <= 0) continue;
        if (streams[0].revents != 0) read_stream(output);
        if (streams[1].revents != 0) read_stream(errors);
    }
}

bool serve_child_run(const cli_Command* command, char** words, int timeout_s, serve_Child* out) {
    Stream output = {.fd = -1}, errors = {.fd = -1};
    pid_t child;
    *out = (serve_Child){.status = -1};
    fflush(NULL); /* or the child would write this process's buffered output a second time */
    if (!start(command, words, &child, &output, &errors)) return false;
    read_both(child, timeout_s, &output, &errors, &out->is_late);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    out->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
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
