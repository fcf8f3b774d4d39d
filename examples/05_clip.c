/* SPDX-License-Identifier: MIT */
/* Plays a VRM animation on an avatar: the clip takes over from the rest pose within half a second,
 * and the height of the head and the weight of the smile are printed as it goes.
 *
 * run: @avatar@ @clip@ */
#include <vrm/vrm.h>

#include <stdio.h>

static void play(vrm_Sim* sim, const vrm_Rig* rig, const vrm_Clip* clip) {
    vrm_AvatarId hero = vrm_sim_add(sim, rig);
    vrm_Player player = vrm_player(clip); /* loops; speed, weight and time are yours to set */
    int32_t head = vrm_rig_bone(rig, VRM_BONE_HEAD);
    int32_t happy = vrm_rig_expression_preset(rig, VRM_EXPRESSION_HAPPY);
    for (int frame = 0; frame < 180; frame++) {
        player.weight = frame < 30 ? (float)frame / 30.0f : 1.0f;
        vrm_player_advance(&player, 1.0f / 60.0f);
        vrm_avatar_play(sim, hero, &player, 1);
        vrm_sim_step(sim, 1.0f / 60.0f);
        if (frame % 30 != 0 || head < 0) continue;
        const vrm_Affine* worlds = vrm_avatar_worlds(sim, hero);
        const float* weights = vrm_avatar_expression_weights(sim, hero);
        printf("%.2f s: head at %.3f m, happy %.2f\n", (double)player.time_s,
               (double)worlds[head].rows[1].w, happy < 0 ? 0.0 : (double)weights[happy]);
    }
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    vrm_Model *avatar = NULL, *motion = NULL;
    vrm_Rig* rig = NULL;
    vrm_Clip* clip = NULL;
    vrm_Sim* sim = NULL;
    vrm_Result result = vrm_model_load_file(argv[1], NULL, NULL, &avatar);
    if (result == VRM_OK) result = vrm_model_load_file(argv[2], NULL, NULL, &motion);
    if (result == VRM_OK) result = vrm_rig_build(avatar, NULL, &rig);
    if (result == VRM_OK) result = vrm_clip_build(motion, NULL, &clip);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK)
        play(sim, rig, clip);
    else
        fprintf(stderr, "%s\n", vrm_result_text(result));
    vrm_sim_destroy(sim);
    vrm_clip_destroy(clip);
    vrm_rig_destroy(rig);
    vrm_model_destroy(motion);
    vrm_model_destroy(avatar);
    return result == VRM_OK ? 0 : 1;
}
