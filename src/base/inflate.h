/* SPDX-License-Identifier: MIT */
/* Reads zlib data (RFC 1950 around RFC 1951). The size of what comes out is known before: nothing
 * is written beyond it, nothing is allocated. */
#ifndef VRMI_BASE_INFLATE_H
#define VRMI_BASE_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes that deflate makes of one: 258 of two bits. A claim beyond it is false. */
#define VRMI_INFLATE_RATIO 1032u

/* Fills `out` with exactly `out_size` bytes. False when the data is damaged, cut short, or makes
 * more or fewer bytes; `out` is undefined then. Bytes behind the data are ignored. */
bool vrmi_inflate(const uint8_t* data, size_t size, uint8_t* out, size_t out_size);

/* The same for deflate data without the header and checksum of zlib, as in ZIP files. */
bool vrmi_inflate_raw(const uint8_t* data, size_t size, uint8_t* out, size_t out_size);

#endif
