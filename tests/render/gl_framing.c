/* SPDX-License-Identifier: MIT */
/* Framing as it shows: of the whole body nothing touches the edge of the picture, and the picture
 * is filled; a bust and a face fill theirs. Avatars of all sizes, made in code and by others. */
#include "support/check.h"
#include "support/corpus.h"

#include "render/shot.h"
#include "scenes/scenes.h"

#include "vrm/framing.h"
#include "vrm/pose.h"
#include "vrm/render.h"

#define WIDTH  160
#define HEIGHT 200

typedef struct Set {
    vrm_Renderer* renderer;
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
    vrm_Framing* framing;
    vrm_Drawable* drawable;
} Set;

static Set make_set(vrm_Renderer* renderer, const void* bytes, size_t size) {
    Set set = {.renderer = renderer};
    assert_int_equal(vrm_model_load(bytes, size, NULL, NULL, &set.model), VRM_OK);
    assert_int_equal(vrm_rig_build(set.model, NULL, &set.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &set.sim), VRM_OK);
    assert_int_equal(vrm_framing_create(set.model, set.rig, NULL, &set.framing), VRM_OK);
    assert_int_equal(vrm_drawable_create(renderer, set.model, set.rig, NULL, &set.drawable),
                     VRM_OK);
    set.id = vrm_sim_add(set.sim, set.rig);
    vrm_Pose pose = vrm_pose_idle(0.0f);
    vrm_avatar_set_pose(set.sim, set.id, &pose);
    vrm_sim_step(set.sim, 1.0f / 60.0f);
    vrm_framing_add_pose(set.framing, set.sim, set.id);
    return set;
}

static void end_set(Set* set) {
    vrm_drawable_destroy(set->drawable);
    vrm_framing_destroy(set->framing);
    vrm_sim_destroy(set->sim);
    vrm_rig_destroy(set->rig);
    vrm_model_destroy(set->model);
}

/* The smallest rectangle around what was drawn: left, top, right, bottom. */
typedef struct Extent {
    int left, top, right, bottom;
} Extent;

static Extent draw(Set* set, vrm_Shot shot, float yaw_degrees, float pitch_degrees) {
    vrm_ShotDef def = vrm_default_shot_def();
    def.shot = shot;
    def.aspect = (float)WIDTH / HEIGHT;
    def.yaw_degrees = yaw_degrees;
    def.pitch_degrees = pitch_degrees;
    vrm_Viewpoint camera = vrm_framing_viewpoint(set->framing, &def);
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = WIDTH;
    frame.height = HEIGHT;
    frame.samples = 1;
    frame.view = camera.view;
    frame.projection = camera.projection;
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    assert_int_equal(vrm_render_begin(set->renderer, &frame), VRM_OK);
    assert_int_equal(vrm_render_draw(set->renderer, set->drawable, set->sim, &set->id, 1), VRM_OK);
    assert_int_equal(vrm_render_end(set->renderer), VRM_OK);
    assert_int_equal(vrm_render_read(set->renderer, pixels, sizeof pixels), VRM_OK);
    Extent extent = {WIDTH, HEIGHT, -1, -1};
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        if (pixels[i * 4 + 3] == 0) continue;
        if (x < extent.left) extent.left = x;
        if (x > extent.right) extent.right = x;
        if (y < extent.top) extent.top = y;
        if (y > extent.bottom) extent.bottom = y;
    }
    return extent;
}

static void check_full(Set* set, const char* name) {
    static const float angles[][2] = {{0, 0}, {90, 0}, {200, 30}, {-45, -60}};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        Extent e = draw(set, VRM_SHOT_FULL, angles[i][0], angles[i][1]);
        double wide = (double)(e.right - e.left) / WIDTH;
        double high = (double)(e.bottom - e.top) / HEIGHT;
        bool is_inside = e.left > 0 && e.top > 0 && e.right < WIDTH - 1 && e.bottom < HEIGHT - 1;
        if (!is_inside || (wide < 0.6 && high < 0.6))
            fail_msg("%s from %g,%g: %d..%d x %d..%d", name, (double)angles[i][0],
                     (double)angles[i][1], e.left, e.right, e.top, e.bottom);
    }
}

static void whole_body_fills_the_picture_and_stays_inside(void** state) {
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1};
    for (int i = 0; i < 2; i++) {
        SceneBytes bytes = scene_hero(dialects[i], false);
        Set set = make_set(*state, bytes.data, bytes.size);
        check_full(&set, i == 0 ? "hero 0.x" : "hero 1.0");
        end_set(&set);
        scene_bytes_free(&bytes);
    }
}

static void avatars_of_others_fill_the_picture_and_stay_inside(void** state) {
    skip_without_corpus();
    static const char* const names[] = {"vrm0/100Avatars_001_Crimson_voxel.vrm",
                                        "vrm0/256_ryuunoko.vrm", "vrm0/cryptovoxels.vrm",
                                        "vrm1/SampleBot.vrm", "vrm1/debug_robot.vrm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        TestBytes bytes = corpus_read(names[i]);
        Set set = make_set(*state, bytes.data, bytes.size);
        check_full(&set, names[i]);
        end_set(&set);
        test_bytes_free(&bytes);
    }
}

static void bust_and_face_reach_the_bottom_and_leave_room_above(void** state) {
    SceneBytes bytes = scene_hero(VRM_DIALECT_1, false);
    Set set = make_set(*state, bytes.data, bytes.size);
    for (int shot = VRM_SHOT_BUST; shot <= VRM_SHOT_FACE; shot++) {
        Extent e = draw(&set, (vrm_Shot)shot, 0, 0);
        assert_true(e.top > 0 && e.top < HEIGHT / 3);
        assert_int_equal(e.bottom, HEIGHT - 1);
        assert_true(e.right - e.left > WIDTH / 2);
    }
    end_set(&set);
    scene_bytes_free(&bytes);
}

int main(void) {
    Studio studio;
    if (!studio_open(&studio)) return 77;
    vrm_Renderer* renderer = studio.renderer;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(whole_body_fills_the_picture_and_stays_inside, renderer),
        cmocka_unit_test_prestate(avatars_of_others_fill_the_picture_and_stay_inside, renderer),
        cmocka_unit_test_prestate(bust_and_face_reach_the_bottom_and_leave_room_above, renderer),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
