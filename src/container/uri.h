/* SPDX-License-Identifier: MIT */
/* The URIs that a document may use: data inside the document (data:), or a file below the
 * document's own folder. All others are refused, so that opening an avatar never opens anything
 * else. */
#ifndef VRMI_CONTAINER_URI_H
#define VRMI_CONTAINER_URI_H

#include "vrm/json.h"

/* Whether the text begins as a data: URI. */
bool vrmi_uri_is_data(vrm_Span uri);

/* Splits a data: URI: its media type ("image/png", without parameters) and its base64 text. False
 * when it is malformed or not base64. */
bool vrmi_uri_data(vrm_Span uri, vrm_Span* out_media_type, vrm_Span* out_base64);

/* Decodes a relative URI into a path: names joined by '/', never absolute, never "." or "..",
 * without control characters, '\\' and ':'. `path` has room for uri.size + 1 bytes. Returns NULL on
 * success, otherwise what is wrong with the URI, as text for a person. */
const char* vrmi_uri_path(vrm_Span uri, char* path);

#endif
