/* SPDX-License-Identifier: MIT */
/* Pictures of files for tests: the same shots that tests/judges/picture.mjs has three-vrm draw, and
 * a few questions about pixels. */
#ifndef RENDER_SHOT_H
#define RENDER_SHOT_H

#include "vrm/render.h"

#define SHOT_EXPRESSIONS 8

/** How a file is looked at. Start from shot_default(). */
typedef struct Shot {
    int32_t width, height;
    int32_t samples; /**< For smooth edges; 4 in shot_default(). */
    vrm_Vec3 eye, target, up;
    float fov_degrees, near_m, far_m;
    vrm_Vec3 light_from, light, sky, ground;
    vrm_Vec4 background; /**< sRGB; transparent in shot_default(). */
    float time_s;
    bool is_first_person;
    bool has_look_at;
    vrm_Vec3 look_at;
    struct {
        char name[64];
        float weight;
    } expressions[SHOT_EXPRESSIONS];
    int32_t expression_count;
} Shot;

/** What picture.mjs calls `usual`. */
Shot shot_default(void);
/** The usual camera of sweeps: scenes/sweep.h. */
Shot shot_of_sweep(void);

/** A renderer and at most one open file. */
typedef struct Studio {
    vrm_Renderer* renderer;
    vrm_Report* report;
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Drawable* drawable;
} Studio;

/** False where nothing can be drawn; why is printed. */
bool studio_open(Studio* studio);
void studio_close(Studio* studio);

vrm_Result studio_load(Studio* studio, const void* bytes, size_t size);
vrm_Result studio_load_file(Studio* studio, const char* path);

/** Pixels: straight alpha, rows from the top. */
typedef struct Photo {
    int32_t width, height;
    uint8_t* rgba; /* from malloc() */
} Photo;

/** Draws the open file. On failure `rgba` is NULL. */
Photo studio_draw(Studio* studio, const Shot* shot);
void photo_release(Photo* photo);

#endif
