/* SPDX-License-Identifier: MIT */
/* Writes new pictures into the model, as one edit: bytes, mime types, and textures that show WebP
 * (EXT_texture_webp). */
#include "optimize/pictures.h"
#include "vrm/edit.h"

#include <stdio.h>
#include <string.h>

static const char* mime_type(vrm_ImageFormat format) {
    if (format == VRM_IMAGE_JPEG) return "\"image/jpeg\"";
    return format == VRM_IMAGE_WEBP ? "\"image/webp\"" : "\"image/png\"";
}

static const vrmi_PlannedPicture* owner_of(const vrmi_PicturePlan* plan, int32_t image) {
    return &plan->pictures[plan->pictures[image].owner];
}

/* ---- Images ---- */

static vrm_Result set_text(vrm_Edit* edit, const char* pointer, const char* text) {
    return vrm_edit_set(edit, pointer, text, strlen(text));
}

/* From a data: URI into a view of its own. */
static vrm_Result move_to_view(const vrmi_PicturePlan* plan, vrm_Edit* edit, int32_t image) {
    const vrmi_PlannedPicture* picture = &plan->pictures[image];
    char pointer[64], text[16];
    int32_t view;
    vrm_Result result =
        vrm_edit_add_view(edit, picture->made.data, picture->made.size, 0, 0, &view);
    snprintf(pointer, sizeof pointer, "/images/%d/uri", (int)image);
    if (result == VRM_OK) result = vrm_edit_remove(edit, pointer);
    snprintf(pointer, sizeof pointer, "/images/%d/bufferView", (int)image);
    snprintf(text, sizeof text, "%d", (int)view);
    if (result == VRM_OK) result = set_text(edit, pointer, text);
    return result;
}

static vrm_Result write_image(const vrmi_PicturePlan* plan, vrm_Edit* edit, int32_t image) {
    const vrmi_PlannedPicture *picture = &plan->pictures[image], *owner = owner_of(plan, image);
    if (owner->made.size == 0) return VRM_OK;
    int32_t view = plan->gltf->images[image].buffer_view;
    vrm_Result result = VRM_OK;
    if (owner == picture && view >= 0)
        result = vrm_edit_set_view(edit, view, picture->made.data, picture->made.size);
    if (owner == picture && view < 0) result = move_to_view(plan, edit, image);
    bool is_known = owner->made_info.format == picture->info.format &&
                    plan->gltf->images[image].mime_type[0] != '\0';
    if (result != VRM_OK || is_known) return result;
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/images/%d/mimeType", (int)image);
    return set_text(edit, pointer, mime_type(owner->made_info.format));
}

/* ---- Textures ---- */

static bool is_new_webp(const vrmi_PicturePlan* plan, int32_t image) {
    const vrmi_PlannedPicture* owner = owner_of(plan, image);
    return owner->made.size > 0 && owner->made_info.format == VRM_IMAGE_WEBP &&
           owner->info.format != VRM_IMAGE_WEBP;
}

typedef struct CoreSource {
    int32_t image; /* -1: none */
} CoreSource;

static void note_core(void* ctx, int32_t image, bool is_webp, bool is_core) {
    (void)is_webp;
    if (is_core) ((CoreSource*)ctx)->image = image;
}

/* The source moves into the extension. */
static vrm_Result write_texture(const vrmi_PicturePlan* plan, vrm_Edit* edit, int32_t texture,
                                bool* is_webp) {
    CoreSource core = {-1};
    char pointer[80], text[16];
    vrmi_texture_sources(plan->gltf, texture, note_core, &core);
    if (core.image < 0 || !is_new_webp(plan, core.image)) return VRM_OK;
    *is_webp = true;
    snprintf(pointer, sizeof pointer, "/textures/%d/source", (int)texture);
    vrm_Result result = vrm_edit_remove(edit, pointer);
    snprintf(pointer, sizeof pointer, "/textures/%d/extensions/EXT_texture_webp/source",
             (int)texture);
    snprintf(text, sizeof text, "%d", (int)core.image);
    return result == VRM_OK ? set_text(edit, pointer, text) : result;
}

static bool requires_webp(const vrm_Gltf* gltf) {
    for (int32_t i = 0; i < gltf->extension_required_count; i++)
        if (strcmp(gltf->extensions_required[i], "EXT_texture_webp") == 0) return true;
    return false;
}

static vrm_Result write_textures(const vrmi_PicturePlan* plan, vrm_Edit* edit) {
    bool is_webp = false;
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < plan->gltf->texture_count && result == VRM_OK; i++)
        result = write_texture(plan, edit, i, &is_webp);
    if (result == VRM_OK && is_webp && !requires_webp(plan->gltf))
        result = set_text(edit, "/extensionsRequired/-", "\"EXT_texture_webp\"");
    return result;
}

/* ---- The edit ---- */

static bool has_new_size(const vrmi_PicturePlan* plan) {
    for (int32_t i = 0; i < plan->count; i++) {
        const vrmi_PlannedPicture* picture = &plan->pictures[i];
        if (picture->made.size > 0 && (picture->made_info.width != picture->info.width ||
                                       picture->made_info.height != picture->info.height))
            return true;
    }
    return false;
}

vrm_Result vrmi_write_pictures(const vrmi_PicturePlan* plan, bool* out_is_written) {
    vrm_Edit* edit = NULL;
    uint64_t removed = 0;
    *out_is_written = false;
    vrm_Result result = vrm_edit_begin(plan->model, &edit);
    for (int32_t i = 0; i < plan->count && result == VRM_OK; i++)
        result = write_image(plan, edit, i);
    if (result == VRM_OK) result = write_textures(plan, edit);
    if (result == VRM_OK) result = vrm_edit_compact(edit, &removed);
    if (result == VRM_OK && removed == 0 && !has_new_size(plan)) {
        vrm_report_add(plan->report, "PICTURES_NOT_SMALLER", "/bufferViews", NULL);
        vrm_edit_abandon(edit);
        return VRM_OK;
    }
    if (result == VRM_OK) result = vrm_edit_commit(edit, plan->report);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    *out_is_written = result == VRM_OK;
    return result;
}
