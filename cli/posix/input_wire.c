/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "files/input_wire.h"

#include "words/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct InputWire {
    int descriptor;
    bool waits, is_stored, is_named_pipe, is_standard_input, was_left;
    bool (*is_over)(void);
};

/* Without O_NONBLOCK a named pipe would wait for its writer. */
int input_wire_open(const InputWireDef* def, InputWire** out) {
    struct stat info = {0};
    InputWire wire = {.waits = def->waits,
                      .is_standard_input = strcmp(def->path, "-") == 0,
                      .is_over = def->is_over};
    *out = NULL;
    wire.descriptor =
        wire.is_standard_input ? STDIN_FILENO : open(def->path, O_RDONLY | O_NONBLOCK);
    if (wire.descriptor < 0 || fstat(wire.descriptor, &info) != 0)
        return cli_result_error(def->command, def->path, VRM_ERR_IO, NULL);
    wire.is_stored = S_ISREG(info.st_mode);
    wire.is_named_pipe = !wire.is_standard_input && S_ISFIFO(info.st_mode);
    if (S_ISDIR(info.st_mode)) {
        close(wire.descriptor);
        errno = EISDIR;
        return cli_result_error(def->command, def->path, VRM_ERR_IO, NULL);
    }
    *out = malloc(sizeof **out);
    if (*out != NULL) {
        **out = wire;
        return CLI_OK;
    }
    if (!wire.is_standard_input) close(wire.descriptor);
    return cli_result_error(def->command, def->path, VRM_ERR_MEMORY, NULL);
}

void input_wire_close(InputWire* wire) {
    if (wire == NULL) return;
    if (!wire->is_standard_input) close(wire->descriptor);
    free(wire);
}

bool input_wire_is_stored(const InputWire* wire) {
    return wire->is_stored;
}

int32_t input_wire_read_some(InputWire* wire, uint8_t* out, int32_t size) {
    struct pollfd one = {wire->descriptor, POLLIN, 0};
    if (poll(&one, 1, wire->waits ? -1 : 0) <= 0) return 0;
    ssize_t count = read(wire->descriptor, out, (size_t)size);
    if (count > 0) return (int32_t)count;
    wire->was_left |= count == 0 && wire->is_named_pipe;
    bool is_early = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    /* The next writer of a named pipe may come; one that waits ends with the first. */
    return is_early || (count == 0 && wire->is_named_pipe && !wire->waits) ? 0 : -1;
}

int32_t input_wire_read(InputWire* wire, uint8_t* out, int32_t size) {
    int32_t count = 0;
    while (count < size && (wire->is_over == NULL || !wire->is_over())) {
        int32_t more = input_wire_read_some(wire, out + count, size - count);
        if (more < 0) return count > 0 ? count : -1;
        count += more;
        if (!wire->waits && more == 0) break;
    }
    return count;
}

bool input_wire_was_left(InputWire* wire) {
    bool was_left = wire->was_left;
    wire->was_left = false;
    return was_left;
}

/* A named pipe that its last writer has left can be read at any time, and has nothing. */
bool input_wire_wait(const InputWire* wire, int32_t milliseconds) {
    struct pollfd one = {wire->descriptor, POLLIN, 0};
    if (poll(&one, 1, milliseconds) <= 0) return false;
    if (!wire->is_named_pipe || (one.revents & POLLIN) != 0) return true;
    (void)poll(NULL, 0, milliseconds);
    return false;
}
