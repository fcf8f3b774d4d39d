/* SPDX-License-Identifier: MIT */
/* An avatar before the camera, frame by frame: what `vrm render` draws, by the same code
 * (cli/picture/). Knows nothing of GStreamer.
 *
 * A film is opened and looked at on any thread. film_begin(), film_draw() and film_end() belong to
 * one thread, because the GL context does. */
#ifndef PLUGIN_FILM_H
#define PLUGIN_FILM_H

#include "picture/render_plan.h"

typedef struct Film Film;

/* Room for a sentence about what went wrong. */
enum { FILM_ERROR_ROOM = 1024 };

/* What may change while the film runs. */
typedef struct FilmLooks {
    render_Camera camera;
    vrm_Vec4 background;
    cli_Expression expressions[RENDER_MAX_EXPRESSIONS];
    int32_t expression_count;
} FilmLooks;

typedef struct FilmDef {
    const char* location;  /* path of the avatar */
    const char* animation; /* path of a motion; NULL: none */
    const char* control;   /* path of a socket for messages; NULL: none */
    bool loops;            /* the motion is repeated for ever */
    bool is_alive;         /* blinks, glances, idle motion, as --face */
    uint64_t seed;
} FilmDef;

/* Reads the files. NULL with a sentence in `error` if one cannot be used. */
Film* film_open(const FilmDef* def, char error[FILM_ERROR_ROOM]);
void film_close(Film* film);

/* False with a sentence in `error` if the avatar lacks an expression. */
bool film_check(const Film* film, const FilmLooks* looks, char error[FILM_ERROR_ROOM]);

typedef struct FilmSize {
    int32_t width, height;
    int32_t rate, rate_divisor; /* frames a second: rate / rate_divisor */
} FilmSize;

/* How many frames there are at a rate; -1: the film does not end. */
int32_t film_frame_count(const Film* film, FilmSize size);

/* Makes what is needed to draw frames of a size; `speaks`: film_draw() gets frames of the mouth.
 * `first` is the frame from which motion is run: the frames before it cost nothing, and springs
 * have settled there. With 0 a frame does not depend on when the film began. False with a sentence
 * in `error`. */
bool film_begin(Film* film, FilmSize size, const FilmLooks* looks, bool speaks, int32_t first,
                char error[FILM_ERROR_ROOM]);
void film_end(Film* film);

typedef enum FilmResult { FILM_DRAWN, FILM_CANCELLED, FILM_FAILED } FilmResult;

/* What a frame is drawn of. */
typedef struct FilmFrame {
    int32_t index;
    FilmLooks looks;
    vrm_LipFrame* lips; /* of the sound since the last frame and of what follows, by the film's
                           time; their times are overwritten */
    int32_t lip_count;
} FilmFrame;

/* Draws a frame. Its index may be any: motion in between is run without being drawn, and from the
 * film's first frame where the index goes back, so that a frame does not depend on the frames that
 * were drawn before it; before the first frame there is nothing to run.
 * `pixels` has room for width * height * 4 bytes. FILM_FAILED with a sentence in `error`. Messages
 * leave nothing to go back to: with FilmDef.control the index must not go back. */
FilmResult film_draw(Film* film, const FilmFrame* frame, uint8_t* pixels,
                     char error[FILM_ERROR_ROOM]);

/* From any thread: film_draw() gives up at the next chance, until it is set back. */
void film_set_cancelled(Film* film, bool is_cancelled);

#endif
