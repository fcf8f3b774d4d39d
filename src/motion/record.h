/* SPDX-License-Identifier: MIT */
/* The members of a vrm_Recorder. record.c collects frames, record_write.c writes the file. */
#ifndef VRMI_MOTION_RECORD_H
#define VRMI_MOTION_RECORD_H

#include "base/alloc.h"
#include "base/maths.h"
#include "vrm/record.h"

typedef struct vrmi_RecordedExpression {
    char* name;
    size_t name_size; /* of the allocation */
    vrm_ExpressionPreset preset;
    float* weights; /* one for each frame */
    size_t capacity;
    size_t first_frame; /* first frame that set it */
    bool is_shape;      /* a shape of face tracking, to be fitted to an avatar: face_fit.h */
} vrmi_RecordedExpression;

struct vrm_Recorder {
    vrm_Allocator allocator;
    float angle, distance, weight; /* tolerances; radians, metres */
    uint64_t bones;                /* to be written even at rest */
    uint64_t max_bytes;
    bool writes_skeleton; /* plain glTF instead of a VRM animation */
    char* name;           /* NULL: none */
    size_t name_size;
    vrm_Vec3 skeleton[VRM_BONE_COUNT]; /* T-pose, model space, facing +Z */
    uint64_t skeleton_bones;           /* bones that the animation has in any case */

    size_t count;
    double* times; /* as given */
    size_t time_capacity;
    vrm_Pose* poses;
    size_t pose_capacity;
    vrm_Quat* gazes;
    size_t gaze_capacity;
    vrm_Transform* roots; /* root transforms; NULL: the root does not move */
    size_t root_capacity;
    bool has_gaze;
    size_t first_gaze; /* the frame that set it first */
    vrmi_RecordedExpression* expressions;
    size_t expression_count, expression_capacity;
    size_t next_expression; /* index after the one set last: expressions usually come in the same
                               order */
};

/* Reserves space for one more frame. */
vrm_Result vrmi_recorder_reserve(vrm_Recorder* recorder);

/* Sets the number of frames of a recorder that has one. New frames are at rest, at time 0, without
 * expressions; the caller fills them. */
vrm_Result vrmi_recorder_resize(vrm_Recorder* recorder, size_t count);

/* Marks an expression as a shape of face tracking, if it was set. */
void vrmi_recorder_mark_shape(vrm_Recorder* recorder, const char* name);

/* Returns the rotation of a gaze in degrees, as recorders have it. */
vrm_Quat vrmi_record_gaze(float yaw_degrees, float pitch_degrees);

/* Moves rotations of all bones except these to the bones below them, so that the animation looks
 * the same without the other bones. */
void vrmi_recorder_fold(vrm_Recorder* recorder, uint64_t bones);

/* The right bone of a left one; VRM_BONE_NONE for others. */
vrm_Bone vrmi_record_mirrored(vrm_Bone bone);

/* Writes the rest positions of bones: those of the rig where it has them, others of the default
 * human skeleton. `rig` may be NULL; `hips_height` 0 is the default height. Returns the bones that
 * the rig has. */
uint64_t vrmi_record_skeleton(const vrm_Rig* rig, float hips_height,
                              vrm_Vec3 out_positions[VRM_BONE_COUNT]);

/* Returns the nearest ancestor among `bones`; VRM_BONE_NONE for hips. */
vrm_Bone vrmi_record_parent(vrm_Bone bone, uint64_t bones);

#endif
