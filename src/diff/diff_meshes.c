/* SPDX-License-Identifier: MIT */
/* What nodes show. The corners of triangles are compared in order, where they stand at rest in
 * model space: neither rotations and scales that were baked into a mesh count, nor which corners
 * share a vertex, nor how vertices are numbered. */
#include "diff/diff.h"

#include <math.h>
#include <string.h>

enum { SETS_MAX = 8 }; /* JOINTS_n (as many are drawn), TEXCOORD_n, COLOR_n */

/* The vertices of a primitive of one side, with the map that each goes through. */
typedef struct Vertices {
    const vrm_Gltf* gltf;
    const vrm_Primitive* primitive;
    size_t count;
    const uint32_t* compared; /* the vertices that are compared with those of the other side */
    size_t compared_count;
    vrm_Affine single;         /* the map of all, or ... */
    vrm_Affine* maps;          /* ... one for each: a skin's; NULL: `single` */
    vrm_Vec3* influence;       /* for skins: what its joints add up to, see weigh() */
    float *normals, *tangents; /* three and four numbers each; NULL: none */
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

static vrm_Vec3 joint_direction(const vrm_Diff* diff, int s, const vrm_Skin* skin, int32_t joint) {
    return direction_of(vrmi_diff_node_id(diff, s, skin->joints[joint]));
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
        vrm_Vec3 influence = vrmi_vec3_scale(joint_direction(diff, s, list, joint), weight);
        vertices->influence[i / 4] = vrmi_vec3_add(vertices->influence[i / 4], influence);
        sums[i / 4] += weight;
    }
    return true;
}

static void divide(vrm_Affine* map, float sum) {
    vrm_Affine whole = *map;
    *map = (vrm_Affine){0};
    add_weighted(map, &whole, 1.0f / sum);
}

/* As it is drawn (render/vertices.c): a vertex without weights hangs on the first joint. */
static void prepare_skin(vrm_Diff* diff, int s, Vertices* vertices, int32_t skin) {
    const vrm_Skin* list = &vertices->gltf->skins[skin];
    vertices->maps = vrmi_diff_scratch(diff, vertices->count, sizeof *vertices->maps);
    vertices->influence = vrmi_diff_scratch(diff, vertices->count, sizeof *vertices->influence);
    float* sums = vrmi_diff_scratch(diff, vertices->count, sizeof *sums);
    if (diff->result != VRM_OK) return;
    for (int32_t set = 0; set < SETS_MAX; set++)
        if (!weigh(diff, s, vertices, skin, set, sums)) break;
    if (diff->result != VRM_OK) return;
    for (size_t v = 0; v < vertices->count; v++) {
        if (sums[v] > 0.0f) {
            divide(&vertices->maps[v], sums[v]);
        } else {
            vertices->maps[v] = palette_of(diff, s, skin)[0];
            vertices->influence[v] = joint_direction(diff, s, list, 0);
        }
    }
}

/* Without joints of its own a primitive stands where its node does. */
static bool is_skinned(const vrm_Gltf* gltf, const vrm_Node* node, const vrm_Primitive* primitive) {
    return node->skin >= 0 && gltf->skins[node->skin].joint_count > 0 &&
           vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0) >= 0;
}

static Vertices prepare(vrm_Diff* diff, int s, const vrm_Node* node, int32_t index,
                        const vrm_Primitive* primitive) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    Vertices out = {.gltf = gltf,
                    .primitive = primitive,
                    .count = position >= 0 ? (size_t)gltf->accessors[position].count : 0,
                    .single = diff->sides[s].rest[index]};
    if (is_skinned(gltf, node, primitive) && vrmi_diff_work(diff, (uint64_t)out.count * 12))
        prepare_skin(diff, s, &out, node->skin);
    int32_t normals = vrm_primitive_attribute(primitive, VRM_SEMANTIC_NORMAL, 0);
    int32_t tangents = vrm_primitive_attribute(primitive, VRM_SEMANTIC_TANGENT, 0);
    out.normals = read_floats(diff, &out, normals, VRM_ACCESSOR_VEC3, 3);
    out.tangents = read_floats(diff, &out, tangents, VRM_ACCESSOR_VEC4, 4);
    return out;
}

/* ---- Comparing ---- */

static const vrm_Affine* map_of(const Vertices* vertices, size_t v) {
    return vertices->maps != NULL ? &vertices->maps[v] : &vertices->single;
}

/* Three numbers of a vertex that has `components` of them. */
static vrm_Vec3 at(const float* values, size_t components, size_t v) {
    const float* value = values + v * components;
    return (vrm_Vec3){value[0], value[1], value[2]};
}

/* Normals go through the cofactors: what is at right angles stays so. */
static vrm_Vec3 map_normal(const vrm_Affine* map, vrm_Vec3 n) {
    vrm_Vec3 x = vrmi_affine_column(map, 0), y = vrmi_affine_column(map, 1);
    vrm_Vec3 z = vrmi_affine_column(map, 2);
    vrm_Vec3 sum = vrmi_vec3_scale(vrmi_vec3_cross(y, z), n.x);
    sum = vrmi_vec3_add(sum, vrmi_vec3_scale(vrmi_vec3_cross(z, x), n.y));
    sum = vrmi_vec3_add(sum, vrmi_vec3_scale(vrmi_vec3_cross(x, y), n.z));
    return vrmi_affine_determinant(map) < 0.0f ? vrmi_vec3_negate(sum) : sum;
}

typedef enum Kind { POINTS, MOVES, NORMALS, TANGENTS, NORMAL_MOVES, TANGENT_MOVES } Kind;

static bool is_place(Kind kind) {
    return kind == POINTS || kind == MOVES;
}

static bool is_move(Kind kind) {
    return kind == MOVES || kind == NORMAL_MOVES || kind == TANGENT_MOVES;
}

/* What a morph target adds to a direction is measured by the length of that direction, which has no
 * meaning of its own. */
static vrm_Vec3 measured(vrm_Vec3 move, vrm_Vec3 direction) {
    float length = vrmi_vec3_length(direction);
    return length > 1e-12f ? vrmi_vec3_scale(move, 1.0f / length) : vrmi_vec3_normalize(move);
}

static vrm_Vec3 mapped(const Vertices* vertices, Kind kind, const float* values, size_t v) {
    const vrm_Affine* map = map_of(vertices, v);
    const vrm_Vec3 none = {0.0f, 0.0f, 0.0f};
    vrm_Vec3 value = at(values, kind == TANGENTS ? 4 : 3, v), base = none;
    switch (kind) {
    case POINTS: return vrmi_affine_point(map, value);
    case NORMALS: return vrmi_vec3_normalize(map_normal(map, value));
    case TANGENTS: return vrmi_vec3_normalize(vrmi_affine_vector(map, value));
    case NORMAL_MOVES:
        if (vertices->normals != NULL) base = map_normal(map, at(vertices->normals, 3, v));
        return measured(map_normal(map, value), base);
    case TANGENT_MOVES:
        if (vertices->tangents != NULL)
            base = vrmi_affine_vector(map, at(vertices->tangents, 4, v));
        return measured(vrmi_affine_vector(map, value), base);
    case MOVES: break;
    }
    return vrmi_affine_vector(map, value);
}

static void add_count(const vrmi_Place* place, const char* member, size_t count, size_t total,
                      float farthest, const char* unit) {
    char text[VRMI_DIFF_TEXT_ROOM];
    vrmi_diff_numbers_text(&farthest, 1, text);
    vrmi_diff_changed(place, member, "",
                      vrmi_diff_format(place->diff, "%zu of %zu differ, by at most %s%s", count,
                                       total, text, unit));
}

/* Values that were read from both sides. What only one side has is a difference. */
static void compare_values(const vrmi_Place* place, const char* member, Kind kind,
                           const Vertices* a, const Vertices* b, const float* x, const float* y) {
    vrm_Diff* diff = place->diff;
    size_t count = 0;
    float farthest = 0.0f;
    float limit = is_place(kind) ? diff->def.distance : diff->def.angle / 57.29578f + 2e-3f;
    if (diff->result == VRM_OK && (x != NULL) != (y != NULL))
        vrmi_diff_flag(place, member, x != NULL, y != NULL);
    for (size_t i = 0; x != NULL && y != NULL && i < a->compared_count; i++) {
        vrm_Vec3 from = mapped(a, kind, x, a->compared[i]), to = mapped(b, kind, y, b->compared[i]);
        float room = fmaxf(limit, fmaxf(vrmi_vec3_reach(from), vrmi_vec3_reach(to)) * 2e-6f);
        if (memcmp(&from, &to, sizeof from) == 0) continue;
        float far = vrmi_vec3_distance(from, to);
        if (far <= room) continue;
        count++;
        farthest = fmaxf(farthest, far);
    }
    if (count > 0)
        add_count(place, member, count, a->compared_count, farthest, is_place(kind) ? " m" : "");
}

/* A morph target that has no such values moves nothing, as one with zeros does. */
static const float* read_vectors(vrm_Diff* diff, Kind kind, const Vertices* vertices,
                                 int32_t accessor, int32_t other) {
    if (accessor < 0 && other >= 0 && is_move(kind))
        return vrmi_diff_scratch(diff, vertices->count, 3 * sizeof(float));
    return read_floats(diff, vertices, accessor, VRM_ACCESSOR_VEC3, 3);
}

static void compare_vectors(const vrmi_Place* place, const char* member, Kind kind,
                            const Vertices* a, const Vertices* b, int32_t before, int32_t after) {
    vrm_Diff* diff = place->diff;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    const float* x = read_vectors(diff, kind, a, before, after);
    const float* y = read_vectors(diff, kind, b, after, before);
    compare_values(place, member, kind, a, b, x, y);
    vrmi_arena_rewind(&diff->scratch, mark);
}

/* The side to which the bitangent points: w, and a mirror turns it. */
static float handedness(const Vertices* vertices, size_t v) {
    float sign = vrmi_affine_determinant(map_of(vertices, v)) < 0.0f ? -1.0f : 1.0f;
    return vertices->tangents[v * 4 + 3] < 0.0f ? -sign : sign;
}

static void compare_tangents(const vrmi_Place* place, const Vertices* a, const Vertices* b) {
    size_t count = 0;
    compare_values(place, "tangents", TANGENTS, a, b, a->tangents, b->tangents);
    if (a->tangents == NULL || b->tangents == NULL) return;
    for (size_t i = 0; i < a->compared_count; i++)
        count += handedness(a, a->compared[i]) != handedness(b, b->compared[i]);
    if (count > 0)
        vrmi_diff_changed(place, "bitangents", "",
                          vrmi_diff_format(place->diff, "%zu of %zu point to the other side", count,
                                           a->compared_count));
}

/* Numbers of each vertex that are compared as they are. Where a side has fewer, or none, the rest
 * is `standard`. */
typedef struct Numbers {
    const Vertices* vertices;
    const float* values;
    int components;
    float standard;
} Numbers;

static float number_at(const Numbers* numbers, size_t i, int component) {
    size_t v = numbers->vertices->compared[i];
    return numbers->values != NULL && component < numbers->components
               ? numbers->values[v * (size_t)numbers->components + (size_t)component]
               : numbers->standard;
}

static void compare_numbers(const vrmi_Place* place, const char* member, const Numbers* a,
                            const Numbers* b) {
    size_t count = 0;
    float farthest = 0.0f;
    int components = a->components > b->components ? a->components : b->components;
    size_t compared = a->vertices->compared_count;
    if (a->values == NULL && b->values == NULL) return;
    for (size_t i = 0; i < compared; i++) {
        float far = 0.0f;
        bool is_same = true;
        for (int c = 0; c < components; c++) {
            float x = number_at(a, i, c), y = number_at(b, i, c);
            is_same &= vrmi_diff_same_value(place->diff, x, y);
            far = fmaxf(far, fabsf(x - y));
        }
        if (is_same) continue;
        count++;
        farthest = fmaxf(farthest, far);
    }
    if (count > 0) add_count(place, member, count, compared, farthest, "");
}

static Numbers read_numbers(vrm_Diff* diff, const Vertices* vertices, vrm_Semantic semantic,
                            int32_t accessor, float standard) {
    Numbers out = {.vertices = vertices, .components = 2, .standard = standard};
    if (semantic == VRM_SEMANTIC_TEXCOORD) {
        out.values = read_floats(diff, vertices, accessor, VRM_ACCESSOR_VEC2, 2);
        return out;
    }
    out.components = 4;
    out.values = read_floats(diff, vertices, accessor, VRM_ACCESSOR_VEC4, 4);
    if (out.values != NULL) return out;
    out.components = 3;
    out.values = read_floats(diff, vertices, accessor, VRM_ACCESSOR_VEC3, 3);
    return out;
}

/* A vertex without a colour is white, as one with a white one is. */
static void compare_set(const vrmi_Place* place, const char* noun, vrm_Semantic semantic,
                        int32_t set, const Vertices* a, const Vertices* b) {
    vrm_Diff* diff = place->diff;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    float standard = semantic == VRM_SEMANTIC_COLOR ? 1.0f : 0.0f;
    int32_t before = vrm_primitive_attribute(a->primitive, semantic, set);
    int32_t after = vrm_primitive_attribute(b->primitive, semantic, set);
    Numbers x = read_numbers(diff, a, semantic, before, standard);
    Numbers y = read_numbers(diff, b, semantic, after, standard);
    const char* member = vrmi_diff_format(diff, "%s %d", noun, (int)set);
    bool is_alone = (x.values != NULL) != (y.values != NULL);
    if (diff->result == VRM_OK && is_alone && semantic == VRM_SEMANTIC_TEXCOORD)
        vrmi_diff_flag(place, member, x.values != NULL, y.values != NULL);
    else if (diff->result == VRM_OK)
        compare_numbers(place, member, &x, &y);
    vrmi_arena_rewind(&diff->scratch, mark);
}

static void compare_weights(const vrmi_Place* place, const Vertices* a, const Vertices* b) {
    size_t count = 0;
    float farthest = 0.0f;
    vrmi_diff_flag(place, "skin", a->influence != NULL, b->influence != NULL);
    if (a->influence == NULL || b->influence == NULL) return;
    float limit = fmaxf(place->diff->def.value, 1e-4f) * 2.0f;
    for (size_t i = 0; i < a->compared_count; i++) {
        float far = vrmi_vec3_distance(a->influence[a->compared[i]], b->influence[b->compared[i]]);
        if (far <= limit) continue;
        count++;
        farthest = fmaxf(farthest, far);
    }
    if (count > 0)
        vrmi_diff_changed(
            place, "weights", "",
            vrmi_diff_format(place->diff, "%zu of %zu vertices differ", count, a->compared_count));
}

/* What a morph target adds to a set of texture coordinates or colours. */
static void compare_target_set(const vrmi_Place* place, int32_t t, const vrm_Attribute* like,
                               const Vertices* a, const Vertices* b) {
    vrm_Diff* diff = place->diff;
    const Vertices* sides[VRMI_SIDES] = {a, b};
    const char* noun = like->semantic == VRM_SEMANTIC_COLOR ? "colours" : "texture coordinates";
    Numbers numbers[VRMI_SIDES];
    for (int s = 0; s < VRMI_SIDES; s++) {
        const vrm_MorphTarget* target = &sides[s]->primitive->targets[t];
        int32_t accessor = -1;
        for (int32_t i = 0; i < target->attribute_count; i++)
            if (target->attributes[i].semantic == like->semantic &&
                target->attributes[i].set == like->set)
                accessor = target->attributes[i].accessor;
        numbers[s] = read_numbers(diff, sides[s], (vrm_Semantic)like->semantic, accessor, 0.0f);
    }
    if (diff->result == VRM_OK)
        compare_numbers(
            place, vrmi_diff_format(diff, "morph target %d %s %d", (int)t, noun, (int)like->set),
            &numbers[0], &numbers[1]);
}

/* The sets that either side has, each once. */
static void compare_target_sets(const vrmi_Place* place, int32_t t, const Vertices* a,
                                const Vertices* b) {
    const vrm_MorphTarget* targets[] = {&a->primitive->targets[t], &b->primitive->targets[t]};
    bool is_seen[2][SETS_MAX] = {{false}};
    for (int s = 0; s < VRMI_SIDES; s++)
        for (int32_t i = 0; i < targets[s]->attribute_count && vrmi_diff_work(place->diff, 1);
             i++) {
            const vrm_Attribute* attribute = &targets[s]->attributes[i];
            bool is_color = attribute->semantic == VRM_SEMANTIC_COLOR;
            if (!is_color && attribute->semantic != VRM_SEMANTIC_TEXCOORD) continue;
            if (attribute->set >= SETS_MAX || is_seen[is_color][attribute->set]) continue;
            is_seen[is_color][attribute->set] = true;
            compare_target_set(place, t, attribute, a, b);
        }
}

static void compare_target(const vrmi_Place* place, int32_t t, const Vertices* a,
                           const Vertices* b) {
    static const struct {
        const char* suffix;
        vrm_Semantic semantic;
        Kind kind;
    } rows[] = {{"", VRM_SEMANTIC_POSITION, MOVES},
                {" normals", VRM_SEMANTIC_NORMAL, NORMAL_MOVES},
                {" tangents", VRM_SEMANTIC_TANGENT, TANGENT_MOVES}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        compare_vectors(place,
                        vrmi_diff_format(place->diff, "morph target %d%s", (int)t, rows[i].suffix),
                        rows[i].kind, a, b,
                        vrm_morph_target_attribute(&a->primitive->targets[t], rows[i].semantic),
                        vrm_morph_target_attribute(&b->primitive->targets[t], rows[i].semantic));
    compare_target_sets(place, t, a, b);
}

static void compare_vertices(const vrmi_Place* place, const Vertices* a, const Vertices* b) {
    vrm_Diff* diff = place->diff;
    compare_vectors(place, "positions", POINTS, a, b,
                    vrm_primitive_attribute(a->primitive, VRM_SEMANTIC_POSITION, 0),
                    vrm_primitive_attribute(b->primitive, VRM_SEMANTIC_POSITION, 0));
    compare_values(place, "normals", NORMALS, a, b, a->normals, b->normals);
    compare_tangents(place, a, b);
    for (int32_t set = 0; set < SETS_MAX; set++) {
        compare_set(place, "texture coordinates", VRM_SEMANTIC_TEXCOORD, set, a, b);
        compare_set(place, "colours", VRM_SEMANTIC_COLOR, set, a, b);
    }
    compare_weights(place, a, b);
    /* A target without data costs its name and a look. */
    for (int32_t t = 0; t < a->primitive->target_count && vrmi_diff_work(diff, 256); t++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        compare_target(place, t, a, b);
        vrmi_arena_rewind(&diff->scratch, mark);
    }
}

/* ---- Corners ---- */

/* Points, or corners of lines and triangles, in the order in which they are drawn. */
static uint64_t corner_count(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (primitive->indices >= 0) return gltf->accessors[primitive->indices].count;
    return positions >= 0 ? gltf->accessors[positions].count : 0;
}

/* Whether a node shows its triangles mirrored, so that their corners run the other way. Of a skin
 * the first joint stands for all. */
static bool is_mirrored(const vrm_Diff* diff, int s, int32_t index,
                        const vrm_Primitive* primitive) {
    const vrmi_DiffSide* side = &diff->sides[s];
    const vrm_Node* node = &side->gltf->nodes[index];
    const vrm_Affine* map =
        is_skinned(side->gltf, node, primitive) ? side->palettes[node->skin] : &side->rest[index];
    return vrmi_affine_determinant(map) < 0.0f;
}

static void flip_triangles(uint32_t* corners, uint64_t count) {
    for (uint64_t i = 0; i + 2 < count; i += 3) {
        uint32_t last = corners[i + 2];
        corners[i + 2] = corners[i + 1];
        corners[i + 1] = last;
    }
}

/* The vertices of the corners; NULL when they cannot be read. The way that triangles run is the way
 * that they are seen. */
static uint32_t* read_corners(vrm_Diff* diff, int s, int32_t node, const vrm_Primitive* primitive) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    uint64_t count = corner_count(gltf, primitive);
    bool is_readable = primitive->indices < 0 || gltf->accessors[primitive->indices].is_readable;
    if (count == 0 || count > UINT32_MAX || !is_readable || !vrmi_diff_work(diff, count))
        return NULL;
    uint32_t* out = vrmi_diff_scratch(diff, (size_t)count, sizeof *out);
    if (out == NULL) return NULL;
    for (uint32_t i = 0; i < count && primitive->indices < 0; i++) out[i] = i;
    if (primitive->indices >= 0 &&
        vrm_accessor_read_u32(gltf, primitive->indices, out, (size_t)count) != VRM_OK)
        return NULL;
    if (primitive->mode == 4 && is_mirrored(diff, s, node, primitive)) flip_triangles(out, count);
    return out;
}

/* A primitive of both sides. */
typedef struct Pair {
    int32_t nodes[VRMI_SIDES];
    const vrm_Primitive* primitives[VRMI_SIDES];
} Pair;

/* The vertices of both sides that are compared. Corners that share a vertex on both sides are
 * compared once. */
typedef struct Compared {
    uint32_t* vertices[VRMI_SIDES];
    size_t count, capacity;
    uint32_t*
        partner; /* of each vertex of the first side: the one that it was compared with, + 1 */
} Compared;

static void add_corner(Compared* compared, uint32_t a, uint32_t b) {
    if (compared->partner[a] == b + 1) return;
    compared->partner[a] = b + 1;
    compared->vertices[0][compared->count] = a;
    compared->vertices[1][compared->count] = b;
    compared->count++;
}

static void add_corners(const vrmi_Place* place, const Pair* pair, const Vertices* a,
                        const Vertices* b, Compared* compared) {
    vrm_Diff* diff = place->diff;
    uint64_t count = corner_count(a->gltf, pair->primitives[0]);
    if (count != corner_count(b->gltf, pair->primitives[1])) return; /* counted already */
    uint32_t* x = read_corners(diff, VRMI_BEFORE, pair->nodes[0], pair->primitives[0]);
    uint32_t* y = read_corners(diff, VRMI_AFTER, pair->nodes[1], pair->primitives[1]);
    if (diff->result != VRM_OK) return;
    vrmi_diff_flag(place, "readable corners", x != NULL, y != NULL);
    bool has_others = false;
    for (uint64_t i = 0; x != NULL && y != NULL && i < count; i++) {
        if (x[i] < a->count && y[i] < b->count)
            add_corner(compared, x[i], y[i]);
        else
            has_others |= (x[i] < a->count) != (y[i] < b->count);
    }
    if (has_others) vrmi_diff_changed(place, "triangles", "", "other corners");
}

/* Triangles of other modes than lists are not flipped. */
static void compare_sides_shown(const vrmi_Place* place, const Pair* pair) {
    const vrm_Primitive *a = pair->primitives[0], *b = pair->primitives[1];
    bool are_lists = a->mode == 4 && b->mode == 4;
    if (!are_lists && a->mode >= 4 &&
        is_mirrored(place->diff, 0, pair->nodes[0], a) !=
            is_mirrored(place->diff, 1, pair->nodes[1], b))
        vrmi_diff_changed(place, "triangles", "", "seen from the other side");
}

static bool has_same_attributes(const vrm_Attribute* a, int32_t count_a, const vrm_Attribute* b,
                                int32_t count_b) {
    bool is_same = count_a == count_b;
    for (int32_t i = 0; is_same && i < count_a; i++)
        is_same = a[i].accessor == b[i].accessor && a[i].semantic == b[i].semantic &&
                  a[i].set == b[i].set;
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
        has_same_attributes(a->attributes, a->attribute_count, b->attributes, b->attribute_count);
    for (int32_t t = 0; is_same && t < a->target_count; t++)
        is_same = has_same_attributes(a->targets[t].attributes, a->targets[t].attribute_count,
                                      b->targets[t].attributes, b->targets[t].attribute_count);
    return is_same;
}

/* What primitives say beside their vertices. */
static void compare_primitive(const vrmi_Place* place, const Pair* pair) {
    vrm_Diff* diff = place->diff;
    const vrm_Primitive *x = pair->primitives[0], *y = pair->primitives[1];
    int32_t material_a = x->material >= 0 ? diff->sides[0].material_id[x->material] : -1;
    int32_t material_b = y->material >= 0 ? diff->sides[1].material_id[y->material] : -1;
    if (material_a != material_b)
        vrmi_diff_changed(place, "material",
                          vrmi_diff_material_name(diff, VRMI_BEFORE, x->material),
                          vrmi_diff_material_name(diff, VRMI_AFTER, y->material));
    vrmi_diff_count_of(place, "mode", x->mode, y->mode);
    vrmi_diff_count_of(place, "corners", (int64_t)corner_count(diff->sides[0].gltf, x),
                       (int64_t)corner_count(diff->sides[1].gltf, y));
    vrmi_diff_count_of(place, "morph targets", x->target_count, y->target_count);
    compare_sides_shown(place, pair);
}

/* Primitives that show the same vertices, as materials of one surface often do: the vertices are
 * compared once for all of them. */
static void compare_run(const vrmi_Place* place, const Pair* pairs, int32_t count) {
    vrm_Diff* diff = place->diff;
    const Pair* first = &pairs[0];
    Vertices sides[VRMI_SIDES];
    Compared compared = {0};
    for (int32_t i = 0; i < count; i++)
        compared.capacity += (size_t)corner_count(diff->sides[0].gltf, pairs[i].primitives[0]);
    if (!vrmi_diff_work(diff, (uint64_t)compared.capacity * 2)) return;
    for (int s = 0; s < VRMI_SIDES; s++) {
        const vrm_Node* node = &diff->sides[s].gltf->nodes[first->nodes[s]];
        sides[s] = prepare(diff, s, node, first->nodes[s], first->primitives[s]);
        compared.vertices[s] = vrmi_diff_scratch(diff, compared.capacity, sizeof(uint32_t));
    }
    compared.partner = vrmi_diff_scratch(diff, sides[0].count, sizeof(uint32_t));
    if (diff->result != VRM_OK) return;
    for (int32_t i = 0; i < count && diff->result == VRM_OK; i++)
        add_corners(place, &pairs[i], &sides[0], &sides[1], &compared);
    for (int s = 0; s < VRMI_SIDES; s++) {
        sides[s].compared = compared.vertices[s];
        sides[s].compared_count = compared.count;
    }
    if (diff->result == VRM_OK &&
        first->primitives[0]->target_count == first->primitives[1]->target_count)
        compare_vertices(place, &sides[0], &sides[1]);
}

static void compare_primitives(vrm_Diff* diff, const char* subject, int32_t a, int32_t b) {
    const vrm_Mesh* meshes[VRMI_SIDES] = {
        &diff->sides[0].gltf->meshes[diff->sides[0].gltf->nodes[a].mesh],
        &diff->sides[1].gltf->meshes[diff->sides[1].gltf->nodes[b].mesh]};
    int32_t count = meshes[0]->primitive_count;
    Pair* pairs = vrmi_diff_scratch(diff, (size_t)count, sizeof *pairs);
    if (!vrmi_diff_work(diff, (uint64_t)count * 16) || pairs == NULL) return;
    for (int32_t i = 0; i < count; i++)
        pairs[i] = (Pair){{a, b}, {&meshes[0]->primitives[i], &meshes[1]->primitives[i]}};
    for (int32_t i = 0, end; i < count && diff->result == VRM_OK; i = end) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        vrmi_Place place = {diff, subject, NULL};
        for (end = i; end < count; end++) {
            if (end > i && !(repeats(meshes[0], end) && repeats(meshes[1], end))) break;
            if (count > 1) place.prefix = vrmi_diff_format(diff, "primitive %d ", (int)end);
            compare_primitive(&place, &pairs[end]);
        }
        if (count > 1) place.prefix = vrmi_diff_format(diff, "primitive %d ", (int)i);
        if (diff->result == VRM_OK) compare_run(&place, pairs + i, end - i);
        vrmi_arena_rewind(&diff->scratch, mark);
    }
}

/* ---- Morph targets at rest ---- */

static float rest_weight(const vrm_Gltf* gltf, const vrm_Node* node, int32_t target) {
    const vrm_MorphWeights* weights =
        node->weights != NULL ? node->weights : gltf->meshes[node->mesh].weights;
    return weights != NULL && target < weights->count ? weights->values[target] : 0.0f;
}

static const char* target_name(const vrm_Mesh* mesh, int32_t target) {
    return target < mesh->target_name_count ? mesh->target_names[target] : "";
}

/* The weights that targets have before anything moves them, and their names, by which programs find
 * them. */
static void compare_targets(vrm_Diff* diff, const char* subject, const vrm_Node* a,
                            const vrm_Node* b) {
    const vrm_Gltf *before = diff->sides[0].gltf, *after = diff->sides[1].gltf;
    const vrm_Mesh *mesh_a = &before->meshes[a->mesh], *mesh_b = &after->meshes[b->mesh];
    if (mesh_a->target_count != mesh_b->target_count) return; /* counted with the primitives */
    for (int32_t t = 0; t < mesh_a->target_count && vrmi_diff_work(diff, 16); t++) {
        const char *name_a = target_name(mesh_a, t), *name_b = target_name(mesh_b, t);
        float weight_a = rest_weight(before, a, t), weight_b = rest_weight(after, b, t);
        if (strcmp(name_a, name_b) == 0 && weight_a == weight_b) continue;
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        vrmi_Place place = {diff, subject, vrmi_diff_format(diff, "morph target %d ", (int)t)};
        vrmi_diff_text(&place, "name", name_a, name_b);
        vrmi_diff_value(&place, "weight at rest", weight_a, weight_b);
        vrmi_arena_rewind(&diff->scratch, mark);
    }
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
    compare_targets(diff, subject, &diff->sides[0].gltf->nodes[a], &diff->sides[1].gltf->nodes[b]);
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    if (count_a == count_b && diff->result == VRM_OK) compare_primitives(diff, subject, a, b);
    vrmi_arena_rewind(&diff->scratch, mark);
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
