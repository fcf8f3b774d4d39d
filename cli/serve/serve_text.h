/* SPDX-License-Identifier: MIT */
/* Text that arrives in pieces and is kept up to a limit. */
#ifndef CLI_SERVE_TEXT_H
#define CLI_SERVE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct serve_Text {
    char* text; /* malloc'd and terminated; NULL before the first byte */
    size_t size, capacity;
    bool is_cut; /* bytes were dropped */
} serve_Text;

/* Appends the bytes; those beyond `most` in all, and those for which there is no memory, are
 * dropped. */
void serve_text_add(serve_Text* text, const char* bytes, size_t size, size_t most);

#endif
