/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support/corpus.h"

#include "support/check.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char* corpus_folder(void) {
    const char* folder = getenv("VRM_CORPUS");
    return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

void skip_without_corpus(void) {
    if (corpus_folder() != NULL) return;
    print_message("VRM_CORPUS is not set: no corpus, test skipped\n");
    skip();
}

static char* join(const char* folder, const char* name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char* path = malloc(size);
    if (path == NULL) fail_msg("out of memory");
    snprintf(path, size, name[0] == '\0' ? "%s%s" : "%s/%s", folder, name);
    return path;
}

static bool ends_in(const char* name, const char* extension) {
    if (extension == NULL) return true;
    size_t length = strlen(name), tail = strlen(extension);
    return length >= tail && strcmp(name + length - tail, extension) == 0;
}

static void append(CorpusFiles* list, char* path) {
    char** larger = realloc(list->paths, (list->count + 1) * sizeof *larger);
    if (larger == NULL) fail_msg("out of memory");
    list->paths = larger;
    list->paths[list->count++] = path;
}

static int by_bytes(const void* a, const void* b) {
    return strcmp(*(char* const*)a, *(char* const*)b);
}

/* Moves what `folder` holds to `files` or to the folders still to visit. */
static void visit(const char* folder, const char* extension, CorpusFiles* files,
                  CorpusFiles* folders) {
    DIR* dir = opendir(folder);
    if (dir == NULL) fail_msg("cannot open folder %s: %s", folder, strerror(errno));
    for (struct dirent* entry; (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char* path = join(folder, entry->d_name);
        struct stat status;
        if (stat(path, &status) != 0) fail_msg("cannot see %s: %s", path, strerror(errno));
        if (S_ISDIR(status.st_mode))
            append(folders, path);
        else if (ends_in(entry->d_name, extension))
            append(files, path);
        else
            free(path);
    }
    closedir(dir);
}

CorpusFiles test_list_files(const char* folder, const char* extension) {
    CorpusFiles files = {0}, folders = {0};
    append(&folders, join(folder, ""));
    for (size_t i = 0; i < folders.count; i++) visit(folders.paths[i], extension, &files, &folders);
    corpus_files_free(&folders);
    if (files.count > 0) qsort(files.paths, files.count, sizeof *files.paths, by_bytes);
    return files;
}

CorpusFiles corpus_files(const char* folder, const char* extension) {
    skip_without_corpus();
    char* path = join(corpus_folder(), folder);
    CorpusFiles files = test_list_files(path, extension);
    if (files.count == 0) fail_msg("no %s files in %s", extension ? extension : "", path);
    free(path);
    return files;
}

void corpus_files_free(CorpusFiles* files) {
    for (size_t i = 0; i < files->count; i++) free(files->paths[i]);
    free(files->paths);
    *files = (CorpusFiles){0};
}

TestBytes test_read_file(const char* path) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) fail_msg("cannot open %s: %s", path, strerror(errno));
    if (fseek(file, 0, SEEK_END) != 0) fail_msg("cannot measure %s", path);
    long size = ftell(file);
    if (size < 0) fail_msg("cannot measure %s", path);
    rewind(file);
    TestBytes bytes = {.data = malloc(size > 0 ? (size_t)size : 1), .size = (size_t)size};
    if (bytes.data == NULL) fail_msg("out of memory");
    if (fread(bytes.data, 1, bytes.size, file) != bytes.size) fail_msg("cannot read %s", path);
    fclose(file);
    return bytes;
}

TestBytes corpus_read(const char* name) {
    skip_without_corpus();
    char* path = join(corpus_folder(), name);
    TestBytes bytes = test_read_file(path);
    free(path);
    return bytes;
}

void test_bytes_free(TestBytes* bytes) {
    free(bytes->data);
    *bytes = (TestBytes){0};
}

void test_same_bytes(const TestBytes* actual, const TestBytes* expected) {
    assert_int_equal(actual->size, expected->size);
    assert_memory_equal(actual->data, expected->data, expected->size);
}

void corpus_each(const char* folder, const char* extension, CorpusCheck* check) {
    CorpusFiles files = corpus_files(folder, extension);
    for (size_t i = 0; i < files.count; i++) {
        TestBytes bytes = test_read_file(files.paths[i]);
        check(&bytes, files.paths[i]);
        test_bytes_free(&bytes);
    }
    corpus_files_free(&files);
}
