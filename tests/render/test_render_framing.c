/* SPDX-License-Identifier: MIT */
/* Framing: whatever the avatar, all of it is in the picture, and not much else. */
#include "vrm/framing.h"
#include "vrm/pose.h"

#include "scenes/scenes.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Set {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
    vrm_Framing* framing;
} Set;

static Set make_set(vrm_Dialect dialect) {
    Set set = {0};
    SceneDef def = scene_default_def(dialect);
    SceneBytes bytes = scene_avatar(&def);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &set.model), VRM_OK);
    scene_bytes_free(&bytes);
    assert_int_equal(vrm_rig_build(set.model, NULL, &set.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &set.sim), VRM_OK);
    set.id = vrm_sim_add(set.sim, set.rig);
    assert_int_equal(vrm_framing_create(set.model, set.rig, NULL, &set.framing), VRM_OK);
    vrm_sim_step(set.sim, 1.0f / 60.0f);
    assert_true(vrm_framing_add_pose(set.framing, set.sim, set.id));
    return set;
}

static void end_set(Set* set) {
    vrm_framing_destroy(set->framing);
    vrm_sim_destroy(set->sim);
    vrm_rig_destroy(set->rig);
    vrm_model_destroy(set->model);
}

static vrm_Vec3 bone_at(const Set* set, vrm_Bone bone) {
    const vrm_Affine* world = &vrm_avatar_worlds(set->sim, set->id)[vrm_rig_bone(set->rig, bone)];
    return (vrm_Vec3){world->rows[0].w, world->rows[1].w, world->rows[2].w};
}

/* Where a point of the world lies in the picture: -1..1 from left to right, from bottom to top;
 * z -1..1 between near and far. */
static vrm_Vec3 in_picture(const vrm_Viewpoint* camera, vrm_Vec3 p) {
    float in[4] = {p.x, p.y, p.z, 1}, eye[4], clip[4];
    for (int r = 0; r < 4; r++) {
        eye[r] = 0;
        for (int c = 0; c < 4; c++) eye[r] += camera->view.m[c * 4 + r] * in[c];
    }
    for (int r = 0; r < 4; r++) {
        clip[r] = 0;
        for (int c = 0; c < 4; c++) clip[r] += camera->projection.m[c * 4 + r] * eye[c];
    }
    assert_true(clip[3] > 0);
    return (vrm_Vec3){clip[0] / clip[3], clip[1] / clip[3], clip[2] / clip[3]};
}

static bool is_inside(vrm_Vec3 p) {
    return fabsf(p.x) <= 1 && fabsf(p.y) <= 1 && fabsf(p.z) <= 1;
}

static void full_shot_holds_every_bone_from_every_side(void** state) {
    (void)state;
    static const float aspects[] = {0.3f, 1.0f, 3.0f};
    for (int dialect = 0; dialect < 2; dialect++) {
        Set set = make_set(dialect == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1);
        for (int a = 0; a < 3; a++)
            for (int yaw = -400; yaw < 400; yaw += 45)
                for (int pitch = -90; pitch <= 90; pitch += 45) {
                    vrm_ShotDef def = vrm_default_shot_def();
                    def.aspect = aspects[a];
                    def.yaw_degrees = (float)yaw;
                    def.pitch_degrees = (float)pitch;
                    vrm_Viewpoint camera = vrm_framing_viewpoint(set.framing, &def);
                    float widest = 0;
                    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
                        if (vrm_rig_bone(set.rig, (vrm_Bone)bone) < 0) continue;
                        vrm_Vec3 at = in_picture(&camera, bone_at(&set, (vrm_Bone)bone));
                        assert_true(is_inside(at));
                        widest = fmaxf(widest, fmaxf(fabsf(at.x), fabsf(at.y)));
                    }
                    assert_true(widest > 0.4f); /* and fills the picture */
                }
        end_set(&set);
    }
}

static void front_is_where_the_avatar_looks(void** state) {
    (void)state;
    for (int dialect = 0; dialect < 2; dialect++) {
        Set set = make_set(dialect == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1);
        vrm_Viewpoint camera = vrm_framing_viewpoint(set.framing, NULL);
        assert_true(camera.eye.z > 1); /* sims let every avatar face +Z */
        vrm_Vec3 left = in_picture(&camera, bone_at(&set, VRM_BONE_LEFT_HAND));
        assert_true(left.x > 0.3f); /* seen from the front, its left is at our right */
        vrm_ShotDef def = vrm_default_shot_def();
        def.yaw_degrees = 90;
        camera = vrm_framing_viewpoint(set.framing, &def);
        assert_true(camera.eye.x > 1);
        def.yaw_degrees = 0;
        def.pitch_degrees = 60;
        camera = vrm_framing_viewpoint(set.framing, &def);
        assert_true(camera.eye.y > 2);
        end_set(&set);
    }
}

static void bust_and_face_come_closer_to_the_head(void** state) {
    (void)state;
    Set set = make_set(VRM_DIALECT_1);
    vrm_Vec3 head = bone_at(&set, VRM_BONE_HEAD), hips = bone_at(&set, VRM_BONE_HIPS);
    float distance = INFINITY;
    for (int shot = VRM_SHOT_FULL; shot <= VRM_SHOT_FACE; shot++) {
        vrm_ShotDef def = vrm_default_shot_def();
        def.shot = (vrm_Shot)shot;
        vrm_Viewpoint camera = vrm_framing_viewpoint(set.framing, &def);
        assert_true(is_inside(in_picture(&camera, head)));
        vrm_Vec3 eyes = {head.x, head.y + 0.08f, head.z + 0.05f};
        assert_true(is_inside(in_picture(&camera, eyes)));
        assert_true(is_inside(in_picture(&camera, hips)) == (shot == VRM_SHOT_FULL));
        vrm_Vec3 shoulder = in_picture(&camera, bone_at(&set, VRM_BONE_LEFT_UPPER_ARM));
        assert_true(is_inside(shoulder) == (shot != VRM_SHOT_FACE));
        float away = camera.eye.z - head.z;
        assert_true(away < distance * 0.8f);
        distance = away;
    }
    end_set(&set);
}

/* A body of one metre and a head of 0.3, whose bone, at the height of 1.5, is somewhere in it or
 * outside. `mesh` "" leaves the head without one. */
static Set make_cubes(vrm_Vec3 head, const char* mesh) {
    Set set = {0};
    char json[2048];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'scene':0,"
             "'scenes':[{'nodes':[0]}],'nodes':[{'translation':[0,1,0],'children':[1,2]},"
             "{'mesh':0,'scale':[0.4,1,0.2]},{'translation':[0,0.5,0],'children':[3]},"
             "{%s'translation':[%g,%g,%g],'scale':[0.3,0.3,0.3]}],"
             "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
             "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3',"
             "'min':[-0.5,-0.5,-0.5],'max':[0.5,0.5,0.5]}],"
             "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36,"
             "'uri':'data:application/octet-stream;base64,"
             "AAAAvwAAAL8AAAC/AAAAPwAAAD8AAAA/AAAAvwAAAL8AAAC/'}],"
             "'extensions':{'VRMC_vrm':{'specVersion':'1.0','humanoid':{'humanBones':{"
             "'hips':{'node':0},'head':{'node':2}}}}}}",
             mesh, (double)head.x, (double)head.y, (double)head.z);
    TestModel test = test_model_json(json);
    set.model = test.model;
    vrm_report_destroy(test.report);
    assert_int_equal(vrm_rig_build(set.model, NULL, &set.rig), VRM_OK);
    assert_int_equal(vrm_rig_bone(set.rig, VRM_BONE_HEAD), 2);
    assert_int_equal(vrm_sim_create(NULL, &set.sim), VRM_OK);
    set.id = vrm_sim_add(set.sim, set.rig);
    assert_int_equal(vrm_framing_create(set.model, set.rig, NULL, &set.framing), VRM_OK);
    vrm_sim_step(set.sim, 0);
    assert_true(vrm_framing_add_pose(set.framing, set.sim, set.id));
    return set;
}

static void head_is_framed_by_what_its_bone_carries(void** state) {
    (void)state;
    static const vrm_Vec3 places[] = {{0, 0.15f, 0},   {0, 0, 0},        {0, -0.15f, 0},
                                      {0, -0.3f, 0},   {0, 0.4f, 0},     {0.3f, 0.1f, 0},
                                      {0, 0.1f, 0.5f}, {-0.1f, 0, -0.2f}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        Set set = make_cubes(places[i], "'mesh':0,");
        for (int shot = VRM_SHOT_BUST; shot <= VRM_SHOT_FACE; shot++) {
            vrm_ShotDef def = vrm_default_shot_def();
            def.shot = (vrm_Shot)shot;
            vrm_Viewpoint camera = vrm_framing_viewpoint(set.framing, &def);
            float tallest = -1, lowest = 1;
            for (int corner = 0; corner < 8; corner++) {
                vrm_Vec3 p = {places[i].x + ((corner & 1) != 0 ? 0.15f : -0.15f),
                              1.5f + places[i].y + ((corner & 2) != 0 ? 0.15f : -0.15f),
                              places[i].z + ((corner & 4) != 0 ? 0.15f : -0.15f)};
                vrm_Vec3 at = in_picture(&camera, p);
                assert_true(is_inside(at));
                tallest = fmaxf(tallest, at.y);
                lowest = fminf(lowest, at.y);
            }
            assert_true(tallest - lowest > (shot == VRM_SHOT_FACE ? 1.0f : 0.5f));
        }
        end_set(&set);
    }
}

static void head_without_a_mesh_is_not_an_empty_picture(void** state) {
    (void)state;
    Set set = make_cubes((vrm_Vec3){0, 0.15f, 0}, "");
    for (int shot = VRM_SHOT_BUST; shot <= VRM_SHOT_FACE; shot++) {
        vrm_ShotDef def = vrm_default_shot_def();
        def.shot = (vrm_Shot)shot;
        vrm_Viewpoint camera = vrm_framing_viewpoint(set.framing, &def);
        assert_true(is_inside(in_picture(&camera, (vrm_Vec3){0, 1.4f, 0})));
    }
    end_set(&set);
}

/* A triangle with corners at x -0.5 and 0.5, and a vertex at y 50 that is in no triangle.
 * Expression "x" moves it along x by 3. A skinned mesh with all four vertices is for the first
 * person alone. */
static Set make_triangle(void) {
    static const struct {
        float positions[4][3], deltas[4][3], weights[4][4];
        uint8_t joints[4][4];
        uint16_t indices[4];
    } bin = {.positions = {{-0.5f, 0, 0}, {0.5f, 0, 0}, {0, 1, 0}, {0, 50, 0}},
             .deltas = {{3, 0, 0}, {3, 0, 0}, {3, 0, 0}, {0, 0, 0}},
             .weights = {{1}, {1}, {1}, {1}},
             .indices = {0, 1, 2}};
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'scene':0,"
        "'scenes':[{'nodes':[0,1,2]}],'nodes':[{},{'mesh':0},{'mesh':1,'skin':0}],"
        "'skins':[{'joints':[0]}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
        "'indices':4,'targets':[{'POSITION':1}]}]},{'primitives':[{'mode':5,'attributes':{'"
        "POSITION':0,"
        "'WEIGHTS_0':2,'JOINTS_0':3}}]}],'accessors':["
        "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3',"
        "'min':[-0.5,0,0],'max':[0.5,50,0]},"
        "{'bufferView':1,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],"
        "'max':[3,0,0]},{'bufferView':2,'componentType':5126,'count':4,'type':'VEC4'},"
        "{'bufferView':3,'componentType':5121,'count':4,'type':'VEC4'},"
        "{'bufferView':4,'componentType':5123,'count':3,'type':'SCALAR'}],"
        "'bufferViews':[{'buffer':0,'byteOffset':0,'byteLength':48},"
        "{'buffer':0,'byteOffset':48,'byteLength':48},"
        "{'buffer':0,'byteOffset':96,'byteLength':64},"
        "{'buffer':0,'byteOffset':160,'byteLength':16},"
        "{'buffer':0,'byteOffset':176,'byteLength':8}],'buffers':[{'byteLength':184}],"
        "'extensions':{'VRMC_vrm':{'specVersion':'1.0','humanoid':{'humanBones':{"
        "'hips':{'node':0}}},'firstPerson':{'meshAnnotations':[{'node':2,"
        "'type':'firstPersonOnly'}]},'expressions':{'custom':{'x':{'morphTargetBinds':["
        "{'node':1,'index':0,'weight':1}]}}}}}}";
    Set set = {0};
    TestBytes bytes = test_glb(json, &bin, sizeof bin);
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &set.model), VRM_OK);
    test_bytes_free(&bytes);
    assert_int_equal(vrm_rig_build(set.model, NULL, &set.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &set.sim), VRM_OK);
    set.id = vrm_sim_add(set.sim, set.rig);
    assert_int_equal(vrm_framing_create(set.model, set.rig, NULL, &set.framing), VRM_OK);
    return set;
}

static void assert_bounds(Set* set, vrm_View view, float weight, float left, float right,
                          float top) {
    vrm_Vec3 low, high;
    vrm_avatar_set_view(set->sim, set->id, view);
    assert_true(vrm_avatar_set_expression_named(set->sim, set->id, "x", weight));
    vrm_sim_step(set->sim, 0);
    vrm_framing_clear(set->framing);
    assert_true(vrm_framing_add_pose(set->framing, set->sim, set->id));
    vrm_framing_bounds(set->framing, &low, &high);
    assert_float_equal(low.x, left, 1e-4);
    assert_float_equal(high.x, right, 1e-4);
    assert_float_equal(high.y, top, 1e-4);
}

static void framing_sees_what_is_drawn(void** state) {
    (void)state;
    Set set = make_triangle();
    assert_bounds(&set, VRM_VIEW_THIRD_PERSON, 0, -0.5f, 0.5f, 1);
    assert_bounds(&set, VRM_VIEW_THIRD_PERSON, 0.5f, -0.5f, 2, 1);
    assert_bounds(&set, VRM_VIEW_THIRD_PERSON, 1, -0.5f, 3.5f, 1);
    assert_bounds(&set, VRM_VIEW_FIRST_PERSON, 0, -0.5f, 0.5f, 50);
    end_set(&set);
}

static void size_of_the_avatar_does_not_matter(void** state) {
    (void)state;
    static const float scales[] = {0.01f, 1, 100};
    for (int shot = VRM_SHOT_FULL; shot <= VRM_SHOT_FACE; shot++) {
        vrm_Vec3 expected = {0};
        for (int i = 0; i < 3; i++) {
            Set set = make_set(VRM_DIALECT_1);
            vrm_Transform root = {{0, 0, 0}, {0, 0, 0, 1}, {scales[i], scales[i], scales[i]}};
            vrm_avatar_set_root(set.sim, set.id, root);
            vrm_avatar_set_stages(set.sim, set.id, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
            vrm_sim_step(set.sim, 1.0f / 60.0f);
            vrm_framing_clear(set.framing);
            vrm_framing_add_pose(set.framing, set.sim, set.id);
            vrm_ShotDef def = vrm_default_shot_def();
            def.shot = (vrm_Shot)shot;
            vrm_Viewpoint camera = vrm_framing_viewpoint(set.framing, &def);
            vrm_Vec3 head = in_picture(&camera, bone_at(&set, VRM_BONE_HEAD));
            if (i == 0) expected = head;
            assert_float_equal(head.x, expected.x, 0.03);
            assert_float_equal(head.y, expected.y, 0.03);
            end_set(&set);
        }
    }
}

static void several_poses_are_all_in_the_picture(void** state) {
    (void)state;
    Set set = make_set(VRM_DIALECT_1);
    vrm_Viewpoint before = vrm_framing_viewpoint(set.framing, NULL);
    vrm_Vec3 there = {1.5f, 0, 0};
    vrm_avatar_set_root(set.sim, set.id, (vrm_Transform){there, {0, 0, 0, 1}, {1, 1, 1}});
    vrm_sim_step(set.sim, 1.0f / 60.0f);
    vrm_framing_add_pose(set.framing, set.sim, set.id);
    vrm_Viewpoint both = vrm_framing_viewpoint(set.framing, NULL);
    assert_true(both.eye.z > before.eye.z);
    vrm_Vec3 hand = bone_at(&set, VRM_BONE_LEFT_HAND);
    assert_true(is_inside(in_picture(&both, hand)));
    assert_true(is_inside(in_picture(&both, (vrm_Vec3){-hand.x + 1.5f, hand.y, hand.z})));
    assert_false(is_inside(in_picture(&before, hand)));
    end_set(&set);
}

static void avatar_without_meshes_or_bones_has_a_camera(void** state) {
    (void)state;
    TestAvatar bones = test_avatar(VRM_DIALECT_1);
    TestRun run = test_run(&bones);
    vrm_Framing* framing;
    assert_int_equal(vrm_framing_create(run.model, run.rig, NULL, &framing), VRM_OK);
    for (int shot = VRM_SHOT_FULL; shot <= VRM_SHOT_FACE; shot++)
        for (int seen = 0; seen < 2; seen++) {
            vrm_ShotDef def = vrm_default_shot_def();
            def.shot = (vrm_Shot)shot;
            vrm_Viewpoint camera = vrm_framing_viewpoint(framing, &def);
            for (int i = 0; i < 16; i++) assert_true(isfinite(camera.view.m[i]));
            for (int i = 0; i < 16; i++) assert_true(isfinite(camera.projection.m[i]));
            assert_true(camera.z_near > 0 && camera.z_far > camera.z_near);
            test_step(&run);
            vrm_framing_add_pose(framing, run.sim, run.id);
        }
    vrm_ShotDef absurd = vrm_default_shot_def();
    absurd.aspect = NAN;
    absurd.fov_degrees = 1e30f;
    absurd.yaw_degrees = INFINITY;
    absurd.pitch_degrees = -1e9f;
    absurd.margin = 7;
    vrm_Viewpoint camera = vrm_framing_viewpoint(framing, &absurd);
    for (int i = 0; i < 16; i++) assert_true(isfinite(camera.view.m[i] + camera.projection.m[i]));
    assert_false(vrm_framing_add_pose(framing, run.sim, (vrm_AvatarId){0}));
    vrm_framing_destroy(framing);
    vrm_framing_destroy(NULL);
    test_run_end(&run);
}

/* Accessors whose count the reader refused have 0 elements. The sanitizers watch. */
static void meshes_without_vertices_have_a_camera(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.accessors = "[{\"componentType\":5126,\"count\":0,\"type\":\"VEC3\"}]";
    TestRun run = test_run(&avatar);
    vrm_Framing* framing;
    assert_int_equal(vrm_framing_create(run.model, run.rig, NULL, &framing), VRM_OK);
    test_step(&run);
    assert_true(vrm_framing_add_pose(framing, run.sim, run.id));
    vrm_framing_destroy(framing);
    test_run_end(&run);
}

static void first_person_looks_where_the_head_looks(void** state) {
    (void)state;
    for (int dialect = 0; dialect < 2; dialect++) {
        Set set = make_set(dialect == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1);
        vrm_ShotDef def = vrm_default_shot_def();
        vrm_Vec3 head = bone_at(&set, VRM_BONE_HEAD);
        for (int turned = 0; turned < 2; turned++) {
            if (turned == 1) { /* the head to its left, by a quarter */
                vrm_avatar_set_bone(set.sim, set.id, VRM_BONE_HEAD, test_turn(0, 1, 0, 90));
                vrm_sim_step(set.sim, 1.0f / 60.0f);
            }
            vrm_Viewpoint camera = vrm_framing_first_person(set.framing, &def, set.sim, set.id);
            assert_true(fabsf(camera.eye.y - head.y) < 0.2f);
            vrm_Vec3 gaze = {camera.target.x - camera.eye.x, camera.target.y - camera.eye.y,
                             camera.target.z - camera.eye.z};
            assert_float_equal(gaze.x, (float)turned, 1e-3);
            assert_float_equal(gaze.y, 0, 1e-3);
            assert_float_equal(gaze.z, (float)(1 - turned), 1e-3);
            assert_float_equal(camera.up.y, 1, 1e-3);
        }
        def.yaw_degrees = 90; /* and its eyes by another one */
        vrm_Viewpoint camera = vrm_framing_first_person(set.framing, &def, set.sim, set.id);
        assert_float_equal(camera.target.z - camera.eye.z, -1, 1e-3);
        def.pitch_degrees = 45;
        camera = vrm_framing_first_person(set.framing, &def, set.sim, set.id);
        assert_float_equal(camera.target.y - camera.eye.y, sqrtf(0.5f), 1e-3);
        end_set(&set);
    }
}

static vrm_Result make_framing(const vrm_Allocator* allocator, void* ctx) {
    const Set* set = ctx;
    vrm_Framing* framing;
    vrm_Result result = vrm_framing_create(set->model, set->rig, allocator, &framing);
    assert_true((result == VRM_OK) == (framing != NULL));
    vrm_framing_destroy(framing);
    return result;
}

static void failing_allocation_is_reported_and_leaks_nothing(void** state) {
    (void)state;
    Set set = make_set(VRM_DIALECT_1);
    assert_true(test_every_allocation_failing(make_framing, &set) > 4);
    end_set(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_shot_holds_every_bone_from_every_side),
        cmocka_unit_test(front_is_where_the_avatar_looks),
        cmocka_unit_test(bust_and_face_come_closer_to_the_head),
        cmocka_unit_test(head_is_framed_by_what_its_bone_carries),
        cmocka_unit_test(head_without_a_mesh_is_not_an_empty_picture),
        cmocka_unit_test(framing_sees_what_is_drawn),
        cmocka_unit_test(size_of_the_avatar_does_not_matter),
        cmocka_unit_test(several_poses_are_all_in_the_picture),
        cmocka_unit_test(avatar_without_meshes_or_bones_has_a_camera),
        cmocka_unit_test(meshes_without_vertices_have_a_camera),
        cmocka_unit_test(first_person_looks_where_the_head_looks),
        cmocka_unit_test(failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
