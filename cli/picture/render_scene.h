/* SPDX-License-Identifier: MIT */
/* vrm render: one avatar before the camera. Load, pose, settle the springs, then picture after
 * picture. */
#ifndef CLI_RENDER_SCENE_H
#define CLI_RENDER_SCENE_H

#include "face/performer.h"
#include "picture/render_plan.h"

/* What moves the avatar frame by frame, beside the plan. All zero: nothing. */
typedef struct render_Hooks {
    void* ctx;
    void (*feed)(void* ctx, double dt); /* before the actor's step */
    void (*pose)(void* ctx, double dt); /* between the steps of actor and sim */
} render_Hooks;

typedef struct render_Scene {
    const render_Plan* plan;
    bool has_gaze;      /* of the clip's own */
    bool is_performing; /* --audio, --visemes, --emotions, --script or --face */
    Performer performer;
    vrm_Renderer* renderer;
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Framing* framing;
    vrm_Drawable* drawable;
    vrm_Viewpoint camera;
    render_Hooks hooks; /* set once the scene has begun */
    int32_t frame_count;
    bool trembled;         /* the avatar was too far from the origin for its springs */
    vrm_RenderStats stats; /* of the last frame, without overlays */
} render_Scene;

/* How many frames a film has. `clip_s` is the length of its clip; the sound of `performance` may be
 * absent. */
int32_t render_count_frames(const render_Plan* plan, float clip_s, const Performance* performance);

/* Makes everything that is needed to draw a model and advances it to the first frame. Faults of the
 * content go to `report`. On failure everything is released. The caller keeps `model`, which must
 * outlive the scene. */
vrm_Result render_scene_begin(const render_Plan* plan, const vrm_Clip* clip,
                              const Performance* performance, vrm_Renderer* renderer,
                              vrm_Model* model, vrm_Report* report, render_Scene* out);
void render_scene_end(render_Scene* scene);

/* Goes on with frame `index`, which is the next one, without the frames before it: takes as long
 * for every index. Springs have settled in the motion right before it. With 0 the frames are those
 * of a scene that has just begun. */
vrm_Result render_scene_jump(render_Scene* scene, int32_t index);

/* Goes on to frame `index` without drawing it; the next one is index + 1. */
vrm_Result render_scene_advance(render_Scene* scene, int32_t index);

/* After a change of the plan's camera: moves the camera alone, or with it the gaze of an avatar
 * that looks there. */
void render_scene_place(render_Scene* scene);
void render_scene_aim(render_Scene* scene);

/* Draws frame `index`; they must be asked for in order, from 0 or a jump. `pixels` has room for
 * width * height * 4 bytes. */
vrm_Result render_scene_draw(render_Scene* scene, int32_t index, uint8_t* pixels);

#endif
