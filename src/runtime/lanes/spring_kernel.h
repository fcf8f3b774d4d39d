/* SPDX-License-Identifier: MIT */
/* The arithmetic of one pair, VRMC_springBone 1.0, in lanes, in three parts:
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
 * the rig's: `swing`. The square of its length is 2 + 2 cos of the bend, but is computed from its
 * components: otherwise the rounding errors of the rotations above would grow from joint to joint.
 */
#ifndef VRMI_RUNTIME_SPRING_KERNEL_H
#define VRMI_RUNTIME_SPRING_KERNEL_H

#include "rig/spring_layout.h"
#include "runtime/lanes/block_lanes.h"

/* vrmi_SpringParams in lanes. */
typedef struct Paramsx {
    vrmi_Quatx rest, swing;
    vrmi_Vec3x direction;
    vrmi_fx length;
    vrmi_Vec3x gravity;
    vrmi_fx stiffness, keep, radius, scale;
} Paramsx;

/* A pair at work. */
typedef struct Bonex {
    vrmi_Quatx above; /* world rotation of the node above the head */
    vrmi_Vec3x head;  /* world position of the head */
    vrmi_fx scale;    /* world scale of the node above, then of the head */
    vrmi_fx length, radius;
    vrmi_Vec3x rest_aim; /* from head to tail at rest, unit */
    vrmi_Vec3x way;      /* from the head towards the tail, of any length */
    vrmi_fx shrink;      /* makes it a unit vector */
    vrmi_Vec3x tail;     /* head + way * (shrink * length) */
} Bonex;

/* The transform that moves the tails of a chain. */
typedef struct Centerx {
    vrmi_Worldx now, before; /* in this step and in the last; of unit rotation */
    vrmi_ix is_still;
} Centerx;

/* A collider in world space. */
typedef struct Colliderx {
    vrmi_Vec3x at;
    vrmi_fx radius;
    vrmi_Vec3x along; /* capsules: the axis; planes: the normal */
    vrmi_fx inverse;  /* 1 / dot(along, along); 0 for a capsule without length */
} Colliderx;

VRMI_INLINE vrmi_fx onex(void) {
    return vrmi_fx_splat(1.0f);
}

_Static_assert(sizeof(vrmi_SpringParams) == VRMI_SPRING_PARAM_COUNT * sizeof(float), "floats only");

/* Reads the floats of the parameters four at a time. */
VRMI_INLINE Paramsx splat_params(const vrmi_SpringParams* params) {
    const float* from = (const float*)params;
    Paramsx p;
    vrmi_fx unused;
    vrmi_fx_splat4(from, &p.rest.x, &p.rest.y, &p.rest.z, &p.rest.w);
    vrmi_fx_splat4(from + 4, &p.swing.x, &p.swing.y, &p.swing.z, &p.swing.w);
    vrmi_fx_splat4(from + 8, &p.direction.x, &p.direction.y, &p.direction.z, &p.length);
    vrmi_fx_splat4(from + 12, &p.gravity.x, &p.gravity.y, &p.gravity.z, &p.stiffness);
    vrmi_fx_splat4(from + 16, &p.keep, &p.radius, &p.scale, &unused);
    return p;
}

/* From floats in lanes, in the order of vrmi_SpringParams. */
VRMI_INLINE Paramsx load_params(const float* from) {
#define AT(n) vrmi_fx_load(from + (n)*VRMI_LANES)
    return (Paramsx){{AT(0), AT(1), AT(2), AT(3)},
                     {AT(4), AT(5), AT(6), AT(7)},
                     {AT(8), AT(9), AT(10)},
                     AT(11),
                     {AT(12), AT(13), AT(14)},
                     AT(15),
                     AT(16),
                     AT(17),
                     AT(18)};
#undef AT
}

/* Whether a length has a useful square: neither too short nor too long. */
VRMI_INLINE vrmi_ix is_soundx(vrmi_fx square) {
    return (square > vrmi_fx_splat(VRMI_SQUARE_MIN)) & (square < vrmi_fx_splat(VRMI_SQUARE_MAX));
}

/* The unit vector along `v`; `fallback` where `v` is too short or too long to be squared. */
VRMI_INLINE vrmi_Vec3x normalizex(vrmi_Vec3x v, vrmi_Vec3x fallback) {
    vrmi_fx square = vrmi_vec3x_dot(v, v);
    vrmi_Vec3x unit = vrmi_vec3x_scale(v, onex() / vrmi_fx_sqrt(square));
    return vrmi_vec3x_select(is_soundx(square), unit, fallback);
}

/* 1 / a, and 0 where that has no finite value. */
VRMI_INLINE vrmi_fx reciprocalx(vrmi_fx a) {
    vrmi_fx inverse = onex() / a;
    return vrmi_fx_where(vrmi_fx_is_finite(inverse), inverse);
}

VRMI_INLINE vrmi_Vec3x local_point(const vrmi_Worldx* world, vrmi_Vec3x point) {
    vrmi_Vec3x arm = vrmi_vec3x_sub(point, world->position);
    vrmi_Vec3x back = vrmi_quatx_rotate(vrmi_quatx_conjugate(world->rotation), arm);
    return vrmi_vec3x_scale(back, reciprocalx(world->scale));
}

/* Normalizes a rotation that is the product of many, so that its conjugate is its inverse as
 * exactly as possible. */
VRMI_INLINE vrmi_Quatx unitx(vrmi_Quatx q) {
    return vrmi_quatx_scale(q, onex() / vrmi_fx_sqrt(vrmi_quatx_dot(q, q)));
}

/* A center that does not move leaves tails unchanged to the bit. */
VRMI_INLINE Centerx make_center(const vrmi_Worldx* before, const vrmi_Worldx* now) {
    Centerx center;
    vrmi_Quatx p = before->rotation, q = now->rotation;
    vrmi_Vec3x a = before->position, b = now->position;
    vrmi_worldx_copy(&center.before, before);
    vrmi_worldx_copy(&center.now, now);
    center.is_still = (p.x == q.x) & (p.y == q.y) & (p.z == q.z) & (p.w == q.w) & (a.x == b.x) &
                      (a.y == b.y) & (a.z == b.z) & (before->scale == now->scale);
    return center;
}

VRMI_INLINE vrmi_Vec3x carry_point(const Centerx* center, vrmi_Vec3x point) {
    vrmi_Vec3x there = vrmi_worldx_point(&center->now, local_point(&center->before, point));
    return vrmi_vec3x_select(center->is_still, point, there);
}

/* The head of a pair at rest, which everything else starts from. Returns `above` as a matrix. */
VRMI_INLINE vrmi_Matrixx reach_pair(Bonex* c, const Paramsx* p) {
    vrmi_Matrixx m = vrmi_matrixx_from_quat(c->above);
    c->scale = c->scale * p->scale;
    c->rest_aim = vrmi_matrixx_rotate(&m, p->direction);
    c->length = p->length * c->scale;
    c->radius = p->radius * c->scale;
    return m;
}

VRMI_INLINE void locate_tail(Bonex* c) {
    c->tail = vrmi_vec3x_add(c->head, vrmi_vec3x_scale(c->way, c->shrink * c->length));
}

/* Puts the tail at the bone's length along `v`; at rest where `v` is too short or too long to be
 * squared. */
VRMI_INLINE void aim_at(Bonex* c, vrmi_Vec3x v) {
    vrmi_fx square = vrmi_vec3x_dot(v, v);
    vrmi_ix is_sound = is_soundx(square);
    c->way = vrmi_vec3x_select(is_sound, v, c->rest_aim);
    c->shrink = vrmi_fx_select(is_sound, onex() / vrmi_fx_sqrt(square), onex());
    locate_tail(c);
}

/* Inertia, stiffness and gravity of VRMC_springBone 1.0: the vector from the head to the
 * unconstrained tail. The rest direction is added last, because it is computed last. */
VRMI_INLINE vrmi_Vec3x swing_on(const Bonex* c, const Paramsx* p, vrmi_Vec3x cur, vrmi_Vec3x prev,
                                vrmi_fx dt) {
    vrmi_Vec3x d = c->rest_aim, n;
    vrmi_fx pull = p->stiffness * dt;
    n.x = cur.x + (cur.x - prev.x) * p->keep + p->gravity.x * dt - c->head.x + d.x * pull;
    n.y = cur.y + (cur.y - prev.y) * p->keep + p->gravity.y * dt - c->head.y + d.y * pull;
    n.z = cur.z + (cur.z - prev.z) * p->keep + p->gravity.z * dt - c->head.z + d.z * pull;
    return n;
}

/* As aim_at() for swing_on(), fast, without the fallback: returns the lanes in which the result is
 * valid. */
VRMI_INLINE vrmi_ix predict_fast(Bonex* c, const Paramsx* p, vrmi_Vec3x cur, vrmi_Vec3x prev,
                                 vrmi_fx dt) {
    c->way = swing_on(c, p, cur, prev, dt);
    vrmi_fx square = vrmi_vec3x_dot(c->way, c->way);
    c->shrink = onex() / vrmi_fx_sqrt(square);
    locate_tail(c);
    return is_soundx(square);
}

/* ---- Colliders ---- */

/* From the nearest point of the collider's axis to the tail. */
VRMI_INLINE vrmi_Vec3x from_axis(const Colliderx* c, vrmi_Vec3x tail, bool is_capsule) {
    vrmi_Vec3x delta = vrmi_vec3x_sub(tail, c->at);
    if (!is_capsule) return delta;
    vrmi_fx share = vrmi_vec3x_dot(c->along, delta) * c->inverse;
    share = vrmi_fx_clamp01(share);
    return vrmi_vec3x_sub(delta, vrmi_vec3x_scale(c->along, share));
}

/* Pushes away from the axis, or towards it (hollow), until the distance is `wanted`. On the axis
 * itself the direction is undefined: +Y is taken. */
VRMI_INLINE vrmi_Vec3x radial_push(vrmi_Vec3x delta, vrmi_fx wanted) {
    vrmi_fx square = vrmi_vec3x_dot(delta, delta), zero = vrmi_fx_splat(0.0f);
    vrmi_fx growth = wanted / vrmi_fx_sqrt(square) - onex();
    return vrmi_vec3x_select(is_soundx(square), vrmi_vec3x_scale(delta, growth),
                             (vrmi_Vec3x){zero, wanted, zero});
}

/* ---- Rotation ---- */

/* The rotation of VRMC_springBone 1.0. */
typedef struct Turnx {
    vrmi_Quatx along; /* the new local rotation, of any length */
    vrmi_fx inverse;  /* makes it a unit quaternion */
    vrmi_ix is_near;  /* lanes bent by less than 120 degrees: only these are valid */
} Turnx;

/* `a` is the way in the parent's space, s the swing. */
VRMI_INLINE Turnx turn_near(vrmi_Quatx rest, vrmi_Quatx s, vrmi_Vec3x a, vrmi_fx shrink) {
    vrmi_Quatx t = {a.x * s.w + a.y * s.z - a.z * s.y, a.y * s.w - a.x * s.z + a.z * s.x,
                    a.z * s.w + a.x * s.y - a.y * s.x, a.x * s.x + a.y * s.y + a.z * s.z};
    Turnx turn;
    turn.along = (vrmi_Quatx){rest.x + t.x * shrink, rest.y + t.y * shrink, rest.z + t.z * shrink,
                              rest.w - t.w * shrink};
    vrmi_fx square = vrmi_quatx_dot(turn.along, turn.along);
    turn.inverse = onex() / vrmi_fx_sqrt(square);
    turn.is_near = square > onex();
    return turn;
}

#endif
