/* SPDX-License-Identifier: MIT */
#include "plain.h"

#include <math.h>
#include <stdlib.h>

typedef struct Mat4 {
    float m[16]; /* columns */
} Mat4;

typedef struct Node {
    int32_t parent;
    vrm_Vec3 translation;
    vrm_Quat rotation;
    vrm_Vec3 scale;
    Mat4 local, world;
} Node;

typedef struct Collider {
    int32_t node;
    bool is_capsule;
    vrm_Vec3 offset, tail;
    float radius;
    vrm_Vec3 world_offset, world_tail;
    float world_radius;
} Collider;

typedef struct Pair {
    int32_t head, tail; /* nodes */
    int32_t center;     /* node or -1 */
    const int32_t* colliders;
    int32_t collider_count;
    float stiffness, drag, gravity_power, hit_radius;
    vrm_Vec3 gravity_dir;
    Mat4 rest_local;
    vrm_Quat rest_rotation;
    vrm_Vec3 bone_axis;
    vrm_Vec3 tail_local; /* in the head's space at rest */
    vrm_Vec3 current, previous;
} Pair;

struct plain_Avatar {
    Node* nodes;
    int32_t node_count;
    int32_t* order;
    Collider* colliders;
    int32_t collider_count;
    Pair* pairs;
    int32_t pair_count;
    int32_t* collider_lists;
};

/* ---- Maths, straight from a textbook ---- */

static vrm_Vec3 add(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static vrm_Vec3 sub(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vrm_Vec3 scaled(vrm_Vec3 a, float s) {
    return (vrm_Vec3){a.x * s, a.y * s, a.z * s};
}

static float dot(vrm_Vec3 a, vrm_Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vrm_Vec3 cross(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float length(vrm_Vec3 a) {
    return sqrtf(dot(a, a));
}

static vrm_Vec3 normalized(vrm_Vec3 a) {
    float l = length(a);
    return l > 0.0f ? scaled(a, 1.0f / l) : (vrm_Vec3){0.0f, 1.0f, 0.0f};
}

static vrm_Quat multiply_quat(vrm_Quat a, vrm_Quat b) {
    return (vrm_Quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static vrm_Quat from_to(vrm_Vec3 from, vrm_Vec3 to) {
    float d = dot(from, to);
    if (d < -0.999999f) {
        vrm_Vec3 axis = fabsf(from.x) < 0.9f ? cross(from, (vrm_Vec3){1, 0, 0})
                                             : cross(from, (vrm_Vec3){0, 1, 0});
        axis = normalized(axis);
        return (vrm_Quat){axis.x, axis.y, axis.z, 0.0f};
    }
    vrm_Vec3 c = cross(from, to);
    float w = 1.0f + d;
    float l = sqrtf(dot(c, c) + w * w);
    return (vrm_Quat){c.x / l, c.y / l, c.z / l, w / l};
}

static Mat4 compose(vrm_Vec3 t, vrm_Quat q, vrm_Vec3 s) {
    float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (Mat4){{(1 - 2 * (yy + zz)) * s.x, 2 * (xy + wz) * s.x, 2 * (xz - wy) * s.x, 0,
                   2 * (xy - wz) * s.y, (1 - 2 * (xx + zz)) * s.y, 2 * (yz + wx) * s.y, 0,
                   2 * (xz + wy) * s.z, 2 * (yz - wx) * s.z, (1 - 2 * (xx + yy)) * s.z, 0, t.x, t.y,
                   t.z, 1}};
}

static Mat4 multiply(const Mat4* a, const Mat4* b) {
    Mat4 out;
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 4; r++) {
            float sum = 0.0f;
            for (int k = 0; k < 4; k++) sum += a->m[k * 4 + r] * b->m[c * 4 + k];
            out.m[c * 4 + r] = sum;
        }
    }
    return out;
}

static vrm_Vec3 transform_point(const Mat4* m, vrm_Vec3 p) {
    return (vrm_Vec3){m->m[0] * p.x + m->m[4] * p.y + m->m[8] * p.z + m->m[12],
                      m->m[1] * p.x + m->m[5] * p.y + m->m[9] * p.z + m->m[13],
                      m->m[2] * p.x + m->m[6] * p.y + m->m[10] * p.z + m->m[14]};
}

static vrm_Vec3 transform_direction(const Mat4* m, vrm_Vec3 p) {
    return (vrm_Vec3){m->m[0] * p.x + m->m[4] * p.y + m->m[8] * p.z,
                      m->m[1] * p.x + m->m[5] * p.y + m->m[9] * p.z,
                      m->m[2] * p.x + m->m[6] * p.y + m->m[10] * p.z};
}

#ifdef PLAIN_IS_THRIFTY
/* Affine inverse by cofactors. */
static Mat4 inverse(const Mat4* m) {
    vrm_Vec3 x = {m->m[0], m->m[1], m->m[2]};
    vrm_Vec3 y = {m->m[4], m->m[5], m->m[6]};
    vrm_Vec3 z = {m->m[8], m->m[9], m->m[10]};
    vrm_Vec3 t = {m->m[12], m->m[13], m->m[14]};
    vrm_Vec3 yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
    float determinant = dot(x, yz);
    float k = determinant != 0.0f ? 1.0f / determinant : 0.0f;
    yz = scaled(yz, k);
    zx = scaled(zx, k);
    xy = scaled(xy, k);
    return (Mat4){{yz.x, zx.x, xy.x, 0, yz.y, zx.y, xy.y, 0, yz.z, zx.z, xy.z, 0, -dot(yz, t),
                   -dot(zx, t), -dot(xy, t), 1}};
}

#else
/* Of any matrix, by its minors of two rows. */
static Mat4 inverse(const Mat4* matrix) {
    const float* m = matrix->m;
    float a0 = m[0] * m[5] - m[1] * m[4], a1 = m[0] * m[6] - m[2] * m[4];
    float a2 = m[0] * m[7] - m[3] * m[4], a3 = m[1] * m[6] - m[2] * m[5];
    float a4 = m[1] * m[7] - m[3] * m[5], a5 = m[2] * m[7] - m[3] * m[6];
    float b0 = m[8] * m[13] - m[9] * m[12], b1 = m[8] * m[14] - m[10] * m[12];
    float b2 = m[8] * m[15] - m[11] * m[12], b3 = m[9] * m[14] - m[10] * m[13];
    float b4 = m[9] * m[15] - m[11] * m[13], b5 = m[10] * m[15] - m[11] * m[14];
    float determinant = a0 * b5 - a1 * b4 + a2 * b3 + a3 * b2 - a4 * b1 + a5 * b0;
    float k = determinant != 0.0f ? 1.0f / determinant : 0.0f;
    return (Mat4){
        {(m[5] * b5 - m[6] * b4 + m[7] * b3) * k, (-m[1] * b5 + m[2] * b4 - m[3] * b3) * k,
         (m[13] * a5 - m[14] * a4 + m[15] * a3) * k, (-m[9] * a5 + m[10] * a4 - m[11] * a3) * k,
         (-m[4] * b5 + m[6] * b2 - m[7] * b1) * k, (m[0] * b5 - m[2] * b2 + m[3] * b1) * k,
         (-m[12] * a5 + m[14] * a2 - m[15] * a1) * k, (m[8] * a5 - m[10] * a2 + m[11] * a1) * k,
         (m[4] * b4 - m[5] * b2 + m[7] * b0) * k, (-m[0] * b4 + m[1] * b2 - m[3] * b0) * k,
         (m[12] * a4 - m[13] * a2 + m[15] * a0) * k, (-m[8] * a4 + m[9] * a2 - m[11] * a0) * k,
         (-m[4] * b3 + m[5] * b1 - m[6] * b0) * k, (m[0] * b3 - m[1] * b1 + m[2] * b0) * k,
         (-m[12] * a3 + m[13] * a1 - m[14] * a0) * k, (m[8] * a3 - m[9] * a1 + m[10] * a0) * k}};
}
#endif

static vrm_Vec3 position_of(const Mat4* m) {
    return (vrm_Vec3){m->m[12], m->m[13], m->m[14]};
}

static float largest_scale(const Mat4* m) {
    float x = length((vrm_Vec3){m->m[0], m->m[1], m->m[2]});
    float y = length((vrm_Vec3){m->m[4], m->m[5], m->m[6]});
    float z = length((vrm_Vec3){m->m[8], m->m[9], m->m[10]});
    return fmaxf(x, fmaxf(y, z));
}

/* ---- Building ---- */

static int32_t count_pairs(const vrm_SpringBones* bones) {
    int32_t count = 0;
    for (int32_t s = 0; s < bones->spring_count; s++)
        for (int32_t j = 0; j + 1 < bones->springs[s].joint_count; j++)
            if (bones->springs[s].joints[j + 1].node >= 0) count++;
    return count;
}

static int32_t list_colliders(const vrm_SpringBones* bones, const vrm_Spring* spring,
                              int32_t* list) {
    int32_t count = 0;
    for (int32_t g = 0; g < spring->collider_group_count; g++) {
        const vrm_ColliderGroup* group = &bones->collider_groups[spring->collider_groups[g]];
        for (int32_t c = 0; c < group->collider_count; c++) {
            if (list != NULL) list[count] = group->colliders[c];
            count++;
        }
    }
    return count;
}

static void update_world(plain_Avatar* avatar, int32_t index) {
    Node* node = &avatar->nodes[index];
    node->local = compose(node->translation, node->rotation, node->scale);
    node->world = node->parent >= 0 ? multiply(&avatar->nodes[node->parent].world, &node->local)
                                    : node->local;
}

static void update_all(plain_Avatar* avatar) {
    for (int32_t i = 0; i < avatar->node_count; i++) update_world(avatar, avatar->order[i]);
}

/* A center that its own chain turns counts without these turns: as the node above the chain. */
static int32_t center_of(const plain_Avatar* avatar, const vrm_Spring* spring) {
    bool is_own = spring->center >= 0 && spring->center == spring->joints[0].node;
    return is_own ? avatar->nodes[spring->center].parent : spring->center;
}

static void build_pairs(plain_Avatar* avatar, const vrm_SpringBones* bones) {
    int32_t* list = avatar->collider_lists;
    Pair* pair = avatar->pairs;
    for (int32_t s = 0; s < bones->spring_count; s++) {
        const vrm_Spring* spring = &bones->springs[s];
        int32_t collider_count = list_colliders(bones, spring, list);
        for (int32_t j = 0; j + 1 < spring->joint_count; j++) {
            const vrm_SpringJoint* joint = &spring->joints[j];
            int32_t tail = spring->joints[j + 1].node;
            if (tail < 0) continue;
            Node* head = &avatar->nodes[joint->node];
            Mat4 to_head = inverse(&head->world);
            *pair = (Pair){.head = joint->node,
                           .tail = tail,
                           .center = center_of(avatar, spring),
                           .colliders = list,
                           .collider_count = collider_count,
                           .stiffness = joint->stiffness,
                           .drag = joint->drag_force,
                           .gravity_power = joint->gravity_power,
                           .hit_radius = joint->hit_radius,
                           .gravity_dir = joint->gravity_dir,
                           .rest_local = head->local,
                           .rest_rotation = head->rotation,
                           .tail_local =
                               transform_point(&to_head, position_of(&avatar->nodes[tail].world))};
            pair->bone_axis = normalized(pair->tail_local);
            pair++;
        }
        list += collider_count;
    }
}

plain_Avatar* plain_create(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_SpringBones* bones = vrm_model_spring_bones(model);
    plain_Avatar* avatar = calloc(1, sizeof *avatar);
    if (avatar == NULL) return NULL;
    int32_t listed = 0;
    for (int32_t s = 0; s < bones->spring_count; s++)
        listed += list_colliders(bones, &bones->springs[s], NULL);
    avatar->node_count = gltf->node_count;
    avatar->collider_count = bones->collider_count;
    avatar->pair_count = count_pairs(bones);
    avatar->nodes = calloc((size_t)gltf->node_count + 1, sizeof *avatar->nodes);
    avatar->order = calloc((size_t)gltf->node_count + 1, sizeof *avatar->order);
    avatar->colliders = calloc((size_t)bones->collider_count + 1, sizeof *avatar->colliders);
    avatar->pairs = calloc((size_t)avatar->pair_count + 1, sizeof *avatar->pairs);
    avatar->collider_lists = calloc((size_t)listed + 1, sizeof *avatar->collider_lists);
    if (avatar->nodes == NULL || avatar->order == NULL || avatar->colliders == NULL ||
        avatar->pairs == NULL || avatar->collider_lists == NULL) {
        plain_destroy(avatar);
        return NULL;
    }
    for (int32_t i = 0; i < gltf->node_count; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        avatar->order[i] = gltf->node_order[i];
        avatar->nodes[i] = (Node){.parent = node->parent,
                                  .translation = node->rest.translation,
                                  .rotation = node->rest.rotation,
                                  .scale = node->rest.scale};
    }
    for (int32_t i = 0; i < bones->collider_count; i++) {
        const vrm_Collider* collider = &bones->colliders[i];
        avatar->colliders[i] = (Collider){.node = collider->node,
                                          .is_capsule = collider->shape == VRM_COLLIDER_CAPSULE,
                                          .offset = collider->offset,
                                          .tail = collider->tail,
                                          .radius = collider->radius};
    }
    update_all(avatar);
    build_pairs(avatar, bones);
    plain_reset(avatar);
    return avatar;
}

void plain_destroy(plain_Avatar* avatar) {
    if (avatar == NULL) return;
    free(avatar->nodes);
    free(avatar->order);
    free(avatar->colliders);
    free(avatar->pairs);
    free(avatar->collider_lists);
    free(avatar);
}

/* ---- Running ---- */

void plain_set_rotation(plain_Avatar* avatar, int32_t node, vrm_Quat rotation) {
    avatar->nodes[node].rotation = rotation;
}

void plain_set_translation(plain_Avatar* avatar, int32_t node, vrm_Vec3 translation) {
    avatar->nodes[node].translation = translation;
}

static vrm_Vec3 to_center(const plain_Avatar* avatar, int32_t center, vrm_Vec3 world) {
    if (center < 0) return world;
    Mat4 to_local = inverse(&avatar->nodes[center].world);
    return transform_point(&to_local, world);
}

void plain_reset(plain_Avatar* avatar) {
    for (int32_t i = 0; i < avatar->pair_count; i++)
        avatar->nodes[avatar->pairs[i].head].rotation = avatar->pairs[i].rest_rotation;
    update_all(avatar);
    for (int32_t i = 0; i < avatar->pair_count; i++) {
        Pair* pair = &avatar->pairs[i];
        vrm_Vec3 tail = transform_point(&avatar->nodes[pair->head].world, pair->tail_local);
        pair->current = pair->previous = to_center(avatar, pair->center, tail);
    }
}

static vrm_Vec3 keep_length(vrm_Vec3 head, vrm_Vec3 tail, float bone_length) {
    return add(head, scaled(normalized(sub(tail, head)), bone_length));
}

static void place_collider(plain_Avatar* avatar, Collider* collider) {
    const Mat4* world = &avatar->nodes[collider->node].world;
    collider->world_offset = transform_point(world, collider->offset);
    if (collider->is_capsule) collider->world_tail = transform_point(world, collider->tail);
    collider->world_radius = collider->radius * largest_scale(world);
}

static vrm_Vec3 nearest_delta(const Collider* collider, vrm_Vec3 tail) {
    vrm_Vec3 delta = sub(tail, collider->world_offset);
    if (!collider->is_capsule) return delta;
    vrm_Vec3 axis = sub(collider->world_tail, collider->world_offset);
    float along = dot(axis, delta);
    float squared = dot(axis, axis);
    if (along < 0.0f || squared == 0.0f) return delta;
    if (along > squared) return sub(delta, axis);
    return sub(delta, scaled(axis, along / squared));
}

static void step_pair(plain_Avatar* avatar, Pair* pair, float dt) {
    Node* head = &avatar->nodes[pair->head];
    Mat4 parent_world = head->parent >= 0 ? avatar->nodes[head->parent].world
                                          : compose((vrm_Vec3){0, 0, 0}, (vrm_Quat){0, 0, 0, 1},
                                                    (vrm_Vec3){1, 1, 1});
    Mat4 rest_world = multiply(&parent_world, &pair->rest_local);
    vrm_Vec3 head_position = position_of(&rest_world);
    vrm_Vec3 current = pair->current, previous = pair->previous;
    if (pair->center >= 0) {
        current = transform_point(&avatar->nodes[pair->center].world, current);
        previous = transform_point(&avatar->nodes[pair->center].world, previous);
    }
    float bone_length = length(transform_direction(&rest_world, pair->tail_local));
    vrm_Vec3 rest_direction = normalized(transform_direction(&rest_world, pair->bone_axis));

    vrm_Vec3 inertia = scaled(sub(current, previous), 1.0f - pair->drag);
    vrm_Vec3 stiffness = scaled(rest_direction, dt * pair->stiffness);
    vrm_Vec3 external = scaled(pair->gravity_dir, dt * pair->gravity_power);
    vrm_Vec3 next = add(add(add(current, inertia), stiffness), external);
    next = keep_length(head_position, next, bone_length);

    float hit_radius = pair->hit_radius * largest_scale(&rest_world);
    for (int32_t i = 0; i < pair->collider_count; i++) {
        Collider* collider = &avatar->colliders[pair->colliders[i]];
#ifndef PLAIN_IS_THRIFTY
        place_collider(avatar, collider);
#endif
        vrm_Vec3 delta = nearest_delta(collider, next);
        float distance = length(delta) - collider->world_radius - hit_radius;
        if (distance >= 0.0f) continue;
        next = sub(next, scaled(normalized(delta), distance));
        next = keep_length(head_position, next, bone_length);
    }

    pair->previous = pair->current;
    pair->current = to_center(avatar, pair->center, next);
    Mat4 to_local = inverse(&rest_world);
    vrm_Vec3 to = normalized(transform_point(&to_local, next));
    head->rotation = multiply_quat(pair->rest_rotation, from_to(pair->bone_axis, to));
    update_world(avatar, pair->head);
}

void plain_step(plain_Avatar* avatar, float dt) {
    update_all(avatar);
#ifdef PLAIN_IS_THRIFTY
    for (int32_t i = 0; i < avatar->collider_count; i++)
        place_collider(avatar, &avatar->colliders[i]);
#endif
    for (int32_t i = 0; i < avatar->pair_count; i++) step_pair(avatar, &avatar->pairs[i], dt);
}

int32_t plain_pair_count(const plain_Avatar* avatar) {
    return avatar->pair_count;
}

vrm_Quat plain_rotation(const plain_Avatar* avatar, int32_t node) {
    return avatar->nodes[node].rotation;
}

vrm_Vec3 plain_tail(const plain_Avatar* avatar, int32_t pair) {
    return avatar->pairs[pair].current;
}
