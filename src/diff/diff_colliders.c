/* SPDX-License-Identifier: MIT */
/* Colliders have no names. Equal colliders of a node are matched in any order, the rest in the
 * order of the file. Groups are matched by content, then by name. */
#include "diff/diff.h"

#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 10 };

typedef struct Shape {
    int32_t node, index; /* id of the node; index of the collider */
    vrm_ColliderShape shape;
    union {
        struct {
            vrm_Vec3 offset, tail, normal;
            float radius;
        };
        float numbers[NUMBERS]; /* in model space; 0 for members that the shape lacks */
    };
    int32_t rounded[NUMBERS];
} Shape;

/* ---- Shapes ---- */

static int32_t round_to(float value, float step) {
    float steps = value / step;
    return steps > -1e9f && steps < 1e9f ? (int32_t)floorf(steps + 0.5f) : INT32_MAX;
}

static Shape shape_of(const vrm_Diff* diff, int s, int32_t index) {
    const vrm_Collider* collider = &vrm_model_spring_bones(diff->sides[s].model)->colliders[index];
    Shape shape = {.node = vrmi_diff_node_id(diff, s, collider->node),
                   .index = index,
                   .shape = collider->shape};
    bool is_capsule =
        collider->shape == VRM_COLLIDER_CAPSULE || collider->shape == VRM_COLLIDER_INSIDE_CAPSULE;
    shape.offset = vrmi_diff_vector(diff, s, collider->node, &collider->offset);
    if (is_capsule) shape.tail = vrmi_diff_vector(diff, s, collider->node, &collider->tail);
    if (collider->shape == VRM_COLLIDER_PLANE)
        shape.normal = vrmi_quat_rotate(diff->sides[s].turn[collider->node], collider->normal);
    else
        shape.radius = collider->radius * vrmi_diff_scale(diff, s, collider->node);
    float step = fmaxf(diff->def.distance, 1e-6f);
    for (int i = 0; i < NUMBERS; i++) shape.rounded[i] = round_to(shape.numbers[i], step);
    return shape;
}

static int compare_keys(const Shape* x, const Shape* y) {
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    if (x->shape != y->shape) return x->shape < y->shape ? -1 : 1;
    for (int i = 0; i < NUMBERS; i++)
        if (x->rounded[i] != y->rounded[i]) return x->rounded[i] < y->rounded[i] ? -1 : 1;
    return 0;
}

static int compare_shapes(const void* a, const void* b) {
    const Shape *x = a, *y = b;
    int order = compare_keys(x, y);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static int compare_places(const void* a, const void* b) {
    const Shape *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* The enabled colliders; only unmatched ones unless `all`. */
static Shape* list_shapes(vrm_Diff* diff, int s, bool all, int32_t* out_count) {
    const vrm_SpringBones* springs = vrm_model_spring_bones(diff->sides[s].model);
    Shape* shapes = vrmi_diff_scratch(diff, (size_t)springs->collider_count, sizeof *shapes);
    *out_count = 0;
    for (int32_t i = 0; i < springs->collider_count && shapes != NULL; i++)
        if (springs->colliders[i].node >= 0 && (all || diff->sides[s].collider_match[i] < 0))
            shapes[(*out_count)++] = shape_of(diff, s, i);
    return shapes;
}

/* Matches colliders of one node: by key if `is_equal`, otherwise in order. */
static void pair_shapes(vrm_Diff* diff, bool is_equal) {
    int32_t count_a, count_b;
    Shape* a = list_shapes(diff, 0, false, &count_a);
    Shape* b = list_shapes(diff, 1, false, &count_b);
    if (diff->result != VRM_OK) return;
    int (*order_by)(const void*, const void*) = is_equal ? compare_shapes : compare_places;
    if (count_a > 0) qsort(a, (size_t)count_a, sizeof *a, order_by);
    if (count_b > 0) qsort(b, (size_t)count_b, sizeof *b, order_by);
    for (int32_t i = 0, k = 0; i < count_a && k < count_b;) {
        int order = is_equal                ? compare_keys(&a[i], &b[k])
                    : a[i].node < b[k].node ? -1
                                            : a[i].node > b[k].node;
        if (order == 0) {
            diff->sides[0].collider_match[a[i].index] = b[k].index;
            diff->sides[1].collider_match[b[k].index] = a[i].index;
        }
        i += order <= 0;
        k += order >= 0;
    }
}

/* Equal colliders share an id: it does not matter which of them a group names. */
static void number_shapes(vrm_Diff* diff, int s) {
    int32_t count, first_count = vrm_model_spring_bones(diff->sides[0].model)->collider_count;
    vrmi_DiffSide* side = &diff->sides[s];
    Shape* shapes = list_shapes(diff, s, true, &count);
    if (shapes == NULL) return;
    if (count > 0) qsort(shapes, (size_t)count, sizeof *shapes, compare_shapes);
    for (int32_t i = 0, end; i < count; i = end) {
        int32_t id = s == VRMI_BEFORE ? shapes[i].index : first_count + shapes[i].index;
        for (end = i; end < count && compare_keys(&shapes[i], &shapes[end]) == 0; end++) {
            int32_t match = side->collider_match[shapes[end].index];
            if (s == VRMI_AFTER && match >= 0) id = diff->sides[0].collider_id[match];
        }
        for (int32_t k = i; k < end; k++) side->collider_id[shapes[k].index] = id;
    }
}

/* ---- Groups ---- */

typedef struct Group {
    uint64_t hash;
    const char* name;
    int32_t index;
} Group;

static int compare_groups(const void* a, const void* b) {
    const Group *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* The ids of a group's colliders, sorted. */
static int32_t* list_ids(vrm_Diff* diff, int s, int32_t group, int32_t* out_count) {
    const vrm_ColliderGroup* list =
        &vrm_model_spring_bones(diff->sides[s].model)->collider_groups[group];
    int32_t* ids = vrmi_diff_scratch(diff, (size_t)list->collider_count, sizeof *ids);
    int32_t count = 0;
    for (int32_t i = 0; i < list->collider_count && ids != NULL; i++)
        if (list->colliders[i] >= 0 && diff->sides[s].collider_id[list->colliders[i]] >= 0)
            ids[count++] = diff->sides[s].collider_id[list->colliders[i]];
    *out_count = ids != NULL ? vrmi_diff_sort_ids(ids, count) : 0;
    return ids;
}

static Group* list_groups(vrm_Diff* diff, int s) {
    const vrm_SpringBones* springs = vrm_model_spring_bones(diff->sides[s].model);
    Group* groups = vrmi_diff_scratch(diff, (size_t)springs->collider_group_count, sizeof *groups);
    for (int32_t i = 0; i < springs->collider_group_count && diff->result == VRM_OK; i++) {
        int32_t count;
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        int32_t* ids = list_ids(diff, s, i, &count);
        if (ids != NULL)
            groups[i] = (Group){vrmi_hash(ids, (size_t)count * sizeof *ids, 1),
                                springs->collider_groups[i].name, i};
        vrmi_arena_rewind(&diff->scratch, mark);
    }
    if (diff->result == VRM_OK && springs->collider_group_count > 0)
        qsort(groups, (size_t)springs->collider_group_count, sizeof *groups, compare_groups);
    return groups;
}

static void pair_groups(vrm_Diff* diff) {
    int32_t counts[VRMI_SIDES];
    vrmi_NameList names[VRMI_SIDES];
    for (int s = 0; s < VRMI_SIDES; s++) {
        const vrm_SpringBones* springs = vrm_model_spring_bones(diff->sides[s].model);
        counts[s] = springs->collider_group_count;
        names[s] =
            (vrmi_NameList){.names = vrmi_diff_scratch(diff, (size_t)counts[s], sizeof(char*)),
                            .match = diff->sides[s].group_match,
                            .count = counts[s]};
        for (int32_t i = 0; i < counts[s] && diff->result == VRM_OK; i++)
            names[s].names[i] = springs->collider_groups[i].name;
    }
    Group* a = list_groups(diff, 0);
    Group* b = list_groups(diff, 1);
    if (diff->result != VRM_OK) return;
    for (int32_t i = 0; i < counts[0]; i++) /* groups of one content have one id */
        diff->sides[0].group_id[a[i].index] = i > 0 && a[i - 1].hash == a[i].hash
                                                  ? diff->sides[0].group_id[a[i - 1].index]
                                                  : a[i].index;
    for (int32_t i = 0, k = 0; i < counts[0] && k < counts[1];) {
        int order = a[i].hash < b[k].hash ? -1 : a[i].hash > b[k].hash;
        if (order == 0) {
            diff->sides[0].group_match[a[i].index] = b[k].index;
            diff->sides[1].group_match[b[k].index] = a[i].index;
        }
        i += order <= 0;
        k += order >= 0;
    }
    vrmi_diff_match_names(diff, &names[0], &names[1]);
    for (int32_t k = 0, end; k < counts[1]; k = end) {
        int32_t id = counts[0] + b[k].index;
        for (end = k; end < counts[1] && b[end].hash == b[k].hash; end++) {
            int32_t match = diff->sides[1].group_match[b[end].index];
            if (match >= 0) id = diff->sides[0].group_id[match];
        }
        for (int32_t i = k; i < end; i++) diff->sides[1].group_id[b[i].index] = id;
    }
}

void vrmi_diff_match_colliders(vrm_Diff* diff) {
    pair_shapes(diff, true);
    if (diff->result == VRM_OK) pair_shapes(diff, false);
    for (int s = 0; s < VRMI_SIDES && diff->result == VRM_OK; s++) number_shapes(diff, s);
    if (diff->result == VRM_OK) pair_groups(diff);
}

/* ---- Differences ---- */

static const char* collider_name(vrm_Diff* diff, int s, int32_t index) {
    const vrm_Collider* collider = &vrm_model_spring_bones(diff->sides[s].model)->colliders[index];
    return vrmi_diff_format(diff, "on %s", vrmi_diff_node_name(diff, s, collider->node));
}

static void compare_collider(vrm_Diff* diff, int32_t index, int32_t other) {
    static const char* const shapes[] = {"sphere", "capsule", "inside sphere", "inside capsule",
                                         "plane"};
    Shape a = shape_of(diff, VRMI_BEFORE, index), b = shape_of(diff, VRMI_AFTER, other);
    vrmi_Place place = {diff, collider_name(diff, VRMI_BEFORE, index), NULL};
    vrmi_diff_word(&place, "shape", shapes, 5, a.shape, b.shape);
    vrmi_diff_position(&place, "offset", &a.offset, &b.offset);
    if (a.shape != b.shape) return;
    vrmi_diff_position(&place, "tail", &a.tail, &b.tail);
    if (a.shape == VRM_COLLIDER_PLANE)
        vrmi_diff_direction(&place, "normal", &a.normal, &b.normal);
    else
        vrmi_diff_distance(&place, "radius", a.radius, b.radius);
}

static const char* group_name(vrm_Diff* diff, int s, int32_t index) {
    const char* name = vrm_model_spring_bones(diff->sides[s].model)->collider_groups[index].name;
    return name[0] != 0 ? vrmi_diff_format(diff, "group %s", name)
                        : vrmi_diff_format(diff, "group %d", (int)index);
}

static void compare_group(vrm_Diff* diff, int32_t index, int32_t other) {
    int32_t count_a, count_b;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    int32_t* a = list_ids(diff, VRMI_BEFORE, index, &count_a);
    int32_t* b = list_ids(diff, VRMI_AFTER, other, &count_b);
    vrmi_Place place = {diff, group_name(diff, VRMI_BEFORE, index), NULL};
    vrmi_diff_text(&place, "name",
                   vrm_model_spring_bones(diff->sides[0].model)->collider_groups[index].name,
                   vrm_model_spring_bones(diff->sides[1].model)->collider_groups[other].name);
    if (diff->result == VRM_OK &&
        (count_a != count_b || memcmp(a, b, (size_t)count_a * sizeof *a) != 0)) {
        vrmi_diff_changed(&place, "colliders", vrmi_diff_counted(diff, count_a, "collider"),
                          count_a != count_b ? vrmi_diff_counted(diff, count_b, "collider")
                                             : "as many others");
    }
    vrmi_arena_rewind(&diff->scratch, mark);
}

void vrmi_diff_colliders(vrm_Diff* diff) {
    const vrm_SpringBones* springs[VRMI_SIDES];
    for (int s = 0; s < VRMI_SIDES; s++) springs[s] = vrm_model_spring_bones(diff->sides[s].model);
    for (int s = 0; s < VRMI_SIDES; s++) {
        for (int32_t i = 0; i < springs[s]->collider_count && diff->result == VRM_OK; i++) {
            int32_t other = diff->sides[s].collider_match[i];
            if (springs[s]->colliders[i].node < 0) continue;
            if (other < 0)
                vrmi_diff_only(diff, s, collider_name(diff, s, i), "");
            else if (s == VRMI_BEFORE)
                compare_collider(diff, i, other);
        }
        for (int32_t i = 0; i < springs[s]->collider_group_count && diff->result == VRM_OK; i++) {
            int32_t other = diff->sides[s].group_match[i];
            if (other < 0)
                vrmi_diff_only(diff, s, group_name(diff, s, i), "");
            else if (s == VRMI_BEFORE)
                compare_group(diff, i, other);
        }
    }
}
