/* SPDX-License-Identifier: MIT */
/* A rig as words for the kernels. Every index that a kernel uses is checked here: into the arrays
 * of the pack, into the rows of an avatar, and up the tree where kernels walk it. Features that the
 * kernels do not support are detected here, too, and refused. */
#include "gpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */

int32_t gpu_words_add(gpu_Words* words, int32_t value) {
    if (words->count == words->capacity) {
        int32_t capacity = words->capacity < 1024 ? 1024 : words->capacity;
        if (capacity > INT32_MAX / 2 / (int32_t)sizeof(int32_t)) {
            words->has_failed = true;
            return 0;
        }
        capacity *= 2;
        int32_t* data = realloc(words->data, (size_t)capacity * sizeof *data);
        if (data == NULL) {
            words->has_failed = true;
            return 0;
        }
        words->data = data;
        words->capacity = capacity;
    }
    words->data[words->count] = value;
    return words->count++;
}

int32_t gpu_words_float(gpu_Words* words, float value) {
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return gpu_words_add(words, bits);
}

void gpu_words_free(gpu_Words* words) {
    free(words->data);
    *words = (gpu_Words){0};
}

/* ---- Building a rig ---- */

/* Marks of a node. */
enum { IS_NEEDED = 1, IS_PARENT = 2, IS_BRANCH = 4 };

typedef struct Build {
    gpu_Words* words;
    const vrm_RigPack* pack;
    int32_t at; /* where the table begins */
    uint32_t outputs;
    bool has_rate, is_irregular;
    const char* code; /* why it is refused */
    bool is_broken;   /* an index of the pack is out of range */

    int32_t rows[ARENA_COUNT]; /* so far */
    /* By node; -1: none. */
    int32_t *driven, *pairs, *anchors, *places, *posed, *saved, *centers;
    int32_t *first_child, *next_sibling, *order, *levels;
    uint8_t* marks;
    int32_t driven_count, posed_count, center_count, few_count, saved_count, collider_words;
    int32_t pose_rows[VRM_BONE_COUNT];
} Build;

static int32_t add(Build* b, int32_t value) {
    return gpu_words_add(b->words, value) - b->at;
}

static int32_t add_float(Build* b, float value) {
    return gpu_words_float(b->words, value) - b->at;
}

static int32_t here(const Build* b) {
    return b->words->count - b->at;
}

static void put(Build* b, int32_t word, int32_t value) {
    if (!b->words->has_failed) b->words->data[b->at + word] = value;
}

static void put_float(Build* b, int32_t word, float value) {
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(b, word, bits);
}

static void add_vec3(Build* b, vrm_Vec3 v) {
    add_float(b, v.x);
    add_float(b, v.y);
    add_float(b, v.z);
}

static void add_quat(Build* b, vrm_Quat q) {
    add_float(b, q.x);
    add_float(b, q.y);
    add_float(b, q.z);
    add_float(b, q.w);
}

/* Reserves rows of an arena; returns the first. */
static int32_t take_rows(Build* b, int32_t arena, int32_t count) {
    int32_t first = b->rows[arena];
    if (count > (1 << 24) - first) {
        b->is_broken = true;
        return 0;
    }
    b->rows[arena] = first + count;
    return first;
}

/* Returns `index` if it is below `count`, or is -1 and that is allowed; else 0, and the rig is
 * refused. */
static int32_t proven(Build* b, int32_t index, int32_t count, bool may_lack) {
    if (index >= 0 && index < count) return index;
    if (index == -1 && may_lack) return index;
    b->is_broken = true;
    return 0;
}

static void proven_range(Build* b, int32_t first, int32_t count, int32_t total) {
    if (first < 0 || count < 0 || first > total || count > total - first) b->is_broken = true;
}

/* ---- What cannot be run ---- */

/* Keeps the angles of sines in the range that the kernels reduce. */
#define DEGREES_MAX 20000.0f

static bool is_map_small(const vrm_RigPack* pack, const vrm_PackRangeMap* map) {
    float most = 1.0f;
    for (int32_t i = map->first_key; i < map->first_key + map->key_count; i++) {
        const vrm_CurveKey* key = &pack->curve_keys[i];
        /* A cubic piece over 0..1 stays below the sum of its parts. */
        float part = fabsf(key->value) + fabsf(key->in_tangent) + fabsf(key->out_tangent);
        if (!(part <= DEGREES_MAX)) return false;
        most += 2.0f * part;
    }
    return most * fabsf(map->output_scale) <= DEGREES_MAX;
}

static const char* find_reason(const vrm_RigPack* pack) {
    const vrm_PackLookAt* look = &pack->look_at;
    int32_t hips = pack->bones[VRM_BONE_HIPS].node;
    if (pack->is_general) return "GPU_RIG_SCALES";
    for (int32_t c = 0; c < pack->chain_count; c++)
        if (pack->chains[c].center >= pack->body_count) return "GPU_RIG_CENTER_SWAYS";
    if (pack->has_circles) return "GPU_RIG_CIRCLE";
    if (hips >= pack->body_count) return "GPU_RIG_HIPS_SWAY";
    if (look->is_present && look->type == VRM_LOOK_AT_BONE &&
        !(is_map_small(pack, &look->inner) && is_map_small(pack, &look->outer) &&
          is_map_small(pack, &look->down) && is_map_small(pack, &look->up)))
        return "GPU_RIG_ANGLES";
    for (int32_t p = 0; p < pack->pair_count; p++)
        if (!(fabsf(pack->pairs[p].limit_pitch) <= 100.0f) ||
            !(fabsf(pack->pairs[p].limit_yaw) <= 100.0f))
            return "GPU_RIG_ANGLES";
    return NULL;
}

/* ---- Nodes ---- */

static bool take_arrays(Build* b) {
    size_t count = (size_t)b->pack->node_count + 1;
    int32_t** arrays[] = {&b->driven, &b->pairs,  &b->anchors,     &b->places,
                          &b->posed,  &b->saved,  &b->first_child, &b->next_sibling,
                          &b->order,  &b->levels, &b->centers};
    b->marks = calloc(count, 1);
    bool has_all = b->marks != NULL;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = malloc(count * sizeof(int32_t));
        has_all &= *arrays[i] != NULL;
        if (*arrays[i] != NULL) memset(*arrays[i], 0xFF, count * sizeof(int32_t));
    }
    return has_all;
}

static void free_arrays(Build* b) {
    free(b->driven);
    free(b->pairs);
    free(b->anchors);
    free(b->places);
    free(b->posed);
    free(b->saved);
    free(b->first_child);
    free(b->next_sibling);
    free(b->order);
    free(b->levels);
    free(b->centers);
    free(b->marks);
}

static void link_nodes(Build* b) {
    const vrm_RigPack* pack = b->pack;
    for (int32_t n = pack->node_count - 1; n >= 0; n--) {
        int32_t parent = pack->nodes[n].parent;
        if (parent < -1 || parent >= n || pack->nodes[n].file_node < 0 ||
            pack->nodes[n].file_node >= pack->node_count) {
            b->is_broken = true;
            return;
        }
        if (parent < 0) continue;
        if (parent >= pack->body_count && n < pack->body_count) b->is_broken = true;
        b->next_sibling[n] = b->first_child[parent];
        b->first_child[parent] = n;
    }
}

static void drive(Build* b, int32_t node) {
    if (node < 0 || node >= b->pack->node_count) {
        b->is_broken = true;
        return;
    }
    if (b->driven[node] < 0) b->driven[node] = b->driven_count++;
}

static void find_driven(Build* b) {
    const vrm_RigPack* pack = b->pack;
    const vrm_PackLookAt* look = &pack->look_at;
    for (int i = 0; i < 2 && look->is_present && look->type == VRM_LOOK_AT_BONE; i++)
        if (look->eye_bones[i] >= 0 && look->eye_bones[i] < VRM_BONE_COUNT)
            drive(b, pack->bones[look->eye_bones[i]].node);
    for (int32_t i = 0; i < pack->constraint_count; i++) drive(b, pack->constraints[i].node);
    for (int32_t i = 0; i < pack->pair_count; i++) {
        int32_t node = proven(b, pack->pairs[i].node, pack->node_count, false);
        if (b->pairs[node] >= 0) b->is_broken = true; /* two pairs turn it */
        if (b->driven[node] >= 0) b->code = "GPU_RIG_TURNED_TWICE";
        b->pairs[node] = i;
    }
}

/* Pairs that constraints and gaze read: these read what the last frame showed, or the rest pose. */
static void add_early(Build* b) {
    const vrm_RigPack* pack = b->pack;
    uint8_t* is_early = calloc((size_t)pack->pair_count + 1, 1);
    if (is_early == NULL) {
        b->words->has_failed = true;
        return;
    }
    for (int32_t i = 0; i < pack->constraint_count; i++) {
        int32_t source = proven(b, pack->constraints[i].source, pack->node_count, false);
        if (b->pairs[source] >= 0) is_early[b->pairs[source]] = 1;
    }
    for (int32_t i = 0; i < pack->constraint_step_count; i++) {
        int32_t step = pack->constraint_steps[i];
        int32_t node = step < 0 ? proven(b, ~step, pack->node_count, false) : 0;
        if (step < 0 && b->pairs[node] >= 0) is_early[b->pairs[node]] = 1;
    }
    for (int32_t i = 0; i < pack->head_chain_count; i++) {
        int32_t node = proven(b, pack->head_chain[i], pack->node_count, false);
        if (b->pairs[node] >= 0) is_early[b->pairs[node]] = 1;
    }
    put(b, T_EARLY, here(b));
    int32_t count = 0;
    for (int32_t p = 0; p < pack->pair_count; p++)
        if (is_early[p]) {
            add(b, p);
            count++;
        }
    put(b, T_EARLY_COUNT, count);
    free(is_early);
}

/* Finds the nodes that the springs need: anchors and their ancestors. */
static void find_anchors(Build* b) {
    const vrm_RigPack* pack = b->pack;
    for (int32_t a = 0; a < pack->anchor_count; a++) {
        int32_t node = proven(b, pack->anchors[a], pack->body_count, false);
        b->anchors[node] = b->places[node] = a;
        for (int32_t n = node; n >= 0 && !(b->marks[n] & IS_NEEDED); n = pack->nodes[n].parent)
            b->marks[n] |= IS_NEEDED;
    }
    for (int32_t i = 0; i < pack->wave_node_count; i++) {
        int32_t node = proven(b, pack->wave_nodes[i], pack->node_count, false);
        if (b->places[node] < 0) b->places[node] = pack->anchor_count + 1 + i;
    }
}

/* Where the springs find the world transform of a node; the root for -1. */
static int32_t place_of(Build* b, int32_t node) {
    if (node < 0) return b->pack->anchor_count;
    node = proven(b, node, b->pack->node_count, false);
    if (b->places[node] < 0) b->is_broken = true;
    return b->places[node];
}

static int32_t rotation_code(const Build* b, int32_t node, int32_t driven_row, int32_t shown_row,
                             int32_t rotation_row) {
    if (b->pairs[node] >= 0) return ~(shown_row + 4 * b->pairs[node]);
    if (b->driven[node] >= 0) return ~(driven_row + 4 * b->driven[node]);
    return rotation_row + 4 * node;
}

/* ---- Orders of forward kinematics ---- */

/* Nodes first <= n < end, depth first, so that most nodes directly follow their parent. */
static int32_t depth_first(Build* b, int32_t first, int32_t end, bool only_needed) {
    const vrm_RigPack* pack = b->pack;
    int32_t count = 0;
    for (int32_t root = first; root < end; root++) {
        int32_t parent = pack->nodes[root].parent;
        if (parent >= first) continue; /* not where a tree begins */
        int32_t n = root;
        while (n >= 0) {
            bool is_in = n < end && (!only_needed || (b->marks[n] & IS_NEEDED));
            if (is_in) b->order[count++] = n;
            int32_t child = is_in ? b->first_child[n] : -1;
            if (child >= 0) {
                n = child;
                continue;
            }
            while (n != root && b->next_sibling[n] < 0) n = pack->nodes[n].parent;
            n = n == root ? -1 : b->next_sibling[n];
        }
    }
    return count;
}

static void mark_branches(Build* b, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        int32_t parent = b->pack->nodes[b->order[i]].parent;
        if (parent < 0) continue;
        b->marks[parent] |= IS_PARENT;
        if (i == 0 || b->order[i - 1] != parent) b->marks[parent] |= IS_BRANCH;
    }
}

static void add_ops(Build* b, int32_t count, int32_t header) {
    put(b, header, here(b));
    put(b, header + 1, count);
    for (int32_t i = 0; i < count; i++) {
        int32_t node = b->order[i], parent = b->pack->nodes[node].parent;
        bool follows = i > 0 && parent >= 0 && b->order[i - 1] == parent;
        add(b, node);
        add(b, follows ? -2 : parent < 0 ? -1 : b->saved[parent]);
        add(b, b->marks[node] & IS_BRANCH ? b->saved[node] : -1);
    }
}

static int compare_levels(const void* a, const void* b) {
    const int32_t *x = a, *y = b;
    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : (x[1] < y[1] ? -1 : x[1] > y[1]);
}

static void add_levels(Build* b, int32_t first, int32_t count, int32_t header) {
    int32_t* sorted = malloc(((size_t)count + 1) * 2 * sizeof *sorted);
    if (sorted == NULL) {
        b->words->has_failed = true;
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t node = b->order[i], parent = b->pack->nodes[node].parent;
        b->levels[node] = parent < first ? 0 : b->levels[parent] + 1;
        sorted[2 * i] = b->levels[node];
        sorted[2 * i + 1] = node;
    }
    qsort(sorted, (size_t)count, 2 * sizeof *sorted, compare_levels);
    put(b, header, here(b));
    int32_t level_count = 0;
    for (int32_t i = 0; i < count; i++) {
        if (i > 0 && sorted[2 * i] == sorted[2 * i - 2]) continue;
        add(b, i);
        level_count++;
    }
    add(b, count);
    put(b, header + 1, level_count);
    put(b, header + 2, here(b));
    for (int32_t i = 0; i < count; i++) {
        int32_t node = sorted[2 * i + 1], parent = b->pack->nodes[node].parent;
        add(b, node);
        add(b, parent < 0 ? -1 : b->saved[parent]);
        add(b, b->marks[node] & IS_PARENT ? b->saved[node] : -1);
    }
    free(sorted);
}

static void add_orders(Build* b) {
    const vrm_RigPack* pack = b->pack;
    bool has_worlds = (b->outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)) != 0;
    int32_t body = depth_first(b, 0, pack->body_count, !has_worlds);
    mark_branches(b, body);
    int32_t sway = has_worlds ? depth_first(b, pack->body_count, pack->node_count, false) : 0;
    mark_branches(b, sway);
    for (int32_t n = 0; n < pack->node_count; n++)
        if (b->marks[n] & IS_BRANCH) b->saved[n] = b->saved_count++;
    b->few_count = b->saved_count;
    for (int32_t n = 0; n < pack->node_count; n++)
        if ((b->marks[n] & IS_PARENT) && b->saved[n] < 0) b->saved[n] = b->saved_count++;
    add_ops(b, sway, T_SWAY_OPS);
    add_levels(b, pack->body_count, sway, T_SWAY_LEVELS);
    body = depth_first(b, 0, pack->body_count, !has_worlds);
    add_ops(b, body, T_BODY_OPS);
    add_levels(b, 0, body, T_BODY_LEVELS);
}

/* ---- Parts ---- */

static int32_t add_palettes_of(Build* b, int32_t node, int32_t* out_count) {
    const vrm_RigPack* pack = b->pack;
    int32_t first = here(b);
    *out_count = 0;
    for (int32_t j = 0; j < pack->palette_count; j++) {
        if (pack->palette_nodes[j] != node) continue;
        const vrm_Affine* bind = &pack->inverse_binds[j];
        add(b, j);
        for (int r = 0; r < 3; r++)
            add_quat(
                b, (vrm_Quat){bind->rows[r].x, bind->rows[r].y, bind->rows[r].z, bind->rows[r].w});
        (*out_count)++;
    }
    return first;
}

/* Nodes may have many joints: one pass over the list for each node would be slow for hostile
 * files. */
static void add_palettes(Build* b, int32_t* firsts, int32_t* counts) {
    const vrm_RigPack* pack = b->pack;
    int32_t* heads = b->order; /* free until add_orders() */
    int32_t* nexts = malloc(((size_t)pack->palette_count + 1) * sizeof *nexts);
    if (nexts == NULL) {
        b->words->has_failed = true;
        return;
    }
    for (int32_t n = 0; n < pack->node_count; n++) heads[n] = -1;
    for (int32_t j = pack->palette_count - 1; j >= 0; j--) {
        int32_t node = proven(b, pack->palette_nodes[j], pack->node_count, true);
        if (node < 0) continue;
        nexts[j] = heads[node];
        heads[node] = j;
    }
    for (int32_t n = 0; n < pack->node_count; n++) {
        firsts[n] = here(b);
        counts[n] = 0;
        for (int32_t j = heads[n]; j >= 0; j = nexts[j]) {
            const vrm_Affine* bind = &pack->inverse_binds[j];
            add(b, j);
            for (int r = 0; r < 3; r++)
                add_quat(b, (vrm_Quat){bind->rows[r].x, bind->rows[r].y, bind->rows[r].z,
                                       bind->rows[r].w});
            counts[n]++;
        }
    }
    free(nexts);
    int32_t count = 0;
    put(b, T_ROOT_PALETTES, add_palettes_of(b, -1, &count));
    put(b, T_ROOT_PALETTE_COUNT, count);
}

static void add_nodes(Build* b, int32_t driven_row, int32_t shown_row, int32_t rotation_row) {
    const vrm_RigPack* pack = b->pack;
    size_t size = ((size_t)pack->node_count + 1) * sizeof(int32_t);
    int32_t *firsts = malloc(size), *counts = malloc(size), *rests = malloc(size);
    if (firsts == NULL || counts == NULL || rests == NULL) b->words->has_failed = true;
    if (!b->words->has_failed) add_palettes(b, firsts, counts);
    for (int32_t n = 0; !b->words->has_failed && n < pack->node_count; n++) {
        rests[n] = here(b);
        add_quat(b, pack->nodes[n].rest.rotation);
        add_vec3(b, pack->nodes[n].rest.scale);
    }
    put(b, T_NODES, here(b));
    for (int32_t n = 0; !b->words->has_failed && n < pack->node_count; n++) {
        const vrm_PackNode* node = &pack->nodes[n];
        add(b, node->parent);
        add(b, rotation_code(b, n, driven_row, shown_row, rotation_row));
        add_vec3(b, node->rest.translation);
        add_float(b, node->rest.scale.x);
        add(b, b->anchors[n]);
        add(b, n == pack->bones[VRM_BONE_HIPS].node);
        add(b, firsts[n]);
        add(b, counts[n]);
        add(b, node->file_node);
        add(b, rests[n]);
    }
    free(firsts);
    free(counts);
    free(rests);
}

static void add_bones(Build* b) {
    const vrm_RigPack* pack = b->pack;
    int32_t pose_count = 0, carriers[VRM_BONE_COUNT], carrier_count = 0;
    int32_t missing_at[VRM_BONE_COUNT], missing_counts[VRM_BONE_COUNT];
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) b->pose_rows[i] = -1;
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) {
        missing_at[i] = here(b);
        missing_counts[i] = 0;
        if (proven(b, pack->bones[i].node, pack->node_count, true) < 0) continue;
        for (int32_t m = pack->bones[i].parent, steps = 0;
             m >= 0 && m < VRM_BONE_COUNT && pack->bones[m].node < 0 && steps < VRM_BONE_COUNT;
             m = pack->bones[m].parent, steps++) {
            add(b, m);
            missing_counts[i]++;
            if (b->pose_rows[m] < 0) b->pose_rows[m] = pose_count++;
        }
        if (missing_counts[i] == 0) continue;
        if (b->pose_rows[i] < 0) b->pose_rows[i] = pose_count++;
        carriers[carrier_count++] = i;
    }
    put(b, T_CARRIERS, here(b));
    put(b, T_CARRIER_COUNT, carrier_count);
    for (int32_t i = 0; i < carrier_count; i++) add(b, carriers[i]);
    put(b, T_BONES, here(b));
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) {
        add(b, pack->bones[i].node);
        add(b, b->pose_rows[i]);
        add(b, missing_at[i]);
        add(b, missing_counts[i]);
        add_quat(b, pack->bones[i].parent_inverse);
        add_quat(b, pack->bones[i].world);
    }
    put(b, T_ROW_POSE, take_rows(b, ARENA_INPUT, 4 * pose_count));
    put(b, T_HIPS, pack->bones[VRM_BONE_HIPS].node);
    put_float(b, T_HIPS_REST, pack->hips_rest_model.x);
    put_float(b, T_HIPS_REST + 1, pack->hips_rest_model.y);
    put_float(b, T_HIPS_REST + 2, pack->hips_rest_model.z);
    put(b, T_HIPS_CHAIN, here(b));
    put(b, T_HIPS_CHAIN_COUNT, pack->hips_chain_count);
    for (int32_t i = 0; i < pack->hips_chain_count; i++)
        add(b, proven(b, pack->hips_chain[i], pack->node_count, false));
}

static void add_expressions(Build* b) {
    const vrm_RigPack* pack = b->pack;
    put(b, T_EXPRESSIONS, here(b));
    put(b, T_EXPRESSION_COUNT, pack->expression_count);
    for (int32_t i = 0; i < pack->expression_count; i++) {
        const vrm_PackExpression* e = &pack->expressions[i];
        proven_range(b, e->first_morph_bind, e->morph_bind_count, pack->morph_bind_count);
        proven_range(b, e->first_value_bind, e->value_bind_count, pack->value_bind_count);
        add(b, proven(b, e->category, VRM_CATEGORY_COUNT, false));
        add(b, e->binary);
        for (int c = 0; c < VRM_CATEGORY_COUNT; c++) add(b, e->overrides[c]);
        add(b, e->first_morph_bind);
        add(b, e->morph_bind_count);
        add(b, e->first_value_bind);
        add(b, e->value_bind_count);
    }
    uint8_t* is_reached = calloc((size_t)pack->morph_count + 1, 1);
    if (is_reached == NULL) {
        b->words->has_failed = true;
        return;
    }
    put(b, T_REACHED, here(b));
    put(b, T_REACHED_COUNT, pack->reached_count);
    for (int32_t i = 0; i < pack->reached_count; i++) {
        int32_t morph = proven(b, pack->reached_morphs[i], pack->morph_count, false);
        if (is_reached[morph]) b->is_broken = true;
        is_reached[morph] = 1;
        add(b, morph);
    }
    for (int32_t m = 0; m < pack->morph_count; m++)
        if (!is_reached[m]) add(b, m);
    free(is_reached);
    put(b, T_MORPH_BINDS, here(b));
    for (int32_t i = 0; i < pack->morph_bind_count && !b->is_broken; i++) {
        int32_t reached = proven(b, pack->morph_binds[i].reached, pack->reached_count, false);
        if (b->is_broken) return;
        add(b, pack->reached_morphs[reached]);
        add_float(b, pack->morph_binds[i].weight);
    }
    put(b, T_VALUE_BINDS, here(b));
    for (int32_t i = 0; i < pack->value_bind_count; i++) {
        vrm_Vec4 d = pack->value_binds[i].delta;
        add(b, proven(b, pack->value_binds[i].value, pack->value_count, false));
        add_quat(b, (vrm_Quat){d.x, d.y, d.z, d.w});
    }
    put(b, T_VALUES, here(b));
    put(b, T_VALUE_COUNT, pack->value_count);
    for (int32_t i = 0; i < pack->value_count; i++) {
        vrm_Vec4 v = pack->value_bases[i];
        add_quat(b, (vrm_Quat){v.x, v.y, v.z, v.w});
    }
    bool has_face = (b->outputs & VRM_OUTPUT_FACE) != 0;
    put(b, T_MORPH_COUNT, has_face ? pack->morph_count : 0);
    put(b, T_DAMPS_EYES, pack->override_damps_eye_bones);
    put(b, T_ROW_EXPRESSIONS, take_rows(b, ARENA_INPUT, pack->expression_count));
    if (!has_face) return;
    put(b, T_ROW_MORPHS, take_rows(b, ARENA_INPUT, pack->morph_count));
    put(b, T_ROW_WEIGHTS, take_rows(b, ARENA_FACE, pack->expression_count));
    put(b, T_ROW_ASKED, take_rows(b, ARENA_FACE, pack->expression_count));
    put(b, T_ROW_OUT_MORPHS, take_rows(b, ARENA_FACE, pack->morph_count));
    put(b, T_ROW_OUT_VALUES, take_rows(b, ARENA_FACE, 4 * pack->value_count));
}

static void put_map(Build* b, int32_t which, const vrm_PackRangeMap* map) {
    int32_t at = T_LOOK_MAPS + which * MAP_WORDS;
    proven_range(b, map->first_key, map->key_count, b->pack->curve_key_count);
    put_float(b, at, map->input_max_degrees);
    put_float(b, at + 1, map->output_scale);
    put(b, at + 2, map->first_key);
    put(b, at + 3, map->key_count);
}

static void add_look_at(Build* b, int32_t shown_row) {
    const vrm_RigPack* pack = b->pack;
    const vrm_PackLookAt* look = &pack->look_at;
    bool is_present = look->is_present && look->head >= 0;
    put(b, T_LOOK_PRESENT, is_present);
    put(b, T_LOOK_TYPE, look->type);
    put_float(b, T_LOOK_OFFSET, look->offset.x);
    put_float(b, T_LOOK_OFFSET + 1, look->offset.y);
    put_float(b, T_LOOK_OFFSET + 2, look->offset.z);
    put_float(b, T_LOOK_FORWARD, look->to_forward.x);
    put_float(b, T_LOOK_FORWARD + 1, look->to_forward.y);
    put_float(b, T_LOOK_FORWARD + 2, look->to_forward.z);
    put_float(b, T_LOOK_FORWARD + 3, look->to_forward.w);
    put_map(b, 0, &look->inner);
    put_map(b, 1, &look->outer);
    put_map(b, 2, &look->down);
    put_map(b, 3, &look->up);
    for (int i = 0; i < 2; i++) {
        int32_t bone = proven(b, look->eye_bones[i], VRM_BONE_COUNT, true);
        put(b, T_LOOK_EYES + i, is_present && bone >= 0 && pack->bones[bone].node >= 0 ? bone : -1);
    }
    for (int i = 0; i < 4; i++)
        put(b, T_LOOK_EXPRESSIONS + i,
            is_present ? proven(b, look->expressions[i], pack->expression_count, true) : -1);
    put(b, T_CURVE_KEYS, here(b));
    for (int32_t i = 0; i < pack->curve_key_count; i++) {
        const vrm_CurveKey* key = &pack->curve_keys[i];
        add_quat(b, (vrm_Quat){key->time, key->value, key->in_tangent, key->out_tangent});
    }
    put(b, T_HEAD_CHAIN, here(b));
    put(b, T_HEAD_CHAIN_COUNT, pack->head_chain_count);
    for (int32_t i = 0; i < pack->head_chain_count; i++)
        add(b, proven(b, pack->head_chain[i], pack->node_count, false));
    for (int32_t i = 0; i < pack->head_chain_count && !b->is_broken; i++) {
        int32_t pair = b->pairs[pack->head_chain[i]];
        add(b, pair < 0 ? -1 : shown_row + 4 * pair);
    }
}

/* ---- Constraints ---- */

static int32_t posed_above(Build* b, int32_t node) {
    int32_t parent = b->pack->nodes[node].parent;
    if (parent < 0) return -1;
    if (b->posed[parent] < 0) b->is_broken = true;
    return b->posed[parent];
}

static void add_constraints(Build* b, int32_t driven_row, int32_t shown_row, int32_t rotation_row) {
    const vrm_RigPack* pack = b->pack;
    int32_t step_count = pack->constraint_step_count;
    for (int32_t i = 0; i < step_count; i++) {
        int32_t step = pack->constraint_steps[i];
        if (step >= 0) continue;
        int32_t node = proven(b, ~step, pack->node_count, false);
        if (b->posed[node] < 0) b->posed[node] = b->posed_count++;
    }
    put(b, T_CONSTRAINTS, here(b));
    for (int32_t i = 0; i < pack->constraint_count; i++) {
        const vrm_PackConstraint* c = &pack->constraints[i];
        int32_t source = proven(b, c->source, pack->node_count, false);
        int32_t node = proven(b, c->node, pack->node_count, false);
        bool is_aim = c->type == VRM_CONSTRAINT_AIM;
        add(b, c->type);
        add_float(b, c->weight);
        add(b, rotation_code(b, source, driven_row, shown_row, rotation_row));
        add(b, driven_row + 4 * b->driven[node]);
        add_quat(b, c->rest);
        add_quat(b, c->before);
        add_quat(b, c->after);
        add_vec3(b, c->axis);
        add(b, node);
        add(b, source);
        add(b, is_aim ? posed_above(b, node) : -1);
        add(b, is_aim ? posed_above(b, source) : -1);
        add(b, 0);
    }
    put(b, T_CONSTRAINT_STEPS, here(b));
    put(b, T_CONSTRAINT_STEP_COUNT, step_count);
    for (int32_t i = 0; i < step_count; i++) {
        int32_t step = pack->constraint_steps[i];
        int32_t node = step < 0 ? proven(b, ~step, pack->node_count, false) : 0;
        add(b, step >= 0 ? proven(b, step, pack->constraint_count, false) : -1);
        add(b, node);
        add(b, step >= 0 ? -1 : posed_above(b, node));
        add(b, step >= 0 ? -1 : b->posed[node]);
    }
    put(b, T_DRIVEN, here(b));
    put(b, T_DRIVEN_COUNT, b->driven_count);
    int32_t list = here(b);
    for (int32_t i = 0; i < b->driven_count; i++) add(b, 0);
    for (int32_t n = 0; n < pack->node_count; n++)
        if (b->driven[n] >= 0) put(b, list + b->driven[n], n);
}

/* ---- Springs ---- */

/* Checks the walk of kernels from `node` up to `top`. */
static void prove_walk(Build* b, int32_t node, int32_t top) {
    int32_t n = b->pack->nodes[node].parent;
    while (n >= 0 && n != top) n = b->pack->nodes[n].parent;
    if (n != top || top < 0) b->is_broken = true;
}

static void add_pair(Build* b, const vrm_PackChain* chain, int32_t index) {
    const vrm_RigPack* pack = b->pack;
    const vrm_PackPair* p = &pack->pairs[index];
    int32_t tail = proven(b, p->tail, pack->node_count, true);
    bool is_first = index == chain->first_pair;
    const vrm_PackPair* before = is_first ? NULL : p - 1;
    bool follows = before != NULL && before->is_direct && before->tail == p->node;
    if (before != NULL) prove_walk(b, p->node, before->node);
    if (tail >= 0) prove_walk(b, tail, p->node);
    add(b, p->node);
    add(b, tail);
    add(b, proven(b, p->joint, pack->joint_count, false));
    add(b, p->is_direct);
    add_quat(b, p->rest);
    add_quat(b, p->swing);
    add_vec3(b, p->direction);
    add_float(b, p->length);
    add_vec3(b, p->gravity);
    add_float(b, p->stiffness);
    add_float(b, p->keep);
    add_float(b, p->radius);
    add_float(b, p->scale);
    int32_t kind = (before != NULL && !follows ? KIND_SKIPS : 0) |
                   (tail >= 0 && !p->is_direct ? KIND_MEASURES : 0) |
                   (p->limit != VRM_LIMIT_NONE ? KIND_LIMITED : 0);
    b->is_irregular |= kind != 0;
    add(b, kind);
    add_vec3(b, p->axis);
    add(b, p->limit);
    add_quat(b, p->limit_frame);
    add_float(b, p->limit_cosine);
    add_float(b, p->limit_sine);
    add_float(b, p->limit_pitch);
    add_float(b, p->limit_yaw);
    add(b, before == NULL ? -1 : before->node);
    add_vec3(b, pack->nodes[p->node].rest.translation);
    while ((here(b) - b->words->data[b->at + T_PAIRS]) % PAIR_WORDS != 0 && !b->words->has_failed)
        add(b, 0);
}

/* A center of several chains is stored once. */
static int32_t center_entry(Build* b, int32_t node) {
    if (node >= b->pack->node_count) return 0;
    if (b->centers[node] < 0) b->centers[node] = b->center_count++;
    return b->centers[node];
}

static void add_centers(Build* b) {
    int32_t list = here(b);
    put(b, T_CENTERS, list);
    put(b, T_CENTER_COUNT, b->center_count);
    put(b, T_ROW_CENTERS, take_rows(b, ARENA_STATE, 8 * b->center_count));
    for (int32_t i = 0; i < b->center_count; i++) add(b, 0);
    for (int32_t n = 0; n < b->pack->node_count; n++)
        if (b->centers[n] >= 0) put(b, list + b->centers[n], place_of(b, n));
}

/* How far from its first head a chain without skipped nodes gets, by its parent's scale. The share
 * is for rounding: the error of a sum of that many lengths is smaller. */
static float find_reach(const vrm_RigPack* pack, const vrm_PackChain* chain) {
    float scale = 1.0f, length = 0.0f, reach = 0.0f;
    for (int32_t i = 0; i < chain->pair_count; i++) {
        const vrm_PackPair* p = &pack->pairs[chain->first_pair + i];
        scale *= fabsf(p->scale);
        length += p->length * scale;
        reach = fmaxf(reach, (length + fabsf(p->radius) * scale) * 1.001f);
    }
    return chain->pair_count > 64 ? INFINITY : reach;
}

static void add_springs(Build* b) {
    const vrm_RigPack* pack = b->pack;
    while (b->words->count % 4 != 0 && !b->words->has_failed)
        add(b, 0); /* for loads of four at a time */
    put(b, T_PAIRS, here(b));
    put(b, T_PAIR_COUNT, pack->pair_count);
    int32_t next = 0;
    for (int32_t c = 0; c < pack->chain_count && !b->is_broken; c++) {
        const vrm_PackChain* chain = &pack->chains[c];
        proven_range(b, chain->first_pair, chain->pair_count, pack->pair_count);
        if (chain->first_pair != next || chain->pair_count < 1) b->is_broken = true;
        next += chain->pair_count;
        for (int32_t p = 0; p < chain->pair_count && !b->is_broken && !b->words->has_failed; p++)
            add_pair(b, chain, chain->first_pair + p);
    }
    if (next != pack->pair_count) b->is_broken = true;
    put(b, T_CHAINS, here(b));
    for (int32_t c = 0; c < pack->chain_count && !b->is_broken; c++) {
        const vrm_PackChain* chain = &pack->chains[c];
        proven_range(b, chain->first_collider, chain->collider_count, pack->collider_ref_count);
        add(b, chain->first_pair);
        add(b, chain->pair_count);
        add(b, place_of(b, chain->parent));
        add(b, chain->center < 0 ? -1 : place_of(b, chain->center));
        add(b, chain->first_collider);
        add(b, chain->collider_count);
        add(b, chain->center < 0 ? 0 : center_entry(b, chain->center));
        add_float(b, find_reach(pack, chain));
    }
    add_centers(b);
    put(b, T_WAVES, here(b));
    put(b, T_WAVE_COUNT, pack->wave_count);
    for (int32_t i = 0; i < pack->wave_count; i++) {
        const vrm_PackWave* w = &pack->waves[i];
        proven_range(b, w->first_chain, w->chain_count, pack->chain_count);
        proven_range(b, w->first_node, w->node_count, pack->wave_node_count);
        proven_range(b, w->first_collider, w->collider_count, pack->wave_collider_count);
        add(b, w->first_chain);
        add(b, w->chain_count);
        add(b, w->first_node);
        add(b, w->node_count);
        add(b, w->first_collider);
        add(b, w->collider_count);
    }
    put(b, T_WAVE_NODES, here(b));
    for (int32_t i = 0; i < pack->wave_node_count && !b->is_broken; i++) {
        int32_t node = pack->wave_nodes[i];
        add(b, node);
        add(b, place_of(b, pack->nodes[node].parent));
        add(b, b->places[node]);
        if (b->places[node] <= pack->anchor_count) b->is_broken = true;
    }
    int32_t* ats = malloc(((size_t)pack->collider_count + 1) * sizeof *ats);
    if (ats == NULL) {
        b->words->has_failed = true;
        return;
    }
    put(b, T_COLLIDERS, here(b));
    for (int32_t i = 0; i < pack->collider_count && !b->is_broken; i++) {
        const vrm_PackCollider* c = &pack->colliders[i];
        int32_t node = proven(b, c->node, pack->node_count, false);
        add(b, b->places[node] < 0 ? 0 : b->places[node]); /* without a place no chain tests it */
        add(b, c->kind);
        add_vec3(b, c->offset);
        add_vec3(b, c->along);
        add_float(b, c->radius);
        ats[i] = b->collider_words;
        if (c->kind < VRM_PACK_SPHERE || c->kind > VRM_PACK_PLANE) b->is_broken = true;
        add(b, b->collider_words);
        add(b, 0);
        add(b, 0);
        b->collider_words += c->kind == VRM_PACK_SPHERE ? 4 : 8;
        b->is_irregular |= c->kind == VRM_PACK_HOLLOW || c->kind == VRM_PACK_PLANE;
    }
    put(b, T_COLLIDER_REFS, here(b));
    for (int32_t i = 0; i < pack->collider_ref_count && !b->is_broken; i++) {
        int32_t c = proven(b, pack->collider_refs[i], pack->collider_count, false);
        if (b->is_broken) break;
        if (b->places[pack->colliders[c].node] < 0) b->is_broken = true;
        add(b, 4 * ats[c] + pack->colliders[c].kind);
    }
    free(ats);
    put(b, T_WAVE_COLLIDERS, here(b));
    for (int32_t i = 0; i < pack->wave_collider_count; i++)
        add(b, proven(b, pack->wave_colliders[i], pack->collider_count, false));
    put(b, T_ANCHOR_COUNT, pack->anchor_count);
    put(b, T_JOINT_COUNT, pack->joint_count);
}

/* ---- Rows at rest ---- */

void gpu_rest_free(gpu_Rest* rest) {
    free(rest->input);
    free(rest->face);
    *rest = (gpu_Rest){NULL, NULL};
}

static void rest_inputs(const Build* b, const int32_t* table, float* input) {
    const vrm_RigPack* pack = b->pack;
    input[IN_ROOT + (pack->facing < 0 ? 1 : 3)] = 1.0f; /* half a turn about Y, or none */
    input[IN_ROOT + 7] = 1.0f;
    int32_t hips = pack->bones[VRM_BONE_HIPS].node;
    if (hips >= 0) memcpy(input + IN_HIPS, &pack->nodes[hips].rest.translation, 12);
    for (int32_t n = 0; n < pack->node_count; n++)
        memcpy(input + table[T_ROW_ROTATIONS] + 4 * n, &pack->nodes[n].rest.rotation, 16);
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++)
        if (b->pose_rows[i] >= 0) input[table[T_ROW_POSE] + 4 * b->pose_rows[i] + 3] = 1.0f;
}

/* What avatars show whose expression stage has never run. */
static void rest_faces(const Build* b, const int32_t* table, gpu_Rest* rest) {
    const vrm_RigPack* pack = b->pack;
    size_t morphs = (size_t)pack->morph_count * sizeof(float);
    size_t values = (size_t)pack->value_count * sizeof(vrm_Vec4);
    if (morphs > 0) {
        memcpy(rest->input + table[T_ROW_MORPHS], pack->rest_morphs, morphs);
        memcpy(rest->face + table[T_ROW_OUT_MORPHS], pack->rest_morphs, morphs);
    }
    if (values > 0) memcpy(rest->face + table[T_ROW_OUT_VALUES], pack->value_bases, values);
}

static bool make_rest(const Build* b, gpu_Rest* rest) {
    const int32_t* table = b->words->data + b->at;
    rest->input = calloc((size_t)b->rows[ARENA_INPUT], sizeof(float));
    rest->face = calloc((size_t)b->rows[ARENA_FACE] + 1, sizeof(float));
    if (rest->input == NULL || rest->face == NULL) {
        gpu_rest_free(rest);
        return false;
    }
    rest_inputs(b, table, rest->input);
    if (b->outputs & VRM_OUTPUT_FACE) rest_faces(b, table, rest);
    return true;
}

/* ---- All of it ---- */

static void build(Build* b) {
    const vrm_RigPack* pack = b->pack;
    int32_t pairs = pack->pair_count, anchors = 8 * (pack->anchor_count + 1);
    for (int32_t i = 0; i < T_WORDS; i++) add(b, 0);
    link_nodes(b);
    if (b->is_broken || b->words->has_failed) return;
    find_driven(b);
    find_anchors(b);
    if (b->is_broken || b->code != NULL) return;
    add_early(b);
    int32_t rotation_row = take_rows(b, ARENA_INPUT, 4 * pack->node_count);
    int32_t shown_row = take_rows(b, ARENA_ROTATION, 4 * pairs);
    int32_t driven_row = take_rows(b, ARENA_ROTATION, 4 * b->driven_count);
    put(b, T_NODE_COUNT, pack->node_count);
    put(b, T_BODY_COUNT, pack->body_count);
    put(b, T_FACING, pack->facing);
    put(b, T_ROW_ROTATIONS, rotation_row);
    put(b, T_ROW_SHOWN, shown_row);
    put(b, T_ROW_DRIVEN, driven_row);
    put(b, T_ROW_LAST, b->has_rate ? take_rows(b, ARENA_ROTATION, 4 * pairs) : -1);
    put(b, T_ROW_EARLIER, b->has_rate ? take_rows(b, ARENA_ROTATION, 4 * pairs) : -1);
    put(b, T_ROW_TAILS, take_rows(b, ARENA_STATE, 6 * pairs));
    put(b, T_ROW_ANCHORS, take_rows(b, ARENA_STATE, pairs > 0 ? 2 * anchors : 0));
    add_nodes(b, driven_row, shown_row, rotation_row);
    if (b->is_broken || b->words->has_failed) return;
    add_orders(b);
    add_bones(b);
    add_expressions(b);
    add_look_at(b, shown_row);
    if (b->is_broken) return;
    add_constraints(b, driven_row, shown_row, rotation_row);
    if (b->is_broken) return;
    add_springs(b);
    put(b, T_OUTPUTS, (int32_t)b->outputs);
    put(b, T_PALETTE_COUNT, pack->palette_count);
    put(b, T_ROW_WAVES, take_rows(b, ARENA_SCRATCH, 8 * pack->wave_node_count));
    put(b, T_ROW_MOVED, take_rows(b, ARENA_SCRATCH, pairs > 0 ? anchors : 0));
    put(b, T_ROW_POSED, take_rows(b, ARENA_SCRATCH, 8 * b->posed_count));
    put(b, T_ROW_COLLIDERS, take_rows(b, ARENA_SCRATCH, b->collider_words));
    put(b, T_ROW_SAVED, b->rows[ARENA_SCRATCH]);
    if (b->outputs & VRM_OUTPUT_WORLDS) (void)take_rows(b, ARENA_WORLD, 12 * pack->node_count);
    if (b->outputs & VRM_OUTPUT_PALETTES)
        (void)take_rows(b, ARENA_PALETTE, 12 * pack->palette_count);
}

bool gpu_table_rig(gpu_Words* words, const vrm_RigPack* pack, uint32_t outputs, bool has_rate,
                   int32_t* out_at, gpu_Rows* out_rows, gpu_Rest* out_rest, const char** out_code) {
    while (words->count % 4 != 0 && !words->has_failed) (void)gpu_words_add(words, 0);
    Build b = {.words = words,
               .pack = pack,
               .at = words->count,
               .outputs = outputs,
               .has_rate = has_rate,
               .rows = {[ARENA_INPUT] = IN_ROWS, [ARENA_STATE] = ST_ROWS}};
    *out_code = find_reason(pack);
    *out_rest = (gpu_Rest){NULL, NULL};
    if (*out_code != NULL) return false;
    if (take_arrays(&b))
        build(&b);
    else
        words->has_failed = true;
    *out_code = b.is_broken ? "GPU_RIG_BROKEN" : b.code;
    bool is_sound = *out_code == NULL && !words->has_failed && make_rest(&b, out_rest);
    memcpy(out_rows->rows, b.rows, sizeof b.rows);
    out_rows->scratch_few = b.rows[ARENA_SCRATCH] + 8 * b.few_count;
    out_rows->rows[ARENA_SCRATCH] += 8 * b.saved_count;
    out_rows->collider_words = b.collider_words;
    out_rows->is_irregular = b.is_irregular || b.center_count > 0;
    *out_at = b.at;
    free_arrays(&b);
    if (!is_sound) {
        words->count = b.at;
        words->has_failed = false;
    }
    return is_sound;
}

/* ---- Motions ---- */

static int32_t add_track(gpu_Words* words, const vrm_ClipPack* clip, int32_t at,
                         const vrm_PackTrack* track, const int32_t* times, int32_t keys) {
    int32_t first = words->count - at;
    (void)gpu_words_add(words, track->index);
    (void)gpu_words_add(words, track->interpolation);
    (void)gpu_words_add(words, times[track->timeline]);
    (void)gpu_words_add(words, clip->timelines[track->timeline].key_count);
    (void)gpu_words_add(words, keys + 4 * track->first_key);
    (void)gpu_words_add(words, track->target == VRM_PACK_TRACK_BONE ||
                                   track->target == VRM_PACK_TRACK_GAZE);
    return first;
}

static void set_float(gpu_Words* words, int32_t at, float value) {
    if (!words->has_failed) memcpy(words->data + at, &value, sizeof value);
}

static void set_word(gpu_Words* words, int32_t at, int32_t value) {
    if (!words->has_failed) words->data[at] = value;
}

/* vrm_clip_fit_hips(), as far as it does not depend on the time. */
static void set_hips_fit(gpu_Words* words, int32_t at, const vrm_ClipPack* clip,
                         const vrm_RigPack* rig) {
    const float least = 0.01f;
    vrm_Vec3 rest = rig->hips_rest_model;
    bool fits = rig->bones[VRM_BONE_HIPS].node >= 0 && clip->hips_rest.y > least && rest.y > least;
    if (!fits) return;
    float ratio = rest.y / clip->hips_rest.y;
    if (rig->facing < 0) rest = (vrm_Vec3){-rest.x, rest.y, -rest.z};
    set_word(words, at + M_FITS, 1);
    set_float(words, at + M_RATIO, ratio);
    set_float(words, at + M_RIG_REST, rest.x);
    set_float(words, at + M_RIG_REST + 1, rest.y);
    set_float(words, at + M_RIG_REST + 2, rest.z);
    set_float(words, at + M_HIPS_REST, clip->hips_rest.x);
    set_float(words, at + M_HIPS_REST + 1, clip->hips_rest.y);
    set_float(words, at + M_HIPS_REST + 2, clip->hips_rest.z);
}

bool gpu_table_motion(gpu_Words* words, const vrm_ClipPack* clip, const vrm_RigPack* rig,
                      const int32_t* targets, int32_t target_count, int32_t* out_at) {
    int32_t at = words->count, keys = 0, count = 0;
    uint64_t bones = 0;
    int32_t* times = malloc(((size_t)clip->timeline_count + 1) * sizeof *times);
    int32_t* of_expression = malloc(((size_t)target_count + 1) * sizeof *of_expression);
    if (times == NULL || of_expression == NULL) words->has_failed = true;
    for (int32_t e = 0; of_expression != NULL && e < target_count; e++) of_expression[e] = -1;
    for (int32_t i = 0; i < M_WORDS; i++) (void)gpu_words_add(words, 0);
    set_float(words, at + M_DURATION, clip->duration);
    for (int32_t i = 0; !words->has_failed && i < clip->timeline_count; i++) {
        const vrm_PackTimeline* line = &clip->timelines[i];
        times[i] = words->count - at;
        for (int32_t k = 0; k < line->key_count; k++)
            (void)gpu_words_float(words, clip->times[line->first_time + k]);
    }
    keys = words->count - at;
    for (int32_t i = 0; !words->has_failed && i < clip->key_count; i++) {
        (void)gpu_words_float(words, clip->keys[i].x);
        (void)gpu_words_float(words, clip->keys[i].y);
        (void)gpu_words_float(words, clip->keys[i].z);
        (void)gpu_words_float(words, clip->keys[i].w);
    }
    set_word(words, at + M_TRACKS, words->count - at);
    for (int32_t i = 0; !words->has_failed && i < clip->track_count; i++) {
        const vrm_PackTrack* track = &clip->tracks[i];
        if (track->target != VRM_PACK_TRACK_BONE) continue;
        if (track->index < 0 || track->index >= VRM_BONE_COUNT) continue;
        (void)add_track(words, clip, at, track, times, keys);
        bones |= (uint64_t)1 << track->index;
        count++;
    }
    set_word(words, at + M_TRACK_COUNT, count);
    set_word(words, at + M_BONES, (int32_t)(uint32_t)(bones & 0xFFFFFFFFu));
    set_word(words, at + M_BONES + 1, (int32_t)(uint32_t)(bones >> 32));
    for (int32_t i = 0; !words->has_failed && i < clip->track_count; i++) {
        const vrm_PackTrack* track = &clip->tracks[i];
        if (track->target == VRM_PACK_TRACK_BONE) continue;
        int32_t added = add_track(words, clip, at, track, times, keys);
        if (track->target == VRM_PACK_TRACK_HIPS) set_word(words, at + M_HIPS, added);
        if (track->target == VRM_PACK_TRACK_GAZE) set_word(words, at + M_GAZE, added);
        if (track->target == VRM_PACK_TRACK_EXPRESSION && track->index >= 0 &&
            track->index < target_count)
            of_expression[track->index] = added;
    }
    /* In the order of the clip's expressions, which may differ from that of its tracks. */
    set_word(words, at + M_EXPRESSIONS, words->count - at);
    count = 0;
    for (int32_t e = 0; !words->has_failed && e < target_count; e++) {
        if (of_expression[e] < 0 || targets[e] < 0 || targets[e] >= rig->expression_count) continue;
        (void)gpu_words_add(words, targets[e]);
        (void)gpu_words_add(words, of_expression[e]);
        count++;
    }
    set_word(words, at + M_EXPRESSION_COUNT, count);
    set_hips_fit(words, at, clip, rig);
    free(times);
    free(of_expression);
    *out_at = at;
    bool is_sound = !words->has_failed;
    if (!is_sound) {
        words->count = at;
        words->has_failed = false;
    }
    return is_sound;
}
