/* SPDX-License-Identifier: MIT */
/* A face becomes the inputs of an avatar. */
#include "face/face.h"
#include "runtime/sim.h"

#include <string.h>

void vrmi_face_apply_gaze(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrmi_GazeLayer* layer = &face->gaze;
    if (layer->aim == VRMI_AIM_OFF) return;
    vrm_Vec2 saccade = vrmi_gaze_saccade(layer, face->now), tracked = face->track.gaze;
    float share = face->track.share, rest = 1.0f - share;
    if (layer->aim == VRMI_AIM_TARGET && share < 0.5f) {
        (void)vrm_avatar_look_at(sim, avatar, layer->target);
        (void)vrm_avatar_look_offset(sim, avatar, saccade.x * rest, saccade.y * rest);
        return;
    }
    if (layer->aim == VRMI_AIM_TARGET) {
        (void)vrm_avatar_look_along(sim, avatar, tracked.x, tracked.y);
        return;
    }
    vrm_Vec2 turn = vrmi_gaze_turn(layer, face->now);
    (void)vrm_avatar_look_along(sim, avatar,
                                (layer->angles.x + turn.x + saccade.x) * rest + tracked.x * share,
                                (layer->angles.y + turn.y + saccade.y) * rest + tracked.y * share);
}

bool vrmi_face_is_for(const vrm_Face* face, const vrm_Rig* rig) {
    const vrm_FaceMap* map = face->map;
    return rig != NULL && rig == map->rig && rig->expression_count == map->expression_count &&
           rig->morph_count == map->rig_morph_count;
}

void vrmi_face_apply_morphs(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrm_FaceMap* map = face->map;
    for (int32_t i = 0; i < map->morph_count && face->track.was_used; i++)
        (void)vrm_avatar_set_morph(sim, avatar, map->morphs[i].morph, face->morphs[i]);
}

bool vrm_face_apply(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar) {
    if (!vrmi_face_is_for(face, vrm_avatar_rig(sim, avatar))) return false;
    for (int32_t i = 0; i < face->touched_count; i++) {
        int32_t e = face->touched[i];
        (void)vrm_avatar_set_expression_at(sim, avatar, e, face->weights[e]);
    }
    vrmi_face_apply_morphs(face, sim, avatar);
    vrmi_face_apply_gaze(face, sim, avatar);
    return true;
}

/* The turn that leads from one rotation to another; none where they are equal. */
static vrm_Quat difference(vrm_Quat to, vrm_Quat from) {
    if (vrmi_quat_dot(to, to) == 0.0f || memcmp(&to, &from, sizeof to) == 0)
        return vrmi_quat_identity();
    return vrmi_quat_normalize(vrmi_quat_mul(to, vrmi_quat_conjugate(from)));
}

bool vrm_face_apply_idle(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar) {
    vrm_Pose before, pose;
    if (!vrmi_avatar_pose(sim, avatar, VRMI_IDLE_BONES, &before)) return false;
    pose = before;
    vrm_face_add_idle(face, &pose);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        pose.rotations[b] = difference(pose.rotations[b], before.rotations[b]);
    pose.hips_offset = vrmi_vec3_sub(pose.hips_offset, before.hips_offset);
    return vrm_avatar_add_pose(sim, avatar, &pose);
}
