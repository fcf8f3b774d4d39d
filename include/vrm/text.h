/* SPDX-License-Identifier: MIT */
/** Strings out of a file, made safe to show or to name a file with. Names, licence texts and the
 * like are untrusted: they may hold control characters, path separators, bytes that are no UTF-8.
 * The library returns them unchanged; call these functions before showing or storing them.
 *
 * Both write like snprintf(): at most `buffer_size` bytes with a terminating zero, and return the
 * length that the whole needs without it. What does not fit is left off at the end, never in the
 * middle of a character or an escape. `buffer` may be NULL if `buffer_size` is 0, `text` if `size`
 * is 0. */
#ifndef VRM_TEXT_H
#define VRM_TEXT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One line for a terminal or a log. Escaped are: control characters, line ends, marks that turn
 * the direction of writing or are invisible, and the backslash: as `\\`, `\n`, `\r`,
 * `\t` or `\u{202e}`; bytes that are no UTF-8 as `\xff`. All other characters stay. */
VRM_API size_t vrm_text_for_terminal(const char* text, size_t size, char* buffer,
                                     size_t buffer_size);

/** Longest result of vrm_text_for_file_name() in bytes; leaves room for a suffix in the 255 that
 * file systems allow. */
#define VRM_FILE_NAME_MAX 200

/** One name for a file or folder, valid on Linux, macOS and Windows. \ / : * ? " < > |, control and
 * invisible characters and bytes that are no UTF-8 become _, as does a leading - (which commands
 * take for an option); spaces and dots at both ends are dropped, so no name is hidden or climbs a
 * folder; Windows device names (CON, NUL.txt, COM1) get a _ in front; what is longer than
 * VRM_FILE_NAME_MAX is cut; nothing left gives "_". Different texts can give the same name. */
VRM_API size_t vrm_text_for_file_name(const char* text, size_t size, char* buffer,
                                      size_t buffer_size);

#ifdef __cplusplus
}
#endif

#endif
