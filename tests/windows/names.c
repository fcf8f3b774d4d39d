/* SPDX-License-Identifier: MIT */
/* usage: names VRM.EXE
 * cli/windows/utf16.h: as the system converts whatever is Unicode, and half a surrogate pair is
 * lost nowhere. Then it starts VRM.EXE with such names, which Linux cannot pass to it. */
#include "windows/utf16.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("failed %d: %s\n", __LINE__, #condition);                                       \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

static bool gives(const wchar_t* text, const char* expected) {
    char* utf8 = wide_to_utf8(text);
    bool is_same = utf8 != NULL && strcmp(utf8, expected) == 0;
    free(utf8);
    return is_same;
}

static void halves(void) {
    CHECK(gives(L"", ""));
    CHECK(gives(L"a\xd83d", "a\xed\xa0\xbd"));
    CHECK(gives(L"\xde00z", "\xed\xb8\x80z"));
    CHECK(gives(L"\xde00\xd83d", "\xed\xb8\x80\xed\xa0\xbd"));
    CHECK(gives(L"\xd83d\xd83d\xde00", "\xed\xa0\xbd\xf0\x9f\x98\x80"));
    CHECK(gives(L"\xdbff\xdfff", "\xf4\x8f\xbf\xbf"));
    CHECK(wide_text("a\xed\xa0\xbd") == NULL);
    CHECK(wide_path("a\xed\xa0\xbd") == NULL);
}

/* Random text of all sizes of characters, there and back, beside the conversion of the system. */
static void random_texts(void) {
    uint32_t state = 1;
    for (int round = 0; round < 2000; round++) {
        wchar_t text[40];
        int length = 0;
        while (length < 36) {
            state = state * 1664525 + 1013904223;
            uint32_t bits = state >> 8, kind = bits & 7;
            if (kind == 0 && length > 0) break;
            if (kind < 3)
                text[length++] = (wchar_t)(1 + (bits >> 3) % 0x7F);
            else if (kind < 5)
                text[length++] = (wchar_t)(0x80 + (bits >> 3) % 0x780);
            else if (kind < 7)
                text[length++] = (wchar_t)(0x800 + (bits >> 3) % 0xD000);
            else {
                text[length++] = (wchar_t)(0xD800 + (bits >> 3) % 0x400);
                text[length++] = (wchar_t)(0xDC00 + (bits >> 13) % 0x400);
            }
        }
        text[length] = 0;
        char theirs[160];
        WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, text, -1, theirs, sizeof theirs, NULL,
                            NULL);
        CHECK(gives(text, theirs));
        wchar_t* back = wide_text(theirs);
        CHECK(back != NULL && wcscmp(back, text) == 0);
        free(back);
    }
}

/* The status of the command with one name; its messages go where ours do. */
static DWORD run(const wchar_t* program, const wchar_t* words) {
    wchar_t line[1000];
    swprintf(line, sizeof line / sizeof *line, L"\"%ls\" %ls", program, words);
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION process;
    fflush(stdout);
    if (!CreateProcessW(program, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process))
        return 99;
    DWORD status = 98;
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &status);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    return status;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    halves();
    random_texts();
    wchar_t* program = wide_text(argv[1]);
    CHECK(program != NULL);
    if (program != NULL) {
        CHECK(run(program, L"info \"half \xd83d.vrm\"") == 3);
        CHECK(run(program, L"migrate one.vrm -o \"half \xd83d.vrm\"") == 3);
    }
    free(program);
    puts(failures ? "failures" : "all well");
    return failures != 0;
}
