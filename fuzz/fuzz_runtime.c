/* SPDX-License-Identifier: MIT */
/* Random avatars under random inputs (recipe.h): nothing crashes, and every output is finite. */
#include "recipe.h"
#include "vrm/sim.h"

#include <float.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/* ---- Inputs ---- */

/* A pose on top of the present one, from the numbers of another input. */
static void add_pose(vrm_Sim* sim, vrm_AvatarId id, vrm_Vec3 v) {
    vrm_Pose pose = vrm_pose_rest();
    pose.hips_offset = v;
    pose.rotations[VRM_BONE_HIPS] = (vrm_Quat){v.x, v.y, v.z, 1.0f};
    pose.rotations[VRM_BONE_UPPER_CHEST] = (vrm_Quat){v.z, v.x, v.y, 0.5f};
    (void)vrm_avatar_add_pose(sim, id, &pose);
}

static void drive(Recipe* recipe, vrm_Sim* sim, vrm_AvatarId id, int32_t nodes) {
    vrm_Vec3 v;
    switch (recipe_below(recipe, 14)) {
    case 0: (void)vrm_avatar_set_root(sim, id, recipe_transform(recipe)); break;
    case 1:
    case 2:
        (void)vrm_avatar_set_node(sim, id, recipe_below(recipe, nodes + 1) - 1,
                                  recipe_transform(recipe));
        break;
    case 3:
        (void)vrm_avatar_set_rotation(sim, id, recipe_below(recipe, nodes), recipe_quat(recipe));
        break;
    case 4:
        (void)vrm_avatar_set_bone(sim, id, (vrm_Bone)recipe_below(recipe, VRM_BONE_COUNT),
                                  recipe_quat(recipe));
        break;
    case 5:
        v = recipe_vec3(recipe);
        (void)vrm_avatar_set_hips(sim, id, v);
        if (v.x > 0.0f) add_pose(sim, id, v);
        break;
    case 6:
        (void)vrm_avatar_set_expression_at(sim, id, recipe_below(recipe, 20) - 1,
                                           recipe_wild(recipe));
        break;
    case 7:
        v = recipe_vec3(recipe);
        (void)vrm_avatar_look_at(sim, id, v);
        if (v.y > 0.0f) (void)vrm_avatar_look_offset(sim, id, 90.0f * v.x, 90.0f * v.z);
        break;
    case 8:
        (void)vrm_avatar_look_along(sim, id, 90.0f * recipe_wild(recipe),
                                    90.0f * recipe_wild(recipe));
        break;
    case 9:
        (void)vrm_avatar_set_translation(sim, id, recipe_below(recipe, nodes), recipe_vec3(recipe));
        break;
    case 10: (void)vrm_avatar_set_stages(sim, id, recipe_byte(recipe)); break;
    case 11: (void)vrm_avatar_reset_pose(sim, id); break;
    case 12:
        (void)vrm_avatar_set_morph(sim, id, recipe_below(recipe, 20) - 1, recipe_wild(recipe));
        break;
    case 13: (void)vrm_avatar_reset_morphs(sim, id); break;
    }
}

/* ---- What must hold ---- */

static void check_floats(const float* values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!(values[i] >= -FLT_MAX && values[i] <= FLT_MAX)) abort();
}

static void check(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, id);
    size_t nodes = (size_t)vrm_rig_node_count(rig);
    int32_t values = 0;
    (void)vrm_rig_material_values(rig, &values);
    vrm_Vec2 gaze = vrm_avatar_gaze(sim, id);
    check_floats(&vrm_avatar_locals(sim, id)->translation.x, nodes * 10);
    check_floats(&vrm_avatar_worlds(sim, id)->rows[0].x, nodes * 12);
    check_floats(&vrm_avatar_palettes(sim, id)->rows[0].x, (size_t)vrm_rig_palette_count(rig) * 12);
    check_floats(vrm_avatar_expression_weights(sim, id), (size_t)vrm_rig_expression_count(rig));
    check_floats(vrm_avatar_morphs(sim, id), (size_t)vrm_rig_morph_count(rig));
    check_floats(&vrm_avatar_material_values(sim, id)->x, (size_t)values * 4);
    check_floats(&gaze.x, 2);
}

static void run(Recipe* recipe, const vrm_Rig* rig) {
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[3];
    int32_t nodes = vrm_rig_node_count(rig);
    if (vrm_sim_create(NULL, &sim) != VRM_OK) return;
    for (int i = 0; i < 3; i++) ids[i] = vrm_sim_add(sim, rig);
    for (int frame = 0; frame < 8; frame++) {
        for (int i = 0; i < 12; i++) drive(recipe, sim, ids[recipe_below(recipe, 3)], nodes);
        vrm_sim_step(sim, recipe_byte(recipe) < 20 ? recipe_wild(recipe) : 1.0f / 60.0f);
        for (int i = 0; i < 3; i++) check(sim, ids[i]);
        if (frame == 4) {
            (void)vrm_sim_remove(sim, ids[1]);
            ids[1] = vrm_sim_add(sim, rig);
        }
    }
    vrm_sim_destroy(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Recipe recipe = {.at = data, .end = data + size};
    vrm_Rig* rig = recipe_rig(&recipe);
    if (rig != NULL) run(&recipe, rig);
    vrm_rig_destroy(rig);
    return 0;
}
