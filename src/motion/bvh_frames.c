/* SPDX-License-Identifier: MIT */
/* What the channels of a BVH say of its joints in a frame. */
#include "motion/bvh.h"

static vrm_Quat about(vrmi_BvhChannel channel, float degrees) {
    vrmi_SinCos half = vrmi_sincos(degrees * (0.5f * VRMI_TO_RADIANS));
    return (vrm_Quat){channel == VRMI_BVH_X_ROTATION ? half.sin : 0.0f,
                      channel == VRMI_BVH_Y_ROTATION ? half.sin : 0.0f,
                      channel == VRMI_BVH_Z_ROTATION ? half.sin : 0.0f, half.cos};
}

vrm_Transform vrmi_bvh_local(const vrm_Bvh* bvh, int32_t j, int32_t frame) {
    const vrmi_BvhJoint* joint = &bvh->joints[j];
    const float* values = bvh->values + (size_t)frame * bvh->channel_count + joint->first_channel;
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

vrm_Transform vrmi_bvh_path(const vrm_Bvh* bvh, int32_t joint, int32_t frame) {
    vrm_Transform made = vrmi_bvh_local(bvh, joint, frame);
    for (int32_t at = bvh->joints[joint].parent; at >= 0; at = bvh->joints[at].parent) {
        if (bvh->joints[at].bone != VRM_BONE_NONE) break;
        made = vrmi_transform_mul(vrmi_bvh_local(bvh, at, frame), made);
    }
    return made;
}

vrm_Vec3 vrmi_bvh_hips_at(const vrm_Bvh* bvh, int32_t frame) {
    vrm_Transform path = vrmi_bvh_path(bvh, bvh->bones[VRM_BONE_HIPS], frame);
    vrm_Vec3 place = vrmi_quat_rotate(bvh->to_model, path.translation);
    return vrmi_vec3_scale(place, bvh->metres);
}
