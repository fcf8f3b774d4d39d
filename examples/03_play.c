/* SPDX-License-Identifier: MIT */
/* One second of an avatar: it smiles, looks at something and lifts an arm; the program prints where
 * the hand is. A renderer would take the skin palettes and morph weights instead.
 *
 * run: @avatar@ */
#include <vrm/vrm.h>

#include <stdio.h>

static void run(vrm_Sim* sim, const vrm_Rig* rig) {
    vrm_AvatarId hero = vrm_sim_add(sim, rig);
    vrm_avatar_set_expression(sim, hero, VRM_EXPRESSION_HAPPY, 1.0f);
    vrm_avatar_look_at(sim, hero, (vrm_Vec3){0.0f, 1.4f, 2.0f});

    int32_t hand = vrm_rig_bone(rig, VRM_BONE_LEFT_HAND);
    for (int frame = 0; frame <= 60; frame++) {
        /* From the T-pose to straight up: (0, 0, 1, 1) is a right angle about Z, and setters
         * normalize. +Z is where the avatar looks, whatever axes its bones have in the file. */
        float lift = (float)frame / 60.0f;
        vrm_Quat up = {0.0f, 0.0f, lift, 1.0f};
        vrm_avatar_set_bone(sim, hero, VRM_BONE_LEFT_UPPER_ARM, up);
        vrm_sim_step(sim, 1.0f / 60.0f);
        if (frame % 20 != 0) continue;
        const vrm_Affine* world = &vrm_avatar_worlds(sim, hero)[hand];
        printf("frame %2d: left hand at %.3f %.3f %.3f\n", frame, (double)world->rows[0].w,
               (double)world->rows[1].w, (double)world->rows[2].w);
    }
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Result result = vrm_model_load_file(argv[1], NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK && vrm_rig_bone(rig, VRM_BONE_LEFT_HAND) < 0) result = VRM_ERR_INVALID;
    if (result == VRM_OK)
        run(sim, rig);
    else
        fprintf(stderr, "%s: %s\n", argv[1], vrm_result_text(result));
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return result == VRM_OK ? 0 : 1;
}
