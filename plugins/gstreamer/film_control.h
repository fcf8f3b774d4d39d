/* SPDX-License-Identifier: MIT */
/* The control protocol (docs/reference/control.md) on a film, over a UNIX socket, by the code of
 * `vrm live --control`. Messages are carried out between two frames. Knows nothing of GStreamer.
 *
 *   film_control_open() -> film_control_begin() with a scene, film_control_end() before it ends,
 *   any number of times -> film_control_close()
 *
 * Begin and end belong to the thread that draws. */
#ifndef PLUGIN_FILM_CONTROL_H
#define PLUGIN_FILM_CONTROL_H

#include "film.h"
#include "picture/render_scene.h"

typedef struct FilmControl FilmControl;

/* Makes the socket. Messages may name files below the folder of the avatar. NULL with a sentence in
 * `error`. */
FilmControl* film_control_open(const char* socket, const char* location,
                               char error[FILM_ERROR_ROOM]);
void film_control_close(FilmControl* control); /* NULL is fine */

/* From now on messages move the scene that was begun with the plan, and its camera. Both must stay
 * until film_control_end(). VRM_ERR_MEMORY with nothing to end. */
vrm_Result film_control_begin(FilmControl* control, render_Plan* plan, render_Scene* scene);
/* Clients lose their connection. NULL is fine. */
void film_control_end(FilmControl* control);

#endif
