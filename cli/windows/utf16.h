/* SPDX-License-Identifier: MIT */
/* Between the UTF-8 of the commands and the UTF-16 of Windows. */
#ifndef CLI_WINDOWS_UTF16_H
#define CLI_WINDOWS_UTF16_H

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <wchar.h>
#include <windows.h>

/* From malloc(); NULL: errno says why, EINVAL for what is not UTF-8. */
wchar_t* wide_text(const char* text);

/* From malloc(); NULL: there is no memory. Windows has names that are not Unicode: half a surrogate
 * pair becomes three bytes that are not UTF-8, which are shown as such and are the name of no file
 * here. */
char* wide_to_utf8(const wchar_t* text);

/* The same for a path: a long one becomes absolute with the prefix \\?\, which has no limit of 260
 * characters. */
wchar_t* wide_path(const char* path);

/* What POSIX would have in errno for GetLastError(). */
void wide_set_errno(void);

#endif
