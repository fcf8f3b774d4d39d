/* SPDX-License-Identifier: MIT */
/* Characters with times of ElevenLabs. Letters are no sounds: Latin letters and kana give a rough
 * mouth, other scripts one that opens with each character. */
#include "face/speech/mark_list.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

/* A space or a full stop that lasts longer is a pause. */
#define PAUSE_S 0.12

/* How long the lips are closed before the vowel of a kana such as pa. */
#define LIPS_S 0.06

/* ---- Letters ---- */

/* The letter without its accent, for U+00E0 to U+00FF. */
static const char latin_1[] = "aaaaaaeseeeeiiiidnooooo ouuuuyty";

static uint32_t simple_letter(uint32_t code) {
    if (code >= 'A' && code <= 'Z') return code + ('a' - 'A');
    if (code >= 0xC0 && code <= 0xDE) code += 0x20;
    if (code == 0xDF) return 's';
    return code >= 0xE0 && code <= 0xFF ? (uint32_t)latin_1[code - 0xE0] : code;
}

static vrmi_Phone latin_phone(uint32_t letter) {
    static const char* const groups[] = {"a",  "e",  "iy",    "o",    "u", "w", "bmp",
                                         "fv", "sz", "cgkqx", "dlnt", "j", "r"};
    static const vrm_Viseme visemes[] = {VRM_VISEME_AA, VRM_VISEME_E,  VRM_VISEME_I,  VRM_VISEME_O,
                                         VRM_VISEME_U,  VRM_VISEME_U,  VRM_VISEME_PP, VRM_VISEME_FF,
                                         VRM_VISEME_SS, VRM_VISEME_KK, VRM_VISEME_DD, VRM_VISEME_CH,
                                         VRM_VISEME_RR};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (letter != 0 && strchr(groups[i], (int)letter) != NULL)
            return (vrmi_Phone){visemes[i], letter == 'w' ? 0.6f : 1.0f, VRM_VISEME_SIL};
    return (vrmi_Phone)VRMI_NO_SHAPE; /* h, and what is no letter */
}

/* ---- Kana ---- */

enum { HIRAGANA = 0x3041, HIRAGANA_LAST = 0x3096, KATAKANA = 0x30A1, KATAKANA_LAST = 0x30F6 };
enum { KANA_HA = 46, KANA_MA = 61, KANA_YA = 66 }; /* places of the rows ha, ma and ya */

/* The vowel of each kana; q: a double consonant. */
static const char kana_vowels[] = "aaiiuueeoo"
                                  "aaiiuueeoo"
                                  "aaiiuueeoo"
                                  "aaiiquueeoo"
                                  "aiueo"
                                  "aaaiiiuuueeeooo"
                                  "aiueo"
                                  "aauuoo"
                                  "aiueo"
                                  "aaieon"
                                  "uae";

/* The place of a kana in the table; -1: it is none. */
static int32_t kana_place(uint32_t code) {
    if (code >= HIRAGANA && code <= HIRAGANA_LAST) return (int32_t)(code - HIRAGANA);
    if (code >= KATAKANA && code <= KATAKANA_LAST) return (int32_t)(code - KATAKANA);
    return -1;
}

static bool closes_lips(int32_t place) {
    bool is_b_or_p = place >= KANA_HA && place < KANA_MA && (place - KANA_HA) % 3 != 0;
    return is_b_or_p || (place >= KANA_MA && place < KANA_YA);
}

static void add_kana(vrmi_MarkList* list, int32_t place, double begin_s, double end_s) {
    if (closes_lips(place)) {
        double half_s = (end_s - begin_s) * 0.5;
        vrmi_marks_add(list, begin_s, (vrmi_Phone)VRMI_PHONE(PP, 1.0f));
        begin_s += half_s > LIPS_S ? LIPS_S : half_s > 0.0 ? half_s : 0.0;
    }
    vrmi_marks_add(list, begin_s, latin_phone((uint32_t)kana_vowels[place]));
}

/* ---- Characters ---- */

/* Punctuation of Unicode and of East Asia, signs of arithmetic; the long mark of katakana. */
static bool is_silent(uint32_t code) {
    return (code >= 0x80 && code < 0xC0) || code == 0xD7 || code == 0xF7 || code == 0x30FC ||
           (code >= 0x2000 && code <= 0x2BFF) || (code >= 0x3000 && code <= 0x303F) ||
           (code >= 0xFE00 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF20);
}

static void add_character(vrmi_MarkList* list, uint32_t code, double begin_s, double end_s) {
    int32_t place = kana_place(code);
    bool is_word = (code >= '0' && code <= '9') || (code >= 0x100 && !is_silent(code));
    bool is_space = code < 0x41 || is_silent(code);
    if (place >= 0) {
        add_kana(list, place, begin_s, end_s);
    } else if (is_word) {
        vrmi_marks_add(list, begin_s, (vrmi_Phone)VRMI_PHONE(E, 0.6f));
    } else if (!is_space) {
        vrmi_marks_add(list, begin_s, latin_phone(simple_letter(code)));
    } else if (end_s - begin_s >= PAUSE_S && code != 0x30FC) {
        vrmi_marks_add(list, begin_s, (vrmi_Phone)VRMI_PHONE(SIL, 0.0f));
    }
    vrmi_marks_end_sound(list, end_s);
}

/* The first character of a string; 0 if it is empty. */
static uint32_t first_code(const vrm_Json* json, vrm_JsonRef string) {
    char text[8] = "";
    (void)vrm_json_string(json, string, text, sizeof text);
    uint32_t code = 0;
    return vrmi_utf8_next(text, strlen(text), &code) > 0 ? code : 0;
}

static void read_alignment(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef alignment) {
    vrm_JsonIter character = vrm_json_iter(json, vrm_json_member(json, alignment, "characters"));
    vrm_JsonIter begin =
        vrm_json_iter(json, vrm_json_member(json, alignment, "character_start_times_seconds"));
    vrm_JsonIter end =
        vrm_json_iter(json, vrm_json_member(json, alignment, "character_end_times_seconds"));
    while (vrm_json_next(&character)) {
        if (!vrm_json_next(&begin) || !vrm_json_next(&end)) {
            list->damaged_count++;
            return;
        }
        double begin_s = vrm_json_number(json, begin.value, (double)NAN);
        double end_s = vrm_json_number(json, end.value, (double)NAN);
        if (vrm_json_type(json, character.value) != VRM_JSON_STRING || !(end_s >= begin_s))
            list->damaged_count++;
        else
            add_character(list, first_code(json, character.value), begin_s, end_s);
    }
}

static bool is_alignment(const vrm_Json* json, vrm_JsonRef value) {
    return vrm_json_type(json, vrm_json_member(json, value, "characters")) == VRM_JSON_ARRAY &&
           vrm_json_type(json, vrm_json_member(json, value, "character_start_times_seconds")) ==
               VRM_JSON_ARRAY;
}

/* The normalized text has numbers and signs as words. */
bool vrmi_marks_read_letters(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef answer) {
    vrm_JsonRef alignment = vrm_json_member(json, answer, "normalized_alignment");
    if (!is_alignment(json, alignment)) alignment = vrm_json_member(json, answer, "alignment");
    if (!is_alignment(json, alignment)) alignment = answer;
    if (!is_alignment(json, alignment)) return false;
    if (vrmi_marks_accept_format(list, VRM_SPEECH_FORMAT_ELEVENLABS))
        read_alignment(list, json, alignment);
    return true;
}
