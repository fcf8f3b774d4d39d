/* SPDX-License-Identifier: MIT */
/* Numbers, angles and names of trackers. */
#include "trackers.h"

#include <math.h>
#include <string.h>

bool tracker_is_late(const vrm_TrackerState* last, const vrm_TrackerState* next) {
    return last->has_time && next->has_time && next->time_s < last->time_s &&
           next->time_s > last->time_s - 1.0;
}

bool tracker_is_near(double value) {
    return value >= -TRACKER_FARTHEST && value <= TRACKER_FARTHEST;
}

/* ---- Faces ---- */

void tracker_set_shape(vrm_TrackerState* state, vrm_FaceShape shape, double weight) {
    state->shapes[shape] = weight < 0.0 ? 0.0f : weight > 1.0 ? 1.0f : (float)weight;
    state->shape_mask |= (uint64_t)1 << shape;
}

vrm_FaceShape tracker_shape(const char* name, size_t length) {
    char copy[32];
    if (length >= sizeof copy) return VRM_FACE_SHAPE_NONE;
    memcpy(copy, name, length);
    copy[length] = '\0';
    return vrm_face_shape_by_name(copy);
}

/* A face has no neck: neck and head turn alike, so that both together turn as the head did. */
void tracker_set_head_rotation(vrm_TrackerState* state, vrm_Quat q) {
    if (q.w < 0.0f) q = (vrm_Quat){-q.x, -q.y, -q.z, -q.w};
    state->head_rotation = q;
    state->has_head = true;
    vrm_Quat half = {q.x, q.y, q.z, q.w + 1.0f};
    tracker_normalize(&half); /* w is 1 or more */
    state->rotations[VRM_BONE_NECK] = state->rotations[VRM_BONE_HEAD] = half;
    state->bones |= (uint64_t)1 << VRM_BONE_NECK | (uint64_t)1 << VRM_BONE_HEAD;
}

void tracker_set_head(vrm_TrackerState* state, double yaw, double pitch, double roll) {
    tracker_set_head_rotation(state, vrm_pose_turn((float)yaw, (float)pitch, (float)roll));
}

static double clamp(double value, double most) {
    return value < -most ? -most : value > most ? most : value;
}

void tracker_set_gaze(vrm_TrackerState* state, double yaw, double pitch) {
    state->gaze_yaw = (float)clamp(yaw, 90.0);
    state->gaze_pitch = (float)clamp(pitch, 90.0);
    state->has_gaze = true;
}

void tracker_set_gaze_by_shapes(vrm_TrackerState* state) {
    vrm_Vec2 gaze = vrm_face_shapes_gaze(state->shapes);
    tracker_set_gaze(state, (double)gaze.x, (double)gaze.y);
}

/* ---- Rotations ---- */

vrm_Quat tracker_multiply(vrm_Quat a, vrm_Quat b) {
    return (vrm_Quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

bool tracker_normalize(vrm_Quat* q) {
    double x = (double)q->x, y = (double)q->y, z = (double)q->z, w = (double)q->w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    if (!(length >= 1e-6 && length <= TRACKER_FARTHEST)) return false;
    *q = (vrm_Quat){(float)(x / length), (float)(y / length), (float)(z / length),
                    (float)(w / length)};
    return true;
}

/* ---- Bytes ---- */

uint32_t tracker_u32(const uint8_t* at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

uint32_t tracker_u32_be(const uint8_t* at) {
    return (uint32_t)at[3] | (uint32_t)at[2] << 8 | (uint32_t)at[1] << 16 | (uint32_t)at[0] << 24;
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float tracker_f32(const uint8_t* at) {
    return float_of(tracker_u32(at));
}

float tracker_f32_be(const uint8_t* at) {
    return float_of(tracker_u32_be(at));
}

double tracker_f64(const uint8_t* at) {
    uint64_t bits = (uint64_t)tracker_u32(at) | (uint64_t)tracker_u32(at + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Not pow(), whose bits differ between C libraries. */
static double shift(double value, int exponent) {
    for (; exponent > 0 && value < 1e300; exponent--) value *= 10.0;
    double divisor = 1.0;
    for (; exponent < 0 && divisor < 1e22; exponent++) divisor *= 10.0;
    value /= divisor; /* rounded once for the numbers that senders write */
    for (; exponent < 0 && value > 0.0; exponent++) value /= 10.0;
    return exponent > 0 ? value * 1e300 : value;
}

/* strtod() reads what the locale of the host says. Digits that a double cannot hold are skipped. */
size_t tracker_decimal(const char* text, size_t size, double* out) {
    size_t at = 0, digits = 0;
    double value = 0.0;
    int exponent = 0;
    bool is_negative = false;
    if (at < size && (text[at] == '-' || text[at] == '+')) is_negative = text[at++] == '-';
    for (bool is_fraction = false; at < size; at++) {
        if (text[at] == '.' && !is_fraction) {
            is_fraction = true;
            continue;
        }
        if (!is_digit(text[at])) break;
        digits++;
        if (value < 1e17) {
            value = value * 10.0 + (text[at] - '0');
            exponent -= is_fraction;
        } else if (!is_fraction) {
            exponent++;
        }
    }
    if (digits == 0 || digits > 400) return 0;
    if (at < size && (text[at] == 'e' || text[at] == 'E')) {
        size_t mark = at + 1;
        int given = 0;
        bool is_small = mark < size && text[mark] == '-';
        if (mark < size && (text[mark] == '-' || text[mark] == '+')) mark++;
        for (at = mark; at < size && is_digit(text[at]); at++)
            if (given < 10000) given = given * 10 + (text[at] - '0');
        if (at == mark) return 0;
        exponent += is_small ? -given : given;
    }
    if (value != 0.0) value = shift(value, exponent);
    *out = is_negative ? -value : value;
    return at;
}
