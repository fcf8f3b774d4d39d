/* SPDX-License-Identifier: MIT */
/* An avatar that walks, waves and speaks: two layers of motion and a face. The motion may be of any
 * format, the wave moves an arm over it. Prints what happens.
 *
 * run: @avatar@ @motion@ @clip@ */
#include <vrm/vrm.h>

#include <stdio.h>

static vrm_Clip* load_clip(const char* path, const vrm_Rig* rig) {
    vrm_Motion* motion = NULL;
    vrm_Clip* clip = NULL;
    if (vrm_motion_load_file(path, NULL, &motion) != VRM_OK ||
        vrm_motion_clip(motion, rig, NULL, NULL, &clip) != VRM_OK)
        fprintf(stderr, "%s: no motion\n", path);
    vrm_motion_destroy(motion);
    return clip;
}

static void tell(vrm_Actor* actor) {
    static const char* const words[] = {"looped",  "ended",          "stopped",
                                        "blinked", "begins to talk", "ends talking"};
    vrm_ActorEvent event;
    while (vrm_actor_poll(actor, &event)) printf("%.2f s: %s\n", event.time_s, words[event.kind]);
}

static void act(vrm_Sim* sim, vrm_Actor* actor, const vrm_Clip* walk, const vrm_Clip* wave) {
    vrm_LipFrame speech[100]; /* of vrm_lip_feed(), which hears them in a sound */
    for (int i = 0; i < 100; i++)
        speech[i] = (vrm_LipFrame){.time_s = i * VRM_LIP_FRAME_S,
                                   .vowels = {i % 20 < 10 ? 0.7f : 0.1f},
                                   .is_speech = true};
    vrm_MotionPart arm;
    vrm_LayerDef walking = vrm_default_layer_def(walk), waving = vrm_default_layer_def(wave);
    (void)vrm_motion_part("right-arm", &arm);
    waving.bones = arm.bones;
    waving.has_expressions = arm.expressions;
    waving.has_gaze = arm.gaze;
    waving.begin_s = 1.0; /* a second later */
    waving.at_end = VRM_LAYER_STOPS;
    vrm_actor_play(actor, &walking);
    vrm_actor_play(actor, &waving);
    vrm_actor_speak(actor, 1.5, speech, 100);
    for (int frame = 0; frame < 6 * 60; frame++) {
        vrm_actor_step(actor, 1.0f / 60.0f);
        vrm_sim_step(sim, 1.0f / 60.0f); /* then draw: vrm_avatar_palettes() */
        tell(actor);
    }
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_FaceMap* face_map = NULL;
    vrm_Actor* actor = NULL;
    vrm_ActorDef def = vrm_default_actor_def();
    vrm_Result result = vrm_model_load_file(argv[1], NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) result = vrm_face_map_build(model, rig, NULL, &face_map);
    def.face_map = face_map;
    if (result == VRM_OK) result = vrm_actor_create(sim, vrm_sim_add(sim, rig), &def, &actor);
    vrm_Clip* walk = result == VRM_OK ? load_clip(argv[2], rig) : NULL;
    vrm_Clip* wave = result == VRM_OK ? load_clip(argv[3], rig) : NULL;
    if (walk != NULL && wave != NULL) act(sim, actor, walk, wave);
    vrm_actor_destroy(actor);
    vrm_clip_destroy(walk);
    vrm_clip_destroy(wave);
    vrm_face_map_destroy(face_map);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return walk != NULL && wave != NULL ? 0 : 1;
}
