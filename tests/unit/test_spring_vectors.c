/* SPDX-License-Identifier: MIT */
/* The springs against the specification's arithmetic in double precision, written with matrices and
 * inverses as the text has them: every collider kind, centers, skipped nodes, limits, and scales
 * that differ by axis. Random avatars under random motion; a chain that rubs on a collider may
 * differ by a hit or a miss, so means and percentiles are judged. */
#include "spring_fixture.h"

#include <math.h>

/* ---- Doubles ---- */

typedef struct V {
    double x, y, z;
} V;

typedef struct Q {
    double x, y, z, w;
} Q;

typedef struct M {
    double m[3][4];
} M;

static V v_of(vrm_Vec3 a) {
    return (V){(double)a.x, (double)a.y, (double)a.z};
}
static V v_add(V a, V b) {
    return (V){a.x + b.x, a.y + b.y, a.z + b.z};
}
static V v_sub(V a, V b) {
    return (V){a.x - b.x, a.y - b.y, a.z - b.z};
}
static V v_mul(V a, double s) {
    return (V){a.x * s, a.y * s, a.z * s};
}
static double v_dot(V a, V b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static V v_cross(V a, V b) {
    return (V){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double v_len(V a) {
    return sqrt(v_dot(a, a));
}
static V v_unit(V a) {
    double l = v_len(a);
    return l > 1e-15 ? v_mul(a, 1 / l) : (V){0, 0, 0};
}
static Q q_of(vrm_Quat a) {
    return (Q){(double)a.x, (double)a.y, (double)a.z, (double)a.w};
}
static Q q_mul(Q a, Q b) {
    return (Q){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
               a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
               a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
               a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
static V q_turn(Q q, V v) {
    V u = {q.x, q.y, q.z}, t = v_mul(v_cross(u, v), 2);
    return v_add(v_add(v, v_mul(t, q.w)), v_cross(u, t));
}
static Q q_conj(Q q) {
    return (Q){-q.x, -q.y, -q.z, q.w};
}
static Q q_from_to(V a, V b) {
    V c = v_cross(a, b);
    Q q = {c.x, c.y, c.z, 1 + v_dot(a, b)};
    double l = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (l < 1e-9) return (Q){1, 0, 0, 0};
    return (Q){q.x / l, q.y / l, q.z / l, q.w / l};
}
static M m_trs(V t, Q q, V s) {
    V x = v_mul(q_turn(q, (V){1, 0, 0}), s.x), y = v_mul(q_turn(q, (V){0, 1, 0}), s.y);
    V z = v_mul(q_turn(q, (V){0, 0, 1}), s.z);
    return (M){{{x.x, y.x, z.x, t.x}, {x.y, y.y, z.y, t.y}, {x.z, y.z, z.z, t.z}}};
}
static M m_mul(const M* a, const M* b) {
    M o;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            o.m[r][c] = a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] +
                        a->m[r][2] * b->m[2][c] + (c == 3 ? a->m[r][3] : 0);
    return o;
}
static V m_vec(const M* a, V v) {
    return (V){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
               a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
               a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}
static V m_col(const M* a, int c) {
    return (V){a->m[0][c], a->m[1][c], a->m[2][c]};
}
static V m_point(const M* a, V v) {
    return v_add(m_vec(a, v), m_col(a, 3));
}
static M m_inverse(const M* a) {
    V x = m_col(a, 0), y = m_col(a, 1), z = m_col(a, 2), o = m_col(a, 3);
    double d = v_dot(v_cross(x, y), z);
    V r[3] = {v_mul(v_cross(y, z), 1 / d), v_mul(v_cross(z, x), 1 / d),
              v_mul(v_cross(x, y), 1 / d)};
    M i;
    for (int k = 0; k < 3; k++) {
        i.m[k][0] = r[k].x, i.m[k][1] = r[k].y, i.m[k][2] = r[k].z;
        i.m[k][3] = -v_dot(r[k], o);
    }
    return i;
}
static double m_scale(const M* a) {
    return fmax(v_len(m_col(a, 0)), fmax(v_len(m_col(a, 1)), v_len(m_col(a, 2))));
}

/* ---- The avatar ---- */

typedef struct Ref {
    const vrm_Model* model;
    const vrm_Rig* rig;
    M root;
    Q root_turn;
    V trans[200], scale[200];
    Q turns[200], world_turns[200];
    M worlds[200];
    V current[200], previous[200]; /* by joint */
} Ref;

static void ref_pose_node(Ref* r, int32_t n) {
    int32_t p = vrm_rig_parent(r->rig, n);
    M local = m_trs(r->trans[n], r->turns[n], r->scale[n]);
    r->worlds[n] = m_mul(p < 0 ? &r->root : &r->worlds[p], &local);
    r->world_turns[n] = q_mul(p < 0 ? r->root_turn : r->world_turns[p], r->turns[n]);
}

static void ref_pose(Ref* r) {
    const vrm_Gltf* gltf = vrm_model_gltf(r->model);
    for (int32_t i = 0; i < gltf->node_count; i++) ref_pose_node(r, gltf->node_order[i]);
}

typedef struct Bone {
    V head, next, axis;
    double length, radius;
    Q rest_turn;
    const vrm_SpringLimit* limit;
} Bone;

static void ref_keep_length(Bone* b) {
    b->next = v_add(b->head, v_mul(v_unit(v_sub(b->next, b->head)), b->length));
}

static double clamp(double a, double low, double high) {
    return a < low ? low : a > high ? high : a;
}

static void ref_limit(Bone* b) {
    const vrm_SpringLimit* l = b->limit;
    if (l->type == VRM_LIMIT_NONE) return;
    Q g = q_mul(q_mul(b->rest_turn, q_from_to((V){0, 1, 0}, b->axis)), q_of(l->rotation));
    V u = q_turn(q_conj(g), v_unit(v_sub(b->next, b->head)));
    double angle = (double)l->angle;
    if (l->type == VRM_LIMIT_CONE && u.y < cos(angle)) {
        double s = sqrt((1 - cos(angle) * cos(angle)) / (1 - u.y * u.y));
        u = (V){u.x * s, cos(angle), u.z * s};
    } else if (l->type == VRM_LIMIT_HINGE) {
        u = v_unit((V){0, u.y, u.z});
        if (u.y < cos(angle)) u = (V){0, cos(angle), u.z < 0 ? -sin(angle) : sin(angle)};
    } else if (l->type == VRM_LIMIT_SPHERICAL) {
        double pitch = clamp(atan2(u.z, u.y), -(double)l->pitch, (double)l->pitch);
        double yaw = clamp(asin(clamp(u.x, -1, 1)), -(double)l->yaw, (double)l->yaw);
        u = (V){sin(yaw), cos(yaw) * cos(pitch), cos(yaw) * sin(pitch)};
    }
    b->next = v_add(b->head, v_mul(q_turn(g, u), b->length));
}

/* VRMC_springBone 1.0 and VRMC_springBone_extended_collider 1.0, the sections on collision. */
static void ref_collide(Bone* b, const vrm_Collider* c, const M* x) {
    V a = m_point(x, v_of(c->offset)), delta = v_sub(b->next, a), direction;
    double distance, radius = (double)c->radius * m_scale(x);
    if (c->shape == VRM_COLLIDER_PLANE) {
        M inverse = m_inverse(x);
        V n = v_of(c->normal);
        direction =
            v_unit((V){inverse.m[0][0] * n.x + inverse.m[1][0] * n.y + inverse.m[2][0] * n.z,
                       inverse.m[0][1] * n.x + inverse.m[1][1] * n.y + inverse.m[2][1] * n.z,
                       inverse.m[0][2] * n.x + inverse.m[1][2] * n.y + inverse.m[2][2] * n.z});
        distance = v_dot(delta, direction) - b->radius;
    } else {
        if (c->shape == VRM_COLLIDER_CAPSULE || c->shape == VRM_COLLIDER_INSIDE_CAPSULE) {
            V e = v_sub(m_point(x, v_of(c->tail)), a);
            double k = v_dot(e, delta), ee = v_dot(e, e);
            if (k > ee)
                delta = v_sub(delta, e);
            else if (k > 0)
                delta = v_sub(delta, v_mul(e, k / ee));
        }
        bool inside =
            c->shape == VRM_COLLIDER_INSIDE_SPHERE || c->shape == VRM_COLLIDER_INSIDE_CAPSULE;
        direction = inside ? v_mul(v_unit(delta), -1) : v_unit(delta);
        distance = inside ? radius - b->radius - v_len(delta) : v_len(delta) - radius - b->radius;
    }
    if (!(distance < 0)) return;
    b->next = v_sub(b->next, v_mul(direction, distance));
    ref_keep_length(b);
    ref_limit(b);
}

static void ref_joint(Ref* r, int32_t j, double dt, bool reset) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(r->model);
    vrm_SpringJointInfo info = vrm_rig_spring_joint(r->rig, j);
    const vrm_Spring* spring = &bones->springs[info.spring];
    int32_t parent = vrm_rig_parent(r->rig, info.node);
    M pm = parent < 0 ? r->root : r->worlds[parent];
    Q pq = parent < 0 ? r->root_turn : r->world_turns[parent];
    Q q0 = q_of(vrm_rig_rest(r->rig, info.node).rotation);
    M m0 = m_trs(r->trans[info.node], q0, r->scale[info.node]), rest = m_mul(&pm, &m0);
    V tail = info.tail < 0 ? m_point(&r->worlds[info.node], v_of(info.tail_local))
                           : m_col(&r->worlds[info.tail], 3);
    M to_head = m_inverse(&r->worlds[info.node]);
    V tail_local = m_point(&to_head, tail);
    Bone b = {.head = m_col(&rest, 3),
              .axis = v_unit(v_of(info.tail_local)),
              .length = v_len(m_vec(&rest, tail_local)),
              .radius = (double)info.settings.hit_radius * m_scale(&rest),
              .rest_turn = q_mul(pq, q0),
              .limit = &spring->joints[info.joint].limit};
    int32_t center = fixture_center(r->model, r->rig, &info);
    M c = center < 0 ? m_trs((V){0, 0, 0}, (Q){0, 0, 0, 1}, (V){1, 1, 1}) : r->worlds[center];
    M back = m_inverse(&c);
    if (reset) {
        r->turns[info.node] = q0;
        ref_pose(r);
        V at = m_point(&r->worlds[info.node], tail_local);
        r->current[j] = r->previous[j] = m_point(&back, at);
        return;
    }
    V cw = m_point(&c, r->current[j]), pw = m_point(&c, r->previous[j]);
    double drag = (double)info.settings.drag_force;
    b.next = v_add(cw, v_mul(v_sub(cw, pw), 1 - drag));
    b.next =
        v_add(b.next, v_mul(v_unit(m_vec(&rest, b.axis)), dt * (double)info.settings.stiffness));
    b.next = v_add(
        b.next, v_mul(v_of(info.settings.gravity_dir), dt * (double)info.settings.gravity_power));
    ref_keep_length(&b);
    ref_limit(&b);
    for (int32_t g = 0; g < spring->collider_group_count; g++) {
        const vrm_ColliderGroup* group = &bones->collider_groups[spring->collider_groups[g]];
        for (int32_t i = 0; i < group->collider_count; i++) {
            const vrm_Collider* collider = &bones->colliders[group->colliders[i]];
            ref_collide(&b, collider, &r->worlds[collider->node]);
        }
    }
    r->previous[j] = r->current[j];
    r->current[j] = m_point(&back, b.next);
    M to_rest = m_inverse(&rest);
    r->turns[info.node] = q_mul(q0, q_from_to(b.axis, v_unit(m_point(&to_rest, b.next))));
    ref_pose(r);
}

static void ref_step(Ref* r, double dt, bool reset) {
    ref_pose(r);
    for (int32_t j = 0; j < vrm_rig_spring_joint_count(r->rig); j++) ref_joint(r, j, dt, reset);
}

/* ---- Both side by side ---- */

typedef struct Smooth {
    V turn, speed;
} Smooth;

static void drive(Fixture* f, Ref* r, int frame, unsigned has, Dice* dice, Smooth* body) {
    vrm_Transform root = vrmi_transform_identity();
    float t = (float)frame / 60.0f;
    root.translation = (vrm_Vec3){0.3f * sinf(3 * t), 0.1f * sinf(5 * t), 0.2f * sinf(2 * t)};
    root.rotation = vrmi_quat_from_axis_angle((vrm_Vec3){0.2f, 1, 0}, sinf(1.5f * t));
    if (has & HAS_SCALE) root.scale.x = root.scale.y = root.scale.z = 1.0f + 0.3f * sinf(0.7f * t);
    assert_true(vrm_avatar_set_root(f->sim, f->id, root));
    r->root = m_trs(v_of(root.translation), q_of(root.rotation), v_of(root.scale));
    r->root_turn = q_of(root.rotation);
    for (int32_t n = 0; n < 6; n++) {
        Smooth* s = &body[n];
        s->speed = v_add(v_mul(s->speed, 0.95), (V){(double)roll(dice, -0.004f, 0.004f),
                                                    (double)roll(dice, -0.004f, 0.004f),
                                                    (double)roll(dice, -0.004f, 0.004f)});
        s->turn = v_add(v_mul(s->turn, 0.98), s->speed);
        vrm_Vec3 axis = {(float)s->turn.x, (float)s->turn.y, (float)s->turn.z};
        vrm_Quat q = vrmi_quat_mul(vrm_rig_rest(f->rig, n).rotation,
                                   vrmi_quat_from_axis_angle(axis, vrmi_vec3_length(axis)));
        q = vrmi_quat_normalize(q);
        assert_true(vrm_avatar_set_rotation(f->sim, f->id, n, q));
        r->turns[n] = q_of(q);
    }
}

static int compare_double(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

#define FRAMES 150

/* Radians between the local rotations: the mean, and what 99 of 100 stay below. */
static void measure(uint64_t seed, unsigned has, double* out_mean, double* out_p99) {
    Dice dice = {seed};
    Text *nodes = malloc(sizeof *nodes), *springs = malloc(sizeof *springs);
    roll_avatar(&dice, 6, has, nodes, springs);
    Fixture f = fixture(nodes->data, springs->data, 0.0f);
    Ref* r = calloc(1, sizeof *r);
    Smooth body[6] = {0};
    r->model = f.model, r->rig = f.rig;
    for (int32_t n = 0; n < vrm_rig_node_count(f.rig); n++) {
        vrm_Transform rest = vrm_rig_rest(f.rig, n);
        r->trans[n] = v_of(rest.translation), r->turns[n] = q_of(rest.rotation);
        r->scale[n] = v_of(rest.scale);
    }
    int32_t joints = vrm_rig_spring_joint_count(f.rig), count = 0;
    double* errors = malloc((size_t)(FRAMES * joints) * sizeof *errors);
    double sum = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        drive(&f, r, frame, has, &dice, body);
        if (frame == 0) ref_step(r, 0, true);
        ref_step(r, 1.0 / 60.0, false);
        vrm_sim_step(f.sim, FIXTURE_DT);
        const vrm_Quat* ours = vrm_avatar_spring_rotations(f.sim, f.id);
        for (int32_t j = 0; j < joints; j++) {
            Q a = q_of(ours[j]), b = r->turns[vrm_rig_spring_joint(f.rig, j).node];
            Q d = q_mul(a, q_conj(b));
            double e = 2 * sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
            errors[count++] = e;
            sum += e;
        }
    }
    qsort(errors, (size_t)count, sizeof *errors, compare_double);
    *out_mean = sum / count;
    *out_p99 = errors[count * 99 / 100];
    free(errors);
    free(r);
    fixture_end(&f);
    free(nodes);
    free(springs);
}

static void judge(unsigned has, int seeds) {
    double total = 0, worst = 0;
    for (int s = 0; s < seeds; s++) {
        double mean, p99;
        measure(4000 + 31 * (uint64_t)s, has, &mean, &p99);
        total += mean;
        if (p99 > worst) worst = p99;
    }
    if (!(total / seeds < 2e-5) || !(worst < 1e-3))
        fail_msg("mean %g rad, 99 of 100 below %g rad", total / seeds, worst);
}

/* */
static void chains_and_colliders_follow_the_specification(void** state) {
    (void)state;
    judge(0, 12);
}

/* */
static void centers_follow_the_specification(void** state) {
    (void)state;
    judge(HAS_CENTER, 8);
    judge(HAS_OWN_CENTER, 8);
}

/* */
static void skipped_nodes_follow_the_specification(void** state) {
    (void)state;
    judge(HAS_SKIPS, 8);
}

/* */
static void inside_shapes_and_planes_follow_the_specification(void** state) {
    (void)state;
    judge(HAS_INSIDE, 8);
}

/* */
static void limits_follow_the_specification(void** state) {
    (void)state;
    judge(HAS_LIMITS, 8);
}

/* */
static void uniform_scales_follow_the_specification(void** state) {
    (void)state;
    judge(HAS_SCALE | HAS_CENTER | HAS_SKIPS, 8);
}

/* */
static void scales_that_differ_by_axis_follow_the_specification(void** state) {
    (void)state;
    judge(HAS_STRETCH | HAS_INSIDE, 8);
    judge(HAS_STRETCH | HAS_CENTER | HAS_SKIPS, 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_and_colliders_follow_the_specification),
        cmocka_unit_test(centers_follow_the_specification),
        cmocka_unit_test(skipped_nodes_follow_the_specification),
        cmocka_unit_test(inside_shapes_and_planes_follow_the_specification),
        cmocka_unit_test(limits_follow_the_specification),
        cmocka_unit_test(uniform_scales_follow_the_specification),
        cmocka_unit_test(scales_that_differ_by_axis_follow_the_specification),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
