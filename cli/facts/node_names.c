/* SPDX-License-Identifier: MIT */
#include "facts/node_names.h"
#include "words/args.h"

#include <string.h>

int32_t cli_find_node(const vrm_Gltf* gltf, const char* name, const char** out_why) {
    int32_t found = -1, count = 0, index;
    for (int32_t n = 0; n < gltf->node_count; n++) {
        if (strcmp(gltf->nodes[n].name, name) != 0) continue;
        if (count++ == 0) found = n;
    }
    if (count == 1) return found;
    if (count == 0 && name[0] == '#' && cli_parse_count(name + 1, &index) &&
        index < gltf->node_count)
        return index;
    *out_why = count > 1 ? "several nodes have this name; write its number, #NODE"
                         : "no node has this name or number";
    return -1;
}
