/* SPDX-License-Identifier: MIT */
/* What the graphics card must get right whatever the colours: shaders compile, vertices land where
 * the sim puts them, crowds look as their members do, views and mirrored nodes show the right
 * triangles. */
#include "support/check.h"

#include "programs.h"
#include "render/shot.h"
#include "renderer.h"
#include "scenes/scenes.h"
#include "surfaces.h"
#include "vrm/render.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 160 };

typedef struct Scene {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_Drawable* drawable;
} Scene;

static Scene open_scene(vrm_Renderer* renderer, const char* edits) {
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes bytes = scene_avatar(&def);
    assert_non_null(bytes.data);
    if (edits != NULL) {
        SceneBytes edited = scene_patch(&bytes, edits, NULL);
        assert_non_null(edited.data);
        scene_bytes_free(&bytes);
        bytes = edited;
    }
    Scene scene = {0};
    assert_int_equal(vrm_model_load(bytes.data, bytes.size, NULL, NULL, &scene.model), VRM_OK);
    scene_bytes_free(&bytes);
    assert_int_equal(vrm_rig_build(scene.model, NULL, &scene.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &scene.sim), VRM_OK);
    assert_int_equal(vrm_drawable_create(renderer, scene.model, scene.rig, NULL, &scene.drawable),
                     VRM_OK);
    return scene;
}

static void close_scene(Scene* scene) {
    vrm_drawable_destroy(scene->drawable);
    vrm_sim_destroy(scene->sim);
    vrm_rig_destroy(scene->rig);
    vrm_model_destroy(scene->model);
}

static vrm_AvatarId add_at(const Scene* scene, float x) {
    vrm_AvatarId id = vrm_sim_add(scene->sim, scene->rig);
    vrm_avatar_set_root(scene->sim, id, (vrm_Transform){{x, 0.0f, 0.0f}, {0, 0, 0, 1}, {1, 1, 1}});
    return id;
}

/* Three metres of the world, seen from the front, without perspective. */
static vrm_FrameDef front_frame(void) {
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = frame.height = SIZE;
    frame.samples = 1;
    frame.view =
        vrm_camera_look_at((vrm_Vec3){0, 0.9f, 5}, (vrm_Vec3){0, 0.9f, 0}, (vrm_Vec3){0, 1, 0});
    frame.projection = vrm_camera_orthographic(3.0f, 1.0f, 0.1f, 20.0f);
    return frame;
}

static uint8_t* take_picture(vrm_Renderer* renderer, const vrm_FrameDef* frame) {
    size_t size = (size_t)frame->width * (size_t)frame->height * 4;
    uint8_t* pixels = malloc(size);
    assert_non_null(pixels);
    assert_int_equal(vrm_render_end(renderer), VRM_OK);
    assert_string_equal(vrmi_program_complaint(renderer), "");
    assert_int_equal(vrm_render_read(renderer, pixels, size), VRM_OK);
    return pixels;
}

static uint8_t* photograph(vrm_Renderer* renderer, const Scene* scene, const vrm_AvatarId* ids,
                           int32_t count) {
    vrm_FrameDef frame = front_frame();
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
    assert_int_equal(vrm_render_draw(renderer, scene->drawable, scene->sim, ids, count), VRM_OK);
    return take_picture(renderer, &frame);
}

static int count_drawn(const uint8_t* pixels) {
    int count = 0;
    for (int i = 0; i < SIZE * SIZE; i++) count += pixels[i * 4 + 3] > 0;
    return count;
}

/* ---- Shaders ---- */

/* What materials and meshes cannot ask for together. */
static vrmi_Features sensible(vrmi_Features features) {
    if (features & VRMI_HAS(MTOON)) features |= VRMI_HAS(SURFACE);
    if (!(features & VRMI_HAS(MTOON))) features &= ~VRMI_HAS(SHADE_IS_BASE);
    if (features & VRMI_HAS(SHADE_IS_BASE)) features &= ~VRMI_HAS(SHADE_TEXTURE);
    if (features & VRMI_HAS(UV_SECOND)) features |= VRMI_HAS(UV_TRANSFORM);
    if (features & VRMI_HAS(TANGENTS)) {
        features |= VRMI_HAS(NORMAL_TEXTURE);
        features &= ~VRMI_HAS(FLAT);
    }
    if (features & VRMI_HAS(MASK_TEXTURE)) features |= VRMI_HAS(UV_ANIMATION);
    if (features & VRMI_HAS(ALPHA_MASK)) features &= ~VRMI_HAS(ALPHA_BLEND);
    return features;
}

static void every_feature_compiles_alone_and_in_company(void** state) {
    vrm_Renderer* renderer = *state;
    uint32_t seed = 1;
    for (int round = 0; round < VRMI_FEATURE_COUNT * 2; round++) {
        seed = seed * 1664525u + 1013904223u;
        vrmi_Features one = (vrmi_Features)1 << round % VRMI_FEATURE_COUNT;
        vrmi_Features company = seed >> 4 & (((vrmi_Features)1 << VRMI_FEATURE_COUNT) - 1);
        vrmi_Features features = sensible(round < VRMI_FEATURE_COUNT ? one : one | company);
        const vrmi_Program* program = vrmi_program_get(renderer, features);
        assert_non_null(program);
        if (program->id == 0)
            fail_msg("features %x: %s", features, vrmi_program_complaint(renderer));
    }
}

/* ---- Changed materials ---- */

#define TRANSFORM                                                                                  \
    "set /materials/0/pbrMetallicRoughness/baseColorTexture/extensions "                           \
    "{\"KHR_texture_transform\":{\"offset\":[0.3,0.1],\"scale\":[3,3]}}"
#define MTOON(i) "/materials/" #i "/extensions/VRMC_materials_mtoon/"

static int count_unlike(vrm_Renderer* renderer, const Scene* left, const Scene* right) {
    uint8_t* pictures[2];
    const Scene* scenes[2] = {left, right};
    for (int i = 0; i < 2; i++) {
        vrm_AvatarId id = add_at(scenes[i], 0.0f);
        vrm_sim_step(scenes[i]->sim, 0.0f);
        pictures[i] = photograph(renderer, scenes[i], &id, 1);
        vrm_sim_remove(scenes[i]->sim, id);
    }
    int count = 0;
    for (int i = 0; i < SIZE * SIZE * 4; i++) count += pictures[0][i] != pictures[1][i];
    free(pictures[0]);
    free(pictures[1]);
    return count;
}

/* Values that are taken over give the picture of a drawable that was made with them; and those of
 * the file bring its picture back, textures included that had no effect in between. */
static void changed_materials_look_as_if_made_so(void** state) {
    vrm_Renderer* renderer = *state;
    static const char* const edits[] = {
        "set " MTOON(0) "shadeColorFactor [0.1,0.9,0.2]",
        "set " MTOON(0) "shadingShiftFactor 0.5",
        "set " MTOON(2) "outlineWidthFactor 0.02",
        "set " MTOON(2) "outlineWidthFactor 0",
        "set " MTOON(0) "shadeColorFactor [0,0,0]",
        "set /materials/1/pbrMetallicRoughness/baseColorFactor [0.1,0.2,0.9,1]",
        "set /materials/1/alphaMode \"BLEND\"",
        "set /materials/5/emissiveFactor [0,0,1]",
        "set /materials/5/pbrMetallicRoughness/metallicFactor 0",
        "set /materials/4/alphaMode \"MASK\"\nset /materials/4/alphaCutoff 0.9",
        TRANSFORM,
    };
    Scene plain = open_scene(renderer, NULL), followed = open_scene(renderer, NULL);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        Scene made = open_scene(renderer, edits[i]);
        if (vrmi_drawable_set_materials(followed.drawable, made.model) != VRM_OK)
            fail_msg("%s is refused", edits[i]);
        if (count_unlike(renderer, &plain, &made) == 0) fail_msg("%s shows nothing", edits[i]);
        int unlike = count_unlike(renderer, &followed, &made);
        if (unlike != 0) fail_msg("%s: %d bytes differ", edits[i], unlike);
        assert_int_equal(vrmi_drawable_set_materials(followed.drawable, plain.model), VRM_OK);
        assert_int_equal(count_unlike(renderer, &followed, &plain), 0);
        close_scene(&made);
    }
    close_scene(&plain);
    close_scene(&followed);
}

/* ---- Where vertices land ---- */

typedef struct Extent {
    float left, right, top, bottom;
} Extent;

static Extent extent_of_picture(const uint8_t* pixels) {
    Extent out = {SIZE, 0, SIZE, 0};
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            if (pixels[(y * SIZE + x) * 4 + 3] == 0) continue;
            out.left = fminf(out.left, (float)x);
            out.right = fmaxf(out.right, (float)x + 1.0f);
            out.top = fminf(out.top, (float)y);
            out.bottom = fmaxf(out.bottom, (float)y + 1.0f);
        }
    }
    return out;
}

/* The overlay of normals begins at each vertex, skinned by the computer. */
static Extent extent_of_vertices(const Scene* scene, vrm_AvatarId id) {
    vrm_Line* lines = NULL;
    int32_t count = 0;
    assert_int_equal(
        vrm_overlay_lines(scene->model, scene->sim, id, VRM_OVERLAY_NORMALS, NULL, &lines, &count),
        VRM_OK);
    Extent out = {SIZE, 0, SIZE, 0};
    for (int32_t i = 0; i < count; i++) {
        float x = (lines[i].from.x / 3.0f + 0.5f) * SIZE;
        float y = (0.5f - (lines[i].from.y - 0.9f) / 3.0f) * SIZE;
        out.left = fminf(out.left, x);
        out.right = fmaxf(out.right, x);
        out.top = fminf(out.top, y);
        out.bottom = fmaxf(out.bottom, y);
    }
    vrm_lines_release(NULL, lines, count);
    return out;
}

static void posed_avatar_covers_what_its_vertices_span(void** state) {
    vrm_Renderer* renderer = *state;
    Scene scene = open_scene(renderer, NULL);
    vrm_AvatarId id = add_at(&scene, 0.2f);
    static const vrm_Quat turns[3] = {{0, 0, 0, 1}, {0, 0, 0.6f, 0.8f}, {0.28f, 0, -0.28f, 0.918f}};
    for (int i = 0; i < 3; i++) {
        vrm_avatar_set_bone(scene.sim, id, VRM_BONE_LEFT_UPPER_ARM, turns[i]);
        vrm_avatar_set_bone(scene.sim, id, VRM_BONE_RIGHT_UPPER_LEG, turns[2 - i]);
        vrm_sim_step(scene.sim, 0.0f);
        uint8_t* pixels = photograph(renderer, &scene, &id, 1);
        Extent drawn = extent_of_picture(pixels), posed = extent_of_vertices(&scene, id);
        free(pixels);
        /* An outline and half a pixel may stand out. */
        assert_true(fabsf(drawn.left - posed.left) < 2.5f);
        assert_true(fabsf(drawn.right - posed.right) < 2.5f);
        assert_true(fabsf(drawn.top - posed.top) < 2.5f);
        assert_true(fabsf(drawn.bottom - posed.bottom) < 2.5f);
    }
    close_scene(&scene);
}

/* Weights that do not sum to 1 would pull it. */
static void avatar_far_away_looks_as_it_does_at_home(void** state) {
    vrm_Renderer* renderer = *state;
    Scene scene = open_scene(renderer, NULL);
    uint8_t* pictures[2];
    for (int i = 0; i < 2; i++) {
        float x = i == 0 ? 0.0f : 1024.0f;
        vrm_AvatarId id = add_at(&scene, x);
        vrm_sim_step(scene.sim, 0.0f);
        vrm_FrameDef frame = front_frame();
        frame.view =
            vrm_camera_look_at((vrm_Vec3){x, 0.9f, 5}, (vrm_Vec3){x, 0.9f, 0}, (vrm_Vec3){0, 1, 0});
        assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
        assert_int_equal(vrm_render_draw(renderer, scene.drawable, scene.sim, &id, 1), VRM_OK);
        pictures[i] = take_picture(renderer, &frame);
        vrm_sim_remove(scene.sim, id);
    }
    int changed = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        changed += pictures[0][i * 4 + 3] != pictures[1][i * 4 + 3];
    assert_true(changed < count_drawn(pictures[0]) / 50);
    free(pictures[0]);
    free(pictures[1]);
    close_scene(&scene);
}

/* ---- Crowds ---- */

static void crowd_looks_as_its_members_drawn_one_by_one(void** state) {
    vrm_Renderer* renderer = *state;
    Scene scene = open_scene(renderer, NULL);
    vrm_AvatarId ids[3] = {add_at(&scene, -0.9f), add_at(&scene, 0.0f), add_at(&scene, 0.9f)};
    vrm_avatar_set_expression(scene.sim, ids[1], VRM_EXPRESSION_HAPPY, 1.0f);
    vrm_avatar_set_view(scene.sim, ids[2], VRM_VIEW_FIRST_PERSON);
    vrm_sim_step(scene.sim, 0.0f);
    uint8_t* together = photograph(renderer, &scene, ids, 3);
    vrm_FrameDef frame = front_frame();
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(vrm_render_draw(renderer, scene.drawable, scene.sim, &ids[i], 1), VRM_OK);
    uint8_t* apart = take_picture(renderer, &frame);
    assert_memory_equal(together, apart, SIZE * SIZE * 4);
    free(together);
    free(apart);
    close_scene(&scene);
}

static void same_frame_gives_the_same_picture_again(void** state) {
    vrm_Renderer* renderer = *state;
    Scene scene = open_scene(renderer, NULL);
    vrm_AvatarId id = add_at(&scene, 0.0f);
    vrm_sim_step(scene.sim, 0.0f);
    uint8_t* first = photograph(renderer, &scene, &id, 1);
    vrm_avatar_set_expression(scene.sim, id, VRM_EXPRESSION_AA, 1.0f);
    vrm_sim_step(scene.sim, 0.0f);
    uint8_t* other = photograph(renderer, &scene, &id, 1);
    vrm_avatar_set_expression(scene.sim, id, VRM_EXPRESSION_AA, 0.0f);
    vrm_sim_step(scene.sim, 0.0f);
    uint8_t* again = photograph(renderer, &scene, &id, 1);
    assert_memory_equal(first, again, SIZE * SIZE * 4);
    assert_memory_not_equal(first, other, SIZE * SIZE * 4);
    free(first);
    free(other);
    free(again);
    close_scene(&scene);
}

/* ---- Views and sides ---- */

static void first_person_camera_does_not_see_the_head(void** state) {
    vrm_Renderer* renderer = *state;
    Scene scene = open_scene(renderer, NULL);
    vrm_AvatarId id = add_at(&scene, 0.0f);
    vrm_sim_step(scene.sim, 0.0f);
    uint8_t* third = photograph(renderer, &scene, &id, 1);
    vrm_avatar_set_view(scene.sim, id, VRM_VIEW_FIRST_PERSON);
    uint8_t* first = photograph(renderer, &scene, &id, 1);
    int seen_only_in_first = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        seen_only_in_first += first[i * 4 + 3] > 0 && third[i * 4 + 3] == 0;
    assert_int_equal(seen_only_in_first, 0);
    assert_true(count_drawn(first) < count_drawn(third) - 50);
    assert_true(count_drawn(first) > count_drawn(third) / 4);
    free(third);
    free(first);
    close_scene(&scene);
}

/* A mirrored root turns every triangle around; its front must stay its front. */
static void mirrored_avatar_shows_its_front(void** state) {
    vrm_Renderer* renderer = *state;
    Scene scene = open_scene(renderer, NULL);
    vrm_AvatarId id = add_at(&scene, 0.0f);
    vrm_sim_step(scene.sim, 0.0f);
    uint8_t* plain = photograph(renderer, &scene, &id, 1);
    vrm_avatar_set_root(scene.sim, id, (vrm_Transform){{0, 0, 0}, {0, 0, 0, 1}, {-1, 1, 1}});
    vrm_sim_step(scene.sim, 0.0f);
    uint8_t* mirrored = photograph(renderer, &scene, &id, 1);
    int same = 0, drawn = count_drawn(plain);
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            same += plain[(y * SIZE + x) * 4 + 3] > 0 &&
                    mirrored[(y * SIZE + SIZE - 1 - x) * 4 + 3] > 0;
    assert_true(same > drawn * 95 / 100);
    free(plain);
    free(mirrored);
    close_scene(&scene);
}

/* ---- Smooth edges ---- */

/* A graphics card takes samples, software draws larger and averages: two ways to one picture. */
static void samples_and_averages_agree(void** state) {
    vrm_Renderer* renderer = *state;
    Scene scene = open_scene(renderer, NULL);
    vrm_AvatarId id = add_at(&scene, 0.0f);
    vrm_sim_step(scene.sim, 0.0f);
    vrm_FrameDef frame = front_frame();
    frame.samples = 4;
    uint8_t* pictures[2];
    bool is_supersampled = renderer->is_supersampled;
    for (int way = 0; way < 2; way++) {
        renderer->is_supersampled = way == 1;
        assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
        assert_int_equal(vrm_render_draw(renderer, scene.drawable, scene.sim, &id, 1), VRM_OK);
        pictures[way] = take_picture(renderer, &frame);
        assert_int_equal(renderer->target.scale, way == 1 ? 2 : 1);
    }
    renderer->is_supersampled = is_supersampled;
    double difference = 0.0;
    int smooth = 0;
    for (int i = 0; i < SIZE * SIZE; i++) {
        int alphas[2] = {pictures[0][i * 4 + 3], pictures[1][i * 4 + 3]};
        difference += abs(alphas[0] - alphas[1]);
        smooth += alphas[0] > 0 && alphas[0] < 255;
    }
    assert_true(smooth > 100);
    assert_true(difference / (SIZE * SIZE) < 2.0);
    free(pictures[0]);
    free(pictures[1]);
    close_scene(&scene);
}

/* ---- Lines and presenting ---- */

static void lines_are_hidden_by_surfaces_unless_they_are_in_front(void** state) {
    vrm_Renderer* renderer = *state;
    Scene scene = open_scene(renderer, NULL);
    vrm_AvatarId id = add_at(&scene, 0.0f);
    vrm_sim_step(scene.sim, 0.0f);
    vrm_Line behind = {{-1.4f, 0.9f, -1.0f}, {1.4f, 0.9f, -1.0f}, {1.0f, 0.0f, 1.0f, 1.0f}};
    int magenta[2] = {0, 0};
    for (int in_front = 0; in_front < 2; in_front++) {
        vrm_FrameDef frame = front_frame();
        assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
        assert_int_equal(vrm_render_draw(renderer, scene.drawable, scene.sim, &id, 1), VRM_OK);
        assert_int_equal(vrm_render_lines(renderer, &behind, 1, in_front), VRM_OK);
        uint8_t* pixels = take_picture(renderer, &frame);
        for (int i = 0; i < SIZE * SIZE; i++)
            magenta[in_front] +=
                pixels[i * 4] == 255 && pixels[i * 4 + 1] == 0 && pixels[i * 4 + 2] == 255;
        free(pixels);
    }
    assert_true(magenta[0] > 50);
    assert_true(magenta[1] > magenta[0] + 5);
    close_scene(&scene);
}

/* Several pixels are drawn for one of the picture: the driver's wide lines, and triangles where it
 * has none. A fan of lines, one of which begins behind the camera. */
static void lines_are_a_pixel_wide_also_without_wide_lines_of_the_driver(void** state) {
    vrm_Renderer* renderer = *state;
    vrm_Line lines[9];
    for (int i = 0; i < 8; i++) {
        float angle = (float)i * 0.39f, x = cosf(angle), y = sinf(angle);
        lines[i] =
            (vrm_Line){{0.1f * x, 0.9f + 0.1f * y, 0.0f}, {x, 0.9f + y, -1.0f}, {1, 1, 1, 1}};
    }
    lines[8] = (vrm_Line){{0.3f, 0.7f, 9.0f}, {0.3f, 0.4f, 0.0f}, {1, 1, 1, 1}};
    for (int is_perspective = 0; is_perspective < 2; is_perspective++) {
        vrm_FrameDef frame = front_frame();
        frame.samples = 4;
        if (is_perspective) frame.projection = vrm_camera_perspective(0.6f, 1.0f, 0.1f, 20.0f);
        bool was_supersampled = renderer->is_supersampled, lacked = renderer->lacks_wide_lines;
        int covered[2] = {0, 0};
        double difference = 0.0;
        uint8_t* pictures[2];
        for (int way = 0; way < 2; way++) {
            renderer->is_supersampled = true;
            renderer->lacks_wide_lines = way == 1;
            assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
            assert_int_equal(vrm_render_lines(renderer, lines, 9, true), VRM_OK);
            pictures[way] = take_picture(renderer, &frame);
            for (int i = 0; i < SIZE * SIZE; i++) covered[way] += pictures[way][i * 4 + 3];
        }
        renderer->is_supersampled = was_supersampled;
        renderer->lacks_wide_lines = lacked;
        for (int i = 0; i < SIZE * SIZE; i++)
            difference += abs(pictures[0][i * 4 + 3] - pictures[1][i * 4 + 3]);
        assert_true(covered[0] > 200 * 255);
        /* GL measures the width of a slanted line along an axis. */
        assert_true(fabs((double)covered[1] / covered[0] - 1.1) < 0.1);
        assert_true(difference / covered[0] < 0.25);
        free(pictures[0]);
        free(pictures[1]);
    }
}

static void presented_picture_is_the_one_that_is_read(void** state) {
    vrm_Renderer* renderer = *state;
    const vrmi_Gl* gl = &renderer->gl;
    Scene scene = open_scene(renderer, NULL);
    vrm_AvatarId id = add_at(&scene, 0.0f);
    vrm_sim_step(scene.sim, 0.0f);
    uint8_t* pixels = photograph(renderer, &scene, &id, 1);
    uint32_t texture = 0, framebuffer = 0;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    assert_int_equal(vrm_render_present(renderer, framebuffer, 0, 0, SIZE, SIZE), VRM_OK);
    uint8_t* presented = malloc(SIZE * SIZE * 4);
    assert_non_null(presented);
    gl->ReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, presented);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE * 4; x++) {
            int read = pixels[y * SIZE * 4 + x];
            int shown = presented[(SIZE - 1 - y) * SIZE * 4 + x];
            assert_true(abs(read - shown) <= 1);
        }
    }
    gl->DeleteFramebuffers(1, &framebuffer);
    gl->DeleteTextures(1, &texture);
    free(pixels);
    free(presented);
    close_scene(&scene);
}

/* ---- The host's context ---- */

/* As a window library would find them: here in the table of a renderer that has a context. */
static vrm_GlProc* find_in_table(void* ctx, const char* name) {
    const vrmi_Gl* gl = ctx;
#define X(type, function, arguments)                                                               \
    if (strcmp(name, "gl" #function) == 0) return (vrm_GlProc*)gl->function;
    VRMI_GL_FUNCTIONS(X)
#undef X
    return NULL;
}

static void host_context_gives_the_same_picture(void** state) {
    vrm_Renderer *own = *state, *hosted = NULL;
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_HOST;
    def.get_proc = find_in_table;
    def.get_proc_ctx = &own->gl;
    assert_int_equal(vrm_renderer_create(&def, &hosted), VRM_OK);
    uint8_t* pictures[2];
    for (int i = 0; i < 2; i++) {
        vrm_Renderer* renderer = i == 0 ? own : hosted;
        Scene scene = open_scene(renderer, NULL);
        vrm_AvatarId id = add_at(&scene, 0.0f);
        vrm_sim_step(scene.sim, 0.0f);
        pictures[i] = photograph(renderer, &scene, &id, 1);
        close_scene(&scene);
    }
    assert_memory_equal(pictures[0], pictures[1], SIZE * SIZE * 4);
    free(pictures[0]);
    free(pictures[1]);
    vrm_renderer_destroy(hosted);
}

int main(void) {
    Studio studio;
    if (!studio_open(&studio)) return 77;
    vrm_Renderer* renderer = studio.renderer;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_feature_compiles_alone_and_in_company, renderer),
        cmocka_unit_test_prestate(changed_materials_look_as_if_made_so, renderer),
        cmocka_unit_test_prestate(posed_avatar_covers_what_its_vertices_span, renderer),
        cmocka_unit_test_prestate(avatar_far_away_looks_as_it_does_at_home, renderer),
        cmocka_unit_test_prestate(crowd_looks_as_its_members_drawn_one_by_one, renderer),
        cmocka_unit_test_prestate(same_frame_gives_the_same_picture_again, renderer),
        cmocka_unit_test_prestate(first_person_camera_does_not_see_the_head, renderer),
        cmocka_unit_test_prestate(mirrored_avatar_shows_its_front, renderer),
        cmocka_unit_test_prestate(samples_and_averages_agree, renderer),
        cmocka_unit_test_prestate(lines_are_hidden_by_surfaces_unless_they_are_in_front, renderer),
        cmocka_unit_test_prestate(lines_are_a_pixel_wide_also_without_wide_lines_of_the_driver,
                                  renderer),
        cmocka_unit_test_prestate(host_context_gives_the_same_picture, renderer),
        cmocka_unit_test_prestate(presented_picture_is_the_one_that_is_read, renderer),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
