/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "live/pcm_wire.h"

#include "live/live_loop.h"
#include "words/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct PcmWire {
    int descriptor;
    bool waits, is_stored, is_named_pipe, is_standard_input;
};

/* Without O_NONBLOCK a named pipe would wait for its writer. */
int pcm_wire_open(const char* path, bool waits, PcmWire** out) {
    struct stat info = {0};
    PcmWire wire = {.waits = waits, .is_standard_input = strcmp(path, "-") == 0};
    *out = NULL;
    wire.descriptor = wire.is_standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK);
    if (wire.descriptor < 0 || fstat(wire.descriptor, &info) != 0)
        return cli_result_error("live", path, VRM_ERR_IO, NULL);
    wire.is_stored = S_ISREG(info.st_mode);
    wire.is_named_pipe = !wire.is_standard_input && S_ISFIFO(info.st_mode);
    if (S_ISDIR(info.st_mode)) {
        close(wire.descriptor);
        errno = EISDIR;
        return cli_result_error("live", path, VRM_ERR_IO, NULL);
    }
    *out = malloc(sizeof **out);
    if (*out != NULL) {
        **out = wire;
        return CLI_OK;
    }
    if (!wire.is_standard_input) close(wire.descriptor);
    return cli_result_error("live", path, VRM_ERR_MEMORY, NULL);
}

void pcm_wire_close(PcmWire* wire) {
    if (wire == NULL) return;
    if (!wire->is_standard_input) close(wire->descriptor);
    free(wire);
}

bool pcm_wire_is_stored(const PcmWire* wire) {
    return wire->is_stored;
}

/* One read; as pcm_wire_read() without `waits`. */
static int32_t read_some(const PcmWire* wire, uint8_t* out, int32_t size) {
    struct pollfd one = {wire->descriptor, POLLIN, 0};
    if (poll(&one, 1, wire->waits ? -1 : 0) <= 0) return 0;
    ssize_t count = read(wire->descriptor, out, (size_t)size);
    if (count > 0) return (int32_t)count;
    bool is_early = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    /* The next writer of a named pipe may come; --no-wait ends with the first. */
    return is_early || (count == 0 && wire->is_named_pipe && !wire->waits) ? 0 : -1;
}

int32_t pcm_wire_read(PcmWire* wire, uint8_t* out, int32_t size) {
    int32_t count = 0;
    while (count < size && !live_is_interrupted()) {
        int32_t more = read_some(wire, out + count, size - count);
        if (more < 0) return count > 0 ? count : -1;
        count += more;
        if (!wire->waits && more == 0) break;
    }
    return count;
}
