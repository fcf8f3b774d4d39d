/* SPDX-License-Identifier: MIT */
/* One picture: decodes it, changes its size, encodes it in every way that is allowed, and keeps the
 * smallest. An encoding that is to lose nothing is decoded and compared. */
#include "optimize/pictures.h"
#include "optimize/resize.h"

#include <string.h>

#define USUAL_QUALITY                                                                              \
    92.0f /* of a JPEG or lossy WebP whose size changes without a given quality                    \
           */

typedef struct Choice {
    const vrmi_PicturePlan* plan;
    vrmi_PlannedPicture* picture;
    vrm_Picture pixels; /* as they are to be encoded */
    bool is_resized, is_opaque, can_lose, may_be_webp;
    size_t limit; /* fewer bytes than this */
} Choice;

/* ---- Candidates ---- */

static bool is_same(const vrm_Picture* a, const vrm_Picture* b) {
    return a->width == b->width && a->height == b->height &&
           memcmp(a->pixels, b->pixels, vrmi_image_bytes(a)) == 0;
}

/* Whether the bytes decode, to the same pixels where `is_exact`. libwebp 1.2.4 may write a broken
 * file without an error when memory is short (see image_webp.c). */
static vrm_Result check(const Choice* choice, const vrmi_Bytes* bytes, bool is_exact) {
    vrm_Picture again;
    vrm_ImageLimits limits = {.width = UINT32_MAX,
                              .height = UINT32_MAX,
                              .decoded_bytes = vrmi_image_bytes(&choice->pixels)};
    vrm_Span span = {(const char*)bytes->data, bytes->size};
    vrm_Result result = vrm_image_decode(span, &limits, &choice->plan->allocator, &again);
    if (result == VRM_ERR_MEMORY) return result;
    bool is_good = result == VRM_OK && (!is_exact || is_same(&again, &choice->pixels)) &&
                   again.width == choice->pixels.width && again.height == choice->pixels.height;
    vrm_image_release(&again);
    return is_good ? VRM_OK : VRM_ERR_UNSUPPORTED;
}

/* Takes the bytes as the new file if they are the smallest so far and sound. */
static vrm_Result offer(Choice* choice, vrmi_Bytes* bytes, vrm_Result result, bool is_exact,
                        vrm_ImageFormat format) {
    vrmi_PlannedPicture* picture = choice->picture;
    if (result == VRM_OK && bytes->size >= choice->limit) result = VRM_ERR_LIMIT;
    if (result == VRM_OK) result = check(choice, bytes, is_exact);
    if (result == VRM_OK) {
        vrmi_Bytes swap = picture->made;
        picture->made = *bytes;
        *bytes = swap;
        choice->limit = picture->made.size;
        picture->made_info = (vrm_ImageInfo){format, choice->pixels.width, choice->pixels.height};
    }
    vrmi_bytes_release(bytes);
    return result == VRM_ERR_MEMORY ? result : VRM_OK; /* one candidate less is no failure */
}

static vrm_Result try_png(Choice* choice) {
    int effort = choice->plan->def.effort;
    vrmi_Bytes bytes = {.allocator = choice->plan->allocator};
    vrm_Result result;
    bool is_color = choice->picture->use.is_color || choice->picture->use.is_thumbnail;
    if (choice->is_resized)
        result = vrmi_png_write(&choice->pixels, is_color, effort, &bytes);
    else
        result = vrmi_png_recompress(choice->picture->bytes, &choice->pixels, effort, &bytes);
    return offer(choice, &bytes, result, true, VRM_IMAGE_PNG);
}

static vrm_Result try_same_jpeg(Choice* choice) {
    vrmi_Bytes bytes = {.allocator = choice->plan->allocator};
    vrm_Result result = vrmi_jpeg_recompress(choice->picture->bytes, &bytes);
    return offer(choice, &bytes, result, true, VRM_IMAGE_JPEG);
}

static vrm_Result try_jpeg(Choice* choice, float quality) {
    vrmi_Bytes bytes = {.allocator = choice->plan->allocator};
    vrm_Result result = vrmi_jpeg_write(&choice->pixels, quality, &bytes);
    return offer(choice, &bytes, result, false, VRM_IMAGE_JPEG);
}

static vrm_Result try_webp(Choice* choice, float quality) {
    vrmi_Bytes bytes = {.allocator = choice->plan->allocator};
    vrm_Result result = vrmi_webp_write(&choice->pixels, quality, choice->plan->def.effort, &bytes);
    return offer(choice, &bytes, result, quality > 100.0f, VRM_IMAGE_WEBP);
}

/* ---- Which ---- */

/* The same pixels, in the file's own format or in WebP. */
static vrm_Result try_same(Choice* choice) {
    vrm_ImageFormat format = choice->picture->info.format;
    vrm_Result result = VRM_OK;
    if (format == VRM_IMAGE_PNG) result = try_png(choice);
    if (format == VRM_IMAGE_JPEG) result = try_same_jpeg(choice);
    if (result == VRM_OK && format == VRM_IMAGE_PNG && choice->may_be_webp)
        result = try_webp(choice, 101.0f);
    return result;
}

/* A new size: the old format where no other is wanted. */
static vrm_Result try_new(Choice* choice) {
    float wanted = choice->plan->def.quality;
    float quality = wanted <= 100.0f ? wanted : USUAL_QUALITY;
    vrm_ImageFormat format = choice->picture->info.format;
    vrm_Result result = VRM_OK;
    if (format == VRM_IMAGE_WEBP) {
        bool is_lossless = vrmi_webp_is_lossless(choice->picture->bytes) && !choice->can_lose;
        return try_webp(choice, is_lossless ? 101.0f : quality);
    }
    if (format == VRM_IMAGE_JPEG) result = try_jpeg(choice, quality);
    if (format == VRM_IMAGE_PNG) result = try_png(choice);
    if (result == VRM_OK && choice->may_be_webp && format == VRM_IMAGE_PNG)
        result = try_webp(choice, 101.0f);
    return result;
}

/* With losses, where the picture is not of that format and quality already. */
static vrm_Result try_lossy(Choice* choice) {
    const vrm_OptimizePicturesDef* def = &choice->plan->def;
    vrm_ImageFormat format = choice->picture->info.format;
    bool is_exact = format == VRM_IMAGE_PNG ||
                    (format == VRM_IMAGE_WEBP && vrmi_webp_is_lossless(choice->picture->bytes));
    if (choice->may_be_webp && (is_exact || format == VRM_IMAGE_JPEG))
        return try_webp(choice, def->quality);
    bool wants_jpeg = def->format == VRM_IMAGE_JPEG ||
                      (def->format == VRM_IMAGE_WEBP && choice->picture->use.is_thumbnail);
    bool may_be_jpeg = wants_jpeg && choice->is_opaque;
    return may_be_jpeg && format == VRM_IMAGE_PNG ? try_jpeg(choice, def->quality) : VRM_OK;
}

/* ---- Pixels ---- */

static vrmi_Meaning meaning_of(const vrmi_PictureUse* use) {
    if (use->is_normal) return VRMI_MEANS_NORMAL;
    if (!use->is_color && !use->is_thumbnail) return VRMI_MEANS_DATA;
    return use->uses_alpha && !use->ignores_alpha ? VRMI_MEANS_CUTOUT : VRMI_MEANS_COLOR;
}

/* Lossy writing drops alpha that no material uses. */
static void drop_alpha(const vrmi_PictureUse* use, vrm_Picture* picture) {
    if (use->uses_alpha || use->is_thumbnail) return;
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < count; i++) picture->pixels[i * 4 + 3] = 255;
}

static bool is_opaque(const vrm_Picture* picture) {
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < count; i++)
        if (picture->pixels[i * 4 + 3] != 255) return false;
    return true;
}

static vrm_Result load_pixels(Choice* choice) {
    const vrmi_PlannedPicture* picture = choice->picture;
    vrm_ImageLimits limits = choice->plan->def.limits;
    limits.enough = 0;
    vrm_Result result =
        vrm_image_decode(picture->bytes, &limits, &choice->plan->allocator, &choice->pixels);
    if (result != VRM_OK || !choice->is_resized) return result;
    vrm_Picture resized;
    result = vrmi_resize(&choice->pixels, picture->width, picture->height,
                         meaning_of(&picture->use), &resized);
    vrm_image_release(&choice->pixels);
    choice->pixels = resized;
    return result;
}

/* Whether the picture holds colours only, so that losses are not seen. */
static bool can_lose(const vrmi_PicturePlan* plan, const vrmi_PictureUse* use) {
    return plan->def.quality <= 100.0f && (use->is_color || use->is_thumbnail) && !use->is_data &&
           !use->is_normal && !use->is_other;
}

static vrm_Result encode(Choice* choice) {
    vrm_Result result = choice->is_resized ? try_new(choice) : try_same(choice);
    if (result != VRM_OK || !choice->can_lose) return result;
    drop_alpha(&choice->picture->use, &choice->pixels);
    choice->is_opaque = is_opaque(&choice->pixels);
    return try_lossy(choice);
}

vrm_Result vrmi_choose_picture(const vrmi_PicturePlan* plan, int32_t image,
                               vrmi_PlannedPicture* picture) {
    const vrmi_PictureUse* use = &picture->use;
    Choice choice = {.plan = plan, .picture = picture, .can_lose = can_lose(plan, use)};
    choice.is_resized =
        picture->width != picture->info.width || picture->height != picture->info.height;
    choice.may_be_webp = plan->def.format == VRM_IMAGE_WEBP && !use->is_fixed && !use->is_thumbnail;
    choice.limit = choice.is_resized ? SIZE_MAX : picture->bytes.size;
    vrm_Result result = load_pixels(&choice);
    if (result == VRM_OK) {
        result = encode(&choice);
    } else if (result != VRM_ERR_MEMORY) {
        vrmi_report_picture(plan, "PICTURE_UNREADABLE", image, NULL);
        result = VRM_OK;
    }
    vrm_image_release(&choice.pixels);
    return result;
}
