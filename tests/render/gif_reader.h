/* SPDX-License-Identifier: MIT */
/* A plain GIF reader for tests: the second opinion on what the writer wrote. It knows what the
 * writer uses and fails the test at anything else. */
#ifndef RENDER_GIF_READER_H
#define RENDER_GIF_READER_H

#include "vrm/image.h"

typedef struct gif_Frame {
    uint8_t* pixels; /* the canvas as it is shown; alpha 0 or 255 */
    int delay;       /* hundredths of a second */
} gif_Frame;

typedef struct gif_File {
    uint32_t width, height;
    gif_Frame* frames;
    int frame_count;
    int repeats;           /* -1: shown once; 0: for ever */
    int local_table_count; /* frames with colours of their own */
} gif_File;

gif_File gif_read(vrm_Span bytes);
void gif_free(gif_File* file);

#endif
