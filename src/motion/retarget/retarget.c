/* SPDX-License-Identifier: MIT */
#include "motion/retarget/retarget.h"

#include "motion/record.h"
#include "motion/retarget/body_heights.h"
#include "motion/retarget/hands.h"
#include "motion/retarget/touch.h"

#include <string.h>

/* ---- Life ---- */

void vrm_retarget_def_init(vrm_RetargetDef* def, size_t def_size) {
    vrm_RetargetDef defaults = {.loop_shortest = 0.5f, .max_bytes = (uint64_t)1 << 30};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

void vrm_retarget_destroy(vrm_Retarget* r) {
    if (r == NULL) return;
    vrm_Allocator allocator = r->allocator;
    size_t n = (size_t)r->capacity;
    vrmi_release(&allocator, r->poses, n * sizeof *r->poses);
    vrmi_release(&allocator, r->times, n * sizeof *r->times);
    vrmi_release(&allocator, r->contacts, n * sizeof *r->contacts);
    vrmi_release(&allocator, r->roots, n * sizeof *r->roots);
    vrmi_release(&allocator, r, sizeof *r);
}

static vrm_Pose cleaned(const vrm_Pose* pose) {
    vrm_Pose clean;
    const float most = 1e6f; /* as everywhere: vrm/sim.h */
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        clean.rotations[b] = vrmi_quat_normalize(pose->rotations[b]);
    vrm_Vec3 at =
        vrmi_vec3_is_finite(pose->hips_offset) ? pose->hips_offset : (vrm_Vec3){0.0f, 0.0f, 0.0f};
    clean.hips_offset = (vrm_Vec3){vrmi_clamp(at.x, -most, most), vrmi_clamp(at.y, -most, most),
                                   vrmi_clamp(at.z, -most, most)};
    return clean;
}

static bool are_times(const double* times, int32_t count) {
    for (int32_t f = 0; f < count; f++) {
        if (!(times[f] >= -1e15 && times[f] <= 1e15)) return false;
        if (f > 0 && !(times[f] > times[f - 1])) return false;
    }
    return count > 0;
}

static vrm_Result create(const vrm_Pose* poses, const double* times, int32_t count,
                         const vrm_RetargetDef* def, vrm_Retarget** out) {
    vrm_Allocator allocator = vrmi_allocator(&def->allocator);
    size_t n = (size_t)count;
    if (n > def->max_bytes / (2 * sizeof *poses)) return VRM_ERR_LIMIT;
    vrm_Retarget* r = vrmi_alloc_zeroed(&allocator, 1, sizeof *r);
    if (r == NULL) return VRM_ERR_MEMORY;
    r->allocator = allocator;
    if (def->loops) n++; /* a missing last frame */
    r->count = count;
    r->capacity = (int32_t)n;
    r->poses = vrmi_alloc(&allocator, n * sizeof *r->poses);
    r->times = vrmi_alloc(&allocator, n * sizeof *r->times);
    r->contacts = vrmi_alloc_zeroed(&allocator, n, sizeof *r->contacts);
    bool has_roots = def->root_motion == VRM_ROOT_MOTION_ROOT;
    if (has_roots) r->roots = vrmi_alloc(&allocator, n * sizeof *r->roots);
    if (r->poses == NULL || r->times == NULL || r->contacts == NULL ||
        (has_roots && r->roots == NULL)) {
        vrm_retarget_destroy(r);
        return VRM_ERR_MEMORY;
    }
    for (int32_t f = 0; f < count; f++) r->poses[f] = cleaned(&poses[f]);
    memcpy(r->times, times, (size_t)count * sizeof *times);
    *out = r;
    return VRM_OK;
}

/* ---- Proportions ---- */

/* Sets the ratios of lengths, target to source: of the legs if both have them, else of the hips. */
static void set_scales(const vrmi_Feet* feet, vrm_RetargetReport* report) {
    float from = feet->source.hips.y, to = feet->target.hips.y;
    report->hips_scale = from > 0.01f && to > 0.01f ? to / from : 1.0f;
    report->scale = report->hips_scale;
    if (feet->source.length > 0.01f && feet->target.length > 0.01f)
        report->scale = feet->target.length / feet->source.length;
}

/* Scales the translation of the midpoint between the hip joints, so that legs reach equally far
 * wherever the hips' bone is relative to them. */
static vrm_Vec3 fitted_hips(const vrmi_Feet* feet, const vrm_Pose* pose, float up) {
    vrm_Quat turn = pose->rotations[VRM_BONE_HIPS];
    bool has_legs = feet->has_side[0] || feet->has_side[1];
    vrm_Vec3 offset = pose->hips_offset;
    bool is_same =
        feet->scale == 1.0f && vrmi_vec3_distance(feet->source.middle, feet->target.middle) == 0.0f;
    if (is_same) { /* keeps every bit */
        offset.y += up;
        return offset;
    }
    if (has_legs) { /* of the midpoint: its position minus that at rest */
        offset = vrmi_vec3_add(offset, vrmi_quat_rotate(turn, feet->source.middle));
        offset = vrmi_vec3_sub(offset, feet->source.middle);
    }
    offset = vrmi_vec3_scale(offset, feet->scale);
    if (has_legs) {
        offset = vrmi_vec3_add(offset, feet->target.middle);
        offset = vrmi_vec3_sub(offset, vrmi_quat_rotate(turn, feet->target.middle));
    }
    offset.y += up;
    return offset;
}

/* ---- The steps ---- */

static const float near_ground = 0.12f; /* leg lengths: joints that may touch it */
static const float raise_most = 1.0f, raise_most_planted = 0.25f;
/* Leg lengths that toes may be below the ground: feet roll over them, and rest poses are inexact.
 */
static const float rolls_over = 0.03f;

typedef struct Work {
    vrmi_Feet feet;
    vrmi_Touches touches; /* of hands, knees and seat */
    bool has_touches;
    const vrm_Skeleton *source, *target;
    vrmi_LoopStep step;     /* of a loop */
    vrm_Vec3 treadmill;     /* velocity (m/s, of the source) that is subtracted from the motion */
    vrm_Pose *poses, *free; /* on the target: the result, and the same with free feet */
    double* times;          /* with the lead of a loop before and after the motion */
} Work;

/* While feet are held, a loop is repeated before and after itself, so that a contact over its seam
 * is one contact, however long it lasts. */
static vrm_Result open_work(Work* work, const vrm_Retarget* r, const vrm_RetargetDef* def,
                            bool is_loop) {
    int32_t cycle = is_loop && r->count >= 4 ? r->count - 1 : 0;
    size_t count = (size_t)r->count, used = count * sizeof *r->poses;
    size_t all = count + 2 * (size_t)cycle;
    size_t own = count * 2 * sizeof(vrm_Pose), size = own + all * sizeof(double);
    if (all > INT32_MAX / 8 || size > def->max_bytes - used) return VRM_ERR_LIMIT;
    uint64_t left = def->max_bytes - used - size;
    vrm_Result result = vrmi_feet_open(&work->feet, &r->allocator, (int32_t)all, left);
    if (result == VRM_OK && work->has_touches)
        result = vrmi_touch_open(&work->touches, &r->allocator, left - work->feet.block_size);
    if (result != VRM_OK) return result;
    work->poses = vrmi_alloc(&r->allocator, count * sizeof *work->poses);
    work->free = vrmi_alloc(&r->allocator, count * sizeof *work->free);
    work->times = vrmi_alloc(&r->allocator, all * sizeof *work->times);
    if (work->poses == NULL || work->free == NULL || work->times == NULL) return VRM_ERR_MEMORY;
    work->feet.times = work->times;
    work->feet.cycle = (vrmi_Cycle){cycle, cycle, work->step.turn, {0.0f, 0.0f, 0.0f}};
    return VRM_OK;
}

static void close_work(Work* work, const vrm_Retarget* r) {
    size_t n = (size_t)r->count, all = (size_t)work->feet.count;
    vrmi_release(&r->allocator, work->poses, n * sizeof *work->poses);
    vrmi_release(&r->allocator, work->free, n * sizeof *work->free);
    vrmi_release(&r->allocator, work->times, all * sizeof *work->times);
    vrmi_touch_close(&work->touches, &r->allocator);
    vrmi_feet_close(&work->feet, &r->allocator);
}

/* Returns a pose of the source, by its index among all frames, relative to the treadmill. */
static vrm_Pose source_pose(Work* work, const vrm_Retarget* r, int32_t i) {
    int32_t lead = work->feet.cycle.lead, f = i - lead;
    vrm_Pose pose;
    if (lead > 0) {
        pose = vrmi_loop_pose(r, &work->feet.source, &work->step, f, &work->times[i]);
    } else {
        pose = r->poses[f];
        work->times[i] = r->times[f];
    }
    float time = (float)(work->times[i] - r->times[0]);
    pose.hips_offset = vrmi_vec3_sub(pose.hips_offset, vrmi_vec3_scale(work->treadmill, time));
    return pose;
}

static void read_soles(const vrmi_Feet* feet, const vrmi_Legs* legs, const vrm_Pose* pose,
                       int32_t f, vrm_Vec3* out[2][VRMI_SOLE_POINTS]) {
    for (int s = 0; s < 2; s++) {
        if (!feet->has_side[s]) continue;
        vrmi_LegPose now = vrmi_leg_pose(legs, s, pose);
        for (int p = 0; p < VRMI_SOLE_POINTS; p++) out[s][p][f] = now.sole[p];
    }
}

static float facing_of(const Work* work, int side, const vrm_Pose* pose) {
    vrmi_LegPose now = vrmi_leg_pose(&work->feet.source, side, pose);
    return vrmi_quat_rotate(now.foot, (vrm_Vec3){0.0f, 1.0f, 0.0f}).y;
}

static float on_feet(const vrmi_Legs* source, const vrm_Pose* pose) {
    const float kneels = 0.6f, stands = 0.75f; /* leg lengths */
    float height = vrmi_legs_hips(source, pose).y - source->sole;
    if (!(source->length > 0.0f)) return 1.0f;
    return vrmi_clamp((height / source->length - kneels) / (stands - kneels), 0.0f, 1.0f);
}

/* Sets the sole positions of the source, relative to a treadmill of that velocity. */
static void see_source(Work* work, const vrm_Retarget* r, vrm_Vec3 treadmill) {
    work->treadmill = treadmill;
    for (int32_t i = 0; i < work->feet.count; i++) {
        vrm_Pose pose = source_pose(work, r, i);
        read_soles(&work->feet, &work->feet.source, &pose, i, work->feet.from);
        for (int s = 0; s < 2; s++)
            if (work->feet.has_side[s]) work->feet.facing[s][i] = facing_of(work, s, &pose);
        work->feet.on_feet[i] = on_feet(&work->feet.source, &pose);
    }
    vrmi_feet_calm(&work->feet);
}

/* ---- Other joints and the ground ---- */

static bool is_toes(vrm_Bone bone) {
    return bone == VRM_BONE_LEFT_TOES || bone == VRM_BONE_RIGHT_TOES;
}

/* Returns the lowest height of a joint above ground that it touches. */
static float clearance(const vrm_Skeleton* skeleton, const vrmi_Legs* legs, int point) {
    const vrmi_BodyPoint* p = &vrmi_body_points[point];
    float least = p->thickness * legs->length;
    if (!is_toes(p->bone)) return least;
    /* Toes rest on the ground. */
    return skeleton->positions[p->bone].y - legs->sole - rolls_over * legs->length;
}

static bool rests(const vrmi_Feet* feet, int s, int point, int32_t i) {
    const float speed_most = 0.2f; /* leg lengths per second, as of contacts */
    float speed = vrmi_feet_speed(feet, feet->from[s][point], i);
    return speed < speed_most * feet->source.length;
}

/* Sets the lowest height of toes, and that at which they rest for a tenth of the time. At the end
 * of a step, and where their joint is not recorded, toes point into the ground for a moment. */
static void find_toes_low(Work* work, const vrm_Retarget* r) {
    vrmi_Feet* feet = &work->feet;
    float heights[VRMI_BODY_POINTS], above = rolls_over * feet->source.length;
    size_t count = 0;
    feet->toes_dip = feet->toes_low = FLT_MAX;
    for (int32_t f = 0; f < r->count; f++) {
        int32_t i = feet->cycle.lead + f;
        vrmi_body_heights(work->source, &r->poses[f], heights);
        for (int k = 0; k < VRMI_BODY_POINTS; k++) {
            int s = vrmi_body_points[k].bone == VRM_BONE_RIGHT_TOES;
            if (!is_toes(vrmi_body_points[k].bone) || !feet->has_side[s]) continue;
            float joint = heights[k] - clearance(work->source, &feet->source, k);
            float tip = feet->from[s][VRMI_TIP][i].y + above;
            feet->toes_dip = fminf(feet->toes_dip, fminf(joint, tip));
            bool has_joint = heights[k] < 1e5f;
            if (has_joint && rests(feet, s, VRMI_BALL, i)) feet->scratch[count++] = joint;
            if (rests(feet, s, VRMI_TIP, i)) feet->scratch[count++] = tip;
        }
    }
    if (count > 0) feet->toes_low = vrmi_feet_low_tenth(feet->scratch, count);
}

/* Sets the upper bounds of the source's ground: the lowest of hands, knees and other joints, and
 * of toes. */
static void find_body_low(Work* work, const vrm_Retarget* r) {
    float low = FLT_MAX, heights[VRMI_BODY_POINTS];
    for (int32_t f = 0; f < r->count; f++) {
        vrmi_body_heights(work->source, &r->poses[f], heights);
        for (int i = 0; i < VRMI_BODY_POINTS; i++)
            if (!is_toes(vrmi_body_points[i].bone))
                low = fminf(low, heights[i] - clearance(work->source, &work->feet.source, i));
    }
    work->feet.body_low = low;
    find_toes_low(work, r);
}

/* Distances by which the joints of a pose can be lowered before one that is above the ground in the
 * source sinks into it; negative if one does. Joints that are near the ground in the source keep
 * the clearance of a contact. */
typedef struct Room {
    float body, hands[2];
} Room;

/* Returns 1 if other parts of the body than hands are on the ground, 0 if they are above it. */
static float borne_by_body(const Work* work, const float heights[VRMI_BODY_POINTS]) {
    const vrmi_Feet* feet = &work->feet;
    float low = feet->source.length;
    for (int i = 0; i < VRMI_BODY_POINTS; i++) {
        if (vrmi_hand_of(vrmi_body_points[i].bone) >= 0) continue;
        low = fminf(low, heights[i] - feet->ground - clearance(work->source, &feet->source, i));
    }
    return 1.0f - vrmi_clamp(low / (near_ground * feet->source.length), 0.0f, 1.0f);
}

/* While other parts of the body are on the ground, hands may be too low: arms raise them. If they
 * alone are on the ground they carry the body, on arms as straight as in the source. */
static float room_of_body(const Work* work, const Room* room, const float heights[]) {
    float hands = fminf(room->hands[0], room->hands[1]);
    return fminf(room->body, hands + borne_by_body(work, heights) * work->feet.target.length);
}

static Room room_below(const Work* work, const vrm_Pose* from, const vrm_Pose* to) {
    const vrmi_Feet* feet = &work->feet;
    float is[VRMI_BODY_POINTS], was[VRMI_BODY_POINTS], most = feet->target.length;
    Room room = {most, {most, most}};
    vrmi_body_heights(work->source, from, was);
    vrmi_body_heights(work->target, to, is);
    for (int i = 0; i < VRMI_BODY_POINTS; i++) {
        if (is_toes(vrmi_body_points[i].bone) || is[i] > 1e5f) continue;
        int hand = vrmi_hand_of(vrmi_body_points[i].bone);
        float* own = hand >= 0 ? &room.hands[hand] : &room.body;
        float height = feet->scale * (was[i] - feet->ground);
        float least = fminf(height, clearance(work->target, &feet->target, i));
        /* A joint far above the ground in the source only has to stay above it. */
        float far = height / (near_ground * feet->target.length) - 1.0f;
        if (least > 0.0f) least *= 1.0f - vrmi_clamp(far, 0.0f, 1.0f);
        *own = fminf(*own, is[i] - least - feet->floor);
    }
    room.body = room_of_body(work, &room, was);
    return room;
}

/* Planted feet limit how far the body may be raised. */
static float most_raise(const vrmi_Feet* feet, int32_t i) {
    bool is_planted = false;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS; p++) is_planted |= feet->owner[s][p][i] >= 0;
    return (is_planted ? raise_most_planted : raise_most) * feet->target.length;
}

static void raise_body(Work* work, const vrm_Retarget* r) {
    vrmi_Feet* feet = &work->feet;
    int32_t lead = feet->cycle.lead;
    float rounding = 1e-5f * feet->target.length;
    bool is_raised = false;
    for (int32_t f = 0; f < r->count; f++) {
        float most = most_raise(feet, lead + f);
        float room = room_below(work, &r->poses[f], &work->poses[f]).body;
        feet->room[lead + f] = room;
        /* A pose that fits keeps every bit. */
        feet->raised[lead + f] = room < -rounding ? fminf(-room, most) : 0.0f;
        is_raised |= feet->raised[lead + f] > 0.0f;
    }
    if (!is_raised) return;
    vrmi_feet_envelope(feet, feet->raised);
    for (int32_t f = 0; f < r->count; f++) {
        work->poses[f].hips_offset.y += feet->raised[lead + f];
        feet->room[lead + f] += feet->raised[lead + f];
    }
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_SOLE_POINTS && feet->has_side[s]; p++)
            for (int32_t i = 0; i < feet->count; i++) feet->to[s][p][i].y += feet->raised[i];
}

/* Bends the arms whose hands are still too low. */
static void lift_hands(Work* work, const vrm_Retarget* r) {
    vrmi_Feet* feet = &work->feet;
    int32_t lead = feet->cycle.lead;
    float rounding = 1e-5f * feet->target.length;
    bool is_lifted[2] = {false, false};
    for (int32_t f = 0; f < r->count; f++) {
        Room room = room_below(work, &r->poses[f], &work->poses[f]);
        for (int s = 0; s < 2; s++) {
            float lack = -room.hands[s];
            feet->hand_lift[s][lead + f] = lack > rounding ? lack : 0.0f;
            is_lifted[s] |= lack > rounding;
        }
    }
    for (int s = 0; s < 2; s++) {
        if (!is_lifted[s]) continue;
        vrmi_feet_envelope(feet, feet->hand_lift[s]);
        for (int32_t f = 0; f < r->count; f++)
            if (feet->hand_lift[s][lead + f] > rounding)
                vrmi_hand_lift(work->target, s, feet->hand_lift[s][lead + f], &work->poses[f]);
    }
}

/* Returns the shift that moves the source's ground to the target's; 0 if it is too far from the
 * source's soles at rest. */
static float ground_shift(vrmi_Feet* feet) {
    float above = feet->scale * (feet->ground - feet->source.sole);
    feet->floor = feet->target.sole + above;
    if (!feet->has_ground || fabsf(above) > 0.15f * feet->target.length) return 0.0f;
    feet->floor = feet->target.sole;
    return -above;
}

static void straighten_knees(const vrmi_Feet* feet, vrm_Pose* pose) {
    for (int s = 0; s < 2; s++) {
        if (!feet->has_side[s]) continue;
        vrmi_LegPose now = vrmi_leg_pose(&feet->target, s, pose);
        if (vrmi_leg_straighten(&feet->target.sides[s], &now))
            vrmi_leg_write(&feet->target.sides[s], &now, pose);
    }
}

/* Fits the hips to the target. Rotations of the legs stay, but where feet are held no knee bends
 * backwards: it could not bend for its foot without turning over. */
static void fit_hips(Work* work, const vrm_Retarget* r, float up, bool holds) {
    vrmi_Feet* feet = &work->feet;
    vrmi_Cycle* cycle = &feet->cycle;
    for (int32_t i = 0; i < feet->count; i++) {
        int32_t f = i - cycle->lead;
        vrm_Pose pose = source_pose(work, r, i);
        pose.hips_offset = fitted_hips(feet, &pose, up);
        if (f >= 0 && f < r->count) work->free[f] = pose;
        if (holds) straighten_knees(feet, &pose);
        read_soles(feet, &feet->target, &pose, i, feet->to);
        if (f >= 0 && f < r->count) work->poses[f] = pose;
    }
    int side = feet->has_side[0] ? 0 : 1;
    if (cycle->lead == 0 || !feet->has_side[side]) return;
    /* A frame that is equal in both cycles even if the ends of the loop differ. */
    const vrm_Vec3* at = &feet->to[side][VRMI_BALL][cycle->lead + 1];
    cycle->translation = vrmi_vec3_sub(at[cycle->count], vrmi_quat_rotate(cycle->turn, at[0]));
    cycle->translation.y = 0.0f;
}

static void report_feet(const Work* work, vrm_Retarget* r) {
    const vrmi_Feet* feet = &work->feet;
    vrm_RetargetReport* report = &r->report;
    int32_t first = feet->cycle.lead, planted = 0;
    vrmi_FeetErrors held = vrmi_feet_errors(feet, work->poses, r->count);
    vrmi_FeetErrors loose = vrmi_feet_errors(feet, work->free, r->count);
    report->slide_max_mm = 1000.0f * held.slide_max;
    report->slide_mean_mm = 1000.0f * held.slide_mean;
    report->slide_max_without_mm = 1000.0f * loose.slide_max;
    report->slide_mean_without_mm = 1000.0f * loose.slide_mean;
    report->depth_mm = 1000.0f * held.depth;
    report->depth_without_mm = 1000.0f * loose.depth;
    report->ground_mm = 1000.0f * (feet->ground - feet->source.sole);
    for (int32_t i = 0; i < feet->contact_count; i++)
        report->contact_count +=
            feet->contacts[i].first < first + r->count && feet->contacts[i].last >= first;
    for (int32_t f = 0; f < r->count; f++) {
        for (int s = 0; s < 2; s++)
            for (int p = 0; p < VRMI_HELD_POINTS; p++)
                if (feet->owner[s][p][first + f] >= 0)
                    r->contacts[f] |= (uint8_t)(1 << (VRMI_HELD_POINTS * s + p));
        planted += r->contacts[f] != 0;
        if (report->holds_feet)
            report->hips_lowered_mm =
                fmaxf(report->hips_lowered_mm, 1000.0f * feet->lowered[first + f]);
    }
    report->planted = (float)planted / (float)r->count;
}

/* Removes the tilt of feet during contacts from the source, and finds the contacts again. */
static void level_feet(Work* work, vrm_Retarget* r, vrm_Feet mode) {
    for (int s = 0; s < 2; s++) {
        float tilt = work->feet.has_side[s] ? vrmi_feet_tilt(&work->feet, s) : 0.0f;
        if (tilt == 0.0f) continue;
        for (int32_t f = 0; f < r->count; f++) vrmi_feet_level(&work->feet, s, tilt, &r->poses[f]);
        r->report.tilt_degrees = fmaxf(r->report.tilt_degrees, fabsf(tilt) * VRMI_TO_DEGREES);
    }
    if (r->report.tilt_degrees == 0.0f) return;
    see_source(work, r, work->treadmill);
    vrmi_feet_find_contacts(&work->feet, mode);
}

/* Finds contacts with the ground; if there are none, with a treadmill. */
static void find_contacts(Work* work, const vrm_Retarget* r, vrm_Feet mode) {
    vrm_Vec3 speed;
    vrmi_feet_find_contacts(&work->feet, mode);
    if (work->feet.contact_count > 0 || mode == VRM_FEET_FREE) return;
    if (!vrmi_feet_find_treadmill(&work->feet, &speed)) return;
    see_source(work, r, speed);
    vrmi_feet_find_contacts(&work->feet, mode);
    if (work->feet.contact_count == 0) see_source(work, r, (vrm_Vec3){0.0f, 0.0f, 0.0f});
}

/* Adds the treadmill velocity to the result again. */
static void leave_treadmill(const Work* work, vrm_Retarget* r) {
    vrm_Vec3 speed = vrmi_vec3_scale(work->treadmill, work->feet.scale);
    for (int32_t f = 0; f < r->count; f++) {
        float time = (float)(r->times[f] - r->times[0]);
        vrm_Vec3* at = &work->poses[f].hips_offset;
        *at = vrmi_vec3_add(*at, vrmi_vec3_scale(speed, time));
    }
    r->report.treadmill_speed = vrmi_vec3_length(speed);
}

static void find_touches(Work* work, vrm_Retarget* r) {
    for (int32_t i = 0; i < work->feet.count; i++) {
        vrm_Pose pose = source_pose(work, r, i);
        vrmi_touch_read(&work->touches, i, &pose);
    }
    vrmi_touch_find(&work->touches);
    vrmi_touch_count(&work->touches, r->count, &r->report.contacts);
}

static void fit(Work* work, vrm_Retarget* r, const vrm_RetargetDef* def) {
    vrmi_Feet* feet = &work->feet;
    bool is_free = def->feet == VRM_FEET_FREE;
    see_source(work, r, (vrm_Vec3){0.0f, 0.0f, 0.0f});
    find_body_low(work, r);
    find_contacts(work, r, def->feet);
    if (def->levels_feet && !is_free && feet->contact_count > 0) level_feet(work, r, def->feet);
    bool holds = !is_free && feet->contact_count > 0;
    float up = holds ? ground_shift(feet) : 0.0f;
    if (!holds) feet->floor = feet->target.sole + feet->scale * (feet->ground - feet->source.sole);
    fit_hips(work, r, up, holds);
    bool has_legs = feet->has_side[0] || feet->has_side[1];
    vrmi_Touches* touches = work->has_touches ? &work->touches : NULL;
    vrm_ContactReport* contacts = &r->report.contacts;
    if (touches != NULL) find_touches(work, r);
    if (!is_free && has_legs) raise_body(work, r);
    r->report.holds_feet = holds;
    if (touches != NULL) vrmi_touch_place(touches, work->poses, r->count);
    if (touches != NULL && !is_free && has_legs) {
        vrmi_touch_seat(touches, work->poses, contacts);
        vrmi_touch_lower(touches, work->poses, r->count, contacts);
    }
    if (!is_free && has_legs) { /* soles stay above the ground without contacts, too */
        vrmi_feet_place(feet);
        vrmi_feet_hold(feet, work->poses);
        lift_hands(work, r);
    }
    if (touches != NULL) vrmi_touch_adapt(touches, work->poses, contacts);
    if (touches != NULL) vrmi_touch_hold(touches, work->poses, r->count, contacts);
    report_feet(work, r);
    leave_treadmill(work, r);
    vrmi_report_joints(&r->report, work->free, work->poses, r->count);
    memcpy(r->poses, work->poses, (size_t)r->count * sizeof *r->poses);
}

static vrm_Result extract_root_motion(vrm_Retarget* r, const vrmi_Legs* target) {
    size_t size = (4 * (size_t)r->count + 1) * sizeof(double);
    double* scratch = vrmi_alloc(&r->allocator, size);
    if (scratch == NULL) return VRM_ERR_MEMORY;
    vrmi_root_extract(r, target->hips, scratch);
    vrmi_release(&r->allocator, scratch, size);
    return VRM_OK;
}

static vrm_Result run(vrm_Retarget* r, const vrm_RetargetDef* def, const vrm_Skeleton* source,
                      const vrm_Skeleton* target) {
    Work work = {
        .source = source, .target = target, .step = {vrmi_quat_identity(), {0.0f, 0.0f, 0.0f}}};
    vrmi_Legs legs = vrmi_legs(source);
    bool is_loop = def->loops || vrmi_loop_is_closed(r, &legs);
    if (def->loops)
        vrmi_loop_make(r, &legs, def, &work.step);
    else if (is_loop)
        work.step = vrmi_loop_step(r, &legs);
    work.feet.source = legs;
    work.feet.target = vrmi_legs(target);
    for (int s = 0; s < 2; s++)
        work.feet.has_side[s] =
            work.feet.source.sides[s].is_there && work.feet.target.sides[s].is_there;
    set_scales(&work.feet, &r->report);
    work.feet.scale = r->report.scale;
    work.touches = (vrmi_Touches){.hands = def->hands,
                                  .knees = def->knees,
                                  .seat_height = def->seat_height,
                                  .feet = &work.feet,
                                  .source = source,
                                  .target = target};
    work.has_touches = def->hands != VRM_CONTACTS_FREE || def->knees != VRM_CONTACTS_FREE ||
                       def->seat_height > 0.0f;
    vrm_Result result = open_work(&work, r, def, is_loop);
    if (result == VRM_OK) {
        r->report.frames = r->count;
        r->report.missing_bones = target->bones & ~source->bones;
        fit(&work, r, def);
        if (def->loops) vrmi_loop_measure(r, &work.step);
        if (def->root_motion != VRM_ROOT_MOTION_KEEP)
            result = extract_root_motion(r, &work.feet.target);
    }
    close_work(&work, r);
    return result;
}

static bool is_skeleton(const vrm_Skeleton* skeleton) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (!vrmi_vec3_is_finite(skeleton->positions[b]) ||
            vrmi_vec3_reach(skeleton->positions[b]) > 1e6f)
            return false;
    return true;
}

static bool is_seat(float height) {
    return height == 0.0f || (height >= 0.05f && height <= 2.0f);
}

vrm_Result vrm_retarget(const vrm_Pose* poses, const double* times, int32_t frame_count,
                        const vrm_RetargetDef* given, vrm_Retarget** out_retarget) {
    *out_retarget = NULL;
    vrm_RetargetDef def = vrm_default_retarget_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    vrm_Skeleton person = vrm_skeleton_person(0.0f);
    const vrm_Skeleton* source = def.source != NULL ? def.source : &person;
    const vrm_Skeleton* target = def.target != NULL ? def.target : source;
    if (!are_times(times, frame_count) || !is_skeleton(source) || !is_skeleton(target) ||
        !(def.loop_shortest >= 0.0f) || !is_seat(def.seat_height) ||
        !(def.frame_s >= 0.0f && def.frame_s < 1e6f) || frame_count == INT32_MAX)
        return VRM_ERR_ARGUMENT;
    vrm_Retarget* r = NULL;
    vrm_Result result = create(poses, times, frame_count, &def, &r);
    if (result == VRM_OK) result = run(r, &def, source, target);
    if (result == VRM_OK)
        *out_retarget = r;
    else
        vrm_retarget_destroy(r);
    return result;
}

/* ---- Results ---- */

int32_t vrm_retarget_frame_count(const vrm_Retarget* retarget) {
    return retarget->count;
}

static bool has_frame(const vrm_Retarget* retarget, int32_t frame) {
    return frame >= 0 && frame < retarget->count;
}

vrm_Pose vrm_retarget_pose(const vrm_Retarget* retarget, int32_t frame) {
    return has_frame(retarget, frame) ? retarget->poses[frame] : vrm_pose_rest();
}

vrm_Transform vrm_retarget_root(const vrm_Retarget* retarget, int32_t frame) {
    bool has_root = has_frame(retarget, frame) && retarget->roots != NULL;
    return has_root ? retarget->roots[frame] : vrmi_transform_identity();
}

uint32_t vrm_retarget_contacts(const vrm_Retarget* retarget, int32_t frame) {
    return has_frame(retarget, frame) ? retarget->contacts[frame] : 0;
}

vrm_RetargetReport vrm_retarget_report(const vrm_Retarget* retarget) {
    return retarget->report;
}
