/* SPDX-License-Identifier: MIT */
/* Cameras: placed so that the corners of boxes just fit between the sides of the view. */
#include "framing/framing.h"

#include "memory.h"
#include "vrm/render.h"

#include <math.h>
#include <string.h>

#define DEGREES 0.017453292519943295f

void vrm_shot_def_init(vrm_ShotDef* def, size_t def_size) {
    const vrm_ShotDef defaults = {
        .def_size = (uint32_t)def_size, .aspect = 1.0f, .fov_degrees = 30.0f, .margin = 0.04f};
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static float within(float value, float low, float high, float otherwise) {
    if (!isfinite(value)) return otherwise;
    return value < low ? low : value > high ? high : value;
}

static vrm_ShotDef sound_def(const vrm_ShotDef* given) {
    vrm_ShotDef def = vrm_default_shot_def();
    if (given != NULL) vrmi_render_def(&def, sizeof def, given);
    def.aspect = within(def.aspect, 1e-3f, 1e3f, 1.0f);
    def.fov_degrees = within(def.fov_degrees, 1.0f, 150.0f, 30.0f);
    def.yaw_degrees = isfinite(def.yaw_degrees) ? fmodf(def.yaw_degrees, 360.0f) : 0.0f;
    def.pitch_degrees = within(def.pitch_degrees, -89.0f, 89.0f, 0.0f);
    def.margin = within(def.margin, 0.0f, 0.4f, 0.04f);
    return def;
}

/* A camera's axes: `back` points from the subject to the eye. */
typedef struct Axes {
    vrm_Vec3 right, up, back;
} Axes;

static Axes orbit_axes(float yaw_degrees, float pitch_degrees) {
    float yaw = yaw_degrees * DEGREES, pitch = pitch_degrees * DEGREES;
    float sy = sinf(yaw), cy = cosf(yaw), sp = sinf(pitch), cp = cosf(pitch);
    return (Axes){{cy, 0.0f, -sy}, {-sy * sp, cp, -cy * sp}, {sy * cp, sp, cy * cp}};
}

static float dot(const vrm_Vec3* a, const vrm_Vec3* b) {
    return a->x * b->x + a->y * b->y + a->z * b->z;
}

static vrm_Vec3 along(const Axes* axes, float right, float up, float back) {
    const vrm_Vec3 *x = &axes->right, *y = &axes->up, *z = &axes->back;
    return (vrm_Vec3){x->x * right + y->x * up + z->x * back,
                      x->y * right + y->y * up + z->y * back,
                      x->z * right + y->z * up + z->z * back};
}

/* With the eye at (cx, cy, d) in the camera's axes a point (x, y, z) is inside when
 * |x - cx| <= (d - z) tx and |y - cy| <= (d - z) ty. Each side of the view gives the largest value
 * of +-x + z tx over all points; two opposite ones give centre and distance. */
typedef struct Fit {
    Axes axes;
    float tan_x, tan_y;
    float right, left, top, bottom; /* largest x + z tx, -x + z tx, y + z ty, -y + z ty */
    float front, rear;              /* largest and smallest z */
} Fit;

static void fit_box(Fit* fit, const vrmi_Box* box) {
    for (int i = 0; i < 8 && !vrmi_box_is_empty(box); i++) {
        vrm_Vec3 p = vrmi_box_corner(box, i);
        float x = dot(&p, &fit->axes.right), y = dot(&p, &fit->axes.up);
        float z = dot(&p, &fit->axes.back);
        fit->right = fmaxf(fit->right, x + z * fit->tan_x);
        fit->left = fmaxf(fit->left, -x + z * fit->tan_x);
        fit->top = fmaxf(fit->top, y + z * fit->tan_y);
        fit->bottom = fmaxf(fit->bottom, -y + z * fit->tan_y);
        fit->front = fmaxf(fit->front, z);
        fit->rear = fminf(fit->rear, z);
    }
}

/* Adds the matrices. */
static void finish_viewpoint(vrm_Viewpoint* out, const vrm_ShotDef* def) {
    out->view = vrm_camera_look_at(out->eye, out->target, out->up);
    out->projection =
        vrm_camera_perspective(def->fov_degrees * DEGREES, def->aspect, out->z_near, out->z_far);
}

vrm_Viewpoint vrm_framing_viewpoint(const vrm_Framing* framing, const vrm_ShotDef* given) {
    vrm_ShotDef def = sound_def(given);
    float half = tanf(def.fov_degrees * DEGREES / 2) * (1.0f - 2.0f * def.margin);
    Fit fit = {.axes = orbit_axes(def.yaw_degrees, def.pitch_degrees),
               .tan_x = half * def.aspect,
               .tan_y = half,
               .right = -INFINITY,
               .left = -INFINITY,
               .top = -INFINITY,
               .bottom = -INFINITY,
               .front = -INFINITY,
               .rear = INFINITY};
    vrmi_Box all = vrmi_framing_all(framing);
    if (def.shot == VRM_SHOT_FULL) {
        bool has_parts = !vrmi_box_is_empty(&framing->all);
        for (int32_t i = 0; i < framing->node_count && has_parts; i++)
            fit_box(&fit, &framing->seen[i]);
        if (fit.front - fit.rear < 1e-3f || !has_parts) fit_box(&fit, &all);
    } else {
        bool is_face = def.shot == VRM_SHOT_FACE;
        vrmi_Box box = is_face ? vrmi_framing_shot_box(framing, 0.2f, 0.08f, 0.85f)
                               : vrmi_framing_shot_box(framing, 0.9f, 0.1f, 0.8f);
        vrmi_Box head = vrmi_framing_head_box(framing);
        fit_box(&fit, &box);
        fit_box(&fit, &head);
    }
    float x = (fit.right - fit.left) / 2, y = (fit.top - fit.bottom) / 2;
    float distance =
        fmaxf((fit.right + fit.left) / 2 / fit.tan_x, (fit.top + fit.bottom) / 2 / fit.tan_y);
    /* Near and far enclose all of the avatar, with room for what sways, whatever part is shown. */
    float size = (all.max.x - all.min.x) + (all.max.y - all.min.y) + (all.max.z - all.min.z);
    float target_z = (fit.front + fit.rear) / 2, reach = distance - target_z;
    vrm_Viewpoint out = {.eye = along(&fit.axes, x, y, distance),
                         .target = along(&fit.axes, x, y, target_z),
                         .up = fit.axes.up,
                         .z_near = fmaxf(reach - size, reach * 0.05f),
                         .z_far = reach + size * 2};
    finish_viewpoint(&out, &def);
    return out;
}

static float length_or_tiny(float x, float y, float z) {
    return fmaxf(sqrtf(x * x + y * y + z * z), 1e-20f);
}

/* The rotation of a world matrix relative to the rest pose, applied to a direction: columns are
 * made unit length, so that scaled nodes do not matter. */
static vrm_Vec3 turn_from_rest(const vrm_Affine* world, const vrm_Quat* rest, vrm_Vec3 d) {
    /* inverse(rest) d */
    vrm_Vec3 q = {-rest->x, -rest->y, -rest->z};
    vrm_Vec3 c = {q.y * d.z - q.z * d.y + rest->w * d.x, q.z * d.x - q.x * d.z + rest->w * d.y,
                  q.x * d.y - q.y * d.x + rest->w * d.z};
    vrm_Vec3 local = {d.x + 2 * (q.y * c.z - q.z * c.y), d.y + 2 * (q.z * c.x - q.x * c.z),
                      d.z + 2 * (q.x * c.y - q.y * c.x)};
    const vrm_Vec4 *x = &world->rows[0], *y = &world->rows[1], *z = &world->rows[2];
    local.x /= length_or_tiny(x->x, y->x, z->x);
    local.y /= length_or_tiny(x->y, y->y, z->y);
    local.z /= length_or_tiny(x->z, y->z, z->z);
    return (vrm_Vec3){x->x * local.x + x->y * local.y + x->z * local.z,
                      y->x * local.x + y->y * local.y + y->z * local.z,
                      z->x * local.x + z->y * local.y + z->z * local.z};
}

vrm_Viewpoint vrm_framing_first_person(const vrm_Framing* framing, const vrm_ShotDef* given,
                                       const vrm_Sim* sim, vrm_AvatarId avatar) {
    vrm_ShotDef def = sound_def(given);
    vrmi_Head head = vrmi_framing_head(framing);
    vrm_Vec3 eye = {head.middle.x, head.base + head.height * 0.4f, head.middle.z};
    Axes axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; /* of the head: `back` is where it looks */
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, avatar);
    int32_t node = vrm_rig_bone(framing->rig, VRM_BONE_HEAD);
    if (worlds != NULL && node >= 0 && vrm_avatar_rig(sim, avatar) == framing->rig) {
        vrm_Quat rest = vrm_rig_rest_model(framing->rig, node).rotation;
        float facing = (float)vrm_rig_facing(framing->rig);
        if (framing->has_eye_offset) eye = vrmi_affine_apply(&worlds[node], &framing->eye_offset);
        axes.right = turn_from_rest(&worlds[node], &rest, (vrm_Vec3){facing, 0, 0});
        axes.up = turn_from_rest(&worlds[node], &rest, (vrm_Vec3){0, 1, 0});
        axes.back = turn_from_rest(&worlds[node], &rest, (vrm_Vec3){0, 0, facing});
    }
    /* +X of an avatar is its left: yaw turns there, pitch up. */
    float yaw = def.yaw_degrees * DEGREES, pitch = def.pitch_degrees * DEGREES;
    vrm_Vec3 gaze = along(&axes, sinf(yaw) * cosf(pitch), sinf(pitch), cosf(yaw) * cosf(pitch));
    vrmi_Box all = vrmi_framing_all(framing);
    float body = all.max.y - all.min.y;
    vrm_Viewpoint out = {.eye = eye,
                         .target = {eye.x + gaze.x, eye.y + gaze.y, eye.z + gaze.z},
                         .up = axes.up,
                         .z_near = fmaxf(body * 0.01f, 1e-4f),
                         .z_far = body * 100.0f};
    finish_viewpoint(&out, &def);
    return out;
}
