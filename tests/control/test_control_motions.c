/* SPDX-License-Identifier: MIT */
/* Motions of the control protocol: which of them a layer plays, and how many layers there are. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "talk.h"

/* ---- One layer ---- */

static void motion_replaces_the_one_on_its_layer(void** state) {
    (void)state;
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"play\",\"id\":1,\"motion\":\"clip.vrma\",\"atEnd\":\"loops\"}");
    run(talk, 30);
    ask(talk, "{\"type\":\"play\",\"id\":2,\"motion\":\"other.vrma\",\"atEnd\":\"loops\"}\n"
              "{\"type\":\"play\",\"id\":3,\"motion\":\"other.vrma\",\"atEnd\":\"loops\"}");
    run(talk, 60);
    ask(talk, "{\"type\":\"stop\",\"id\":4,\"layer\":\"body\"}");
    run(talk, 60);
    expect(talk, "{\"type\":\"ok\",\"id\":1}\n"
                 "{\"type\":\"begun\",\"id\":1,\"of\":\"play\",\"layer\":\"body\",\"time\":0}\n"
                 "{\"type\":\"finished\",\"id\":1,\"layer\":\"body\",\"motion\":\"clip.vrma\","
                 "\"reason\":\"replaced\",\"time\":0.5}\n"
                 "{\"type\":\"ok\",\"id\":2}\n"
                 "{\"type\":\"begun\",\"id\":2,\"of\":\"play\",\"layer\":\"body\",\"time\":0.5}\n"
                 "{\"type\":\"finished\",\"id\":2,\"layer\":\"body\",\"motion\":\"other.vrma\","
                 "\"reason\":\"replaced\",\"time\":0.5}\n"
                 "{\"type\":\"ok\",\"id\":3}\n"
                 "{\"type\":\"begun\",\"id\":3,\"of\":\"play\",\"layer\":\"body\",\"time\":0.5}\n"
                 "{\"type\":\"ok\",\"id\":4}\n"
                 "{\"type\":\"finished\",\"id\":3,\"layer\":\"body\",\"motion\":\"other.vrma\","
                 "\"reason\":\"stopped\",\"time\":1.75}\n");
    ask(talk, "{\"type\":\"state\",\"id\":5}");
    assert_true(said(talk, "\"layers\":[]"));
    close_talk(talk);
}

/* An agent that waits for the end of its play hears of it; asking twice with one id is asking once.
 */
static void motion_that_is_played_again_is_finished_for_who_played_it_before(void** state) {
    (void)state;
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"play\",\"id\":1,\"motion\":\"clip.vrma\"}");
    run(talk, 30);
    ask(talk, "{\"type\":\"play\",\"id\":1,\"motion\":\"clip.vrma\"}");
    run(talk, 1);
    forget(talk);
    ask(talk, "{\"type\":\"play\",\"id\":2,\"motion\":\"clip.vrma\"}");
    run(talk, 1);
    assert_true(said(talk, "\"finished\",\"id\":1,"));
    assert_true(said(talk, "\"reason\":\"replaced\""));
    assert_true(said(talk, "\"begun\",\"id\":2,"));
    forget(talk);
    run(talk, 300);
    assert_false(said(talk, "\"id\":1,"));
    assert_true(said(talk, "\"finished\",\"id\":2,"));
    assert_true(said(talk, "\"reason\":\"ended\""));
    close_talk(talk);
}

/* none of the earlier ones plays on unseen, and they do not fill the 16 layers. */
static void motion_that_is_played_with_other_bones_replaces_itself(void** state) {
    (void)state;
    Talk* talk = open_talk();
    vrm_LayerState layer_state;
    char line[160];
    for (int i = 0; i < 20; i++) {
        snprintf(line, sizeof line,
                 "{\"type\":\"play\",\"id\":%d,\"motion\":\"clip.vrma\",\"atEnd\":\"loops\","
                 "\"fade\":0.05,\"bones\":[\"head\",\"%s\"]}",
                 i, vrm_bone_name((vrm_Bone)i));
        ask(talk, line);
        if (said(talk, "error")) fail_msg("play %d: %s", i, talk->out);
        assert_int_equal(said(talk, "\"reason\":\"replaced\""), i > 0);
        run(talk, 12); /* the earlier one has faded out */
        forget(talk);
        ask(talk, "{\"type\":\"state\",\"id\":\"s\"}");
        const char* layer = strstr(talk->out, "\"layer\":");
        assert_true(layer != NULL && strstr(layer + 1, "\"layer\":") == NULL);
        forget(talk);
    }
    ask(talk, "{\"type\":\"stop\",\"fade\":0}");
    run(talk, 3);
    assert_true(said(talk, "\"finished\",\"id\":19,"));
    for (uint32_t number = 1; number <= 64; number++)
        assert_false(vrm_actor_layer(talk->stage.actor, number, &layer_state));
    close_talk(talk);
}

/* ---- Sixteen layers ---- */

static void sixteen_layers_play_and_a_seventeenth_is_refused(void** state) {
    (void)state;
    Talk* talk = open_talk();
    char line[100];
    for (int i = 0; i < 17; i++) {
        forget(talk);
        snprintf(line, sizeof line, "{\"type\":\"play\",\"motion\":\"clip.vrma\",\"layer\":\"%d\"}",
                 i);
        ask(talk, line);
        assert_int_equal(said(talk, "\"code\":\"limit\""), i == 16);
        run(talk, 1);
    }
    run(talk, 300); /* all have ended: there is room again */
    forget(talk);
    ask(talk, "{\"type\":\"play\",\"id\":1,\"motion\":\"clip.vrma\"}");
    expect(talk, "{\"type\":\"ok\",\"id\":1}\n");
    close_talk(talk);
}

/* One motion on each of 16 layers, "0" to "15", which have faded in. */
static Talk* open_full_talk(void) {
    Talk* talk = open_talk();
    char line[120];
    for (int i = 0; i < VRM_ACTOR_LAYERS_MAX; i++) {
        snprintf(line, sizeof line,
                 "{\"type\":\"play\",\"id\":%d,\"motion\":\"clip.vrma\",\"layer\":\"%d\","
                 "\"atEnd\":\"loops\"}",
                 i, i);
        ask(talk, line);
    }
    run(talk, 30);
    assert_false(said(talk, "error"));
    forget(talk);
    return talk;
}

static int count_parts(const char* text, const char* part) {
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text++) count++;
    return count;
}

static void expect_layers(Talk* talk, int count) {
    forget(talk);
    ask(talk, "{\"type\":\"state\",\"id\":\"s\"}");
    if (count_parts(talk->out, "\"layer\":") != count) fail_msg("not %d: %s", count, talk->out);
    forget(talk);
}

/* the rest waits for the next frames, in its order. */
static void four_motions_are_read_between_two_frames(void** state) {
    (void)state;
    Talk* talk = open_talk();
    char line[120];
    for (int i = 0; i < 9; i++) {
        snprintf(line, sizeof line,
                 "{\"type\":\"play\",\"id\":%d,\"motion\":\"%s.vrma\",\"layer\":\"%d\"}", i,
                 i == 2 ? "missing" : "clip", i);
        ask(talk, line);
    }
    ask(talk, "{\"type\":\"look\",\"id\":\"last\",\"at\":\"camera\"}");
    for (int i = 0; i < 3; i++) {
        int most = 4 * (i + 1) < 9 ? 4 * (i + 1) : 9;
        snprintf(line, sizeof line, "\"id\":%d", most - 1);
        assert_true(said(talk, line));
        snprintf(line, sizeof line, "\"id\":%d", most);
        assert_false(said(talk, line));
        assert_int_equal(said(talk, "\"id\":\"last\""), most == 9);
        run(talk, 1);
    }
    expect_layers(talk, 8);
    close_talk(talk);
}

/* */
static void layer_takes_any_number_of_motions_while_the_earlier_ones_fade(void** state) {
    (void)state;
    Talk* talk = open_talk();
    char line[120];
    for (int i = 0; i < 40; i++) {
        snprintf(line, sizeof line,
                 "{\"type\":\"play\",\"id\":%d,\"motion\":\"%s.vrma\",\"atEnd\":\"loops\","
                 "\"fade\":2}",
                 i, i % 2 == 0 ? "clip" : "other");
        forget(talk);
        ask(talk, line);
        if (said(talk, "error")) fail_msg("play %d: %s", i, talk->out);
        assert_int_equal(count_parts(talk->out, "\"reason\":\"replaced\""), i > 0);
        run(talk, i % 3);
    }
    run(talk, 400);
    expect_layers(talk, 1);
    close_talk(talk);
}

/* the other 15 go on, and the motion that gives its place is told once. */
static void one_of_sixteen_layers_takes_another_motion(void** state) {
    (void)state;
    for (int fade = 0; fade < 2; fade++) {
        Talk* talk = open_full_talk();
        char line[120];
        snprintf(line, sizeof line,
                 "{\"type\":\"play\",\"id\":\"new\",\"motion\":\"other.vrma\",\"layer\":\"3\","
                 "\"fade\":%d,\"atEnd\":\"loops\"}",
                 fade);
        ask(talk, line);
        run(talk, 90);
        expect(talk, "{\"type\":\"finished\",\"id\":3,\"layer\":\"3\",\"motion\":\"clip.vrma\","
                     "\"reason\":\"replaced\",\"time\":0.5}\n"
                     "{\"type\":\"ok\",\"id\":\"new\"}\n"
                     "{\"type\":\"begun\",\"id\":\"new\",\"of\":\"play\",\"layer\":\"3\","
                     "\"time\":0.5}\n");
        expect_layers(talk, 16);
        ask(talk, "{\"type\":\"play\",\"motion\":\"clip.vrma\",\"layer\":\"new\"}");
        assert_true(said(talk, "\"code\":\"limit\""));
        close_talk(talk);
    }
}

/* beneath 15 others it would fade in from what they show without it. */
static void motion_that_takes_the_place_of_another_at_once_is_there_at_once(void** state) {
    (void)state;
    Talk* talk = open_full_talk();
    ask(talk, "{\"type\":\"play\",\"motion\":\"other.vrma\",\"layer\":\"15\",\"fade\":5,"
              "\"atEnd\":\"loops\"}");
    run(talk, 2);
    forget(talk);
    ask(talk, "{\"type\":\"state\",\"id\":\"s\"}");
    const char* newest = strstr(talk->out, "\"other.vrma\"");
    if (newest == NULL || strstr(newest, "\"weight\":1}") == NULL) fail_msg("%s", talk->out);
    close_talk(talk);
}

/* of a motion that was stopped, and one that plays, the stopped one gives its place. */
static void motion_that_fades_out_gives_its_place(void** state) {
    static const char* const layers[] = {"6", "new"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        Talk* talk = open_full_talk();
        char line[120];
        ask(talk, "{\"type\":\"stop\",\"what\":\"motion\",\"layer\":\"6\",\"fade\":60}");
        run(talk, 6);
        assert_false(said(talk, "finished"));
        snprintf(line, sizeof line,
                 "{\"type\":\"play\",\"id\":\"new\",\"motion\":\"clip.vrma\",\"layer\":\"%s\"}",
                 layers[i]);
        ask(talk, line);
        expect(talk, "{\"type\":\"finished\",\"id\":6,\"layer\":\"6\",\"motion\":\"clip.vrma\","
                     "\"reason\":\"stopped\",\"time\":0.6}\n"
                     "{\"type\":\"ok\",\"id\":\"new\"}\n");
        expect_layers(talk, 16);
        close_talk(talk);
    }
}

/* all are gone in the actor before the next frame tells of their ends. */
static void stop_without_a_fade_makes_room_at_once(void** state) {
    (void)state;
    Talk* talk = open_full_talk();
    char line[120];
    ask(talk, "{\"type\":\"stop\",\"what\":\"motion\",\"fade\":0}");
    for (int i = 0; i < 16; i++) {
        snprintf(line, sizeof line,
                 "{\"type\":\"play\",\"motion\":\"other.vrma\",\"layer\":\"%d\"}", 100 + i);
        ask(talk, line);
    }
    run(talk, 4); /* four files are read in a frame */
    if (said(talk, "error")) fail_msg("%s", talk->out);
    assert_int_equal(count_parts(talk->out, "\"reason\":\"stopped\""), 16);
    expect_layers(talk, 16);
    close_talk(talk);
}

/* bones that a pose let go fade out in layers of the actor, too. */
static void released_pose_takes_no_layer_from_motions(void** state) {
    (void)state;
    Talk* talk = open_talk();
    char line[120];
    for (int i = 0; i < 4; i++)
        ask(talk, "{\"type\":\"pose\",\"bones\":{\"head\":[0,0,0,1]}}\n"
                  "{\"type\":\"pose\",\"fade\":60}");
    run(talk, 1);
    for (int i = 0; i < 17; i++) {
        forget(talk);
        snprintf(line, sizeof line, "{\"type\":\"play\",\"motion\":\"clip.vrma\",\"layer\":\"%d\"}",
                 i);
        ask(talk, line);
        assert_int_equal(said(talk, "\"code\":\"limit\""), i == 16);
        run(talk, 1);
    }
    close_talk(talk);
}

/* neither does a file that cannot be read end what plays or fades. */
static void play_that_fails_ends_no_motion(void** state) {
    (void)state;
    Talk* talk = open_full_talk();
    ask(talk, "{\"type\":\"stop\",\"what\":\"motion\",\"layer\":\"6\",\"fade\":60}\n"
              "{\"type\":\"play\",\"motion\":\"missing.vrma\",\"layer\":\"6\"}\n"
              "{\"type\":\"play\",\"motion\":\"missing.vrma\",\"layer\":\"3\"}");
    assert_int_equal(count_parts(talk->out, "\"code\":\"file\""), 2);
    assert_false(said(talk, "finished"));
    expect_layers(talk, 16);
    close_talk(talk);
}

/* ---- Many ---- */

static void thousand_plays_leave_nothing_behind(void** state) {
    (void)state;
    Talk* talk = open_talk();
    for (int i = 0; i < 500; i++) {
        ask(talk, i % 2 == 0 ? "{\"type\":\"play\",\"motion\":\"clip.vrma\",\"fade\":0}"
                             : "{\"type\":\"play\",\"motion\":\"other.vrma\",\"fade\":0}");
        run(talk, 3);
        assert_false(said(talk, "error"));
        forget(talk);
        if (i % 50 == 0) ask(talk, "{\"type\":\"pose\",\"bones\":{\"head\":[0,0,0,1]}}");
        if (i % 50 == 25) ask(talk, "{\"type\":\"pose\"}");
    }
    ask(talk, "{\"type\":\"stop\",\"fade\":0}");
    run(talk, 3);
    forget(talk);
    ask(talk, "{\"type\":\"state\",\"id\":1}");
    assert_true(said(talk, "\"layers\":[]"));
    close_talk(talk);
}

static int open_all(void** state) {
    make_cast(state);
    open_folder();
    return 0;
}

static int close_all(void** state) {
    close_folder();
    return free_cast(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_replaces_the_one_on_its_layer),
        cmocka_unit_test(motion_that_is_played_again_is_finished_for_who_played_it_before),
        cmocka_unit_test(motion_that_is_played_with_other_bones_replaces_itself),
        cmocka_unit_test(four_motions_are_read_between_two_frames),
        cmocka_unit_test(sixteen_layers_play_and_a_seventeenth_is_refused),
        cmocka_unit_test(layer_takes_any_number_of_motions_while_the_earlier_ones_fade),
        cmocka_unit_test(one_of_sixteen_layers_takes_another_motion),
        cmocka_unit_test(motion_that_takes_the_place_of_another_at_once_is_there_at_once),
        cmocka_unit_test(motion_that_fades_out_gives_its_place),
        cmocka_unit_test(stop_without_a_fade_makes_room_at_once),
        cmocka_unit_test(released_pose_takes_no_layer_from_motions),
        cmocka_unit_test(play_that_fails_ends_no_motion),
        cmocka_unit_test(thousand_plays_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
