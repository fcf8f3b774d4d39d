/* SPDX-License-Identifier: MIT */
/* Colours for people at a terminal: --color auto|always|never, and the environment, as
 * https://no-color.org and https://bixense.com/clicolors have it. */
#ifndef CLI_TERMINAL_COLOR_H
#define CLI_TERMINAL_COLOR_H

#include "vrm/vrm.h"

#include <stdio.h>

typedef enum cli_ColorMode { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER } cli_ColorMode;

void cli_choose_colors(cli_ColorMode mode);

/* Decides now, for both streams, whether colours are used. Otherwise the first use decides. */
void cli_settle_colors(void);

/* The sequence that begins a severity's colour, bold text, or the end of either; "" where the
 * stream has no colours. */
const char* cli_severity_color(FILE* out, vrm_Severity severity);
const char* cli_bold(FILE* out);
const char* cli_plain(FILE* out);

#endif
