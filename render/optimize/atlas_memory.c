/* SPDX-License-Identifier: MIT */
/* Memory of one run: blocks in a list, released in the opposite order. */
#include "optimize/atlas.h"

#include <string.h>

struct vrmi_AtlasBlock {
    vrmi_AtlasBlock* below;
    size_t size;
};

enum { HEAD = (sizeof(vrmi_AtlasBlock) + 15) / 16 * 16 };

void* vrmi_atlas_alloc(vrmi_Atlas* atlas, size_t count, size_t size) {
    if (count > (SIZE_MAX / 2 - HEAD) / size) return NULL;
    size_t bytes = HEAD + count * size;
    vrmi_AtlasBlock* block = vrmi_image_alloc(&atlas->allocator, bytes);
    if (block == NULL) return NULL;
    memset(block, 0, bytes);
    *block = (vrmi_AtlasBlock){atlas->blocks, bytes};
    atlas->blocks = block;
    return (char*)block + HEAD;
}

void vrmi_atlas_rewind(vrmi_Atlas* atlas, vrmi_AtlasBlock* mark) {
    while (atlas->blocks != mark) {
        vrmi_AtlasBlock* block = atlas->blocks;
        atlas->blocks = block->below;
        vrmi_image_free(&atlas->allocator, block, block->size);
    }
}
