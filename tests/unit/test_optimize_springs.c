/* SPDX-License-Identifier: MIT */
/* Fewer joints of springs: the number is reached or what stays is said, and what is left sways as
 * all did. */
#include "base/maths.h"
#include "optimize/springs/sway.h"
#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/optimize.h"
#include "vrm/spring.h"
#include "vrm/validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_joints(const vrm_Model* model) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(model);
    int sum = 0;
    for (int32_t i = 0; i < bones->spring_count; i++) sum += bones->springs[i].joint_count;
    return sum;
}

/* ---- Sway ---- */

/* A node of the same name; -1: it was folded. */
static int32_t find_node(const vrm_Model* model, const char* name) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (strcmp(gltf->nodes[i].name, name) == 0) return i;
    return -1;
}

/* A node that was folded hangs on the one above it. */
static vrmi_SwayPoint find_point(const vrm_Model* before, const vrm_Model* after,
                                 vrmi_SwayPoint point) {
    const vrm_Node* nodes = vrm_model_gltf(before)->nodes;
    int32_t found = find_node(after, nodes[point.node].name);
    while (found < 0) {
        point.offset = vrmi_transform_point(nodes[point.node].rest, point.offset);
        point.node = nodes[point.node].parent;
        found = find_node(after, nodes[point.node].name);
    }
    return (vrmi_SwayPoint){found, point.offset};
}

/* The nodes that a chain turns, and its tail, in both models. Returns how many there are. */
static size_t points_of(const vrm_Spring* spring, const vrm_Model* before, const vrm_Model* after,
                        vrmi_SwayPoint* a, vrmi_SwayPoint* b) {
    size_t count = 0;
    for (int32_t k = 1; k < spring->joint_count; k++) {
        vrmi_SwayPoint point = {.node = spring->joints[k].node};
        if (point.node < 0)
            point = (vrmi_SwayPoint){spring->joints[k - 1].node, spring->joints[k].end_offset};
        a[count] = point;
        b[count++] = find_point(before, after, point);
    }
    return count;
}

static vrm_Vec3* record(const vrm_Model* model, const vrmi_SwayPoint* points, size_t count,
                        float* height) {
    vrm_Allocator allocator = {0};
    vrm_Vec3* out = malloc((count * VRMI_SWAY_FRAMES + 1) * sizeof *out);
    assert_non_null(out);
    assert_int_equal(vrmi_sway_record(model, &allocator, points, count, out, height), VRM_OK);
    return out;
}

static double sway_of(const vrm_Spring* spring, const vrm_Model* before, const vrm_Model* after) {
    vrmi_SwayPoint a[64], b[64];
    float height;
    double sum = 0;
    assert_true(spring->joint_count <= 64);
    size_t count = points_of(spring, before, after, a, b);
    vrm_Vec3 *x = record(before, a, count, &height), *y = record(after, b, count, &height);
    for (size_t i = 0; i < count; i++) {
        double distance = (double)vrmi_sway_distance(x, y, count, i);
        sum += distance * distance;
    }
    free(x);
    free(y);
    return count > 0 ? sqrt(sum / (double)count) / (double)height : 0;
}

/* The error of the chain that sways most differently, as a share of the height. */
static double worst_sway(const vrm_Model* before, const vrm_Model* after) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(before);
    double worst = 0;
    for (int32_t i = 0; i < bones->spring_count; i++) {
        double error = sway_of(&bones->springs[i], before, after);
        if (error > worst) worst = error;
    }
    return worst;
}

/* ---- What is claimed of a file ---- */

typedef struct Thinned {
    vrm_Model *before, *after;
    vrm_Report* report;
    int joints; /* that are left */
    double sway;
} Thinned;

static void release(Thinned* thinned) {
    vrm_model_destroy(thinned->before);
    vrm_model_destroy(thinned->after);
    vrm_report_destroy(thinned->report);
}

static int error_count(const TestBytes* file) {
    vrm_Report* report = test_validate(file);
    int count = (int)(vrm_report_total(report, VRM_ERROR) + vrm_report_total(report, VRM_WARNING));
    vrm_report_destroy(report);
    return count;
}

/* The number is reached or what stays is said; the sway is within 2 %; nodes stay; the validator is
 * as content as before; a number that is reached is not reached twice. */
static Thinned check_thins(const TestBytes* file, uint32_t most, const char* name) {
    Thinned out = {.before = test_load(file->data, file->size)};
    vrm_OptimizeDef def = vrm_default_optimize_def();
    vrm_Model* changed = test_load(file->data, file->size);
    def.max_spring_joints = most;
    assert_int_equal(vrm_report_create(NULL, &out.report), VRM_OK);
    assert_int_equal(vrm_optimize(changed, &def, out.report, NULL), VRM_OK);
    TestBytes saved = test_save(changed);
    vrm_model_destroy(changed);
    out.after = test_load(saved.data, saved.size);
    out.joints = count_joints(out.after);
    out.sway = worst_sway(out.before, out.after);
    bool is_reached = out.joints <= (int)most;
    assert_int_equal(test_count_findings(out.report, "OPTIMIZE_SPRINGS_KEPT"), !is_reached);
    if (out.sway > 0.02) fail_msg("%s: %d joints sway otherwise by %g", name, out.joints, out.sway);
    int gone = vrm_model_gltf(out.before)->node_count - vrm_model_gltf(out.after)->node_count;
    if (vrm_model_dialect(out.before) != VRM_DIALECT_0) assert_int_equal(gone, 0);
    if (error_count(&saved) > error_count(file)) fail_msg("%s: the result has errors", name);
    if (is_reached) {
        vrm_Model* again = test_load(saved.data, saved.size);
        assert_int_equal(vrm_optimize(again, &def, NULL, NULL), VRM_OK);
        TestBytes twice = test_save(again);
        test_same_bytes(&twice, &saved);
        test_bytes_free(&twice);
        vrm_model_destroy(again);
    }
    test_bytes_free(&saved);
    return out;
}

static TestBytes scene_file(SceneDef def) {
    SceneBytes scene = scene_avatar(&def);
    assert_non_null(scene.data);
    return (TestBytes){scene.data, scene.size};
}

/* ---- Tests ---- */

static void springs_of_scenes_reach_the_number_or_say_what_stays(void** state) {
    (void)state;
    for (int32_t joints = 2; joints <= 9; joints += 3) {
        SceneDef scene = scene_default_def(VRM_DIALECT_1);
        scene.chain_count = 6;
        scene.joints_per_chain = joints;
        TestBytes file = scene_file(scene);
        vrm_Model* model = test_load(file.data, file.size);
        int all = count_joints(model), last = all + 1;
        vrm_model_destroy(model);
        for (int share = 10; share > 0; share -= 3) {
            char name[64];
            snprintf(name, sizeof name, "chains of %d, %d of 10", (int)joints, share);
            Thinned thinned = check_thins(&file, (uint32_t)(all * share / 10), name);
            assert_true(thinned.joints <= last);
            if (share == 10) assert_int_equal(thinned.joints, all);
            last = thinned.joints;
            release(&thinned);
        }
        if (joints == 8) assert_true(last < all * 8 / 10);
        scene_bytes_free(&(SceneBytes){file.data, file.size});
    }
}

/* A chain on the head, of bones of 4 cm, and one of its settings. */
static TestBytes chain_file(int joints, const char* settings, const char* last) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    char springs[4000];
    int size =
        snprintf(springs, sizeof springs, "{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":[");
    for (int i = 0; i < joints; i++) {
        int32_t node = test_avatar_add(&avatar, i == 0 ? TEST_HEAD : avatar.node_count - 1,
                                       (vrm_Vec3){0, i == 0 ? 0.1f : -0.04f, i == 0 ? -0.1f : 0});
        size += snprintf(springs + size, sizeof springs - (size_t)size, "%s{\"node\":%d,%s}",
                         i == 0 ? "" : ",", (int)node, i + 1 < joints ? settings : last);
    }
    snprintf(springs + size, sizeof springs - (size_t)size, "]}]}");
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set(edit, "/extensions/VRMC_springBone", springs, strlen(springs)),
                     VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    TestBytes file = test_save(model);
    vrm_model_destroy(model);
    return file;
}

/* Where the last node of the chain is after all has come to rest. */
static vrm_Vec3 place_at_rest(const vrm_Model* model, int32_t node) {
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_SimDef def = vrm_default_sim_def();
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(&def, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    for (int i = 0; i < 1200; i++) vrm_sim_step(sim, 1.0f / 60.0f);
    const vrm_Vec4* rows = vrm_avatar_worlds(sim, id)[node].rows;
    vrm_Vec3 at = {rows[0].w, rows[1].w, rows[2].w};
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    return at;
}

/* Gravity to the side pulls the tip as far with fewer joints. */
static void a_steady_pull_moves_the_tip_as_far_as_before(void** state) {
    (void)state;
    TestBytes file = chain_file(9,
                                "\"stiffness\":2,\"gravityPower\":0.02,\"gravityDir\":[1,0,0],"
                                "\"dragForce\":0.5,\"hitRadius\":0.01",
                                "\"hitRadius\":0.02");
    for (uint32_t most = 5; most < 9; most++) {
        Thinned thinned = check_thins(&file, most, "chain");
        assert_true(thinned.joints < 9);
        int32_t tip = vrm_model_gltf(thinned.before)->node_count - 1;
        float a = place_at_rest(thinned.before, tip).x, b = place_at_rest(thinned.after, tip).x;
        assert_true(a > 0.01f);
        assert_float_equal(b / a, 1.0f, 0.01f);
        const vrm_Spring* spring = &vrm_model_spring_bones(thinned.after)->springs[0];
        assert_int_equal(spring->joints[0].node, TEST_NODE_COUNT);
        assert_int_equal(spring->joints[spring->joint_count - 1].node, tip);
        release(&thinned);
    }
    test_bytes_free(&file);
}

static void chains_that_hardly_sway_stop_swaying_last(void** state) {
    (void)state;
    TestBytes file = chain_file(5, "\"stiffness\":50,\"dragForce\":1", "\"hitRadius\":0");
    Thinned thinned = check_thins(&file, 2, "stiff");
    assert_int_equal(thinned.joints, 2);
    release(&thinned);
    thinned = check_thins(&file, 1, "stiff");
    assert_int_equal(thinned.joints, 0);
    assert_int_equal(vrm_model_spring_bones(thinned.after)->spring_count, 0);
    release(&thinned);
    test_bytes_free(&file);
}

static void springs_with_limits_or_gravity_of_several_directions_stay(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.has_limits = true;
    TestBytes file = scene_file(def);
    Thinned thinned = check_thins(&file, 1, "limits");
    const vrm_SpringBones *before = vrm_model_spring_bones(thinned.before),
                          *after = vrm_model_spring_bones(thinned.after);
    for (int32_t i = 0; i < after->spring_count && after->spring_count == before->spring_count; i++)
        for (int32_t k = 0; k < before->springs[i].joint_count; k++)
            if (before->springs[i].joints[k].limit.type != VRM_LIMIT_NONE)
                assert_int_equal(after->springs[i].joint_count, before->springs[i].joint_count);
    release(&thinned);
    scene_bytes_free(&(SceneBytes){file.data, file.size});
}

static void springs_of_drafts_stay_and_are_named(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_DRAFT, VRM_DIALECT_BETA};
    for (int i = 0; i < 2; i++) {
        TestBytes file = scene_file(scene_default_def(dialects[i]));
        Thinned thinned = check_thins(&file, 3, vrm_dialect_text(dialects[i]));
        assert_int_equal(thinned.joints, count_joints(thinned.before));
        release(&thinned);
        scene_bytes_free(&(SceneBytes){file.data, file.size});
    }
}

/* A chain on the head, in a group with another of two nodes that begins at the hips. */
static TestBytes groups_file(int joints, const char* edit_at, const char* text) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    char springs[400];
    for (int i = 0; i < joints; i++)
        test_avatar_add(&avatar, i == 0 ? TEST_HEAD : avatar.node_count - 1,
                        (vrm_Vec3){0, i == 0 ? 0.1f : -0.04f, i == 0 ? 0.1f : 0});
    int32_t other = test_avatar_add(&avatar, TEST_HIPS, (vrm_Vec3){0, -0.1f, 0.1f});
    test_avatar_add(&avatar, other, (vrm_Vec3){0, -0.1f, 0});
    snprintf(springs, sizeof springs,
             "{\"boneGroups\":[{\"comment\":\"both\",\"stiffiness\":2,\"gravityPower\":0.02,"
             "\"gravityDir\":{\"x\":1,\"y\":0,\"z\":0},\"dragForce\":0.5,\"center\":-1,"
             "\"hitRadius\":0.02,\"bones\":[%d,%d],\"colliderGroups\":[]}],"
             "\"colliderGroups\":[]}",
             TEST_NODE_COUNT, (int)other);
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(
        vrm_edit_set(edit, "/extensions/VRM/secondaryAnimation", springs, strlen(springs)), VRM_OK);
    if (edit_at != NULL) assert_int_equal(vrm_edit_set(edit, edit_at, text, strlen(text)), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    TestBytes file = test_save(model);
    vrm_model_destroy(model);
    return file;
}

static void joints_of_0_are_folded_and_chains_get_groups_of_their_own(void** state) {
    (void)state;
    TestBytes file = groups_file(8, NULL, NULL);
    Thinned thinned = check_thins(&file, 9, "0.x");
    assert_int_equal(thinned.joints, 9);
    const vrm_SpringBones* bones = vrm_model_spring_bones(thinned.after);
    assert_int_equal(bones->spring_count, 2);
    assert_true(bones->springs[0].joints[0].stiffness == 2.0f);
    assert_int_equal(bones->springs[0].joint_count, 3);
    assert_int_equal(bones->springs[1].joint_count, 6);
    assert_true(bones->springs[1].joints[0].stiffness < 2.0f);
    assert_string_equal(bones->springs[1].name, "both");
    const vrm_Gltf *before = vrm_model_gltf(thinned.before), *after = vrm_model_gltf(thinned.after);
    assert_int_equal(after->node_count, before->node_count - 3);
    int32_t tip = find_node(thinned.after, "n32"), was = find_node(thinned.before, "n32");
    float a = place_at_rest(thinned.before, was).x, b = place_at_rest(thinned.after, tip).x;
    assert_true(fabsf(a) > 0.01f);
    assert_float_equal(b / a, 1.0f, 0.05f);
    release(&thinned);
    test_bytes_free(&file);
    for (uint32_t most = 60; most <= 100; most += 20) {
        SceneBytes hero = scene_hero(VRM_DIALECT_0, false);
        TestBytes bytes = {hero.data, hero.size};
        thinned = check_thins(&bytes, most, "hero");
        release(&thinned);
        scene_bytes_free(&hero);
    }
}

static void springs_of_0_that_branch_or_carry_something_stay(void** state) {
    (void)state;
    static const char* const edits[][2] = {
        {"/nodes/27/extras", "{}"},
        {"/nodes/27/scale", "[1,2,1]"},
        {"/nodes/27/children", "[28,24]"},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        TestBytes file = groups_file(8, edits[i][0], edits[i][1]);
        Thinned thinned = check_thins(&file, 9, edits[i][0]);
        const vrm_Spring* spring = &vrm_model_spring_bones(thinned.after)->springs[0];
        assert_int_equal(spring->joints[0].node, TEST_NODE_COUNT);
        assert_int_equal(spring->joint_count,
                         vrm_model_spring_bones(thinned.before)->springs[0].joint_count);
        release(&thinned);
        test_bytes_free(&file);
    }
}

static int corpus_before, corpus_after;
static double corpus_sway;

static void check_file(const TestBytes* bytes, const char* path) {
    vrm_Model* model = NULL;
    if (vrm_model_load(bytes->data, bytes->size, NULL, NULL, &model) != VRM_OK) return;
    int joints = count_joints(model);
    vrm_model_destroy(model);
    if (joints == 0) return;
    Thinned thinned = check_thins(bytes, (uint32_t)joints * 3 / 4, path);
    corpus_before += joints;
    corpus_after += thinned.joints;
    if (thinned.sway > corpus_sway) corpus_sway = thinned.sway;
    release(&thinned);
}

static void springs_of_real_avatars_sway_as_before(void** state) {
    (void)state;
    corpus_before = corpus_after = 0;
    corpus_sway = 0;
    corpus_each("vrm0", ".vrm", check_file);
    corpus_each("vrm1", ".vrm", check_file);
    print_message("spring joints of the corpus: %d to %d, sway off by %.4f at most\n",
                  corpus_before, corpus_after, corpus_sway);
}

/* ---- Failures ---- */

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.max_spring_joints = 2;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result != VRM_OK) return result;
    result = vrm_optimize(model, &def, NULL, NULL);
    vrm_model_destroy(model);
    return result;
}

static void thinning_survives_every_failing_allocation(void** state) {
    (void)state;
    TestBytes file = chain_file(3, "\"stiffness\":4", "\"hitRadius\":0");
    assert_true(test_every_allocation_failing(attempt, &file) > 20);
    test_bytes_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_of_scenes_reach_the_number_or_say_what_stays),
        cmocka_unit_test(a_steady_pull_moves_the_tip_as_far_as_before),
        cmocka_unit_test(chains_that_hardly_sway_stop_swaying_last),
        cmocka_unit_test(springs_with_limits_or_gravity_of_several_directions_stay),
        cmocka_unit_test(springs_of_drafts_stay_and_are_named),
        cmocka_unit_test(joints_of_0_are_folded_and_chains_get_groups_of_their_own),
        cmocka_unit_test(springs_of_0_that_branch_or_carry_something_stay),
        cmocka_unit_test(springs_of_real_avatars_sway_as_before),
        cmocka_unit_test(thinning_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
