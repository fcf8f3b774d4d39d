/* SPDX-License-Identifier: MIT */
/* mute.h for Windows. */
#include "sound/mute.h"

Mute mute_open(void) {
    return (Mute){.speaking = -1, .silent = -1};
}

void mute_begin(Mute mute) {
    (void)mute;
}

void mute_end(Mute mute) {
    (void)mute;
}

void mute_close(Mute mute) {
    (void)mute;
}
