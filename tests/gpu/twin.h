/* SPDX-License-Identifier: MIT */
/* A crowd twice: in a vrm_Sim and in a vrm_GpuSim, with the same inputs. Whatever one computes the
 * other must have, bit by bit. */
#ifndef VRM_TESTS_GPU_TWIN_H
#define VRM_TESTS_GPU_TWIN_H

#include "support/check.h"

#include "base/maths.h"
#include "scenes/scenes.h"
#include "vrm/gpu.h"
#include "vrm/vrm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TWINS_MAX 64

typedef struct Twins {
    vrm_Sim* sim;
    vrm_GpuSim* gpu;
    const vrm_Rig* rigs[TWINS_MAX];
    vrm_AvatarId ids[TWINS_MAX], gpu_ids[TWINS_MAX];
    int32_t count;
    uint32_t outputs;
} Twins;

/* Exit status that ctest shows as skipped. */
static inline int twins_skip(void) {
    int32_t count = 0;
    if (vrm_gpu_devices(NULL, 0, &count) == VRM_OK && count > 0) return 0;
    printf("skipped: no OpenCL device here (Debian: apt-get install pocl-opencl-icd)\n");
    return 77;
}

static inline Twins twins_make(uint32_t outputs, float rate_hz, vrm_GpuSplit split) {
    Twins t = {.outputs = outputs};
    vrm_SimDef def = vrm_default_sim_def();
    vrm_GpuSimDef gpu_def = vrm_default_gpu_sim_def();
    def.outputs = gpu_def.outputs = outputs;
    def.spring_rate_hz = gpu_def.spring_rate_hz = rate_hz;
    gpu_def.split = split;
    assert_int_equal(vrm_sim_create(&def, &t.sim), VRM_OK);
    assert_int_equal(vrm_gpu_sim_create(&gpu_def, &t.gpu), VRM_OK);
    return t;
}

static inline void twins_end(Twins* t) {
    vrm_sim_destroy(t->sim);
    vrm_gpu_sim_destroy(t->gpu);
}

static inline void ok(const Twins* t, vrm_Result result) {
    if (result != VRM_OK) fail_msg("%s: %s", vrm_result_text(result), vrm_gpu_sim_message(t->gpu));
}

static inline void twins_add(Twins* t, const vrm_Rig* rig) {
    assert_true(t->count < TWINS_MAX);
    t->rigs[t->count] = rig;
    t->ids[t->count] = vrm_sim_add(t->sim, rig);
    assert_true(vrm_avatar_is_valid(t->sim, t->ids[t->count]));
    ok(t, vrm_gpu_sim_add(t->gpu, rig, 1, &t->gpu_ids[t->count]));
    t->count++;
}

static inline void twins_step(Twins* t, float dt) {
    vrm_sim_step(t->sim, dt);
    ok(t, vrm_gpu_sim_step(t->gpu, dt, 1));
}

/* ---- Inputs to both ---- */

static inline void twins_root(Twins* t, int32_t i, vrm_Transform root) {
    assert_true(vrm_avatar_set_root(t->sim, t->ids[i], root));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_ROOTS, &t->gpu_ids[i], 1, &root.translation.x));
}

static inline void twins_pose(Twins* t, int32_t i, const vrm_Pose* pose) {
    assert_true(vrm_avatar_set_pose(t->sim, t->ids[i], pose));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_POSES, &t->gpu_ids[i], 1, &pose->rotations[0].x));
}

static inline void twins_look_at(Twins* t, int32_t i, vrm_Vec3 at) {
    if (!vrm_rig_look_at(t->rigs[i], NULL)) return;
    float gaze[4] = {1.0f, at.x, at.y, at.z};
    assert_true(vrm_avatar_look_at(t->sim, t->ids[i], at));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_GAZES, &t->gpu_ids[i], 1, gaze));
}

static inline void twins_look_along(Twins* t, int32_t i, float yaw, float pitch) {
    if (!vrm_rig_look_at(t->rigs[i], NULL)) return;
    float gaze[4] = {2.0f, yaw, pitch, 0.0f};
    assert_true(vrm_avatar_look_along(t->sim, t->ids[i], yaw, pitch));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_GAZES, &t->gpu_ids[i], 1, gaze));
}

static inline void twins_express(Twins* t, int32_t i, const float* weights) {
    int32_t count = vrm_rig_expression_count(t->rigs[i]);
    if (count == 0) return;
    for (int32_t e = 0; e < count; e++)
        assert_true(vrm_avatar_set_expression_at(t->sim, t->ids[i], e, weights[e]));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_EXPRESSIONS, &t->gpu_ids[i], 1, weights));
}

static inline void twins_rotations(Twins* t, int32_t i, const vrm_Quat* rotations) {
    for (int32_t n = 0; n < vrm_rig_node_count(t->rigs[i]); n++)
        assert_true(vrm_avatar_set_rotation(t->sim, t->ids[i], n, rotations[n]));
    ok(t, vrm_gpu_sim_set(t->gpu, VRM_GPU_ROTATIONS, &t->gpu_ids[i], 1, &rotations[0].x));
}

/* ---- Comparing ---- */

static inline const float* cpu_output(const Twins* t, int32_t i, vrm_GpuOutput output,
                                      vrm_Vec2* gaze) {
    vrm_AvatarId id = t->ids[i];
    switch (output) {
    case VRM_GPU_LOCALS: return (const float*)vrm_avatar_locals(t->sim, id);
    case VRM_GPU_WORLDS: return (const float*)vrm_avatar_worlds(t->sim, id);
    case VRM_GPU_PALETTES: return (const float*)vrm_avatar_palettes(t->sim, id);
    case VRM_GPU_OUT_MORPHS: return vrm_avatar_morphs(t->sim, id);
    case VRM_GPU_VALUES: return (const float*)vrm_avatar_material_values(t->sim, id);
    case VRM_GPU_WEIGHTS: return vrm_avatar_expression_weights(t->sim, id);
    case VRM_GPU_ASKED: return vrm_avatar_expression_inputs(t->sim, id);
    case VRM_GPU_SPRINGS: return (const float*)vrm_avatar_spring_rotations(t->sim, id);
    default: *gaze = vrm_avatar_gaze(t->sim, id); return &gaze->x;
    }
}

static const char* const output_names[VRM_GPU_OUTPUT_COUNT] = {
    "locals", "worlds", "palettes", "morphs", "values", "weights", "asked", "springs", "gaze"};

/* Fails with the first float that differs. */
static inline void twins_compare(const Twins* t, int32_t i, const char* where) {
    for (int o = 0; o < VRM_GPU_OUTPUT_COUNT; o++) {
        vrm_GpuOutput output = (vrm_GpuOutput)o;
        vrm_Vec2 gaze;
        const float* wanted = cpu_output(t, i, output, &gaze);
        int32_t width = vrm_gpu_output_width(t->rigs[i], output);
        if (wanted == NULL || width == 0) continue;
        if (output == VRM_GPU_GAZE_ANGLES && !vrm_rig_look_at(t->rigs[i], NULL)) continue;
        float* got = malloc((size_t)width * sizeof *got);
        assert_non_null(got);
        ok(t, vrm_gpu_sim_read(t->gpu, output, &t->gpu_ids[i], 1, got));
        for (int32_t k = 0; k < width; k++)
            if (memcmp(&wanted[k], &got[k], sizeof *got) != 0)
                fail_msg("%s, avatar %d: %s[%d] is %.9g on the CPU and %.9g on the device", where,
                         (int)i, output_names[o], (int)k, (double)wanted[k], (double)got[k]);
        free(got);
    }
}

static inline void twins_compare_all(const Twins* t, const char* where) {
    for (int32_t i = 0; i < t->count; i++) twins_compare(t, i, where);
}

/* ---- Rigs ---- */

static inline vrm_Rig* rig_of_bytes(SceneBytes bytes) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    assert_non_null(bytes.data);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return rig;
}

static inline vrm_Rig* rig_of_scene(const SceneDef* def) {
    return rig_of_bytes(scene_avatar(def));
}

static inline vrm_Clip* clip_of_bytes(SceneBytes bytes) {
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    assert_non_null(bytes.data);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_clip_build(model, NULL, &clip), VRM_OK);
    vrm_model_destroy(model);
    scene_bytes_free(&bytes);
    return clip;
}

#endif
