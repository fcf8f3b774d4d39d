/* SPDX-License-Identifier: MIT */
/* usage: bench_frame_ours AVATAR OUTPUTS STAGES[@KERNEL][:within] COUNT...
 *        bench_frame_ours unused:N OUTPUTS STAGES COUNT...   the typical avatar with N expressions
 *                                                            more, which nobody uses
 *
 * The cost of one frame of one avatar in crowds of COUNT: inputs as a game sets them (pose of all
 * bones, hips, root, three expressions, a point to look at), then the step. Prints one line per
 * crowd: `COUNT set_ns step_ns`, per avatar, the least of several rounds. OUTPUTS and STAGES are
 * sums of vrm_Outputs and vrm_Stages, KERNEL is a number of vrm_Kernel. With `:within` the inputs
 * are set within the step, by vrm_sim_step_with(), as docs/reference/runtime.md advises for crowds;
 * set_ns is then 0. */
#include "scenes/scenes.h"
#include "support/bench.h"
#include "vrm/sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POSES = 64, ROUNDS = 60 };

typedef struct Crowd {
    vrm_Sim* sim;
    vrm_AvatarId* ids;
    int count;
    bool is_within;
} Crowd;

static vrm_Pose poses[POSES];

static void make_poses(void) {
    for (int p = 0; p < POSES; p++) {
        float t = (float)p * 6.2831853f / POSES;
        poses[p] = vrm_pose_rest();
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            float half = 0.2f * sinf(t + (float)b);
            poses[p].rotations[b] = (vrm_Quat){sinf(half), 0.0f, 0.0f, cosf(half)};
        }
        poses[p].hips_offset = (vrm_Vec3){0.05f * sinf(t), 0.02f * cosf(t), 0.0f};
    }
}

static void set_inputs(vrm_Sim* sim, vrm_AvatarId id, int i, int frame) {
    const vrm_Pose* pose = &poses[(frame + i) % POSES];
    float t = pose->hips_offset.x * 20.0f;
    vrm_Transform root = {{(float)i, 0.0f, t}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    vrm_avatar_set_root(sim, id, root);
    vrm_avatar_set_pose(sim, id, pose);
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_HAPPY, 0.5f + 0.5f * t);
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_AA, 0.5f - 0.5f * t);
    vrm_avatar_set_expression(sim, id, VRM_EXPRESSION_BLINK, t);
    vrm_avatar_look_at(sim, id, (vrm_Vec3){(float)i + t, 1.4f, 2.0f});
}

static void set_within(void* ctx, vrm_Sim* sim, vrm_AvatarId id, void* user_data) {
    set_inputs(sim, id, (int)(intptr_t)user_data, *(const int*)ctx);
}

/* Least time per avatar and frame, inputs and step apart. */
static void measure(const Crowd* crowd, double* out_set_ns, double* out_step_ns) {
    int frames = crowd->count >= 300 ? 1 : 300 / crowd->count;
    *out_set_ns = *out_step_ns = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t set = 0, step = 0;
        for (int f = 0; f < frames; f++) {
            uint64_t start = bench_now_ns();
            for (int i = 0; i < crowd->count && !crowd->is_within; i++)
                set_inputs(crowd->sim, crowd->ids[i], i, f);
            uint64_t middle = crowd->is_within ? start : bench_now_ns();
            vrm_sim_step_with(crowd->sim, 1.0f / 60.0f, crowd->is_within ? set_within : NULL, &f);
            set += middle - start;
            step += bench_now_ns() - middle;
        }
        double share = (double)frames * (double)crowd->count;
        if ((double)set / share < *out_set_ns) *out_set_ns = (double)set / share;
        if ((double)step / share < *out_step_ns) *out_step_ns = (double)step / share;
    }
}

static void die(const char* what) {
    fprintf(stderr, "bench_frame_ours: %s\n", what);
    exit(1);
}

static vrm_Model* load(const char* name) {
    vrm_Model* model = NULL;
    if (strncmp(name, "unused:", 7) != 0) {
        if (vrm_model_load_file(name, NULL, NULL, &model) != VRM_OK) die("cannot load the avatar");
        return model;
    }
    SceneDef def = scene_typical_def();
    def.custom_expression_count += atoi(name + 7);
    SceneBytes bytes = scene_avatar(&def);
    if (bytes.data == NULL || vrm_model_load(bytes.data, bytes.size, NULL, NULL, &model) != VRM_OK)
        die("cannot make the avatar");
    scene_bytes_free(&bytes);
    return model;
}

int main(int argc, char** argv) {
    vrm_Rig* rig = NULL;
    if (argc < 5) die("usage: bench_frame_ours AVATAR OUTPUTS STAGES[@KERNEL][:within] COUNT...");
    const char* kernel = strchr(argv[3], '@');
    vrm_Model* model = load(argv[1]);
    if (vrm_rig_build(model, NULL, &rig) != VRM_OK) die("cannot build the rig");
    make_poses();
    for (int a = 4; a < argc; a++) {
        vrm_SimDef def = vrm_default_sim_def();
        Crowd crowd = {.count = atoi(argv[a]), .is_within = strchr(argv[3], ':') != NULL};
        double set_ns, step_ns;
        def.outputs = (uint32_t)atoi(argv[2]);
        if (kernel != NULL) def.kernel = (vrm_Kernel)atoi(kernel + 1);
        crowd.ids = calloc((size_t)crowd.count, sizeof *crowd.ids);
        if (crowd.ids == NULL || vrm_sim_create(&def, &crowd.sim) != VRM_OK)
            die("no memory, or no such kernel");
        for (int i = 0; i < crowd.count; i++) {
            crowd.ids[i] = vrm_sim_add(crowd.sim, rig);
            vrm_avatar_set_stages(crowd.sim, crowd.ids[i], (uint32_t)atoi(argv[3]));
            vrm_avatar_set_user_data(crowd.sim, crowd.ids[i], (void*)(intptr_t)i);
        }
        measure(&crowd, &set_ns, &step_ns);
        printf("%d %.1f %.1f\n", crowd.count, set_ns, step_ns);
        vrm_sim_destroy(crowd.sim);
        free(crowd.ids);
    }
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return 0;
}
