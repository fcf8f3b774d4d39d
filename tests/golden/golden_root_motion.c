/* SPDX-License-Identifier: MIT */
/* Hashes of root motion: the root of an actor whose layers walk straight, on a curve and along a
 * long path, mixed, cross-faded and backwards, stepped and after jumps. Inputs are made with
 * + - * / only. */
#include "base/hash.h"
#include "scenes/scenes.h"
#include "vrm/vrm.h"

#include <stdio.h>
#include <stdlib.h>

enum { WALKS = 3, FRAMES = 900 };

static void require(bool is_so, const char* what) {
    if (is_so) return;
    fprintf(stderr, "golden_root_motion: %s\n", what);
    exit(1);
}

/* A turn about the vertical by the tangent of a quarter of its angle. */
static vrm_Quat turn_by(float tangent) {
    float square = tangent * tangent;
    return (vrm_Quat){0.0f, 2.0f * tangent / (1.0f + square), 0.0f,
                      (1.0f - square) / (1.0f + square)};
}

static vrm_Clip* make_walk(int number) {
    static const float seconds[WALKS] = {1.0f, 1.5f, 7.0f}, turns[WALKS] = {0.0f, 0.25f, 0.75f};
    vrm_RecorderDef def = vrm_default_recorder_def();
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    def.tolerance_degrees = def.tolerance_metres = 0.0f;
    require(vrm_recorder_create(&def, &recorder) == VRM_OK, "recorder");
    for (int f = 0; f <= 64; f++) {
        float part = (float)f / 64.0f, sway = part * (1.0f - part) * (0.5f - part);
        vrm_Pose pose = vrm_pose_rest();
        pose.hips_offset = (vrm_Vec3){sway + turns[number] * part * part, sway * 0.5f,
                                      part * (1.0f + (float)number)};
        pose.rotations[VRM_BONE_HIPS] = turn_by(turns[number] * part + sway);
        require(vrm_recorder_add_frame(recorder, (double)(seconds[number] * part), &pose) == VRM_OK,
                "frame");
    }
    require(vrm_recorder_finish(recorder, NULL, &model) == VRM_OK, "animation");
    require(vrm_clip_build(model, NULL, &clip) == VRM_OK, "clip");
    vrm_recorder_destroy(recorder);
    vrm_model_destroy(model);
    return clip;
}

static uint64_t hash_root(const vrm_Actor* actor, uint64_t hash) {
    vrm_Transform root = vrm_actor_root(actor);
    const float numbers[] = {root.translation.x, root.translation.y, root.translation.z,
                             root.rotation.x,    root.rotation.y,    root.rotation.z,
                             root.rotation.w};
    for (int i = 0; i < 7; i++) {
        float value = numbers[i] == 0.0f ? 0.0f : numbers[i]; /* zeros of either sign are one */
        hash = vrmi_hash(&value, sizeof value, hash);
    }
    return hash;
}

static void drive(vrm_Actor* actor, vrm_Clip* const* walks, int second) {
    vrm_LayerDef layer = vrm_default_layer_def(walks[second % WALKS]);
    layer.applies_root_motion = true;
    layer.fade_in_s = 0.5f;
    if (second % 5 == 0) require(vrm_actor_cross_fade(actor, &layer) != 0, "cross fade");
    layer.weight = 0.375f;
    layer.speed = second % 2 == 0 ? 1.25f : -0.75f;
    if (second % 5 == 2) require(vrm_actor_play(actor, &layer) != 0, "play");
}

int main(void) {
    SceneBytes bytes = scene_hero(VRM_DIALECT_1, false);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Actor* actor = NULL;
    vrm_Clip* walks[WALKS];
    require(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) == VRM_OK, "load");
    require(vrm_rig_build(model, NULL, &rig) == VRM_OK, "rig");
    require(vrm_sim_create(NULL, &sim) == VRM_OK, "sim");
    vrm_AvatarId avatar = vrm_sim_add(sim, rig);
    require(vrm_actor_create(sim, avatar, NULL, &actor) == VRM_OK, "actor");
    for (int i = 0; i < WALKS; i++) walks[i] = make_walk(i);
    uint64_t steps = 0, jumps = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        if (frame % 60 == 0) drive(actor, walks, frame / 60);
        require(vrm_actor_step(actor, 1.0f / 60.0f), "step");
        steps = hash_root(actor, steps);
    }
    for (int jump = 0; jump < 8; jump++) {
        require(vrm_actor_seek(actor, (double)(jump * 7 % 8) * 1000.25), "seek");
        jumps = hash_root(actor, jumps);
    }
    printf("root steps %016llx\n", (unsigned long long)steps);
    printf("root jumps %016llx\n", (unsigned long long)jumps);
    for (int i = 0; i < WALKS; i++) vrm_clip_destroy(walks[i]);
    vrm_actor_destroy(actor);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return 0;
}
