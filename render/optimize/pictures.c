/* SPDX-License-Identifier: MIT */
/* Makes the pictures of an avatar smaller: plan, encode, edit, count. */
#include "optimize/pictures.h"

#include <string.h>

/* ---- Definition ---- */

void vrm_optimize_pictures_def_init(vrm_OptimizePicturesDef* def, size_t def_size) {
    const vrm_OptimizePicturesDef defaults = {.def_size = (uint32_t)def_size,
                                              .effort = 3,
                                              .quality = 101.0f,
                                              .limits = {.limits_size = sizeof defaults.limits}};
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static bool is_power_of_two(uint32_t value) {
    return (value & (value - 1)) == 0;
}

static vrm_Result check_def(const vrm_OptimizePicturesDef* def) {
    bool is_format = def->format == VRM_IMAGE_UNKNOWN || def->format == VRM_IMAGE_WEBP ||
                     (def->format == VRM_IMAGE_JPEG && def->quality <= 100.0f);
    bool is_fine = is_format && def->effort >= 0 && def->effort <= 9 && def->quality >= 0.0f &&
                   def->max_side <= 65536 && def->min_side <= 8192 &&
                   is_power_of_two(def->min_side) &&
                   (def->max_side == 0 || def->min_side <= def->max_side);
    if (!is_fine) return VRM_ERR_ARGUMENT;
    bool can_write = def->format == VRM_IMAGE_UNKNOWN || vrmi_can_write(def->format);
    return can_write ? VRM_OK : VRM_ERR_UNSUPPORTED;
}

static vrm_Result copy_def(const vrm_OptimizePicturesDef* given, vrm_OptimizePicturesDef* out) {
    vrm_optimize_pictures_def_init(out, sizeof *out);
    if (given != NULL) {
        if (given->def_size < offsetof(vrm_OptimizePicturesDef, limits) || given->def_size > 4096)
            return VRM_ERR_DEF;
        memcpy(out, given, given->def_size < sizeof *out ? given->def_size : sizeof *out);
        out->def_size = (uint32_t)sizeof *out;
    }
    return check_def(out);
}

/* ---- Statistics ---- */

static vrm_PictureCost cost_of(size_t bytes, const vrm_ImageInfo* info,
                               const vrmi_PictureUse* use) {
    vrm_PictureCost cost = {.bytes = bytes, .pixels = (uint64_t)info->width * info->height};
    if (vrmi_is_drawn(use)) cost.gpu_bytes = cost.pixels * 16 / 3;
    return cost;
}

static void add_cost(vrm_PictureCost* sum, const vrm_PictureCost* cost) {
    sum->bytes += cost->bytes;
    sum->pixels += cost->pixels;
    sum->gpu_bytes += cost->gpu_bytes;
}

static void count_picture(const vrmi_PicturePlan* plan, int32_t image,
                          vrm_OptimizePicturesStats* stats) {
    const vrmi_PlannedPicture* picture = &plan->pictures[image];
    const vrmi_PlannedPicture* owner = &plan->pictures[picture->owner];
    vrm_OptimizedPicture* out = &stats->pictures[image];
    bool is_changed = owner->made.size > 0;
    const vrm_ImageInfo* after = is_changed ? &owner->made_info : &owner->info;
    *out = (vrm_OptimizedPicture){
        .before = cost_of(picture->bytes.size, &owner->info, &owner->use),
        .after = cost_of(is_changed ? owner->made.size : picture->bytes.size, after, &owner->use),
        .width_before = owner->info.width,
        .height_before = owner->info.height,
        .width_after = after->width,
        .height_after = after->height,
        .format_before = owner->info.format,
        .format_after = after->format,
        .is_changed = is_changed,
    };
    stats->changed_count += is_changed;
    if (owner != picture) return;
    add_cost(&stats->before, &out->before);
    add_cost(&stats->after, &out->after);
}

static vrm_Result make_stats(const vrmi_PicturePlan* plan, vrm_OptimizePicturesStats* out) {
    vrm_OptimizePicturesStats stats = {.allocator = plan->allocator, .picture_count = plan->count};
    if (plan->count > 0) {
        size_t size = (size_t)plan->count * sizeof *stats.pictures;
        stats.pictures = vrmi_image_alloc(&plan->allocator, size);
        if (stats.pictures == NULL) return VRM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < plan->count; i++) count_picture(plan, i, &stats);
    *out = stats;
    return VRM_OK;
}

void vrm_optimize_pictures_stats_release(vrm_OptimizePicturesStats* stats) {
    if (stats == NULL) return;
    if (stats->pictures != NULL)
        vrmi_image_free(&stats->allocator, stats->pictures,
                        (size_t)stats->picture_count * sizeof *stats->pictures);
    memset(stats, 0, sizeof *stats);
}

/* ---- The whole ---- */

static void drop_made(vrmi_PicturePlan* plan) {
    for (int32_t i = 0; i < plan->count; i++) vrmi_bytes_release(&plan->pictures[i].made);
}

/* Statistics are made before the edit: after it nothing may fail. */
static vrm_Result run(vrmi_PicturePlan* plan, vrm_OptimizePicturesStats* stats) {
    bool has_new = false, is_written = false;
    vrm_Result result = vrmi_plan_pictures(plan);
    for (int32_t i = 0; i < plan->count && result == VRM_OK; i++) {
        vrmi_PlannedPicture* picture = &plan->pictures[i];
        if (!picture->is_kept) result = vrmi_choose_picture(plan, i, picture);
        has_new = has_new || picture->made.size > 0;
    }
    if (result == VRM_OK) result = make_stats(plan, stats);
    if (result == VRM_OK && has_new) result = vrmi_write_pictures(plan, &is_written);
    if (result != VRM_OK || !has_new || is_written) return result;
    drop_made(plan);
    vrm_optimize_pictures_stats_release(stats);
    return make_stats(plan, stats);
}

vrm_Result vrm_optimize_pictures(vrm_Model* model, const vrm_OptimizePicturesDef* def,
                                 vrm_Report* report, vrm_OptimizePicturesStats* out_stats) {
    vrmi_PicturePlan plan = {.model = model, .report = report, .gltf = vrm_model_gltf(model)};
    vrm_OptimizePicturesStats stats = {0};
    if (out_stats != NULL) *out_stats = stats;
    vrm_Result result = copy_def(def, &plan.def);
    if (result == VRM_OK && plan.gltf->image_count > 0 && !vrm_model_is_glb(model))
        result = VRM_ERR_UNSUPPORTED;
    if (result != VRM_OK) return result;
    plan.allocator = vrmi_image_allocator(&plan.def.allocator);
    size_t size = (size_t)plan.gltf->image_count * sizeof *plan.pictures;
    plan.pictures = vrmi_image_alloc(&plan.allocator, size);
    if (plan.pictures == NULL) return VRM_ERR_MEMORY;
    memset(plan.pictures, 0, size);
    plan.count = plan.gltf->image_count;
    for (int32_t i = 0; i < plan.count; i++) plan.pictures[i].made.allocator = plan.allocator;
    result = run(&plan, &stats);
    drop_made(&plan);
    vrmi_image_free(&plan.allocator, plan.pictures, size);
    if (result == VRM_OK && out_stats != NULL)
        *out_stats = stats;
    else
        vrm_optimize_pictures_stats_release(&stats);
    return result;
}
