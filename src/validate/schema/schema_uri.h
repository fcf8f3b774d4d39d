/* SPDX-License-Identifier: MIT */
/* The kind of URI that a buffer or an image has, according to RFC 3986 and RFC 2397. */
#ifndef VRMI_VALIDATE_SCHEMA_SCHEMA_URI_H
#define VRMI_VALIDATE_SCHEMA_SCHEMA_URI_H

#include "vrm/json.h"

typedef enum vrmi_UriKind {
    VRMI_URI_INVALID = 0,
    VRMI_URI_RELATIVE,     /* a file beside this one, or below */
    VRMI_URI_NON_RELATIVE, /* scheme, host, absolute path, query or fragment */
    VRMI_URI_DATA
} vrmi_UriKind;

typedef struct vrmi_Uri {
    vrmi_UriKind kind;
    vrm_Span mime_type; /* of a data URI; "text/plain" when it says none */
    const char* problem;
} vrmi_Uri;

vrmi_Uri vrmi_uri_parse(vrm_Span text);

/* Whether the span equals the text, ignoring case. */
bool vrmi_uri_is_mime_type(vrm_Span mime_type, const char* text);

#endif
