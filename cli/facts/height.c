/* SPDX-License-Identifier: MIT */
/* How tall an avatar stands: every vertex of its visible meshes, with morph targets and skins at
 * rest, along the axis up. */
#include "facts/measure.h"

#include "vrm/sim.h"

#include <math.h>
#include <stdlib.h>

#define WORK_MAX   ((uint64_t)1 << 26) /* numbers read: nodes may share a mesh without end */
#define METRES_MAX 1e5                 /* what is farther out is a mistake, not a part of a body */
#define SETS_MAX   8                   /* JOINTS_n and WEIGHTS_n */

typedef struct Extent {
    const vrm_Gltf* gltf;
    const vrm_Affine *worlds, *palettes;
    const float* morphs;
    double low, high; /* low above high: no vertex yet */
    uint64_t work;    /* numbers read until now */
} Extent;

/* The vertices of one primitive. */
typedef struct Vertices {
    size_t count;
    float *positions, *moves; /* moves: of one morph target */
    float* weights;           /* 4 for each vertex: of one set of joints */
    uint32_t* joints;
    double *heights, *sums; /* added up over the sets, and the sum of the weights */
} Vertices;

static bool is_of(const vrm_Gltf* gltf, int32_t accessor, vrm_AccessorType type, size_t count) {
    return accessor >= 0 && gltf->accessors[accessor].type == type &&
           (size_t)gltf->accessors[accessor].count == count;
}

static double height_under(const vrm_Affine* world, const float* p) {
    vrm_Vec4 up = world->rows[1];
    return (double)up.x * (double)p[0] + (double)up.y * (double)p[1] + (double)up.z * (double)p[2] +
           (double)up.w;
}

static void morph(Extent* extent, const vrm_MeshNode* shown, const vrm_Primitive* primitive,
                  const Vertices* vertices) {
    for (int32_t t = 0; t < primitive->target_count && t < shown->morph_count; t++) {
        float weight = extent->morphs[shown->first_morph + t];
        int32_t accessor =
            vrm_morph_target_attribute(&primitive->targets[t], VRM_SEMANTIC_POSITION);
        if (weight == 0.0f || !is_of(extent->gltf, accessor, VRM_ACCESSOR_VEC3, vertices->count))
            continue;
        extent->work += (uint64_t)vertices->count * 3;
        if (extent->work > WORK_MAX) return;
        if (vrm_accessor_read_floats(extent->gltf, accessor, vertices->moves,
                                     vertices->count * 3) != VRM_OK)
            continue;
        for (size_t i = 0; i < vertices->count * 3; i++)
            vertices->positions[i] += weight * vertices->moves[i];
    }
}

/* Adds what one set of joints contributes. False when the primitive does not have the set. */
static bool add_joints(const Extent* extent, const vrm_RigSkin* skin,
                       const vrm_Primitive* primitive, int32_t set, const Vertices* vertices) {
    const vrm_Gltf* gltf = extent->gltf;
    int32_t joints = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, set);
    int32_t weights = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, set);
    size_t count = vertices->count;
    if (!is_of(gltf, joints, VRM_ACCESSOR_VEC4, count) ||
        !is_of(gltf, weights, VRM_ACCESSOR_VEC4, count) ||
        vrm_accessor_read_u32(gltf, joints, vertices->joints, count * 4) != VRM_OK ||
        vrm_accessor_read_floats(gltf, weights, vertices->weights, count * 4) != VRM_OK)
        return false;
    for (size_t i = 0; i < count * 4; i++) {
        double weight = (double)vertices->weights[i];
        uint32_t joint = vertices->joints[i];
        if (!(weight > 0.0) || joint >= (uint32_t)skin->joint_count) continue;
        const vrm_Affine* matrix = &extent->palettes[skin->first_joint + (int32_t)joint];
        vertices->heights[i / 4] += weight * height_under(matrix, vertices->positions + i / 4 * 3);
        vertices->sums[i / 4] += weight;
    }
    return true;
}

static void add_vertices(Extent* extent, const vrm_MeshNode* shown, const vrm_Rig* rig,
                         const vrm_Primitive* primitive, const Vertices* vertices) {
    morph(extent, shown, primitive, vertices);
    vrm_RigSkin skin = vrm_rig_skin(rig, shown->skin);
    int32_t sets = 0;
    while (skin.joint_count > 0 && sets < SETS_MAX &&
           add_joints(extent, &skin, primitive, sets, vertices))
        sets++;
    for (size_t v = 0; v < vertices->count; v++) {
        if (sets > 0 && vertices->sums[v] <= 0.0) continue;
        double y = sets > 0
                       ? vertices->heights[v] / vertices->sums[v]
                       : height_under(&extent->worlds[shown->node], vertices->positions + v * 3);
        if (!(fabs(y) < METRES_MAX)) continue;
        extent->low = fmin(extent->low, y);
        extent->high = fmax(extent->high, y);
    }
}

static vrm_Result add_primitive(Extent* extent, const vrm_MeshNode* shown, const vrm_Rig* rig,
                                const vrm_Primitive* primitive) {
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    const vrm_Gltf* gltf = extent->gltf;
    if (position < 0 || gltf->accessors[position].type != VRM_ACCESSOR_VEC3) return VRM_OK;
    size_t count = (size_t)gltf->accessors[position].count;
    extent->work += (uint64_t)count * (3 + 8);
    if (extent->work > WORK_MAX) return VRM_ERR_LIMIT;
    if (count == 0) return VRM_OK;
    Vertices vertices = {.count = count,
                         .positions = malloc(count * 3 * sizeof(float)),
                         .moves = malloc(count * 3 * sizeof(float)),
                         .weights = malloc(count * 4 * sizeof(float)),
                         .joints = malloc(count * 4 * sizeof(uint32_t)),
                         .heights = calloc(count, sizeof(double)),
                         .sums = calloc(count, sizeof(double))};
    vrm_Result result = VRM_ERR_MEMORY;
    bool has_all = vertices.positions != NULL && vertices.moves != NULL &&
                   vertices.weights != NULL && vertices.joints != NULL &&
                   vertices.heights != NULL && vertices.sums != NULL;
    if (has_all) result = vrm_accessor_read_floats(gltf, position, vertices.positions, count * 3);
    if (result == VRM_OK) add_vertices(extent, shown, rig, primitive, &vertices);
    free(vertices.positions);
    free(vertices.moves);
    free(vertices.weights);
    free(vertices.joints);
    free(vertices.heights);
    free(vertices.sums);
    if (extent->work > WORK_MAX) return VRM_ERR_LIMIT;
    return result == VRM_ERR_MEMORY ? result : VRM_OK; /* what cannot be read has no height */
}

/* Primitives of a mesh often share all their vertices: those are measured once. */
static bool is_measured(const vrm_Mesh* mesh, int32_t primitive) {
    const vrm_Primitive* last = primitive > 0 ? &mesh->primitives[primitive - 1] : NULL;
    return last != NULL &&
           vrm_primitive_attribute(last, VRM_SEMANTIC_POSITION, 0) ==
               vrm_primitive_attribute(&mesh->primitives[primitive], VRM_SEMANTIC_POSITION, 0) &&
           vrm_primitive_attribute(last, VRM_SEMANTIC_JOINTS, 0) ==
               vrm_primitive_attribute(&mesh->primitives[primitive], VRM_SEMANTIC_JOINTS, 0);
}

static vrm_Result measure(const vrm_Model* model, const vrm_Rig* rig, const vrm_Sim* sim,
                          vrm_AvatarId avatar, double* out_height) {
    Extent extent = {.gltf = vrm_model_gltf(model),
                     .worlds = vrm_avatar_worlds(sim, avatar),
                     .palettes = vrm_avatar_palettes(sim, avatar),
                     .morphs = vrm_avatar_morphs(sim, avatar),
                     .low = (double)INFINITY,
                     .high = -(double)INFINITY};
    int32_t shown_count;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(rig, &shown_count);
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < shown_count && result == VRM_OK; i++) {
        if (vrm_avatar_visibility(sim, avatar, shown[i].node) == VRM_HIDDEN) continue;
        const vrm_Mesh* mesh = &extent.gltf->meshes[shown[i].mesh];
        for (int32_t p = 0; p < mesh->primitive_count && result == VRM_OK; p++)
            if (!is_measured(mesh, p))
                result = add_primitive(&extent, &shown[i], rig, &mesh->primitives[p]);
    }
    *out_height = result == VRM_OK && extent.low < extent.high ? extent.high - extent.low : 0.0;
    return result;
}

vrm_Result cli_avatar_height(const vrm_Model* model, double* out_height) {
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    *out_height = 0.0;
    if (vrm_model_bone_count(model) == 0 || vrm_model_gltf(model)->mesh_count == 0) return VRM_OK;
    vrm_Result result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) {
        vrm_AvatarId avatar = vrm_sim_add(sim, rig);
        vrm_sim_step(sim, 0.0f);
        result = vrm_avatar_is_valid(sim, avatar) ? measure(model, rig, sim, avatar, out_height)
                                                  : VRM_ERR_MEMORY;
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    return result == VRM_ERR_MEMORY ? result : VRM_OK; /* anything else leaves it unknown */
}
