/* SPDX-License-Identifier: MIT */
/* Between the UTF-8 of the commands and the UTF-16 of Windows. */
#ifndef CLI_WINDOWS_WIDE_H
#define CLI_WINDOWS_WIDE_H

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <wchar.h>
#include <windows.h>

/* From malloc(); NULL: errno says why. */
wchar_t* wide_text(const char* text);
char* wide_to_utf8(const wchar_t* text);

/* The same for a path: a long one becomes absolute with the prefix \\?\, which has no limit of 260
 * characters. */
wchar_t* wide_path(const char* path);

/* What POSIX would have in errno for GetLastError(). */
void wide_set_errno(void);

#endif
