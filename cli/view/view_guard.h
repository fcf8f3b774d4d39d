/* SPDX-License-Identifier: MIT */
/* What vrm view decides about a request by its text alone: is it for us, which part of a file does
 * it want. No sockets and no files, so that tests can ask everything. */
#ifndef CLI_VIEW_GUARD_H
#define CLI_VIEW_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VIEW_TOKEN_LENGTH = 32 }; /* 128 bits in hexadecimal */

/* Constant time for the given length: how many characters are right cannot be measured. False for
 * another length. */
bool view_is_token(const char* text, size_t length, const char token[VIEW_TOKEN_LENGTH + 1]);

/* Whether a Host header names this server by a loopback name: a page of another name that resolves
 * to 127.0.0.1 (DNS rebinding) has another Host. NULL is false. */
bool view_is_our_host(const char* host, uint16_t port);

/* The same for Origin. NULL is true: plain navigation and same-origin GETs have none. */
bool view_is_our_origin(const char* origin, uint16_t port);

/* Fetch metadata (W3C). `site` NULL is true: the browser sends none. A request that another page
 * makes is refused, unless it is a top-level navigation to the page itself: a link that somebody
 * clicks, from whose answer the other page learns nothing. */
bool view_is_our_fetch(const char* site, const char* mode, const char* dest, bool is_index);

typedef enum view_RangeKind { VIEW_RANGE_ALL, VIEW_RANGE_PART, VIEW_RANGE_NONE } view_RangeKind;

/* RFC 9110, 14.2: a Range header that is malformed or has several ranges is ignored, which gives
 * VIEW_RANGE_ALL; VIEW_RANGE_NONE is status 416. NULL is all. */
view_RangeKind view_range(const char* range, uint64_t size, uint64_t* first, uint64_t* count);

/* Whether Accept-Encoding allows gzip. */
bool view_accepts_gzip(const char* accept_encoding);

/* Whether a list of entity tags (If-None-Match) has this one, or is "*". */
bool view_has_etag(const char* list, const char* etag);

/* The media type of a name by its ending. */
const char* view_media_type(const char* name);

#endif
