/* SPDX-License-Identifier: MIT */
/* Brings a face to life: she blinks and looks around by herself, smiles after half a second, and
 * says "a" after that. Prints the weights that are not 0.
 *
 * run: @avatar@ */
#include <vrm/vrm.h>

#include <stdio.h>

static void smile(vrm_Face* face) {
    vrm_EmotionPart part = {"happy", 0.8f};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = &part;
    emotion.part_count = 1;
    emotion.hold_s = 1.0f; /* then back to rest */
    if (!vrm_face_emote(face, &emotion)) puts("She cannot smile.");
}

static void live(vrm_Sim* sim, const vrm_Rig* rig, vrm_Face* face) {
    vrm_AvatarId hero = vrm_sim_add(sim, rig);
    int32_t shown[] = {vrm_rig_expression_preset(rig, VRM_EXPRESSION_HAPPY),
                       vrm_rig_expression_preset(rig, VRM_EXPRESSION_AA),
                       vrm_rig_expression_preset(rig, VRM_EXPRESSION_BLINK)};
    vrm_face_look_at(face, (vrm_Vec3){0.0f, 1.4f, 2.0f});
    for (int frame = 0; frame < 300; frame++) {
        const float open[VRM_VOWEL_COUNT] = {[VRM_VOWEL_AA] = 0.6f}, closed[VRM_VOWEL_COUNT] = {0};
        if (frame == 30) smile(face);
        if (frame == 150) vrm_face_set_vowels(face, open);
        if (frame == 180) vrm_face_set_vowels(face, closed);
        vrm_face_step(face, 1.0f / 60.0f);
        vrm_face_apply(face, sim, hero);
        vrm_face_apply_idle(face, sim, hero); /* once, after the pose of the frame */
        vrm_sim_step(sim, 1.0f / 60.0f);
        vrm_avatar_reset_pose(sim, hero);
        if (frame % 5 != 0) continue;
        const float* weights = vrm_avatar_expression_weights(sim, hero);
        double values[3];
        for (int i = 0; i < 3; i++) values[i] = shown[i] < 0 ? 0.0 : (double)weights[shown[i]];
        if (values[0] + values[1] + values[2] > 0.0)
            printf("%.2f s: happy %.2f, aa %.2f, blink %.2f\n", vrm_face_time(face), values[0],
                   values[1], values[2]);
    }
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_FaceMap* map = NULL;
    vrm_Face* face = NULL;
    vrm_Result result = vrm_model_load_file(argv[1], NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) result = vrm_face_map_build(model, rig, NULL, &map);
    if (result == VRM_OK) result = vrm_face_create(map, NULL, &face);
    if (result == VRM_OK)
        live(sim, rig, face);
    else
        fprintf(stderr, "%s\n", vrm_result_text(result));
    vrm_face_destroy(face);
    vrm_face_map_destroy(map);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return result == VRM_OK ? 0 : 1;
}
