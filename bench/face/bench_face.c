/* SPDX-License-Identifier: MIT */
/* Nanoseconds of one step of a face, the least of several rounds, for the bundled avatar (presets):
 *
 *   idle     blinks and saccades alone
 *   talking  a sound is heard, an emotion is shown
 *   tracked  all 52 shapes are set before each step
 *   apply    vrm_face_apply(), while talking
 *   map      vrm_face_map_build(), microseconds
 *
 * `ratio face.step` is the limit of 200 ns over the time of talking. */
#include "scenes/scenes.h"
#include "support/bench.h"
#include "vrm/face.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 2000, ROUNDS = 40 };

#define LIMIT_NS 200.0

static void die(const char* what) {
    fprintf(stderr, "bench_face_ours: %s\n", what);
    exit(1);
}

typedef enum Work { IDLE, TALKING, TRACKED, APPLY } Work;

static void talk(vrm_Face* face) {
    vrm_EmotionPart part = {"happy", 0.7f};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    vrm_LipFrame frames[200];
    memset(frames, 0, sizeof frames);
    for (int i = 0; i < 200; i++) {
        frames[i].time_s = 0.01 * i;
        frames[i].vowels[i / 10 % VRM_VOWEL_COUNT] = (float)(i % 10) / 20.0f;
        frames[i].vowels[(i / 10 + 1) % VRM_VOWEL_COUNT] = 0.4f;
        frames[i].is_speech = true;
    }
    emotion.parts = &part;
    emotion.part_count = 1;
    vrm_face_begin_sound(face);
    if (!vrm_face_emote(face, &emotion) || !vrm_face_hear(face, frames, 200)) die("cannot talk");
}

static double time_steps(vrm_Face* face, vrm_Sim* sim, vrm_AvatarId id, Work work) {
    float shapes[VRM_FACE_SHAPE_COUNT];
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; i++) shapes[i] = (float)(i % 10) / 10.0f;
    double best = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t spent = 0;
        for (int frame = 0; frame < FRAMES; frame += 100) {
            if (work == TALKING || work == APPLY) talk(face);
            uint64_t start = bench_now_ns();
            for (int i = 0; i < 100; i++) {
                if (work == TRACKED) (void)vrm_face_track(face, shapes);
                if (work == APPLY)
                    (void)vrm_face_apply(face, sim, id);
                else
                    vrm_face_step(face, 1.0f / 60.0f);
            }
            spent += bench_now_ns() - start;
            if (work == APPLY) vrm_face_step(face, 1.0f / 60.0f);
        }
        double ns = (double)spent / FRAMES;
        if (ns < best) best = ns;
    }
    return best;
}

static double time_maps(const vrm_Model* model, const vrm_Rig* rig) {
    double best = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        vrm_FaceMap* map = NULL;
        uint64_t start = bench_now_ns();
        if (vrm_face_map_build(model, rig, NULL, &map) != VRM_OK) die("no map");
        double ns = (double)(bench_now_ns() - start);
        if (ns < best) best = ns;
        vrm_face_map_destroy(map);
    }
    return best / 1000.0;
}

int main(void) {
    static const char* const names[] = {"idle", "talking", "tracked", "apply"};
    SceneBytes bytes = scene_hero(VRM_DIALECT_1, false);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_FaceMap* map = NULL;
    double times[4], map_us = 0.0;
    if (vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK ||
        vrm_rig_build(model, NULL, &rig) != VRM_OK || vrm_sim_create(NULL, &sim) != VRM_OK ||
        vrm_face_map_build(model, rig, NULL, &map) != VRM_OK)
        die("no memory");
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    for (int w = 0; w < 4; w++) {
        vrm_Face* face = NULL;
        if (vrm_face_create(map, NULL, &face) != VRM_OK) die("no memory");
        times[w] = time_steps(face, sim, id, (Work)w);
        printf("%-8s %8.1f ns\n", names[w], times[w]);
        vrm_face_destroy(face);
    }
    map_us = time_maps(model, rig);
    printf("%-8s %8.1f us\n", "map", map_us);
    bench_ratio("face.step", LIMIT_NS / times[TALKING]);
    FILE* csv = bench_open_csv("face", "idle_ns,talking_ns,tracked_ns,apply_ns,map_us");
    fprintf(csv, "%.1f,%.1f,%.1f,%.1f,%.1f\n", times[0], times[1], times[2], times[3], map_us);
    fclose(csv);
    vrm_face_map_destroy(map);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return 0;
}
