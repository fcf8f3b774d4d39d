/* SPDX-License-Identifier: MIT */
/* Motion from FBX, versions 5000 to 7700, binary and text: skeleton and curves, no geometry.
 *
 *   fbx_parse, fbx_binary, fbx_text, fbx_tree, fbx_words,
 *   fbx_values, fbx_arrays                                   bytes to nodes and values
 *   fbx_keys, fbx_curve                                      keys to curves, curves to values
 *   fbx_scene, fbx_joints, fbx_shapes, fbx_takes             objects to joints, blend shapes and
 *                                                            channels
 *   fbx_sample                                               channels to local transforms
 *   fbx_read                                                 all of it; axes, unit, frames
 *
 * Sampled joints have no scale: it is applied to the positions of the joints below. */
#ifndef VRMI_MOTION_FBX_H
#define VRMI_MOTION_FBX_H

#include "motion/fbx/fbx_curve.h"
#include "motion/motion_morphs.h"

enum { VRMI_FBX_MOVE, VRMI_FBX_TURN, VRMI_FBX_SCALE, VRMI_FBX_PROPERTIES };

/* The property of a blend shape; a channel of one axis. */
enum { VRMI_FBX_PERCENT = VRMI_FBX_PROPERTIES };

enum { VRMI_FBX_FRAMES_MAX = 1000000 };

/* One property of one joint or blend shape in one layer. */
typedef struct vrmi_FbxChannel {
    const vrmi_FbxCurve* curves[3]; /* x y z; NULL: constant, as in `values` */
    double values[3];
    int32_t layer;
    int32_t next; /* of the same property in a layer above; -1: none */
} vrmi_FbxChannel;

typedef struct vrmi_FbxLayer {
    const vrmi_FbxCurve* weight_curve; /* percent; NULL: `weight` */
    double weight;                     /* 0 to 1 */
    bool is_off, is_additive;
    bool adds_angles; /* RotationAccumulationMode by channel: angles, not rotations */
    bool adds_scales; /* ScaleAccumulationMode additive: sums, not products */
} vrmi_FbxLayer;

/* Local transform: T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S * Sp^-1. */
typedef struct vrmi_FbxModel {
    double values[VRMI_FBX_PROPERTIES][3]; /* what they are without animation */
    double still[VRMI_FBX_PROPERTIES][3];  /* in the take, where nothing moves them */
    int32_t channels[VRMI_FBX_PROPERTIES]; /* the lowest layer's; -1: they are still */
    double place[3];                       /* Roff + Rp */
    double arm[3];                         /* Soff + Sp - Rp, turned with the joint */
    double scale_pivot[3];
    double pre[9], post[9]; /* rotations: Rpre and Rpost^-1 */
    double still_turn[9];   /* Rpre * R * Rpost^-1 where R is still */
    bool has_pre, has_post;
    uint8_t order;   /* of the angles: XYZ XZY YZX YXZ ZXY ZYX */
    uint8_t inherit; /* 0 RrSs, 1 RSrs, 2 Rrs */
} vrmi_FbxModel;

/* A BlendShapeChannel: DeformPercent, from 0 to 100. */
typedef struct vrmi_FbxShape {
    uint32_t node;
    double percent;  /* what it is without animation */
    int32_t channel; /* the lowest layer's; -1: it is still */
} vrmi_FbxShape;

typedef struct vrmi_FbxWorld {
    double place[3];
    double turn[9];    /* the rotations alone */
    double linear[9];  /* with scales */
    double scale[3];   /* the joint's own */
    bool is_even;      /* all scales so far are positive and the same for all axes: */
    double even_scale; /* their product */
    vrm_Quat rotation;
} vrmi_FbxWorld;

typedef struct vrmi_FbxFile vrmi_FbxFile;

typedef struct vrmi_Fbx {
    vrm_Allocator allocator;
    vrmi_FbxFile* file; /* from which other takes are read; NULL: it is not kept */
    vrmi_Arena arena;
    vrmi_CaptureJoint* joints;
    vrmi_FbxModel* models; /* of the joints */
    vrmi_FbxWorld* worlds; /* of the last sample */
    const bool* is_needed; /* joints that are sampled; NULL: all */
    int32_t joint_count;
    vrmi_FbxShape* shapes;
    int32_t shape_count;
    vrmi_Morphs morphs; /* their sources are shapes */
    vrmi_FbxChannel* channels;
    int32_t channel_count;
    vrmi_FbxLayer* layers; /* 0 is the base */
    int32_t layer_count;
    const char** take_names;
    int32_t take_count, take;
    int64_t start, stop; /* ticks */
    double ticks;        /* in a second */
    double frame_ticks;
    bool has_keys; /* of the take; else there is no animation */
    int32_t frame_count;
    int32_t mirrored; /* the axis that is turned round, for left-handed files; -1: none */
    vrm_Transform* bind;
    bool* is_bound;
} vrmi_Fbx;

/* ---- Objects of a file while it is read (fbx_scene.c) ---- */

typedef enum vrmi_FbxObjectKind {
    VRMI_FBX_MODEL,
    VRMI_FBX_STACK,
    VRMI_FBX_LAYER,
    VRMI_FBX_CURVE_NODE,
    VRMI_FBX_CURVE,
    VRMI_FBX_POSE,
    VRMI_FBX_SHAPE /* a Deformer that is a BlendShapeChannel */
} vrmi_FbxObjectKind;

/* Kind of a model, as far as it matters here. */
typedef enum vrmi_FbxModelType {
    VRMI_FBX_OTHER,
    VRMI_FBX_LIMB,
    VRMI_FBX_EMPTY, /* "Null" */
    VRMI_FBX_MESH,
    VRMI_FBX_CAMERA_OR_LIGHT
} vrmi_FbxModelType;

typedef struct vrmi_FbxObject {
    uint64_t key; /* the id, or a hash of the name before version 7 */
    uint32_t node;
    vrmi_FbxObjectKind kind;
    vrmi_FbxModelType type; /* of a model */
    int32_t parent;      /* model of a model, stack of a layer, layer of a curve node; -1: none */
    int32_t joint;       /* of a model; -1: none */
    int32_t shape;       /* of a blend shape; -1: none */
    int32_t target;      /* model, shape or layer of a curve node; -1: none */
    int32_t property;    /* of the target: VRMI_FBX_MOVE ..., or -1: the weight of a layer */
    int32_t curves[3];   /* of a curve node; -1: none */
    int32_t child, next; /* models: the first child, the next sibling; -1: none */
} vrmi_FbxObject;

typedef struct vrmi_FbxScene {
    vrmi_FbxTree* tree;
    vrmi_Fbx* fbx;
    vrmi_FbxObject* objects;
    int32_t object_count;
    int32_t* table; /* by key: indices of objects, -1: free */
    size_t table_size;
    bool has_limbs; /* a skeleton; files without one keep their meshes as joints */
    uint32_t objects_node, model_template, layer_template, stack_template; /* 0: none */
} vrmi_FbxScene;

/* A parsed file, of which each take is read. */
struct vrmi_FbxFile {
    vrmi_CaptureInput input; /* of the take that is read */
    vrmi_FbxTree tree;
    vrmi_FbxScene scene;                 /* as parsed */
    uint64_t bytes_left, unpacking_left; /* of `tree`, for a take */
};

/* Reads objects and their connections. */
void vrmi_fbx_read_scene(vrmi_FbxScene* scene);

/* Returns the index of an object; -1: none. */
int32_t vrmi_fbx_find_object(const vrmi_FbxScene* scene, uint64_t key);
uint64_t vrmi_fbx_key(vrmi_FbxValue value);

/* "Model::Hips", or "Hips" 0 1 "Model", to "Hips"; kept in the reader, valid UTF-8. NULL: no
 * memory. */
const char* vrmi_fbx_name(vrmi_FbxScene* scene, vrmi_FbxValue value);

/* Returns the value of an object that holds its name. */
vrmi_FbxValue vrmi_fbx_object_name(const vrmi_FbxScene* scene, const vrmi_FbxObject* object);

/* ---- Joints, takes ---- */

/* Makes the joints: parents first, each followed by its descendants. */
void vrmi_fbx_read_joints(vrmi_FbxScene* scene);

/* Reads the world transforms of Pose objects. */
void vrmi_fbx_read_bind(vrmi_FbxScene* scene);

/* Lists the blend shapes, before the takes are read. */
void vrmi_fbx_read_shapes(vrmi_FbxScene* scene);

/* Makes morphs of the shapes that the take moves, after it was read. */
void vrmi_fbx_read_morphs(vrmi_FbxScene* scene);
void vrmi_fbx_sample_morphs(const void* reader, double frame, float* out_weights);

/* Chooses the take and reads its curves, layers and times. */
void vrmi_fbx_read_takes(vrmi_FbxScene* scene);
void vrmi_fbx_read_stack(vrmi_FbxScene* scene, vrmi_FbxCurveMaker* maker, int32_t stack);
void vrmi_fbx_read_old_take(vrmi_FbxScene* scene, vrmi_FbxCurveMaker* maker, uint32_t take);

/* Adds a channel above those of the lower layers of the joint. Returns NULL if the layer has one.
 */
vrmi_FbxChannel* vrmi_fbx_add_channel(vrmi_FbxScene* scene, int32_t joint, int property,
                                      int32_t layer);

/* The same for a blend shape. */
vrmi_FbxChannel* vrmi_fbx_add_percent(vrmi_FbxScene* scene, int32_t shape, int32_t layer);

/* ---- Evaluation (fbx_sample.c) ---- */

/* Returns the rotation R of angles in degrees, in the order of the model. */
void vrmi_fbx_rotation(int order, const double degrees[3], double out[9]);

/* Finds what is constant in the take; call it after the last channel and before the first sample.
 */
void vrmi_fbx_settle(vrmi_Fbx* fbx);

/* Returns a time of the take, in frames, in ticks. */
int64_t vrmi_fbx_ticks_at(const vrmi_Fbx* fbx, double frame);

/* Evaluates the channels of a property, from the lowest layer's up; -1: `value` stays. */
void vrmi_fbx_evaluate(const vrmi_Fbx* fbx, int32_t channel, int property, int64_t time,
                       vrmi_FbxFound* found, double value[3]);

/* Evaluates all joints at `time` in ticks; without channels if `is_rest`. */
void vrmi_fbx_sample_at(vrmi_Fbx* fbx, int64_t time, bool is_rest, vrm_Transform* out_locals);
void vrmi_fbx_sample(const void* reader, double frame, vrm_Transform* out_locals);

/* Converts a world matrix of 16 numbers, column by column, to a transform without scale. */
vrm_Transform vrmi_fbx_world_transform(const vrmi_Fbx* fbx, const double matrix[16]);

/* ---- The format ---- */

bool vrmi_fbx_recognises(const uint8_t* bytes, size_t size);
vrm_Result vrmi_fbx_read(const vrmi_CaptureInput* input, vrmi_Capture* out);

#endif
