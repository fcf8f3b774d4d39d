/* SPDX-License-Identifier: MIT */
#include "facts/far.h"
#include "words/output.h"

void cli_explain_trembling(const char* command, const char* file) {
    (void)cli_file_error(command, file,
                         "hair and clothes tremble: the avatar gets farther than %g m from the "
                         "origin",
                         (double)VRM_FAR_M);
}
