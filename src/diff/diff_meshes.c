/* SPDX-License-Identifier: MIT */
/* What nodes show. The corners of triangles are compared in order, where they stand at rest in
 * model space: neither rotations and scales that were baked into a mesh count, nor which corners
 * share a vertex, nor how vertices are numbered, nor where a primitive ends and the next one of the
 * same material begins. */
#include "diff/diff_vertices.h"

#include <string.h>

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
    const vrm_Affine* map = vrmi_diff_is_skinned(side->gltf, node, primitive)
                                ? side->palettes[node->skin]
                                : &side->rest[index];
    return vrmi_affine_determinant(map) < 0.0f;
}

static void flip_triangles(uint32_t* corners, uint64_t count) {
    for (uint64_t i = 0; i + 2 < count; i += 3) {
        uint32_t last = corners[i + 2];
        corners[i + 2] = corners[i + 1];
        corners[i + 1] = last;
    }
}

/* The vertices of the corners, counted from `first`; false when they cannot be read. The way that
 * triangles run is the way that they are seen. */
static bool read_corners(vrm_Diff* diff, int s, int32_t node, const vrm_Primitive* primitive,
                         size_t first, uint32_t* out) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    uint64_t count = corner_count(gltf, primitive);
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    uint64_t vertices = positions >= 0 ? gltf->accessors[positions].count : 0;
    for (uint32_t i = 0; i < count && primitive->indices < 0; i++) out[i] = i;
    if (primitive->indices >= 0 &&
        (!gltf->accessors[primitive->indices].is_readable ||
         vrm_accessor_read_u32(gltf, primitive->indices, out, (size_t)count) != VRM_OK))
        return false;
    if (primitive->mode == 4 && is_mirrored(diff, s, node, primitive)) flip_triangles(out, count);
    for (uint64_t i = 0; i < count; i++)
        out[i] = out[i] < vertices ? out[i] + (uint32_t)first : UINT32_MAX;
    return true;
}

/* Primitives of both sides that show the same surface: one of each, or several that follow one
 * another where the other side has one, or as many with other borders. */
typedef struct Group {
    int32_t first[VRMI_SIDES], count[VRMI_SIDES];
} Group;

/* A node of both sides, and groups whose vertices are compared together. */
typedef struct Run {
    int32_t nodes[VRMI_SIDES];
    const vrm_Mesh* meshes[VRMI_SIDES];
    const Group* groups;
    int32_t group_count;
    vrmi_Vertices vertices[VRMI_SIDES];
    int32_t first[VRMI_SIDES];   /* primitive */
    size_t* offsets[VRMI_SIDES]; /* of the vertices of each primitive from the first on */
} Run;

static uint64_t group_corners(const vrm_Diff* diff, const Run* run, const Group* group, int s) {
    uint64_t count = 0;
    for (int32_t i = 0; i < group->count[s]; i++)
        count +=
            corner_count(diff->sides[s].gltf, &run->meshes[s]->primitives[group->first[s] + i]);
    return count;
}

/* NULL when they cannot be read. */
static uint32_t* read_group(vrm_Diff* diff, const Run* run, const Group* group, int s) {
    uint64_t count = group_corners(diff, run, group, s), done = 0;
    if (count == 0 || count > UINT32_MAX || !vrmi_diff_work(diff, count)) return NULL;
    uint32_t* out = vrmi_diff_scratch(diff, (size_t)count, sizeof *out);
    bool is_read = out != NULL;
    for (int32_t i = 0; i < group->count[s] && is_read; i++) {
        const vrm_Primitive* primitive = &run->meshes[s]->primitives[group->first[s] + i];
        size_t offset = run->offsets[s][group->first[s] + i - run->first[s]];
        is_read = read_corners(diff, s, run->nodes[s], primitive, offset, out + done);
        done += corner_count(diff->sides[s].gltf, primitive);
    }
    return is_read ? out : NULL;
}

/* The vertices of both sides that are compared. Corners that share a vertex on both sides are
 * compared once. */
typedef struct Compared {
    uint32_t* vertices[VRMI_SIDES];
    size_t count;
    /* Of each vertex of the first side: the one that it was compared with, + 1. */
    uint32_t* partner;
} Compared;

static void add_corner(Compared* compared, uint32_t a, uint32_t b) {
    if (compared->partner[a] == b + 1) return;
    compared->partner[a] = b + 1;
    compared->vertices[0][compared->count] = a;
    compared->vertices[1][compared->count] = b;
    compared->count++;
}

static void add_corners(const vrmi_Place* place, const Run* run, const Group* group,
                        Compared* compared) {
    vrm_Diff* diff = place->diff;
    uint64_t count = group_corners(diff, run, group, 0);
    if (count != group_corners(diff, run, group, 1)) return; /* counted already */
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    uint32_t* x = read_group(diff, run, group, VRMI_BEFORE);
    uint32_t* y = read_group(diff, run, group, VRMI_AFTER);
    if (diff->result != VRM_OK) return;
    vrmi_diff_flag(place, "readable corners", x != NULL, y != NULL);
    bool has_others = false;
    for (uint64_t i = 0; x != NULL && y != NULL && i < count; i++) {
        if (x[i] != UINT32_MAX && y[i] != UINT32_MAX)
            add_corner(compared, x[i], y[i]);
        else
            has_others |= (x[i] == UINT32_MAX) != (y[i] == UINT32_MAX);
    }
    if (has_others) vrmi_diff_changed(place, "triangles", "", "other corners");
    vrmi_arena_rewind(&diff->scratch, mark);
}

/* Triangles of other modes than lists are not flipped. */
static void compare_sides_shown(const vrmi_Place* place, const Run* run, const vrm_Primitive* a,
                                const vrm_Primitive* b) {
    bool are_lists = a->mode == 4 && b->mode == 4;
    if (!are_lists && a->mode >= 4 &&
        is_mirrored(place->diff, 0, run->nodes[0], a) !=
            is_mirrored(place->diff, 1, run->nodes[1], b))
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

static int32_t material_id(const vrm_Diff* diff, int s, const vrm_Primitive* primitive) {
    return primitive->material >= 0 ? diff->sides[s].material_id[primitive->material] : -1;
}

/* Members of primitives other than vertices. */
static void compare_group(const vrmi_Place* place, const Run* run, const Group* group) {
    vrm_Diff* diff = place->diff;
    const vrm_Primitive* x = &run->meshes[0]->primitives[group->first[0]];
    const vrm_Primitive* y = &run->meshes[1]->primitives[group->first[1]];
    if (material_id(diff, 0, x) != material_id(diff, 1, y))
        vrmi_diff_changed(place, "material",
                          vrmi_diff_material_name(diff, VRMI_BEFORE, x->material),
                          vrmi_diff_material_name(diff, VRMI_AFTER, y->material));
    vrmi_diff_count_of(place, "mode", x->mode, y->mode);
    vrmi_diff_count_of(place, "corners", (int64_t)group_corners(diff, run, group, 0),
                       (int64_t)group_corners(diff, run, group, 1));
    vrmi_diff_count_of(place, "morph targets", x->target_count, y->target_count);
    compare_sides_shown(place, run, x, y);
}

static size_t vertex_count(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    return position >= 0 ? (size_t)gltf->accessors[position].count : 0;
}

/* Primitives that show the same vertices, as materials of one surface often do, share a part. */
static void list_parts(vrm_Diff* diff, Run* run, int s) {
    const Group* last = &run->groups[run->group_count - 1];
    int32_t first = run->groups[0].first[s], count = last->first[s] + last->count[s] - first;
    vrmi_VertexPart* parts = vrmi_diff_scratch(diff, (size_t)count, sizeof *parts);
    vrmi_Vertices* vertices = &run->vertices[s];
    run->offsets[s] = vrmi_diff_scratch(diff, (size_t)count, sizeof *run->offsets[s]);
    run->first[s] = first;
    if (diff->result != VRM_OK) return;
    *vertices = (vrmi_Vertices){.parts = parts};
    for (int32_t i = 0; i < count; i++) {
        const vrm_Primitive* primitive = &run->meshes[s]->primitives[first + i];
        if (i == 0 || !repeats(run->meshes[s], first + i)) {
            vrmi_VertexPart part = {primitive, vertices->count,
                                    vertex_count(diff->sides[s].gltf, primitive)};
            if (part.count >= UINT32_MAX - vertices->count) {
                diff->result = VRM_ERR_LIMIT;
                return;
            }
            parts[vertices->part_count++] = part;
            vertices->count += part.count;
        }
        run->offsets[s][i] = parts[vertices->part_count - 1].first;
    }
}

static void compare_run(const vrmi_Place* place, Run* run) {
    vrm_Diff* diff = place->diff;
    Compared compared = {0};
    uint64_t capacity = 0;
    for (int32_t i = 0; i < run->group_count; i++)
        capacity += group_corners(diff, run, &run->groups[i], 0);
    if (!vrmi_diff_work(diff, capacity * 2)) return;
    for (int s = 0; s < VRMI_SIDES; s++) {
        list_parts(diff, run, s);
        if (diff->result != VRM_OK) return;
        vrmi_diff_place_vertices(diff, s, run->nodes[s], &run->vertices[s]);
        compared.vertices[s] = vrmi_diff_scratch(diff, (size_t)capacity, sizeof(uint32_t));
    }
    vrmi_Vertices *a = &run->vertices[0], *b = &run->vertices[1];
    compared.partner = vrmi_diff_scratch(diff, a->count, sizeof(uint32_t));
    for (int32_t i = 0; i < run->group_count && diff->result == VRM_OK; i++)
        add_corners(place, run, &run->groups[i], &compared);
    for (int s = 0; s < VRMI_SIDES; s++) {
        run->vertices[s].compared = compared.vertices[s];
        run->vertices[s].compared_count = compared.count;
    }
    if (diff->result == VRM_OK &&
        a->parts[0].primitive->target_count == b->parts[0].primitive->target_count)
        vrmi_diff_vertices(place, a, b);
}

/* ---- Groups ---- */

static bool has_attributes_of(const vrm_Primitive* a, const vrm_Primitive* b) {
    for (int32_t i = 0; i < b->attribute_count; i++) {
        const vrm_Attribute* attribute = &b->attributes[i];
        vrm_Semantic semantic = (vrm_Semantic)attribute->semantic;
        /* A vertex without a colour is white; attributes of other names are not compared. */
        if (semantic == VRM_SEMANTIC_OTHER || semantic == VRM_SEMANTIC_COLOR) continue;
        if (vrm_primitive_attribute(a, semantic, attribute->set) < 0) return false;
    }
    return true;
}

/* Whether two lists of triangles of one mesh could be one. */
static bool could_be_one(vrm_Diff* diff, int s, const vrm_Primitive* a, const vrm_Primitive* b) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    uint64_t looks = ((uint64_t)a->attribute_count + 1) * ((uint64_t)b->attribute_count + 1);
    return vrmi_diff_work(diff, looks) && a->mode == 4 && b->mode == 4 &&
           material_id(diff, s, a) == material_id(diff, s, b) &&
           a->target_count == b->target_count && corner_count(gltf, a) % 3 == 0 &&
           corner_count(gltf, b) % 3 == 0 && has_attributes_of(a, b) && has_attributes_of(b, a);
}

/* Extends a group on the side that has fewer corners until both have as many; false when that is
 * not possible. */
static bool close_group(vrm_Diff* diff, const Run* run, Group* group) {
    uint64_t corners[VRMI_SIDES];
    for (int s = 0; s < VRMI_SIDES; s++) corners[s] = group_corners(diff, run, group, s);
    while (corners[0] != corners[1]) {
        int s = corners[0] < corners[1] ? 0 : 1;
        const vrm_Mesh* mesh = run->meshes[s];
        int32_t next = group->first[s] + group->count[s];
        if (next >= mesh->primitive_count ||
            !could_be_one(diff, s, &mesh->primitives[group->first[s]], &mesh->primitives[next]))
            return false;
        corners[s] += corner_count(diff->sides[s].gltf, &mesh->primitives[next]);
        group->count[s]++;
    }
    const vrm_Primitive* x = &run->meshes[0]->primitives[group->first[0]];
    const vrm_Primitive* y = &run->meshes[1]->primitives[group->first[1]];
    return x->mode == y->mode && x->target_count == y->target_count &&
           material_id(diff, 0, x) == material_id(diff, 1, y);
}

/* Groups the primitives of both sides regardless of their borders. Returns the number of groups; 0
 * if their triangles differ. */
static int32_t group_freely(vrm_Diff* diff, const Run* run, Group* groups) {
    const int32_t counts[] = {run->meshes[0]->primitive_count, run->meshes[1]->primitive_count};
    int32_t count = 0, at[VRMI_SIDES] = {0, 0};
    while (at[0] < counts[0] && at[1] < counts[1]) {
        Group group = {{at[0], at[1]}, {1, 1}};
        if (!close_group(diff, run, &group)) return 0;
        groups[count++] = group;
        for (int s = 0; s < VRMI_SIDES; s++) at[s] += group.count[s];
    }
    return at[0] == counts[0] && at[1] == counts[1] ? count : 0;
}

/* One primitive of each side. Returns whether all have as many corners. */
static bool group_in_pairs(vrm_Diff* diff, const Run* run, Group* groups, int32_t count) {
    bool is_same = true;
    for (int32_t i = 0; i < count; i++) {
        groups[i] = (Group){{i, i}, {1, 1}};
        is_same &=
            group_corners(diff, run, &groups[i], 0) == group_corners(diff, run, &groups[i], 1);
    }
    return is_same;
}

/* Returns how many groups there are; 0 when there is nothing to compare. */
static int32_t group_primitives(vrm_Diff* diff, const Run* run, const char* subject,
                                Group* groups) {
    int32_t count_a = run->meshes[0]->primitive_count, count_b = run->meshes[1]->primitive_count;
    if (count_a == count_b && group_in_pairs(diff, run, groups, count_a)) return count_a;
    int32_t count = group_freely(diff, run, groups);
    if (count > 0 || diff->result != VRM_OK) return count;
    vrmi_diff_count_of(&(vrmi_Place){diff, subject, NULL}, "primitives", count_a, count_b);
    if (count_a != count_b) return 0;
    (void)group_in_pairs(diff, run, groups, count_a);
    return count_a;
}

/* Whether a group shows the vertices of the one before it. */
static bool continues(const Run* run, const Group* group) {
    for (int s = 0; s < VRMI_SIDES; s++)
        for (int32_t i = 0; i < group->count[s]; i++)
            if (!repeats(run->meshes[s], group->first[s] + i)) return false;
    return true;
}

static void compare_primitives(vrm_Diff* diff, const char* subject, int32_t a, int32_t b) {
    Run run = {.nodes = {a, b},
               .meshes = {&diff->sides[0].gltf->meshes[diff->sides[0].gltf->nodes[a].mesh],
                          &diff->sides[1].gltf->meshes[diff->sides[1].gltf->nodes[b].mesh]}};
    int32_t count_a = run.meshes[0]->primitive_count, count_b = run.meshes[1]->primitive_count;
    int32_t most = count_a > count_b ? count_a : count_b;
    Group* groups = vrmi_diff_scratch(diff, (size_t)most, sizeof *groups);
    if (!vrmi_diff_work(diff, (uint64_t)most * 16) || groups == NULL) return;
    int32_t count = group_primitives(diff, &run, subject, groups);
    for (int32_t i = 0, end; i < count && diff->result == VRM_OK; i = end) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        vrmi_Place place = {diff, subject, NULL};
        for (end = i; end < count && (end == i || continues(&run, &groups[end])); end++) {
            if (count_a > 1)
                place.prefix = vrmi_diff_format(diff, "primitive %d ", (int)groups[end].first[0]);
            compare_group(&place, &run, &groups[end]);
        }
        if (count_a > 1)
            place.prefix = vrmi_diff_format(diff, "primitive %d ", (int)groups[i].first[0]);
        run.groups = groups + i;
        run.group_count = end - i;
        if (diff->result == VRM_OK) compare_run(&place, &run);
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
    compare_targets(diff, subject, &diff->sides[0].gltf->nodes[a], &diff->sides[1].gltf->nodes[b]);
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    if (diff->result == VRM_OK) compare_primitives(diff, subject, a, b);
    vrmi_arena_rewind(&diff->scratch, mark);
}

void vrmi_diff_meshes(vrm_Diff* diff) {
    const vrmi_DiffSide* a = &diff->sides[0];
    vrmi_diff_make_palettes(diff);
    for (int32_t i = 0; i < a->gltf->node_count && diff->result == VRM_OK; i++)
        if (a->node_match[i] >= 0) compare_pair(diff, i, a->node_match[i]);
}
