/* SPDX-License-Identifier: MIT */
/* Speech marks of every engine, and what damaged and hostile files come to. That all formats give
 * the same mouth is judged by tests/cli/speech_marks.py, whose files another hand wrote. */
#include "support/check.h"
#include "support/memory.h"
#include "vrm/speech_marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW_OF_ZEROS                                                                               \
    "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"  \
    "0,0,0,0,0,0,0,0,0,0]"
/* jawOpen is the 18th. */
#define ROW_OF_JAW                                                                                 \
    "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"  \
    "0,"                                                                                           \
    "0,0,0,0,0,0,0,0,0,0]"

/* The syllable "ma": silence until 0.1 s, m, then a from 0.2 s to 0.5 s. */
static const struct {
    const char* name;
    vrm_SpeechFormat format;
    const char* text;
} examples[] = {
    {"VOICEVOX", VRM_SPEECH_FORMAT_VOICEVOX,
     "{\"accent_phrases\":[{\"moras\":[{\"text\":\"\\u30DE\",\"consonant\":\"m\","
     "\"consonant_length\":0.1,\"vowel\":\"a\",\"vowel_length\":0.3,\"pitch\":5.8}],\"accent\":1,"
     "\"pause_mora\":null,\"is_interrogative\":false}],\"speedScale\":1.0,\"pitchScale\":0.0,"
     "\"prePhonemeLength\":0.1,\"postPhonemeLength\":0.1,\"outputSamplingRate\":24000}"},
    {"Azure visemes", VRM_SPEECH_FORMAT_AZURE,
     "[{\"audioOffset\":0,\"visemeId\":0},{\"audioOffset\":1000000,\"visemeId\":21},"
     "{\"audioOffset\":2000000,\"visemeId\":2},{\"audioOffset\":5000000,\"visemeId\":0}]"},
    {"Azure blend shapes", VRM_SPEECH_FORMAT_AZURE_SHAPES,
     "{\"privAudioOffset\":0,\"privVisemeId\":0,\"privAnimation\":\"\"}\n"
     "{\"privAudioOffset\":0,\"privVisemeId\":2,\"privAnimation\":\"{\\\"FrameIndex\\\":6,"
     "\\\"BlendShapes\\\":[" ROW_OF_ZEROS "," ROW_OF_ZEROS "]}\"}\n"
     "{\"privAudioOffset\":0,\"privVisemeId\":2,\"privAnimation\":\"{\\\"FrameIndex\\\":12,"
     "\\\"BlendShapes\\\":[" ROW_OF_JAW "," ROW_OF_JAW "," ROW_OF_JAW "]}\"}\n"},
    {"SAPI visemes", VRM_SPEECH_FORMAT_SAPI,
     "[{\"AudioPosition\":\"00:00:00.1000000\",\"Viseme\":21,\"Duration\":\"00:00:00.1000000\"},"
     "{\"AudioPosition\":\"00:00:00.2000000\",\"Viseme\":2,\"Duration\":\"00:00:00.3000000\"}]"},
    {"Amazon Polly", VRM_SPEECH_FORMAT_POLLY,
     "{\"time\":0,\"type\":\"sentence\",\"start\":0,\"end\":2,\"value\":\"ma\"}\n"
     "{\"time\":100,\"type\":\"viseme\",\"value\":\"p\"}\n"
     "{\"time\":200,\"type\":\"viseme\",\"value\":\"a\"}\n"
     "{\"time\":500,\"type\":\"viseme\",\"value\":\"sil\"}\n"},
    {"Rhubarb", VRM_SPEECH_FORMAT_RHUBARB,
     "{\n  \"metadata\": {\"soundFile\": \"ma.wav\", \"duration\": 0.60},\n  \"mouthCues\": [\n"
     "    {\"start\": 0.00, \"end\": 0.10, \"value\": \"X\"},\n"
     "    {\"start\": 0.10, \"end\": 0.20, \"value\": \"A\"},\n"
     "    {\"start\": 0.20, \"end\": 0.50, \"value\": \"D\"}\n  ]\n}\n"},
    {"ElevenLabs", VRM_SPEECH_FORMAT_ELEVENLABS,
     "{\"audio_base64\":\"AAAA\",\"alignment\":{\"characters\":[\"m\",\"a\"],"
     "\"character_start_times_seconds\":[0.1,0.2],\"character_end_times_seconds\":[0.2,0.5]}}"},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static vrm_Result read_bytes(const char* text, size_t size, const vrm_SpeechMarksDef* def,
                             vrm_SpeechMarks** out) {
    char* exact = malloc(size + (size == 0)); /* so that a sanitizer sees reads behind it */
    assert_non_null(exact);
    memcpy(exact, text, size);
    vrm_Result result = vrm_speech_marks_read(exact, size, def, out);
    free(exact);
    assert_true((result == VRM_OK) == (*out != NULL));
    return result;
}

static vrm_SpeechMarks* read_text(const char* text) {
    vrm_SpeechMarks* marks = NULL;
    assert_int_equal(read_bytes(text, strlen(text), NULL, &marks), VRM_OK);
    return marks;
}

static float opening_of(const vrm_LipFrame* frame) {
    float sum = 0.0f;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++) sum += frame->vowels[v];
    return sum;
}

/* What vrm_face_hear() takes, within the ranges of vrm_LipFrame. */
static void check_frames(const vrm_SpeechMarks* marks) {
    int32_t count;
    const vrm_LipFrame* frames = vrm_speech_marks_frames(marks, &count);
    vrm_SpeechMarksInfo info = vrm_speech_marks_info(marks);
    assert_true(count > 0 && count == info.frame_count);
    assert_true(info.format > VRM_SPEECH_FORMAT_NONE && info.format < VRM_SPEECH_FORMAT_COUNT);
    assert_true(info.seconds <= (count - 1) * VRM_LIP_FRAME_S + 1e-6);
    for (int32_t f = 0; f < count; f++) {
        float opening = opening_of(&frames[f]);
        assert_true(frames[f].time_s == f * VRM_LIP_FRAME_S);
        assert_true(opening >= 0.0f && opening <= 1.001f);
        assert_true(frames[f].closed >= 0.0f && frames[f].closed <= 1.001f);
        assert_true(frames[f].loudness >= 0.0f && frames[f].loudness <= 1.001f);
    }
}

static const vrm_LipFrame* frame_at(const vrm_SpeechMarks* marks, double time_s) {
    int32_t count, frame = (int32_t)floor(time_s / VRM_LIP_FRAME_S + 0.5);
    const vrm_LipFrame* frames = vrm_speech_marks_frames(marks, &count);
    assert_true(frame >= 0 && frame < count);
    return &frames[frame];
}

/* */
static void every_engine_is_known_by_its_content(void** state) {
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++) {
        vrm_SpeechMarks* marks = read_text(examples[i].text);
        vrm_SpeechMarksInfo info = vrm_speech_marks_info(marks);
        assert_int_equal(info.format, examples[i].format);
        assert_string_equal(vrm_speech_format_name(info.format), examples[i].name);
        check_frames(marks);
        const vrm_LipFrame *lips = frame_at(marks, 0.1), *vowel = frame_at(marks, 0.23);
        assert_true(opening_of(lips) == 0.0f && lips->closed == 1.0f);
        assert_true(vowel->vowels[VRM_VOWEL_AA] > 0.45f);
        assert_float_equal(vowel->vowels[VRM_VOWEL_AA], opening_of(vowel), 1e-6f);
        assert_true(vowel->is_speech && vowel->closed < 0.01f);
        vrm_speech_marks_destroy(marks);
    }
    assert_string_equal(vrm_speech_format_name(VRM_SPEECH_FORMAT_COUNT), "");
    assert_string_equal(vrm_speech_format_name(VRM_SPEECH_FORMAT_NONE), "");
}

/* */
static void shape_is_complete_at_its_time_and_begins_80_ms_before(void** state) {
    (void)state;
    vrm_SpeechMarks* marks = read_text("[{\"audioOffset\":0,\"visemeId\":0},"
                                       "{\"audioOffset\":5000000,\"visemeId\":6},"
                                       "{\"audioOffset\":9000000,\"visemeId\":0}]");
    assert_float_equal(opening_of(frame_at(marks, 0.42)), 0.0f, 1e-6f);
    assert_float_equal(frame_at(marks, 0.46)->vowels[VRM_VOWEL_IH], 0.4f, 1e-3f);
    assert_float_equal(frame_at(marks, 0.5)->vowels[VRM_VOWEL_IH], 0.8f, 1e-6f);
    assert_float_equal(frame_at(marks, 0.82)->vowels[VRM_VOWEL_IH], 0.8f, 1e-6f);
    assert_float_equal(opening_of(frame_at(marks, 0.9)), 0.0f, 1e-6f);
    assert_float_equal(vrm_speech_marks_info(marks).seconds, 0.9, 1e-9);
    vrm_speech_marks_destroy(marks);
}

/* also in speech that is faster than frames, and between two of them. */
static void lips_of_p_b_and_m_are_closed(void** state) {
    (void)state;
    char text[4096] = "[";
    for (int i = 0; i < 40; i++) {
        char event[96];
        snprintf(event, sizeof event, "%s{\"audioOffset\":%d,\"visemeId\":%d}", i > 0 ? "," : "",
                 i * 163000, i % 2 == 0 ? 2 : 21);
        strcat(text, event);
    }
    strcat(text, "]");
    vrm_SpeechMarks* marks = read_text(text);
    for (int i = 0; i < 40; i++) {
        const vrm_LipFrame* frame = frame_at(marks, i * 0.0163);
        if (i % 2 == 0)
            assert_true(opening_of(frame) > 0.4f);
        else
            assert_true(opening_of(frame) == 0.0f && frame->closed == 1.0f);
    }
    vrm_speech_marks_destroy(marks);
}

/* */
static void diphthong_glides_to_its_second_vowel(void** state) {
    (void)state;
    vrm_SpeechMarks* marks = read_text("[{\"audioOffset\":1000000,\"visemeId\":11},"
                                       "{\"audioOffset\":6000000,\"visemeId\":0}]");
    assert_float_equal(frame_at(marks, 0.1)->vowels[VRM_VOWEL_AA], 0.8f, 1e-6f);
    assert_float_equal(frame_at(marks, 0.4)->vowels[VRM_VOWEL_IH], 0.8f, 1e-6f);
    vrm_speech_marks_destroy(marks);
}

#define PHRASES                                                                                    \
    "\"accent_phrases\":[{\"moras\":[{\"consonant\":null,\"consonant_length\":null,\"vowel\":"     \
    "\"a\",\"vowel_length\":0.3,\"pitch\":5.0}],\"is_interrogative\":true,\"pause_mora\":{"        \
    "\"vowel\":\"pau\",\"vowel_length\":0.5,\"pitch\":0}},{\"moras\":[{\"vowel\":\"I\","           \
    "\"vowel_length\":0.3,\"pitch\":0}],\"is_interrogative\":false,\"pause_mora\":null}],"         \
    "\"prePhonemeLength\":0.1,\"postPhonemeLength\":0.1"

/* a frame of the engine has 1/93.75 s; 0.1, 0.3 and 0.5 s are 9, 28 and 47 of them, and the
 * 0.15 s that a question is longer 14. */
static void query_of_voicevox_has_the_times_of_its_sound(void** state) {
    (void)state;
    vrm_SpeechMarks* marks = read_text("{" PHRASES ",\"speedScale\":1.0}");
    double frame_s = 1.0 / 93.75, second_s = (9 + 28 + 14 + 47) * frame_s;
    assert_float_equal(vrm_speech_marks_info(marks).seconds, second_s + (28 + 9) * frame_s, 1e-9);
    assert_float_equal(frame_at(marks, second_s + 0.02)->vowels[VRM_VOWEL_IH], 0.4f, 1e-6f);
    vrm_speech_marks_destroy(marks);
    marks = read_text("{" PHRASES ",\"speedScale\":2.0,\"pauseLength\":0.2,"
                      "\"pauseLengthScale\":2.0}");
    assert_float_equal(vrm_speech_marks_info(marks).seconds, (5 + 14 + 7 + 19 + 14 + 5) * frame_s,
                       1e-9);
    vrm_speech_marks_destroy(marks);
}

/* the sounds of several queries, as /multi_synthesis takes them, follow each other. */
static void queries_of_voicevox_follow_each_other(void** state) {
    (void)state;
    static const char* const texts[] = {
        "[{" PHRASES "},{" PHRASES "},{" PHRASES "}]",
        "{" PHRASES "}\n{" PHRASES "}\n{" PHRASES "}\n",
        "{\"queries\":[{" PHRASES "},{" PHRASES "},{" PHRASES "}]}",
    };
    vrm_SpeechMarks* alone = read_text("{" PHRASES "}");
    double seconds = vrm_speech_marks_info(alone).seconds;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
        vrm_SpeechMarks* marks = NULL;
        assert_int_equal(vrm_report_create(NULL, &def.report), VRM_OK);
        assert_int_equal(read_bytes(texts[i], strlen(texts[i]), &def, &marks), VRM_OK);
        assert_int_equal(vrm_report_count(def.report), 0);
        assert_float_equal(vrm_speech_marks_info(marks).seconds, 3.0 * seconds, 1e-9);
        for (double time_s = 0.0; time_s < seconds; time_s += 0.01) /* 144 frames each */
            for (int query = 1; query < 3; query++)
                assert_float_equal(opening_of(frame_at(marks, query * seconds + time_s)),
                                   opening_of(frame_at(alone, time_s)), 1e-3f);
        vrm_speech_marks_destroy(marks);
        vrm_report_destroy(def.report);
    }
    vrm_speech_marks_destroy(alone);
}

#define CUES(metadata)                                                                             \
    "{" metadata "\"mouthCues\":[{\"start\":0.1,\"end\":0.2,\"value\":\"A\"},"                     \
    "{\"start\":0.2,\"end\":0.5,\"value\":\"D\"}]}"
#define LONGER "\"metadata\":{\"duration\":0.6},"

/* documents of several sounds follow each other. */
static void documents_of_rhubarb_follow_each_other(void** state) {
    (void)state;
    static const struct {
        const char* text;
        double seconds; /* of each document */
    } cases[] = {
        {"[" CUES(LONGER) "," CUES(LONGER) "," CUES(LONGER) "]", 0.6},
        {CUES(LONGER) "\n" CUES(LONGER) "\n" CUES(LONGER) "\n", 0.6},
        {"[" CUES("") "," CUES("") "," CUES("") "]", 0.5},
    };
    vrm_SpeechMarks* alone = read_text(CUES(LONGER));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
        vrm_SpeechMarks* marks = NULL;
        assert_int_equal(vrm_report_create(NULL, &def.report), VRM_OK);
        assert_int_equal(read_bytes(cases[i].text, strlen(cases[i].text), &def, &marks), VRM_OK);
        assert_int_equal(vrm_report_count(def.report), 0);
        assert_float_equal(vrm_speech_marks_info(marks).seconds, 3.0 * cases[i].seconds, 1e-9);
        for (int document = 0; document < 3; document++)
            for (double time_s = 0.15; time_s < 0.45; time_s += 0.01)
                assert_float_equal(
                    opening_of(frame_at(marks, document * cases[i].seconds + time_s)),
                    opening_of(frame_at(alone, time_s)), 1e-3f);
        vrm_speech_marks_destroy(marks);
        vrm_report_destroy(def.report);
    }
    vrm_speech_marks_destroy(alone);
}

/* events come in the spelling of each library, bare or as messages. */
static void events_of_azure_have_many_spellings(void** state) {
    (void)state;
    static const char* const texts[] = {
        "{\"audio_offset\":3000000,\"viseme_id\":7,\"animation\":\"\"}",
        "[{\"AudioOffset\":3000000,\"VisemeId\":7,\"Animation\":\"<svg/>\"}]",
        "{\"visemes\":[{\"privAudioOffset\":3000000,\"privVisemeId\":7}]}\n",
        "{\"Metadata\":[{\"Type\":\"Viseme\",\"Data\":{\"Offset\":3000000,\"VisemeId\":7}}]}",
        "{\"type\":\"response.animation_viseme.delta\",\"audio_offset_ms\":300,\"viseme_id\":7}",
        ("\xEF\xBB\xBF \n{\"audioOffset\":0,\"visemeId\":0}\r\n\r\n"
         "{\"audioOffset\":3000000,\"visemeId\":7}\r\n"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        vrm_SpeechMarks* marks = read_text(texts[i]);
        assert_int_equal(vrm_speech_marks_info(marks).format, VRM_SPEECH_FORMAT_AZURE);
        assert_float_equal(frame_at(marks, 0.3)->vowels[VRM_VOWEL_OU], 0.8f, 1e-6f);
        vrm_speech_marks_destroy(marks);
    }
}

/* letters with accents, kana that close the lips, and a script without a table. */
static void characters_of_many_scripts_move_the_mouth(void** state) {
    (void)state;
    vrm_SpeechMarks* marks = read_text(
        "{\"characters\":[\"\\u00D6\",\"\\u3071\",\"\\u30B3\",\"\\u30FC\",\"\\u3002\",\"\\uD55C\"],"
        "\"character_start_times_seconds\":[0.1,0.3,0.6,0.8,1.0,1.4],"
        "\"character_end_times_seconds\":[0.3,0.6,0.8,1.0,1.4,1.6]}");
    assert_true(frame_at(marks, 0.15)->vowels[VRM_VOWEL_OH] > 0.7f);
    assert_true(frame_at(marks, 0.3)->closed == 1.0f);
    assert_true(frame_at(marks, 0.4)->vowels[VRM_VOWEL_AA] > 0.7f);
    assert_true(frame_at(marks, 0.65)->vowels[VRM_VOWEL_OH] > 0.7f);
    assert_true(frame_at(marks, 0.9)->vowels[VRM_VOWEL_OH] > 0.7f);
    assert_false(frame_at(marks, 1.2)->is_speech);
    assert_true(opening_of(frame_at(marks, 1.45)) > 0.3f);
    vrm_speech_marks_destroy(marks);
}

/* */
static void offset_moves_all_marks(void** state) {
    (void)state;
    vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
    for (size_t i = 0; i < EXAMPLES; i++) {
        vrm_SpeechMarks *marks = read_text(examples[i].text), *moved = NULL;
        size_t size = strlen(examples[i].text);
        for (def.offset_s = -0.1; def.offset_s < 0.3; def.offset_s += 0.3) {
            assert_int_equal(read_bytes(examples[i].text, size, &def, &moved), VRM_OK);
            assert_float_equal(vrm_speech_marks_info(moved).seconds,
                               vrm_speech_marks_info(marks).seconds + def.offset_s, 1e-9);
            for (double time_s = 0.1; time_s < 0.3; time_s += 0.01)
                assert_float_equal(opening_of(frame_at(marks, time_s)),
                                   opening_of(frame_at(moved, time_s + def.offset_s)), 0.01f);
            vrm_speech_marks_destroy(moved);
        }
        vrm_speech_marks_destroy(marks);
    }
}

/* */
static void opening_scales_the_vowels(void** state) {
    (void)state;
    vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
    vrm_SpeechMarks* marks = NULL;
    const char* text = examples[1].text;
    def.opening = 0.4f;
    assert_int_equal(read_bytes(text, strlen(text), &def, &marks), VRM_OK);
    assert_float_equal(frame_at(marks, 0.25)->vowels[VRM_VOWEL_AA], 0.4f, 1e-6f);
    vrm_speech_marks_destroy(marks);
    static const double offsets[] = {-3601.0, 3601.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        def = vrm_default_speech_marks_def();
        def.offset_s = offsets[i];
        assert_int_equal(read_bytes(text, strlen(text), &def, &marks), VRM_ERR_ARGUMENT);
    }
    static const float openings[] = {-0.1f, 1.1f, NAN};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        def = vrm_default_speech_marks_def();
        def.opening = openings[i];
        assert_int_equal(read_bytes(text, strlen(text), &def, &marks), VRM_ERR_ARGUMENT);
    }
    def.def_size = 1;
    assert_int_equal(read_bytes(text, strlen(text), &def, &marks), VRM_ERR_DEF);
}

/* */
static void files_without_marks_say_what_is_wrong(void** state) {
    (void)state;
    static const struct {
        const char *text, *code;
        vrm_Result result;
    } cases[] = {
        {"", "SPEECH_MARKS_UNKNOWN", VRM_ERR_INVALID},
        {"RIFF....WAVE", "SPEECH_MARKS_UNKNOWN", VRM_ERR_INVALID},
        {"{}", "SPEECH_MARKS_UNKNOWN", VRM_ERR_INVALID},
        {"[1,2,[{\"visemeId\":1}]]", "SPEECH_MARKS_UNKNOWN", VRM_ERR_INVALID},
        {"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}]}", "SPEECH_MARKS_UNKNOWN",
         VRM_ERR_INVALID},
        {"{\"accent_phrases\":[]}", "SPEECH_MARKS_NONE", VRM_ERR_INVALID},
        {"{\"mouthCues\":[{\"start\":0,\"end\":1,\"value\":\"X\"}]}", "SPEECH_MARKS_NONE",
         VRM_ERR_INVALID},
        {"{\"time\":1,\"type\":\"word\",\"value\":\"a\"}\n"
         "{\"time\":9,\"type\":\"word\",\"value\":\"b\"}\n",
         "SPEECH_MARKS_NONE", VRM_ERR_INVALID},
        {"{\"mouthCues\":[{\"start\":0,\"end\":4000,\"value\":\"D\"}]}", "SPEECH_MARKS_TOO_LONG",
         VRM_ERR_LIMIT},
        {"[{\"audioOffset\":1e300,\"visemeId\":2}]", "SPEECH_MARKS_TOO_LONG", VRM_ERR_LIMIT},
        {"{\"FrameIndex\":1e9,\"BlendShapes\":[" ROW_OF_JAW "]}", "SPEECH_MARKS_TOO_LONG",
         VRM_ERR_LIMIT},
        {"[{\"audioOffset\":0,\"visemeId\":2}", "INVALID_JSON", VRM_ERR_JSON},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
        vrm_SpeechMarks* marks = NULL;
        assert_int_equal(vrm_report_create(NULL, &def.report), VRM_OK);
        assert_int_equal(read_bytes(cases[i].text, strlen(cases[i].text), &def, &marks),
                         cases[i].result);
        assert_int_equal(vrm_report_count(def.report), 1);
        assert_string_equal(vrm_report_get(def.report, 0).code, cases[i].code);
        vrm_report_destroy(def.report);
    }
}

/* */
static void damaged_marks_are_left_out(void** state) {
    (void)state;
    static const char* const texts[] = {
        "[{\"audioOffset\":2000000,\"visemeId\":2},{\"audioOffset\":1000000,\"visemeId\":6}]",
        "[{\"audioOffset\":2000000,\"visemeId\":2},{\"audioOffset\":3000000,\"visemeId\":22}]",
        "[{\"audioOffset\":2000000,\"visemeId\":2},{\"audioOffset\":-1,\"visemeId\":2}]",
        "[{\"audioOffset\":2000000,\"visemeId\":2},{\"audioOffset\":\"x\",\"visemeId\":2}]",
        "[{\"audioOffset\":2000000,\"visemeId\":2},7]",
        "[{\"audioOffset\":2000000,\"visemeId\":2},{\"time\":300,\"type\":\"viseme\",\"value\":"
        "\"i\"}]",
        "{\"time\":200,\"type\":\"viseme\",\"value\":\"a\"}\n{\"time\":300,\"type\":\"vis",
        "{\"mouthCues\":[{\"start\":0.2,\"end\":0.3,\"value\":\"D\"},{\"start\":0.3,\"end\":0.4,"
        "\"value\":\"Q\"}]}",
        "{\"characters\":[\"a\",\"b\"],\"character_start_times_seconds\":[0.2],"
        "\"character_end_times_seconds\":[0.3]}",
        "{\"accent_phrases\":[{\"moras\":[{\"vowel\":\"a\",\"vowel_length\":-1},{\"vowel\":\"a\","
        "\"vowel_length\":1}]}],\"prePhonemeLength\":0.2}",
        "[{\"AudioPosition\":\"00:00:00.2\",\"Viseme\":2},{\"AudioPosition\":\"1:2\",\"Viseme\":2}"
        "]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
        vrm_SpeechMarks* marks = NULL;
        assert_int_equal(vrm_report_create(NULL, &def.report), VRM_OK);
        assert_int_equal(read_bytes(texts[i], strlen(texts[i]), &def, &marks), VRM_OK);
        assert_int_equal(vrm_report_count(def.report), 1);
        assert_string_equal(vrm_report_get(def.report, 0).code, "SPEECH_MARKS_DAMAGED");
        assert_true(frame_at(marks, 0.2)->vowels[VRM_VOWEL_AA] > 0.7f);
        check_frames(marks);
        vrm_speech_marks_destroy(marks);
        vrm_report_destroy(def.report);
    }
}

static void try_bytes(const char* text, size_t size) {
    vrm_SpeechMarks* marks = NULL;
    if (read_bytes(text, size, NULL, &marks) != VRM_OK) return;
    check_frames(marks);
    vrm_speech_marks_destroy(marks);
}

/* */
static void files_that_are_cut_or_flipped_are_harmless(void** state) {
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++) {
        size_t size = strlen(examples[i].text), step = TEST_IS_SANITIZED ? 3 : 1;
        char* copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, examples[i].text, size + 1);
        for (size_t cut = 0; cut <= size; cut++) try_bytes(copy, cut);
        for (size_t at = 0; at < size; at += step)
            for (int bit = 0; bit < 8; bit++) {
                copy[at] = (char)(copy[at] ^ (1 << bit));
                try_bytes(copy, size);
                copy[at] = (char)(copy[at] ^ (1 << bit));
            }
        free(copy);
    }
}

static vrm_Result read_with(const vrm_Allocator* allocator, void* ctx) {
    vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
    vrm_SpeechMarks* marks = NULL;
    def.allocator = *allocator;
    vrm_Result result = read_bytes(ctx, strlen(ctx), &def, &marks);
    vrm_speech_marks_destroy(marks);
    return result;
}

/* */
static void every_allocation_may_fail(void** state) {
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++)
        assert_true(test_every_allocation_failing(read_with, (void*)examples[i].text) > 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_is_known_by_its_content),
        cmocka_unit_test(shape_is_complete_at_its_time_and_begins_80_ms_before),
        cmocka_unit_test(lips_of_p_b_and_m_are_closed),
        cmocka_unit_test(diphthong_glides_to_its_second_vowel),
        cmocka_unit_test(query_of_voicevox_has_the_times_of_its_sound),
        cmocka_unit_test(queries_of_voicevox_follow_each_other),
        cmocka_unit_test(documents_of_rhubarb_follow_each_other),
        cmocka_unit_test(events_of_azure_have_many_spellings),
        cmocka_unit_test(characters_of_many_scripts_move_the_mouth),
        cmocka_unit_test(offset_moves_all_marks),
        cmocka_unit_test(opening_scales_the_vowels),
        cmocka_unit_test(files_without_marks_say_what_is_wrong),
        cmocka_unit_test(damaged_marks_are_left_out),
        cmocka_unit_test(files_that_are_cut_or_flipped_are_harmless),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
