/* SPDX-License-Identifier: MIT */
#include "film_looks.h"

#include "picture/render_plan.h"

#include <string.h>

/* "NAME" or "NAME=WEIGHT", with a point in every locale. */
static gboolean read_expression(const gchar* text, cli_Expression* out) {
    const gchar* equals = strrchr(text, '=');
    gsize length = equals != NULL ? (gsize)(equals - text) : strlen(text);
    out->weight = 1.0f;
    if (length == 0 || length >= sizeof out->name) return FALSE;
    memcpy(out->name, text, length);
    out->name[length] = '\0';
    if (equals == NULL) return TRUE;
    gchar* end;
    gdouble weight = g_ascii_strtod(equals + 1, &end);
    out->weight = (float)weight;
    return end != equals + 1 && *end == '\0' && weight >= 0.0 && weight <= 1.0;
}

static gboolean read_expressions(const gchar* text, FilmLooks* out) {
    gchar** words = g_strsplit(text != NULL ? text : "", ",", -1);
    gboolean is_fine = TRUE;
    for (guint i = 0; words[i] != NULL && is_fine; i++) {
        g_strstrip(words[i]);
        if (words[i][0] == '\0') continue;
        is_fine = out->expression_count < RENDER_MAX_EXPRESSIONS &&
                  read_expression(words[i], &out->expressions[out->expression_count++]);
    }
    g_strfreev(words);
    return is_fine;
}

static gboolean read_background(const gchar* text, FilmLooks* out) {
    if (text == NULL || strcmp(text, "transparent") == 0) return TRUE;
    return render_read_color(text, &out->background);
}

gboolean looks_read(const gchar* expression, const gchar* background, render_Camera camera,
                    FilmLooks* out, gchar error[FILM_ERROR_ROOM]) {
    *out = (FilmLooks){.camera = camera};
    if (!read_expressions(expression, out)) {
        g_snprintf(error, FILM_ERROR_ROOM,
                   "expression=%s: expected NAME or NAME=WEIGHT with a weight of 0 to 1, several "
                   "with commas between them",
                   expression);
        return FALSE;
    }
    if (read_background(background, out)) return TRUE;
    g_snprintf(error, FILM_ERROR_ROOM, "background=%s: expected transparent, #rrggbb or #rrggbbaa",
               background);
    return FALSE;
}
