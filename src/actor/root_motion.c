/* SPDX-License-Identifier: MIT */
/* Root motion of an actor: the speeds of its layers, blended by their weights, added up over time.
 *
 *   nodes    base ----- n ---- n - n - n - n ----- n --- time
 *   layers   walk alone |      walk fades to run   | run alone
 *
 * From node to node the speed is constant, or one layer moves the root alone. Nodes lie where a
 * layer begins, ends or begins to fade, on a fixed grid behind that while weights change, and at
 * the seams of paths while several are mixed. They do not depend on the frames: stepping and
 * jumping pass through the same nodes. */
#include "actor/actor.h"

#include <math.h>

#define GRID_S    (1.0 / 120.0)
#define LEAST_S   1e-6 /* between nodes: every time of an actor can hold it */
#define SEAMS_MAX 4096 /* of a mixture without a change; then the mean speeds of paths count */

/* What moves the root from a node on. */
typedef struct Drive {
    vrmi_Twist twist;
    const vrmi_Layer* alone; /* the layer that moves the root alone; NULL: `twist` counts */
    double change_s;         /* when something else counts */
    double seam_s;           /* when a path of the mixture gets to its next piece */
    bool is_fading;
} Drive;

static double earlier(double a, double b) {
    return a < b ? a : b;
}

static double piece_seconds(const vrmi_RootPath* path) {
    return path->duration / path->count;
}

/* The piece that a layer enters, counted on in each pass. */
static double piece_of(const vrmi_Layer* layer, double clip_s) {
    double pieces = clip_s / piece_seconds(layer->path);
    return layer->speed < 0.0f ? ceil(pieces - LEAST_S) - 1.0 : floor(pieces + LEAST_S);
}

static bool moves_root(const vrmi_Layer* layer, double time_s) {
    return layer->path != NULL && layer->path->duration > 0.0 && layer->speed != 0.0f &&
           !vrmi_layer_has_ended(layer, time_s);
}

static vrmi_Twist twist_of(const vrmi_Layer* layer, double time_s, bool has_seams) {
    vrmi_Twist twist = {0.0, 0.0, 0.0};
    if (!moves_root(layer, time_s)) return twist;
    const vrmi_RootPath* path = layer->path;
    double speed = (double)layer->speed;
    double piece = piece_of(layer, vrmi_layer_unwrapped(layer, time_s));
    if (layer->at_end != VRM_LAYER_LOOPS) {
        if (piece < 0.0 || piece >= path->count) return twist;
        twist = path->pieces[(int32_t)piece].twist;
    } else {
        twist = path->mean;
        if (has_seams) {
            int32_t within = (int32_t)(piece - path->count * floor(piece / path->count));
            twist = path->pieces[within < path->count ? within : 0].twist;
        }
    }
    return (vrmi_Twist){twist.x * speed, twist.z * speed, twist.yaw * speed};
}

/* When the layer gets to the next piece of its path. */
static double seam_of(const vrmi_Layer* layer, double time_s, bool has_seams) {
    bool loops = layer->at_end == VRM_LAYER_LOOPS;
    if (!moves_root(layer, time_s) || (loops && (layer->path->count == 1 || !has_seams)))
        return VRMI_NEVER;
    double clip_s = vrmi_layer_unwrapped(layer, time_s), piece = piece_of(layer, clip_s);
    double end_s = (layer->speed < 0.0f ? piece : piece + 1.0) * piece_seconds(layer->path);
    double left_s = (end_s - clip_s) / (double)layer->speed;
    return time_s + (left_s > LEAST_S ? left_s : LEAST_S);
}

/* The layers from the topmost down. What one hides does not count, as in the pose. */
static Drive drive_at(const vrmi_Layers* layers, double time_s, bool has_seams) {
    Drive drive = {.change_s = VRMI_NEVER, .seam_s = VRMI_NEVER};
    double rest = 1.0;      /* share that the layers above leave */
    float uncovered = 1.0f; /* that cross-fades above leave */
    for (int32_t i = layers->count; i-- > 0 && rest > 0.0;) {
        const vrmi_Layer* layer = &layers->list[i];
        if (!layer->moves_hips && !layer->replaces) continue;
        drive.change_s = earlier(drive.change_s, vrmi_layer_next_s(layer, time_s));
        drive.is_fading |= vrmi_layer_is_fading(layer, time_s);
        if (layer->moves_hips) {
            double share = (double)(vrmi_layer_at(layer, time_s).weight * uncovered);
            vrmi_Twist twist = twist_of(layer, time_s, has_seams);
            double part = rest * share;
            if (part == 1.0) drive.alone = layer;
            if (part > 0.0) drive.seam_s = earlier(drive.seam_s, seam_of(layer, time_s, has_seams));
            drive.twist =
                (vrmi_Twist){drive.twist.x + part * twist.x, drive.twist.z + part * twist.z,
                             drive.twist.yaw + part * twist.yaw};
            rest -= part;
        }
        if (layer->replaces && time_s >= layer->begin_s) {
            vrmi_PlayCover cover = vrmi_layer_cover(layer, time_s);
            bool hides_hips = cover.moves_hips || (cover.bones >> VRM_BONE_HIPS & 1) != 0;
            if (!hides_hips) uncovered *= cover.left;
        }
    }
    if (drive.is_fading) drive.alone = NULL;
    if (drive.alone != NULL) drive.seam_s = VRMI_NEVER;
    return drive;
}

static double within_clip(const vrmi_Layer* layer, double clip_s) {
    if (layer->at_end == VRM_LAYER_LOOPS) return clip_s;
    return clip_s > 0.0 ? earlier(clip_s, layer->duration) : 0.0;
}

static vrmi_Ground step_of(const Drive* drive, double from_s, double to_s) {
    const vrmi_Layer* layer = drive->alone;
    if (layer == NULL) return vrmi_ground_along(drive->twist, to_s - from_s);
    if (layer->path == NULL) return (vrmi_Ground){0.0, 0.0, 0.0};
    double from = within_clip(layer, vrmi_layer_unwrapped(layer, from_s));
    double to = within_clip(layer, vrmi_layer_unwrapped(layer, to_s));
    return vrmi_root_path_between(layer->path, from, to);
}

/* Moves a node to the last one before a time; returns the place at that time. */
static vrmi_Ground run(const vrmi_Layers* layers, vrmi_RootNode* node, double time_s) {
    for (;;) {
        Drive drive = drive_at(layers, node->time_s, node->seams < SEAMS_MAX);
        double next_s = earlier(drive.change_s, drive.seam_s);
        bool is_seam = drive.seam_s < drive.change_s;
        if (drive.is_fading && node->time_s + GRID_S < next_s) {
            next_s = node->time_s + GRID_S;
            is_seam = false;
        }
        if (!(next_s < time_s))
            return vrmi_ground_mul(node->at, step_of(&drive, node->time_s, time_s));
        node->at = vrmi_ground_mul(node->at, step_of(&drive, node->time_s, next_s));
        node->seams = is_seam ? node->seams + 1 : 0;
        node->time_s = next_s;
    }
}

vrmi_Ground vrmi_root_motion_at(vrmi_RootMotion* root, const vrmi_Layers* layers, double time_s) {
    if (time_s < root->base.time_s) { /* as if nothing had changed since */
        vrmi_RootNode here = {0}, there = {0};
        vrmi_Ground now = run(layers, &there, time_s), then = run(layers, &here, root->base.time_s);
        vrmi_Ground back = vrmi_ground_mul(vrmi_ground_inverse(then), now);
        return vrmi_ground_mul(root->base.at, back);
    }
    if (time_s < root->last.time_s) root->last = root->base;
    return run(layers, &root->last, time_s);
}

void vrmi_root_motion_keep(vrmi_RootMotion* root, vrmi_Ground at, double time_s) {
    root->base = root->last = (vrmi_RootNode){.time_s = time_s, .at = at};
}

vrm_Transform vrmi_root_motion_transform(const vrmi_RootMotion* root, vrmi_Ground at,
                                         int32_t facing) {
    double side = facing < 0 ? -1.0 : 1.0;
    vrm_Vec3 up = {0.0f, 1.0f, 0.0f};
    vrm_Transform moved = {{(float)(side * at.x), 0.0f, (float)(side * at.z)},
                           vrmi_quat_from_axis_angle(up, (float)at.yaw),
                           {1.0f, 1.0f, 1.0f}};
    return vrmi_transform_mul(root->origin, moved);
}
