/* SPDX-License-Identifier: MIT */
/* What the page of vrm live is sent: states of an avatar, and the stream that never queues them. */
#include "live/live_page_state.h"
#include "live/live_page_stream.h"

#include "scenes/scenes.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- A page in C ---- */

/* One avatar of a file in a sim of its own: the server's, or the page's. */
typedef struct Stand {
    vrm_Model* model;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
} Stand;

static Stand stand_up(const SceneBytes* file) {
    Stand stand = {0};
    assert_int_equal(vrm_model_load(file->data, file->size, NULL, NULL, &stand.model), VRM_OK);
    assert_int_equal(vrm_rig_build(stand.model, NULL, &stand.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &stand.sim), VRM_OK);
    stand.avatar = vrm_sim_add(stand.sim, stand.rig);
    return stand;
}

static void sit_down(Stand* stand) {
    vrm_sim_destroy(stand->sim);
    vrm_rig_destroy(stand->rig);
    vrm_model_destroy(stand->model);
}

static uint32_t u32_at(const uint8_t* at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static const uint8_t* take_floats(const uint8_t* at, float* out, int count) {
    for (int i = 0; i < count; i++, at += 4) {
        uint32_t bits = u32_at(at);
        memcpy(&out[i], &bits, sizeof bits);
    }
    return at;
}

/* Sets the inputs that a record has, as web/live/live.js does. Returns how many nodes it has. */
static uint32_t obey(const Stand* page, const LivePageBytes* record) {
    float root[10], weight;
    vrm_Transform locals[512];
    int32_t count = vrm_rig_node_count(page->rig);
    assert_in_range(count, 1, 512);
    for (int32_t i = 0; i < count; i++) locals[i] = vrm_rig_rest(page->rig, i);
    assert_int_equal(u32_at(record->bytes), record->size);
    assert_int_equal(u32_at(record->bytes + 4), LIVE_PAGE_STATE);
    uint32_t expressions = u32_at(record->bytes + 24), nodes = u32_at(record->bytes + 28);
    assert_int_equal(expressions, vrm_rig_expression_count(page->rig));
    const uint8_t* at = take_floats(record->bytes + 32, root, 10);
    assert_true(vrm_avatar_set_root(page->sim, page->avatar,
                                    (vrm_Transform){{root[0], root[1], root[2]},
                                                    {root[3], root[4], root[5], root[6]},
                                                    {root[7], root[8], root[9]}}));
    for (uint32_t i = 0; i < expressions; i++) {
        at = take_floats(at, &weight, 1);
        vrm_avatar_set_expression_at(page->sim, page->avatar, (int32_t)i, weight);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t head = u32_at(at);
        assert_in_range(head & 0xffffff, 0, count - 1);
        vrm_Transform* local = &locals[head & 0xffffff];
        at += 4;
        if (head >> 24 & 1) at = take_floats(at, &local->translation.x, 3);
        if (head >> 25 & 1) at = take_floats(at, &local->rotation.x, 4);
        if (head >> 26 & 1) at = take_floats(at, &local->scale.x, 3);
    }
    assert_ptr_equal(at, record->bytes + record->size);
    assert_true(vrm_avatar_set_nodes(page->sim, page->avatar, locals, count));
    return nodes;
}

/* ---- States ---- */

static void animate(const Stand* stand, int frame) {
    float t = (float)frame / 60.0f;
    vrm_Pose pose = vrm_pose_idle(t);
    pose.rotations[VRM_BONE_UPPER_CHEST] = (vrm_Quat){0.0f, 0.1f, 0.0f, 0.99498744f};
    pose.hips_offset.x = 0.1f * sinf(5.0f * t);
    vrm_avatar_set_pose(stand->sim, stand->avatar, &pose);
    vrm_avatar_set_root(stand->sim, stand->avatar,
                        (vrm_Transform){{t, 0.5f, -t}, {0, 0.6f, 0, 0.8f}, {1, 1, 1}});
    vrm_avatar_set_expression(stand->sim, stand->avatar, VRM_EXPRESSION_HAPPY, 0.5f);
    vrm_avatar_look_at(stand->sim, stand->avatar, (vrm_Vec3){2.0f, 1.0f + t, 3.0f});
}

static float farthest_node(const Stand* a, const Stand* b) {
    const float* x = (const float*)vrm_avatar_worlds(a->sim, a->avatar);
    const float* y = (const float*)vrm_avatar_worlds(b->sim, b->avatar);
    float most = 0.0f;
    for (int32_t i = 0; i < 12 * vrm_rig_node_count(a->rig); i++)
        most = fmaxf(most, fabsf(x[i] - y[i]));
    return most;
}

static float farthest_weight(const Stand* a, const Stand* b) {
    const float* x = vrm_avatar_morphs(a->sim, a->avatar);
    const float* y = vrm_avatar_morphs(b->sim, b->avatar);
    float most = 0.0f;
    for (int32_t i = 0; i < vrm_rig_morph_count(a->rig); i++)
        most = fmaxf(most, fabsf(x[i] - y[i]));
    return most;
}

/* Two seconds of motion with springs, constraints and a gaze; the gaze itself is not sent. */
static void check_page_of(const SceneDef* def) {
    SceneBytes file = scene_avatar(def);
    Stand server = stand_up(&file), page = stand_up(&file);
    LivePageRig nodes = {0};
    LivePageBytes record = {0};
    assert_true(live_page_take_rig(&nodes, server.rig));
    for (int frame = 0; frame < 120; frame++) {
        animate(&server, frame);
        vrm_sim_step(server.sim, 1.0f / 60.0f);
        assert_true(
            live_page_write_state(&record, &nodes, server.sim, server.avatar, frame / 60.0, 0.0));
        obey(&page, &record);
        vrm_sim_step(page.sim, 1.0f / 60.0f);
        if (farthest_node(&server, &page) > 1e-4f || farthest_weight(&server, &page) > 1e-5f)
            fail_msg("frame %d: a node is %g m off, a weight %g", frame,
                     (double)farthest_node(&server, &page),
                     (double)farthest_weight(&server, &page));
    }
    live_page_release_rig(&nodes);
    live_page_release_bytes(&record);
    sit_down(&server);
    sit_down(&page);
    scene_bytes_free(&file);
}

static void a_page_moves_as_the_avatar_does_in_every_dialect(void** state) {
    (void)state;
    for (int dialect = 0; dialect < 4; dialect++) {
        static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                               VRM_DIALECT_1};
        SceneDef def = scene_default_def(dialects[dialect]);
        check_page_of(&def);
        def.looks_by_expression = true;
        check_page_of(&def);
    }
}

static void a_page_moves_as_the_avatar_does_with_other_rest_rotations(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    def.has_rotated_rest = def.has_fingers = true;
    check_page_of(&def);
}

static void an_avatar_at_rest_takes_no_node_and_hair_none_ever(void** state) {
    (void)state;
    SceneDef def = scene_springs_def();
    SceneBytes file = scene_avatar(&def);
    Stand server = stand_up(&file), page = stand_up(&file);
    LivePageRig nodes = {0};
    LivePageBytes record = {0};
    assert_true(live_page_take_rig(&nodes, server.rig));
    assert_true(live_page_write_state(&record, &nodes, server.sim, server.avatar, 0.0, 0.0));
    assert_int_equal(obey(&page, &record), 0);
    for (int frame = 0; frame < 30; frame++) {
        vrm_avatar_set_root(server.sim, server.avatar,
                            (vrm_Transform){{(float)frame, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}});
        vrm_sim_step(server.sim, 1.0f / 60.0f);
    }
    assert_true(live_page_write_state(&record, &nodes, server.sim, server.avatar, 0.5, 0.0));
    uint32_t swaying = 0;
    for (int32_t i = 0; i < vrm_rig_node_count(server.rig); i++) swaying += nodes.is_swaying[i];
    assert_true(swaying > 0);
    assert_in_range(obey(&page, &record), 0, vrm_rig_constraint_count(server.rig));
    live_page_release_rig(&nodes);
    live_page_release_bytes(&record);
    sit_down(&server);
    sit_down(&page);
    scene_bytes_free(&file);
}

static void a_stale_avatar_or_another_rig_makes_no_state(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes file = scene_avatar(&def);
    Stand server = stand_up(&file), other = stand_up(&file);
    LivePageRig nodes = {0};
    LivePageBytes record = {0};
    assert_true(live_page_take_rig(&nodes, other.rig));
    assert_false(live_page_write_state(&record, &nodes, server.sim, server.avatar, 0.0, 0.0));
    assert_int_equal(record.size, 0);
    assert_true(live_page_take_rig(&nodes, server.rig));
    assert_true(live_page_write_state(&record, &nodes, server.sim, server.avatar, 0.0, 0.0));
    vrm_sim_remove(server.sim, server.avatar);
    assert_false(live_page_write_state(&record, &nodes, server.sim, server.avatar, 0.0, 0.0));
    assert_int_equal(record.size, 0);
    live_page_release_rig(&nodes);
    live_page_release_bytes(&record);
    sit_down(&server);
    sit_down(&other);
    scene_bytes_free(&file);
}

/* ---- The stream ---- */

/* A record of `floats` numbers that are all `value`, as if it were a state. */
static void write_fake(LivePageBytes* record, uint32_t floats, uint8_t value) {
    vrm_Span json = {NULL, 0};
    char* text = malloc(4 * (size_t)floats);
    memset(text, value, 4 * (size_t)floats);
    json = (vrm_Span){text, 4 * (size_t)floats};
    assert_true(live_page_write_avatar(record, json));
    free(text);
}

/* All that a reader is sent until there is nothing more, in pieces of `piece` bytes. */
static size_t hear(const view_Source* source, void* reader, double now_s, size_t piece,
                   uint8_t* out) {
    size_t size = 0;
    for (;;) {
        int64_t count = source->next(reader, now_s, (char*)out + size, piece);
        if (count <= 0) return size;
        size += (size_t)count;
    }
}

static void a_reader_is_sent_the_avatar_then_the_newest_state_alone(void** state) {
    (void)state;
    static uint8_t heard[65536];
    LivePageBoard board = {0};
    view_Source source = live_page_source(&board);
    void* reader = source.open(source.ctx, NULL);
    assert_non_null(reader);
    board.state_number = 1; /* a state before anybody knows what it is of */
    write_fake(&board.state, 3, 9);
    assert_int_equal(hear(&source, reader, 1.0, 5, heard), 0);
    write_fake(&board.avatar, 2, ' ');
    board.avatar_number++;
    write_fake(&board.state, 3, 1);
    live_page_announce(&board);
    write_fake(&board.state, 3, 2);
    live_page_announce(&board);
    assert_true(source.has_news(reader, 1.0));
    assert_int_equal(hear(&source, reader, 1.0, 5, heard), 16 + 20);
    assert_int_equal(u32_at(heard), 16);
    assert_int_equal(u32_at(heard + 16), 20);
    for (int i = 24; i < 36; i++) assert_int_equal(heard[i], 2);
    assert_false(source.has_news(reader, 1.1));
    source.close(reader);
    live_page_release_board(&board);
}

static void a_camera_comes_before_the_states_and_once(void** state) {
    (void)state;
    static uint8_t heard[65536];
    static const char text[] = "{\"fov\":30}";
    LivePageBoard board = {0};
    view_Source source = live_page_source(&board);
    void* reader = source.open(source.ctx, NULL);
    assert_true(live_page_write_camera(&board.camera, (vrm_Span){text, sizeof text - 1}));
    board.camera_number++;
    assert_int_equal(hear(&source, reader, 1.0, 5, heard), 0); /* a camera before the avatar */
    write_fake(&board.avatar, 2, ' ');
    board.avatar_number++;
    write_fake(&board.state, 3, 1);
    live_page_announce(&board);
    assert_true(source.has_news(reader, 1.0));
    assert_int_equal(hear(&source, reader, 1.0, 5, heard), 16 + 20 + 20);
    assert_int_equal(u32_at(heard + 16), 20);
    assert_int_equal(u32_at(heard + 20), LIVE_PAGE_CAMERA);
    assert_memory_equal(heard + 24, "{\"fov\":30}  ", 12);
    live_page_announce(&board);
    assert_int_equal(hear(&source, reader, 1.0, 5, heard), 20); /* the state alone */
    assert_false(source.has_news(reader, 1.1));
    board.camera_number++; /* another camera without a state */
    assert_true(source.has_news(reader, 1.1));
    assert_int_equal(hear(&source, reader, 1.1, 5, heard), 20);
    source.close(reader);
    live_page_release_board(&board);
}

static void a_record_that_is_being_sent_is_finished_as_it_began(void** state) {
    (void)state;
    static uint8_t heard[65536];
    LivePageBoard board = {0};
    view_Source source = live_page_source(&board);
    void* reader = source.open(source.ctx, NULL);
    write_fake(&board.avatar, 1, ' ');
    board.avatar_number++;
    assert_int_equal(hear(&source, reader, 1.0, 100, heard), 12);
    for (uint8_t round = 1; round < 40; round++) { /* one byte of it for each new state */
        write_fake(&board.state, 5 + round, round);
        live_page_announce(&board);
        assert_int_equal(source.next(reader, 1.0, (char*)heard + round - 1, 1), 1);
    }
    size_t size = 39 + hear(&source, reader, 1.0, 7, heard + 39);
    size_t first = u32_at(heard);
    assert_int_equal(first, LIVE_PAGE_HEAD + 4 * 6);
    for (size_t i = 8; i < first; i++) assert_int_equal(heard[i], 1);
    size_t second = u32_at(heard + first); /* begun with byte 33, when that state was the newest */
    assert_int_equal(second, LIVE_PAGE_HEAD + 4 * (5 + 33));
    assert_int_equal(u32_at(heard + first + second), LIVE_PAGE_HEAD + 4 * (5 + 39));
    assert_int_equal(size, first + second + LIVE_PAGE_HEAD + 4 * (5 + 39));
    source.close(reader);
    live_page_release_board(&board);
}

static void a_silent_stream_says_something_every_two_seconds_and_ends_when_told(void** state) {
    (void)state;
    uint8_t heard[256];
    LivePageBoard board = {0};
    view_Source source = live_page_source(&board);
    void* reader = source.open(source.ctx, NULL);
    write_fake(&board.avatar, 1, ' ');
    board.avatar_number++;
    assert_int_equal(hear(&source, reader, 10.0, 100, heard), 12);
    assert_false(source.has_news(reader, 11.9));
    assert_true(source.has_news(reader, 12.0));
    assert_int_equal(hear(&source, reader, 12.0, 100, heard), LIVE_PAGE_HEAD);
    assert_int_equal(u32_at(heard), LIVE_PAGE_HEAD);
    assert_int_equal(u32_at(heard + 4), LIVE_PAGE_NOTHING);
    source.end(source.ctx);
    assert_true(source.has_news(reader, 12.0));
    assert_int_equal(source.next(reader, 12.0, (char*)heard, 100), -1);
    source.close(reader);
    live_page_release_board(&board);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_moves_as_the_avatar_does_in_every_dialect),
        cmocka_unit_test(a_page_moves_as_the_avatar_does_with_other_rest_rotations),
        cmocka_unit_test(an_avatar_at_rest_takes_no_node_and_hair_none_ever),
        cmocka_unit_test(a_stale_avatar_or_another_rig_makes_no_state),
        cmocka_unit_test(a_reader_is_sent_the_avatar_then_the_newest_state_alone),
        cmocka_unit_test(a_camera_comes_before_the_states_and_once),
        cmocka_unit_test(a_record_that_is_being_sent_is_finished_as_it_began),
        cmocka_unit_test(a_silent_stream_says_something_every_two_seconds_and_ends_when_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
