/* SPDX-License-Identifier: MIT */
/* Provides a BVH as joints that can be sampled. */
#include "motion/bvh/bvh.h"

#include "base/ascii.h"

#include <string.h>

static vrm_Quat about(vrmi_BvhChannel channel, float degrees) {
    vrmi_SinCos half = vrmi_sincos(degrees * (0.5f * VRMI_TO_RADIANS));
    return (vrm_Quat){channel == VRMI_BVH_X_ROTATION ? half.sin : 0.0f,
                      channel == VRMI_BVH_Y_ROTATION ? half.sin : 0.0f,
                      channel == VRMI_BVH_Z_ROTATION ? half.sin : 0.0f, half.cos};
}

/* Rotations in the order of the channels; a position replaces the offset. */
static vrm_Transform local_of(const vrmi_BvhJoint* joint, const float* values) {
    vrm_Transform local = vrmi_transform_identity();
    local.translation = joint->offset;
    for (int c = 0; c < joint->channel_count; c++) {
        vrmi_BvhChannel channel = (vrmi_BvhChannel)joint->channels[c];
        switch (channel) {
        case VRMI_BVH_X_POSITION: local.translation.x = values[c]; break;
        case VRMI_BVH_Y_POSITION: local.translation.y = values[c]; break;
        case VRMI_BVH_Z_POSITION: local.translation.z = values[c]; break;
        case VRMI_BVH_X_ROTATION:
        case VRMI_BVH_Y_ROTATION:
        case VRMI_BVH_Z_ROTATION:
            local.rotation = vrmi_quat_mul(local.rotation, about(channel, values[c]));
            break;
        default: break;
        }
    }
    return local;
}

static void sample(const void* reader, double frame, vrm_Transform* out_locals) {
    const vrmi_Bvh* bvh = reader;
    const float* values = bvh->values + (size_t)frame * bvh->channel_count;
    for (int32_t j = 0; j < bvh->joint_count; j++)
        out_locals[j] = local_of(&bvh->joints[j], values + bvh->joints[j].first_channel);
}

/* ---- Reading ---- */

static bool begins_with(const uint8_t* bytes, size_t size, const char* word) {
    size_t length = strlen(word);
    if (size < length) return false;
    for (size_t i = 0; i < length; i++)
        if (vrmi_lower((char)bytes[i]) != vrmi_lower(word[i])) return false;
    return size == length || bytes[length] <= ' ';
}

bool vrmi_bvh_recognises(const uint8_t* bytes, size_t size) {
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && bytes[at] != 0 && bytes[at] <= ' ') at++;
    return begins_with(bytes + at, size - at, "HIERARCHY") ||
           begins_with(bytes + at, size - at, "ROOT"); /* some programs leave the first line out */
}

static void destroy(void* reader) {
    vrmi_Bvh* bvh = reader;
    vrm_Allocator allocator = bvh->allocator;
    vrmi_release(&allocator, bvh->values, bvh->value_room * sizeof *bvh->values);
    vrmi_arena_release(&bvh->arena);
    vrmi_release(&allocator, bvh, sizeof *bvh);
}

/* All rotations are 0 at rest. */
static vrm_Result put_joints(vrmi_Bvh* bvh, vrmi_Capture* out) {
    vrmi_CaptureJoint* joints =
        vrmi_arena_alloc(&bvh->arena, (size_t)bvh->joint_count, sizeof *joints);
    if (joints == NULL) return VRM_ERR_MEMORY;
    for (int32_t j = 0; j < bvh->joint_count; j++) {
        const vrmi_BvhJoint* joint = &bvh->joints[j];
        joints[j] = (vrmi_CaptureJoint){.name = joint->name,
                                        .parent = joint->parent,
                                        .rest = vrmi_transform_identity(),
                                        .is_end = joint->is_end,
                                        .has_position = joint->has_position,
                                        .has_rotation = joint->has_rotation};
        joints[j].rest.translation = joint->offset;
    }
    *out = (vrmi_Capture){.joints = joints,
                          .joint_count = bvh->joint_count,
                          .frame_count = bvh->frame_count,
                          .frame_time = bvh->frame_time,
                          .sample = sample,
                          .sample_cost = (uint64_t)bvh->joint_count / 4, /* all are sampled */
                          .reader = bvh,
                          .destroy = destroy};
    return VRM_OK;
}

vrm_Result vrmi_bvh_read(const vrmi_CaptureInput* input, vrmi_Capture* out) {
    vrmi_Bvh* bvh = vrmi_alloc_zeroed(&input->allocator, 1, sizeof *bvh);
    if (bvh == NULL) return VRM_ERR_MEMORY;
    bvh->allocator = input->allocator;
    vrmi_arena_init(&bvh->arena, &input->allocator, 4096);
    vrm_Result result = vrmi_bvh_parse(bvh, input);
    if (result == VRM_OK) result = put_joints(bvh, out);
    if (result != VRM_OK) destroy(bvh);
    return result;
}
