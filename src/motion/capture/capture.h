/* SPDX-License-Identifier: MIT */
/* What every reader of motion makes of a file: joints, and a way to sample them. Bones, axes, size,
 * rest pose and poses are found from that in this folder, for all formats alike. A format is a row
 * of the table in formats.c. */
#ifndef VRMI_MOTION_CAPTURE_H
#define VRMI_MOTION_CAPTURE_H

#include "base/alloc.h"
#include "base/maths.h"
#include "base/report.h"
#include "vrm/capture.h"
#include "vrm/model.h"

enum { VRMI_CAPTURE_JOINTS_MAX = 4096 /* ends included */ };

typedef struct vrmi_CaptureJoint {
    const char* name;   /* UTF-8; "" for an end without a name */
    int32_t parent;     /* before it in the list; -1: a root */
    vrm_Transform rest; /* local, the file's units and axes: what it is without animation */
    bool is_end;        /* only its place counts */
    bool has_position;  /* samples move it */
    bool has_rotation;  /* the file has keys for its rotation, be they all alike */
    bool has_bone;      /* the file itself says which bone it is; else its name does */
    vrm_Bone bone;      /* with has_bone; VRM_BONE_NONE: it is no bone, whatever its name */
} vrmi_CaptureJoint;

/* All zero but what a reader sets. */
typedef struct vrmi_Capture {
    const vrmi_CaptureJoint* joints;
    int32_t joint_count; /* from 1 to VRMI_CAPTURE_JOINTS_MAX */

    int32_t frame_count; /* at least 1; times are frame * frame_time */
    double frame_time;   /* seconds, above 0 */

    /* Local transforms of all joints at a time in frames, from 0 to frame_count - 1; finite.
     * Allocates nothing; one thread at a time, so a reader may have room of its own for it. */
    void (*sample)(const void* reader, double frame, vrm_Transform* out_locals);
    /* From now on only these joints are sampled, of which each has its parent among them; the
     * others keep what is in out_locals. `is_needed` stays valid. NULL: the reader samples all. */
    void (*restrict_to)(void* reader, const bool* is_needed);
    /* What a sample costs beyond its joints: curves, steps of IK, in units of about 100 ns. A small
     * file can ask for much in each frame; it is then sampled less often (poses.c). */
    uint64_t sample_cost;
    bool has_curves; /* samples between frames are what the file says; else `frame` is whole, and
                        poses of frames are blended */

    float metres;      /* in one unit of the file; 0: not said */
    bool has_axes;     /* the file says where up and front are */
    vrm_Quat to_model; /* with has_axes: the file's axes to up +Y, front +Z, left +X */

    bool has_ground;   /* with has_axes: the ground is at 0, wherever somebody is in the motion */
    bool is_still;     /* the file has no animation, only a skeleton */
    bool may_be_posed; /* the rest pose may be a frame of the motion: programs leave the one that
                          they showed last */
    bool is_t_pose;    /* the file rests in the T-pose by its specification (VRM) */

    /* World transforms of the joints in the bind pose, in the units of the locals; NULL: none. */
    const vrm_Transform* bind;
    const bool* is_bound; /* which joints have one; NULL: all. Others rest on their parents. */

    /* Weights of expressions, by the names that VRM gives them (vrm/model.h) or the file's own;
     * `frame` may lie between frames, here and below. */
    int32_t expression_count;
    const char* const* expression_names;
    void (*sample_expressions)(const void* reader, double frame, float* out_weights);

    /* Where the eyes look; NULL: not said. As vrm_recorder_set_gaze() has it. */
    void (*sample_gaze)(const void* reader, double frame, float* out_yaw_degrees,
                        float* out_pitch_degrees);

    /* The animations of the file; `take` is the one that samples are of. 0: the format has one,
     * without a name. */
    int32_t take_count, take;
    const char* const* take_names;

    void* reader; /* owns everything above */
    void (*destroy)(void* reader);
} vrmi_Capture;

/* What a reader gets. Bytes and model live only while it reads. */
typedef struct vrmi_CaptureInput {
    const void* bytes;
    size_t size;
    const char* take;  /* the name of the animation to read; NULL: vrmi_capture_choose() */
    const void* model; /* of the figure that moves (PMX for VMD); NULL: none */
    size_t model_size;
    const vrm_CaptureMorph* morphs; /* which expressions morphs are, before names are guessed */
    int32_t morph_count;
    bool* has_morph;         /* set by readers with morphs: which of `morphs` the motion has */
    uint64_t max_bytes;      /* memory for what is read; beyond it VRM_ERR_LIMIT */
    bool is_limited_by_size; /* nobody set max_bytes: what deflates well has less */
    vrm_Report* report;      /* may be NULL */
    vrm_Allocator allocator; /* ready for use */
} vrmi_CaptureInput;

typedef struct vrmi_CaptureFormat {
    const char* name; /* as commands print it */
    bool (*recognises)(const uint8_t* bytes, size_t size);
    /* On failure there is nothing to destroy, and the report says why. */
    vrm_Result (*read)(const vrmi_CaptureInput* input, vrmi_Capture* out);
} vrmi_CaptureFormat;

/* The format of the bytes; NULL: none that is known. */
const vrmi_CaptureFormat* vrmi_capture_format(const uint8_t* bytes, size_t size);

/* Which take to read: that with the name of the input, or, without a name, the first that moves;
 * the report names the others. `moves` says which takes have keys; NULL: all. VRM_ERR_INVALID with
 * a finding when no take has the name. */
vrm_Result vrmi_capture_choose(const vrmi_CaptureInput* input, const char* const* names,
                               const bool* moves, int32_t count, int32_t* out_take);

/* The expression that the caller says a morph is; NULL: it is not among them. `whole` is the same
 * name in full. Notes that the motion has the morph. */
const char* vrmi_capture_mapped_morph(const vrmi_CaptureInput* input, const char* name,
                                      const char* whole);

/* Equal steps of vrm_capture_record(). */
int32_t vrmi_capture_steps(const vrm_Capture* capture, double fps);

/* Reports the morphs that the caller names and the motion does not have. */
void vrmi_capture_report_morphs(const vrmi_CaptureInput* input);

#endif
