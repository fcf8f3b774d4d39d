/* SPDX-License-Identifier: MIT */
#include "view/view_guard.h"

#include <stdio.h>
#include <string.h>

/* ---- Whether a request may be answered ---- */

bool view_is_token(const char* text, size_t length, const char token[VIEW_TOKEN_LENGTH + 1]) {
    unsigned difference = 0;
    if (length != VIEW_TOKEN_LENGTH) return false;
    for (size_t i = 0; i < VIEW_TOKEN_LENGTH; i++)
        difference |= (unsigned)((unsigned char)text[i] ^ (unsigned char)token[i]);
    return difference == 0;
}

bool view_is_our_host(const char* host, uint16_t port) {
    static const char* const names[] = {"127.0.0.1", "localhost", "[::1]"};
    char wanted[32];
    for (size_t i = 0; host != NULL && i < sizeof names / sizeof names[0]; i++) {
        snprintf(wanted, sizeof wanted, "%s:%u", names[i], (unsigned)port);
        if (strcmp(host, wanted) == 0) return true;
    }
    return false;
}

bool view_is_our_origin(const char* origin, uint16_t port) {
    static const char scheme[] = "http://";
    if (origin == NULL) return true;
    return strncmp(origin, scheme, sizeof scheme - 1) == 0 &&
           view_is_our_host(origin + sizeof scheme - 1, port);
}

static bool is(const char* text, const char* wanted) {
    return text != NULL && strcmp(text, wanted) == 0;
}

bool view_is_our_fetch(const char* site, const char* mode, const char* dest, bool is_index) {
    if (site == NULL || is(site, "same-origin") || is(site, "none")) return true;
    return is_index && is(mode, "navigate") && is(dest, "document");
}

/* ---- Ranges and tags ---- */

/* Digits to a number; false without digits, or when it does not fit. */
static bool take_number(const char** at, uint64_t* out) {
    const char* begin = *at;
    for (*out = 0; **at >= '0' && **at <= '9'; ++*at) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (*out > (UINT64_MAX - digit) / 10) return false;
        *out = *out * 10 + digit;
    }
    return *at != begin;
}

static bool ends(const char* at) {
    while (*at == ' ' || *at == '\t') at++;
    return *at == 0;
}

view_RangeKind view_range(const char* range, uint64_t size, uint64_t* first, uint64_t* count) {
    *first = 0;
    *count = size;
    if (range == NULL || strncmp(range, "bytes=", 6) != 0) return VIEW_RANGE_ALL;
    const char* at = range + 6;
    uint64_t begin = 0, last = UINT64_MAX;
    if (*at == '-') { /* the last n bytes */
        at++;
        if (!take_number(&at, &begin) || !ends(at)) return VIEW_RANGE_ALL;
        if (begin == 0 || size == 0) return VIEW_RANGE_NONE;
        *count = begin < size ? begin : size;
        *first = size - *count;
        return VIEW_RANGE_PART;
    }
    if (!take_number(&at, &begin) || *at++ != '-') return VIEW_RANGE_ALL;
    if (!ends(at) && (!take_number(&at, &last) || !ends(at))) return VIEW_RANGE_ALL;
    if (last < begin) return VIEW_RANGE_ALL;
    if (begin >= size) return VIEW_RANGE_NONE;
    *first = begin;
    *count = last < size - 1 ? last - begin + 1 : size - begin;
    return VIEW_RANGE_PART;
}

/* The next element of a comma-separated list without the blanks around it; false at the end. */
static bool next_element(const char** list, const char** out, size_t* out_size) {
    const char* at = *list;
    while (*at == ' ' || *at == '\t' || *at == ',') at++;
    if (*at == 0) return false;
    const char* end = strchr(at, ',');
    if (end == NULL) end = at + strlen(at);
    *list = end;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *out = at;
    *out_size = (size_t)(end - at);
    return true;
}

/* "gzip;q=0", "gzip; q=0.000": not wanted. */
static bool has_zero_weight(const char* at, const char* end) {
    while (at < end && *at != '=') at++;
    for (at++; at < end; at++)
        if (*at != '0' && *at != '.') return false;
    return true;
}

bool view_accepts_gzip(const char* accept_encoding) {
    const char* element;
    size_t size;
    while (accept_encoding != NULL && next_element(&accept_encoding, &element, &size)) {
        const char* semicolon = memchr(element, ';', size);
        size_t name = semicolon != NULL ? (size_t)(semicolon - element) : size;
        while (name > 0 && (element[name - 1] == ' ' || element[name - 1] == '\t')) name--;
        bool is_gzip =
            (name == 4 && memcmp(element, "gzip", 4) == 0) || (name == 1 && element[0] == '*');
        if (is_gzip) return semicolon == NULL || !has_zero_weight(semicolon, element + size);
    }
    return false;
}

bool view_has_etag(const char* list, const char* etag) {
    const char* element;
    size_t size, length = strlen(etag);
    while (list != NULL && next_element(&list, &element, &size)) {
        if (size == 1 && element[0] == '*') return true;
        if (size > 2 && element[0] == 'W' && element[1] == '/') {
            element += 2;
            size -= 2;
        }
        if (size == length && memcmp(element, etag, length) == 0) return true;
    }
    return false;
}

const char* view_media_type(const char* name) {
    static const char* const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".vrm", "model/gltf-binary"},
        {".vrma", "model/gltf-binary"},
        {".glb", "model/gltf-binary"},
        {".gltf", "model/gltf+json"},
    };
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t ending = strlen(types[i][0]);
        if (length > ending && strcmp(name + length - ending, types[i][0]) == 0) return types[i][1];
    }
    return "application/octet-stream";
}
