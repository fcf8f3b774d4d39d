/* SPDX-License-Identifier: MIT */
/* Overlays are lines in the world, made of model and sim alone. */
#include "support/memory.h"

#include "render_fixture.h"

#include <math.h>

static int32_t count_lines(const RenderTest* test, uint32_t which) {
    vrm_Line* lines = NULL;
    int32_t count = 0;
    assert_int_equal(
        vrm_overlay_lines(test->file.model, test->sim, test->id, which, NULL, &lines, &count),
        VRM_OK);
    for (int32_t i = 0; i < count; i++) {
        assert_true(isfinite(lines[i].from.x) && isfinite(lines[i].to.y));
        assert_true(lines[i].color.w > 0.0f);
    }
    vrm_lines_release(NULL, lines, count);
    return count;
}

static void each_overlay_has_lines_and_together_they_are_the_sum(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    int32_t sum = 0;
    for (uint32_t bit = VRM_OVERLAY_BONES; bit <= VRM_OVERLAY_FIRST_PERSON; bit *= 2) {
        int32_t count = count_lines(&test, bit);
        assert_true(count > 0);
        sum += count;
    }
    assert_int_equal(count_lines(&test, 31), sum);
    assert_int_equal(count_lines(&test, 0), 0);
    render_test_end(&test);
}

static void bone_lines_follow_the_avatar(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_avatar_set_root(test.sim, test.id,
                        (vrm_Transform){{10.0f, 0.0f, 0.0f}, {0, 0, 0, 1}, {1, 1, 1}});
    vrm_sim_step(test.sim, 0.0f);
    vrm_Line* lines = NULL;
    int32_t count = 0;
    assert_int_equal(vrm_overlay_lines(test.file.model, test.sim, test.id, VRM_OVERLAY_BONES, NULL,
                                       &lines, &count),
                     VRM_OK);
    for (int32_t i = 0; i < count; i++) assert_true(lines[i].from.x > 8.0f && lines[i].to.x > 8.0f);
    vrm_lines_release(NULL, lines, count);
    render_test_end(&test);
}

static void stale_avatar_has_no_overlay(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_Line* lines = NULL;
    int32_t count = 0;
    assert_int_equal(vrm_overlay_lines(test.file.model, test.sim, (vrm_AvatarId){0, 0}, 31, NULL,
                                       &lines, &count),
                     VRM_ERR_ARGUMENT);
    assert_null(lines);
    render_test_end(&test);
}

static vrm_Result make_lines(const vrm_Allocator* allocator, void* ctx) {
    const RenderTest* test = ctx;
    vrm_Line* lines = NULL;
    int32_t count = 0;
    vrm_Result result =
        vrm_overlay_lines(test->file.model, test->sim, test->id, 31, allocator, &lines, &count);
    vrm_lines_release(allocator, lines, count);
    return result;
}

static void overlays_survive_every_failing_allocation(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    assert_true(test_every_allocation_failing(make_lines, &test) > 5);
    render_test_end(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_overlay_has_lines_and_together_they_are_the_sum),
        cmocka_unit_test(bone_lines_follow_the_avatar),
        cmocka_unit_test(stale_avatar_has_no_overlay),
        cmocka_unit_test(overlays_survive_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
