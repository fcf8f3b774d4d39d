/* SPDX-License-Identifier: MIT */
/* open_memstream() of posix.h. Windows has no streams in memory: the text goes through a file that
 * the system keeps in its cache and removes by itself. */
#include "windows/posix.h"
#include "windows/utf16.h"

#include <errno.h>
#include <stdbool.h>

#undef fclose
#undef fflush

typedef struct MemoryStream {
    FILE* file;
    char** text;
    size_t* size;
    struct MemoryStream* next;
} MemoryStream;

static MemoryStream* streams; /* few; those that are open */

static FILE* open_temporary(void) {
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    DWORD length = GetTempPathW(MAX_PATH + 1, folder);
    if (length == 0 || length > MAX_PATH || GetTempFileNameW(folder, L"vrm", 0, path) == 0) {
        wide_set_errno();
        return NULL;
    }
    HANDLE file = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                              FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        wide_set_errno();
        return NULL;
    }
    int number = _open_osfhandle((intptr_t)file, _O_BINARY | _O_NOINHERIT);
    FILE* stream = number >= 0 ? _fdopen(number, "w+b") : NULL;
    if (stream == NULL && number >= 0) _close(number);
    if (number < 0) CloseHandle(file);
    return stream;
}

FILE* posix_open_memstream(char** text, size_t* size) {
    MemoryStream* stream = calloc(1, sizeof *stream);
    FILE* file = stream != NULL ? open_temporary() : NULL;
    if (file == NULL) {
        free(stream);
        return NULL;
    }
    *text = NULL;
    *size = 0;
    *stream = (MemoryStream){file, text, size, streams};
    streams = stream;
    return file;
}

static bool read_back(const MemoryStream* stream) {
    if (fflush(stream->file) != 0 || ferror(stream->file)) return false;
    int64_t size = _ftelli64(stream->file);
    char* text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (text == NULL) return false;
    rewind(stream->file);
    if (fread(text, 1, (size_t)size, stream->file) != (size_t)size) {
        free(text);
        return false;
    }
    text[size] = 0;
    *stream->text = text;
    *stream->size = (size_t)size;
    return true;
}

int posix_fclose(FILE* file) {
    MemoryStream** at = &streams;
    while (*at != NULL && (*at)->file != file) at = &(*at)->next;
    if (*at == NULL) return fclose(file);
    MemoryStream* stream = *at;
    *at = stream->next;
    bool is_whole = read_back(stream);
    free(stream);
    return fclose(file) == 0 && is_whole ? 0 : EOF;
}
