/* SPDX-License-Identifier: MIT */
/** Makes strings from a file safe to show, or to use as a file name. Names, licence texts and the
 * like are untrusted: they may hold control characters, path separators, invalid UTF-8. The library
 * returns them unchanged; call these functions before showing or storing them.
 *
 * Both write like snprintf(): at most `buffer_size` bytes with a terminating zero, and return the
 * length of the whole result without it. A result that does not fit is truncated, never in the
 * middle of a character or an escape. `buffer` may be NULL if `buffer_size` is 0, `text` if `size`
 * is 0. */
#ifndef VRM_TEXT_H
#define VRM_TEXT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes one line for a terminal or a log. Escapes control characters, line ends, bidirectional
 * marks, invisible marks and the backslash, as `\\`, `\n`, `\r`, `\t` or `\u{202e}`; invalid UTF-8
 * bytes as `\xff`. All other characters stay. */
VRM_API size_t vrm_text_for_terminal(const char* text, size_t size, char* buffer,
                                     size_t buffer_size);

/** Longest result of vrm_text_for_file_name() in bytes; leaves room for a suffix in the 255 that
 * file systems allow. */
#define VRM_FILE_NAME_MAX 200

/** Makes a name for a file or folder, valid on Linux, macOS and Windows. \ / : * ? " < > |, control
 * and invisible characters and invalid UTF-8 bytes become _, as does a leading - (which commands
 * read as an option). Spaces and dots at both ends are dropped, so no name is hidden or leads to a
 * parent folder. Windows device names (CON, NUL.txt, COM1) get a leading _. A result longer than
 * VRM_FILE_NAME_MAX is cut; an empty one becomes "_". Different texts can give the same name. */
VRM_API size_t vrm_text_for_file_name(const char* text, size_t size, char* buffer,
                                      size_t buffer_size);

#ifdef __cplusplus
}
#endif

#endif
