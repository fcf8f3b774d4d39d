/* SPDX-License-Identifier: MIT */
/* From the landmarks of a picture to smoothed ones in model axes, and what can be seen of them. */
#include "motion/live/live.h"

#include <math.h>
#include <string.h>

/* Points of the body, by what they show. */
enum {
    NOSE = 0,
    LEFT_EAR = 7,
    RIGHT_EAR,
    LEFT_SHOULDER = 11,
    RIGHT_SHOULDER,
    LEFT_ELBOW,
    LEFT_WRIST = 15,
    LEFT_LITTLE = 17,
    LEFT_INDEX = 19,
    LEFT_HIP = 23,
    RIGHT_HIP,
    LEFT_KNEE,
    LEFT_ANKLE = 27,
    LEFT_TOES = 31
};

/* Length of the trunk and half the width of the hips (m) if the hips are not visible. Only
 * directions are used, so the numbers need not be exact. */
static const float upright_trunk = 0.5f, upright_hips = 0.1f;

/* A picture in model axes, before it is smoothed. */
typedef struct Picture {
    vrm_Vec3 pose[VRMI_POSE_POINTS];
    bool is_valid[VRMI_POSE_POINTS], is_visible[VRMI_POSE_POINTS];
    vrm_Vec3 hands[VRMI_HANDS][VRMI_HAND_POINTS];
    bool has_hand[VRMI_HANDS];
    vrm_Quat head;
    bool has_head;
    float shapes[VRM_FACE_SHAPE_COUNT];
    bool has_shapes;
    float sideways;
    bool has_sideways;
} Picture;

/* ---- Reading ---- */

static bool is_near(float a) {
    return fabsf(a) <= (float)VRMI_LANDMARK_FARTHEST; /* false for NaN */
}

static bool read_landmark(const vrm_Landmark* given, vrm_Vec3* out) {
    if (!is_near(given->x) || !is_near(given->y) || !is_near(given->z)) return false;
    *out = vrmi_landmark_place((double)given->x, (double)given->y, (double)given->z);
    return true;
}

static void read_pose(const vrm_Landmark* given, float min_visibility, Picture* out) {
    for (int i = 0; i < VRMI_POSE_POINTS && given != NULL; i++) {
        out->is_valid[i] = read_landmark(&given[i], &out->pose[i]);
        out->is_visible[i] = out->is_valid[i] && given[i].visibility >= min_visibility;
    }
}

static void read_hand(const vrm_Landmark* given, int side, Picture* out) {
    bool is_valid = given != NULL;
    for (int i = 0; i < VRMI_HAND_POINTS && is_valid; i++)
        is_valid = read_landmark(&given[i], &out->hands[side][i]);
    out->has_hand[side] = is_valid;
}

static void read_head(const float* given, Picture* out) {
    for (int i = 0; i < 16 && given != NULL; i++)
        if (!(fabsf(given[i]) <= 1e6f)) return;
    out->has_head = given != NULL && vrmi_landmark_head(given, &out->head);
}

static void read_shapes(const float* given, Picture* out) {
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT && given != NULL; i++) {
        if (!vrmi_is_finite(given[i])) return;
        out->shapes[i] = vrmi_clamp(given[i], 0.0f, 1.0f);
    }
    out->has_shapes = given != NULL;
}

/* Computes how far the hips are beside the middle of the picture, in metres. World landmarks and
 * landmarks of the picture, both relative to the hips, are proportional: the least-squares factor
 * between them is the width of the picture in metres. Heights are divided by `aspect`. */
static void read_sideways(const vrm_PointsFrame* frame, Picture* out) {
    if (frame->pose == NULL || frame->image == NULL) return;
    if (!(frame->aspect >= 0.01f && frame->aspect <= 100.0f)) return;
    if (!out->is_visible[LEFT_HIP] || !out->is_visible[RIGHT_HIP]) return;
    const vrm_Landmark *left = &frame->image[LEFT_HIP], *right = &frame->image[RIGHT_HIP];
    float x = 0.5f * (left->x + right->x), y = 0.5f * (left->y + right->y);
    float products = 0.0f, squares = 0.0f;
    if (!is_near(x) || !is_near(y)) return;
    for (int i = 0; i < VRMI_POSE_POINTS; i++) {
        float dx = frame->image[i].x - x, dy = (frame->image[i].y - y) / frame->aspect;
        if (!out->is_visible[i] || !is_near(dx) || !is_near(dy)) continue;
        products += frame->pose[i].x * dx + frame->pose[i].y * dy;
        squares += dx * dx + dy * dy;
    }
    float metres = squares > 1e-6f ? products / squares : 0.0f;
    out->sideways = (x - 0.5f) * metres;
    out->has_sideways = metres > 0.0f && fabsf(out->sideways) < 100.0f;
}

/* ---- Mirror ---- */

/* Points of a face and a body come in pairs, left before right. 1 to 6 are eyes. */
static int mirrored_point(int point) {
    if (point == NOSE) return NOSE;
    if (point <= 6) return point <= 3 ? point + 3 : point - 3;
    return point % 2 == 1 ? point + 1 : point - 1;
}

static vrm_Vec3 mirrored(vrm_Vec3 a) {
    return (vrm_Vec3){-a.x, a.y, a.z};
}

static void mirror(const int8_t shapes[VRM_FACE_SHAPE_COUNT], Picture* picture) {
    Picture old = *picture;
    for (int i = 0; i < VRMI_POSE_POINTS; i++) {
        int other = mirrored_point(i);
        picture->pose[i] = mirrored(old.pose[other]);
        picture->is_valid[i] = old.is_valid[other];
        picture->is_visible[i] = old.is_visible[other];
    }
    for (int side = 0; side < VRMI_HANDS; side++) {
        picture->has_hand[side] = old.has_hand[1 - side];
        for (int i = 0; i < VRMI_HAND_POINTS; i++)
            picture->hands[side][i] = mirrored(old.hands[1 - side][i]);
    }
    picture->head = (vrm_Quat){old.head.x, -old.head.y, -old.head.z, old.head.w};
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) picture->shapes[s] = old.shapes[shapes[s]];
    picture->sideways = -old.sideways;
}

/* ---- What is seen ---- */

static vrmi_LiveMode trunk_mode(const Picture* picture) {
    const bool* visible = picture->is_visible;
    if (!visible[LEFT_SHOULDER] || !visible[RIGHT_SHOULDER]) return VRMI_LIVE_AT_REST;
    return visible[LEFT_HIP] && visible[RIGHT_HIP] ? VRMI_LIVE_TRACKED : VRMI_LIVE_BY_SHOULDERS;
}

static vrmi_LiveMode head_mode(const Picture* picture, bool has_points) {
    if (has_points) return picture->has_head ? VRMI_LIVE_BY_BOTH : VRMI_LIVE_TRACKED;
    return picture->has_head ? VRMI_LIVE_BY_MATRIX : VRMI_LIVE_AT_REST;
}

static vrmi_LiveMode tracked_if(bool is_seen) {
    return is_seen ? VRMI_LIVE_TRACKED : VRMI_LIVE_AT_REST;
}

static vrmi_LiveMode wrist_mode(const Picture* picture, int side) {
    if (picture->has_hand[side]) return VRMI_LIVE_BY_HAND;
    return tracked_if(picture->is_valid[LEFT_LITTLE + side] &&
                      picture->is_valid[LEFT_INDEX + side]);
}

static void find_modes(const Picture* picture, vrmi_LiveMode modes[VRMI_LIVE_PART_COUNT]) {
    const bool* valid = picture->is_valid;
    uint32_t seen = vrmi_landmarks_seen(picture->is_visible);
    vrmi_LiveMode trunk = trunk_mode(picture);
    if (trunk == VRMI_LIVE_AT_REST) seen = 0; /* limbs hang on it */
    bool has_head = (seen >> VRMI_SEEN_HEAD & 1) != 0 && valid[LEFT_EAR] && valid[RIGHT_EAR];
    modes[VRMI_LIVE_TRUNK] = trunk;
    modes[VRMI_LIVE_HEAD] = head_mode(picture, has_head);
    for (int side = 0; side < VRMI_HANDS; side++) {
        bool has_arm = (seen >> (VRMI_SEEN_LEFT_ARM + side) & 1) != 0;
        bool has_leg = (seen >> (VRMI_SEEN_LEFT_LEG + side) & 1) != 0;
        has_leg = has_leg && trunk == VRMI_LIVE_TRACKED && valid[LEFT_TOES + side];
        modes[VRMI_LIVE_LEFT_ARM + side] = tracked_if(has_arm);
        modes[VRMI_LIVE_LEFT_WRIST + side] =
            has_arm ? wrist_mode(picture, side) : VRMI_LIVE_AT_REST;
        modes[VRMI_LIVE_LEFT_FINGERS + side] = tracked_if(picture->has_hand[side]);
        modes[VRMI_LIVE_LEFT_LEG + side] = tracked_if(has_leg);
    }
    modes[VRMI_LIVE_FACE] = tracked_if(picture->has_shapes);
    modes[VRMI_LIVE_PLACE] = tracked_if(picture->has_sideways);
}

/* ---- Smoothing ---- */

typedef struct Smoother {
    const vrm_PointsDef* def;
    double dt;
} Smoother;

static void smooth(const Smoother* smoother, const float* input, int32_t count,
                   vrmi_OneEuro* filter) {
    vrmi_one_euro_step(filter, smoother->def->min_cutoff_hz, smoother->def->beta, smoother->dt,
                       input, count);
}

/* Follows a point that is seen; lets the filter begin anew with the next one otherwise. */
static void smooth_point(const Smoother* smoother, bool is_seen, vrm_Vec3 point,
                         vrmi_OneEuro* filter, vrm_Vec3* out) {
    float input[3] = {point.x, point.y, point.z};
    filter->is_running = filter->is_running && is_seen;
    if (!is_seen) return;
    smooth(smoother, input, 3, filter);
    *out = (vrm_Vec3){filter->value[0], filter->value[1], filter->value[2]};
}

/* Points of the pose that parts are solved from. */
static const struct {
    int8_t part, count, points[4];
    vrmi_LiveMode mode; /* that needs them; VRMI_LIVE_AT_REST: every one */
} used_points[] = {
    {VRMI_LIVE_TRUNK, 2, {LEFT_SHOULDER, RIGHT_SHOULDER}, VRMI_LIVE_AT_REST},
    {VRMI_LIVE_TRUNK, 2, {LEFT_HIP, RIGHT_HIP}, VRMI_LIVE_TRACKED},
    {VRMI_LIVE_HEAD, 3, {NOSE, LEFT_EAR, RIGHT_EAR}, VRMI_LIVE_AT_REST},
    {VRMI_LIVE_LEFT_ARM, 2, {LEFT_ELBOW, LEFT_WRIST}, VRMI_LIVE_AT_REST},
    {VRMI_LIVE_RIGHT_ARM, 2, {LEFT_ELBOW + 1, LEFT_WRIST + 1}, VRMI_LIVE_AT_REST},
    {VRMI_LIVE_LEFT_WRIST, 2, {LEFT_LITTLE, LEFT_INDEX}, VRMI_LIVE_TRACKED},
    {VRMI_LIVE_RIGHT_WRIST, 2, {LEFT_LITTLE + 1, LEFT_INDEX + 1}, VRMI_LIVE_TRACKED},
    {VRMI_LIVE_LEFT_LEG, 3, {LEFT_KNEE, LEFT_ANKLE, LEFT_TOES}, VRMI_LIVE_AT_REST},
    {VRMI_LIVE_RIGHT_LEG, 3, {LEFT_KNEE + 1, LEFT_ANKLE + 1, LEFT_TOES + 1}, VRMI_LIVE_AT_REST},
};

static void smooth_pose(const Smoother* smoother, const Picture* picture, vrm_Points* points) {
    const vrmi_LiveMode* modes = points->input.modes;
    for (size_t i = 0; i < sizeof used_points / sizeof *used_points; i++) {
        vrmi_LiveMode mode = modes[used_points[i].part], needed = used_points[i].mode;
        bool is_seen = needed == VRMI_LIVE_AT_REST ? mode >= VRMI_LIVE_TRACKED : mode == needed;
        if (mode == VRMI_LIVE_BY_MATRIX) is_seen = false;
        for (int k = 0; k < used_points[i].count; k++) {
            int p = used_points[i].points[k];
            smooth_point(smoother, is_seen, picture->pose[p], &points->filters.pose[p],
                         &points->input.landmarks.pose[p]);
        }
    }
}

/* The shoulders tell where the trunk turns; it is taken as upright. */
static void stand_upright(vrm_Vec3 pose[VRMI_POSE_POINTS]) {
    vrm_Vec3 left = pose[LEFT_SHOULDER], right = pose[RIGHT_SHOULDER];
    vrm_Vec3 across = {left.x - right.x, 0.0f, left.z - right.z};
    across = vrmi_vec3_normalize_or(across, (vrm_Vec3){1.0f, 0.0f, 0.0f});
    across = vrmi_vec3_scale(across, upright_hips);
    vrm_Vec3 middle = vrmi_vec3_scale(vrmi_vec3_add(left, right), 0.5f);
    middle.y -= upright_trunk;
    pose[LEFT_HIP] = vrmi_vec3_add(middle, across);
    pose[RIGHT_HIP] = vrmi_vec3_sub(middle, across);
}

static void smooth_head(const Smoother* smoother, const Picture* picture, vrm_Points* points) {
    vrmi_OneEuro* filter = &points->filters.head;
    float q[4] = {picture->head.x, picture->head.y, picture->head.z, picture->head.w}, dot = 0.0f;
    filter->is_running = filter->is_running && picture->has_head;
    points->input.landmarks.has_head = picture->has_head;
    if (!picture->has_head) return;
    for (int i = 0; i < 4; i++) dot += q[i] * filter->input[i];
    for (int i = 0; i < 4 && filter->is_running && dot < 0.0f; i++)
        q[i] = -q[i]; /* as near as can be */
    smooth(smoother, q, 4, filter);
    const float* value = filter->value;
    points->input.landmarks.head =
        vrmi_quat_normalize((vrm_Quat){value[0], value[1], value[2], value[3]});
}

static void smooth_shapes(const Smoother* smoother, const Picture* picture, vrm_Points* points) {
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        vrmi_OneEuro* filter = &points->filters.shapes[s];
        filter->is_running = filter->is_running && picture->has_shapes;
        if (!picture->has_shapes) continue;
        smooth(smoother, &picture->shapes[s], 1, filter);
        points->input.shapes[s] = vrmi_clamp(filter->value[0], 0.0f, 1.0f);
    }
}

static void smooth_sideways(const Smoother* smoother, const Picture* picture, vrm_Points* points) {
    vrmi_OneEuro* filter = &points->filters.sideways;
    filter->is_running = filter->is_running && picture->has_sideways;
    if (!picture->has_sideways) return;
    smooth(smoother, &picture->sideways, 1, filter);
    points->input.sideways = filter->value[0];
}

void vrmi_live_read(vrm_Points* points, const vrm_PointsFrame* frame, double dt) {
    Smoother smoother = {&points->def, dt};
    Picture picture;
    memset(&picture, 0, sizeof picture);
    read_pose(frame->pose, points->def.min_visibility, &picture);
    read_hand(frame->left_hand, 0, &picture);
    read_hand(frame->right_hand, 1, &picture);
    read_head(frame->head, &picture);
    read_shapes(frame->shapes, &picture);
    read_sideways(frame, &picture);
    if (points->def.mirrors) mirror(points->mirrored_shapes, &picture);
    find_modes(&picture, points->input.modes);
    smooth_pose(&smoother, &picture, points);
    if (points->input.modes[VRMI_LIVE_TRUNK] == VRMI_LIVE_BY_SHOULDERS)
        stand_upright(points->input.landmarks.pose);
    for (int side = 0; side < VRMI_HANDS; side++) {
        points->input.landmarks.has_hand[side] = picture.has_hand[side];
        for (int i = 0; i < VRMI_HAND_POINTS; i++)
            smooth_point(&smoother, picture.has_hand[side], picture.hands[side][i],
                         &points->filters.hands[side][i], &points->input.landmarks.hands[side][i]);
    }
    smooth_head(&smoother, &picture, points);
    smooth_shapes(&smoother, &picture, points);
    smooth_sideways(&smoother, &picture, points);
}

void vrmi_live_stop_filters(vrm_Points* points) {
    memset(&points->filters, 0, sizeof points->filters);
}
