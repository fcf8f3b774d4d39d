/* SPDX-License-Identifier: MIT */
/* container/file.h for POSIX; file_windows.c is the same for Windows. */
#ifndef _WIN32
#define _XOPEN_SOURCE 700 /* openat, fsync, fchmod, readlink */

#include "container/file.h"

#include "base/alloc.h"
#include "container/file_memory.h"
#include "vrm/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LINKS_MAX       40 /* as many as Linux follows */
#define LINK_LENGTH_MAX 4096

#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif

/* ---- Calls that a signal may interrupt ---- */

/* The host may have signal handlers: what they interrupt is done again. */
static int open_again(int folder, const char* path, int flags, mode_t mode) {
    int fd;
    do fd = openat(folder, path, flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

static bool flush_file(int fd) {
    while (fsync(fd) != 0)
        if (errno != EINTR) return false;
    return true;
}

/* The descriptor is gone after an interruption, too: closing again might close another's. */
static bool close_file(int fd) {
    return close(fd) == 0 || errno == EINTR;
}

/* ---- Reading ---- */

/* vrmi_ReadFn, of a descriptor. */
static ptrdiff_t read_fully(const void* file, uint8_t* data, size_t size) {
    const int fd = *(const int*)file;
    size_t done = 0;
    while (done < size) {
        ssize_t count = read(fd, data + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -1;
        if (count == 0) break;
        done += (size_t)count;
    }
    return (ptrdiff_t)done;
}

/* Reads an open file. `fd` may be -1; it is closed in every case. */
static vrm_Result read_open(int fd, bool must_be_regular, uint64_t max_size, vrmi_AcceptFn* accepts,
                            const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size) {
    *out_data = NULL;
    *out_size = 0;
    if (fd < 0) return VRM_ERR_IO;
    struct stat info;
    vrm_Result result = VRM_ERR_IO;
    int cause = 0; /* opening a folder succeeds, so errno has no error */
    if (fstat(fd, &info) != 0) {
        /* keeps VRM_ERR_IO */
    } else if (S_ISREG(info.st_mode)) {
        *out_size = (uint64_t)info.st_size > SIZE_MAX ? SIZE_MAX : (size_t)info.st_size;
        result = (uint64_t)info.st_size > max_size || *out_size == SIZE_MAX
                     ? VRM_ERR_LIMIT
                     : vrmi_read_regular(read_fully, &fd, *out_size, allocator, out_data);
    } else if (S_ISDIR(info.st_mode)) {
        cause = EISDIR;
    } else if (!must_be_regular) {
        result =
            vrmi_read_stream(read_fully, &fd, max_size, accepts, allocator, out_data, out_size);
    }
    close(fd);
    if (cause != 0) errno = cause;
    return result;
}

vrm_Result vrmi_file_read(const char* path, uint64_t max_size, vrmi_AcceptFn* accepts,
                          const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size) {
    int fd = open_again(AT_FDCWD, path, O_RDONLY, 0);
    return read_open(fd, false, max_size, accepts, allocator, out_data, out_size);
}

/* Opens the names of a path one by one and refuses symbolic links, so that nobody can put a link
 * there between check and use. O_NONBLOCK: opening a pipe must not
 * wait for a writer. */
static int open_below(const char* folder, const char* path) {
    int at = open_again(AT_FDCWD, folder[0] == '\0' ? "." : folder, O_RDONLY | O_DIRECTORY, 0);
    while (at >= 0) {
        char name[256];
        const char* slash = strchr(path, '/');
        size_t length = slash != NULL ? (size_t)(slash - path) : strlen(path);
        int next = -1;
        if (length > 0 && length < sizeof name) {
            memcpy(name, path, length);
            name[length] = '\0';
            int flags = slash != NULL ? O_DIRECTORY : O_NONBLOCK;
            if (strcmp(name, "..") != 0)
                next = open_again(at, name, O_RDONLY | O_NOFOLLOW | flags, 0);
        }
        close(at);
        if (slash == NULL) return next;
        at = next;
        path = slash + 1;
    }
    return -1;
}

vrm_Result vrmi_file_read_below(const char* folder, const char* path, uint64_t max_size,
                                const vrm_Allocator* allocator, uint8_t** out_data,
                                size_t* out_size) {
    return read_open(open_below(folder, path), true, max_size, NULL, allocator, out_data, out_size);
}

/* ---- Writing ---- */

static bool write_fully(int fd, const uint8_t* data, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = write(fd, data + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += (size_t)count;
    }
    return true;
}

/* Closes the file; false when closing or an earlier write failed. */
static bool close_after(int fd, bool is_sound) {
    return close_file(fd) && is_sound;
}

static vrm_Result write_in_place(const char* path, const void* data, size_t size) {
    int fd = open_again(AT_FDCWD, path, O_WRONLY, 0);
    if (fd < 0) return VRM_ERR_IO;
    return close_after(fd, write_fully(fd, data, size)) ? VRM_OK : VRM_ERR_IO;
}

/* Creates a new file beside the target and writes its name to `temporary`, which has room for it.
 * The clock only varies the names: O_EXCL is what separates two writers. If the target's name plus
 * the suffix would be too long for a file system, the target's name is left out. */
static int create_beside(const char* target, mode_t mode, char* temporary, size_t room) {
    const char* slash = strrchr(target, '/');
    const char* name = slash == NULL ? target : slash + 1;
    bool is_long = strlen(name) > VRM_FILE_NAME_MAX;
    int kept = (int)(is_long ? (size_t)(name - target) : strlen(target));
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        struct timespec now = {0};
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(temporary, room, "%.*s.%08lx%02x.tmp", kept, target, (unsigned long)now.tv_nsec,
                 attempt);
        int fd = open_again(AT_FDCWD, temporary, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* Flushes the rename to the disk. Not every file system can flush a folder: failure is ignored. */
static void flush_folder(const char* target, char* scratch) {
    const char* slash = strrchr(target, '/');
    size_t length = slash == NULL ? 0 : slash == target ? 1 : (size_t)(slash - target);
    memcpy(scratch, target, length);
    scratch[length] = '\0';
    int fd = open_again(AT_FDCWD, length == 0 ? "." : scratch, O_RDONLY | O_DIRECTORY, 0);
    if (fd < 0) return;
    flush_file(fd);
    close(fd);
}

static vrm_Result replace_file(const char* target, const struct stat* before, const void* data,
                               size_t size, const vrm_Allocator* allocator) {
    size_t room = strlen(target) + 32;
    char* temporary = vrmi_alloc(allocator, room);
    if (temporary == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = VRM_ERR_IO;
    /* The new file of a private target is private from its first byte on. */
    int fd = create_beside(target, before != NULL ? 0600 : 0666, temporary, room);
    if (fd >= 0) {
        bool is_sound = true;
#ifndef __wasi__
        /* Without the bits that let a program act as the owner: the owner may be another. */
        if (before != NULL) is_sound = fchmod(fd, before->st_mode & 0777) == 0;
#endif
        is_sound = is_sound && write_fully(fd, data, size) && flush_file(fd);
        is_sound = close_after(fd, is_sound) && rename(temporary, target) == 0;
        if (is_sound) {
            flush_folder(target, temporary);
            result = VRM_OK;
        } else {
            unlink(temporary);
        }
    }
    vrmi_release(allocator, temporary, room);
    return result;
}

/* Resolves one symbolic link: returns its target, *out_size bytes from `allocator`; NULL when there
 * is no memory or the name is too long. */
static char* follow_link(const char* link, const char* to, size_t length,
                         const vrm_Allocator* allocator, size_t* out_size) {
    const char* slash = to[0] == '/' ? NULL : strrchr(link, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - link) + 1;
    *out_size = folder + length + 1;
    char* target = vrmi_alloc(allocator, *out_size);
    if (target == NULL) return NULL;
    memcpy(target, link, folder);
    memcpy(target + folder, to, length);
    target[folder + length] = '\0';
    return target;
}

/* Renaming over a link would replace the link itself, even /dev/stdout, instead of its target: so
 * links are resolved first, also those whose target does not exist yet. */
static vrm_Result replace_behind_links(const char* path, const struct stat* before,
                                       const void* data, size_t size,
                                       const vrm_Allocator* allocator) {
    int links = LINKS_MAX;
    char to[LINK_LENGTH_MAX];
    char* owned = NULL;
    size_t owned_size = 0;
    vrm_Result result = VRM_OK;
    for (; result == VRM_OK; links--) {
        const char* at = owned != NULL ? owned : path;
        ssize_t length = readlink(at, to, sizeof to);
        if (length < 0) break; /* no link */
        size_t next_size = 0;
        char* next = NULL;
        errno = links == 0 ? ELOOP : ENAMETOOLONG;
        result = VRM_ERR_IO;
        if (links > 0 && length > 0 && (size_t)length < sizeof to) {
            next = follow_link(at, to, (size_t)length, allocator, &next_size);
            result = next != NULL ? VRM_OK : VRM_ERR_MEMORY;
        }
        vrmi_release(allocator, owned, owned_size);
        owned = next;
        owned_size = next_size;
    }
    if (result == VRM_OK)
        result = replace_file(owned != NULL ? owned : path, before, data, size, allocator);
    vrmi_release(allocator, owned, owned_size);
    return result;
}

vrm_Result vrmi_file_write(const char* path, const void* data, size_t size,
                           const vrm_Allocator* allocator) {
    struct stat info;
    bool exists = stat(path, &info) == 0;
    /* Whose mode is not known is not replaced: the new file might be readable by more people. */
    if (!exists && errno != ENOENT) return VRM_ERR_IO;
    if (exists && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return VRM_ERR_IO;
    }
    if (exists && !S_ISREG(info.st_mode)) return write_in_place(path, data, size);
    return replace_behind_links(path, exists ? &info : NULL, data, size, allocator);
}

#else
typedef int vrmi_file_is_for_posix; /* a file must declare something */
#endif
