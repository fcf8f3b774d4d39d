/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MSG_NOSIGNAL, F_DUPFD_CLOEXEC */

#include "picture/video_child.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

/* Above those that a child is given, so that none is overwritten before it was passed on. */
enum { LOWEST_FD = 10 };

static void end_fd(int* fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* The status of a process that has ended by itself; -1: a signal ended it. */
static int wait_for(pid_t id) {
    int status = 0;
    while (waitpid(id, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- Elements ---- */

video_Found video_child_find(const char* element) {
    char* words[] = {"gst-inspect-1.0", "--exists", (char*)element, NULL};
    posix_spawn_file_actions_t actions;
    pid_t id;
    if (posix_spawn_file_actions_init(&actions) != 0) return VIDEO_NO_PROGRAM;
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int cause = posix_spawnp(&id, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = cause == 0 ? wait_for(id) : 127;
    if (status == 127) return VIDEO_NO_PROGRAM; /* what a process says that could not become it */
    return status == 0 ? VIDEO_FOUND : VIDEO_NO_ELEMENT;
}

/* ---- Starting ---- */

/* Both are closed when a program is started, unless it is given one of them. */
static bool make_pair(int pair[2], bool is_pipe) {
    int raw[2];
    if ((is_pipe ? pipe(raw) : socketpair(AF_UNIX, SOCK_STREAM, 0, raw)) != 0) return false;
    for (int i = 0; i < 2; i++) {
        pair[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, LOWEST_FD);
        close(raw[i]);
    }
    return pair[0] >= 0 && pair[1] >= 0;
}

typedef struct Ends {
    int frames[2], sound[2], messages[2]; /* of this process, of the child; messages: as a pipe */
    int out;
} Ends;

static int spawn(char* const* words, const Ends* ends, pid_t* out_id) {
    posix_spawn_file_actions_t actions;
    int cause = posix_spawn_file_actions_init(&actions);
    if (cause != 0) return cause;
    posix_spawn_file_actions_adddup2(&actions, ends->frames[1], VIDEO_FRAMES_FD);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends->messages[1], STDERR_FILENO);
    if (ends->sound[1] >= 0)
        posix_spawn_file_actions_adddup2(&actions, ends->sound[1], VIDEO_SOUND_FD);
    posix_spawn_file_actions_adddup2(&actions, ends->out, VIDEO_OUT_FD);
    cause = posix_spawnp(out_id, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return cause;
}

bool video_child_start(char* const* words, bool has_sound, int out, video_Child* child) {
    Ends ends = {{-1, -1}, {-1, -1}, {-1, -1}, -1};
    pid_t id = 0;
    ends.out = fcntl(out, F_DUPFD_CLOEXEC, LOWEST_FD);
    bool has_ends = ends.out >= 0 && make_pair(ends.frames, false) &&
                    (!has_sound || make_pair(ends.sound, false)) && make_pair(ends.messages, true);
    int cause = errno;
    /* What is read only at the end must not stop a program that has much to say. */
    if (has_ends) fcntl(ends.messages[1], F_SETFL, O_NONBLOCK);
    if (has_ends) cause = spawn(words, &ends, &id);
    end_fd(&ends.out);
    end_fd(&ends.frames[1]);
    end_fd(&ends.sound[1]);
    end_fd(&ends.messages[1]);
    *child = (video_Child){(long)id, ends.frames[0], ends.sound[0], ends.messages[0]};
    if (has_ends && cause == 0) return true;
    end_fd(&child->frames);
    end_fd(&child->sound);
    end_fd(&child->messages);
    child->id = 0;
    errno = cause;
    return false;
}

/* ---- Use ---- */

bool video_child_send(int socket, const void* bytes, size_t size) {
    for (const char* at = bytes; size > 0;) {
        ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* As much as there is room for; the rest is dropped with the pipe. */
static void read_message(int fd, char* message, size_t size) {
    size_t length = 0;
    while (length + 1 < size) {
        ssize_t got = read(fd, message + length, size - 1 - length);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        length += (size_t)got;
    }
    message[length] = 0;
}

bool video_child_end(video_Child* child, char* message, size_t size) {
    message[0] = 0;
    if (child->id == 0) return true;
    end_fd(&child->frames);
    end_fd(&child->sound);
    int status = wait_for((pid_t)child->id);
    read_message(child->messages, message, size);
    message[strcspn(message, "\n")] = 0;
    end_fd(&child->messages);
    child->id = 0;
    return status == 0;
}
