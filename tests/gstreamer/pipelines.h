/* SPDX-License-Identifier: MIT */
/* Pipelines of the tests of the plugin, and the command, whose frames theirs must be. */
#ifndef TEST_PIPELINES_H
#define TEST_PIPELINES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <glib/gstdio.h>
#include <gst/app/gstappsink.h>

/* Takes the arguments VRM VRM_SCENE PLUGIN_FOLDER and goes to a working folder with avatar.vrm,
 * hero.vrm, walk.vrma and speech.wav. Returns 0, or the status to end with. */
int begin_pipelines(int argc, char** argv);
void end_pipelines(void);

#define SMALL      "width=60 height=80"
#define SMALL_SIZE ((gsize)60 * 80 * 4)

typedef struct Film {
    guint8* bytes;
    gsize size, frame_size;
    gsize count;
} Film;

typedef struct Play {
    GstElement *pipeline, *source;
    GstAppSink* sink;
    GstBus* bus;
} Play;

gboolean run(const char* program, const char* words);
Film render(const char* words, gsize frame_size);
const guint8* frame_of(const Film* film, gsize index);
/* A pipeline whose elements may be named avatar and sink. */
Play play(const char* format, ...) G_GNUC_PRINTF(1, 2);
void end_play(Play* play);
void to_state(const Play* play, GstState state);
/* A sentence of an error or a warning; NULL when the pipeline ends without. For g_free(). */
gchar* complaint(const Play* play, GstMessageType kinds);
void run_to_end(const Play* play);
GstSample* pull(const Play* play);
void expect_end(const Play* play);
gboolean has_element(const char* name);
void seek_to(const Play* play, GstSeekFlags flags, gsize from, gsize until);
GstBuffer* pull_buffer(const Play* play);
GstClockTime running_time(const Play* play);
/* How many frames are left out of the next `count`, whose times must be as far apart as they are.
 */
guint64 left_out(const Play* play, guint64 count);
int count_frames(const char* line);

#endif
