/* SPDX-License-Identifier: MIT */
/* The control protocol: what it asks of an actor equals direct calls, and everything else is
 * answered. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "face/voice.h"

#include "spoken_sound.h"
#include "support/memory.h"
#include "talk.h"
#include "vrm/speech_marks.h"

#include <sndfile.h>

/* ---- A conversation ---- */

static void expect_error(Talk* talk, const char* message, const char* code) {
    char part[64];
    ask(talk, message);
    snprintf(part, sizeof part, "\"code\":\"%s\"", code);
    if (!said(talk, "\"type\":\"error\"") || !said(talk, part))
        fail_msg("%s\nwas answered %s, not with %s", message, talk->out, code);
    forget(talk);
}

/* Steps a stage without a control, as run() does. */
static void step_plain(const Stage* stage, int frame) {
    assert_true(vrm_actor_step_to(stage->actor, frame * DT));
    vrm_sim_step(stage->sim, (float)DT);
}

static void expect_same(Talk* talk, const Stage* plain, int frames, float most, const char* what) {
    for (int i = 0; i < frames; i++) {
        run(talk, 1);
        step_plain(plain, talk->frame);
        Inputs a = read_inputs(&talk->stage), b = read_inputs(plain);
        check_same(&a, &b, most, what, talk->frame * DT);
    }
}

/* ---- Sound ---- */

static void send_pcm(Talk* talk, size_t from, size_t size, const char* more) {
    static char line[SAMPLES * 3 + 200], data[SAMPLES * 3];
    encode(pcm + from, size, data);
    snprintf(line, sizeof line, "{\"type\":\"chunk\",\"of\":\"s\",\"data\":\"%s\"%s}", data, more);
    ask(talk, line);
}

/* From malloc(); of size 0 if there is no such file. */
static uint8_t* read_whole(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    uint8_t* bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *out_size = file != NULL ? fread(bytes, 1, 1 << 20, file) : 0;
    if (file != NULL) fclose(file);
    return bytes;
}

/* ---- Lines ---- */

static const char transcript[] =
    "{\"type\":\"hello\",\"id\":0,\"version\":1}\r\n\n  \n"
    "{\"type\":\"emote\",\"id\":\"a\",\"emotion\":\"joy\"}\n"
    "{\"type\":\"look\",\"along\":[1,2]}\n"
    "nonsense\n"
    "{\"type\":\"look\",\"id\":2,\"along\":[1,2,3]}\n"
    "{\"type\":\"camera\",\"id\":-7,\"shot\":\"bust\",\"yaw\":20,\"pitch\":5}\n";

static const char transcript_answers[] =
    "{\"type\":\"ok\",\"id\":0}\n"
    "{\"type\":\"ok\",\"id\":\"a\"}\n"
    "{\"type\":\"error\",\"code\":\"json\",\"message\":\"the line is not JSON\"}\n"
    "{\"type\":\"error\",\"id\":2,\"code\":\"value\",\"message\":\"look: along must be two numbers "
    "from -360 to 360\"}\n"
    "{\"type\":\"ok\",\"id\":-7}\n";

static void answers_do_not_depend_on_how_bytes_are_cut(void** state) {
    (void)state;
    for (size_t piece = 1; piece < sizeof transcript; piece = piece * 2 + 1) {
        Talk* talk = open_talk();
        for (size_t at = 0; at < sizeof transcript - 1; at += piece) {
            size_t left = sizeof transcript - 1 - at;
            assert_true(control_read(talk->control, talk->client, transcript + at,
                                     left < piece ? left : piece));
        }
        expect(talk, transcript_answers);
        close_talk(talk);
    }
}

static void last_line_needs_no_end(void** state) {
    (void)state;
    Talk* talk = open_talk();
    tell(talk, "{\"type\":\"hello\",\"id\":1,\"version\":1}");
    expect(talk, "");
    control_read_end(talk->control, talk->client);
    expect(talk, "{\"type\":\"ok\",\"id\":1}\n");
    close_talk(talk);
}

static void line_that_is_too_long_is_skipped_with_one_error(void** state) {
    (void)state;
    static char bytes[70000];
    Talk* talk = open_talk();
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < 40; i++)
        assert_true(control_read(talk->control, talk->client, bytes, sizeof bytes));
    tell(talk, "\n{\"type\":\"hello\",\"id\":1,\"version\":1}\n");
    expect(talk, "{\"type\":\"error\",\"code\":\"limit\",\"message\":\"a line has at most 1048576 "
                 "bytes\"}\n{\"type\":\"ok\",\"id\":1}\n");
    close_talk(talk);
}

static void flood_waits_for_the_next_frames(void** state) {
    (void)state;
    Talk* talk = open_talk();
    for (int i = 0; i < 1000; i++) ask(talk, "{\"type\":\"look\",\"at\":null}");
    ask(talk, "{\"type\":\"hello\",\"id\":1,\"version\":1}");
    for (int i = 0; i < 3; i++) {
        assert_true(control_is_behind(talk->client));
        run(talk, 1);
    }
    assert_false(control_is_behind(talk->client));
    expect(talk, "{\"type\":\"ok\",\"id\":1}\n");
    close_talk(talk);
}

static void wrong_messages_have_the_codes_of_the_page(void** state) {
    (void)state;
    static const char* const cases[][2] = {
        {"{", "json"},
        {"[]", "json"},
        {"{\"type\":\"say\",\"text\":NaN}", "json"},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "json"},
        {"{}", "missing"},
        {"{\"type\":7}", "type"},
        {"{\"type\":\"dance\"}", "type"},
        {"{\"type\":\"hello\",\"version\":2}", "version"},
        {"{\"type\":\"hello\",\"version\":1,\"vrm\":2}", "value"},
        {"{\"type\":\"say\"}", "missing"},
        {"{\"type\":\"say\",\"txt\":\"a\"}", "member"},
        {"{\"type\":\"say\",\"text\":7}", "value"},
        {"{\"type\":\"say\",\"text\":\"a\",\"id\":1.5}", "value"},
        {"{\"type\":\"say\",\"text\":\"a\",\"id\":\"\"}", "value"},
        {"{\"type\":\"say\",\"text\":\"a\\u0000b\"}", "value"},
        {"{\"type\":\"say\",\"text\":\"[happy\"}", "value"},
        {"{\"type\":\"say\",\"text\":\"[nothing] a\"}", "avatar"},
        {"{\"type\":\"say\",\"sound\":\"missing.wav\"}", "file"},
        {"{\"type\":\"say\",\"sound\":\"/etc/passwd\"}", "file"},
        {"{\"type\":\"say\",\"sound\":\"../../etc/passwd\"}", "file"},
        {"{\"type\":\"say\",\"sound\":\"clip.vrma\"}", "sound"},
        {"{\"type\":\"say\",\"visemes\":[]}", "value"},
        {"{\"type\":\"say\",\"visemes\":[[0,\"zz\"]]}", "value"},
        {"{\"type\":\"say\",\"visemes\":[[1,\"aa\"],[0,\"sil\"]]}", "value"},
        {"{\"type\":\"say\",\"visemes\":[[1e999,\"aa\"]]}", "value"},
        {"{\"type\":\"say\",\"visemes\":{\"a\":1}}", "sound"},
        {"{\"type\":\"say\",\"stream\":\"pcm\"}", "missing"},
        {"{\"type\":\"say\",\"stream\":\"ogg\",\"id\":1}", "value"},
        {"{\"type\":\"say\",\"stream\":\"pcm\",\"id\":1,\"sound\":\"a.wav\"}", "missing"},
        {"{\"type\":\"say\",\"stream\":\"pcm\",\"id\":1,\"sampleRate\":1}", "value"},
        {"{\"type\":\"chunk\"}", "missing"},
        {"{\"type\":\"chunk\",\"of\":1}", "state"},
        {"{\"type\":\"emote\"}", "missing"},
        {"{\"type\":\"emote\",\"emotion\":\"nothing\"}", "avatar"},
        {"{\"type\":\"emote\",\"emotion\":{\"happy\":2}}", "value"},
        {"{\"type\":\"emote\",\"emotion\":{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,"
         "\"h\":0,\"i\":0}}",
         "value"},
        {"{\"type\":\"emote\",\"emotion\":\"happy\",\"hold\":-1}", "value"},
        {"{\"type\":\"look\"}", "missing"},
        {"{\"type\":\"look\",\"at\":null,\"along\":[0,0]}", "missing"},
        {"{\"type\":\"look\",\"at\":\"me\"}", "value"},
        {"{\"type\":\"look\",\"at\":[1,2,1e300]}", "value"},
        {"{\"type\":\"play\"}", "missing"},
        {"{\"type\":\"play\",\"motion\":\"missing.vrma\"}", "file"},
        {"{\"type\":\"play\",\"motion\":\"noise.bin\"}", "file"},
        {"{\"type\":\"play\",\"motion\":\"clip.vrma\",\"bones\":[\"tail\"]}", "value"},
        {"{\"type\":\"play\",\"motion\":\"clip.vrma\",\"speed\":1e9}", "value"},
        {"{\"type\":\"play\",\"motion\":\"clip.vrma\",\"layer\":\"\"}", "value"},
        {"{\"type\":\"chunk\",\"of\":\"\"}", "value"},
        {"{\"type\":\"stop\",\"layer\":\"none\"}", "state"},
        {"{\"type\":\"stop\",\"layer\":\"a\",\"what\":\"speech\"}", "missing"},
        {"{\"type\":\"pose\",\"bones\":{\"tail\":[0,0,0,1]}}", "value"},
        {"{\"type\":\"pose\",\"bones\":{\"head\":[0,0,0,0]}}", "value"},
        {"{\"type\":\"pose\",\"expressions\":{\"nothing\":1}}", "avatar"},
        {"{\"type\":\"camera\",\"eye\":[0,0,0]}", "missing"},
        {"{\"type\":\"camera\",\"eye\":[0,0,0],\"target\":[0,0,0]}", "value"},
        {"{\"type\":\"camera\",\"eye\":[0,0,1],\"target\":[0,0,0],\"yaw\":1}", "missing"},
        {"{\"type\":\"calibrate\"}", "state"},
        {"{\"type\":\"calibrate\",\"after\":3}", "member"},
        {"{\"type\":\"state\"}", "missing"},
    };
    Talk* talk = open_talk();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_error(talk, cases[i][0], cases[i][1]);
        run(talk, 1);
    }
    ask(talk, "{\"type\":\"state\",\"id\":1}"); /* nothing of it has changed anything */
    assert_true(said(talk, "\"speaking\":null,\"waiting\":0,\"layers\":[],\"look\":{\"at\":null}"));
    close_talk(talk);
}

static void broken_base64_is_refused(void** state) {
    (void)state;
    static const char* const wrong[] = {"A",        "AA=",   "A===", "AAA*",
                                        "AA==AAAA", "AAAAA", "=",    "AA\\n"};
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"say\",\"stream\":\"pcm\",\"id\":\"s\"}");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[80];
        forget(talk);
        snprintf(line, sizeof line, "{\"type\":\"chunk\",\"of\":\"s\",\"data\":\"%s\"}", wrong[i]);
        expect_error(talk, line, "value");
    }
    ask(talk, "{\"type\":\"chunk\",\"of\":\"s\",\"id\":1,\"data\":\"AAA=\"}");
    expect(talk, "{\"type\":\"ok\",\"id\":1}\n");
    close_talk(talk);
}

/* ---- What is asked equals direct calls ---- */

static vrm_Clip* read_clip(const char* name) {
    char path[300];
    vrm_Motion* motion = NULL;
    vrm_Clip* clip = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(vrm_motion_load_file(path, NULL, &motion), VRM_OK);
    assert_int_equal(vrm_motion_clip(motion, cast.stand.rig, NULL, NULL, &clip), VRM_OK);
    vrm_motion_destroy(motion);
    return clip;
}

static void play_equals_a_layer_of_the_actor(void** state) {
    (void)state;
    Talk* talk = open_talk();
    Stage plain = open_living_stage(3);
    vrm_Clip* clip = read_clip("clip.vrma");
    ask(talk, "{\"type\":\"play\",\"motion\":\"clip.vrma\",\"fade\":0.4,\"speed\":1.5,"
              "\"weight\":0.8,\"start\":0.1,\"bones\":[\"head\",\"leftUpperArm\"]}");
    vrm_LayerDef def = vrm_default_layer_def(clip);
    def.at_end = VRM_LAYER_STOPS;
    def.fade_in_s = def.fade_out_s = 0.4f;
    def.speed = 1.5f;
    def.weight = 0.8f;
    def.start_s = 0.1f;
    def.bones = (uint64_t)1 << VRM_BONE_HEAD | (uint64_t)1 << VRM_BONE_LEFT_UPPER_ARM;
    assert_true(vrm_actor_play(plain.actor, &def) != 0);
    expect_same(talk, &plain, 240, 1e-6f, "play");
    close_stage(&plain);
    vrm_clip_destroy(clip);
    close_talk(talk);
}

static void emote_and_look_equal_calls_of_the_actor(void** state) {
    (void)state;
    Talk* talk = open_talk();
    Stage plain = open_living_stage(3);
    vrm_EmotionPart parts[2] = {{"happy", 0.75f}, {"surprised", 0.25f}};
    vrm_EmotionDef def = vrm_default_emotion_def();
    ask(talk, "{\"type\":\"emote\",\"emotion\":{\"joy\":0.75,\"surprised\":0.25},\"hold\":0.5,"
              "\"easeIn\":0.1,\"easeOut\":0.2,\"intensity\":0.5}\n"
              "{\"type\":\"look\",\"at\":[1,1.5,2]}");
    def.parts = parts;
    def.part_count = 2;
    def.hold_s = 0.5f;
    def.ease_in_s = 0.1f;
    def.ease_out_s = 0.2f;
    def.intensity = 0.5f;
    assert_true(vrm_actor_emote(plain.actor, VRM_ACTOR_NOW, &def));
    assert_true(vrm_actor_look_at(plain.actor, (vrm_Vec3){1.0f, 1.5f, 2.0f}));
    expect_same(talk, &plain, 60, 1e-6f, "emote");
    ask(talk, "{\"type\":\"look\",\"along\":[20,-5]}");
    assert_true(vrm_actor_look_along(plain.actor, 20.0f, -5.0f));
    expect_same(talk, &plain, 60, 1e-6f, "look along");
    ask(talk, "{\"type\":\"look\",\"at\":null}");
    vrm_actor_look_free(plain.actor);
    expect_same(talk, &plain, 60, 1e-6f, "look free");
    close_stage(&plain);
    close_talk(talk);
}

/* */
static void queued_emotion_without_a_place_is_refused(void** state) {
    (void)state;
    static const char message[] =
        "{\"type\":\"emote\",\"emotion\":\"happy\",\"hold\":10,\"queued\":true}";
    Talk* talk = open_talk();
    for (int i = 0; i < 17; i++) { /* one is shown */
        ask(talk, message);
        if (i % 2 == 0) run(talk, 1);
    }
    expect(talk, "");
    expect_error(talk, message, "limit");
    ask(talk, "{\"type\":\"emote\",\"emotion\":null}");
    ask(talk, message);
    expect(talk, "");
    close_talk(talk);
}

static void emotion_without_memory_is_not_told_as_a_limit(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_ActorDef def = vrm_default_actor_def();
    Talk* talk = calloc(1, sizeof *talk);
    assert_non_null(talk);
    def.face_map = cast.stand.map;
    def.allocator = test_memory_allocator(&memory);
    talk->stage = open_stage(&def);
    start_talk(talk);
    memory.fail_at = memory.allocations + 1;
    memory.fail_from_then = true;
    expect_error(talk, "{\"type\":\"emote\",\"emotion\":\"happy\"}", "memory");
    close_talk(talk);
    test_memory_check_clean(&memory);
}

static vrm_LipFrame lips[200];

static int32_t listen(void) {
    vrm_LipDef def = vrm_default_lip_def();
    vrm_Lip* lip = NULL;
    def.sample_rate_hz = RATE;
    assert_int_equal(vrm_lip_create(&def, &lip), VRM_OK);
    int32_t count = vrm_lip_feed(lip, sound, SAMPLES, lips, 200);
    count += vrm_lip_finish(lip, lips + count, 200 - count);
    vrm_lip_destroy(lip);
    return count;
}

static void stream_equals_speech_of_the_actor_however_it_is_cut(void** state) {
    (void)state;
    static const size_t sizes[] = {SAMPLES * 2, 9001, 4097};
    int32_t count = listen();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        Talk* talk = open_talk();
        Stage plain = open_living_stage(3);
        ask(talk, "{\"type\":\"say\",\"id\":\"s\",\"stream\":\"pcm\",\"sampleRate\":16000}");
        for (size_t at = 0; at < sizeof pcm; at += sizes[s]) {
            size_t left = sizeof pcm - at;
            bool is_last = left <= sizes[s];
            send_pcm(talk, at, is_last ? left : sizes[s], is_last ? ",\"end\":true" : "");
        }
        assert_true(vrm_actor_speak(plain.actor, VRM_ACTOR_NOW, lips, count));
        expect_same(talk, &plain, 100, 1e-6f, "stream");
        expect(talk, "{\"type\":\"ok\",\"id\":\"s\"}\n"
                     "{\"type\":\"begun\",\"id\":\"s\",\"of\":\"say\",\"seconds\":1,\"time\":0}\n"
                     "{\"type\":\"spoken\",\"id\":\"s\",\"cut\":false,\"seconds\":1,\"time\":1}\n");
        close_stage(&plain);
        close_talk(talk);
    }
}

static void visemes_equal_speech_marks(void** state) {
    (void)state;
    static const char azure[] = "[{\"visemeId\":0,\"audioOffset\":0},{\"visemeId\":21,"
                                "\"audioOffset\":1000000},{\"visemeId\":2,\"audioOffset\":2000000},"
                                "{\"visemeId\":0,\"audioOffset\":6000000}]";
    char line[400];
    vrm_SpeechMarks* marks = NULL;
    int32_t count = 0;
    assert_int_equal(vrm_speech_marks_read(azure, sizeof azure - 1, NULL, &marks), VRM_OK);
    const vrm_LipFrame* frames = vrm_speech_marks_frames(marks, &count);
    snprintf(line, sizeof line, "{\"type\":\"say\",\"visemes\":%s}", azure);
    const char* const says[] = {
        line,
        "{\"type\":\"say\",\"visemes\":[[0,\"sil\"],[0.1,\"PP\"],[0.2,\"aa\"],[0.6,\"sil\"]]}",
        "{\"type\":\"say\",\"visemes\":\"marks.json\"}"};
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        Talk* talk = open_talk();
        Stage plain = open_living_stage(3);
        ask(talk, says[i]);
        assert_true(vrm_actor_speak(plain.actor, VRM_ACTOR_NOW, frames, count));
        expect_same(talk, &plain, 60, 1e-6f, says[i]);
        assert_true(said(talk, "\"seconds\":0.6"));
        close_stage(&plain);
        close_talk(talk);
    }
    vrm_speech_marks_destroy(marks);
}

static void sound_equals_what_a_film_of_it_shows(void** state) {
    (void)state;
    size_t size;
    char path[300], error[160];
    Voice voice;
    snprintf(path, sizeof path, "%s/sound.wav", folder);
    uint8_t* bytes = read_whole(path, &size);
    assert_int_equal(voice_hear(bytes, size, &voice, error, sizeof error), VRM_OK);
    Talk* talk = open_talk();
    Stage plain = open_living_stage(3);
    vrm_EmotionPart sad = {"sad", 0.5f};
    vrm_EmotionDef def = vrm_default_emotion_def();
    def.parts = &sad;
    def.part_count = 1;
    ask(talk, "{\"type\":\"say\",\"sound\":\"sound.wav\",\"text\":\"one [sad:0.5] two\"}");
    assert_true(vrm_actor_speak(plain.actor, VRM_ACTOR_NOW, voice.frames, voice.count));
    double half_s = voice.begin_s + 0.5 * (voice.end_s - voice.begin_s);
    assert_true(vrm_actor_emote(plain.actor, half_s, &def));
    expect_same(talk, &plain, 90, 1e-6f, "sound");
    close_stage(&plain);
    close_talk(talk);
    voice_close(&voice);
    free(bytes);
}

/* The frames of a stream of MP3, as what the avatar shows. */
static void stream_mp3(const uint8_t* bytes, size_t size, size_t piece, float* out, int frames) {
    static char line[1 << 18], data[1 << 17];
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"say\",\"id\":1,\"stream\":\"mp3\"}");
    for (size_t at = 0; at < size; at += piece) {
        size_t left = size - at;
        encode(bytes + at, left < piece ? left : piece, data);
        snprintf(line, sizeof line, "{\"type\":\"chunk\",\"of\":1,\"data\":\"%s\"%s}", data,
                 left <= piece ? ",\"end\":true" : "");
        ask(talk, line);
    }
    for (int i = 0; i < frames; i++) {
        run(talk, 1);
        Inputs inputs = read_inputs(&talk->stage);
        out[i] = expression_of(&inputs, "aa") + expression_of(&inputs, "oh");
    }
    assert_false(said(talk, "error"));
    if (!said(talk, "\"type\":\"spoken\",\"id\":1,\"cut\":false,\"seconds\":1,"))
        fail_msg("pieces of %d: %s", (int)piece, talk->out);
    close_talk(talk);
}

static void mp3_in_pieces_is_heard_as_a_whole(void** state) {
    (void)state;
    enum { SHOWN = 80 };
    size_t size;
    char path[300];
    float whole[SHOWN], pieces[SHOWN], most = 0.0f;
    snprintf(path, sizeof path, "%s/sound.mp3", folder);
    uint8_t* bytes = read_whole(path, &size);
    if (size == 0) {
        free(bytes);
        skip(); /* this libsndfile writes no MP3 */
    }
    stream_mp3(bytes, size, size, whole, SHOWN);
    for (int i = 0; i < SHOWN; i++) most = test_larger(most, whole[i]);
    assert_true(most > 0.3f);
    for (size_t piece = 61; piece < size; piece = piece * 5 + 1) {
        stream_mp3(bytes, size, piece, pieces, SHOWN);
        for (int i = 0; i < SHOWN; i++) assert_float_equal(pieces[i], whole[i], 0.0f);
    }
    free(bytes);
}

static void mp3_of_noise_is_an_error(void** state) {
    (void)state;
    static uint8_t noise[6000];
    static char line[9000], data[8100];
    Talk* talk = open_talk();
    for (size_t i = 0; i < sizeof noise; i++) noise[i] = (uint8_t)(i * i % 251);
    encode(noise, sizeof noise, data);
    ask(talk, "{\"type\":\"say\",\"id\":1,\"stream\":\"mp3\"}");
    forget(talk);
    snprintf(line, sizeof line, "{\"type\":\"chunk\",\"of\":1,\"data\":\"%s\"}", data);
    for (int i = 0; i < 200 && !said(talk, "\"code\":\"sound\""); i++) ask(talk, line);
    assert_true(said(talk, "\"code\":\"sound\""));
    close_talk(talk);
}

static void pose_has_the_last_word_and_lets_go(void** state) {
    (void)state;
    Talk* talk = open_talk();
    Stage plain = open_living_stage(3);
    vrm_Quat turn = test_turn(0.0f, 1.0f, 0.0f, 40.0f);
    char line[300];
    snprintf(line, sizeof line,
             "{\"type\":\"pose\",\"fade\":0,\"bones\":{\"head\":[%.9g,%.9g,%.9g,%.9g]},"
             "\"expressions\":{\"blinkLeft\":1,\"angry\":0.5}}",
             (double)turn.x, (double)turn.y, (double)turn.z, (double)turn.w);
    ask(talk, line);
    run(talk, 30);
    Inputs inputs = read_inputs(&talk->stage);
    vrm_Pose pose = vrm_rig_read_pose(cast.stand.rig, inputs.locals);
    assert_true(test_angle(pose.rotations[VRM_BONE_HEAD], turn) < 1e-3f);
    assert_float_equal(expression_of(&inputs, "blinkLeft"), 1.0f, 0.0f);
    assert_float_equal(expression_of(&inputs, "angry"), 0.5f, 0.0f);
    ask(talk, "{\"type\":\"pose\",\"fade\":0.5}");
    run(talk, 15);
    inputs = read_inputs(&talk->stage);
    pose = vrm_rig_read_pose(cast.stand.rig, inputs.locals);
    float half = test_angle(pose.rotations[VRM_BONE_HEAD], turn) * 57.29578f;
    if (!(half > 5.0f && half < 35.0f)) fail_msg("%g degrees of 40 in the middle", (double)half);
    run(talk, 60);
    for (int frame = 1; frame <= talk->frame; frame++) step_plain(&plain, frame);
    expect_same(talk, &plain, 60, 1e-6f, "a pose that was released");
    close_stage(&plain);
    close_talk(talk);
}

static void pose_eases_without_a_jump(void** state) {
    (void)state;
    Talk* talk = open_talk();
    run(talk, 30);
    ask(talk, "{\"type\":\"pose\",\"fade\":0.5,\"bones\":{\"leftUpperArm\":[0,0,0.7,0.7]},"
              "\"hips\":[0,0.2,0]}");
    vrm_Pose last = vrm_rig_read_pose(cast.stand.rig, read_inputs(&talk->stage).locals);
    for (int i = 0; i < 120; i++) {
        if (i == 60) ask(talk, "{\"type\":\"pose\",\"fade\":0.5}");
        run(talk, 1);
        vrm_Pose pose = vrm_rig_read_pose(cast.stand.rig, read_inputs(&talk->stage).locals);
        float angle = test_angle(pose.rotations[VRM_BONE_LEFT_UPPER_ARM],
                                 last.rotations[VRM_BONE_LEFT_UPPER_ARM]);
        float way = test_distance(pose.hips_offset, last.hips_offset);
        if (!(angle < 0.2f && way < 0.02f))
            fail_msg("frame %d: %g rad, %g m", i, (double)angle, (double)way);
        last = pose;
    }
    close_talk(talk);
}

/* ---- Speech in order ---- */

static void says_wait_for_each_other_and_stop_cuts_them(void** state) {
    (void)state;
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"say\",\"id\":1,\"text\":\"One.\"}\n"
              "{\"type\":\"say\",\"id\":2,\"text\":\"Two.\",\"queued\":true}\n"
              "{\"type\":\"say\",\"id\":3,\"text\":\"Three.\",\"queued\":true}");
    run(talk, 60);
    ask(talk, "{\"type\":\"stop\",\"id\":4,\"what\":\"speech\"}");
    expect(talk,
           "{\"type\":\"ok\",\"id\":1}\n{\"type\":\"ok\",\"id\":2}\n{\"type\":\"ok\",\"id\":3}\n"
           "{\"type\":\"begun\",\"id\":1,\"of\":\"say\",\"seconds\":0.614,\"time\":0}\n"
           "{\"type\":\"spoken\",\"id\":1,\"cut\":false,\"seconds\":0.614,\"time\":0.617}\n"
           "{\"type\":\"begun\",\"id\":2,\"of\":\"say\",\"seconds\":0.614,\"time\":0.617}\n"
           "{\"type\":\"spoken\",\"id\":2,\"cut\":true,\"seconds\":0.383,\"time\":1}\n"
           "{\"type\":\"spoken\",\"id\":3,\"cut\":true,\"seconds\":0,\"time\":1}\n"
           "{\"type\":\"ok\",\"id\":4}\n");
    for (int i = 0; i < 17; i++) ask(talk, "{\"type\":\"say\",\"text\":\"More.\",\"queued\":true}");
    expect(talk, "");
    expect_error(talk, "{\"type\":\"say\",\"text\":\"More.\",\"queued\":true}", "limit");
    close_talk(talk);
}

static void tags_come_when_the_words_before_them_were_said(void** state) {
    (void)state;
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"say\",\"text\":\"[happy] aaaaaaaaaaaaaa [sad@1.5] b\",\"pace\":10}");
    run(talk, 60);
    Inputs inputs = read_inputs(&talk->stage);
    assert_true(expression_of(&inputs, "happy") > 0.2f);
    assert_true(expression_of(&inputs, "sad") == 0.0f);
    run(talk, 120);
    inputs = read_inputs(&talk->stage);
    assert_true(expression_of(&inputs, "happy") == 0.0f);
    assert_true(expression_of(&inputs, "sad") > 0.5f);
    close_talk(talk);
}

static void letters_move_the_mouth(void** state) {
    (void)state;
    Talk* talk = open_talk();
    float most[3] = {0};
    const char* const texts[] = {"aaa aaa", "uuu uuu", "かかか"};
    const char* const vowels[] = {"aa", "ou", "aa"};
    for (int t = 0; t < 3; t++) {
        char line[100];
        snprintf(line, sizeof line, "{\"type\":\"say\",\"text\":\"%s\"}", texts[t]);
        ask(talk, line);
        for (int i = 0; i < 60; i++) {
            run(talk, 1);
            Inputs inputs = read_inputs(&talk->stage);
            most[t] = test_larger(most[t], expression_of(&inputs, vowels[t]));
        }
        if (!(most[t] > 0.3f)) fail_msg("%s: %g", texts[t], (double)most[t]);
    }
    close_talk(talk);
}

static void stream_that_runs_dry_says_so_and_goes_on(void** state) {
    (void)state;
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"say\",\"id\":\"s\",\"stream\":\"pcm\",\"sampleRate\":16000}");
    send_pcm(talk, 0, 100, "");
    run(talk, 30); /* less than what it needs to begin */
    expect(talk, "{\"type\":\"ok\",\"id\":\"s\"}\n");
    send_pcm(talk, 100, 16000, "");
    run(talk, 60);
    send_pcm(talk, 16100, 8000, "");
    send_pcm(talk, 24100, 100, ",\"end\":true");
    run(talk, 60);
    expect(talk,
           "{\"type\":\"begun\",\"id\":\"s\",\"of\":\"say\",\"time\":0.5}\n"
           "{\"type\":\"lost\",\"id\":\"s\",\"what\":\"sound\",\"time\":1.017}\n"
           "{\"type\":\"found\",\"id\":\"s\",\"what\":\"sound\",\"time\":1.5}\n"
           "{\"type\":\"spoken\",\"id\":\"s\",\"cut\":false,\"seconds\":1.403,\"time\":1.917}\n");
    expect_error(talk, "{\"type\":\"chunk\",\"of\":\"s\",\"data\":\"AAAA\"}", "state");
    close_talk(talk);
}

static void chunk_that_is_refused_changes_nothing(void** state) {
    (void)state;
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"say\",\"id\":\"s\",\"stream\":\"pcm\"}");
    static const char* const texts[] = {"[grumpy]", "[happy", "[happy:2]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        forget(talk);
        char more[64];
        snprintf(more, sizeof more, ",\"text\":\"%s\",\"end\":true", texts[i]);
        send_pcm(talk, 0, 16000, more);
        assert_true(said(talk, "\"type\":\"error\""));
    }
    forget(talk);
    ask(talk, "{\"type\":\"chunk\",\"of\":\"s\",\"end\":true}");
    run(talk, 1);
    assert_true(said(talk, "\"type\":\"spoken\",\"id\":\"s\",\"cut\":false,\"seconds\":0,"));
    close_talk(talk);
}

static void text_that_takes_more_than_an_hour_is_refused(void** state) {
    (void)state;
    static char line[66000];
    Talk* talk = open_talk();
    int head = snprintf(line, sizeof line, "{\"type\":\"say\",\"pace\":1,\"text\":\"");
    memset(line + head, 'a', 65536);
    snprintf(line + head + 65536, sizeof line - (size_t)head - 65536, "\"}");
    expect_error(talk, line, "limit");
    close_talk(talk);
}

static void stream_takes_ten_minutes_ahead_and_no_more(void** state) {
    (void)state;
    Talk* talk = open_talk();
    ask(talk, "{\"type\":\"say\",\"id\":\"s\",\"stream\":\"pcm\",\"sampleRate\":8000}");
    int count = 0;
    for (; count < 400 && !said(talk, "\"code\":\"limit\""); count++) {
        forget(talk);
        send_pcm(talk, 0, sizeof pcm, ""); /* 2 s each */
        if (count % 200 == 0) run(talk, 1);
    }
    assert_int_equal(count, 302);
    close_talk(talk);
}

/* ---- Trackers ---- */

typedef struct Trackers {
    bool is_shown;
    int calibrated;
} Trackers;

static bool calibrate(void* ctx) {
    Trackers* trackers = ctx;
    if (trackers->is_shown) trackers->calibrated++;
    return trackers->is_shown;
}

static void calibrate_asks_the_trackers_of_the_stage(void** state) {
    (void)state;
    Trackers trackers = {0};
    Talk* talk = open_talk();
    control_Control* control = NULL;
    assert_int_equal(control_create(&(control_Stage){.model = cast.stand.model,
                                                     .sim = talk->stage.sim,
                                                     .avatar = talk->stage.avatar,
                                                     .actor = talk->stage.actor,
                                                     .map = cast.stand.map,
                                                     .folders = &folders,
                                                     .calibrate = calibrate,
                                                     .calibrate_ctx = &trackers},
                                    &control),
                     VRM_OK);
    control_destroy(talk->control);
    talk->control = control;
    talk->client = control_join(control, hear_line, talk);
    forget(talk);
    ask(talk, "{\"type\":\"calibrate\",\"id\":1}");
    expect(talk, "{\"type\":\"error\",\"id\":1,\"code\":\"state\",\"message\":\"no tracker shows a "
                 "face or a head now\"}\n");
    trackers.is_shown = true;
    ask(talk, "{\"type\":\"calibrate\",\"id\":2}");
    expect(talk, "{\"type\":\"ok\",\"id\":2}\n");
    assert_int_equal(trackers.calibrated, 1);
    close_talk(talk);
}

/* ---- Clients ---- */

static void events_go_to_the_client_that_asked(void** state) {
    (void)state;
    Talk* talk = open_talk();
    Talk other = {0};
    control_Client* second = control_join(talk->control, hear_line, &other);
    assert_true(said(&other, "\"type\":\"hello\""));
    forget(&other);
    ask(talk, "{\"type\":\"say\",\"id\":1,\"text\":\"a\"}");
    control_tracking(talk->control, "openseeface", true);
    run(talk, 30);
    expect(&other,
           "{\"type\":\"lost\",\"what\":\"tracking\",\"from\":\"openseeface\",\"time\":0}\n");
    assert_true(said(talk, "spoken") && said(talk, "tracking"));
    static const char more[] = "{\"type\":\"say\",\"text\":\"bb bb bb\"}\n";
    (void)control_read(talk->control, second, more, sizeof more - 1);
    run(talk, 2);
    forget(&other);
    control_leave(talk->control, second);
    run(talk, 60);
    expect(&other, "");
    for (int i = 1; i < CONTROL_CLIENTS_MAX; i++)
        assert_non_null(control_join(talk->control, hear_line, &other));
    assert_null(control_join(talk->control, hear_line, &other));
    close_talk(talk);
}

static void client_that_has_gone_is_noticed(void** state) {
    (void)state;
    Talk* talk = open_talk();
    assert_true(control_has_reader(talk->client));
    talk->is_deaf = true;
    ask(talk, "{\"type\":\"hello\",\"id\":1,\"version\":1}");
    assert_false(control_has_reader(talk->client));
    close_talk(talk);
}

/* ---- Files ---- */

/* No file where libsndfile does not write the format. */
static void write_sound(const char* name, int format) {
    char path[300];
    SF_INFO info = {.samplerate = RATE, .channels = 1, .format = format};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    SNDFILE* file = sf_open(path, SFM_WRITE, &info);
    if (file == NULL) {
        remove(path);
        return;
    }
    assert_int_equal(sf_write_float(file, sound, SAMPLES), SAMPLES);
    sf_close(file);
}

static int open_all(void** state) {
    static const char marks[] =
        "{\"visemeId\":0,\"audioOffset\":0}\n{\"visemeId\":21,\"audioOffset\":1000000}\n"
        "{\"visemeId\":2,\"audioOffset\":2000000}\n{\"visemeId\":0,\"audioOffset\":6000000}\n";
    make_cast(state);
    make_sound();
    open_folder();
    write_file("noise.bin", "noise", 5);
    write_file("marks.json", marks, sizeof marks - 1);
    write_sound("sound.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16);
    write_sound("sound.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III);
    return 0;
}

static int close_all(void** state) {
    static const char* const names[] = {"noise.bin", "marks.json", "sound.wav", "sound.mp3"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove_file(names[i]);
    close_folder();
    return free_cast(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_do_not_depend_on_how_bytes_are_cut),
        cmocka_unit_test(last_line_needs_no_end),
        cmocka_unit_test(line_that_is_too_long_is_skipped_with_one_error),
        cmocka_unit_test(flood_waits_for_the_next_frames),
        cmocka_unit_test(wrong_messages_have_the_codes_of_the_page),
        cmocka_unit_test(broken_base64_is_refused),
        cmocka_unit_test(play_equals_a_layer_of_the_actor),
        cmocka_unit_test(emote_and_look_equal_calls_of_the_actor),
        cmocka_unit_test(queued_emotion_without_a_place_is_refused),
        cmocka_unit_test(emotion_without_memory_is_not_told_as_a_limit),
        cmocka_unit_test(stream_equals_speech_of_the_actor_however_it_is_cut),
        cmocka_unit_test(visemes_equal_speech_marks),
        cmocka_unit_test(sound_equals_what_a_film_of_it_shows),
        cmocka_unit_test(mp3_in_pieces_is_heard_as_a_whole),
        cmocka_unit_test(mp3_of_noise_is_an_error),
        cmocka_unit_test(pose_has_the_last_word_and_lets_go),
        cmocka_unit_test(pose_eases_without_a_jump),
        cmocka_unit_test(says_wait_for_each_other_and_stop_cuts_them),
        cmocka_unit_test(tags_come_when_the_words_before_them_were_said),
        cmocka_unit_test(letters_move_the_mouth),
        cmocka_unit_test(stream_that_runs_dry_says_so_and_goes_on),
        cmocka_unit_test(chunk_that_is_refused_changes_nothing),
        cmocka_unit_test(text_that_takes_more_than_an_hour_is_refused),
        cmocka_unit_test(stream_takes_ten_minutes_ahead_and_no_more),
        cmocka_unit_test(calibrate_asks_the_trackers_of_the_stage),
        cmocka_unit_test(events_go_to_the_client_that_asked),
        cmocka_unit_test(client_that_has_gone_is_noticed),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
