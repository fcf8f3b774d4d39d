/* SPDX-License-Identifier: MIT */
#include "picture/render_scene.h"

#include "facts/far.h"
#include "picture/render_frame.h"
#include "picture/render_pixels.h"
#include "words/limit_option.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Motion ---- */

/* A turntable goes on before the first frame and after the last, so that a whole turn loops. */
static void turn_root(const render_Scene* scene, double time_s) {
    const render_Plan* plan = scene->plan;
    if (plan->turn_degrees == 0.0f) return;
    float length = (float)scene->frame_count / plan->frames_per_second;
    float half = plan->turn_degrees * ((float)time_s - plan->time_s) / length * 0.0087266463f;
    vrm_Transform root = {{0, 0, 0}, {0, sinf(half), 0, cosf(half)}, {1, 1, 1}};
    vrm_avatar_set_root(scene->sim, scene->avatar, root);
}

/* What the plan says beyond the actor. */
static void set_inputs(void* ctx, vrm_Actor* actor, double time_s) {
    const render_Scene* scene = ctx;
    const render_Plan* plan = scene->plan;
    (void)actor;
    turn_root(scene, time_s);
    for (int32_t i = 0; i < plan->expression_count; i++)
        vrm_avatar_set_expression_named(scene->sim, scene->avatar,
                                        cli_expression_name(scene->rig, plan->expressions[i].name),
                                        plan->expressions[i].weight);
}

/* A face that performs looks into the camera, unless the clip has a gaze. */
static void aim(const render_Scene* scene) {
    const render_Plan* plan = scene->plan;
    vrm_Actor* actor = scene->performer.actor;
    bool looks_there =
        plan->gaze == RENDER_GAZE_CAMERA || (scene->is_performing && !scene->has_gaze);
    if (plan->gaze == RENDER_GAZE_POINT)
        (void)vrm_actor_look_at(actor, plan->gaze_target);
    else if (looks_there && !plan->is_own_eyes)
        (void)vrm_actor_look_at(actor, scene->camera.eye);
}

static double time_of(const render_Scene* scene, int32_t frame) {
    return (double)scene->plan->time_s + frame / (double)scene->plan->frames_per_second;
}

/* To a frame, with springs that have settled. */
static vrm_Result settle_at(render_Scene* scene, int32_t frame) {
    const render_Plan* plan = scene->plan;
    vrm_Actor* actor = scene->performer.actor;
    aim(scene);
    bool is_set = vrm_actor_seek(actor, time_of(scene, frame)) &&
                  vrm_actors_settle_with(&actor, 1, plan->settle_s, set_inputs, scene);
    return is_set ? VRM_OK : VRM_ERR_ARGUMENT;
}

static vrm_Result advance(render_Scene* scene, int32_t frame) {
    double time_s = time_of(scene, frame), dt = 1.0 / (double)scene->plan->frames_per_second;
    const render_Hooks* hooks = &scene->hooks;
    if (hooks->feed != NULL) hooks->feed(hooks->ctx, dt);
    if (!vrm_actor_step_to(scene->performer.actor, time_s)) return VRM_ERR_ARGUMENT;
    set_inputs(scene, scene->performer.actor, time_s);
    if (hooks->pose != NULL) hooks->pose(hooks->ctx, dt);
    vrm_sim_step(scene->sim, 1.0f / scene->plan->frames_per_second);
    return VRM_OK;
}

/* To the frame before: the next one is a step, whose hooks are called. The first one is none. */
vrm_Result render_scene_jump(render_Scene* scene, int32_t index) {
    return settle_at(scene, index > 0 ? index - 1 : 0);
}

vrm_Result render_scene_advance(render_Scene* scene, int32_t index) {
    return index > 0 ? advance(scene, index) : VRM_OK;
}

/* ---- Camera ---- */

static void place_camera(render_Scene* scene) {
    scene->camera = render_viewpoint(scene->plan, scene->framing, scene->sim, scene->avatar);
}

void render_scene_place(render_Scene* scene) {
    vrm_avatar_set_view(scene->sim, scene->avatar, scene->plan->view);
    place_camera(scene);
}

void render_scene_aim(render_Scene* scene) {
    render_scene_place(scene);
    aim(scene);
}

/* A camera that shows the whole body shows it in every frame: the motion is run once without
 * drawing. */
static vrm_Result frame_motion(render_Scene* scene) {
    bool is_whole = scene->plan->shot.shot == VRM_SHOT_FULL && !scene->plan->is_own_eyes;
    vrm_framing_add_pose(scene->framing, scene->sim, scene->avatar);
    place_camera(scene);
    bool looks_there = scene->plan->gaze == RENDER_GAZE_CAMERA || scene->is_performing;
    if (scene->frame_count > 1 && is_whole) {
        for (int32_t i = 1; i < scene->frame_count; i++) {
            vrm_Result result = advance(scene, i);
            if (result != VRM_OK) return result;
            vrm_framing_add_pose(scene->framing, scene->sim, scene->avatar);
        }
        place_camera(scene);
    } else if (!looks_there) {
        return VRM_OK;
    }
    return settle_at(scene, 0); /* again, now that the camera stands */
}

/* ---- Scene ---- */

/* A texture finer than the picture can show is halved while it is decoded. An atlas covers the body
 * several times over: four texels along its shorter edge for each pixel when the whole body shows,
 * eight when a part does. */
static uint32_t enough_texels(const render_Plan* plan) {
    uint32_t edge = (uint32_t)(plan->width > plan->height ? plan->width : plan->height);
    if (plan->has_eye || plan->is_own_eyes || plan->shot.shot == VRM_SHOT_FACE) return 0;
    return edge * (plan->shot.shot == VRM_SHOT_FULL ? 4 : 8);
}

int32_t render_count_frames(const render_Plan* plan, float clip_s, const Performance* performance) {
    if (plan->frame_count > 0) return plan->frame_count;
    double rate = (double)plan->frames_per_second; /* a film without --seconds: */
    double length = performance_seconds(performance) - (double)plan->time_s;
    if (!performance->has_voice) length = (double)fminf(clip_s, 600.0f);
    int32_t frames = vrm_clip_steps(length, rate);
    return frames < 1 ? 1 : frames;
}

static bool has_gaze(const vrm_Clip* clip) {
    vrm_ClipSample sample = {.has_gaze = false};
    if (clip != NULL) vrm_clip_sample(clip, 0.0f, &sample);
    return sample.has_gaze;
}

/* Whoever stands at ease blinks now and then, unless the clip has a face of its own. */
static vrm_Result add_actor(render_Scene* scene, const vrm_Clip* clip,
                            const Performance* performance) {
    const render_Plan* plan = scene->plan;
    scene->avatar = vrm_sim_add(scene->sim, scene->rig);
    if (!vrm_avatar_is_valid(scene->sim, scene->avatar)) return VRM_ERR_MEMORY;
    vrm_avatar_set_view(scene->sim, scene->avatar, plan->view);
    bool has_face = clip != NULL && vrm_clip_expression_count(clip) > 0;
    PerformerDef def = {.model = scene->model,
                        .sim = scene->sim,
                        .avatar = scene->avatar,
                        .stance = plan->stance,
                        .clip = clip,
                        .seconds =
                            plan->is_endless ? HUGE_VAL : time_of(scene, scene->frame_count - 1),
                        .performance = performance,
                        .blinks = plan->stance == VRM_STANCE_IDLE && !has_face};
    return performer_open(&def, &scene->performer);
}

vrm_Result render_scene_begin(const render_Plan* plan, const vrm_Clip* clip,
                              const Performance* performance, vrm_Renderer* renderer,
                              vrm_Model* model, vrm_Report* report, render_Scene* out) {
    *out = (render_Scene){.plan = plan, .renderer = renderer, .model = model};
    out->frame_count =
        render_count_frames(plan, clip != NULL ? vrm_clip_duration(clip) : 0.0f, performance);
    out->has_gaze = has_gaze(clip);
    out->is_performing = performance->is_on;
    vrm_RigDef rig_def = vrm_default_rig_def();
    rig_def.report = report;
    vrm_DrawableDef drawable_def = render_drawable_def(report);
    drawable_def.image_limits.enough = enough_texels(plan);
    vrm_Result result = vrm_rig_build(model, &rig_def, &out->rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &out->sim);
    if (result == VRM_OK) result = vrm_framing_create(model, out->rig, NULL, &out->framing);
    if (result == VRM_OK) result = add_actor(out, clip, performance);
    if (result == VRM_OK) result = settle_at(out, 0);
    if (result == VRM_OK) result = frame_motion(out);
    if (result == VRM_OK)
        result = vrm_drawable_create(renderer, model, out->rig, &drawable_def, &out->drawable);
    if (result != VRM_OK) render_scene_end(out);
    return result;
}

void render_scene_end(render_Scene* scene) {
    vrm_drawable_destroy(scene->drawable);
    vrm_framing_destroy(scene->framing);
    performer_close(&scene->performer);
    vrm_sim_destroy(scene->sim);
    vrm_rig_destroy(scene->rig);
    *scene = (render_Scene){0};
}

/* ---- Pictures ---- */

static size_t picture_bytes(const render_Plan* plan) {
    return (size_t)plan->width * (size_t)plan->height * 4;
}

static vrm_Result draw_once(render_Scene* scene, const vrm_FrameDef* frame, uint8_t* pixels) {
    vrm_Result result =
        render_frame(scene->renderer, frame, scene->drawable, scene->sim, scene->avatar, pixels);
    scene->stats = vrm_renderer_stats(scene->renderer);
    return result;
}

/* More samples than GL supports: an image of twice the size is averaged. That also smooths the
 * inside of surfaces. */
static vrm_Result draw_avatar(render_Scene* scene, const vrm_FrameDef* frame, uint8_t* pixels) {
    const render_Plan* plan = scene->plan;
    if (plan->samples <= 4 || plan->width > 4096 || plan->height > 4096)
        return draw_once(scene, frame, pixels);
    vrm_FrameDef large = *frame;
    large.width *= 2;
    large.height *= 2;
    large.samples = plan->samples / 4;
    uint8_t* larger = malloc(picture_bytes(plan) * 4);
    if (larger == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = draw_once(scene, &large, larger);
    if (result == VRM_OK) render_halve(larger, plan->width, plan->height, pixels);
    free(larger);
    return result;
}

static vrm_Result draw_lines(render_Scene* scene, vrm_FrameDef frame, uint8_t* pixels) {
    vrm_Line* lines;
    int32_t count;
    vrm_Result result = vrm_overlay_lines(scene->model, scene->sim, scene->avatar,
                                          scene->plan->overlays, NULL, &lines, &count);
    if (result != VRM_OK) return result;
    frame.background = (vrm_Vec4){0};
    result = vrm_render_begin(scene->renderer, &frame);
    if (result == VRM_OK) result = vrm_render_lines(scene->renderer, lines, count, true);
    vrm_lines_release(NULL, lines, count);
    if (result == VRM_OK) result = vrm_render_end(scene->renderer);
    if (result == VRM_OK)
        result = vrm_render_read(scene->renderer, pixels, picture_bytes(scene->plan));
    return result;
}

static vrm_Result draw_overlays(render_Scene* scene, const vrm_FrameDef* frame, uint8_t* pixels) {
    const render_Plan* plan = scene->plan;
    uint8_t* lines = malloc(picture_bytes(plan));
    if (lines == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = draw_lines(scene, *frame, lines);
    if (result == VRM_OK) {
        bool is_dense = (plan->overlays & (VRM_OVERLAY_NORMALS | VRM_OVERLAY_FIRST_PERSON)) != 0;
        if (!is_dense) render_thicken(lines, plan->width, plan->height);
        render_put_over(pixels, lines, plan->width, plan->height);
    }
    free(lines);
    return result;
}

vrm_Result render_scene_draw(render_Scene* scene, int32_t index, uint8_t* pixels) {
    vrm_Result result = render_scene_advance(scene, index);
    if (result != VRM_OK) return result;
    scene->trembled |= cli_springs_tremble(scene->sim, scene->avatar);
    const render_Plan* plan = scene->plan;
    if (plan->is_own_eyes) place_camera(scene);
    float time_s = plan->time_s + (float)index / plan->frames_per_second;
    vrm_FrameDef frame = render_frame_def(plan, &scene->camera, time_s);
    result = draw_avatar(scene, &frame, pixels);
    if (result == VRM_OK && plan->overlays != 0) result = draw_overlays(scene, &frame, pixels);
    return result;
}
