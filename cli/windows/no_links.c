/* SPDX-License-Identifier: MIT */
/* Making a symbolic link needs a privilege on Windows: paths are opened by their names. */
#include "files/no_links.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

void cli_refuse_links(void) {}

bool cli_are_links_refused(void) {
    return false;
}

int cli_open(const char* path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

int cli_open_regular(const char* path, uint64_t* out_size) {
    struct stat info;
    if (stat(path, &info) != 0) return -1;
    *out_size = (uint64_t)info.st_size;
    if (S_ISREG(info.st_mode)) return cli_open(path, O_RDONLY, 0);
    errno = 0;
    return -1;
}
