/* SPDX-License-Identifier: MIT */
/* say and chunk. A speech is a list of lip frames and of moods at times from its beginning; the
 * present one gives its frames to the face a little ahead of time, which is what live sound does
 * too, so that a stream and a whole sound are one and the same. */
#include "control/control.h"
#include "control/control_letters.h"
#include "control/control_parts.h"
#include "control/control_stream.h"
#include "face/voice.h"
#include "words/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Frames are given to the face so far ahead; it keeps VRM_FACE_AHEAD_S of them. */
#define FEED_S 1.0

/* Sound of a stream that must be there before it begins, or goes on after a gap. */
#define LEAD_S 0.15

enum { MOODS_MAX = 4096, DEFAULT_RATE_HZ = 24000 };
#define DEFAULT_PACE     14.0
#define SOUND_BYTES_MAX  ((uint64_t)512 << 20)
#define VISEME_BYTES_MAX ((uint64_t)256 << 20)

typedef enum StreamKind { STREAM_NONE = -1, STREAM_PCM, STREAM_MP3, STREAM_TEXT } StreamKind;

/* The face at a time of the speech. */
typedef struct Mood {
    double time_s;
    const char* name; /* of the rig; NULL: at rest */
    float weight;
} Mood;

struct control_Speech {
    control_Client* client; /* NULL: it has left */
    control_Id id;
    StreamKind kind;
    control_Stream* stream; /* of STREAM_PCM and STREAM_MP3 */
    double pace;
    vrm_LipFrame* frames;
    int32_t frame_count, frame_capacity, next_frame;
    Mood* moods;
    int32_t mood_count, mood_capacity, next_mood;
    double seconds; /* so far */
    double shift_s; /* silence that gaps of the stream put into the sound */
    double begin_s; /* time of the actor */
    bool has_begun, has_end, is_dry;
};

static void free_speech(control_Speech* speech) {
    if (speech == NULL) return;
    control_stream_close(speech->stream);
    free(speech->frames);
    free(speech->moods);
    free(speech);
}

/* ---- Frames ---- */

static bool reserve_frames(control_Speech* speech, int32_t more) {
    if (speech->frame_count + more <= speech->frame_capacity) return true;
    int32_t capacity = (speech->frame_count + more) * 2;
    vrm_LipFrame* frames = realloc(speech->frames, (size_t)capacity * sizeof *frames);
    if (frames == NULL) return false;
    speech->frames = frames;
    speech->frame_capacity = capacity;
    return true;
}

/* Frames that the face has are dropped, so that a stream of hours takes the room of what waits. */
static void drop_old_frames(control_Speech* speech) {
    if (speech->next_frame < 1024 || speech->next_frame * 2 < speech->frame_count) return;
    speech->frame_count -= speech->next_frame;
    memmove(speech->frames, speech->frames + speech->next_frame,
            (size_t)speech->frame_count * sizeof *speech->frames);
    speech->next_frame = 0;
}

/* Appends frames whose times are those of a sound that begins at shift_s. A control_FramesFn. */
static bool add_frames(void* ctx, const vrm_LipFrame* frames, int32_t count) {
    control_Speech* speech = ctx;
    drop_old_frames(speech);
    if (!reserve_frames(speech, count)) return false;
    for (int32_t i = 0; i < count; i++) {
        vrm_LipFrame frame = frames[i];
        frame.time_s += speech->shift_s;
        speech->frames[speech->frame_count++] = frame;
    }
    return true;
}

static bool add_marks(control_Speech* speech, const vrm_SpeechMarks* marks) {
    int32_t count = 0;
    const vrm_LipFrame* frames = vrm_speech_marks_frames(marks, &count);
    return add_frames(speech, frames, count);
}

/* ---- Tags ---- */

static bool fail_tags(control_Call* call) {
    return control_fail(call, "limit", "a speech has at most %d tags", MOODS_MAX);
}

static bool add_mood(control_Control* control, control_Speech* speech, control_Call* call,
                     const Cue* cue, double time_s) {
    Mood mood = {.time_s = time_s, .weight = cue->parts[0].weight};
    if (!control_expression(control, call, cue->parts[0].name, &mood.name)) return false;
    if (speech->mood_count == MOODS_MAX) return fail_tags(call);
    if (speech->mood_count == speech->mood_capacity) {
        int32_t capacity = speech->mood_capacity * 2 + 8;
        Mood* moods = realloc(speech->moods, (size_t)capacity * sizeof *moods);
        if (moods == NULL) return control_fail_memory(call);
        speech->moods = moods;
        speech->mood_capacity = capacity;
    }
    speech->moods[speech->mood_count++] = mood;
    return true;
}

static bool add_moods(control_Control* control, control_Speech* speech, control_Call* call,
                      const Cues* cues, double shift_s) {
    for (int32_t i = 0; i < cues->count; i++)
        if (!add_mood(control, speech, call, &cues->list[i], cues->list[i].time_s + shift_s))
            return false;
    return true;
}

/* The tags of the member text. The text is `*out_text`, from malloc(). */
static bool read_script(control_Call* call, char** out_text, Cues* out) {
    char error[160];
    *out = (Cues){0};
    *out_text = control_text(call, "text");
    if (*out_text == NULL) return false;
    if (cues_read_script(*out_text, strlen(*out_text), out, error, sizeof error)) return true;
    free(*out_text);
    *out_text = NULL;
    return control_fail(call, "value", "text: %s", error);
}

/* Adds a text whose letters move the mouth, or only give its tags their times. */
static bool add_letters(control_Control* control, control_Speech* speech, control_Call* call,
                        const char* text, Cues* cues, bool moves_mouth) {
    control_Letters letters;
    vrm_Result result = control_letters_open(text, strlen(text), speech->pace, &letters);
    if (result == VRM_ERR_MEMORY) return control_fail_memory(call);
    if (result != VRM_OK)
        return control_fail(call, "limit", "a speech has at most %d s", CONTROL_SPEECH_S);
    for (int32_t i = 0; i < cues->count; i++)
        if (!cues->list[i].is_timed)
            cues->list[i].time_s = control_letters_time(&letters, cues->list[i].place);
    bool is_added = add_moods(control, speech, call, cues, speech->seconds);
    if (is_added && moves_mouth) {
        speech->shift_s = speech->seconds;
        if (letters.marks != NULL && !add_marks(speech, letters.marks))
            is_added = control_fail_memory(call);
        speech->seconds += letters.seconds;
    }
    control_letters_close(&letters);
    return is_added;
}

/* ---- Visemes ---- */

/* The numbers of Azure, by vrm_Viseme: its reader has the times and shapes of such marks. */
static const uint8_t azure_visemes[VRM_VISEME_COUNT] = {0,  21, 18, 17, 19, 20, 16, 15,
                                                        19, 13, 2,  4,  6,  3,  7};

static vrm_Result put_marks(const control_Call* call, vrm_JsonRef list, vrm_JsonBuilder* out) {
    vrm_Span ignored;
    vrm_JsonIter it = vrm_json_iter(call->json, list);
    vrm_json_begin_array(out);
    while (vrm_json_next(&it)) {
        char name[16];
        double time_s = vrm_json_number(call->json, vrm_json_element(call->json, it.value, 0), 0.0);
        (void)vrm_json_string(call->json, vrm_json_element(call->json, it.value, 1), name,
                              sizeof name);
        vrm_json_begin_object(out);
        cli_json_integer(out, "visemeId", azure_visemes[vrm_viseme_by_name(name)]);
        cli_json_integer(out, "audioOffset", (int64_t)(time_s * 1e7 + 0.5)); /* 100 ns */
        vrm_json_end_object(out);
    }
    vrm_json_end_array(out);
    return vrm_json_builder_text(out, &ignored);
}

static bool fail_marks(control_Call* call, vrm_Result result, const vrm_Report* report) {
    if (result == VRM_ERR_MEMORY) return control_fail_memory(call);
    vrm_Finding finding = {.message = "they are no speech marks of a known format"};
    if (vrm_report_count(report) > 0) finding = vrm_report_get(report, 0);
    return control_fail(call, result == VRM_ERR_LIMIT ? "limit" : "sound", "visemes: %.240s",
                        finding.message);
}

static vrm_Result read_marks(const void* bytes, size_t size, vrm_Report* report,
                             vrm_SpeechMarks** out) {
    vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
    def.report = report;
    return vrm_speech_marks_read(bytes, size, &def, out);
}

/* What a speech engine answers. */
static vrm_Result read_document(const control_Call* call, vrm_JsonRef value, vrm_Report* report,
                                vrm_SpeechMarks** out) {
    vrm_Span text = vrm_json_text(call->json, value);
    return read_marks(text.data, text.size, report, out);
}

static vrm_Result read_list(const control_Call* call, vrm_JsonRef value, vrm_Report* report,
                            vrm_SpeechMarks** out) {
    vrm_JsonBuilder* builder = NULL;
    vrm_Span text;
    vrm_Result result = vrm_json_builder_create(NULL, &builder);
    if (result == VRM_OK) result = put_marks(call, value, builder);
    if (result == VRM_OK) result = vrm_json_builder_text(builder, &text);
    if (result == VRM_OK) result = read_marks(text.data, text.size, report, out);
    vrm_json_builder_destroy(builder);
    return result;
}

static bool is_list_of_marks(const control_Call* call, vrm_JsonRef value) {
    return vrm_json_type(call->json, value) == VRM_JSON_ARRAY &&
           vrm_json_type(call->json, vrm_json_element(call->json, value, 0)) == VRM_JSON_ARRAY;
}

static bool open_marks(control_Control* control, control_Call* call, vrm_Report* report,
                       vrm_SpeechMarks** out) {
    vrm_JsonRef value = control_member(call, "visemes");
    char path[ALLOWED_PATH_ROOM];
    vrm_Result result;
    if (vrm_json_type(call->json, value) == VRM_JSON_STRING) {
        uint8_t* bytes;
        size_t size;
        if (!control_read_file(control, call, "visemes", "sound", VISEME_BYTES_MAX, &bytes, &size,
                               path))
            return false;
        result = read_marks(bytes, size, report, out);
        free(bytes);
    } else {
        result =
            (is_list_of_marks(call, value) ? read_list : read_document)(call, value, report, out);
    }
    return result == VRM_OK || fail_marks(call, result, report);
}

static bool add_visemes(control_Control* control, control_Speech* speech, control_Call* call) {
    vrm_Report* report = NULL;
    vrm_SpeechMarks* marks = NULL;
    if (vrm_report_create(NULL, &report) != VRM_OK) return control_fail_memory(call);
    bool is_read = open_marks(control, call, report, &marks);
    if (is_read) {
        double seconds = vrm_speech_marks_info(marks).seconds;
        if (seconds > speech->seconds) speech->seconds = seconds;
        speech->frame_count = 0; /* of a sound, which they replace */
        if (!add_marks(speech, marks)) is_read = control_fail_memory(call);
    }
    vrm_speech_marks_destroy(marks);
    vrm_report_destroy(report);
    return is_read;
}

/* ---- A whole speech ---- */

static bool add_sound(control_Control* control, control_Speech* speech, control_Call* call,
                      Voice* out_voice) {
    char path[ALLOWED_PATH_ROOM], error[160];
    uint8_t* bytes;
    size_t size;
    if (!control_read_file(control, call, "sound", "sound", SOUND_BYTES_MAX, &bytes, &size, path))
        return false;
    vrm_Result result = voice_hear(bytes, size, out_voice, error, sizeof error);
    free(bytes);
    if (result == VRM_ERR_MEMORY) return control_fail_memory(call);
    if (result != VRM_OK) return control_fail(call, "sound", "sound: %s", error);
    speech->seconds = out_voice->seconds;
    return add_frames(speech, out_voice->frames, out_voice->count) || control_fail_memory(call);
}

/* When words are said in a list of frames. */
static void find_speech(const control_Speech* speech, double* out_begin_s, double* out_end_s) {
    bool is_heard = false;
    *out_begin_s = 0.0;
    *out_end_s = speech->seconds;
    for (int32_t i = 0; i < speech->frame_count; i++) {
        if (!speech->frames[i].is_speech) continue;
        if (!is_heard) *out_begin_s = speech->frames[i].time_s;
        *out_end_s = speech->frames[i].time_s;
        is_heard = true;
    }
}

static bool add_text(control_Control* control, control_Speech* speech, control_Call* call,
                     bool moves_mouth) {
    char* text;
    Cues cues;
    double begin_s, end_s;
    if (!read_script(call, &text, &cues)) return false;
    bool is_added;
    if (moves_mouth) {
        is_added = add_letters(control, speech, call, text, &cues, true);
    } else {
        find_speech(speech, &begin_s, &end_s);
        cues_place(&cues, begin_s, end_s);
        is_added = add_moods(control, speech, call, &cues, 0.0);
    }
    cues_free(&cues);
    free(text);
    return is_added;
}

static bool fill_whole(control_Control* control, control_Speech* speech, control_Call* call) {
    bool has_sound = control_has(call, "sound"), has_visemes = control_has(call, "visemes");
    Voice voice = {0};
    bool is_filled = !has_sound || add_sound(control, speech, call, &voice);
    voice_close(&voice);
    if (is_filled && has_visemes) is_filled = add_visemes(control, speech, call);
    if (is_filled && control_has(call, "text"))
        is_filled = add_text(control, speech, call, !has_sound && !has_visemes);
    speech->has_end = true;
    return is_filled;
}

/* ---- A stream ---- */

static bool open_stream(control_Speech* speech, control_Call* call) {
    if (speech->id.kind == CONTROL_ID_NONE)
        return control_fail(call, "missing", "say: stream needs id");
    if (control_has(call, "sound") || control_has(call, "visemes"))
        return control_fail(call, "missing", "say: stream excludes sound and visemes");
    if (speech->kind == STREAM_PCM)
        speech->stream =
            control_stream_pcm((int32_t)control_number(call, "sampleRate", DEFAULT_RATE_HZ));
    if (speech->kind == STREAM_MP3 && !control_stream_has_mp3())
        return control_fail(call, "sound", "this build of vrm has no libmpg123, which reads MP3");
    if (speech->kind == STREAM_MP3) speech->stream = control_stream_mp3();
    return speech->kind == STREAM_TEXT || speech->stream != NULL || control_fail_memory(call);
}

/* ---- Events ---- */

static void send_begun(control_Control* control, const control_Speech* speech) {
    vrm_JsonBuilder* out = control_begin(control, "begun", &speech->id);
    cli_json_string(out, "of", "say");
    if (speech->has_end) control_put_seconds(control, "seconds", speech->seconds);
    control_put_time(control);
    control_send(control, speech->client);
}

static void send_spoken(control_Control* control, const control_Speech* speech, bool is_cut) {
    double said_s =
        speech->has_begun ? vrm_actor_time(control->stage.actor) - speech->begin_s : 0.0;
    vrm_JsonBuilder* out = control_begin(control, "spoken", &speech->id);
    cli_json_bool(out, "cut", is_cut);
    control_put_seconds(control, "seconds", fmin(said_s, speech->seconds));
    control_put_time(control);
    control_send(control, speech->client);
}

static void send_dry(control_Control* control, const control_Speech* speech) {
    vrm_JsonBuilder* out = control_begin(control, speech->is_dry ? "lost" : "found", &speech->id);
    cli_json_string(out, "what", "sound");
    control_put_time(control);
    control_send(control, speech->client);
}

/* ---- The queue ---- */

static void remove_first(control_Control* control) {
    free_speech(control->says[0]);
    control->say_count--;
    memmove(control->says, control->says + 1, (size_t)control->say_count * sizeof *control->says);
}

static void cut_all(control_Control* control) {
    if (control->say_count > 0 && control->says[0]->has_begun && control->face != NULL)
        vrm_face_begin_sound(control->face); /* what the face has heard ahead goes */
    while (control->say_count > 0) {
        send_spoken(control, control->says[0], true);
        remove_first(control);
    }
}

bool control_stop_speech(control_Control* control) {
    cut_all(control);
    return true;
}

static control_Speech* find_speech_of(const control_Control* control, const control_Client* client,
                                      const control_Id* id) {
    for (int i = 0; i < control->say_count; i++)
        if (control->says[i]->client == client && control_id_equals(&control->says[i]->id, id))
            return control->says[i];
    return NULL;
}

static bool check_say(const control_Control* control, const control_Client* client,
                      control_Call* call, bool is_queued) {
    bool has_any = control_has(call, "text") || control_has(call, "sound") ||
                   control_has(call, "visemes") || control_has(call, "stream");
    if (!has_any) return control_fail(call, "missing", "say needs text, sound, visemes or stream");
    if (!control->speaks) return control_fail(call, "avatar", "the avatar cannot move its mouth");
    if (!is_queued) return true;
    if (control->say_count == CONTROL_SAYS_MAX)
        return control_fail(call, "limit", "%d says wait already", CONTROL_SAYS_MAX - 1);
    if (call->id.kind != CONTROL_ID_NONE && find_speech_of(control, client, &call->id) != NULL)
        return control_fail(call, "state", "a say with this id has not ended");
    return true;
}

bool control_say(control_Control* control, control_Client* client, control_Call* call) {
    bool is_queued = control_flag(call, "queued", false);
    if (!check_say(control, client, call, is_queued)) return false;
    control_Speech* speech = calloc(1, sizeof *speech);
    if (speech == NULL) return control_fail_memory(call);
    speech->client = client;
    speech->id = call->id;
    speech->kind = (StreamKind)control_word(call, "stream", STREAM_NONE);
    speech->pace = control_number(call, "pace", DEFAULT_PACE);
    bool is_ready;
    if (speech->kind == STREAM_NONE) {
        is_ready = fill_whole(control, speech, call);
    } else {
        is_ready = open_stream(speech, call);
        if (is_ready && control_has(call, "text"))
            is_ready = add_text(control, speech, call, speech->kind == STREAM_TEXT);
    }
    if (!is_ready) {
        free_speech(speech);
        return false;
    }
    if (!is_queued) cut_all(control);
    control->says[control->say_count++] = speech;
    return true;
}

/* ---- Chunks ---- */

/* Sound that comes after a gap is heard a little later than now. */
static void close_gap(const control_Control* control, control_Speech* speech) {
    if (!speech->is_dry) return;
    double now_s = vrm_actor_time(control->stage.actor) - speech->begin_s + LEAD_S;
    if (now_s > speech->seconds) {
        speech->shift_s += now_s - speech->seconds;
        speech->seconds = now_s;
    }
}

static bool add_data(control_Control* control, control_Speech* speech, control_Call* call) {
    uint8_t* bytes;
    size_t size;
    if (!control_bytes(call, "data", &bytes, &size)) return false;
    close_gap(control, speech);
    double before_s = control_stream_seconds(speech->stream);
    vrm_Result result = control_stream_add(speech->stream, bytes, size, add_frames, speech);
    speech->seconds += control_stream_seconds(speech->stream) - before_s;
    free(bytes);
    if (result == VRM_ERR_MEMORY) return control_fail_memory(call);
    return result == VRM_OK ||
           control_fail(call, "sound", "data is no MP3, or its sample rate changes");
}

static bool add_chunk_text(control_Control* control, control_Speech* speech, control_Call* call,
                           double before_s) {
    char* text;
    Cues cues;
    if (!read_script(call, &text, &cues)) return false;
    bool is_added;
    if (speech->kind == STREAM_TEXT || speech->seconds <= before_s) {
        if (speech->kind == STREAM_TEXT) close_gap(control, speech);
        is_added = add_letters(control, speech, call, text, &cues, speech->kind == STREAM_TEXT);
    } else {
        cues_place(&cues, 0.0, speech->seconds - before_s);
        is_added = add_moods(control, speech, call, &cues, before_s);
    }
    cues_free(&cues);
    free(text);
    return is_added;
}

static bool check_chunk(const control_Control* control, const control_Speech* speech,
                        control_Call* call) {
    if (speech == NULL || speech->kind == STREAM_NONE || speech->has_end)
        return control_fail(call, "state", "there is no say with a stream of this id");
    if (control_has(call, "data") && speech->kind == STREAM_TEXT)
        return control_fail(call, "missing", "chunk: a stream of text has no data");
    double heard_s =
        speech->has_begun ? vrm_actor_time(control->stage.actor) - speech->begin_s : 0.0;
    if (speech->seconds - heard_s > CONTROL_AHEAD_S)
        return control_fail(call, "limit", "%d s of sound wait already", CONTROL_AHEAD_S);
    if (speech->seconds > CONTROL_SPEECH_S)
        return control_fail(call, "limit", "a speech has at most %d s", CONTROL_SPEECH_S);
    return true;
}

/* Whether the tags can be added: after the data it is too late to refuse the message. */
static bool check_tags(control_Control* control, const control_Speech* speech, control_Call* call) {
    char* text;
    const char* name;
    Cues cues;
    if (!control_has(call, "text")) return true;
    if (!read_script(call, &text, &cues)) return false;
    bool is_good = cues.count <= MOODS_MAX - speech->mood_count || fail_tags(call);
    for (int32_t i = 0; i < cues.count && is_good; i++)
        is_good = control_expression(control, call, cues.list[i].parts[0].name, &name);
    cues_free(&cues);
    free(text);
    return is_good;
}

/* The last frames of a stream. */
static bool end_stream(control_Speech* speech) {
    speech->has_end = true;
    return speech->stream == NULL ||
           control_stream_end(speech->stream, add_frames, speech) == VRM_OK;
}

bool control_chunk(control_Control* control, control_Client* client, control_Call* call) {
    control_Id of = control_member_id(call, "of");
    control_Speech* speech = find_speech_of(control, client, &of);
    if (!check_chunk(control, speech, call) || !check_tags(control, speech, call)) return false;
    double before_s = speech->seconds;
    if (control_has(call, "data") && !add_data(control, speech, call)) return false;
    if (control_has(call, "text") && !add_chunk_text(control, speech, call, before_s)) return false;
    if (control_flag(call, "end", false) && !end_stream(speech)) return control_fail_memory(call);
    if (speech->is_dry && speech->seconds > before_s) {
        speech->is_dry = false;
        send_dry(control, speech);
    }
    return true;
}

/* ---- Each frame ---- */

static bool can_begin(const control_Speech* speech) {
    return speech->has_end || speech->seconds >= LEAD_S;
}

static void begin(control_Control* control, control_Speech* speech) {
    speech->begin_s = vrm_actor_time(control->stage.actor);
    speech->has_begun = true;
    vrm_face_begin_sound(control->face);
    send_begun(control, speech);
}

static void feed_frames(const control_Control* control, control_Speech* speech, double now_s) {
    int32_t next = speech->next_frame;
    while (next < speech->frame_count && speech->frames[next].time_s <= now_s + FEED_S) next++;
    if (next > speech->next_frame)
        (void)vrm_face_hear(control->face, speech->frames + speech->next_frame,
                            next - speech->next_frame);
    speech->next_frame = next;
}

/* Moods of the next step come at their own times. */
static void show_moods(const control_Control* control, control_Speech* speech, double until_s) {
    vrm_Actor* actor = control->stage.actor;
    for (; speech->next_mood < speech->mood_count; speech->next_mood++) {
        const Mood* mood = &speech->moods[speech->next_mood];
        vrm_EmotionPart part = {mood->name, mood->weight};
        vrm_EmotionDef def = vrm_default_emotion_def();
        double time_s = speech->begin_s + mood->time_s;
        if (mood->time_s >= until_s) return;
        def.parts = mood->name != NULL ? &part : NULL;
        def.part_count = mood->name != NULL ? 1 : 0;
        (void)vrm_actor_emote(actor, fmax(time_s, vrm_actor_time(actor)), &def);
    }
}

/* False: the speech has ended. */
static bool go_on(control_Control* control, control_Speech* speech, double dt) {
    double now_s = vrm_actor_time(control->stage.actor) - speech->begin_s;
    bool is_over = now_s >= speech->seconds;
    feed_frames(control, speech, now_s);
    show_moods(control, speech, now_s + dt);
    if (is_over && !speech->has_end && !speech->is_dry) {
        speech->is_dry = true;
        send_dry(control, speech);
    }
    return !is_over || !speech->has_end;
}

void control_run_speech(control_Control* control, double dt) {
    while (control->say_count > 0) {
        control_Speech* speech = control->says[0];
        if (!speech->has_begun && !can_begin(speech)) return;
        if (!speech->has_begun) begin(control, speech);
        if (go_on(control, speech, dt)) return;
        send_spoken(control, speech, false);
        remove_first(control);
    }
}

/* ---- The rest ---- */

void control_put_speech(const control_Control* control) {
    vrm_JsonBuilder* out = control->out;
    const control_Speech* present =
        control->say_count > 0 && control->says[0]->has_begun ? control->says[0] : NULL;
    if (present != NULL && present->id.kind != CONTROL_ID_NONE) {
        control_put_id(out, "speaking", &present->id);
    } else {
        vrm_json_put_key(out, "speaking");
        if (present != NULL)
            vrm_json_put_bool(out, true);
        else
            vrm_json_put_null(out);
    }
    cli_json_integer(out, "waiting", control->say_count - (present != NULL ? 1 : 0));
}

bool control_is_speaking_for(const control_Control* control, const control_Client* client) {
    for (int i = 0; i < control->say_count; i++)
        if (control->says[i]->client == client) return true;
    return false;
}

void control_end_streams(control_Control* control, const control_Client* client) {
    for (int i = 0; i < control->say_count; i++) {
        control_Speech* speech = control->says[i];
        if (speech->client == client && !speech->has_end) (void)end_stream(speech);
    }
}

void control_free_speech(control_Control* control) {
    while (control->say_count > 0) remove_first(control);
}

void control_forget_client(control_Control* control, const control_Client* client) {
    control_end_streams(control, client);
    for (int i = 0; i < control->say_count; i++)
        if (control->says[i]->client == client) control->says[i]->client = NULL;
    control_forget_motions_of(control, client);
}
