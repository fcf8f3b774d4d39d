/* SPDX-License-Identifier: MIT */
/* usage: bench_render_ours FILE SIZE FRAMES COUNT...
 * Draws COUNT avatars of a file in a picture of SIZE x SIZE, FRAMES times, and prints a line
 * "COUNT NANOSECONDS DRAW_CALLS TRIANGLES" for each count: the least time from the posed avatars to
 * the bytes of the picture. The first line is the name of what draws. Avatars stand in a square
 * that fills the same part of the picture whatever their number. Status 77 where nothing can be
 * drawn. */
#include "vrm/render.h"
#include "support/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Scene {
    vrm_Renderer* renderer;
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Drawable* drawable;
} Scene;

static void close_scene(Scene* scene) {
    vrm_drawable_destroy(scene->drawable);
    vrm_rig_destroy(scene->rig);
    vrm_model_destroy(scene->model);
    vrm_renderer_destroy(scene->renderer);
}

/* Avatars in rows of `columns`, two metres apart. */
static vrm_AvatarId* place(vrm_Sim* sim, const vrm_Rig* rig, int32_t count, int32_t columns) {
    vrm_AvatarId* avatars = calloc((size_t)count, sizeof *avatars);
    for (int32_t i = 0; avatars != NULL && i < count; i++) {
        avatars[i] = vrm_sim_add(sim, rig);
        vrm_Transform root = {.translation = {2 * ((float)(i % columns) - (float)(columns - 1) / 2),
                                              2 * (float)(i / columns), 0},
                              .rotation = {0, 0, 0, 1},
                              .scale = {1, 1, 1}};
        vrm_avatar_set_root(sim, avatars[i], root);
    }
    return avatars;
}

/* The camera of run.mjs, as far away as the square is wide. */
static vrm_FrameDef frame_of(int32_t size, int32_t columns) {
    vrm_FrameDef frame = vrm_default_frame_def();
    float height = 2 * (float)columns;
    frame.width = frame.height = size;
    frame.view = vrm_camera_look_at((vrm_Vec3){0, height / 2 - 0.15f, height * 1.95f},
                                    (vrm_Vec3){0, height / 2 - 0.15f, 0}, (vrm_Vec3){0, 1, 0});
    frame.projection = vrm_camera_perspective(0.5235988f, 1, 0.1f, height * 4);
    return frame;
}

static bool run(Scene* scene, int32_t size, int32_t frames, int32_t count) {
    vrm_Sim* sim = NULL;
    if (vrm_sim_create(NULL, &sim) != VRM_OK) return false;
    int32_t columns = (int32_t)ceil(sqrt((double)count));
    vrm_AvatarId* avatars = place(sim, scene->rig, count, columns);
    size_t bytes = (size_t)size * (size_t)size * 4;
    uint8_t* pixels = malloc(bytes);
    bool is_drawn = avatars != NULL && pixels != NULL;
    uint64_t least = UINT64_MAX;
    vrm_FrameDef frame = frame_of(size, columns);
    vrm_sim_step(sim, 1.0f / 60);
    for (int32_t i = 0; is_drawn && i < frames; i++) {
        uint64_t start = bench_now_ns();
        is_drawn =
            vrm_render_begin(scene->renderer, &frame) == VRM_OK &&
            vrm_render_draw(scene->renderer, scene->drawable, sim, avatars, count) == VRM_OK &&
            vrm_render_end(scene->renderer) == VRM_OK &&
            vrm_render_read(scene->renderer, pixels, bytes) == VRM_OK;
        uint64_t spent = bench_now_ns() - start;
        if (spent < least) least = spent;
    }
    vrm_RenderStats stats = vrm_renderer_stats(scene->renderer);
    if (is_drawn)
        printf("%d %llu %llu %llu\n", (int)count, (unsigned long long)least,
               (unsigned long long)stats.draw_calls, (unsigned long long)stats.triangles);
    free(pixels);
    free(avatars);
    vrm_sim_destroy(sim);
    return is_drawn;
}

int main(int argc, char** argv) {
    if (argc < 5) {
        fputs("usage: bench_render_ours FILE SIZE FRAMES COUNT...\n", stderr);
        return 2;
    }
    Scene scene = {0};
    int status = 1;
    if (vrm_renderer_create(NULL, &scene.renderer) != VRM_OK) {
        status = 77;
    } else if (vrm_model_load_file(argv[1], NULL, NULL, &scene.model) == VRM_OK &&
               vrm_rig_build(scene.model, NULL, &scene.rig) == VRM_OK &&
               vrm_drawable_create(scene.renderer, scene.model, scene.rig, NULL, &scene.drawable) ==
                   VRM_OK) {
        puts(vrm_renderer_name(scene.renderer));
        status = 0;
        for (int i = 4; i < argc && status == 0; i++)
            if (!run(&scene, atoi(argv[2]), atoi(argv[3]), atoi(argv[i]))) status = 1;
    }
    close_scene(&scene);
    return status;
}
