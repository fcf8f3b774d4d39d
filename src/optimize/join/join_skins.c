/* SPDX-License-Identifier: MIT */
/* One skin for several meshes: the union of their joints. Meshes may lie in different spaces: the
 * bind matrices of shared joints say how one space lies in the other, and vertices are moved then.
 * A rigid mesh is one whose only joint is its node, with the identity as bind matrix. */
#include "optimize/join/join_meshes.h"

#include "model/model.h"

#include <math.h>
#include <string.h>

/* Numbers that differ by less are equal: exporters compute bind matrices for each mesh anew. */
#define TOLERANCE 1e-5f
/* How far a map may be from turning and scaling evenly. */
#define EVEN 1e-3f

/* JOINTS_0 has 16 bits. */
#define JOINTS_MAX 65535

/* Ancestors among which a joint is searched. */
#define NEAR_ANCESTORS 64

/* The joints of a source. */
typedef struct Joints {
    const int32_t* nodes;
    vrm_Affine* binds;
    int32_t count;
} Joints;

/* ---- Maps ---- */

static bool is_near(const vrm_Affine* a, const vrm_Affine* b) {
    for (int r = 0; r < 3; r++) {
        const float x[4] = {a->rows[r].x, a->rows[r].y, a->rows[r].z, a->rows[r].w};
        const float y[4] = {b->rows[r].x, b->rows[r].y, b->rows[r].z, b->rows[r].w};
        for (int c = 0; c < 4; c++) {
            float size = fmaxf(1.0f, fmaxf(fabsf(x[c]), fabsf(y[c])));
            if (!(fabsf(x[c] - y[c]) <= TOLERANCE * size)) return false;
        }
    }
    return true;
}

/* Turns and scales evenly: normals stay normals, and nothing is mirrored. */
static bool is_even(const vrm_Affine* map) {
    vrm_Vec3 axes[3];
    float length = vrmi_vec3_length(vrmi_affine_column(map, 0));
    if (!vrmi_affine_is_finite(map) || !(length > 0.0f) || vrmi_affine_determinant(map) <= 0.0f)
        return false;
    for (int c = 0; c < 3; c++) {
        axes[c] = vrmi_affine_column(map, c);
        if (fabsf(vrmi_vec3_length(axes[c]) - length) > EVEN * length) return false;
    }
    float limit = EVEN * length * length;
    return fabsf(vrmi_vec3_dot(axes[0], axes[1])) <= limit &&
           fabsf(vrmi_vec3_dot(axes[1], axes[2])) <= limit &&
           fabsf(vrmi_vec3_dot(axes[2], axes[0])) <= limit;
}

/* ---- Joints of a source ---- */

static bool read_joints(vrmi_MeshJoin* join, const vrmi_MeshSource* source, Joints* out) {
    vrmi_Optimization* optimization = join->optimization;
    const vrm_Skin* skin = source->skin >= 0 ? &join->gltf->skins[source->skin] : NULL;
    out->count = skin != NULL ? skin->joint_count : 1;
    out->nodes = skin != NULL ? skin->joints : &source->node;
    size_t count = (size_t)out->count;
    if (count == 0 || count > JOINTS_MAX || !vrmi_vertex_work_take(&join->work, count, 128))
        return false;
    out->binds = vrmi_optimization_alloc(optimization, count, sizeof *out->binds);
    if (out->binds == NULL) return false;
    out->binds[0] = vrmi_affine_identity();
    if (skin == NULL) return true;
    vrm_Mat4* matrices = vrmi_optimization_alloc(optimization, count, sizeof *matrices);
    if (matrices == NULL ||
        vrm_model_inverse_binds(optimization->model, source->skin, matrices, out->count) != VRM_OK)
        return false;
    for (size_t i = 0; i < count; i++) out->binds[i] = vrmi_affine_from_mat4(&matrices[i]);
    return true;
}

/* Whether all joints are below the root of the group. */
static bool has_same_root(const vrmi_MeshJoin* join, const Joints* joints) {
    int32_t root = join->joint_count > 0 ? join->roots[join->joints[0]] : -1;
    for (int32_t i = 0; i < joints->count; i++) {
        if (joints->nodes[i] < 0) return false;
        if (root < 0) root = join->roots[joints->nodes[i]];
        if (join->roots[joints->nodes[i]] != root) return false;
    }
    return true;
}

/* ---- Where a mesh is ---- */

static int32_t joint_of(const vrmi_MeshJoin* join, int32_t node) {
    return join->joint_of[node] - 1;
}

/* A joint of the group that moves like the node at rest: the nearest above it, or the first. */
static int32_t joint_near(const vrmi_MeshJoin* join, int32_t node) {
    for (int i = 0; i < NEAR_ANCESTORS && node >= 0; i++, node = join->gltf->nodes[node].parent)
        if (joint_of(join, node) >= 0) return joint_of(join, node);
    return 0;
}

/* The space of the joined mesh, as the joint has it at rest. */
static vrm_Affine space_of(const vrmi_MeshJoin* join, int32_t joint) {
    return vrmi_affine_mul(&join->rest[join->joints[joint]], &join->binds[joint]);
}

/* Computes the map from the space of the source's mesh to the space of the group: by a shared
 * joint, or by the rest pose. False if a matrix has no inverse. */
static bool find_place(const vrmi_MeshJoin* join, const Joints* joints, vrm_Affine* out) {
    vrm_Affine to_group, from_mesh;
    *out = vrmi_affine_identity();
    for (int32_t i = 0; i < joints->count; i++) {
        int32_t shared = joint_of(join, joints->nodes[i]);
        if (shared < 0) continue;
        if (!vrmi_model_invert(&join->binds[shared], &to_group)) return false;
        *out = vrmi_affine_mul(&to_group, &joints->binds[i]);
        return true;
    }
    vrm_Affine space = vrmi_affine_identity();
    if (join->joint_count > 0) space = space_of(join, joint_near(join, joints->nodes[0]));
    if (!vrmi_model_invert(&space, &to_group)) return false;
    from_mesh = vrmi_affine_mul(&join->rest[joints->nodes[0]], &joints->binds[0]);
    *out = vrmi_affine_mul(&to_group, &from_mesh);
    return true;
}

/* Whether the joints that both have agree about the place. */
static bool agree(const vrmi_MeshJoin* join, const Joints* joints, const vrm_Affine* place) {
    for (int32_t i = 0; i < joints->count; i++) {
        int32_t shared = joint_of(join, joints->nodes[i]);
        if (shared < 0) continue;
        vrm_Affine bind = vrmi_affine_mul(&join->binds[shared], place);
        if (!is_near(&bind, &joints->binds[i])) return false;
    }
    return true;
}

/* Finds the transform that moves the vertices of a mesh into the joined skin; the identity if it is
 * nearly that. Returns false if there is none that the mesh allows. */
static bool choose_place(vrmi_MeshJoin* join, const vrmi_MeshSource* source, const Joints* joints,
                         vrmi_SkinMap* out) {
    const vrm_Affine identity = vrmi_affine_identity();
    bool begins_skin = join->joint_count == 0 && source->skin >= 0;
    out->place = identity;
    if (!begins_skin && !find_place(join, joints, &out->place)) return false;
    if (is_near(&out->place, &identity)) out->place = identity;
    out->is_moved = memcmp(&out->place, &identity, sizeof identity) != 0;
    return agree(join, joints, &out->place) &&
           (!out->is_moved || (is_even(&out->place) &&
                               vrmi_join_can_move(join->gltf, &join->gltf->meshes[source->mesh])));
}

/* ---- The joined skin ---- */

static bool reserve(vrmi_MeshJoin* join, size_t count) {
    if (count > JOINTS_MAX) return false;
    if (count <= join->joint_capacity) return true;
    size_t capacity = count * 2;
    int32_t* joints = vrmi_optimization_alloc(join->optimization, capacity, sizeof *joints);
    vrm_Affine* binds = vrmi_optimization_alloc(join->optimization, capacity, sizeof *binds);
    if (joints == NULL || binds == NULL) return false;
    if (join->joint_count > 0) {
        memcpy(joints, join->joints, join->joint_count * sizeof *joints);
        memcpy(binds, join->binds, join->joint_count * sizeof *binds);
    }
    join->joints = joints;
    join->binds = binds;
    join->joint_capacity = capacity;
    return true;
}

static void mark_above(vrmi_MeshJoin* join, int32_t node) {
    int32_t above = join->gltf->nodes[node].parent;
    for (; above >= 0 && !join->is_above[above]; above = join->gltf->nodes[above].parent)
        join->is_above[above] = 1;
}

/* 0.x compares bind matrices with nodes, joint by joint: one that came between others could
 * contradict them. */
static bool comes_between(const vrmi_MeshJoin* join, const Joints* joints) {
    vrm_Dialect dialect = join->optimization->model->dialect;
    if (dialect != VRM_DIALECT_0 || join->joint_count == 0) return false;
    for (int32_t i = 0; i < joints->count; i++)
        if (joint_of(join, joints->nodes[i]) < 0 && join->is_above[joints->nodes[i]]) return true;
    return false;
}

/* 0.x knows bind matrices that translate, no others. */
static bool may_bind(const vrmi_MeshJoin* join, const vrm_Affine* bind) {
    vrm_Affine still = vrmi_affine_identity();
    for (int r = 0; r < 3; r++) still.rows[r].w = bind->rows[r].w;
    return join->optimization->model->dialect != VRM_DIALECT_0 || is_near(bind, &still);
}

static bool add_joints(vrmi_MeshJoin* join, const Joints* joints, vrmi_SkinMap* map) {
    size_t count = (size_t)joints->count;
    uint32_t* numbers = vrmi_optimization_alloc(join->optimization, count, sizeof *numbers);
    vrm_Affine back = vrmi_affine_identity();
    bool is_same = true;
    if (numbers == NULL || !reserve(join, join->joint_count + count) ||
        (map->is_moved && !vrmi_model_invert(&map->place, &back)))
        return false;
    for (size_t i = 0; i < count && map->is_moved; i++) {
        joints->binds[i] = vrmi_affine_mul(&joints->binds[i], &back);
        if (!vrmi_affine_is_finite(&joints->binds[i]) || !may_bind(join, &joints->binds[i]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        int32_t node = joints->nodes[i];
        if (joint_of(join, node) < 0) {
            join->binds[join->joint_count] = joints->binds[i];
            join->joints[join->joint_count++] = node;
            join->joint_of[node] = (int32_t)join->joint_count;
            mark_above(join, node);
        }
        numbers[i] = (uint32_t)joint_of(join, node);
        is_same = is_same && numbers[i] == i;
    }
    map->joint_map = is_same ? NULL : numbers;
    return true;
}

static bool has_twins(vrmi_MeshJoin* join, const Joints* joints) {
    bool has = false;
    for (int32_t i = 0; i < joints->count; i++) {
        int32_t* mark = &join->twin_marks[joints->nodes[i]];
        has = has || *mark == join->twin_mark;
        *mark = join->twin_mark;
    }
    join->twin_mark++;
    return has;
}

/* Missing bind matrices of a 0.x skin are the identity. If they were written, readers would ignore
 * those that contradict the nodes, so such a skin is not joined. */
static bool lacks_binds(const vrmi_MeshJoin* join, const vrmi_MeshSource* source) {
    return join->optimization->model->dialect == VRM_DIALECT_0 && source->skin >= 0 &&
           join->gltf->skins[source->skin].inverse_bind_matrices < 0;
}

bool vrmi_join_skin(vrmi_MeshJoin* join, vrmi_MeshSource* source) {
    vrmi_SkinMap own = {0}, *map = source->skin >= 0 ? &join->maps[source->skin] : &own;
    Joints joints;
    if (map->group != join->group) {
        vrmi_SkinMap made = {.group = join->group};
        bool is_bare = lacks_binds(join, source);
        if (join->joint_count > 0 && (is_bare || join->lacks_binds)) return false;
        if (!read_joints(join, source, &joints) || !has_same_root(join, &joints) ||
            has_twins(join, &joints) || comes_between(join, &joints) ||
            !choose_place(join, source, &joints, &made) || !add_joints(join, &joints, &made))
            return false;
        *map = made;
        join->lacks_binds = is_bare;
    } else if (map->is_moved &&
               !vrmi_join_can_move(join->gltf, &join->gltf->meshes[source->mesh])) {
        return false;
    }
    source->place = map->place;
    source->is_moved = map->is_moved;
    source->joint_map = map->joint_map;
    return true;
}

void vrmi_join_forget_skin(vrmi_MeshJoin* join) {
    for (size_t i = 0; i < join->joint_count; i++) join->joint_of[join->joints[i]] = 0;
    memset(join->is_above, 0, (size_t)join->gltf->node_count);
    join->joint_count = join->joint_capacity = 0;
    join->lacks_binds = false;
}

/* ---- Writing ---- */

static int32_t write_binds(vrmi_MeshJoin* join) {
    int32_t accessor = -1;
    vrm_Mat4* matrices =
        vrmi_optimization_alloc(join->optimization, join->joint_count, sizeof *matrices);
    if (matrices == NULL) return -1;
    for (size_t i = 0; i < join->joint_count; i++)
        matrices[i] = vrmi_mat4_from_affine(&join->binds[i]);
    vrmi_edit_fail(join->edit, vrm_edit_add_floats(join->edit, VRM_ACCESSOR_MAT4, matrices->m,
                                                   join->joint_count, 0, false, &accessor));
    return accessor;
}

int32_t vrmi_join_write_skin(vrmi_MeshJoin* join) {
    int32_t skin = join->host->skin;
    if (skin >= 0 && join->joint_count == (size_t)join->gltf->skins[skin].joint_count) return skin;
    int32_t binds = write_binds(join);
    vrm_JsonBuilder* b = vrmi_edit_text(join->edit);
    vrm_json_begin_object(b);
    if (skin >= 0 && join->gltf->skins[skin].name[0] != '\0')
        vrmi_put_string(b, "name", join->gltf->skins[skin].name);
    vrmi_put_integer(b, "inverseBindMatrices", binds);
    vrmi_open_array(b, "joints");
    for (size_t i = 0; i < join->joint_count; i++) vrm_json_put_integer(b, join->joints[i]);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    return join->edit->result == VRM_OK ? vrmi_edit_append(join->edit, "skins") : -1;
}
