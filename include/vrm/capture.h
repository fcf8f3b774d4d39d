/* SPDX-License-Identifier: MIT */
/** Motion of other programs, read as poses that fit every avatar: BVH, the common text format of
 * motion capture, FBX, VMD of MikuMikuDance, and the animations of humanoid skeletons in glTF
 * (vrm_capture_format()). The content of a file says which it is.
 *
 * Joints are recognised by the names that common programs give them (list in
 * docs/reference/motion.md), or by a list from the caller. Any axes (up and left are derived from
 * the skeleton) and any unit are accepted: players scale motion by the height of the hips.
 *
 *   vrm_capture_read() -> vrm_capture_record() -> vrm_recorder_finish() */
#ifndef VRM_CAPTURE_H
#define VRM_CAPTURE_H

#include "base.h"
#include "model.h"
#include "record.h"
#include "report.h"
#include "rig.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Motion that was read from a file. Functions that sample it use room of its own: one thread at a
 * time. */
typedef struct vrm_Capture vrm_Capture;

/** Maps a joint to a bone. */
typedef struct vrm_CaptureName {
    const char* joint; /**< As the file spells it. */
    vrm_Bone bone;     /**< VRM_BONE_NONE: the joint is no bone, whatever its name. */
} vrm_CaptureName;

/** Maps a morph to an expression. */
typedef struct vrm_CaptureMorph {
    const char* morph;      /**< As the file spells it, or as its model does. */
    const char* expression; /**< As VRM names a preset, or one of the avatar's own. */
} vrm_CaptureMorph;

/** Which pose of the skeleton rotations are measured from. */
typedef enum vrm_CaptureRest {
    /** The bind pose where the file has one, else the rest pose (the file without its animation;
     * in a BVH all rotations are 0 then). Limbs more than 15 degrees off the T-pose are corrected.
     * Where neither is a human figure (every bone along an axis of its own), the axes of the rig
     * or the frames of the motion replace it: vrm_capture_rest_source(). */
    VRM_CAPTURE_REST_GUESS = 0,
    VRM_CAPTURE_REST_T_POSE,    /**< The rest pose is the T-pose. */
    VRM_CAPTURE_REST_CORRECTED, /**< The rest pose; all arms and legs are brought to the T-pose. */
    VRM_CAPTURE_REST_FIRST_FRAME, /**< The first frame is the T-pose, whatever the rest pose; limbs
                                       more than 15 degrees off are corrected. */
    VRM_CAPTURE_REST_BIND /**< The bind pose; limbs more than 15 degrees off are corrected. Without
                               one, as VRM_CAPTURE_REST_GUESS. */
} vrm_CaptureRest;

/** Where the rest pose of a motion was found. Only VRM_REST_SOURCE_MOTION is an estimate. */
typedef enum vrm_RestSource {
    VRM_REST_SOURCE_FILE = 0,    /**< The rest pose of the file. */
    VRM_REST_SOURCE_BIND,        /**< The bind pose of the mesh. */
    VRM_REST_SOURCE_TAKE,        /**< Another take of the file, which is named as a T-pose. */
    VRM_REST_SOURCE_AXES,        /**< The local axes of the joints, which are the same in all files
                                      of that program (3ds Max Biped). */
    VRM_REST_SOURCE_FIRST_FRAME, /**< The first frame: VRM_CAPTURE_REST_FIRST_FRAME. */
    VRM_REST_SOURCE_MOTION       /**< Estimated from the frames of the motion. */
} vrm_RestSource;

/** Returns "file", "bind", "take", "axes", "firstFrame" or "motion"; "" if `source` is out of
 * range. The string is static. */
VRM_API const char* vrm_rest_source_name(vrm_RestSource source);

/** How to read. Start from vrm_default_capture_def(). */
typedef struct vrm_CaptureDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    float metres; /**< Metres in one unit of the file. Default 0: as the file says, or guessed from
                       the hips' height. */
    vrm_CaptureRest rest; /**< Default VRM_CAPTURE_REST_GUESS. */
    bool keeps_start;     /**< Keep the position where the motion begins; else it begins above the
                               origin. Default false. */
    const vrm_CaptureName* names;   /**< Used before names are guessed; not kept. Default NULL. */
    int32_t name_count;             /**< Entries of `names`. Default 0. */
    const vrm_CaptureMorph* morphs; /**< Used before morphs are guessed; those that the motion does
                                         not have make a finding. Not kept. Default NULL. */
    int32_t morph_count;            /**< Entries of `morphs`. Default 0. */
    const char* take;  /**< Which of several animations is read, by name, or by number as "#2" where
                            none has that name; not kept. Default NULL: the first that moves. */
    const void* model; /**< Bytes of the figure that the motion was made for (PMX, for VMD); not
                            kept. Default NULL: none. */
    size_t model_size; /**< Bytes of `model`. Default 0. */
    uint64_t max_bytes; /**< Memory for the motion; beyond it VRM_ERR_LIMIT. Default 0: 512 MiB,
                             and of FBX, whose arrays are deflated, 32 MiB and 48 bytes for each
                             byte of the file. */
    vrm_Report* report; /**< Gets the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the motion, until it is destroyed. Default: the C library. */
} vrm_CaptureDef;

/** Sets every field to its default; called by vrm_default_capture_def(). */
VRM_API void vrm_capture_def_init(vrm_CaptureDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_CaptureDef vrm_default_capture_def(void) {
    vrm_CaptureDef def;
    vrm_capture_def_init(&def, sizeof def);
    return def;
}

/** Reads the bytes of a file. `def` may be NULL: the defaults. VRM_ERR_INVALID when they are no
 * motion of a known format, are damaged, have no take of the given name, or none of the joints is a
 * bone; the report says where. Of a damaged BVH, truncated frames are left out, and a value that is
 * no number keeps that of the frame before; both make a finding. */
VRM_API vrm_Result vrm_capture_read(const void* bytes, size_t size, const vrm_CaptureDef* def,
                                    vrm_Capture** out_capture);
/** As vrm_capture_read() for a glTF file that has been loaded, which may be destroyed afterwards:
 * one with side files, say. */
VRM_API vrm_Result vrm_capture_read_model(const vrm_Model* model, const vrm_CaptureDef* def,
                                          vrm_Capture** out_capture);
/** The name of the format that vrm_capture_read() would take bytes for, as vrm_capture_format() has
 * it; NULL: none. The beginning of a file is enough. */
VRM_API const char* vrm_capture_recognise(const void* bytes, size_t size);
/** NULL is fine. */
VRM_API void vrm_capture_destroy(vrm_Capture* capture);

/** "BVH", "FBX", "VMD" or "glTF". */
VRM_API const char* vrm_capture_format(const vrm_Capture* capture);
/** Frames of the motion that could be read. */
VRM_API int32_t vrm_capture_frame_count(const vrm_Capture* capture);
/** Seconds from one frame to the next; above 0. */
VRM_API double vrm_capture_frame_time(const vrm_Capture* capture);
/** Height of the hips above the lowest point of the skeleton at rest, metres. */
VRM_API float vrm_capture_hips_height(const vrm_Capture* capture);
/** Metres in one unit of the file. */
VRM_API float vrm_capture_metres(const vrm_Capture* capture);
/** Bit b: a joint is bone b. */
VRM_API uint64_t vrm_capture_bones(const vrm_Capture* capture);

/** Bit b: the file has keys for bone b, or moves it by inverse kinematics. These are the bones to
 * write: the others keep what an avatar does beside this motion. */
VRM_API uint64_t vrm_capture_moved_bones(const vrm_Capture* capture);

/** Where the rest pose was found. */
VRM_API vrm_RestSource vrm_capture_rest_source(const vrm_Capture* capture);
/** How certain the rest pose is, 0..1: 1 for a pose that the file states, less for an estimate that
 * had fewer frames of a standing figure to rely on. Below 0.5 check the result by eye. */
VRM_API float vrm_capture_rest_confidence(const vrm_Capture* capture);

/** Joints of the file, whether they are bones or not. */
VRM_API int32_t vrm_capture_joint_count(const vrm_Capture* capture);
/** "" when there is no such joint. Lives as long as the capture. */
VRM_API const char* vrm_capture_joint_name(const vrm_Capture* capture, int32_t joint);
/** The bone that a joint was taken for; VRM_BONE_NONE for none. */
VRM_API vrm_Bone vrm_capture_joint_bone(const vrm_Capture* capture, int32_t joint);

/** Animations of the file; 0 where the format has one, without a name (BVH, VMD). */
VRM_API int32_t vrm_capture_take_count(const vrm_Capture* capture);
/** "" when there is no such take, or it has no name. Lives as long as the capture. */
VRM_API const char* vrm_capture_take_name(const vrm_Capture* capture, int32_t take);
/** The take that was read; -1 where the format has no takes. */
VRM_API int32_t vrm_capture_take(const vrm_Capture* capture);

/** Expressions that the motion has weights for. */
VRM_API int32_t vrm_capture_expression_count(const vrm_Capture* capture);
/** As VRM names a preset, or as the file spells it. "" when there is no such expression. Lives as
 * long as the capture. */
VRM_API const char* vrm_capture_expression_name(const vrm_Capture* capture, int32_t expression);
/** The weight of an expression, clamped as vrm_capture_pose() has it; 0 when there is no such
 * expression. Allocates nothing. */
VRM_API float vrm_capture_expression(const vrm_Capture* capture, int32_t expression, double frame);
/** Where the eyes look, as vrm_recorder_set_gaze() takes it. False, and straight ahead, when the
 * motion does not say. Allocates nothing. */
VRM_API bool vrm_capture_gaze(const vrm_Capture* capture, double frame, float* out_yaw_degrees,
                              float* out_pitch_degrees);

/** The pose at a time in frames, which may lie between two; `frame` is clamped to the first and the
 * last. hips_offset is in metres of the file's own skeleton, whose hips rest at
 * vrm_capture_hips_height(). Allocates nothing. */
VRM_API void vrm_capture_pose(const vrm_Capture* capture, double frame, vrm_Pose* out_pose);

/** Adds all of the motion to a recorder, `fps` frames a second, 0: the file's own, or fewer where a
 * small file is long (more than 8192 and one for each 64 bytes). The recorder's definition should
 * have vrm_capture_hips_height() and vrm_capture_moved_bones(). Bones that the file does not move
 * get no keys. */
VRM_API vrm_Result vrm_capture_record(const vrm_Capture* capture, double fps,
                                      vrm_Recorder* recorder);

#ifdef __cplusplus
}
#endif

#endif
