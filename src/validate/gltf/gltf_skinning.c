/* SPDX-License-Identifier: MIT */
/* Joints and weights of skinned vertices, all sets of a vertex together. */
#include "validate/gltf/accessor_scan.h"
#include "validate/gltf/gltf_pass.h"

#include <math.h>
#include <string.h>

#define MAX_SETS 4 /* 16 joints for a vertex; more sets are not looked at */
#define MAX_HITS 8

typedef enum Flaw { FLAW_OUTSIDE, FLAW_UNUSED, FLAW_DUPLICATE, FLAW_NEGATIVE, FLAW_COUNT } Flaw;

static const struct {
    vrmi_RuleId rule;
    bool is_of_weights; /* reported at WEIGHTS, else at JOINTS */
    const char* what;
} flaws[FLAW_COUNT] = {
    [FLAW_OUTSIDE] = {VRMI_RULE_ACCESSOR_JOINTS_INDEX_OOB, false,
                      "is a joint that the skin does not have"},
    [FLAW_UNUSED] = {VRMI_RULE_ACCESSOR_JOINTS_USED_ZERO_WEIGHT, false,
                     "is a joint with weight zero; make it 0"},
    [FLAW_DUPLICATE] = {VRMI_RULE_ACCESSOR_JOINTS_INDEX_DUPLICATE, false,
                        "is a joint that this vertex has already"},
    [FLAW_NEGATIVE] = {VRMI_RULE_ACCESSOR_WEIGHTS_NEGATIVE, true, "is a negative weight"},
};

typedef struct Vertices {
    vrmi_GltfPass* pass;
    vrmi_Scan joints[MAX_SETS], weights[MAX_SETS];
    vrm_JsonRef joints_at[MAX_SETS], weights_at[MAX_SETS];
    int32_t set_count;
    int32_t joint_count; /* of the smallest skin that the mesh is used with */
    uint32_t* seen;      /* per joint: the vertex that used it last, by `stamp` */
    uint32_t stamp;
    uint64_t totals[MAX_SETS][FLAW_COUNT];
    uint64_t sum_total;
} Vertices;

/* ---- One vertex ---- */

static vrm_JsonRef place_of(const Vertices* vertices, int32_t set, Flaw flaw) {
    return flaws[flaw].is_of_weights ? vertices->weights_at[set] : vertices->joints_at[set];
}

/* Reports a wrong number of a set; after a few the rest is only counted. */
static void report_flaw(Vertices* vertices, int32_t set, Flaw flaw, uint64_t number, double value) {
    if (vertices->totals[set][flaw]++ >= MAX_HITS) return;
    vrmi_report(vertices->pass->report, flaws[flaw].rule, vertices->pass->json,
                place_of(vertices, set, flaw), "Number %llu (%.9g) %s.", (unsigned long long)number,
                value, flaws[flaw].what);
}

static void report_totals(const Vertices* vertices) {
    const vrmi_GltfPass* pass = vertices->pass;
    for (int32_t set = 0; set < vertices->set_count; set++) {
        for (int flaw = 0; flaw < FLAW_COUNT; flaw++)
            if (vertices->totals[set][flaw] > MAX_HITS)
                vrmi_report(
                    pass->report, flaws[flaw].rule, pass->json, place_of(vertices, set, (Flaw)flaw),
                    "%llu more number%s like this one: it %s.",
                    (unsigned long long)(vertices->totals[set][flaw] - MAX_HITS),
                    vrmi_s((uint64_t)(vertices->totals[set][flaw] - MAX_HITS)), flaws[flaw].what);
        if (vertices->sum_total > MAX_HITS)
            vrmi_report(pass->report, VRMI_RULE_ACCESSOR_WEIGHTS_NON_NORMALIZED, pass->json,
                        vertices->weights_at[set],
                        "More vertices whose weights do not add up to 1: %llu.",
                        (unsigned long long)(vertices->sum_total - MAX_HITS));
    }
}

static double weight_of(const Vertices* vertices, int32_t set, uint64_t number) {
    const vrmi_Scan* scan = &vertices->weights[set];
    return vrmi_scan_normalized(scan->component_type, scan->numbers[number]);
}

/* Checks one joint with its weight, and adds the weight to the sum of the vertex if it is valid. */
static void check_pair(Vertices* vertices, int32_t set, uint64_t vertex, uint32_t c, uint64_t at,
                       float* sum, double* tolerance) {
    double joint = vertices->joints[set].numbers[at];
    double weight = weight_of(vertices, set, at);
    uint64_t number = vertex * 4 + c;
    if (joint >= vertices->joint_count) {
        report_flaw(vertices, set, FLAW_OUTSIDE, number, joint);
        return;
    }
    if (weight == 0) {
        if (joint != 0) report_flaw(vertices, set, FLAW_UNUSED, number, joint);
        return;
    }
    uint32_t* seen = &vertices->seen[(uint32_t)joint];
    bool is_new = *seen != vertices->stamp;
    *seen = vertices->stamp;
    if (!is_new) report_flaw(vertices, set, FLAW_DUPLICATE, number, joint);
    if (weight < 0) {
        report_flaw(vertices, set, FLAW_NEGATIVE, number, weight);
    } else if (is_new) {
        *sum = (float)((double)*sum + weight);
        *tolerance += 2e-7;
    }
}

static void check_vertex(Vertices* vertices, uint64_t vertex, uint64_t at) {
    float sum = 0;
    double tolerance = 0;
    vertices->stamp++;
    for (uint32_t c = 0; c < 4; c++)
        for (int32_t set = 0; set < vertices->set_count; set++)
            check_pair(vertices, set, vertex, c, at + c, &sum, &tolerance);
    if (!(fabs((double)sum - 1) > tolerance) || vertices->sum_total++ >= MAX_HITS) return;
    for (int32_t set = 0; set < vertices->set_count; set++)
        vrmi_report(vertices->pass->report, VRMI_RULE_ACCESSOR_WEIGHTS_NON_NORMALIZED,
                    vertices->pass->json, vertices->weights_at[set],
                    "The weights of vertex %llu add up to %.9g instead of 1.",
                    (unsigned long long)vertex, (double)sum);
}

/* ---- A primitive ---- */

static bool is_unsigned(vrm_ComponentType type) {
    return type == VRM_COMPONENT_UNSIGNED_BYTE || type == VRM_COMPONENT_UNSIGNED_SHORT ||
           type == VRM_COMPONENT_UNSIGNED_INT;
}

static bool begin_set(Vertices* vertices, const vrm_Primitive* primitive, vrm_JsonRef attributes,
                      int32_t set, uint64_t vertex_count) {
    const vrm_Gltf* gltf = vertices->pass->gltf;
    const struct {
        vrm_Semantic semantic;
        const char* name;
        vrmi_Scan* scan;
        vrm_JsonRef* at;
    } parts[2] = {
        {VRM_SEMANTIC_JOINTS, "JOINTS_", &vertices->joints[set], &vertices->joints_at[set]},
        {VRM_SEMANTIC_WEIGHTS, "WEIGHTS_", &vertices->weights[set], &vertices->weights_at[set]}};
    for (int i = 0; i < 2; i++) {
        int32_t index = vrm_primitive_attribute(primitive, parts[i].semantic, set);
        if (index < 0 || vertices->pass->accessors[index].is_misaligned) return false;
        const vrm_Accessor* accessor = &gltf->accessors[index];
        bool is_joints = parts[i].semantic == VRM_SEMANTIC_JOINTS;
        if (accessor->type != VRM_ACCESSOR_VEC4 || accessor->count != vertex_count ||
            (is_joints && !is_unsigned(accessor->component_type)) ||
            !vrmi_scan_begin(parts[i].scan, gltf, accessor))
            return false;
        char name[16] = {0};
        for (int k = 0; parts[i].name[k] != '\0'; k++) {
            name[k] = parts[i].name[k];
            name[k + 1] = (char)('0' + set);
        }
        *parts[i].at = vrm_json_member(vertices->pass->json, attributes, name);
    }
    return true;
}

static void check_primitive(Vertices* vertices, const vrm_Primitive* primitive) {
    vrmi_GltfPass* pass = vertices->pass;
    if (primitive->attribute_count == 0 || primitive->attributes[0].accessor < 0) return;
    uint64_t count = pass->gltf->accessors[primitive->attributes[0].accessor].count;
    vrm_JsonRef attributes = vrm_json_member(pass->json, primitive->json, "attributes");
    int32_t sets = 0;
    while (sets < MAX_SETS && vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, sets) >= 0 &&
           begin_set(vertices, primitive, attributes, sets, count))
        sets++;
    if (sets == 0 || vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, sets) >= 0) return;
    if (count > pass->data_budget / (uint64_t)(sets * 8) || count >= UINT32_MAX) return;
    pass->data_budget -= count * (uint64_t)(sets * 8);
    vertices->set_count = sets;
    memset(vertices->totals, 0, sizeof vertices->totals);
    vertices->sum_total = 0;
    for (bool has_more = true; has_more;) {
        for (int32_t set = 0; set < sets; set++)
            has_more = vrmi_scan_next(&vertices->joints[set]) &&
                       vrmi_scan_next(&vertices->weights[set]) && has_more;
        const vrmi_Scan* scan = &vertices->joints[0];
        for (uint32_t e = 0; has_more && e < scan->loaded; e++)
            check_vertex(vertices, scan->first + e, (uint64_t)e * 4);
    }
    report_totals(vertices);
}

/* ---- All meshes ---- */

/* The smallest skin that each mesh is used with; -1 for none. */
static int32_t* smallest_skins(vrmi_GltfPass* pass) {
    const vrm_Gltf* gltf = pass->gltf;
    int32_t* skins = vrmi_pass_alloc(pass, (size_t)gltf->mesh_count, sizeof *skins);
    if (skins == NULL) return NULL;
    for (int32_t i = 0; i < gltf->mesh_count; i++) skins[i] = -1;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t mesh = gltf->nodes[i].mesh, skin = gltf->nodes[i].skin;
        if (mesh < 0 || skin < 0) continue;
        if (skins[mesh] < 0 || gltf->skins[skin].joint_count < gltf->skins[skins[mesh]].joint_count)
            skins[mesh] = skin;
    }
    return skins;
}

static int32_t greatest_joint_count(const vrm_Gltf* gltf) {
    int32_t greatest = 0;
    for (int32_t i = 0; i < gltf->skin_count; i++)
        if (gltf->skins[i].joint_count > greatest) greatest = gltf->skins[i].joint_count;
    return greatest;
}

void vrmi_pass_skinning(vrmi_GltfPass* pass) {
    const vrm_Gltf* gltf = pass->gltf;
    if (pass->context->def.skip_data || gltf->skin_count == 0) return;
    int32_t* skins = smallest_skins(pass);
    Vertices* vertices = vrmi_pass_alloc(pass, 1, sizeof *vertices);
    uint32_t* seen =
        vrmi_pass_alloc(pass, (size_t)greatest_joint_count(gltf), sizeof *vertices->seen);
    if (skins == NULL || vertices == NULL || seen == NULL) return;
    vertices->pass = pass;
    vertices->seen = seen;
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        if (skins[m] < 0 || gltf->skins[skins[m]].joint_count < 1) continue;
        vertices->joint_count = gltf->skins[skins[m]].joint_count;
        for (int32_t i = 0; i < gltf->meshes[m].primitive_count; i++)
            check_primitive(vertices, &gltf->meshes[m].primitives[i]);
    }
}
