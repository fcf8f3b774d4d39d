/* SPDX-License-Identifier: MIT */
/* The arithmetic of one pair, VRMC_springBone 1.0, in four lanes, in three parts:
 *
 *   predict   inertia, stiffness, gravity; length                 head, cur, prev -> tail, aim
 *   collide   colliders in the order of the file; length again    tail, aim -> tail, aim
 *   turn      the rotation that takes the rest direction to aim   aim -> rotation, next head
 *
 * The scalar form of each line is in tests/unit/spring_twin.h, with the same bits. All of it is
 * in world space: with R the world rotation of the head at rest and d its rest direction, the
 * head's new world rotation is fromTo(d, aim) * R, and the local one inverse(P) * that. */
#ifndef VRMI_RUNTIME_SPRING_KERNEL_H
#define VRMI_RUNTIME_SPRING_KERNEL_H

#include "rig/spring_layout.h"
#include "runtime/block.h"

#define VRMI_INLINE static inline __attribute__((always_inline))

/* vrmi_SpringParams in lanes. */
typedef struct Params4 {
    vrmi_Quatx4 rest;
    vrmi_Vec3x4 direction;
    vrmi_f4 length;
    vrmi_Vec3x4 gravity;
    vrmi_f4 stiffness, keep, radius, scale;
} Params4;

/* A pair at work. */
typedef struct Bone4 {
    vrmi_Quatx4 above; /* world rotation of the node above the head: P */
    vrmi_Vec3x4 head;  /* world position of the head */
    vrmi_f4 scale;     /* world scale of the node above, then of the head */
    vrmi_f4 length, radius;
    vrmi_Quatx4 rest;     /* R = P * q0 */
    vrmi_Vec3x4 rest_aim; /* d: from head to tail at rest, unit */
    vrmi_Vec3x4 aim;      /* from head to tail, unit */
    vrmi_Vec3x4 tail;     /* head + aim * length */
} Bone4;

/* A chain, or four chains of one avatar, on its way from root to tip. */
typedef struct Column {
    vrmi_Quatx4 above; /* as in Bone4, of the pair that is next */
    vrmi_Vec3x4 head;
    vrmi_f4 scale;
    int32_t index; /* into chains or groups */
    int32_t first_pair, pair_count;
    bool has_center;
    vrmi_World4 center;
    vrmi_Vec3x4 force;
} Column;

/* A collider in world space. */
typedef struct Collider4 {
    vrmi_Vec3x4 at;
    vrmi_f4 radius;
    vrmi_Vec3x4 along; /* capsules: the axis; planes: the normal */
    vrmi_f4 inverse;   /* 1 / dot(along, along); 0 for a capsule without length */
} Collider4;

VRMI_INLINE vrmi_f4 one4(void) {
    return vrmi_f4_splat(1.0f);
}

VRMI_INLINE vrmi_Vec3x4 select3(vrmi_i4 mask, vrmi_Vec3x4 a, vrmi_Vec3x4 b) {
    return (vrmi_Vec3x4){vrmi_f4_select(mask, a.x, b.x), vrmi_f4_select(mask, a.y, b.y),
                         vrmi_f4_select(mask, a.z, b.z)};
}

VRMI_INLINE Params4 splat_params(const vrmi_SpringParams* p) {
    return (Params4){vrmi_quatx4_splat(p->rest),  vrmi_vec3x4_splat(p->direction),
                     vrmi_f4_splat(p->length),    vrmi_vec3x4_splat(p->gravity),
                     vrmi_f4_splat(p->stiffness), vrmi_f4_splat(p->keep),
                     vrmi_f4_splat(p->radius),    vrmi_f4_splat(p->scale)};
}

VRMI_INLINE Params4 load_params(const vrmi_SpringParams4* p) {
    const vrmi_f4* at = p->at;
    return (Params4){{at[0], at[1], at[2], at[3]},
                     {at[4], at[5], at[6]},
                     at[7],
                     {at[8], at[9], at[10]},
                     at[11],
                     at[12],
                     at[13],
                     at[14]};
}

/* The unit vector along `v`; `fallback` where `v` is too short or too long to be squared. */
VRMI_INLINE vrmi_Vec3x4 normalize4(vrmi_Vec3x4 v, vrmi_Vec3x4 fallback) {
    vrmi_f4 square = vrmi_vec3x4_dot(v, v);
    vrmi_i4 is_sound =
        (square > vrmi_f4_splat(VRMI_SQUARE_MIN)) & (square < vrmi_f4_splat(VRMI_SQUARE_MAX));
    vrmi_Vec3x4 unit = vrmi_vec3x4_scale(v, one4() / vrmi_f4_sqrt(square));
    return select3(is_sound, unit, fallback);
}

/* vrmi_quat_from_to() */
VRMI_INLINE vrmi_Quatx4 from_to4(vrmi_Vec3x4 a, vrmi_Vec3x4 b) {
    vrmi_Vec3x4 c = vrmi_vec3x4_cross(a, b);
    vrmi_f4 dot = vrmi_vec3x4_dot(a, b), w = one4() + dot;
    vrmi_f4 inverse = one4() / vrmi_f4_sqrt(c.x * c.x + c.y * c.y + c.z * c.z + w * w);
    vrmi_Quatx4 q = {c.x * inverse, c.y * inverse, c.z * inverse, w * inverse};
    if (__builtin_expect(vrmi_i4_all(dot > vrmi_f4_splat(-0.5f)), 1)) return q;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (!(dot[lane] > -0.5f))
            vrmi_quatx4_set(
                &q, lane, vrmi_quat_from_to(vrmi_vec3x4_get(&a, lane), vrmi_vec3x4_get(&b, lane)));
    return q;
}

VRMI_INLINE vrmi_Vec3x4 world_point(const vrmi_World4* world, vrmi_Vec3x4 point) {
    vrmi_Vec3x4 arm = vrmi_vec3x4_scale(point, world->scale);
    return vrmi_vec3x4_add(world->position, vrmi_quatx4_rotate(world->rotation, arm));
}

/* 1 / a, and 0 where that has no finite value. */
VRMI_INLINE vrmi_f4 reciprocal4(vrmi_f4 a) {
    vrmi_f4 inverse = one4() / a;
    return vrmi_f4_where(vrmi_f4_is_finite(inverse), inverse);
}

VRMI_INLINE vrmi_Vec3x4 local_point(const vrmi_World4* world, vrmi_Vec3x4 point) {
    vrmi_Vec3x4 arm = vrmi_vec3x4_sub(point, world->position);
    vrmi_Vec3x4 back = vrmi_quatx4_rotate(vrmi_quatx4_conjugate(world->rotation), arm);
    return vrmi_vec3x4_scale(back, reciprocal4(world->scale));
}

/* The head of a pair at rest: where everything else starts from. */
VRMI_INLINE void meet_pair(Bone4* c, const Params4* p) {
    c->scale = c->scale * p->scale;
    c->rest = vrmi_quatx4_mul(c->above, p->rest);
    c->rest_aim = vrmi_quatx4_rotate(c->above, p->direction);
    c->length = p->length * c->scale;
    c->radius = p->radius * c->scale;
}

/* FORMATS 13.4, steps 2 and 3. */
VRMI_INLINE void predict(Bone4* c, const Params4* p, vrmi_Vec3x4 cur, vrmi_Vec3x4 prev,
                         vrmi_f4 dt) {
    vrmi_Vec3x4 d = c->rest_aim, n;
    vrmi_f4 pull = p->stiffness * dt;
    n.x = cur.x + (cur.x - prev.x) * p->keep + d.x * pull + p->gravity.x * dt;
    n.y = cur.y + (cur.y - prev.y) * p->keep + d.y * pull + p->gravity.y * dt;
    n.z = cur.z + (cur.z - prev.z) * p->keep + d.z * pull + p->gravity.z * dt;
    c->aim = normalize4(vrmi_vec3x4_sub(n, c->head), d);
    c->tail = vrmi_vec3x4_add(c->head, vrmi_vec3x4_scale(c->aim, c->length));
}

/* ---- Colliders ---- */

/* From the nearest point of the collider's axis to the tail. */
VRMI_INLINE vrmi_Vec3x4 from_axis(const Collider4* c, vrmi_Vec3x4 tail, bool is_capsule) {
    vrmi_Vec3x4 delta = vrmi_vec3x4_sub(tail, c->at);
    if (!is_capsule) return delta;
    vrmi_f4 share = vrmi_vec3x4_dot(c->along, delta) * c->inverse;
    share = vrmi_f4_clamp(share, vrmi_f4_splat(0.0f), one4());
    return vrmi_vec3x4_sub(delta, vrmi_vec3x4_scale(c->along, share));
}

/* The tail was moved to `pushed`; its bone keeps its length. */
VRMI_INLINE void keep_length(Bone4* c, vrmi_i4 hit, vrmi_Vec3x4 pushed) {
    vrmi_Vec3x4 aim = normalize4(vrmi_vec3x4_sub(pushed, c->head), c->aim);
    c->aim = select3(hit, aim, c->aim);
    c->tail = vrmi_vec3x4_add(c->head, vrmi_vec3x4_scale(c->aim, c->length));
}

/* Away from the axis, or towards it (hollow), until the distance is `wanted`. From the axis itself
 * there is no way out: +Y is as good as any. */
VRMI_INLINE void push_radially(Bone4* c, vrmi_i4 hit, vrmi_Vec3x4 delta, vrmi_f4 wanted) {
    vrmi_f4 zero = vrmi_f4_splat(0.0f);
    vrmi_Vec3x4 away = normalize4(delta, (vrmi_Vec3x4){zero, one4(), zero});
    vrmi_Vec3x4 foot = vrmi_vec3x4_sub(c->tail, delta);
    keep_length(c, hit, vrmi_vec3x4_add(foot, vrmi_vec3x4_scale(away, wanted)));
}

VRMI_INLINE void push_along(Bone4* c, vrmi_i4 hit, vrmi_Vec3x4 normal, vrmi_f4 distance) {
    keep_length(c, hit, vrmi_vec3x4_sub(c->tail, vrmi_vec3x4_scale(normal, distance)));
}

/* Spheres and capsules. Returns the lanes that were pushed. */
VRMI_INLINE vrmi_i4 collide_solid(Bone4* c, const Collider4* collider, bool is_capsule) {
    vrmi_Vec3x4 delta = from_axis(collider, c->tail, is_capsule);
    vrmi_f4 reach = collider->radius + c->radius;
    vrmi_i4 hit = vrmi_vec3x4_dot(delta, delta) < reach * reach;
    if (__builtin_expect(!vrmi_i4_any(hit), 1)) return hit;
    push_radially(c, hit, delta, reach);
    return hit;
}

VRMI_INLINE vrmi_i4 collide(Bone4* c, const Collider4* collider, vrmi_ColliderKind kind) {
    if (kind == VRMI_COLLIDER_PLANE) {
        vrmi_Vec3x4 delta = vrmi_vec3x4_sub(c->tail, collider->at);
        vrmi_f4 distance = vrmi_vec3x4_dot(delta, collider->along) - c->radius;
        vrmi_i4 hit = distance < vrmi_f4_splat(0.0f);
        if (__builtin_expect(!vrmi_i4_any(hit), 1)) return hit;
        push_along(c, hit, collider->along, distance);
        return hit;
    }
    if (kind == VRMI_COLLIDER_HOLLOW) {
        vrmi_Vec3x4 delta = from_axis(collider, c->tail, true);
        vrmi_f4 room = collider->radius - c->radius;
        vrmi_i4 hit = (vrmi_vec3x4_dot(delta, delta) > room * room) | (room < vrmi_f4_splat(0.0f));
        if (__builtin_expect(!vrmi_i4_any(hit), 1)) return hit;
        push_radially(c, hit, delta, room);
        return hit;
    }
    return collide_solid(c, collider, kind == VRMI_COLLIDER_CAPSULE);
}

/* ---- Rotation ---- */

/* inverse(a) * b */
VRMI_INLINE vrmi_Quatx4 mul_conjugate4(vrmi_Quatx4 a, vrmi_Quatx4 b) {
    return (vrmi_Quatx4){a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y,
                         a.w * b.y + a.x * b.z - a.y * b.w - a.z * b.x,
                         a.w * b.z - a.x * b.y + a.y * b.x - a.z * b.w,
                         a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z};
}

/* FORMATS 13.4, step 6: the new world rotation, from which the local one follows. */
VRMI_INLINE vrmi_Quatx4 turn(const Bone4* c) {
    return vrmi_quatx4_mul(from_to4(c->rest_aim, c->aim), c->rest);
}

#endif
