/* SPDX-License-Identifier: MIT */
/* container/file.h for Windows; file.c is the same for POSIX, and a build compiles one of them.
 * Paths are UTF-8 and are converted to UTF-16 here. Long ones use the \\?\ form, which has no limit
 * of 260 characters.
 *
 * A path from a document is opened name by name. Each folder is kept open, without sharing for
 * rename or delete, until the next one is open: nobody can put a link there between check and
 * use. */
#ifdef _WIN32

#include "container/file.h"

#include "base/alloc.h"
#include "container/file_memory.h"
#include "vrm/text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#define NAME_MAX_16 255
#define LONG_PATH   240 /* from here on the \\?\ form */
#define PREFIX_ROOM 8   /* \\?\UNC\ */
#define CHUNK_BYTES (1u << 30)
#define TRIES       100

/* ---- Paths ---- */

typedef struct WidePath {
    WCHAR* text; /* terminated; NULL when there is none */
    size_t size; /* bytes that it was allocated with */
} WidePath;

static void release_path(const vrm_Allocator* allocator, WidePath* path) {
    vrmi_release(allocator, path->text, path->size);
    *path = (WidePath){NULL, 0};
}

static vrm_Result alloc_path(const vrm_Allocator* allocator, size_t length, WidePath* out) {
    size_t bytes = 0;
    *out = (WidePath){NULL, 0};
    if (!vrmi_mul(length + 1, sizeof(WCHAR), &bytes)) return VRM_ERR_MEMORY;
    out->text = vrmi_alloc(allocator, bytes);
    if (out->text == NULL) return VRM_ERR_MEMORY;
    out->size = bytes;
    return VRM_OK;
}

/* The absolute form with the prefix \\?\, which the system does not interpret or limit. */
static vrm_Result lengthen(const vrm_Allocator* allocator, WidePath* path) {
    DWORD length = GetFullPathNameW(path->text, 0, NULL, NULL); /* with the terminator */
    if (length == 0) return VRM_ERR_IO;
    WidePath full;
    vrm_Result result = alloc_path(allocator, (size_t)length + PREFIX_ROOM, &full);
    if (result != VRM_OK) return result;
    WCHAR* at = full.text + PREFIX_ROOM;
    DWORD written = GetFullPathNameW(path->text, length, at, NULL);
    if (written == 0 || written >= length) {
        release_path(allocator, &full);
        return VRM_ERR_IO;
    }
    bool is_share = at[0] == L'\\' && at[1] == L'\\';
    bool is_prefixed = is_share && (at[2] == L'?' || at[2] == L'.') && at[3] == L'\\';
    const WCHAR* prefix = is_prefixed ? L"" : is_share ? L"\\\\?\\UNC\\" : L"\\\\?\\";
    size_t prefix_length = (size_t)lstrlenW(prefix);
    size_t from = is_share && !is_prefixed ? 2 : 0; /* the two signs that UNC\ stands for */
    memmove(full.text + prefix_length, at + from, (written - from + 1) * sizeof(WCHAR));
    memcpy(full.text, prefix, prefix_length * sizeof(WCHAR));
    release_path(allocator, path);
    *path = full;
    return VRM_OK;
}

static vrm_Result widen(const char* path, const vrm_Allocator* allocator, WidePath* out) {
    *out = (WidePath){NULL, 0};
    size_t length = strlen(path);
    if (length == 0 || length > INT_MAX / 4) {
        errno = ENOENT;
        return VRM_ERR_IO;
    }
    int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
    if (count <= 0) {
        errno = EINVAL;
        return VRM_ERR_IO;
    }
    vrm_Result result = alloc_path(allocator, (size_t)count, out);
    if (result != VRM_OK) return result;
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out->text, count);
    /* A short path in a deep current folder is a long one: the limit is that of the whole. */
    if (GetFullPathNameW(out->text, 0, NULL, NULL) >= LONG_PATH) result = lengthen(allocator, out);
    if (result != VRM_OK) release_path(allocator, out);
    return result;
}

/* What errno would be, for messages. */
static void set_errno(void) {
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME: errno = ENOENT; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: errno = EACCES; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; break;
    case ERROR_DIRECTORY: errno = ENOTDIR; break;
    default: errno = EIO; break;
    }
}

/* ---- Reading ---- */

/* vrmi_ReadFn, of a handle. */
static ptrdiff_t read_fully(const void* file, uint8_t* data, size_t size) {
    const HANDLE handle = *(const HANDLE*)file;
    size_t done = 0;
    while (done < size) {
        size_t left = size - done;
        DWORD count = 0, wanted = left > CHUNK_BYTES ? CHUNK_BYTES : (DWORD)left;
        if (!ReadFile(handle, data + done, wanted, &count, NULL)) {
            if (GetLastError() == ERROR_BROKEN_PIPE) break; /* the writer has finished */
            set_errno();
            return -1;
        }
        if (count == 0) break;
        done += count;
    }
    return (ptrdiff_t)done;
}

/* Reads an open file. `file` may be invalid; it is closed in every case. */
static vrm_Result read_open(HANDLE file, bool must_be_regular, uint64_t max_size,
                            vrmi_AcceptFn* accepts, const vrm_Allocator* allocator,
                            uint8_t** out_data, size_t* out_size) {
    *out_data = NULL;
    *out_size = 0;
    if (file == INVALID_HANDLE_VALUE) {
        set_errno();
        return VRM_ERR_IO;
    }
    vrm_Result result = VRM_ERR_IO;
    LARGE_INTEGER length = {.QuadPart = 0};
    if (GetFileType(file) != FILE_TYPE_DISK) {
        if (!must_be_regular)
            result = vrmi_read_stream(read_fully, &file, max_size, accepts, allocator, out_data,
                                      out_size);
    } else if (GetFileSizeEx(file, &length)) {
        uint64_t size = (uint64_t)length.QuadPart;
        *out_size = size > SIZE_MAX ? SIZE_MAX : (size_t)size;
        result = size > max_size || *out_size == SIZE_MAX
                     ? VRM_ERR_LIMIT
                     : vrmi_read_regular(read_fully, &file, *out_size, allocator, out_data);
    } else {
        set_errno();
    }
    CloseHandle(file);
    return result;
}

vrm_Result vrmi_file_read(const char* path, uint64_t max_size, vrmi_AcceptFn* accepts,
                          const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size) {
    *out_data = NULL;
    *out_size = 0;
    WidePath wide;
    vrm_Result result = widen(path, allocator, &wide);
    if (result != VRM_OK) return result;
    DWORD attributes = GetFileAttributesW(wide.text);
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY)) {
        errno = EISDIR;
        result = VRM_ERR_IO;
    } else {
        HANDLE file = CreateFileW(
            wide.text, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_SEQUENTIAL_SCAN, NULL);
        result = read_open(file, false, max_size, accepts, allocator, out_data, out_size);
    }
    release_path(allocator, &wide);
    return result;
}

/* Whether a name can only mean a file of the folder: no drive, stream, device or other folder, and
 * no name that Windows would change (dots and spaces at the end). */
static bool is_plain_name(const char* name, size_t length) {
    char safe[VRM_FILE_NAME_MAX + 1];
    return length > 0 && length <= VRM_FILE_NAME_MAX &&
           vrm_text_for_file_name(name, length, safe, sizeof safe) == length &&
           memcmp(safe, name, length) == 0;
}

/* Opens the entry itself and never the target of a link; invalid when the entry is a link. Nobody
 * may delete or rename a folder while it is open here. */
static HANDLE open_without_link(const WCHAR* path, bool is_folder) {
    DWORD flags = FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS;
    DWORD share = is_folder ? FILE_SHARE_READ | FILE_SHARE_WRITE
                            : FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    HANDLE file = CreateFileW(path, GENERIC_READ, share, NULL, OPEN_EXISTING, flags, NULL);
    if (file == INVALID_HANDLE_VALUE) return file;
    BY_HANDLE_FILE_INFORMATION info;
    bool is_sound = GetFileInformationByHandle(file, &info) != 0 &&
                    !(info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
                    !!(info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == is_folder;
    if (is_sound) return file;
    CloseHandle(file);
    SetLastError(ERROR_ACCESS_DENIED);
    return INVALID_HANDLE_VALUE;
}

vrm_Result vrmi_file_read_below(const char* folder, const char* path, uint64_t max_size,
                                const vrm_Allocator* allocator, uint8_t** out_data,
                                size_t* out_size) {
    *out_data = NULL;
    *out_size = 0;
    size_t folder_length = strlen(folder), path_length = strlen(path);
    size_t room = folder_length + path_length + 3;
    char* text = vrmi_alloc(allocator, room);
    if (text == NULL) return VRM_ERR_MEMORY;
    snprintf(text, room, "%s", folder_length == 0 ? "." : folder);

    /* Folders stay open until the file is open: at most one per name. */
    HANDLE folders[64];
    int depth = 0;
    vrm_Result result = VRM_OK;
    while (result == VRM_OK) {
        const char* slash = strchr(path, '/');
        size_t length = slash != NULL ? (size_t)(slash - path) : strlen(path);
        WidePath wide = {NULL, 0};
        result = VRM_ERR_IO;
        errno = EACCES;
        if (!is_plain_name(path, length) || depth == (int)(sizeof folders / sizeof *folders)) break;
        size_t end = strlen(text);
        text[end] = '\\';
        memcpy(text + end + 1, path, length);
        text[end + 1 + length] = '\0';
        result = widen(text, allocator, &wide);
        if (result != VRM_OK) break;
        HANDLE file = open_without_link(wide.text, slash != NULL);
        release_path(allocator, &wide);
        if (slash == NULL) {
            result = read_open(file, true, max_size, NULL, allocator, out_data, out_size);
            break;
        }
        if (file == INVALID_HANDLE_VALUE) {
            set_errno();
            result = VRM_ERR_IO;
            break;
        }
        folders[depth++] = file;
        path = slash + 1;
    }
    while (depth > 0) CloseHandle(folders[--depth]);
    vrmi_release(allocator, text, room);
    return result;
}

/* ---- Writing ---- */

static bool write_fully(HANDLE file, const uint8_t* data, size_t size) {
    for (size_t done = 0; done < size;) {
        size_t left = size - done;
        DWORD count = 0, wanted = left > CHUNK_BYTES ? CHUNK_BYTES : (DWORD)left;
        if (!WriteFile(file, data + done, wanted, &count, NULL) || count == 0) {
            set_errno();
            return false;
        }
        done += count;
    }
    return true;
}

/* Resolves links; a path that is no link, or whose target does not exist yet, is unchanged. */
static vrm_Result follow_links(const vrm_Allocator* allocator, WidePath* path) {
    DWORD attributes = GetFileAttributesW(path->text);
    if (attributes == INVALID_FILE_ATTRIBUTES || !(attributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return VRM_OK;
    HANDLE file = CreateFileW(path->text, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                              NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) return VRM_OK;
    vrm_Result result = VRM_ERR_IO;
    DWORD length = GetFinalPathNameByHandleW(file, NULL, 0, FILE_NAME_NORMALIZED);
    WidePath target = {NULL, 0};
    if (length > 0) result = alloc_path(allocator, length, &target);
    if (result == VRM_OK &&
        GetFinalPathNameByHandleW(file, target.text, length + 1, FILE_NAME_NORMALIZED) == 0)
        result = VRM_ERR_IO;
    CloseHandle(file);
    if (result == VRM_OK) {
        release_path(allocator, path);
        *path = target;
    } else {
        release_path(allocator, &target);
    }
    return result;
}

/* Creates a new file beside the target and writes its name to `temporary`. CREATE_NEW separates two
 * writers, the clock only varies the names. */
static HANDLE create_beside(const WCHAR* target, WCHAR* temporary) {
    size_t length = (size_t)lstrlenW(target), name = length;
    while (name > 0 && target[name - 1] != L'\\' && target[name - 1] != L'/') name--;
    /* If the result would be too long for a file system, the target's name is left out. */
    size_t kept = length - name > NAME_MAX_16 - 24 ? name : length;
    memcpy(temporary, target, kept * sizeof(WCHAR));
    for (unsigned attempt = 0; attempt < TRIES; attempt++) {
        LARGE_INTEGER now = {.QuadPart = 0};
        QueryPerformanceCounter(&now);
        char suffix[24];
        int count = snprintf(suffix, sizeof suffix, ".%08lx%02x.tmp",
                             (unsigned long)(now.QuadPart & 0xffffffff), attempt);
        for (int i = 0; i <= count; i++) temporary[kept + (size_t)i] = (WCHAR)suffix[i];
        HANDLE file =
            CreateFileW(temporary, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (file != INVALID_HANDLE_VALUE || GetLastError() != ERROR_FILE_EXISTS) return file;
    }
    return INVALID_HANDLE_VALUE;
}

static vrm_Result replace_file(const WidePath* target, const void* data, size_t size,
                               const vrm_Allocator* allocator) {
    WidePath temporary;
    vrm_Result result = alloc_path(allocator, (size_t)lstrlenW(target->text) + 32, &temporary);
    if (result != VRM_OK) return result;
    result = VRM_ERR_IO;
    HANDLE file = create_beside(target->text, temporary.text);
    if (file == INVALID_HANDLE_VALUE) {
        set_errno();
    } else {
        bool is_sound = write_fully(file, data, size);
        if (is_sound && !FlushFileBuffers(file)) {
            set_errno();
            is_sound = false;
        }
        CloseHandle(file);
        if (is_sound && !MoveFileExW(temporary.text, target->text,
                                     MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
            set_errno();
            is_sound = false;
        }
        if (is_sound)
            result = VRM_OK;
        else
            DeleteFileW(temporary.text);
    }
    release_path(allocator, &temporary);
    return result;
}

/* Pipes and devices, such as CON and NUL, are written in place. */
static bool is_device(const WCHAR* path) {
    HANDLE file = CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                              OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    DWORD kind = GetFileType(file);
    CloseHandle(file);
    return kind == FILE_TYPE_CHAR;
}

static vrm_Result write_in_place(const WCHAR* path, const void* data, size_t size) {
    HANDLE file = CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                              OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        set_errno();
        return VRM_ERR_IO;
    }
    bool is_sound = write_fully(file, data, size);
    return CloseHandle(file) && is_sound ? VRM_OK : VRM_ERR_IO;
}

vrm_Result vrmi_file_write(const char* path, const void* data, size_t size,
                           const vrm_Allocator* allocator) {
    WidePath wide;
    vrm_Result result = widen(path, allocator, &wide);
    if (result != VRM_OK) return result;
    DWORD attributes = GetFileAttributesW(wide.text);
    bool exists = attributes != INVALID_FILE_ATTRIBUTES;
    if (exists && (attributes & FILE_ATTRIBUTE_DIRECTORY)) {
        errno = EISDIR;
        result = VRM_ERR_IO;
    } else if (is_device(wide.text)) {
        result = write_in_place(wide.text, data, size);
    } else {
        result = follow_links(allocator, &wide);
        if (result == VRM_OK) result = replace_file(&wide, data, size, allocator);
    }
    release_path(allocator, &wide);
    return result;
}

#else
typedef int vrmi_file_windows_is_for_windows; /* a file must declare something */
#endif
