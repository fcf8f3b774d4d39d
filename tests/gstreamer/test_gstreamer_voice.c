/* SPDX-License-Identifier: MIT */
/* usage: test_gstreamer_voice VRM VRM_SCENE PLUGIN_FOLDER
 *
 * Pipelines with vrmsrc and vrmlips. */
#include "pipelines.h"

/* Half a second of silence before the speech, so that its beginning is seen. */
static void write_late_speech(void) {
    Play p = play("audiotestsrc wave=silence num-buffers=20 samplesperbuffer=400 ! "
                  "audio/x-raw,rate=16000,channels=1,format=S16LE ! c. "
                  "filesrc location=speech.wav ! wavparse ! audioconvert ! audioresample ! "
                  "audio/x-raw,rate=16000,channels=1,format=S16LE ! c. "
                  "concat name=c ! wavenc ! filesink location=late.wav");
    run_to_end(&p);
    end_play(&p);
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
    end_play(&p);
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

static void keep_frames(const Play* play, GstSample* out[SOUGHT]) {
    for (int i = 0; i < SOUGHT; i++) {
        out[i] = pull(play);
        assert_non_null(out[i]);
    }
}

/* Frames after a seek to 1 s. */
static void seek_and_keep(const Play* play, GstSample* out[SOUGHT]) {
    seek_to(play, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, 30, 0);
    to_state(play, GST_STATE_PLAYING);
    keep_frames(play, out);
}

static void drop_frames(GstSample* samples[SOUGHT]) {
    for (int i = 0; i < SOUGHT; i++) gst_sample_unref(samples[i]);
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

#define SPOKEN                                                                                     \
    "vrmsrc name=avatar location=hero.vrm " FACE " ! appsink name=sink sync=false max-buffers=2 "
#define LISTENED "! vrmlips ! fakesink sync=false async=false "

/* Twice to the same place, and once with silence. */
static void lips_follow_the_sound_after_a_seek(void** state) {
    (void)state;
    static const char line[] = SPOKEN "%s " LISTENED;
    GstSample *first[SOUGHT], *second[SOUGHT], *silent[SOUGHT];
    write_late_speech();
    Play p = play(line, "filesrc location=late.wav ! wavparse");
    to_state(&p, GST_STATE_PAUSED);
    seek_and_keep(&p, first);
    seek_and_keep(&p, second);
    end_play(&p);
    p = play(line, "audiotestsrc wave=silence");
    to_state(&p, GST_STATE_PAUSED);
    seek_and_keep(&p, silent);
    end_play(&p);
    guint64 again = difference_of(first, second), silence = difference_of(first, silent);
    print_message("again %.0f, in silence %.0f\n", (double)again, (double)silence);
    assert_int_equal(again, 0);
    assert_true(silence > 100000);
    drop_frames(first);
}

/* The message, or a warning of sound that has stopped, which fails the test. */
static void expect_message(const Play* play, GstMessageType kind) {
    GstMessage* message =
        gst_bus_timed_pop_filtered(play->bus, 60 * GST_SECOND, kind | GST_MESSAGE_WARNING);
    GError* error = NULL;
    assert_non_null(message);
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_WARNING) {
        gst_message_parse_warning(message, &error, NULL);
        fail_msg("%s", error->message);
    }
    gst_message_unref(message);
}

/* Passes of SOUGHT frames from 1 s on. A program seeks again when a message says that a pass is
 * done. */
static void loop_segment(const char* line) {
    static const GstSeekFlags passes[] = {
        GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_SEGMENT, GST_SEEK_FLAG_SEGMENT, GST_SEEK_FLAG_SEGMENT,
        GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_SEGMENT, GST_SEEK_FLAG_SEGMENT};
    GstSample *first[SOUGHT], *pass[SOUGHT];
    Play p = play("%s", line);
    to_state(&p, GST_STATE_PAUSED);
    for (gsize i = 0; i < G_N_ELEMENTS(passes); i++) {
        seek_to(&p, passes[i], 30, 30 + SOUGHT);
        gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
        keep_frames(&p, i == 0 ? first : pass);
        expect_message(&p, GST_MESSAGE_SEGMENT_DONE);
        guint64 apart = i > 0 ? difference_of(first, pass) : 0;
        if (apart > 0) fail_msg("pass %d differs by %.0f", (int)i, (double)apart);
    }
    end_play(&p);
    GstSample* silent[SOUGHT];
    p = play(SPOKEN "audiotestsrc wave=silence " LISTENED);
    to_state(&p, GST_STATE_PAUSED);
    seek_and_keep(&p, silent);
    end_play(&p);
    assert_true(difference_of(first, silent) > 100000);
    drop_frames(first);
}

/* a pipeline seeks one sink after the other, here the pictures' first, there the sound's. */
static void each_pass_of_a_segment_has_the_mouth_of_the_first(void** state) {
    (void)state;
    write_late_speech();
    loop_segment(SPOKEN "filesrc location=late.wav ! wavparse " LISTENED);
    loop_segment("filesrc location=late.wav ! wavparse " LISTENED SPOKEN);
}

static GstEvent* backwards(void) {
    return gst_event_new_seek(-1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 0,
                              GST_SEEK_TYPE_SET, GST_SECOND);
}

/* by the pipeline, from downstream, and by the element. */
static void a_seek_that_is_refused_changes_nothing(void** state) {
    (void)state;
    static const char line[] = SPOKEN "filesrc location=late.wav ! wavparse " LISTENED;
    GstSample *undisturbed[2][SOUGHT], *refused[2][SOUGHT];
    write_late_speech();
    Play p = play(line);
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    keep_frames(&p, undisturbed[0]);
    keep_frames(&p, undisturbed[1]);
    end_play(&p);
    p = play(line);
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    keep_frames(&p, refused[0]);
    assert_false(gst_element_send_event(p.pipeline, backwards()));
    assert_false(gst_element_send_event(GST_ELEMENT(p.sink), backwards()));
    assert_false(gst_element_send_event(p.source, backwards()));
    keep_frames(&p, refused[1]);
    GstMessage* warning = gst_bus_pop_filtered(p.bus, GST_MESSAGE_WARNING);
    assert_null(warning); /* of sound that has stopped */
    end_play(&p);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(difference_of(undisturbed[i], refused[i]), 0);
        drop_frames(undisturbed[i]);
    }
}

/* Channels of a mixing desk have no places around the listener. */
static void lips_follow_channels_without_positions(void** state) {
    (void)state;
    static const char line[] = SPOKEN "filesrc location=late.wav ! wavparse ! audioconvert ! "
                                      "audio/x-raw, channels=2 %s " LISTENED;
    if (!has_element("capssetter")) skip();
    GstSample *stereo[SOUGHT], *unpositioned[SOUGHT];
    write_late_speech();
    Play p = play(line, "");
    to_state(&p, GST_STATE_PAUSED);
    seek_and_keep(&p, stereo);
    end_play(&p);
    p = play(line, "! capssetter caps=audio/x-raw,channel-mask=(bitmask)0");
    to_state(&p, GST_STATE_PAUSED);
    seek_and_keep(&p, unpositioned);
    end_play(&p);
    assert_int_equal(difference_of(stereo, unpositioned), 0);
    drop_frames(stereo);
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
    end_play(&p);
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
    assert_true(running_time(&p) >=
                GST_BUFFER_PTS(gst_sample_get_buffer(sample)) + 250 * GST_MSECOND);
    gst_sample_unref(sample);
    GstQuery* query = gst_query_new_latency();
    assert_true(gst_element_query(p.source, query));
    gst_query_parse_latency(query, &is_live, &least, NULL);
    gst_query_unref(query);
    assert_true(is_live);
    assert_int_equal(least, 250 * GST_MSECOND);
    end_play(&p);
}

/* the sound comes 0.6 s late, 10 ms at a time. A frame that waited for it would be half a
 * second late, and five more left out. */
static void live_frames_do_not_wait_for_sound_that_is_late(void** state) {
    (void)state;
    Play p = play("vrmsrc name=avatar location=avatar.vrm is-live=true " SMALL
                  " ! video/x-raw, framerate=10/1 ! appsink name=sink sync=false max-buffers=2 "
                  "audiotestsrc is-live=true samplesperbuffer=441 ! audio/x-raw, rate=44100 ! "
                  "queue min-threshold-time=600000000 ! vrmlips ! fakesink async=false sync=false");
    gst_element_set_state(p.pipeline, GST_STATE_PLAYING);
    guint64 least = G_MAXUINT64; /* a busy machine loses frames in some rounds */
    for (int round = 0; round < 2 || (round < 10 && least > 6); round++) {
        guint64 lost = left_out(&p, 12);
        print_message("%d frames of 12 left out\n", (int)lost);
        if (lost < least) least = lost;
    }
    assert_in_range(least, 0, 6);
    end_play(&p);
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
        end_play(&p);
    }
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
    end_play(&p);
    assert_int_equal(count_frames("filesrc location=talk.mp4 ! qtdemux name=d d.video_0 ! "
                                  "queue ! avdec_h264 ! appsink name=sink sync=false"),
                     90);
    assert_true(count_frames("filesrc location=talk.mp4 ! qtdemux name=d d.audio_0 ! queue ! "
                             "avdec_aac ! appsink name=sink sync=false") > 50);
}

/* ---- */

int main(int argc, char** argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lips_follow_the_sound_within_a_frame),
        cmocka_unit_test(lips_follow_the_sound_after_a_seek),
        cmocka_unit_test(each_pass_of_a_segment_has_the_mouth_of_the_first),
        cmocka_unit_test(a_seek_that_is_refused_changes_nothing),
        cmocka_unit_test(lips_follow_channels_without_positions),
        cmocka_unit_test(a_sound_that_never_comes_is_a_warning_and_the_picture_goes_on),
        cmocka_unit_test(live_frames_with_a_voice_come_later_by_the_latency_that_is_said),
        cmocka_unit_test(live_frames_do_not_wait_for_sound_that_is_late),
        cmocka_unit_test(lips_without_a_source_say_what_is_missing),
        cmocka_unit_test(an_mp4_has_every_frame_and_its_sound),
    };
    int status = begin_pipelines(argc, argv);
    if (status != 0) return status;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    end_pipelines();
    return failed;
}
