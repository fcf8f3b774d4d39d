/* SPDX-License-Identifier: MIT */
#include "windows/utf16.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LONG_PATH   240 /* from here on the \\?\ form: a folder's limit is 248 */
#define PREFIX_ROOM 8   /* \\?\UNC\ */

wchar_t* wide_text(const char* text) {
    int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t* out = count > 0 ? malloc((size_t)count * sizeof *out) : NULL;
    if (out != NULL)
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out, count);
    else
        errno = count > 0 ? ENOMEM : EINVAL;
    return out;
}

static size_t put_utf8(char* out, unsigned long character) {
    if (character < 0x80) {
        out[0] = (char)character;
        return 1;
    }
    size_t size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, character >>= 6)
        out[i] = (char)(0x80 | (character & 0x3F));
    out[0] = (char)(((0xF00u >> size) & 0xFF) | character);
    return size;
}

/* WideCharToMultiByte() would make U+FFFD of half a surrogate pair, and with it the name of another
 * file out of a name that is not Unicode. */
char* wide_to_utf8(const wchar_t* text) {
    size_t length = wcslen(text), size = 0;
    char* out = length < SIZE_MAX / 3 ? malloc(length * 3 + 1) : NULL;
    if (out == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned long character = text[i];
        if (IS_SURROGATE_PAIR(text[i], text[i + 1])) /* at the end that is the terminator */
            character = 0x10000 + ((character - 0xD800) << 10) + (text[++i] - 0xDC00u);
        size += put_utf8(out + size, character);
    }
    out[size] = 0;
    return out;
}

static wchar_t* lengthen(const wchar_t* path) {
    DWORD room = GetFullPathNameW(path, 0, NULL, NULL); /* with the terminator */
    wchar_t* full = room > 0 ? malloc(((size_t)room + PREFIX_ROOM) * sizeof *full) : NULL;
    if (full == NULL) {
        errno = room > 0 ? ENOMEM : ENOENT;
        return NULL;
    }
    wchar_t* at = full + PREFIX_ROOM;
    DWORD length = GetFullPathNameW(path, room, at, NULL);
    if (length == 0 || length >= room) {
        free(full);
        errno = ENOENT;
        return NULL;
    }
    bool is_share = at[0] == L'\\' && at[1] == L'\\';
    bool is_prefixed = is_share && (at[2] == L'?' || at[2] == L'.') && at[3] == L'\\';
    const wchar_t* prefix = is_prefixed ? L"" : is_share ? L"\\\\?\\UNC\\" : L"\\\\?\\";
    size_t prefix_length = wcslen(prefix), from = is_share && !is_prefixed ? 2 : 0;
    memmove(full + prefix_length, at + from, (length - from + 1) * sizeof *full);
    memcpy(full, prefix, prefix_length * sizeof *full);
    return full;
}

wchar_t* wide_path(const char* path) {
    if (path[0] == 0) {
        errno = ENOENT;
        return NULL;
    }
    wchar_t* wide = wide_text(path);
    /* The limit is that of the whole path: the current folder counts. */
    if (wide == NULL || GetFullPathNameW(wide, 0, NULL, NULL) < LONG_PATH) return wide;
    wchar_t* full = lengthen(wide);
    free(wide);
    return full;
}

void wide_set_errno(void) {
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_INVALID_NAME: errno = ENOENT; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: errno = EACCES; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; break;
    case ERROR_DIRECTORY: errno = ENOTDIR; break;
    case ERROR_FILENAME_EXCED_RANGE: errno = ENAMETOOLONG; break;
    case ERROR_CANT_RESOLVE_FILENAME: errno = ELOOP; break;
    case ERROR_NOT_ENOUGH_MEMORY: errno = ENOMEM; break;
    default: errno = EIO; break;
    }
}
