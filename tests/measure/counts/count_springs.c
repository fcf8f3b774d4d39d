/* SPDX-License-Identifier: MIT */
/* usage: count_springs AVATARS FRAMES [KERNEL]   the standard spring scene, for counting
 * instructions; KERNEL is a number of vrm_Kernel */
#include "scenes/scenes.h"
#include "vrm/vrm.h"

#include <stdlib.h>

int main(int count, char** words) {
    if (count != 3 && count != 4) return 2;
    int avatars = atoi(words[1]), frames = atoi(words[2]);
    SceneDef def = scene_springs_def();
    SceneBytes bytes = scene_avatar(&def);
    vrm_SimDef sim_def = vrm_default_sim_def();
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[64];
    sim_def.outputs = VRM_OUTPUT_SPRINGS;
    if (count == 4) sim_def.kernel = (vrm_Kernel)atoi(words[3]);
    if (avatars > 64 || vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK ||
        vrm_rig_build(model, NULL, &rig) != VRM_OK || vrm_sim_create(&sim_def, &sim) != VRM_OK)
        return 1;
    for (int i = 0; i < avatars; i++) ids[i] = vrm_sim_add(sim, rig);
    int32_t hips = vrm_rig_bone(rig, VRM_BONE_HIPS), head = vrm_rig_bone(rig, VRM_BONE_HEAD);
    vrm_Transform rest = vrm_rig_rest(rig, hips);
    for (int f = 0; f < frames; f++) {
        float t = (float)(f % 64) / 64.0f;
        for (int i = 0; i < avatars; i++) {
            vrm_Transform moved = rest;
            moved.translation.x += 0.3f * (t < 0.5f ? t : 1.0f - t) * (float)(1 + i % 3);
            vrm_avatar_set_node(sim, ids[i], hips, moved);
            vrm_avatar_set_rotation(sim, ids[i], head, (vrm_Quat){0.0f, 0.3f * t, 0.0f, 1.0f});
        }
        vrm_sim_step(sim, 1.0f / 60.0f);
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return 0;
}
