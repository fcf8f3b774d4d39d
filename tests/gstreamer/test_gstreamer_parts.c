/* SPDX-License-Identifier: MIT */
/* usage: test_gstreamer_parts VRM_SCENE
 *
 * Parts of the plugin without a pipeline: the frames that a film runs (film.h), who waits for
 * sound, and what seeks leave of it (lip_stream.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <glib/gstdio.h>

#include "film.h"
#include "lip_stream.h"
#include "picture/render_scene.h"

/* ---- Films ---- */

enum { WIDTH = 60, HEIGHT = 80 };
typedef uint8_t Picture[WIDTH * HEIGHT * 4];

/* Frames that were run without being drawn. The linker puts this in place of the real function. */
static int run_count;
vrm_Result __real_render_scene_advance(render_Scene* scene, int32_t index);
vrm_Result __wrap_render_scene_advance(render_Scene* scene, int32_t index);

vrm_Result __wrap_render_scene_advance(render_Scene* scene, int32_t index) {
    run_count++;
    return __real_render_scene_advance(scene, index);
}

static const FilmLooks looks = {.camera = RENDER_CAMERA_BUST};

static Film* open_film(void) {
    const FilmDef def = {.location = "avatar.vrm", .animation = "walk.vrma", .loops = true};
    char error[FILM_ERROR_ROOM] = "";
    Film* film = film_open(&def, error);
    if (film == NULL) fail_msg("%s", error);
    return film;
}

static void begin(Film* film, int32_t rate, int32_t first) {
    const FilmSize size = {WIDTH, HEIGHT, rate, 1};
    char error[FILM_ERROR_ROOM] = "";
    if (!film_begin(film, size, &looks, false, first, error)) fail_msg("%s", error);
    run_count = 0;
}

static void draw(Film* film, int32_t index, Picture pixels) {
    const FilmFrame frame = {.index = index, .looks = looks};
    char error[FILM_ERROR_ROOM] = "";
    if (film_draw(film, &frame, pixels, error) != FILM_DRAWN) fail_msg("%s", error);
}

static void end(Film* film) {
    film_end(film);
    film_close(film);
}

/* */
static void a_film_that_begins_late_runs_no_frame_before(void** state) {
    (void)state;
    const int32_t late = 10 * 3600 * 60; /* ten hours */
    Picture pixels;
    Film* film = open_film();
    begin(film, 60, late);
    draw(film, late, pixels);
    draw(film, late + 1, pixels);
    assert_int_equal(run_count, 0);
    begin(film, 30, late / 2 + 1); /* another rate */
    draw(film, late / 2 + 1, pixels);
    assert_int_equal(run_count, 0);
    draw(film, late / 2 + 4, pixels); /* two frames are left out */
    assert_int_equal(run_count, 2);
    draw(film, late / 2, pixels); /* before its beginning */
    assert_int_equal(run_count, 2);
    begin(film, 60, 0);
    draw(film, 30, pixels);
    assert_int_equal(run_count, 30);
    end(film);
}

static int64_t difference(const Picture a, const Picture b) {
    int64_t sum = 0;
    for (size_t i = 0; i < sizeof(Picture); i++) sum += abs((int)a[i] - (int)b[i]);
    return sum;
}

/* What sways is not where it was to the last bit. */
static void a_film_that_begins_late_shows_the_motion_of_its_time(void** state) {
    (void)state;
    Picture from_start, later, late;
    Film* film = open_film();
    begin(film, 30, 0);
    draw(film, 90, from_start);
    draw(film, 97, later);
    begin(film, 30, 90);
    draw(film, 90, late);
    end(film);
    int64_t same_time = difference(from_start, late), other_time = difference(from_start, later);
    print_message("at the time %d, 7 frames later %d\n", (int)same_time, (int)other_time);
    assert_true(same_time * 4 < other_time);
}

/* ---- Waiting for sound ---- */

typedef struct Speaker {
    LipStream* voice;
    int count;
    gint is_done; /* atomic */
} Speaker;

/* So many frames of sound, one every 10 ms, and its end. */
static gpointer speak(gpointer data) {
    Speaker* speaker = data;
    for (int i = 0; i < speaker->count && !g_atomic_int_get(&speaker->is_done); i++) {
        const vrm_LipFrame frame = {.time_s = 0.01 * i};
        g_usleep(10000);
        lip_stream_put(speaker->voice, &frame, 1);
    }
    lip_stream_end(speaker->voice);
    return NULL;
}

/* Waits for a time that the sound never reaches before its end. */
static LipStreamWait wait_for(int count, LipStreamPatience patience) {
    Speaker speaker = {.voice = lip_stream_new(), .count = count};
    lip_stream_attach(speaker.voice);
    GThread* thread = g_thread_new("speaker", speak, &speaker);
    LipStreamWait result = lip_stream_wait(speaker.voice, 1000.0, patience);
    g_atomic_int_set(&speaker.is_done, TRUE);
    g_thread_join(thread);
    lip_stream_detach(speaker.voice);
    lip_stream_unref(speaker.voice);
    return result;
}

/* five seconds of sound, a tenth of a second to wait */
static void sound_in_small_pieces_does_not_prolong_a_patience_that_ends(void** state) {
    (void)state;
    const LipStreamPatience patience = {.us = 100000, .is_renewed = false};
    assert_int_equal(wait_for(500, patience), LIP_STREAM_LATE);
}

/* A second and a half of sound, a second to wait for each piece. */
static void sound_in_small_pieces_renews_a_patience_for_news(void** state) {
    (void)state;
    const LipStreamPatience patience = {.us = 1000000, .is_renewed = true};
    assert_int_equal(wait_for(150, patience), LIP_STREAM_HEARD);
}

/* ---- Seeks ---- */

/* Frames of sound every 10 ms, from a running time on. */
static void put(LipStream* voice, double from_s, int count) {
    for (int i = 0; i < count; i++) {
        const vrm_LipFrame frame = {.time_s = from_s + 0.01 * i};
        lip_stream_put(voice, &frame, 1);
    }
}

static int take(LipStream* voice, double until_s) {
    static vrm_LipFrame frames[10000];
    return lip_stream_take(voice, until_s, frames, 10000);
}

static bool is_heard(LipStream* voice, double until_s) {
    const LipStreamPatience none = {.us = 0};
    return lip_stream_wait(voice, until_s, none) == LIP_STREAM_HEARD;
}

static LipStream* new_voice(guint32 first_segment) {
    LipStream* voice = lip_stream_new();
    lip_stream_attach(voice);
    lip_stream_begin_segment(voice, first_segment, true);
    return voice;
}

/* the pictures have taken the new sound for the old one. */
static void sound_that_was_sought_before_the_pictures_is_theirs_after_their_seek(void** state) {
    (void)state;
    LipStream* voice = new_voice(3);
    put(voice, 0.0, 50);
    assert_int_equal(take(voice, 2.0), 50);
    lip_stream_clear(voice);
    lip_stream_begin_segment(voice, 8, true);
    put(voice, 0.0, 30);
    assert_int_equal(take(voice, 2.0), 30);
    lip_stream_seek(voice, 8, true, 0.0);
    assert_true(is_heard(voice, 0.25));
    assert_int_equal(take(voice, 0.095), 10);
    assert_int_equal(take(voice, 2.0), 20);
    lip_stream_unref(voice);
}

static void sound_from_before_a_flush_is_dropped_until_it_is_flushed(void** state) {
    (void)state;
    LipStream* voice = new_voice(G_MAXUINT32 - 1); /* numbers wrap around */
    put(voice, 0.0, 50);
    lip_stream_seek(voice, 4, true, 0.0);
    put(voice, 0.5, 50);
    lip_stream_end_segment(voice);
    lip_stream_end(voice);
    assert_false(is_heard(voice, 0.0));
    assert_int_equal(take(voice, 10.0), 0);
    lip_stream_begin_segment(voice, 4, true);
    put(voice, 0.0, 5);
    assert_int_equal(take(voice, 10.0), 5);
    lip_stream_unref(voice);
}

/* running times go on, whoever is sought first. */
static void a_seek_without_a_flush_keeps_the_sound_of_later_running_times(void** state) {
    (void)state;
    LipStream* voice = new_voice(3);
    put(voice, 0.0, 100);
    assert_int_equal(take(voice, 0.595), 60);
    lip_stream_seek(voice, 8, false, 0.5);
    assert_int_equal(take(voice, 0.595), 10);
    lip_stream_begin_segment(voice, 8, false);
    put(voice, 1.0, 100);
    assert_int_equal(take(voice, 10.0), 140);
    lip_stream_unref(voice);
}

/* */
static void a_segment_that_ended_before_a_seek_is_not_the_end_of_the_next(void** state) {
    (void)state;
    LipStream* voice = new_voice(3);
    lip_stream_end_segment(voice);
    assert_true(is_heard(voice, 1.0));
    lip_stream_seek(voice, 8, false, 2.0);
    assert_false(is_heard(voice, 2.0));
    lip_stream_begin_segment(voice, 8, false);
    assert_false(is_heard(voice, 2.0));
    lip_stream_end_segment(voice);
    assert_true(is_heard(voice, 2.0));
    lip_stream_begin_segment(voice, 9, false); /* which the pictures do not know yet */
    lip_stream_end_segment(voice);
    lip_stream_seek(voice, 9, false, 4.0);
    assert_true(is_heard(voice, 4.0));
    lip_stream_unref(voice);
}

static void the_oldest_frames_are_dropped_whether_they_were_taken_or_not(void** state) {
    (void)state;
    LipStream* voice = new_voice(3);
    put(voice, 0.0, 7000);
    assert_int_equal(take(voice, 100.0), 6000);
    put(voice, 70.0, 100);
    assert_int_equal(take(voice, 100.0), 100);
    lip_stream_seek(voice, 0, false, 0.0);
    assert_int_equal(take(voice, 100.0), 6000);
    lip_stream_unref(voice);
}

/* ---- */

static bool write_scene(const char* program, const char* kind, const char* file) {
    gchar* words[] = {(gchar*)program, (gchar*)kind, (gchar*)file, NULL};
    gint status = 1;
    return g_spawn_sync(NULL, words, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status,
                        NULL) &&
           g_spawn_check_wait_status(status, NULL);
}

static bool has_gl(void) {
    vrm_Renderer* renderer;
    const vrm_RendererDef def = vrm_default_renderer_def();
    bool result = vrm_renderer_create(&def, &renderer) == VRM_OK;
    if (result) vrm_renderer_destroy(renderer);
    return result;
}

int main(int argc, char** argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_film_that_begins_late_runs_no_frame_before),
        cmocka_unit_test(a_film_that_begins_late_shows_the_motion_of_its_time),
        cmocka_unit_test(sound_in_small_pieces_does_not_prolong_a_patience_that_ends),
        cmocka_unit_test(sound_in_small_pieces_renews_a_patience_for_news),
        cmocka_unit_test(sound_that_was_sought_before_the_pictures_is_theirs_after_their_seek),
        cmocka_unit_test(sound_from_before_a_flush_is_dropped_until_it_is_flushed),
        cmocka_unit_test(a_seek_without_a_flush_keeps_the_sound_of_later_running_times),
        cmocka_unit_test(a_segment_that_ended_before_a_seek_is_not_the_end_of_the_next),
        cmocka_unit_test(the_oldest_frames_are_dropped_whether_they_were_taken_or_not),
    };
    if (argc < 2) return 2;
    if (!has_gl()) {
        print_message("no GL to draw with\n");
        return 77;
    }
    gchar* folder = g_dir_make_tmp("vrm-gstreamer-XXXXXX", NULL);
    if (folder == NULL || g_chdir(folder) != 0) return 1;
    bool is_ready =
        write_scene(argv[1], "1.0", "avatar.vrm") && write_scene(argv[1], "clip", "walk.vrma");
    int failed = is_ready ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    g_unlink("avatar.vrm");
    g_unlink("walk.vrma");
    g_rmdir(folder);
    g_free(folder);
    return failed;
}
