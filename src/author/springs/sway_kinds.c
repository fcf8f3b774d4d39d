/* SPDX-License-Identifier: MIT */
/* What a chain is, where no name says it: by the bone that it hangs on, and by its shape. */
#include "author/springs/spring_proposal.h"

#include "author/springs/sway_names.h"

typedef struct Shape {
    vrm_Vec3 root, tip;  /* from the bone, metres on an avatar of usual size */
    vrm_Vec3 direction;  /* from root to tip, of unit length */
    int32_t joint_count; /* that turn */
} Shape;

static Shape shape_of(const vrm_SpringProposal* proposal, const vrmi_SwayChain* chain) {
    int32_t turning = vrmi_sway_turning(chain);
    float scale = 1.0f / proposal->size;
    const vrm_Transform* rests = proposal->cloud.rests;
    vrm_Vec3 bone = rests[vrm_rig_bone(proposal->rig, chain->bone)].translation;
    vrm_Vec3 root = rests[proposal->nodes[chain->first]].translation;
    vrm_Vec3 tip = proposal->tips[chain->first + turning - 1];
    return (Shape){.root = vrmi_vec3_scale(vrmi_vec3_sub(root, bone), scale),
                   .tip = vrmi_vec3_scale(vrmi_vec3_sub(tip, bone), scale),
                   .direction = vrmi_vec3_normalize(vrmi_vec3_sub(tip, root)),
                   .joint_count = turning};
}

static vrm_SwayKind kind_on_head(const Shape* shape) {
    bool is_upright = shape->direction.y > 0.5f && shape->root.y > 0.05f;
    return is_upright && fabsf(shape->root.x) > 0.02f ? VRM_SWAY_EAR : VRM_SWAY_HAIR;
}

static vrm_SwayKind kind_on_trunk(const Shape* shape) {
    bool is_in_front = shape->tip.z > 0.05f && shape->direction.z > 0.3f;
    if (is_in_front && shape->joint_count <= 2 && fabsf(shape->tip.x) > 0.02f)
        return VRM_SWAY_BREAST;
    bool is_cape = shape->direction.y < -0.5f && shape->root.z < 0.0f && shape->joint_count > 2;
    return is_cape ? VRM_SWAY_SKIRT : VRM_SWAY_RIBBON;
}

/* A tail is alone; behind a skirt hangs one of many strips. */
static vrm_SwayKind kind_on_hips(const Shape* shape, int32_t chain_count) {
    bool is_behind = shape->root.z < 0.0f && fabsf(shape->root.x) < 0.03f;
    bool is_middle = fabsf(shape->tip.x) < 0.05f && shape->joint_count >= 3 && chain_count < 3;
    if (is_behind && (shape->direction.z < -0.5f || is_middle)) return VRM_SWAY_TAIL;
    return VRM_SWAY_SKIRT;
}

static vrm_SwayKind kind_by_shape(vrm_Bone bone, const Shape* shape, int32_t hips_count) {
    switch (bone) {
    case VRM_BONE_NECK:
    case VRM_BONE_HEAD: return kind_on_head(shape);
    case VRM_BONE_SPINE:
    case VRM_BONE_CHEST:
    case VRM_BONE_UPPER_CHEST:
    case VRM_BONE_LEFT_SHOULDER:
    case VRM_BONE_RIGHT_SHOULDER: return kind_on_trunk(shape);
    case VRM_BONE_HIPS: return kind_on_hips(shape, hips_count);
    case VRM_BONE_LEFT_UPPER_LEG:
    case VRM_BONE_RIGHT_UPPER_LEG: return VRM_SWAY_SKIRT;
    case VRM_BONE_LEFT_UPPER_ARM:
    case VRM_BONE_RIGHT_UPPER_ARM:
    case VRM_BONE_LEFT_LOWER_ARM:
    case VRM_BONE_RIGHT_LOWER_ARM: return VRM_SWAY_SLEEVE;
    default: return VRM_SWAY_ACCESSORY;
    }
}

static bool is_hand(vrm_Bone bone) {
    return bone == VRM_BONE_LEFT_HAND || bone == VRM_BONE_RIGHT_HAND;
}

/* Rigs of faces move a human ear by joints beside each other (Rigify: five); an animal's ear is a
 * chain, or two of one joint each. */
static bool is_part_of_ear(const vrmi_SwayChain* chain) {
    return chain->verdict == VRM_SWAY_EAR && vrmi_sway_turning(chain) == 1;
}

void vrmi_sway_classify(vrm_SpringProposal* proposal) {
    enum { MOST_SHORT_EARS = 4 }; /* two on each side */
    int32_t hips_count = 0, ear_parts = 0;
    for (int32_t c = 0; c < proposal->chain_count; c++) {
        hips_count += proposal->chains[c].bone == VRM_BONE_HIPS;
        ear_parts += is_part_of_ear(&proposal->chains[c]);
    }
    for (int32_t c = 0; c < proposal->chain_count; c++) {
        vrmi_SwayChain* chain = &proposal->chains[c];
        Shape shape = shape_of(proposal, chain);
        bool is_named = chain->verdict != VRMI_SWAY_UNNAMED;
        chain->kind = is_named ? (vrm_SwayKind)chain->verdict
                               : kind_by_shape(chain->bone, &shape, hips_count);
        /* What hangs on a hand without a name is a finger that the avatar has no bone for. */
        chain->is_taken = is_named || (shape.joint_count > 1 && !is_hand(chain->bone));
        if (ear_parts > MOST_SHORT_EARS && is_part_of_ear(chain)) chain->is_taken = false;
    }
}
