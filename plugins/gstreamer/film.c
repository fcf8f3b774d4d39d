/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* strdup */

#include "film.h"

#include "film_control.h"
#include "picture/render_scene.h"

#include "vrm/motion.h"
#include "vrm/vrm.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct Film {
    char *location, *animation;
    bool loops, is_alive;
    uint64_t seed;
    vrm_Model* model;
    vrm_Motion* motion;   /* NULL: none */
    FilmControl* control; /* NULL: none */
    atomic_bool is_cancelled;

    /* From film_begin() to film_end(): */
    vrm_Renderer* renderer;
    vrm_Clip* clip;
    render_Plan plan;
    render_Camera camera; /* that was asked for last; messages may have moved it since */
    Performance performance;
    render_Scene scene;
    bool has_scene;
    int32_t first;        /* the frame that motion is run from */
    int32_t next;         /* the frame that the scene goes on with */
    bool has_sound;       /* the face has heard something since the first frame */
    double sound_begin_s; /* of the film: when it did */
};

/* ---- What went wrong ---- */

static void say(char error[FILM_ERROR_ROOM], const char* format, ...) VRM_PRINTF(2, 3);

static void say(char error[FILM_ERROR_ROOM], const char* format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error, FILM_ERROR_ROOM, format, args);
    va_end(args);
}

/* The report's first error, else the result in words. */
static void say_result(char error[FILM_ERROR_ROOM], const char* file, vrm_Result result,
                       const vrm_Report* report) {
    for (int32_t i = 0; report != NULL && i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (finding.severity != VRM_ERROR) continue;
        say(error, "%s: %s", file, finding.message);
        return;
    }
    bool has_cause = result == VRM_ERR_IO && errno != 0;
    say(error, "%s: %s", file, has_cause ? strerror(errno) : vrm_result_text(result));
}

/* ---- Files ---- */

static bool load_model(Film* film, vrm_Report* report, char error[FILM_ERROR_ROOM]) {
    errno = 0;
    vrm_Result result = vrm_model_load_file(film->location, NULL, report, &film->model);
    if (result != VRM_OK) {
        say_result(error, film->location, result, report);
        return false;
    }
    bool is_clip = vrm_model_clip_info(film->model) != NULL &&
                   vrm_model_dialect(film->model) == VRM_DIALECT_NONE;
    if (is_clip)
        say(error, "%s: this is a VRM animation, not an avatar; the property animation plays it",
            film->location);
    return !is_clip;
}

static bool load_motion(Film* film, vrm_Report* report, char error[FILM_ERROR_ROOM]) {
    if (film->animation == NULL) return true;
    vrm_MotionDef def = vrm_default_motion_def();
    def.report = report;
    errno = 0;
    vrm_Result result = vrm_motion_load_file(film->animation, &def, &film->motion);
    if (result != VRM_OK) say_result(error, film->animation, result, report);
    return result == VRM_OK;
}

static char* copy(const char* text) {
    return text != NULL && text[0] != '\0' ? strdup(text) : NULL;
}

static bool open_control(Film* film, const char* socket, char error[FILM_ERROR_ROOM]) {
    if (socket == NULL || socket[0] == '\0') return true;
    film->control = film_control_open(socket, film->location, error);
    return film->control != NULL;
}

Film* film_open(const FilmDef* def, char error[FILM_ERROR_ROOM]) {
    Film* film = calloc(1, sizeof *film);
    vrm_Report* report = NULL;
    if (film == NULL || vrm_report_create(NULL, &report) != VRM_OK) {
        say(error, "%s", vrm_result_text(VRM_ERR_MEMORY));
        free(film);
        return NULL;
    }
    film->location = copy(def->location);
    film->animation = copy(def->animation);
    film->loops = def->loops;
    film->is_alive = def->is_alive;
    film->seed = def->seed;
    bool is_fine = film->location != NULL;
    if (!is_fine) say(error, "there is no avatar to draw: set the property location to a VRM file");
    is_fine = is_fine && load_model(film, report, error) && load_motion(film, report, error) &&
              open_control(film, def->control, error);
    vrm_report_destroy(report);
    if (is_fine) return film;
    film_close(film);
    return NULL;
}

void film_close(Film* film) {
    if (film == NULL) return;
    film_control_close(film->control);
    vrm_motion_destroy(film->motion);
    vrm_model_destroy(film->model);
    free(film->location);
    free(film->animation);
    free(film);
}

/* ---- Expressions ---- */

static void say_no_expression(char error[FILM_ERROR_ROOM], const Film* film, const vrm_Rig* rig,
                              const char* asked) {
    int32_t count = vrm_rig_expression_count(rig);
    say(error, "%s: no expression %s%s", film->location, asked,
        count > 0 ? "; there are " : ": the avatar has no expressions");
    for (int32_t i = 0; i < count; i++) {
        size_t used = strlen(error);
        snprintf(error + used, FILM_ERROR_ROOM - used, "%s%s", i > 0 ? ", " : "",
                 vrm_rig_expression_info(rig, i).name);
    }
}

bool film_check(const Film* film, const FilmLooks* looks, char error[FILM_ERROR_ROOM]) {
    vrm_Rig* rig = NULL;
    bool is_fine = true;
    if (looks->expression_count == 0) return true;
    vrm_Result result = vrm_rig_build(film->model, NULL, &rig);
    if (result != VRM_OK) {
        say_result(error, film->location, result, NULL);
        return false;
    }
    for (int32_t i = 0; i < looks->expression_count && is_fine; i++) {
        const char* asked = looks->expressions[i].name;
        is_fine = cli_expression_name(rig, asked) != NULL;
        if (!is_fine) say_no_expression(error, film, rig, asked);
    }
    vrm_rig_destroy(rig);
    return is_fine;
}

/* Expressions that were shown and are no longer asked for go back to 0. */
static void take_expressions(render_Plan* plan, const FilmLooks* looks) {
    cli_Expression gone[RENDER_MAX_EXPRESSIONS];
    int32_t gone_count = 0;
    for (int32_t i = 0; i < plan->expression_count; i++) {
        bool is_asked = false;
        for (int32_t k = 0; k < looks->expression_count; k++)
            is_asked |= strcmp(plan->expressions[i].name, looks->expressions[k].name) == 0;
        if (is_asked) continue;
        gone[gone_count] = plan->expressions[i];
        gone[gone_count++].weight = 0.0f;
    }
    plan->expression_count = looks->expression_count;
    memcpy(plan->expressions, looks->expressions, sizeof plan->expressions);
    for (int32_t i = 0; i < gone_count && plan->expression_count < RENDER_MAX_EXPRESSIONS; i++)
        plan->expressions[plan->expression_count++] = gone[i];
}

/* ---- Begin ---- */

static double frames_per_second(FilmSize size) {
    return (double)((float)size.rate / (float)size.rate_divisor); /* as the command has them */
}

/* Frames of one pass of the motion. */
static int32_t count_frames(const Film* film, FilmSize size) {
    double seconds = (double)RENDER_DEFAULT_LENGTH_S;
    if (film->motion != NULL) seconds = (double)(float)vrm_motion_info(film->motion).seconds;
    int32_t frames = vrm_clip_steps(seconds, frames_per_second(size));
    return frames < 1 ? 1 : frames;
}

int32_t film_frame_count(const Film* film, FilmSize size) {
    return film->motion == NULL || film->loops ? -1 : count_frames(film, size);
}

static void make_plan(Film* film, FilmSize size, const FilmLooks* looks) {
    render_Plan* plan = &film->plan;
    render_default_plan(plan);
    plan->width = size.width;
    plan->height = size.height;
    plan->background = looks->background;
    if (film->motion != NULL) plan->stance = VRM_STANCE_REST;
    plan->frames_per_second = (float)frames_per_second(size);
    int32_t frames = count_frames(film, size); /* which the camera is placed for */
    plan->frame_count = frames < RENDER_MAX_FRAMES ? frames : RENDER_MAX_FRAMES;
    plan->is_endless = film_frame_count(film, size) != plan->frame_count;
    render_set_camera(plan, looks->camera);
    film->camera = looks->camera;
    take_expressions(plan, looks);
}

/* Every frame of the motion is kept, as the command keeps them when it plays. */
static bool make_clip(Film* film, char error[FILM_ERROR_ROOM]) {
    vrm_Rig* rig = NULL;
    vrm_FitDef fit = vrm_default_fit_def();
    fit.tolerance_degrees = fit.tolerance_metres = fit.tolerance_weight = 0.0f;
    if (film->motion == NULL || film->clip != NULL) return true;
    vrm_Result result = vrm_rig_build(film->model, NULL, &rig);
    if (result == VRM_OK) result = vrm_motion_clip(film->motion, rig, &fit, NULL, &film->clip);
    vrm_rig_destroy(rig);
    if (result == VRM_ERR_INVALID)
        say(error,
            "%s: the animation moves the nodes of another file, and they are no person; a .vrma "
            "fits every avatar",
            film->animation);
    else if (result != VRM_OK)
        say_result(error, film->animation, result, NULL);
    return result == VRM_OK;
}

static bool make_renderer(Film* film, vrm_Report* report, char error[FILM_ERROR_ROOM]) {
    if (film->renderer != NULL) return true;
    vrm_RendererDef def = vrm_default_renderer_def();
    def.report = report;
    vrm_Result result = vrm_renderer_create(&def, &film->renderer);
    if (result == VRM_OK) return true;
    bool has_finding = vrm_report_count(report) > 0;
    say(error, "%s", has_finding ? vrm_report_get(report, 0).message : vrm_result_text(result));
    return false;
}

static void end_scene(Film* film) {
    film_control_end(film->control);
    if (film->has_scene) render_scene_end(&film->scene);
    film->has_scene = false;
}

bool film_begin(Film* film, FilmSize size, const FilmLooks* looks, bool speaks, int32_t first,
                char error[FILM_ERROR_ROOM]) {
    vrm_Report* report = NULL;
    end_scene(film);
    if (vrm_report_create(NULL, &report) != VRM_OK) {
        say(error, "%s", vrm_result_text(VRM_ERR_MEMORY));
        return false;
    }
    make_plan(film, size, looks);
    bool is_alive = film->is_alive || speaks || film->control != NULL;
    film->performance = (Performance){.is_on = is_alive, .seed = film->seed};
    film->first = film->next = first;
    film->has_sound = false;
    bool is_fine = make_renderer(film, report, error) && make_clip(film, error);
    vrm_Result result = VRM_OK;
    if (is_fine)
        result = render_scene_begin(&film->plan, film->clip, &film->performance, film->renderer,
                                    film->model, report, &film->scene);
    film->has_scene = is_fine && result == VRM_OK;
    if (film->has_scene && first > 0) result = render_scene_jump(&film->scene, first);
    if (result == VRM_OK && film->has_scene && film->control != NULL)
        result = film_control_begin(film->control, &film->plan, &film->scene);
    if (result != VRM_OK) end_scene(film);
    if (result != VRM_OK) say_result(error, film->location, result, report);
    vrm_report_destroy(report);
    return film->has_scene;
}

void film_end(Film* film) {
    end_scene(film);
    vrm_clip_destroy(film->clip);
    vrm_renderer_destroy(film->renderer);
    film->clip = NULL;
    film->renderer = NULL;
}

/* ---- Draw ---- */

void film_set_cancelled(Film* film, bool is_cancelled) {
    atomic_store(&film->is_cancelled, is_cancelled);
}

/* Of a camera that messages have placed nothing is left. */
static void set_camera(Film* film, render_Camera camera) {
    film->camera = camera;
    film->plan.has_eye = false;
    film->plan.shot.yaw_degrees = film->plan.shot.pitch_degrees = 0.0f;
    render_set_camera(&film->plan, camera);
    if (film->control != NULL)
        render_scene_place(&film->scene); /* messages say where the eyes look */
    else
        render_scene_aim(&film->scene);
}

static void take_looks(Film* film, const FilmLooks* looks) {
    film->plan.background = looks->background;
    take_expressions(&film->plan, looks);
    if (film->camera != looks->camera) set_camera(film, looks->camera);
}

/* To the frame before `index`. */
static FilmResult approach(Film* film, int32_t index, vrm_Result* out_result) {
    if (index < film->next) {
        int32_t first = index < film->first ? index : film->first;
        *out_result = render_scene_jump(&film->scene, first);
        if (*out_result != VRM_OK) return FILM_FAILED;
        film->next = first;
        film->has_sound = false;
    }
    while (film->next < index) {
        if (atomic_load(&film->is_cancelled)) return FILM_CANCELLED;
        *out_result = render_scene_advance(&film->scene, film->next);
        if (*out_result != VRM_OK) return FILM_FAILED;
        film->next++;
    }
    return FILM_DRAWN;
}

/* A face counts the time of its sound from when it began. */
static void hear(Film* film, const FilmFrame* frame) {
    vrm_Face* face = vrm_actor_face(film->scene.performer.actor);
    if (face == NULL || frame->lip_count == 0) return;
    if (!film->has_sound) {
        film->sound_begin_s = vrm_actor_time(film->scene.performer.actor);
        vrm_face_begin_sound(face);
        film->has_sound = true;
    }
    for (int32_t i = 0; i < frame->lip_count; i++) {
        frame->lips[i].time_s -= film->sound_begin_s;
        if (frame->lips[i].time_s < 0.0) continue;
        (void)vrm_face_hear(face, &frame->lips[i], 1);
    }
}

FilmResult film_draw(Film* film, const FilmFrame* frame, uint8_t* pixels,
                     char error[FILM_ERROR_ROOM]) {
    vrm_Result result = VRM_OK;
    take_looks(film, &frame->looks);
    FilmResult done = approach(film, frame->index, &result);
    if (done == FILM_CANCELLED) return done;
    if (done == FILM_DRAWN) {
        hear(film, frame);
        result = render_scene_draw(&film->scene, frame->index, pixels);
        film->next = frame->index + 1;
    }
    if (result == VRM_OK) return FILM_DRAWN;
    say_result(error, film->location, result, NULL);
    return FILM_FAILED;
}
