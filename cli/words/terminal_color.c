/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* isatty */

#include "words/terminal_color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static cli_ColorMode color_mode;
static bool is_settled, has_color[2]; /* standard output, standard error */

void cli_choose_colors(cli_ColorMode mode) {
    color_mode = mode;
}

static bool is_set(const char* name) {
    const char* value = getenv(name);
    return value != NULL && value[0] != 0;
}

static bool wants_color(int stream) {
    if (color_mode != CLI_COLOR_AUTO) return color_mode == CLI_COLOR_ALWAYS;
    const char *force = getenv("CLICOLOR_FORCE"), *wish = getenv("CLICOLOR");
    const char* terminal = getenv("TERM");
    if (is_set("NO_COLOR")) return false;
    if (is_set("CLICOLOR_FORCE") && strcmp(force, "0") != 0) return true;
    if (wish != NULL && strcmp(wish, "0") == 0) return false;
    return terminal != NULL && strcmp(terminal, "dumb") != 0 && isatty(stream);
}

void cli_settle_colors(void) {
    if (is_settled) return;
    is_settled = true;
    has_color[0] = wants_color(STDOUT_FILENO);
    has_color[1] = wants_color(STDERR_FILENO);
}

static const char* sequence(FILE* out, const char* text) {
    cli_settle_colors();
    if (out == stdout) return has_color[0] ? text : "";
    return out == stderr && has_color[1] ? text : "";
}

const char* cli_severity_color(FILE* out, vrm_Severity severity) {
    static const char* const colors[VRM_SEVERITY_COUNT] = {"\033[1;31m", "\033[1;33m", "\033[36m",
                                                           "\033[2m"};
    return sequence(out, colors[severity]);
}

const char* cli_bold(FILE* out) {
    return sequence(out, "\033[1m");
}

const char* cli_plain(FILE* out) {
    return sequence(out, "\033[0m");
}
