/* SPDX-License-Identifier: MIT */
/* Plays a motion of any format (FBX, BVH, VMD, glTF, VRM animation) on an avatar. The motion is
 * fitted to its proportions: feet stand on the ground. Prints where the head is.
 *
 * run: @avatar@ @motion@ */
#include <vrm/vrm.h>

#include <stdio.h>

static void play(vrm_Sim* sim, const vrm_Rig* rig, const vrm_Clip* clip) {
    vrm_AvatarId hero = vrm_sim_add(sim, rig);
    vrm_Player player = vrm_player(clip); /* from the beginning, looping */
    int32_t head = vrm_rig_bone(rig, VRM_BONE_HEAD);
    for (int frame = 0; frame < 60; frame++) {
        vrm_avatar_play(sim, hero, &player, 1);
        vrm_sim_step(sim, 1.0f / 60.0f);
        vrm_player_advance(&player, 1.0f / 60.0f);
        if (frame % 10 != 0 || head < 0) continue;
        vrm_Affine at = vrm_avatar_worlds(sim, hero)[head];
        printf("%.2f s: head at %.3f %.3f %.3f m\n", frame / 60.0, (double)at.rows[0].w,
               (double)at.rows[1].w, (double)at.rows[2].w);
    }
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Motion* motion = NULL;
    vrm_Clip* clip = NULL;
    vrm_FitReport report;
    const char* file = argv[1]; /* that a failure is about */
    vrm_Result result = vrm_model_load_file(file, NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) result = vrm_motion_load_file(file = argv[2], NULL, &motion);
    if (result == VRM_OK) result = vrm_motion_clip(motion, rig, NULL, &report, &clip);
    if (result == VRM_OK) {
        vrm_MotionInfo info = vrm_motion_info(motion);
        printf("%s, %.2f s, feet slide by %.1f mm at most\n", info.format, info.seconds,
               (double)report.retarget.slide_max_mm);
        play(sim, rig, clip);
    } else {
        fprintf(stderr, "%s: %s\n", file, vrm_result_text(result));
    }
    vrm_clip_destroy(clip);
    vrm_motion_destroy(motion);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return result == VRM_OK ? 0 : 1;
}
