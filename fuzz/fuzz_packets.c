/* SPDX-License-Identifier: MIT */
/* Recordings of packets, as `vrm receive --replay` reads them: packets within their limits whose
 * times do not go back, or one sentence. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */
#include "require.h"

#include "cli/motion/packets.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0; /* fmemopen() refuses it */
    FILE* file = fmemopen((void*)data, size, "r");
    require(file != NULL);
    PacketReader* reader = packets_open(file);
    require(reader != NULL);
    Packet packet;
    PacketStep step;
    double last_s = 0.0;
    while ((step = packets_next(reader, &packet)) == PACKETS_READ) {
        require(packet.size <= PACKETS_DATA_MAX && packet.size < size && packet.line > 1);
        require(packet.time_s >= last_s && packet.time_s <= PACKETS_TIME_MAX);
        require(packet.from[0] != 0 && memchr(packet.from, 0, sizeof packet.from) != NULL);
        last_s = packet.time_s;
    }
    require((step == PACKETS_BAD) == (packets_error(reader)[0] != 0));
    packets_close(reader);
    fclose(file);
    return 0;
}
