/* SPDX-License-Identifier: MIT */
#include "support/random_crowd.h"

#include "runtime/sim.h"
#include "vrm/vrm.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Chance ---- */

static uint32_t next(Chance* c) {
    if (c->size >= 2) {
        uint32_t number = (uint32_t)c->data[0] | (uint32_t)c->data[1] << 8;
        c->data += 2;
        c->size -= 2;
        return number;
    }
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(c->state >> 33);
}

static int below(Chance* c, int count) {
    return (int)(next(c) % (uint32_t)count);
}

static bool happens(Chance* c, int percent) {
    return below(c, 100) < percent;
}

static float between(Chance* c, float low, float high) {
    return low + (high - low) * (float)(next(c) % 65536) / 65535.0f;
}

static vrm_Quat any_turn(Chance* c) {
    vrm_Quat q = {between(c, -1, 1), between(c, -1, 1), between(c, -1, 1), between(c, 0.1f, 1)};
    float size = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (vrm_Quat){q.x / size, q.y / size, q.z / size, q.w / size};
}

/* ---- A rig ---- */

#define NODES_MAX 40

typedef struct Writer {
    char text[1 << 17];
    size_t size;
    Chance* chance;
    int parents[NODES_MAX], node_count;
    bool has_gaze, has_constraints;
} Writer;

__attribute__((format(printf, 2, 3))) static void put(Writer* w, const char* format, ...) {
    va_list args;
    va_start(args, format);
    int added = vsnprintf(w->text + w->size, sizeof w->text - w->size, format, args);
    va_end(args);
    if (added < 0 || (size_t)added >= sizeof w->text - w->size) abort();
    w->size += (size_t)added;
}

static void put_vec3(Writer* w, const char* name, float low, float high) {
    double x = (double)between(w->chance, low, high), y = (double)between(w->chance, low, high);
    put(w, "\"%s\":[%.9g,%.9g,%.9g]", name, x, y, (double)between(w->chance, low, high));
}

static void put_constraint(Writer* w) {
    static const char* const kinds[] = {"\"rotation\":{", "\"roll\":{\"rollAxis\":\"Y\",",
                                        "\"aim\":{\"aimAxis\":\"NegativeX\","};
    put(w,
        ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{%s"
        "\"source\":%d,\"weight\":%.9g}}}}",
        kinds[below(w->chance, 3)], below(w->chance, w->node_count),
        happens(w->chance, 50) ? 1.0 : (double)between(w->chance, 0, 1));
}

static void put_node(Writer* w, int node, bool is_uneven) {
    Chance* c = w->chance;
    put(w, "%s{", node > 0 ? "," : "");
    put_vec3(w, "translation", -0.3f, 0.3f);
    if (happens(c, 40)) {
        vrm_Quat q = any_turn(c);
        put(w, ",\"rotation\":[%.9g,%.9g,%.9g,%.9g]", (double)q.x, (double)q.y, (double)q.z,
            (double)q.w);
    }
    if (happens(c, 10)) {
        double s = (double)between(c, 0.5f, 2.0f);
        put(w, ",\"scale\":[%.9g,%.9g,%.9g]", s,
            is_uneven && happens(c, 30) ? (double)between(c, 0.5f, 2.0f) : s, s);
    }
    const char* before = ",\"children\":[";
    for (int n = node + 1; n < w->node_count; n++) {
        if (w->parents[n] != node) continue;
        put(w, "%s%d", before, n);
        before = ",";
    }
    if (before[1] == 0) put(w, "]");
    if (w->has_constraints && node > 0 && happens(c, 15)) put_constraint(w);
    put(w, "}");
}

static void put_collider(Writer* w, int index) {
    Chance* c = w->chance;
    put(w, "%s{\"node\":%d,\"shape\":{", index > 0 ? "," : "", below(c, w->node_count));
    int kind = below(c, 6);
    put(w, kind == 1 ? "\"capsule\":{\"tail\":[0,0.2,0.1]," : "\"sphere\":{");
    put_vec3(w, "offset", -0.2f, 0.2f);
    put(w, ",\"radius\":%.9g}}", (double)between(c, 0, 0.3f));
    if (kind < 3) {
        put(w, "}");
        return;
    }
    static const char* const shapes[] = {"\"sphere\":{\"inside\":true,",
                                         "\"capsule\":{\"inside\":true,\"tail\":[0,0.3,0],",
                                         "\"plane\":{\"normal\":[0,0.8,0.6],"};
    put(w,
        ",\"extensions\":{\"VRMC_springBone_extended_collider\":{\"specVersion\":\"1.0\","
        "\"shape\":{%s",
        shapes[kind - 3]);
    put_vec3(w, "offset", -0.3f, 0.3f);
    if (kind < 5) put(w, ",\"radius\":%.9g", (double)between(c, 0.1f, 1));
    put(w, "}}}}}");
}

static void put_limit(Writer* w) {
    Chance* c = w->chance;
    put(w, ",\"extensions\":{\"VRMC_springBone_limit\":{\"specVersion\":\"1.0-draft\",\"limit\":{");
    int kind = below(c, 3);
    if (kind == 0) put(w, "\"cone\":{\"angle\":%.9g}", (double)between(c, 0, 2));
    if (kind == 1) put(w, "\"hinge\":{\"angle\":%.9g}", (double)between(c, 0, 2));
    if (kind == 2)
        put(w, "\"spherical\":{\"pitch\":%.9g,\"yaw\":%.9g}", (double)between(c, 0, 2),
            (double)between(c, 0, 1));
    put(w, "}}}");
}

/* From some node down to a leaf of it; returns whether there is room for a joint and its tail. */
static bool put_spring(Writer* w, int index, int group_count) {
    Chance* c = w->chance;
    int path[8], depth = 0;
    for (int n = below(c, w->node_count); n > 0 && depth < 8; n = w->parents[n]) path[depth++] = n;
    if (depth < 2) return false;
    put(w, "%s{\"joints\":[", index > 0 ? "," : "");
    for (int i = depth - 1; i >= 0; i--) {
        if (i > 0 && i < depth - 1 && happens(c, 10)) continue;
        put(w, "%s{\"node\":%d,\"stiffness\":%.9g,\"dragForce\":%.9g,\"gravityPower\":%.9g,",
            i < depth - 1 ? "," : "", path[i], (double)between(c, 0, 4), (double)between(c, 0, 1),
            (double)between(c, 0, 1));
        put_vec3(w, "gravityDir", -1, 1);
        put(w, ",\"hitRadius\":%.9g", (double)between(c, 0, 0.1f));
        if (happens(c, 8)) put_limit(w);
        put(w, "}");
    }
    put(w, "]");
    if (group_count > 0 && happens(c, 70))
        put(w, ",\"colliderGroups\":[%d,%d]", below(c, group_count), below(c, group_count));
    if (happens(c, 35)) {
        int center = path[depth - 1];
        if (happens(c, 50)) center = w->parents[center];
        if (happens(c, 30)) center = below(c, w->node_count);
        put(w, ",\"center\":%d", center);
    }
    put(w, "}");
    return true;
}

static void put_springs(Writer* w) {
    Chance* c = w->chance;
    int colliders = below(c, 8), groups = colliders > 0 ? 1 + below(c, 3) : 0;
    put(w, "\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[");
    for (int i = 0; i < colliders; i++) put_collider(w, i);
    put(w, "],\"colliderGroups\":[");
    for (int g = 0; g < groups; g++) {
        put(w, "%s{\"colliders\":[", g > 0 ? "," : "");
        int count = 1 + below(c, colliders);
        for (int i = 0; i < count; i++) put(w, "%s%d", i > 0 ? "," : "", below(c, colliders));
        put(w, "]}");
    }
    put(w, "],\"springs\":[");
    int wanted = below(c, 9), count = 0;
    for (int i = 0; i < wanted; i++) count += put_spring(w, count, groups);
    put(w, "]}");
}

/* Inverse bind matrices, column by column: some files' only move, some turn, some scale too. */
static void put_binds(Writer* w, int joints) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Chance* c = w->chance;
    float binds[3 * 16] = {0};
    uint8_t bytes[sizeof binds];
    int kind = below(c, 4);
    for (int j = 0; j < 3; j++) {
        float* m = binds + 16 * j;
        for (int i = 0; i < 16; i++) m[i] = i % 5 == 0 ? 1.0f : kind == 1 ? -0.0f : 0.0f;
        for (int i = 0; i < 12 && kind > 1; i++)
            if (i % 4 != 3 && (kind == 3 || j == 0)) m[i] += between(c, -1, 1);
        for (int i = 12; i < 15; i++) m[i] = between(c, -1, 1);
    }
    memcpy(bytes, binds, sizeof bytes);
    int size = joints * 64; /* joints is 3: a multiple of 3 bytes */
    put(w, ",\"buffers\":[{\"byteLength\":%d,\"uri\":\"data:application/octet-stream;base64,",
        size);
    for (int i = 0; i + 3 <= size; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        put(w, "%c%c%c%c", digits[word >> 18], digits[word >> 12 & 63], digits[word >> 6 & 63],
            digits[word & 63]);
    }
    put(w,
        "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,\"type\":\"MAT4\",\"count\":%d}]",
        size, joints);
}

static void put_skin(Writer* w) {
    Chance* c = w->chance;
    if (happens(c, 30)) return;
    put_binds(w, 3);
    put(w, ",\"skins\":[{\"inverseBindMatrices\":0,\"joints\":[");
    for (int j = 0, node = 0; j < 3; j++, node += 1 + below(c, w->node_count / 4))
        put(w, "%s%d", j > 0 ? "," : "", node);
    put(w, "]}]");
}

static void write_rig(Writer* w) {
    Chance* c = w->chance;
    w->size = 0;
    w->node_count = 8 + below(c, NODES_MAX - 8);
    w->has_gaze = happens(c, 40);
    w->has_constraints = happens(c, 60);
    bool is_uneven = happens(c, 10);
    for (int n = 0; n < w->node_count; n++)
        w->parents[n] = n == 0 ? -1 : n < 4 || happens(c, 60) ? n - 1 : below(c, n);
    put(w, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int n = 0; n < w->node_count; n++) put_node(w, n, is_uneven);
    put(w, "],\"extensions\":{");
    if (w->has_gaze)
        put(w, "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"n\",\"authors\":[\"a\"],"
               "\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{\"humanBones\":{"
               "\"hips\":{\"node\":0},\"spine\":{\"node\":1},\"head\":{\"node\":2},"
               "\"leftEye\":{\"node\":3}}},\"lookAt\":{\"type\":\"bone\","
               "\"rangeMapHorizontalOuter\":{\"inputMaxValue\":90,\"outputScale\":10}}},");
    put_springs(w);
    put(w, "}");
    put_skin(w);
    put(w, "}");
}

static vrm_Rig* make_rig(Writer* w) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    write_rig(w);
    if (vrm_model_load(w->text, w->size, NULL, NULL, &model) == VRM_OK)
        (void)vrm_rig_build(model, NULL, &rig);
    vrm_model_destroy(model);
    return rig;
}

vrm_Rig* random_crowd_rig(Chance* chance) {
    Writer* writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->chance = chance;
    vrm_Rig* rig = make_rig(writer);
    free(writer);
    return rig;
}

/* ---- A host ---- */

typedef struct Knob {
    int what, index;
    vrm_Transform t;
    float a, b;
} Knob;

static Knob any_knob(Chance* c) {
    Knob k = {.what = below(c, 20), .index = (int)next(c) & 0xFFFF};
    k.t = (vrm_Transform){
        {between(c, -1, 1), between(c, -1, 1), between(c, -1, 1)}, any_turn(c), {1.0f, 1.0f, 1.0f}};
    k.a = between(c, 0, 1);
    k.b = between(c, -1, 1);
    return k;
}

static void add_pose(vrm_Sim* sim, vrm_AvatarId id, Knob k) {
    vrm_Pose pose = vrm_pose_rest();
    pose.rotations[k.index % VRM_BONE_COUNT] = k.t.rotation;
    pose.hips_offset.x = k.index % 3 == 0 ? 0.1f * k.a : 0.0f;
    vrm_avatar_add_pose(sim, id, &pose);
}

static void turn_knob(vrm_Sim* sim, vrm_AvatarId id, const vrm_Rig* rig, Knob k) {
    int nodes = vrm_rig_node_count(rig), springs = vrm_rig_spring_count(rig);
    int joints = vrm_rig_spring_joint_count(rig), node = k.index % nodes;
    vrm_Transform t = k.t;
    switch (k.what) {
    case 0:
    case 1:
    case 2:
    case 3: vrm_avatar_set_rotation(sim, id, node, t.rotation); break;
    case 4:
    case 5:
        if (k.index % 3 == 0) t.scale.x = t.scale.y = t.scale.z = 0.7f + k.a;
        if (k.index % 21 == 0) t.scale.z *= 1.2f;
        if (k.index % 33 == 0) t.scale = (vrm_Vec3){-t.scale.x, -t.scale.y, -t.scale.z};
        if (k.index % 27 == 0) t.scale.x = -t.scale.x;
        vrm_avatar_set_root(sim, id, t);
        break;
    case 6:
        t = vrm_rig_rest(rig, node);
        if (k.index % 5 == 0) t.translation.x += 0.1f;
        if (k.index % 11 == 0) t.scale.x *= 1.3f;
        t.rotation = k.t.rotation;
        vrm_avatar_set_node(sim, id, node, t);
        break;
    case 7: vrm_avatar_reset_springs(sim, id); break;
    case 8: vrm_avatar_teleport(sim, id, t); break;
    case 9: vrm_avatar_pause_springs(sim, id, k.index % 2 == 0); break;
    case 10: vrm_avatar_set_spring_detail(sim, id, (vrm_SpringDetail)(k.index % 3)); break;
    case 11: vrm_avatar_set_force(sim, id, t.translation); break;
    case 12:
        if (springs > 0)
            vrm_avatar_set_spring_weight(sim, id, k.index % springs, k.b > 0.5f ? 1.0f : k.a);
        break;
    case 13:
        if (joints > 0) {
            vrm_SpringSettings s = vrm_rig_spring_joint(rig, k.index % joints).settings;
            s.stiffness = 3.0f * k.a;
            s.hit_radius = 0.1f * k.a;
            vrm_avatar_set_joint_settings(sim, id, k.index % joints, &s);
        }
        break;
    case 14: vrm_avatar_set_spring_scaling(sim, id, k.index % 2 == 0); break;
    case 15:
        vrm_avatar_set_stages(sim, id, k.b > 0.0f ? VRM_STAGE_ALL : (uint32_t)k.index % 16);
        break;
    case 16:
        if (springs > 0) vrm_avatar_set_spring_force(sim, id, k.index % springs, t.translation);
        break;
    case 17:
        vrm_avatar_look_at(sim, id, t.translation);
        if (k.index % 3 == 0) vrm_avatar_look_offset(sim, id, 20.0f * k.a, -10.0f * k.b);
        break;
    case 18: vrm_avatar_look_off(sim, id); break;
    default:
        if (k.index % 4 == 0) vrm_avatar_reset_pose(sim, id);
        if (k.index % 4 == 1) add_pose(sim, id, k);
    }
}

/* ---- Ways to run it ---- */

/* Shares of the blocks in any order, by any worker, one after another. */
static void run_shuffled(void* ctx, int32_t count, int32_t grain, vrm_TaskFn* fn, void* task) {
    Chance* chance = ctx;
    int32_t starts[64], share_count = 0;
    (void)grain;
    for (int32_t at = 0; at < count && share_count < 63; at += 1 + below(chance, 3))
        starts[share_count++] = at;
    starts[share_count] = count;
    bool is_done[64] = {false};
    for (int32_t left = share_count; left > 0; left--) {
        int32_t pick = below(chance, left), i = 0;
        while (is_done[i] || pick-- > 0) i++;
        is_done[i] = true;
        fn(task, starts[i], starts[i + 1], below(chance, 3));
    }
}

enum { SINGLE, CROWD, SINGLE_SPRINGS, CROWD_SPRINGS, SHUFFLED, WAY_COUNT };

#define OTHERS_MAX 20

typedef struct Crowd {
    vrm_Sim* sim;
    vrm_AvatarId id; /* the avatar that is compared */
    vrm_AvatarId others[OTHERS_MAX];
} Crowd;

static char difference[256];

static bool same(const void* a, const void* b, size_t size) {
    return a == NULL || b == NULL || memcmp(a, b, size) == 0;
}

static bool same_tails(const Crowd* a, const Crowd* b, int joints) {
    for (int j = 0; j < joints; j++) {
        vrm_Vec3 x, y;
        float length, other_length;
        if (!vrm_avatar_spring_tail(a->sim, a->id, j, &x, &length) ||
            !vrm_avatar_spring_tail(b->sim, b->id, j, &y, &other_length))
            continue;
        if (!same(&x, &y, sizeof x) || !same(&length, &other_length, sizeof length)) return false;
    }
    return true;
}

static const char* compare(const Crowd* crowds, const vrm_Rig* rig, int frame) {
    static const char* const names[] = {"single", "crowd", "single, springs only",
                                        "crowd, springs only", "shuffled workers, budget"};
    size_t nodes = (size_t)vrm_rig_node_count(rig);
    size_t joints = (size_t)vrm_rig_spring_joint_count(rig);
    const Crowd* a = &crowds[SINGLE];
    for (int way = 1; way < WAY_COUNT; way++) {
        const Crowd* b = &crowds[way];
        const char* what = NULL;
        vrm_Vec2 x = vrm_avatar_gaze(a->sim, a->id), y = vrm_avatar_gaze(b->sim, b->id);
        if (!same(vrm_avatar_locals(a->sim, a->id), vrm_avatar_locals(b->sim, b->id),
                  nodes * sizeof(vrm_Transform)))
            what = "local transforms";
        else if (!same(vrm_avatar_worlds(a->sim, a->id), vrm_avatar_worlds(b->sim, b->id),
                       nodes * sizeof(vrm_Affine)))
            what = "world matrices";
        else if (!same(vrm_avatar_palettes(a->sim, a->id), vrm_avatar_palettes(b->sim, b->id),
                       (size_t)vrm_rig_palette_count(rig) * sizeof(vrm_Affine)))
            what = "joint matrices";
        else if (!same(vrm_avatar_spring_rotations(a->sim, a->id),
                       vrm_avatar_spring_rotations(b->sim, b->id), joints * sizeof(vrm_Quat)))
            what = "spring rotations";
        else if (!same_tails(a, b, (int)joints))
            what = "tails";
        else if (!same(&x, &y, sizeof x))
            what = "gaze";
        if (what == NULL) continue;
        snprintf(difference, sizeof difference, "frame %d: %s differ, single and %s", frame, what,
                 names[way]);
        return difference;
    }
    const vrm_Transform* locals = vrm_avatar_locals(a->sim, a->id);
    for (size_t n = 0; n < nodes; n++) {
        vrm_Quat q = locals[n].rotation;
        float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (square > 0.99f && square < 1.01f) continue;
        snprintf(difference, sizeof difference, "frame %d: node %d has no rotation", frame, (int)n);
        return difference;
    }
    return NULL;
}

/* A rig without constraints and gaze gives with springs alone what it gives with all stages. */
static const char* compare_stages(Writer* w, const vrm_Rig* rig, Chance* c) {
    if (w->has_gaze || w->has_constraints) return NULL;
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    const char* found = NULL;
    if (vrm_sim_create(&def, &sim) != VRM_OK) return "no memory";
    vrm_AvatarId all = vrm_sim_add(sim, rig), some = vrm_sim_add(sim, rig);
    vrm_avatar_set_stages(sim, some, VRM_STAGE_SPRINGS);
    for (int frame = 0; frame < 20 && found == NULL; frame++) {
        Knob k = any_knob(c);
        if (k.what != 15) {
            turn_knob(sim, all, rig, k);
            turn_knob(sim, some, rig, k);
        }
        vrm_sim_step(sim, 1.0f / 60.0f);
        if (!same(vrm_avatar_worlds(sim, all), vrm_avatar_worlds(sim, some),
                  (size_t)vrm_rig_node_count(rig) * sizeof(vrm_Affine)))
            found = "all stages and springs alone differ";
    }
    vrm_sim_destroy(sim);
    return found;
}

/* One of those that this CPU can run, or the choice of the library. */
static vrm_Kernel any_kernel(Chance* c) {
    vrm_Kernel kernel = (vrm_Kernel)below(c, VRM_KERNEL_LANES_16 + 1);
    return vrm_kernel_is_supported(kernel) ? kernel : VRM_KERNEL_AUTO;
}

/* Blocks of different widths in one sim, as CPUs with AVX2 and AVX-512 have them: the first block
 * of a rig, further ones, those of a crowd. */
static void mix_kernels(vrm_Sim* sim, Chance* c) {
    static const vrm_Kernel mixes[][3] = {
        {VRM_KERNEL_LANES_4, VRM_KERNEL_LANES_8, VRM_KERNEL_LANES_8},
        {VRM_KERNEL_LANES_4, VRM_KERNEL_LANES_8, VRM_KERNEL_LANES_16},
        {VRM_KERNEL_LANES_4, VRM_KERNEL_LANES_16, VRM_KERNEL_LANES_16}};
    const vrm_Kernel* kernels = mixes[below(c, 3)];
    if (!vrm_kernel_is_supported(kernels[1]) || !vrm_kernel_is_supported(kernels[2])) return;
    for (int i = 0; i < 3; i++) sim->kernels[i] = vrmi_kernel_find(kernels[i]);
}

static bool is_single(int way) {
    return way == SINGLE || way == SINGLE_SPRINGS;
}

static void make_crowds(Crowd* crowds, Chance* c, const vrm_Rig* rig, const vrm_Rig* const* rigs,
                        int before, int other_count, Chance* shuffle) {
    static const float rates[] = {60.0f, 0.0f, 90.0f};
    float rate = rates[below(c, 3)];
    Chance mix = {.state = shuffle->state + 1};
    for (int way = 0; way < WAY_COUNT; way++) {
        vrm_SimDef def = vrm_default_sim_def();
        bool is_springs = way == SINGLE_SPRINGS || way == CROWD_SPRINGS;
        def.spring_rate_hz = rate;
        def.outputs = is_springs ? VRM_OUTPUT_SPRINGS : VRM_OUTPUT_ALL;
        if (way == SHUFFLED) def.tasks = (vrm_Tasks){3, run_shuffled, shuffle};
        def.kernel = way == SINGLE ? VRM_KERNEL_LANES_4 : any_kernel(shuffle);
        if (vrm_sim_create(&def, &crowds[way].sim) != VRM_OK) abort();
        if (def.kernel == VRM_KERNEL_AUTO) mix_kernels(crowds[way].sim, &mix);
        for (int i = 0; i <= other_count; i++) {
            if (i == before) crowds[way].id = vrm_sim_add(crowds[way].sim, rig);
            if (i < other_count && !is_single(way))
                crowds[way].others[i] = vrm_sim_add(crowds[way].sim, rigs[i]);
        }
    }
}

/* The others do as they like, and come and go; sometimes all of them at once, so that the avatar
 * that is compared becomes single in its block, and stops being it. */
static void disturb(Crowd* crowds, Chance* c, const vrm_Rig* const* rigs, int other_count) {
    int all = below(c, 100);
    for (int i = 0; i < other_count; i++) {
        int fate = below(c, 100);
        Knob k = any_knob(c);
        if (all < 10) fate = all < 5 ? 95 : 97;
        for (int way = 0; way < WAY_COUNT; way++) {
            if (is_single(way)) continue;
            Crowd* crowd = &crowds[way];
            if (fate < 30) turn_knob(crowd->sim, crowd->others[i], rigs[i], k);
            if (fate >= 95) vrm_sim_remove(crowd->sim, crowd->others[i]);
            if (fate >= 97) crowd->others[i] = vrm_sim_add(crowd->sim, rigs[i]);
        }
    }
}

/* A budget that allows everything changes nothing. */
static void step(Crowd* crowd, int way, float dt) {
    vrm_BudgetDef budget = vrm_default_budget_def();
    budget.milliseconds = 1e6f;
    if (way == SHUFFLED)
        vrm_sim_step_within(crowd->sim, dt, &budget, NULL, NULL);
    else
        vrm_sim_step(crowd->sim, dt);
}

/* The avatar that is compared leaves, and another of its rig comes in its place. */
static void replace(Crowd* crowds, const vrm_Rig* rig) {
    for (int way = 0; way < WAY_COUNT; way++) {
        vrm_sim_remove(crowds[way].sim, crowds[way].id);
        crowds[way].id = vrm_sim_add(crowds[way].sim, rig);
    }
}

/* The avatar that is compared may walk, at speeds about which half rate waits. */
typedef struct Walk {
    bool is_on;
    float speed, way;
} Walk;

static void walk_on(Crowd* crowds, Chance* c, Walk* walk, Knob* k, float dt) {
    if (happens(c, 20)) walk->speed = between(c, 0.5f, 0.9f);
    if (happens(c, 20)) k->what = 10; /* between full and half rate */
    walk->way += walk->speed * dt;
    vrm_Transform root = {{walk->way, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    for (int way = 0; way < WAY_COUNT; way++)
        vrm_avatar_set_root(crowds[way].sim, crowds[way].id, root);
}

const char* random_crowd_run(Chance* chance) {
    static const float steps[] = {1 / 60.0f, 1 / 60.0f,  0.00005f, 1 / 90.0f,  1 / 144.0f,
                                  1 / 30.0f, 1 / 250.0f, 0.001f,   1 / 500.0f, 0.0f};
    Writer* w = malloc(sizeof *w);
    if (w == NULL) abort();
    w->chance = chance;
    vrm_Rig* other = make_rig(w);
    vrm_Rig* rig = make_rig(w);
    const char* found = NULL;
    if (rig != NULL && other != NULL) {
        Crowd crowds[WAY_COUNT] = {{0}};
        const vrm_Rig* rigs[OTHERS_MAX];
        int other_count = below(chance, OTHERS_MAX + 1), before = below(chance, other_count + 1);
        Chance shuffle = {.state = next(chance)};
        for (int i = 0; i < other_count; i++) rigs[i] = happens(chance, 60) ? rig : other;
        Walk walk = {.is_on = happens(chance, 30)};
        make_crowds(crowds, chance, rig, rigs, before, other_count, &shuffle);
        for (int frame = 0; frame < 40 && found == NULL; frame++) {
            float dt = happens(chance, 3) ? 0.5f : steps[below(chance, 10)];
            Knob k = any_knob(chance);
            bool is_turned = happens(chance, 50);
            if (happens(chance, 3)) replace(crowds, rig);
            if (walk.is_on) walk_on(crowds, chance, &walk, &k, dt);
            for (int way = 0; way < WAY_COUNT && is_turned; way++)
                turn_knob(crowds[way].sim, crowds[way].id, rig, k);
            disturb(crowds, chance, rigs, other_count);
            found = compare(crowds, rig, frame); /* what can be read before a step, too */
            for (int way = 0; way < WAY_COUNT; way++) step(&crowds[way], way, dt);
            if (found == NULL) found = compare(crowds, rig, frame);
        }
        for (int way = 0; way < WAY_COUNT; way++) vrm_sim_destroy(crowds[way].sim);
        if (found == NULL) found = compare_stages(w, rig, chance);
    }
    vrm_rig_destroy(rig);
    vrm_rig_destroy(other);
    free(w);
    return found;
}
