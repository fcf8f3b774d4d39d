/* SPDX-License-Identifier: MIT */
/* Matches the elements of two files by name, and by bone and place in the tree where names are
 * repeated, empty or changed. */
#include "diff/diff.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lists of names ---- */

typedef struct Entry {
    const char* name;
    int32_t index;
} Entry;

static int compare_entries(const void* a, const void* b) {
    const Entry *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* The entries that have no match, sorted. */
static Entry* list_unmatched(vrm_Diff* diff, const vrmi_NameList* names, int32_t* out_count) {
    Entry* entries = vrmi_diff_scratch(diff, (size_t)names->count, sizeof *entries);
    *out_count = 0;
    if (entries == NULL) return NULL;
    for (int32_t i = 0; i < names->count; i++)
        if (names->match[i] < 0) entries[(*out_count)++] = (Entry){names->names[i], i};
    if (*out_count > 0) qsort(entries, (size_t)*out_count, sizeof *entries, compare_entries);
    return entries;
}

static int32_t run_length(const Entry* entries, int32_t count, int32_t at) {
    int32_t end = at + 1;
    while (end < count && strcmp(entries[end].name, entries[at].name) == 0) end++;
    return end - at;
}

/* The next entry that is to have a pair; `left` more may have none. */
static int32_t skip_missing(const vrmi_NameList* names, const Entry* entries, int32_t at,
                            int32_t* left) {
    while (names->may_miss != NULL && *left > 0 && names->may_miss[entries[at].index]) {
        at++;
        (*left)--;
    }
    return at;
}

/* Matches entries of equal names, in order. `is_unique`: only names that occur once on both sides
 * and are not empty. */
static void pair_names(vrm_Diff* diff, vrmi_NameList* before, vrmi_NameList* after,
                       bool is_unique) {
    int32_t count_a, count_b;
    Entry* a = list_unmatched(diff, before, &count_a);
    Entry* b = list_unmatched(diff, after, &count_b);
    if (diff->result != VRM_OK) return;
    for (int32_t i = 0, k = 0; i < count_a && k < count_b;) {
        int order = strcmp(a[i].name, b[k].name);
        if (order < 0) i += run_length(a, count_a, i);
        if (order > 0) k += run_length(b, count_b, k);
        if (order != 0) continue;
        int32_t run_a = run_length(a, count_a, i), run_b = run_length(b, count_b, k);
        int32_t pairs = run_a < run_b ? run_a : run_b;
        if (is_unique && (run_a != 1 || run_b != 1 || a[i].name[0] == 0)) pairs = 0;
        int32_t left_a = run_a - pairs, left_b = run_b - pairs;
        for (int32_t p = i, q = k, made = 0; made < pairs; made++, p++, q++) {
            p = skip_missing(before, a, p, &left_a);
            q = skip_missing(after, b, q, &left_b);
            before->match[a[p].index] = b[q].index;
            after->match[b[q].index] = a[p].index;
        }
        i += run_a;
        k += run_b;
    }
}

/* The only entry without a match; -1 when there is none or several. */
static int32_t find_single(const vrmi_NameList* names) {
    int32_t found = -1;
    for (int32_t i = 0; i < names->count; i++) {
        if (names->match[i] >= 0) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

void vrmi_diff_match_exactly(vrm_Diff* diff, vrmi_NameList* before, vrmi_NameList* after) {
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    pair_names(diff, before, after, false);
    vrmi_arena_rewind(&diff->scratch, mark);
}

void vrmi_diff_match_names(vrm_Diff* diff, vrmi_NameList* before, vrmi_NameList* after) {
    vrmi_diff_match_exactly(diff, before, after);
    int32_t a = find_single(before), b = find_single(after);
    if (a < 0 || b < 0) return;
    before->match[a] = b;
    after->match[b] = a;
}

void vrmi_diff_number(int32_t count_before, const int32_t* match_after, int32_t count_after,
                      int32_t* id_before, int32_t* id_after) {
    for (int32_t i = 0; i < count_before; i++) id_before[i] = i;
    for (int32_t i = 0; i < count_after; i++)
        id_after[i] = match_after[i] >= 0 ? match_after[i] : count_before + i;
}

static int compare_ids(const void* a, const void* b) {
    int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

int32_t vrmi_diff_sort_ids(int32_t* ids, int32_t count) {
    int32_t kept = 0;
    if (count > 0) qsort(ids, (size_t)count, sizeof *ids, compare_ids);
    for (int32_t i = 0; i < count; i++)
        if (kept == 0 || ids[kept - 1] != ids[i]) ids[kept++] = ids[i];
    return kept;
}

/* ---- Nodes ---- */

static void pair(vrm_Diff* diff, int32_t a, int32_t b) {
    if (diff->sides[0].node_match[a] >= 0 || diff->sides[1].node_match[b] >= 0) return;
    diff->sides[0].node_match[a] = b;
    diff->sides[1].node_match[b] = a;
}

/* Children of a node, or the roots, as a list of names over the node indices. */
typedef struct Family {
    vrmi_NameList names;
    int32_t* nodes;
} Family;

static void begin_family(vrm_Diff* diff, int s, const int32_t* nodes, int32_t count, Family* out) {
    const vrmi_DiffSide* side = &diff->sides[s];
    out->names = (vrmi_NameList){.names = vrmi_diff_scratch(diff, (size_t)count, sizeof(char*)),
                                 .match = vrmi_diff_scratch(diff, (size_t)count, sizeof(int32_t)),
                                 .count = 0};
    out->nodes = vrmi_diff_scratch(diff, (size_t)count, sizeof(int32_t));
    for (int32_t i = 0; i < count && diff->result == VRM_OK; i++) {
        if (side->node_match[nodes[i]] >= 0) continue;
        int32_t at = out->names.count++;
        out->nodes[at] = nodes[i];
        out->names.names[at] = side->gltf->nodes[nodes[i]].name;
        out->names.match[at] = -1;
    }
}

/* Pairs the children of two nodes that are a pair themselves. */
static void pair_families(vrm_Diff* diff, const int32_t* nodes_a, int32_t count_a,
                          const int32_t* nodes_b, int32_t count_b) {
    Family a, b;
    if (count_a == 0 || count_b == 0) return;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    begin_family(diff, 0, nodes_a, count_a, &a);
    begin_family(diff, 1, nodes_b, count_b, &b);
    if (diff->result == VRM_OK && a.names.count > 0 && b.names.count > 0) {
        vrmi_diff_match_names(diff, &a.names, &b.names);
        for (int32_t i = 0; i < a.names.count; i++)
            if (a.names.match[i] >= 0) pair(diff, a.nodes[i], b.nodes[a.names.match[i]]);
    }
    vrmi_arena_rewind(&diff->scratch, mark);
}

static int32_t* list_roots(vrm_Diff* diff, int s, int32_t* out_count) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    int32_t* roots = vrmi_diff_scratch(diff, (size_t)gltf->node_count, sizeof *roots);
    *out_count = 0;
    for (int32_t i = 0; i < gltf->node_count && roots != NULL; i++)
        if (gltf->nodes[i].parent < 0) roots[(*out_count)++] = i;
    return roots;
}

/* Parents come first, so that a pair of parents is known before their children are looked at. */
static void pair_tree(vrm_Diff* diff) {
    const vrm_Gltf *a = diff->sides[0].gltf, *b = diff->sides[1].gltf;
    int32_t count_a, count_b;
    int32_t* roots_a = list_roots(diff, 0, &count_a);
    int32_t* roots_b = list_roots(diff, 1, &count_b);
    if (diff->result != VRM_OK) return;
    pair_families(diff, roots_a, count_a, roots_b, count_b);
    for (int32_t i = 0; i < a->node_count && diff->result == VRM_OK; i++) {
        int32_t node = a->node_order[i], other = diff->sides[0].node_match[node];
        if (other < 0) continue;
        pair_families(diff, a->nodes[node].children, a->nodes[node].child_count,
                      b->nodes[other].children, b->nodes[other].child_count);
    }
}

static void pair_unique_nodes(vrm_Diff* diff) {
    vrmi_NameList names[VRMI_SIDES];
    for (int s = 0; s < VRMI_SIDES; s++) {
        const vrm_Gltf* gltf = diff->sides[s].gltf;
        names[s] = (vrmi_NameList){
            .names = vrmi_diff_scratch(diff, (size_t)gltf->node_count, sizeof(char*)),
            .match = diff->sides[s].node_match,
            .count = gltf->node_count};
        for (int32_t i = 0; i < gltf->node_count && diff->result == VRM_OK; i++)
            names[s].names[i] = gltf->nodes[i].name;
    }
    if (diff->result == VRM_OK) pair_names(diff, &names[0], &names[1], true);
}

void vrmi_diff_match_nodes(vrm_Diff* diff) {
    pair_unique_nodes(diff);
    for (int b = 0; b < VRM_BONE_COUNT && diff->result == VRM_OK; b++)
        if (diff->sides[0].bones[b] >= 0 && diff->sides[1].bones[b] >= 0)
            pair(diff, diff->sides[0].bones[b], diff->sides[1].bones[b]);
    if (diff->result == VRM_OK) pair_tree(diff);
}
