/* SPDX-License-Identifier: MIT */
/* Keeps a library from writing to standard error: libmpg123 prints sentences of its own about each
 * damaged part of an MP3. Between mute_begin() and mute_end() what is written there is dropped. */
#ifndef CLI_MUTE_H
#define CLI_MUTE_H

typedef struct Mute {
    int speaking, silent; /* descriptors: standard error, and one that takes nothing; -1: none */
} Mute;

/* Without free descriptors, and on Windows, the other functions are no-ops. */
Mute mute_open(void);
void mute_begin(Mute mute);
void mute_end(Mute mute);
void mute_close(Mute mute);

#endif
