/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* fchmod, getpid, realpath, stat */

#include "paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* ---- Writing ---- */

/* A name beside the target that nobody else uses; from malloc(). */
static char* part_name(const char* target) {
    size_t size = strlen(target) + 32;
    char* part = malloc(size);
    if (part != NULL) snprintf(part, size, "%s.%ld.part", target, (long)getpid());
    return part;
}

vrm_Result cli_output_begin(const char* path, cli_Output* out) {
    struct stat info;
    *out = (cli_Output){0};
    bool exists = stat(path, &info) == 0;
    if (strcmp(path, "-") == 0 || (exists && !S_ISREG(info.st_mode))) {
        out->file = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
        return out->file != NULL ? VRM_OK : VRM_ERR_IO;
    }
    /* Renaming over a link would replace the link, and not what it leads to. */
    out->target = exists ? realpath(path, NULL) : strdup(path);
    out->part = out->target != NULL ? part_name(out->target) : NULL;
    if (out->part != NULL) out->file = fopen(out->part, "wbx");
    if (out->file != NULL && (!exists || fchmod(fileno(out->file), info.st_mode & 07777) == 0))
        return VRM_OK;
    vrm_Result result = out->part == NULL ? VRM_ERR_MEMORY : VRM_ERR_IO;
    cli_output_end(out, false);
    return result;
}

vrm_Result cli_output_end(cli_Output* output, bool is_sound) {
    if (output->file != NULL) {
        is_sound = fflush(output->file) == 0 && !ferror(output->file) && is_sound;
        if (output->file != stdout) is_sound = fclose(output->file) == 0 && is_sound;
    }
    if (output->part != NULL && is_sound) is_sound = rename(output->part, output->target) == 0;
    int cause = errno;
    if (output->part != NULL && output->file != NULL && !is_sound) remove(output->part);
    free(output->part);
    free(output->target);
    *output = (cli_Output){0};
    errno = cause;
    return is_sound ? VRM_OK : VRM_ERR_IO;
}

vrm_Result cli_output_probe(const char* path) {
    struct stat info;
    cli_Output output;
    if (strcmp(path, "-") == 0 || (stat(path, &info) == 0 && !S_ISREG(info.st_mode))) return VRM_OK;
    vrm_Result result = cli_output_begin(path, &output);
    if (result == VRM_OK) cli_output_end(&output, false);
    return result;
}

vrm_Result cli_write_file(const char* path, const void* data, size_t size) {
    cli_Output output;
    vrm_Result result = cli_output_begin(path, &output);
    if (result != VRM_OK) return result;
    return cli_output_end(&output, fwrite(data, 1, size, output.file) == size);
}
