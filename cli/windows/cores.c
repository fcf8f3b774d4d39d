/* SPDX-License-Identifier: MIT */
#include "words/cores.h"

#include <windows.h>

int cli_core_count(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors < 1 ? 1 : (int)info.dwNumberOfProcessors;
}
