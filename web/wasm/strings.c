/* SPDX-License-Identifier: MIT */
/* Functions of string.h that are used for short texts only: those of wasi-libc are made for long
 * ones, and take twenty times the bytes. */
#include <stddef.h>
#include <string.h>

size_t strlen(const char* text) {
    size_t size = 0;
    while (text[size] != '\0') size++;
    return size;
}

void* memchr(const void* bytes, int value, size_t size) {
    const unsigned char* at = bytes;
    for (; size > 0; at++, size--)
        if (*at == (unsigned char)value) return (void*)(size_t)at;
    return NULL;
}

char* strstr(const char* text, const char* part) {
    size_t size = strlen(part);
    for (; *text != '\0' || size == 0; text++)
        if (strncmp(text, part, size) == 0) return (char*)(size_t)text;
    return NULL;
}

char* strchr(const char* text, int character) {
    for (;; text++) {
        if (*text == (char)character) return (char*)(size_t)text;
        if (*text == '\0') return NULL;
    }
}

size_t strspn(const char* text, const char* set) {
    size_t size = 0;
    while (text[size] != '\0' && strchr(set, text[size]) != NULL) size++;
    return size;
}

size_t strcspn(const char* text, const char* set) {
    size_t size = 0;
    while (strchr(set, text[size]) == NULL) size++; /* a set has the 0 at the end too */
    return size;
}

char* strpbrk(const char* text, const char* set) {
    text += strcspn(text, set);
    return *text != '\0' ? (char*)(size_t)text : NULL;
}

char* strcpy(char* restrict to, const char* restrict from) {
    return memcpy(to, from, strlen(from) + 1);
}
