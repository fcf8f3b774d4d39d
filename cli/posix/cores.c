/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* _SC_NPROCESSORS_ONLN */

#include "words/cores.h"

#include <unistd.h>

int cli_core_count(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (int)cores;
}
