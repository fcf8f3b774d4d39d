/* SPDX-License-Identifier: MIT */
/* "Did you mean": the name that a mistyped word is nearest to. */
#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

/* The name at an index of a list; NULL behind the last. */
typedef const char* cli_NameFn(const void* ctx, int index);

/* The name that the word is nearest to by letters left out, added, exchanged or swapped, without
 * regard to case; the first of equals. NULL when none is near enough to be meant. */
const char* cli_nearest(const char* word, cli_NameFn* name_at, const void* ctx);

/* Room for "; did you mean NAME?". Longer names are cut. */
enum { CLI_HINT_ROOM = 160 };

/* That text for the nearest name, or "". Returns `out`. */
const char* cli_did_you_mean(const char* word, cli_NameFn* name_at, const void* ctx,
                             char out[CLI_HINT_ROOM]);

/* A cli_NameFn over an array of strings that ends with NULL. */
const char* cli_name_of_list(const void* list, int index);

#endif
