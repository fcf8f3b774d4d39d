/* SPDX-License-Identifier: MIT */
/* Hashes of an actor over 20 seconds: the matrices of the hero of scenes/ that greets while it
 * speaks, feels and looks around, the events, and the same after jumps. Inputs are made with
 * + - * / only. */
#include "base/hash.h"
#include "scenes/scenes.h"
#include "vrm/vrm.h"

#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 1200, SOUND_FRAMES = 150 };

typedef struct Stage {
    vrm_Model *model, *animation;
    vrm_Rig* rig;
    vrm_FaceMap* map;
    vrm_Clip* clip;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Actor* actor;
    vrm_LipFrame sound[SOUND_FRAMES];
} Stage;

static void require(bool is_so, const char* what) {
    if (is_so) return;
    fprintf(stderr, "golden_actor: %s\n", what);
    exit(1);
}

static vrm_Model* load(SceneBytes bytes) {
    vrm_Model* model = NULL;
    require(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) == VRM_OK, "load");
    scene_bytes_free(&bytes);
    return model;
}

static void set_up(Stage* s) {
    s->model = load(scene_hero(VRM_DIALECT_1, false));
    s->animation = load(scene_hero_clip());
    vrm_ActorDef def = vrm_default_actor_def();
    def.seed = 42;
    require(vrm_rig_build(s->model, NULL, &s->rig) == VRM_OK, "rig");
    require(vrm_face_map_build(s->model, s->rig, NULL, &s->map) == VRM_OK, "map");
    require(vrm_clip_build(s->animation, NULL, &s->clip) == VRM_OK, "clip");
    require(vrm_sim_create(NULL, &s->sim) == VRM_OK, "sim");
    s->avatar = vrm_sim_add(s->sim, s->rig);
    def.face_map = s->map;
    require(vrm_actor_create(s->sim, s->avatar, &def, &s->actor) == VRM_OK, "actor");
    for (int i = 0; i < SOUND_FRAMES; i++) {
        s->sound[i] = (vrm_LipFrame){.time_s = (double)i / 100.0, .is_speech = i % 50 < 40};
        s->sound[i].vowels[i / 20 % VRM_VOWEL_COUNT] = (float)(i % 20) / 20.0f;
    }
}

static void tear_down(Stage* s) {
    vrm_actor_destroy(s->actor);
    vrm_sim_destroy(s->sim);
    vrm_clip_destroy(s->clip);
    vrm_face_map_destroy(s->map);
    vrm_rig_destroy(s->rig);
    vrm_model_destroy(s->animation);
    vrm_model_destroy(s->model);
}

static void play(Stage* s, int second) {
    vrm_LayerDef layer = vrm_default_layer_def(s->clip);
    if (second % 8 == 1) {
        layer.weight = 0.75f;
        layer.speed = second > 8 ? -0.5f : 1.5f;
        layer.fade_in_s = 0.5f;
        require(vrm_actor_cross_fade(s->actor, &layer) != 0, "cross fade");
    }
    if (second % 8 == 3) {
        layer.at_end = VRM_LAYER_STOPS;
        layer.is_additive = true;
        layer.start_s = 0.25f;
        layer.begin_s = (double)second + 0.5;
        layer.bones = (uint64_t)1 << VRM_BONE_HEAD | (uint64_t)1 << VRM_BONE_RIGHT_HAND;
        require(vrm_actor_play(s->actor, &layer) != 0, "play");
    }
}

static void feel(Stage* s, int second) {
    static const char* const names[] = {"happy", "sad", "angry", "relaxed", "surprised"};
    vrm_EmotionPart part = {names[second % 5], 0.75f};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = &part;
    emotion.part_count = 1;
    emotion.hold_s = 0.5f;
    require(vrm_actor_emote(s->actor, (double)second + 0.25, &emotion), "emote");
}

static void drive(Stage* s, int second) {
    play(s, second);
    if (second % 4 == 2)
        require(vrm_actor_speak(s->actor, (double)second + 0.125, s->sound, SOUND_FRAMES), "speak");
    if (second % 5 == 0) feel(s, second);
    if (second % 6 == 2)
        require(vrm_actor_look_at(s->actor, (vrm_Vec3){(float)second / 8.0f, 1.5f, 2.0f}), "look");
    if (second % 6 == 4) require(vrm_actor_look_along(s->actor, 12.0f, -6.0f), "look along");
    if (second % 6 == 5) vrm_actor_look_free(s->actor);
    if (second == 15) require(vrm_actor_set_stance(s->actor, VRM_STANCE_A), "stance");
}

/* Zeros of either sign are one number. */
static uint64_t hash_float(uint64_t hash, float value) {
    if (value == 0.0f) value = 0.0f;
    return vrmi_hash(&value, sizeof value, hash);
}

static uint64_t hash_worlds(const Stage* s, uint64_t hash) {
    const float* floats = (const float*)vrm_avatar_worlds(s->sim, s->avatar);
    size_t count = (size_t)vrm_rig_node_count(s->rig) * sizeof(vrm_Affine) / sizeof(float);
    for (size_t i = 0; i < count; i++) hash = hash_float(hash, floats[i]);
    return hash;
}

static uint64_t hash_events(Stage* s, uint64_t hash) {
    vrm_ActorEvent event;
    while (vrm_actor_poll(s->actor, &event)) {
        const float numbers[] = {(float)event.kind, (float)event.layer, (float)event.count,
                                 (float)event.time_s};
        for (int i = 0; i < 4; i++) hash = hash_float(hash, numbers[i]);
    }
    return hash;
}

int main(void) {
    static Stage stage;
    Stage* s = &stage;
    set_up(s);
    uint64_t worlds = 0, events = 0, jumps = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        if (frame % 60 == 0) drive(s, frame / 60);
        require(vrm_actor_step(s->actor, 1.0f / 60.0f), "step");
        vrm_sim_step(s->sim, 1.0f / 60.0f);
        if (frame % 10 == 0) worlds = hash_worlds(s, worlds);
        events = hash_events(s, events);
    }
    for (int jump = 0; jump < 8; jump++) {
        require(vrm_actor_seek(s->actor, (double)(jump * 7 % 8) * 2.5), "seek");
        require(vrm_actors_settle(&s->actor, 1, 0.5f), "settle");
        jumps = hash_worlds(s, jumps);
    }
    printf("actor worlds %016llx\n", (unsigned long long)worlds);
    printf("actor events %016llx\n", (unsigned long long)events);
    printf("actor jumps %016llx\n", (unsigned long long)jumps);
    tear_down(s);
    return 0;
}
