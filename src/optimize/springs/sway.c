/* SPDX-License-Identifier: MIT */
#include "optimize/springs/sway.h"

#include "base/maths.h"
#include "base/trig.h"
#include "vrm/rig.h"
#include "vrm/sim.h"

#include <math.h>

/* Degrees, and turns a second, of each part of the motion. Different rates, so that parts meet in
 * ever other phases. */
static const struct {
    vrm_Bone bone;
    vrm_Vec3 axis;
    float degrees, rate, phase;
} turns[] = {
    {VRM_BONE_HIPS, {0, 1, 0}, 30.0f, 0.75f, 0.0f},
    {VRM_BONE_SPINE, {1, 0, 0}, 10.0f, 1.0f, 0.2f},
    {VRM_BONE_NECK, {0, 1, 0}, 15.0f, 1.25f, 0.0f},
    {VRM_BONE_HEAD, {1, 0.5f, 0}, 20.0f, 1.6f, 0.1f},
    {VRM_BONE_LEFT_UPPER_ARM, {0, 0, 1}, 25.0f, 1.1f, 0.0f},
    {VRM_BONE_RIGHT_UPPER_ARM, {0, 0, 1}, 25.0f, 1.1f, 0.5f},
    {VRM_BONE_LEFT_UPPER_LEG, {1, 0, 0}, 25.0f, 1.0f, 0.0f},
    {VRM_BONE_RIGHT_UPPER_LEG, {1, 0, 0}, 25.0f, 1.0f, 0.5f},
};

#define FULL_TURN 6.28318531f
#define STEP      (1.0f / 60.0f)

static float swing(float time, float rate, float phase) {
    return vrmi_sin(FULL_TURN * (rate * time + phase));
}

/* Shares of the height. It begins at rest. */
static vrm_Pose pose_at(float time, float height) {
    vrm_Pose pose = vrm_pose_rest();
    float begin = time < 0.25f ? time * 4.0f : 1.0f;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        float angle = begin * turns[i].degrees * (FULL_TURN / 360.0f) *
                      swing(time, turns[i].rate, turns[i].phase);
        pose.rotations[turns[i].bone] =
            vrmi_quat_from_axis_angle(vrmi_vec3_normalize(turns[i].axis), angle);
    }
    pose.hips_offset = (vrm_Vec3){begin * height * 0.04f * swing(time, 1.5f, 0.0f),
                                  begin * height * 0.02f * swing(time, 2.5f, 0.0f),
                                  begin * height * 0.03f * swing(time, 0.9f, 0.25f)};
    return pose;
}

static float height_of(const vrm_Sim* sim, vrm_AvatarId avatar, int32_t nodes) {
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, avatar);
    float low = 0.0f, high = 0.0f;
    for (int32_t i = 0; i < nodes; i++) {
        float y = worlds[i].rows[1].w;
        if (i == 0 || y < low) low = y;
        if (i == 0 || y > high) high = y;
    }
    return high - low;
}

static void run(vrm_Sim* sim, vrm_AvatarId avatar, float height, const vrmi_SwayPoint* points,
                size_t count, vrm_Vec3* out) {
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, avatar);
    for (int frame = 0; frame < VRMI_SWAY_FRAMES; frame++) {
        vrm_Pose pose = pose_at((float)frame * STEP, height);
        vrm_avatar_set_pose(sim, avatar, &pose);
        vrm_sim_step(sim, STEP);
        for (size_t i = 0; i < count; i++)
            *out++ = vrmi_affine_point(&worlds[points[i].node], points[i].offset);
    }
}

vrm_Result vrmi_sway_record(const vrm_Model* model, const vrm_Allocator* allocator,
                            const vrmi_SwayPoint* points, size_t count, vrm_Vec3* out,
                            float* out_height) {
    vrm_RigDef rig_def = vrm_default_rig_def();
    vrm_SimDef sim_def = vrm_default_sim_def();
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    rig_def.allocator = sim_def.allocator = *allocator;
    sim_def.outputs = VRM_OUTPUT_WORLDS;
    vrm_Result result = vrm_rig_build(model, &rig_def, &rig);
    if (result == VRM_OK) result = vrm_sim_create(&sim_def, &sim);
    if (result == VRM_OK) {
        vrm_AvatarId avatar = vrm_sim_add(sim, rig);
        if (vrm_avatar_is_valid(sim, avatar)) {
            *out_height = height_of(sim, avatar, vrm_rig_node_count(rig));
            run(sim, avatar, *out_height, points, count, out);
        } else {
            result = VRM_ERR_MEMORY;
        }
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    return result;
}

float vrmi_sway_distance(const vrm_Vec3* a, const vrm_Vec3* b, size_t count, size_t i) {
    double sum = 0.0;
    for (size_t frame = 0; frame < VRMI_SWAY_FRAMES; frame++) {
        vrm_Vec3 apart = vrmi_vec3_sub(a[frame * count + i], b[frame * count + i]);
        sum += (double)vrmi_vec3_dot(apart, apart);
    }
    return (float)sqrt(sum / VRMI_SWAY_FRAMES);
}
