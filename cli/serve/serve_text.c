/* SPDX-License-Identifier: MIT */
#include "serve/serve_text.h"

#include <stdlib.h>
#include <string.h>

void serve_text_add(serve_Text* text, const char* bytes, size_t size, size_t most) {
    text->is_cut |= size > most - text->size;
    if (size > most - text->size) size = most - text->size;
    if (text->size + size + 1 > text->capacity) {
        size_t capacity = (text->size + size + 1) * 2;
        char* larger = realloc(text->text, capacity);
        text->is_cut |= larger == NULL;
        if (larger == NULL) return;
        text->text = larger;
        text->capacity = capacity;
    }
    memcpy(text->text + text->size, bytes, size);
    text->size += size;
    text->text[text->size] = '\0';
}
