/* SPDX-License-Identifier: MIT */
/* Sound read from a file or standard input. */
#ifndef CLI_SOUND_FILE_H
#define CLI_SOUND_FILE_H

#include <stddef.h>
#include <stdint.h>

/* All bytes, not decoded; malloc'd. An endless stream ends at the limit file_bytes, or at once
 * where it does not begin as sound does. CLI_OK, or the status after printing the error. */
int cli_read_sound(const char* command, const char* path, uint8_t** out_bytes, size_t* out_size);

#endif
