/* SPDX-License-Identifier: MIT */
/* usage: count_frame AVATARS FRAMES [KERNEL]   whole frames of the typical avatar, for counting
 * instructions: all inputs of a game, all stages, every output; KERNEL is a number of vrm_Kernel */
#include "scenes/scenes.h"
#include "vrm/vrm.h"

#include <stdlib.h>

enum { AVATARS_MAX = 64, PERIOD = 64 };

/* From 0 to 1 and back within a period. */
static float wave(int frame) {
    float t = (float)(frame % PERIOD) / PERIOD;
    return t < 0.5f ? 2.0f * t : 2.0f - 2.0f * t;
}

/* The arms turn more than the rest; rotations need not be of unit length. */
static vrm_Pose pose_at(float t) {
    vrm_Pose pose = vrm_pose_rest();
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        pose.rotations[b] = (vrm_Quat){0.1f * t * (float)(1 + b % 3), 0.0f, 0.05f * t, 1.0f};
    pose.hips_offset = (vrm_Vec3){0.05f * t, 0.02f * t, 0.0f};
    return pose;
}

static void set_inputs(vrm_Sim* sim, vrm_AvatarId id, int avatar, int frame) {
    float t = wave(frame + 5 * avatar);
    vrm_Pose pose = pose_at(t);
    vrm_Transform root = {{(float)avatar, 0.0f, t}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    vrm_avatar_set_root(sim, id, root);
    vrm_avatar_set_pose(sim, id, &pose);
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_HAPPY, t);
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_AA, 1.0f - t);
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_BLINK, t);
    vrm_avatar_look_at(sim, id, (vrm_Vec3){(float)avatar + t, 1.4f, 2.0f});
}

int main(int count, char** words) {
    if (count != 3 && count != 4) return 2;
    int avatars = atoi(words[1]), frames = atoi(words[2]);
    SceneDef def = scene_typical_def();
    SceneBytes bytes = scene_avatar(&def);
    vrm_SimDef sim_def = vrm_default_sim_def();
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[AVATARS_MAX];
    sim_def.outputs = VRM_OUTPUT_LOCALS | VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES |
                      VRM_OUTPUT_SPRINGS | VRM_OUTPUT_FACE;
    if (count == 4) sim_def.kernel = (vrm_Kernel)atoi(words[3]);
    if (avatars > AVATARS_MAX ||
        vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK ||
        vrm_rig_build(model, NULL, &rig) != VRM_OK || vrm_sim_create(&sim_def, &sim) != VRM_OK)
        return 1;
    for (int i = 0; i < avatars; i++) ids[i] = vrm_sim_add(sim, rig);
    for (int f = 0; f < frames; f++) {
        for (int i = 0; i < avatars; i++) set_inputs(sim, ids[i], i, f);
        vrm_sim_step(sim, 1.0f / 60.0f);
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return 0;
}
