/* SPDX-License-Identifier: MIT */
/* What the files of the control protocol share. */
#ifndef CLI_CONTROL_PARTS_H
#define CLI_CONTROL_PARTS_H

#include "control/control_call.h"
#include "control/control_lines.h"
#include "control/control_stage.h"

struct control_Client {
    control_WriteFn* write;
    void* ctx;
    control_Lines lines;
    int budget, file_budget; /* messages until the next frame, and those that read a file */
    bool is_behind, has_gone;
};

typedef struct control_Speech control_Speech;
typedef struct control_Motion control_Motion;
typedef struct control_Overlay control_Overlay;

/* Where the gaze goes, as it was asked. */
typedef enum control_Gaze {
    CONTROL_GAZE_FREE = 0,
    CONTROL_GAZE_POINT,
    CONTROL_GAZE_CAMERA,
    CONTROL_GAZE_ALONG
} control_Gaze;

struct control_Control {
    control_Stage stage;
    const vrm_Rig* rig;
    vrm_Face* face; /* NULL: the actor has none */
    bool speaks;    /* its mouth can move */
    vrm_JsonBuilder* out;
    control_Client* clients[CONTROL_CLIENTS_MAX];
    control_Speech* says[CONTROL_SAYS_MAX]; /* the present one first */
    int say_count;
    control_Motion* motions[VRM_ACTOR_LAYERS_MAX]; /* oldest first */
    int motion_count;
    control_Overlay* overlay; /* of pose; NULL: none */
    control_Gaze gaze;
    vrm_Vec3 gaze_point;
    float gaze_along[2];
    control_Camera camera;
};

/* ---- Answers and events ---- */

/* Opens an event. Ended by control_send(); no-op for a client that is NULL. */
vrm_JsonBuilder* control_begin(control_Control* control, const char* type, const control_Id* id);
void control_put_time(control_Control* control);
/* Rounded to a millisecond. */
void control_put_seconds(control_Control* control, const char* key, double seconds);
void control_send(control_Control* control, control_Client* client);

/* ---- Messages: false with an error recorded. They add members of `ok` to control->out where they
 * have some ---- */

typedef bool control_MessageFn(control_Control* control, control_Client* client,
                               control_Call* call);
control_MessageFn control_say, control_chunk, control_emote, control_look, control_play,
    control_set_pose, control_set_camera, control_state;

bool control_stop_speech(control_Control* control);
/* Bones that a pose let go fade out in layers of the actor: how many, and the end of the oldest;
 * false if there is none. */
int control_count_releases(const control_Control* control);
bool control_drop_release(control_Control* control);
bool control_stop_motions(control_Control* control, control_Call* call, const char* layer,
                          double fade_s);

/* ---- Each frame ---- */

void control_run_speech(control_Control* control, double dt);
void control_run_motions(control_Control* control);

/* ---- Parts of state ---- */

void control_put_speech(const control_Control* control);
void control_put_motions(const control_Control* control);

/* ---- The end ---- */

/* No chunk will come from the client any more. */
void control_end_streams(control_Control* control, const control_Client* client);
void control_forget_client(control_Control* control, const control_Client* client);
void control_forget_motions_of(control_Control* control, const control_Client* client);
void control_free_speech(control_Control* control);
void control_free_motions(control_Control* control);
void control_free_overlay(control_Control* control);

/* ---- Help ---- */

/* Reads a file that a member names, from malloc(). */
bool control_read_file(control_Control* control, control_Call* call, const char* name,
                       const char* code, uint64_t max_size, uint8_t** out_bytes, size_t* out_size,
                       char out_path[ALLOWED_PATH_ROOM]);

/* The avatar's own name of an expression, which lives as long as its rig; NULL for neutral, the
 * face at rest. False, with an error recorded, if it has none. */
bool control_expression(control_Control* control, control_Call* call, const char* asked,
                        const char** out_name);

#endif
