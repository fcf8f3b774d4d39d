/* SPDX-License-Identifier: MIT */
/* The arithmetic of one pair, VRMC_springBone 1.0, in four lanes, in three parts:
 *
 *   predict   inertia, stiffness, gravity; length                 head, cur, prev -> way, tail
 *   collide   colliders in the order of the file; length again    way, tail -> way, tail
 *   turn      the rotation that takes the rest direction there    way -> rotations
 *
 * The scalar form of each line is in tests/unit/spring_twin.h, with the same bits.
 *
 * The way from a head to its tail is carried as a vector of any length and the number that makes it
 * a unit vector: a root and a division take long, and what follows need not wait for them.
 *
 * The turn. In the parent's space let a be the unit vector to the tail, d the rest direction, and
 * q0 the rest rotation. The smallest rotation from d to a is the unit quaternion along
 * 1 + a * conj(d), so the new local rotation lies along q0 + a * (conj(d) * q0), and the bracket is
 * the rig's: `swing`. The square of its length is 2 + 2 cos of the bend, but is summed up from its
 * parts all the same: what rounding has done to the rotations above would grow from joint to joint.
 */
#ifndef VRMI_RUNTIME_SPRING_KERNEL_H
#define VRMI_RUNTIME_SPRING_KERNEL_H

#include "rig/spring_layout.h"
#include "runtime/block.h"

#define VRMI_INLINE static inline __attribute__((always_inline))

/* vrmi_SpringParams in lanes. */
typedef struct Params4 {
    vrmi_Quatx4 rest, swing;
    vrmi_Vec3x4 direction;
    vrmi_f4 length;
    vrmi_Vec3x4 gravity;
    vrmi_f4 stiffness, keep, radius, scale;
} Params4;

typedef struct Matrix4 {
    vrmi_Vec3x4 rows[3];
} Matrix4;

/* A pair at work. */
typedef struct Bone4 {
    vrmi_Quatx4 above; /* world rotation of the node above the head */
    vrmi_Vec3x4 head;  /* world position of the head */
    vrmi_f4 scale;     /* world scale of the node above, then of the head */
    vrmi_f4 length, radius;
    vrmi_Vec3x4 rest_aim; /* from head to tail at rest, unit */
    vrmi_Vec3x4 way;      /* from the head towards the tail, of any length */
    vrmi_f4 shrink;       /* makes it a unit vector */
    vrmi_Vec3x4 tail;     /* head + way * (shrink * length) */
} Bone4;

/* The transform that moves the tails of a chain. */
typedef struct Center4 {
    vrmi_World4 now, before; /* in this step and in the last; of unit rotation */
    vrmi_i4 is_still;
} Center4;

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

VRMI_INLINE Params4 splat_params(const vrmi_SpringParams* from) {
    Params4 p;
    vrmi_f4 unused;
    vrmi_f4_splat4(&from->rest.x, &p.rest.x, &p.rest.y, &p.rest.z, &p.rest.w);
    vrmi_f4_splat4(&from->swing.x, &p.swing.x, &p.swing.y, &p.swing.z, &p.swing.w);
    vrmi_f4_splat4(&from->direction.x, &p.direction.x, &p.direction.y, &p.direction.z, &p.length);
    vrmi_f4_splat4(&from->gravity.x, &p.gravity.x, &p.gravity.y, &p.gravity.z, &p.stiffness);
    vrmi_f4_splat4(&from->keep, &p.keep, &p.radius, &p.scale, &unused);
    return p;
}

VRMI_INLINE Params4 load_params(const vrmi_SpringParams4* p) {
    const vrmi_f4* at = p->at;
    return (Params4){{at[0], at[1], at[2], at[3]},
                     {at[4], at[5], at[6], at[7]},
                     {at[8], at[9], at[10]},
                     at[11],
                     {at[12], at[13], at[14]},
                     at[15],
                     at[16],
                     at[17],
                     at[18]};
}

/* The unit vector along `v`; `fallback` where `v` is too short or too long to be squared. */
VRMI_INLINE vrmi_Vec3x4 normalize4(vrmi_Vec3x4 v, vrmi_Vec3x4 fallback) {
    vrmi_f4 square = vrmi_vec3x4_dot(v, v);
    vrmi_i4 is_sound =
        (square > vrmi_f4_splat(VRMI_SQUARE_MIN)) & (square < vrmi_f4_splat(VRMI_SQUARE_MAX));
    vrmi_Vec3x4 unit = vrmi_vec3x4_scale(v, one4() / vrmi_f4_sqrt(square));
    return select3(is_sound, unit, fallback);
}

/* As vrmi_affine_from_transform() has it. */
VRMI_INLINE Matrix4 matrix4(vrmi_Quatx4 q) {
    vrmi_f4 x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    vrmi_f4 xx = x2 * q.x, yy = y2 * q.y, zz = z2 * q.z;
    vrmi_f4 xy = x2 * q.y, yz = y2 * q.z, zx = z2 * q.x;
    vrmi_f4 wx = x2 * q.w, wy = y2 * q.w, wz = z2 * q.w;
    return (Matrix4){{{one4() - yy - zz, xy - wz, zx + wy},
                      {xy + wz, one4() - zz - xx, yz - wx},
                      {zx - wy, yz + wx, one4() - xx - yy}}};
}

VRMI_INLINE vrmi_Vec3x4 turn_by(const Matrix4* m, vrmi_Vec3x4 v) {
    return (vrmi_Vec3x4){vrmi_vec3x4_dot(m->rows[0], v), vrmi_vec3x4_dot(m->rows[1], v),
                         vrmi_vec3x4_dot(m->rows[2], v)};
}

/* By the transpose, which is the inverse. */
VRMI_INLINE vrmi_Vec3x4 turn_back_by(const Matrix4* m, vrmi_Vec3x4 v) {
    const vrmi_Vec3x4* rows = m->rows;
    return (vrmi_Vec3x4){rows[0].x * v.x + rows[1].x * v.y + rows[2].x * v.z,
                         rows[0].y * v.x + rows[1].y * v.y + rows[2].y * v.z,
                         rows[0].z * v.x + rows[1].z * v.y + rows[2].z * v.z};
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

/* Normalizes a rotation that is the product of many, so that its conjugate is its inverse as
 * exactly as possible. */
VRMI_INLINE vrmi_Quatx4 unit4(vrmi_Quatx4 q) {
    vrmi_f4 inverse = one4() / vrmi_f4_sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (vrmi_Quatx4){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}

/* A center that does not move leaves tails unchanged to the bit. */
VRMI_INLINE Center4 make_center(const vrmi_World4* before, const vrmi_World4* now) {
    Center4 center;
    vrmi_Quatx4 p = before->rotation, q = now->rotation;
    vrmi_Vec3x4 a = before->position, b = now->position;
    vrmi_world4_copy(&center.before, before);
    vrmi_world4_copy(&center.now, now);
    center.is_still = (p.x == q.x) & (p.y == q.y) & (p.z == q.z) & (p.w == q.w) & (a.x == b.x) &
                      (a.y == b.y) & (a.z == b.z) & (before->scale == now->scale);
    return center;
}

VRMI_INLINE vrmi_Vec3x4 carry_point(const Center4* center, vrmi_Vec3x4 point) {
    vrmi_Vec3x4 there = world_point(&center->now, local_point(&center->before, point));
    return select3(center->is_still, point, there);
}

/* The head of a pair at rest, which everything else starts from. Returns `above` as a matrix. */
VRMI_INLINE Matrix4 reach_pair(Bone4* c, const Params4* p) {
    Matrix4 m = matrix4(c->above);
    c->scale = c->scale * p->scale;
    c->rest_aim = turn_by(&m, p->direction);
    c->length = p->length * c->scale;
    c->radius = p->radius * c->scale;
    return m;
}

VRMI_INLINE void place_tail(Bone4* c) {
    c->tail = vrmi_vec3x4_add(c->head, vrmi_vec3x4_scale(c->way, c->shrink * c->length));
}

VRMI_INLINE vrmi_i4 is_sound4(vrmi_f4 square) {
    return (square > vrmi_f4_splat(VRMI_SQUARE_MIN)) & (square < vrmi_f4_splat(VRMI_SQUARE_MAX));
}

/* In the lanes of `mask` the tail is moved to the bone's length along `v`, unless `v` is too short
 * or too long to be squared. */
VRMI_INLINE void aim_along(Bone4* c, vrmi_i4 mask, vrmi_Vec3x4 v) {
    vrmi_f4 square = vrmi_vec3x4_dot(v, v);
    mask = mask & is_sound4(square);
    c->way = select3(mask, v, c->way);
    c->shrink = vrmi_f4_select(mask, one4() / vrmi_f4_sqrt(square), c->shrink);
    place_tail(c);
}

/* Inertia, stiffness and gravity of VRMC_springBone 1.0: the vector from the head to the
 * unconstrained tail. The rest direction is added last, because it is computed last. */
VRMI_INLINE vrmi_Vec3x4 swing_on(const Bone4* c, const Params4* p, vrmi_Vec3x4 cur,
                                 vrmi_Vec3x4 prev, vrmi_f4 dt) {
    vrmi_Vec3x4 d = c->rest_aim, n;
    vrmi_f4 pull = p->stiffness * dt;
    n.x = cur.x + (cur.x - prev.x) * p->keep + p->gravity.x * dt - c->head.x + d.x * pull;
    n.y = cur.y + (cur.y - prev.y) * p->keep + p->gravity.y * dt - c->head.y + d.y * pull;
    n.z = cur.z + (cur.z - prev.z) * p->keep + p->gravity.z * dt - c->head.z + d.z * pull;
    return n;
}

VRMI_INLINE void predict(Bone4* c, const Params4* p, vrmi_Vec3x4 cur, vrmi_Vec3x4 prev,
                         vrmi_f4 dt) {
    c->way = c->rest_aim;
    c->shrink = one4();
    aim_along(c, vrmi_i4_splat(-1), swing_on(c, p, cur, prev, dt));
}

/* The same, fast, without the fallbacks: returns the lanes in which the result is valid. */
VRMI_INLINE vrmi_i4 predict_fast(Bone4* c, const Params4* p, vrmi_Vec3x4 cur, vrmi_Vec3x4 prev,
                                 vrmi_f4 dt) {
    c->way = swing_on(c, p, cur, prev, dt);
    vrmi_f4 square = vrmi_vec3x4_dot(c->way, c->way);
    c->shrink = one4() / vrmi_f4_sqrt(square);
    place_tail(c);
    return is_sound4(square);
}

/* ---- Colliders ---- */

/* From the nearest point of the collider's axis to the tail. */
VRMI_INLINE vrmi_Vec3x4 from_axis(const Collider4* c, vrmi_Vec3x4 tail, bool is_capsule) {
    vrmi_Vec3x4 delta = vrmi_vec3x4_sub(tail, c->at);
    if (!is_capsule) return delta;
    vrmi_f4 share = vrmi_vec3x4_dot(c->along, delta) * c->inverse;
    share = vrmi_f4_clamp01(share);
    return vrmi_vec3x4_sub(delta, vrmi_vec3x4_scale(c->along, share));
}

/* Pushes away from the axis, or towards it (hollow), until the distance is `wanted`. On the axis
 * itself the direction is undefined: +Y is taken. */
VRMI_INLINE vrmi_Vec3x4 radial_push(vrmi_Vec3x4 delta, vrmi_f4 wanted) {
    vrmi_f4 square = vrmi_vec3x4_dot(delta, delta), zero = vrmi_f4_splat(0.0f);
    vrmi_f4 growth = wanted / vrmi_f4_sqrt(square) - one4();
    return select3(is_sound4(square), vrmi_vec3x4_scale(delta, growth),
                   (vrmi_Vec3x4){zero, wanted, zero});
}

VRMI_INLINE void push_radially(Bone4* c, vrmi_i4 hit, vrmi_Vec3x4 delta, vrmi_f4 wanted) {
    vrmi_Vec3x4 way = vrmi_vec3x4_sub(c->tail, c->head);
    aim_along(c, hit, vrmi_vec3x4_add(way, radial_push(delta, wanted)));
}

VRMI_INLINE void push_along(Bone4* c, vrmi_i4 hit, vrmi_Vec3x4 normal, vrmi_f4 distance) {
    vrmi_Vec3x4 push = vrmi_vec3x4_scale(normal, distance);
    aim_along(c, hit, vrmi_vec3x4_sub(vrmi_vec3x4_sub(c->tail, c->head), push));
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

/* The way in the parent's space. */
VRMI_INLINE vrmi_Vec3x4 way_above(const Bone4* c) {
    Matrix4 m = matrix4(c->above);
    return turn_back_by(&m, c->way);
}

/* The rotation of VRMC_springBone 1.0. */
typedef struct Turn4 {
    vrmi_Quatx4 along; /* the new local rotation, of any length */
    vrmi_f4 inverse;   /* makes it a unit quaternion */
    vrmi_i4 is_near;   /* lanes bent by less than 120 degrees: only these are valid */
} Turn4;

/* `a` is the way in the parent's space, s the swing. */
VRMI_INLINE Turn4 turn_near(vrmi_Quatx4 rest, vrmi_Quatx4 s, vrmi_Vec3x4 a, vrmi_f4 shrink) {
    vrmi_Quatx4 t = {a.x * s.w + a.y * s.z - a.z * s.y, a.y * s.w - a.x * s.z + a.z * s.x,
                     a.z * s.w + a.x * s.y - a.y * s.x, a.x * s.x + a.y * s.y + a.z * s.z};
    Turn4 turn;
    turn.along = (vrmi_Quatx4){rest.x + t.x * shrink, rest.y + t.y * shrink, rest.z + t.z * shrink,
                               rest.w - t.w * shrink};
    vrmi_Quatx4 q = turn.along;
    vrmi_f4 square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    turn.inverse = one4() / vrmi_f4_sqrt(square);
    turn.is_near = square > one4();
    return turn;
}

VRMI_INLINE vrmi_Quatx4 scale_quat(vrmi_Quatx4 q, vrmi_f4 s) {
    return (vrmi_Quatx4){q.x * s, q.y * s, q.z * s, q.w * s};
}

/* The new rotations, local and world, for any bend; `a` as above. */
VRMI_INLINE void turn_any(const Params4* p, vrmi_Quatx4 above, vrmi_Vec3x4 a, vrmi_f4 shrink,
                          vrmi_Quatx4* local, vrmi_Quatx4* turned) {
    Turn4 turn = turn_near(p->rest, p->swing, a, shrink);
    *local = scale_quat(turn.along, turn.inverse);
    *turned = scale_quat(vrmi_quatx4_mul(above, turn.along), turn.inverse);
    if (__builtin_expect(vrmi_i4_all(turn.is_near), 1)) return;
    vrmi_Vec3x4 unit = vrmi_vec3x4_scale(a, shrink);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (turn.is_near[lane]) continue;
        vrm_Quat bend =
            vrmi_quat_from_to(vrmi_vec3x4_get(&p->direction, lane), vrmi_vec3x4_get(&unit, lane));
        vrm_Quat q = vrmi_quat_mul(bend, vrmi_quatx4_get(&p->rest, lane));
        vrmi_quatx4_set(local, lane, q);
        vrmi_quatx4_set(turned, lane, vrmi_quat_mul(vrmi_quatx4_get(&above, lane), q));
    }
}

VRMI_INLINE void turn_bone(const Bone4* c, const Params4* p, vrmi_Quatx4* local,
                           vrmi_Quatx4* turned) {
    turn_any(p, c->above, way_above(c), c->shrink, local, turned);
}

#endif
