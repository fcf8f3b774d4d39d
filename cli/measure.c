/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef CLI_HAS_RENDER
#include "vrm/image.h"
#include "vrm/sim.h"
#include "vrm/stage.h"
#endif

static double last_key(const vrm_Gltf* gltf, int32_t accessor) {
    float min[16], max[16];
    if (accessor < 0 || gltf->accessors[accessor].type != VRM_ACCESSOR_SCALAR) return 0.0;
    if (!vrm_accessor_bounds(gltf, accessor, min, max) || !isfinite(max[0])) return 0.0;
    return (double)max[0];
}

/* By the bounds that glTF requires of key times: nothing is decoded. */
double cli_animation_seconds(const vrm_Gltf* gltf, const vrm_Animation* animation) {
    double seconds = 0.0;
    for (int32_t i = 0; i < animation->sampler_count; i++)
        seconds = fmax(seconds, last_key(gltf, animation->samplers[i].input));
    return seconds;
}

#ifdef CLI_HAS_RENDER

double cli_avatar_height(const vrm_Model* model) {
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Stage* stage = NULL;
    double height = 0.0;
    if (vrm_model_bone_count(model) == 0 || vrm_model_gltf(model)->mesh_count == 0) return 0.0;
    vrm_Result result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) result = vrm_stage_create(model, rig, NULL, &stage);
    if (result == VRM_OK) {
        vrm_AvatarId avatar = vrm_sim_add(sim, rig);
        vrm_Vec3 low, high;
        vrm_sim_step(sim, 0.0f);
        if (vrm_stage_see(stage, sim, avatar)) {
            vrm_stage_bounds(stage, &low, &high);
            height = (double)(high.y - low.y);
        }
    }
    vrm_stage_destroy(stage);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    return isfinite(height) ? height : 0.0;
}

cli_ImageFacts cli_image_facts(const vrm_Image* image) {
    vrm_ImageInfo info;
    vrm_Span bytes = {(const char*)image->data, (size_t)image->size};
    if (image->data == NULL || vrm_image_peek(bytes, &info) != VRM_OK) return (cli_ImageFacts){0};
    return (cli_ImageFacts){vrm_image_format_text(info.format), info.width, info.height};
}

#else

double cli_avatar_height(const vrm_Model* model) {
    (void)model;
    return 0.0;
}

cli_ImageFacts cli_image_facts(const vrm_Image* image) {
    (void)image;
    return (cli_ImageFacts){0};
}

#endif
