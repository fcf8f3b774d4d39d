/* SPDX-License-Identifier: MIT */
#include "facts/loads.h"

#include "facts/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Images ---- */

const char* const cli_image_formats[] = {"png", "jpeg", "webp", "ktx2", "avif", "gif", NULL};

static bool begins(const vrm_Image* image, uint64_t at, const char* bytes, size_t size) {
    return image->data != NULL && image->size >= at + size &&
           memcmp(image->data + at, bytes, size) == 0;
}

static const char* format_of_bytes(const vrm_Image* image) {
    if (begins(image, 0, "\x89PNG\r\n\x1a\n", 8)) return "png";
    if (begins(image, 0, "\xff\xd8\xff", 3)) return "jpeg";
    if (begins(image, 0, "RIFF", 4) && begins(image, 8, "WEBP", 4)) return "webp";
    if (begins(image, 0, "\xabKTX 20\xbb\r\n\x1a\n", 12)) return "ktx2";
    if (begins(image, 4, "ftypavif", 8)) return "avif";
    if (begins(image, 0, "GIF8", 4)) return "gif";
    return NULL;
}

const char* cli_image_format(const vrm_Image* image) {
    const char* format = format_of_bytes(image);
    if (format != NULL || strncmp(image->mime_type, "image/", 6) != 0) return format;
    for (int i = 0; cli_image_formats[i] != NULL; i++)
        if (strcmp(image->mime_type + 6, cli_image_formats[i]) == 0) return cli_image_formats[i];
    return NULL;
}

double cli_card_bytes(uint32_t width, uint32_t height) {
    return floor(((double)width * (double)height * 16.0 + 1.0) / 3.0);
}

/* Images that are drawn: the thumbnail of 0.x is a texture too, but of no material. */
static bool* find_drawn(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Meta* meta = vrm_model_meta(model);
    bool* is_drawn = calloc((size_t)gltf->image_count + 1, sizeof *is_drawn);
    if (is_drawn == NULL) return NULL;
    for (int32_t t = 0; t < gltf->texture_count; t++) {
        int32_t image = gltf->textures[t].source;
        if (image >= 0 && image < gltf->image_count) is_drawn[image] = true;
    }
    if (meta != NULL && meta->thumbnail_image >= 0 && meta->thumbnail_image < gltf->image_count)
        is_drawn[meta->thumbnail_image] = false;
    return is_drawn;
}

static vrm_Result measure_images(const vrm_Model* model, cli_Loads* out) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    bool* is_drawn = find_drawn(model);
    vrm_Result result = is_drawn != NULL ? VRM_OK : VRM_ERR_MEMORY;
    for (int32_t i = 0; i < gltf->image_count && result == VRM_OK; i++) {
        cli_ImageFacts facts;
        result = cli_image_facts(&gltf->images[i], &facts);
        out->texture_side = fmax(out->texture_side, fmax(facts.width, facts.height));
        out->texture_pixels += (double)facts.width * (double)facts.height;
        if (is_drawn[i] && facts.width > 0)
            out->texture_memory += cli_card_bytes(facts.width, facts.height);
    }
    free(is_drawn);
    return result;
}

/* ---- Meshes and springs ---- */

static void measure_nodes(const vrm_Gltf* gltf, cli_Loads* out) {
    for (int32_t n = 0; n < gltf->node_count; n++) {
        int32_t mesh = gltf->nodes[n].mesh;
        if (mesh < 0 || mesh >= gltf->mesh_count) continue;
        out->draw_calls += (double)gltf->meshes[mesh].primitive_count;
        if (gltf->nodes[n].skin >= 0)
            out->skinned_meshes += 1.0;
        else
            out->unskinned_meshes += 1.0;
    }
}

/* The last joint of a chain is its tip, which is moved by no collider. */
static double collider_checks(const vrm_SpringBones* bones) {
    double checks = 0.0;
    for (int32_t s = 0; s < bones->spring_count; s++) {
        const vrm_Spring* spring = &bones->springs[s];
        double colliders = 0.0;
        for (int32_t g = 0; g < spring->collider_group_count; g++) {
            int32_t group = spring->collider_groups[g];
            if (group >= 0 && group < bones->collider_group_count)
                colliders += (double)bones->collider_groups[group].collider_count;
        }
        if (spring->joint_count > 1) checks += (double)(spring->joint_count - 1) * colliders;
    }
    return checks;
}

vrm_Result cli_measure_loads(const vrm_Model* model, cli_Loads* out) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    *out = (cli_Loads){.collider_checks = collider_checks(vrm_model_spring_bones(model))};
    for (int32_t a = 0; a < gltf->accessor_count; a++)
        if (gltf->accessors[a].is_sparse) out->sparse_accessors += 1.0;
    measure_nodes(gltf, out);
    return measure_images(model, out);
}
