/* SPDX-License-Identifier: MIT */
/* The program that docs/guide/hello.md builds up: an avatar nods, smiles and looks at the camera
 * for two seconds, and its head's height is printed as it goes.
 *
 * run: @avatar@ */
#include <vrm/vrm.h>

#include <math.h>
#include <stdio.h>

static vrm_Quat about_x(float radians) {
    return (vrm_Quat){sinf(radians / 2), 0, 0, cosf(radians / 2)};
}

static void play(vrm_Sim* sim, vrm_AvatarId hero, const vrm_Rig* rig) {
    int32_t head = vrm_rig_bone(rig, VRM_BONE_HEAD);
    vrm_avatar_look_at(sim, hero, (vrm_Vec3){0.0f, 1.4f, 2.0f});
    for (int frame = 0; frame < 120; frame++) {
        float t = (float)frame / 60.0f;
        vrm_avatar_set_bone(sim, hero, VRM_BONE_NECK, about_x(0.3f * sinf(6.0f * t)));
        vrm_avatar_set_hips(sim, hero, (vrm_Vec3){0.0f, 0.02f * sinf(12.0f * t), 0.0f});
        vrm_avatar_set_expression(sim, hero, VRM_EXPRESSION_HAPPY, t / 2.0f);
        vrm_sim_step(sim, 1.0f / 60.0f);

        const vrm_Affine* worlds = vrm_avatar_worlds(sim, hero);
        const float* weights = vrm_avatar_expression_weights(sim, hero);
        int32_t happy = vrm_rig_expression_preset(rig, VRM_EXPRESSION_HAPPY);
        if (frame % 20 == 0 && head >= 0)
            printf("%.2f s: head at %.3f m, happy %.2f\n", (double)t,
                   (double)worlds[head].rows[1].w, happy < 0 ? 0.0 : (double)weights[happy]);
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
    if (result == VRM_OK) {
        vrm_AvatarId hero = vrm_sim_add(sim, rig);
        play(sim, hero, rig);
    } else {
        fprintf(stderr, "%s: %s\n", argv[1], vrm_result_text(result));
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return result == VRM_OK ? 0 : 1;
}
