/* SPDX-License-Identifier: MIT */
/* Events of speech engines, one object for each:
 *
 *   Azure   {"audioOffset": 500000, "visemeId": 7, "animation": "{\"FrameIndex\":0,...}"}
 *   SAPI    {"AudioPosition": "00:00:00.0500000", "Viseme": 7}
 *   Polly   {"time": 50, "type": "viseme", "value": "u"}
 *
 * Keys are spelled as in each engine's C#, JavaScript, Python or Java library. */
#include "face/face_tables.h"
#include "face/speech/mark_list.h"

#include <math.h>
#include <string.h>

#define TICKS_A_SECOND  1e7 /* .NET: 100 ns */
#define SHAPES_A_SECOND 60.0

/* Azure: 52 shapes of ARKit, the roll of the head and of both eyes. */
enum { AZURE_SHAPES = 55 };

/* SAPI 5, SPVISEMES; Azure, "Map phonemes to visemes". */
static const vrmi_Phone sapi_phones[] = {
    VRMI_PHONE(SIL, 0.0f),       /* 0: silence */
    VRMI_PHONE(AA, 0.7f),        /* 1: ae ax ah */
    VRMI_PHONE(AA, 1.0f),        /* 2: aa */
    VRMI_PHONE(O, 1.0f),         /* 3: ao */
    VRMI_PHONE(E, 1.0f),         /* 4: ey eh uh */
    VRMI_PHONE(E, 0.5f),         /* 5: er */
    VRMI_PHONE(I, 1.0f),         /* 6: y iy ih ix */
    VRMI_PHONE(U, 1.0f),         /* 7: w uw */
    VRMI_DIPHTHONG(O, 1.0f, U),  /* 8: ow */
    VRMI_DIPHTHONG(AA, 1.0f, U), /* 9: aw */
    VRMI_DIPHTHONG(O, 1.0f, I),  /* 10: oy */
    VRMI_DIPHTHONG(AA, 1.0f, I), /* 11: ay */
    VRMI_NO_SHAPE,               /* 12: h */
    VRMI_PHONE(RR, 1.0f),        /* 13: r */
    VRMI_PHONE(DD, 1.0f),        /* 14: l */
    VRMI_PHONE(SS, 1.0f),        /* 15: s z */
    VRMI_PHONE(CH, 1.0f),        /* 16: sh ch jh zh */
    VRMI_PHONE(TH, 1.0f),        /* 17: th dh */
    VRMI_PHONE(FF, 1.0f),        /* 18: f v */
    VRMI_PHONE(DD, 1.0f),        /* 19: d t n */
    VRMI_PHONE(KK, 1.0f),        /* 20: k g ng */
    VRMI_PHONE(PP, 1.0f),        /* 21: p b m */
};

/* Amazon Polly, "Visemes and Amazon Polly". */
static const vrmi_PhoneRow polly_phones[] = {
    {"sil", VRMI_PHONE(SIL, 0.0f)}, {"p", VRMI_PHONE(PP, 1.0f)}, {"t", VRMI_PHONE(DD, 1.0f)},
    {"S", VRMI_PHONE(CH, 1.0f)},    {"T", VRMI_PHONE(TH, 1.0f)}, {"f", VRMI_PHONE(FF, 1.0f)},
    {"k", VRMI_PHONE(KK, 1.0f)},    {"i", VRMI_PHONE(I, 1.0f)},  {"r", VRMI_PHONE(RR, 1.0f)},
    {"s", VRMI_PHONE(SS, 1.0f)},    {"u", VRMI_PHONE(U, 1.0f)},  {"@", VRMI_PHONE(E, 0.5f)},
    {"a", VRMI_PHONE(AA, 1.0f)},    {"e", VRMI_PHONE(E, 1.0f)},  {"E", VRMI_PHONE(E, 1.0f)},
    {"o", VRMI_PHONE(O, 1.0f)},     {"O", VRMI_PHONE(O, 1.0f)},
};

static vrm_JsonRef first_member(const vrm_Json* json, vrm_JsonRef object, const char* const* keys) {
    vrm_JsonRef value = VRM_JSON_MISSING;
    for (; *keys != NULL && value == VRM_JSON_MISSING; keys++)
        value = vrm_json_member(json, object, *keys);
    return value;
}

static void add_sapi(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef viseme, double time_s) {
    int64_t id;
    if (!vrm_json_integer(json, viseme, &id) || id < 0 ||
        id >= (int64_t)(sizeof sapi_phones / sizeof *sapi_phones))
        list->damaged_count++;
    else
        vrmi_marks_add(list, time_s, sapi_phones[id]);
}

/* ---- Azure ---- */

static const char* const offset_keys[] = {"audioOffset", "audio_offset",    "AudioOffset",
                                          "Offset",      "privAudioOffset", NULL};
static const char* const id_keys[] = {"visemeId", "viseme_id", "VisemeId", "privVisemeId", NULL};
static const char* const animation_keys[] = {"animation", "Animation", "privAnimation", NULL};

static bool read_shapes(const vrm_Json* json, vrm_JsonRef row, float shapes[VRM_FACE_SHAPE_COUNT]) {
    if (vrm_json_type(json, row) != VRM_JSON_ARRAY || vrm_json_count(json, row) < AZURE_SHAPES)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, row);
    while (vrm_json_next(&it) && it.index < VRM_FACE_SHAPE_COUNT) {
        double weight = vrm_json_number(json, it.value, (double)NAN);
        if (!isfinite(weight)) return false;
        shapes[it.index] = (float)(weight < 0.0 ? 0.0 : weight > 1.0 ? 1.0 : weight);
    }
    return true;
}

/* Blend shapes say more than the numbers of visemes, which are dropped. */
static void begin_shapes(vrmi_MarkList* list) {
    if (list->format != VRM_SPEECH_FORMAT_AZURE) return;
    list->format = VRM_SPEECH_FORMAT_AZURE_SHAPES;
    list->count = 0;
    list->glide = VRM_VISEME_SIL;
}

static void read_frames(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef chunk) {
    double first = vrm_json_number(json, vrm_json_member(json, chunk, "FrameIndex"), (double)NAN);
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, chunk, "BlendShapes"));
    begin_shapes(list);
    if (!vrmi_marks_accept_format(list, VRM_SPEECH_FORMAT_AZURE_SHAPES)) return;
    while (vrm_json_next(&it)) {
        float shapes[VRM_FACE_SHAPE_COUNT], presets[VRM_EXPRESSION_PRESET_COUNT];
        if (!read_shapes(json, it.value, shapes)) {
            list->damaged_count++;
            continue;
        }
        vrmi_shapes_to_presets(shapes, 0, presets);
        vrmi_marks_add_vowels(list, (first + it.index) / SHAPES_A_SECOND,
                              presets + VRM_EXPRESSION_AA);
    }
}

static bool is_chunk(const vrm_Json* json, vrm_JsonRef value) {
    return vrm_json_type(json, vrm_json_member(json, value, "BlendShapes")) == VRM_JSON_ARRAY;
}

/* The chunk as text in a string, as the events have it. */
static bool read_chunk_text(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef string) {
    size_t size = vrm_json_string(json, string, NULL, 0);
    char* text = vrmi_alloc(&list->allocator, size + 1);
    vrm_JsonDef def = vrm_default_json_def();
    vrm_Json* inner = NULL;
    if (text == NULL) {
        list->result = VRM_ERR_MEMORY;
        return false;
    }
    (void)vrm_json_string(json, string, text, size + 1);
    def.borrow_text = true;
    def.allocator = list->allocator;
    vrm_Result result = vrm_json_parse(text, size, &def, NULL, &inner);
    bool is_read = result == VRM_OK && is_chunk(inner, vrm_json_root(inner));
    if (is_read) read_frames(list, inner, vrm_json_root(inner));
    if (result == VRM_ERR_MEMORY) list->result = result;
    vrm_json_destroy(inner);
    vrmi_release(&list->allocator, text, size + 1);
    return is_read;
}

/* Reads an animation with blend shapes. Azure also sends animations as SVG, which are ignored. */
static bool read_animation(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef event) {
    vrm_JsonRef animation = first_member(json, event, animation_keys);
    if (is_chunk(json, event)) animation = event;
    if (is_chunk(json, animation)) {
        read_frames(list, json, animation);
        return true;
    }
    vrm_Span text = vrm_json_text(json, animation);
    return vrm_json_type(json, animation) == VRM_JSON_STRING && text.size > 2 &&
           text.data[1] == '{' && read_chunk_text(list, json, animation);
}

static bool read_azure(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef event) {
    vrm_JsonRef data = vrm_json_member(json, event, "Data"); /* of a message as it is sent */
    if (vrm_json_type(json, data) == VRM_JSON_OBJECT) event = data;
    if (read_animation(list, json, event)) return true;
    vrm_JsonRef id = first_member(json, event, id_keys);
    vrm_JsonRef ticks = first_member(json, event, offset_keys);
    vrm_JsonRef ms = vrm_json_member(json, event, "audio_offset_ms"); /* Voice Live */
    if (id == VRM_JSON_MISSING || (ticks == VRM_JSON_MISSING && ms == VRM_JSON_MISSING))
        return false;
    if (list->format == VRM_SPEECH_FORMAT_AZURE_SHAPES) return true;
    double time_s = ms != VRM_JSON_MISSING
                        ? vrm_json_number(json, ms, (double)NAN) / 1e3
                        : vrm_json_number(json, ticks, (double)NAN) / TICKS_A_SECOND;
    if (vrmi_marks_accept_format(list, VRM_SPEECH_FORMAT_AZURE)) add_sapi(list, json, id, time_s);
    return true;
}

/* ---- SAPI ---- */

/* Reads digits; false if there are none. */
static bool read_digits(const char** at, double* out) {
    const char* from = *at;
    for (*out = 0.0; **at >= '0' && **at <= '9'; (*at)++) *out = *out * 10.0 + (**at - '0');
    return *at > from;
}

/* "hh:mm:ss" or "hh:mm:ss.fffffff", as .NET writes a TimeSpan; NaN for other texts. */
static double read_time_span(const char* text) {
    double hours, minutes, seconds, fraction = 0.0, scale = 1.0;
    if (!read_digits(&text, &hours) || *text++ != ':' || !read_digits(&text, &minutes) ||
        *text++ != ':' || !read_digits(&text, &seconds))
        return (double)NAN;
    if (*text == '.') {
        const char* from = ++text;
        if (!read_digits(&text, &fraction)) return (double)NAN;
        for (; from < text; from++) scale *= 10.0;
    }
    return *text == '\0' ? hours * 3600.0 + minutes * 60.0 + seconds + fraction / scale
                         : (double)NAN;
}

static double sapi_time(const vrm_Json* json, vrm_JsonRef value) {
    char text[32];
    if (vrm_json_type(json, value) != VRM_JSON_STRING)
        return vrm_json_number(json, value, (double)NAN) / TICKS_A_SECOND;
    size_t size = vrm_json_string(json, value, text, sizeof text);
    return size < sizeof text ? read_time_span(text) : (double)NAN;
}

static bool read_sapi(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef event) {
    vrm_JsonRef position = vrm_json_member(json, event, "AudioPosition");
    vrm_JsonRef viseme = vrm_json_member(json, event, "Viseme");
    if (position == VRM_JSON_MISSING || viseme == VRM_JSON_MISSING) return false;
    if (!vrmi_marks_accept_format(list, VRM_SPEECH_FORMAT_SAPI)) return true;
    double time_s = sapi_time(json, position);
    double length_s = sapi_time(json, vrm_json_member(json, event, "Duration"));
    add_sapi(list, json, viseme, time_s);
    if (length_s > 0.0) vrmi_marks_end_sound(list, time_s + length_s);
    return true;
}

/* ---- Polly ---- */

static vrmi_Phone polly_phone(const vrm_Json* json, vrm_JsonRef value) {
    static const vrmi_Phone other = VRMI_PHONE(E, 0.5f);
    return vrmi_phone_named(polly_phones, sizeof polly_phones / sizeof *polly_phones, json, value,
                            other);
}

static bool read_polly(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef event) {
    vrm_JsonRef time = vrm_json_member(json, event, "time");
    vrm_JsonRef type = vrm_json_member(json, event, "type");
    vrm_JsonRef value = vrm_json_member(json, event, "value");
    if (vrm_json_type(json, time) != VRM_JSON_NUMBER ||
        vrm_json_type(json, type) != VRM_JSON_STRING ||
        vrm_json_type(json, value) != VRM_JSON_STRING)
        return false;
    bool is_viseme = vrm_json_equals(json, type, "viseme");
    if (vrmi_marks_accept_format(list, VRM_SPEECH_FORMAT_POLLY) && is_viseme)
        vrmi_marks_add(list, vrm_json_number(json, time, (double)NAN) / 1e3,
                       polly_phone(json, value));
    return true;
}

bool vrmi_marks_read_event(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef event) {
    return read_azure(list, json, event) || read_sapi(list, json, event) ||
           read_polly(list, json, event);
}
