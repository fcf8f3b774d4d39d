/* SPDX-License-Identifier: MIT */
/* What the modes of vrm_RenderMode show, and what is left out of a picture. */
#include "support/check.h"

#include "programs.h"
#include "queue.h"
#include "render/shot.h"
#include "renderer.h"
#include "scenes/scenes.h"
#include "vrm/render.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 160, BYTES = SIZE * SIZE * 4 };

typedef struct Scene {
    vrm_Renderer* renderer;
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_Drawable* drawable;
    vrm_AvatarId id;
} Scene;

static Scene open_scene(vrm_Renderer* renderer) {
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes bytes = scene_avatar(&def);
    Scene scene = {.renderer = renderer};
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &scene.model), VRM_OK);
    scene_bytes_free(&bytes);
    assert_int_equal(vrm_rig_build(scene.model, NULL, &scene.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &scene.sim), VRM_OK);
    assert_int_equal(vrm_drawable_create(renderer, scene.model, scene.rig, NULL, &scene.drawable),
                     VRM_OK);
    scene.id = vrm_sim_add(scene.sim, scene.rig);
    vrm_sim_step(scene.sim, 0.0f);
    return scene;
}

static void close_scene(Scene* scene) {
    vrm_drawable_destroy(scene->drawable);
    vrm_sim_destroy(scene->sim);
    vrm_rig_destroy(scene->rig);
    vrm_model_destroy(scene->model);
}

/* Two metres of the world, seen from the front, without perspective. */
static vrm_FrameDef front_frame(vrm_RenderMode mode) {
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = frame.height = SIZE;
    frame.samples = 1;
    frame.mode = mode;
    frame.view =
        vrm_camera_look_at((vrm_Vec3){0, 0.9f, 5}, (vrm_Vec3){0, 0.9f, 0}, (vrm_Vec3){0, 1, 0});
    frame.projection = vrm_camera_orthographic(2.0f, 1.0f, 0.1f, 20.0f);
    return frame;
}

static void draw(const Scene* scene, const vrm_FrameDef* frame, uint8_t* pixels) {
    assert_int_equal(vrm_render_begin(scene->renderer, frame), VRM_OK);
    assert_int_equal(vrm_render_draw(scene->renderer, scene->drawable, scene->sim, &scene->id, 1),
                     VRM_OK);
    assert_int_equal(vrm_render_end(scene->renderer), VRM_OK);
    assert_string_equal(vrmi_program_complaint(scene->renderer), "");
    assert_int_equal(vrm_render_read(scene->renderer, pixels, BYTES), VRM_OK);
}

typedef bool Test(const uint8_t* pixel);

static bool is_drawn(const uint8_t* pixel) {
    return pixel[3] > 0;
}

static bool is_colored(const uint8_t* pixel) {
    return is_drawn(pixel) && (abs(pixel[0] - pixel[1]) > 2 || abs(pixel[1] - pixel[2]) > 2);
}

/* How many pixels of some rows pass a test. */
static int count(const uint8_t* pixels, int first_row, int end_row, Test* passes) {
    int passed = 0;
    for (int i = first_row * SIZE; i < end_row * SIZE; i++) passed += passes(pixels + i * 4);
    return passed;
}

static void modes_without_light_do_not_follow_it(void** state) {
    static const vrm_RenderMode modes[] = {VRM_RENDER_BASE, VRM_RENDER_SHADE, VRM_RENDER_NORMALS,
                                           VRM_RENDER_UV, VRM_RENDER_DENSITY};
    static uint8_t bright[BYTES], dark[BYTES];
    Scene scene = open_scene(*state);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        vrm_FrameDef frame = front_frame(modes[i]);
        draw(&scene, &frame, bright);
        frame.light_color = frame.sky_color = frame.ground_color = (vrm_Vec3){0, 0, 0};
        frame.light_from = (vrm_Vec3){-1, -1, -1};
        draw(&scene, &frame, dark);
        assert_memory_equal(bright, dark, BYTES);
        assert_true(count(bright, 0, SIZE, is_colored) > 500);
    }
    close_scene(&scene);
}

static void light_is_grey_and_follows_its_direction(void** state) {
    static uint8_t left[BYTES], right[BYTES];
    Scene scene = open_scene(*state);
    vrm_FrameDef frame = front_frame(VRM_RENDER_LIGHT);
    frame.light_from = (vrm_Vec3){-1, 0, 0};
    draw(&scene, &frame, left);
    frame.light_from = (vrm_Vec3){1, 0, 0};
    draw(&scene, &frame, right);
    assert_int_equal(count(left, 0, SIZE, is_colored), 0);
    assert_memory_not_equal(left, right, BYTES);
    close_scene(&scene);
}

static bool faces_camera(const uint8_t* pixel) {
    return abs(pixel[0] - 128) < 24 && abs(pixel[1] - 128) < 24 && pixel[2] > 240;
}

/* The world's normals, 0.5 for zero: +Z is blue. */
static void normals_that_face_the_camera_are_blue(void** state) {
    static uint8_t front[BYTES], back[BYTES];
    Scene scene = open_scene(*state);
    vrm_FrameDef frame = front_frame(VRM_RENDER_NORMALS);
    draw(&scene, &frame, front);
    assert_true(count(front, 0, SIZE, faces_camera) > 100);
    frame.view =
        vrm_camera_look_at((vrm_Vec3){0, 0.9f, -5}, (vrm_Vec3){0, 0.9f, 0}, (vrm_Vec3){0, 1, 0});
    draw(&scene, &frame, back);
    assert_int_equal(count(back, 0, SIZE, faces_camera), 0);
    close_scene(&scene);
}

static bool is_red(const uint8_t* pixel) {
    return is_drawn(pixel) && pixel[0] > 90 && pixel[1] < 40 && pixel[2] < 40;
}

static void weights_show_the_part_that_a_joint_moves(void** state) {
    static uint8_t pixels[BYTES];
    Scene scene = open_scene(*state);
    vrm_FrameDef frame = front_frame(VRM_RENDER_WEIGHTS);
    draw(&scene, &frame, pixels);
    assert_int_equal(count(pixels, 0, SIZE, is_colored), 0); /* no joint */
    frame.mode_node = vrm_rig_bone(scene.rig, VRM_BONE_HEAD);
    draw(&scene, &frame, pixels);
    assert_true(count(pixels, 0, SIZE / 2, is_red) > 50);
    assert_int_equal(count(pixels, SIZE / 2, SIZE, is_colored), 0);
    frame.mode_node = 1 << 30;
    draw(&scene, &frame, pixels);
    assert_int_equal(count(pixels, 0, SIZE, is_colored), 0); /* no such joint */
    close_scene(&scene);
}

static void what_is_hidden_is_left_out_until_all_is_shown(void** state) {
    static uint8_t all[BYTES], fewer[BYTES], again[BYTES];
    Scene scene = open_scene(*state);
    vrm_FrameDef frame = front_frame(VRM_RENDER_LIT);
    draw(&scene, &frame, all);
    for (int32_t material = -1; material < 2; material++) {
        int32_t node = material < 0 ? scene.drawable->parts[0].node : -1;
        vrmi_drawable_hide(scene.drawable, node, material);
        draw(&scene, &frame, fewer);
        assert_memory_not_equal(all, fewer, BYTES);
        vrmi_drawable_show_all(scene.drawable);
        draw(&scene, &frame, again);
        assert_memory_equal(all, again, BYTES);
    }
    for (size_t i = 0; i < scene.drawable->part_count; i++)
        vrmi_drawable_hide(scene.drawable, scene.drawable->parts[i].node, -1);
    draw(&scene, &frame, fewer);
    assert_int_equal(count(fewer, 0, SIZE, is_drawn), 0);
    close_scene(&scene);
}

static void mode_that_is_none_is_refused(void** state) {
    vrm_FrameDef frame = front_frame((vrm_RenderMode)8);
    assert_int_equal(vrm_render_begin(*state, &frame), VRM_ERR_ARGUMENT);
}

int main(void) {
    Studio studio;
    if (!studio_open(&studio)) return 77;
    vrm_Renderer* renderer = studio.renderer;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(modes_without_light_do_not_follow_it, renderer),
        cmocka_unit_test_prestate(light_is_grey_and_follows_its_direction, renderer),
        cmocka_unit_test_prestate(normals_that_face_the_camera_are_blue, renderer),
        cmocka_unit_test_prestate(weights_show_the_part_that_a_joint_moves, renderer),
        cmocka_unit_test_prestate(what_is_hidden_is_left_out_until_all_is_shown, renderer),
        cmocka_unit_test_prestate(mode_that_is_none_is_refused, renderer),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
