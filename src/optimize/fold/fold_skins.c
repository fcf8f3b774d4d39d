/* SPDX-License-Identifier: MIT */
#include "optimize/fold/fold.h"

#include "gltf/accessor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERTEX_DATA = 34962, MOST_SETS = 4 };

/* ---- Reading ---- */

static bool is_plain(const vrmi_Fold* fold, vrm_JsonRef object) {
    const vrm_Json* json = fold->gltf->json;
    return vrm_json_member(json, object, "extensions") == VRM_JSON_MISSING &&
           vrm_json_member(json, object, "extras") == VRM_JSON_MISSING;
}

/* There nodes count, and bind matrices only where they agree with them. */
static bool is_old(const vrmi_Fold* fold) {
    vrm_Dialect dialect = fold->optimization->model->dialect;
    return dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_DRAFT;
}

static bool can_read_skin(const vrmi_Fold* fold, const vrm_Skin* skin) {
    const vrm_Gltf* gltf = fold->gltf;
    const vrm_Mat4* const* rest_binds = fold->optimization->model->avatar->rest_binds;
    if (!is_plain(fold, skin->json)) return false;
    /* Matrices that contradict the nodes of a 0.x file do not count. */
    if (rest_binds != NULL && rest_binds[skin - gltf->skins] != NULL) return false;
    for (int32_t j = 0; j < skin->joint_count; j++)
        if (skin->joints[j] < 0) return false;
    /* There the matrices that a skin lacks are the identity, but written out the nodes would count
     * instead of them. */
    if (skin->inverse_bind_matrices < 0) return !is_old(fold);
    const vrm_Accessor* binds = &gltf->accessors[skin->inverse_bind_matrices];
    return binds->is_readable && binds->type == VRM_ACCESSOR_MAT4 &&
           binds->component_type == VRM_COMPONENT_FLOAT &&
           binds->count >= (uint64_t)skin->joint_count;
}

static bool are_joints(const vrm_Accessor* accessor) {
    return accessor->is_readable && accessor->type == VRM_ACCESSOR_VEC4 &&
           !accessor->is_normalized &&
           (accessor->component_type == VRM_COMPONENT_UNSIGNED_BYTE ||
            accessor->component_type == VRM_COMPONENT_UNSIGNED_SHORT);
}

static bool are_weights(const vrm_Accessor* accessor) {
    bool is_integer = accessor->component_type == VRM_COMPONENT_UNSIGNED_BYTE ||
                      accessor->component_type == VRM_COMPONENT_UNSIGNED_SHORT;
    return accessor->is_readable && accessor->type == VRM_ACCESSOR_VEC4 &&
           (accessor->component_type == VRM_COMPONENT_FLOAT ||
            (is_integer && accessor->is_normalized));
}

/* The number of sets of four joints of a vertex; -1: invalid. */
static int32_t count_sets(const vrmi_Fold* fold, const vrm_Primitive* primitive) {
    const vrm_Gltf* gltf = fold->gltf;
    int32_t sets = 0, found = 0;
    if (vrm_json_member(gltf->json, primitive->json, "extensions") != VRM_JSON_MISSING) return -1;
    for (; sets < MOST_SETS; sets++) {
        int32_t joints = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, sets);
        int32_t weights = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, sets);
        if (joints < 0 && weights < 0) break;
        if (joints < 0 || weights < 0 || !are_joints(&gltf->accessors[joints]) ||
            !are_weights(&gltf->accessors[weights]) ||
            gltf->accessors[joints].count != gltf->accessors[weights].count)
            return -1;
        int32_t first = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0);
        if (gltf->accessors[joints].count != gltf->accessors[first].count ||
            gltf->accessors[weights].component_type !=
                gltf->accessors[vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0)]
                    .component_type)
            return -1;
    }
    for (int32_t i = 0; i < primitive->attribute_count; i++) {
        uint8_t semantic = primitive->attributes[i].semantic;
        found += semantic == VRM_SEMANTIC_JOINTS || semantic == VRM_SEMANTIC_WEIGHTS;
    }
    return found == 2 * sets ? sets : -1;
}

/* ---- Vertices of skins ---- */

static int compare_vertices(const vrmi_FoldVertices* a, const vrmi_FoldVertices* b) {
    if (a->skin != b->skin) return a->skin < b->skin ? -1 : 1;
    if (a->sets != b->sets) return a->sets < b->sets ? -1 : 1;
    for (int32_t k = 0; k < a->sets; k++)
        for (int s = 0; s < 2; s++) {
            vrm_Semantic semantic = s == 0 ? VRM_SEMANTIC_JOINTS : VRM_SEMANTIC_WEIGHTS;
            int32_t x = vrm_primitive_attribute(a->primitive, semantic, k);
            int32_t y = vrm_primitive_attribute(b->primitive, semantic, k);
            if (x != y) return x < y ? -1 : 1;
        }
    return 0;
}

static int by_accessors(const void* a, const void* b) {
    const vrmi_FoldVertices *x = a, *y = b;
    int order = compare_vertices(x, y);
    if (order != 0) return order;
    return (uintptr_t)x->primitive < (uintptr_t)y->primitive ? -1 : 1;
}

static bool is_repeated(const vrmi_Fold* fold, size_t i) {
    return i > 0 && compare_vertices(&fold->vertices[i - 1], &fold->vertices[i]) == 0;
}

/* A mesh that two skins deform cannot follow both. */
static int32_t* skins_of_meshes(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    int32_t* skins =
        vrmi_optimization_alloc(fold->optimization, (size_t)gltf->mesh_count + 1, sizeof *skins);
    if (skins == NULL) return NULL;
    for (int32_t m = 0; m < gltf->mesh_count; m++) skins[m] = -1;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t mesh = gltf->nodes[i].mesh, skin = gltf->nodes[i].skin;
        if (mesh < 0 || skin < 0) continue;
        if (skins[mesh] >= 0 && skins[mesh] != skin)
            fold->is_locked[skins[mesh]] = fold->is_locked[skin] = 1;
        skins[mesh] = skin;
    }
    return skins;
}

static bool list_vertices(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    size_t count = 0;
    int32_t* skins = skins_of_meshes(fold);
    for (int32_t m = 0; m < gltf->mesh_count; m++) count += (size_t)gltf->meshes[m].primitive_count;
    fold->vertices = vrmi_optimization_alloc(fold->optimization, count + 1, sizeof *fold->vertices);
    if (skins == NULL || fold->vertices == NULL) return false;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count && skins[m] >= 0; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            int32_t sets = count_sets(fold, primitive);
            if (sets < 0) fold->is_locked[skins[m]] = 1;
            if (sets > 0)
                fold->vertices[fold->vertices_count++] =
                    (vrmi_FoldVertices){primitive, skins[m], sets};
        }
    qsort(fold->vertices, fold->vertices_count, sizeof *fold->vertices, by_accessors);
    return true;
}

/* Accessors that many primitives name in other combinations are read as often: a file that is made
 * for that stays as it is. */
static bool is_affordable(const vrmi_Fold* fold) {
    uint64_t left = fold->optimization->file_bytes * 8 + 4194304;
    for (size_t i = 0; i < fold->vertices_count; i++) {
        const vrmi_FoldVertices* at = &fold->vertices[i];
        int32_t joints = vrm_primitive_attribute(at->primitive, VRM_SEMANTIC_JOINTS, 0);
        uint64_t numbers = fold->gltf->accessors[joints].count * 8 * (uint64_t)at->sets;
        if (is_repeated(fold, i)) continue;
        if (numbers > left) return false;
        left -= numbers;
    }
    return true;
}

/* Numbers of all sets of a vertex, one set after the other, in memory of the pass. */
typedef struct Weights {
    uint32_t* joints; /* 4 * sets for each vertex */
    uint8_t* weights; /* as they are stored */
    size_t count;     /* vertices */
    size_t width;     /* joints of a vertex */
    uint32_t size;    /* bytes of a weight */
} Weights;

static bool read_set(vrmi_Fold* fold, const vrmi_FoldVertices* at, int32_t set, Weights* out) {
    const vrm_Gltf* gltf = fold->gltf;
    vrmi_Arena* arena = &fold->optimization->arena;
    int32_t joints = vrm_primitive_attribute(at->primitive, VRM_SEMANTIC_JOINTS, set);
    int32_t weights = vrm_primitive_attribute(at->primitive, VRM_SEMANTIC_WEIGHTS, set);
    vrmi_ArenaMark mark = vrmi_arena_mark(arena);
    uint32_t* four = vrmi_optimization_alloc(fold->optimization, out->count * 4 + 1, sizeof *four);
    uint8_t* bytes = vrmi_optimization_alloc(fold->optimization, out->count * 4 + 1, out->size);
    bool is_read = four != NULL && bytes != NULL &&
                   vrm_accessor_read_u32(gltf, joints, four, out->count * 4) == VRM_OK &&
                   vrmi_accessor_copy(gltf, weights, (size_t)out->size * 4, bytes);
    for (size_t v = 0; v < out->count && is_read; v++) {
        size_t to = v * out->width + (size_t)set * 4;
        memcpy(out->joints + to, four + v * 4, 4 * sizeof *four);
        memcpy(out->weights + to * out->size, bytes + v * 4 * out->size, (size_t)out->size * 4);
    }
    vrmi_arena_rewind(arena, mark);
    return is_read;
}

static bool read_weights(vrmi_Fold* fold, const vrmi_FoldVertices* at, Weights* out) {
    const vrm_Accessor* joints =
        &fold->gltf->accessors[vrm_primitive_attribute(at->primitive, VRM_SEMANTIC_JOINTS, 0)];
    const vrm_Accessor* weights =
        &fold->gltf->accessors[vrm_primitive_attribute(at->primitive, VRM_SEMANTIC_WEIGHTS, 0)];
    *out = (Weights){.count = (size_t)joints->count,
                     .width = (size_t)at->sets * 4,
                     .size = vrmi_component_size((vrm_ComponentType)weights->component_type)};
    size_t total;
    if (!vrmi_mul(out->count, out->width, &total) || total > SIZE_MAX / 8) return false;
    out->joints = vrmi_optimization_alloc(fold->optimization, total + 1, sizeof *out->joints);
    out->weights = vrmi_optimization_alloc(fold->optimization, total + 1, out->size);
    if (out->joints == NULL || out->weights == NULL) return false;
    for (int32_t set = 0; set < at->sets; set++)
        if (!read_set(fold, at, set, out)) return false;
    return true;
}

static bool is_zero(const uint8_t* weight, uint32_t size) {
    float number;
    if (size != sizeof number) return weight[0] == 0 && (size == 1 || weight[1] == 0);
    memcpy(&number, weight, sizeof number);
    return number == 0.0f;
}

static void mark_used(vrmi_Fold* fold, const vrmi_FoldVertices* at) {
    const vrm_Skin* skin = &fold->gltf->skins[at->skin];
    vrmi_ArenaMark mark = vrmi_arena_mark(&fold->optimization->arena);
    Weights weights;
    bool is_sound = read_weights(fold, at, &weights);
    for (size_t i = 0; is_sound && i < weights.count * weights.width; i++) {
        uint32_t joint = weights.joints[i];
        is_sound = joint < (uint32_t)skin->joint_count;
        if (!is_sound || is_zero(weights.weights + i * weights.size, weights.size)) continue;
        fold->is_used[fold->first[at->skin] + joint] = 1;
    }
    if (!is_sound) fold->is_locked[at->skin] = 1;
    vrmi_arena_rewind(&fold->optimization->arena, mark);
}

bool vrmi_fold_read_skins(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    vrmi_Optimization* optimization = fold->optimization;
    size_t joints = 0, skins = (size_t)gltf->skin_count + 1;
    fold->is_locked = vrmi_optimization_alloc(optimization, skins, 1);
    fold->first = vrmi_optimization_alloc(optimization, skins, sizeof *fold->first);
    if (fold->is_locked == NULL || fold->first == NULL || !list_vertices(fold)) return false;
    for (int32_t s = 0; s < gltf->skin_count; s++) {
        fold->first[s] = joints;
        joints += (size_t)gltf->skins[s].joint_count;
        if (!can_read_skin(fold, &gltf->skins[s])) fold->is_locked[s] = 1;
    }
    fold->is_used = vrmi_optimization_alloc(optimization, joints + 1, 1);
    if (fold->is_used == NULL || !is_affordable(fold)) return false;
    for (size_t i = 0; i < fold->vertices_count; i++)
        if (!is_repeated(fold, i) && !fold->is_locked[fold->vertices[i].skin])
            mark_used(fold, &fold->vertices[i]);
    for (int32_t s = 0; s < gltf->skin_count; s++)
        for (int32_t j = 0; j < gltf->skins[s].joint_count; j++) {
            int32_t node = gltf->skins[s].joints[j];
            if (node < 0) continue;
            fold->is_joint[node] = 1;
            if (fold->is_used[fold->first[s] + (size_t)j]) fold->is_weighted[node] = 1;
            if (fold->is_locked[s]) fold->is_needed[node] = fold->is_unfoldable[node] = 1;
        }
    return optimization->edit->result == VRM_OK;
}

/* ---- Matrices ---- */

static float* read_binds(vrmi_Fold* fold, const vrm_Skin* skin) {
    size_t count = (size_t)skin->joint_count;
    size_t room = count;
    if (skin->inverse_bind_matrices >= 0)
        room = (size_t)fold->gltf->accessors[skin->inverse_bind_matrices].count;
    float* out = vrmi_optimization_alloc(fold->optimization, room * 16 + 1, sizeof *out);
    if (out == NULL) return NULL;
    if (skin->inverse_bind_matrices >= 0)
        vrmi_edit_fail(
            fold->optimization->edit,
            vrm_accessor_read_floats(fold->gltf, skin->inverse_bind_matrices, out, room * 16));
    for (size_t j = 0; j < count && skin->inverse_bind_matrices < 0; j++)
        for (size_t k = 0; k < 16; k += 5) out[j * 16 + k] = 1.0f;
    return out;
}

static vrmi_FoldMatrix bind_of(const float* binds, int32_t joint) {
    vrmi_FoldMatrix out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = (double)binds[joint * 16 + 4 * c + r];
    return out;
}

static double largest(const vrmi_FoldMatrix* matrix, int first, int last) {
    double most = 0.0;
    for (int r = 0; r < 3; r++)
        for (int c = first; c <= last; c++)
            if (fabs(matrix->m[r][c]) > most) most = fabs(matrix->m[r][c]);
    return most;
}

/* How far the joints are from the origin of the mesh, in its space. */
static double size_of(const vrm_Skin* skin, const float* binds) {
    double size = 0.0;
    for (int32_t j = 0; j < skin->joint_count; j++) {
        vrmi_FoldMatrix bind = bind_of(binds, j);
        double scale = largest(&bind, 0, 2);
        if (scale > 0.0 && largest(&bind, 3, 3) / scale > size) size = largest(&bind, 3, 3) / scale;
    }
    return size;
}

static bool are_same(const vrmi_FoldMatrix* a, const vrmi_FoldMatrix* b, double size,
                     double tolerance) {
    vrmi_FoldMatrix apart;
    double scale = largest(a, 0, 2) * tolerance;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) apart.m[r][c] = a->m[r][c] - b->m[r][c];
    return largest(&apart, 0, 2) <= scale && largest(&apart, 3, 3) <= scale * size;
}

/* The matrices of homes: of the skin, or of the first joint that gets there. */
typedef struct Homes {
    vrmi_FoldMatrix* binds; /* of each node */
    uint8_t* has_bind;
} Homes;

static vrmi_FoldMatrix bind_at_home(const vrmi_Fold* fold, const float* binds, int32_t joint,
                                    int32_t node) {
    vrmi_FoldMatrix bind = bind_of(binds, joint);
    return vrmi_fold_mul(&fold->rel[node], &bind);
}

static void compare_skin(vrmi_Fold* fold, const Homes* homes, int32_t index) {
    const vrm_Skin* skin = &fold->gltf->skins[index];
    const float* binds = read_binds(fold, skin);
    if (binds == NULL || fold->optimization->edit->result != VRM_OK) return;
    double size = size_of(skin, binds);
    for (int32_t j = skin->joint_count; j > 0; j--) {
        int32_t node = skin->joints[j - 1];
        if (!fold->is_needed[node]) continue;
        homes->binds[node] = bind_of(binds, j - 1);
        homes->has_bind[node] = 1;
    }
    for (int32_t j = 0; j < skin->joint_count; j++) {
        int32_t node = skin->joints[j], home = fold->home[node];
        if (fold->is_needed[node] || !fold->is_used[fold->first[index] + (size_t)j]) continue;
        vrmi_FoldMatrix bind = bind_at_home(fold, binds, j, node);
        if (!homes->has_bind[home]) homes->binds[home] = bind;
        homes->has_bind[home] = 1;
        if (!are_same(&homes->binds[home], &bind, size, fold->tolerance))
            fold->is_unfoldable[node] = 1;
    }
    for (int32_t j = 0; j < skin->joint_count; j++)
        homes->has_bind[skin->joints[j]] = homes->has_bind[fold->home[skin->joints[j]]] = 0;
}

void vrmi_fold_compare_binds(vrmi_Fold* fold) {
    size_t nodes = (size_t)fold->gltf->node_count + 1;
    Homes homes = {vrmi_optimization_alloc(fold->optimization, nodes, sizeof *homes.binds),
                   vrmi_optimization_alloc(fold->optimization, nodes, 1)};
    for (int32_t s = 0; s < fold->gltf->skin_count; s++) {
        if (fold->optimization->edit->result != VRM_OK) return;
        if (fold->is_locked[s]) continue;
        vrmi_ArenaMark mark = vrmi_arena_mark(&fold->optimization->arena);
        compare_skin(fold, &homes, s);
        vrmi_arena_rewind(&fold->optimization->arena, mark);
    }
}

/* ---- Writing ---- */

/* A skin without the joints that leave. */
typedef struct NewSkin {
    int32_t* joints;
    float* binds;
    uint32_t* new_index; /* of each old joint */
    int32_t count;
} NewSkin;

static void add_joint(NewSkin* skin, int32_t node, const vrmi_FoldMatrix* bind) {
    float* to = skin->binds + (size_t)skin->count * 16;
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) to[4 * c + r] = (float)bind->m[r][c];
        to[4 * c + 3] = c == 3 ? 1.0f : 0.0f;
    }
    skin->joints[skin->count++] = node;
}

/* `places`, of each node: its new number plus 1; zeros before and after. */
static void number_joints(vrmi_Fold* fold, int32_t index, const float* binds, uint32_t* places,
                          NewSkin* out) {
    const vrm_Skin* skin = &fold->gltf->skins[index];
    for (int32_t j = 0; j < skin->joint_count; j++) {
        int32_t node = skin->joints[j];
        if (fold->leaves_skins[node]) continue;
        memcpy(out->binds + (size_t)out->count * 16, binds + (size_t)j * 16, 16 * sizeof *binds);
        out->new_index[j] = (uint32_t)out->count;
        if (places[node] == 0) places[node] = (uint32_t)out->count + 1;
        out->joints[out->count++] = node;
    }
    for (int32_t j = 0; j < skin->joint_count; j++) {
        int32_t node = skin->joints[j], home = fold->home[node];
        if (!fold->is_folded[node] || !fold->is_used[fold->first[index] + (size_t)j]) continue;
        if (places[home] == 0) {
            vrmi_FoldMatrix bind = bind_at_home(fold, binds, j, node);
            places[home] = (uint32_t)out->count + 1;
            add_joint(out, home, &bind);
        }
        out->new_index[j] = places[home] - 1;
    }
    for (int32_t j = 0; j < out->count; j++) places[out->joints[j]] = 0;
}

static bool changes(const vrmi_Fold* fold, int32_t skin) {
    for (int32_t j = 0; j < fold->gltf->skins[skin].joint_count; j++)
        if (fold->leaves_skins[fold->gltf->skins[skin].joints[j]]) return true;
    return false;
}

static bool make_skin(vrmi_Fold* fold, int32_t index, uint32_t* places, NewSkin* out) {
    vrmi_Optimization* optimization = fold->optimization;
    const vrm_Skin* skin = &fold->gltf->skins[index];
    size_t count = (size_t)skin->joint_count + 1;
    const float* binds = read_binds(fold, skin);
    *out = (NewSkin){vrmi_optimization_alloc(optimization, count, sizeof *out->joints),
                     vrmi_optimization_alloc(optimization, count * 16, sizeof *out->binds),
                     vrmi_optimization_alloc(optimization, count, sizeof *out->new_index), 0};
    if (binds == NULL || places == NULL || optimization->edit->result != VRM_OK) return false;
    number_joints(fold, index, binds, places, out);
    return true;
}

/* How many nodes may go between two joints. */
enum { FAR_ANCESTORS = 256 };

/* Compares a joint with the nearest one above it in the tree without the nodes that go. */
static bool agrees_above(const vrmi_Fold* fold, const NewSkin* skin, const uint32_t* places,
                         int32_t joint) {
    const vrm_Gltf* gltf = fold->gltf;
    int32_t node = skin->joints[joint], above = gltf->nodes[node].parent;
    int near = 0;
    for (int far = 0; above >= 0 && places[above] == 0; above = gltf->nodes[above].parent) {
        if (!fold->is_removed[above] && ++near >= VRMI_NEAR_ANCESTORS) return true;
        if (++far >= FAR_ANCESTORS) return false;
    }
    if (above < 0) return true;
    vrm_Mat4 own, other;
    memcpy(&own, skin->binds + (size_t)joint * 16, sizeof own);
    memcpy(&other, skin->binds + (size_t)(places[above] - 1) * 16, sizeof other);
    return vrmi_binds_agree(gltf, above, node, &other, &own);
}

static bool keeps_binds_of(vrmi_Fold* fold, int32_t index, uint32_t* places) {
    NewSkin skin;
    bool agrees = true;
    if (!make_skin(fold, index, places, &skin)) return false;
    for (int32_t j = 0; j < skin.count; j++) places[skin.joints[j]] = (uint32_t)j + 1;
    for (int32_t j = 0; j < skin.count && agrees; j++)
        agrees = agrees_above(fold, &skin, places, j);
    for (int32_t j = 0; j < skin.count; j++) places[skin.joints[j]] = 0;
    return agrees;
}

bool vrmi_fold_keeps_binds(vrmi_Fold* fold) {
    vrmi_Optimization* optimization = fold->optimization;
    size_t nodes = (size_t)fold->gltf->node_count + 1;
    bool agree = true;
    if (!is_old(fold)) return true;
    uint32_t* places = vrmi_optimization_alloc(optimization, nodes, sizeof *places);
    for (int32_t s = 0; s < fold->gltf->skin_count && agree; s++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
        if (!fold->is_locked[s] && changes(fold, s)) agree = keeps_binds_of(fold, s, places);
        vrmi_arena_rewind(&optimization->arena, mark);
    }
    return agree;
}

static void put_skin(vrmi_Fold* fold, int32_t index, const NewSkin* skin) {
    vrm_Edit* edit = fold->optimization->edit;
    vrm_JsonRef object = fold->gltf->skins[index].json;
    int32_t accessor = -1;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (int32_t j = 0; j < skin->count; j++) vrm_json_put_integer(b, skin->joints[j]);
    vrm_json_end_array(b);
    vrmi_edit_put(edit, object, "joints");
    vrmi_edit_fail(edit, vrm_edit_add_floats(edit, VRM_ACCESSOR_MAT4, skin->binds,
                                             (size_t)skin->count, 0, false, &accessor));
    vrmi_edit_integer(edit, object, "inverseBindMatrices", accessor);
}

/* Adds a weight to another of the same vertex; false when the sum cannot be stored. */
static bool add_weight(uint8_t* to, const uint8_t* from, uint32_t size) {
    if (size == 4) {
        float a, b;
        memcpy(&a, to, sizeof a);
        memcpy(&b, from, sizeof b);
        a += b;
        memcpy(to, &a, sizeof a);
        return true;
    }
    uint16_t a = to[0], b = from[0];
    if (size == 2) {
        memcpy(&a, to, sizeof a);
        memcpy(&b, from, sizeof b);
    }
    if ((uint32_t)a + b > (size == 2 ? UINT16_MAX : UINT8_MAX)) return false;
    a = (uint16_t)(a + b);
    if (size == 2) memcpy(to, &a, sizeof a);
    if (size == 1) to[0] = (uint8_t)a;
    return true;
}

/* Renumbers the joints of a vertex and sums weights of equal joints; unused entries become joint 0
 * with weight 0. True if a weight changed. */
static bool fold_vertex(const Weights* weights, size_t vertex, const uint32_t* new_index) {
    uint32_t* joints = weights->joints + vertex * weights->width;
    uint8_t* bytes = weights->weights + vertex * weights->width * weights->size;
    bool has_changed = false;
    for (size_t i = 0; i < weights->width; i++) {
        uint8_t* weight = bytes + i * weights->size;
        bool is_empty = is_zero(weight, weights->size);
        joints[i] = is_empty ? 0 : new_index[joints[i]];
        for (size_t k = 0; k < i && !is_empty; k++) {
            uint8_t* other = bytes + k * weights->size;
            if (joints[k] != joints[i] || is_zero(other, weights->size) ||
                !add_weight(other, weight, weights->size))
                continue;
            memset(weight, 0, weights->size);
            joints[i] = 0;
            is_empty = has_changed = true;
        }
    }
    return has_changed;
}

static int32_t put_accessor(vrmi_Fold* fold, const void* bytes, size_t count, uint32_t size,
                            int component, bool is_normalized) {
    vrm_Edit* edit = fold->optimization->edit;
    int32_t view = vrmi_edit_append_view(edit, bytes, count * 4 * size, VERTEX_DATA, 0);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "bufferView", view);
    vrmi_put_integer(b, "componentType", component);
    vrmi_put_integer(b, "count", (int64_t)count);
    if (is_normalized) vrmi_put_bool(b, "normalized", true);
    vrmi_put_string(b, "type", "VEC4");
    vrm_json_end_object(b);
    return vrmi_edit_append(edit, "accessors");
}

enum { NEW_JOINTS, NEW_WEIGHTS, NEW_KINDS };

/* The numbers of one set as they are stored. */
static void* take_set(vrmi_Fold* fold, const Weights* weights, int32_t set, int kind,
                      uint32_t size) {
    uint8_t* out = vrmi_optimization_alloc(fold->optimization, weights->count * 4 + 1, size);
    for (size_t v = 0; v < weights->count && out != NULL; v++) {
        size_t from = v * weights->width + (size_t)set * 4, to = v * 4;
        if (kind == NEW_WEIGHTS) {
            memcpy(out + to * size, weights->weights + from * size, (size_t)size * 4);
            continue;
        }
        for (size_t k = 0; k < 4; k++) {
            uint16_t joint = (uint16_t)weights->joints[from + k];
            if (size == 2) memcpy(out + (to + k) * 2, &joint, sizeof joint);
            if (size == 1) out[to + k] = (uint8_t)joint;
        }
    }
    return out;
}

static int32_t put_set(vrmi_Fold* fold, const Weights* weights, int32_t old, int32_t set,
                       int kind) {
    const vrm_Accessor* accessor = &fold->gltf->accessors[old];
    uint32_t size = vrmi_component_size((vrm_ComponentType)accessor->component_type);
    vrmi_ArenaMark mark = vrmi_arena_mark(&fold->optimization->arena);
    const void* bytes = take_set(fold, weights, set, kind, size);
    int32_t added = bytes != NULL ? put_accessor(fold, bytes, weights->count, size,
                                                 accessor->component_type, accessor->is_normalized)
                                  : -1;
    vrmi_arena_rewind(&fold->optimization->arena, mark);
    return added;
}

/* Writes new accessors. The old ones may belong to other skins too; if not, prune.c removes them.
 */
static void write_vertices(vrmi_Fold* fold, size_t i, const uint32_t* new_index,
                           int32_t added[MOST_SETS][NEW_KINDS]) {
    const vrmi_FoldVertices* at = &fold->vertices[i];
    vrmi_ArenaMark mark = vrmi_arena_mark(&fold->optimization->arena);
    Weights weights;
    bool has_changed = false;
    if (!read_weights(fold, at, &weights)) {
        vrmi_edit_fail(fold->optimization->edit, VRM_ERR_MEMORY);
        return;
    }
    for (size_t v = 0; v < weights.count; v++) has_changed |= fold_vertex(&weights, v, new_index);
    for (int32_t set = 0; set < at->sets; set++) {
        int32_t joints = vrm_primitive_attribute(at->primitive, VRM_SEMANTIC_JOINTS, set);
        int32_t old = vrm_primitive_attribute(at->primitive, VRM_SEMANTIC_WEIGHTS, set);
        added[set][NEW_JOINTS] = put_set(fold, &weights, joints, set, NEW_JOINTS);
        added[set][NEW_WEIGHTS] =
            has_changed ? put_set(fold, &weights, old, set, NEW_WEIGHTS) : old;
    }
    vrmi_arena_rewind(&fold->optimization->arena, mark);
}

static void put_attributes(vrmi_Fold* fold, const vrmi_FoldVertices* at,
                           int32_t added[MOST_SETS][NEW_KINDS]) {
    static const char* const names[MOST_SETS][NEW_KINDS] = {{"JOINTS_0", "WEIGHTS_0"},
                                                            {"JOINTS_1", "WEIGHTS_1"},
                                                            {"JOINTS_2", "WEIGHTS_2"},
                                                            {"JOINTS_3", "WEIGHTS_3"}};
    vrm_Edit* edit = fold->optimization->edit;
    vrm_JsonRef attributes = vrm_json_member(edit->json, at->primitive->json, "attributes");
    for (int32_t set = 0; set < at->sets; set++)
        for (int kind = 0; kind < NEW_KINDS; kind++)
            vrmi_edit_integer(edit, attributes, names[set][kind], added[set][kind]);
}

static void write_skin(vrmi_Fold* fold, int32_t index, uint32_t* places, size_t* next) {
    vrmi_Optimization* optimization = fold->optimization;
    int32_t added[MOST_SETS][NEW_KINDS];
    NewSkin out;
    if (!make_skin(fold, index, places, &out)) return;
    put_skin(fold, index, &out);
    for (; *next < fold->vertices_count && fold->vertices[*next].skin == index; (*next)++) {
        if (!is_repeated(fold, *next)) write_vertices(fold, *next, out.new_index, added);
        if (optimization->edit->result != VRM_OK) return;
        put_attributes(fold, &fold->vertices[*next], added);
    }
}

void vrmi_fold_write_skins(vrmi_Fold* fold) {
    vrmi_Optimization* optimization = fold->optimization;
    uint32_t* places =
        vrmi_optimization_alloc(optimization, (size_t)fold->gltf->node_count + 1, sizeof *places);
    size_t next = 0; /* of the vertices, which are sorted by skin */
    for (int32_t s = 0; s < fold->gltf->skin_count && optimization->edit->result == VRM_OK; s++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
        while (next < fold->vertices_count && fold->vertices[next].skin < s) next++;
        if (!fold->is_locked[s] && changes(fold, s)) write_skin(fold, s, places, &next);
        vrmi_arena_rewind(&optimization->arena, mark);
    }
}
