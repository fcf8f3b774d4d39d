/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fdopen */

#include "files/side_files.h"

#include "files/files.h"
#include "files/glb.h"
#include "files/no_links.h"
#include "files/paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JSON_BYTES_MAX ((size_t)1 << 30)

enum { PATH_ROOM = 8192 };

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* %20 and the like, in place. */
static void decode_percent(char* text) {
    char* to = text;
    for (const char* at = text; *at != 0; at++) {
        int high = at[0] == '%' ? hex_value(at[1]) : -1;
        int low = high >= 0 ? hex_value(at[2]) : -1;
        *to++ = low >= 0 ? (char)(high * 16 + low) : *at;
        if (low >= 0) at += 2;
    }
    *to = 0;
}

bool cli_is_side_uri(const char* uri) {
    char path[PATH_ROOM];
    size_t length = strlen(uri);
    if (length == 0 || length >= sizeof path || strstr(uri, "%00") != NULL) return false;
    memcpy(path, uri, length + 1);
    decode_percent(path);
    if (path[0] == '/' || strpbrk(path, "\\:?#") != NULL) return false;
    for (const char* part = path; part != NULL;) {
        const char* slash = strchr(part, '/');
        size_t size = slash != NULL ? (size_t)(slash - part) : strlen(part);
        if (size == 0 || (size == 2 && part[0] == '.' && part[1] == '.')) return false;
        part = slash != NULL ? slash + 1 : NULL;
    }
    return true;
}

/* False to stop. */
static bool visit_uris(const char* file, const vrm_Json* json, const char* array,
                       cli_SideFileFn* visit, void* ctx) {
    const char* slash = cli_last_slash(file);
    size_t folder = slash != NULL ? (size_t)(slash - file) + 1 : 0;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, vrm_json_root(json), array));
    while (vrm_json_next(&it)) {
        char path[PATH_ROOM], uri[PATH_ROOM];
        vrm_JsonRef value = vrm_json_member(json, it.value, "uri");
        if (value == VRM_JSON_MISSING || folder >= sizeof path / 2) continue;
        memcpy(path, file, folder);
        size_t room = sizeof path - folder;
        if (vrm_json_string(json, value, uri, room) >= room) continue; /* a long data: */
        if (strncmp(uri, "data:", 5) == 0) continue;
        strcpy(path + folder, uri);
        decode_percent(path + folder);
        if (!visit(ctx, uri, path)) return false;
    }
    return true;
}

bool cli_is_absence(int error) {
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP ||
           error == ENAMETOOLONG;
}

static vrm_Result result_of_error(void) {
    return cli_is_absence(errno) ? VRM_OK : errno == ENOMEM ? VRM_ERR_MEMORY : VRM_ERR_IO;
}

/* All of a glTF text, or the first chunk of a GLB; malloc'd, NULL for other files. */
static vrm_Result read_json(const char* path, char** out_text, size_t* out_size) {
    uint64_t file_size;
    uint8_t head[CLI_GLB_HEAD];
    *out_text = NULL;
    int file = cli_open_regular(path, &file_size);
    if (file < 0 && errno == EACCES && access(path, R_OK) == 0) {
        errno = EACCES; /* it may be read, so that it will be: its side files must be known */
        return VRM_ERR_IO;
    }
    if (file < 0) return errno == 0 ? VRM_OK : result_of_error();
    FILE* in = fdopen(file, "rb");
    if (in == NULL) {
        close(file);
        return result_of_error();
    }
    size_t got = cli_read_some(in, head, sizeof head), size = (size_t)file_size, kept = got;
    if (got == sizeof head && cli_is_glb(head, got)) {
        size_t length = cli_glb_json_length(head);
        size = size > sizeof head && length < size - sizeof head ? length : size - sizeof head;
        kept = 0;
    } else if (got == 0 || memchr("{ \t\r\n\xEF", head[0], 6) == NULL) {
        size = 0;
    }
    bool has_json = size >= kept && size > 0 && size <= JSON_BYTES_MAX;
    char* text = has_json ? malloc(size) : NULL;
    if (text != NULL) {
        memcpy(text, head, kept);
        *out_size = kept + cli_read_some(in, text + kept, size - kept);
    }
    vrm_Result result = ferror(in)                 ? VRM_ERR_IO
                        : has_json && text == NULL ? VRM_ERR_MEMORY
                                                   : VRM_OK;
    int cause = errno;
    fclose(in);
    errno = cause;
    *out_text = text;
    return result;
}

vrm_Result cli_each_side_file(const char* file, cli_SideFileFn* visit, void* ctx) {
    size_t size = 0;
    char* text = NULL;
    vrm_Json* json = NULL;
    if (cli_is_stream(file)) return VRM_OK;
    vrm_Result result = read_json(file, &text, &size);
    if (result == VRM_OK && text != NULL) result = vrm_json_parse(text, size, NULL, NULL, &json);
    if (json != NULL && visit_uris(file, json, "buffers", visit, ctx))
        visit_uris(file, json, "images", visit, ctx);
    vrm_json_destroy(json);
    free(text);
    bool is_machine_trouble = result == VRM_ERR_IO || result == VRM_ERR_MEMORY;
    return is_machine_trouble ? result : VRM_OK; /* else it is not glTF */
}
