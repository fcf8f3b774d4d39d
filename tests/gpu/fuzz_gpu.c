/* SPDX-License-Identifier: MIT */
/* The avatars of fuzz/fuzz_runtime.c on an OpenCL device beside the CPU: a rig is refused, or every
 * output has the CPU's bits, and both refuse the same inputs. Where Oclgrind is the device it also
 * reports accesses outside of buffers. Without a device the program ends with status 77.
 *
 * VRM_GPU_FUZZ_FRAMES: frames of each input, 8 by default; the results of the last are compared. */
#include "fuzz/recipe.h"
#include "vrm/gpu.h"
#include "vrm/spring.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

enum { AVATARS = 2, KNOBS = 6, SIMS = 4, NODES_MAX = 64 };

/* The same crowd on both. The device's sim stays: avatars and rigs come and go in it. */
typedef struct Twins {
    vrm_Sim* cpu;
    vrm_GpuSim* gpu;
    const vrm_Rig* rig;
    vrm_AvatarId ids[AVATARS], gpu_ids[AVATARS];
    vrm_Clip* clip;
    vrm_Player players[AVATARS]; /* on the CPU */
    bool has_gaze;
} Twins;

static void fail(const Twins* t, const char* what) {
    fprintf(stderr, "%s %s\n", what, vrm_gpu_sim_message(t->gpu));
    abort();
}

/* Frames of any length, or of 60 Hz; an avatar for each work item, or shared by several. */
static vrm_GpuSim* gpu_sim(uint32_t which) {
    static vrm_GpuSim* sims[SIMS];
    which %= SIMS;
    if (sims[which] != NULL) return sims[which];
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    def.outputs = VRM_OUTPUT_ALL;
    def.split = which & 1 ? VRM_GPU_SPLIT_CHAINS : VRM_GPU_SPLIT_AVATARS;
    def.spring_rate_hz = which & 2 ? 0.0f : 60.0f;
    if (vrm_gpu_sim_create(&def, &sims[which]) == VRM_OK) return sims[which];
    int32_t count = 0;
    if (vrm_gpu_devices(NULL, 0, &count) == VRM_OK && count > 0)
        abort(); /* the kernels are wrong */
    fprintf(stderr, "skipped: no OpenCL device here (Debian: apt-get install pocl-opencl-icd)\n");
    exit(77);
}

static vrm_Sim* cpu_sim(uint32_t which) {
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    def.outputs = VRM_OUTPUT_ALL;
    def.spring_rate_hz = which & 2 ? 0.0f : 60.0f;
    return vrm_sim_create(&def, &sim) == VRM_OK ? sim : NULL;
}

/* ---- Inputs ---- */

/* Whether the device takes the values; it must not fail otherwise. */
static bool set(const Twins* t, vrm_GpuInput input, int i, const float* values) {
    vrm_Result result = vrm_gpu_sim_set(t->gpu, input, &t->gpu_ids[i], 1, values);
    if (result != VRM_OK && result != VRM_ERR_ARGUMENT) fail(t, "setting fails:");
    return result == VRM_OK;
}

static void agree(const Twins* t, bool on_device, bool on_cpu, const char* what) {
    if (on_device != on_cpu) fail(t, what);
}

/* The device's roots have one scale of at most 1000. */
static void set_root(const Twins* t, int i, vrm_Transform root) {
    bool is_set = set(t, VRM_GPU_ROOTS, i, &root.translation.x);
    vrm_Vec3 s = root.scale;
    bool is_even = fabsf(s.y - s.x) <= 1e-6f * fabsf(s.x) && fabsf(s.z - s.x) <= 1e-6f * fabsf(s.x);
    if (!is_set && (!is_even || fabsf(s.x) > 1000.0f)) return;
    agree(t, is_set, vrm_avatar_set_root(t->cpu, t->ids[i], root), "roots:");
}

static void set_rotations(const Twins* t, int i, Recipe* recipe) {
    vrm_Quat turns[NODES_MAX];
    int32_t count = vrm_rig_node_count(t->rig), taken = 0;
    for (int32_t n = 0; n < count; n++) turns[n] = recipe_quat(recipe);
    if (!set(t, VRM_GPU_ROTATIONS, i, &turns[0].x)) return;
    for (int32_t n = 0; n < count; n++)
        taken += vrm_avatar_set_rotation(t->cpu, t->ids[i], n, turns[n]);
    if (taken != count) fail(t, "rotations:");
}

static void set_pose(const Twins* t, int i, Recipe* recipe) {
    vrm_Pose pose = {.hips_offset = recipe_vec3(recipe)};
    for (int b = 0; b < VRM_BONE_COUNT; b++) pose.rotations[b] = recipe_quat(recipe);
    bool is_set = set(t, VRM_GPU_POSES, i, &pose.rotations[0].x);
    agree(t, is_set, vrm_avatar_set_pose(t->cpu, t->ids[i], &pose), "poses:");
}

static void set_face(const Twins* t, int i, Recipe* recipe) {
    float weights[256];
    int32_t count = vrm_rig_expression_count(t->rig), morphs = vrm_rig_morph_count(t->rig);
    for (int32_t e = 0; e < 256; e++) weights[e] = recipe_wild(recipe);
    if (count > 0 && count <= 256 && set(t, VRM_GPU_EXPRESSIONS, i, weights))
        for (int32_t e = 0; e < count; e++)
            if (weights[e] == weights[e])
                (void)vrm_avatar_set_expression_at(t->cpu, t->ids[i], e, weights[e]);
    for (int32_t m = 0; m < 256; m++) weights[m] = recipe_wild(recipe);
    if (morphs == 0 || morphs > 256) return;
    bool is_set = set(t, VRM_GPU_MORPHS, i, weights);
    agree(t, is_set, vrm_avatar_set_morphs(t->cpu, t->ids[i], weights, morphs), "morphs:");
}

static void set_gaze(const Twins* t, int i, Recipe* recipe) {
    if (!t->has_gaze) return;
    int32_t mode = recipe_below(recipe, 3);
    vrm_Vec3 at = recipe_vec3(recipe);
    float values[4] = {(float)mode, at.x, at.y, mode == 2 ? 0.0f : at.z};
    vrm_AvatarId id = t->ids[i];
    bool is_set = set(t, VRM_GPU_GAZES, i, values);
    if (mode == 0 && !is_set) return; /* unused numbers may be refused */
    agree(t, is_set,
          mode == 0   ? vrm_avatar_look_off(t->cpu, id)
          : mode == 1 ? vrm_avatar_look_at(t->cpu, id, at)
                      : vrm_avatar_look_along(t->cpu, id, at.x, at.y),
          "gazes:");
}

static void done(const Twins* t, vrm_Result result, bool on_cpu) {
    if (result != VRM_OK || !on_cpu) fail(t, "a switch fails:");
}

static void play(Twins* t, int i, Recipe* recipe) {
    if (t->clip == NULL) return;
    vrm_Player* player = &t->players[i];
    *player = vrm_player(recipe_byte(recipe) < 40 ? NULL : t->clip);
    player->time_s = recipe_number(recipe);
    player->speed = recipe_byte(recipe) < 128 ? 1.0f : recipe_number(recipe);
    player->loops = recipe_byte(recipe) & 1;
    if (vrm_gpu_sim_play(t->gpu, &t->gpu_ids[i], 1, player) != VRM_OK) fail(t, "playing:");
}

static void drive(Twins* t, Recipe* recipe) {
    int i = recipe_below(recipe, AVATARS);
    const vrm_AvatarId* gpu = &t->gpu_ids[i];
    vrm_AvatarId id = t->ids[i];
    bool is_on = recipe_byte(recipe) & 1;
    vrm_Vec3 force;
    uint32_t stages;
    bool resets;
    switch (recipe_below(recipe, 12)) {
    case 0: set_root(t, i, recipe_transform(recipe)); break;
    case 1:
    case 2: set_rotations(t, i, recipe); break;
    case 3: set_pose(t, i, recipe); break;
    case 4: set_face(t, i, recipe); break;
    case 5: set_gaze(t, i, recipe); break;
    case 6:
        force = recipe_vec3(recipe);
        agree(t, set(t, VRM_GPU_FORCES, i, &force.x), vrm_avatar_set_force(t->cpu, id, force),
              "forces:");
        break;
    case 7:
        stages = recipe_byte(recipe) & 15;
        done(t, vrm_gpu_sim_set_stages(t->gpu, gpu, 1, stages),
             vrm_avatar_set_stages(t->cpu, id, stages));
        break;
    case 8:
        done(t, vrm_gpu_sim_pause_springs(t->gpu, gpu, 1, is_on),
             vrm_avatar_pause_springs(t->cpu, id, is_on));
        break;
    case 9:
    case 10: play(t, i, recipe); break;
    default:
        resets = recipe_byte(recipe) & 1;
        if (resets)
            done(t, vrm_gpu_sim_reset_springs(t->gpu, gpu, 1),
                 vrm_avatar_reset_springs(t->cpu, id));
        else
            done(t, vrm_gpu_sim_set_spring_scaling(t->gpu, gpu, 1, is_on),
                 vrm_avatar_set_spring_scaling(t->cpu, id, is_on));
    }
}

/* ---- Results ---- */

static const float* wanted(const Twins* t, int i, vrm_GpuOutput output, vrm_Vec2* gaze) {
    vrm_AvatarId id = t->ids[i];
    switch (output) {
    case VRM_GPU_LOCALS: return (const float*)vrm_avatar_locals(t->cpu, id);
    case VRM_GPU_WORLDS: return (const float*)vrm_avatar_worlds(t->cpu, id);
    case VRM_GPU_PALETTES: return (const float*)vrm_avatar_palettes(t->cpu, id);
    case VRM_GPU_OUT_MORPHS: return vrm_avatar_morphs(t->cpu, id);
    case VRM_GPU_VALUES: return (const float*)vrm_avatar_material_values(t->cpu, id);
    case VRM_GPU_WEIGHTS: return vrm_avatar_expression_weights(t->cpu, id);
    case VRM_GPU_ASKED: return vrm_avatar_expression_inputs(t->cpu, id);
    case VRM_GPU_SPRINGS: return (const float*)vrm_avatar_spring_rotations(t->cpu, id);
    default: *gaze = vrm_avatar_gaze(t->cpu, id); return t->has_gaze ? &gaze->x : NULL;
    }
}

static void compare_output(const Twins* t, vrm_GpuOutput output, const char* name) {
    int32_t width = vrm_gpu_output_width(t->rig, output);
    vrm_Vec2 gaze;
    if (width == 0 || wanted(t, 0, output, &gaze) == NULL) return;
    float* got = malloc((size_t)width * AVATARS * sizeof *got);
    if (got == NULL) abort();
    if (vrm_gpu_sim_read(t->gpu, output, t->gpu_ids, AVATARS, got) != VRM_OK) fail(t, "reading:");
    for (int i = 0; i < AVATARS; i++) {
        const float *a = wanted(t, i, output, &gaze), *b = got + (ptrdiff_t)i * width;
        for (int32_t k = 0; k < width; k++)
            if (memcmp(&a[k], &b[k], sizeof *b) != 0) {
                fprintf(stderr, "avatar %d: %s[%d] is %.9g on the CPU and %.9g on the device\n", i,
                        name, (int)k, (double)a[k], (double)b[k]);
                abort();
            }
    }
    free(got);
}

static void compare(const Twins* t) {
    static const char* const names[VRM_GPU_OUTPUT_COUNT] = {
        "locals", "worlds", "palettes", "morphs", "values", "weights", "asked", "springs", "gaze"};
    for (int o = 0; o < VRM_GPU_OUTPUT_COUNT; o++) compare_output(t, (vrm_GpuOutput)o, names[o]);
}

/* ---- All of it ---- */

static int taken_count, refused_count, clip_count;

static void print_counts(void) {
    printf("%d rigs with equal bits, %d refused; %d clips\n", taken_count, refused_count,
           clip_count);
}

/* False: the device refuses the rig. */
static bool add(Twins* t, int i) {
    vrm_Result result = vrm_gpu_sim_add(t->gpu, t->rig, 1, &t->gpu_ids[i]);
    if (result == VRM_ERR_UNSUPPORTED) {
        /* The library does not make such rigs. */
        if (strstr(vrm_gpu_sim_message(t->gpu), "GPU_RIG_BROKEN") != NULL) fail(t, "a rig:");
        return false;
    }
    if (result != VRM_OK) fail(t, "adding:");
    t->ids[i] = vrm_sim_add(t->cpu, t->rig);
    t->players[i] = vrm_player(NULL);
    return true;
}

static void replace(Twins* t, int i) {
    if (vrm_gpu_sim_remove(t->gpu, &t->gpu_ids[i], 1) != VRM_OK) fail(t, "removing:");
    (void)vrm_sim_remove(t->cpu, t->ids[i]);
    if (!add(t, i)) fail(t, "adding again:");
}

/* Some frames of one length. */
static void step(Twins* t, float dt, int32_t frames) {
    float length = dt > 0.0f && dt <= 3.402823466e+38f ? dt : 0.0f;
    for (int32_t f = 0; f < frames; f++) {
        for (int i = 0; i < AVATARS; i++) {
            if (t->players[i].clip == NULL) continue;
            vrm_player_advance(&t->players[i], length);
            if (!vrm_avatar_play(t->cpu, t->ids[i], &t->players[i], 1)) fail(t, "playing:");
        }
        vrm_sim_step(t->cpu, dt);
    }
    if (vrm_gpu_sim_step(t->gpu, dt, frames) != VRM_OK) fail(t, "stepping:");
}

static void run(Recipe* recipe, const vrm_Rig* rig, uint32_t which) {
    Twins t = {.cpu = cpu_sim(which), .gpu = gpu_sim(which), .rig = rig};
    if (t.cpu == NULL || vrm_rig_node_count(rig) > NODES_MAX) {
        vrm_sim_destroy(t.cpu);
        return;
    }
    t.has_gaze = vrm_rig_look_at(rig, NULL);
    const char* wanted_frames = getenv("VRM_GPU_FUZZ_FRAMES");
    int frames = wanted_frames != NULL ? atoi(wanted_frames) : 8;
    if (recipe_byte(recipe) & 1) t.clip = recipe_clip(recipe);
    clip_count += t.clip != NULL;
    bool is_taken = true;
    for (int i = 0; i < AVATARS && is_taken; i++) is_taken = add(&t, i);
    for (int frame = 0; frame < frames && is_taken; frame++) {
        for (int k = 0; k < KNOBS; k++) drive(&t, recipe);
        float dt = recipe_byte(recipe) < 40 ? recipe_wild(recipe) : 1.0f / 60.0f;
        step(&t, dt, 1 + recipe_below(recipe, 3));
        if (frame == frames / 2 - 1) replace(&t, 1);
    }
    if (is_taken) compare(&t);
    if (is_taken && vrm_gpu_sim_remove(t.gpu, t.gpu_ids, AVATARS) != VRM_OK) fail(&t, "removing:");
    vrm_sim_destroy(t.cpu);
    vrm_clip_destroy(t.clip);
    if (taken_count + refused_count == 0) (void)atexit(print_counts);
    taken_count += is_taken;
    refused_count += !is_taken;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Recipe recipe = {.at = data, .end = data + size};
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++) sum = sum * 31 + data[i];
    recipe.state = sum | 1;
    recipe.has_even_scales = sum / SIMS % 8 != 0; /* others are refused */
    vrm_Rig* rig = recipe_rig(&recipe);
    if (rig != NULL) run(&recipe, rig, sum % SIMS);
    vrm_rig_destroy(rig);
    return 0;
}
