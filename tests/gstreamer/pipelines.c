/* SPDX-License-Identifier: MIT */
#include "pipelines.h"

static char* folder;
static const char *vrm, *vrm_scene;

/* ---- The command ---- */

gboolean run(const char* program, const char* words) {
    gchar* line = g_strdup_printf("'%s' %s", program, words);
    gint status = 1;
    gchar* said = NULL;
    gboolean is_run = g_spawn_command_line_sync(line, &said, NULL, &status, NULL);
    g_free(said);
    g_free(line);
    return is_run && g_spawn_check_wait_status(status, NULL);
}

Film render(const char* words, gsize frame_size) {
    Film film = {.frame_size = frame_size};
    gchar* line = g_strdup_printf("render -q --raw rgba -o film.rgba %s", words);
    assert_true(run(vrm, line));
    assert_true(g_file_get_contents("film.rgba", (gchar**)&film.bytes, &film.size, NULL));
    film.count = film.size / frame_size;
    g_free(line);
    return film;
}

const guint8* frame_of(const Film* film, gsize index) {
    assert_in_range(index, 0, film->count - 1);
    return film->bytes + index * film->frame_size;
}

/* ---- Pipelines ---- */

Play play(const char* format, ...) {
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

void end_play(Play* play) {
    gst_element_set_state(play->pipeline, GST_STATE_NULL);
    gst_clear_object(&play->source);
    gst_clear_object(&play->sink);
    gst_clear_object(&play->bus);
    gst_clear_object(&play->pipeline);
}

void to_state(const Play* play, GstState state) {
    gst_element_set_state(play->pipeline, state);
    GstStateChangeReturn result =
        gst_element_get_state(play->pipeline, NULL, NULL, 60 * GST_SECOND);
    if (result == GST_STATE_CHANGE_FAILURE || result == GST_STATE_CHANGE_ASYNC)
        fail_msg("no way to state %s", gst_element_state_get_name(state));
}

gchar* complaint(const Play* play, GstMessageType kinds) {
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

void run_to_end(const Play* play) {
    gst_element_set_state(play->pipeline, GST_STATE_PLAYING);
    gchar* text = complaint(play, GST_MESSAGE_ERROR);
    if (text != NULL) fail_msg("%s", text);
}

GstSample* pull(const Play* play) {
    return gst_app_sink_try_pull_sample(play->sink, 60 * GST_SECOND);
}

void expect_end(const Play* play) {
    assert_null(pull(play));
    assert_true(gst_app_sink_is_eos(play->sink));
}

gboolean has_element(const char* name) {
    GstElementFactory* factory = gst_element_factory_find(name);
    if (factory != NULL) gst_object_unref(factory);
    return factory != NULL;
}

void seek_to(const Play* play, GstSeekFlags flags, gsize from, gsize until) {
    GstClockTime start = gst_util_uint64_scale(from, GST_SECOND, 30);
    GstClockTime stop =
        until > 0 ? gst_util_uint64_scale(until, GST_SECOND, 30) : GST_CLOCK_TIME_NONE;
    assert_true(gst_element_seek(play->pipeline, 1.0, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET,
                                 (gint64)start, until > 0 ? GST_SEEK_TYPE_SET : GST_SEEK_TYPE_NONE,
                                 (gint64)stop));
}

GstBuffer* pull_buffer(const Play* play) {
    GstSample* sample = pull(play);
    assert_non_null(sample);
    GstBuffer* buffer = gst_buffer_ref(gst_sample_get_buffer(sample));
    gst_sample_unref(sample);
    return buffer;
}

GstClockTime running_time(const Play* play) {
    GstClock* clock = gst_pipeline_get_clock(GST_PIPELINE(play->pipeline));
    GstClockTime time = gst_clock_get_time(clock) - gst_element_get_base_time(play->pipeline);
    gst_object_unref(clock);
    return time;
}

guint64 left_out(const Play* play, guint64 count) {
    GstBuffer *first = pull_buffer(play), *last = NULL;
    for (guint64 i = 0; i < count; i++) {
        gst_clear_buffer(&last);
        last = pull_buffer(play);
    }
    guint64 passed = GST_BUFFER_OFFSET(last) - GST_BUFFER_OFFSET(first);
    GstClockTimeDiff apart = GST_CLOCK_DIFF(GST_BUFFER_PTS(first), GST_BUFFER_PTS(last));
    assert_in_range(apart, passed * 100 * GST_MSECOND - 1000, passed * 100 * GST_MSECOND + 1000);
    gst_buffer_unref(first);
    gst_buffer_unref(last);
    return passed - count;
}

int count_frames(const char* line) {
    Play p = play("%s", line);
    int count = 0;
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    for (GstSample* sample; (sample = pull(&p)) != NULL; count++) gst_sample_unref(sample);
    assert_true(gst_app_sink_is_eos(p.sink));
    end_play(&p);
    return count;
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

void end_pipelines(void) {
    const gchar* name;
    GDir* files = g_dir_open(folder, 0, NULL);
    while (files != NULL && (name = g_dir_read_name(files)) != NULL) g_unlink(name);
    if (files != NULL) g_dir_close(files);
    g_rmdir(folder);
    g_free(folder);
}

int begin_pipelines(int argc, char** argv) {
    if (argc < 4) return 2;
    vrm = argv[1];
    vrm_scene = argv[2];
    if (prepare(argv[3]) != 0) return 1;
    gst_init(NULL, NULL);
    if (!run(vrm, "render avatar.vrm -q -o one.png --size 8")) {
        print_message("no GL to draw with\n");
        end_pipelines();
        return 77;
    }
    if (g_getenv("VRM_TEST") != NULL) cmocka_set_test_filter(g_getenv("VRM_TEST"));
    return 0;
}
