/* SPDX-License-Identifier: MIT */
/* Hashes of everything that the runtime computes for a crowd of avatars in every dialect over some
 * seconds: pose, look-at, expressions, constraints, matrices. Inputs are made with + - * / only, so
 * that they too are the same everywhere. Workers are played by one thread, out of order. */
#include "base/hash.h"
#include "scenes/scenes.h"
#include "vrm/sim.h"

#include <stdio.h>
#include <stdlib.h>

enum { AVATARS = 13, FRAMES = 120 };

/* ---- Inputs ---- */

/* A wave of period 2 between -1 and 1, made of parabolas. */
static float wave(float t) {
    t = t - 2.0f * (float)(int)(t * 0.5f);
    return t < 1.0f ? 4.0f * t * (1.0f - t) : 4.0f * (t - 1.0f) * (t - 2.0f);
}

/* Not of unit length: the sim takes care of that. */
static vrm_Quat turn(float x, float y, float z) {
    return (vrm_Quat){x, y, z, 1.0f};
}

static void drive(vrm_Sim* sim, vrm_AvatarId id, int seed, int frame) {
    float t = (float)seed * 0.37f + (float)frame / 60.0f;
    vrm_Pose pose = vrm_pose_rest();
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        pose.rotations[b] = turn(0.2f * wave(t + (float)b * 0.11f), 0.15f * wave(t * 0.7f),
                                 0.1f * wave(t * 1.3f + (float)b));
    pose.hips_offset = (vrm_Vec3){0.1f * wave(t), 0.05f * wave(2.0f * t), 0.02f};
    vrm_Transform root = {
        {(float)seed, 0.0f, wave(t)}, turn(0.0f, wave(t * 0.2f), 0.1f), {1, 1, 1}};
    if (seed % 4 == 1) root.scale = (vrm_Vec3){1.5f, 1.5f, 1.5f};
    if (seed % 5 == 2) root.scale = (vrm_Vec3){1.0f, 0.5f + wave(t) * 0.25f, 2.0f};
    (void)vrm_avatar_set_pose(sim, id, &pose);
    (void)vrm_avatar_set_root(sim, id, root);
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        (void)vrm_avatar_set_expression(sim, id, (vrm_ExpressionPreset)p,
                                        wave(t + (float)p * 0.31f) - 0.3f);
    if (frame % 3 == 0)
        (void)vrm_avatar_look_along(sim, id, 80.0f * wave(t), 60.0f * wave(t * 0.6f));
    else
        (void)vrm_avatar_look_at(sim, id, (vrm_Vec3){2.0f * wave(t), 1.0f + wave(t * 1.1f), 1.5f});
}

/* ---- Hashes ---- */

typedef struct Hashes {
    uint64_t locals, worlds, palettes, face;
} Hashes;

/* Zeros of either sign are one number. */
static uint64_t hash_floats(uint64_t hash, const float* values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float value = values[i] == 0.0f ? 0.0f : values[i];
        hash = vrmi_hash(&value, sizeof value, hash);
    }
    return hash;
}

static void add_avatar(Hashes* h, const vrm_Sim* sim, vrm_AvatarId id) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, id);
    size_t nodes = (size_t)vrm_rig_node_count(rig);
    int32_t values = 0;
    (void)vrm_rig_material_values(rig, &values);
    vrm_Vec2 gaze = vrm_avatar_gaze(sim, id);
    h->locals = hash_floats(h->locals, &vrm_avatar_locals(sim, id)->translation.x, nodes * 10);
    h->worlds = hash_floats(h->worlds, &vrm_avatar_worlds(sim, id)->rows[0].x, nodes * 12);
    h->palettes = hash_floats(h->palettes, &vrm_avatar_palettes(sim, id)->rows[0].x,
                              (size_t)vrm_rig_palette_count(rig) * 12);
    h->face = hash_floats(h->face, vrm_avatar_expression_weights(sim, id),
                          (size_t)vrm_rig_expression_count(rig));
    h->face = hash_floats(h->face, vrm_avatar_morphs(sim, id), (size_t)vrm_rig_morph_count(rig));
    h->face = hash_floats(h->face, &vrm_avatar_material_values(sim, id)->x, (size_t)values * 4);
    h->face = hash_floats(h->face, &gaze.x, 2);
}

/* ---- The crowd ---- */

static void parallel_for(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    int32_t workers = *(int32_t*)ctx, ranges = (count + grain - 1) / grain;
    for (int32_t r = ranges - 1; r >= 0; r--) {
        int32_t begin = r * grain, end = begin + grain < count ? begin + grain : count;
        fn(task, begin, end, r % workers);
    }
}

static vrm_Rig* build(vrm_Dialect dialect) {
    SceneDef def = scene_default_def(dialect);
    def.has_rotated_rest = dialect == VRM_DIALECT_1;
    def.looks_by_expression = dialect == VRM_DIALECT_BETA;
    SceneBytes bytes = scene_avatar(&def);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    if (bytes.data == NULL ||
        vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK ||
        vrm_rig_build(model, NULL, &rig) != VRM_OK)
        exit(1);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return rig;
}

static Hashes run(vrm_Rig* const* rigs, int32_t workers, vrm_Kernel kernel) {
    Hashes hashes = {1, 2, 3, 4};
    vrm_SimDef def = vrm_default_sim_def();
    def.kernel = kernel;
    vrm_Sim* sim = NULL;
    vrm_AvatarId ids[AVATARS];
    def.tasks = (vrm_Tasks){workers, parallel_for, &workers};
    if (vrm_sim_create(&def, &sim) != VRM_OK) exit(1);
    for (int i = 0; i < AVATARS; i++) {
        ids[i] = vrm_sim_add(sim, rigs[i % 4]);
        (void)vrm_avatar_set_stages(sim, ids[i], VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
    }
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < AVATARS; i++) drive(sim, ids[i], i, f);
        vrm_sim_step(sim, 1.0f / 60.0f);
        for (int i = 0; i < AVATARS; i++) add_avatar(&hashes, sim, ids[i]);
    }
    vrm_sim_destroy(sim);
    return hashes;
}

static void print(const char* what, uint64_t hash) {
    printf("%s %08x%08x\n", what, (unsigned)(hash >> 32), (unsigned)(hash & 0xFFFFFFFFu));
}

int main(void) {
    vrm_Rig* rigs[4] = {build(VRM_DIALECT_0), build(VRM_DIALECT_DRAFT), build(VRM_DIALECT_BETA),
                        build(VRM_DIALECT_1)};
    Hashes first = run(rigs, 1, VRM_KERNEL_AUTO);
    print("runtime.locals", first.locals);
    print("runtime.worlds", first.worlds);
    print("runtime.palettes", first.palettes);
    print("runtime.face", first.face);
    uint64_t all = first.locals ^ first.worlds ^ first.palettes ^ first.face;
    for (int32_t workers = 2; workers <= 8; workers++) {
        Hashes more = run(rigs, workers, VRM_KERNEL_AUTO);
        if ((more.locals ^ more.worlds ^ more.palettes ^ more.face) != all)
            printf("runtime differs with %d workers\n", (int)workers);
    }
    for (int k = VRM_KERNEL_LANES_4; k <= VRM_KERNEL_LANES_16; k++) {
        if (!vrm_kernel_is_supported((vrm_Kernel)k)) continue;
        Hashes more = run(rigs, 1, (vrm_Kernel)k);
        fprintf(stderr, "kernel: %s\n", vrm_kernel_name((vrm_Kernel)k));
        if ((more.locals ^ more.worlds ^ more.palettes ^ more.face) != all)
            printf("runtime differs with kernel %s\n", vrm_kernel_name((vrm_Kernel)k));
    }
    print("runtime", all);
    for (int i = 0; i < 4; i++) vrm_rig_destroy(rigs[i]);
    return 0;
}
