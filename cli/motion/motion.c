/* SPDX-License-Identifier: MIT */
#include "motion/motion.h"

#include <stdio.h>
#include <stdlib.h>

void motion_free(Motion* motion) {
    for (int32_t i = 0; i < motion->track_count; i++) free(motion->tracks[i].samples);
    free(motion->tracks);
    free(motion->dts);
    free(motion->times);
    free(motion->resets);
    *motion = (Motion){0};
}

bool motion_of_time(double frames, double dt, Motion* out) {
    *out = (Motion){.dt_is_number = true};
    out->frames = (int32_t)frames;
    out->dts = calloc((size_t)frames + 1, sizeof *out->dts);
    out->times = calloc((size_t)frames + 1, sizeof *out->times);
    out->resets = calloc((size_t)frames + 1, sizeof *out->resets);
    if (out->dts == NULL || out->times == NULL || out->resets == NULL) {
        motion_free(out);
        return false;
    }
    for (int32_t f = 0; f < out->frames; f++) {
        out->dts[f] = dt;
        out->times[f] = f * dt;
    }
    return true;
}

double motion_frames_of_clip(const vrm_Clip* clip) {
    /* Frames of exactly 1/60 s. The last is not later than the end, except by rounding. */
    double duration = (double)vrm_clip_duration(clip);
    int32_t steps = vrm_clip_steps(duration, 60.0);
    return steps / 60.0 > duration * 1.0001 + 1e-4 ? steps : steps + 1.0;
}

bool motion_of_clip(const vrm_Clip* clip, Motion* out) {
    if (!motion_of_time(motion_frames_of_clip(clip), 1.0 / 60.0, out)) return false;
    for (int32_t f = 0; f < out->frames; f++) out->times[f] = f / 60.0;
    snprintf(out->name, sizeof out->name, "%s", vrm_clip_name(clip));
    out->clip = clip;
    return true;
}

/* ---- Applying a frame to an avatar ---- */

static vrm_Vec3 to_vec3(const double* v) {
    return (vrm_Vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static vrm_Quat to_quat(const double* q) {
    return (vrm_Quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
}

static void apply_track(const MotionTrack* track, const double* v, vrm_Sim* sim,
                        vrm_AvatarId avatar, vrm_Transform* root) {
    switch (track->target) {
    case MOTION_ROOT_TRANSLATION: root->translation = to_vec3(v); break;
    case MOTION_ROOT_ROTATION: root->rotation = to_quat(v); break;
    case MOTION_ROOT_SCALE: root->scale = to_vec3(v); break;
    case MOTION_BONE_ROTATION: {
        vrm_Bone bone = vrm_bone_by_name(track->name);
        if (vrm_rig_bone(vrm_avatar_rig(sim, avatar), bone) >= 0)
            (void)vrm_avatar_set_bone(sim, avatar, bone, to_quat(v));
        break;
    }
    case MOTION_HIPS_TRANSLATION: (void)vrm_avatar_set_hips(sim, avatar, to_vec3(v)); break;
    case MOTION_NODE_ROTATION:
        (void)vrm_avatar_set_rotation(sim, avatar, track->node, to_quat(v));
        break;
    case MOTION_NODE_TRANSLATION:
        (void)vrm_avatar_set_translation(sim, avatar, track->node, to_vec3(v));
        break;
    case MOTION_EXPRESSION:
        (void)vrm_avatar_set_expression_named(sim, avatar, track->name, (float)v[0]);
        break;
    case MOTION_LOOK_AT: (void)vrm_avatar_look_at(sim, avatar, to_vec3(v)); break;
    case MOTION_LOOK_ALONG:
        (void)vrm_avatar_look_along(sim, avatar, (float)v[0], (float)v[1]);
        break;
    }
}

void motion_apply(const Motion* motion, int32_t frame, vrm_Sim* sim, vrm_AvatarId avatar) {
    vrm_Transform root = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    for (int32_t i = 0; i < motion->track_count; i++)
        apply_track(&motion->tracks[i], motion_at(&motion->tracks[i], frame), sim, avatar, &root);
    (void)vrm_avatar_set_root(sim, avatar, root);
}
