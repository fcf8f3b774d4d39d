/* SPDX-License-Identifier: MIT */
#include "author/springs/sway_names.h"

#include "base/ascii.h"

#include <stddef.h>
#include <string.h>

/* Words of each verdict; the first row with a word in the name counts, so "ponytail" is hair,
 * "earring" no ear, and a "hair_end" no tip of a finger. A word in front of which an = stands must
 * be a whole word of the name ("ear" is none of "gear"); others may be a part of one
 * ("fronthair"). */
static const struct {
    int verdict;
    const char* words;
} table[] = {
    {VRM_SWAY_ACCESSORY, "earring earing piercing pendant necklace pierce"},
    {VRM_SWAY_RIBBON, "hairribbon hair_ribbon headband"},
    {VRM_SWAY_HAIR,
     "hair ponytail pigtail twintail =bang bangs fringe forelock ahoge braid =strand "
     "dreadlock sideburn hime =bun =kami maegami 髪 もみあげ アホ毛 ツインテ おさげ "
     "三つ編み"},
    {VRM_SWAY_SKIRT, "skirt =coat overcoat cloak =cape =dress =robe =hem =apron =jacket =poncho "
                     "スカート コート マント エプロン 裾"},
    {VRM_SWAY_SLEEVE, "sleeve =cuff =cuffs =sode 袖"},
    {VRM_SWAY_RIBBON, "ribbon necktie =tie scarf muffler =bow =string =strings =cord =lace =strap "
                      "=sash リボン ネクタイ マフラー 紐"},
    {VRM_SWAY_BREAST, "breast =bust =boob =boobs oppai =mune =chichi 胸先 乳 おっぱい"},
    {VRM_SWAY_EAR, "=ear =ears nekomimi usamimi kemomimi =mimi 耳"},
    {VRM_SWAY_TAIL, "=tail =tails shippo 尻尾 しっぽ"},
    {VRM_SWAY_ACCESSORY, "=accessory =acc tassel =feather =wing =wings =antenna =antennae =bell "
                         "=charm =chain =fin =tentacle アクセ 羽 翼 鈴"},
    /* Rigid things. */
    {VRMI_SWAY_NEVER,
     "backpack =bag =hat =cap helmet glasses goggles sword =weapon =gun =shield "
     "armor armour =boot =boots =shoe =shoes =crown =mask buckle headphone headset "
     "眼鏡 帽子"},
    /* Parts of the body, and helpers of riggers. */
    {VRMI_SWAY_NEVER,
     "twist =roll =ik =pole =target =ctrl =control =helper =socket =mount =collider =aim =eye "
     "=eyes "
     "eyeball eyelid eyebrow =brow =lid =iris =pupil =lip =lips =mouth teeth =tooth tongue =jaw "
     "=cheek =nose =chin =face =forehead =temple =pelvis =finger =thumb =index =middle =ring "
     "=pinky =little =toe =toes =heel "
     "muscle deltoid bicep =knee =elbow =wrist =palm 目 眉 口 舌 歯 捩 ＩＫ"},
};

static bool begins_word(const char* name, const char* at) {
    if (at == name || !vrmi_is_letter(at[-1])) return true;
    return vrmi_is_upper(*at) && !vrmi_is_upper(at[-1]);
}

static bool ends_word(const char* end) {
    return !vrmi_is_letter(*end) || (vrmi_is_upper(*end) && !vrmi_is_upper(end[-1]));
}

static bool is_at(const char* at, const char* word, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (vrmi_lower(at[i]) != word[i]) return false;
    return true;
}

static bool has_word(const char* name, const char* word, size_t size) {
    bool is_whole = *word == '=';
    if (is_whole) word++, size--;
    for (const char* at = name; *at != '\0'; at++) {
        if (!is_at(at, word, size)) continue;
        if (!is_whole || (begins_word(name, at) && ends_word(at + size))) return true;
    }
    return false;
}

static bool has_any(const char* name, const char* words) {
    for (const char* at = words; *at != '\0';) {
        size_t size = strcspn(at, " ");
        if (has_word(name, at, size)) return true;
        at += size;
        while (*at == ' ') at++;
    }
    return false;
}

int vrmi_sway_by_name(const char* name) {
    for (size_t row = 0; row < sizeof table / sizeof *table; row++)
        if (has_any(name, table[row].words)) return table[row].verdict;
    return VRMI_SWAY_UNNAMED;
}
