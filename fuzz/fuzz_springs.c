/* SPDX-License-Identifier: MIT */
/* An avatar and a motion made of the input: any tree, any springs on it, any colliders, any
 * numbers, and a host that turns every knob. Whatever comes, results are finite, rotations are
 * rotations, and two avatars that were treated alike are alike to the bit, in whatever lanes they
 * sit. */
#include "base/maths.h"
#include "vrm/vrm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define NODES_MAX 24

typedef struct Bytes {
    const uint8_t* data;
    size_t size, at;
} Bytes;

typedef struct Text {
    char data[1 << 16];
    size_t size;
} Text;

static void require(bool claim) {
    if (!claim) abort();
}

static unsigned take(Bytes* bytes) {
    return bytes->at < bytes->size ? bytes->data[bytes->at++] : 0;
}

static int below(Bytes* bytes, int count) {
    return (int)(take(bytes) % (unsigned)count);
}

/* Mostly what an artist would write, sometimes not. */
static float number(Bytes* bytes, float usual) {
    static const float unusual[] = {0.0f, -1.0f, 1e-20f, 1e-6f, 1e6f, 1e20f, 3e38f, -1e9f};
    unsigned byte = take(bytes);
    if (byte >= 248) return unusual[byte - 248];
    return usual * ((float)byte - 124.0f) / 124.0f;
}

#define ADD(text, ...)                                                                             \
    (text)->size += (size_t)snprintf((text)->data + (text)->size,                                  \
                                     sizeof(text)->data - (text)->size, __VA_ARGS__)

static void add_vec3(Text* text, const char* name, Bytes* bytes, float usual) {
    float x = number(bytes, usual), y = number(bytes, usual), z = number(bytes, usual);
    ADD(text, "\"%s\":[%.9g,%.9g,%.9g]", name, (double)x, (double)y, (double)z);
}

static void add_node(Text* text, Bytes* bytes, const int* parents, int count, int node) {
    ADD(text, "%s{", node > 0 ? "," : "");
    add_vec3(text, "translation", bytes, 0.3f);
    if (take(bytes) % 4 == 0) {
        vrm_Quat q = vrmi_quat_from_axis_angle((vrm_Vec3){number(bytes, 1), number(bytes, 1), 1.0f},
                                               number(bytes, 3));
        ADD(text, ",\"rotation\":[%.9g,%.9g,%.9g,%.9g]", (double)q.x, (double)q.y, (double)q.z,
            (double)q.w);
    }
    if (take(bytes) % 8 == 0) {
        ADD(text, ",");
        add_vec3(text, "scale", bytes, 2.0f);
    }
    const char* before = ",\"children\":[";
    for (int n = 0; n < count; n++) {
        if (parents[n] != node) continue;
        ADD(text, "%s%d", before, n);
        before = ",";
    }
    ADD(text, "%s}", before[1] == 0 ? "]" : "");
}

static void add_collider(Text* text, Bytes* bytes, int nodes, int index) {
    static const char* const kinds[] = {"sphere", "capsule", "sphere", "capsule", "plane"};
    int kind = below(bytes, 5);
    ADD(text, "%s{\"node\":%d,\"shape\":{\"sphere\":{\"radius\":%.9g}}", index > 0 ? "," : "",
        below(bytes, nodes + 1) - 1, (double)number(bytes, 0.1f));
    ADD(text,
        ",\"extensions\":{\"VRMC_springBone_extended_collider\":{\"specVersion\":\"1.0\","
        "\"shape\":{\"%s\":{",
        kinds[kind]);
    add_vec3(text, "offset", bytes, 0.3f);
    ADD(text, ",");
    add_vec3(text, kind == 4 ? "normal" : "tail", bytes, 1.0f);
    ADD(text, ",\"radius\":%.9g,\"inside\":%s}}}}}", (double)number(bytes, 0.2f),
        kind == 2 || kind == 3 ? "true" : "false");
}

static void add_spring(Text* text, Bytes* bytes, int nodes, int index) {
    static const char* const limits[] = {"cone\":{\"angle", "hinge\":{\"angle",
                                         "spherical\":{\"yaw\":0.3,\"pitch"};
    int node = below(bytes, nodes), count = 1 + below(bytes, 6);
    ADD(text, "%s{\"colliderGroups\":[%d],\"center\":%d,\"joints\":[", index > 0 ? "," : "",
        below(bytes, 3), below(bytes, nodes + 2) - 1);
    for (int j = 0; j < count; j++) {
        ADD(text,
            "%s{\"node\":%d,\"stiffness\":%.9g,\"gravityPower\":%.9g,\"dragForce\":%.9g,"
            "\"hitRadius\":%.9g",
            j > 0 ? "," : "", node, (double)number(bytes, 3), (double)number(bytes, 1),
            (double)number(bytes, 1), (double)number(bytes, 0.1f));
        if (take(bytes) % 6 == 0)
            ADD(text,
                ",\"extensions\":{\"VRMC_springBone_limit\":{\"specVersion\":\"1.0-draft\","
                "\"limit\":{\"%s\":%.9g}}}}",
                limits[below(bytes, 3)], (double)number(bytes, 3));
        ADD(text, "}");
        node += 1 + below(bytes, 2);
    }
    ADD(text, "]}");
}

static void write_avatar(Text* text, Bytes* bytes) {
    int parents[NODES_MAX], nodes = 2 + below(bytes, NODES_MAX - 1);
    text->size = 0;
    for (int n = 0; n < nodes; n++)
        parents[n] = n == 0 ? -1 : take(bytes) % 4 != 0 ? n - 1 : below(bytes, n);
    ADD(text, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int n = 0; n < nodes; n++) add_node(text, bytes, parents, nodes, n);
    ADD(text, "],\"extensionsUsed\":[\"VRMC_springBone\",\"VRMC_springBone_limit\","
              "\"VRMC_springBone_extended_collider\"],\"extensions\":{\"VRMC_springBone\":{"
              "\"specVersion\":\"1.0\",\"colliders\":[");
    for (int c = 0; c < 5; c++) add_collider(text, bytes, nodes, c);
    ADD(text, "],\"colliderGroups\":[{\"colliders\":[0,1,2]},{\"colliders\":[3,4]}],\"springs\":[");
    int springs = 1 + below(bytes, 6);
    for (int s = 0; s < springs; s++) add_spring(text, bytes, nodes, s);
    ADD(text, "]}}}");
}

/* The same to each avatar of the list. */
static void turn_knob(vrm_Sim* sim, const vrm_AvatarId* ids, int count, Bytes* bytes, int nodes) {
    unsigned what = take(bytes) % 16;
    int node = below(bytes, nodes), joint = below(bytes, 12);
    vrm_Transform t = {
        {number(bytes, 1), number(bytes, 1), number(bytes, 1)},
        vrmi_quat_from_axis_angle((vrm_Vec3){1, 1, number(bytes, 1)}, number(bytes, 3)),
        {1, 1, 1}};
    float a = number(bytes, 2), b = number(bytes, 2);
    if (what % 4 == 1) t.scale = (vrm_Vec3){a, a, a};
    if (what % 4 == 2) t.scale = (vrm_Vec3){a, b, 1};
    vrm_SpringSettings settings = {a, b, t.translation, b, a};
    for (int i = 0; i < count; i++) {
        switch (what) {
        case 0:
        case 1:
        case 2: vrm_avatar_set_root(sim, ids[i], t); break;
        case 3:
        case 4:
        case 5: vrm_avatar_set_node(sim, ids[i], node, t); break;
        case 6: vrm_avatar_set_rotation(sim, ids[i], node, t.rotation); break;
        case 7: vrm_avatar_teleport(sim, ids[i], t); break;
        case 8: vrm_avatar_reset_springs(sim, ids[i]); break;
        case 9: vrm_avatar_pause_springs(sim, ids[i], a > 0); break;
        case 10: vrm_avatar_set_spring_detail(sim, ids[i], (vrm_SpringDetail)(joint % 3)); break;
        case 11: vrm_avatar_set_force(sim, ids[i], t.translation); break;
        case 12: vrm_avatar_set_spring_weight(sim, ids[i], joint, a); break;
        case 13: vrm_avatar_set_spring_scaling(sim, ids[i], a > 0); break;
        case 14: vrm_avatar_set_joint_settings(sim, ids[i], joint, &settings); break;
        default: vrm_avatar_set_stages(sim, ids[i], a > 0 ? VRM_STAGE_ALL : 7); break;
        }
    }
}

static void check(const vrm_Sim* sim, const vrm_Rig* rig, const vrm_AvatarId* twins) {
    int32_t nodes = vrm_rig_node_count(rig);
    const vrm_Affine *a = vrm_avatar_worlds(sim, twins[0]), *b = vrm_avatar_worlds(sim, twins[1]);
    for (int32_t n = 0; n < nodes; n++) {
        require(vrmi_affine_is_finite(&a[n]));
        vrm_Quat q = vrm_avatar_locals(sim, twins[0])[n].rotation;
        float square = vrmi_quat_dot(q, q);
        require(square > 0.99f && square < 1.01f);
    }
    require(memcmp(a, b, (size_t)nodes * sizeof *a) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static Text text;
    Bytes bytes = {data, size, 0};
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_SimDef def = vrm_default_sim_def();
    write_avatar(&text, &bytes);
    def.spring_rate_hz = take(&bytes) % 2 ? 60.0f : 0.0f;
    if (vrm_model_load(text.data, text.size, NULL, NULL, &model) != VRM_OK) return 0;
    require(vrm_rig_build(model, NULL, &rig) == VRM_OK);
    require(vrm_sim_create(&def, &sim) == VRM_OK);
    vrm_AvatarId ids[6];
    for (int i = 0; i < 6; i++) ids[i] = vrm_sim_add(sim, rig);
    vrm_AvatarId twins[2] = {ids[1], ids[4]}; /* ids[4] and [5] share a block, [0] to [3] another */
    for (int frame = 0; frame < 24; frame++) {
        turn_knob(sim, twins, 2, &bytes, vrm_rig_node_count(rig));
        turn_knob(sim, &ids[frame % 2 ? 0 : 5], 1, &bytes, vrm_rig_node_count(rig));
        vrm_sim_step(sim, frame % 5 == 4 ? number(&bytes, 0.1f) : 1.0f / 60.0f);
        check(sim, rig, twins);
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return 0;
}
