/* SPDX-License-Identifier: MIT */
#include "film_control.h"

#include "control/control.h"
#include "control/control_wire.h"
#include "files/no_links.h"
#include "picture/render_camera.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct FilmControl {
    control_Wire* wire;
    allowed_Folders folders;

    /* From film_control_begin() to film_control_end(): */
    control_Control* control;
    render_Plan* plan;
    render_Scene* scene;
    int32_t camera_changes; /* of the camera that the plan has */
};

/* ---- Open ---- */

static bool open_folder(const char* location, allowed_Folders* out) {
    char folder[ALLOWED_PATH_ROOM];
    allowed_folder_of(location, folder);
    return allowed_add(out, folder) == VRM_OK;
}

FilmControl* film_control_open(const char* socket, const char* location,
                               char error[FILM_ERROR_ROOM]) {
    FilmControl* control = calloc(1, sizeof *control);
    char reason[CONTROL_WIRE_ERROR_ROOM] = "out of memory";
    cli_refuse_links(); /* of files that messages name */
    bool is_fine = control != NULL;
    if (is_fine && strcmp(socket, "-") == 0) {
        is_fine = false;
        snprintf(reason, sizeof reason, "standard input is not read here; name a socket");
    }
    if (is_fine && !open_folder(location, &control->folders)) {
        is_fine = false;
        snprintf(reason, sizeof reason, "the folder of the avatar cannot be opened");
    }
    if (is_fine && control_wire_open(socket, reason, &control->wire) == 0) return control;
    snprintf(error, FILM_ERROR_ROOM, "control=%s: %s", socket, reason);
    film_control_close(control);
    return NULL;
}

void film_control_close(FilmControl* control) {
    if (control == NULL) return;
    film_control_end(control);
    if (control->wire != NULL) control_wire_remove(control->wire);
    control_wire_close(control->wire);
    allowed_close(&control->folders);
    free(control);
}

/* ---- Frames ---- */

/* In a first-person view the camera is where the avatar sees. */
static void follow_camera(FilmControl* control) {
    const control_Camera* camera = control_camera(control->control);
    if (camera->changes == control->camera_changes) return;
    control->camera_changes = camera->changes;
    render_set_camera(control->plan, RENDER_CAMERA_FULL);
    render_take_camera(camera, control->plan);
    render_scene_place(control->scene);
}

static void feed(void* ctx, double dt) {
    FilmControl* control = ctx;
    (void)control_wire_step(control->wire, control->control);
    follow_camera(control);
    bool has_eye = !control->plan->is_own_eyes;
    control_feed(control->control, dt, has_eye ? &control->scene->camera.eye : NULL);
    control_wire_flush(control->wire);
}

static void pose(void* ctx, double dt) {
    const FilmControl* control = ctx;
    control_pose(control->control, dt);
}

/* ---- Begin and end ---- */

vrm_Result film_control_begin(FilmControl* control, render_Plan* plan, render_Scene* scene) {
    control_Camera camera = render_get_camera(plan);
    control_Stage stage = {.model = scene->model,
                           .sim = scene->sim,
                           .avatar = scene->avatar,
                           .actor = scene->performer.actor,
                           .map = scene->performer.map,
                           .folders = &control->folders,
                           .files_place = "the folder of the avatar",
                           .camera = &camera,
                           .looks_at_camera = !scene->has_gaze && !plan->is_own_eyes};
    vrm_Result result = control_create(&stage, &control->control);
    if (result != VRM_OK) return result;
    control->plan = plan;
    control->scene = scene;
    control->camera_changes = camera.changes;
    scene->hooks = (render_Hooks){.ctx = control, .feed = feed, .pose = pose};
    return VRM_OK;
}

void film_control_end(FilmControl* control) {
    if (control == NULL || control->control == NULL) return;
    control->scene->hooks = (render_Hooks){0};
    control_wire_hang_up(control->wire);
    control_destroy(control->control);
    control->control = NULL;
}
