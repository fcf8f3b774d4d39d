/* SPDX-License-Identifier: MIT */
/* A person who walks, as FBX: version 7 with objects and connections, version 6 with channels in
 * takes. */
#include "fbx_writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 46186158000

enum { HIPS, LEFT_ARM = 6, RIGHT_ARM = 10, LEFT_LEG = 13, RIGHT_LEG = 16 };

static const struct {
    const char* name;
    int parent;
    double x, y, z; /* centimetres */
} body[SCENE_FBX_JOINTS] = {
    {"Hips", -1, 0, 90, 0},          {"Spine", 0, 0, 10, 0},       {"Spine1", 1, 0, 15, 0},
    {"Neck", 2, 0, 20, 0},           {"Head", 3, 0, 10, 0},        {"LeftShoulder", 2, 3, 15, 0},
    {"LeftArm", 5, 12, 0, 0},        {"LeftForeArm", 6, 25, 0, 0}, {"LeftHand", 7, 25, 0, 0},
    {"RightShoulder", 2, -3, 15, 0}, {"RightArm", 9, -12, 0, 0},   {"RightForeArm", 10, -25, 0, 0},
    {"RightHand", 11, -25, 0, 0},    {"LeftUpLeg", 0, 9, -5, 0},   {"LeftLeg", 13, 0, -42, 0},
    {"LeftFoot", 14, 0, -43, 0},     {"RightUpLeg", 0, -9, -5, 0}, {"RightLeg", 16, 0, -42, 0},
    {"RightFoot", 17, 0, -43, 0}};

SceneFbxJoint scene_fbx_joint(int32_t joint) {
    SceneFbxJoint result = {.name = body[joint].name,
                            .parent = body[joint].parent,
                            .offset = {body[joint].x, body[joint].y, body[joint].z},
                            .order = joint % 6};
    if (joint == LEFT_ARM || joint == RIGHT_ARM) { /* bones with axes of their own */
        result.pre[0] = 30.0;
        result.pre[1] = joint == LEFT_ARM ? 20.0 : -20.0;
    }
    return result;
}

void scene_fbx_values(int32_t joint, int32_t frame, double out_move[3], double out_turn[3]) {
    double phase = 2.0 * 3.14159265358979323846 * frame / SCENE_FBX_RATE;
    double swing = sin(phase), bend = 1.0 - cos(phase + joint);
    SceneFbxJoint at = scene_fbx_joint(joint);
    memcpy(out_move, at.offset, sizeof at.offset);
    memset(out_turn, 0, 3 * sizeof *out_turn);
    switch (joint) {
    case HIPS:
        out_move[1] += 2.0 * sin(2.0 * phase);
        out_turn[1] = 5.0 * swing;
        break;
    case LEFT_LEG:
    case RIGHT_LEG: out_turn[0] = joint == LEFT_LEG ? 25.0 * swing : -25.0 * swing; break;
    case LEFT_LEG + 1:
    case RIGHT_LEG + 1: out_turn[0] = 20.0 * bend; break;
    case LEFT_ARM:
    case RIGHT_ARM:
        out_turn[0] = 10.0 * bend;
        out_turn[1] = joint == LEFT_ARM ? -15.0 * swing : 15.0 * swing;
        out_turn[2] = joint == LEFT_ARM ? -60.0 : 60.0;
        break;
    default: out_turn[2] = 2.0 * swing;
    }
}

/* ---- A face ---- */

static const char* const shape_names[SCENE_FBX_SHAPES] = {
    "blendShape1.jawOpen", "EyeBlinkLeft", "eyeBlink_R", "Mouth_Smile_L",
    "Mouth_Smile_R",       "viseme_O",     "HeadYaw",    "smug",
    "browInnerUp"};

const char* scene_fbx_shape(int32_t shape) {
    return shape_names[shape];
}

double scene_fbx_percent(int32_t shape, int32_t frame) {
    double phase = 2.0 * 3.14159265358979323846 * frame / SCENE_FBX_RATE;
    return (double)(float)(50.0 - 50.0 * cos(phase * (1 + shape % 3) + shape));
}

void scene_fbx_eyes(int32_t frame, double out_turn[3]) {
    double phase = 2.0 * 3.14159265358979323846 * frame / SCENE_FBX_RATE;
    out_turn[0] = -5.0 * sin(phase);
    out_turn[1] = 10.0 * sin(phase);
    out_turn[2] = 0.0;
}

/* ---- Both versions ---- */

static void add_settings(FbxWriter* w, const SceneFbxDef* def) {
    fbx_open(w, "GlobalSettings");
    fbx_enter(w);
    fbx_int_node(w, "Version", 1000);
    fbx_open(w, def->version >= 7000 ? "Properties70" : "Properties60");
    fbx_enter(w);
    fbx_property_int(w, "UpAxis", def->is_z_up ? 2 : 1);
    fbx_property_int(w, "UpAxisSign", 1);
    fbx_property_int(w, "FrontAxis", def->is_z_up ? 1 : 2);
    fbx_property_int(w, "FrontAxisSign", def->is_z_up ? -1 : 1);
    fbx_property_int(w, "CoordAxis", 0);
    fbx_property_int(w, "CoordAxisSign", 1);
    fbx_property_real(w, "UnitScaleFactor", 1.0);
    fbx_property_int(w, "TimeMode", 6);
    fbx_close(w);
    fbx_close(w);
}

/* Ids of models: the hips have 1000. */
static void add_model(FbxWriter* w, int64_t id, const char* name, const char* type,
                      const double move[3], const double turn[3], const double pre[3], int order) {
    bool has_ids = w->version >= 7000;
    fbx_open(w, "Model");
    if (has_ids) fbx_long(w, id);
    fbx_object_name(w, "Model", name);
    fbx_text(w, type);
    fbx_enter(w);
    fbx_int_node(w, "Version", 232);
    fbx_open(w, has_ids ? "Properties70" : "Properties60");
    fbx_enter(w);
    fbx_property_int(w, "RotationActive", 1);
    fbx_property_int(w, "RotationOrder", order);
    fbx_property_vector(w, "PreRotation", pre);
    fbx_property_int(w, "InheritType", 1);
    fbx_property_vector(w, "Lcl Translation", move);
    fbx_property_vector(w, "Lcl Rotation", turn);
    fbx_property_vector(w, "Lcl Scaling", (const double[3]){1.0, 1.0, 1.0});
    fbx_close(w);
    fbx_close(w);
}

static const char* name_of(int joint, char out[64]) {
    snprintf(out, 64, "mixamorig:%s", body[joint].name);
    return out;
}

static void add_models(FbxWriter* w, const SceneFbxDef* def) {
    static const double none[3];
    const double up[3] = {def->is_z_up ? 90.0 : 0.0, 0.0, 0.0};
    char name[64];
    add_model(w, 999, "Root", "Null", none, up, none, 0);
    for (int j = 0; j < SCENE_FBX_JOINTS; j++) {
        SceneFbxJoint joint = scene_fbx_joint(j);
        add_model(w, 1000 + j, name_of(j, name), "LimbNode", joint.offset, none, joint.pre,
                  joint.order);
    }
}

/* The person upright, with arms along its sides' axes: what the file is without its takes, but for
 * the joints' own axes. */
static void add_bind(FbxWriter* w, const SceneFbxDef* def) {
    char name[64];
    if (!def->has_bind) return;
    fbx_open(w, "Pose");
    if (w->version >= 7000) fbx_long(w, 50);
    fbx_object_name(w, "Pose", "BIND_POSES");
    fbx_text(w, "BindPose");
    fbx_enter(w);
    fbx_text_node(w, "Type", "BindPose");
    fbx_int_node(w, "NbPoseNodes", SCENE_FBX_JOINTS);
    for (int j = 0; j < SCENE_FBX_JOINTS; j++) {
        double at[3] = {0};
        for (int p = j; p >= 0; p = body[p].parent) {
            at[0] += body[p].x;
            at[1] += body[p].y;
            at[2] += body[p].z;
        }
        double matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, at[0], at[1], at[2], 1};
        if (def->is_z_up) { /* X stays, Y goes to Z, Z to -Y */
            const double turned[16] = {1, 0,  0, 0, 0,     0,      1,     0,
                                       0, -1, 0, 0, at[0], -at[2], at[1], 1};
            memcpy(matrix, turned, sizeof matrix);
        }
        fbx_open(w, "PoseNode");
        fbx_enter(w);
        fbx_open(w, "Node");
        if (w->version >= 7000)
            fbx_long(w, 1000 + j);
        else
            fbx_object_name(w, "Model", name_of(j, name));
        fbx_close(w);
        if (w->version >= 7000) {
            fbx_doubles(w, "Matrix", matrix, 16);
        } else {
            fbx_open(w, "Matrix");
            for (int i = 0; i < 16; i++) fbx_real(w, matrix[i]);
            fbx_close(w);
        }
        fbx_close(w);
    }
    fbx_close(w);
}

/* ---- Version 7 ---- */

static void add_stack(FbxWriter* w, int64_t id, const char* name, int64_t stop) {
    fbx_open(w, "AnimationStack");
    fbx_long(w, id);
    fbx_object_name(w, "AnimStack", name);
    fbx_text(w, "");
    fbx_enter(w);
    fbx_open(w, "Properties70");
    fbx_enter(w);
    fbx_property_long(w, "LocalStart", 0);
    fbx_property_long(w, "LocalStop", stop);
    fbx_close(w);
    fbx_close(w);
    fbx_open(w, "AnimationLayer");
    fbx_long(w, id + 1);
    fbx_object_name(w, "AnimLayer", "BaseLayer");
    fbx_text(w, "");
    fbx_close(w);
}

/* A straight line between the values of the frames: curve `id` of one axis. */
static void add_curve(FbxWriter* w, int64_t id, const int64_t* times, const float* values,
                      size_t count) {
    const int32_t flags = 0x404, all = (int32_t)count;
    static const float data[4];
    fbx_open(w, "AnimationCurve");
    fbx_long(w, id);
    fbx_object_name(w, "AnimCurve", "");
    fbx_text(w, "");
    fbx_enter(w);
    fbx_int_node(w, "KeyVer", 4009);
    fbx_longs(w, "KeyTime", times, count);
    fbx_floats(w, "KeyValueFloat", values, count);
    fbx_ints(w, "KeyAttrFlags", &flags, 1);
    fbx_floats(w, "KeyAttrDataFloat", data, 4);
    fbx_ints(w, "KeyAttrRefCount", &all, 1);
    fbx_close(w);
}

/* Ids: 10000 for the first joint's translation, 4 for a property, 8 for a joint. */
static int64_t node_id(int joint, bool is_turn) {
    return 10000 + 8 * joint + (is_turn ? 4 : 0);
}

static void add_curves(FbxWriter* w, const SceneFbxDef* def, int joint, bool is_turn,
                       int64_t* times, float* values) {
    size_t count = (size_t)def->frame_count;
    fbx_open(w, "AnimationCurveNode");
    fbx_long(w, node_id(joint, is_turn));
    fbx_object_name(w, "AnimCurveNode", is_turn ? "R" : "T");
    fbx_text(w, "");
    fbx_close(w);
    for (int axis = 0; axis < 3; axis++) {
        for (size_t f = 0; f < count; f++) {
            double move[3], turn[3];
            scene_fbx_values(joint, (int32_t)f, move, turn);
            times[f] = (int64_t)f * (TICKS / SCENE_FBX_RATE);
            values[f] = (float)(is_turn ? turn[axis] : move[axis]);
        }
        add_curve(w, node_id(joint, is_turn) + 1 + axis, times, values, count);
    }
}

/* Ids of a face: geometry 500, its blend shape 501, the mesh 502, the eyes 503 and 504; from 600 on
 * channels, from 700 on their geometries; from 20000 on the nodes of their curves, each followed by
 * its curve; 30000 and 30004 the nodes of the eyes' curves. */
enum { GEOMETRY = 500, BLEND_SHAPE, FACE_MESH, LEFT_EYE, RIGHT_EYE, CHANNELS = 600, TARGETS = 700 };
enum { SHAPE_CURVES = 20000, EYE_CURVES = 30000, HEAD = 4 };

static void add_geometry(FbxWriter* w) {
    static const double corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const int32_t polygon[3] = {0, 1, -3};
    fbx_open(w, "Geometry");
    fbx_long(w, GEOMETRY);
    fbx_object_name(w, "Geometry", "Face");
    fbx_text(w, "Mesh");
    fbx_enter(w);
    fbx_doubles(w, "Vertices", corners, 9);
    fbx_ints(w, "PolygonVertexIndex", polygon, 3);
    fbx_close(w);
    fbx_open(w, "Deformer");
    fbx_long(w, BLEND_SHAPE);
    fbx_object_name(w, "Deformer", "Shapes");
    fbx_text(w, "BlendShape");
    fbx_enter(w);
    fbx_int_node(w, "Version", 100);
    fbx_close(w);
}

static void add_shape(FbxWriter* w, int shape) {
    static const double move[3] = {0, 0, 1}, full[1] = {100};
    const int32_t corner = shape % 3;
    fbx_open(w, "Geometry");
    fbx_long(w, TARGETS + shape);
    fbx_object_name(w, "Geometry", shape_names[shape]);
    fbx_text(w, "Shape");
    fbx_enter(w);
    fbx_ints(w, "Indexes", &corner, 1);
    fbx_doubles(w, "Vertices", move, 3);
    fbx_close(w);
    fbx_open(w, "Deformer");
    fbx_long(w, CHANNELS + shape);
    fbx_object_name(w, "SubDeformer", shape_names[shape]);
    fbx_text(w, "BlendShapeChannel");
    fbx_enter(w);
    fbx_int_node(w, "Version", 100);
    fbx_open(w, "Properties70");
    fbx_enter(w);
    fbx_property_real(w, "DeformPercent", 0.0);
    fbx_close(w);
    fbx_doubles(w, "FullWeights", full, 1);
    fbx_close(w);
}

static void add_curve_node(FbxWriter* w, int64_t id, const char* name) {
    fbx_open(w, "AnimationCurveNode");
    fbx_long(w, id);
    fbx_object_name(w, "AnimCurveNode", name);
    fbx_text(w, "");
    fbx_close(w);
}

static void add_face(FbxWriter* w, const SceneFbxDef* def, const int64_t* times, float* values) {
    static const double none[3], left[3] = {3, 8, 7}, right[3] = {-3, 8, 7};
    size_t count = (size_t)def->frame_count;
    add_model(w, FACE_MESH, "Face", "Mesh", none, none, none, 0);
    add_model(w, LEFT_EYE, "mixamorig:LeftEye", "LimbNode", left, none, none, 0);
    add_model(w, RIGHT_EYE, "mixamorig:RightEye", "LimbNode", right, none, none, 0);
    add_geometry(w);
    for (int s = 0; s < SCENE_FBX_SHAPES; s++) {
        add_shape(w, s);
        add_curve_node(w, SHAPE_CURVES + 2 * s, "DeformPercent");
        for (size_t f = 0; f < count; f++) values[f] = (float)scene_fbx_percent(s, (int32_t)f);
        add_curve(w, SHAPE_CURVES + 2 * s + 1, times, values, count);
    }
    for (int eye = 0; eye < 2; eye++) {
        add_curve_node(w, EYE_CURVES + 4 * eye, "R");
        for (int axis = 0; axis < 3; axis++) {
            for (size_t f = 0; f < count; f++) {
                double turn[3];
                scene_fbx_eyes((int32_t)f, turn);
                values[f] = (float)turn[axis];
            }
            add_curve(w, EYE_CURVES + 4 * eye + 1 + axis, times, values, count);
        }
    }
}

static void connect(FbxWriter* w, int64_t child, int64_t parent, const char* property) {
    fbx_open(w, "C");
    fbx_text(w, property == NULL ? "OO" : "OP");
    fbx_long(w, child);
    fbx_long(w, parent);
    if (property != NULL) fbx_text(w, property);
    fbx_close(w);
}

static void connect_curves(FbxWriter* w, int joint, bool is_turn) {
    static const char* const axes[] = {"d|X", "d|Y", "d|Z"};
    int64_t id = node_id(joint, is_turn);
    connect(w, id, 101, NULL);
    connect(w, id, 1000 + joint, is_turn ? "Lcl Rotation" : "Lcl Translation");
    for (int axis = 0; axis < 3; axis++) connect(w, id + 1 + axis, id, axes[axis]);
}

static void connect_face(FbxWriter* w) {
    static const char* const axes[] = {"d|X", "d|Y", "d|Z"};
    connect(w, FACE_MESH, 999, NULL);
    connect(w, GEOMETRY, FACE_MESH, NULL);
    connect(w, BLEND_SHAPE, GEOMETRY, NULL);
    for (int s = 0; s < SCENE_FBX_SHAPES; s++) {
        connect(w, CHANNELS + s, BLEND_SHAPE, NULL);
        connect(w, TARGETS + s, CHANNELS + s, NULL);
        connect(w, SHAPE_CURVES + 2 * s, 101, NULL);
        connect(w, SHAPE_CURVES + 2 * s, CHANNELS + s, "DeformPercent");
        connect(w, SHAPE_CURVES + 2 * s + 1, SHAPE_CURVES + 2 * s, "d|DeformPercent");
    }
    for (int eye = 0; eye < 2; eye++) {
        int64_t id = EYE_CURVES + 4 * eye;
        connect(w, LEFT_EYE + eye, 1000 + HEAD, NULL);
        connect(w, id, 101, NULL);
        connect(w, id, LEFT_EYE + eye, "Lcl Rotation");
        for (int axis = 0; axis < 3; axis++) connect(w, id + 1 + axis, id, axes[axis]);
    }
}

static void add_connections(FbxWriter* w, const SceneFbxDef* def) {
    fbx_open(w, "Connections");
    fbx_enter(w);
    connect(w, 999, 0, NULL);
    for (int j = 0; j < SCENE_FBX_JOINTS; j++)
        connect(w, 1000 + j, body[j].parent < 0 ? 999 : 1000 + body[j].parent, NULL);
    connect(w, 101, 100, NULL);
    connect(w, 111, 110, NULL);
    connect_curves(w, HIPS, false);
    for (int j = 0; j < SCENE_FBX_JOINTS; j++) connect_curves(w, j, true);
    if (def->has_face) connect_face(w);
    fbx_close(w);
}

static bool add_version_7(FbxWriter* w, const SceneFbxDef* def) {
    int64_t* times = calloc((size_t)def->frame_count, sizeof *times);
    float* values = calloc((size_t)def->frame_count, sizeof *values);
    bool is_done = times != NULL && values != NULL;
    if (is_done) {
        add_settings(w, def);
        fbx_open(w, "Objects");
        fbx_enter(w);
        add_models(w, def);
        add_bind(w, def);
        add_stack(w, 110, "Still", TICKS);
        add_stack(w, 100, "Walk", (int64_t)(def->frame_count - 1) * (TICKS / SCENE_FBX_RATE));
        add_curves(w, def, HIPS, false, times, values);
        for (int j = 0; j < SCENE_FBX_JOINTS; j++) add_curves(w, def, j, true, times, values);
        if (def->has_face) add_face(w, def, times, values);
        fbx_close(w);
        add_connections(w, def);
    }
    free(times);
    free(values);
    return is_done;
}

/* ---- Version 6 ---- */

static void add_channel(FbxWriter* w, const SceneFbxDef* def, int joint, bool is_turn, int axis) {
    static const char* const axes[] = {"X", "Y", "Z"};
    double move[3], turn[3];
    fbx_open(w, "Channel");
    fbx_text(w, axes[axis]);
    fbx_enter(w);
    fbx_open(w, "Default");
    fbx_real(w, 0.0);
    fbx_close(w);
    fbx_int_node(w, "KeyVer", 4005);
    fbx_int_node(w, "KeyCount", def->frame_count);
    fbx_open(w, "Key");
    for (int32_t f = 0; f < def->frame_count; f++) {
        scene_fbx_values(joint, f, move, turn);
        fbx_long(w, f * (int64_t)(TICKS / SCENE_FBX_RATE));
        fbx_real(w, (double)(float)(is_turn ? turn[axis] : move[axis]));
        fbx_letter(w, 'L');
    }
    fbx_close(w);
    fbx_close(w);
}

static void add_take(FbxWriter* w, const SceneFbxDef* def, const char* name, bool moves) {
    char joint_name[64];
    fbx_open(w, "Take");
    fbx_text(w, name);
    fbx_enter(w);
    fbx_open(w, "LocalTime");
    fbx_long(w, 0);
    fbx_long(w, (int64_t)(def->frame_count - 1) * (TICKS / SCENE_FBX_RATE));
    fbx_close(w);
    for (int j = 0; j < SCENE_FBX_JOINTS && moves; j++) {
        fbx_open(w, "Model");
        fbx_object_name(w, "Model", name_of(j, joint_name));
        fbx_enter(w);
        fbx_open(w, "Channel");
        fbx_text(w, "Transform");
        fbx_enter(w);
        for (int is_turn = j == HIPS ? 0 : 1; is_turn < 2; is_turn++) {
            fbx_open(w, "Channel");
            fbx_text(w, is_turn ? "R" : "T");
            fbx_enter(w);
            for (int axis = 0; axis < 3; axis++) add_channel(w, def, j, is_turn, axis);
            fbx_close(w);
        }
        fbx_close(w);
        fbx_close(w);
    }
    fbx_close(w);
}

static void connect_names(FbxWriter* w, const char* child, const char* parent) {
    fbx_open(w, "Connect");
    fbx_text(w, "OO");
    fbx_object_name(w, "Model", child);
    fbx_object_name(w, "Model", parent);
    fbx_close(w);
}

static void add_version_6(FbxWriter* w, const SceneFbxDef* def) {
    char child[64], parent[64];
    fbx_open(w, "Objects");
    fbx_enter(w);
    add_models(w, def);
    add_bind(w, def);
    add_settings(w, def);
    fbx_close(w);
    fbx_open(w, "Connections");
    fbx_enter(w);
    connect_names(w, "Root", "Scene");
    for (int j = 0; j < SCENE_FBX_JOINTS; j++)
        connect_names(w, name_of(j, child),
                      body[j].parent < 0 ? "Root" : name_of(body[j].parent, parent));
    fbx_close(w);
    fbx_open(w, "Takes");
    fbx_enter(w);
    fbx_text_node(w, "Current", "Walk");
    add_take(w, def, "Still", false);
    add_take(w, def, "Walk", true);
    fbx_close(w);
}

SceneBytes scene_fbx(const SceneFbxDef* def) {
    bool is_old = def->version < 7000;
    if (def->frame_count < 2 || def->frame_count > 1000000) return (SceneBytes){0};
    FbxWriter w = fbx_begin(def->version, def->form);
    bool is_done = true;
    if (is_old)
        add_version_6(&w, def);
    else
        is_done = add_version_7(&w, def);
    w.bytes.has_failed |= !is_done;
    return fbx_end(&w);
}
