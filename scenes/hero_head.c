/* SPDX-License-Identifier: MIT */
/* The shape of Vesna's head: cross-sections from the crown to the chin. */
#include "hero.h"

/* Half width, and where the face and the back of the head are, at a height above the chin. */
typedef struct HeadRow {
    float h, side, front, back;
} HeadRow;

static const HeadRow head_rows[] = {
    {0.2450f, 0.0000f, -0.006f, -0.006f}, {0.2410f, 0.0300f, 0.026f, -0.038f},
    {0.2270f, 0.0600f, 0.058f, -0.071f},  {0.2020f, 0.0840f, 0.083f, -0.095f},
    {0.1700f, 0.0985f, 0.097f, -0.108f},  {0.1400f, 0.1030f, 0.103f, -0.110f},
    {0.1120f, 0.1025f, 0.105f, -0.104f},  {0.0870f, 0.0980f, 0.105f, -0.090f},
    {0.0650f, 0.0885f, 0.1045f, -0.070f}, {0.0450f, 0.0745f, 0.103f, -0.042f},
    {0.0270f, 0.0555f, 0.0995f, -0.006f}, {0.0120f, 0.0345f, 0.094f, 0.030f},
    {0.0030f, 0.0170f, 0.087f, 0.054f},   {0.0000f, 0.0000f, 0.071f, 0.071f},
};

#define ROW_COUNT ((int32_t)(sizeof head_rows / sizeof *head_rows))

/* How much flatter than an ellipse the face is in front. */
#define FLATNESS 0.35f

static float head_value(size_t offset, float row) {
    return spline((Column){head_rows, sizeof *head_rows, offset, ROW_COUNT}, row);
}

static HeadRow row_at(float at) {
    float row = at * (ROW_COUNT - 1);
    HeadRow r = {head_value(offsetof(HeadRow, h), row), head_value(offsetof(HeadRow, side), row),
                 head_value(offsetof(HeadRow, front), row),
                 head_value(offsetof(HeadRow, back), row)};
    if (r.side < 0) r.side = 0;
    return r;
}

/* A small tip of a nose and soft cheeks. */
static float relief(float x, float h) {
    float up = (h - 0.0580f) / 0.0190f, across = x / 0.0125f;
    float tip = clamp01(1 - up * up - across * across);
    float side = x < 0 ? -x : x;
    float cheek_x = (side - 0.050f) / 0.030f, cheek_h = (h - 0.055f) / 0.030f;
    float cheek = clamp01(1 - cheek_x * cheek_x - cheek_h * cheek_h);
    return 0.0068f * tip * tip + 0.0015f * cheek * cheek;
}

/* On a cross-section, at the cosine and sine of the angle from the front. Towards the crown,
 * lifting turns upwards. */
static vrm_Vec3 on_row(const HeadRow* row, vrm_Vec2 t, float height) {
    float level = row->h > 0.12f ? clamp01(row->side / 0.100f) : 1, lift = height * level;
    float middle = (row->front + row->back) / 2, depth = (row->front - row->back) / 2;
    bool is_face = t.x > 0;
    float flat = is_face ? FLATNESS * t.y * t.y : 0.12f * t.y * t.y;
    float x = (row->side + lift) * t.y, z = middle + (depth + lift) * t.x * (1 + flat);
    if (is_face && height == 0) z += relief(x, row->h);
    return v3(x, CHIN_Y + row->h + height * sqrtf(1 - level * level), z);
}

vrm_Vec3 head_surface(float fraction, float at, float lift) {
    HeadRow row = row_at(at);
    return on_row(&row, turn_any(fraction), lift);
}

float head_at(float h) {
    float low = 0, high = 1;
    for (int32_t i = 0; i < 24; i++) {
        float middle = (low + high) / 2;
        if (head_value(offsetof(HeadRow, h), middle * (ROW_COUNT - 1)) > h)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

vrm_Vec3 head_front(float x, float h) {
    HeadRow row = row_at(head_at(h));
    float sine = row.side > 0 ? x / row.side : 0;
    sine = sine > 0.999f ? 0.999f : sine < -0.999f ? -0.999f : sine;
    vrm_Vec3 point = on_row(&row, (vrm_Vec2){sqrtf(1 - sine * sine), sine}, 0);
    point.x = x;
    return point;
}
