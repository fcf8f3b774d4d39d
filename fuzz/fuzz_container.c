/* SPDX-License-Identifier: MIT */
/* Any bytes as a file, as a URI and as base64. What opens must come back unchanged when its parts
 * are written and opened again; what is a path must stay below its folder. */
#include "require.h"

#include "container/base64.h"
#include "container/container.h"
#include "container/uri.h"

#include <stdlib.h>
#include <string.h>

static bool are_equal(vrm_Span a, vrm_Span b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Padding may be added at the end: to the JSON spaces, to BIN zeros. */
static bool is_padded(vrm_Span padded, vrm_Span span, char padding) {
    if (padded.size < span.size || padded.size - span.size > 3) return false;
    for (size_t i = span.size; i < padded.size; i++)
        if (padded.data[i] != padding) return false;
    padded.size = span.size;
    return are_equal(padded, span);
}

static void try_container(const uint8_t* data, size_t size) {
    vrm_Limits limits = {.file_bytes = 1 << 20};
    vrm_Report* report;
    vrmi_Container first, second;
    if (vrm_report_create(NULL, &report) != VRM_OK) return;
    vrm_Result result = vrmi_container_open(data, size, &limits, report, &first);
    require(result == VRM_OK || vrm_report_total(report, VRM_ERROR) > 0);
    vrm_report_destroy(report);
    /* Without text, or with a second byte order mark, there is no JSON to come back. */
    bool has_text = first.json.size > 0 && (uint8_t)first.json.data[0] != 0xEF;
    if (result != VRM_OK || !has_text) return;
    size_t written_size;
    require(vrmi_container_size(&first, &written_size) == VRM_OK);
    uint8_t* written = malloc(written_size > 0 ? written_size : 1);
    if (written == NULL) return;
    require(vrmi_container_write(&first, written, written_size) == VRM_OK);
    require(vrmi_container_open(written, written_size, &limits, NULL, &second) == VRM_OK);
    require(second.is_glb == first.is_glb);
    require(is_padded(second.json, first.json, ' '));
    require((second.bin.data == NULL) == (first.bin.data == NULL));
    require(is_padded(second.bin, first.bin, 0));
    require(are_equal(second.before_bin, first.before_bin));
    require(are_equal(second.rest, first.rest));
    require(are_equal(second.trailing, first.trailing));
    free(written);
}

static void try_uri(vrm_Span uri) {
    vrm_Span media_type, base64;
    size_t size;
    if (vrmi_uri_data(uri, &media_type, &base64)) uri = base64;
    if (vrmi_base64_size(uri, &size)) {
        uint8_t* bytes = malloc(size > 0 ? size : 1);
        if (bytes == NULL) return;
        vrmi_base64_decode(uri, bytes);
        free(bytes);
    }
    char* path = malloc(uri.size + 1);
    if (path == NULL) return;
    if (vrmi_uri_path(uri, path) == NULL) {
        require(path[0] != '\0' && path[0] != '/' && strlen(path) <= uri.size);
        require(strchr(path, '\\') == NULL && strchr(path, ':') == NULL);
        require(strstr(path, "//") == NULL && path[strlen(path) - 1] != '/');
        for (const char* name = path; name != NULL; name = strchr(name, '/')) {
            name += *name == '/';
            require(strcmp(name, "..") != 0 && strncmp(name, "../", 3) != 0);
        }
    } else {
        require(path[0] == '\0');
    }
    free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    try_container(data, size);
    try_uri((vrm_Span){(const char*)data, size});
    return 0;
}
