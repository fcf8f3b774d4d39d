/* SPDX-License-Identifier: MIT */
/* Reading and writing for the commands: paths, standard input and output. */
#define _POSIX_C_SOURCE 200809L /* stat, fdopen */

#include "files/files.h"

#include "files/glb.h"
#include "files/no_links.h"
#include "files/paths.h"
#include "files/whole_file.h"
#include "words/limit_option.h"
#include "words/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE* cli_open_to_read(const char* path) {
    int file = cli_open(path, O_RDONLY, 0);
    if (file < 0) return NULL;
    FILE* in = fdopen(file, "rb");
    if (in == NULL) close(file);
    return in;
}

size_t cli_read_some(FILE* in, void* out, size_t size) {
    size_t got = 0;
    for (;;) {
        got += fread((char*)out + got, 1, size - got, in);
        if (!ferror(in) || errno != EINTR) return got;
        clearerr(in);
    }
}

/* `accepts` sees the first bytes; NULL: anything goes. `head` was read before, 64 kB at most. */
static vrm_Result read_all(FILE* in, const uint8_t* head, size_t head_size, uint64_t max_size,
                           cli_AcceptFn* accepts, uint8_t** out_bytes, size_t* out_size) {
    *out_bytes = NULL;
    *out_size = 0;
    size_t size = head_size, capacity = 1 << 16;
    uint8_t* bytes = malloc(capacity);
    if (bytes != NULL && head_size > 0) memcpy(bytes, head, head_size);
    while (bytes != NULL) {
        size_t got = cli_read_some(in, bytes + size, capacity - size);
        bool is_other = size == 0 && accepts != NULL && !accepts(bytes, got);
        size += got;
        if (size > max_size || is_other) {
            free(bytes);
            return is_other ? VRM_ERR_CONTAINER : VRM_ERR_LIMIT;
        }
        if (got == 0) {
            if (ferror(in)) {
                free(bytes);
                return VRM_ERR_IO;
            }
            *out_bytes = bytes;
            *out_size = size;
            return VRM_OK;
        }
        if (size == capacity) {
            /* Not more than shows that there is too much. */
            size_t wanted = capacity > SIZE_MAX / 2 ? 0 : capacity * 2;
            if (max_size < wanted) wanted = (size_t)max_size + 1;
            uint8_t* larger = wanted > capacity ? realloc(bytes, wanted) : NULL;
            if (larger == NULL) free(bytes);
            bytes = larger;
            capacity = wanted;
        }
    }
    return VRM_ERR_MEMORY;
}

vrm_Result cli_read_stdin(uint64_t max_size, uint8_t** out_bytes, size_t* out_size) {
    return read_all(stdin, NULL, 0, max_size, NULL, out_bytes, out_size);
}

/* Whether bytes can begin a GLB or JSON text: a brace behind white space, or a byte order mark,
 * which the reader names. */
static bool may_be_gltf(const uint8_t* head, size_t size) {
    size_t at = 0;
    while (at < size && memchr(" \t\r\n", head[at], 4) != NULL) at++;
    return at == size || head[at] == '{' || head[at] == 0xEF ||
           (at == 0 && memcmp(head, "glTF", size < 4 ? size : 4) == 0);
}

bool cli_is_stream(const char* file) {
    struct stat info;
    return strcmp(file, "-") == 0 ||
           (stat(file, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

static vrm_Result read_gltf(FILE* in, uint64_t max_size, uint8_t** out_bytes, size_t* out_size) {
    /* The first bytes identify input that is not glTF; the rest, maybe endless, is not read. */
    uint8_t head[4096];
    size_t got = cli_read_some(in, head, sizeof head);
    if (may_be_gltf(head, got) || got > max_size)
        return read_all(in, head, got, max_size, NULL, out_bytes, out_size);
    *out_size = got;
    *out_bytes = malloc(got);
    if (*out_bytes == NULL) return VRM_ERR_MEMORY;
    memcpy(*out_bytes, head, got);
    return VRM_OK;
}

vrm_Result cli_read_gltf_stream(const char* file, uint64_t max_size, vrm_Report* report,
                                uint8_t** out_bytes, size_t* out_size) {
    *out_bytes = NULL;
    *out_size = 0;
    FILE* in = strcmp(file, "-") == 0 ? stdin : cli_open_to_read(file);
    if (in == NULL) return errno == ENOMEM ? VRM_ERR_MEMORY : VRM_ERR_IO;
    vrm_Result result = read_gltf(in, max_size, out_bytes, out_size);
    if (in != stdin) fclose(in);
    if (result == VRM_ERR_LIMIT && report != NULL) {
        char message[160];
        snprintf(
            message, sizeof message,
            "The file has more bytes than the limit file_bytes of %llu; raise the limit if you "
            "trust the file.",
            (unsigned long long)max_size);
        vrm_report_add(report, "LIMIT_FILE_BYTES", "", message);
    }
    return result;
}

vrm_Result cli_read_input(const char* path, uint64_t max_size, cli_AcceptFn* accepts,
                          uint8_t** out_bytes, size_t* out_size) {
    if (strcmp(path, "-") == 0)
        return read_all(stdin, NULL, 0, max_size, accepts, out_bytes, out_size);
    *out_bytes = NULL;
    *out_size = 0;
    FILE* in = cli_open_to_read(path);
    if (in == NULL) return errno == ENOMEM ? VRM_ERR_MEMORY : VRM_ERR_IO;
    vrm_Result result = read_all(in, NULL, 0, max_size, accepts, out_bytes, out_size);
    fclose(in);
    return result;
}

vrm_Result cli_read_file(const char* path, uint64_t max_size, uint8_t** out_bytes,
                         size_t* out_size) {
    return cli_read_input(path, max_size, NULL, out_bytes, out_size);
}

static vrm_LoadDef load_def(void) {
    vrm_LoadDef def = vrm_default_load_def();
    cli_apply_limits(&def.limits);
    return def;
}

vrm_Result cli_read_side_file(void* file, const char* path, uint64_t max_size,
                              const vrm_Allocator* allocator, uint8_t** out_data,
                              size_t* out_size) {
    const char* slash = cli_last_slash(file);
    int folder = slash != NULL ? (int)(slash - (const char*)file) + 1 : 0;
    size_t room = (size_t)folder + strlen(path) + 1;
    uint8_t* bytes = NULL;
    char* whole = malloc(room);
    if (whole == NULL) return VRM_ERR_MEMORY;
    snprintf(whole, room, "%.*s%s", folder, (const char*)file, path);
    vrm_Result result = cli_read_file(whole, max_size, &bytes, out_size);
    free(whole);
    if (result != VRM_OK) return result;
    *out_data = allocator->alloc(allocator->ctx, *out_size, 16);
    if (*out_data != NULL) memcpy(*out_data, bytes, *out_size);
    free(bytes);
    return *out_data != NULL ? VRM_OK : VRM_ERR_MEMORY;
}

static vrm_Result load(const char* file, vrm_LoadDef def, vrm_Report* report,
                       vrm_Model** out_model) {
    errno = 0; /* not every failure has a reason of the system */
    bool is_stdin = strcmp(file, "-") == 0;
    if (!is_stdin && !cli_are_links_refused())
        return vrm_model_load_file(file, &def, report, out_model);
    if (!is_stdin) {
        def.read_file = cli_read_side_file;
        def.read_file_ctx = (void*)(uintptr_t)file;
    }
    *out_model = NULL;
    uint8_t* bytes;
    size_t size;
    vrm_Result result = cli_read_gltf_stream(file, def.limits.file_bytes, report, &bytes, &size);
    if (result != VRM_OK) return result;
    result = vrm_model_load(bytes, size, &def, report, out_model);
    free(bytes);
    return result;
}

vrm_Result cli_load(const char* file, vrm_Report* report, vrm_Model** out_model) {
    return load(file, load_def(), report, out_model);
}

vrm_Result cli_load_json(const char* file, vrm_Report* report, vrm_Model** out_model) {
    vrm_LoadDef def = load_def();
    def.allows_unread = true;
    return load(file, def, report, out_model);
}

vrm_Result cli_load_again(const char* file, const void* bytes, size_t size, vrm_Report* report,
                          vrm_Model** out_model) {
    if (!cli_is_stream(file)) return cli_load(file, report, out_model);
    vrm_LoadDef def = load_def();
    return vrm_model_load(bytes, size, &def, report, out_model);
}

vrm_Result cli_load_motion(const char* file, const void* bytes, size_t size,
                           const vrm_MotionDef* given, vrm_Motion** out_motion) {
    vrm_LoadDef load_by = load_def();
    vrm_MotionDef def = *given;
    const char* format = vrm_capture_recognise(bytes, size);
    bool has_side_files = format != NULL && strcmp(format, "glTF") == 0 && !cli_is_stream(file);
    def.load = &load_by;
    def.max_bytes = cli_limit("memory");
    if (has_side_files && given->same_file == NULL && !cli_are_links_refused())
        return vrm_motion_load_file(file, &def, out_motion);
    if (has_side_files) {
        load_by.read_file = cli_read_side_file;
        load_by.read_file_ctx = (void*)(uintptr_t)file;
    }
    return vrm_motion_load(bytes, size, &def, out_motion);
}

int cli_refuse_clip(const char* command, const char* file, const vrm_Model* model) {
    if (vrm_model_clip_info(model) == NULL || vrm_model_dialect(model) != VRM_DIALECT_NONE)
        return CLI_OK;
    return cli_file_error(command, file,
                          "this is a VRM animation, not an avatar; --animation plays it");
}

vrm_Result cli_save(const vrm_Model* model, const vrm_SaveDef* def, vrm_Report* report,
                    const char* path) {
    errno = 0;
    size_t size;
    vrm_Result result = vrm_model_save_size(model, &size);
    if (result != VRM_OK) return result;
    uint8_t* bytes = malloc(size == 0 ? 1 : size);
    if (bytes == NULL) return VRM_ERR_MEMORY;
    result = vrm_model_save_checked(model, def, report, bytes, size);
    if (result == VRM_OK) result = cli_write_file(path, bytes, size);
    int cause = errno;
    free(bytes);
    errno = cause;
    return result;
}

bool cli_same_file(const char* a, const char* b) {
    struct stat sa, sb;
    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
           sa.st_ino == sb.st_ino;
}
