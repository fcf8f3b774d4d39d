/* SPDX-License-Identifier: MIT */
/* From what is shown to a pose, a face and the inputs of an avatar. */
#include "base/maths.h"
#include "face/face_tables.h"
#include "motion/live/mixer.h"
#include "runtime/sim.h"

#include <string.h>

#define DEGREES 57.29577951308232f

/* ---- Inspect ---- */

float vrm_live_weight(const vrm_Live* live, vrm_LivePart part) {
    float weight = 0.0f;
    for (int32_t c = 0; c < live->channel_count; c++)
        if (live->channels[c].part == (uint8_t)part && live->channels[c].weight > weight)
            weight = live->channels[c].weight;
    return part >= 0 && part < VRM_LIVE_PART_COUNT ? weight : 0.0f;
}

uint64_t vrm_live_bones(const vrm_Live* live) {
    uint64_t bones = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (live->channels[VRMI_LIVE_BONES + b].weight > 0.0f) bones |= (uint64_t)1 << b;
    return bones;
}

static vrm_Quat quat_of(const vrmi_LiveChannel* channel) {
    const float* v = channel->shown.v;
    return (vrm_Quat){v[0], v[1], v[2], v[3]};
}

static vrm_Vec3 vec3_of(const vrmi_LiveChannel* channel) {
    return (vrm_Vec3){channel->shown.v[0], channel->shown.v[1], channel->shown.v[2]};
}

/* `under` without a share is what a channel shows, in its own bits. */
static vrm_Quat turn_over(const vrmi_LiveChannel* channel, vrm_Quat under) {
    if (channel->weight <= 0.0f) return under;
    if (channel->weight >= 1.0f) return quat_of(channel);
    return vrmi_quat_slerp(under, quat_of(channel), channel->weight);
}

static vrm_Vec3 place_over(const vrmi_LiveChannel* channel, vrm_Vec3 under) {
    if (channel->weight <= 0.0f) return under;
    if (channel->weight >= 1.0f) return vec3_of(channel);
    vrm_Vec3 way = vrmi_vec3_sub(vec3_of(channel), under);
    return vrmi_vec3_add(under, vrmi_vec3_scale(way, channel->weight));
}

vrm_Pose vrm_live_pose(const vrm_Live* live, const vrm_Pose* under) {
    vrm_Pose pose = under != NULL ? *under : vrm_pose_rest();
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        pose.rotations[b] = turn_over(&live->channels[VRMI_LIVE_BONES + b], pose.rotations[b]);
    pose.hips_offset = place_over(&live->channels[VRMI_LIVE_HIPS], pose.hips_offset);
    return pose;
}

const float* vrm_live_shapes(const vrm_Live* live) {
    return live->shapes;
}

vrm_Vec2 vrm_live_gaze(const vrm_Live* live) {
    const vrmi_LiveChannel* gaze = &live->channels[VRMI_LIVE_GAZE_ANGLES];
    float share = gaze->weight * DEGREES;
    return (vrm_Vec2){gaze->shown.v[0] * share, gaze->shown.v[1] * share};
}

/* ---- Face ---- */

static bool has_shapes(const vrm_Live* live) {
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        if (live->channels[VRMI_LIVE_SHAPES + s].weight > 0.0f) return true;
    return false;
}

void vrm_live_track(vrm_Live* live, vrm_Face* face) {
    bool is_tracking = has_shapes(live);
    if (is_tracking)
        (void)vrm_face_track(face, live->shapes);
    else if (live->is_tracking)
        vrm_face_track_off(face);
    live->is_tracking = is_tracking;
}

/* ---- Avatar ---- */

static float* expression_at(const vrmi_Avatar* avatar, int32_t expression) {
    return vrmi_lane_at(avatar->block, avatar->block->expression_inputs, 1, expression,
                        avatar->lane);
}

/* Blends into what the avatar has without us, which an actor may have set again or left alone. */
static void apply_expression(vrm_Live* live, vrm_Sim* sim, vrm_AvatarId id, int32_t expression,
                             float weight, float share) {
    vrmi_LiveBase* base = &live->bases[expression];
    float present = *expression_at(vrmi_avatar(sim, id), expression);
    if (!base->is_set && share <= 0.0f) return;
    if (!base->is_set || present != base->set) base->before = present;
    base->is_set = share > 0.0f;
    base->set = vrmi_lerp(base->before, weight, share);
    (void)vrm_avatar_set_expression_at(sim, id, expression, base->set);
}

/* An expression that a source shows itself has precedence over the shapes. */
static void apply_expressions(vrm_Live* live, vrm_Sim* sim, vrm_AvatarId id, bool has_face) {
    float presets[VRM_EXPRESSION_PRESET_COUNT] = {0};
    uint32_t by_shapes = 0;
    if (!has_face && has_shapes(live)) {
        vrmi_shapes_to_presets(live->shapes, 0, presets);
        by_shapes = vrmi_shape_presets();
    }
    for (int32_t e = 0; e < live->expression_count; e++) {
        const vrmi_LiveChannel* channel = &live->channels[VRMI_LIVE_EXPRESSIONS + e];
        float weight = channel->shown.v[0], share = channel->weight;
        for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT && share <= 0.0f; p++) {
            if ((by_shapes >> p & 1) == 0 || live->presets[p] != e) continue;
            weight = presets[p];
            share = 1.0f;
        }
        apply_expression(live, sim, id, e, vrmi_clamp(weight, 0.0f, 1.0f), share);
    }
}

static bool is_same(vrm_Transform a, vrm_Transform b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* As the host has set it: without the half turn of an avatar that the sim turns. */
static vrm_Transform root_of(const vrm_Sim* sim, vrm_AvatarId id) {
    vrm_Transform root = vrm_avatar_root(sim, id);
    if (vrmi_is_turned(sim, vrm_avatar_rig(sim, id)))
        root.rotation = vrmi_quat_mul(root.rotation, (vrm_Quat){0.0f, -1.0f, 0.0f, 0.0f});
    return root;
}

/* As apply_expression(). The size of the avatar stays as it is. */
static void apply_root(vrm_Live* live, vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_LiveChannel* position = &live->channels[VRMI_LIVE_ROOT_POSITION];
    const vrmi_LiveChannel* rotation = &live->channels[VRMI_LIVE_ROOT_ROTATION];
    bool is_shown = position->weight > 0.0f || rotation->weight > 0.0f;
    if (!is_shown && !live->has_root_base) return;
    vrm_Transform present = root_of(sim, id);
    if (!live->has_root_base || !is_same(present, live->root_set)) live->root_before = present;
    vrm_Transform root = live->root_before;
    root.translation = place_over(position, root.translation);
    root.rotation = turn_over(rotation, root.rotation);
    (void)vrm_avatar_set_root(sim, id, root);
    live->has_root_base = is_shown;
    live->root_set = root_of(sim, id);
}

static void apply_pose(const vrm_Live* live, vrm_Sim* sim, vrm_AvatarId id) {
    uint64_t bones = vrm_live_bones(live), blended = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (live->channels[VRMI_LIVE_BONES + b].weight < 1.0f) blended |= (uint64_t)1 << b;
    const vrmi_LiveChannel* hips = &live->channels[VRMI_LIVE_HIPS];
    vrm_Pose under, pose;
    if (!vrmi_avatar_pose(sim, id, bones & blended, &under)) return;
    pose = vrm_live_pose(live, &under);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if ((bones >> b & 1) != 0)
            (void)vrm_avatar_set_bone(sim, id, (vrm_Bone)b, pose.rotations[b]);
    if (hips->weight > 0.0f) (void)vrm_avatar_set_hips(sim, id, pose.hips_offset);
}

bool vrm_live_apply(vrm_Live* live, vrm_Sim* sim, vrm_AvatarId id, bool has_face) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, id);
    if (rig == NULL || vrm_rig_expression_count(rig) != live->expression_count) return false;
    apply_pose(live, sim, id);
    apply_expressions(live, sim, id, has_face);
    apply_root(live, sim, id);
    vrm_Vec2 gaze = vrm_live_gaze(live);
    if (live->channels[VRMI_LIVE_GAZE_ANGLES].weight > 0.0f)
        (void)vrm_avatar_look_along(sim, id, gaze.x, gaze.y);
    else if (!has_face && has_shapes(live)) {
        gaze = vrmi_shapes_gaze(live->shapes);
        (void)vrm_avatar_look_along(sim, id, gaze.x, gaze.y);
    }
    return true;
}
