/* SPDX-License-Identifier: MIT */
/* Hashes of the bundled avatar's bytes, of her greeting, and of what her springs make of it. */
#include "base/hash.h"
#include "scenes/scenes.h"
#include "vrm/clip.h"

#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 240 };

static void print(const char* what, uint64_t hash) {
    printf("%s %016llx\n", what, (unsigned long long)hash);
}

/* Prints the hash of a file's bytes and opens it. */
static vrm_Model* opened(const char* what, SceneBytes bytes) {
    vrm_Model* model = NULL;
    if (vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK) exit(1);
    print(what, vrmi_hash(bytes.data, bytes.size, 1));
    scene_bytes_free(&bytes);
    return model;
}

/* World matrices and expression weights of every frame. */
static uint64_t hash_greeting(const vrm_Rig* rig, const vrm_Clip* clip) {
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    if (vrm_sim_create(&def, &sim) != VRM_OK) exit(1);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    vrm_Player player = vrm_player(clip);
    size_t size = (size_t)vrm_rig_node_count(rig) * sizeof(vrm_Affine);
    uint64_t hash = 1;
    for (int frame = 0; frame < FRAMES; frame++) {
        vrm_player_advance(&player, 1.0f / 60);
        vrm_avatar_play(sim, id, &player, 1);
        vrm_sim_step(sim, 1.0f / 60);
        const float* worlds = (const float*)vrm_avatar_worlds(sim, id);
        for (size_t i = 0; i < size / sizeof(float); i++) {
            float value = worlds[i] == 0.0f ? 0.0f : worlds[i]; /* zeros of either sign are one */
            hash = vrmi_hash(&value, sizeof value, hash);
        }
    }
    vrm_sim_destroy(sim);
    return hash;
}

int main(void) {
    vrm_model_destroy(opened("0.x", scene_hero(VRM_DIALECT_0, false)));
    vrm_Model* avatar = opened("1.0", scene_hero(VRM_DIALECT_1, false));
    vrm_Model* motion = opened("greeting", scene_hero_clip());
    vrm_Rig* rig = NULL;
    vrm_Clip* clip = NULL;
    if (vrm_rig_build(avatar, NULL, &rig) != VRM_OK) return 1;
    if (vrm_clip_build(motion, NULL, &clip) != VRM_OK) return 1;
    print("motion", hash_greeting(rig, clip));
    vrm_clip_destroy(clip);
    vrm_rig_destroy(rig);
    vrm_model_destroy(motion);
    vrm_model_destroy(avatar);
    return 0;
}
