/* SPDX-License-Identifier: MIT */
/* vrm render: the options of the command line, parsed. */
#ifndef CLI_RENDER_PLAN_H
#define CLI_RENDER_PLAN_H

#include "face/performance.h"
#include "motion/convert_options.h"
#include "picture/raw_film.h"
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

    vrm_ImageFormat format; /* of the output, unless that is raw */
    raw_Format raw;         /* --raw; RAW_NONE without it */
    bool is_sequence;       /* --frames: one PNG for each frame */
    int32_t frame_count;    /* 1: a still picture; 0: as long as the sound or the clip */
    float frames_per_second, settle_s;
    float quality;      /* of WebP */
    float turn_degrees; /* of the avatar, from the first frame to after the last */
    bool is_thumbnail;
} render_Plan;

/* An animation's format is its name's; in a folder it is WebP. A .png that moves is an APNG. */
vrm_ImageFormat render_format_of(const char* path, bool is_animated);
/* Not every system has an encoder for WebP. */
bool render_can_write(vrm_ImageFormat format);

/* CLI_OK, or CLI_USAGE after printing the error. */
int render_make_plan(const cli_Args* args, render_Plan* out);

#endif
