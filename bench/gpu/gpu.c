/* SPDX-License-Identifier: MIT */
/* usage: gpu [COUNT...]
 *
 * Crowds of the standard spring scene on an OpenCL device, beside one core of the CPU.
 *
 *   springs   local rotations of the joints; the pose is given and stands
 *   dance     the same, with a clip played on the device
 *   frame     a clip, springs, joint matrices and morph weights, all left on the device
 *
 * Each line names the time of a frame, avatars that fit 1/60 s, nanoseconds per pair, and the bytes
 * that must move at least (rows read and written once) per second. Avatars are compared with the
 * CPU afterwards, bit by bit; a line whose avatars differ says so and the program fails. */
#define _POSIX_C_SOURCE 200809L

#include "vrm/gpu.h"
#include "scenes/scenes.h"
#include "vrm/vrm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DT      (1.0f / 60.0f)
#define SAMPLES 8

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void die(const char* what, const vrm_GpuSim* sim) {
    fprintf(stderr, "gpu: %s: %s\n", what, sim != NULL ? vrm_gpu_sim_message(sim) : "");
    exit(1);
}

/* ---- The scene ---- */

typedef struct Scene {
    vrm_Rig* rig;
    vrm_Clip* clip;
    int32_t pairs;
} Scene;

static vrm_Model* load(SceneBytes bytes) {
    vrm_Model* model = NULL;
    if (bytes.data == NULL || vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK)
        die("the scene cannot be made", NULL);
    scene_bytes_free(&bytes);
    return model;
}

static Scene open_scene(void) {
    Scene scene = {0};
    SceneDef def = scene_springs_def();
    vrm_Model* avatar = load(scene_avatar(&def));
    vrm_Model* motion = load(scene_clip(def.has_rotated_rest));
    if (vrm_rig_build(avatar, NULL, &scene.rig) != VRM_OK ||
        vrm_clip_build(motion, NULL, &scene.clip) != VRM_OK)
        die("the scene cannot be built", NULL);
    vrm_model_destroy(avatar);
    vrm_model_destroy(motion);
    scene.pairs = vrm_rig_spring_joint_count(scene.rig);
    return scene;
}

static vrm_Player player_of(const Scene* scene, int32_t avatar) {
    vrm_Player player = vrm_player(scene->clip);
    player.time_s = (float)(avatar % 97) * 0.013f;
    return player;
}

/* ---- Ways to run it ---- */

typedef struct Way {
    const char* name;
    uint32_t outputs;
    bool has_clip;
} Way;

static const Way ways[] = {
    {"springs", VRM_OUTPUT_SPRINGS, false},
    {"dance", VRM_OUTPUT_SPRINGS, true},
    {"frame", VRM_OUTPUT_PALETTES | VRM_OUTPUT_FACE | VRM_OUTPUT_SPRINGS, true},
};

/* Rows that a frame reads or writes, once each: tails (two read, one written), rotations written,
 * rotations of the body read, palettes, morphs and what a clip writes. Caches and what is read
 * twice are left out, so the true traffic is larger. */
static double bytes_of(const Scene* scene, const Way* way) {
    double pairs = (double)scene->pairs, nodes = (double)vrm_rig_node_count(scene->rig);
    double bytes = pairs * (24.0 + 12.0 + 16.0) + 32.0;
    bytes += way->outputs & VRM_OUTPUT_PALETTES ? nodes * 16.0 : 16.0 * 20.0;
    if (way->has_clip) bytes += 22.0 * 16.0 + 40.0;
    if (way->outputs & VRM_OUTPUT_PALETTES)
        bytes += 48.0 * (double)vrm_rig_palette_count(scene->rig);
    return bytes;
}

/* Bits of the sample of a crowd on the CPU after as many frames. */
static bool is_equal(const Scene* scene, const Way* way, vrm_GpuSim* gpu, const vrm_AvatarId* ids,
                     int32_t count, int32_t frames) {
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    vrm_AvatarId cpu[SAMPLES];
    vrm_Player players[SAMPLES];
    int32_t picks[SAMPLES], samples = count < SAMPLES ? count : SAMPLES;
    def.outputs = way->outputs;
    if (vrm_sim_create(&def, &sim) != VRM_OK) die("no memory", NULL);
    for (int32_t i = 0; i < samples; i++) {
        picks[i] = (int32_t)((int64_t)i * (count - 1) / (samples > 1 ? samples - 1 : 1));
        cpu[i] = vrm_sim_add(sim, scene->rig);
        players[i] = player_of(scene, picks[i]);
    }
    for (int32_t f = 0; f < frames; f++) {
        for (int32_t i = 0; way->has_clip && i < samples; i++) {
            vrm_player_advance(&players[i], DT);
            (void)vrm_avatar_play(sim, cpu[i], &players[i], 1);
        }
        vrm_sim_step(sim, DT);
    }
    bool is_same = true;
    for (int32_t i = 0; i < samples; i++) {
        const struct {
            vrm_GpuOutput output;
            const void* wanted;
        } pairs[] = {{VRM_GPU_SPRINGS, vrm_avatar_spring_rotations(sim, cpu[i])},
                     {VRM_GPU_PALETTES, vrm_avatar_palettes(sim, cpu[i])},
                     {VRM_GPU_OUT_MORPHS, vrm_avatar_morphs(sim, cpu[i])}};
        for (int k = 0; k < 3; k++) {
            size_t size = (size_t)vrm_gpu_output_width(scene->rig, pairs[k].output) * sizeof(float);
            if (pairs[k].wanted == NULL || size == 0) continue;
            float* got = malloc(size);
            if (got == NULL ||
                vrm_gpu_sim_read(gpu, pairs[k].output, &ids[picks[i]], 1, got) != VRM_OK)
                die("reading", gpu);
            is_same &= memcmp(got, pairs[k].wanted, size) == 0;
            free(got);
        }
    }
    vrm_sim_destroy(sim);
    return is_same;
}

static void play(const Scene* scene, vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count) {
    const int32_t most = 1 << 18;
    vrm_Player* players = malloc((size_t)most * sizeof *players);
    if (players == NULL) die("no memory", NULL);
    for (int32_t first = 0; first < count; first += most) {
        int32_t now = count - first < most ? count - first : most;
        for (int32_t i = 0; i < now; i++) players[i] = player_of(scene, first + i);
        if (vrm_gpu_sim_play(sim, ids + first, now, players) != VRM_OK) die("playing", sim);
    }
    free(players);
}

typedef struct Figure {
    double frame_s;
    bool is_equal, is_exact;
    uint64_t bytes;
} Figure;

static bool measure(const Scene* scene, const Way* way, int32_t count, Figure* out) {
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    vrm_GpuSim* sim = NULL;
    def.outputs = way->outputs;
    def.split = getenv("BENCH_GPU_SPLIT") != NULL ? (vrm_GpuSplit)atoi(getenv("BENCH_GPU_SPLIT"))
                                                  : VRM_GPU_SPLIT_AUTO;
    if (vrm_gpu_sim_create(&def, &sim) != VRM_OK) die("no device", NULL);
    vrm_AvatarId* ids = malloc((size_t)count * sizeof *ids);
    if (ids == NULL) die("no memory", NULL);
    vrm_Result result = vrm_gpu_sim_reserve(sim, scene->rig, count);
    if (result == VRM_OK) result = vrm_gpu_sim_add(sim, scene->rig, count, ids);
    if (result != VRM_OK) {
        printf("%-8s %9d  %s\n", way->name, (int)count, vrm_gpu_sim_message(sim));
        vrm_gpu_sim_destroy(sim);
        free(ids);
        return false;
    }
    if (way->has_clip) play(scene, sim, ids, count);
    int32_t frames = 0, each = 4;
    out->frame_s = 1e30;
    double spent = 0.0;
    for (int round = 0; round < 40 && (round < 4 || spent < 0.4); round++) {
        double start = now_s();
        if (vrm_gpu_sim_step(sim, DT, each) != VRM_OK || vrm_gpu_sim_finish(sim) != VRM_OK)
            die("stepping", sim);
        double took = now_s() - start;
        frames += each;
        if (round == 0) continue; /* compiles */
        spent += took;
        if (took / each < out->frame_s) out->frame_s = took / each;
        if (took < 0.01 && each < 256) each *= 2;
    }
    out->bytes = vrm_gpu_sim_bytes(sim);
    out->is_exact = vrm_gpu_sim_is_exact(sim);
    out->is_equal = is_equal(scene, way, sim, ids, count, frames);
    vrm_gpu_sim_destroy(sim);
    free(ids);
    return true;
}

/* One core: nanoseconds for an avatar's frame. */
static double measure_cpu(const Scene* scene, const Way* way, int32_t count) {
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    def.outputs = way->outputs;
    vrm_AvatarId* ids = malloc((size_t)count * sizeof *ids);
    vrm_Player* players = malloc((size_t)count * sizeof *players);
    if (ids == NULL || players == NULL || vrm_sim_create(&def, &sim) != VRM_OK)
        die("no memory", NULL);
    for (int32_t i = 0; i < count; i++) {
        ids[i] = vrm_sim_add(sim, scene->rig);
        players[i] = player_of(scene, i);
    }
    double best = 1e30;
    for (int round = 0; round < 12; round++) {
        double start = now_s();
        for (int32_t i = 0; way->has_clip && i < count; i++) {
            vrm_player_advance(&players[i], DT);
            (void)vrm_avatar_play(sim, ids[i], &players[i], 1);
        }
        vrm_sim_step(sim, DT);
        double took = now_s() - start;
        if (round > 0 && took < best) best = took;
    }
    vrm_sim_destroy(sim);
    free(ids);
    free(players);
    return best / (double)count * 1e9;
}

int main(int argument_count, char** arguments) {
    static const int32_t usual[] = {100, 1000, 10000, 100000};
    const char* folder = getenv("VRM_BENCH_RESULTS");
    char path[1024];
    int32_t device_count = 0;
    if (vrm_gpu_devices(NULL, 0, &device_count) != VRM_OK || device_count == 0) {
        printf("gpu: no OpenCL device here; nothing was measured\n");
        return 0;
    }
    Scene scene = open_scene();
    vrm_GpuSim* probe = NULL;
    double start = now_s();
    if (vrm_gpu_sim_create(NULL, &probe) != VRM_OK) die("no device", NULL);
    vrm_GpuDevice device = vrm_gpu_sim_device(probe);
    printf("%s, %s, driver %s; opened in %.2f s; arithmetic %s\n", device.platform, device.name,
           device.driver, now_s() - start, vrm_gpu_sim_is_exact(probe) ? "exact" : "inexact");
    vrm_gpu_sim_destroy(probe);
    (void)snprintf(path, sizeof path, "%s/gpu.csv", folder != NULL ? folder : ".");
    FILE* csv = fopen(path, "w");
    if (csv == NULL) die("the results cannot be written", NULL);
    fprintf(csv, "device,way,avatars,frame_us,avatars_at_60hz,ns_per_pair,gb_per_s,device_mb,"
                 "cpu_ns_per_avatar,equal\n");
    printf("%-8s %9s %12s %14s %12s %8s %9s %10s\n", "way", "avatars", "us a frame", "avatars@60Hz",
           "ns a pair", "GB/s", "MB", "same bits");
    bool is_equal_all = true;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        double cpu_ns = measure_cpu(&scene, &ways[w], 1000), best_ns = 1e30;
        int counts = argument_count > 1 ? argument_count - 1 : device.is_gpu ? 4 : 2;
        for (int c = 0; c < counts; c++) {
            int32_t count = argument_count > 1 ? atoi(arguments[c + 1]) : usual[c];
            Figure figure = {0};
            if (count <= 0 || !measure(&scene, &ways[w], count, &figure)) continue;
            double ns = figure.frame_s * 1e9 / (double)count;
            double rate = bytes_of(&scene, &ways[w]) / ns;
            if (ns < best_ns) best_ns = ns;
            is_equal_all &= figure.is_equal;
            printf("%-8s %9d %12.1f %14.0f %12.5f %8.0f %9.0f %10s\n", ways[w].name, (int)count,
                   figure.frame_s * 1e6, 1e9 / 60.0 / ns, ns / scene.pairs, rate,
                   (double)figure.bytes / 1e6, figure.is_equal ? "yes" : "NO");
            fprintf(csv, "%s,%s,%d,%.2f,%.0f,%.6f,%.1f,%.1f,%.1f,%d\n", device.name, ways[w].name,
                    (int)count, figure.frame_s * 1e6, 1e9 / 60.0 / ns, ns / scene.pairs, rate,
                    (double)figure.bytes / 1e6, cpu_ns, figure.is_equal);
            fflush(csv);
            fflush(stdout);
        }
        printf("%-8s one core: %.0f ns an avatar\n", ways[w].name, cpu_ns);
        if (best_ns < 1e30) {
            printf("ratio gpu.%s.vs-cpu %.2f\n", ways[w].name, cpu_ns / best_ns);
            if (w == 2) printf("ratio gpu.vs-cpu %.2f\n", cpu_ns / best_ns);
        }
    }
    fclose(csv);
    vrm_clip_destroy(scene.clip);
    vrm_rig_destroy(scene.rig);
    return is_equal_all ? 0 : 1;
}
