/* SPDX-License-Identifier: MIT */
#include "picture/render_scene.h"

#include "facts/far.h"
#include "picture/render_pixels.h"
#include "words/limit_option.h"
#include "words/status.h"

#include "vrm/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SETTLE_RATE 60.0f

/* ---- Motion ---- */

/* A turntable goes on before the first frame and after the last, so that a whole turn loops. */
static void turn_root(render_Scene* scene, float time_s) {
    const render_Plan* plan = scene->plan;
    if (plan->turn_degrees == 0.0f) return;
    float length = (float)scene->frame_count / plan->frames_per_second;
    float half = plan->turn_degrees * (time_s - plan->time_s) / length * 0.0087266463f;
    vrm_Transform root = {{0, 0, 0}, {0, sinf(half), 0, cosf(half)}, {1, 1, 1}};
    vrm_avatar_set_root(scene->sim, scene->avatar, root);
}

/* Whoever stands at ease blinks now and then: the lids close and open within a fifth of a second.
 */
static void blink_at(render_Scene* scene, float time_s) {
    float since = fmodf(time_s, VRM_IDLE_PERIOD_S / 2) - 2.8f;
    float weight = fmaxf(0.0f, 1.0f - fabsf(since - 0.1f) / 0.1f);
    vrm_avatar_set_expression(scene->sim, scene->avatar, VRM_EXPRESSION_BLINK, weight);
}

static vrm_Pose base_pose(const render_Scene* scene, float time_s) {
    switch (scene->plan->pose) {
    case RENDER_POSE_REST: return vrm_pose_rest();
    case RENDER_POSE_T: return vrm_rig_t_pose(scene->rig);
    case RENDER_POSE_A: return vrm_pose_a();
    case RENDER_POSE_IDLE: break;
    }
    return vrm_pose_idle(scene->is_performing ? 0.0f : time_s); /* the face moves the body, too */
}

/* The eyes follow the target of the plan or the camera, unless the clip has a gaze. */
static void aim(render_Scene* scene) {
    vrm_Face* face = scene->performer.face;
    const render_Plan* plan = scene->plan;
    if (plan->gaze == RENDER_GAZE_POINT)
        (void)vrm_face_look_at(face, plan->gaze_target);
    else if (scene->has_gaze && plan->gaze == RENDER_GAZE_AHEAD)
        vrm_face_look_off(face);
    else if (plan->is_own_eyes)
        (void)vrm_face_look_along(face, 0.0f, 0.0f);
    else
        (void)vrm_face_look_at(face, scene->camera.eye);
}

static void perform(render_Scene* scene, float time_s, float clip_time_s) {
    Performer* performer = &scene->performer;
    aim(scene);
    performer_advance(performer, (double)time_s);
    performer_apply(performer, scene->sim, scene->avatar, scene->clip, clip_time_s);
}

static void look(render_Scene* scene) {
    const render_Plan* plan = scene->plan;
    if (plan->gaze == RENDER_GAZE_POINT)
        vrm_avatar_look_at(scene->sim, scene->avatar, plan->gaze_target);
    if (plan->gaze == RENDER_GAZE_CAMERA)
        vrm_avatar_look_at(scene->sim, scene->avatar, scene->camera.eye);
}

/* Inputs for a moment. Before its beginning a clip stands still; the idle has no beginning. */
static bool pose_at(render_Scene* scene, float time_s) {
    const render_Plan* plan = scene->plan;
    vrm_Pose pose = base_pose(scene, time_s);
    vrm_avatar_set_pose(scene->sim, scene->avatar, &pose);
    turn_root(scene, time_s);
    if (plan->pose == RENDER_POSE_IDLE && !scene->is_performing) blink_at(scene, time_s);
    vrm_Player player = vrm_player(scene->clip);
    if (scene->clip != NULL) {
        float duration = vrm_clip_duration(scene->clip), time = fmaxf(time_s, 0.0f);
        player.time_s = duration > 0.0f && time > duration ? fmodf(time, duration) : time;
        if (!vrm_avatar_play(scene->sim, scene->avatar, &player, 1)) return false;
    }
    if (scene->is_performing) perform(scene, time_s, player.time_s);
    for (int32_t i = 0; i < plan->expression_count; i++)
        vrm_avatar_set_expression_named(scene->sim, scene->avatar,
                                        cli_expression_name(scene->rig, plan->expressions[i].name),
                                        plan->expressions[i].weight);
    if (!scene->is_performing) look(scene);
    return true;
}

/* Lets the springs settle before the first image: the motion that leads to it is run without
 * drawing. */
static bool settle(render_Scene* scene) {
    const render_Plan* plan = scene->plan;
    int32_t steps = (int32_t)(plan->settle_s * SETTLE_RATE + 0.5f);
    for (int32_t i = 0; i < steps; i++) {
        float time_s = plan->time_s + (float)(i - steps) / SETTLE_RATE;
        if (!pose_at(scene, time_s)) return false;
        vrm_sim_step(scene->sim, 1.0f / SETTLE_RATE);
    }
    if (!pose_at(scene, plan->time_s)) return false;
    vrm_sim_step(scene->sim, steps > 0 ? 1.0f / SETTLE_RATE : 0.0f);
    return true;
}

static bool advance(render_Scene* scene, int32_t frame) {
    float step = 1.0f / scene->plan->frames_per_second;
    if (!pose_at(scene, scene->plan->time_s + (float)frame * step)) return false;
    vrm_sim_step(scene->sim, step);
    return true;
}

static vrm_Result add_avatar(render_Scene* scene) {
    if (vrm_avatar_is_valid(scene->sim, scene->avatar)) vrm_sim_remove(scene->sim, scene->avatar);
    scene->avatar = vrm_sim_add(scene->sim, scene->rig);
    if (!vrm_avatar_is_valid(scene->sim, scene->avatar)) return VRM_ERR_MEMORY;
    vrm_avatar_set_view(scene->sim, scene->avatar, scene->plan->view);
    vrm_Result result = scene->is_performing ? performer_restart(&scene->performer) : VRM_OK;
    if (result != VRM_OK) return result;
    return settle(scene) ? VRM_OK : VRM_ERR_ARGUMENT;
}

/* ---- Camera ---- */

static void place_camera(render_Scene* scene) {
    const render_Plan* plan = scene->plan;
    if (plan->is_own_eyes) {
        scene->camera =
            vrm_framing_first_person(scene->framing, &plan->shot, scene->sim, scene->avatar);
        return;
    }
    scene->camera = vrm_framing_viewpoint(scene->framing, &plan->shot);
    if (!plan->has_eye) return;
    vrm_Vec3 low, high, up = {0, 1, 0}, eye = plan->eye;
    vrm_framing_bounds(scene->framing, &low, &high);
    float x = fmaxf(fabsf(low.x - eye.x), fabsf(high.x - eye.x));
    float y = fmaxf(fabsf(low.y - eye.y), fabsf(high.y - eye.y));
    float z = fmaxf(fabsf(low.z - eye.z), fabsf(high.z - eye.z));
    float far_end = sqrtf(x * x + y * y + z * z) * 1.5f;
    float fov = plan->shot.fov_degrees * 0.017453292f;
    scene->camera = (vrm_Viewpoint){.eye = eye, .target = plan->target, .up = up};
    scene->camera.view = vrm_camera_look_at(eye, plan->target, up);
    scene->camera.projection =
        vrm_camera_perspective(fov, plan->shot.aspect, far_end * 0.001f, far_end);
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
            if (!advance(scene, i)) return VRM_ERR_ARGUMENT;
            vrm_framing_add_pose(scene->framing, scene->sim, scene->avatar);
        }
        place_camera(scene);
    } else if (!looks_there) {
        return VRM_OK;
    }
    return add_avatar(scene); /* from the beginning, now that the camera stands */
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

vrm_Result render_scene_begin(const render_Plan* plan, const vrm_Clip* clip,
                              const Performance* performance, vrm_Renderer* renderer,
                              vrm_Model* model, vrm_Report* report, render_Scene* out) {
    *out = (render_Scene){.plan = plan, .clip = clip, .renderer = renderer, .model = model};
    out->frame_count =
        render_count_frames(plan, clip != NULL ? vrm_clip_duration(clip) : 0.0f, performance);
    out->has_gaze = has_gaze(clip);
    out->is_performing = performance->is_on;
    vrm_RigDef rig_def = vrm_default_rig_def();
    rig_def.report = report;
    vrm_DrawableDef drawable_def = vrm_default_drawable_def();
    drawable_def.report = report;
    drawable_def.image_limits.enough = enough_texels(plan);
    cli_apply_allowance("pixels", &drawable_def.pixels);
    cli_apply_allowance("geometry", &drawable_def.geometry);
    cli_apply_allowance("triangles", &drawable_def.triangles);
    vrm_Result result = vrm_rig_build(model, &rig_def, &out->rig);
    if (result == VRM_OK && out->is_performing)
        result = performer_open(performance, model, out->rig, &out->performer);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &out->sim);
    if (result == VRM_OK) result = vrm_framing_create(model, out->rig, NULL, &out->framing);
    if (result == VRM_OK) result = add_avatar(out);
    if (result == VRM_OK) result = frame_motion(out);
    if (result == VRM_OK)
        result = vrm_drawable_create(renderer, model, out->rig, &drawable_def, &out->drawable);
    if (result != VRM_OK) render_scene_end(out);
    return result;
}

void render_scene_end(render_Scene* scene) {
    vrm_drawable_destroy(scene->drawable);
    vrm_framing_destroy(scene->framing);
    vrm_sim_destroy(scene->sim);
    performer_close(&scene->performer);
    vrm_rig_destroy(scene->rig);
    *scene = (render_Scene){0};
}

int render_check_expressions(const render_Plan* plan, const char* file, const vrm_Rig* rig) {
    for (int32_t i = 0; i < plan->expression_count; i++)
        if (cli_expression_name(rig, plan->expressions[i].name) == NULL)
            return cli_no_expression("render", file, rig, plan->expressions[i].name, "");
    return CLI_OK;
}

/* ---- Pictures ---- */

static vrm_FrameDef frame_def(const render_Scene* scene, int32_t index) {
    const render_Plan* plan = scene->plan;
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = plan->width;
    frame.height = plan->height;
    frame.samples = plan->samples;
    frame.background = plan->background;
    frame.view = scene->camera.view;
    frame.projection = scene->camera.projection;
    frame.light_from = plan->light_from;
    frame.light_color = plan->light_color;
    frame.time_s = plan->time_s + (float)index / plan->frames_per_second;
    return frame;
}

static size_t picture_bytes(const render_Plan* plan) {
    return (size_t)plan->width * (size_t)plan->height * 4;
}

static vrm_Result draw_once(render_Scene* scene, const vrm_FrameDef* frame, uint8_t* pixels) {
    vrm_Renderer* renderer = scene->renderer;
    vrm_Result result = vrm_render_begin(renderer, frame);
    if (result == VRM_OK)
        result = vrm_render_draw(renderer, scene->drawable, scene->sim, &scene->avatar, 1);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    scene->stats = vrm_renderer_stats(renderer);
    size_t size = (size_t)frame->width * (size_t)frame->height * 4;
    if (result == VRM_OK) result = vrm_render_read(renderer, pixels, size);
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
    if (index > 0 && !advance(scene, index)) return VRM_ERR_ARGUMENT;
    scene->trembled |= cli_springs_tremble(scene->sim, scene->avatar);
    if (scene->plan->is_own_eyes) place_camera(scene);
    vrm_FrameDef frame = frame_def(scene, index);
    vrm_Result result = draw_avatar(scene, &frame, pixels);
    if (result == VRM_OK && scene->plan->overlays != 0)
        result = draw_overlays(scene, &frame, pixels);
    return result;
}
