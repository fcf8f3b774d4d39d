/* SPDX-License-Identifier: MIT */
/* Pictures of the material sweeps, and claims about their pixels. Everything fails the running test
 * when it cannot be had. */
#ifndef RENDER_SWEEP_PHOTO_H
#define RENDER_SWEEP_PHOTO_H

#include "render/shot.h"
#include "scenes/sweep.h"
#include "support/check.h"

/* Where SWEEP_BALL has its ball and its card; the radius is half an edge of the card, too. */
static const vrm_Vec3 BALL = {-0.35f, 1, 0}, CARD = {0.35f, 1, 0};
static const float RADIUS = 0.32f;

/* ---- Taking pictures ---- */

const SweepRow* find_row(const char* name);
Shot shot_of_row(const SweepRow* row);
Photo draw_row(Studio* studio, const char* name);
/** The file of a kind with edits of its own. */
Photo draw_edited(Studio* studio, SweepKind kind, const char* edits, const Shot* shot);
Photo draw_bytes(Studio* studio, SceneBytes file, const Shot* shot);

/* ---- Asking about pixels ---- */

const uint8_t* pixel(const Photo* photo, int32_t x, int32_t y);
/** Pixels for a metre at the depth of ball and card. */
float metre(const Photo* photo, const Shot* shot);
/** The pixel that shows a point of the plane z = 0 from the usual camera of sweeps. */
const uint8_t* pixel_at(const Photo* photo, float x, float y);
const uint8_t* card_pixel(const Photo* photo, float u, float v);
/** Mean of the linear colours, alpha counted. */
double brightness(const Photo* photo);
int32_t greatest_difference(const Photo* a, const Photo* b);

/* ---- Claims ---- */

void assert_same_picture(Studio* studio, const char* one, const char* other);
void assert_other_picture(Studio* studio, const char* one, const char* other);
void assert_color(const uint8_t* rgba, vrm_Vec3 linear, int32_t within, const char* what);

#endif
