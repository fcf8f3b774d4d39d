/* SPDX-License-Identifier: MIT */
/* Lines that show the inside of an avatar: bones, springs, colliders. Overlays that need vertices
 * are in overlay_mesh.c. */
#include "overlay/overlay.h"

#include "memory.h"

#include <math.h>
#include <string.h>

#define AXIS_LENGTH  0.03f /* metres */
#define CIRCLE_PARTS 24

static const vrm_Vec4 white = {1.0f, 1.0f, 1.0f, 1.0f};
static const vrm_Vec4 grey = {0.5f, 0.5f, 0.5f, 1.0f};
static const vrm_Vec4 cyan = {0.1f, 0.9f, 1.0f, 1.0f};
static const vrm_Vec4 dark_cyan = {0.0f, 0.5f, 0.6f, 1.0f};
static const vrm_Vec4 orange = {1.0f, 0.6f, 0.1f, 1.0f};
static const vrm_Vec4 violet = {0.8f, 0.4f, 1.0f, 1.0f};

static vrm_Vec3 origin_of(const vrm_Affine* m) {
    return (vrm_Vec3){m->rows[0].w, m->rows[1].w, m->rows[2].w};
}

static vrm_Vec3 add_scaled(const vrm_Vec3* a, const vrm_Vec3* b, float s) {
    return (vrm_Vec3){a->x + b->x * s, a->y + b->y * s, a->z + b->z * s};
}

static vrm_Vec3 cross(const vrm_Vec3* a, const vrm_Vec3* b) {
    return (vrm_Vec3){a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z,
                      a->x * b->y - a->y * b->x};
}

static float length_of(const vrm_Vec3* v) {
    return sqrtf(v->x * v->x + v->y * v->y + v->z * v->z);
}

/* Where a node's axis points: a column of its matrix. */
static vrm_Vec3 axis_of(const vrm_Affine* m, int axis) {
    const vrm_Vec4 *x = &m->rows[0], *y = &m->rows[1], *z = &m->rows[2];
    if (axis == 0) return (vrm_Vec3){x->x, y->x, z->x};
    if (axis == 1) return (vrm_Vec3){x->y, y->y, z->y};
    return (vrm_Vec3){x->z, y->z, z->z};
}

/* The largest of the three scales, by which radii grow. */
static float scale_of(const vrm_Affine* m) {
    float largest = 0.0f;
    for (int c = 0; c < 3; c++) {
        vrm_Vec3 axis = axis_of(m, c);
        largest = fmaxf(largest, length_of(&axis));
    }
    return largest;
}

/* ---- Bones ---- */

/* A line from one node to another. */
static void add_bone(vrmi_Overlay* overlay, int32_t from, int32_t to, const vrm_Vec4* color) {
    vrm_Vec3 head = origin_of(&overlay->worlds[from]), tail = origin_of(&overlay->worlds[to]);
    vrmi_overlay_line(overlay, &head, &tail, color);
}

static void add_axes(vrmi_Overlay* overlay, const vrm_Affine* world) {
    static const vrm_Vec4 colors[3] = {
        {1.0f, 0.2f, 0.2f, 1.0f}, {0.3f, 0.9f, 0.3f, 1.0f}, {0.3f, 0.5f, 1.0f, 1.0f}};
    for (int c = 0; c < 3; c++) {
        vrm_Vec3 axis = axis_of(world, c), from = origin_of(world);
        float length = length_of(&axis);
        if (!(length > 1e-12f)) continue;
        vrm_Vec3 to = add_scaled(&from, &axis, AXIS_LENGTH / length);
        vrmi_overlay_line(overlay, &from, &to, &colors[c]);
    }
}

/* Lines from other joints to their parents come first, so that the bones are drawn over them. */
static void add_joints(vrmi_Overlay* overlay) {
    int32_t skins = vrm_rig_skin_count(overlay->rig);
    for (int32_t s = 0; s < skins; s++) {
        vrm_RigSkin skin = vrm_rig_skin(overlay->rig, s);
        for (int32_t j = 0; j < skin.joint_count; j++) {
            int32_t node = skin.joints[j], parent = vrm_rig_parent(overlay->rig, node);
            if (node < 0 || parent < 0 || vrm_rig_parent(overlay->rig, parent) < 0) continue;
            add_bone(overlay, parent, node, &grey);
        }
    }
}

static void add_bones(vrmi_Overlay* overlay) {
    add_joints(overlay);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        int32_t node = vrm_rig_bone(overlay->rig, (vrm_Bone)bone), from = -1;
        if (node < 0) continue;
        add_axes(overlay, &overlay->worlds[node]);
        vrm_Bone parent = (vrm_Bone)bone;
        while (from < 0 && (parent = vrm_bone_parent(parent)) != VRM_BONE_NONE)
            from = vrm_rig_bone(overlay->rig, parent);
        if (from >= 0) add_bone(overlay, from, node, &white);
    }
}

/* ---- Round things ---- */

/* A circle about `center` in the plane of two unit vectors. */
static void add_circle(vrmi_Overlay* overlay, const vrm_Vec3* center, const vrm_Vec3* a,
                       const vrm_Vec3* b, float radius, const vrm_Vec4* color) {
    vrm_Vec3 last = add_scaled(center, a, radius);
    for (int i = 1; i <= CIRCLE_PARTS; i++) {
        float angle = 6.2831853f * (float)i / (float)CIRCLE_PARTS;
        vrm_Vec3 next = add_scaled(center, a, radius * cosf(angle));
        next = add_scaled(&next, b, radius * sinf(angle));
        vrmi_overlay_line(overlay, &last, &next, color);
        last = next;
    }
}

static const vrm_Vec3 axes[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};

static void add_ball(vrmi_Overlay* overlay, const vrm_Vec3* center, float radius,
                     const vrm_Vec4* color) {
    for (int i = 0; i < 3 && radius > 0.0f; i++)
        add_circle(overlay, center, &axes[i], &axes[(i + 1) % 3], radius, color);
}

/* Makes `along` a unit vector and two others at right angles to it and to each other; false when it
 * has no direction. */
static bool make_frame(vrm_Vec3* along, vrm_Vec3* a, vrm_Vec3* b) {
    float length = length_of(along);
    if (!(length > 1e-9f)) return false;
    *along = (vrm_Vec3){along->x / length, along->y / length, along->z / length};
    bool is_steep = fabsf(along->x) < 0.9f * (fabsf(along->y) + fabsf(along->z));
    vrm_Vec3 side = cross(along, is_steep ? &axes[0] : &axes[1]);
    length = length_of(&side);
    float scale = length > 1e-12f ? 1.0f / length : 0.0f;
    *a = (vrm_Vec3){side.x * scale, side.y * scale, side.z * scale};
    *b = cross(along, a);
    return true;
}

static void add_capsule(vrmi_Overlay* overlay, const vrm_Vec3* from, const vrm_Vec3* to,
                        float radius, const vrm_Vec4* color) {
    vrm_Vec3 along = add_scaled(to, from, -1.0f), sides[2];
    add_ball(overlay, from, radius, color);
    add_ball(overlay, to, radius, color);
    if (!make_frame(&along, &sides[0], &sides[1])) return;
    for (int i = 0; i < 4; i++) {
        float sign = i % 2 == 0 ? radius : -radius;
        vrm_Vec3 head = add_scaled(from, &sides[i / 2], sign);
        vrm_Vec3 tail = add_scaled(to, &sides[i / 2], sign);
        vrmi_overlay_line(overlay, &head, &tail, color);
    }
}

/* ---- Springs ---- */

static void add_springs(vrmi_Overlay* overlay) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(overlay->model);
    for (int32_t s = 0; s < bones->spring_count; s++) {
        const vrm_Spring* spring = &bones->springs[s];
        for (int32_t j = 1; j < spring->joint_count; j++) {
            const vrm_SpringJoint *head = &spring->joints[j - 1], *tail = &spring->joints[j];
            if (head->node < 0) continue;
            const vrm_Affine* world = &overlay->worlds[head->node];
            vrm_Vec3 from = origin_of(world);
            vrm_Vec3 to = tail->node >= 0 ? origin_of(&overlay->worlds[tail->node])
                                          : vrmi_affine_point(world, tail->end_offset);
            vrmi_overlay_line(overlay, &from, &to, &cyan);
            add_ball(overlay, &to, head->hit_radius * scale_of(world), &dark_cyan);
        }
    }
}

/* ---- Colliders ---- */

/* A square around the point of a plane, and its normal. */
static void add_plane(vrmi_Overlay* overlay, const vrm_Affine* world, const vrm_Vec3* at,
                      const vrm_Collider* collider) {
    vrm_Vec3 a, b, corners[4];
    vrm_Vec3 tip = vrmi_affine_point(world, add_scaled(&collider->offset, &collider->normal, 1.0f));
    vrm_Vec3 up = add_scaled(&tip, at, -1.0f);
    if (!make_frame(&up, &a, &b)) return;
    for (int i = 0; i < 4; i++) {
        corners[i] = add_scaled(at, &a, i == 0 || i == 3 ? 0.25f : -0.25f);
        corners[i] = add_scaled(&corners[i], &b, i < 2 ? 0.25f : -0.25f);
    }
    tip = add_scaled(at, &up, 0.1f);
    vrmi_overlay_line(overlay, at, &tip, &violet);
    for (int i = 0; i < 4; i++)
        vrmi_overlay_line(overlay, &corners[i], &corners[(i + 1) % 4], &violet);
}

static void add_colliders(vrmi_Overlay* overlay) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(overlay->model);
    for (int32_t i = 0; i < bones->collider_count; i++) {
        const vrm_Collider* collider = &bones->colliders[i];
        if (collider->node < 0) continue;
        const vrm_Affine* world = &overlay->worlds[collider->node];
        vrm_Vec3 at = vrmi_affine_point(world, collider->offset), tail;
        float radius = collider->radius * scale_of(world);
        bool is_inside = collider->shape == VRM_COLLIDER_INSIDE_SPHERE ||
                         collider->shape == VRM_COLLIDER_INSIDE_CAPSULE;
        const vrm_Vec4* color = is_inside ? &violet : &orange;
        switch (collider->shape) {
        case VRM_COLLIDER_SPHERE:
        case VRM_COLLIDER_INSIDE_SPHERE: add_ball(overlay, &at, radius, color); break;
        case VRM_COLLIDER_CAPSULE:
        case VRM_COLLIDER_INSIDE_CAPSULE:
            tail = vrmi_affine_point(world, collider->tail);
            add_capsule(overlay, &at, &tail, radius, color);
            break;
        case VRM_COLLIDER_PLANE: add_plane(overlay, world, &at, collider); break;
        }
    }
}

/* ---- All of them ---- */

vrm_Result vrm_overlay_lines(const vrm_Model* model, const vrm_Sim* sim, vrm_AvatarId avatar,
                             uint32_t which, const vrm_Allocator* allocator, vrm_Line** out_lines,
                             int32_t* out_count) {
    *out_lines = NULL;
    *out_count = 0;
    vrmi_Overlay overlay = {.model = model,
                            .gltf = vrm_model_gltf(model),
                            .rig = vrm_avatar_rig(sim, avatar),
                            .worlds = vrm_avatar_worlds(sim, avatar),
                            .palettes = vrm_avatar_palettes(sim, avatar),
                            .allocator = vrmi_render_allocator(allocator)};
    if (overlay.rig == NULL || overlay.worlds == NULL || overlay.palettes == NULL ||
        vrm_rig_node_count(overlay.rig) != overlay.gltf->node_count)
        return VRM_ERR_ARGUMENT;
    if (which & VRM_OVERLAY_FIRST_PERSON) vrmi_overlay_first_person(&overlay);
    if (which & VRM_OVERLAY_NORMALS) vrmi_overlay_normals(&overlay);
    if (which & VRM_OVERLAY_COLLIDERS) add_colliders(&overlay);
    if (which & VRM_OVERLAY_SPRINGS) add_springs(&overlay);
    if (which & VRM_OVERLAY_BONES) add_bones(&overlay);

    /* The caller releases by count: it gets a list of exactly that size. */
    vrm_Line* lines = NULL;
    if (!overlay.lacks_memory && overlay.count > 0) {
        lines = vrmi_take(&overlay.allocator, overlay.count, sizeof *lines);
        overlay.lacks_memory = lines == NULL;
        if (lines != NULL) memcpy(lines, overlay.lines, overlay.count * sizeof *lines);
    }
    vrmi_give(&overlay.allocator, overlay.lines, overlay.capacity, sizeof *overlay.lines);
    if (overlay.lacks_memory) return VRM_ERR_MEMORY;
    *out_lines = lines;
    *out_count = (int32_t)overlay.count;
    return VRM_OK;
}

void vrm_lines_release(const vrm_Allocator* allocator, vrm_Line* lines, int32_t count) {
    vrm_Allocator hook = vrmi_render_allocator(allocator);
    vrmi_give(&hook, lines, (size_t)count, sizeof *lines);
}
