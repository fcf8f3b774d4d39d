/* SPDX-License-Identifier: MIT */
#include "render/sweep_photo.h"

#include "render/mtoon_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Taking pictures ---- */

Photo draw_bytes(Studio* studio, SceneBytes file, const Shot* shot) {
    assert_non_null(file.data);
    assert_int_equal(studio_load(studio, file.data, file.size), VRM_OK);
    scene_bytes_free(&file);
    Photo photo = studio_draw(studio, shot);
    assert_non_null(photo.rgba);
    return photo;
}

const SweepRow* find_row(const char* name) {
    int32_t count;
    const SweepRow* rows = sweep_rows(&count);
    for (int32_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    fail_msg("no sweep is called %s", name);
    return NULL;
}

Shot shot_of_row(const SweepRow* row) {
    Shot shot = shot_of_sweep();
    shot.time_s = row->time;
    shot.is_first_person = row->is_first_person;
    shot.sky = row->sky;
    shot.ground = row->ground;
    return shot;
}

Photo draw_row(Studio* studio, const char* name) {
    const SweepRow* row = find_row(name);
    Shot shot = shot_of_row(row);
    return draw_bytes(studio, sweep_file(row), &shot);
}

Photo draw_edited(Studio* studio, SweepKind kind, const char* edits, const Shot* shot) {
    SweepRow row = {.name = "edited", .kind = kind, .edits = edits};
    return draw_bytes(studio, sweep_file(&row), shot);
}

/* ---- Asking about pixels ---- */

const uint8_t* pixel(const Photo* photo, int32_t x, int32_t y) {
    assert_in_range(x, 0, photo->width - 1);
    assert_in_range(y, 0, photo->height - 1);
    return photo->rgba + 4 * ((size_t)y * (size_t)photo->width + (size_t)x);
}

float metre(const Photo* photo, const Shot* shot) {
    float half = tanf(shot->fov_degrees * 3.14159265f / 360) * (shot->eye.z - BALL.z);
    return (float)photo->height / 2 / half;
}

const uint8_t* pixel_at(const Photo* photo, float x, float y) {
    Shot shot = shot_of_sweep();
    float m = metre(photo, &shot);
    return pixel(photo, (int32_t)((float)photo->width / 2 + (x - shot.eye.x) * m),
                 (int32_t)((float)photo->height / 2 - (y - shot.eye.y) * m));
}

const uint8_t* card_pixel(const Photo* photo, float u, float v) {
    return pixel_at(photo, CARD.x + (2 * u - 1) * RADIUS, CARD.y + (1 - 2 * v) * RADIUS);
}

double brightness(const Photo* photo) {
    double sum = 0;
    for (int32_t i = 0; i < photo->width * photo->height; i++)
        for (int c = 0; c < 3; c++)
            sum += (double)(toon_decode(photo->rgba[4 * i + c] / 255.0f) *
                            (photo->rgba[4 * i + 3] / 255.0f));
    return sum / (3.0 * photo->width * photo->height);
}

int32_t greatest_difference(const Photo* a, const Photo* b) {
    int32_t most = 0;
    for (int32_t i = 0; i < a->width * a->height * 4; i++) {
        int32_t d = abs(a->rgba[i] - b->rgba[i]);
        if (d > most) most = d;
    }
    return most;
}

void assert_same_picture(Studio* studio, const char* one, const char* other) {
    Photo a = draw_row(studio, one), b = draw_row(studio, other);
    int32_t most = greatest_difference(&a, &b);
    if (most > 1) fail_msg("%s and %s differ by %d", one, other, (int)most);
    photo_release(&a);
    photo_release(&b);
}

void assert_other_picture(Studio* studio, const char* one, const char* other) {
    Photo a = draw_row(studio, one), b = draw_row(studio, other);
    if (greatest_difference(&a, &b) < 8) fail_msg("%s and %s look the same", one, other);
    photo_release(&a);
    photo_release(&b);
}

void assert_color(const uint8_t* rgba, vrm_Vec3 linear, int32_t within, const char* what) {
    const float expected[3] = {linear.x, linear.y, linear.z};
    for (int c = 0; c < 3; c++) {
        int32_t wanted = (int32_t)(toon_encode(expected[c]) * 255 + 0.5f);
        if (abs(rgba[c] - wanted) > within)
            fail_msg("%s: channel %d is %d, not %d", what, c, rgba[c], (int)wanted);
    }
}
