/* SPDX-License-Identifier: MIT */
/* usage: bench_clip_ours AVATAR CLIP
 *
 * Plays a VRM animation on an avatar, a sixtieth of a second at a time, without stepping the sim.
 * Prints `SAMPLE PLAY`, nanoseconds for one frame, the least of several rounds: sampling alone, and
 * advancing a player and setting the avatar's local rotations, expressions and gaze by it. */
#include "vrm/clip.h"
#include "support/bench.h"

#include <stdlib.h>

enum { FRAMES = 500, ROUNDS = 60 };

static void die(const char* what) {
    fprintf(stderr, "bench_clip_ours: %s\n", what);
    exit(1);
}

static vrm_Model* load(const char* path) {
    vrm_Model* model = NULL;
    if (vrm_model_load_file(path, NULL, NULL, &model) != VRM_OK) die("cannot load a file");
    return model;
}

static double time_samples(const vrm_Clip* clip) {
    double best = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        vrm_Player player = vrm_player(clip);
        uint64_t start = bench_now_ns();
        for (int f = 0; f < FRAMES; f++) {
            vrm_ClipSample sample;
            vrm_player_advance(&player, 1.0f / 60.0f);
            vrm_clip_sample(clip, player.time_s, &sample);
        }
        double ns = (double)(bench_now_ns() - start) / FRAMES;
        if (ns < best) best = ns;
    }
    return best;
}

static double time_plays(vrm_Sim* sim, vrm_AvatarId id, const vrm_Clip* clip) {
    double best = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        vrm_Player player = vrm_player(clip);
        uint64_t start = bench_now_ns();
        for (int f = 0; f < FRAMES; f++) {
            vrm_player_advance(&player, 1.0f / 60.0f);
            if (!vrm_avatar_play(sim, id, &player, 1)) die("cannot play");
        }
        double ns = (double)(bench_now_ns() - start) / FRAMES;
        if (ns < best) best = ns;
    }
    return best;
}

int main(int argc, char** argv) {
    vrm_Rig* rig = NULL;
    vrm_Clip* clip = NULL;
    vrm_Sim* sim = NULL;
    if (argc != 3) die("usage: bench_clip_ours AVATAR CLIP");
    vrm_Model *avatar = load(argv[1]), *motion = load(argv[2]);
    if (vrm_rig_build(avatar, NULL, &rig) != VRM_OK ||
        vrm_clip_build(motion, NULL, &clip) != VRM_OK || vrm_sim_create(NULL, &sim) != VRM_OK)
        die("no memory");
    printf("%.1f %.1f\n", time_samples(clip), time_plays(sim, vrm_sim_add(sim, rig), clip));
    vrm_sim_destroy(sim);
    vrm_clip_destroy(clip);
    vrm_rig_destroy(rig);
    vrm_model_destroy(motion);
    vrm_model_destroy(avatar);
    return 0;
}
