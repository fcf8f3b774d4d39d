/* SPDX-License-Identifier: MIT */
#include "motion/models/points_solve.h"

#include "motion/record.h"

/* ---- Layouts ---- */

/* One point for each joint of SMPL. */
#define AT(bone, point)                                                                            \
    { bone, point, point, point, point, 0.0f }

#define SMPL_PLACES                                                                                \
    AT(VRM_BONE_HIPS, 0), AT(VRM_BONE_LEFT_UPPER_LEG, 1), AT(VRM_BONE_RIGHT_UPPER_LEG, 2),         \
        AT(VRM_BONE_SPINE, 3), AT(VRM_BONE_LEFT_LOWER_LEG, 4), AT(VRM_BONE_RIGHT_LOWER_LEG, 5),    \
        AT(VRM_BONE_CHEST, 6), AT(VRM_BONE_LEFT_FOOT, 7), AT(VRM_BONE_RIGHT_FOOT, 8),              \
        AT(VRM_BONE_UPPER_CHEST, 9), AT(VRM_BONE_LEFT_TOES, 10), AT(VRM_BONE_RIGHT_TOES, 11),      \
        AT(VRM_BONE_NECK, 12), AT(VRM_BONE_LEFT_SHOULDER, 13), AT(VRM_BONE_RIGHT_SHOULDER, 14),    \
        AT(VRM_BONE_HEAD, 15), AT(VRM_BONE_LEFT_UPPER_ARM, 16), AT(VRM_BONE_RIGHT_UPPER_ARM, 17),  \
        AT(VRM_BONE_LEFT_LOWER_ARM, 18), AT(VRM_BONE_RIGHT_LOWER_ARM, 19),                         \
        AT(VRM_BONE_LEFT_HAND, 20), AT(VRM_BONE_RIGHT_HAND, 21)

static const vrmi_PointPlace smpl_places[] = {SMPL_PLACES};

/* Directions of the bones of SMPL's mean body at rest, as the mean of both sides. They differ from
 * a T-pose: the neck leans back, the head forward, and the thighs are apart. */
static const vrmi_PointDirection smpl_directions[] = {
    {VRM_BONE_SPINE, 0, 124, -38},
    {VRM_BONE_CHEST, 0, 138, 27},
    {VRM_BONE_UPPER_CHEST, 0, 56, 3},
    {VRM_BONE_NECK, 0, 212, -33},
    {VRM_BONE_HEAD, 0, 89, 50},
    {VRM_BONE_LEFT_LOWER_LEG, 43, -385, 2},
    {VRM_BONE_LEFT_FOOT, -17, -423, -36},
    {VRM_BONE_LEFT_TOES, 38, -61, 126},
    {VRM_BONE_LEFT_UPPER_ARM, 118, 46, -14},
    {VRM_BONE_LEFT_LOWER_ARM, 258, -15, -27},
    {VRM_BONE_LEFT_HAND, 267, 13, -7},
};

/* 11 and 12 are shoulders, 23 and 24 hips, 7 and 8 ears. */
static const vrmi_PointPlace mediapipe_places[] = {
    {VRM_BONE_HIPS, 23, 24, 23, 24, 0.0f},
    {VRM_BONE_SPINE, 23, 24, 11, 12, 0.2f},
    {VRM_BONE_CHEST, 23, 24, 11, 12, 0.5f},
    {VRM_BONE_NECK, 11, 12, 7, 8, 0.1f},
    {VRM_BONE_HEAD, 11, 12, 7, 8, 0.7f},
    AT(VRM_BONE_LEFT_UPPER_LEG, 23),
    AT(VRM_BONE_RIGHT_UPPER_LEG, 24),
    AT(VRM_BONE_LEFT_LOWER_LEG, 25),
    AT(VRM_BONE_RIGHT_LOWER_LEG, 26),
    AT(VRM_BONE_LEFT_FOOT, 27),
    AT(VRM_BONE_RIGHT_FOOT, 28),
    AT(VRM_BONE_LEFT_TOES, 31),
    AT(VRM_BONE_RIGHT_TOES, 32),
    AT(VRM_BONE_LEFT_UPPER_ARM, 11),
    AT(VRM_BONE_RIGHT_UPPER_ARM, 12),
    AT(VRM_BONE_LEFT_LOWER_ARM, 13),
    AT(VRM_BONE_RIGHT_LOWER_ARM, 14),
    AT(VRM_BONE_LEFT_HAND, 15),
    AT(VRM_BONE_RIGHT_HAND, 16),
};

/* 5 and 6 are shoulders, 11 and 12 hips, 3 and 4 ears. */
static const vrmi_PointPlace coco_places[] = {
    {VRM_BONE_HIPS, 11, 12, 11, 12, 0.0f}, {VRM_BONE_SPINE, 11, 12, 5, 6, 0.2f},
    {VRM_BONE_CHEST, 11, 12, 5, 6, 0.5f},  {VRM_BONE_NECK, 5, 6, 3, 4, 0.1f},
    {VRM_BONE_HEAD, 5, 6, 3, 4, 0.7f},     AT(VRM_BONE_LEFT_UPPER_LEG, 11),
    AT(VRM_BONE_RIGHT_UPPER_LEG, 12),      AT(VRM_BONE_LEFT_LOWER_LEG, 13),
    AT(VRM_BONE_RIGHT_LOWER_LEG, 14),      AT(VRM_BONE_LEFT_FOOT, 15),
    AT(VRM_BONE_RIGHT_FOOT, 16),           AT(VRM_BONE_LEFT_UPPER_ARM, 5),
    AT(VRM_BONE_RIGHT_UPPER_ARM, 6),       AT(VRM_BONE_LEFT_LOWER_ARM, 7),
    AT(VRM_BONE_RIGHT_LOWER_ARM, 8),       AT(VRM_BONE_LEFT_HAND, 9),
    AT(VRM_BONE_RIGHT_HAND, 10),
};

#define COUNT_OF(places) ((int32_t)(sizeof(places) / sizeof *(places)))

static const vrmi_PointSet sets[] = {
    {.layout = VRM_POINT_LAYOUT_HUMANML3D,
     .point_count = 22,
     .places = smpl_places,
     .place_count = COUNT_OF(smpl_places),
     .directions = smpl_directions,
     .direction_count = COUNT_OF(smpl_directions),
     .frame_rate = 20.0,
     .has_place = true},
    {.layout = VRM_POINT_LAYOUT_SMPL24, /* the last two are ends of hands */
     .point_count = 24,
     .places = smpl_places,
     .place_count = COUNT_OF(smpl_places),
     .directions = smpl_directions,
     .direction_count = COUNT_OF(smpl_directions),
     .frame_rate = 30.0,
     .has_place = true},
    {.layout = VRM_POINT_LAYOUT_MEDIAPIPE,
     .point_count = 33,
     .places = mediapipe_places,
     .place_count = COUNT_OF(mediapipe_places),
     .has_head = true,
     .left_ear = 7,
     .right_ear = 8,
     .nose = 0,
     .has_palms = true,
     .index_knuckles = {19, 20},
     .little_knuckles = {17, 18},
     .frame_rate = 30.0},
    {.layout = VRM_POINT_LAYOUT_COCO,
     .point_count = 17,
     .places = coco_places,
     .place_count = COUNT_OF(coco_places),
     .has_head = true,
     .left_ear = 3,
     .right_ear = 4,
     .nose = 0,
     .frame_rate = 30.0,
     .has_place = true},
};

const vrmi_PointSet* vrmi_point_set(vrm_PointLayout layout, size_t point_count) {
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        size_t count = (size_t)sets[i].point_count;
        bool is_guessed = layout == VRM_POINT_LAYOUT_GUESS && count == point_count;
        if (is_guessed || (sets[i].layout == layout && count <= point_count)) return &sets[i];
    }
    return NULL;
}

uint64_t vrmi_point_set_bones(const vrmi_PointSet* set) {
    uint64_t bones = 0;
    for (int32_t i = 0; i < set->place_count; i++) bones |= (uint64_t)1 << set->places[i].bone;
    return bones;
}

/* ---- Frames ---- */

static vrm_Vec3 between(vrm_Vec3 a, vrm_Vec3 b, float part) {
    return vrmi_vec3_add(a, vrmi_vec3_scale(vrmi_vec3_sub(b, a), part));
}

void vrmi_points_frame(const vrmi_PointSet* set, const vrm_Vec3* points, vrm_Quat to_model,
                       vrmi_PointFrame* out) {
    vrm_Vec3 p[VRMI_POINTS_MAX];
    for (int32_t i = 0; i < set->point_count; i++) p[i] = vrmi_quat_rotate(to_model, points[i]);
    *out = (vrmi_PointFrame){.head_left = {0.0f, 0.0f, 0.0f}};
    for (int32_t i = 0; i < set->place_count; i++) {
        const vrmi_PointPlace* place = &set->places[i];
        vrm_Vec3 low = between(p[place->a], p[place->b], 0.5f);
        vrm_Vec3 high = between(p[place->c], p[place->d], 0.5f);
        out->bones[place->bone] = between(low, high, place->part);
    }
    if (set->has_head) {
        vrm_Vec3 left = p[set->left_ear], right = p[set->right_ear];
        out->head_left = vrmi_vec3_sub(left, right);
        out->head_front = vrmi_vec3_sub(p[set->nose], between(left, right, 0.5f));
    }
    for (int side = 0; side < 2 && set->has_palms; side++) {
        vrm_Vec3 wrist = out->bones[side == 0 ? VRM_BONE_LEFT_HAND : VRM_BONE_RIGHT_HAND];
        vrm_Vec3 index = p[set->index_knuckles[side]], little = p[set->little_knuckles[side]];
        out->fingers[side] = vrmi_vec3_sub(between(index, little, 0.5f), wrist);
        out->across[side] = vrmi_vec3_sub(index, little);
    }
}

/* ---- Directions ---- */

/* The rotation that takes the direction `rest` to `there` and turns `rest_side` as near to `side`
 * as that allows. */
static vrm_Quat aim(vrm_Vec3 rest, vrm_Vec3 rest_side, vrm_Vec3 there, vrm_Vec3 side) {
    vrm_Vec3 a = vrmi_vec3_normalize(rest), b = vrmi_vec3_normalize(there);
    vrm_Vec3 a_normal = vrmi_vec3_normalize(vrmi_vec3_cross(rest_side, a));
    vrm_Vec3 b_normal = vrmi_vec3_normalize_or(vrmi_vec3_cross(side, b), vrmi_vec3_orthogonal(b));
    vrm_Quat from = vrmi_quat_from_frame(vrmi_vec3_cross(a, a_normal), a, a_normal);
    vrm_Quat to = vrmi_quat_from_frame(vrmi_vec3_cross(b, b_normal), b, b_normal);
    return vrmi_quat_normalize(vrmi_quat_mul(to, vrmi_quat_conjugate(from)));
}

static const vrm_Vec3 left = {1.0f, 0.0f, 0.0f};
static const vrm_Vec3 up = {0.0f, 1.0f, 0.0f};

static bool has(const vrmi_PointBody* body, vrm_Bone bone) {
    return (body->bones >> bone & 1) != 0;
}

/* The highest bone of the trunk, which arms and neck hang on. */
static vrm_Bone top_of(const vrmi_PointBody* body) {
    return has(body, VRM_BONE_UPPER_CHEST) ? VRM_BONE_UPPER_CHEST : VRM_BONE_CHEST;
}

static vrm_Vec3 from_to(const vrmi_PointFrame* frame, vrm_Bone from, vrm_Bone to) {
    return vrmi_vec3_sub(frame->bones[to], frame->bones[from]);
}

static vrm_Vec3 hips_left(const vrmi_PointFrame* frame) {
    return vrmi_vec3_normalize_or(from_to(frame, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_LEG),
                                  left);
}

/* By the collar bones, which the arms do not move, if they are known. */
static vrm_Vec3 shoulders_left(const vrmi_PointBody* body, const vrmi_PointFrame* frame) {
    bool has_collars = has(body, VRM_BONE_LEFT_SHOULDER) && has(body, VRM_BONE_RIGHT_SHOULDER);
    vrm_Vec3 across = has_collars
                          ? from_to(frame, VRM_BONE_RIGHT_SHOULDER, VRM_BONE_LEFT_SHOULDER)
                          : from_to(frame, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
    return vrmi_vec3_normalize_or(across, left);
}

/* The hips, by the spine; the top of the trunk, by the neck. */
static vrm_Quat hips_turn(const vrmi_PointBody* body, const vrmi_PointFrame* frame) {
    return aim(body->directions[VRM_BONE_SPINE], left,
               from_to(frame, VRM_BONE_HIPS, VRM_BONE_SPINE), hips_left(frame));
}

static vrm_Quat top_turn(const vrmi_PointBody* body, const vrmi_PointFrame* frame) {
    return aim(body->directions[VRM_BONE_NECK], left, from_to(frame, top_of(body), VRM_BONE_NECK),
               shoulders_left(body, frame));
}

/* ---- The person ---- */

/* Hangs on the hips or the chest, which are stiff: its place there is measured, not its length. */
static bool is_stiff(const vrmi_PointBody* body, vrm_Bone bone) {
    vrm_Bone parent = vrmi_record_parent(bone, body->bones);
    bool is_leg = bone == VRM_BONE_LEFT_UPPER_LEG || bone == VRM_BONE_RIGHT_UPPER_LEG;
    return is_leg || (parent == top_of(body) && bone != VRM_BONE_NECK);
}

/* Sets the directions of the bones at rest: those of the set, otherwise those of the standard
 * skeleton with an upright trunk. */
void vrmi_points_begin_body(const vrmi_PointSet* set, vrmi_PointBody* out) {
    vrm_Vec3 standard[VRM_BONE_COUNT];
    *out = (vrmi_PointBody){.bones = vrmi_point_set_bones(set)};
    (void)vrmi_record_skeleton(NULL, 0.0f, standard);
    for (int b = VRM_BONE_HIPS + 1; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrmi_record_parent((vrm_Bone)b, out->bones);
        vrm_Vec3 step = b <= VRM_BONE_HEAD ? up : vrmi_vec3_sub(standard[b], standard[parent]);
        out->directions[b] = vrmi_vec3_normalize_or(step, up);
    }
    for (int32_t i = 0; i < set->direction_count; i++) {
        const vrmi_PointDirection* given = &set->directions[i];
        vrm_Vec3 step = {(float)given->x, (float)given->y, (float)given->z};
        vrm_Bone other = vrmi_record_mirrored((vrm_Bone)given->bone);
        out->directions[given->bone] = vrmi_vec3_normalize(step);
        step.x = -step.x;
        if (other != VRM_BONE_NONE) out->directions[other] = vrmi_vec3_normalize(step);
    }
}

void vrmi_points_measure(const vrmi_PointFrame* frame, vrmi_PointBody* body) {
    vrm_Quat hips = hips_turn(body, frame), top = top_turn(body, frame);
    for (int b = VRM_BONE_HIPS + 1; b < VRM_BONE_COUNT; b++) {
        if (!has(body, (vrm_Bone)b)) continue;
        vrm_Bone parent = vrmi_record_parent((vrm_Bone)b, body->bones);
        vrm_Vec3 step = from_to(frame, parent, (vrm_Bone)b);
        if (is_stiff(body, (vrm_Bone)b)) {
            step =
                vrmi_quat_rotate(vrmi_quat_conjugate(parent == VRM_BONE_HIPS ? hips : top), step);
            body->sums[b][0] += (double)step.x;
            body->sums[b][1] += (double)step.y;
            body->sums[b][2] += (double)step.z;
        } else {
            body->sums[b][0] += (double)vrmi_vec3_length(step);
        }
    }
    body->frame_count++;
}

static vrm_Vec3 rest_step(const vrmi_PointBody* body, vrm_Bone bone) {
    double count = (double)body->frame_count;
    const double* sum = body->sums[bone];
    if (is_stiff(body, bone))
        return (vrm_Vec3){(float)(sum[0] / count), (float)(sum[1] / count),
                          (float)(sum[2] / count)};
    return vrmi_vec3_scale(body->directions[bone], (float)(sum[0] / count));
}

void vrmi_points_build_body(vrmi_PointBody* body) {
    vrm_Vec3 standard[VRM_BONE_COUNT];
    float lowest = 0.0f;
    (void)vrmi_record_skeleton(NULL, 0.0f, standard);
    for (int b = VRM_BONE_HIPS + 1; b < VRM_BONE_COUNT; b++) {
        if (!has(body, (vrm_Bone)b)) continue;
        vrm_Bone parent = vrmi_record_parent((vrm_Bone)b, body->bones);
        body->rest[b] = vrmi_vec3_add(body->rest[parent], rest_step(body, (vrm_Bone)b));
        if (body->rest[b].y < lowest) lowest = body->rest[b].y;
    }
    /* Soles are as far below the joints as those of the standard skeleton. */
    vrm_Bone sole = has(body, VRM_BONE_LEFT_TOES) ? VRM_BONE_LEFT_TOES : VRM_BONE_LEFT_FOOT;
    for (int b = 0; b < VRM_BONE_COUNT; b++) body->rest[b].y += standard[sole].y - lowest;
}

/* ---- Rotations ---- */

typedef struct Solver {
    const vrmi_PointBody* body;
    const vrmi_PointFrame* frame;
    vrm_Quat* turns;
} Solver;

static vrm_Vec3 rest_from_to(const Solver* solver, vrm_Bone from, vrm_Bone to) {
    return vrmi_vec3_sub(solver->body->rest[to], solver->body->rest[from]);
}

/* Hips and shoulders turn against each other: bones between them share it. */
static void solve_trunk(const Solver* solver) {
    static const vrm_Bone chain[] = {VRM_BONE_HIPS,        VRM_BONE_SPINE, VRM_BONE_CHEST,
                                     VRM_BONE_UPPER_CHEST, VRM_BONE_NECK,  VRM_BONE_HEAD};
    vrm_Vec3 low = hips_left(solver->frame), high = shoulders_left(solver->body, solver->frame);
    vrm_Bone bones[6];
    int count = 0, top = 0;
    for (int i = 0; i < 6; i++) {
        if (!has(solver->body, chain[i])) continue;
        if (chain[i] == top_of(solver->body)) top = count;
        bones[count++] = chain[i];
    }
    for (int i = 0; i + 1 < count; i++) {
        float part = i >= top ? 1.0f : (float)i / (float)top;
        vrm_Vec3 side = between(low, high, part);
        solver->turns[bones[i]] = aim(solver->body->directions[bones[i + 1]], left,
                                      from_to(solver->frame, bones[i], bones[i + 1]), side);
    }
    solver->turns[VRM_BONE_HEAD] = solver->turns[VRM_BONE_NECK];
}

/* The nose is a little lower than the ears. */
static void solve_head(const Solver* solver) {
    static const vrm_Vec3 rest_front = {0.0f, -0.15f, 1.0f};
    solver->turns[VRM_BONE_HEAD] =
        aim(rest_front, left, solver->frame->head_front, solver->frame->head_left);
}

/* How far a limb must be bent for its plane to say how it is rolled: sines. Below the first one the
 * roll is carried by what the limb hangs on. */
static const float straight = 0.1f, bent = 0.4f;

/* A limb of two bones with a hinge between them. */
typedef struct Limb {
    vrm_Bone upper, lower, end;
    vrm_Vec3 hinge; /* in the T-pose: the axis about which it bends */
} Limb;

static void solve_limb(const Solver* solver, const Limb* limb) {
    vrm_Bone parent = vrmi_record_parent(limb->upper, solver->body->bones);
    vrm_Vec3 rest_upper = rest_from_to(solver, limb->upper, limb->lower);
    vrm_Vec3 rest_lower = rest_from_to(solver, limb->lower, limb->end);
    vrm_Vec3 upper = vrmi_vec3_normalize(from_to(solver->frame, limb->upper, limb->lower));
    vrm_Vec3 lower = vrmi_vec3_normalize(from_to(solver->frame, limb->lower, limb->end));
    vrm_Quat above = solver->turns[parent];
    vrm_Vec3 hangs = vrmi_vec3_normalize(vrmi_quat_rotate(above, rest_upper));
    vrm_Vec3 carried =
        vrmi_quat_rotate(vrmi_quat_mul(vrmi_quat_from_to(hangs, upper), above), limb->hinge);
    vrm_Vec3 plane = vrmi_vec3_cross(upper, lower);
    float bend = vrmi_vec3_length(plane);
    float trust = vrmi_clamp((bend - straight) / (bent - straight), 0.0f, 1.0f);
    vrm_Vec3 hinge = between(carried, vrmi_vec3_normalize_or(plane, carried), trust);
    solver->turns[limb->upper] = aim(rest_upper, limb->hinge, upper, hinge);
    solver->turns[limb->lower] = aim(rest_lower, limb->hinge, lower, hinge);
    solver->turns[limb->end] = solver->turns[limb->lower];
}

/* Points where the bone below it is; its roll is the least that leads there. */
static void solve_collar(const Solver* solver, vrm_Bone collar, vrm_Bone arm) {
    if (!has(solver->body, collar)) return;
    vrm_Quat above = solver->turns[top_of(solver->body)];
    vrm_Vec3 hangs =
        vrmi_vec3_normalize(vrmi_quat_rotate(above, rest_from_to(solver, collar, arm)));
    vrm_Vec3 there = vrmi_vec3_normalize(from_to(solver->frame, collar, arm));
    solver->turns[collar] = vrmi_quat_mul(vrmi_quat_from_to(hangs, there), above);
}

static void solve_foot(const Solver* solver, vrm_Bone foot, vrm_Bone toes) {
    if (!has(solver->body, toes)) return;
    vrm_Vec3 hinge = vrmi_quat_rotate(solver->turns[foot], left); /* of the lower leg, so far */
    solver->turns[foot] =
        aim(rest_from_to(solver, foot, toes), left, from_to(solver->frame, foot, toes), hinge);
    solver->turns[toes] = solver->turns[foot];
}

static void solve_palm(const Solver* solver, vrm_Bone hand, int side) {
    static const vrm_Vec3 front = {0.0f, 0.0f, 1.0f};
    vrm_Vec3 outwards = side == 0 ? left : vrmi_vec3_negate(left);
    solver->turns[hand] =
        aim(outwards, front, solver->frame->fingers[side], solver->frame->across[side]);
}

void vrmi_points_solve(const vrmi_PointSet* set, const vrmi_PointBody* body,
                       const vrmi_PointFrame* frame, vrm_Quat out_turns[VRM_BONE_COUNT]) {
    static const Limb limbs[] = {
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT, {1, 0, 0}},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT, {1, 0, 0}},
        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND, {0, -1, 0}},
        {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND, {0, 1, 0}},
    };
    Solver solver = {body, frame, out_turns};
    solve_trunk(&solver);
    if (set->has_head) solve_head(&solver);
    solve_collar(&solver, VRM_BONE_LEFT_SHOULDER, VRM_BONE_LEFT_UPPER_ARM);
    solve_collar(&solver, VRM_BONE_RIGHT_SHOULDER, VRM_BONE_RIGHT_UPPER_ARM);
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) solve_limb(&solver, &limbs[i]);
    solve_foot(&solver, VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_TOES);
    solve_foot(&solver, VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_TOES);
    if (!set->has_palms) return;
    solve_palm(&solver, VRM_BONE_LEFT_HAND, 0);
    solve_palm(&solver, VRM_BONE_RIGHT_HAND, 1);
}
