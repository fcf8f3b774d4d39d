/* SPDX-License-Identifier: MIT */
/* Iterates over the top-level arrays of a document. */
#include "gltf/typed.h"

vrmi_Elements vrmi_elements(vrmi_Typed* typed, const char* key, int32_t count) {
    vrm_JsonRef array =
        count > 0 ? vrm_json_member(typed->reader.json, typed->root, key) : VRM_JSON_MISSING;
    return (vrmi_Elements){.reader = &typed->reader,
                           .it = vrm_json_iter(typed->reader.json, array)};
}

bool vrmi_next_element(vrmi_Elements* elements) {
    if (elements->reader->result != VRM_OK || !vrm_json_next(&elements->it)) return false;
    elements->index = (int32_t)elements->it.index;
    elements->object = vrmi_read_as_object(elements->reader, elements->it.value);
    return true;
}
