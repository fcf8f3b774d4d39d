/* SPDX-License-Identifier: MIT */
/* Lines that show the inside of an avatar: bones, springs, colliders. Overlays that need vertices
 * are in overlay_mesh.c. */
#include "overlay.h"

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

static vrm_Vec3 add_scaled(vrm_Vec3 a, vrm_Vec3 b, float s) {
    return (vrm_Vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

/* The largest of the three scales, by which radii grow. */
static float scale_of(const vrm_Affine* m) {
    float largest = 0.0f;
    const float* numbers = &m->rows[0].x;
    for (int c = 0; c < 3; c++) {
        float x = numbers[c], y = numbers[4 + c], z = numbers[8 + c];
        largest = fmaxf(largest, x * x + y * y + z * z);
    }
    return sqrtf(largest);
}

/* ---- Bones ---- */

static bool add_axes(vrmi_Overlay* overlay, const vrm_Affine* world) {
    static const vrm_Vec4 colors[3] = {
        {1.0f, 0.2f, 0.2f, 1.0f}, {0.3f, 0.9f, 0.3f, 1.0f}, {0.3f, 0.5f, 1.0f, 1.0f}};
    const float* numbers = &world->rows[0].x;
    for (int c = 0; c < 3; c++) {
        vrm_Vec3 axis = {numbers[c], numbers[4 + c], numbers[8 + c]};
        float length = sqrtf(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
        if (!(length > 1e-12f)) continue;
        vrm_Vec3 from = origin_of(world);
        if (!vrmi_overlay_line(overlay, from, add_scaled(from, axis, AXIS_LENGTH / length),
                               colors[c]))
            return false;
    }
    return true;
}

/* Lines from other joints to their parents come first, so that the bones are drawn over them. */
static bool add_joints(vrmi_Overlay* overlay) {
    int32_t skins = vrm_rig_skin_count(overlay->rig);
    for (int32_t s = 0; s < skins; s++) {
        vrm_RigSkin skin = vrm_rig_skin(overlay->rig, s);
        for (int32_t j = 0; j < skin.joint_count; j++) {
            int32_t node = skin.joints[j], parent = vrm_rig_parent(overlay->rig, node);
            if (node < 0 || parent < 0 || vrm_rig_parent(overlay->rig, parent) < 0) continue;
            if (!vrmi_overlay_line(overlay, origin_of(&overlay->worlds[parent]),
                                   origin_of(&overlay->worlds[node]), grey))
                return false;
        }
    }
    return true;
}

static bool add_bones(vrmi_Overlay* overlay) {
    if (!add_joints(overlay)) return false;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        int32_t node = vrm_rig_bone(overlay->rig, (vrm_Bone)bone);
        if (node < 0) continue;
        if (!add_axes(overlay, &overlay->worlds[node])) return false;
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)bone);
        while (parent != VRM_BONE_NONE && vrm_rig_bone(overlay->rig, parent) < 0)
            parent = vrm_bone_parent(parent);
        if (parent == VRM_BONE_NONE) continue;
        int32_t from = vrm_rig_bone(overlay->rig, parent);
        if (!vrmi_overlay_line(overlay, origin_of(&overlay->worlds[from]),
                               origin_of(&overlay->worlds[node]), white))
            return false;
    }
    return true;
}

/* ---- Round things ---- */

/* A circle about `center` in the plane of two unit vectors. */
static bool add_circle(vrmi_Overlay* overlay, vrm_Vec3 center, vrm_Vec3 a, vrm_Vec3 b, float radius,
                       vrm_Vec4 color) {
    vrm_Vec3 last = add_scaled(center, a, radius);
    for (int i = 1; i <= CIRCLE_PARTS; i++) {
        float angle = 6.2831853f * (float)i / (float)CIRCLE_PARTS;
        vrm_Vec3 next =
            add_scaled(add_scaled(center, a, radius * cosf(angle)), b, radius * sinf(angle));
        if (!vrmi_overlay_line(overlay, last, next, color)) return false;
        last = next;
    }
    return true;
}

static const vrm_Vec3 axes[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};

static bool add_ball(vrmi_Overlay* overlay, vrm_Vec3 center, float radius, vrm_Vec4 color) {
    if (!(radius > 0.0f)) return true;
    for (int i = 0; i < 3; i++)
        if (!add_circle(overlay, center, axes[i], axes[(i + 1) % 3], radius, color)) return false;
    return true;
}

/* Two unit vectors at right angles to `along` and to each other. */
static void make_frame(vrm_Vec3 along, vrm_Vec3* a, vrm_Vec3* b) {
    vrm_Vec3 other = fabsf(along.x) < 0.9f * (fabsf(along.y) + fabsf(along.z)) ? axes[0] : axes[1];
    vrm_Vec3 side = {along.y * other.z - along.z * other.y, along.z * other.x - along.x * other.z,
                     along.x * other.y - along.y * other.x};
    float length = sqrtf(side.x * side.x + side.y * side.y + side.z * side.z);
    float scale = length > 1e-12f ? 1.0f / length : 0.0f;
    *a = (vrm_Vec3){side.x * scale, side.y * scale, side.z * scale};
    *b = (vrm_Vec3){along.y * a->z - along.z * a->y, along.z * a->x - along.x * a->z,
                    along.x * a->y - along.y * a->x};
}

static bool add_capsule(vrmi_Overlay* overlay, vrm_Vec3 from, vrm_Vec3 to, float radius,
                        vrm_Vec4 color) {
    vrm_Vec3 along = add_scaled(to, from, -1.0f), a, b;
    float length = sqrtf(along.x * along.x + along.y * along.y + along.z * along.z);
    bool is_good = add_ball(overlay, from, radius, color) && add_ball(overlay, to, radius, color);
    if (!is_good || !(length > 1e-9f)) return is_good;
    along = (vrm_Vec3){along.x / length, along.y / length, along.z / length};
    make_frame(along, &a, &b);
    for (int i = 0; i < 4 && is_good; i++) {
        vrm_Vec3 side = i < 2 ? a : b;
        float sign = i % 2 == 0 ? radius : -radius;
        is_good = vrmi_overlay_line(overlay, add_scaled(from, side, sign),
                                    add_scaled(to, side, sign), color);
    }
    return is_good;
}

/* ---- Springs ---- */

static bool add_springs(vrmi_Overlay* overlay) {
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
            if (!vrmi_overlay_line(overlay, from, to, cyan)) return false;
            if (!add_ball(overlay, to, head->hit_radius * scale_of(world), dark_cyan)) return false;
        }
    }
    return true;
}

/* ---- Colliders ---- */

/* A square around the point of a plane, and its normal. */
static bool add_plane(vrmi_Overlay* overlay, const vrm_Affine* world,
                      const vrm_Collider* collider) {
    vrm_Vec3 at = vrmi_affine_point(world, collider->offset), a, b;
    vrm_Vec3 tip = vrmi_affine_point(world, add_scaled(collider->offset, collider->normal, 1.0f));
    vrm_Vec3 up = add_scaled(tip, at, -1.0f);
    float length = sqrtf(up.x * up.x + up.y * up.y + up.z * up.z);
    if (!(length > 1e-9f)) return true;
    up = (vrm_Vec3){up.x / length, up.y / length, up.z / length};
    make_frame(up, &a, &b);
    vrm_Vec3 corners[4];
    for (int i = 0; i < 4; i++) {
        float x = i == 0 || i == 3 ? 0.25f : -0.25f, y = i < 2 ? 0.25f : -0.25f;
        corners[i] = add_scaled(add_scaled(at, a, x), b, y);
    }
    bool is_good = vrmi_overlay_line(overlay, at, add_scaled(at, up, 0.1f), violet);
    for (int i = 0; i < 4 && is_good; i++)
        is_good = vrmi_overlay_line(overlay, corners[i], corners[(i + 1) % 4], violet);
    return is_good;
}

static bool add_colliders(vrmi_Overlay* overlay) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(overlay->model);
    bool is_good = true;
    for (int32_t i = 0; i < bones->collider_count && is_good; i++) {
        const vrm_Collider* collider = &bones->colliders[i];
        if (collider->node < 0) continue;
        const vrm_Affine* world = &overlay->worlds[collider->node];
        vrm_Vec3 at = vrmi_affine_point(world, collider->offset);
        float radius = collider->radius * scale_of(world);
        switch (collider->shape) {
        case VRM_COLLIDER_SPHERE: is_good = add_ball(overlay, at, radius, orange); break;
        case VRM_COLLIDER_INSIDE_SPHERE: is_good = add_ball(overlay, at, radius, violet); break;
        case VRM_COLLIDER_CAPSULE:
        case VRM_COLLIDER_INSIDE_CAPSULE:
            is_good = add_capsule(overlay, at, vrmi_affine_point(world, collider->tail), radius,
                                  collider->shape == VRM_COLLIDER_CAPSULE ? orange : violet);
            break;
        case VRM_COLLIDER_PLANE: is_good = add_plane(overlay, world, collider); break;
        }
    }
    return is_good;
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
    bool is_good = true;
    if (which & VRM_OVERLAY_FIRST_PERSON) is_good = vrmi_overlay_first_person(&overlay);
    if (is_good && which & VRM_OVERLAY_NORMALS) is_good = vrmi_overlay_normals(&overlay);
    if (is_good && which & VRM_OVERLAY_COLLIDERS) is_good = add_colliders(&overlay);
    if (is_good && which & VRM_OVERLAY_SPRINGS) is_good = add_springs(&overlay);
    if (is_good && which & VRM_OVERLAY_BONES) is_good = add_bones(&overlay);

    /* The caller releases by count: it gets a list of exactly that size. */
    vrm_Line* lines = NULL;
    if (is_good && overlay.count > 0) {
        lines = vrmi_take(&overlay.allocator, overlay.count, sizeof *lines);
        is_good = lines != NULL;
        if (is_good) memcpy(lines, overlay.lines, overlay.count * sizeof *lines);
    }
    vrmi_give(&overlay.allocator, overlay.lines, overlay.capacity, sizeof *overlay.lines);
    if (!is_good) return VRM_ERR_MEMORY;
    *out_lines = lines;
    *out_count = (int32_t)overlay.count;
    return VRM_OK;
}

void vrm_lines_release(const vrm_Allocator* allocator, vrm_Line* lines, int32_t count) {
    vrm_Allocator hook = vrmi_render_allocator(allocator);
    vrmi_give(&hook, lines, (size_t)count, sizeof *lines);
}
