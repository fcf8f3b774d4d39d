/* SPDX-License-Identifier: MIT */
/* paths.h for Windows. */
#include "files/paths.h"

#include "windows/utf16.h"

#include <stdlib.h>
#include <string.h>

bool cli_is_slash(char sign) {
    return sign == '/' || sign == '\\';
}

const char* cli_last_slash(const char* path) {
    const char* found = NULL;
    for (; *path != 0; path++)
        if (cli_is_slash(*path)) found = path;
    return found;
}

bool cli_is_absolute(const char* path) {
    return cli_is_slash(path[0]) || (path[0] != 0 && path[1] == ':');
}

/* As the file system compares: capitals do not count, in any script. */
int cli_compare_paths(const char* a, const char* b) {
    wchar_t *wide_a = wide_text(a), *wide_b = wide_text(b);
    int order = wide_a != NULL && wide_b != NULL
                    ? CompareStringOrdinal(wide_a, -1, wide_b, -1, TRUE) - CSTR_EQUAL
                    : strcmp(a, b);
    free(wide_a);
    free(wide_b);
    return order;
}
