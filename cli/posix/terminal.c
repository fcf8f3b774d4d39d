/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE 1 /* struct winsize */

#include "words/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool cli_terminal_redraws(void) {
    const char* kind = getenv("TERM");
    return isatty(STDERR_FILENO) && (kind == NULL || strcmp(kind, "dumb") != 0);
}

int cli_terminal_columns(void) {
    struct winsize size;
    bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : 80;
}

bool cli_is_output_terminal(void) {
    return isatty(STDOUT_FILENO) != 0;
}
