/* SPDX-License-Identifier: MIT */
/* The rows of an avatar at rest. */
#include "table/table_build.h"

#include <stdlib.h>

void gpu_rest_free(gpu_Rest* rest) {
    free(rest->input);
    free(rest->face);
    *rest = (gpu_Rest){NULL, NULL};
}

static void rest_inputs(const gpu_Build* b, float* input) {
    const vrm_RigPack* pack = b->pack;
    input[IN_ROOT + (pack->facing < 0 ? 1 : 3)] = 1.0f; /* half a turn about Y, or none */
    input[IN_ROOT + 7] = 1.0f;
    int32_t hips = pack->bones[VRM_BONE_HIPS].node;
    if (hips >= 0) copy_vec3(input + IN_HIPS, pack->nodes[hips].rest.translation);
    for (int32_t n = 0; n < pack->node_count; n++)
        copy_quat(input + b->rig.rows.rotations + 4 * n, pack->nodes[n].rest.rotation);
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++)
        if (b->pose_rows[i] >= 0) input[b->rig.rows.pose + 4 * b->pose_rows[i] + 3] = 1.0f;
}

/* What avatars show whose expression stage has never run. */
static void rest_faces(const gpu_Build* b, gpu_Rest* rest) {
    const vrm_RigPack* pack = b->pack;
    const gpu_RigRows* rows = &b->rig.rows;
    size_t morphs = (size_t)pack->morph_count * sizeof(float);
    size_t values = (size_t)pack->value_count * sizeof(vrm_Vec4);
    if (morphs > 0) {
        memcpy(rest->input + rows->morphs, pack->rest_morphs, morphs);
        memcpy(rest->face + rows->out_morphs, pack->rest_morphs, morphs);
    }
    if (values > 0) memcpy(rest->face + rows->out_values, pack->value_bases, values);
}

bool gpu_make_rest(const gpu_Build* b, gpu_Rest* rest) {
    rest->input = calloc((size_t)b->rows[ARENA_INPUT], sizeof(float));
    rest->face = calloc((size_t)b->rows[ARENA_FACE] + 1, sizeof(float));
    if (rest->input == NULL || rest->face == NULL) {
        gpu_rest_free(rest);
        return false;
    }
    rest_inputs(b, rest->input);
    if (b->outputs & VRM_OUTPUT_FACE) rest_faces(b, rest);
    return true;
}
