/* SPDX-License-Identifier: MIT */
/* The members of a vrm_Capture: what a reader made of a file, and the person that was found in it.
 * joint_names.c and joint_bones.c map joints to bones, rest_pose.c finds axes, size and rest pose,
 * poses.c computes poses. */
#ifndef VRMI_MOTION_PERSON_H
#define VRMI_MOTION_PERSON_H

#include "motion/capture/capture.h"
#include "vrm/capture.h"

typedef struct vrmi_PersonJoint {
    const char* name;
    const char* plain;   /* without what most names end in */
    int32_t parent;      /* before it in the list; -1: a root */
    vrm_Vec3 place;      /* in the reference pose, from the origin */
    vrm_Quat turn;       /* rotation in the reference pose, in the file's axes */
    vrm_Vec3 scale;      /* of all joints above and its own */
    vrm_Vec3 t_position; /* place in the T-pose, model axes */
    vrm_Bone bone;       /* VRM_BONE_NONE: none */
    bool is_end, has_position;
    bool is_body; /* a bone or below one: it stands on the ground */
} vrmi_PersonJoint;

struct vrm_Capture {
    vrm_Allocator allocator;
    const vrmi_CaptureFormat* format;
    vrmi_Capture file;
    vrmi_PersonJoint* joints;
    vrm_Transform* locals;         /* of the joints, in the frame that was sampled last */
    vrm_Transform* take_pose;      /* of the joints in the take that shows the T-pose; NULL: none */
    vrm_Transform* rest_file_pose; /* of the joints in the rest file; NULL: none */
    vrm_Quat rest_file_axes;       /* of rest_file_pose: to up +Y, left +X */
    bool* is_needed;               /* which joints are sampled; the others are at rest */
    float* weights;                /* of the expressions, likewise */
    char* plain_names;             /* of the joints, one behind the other */
    size_t plain_size;
    int32_t joint_count, frame_count;
    uint64_t source_bytes; /* of the file and of its model */
    uint64_t pose_cost;    /* of one frame, in units of about 100 ns */

    int32_t bones[VRM_BONE_COUNT]; /* joints; -1: none */
    uint64_t bone_bits, moved_bits;
    uint64_t eyes;   /* bits of the eyes that give the gaze; 0: it is not theirs */
    bool has_person; /* false: only joints and takes are known */
    vrm_RestSource rest_source;
    float rest_confidence;
    vrm_Quat to_model;              /* axes of the file to left +X, up +Y */
    vrm_Quat rests[VRM_BONE_COUNT]; /* from the T-pose to the reference pose, model axes */
    float metres;
    float hips_height; /* metres */
    vrm_Vec3 start;    /* metres, model axes: what the first frame's place is measured from */
};

/* Whatever a file states, each number is finite and at most this large. */
static inline float vrmi_capture_bound(float a, float most) {
    return a >= -most && a <= most ? a : a > most ? most : a < -most ? -most : 0.0f;
}

static inline vrm_Vec3 vrmi_capture_bounded(vrm_Vec3 v, float most) {
    return (vrm_Vec3){vrmi_capture_bound(v.x, most), vrmi_capture_bound(v.y, most),
                      vrmi_capture_bound(v.z, most)};
}

/* Fills locals[]. */
void vrmi_capture_sample(const vrm_Capture* capture, double frame);

/* Returns the position of the hips in the frame of locals[]: metres, model axes. */
vrm_Vec3 vrmi_capture_hips(const vrm_Capture* capture);

/* Sets joints[].plain. */
vrm_Result vrmi_capture_cut_names(vrm_Capture* capture);

/* Sets joints[].bone and bones[]. */
void vrmi_capture_name_bones(vrm_Capture* capture, const vrm_CaptureDef* def);

/* Returns false, with a finding, if a part of a limb would get the motion of the part above it,
 * which was not recognised. */
bool vrmi_capture_has_limbs(const vrm_Capture* capture, const vrm_CaptureDef* def);

/* Sets joints[].is_body and is_needed[]: bones, their ancestors, and descendants of limbs. Other
 * joints are hair, faces and clothes, which are most of the joints of many files. */
void vrmi_capture_find_needed(vrm_Capture* capture);

/* Sets moved_bits; call it after vrmi_capture_settle(). */
void vrmi_capture_find_moved(vrm_Capture* capture);

/* Sets eyes if one of them turns in some frame; call it after vrmi_capture_find_moved(). Eyes that
 * rest in all frames leave the gaze to the avatar's other motion. */
void vrmi_capture_find_eyes(vrm_Capture* capture);

/* Sets pose_cost, and reports if frames are too expensive to record all of them. */
void vrmi_capture_count_cost(vrm_Capture* capture, vrm_Report* report);

/* Sets the reference pose and the values that depend on it: to_model, rests[], metres, hips_height,
 * start. The hips must have been found. */
void vrmi_capture_settle(vrm_Capture* capture, const vrm_CaptureDef* def);

#endif
