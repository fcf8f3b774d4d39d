/* SPDX-License-Identifier: MIT */
/* Images that materials sample: decoded on as many threads as the host provides, uploaded with mip
 * maps, and bound to the materials. An image that is used as colour and as data is uploaded twice:
 * in GL the texture, not the sampler, determines whether sRGB is decoded. */
#include "textures.h"

#include "renderer.h"
#include "surfaces.h"

#include <string.h>

enum { SPACE_DATA = 0, SPACE_SRGB = 1, SPACES = 2 };

/* Images that are decoded at once: bounds the memory. */
#define BATCH_SIZE 8

typedef struct Batch {
    const vrmi_Upload* upload;
    int32_t images[BATCH_SIZE];
    vrm_Picture pictures[BATCH_SIZE];
    vrm_Result results[BATCH_SIZE];
    int32_t count;
} Batch;

/* ---- Decoding: the one place that knows how ---- */

/* How far back an image with the same bytes is looked for. */
#define SAME_WINDOW 256

/* The first image that shows the same bytes for the same uses: it is decoded and uploaded for all
 * of them. (An image that is only colour is reduced in linear light, so other uses differ.) */
static int32_t first_alike(const vrmi_Upload* upload, int32_t image) {
    const vrm_Image* images = upload->gltf->images;
    const vrmi_Texture *textures = upload->drawable->textures, *own = textures + image * SPACES;
    for (int32_t i = image > SAME_WINDOW ? image - SAME_WINDOW : 0; i < image; i++) {
        if (images[i].data == NULL || images[i].data != images[image].data ||
            images[i].size != images[image].size)
            continue;
        bool is_same = true;
        for (int space = 0; space < SPACES; space++) {
            const vrmi_Texture* other = &textures[i * SPACES + space];
            is_same = is_same && other->is_wanted == own[space].is_wanted &&
                      other->is_exact == own[space].is_exact;
        }
        if (is_same) return i;
    }
    return image;
}

/* Takes the pixels of an image from the allowance; false when they exceed it. An image whose header
 * cannot be read costs nothing: decoding it will fail. */
static bool spend_pixels(vrmi_Upload* upload, int32_t index) {
#ifdef VRM_HAS_CODECS
    const vrm_Image* image = &upload->gltf->images[index];
    vrm_Span bytes = {(const char*)image->data, (size_t)image->size};
    vrm_ImageInfo info;
    if (image->data == NULL || vrm_image_peek(bytes, &info) != VRM_OK) return true;
    uint64_t pixels = (uint64_t)info.width * info.height;
    if (pixels > upload->pixels) return false;
    upload->pixels -= pixels;
#else
    (void)upload, (void)index;
#endif
    return true;
}

static vrm_Result decode(const vrmi_Upload* upload, int32_t index, vrm_Picture* out) {
    const vrm_Image* image = &upload->gltf->images[index];
    vrm_ImageLimits limits = upload->def.image_limits;
    const vrmi_Texture* pair = &upload->drawable->textures[index * SPACES];
    limits.is_color = !pair[SPACE_DATA].is_wanted;
    if (pair[SPACE_DATA].is_exact || pair[SPACE_SRGB].is_exact) limits.enough = 0;
    vrm_Span bytes = {(const char*)image->data, (size_t)image->size};
    if (image->data == NULL || image->size == 0) return VRM_ERR_IO;
    if (image->size > SIZE_MAX / 2) return VRM_ERR_LIMIT;
    if (upload->def.decode != NULL)
        return upload->def.decode(upload->def.decode_ctx, bytes, &limits, &upload->def.allocator,
                                  out);
#ifdef VRM_HAS_CODECS
    return vrm_image_decode(bytes, &limits, &upload->def.allocator, out);
#else
    return VRM_ERR_UNSUPPORTED;
#endif
}

static void decode_some(void* task, int32_t begin, int32_t end, int32_t worker) {
    (void)worker;
    Batch* batch = task;
    for (int32_t i = begin; i < end; i++) {
        batch->results[i] = decode(batch->upload, batch->images[i], &batch->pictures[i]);
    }
}

static void give_picture(vrm_Picture* picture) {
    if (picture->pixels != NULL)
        picture->allocator.release(picture->allocator.ctx, picture->pixels,
                                   (size_t)picture->width * picture->height * 4);
    memset(picture, 0, sizeof *picture);
}

/* ---- Uploading ---- */

static void upload_pixels(vrm_Renderer* renderer, vrmi_Texture* texture, int space, uint32_t width,
                          uint32_t height, const uint8_t* pixels) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    gl->GenTextures(1, &texture->id);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, texture->id);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    int32_t format = space == SPACE_SRGB ? GL_SRGB8_ALPHA8 : GL_RGBA8;
    gl->TexImage2D(GL_TEXTURE_2D, 0, format, (int32_t)width, (int32_t)height, 0, GL_RGBA,
                   GL_UNSIGNED_BYTE, pixels);
    if (!renderer->makes_mipmaps || !vrmi_upload_mips(renderer, format, width, height, pixels))
        gl->GenerateMipmap(GL_TEXTURE_2D);
    texture->bytes = (uint64_t)width * height * 16 / 3;
    renderer->stats.textures++;
    renderer->stats.gpu_bytes += (int64_t)texture->bytes;
}

static void upload_image(vrmi_Upload* upload, int32_t image, const vrm_Picture* picture) {
    vrm_Drawable* drawable = upload->drawable;
    const char* pointer = vrmi_pointer(upload, "images", image, "");
    uint32_t limit = (uint32_t)drawable->renderer->max_texture;
    if (picture->width > limit || picture->height > limit) {
        vrmi_upload_report(upload, "RENDER_IMAGE_TOO_LARGE", pointer, NULL);
        return;
    }
    for (int space = 0; space < SPACES; space++) {
        vrmi_Texture* texture = &drawable->textures[image * SPACES + space];
        uint64_t bytes = (uint64_t)picture->width * picture->height * 16 / 3;
        if (!texture->is_wanted || !vrmi_upload_spend(upload, bytes, pointer)) continue;
        upload_pixels(drawable->renderer, texture, space, picture->width, picture->height,
                      picture->pixels);
    }
}

static void complain(vrmi_Upload* upload, int32_t image, vrm_Result result) {
    const char* code = result == VRM_ERR_LIMIT ? "RENDER_IMAGE_TOO_LARGE"
                       : result == VRM_ERR_IO  ? "RENDER_IMAGE_MISSING"
                                               : "RENDER_IMAGE_BROKEN";
    const char* message = NULL;
    if (result == VRM_ERR_UNSUPPORTED)
        message = "An image is in a format that cannot be decoded here; save it as PNG or JPEG. A "
                  "checker board stands for it.";
    vrmi_upload_report(upload, code, vrmi_pointer(upload, "images", image, ""), message);
}

static vrm_Result finish_batch(vrmi_Upload* upload, Batch* batch) {
    const vrm_Tasks* tasks = &upload->def.tasks;
    if (tasks->worker_count > 1 && tasks->parallel_for != NULL && batch->count > 1)
        tasks->parallel_for(tasks->ctx, batch->count, 1, decode_some, batch);
    else
        decode_some(batch, 0, batch->count, 0);
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < batch->count; i++) {
        const vrm_Picture* picture = &batch->pictures[i];
        if (batch->results[i] == VRM_ERR_MEMORY) {
            result = VRM_ERR_MEMORY;
        } else if (batch->results[i] == VRM_OK && picture->width > 0 && picture->height > 0 &&
                   picture->pixels != NULL) {
            if (result == VRM_OK) upload_image(upload, batch->images[i], picture);
        } else {
            complain(upload, batch->images[i], batch->results[i]);
        }
        give_picture(&batch->pictures[i]);
    }
    batch->count = 0;
    return result;
}

/* ---- Samplers and bindings ---- */

static int32_t known_filter(uint32_t filter, bool is_min) {
    if (filter == GL_NEAREST || filter == GL_LINEAR) return (int32_t)filter;
    if (is_min && filter >= GL_NEAREST_MIPMAP_NEAREST && filter <= GL_LINEAR_MIPMAP_LINEAR)
        return (int32_t)filter;
    return is_min ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR;
}

/* Whether texels show one by one: then a picture of half the size shows something else. */
static bool shows_texels(const vrm_Gltf* gltf, int32_t sampler) {
    if (sampler < 0) return false;
    int32_t min = known_filter(gltf->samplers[sampler].min_filter, true);
    int32_t mag = known_filter(gltf->samplers[sampler].mag_filter, false);
    return min == GL_NEAREST || min == GL_LINEAR || mag == GL_NEAREST;
}

static int32_t known_wrap(uint32_t wrap) {
    return wrap == GL_CLAMP_TO_EDGE || wrap == GL_MIRRORED_REPEAT ? (int32_t)wrap : GL_REPEAT;
}

static uint32_t get_sampler(vrmi_Upload* upload, int32_t index) {
    vrm_Drawable* drawable = upload->drawable;
    const vrmi_Gl* gl = vrmi_gl(drawable->renderer);
    static const vrm_Sampler plain = {0};
    const vrm_Sampler* sampler = index < 0 ? &plain : &upload->gltf->samplers[index];
    uint32_t* id = &drawable->samplers[index < 0 ? upload->gltf->sampler_count : index];
    if (*id != 0) return *id;
    gl->GenSamplers(1, id);
    gl->SamplerParameteri(*id, GL_TEXTURE_MIN_FILTER, known_filter(sampler->min_filter, true));
    gl->SamplerParameteri(*id, GL_TEXTURE_MAG_FILTER, known_filter(sampler->mag_filter, false));
    gl->SamplerParameteri(*id, GL_TEXTURE_WRAP_S, known_wrap(sampler->wrap_s));
    gl->SamplerParameteri(*id, GL_TEXTURE_WRAP_T, known_wrap(sampler->wrap_t));
    return *id;
}

/* Magenta and black, which cannot be mistaken for the artist's intention. */
static uint32_t get_checker(vrm_Drawable* drawable) {
    vrmi_Texture* checker = &drawable->textures[drawable->texture_count - 1];
    if (checker->id == 0) {
        uint8_t pixels[8 * 8 * 4];
        for (size_t i = 0; i < 64; i++) {
            bool is_light = (i / 8 + i) % 2 == 0;
            memcpy(pixels + i * 4,
                   is_light ? (uint8_t[]){255, 0, 255, 255} : (uint8_t[]){0, 0, 0, 255}, 4);
        }
        upload_pixels(drawable->renderer, checker, SPACE_SRGB, 8, 8, pixels);
    }
    return checker->id;
}

static void bind(vrmi_Upload* upload, vrmi_Material* material, vrm_TextureSlot slot) {
    vrm_Drawable* drawable = upload->drawable;
    vrmi_Bound* bound = &material->bound[slot];
    if (bound->index < 0) return;
    const vrm_Texture* texture = &upload->gltf->textures[bound->index];
    int space = vrm_texture_use(slot).is_srgb ? SPACE_SRGB : SPACE_DATA;
    if (texture->source >= 0)
        bound->texture =
            drawable->textures[first_alike(upload, texture->source) * SPACES + space].id;
    if (bound->texture == 0 && slot == VRM_TEXTURE_BASE_COLOR)
        bound->texture = get_checker(drawable);
    if (bound->texture != 0) {
        bound->sampler = get_sampler(upload, texture->sampler);
    } else {
        material->features &= ~vrmi_texture_feature(slot); /* as if it were unset */
    }
}

/* ---- All of them ---- */

static void want_images(vrmi_Upload* upload) {
    vrm_Drawable* drawable = upload->drawable;
    /* Only materials that a shape uses. */
    for (size_t s = 0; s < drawable->shape_count; s++) {
        if (drawable->shapes[s].geometry < 0) continue;
        vrmi_Material* material = &drawable->materials[drawable->shapes[s].material];
        if (material->is_used) continue;
        material->is_used = true;
        for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++) {
            int32_t index = material->bound[slot].index;
            if (index < 0 || upload->gltf->textures[index].source < 0) continue;
            int space = vrm_texture_use((vrm_TextureSlot)slot).is_srgb ? SPACE_SRGB : SPACE_DATA;
            const vrm_Texture* shown = &upload->gltf->textures[index];
            vrmi_Texture* texture = &drawable->textures[shown->source * SPACES + space];
            texture->is_wanted = true;
            if (shows_texels(upload->gltf, shown->sampler)) texture->is_exact = true;
        }
    }
}

vrm_Result vrmi_upload_textures(vrmi_Upload* upload) {
    vrm_Drawable* drawable = upload->drawable;
    const vrm_Allocator* allocator = &upload->def.allocator;
    int32_t image_count = upload->gltf->image_count;
    drawable->texture_count = (size_t)image_count * SPACES + 1;
    drawable->sampler_count = (size_t)upload->gltf->sampler_count + 1;
    drawable->textures = vrmi_take(allocator, drawable->texture_count, sizeof *drawable->textures);
    drawable->samplers = vrmi_take(allocator, drawable->sampler_count, sizeof *drawable->samplers);
    if (drawable->textures == NULL || drawable->samplers == NULL) return VRM_ERR_MEMORY;
    want_images(upload);

    Batch batch = {.upload = upload};
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < image_count && result == VRM_OK; i++) {
        const vrmi_Texture* pair = &drawable->textures[i * SPACES];
        if (!pair[SPACE_DATA].is_wanted && !pair[SPACE_SRGB].is_wanted) continue;
        if (first_alike(upload, i) != i) continue;
        if (!spend_pixels(upload, i)) {
            vrmi_upload_report(
                upload, "RENDER_IMAGE_TOO_LARGE", vrmi_pointer(upload, "images", i, ""),
                "With this image the file has more pixels than the limit pixels of "
                "vrm_DrawableDef allows for its size. A checker board stands for it. "
                "Raise the limit if you trust the file.");
            continue;
        }
        batch.images[batch.count++] = i;
        if (batch.count == BATCH_SIZE) result = finish_batch(upload, &batch);
    }
    if (result == VRM_OK) result = finish_batch(upload, &batch);
    for (size_t m = 0; m < drawable->material_count && result == VRM_OK; m++)
        for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT && drawable->materials[m].is_used; slot++)
            bind(upload, &drawable->materials[m], (vrm_TextureSlot)slot);
    return result;
}
