/* SPDX-License-Identifier: MIT */
/* Collects frames: one array each for times, poses and gazes, and one for each expression. */
#include "motion/record.h"

#include "runtime/sim.h"

#include <string.h>

/* ---- Life ---- */

void vrm_recorder_def_init(vrm_RecorderDef* def, size_t def_size) {
    vrm_RecorderDef defaults = {.tolerance_degrees = 0.1f,
                                .tolerance_metres = 0.0005f,
                                .tolerance_weight = 0.002f,
                                .max_bytes = (uint64_t)1 << 30};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

static bool is_length(float a) {
    return vrmi_is_finite(a) && a >= 0.0f;
}

static vrm_Result keep_name(vrm_Recorder* recorder, const char* name) {
    if (name == NULL) return VRM_OK;
    recorder->name_size = strlen(name) + 1;
    recorder->name = vrmi_alloc(&recorder->allocator, recorder->name_size);
    if (recorder->name == NULL) return VRM_ERR_MEMORY;
    memcpy(recorder->name, name, recorder->name_size);
    return VRM_OK;
}

vrm_Result vrm_recorder_create(const vrm_RecorderDef* given, vrm_Recorder** out_recorder) {
    *out_recorder = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!is_length(def.tolerance_degrees) || !is_length(def.tolerance_metres) ||
        !is_length(def.tolerance_weight) || !is_length(def.hips_height))
        return VRM_ERR_ARGUMENT;
    vrm_Allocator allocator = vrmi_allocator(&def.allocator);
    vrm_Recorder* recorder = vrmi_alloc_zeroed(&allocator, 1, sizeof *recorder);
    if (recorder == NULL) return VRM_ERR_MEMORY;
    recorder->allocator = allocator;
    recorder->angle = def.tolerance_degrees * VRMI_TO_RADIANS;
    recorder->distance = def.tolerance_metres;
    recorder->weight = def.tolerance_weight;
    recorder->bones = def.bones;
    recorder->max_bytes = def.max_bytes;
    recorder->writes_skeleton = def.writes_skeleton;
    recorder->skeleton_bones = vrmi_record_skeleton(def.rig, def.hips_height, recorder->skeleton);
    vrm_Result result = keep_name(recorder, def.name);
    if (result == VRM_OK)
        *out_recorder = recorder;
    else
        vrm_recorder_destroy(recorder);
    return result;
}

static void release_expression(vrm_Recorder* recorder, const vrmi_RecordedExpression* expression) {
    vrmi_release(&recorder->allocator, expression->name, expression->name_size);
    vrmi_release(&recorder->allocator, expression->weights,
                 expression->capacity * sizeof *expression->weights);
}

void vrm_recorder_destroy(vrm_Recorder* recorder) {
    if (recorder == NULL) return;
    vrm_Allocator allocator = recorder->allocator;
    for (size_t e = 0; e < recorder->expression_count; e++)
        release_expression(recorder, &recorder->expressions[e]);
    vrmi_release(&allocator, recorder->expressions,
                 recorder->expression_capacity * sizeof *recorder->expressions);
    vrmi_release(&allocator, recorder->times, recorder->time_capacity * sizeof *recorder->times);
    vrmi_release(&allocator, recorder->poses, recorder->pose_capacity * sizeof *recorder->poses);
    vrmi_release(&allocator, recorder->gazes, recorder->gaze_capacity * sizeof *recorder->gazes);
    vrmi_release(&allocator, recorder->roots, recorder->root_capacity * sizeof *recorder->roots);
    vrmi_release(&allocator, recorder->name, recorder->name_size);
    vrmi_release(&allocator, recorder, sizeof *recorder);
}

int32_t vrm_recorder_frame_count(const vrm_Recorder* recorder) {
    return (int32_t)recorder->count;
}

/* ---- Frames ---- */

static bool is_pose(const vrm_Pose* pose) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (!vrmi_quat_is_finite(pose->rotations[b])) return false;
    return vrmi_vec3_is_finite(pose->hips_offset);
}

/* Grows every array. If one cannot grow, those before it keep their new size. */
vrm_Result vrmi_recorder_reserve(vrm_Recorder* r) {
    size_t needed = r->count + 1;
    size_t each = sizeof *r->times + sizeof *r->poses + sizeof *r->gazes +
                  r->expression_count * sizeof(float);
    if (r->roots != NULL) each += sizeof *r->roots;
    if (needed > INT32_MAX || needed > r->max_bytes / each) return VRM_ERR_LIMIT;
    double* times =
        vrmi_array_reserve(&r->allocator, r->times, &r->time_capacity, needed, sizeof *times);
    if (times == NULL) return VRM_ERR_MEMORY;
    r->times = times;
    vrm_Pose* poses =
        vrmi_array_reserve(&r->allocator, r->poses, &r->pose_capacity, needed, sizeof *poses);
    if (poses == NULL) return VRM_ERR_MEMORY;
    r->poses = poses;
    vrm_Quat* gazes =
        vrmi_array_reserve(&r->allocator, r->gazes, &r->gaze_capacity, needed, sizeof *gazes);
    if (gazes == NULL) return VRM_ERR_MEMORY;
    r->gazes = gazes;
    if (r->roots != NULL) {
        vrm_Transform* roots =
            vrmi_array_reserve(&r->allocator, r->roots, &r->root_capacity, needed, sizeof *roots);
        if (roots == NULL) return VRM_ERR_MEMORY;
        r->roots = roots;
    }
    for (size_t e = 0; e < r->expression_count; e++) {
        vrmi_RecordedExpression* expression = &r->expressions[e];
        float* weights = vrmi_array_reserve(&r->allocator, expression->weights,
                                            &expression->capacity, needed, sizeof *weights);
        if (weights == NULL) return VRM_ERR_MEMORY;
        expression->weights = weights;
    }
    return VRM_OK;
}

vrm_Result vrmi_recorder_resize(vrm_Recorder* r, size_t count) {
    size_t before = r->count;
    VRM_ASSERT(before > 0 && count > 0);
    r->count = count - 1;
    vrm_Result result = vrmi_recorder_reserve(r);
    r->count = result == VRM_OK ? count : before;
    if (result != VRM_OK) return result;
    const vrm_Pose rest = vrm_pose_rest();
    for (size_t f = before; f < count; f++) {
        r->times[f] = 0.0;
        r->poses[f] = rest;
        r->gazes[f] = vrmi_quat_identity();
        for (size_t e = 0; e < r->expression_count; e++) r->expressions[e].weights[f] = 0.0f;
    }
    return VRM_OK;
}

static vrm_Pose cleaned(const vrm_Pose* pose) {
    vrm_Pose clean;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        clean.rotations[b] = vrmi_quat_normalize(pose->rotations[b]);
    const float most = 1e6f; /* as everywhere: vrm/sim.h */
    clean.hips_offset = (vrm_Vec3){vrmi_clamp(pose->hips_offset.x, -most, most),
                                   vrmi_clamp(pose->hips_offset.y, -most, most),
                                   vrmi_clamp(pose->hips_offset.z, -most, most)};
    return clean;
}

/* Returns a world pose relative to a root without scale. */
static void unfold_root(vrm_Transform root, vrm_Vec3 rest, vrm_Pose* pose) {
    vrm_Quat back = vrmi_quat_conjugate(root.rotation);
    vrm_Vec3 place = vrmi_vec3_sub(vrmi_vec3_add(rest, pose->hips_offset), root.translation);
    pose->hips_offset = vrmi_vec3_sub(vrmi_quat_rotate(back, place), rest);
    pose->rotations[VRM_BONE_HIPS] =
        vrmi_quat_normalize(vrmi_quat_mul(back, pose->rotations[VRM_BONE_HIPS]));
}

vrm_Result vrm_recorder_add_frame(vrm_Recorder* recorder, double time_s, const vrm_Pose* pose) {
    if (!(time_s >= -1e15 && time_s <= 1e15) || !is_pose(pose)) return VRM_ERR_ARGUMENT;
    size_t at = recorder->count;
    if (at > 0 && !(time_s > recorder->times[at - 1])) return VRM_ERR_ARGUMENT;
    vrm_Result result = vrmi_recorder_reserve(recorder);
    if (result != VRM_OK) return result;
    recorder->times[at] = time_s;
    recorder->poses[at] = cleaned(pose);
    if (recorder->roots != NULL) { /* its world position stays; the pose is relative to the root */
        recorder->roots[at] = recorder->roots[at - 1];
        unfold_root(recorder->roots[at], recorder->skeleton[VRM_BONE_HIPS], &recorder->poses[at]);
    }
    recorder->gazes[at] = at == 0 ? vrmi_quat_identity() : recorder->gazes[at - 1];
    for (size_t e = 0; e < recorder->expression_count; e++) {
        float* weights = recorder->expressions[e].weights;
        weights[at] = at == 0 ? 0.0f : weights[at - 1];
    }
    recorder->count++;
    return VRM_OK;
}

bool vrm_recorder_drop_frame(vrm_Recorder* recorder) {
    if (recorder->count == 0) return false;
    size_t count = --recorder->count, *last = &recorder->expression_count;
    /* Expressions are in the order in which they were first set. */
    while (*last > 0 && recorder->expressions[*last - 1].first_frame >= count)
        release_expression(recorder, &recorder->expressions[--*last]);
    if (recorder->first_gaze >= count) recorder->has_gaze = false;
    if (count == 0) { /* nothing retargeted is left */
        vrmi_release(&recorder->allocator, recorder->roots,
                     recorder->root_capacity * sizeof *recorder->roots);
        recorder->roots = NULL;
        recorder->root_capacity = 0;
    }
    return true;
}

/* ---- Face ---- */

static vrmi_RecordedExpression* find_expression(vrm_Recorder* recorder, const char* name) {
    size_t count = recorder->expression_count;
    size_t first = recorder->next_expression < count ? recorder->next_expression : 0;
    for (size_t i = 0; i < count; i++) {
        size_t e = first + i < count ? first + i : first + i - count;
        if (strcmp(recorder->expressions[e].name, name) != 0) continue;
        recorder->next_expression = e + 1;
        return &recorder->expressions[e];
    }
    return NULL;
}

/* Adds an expression with weights of 0 for all frames so far. Returns NULL if memory runs out. */
static vrmi_RecordedExpression* add_expression(vrm_Recorder* r, const char* name,
                                               vrm_ExpressionPreset preset) {
    vrmi_RecordedExpression* expressions =
        vrmi_array_reserve(&r->allocator, r->expressions, &r->expression_capacity,
                           r->expression_count + 1, sizeof *expressions);
    if (expressions == NULL) return NULL;
    r->expressions = expressions;
    vrmi_RecordedExpression made = {.name_size = strlen(name) + 1,
                                    .preset = preset,
                                    .capacity = r->pose_capacity,
                                    .first_frame = r->count - 1};
    made.name = vrmi_alloc(&r->allocator, made.name_size);
    made.weights = vrmi_alloc_zeroed(&r->allocator, made.capacity, sizeof *made.weights);
    if (made.name == NULL || made.weights == NULL) {
        vrmi_release(&r->allocator, made.name, made.name_size);
        vrmi_release(&r->allocator, made.weights, made.capacity * sizeof *made.weights);
        return NULL;
    }
    memcpy(made.name, name, made.name_size);
    expressions[r->expression_count] = made;
    return &expressions[r->expression_count++];
}

static bool is_look(vrm_ExpressionPreset preset) {
    return preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT;
}

vrm_Result vrm_recorder_set_expression(vrm_Recorder* recorder, const char* name, float weight) {
    vrm_ExpressionPreset preset = vrm_expression_preset_by_name(name);
    if (recorder->count == 0 || name == NULL || name[0] == '\0' || weight != weight ||
        is_look(preset))
        return VRM_ERR_ARGUMENT;
    vrmi_RecordedExpression* expression = find_expression(recorder, name);
    if (expression == NULL) {
        size_t each = sizeof *recorder->poses + recorder->expression_count * sizeof(float);
        if (recorder->count > recorder->max_bytes / each ||
            recorder->expression_count >= UINT16_MAX)
            return VRM_ERR_LIMIT;
        expression = add_expression(recorder, name, preset);
    }
    if (expression == NULL) return VRM_ERR_MEMORY;
    expression->weights[recorder->count - 1] = vrmi_clamp(weight, 0.0f, 1.0f);
    return VRM_OK;
}

void vrmi_recorder_mark_shape(vrm_Recorder* recorder, const char* name) {
    vrmi_RecordedExpression* expression = find_expression(recorder, name);
    if (expression != NULL) expression->is_shape = true;
}

vrm_Quat vrmi_record_gaze(float yaw_degrees, float pitch_degrees) {
    float yaw = vrmi_clamp(yaw_degrees, -360.0f, 360.0f) * VRMI_TO_RADIANS;
    float pitch = vrmi_clamp(pitch_degrees, -90.0f, 90.0f) * VRMI_TO_RADIANS;
    return vrmi_quat_normalize(vrmi_quat_from_yxz((vrm_Vec3){pitch, yaw, 0.0f}));
}

vrm_Result vrm_recorder_set_gaze(vrm_Recorder* recorder, float yaw_degrees, float pitch_degrees) {
    if (recorder->count == 0 || !vrmi_is_finite(yaw_degrees) || !vrmi_is_finite(pitch_degrees))
        return VRM_ERR_ARGUMENT;
    recorder->gazes[recorder->count - 1] = vrmi_record_gaze(yaw_degrees, pitch_degrees);
    if (!recorder->has_gaze) recorder->first_gaze = recorder->count - 1;
    recorder->has_gaze = true;
    return VRM_OK;
}

/* ---- An avatar ---- */

/* Adds the root's rotation and translation to the hips, whose rest position is `rest`, so that the
 * recording has the motion in the world. The root's scale is the avatar's size, not motion: scaled
 * hips of an avatar that is played at its own size would stand above or below the floor. */
static void fold_root(vrm_Transform root, vrm_Vec3 rest, vrm_Pose* pose) {
    vrm_Vec3 place = vrmi_quat_rotate(root.rotation, vrmi_vec3_add(rest, pose->hips_offset));
    pose->hips_offset = vrmi_vec3_sub(vrmi_vec3_add(place, root.translation), rest);
    pose->rotations[VRM_BONE_HIPS] = vrmi_quat_mul(root.rotation, pose->rotations[VRM_BONE_HIPS]);
}

/* The root's motion in a world whose avatars face +Z. */
static vrm_Transform motion_of_root(const vrm_Sim* sim, const vrm_Rig* rig, vrm_AvatarId avatar) {
    const vrm_Quat turn = {0.0f, 1.0f, 0.0f, 0.0f}, back = {0.0f, -1.0f, 0.0f, 0.0f};
    vrm_Transform root = vrm_avatar_root(sim, avatar);
    if (vrm_rig_facing(rig) > 0) return root;
    /* The half turn of a 0.x avatar is not part of its motion. */
    root.rotation = vrmi_quat_mul(root.rotation, back);
    if (vrmi_is_turned(sim, rig)) return root;
    /* The sim has not turned the avatar: its world faces -Z and is turned as a whole. */
    root.rotation = vrmi_quat_mul(turn, root.rotation);
    root.translation.x = -root.translation.x;
    root.translation.z = -root.translation.z;
    return root;
}

vrm_Result vrm_recorder_add_avatar(vrm_Recorder* recorder, double time_s, const vrm_Sim* sim,
                                   vrm_AvatarId avatar) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, avatar);
    const vrm_Transform* locals = vrm_avatar_locals(sim, avatar);
    const float* weights = vrm_avatar_expression_inputs(sim, avatar);
    if (rig == NULL || locals == NULL || weights == NULL) return VRM_ERR_ARGUMENT;
    vrm_Pose pose = vrm_rig_read_pose(rig, locals);
    fold_root(motion_of_root(sim, rig, avatar), recorder->skeleton[VRM_BONE_HIPS], &pose);
    vrm_Result result = vrm_recorder_add_frame(recorder, time_s, &pose);
    if (result != VRM_OK) return result;
    for (int32_t e = 0; result == VRM_OK && e < vrm_rig_expression_count(rig); e++) {
        vrm_ExpressionInfo info = vrm_rig_expression_info(rig, e);
        if (is_look(info.preset) || info.name[0] == '\0') continue;
        if (weights[e] > 0.0f || find_expression(recorder, info.name) != NULL)
            result = vrm_recorder_set_expression(recorder, info.name, weights[e]);
    }
    vrm_Vec2 gaze = vrm_avatar_gaze(sim, avatar);
    if (result == VRM_OK && (recorder->has_gaze || gaze.x != 0.0f || gaze.y != 0.0f))
        result = vrm_recorder_set_gaze(recorder, gaze.x, gaze.y);
    if (result != VRM_OK) vrm_recorder_drop_frame(recorder);
    return result;
}

/* ---- Bones that an avatar lacks ---- */

static void fold_pose(vrm_Pose* pose, uint64_t bones) {
    for (int32_t b = VRM_BONE_SPINE; b < VRM_BONE_COUNT; b++) { /* parents have lower numbers */
        if (bones >> b & 1) continue;
        for (int32_t child = b + 1; child < VRM_BONE_COUNT; child++)
            if ((int32_t)vrm_bone_parent((vrm_Bone)child) == b)
                pose->rotations[child] =
                    vrmi_quat_normalize(vrmi_quat_mul(pose->rotations[b], pose->rotations[child]));
        pose->rotations[b] = vrmi_quat_identity();
    }
}

void vrmi_recorder_fold(vrm_Recorder* recorder, uint64_t bones) {
    for (size_t f = 0; f < recorder->count; f++) fold_pose(&recorder->poses[f], bones);
    recorder->bones &= bones | 1u << VRM_BONE_HIPS;
}
