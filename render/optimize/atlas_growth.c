/* SPDX-License-Identifier: MIT */
/* Memory of pages beside that of the pictures that they replace. A picture that several materials
 * share is copied for each of them where another picture or colour of theirs differs: then a page
 * takes many times the memory. */
#include "optimize/atlas.h"

/* How much larger pages may be: half as much again, and 1 MiB of pixels for small ones, whose
 * borders are most of them. */
#define FREE_PIXELS 262144

static bool is_on(const vrmi_Atlas* atlas, const vrmi_AtlasMember* member, int32_t page) {
    return member->entry >= 0 && atlas->entries[member->entry].page == page;
}

/* Sets `value` for the images of the members on a page, or, for page -1, of those that stay alone.
 */
static void mark_images(const vrmi_Atlas* atlas, int32_t page, uint8_t value, uint8_t* marks) {
    for (int32_t i = 0; i < atlas->count; i++) {
        const vrmi_AtlasMember* member = &atlas->members[i];
        bool is_alone = member->reason != VRMI_ATLAS_FINE;
        if (page < 0 ? !is_alone : !is_on(atlas, member, page)) continue;
        for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++)
            if (member->images[slot] >= 0) marks[member->images[slot]] = value;
        if (member->occlusion >= 0) marks[member->occlusion] = value;
    }
}

static uint64_t pixels_of(const vrmi_Atlas* atlas, int32_t index) {
    const vrm_Image* image = &atlas->gltf->images[index];
    vrm_ImageInfo info;
    vrm_Result result =
        vrm_image_peek((vrm_Span){(const char*)image->data, (size_t)image->size}, &info);
    return result == VRM_OK ? (uint64_t)info.width * info.height : 0;
}

static uint64_t page_pixels(const vrmi_Atlas* atlas, int32_t page) {
    const vrmi_AtlasPage* found = &atlas->pages[page];
    uint64_t sum = 0;
    for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++) {
        if (!vrmi_atlas_has_slot(atlas, found->group, slot) ||
            (slot == VRMI_ATLAS_SHADE && vrmi_atlas_shade_is_base(atlas, page)))
            continue;
        int shrink = vrmi_atlas_shrink(atlas, page, slot);
        sum += (uint64_t)(found->width >> shrink) * (found->height >> shrink);
    }
    return sum;
}

vrm_Result vrmi_atlas_grows(vrmi_Atlas* atlas, int32_t page, bool* out) {
    vrmi_AtlasBlock* mark = atlas->blocks;
    uint8_t* marks = vrmi_atlas_alloc(atlas, (size_t)atlas->gltf->image_count + 1, 1);
    uint64_t before = 0;
    *out = false;
    if (marks == NULL) return VRM_ERR_MEMORY;
    mark_images(atlas, page, 1, marks);
    mark_images(atlas, -1, 0, marks); /* these pictures stay beside the page */
    for (int32_t i = 0; i < atlas->gltf->image_count; i++)
        if (marks[i]) before += pixels_of(atlas, i);
    *out = page_pixels(atlas, page) > before + before / 2 + FREE_PIXELS;
    vrmi_atlas_rewind(atlas, mark);
    return VRM_OK;
}

/* Whether an earlier entry from `first` on has all pictures of an entry: it would be a copy. */
static bool is_copy(const vrmi_Atlas* atlas, int32_t first, int32_t entry) {
    const vrmi_AtlasMember* member = &atlas->members[atlas->entries[entry].member];
    bool all_known = member->is_textured;
    for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++) {
        bool is_known = member->images[slot] < 0;
        for (int32_t i = first; i < entry && !is_known; i++)
            is_known =
                atlas->members[atlas->entries[i].member].images[slot] == member->images[slot];
        all_known = all_known && is_known;
    }
    return all_known;
}

int32_t vrmi_atlas_mark_copies(const vrmi_Atlas* atlas, int32_t first, uint8_t* out) {
    int32_t count = 0;
    for (int32_t i = first; i < atlas->entry_count; i++) {
        out[i - first] = is_copy(atlas, first, i);
        count += out[i - first];
    }
    return count;
}
