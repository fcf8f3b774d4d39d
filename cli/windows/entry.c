/* SPDX-License-Identifier: MIT */
/* Where Windows starts the program: the words as UTF-8, with * and ? expanded as a shell would, and
 * streams that pass bytes as they are. */

#include "main.h"
#include "windows/utf16.h"
#include "words/status.h"

#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int _dowildcard = -1; /* read by mingw's startup code */

static UINT code_page_before;

static void restore_code_page(void) {
    SetConsoleOutputCP(code_page_before);
}

/* A console shows UTF-8 and obeys escape sequences. Output to it is passed on in whole pieces, so
 * that no character is cut. */
static void prepare_console(void) {
    HANDLE streams[2] = {GetStdHandle(STD_OUTPUT_HANDLE), GetStdHandle(STD_ERROR_HANDLE)};
    bool has_console = false;
    for (int i = 0; i < 2; i++) {
        DWORD mode;
        if (!GetConsoleMode(streams[i], &mode)) continue;
        has_console = true;
        SetConsoleMode(streams[i], mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    if (!has_console) return;
    code_page_before = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    atexit(restore_code_page);
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
}

int wmain(int argc, wchar_t** wide_argv);

int wmain(int argc, wchar_t** wide_argv) {
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    SetErrorMode(SEM_FAILCRITICALERRORS); /* no window that asks for a disk */
    prepare_console();
    char** argv = calloc((size_t)argc + 1, sizeof *argv);
    bool has_all = argv != NULL;
    for (int i = 0; i < argc && has_all; i++) {
        argv[i] = wide_to_utf8(wide_argv[i]);
        has_all = argv[i] != NULL;
    }
    if (!has_all) {
        fputs("vrm: out of memory\n", stderr);
        return CLI_FAILED;
    }
    int status = cli_main(argc, argv);
    for (int i = 0; i < argc; i++) free(argv[i]);
    free(argv);
    return status;
}
