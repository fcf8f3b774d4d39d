/* SPDX-License-Identifier: MIT */
#include "words/expression_name.h"

#include "words/ascii_words.h"

/* Presets whose names differ: in 1.0, and in 0.x (of the preset; exporters usually name its blend
 * shape group the same, in any case). */
static const struct {
    const char *name1, *name0;
} presets[] = {{"happy", "joy"},
               {"sad", "sorrow"},
               {"relaxed", "fun"},
               {"aa", "a"},
               {"ih", "i"},
               {"ou", "u"},
               {"ee", "e"},
               {"oh", "o"},
               {"blinkLeft", "blink_l"},
               {"blinkRight", "blink_r"}};

const char* cli_expression_name(const vrm_Rig* rig, const char* asked) {
    if (vrm_rig_expression(rig, asked) >= 0) return asked;
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        const char *name1 = presets[i].name1, *name0 = presets[i].name0;
        if (cli_is_same_word(asked, name0) && vrm_rig_expression(rig, name1) >= 0) return name1;
        if (cli_is_same_word(asked, name1) && vrm_rig_expression(rig, name0) >= 0) return name0;
    }
    for (int32_t i = 0; i < vrm_rig_expression_count(rig); i++) {
        const char* name = vrm_rig_expression_info(rig, i).name;
        if (cli_is_same_word(asked, name)) return name;
    }
    return NULL;
}
