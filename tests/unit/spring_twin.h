/* SPDX-License-Identifier: MIT */
/* The readable definition of the springs: one avatar, one number at a time, in the order of the
 * specification's text. What src/runtime computes in four lanes must be this, to the bit.
 *
 * It covers what all columns have in common: chains, skipped nodes, centers, every
 * collider, limits, uniform scales. Colliders and centers must not sway. */
#ifndef VRM_TESTS_SPRING_TWIN_H
#define VRM_TESTS_SPRING_TWIN_H

#include "base/maths.h"
#include "vrm/vrm.h"

#include <stdlib.h>
#include <string.h>

typedef struct TwinWorld {
    vrm_Quat rotation;
    vrm_Vec3 position;
    float scale;
} TwinWorld;

typedef struct TwinPair {
    vrm_Vec3 current, previous; /* in the world, as the center of the last step has them */
    TwinWorld center;           /* where it was then */
} TwinPair;

typedef struct Twin {
    const vrm_Rig* rig;
    const vrm_Model* model;
    int32_t node_count;
    TwinWorld root;
    vrm_Transform* locals; /* by node: inputs, and the rotations that the springs make */
    TwinWorld* worlds;     /* by node */
    TwinPair* pairs;       /* by joint of vrm_rig_spring_joint() */
} Twin;

static inline void twin_pose(Twin* t, int32_t node) {
    int32_t parent = vrm_rig_parent(t->rig, node);
    const TwinWorld* above = parent < 0 ? &t->root : &t->worlds[parent];
    const vrm_Transform* local = &t->locals[node];
    vrm_Vec3 arm = vrmi_vec3_scale(local->translation, above->scale);
    t->worlds[node] = (TwinWorld){
        vrmi_quat_mul(above->rotation, local->rotation),
        vrmi_vec3_add(above->position, vrmi_quat_rotate(above->rotation, arm)),
        above->scale * local->scale.x,
    };
}

static inline void twin_pose_all(Twin* t) {
    const vrm_Gltf* gltf = vrm_model_gltf(t->model);
    for (int32_t i = 0; i < t->node_count; i++) twin_pose(t, gltf->node_order[i]);
}

static inline vrm_Vec3 twin_point(const TwinWorld* w, vrm_Vec3 p) {
    return vrmi_vec3_add(w->position, vrmi_quat_rotate(w->rotation, vrmi_vec3_scale(p, w->scale)));
}

static inline vrm_Vec3 twin_local(const TwinWorld* w, vrm_Vec3 p) {
    vrm_Vec3 arm = vrmi_vec3_sub(p, w->position);
    vrm_Vec3 back = vrmi_quat_rotate(vrmi_quat_conjugate(w->rotation), arm);
    return vrmi_vec3_scale(back, vrmi_reciprocal(w->scale));
}

/* With the center, from where it was in the last step to where it is; a center that stays leaves a
 * point where it is. */
static inline vrm_Vec3 twin_carry(const TwinWorld* before, const TwinWorld* now, vrm_Vec3 p) {
    bool is_still =
        before->rotation.x == now->rotation.x && before->rotation.y == now->rotation.y &&
        before->rotation.z == now->rotation.z && before->rotation.w == now->rotation.w &&
        before->position.x == now->position.x && before->position.y == now->position.y &&
        before->position.z == now->position.z && before->scale == now->scale;
    return is_still ? p : twin_point(now, twin_local(before, p));
}

static inline vrm_Vec3 twin_unit(vrm_Vec3 v, vrm_Vec3 fallback) {
    float square = vrmi_vec3_dot(v, v);
    if (!(square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX)) return fallback;
    return vrmi_vec3_scale(v, 1.0f / sqrtf(square));
}

static inline vrm_Affine twin_matrix(vrm_Quat q) {
    return vrmi_affine_from_transform((vrm_Transform){{0, 0, 0}, q, {1, 1, 1}});
}

/* ---- One pair at work ---- */

typedef struct TwinBone {
    TwinWorld above;
    vrm_Vec3 head, rest_aim, tail;
    vrm_Vec3 way; /* from head to tail, of any length */
    float shrink; /* makes it a unit vector */
    vrm_Quat rest;
    float length, radius, scale;
    vrm_Vec3 axis;
    const vrm_SpringLimit* limit;
} TwinBone;

static inline void twin_aim(TwinBone* b, vrm_Vec3 way) {
    float square = vrmi_vec3_dot(way, way);
    if (square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX) {
        b->way = way;
        b->shrink = 1.0f / sqrtf(square);
    }
    b->tail = vrmi_vec3_add(b->head, vrmi_vec3_scale(b->way, b->shrink * b->length));
}

static inline void twin_limit(TwinBone* b) {
    const vrm_SpringLimit* limit = b->limit;
    if (limit->type == VRM_LIMIT_NONE) return;
    vrm_Quat to_axis = b->axis.y + 1.0f < 1e-8f ? (vrm_Quat){1, 0, 0, 0}
                                                : vrmi_quat_from_to((vrm_Vec3){0, 1, 0}, b->axis);
    vrm_Quat frame =
        vrmi_quat_normalize(vrmi_quat_mul(to_axis, vrmi_quat_normalize(limit->rotation)));
    frame = vrmi_quat_mul(b->rest, frame);
    vrm_Vec3 aim = vrmi_vec3_scale(b->way, b->shrink);
    vrm_Vec3 u = vrmi_quat_rotate(vrmi_quat_conjugate(frame), aim);
    vrmi_SinCos angle = vrmi_sincos(limit->angle);
    bool is_over = true;
    if (limit->type == VRM_LIMIT_CONE) {
        is_over = u.y < angle.cos;
        float square = u.x * u.x + u.z * u.z, share = angle.sin / sqrtf(square);
        u = square > 1e-12f ? (vrm_Vec3){u.x * share, angle.cos, u.z * share}
                            : (vrm_Vec3){0.0f, angle.cos, angle.sin};
    } else if (limit->type == VRM_LIMIT_HINGE) {
        u = twin_unit((vrm_Vec3){0.0f, u.y, u.z}, (vrm_Vec3){0.0f, 1.0f, 0.0f});
        if (u.y < angle.cos) u = (vrm_Vec3){0.0f, angle.cos, u.z < 0.0f ? -angle.sin : angle.sin};
    } else {
        float pitch = vrmi_atan2(u.z, u.y), yaw = vrmi_asin(u.x);
        float p = vrmi_clamp(pitch, -limit->pitch, limit->pitch);
        float y = vrmi_clamp(yaw, -limit->yaw, limit->yaw);
        is_over = p != pitch || y != yaw;
        vrmi_SinCos a = vrmi_sincos(p), c = vrmi_sincos(y);
        u = (vrm_Vec3){c.sin, c.cos * a.cos, c.cos * a.sin};
    }
    if (!is_over) return;
    twin_aim(b, vrmi_quat_rotate(frame, u));
}

static inline void twin_collide(TwinBone* b, const vrm_Collider* c, const TwinWorld* world) {
    vrm_Vec3 at = twin_point(world, c->offset);
    vrm_Vec3 delta = vrmi_vec3_sub(b->tail, at);
    float radius = c->radius * world->scale;
    if (c->shape == VRM_COLLIDER_PLANE) {
        vrm_Vec3 normal = vrmi_quat_rotate(world->rotation,
                                           vrmi_vec3_normalize_or(c->normal, (vrm_Vec3){0, 0, 1}));
        float distance = vrmi_vec3_dot(delta, normal) - b->radius;
        if (!(distance < 0.0f)) return;
        vrm_Vec3 bone = vrmi_vec3_sub(b->tail, b->head);
        twin_aim(b, vrmi_vec3_sub(bone, vrmi_vec3_scale(normal, distance)));
        twin_limit(b);
        return;
    }
    if (c->shape == VRM_COLLIDER_CAPSULE || c->shape == VRM_COLLIDER_INSIDE_CAPSULE) {
        vrm_Vec3 along = vrmi_vec3_scale(
            vrmi_quat_rotate(world->rotation, vrmi_vec3_sub(c->tail, c->offset)), world->scale);
        float square = vrmi_vec3_dot(along, along);
        float inverse = square > VRMI_SQUARE_MIN ? 1.0f / square : 0.0f;
        float share = vrmi_clamp(vrmi_vec3_dot(along, delta) * inverse, 0.0f, 1.0f);
        delta = vrmi_vec3_sub(delta, vrmi_vec3_scale(along, share));
    }
    bool is_inside =
        c->shape == VRM_COLLIDER_INSIDE_SPHERE || c->shape == VRM_COLLIDER_INSIDE_CAPSULE;
    float wanted = is_inside ? radius - b->radius : radius + b->radius;
    float square = vrmi_vec3_dot(delta, delta);
    bool hits = is_inside ? square > wanted * wanted || wanted < 0.0f : square < wanted * wanted;
    if (!hits) return;
    vrm_Vec3 push = {0.0f, wanted, 0.0f};
    if (square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX)
        push = vrmi_vec3_scale(delta, wanted / sqrtf(square) - 1.0f);
    twin_aim(b, vrmi_vec3_add(vrmi_vec3_sub(b->tail, b->head), push));
    twin_limit(b);
}

/* The smallest rotation that takes the rest direction to the aim, before the rest rotation q0: in
 * the parent's space, as src/runtime/lanes/spring_kernel.h explains. */
static inline void twin_turn(const TwinBone* b, vrm_Quat q0, vrm_Vec3 direction, vrm_Quat* local,
                             vrm_Quat* turned) {
    vrm_Affine m = twin_matrix(b->above.rotation);
    vrm_Vec3 v = b->way;
    vrm_Vec3 a = {m.rows[0].x * v.x + m.rows[1].x * v.y + m.rows[2].x * v.z,
                  m.rows[0].y * v.x + m.rows[1].y * v.y + m.rows[2].y * v.z,
                  m.rows[0].z * v.x + m.rows[1].z * v.y + m.rows[2].z * v.z};
    vrm_Quat s = vrmi_quat_mul((vrm_Quat){-direction.x, -direction.y, -direction.z, 0.0f}, q0);
    vrm_Quat t = {a.x * s.w + a.y * s.z - a.z * s.y, a.y * s.w - a.x * s.z + a.z * s.x,
                  a.z * s.w + a.x * s.y - a.y * s.x, a.x * s.x + a.y * s.y + a.z * s.z};
    vrm_Quat q = {q0.x + t.x * b->shrink, q0.y + t.y * b->shrink, q0.z + t.z * b->shrink,
                  q0.w - t.w * b->shrink};
    float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(square > 1.0f)) {
        vrm_Quat bend = vrmi_quat_from_to(direction, vrmi_vec3_scale(a, b->shrink));
        *local = vrmi_quat_mul(bend, q0);
        *turned = vrmi_quat_mul(b->above.rotation, *local);
        return;
    }
    float inverse = 1.0f / sqrtf(square);
    vrm_Quat w = vrmi_quat_mul(b->above.rotation, q);
    *local = (vrm_Quat){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
    *turned = (vrm_Quat){w.x * inverse, w.y * inverse, w.z * inverse, w.w * inverse};
}

/* ---- Chains ---- */

/* From one head to the next, through the nodes that the chain skips. */
static inline TwinWorld twin_walk(const Twin* t, int32_t head, const TwinWorld* from, int32_t to,
                                  vrm_Vec3* out_position) {
    vrm_Vec3 arm = t->locals[to].translation;
    vrm_Quat turn = vrmi_quat_identity();
    float growth = 1.0f;
    for (int32_t n = vrm_rig_parent(t->rig, to); n != head; n = vrm_rig_parent(t->rig, n)) {
        const vrm_Transform* l = &t->locals[n];
        arm = vrmi_vec3_add(l->translation,
                            vrmi_quat_rotate(l->rotation, vrmi_vec3_scale(arm, l->scale.x)));
        turn = vrmi_quat_mul(l->rotation, turn);
        growth = l->scale.x * growth;
    }
    *out_position = vrmi_vec3_add(
        from->position, vrmi_quat_rotate(from->rotation, vrmi_vec3_scale(arm, from->scale)));
    return (TwinWorld){vrmi_quat_mul(from->rotation, turn), {0, 0, 0}, from->scale * growth};
}

static inline float twin_length(const Twin* t, const vrm_SpringJointInfo* info) {
    if (info->tail < 0 || vrm_rig_parent(t->rig, info->tail) == info->node)
        return vrmi_vec3_length(info->tail_local);
    vrm_Vec3 point = t->locals[info->tail].translation;
    for (int32_t n = vrm_rig_parent(t->rig, info->tail); n != info->node;
         n = vrm_rig_parent(t->rig, n)) {
        const vrm_Transform* l = &t->locals[n];
        point = vrmi_vec3_add(l->translation,
                              vrmi_quat_rotate(l->rotation, vrmi_vec3_scale(point, l->scale.x)));
    }
    return sqrtf(vrmi_vec3_dot(point, point));
}

/* All joints of a spring. dt < 0: to rest. */
static inline void twin_chain(Twin* t, int32_t first, int32_t count, float dt) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(t->model);
    TwinWorld carried = {0};
    for (int32_t j = first; j < first + count; j++) {
        vrm_SpringJointInfo info = vrm_rig_spring_joint(t->rig, j);
        const vrm_Spring* spring = &bones->springs[info.spring];
        const vrm_SpringJoint* joint = &spring->joints[info.joint];
        vrm_Quat q0 = vrm_rig_rest(t->rig, info.node).rotation;
        TwinBone b = {.axis = vrmi_vec3_normalize(info.tail_local), .limit = &joint->limit};
        int32_t parent = vrm_rig_parent(t->rig, info.node);
        if (j == first) {
            b.above = parent < 0 ? t->root : t->worlds[parent];
            b.head = twin_point(&b.above, t->locals[info.node].translation);
        } else {
            vrm_SpringJointInfo before = vrm_rig_spring_joint(t->rig, j - 1);
            if (parent == before.node) {
                b.above = carried;
                b.head = carried.position;
            } else {
                b.above = twin_walk(t, before.node, &t->worlds[before.node], info.node, &b.head);
            }
        }
        b.scale = b.above.scale * t->locals[info.node].scale.x;
        b.rest = vrmi_quat_mul(b.above.rotation, q0);
        vrm_Vec3 direction = vrmi_quat_rotate(q0, b.axis);
        vrm_Affine turn_above = twin_matrix(b.above.rotation);
        b.rest_aim = vrmi_affine_vector(&turn_above, direction);
        b.length = twin_length(t, &info) * b.scale;
        b.radius = info.settings.hit_radius * b.scale;
        b.way = b.rest_aim;
        b.shrink = 1.0f;

        TwinPair* pair = &t->pairs[j];
        vrm_Vec3 cur = pair->current, prev = pair->previous;
        int32_t center_node = fixture_center(t->model, t->rig, &info);
        if (center_node >= 0) {
            TwinWorld center = t->worlds[center_node];
            vrm_Quat q = center.rotation;
            float inverse = 1.0f / sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
            center.rotation =
                (vrm_Quat){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
            cur = twin_carry(&pair->center, &center, cur);
            prev = twin_carry(&pair->center, &center, prev);
            pair->center = center;
        }
        vrm_Quat turned = b.rest, local = q0;
        if (dt < 0.0f) {
            twin_aim(&b, b.rest_aim);
        } else {
            float keep = 1.0f - info.settings.drag_force;
            vrm_Vec3 gravity =
                vrmi_vec3_scale(info.settings.gravity_dir, info.settings.gravity_power);
            vrm_Vec3 way = vrmi_vec3_add(cur, vrmi_vec3_scale(vrmi_vec3_sub(cur, prev), keep));
            way = vrmi_vec3_sub(vrmi_vec3_add(way, vrmi_vec3_scale(gravity, dt)), b.head);
            way = vrmi_vec3_add(way, vrmi_vec3_scale(b.rest_aim, info.settings.stiffness * dt));
            twin_aim(&b, way);
            twin_limit(&b);
            for (int32_t g = 0; g < spring->collider_group_count; g++) {
                const vrm_ColliderGroup* group =
                    &bones->collider_groups[spring->collider_groups[g]];
                for (int32_t c = 0; c < group->collider_count; c++) {
                    const vrm_Collider* collider = &bones->colliders[group->colliders[c]];
                    twin_collide(&b, collider, &t->worlds[collider->node]);
                }
            }
            twin_turn(&b, q0, direction, &local, &turned);
        }
        pair->previous = dt < 0.0f ? b.tail : cur;
        pair->current = b.tail;
        t->locals[info.node].rotation = local;
        t->worlds[info.node] = (TwinWorld){turned, b.head, b.scale};
        carried = (TwinWorld){turned, b.tail, b.scale};
    }
}

static inline void twin_step(Twin* t, float dt) {
    twin_pose_all(t);
    int32_t count = vrm_rig_spring_joint_count(t->rig);
    for (int32_t first = 0, next = 0; first < count; first = next) {
        int32_t spring = vrm_rig_spring_joint(t->rig, first).spring;
        while (next < count && vrm_rig_spring_joint(t->rig, next).spring == spring) next++;
        twin_chain(t, first, next - first, dt);
    }
}

static inline Twin twin_make(const vrm_Model* model, const vrm_Rig* rig) {
    Twin t = {.rig = rig, .model = model, .node_count = vrm_rig_node_count(rig)};
    t.root = (TwinWorld){vrmi_quat_identity(), {0, 0, 0}, 1.0f};
    t.locals = calloc((size_t)t.node_count + 1, sizeof *t.locals);
    t.worlds = calloc((size_t)t.node_count + 1, sizeof *t.worlds);
    t.pairs = calloc((size_t)vrm_rig_spring_joint_count(rig) + 1, sizeof *t.pairs);
    for (int32_t n = 0; n < t.node_count; n++) t.locals[n] = vrm_rig_rest(rig, n);
    return t;
}

static inline void twin_free(Twin* t) {
    free(t->locals);
    free(t->worlds);
    free(t->pairs);
}

#endif
