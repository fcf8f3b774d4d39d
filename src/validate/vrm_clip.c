/* SPDX-License-Identifier: MIT */
/* VRM animation files: a skeleton at rest, and the targets that its channels may have. */
#include "validate/vrm_rules.h"

/* With hips lower than this nothing can be scaled by their height. */
#define HIPS_MIN 0.01f /* metres */

/* What the file uses each node for. */
typedef enum Role { ROLE_NONE = 0, ROLE_BONE, ROLE_EXPRESSION, ROLE_GAZE } Role;

typedef struct Cast {
    vrmi_Judge* judge;
    const vrm_ClipInfo* clip;
    uint8_t* roles; /* Role of each node */
} Cast;

/* ---- Skeleton ---- */

static void judge_hierarchy(const Cast* cast) {
    vrmi_Judge* judge = cast->judge;
    vrmi_NodeTree tree;
    if (!vrmi_judge_tree(judge, &tree)) return;
    for (int i = 0; i < VRM_BONE_COUNT; i++) {
        vrm_Bone bone = (vrm_Bone)i, above = bone;
        if (cast->clip->bones[bone] < 0) continue;
        do above = vrm_bone_parent(above);
        while (above != VRM_BONE_NONE && cast->clip->bones[above] < 0);
        if (above == VRM_BONE_NONE) continue;
        int32_t node = cast->clip->bones[bone], parent = cast->clip->bones[above];
        if (!vrmi_node_tree_is_above(&tree, parent, node))
            VRMI_JUDGE(judge, CLIP_NOT_DESCENDANT, vrmi_judge_bone_place(judge, bone),
                       "The node of %s is not below the node of %s.", vrm_bone_name(bone),
                       vrm_bone_name(above));
    }
}

static void judge_rest(const Cast* cast) {
    vrmi_Judge* judge = cast->judge;
    int32_t hips = cast->clip->bones[VRM_BONE_HIPS];
    if (hips >= 0 && !(vrmi_judge_position(judge, hips).y > HIPS_MIN))
        VRMI_JUDGE(judge, CLIP_HIPS_ON_GROUND, vrmi_judge_bone_place(judge, VRM_BONE_HIPS), NULL);
    for (int32_t i = 0; i < judge->gltf->node_count; i++) {
        const vrm_Node* node = &judge->gltf->nodes[i];
        vrm_Vec3 scale = node->rest.scale;
        if (cast->roles[i] != ROLE_BONE) continue;
        if (fabsf(scale.x - 1) > 1e-3f || fabsf(scale.y - 1) > 1e-3f || fabsf(scale.z - 1) > 1e-3f)
            VRMI_JUDGE(
                judge, CLIP_NODE_SCALED,
                vrmi_judge_place(judge, node->json, node->matrix != NULL ? "matrix" : "scale"),
                NULL);
    }
}

/* ---- Channels ---- */

/* Weights are the X of a translation: checks all its keys. */
static void judge_weights(const Cast* cast, const vrm_AnimationSampler* sampler, vrm_JsonRef at,
                          uint8_t* is_done) {
    vrmi_Judge* judge = cast->judge;
    int32_t output = sampler->output;
    if (output < 0 || judge->context->def.skip_data || is_done[output] ||
        sampler->interpolation == VRM_INTERPOLATION_CUBICSPLINE)
        return;
    is_done[output] = 1;
    const vrm_Accessor* accessor = &judge->gltf->accessors[output];
    if (!accessor->is_readable || accessor->buffer_view < 0 || accessor->type != VRM_ACCESSOR_VEC3)
        return;
    size_t count = (size_t)accessor->count * 3;
    float* numbers = vrmi_judge_alloc(judge, count, sizeof *numbers);
    if (numbers == NULL || vrm_accessor_read_floats(judge->gltf, output, numbers, count) != VRM_OK)
        return;
    for (size_t i = 0; i < count; i += 3) {
        if (numbers[i] >= 0 && numbers[i] <= 1) continue;
        VRMI_JUDGE(judge, CLIP_WEIGHT_NOT_IN_RANGE, at, NULL);
        return;
    }
}

static void judge_channel(const Cast* cast, const vrm_Animation* animation,
                          const vrm_AnimationChannel* channel, uint8_t* is_done) {
    vrmi_Judge* judge = cast->judge;
    if (channel->node < 0) return;
    bool is_hips = channel->node == cast->clip->bones[VRM_BONE_HIPS];
    vrm_AnimationPath path = channel->path;
    vrm_JsonRef target = vrmi_judge_place(judge, channel->json, "target");
    vrm_JsonRef at = vrmi_judge_place(judge, target, "path");
    switch ((Role)cast->roles[channel->node]) {
    case ROLE_BONE:
        if (path == VRM_PATH_TRANSLATION && !is_hips)
            VRMI_JUDGE(judge, CLIP_TRANSLATION_NOT_HIPS, at,
                       "%s is moved; only the hips may be. The channel is ignored.",
                       vrm_bone_name((vrm_Bone)judge->bone_of_node[channel->node]));
        if (path == VRM_PATH_SCALE) VRMI_JUDGE(judge, CLIP_SCALE_ANIMATED, at, NULL);
        break;
    case ROLE_EXPRESSION:
        if (path != VRM_PATH_TRANSLATION)
            VRMI_JUDGE(judge, CLIP_EXPRESSION_NOT_TRANSLATED, at, NULL);
        else if (channel->sampler >= 0)
            judge_weights(cast, &animation->samplers[channel->sampler], at, is_done);
        break;
    case ROLE_GAZE:
        if (path != VRM_PATH_ROTATION) VRMI_JUDGE(judge, CLIP_GAZE_NOT_ROTATED, at, NULL);
        break;
    case ROLE_NONE: break;
    }
}

/* ---- The file ---- */

static vrm_JsonRef expression_place(const Cast* cast, const vrm_ClipExpression* expression) {
    vrm_JsonRef all = vrmi_judge_member(cast->judge, cast->clip->json, "expressions");
    bool is_custom = expression->preset == VRM_EXPRESSION_CUSTOM;
    vrm_JsonRef kind = vrmi_judge_place(cast->judge, all, is_custom ? "custom" : "preset");
    return vrmi_judge_place(cast->judge, kind, expression->name);
}

static bool cast_roles(Cast* cast) {
    vrmi_Judge* judge = cast->judge;
    const vrm_ClipInfo* clip = cast->clip;
    cast->roles = vrmi_judge_alloc(judge, (size_t)judge->gltf->node_count + 1, 1);
    if (cast->roles == NULL) return false;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (clip->bones[bone] >= 0) cast->roles[clip->bones[bone]] = ROLE_BONE;
    for (int32_t i = 0; i < clip->expression_count; i++) {
        int32_t node = clip->expressions[i].node;
        if (cast->roles[node] != ROLE_NONE)
            VRMI_JUDGE(judge, CLIP_EXPRESSION_NODE_SHARED,
                       expression_place(cast, &clip->expressions[i]), NULL);
        else
            cast->roles[node] = ROLE_EXPRESSION;
    }
    if (clip->look_at_node >= 0 && cast->roles[clip->look_at_node] == ROLE_NONE)
        cast->roles[clip->look_at_node] = ROLE_GAZE;
    return true;
}

void vrmi_judge_clip(vrmi_Judge* judge) {
    Cast cast = {.judge = judge, .clip = vrm_model_clip_info(judge->model)};
    if (cast.clip == NULL || !cast_roles(&cast)) return;
    const vrm_Gltf* gltf = judge->gltf;
    if (!cast.clip->has_humanoid && cast.clip->expression_count == 0 && cast.clip->look_at_node < 0)
        VRMI_JUDGE(judge, CLIP_EMPTY, cast.clip->json, NULL);
    if (gltf->animation_count == 0)
        VRMI_JUDGE(judge, CLIP_WITHOUT_ANIMATION, cast.clip->json, NULL);
    judge_hierarchy(&cast);
    judge_rest(&cast);
    uint8_t* is_done = vrmi_judge_alloc(judge, (size_t)gltf->accessor_count + 1, 1);
    for (int32_t a = 0; is_done != NULL && a < gltf->animation_count; a++)
        for (int32_t c = 0; c < gltf->animations[a].channel_count; c++)
            judge_channel(&cast, &gltf->animations[a], &gltf->animations[a].channels[c], is_done);
}
