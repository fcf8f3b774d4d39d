/* SPDX-License-Identifier: MIT */
/* The height of the avatar's lowest vertex at rest: the soles should be at Y = 0. Skinned vertices
 * are measured where their joints put them, not where they are stored. */
#include "validate/vrm/vrm_rules.h"

/* The tolerance for a shoe's sole, as a part of the height of the hips; and at least this many
 * metres. */
#define TOLERANCE_OF_HIPS 0.10f
#define TOLERANCE_MIN     0.02f

typedef struct Ground {
    vrmi_VrmCheck* check;
    float lowest;
    bool has_vertices;
    uint64_t budget; /* numbers that may still be read: a file may show one mesh a million times */
} Ground;

/* Enough to read everything in a file several times. */
#define BUDGET_PER_BYTE 8

static void lower(Ground* ground, float y) {
    if (!vrmi_is_finite(y)) return;
    if (!ground->has_vertices || y < ground->lowest) ground->lowest = y;
    ground->has_vertices = true;
}

/* The floats of an accessor of that width; NULL when it cannot be read. The caller releases
 * them. */
static float* read_numbers(Ground* ground, int32_t index, uint64_t count, int32_t width) {
    const vrm_Gltf* gltf = ground->check->gltf;
    if (index < 0) return NULL;
    const vrm_Accessor* accessor = &gltf->accessors[index];
    if (!accessor->is_readable || accessor->buffer_view < 0 || accessor->count != count ||
        vrm_accessor_components(accessor->type) != width)
        return NULL;
    size_t numbers;
    if (!vrmi_mul((size_t)count, (size_t)width, &numbers) || numbers > ground->budget) return NULL;
    ground->budget -= numbers;
    const vrm_Allocator* allocator = &ground->check->context->def.allocator;
    float* out = vrmi_alloc_zeroed(allocator, numbers, sizeof *out);
    if (out == NULL) {
        ground->check->context->result = VRM_ERR_MEMORY;
        return NULL;
    }
    if (vrm_accessor_read_floats(gltf, index, out, numbers) == VRM_OK) return out;
    vrmi_release(allocator, out, numbers * sizeof *out);
    return NULL;
}

static void release_numbers(Ground* ground, float* numbers, uint64_t count, int32_t width) {
    vrmi_release(&ground->check->context->def.allocator, numbers,
                 (size_t)count * (size_t)width * sizeof *numbers);
}

/* The row of joint matrices that gives Y, for each joint of the skin; NULL when there is none. */
static const vrm_Vec4* palette_rows(Ground* ground, int32_t index) {
    vrmi_VrmCheck* check = ground->check;
    const vrm_Skin* skin = &check->gltf->skins[index];
    size_t count = (size_t)skin->joint_count;
    vrm_Vec4* rows = vrmi_vrm_alloc(check, count, sizeof *rows);
    vrm_Mat4* binds = vrmi_vrm_alloc(check, count, sizeof *binds);
    if (rows == NULL || binds == NULL ||
        vrm_model_inverse_binds(check->model, index, binds, skin->joint_count) != VRM_OK)
        return NULL;
    for (int32_t i = 0; i < skin->joint_count; i++) {
        vrm_Affine bind = vrmi_affine_from_mat4(&binds[i]);
        int32_t joint = skin->joints[i];
        vrm_Affine world = joint >= 0 ? check->rest[joint] : vrmi_affine_identity();
        rows[i] = vrmi_affine_mul(&world, &bind).rows[1];
    }
    return rows;
}

static float row_point(vrm_Vec4 row, const float* p) {
    return row.x * p[0] + row.y * p[1] + row.z * p[2] + row.w;
}

static void look_at_skinned(Ground* ground, const vrm_Primitive* primitive, const float* positions,
                            uint64_t count, const vrm_Vec4* rows, int32_t joint_count) {
    float* joints =
        read_numbers(ground, vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0), count, 4);
    float* weights =
        read_numbers(ground, vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0), count, 4);
    for (uint64_t v = 0; joints != NULL && weights != NULL && v < count; v++) {
        float y = 0, total = 0;
        for (int k = 0; k < 4; k++) {
            float joint = joints[v * 4 + (uint64_t)k], weight = weights[v * 4 + (uint64_t)k];
            if (!(weight > 0) || !(joint >= 0 && joint < (float)joint_count)) continue;
            y += weight * row_point(rows[(int32_t)joint], &positions[v * 3]);
            total += weight;
        }
        if (total > 0.5f) lower(ground, y / total);
    }
    if (joints != NULL) release_numbers(ground, joints, count, 4);
    if (weights != NULL) release_numbers(ground, weights, count, 4);
}

static void look_at_node(Ground* ground, int32_t index, const vrm_Vec4* const* palettes) {
    const vrm_Gltf* gltf = ground->check->gltf;
    const vrm_Node* node = &gltf->nodes[index];
    const vrm_Mesh* mesh = &gltf->meshes[node->mesh];
    int32_t last = -1; /* primitives often share their vertices */
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        const vrm_Primitive* primitive = &mesh->primitives[p];
        int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
        if (accessor < 0 || accessor == last) continue;
        last = accessor;
        uint64_t count = gltf->accessors[accessor].count;
        float* positions = read_numbers(ground, accessor, count, 3);
        if (positions == NULL) continue;
        if (node->skin >= 0 && palettes[node->skin] != NULL) {
            look_at_skinned(ground, primitive, positions, count, palettes[node->skin],
                            gltf->skins[node->skin].joint_count);
        } else {
            for (uint64_t v = 0; v < count; v++)
                lower(ground, row_point(ground->check->rest[index].rows[1], &positions[v * 3]));
        }
        release_numbers(ground, positions, count, 3);
    }
}

void vrmi_check_ground(vrmi_VrmCheck* check) {
    int32_t hips = vrmi_vrm_bone(check, VRM_BONE_HIPS);
    if (check->dialect == VRM_DIALECT_NONE || hips < 0 || check->context->def.skip_data) return;
    const vrm_Gltf* gltf = check->gltf;
    Ground ground = {.check = check,
                     .budget = check->context->document->byte_count * BUDGET_PER_BYTE};
    const vrm_Vec4** palettes = vrmi_vrm_alloc(check, (size_t)gltf->skin_count, sizeof *palettes);
    if (palettes == NULL && gltf->skin_count > 0) return;
    for (int32_t i = 0; i < gltf->skin_count; i++) palettes[i] = palette_rows(&ground, i);
    for (int32_t i = 0; i < gltf->node_count && check->context->result == VRM_OK; i++) {
        if (gltf->nodes[i].mesh < 0) continue;
        look_at_node(&ground, i, palettes);
    }
    if (!ground.has_vertices) return;
    float tolerance = fabsf(vrmi_vrm_position(check, hips).y) * TOLERANCE_OF_HIPS;
    if (tolerance < TOLERANCE_MIN) tolerance = TOLERANCE_MIN;
    if (fabsf(ground.lowest) > tolerance)
        VRMI_REPORT(check, TPOSE_NOT_ON_GROUND, vrmi_vrm_bone_place(check, VRM_BONE_HIPS),
                    "The lowest vertex is at Y = %.2f m; the soles should be at 0. Move the model.",
                    (double)ground.lowest);
}
