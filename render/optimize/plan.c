/* SPDX-License-Identifier: MIT */
/* Plans all pictures before any is decoded: how they are used, which share bytes, and how large
 * they may be. */
#include "optimize/pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_TOTAL ((uint64_t)4 << 30)

void vrmi_report_picture(const vrmi_PicturePlan* plan, const char* code, int32_t image,
                         const char* message) {
    char pointer[32];
    snprintf(pointer, sizeof pointer, "/images/%d", (int)image);
    vrm_report_add(plan->report, code, pointer, message);
}

bool vrmi_is_lossy(const vrm_OptimizePicturesDef* def) {
    return def->quality <= 100.0f || def->max_side != 0 || def->max_pixels != 0 ||
           def->power_of_two;
}

/* ---- Which bytes ---- */

/* Whether a picture may be replaced where its bytes are: not in a side file, not in bytes that an
 * accessor reads too, not where an extension says what the bytes are. */
static bool is_replaceable(const vrmi_PicturePlan* plan, const vrm_Image* image,
                           const int32_t* owners) {
    if (image->buffer_view < 0) return strncmp(image->uri, "data:", 5) == 0;
    const vrm_BufferView* view = &plan->gltf->buffer_views[image->buffer_view];
    return owners[image->buffer_view] >= 0 && !view->is_compressed &&
           vrm_json_member(plan->gltf->json, view->json, "extensions") == VRM_JSON_MISSING;
}

/* For each view the first image in it; -1 where there is none, -2 where an accessor uses it. */
static void find_owners(const vrm_Gltf* gltf, int32_t* owners) {
    for (int32_t i = 0; i < gltf->buffer_view_count; i++) owners[i] = -1;
    for (int32_t i = gltf->image_count - 1; i >= 0; i--)
        if (gltf->images[i].buffer_view >= 0) owners[gltf->images[i].buffer_view] = i;
    for (int32_t i = 0; i < gltf->accessor_count; i++)
        if (gltf->accessors[i].buffer_view >= 0) owners[gltf->accessors[i].buffer_view] = -2;
    for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
        const vrm_Sparse* sparse = &gltf->sparse_accessors[i];
        if (sparse->indices_view >= 0) owners[sparse->indices_view] = -2;
        if (sparse->values_view >= 0) owners[sparse->values_view] = -2;
    }
}

static void plan_bytes(vrmi_PicturePlan* plan, const int32_t* owners) {
    for (int32_t i = 0; i < plan->count; i++) {
        const vrm_Image* image = &plan->gltf->images[i];
        vrmi_PlannedPicture* picture = &plan->pictures[i];
        picture->bytes = (vrm_Span){(const char*)image->data, (size_t)image->size};
        picture->owner = i;
        if (image->buffer_view >= 0 && owners[image->buffer_view] >= 0)
            picture->owner = owners[image->buffer_view];
        picture->is_kept = !is_replaceable(plan, image, owners);
        if (picture->owner != i) vrmi_merge_use(&plan->pictures[picture->owner].use, &picture->use);
    }
}

/* ---- Which may be decoded ---- */

static bool is_within(const vrm_ImageInfo* info, const vrm_ImageLimits* limits) {
    uint32_t width = limits->width != 0 ? limits->width : 8192;
    uint32_t height = limits->height != 0 ? limits->height : 8192;
    uint64_t bytes = limits->decoded_bytes != 0 ? limits->decoded_bytes : (uint64_t)256 << 20;
    return info->width <= width && info->height <= height &&
           (uint64_t)info->width * info->height <= bytes / 4;
}

/* Reads the header, and charges the pixels. */
static void plan_header(vrmi_PicturePlan* plan, int32_t image, uint64_t* left) {
    vrmi_PlannedPicture* picture = &plan->pictures[image];
    bool is_readable = vrm_image_peek(picture->bytes, &picture->info) == VRM_OK;
    picture->width = picture->info.width;
    picture->height = picture->info.height;
    if (picture->owner != image) {
        picture->is_kept = true; /* it follows its owner */
    } else if (!is_readable) {
        picture->is_kept = true;
        vrmi_report_picture(plan, "PICTURE_UNREADABLE", image, NULL);
    } else if (!is_within(&picture->info, &plan->def.limits) ||
               (uint64_t)picture->width * picture->height > *left / 4) {
        picture->is_kept = true;
        vrmi_report_picture(plan, "PICTURE_TOO_LARGE", image, NULL);
    } else if (!picture->is_kept) {
        *left -= (uint64_t)picture->width * picture->height * 4;
    }
}

/* ---- Which size ---- */

/* Whether pixels may be averaged: their meaning is known and one. */
static bool can_resize(const vrmi_PlannedPicture* picture) {
    const vrmi_PictureUse* use = &picture->use;
    bool is_known = use->is_color || use->is_data || use->is_normal || use->is_thumbnail;
    bool is_mixed = use->is_normal && (use->is_color || use->is_data || use->is_thumbnail);
    return is_known && !use->is_other && !is_mixed && !picture->is_kept;
}

/* The nearest power of two by ratio: 1.41 times as large or as small. */
static uint32_t nearest_power(uint32_t side) {
    uint32_t power = 1;
    while (power <= side / 2) power *= 2;
    return (uint64_t)side * side >= (uint64_t)power * power * 2 && power < (1u << 30) ? power * 2
                                                                                      : power;
}

static uint32_t lower_power(uint32_t side) {
    uint32_t power = 1;
    while (power <= side / 2) power *= 2;
    return power;
}

static uint32_t reduce(uint32_t side, uint32_t longest, uint32_t limit) {
    if (longest <= limit) return side;
    uint64_t reduced = ((uint64_t)side * limit + longest / 2) / longest;
    return reduced > 0 ? (uint32_t)reduced : 1;
}

static void limit_sides(const vrmi_PicturePlan* plan, vrmi_PlannedPicture* picture) {
    const vrm_OptimizePicturesDef* def = &plan->def;
    uint32_t limit = def->max_side != 0 ? def->max_side : UINT32_MAX;
    uint32_t longest = picture->width > picture->height ? picture->width : picture->height;
    bool is_texture = !picture->use.is_thumbnail || vrmi_is_drawn(&picture->use);
    picture->width = reduce(picture->width, longest, limit);
    picture->height = reduce(picture->height, longest, limit);
    if (!def->power_of_two || !is_texture) return;
    uint32_t* sides[2] = {&picture->width, &picture->height};
    for (int i = 0; i < 2; i++) {
        uint32_t side = nearest_power(*sides[i]);
        if (side > limit) side = lower_power(limit);
        *sides[i] = side < def->min_side ? def->min_side : side;
    }
}

static uint64_t pixels_of(const vrmi_PlannedPicture* picture) {
    return (uint64_t)picture->width * picture->height;
}

typedef struct Ranked {
    uint64_t pixels;
    int32_t image;
} Ranked;

static int compare_ranked(const void* a, const void* b) {
    const Ranked *x = a, *y = b;
    if (x->pixels != y->pixels) return x->pixels < y->pixels ? 1 : -1;
    return x->image < y->image ? -1 : x->image > y->image;
}

static int32_t rank_pictures(const vrmi_PicturePlan* plan, Ranked* out) {
    int32_t count = 0;
    for (int32_t i = 0; i < plan->count; i++)
        if (can_resize(&plan->pictures[i]))
            out[count++] = (Ranked){pixels_of(&plan->pictures[i]), i};
    qsort(out, (size_t)count, sizeof *out, compare_ranked);
    return count;
}

static uint64_t sum_pixels(const vrmi_PicturePlan* plan) {
    uint64_t sum = 0;
    for (int32_t i = 0; i < plan->count; i++)
        if (plan->pictures[i].owner == i) sum += pixels_of(&plan->pictures[i]);
    return sum;
}

/* Halves the largest picture until all together have few enough pixels. Halved pictures are smaller
 * than every one above a quarter of the largest: these are halved in one pass. */
static void halve_largest(vrmi_PicturePlan* plan, Ranked* ranked) {
    uint64_t sum = sum_pixels(plan), limit = plan->def.max_pixels;
    while (sum > limit) {
        int32_t count = rank_pictures(plan, ranked);
        if (count == 0 || ranked[0].pixels < 2) return;
        for (int32_t i = 0; i < count && sum > limit; i++) {
            if (ranked[i].pixels <= ranked[0].pixels / 4) break;
            vrmi_PlannedPicture* picture = &plan->pictures[ranked[i].image];
            picture->width = picture->width > 1 ? picture->width / 2 : 1;
            picture->height = picture->height > 1 ? picture->height / 2 : 1;
            sum -= ranked[i].pixels - pixels_of(picture);
        }
    }
}

static vrm_Result limit_sum(vrmi_PicturePlan* plan) {
    if (plan->def.max_pixels == 0) return VRM_OK;
    size_t size = (size_t)plan->count * sizeof(Ranked);
    Ranked* ranked = vrmi_image_alloc(&plan->allocator, size);
    if (ranked == NULL) return VRM_ERR_MEMORY;
    halve_largest(plan, ranked);
    vrmi_image_free(&plan->allocator, ranked, size);
    return VRM_OK;
}

/* A picture whose size or format was to change and cannot. */
static void report_kept(const vrmi_PicturePlan* plan, int32_t image) {
    const vrmi_PlannedPicture* picture = &plan->pictures[image];
    if (picture->owner != image || picture->info.width == 0 || !vrmi_is_lossy(&plan->def)) return;
    if (picture->use.is_other || (picture->use.is_normal && !can_resize(picture)))
        vrmi_report_picture(plan, "PICTURE_USE_UNKNOWN", image, NULL);
}

vrm_Result vrmi_plan_pictures(vrmi_PicturePlan* plan) {
    const vrm_Gltf* gltf = plan->gltf;
    size_t views = (size_t)gltf->buffer_view_count * sizeof(int32_t);
    size_t textures = (size_t)gltf->texture_count * sizeof(vrmi_PictureUse);
    size_t images = (size_t)plan->count * sizeof(vrmi_PictureUse);
    int32_t* owners = vrmi_image_alloc(&plan->allocator, views + 1);
    vrmi_PictureUse* uses = vrmi_image_alloc(&plan->allocator, textures + images);
    vrm_Result result = owners == NULL || uses == NULL ? VRM_ERR_MEMORY : VRM_OK;
    if (result == VRM_OK) {
        uint64_t left = plan->def.total_bytes != 0 ? plan->def.total_bytes : DEFAULT_TOTAL;
        vrmi_picture_uses(plan->model, uses, uses + gltf->texture_count);
        for (int32_t i = 0; i < plan->count; i++)
            plan->pictures[i].use = uses[gltf->texture_count + i];
        find_owners(gltf, owners);
        plan_bytes(plan, owners);
        for (int32_t i = 0; i < plan->count; i++) {
            plan_header(plan, i, &left);
            if (can_resize(&plan->pictures[i])) limit_sides(plan, &plan->pictures[i]);
            report_kept(plan, i);
        }
        result = limit_sum(plan);
    }
    vrmi_image_free(&plan->allocator, owners, views + 1);
    vrmi_image_free(&plan->allocator, uses, textures + images);
    return result;
}
