/* SPDX-License-Identifier: MIT */
#include "motion/name_sides.h"

#include <string.h>

/* How a side is written in a name. "eyeBright" has none: words need a neighbour that ends them. */
typedef struct Side {
    const char* words[2]; /* left, right */
    bool needs_gap;       /* a character that is no letter is between the word and the rest */
    bool is_ending, is_beginning;
} Side;

static const Side sides[] = {
    {{"Left", "Right"}, false, true, true}, {{"left", "right"}, true, true, true},
    {{"LEFT", "RIGHT"}, true, true, true},  {{"_L", "_R"}, false, true, false},
    {{"_l", "_r"}, false, true, false},     {{".L", ".R"}, false, true, false},
    {{".l", ".r"}, false, true, false},     {{"-L", "-R"}, false, true, false},
    {{"L_", "R_"}, false, false, true},     {{"\xe5\xb7\xa6", "\xe5\x8f\xb3"}, false, true, true},
};

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_letter(char c) {
    return is_lower(c) || (c >= 'A' && c <= 'Z');
}

static bool ends_with(const char* name, size_t length, const char* word, bool needs_gap) {
    size_t size = strlen(word);
    if (length < size || memcmp(name + length - size, word, size) != 0) return false;
    return !needs_gap || length == size || !is_letter(name[length - size - 1]);
}

/* "leftEye" and "Left_Eye", but not "lefty". */
static bool begins_with(const char* name, size_t length, const char* word) {
    size_t size = strlen(word);
    if (length <= size || memcmp(name, word, size) != 0) return false;
    bool is_word = is_letter(word[size - 1]);
    bool is_capital = is_word && !is_lower(word[size - 1]);
    return !is_word || (is_capital ? !is_letter(name[size]) : !is_lower(name[size]));
}

bool vrmi_name_side(const char* name, vrmi_NameSide* out) {
    size_t length = strlen(name);
    for (size_t at_end = 1; at_end < 2; at_end--) /* endings first, then beginnings */
        for (size_t s = 0; s < sizeof sides / sizeof *sides; s++)
            for (size_t which = 0; which < 2; which++) {
                const char* word = sides[s].words[which];
                size_t size = strlen(word);
                bool is_there =
                    at_end == 1
                        ? sides[s].is_ending && ends_with(name, length, word, sides[s].needs_gap)
                        : sides[s].is_beginning && begins_with(name, length, word);
                if (!is_there) continue;
                *out = (vrmi_NameSide){at_end == 1 ? length - size : 0, size,
                                       sides[s].words[1 - which]};
                return true;
            }
    return false;
}

size_t vrmi_mirrored_name_size(const char* name, const vrmi_NameSide* side) {
    return strlen(name) - side->size + strlen(side->other);
}

void vrmi_mirror_name(const char* name, const vrmi_NameSide* side, char* out) {
    const char* rest = name + side->at + side->size;
    size_t size = strlen(side->other);
    memcpy(out, name, side->at);
    memcpy(out + side->at, side->other, size);
    memcpy(out + side->at + size, rest, strlen(rest) + 1);
}

bool vrmi_is_mirrored_name(const char* name, const vrmi_NameSide* side, const char* other) {
    size_t size = strlen(side->other);
    return strncmp(other, name, side->at) == 0 &&
           strncmp(other + side->at, side->other, size) == 0 &&
           strcmp(other + side->at + size, name + side->at + side->size) == 0;
}
