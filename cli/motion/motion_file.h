/* SPDX-License-Identifier: MIT */
/* Motion of any kind, read from a file or standard input. */
#ifndef CLI_MOTION_FILE_H
#define CLI_MOTION_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Reads all bytes, into memory of malloc(). An endless stream stops at the limit file_bytes, or at
 * once if it does not begin as a motion. Returns CLI_OK, or the status after printing the error. */
int cli_read_motion(const char* command, const char* path, uint8_t** out_bytes, size_t* out_size);

#endif
