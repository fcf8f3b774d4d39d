/* SPDX-License-Identifier: MIT */
#include "migrate/masks.h"

#include <string.h>

/* The state of an image or texture: above 0 the index of its copy plus 1, or one of these. */
enum { UNKNOWN = 0, IS_GREY = -1, IS_LOST = -2 };

static bool has_copy(int32_t known) {
    return known > UNKNOWN;
}

/* ---- Pictures ---- */

/* "NAME_red"; NULL for an image without a name, or when there is no memory. */
static const char* name_of_copy(vrmi_Migration* migration, const char* name) {
    static const char suffix[] = "_red";
    size_t length = strlen(name);
    if (length == 0) return NULL;
    char* copy = vrmi_migrate_alloc(migration, length + sizeof suffix, 1);
    if (copy == NULL) return NULL;
    memcpy(copy, name, length);
    memcpy(copy + length, suffix, sizeof suffix);
    return copy;
}

static int32_t add_picture(vrmi_Migration* migration, vrm_Span png, const char* name) {
    int32_t image = -1;
    vrm_Result result = vrm_edit_add_image(migration->edit, png.data, png.size, name, &image);
    if (result == VRM_ERR_MEMORY) vrmi_edit_fail(migration->edit, result);
    return result == VRM_OK ? image + 1 : IS_LOST;
}

static int32_t make_picture(vrmi_Migration* migration, const vrm_Image* image) {
    const vrm_MigrateDef* def = &migration->def;
    /* Decoded pictures have a limit of their own, so they do not count as memory of the file. */
    const vrm_Allocator* allocator = &migration->model->document->budget.below;
    if (def->spread_channel == NULL || image->data == NULL) return IS_LOST;
    vrm_Span bytes = {(const char*)image->data, (size_t)image->size}, png = {NULL, 0};
    vrm_Result result = def->spread_channel(def->spread_channel_ctx, bytes, 0, allocator, &png);
    if (result == VRM_ERR_MEMORY) vrmi_edit_fail(migration->edit, result);
    if (result != VRM_OK) return IS_LOST;
    if (png.data == NULL) return IS_GREY;
    int32_t made = add_picture(migration, png, name_of_copy(migration, image->name));
    vrmi_release(allocator, (void*)png.data, png.size);
    return made;
}

/* ---- Textures ---- */

/* How far back an image with the same bytes is looked for. */
#define SAME_WINDOW 256

/* Uses the sampler of the old texture; the extensions of the old one name other sources and are not
 * copied. */
static int32_t add_texture(vrm_Edit* edit, const vrm_Texture* like, int32_t image) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    if (like->name[0] != '\0') vrmi_put_string(b, "name", like->name);
    if (like->sampler >= 0) vrmi_put_integer(b, "sampler", like->sampler);
    vrmi_put_integer(b, "source", image);
    vrm_json_end_object(b);
    int32_t texture = vrmi_edit_append(edit, "textures");
    return texture < 0 ? IS_LOST : texture + 1;
}

/* The first image that shows the same bytes: it is decoded once. */
static int32_t first_with_bytes(const vrm_Gltf* gltf, int32_t image) {
    const vrm_Image* images = gltf->images;
    for (int32_t i = image - SAME_WINDOW > 0 ? image - SAME_WINDOW : 0; i < image; i++)
        if (images[i].data == images[image].data && images[i].size == images[image].size) return i;
    return image;
}

static int32_t make_texture(vrmi_Masks* masks, const vrm_Texture* texture) {
    vrmi_Migration* migration = masks->migration;
    if (texture->source < 0) return IS_LOST;
    int32_t* known = &masks->images[first_with_bytes(migration->gltf, texture->source)];
    if (*known == UNKNOWN)
        *known = make_picture(migration, &migration->gltf->images[texture->source]);
    return has_copy(*known) ? add_texture(migration->edit, texture, *known - 1) : *known;
}

static bool begin(vrmi_Masks* masks) {
    const vrm_Gltf* gltf = masks->migration->gltf;
    if (masks->textures != NULL) return true;
    masks->images =
        vrmi_migrate_alloc(masks->migration, (size_t)gltf->image_count, sizeof *masks->images);
    masks->textures =
        vrmi_migrate_alloc(masks->migration, (size_t)gltf->texture_count, sizeof *masks->textures);
    return masks->images != NULL && masks->textures != NULL;
}

/* `key` is the member's name in 0.x. */
static void use_red(vrmi_Masks* masks, vrm_TextureInfo* info, vrm_JsonRef properties,
                    const char* key) {
    vrmi_Migration* migration = masks->migration;
    if (info->texture < 0 || migration->edit->result != VRM_OK || !begin(masks)) return;
    int32_t* known = &masks->textures[info->texture];
    if (*known == UNKNOWN) *known = make_texture(masks, &migration->gltf->textures[info->texture]);
    if (has_copy(*known)) info->texture = *known - 1;
    if (*known != IS_LOST) return;
    vrm_JsonRef bag = vrm_json_member(migration->json, properties, "textureProperties");
    vrmi_report(migration->report, VRMI_RULE_MIGRATE_TEXTURE_CHANNEL, migration->json,
                vrm_json_member(migration->json, bag, key), NULL);
}

/* A mask without effect (nothing is drawn, or nothing is animated) needs no copy. */
void vrmi_masks_use_red(vrmi_Masks* masks, vrm_Mtoon* mtoon) {
    bool has_outline =
        mtoon->outline_width_mode != VRM_OUTLINE_NONE && mtoon->outline_width_factor != 0.0f;
    bool is_animated = mtoon->uv_animation_scroll_x_speed_factor != 0.0f ||
                       mtoon->uv_animation_scroll_y_speed_factor != 0.0f ||
                       mtoon->uv_animation_rotation_speed_factor != 0.0f;
    if (has_outline)
        use_red(masks, &mtoon->outline_width_multiply_texture, mtoon->json, "_OutlineWidthTexture");
    if (is_animated)
        use_red(masks, &mtoon->uv_animation_mask_texture, mtoon->json, "_UvAnimMaskTexture");
}
