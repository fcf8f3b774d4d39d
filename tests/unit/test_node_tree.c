/* SPDX-License-Identifier: MIT */
#include "validate/gltf/node_tree.h"

#include "support/check.h"
#include "support/memory.h"

#include <string.h>

static uint32_t random_state = 1;

static uint32_t next_random(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

/* The plain definitions: follow the parents, step by step. */
static bool is_above_plain(const int32_t* parents, int32_t count, int32_t ancestor, int32_t node) {
    for (int32_t steps = 0; node >= 0 && steps <= count; steps++, node = parents[node])
        if (node == ancestor) return true;
    return false;
}

static bool is_in_loop_plain(const int32_t* parents, int32_t count, int32_t node) {
    int32_t at = parents[node];
    for (int32_t steps = 0; at >= 0 && steps <= count; steps++, at = parents[at])
        if (at == node) return true;
    return false;
}

static bool leads_to_root(const int32_t* parents, int32_t count, int32_t node) {
    int32_t steps = 0;
    for (; node >= 0 && steps <= count; steps++) node = parents[node];
    return node < 0;
}

static int32_t common_plain(const int32_t* parents, int32_t count, int32_t a, int32_t b) {
    for (int32_t at = a; at >= 0; at = parents[at])
        if (is_above_plain(parents, count, at, b)) return at;
    return -1;
}

static void compare_with_plain(const vrmi_NodeTree* tree) {
    const int32_t* parents = tree->parents;
    int32_t count = tree->count;
    for (int32_t a = 0; a < count; a++) {
        bool has_root = leads_to_root(parents, count, a);
        assert_int_equal(tree->in_loop[a] != 0, is_in_loop_plain(parents, count, a));
        assert_int_equal(tree->depths[a] >= 0, has_root);
        for (int32_t b = 0; b < count; b++) {
            if (!has_root || !leads_to_root(parents, count, b)) {
                assert_int_equal(vrmi_node_tree_common(tree, a, b), -1);
                continue;
            }
            assert_int_equal(vrmi_node_tree_is_above(tree, a, b),
                             is_above_plain(parents, count, a, b));
            assert_int_equal(vrmi_node_tree_common(tree, a, b), common_plain(parents, count, a, b));
        }
    }
    for (int32_t i = 0; i < tree->order_count; i++) { /* parents first */
        int32_t parent = parents[tree->order[i]];
        bool was_reached = parent < 0;
        for (int32_t k = 0; k < i && !was_reached; k++) was_reached = tree->order[k] == parent;
        assert_true(was_reached);
    }
}

/* Forests and graphs with loops, wide and deep. */
static void tree_answers_as_the_plain_definitions_do(void** state) {
    (void)state;
    vrm_Allocator allocator = vrmi_allocator(NULL);
    for (int round = 0; round < 200; round++) {
        vrmi_Arena arena;
        vrmi_NodeTree tree;
        vrmi_arena_init(&arena, &allocator, 0);
        int32_t count = (int32_t)(next_random() % 40);
        assert_true(vrmi_node_tree_init(&tree, count, &arena));
        for (int32_t i = 0; i < count; i++) {
            uint32_t kind = next_random() % 8;
            if (kind == 0) continue; /* a root */
            if (round % 4 == 3)
                tree.parents[i] = (int32_t)(next_random() % (uint32_t)count); /* any: loops */
            else if (i > 0 && round % 4 == 0)
                tree.parents[i] = i - 1; /* a chain */
            else if (i > 0)
                tree.parents[i] = (int32_t)(next_random() % (uint32_t)i);
        }
        assert_true(vrmi_node_tree_build(&tree, &arena));
        compare_with_plain(&tree);
        vrmi_arena_release(&arena);
    }
}

static vrm_Result build(const vrm_Allocator* allocator, void* ctx) {
    (void)ctx;
    vrmi_Arena arena;
    vrmi_NodeTree tree;
    vrmi_arena_init(&arena, allocator, 64);
    bool is_made = vrmi_node_tree_init(&tree, 100, &arena);
    for (int32_t i = 1; is_made && i < 100; i++) tree.parents[i] = i - 1;
    is_made = is_made && vrmi_node_tree_build(&tree, &arena);
    vrmi_arena_release(&arena);
    return is_made ? VRM_OK : VRM_ERR_MEMORY;
}

static void tree_survives_every_failing_allocation(void** state) {
    (void)state;
    assert_true(test_every_allocation_failing(build, NULL) > 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_answers_as_the_plain_definitions_do),
        cmocka_unit_test(tree_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
