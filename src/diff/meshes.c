/* SPDX-License-Identifier: MIT */
/* What nodes show. Vertices are compared where they stand at rest, in model space and in order, so
 * that rotations and scales that were baked into a mesh do not count. */
#include "diff/diff.h"

#include <math.h>
#include <string.h>

enum { SETS_MAX = 4 }; /* JOINTS_n, TEXCOORD_n */

/* The vertices of a primitive of one side, with the map that each goes through. */
typedef struct Vertices {
    const vrm_Gltf* gltf;
    const vrm_Primitive* primitive;
    size_t count;
    vrm_Affine single;   /* the map of all, or ... */
    vrm_Affine* maps;    /* ... one for each: a skin's; NULL: `single` */
    vrm_Vec3* influence; /* for skins: what its joints add up to, see weigh() */
} Vertices;

/* ---- Reading ---- */

static const vrm_Affine* palette_of(vrm_Diff* diff, int s, int32_t skin) {
    vrmi_DiffSide* side = &diff->sides[s];
    const vrm_Skin* list = &side->gltf->skins[skin];
    size_t count = (size_t)list->joint_count;
    if (side->palettes[skin] != NULL) return side->palettes[skin];
    vrm_Affine* palette = vrmi_diff_scratch(diff, count, sizeof *palette);
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    vrm_Mat4* binds = vrmi_diff_scratch(diff, count, sizeof *binds);
    if (!vrmi_diff_work(diff, (uint64_t)count * 16)) return NULL;
    bool has_binds = vrm_model_inverse_binds(side->model, skin, binds, list->joint_count) == VRM_OK;
    for (size_t j = 0; j < count; j++) {
        int32_t node = list->joints[j];
        vrm_Affine bind = has_binds ? vrmi_affine_from_mat4(&binds[j]) : vrmi_affine_identity();
        palette[j] = node >= 0 ? vrmi_affine_mul(&side->rest[node], &bind) : bind;
    }
    vrmi_arena_rewind(&diff->scratch, mark);
    side->palettes[skin] = palette;
    return palette;
}

/* As many floats as the accessor has, or NULL when it is not there, not readable, or not of this
 * shape. */
static float* read_floats(vrm_Diff* diff, const Vertices* vertices, int32_t accessor,
                          vrm_AccessorType type, int components) {
    if (accessor < 0) return NULL;
    const vrm_Accessor* info = &vertices->gltf->accessors[accessor];
    size_t total = vertices->count * (size_t)components;
    if (info->count != vertices->count || info->type != type || !info->is_readable) return NULL;
    if (!vrmi_diff_work(diff, total)) return NULL;
    float* out = vrmi_diff_scratch(diff, total, sizeof *out);
    if (out == NULL) return NULL;
    return vrm_accessor_read_floats(vertices->gltf, accessor, out, total) == VRM_OK ? out : NULL;
}

/* A pseudo-random direction for each joint, by the id of its node: sums of weighted directions are
 * equal when the weights are, whatever the order of joints. */
static vrm_Vec3 direction_of(int32_t id) {
    uint32_t h = (uint32_t)id * 2654435761u + 12345u;
    float v[3];
    for (int i = 0; i < 3; i++) {
        h = (h ^ h >> 15) * 2246822519u + 374761393u;
        v[i] = (float)(h >> 8) / 8388608.0f - 1.0f;
    }
    return (vrm_Vec3){v[0], v[1], v[2]};
}

static void add_weighted(vrm_Affine* sum, const vrm_Affine* map, float weight) {
    for (int row = 0; row < 3; row++) {
        sum->rows[row].x += weight * map->rows[row].x;
        sum->rows[row].y += weight * map->rows[row].y;
        sum->rows[row].z += weight * map->rows[row].z;
        sum->rows[row].w += weight * map->rows[row].w;
    }
}

/* Blends the maps of one set of joints. False when the primitive does not have the set. */
static bool weigh(vrm_Diff* diff, int s, Vertices* vertices, int32_t skin, int32_t set,
                  float* sums) {
    const vrm_Skin* list = &vertices->gltf->skins[skin];
    const vrm_Affine* palette = palette_of(diff, s, skin);
    float* joints = read_floats(
        diff, vertices, vrm_primitive_attribute(vertices->primitive, VRM_SEMANTIC_JOINTS, set),
        VRM_ACCESSOR_VEC4, 4);
    float* weights = read_floats(
        diff, vertices, vrm_primitive_attribute(vertices->primitive, VRM_SEMANTIC_WEIGHTS, set),
        VRM_ACCESSOR_VEC4, 4);
    if (palette == NULL || joints == NULL || weights == NULL) return false;
    for (size_t i = 0; i < vertices->count * 4; i++) {
        float weight = weights[i];
        if (!(weight > 0.0f) || !(joints[i] >= 0.0f) || joints[i] >= (float)list->joint_count)
            continue;
        int32_t joint = (int32_t)joints[i];
        add_weighted(&vertices->maps[i / 4], &palette[joint], weight);
        int32_t id = vrmi_diff_node_id(diff, s, list->joints[joint]);
        vertices->influence[i / 4] =
            vrmi_vec3_add(vertices->influence[i / 4], vrmi_vec3_scale(direction_of(id), weight));
        sums[i / 4] += weight;
    }
    return true;
}

static void divide(vrm_Affine* map, float sum) {
    vrm_Affine whole = *map;
    *map = (vrm_Affine){0};
    add_weighted(map, &whole, 1.0f / sum);
}

static void prepare_skin(vrm_Diff* diff, int s, Vertices* vertices, int32_t skin) {
    vertices->maps = vrmi_diff_scratch(diff, vertices->count, sizeof *vertices->maps);
    vertices->influence = vrmi_diff_scratch(diff, vertices->count, sizeof *vertices->influence);
    float* sums = vrmi_diff_scratch(diff, vertices->count, sizeof *sums);
    if (diff->result != VRM_OK) return;
    for (int32_t set = 0; set < SETS_MAX; set++)
        if (!weigh(diff, s, vertices, skin, set, sums)) break;
    for (size_t v = 0; v < vertices->count; v++)
        if (sums[v] > 0.0f) divide(&vertices->maps[v], sums[v]);
}

static Vertices prepare(vrm_Diff* diff, int s, const vrm_Node* node, int32_t index,
                        const vrm_Primitive* primitive) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    Vertices out = {.gltf = gltf,
                    .primitive = primitive,
                    .count = position >= 0 ? (size_t)gltf->accessors[position].count : 0,
                    .single = diff->sides[s].rest[index]};
    if (node->skin >= 0 && gltf->skins[node->skin].joint_count > 0 &&
        vrmi_diff_work(diff, (uint64_t)out.count * 12))
        prepare_skin(diff, s, &out, node->skin);
    return out;
}

/* ---- Comparing ---- */

static const vrm_Affine* map_of(const Vertices* vertices, size_t v) {
    return vertices->maps != NULL ? &vertices->maps[v] : &vertices->single;
}

static vrm_Vec3 at(const float* values, size_t v) {
    return (vrm_Vec3){values[v * 3], values[v * 3 + 1], values[v * 3 + 2]};
}

/* Normals go through the cofactors: what is at right angles stays so. */
static vrm_Vec3 map_normal(const vrm_Affine* map, vrm_Vec3 n) {
    vrm_Vec3 x = vrmi_affine_column(map, 0), y = vrmi_affine_column(map, 1);
    vrm_Vec3 z = vrmi_affine_column(map, 2);
    vrm_Vec3 sum = vrmi_vec3_scale(vrmi_vec3_cross(y, z), n.x);
    sum = vrmi_vec3_add(sum, vrmi_vec3_scale(vrmi_vec3_cross(z, x), n.y));
    sum = vrmi_vec3_add(sum, vrmi_vec3_scale(vrmi_vec3_cross(x, y), n.z));
    if (vrmi_affine_determinant(map) < 0.0f) sum = vrmi_vec3_negate(sum);
    return vrmi_vec3_normalize(sum);
}

typedef enum Kind { POINTS, MOVES, NORMALS } Kind;

static vrm_Vec3 mapped(const Vertices* vertices, Kind kind, const float* values, size_t v) {
    const vrm_Affine* map = map_of(vertices, v);
    if (kind == POINTS) return vrmi_affine_point(map, at(values, v));
    return kind == MOVES ? vrmi_affine_vector(map, at(values, v)) : map_normal(map, at(values, v));
}

static void add_count(const vrmi_Place* place, const char* member, size_t count, size_t total,
                      float farthest, const char* unit) {
    char text[VRMI_DIFF_TEXT_ROOM];
    vrmi_diff_numbers_text(&farthest, 1, text);
    vrmi_diff_changed(place, member, "",
                      vrmi_diff_format(place->diff, "%zu of %zu differ, by at most %s%s", count,
                                       total, text, unit));
}

/* Vectors of the accessors of both sides. One that only one side has is a difference. */
static void compare_vectors(const vrmi_Place* place, const char* member, Kind kind,
                            const Vertices* a, const Vertices* b, int32_t before, int32_t after) {
    vrm_Diff* diff = place->diff;
    size_t count = 0;
    float farthest = 0.0f;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    const float* x = read_floats(diff, a, before, VRM_ACCESSOR_VEC3, 3);
    const float* y = read_floats(diff, b, after, VRM_ACCESSOR_VEC3, 3);
    float limit = kind == NORMALS ? diff->def.angle / 57.29578f + 2e-3f : diff->def.distance;
    if (diff->result == VRM_OK && (x != NULL) != (y != NULL))
        vrmi_diff_flag(place, member, x != NULL, y != NULL);
    for (size_t v = 0; x != NULL && y != NULL && v < a->count; v++) {
        vrm_Vec3 from = mapped(a, kind, x, v), to = mapped(b, kind, y, v);
        float room = fmaxf(limit, fmaxf(vrmi_vec3_reach(from), vrmi_vec3_reach(to)) * 2e-6f);
        if (memcmp(&from, &to, sizeof from) == 0) continue;
        float far = vrmi_vec3_distance(from, to);
        if (far <= room) continue;
        count++;
        farthest = fmaxf(farthest, far);
    }
    if (count > 0) add_count(place, member, count, a->count, farthest, kind == NORMALS ? "" : " m");
    vrmi_arena_rewind(&diff->scratch, mark);
}

static void compare_coordinates(const vrmi_Place* place, const Vertices* a, const Vertices* b,
                                int32_t set) {
    vrm_Diff* diff = place->diff;
    size_t count = 0;
    float farthest = 0.0f;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    const float* x =
        read_floats(diff, a, vrm_primitive_attribute(a->primitive, VRM_SEMANTIC_TEXCOORD, set),
                    VRM_ACCESSOR_VEC2, 2);
    const float* y =
        read_floats(diff, b, vrm_primitive_attribute(b->primitive, VRM_SEMANTIC_TEXCOORD, set),
                    VRM_ACCESSOR_VEC2, 2);
    const char* member = vrmi_diff_format(diff, "texture coordinates %d", (int)set);
    if (diff->result == VRM_OK && (x != NULL) != (y != NULL))
        vrmi_diff_flag(place, member, x != NULL, y != NULL);
    for (size_t v = 0; x != NULL && y != NULL && v < a->count; v++) {
        bool is_same = vrmi_diff_same_value(diff, x[v * 2], y[v * 2]) &&
                       vrmi_diff_same_value(diff, x[v * 2 + 1], y[v * 2 + 1]);
        if (is_same) continue;
        count++;
        farthest =
            fmaxf(farthest, fmaxf(fabsf(x[v * 2] - y[v * 2]), fabsf(x[v * 2 + 1] - y[v * 2 + 1])));
    }
    if (count > 0) add_count(place, member, count, a->count, farthest, "");
    vrmi_arena_rewind(&diff->scratch, mark);
}

static void compare_weights(const vrmi_Place* place, const Vertices* a, const Vertices* b) {
    size_t count = 0;
    float farthest = 0.0f;
    vrmi_diff_flag(place, "skin", a->influence != NULL, b->influence != NULL);
    if (a->influence == NULL || b->influence == NULL) return;
    float limit = fmaxf(place->diff->def.value, 1e-4f) * 2.0f;
    for (size_t v = 0; v < a->count; v++) {
        float far = vrmi_vec3_distance(a->influence[v], b->influence[v]);
        if (far <= limit) continue;
        count++;
        farthest = fmaxf(farthest, far);
    }
    if (count > 0)
        vrmi_diff_changed(
            place, "weights", "",
            vrmi_diff_format(place->diff, "%zu of %zu vertices differ", count, a->count));
}

static void compare_vertices(const vrmi_Place* place, const Vertices* a, const Vertices* b) {
    vrm_Diff* diff = place->diff;
    compare_vectors(place, "positions", POINTS, a, b,
                    vrm_primitive_attribute(a->primitive, VRM_SEMANTIC_POSITION, 0),
                    vrm_primitive_attribute(b->primitive, VRM_SEMANTIC_POSITION, 0));
    compare_vectors(place, "normals", NORMALS, a, b,
                    vrm_primitive_attribute(a->primitive, VRM_SEMANTIC_NORMAL, 0),
                    vrm_primitive_attribute(b->primitive, VRM_SEMANTIC_NORMAL, 0));
    for (int32_t set = 0; set < SETS_MAX; set++) compare_coordinates(place, a, b, set);
    compare_weights(place, a, b);
    /* A target without data costs its name and a look. */
    for (int32_t t = 0; t < a->primitive->target_count && vrmi_diff_work(diff, 256); t++)
        compare_vectors(
            place, vrmi_diff_format(diff, "morph target %d", (int)t), MOVES, a, b,
            vrm_morph_target_attribute(&a->primitive->targets[t], VRM_SEMANTIC_POSITION),
            vrm_morph_target_attribute(&b->primitive->targets[t], VRM_SEMANTIC_POSITION));
}

static uint64_t index_count(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    return primitive->indices >= 0 ? gltf->accessors[primitive->indices].count : 0;
}

static uint32_t* read_indices(vrm_Diff* diff, int s, const vrm_Primitive* primitive) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    uint64_t count = index_count(gltf, primitive);
    if (count == 0 || !gltf->accessors[primitive->indices].is_readable ||
        !vrmi_diff_work(diff, count))
        return NULL;
    uint32_t* out = vrmi_diff_scratch(diff, (size_t)count, sizeof *out);
    if (out == NULL ||
        vrm_accessor_read_u32(gltf, primitive->indices, out, (size_t)count) != VRM_OK)
        return NULL;
    return out;
}

/* The corners of triangles are compared as they are: in order. */
static void compare_indices(const vrmi_Place* place, const vrm_Primitive* a,
                            const vrm_Primitive* b) {
    vrm_Diff* diff = place->diff;
    uint64_t count = index_count(diff->sides[0].gltf, a);
    if (count != index_count(diff->sides[1].gltf, b)) return; /* counted already */
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    uint32_t *x = read_indices(diff, 0, a), *y = read_indices(diff, 1, b);
    if (diff->result == VRM_OK && x != NULL && y != NULL &&
        memcmp(x, y, (size_t)count * sizeof *x) != 0)
        vrmi_diff_changed(place, "triangles", "", "other corners");
    vrmi_arena_rewind(&diff->scratch, mark);
}

static bool has_same_accessors(const vrm_Attribute* a, int32_t count_a, const vrm_Attribute* b,
                               int32_t count_b) {
    bool is_same = count_a == count_b;
    for (int32_t i = 0; is_same && i < count_a; i++) is_same = a[i].accessor == b[i].accessor;
    return is_same;
}

/* Whether a primitive shows the vertices of the one before it: materials of one surface often do.
 */
static bool repeats(const vrm_Mesh* mesh, int32_t at_primitive) {
    if (at_primitive == 0) return false;
    const vrm_Primitive* a = &mesh->primitives[at_primitive - 1];
    const vrm_Primitive* b = &mesh->primitives[at_primitive];
    bool is_same =
        a->target_count == b->target_count &&
        has_same_accessors(a->attributes, a->attribute_count, b->attributes, b->attribute_count);
    for (int32_t t = 0; is_same && t < a->target_count; t++)
        is_same = has_same_accessors(a->targets[t].attributes, a->targets[t].attribute_count,
                                     b->targets[t].attributes, b->targets[t].attribute_count);
    return is_same;
}

static void compare_primitive(vrm_Diff* diff, const char* subject, int32_t at_primitive, int32_t a,
                              int32_t b) {
    const vrm_Gltf *before = diff->sides[0].gltf, *after = diff->sides[1].gltf;
    const vrm_Node *node_a = &before->nodes[a], *node_b = &after->nodes[b];
    const vrm_Mesh *mesh_a = &before->meshes[node_a->mesh], *mesh_b = &after->meshes[node_b->mesh];
    const vrm_Primitive* x = &mesh_a->primitives[at_primitive];
    const vrm_Primitive* y = &mesh_b->primitives[at_primitive];
    vrmi_Place place = {diff, subject, NULL};
    if (mesh_a->primitive_count > 1)
        place.prefix = vrmi_diff_format(diff, "primitive %d ", (int)at_primitive);
    int32_t material_a = x->material >= 0 ? diff->sides[0].material_id[x->material] : -1;
    int32_t material_b = y->material >= 0 ? diff->sides[1].material_id[y->material] : -1;
    if (material_a != material_b)
        vrmi_diff_changed(&place, "material",
                          vrmi_diff_material_name(diff, VRMI_BEFORE, x->material),
                          vrmi_diff_material_name(diff, VRMI_AFTER, y->material));
    bool is_compared = repeats(mesh_a, at_primitive) && repeats(mesh_b, at_primitive);
    vrmi_diff_count_of(&place, "mode", x->mode, y->mode);
    vrmi_diff_count_of(&place, "indices", (int64_t)index_count(before, x),
                       (int64_t)index_count(after, y));
    compare_indices(&place, x, y);
    if (is_compared || diff->result != VRM_OK) return;
    Vertices from = prepare(diff, VRMI_BEFORE, node_a, a, x);
    Vertices to = prepare(diff, VRMI_AFTER, node_b, b, y);
    if (diff->result != VRM_OK) return;
    vrmi_diff_count_of(&place, "vertices", (int64_t)from.count, (int64_t)to.count);
    vrmi_diff_count_of(&place, "morph targets", x->target_count, y->target_count);
    if (from.count == to.count && x->target_count == y->target_count)
        compare_vertices(&place, &from, &to);
}

static void compare_pair(vrm_Diff* diff, int32_t a, int32_t b) {
    int32_t mesh_a = diff->sides[0].gltf->nodes[a].mesh,
            mesh_b = diff->sides[1].gltf->nodes[b].mesh;
    if (mesh_a < 0 && mesh_b < 0) return;
    const char* subject = vrmi_diff_node_name(diff, VRMI_BEFORE, a);
    if (mesh_a < 0 || mesh_b < 0) {
        vrmi_diff_only(diff, mesh_a < 0 ? VRMI_AFTER : VRMI_BEFORE, subject, "");
        return;
    }
    int32_t count_a = diff->sides[0].gltf->meshes[mesh_a].primitive_count;
    int32_t count_b = diff->sides[1].gltf->meshes[mesh_b].primitive_count;
    vrmi_diff_count_of(&(vrmi_Place){diff, subject, NULL}, "primitives", count_a, count_b);
    for (int32_t i = 0; count_a == count_b && i < count_a && diff->result == VRM_OK; i++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        vrmi_diff_work(diff, 16);
        compare_primitive(diff, subject, i, a, b);
        vrmi_arena_rewind(&diff->scratch, mark);
    }
}

/* Palettes outlive the marks of single primitives: they are made first. */
static void make_palettes(vrm_Diff* diff) {
    for (int s = 0; s < VRMI_SIDES; s++)
        for (int32_t i = 0; i < diff->sides[s].gltf->skin_count && diff->result == VRM_OK; i++)
            palette_of(diff, s, i);
}

void vrmi_diff_meshes(vrm_Diff* diff) {
    const vrmi_DiffSide* a = &diff->sides[0];
    make_palettes(diff);
    for (int32_t i = 0; i < a->gltf->node_count && diff->result == VRM_OK; i++)
        if (a->node_match[i] >= 0) compare_pair(diff, i, a->node_match[i]);
}
