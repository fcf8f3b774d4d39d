/* SPDX-License-Identifier: MIT */
/* VRMC_materials_mtoon as the draft of December 2019 had it: MToon 0.x under new names, textures as
 * plain indices. The draft does not state units and colour space; its factors are read as linear,
 * as everywhere in glTF, and the rest as in 0.x, from which its exporter copied. */
#include "base/words.h"
#include "model/toon0.h"

bool vrmi_mtoon_is_draft(const vrmi_ModelReader* reader, vrm_JsonRef extension) {
    static const char* const members[] = {"renderMode",  "cullMode",           "litFactor",
                                          "shadeFactor", "litMultiplyTexture", NULL};
    const vrmi_Reader* base = &reader->base;
    const char* key = vrmi_model_alias(reader, extension, members);
    return vrmi_read_member(base, extension, "specVersion") == VRM_JSON_MISSING &&
           vrmi_read_member(base, extension, key) != VRM_JSON_MISSING;
}

void vrmi_read_mtoon_draft(vrmi_ModelReader* reader, vrm_JsonRef extension, vrm_Material* material,
                           vrm_Mtoon* out) {
    vrmi_ToonSource source = {reader, extension, extension, extension, VRM_JSON_MISSING, true};
    vrmi_Toon0 toon = vrmi_toon0_default;
    toon.color = material->base_color_factor;
    toon.emission = material->emissive_factor;
    toon.blend = (vrmi_Blend)vrmi_model_enum(
        reader, extension, "renderMode", vrmi_draft_render_modes, VRMI_COUNT_draft_render_modes,
        VRMI_ANY_CASE, VRMI_BLEND_OPAQUE, VRMI_RULE_VALUE_NOT_IN_LIST);
    vrmi_read_toon0(&source, &toon);
    vrmi_toon0_material(&toon, material);
    vrmi_toon0_mtoon(&toon, out);
    out->render_queue_offset = vrmi_read_queue_offset(reader, extension, material->alpha_mode,
                                                      out->transparent_with_z_write);
    out->json = extension;
}
