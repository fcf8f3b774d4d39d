/* SPDX-License-Identifier: MIT */
/* What each part of the person shows over time.
 *
 *   seen     follows the landmarks                        eased in
 *   lost     held for vrm_PointsDef.hold_s                 as it was
 *   longer   the idle pose, or the rest pose               eased out
 *
 * Easing: when a part changes what it follows, the difference from what it shows to its new target
 * is kept, and shrinks to nothing on top of the target. So nothing jumps, whatever the target does
 * meanwhile, and a change during a change is no special case. */
#include "base/exponential.h"
#include "face/face_tables.h"
#include "motion/live/live.h"
#include "motion/record.h"
#include "vrm/pose.h"

#include <math.h>

vrmi_LivePart vrmi_live_part_of(vrm_Bone bone) {
    if (bone == VRM_BONE_NECK || bone == VRM_BONE_HEAD) return VRMI_LIVE_HEAD;
    uint64_t bit = (uint64_t)1 << bone;
    if ((vrmi_landmark_fingers(true, false) & bit) != 0) return VRMI_LIVE_LEFT_FINGERS;
    if ((vrmi_landmark_fingers(false, true) & bit) != 0) return VRMI_LIVE_RIGHT_FINGERS;
    switch (bone) {
    case VRM_BONE_LEFT_UPPER_ARM:
    case VRM_BONE_LEFT_LOWER_ARM: return VRMI_LIVE_LEFT_ARM;
    case VRM_BONE_RIGHT_UPPER_ARM:
    case VRM_BONE_RIGHT_LOWER_ARM: return VRMI_LIVE_RIGHT_ARM;
    case VRM_BONE_LEFT_HAND: return VRMI_LIVE_LEFT_WRIST;
    case VRM_BONE_RIGHT_HAND: return VRMI_LIVE_RIGHT_WRIST;
    case VRM_BONE_LEFT_UPPER_LEG:
    case VRM_BONE_LEFT_LOWER_LEG:
    case VRM_BONE_LEFT_FOOT:
    case VRM_BONE_LEFT_TOES: return VRMI_LIVE_LEFT_LEG;
    case VRM_BONE_RIGHT_UPPER_LEG:
    case VRM_BONE_RIGHT_LOWER_LEG:
    case VRM_BONE_RIGHT_FOOT:
    case VRM_BONE_RIGHT_TOES: return VRMI_LIVE_RIGHT_LEG;
    default: return VRMI_LIVE_TRUNK;
    }
}

/* ---- Modes ---- */

static bool is_leg(int part) {
    return part == VRMI_LIVE_LEFT_LEG || part == VRMI_LIVE_RIGHT_LEG;
}

/* The trunk comes first. */
static vrmi_LiveMode next_mode(const vrm_Points* points, int part) {
    const vrmi_LivePartState* state = &points->parts[part];
    if (points->input.modes[part] >= VRMI_LIVE_TRACKED) return points->input.modes[part];
    bool was_seen = state->mode >= VRMI_LIVE_HELD;
    if (was_seen && state->lost_s <= (double)points->def.hold_s) return VRMI_LIVE_HELD;
    bool has_trunk = points->parts[VRMI_LIVE_TRUNK].mode >= VRMI_LIVE_HELD;
    return is_leg(part) && has_trunk ? VRMI_LIVE_UPRIGHT : VRMI_LIVE_AT_REST;
}

/* Returns the parts whose easing begins: bit p for part p. A part that is held keeps its target. */
static uint32_t change_modes(vrm_Points* points, double dt, bool is_jump) {
    uint32_t begins = 0;
    for (int p = 0; p < VRMI_LIVE_PART_COUNT; p++) {
        vrmi_LivePartState* state = &points->parts[p];
        bool is_seen = points->input.modes[p] >= VRMI_LIVE_TRACKED;
        state->lost_s = is_seen ? points->no_picture_s : state->lost_s + dt;
        vrmi_LiveMode mode = next_mode(points, p);
        bool is_changed = mode != state->mode && mode != VRMI_LIVE_HELD;
        state->mode = mode;
        if (!is_changed && !is_jump) continue;
        state->elapsed_s = 0.0;
        state->duration_s = (double)(is_seen ? points->def.ease_in_s : points->def.ease_out_s);
        begins |= 1u << p;
    }
    return begins;
}

/* ---- Targets ---- */

static vrm_Pose rest_pose(const vrm_Points* points) {
    if (!points->def.idles) return vrm_pose_rest();
    return vrm_pose_idle((float)fmod(points->clock_s, (double)VRM_IDLE_PERIOD_S));
}

/* The part of a turn that is about the vertical. */
static vrm_Quat heading_of(vrm_Quat turn) {
    return vrmi_quat_normalize((vrm_Quat){0.0f, turn.y, 0.0f, turn.w});
}

typedef struct Targets {
    vrm_Points* points;
    bool is_new;                     /* there is a picture, and `solved` */
    vrm_Quat solved[VRM_BONE_COUNT]; /* in model axes, from the landmarks */
    vrm_Quat turns[VRM_BONE_COUNT];  /* in model axes, of the targets */
    vrm_Pose rest;
} Targets;

static vrm_Quat relative(vrm_Quat parent, vrm_Quat turn) {
    return vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(parent), turn));
}

static vrm_Quat tracked_local(const Targets* targets, vrm_Bone bone, vrm_Bone parent) {
    vrmi_LivePart part = vrmi_live_part_of(bone);
    bool is_shown = (targets->points->body.bones >> bone & 1) != 0;
    bool is_neck_unseen =
        bone == VRM_BONE_NECK && targets->points->parts[part].mode == VRMI_LIVE_BY_MATRIX;
    if (!is_shown || is_neck_unseen) return vrmi_quat_identity();
    if (parent == VRM_BONE_NONE) return targets->solved[bone];
    /* A hand alone does not tell where it is: fingers are solved on the palm. */
    bool is_finger = part == VRMI_LIVE_LEFT_FINGERS || part == VRMI_LIVE_RIGHT_FINGERS;
    const vrm_Quat* turns = is_finger ? targets->solved : targets->turns;
    return relative(turns[parent], targets->solved[bone]);
}

static vrm_Quat upright_local(const Targets* targets, vrm_Bone bone, vrm_Bone parent) {
    bool is_thigh = bone == VRM_BONE_LEFT_UPPER_LEG || bone == VRM_BONE_RIGHT_UPPER_LEG;
    vrm_Quat above = targets->turns[parent];
    return is_thigh ? relative(above, heading_of(above)) : vrmi_quat_identity();
}

/* A part that is held keeps its target, and so does one that is tracked without a new picture. */
static void set_bone_target(Targets* targets, vrm_Bone bone) {
    vrm_Points* points = targets->points;
    vrm_Bone parent =
        bone == VRM_BONE_HIPS ? VRM_BONE_NONE : vrmi_record_parent(bone, points->body.bones);
    vrm_Quat* local = &points->targets[bone];
    vrmi_LiveMode mode = points->parts[vrmi_live_part_of(bone)].mode;
    if (mode >= VRMI_LIVE_TRACKED && targets->is_new)
        *local = tracked_local(targets, bone, parent);
    else if (mode == VRMI_LIVE_UPRIGHT)
        *local = upright_local(targets, bone, parent);
    else if (mode == VRMI_LIVE_AT_REST)
        *local = targets->rest.rotations[bone];
    targets->turns[bone] =
        parent == VRM_BONE_NONE ? *local : vrmi_quat_mul(targets->turns[parent], *local);
}

static void set_face_target(vrm_Points* points) {
    vrmi_LiveMode mode = points->parts[VRMI_LIVE_FACE].mode;
    if (mode == VRMI_LIVE_HELD) return;
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        points->shape_targets[s] = mode == VRMI_LIVE_AT_REST ? 0.0f : points->input.shapes[s];
}

static void set_sideways_target(vrm_Points* points) {
    vrmi_LiveMode mode = points->parts[VRMI_LIVE_PLACE].mode;
    if (mode == VRMI_LIVE_AT_REST) points->sideways_target = 0.0f;
    if (mode >= VRMI_LIVE_TRACKED) points->sideways_target = points->input.sideways;
}

static void set_targets(vrm_Points* points, bool is_new) {
    Targets targets = {.points = points, .is_new = is_new, .rest = rest_pose(points)};
    vrmi_PointFrame frame;
    if (is_new) {
        vrmi_landmarks_frame(&points->input.landmarks, &frame);
        vrmi_landmarks_solve(&points->body, &points->input.landmarks, &frame, targets.solved);
    }
    for (int b = 0; b < VRM_BONE_COUNT; b++) set_bone_target(&targets, (vrm_Bone)b);
    set_face_target(points);
    set_sideways_target(points);
}

/* ---- Easing ---- */

static void begin_easing(vrm_Points* points, uint32_t begins) {
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if ((begins >> vrmi_live_part_of((vrm_Bone)b) & 1) != 0)
            points->differences[b] = relative(points->targets[b], points->shown.rotations[b]);
    if ((begins >> VRMI_LIVE_PLACE & 1) != 0)
        points->sideways_difference = points->shown.hips_offset.x - points->sideways_target;
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT && (begins >> VRMI_LIVE_FACE & 1) != 0; s++)
        points->shape_differences[s] = points->shapes[s] - points->shape_targets[s];
}

/* How much of the difference is left. */
static float left_of(const vrmi_LivePartState* state) {
    if (state->elapsed_s >= state->duration_s) return 0.0f;
    return 1.0f - vrmi_ease(state->elapsed_s / state->duration_s);
}

static void show_bones(vrm_Points* points) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        float left = left_of(&points->parts[vrmi_live_part_of((vrm_Bone)b)]);
        vrm_Quat part = vrmi_quat_slerp(vrmi_quat_identity(), points->differences[b], left);
        points->shown.rotations[b] =
            left > 0.0f ? vrmi_quat_normalize(vrmi_quat_mul(points->targets[b], part))
                        : points->targets[b];
    }
}

/* The hips are as high as the lowest joint asks for. */
static float height_of(const vrm_Points* points) {
    const vrmi_PointBody* body = &points->body;
    vrm_Quat turns[VRM_BONE_COUNT];
    vrm_Vec3 places[VRM_BONE_COUNT];
    float lowest = 0.0f, rest_lowest = 0.0f;
    turns[VRM_BONE_HIPS] = points->shown.rotations[VRM_BONE_HIPS];
    places[VRM_BONE_HIPS] = (vrm_Vec3){0.0f, 0.0f, 0.0f};
    for (int b = VRM_BONE_HIPS + 1; b < VRM_BONE_COUNT; b++) {
        if ((body->bones >> b & 1) == 0) continue;
        vrm_Bone parent = vrmi_record_parent((vrm_Bone)b, body->bones);
        vrm_Vec3 step = vrmi_vec3_sub(body->rest[b], body->rest[parent]);
        turns[b] = vrmi_quat_mul(turns[parent], points->shown.rotations[b]);
        places[b] = vrmi_vec3_add(places[parent], vrmi_quat_rotate(turns[parent], step));
        float rest = body->rest[b].y - body->rest[VRM_BONE_HIPS].y;
        if (places[b].y < lowest) lowest = places[b].y;
        if (rest < rest_lowest) rest_lowest = rest;
    }
    return rest_lowest - lowest;
}

static void show_face(vrm_Points* points) {
    float left = left_of(&points->parts[VRMI_LIVE_FACE]);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        points->shapes[s] =
            vrmi_clamp(points->shape_targets[s] + points->shape_differences[s] * left, 0.0f, 1.0f);
    vrmi_shapes_to_presets(points->shapes, 0, points->presets);
}

static void show_hips(vrm_Points* points) {
    float left = left_of(&points->parts[VRMI_LIVE_PLACE]);
    points->shown.hips_offset = (vrm_Vec3){
        points->sideways_target + points->sideways_difference * left, height_of(points), 0.0f};
}

static void show_all(vrm_Points* points) {
    show_bones(points);
    show_hips(points);
    show_face(points);
}

void vrmi_live_show_rest(vrm_Points* points) {
    for (int p = 0; p < VRMI_LIVE_PART_COUNT; p++)
        points->parts[p] = (vrmi_LivePartState){.mode = VRMI_LIVE_AT_REST};
    set_targets(points, false);
    show_all(points);
}

void vrmi_live_show(vrm_Points* points, double dt, bool is_new, bool is_jump) {
    uint32_t begins = change_modes(points, dt, is_jump);
    set_targets(points, is_new);
    begin_easing(points, begins);
    for (int p = 0; p < VRMI_LIVE_PART_COUNT && !is_jump; p++) points->parts[p].elapsed_s += dt;
    show_all(points);
}
