/* SPDX-License-Identifier: MIT */
/* What a picture or a film shows, and its defaults: for vrm render, whose options make a plan, and
 * for the GStreamer element alike, so that their frames are equal. */
#ifndef CLI_RENDER_PLAN_H
#define CLI_RENDER_PLAN_H

#include "face/performance.h"
#include "motion/convert_options.h"
#include "picture/raw_film.h"
#include "picture/video_file.h"
#include "rewrite/write.h"
#include "words/expression_option.h"

#include "vrm/actor.h"
#include "vrm/framing.h"
#include "vrm/render.h"

#define RENDER_MAX_EXPRESSIONS 64
#define RENDER_MAX_FRAMES      100000

typedef enum render_Gaze {
    RENDER_GAZE_AHEAD, /* eyes as the pose or the animation has them */
    RENDER_GAZE_CAMERA,
    RENDER_GAZE_POINT
} render_Gaze;

typedef struct render_Plan {
    vrm_RenderBackend backend;
    int32_t width, height, samples;
    vrm_Vec4 background;
    vrm_Vec3 light_from, light_color;

    vrm_ShotDef shot;
    bool is_own_eyes; /* the camera sits in the avatar's head */
    bool has_eye;     /* a camera at a place of its own */
    vrm_Vec3 eye, target;

    vrm_Stance stance;
    const char* animation;  /* path of a clip; NULL: none */
    ConvertOptions reading; /* how it is read */
    PerformanceOptions face;
    float time_s;
    cli_Expression expressions[RENDER_MAX_EXPRESSIONS];
    int32_t expression_count;
    render_Gaze gaze;
    vrm_Vec3 gaze_target;
    vrm_View view;
    uint32_t overlays; /* sum of vrm_Overlay */

    vrm_ImageFormat format; /* of the output, unless that is a film with sound or raw */
    video_Format video;     /* --animate OUT.mp4; VIDEO_NONE for others */
    raw_Format raw;         /* --raw; RAW_NONE without it */
    bool is_sequence;       /* --frames: one PNG for each frame */
    int32_t frame_count;    /* 1: a still picture; 0: as long as the sound or the clip */
    bool is_endless;        /* goes on after these frames: the clip is repeated */
    float frames_per_second, settle_s;
    float quality;      /* of WebP */
    float turn_degrees; /* of the avatar, from the first frame to after the last */
    bool is_thumbnail;
} render_Plan;

/* Seconds of a film without a clip: half an idle, one breath. */
#define RENDER_DEFAULT_LENGTH_S 4.0f

/* --camera, in the order of its names. */
typedef enum render_Camera {
    RENDER_CAMERA_FULL = VRM_SHOT_FULL,
    RENDER_CAMERA_BUST = VRM_SHOT_BUST,
    RENDER_CAMERA_FACE = VRM_SHOT_FACE,
    RENDER_CAMERA_EYES /* in the avatar's head */
} render_Camera;

/* A still picture of an avatar that stands at ease, 512x512, transparent. */
void render_default_plan(render_Plan* out);

/* Sets shot, field of view and meshes; the size of the picture is set before. */
void render_set_camera(render_Plan* plan, render_Camera camera);

/* "#rgb", "#rrggbb" or "#rrggbbaa". */
bool render_read_color(const char* text, vrm_Vec4* out);

#endif
