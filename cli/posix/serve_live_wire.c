/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* POLLRDHUP */

#include "serve/serve_live_wire.h"

#include "control/control_messages.h"
#include "posix/descriptors.h"
#include "posix/local_socket.h"
#include "serve/serve_presence.h"
#include "words/args.h"
#include "words/output.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* As in serve_presence.c. */
#ifndef POLLRDHUP
#define POLLRDHUP 0
#endif

struct serve_LiveWire {
    int relay; /* socket to the process */
    pid_t process;
};

/* ---- The process ---- */

enum { READ_SIZE = 1 << 16, LINES_SIZE = CONTROL_LINE_MAX + READ_SIZE };

typedef struct Relay {
    int server, live; /* live is -1 while there is no connection */
    struct sockaddr_un address;
    char lines[LINES_SIZE]; /* of the server, the last one perhaps not whole */
    size_t size;
} Relay;

static ssize_t read_some(int descriptor, char* out, size_t size) {
    ssize_t count;
    do count = read(descriptor, out, size);
    while (count < 0 && errno == EINTR);
    return count;
}

static bool write_all(int descriptor, const char* bytes, size_t size) {
    while (size > 0) {
        ssize_t count = write(descriptor, bytes, size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

static bool is_later(ssize_t count) {
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

/* Waits until the live process takes bytes. Ends when the server does, which waits for this process
 * and cannot end it: Linux 6.12 keeps signals within its sandbox. */
static void wait_for_room(const Relay* relay) {
    struct pollfd ends[2] = {{relay->server, 0, 0}, {relay->live, POLLOUT, 0}};
    if (poll(ends, 2, -1) > 0 && ends[1].revents == 0) _exit(0);
}

static bool write_to_live(const Relay* relay, const char* bytes, size_t size) {
    while (size > 0) {
        ssize_t count = send(relay->live, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (is_later(count)) {
            wait_for_room(relay);
            continue;
        }
        if (count < 0) return false;
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

/* The last line of the connection may not be whole. */
static void tell_lost(Relay* relay, const char* why) {
    char line[160];
    int size = snprintf(line, sizeof line, "\n{\"type\":\"%s\",\"message\":\"%s\"}\n",
                        SERVE_LIVE_LOST, why);
    if (relay->live >= 0) close(relay->live);
    relay->live = -1;
    if (!write_all(relay->server, line, (size_t)size)) _exit(0);
}

static bool join(Relay* relay) {
    if (relay->live < 0) relay->live = cli_connect_socket(&relay->address);
    if (relay->live >= 0) return true;
    tell_lost(relay, errno == EAGAIN ? "it hangs: too many clients wait" : strerror(errno));
    return false;
}

static void forward_answers(Relay* relay) {
    char bytes[READ_SIZE];
    ssize_t count = read_some(relay->live, bytes, sizeof bytes);
    if (is_later(count)) return;
    if (count <= 0)
        tell_lost(relay, "it has ended, or has no place for another client");
    else if (!write_all(relay->server, bytes, (size_t)count))
        _exit(0);
}

/* Whole lines only, so that each connection begins with a message. The server sends none that are
 * too long. */
static void forward_lines(Relay* relay) {
    ssize_t count = read_some(relay->server, relay->lines + relay->size, READ_SIZE);
    if (count <= 0) _exit(0); /* the server has ended */
    relay->size += (size_t)count;
    size_t whole = relay->size;
    while (whole > 0 && relay->lines[whole - 1] != '\n') whole--;
    if (whole == 0 && relay->size > CONTROL_LINE_MAX) _exit(1);
    if (whole == 0) return;
    if (join(relay) && !write_to_live(relay, relay->lines, whole))
        tell_lost(relay, strerror(errno));
    relay->size -= whole;
    memmove(relay->lines, relay->lines + whole, relay->size);
}

static void run_relay(Relay* relay) {
    (void)signal(SIGPIPE, SIG_IGN);
    for (;;) {
        struct pollfd ends[2] = {{relay->server, POLLIN, 0}, {relay->live, POLLIN, 0}};
        if (poll(ends, 2, -1) < 0) continue; /* a signal */
        if (relay->live >= 0 && ends[1].revents != 0) forward_answers(relay);
        if (ends[0].revents != 0) forward_lines(relay);
    }
}

/* The client of the server waits for the end of its standard streams. */
static void become_relay(int server, const struct sockaddr_un* address) {
    Relay* relay = calloc(1, sizeof *relay);
    if (relay == NULL || dup2(server, STDIN_FILENO) < 0) _exit(1);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    cli_drop_descriptors();
    relay->server = STDIN_FILENO;
    relay->live = -1;
    relay->address = *address;
    run_relay(relay);
}

/* ---- The server ---- */

static bool start(const struct sockaddr_un* address, serve_LiveWire* out) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    fflush(NULL); /* or the process would have this one's buffered output */
    out->process = fork();
    if (out->process == 0) become_relay(ends[1], address);
    close(ends[1]);
    out->relay = ends[0];
    if (out->process > 0) return true;
    close(ends[0]);
    return false;
}

int serve_live_wire_open(const char* path, serve_LiveWire** out) {
    struct sockaddr_un address;
    char error[80];
    *out = NULL;
    if (!cli_socket_address(path, &address, error, sizeof error))
        return cli_usage_error("serve", "--live: %s", error);
    serve_LiveWire* wire = calloc(1, sizeof *wire);
    if (wire == NULL) return cli_result_error("serve", path, VRM_ERR_MEMORY, NULL);
    if (start(&address, wire)) {
        *out = wire;
        return CLI_OK;
    }
    free(wire);
    return cli_result_error("serve", path, VRM_ERR_IO, NULL);
}

void serve_live_wire_close(serve_LiveWire* wire) {
    if (wire == NULL) return;
    close(wire->relay);
    while (waitpid(wire->process, NULL, 0) < 0 && errno == EINTR) {}
    free(wire);
}

bool serve_live_wire_turn(serve_LiveWire* wire, serve_LiveTurn* turn, int64_t until_ms) {
    int64_t left = until_ms - serve_now_ms();
    short wanted = turn->send_size > 0 ? POLLIN | POLLOUT : POLLIN;
    /* An input that has ended would end each wait at once. */
    int input = turn->has_input_ended ? -1 : STDIN_FILENO;
    struct pollfd ends[3] = {
        {wire->relay, wanted, 0}, {STDOUT_FILENO, 0, 0}, {input, POLLRDHUP, 0}};
    turn->sent_size = turn->got_size = 0;
    int ready = poll(ends, 3, left <= 0 ? 0 : left < 1000 ? (int)left : 1000);
    if (ready <= 0) return true;
    if ((ends[1].revents & (POLLHUP | POLLERR)) != 0) return false;
    turn->has_input_ended |= (ends[2].revents & (POLLHUP | POLLERR | POLLRDHUP)) != 0;
    if ((ends[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
        ssize_t count = recv(wire->relay, turn->got, turn->got_room, MSG_DONTWAIT);
        if (count == 0 || (count < 0 && !is_later(count))) return false;
        turn->got_size = count > 0 ? (size_t)count : 0;
    }
    if (turn->send_size > 0 && (ends[0].revents & POLLOUT) != 0) {
        ssize_t count = send(wire->relay, turn->send, turn->send_size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && !is_later(count)) return false;
        turn->sent_size = count > 0 ? (size_t)count : 0;
    }
    return true;
}
