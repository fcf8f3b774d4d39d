/* SPDX-License-Identifier: MIT */
/* Hashes of what springs compute: avatars of every dialect alone and in a crowd, in fixed steps and
 * raw ones, with frames of any length and every knob turned. */
#include "base/hash.h"
#include "base/maths.h"
#include "scenes/scenes.h"
#include "vrm/vrm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define AVATARS 6
#define FRAMES  240

static void pose(vrm_Sim* sim, vrm_AvatarId id, const vrm_Rig* rig, int f, int i) {
    float t = (float)f * 0.05f + (float)i;
    vrm_Transform root = vrmi_transform_identity();
    root.translation = (vrm_Vec3){0.3f * vrmi_sin(t), 0.0f, 0.2f * vrmi_cos(0.7f * t)};
    root.rotation = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, 0.5f * vrmi_sin(0.6f * t));
    if (i == 2) root.scale = (vrm_Vec3){1.5f, 1.5f, 1.5f};
    if (i == 3 && f > 100) root.scale = (vrm_Vec3){1.2f, 0.9f, 1.0f};
    vrm_avatar_set_root(sim, id, root);
    vrm_avatar_set_bone(sim, id, VRM_BONE_HEAD,
                        vrmi_quat_from_axis_angle((vrm_Vec3){0.3f, 1, 0}, 0.6f * vrmi_sin(2 * t)));
    vrm_SpringSettings settings = {1.5f, 0.4f, {0.0f, -1.0f, 0.2f}, 0.3f, 0.01f};
    if (i == 1 && f == 30) vrm_avatar_set_force(sim, id, (vrm_Vec3){0.5f, 0.1f, 0.0f});
    if (i == 1 && f == 60) vrm_avatar_set_joint_settings(sim, id, 2, &settings);
    if (i == 4 && f == 40) vrm_avatar_pause_springs(sim, id, true);
    if (i == 4 && f == 70) vrm_avatar_pause_springs(sim, id, false);
    if (i == 4 && f == 90) vrm_avatar_set_spring_weight(sim, id, 0, 0.5f);
    if (i == 5 && f == 20) vrm_avatar_set_spring_detail(sim, id, VRM_SPRINGS_HALF);
    if (i == 5 && f == 50) vrm_avatar_reset_springs(sim, id);
    if (i == 0 && f == 110) vrm_avatar_teleport(sim, id, vrmi_transform_identity());
    (void)rig;
}

static uint64_t run_with(vrm_Kernel kernel, uint32_t outputs, const vrm_Rig* rig, int avatars,
                         float rate_hz, bool is_uneven) {
    vrm_SimDef def = vrm_default_sim_def();
    def.kernel = kernel;
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[AVATARS];
    def.outputs = outputs;
    def.spring_rate_hz = rate_hz;
    if (vrm_sim_create(&def, &sim) != VRM_OK) exit(1);
    for (int i = 0; i < avatars; i++) ids[i] = vrm_sim_add(sim, rig);
    uint64_t hash = 0;
    size_t size = (size_t)vrm_rig_spring_joint_count(rig) * sizeof(vrm_Quat);
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < avatars; i++) pose(sim, ids[i], rig, f, i);
        vrm_sim_step(sim, is_uneven ? 0.004f + 0.03f * (float)(f * 7 % 11) / 11.0f : 1.0f / 60.0f);
        for (int i = 0; i < avatars; i++)
            hash = vrmi_hash(vrm_avatar_spring_rotations(sim, ids[i]), size, hash);
    }
    vrm_sim_destroy(sim);
    return hash;
}

/* Every kernel that this CPU can run gives the same. */
static uint64_t run_for(uint32_t outputs, const vrm_Rig* rig, int avatars, float rate_hz,
                        bool is_uneven) {
    uint64_t hash = run_with(VRM_KERNEL_AUTO, outputs, rig, avatars, rate_hz, is_uneven);
    for (int k = VRM_KERNEL_LANES_4; k <= VRM_KERNEL_LANES_16; k++) {
        vrm_Kernel kernel = (vrm_Kernel)k;
        if (vrm_kernel_is_supported(kernel) && kernel != vrm_kernel_for_singles() &&
            run_with(kernel, outputs, rig, avatars, rate_hz, is_uneven) != hash)
            printf("springs differ with kernel %s\n", vrm_kernel_name(kernel));
    }
    return hash;
}

static uint64_t run(const vrm_Rig* rig, int avatars, float rate_hz, bool is_uneven) {
    const uint32_t outputs = VRM_OUTPUT_SPRINGS | VRM_OUTPUT_WORLDS;
    return run_for(outputs, rig, avatars, rate_hz, is_uneven);
}

/* The body of an avatar alone is posed in another way where nobody asks for world transforms. */
static void check_alone(const vrm_Rig* rig, bool is_uneven) {
    const uint32_t few = VRM_OUTPUT_SPRINGS, more = few | VRM_OUTPUT_WORLDS;
    if (run_with(VRM_KERNEL_AUTO, few, rig, 1, 60.0f, is_uneven) ==
        run_with(VRM_KERNEL_AUTO, more, rig, 1, 60.0f, is_uneven))
        return;
    fprintf(stderr, "springs of an avatar alone depend on what else is asked for\n");
    exit(1);
}

int main(void) {
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                           VRM_DIALECT_1};
    for (int d = 0; d < 4; d++) {
        SceneDef def = scene_default_def(dialects[d]);
        vrm_Model* model = NULL;
        vrm_Rig* rig = NULL;
        def.has_rotated_rest = d >= 2;
        def.has_limits = d == 3;
        def.chain_count = 14;
        SceneBytes bytes = scene_avatar(&def);
        if (vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK ||
            vrm_rig_build(model, NULL, &rig) != VRM_OK)
            return 1;
        const char* name = vrm_dialect_text(dialects[d]);
        printf("springs.%s.alone %016" PRIx64 "\n", name, run(rig, 1, 60.0f, false));
        check_alone(rig, false);
        check_alone(rig, true);
        printf("springs.%s.crowd %016" PRIx64 "\n", name, run(rig, AVATARS, 60.0f, false));
        printf("springs.%s.uneven %016" PRIx64 "\n", name, run(rig, AVATARS, 60.0f, true));
        printf("springs.%s.raw %016" PRIx64 "\n", name, run(rig, AVATARS, 0.0f, true));
        vrm_rig_destroy(rig);
        vrm_model_destroy(model);
        scene_bytes_free(&bytes);
    }
    return 0;
}
