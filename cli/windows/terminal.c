/* SPDX-License-Identifier: MIT */
/* terminal.h for Windows. */
#include "words/terminal.h"

#include "windows/utf16.h"

#include <stdio.h>

bool cli_terminal_redraws(void) {
    return isatty(fileno(stderr)) != 0;
}

int cli_terminal_columns(void) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    bool is_known = GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info) != 0;
    return is_known ? info.srWindow.Right - info.srWindow.Left + 1 : 80;
}

bool cli_is_output_terminal(void) {
    return isatty(fileno(stdout)) != 0;
}
