/* SPDX-License-Identifier: MIT */
/* Packets from the network, moving an avatar: whatever they say, every number that comes out is
 * finite and every rotation a rotation. The input is packets, each behind its size (2 bytes). */
#include "vrm/vmc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void check_state(const vrm_Vmc* vmc) {
    vrm_Pose pose = vrm_vmc_pose(vmc, 1.0f);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Quat q = pose.rotations[b];
        float length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (!(fabsf(length - 1.0f) < 1e-3f)) abort();
    }
    if (!isfinite(pose.hips_offset.x + pose.hips_offset.y + pose.hips_offset.z)) abort();
    const vrm_VmcState* state = vrm_vmc_state(vmc);
    if (!isfinite(state->gaze_yaw + state->gaze_pitch + state->time_s)) abort();
    for (int32_t i = 0; i < vrm_vmc_expression_count(vmc); i++) {
        float weight = vrm_vmc_expression_weight(vmc, i);
        if (!(weight >= 0.0f && weight <= 1.0f)) abort();
        if (strlen(vrm_vmc_expression_name(vmc, i)) >= VRM_VMC_NAME) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_VmcDef def = vrm_default_vmc_def();
    vrm_Vmc* vmc;
    def.expression_count = 8;
    if (vrm_vmc_create(&def, &vmc) != VRM_OK) return 0;
    while (size >= 2) {
        size_t length = (size_t)data[0] << 8 | data[1];
        if (length > size - 2) length = size - 2;
        /* A block of its own size: a sanitizer sees the first byte too far. */
        uint8_t* packet = malloc(length == 0 ? 1 : length);
        if (packet == NULL) break;
        memcpy(packet, data + 2, length);
        vrm_vmc_receive(vmc, packet, length);
        free(packet);
        check_state(vmc);
        data += 2 + length;
        size -= 2 + length;
    }
    vrm_vmc_destroy(vmc);
    return 0;
}
