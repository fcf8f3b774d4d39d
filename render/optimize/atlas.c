/* SPDX-License-Identifier: MIT */
/* Lets materials share pictures: members, groups, pages, edit. */
#include "optimize/atlas.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_TOTAL ((uint64_t)4 << 30)
/* Texture coordinates and indices that are read, for each byte of the file and in any file. Usual
 * files need less than one for each byte. */
#define NUMBERS_PER_BYTE 4
#define FREE_NUMBERS     ((uint64_t)1 << 22)

/* ---- Definition ---- */

void vrm_optimize_atlas_def_init(vrm_OptimizeAtlasDef* def, size_t def_size) {
    const vrm_OptimizeAtlasDef defaults = {.def_size = (uint32_t)def_size,
                                           .max_side = 4096,
                                           .effort = 5,
                                           .limits = {.limits_size = sizeof defaults.limits}};
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static vrm_Result copy_def(const vrm_OptimizeAtlasDef* given, vrm_OptimizeAtlasDef* out) {
    vrm_optimize_atlas_def_init(out, sizeof *out);
    if (given != NULL) {
        if (given->def_size < offsetof(vrm_OptimizeAtlasDef, limits) || given->def_size > 4096)
            return VRM_ERR_DEF;
        memcpy(out, given, given->def_size < sizeof *out ? given->def_size : sizeof *out);
        out->def_size = (uint32_t)sizeof *out;
    }
    bool is_fine = out->max_side >= 256 && out->max_side <= 8192 &&
                   (out->max_side & (out->max_side - 1)) == 0 && out->effort >= 0 &&
                   out->effort <= 9;
    return is_fine ? VRM_OK : VRM_ERR_ARGUMENT;
}

/* ---- Findings ---- */

static void report(const vrmi_Atlas* atlas) {
    static const char* const codes[] = {[VRMI_ATLAS_BOUND] = "ATLAS_MATERIAL_BOUND",
                                        [VRMI_ATLAS_UNKNOWN] = "ATLAS_MATERIAL_UNKNOWN",
                                        [VRMI_ATLAS_MOVED] = "ATLAS_UV_MOVED",
                                        [VRMI_ATLAS_OUTSIDE] = "ATLAS_UV_OUTSIDE",
                                        [VRMI_ATLAS_PICTURE] = "ATLAS_PICTURE_KEPT",
                                        [VRMI_ATLAS_CROWDED] = "ATLAS_VERTICES_SHARED",
                                        [VRMI_ATLAS_MEMORY] = "ATLAS_MEMORY",
                                        [VRMI_ATLAS_ALONE] = "ATLAS_MATERIAL_ALONE"};
    for (int32_t i = 0; i < atlas->count; i++) {
        const char* code = codes[atlas->members[i].reason];
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/materials/%d", (int)i);
        if (code != NULL) vrm_report_add(atlas->report, code, pointer, NULL);
    }
}

static void count_members(vrmi_Atlas* atlas) {
    for (int32_t i = 0; i < atlas->count; i++) {
        vrmi_AtlasMember* member = &atlas->members[i];
        if (member->reason != VRMI_ATLAS_UNUSED) atlas->stats.material_count++;
        if (member->reason == VRMI_ATLAS_FINE) atlas->stats.merged_count++;
    }
    atlas->stats.page_count = atlas->page_count;
}

/* ---- The whole ---- */

static vrm_Result run(vrmi_Atlas* atlas) {
    vrm_Result result = vrmi_atlas_find_members(atlas);
    if (result == VRM_OK) result = vrmi_atlas_check_uvs(atlas);
    if (result == VRM_OK) result = vrmi_atlas_group(atlas);
    if (result != VRM_OK) return result;
    count_members(atlas);
    if (atlas->page_count > 0) result = vrmi_atlas_write(atlas);
    if (result == VRM_OK && atlas->stats.material_count > 1) report(atlas);
    return result;
}

vrm_Result vrm_optimize_atlas(vrm_Model* model, const vrm_OptimizeAtlasDef* def, vrm_Report* report,
                              vrm_OptimizeAtlasStats* out_stats) {
    vrmi_Atlas atlas = {.model = model,
                        .report = report,
                        .gltf = vrm_model_gltf(model),
                        .surfaces = vrm_model_surfaces(model),
                        .numbers_left =
                            FREE_NUMBERS + NUMBERS_PER_BYTE * vrm_model_source_bytes(model)};
    if (out_stats != NULL) *out_stats = atlas.stats;
    vrm_Result result = copy_def(def, &atlas.def);
    if (result != VRM_OK) return result;
    if (atlas.gltf->material_count == 0 || atlas.surfaces == NULL) return VRM_OK;
    if (!vrm_model_is_glb(model)) return VRM_ERR_UNSUPPORTED;
    atlas.allocator = vrmi_image_allocator(&atlas.def.allocator);
    atlas.bytes_left = atlas.def.total_bytes != 0 ? atlas.def.total_bytes : DEFAULT_TOTAL;
    atlas.text.allocator = atlas.allocator;
    atlas.count = atlas.gltf->material_count;
    result = run(&atlas);
    vrmi_bytes_release(&atlas.text);
    vrmi_atlas_rewind(&atlas, NULL);
    if (result == VRM_OK && out_stats != NULL) *out_stats = atlas.stats;
    return result;
}
