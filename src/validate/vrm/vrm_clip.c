/* SPDX-License-Identifier: MIT */
/* VRM animation files: a skeleton at rest, and the targets that its channels may have. */
#include "validate/vrm/vrm_rules.h"

/* With hips lower than this nothing can be scaled by their height. */
#define HIPS_MIN 0.01f /* metres */

/* What the file uses each node for. */
typedef enum Role { ROLE_NONE = 0, ROLE_BONE, ROLE_EXPRESSION, ROLE_GAZE } Role;

typedef struct Cast {
    vrmi_VrmCheck* check;
    const vrm_ClipInfo* clip;
    uint8_t* roles; /* Role of each node */
} Cast;

/* ---- Skeleton ---- */

static void check_hierarchy(const Cast* cast) {
    vrmi_VrmCheck* check = cast->check;
    vrmi_NodeTree tree;
    if (!vrmi_vrm_tree(check, &tree)) return;
    for (int i = 0; i < VRM_BONE_COUNT; i++) {
        vrm_Bone bone = (vrm_Bone)i, above = bone;
        if (cast->clip->bones[bone] < 0) continue;
        do above = vrm_bone_parent(above);
        while (above != VRM_BONE_NONE && cast->clip->bones[above] < 0);
        if (above == VRM_BONE_NONE) continue;
        int32_t node = cast->clip->bones[bone], parent = cast->clip->bones[above];
        if (!vrmi_node_tree_is_above(&tree, parent, node))
            VRMI_REPORT(check, CLIP_NOT_DESCENDANT, vrmi_vrm_bone_place(check, bone),
                        "The node of %s is not below the node of %s.", vrm_bone_name(bone),
                        vrm_bone_name(above));
    }
}

static void check_rest(const Cast* cast) {
    vrmi_VrmCheck* check = cast->check;
    int32_t hips = cast->clip->bones[VRM_BONE_HIPS];
    if (hips >= 0 && !(vrmi_vrm_position(check, hips).y > HIPS_MIN))
        vrmi_vrm_report(check, VRMI_RULE_CLIP_HIPS_ON_GROUND,
                        vrmi_vrm_bone_place(check, VRM_BONE_HIPS));
    for (int32_t i = 0; i < check->gltf->node_count; i++) {
        const vrm_Node* node = &check->gltf->nodes[i];
        vrm_Vec3 scale = node->rest.scale;
        if (cast->roles[i] != ROLE_BONE) continue;
        if (fabsf(scale.x - 1) > 1e-3f || fabsf(scale.y - 1) > 1e-3f || fabsf(scale.z - 1) > 1e-3f)
            vrmi_vrm_report(
                check, VRMI_RULE_CLIP_NODE_SCALED,
                vrmi_vrm_place(check, node->json, node->matrix != NULL ? "matrix" : "scale"));
    }
}

/* ---- Channels ---- */

/* Weights are the X of a translation: checks all its keys. */
static void check_weights(const Cast* cast, const vrm_AnimationSampler* sampler, vrm_JsonRef at,
                          uint8_t* is_done) {
    vrmi_VrmCheck* check = cast->check;
    int32_t output = sampler->output;
    if (output < 0 || check->context->def.skip_data || is_done[output] ||
        sampler->interpolation == VRM_INTERPOLATION_CUBICSPLINE)
        return;
    is_done[output] = 1;
    const vrm_Accessor* accessor = &check->gltf->accessors[output];
    if (!accessor->is_readable || accessor->buffer_view < 0 || accessor->type != VRM_ACCESSOR_VEC3)
        return;
    size_t count = (size_t)accessor->count * 3;
    float* numbers = vrmi_vrm_alloc(check, count, sizeof *numbers);
    if (numbers == NULL || vrm_accessor_read_floats(check->gltf, output, numbers, count) != VRM_OK)
        return;
    for (size_t i = 0; i < count; i += 3) {
        if (numbers[i] >= 0 && numbers[i] <= 1) continue;
        vrmi_vrm_report(check, VRMI_RULE_CLIP_WEIGHT_NOT_IN_RANGE, at);
        return;
    }
}

static void check_channel(const Cast* cast, const vrm_Animation* animation,
                          const vrm_AnimationChannel* channel, uint8_t* is_done) {
    vrmi_VrmCheck* check = cast->check;
    if (channel->node < 0) return;
    bool is_hips = channel->node == cast->clip->bones[VRM_BONE_HIPS];
    vrm_AnimationPath path = channel->path;
    vrm_JsonRef target = vrmi_vrm_place(check, channel->json, "target");
    vrm_JsonRef at = vrmi_vrm_place(check, target, "path");
    switch ((Role)cast->roles[channel->node]) {
    case ROLE_BONE:
        if (path == VRM_PATH_TRANSLATION && !is_hips)
            VRMI_REPORT(check, CLIP_TRANSLATION_NOT_HIPS, at,
                        "%s is moved; only the hips may be. The channel is ignored.",
                        vrm_bone_name((vrm_Bone)check->bone_of_node[channel->node]));
        if (path == VRM_PATH_SCALE) vrmi_vrm_report(check, VRMI_RULE_CLIP_SCALE_ANIMATED, at);
        break;
    case ROLE_EXPRESSION:
        if (path != VRM_PATH_TRANSLATION)
            vrmi_vrm_report(check, VRMI_RULE_CLIP_EXPRESSION_NOT_TRANSLATED, at);
        else if (channel->sampler >= 0)
            check_weights(cast, &animation->samplers[channel->sampler], at, is_done);
        break;
    case ROLE_GAZE:
        if (path != VRM_PATH_ROTATION) vrmi_vrm_report(check, VRMI_RULE_CLIP_GAZE_NOT_ROTATED, at);
        break;
    case ROLE_NONE: break;
    }
}

/* ---- The file ---- */

static vrm_JsonRef expression_place(const Cast* cast, const vrm_ClipExpression* expression) {
    vrm_JsonRef all = vrmi_vrm_member(cast->check, cast->clip->json, "expressions");
    bool is_custom = expression->preset == VRM_EXPRESSION_CUSTOM;
    vrm_JsonRef kind = vrmi_vrm_place(cast->check, all, is_custom ? "custom" : "preset");
    return vrmi_vrm_place(cast->check, kind, expression->name);
}

static bool cast_roles(Cast* cast) {
    vrmi_VrmCheck* check = cast->check;
    const vrm_ClipInfo* clip = cast->clip;
    cast->roles = vrmi_vrm_alloc(check, (size_t)check->gltf->node_count + 1, 1);
    if (cast->roles == NULL) return false;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (clip->bones[bone] >= 0) cast->roles[clip->bones[bone]] = ROLE_BONE;
    for (int32_t i = 0; i < clip->expression_count; i++) {
        int32_t node = clip->expressions[i].node;
        if (cast->roles[node] != ROLE_NONE)
            vrmi_vrm_report(check, VRMI_RULE_CLIP_EXPRESSION_NODE_SHARED,
                            expression_place(cast, &clip->expressions[i]));
        else
            cast->roles[node] = ROLE_EXPRESSION;
    }
    if (clip->look_at_node >= 0 && cast->roles[clip->look_at_node] == ROLE_NONE)
        cast->roles[clip->look_at_node] = ROLE_GAZE;
    return true;
}

void vrmi_check_clip(vrmi_VrmCheck* check) {
    Cast cast = {.check = check, .clip = vrm_model_clip_info(check->model)};
    if (cast.clip == NULL || !cast_roles(&cast)) return;
    const vrm_Gltf* gltf = check->gltf;
    if (!cast.clip->has_humanoid && cast.clip->expression_count == 0 && cast.clip->look_at_node < 0)
        vrmi_vrm_report(check, VRMI_RULE_CLIP_EMPTY, cast.clip->json);
    if (gltf->animation_count == 0)
        vrmi_vrm_report(check, VRMI_RULE_CLIP_WITHOUT_ANIMATION, cast.clip->json);
    check_hierarchy(&cast);
    check_rest(&cast);
    uint8_t* is_done = vrmi_vrm_alloc(check, (size_t)gltf->accessor_count + 1, 1);
    for (int32_t a = 0; is_done != NULL && a < gltf->animation_count; a++)
        for (int32_t c = 0; c < gltf->animations[a].channel_count; c++)
            check_channel(&cast, &gltf->animations[a], &gltf->animations[a].channels[c], is_done);
}
