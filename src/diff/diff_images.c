/* SPDX-License-Identifier: MIT */
/* Images by their content: bytes, or pixels where bytes differ and the caller can decode. */
#include "base/sha256.h"
#include "diff/diff.h"

#include <stdlib.h>
#include <string.h>

/* Images of the same bytes are hashed once. */
static int compare_images(const void* a, const void* b) {
    const vrm_Image *x = *(const vrm_Image*const*)a, *y = *(const vrm_Image*const*)b;
    if (x->data != y->data) return (uintptr_t)x->data < (uintptr_t)y->data ? -1 : 1;
    return (x->size > y->size) - (x->size < y->size);
}

static void hash_side(vrm_Diff* diff, vrmi_DiffSide* side) {
    const vrm_Gltf* gltf = side->gltf;
    size_t count = (size_t)gltf->image_count;
    const vrm_Image** order = vrmi_diff_scratch(diff, count, sizeof *order);
    side->digests = vrmi_diff_scratch(diff, count, sizeof *side->digests);
    if (diff->result != VRM_OK || count == 0) return;
    for (size_t i = 0; i < count; i++) order[i] = &gltf->images[i];
    qsort(order, count, sizeof *order, compare_images);
    for (size_t i = 0; i < count; i++) {
        uint8_t* digest = side->digests[order[i] - gltf->images];
        if (order[i]->data == NULL) continue;
        if (i > 0 && compare_images(&order[i - 1], &order[i]) == 0) {
            memcpy(digest, side->digests[order[i - 1] - gltf->images], 32);
            continue;
        }
        if (!vrmi_diff_work(diff, order[i]->size)) return;
        vrmi_Sha256 sha;
        vrmi_sha256_init(&sha);
        vrmi_sha256_add(&sha, order[i]->data, (size_t)order[i]->size);
        vrmi_sha256_end(&sha, digest);
    }
}

typedef struct Entry {
    const uint8_t* digest;
    int32_t image;
} Entry;

static int compare_entries(const void* a, const void* b) {
    const Entry *x = a, *y = b;
    int order = memcmp(x->digest, y->digest, 32);
    return order != 0 ? order : (x->image > y->image) - (x->image < y->image);
}

/* Images of the same bytes, wherever these are, are decoded once: the first stands for all. */
static void find_first(vrm_Diff* diff, vrmi_DiffSide* side) {
    size_t count = (size_t)side->gltf->image_count;
    if (diff->def.picture_digest == NULL || count == 0) return;
    side->first_images = vrmi_diff_scratch(diff, count, sizeof *side->first_images);
    side->pixels = vrmi_diff_scratch(diff, count, sizeof *side->pixels);
    Entry* order = vrmi_diff_scratch(diff, count, sizeof *order);
    if (diff->result != VRM_OK) return;
    for (size_t i = 0; i < count; i++) order[i] = (Entry){side->digests[i], (int32_t)i};
    qsort(order, count, sizeof *order, compare_entries);
    for (size_t i = 0; i < count; i++) {
        bool is_new = i == 0 || memcmp(order[i].digest, order[i - 1].digest, 32) != 0;
        side->first_images[order[i].image] =
            is_new ? order[i].image : side->first_images[order[i - 1].image];
    }
}

void vrmi_diff_hash_images(vrm_Diff* diff) {
    for (int s = 0; s < VRMI_SIDES && diff->result == VRM_OK; s++) {
        hash_side(diff, &diff->sides[s]);
        if (diff->result == VRM_OK) find_first(diff, &diff->sides[s]);
    }
}

static const char* image_text(vrm_Diff* diff, int s, int32_t image) {
    if (image < 0) return "none";
    const vrm_Image* shown = &diff->sides[s].gltf->images[image];
    const uint8_t* d = diff->sides[s].digests[image];
    const char* name = shown->name;
    if (shown->data == NULL) return vrmi_diff_format(diff, "%s, not read", shown->uri);
    return vrmi_diff_format(diff, "%s%ssha256:%02x%02x%02x%02x%02x%02x", name,
                            name[0] != 0 ? " " : "", d[0], d[1], d[2], d[3], d[4], d[5]);
}

/* The pixels of an image as a text; "" when they are not known. */
static const char* pixels_of(vrm_Diff* diff, int s, int32_t image) {
    vrmi_DiffSide* side = &diff->sides[s];
    const vrm_Image* shown = &side->gltf->images[image];
    vrm_Span bytes = {(const char*)shown->data, (size_t)shown->size};
    vrmi_PixelDigest* pixels = &side->pixels[image];
    if (pixels->is_made || diff->result != VRM_OK) return pixels->text;
    pixels->is_made = true;
    vrm_Result result = diff->def.picture_digest(diff->def.picture_digest_ctx, bytes, pixels->text);
    if (result != VRM_OK) pixels->text[0] = 0;
    if (result == VRM_ERR_MEMORY) diff->result = result;
    return pixels->text;
}

static bool has_same_pixels(vrm_Diff* diff, int s, int32_t image, int t, int32_t other) {
    if (diff->def.picture_digest == NULL) return false;
    const char* text = pixels_of(diff, s, diff->sides[s].first_images[image]);
    return text[0] != 0 &&
           strcmp(text, pixels_of(diff, t, diff->sides[t].first_images[other])) == 0;
}

/* Of images that could not be read, only the address is known. */
static bool has_same_bytes(const vrm_Diff* diff, int s, int32_t image, int t, int32_t other) {
    const vrm_Image* a = &diff->sides[s].gltf->images[image];
    const vrm_Image* b = &diff->sides[t].gltf->images[other];
    if (a->data == NULL || b->data == NULL)
        return a->data == b->data && strcmp(a->uri, b->uri) == 0;
    return memcmp(diff->sides[s].digests[image], diff->sides[t].digests[other], 32) == 0;
}

bool vrmi_diff_same_image(vrm_Diff* diff, int s, int32_t image, int t, int32_t other,
                          bool by_pixels) {
    if (image < 0 || other < 0) return (image < 0) == (other < 0);
    if (has_same_bytes(diff, s, image, t, other)) return true;
    bool are_read = diff->sides[s].gltf->images[image].data != NULL &&
                    diff->sides[t].gltf->images[other].data != NULL;
    return by_pixels && are_read && has_same_pixels(diff, s, image, t, other);
}

void vrmi_diff_image(const vrmi_Place* place, const char* member, int32_t before, int32_t after) {
    vrm_Diff* diff = place->diff;
    if (!vrmi_diff_same_image(diff, VRMI_BEFORE, before, VRMI_AFTER, after, true))
        vrmi_diff_changed(place, member, image_text(diff, VRMI_BEFORE, before),
                          image_text(diff, VRMI_AFTER, after));
}
