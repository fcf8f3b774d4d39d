/* SPDX-License-Identifier: MIT */
/* container/file.h on Windows: names in any script, long paths, whole files or none, and documents
 * that cannot reach out of their folder. Run by winelib.sh in an empty folder. */
#include "container/file.h"

#include "base/alloc.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
static int failures;
#define CHECK(c)                                                                                   \
    do {                                                                                           \
        if (!(c)) {                                                                                \
            printf("failed %d: %s (errno %d, error %lu)\n", __LINE__, #c, errno,                   \
                   (unsigned long)GetLastError());                                                 \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)
static bool has(const char* path, const char* text) {
    uint8_t* data;
    size_t size;
    vrm_Allocator a = vrmi_allocator(NULL);
    vrm_Result r = vrmi_file_read(path, 1000000, NULL, &a, &data, &size);
    bool ok = r == VRM_OK && size == strlen(text) && memcmp(data, text, size) == 0;
    if (r == VRM_OK) vrmi_release(&a, data, size);
    return ok;
}
static vrm_Result below(const char* folder, const char* path, const char* text) {
    uint8_t* data;
    size_t size;
    vrm_Allocator a = vrmi_allocator(NULL);
    vrm_Result r = vrmi_file_read_below(folder, path, 1000000, &a, &data, &size);
    if (r == VRM_OK) {
        if (text) CHECK(size == strlen(text) && memcmp(data, text, size) == 0);
        vrmi_release(&a, data, size);
    }
    return r;
}
static int count_files(const WCHAR* pattern) {
    WIN32_FIND_DATAW f;
    int n = 0;
    HANDLE h = FindFirstFileW(pattern, &f);
    if (h == INVALID_HANDLE_VALUE) return 0;
    do {
        if (!(f.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)) n++;
    } while (FindNextFileW(h, &f));
    FindClose(h);
    return n;
}
int main(void) {
    vrm_Allocator a = vrmi_allocator(NULL);
    uint8_t* data;
    size_t size;
    CreateDirectoryW(L"t", NULL);
    CreateDirectoryW(L"t\\sub", NULL);
    CHECK(vrmi_file_write("t\\a.bin", "hello", 5, &a) == VRM_OK);
    CHECK(has("t\\a.bin", "hello") && has("t/a.bin", "hello"));
    CHECK(vrmi_file_write("t/a.bin", "other", 5, &a) == VRM_OK && has("t\\a.bin", "other"));
    CHECK(vrmi_file_write("t\\empty", "", 0, &a) == VRM_OK && has("t\\empty", ""));
    const char* strange = "t\\\xe3\x81\x82 \xc3\xa9 \xf0\x9f\x98\x80.vrm";
    CHECK(vrmi_file_write(strange, "utf", 3, &a) == VRM_OK && has(strange, "utf"));
    CHECK(GetFileAttributesW(L"t\\\u3042 \u00e9 \xd83d\xde00.vrm") != INVALID_FILE_ATTRIBUTES);
    CHECK(count_files(L"t\\*") == 3); /* nothing temporary is left */
    errno = 0;
    CHECK(vrmi_file_read("t\\missing", 10, NULL, &a, &data, &size) == VRM_ERR_IO &&
          errno == ENOENT);
    errno = 0;
    CHECK(vrmi_file_read("t\\sub", 10, NULL, &a, &data, &size) == VRM_ERR_IO && errno == EISDIR);
    errno = 0;
    CHECK(vrmi_file_write("t\\sub", "x", 1, &a) == VRM_ERR_IO && errno == EISDIR);
    errno = 0;
    CHECK(vrmi_file_write("t\\none\\x", "x", 1, &a) == VRM_ERR_IO && errno == ENOENT);
    CHECK(vrmi_file_read("t\\a.bin", 4, NULL, &a, &data, &size) == VRM_ERR_LIMIT && size == 5);
    CHECK(vrmi_file_read("t\\\xff", 4, NULL, &a, &data, &size) == VRM_ERR_IO && errno == EINVAL);
    /* Half of a surrogate pair, as some programs write it, is no UTF-8 and names no file. */
    CHECK(vrmi_file_write("t\\\xed\xa0\xbd.vrm", "x", 1, &a) == VRM_ERR_IO && errno == EINVAL);
    CHECK(vrmi_file_read("", 4, NULL, &a, &data, &size) == VRM_ERR_IO);
    CHECK(vrmi_file_write("NUL", "x", 1, &a) == VRM_OK);
    /* long paths */
    char path[2000] = "t";
    for (int i = 0; i < 6; i++) {
        strcat(path, "\\");
        for (int k = 0; k < 60; k++) strcat(path, "d");
        WCHAR relative[2000], wide[2200] = L"\\\\?\\";
        MultiByteToWideChar(CP_UTF8, 0, path, -1, relative, 2000);
        GetFullPathNameW(relative, 2100, wide + 4, NULL);
        CreateDirectoryW(wide, NULL);
    }
    strcat(path, "\\file.vrm");
    CHECK(strlen(path) > 300 && vrmi_file_write(path, "long", 4, &a) == VRM_OK &&
          has(path, "long"));
    /* A short name in a deep current folder is a long path, too; devices stay devices there. */
    WCHAR before[MAX_PATH], deep[MAX_PATH] = L"t";
    for (int i = 0; i < 3; i++) {
        wcscat(deep, L"\\");
        for (int k = 0; k < 60; k++) wcscat(deep, L"d");
    }
    GetCurrentDirectoryW(MAX_PATH, before);
    char name[] = "a name that is not so long in itself, but beyond all limits together.vrm";
    CHECK(SetCurrentDirectoryW(deep));
    CHECK(vrmi_file_write(name, "deep", 4, &a) == VRM_OK && has(name, "deep"));
    CHECK(vrmi_file_write("NUL", "x", 1, &a) == VRM_OK && count_files(L"*") == 1);
    CHECK(below("", name, "deep") == VRM_OK);
    CHECK(SetCurrentDirectoryW(before));
    /* names that Windows changes or reserves, and the other forms of a path */
    CHECK(vrmi_file_write("t\\dots.vrm...", "dots", 4, &a) == VRM_OK && has("t\\dots.vrm", "dots"));
    CHECK(vrmi_file_write("t\\what?.vrm", "x", 1, &a) == VRM_ERR_IO &&
          count_files(L"t\\what*") == 0);
    char full[MAX_PATH * 3], form[MAX_PATH * 3 + 8];
    GetFullPathNameA("t\\a.bin", sizeof full, full, NULL);
    snprintf(form, sizeof form, "\\\\?\\%s", full);
    CHECK(has(form, "other") && has(full, "other"));
    CHECK(vrmi_file_write("\\\\no-such-host.invalid\\share\\x.vrm", "x", 1, &a) == VRM_ERR_IO);
    CHECK(DeleteFileW(L"t\\dots.vrm"));
    /* below */
    CHECK(vrmi_file_write("t\\sub\\b.bin", "below", 5, &a) == VRM_OK);
    CHECK(below("t", "sub/b.bin", "below") == VRM_OK &&
          below("t\\sub", "b.bin", "below") == VRM_OK &&
          below("", "t/sub/b.bin", "below") == VRM_OK);
    const char* bad[] = {"../a.bin", "sub/../a.bin", "sub\\b.bin", "C:/x",    "sub/b.bin:stream",
                         "NUL",      "sub/con.txt",  "a.bin.",     "a.bin ",  "",
                         "/a.bin",   "sub//b.bin",   "sub",        "missing", "a.bin/x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        vrm_Result r = below("t", bad[i], NULL);
        if (r != VRM_ERR_IO) {
            printf("taken: %s (%d)\n", bad[i], (int)r);
            failures++;
        }
    }
    /* a big file through pieces */
    size_t big = 3000000;
    uint8_t* bytes = malloc(big);
    for (size_t i = 0; i < big; i++) bytes[i] = (uint8_t)(i * 7);
    CHECK(vrmi_file_write("t\\big", bytes, big, &a) == VRM_OK &&
          vrmi_file_read("t\\big", big, NULL, &a, &data, &size) == VRM_OK && size == big &&
          memcmp(data, bytes, big) == 0);
    /* a target that another process has open without sharing is left as it was */
    HANDLE open_file = CreateFileW(L"t\\a.bin", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    CHECK(vrmi_file_write("t\\a.bin", "third", 5, &a) == VRM_ERR_IO && errno == EACCES);
    CloseHandle(open_file);
    CHECK(has("t\\a.bin", "other"));
    /* Windows refuses to replace a read-only file, Wine replaces it: whole or unchanged in both
     * cases, and nothing temporary stays beside it. */
    int before_files = count_files(L"t\\*");
    CHECK(SetFileAttributesW(L"t\\a.bin", FILE_ATTRIBUTE_READONLY));
    vrm_Result replaced = vrmi_file_write("t\\a.bin", "fourth", 6, &a);
    CHECK(replaced == VRM_OK || (replaced == VRM_ERR_IO && errno == EACCES));
    CHECK(has("t\\a.bin", replaced == VRM_OK ? "fourth" : "other"));
    CHECK(count_files(L"t\\*") == before_files);
    CHECK(SetFileAttributesW(L"t\\a.bin", FILE_ATTRIBUTE_NORMAL));
    CHECK(vrmi_file_write("t\\a.bin", "fifth", 5, &a) == VRM_OK && has("t\\a.bin", "fifth"));
    puts(failures ? "failures" : "all well");
    return failures != 0;
}
