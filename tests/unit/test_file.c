/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp, symlink, setrlimit */

#include "base/alloc.h"
#include "container/file.h"
#include "container/file_memory.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A fresh folder for each test, gone afterwards. */
typedef struct Folder {
    char path[64];
    TestMemory memory;
    vrm_Allocator allocator;
} Folder;

static int make_folder(void** state) {
    Folder* folder = calloc(1, sizeof *folder);
    if (folder == NULL) return -1;
    strcpy(folder->path, "vrm-test-XXXXXX");
    folder->allocator = test_memory_allocator(&folder->memory);
    *state = folder;
    return mkdtemp(folder->path) == NULL ? -1 : 0;
}

static const char* below(const Folder* folder, const char* name) {
    static char paths[8][320];
    static int next;
    char* path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder->path, name);
    return path;
}

static int entry_count(const char* path) {
    DIR* dir = opendir(path);
    if (dir == NULL) return 0;
    int count = 0;
    for (struct dirent* entry; (entry = readdir(dir)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static void remove_all(const char* path) {
    DIR* dir = opendir(path);
    for (struct dirent* entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (unlink(name) != 0) remove_all(name);
    }
    if (dir != NULL) closedir(dir);
    rmdir(path);
}

static int remove_folder(void** state) {
    Folder* folder = *state;
    remove_all(folder->path);
    bool is_clean = folder->memory.live_blocks == 0;
    free(folder);
    return is_clean ? 0 : -1;
}

static void put(const char* path, const char* content) {
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
}

static void check_content(const char* path, const char* content) {
    TestBytes bytes = test_read_file(path);
    assert_int_equal(bytes.size, strlen(content));
    assert_memory_equal(bytes.data, content, bytes.size);
    test_bytes_free(&bytes);
}

/* ---- Reading ---- */

static void file_is_read_whole(void** state) {
    Folder* folder = *state;
    const char* path = below(folder, "a");
    uint8_t* data;
    size_t size;
    put(path, "hello");
    assert_int_equal(vrmi_file_read(path, 5, NULL, &folder->allocator, &data, &size), VRM_OK);
    assert_int_equal(size, 5);
    assert_memory_equal(data, "hello", 5);
    vrmi_release(&folder->allocator, data, size);
    put(path, "");
    assert_int_equal(vrmi_file_read(path, 5, NULL, &folder->allocator, &data, &size), VRM_OK);
    assert_int_equal(size, 0);
    vrmi_release(&folder->allocator, data, size);
}

static void file_that_is_not_to_be_had_is_refused(void** state) {
    Folder* folder = *state;
    uint8_t* data;
    size_t size;
    const vrm_Allocator* allocator = &folder->allocator;
    assert_int_equal(vrmi_file_read(below(folder, "none"), 99, NULL, allocator, &data, &size),
                     VRM_ERR_IO);
    assert_int_equal(vrmi_file_read(folder->path, 99, NULL, allocator, &data, &size), VRM_ERR_IO);
    put(below(folder, "a"), "hello");
    assert_int_equal(vrmi_file_read(below(folder, "a"), 4, NULL, allocator, &data, &size),
                     VRM_ERR_LIMIT);
    assert_int_equal(size, 5);
    folder->memory.fail_at = folder->memory.allocations + 1;
    assert_int_equal(vrmi_file_read(below(folder, "a"), 9, NULL, allocator, &data, &size),
                     VRM_ERR_MEMORY);
    assert_null(data);
}

/* Writes into a pipe from a second process while this one reads it. */
static vrm_Result read_pipe(Folder* folder, size_t content_size, uint64_t limit, uint8_t** data,
                            size_t* size) {
    const char* path = below(folder, "pipe");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGPIPE, SIG_IGN);
        int fd = open(path, O_WRONLY);
        for (size_t i = 0; i < content_size; i++)
            if (write(fd, "x", 1) != 1) break;
        _exit(0);
    }
    vrm_Result result = vrmi_file_read(path, limit, NULL, &folder->allocator, data, size);
    waitpid(child, NULL, 0);
    return result;
}

static void pipe_is_read_to_its_end(void** state) {
    Folder* folder = *state;
    uint8_t* data;
    size_t size;
    const size_t sizes[] = {0, 1, 65536, 70000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(read_pipe(folder, sizes[i], 1 << 20, &data, &size), VRM_OK);
        assert_int_equal(size, sizes[i]);
        vrmi_release(&folder->allocator, data, size);
    }
    assert_int_equal(read_pipe(folder, 1000, 999, &data, &size), VRM_ERR_LIMIT);
    assert_null(data);
    for (size_t i = 1; i <= 3; i++) { /* the first block, a larger one, the one cut to size */
        folder->memory.fail_at = folder->memory.allocations + i;
        assert_int_equal(read_pipe(folder, 70000, 1 << 20, &data, &size), VRM_ERR_MEMORY);
        assert_null(data);
    }
}

static void side_file_is_read_below_its_folder(void** state) {
    Folder* folder = *state;
    uint8_t* data;
    size_t size;
    assert_int_equal(mkdir(below(folder, "sub"), 0700), 0);
    put(below(folder, "sub/a"), "inside");
    assert_int_equal(
        vrmi_file_read_below(folder->path, "sub/a", 99, &folder->allocator, &data, &size), VRM_OK);
    assert_memory_equal(data, "inside", 6);
    vrmi_release(&folder->allocator, data, size);
    assert_int_equal(
        vrmi_file_read_below("", below(folder, "sub/a"), 99, &folder->allocator, &data, &size),
        VRM_OK);
    vrmi_release(&folder->allocator, data, size);
}

static void side_file_cannot_leave_its_folder(void** state) {
    Folder* folder = *state;
    char outside[128], inside[128];
    snprintf(outside, sizeof outside, "%s", below(folder, "secret"));
    snprintf(inside, sizeof inside, "%s", below(folder, "root"));
    put(outside, "secret");
    assert_int_equal(mkdir(inside, 0700), 0);
    assert_int_equal(mkdir(below(folder, "root/sub"), 0700), 0);
    put(below(folder, "root/sub/real"), "real");
    assert_int_equal(symlink("../secret", below(folder, "root/link")), 0);
    assert_int_equal(symlink("..", below(folder, "root/up")), 0);
    assert_int_equal(symlink("sub/real", below(folder, "root/inner")), 0);
    assert_int_equal(mkfifo(below(folder, "root/pipe"), 0600), 0);
    static const char* const names[] = {
        "link", "up/secret", "inner",     "../secret", "sub/../../secret", "pipe", "sub",
        "",     "sub/",      "/sub/real", "none"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint8_t* data;
        size_t size;
        vrm_Result result =
            vrmi_file_read_below(inside, names[i], 99, &folder->allocator, &data, &size);
        if (result != VRM_ERR_IO) fail_msg("%s: %s", names[i], vrm_result_text(result));
        assert_null(data);
    }
}

/* ---- Writing ---- */

static void file_is_written_and_replaced(void** state) {
    Folder* folder = *state;
    const char* path = below(folder, "a.vrm");
    assert_int_equal(vrmi_file_write(path, "first", 5, &folder->allocator), VRM_OK);
    check_content(path, "first");
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(vrmi_file_write(path, "second one", 10, &folder->allocator), VRM_OK);
    check_content(path, "second one");
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0640);
    assert_int_equal(entry_count(folder->path), 1);
}

/* The file beside the target must not have a longer name than the file system takes. */
static void longest_name_can_be_written(void** state) {
    Folder* folder = *state;
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    const char* path = below(folder, name);
    for (int i = 0; i < 2; i++)
        assert_int_equal(vrmi_file_write(path, "data", 4, &folder->allocator), VRM_OK);
    assert_int_equal(entry_count(folder->path), 1);
}

static void link_is_followed_when_written(void** state) {
    Folder* folder = *state;
    put(below(folder, "real"), "old");
    assert_int_equal(symlink("real", below(folder, "link")), 0);
    assert_int_equal(vrmi_file_write(below(folder, "link"), "new", 3, &folder->allocator), VRM_OK);
    check_content(below(folder, "real"), "new");
    struct stat info;
    assert_int_equal(lstat(below(folder, "link"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(entry_count(folder->path), 2);
}

/* The file system says no in the middle of the file. */
static void failed_write_leaves_the_old_file_and_nothing_else(void** state) {
    Folder* folder = *state;
    const char* path = below(folder, "a.vrm");
    static char large[65536];
    put(path, "precious");
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 10000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    vrm_Result result = vrmi_file_write(path, large, sizeof large, &folder->allocator);
    vrm_Result fresh = vrmi_file_write(below(folder, "b"), large, sizeof large, &folder->allocator);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(result, VRM_ERR_IO);
    assert_int_equal(fresh, VRM_ERR_IO);
    check_content(path, "precious");
    assert_int_equal(entry_count(folder->path), 1);
}

static void places_that_cannot_be_written_are_refused(void** state) {
    Folder* folder = *state;
    const vrm_Allocator* allocator = &folder->allocator;
    assert_int_equal(vrmi_file_write(below(folder, "no/such/a"), "x", 1, allocator), VRM_ERR_IO);
    assert_int_equal(vrmi_file_write(folder->path, "x", 1, allocator), VRM_ERR_IO);
    assert_int_equal(vrmi_file_write("", "x", 1, allocator), VRM_ERR_IO);
    folder->memory.fail_at = folder->memory.allocations + 1;
    assert_int_equal(vrmi_file_write(below(folder, "a"), "x", 1, allocator), VRM_ERR_MEMORY);
    assert_int_equal(entry_count(folder->path), 0);
}

static void device_is_written_in_place(void** state) {
    Folder* folder = *state;
    assert_int_equal(vrmi_file_write("/dev/null", "x", 1, &folder->allocator), VRM_OK);
    struct stat info;
    assert_int_equal(stat("/dev/null", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
    if (access("/dev/full", W_OK) == 0)
        assert_int_equal(vrmi_file_write("/dev/full", "x", 1, &folder->allocator), VRM_ERR_IO);
}

/* A writer that is killed at any moment leaves the old file or the new one. */
static void killed_writer_leaves_a_whole_file(void** state) {
    Folder* folder = *state;
    const char* path = below(folder, "a.vrm");
    static char contents[2][300000];
    memset(contents[0], 'a', sizeof contents[0]);
    memset(contents[1], 'b', sizeof contents[1]);
    assert_int_equal(vrmi_file_write(path, contents[0], sizeof contents[0], &folder->allocator),
                     VRM_OK);
    for (int round = 0; round < 20; round++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            for (int i = 0;; i++)
                vrmi_file_write(path, contents[i % 2], sizeof contents[0], &folder->allocator);
        }
        struct timespec wait = {.tv_nsec = 500000 + 400000 * round};
        nanosleep(&wait, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        TestBytes bytes = test_read_file(path);
        assert_int_equal(bytes.size, sizeof contents[0]);
        assert_memory_equal(bytes.data, contents[bytes.data[0] == 'b'], bytes.size);
        test_bytes_free(&bytes);
    }
}

#define FOLDER_TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

/* ---- Into memory, from a source that is made here ---- */

typedef struct Source {
    size_t size, fails_at; /* fails_at 0: never */
    size_t* at;
} Source;

static ptrdiff_t read_source(const void* file, uint8_t* data, size_t size) {
    const Source* source = file;
    size_t left = source->size - *source->at, count = size < left ? size : left;
    if (source->fails_at > 0 && *source->at + count >= source->fails_at) return -1;
    for (size_t i = 0; i < count; i++) data[i] = (uint8_t)((*source->at + i) * 7);
    *source->at += count;
    return (ptrdiff_t)count;
}

typedef struct Wanted {
    Source source;
    uint64_t max_size;
} Wanted;

static vrm_Result read_as_stream(const vrm_Allocator* allocator, void* ctx) {
    Wanted* wanted = ctx;
    size_t at = 0, size = 0;
    uint8_t* data = NULL;
    wanted->source.at = &at;
    vrm_Result result = vrmi_read_stream(read_source, &wanted->source, wanted->max_size, NULL,
                                         allocator, &data, &size);
    assert_true((data != NULL) == (result == VRM_OK));
    if (result != VRM_OK) return result;
    assert_int_equal(size, wanted->source.size);
    for (size_t i = 0; i < size; i += 1 + size / 100) assert_int_equal(data[i], (uint8_t)(i * 7));
    vrmi_release(allocator, data, size);
    return VRM_OK;
}

static void stream_of_any_size_is_kept_in_its_size(void** state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 131072, 300000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        TestMemory memory = {0};
        vrm_Allocator allocator = test_memory_allocator(&memory);
        Wanted wanted = {{.size = sizes[i]}, .max_size = sizes[i]};
        assert_int_equal(read_as_stream(&allocator, &wanted), VRM_OK);
        test_memory_check_clean(&memory);
        test_every_allocation_failing(read_as_stream, &wanted);
        if (sizes[i] == 0) continue;
        wanted.max_size--;
        assert_int_equal(read_as_stream(&allocator, &wanted), VRM_ERR_LIMIT);
        wanted.max_size++;
        wanted.source.fails_at = sizes[i];
        assert_int_equal(read_as_stream(&allocator, &wanted), VRM_ERR_IO);
        test_memory_check_clean(&memory);
    }
}

static bool begins_with_nulls(const void* head, size_t size) {
    const uint8_t* bytes = head;
    return size > 1 && bytes[0] == 0 && bytes[1] == 0;
}

static void stream_that_begins_with_other_bytes_is_not_read_on(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    size_t at = 0, size = 0;
    uint8_t* data = NULL;
    Source endless = {.size = SIZE_MAX, .at = &at};
    assert_int_equal(vrmi_read_stream(read_source, &endless, SIZE_MAX, begins_with_nulls,
                                      &allocator, &data, &size),
                     VRM_OK);
    assert_int_equal(size, 65536);
    assert_int_equal(at, size);
    vrmi_release(&allocator, data, size);
    test_memory_check_clean(&memory);
    /* Where the limit ends it, the buffer is not larger than it must be. */
    memory = (TestMemory){0};
    at = 0;
    assert_int_equal(
        vrmi_read_stream(read_source, &endless, 100000, NULL, &allocator, &data, &size),
        VRM_ERR_LIMIT);
    assert_true(memory.peak_bytes <= 65536 + 100001);
}

static void file_that_shrinks_or_fails_while_it_is_read_is_refused(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    size_t at = 0;
    uint8_t* data = NULL;
    Source source = {.size = 100, .at = &at};
    assert_int_equal(vrmi_read_regular(read_source, &source, 100, &allocator, &data), VRM_OK);
    assert_int_equal(data[99], (uint8_t)(99 * 7));
    vrmi_release(&allocator, data, 100);
    at = 0;
    assert_int_equal(vrmi_read_regular(read_source, &source, 101, &allocator, &data), VRM_ERR_IO);
    at = 0;
    source.fails_at = 50;
    assert_int_equal(vrmi_read_regular(read_source, &source, 100, &allocator, &data), VRM_ERR_IO);
    memory.fail_at = memory.allocations + 1;
    assert_int_equal(vrmi_read_regular(read_source, &source, 100, &allocator, &data),
                     VRM_ERR_MEMORY);
    test_memory_check_clean(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_of_any_size_is_kept_in_its_size),
        cmocka_unit_test(stream_that_begins_with_other_bytes_is_not_read_on),
        cmocka_unit_test(file_that_shrinks_or_fails_while_it_is_read_is_refused),
        FOLDER_TEST(file_is_read_whole),
        FOLDER_TEST(file_that_is_not_to_be_had_is_refused),
        FOLDER_TEST(pipe_is_read_to_its_end),
        FOLDER_TEST(side_file_is_read_below_its_folder),
        FOLDER_TEST(side_file_cannot_leave_its_folder),
        FOLDER_TEST(file_is_written_and_replaced),
        FOLDER_TEST(longest_name_can_be_written),
        FOLDER_TEST(link_is_followed_when_written),
        FOLDER_TEST(failed_write_leaves_the_old_file_and_nothing_else),
        FOLDER_TEST(places_that_cannot_be_written_are_refused),
        FOLDER_TEST(device_is_written_in_place),
        FOLDER_TEST(killed_writer_leaves_a_whole_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
