/* SPDX-License-Identifier: MIT */
/* vrm serve: the objects that a client has loaded. A session is one avatar with its own camera and
 * lights; motions belong to the server and are fitted to each session that plays them. */
#ifndef CLI_SERVE_SESSION_H
#define CLI_SERVE_SESSION_H

#include "rewrite/inputs.h"
#include "serve/serve_client.h"
#include "serve/serve_folders.h"
#include "serve/serve_live.h"

#include "vrm/actor.h"
#ifdef CLI_HAS_RENDER
#include "vrm/render.h"
#endif

#define SERVE_MAX_SESSIONS 64
#define SERVE_MAX_MOTIONS  64

/* The springs' own step, seconds: what `render` advances and `reset_physics` settles by. */
#define SERVE_STEP (1.0f / 60.0f)

typedef enum serve_Tone {
    SERVE_TONE_NONE,
    SERVE_TONE_LINEAR,
    SERVE_TONE_REINHARD,
    SERVE_TONE_ACES
} serve_Tone;

typedef struct serve_Session {
    int32_t number; /* 0: free */
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Actor* actor;
    vrm_Clip* clips[SERVE_MAX_MOTIONS]; /* of the server's motions; NULL until it is played */
    vrm_Vec3 root;                      /* where the avatar was moved to */
    double time_s;                      /* since it was loaded: scrolls textures */
    double load_ms;                     /* file to first pose */
    vrm_Vec3 eye, target, up;
    float fov_degrees;
    vrm_Vec3 light_direction, light_color,
        ambient_color; /* linear; direction in which the light shines */
    serve_Tone tone;
    float exposure;
#ifdef CLI_HAS_RENDER
    vrm_Drawable* drawable; /* NULL until it is drawn */
#endif
} serve_Session;

typedef struct serve_Server {
    serve_Folders folders;
    serve_Client* client;
    serve_Live* live; /* NULL: none */
    bool is_still;    /* `render` leaves the springs where they are */
    serve_Session sessions[SERVE_MAX_SESSIONS];
    vrm_Motion* motions[SERVE_MAX_MOTIONS]; /* a handle is the index + 1 */
    int32_t session_count, motion_count;
    int32_t numbers;   /* sessions opened so far: ids are never used again */
    cli_Inputs inputs; /* every file that was read: none of them is written over */
#ifdef CLI_HAS_RENDER
    vrm_Renderer* renderer; /* NULL until something is drawn */
#endif
} serve_Server;

void serve_server_close(serve_Server* server);

/* The session that the param session_id names; NULL, with the error recorded, when there is none.
 */
serve_Session* serve_session(serve_Server* server, serve_Call* call);

/* The motion that a param names, as a clip for the avatar; NULL, with the error recorded, when
 * there is none or it cannot play. */
const vrm_Clip* serve_clip(const serve_Server* server, serve_Session* session, serve_Call* call,
                           const char* param);

/* "0.x" or "1.0"; the drafts count as what they became. */
const char* serve_spec_version(const serve_Session* session);

/* Moves the avatar's root. */
void serve_move_root(serve_Session* session, vrm_Vec3 root);
void serve_step(serve_Session* session, float dt);

/* Whether an operation goes on: asked between steps and frames. False, with the error recorded,
 * when it has taken too long or nobody waits for it. */
bool serve_goes_on(serve_Server* server, serve_Call* call);

/* Plays a clip at a moment; past its end the last pose stays. */
bool serve_play(serve_Session* session, const vrm_Clip* clip, double time_s);

/* World positions of all joints of a spring, or of all springs for -1, as the array `key`. */
void serve_put_springs(vrm_JsonBuilder* builder, const char* key, const serve_Session* session,
                       int64_t spring);

/* ---- Operations: params are checked; false when an error was recorded ---- */

typedef bool serve_OperationFn(serve_Server* server, serve_Call* call);

serve_OperationFn serve_load_vrm, serve_dispose, serve_set_camera, serve_set_lighting,
    serve_set_post_processing;
serve_OperationFn serve_step_physics, serve_reset_physics, serve_animate_root_transform,
    serve_dump_bone_positions;
serve_OperationFn serve_load_vrma, serve_apply_vrma_at_time, serve_dump_humanoid_pose,
    serve_dump_expression_weights, serve_dump_look_at_state;
serve_OperationFn serve_render, serve_render_sequence, serve_benchmark_plan,
    serve_benchmark_execute;

#endif
