/* SPDX-License-Identifier: MIT */
/* Files and folders of posix.h. */
#include "windows/posix.h"
#include "windows/utf16.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>

#undef fopen
#undef open

#define EPOCH_1601_S 11644473600 /* from the epoch of Windows to that of POSIX */

/* ---- What is there ---- */

/* Opens anything for looking at it, folders too; -1 for a link itself. */
static HANDLE open_any(const wchar_t* path, bool follows) {
    DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (follows ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
    return CreateFileW(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, flags, NULL);
}

static bool is_link(const wchar_t* path) {
    WIN32_FIND_DATAW found;
    DWORD attributes = GetFileAttributesW(path);
    if (attributes == INVALID_FILE_ATTRIBUTES || !(attributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return false;
    HANDLE search = FindFirstFileW(path, &found); /* which also gives its type */
    if (search == INVALID_HANDLE_VALUE) return false;
    FindClose(search);
    return found.dwReserved0 == IO_REPARSE_TAG_SYMLINK ||
           found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT;
}

static int look(const char* path, bool follows, struct posix_stat* out) {
    *out = (struct posix_stat){0};
    wchar_t* wide = wide_path(path);
    if (wide == NULL) return -1;
    HANDLE file = open_any(wide, follows);
    bool is_open = file != INVALID_HANDLE_VALUE;
    if (!is_open) wide_set_errno();
    BY_HANDLE_FILE_INFORMATION info;
    if (is_open &&
        (GetFileType(file) != FILE_TYPE_DISK || !GetFileInformationByHandle(file, &info)))
        out->st_mode = S_IFCHR;
    else if (is_open) {
        bool is_folder = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        out->st_mode = !follows && is_link(wide) ? S_IFLNK : is_folder ? S_IFDIR : S_IFREG;
        out->st_mode |= info.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? 0444 : 0666;
        out->st_dev = info.dwVolumeSerialNumber;
        out->st_ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
        out->st_size = (int64_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow);
        uint64_t ticks = (uint64_t)info.ftLastWriteTime.dwHighDateTime << 32 |
                         info.ftLastWriteTime.dwLowDateTime;
        out->st_mtime = (int64_t)(ticks / 10000000) - EPOCH_1601_S;
    }
    if (is_open) CloseHandle(file);
    free(wide);
    return is_open ? 0 : -1;
}

int posix_stat(const char* path, struct posix_stat* out) {
    return look(path, true, out);
}

int posix_lstat(const char* path, struct posix_stat* out) {
    return look(path, false, out);
}

/* ---- Opening ---- */

/* Windows denies access to a folder that is opened as a file. */
static bool is_folder(const wchar_t* path) {
    DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

FILE* posix_fopen(const char* path, const char* mode) {
    wchar_t *wide = wide_path(path), *wide_mode = wide != NULL ? wide_text(mode) : NULL;
    FILE* file = wide_mode != NULL ? _wfopen(wide, wide_mode) : NULL;
    int cause = errno;
    if (file == NULL && wide != NULL && is_folder(wide)) cause = EISDIR;
    free(wide_mode);
    free(wide);
    errno = cause;
    return file;
}

/* A file that is open may be deleted, so that an interrupted run can remove what it was writing. */
int posix_open(const char* path, int flags, ...) {
    if (flags & O_DIRECTORY) {
        errno = EISDIR;
        return -1;
    }
    bool writes = (flags & (O_WRONLY | O_RDWR)) != 0;
    DWORD access = (flags & O_WRONLY ? 0 : GENERIC_READ) | (writes ? GENERIC_WRITE : 0);
    DWORD how = !(flags & O_CREAT) ? OPEN_EXISTING
                : flags & O_EXCL   ? CREATE_NEW
                : flags & O_TRUNC  ? CREATE_ALWAYS
                                   : OPEN_ALWAYS;
    wchar_t* wide = wide_path(path);
    if (wide == NULL) return -1;
    HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, how,
                              FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        wide_set_errno();
        if (is_folder(wide)) errno = EISDIR;
    }
    free(wide);
    if (file == INVALID_HANDLE_VALUE) return -1;
    int number = _open_osfhandle((intptr_t)file, _O_BINARY | _O_NOINHERIT);
    if (number < 0) CloseHandle(file);
    return number;
}

int posix_fsync(int file) {
    return _commit(file);
}

int posix_isatty(int file) {
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(file), &mode) != 0;
}

/* A new file has the permissions of its folder, which is what Windows users expect. */
int posix_fchmod(int file, uint32_t mode) {
    (void)file;
    (void)mode;
    return 0;
}

/* ---- Changing ---- */

static int result_of(BOOL is_done) {
    if (!is_done) wide_set_errno();
    return is_done ? 0 : -1;
}

int posix_unlink(const char* path) {
    wchar_t* wide = wide_path(path);
    int result = wide != NULL ? result_of(DeleteFileW(wide)) : -1;
    free(wide);
    return result;
}

int posix_rename(const char* from, const char* to) {
    wchar_t *wide_from = wide_path(from), *wide_to = wide_from != NULL ? wide_path(to) : NULL;
    int result = -1;
    if (wide_to != NULL)
        result = result_of(
            MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
    free(wide_to);
    free(wide_from);
    return result;
}

int posix_mkdir(const char* path, int mode) {
    (void)mode;
    wchar_t* wide = wide_path(path);
    int result = wide != NULL ? result_of(CreateDirectoryW(wide, NULL)) : -1;
    free(wide);
    return result;
}

/* ---- Names ---- */

static char* with_slashes(wchar_t* path) {
    static const wchar_t share[] = L"\\\\?\\UNC\\", prefix[] = L"\\\\?\\";
    wchar_t* from = path;
    if (wcsncmp(path, share, wcslen(share)) == 0) {
        from = path + wcslen(share) - 2;
        from[0] = from[1] = L'\\';
    } else if (wcsncmp(path, prefix, wcslen(prefix)) == 0) {
        from = path + wcslen(prefix);
    }
    for (wchar_t* at = from; *at != 0; at++)
        if (*at == L'\\') *at = L'/';
    return wide_to_utf8(from);
}

char* posix_realpath(const char* path, char* out) {
    (void)out;
    wchar_t* wide = wide_path(path);
    if (wide == NULL) return NULL;
    HANDLE file = open_any(wide, true);
    free(wide);
    if (file == INVALID_HANDLE_VALUE) {
        wide_set_errno();
        return NULL;
    }
    DWORD room = GetFinalPathNameByHandleW(file, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t* full = room > 0 ? malloc(((size_t)room + 1) * sizeof *full) : NULL;
    DWORD length =
        full != NULL ? GetFinalPathNameByHandleW(file, full, room + 1, FILE_NAME_NORMALIZED) : 0;
    if (length == 0) wide_set_errno();
    CloseHandle(file);
    char* result = length > 0 && length <= room ? with_slashes(full) : NULL;
    free(full);
    return result;
}

ssize_t posix_readlink(const char* path, char* out, size_t size) {
    wchar_t* wide = wide_path(path);
    bool is_found = wide != NULL && is_link(wide);
    free(wide);
    char* target = is_found ? posix_realpath(path, NULL) : NULL;
    if (target == NULL) {
        errno = is_found ? ENOENT : EINVAL;
        return -1;
    }
    size_t length = strlen(target);
    if (length > size) length = size;
    memcpy(out, target, length);
    free(target);
    return (ssize_t)length;
}

/* ---- Folders ---- */

struct posix_Folder {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool has_next;
    struct dirent entry;
};

DIR* posix_opendir(const char* path) {
    size_t room = strlen(path) + 3;
    char* pattern = malloc(room);
    DIR* folder = calloc(1, sizeof *folder);
    wchar_t* wide = NULL;
    if (pattern != NULL && folder != NULL) {
        snprintf(pattern, room, "%s/*", path);
        wide = wide_path(pattern);
    }
    if (wide != NULL) {
        folder->search = FindFirstFileW(wide, &folder->found);
        folder->has_next = folder->search != INVALID_HANDLE_VALUE;
        if (!folder->has_next) wide_set_errno();
    }
    bool is_open = wide != NULL && folder->has_next;
    if (!is_open) free(folder);
    free(wide);
    free(pattern);
    return is_open ? folder : NULL;
}

struct dirent* posix_readdir(DIR* folder) {
    free(folder->entry.d_name);
    folder->entry.d_name = NULL;
    if (!folder->has_next) return NULL;
    folder->entry.d_name = wide_to_utf8(folder->found.cFileName);
    folder->has_next = FindNextFileW(folder->search, &folder->found) != 0;
    return folder->entry.d_name != NULL ? &folder->entry : NULL;
}

int posix_closedir(DIR* folder) {
    FindClose(folder->search);
    free(folder->entry.d_name);
    free(folder);
    return 0;
}
