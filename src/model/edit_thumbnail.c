/* SPDX-License-Identifier: MIT */
/* The picture that shows the avatar in lists: in the place of the old one where nothing else uses
 * that. */
#include "model/edit.h"

#include <string.h>

static bool material_uses(const vrm_Material* material, int32_t texture) {
    return material->base_color_texture.texture == texture ||
           material->metallic_roughness_texture.texture == texture ||
           material->normal_texture.texture == texture ||
           material->occlusion_texture.texture == texture ||
           material->emissive_texture.texture == texture;
}

static bool mtoon_uses(const vrm_Mtoon* mtoon, int32_t texture) {
    return mtoon->shade_multiply_texture.texture == texture ||
           mtoon->shading_shift_texture.texture == texture ||
           mtoon->matcap_texture.texture == texture ||
           mtoon->rim_multiply_texture.texture == texture ||
           mtoon->outline_width_multiply_texture.texture == texture ||
           mtoon->uv_animation_mask_texture.texture == texture;
}

static bool is_drawn(const vrm_Model* model, int32_t texture) {
    const vrm_Gltf* gltf = &model->document->gltf;
    for (int32_t i = 0; i < gltf->material_count; i++) {
        const vrm_Surface* surface = model->surfaces == NULL ? NULL : &model->surfaces[i];
        if (material_uses(&gltf->materials[i], texture)) return true;
        if (surface == NULL) continue;
        if (material_uses(surface->material, texture)) return true;
        if (surface->mtoon != NULL && mtoon_uses(surface->mtoon, texture)) return true;
    }
    return false;
}

/* The texture of 0.x that is the thumbnail; -1 in other dialects. */
static int32_t thumbnail_texture(const vrm_Edit* edit) {
    int64_t texture;
    const vrm_Model* model = edit->model;
    if (model->dialect != VRM_DIALECT_0) return -1;
    vrm_JsonRef value =
        vrm_json_member(model->document->json, model->avatar->meta->json, "texture");
    bool is_index = vrm_json_integer(model->document->json, value, &texture) && texture >= 0 &&
                    texture < model->document->gltf.texture_count;
    return is_index ? (int32_t)texture : -1;
}

/* The old image, if it is used as the thumbnail only. */
static int32_t image_to_replace(const vrm_Edit* edit) {
    const vrm_Model* model = edit->model;
    const vrm_Gltf* gltf = &model->document->gltf;
    int32_t image = model->avatar->meta == NULL ? -1 : model->avatar->meta->thumbnail_image;
    int32_t own = image < 0 ? -1 : thumbnail_texture(edit);
    if (image < 0 || vrmi_edit_count(edit, "images") < gltf->image_count) return -1;
    for (int32_t i = 0; i < gltf->texture_count; i++)
        if (gltf->textures[i].source == image && (i != own || is_drawn(model, i))) return -1;
    return image;
}

static bool has_view_alone(const vrm_Gltf* gltf, int32_t image) {
    int32_t view = gltf->images[image].buffer_view;
    if (view < 0 || gltf->buffer_views[view].is_compressed) return false;
    for (int32_t i = 0; i < gltf->image_count; i++)
        if (i != image && gltf->images[i].buffer_view == view) return false;
    for (int32_t i = 0; i < gltf->accessor_count; i++) {
        const vrm_Accessor* accessor = &gltf->accessors[i];
        if (accessor->buffer_view == view) return false;
    }
    for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
        const vrm_Sparse* sparse = &gltf->sparse_accessors[i];
        if (sparse->indices_view == view || sparse->values_view == view) return false;
    }
    return true;
}

static void replace_image(vrm_Edit* edit, int32_t image, const void* bytes, size_t size,
                          const char* mime) {
    const vrm_Gltf* gltf = &edit->model->document->gltf;
    if (has_view_alone(gltf, image)) {
        vrm_JsonRef view = vrmi_edit_element(edit, "bufferViews", gltf->images[image].buffer_view);
        size_t begin, room = vrmi_edit_erase(edit, view, &begin);
        if (edit->result == VRM_OK && size <= room)
            memcpy(edit->bin + begin, bytes, size);
        else
            begin = vrmi_edit_add_bytes(edit, bytes, size);
        vrmi_edit_integer(edit, view, "buffer", 0);
        vrmi_edit_integer(edit, view, "byteOffset", (int64_t)begin);
        vrmi_edit_integer(edit, view, "byteLength", (int64_t)size);
    } else {
        int32_t view = vrmi_edit_append_view(edit, bytes, size, 0, 0);
        vrm_JsonRef element = vrmi_edit_element(edit, "images", image);
        vrmi_edit_drop(edit, element, "uri");
        vrmi_edit_integer(edit, element, "bufferView", view);
    }
    vrmi_edit_string(edit, vrmi_edit_element(edit, "images", image), "mimeType", mime);
}

static void add_thumbnail(vrm_Edit* edit, const void* bytes, size_t size, const char* mime) {
    int32_t image = vrmi_edit_append_image(edit, bytes, size, mime, "thumbnail");
    if (edit->model->dialect != VRM_DIALECT_0) {
        vrm_JsonRef extensions = vrmi_edit_object(edit, vrm_json_root(edit->json), "extensions");
        vrm_JsonRef vrm = vrm_json_member(edit->json, extensions, "VRMC_vrm");
        if (vrm == VRM_JSON_MISSING) vrm = vrmi_edit_vrm(edit);
        vrmi_edit_integer(edit, vrmi_edit_object(edit, vrm, "meta"), "thumbnailImage", image);
        return;
    }
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "source", image);
    vrm_json_end_object(b);
    int32_t texture = vrmi_edit_append(edit, "textures");
    vrmi_edit_integer(edit, edit->model->avatar->meta->json, "texture", texture);
}

vrm_Result vrm_edit_set_thumbnail(vrm_Edit* edit, const void* bytes, size_t size) {
    if (edit->result != VRM_OK) return edit->result;
    const char* mime = vrmi_picture_type(bytes, size);
    if (mime == NULL || strcmp(mime, "image/webp") == 0) return VRM_ERR_ARGUMENT;
    if (!edit->has_bin && !vrmi_edit_can_have_bin(edit)) return VRM_ERR_UNSUPPORTED;
    if (edit->model->avatar->meta == NULL && edit->model->dialect != VRM_DIALECT_NONE)
        return VRM_ERR_UNSUPPORTED;
    int32_t image = image_to_replace(edit);
    if (image >= 0)
        replace_image(edit, image, bytes, size, mime);
    else
        add_thumbnail(edit, bytes, size, mime);
    return edit->result;
}
