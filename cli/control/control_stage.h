/* SPDX-License-Identifier: MIT */
/* What the control protocol drives, and the terms in which its files speak of it. */
#ifndef CLI_CONTROL_STAGE_H
#define CLI_CONTROL_STAGE_H

#include "control/control_messages.h"
#include "files/allowed.h"
#include "vrm/actor.h"
#include "vrm/framing.h"

enum {
    CONTROL_CLIENTS_MAX = 8,
    CONTROL_FRAME_MESSAGES = 256, /* carried out for each client between two frames */
    CONTROL_FRAME_FILES = 4,      /* of them, those that read a file: the picture goes on */
    CONTROL_SAYS_MAX = 17,        /* the present one and those that wait */
    CONTROL_AHEAD_S = 600,        /* sound of a stream that waits (s) */
    CONTROL_SPEECH_S = 3600       /* longest speech (s) */
};

/* Makes what trackers show now the neutral state; false: they show no face and no head. */
typedef bool control_CalibrateFn(void* ctx);

/* The camera that clients asked for. */
typedef struct control_Camera {
    int32_t changes; /* how often it was set */
    vrm_Shot shot;   /* also if it is placed: as it was */
    float yaw_degrees, pitch_degrees, fov_degrees;
    bool is_placed;       /* by eye and target, instead of the shot */
    vrm_Vec3 eye, target; /* world */
} control_Camera;

/* What the messages drive. All of it must outlive the control. */
typedef struct control_Stage {
    const vrm_Model* model;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Actor* actor;
    const vrm_FaceMap* map;         /* of the actor's face; NULL: none */
    const allowed_Folders* folders; /* that files may lie in */
    const char* files_place;        /* `folders` for people: "the folders of --files" */
    const control_Camera* camera;   /* at first; NULL: the bust */
    bool looks_at_camera;           /* at first; false: where the motion looks */
    control_CalibrateFn* calibrate; /* NULL: there are no trackers */
    const char* tracker_hint;       /* how to get some, for people; NULL: there can be none */
    void* calibrate_ctx;
} control_Stage;

typedef struct control_Control control_Control;
typedef struct control_Client control_Client;

/* Takes one line, its LF included. Returns false if the client has gone. */
typedef bool control_WriteFn(void* ctx, const char* line, size_t size);

#endif
