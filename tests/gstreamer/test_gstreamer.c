/* SPDX-License-Identifier: MIT */
/* usage: test_gstreamer VRM VRM_SCENE PLUGIN_FOLDER
 *
 * Pipelines with vrmsrc. What a frame must be is asked of the command. */
#define _DEFAULT_SOURCE /* S_ISSOCK, sysconf */

#include "pipelines.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <gst/check/gstharness.h>

/* ---- Frames ---- */

static bool is_equal(GstSample* sample, const guint8* pixels, gsize size) {
    GstMapInfo map;
    assert_true(gst_buffer_map(gst_sample_get_buffer(sample), &map, GST_MAP_READ));
    bool result = map.size == size && memcmp(map.data, pixels, size) == 0;
    gst_buffer_unmap(gst_sample_get_buffer(sample), &map);
    return result;
}

/* The next frames, until the stream ends, are those of the film from an index on. */
static void expect_frames(const Play* play, const Film* film, gsize from, gsize count) {
    for (gsize i = 0; i < count; i++) {
        GstSample* sample = pull(play);
        if (sample == NULL) fail_msg("the stream ends at frame %d", (int)(from + i));
        GstClockTime time = GST_BUFFER_PTS(gst_sample_get_buffer(sample));
        assert_int_equal(time, gst_util_uint64_scale(from + i, GST_SECOND, 30));
        if (!is_equal(sample, frame_of(film, from + i), film->frame_size))
            fail_msg("frame %d differs", (int)(from + i));
        gst_sample_unref(sample);
    }
}

#define WALK "vrmsrc name=avatar location=avatar.vrm animation=walk.vrma " SMALL

static void gst_inspect_shows_both_elements(void** state) {
    (void)state;
    assert_true(run("gst-inspect-1.0", "vrmsrc"));
    assert_true(run("gst-inspect-1.0", "vrmlips"));
}

static void source_gives_rgba_of_the_size_and_rate_that_are_asked_for(void** state) {
    (void)state;
    GstHarness* harness = gst_harness_new_parse("vrmsrc location=avatar.vrm width=60");
    gst_harness_set_sink_caps_str(harness, "video/x-raw, height = 80, framerate = 25/1");
    gst_harness_play(harness);
    GstBuffer* buffer = gst_harness_pull(harness);
    assert_non_null(buffer);
    assert_int_equal(gst_buffer_get_size(buffer), SMALL_SIZE);
    assert_int_equal(GST_BUFFER_DURATION(buffer), GST_SECOND / 25);
    GstCaps* caps = gst_pad_get_current_caps(harness->sinkpad);
    gint width = 0, height = 0, rate = 0, divisor = 0;
    GstStructure* structure = gst_caps_get_structure(caps, 0);
    gst_structure_get_int(structure, "width", &width);
    gst_structure_get_int(structure, "height", &height);
    gst_structure_get_fraction(structure, "framerate", &rate, &divisor);
    assert_string_equal(gst_structure_get_string(structure, "format"), "RGBA");
    assert_int_equal(width, 60);
    assert_int_equal(height, 80);
    assert_int_equal(rate, 25);
    gst_caps_unref(caps);
    gst_buffer_unref(buffer);
    gst_harness_teardown(harness);
}

static void frames_are_those_of_the_command_and_end_with_the_motion(void** state) {
    (void)state;
    Film film = render("avatar.vrm --animation walk.vrma --size 60x80", SMALL_SIZE);
    Play p = play(WALK " ! appsink name=sink sync=false");
    gint64 duration = 0;
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    expect_frames(&p, &film, 0, film.count);
    expect_end(&p);
    assert_true(gst_element_query_duration(p.pipeline, GST_FORMAT_TIME, &duration));
    assert_int_equal(duration, gst_util_uint64_scale(film.count, GST_SECOND, 30));
    end_play(&p);
    g_free(film.bytes);
}

static void frames_of_a_living_face_are_those_of_the_command(void** state) {
    (void)state;
    Film film =
        render("avatar.vrm --face --seed 7 --seconds 1 --camera bust --background '#204060' "
               "--expression happy=0.5 --size 60x80",
               SMALL_SIZE);
    Play p = play("vrmsrc location=avatar.vrm face=true seed=7 camera=bust background=#204060 "
                  "expression=happy=0.5 num-buffers=30 " SMALL " ! appsink name=sink sync=false");
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    expect_frames(&p, &film, 0, 30);
    expect_end(&p);
    end_play(&p);
    g_free(film.bytes);
}

static void seeking_gives_the_frames_of_playing(void** state) {
    (void)state;
    static const gsize places[] = {40, 7, 8, 55, 0, 31};
    Film film = render("avatar.vrm --animation walk.vrma --size 60x80", SMALL_SIZE);
    Play p = play(WALK " ! appsink name=sink sync=false");
    to_state(&p, GST_STATE_PAUSED);
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        seek_to(&p, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, places[i], 0);
        to_state(&p, GST_STATE_PLAYING);
        expect_frames(&p, &film, places[i], 3);
    }
    end_play(&p);
    g_free(film.bytes);
}

static void seeking_a_segment_ends_with_its_message(void** state) {
    (void)state;
    Film film = render("avatar.vrm --animation walk.vrma --size 60x80", SMALL_SIZE);
    Play p = play(WALK " ! appsink name=sink sync=false");
    to_state(&p, GST_STATE_PAUSED);
    seek_to(&p, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_SEGMENT, 10, 15);
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    expect_frames(&p, &film, 10, 5);
    GstMessage* message =
        gst_bus_timed_pop_filtered(p.bus, 60 * GST_SECOND, GST_MESSAGE_SEGMENT_DONE);
    assert_non_null(message);
    gst_message_unref(message);
    seek_to(&p, GST_SEEK_FLAG_SEGMENT, 3, 6); /* without a flush: the loop goes on */
    expect_frames(&p, &film, 3, 3);
    end_play(&p);
    g_free(film.bytes);
}

static void a_loop_goes_on_after_the_motion(void** state) {
    (void)state;
    Play p = play("vrmsrc location=avatar.vrm animation=walk.vrma loop=true num-buffers=130 " SMALL
                  " ! appsink name=sink sync=false");
    gint64 duration = 0;
    int count = 0;
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    for (GstSample* sample; (sample = pull(&p)) != NULL; count++) gst_sample_unref(sample);
    assert_int_equal(count, 130);
    assert_false(gst_element_query_duration(p.pipeline, GST_FORMAT_TIME, &duration));
    end_play(&p);
}

static void an_expression_that_changes_shows_in_the_next_frames(void** state) {
    (void)state;
    Film plain = render("avatar.vrm --animation walk.vrma --camera face --size 60x80", SMALL_SIZE);
    Film happy =
        render("avatar.vrm --animation walk.vrma --camera face --size 60x80 --expression surprised",
               SMALL_SIZE);
    GstElement* source = NULL;
    GstHarness* harness =
        gst_harness_new_parse("vrmsrc location=avatar.vrm animation=walk.vrma camera=face " SMALL);
    source = gst_harness_find_element(harness, "vrmsrc");
    gst_harness_set_blocking_push_mode(harness);
    gst_harness_play(harness);
    int plain_count = 0, happy_count = 0, other_count = 0;
    for (gsize i = 0; i < plain.count; i++) {
        GstBuffer* buffer = gst_harness_pull(harness);
        assert_non_null(buffer);
        bool is_plain = gst_buffer_memcmp(buffer, 0, frame_of(&plain, i), plain.frame_size) == 0;
        bool is_happy = gst_buffer_memcmp(buffer, 0, frame_of(&happy, i), happy.frame_size) == 0;
        if (is_plain && !is_happy) plain_count++;
        if (is_happy && !is_plain) happy_count++;
        if (!is_plain && !is_happy) other_count++;
        gst_buffer_unref(buffer);
        if (i == 10) g_object_set(source, "expression", "surprised", NULL);
        if (i == 40) g_object_set(source, "expression", NULL, NULL);
    }
    assert_in_range(plain_count, 11, 40);
    assert_in_range(happy_count, 15, 40);
    assert_int_equal(other_count, 0);
    gst_object_unref(source);
    gst_harness_teardown(harness);
    g_free(plain.bytes);
    g_free(happy.bytes);
}

static void what_cannot_be_used_is_an_error_with_our_sentence(void** state) {
    (void)state;
    static const struct {
        const char *properties, *sentence;
    } cases[] = {
        {"", "there is no avatar to draw"},
        {"location=missing.vrm", "missing.vrm: No such file"},
        {"location=speech.wav", "speech.wav: "},
        {"location=walk.vrma", "this is a VRM animation, not an avatar"},
        {"location=avatar.vrm animation=missing.bvh", "missing.bvh: No such file"},
        {"location=avatar.vrm animation=speech.wav", "This is no motion of a format"},
        {"location=avatar.vrm expression=hapy", "no expression hapy; there are happy, "},
        {"location=avatar.vrm expression=happy=3", "expected NAME or NAME=WEIGHT"},
        {"location=avatar.vrm background=red", "background=red: expected transparent"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        Play p = play("vrmsrc num-buffers=1 %s ! fakesink", cases[i].properties);
        gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
        gchar* text = complaint(&p, GST_MESSAGE_ERROR);
        if (text == NULL || strstr(text, cases[i].sentence) == NULL)
            fail_msg("%s: %s", cases[i].properties, text != NULL ? text : "no error");
        g_free(text);
        end_play(&p);
    }
}

static void a_property_that_cannot_be_used_while_playing_is_a_warning(void** state) {
    (void)state;
    Play p = play(WALK " loop=true ! fakesink sync=true");
    to_state(&p, GST_STATE_PLAYING);
    g_object_set(p.source, "expression", "hapy", NULL);
    gchar* text = complaint(&p, GST_MESSAGE_WARNING);
    assert_non_null(text);
    assert_non_null(strstr(text, "no expression hapy"));
    g_free(text);
    end_play(&p);
}

/* */
static void a_live_source_refuses_to_seek(void** state) {
    (void)state;
    Play p = play("vrmsrc name=avatar location=avatar.vrm is-live=true " SMALL
                  " ! appsink name=sink sync=false max-buffers=1");
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    gst_sample_unref(pull(&p));
    assert_false(gst_element_seek_simple(p.source, GST_FORMAT_TIME, GST_SEEK_FLAG_NONE, 0));
    assert_false(gst_element_seek_simple(p.source, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0));
    gst_sample_unref(pull(&p));
    end_play(&p);
}

static void live_frames_come_at_their_times(void** state) {
    (void)state;
    Play p = play("vrmsrc name=avatar location=avatar.vrm is-live=true num-buffers=16 " SMALL
                  " ! video/x-raw, framerate=20/1 ! appsink name=sink sync=false");
    assert_int_equal(gst_element_set_state(p.pipeline, GST_STATE_PAUSED),
                     GST_STATE_CHANGE_NO_PREROLL);
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    GstClockTime last = 0;
    for (int i = 0; i < 16; i++) {
        GstBuffer* buffer = pull_buffer(&p);
        last = GST_BUFFER_PTS(buffer);
        assert_true(running_time(&p) >= last);
        gst_buffer_unref(buffer);
    }
    /* 15 frames of 50 ms and those that were left out, not all at once. */
    assert_true(last >= 15 * 50 * GST_MSECOND);
    expect_end(&p);
    end_play(&p);
}

/* As when an avatar is added to a program that is on the air; and each source needs a while before
 * its first frame. */
static void a_live_source_that_begins_late_keeps_its_rate(void** state) {
    (void)state;
    Play p = play("vrmsrc name=avatar location=avatar.vrm is-live=true " SMALL
                  " ! video/x-raw, framerate=10/1 ! appsink name=sink sync=false max-buffers=2");
    GstClock* clock = gst_system_clock_obtain();
    gst_pipeline_use_clock(GST_PIPELINE(p.pipeline), clock);
    gst_element_set_start_time(p.pipeline, GST_CLOCK_TIME_NONE); /* it keeps the base time */
    gst_element_set_base_time(p.pipeline, gst_clock_get_time(clock) - 3 * GST_SECOND);
    gst_object_unref(clock);
    /* A busy machine loses frames in some rounds, a source that stays late in all. */
    guint64 least = G_MAXUINT64;
    for (int round = 0; round < 2 || (round < 10 && least > 6); round++) {
        to_state(&p, GST_STATE_PAUSED);
        gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
        guint64 lost = left_out(&p, 12);
        print_message("%d frames of 12 left out\n", (int)lost);
        if (lost < least) least = lost;
    }
    assert_in_range(least, 0, 6);
    end_play(&p);
}

/* as if it had played for 100 hours. Its 86 million frames are not run while we wait. */
static void a_live_source_draws_at_once_however_late_it_is(void** state) {
    (void)state;
    const guint64 seconds = 100 * 3600, rate = 240;
    GstHarness* harness = gst_harness_new_parse("vrmsrc location=avatar.vrm is-live=true "
                                                "num-buffers=1 " SMALL);
    gst_harness_use_systemclock(harness);
    gst_harness_set_sink_caps_str(harness, "video/x-raw, framerate = 240/1");
    GstElement* source = gst_harness_find_element(harness, "vrmsrc");
    GstEvent* seek = gst_event_new_seek(1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_NONE, GST_SEEK_TYPE_SET,
                                        (gint64)(seconds * GST_SECOND), GST_SEEK_TYPE_NONE, -1);
    assert_true(gst_element_send_event(source, seek)); /* kept until it starts */
    gst_harness_play(harness);
    GstBuffer* buffer = gst_harness_pull(harness);
    assert_non_null(buffer);
    assert_int_equal(GST_BUFFER_OFFSET(buffer), seconds * rate);
    gst_buffer_unref(buffer);
    gst_object_unref(source);
    gst_harness_teardown(harness);
}

/* ---- Memory ---- */

static glong resident_kb(void) {
    gchar* text = NULL;
    glong total = 0, resident = 0;
    assert_true(g_file_get_contents("/proc/self/statm", &text, NULL, NULL));
    assert_int_equal(sscanf(text, "%ld %ld", &total, &resident), 2);
    g_free(text);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void states_leave_nothing_behind(void** state) {
    (void)state;
    glong before = 0;
    for (int i = 0; i < 40; i++) {
        gpointer source;
        Play p = play(WALK " ! appsink name=sink sync=false");
        source = p.source;
        to_state(&p, GST_STATE_PAUSED);
        to_state(&p, GST_STATE_READY);
        to_state(&p, GST_STATE_PLAYING);
        gst_sample_unref(pull(&p));
        g_object_add_weak_pointer(G_OBJECT(p.source), &source);
        end_play(&p);
        assert_null(source);
        if (i == 9) before = resident_kb();
    }
    print_message("%ld kB more after 30 cycles\n", resident_kb() - before);
    assert_true(resident_kb() - before < 8 * 1024);
}

static void memory_stays_flat_over_many_frames(void** state) {
    (void)state;
    Play p = play("vrmsrc location=avatar.vrm animation=walk.vrma loop=true face=true width=16 "
                  "height=16 ! appsink name=sink sync=false max-buffers=2");
    glong before = 0;
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    for (int i = 0; i < 4000; i++) {
        GstSample* sample = pull(&p);
        assert_non_null(sample);
        gst_sample_unref(sample);
        if (i == 1000) before = resident_kb();
    }
    print_message("%ld kB more after 3000 frames\n", resident_kb() - before);
    assert_true(resident_kb() - before < 1024);
    end_play(&p);
}

/* ---- Messages ---- */

/* A client at the socket `wire`. */
typedef struct Agent {
    int socket;
    GString* said; /* of it, what was not read yet */
} Agent;

static Agent agent_join(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "wire"};
    Agent agent = {socket(AF_UNIX, SOCK_STREAM, 0), g_string_new(NULL)};
    assert_true(agent.socket >= 0);
    assert_int_equal(connect(agent.socket, (struct sockaddr*)&address, sizeof address), 0);
    return agent;
}

static void agent_leave(Agent* agent) {
    close(agent->socket);
    g_string_free(agent->said, TRUE);
}

static void agent_send(const Agent* agent, const char* line) {
    assert_int_equal(send(agent->socket, line, strlen(line), MSG_NOSIGNAL), strlen(line));
}

/* Whether a line with these words has come; the lines before it are dropped. */
static bool agent_has_heard(Agent* agent, const char* words) {
    char bytes[4096];
    ssize_t count;
    while ((count = recv(agent->socket, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        g_string_append_len(agent->said, bytes, count);
    const char* found = strstr(agent->said->str, words);
    if (found == NULL) return false;
    const char* end = strchr(found, '\n');
    if (end != NULL) g_string_erase(agent->said, 0, end + 1 - agent->said->str);
    return end != NULL;
}

/* Frames go by until the words are there; returns the last of them. */
static GstSample* frames_until(const Play* play, Agent* agent, const char* words) {
    for (int i = 0; i < 400; i++) {
        GstSample* sample = pull(play);
        assert_non_null(sample);
        if (agent_has_heard(agent, words)) return sample;
        gst_sample_unref(sample);
    }
    fail_msg("nobody says %s, but %s", words, agent->said->str);
    return NULL;
}

static void skip_until(const Play* play, Agent* agent, const char* words) {
    gst_sample_unref(frames_until(play, agent, words));
}

/* Messages that were sent wait for the frames that are drawn already. */
static void skip_frames(const Play* play, int count) {
    for (int i = 0; i < count; i++) {
        GstSample* sample = pull(play);
        assert_non_null(sample);
        gst_sample_unref(sample);
    }
}

#define OBEDIENT                                                                                   \
    "vrmsrc name=avatar location=avatar.vrm control=wire camera=bust " SMALL                       \
    " ! appsink name=sink sync=false max-buffers=1"

/* */
static void messages_at_the_socket_move_the_avatar_and_are_answered(void** state) {
    (void)state;
    Play p = play(OBEDIENT);
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    skip_frames(&p, 1);
    Agent agent = agent_join();
    agent_send(&agent, "{\"type\":\"state\",\"id\":1}\n");
    skip_until(&p, &agent, "\"type\":\"hello\",\"version\":1");
    skip_until(&p, &agent, "\"look\":{\"at\":\"camera\"},\"camera\":{\"shot\":\"bust\"");
    agent_send(&agent, "{\"type\":\"play\",\"id\":2,\"motion\":\"walk.vrma\"}\n"
                       "{\"type\":\"say\",\"id\":3,\"text\":\"Hello\"}\n"
                       "{\"type\":\"pose\",\"id\":4,\"bones\":{\"hed\":[0,0,0,1]}}\n");
    skip_until(&p, &agent, "\"type\":\"ok\",\"id\":2");
    skip_until(&p, &agent, "\"type\":\"error\",\"id\":4");
    skip_until(&p, &agent, "\"type\":\"spoken\",\"id\":3");
    skip_until(&p, &agent, "\"type\":\"finished\",\"id\":2");
    agent_send(&agent, "{\"type\":\"calibrate\",\"id\":5}\n"
                       "{\"type\":\"play\",\"id\":6,\"motion\":\"/walk.vrma\"}\n");
    skip_until(&p, &agent, "\"message\":\"no tracker moves the avatar\"");
    skip_until(&p, &agent, "/walk.vrma is no file below the folder of the avatar");
    agent_leave(&agent);
    skip_frames(&p, 3);
    end_play(&p);
}

static guint64 drawn_pixels(GstSample* sample) {
    GstMapInfo map;
    guint64 sum = 0;
    assert_true(gst_buffer_map(gst_sample_get_buffer(sample), &map, GST_MAP_READ));
    for (gsize i = 3; i < map.size; i += 4) sum += map.data[i] > 0;
    gst_buffer_unmap(gst_sample_get_buffer(sample), &map);
    return sum;
}

/* The picture after a message, when its answer has come and the frames before it are gone. */
static guint64 pixels_after(const Play* play, Agent* agent, const char* line) {
    agent_send(agent, line);
    skip_until(play, agent, "\"type\":\"ok\"");
    skip_frames(play, 3);
    GstSample* sample = pull(play);
    assert_non_null(sample);
    guint64 result = drawn_pixels(sample);
    gst_sample_unref(sample);
    return result;
}

static void the_camera_follows_messages_and_then_its_property(void** state) {
    (void)state;
    Play p = play(OBEDIENT);
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    skip_frames(&p, 1);
    Agent agent = agent_join();
    guint64 far_off = pixels_after(&p, &agent,
                                   "{\"type\":\"camera\",\"id\":1,\"eye\":[0,1,40],"
                                   "\"target\":[0,1,0]}\n");
    guint64 face = pixels_after(&p, &agent, "{\"type\":\"camera\",\"id\":2,\"shot\":\"face\"}\n");
    g_object_set(p.source, "camera", 0, NULL);
    guint64 full = pixels_after(&p, &agent, "{\"type\":\"look\",\"id\":3,\"at\":null}\n");
    print_message("pixels: far %d, full %d, face %d\n", (int)far_off, (int)full, (int)face);
    assert_true(far_off * 2 < full);
    assert_true(full * 2 < face);
    agent_leave(&agent);
    end_play(&p);
}

/* */
static void the_socket_is_private_and_goes_with_the_element(void** state) {
    (void)state;
    GStatBuf info;
    GstQuery* query = gst_query_new_seeking(GST_FORMAT_TIME);
    gboolean is_seekable = TRUE;
    Play p = play(OBEDIENT);
    to_state(&p, GST_STATE_PAUSED);
    assert_int_equal(g_stat("wire", &info), 0);
    assert_true(S_ISSOCK(info.st_mode));
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_true(gst_element_query(p.source, query));
    gst_query_parse_seeking(query, NULL, &is_seekable, NULL, NULL);
    assert_false(is_seekable);
    gst_query_unref(query);
    assert_false(gst_element_seek_simple(p.source, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0));
    assert_false(gst_element_seek_simple(p.pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0));
    to_state(&p, GST_STATE_READY);
    assert_int_not_equal(g_stat("wire", &info), 0);
    for (int i = 0; i < 3; i++) { /* again, with a client that stays until the end */
        to_state(&p, GST_STATE_PLAYING);
        Agent agent = agent_join();
        skip_until(&p, &agent, "\"type\":\"hello\"");
        to_state(&p, GST_STATE_READY);
        char byte;
        while (recv(agent.socket, &byte, 1, 0) == 1) continue; /* its connection ends */
        agent_leave(&agent);
    }
    end_play(&p);
}

/* */
static void a_file_in_place_of_the_socket_stays(void** state) {
    (void)state;
    Play p = play(OBEDIENT);
    to_state(&p, GST_STATE_PAUSED);
    assert_int_equal(g_unlink("wire"), 0);
    assert_true(g_file_set_contents("wire", "theirs", -1, NULL));
    end_play(&p);
    assert_int_equal(g_unlink("wire"), 0);
}

static void a_socket_that_cannot_be_made_is_an_error(void** state) {
    (void)state;
    static const struct {
        const char *control, *sentence;
    } cases[] = {
        {"nowhere/wire", "control=nowhere/wire: No such file"},
        {"avatar.vrm", "control=avatar.vrm: there is a file that is no socket"},
        {"-", "control=-: standard input is not read here"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        Play p = play("vrmsrc location=avatar.vrm num-buffers=1 control=%s ! fakesink",
                      cases[i].control);
        gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
        gchar* text = complaint(&p, GST_MESSAGE_ERROR);
        if (text == NULL || strstr(text, cases[i].sentence) == NULL)
            fail_msg("%s: %s", cases[i].control, text != NULL ? text : "no error");
        g_free(text);
        end_play(&p);
    }
    assert_true(g_file_test("avatar.vrm", G_FILE_TEST_IS_REGULAR));
}

/* ---- Files ---- */

static void a_webm_has_every_frame(void** state) {
    (void)state;
    if (!has_element("vp8enc") || !has_element("webmmux")) skip();
    Play p =
        play(WALK " ! videoconvert ! vp8enc deadline=1 ! webmmux ! filesink location=walk.webm");
    run_to_end(&p);
    end_play(&p);
    assert_int_equal(count_frames("filesrc location=walk.webm ! matroskademux ! vp8dec ! "
                                  "appsink name=sink sync=false"),
                     60);
}

/* ---- */

int main(int argc, char** argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gst_inspect_shows_both_elements),
        cmocka_unit_test(source_gives_rgba_of_the_size_and_rate_that_are_asked_for),
        cmocka_unit_test(frames_are_those_of_the_command_and_end_with_the_motion),
        cmocka_unit_test(frames_of_a_living_face_are_those_of_the_command),
        cmocka_unit_test(seeking_gives_the_frames_of_playing),
        cmocka_unit_test(seeking_a_segment_ends_with_its_message),
        cmocka_unit_test(a_loop_goes_on_after_the_motion),
        cmocka_unit_test(an_expression_that_changes_shows_in_the_next_frames),
        cmocka_unit_test(what_cannot_be_used_is_an_error_with_our_sentence),
        cmocka_unit_test(a_property_that_cannot_be_used_while_playing_is_a_warning),
        cmocka_unit_test(a_live_source_refuses_to_seek),
        cmocka_unit_test(live_frames_come_at_their_times),
        cmocka_unit_test(a_live_source_that_begins_late_keeps_its_rate),
        cmocka_unit_test(a_live_source_draws_at_once_however_late_it_is),
        cmocka_unit_test(states_leave_nothing_behind),
        cmocka_unit_test(memory_stays_flat_over_many_frames),
        cmocka_unit_test(messages_at_the_socket_move_the_avatar_and_are_answered),
        cmocka_unit_test(the_camera_follows_messages_and_then_its_property),
        cmocka_unit_test(the_socket_is_private_and_goes_with_the_element),
        cmocka_unit_test(a_file_in_place_of_the_socket_stays),
        cmocka_unit_test(a_socket_that_cannot_be_made_is_an_error),
        cmocka_unit_test(a_webm_has_every_frame),
    };
    int status = begin_pipelines(argc, argv);
    if (status != 0) return status;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    end_pipelines();
    return failed;
}
