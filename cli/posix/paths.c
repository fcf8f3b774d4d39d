/* SPDX-License-Identifier: MIT */
#include "files/paths.h"

#include <string.h>

bool cli_is_slash(char sign) {
    return sign == '/';
}

const char* cli_last_slash(const char* path) {
    return strrchr(path, '/');
}

bool cli_is_absolute(const char* path) {
    return path[0] == '/';
}

int cli_compare_paths(const char* a, const char* b) {
    return strcmp(a, b);
}
