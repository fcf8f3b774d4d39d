/* SPDX-License-Identifier: MIT */
/* What the properties of a vrmsrc ask for that may change while it plays. */
#ifndef PLUGIN_FILM_LOOKS_H
#define PLUGIN_FILM_LOOKS_H

#include "film.h"

#include <glib.h>

/* Texts may be NULL: nothing is asked for. FALSE with a sentence in `error`. */
gboolean looks_read(const gchar* expression, const gchar* background, render_Camera camera,
                    FilmLooks* out, gchar error[FILM_ERROR_ROOM]);

#endif
