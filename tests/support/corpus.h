/* SPDX-License-Identifier: MIT */
/* Real files written by others, outside the repository: the environment variable VRM_CORPUS names
 * the folder. Without it the tests that need it are skipped, visibly.
 *
 *   skip_without_corpus();
 *   CorpusFiles files = corpus_files("vrm1", ".vrm");
 *   for (size_t i = 0; i < files.count; i++) {
 *       TestBytes bytes = test_read_file(files.paths[i]);
 *       ...
 *       test_bytes_free(&bytes);
 *   }
 *   corpus_files_free(&files);
 */
#ifndef VRM_TESTS_SUPPORT_CORPUS_H
#define VRM_TESTS_SUPPORT_CORPUS_H

#include <stddef.h>
#include <stdint.h>

/** The corpus folder, or NULL when there is none. */
const char* corpus_folder(void);

/** Ends the running test as skipped when there is no corpus. Call it before anything is made. */
void skip_without_corpus(void);

typedef struct CorpusFiles {
    char** paths; /**< Sorted by bytes, so that every run goes the same way. */
    size_t count;
} CorpusFiles;

/** All files below corpus folder `folder` ("" is the whole corpus), at any depth, whose name ends
 * in `extension` (".vrm"; NULL for all). Fails the test when the folder has none. */
CorpusFiles corpus_files(const char* folder, const char* extension);
void corpus_files_free(CorpusFiles* files);

/** The same for any folder of the disk. */
CorpusFiles test_list_files(const char* folder, const char* extension);

/** The whole content of a file, exactly as large as the file (so that sanitizers see an overrun).
 * `data` is never NULL. */
typedef struct TestBytes {
    uint8_t* data;
    size_t size;
} TestBytes;

/** Fails the test when the file cannot be read. */
TestBytes test_read_file(const char* path);
/** A file of the corpus, by its path below the corpus folder. */
TestBytes corpus_read(const char* name);
void test_bytes_free(TestBytes* bytes);
/** Fails the test unless both hold the same bytes. */
void test_same_bytes(const TestBytes* actual, const TestBytes* expected);

/** What a test claims of one file; `path` is for its messages. */
typedef void CorpusCheck(const TestBytes* bytes, const char* path);

/** Calls `check` with each of corpus_files(). Skips the test when there is no corpus. */
void corpus_each(const char* folder, const char* extension, CorpusCheck* check);

#endif
