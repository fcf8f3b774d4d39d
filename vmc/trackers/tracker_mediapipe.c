/* SPDX-License-Identifier: MIT */
/* MediaPipe: landmarks of a camera, one line of JSON in a packet. vrm_Points turns them into bones
 * and holds and eases what the camera loses, so that a recording is whole. A mixer is shown only
 * what the last picture has: it smooths, holds and eases by itself. */
#include "trackers.h"

/* Between pictures without a time (s). */
#define PICTURE_S (1.0 / 30.0)

#define BIT(bone) ((uint64_t)1 << (bone))

static const uint64_t legs = BIT(VRM_BONE_LEFT_UPPER_LEG) | BIT(VRM_BONE_LEFT_LOWER_LEG) |
                             BIT(VRM_BONE_LEFT_FOOT) | BIT(VRM_BONE_LEFT_TOES) |
                             BIT(VRM_BONE_RIGHT_UPPER_LEG) | BIT(VRM_BONE_RIGHT_LOWER_LEG) |
                             BIT(VRM_BONE_RIGHT_FOOT) | BIT(VRM_BONE_RIGHT_TOES);

vrm_Result mediapipe_create(const vrm_Allocator* allocator, vrm_Points** out_points) {
    vrm_PointsDef def = vrm_default_points_def();
    def.min_cutoff_hz = 10000.0f; /* as it was sent */
    def.allocator = *allocator;
    return vrm_points_create(&def, out_points);
}

/* Of bones in the order from the hips up. */
static vrm_Quat head_in_space(const vrm_Pose* pose) {
    static const vrm_Bone chain[] = {VRM_BONE_SPINE, VRM_BONE_CHEST, VRM_BONE_UPPER_CHEST,
                                     VRM_BONE_NECK, VRM_BONE_HEAD};
    vrm_Quat q = pose->rotations[VRM_BONE_HIPS];
    for (size_t i = 0; i < sizeof chain / sizeof *chain; i++)
        q = tracker_multiply(q, pose->rotations[chain[i]]);
    tracker_normalize(&q);
    return q;
}

/* Legs that are not seen stand below hips that are: both have the place of the hips. A head without
 * a trunk turns by its neck, too, as that of a face tracker. */
static void take_bones(const vrm_Points* points, TrackerFrame* frame) {
    vrm_TrackerState* state = &frame->state;
    vrm_Pose pose = vrm_points_pose(points, 1.0f);
    uint64_t bones = vrm_points_bones(points);
    bool has_trunk = (bones & BIT(VRM_BONE_HIPS)) != 0;
    if (has_trunk) bones |= legs;
    if ((bones & BIT(VRM_BONE_HEAD)) != 0) bones |= BIT(VRM_BONE_NECK);
    state->bones |= bones;
    frame->unseen_bones = state->bones & ~bones;
    if ((state->bones & BIT(VRM_BONE_HEAD)) != 0)
        tracker_set_head_rotation(state, head_in_space(&pose));
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        bool is_set = !has_trunk && (b == VRM_BONE_NECK || b == VRM_BONE_HEAD);
        if ((state->bones >> b & 1) == 0 || is_set) continue;
        state->rotations[b] = pose.rotations[b];
        tracker_normalize(&state->rotations[b]);
    }
    state->has_hips = (state->bones & BIT(VRM_BONE_HIPS)) != 0;
    state->rest_hips = (vrm_Vec3){0.0f, 1.0f, 0.0f};
    state->hips = (vrm_Vec3){pose.hips_offset.x, 1.0f + pose.hips_offset.y, pose.hips_offset.z};
}

static void take_face(const vrm_Points* points, TrackerFrame* frame) {
    const float* shapes = vrm_points_shapes(points);
    frame->is_face_unseen = !vrm_points_has_face(points);
    if (frame->is_face_unseen && frame->state.shape_mask == 0) return;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        tracker_set_shape(&frame->state, (vrm_FaceShape)s, (double)shapes[s]);
    tracker_set_gaze_by_shapes(&frame->state);
}

/* The time of a picture for vrm_Points: sums of what passed, because senders count from 1970 and
 * start anew. A gap lets all parts ease. */
static double next_time(const TrackerFrame* frame, const vrm_PointsLine* line) {
    double passed_s = PICTURE_S;
    if (line->has_time && frame->has_fed_time) passed_s = line->time_s - frame->fed_s;
    bool is_gap = !(passed_s >= 0.0 && passed_s <= VRM_POINTS_GAP_S);
    return frame->points_s + (is_gap ? 2.0 * VRM_POINTS_GAP_S : passed_s);
}

static void feed(const vrm_PointsLine* line, TrackerFrame* frame) {
    vrm_PointsFrame picture = vrm_points_line_frame(line);
    double time_s = next_time(frame, line);
    if (!vrm_points_feed(frame->points, &picture, time_s)) return; /* the same picture again */
    frame->points_s = time_s;
    frame->fed_s = line->time_s;
    frame->has_fed_time = line->has_time;
    take_bones(frame->points, frame);
    take_face(frame->points, frame);
}

static bool has_person(const vrm_PointsLine* line) {
    return line->has_pose || line->has_left_hand || line->has_right_hand || line->has_shapes ||
           line->has_head;
}

/* Lines without a person are not fed: the last motion stays, as with all trackers. */
TrackerNews mediapipe_read(const uint8_t* data, size_t size, TrackerFrame* frame) {
    vrm_TrackerState before = frame->state;
    vrm_PointsLine line;
    vrm_Result result = vrm_points_read_line((const char*)data, size, frame->allocator, &line);
    if (result == VRM_ERR_MEMORY) return TRACKER_NO_MEMORY;
    if (result != VRM_OK || (line.has_time && !(line.time_s >= 0.0 && line.time_s <= 1e10)))
        return TRACKER_REFUSED;
    frame->state.has_time = line.has_time;
    if (line.has_time) frame->state.time_s = line.time_s;
    if (!has_person(&line)) return TRACKER_LOST;
    if (!tracker_is_late(&before, &frame->state)) feed(&line, frame);
    return TRACKER_MOTION;
}
