/* SPDX-License-Identifier: MIT */
/** Reads motion of other programs as poses for every avatar: BVH, FBX, VMD and VPD of
 * MikuMikuDance, SMPL parameters and joint positions (.npz, .npy), landmarks of MediaPipe (lines of
 * JSON), and glTF animations of humanoid skeletons. The format is detected from the content.
 * vrm/motion.h does the same for all motion, with less code.
 *
 * Joints are recognised by the names that common programs give them (listed in
 * docs/reference/motion.md), or by a list from the caller. Any axes and units are accepted: up and
 * left are derived from the skeleton, and players scale motion by the height of the hips.
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

/** Motion that was read from a file. It has scratch memory for sampling: only one thread at a time
 * may sample it. */
typedef struct vrm_Capture vrm_Capture;

/** Maps a joint to a bone. */
typedef struct vrm_CaptureName {
    const char* joint; /**< Name of the joint, as the file spells it. "Name#2" is the second of
                            several joints called "Name", "#2" the second without a name. */
    vrm_Bone bone;     /**< Its bone; VRM_BONE_NONE: not a bone, whatever its name. */
} vrm_CaptureName;

/** Maps a morph to an expression. */
typedef struct vrm_CaptureMorph {
    const char* morph;      /**< Name of the morph, as the file or its model spells it. */
    const char* expression; /**< Name of a VRM preset, of a face tracking shape
                                 (vrm_face_shape_name()), or of the avatar's own expression; "": the
                                 morph is left out. */
} vrm_CaptureMorph;

/** The pose of the skeleton that rotations are measured from. */
typedef enum vrm_CaptureRest {
    /** The bind pose if the file has one, otherwise the rest pose (the file without its animation;
     * in a BVH, all rotations 0). Limbs more than 15 degrees off the T-pose are corrected. If
     * neither looks like a person, as in rigs whose bones all point along one axis, the rest pose
     * is derived from the axes of the rig or from the frames of the motion: see
     * vrm_capture_rest_source(). */
    VRM_CAPTURE_REST_GUESS = 0,
    VRM_CAPTURE_REST_T_POSE,      /**< The rest pose is the T-pose. */
    VRM_CAPTURE_REST_CORRECTED,   /**< The rest pose, with arms and legs corrected to the T-pose. */
    VRM_CAPTURE_REST_FIRST_FRAME, /**< The first frame is the T-pose, not the rest pose; limbs
                                       more than 15 degrees off are corrected. */
    VRM_CAPTURE_REST_BIND /**< The bind pose; limbs more than 15 degrees off are corrected. Without
                               one, as VRM_CAPTURE_REST_GUESS. */
} vrm_CaptureRest;

/** Where the rest pose of a motion was found. Only VRM_REST_SOURCE_MOTION is an estimate. */
typedef enum vrm_RestSource {
    VRM_REST_SOURCE_FILE = 0,    /**< The rest pose of the file. */
    VRM_REST_SOURCE_BIND,        /**< The bind pose of the mesh. */
    VRM_REST_SOURCE_TAKE,        /**< Another take of the file, named as a T-pose. */
    VRM_REST_SOURCE_AXES,        /**< The local axes of the joints, which are the same in all files
                                      of that program (3ds Max Biped). */
    VRM_REST_SOURCE_FIRST_FRAME, /**< The first frame: VRM_CAPTURE_REST_FIRST_FRAME. */
    VRM_REST_SOURCE_MOTION,      /**< Estimated from the frames of the motion. */
    VRM_REST_SOURCE_REST_FILE    /**< Another file of the same rig: vrm_CaptureDef.rest_file. */
} vrm_RestSource;

/** Returns "file", "bind", "take", "axes", "firstFrame", "motion" or "restFile"; "" if `source` is
 * out of range. The string is static. */
VRM_API const char* vrm_rest_source_name(vrm_RestSource source);

/** Order of the joints in an array of joint positions. */
typedef enum vrm_PointLayout {
    VRM_POINT_LAYOUT_GUESS = 0, /**< Detected from the number of joints: 22, 24, 33 or 17. */
    VRM_POINT_LAYOUT_HUMANML3D, /**< The first 22 joints of SMPL, SMPL-H and SMPL-X. */
    VRM_POINT_LAYOUT_SMPL24,    /**< The 24 joints of SMPL. */
    VRM_POINT_LAYOUT_MEDIAPIPE, /**< The 33 world landmarks of MediaPipe's pose. */
    VRM_POINT_LAYOUT_COCO       /**< The 17 points of COCO, in three dimensions. */
} vrm_PointLayout;

/** How to read a motion. Start from vrm_default_capture_def(). */
typedef struct vrm_CaptureDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    float metres; /**< Metres in one unit of the file. Default 0: as the file states, or guessed
                       from the height of the hips. */
    vrm_CaptureRest rest; /**< Default VRM_CAPTURE_REST_GUESS. */
    bool keeps_start;     /**< Keep the position where the motion begins; otherwise it begins above
                               the origin. Default false. */
    const vrm_CaptureName* names;   /**< Joints and their bones, used before names are guessed; not
                                         kept. Default NULL. */
    int32_t name_count;             /**< Entries of `names`. Default 0. */
    const vrm_CaptureMorph* morphs; /**< Morphs and their expressions, used before morphs are
                                         guessed; a morph that the motion lacks makes a finding. Not
                                         kept. Default NULL. */
    int32_t morph_count;            /**< Entries of `morphs`. Default 0. */
    const char* take;   /**< Animation to read if there are several: its name, or its number ("#2")
                             if none has that name; not kept. Default NULL: the first that moves. */
    const void* model;  /**< Bytes of the model that the motion was made for (PMX, for VMD and VPD).
                             Other formats ignore it, with a finding. Not kept. Default NULL. */
    size_t model_size;  /**< Bytes of `model`. Default 0. */
    uint64_t max_bytes; /**< Memory for the motion (bytes); beyond it VRM_ERR_LIMIT. Default 0: 512
                             MiB; for FBX, whose arrays are compressed, at most 32 MiB plus 48 bytes
                             for each byte of the file. */
    vrm_Report* report; /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the motion, until it is destroyed. Default: the C library. */
    vrm_PointLayout points;  /**< Layout of joint positions. If the file has more joints, the first
                                  ones are used. Default VRM_POINT_LAYOUT_GUESS. */
    double source_fps;       /**< Frames per second of a file that does not state them (SMPL, joint
                                  positions), 0.1 to 10000. Default 0: 20 for HumanML3D, else 30. */
    const void* rest_file;   /**< Bytes of another motion file of the same rig, with or without
                                  animation, from which the rest pose is read. Uses its first frame,
                                  bind pose or rest pose, whichever is nearest to the T-pose; `rest`
                                  VRM_CAPTURE_REST_FIRST_FRAME or _BIND selects one. Joints are
                                  matched by name. Not kept. Default NULL: use the motion's own. */
    size_t rest_file_size;   /**< Bytes of `rest_file`. Default 0. */
    bool lists_joints;       /**< Also accepts files without animation or without a human skeleton,
                                  to inspect their joints. Their poses are the rest pose;
                                  vrm_capture_record() refuses them. Default false. */
} vrm_CaptureDef;

/** Sets every field to its default; called by vrm_default_capture_def(). */
VRM_API void vrm_capture_def_init(vrm_CaptureDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_CaptureDef vrm_default_capture_def(void) {
    vrm_CaptureDef def;
    vrm_capture_def_init(&def, sizeof def);
    return def;
}

/** Reads the bytes of a file. `def` may be NULL. Returns VRM_ERR_INVALID if they are not a motion
 * of a known format, are damaged, lack the requested take, or have no joint that is a bone; the
 * report says where. In a damaged BVH, truncated frames are left out, and a value that is not a
 * number is replaced by the value of the frame before; both make a finding. */
VRM_API vrm_Result vrm_capture_read(const void* bytes, size_t size, const vrm_CaptureDef* def,
                                    vrm_Capture** out_capture);
/** Reads a glTF file that has been loaded, such as one with side files, as vrm_capture_read() does.
 * The model may be destroyed afterwards. */
VRM_API vrm_Result vrm_capture_read_model(const vrm_Model* model, const vrm_CaptureDef* def,
                                          vrm_Capture** out_capture);
/** Returns the format of a file, as vrm_capture_format() does; NULL if vrm_capture_read() does not
 * know it. The beginning of the file is enough. */
VRM_API const char* vrm_capture_recognise(const void* bytes, size_t size);
/** Destroys a capture. `capture` may be NULL. */
VRM_API void vrm_capture_destroy(vrm_Capture* capture);

/** Returns "BVH", "FBX", "VMD", "VPD", "SMPL", "joint positions", "MediaPipe" or "glTF". The string
 * is static. */
VRM_API const char* vrm_capture_format(const vrm_Capture* capture);
/** Returns the number of frames that could be read. */
VRM_API int32_t vrm_capture_frame_count(const vrm_Capture* capture);
/** Returns the seconds between frames; above 0. */
VRM_API double vrm_capture_frame_time(const vrm_Capture* capture);
/** Returns the height of the hips above the lowest point of the skeleton at rest (m). */
VRM_API float vrm_capture_hips_height(const vrm_Capture* capture);
/** Returns the metres in one unit of the file. */
VRM_API float vrm_capture_metres(const vrm_Capture* capture);
/** Returns the bones of the skeleton. Bit b: a joint is bone b. */
VRM_API uint64_t vrm_capture_bones(const vrm_Capture* capture);

/** Returns the bones that are animated. Bit b: the file has keys for bone b, or moves it by inverse
 * kinematics. Write only these, so that other motion can move the rest. */
VRM_API uint64_t vrm_capture_moved_bones(const vrm_Capture* capture);

/** Returns where the rest pose was found. */
VRM_API vrm_RestSource vrm_capture_rest_source(const vrm_Capture* capture);
/** Returns how certain the rest pose is, 0..1: 1 if the file states it, less for an estimate, least
 * if few frames show a standing person. Below 0.5, look at the result. */
VRM_API float vrm_capture_rest_confidence(const vrm_Capture* capture);

/** Returns the number of joints in the file, whether they are bones or not. */
VRM_API int32_t vrm_capture_joint_count(const vrm_Capture* capture);
/** Returns the name of a joint; "" if it does not exist. Lives as long as the capture. */
VRM_API const char* vrm_capture_joint_name(const vrm_Capture* capture, int32_t joint);
/** Returns the bone that a joint was recognised as; VRM_BONE_NONE if none. */
VRM_API vrm_Bone vrm_capture_joint_bone(const vrm_Capture* capture, int32_t joint);

/** Returns the parent of a joint; -1 if it has none or does not exist. */
VRM_API int32_t vrm_capture_joint_parent(const vrm_Capture* capture, int32_t joint);
/** Returns true if the skeleton was recognised as a person, so that its motion can be recorded.
 * Always true without vrm_CaptureDef.lists_joints. */
VRM_API bool vrm_capture_has_person(const vrm_Capture* capture);

/** Returns the number of animations; 0 if the format has one, without a name (BVH, VMD). */
VRM_API int32_t vrm_capture_take_count(const vrm_Capture* capture);
/** Returns a take's name; "" if it has none or does not exist. Lives as long as the capture. */
VRM_API const char* vrm_capture_take_name(const vrm_Capture* capture, int32_t take);
/** Returns the take that was read; -1 if the format has no takes. */
VRM_API int32_t vrm_capture_take(const vrm_Capture* capture);

/** Returns the number of expressions that the motion has weights for. */
VRM_API int32_t vrm_capture_expression_count(const vrm_Capture* capture);
/** Returns the name of an expression: a VRM preset, a face tracking shape, or as the file spells
 * it; "" if it does not exist. Lives as long as the capture. */
VRM_API const char* vrm_capture_expression_name(const vrm_Capture* capture, int32_t expression);
/** Returns the number of morphs (blend shapes) that the motion moves. */
VRM_API int32_t vrm_capture_morph_count(const vrm_Capture* capture);
/** Returns the name of a morph, as the file or its model spells it; "" if it does not exist. Lives
 * as long as the capture. */
VRM_API const char* vrm_capture_morph_name(const vrm_Capture* capture, int32_t morph);
/** Returns the name of the expression that a morph became; "" if it is left out or does not exist.
 * Lives as long as the capture. */
VRM_API const char* vrm_capture_morph_expression(const vrm_Capture* capture, int32_t morph);
/** Returns the weight of an expression; 0 if it does not exist. `frame` is clamped as in
 * vrm_capture_pose(). Allocates nothing. */
VRM_API float vrm_capture_expression(const vrm_Capture* capture, int32_t expression, double frame);
/** Reads the gaze at a frame, as for vrm_recorder_set_gaze(): from eye joints or a gaze in the
 * file, otherwise from the face tracking shapes that turn the eyes. Returns false and 0, 0
 * (straight ahead) if the motion has no gaze. Allocates nothing. */
VRM_API bool vrm_capture_gaze(const vrm_Capture* capture, double frame, float* out_yaw_degrees,
                              float* out_pitch_degrees);

/** Reads the pose at a frame, which may lie between two; `frame` is clamped to the first and the
 * last. hips_offset is in metres of the file's own skeleton, whose hips rest at
 * vrm_capture_hips_height(). Allocates nothing. */
VRM_API void vrm_capture_pose(const vrm_Capture* capture, double frame, vrm_Pose* out_pose);

/** Adds the whole motion to a recorder, at `fps` frames a second. If `fps` is 0, the frames of the
 * file are used, but at most 8192 and one for each 64 bytes of the file. Set
 * vrm_RecorderDef.hips_height to vrm_capture_hips_height(), and vrm_RecorderDef.bones to
 * vrm_capture_moved_bones(). Bones that the file does not move get no keys. Face tracking shapes
 * become presets and gaze; vrm_motion_animation() uses the avatar's own expressions for them. */
VRM_API vrm_Result vrm_capture_record(const vrm_Capture* capture, double fps,
                                      vrm_Recorder* recorder);

#ifdef __cplusplus
}
#endif

#endif
