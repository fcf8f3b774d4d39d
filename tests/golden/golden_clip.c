/* SPDX-License-Identifier: MIT */
/* Hashes of what clips say and what avatars of every dialect make of them: linear, step and cubic
 * keys, plain and rotated rest poses, one player, two crossing, an additive one, by node, and morph
 * weights under expressions. */
#include "base/hash.h"
#include "scenes/scenes.h"
#include "vrm/clip.h"
#include "vrm/edit.h"

#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 180 };

/* Zeros of either sign are one number. */
static uint64_t hash_floats(uint64_t hash, const float* values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float value = values[i] == 0.0f ? 0.0f : values[i];
        hash = vrmi_hash(&value, sizeof value, hash);
    }
    return hash;
}

static vrm_Model* load(SceneBytes bytes) {
    vrm_Model* model = NULL;
    if (bytes.data == NULL || vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK)
        exit(1);
    scene_bytes_free(&bytes);
    return model;
}

static vrm_Clip* build_clip(SceneBytes bytes, vrm_Rig** out_rig) {
    vrm_Model* model = load(bytes);
    vrm_Clip* clip = NULL;
    if (vrm_clip_build(model, NULL, &clip) != VRM_OK) exit(1);
    if (out_rig != NULL && vrm_rig_build(model, NULL, out_rig) != VRM_OK) exit(1);
    vrm_model_destroy(model);
    return clip;
}

static uint64_t hash_samples(const vrm_Clip* clip) {
    uint64_t hash = 1;
    for (int f = 0; f < FRAMES; f++) {
        vrm_ClipSample sample;
        vrm_clip_sample(clip, (float)f / 77.0f, &sample);
        hash = hash_floats(hash, &sample.pose.rotations[0].x, (size_t)VRM_BONE_COUNT * 4);
        hash = hash_floats(hash, &sample.pose.hips_offset.x, 3);
        hash = hash_floats(hash, &sample.gaze_degrees.x, 2);
        for (int32_t e = 0; e < vrm_clip_expression_count(clip); e++) {
            float weight = vrm_clip_sample_expression(clip, e, (float)f / 77.0f);
            hash = hash_floats(hash, &weight, 1);
        }
    }
    return hash;
}

static uint64_t hash_play(const vrm_Rig* rig, vrm_Player* players, int32_t count) {
    uint64_t hash = 2;
    vrm_Sim* sim = NULL;
    if (vrm_sim_create(NULL, &sim) != VRM_OK) exit(1);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    (void)vrm_avatar_set_stages(sim, id, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
    size_t nodes = (size_t)vrm_rig_node_count(rig);
    for (int f = 0; f < FRAMES; f++) {
        for (int32_t i = 0; i < count; i++) vrm_player_advance(&players[i], 1.0f / 60.0f);
        if (!vrm_avatar_play(sim, id, players, count)) exit(1);
        vrm_sim_step(sim, 1.0f / 60.0f);
        hash = hash_floats(hash, &vrm_avatar_locals(sim, id)->translation.x, nodes * 10);
        hash = hash_floats(hash, vrm_avatar_expression_weights(sim, id),
                           (size_t)vrm_rig_expression_count(rig));
    }
    vrm_sim_destroy(sim);
    return hash;
}

static void print(const char* what, uint64_t hash) {
    printf("clip.%s %08x%08x\n", what, (unsigned)(hash >> 32), (unsigned)(hash & 0xFFFFFFFFu));
}

/* ---- Morph weights ---- */

enum { KEYS = 5, TARGETS_MAX = 32 };

/* An animation of one mesh; `parts` is 3 for splines. */
static void animate_mesh(vrm_Model* model, const vrm_MeshNode* shown, const char* interpolation,
                         int32_t parts) {
    static const float times[KEYS] = {0.0f, 0.31f, 0.5f, 1.2f, 1.75f};
    float values[KEYS * 3 * TARGETS_MAX];
    char text[256];
    vrm_Edit* edit = NULL;
    int32_t input = -1, output = -1, count = KEYS * parts * shown->morph_count;
    if (shown->morph_count > TARGETS_MAX) exit(1);
    for (int32_t i = 0; i < count; i++) values[i] = (float)(i * 37 % 101) / 77.0f - 0.3f;
    if (vrm_edit_begin(model, &edit) != VRM_OK ||
        vrm_edit_add_floats(edit, VRM_ACCESSOR_SCALAR, times, KEYS, 0, true, &input) != VRM_OK ||
        vrm_edit_add_floats(edit, VRM_ACCESSOR_SCALAR, values, (size_t)count, 0, false, &output) !=
            VRM_OK)
        exit(1);
    int size = snprintf(text, sizeof text,
                        "{\"samplers\":[{\"input\":%d,\"output\":%d,\"interpolation\":\"%s\"}],"
                        "\"channels\":[{\"sampler\":0,\"target\":{\"node\":%d,"
                        "\"path\":\"weights\"}}]}",
                        (int)input, (int)output, interpolation, (int)shown->node);
    if (vrm_edit_add(edit, "animations", text, (size_t)size, NULL) != VRM_OK ||
        vrm_edit_commit(edit, NULL) != VRM_OK)
        exit(1);
}

static uint64_t hash_morphs(const vrm_Rig* rig, vrm_Clip* const clips[3]) {
    uint64_t hash = 4;
    vrm_Sim* sim = NULL;
    if (vrm_sim_create(NULL, &sim) != VRM_OK) exit(1);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    vrm_Player players[3] = {vrm_player(clips[0]), vrm_player(clips[1]), vrm_player(clips[2])};
    players[1].weight = 0.3f;
    players[2].weight = 0.5f;
    players[2].is_additive = true;
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < 3; i++) vrm_player_advance(&players[i], 1.0f / 60.0f);
        (void)vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_HAPPY, (float)(f % 40) / 39.0f);
        if (!vrm_avatar_play(sim, id, players + f / 60, 3 - f / 60)) exit(1);
        vrm_sim_step(sim, 1.0f / 60.0f);
        hash = hash_floats(hash, vrm_avatar_morphs(sim, id), (size_t)vrm_rig_morph_count(rig));
    }
    vrm_sim_destroy(sim);
    return hash;
}

static void print_morphs(void) {
    static const char* const kinds[3] = {"LINEAR", "STEP", "CUBICSPLINE"};
    SceneDef scene = scene_default_def(VRM_DIALECT_1);
    vrm_Model* model = load(scene_avatar(&scene));
    vrm_Rig* rig = NULL;
    vrm_Clip* clips[3];
    int32_t count = 0, at = 0;
    if (vrm_rig_build(model, NULL, &rig) != VRM_OK) exit(1);
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(rig, &count);
    while (at < count && shown[at].morph_count == 0) at++;
    if (at == count) exit(1);
    for (int i = 0; i < 3; i++) {
        vrm_ClipDef def = vrm_default_clip_def();
        def.animation = i;
        animate_mesh(model, &shown[at], kinds[i], i == 2 ? 3 : 1);
        if (vrm_clip_build(model, &def, &clips[i]) != VRM_OK) exit(1);
    }
    print("morphs", hash_morphs(rig, clips));
    for (int i = 0; i < 3; i++) vrm_clip_destroy(clips[i]);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

int main(void) {
    vrm_Clip *plain = build_clip(scene_clip(false), NULL),
             *rotated = build_clip(scene_clip(true), NULL);
    print("plain", hash_samples(plain));
    print("rotated", hash_samples(rotated));
    uint64_t all = 3;
    for (int d = 0; d < 4; d++) {
        static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                               VRM_DIALECT_1};
        SceneDef def = scene_default_def(dialects[d]);
        def.has_rotated_rest = dialects[d] == VRM_DIALECT_1;
        vrm_Model* model = load(scene_avatar(&def));
        vrm_Rig* rig = NULL;
        if (vrm_rig_build(model, NULL, &rig) != VRM_OK) exit(1);
        vrm_model_destroy(model);
        vrm_Player players[3] = {vrm_player(plain), vrm_player(rotated), vrm_player(plain)};
        players[1].speed = 0.7f;
        players[1].weight = 0.3f;
        players[2].speed = -1.3f;
        players[2].weight = 0.5f;
        players[2].is_additive = true;
        all = vrmi_hash_word(all, hash_play(rig, players, 1));
        all = vrmi_hash_word(all, hash_play(rig, players, 3));
        vrm_rig_destroy(rig);
    }
    print("avatars", all);
    SceneBytes file = scene_clip(true);
    SceneBytes bare = scene_patch(&file, "remove /extensions", NULL);
    scene_bytes_free(&file);
    vrm_Rig* rig = NULL;
    vrm_Clip* nodes = build_clip(bare, &rig);
    vrm_Player player = vrm_player(nodes);
    print("nodes", hash_play(rig, &player, 1));
    print_morphs();
    vrm_rig_destroy(rig);
    vrm_clip_destroy(nodes);
    vrm_clip_destroy(plain);
    vrm_clip_destroy(rotated);
    return 0;
}
