/* SPDX-License-Identifier: MIT */
/* Morphs as expressions. Faces for MMD share some names; a morph of another name is an expression
 * of the avatar's own, which many avatars have under the same name. */
#include "motion/mmd/mmd_names.h"
#include "motion/mmd/shift_jis.h"

#include <string.h>

/* In one spelling (vrmi_mmd_fold). MMD's wink is that of the left eye unless it says right. */
static const struct {
    const char *morph, *expression;
} table[] = {
    {"あ", "aa"},
    {"い", "ih"},
    {"う", "ou"},
    {"え", "ee"},
    {"お", "oh"},
    {"a", "aa"},
    {"i", "ih"},
    {"u", "ou"},
    {"e", "ee"},
    {"o", "oh"},
    {"まばたき", "blink"},
    {"瞬き", "blink"},
    {"まばたき左", "blinkLeft"},
    {"まばたき右", "blinkRight"},
    {"まば左", "blinkLeft"},
    {"まば右", "blinkRight"},
    {"ウィンク", "blinkLeft"},
    {"ウィンク左", "blinkLeft"},
    {"ウィンク右", "blinkRight"},
    {"ウィンク2", "blinkLeft"},
    {"ウィンク2左", "blinkLeft"},
    {"ウィンク2右", "blinkRight"},
    {"ウインク", "blinkLeft"},
    {"ウインク右", "blinkRight"},
    {"ウインク2", "blinkLeft"},
    {"ウインク2右", "blinkRight"},
    {"笑い", "happy"},
    {"笑顔", "happy"},
    {"喜び", "happy"},
    {"怒り", "angry"},
    {"困る", "sad"},
    {"悲しい", "sad"},
    {"悲しむ", "sad"},
    {"なごみ", "relaxed"},
    {"にこり", "relaxed"},
    {"びっくり", "surprised"},
    {"驚き", "surprised"},
};

const char* vrmi_mmd_expression(const char* name) {
    char folded[VRMI_MMD_NAME_SIZE];
    vrmi_mmd_fold(name, folded, sizeof folded);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(folded, table[i].morph) == 0) return table[i].expression;
    return name;
}

/* ---- Names that were cut ---- */

/* The names of ARKit that are longer than 15 bytes. */
static const char* const long_names[] = {
    "browOuterUpRight",   "cheekSquintRight",    "eyeLookDownRight", "mouthDimpleRight",
    "mouthLowerDownLeft", "mouthLowerDownRight", "mouthStretchLeft", "mouthStretchRight",
    "mouthUpperUpLeft",   "mouthUpperUpRight",
};

/* The only name that begins so; NULL: none or several. */
static const char* only_one(const char* const* names, int32_t count, const char* begin) {
    const char* found = NULL;
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(names[i], begin) == 0) return names[i];
        if (strncmp(names[i], begin, strlen(begin)) != 0) continue;
        if (found != NULL) return NULL;
        found = names[i];
    }
    return found;
}

const char* vrmi_mmd_whole_morph(const vrmi_MmdModel* model, const vrmi_VmdTrack* track) {
    const int32_t count = (int32_t)(sizeof long_names / sizeof *long_names);
    if (!track->is_full) return track->name;
    const char* whole = only_one(model->morphs, model->morph_count, track->name);
    if (whole == NULL) whole = only_one(long_names, count, track->name);
    return whole == NULL ? track->name : whole;
}
