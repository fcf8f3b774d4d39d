/* SPDX-License-Identifier: MIT */
/* Prints a hash of all world matrices of an avatar that walks, turns and sways for two seconds. The
 * same numbers whoever compiled the library. usage: bits AVATAR */
#include <stdio.h>
#include <string.h>
#include <vrm/vrm.h>

static uint64_t add(uint64_t hash, const void* bytes, size_t size) { /* FNV-1a */
    const unsigned char* at = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * 1099511628211u;
    return hash;
}

int main(int argc, char** argv) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    uint64_t hash = 14695981039346656037u;
    vrm_Result result =
        argc == 2 ? vrm_model_load_file(argv[1], NULL, NULL, &model) : VRM_ERR_ARGUMENT;
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result != VRM_OK) {
        fprintf(stderr, "%s\n", vrm_result_text(result));
        return 1;
    }
    vrm_AvatarId avatar = vrm_sim_add(sim, rig);
    for (int frame = 0; frame < 120; frame++) {
        float t = (float)frame / 60.0f;
        vrm_Pose pose = vrm_pose_idle(t);
        vrm_Transform root = {
            {t, 0.0f, 0.1f * t}, {0.0f, 0.3f * t, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
        vrm_avatar_set_pose(sim, avatar, &pose);
        vrm_avatar_set_root(sim, avatar, root);
        vrm_avatar_look_at(sim, avatar, (vrm_Vec3){1.0f - t, 1.4f, 2.0f});
        vrm_sim_step(sim, 1.0f / 60.0f);
        hash = add(hash, vrm_avatar_worlds(sim, avatar),
                   (size_t)vrm_rig_node_count(rig) * sizeof(vrm_Affine));
    }
    printf("%016llx\n", (unsigned long long)hash);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return 0;
}
