/* SPDX-License-Identifier: MIT */
/* Estimates the T-pose from all frames, for files without a still pose of a person. One frame alone
 * would make its own bends part of the T-pose: somebody who looks aside in it would look aside for
 * ever. What follows holds for every frame, so a rig gets about the same T-pose from each of its
 * motions:
 *
 *   hips, chest, head   the line between the hip joints, the shoulders and the eyes is +X. It is
 *                       fixed to the bone in whatever pose.
 *   arms, legs          the bone points as in the T-pose, and elbows and knees bend about the axis
 *                       about which they bend in the motion.
 *   trunk, neck, head   what is left is the orientation that they have most of the time, in the
 *                       frames that stand about as well as the best one.
 *
 * If nobody stands in the motion, pelvis and spine also point along their next joint, and
 * feet are as a flat foot is below its shin. */
#include "motion/capture/rest_estimate.h"

#include "base/ascii.h"

#include <string.h>

/* From the ankle to the toes of a flat foot: 35 degrees below the horizontal. */
static const vrm_Vec3 flat_toes = {0.0f, -0.5736f, 0.8192f};
static const vrm_Vec3 to_left = {1.0f, 0.0f, 0.0f}, upwards = {0.0f, 1.0f, 0.0f};

/* ROUNDS: over the frames, until votes agree. */
enum { ROUNDS = 6, FRAMES_MOST = 128 };

static int32_t frames_of(const vrm_Capture* capture) {
    int32_t count = vrmi_person_samples(capture);
    return count < FRAMES_MOST ? count : FRAMES_MOST;
}

/* Poses the joints as in one of the examined frames. */
static void pose_at(vrm_Capture* capture, int32_t number) {
    int32_t last = vrmi_person_samples(capture) - 1, count = frames_of(capture);
    int32_t sample = count < 2 ? 0 : number * last / (count - 1);
    vrmi_person_pose(capture, vrmi_person_sample(capture, sample));
}

/* ---- Statistics over frames ---- */

/* Bones whose usual orientation is estimated. */
static const vrm_Bone voters[] = {VRM_BONE_HIPS,          VRM_BONE_SPINE,         VRM_BONE_CHEST,
                                  VRM_BONE_UPPER_CHEST,   VRM_BONE_NECK,          VRM_BONE_HEAD,
                                  VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_SHOULDER};
enum { VOTERS = sizeof voters / sizeof *voters };

/* Two bones of a limb with a hinge between them: their directions in the T-pose, and the axis about
 * which the second bends. */
static const struct {
    vrm_Bone upper;
    vrm_Vec3 along, hinge;
} limbs[] = {{VRM_BONE_LEFT_UPPER_ARM, {1.0f, 0.0f, 0.0f}, {0.0f, -1.0f, 0.0f}},
             {VRM_BONE_RIGHT_UPPER_ARM, {-1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}},
             {VRM_BONE_LEFT_UPPER_LEG, {0.0f, -1.0f, 0.0f}, {1.0f, 0.0f, 0.0f}},
             {VRM_BONE_RIGHT_UPPER_LEG, {0.0f, -1.0f, 0.0f}, {1.0f, 0.0f, 0.0f}}};
enum { LIMBS = sizeof limbs / sizeof *limbs, LOWER = 1, END = 2 };

/* A direction in the axes of a bone, summed over frames. */
typedef struct Sum {
    vrm_Vec3 total;
    float length; /* sum of the lengths of all added directions */
} Sum;

typedef struct Estimate {
    const vrmi_Standing* standing;
    vrm_Quat axes[VRM_BONE_COUNT]; /* from the axes of a bone to model axes, in the T-pose */
    bool is_set[VRM_BONE_COUNT];
    vrm_Quat votes[VOTERS];
    Sum across[VRM_BONE_COUNT], along[VRM_BONE_COUNT], hinge[VRM_BONE_COUNT];
} Estimate;

static vrm_Quat world_of(const vrm_Capture* capture, vrm_Bone bone) {
    return vrmi_quat_mul(capture->to_model, capture->joints[capture->bones[bone]].turn);
}

/* Adds a direction in model axes to a sum in the axes of a bone. */
static void add_to(Sum* sum, const vrm_Capture* capture, vrm_Bone bone, vrm_Vec3 direction) {
    if (!vrmi_person_has(capture, bone)) return;
    vrm_Quat back = vrmi_quat_conjugate(world_of(capture, bone));
    sum->total = vrmi_vec3_add(sum->total, vrmi_quat_rotate(back, direction));
    sum->length += vrmi_vec3_length(direction);
}

/* Returns true if the frames agree about a direction. */
static bool is_fixed(const Sum* sum, float least) {
    return sum->length > 0.0f && vrmi_vec3_length(sum->total) > least * sum->length;
}

static vrm_Vec3 direction_of(const vrm_Capture* capture, vrm_Bone from, vrm_Bone to) {
    vrm_Vec3 direction = vrmi_person_between(capture, from, to);
    return vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, direction));
}

/* Returns the next bone of the trunk that the file has. */
static vrm_Bone next_of(const vrm_Capture* capture, vrm_Bone bone) {
    int next = (int)bone + 1;
    while (next < VRM_BONE_HEAD && !vrmi_person_has(capture, (vrm_Bone)next)) next++;
    return (vrm_Bone)next;
}

/* Returns the bone of the trunk that carries both shoulders, and their positions. */
static vrm_Bone chest_of(const vrm_Capture* capture) {
    vrm_Bone bone = VRM_BONE_UPPER_CHEST;
    while (bone > VRM_BONE_HIPS && !vrmi_person_has(capture, bone)) bone = (vrm_Bone)(bone - 1);
    return bone;
}

/* Returns the end joint that marks the top of the head ("HeadNub", "HeadTop_End"); -1: none. */
static int32_t top_of_head(const vrm_Capture* capture) {
    if (!vrmi_person_has(capture, VRM_BONE_HEAD)) return -1;
    for (int32_t j = 0; j < capture->joint_count; j++) {
        const vrmi_PersonJoint* joint = &capture->joints[j];
        if (joint->parent != capture->bones[VRM_BONE_HEAD] || joint->bone != VRM_BONE_NONE)
            continue;
        const char* at = strstr(joint->name, "ead");
        if (joint->is_end ||
            (at != NULL && (strstr(at, "ub") || strstr(at, "op") || strstr(at, "nd"))))
            return j;
    }
    return -1;
}

static void add_lines(Estimate* e, const vrm_Capture* capture) {
    bool has_shoulders = vrmi_person_has(capture, VRM_BONE_LEFT_SHOULDER) &&
                         vrmi_person_has(capture, VRM_BONE_RIGHT_SHOULDER);
    vrm_Vec3 legs = direction_of(capture, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_LEG);
    vrm_Vec3 arms = has_shoulders
                        ? direction_of(capture, VRM_BONE_RIGHT_SHOULDER, VRM_BONE_LEFT_SHOULDER)
                        : direction_of(capture, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
    vrm_Vec3 eyes = direction_of(capture, VRM_BONE_RIGHT_EYE, VRM_BONE_LEFT_EYE);
    vrm_Bone chest = chest_of(capture);
    add_to(&e->across[VRM_BONE_HIPS], capture, VRM_BONE_HIPS, legs);
    if (chest != VRM_BONE_HIPS) add_to(&e->across[chest], capture, chest, arms);
    add_to(&e->across[VRM_BONE_HEAD], capture, VRM_BONE_HEAD, eyes);
    for (int b = VRM_BONE_HIPS; b < VRM_BONE_HEAD; b++) {
        vrm_Bone bone = (vrm_Bone)b;
        if (vrmi_person_has(capture, bone))
            add_to(&e->along[b], capture, bone,
                   direction_of(capture, bone, next_of(capture, bone)));
    }
    int32_t top = top_of_head(capture);
    if (top < 0) return;
    vrm_Vec3 direction =
        vrmi_vec3_sub(capture->joints[top].place, vrmi_person_place(capture, VRM_BONE_HEAD));
    direction = vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, direction));
    add_to(&e->along[VRM_BONE_HEAD], capture, VRM_BONE_HEAD, direction);
}

static void add_limb(Estimate* e, const vrm_Capture* capture, int limb) {
    vrm_Bone upper = limbs[limb].upper, lower = (vrm_Bone)(upper + LOWER);
    vrm_Vec3 first = direction_of(capture, upper, lower);
    vrm_Vec3 second = direction_of(capture, lower, (vrm_Bone)(upper + END));
    vrm_Vec3 axis = vrmi_vec3_cross(first, second); /* weighted by how far it is bent */
    if (vrmi_vec3_reach(first) == 0.0f || vrmi_vec3_reach(second) == 0.0f) return;
    add_to(&e->along[upper], capture, upper, first);
    add_to(&e->along[lower], capture, lower, second);
    add_to(&e->hinge[upper], capture, upper, axis);
    add_to(&e->hinge[lower], capture, lower, axis);
    add_to(&e->hinge[upper + END], capture, (vrm_Bone)(upper + END), axis);
}

/* Directions of toes and shin relative to the foot. */
static void add_foot(Estimate* e, const vrm_Capture* capture, vrm_Bone foot) {
    vrm_Bone toes = (vrm_Bone)(foot + 1), shin = (vrm_Bone)(foot - 1);
    if (!vrmi_person_has(capture, toes) || !vrmi_person_has(capture, shin)) return;
    add_to(&e->along[foot], capture, foot, direction_of(capture, foot, toes));
    add_to(&e->across[foot], capture, foot, direction_of(capture, shin, foot));
}

static bool is_shoulder(vrm_Bone bone) {
    return bone == VRM_BONE_LEFT_SHOULDER || bone == VRM_BONE_RIGHT_SHOULDER;
}

/* Returns the orientation of a bone of the trunk if the person stood, or lay straight, given the
 * trunk of the frame; for shoulders, that of the chest. */
static vrm_Quat neutral(const Estimate* e, const vrm_Capture* capture, vrm_Bone bone) {
    if (is_shoulder(bone)) return world_of(capture, chest_of(capture));
    vrm_Quat heading = vrmi_rest_heading(capture);
    if (e->standing->leans && vrmi_rest_lies(capture)) return vrmi_rest_body(capture, heading);
    if (bone == VRM_BONE_HIPS) return heading;
    vrm_Quat trunk = e->standing->leans ? vrmi_rest_trunk(capture, heading) : heading;
    return bone == VRM_BONE_HEAD ? vrmi_rest_head(trunk) : trunk;
}

/* Quaternions of opposite sign are the same rotation. */
static void add_quat(vrm_Quat* sum, vrm_Quat q, float weight) {
    if (vrmi_quat_dot(q, *sum) < 0.0f) weight = -weight;
    *sum = (vrm_Quat){sum->x + weight * q.x, sum->y + weight * q.y, sum->z + weight * q.z,
                      sum->w + weight * q.w};
}

/* A vote that is far from the others counts less, as for a median. */
static float weight_of(vrm_Quat vote, vrm_Quat mean) {
    float angle = vrmi_quat_angle(vote, mean);
    return 1.0f / (1e-4f + angle * angle);
}

static void add_vote(Estimate* e, const vrm_Capture* capture, int voter, vrm_Quat sums[VOTERS],
                     bool is_first) {
    if (!vrmi_person_has(capture, voters[voter])) return;
    vrm_Quat base = vrmi_quat_conjugate(neutral(e, capture, voters[voter]));
    vrm_Quat vote = vrmi_quat_mul(base, world_of(capture, voters[voter]));
    add_quat(&sums[voter], vote, is_first ? 1.0f : weight_of(vote, e->votes[voter]));
}

static void gather(Estimate* e, vrm_Capture* capture) {
    const float near_best = 0.6f; /* of a score of 8 to 10 */
    int32_t count = frames_of(capture);
    for (int round = 0; round < ROUNDS; round++) {
        vrm_Quat sums[VOTERS] = {0};
        for (int32_t i = 0; i <= count; i++) {
            if (i < count)
                pose_at(capture, i);
            else /* so that one frame stands */
                vrmi_person_pose(capture, e->standing->frame);
            bool stands = vrmi_rest_score(capture).all >= e->standing->best.all - near_best;
            for (int v = 0; v < VOTERS && stands; v++) add_vote(e, capture, v, sums, round == 0);
            if (round > 0) continue;
            add_lines(e, capture);
            for (int limb = 0; limb < LIMBS; limb++) add_limb(e, capture, limb);
            add_foot(e, capture, VRM_BONE_LEFT_FOOT);
            add_foot(e, capture, VRM_BONE_RIGHT_FOOT);
        }
        for (int v = 0; v < VOTERS; v++) e->votes[v] = vrmi_quat_normalize(sums[v]);
    }
}

/* ---- The T-pose ---- */

/* Turns axes by the smallest rotation that moves a direction in them to `there`. */
static void aim(vrm_Quat* axes, const Sum* sum, vrm_Vec3 there) {
    vrm_Vec3 here = vrmi_vec3_normalize(vrmi_quat_rotate(*axes, sum->total));
    *axes = vrmi_quat_mul(vrmi_quat_from_to(here, there), *axes);
}

/* The same about +X alone. */
static void pitch(vrm_Quat* axes, const Sum* sum, vrm_Vec3 there) {
    vrm_Vec3 here = vrmi_quat_rotate(*axes, sum->total);
    here.x = 0.0f;
    if (vrmi_vec3_length(here) < 0.3f * sum->length) return;
    here = vrmi_vec3_normalize(here);
    *axes = vrmi_quat_mul(vrmi_quat_from_to(here, there), *axes);
}

static void settle_trunk(Estimate* e, const vrm_Capture* capture) {
    const float rigid = 0.97f;
    bool is_poor = !e->standing->is_good;
    for (int v = 0; v < VOTERS; v++) {
        vrm_Bone bone = voters[v];
        if (!vrmi_person_has(capture, bone)) continue;
        e->axes[bone] = e->votes[v];
        e->is_set[bone] = true;
        if (is_shoulder(bone))
            e->axes[bone] = vrmi_quat_mul(e->axes[chest_of(capture)], e->votes[v]);
        if (is_fixed(&e->across[bone], rigid)) aim(&e->axes[bone], &e->across[bone], to_left);
        if (is_poor && bone <= VRM_BONE_HEAD && is_fixed(&e->along[bone], rigid))
            pitch(&e->axes[bone], &e->along[bone], upwards);
    }
}

/* Returns the rotation of a bone from the T-pose, by the estimated axes. */
static vrm_Quat turned(const Estimate* e, const vrm_Capture* capture, vrm_Bone bone) {
    return vrmi_quat_mul(world_of(capture, bone), vrmi_quat_conjugate(e->axes[bone]));
}

/* A neck has no line across it, but follows every turn of the head: its rest is halfway between
 * chest and head. */
static void settle_neck(Estimate* e, vrm_Capture* capture) {
    vrm_Bone chest = chest_of(capture);
    if (!e->is_set[VRM_BONE_NECK] || !e->is_set[VRM_BONE_HEAD] || !e->is_set[chest]) return;
    for (int round = 0; round < ROUNDS; round++) {
        vrm_Quat sum = {0.0f, 0.0f, 0.0f, 0.0f}, before = e->axes[VRM_BONE_NECK];
        for (int32_t i = 0; i < frames_of(capture); i++) {
            pose_at(capture, i);
            vrm_Quat between =
                vrmi_quat_slerp(turned(e, capture, chest), turned(e, capture, VRM_BONE_HEAD), 0.5f);
            vrm_Quat vote =
                vrmi_quat_mul(vrmi_quat_conjugate(between), world_of(capture, VRM_BONE_NECK));
            add_quat(&sum, vote, round == 0 ? 1.0f : weight_of(vote, before));
        }
        e->axes[VRM_BONE_NECK] = vrmi_quat_normalize(sum);
    }
}

static void settle_foot(Estimate* e, vrm_Bone foot) {
    vrm_Vec3 toes = vrmi_vec3_normalize(e->along[foot].total);
    vrm_Vec3 left = vrmi_vec3_normalize(vrmi_vec3_cross(toes, e->across[foot].total));
    if (e->standing->is_good || vrmi_vec3_reach(toes) == 0.0f || vrmi_vec3_reach(left) == 0.0f)
        return;
    /* The foot of a kneeling person can be stretched beyond the line of the shin. */
    bool is_behind = vrmi_vec3_dot(left, e->hinge[foot].total) < 0.0f;
    if (is_behind && is_fixed(&e->hinge[foot], 0.85f)) left = vrmi_vec3_scale(left, -1.0f);
    vrm_Quat own = vrmi_quat_from_basis(left, toes, vrmi_vec3_cross(left, toes));
    vrm_Quat there = vrmi_quat_from_basis(to_left, flat_toes, vrmi_vec3_cross(to_left, flat_toes));
    e->axes[foot] = vrmi_quat_mul(there, vrmi_quat_conjugate(own));
    e->is_set[foot] = true;
}

/* Axes in which the bone and its hinge are as in the T-pose. */
static vrm_Quat hinged(vrm_Vec3 along, vrm_Vec3 hinge, int limb) {
    vrm_Vec3 side = vrmi_vec3_normalize(vrmi_vec3_cross(along, hinge));
    hinge = vrmi_vec3_cross(side, along);
    vrm_Quat own = vrmi_quat_from_basis(along, hinge, side);
    vrm_Vec3 there = vrmi_vec3_cross(limbs[limb].along, limbs[limb].hinge);
    return vrmi_quat_mul(vrmi_quat_from_basis(limbs[limb].along, limbs[limb].hinge, there),
                         vrmi_quat_conjugate(own));
}

static void settle_limb(Estimate* e, int limb) {
    const float bent = 0.1f, agree = 0.85f; /* mean sine of the bend; agreement of the axes */
    for (int part = 0; part < END; part++) {
        int bone = (int)limbs[limb].upper + part;
        const Sum *along = &e->along[bone], *hinge = &e->hinge[bone];
        if (!is_fixed(along, 0.95f) || !is_fixed(hinge, agree)) continue;
        if (vrmi_vec3_length(hinge->total) < bent * along->length) continue;
        e->axes[bone] =
            hinged(vrmi_vec3_normalize(along->total), vrmi_vec3_normalize(hinge->total), limb);
        e->is_set[bone] = true;
    }
}

/* Toes that are bent in the frame are corrected by their direction: in the T-pose they are flat. */
static vrm_Quat toes_rest(const vrm_Capture* capture, vrm_Bone foot) {
    const float alike = 0.9659f; /* cosine of 15 degrees */
    vrm_Quat flat = capture->rests[foot];
    vrm_Vec3 here = vrmi_quat_rotate(flat, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 there = vrmi_person_direction(capture, (vrm_Bone)(foot + 1));
    float cosine = vrmi_vec3_dot(here, there);
    if (vrmi_vec3_reach(there) == 0.0f || cosine > alike || cosine < 0.2f) return flat;
    return vrmi_quat_mul(vrmi_quat_from_to(here, there), flat);
}

uint64_t vrmi_rest_estimate(vrm_Capture* capture, const vrmi_Standing* standing) {
    uint64_t found = 0;
    Estimate e = {.standing = standing};
    gather(&e, capture);
    settle_trunk(&e, capture);
    for (int limb = 0; limb < LIMBS; limb++) settle_limb(&e, limb);
    settle_neck(&e, capture);
    settle_foot(&e, VRM_BONE_LEFT_FOOT);
    settle_foot(&e, VRM_BONE_RIGHT_FOOT);
    vrmi_person_pose(capture, standing->frame);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        bool is_face = b == VRM_BONE_LEFT_EYE || b == VRM_BONE_RIGHT_EYE || b == VRM_BONE_JAW;
        if (is_face) capture->rests[b] = capture->rests[VRM_BONE_HEAD];
        if (!e.is_set[b] || !vrmi_person_has(capture, (vrm_Bone)b)) continue;
        vrm_Quat turn = world_of(capture, (vrm_Bone)b);
        capture->rests[b] = vrmi_quat_mul(turn, vrmi_quat_conjugate(e.axes[b]));
        if (b == VRM_BONE_LEFT_FOOT || b == VRM_BONE_RIGHT_FOOT)
            capture->rests[b + 1] = toes_rest(capture, (vrm_Bone)b);
        found |= (uint64_t)1 << b;
    }
    return found;
}
