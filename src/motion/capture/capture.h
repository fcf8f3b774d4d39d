/* SPDX-License-Identifier: MIT */
/* The common result of all readers of motion: joints, and a function that samples them. Bones,
 * axes, size, rest pose and poses are derived from it in this folder, for all formats alike. A
 * format is a row of the table in formats.c. */
#ifndef VRMI_MOTION_CAPTURE_H
#define VRMI_MOTION_CAPTURE_H

#include "base/alloc.h"
#include "base/maths.h"
#include "vrm/capture.h"
#include "vrm/model.h"
#include "json/json_report.h"

enum { VRMI_CAPTURE_JOINTS_MAX = 4096 /* including end sites */ };

/* Frame rates that a file or a caller may state. */
#define VRMI_FPS_MIN 0.1
#define VRMI_FPS_MAX 10000.0

typedef struct vrmi_CaptureJoint {
    const char* name;   /* UTF-8; "" for an end without a name */
    int32_t parent;     /* before it in the list; -1: a root */
    vrm_Transform rest; /* local rest transform, in the units and axes of the file */
    bool is_end;        /* only its position counts */
    bool is_unskinned;  /* of a figure with skins: none of them names it, as an armature above the
                           skeleton */
    bool has_position;  /* samples move it */
    bool has_rotation;  /* the file has keys for its rotation, even if they are all equal */
    bool has_bone;      /* the file itself states its bone; otherwise its name does */
    vrm_Bone bone;      /* with has_bone; VRM_BONE_NONE: not a bone, whatever its name */
} vrmi_CaptureJoint;

typedef struct vrmi_Morphs vrmi_Morphs; /* motion/motion_morphs.h */

/* Zero except where a reader sets a value. */
typedef struct vrmi_Capture {
    const vrmi_CaptureJoint* joints;
    int32_t joint_count; /* from 1 to VRMI_CAPTURE_JOINTS_MAX */

    int32_t frame_count; /* at least 1; times are frame * frame_time */
    double frame_time;   /* seconds, above 0 */

    /* Writes the local transforms of all joints at a time in frames, from 0 to frame_count - 1;
     * finite. Allocates nothing. Called by one thread at a time, so a reader may use buffers of its
     * own. */
    void (*sample)(const void* reader, double frame, vrm_Transform* out_locals);
    /* Restricts sampling to these joints, which include their parents; others keep the values of
     * out_locals. `is_needed` stays valid. NULL: the reader samples all. */
    void (*restrict_to)(void* reader, const bool* is_needed);
    /* Cost of a sample beyond its joints: curves and steps of IK, in units of about 100 ns. A small
     * file can make frames expensive; it is then sampled less often (poses.c). */
    uint64_t sample_cost;
    bool has_curves; /* the file defines samples between frames; otherwise `frame` is whole, and
                        poses of frames are blended */

    float metres;      /* metres per unit of the file; 0: not stated */
    bool has_axes;     /* the file states up and front */
    vrm_Quat to_model; /* with has_axes: the file's axes to up +Y, front +Z, left +X */

    bool has_ground;   /* with has_axes: the ground is at 0, wherever the person is in the motion */
    bool is_still;     /* the file has no animation, only a skeleton */
    bool may_be_posed; /* the rest pose may be a frame of the motion: programs store the one that
                          they showed last */
    bool is_t_pose;    /* the file rests in the T-pose by its specification (VRM) */
    bool is_figure;    /* read by vrmi_capture_read_figure() */

    /* World transforms of the joints in the bind pose, in the units of the locals; NULL: none. */
    const vrm_Transform* bind;
    const bool* is_bound; /* joints that have one; NULL: all. Others follow their parents. */

    /* Weights of expressions, by their VRM names (vrm/model.h) or the names in the file; `frame`
     * may lie between frames, here and below. */
    int32_t expression_count;
    const char* const* expression_names;
    void (*sample_expressions)(const void* reader, double frame, float* out_weights);

    const vrmi_Morphs* morphs; /* that the expressions come from; NULL: none */

    /* Gaze as in vrm_recorder_set_gaze(); NULL: none. */
    void (*sample_gaze)(const void* reader, double frame, float* out_yaw_degrees,
                        float* out_pitch_degrees);

    /* Animations of the file; samples are of `take`. 0: the format has one animation without a
     * name. */
    int32_t take_count, take;
    const char* const* take_names;

    void* reader; /* owns everything above */
    void (*destroy)(void* reader);
} vrmi_Capture;

/* Input of a reader. Bytes and model are valid only while it reads. */
typedef struct vrmi_CaptureInput {
    const void* bytes;
    size_t size;
    const char* take;  /* name of the animation to read; NULL: vrmi_capture_choose() */
    const void* model; /* of the model that the motion was made for (PMX for VMD); NULL: none */
    size_t model_size;
    const vrm_CaptureMorph* morphs; /* expressions of morphs, applied before names are recognised */
    int32_t morph_count;
    bool* has_morph; /* set by readers with morphs: the entries of `morphs` that the motion has */
    vrm_PointLayout points; /* of joint positions */
    double source_fps;      /* of a file that does not state its frame rate; 0: unknown */
    uint64_t max_bytes;     /* memory limit; VRM_ERR_LIMIT beyond it */
    bool allows_still;      /* a file without animation is read too: is_still */
    bool is_figure;         /* animations are ignored: vrmi_capture_read_figure() */
    const int8_t* stated;   /* with is_figure, of each node: see there */
    bool has_all_nodes;     /* with is_figure: nodes count as joints that no skin names */
    bool keeps_file;        /* what was parsed is kept for `kept` of other takes */
    const void* kept;       /* reader of another take of the same bytes; NULL: parse them */
    const struct vrmi_CaptureFormat* kept_by; /* of `kept` */
    bool is_limited_by_size; /* max_bytes is the default: files that inflate much get less */
    vrm_Report* report;      /* may be NULL */
    vrm_Allocator allocator; /* ready for use */
} vrmi_CaptureInput;

typedef struct vrmi_CaptureFormat {
    const char* name; /* name for users */
    bool (*recognises)(const uint8_t* bytes, size_t size);
    /* On failure there is nothing to destroy, and the report has the reason. */
    vrm_Result (*read)(const vrmi_CaptureInput* input, vrmi_Capture* out);
    bool uses_model; /* has no skeleton of its own: vrm_CaptureDef.model has it */
} vrmi_CaptureFormat;

/* Returns the format of the bytes; NULL if unknown. */
const vrmi_CaptureFormat* vrmi_capture_format(const uint8_t* bytes, size_t size);

/* Chooses the take: the one named in the input, or without a name the first that moves; the report
 * lists the others. `moves` tells which takes have keys; NULL: all. Returns VRM_ERR_INVALID with a
 * finding if no take has the name. */
vrm_Result vrmi_capture_choose(const vrmi_CaptureInput* input, const char* const* names,
                               const bool* moves, int32_t count, int32_t* out_take);

/* Returns the expression to which the caller maps a morph; NULL if it is not mapped. `whole` is the
 * same name in full. Notes that the motion has the morph. */
const char* vrmi_capture_mapped_morph(const vrmi_CaptureInput* input, const char* name,
                                      const char* whole);

/* The bytes of vrm_capture_read(), and what vrm_MotionDef says about other takes of them. */
typedef struct vrmi_CaptureFile {
    const void* bytes;
    size_t size;
    bool keeps;              /* keeps_file */
    const vrm_Capture* same; /* same_file; NULL: none */
} vrmi_CaptureFile;

vrm_Result vrmi_capture_read(const vrmi_CaptureFile* file, const vrm_CaptureDef* def,
                             vrm_Capture** out_capture);

enum { VRMI_NODE_UNSTATED = -2 };

/* Reads a model as a figure at rest, without its animations: vrm_Capture.bones and, with
 * has_person, its pose. Limbs that are more than a few degrees off the T-pose are corrected.
 * `stated` is a vrm_Bone for each node, VRM_BONE_NONE for nodes that are none whatever their names,
 * or VRMI_NODE_UNSTATED. Joints are those of skins; with `has_all_nodes` all nodes without a mesh.
 */
vrm_Result vrmi_capture_read_figure(const vrm_Model* model, const int8_t* stated,
                                    bool has_all_nodes, const vrm_Allocator* allocator,
                                    vrm_Capture** out_capture);

/* Returns the node of a joint of such a figure. */
int32_t vrmi_capture_figure_node(const vrm_Capture* figure, int32_t joint);

/* As vrm_capture_record(), but with the shapes of face tracking as they are, marked, for
 * vrmi_recorder_fit_face(). */
vrm_Result vrmi_capture_record(const vrm_Capture* capture, double fps, vrm_Recorder* recorder);

/* Equal steps of vrm_capture_record(). */
int32_t vrmi_capture_steps(const vrm_Capture* capture, double fps);

/* Reports mapped morphs that the motion does not have. */
void vrmi_capture_report_morphs(const vrmi_CaptureInput* input);

#endif
