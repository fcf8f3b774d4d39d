/* SPDX-License-Identifier: MIT */
/* The state of an avatar as packets of the VMC protocol. vmc.c reads them. */
#include "vrm/vmc.h"

#include "osc_write.h"
#include "vmc_names.h"

#include <math.h>
#include <string.h>

typedef struct Sending {
    const vrm_Sim* sim;
    vrm_AvatarId avatar;
    const vrm_Rig* rig;
    vrm_VmcSendFn* send;
    void* ctx;
    bool has_failed;
    OscWriter writer;
    uint8_t packet[VRM_VMC_PACKET_MAX];
} Sending;

/* ---- Packets ---- */

static void begin(Sending* sending) {
    osc_begin_bundle(&sending->writer, sending->packet, sizeof sending->packet);
}

static void flush(Sending* sending) {
    size_t size = sending->writer.size;
    if (size > OSC_BUNDLE_HEAD && !sending->has_failed)
        sending->has_failed = !sending->send(sending->ctx, sending->packet, size);
    begin(sending);
}

/* A message that no packet can hold, by the name of an expression, is left out. */
static void put(Sending* sending, const char* address, const char* types, const OscValue* values) {
    if (osc_write(&sending->writer, address, types, values)) return;
    flush(sending);
    (void)osc_write(&sending->writer, address, types, values);
}

/* Our axes to Unity's: the inverse of what vmc.c does, which is the same. */
static void put_place(Sending* sending, const char* address, const char* name, vrm_Vec3 p,
                      vrm_Quat q) {
    const OscValue values[] = {{.s = name}, {.f = -p.x}, {.f = p.y},  {.f = p.z},
                               {.f = q.x},  {.f = -q.y}, {.f = -q.z}, {.f = q.w}};
    put(sending, address, ",sfffffff", values);
}

/* ---- Messages ---- */

/* An avatar of a file that faces -Z has half a turn about Y below its root, or the world is turned
 * as a whole, as by vrm_vmc_apply(). */
static void put_root(Sending* sending) {
    vrm_Transform root = vrm_avatar_root(sending->sim, sending->avatar);
    vrm_Vec3 p = root.translation;
    vrm_Quat q = root.rotation;
    if (vrm_avatar_facing(sending->sim, sending->avatar) < 0) {
        p = (vrm_Vec3){-p.x, p.y, -p.z};
        q = (vrm_Quat){-q.x, q.y, -q.z, q.w};
    } else if (vrm_rig_facing(sending->rig) < 0) {
        q = (vrm_Quat){q.z, -q.w, -q.x, q.y}; /* times half a turn back */
    }
    put_place(sending, "/VMC/Ext/Root/Pos", "root", p, q);
}

/* The place of a bone at rest, facing +Z. */
static vrm_Vec3 rest_of(const vrm_Rig* rig, int32_t node) {
    vrm_Vec3 p = vrm_rig_rest_model(rig, node).translation;
    return vrm_rig_facing(rig) < 0 ? (vrm_Vec3){-p.x, p.y, -p.z} : p;
}

static bool is_bone(const vrm_Rig* rig, int32_t node) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (vrm_rig_bone(rig, (vrm_Bone)b) == node) return true;
    return false;
}

/* From the bone above it. */
static vrm_Vec3 step_to(const vrm_Rig* rig, int32_t node) {
    int32_t above = vrm_rig_parent(rig, node);
    while (above >= 0 && !is_bone(rig, above)) above = vrm_rig_parent(rig, above);
    vrm_Vec3 at = rest_of(rig, node), from = {0.0f, 0.0f, 0.0f};
    if (above >= 0) from = rest_of(rig, above);
    return (vrm_Vec3){at.x - from.x, at.y - from.y, at.z - from.z};
}

static void put_bones(Sending* sending) {
    const vrm_Rig* rig = sending->rig;
    vrm_Pose pose = vrm_rig_read_pose(rig, vrm_avatar_locals(sending->sim, sending->avatar));
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_rig_bone(rig, (vrm_Bone)b);
        char name[VRM_VMC_NAME];
        if (node < 0) continue;
        vrm_Vec3 place = step_to(rig, node);
        if (b == VRM_BONE_HIPS)
            place = (vrm_Vec3){pose.hips_offset.x, vrm_rig_hips_height(rig) + pose.hips_offset.y,
                               pose.hips_offset.z};
        vmc_bone_name((vrm_Bone)b, name);
        put_place(sending, "/VMC/Ext/Bone/Pos", name, place, pose.rotations[b]);
    }
}

/* Under the names that programs for the avatar's version of VRM know. */
static void put_expressions(Sending* sending) {
    const float* weights = vrm_avatar_expression_inputs(sending->sim, sending->avatar);
    bool is_old = vrm_rig_dialect(sending->rig) == VRM_DIALECT_0;
    for (int32_t e = 0; e < vrm_rig_expression_count(sending->rig); e++) {
        vrm_ExpressionInfo info = vrm_rig_expression_info(sending->rig, e);
        const char* name = info.name;
        if (is_old && info.preset != VRM_EXPRESSION_CUSTOM) name = vmc_old_name(info.preset);
        const OscValue values[] = {{.s = name}, {.f = weights[e]}};
        put(sending, "/VMC/Ext/Blend/Val", ",sf", values);
    }
    put(sending, "/VMC/Ext/Blend/Apply", ",", NULL);
}

/* A point a metre from the head. */
static void put_gaze(Sending* sending) {
    const double radians = 0.017453292519943295;
    vrm_Vec2 gaze = vrm_avatar_gaze(sending->sim, sending->avatar);
    double yaw = (double)gaze.x * radians, pitch = (double)gaze.y * radians;
    const OscValue values[] = {{.i = 1},
                               {.f = (float)(-cos(pitch) * sin(yaw))},
                               {.f = (float)-sin(pitch)},
                               {.f = (float)(cos(pitch) * cos(yaw))}};
    if (vrm_rig_look_at(sending->rig, NULL)) put(sending, "/VMC/Ext/Set/Eye", ",ifff", values);
}

bool vrm_vmc_send(const vrm_Sim* sim, vrm_AvatarId avatar, double time_s, vrm_VmcSendFn* send,
                  void* ctx) {
    Sending sending = {.sim = sim, .avatar = avatar, .rig = vrm_avatar_rig(sim, avatar)};
    if (sending.rig == NULL) return false;
    sending.send = send;
    sending.ctx = ctx;
    begin(&sending);
    put(&sending, "/VMC/Ext/OK", ",i", &(OscValue){.i = 1});
    put(&sending, "/VMC/Ext/T", ",f", &(OscValue){.f = (float)time_s});
    put_root(&sending);
    put_bones(&sending);
    put_gaze(&sending);
    put_expressions(&sending);
    flush(&sending);
    return !sending.has_failed;
}
