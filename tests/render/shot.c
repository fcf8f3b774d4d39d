/* SPDX-License-Identifier: MIT */
#include "render/shot.h"

#include <stdio.h>
#include <stdlib.h>

Shot shot_default(void) {
    return (Shot){.width = 256,
                  .height = 256,
                  .samples = 4,
                  .eye = {0, 1.3f, 2.5f},
                  .target = {0, 1.3f, 0},
                  .up = {0, 1, 0},
                  .fov_degrees = 30,
                  .near_m = 0.1f,
                  .far_m = 20,
                  .light_from = {1, 1, 1},
                  .light = {1, 1, 1}};
}

Shot shot_of_sweep(void) {
    Shot shot = shot_default();
    shot.height = 128;
    shot.eye = (vrm_Vec3){0, 1, 3};
    shot.target = (vrm_Vec3){0, 1, 0};
    shot.fov_degrees = 14;
    return shot;
}

bool studio_open(Studio* studio) {
    *studio = (Studio){0};
    vrm_RendererDef def = vrm_default_renderer_def();
    if (vrm_report_create(NULL, &studio->report) != VRM_OK) return false;
    def.report = studio->report;
    if (vrm_renderer_create(&def, &studio->renderer) == VRM_OK) return true;
    bool is_reported = vrm_report_count(studio->report) > 0;
    printf("skipped: %s\n",
           is_reported ? vrm_report_get(studio->report, 0).message : "no renderer here");
    studio_close(studio);
    return false;
}

static void close_file(Studio* studio) {
    vrm_drawable_destroy(studio->drawable);
    vrm_sim_destroy(studio->sim);
    vrm_rig_destroy(studio->rig);
    vrm_model_destroy(studio->model);
    studio->drawable = NULL;
    studio->sim = NULL;
    studio->rig = NULL;
    studio->model = NULL;
}

void studio_close(Studio* studio) {
    close_file(studio);
    vrm_renderer_destroy(studio->renderer);
    vrm_report_destroy(studio->report);
    *studio = (Studio){0};
}

/* Everything that follows from the model. Springs rest, as in the pictures of the judges. */
static vrm_Result make_ready(Studio* studio, vrm_Result result) {
    if (result == VRM_OK) result = vrm_rig_build(studio->model, NULL, &studio->rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &studio->sim);
    if (result == VRM_OK) {
        studio->avatar = vrm_sim_add(studio->sim, studio->rig);
        vrm_avatar_set_stages(studio->sim, studio->avatar, VRM_STAGE_ALL & ~VRM_STAGE_SPRINGS);
        vrm_DrawableDef def = vrm_default_drawable_def();
        def.report = studio->report;
        result = vrm_drawable_create(studio->renderer, studio->model, studio->rig, &def,
                                     &studio->drawable);
    }
    if (result != VRM_OK) close_file(studio);
    return result;
}

vrm_Result studio_load(Studio* studio, const void* bytes, size_t size) {
    close_file(studio);
    return make_ready(studio, vrm_model_load(bytes, size, NULL, NULL, &studio->model));
}

vrm_Result studio_load_file(Studio* studio, const char* path) {
    close_file(studio);
    return make_ready(studio, vrm_model_load_file(path, NULL, NULL, &studio->model));
}

static void pose(Studio* studio, const Shot* shot) {
    vrm_Sim* sim = studio->sim;
    vrm_AvatarId avatar = studio->avatar;
    for (int32_t i = 0; i < vrm_rig_expression_count(studio->rig); i++)
        vrm_avatar_set_expression_at(sim, avatar, i, 0);
    for (int32_t i = 0; i < shot->expression_count; i++)
        vrm_avatar_set_expression_named(sim, avatar, shot->expressions[i].name,
                                        shot->expressions[i].weight);
    if (shot->has_look_at)
        vrm_avatar_look_at(sim, avatar, shot->look_at);
    else
        vrm_avatar_look_off(sim, avatar);
    vrm_avatar_set_view(sim, avatar,
                        shot->is_first_person ? VRM_VIEW_FIRST_PERSON : VRM_VIEW_THIRD_PERSON);
    vrm_sim_step(sim, 1.0f / 60);
}

static vrm_FrameDef frame_of(const Shot* shot) {
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = shot->width;
    frame.height = shot->height;
    frame.samples = shot->samples;
    frame.background = shot->background;
    frame.view = vrm_camera_look_at(shot->eye, shot->target, shot->up);
    frame.projection =
        vrm_camera_perspective(shot->fov_degrees * 3.14159265f / 180,
                               (float)shot->width / (float)shot->height, shot->near_m, shot->far_m);
    frame.light_from = shot->light_from;
    frame.light_color = shot->light;
    frame.sky_color = shot->sky;
    frame.ground_color = shot->ground;
    frame.time_s = shot->time_s;
    return frame;
}

Photo studio_draw(Studio* studio, const Shot* shot) {
    pose(studio, shot);
    vrm_FrameDef frame = frame_of(shot);
    Photo photo = {shot->width, shot->height, NULL};
    size_t size = (size_t)shot->width * (size_t)shot->height * 4;
    photo.rgba = malloc(size);
    if (photo.rgba == NULL) return photo;
    vrm_Result result = vrm_render_begin(studio->renderer, &frame);
    if (result == VRM_OK)
        result =
            vrm_render_draw(studio->renderer, studio->drawable, studio->sim, &studio->avatar, 1);
    if (result == VRM_OK) result = vrm_render_end(studio->renderer);
    if (result == VRM_OK) result = vrm_render_read(studio->renderer, photo.rgba, size);
    if (result != VRM_OK) photo_release(&photo);
    return photo;
}

void photo_release(Photo* photo) {
    free(photo->rgba);
    photo->rgba = NULL;
}
