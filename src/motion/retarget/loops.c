/* SPDX-License-Identifier: MIT */
/* Loops: the ends are two frames with similar pose and speed, regardless of position and heading.
 * The remaining difference is spread over the frames after the beginning and before the end, half
 * to each, so that pose and speed continue without a jump. */
#include "motion/retarget/retarget.h"

#include <string.h>

static const double close_s = 0.4;       /* longest time over which a difference is spread */
static const float speed_weight = 0.05f; /* seconds: weight of a difference in speed */
static const float short_price = 0.2f;   /* cost of a cut that keeps nothing, radians squared */

enum { CANDIDATES = 250 };

/* Bones, weighted by how visible a jump is. */
static const struct {
    vrm_Bone bone;
    float weight;
} seen[] = {
    {VRM_BONE_HIPS, 2.0f},
    {VRM_BONE_SPINE, 1.0f},
    {VRM_BONE_CHEST, 1.0f},
    {VRM_BONE_HEAD, 0.3f},
    {VRM_BONE_LEFT_UPPER_LEG, 2.0f},
    {VRM_BONE_LEFT_LOWER_LEG, 1.5f},
    {VRM_BONE_LEFT_FOOT, 0.5f},
    {VRM_BONE_RIGHT_UPPER_LEG, 2.0f},
    {VRM_BONE_RIGHT_LOWER_LEG, 1.5f},
    {VRM_BONE_RIGHT_FOOT, 0.5f},
    {VRM_BONE_LEFT_UPPER_ARM, 1.0f},
    {VRM_BONE_LEFT_LOWER_ARM, 0.7f},
    {VRM_BONE_RIGHT_UPPER_ARM, 1.0f},
    {VRM_BONE_RIGHT_LOWER_ARM, 0.7f},
};

/* ---- Turns as vectors: axis times angle ---- */

static vrm_Vec3 vector_of(vrm_Quat q) {
    float sign = q.w < 0.0f ? -1.0f : 1.0f;
    vrm_Vec3 axis = {q.x * sign, q.y * sign, q.z * sign};
    float sine = vrmi_vec3_length(axis);
    float angle = 2.0f * vrmi_atan2(sine, q.w * sign);
    return vrmi_vec3_scale(axis, sine > 1e-6f ? angle / sine : 2.0f);
}

static vrm_Quat turn_of(vrm_Vec3 vector) {
    return vrmi_quat_from_axis_angle(vector, vrmi_vec3_length(vector));
}

static vrm_Quat from_to_turn(vrm_Quat from, vrm_Quat to) {
    return vrmi_quat_normalize(vrmi_quat_mul(to, vrmi_quat_conjugate(from)));
}

static vrm_Quat about_y(float angle) {
    return vrmi_quat_from_axis_angle((vrm_Vec3){0.0f, 1.0f, 0.0f}, angle);
}

/* ---- Similarity of two frames ---- */

/* Returns the rotation of a bone; of the hips without their heading. */
static vrm_Quat turn_at(const vrm_Retarget* r, int32_t f, vrm_Bone bone, vrm_Quat back) {
    vrm_Quat turn = r->poses[f].rotations[bone];
    return bone == VRM_BONE_HIPS ? vrmi_quat_mul(back, turn) : turn;
}

static float difference(const vrm_Retarget* r, int32_t first, int32_t last, float height) {
    vrm_Quat back0 = about_y(-vrmi_root_heading(r->poses[first].rotations[VRM_BONE_HIPS]));
    vrm_Quat back1 = about_y(-vrmi_root_heading(r->poses[last].rotations[VRM_BONE_HIPS]));
    float after = (float)(r->times[first + 1] - r->times[first]);
    float before = (float)(r->times[last] - r->times[last - 1]), sum = 0.0f;
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        vrm_Quat a = turn_at(r, first, seen[i].bone, back0);
        vrm_Quat b = turn_at(r, last, seen[i].bone, back1);
        vrm_Quat a1 = turn_at(r, first + 1, seen[i].bone, back0);
        vrm_Quat b1 = turn_at(r, last - 1, seen[i].bone, back1);
        vrm_Vec3 speed0 = vrmi_vec3_scale(vector_of(from_to_turn(a, a1)), 1.0f / after);
        vrm_Vec3 speed1 = vrmi_vec3_scale(vector_of(from_to_turn(b1, b)), 1.0f / before);
        float jump = speed_weight * vrmi_vec3_distance(speed0, speed1);
        float angle = vrmi_quat_angle(a, b);
        sum += seen[i].weight * (angle * angle + jump * jump);
    }
    float up = (r->poses[first].hips_offset.y - r->poses[last].hips_offset.y) / height;
    return sum + 4.0f * up * up;
}

typedef struct Cut {
    int32_t first, last;
    float cost;
} Cut;

static void try_cut(const vrm_Retarget* r, int32_t first, int32_t last, float shortest,
                    float height, Cut* best) {
    if (first < 0 || last >= r->count || last - first < 3) return;
    double whole = r->times[r->count - 1] - r->times[0], kept = r->times[last] - r->times[first];
    if (kept < (double)shortest) return;
    float cost = difference(r, first, last, height) + short_price * (float)(1.0 - kept / whole);
    if (cost < best->cost) *best = (Cut){first, last, cost};
}

/* Compares a sample of frames with each other, then the frames around the best two. */
static Cut best_cut(const vrm_Retarget* r, float shortest, float height) {
    Cut best = {0, r->count - 1, FLT_MAX};
    int32_t step = r->count / CANDIDATES + 1;
    for (int32_t first = 0; first < r->count; first += step)
        for (int32_t last = r->count - 1; last > first; last -= step)
            try_cut(r, first, last, shortest, height, &best);
    for (; step > 0; step /= 2) {
        Cut around = best;
        for (int i = -1; i <= 1; i++)
            for (int k = -1; k <= 1; k++)
                try_cut(r, around.first + i * step, around.last + k * step, shortest, height,
                        &best);
    }
    return best;
}

static void cut(vrm_Retarget* r, Cut best) {
    size_t count = (size_t)best.last - (size_t)best.first + 1;
    memmove(r->poses, r->poses + best.first, count * sizeof *r->poses);
    memmove(r->times, r->times + best.first, count * sizeof *r->times);
    r->count = (int32_t)count;
    r->report.first_frame = best.first;
}

/* ---- From cycle to cycle ---- */

static vrm_Vec3 level(vrm_Vec3 v) {
    return (vrm_Vec3){v.x, 0.0f, v.z};
}

vrmi_LoopStep vrmi_loop_step(const vrm_Retarget* r, const vrmi_Legs* legs) {
    const vrm_Pose *first = &r->poses[0], *last = &r->poses[r->count - 1];
    vrmi_LoopStep step = {vrmi_quat_identity(), {0.0f, 0.0f, 0.0f}};
    float turn = vrmi_root_heading(last->rotations[VRM_BONE_HIPS]) -
                 vrmi_root_heading(first->rotations[VRM_BONE_HIPS]);
    turn = vrmi_root_heading(about_y(turn));
    vrm_Vec3 from = level(vrmi_legs_hips(legs, first)), to = level(vrmi_legs_hips(legs, last));
    float some = legs->length > 0.0f ? 0.08f * legs->length : 0.07f;
    /* A motion that hardly travels or turns returns to its start. */
    if (vrmi_vec3_distance(from, to) < some && fabsf(turn) < 0.25f) return step;
    step.turn = about_y(turn);
    step.translation = vrmi_vec3_sub(to, vrmi_quat_rotate(step.turn, from));
    return step;
}

/* ---- Closing ---- */

/* Correction of a frame: fraction of the pose gap, and seconds of the speed gap. */
typedef struct Share {
    float pose, speed;
    bool is_end; /* a frame of the end */
} Share;

static Share share_of(const vrm_Retarget* r, int32_t f) {
    int32_t last = r->count - 1;
    double length = fmin(close_s, 0.5 * (r->times[last] - r->times[0]));
    double after = r->times[f] - r->times[0], before = r->times[last] - r->times[f];
    bool is_end = before < after;
    float x = (float)((is_end ? before : after) / length);
    if (!(x < 1.0f)) return (Share){0.0f, 0.0f, is_end};
    float half = 0.5f * (1.0f - x * x * (3.0f - 2.0f * x));
    float speed = -0.5f * (float)length * x * (1.0f - x) * (1.0f - x);
    return (Share){is_end ? half : -half, speed, is_end};
}

typedef struct Gap {
    vrm_Vec3 pose, speed;
} Gap;

static Gap bone_gap(const vrm_Retarget* r, const vrmi_LoopStep* step, vrm_Bone bone) {
    int32_t last = r->count - 1;
    vrm_Quat back = bone == VRM_BONE_HIPS ? vrmi_quat_conjugate(step->turn) : vrmi_quat_identity();
    vrm_Quat a0 = r->poses[0].rotations[bone], a1 = r->poses[1].rotations[bone];
    vrm_Quat b0 = vrmi_quat_mul(back, r->poses[last - 1].rotations[bone]);
    vrm_Quat b1 = vrmi_quat_mul(back, r->poses[last].rotations[bone]);
    float after = (float)(r->times[1] - r->times[0]);
    float before = (float)(r->times[last] - r->times[last - 1]);
    return (Gap){vector_of(from_to_turn(b1, a0)),
                 vrmi_vec3_sub(vrmi_vec3_scale(vector_of(from_to_turn(a0, a1)), 1.0f / after),
                               vrmi_vec3_scale(vector_of(from_to_turn(b0, b1)), 1.0f / before))};
}

static Gap hips_gap(const vrm_Retarget* r, const vrmi_Legs* legs, const vrmi_LoopStep* step) {
    int32_t last = r->count - 1;
    vrm_Quat back = vrmi_quat_conjugate(step->turn);
    vrm_Vec3 at[2];
    for (int i = 0; i < 2; i++)
        at[i] = vrmi_quat_rotate(
            back, vrmi_vec3_sub(vrmi_legs_hips(legs, &r->poses[last - i]), step->translation));
    float after = (float)(r->times[1] - r->times[0]);
    float before = (float)(r->times[last] - r->times[last - 1]);
    vrm_Vec3 speed = vrmi_vec3_sub(r->poses[1].hips_offset, r->poses[0].hips_offset);
    return (Gap){vrmi_vec3_sub(vrmi_legs_hips(legs, &r->poses[0]), at[0]),
                 vrmi_vec3_sub(vrmi_vec3_scale(speed, 1.0f / after),
                               vrmi_vec3_scale(vrmi_vec3_sub(at[0], at[1]), 1.0f / before))};
}

static vrm_Vec3 part_of(const Gap* gap, Share share, bool closes_speed) {
    return closes_speed ? vrmi_vec3_scale(gap->speed, share.speed)
                        : vrmi_vec3_scale(gap->pose, share.pose);
}

static void close_gaps(vrm_Retarget* r, const vrmi_Legs* legs, const vrmi_LoopStep* step,
                       bool closes_speed) {
    Gap gaps[VRM_BONE_COUNT], hips = hips_gap(r, legs, step);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) gaps[b] = bone_gap(r, step, (vrm_Bone)b);
    for (int32_t f = 0; f < r->count; f++) {
        Share share = share_of(r, f);
        if (share.pose == 0.0f && share.speed == 0.0f) continue;
        vrm_Quat round = share.is_end ? step->turn : vrmi_quat_identity();
        for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
            vrm_Vec3 vector = part_of(&gaps[b], share, closes_speed);
            if (b == VRM_BONE_HIPS) vector = vrmi_quat_rotate(round, vector);
            vrm_Quat* turn = &r->poses[f].rotations[b];
            *turn = vrmi_quat_normalize(vrmi_quat_mul(turn_of(vector), *turn));
        }
        vrm_Vec3 offset = vrmi_quat_rotate(round, part_of(&hips, share, closes_speed));
        r->poses[f].hips_offset = vrmi_vec3_add(r->poses[f].hips_offset, offset);
    }
}

static void measure(const vrm_Retarget* r, const vrmi_LoopStep* step, float* out_gap,
                    float* out_jump) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        Gap gap = bone_gap(r, step, (vrm_Bone)b);
        *out_gap = fmaxf(*out_gap, vrmi_vec3_length(gap.pose) * VRMI_TO_DEGREES);
        *out_jump = fmaxf(*out_jump, vrmi_vec3_length(gap.speed) * VRMI_TO_DEGREES);
    }
}

bool vrmi_loop_is_closed(const vrm_Retarget* r, const vrmi_Legs* legs) {
    if (r->count < 4) return false;
    float gap = 0.0f, jump = 0.0f;
    vrmi_LoopStep step = vrmi_loop_step(r, legs);
    measure(r, &step, &gap, &jump);
    vrm_Vec3 offset = hips_gap(r, legs, &step).pose;
    return gap < 2.0f && vrmi_vec3_length(offset) <= 0.01f * legs->length;
}

/* ---- Loops that lack their last frame ---- */

/* Exporters omit it because it equals the first: the gap is then an ordinary step. */

static float angle_of(const vrm_Retarget* r, int32_t from, int32_t to, int32_t bone) {
    return vrmi_quat_angle(r->poses[from].rotations[bone], r->poses[to].rotations[bone]);
}

/* Returns true if neither a bone nor the hips step farther from the last frame to the first than
 * somewhere else over `stride` frames. */
static bool is_step(const vrm_Retarget* r, const vrmi_Legs* legs, const vrmi_LoopStep* step,
                    int32_t stride) {
    const float slack = 0.5f * VRMI_TO_RADIANS, most = 20.0f * VRMI_TO_RADIANS;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        float gap = vrmi_vec3_length(bone_gap(r, step, (vrm_Bone)b).pose), widest = 0.0f;
        for (int32_t f = 0; f + stride < r->count && widest + slack < gap; f++)
            widest = fmaxf(widest, angle_of(r, f, f + stride, b));
        if (gap > most || gap > widest + slack) return false;
    }
    float gap = vrmi_vec3_length(hips_gap(r, legs, step).pose), widest = 0.0f;
    for (int32_t f = 0; f + stride < r->count; f++)
        widest = fmaxf(widest, vrmi_vec3_distance(vrmi_legs_hips(legs, &r->poses[f]),
                                                  vrmi_legs_hips(legs, &r->poses[f + stride])));
    return gap <= widest + 0.002f * legs->length;
}

/* Adds the missing last frame. Returns false if none is missing. */
static bool add_last(vrm_Retarget* r, const vrmi_Legs* legs, float frame_s) {
    int32_t last = r->count - 1;
    double step_s = r->times[last] - r->times[last - 1];
    double ahead = frame_s > 0.0f ? (double)frame_s : step_s;
    double strides = ahead / step_s + 0.9; /* rounded up, with slack for rounding errors */
    vrmi_LoopStep step = vrmi_loop_step(r, legs);
    /* Frames are at most a tenth of a second apart; keys that lie farther apart are no frames. */
    bool is_frame = ahead <= 0.1 && strides < 0.25 * (double)r->count;
    if (r->count == r->capacity || !is_frame) return false;
    int32_t stride = strides < 1.0 ? 1 : (int32_t)strides;
    if (!is_step(r, legs, &step, stride)) return false;
    vrm_Pose pose = r->poses[0];
    vrm_Vec3 at =
        vrmi_vec3_add(vrmi_quat_rotate(step.turn, vrmi_legs_hips(legs, &pose)), step.translation);
    if (vrmi_vec3_length(step.translation) > 0.0f) { /* it travels meanwhile */
        vrm_Vec3 offset = vrmi_vec3_sub(r->poses[last].hips_offset, r->poses[last - 1].hips_offset);
        offset.y = 0.0f;
        at = vrmi_vec3_add(at, vrmi_vec3_scale(offset, (float)(ahead / step_s)));
    }
    pose.rotations[VRM_BONE_HIPS] =
        vrmi_quat_normalize(vrmi_quat_mul(step.turn, pose.rotations[VRM_BONE_HIPS]));
    pose.hips_offset = vrmi_vec3_sub(at, legs->hips);
    r->poses[r->count] = pose;
    r->times[r->count++] = r->times[last] + ahead;
    return true;
}

void vrmi_loop_make(vrm_Retarget* r, const vrmi_Legs* legs, const vrm_RetargetDef* def,
                    vrmi_LoopStep* out_step) {
    *out_step = (vrmi_LoopStep){vrmi_quat_identity(), {0.0f, 0.0f, 0.0f}};
    if (r->count < 4) return;
    float height = legs->length > 0.0f ? legs->length : 1.0f;
    /* Already a loop: a jump in speed at the seam is that of an ordinary step. */
    bool was_closed = vrmi_loop_is_closed(r, legs);
    *out_step = vrmi_loop_step(r, legs);
    measure(r, out_step, &r->report.loop_gap_degrees, &r->report.loop_step_degrees);
    if (!was_closed && add_last(r, legs, def->frame_s)) {
        was_closed = true;
        *out_step = vrmi_loop_step(r, legs);
    } else if (!was_closed) {
        cut(r, best_cut(r, def->loop_shortest, height));
        *out_step = vrmi_loop_step(r, legs);
        r->report.loop_gap_degrees = r->report.loop_step_degrees = 0.0f;
        measure(r, out_step, &r->report.loop_gap_degrees, &r->report.loop_step_degrees);
    }
    close_gaps(r, legs, out_step, false);
    /* Differences of frames only approximate speeds, so one round does not close the gap. */
    for (int round = 0; round < 3 && !was_closed; round++) close_gaps(r, legs, out_step, true);
}

void vrmi_loop_measure(vrm_Retarget* r, const vrmi_LoopStep* step) {
    if (r->count < 4) return;
    measure(r, step, &r->report.loop_closed_degrees, &r->report.loop_smoothed_degrees);
}

vrm_Pose vrmi_loop_pose(const vrm_Retarget* r, const vrmi_Legs* legs, const vrmi_LoopStep* step,
                        int32_t frame, double* out_time) {
    int32_t round = 0, length = r->count - 1;
    while (frame < 0) frame += length, round--;
    while (frame > length) frame -= length, round++;
    vrm_Pose pose = r->poses[frame];
    *out_time = r->times[frame] + round * (r->times[length] - r->times[0]);
    vrm_Vec3 at = vrmi_legs_hips(legs, &pose);
    vrm_Quat* turn = &pose.rotations[VRM_BONE_HIPS];
    vrm_Quat back = vrmi_quat_conjugate(step->turn);
    for (; round > 0; round--) {
        at = vrmi_vec3_add(vrmi_quat_rotate(step->turn, at), step->translation);
        *turn = vrmi_quat_mul(step->turn, *turn);
    }
    for (; round < 0; round++) {
        at = vrmi_quat_rotate(back, vrmi_vec3_sub(at, step->translation));
        *turn = vrmi_quat_mul(back, *turn);
    }
    *turn = vrmi_quat_normalize(*turn);
    pose.hips_offset = vrmi_vec3_sub(at, legs->hips);
    return pose;
}
