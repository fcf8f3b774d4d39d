/* SPDX-License-Identifier: MIT */
#include "diff/diff_vertices.h"

#include <math.h>
#include <string.h>

enum { SETS_MAX = 8 }; /* JOINTS_n (as many are drawn), TEXCOORD_n, COLOR_n */

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

/* Numbers of vertices, or what a morph target adds to them. */
typedef struct Source {
    int32_t target; /* -1: the vertices themselves */
    vrm_Semantic semantic;
    int32_t set;
} Source;

static int32_t accessor_of(const vrm_Primitive* primitive, const Source* source) {
    if (source->target < 0)
        return vrm_primitive_attribute(primitive, source->semantic, source->set);
    const vrm_MorphTarget* target = &primitive->targets[source->target];
    int32_t accessor = -1;
    for (int32_t i = 0; i < target->attribute_count; i++)
        if (target->attributes[i].semantic == source->semantic &&
            target->attributes[i].set == source->set)
            accessor = target->attributes[i].accessor;
    return accessor;
}

static bool has(const vrmi_Vertices* vertices, const Source* source) {
    for (int32_t i = 0; i < vertices->part_count; i++)
        if (accessor_of(vertices->parts[i].primitive, source) >= 0) return true;
    return false;
}

static bool read_part(const vrmi_Vertices* vertices, const vrmi_VertexPart* part,
                      const Source* source, int components, float* out) {
    int32_t accessor = accessor_of(part->primitive, source);
    size_t total = part->count * (size_t)components;
    /* A vertex without a colour is white. */
    float standard = source->semantic == VRM_SEMANTIC_COLOR && source->target < 0 ? 1.0f : 0.0f;
    if (accessor < 0) {
        for (size_t i = 0; i < total; i++) out[i] = standard;
        return true;
    }
    return vrm_accessor_read_floats(vertices->gltf, accessor, out, total) == VRM_OK;
}

static bool can_read(const vrmi_Vertices* vertices, const Source* source, vrm_AccessorType type) {
    for (int32_t i = 0; i < vertices->part_count; i++) {
        int32_t accessor = accessor_of(vertices->parts[i].primitive, source);
        if (accessor < 0) continue;
        const vrm_Accessor* info = &vertices->gltf->accessors[accessor];
        if (info->count != vertices->parts[i].count || info->type != type || !info->is_readable)
            return false;
    }
    return true;
}

/* The numbers of all vertices; NULL when no part has them, or one cannot be read or is not of this
 * shape. */
static float* read_floats(vrm_Diff* diff, const vrmi_Vertices* vertices, const Source* source,
                          vrm_AccessorType type, int components) {
    size_t total = vertices->count * (size_t)components;
    if (!has(vertices, source) || !can_read(vertices, source, type)) return NULL;
    if (!vrmi_diff_work(diff, total)) return NULL;
    float* out = vrmi_diff_scratch(diff, total, sizeof *out);
    bool is_read = out != NULL;
    for (int32_t i = 0; i < vertices->part_count && is_read; i++) {
        const vrmi_VertexPart* part = &vertices->parts[i];
        is_read =
            read_part(vertices, part, source, components, out + part->first * (size_t)components);
    }
    return is_read ? out : NULL;
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
static bool weigh(vrm_Diff* diff, int s, vrmi_Vertices* vertices, int32_t skin, int32_t set,
                  float* sums) {
    const vrm_Skin* list = &vertices->gltf->skins[skin];
    const vrm_Affine* palette = palette_of(diff, s, skin);
    float* joints =
        read_floats(diff, vertices, &(Source){-1, VRM_SEMANTIC_JOINTS, set}, VRM_ACCESSOR_VEC4, 4);
    float* weights =
        read_floats(diff, vertices, &(Source){-1, VRM_SEMANTIC_WEIGHTS, set}, VRM_ACCESSOR_VEC4, 4);
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
static void prepare_skin(vrm_Diff* diff, int s, vrmi_Vertices* vertices, int32_t skin) {
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

bool vrmi_diff_is_skinned(const vrm_Gltf* gltf, const vrm_Node* node,
                          const vrm_Primitive* primitive) {
    return node->skin >= 0 && gltf->skins[node->skin].joint_count > 0 &&
           vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0) >= 0;
}

void vrmi_diff_place_vertices(vrm_Diff* diff, int s, int32_t index, vrmi_Vertices* vertices) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    const vrm_Node* node = &gltf->nodes[index];
    vertices->gltf = gltf;
    vertices->single = diff->sides[s].rest[index];
    if (vrmi_diff_is_skinned(gltf, node, vertices->parts[0].primitive) &&
        vrmi_diff_work(diff, (uint64_t)vertices->count * 12))
        prepare_skin(diff, s, vertices, node->skin);
    vertices->normals =
        read_floats(diff, vertices, &(Source){-1, VRM_SEMANTIC_NORMAL, 0}, VRM_ACCESSOR_VEC3, 3);
    vertices->tangents =
        read_floats(diff, vertices, &(Source){-1, VRM_SEMANTIC_TANGENT, 0}, VRM_ACCESSOR_VEC4, 4);
}

/* ---- Comparing ---- */

static const vrm_Affine* map_of(const vrmi_Vertices* vertices, size_t v) {
    return vertices->maps != NULL ? &vertices->maps[v] : &vertices->single;
}

/* Three numbers of a vertex that has `components` of them. */
static vrm_Vec3 at(const float* values, size_t components, size_t v) {
    const float* value = values + v * components;
    return (vrm_Vec3){value[0], value[1], value[2]};
}

/* Normals are transformed by the cofactor matrix, which keeps right angles. */
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

/* The delta of a direction is divided by the length of that direction, which has no meaning of its
 * own. */
static vrm_Vec3 measured(vrm_Vec3 move, vrm_Vec3 direction) {
    float length = vrmi_vec3_length(direction);
    return length > 1e-12f ? vrmi_vec3_scale(move, 1.0f / length) : vrmi_vec3_normalize(move);
}

static vrm_Vec3 mapped(const vrmi_Vertices* vertices, Kind kind, const float* values, size_t v) {
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

/* Compares values of both sides. A value on one side only is a difference. */
static void compare_values(const vrmi_Place* place, const char* member, Kind kind,
                           const vrmi_Vertices* a, const vrmi_Vertices* b, const float* x,
                           const float* y) {
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

/* A morph target without such values equals one with zeros. */
static const float* read_vectors(vrm_Diff* diff, Kind kind, const vrmi_Vertices* vertices,
                                 const vrmi_Vertices* other, const Source* source) {
    if (is_move(kind) && !has(vertices, source) && has(other, source))
        return vrmi_diff_scratch(diff, vertices->count, 3 * sizeof(float));
    return read_floats(diff, vertices, source, VRM_ACCESSOR_VEC3, 3);
}

static void compare_vectors(const vrmi_Place* place, const char* member, Kind kind,
                            const vrmi_Vertices* a, const vrmi_Vertices* b, const Source* source) {
    vrm_Diff* diff = place->diff;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    const float* x = read_vectors(diff, kind, a, b, source);
    const float* y = read_vectors(diff, kind, b, a, source);
    compare_values(place, member, kind, a, b, x, y);
    vrmi_arena_rewind(&diff->scratch, mark);
}

/* The side to which the bitangent points: w, and a mirror turns it. */
static float handedness(const vrmi_Vertices* vertices, size_t v) {
    float sign = vrmi_affine_determinant(map_of(vertices, v)) < 0.0f ? -1.0f : 1.0f;
    return vertices->tangents[v * 4 + 3] < 0.0f ? -sign : sign;
}

static void compare_tangents(const vrmi_Place* place, const vrmi_Vertices* a,
                             const vrmi_Vertices* b) {
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
    const vrmi_Vertices* vertices;
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

static Numbers read_numbers(vrm_Diff* diff, const vrmi_Vertices* vertices, const Source* source,
                            float standard) {
    Numbers out = {.vertices = vertices, .components = 2, .standard = standard};
    if (source->semantic == VRM_SEMANTIC_TEXCOORD) {
        out.values = read_floats(diff, vertices, source, VRM_ACCESSOR_VEC2, 2);
        return out;
    }
    out.components = 4;
    out.values = read_floats(diff, vertices, source, VRM_ACCESSOR_VEC4, 4);
    if (out.values != NULL) return out;
    out.components = 3;
    out.values = read_floats(diff, vertices, source, VRM_ACCESSOR_VEC3, 3);
    return out;
}

/* A vertex without a colour is white, as one with a white one is. */
static void compare_set(const vrmi_Place* place, const char* noun, vrm_Semantic semantic,
                        int32_t set, const vrmi_Vertices* a, const vrmi_Vertices* b) {
    vrm_Diff* diff = place->diff;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    float standard = semantic == VRM_SEMANTIC_COLOR ? 1.0f : 0.0f;
    Source source = {-1, semantic, set};
    Numbers x = read_numbers(diff, a, &source, standard);
    Numbers y = read_numbers(diff, b, &source, standard);
    const char* member = vrmi_diff_format(diff, "%s %d", noun, (int)set);
    bool is_alone = (x.values != NULL) != (y.values != NULL);
    if (diff->result == VRM_OK && is_alone && semantic == VRM_SEMANTIC_TEXCOORD)
        vrmi_diff_flag(place, member, x.values != NULL, y.values != NULL);
    else if (diff->result == VRM_OK)
        compare_numbers(place, member, &x, &y);
    vrmi_arena_rewind(&diff->scratch, mark);
}

static void compare_weights(const vrmi_Place* place, const vrmi_Vertices* a,
                            const vrmi_Vertices* b) {
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

/* Deltas of texture coordinates or colours. */
static void compare_target_set(const vrmi_Place* place, const Source* source,
                               const vrmi_Vertices* a, const vrmi_Vertices* b) {
    vrm_Diff* diff = place->diff;
    const char* noun = source->semantic == VRM_SEMANTIC_COLOR ? "colours" : "texture coordinates";
    Numbers x = read_numbers(diff, a, source, 0.0f), y = read_numbers(diff, b, source, 0.0f);
    if (diff->result == VRM_OK)
        compare_numbers(place,
                        vrmi_diff_format(diff, "morph target %d %s %d", (int)source->target, noun,
                                         (int)source->set),
                        &x, &y);
}

/* The sets that either side has, each once. */
static void compare_target_sets(const vrmi_Place* place, int32_t t, const vrmi_Vertices* a,
                                const vrmi_Vertices* b) {
    const vrmi_Vertices* sides[VRMI_SIDES] = {a, b};
    bool is_seen[2][SETS_MAX] = {{false}};
    for (int s = 0; s < VRMI_SIDES; s++)
        for (int32_t p = 0; p < sides[s]->part_count; p++) {
            const vrm_MorphTarget* target = &sides[s]->parts[p].primitive->targets[t];
            for (int32_t i = 0; i < target->attribute_count && vrmi_diff_work(place->diff, 1);
                 i++) {
                const vrm_Attribute* attribute = &target->attributes[i];
                bool is_color = attribute->semantic == VRM_SEMANTIC_COLOR;
                if (!is_color && attribute->semantic != VRM_SEMANTIC_TEXCOORD) continue;
                if (attribute->set >= SETS_MAX || is_seen[is_color][attribute->set]) continue;
                is_seen[is_color][attribute->set] = true;
                Source source = {t, (vrm_Semantic)attribute->semantic, attribute->set};
                compare_target_set(place, &source, a, b);
            }
        }
}

static void compare_target(const vrmi_Place* place, int32_t t, const vrmi_Vertices* a,
                           const vrmi_Vertices* b) {
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
                        rows[i].kind, a, b, &(Source){t, rows[i].semantic, 0});
    compare_target_sets(place, t, a, b);
}

void vrmi_diff_vertices(const vrmi_Place* place, const vrmi_Vertices* a, const vrmi_Vertices* b) {
    vrm_Diff* diff = place->diff;
    int32_t target_count = a->parts[0].primitive->target_count;
    compare_vectors(place, "positions", POINTS, a, b, &(Source){-1, VRM_SEMANTIC_POSITION, 0});
    compare_values(place, "normals", NORMALS, a, b, a->normals, b->normals);
    compare_tangents(place, a, b);
    for (int32_t set = 0; set < SETS_MAX; set++) {
        compare_set(place, "texture coordinates", VRM_SEMANTIC_TEXCOORD, set, a, b);
        compare_set(place, "colours", VRM_SEMANTIC_COLOR, set, a, b);
    }
    compare_weights(place, a, b);
    /* A target without data costs its name and a look. */
    for (int32_t t = 0; t < target_count && vrmi_diff_work(diff, 256); t++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        compare_target(place, t, a, b);
        vrmi_arena_rewind(&diff->scratch, mark);
    }
}

/* Palettes outlive the marks of single primitives: they are made first. */
void vrmi_diff_make_palettes(vrm_Diff* diff) {
    for (int s = 0; s < VRMI_SIDES; s++)
        for (int32_t i = 0; i < diff->sides[s].gltf->skin_count && diff->result == VRM_OK; i++)
            palette_of(diff, s, i);
}
