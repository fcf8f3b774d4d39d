/* SPDX-License-Identifier: MIT */
/* Motion for MikuMikuDance: a VMD, and behind it, from "PMX " on, the model that it moves. Whatever
 * the bytes, reading stays within its memory and every sample is finite. */
#include "motion/mmd/mmd.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define REQUIRE(claim) ((claim) ? (void)0 : abort())

static void check_joints(const vrmi_Capture* capture) {
    REQUIRE(capture->joint_count > 0 && capture->joint_count <= VRMI_CAPTURE_JOINTS_MAX);
    REQUIRE(capture->frame_count > 0 && capture->frame_time > 0.0);
    for (int32_t j = 0; j < capture->joint_count; j++)
        REQUIRE(capture->joints[j].parent < j && capture->joints[j].parent >= -1);
}

static void check_frame(const vrmi_Capture* capture, double frame, vrm_Transform* locals,
                        float* weights) {
    float yaw = 0.0f, pitch = 0.0f;
    capture->sample(capture->reader, frame, locals);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        vrm_Quat q = locals[j].rotation;
        REQUIRE(vrmi_vec3_is_finite(locals[j].translation));
        REQUIRE(fabsf(vrmi_quat_dot(q, q) - 1.0f) < 0.01f);
    }
    capture->sample_expressions(capture->reader, frame, weights);
    for (int32_t e = 0; e < capture->expression_count; e++)
        REQUIRE(weights[e] >= 0.0f && weights[e] <= 1.0f);
    if (capture->sample_gaze != NULL) capture->sample_gaze(capture->reader, frame, &yaw, &pitch);
    REQUIRE(vrmi_is_finite(yaw) && vrmi_is_finite(pitch));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrmi_CaptureInput input = {.bytes = data, .size = size, .max_bytes = 1 << 22};
    input.allocator = vrmi_allocator(NULL);
    for (size_t at = 0; at + 4 <= size && input.model == NULL; at++) {
        if (memcmp(data + at, "PMX ", 4) != 0) continue;
        input.size = at;
        input.model = data + at;
        input.model_size = size - at;
    }
    vrmi_Capture capture;
    if (vrmi_mmd_read(&input, &capture) != VRM_OK) return 0;
    check_joints(&capture);
    vrm_Transform* locals = malloc((size_t)capture.joint_count * sizeof *locals);
    float* weights = malloc(((size_t)capture.expression_count + 1) * sizeof *weights);
    REQUIRE(locals != NULL && weights != NULL);
    double last = (double)(capture.frame_count - 1);
    for (int i = 0; i < 4; i++) check_frame(&capture, last * i / 3.0, locals, weights);
    free(locals);
    free(weights);
    capture.destroy(capture.reader);
    return 0;
}
