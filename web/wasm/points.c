/* SPDX-License-Identifier: MIT */
/* Live landmarks. Cut into libvrm-tools.wasm, which has the solver for recorded ones. */
#include "web.h"

/* What JavaScript writes for a picture, and the pose that it reads, floats all of it. */
typedef struct PointsBlock {
    vrm_Landmark pose[VRM_POINTS_POSE], image[VRM_POINTS_POSE];
    vrm_Landmark left_hand[VRM_POINTS_HAND], right_hand[VRM_POINTS_HAND];
    float shapes[VRM_FACE_SHAPE_COUNT], head[16];
    vrm_Pose out_pose;
} PointsBlock;

_Static_assert(sizeof(PointsBlock) == 4 * (33 * 8 + 21 * 8 + 52 + 16 + 55 * 4 + 3),
               "engine/points.js writes it without gaps");
_Static_assert(VRM_EXPRESSION_PRESET_COUNT + 5 <= 64, "presets are left in the words");

enum { HAS_POSE = 1, HAS_IMAGE = 2, HAS_LEFT = 4, HAS_RIGHT = 8, HAS_SHAPES = 16, HAS_HEAD = 32 };

enum { MIRRORS = 1, IDLES = 2 }; /* `choices` */

/* The names of shapes, in their order. */
WEB_EXPORT(vrm_Result, points_shapes, void) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_array(builder);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        vrm_json_put_string(builder, vrm_face_shape_name((vrm_FaceShape)s));
    vrm_json_end_array(builder);
    return web_json_done();
}

/* A number below 0 is the default. */
WEB_EXPORT(vrm_Result, points_create, uint32_t choices, float min_cutoff, float beta,
           float min_visibility, float hold, float ease_out, float ease_in) {
    vrm_PointsDef def = vrm_default_points_def();
    def.mirrors = (choices & MIRRORS) != 0;
    def.idles = (choices & IDLES) != 0;
    if (min_cutoff >= 0) def.min_cutoff_hz = min_cutoff;
    if (beta >= 0) def.beta = beta;
    if (min_visibility >= 0) def.min_visibility = min_visibility;
    if (hold >= 0) def.hold_s = hold;
    if (ease_out >= 0) def.ease_out_s = ease_out;
    if (ease_in >= 0) def.ease_in_s = ease_in;
    vrm_Points* points = NULL;
    vrm_Result result = vrm_points_create(&def, &points);
    web_words[0].p = points;
    return result;
}

WEB_EXPORT(void, points_destroy, vrm_Points* points) {
    vrm_points_destroy(points);
}

WEB_EXPORT(void, points_reset, vrm_Points* points) {
    vrm_points_reset(points);
}

/* `has` says which parts of the block are a picture; below 0 there is none. */
WEB_EXPORT(int32_t, points_feed, vrm_Points* points, const PointsBlock* block, int32_t has,
           float aspect, double time) {
    if (has < 0) return vrm_points_feed(points, NULL, time);
    vrm_PointsFrame frame = {
        .pose = (has & HAS_POSE) != 0 ? block->pose : NULL,
        .image = (has & HAS_IMAGE) != 0 ? block->image : NULL,
        .aspect = aspect,
        .left_hand = (has & HAS_LEFT) != 0 ? block->left_hand : NULL,
        .right_hand = (has & HAS_RIGHT) != 0 ? block->right_hand : NULL,
        .shapes = (has & HAS_SHAPES) != 0 ? block->shapes : NULL,
        .head = (has & HAS_HEAD) != 0 ? block->head : NULL,
    };
    return vrm_points_feed(points, &frame, time);
}

/* The pose in the block; bones, whether there is a face, gaze and presets in the words. The address
 * of the shapes. */
WEB_EXPORT(const float*, points_read, const vrm_Points* points, PointsBlock* block,
           float hips_height) {
    uint64_t bones = vrm_points_bones(points);
    vrm_Vec2 gaze = vrm_points_gaze(points);
    block->out_pose = vrm_points_pose(points, hips_height);
    web_words[0].u = (uint32_t)bones;
    web_words[1].u = (uint32_t)(bones >> 32);
    web_words[2].u = vrm_points_has_face(points);
    web_words[3].f = gaze.x;
    web_words[4].f = gaze.y;
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        web_words[5 + p].f = vrm_points_preset(points, (vrm_ExpressionPreset)p);
    return vrm_points_shapes(points);
}

WEB_EXPORT(int32_t, points_apply, const vrm_Points* points, vrm_Sim* sim, uint32_t index1,
           uint32_t generation) {
    return vrm_points_apply(points, sim, (vrm_AvatarId){index1, generation});
}
