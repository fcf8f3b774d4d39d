/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_PATH */

#include "files/no_links.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Landlock asks no right to pass through a folder that is opened so. */
#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

static bool are_links_refused;

void cli_refuse_links(void) {
    are_links_refused = true;
}

bool cli_are_links_refused(void) {
    return are_links_refused;
}

static int open_at(int folder, const char* name, int flags, mode_t mode) {
    int file;
    do file = openat(folder, name, flags | O_CLOEXEC, mode);
    while (file < 0 && errno == EINTR);
    return file;
}

static void close_folder(int folder) {
    int cause = errno;
    if (folder != AT_FDCWD) close(folder);
    errno = cause;
}

/* Opens the names of the path one by one: there is no moment between check and use. */
static int open_by_names(const char* path, int flags, mode_t mode) {
    char name[256];
    int folder = path[0] == '/' ? open_at(AT_FDCWD, "/", O_PATH | O_DIRECTORY, 0) : AT_FDCWD;
    while (*path == '/') path++;
    for (const char* slash; folder != -1 && (slash = strchr(path, '/')) != NULL;) {
        size_t length = (size_t)(slash - path);
        int next = -1;
        errno = ENAMETOOLONG;
        if (length < sizeof name) {
            memcpy(name, path, length);
            name[length] = 0;
            next = open_at(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW, 0);
        }
        close_folder(folder);
        folder = next;
        path = slash;
        while (*path == '/') path++;
    }
    if (folder == -1) return -1;
    /* O_NONBLOCK: if the path is a pipe, opening it does not wait for the other end. */
    int file = open_at(folder, path, flags | O_NOFOLLOW | O_NONBLOCK, mode);
    close_folder(folder);
    return file;
}

int cli_open(const char* path, int flags, mode_t mode) {
    if (!are_links_refused) return open_at(AT_FDCWD, path, flags, mode);
    struct stat info;
    int file = open_by_names(path, flags, mode);
    if (file < 0 || (fstat(file, &info) == 0 && S_ISREG(info.st_mode))) return file;
    close(file);
    errno = EINVAL;
    return -1;
}

int cli_open_regular(const char* path, uint64_t* out_size) {
    struct stat info;
    int file = cli_open(path, O_RDONLY | O_NONBLOCK, 0);
    if (file < 0) return -1;
    bool is_known = fstat(file, &info) == 0;
    if (is_known && S_ISREG(info.st_mode)) {
        *out_size = (uint64_t)info.st_size;
        return file;
    }
    int cause = is_known ? 0 : errno;
    close(file);
    errno = cause;
    return -1;
}
