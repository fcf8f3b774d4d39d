/* SPDX-License-Identifier: MIT */
/* Sims and avatars. An avatar is its sim and the two numbers of its id. */
#include "web.h"

/* ---- Sim ---- */

/* A rate, step or capacity below 0 is the default. */
WEB_EXPORT(vrm_Result, sim_create, float spring_rate, float max_step, uint32_t outputs,
           int32_t keeps_vrm0_facing, int32_t capacity) {
    vrm_SimDef def = vrm_default_sim_def();
    if (spring_rate >= 0) def.spring_rate_hz = spring_rate;
    if (max_step >= 0) def.max_step_s = max_step;
    def.outputs = outputs;
    def.keeps_vrm0_facing = keeps_vrm0_facing != 0;
    if (capacity >= 0) def.avatar_capacity = capacity;
    vrm_Sim* sim = NULL;
    vrm_Result result = vrm_sim_create(&def, &sim);
    web_words[0].p = sim;
    return result;
}

WEB_EXPORT(void, sim_destroy, vrm_Sim* sim) {
    vrm_sim_destroy(sim);
}

/* False when there is no memory; else the id is in the first two words. */
WEB_EXPORT(int32_t, sim_add, vrm_Sim* sim, const vrm_Rig* rig) {
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    web_words[0].u = id.index1;
    web_words[1].u = id.generation;
    return id.index1 != 0;
}

WEB_EXPORT(int32_t, sim_remove, vrm_Sim* sim, uint32_t index1, uint32_t generation) {
    return vrm_sim_remove(sim, (vrm_AvatarId){index1, generation});
}

WEB_EXPORT(void, sim_step, vrm_Sim* sim, float dt) {
    vrm_sim_step(sim, dt);
}

/* ---- Inputs ----
 * AVATAR(name, (arguments after the id), call) defines the export avatar_NAME, which says whether
 * the sim took it. */

#define ID vrm_Sim *sim, uint32_t index1, uint32_t generation
#define SELF                                                                                       \
    sim, (vrm_AvatarId) {                                                                          \
        index1, generation                                                                         \
    }

#define AVATAR(name, arguments, call)                                                              \
    WEB_EXPORT(int32_t, avatar_##name, ID arguments) {                                             \
        return call;                                                                               \
    }
#define WITH(...) , __VA_ARGS__

static vrm_Transform transform(float tx, float ty, float tz, float rx, float ry, float rz, float rw,
                               float sx, float sy, float sz) {
    return (vrm_Transform){{tx, ty, tz}, {rx, ry, rz, rw}, {sx, sy, sz}};
}

#define TEN                                                                                        \
    float tx, float ty, float tz, float rx, float ry, float rz, float rw, float sx, float sy,      \
        float sz
#define TRANSFORM transform(tx, ty, tz, rx, ry, rz, rw, sx, sy, sz)

AVATAR(set_root, WITH(TEN), vrm_avatar_set_root(SELF, TRANSFORM))
AVATAR(teleport, WITH(TEN), vrm_avatar_teleport(SELF, TRANSFORM))
AVATAR(set_node, WITH(int32_t node, TEN), vrm_avatar_set_node(SELF, node, TRANSFORM))
AVATAR(set_rotation, WITH(int32_t node, float x, float y, float z, float w),
       vrm_avatar_set_rotation(SELF, node, (vrm_Quat){x, y, z, w}))
AVATAR(set_translation, WITH(int32_t node, float x, float y, float z),
       vrm_avatar_set_translation(SELF, node, (vrm_Vec3){x, y, z}))
AVATAR(set_nodes, WITH(const vrm_Transform* locals, int32_t count),
       vrm_avatar_set_nodes(SELF, locals, count))
AVATAR(set_bone, WITH(int32_t bone, float x, float y, float z, float w),
       vrm_avatar_set_bone(SELF, (vrm_Bone)bone, (vrm_Quat){x, y, z, w}))
AVATAR(set_hips, WITH(float x, float y, float z), vrm_avatar_set_hips(SELF, (vrm_Vec3){x, y, z}))
AVATAR(set_pose, WITH(const vrm_Pose* pose), vrm_avatar_set_pose(SELF, pose))
AVATAR(add_pose, WITH(const vrm_Pose* pose), vrm_avatar_add_pose(SELF, pose))
AVATAR(reset_pose, , vrm_avatar_reset_pose(SELF))
AVATAR(set_expression, WITH(int32_t expression, float weight),
       vrm_avatar_set_expression_at(SELF, expression, weight))
AVATAR(set_morph, WITH(int32_t morph, float weight), vrm_avatar_set_morph(SELF, morph, weight))
AVATAR(set_morphs, WITH(const float* weights, int32_t count),
       vrm_avatar_set_morphs(SELF, weights, count))
AVATAR(reset_morphs, , vrm_avatar_reset_morphs(SELF))
AVATAR(look_at, WITH(float x, float y, float z), vrm_avatar_look_at(SELF, (vrm_Vec3){x, y, z}))
AVATAR(look_along, WITH(float yaw, float pitch), vrm_avatar_look_along(SELF, yaw, pitch))
AVATAR(look_off, , vrm_avatar_look_off(SELF))
AVATAR(set_view, WITH(int32_t view), vrm_avatar_set_view(SELF, (vrm_View)view))
AVATAR(set_stages, WITH(uint32_t stages), vrm_avatar_set_stages(SELF, stages))
AVATAR(reset_springs, , vrm_avatar_reset_springs(SELF))
AVATAR(pause_springs, WITH(int32_t is_paused), vrm_avatar_pause_springs(SELF, is_paused != 0))
AVATAR(set_spring_detail, WITH(int32_t detail),
       vrm_avatar_set_spring_detail(SELF, (vrm_SpringDetail)detail))
AVATAR(set_spring_scaling, WITH(int32_t is_on), vrm_avatar_set_spring_scaling(SELF, is_on != 0))
AVATAR(set_force, WITH(float x, float y, float z), vrm_avatar_set_force(SELF, (vrm_Vec3){x, y, z}))
AVATAR(set_spring_force, WITH(int32_t spring, float x, float y, float z),
       vrm_avatar_set_spring_force(SELF, spring, (vrm_Vec3){x, y, z}))
AVATAR(set_spring_weight, WITH(int32_t spring, float weight),
       vrm_avatar_set_spring_weight(SELF, spring, weight))
AVATAR(set_joint_settings,
       WITH(int32_t joint, float stiffness, float gravity_power, float x, float y, float z,
            float drag_force, float hit_radius),
       vrm_avatar_set_joint_settings(
           SELF, joint,
           &(vrm_SpringSettings){stiffness, gravity_power, {x, y, z}, drag_force, hit_radius}))
AVATAR(visibility, WITH(int32_t node), (int32_t)vrm_avatar_visibility(SELF, node))

/* ---- Players ---- */

enum { MAX_PLAYERS = 16 };

static vrm_Player players[MAX_PLAYERS];

/* Time after `dt` seconds. JavaScript keeps it as a double: time_s and remainder_s together. */
WEB_EXPORT(double, player_advance, const vrm_Clip* clip, double time, float speed, int32_t loops,
           float dt) {
    float time_s = (float)time, remainder_s = (float)(time - (double)time_s);
    vrm_Player player = {clip, time_s, speed, 1.0f, loops != 0, false, remainder_s};
    vrm_player_advance(&player, dt);
    return (double)player.time_s + (double)player.remainder_s;
}

/* Puts a player in one of the places 0 to 15; false beyond them. */
WEB_EXPORT(int32_t, player_set, int32_t place, const vrm_Clip* clip, float time, float speed,
           float weight, int32_t loops, int32_t is_additive) {
    if (place < 0 || place >= MAX_PLAYERS) return 0;
    players[place] = (vrm_Player){clip, time, speed, weight, loops != 0, is_additive != 0, 0.0f};
    return 1;
}

AVATAR(play, WITH(int32_t count),
       count >= 0 && count <= MAX_PLAYERS && vrm_avatar_play(SELF, players, count))

/* ---- Outputs ---- */

/* Addresses of what the last step wrote, 0 for what it did not; then gaze and spring rotations. */
WEB_EXPORT(int32_t, avatar_outputs, ID) {
    if (!vrm_avatar_is_valid(SELF)) return 0;
    web_words[0].p = vrm_avatar_locals(SELF);
    web_words[1].p = vrm_avatar_worlds(SELF);
    web_words[2].p = vrm_avatar_palettes(SELF);
    web_words[3].p = vrm_avatar_expression_weights(SELF);
    web_words[4].p = vrm_avatar_expression_inputs(SELF);
    web_words[5].p = vrm_avatar_morphs(SELF);
    web_words[6].p = vrm_avatar_material_values(SELF);
    web_words[7].p = vrm_avatar_spring_rotations(SELF);
    vrm_Vec2 gaze = vrm_avatar_gaze(SELF);
    web_words[8].f = gaze.x;
    web_words[9].f = gaze.y;
    return 1;
}

/* The transform above the root nodes, in ten words. */
WEB_EXPORT(void, avatar_root, ID) {
    vrm_Transform root = vrm_avatar_root(SELF);
    vrm_Vec3 at = root.translation, scale = root.scale;
    vrm_Quat turn = root.rotation;
    const float numbers[] = {at.x,   at.y,   at.z,    turn.x,  turn.y,
                             turn.z, turn.w, scale.x, scale.y, scale.z};
    for (int i = 0; i < 10; i++) web_words[i].f = numbers[i];
}
