/* SPDX-License-Identifier: MIT */
#include "motion/gltf/gltf_motion.h"

#include "motion/key_times.h"

#include <string.h>

/* ---- Joints ---- */

static void mark(const vrm_Gltf* gltf, int32_t node, bool* is_joint) {
    for (; node >= 0 && !is_joint[node]; node = gltf->nodes[node].parent) is_joint[node] = true;
}

/* Selects joints of skins, nodes that the animation moves or that are stated to be bones, and their
 * ancestors; without skins every node. */
static void mark_joints(const vrm_Gltf* gltf, const vrm_Animation* animation,
                        const vrmi_CaptureInput* input, bool* is_joint) {
    for (int32_t s = 0; s < gltf->skin_count; s++)
        for (int32_t j = 0; j < gltf->skins[s].joint_count; j++)
            mark(gltf, gltf->skins[s].joints[j], is_joint);
    for (int32_t c = 0; c < animation->channel_count; c++)
        if (animation->channels[c].path != VRM_PATH_WEIGHTS)
            mark(gltf, animation->channels[c].node, is_joint);
    for (int32_t n = 0; n < gltf->node_count && input->is_figure; n++)
        if (input->stated[n] >= 0 || (input->has_all_nodes && gltf->nodes[n].mesh < 0))
            mark(gltf, n, is_joint);
    for (int32_t n = 0; n < gltf->node_count && gltf->skin_count == 0; n++) is_joint[n] = true;
}

/* Nodes with their parents before them. */
static void order_nodes(const vrm_Gltf* gltf, int32_t* out) {
    int32_t count = 0;
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (gltf->nodes[n].parent < 0) out[count++] = n;
    for (int32_t i = 0; i < count; i++) {
        const vrm_Node* node = &gltf->nodes[out[i]];
        for (int32_t c = 0; c < node->child_count; c++) out[count++] = node->children[c];
    }
}

static vrm_Bone bone_of(const vrm_Model* model, int32_t node) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (vrm_model_bone(model, (vrm_Bone)b) == node) return (vrm_Bone)b;
    return VRM_BONE_NONE;
}

static vrm_Result put_joint(vrmi_GltfMotion* motion, const vrm_Model* model, int32_t n,
                            const int32_t* joint_of) {
    const vrm_Node* node = &vrm_model_gltf(model)->nodes[n];
    bool is_avatar = vrm_model_bone_count(model) > 0;
    char* name = vrmi_arena_string(&motion->arena, node->name, strlen(node->name));
    if (name == NULL) return VRM_ERR_MEMORY;
    motion->nodes[motion->joint_count] = n;
    motion->joints[motion->joint_count++] =
        (vrmi_CaptureJoint){.name = name,
                            .parent = node->parent < 0 ? -1 : joint_of[node->parent],
                            .rest = node->rest,
                            .is_end = name[0] == '\0' && node->child_count == 0,
                            .has_bone = is_avatar,
                            .bone = is_avatar ? bone_of(model, n) : VRM_BONE_NONE};
    return VRM_OK;
}

static vrm_Result put_joints(vrmi_GltfMotion* motion, const vrm_Model* model, const bool* is_joint,
                             int32_t* order, int32_t* joint_of) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    size_t most = VRMI_CAPTURE_JOINTS_MAX;
    if ((size_t)gltf->node_count < most) most = (size_t)gltf->node_count;
    motion->joints = vrmi_arena_alloc(&motion->arena, most, sizeof *motion->joints);
    motion->nodes = vrmi_arena_alloc(&motion->arena, most, sizeof *motion->nodes);
    if (motion->joints == NULL || motion->nodes == NULL) return VRM_ERR_MEMORY;
    order_nodes(gltf, order);
    for (int32_t i = 0; i < gltf->node_count; i++) {
        if (!is_joint[order[i]]) continue;
        if (motion->joint_count == VRMI_CAPTURE_JOINTS_MAX) return VRM_ERR_LIMIT;
        joint_of[order[i]] = motion->joint_count;
        vrm_Result result = put_joint(motion, model, order[i], joint_of);
        if (result != VRM_OK) return result;
    }
    return VRM_OK;
}

static void mark_tracks(vrmi_GltfMotion* motion, const vrm_Animation* animation,
                        const int32_t* joint_of) {
    for (int32_t c = 0; c < animation->channel_count; c++) {
        const vrm_AnimationChannel* channel = &animation->channels[c];
        if (channel->node < 0) continue;
        vrmi_CaptureJoint* joint = &motion->joints[joint_of[channel->node]];
        if (channel->path == VRM_PATH_TRANSLATION) joint->has_position = true;
        if (channel->path == VRM_PATH_ROTATION) joint->has_rotation = true;
    }
}

/* Bones that the caller states instead of the file. */
static void state_bones(vrmi_GltfMotion* motion, const int8_t* stated) {
    for (int32_t j = 0; j < motion->joint_count; j++) {
        int8_t bone = stated[motion->nodes[j]];
        motion->joints[j].has_bone = bone != VRMI_NODE_UNSTATED;
        motion->joints[j].bone = bone != VRMI_NODE_UNSTATED ? (vrm_Bone)bone : VRM_BONE_NONE;
    }
}

/* Joints that are there for others alone. */
static void mark_unskinned(vrmi_GltfMotion* motion, const vrm_Gltf* gltf, const int32_t* joint_of) {
    for (int32_t j = 0; j < motion->joint_count; j++)
        motion->joints[j].is_unskinned = gltf->skin_count > 0;
    for (int32_t s = 0; s < gltf->skin_count; s++)
        for (int32_t i = 0; i < gltf->skins[s].joint_count; i++)
            if (gltf->skins[s].joints[i] >= 0)
                motion->joints[joint_of[gltf->skins[s].joints[i]]].is_unskinned = false;
}

static vrm_Result find_joints(vrmi_GltfMotion* motion, const vrm_Model* model,
                              const vrm_Animation* animation, const vrmi_CaptureInput* input) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    size_t count = (size_t)gltf->node_count;
    const vrm_Allocator* allocator = &motion->allocator;
    bool* is_joint = vrmi_alloc_zeroed(allocator, count, sizeof *is_joint);
    int32_t* order = vrmi_alloc_zeroed(allocator, count, sizeof *order);
    int32_t* joint_of = vrmi_alloc_zeroed(allocator, count, sizeof *joint_of);
    vrm_Result result = VRM_ERR_MEMORY;
    if (is_joint != NULL && order != NULL && joint_of != NULL) {
        mark_joints(gltf, animation, input, is_joint);
        result = put_joints(motion, model, is_joint, order, joint_of);
        if (result == VRM_OK && input->is_figure) {
            state_bones(motion, input->stated);
            mark_unskinned(motion, gltf, joint_of);
        }
        if (result == VRM_OK) mark_tracks(motion, animation, joint_of);
    }
    vrmi_release(allocator, is_joint, count * sizeof *is_joint);
    vrmi_release(allocator, order, count * sizeof *order);
    vrmi_release(allocator, joint_of, count * sizeof *joint_of);
    return result;
}

/* ---- Samples ---- */

static void sample(const void* reader, double frame, vrm_Transform* out_locals) {
    const vrmi_GltfMotion* motion = reader;
    memcpy(motion->locals, motion->rests, (size_t)motion->node_count * sizeof *motion->rests);
    if (motion->clip != NULL)
        (void)vrm_clip_sample_nodes(motion->clip, (float)(frame * motion->frame_time),
                                    motion->locals, motion->node_count);
    for (int32_t j = 0; j < motion->joint_count; j++)
        out_locals[j] = motion->locals[motion->nodes[j]];
}

static vrm_Result put_nodes(vrmi_GltfMotion* motion, const vrm_Gltf* gltf) {
    size_t count = (size_t)gltf->node_count;
    motion->node_count = gltf->node_count;
    motion->rests = vrmi_arena_alloc(&motion->arena, count, sizeof *motion->rests);
    motion->locals = vrmi_arena_alloc(&motion->arena, count, sizeof *motion->locals);
    if (motion->rests == NULL || motion->locals == NULL) return VRM_ERR_MEMORY;
    for (size_t n = 0; n < count; n++) motion->rests[n] = gltf->nodes[n].rest;
    return VRM_OK;
}

static void destroy(void* reader) {
    vrmi_GltfMotion* motion = reader;
    vrm_Allocator allocator = motion->allocator;
    vrm_clip_destroy(motion->clip);
    vrmi_arena_release(&motion->arena);
    vrmi_release(&allocator, motion, sizeof *motion);
}

/* ---- Takes ---- */

static vrm_Result choose_take(vrmi_GltfMotion* motion, const vrm_Gltf* gltf,
                              const vrmi_CaptureInput* input, vrmi_Capture* out) {
    size_t count = input->is_figure ? 0 : (size_t)gltf->animation_count;
    out->is_still = count == 0;
    if (count == 0 && input->allows_still) return VRM_OK;
    if (count == 0) {
        vrmi_report_at(input->report, VRMI_RULE_MOTION_NO_ANIMATION, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    const char** names = vrmi_arena_alloc(&motion->arena, count, sizeof *names);
    bool* moves = vrmi_arena_alloc(&motion->arena, count, sizeof *moves);
    if (names == NULL || moves == NULL) return VRM_ERR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const char* name = gltf->animations[i].name;
        moves[i] = gltf->animations[i].channel_count > 0;
        names[i] = vrmi_arena_string(&motion->arena, name, strlen(name));
        if (names[i] == NULL) return VRM_ERR_MEMORY;
    }
    out->take_count = gltf->animation_count;
    out->take_names = names;
    return vrmi_capture_choose(input, names, moves, out->take_count, &out->take);
}

/* Frames hit every key if keys are evenly spaced; samples between frames are exact too. */
static vrm_Result put_frames(vrmi_GltfMotion* motion, const vrm_Model* model,
                             const vrmi_CaptureInput* input, vrmi_Capture* out) {
    double seconds = out->is_still ? 0.0 : (double)vrm_clip_duration(motion->clip);
    int32_t steps = out->is_still ? 0 : vrmi_key_steps(model, out->take, seconds);
    if ((uint64_t)steps > input->max_bytes / sizeof(vrm_Pose) || steps == INT32_MAX)
        return VRM_ERR_LIMIT;
    motion->frame_time = steps > 0 ? seconds / steps : 1.0 / 60.0;
    out->frame_count = steps + 1;
    out->frame_time = motion->frame_time;
    return VRM_OK;
}

/* ---- The whole ---- */

static vrm_Result fill(vrmi_GltfMotion* motion, const vrm_Model* model,
                       const vrmi_CaptureInput* input, vrmi_Capture* out) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_ClipDef def = vrm_default_clip_def();
    def.allocator = input->allocator;
    def.report = input->report;
    if (input->max_bytes < (uint64_t)256 << 20) def.max_bytes = input->max_bytes;
    vrm_Result result = choose_take(motion, gltf, input, out);
    if (result != VRM_OK) return result;
    def.animation = out->take;
    const vrm_Animation nothing = {.channel_count = 0};
    const vrm_Animation* animation = out->is_still ? &nothing : &gltf->animations[out->take];
    if (!out->is_still) result = vrm_clip_build(model, &def, &motion->clip);
    if (result == VRM_OK) result = put_nodes(motion, gltf);
    if (result == VRM_OK) result = find_joints(motion, model, animation, input);
    if (result == VRM_OK) result = put_frames(motion, model, input, out);
    if (result == VRM_ERR_LIMIT)
        vrmi_report_at(input->report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET, NULL);
    if (result == VRM_OK) result = vrmi_gltf_motion_bind(motion, gltf, input->is_figure);
    if (result == VRM_OK && !out->is_still) result = vrmi_gltf_motion_faces(motion, input, gltf);
    out->joints = motion->joints;
    out->joint_count = motion->joint_count;
    out->sample = sample;
    out->sample_cost = (uint64_t)gltf->node_count / 4 + (uint64_t)animation->channel_count;
    out->has_curves = true;
    out->metres = 1.0f;
    out->has_axes = true;
    out->to_model = vrmi_quat_identity();
    out->is_figure = input->is_figure;
    out->may_be_posed = motion->bind == NULL && !input->is_figure;
    out->is_t_pose = vrm_model_bone_count(model) > 0 && !input->is_figure;
    out->bind = motion->bind;
    out->is_bound = motion->is_bound;
    out->sample_expressions = vrmi_gltf_motion_sample_faces;
    vrmi_morphs_publish(&motion->morphs, out);
    out->reader = motion;
    out->destroy = destroy;
    return result;
}

vrm_Result vrmi_gltf_motion_read_model(const vrm_Model* model, const vrmi_CaptureInput* input,
                                       vrmi_Capture* out) {
    if (vrm_model_clip_info(model) != NULL) {
        vrmi_report_at(input->report, VRMI_RULE_MOTION_VRM_ANIMATION, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    vrmi_GltfMotion* motion = vrmi_alloc_zeroed(&input->allocator, 1, sizeof *motion);
    if (motion == NULL) return VRM_ERR_MEMORY;
    motion->allocator = input->allocator;
    vrmi_arena_init(&motion->arena, &input->allocator, 4096);
    *out = (vrmi_Capture){0};
    vrm_Result result = fill(motion, model, input, out);
    if (result != VRM_OK) destroy(motion);
    return result;
}

bool vrmi_gltf_motion_recognises(const uint8_t* bytes, size_t size) {
    if (size >= 4 && memcmp(bytes, "glTF", 4) == 0) return true;
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && memchr(" \t\r\n", bytes[at], 4) != NULL) at++;
    return at < size && bytes[at] == '{';
}

vrm_Result vrmi_gltf_motion_read(const vrmi_CaptureInput* input, vrmi_Capture* out) {
    vrm_Model* model = NULL;
    vrm_LoadDef def = vrm_default_load_def();
    def.borrow_bytes = true;
    def.allows_unread = true; /* meshes and pictures do not matter */
    def.allocator = input->allocator;
    vrm_Result result = vrm_model_load(input->bytes, input->size, &def, input->report, &model);
    if (result == VRM_OK) result = vrmi_gltf_motion_read_model(model, input, out);
    vrm_model_destroy(model);
    return result;
}
