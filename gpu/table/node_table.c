/* SPDX-License-Identifier: MIT */
/* Nodes, the palettes that they carry, and the orders in which forward kinematics poses them. */
#include "table/table_build.h"

#include <stdlib.h>

/* ---- Nodes ---- */

int32_t gpu_rotation_code(const gpu_Build* b, int32_t node) {
    if (b->pairs[node] >= 0) return ~(b->rig.rows.shown + 4 * b->pairs[node]);
    if (b->driven[node] >= 0) return ~(b->rig.rows.driven + 4 * b->driven[node]);
    return b->rig.rows.rotations + 4 * node;
}

/* The palettes of node - 1 are a list that begins at heads[node]; 0 is the root. */
static void link_palettes(gpu_Build* b, int32_t* heads, int32_t* nexts) {
    const vrm_RigPack* pack = b->pack;
    for (int32_t n = 0; n <= pack->node_count; n++) heads[n] = -1;
    for (int32_t j = pack->palette_count - 1; j >= 0; j--) {
        int32_t node = checked_or_none(b, pack->palette_nodes[j], pack->node_count);
        nexts[j] = heads[node + 1];
        heads[node + 1] = j;
    }
}

/* Returns how many. */
static int32_t add_palettes(gpu_Build* b, int32_t head, const int32_t* nexts) {
    int32_t count = 0;
    for (int32_t j = head; j >= 0; j = nexts[j], count++) {
        gpu_Palette palette = {.joint = j};
        memcpy(palette.inverse_bind, &b->pack->inverse_binds[j], sizeof palette.inverse_bind);
        add(b, &palette, sizeof palette);
    }
    return count;
}

static void fill_node(gpu_Build* b, int32_t index, gpu_Node* node) {
    const vrm_PackNode* from = &b->pack->nodes[index];
    gpu_NodeRest rest;
    copy_quat(rest.rotation, from->rest.rotation);
    copy_vec3(rest.scale, from->rest.scale);
    node->rest = here(b);
    add(b, &rest, sizeof rest);
    node->parent = from->parent;
    node->rotation = gpu_rotation_code(b, index);
    copy_vec3(node->translation, from->rest.translation);
    node->scale = from->rest.scale.x;
    node->anchor = b->anchors[index];
    node->is_hips = index == b->pack->bones[VRM_BONE_HIPS].node;
    node->file_node = from->file_node;
}

void gpu_add_nodes(gpu_Build* b) {
    size_t count = (size_t)b->pack->node_count;
    gpu_Node* nodes = calloc(count + 1, sizeof *nodes);
    int32_t* heads = malloc((count + 1) * sizeof *heads);
    int32_t* nexts = malloc(((size_t)b->pack->palette_count + 1) * sizeof *nexts);
    if (nodes == NULL || heads == NULL || nexts == NULL) {
        b->words->has_failed = true;
    } else {
        link_palettes(b, heads, nexts);
        b->rig.root_palettes = here(b);
        b->rig.root_palette_count = add_palettes(b, heads[0], nexts);
        for (int32_t n = 0; n < b->pack->node_count; n++) {
            nodes[n].palettes = here(b);
            nodes[n].palette_count = add_palettes(b, heads[n + 1], nexts);
            fill_node(b, n, &nodes[n]);
        }
        b->rig.node_count = b->pack->node_count;
        b->rig.nodes = here(b);
        add(b, nodes, count * sizeof *nodes);
    }
    free(nodes);
    free(heads);
    free(nexts);
}

/* ---- Orders of forward kinematics ---- */

/* Marks of a node. */
enum { IS_NEEDED = 1, IS_PARENT = 2, IS_BRANCH = 4 };

typedef struct Leveled {
    int32_t level, node;
} Leveled;

typedef struct Orders {
    int32_t *first_child, *next_sibling; /* by node; -1: none */
    int32_t* order;                      /* nodes */
    int32_t* levels;                     /* by node: how far below a root of its tree */
    int32_t* saved;                      /* by node: where its world transform is saved; -1 */
    Leveled* sorted;                     /* the same nodes by level */
    uint8_t* marks;                      /* by node */
} Orders;

static bool take_orders(Orders* o, size_t count) {
    int32_t** arrays[] = {&o->first_child, &o->next_sibling, &o->order, &o->levels, &o->saved};
    o->marks = calloc(count + 1, 1);
    o->sorted = malloc((count + 1) * sizeof *o->sorted);
    if (o->marks == NULL || o->sorted == NULL) return false;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = malloc((count + 1) * sizeof(int32_t));
        if (*arrays[i] == NULL) return false;
        memset(*arrays[i], 0xFF, (count + 1) * sizeof(int32_t));
    }
    return true;
}

static void free_orders(Orders* o) {
    free(o->first_child);
    free(o->next_sibling);
    free(o->order);
    free(o->levels);
    free(o->saved);
    free(o->sorted);
    free(o->marks);
}

static void link_children(const vrm_RigPack* pack, Orders* o) {
    for (int32_t n = pack->node_count - 1; n >= 0; n--) {
        int32_t parent = pack->nodes[n].parent;
        if (parent < 0) continue;
        o->next_sibling[n] = o->first_child[parent];
        o->first_child[parent] = n;
    }
}

/* The springs need the anchors, so their ancestors, too. */
static void mark_needed(const vrm_RigPack* pack, Orders* o) {
    for (int32_t a = 0; a < pack->anchor_count; a++)
        for (int32_t n = pack->anchors[a]; n >= 0 && !(o->marks[n] & IS_NEEDED);
             n = pack->nodes[n].parent)
            o->marks[n] |= IS_NEEDED;
}

/* Nodes first <= n < end, depth first, so that most nodes directly follow their parent. */
static int32_t depth_first(const vrm_RigPack* pack, Orders* o, int32_t first, int32_t end,
                           bool only_needed) {
    int32_t count = 0;
    for (int32_t root = first; root < end; root++) {
        if (pack->nodes[root].parent >= first) continue; /* not where a tree begins */
        int32_t n = root;
        while (n >= 0) {
            bool is_in = n < end && (!only_needed || (o->marks[n] & IS_NEEDED));
            if (is_in) o->order[count++] = n;
            int32_t child = is_in ? o->first_child[n] : -1;
            if (child >= 0) {
                n = child;
                continue;
            }
            while (n != root && o->next_sibling[n] < 0) n = pack->nodes[n].parent;
            n = n == root ? -1 : o->next_sibling[n];
        }
    }
    return count;
}

static void mark_branches(const vrm_RigPack* pack, Orders* o, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        int32_t parent = pack->nodes[o->order[i]].parent;
        if (parent < 0) continue;
        o->marks[parent] |= IS_PARENT;
        if (i == 0 || o->order[i - 1] != parent) o->marks[parent] |= IS_BRANCH;
    }
}

/* Appends the world transforms to save of nodes with `mark` that have none yet. */
static void save_worlds(gpu_Build* b, Orders* o, uint8_t mark) {
    for (int32_t n = 0; n < b->pack->node_count; n++)
        if ((o->marks[n] & mark) && o->saved[n] < 0) o->saved[n] = b->saved_count++;
}

static void add_steps(gpu_Build* b, const Orders* o, int32_t count, gpu_PoseOrder* out) {
    out->steps = here(b);
    out->step_count = count;
    for (int32_t i = 0; i < count; i++) {
        int32_t node = o->order[i], parent = b->pack->nodes[node].parent;
        bool follows = i > 0 && parent >= 0 && o->order[i - 1] == parent;
        gpu_PoseStep step = {.node = node,
                             .source = follows      ? SOURCE_PREVIOUS
                                       : parent < 0 ? SOURCE_ROOT
                                                    : o->saved[parent],
                             .saved = o->marks[node] & IS_BRANCH ? o->saved[node] : -1};
        add(b, &step, sizeof step);
    }
}

static int compare_levels(const void* a, const void* b) {
    const Leveled *x = a, *y = b;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static void sort_by_level(const vrm_RigPack* pack, Orders* o, int32_t first, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        int32_t node = o->order[i], parent = pack->nodes[node].parent;
        o->levels[node] = parent < first ? 0 : o->levels[parent] + 1;
        o->sorted[i] = (Leveled){.level = o->levels[node], .node = node};
    }
    qsort(o->sorted, (size_t)count, sizeof *o->sorted, compare_levels);
}

static void add_levels(gpu_Build* b, Orders* o, int32_t first, int32_t count, gpu_PoseOrder* out) {
    sort_by_level(b->pack, o, first, count);
    out->levels = here(b);
    for (int32_t i = 0; i < count; i++) {
        if (i > 0 && o->sorted[i].level == o->sorted[i - 1].level) continue;
        add_index(b, i);
        out->level_count++;
    }
    add_index(b, count);
    out->level_steps = here(b);
    for (int32_t i = 0; i < count; i++) {
        int32_t node = o->sorted[i].node, parent = b->pack->nodes[node].parent;
        gpu_PoseStep step = {.node = node,
                             .source = parent < 0 ? SOURCE_ROOT : o->saved[parent],
                             .saved = o->marks[node] & IS_PARENT ? o->saved[node] : -1};
        add(b, &step, sizeof step);
    }
}

static void add_both(gpu_Build* b, Orders* o) {
    const vrm_RigPack* pack = b->pack;
    bool has_worlds = (b->outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)) != 0;
    link_children(pack, o);
    mark_needed(pack, o);
    int32_t body = depth_first(pack, o, 0, pack->body_count, !has_worlds);
    mark_branches(pack, o, body);
    int32_t sway = has_worlds ? depth_first(pack, o, pack->body_count, pack->node_count, false) : 0;
    mark_branches(pack, o, sway);
    save_worlds(b, o, IS_BRANCH);
    b->saved_few = b->saved_count;
    save_worlds(b, o, IS_PARENT);
    add_steps(b, o, sway, &b->rig.sway);
    add_levels(b, o, pack->body_count, sway, &b->rig.sway);
    body = depth_first(pack, o, 0, pack->body_count, !has_worlds);
    add_steps(b, o, body, &b->rig.body);
    add_levels(b, o, 0, body, &b->rig.body);
}

void gpu_add_orders(gpu_Build* b) {
    Orders o = {0};
    if (take_orders(&o, (size_t)b->pack->node_count))
        add_both(b, &o);
    else
        b->words->has_failed = true;
    free_orders(&o);
}
