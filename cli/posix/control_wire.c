/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "control/control_wire.h"

#include "posix/local_socket.h"
#include "words/status.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    WAITING_MAX = 1 << 20, /* bytes of answers that a client has not read */
    READ_SIZE = 1 << 16,
    ACCEPTS_A_FRAME =
        2 * CONTROL_CLIENTS_MAX, /* clients that connect again at once do not hold it up */
    PIPE_PART = 512 /* a pipe that can be written to takes as much (POSIX: _POSIX_PIPE_BUF) */
};

typedef struct Peer {
    int in, out; /* the same for a socket */
    bool is_socket, has_ended;
    bool has_failed; /* what it says could not be written, and that was printed */
    control_Client* client;
    char* waiting; /* from malloc() */
    size_t size, capacity, written;
} Peer;

struct control_Wire {
    int listener; /* -1: standard input and output */
    struct sockaddr_un address;
    struct stat file; /* of the socket, as it was made */
    control_Control* control;
    Peer* peers[CONTROL_CLIENTS_MAX];
    bool has_failed; /* standard output takes no more */
};

/* ---- Writing ---- */

static bool can(int descriptor, short what) {
    struct pollfd one = {descriptor, what, 0};
    return poll(&one, 1, 0) > 0 && (one.revents & (what | POLLHUP | POLLERR)) != 0;
}

static ssize_t write_part(const Peer* peer, const char* bytes, size_t size) {
    if (peer->is_socket) return send(peer->out, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (!can(peer->out, POLLOUT)) {
        errno = EAGAIN;
        return -1;
    }
    return write(peer->out, bytes, size < PIPE_PART ? size : PIPE_PART);
}

/* That a reader has gone is no failure; a full disk is one. */
static bool give_up(Peer* peer) {
    if (peer->is_socket || errno == EPIPE || peer->has_failed) return false;
    peer->has_failed = true;
    fprintf(stderr, "vrm: standard output: writing failed: %s\n", strerror(errno));
    return false;
}

/* Returns false if nobody reads any more. */
static bool flush(Peer* peer) {
    while (peer->written < peer->size) {
        ssize_t count = write_part(peer, peer->waiting + peer->written, peer->size - peer->written);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || give_up(peer);
        peer->written += (size_t)count;
    }
    peer->written = peer->size = 0;
    return true;
}

/* A control_WriteFn. */
static bool keep(void* ctx, const char* line, size_t size) {
    Peer* peer = ctx;
    if (peer->written > 0) {
        peer->size -= peer->written;
        memmove(peer->waiting, peer->waiting + peer->written, peer->size);
        peer->written = 0;
    }
    if (peer->size + size > WAITING_MAX) return false;
    if (peer->size + size > peer->capacity) {
        size_t capacity = (peer->size + size) * 2;
        char* larger = realloc(peer->waiting, capacity);
        if (larger == NULL) return false;
        peer->waiting = larger;
        peer->capacity = capacity;
    }
    memcpy(peer->waiting + peer->size, line, size);
    peer->size += size;
    return true;
}

/* ---- Peers ---- */

static void drop(control_Wire* wire, int index) {
    Peer* peer = wire->peers[index];
    if (peer->client != NULL) control_leave(wire->control, peer->client);
    if (peer->is_socket) close(peer->in);
    wire->has_failed |= peer->has_failed;
    free(peer->waiting);
    free(peer);
    wire->peers[index] = NULL;
}

/* Returns false where there is no room. */
static bool add(control_Wire* wire, int in, int out, bool is_socket) {
    int index = 0;
    while (index < CONTROL_CLIENTS_MAX && wire->peers[index] != NULL) index++;
    Peer* peer = index < CONTROL_CLIENTS_MAX ? calloc(1, sizeof *peer) : NULL;
    if (peer == NULL) return false;
    *peer = (Peer){.in = in, .out = out, .is_socket = is_socket};
    wire->peers[index] = peer;
    peer->client = control_join(wire->control, keep, peer);
    if (peer->client != NULL) return true;
    peer->is_socket = false; /* closed by the caller */
    drop(wire, index);
    return false;
}

static void accept_peers(control_Wire* wire) {
    if (wire->listener < 0) return;
    for (int i = 0; i < ACCEPTS_A_FRAME && can(wire->listener, POLLIN); i++) {
        int descriptor = accept(wire->listener, NULL, NULL);
        if (descriptor < 0) return;
        if (!add(wire, descriptor, descriptor, true)) close(descriptor);
    }
}

/* Returns false if the input has ended. */
static bool read_peer(const control_Wire* wire, const Peer* peer) {
    char bytes[READ_SIZE];
    if (control_is_behind(peer->client) || !can(peer->in, POLLIN)) return true;
    ssize_t count = peer->is_socket ? recv(peer->in, bytes, sizeof bytes, MSG_DONTWAIT)
                                    : read(peer->in, bytes, sizeof bytes);
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (count == 0) return false;
    (void)control_read(wire->control, peer->client, bytes, (size_t)count);
    return true;
}

/* Both directions are closed: nobody is there to hear what it asked for. */
static bool has_hung_up(const Peer* peer) {
    struct pollfd one = {peer->in, 0, 0};
    return peer->is_socket && poll(&one, 1, 0) > 0 && (one.revents & (POLLHUP | POLLERR)) != 0;
}

/* Returns false if the peer is to be dropped: one that sends no more stays until what it asked for
 * was said. */
static bool step_peer(const control_Wire* wire, Peer* peer) {
    if (!peer->has_ended && !control_is_behind(peer->client) && !read_peer(wire, peer)) {
        control_read_end(wire->control, peer->client);
        peer->has_ended = true;
    }
    if (!control_has_reader(peer->client) || !flush(peer)) return false;
    if (peer->has_ended && has_hung_up(peer)) return false;
    return !peer->has_ended || control_is_speaking_for(wire->control, peer->client) ||
           peer->size > 0;
}

bool control_wire_step(control_Wire* wire, control_Control* control) {
    wire->control = control;
    if (wire->listener < 0 && wire->peers[0] == NULL &&
        !add(wire, STDIN_FILENO, STDOUT_FILENO, false))
        return false;
    accept_peers(wire);
    for (int i = 0; i < CONTROL_CLIENTS_MAX; i++) {
        if (wire->peers[i] == NULL || step_peer(wire, wire->peers[i])) continue;
        drop(wire, i);
        if (wire->listener < 0) return false;
    }
    return true;
}

void control_wire_flush(control_Wire* wire) {
    for (int i = 0; i < CONTROL_CLIENTS_MAX; i++)
        if (wire->peers[i] != NULL) (void)flush(wire->peers[i]);
}

/* ---- Make ---- */

static int fail(int status, const char* sentence, char error[CONTROL_WIRE_ERROR_ROOM]) {
    snprintf(error, CONTROL_WIRE_ERROR_ROOM, "%s", sentence);
    return status;
}

/* Of bind(). */
static const char* reason_of(int number, const char* where) {
    struct stat info;
    if (number != EADDRINUSE) return strerror(number);
    return lstat(where, &info) == 0 && S_ISSOCK(info.st_mode)
               ? "another program listens there; end it, or choose another path"
               : "there is a file that is no socket; choose another path";
}

/* A socket that is left of an earlier run; nothing else is removed. */
static void remove_stale(const struct sockaddr_un* address) {
    struct stat info;
    if (lstat(address->sun_path, &info) != 0 || !S_ISSOCK(info.st_mode)) return;
    int probe = cli_connect_socket(address);
    if (probe >= 0)
        close(probe);
    else if (errno == ECONNREFUSED)
        unlink(address->sun_path);
}

/* Private from its first moment. Linux gives the file the mode of the socket; elsewhere the mask of
 * the process does it, which all threads share. */
static bool bind_private(int descriptor, const struct sockaddr_un* address) {
#ifdef __linux__
    return fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 &&
           bind(descriptor, (const struct sockaddr*)address, sizeof *address) == 0;
#else
    mode_t mask = umask(0177);
    bool is_bound = bind(descriptor, (const struct sockaddr*)address, sizeof *address) == 0;
    umask(mask);
    return is_bound;
#endif
}

/* -1 with errno set. */
static int listen_at(const struct sockaddr_un* address) {
    remove_stale(address);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor >= 0 && bind_private(descriptor, address) &&
        listen(descriptor, CONTROL_CLIENTS_MAX) == 0)
        return descriptor;
    int reason = errno;
    if (descriptor >= 0) close(descriptor);
    errno = reason;
    return -1;
}

int control_wire_open(const char* where, char error[CONTROL_WIRE_ERROR_ROOM], control_Wire** out) {
    struct sockaddr_un address;
    int listener = -1;
    *out = NULL;
    if (strcmp(where, "-") != 0) {
        if (!cli_socket_address(where, &address, error, CONTROL_WIRE_ERROR_ROOM)) return CLI_USAGE;
        listener = listen_at(&address);
        if (listener < 0) return fail(CLI_FAILED, reason_of(errno, where), error);
    }
    *out = calloc(1, sizeof **out);
    if (*out != NULL) {
        (*out)->listener = listener;
        if (listener >= 0) (*out)->address = address;
        if (listener >= 0) (void)lstat(where, &(*out)->file);
        return CLI_OK;
    }
    if (listener >= 0) close(listener);
    return fail(CLI_FAILED, "out of memory", error);
}

bool control_wire_has_failed(const control_Wire* wire) {
    return wire != NULL &&
           (wire->has_failed || (wire->peers[0] != NULL && wire->peers[0]->has_failed));
}

bool control_wire_listens(const control_Wire* wire) {
    return wire != NULL && wire->listener >= 0;
}

void control_wire_hang_up(control_Wire* wire) {
    for (int i = 0; i < CONTROL_CLIENTS_MAX; i++) {
        if (wire->peers[i] == NULL) continue;
        (void)flush(wire->peers[i]);
        drop(wire, i);
    }
}

/* While it is open, no other file has its number. */
void control_wire_remove(const control_Wire* wire) {
    struct stat now;
    if (wire->listener < 0 || lstat(wire->address.sun_path, &now) != 0) return;
    if (now.st_dev == wire->file.st_dev && now.st_ino == wire->file.st_ino)
        (void)unlink(wire->address.sun_path);
}

void control_wire_close(control_Wire* wire) {
    if (wire == NULL) return;
    control_wire_hang_up(wire);
    if (wire->listener >= 0) close(wire->listener);
    free(wire);
}
