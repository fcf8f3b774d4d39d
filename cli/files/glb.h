/* SPDX-License-Identifier: MIT */
/* The first bytes of a GLB (glTF 2.0, "Binary glTF"), for files that are looked at without being
 * loaded: "glTF", version, length of the file; then length and type of the first chunk, the JSON.
 */
#ifndef CLI_GLB_H
#define CLI_GLB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { CLI_GLB_HEAD = 20 }; /* bytes before the JSON */

static inline uint32_t cli_load_u32(const uint8_t* from) { /* little-endian */
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
           (uint32_t)from[3] << 24;
}

static inline bool cli_is_glb(const uint8_t* head, size_t size) {
    return size >= 4 && memcmp(head, "glTF", 4) == 0;
}

/* As the file states it; needs 12 bytes. */
static inline uint32_t cli_glb_length(const uint8_t* head) {
    return cli_load_u32(head + 8);
}

/* As the file states it; needs CLI_GLB_HEAD bytes. */
static inline uint32_t cli_glb_json_length(const uint8_t* head) {
    return cli_load_u32(head + 12);
}

#endif
