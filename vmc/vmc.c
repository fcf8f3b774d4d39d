/* SPDX-License-Identifier: MIT */
/* Converts messages of the VMC protocol to the state of the sender's avatar, and that state to an
 * avatar's pose, face and gaze, or to a frame of a recording. */
#include "vrm/vmc.h"
#include "vrm/pose.h"

#include "osc.h"
#include "vmc_names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Metres; positions farther away are refused. */
#define FARTHEST 1e6f

typedef struct Expression {
    char name[VRM_VMC_NAME];
    uint32_t hash;
    vrm_ExpressionPreset preset;
    float waiting, weight; /* as sent; as applied */
    bool is_waiting;       /* sent since the last time that values were applied */
} Expression;

enum { UNKNOWN_MAX = 16, UNKNOWN_ROOM = 64 };

struct vrm_Vmc {
    vrm_VmcDef def;
    vrm_VmcState state;
    vrm_VmcStats stats;
    bool has_availability, had_gaze;
    char unknown[UNKNOWN_MAX][UNKNOWN_ROOM];      /* names for bones that are none: the first */
    uint32_t unknown_hashes[VRM_VMC_UNKNOWN_MAX]; /* of all of them, to count each once */
    int32_t unknown_count;
    int32_t count, applied_count;
    uint64_t shown;           /* accepted messages about the avatar */
    uint64_t observed;        /* `shown` as of the last vrm_vmc_observe() */
    Expression expressions[]; /* then observed_expressions() */
};

/* ---- Make ---- */

void vrm_vmc_def_init(vrm_VmcDef* def, size_t def_size) {
    vrm_VmcDef defaults = {.def_size = (uint32_t)def_size, .expression_count = 256};
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static bool resolve_def(const vrm_VmcDef* given, vrm_VmcDef* out) {
    *out = vrm_default_vmc_def();
    if (given == NULL) return true;
    uint32_t size = given->def_size;
    if (size < sizeof size || size > 65536) return false;
    memcpy(out, given, size < sizeof *out ? size : sizeof *out);
    return true;
}

static size_t size_of(const vrm_VmcDef* def) {
    return sizeof(vrm_Vmc) +
           (size_t)def->expression_count * (sizeof(Expression) + sizeof(vrm_LiveExpression));
}

/* Room for what vrm_vmc_observe() shows. */
static vrm_LiveExpression* observed_expressions(vrm_Vmc* vmc) {
    return (vrm_LiveExpression*)&vmc->expressions[vmc->def.expression_count];
}

vrm_Result vrm_vmc_create(const vrm_VmcDef* given, vrm_Vmc** out_vmc) {
    vrm_VmcDef def;
    *out_vmc = NULL;
    if (!resolve_def(given, &def)) return VRM_ERR_DEF;
    bool is_height = def.hips_height >= 0.0f && def.hips_height < FARTHEST;
    if (def.expression_count < 1 || def.expression_count > 4096 || !is_height)
        return VRM_ERR_ARGUMENT;
    size_t size = size_of(&def);
    vrm_Vmc* vmc = def.allocator.alloc != NULL
                       ? def.allocator.alloc(def.allocator.ctx, size, sizeof(void*))
                       : malloc(size);
    if (vmc == NULL) return VRM_ERR_MEMORY;
    memset(vmc, 0, size);
    vmc->def = def;
    vmc->state.root_rotation.w = 1.0f;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) vmc->state.rotations[b].w = 1.0f;
    *out_vmc = vmc;
    return VRM_OK;
}

void vrm_vmc_destroy(vrm_Vmc* vmc) {
    if (vmc == NULL) return;
    vrm_Allocator allocator = vmc->def.allocator;
    if (allocator.alloc != NULL)
        allocator.release(allocator.ctx, vmc, size_of(&vmc->def));
    else
        free(vmc);
}

/* ---- Receive ---- */

/* Unity's axes to ours: x is negated. The mirror reverses the sense of a rotation, so its axis
 * keeps x and negates y and z. */
static vrm_Vec3 mirror_position(float x, float y, float z) {
    return (vrm_Vec3){-x, y, z};
}

static vrm_Quat mirror_rotation(vrm_Quat q) {
    return (vrm_Quat){q.x, -q.y, -q.z, q.w};
}

static bool is_near(float value) {
    return value >= -FARTHEST && value <= FARTHEST;
}

/* Reads position and rotation at `values`; false when they are invalid. */
static bool read_place(const OscValue* values, vrm_Vec3* out_position, vrm_Quat* out_rotation) {
    for (int i = 0; i < 7; i++)
        if (!is_near(values[i].f)) return false;
    vrm_Quat q = {values[3].f, values[4].f, values[5].f, values[6].f};
    double length = sqrt((double)q.x * (double)q.x + (double)q.y * (double)q.y +
                         (double)q.z * (double)q.z + (double)q.w * (double)q.w);
    if (length < 1e-6) return false;
    q = (vrm_Quat){(float)((double)q.x / length), (float)((double)q.y / length),
                   (float)((double)q.z / length), (float)((double)q.w / length)};
    *out_position = mirror_position(values[0].f, values[1].f, values[2].f);
    *out_rotation = mirror_rotation(q);
    return true;
}

static bool take_root(vrm_Vmc* vmc, const OscMessage* message) {
    OscValue values[8];
    vrm_VmcState* state = &vmc->state;
    if (!osc_read(message, "sfffffff", values) ||
        !read_place(values + 1, &state->root_translation, &state->root_rotation))
        return false;
    state->has_root = true;
    vmc->stats.poses++;
    vmc->shown++;
    return true;
}

static uint32_t hash_of(const char* name) {
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

/* Counts each name that is not a bone once, and records the first few; long ones are truncated. Two
 * names of one hash count as one. */
static void remember_unknown(vrm_Vmc* vmc, const char* name) {
    uint32_t hash = hash_of(name);
    for (int32_t i = 0; i < vmc->unknown_count; i++)
        if (vmc->unknown_hashes[i] == hash) return;
    if (vmc->unknown_count == VRM_VMC_UNKNOWN_MAX) return;
    if (vmc->unknown_count < UNKNOWN_MAX)
        snprintf(vmc->unknown[vmc->unknown_count], UNKNOWN_ROOM, "%s", name);
    vmc->unknown_hashes[vmc->unknown_count++] = hash;
}

int32_t vrm_vmc_unknown_bone_count(const vrm_Vmc* vmc) {
    return vmc->unknown_count;
}

const char* vrm_vmc_unknown_bone(const vrm_Vmc* vmc, int32_t index) {
    bool is_listed = index >= 0 && index < UNKNOWN_MAX && index < vmc->unknown_count;
    return is_listed ? vmc->unknown[index] : NULL;
}

static bool take_bone(vrm_Vmc* vmc, const OscMessage* message) {
    OscValue values[8];
    vrm_Vec3 position;
    vrm_Quat rotation;
    if (!osc_read(message, "sfffffff", values) || !read_place(values + 1, &position, &rotation))
        return false;
    vrm_Bone bone = vrm_vmc_bone(values[0].s);
    if (bone == VRM_BONE_NONE) {
        vmc->stats.unknown_bones++;
        remember_unknown(vmc, values[0].s);
        return true;
    }
    vrm_VmcState* state = &vmc->state;
    state->rotations[bone] = rotation;
    state->bones |= (uint64_t)1 << bone;
    /* Senders that only have rotations send 0 for all positions; real hips are never at the
     * origin. */
    bool is_placed = position.x != 0.0f || position.y != 0.0f || position.z != 0.0f;
    if (bone == VRM_BONE_HIPS && is_placed) {
        state->hips = position;
        state->has_hips = true;
    }
    if (!vmc->has_availability) state->is_available = true;
    vmc->stats.poses++;
    vmc->shown++;
    return true;
}

static Expression* find_expression(vrm_Vmc* vmc, const char* name) {
    uint32_t hash = hash_of(name);
    size_t size = strlen(name);
    for (int32_t i = 0; i < vmc->count; i++)
        if (vmc->expressions[i].hash == hash && strcmp(vmc->expressions[i].name, name) == 0)
            return &vmc->expressions[i];
    if (size == 0 || size >= VRM_VMC_NAME || vmc->count >= vmc->def.expression_count) return NULL;
    Expression* expression = &vmc->expressions[vmc->count++];
    memcpy(expression->name, name, size + 1);
    expression->hash = hash;
    expression->preset = vrm_vmc_preset(name);
    return expression;
}

static void apply_waiting(vrm_Vmc* vmc) {
    for (int32_t i = 0; i < vmc->count; i++) {
        vmc->expressions[i].weight = vmc->expressions[i].waiting;
        vmc->shown += vmc->expressions[i].is_waiting;
        vmc->expressions[i].is_waiting = false;
    }
    vmc->applied_count = vmc->count;
}

/* If a name is sent again before it was applied, a frame has passed: its Apply was lost, or the
 * sender never sends one. */
static bool take_expression(vrm_Vmc* vmc, const OscMessage* message) {
    OscValue values[2];
    if (!osc_read(message, "sf", values)) return false;
    Expression* expression = find_expression(vmc, values[0].s);
    if (expression == NULL) {
        vmc->stats.dropped_expressions++;
        return true;
    }
    if (expression->is_waiting) apply_waiting(vmc);
    float weight = values[1].f;
    expression->is_waiting = true;
    expression->waiting = weight < 0.0f ? 0.0f : weight > 1.0f ? 1.0f : weight;
    vmc->stats.expressions++;
    return true;
}

static bool take_apply(vrm_Vmc* vmc, const OscMessage* message) {
    (void)message;
    apply_waiting(vmc);
    vmc->state.applied++;
    return true;
}

/* The point is relative to the head (since version 2.8 of the protocol). */
static bool take_gaze(vrm_Vmc* vmc, const OscMessage* message) {
    OscValue values[4];
    if (!osc_read(message, "ifff", values)) return false;
    if (values[0].i == 0) {
        vmc->shown += vmc->state.has_gaze;
        vmc->state.has_gaze = false;
        return true;
    }
    for (int i = 1; i < 4; i++)
        if (!is_near(values[i].f)) return false;
    vrm_Vec3 at = mirror_position(values[1].f, values[2].f, values[3].f);
    if (at.x == 0.0f && at.y == 0.0f && at.z == 0.0f) return false;
    vrm_Vec2 gaze = vrm_pose_gaze(at);
    vmc->state.gaze_yaw = gaze.x;
    vmc->state.gaze_pitch = gaze.y;
    vmc->state.has_gaze = vmc->had_gaze = true;
    vmc->shown++;
    return true;
}

static bool take_status(vrm_Vmc* vmc, const OscMessage* message) {
    OscValue value;
    if (!osc_read(message, "i", &value)) return false;
    vmc->has_availability = true;
    vmc->state.is_available = value.i != 0;
    return true;
}

static bool take_time(vrm_Vmc* vmc, const OscMessage* message) {
    OscValue value;
    if (!osc_read(message, "f", &value)) return false;
    vmc->state.time_s = value.f;
    vmc->state.has_time = true;
    return true;
}

/* False when the arguments are wrong. */
static const struct {
    const char* address;
    bool (*take)(vrm_Vmc* vmc, const OscMessage* message);
} handlers[] = {
    {"/VMC/Ext/Bone/Pos", take_bone},
    {"/VMC/Ext/Blend/Val", take_expression},
    {"/VMC/Ext/Blend/Apply", take_apply},
    {"/VMC/Ext/Root/Pos", take_root},
    {"/VMC/Ext/Set/Eye", take_gaze},
    {"/VMC/Ext/OK", take_status},
    {"/VMC/Ext/T", take_time},
};

static bool take_message(vrm_Vmc* vmc, const OscMessage* message) {
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
        if (strcmp(handlers[i].address, message->address) == 0)
            return handlers[i].take(vmc, message);
    vmc->stats.others++;
    return true;
}

vrm_Result vrm_vmc_receive(vrm_Vmc* vmc, const void* data, size_t size) {
    OscReader reader;
    OscMessage message;
    bool is_good = true;
    vmc->stats.packets++;
    osc_begin(&reader, data, size);
    while (osc_next(&reader, &message)) {
        vmc->stats.messages++;
        if (take_message(vmc, &message)) continue;
        vmc->stats.refused_messages++;
        is_good = false;
    }
    if (reader.is_faulty) vmc->stats.refused_packets++;
    return is_good && !reader.is_faulty ? VRM_OK : VRM_ERR_INVALID;
}

/* ---- Inspect ---- */

vrm_VmcStats vrm_vmc_stats(const vrm_Vmc* vmc) {
    return vmc->stats;
}

const vrm_VmcState* vrm_vmc_state(const vrm_Vmc* vmc) {
    return &vmc->state;
}

int32_t vrm_vmc_expression_count(const vrm_Vmc* vmc) {
    return vmc->applied_count;
}

const char* vrm_vmc_expression_name(const vrm_Vmc* vmc, int32_t index) {
    return index >= 0 && index < vmc->applied_count ? vmc->expressions[index].name : "";
}

float vrm_vmc_expression_weight(const vrm_Vmc* vmc, int32_t index) {
    return index >= 0 && index < vmc->applied_count ? vmc->expressions[index].weight : 0.0f;
}

/* ---- Use ---- */

/* The offset of a position from the rest position of the hips, in metres of the target avatar. */
static vrm_Vec3 hips_offset(const vrm_Vmc* vmc, vrm_Vec3 at, float hips_height) {
    float own = vmc->def.hips_height > 0.0f ? vmc->def.hips_height : hips_height;
    float scale = own > 0.0f && hips_height > 0.0f ? hips_height / own : 1.0f;
    return (vrm_Vec3){at.x * scale, (at.y - own) * scale, at.z * scale};
}

vrm_Pose vrm_vmc_pose(const vrm_Vmc* vmc, float hips_height) {
    vrm_Pose pose = vrm_pose_rest();
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) pose.rotations[b] = vmc->state.rotations[b];
    if (vmc->state.has_hips) pose.hips_offset = hips_offset(vmc, vmc->state.hips, hips_height);
    return pose;
}

/* A preset by any of its names, else an expression of that name, ignoring case; -1: neither. */
static int32_t expression_of(const Expression* e, const vrm_Rig* rig) {
    bool is_preset = e->preset != VRM_EXPRESSION_CUSTOM;
    int32_t found = is_preset ? vrm_rig_expression_preset(rig, e->preset) : -1;
    if (found < 0) found = vrm_rig_expression(rig, e->name);
    for (int32_t i = 0; i < vrm_rig_expression_count(rig) && found < 0; i++)
        if (vmc_is_same_word(vrm_rig_expression_info(rig, i).name, e->name)) found = i;
    return found;
}

/* The sender's world faces +Z. For an avatar that faces -Z it is turned as a whole by half a turn
 * about Y, so that the avatar still walks where it faces. */
static vrm_Transform root_for(const vrm_VmcState* state, int32_t facing) {
    vrm_Vec3 t = state->root_translation;
    vrm_Quat r = state->root_rotation;
    if (facing < 0) {
        t = (vrm_Vec3){-t.x, t.y, -t.z};
        r = (vrm_Quat){-r.x, r.y, -r.z, r.w};
    }
    return (vrm_Transform){t, r, {1.0f, 1.0f, 1.0f}};
}

bool vrm_vmc_apply(const vrm_Vmc* vmc, vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrm_VmcState* state = &vmc->state;
    const vrm_Rig* rig = vrm_avatar_rig(sim, avatar);
    if (rig == NULL) return false;
    if (state->has_root)
        vrm_avatar_set_root(sim, avatar, root_for(state, vrm_avatar_facing(sim, avatar)));
    if (state->bones != 0) {
        vrm_Pose pose = vrm_vmc_pose(vmc, vrm_rig_hips_height(rig));
        vrm_avatar_set_pose(sim, avatar, &pose);
    }
    for (int32_t i = 0; i < vmc->applied_count; i++)
        vrm_avatar_set_expression_at(sim, avatar, expression_of(&vmc->expressions[i], rig),
                                     vmc->expressions[i].weight);
    if (state->has_gaze)
        vrm_avatar_look_along(sim, avatar, state->gaze_yaw, state->gaze_pitch);
    else if (vmc->had_gaze)
        vrm_avatar_look_off(sim, avatar);
    return true;
}

static void observe_expression(const Expression* e, const vrm_Rig* rig, vrm_LiveObservation* seen,
                               vrm_LiveExpression* expressions, float* shapes) {
    int32_t expression = expression_of(e, rig);
    vrm_FaceShape shape = vrm_face_shape_by_name(e->name);
    if (expression >= 0) {
        expressions[seen->expression_count++] = (vrm_LiveExpression){expression, e->weight};
    } else if (shape != VRM_FACE_SHAPE_NONE) {
        shapes[shape] = e->weight;
        seen->shapes |= (uint64_t)1 << shape;
    }
}

bool vrm_vmc_observe(vrm_Vmc* vmc, const vrm_Rig* rig, vrm_Live* live, int32_t source,
                     double time_s) {
    const vrm_VmcState* state = &vmc->state;
    vrm_LiveExpression* expressions = observed_expressions(vmc);
    float shapes[VRM_FACE_SHAPE_COUNT] = {0};
    bool is_away = vmc->has_availability && !state->is_available;
    if (is_away || vmc->shown == vmc->observed) return false;
    vmc->observed = vmc->shown;
    vrm_Pose pose = vrm_vmc_pose(vmc, vrm_rig_hips_height(rig));
    vrm_LiveObservation seen = {.bones = state->bones,
                                .rotations = pose.rotations,
                                .has_hips = state->has_hips,
                                .hips_offset = pose.hips_offset,
                                .has_root = state->has_root,
                                .root_position = state->root_translation,
                                .root_rotation = state->root_rotation,
                                .expressions = expressions,
                                .shape_weights = shapes,
                                .has_gaze = state->has_gaze,
                                .gaze_yaw = state->gaze_yaw,
                                .gaze_pitch = state->gaze_pitch};
    for (int32_t i = 0; i < vmc->applied_count; i++)
        observe_expression(&vmc->expressions[i], rig, &seen, expressions, shapes);
    return vrm_live_observe(live, source, &seen, time_s);
}

static vrm_Quat multiply(vrm_Quat a, vrm_Quat b) {
    return (vrm_Quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static vrm_Vec3 rotate(vrm_Quat q, vrm_Vec3 v) {
    vrm_Quat r =
        multiply(multiply(q, (vrm_Quat){v.x, v.y, v.z, 0.0f}), (vrm_Quat){-q.x, -q.y, -q.z, q.w});
    return (vrm_Vec3){r.x, r.y, r.z};
}

/* A VRM animation has no root: the sender's root motion is applied to the hips, in metres of the
 * world, as vrm_recorder_add_avatar() does with the root of an avatar. */
static void put_root_into_hips(const vrm_VmcState* state, float hips_height, vrm_Pose* pose) {
    vrm_Vec3 at = pose->hips_offset;
    at.y += hips_height;
    at = rotate(state->root_rotation, at);
    pose->hips_offset =
        (vrm_Vec3){at.x + state->root_translation.x, at.y + state->root_translation.y - hips_height,
                   at.z + state->root_translation.z};
    pose->rotations[VRM_BONE_HIPS] = multiply(state->root_rotation, pose->rotations[VRM_BONE_HIPS]);
}

vrm_Result vrm_vmc_record(const vrm_Vmc* vmc, vrm_Recorder* recorder, double time_s,
                          float hips_height) {
    vrm_Pose pose = vrm_vmc_pose(vmc, hips_height);
    if (vmc->state.has_root) put_root_into_hips(&vmc->state, hips_height, &pose);
    vrm_Result result = vrm_recorder_add_frame(recorder, time_s, &pose);
    if (result != VRM_OK) return result;
    for (int32_t i = 0; i < vmc->applied_count && result == VRM_OK; i++) {
        const Expression* e = &vmc->expressions[i];
        const char* name =
            e->preset == VRM_EXPRESSION_CUSTOM ? e->name : vmc_preset_name(e->preset);
        bool is_look =
            e->preset >= VRM_EXPRESSION_LOOK_UP && e->preset <= VRM_EXPRESSION_LOOK_RIGHT;
        if (!is_look) result = vrm_recorder_set_expression(recorder, name, e->weight);
    }
    /* A recorder keeps the last gaze until another is set, so switching the gaze off is recorded as
     * well. */
    const vrm_VmcState* state = &vmc->state;
    if (result == VRM_OK && vmc->had_gaze)
        result = vrm_recorder_set_gaze(recorder, state->has_gaze ? state->gaze_yaw : 0.0f,
                                       state->has_gaze ? state->gaze_pitch : 0.0f);
    if (result != VRM_OK) vrm_recorder_drop_frame(recorder);
    return result;
}
