/* SPDX-License-Identifier: MIT */
/* Morph weights that an animation moves become expressions, by the names of the morph targets. */
#include "motion/gltf/gltf_motion.h"
#include "runtime/clip_sample.h"

#include <string.h>

enum { LANES = 4 };

static float lane_of(vrm_Vec4 value, int32_t lane) {
    const float values[LANES] = {value.x, value.y, value.z, value.w};
    return values[lane];
}

/* Returns true if a weight is not always 0. */
static bool is_used(const vrm_Clip* clip, const vrmi_Track* track, int32_t lane) {
    size_t parts = track->interpolation == VRM_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    size_t count = parts * (size_t)clip->timelines[track->timeline].key_count;
    for (size_t k = 0; k < count; k++)
        if (lane_of(track->keys[k], lane) != 0.0f) return true;
    return false;
}

static vrm_Result add_lane(vrmi_GltfMotion* motion, const vrmi_CaptureInput* input, int32_t track,
                           int32_t lane, const char* morph) {
    if (morph[0] == '\0' || !vrmi_morphs_is_new(&motion->morphs, morph)) return VRM_OK;
    if (!is_used(motion->clip, &motion->clip->tracks[track], lane)) {
        (void)vrmi_capture_mapped_morph(input, morph, morph);
        return VRM_OK;
    }
    char* copy = vrmi_arena_string(&motion->arena, morph, strlen(morph));
    if (copy == NULL) return VRM_ERR_MEMORY;
    return vrmi_morphs_add(&motion->morphs, input, copy, copy, LANES * track + lane);
}

static vrm_Result add_track(vrmi_GltfMotion* motion, const vrmi_CaptureInput* input,
                            const vrm_Gltf* gltf, int32_t t) {
    const vrmi_Track* track = &motion->clip->tracks[t];
    if (track->target != VRMI_TRACK_MORPH || gltf->nodes[track->index].mesh < 0) return VRM_OK;
    const vrm_Mesh* mesh = &gltf->meshes[gltf->nodes[track->index].mesh];
    vrm_Result result = VRM_OK;
    for (int32_t lane = 0; lane < track->morph_count && result == VRM_OK; lane++)
        if (track->morph + lane < mesh->target_name_count)
            result = add_lane(motion, input, t, lane, mesh->target_names[track->morph + lane]);
    return result;
}

vrm_Result vrmi_gltf_motion_faces(vrmi_GltfMotion* motion, const vrmi_CaptureInput* input,
                                  const vrm_Gltf* gltf) {
    size_t most = 0;
    for (int32_t t = 0; t < motion->clip->track_count; t++)
        if (motion->clip->tracks[t].target == VRMI_TRACK_MORPH) most += LANES;
    vrm_Result result = vrmi_morphs_init(&motion->morphs, &motion->arena, most);
    for (int32_t t = 0; t < motion->clip->track_count && result == VRM_OK; t++)
        result = add_track(motion, input, gltf, t);
    vrmi_morphs_report(&motion->morphs, input, VRMI_RULE_MOTION_MORPHS_LIMIT);
    return result;
}

static float weight_at(const void* reader, int32_t source, double time) {
    const vrmi_GltfMotion* motion = reader;
    return lane_of(vrmi_clip_track_at(motion->clip, source / LANES, (float)time), source % LANES);
}

void vrmi_gltf_motion_sample_faces(const void* reader, double frame, float* out_weights) {
    const vrmi_GltfMotion* motion = reader;
    vrmi_morphs_sample(&motion->morphs, weight_at, motion, frame * motion->frame_time, out_weights);
}
