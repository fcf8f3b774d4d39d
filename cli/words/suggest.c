/* SPDX-License-Identifier: MIT */
#include "words/suggest.h"

#include "words/ascii_words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 64 }; /* longer words are not compared */

/* Letters left out, added or exchanged, and neighbours swapped, each counting 1 (optimal string
 * alignment). Three rows are enough: a swap looks two back. */
static int distance(const char* a, const char* b) {
    int rows[3][WORD_MAX + 1];
    int a_length = (int)strlen(a), b_length = (int)strlen(b);
    for (int j = 0; j <= b_length; j++) rows[0][j] = j;
    for (int i = 1; i <= a_length; i++) {
        int *row = rows[i % 3], *before = rows[(i + 2) % 3], *two_before = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            int is_other = cli_lower(a[i - 1]) != cli_lower(b[j - 1]);
            int least = before[j - 1] + is_other;
            if (before[j] + 1 < least) least = before[j] + 1;
            if (row[j - 1] + 1 < least) least = row[j - 1] + 1;
            if (i > 1 && j > 1 && cli_lower(a[i - 1]) == cli_lower(b[j - 2]) &&
                cli_lower(a[i - 2]) == cli_lower(b[j - 1]) && two_before[j - 2] + 1 < least)
                least = two_before[j - 2] + 1;
            row[j] = least;
        }
    }
    return rows[a_length % 3][b_length];
}

/* A third of the letters may be wrong, and one in a short word; beginnings of four letters and more
 * count as one mistake. */
const char* cli_nearest(const char* word, cli_NameFn* name_at, const void* ctx) {
    size_t length = strlen(word);
    if (length == 0 || length > WORD_MAX) return NULL;
    int best = length < 6 ? 1 : (int)length / 3;
    if (length >= 4 && best < 2) best = 2;
    const char* nearest = NULL;
    best++;
    const char* name;
    for (int i = 0; (name = name_at(ctx, i)) != NULL; i++) {
        size_t name_length = strlen(name);
        if (name_length == 0 || name_length > WORD_MAX) continue;
        bool is_beginning =
            length >= 4 && length < name_length && cli_begins_with(name, name_length, word);
        int apart = is_beginning ? 1 : distance(word, name);
        if (apart >= best || (size_t)apart >= length) continue;
        best = apart;
        nearest = name;
    }
    return nearest;
}

const char* cli_did_you_mean(const char* word, cli_NameFn* name_at, const void* ctx,
                             char out[CLI_HINT_ROOM]) {
    const char* nearest = cli_nearest(word, name_at, ctx);
    out[0] = 0;
    if (nearest != NULL) snprintf(out, CLI_HINT_ROOM, "; did you mean %s?", nearest);
    return out;
}

const char* cli_name_of_list(const void* list, int index) {
    return ((const char* const*)list)[index];
}
