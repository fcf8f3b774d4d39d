/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* stat */

#include "paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool cli_is_folder(const char* path) {
    struct stat info;
    size_t length = strlen(path);
    if (length > 0 && path[length - 1] == '/') return true;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

const char* cli_stem(const char* file, size_t* out_length) {
    const char* slash = strrchr(file, '/');
    const char* name = slash != NULL ? slash + 1 : file;
    if (strcmp(name, "-") == 0) name = "stdin";
    const char* dot = strrchr(name, '.');
    *out_length = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    return name;
}

bool cli_output_path(const char* output, bool is_folder, const char* file, const char* extension,
                     char* out, size_t out_size) {
    if (!is_folder) return (size_t)snprintf(out, out_size, "%s", output) < out_size;
    size_t length;
    const char* name = cli_stem(file, &length);
    const char* join = output[strlen(output) - 1] == '/' ? "" : "/";
    int needed = snprintf(out, out_size, "%s%s%.*s%s", output, join, (int)length, name, extension);
    return needed >= 0 && (size_t)needed < out_size;
}

/* The length of a %d or %04d at `text`; 0 when there is none. At most nine digits. */
static size_t number_mark(const char* text, int* out_width) {
    if (text[0] != '%') return 0;
    size_t digits = strspn(text + 1, "0123456789");
    if (digits > 2 || text[1 + digits] != 'd' || (digits > 0 && text[1] != '0')) return 0;
    *out_width = digits > 0 ? atoi(text + 1) : 1;
    return *out_width <= 9 ? digits + 2 : 0;
}

bool cli_is_number_pattern(const char* path) {
    int marks = 0, width;
    for (const char* at = path; *at != 0; at++) {
        if (*at != '%') continue;
        if (number_mark(at, &width) == 0) return false;
        marks++;
    }
    return marks == 1;
}

void cli_number_path(const char* pattern, int32_t number, char* out, size_t out_size) {
    const char* mark = strchr(pattern, '%');
    int width = 1;
    size_t length = mark != NULL ? number_mark(mark, &width) : 0;
    if (length == 0)
        snprintf(out, out_size, "%s", pattern);
    else
        snprintf(out, out_size, "%.*s%0*d%s", (int)(mark - pattern), pattern, width, number,
                 mark + length);
}
