/* SPDX-License-Identifier: MIT */
/* Hashes of a face over a minute: weights of all layers, saccades, idle poses, and the map's
 * overlaps, for the hero of scenes/ in 1.0 and 0.x. Inputs are made with + - * / only. */
#include "base/hash.h"
#include "scenes/scenes.h"
#include "vrm/face.h"

#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 3600 };

/* Zeros of either sign are one number. */
static uint64_t hash_floats(uint64_t hash, const float* values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float value = values[i] == 0.0f ? 0.0f : values[i];
        hash = vrmi_hash(&value, sizeof value, hash);
    }
    return hash;
}

static void require(bool is_so, const char* what) {
    if (is_so) return;
    fprintf(stderr, "golden_face: %s\n", what);
    exit(1);
}

static void hear(vrm_Face* face, int second) {
    vrm_LipFrame frames[100] = {{0}};
    for (int i = 0; i < 100; i++) {
        frames[i].time_s = (double)i / 100.0;
        frames[i].vowels[(second + i / 20) % VRM_VOWEL_COUNT] = (float)(i % 20) / 20.0f;
        frames[i].is_speech = i % 50 < 40;
    }
    vrm_face_begin_sound(face);
    require(vrm_face_hear(face, frames, 100), "hear");
}

static void drive(vrm_Face* face, int second) {
    static const char* const names[] = {"happy", "sad", "angry", "relaxed", "surprised"};
    vrm_EmotionPart parts[2] = {{names[second % 5], 0.8f}, {names[(second + 2) % 5], 0.2f}};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    emotion.parts = parts;
    emotion.part_count = 1 + second % 2;
    emotion.hold_s = 0.3f * (float)(second % 7);
    emotion.is_queued = second % 3 == 1;
    if (second % 2 == 0) require(vrm_face_emote(face, &emotion), "emote");
    float shapes[VRM_FACE_SHAPE_COUNT];
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; i++)
        shapes[i] = (float)((i * 7 + second) % 10) / 10.0f;
    if (second % 3 != 2) hear(face, second);
    if (second % 11 == 5) require(vrm_face_track(face, shapes), "track");
    if (second % 11 == 7) vrm_face_track_off(face);
    if (second % 4 == 0)
        require(vrm_face_look_along(face, (float)(second % 60) - 30.0f, 5.0f), "look");
    if (second % 13 == 0) require(vrm_face_set_visemes(face, shapes), "visemes");
}

static void print_face(const char* name, vrm_Dialect dialect) {
    SceneBytes bytes = scene_hero(dialect, false);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_FaceMap* map = NULL;
    vrm_Face* face = NULL;
    vrm_FaceDef def = vrm_default_face_def();
    def.seed = 42;
    require(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) == VRM_OK, "load");
    require(vrm_rig_build(model, NULL, &rig) == VRM_OK, "rig");
    require(vrm_face_map_build(model, rig, NULL, &map) == VRM_OK, "map");
    require(vrm_face_create(map, &def, &face) == VRM_OK, "face");
    uint64_t overlaps = 0, weights = 0, gaze = 0, idle = 0;
    int32_t count = 0;
    (void)vrm_face_weights(face, &count);
    for (int32_t a = 0; a < count; a++)
        for (int32_t b = 0; b < count; b++) {
            float overlap = vrm_face_map_overlap(map, a, b);
            overlaps = hash_floats(overlaps, &overlap, 1);
        }
    for (int frame = 0; frame < FRAMES; frame++) {
        if (frame % 60 == 0) drive(face, frame / 60);
        vrm_face_step(face, 1.0f / 60.0f);
        weights = hash_floats(weights, vrm_face_weights(face, NULL), (size_t)count);
        vrm_Vec2 saccade = vrm_face_saccade(face);
        gaze = hash_floats(gaze, &saccade.x, 2);
        if (frame % 6 != 0) continue;
        vrm_Pose pose = vrm_pose_rest();
        vrm_face_add_idle(face, &pose);
        idle = hash_floats(idle, &pose.rotations[0].x, (size_t)VRM_BONE_COUNT * 4 + 3);
    }
    printf("%s overlaps %016llx\n", name, (unsigned long long)overlaps);
    printf("%s weights %016llx\n", name, (unsigned long long)weights);
    printf("%s gaze %016llx\n", name, (unsigned long long)gaze);
    printf("%s idle %016llx\n", name, (unsigned long long)idle);
    vrm_face_destroy(face);
    vrm_face_map_destroy(map);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
}

int main(void) {
    print_face("face 1.0", VRM_DIALECT_1);
    print_face("face 0.x", VRM_DIALECT_0);
    return 0;
}
