/* SPDX-License-Identifier: MIT */
/* Loads integers from bytes at any alignment, independent of the CPU's byte order. */
#ifndef VRMI_BASE_BYTES_H
#define VRMI_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint16_t vrmi_load_u16(const uint8_t* from) {
    return (uint16_t)(from[0] | from[1] << 8);
}

/* Little-endian, as GLB, glTF and WebP are. */
static inline uint32_t vrmi_load_u32(const uint8_t* from) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t value; /* the compiler turns loops of this into wide loads */
    memcpy(&value, from, sizeof value);
    return value;
#else
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
           (uint32_t)from[3] << 24;
#endif
}

static inline uint64_t vrmi_load_u64(const uint8_t* from) {
    return (uint64_t)vrmi_load_u32(from) | (uint64_t)vrmi_load_u32(from + 4) << 32;
}

/* Big-endian, as PNG, JPEG and SHA-256 are. */
static inline uint16_t vrmi_load_u16_big(const uint8_t* from) {
    return (uint16_t)(from[0] << 8 | from[1]);
}

static inline uint32_t vrmi_load_u32_big(const uint8_t* from) {
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

#endif
