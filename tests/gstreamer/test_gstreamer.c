/* SPDX-License-Identifier: MIT */
/* usage: test_gstreamer VRM VRM_SCENE PLUGIN_FOLDER
 *
 * Pipelines with vrmsrc and vrmlips. What a frame must be is asked of the command. */
#define _DEFAULT_SOURCE /* mkdtemp, sysconf */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <glib/gstdio.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/check/gstharness.h>

static char* folder; /* the working folder: avatar.vrm, hero.vrm, walk.vrma, speech.wav */
static const char *vrm, *vrm_scene;

/* ---- The command ---- */

static gboolean run(const char* program, const char* words) {
    gchar* line = g_strdup_printf("'%s' %s", program, words);
    gint status = 1;
    gchar* said = NULL;
    gboolean is_run = g_spawn_command_line_sync(line, &said, NULL, &status, NULL);
    g_free(said);
    g_free(line);
    return is_run && g_spawn_check_wait_status(status, NULL);
}

typedef struct Film {
    guint8* bytes;
    gsize size, frame_size;
    gsize count;
} Film;

static Film render(const char* words, gsize frame_size) {
    Film film = {.frame_size = frame_size};
    gchar* line = g_strdup_printf("render -q --raw rgba -o film.rgba %s", words);
    assert_true(run(vrm, line));
    assert_true(g_file_get_contents("film.rgba", (gchar**)&film.bytes, &film.size, NULL));
    film.count = film.size / frame_size;
    g_free(line);
    return film;
}

static const guint8* frame_of(const Film* film, gsize index) {
    assert_in_range(index, 0, film->count - 1);
    return film->bytes + index * film->frame_size;
}

/* ---- Pipelines ---- */

typedef struct Play {
    GstElement *pipeline, *source;
    GstAppSink* sink;
    GstBus* bus;
} Play;

/* A pipeline whose elements may be named avatar and sink. */
static Play play(const char* format, ...) G_GNUC_PRINTF(1, 2);

static Play play(const char* format, ...) {
    Play result = {NULL};
    GError* error = NULL;
    va_list args;
    va_start(args, format);
    gchar* line = g_strdup_vprintf(format, args);
    va_end(args);
    result.pipeline = gst_parse_launch(line, &error);
    if (error != NULL) fail_msg("%s: %s", line, error->message);
    result.source = gst_bin_get_by_name(GST_BIN(result.pipeline), "avatar");
    GstElement* sink = gst_bin_get_by_name(GST_BIN(result.pipeline), "sink");
    if (sink != NULL && GST_IS_APP_SINK(sink)) result.sink = GST_APP_SINK(sink);
    if (sink != NULL && result.sink == NULL) gst_object_unref(sink);
    result.bus = gst_element_get_bus(result.pipeline);
    g_free(line);
    return result;
}

static void end(Play* play) {
    gst_element_set_state(play->pipeline, GST_STATE_NULL);
    gst_clear_object(&play->source);
    gst_clear_object(&play->sink);
    gst_clear_object(&play->bus);
    gst_clear_object(&play->pipeline);
}

static void to_state(const Play* play, GstState state) {
    gst_element_set_state(play->pipeline, state);
    GstStateChangeReturn result =
        gst_element_get_state(play->pipeline, NULL, NULL, 20 * GST_SECOND);
    if (result == GST_STATE_CHANGE_FAILURE || result == GST_STATE_CHANGE_ASYNC)
        fail_msg("no way to state %s", gst_element_state_get_name(state));
}

/* A sentence of an error or a warning; NULL when the pipeline ends without. For g_free(). */
static gchar* complaint(const Play* play, GstMessageType kinds) {
    GstMessage* message = gst_bus_timed_pop_filtered(play->bus, 60 * GST_SECOND,
                                                     kinds | GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    GError* error = NULL;
    assert_non_null(message);
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR)
        gst_message_parse_error(message, &error, NULL);
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_WARNING)
        gst_message_parse_warning(message, &error, NULL);
    gchar* text = error != NULL ? g_strdup(error->message) : NULL;
    g_clear_error(&error);
    gst_message_unref(message);
    return text;
}

static void run_to_end(const Play* play) {
    gst_element_set_state(play->pipeline, GST_STATE_PLAYING);
    gchar* text = complaint(play, GST_MESSAGE_ERROR);
    if (text != NULL) fail_msg("%s", text);
}

static GstSample* pull(const Play* play) {
    return gst_app_sink_try_pull_sample(play->sink, 20 * GST_SECOND);
}

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

static void expect_end(const Play* play) {
    assert_null(pull(play));
    assert_true(gst_app_sink_is_eos(play->sink));
}

/* ---- Tests ---- */

#define SMALL      "width=60 height=80"
#define SMALL_SIZE ((gsize)60 * 80 * 4)
#define WALK       "vrmsrc name=avatar location=avatar.vrm animation=walk.vrma " SMALL

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
    end(&p);
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
    end(&p);
    g_free(film.bytes);
}

static void seek_to(const Play* play, GstSeekFlags flags, gsize from, gsize until) {
    GstClockTime start = gst_util_uint64_scale(from, GST_SECOND, 30);
    GstClockTime stop =
        until > 0 ? gst_util_uint64_scale(until, GST_SECOND, 30) : GST_CLOCK_TIME_NONE;
    assert_true(gst_element_seek(play->pipeline, 1.0, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET,
                                 (gint64)start, until > 0 ? GST_SEEK_TYPE_SET : GST_SEEK_TYPE_NONE,
                                 (gint64)stop));
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
    end(&p);
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
        gst_bus_timed_pop_filtered(p.bus, 20 * GST_SECOND, GST_MESSAGE_SEGMENT_DONE);
    assert_non_null(message);
    gst_message_unref(message);
    seek_to(&p, GST_SEEK_FLAG_SEGMENT, 3, 6); /* without a flush: the loop goes on */
    expect_frames(&p, &film, 3, 3);
    end(&p);
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
    end(&p);
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
        end(&p);
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
    end(&p);
}

static void live_frames_come_at_their_times(void** state) {
    (void)state;
    Play p = play("vrmsrc name=avatar location=avatar.vrm is-live=true num-buffers=16 " SMALL
                  " ! video/x-raw, framerate=20/1 ! appsink name=sink sync=false");
    assert_int_equal(gst_element_set_state(p.pipeline, GST_STATE_PAUSED),
                     GST_STATE_CHANGE_NO_PREROLL);
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    GstSample* sample = pull(&p);
    assert_non_null(sample);
    gst_sample_unref(sample);
    gint64 begin = g_get_monotonic_time();
    for (int i = 1; i < 16; i++) {
        sample = pull(&p);
        assert_non_null(sample);
        gst_sample_unref(sample);
    }
    /* 15 frames of 50 ms, some of which may be left out. The first may have come late. */
    assert_in_range(g_get_monotonic_time() - begin, 400 * 1000, 10 * G_USEC_PER_SEC);
    expect_end(&p);
    end(&p);
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
        end(&p);
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
    end(&p);
}

/* ---- Voice ---- */

/* Half a second of silence before the speech, so that its beginning is seen. */
static void write_late_speech(void) {
    Play p = play("audiotestsrc wave=silence num-buffers=20 samplesperbuffer=400 ! "
                  "audio/x-raw,rate=16000,channels=1,format=S16LE ! c. "
                  "filesrc location=speech.wav ! wavparse ! audioconvert ! audioresample ! "
                  "audio/x-raw,rate=16000,channels=1,format=S16LE ! c. "
                  "concat name=c ! wavenc ! filesink location=late.wav");
    run_to_end(&p);
    end(&p);
}

static guint64 difference(GstSample* sample, const guint8* pixels, gsize size) {
    GstMapInfo map;
    guint64 sum = 0;
    assert_true(gst_buffer_map(gst_sample_get_buffer(sample), &map, GST_MAP_READ));
    assert_int_equal(map.size, size);
    for (gsize i = 0; i < size; i++) sum += (guint64)abs((int)map.data[i] - (int)pixels[i]);
    gst_buffer_unmap(gst_sample_get_buffer(sample), &map);
    return sum;
}

#define FACE      "camera=face width=120 height=120"
#define FACE_SIZE ((gsize)120 * 120 * 4)
#define SPEECH    "filesrc location=late.wav ! wavparse ! vrmlips name=lips target=avatar"

/* Of the pipeline's frames and those of the command's film of the same sound, whose buffers get
 * times that are later by `delay` (ns). */
static guint64 difference_to(const Film* film, gint64 delay) {
    guint64 sum = 0;
    Play p = play("vrmsrc name=avatar location=hero.vrm num-buffers=%d " FACE
                  " ! appsink name=sink sync=false max-buffers=2 " SPEECH " ! fakesink sync=false",
                  (int)film->count);
    GstElement* lips = gst_bin_get_by_name(GST_BIN(p.pipeline), "lips");
    GstPad* pad = gst_element_get_static_pad(lips, "sink");
    gst_pad_set_offset(pad, delay);
    gst_object_unref(pad);
    gst_object_unref(lips);
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    for (gsize i = 0; i < film->count; i++) {
        GstSample* sample = pull(&p);
        assert_non_null(sample);
        sum += difference(sample, frame_of(film, i), film->frame_size);
        gst_sample_unref(sample);
    }
    end(&p);
    return sum;
}

/* Everything but the mouth is the same in all of these; a sound that is a frame early or late moves
 * the mouth early or late. */
static void lips_follow_the_sound_within_a_frame(void** state) {
    (void)state;
    write_late_speech();
    Film film = render("hero.vrm --audio late.wav --camera face --size 120x120", FACE_SIZE);
    guint64 in_time = difference_to(&film, 0);
    guint64 early = difference_to(&film, -33333333);
    guint64 late = difference_to(&film, 33333333);
    print_message("in time %.0f, a frame early %.0f, a frame late %.0f\n", (double)in_time,
                  (double)early, (double)late);
    assert_true(in_time * 4 < early);
    assert_true(in_time * 4 < late);
    g_free(film.bytes);
}

enum { SOUGHT = 20 };

/* Frames after a seek to 1 s. */
static void seek_and_keep(const Play* play, GstSample* out[SOUGHT]) {
    seek_to(play, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, 30, 0);
    to_state(play, GST_STATE_PLAYING);
    for (int i = 0; i < SOUGHT; i++) {
        out[i] = pull(play);
        assert_non_null(out[i]);
    }
}

static guint64 difference_of(GstSample* samples[SOUGHT], GstSample* others[SOUGHT]) {
    guint64 sum = 0;
    for (int i = 0; i < SOUGHT; i++) {
        GstMapInfo map;
        assert_true(gst_buffer_map(gst_sample_get_buffer(samples[i]), &map, GST_MAP_READ));
        sum += difference(others[i], map.data, map.size);
        gst_buffer_unmap(gst_sample_get_buffer(samples[i]), &map);
        gst_sample_unref(others[i]);
    }
    return sum;
}

/* Twice to the same place, and once with silence. */
static void lips_follow_the_sound_after_a_seek(void** state) {
    (void)state;
    static const char line[] = "vrmsrc name=avatar location=hero.vrm " FACE
                               " ! appsink name=sink sync=false max-buffers=2 "
                               "%s ! vrmlips ! fakesink sync=false async=false";
    GstSample *first[SOUGHT], *second[SOUGHT], *silent[SOUGHT];
    write_late_speech();
    Play p = play(line, "filesrc location=late.wav ! wavparse");
    to_state(&p, GST_STATE_PAUSED);
    seek_and_keep(&p, first);
    seek_and_keep(&p, second);
    end(&p);
    p = play(line, "audiotestsrc wave=silence");
    to_state(&p, GST_STATE_PAUSED);
    seek_and_keep(&p, silent);
    end(&p);
    guint64 again = difference_of(first, second), silence = difference_of(first, silent);
    print_message("again %.0f, in silence %.0f\n", (double)again, (double)silence);
    assert_int_equal(again, 0);
    assert_true(silence > 100000);
    for (int i = 0; i < SOUGHT; i++) gst_sample_unref(first[i]);
}

static void a_sound_that_never_comes_is_a_warning_and_the_picture_goes_on(void** state) {
    (void)state;
    Play p = play("vrmsrc name=avatar location=avatar.vrm num-buffers=5 " SMALL
                  " ! appsink name=sink sync=false audiotestsrc ! valve drop=true ! vrmlips ! "
                  "fakesink async=false");
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    gchar* text = complaint(&p, GST_MESSAGE_WARNING);
    assert_non_null(text);
    assert_non_null(strstr(text, "the sound of vrmlips stopped at 0.00 s"));
    for (int i = 0; i < 5; i++) {
        GstSample* sample = pull(&p);
        assert_non_null(sample);
        gst_sample_unref(sample);
    }
    expect_end(&p);
    g_free(text);
    end(&p);
}

static void live_frames_with_a_voice_come_later_by_the_latency_that_is_said(void** state) {
    (void)state;
    Play p = play("vrmsrc name=avatar location=avatar.vrm is-live=true num-buffers=20 " SMALL
                  " ! appsink name=sink sync=false audiotestsrc is-live=true ! vrmlips ! fakesink");
    gboolean is_live = FALSE;
    GstClockTime least = 0;
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    GstSample* sample = pull(&p);
    assert_non_null(sample);
    GstClock* clock = gst_pipeline_get_clock(GST_PIPELINE(p.pipeline));
    GstClockTime running = gst_clock_get_time(clock) - gst_element_get_base_time(p.pipeline);
    assert_true(running >= GST_BUFFER_PTS(gst_sample_get_buffer(sample)) + 250 * GST_MSECOND);
    gst_object_unref(clock);
    gst_sample_unref(sample);
    GstQuery* query = gst_query_new_latency();
    assert_true(gst_element_query(p.source, query));
    gst_query_parse_latency(query, &is_live, &least, NULL);
    gst_query_unref(query);
    assert_true(is_live);
    assert_int_equal(least, 250 * GST_MSECOND);
    end(&p);
}

static void lips_without_a_source_say_what_is_missing(void** state) {
    (void)state;
    static const struct {
        const char *line, *sentence;
    } cases[] = {
        {"audiotestsrc ! vrmlips ! fakesink", "there is no vrmsrc in this pipeline"},
        {"audiotestsrc ! vrmlips target=eve ! fakesink vrmsrc name=adam location=avatar.vrm ! "
         "fakesink",
         "target=eve: this pipeline has no vrmsrc of this name; there is adam"},
        {"audiotestsrc ! vrmlips ! fakesink vrmsrc name=adam ! fakesink vrmsrc name=eve ! fakesink",
         "several vrmsrc: set target to one of"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        Play p = play("%s", cases[i].line);
        gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
        gchar* text = complaint(&p, GST_MESSAGE_ERROR);
        if (text == NULL || strstr(text, cases[i].sentence) == NULL)
            fail_msg("%s: %s", cases[i].line, text != NULL ? text : "no error");
        g_free(text);
        end(&p);
    }
}

/* ---- Files ---- */

static gboolean has_element(const char* name) {
    GstElementFactory* factory = gst_element_factory_find(name);
    if (factory != NULL) gst_object_unref(factory);
    return factory != NULL;
}

static int count_frames(const char* line) {
    Play p = play("%s", line);
    int count = 0;
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    for (GstSample* sample; (sample = pull(&p)) != NULL; count++) gst_sample_unref(sample);
    assert_true(gst_app_sink_is_eos(p.sink));
    end(&p);
    return count;
}

/* x264enc keeps more than a second of pictures before it gives one, while the muxer takes no sound.
 */
static void an_mp4_has_every_frame_and_its_sound(void** state) {
    (void)state;
    if (!has_element("x264enc") || !has_element("avdec_h264") || !has_element("avenc_aac")) skip();
    write_late_speech();
    Play p = play("vrmsrc name=avatar location=avatar.vrm num-buffers=90 " FACE
                  " ! videoconvert ! x264enc ! mp4mux name=mux ! filesink location=talk.mp4 " SPEECH
                  " ! audioconvert ! audioresample ! avenc_aac ! mux.");
    run_to_end(&p);
    end(&p);
    assert_int_equal(count_frames("filesrc location=talk.mp4 ! qtdemux name=d d.video_0 ! "
                                  "queue ! avdec_h264 ! appsink name=sink sync=false"),
                     90);
    assert_true(count_frames("filesrc location=talk.mp4 ! qtdemux name=d d.audio_0 ! queue ! "
                             "avdec_aac ! appsink name=sink sync=false") > 50);
}

static void a_webm_has_every_frame(void** state) {
    (void)state;
    if (!has_element("vp8enc") || !has_element("webmmux")) skip();
    Play p =
        play(WALK " ! videoconvert ! vp8enc deadline=1 ! webmmux ! filesink location=walk.webm");
    run_to_end(&p);
    end(&p);
    assert_int_equal(count_frames("filesrc location=walk.webm ! matroskademux ! vp8dec ! "
                                  "appsink name=sink sync=false"),
                     60);
}

/* ---- */

static int prepare(const char* plugins) {
    folder = g_dir_make_tmp("vrm-gstreamer-XXXXXX", NULL);
    if (folder == NULL || g_chdir(folder) != 0) return 1;
    gchar* registry = g_build_filename(folder, "registry.bin", NULL);
    g_setenv("GST_PLUGIN_PATH", plugins, TRUE);
    g_setenv("GST_REGISTRY", registry, TRUE);
    g_free(registry);
    return run(vrm_scene, "1.0 avatar.vrm") && run(vrm_scene, "hero hero.vrm") &&
                   run(vrm_scene, "clip walk.vrma") && run(vrm_scene, "speech speech.wav")
               ? 0
               : 1;
}

static void clean(void) {
    const gchar* name;
    GDir* files = g_dir_open(folder, 0, NULL);
    while (files != NULL && (name = g_dir_read_name(files)) != NULL) g_unlink(name);
    if (files != NULL) g_dir_close(files);
    g_rmdir(folder);
    g_free(folder);
}

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    vrm = argv[1];
    vrm_scene = argv[2];
    if (prepare(argv[3]) != 0) return 1;
    gst_init(NULL, NULL);
    if (!run(vrm, "render avatar.vrm -q -o one.png --size 8")) {
        print_message("no GL to draw with\n");
        clean();
        return 77;
    }
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
        cmocka_unit_test(live_frames_come_at_their_times),
        cmocka_unit_test(states_leave_nothing_behind),
        cmocka_unit_test(memory_stays_flat_over_many_frames),
        cmocka_unit_test(lips_follow_the_sound_within_a_frame),
        cmocka_unit_test(lips_follow_the_sound_after_a_seek),
        cmocka_unit_test(a_sound_that_never_comes_is_a_warning_and_the_picture_goes_on),
        cmocka_unit_test(live_frames_with_a_voice_come_later_by_the_latency_that_is_said),
        cmocka_unit_test(lips_without_a_source_say_what_is_missing),
        cmocka_unit_test(an_mp4_has_every_frame_and_its_sound),
        cmocka_unit_test(a_webm_has_every_frame),
    };
    if (g_getenv("VRM_TEST") != NULL) cmocka_set_test_filter(g_getenv("VRM_TEST"));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clean();
    return failed;
}
