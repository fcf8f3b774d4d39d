/* SPDX-License-Identifier: MIT */
/* Images and textures: checks that an image has the type that the file declares, and that its use
 * allows this type. */
#include "validate/gltf/gltf_pass.h"
#include "validate/gltf/image_header.h"

#include <string.h>

static bool is_power_of_two(uint32_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

static bool is_enabled(const vrmi_GltfPass* pass, vrmi_ImageFormat format) {
    return format == VRMI_IMAGE_JPEG || format == VRMI_IMAGE_PNG ||
           (format == VRMI_IMAGE_WEBP &&
            vrmi_schema_is_declared(&pass->context->walk, "EXT_texture_webp"));
}

static void check_header(vrmi_GltfPass* pass, const vrm_Image* image,
                         const vrmi_ImageHeader* header) {
    const char* mime_type = vrmi_image_mime_type(header->format);
    if (!is_enabled(pass, header->format))
        vrmi_pass_report(pass, VRMI_RULE_IMAGE_NON_ENABLED_MIME_TYPE, image->json);
    if (image->mime_type[0] != '\0' && strcmp(image->mime_type, mime_type) != 0)
        vrmi_report(pass->report, VRMI_RULE_IMAGE_MIME_TYPE_INVALID, pass->json,
                    vrm_json_member(pass->json, image->json,
                                    image->buffer_view >= 0 ? "bufferView" : "uri"),
                    "The picture is %s, but mimeType says otherwise.", mime_type);
    if (!is_power_of_two(header->width) || !is_power_of_two(header->height))
        vrmi_report(pass->report, VRMI_RULE_IMAGE_NPOT_DIMENSIONS, pass->json, image->json,
                    "The picture has %u x %u pixels, which are not both powers of two.",
                    (unsigned)header->width, (unsigned)header->height);
    if (header->has_unused_features)
        vrmi_pass_report(pass, VRMI_RULE_IMAGE_FEATURES_UNSUPPORTED, image->json);
}

/* Returns the format that was recognised. */
static vrmi_ImageFormat check_image(vrmi_GltfPass* pass, const vrm_Image* image) {
    vrmi_ImageHeader header;
    /* An extension of the image may define another way to read it. */
    vrm_JsonRef extensions = vrm_json_member(pass->json, image->json, "extensions");
    if (image->data == NULL || vrm_json_count(pass->json, extensions) > 0)
        return VRMI_IMAGE_UNKNOWN;
    switch (vrmi_image_header(image->data, image->size, &header)) {
    case VRMI_IMAGE_OK: check_header(pass, image, &header); return header.format;
    case VRMI_IMAGE_UNRECOGNIZED:
        vrmi_pass_report(pass, VRMI_RULE_IMAGE_UNRECOGNIZED_FORMAT, image->json);
        break;
    case VRMI_IMAGE_CUT: vrmi_pass_report(pass, VRMI_RULE_IMAGE_UNEXPECTED_EOS, image->json); break;
    case VRMI_IMAGE_INVALID:
        vrmi_report(pass->report, VRMI_RULE_IMAGE_DATA_INVALID, pass->json, image->json,
                    "The picture is damaged: %s", header.problem);
        break;
    }
    return VRMI_IMAGE_UNKNOWN;
}

/* A texture's own source is PNG or JPEG, that of EXT_texture_webp is WebP. The declared type takes
 * precedence over the detected one. */
static void check_source(vrmi_GltfPass* pass, const vrmi_ImageFormat* formats, vrm_JsonRef source,
                         bool wants_webp) {
    int64_t index;
    if (!vrm_json_integer(pass->json, source, &index) || index < 0 ||
        index >= pass->gltf->image_count)
        return;
    const char* mime_type = pass->gltf->images[index].mime_type;
    if (mime_type[0] == '\0') mime_type = vrmi_image_mime_type(formats[index]);
    if (mime_type == NULL) return;
    bool is_right =
        wants_webp ? strcmp(mime_type, "image/webp") == 0
                   : strcmp(mime_type, "image/png") == 0 || strcmp(mime_type, "image/jpeg") == 0;
    if (!is_right) vrmi_pass_report(pass, VRMI_RULE_TEXTURE_INVALID_IMAGE_MIME_TYPE, source);
}

void vrmi_pass_image_data(vrmi_GltfPass* pass) {
    const vrm_Gltf* gltf = pass->gltf;
    vrmi_ImageFormat* formats = vrmi_pass_alloc(pass, (size_t)gltf->image_count, sizeof *formats);
    if (formats == NULL || pass->context->def.skip_data) return;
    for (int32_t i = 0; i < gltf->image_count; i++)
        formats[i] = check_image(pass, &gltf->images[i]);
    bool has_webp = vrmi_schema_is_declared(&pass->context->walk, "EXT_texture_webp");
    for (int32_t i = 0; i < gltf->texture_count; i++) {
        vrm_JsonRef texture = gltf->textures[i].json;
        check_source(pass, formats, vrm_json_member(pass->json, texture, "source"), false);
        if (!has_webp) continue;
        vrm_JsonRef webp = vrm_gltf_extension(gltf, texture, "EXT_texture_webp");
        check_source(pass, formats, vrm_json_member(pass->json, webp, "source"), true);
    }
}
