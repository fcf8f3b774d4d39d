/* SPDX-License-Identifier: MIT */
/* Which joint is which bone. A name is cut into words ("mixamorig:LeftForeArm" -> left, fore, arm),
 * words that only decorate are dropped, the side is taken out, and what is left is looked up.
 * Programs disagree about "shoulder" and "hip": what else the skeleton has on that side decides.
 * The trunk is named by its order from the hips up, since everybody numbers it differently. */
#include "export/bvh.h"

#include <string.h>

#define KEY_ROOM 32

typedef enum Side { MIDDLE, LEFT, RIGHT } Side;

typedef struct Key {
    char text[KEY_ROOM]; /* words after each other, lower case, digits without leading zeros */
    Side side;
} Key;

/* ---- Names to keys ---- */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The end of the word that begins at `at`: digits, or letters up to where a capital begins the next
 * ("LHipJoint" is L, Hip, Joint; "ForeArm" is Fore, Arm). */
static const char* word_end(const char* at) {
    const char* end = at + 1;
    if (is_digit(*at)) {
        while (is_digit(*end)) end++;
        return end;
    }
    while (is_letter(*end)) {
        if (is_upper(*end) && !is_upper(end[-1])) break;
        if (is_upper(*end) && is_letter(end[1]) && !is_upper(end[1])) break;
        end++;
    }
    return end;
}

static bool equals(const char* word, size_t size, const char* text) {
    return strlen(text) == size && memcmp(word, text, size) == 0;
}

static bool is_decoration(const char* word, size_t size) {
    static const char* const words[] = {"j",         "c",     "bip",  "bip01", "bip001",
                                        "character", "cc",    "base", "def",   "org",
                                        "jnt",       "joint", "bone", "valve", "biped"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (equals(word, size, words[i])) return true;
    return false;
}

static void add_word(Key* key, const char* word, size_t size) {
    size_t used = strlen(key->text);
    if (equals(word, size, "left") || equals(word, size, "l"))
        key->side = LEFT;
    else if (equals(word, size, "right") || equals(word, size, "r"))
        key->side = RIGHT;
    else if (!is_decoration(word, size) && used + size < KEY_ROOM)
        memcpy(key->text + used, word, size);
}

static Key key_of(const char* name) {
    Key key = {.side = MIDDLE};
    const char* colon = strrchr(name, ':');
    if (colon != NULL) name = colon + 1;
    if (strncmp(name, "mixamorig", 9) == 0) name += 9;
    bool is_first = true;
    for (const char* at = name; *at != '\0';) {
        if (!is_letter(*at) && !is_digit(*at)) {
            at++;
            continue;
        }
        const char* end = word_end(at);
        char word[KEY_ROOM];
        size_t size = 0;
        while (is_digit(*at) && *at == '0' && at + 1 < end) at++;
        for (; at < end; at++)
            if (size < KEY_ROOM - 1) word[size++] = is_upper(*at) ? (char)(*at - 'A' + 'a') : *at;
        /* "Bip01", "Character1_": a number that belongs to the decoration before it. */
        bool is_numbered = is_first && is_digit(*end) && is_decoration(word, size);
        add_word(&key, word, size);
        is_first = false;
        at = end;
        while (is_numbered && is_digit(*at)) at++;
    }
    return key;
}

/* ---- Keys to bones ---- */

typedef struct Entry {
    const char* key;
    vrm_Bone bone; /* of the left, where there are two */
    int rank;      /* the lowest wins where two joints want to be one bone */
} Entry;

static const Entry entries[] = {
    {"hips", VRM_BONE_HIPS, 0},
    {"hip", VRM_BONE_HIPS, 0},
    {"pelvis", VRM_BONE_HIPS, 0},
    {"root", VRM_BONE_HIPS, 5},
    {"reference", VRM_BONE_HIPS, 6},
    {"neck", VRM_BONE_NECK, 0},
    {"necklower", VRM_BONE_NECK, 0},
    {"neck1", VRM_BONE_NECK, 1},
    {"head", VRM_BONE_HEAD, 0},
    {"jaw", VRM_BONE_JAW, 0},
    {"upleg", VRM_BONE_LEFT_UPPER_LEG, 0},
    {"upperleg", VRM_BONE_LEFT_UPPER_LEG, 0},
    {"legupper", VRM_BONE_LEFT_UPPER_LEG, 0},
    {"thigh", VRM_BONE_LEFT_UPPER_LEG, 0},
    {"thighbend", VRM_BONE_LEFT_UPPER_LEG, 0},
    {"femur", VRM_BONE_LEFT_UPPER_LEG, 0},
    {"leg", VRM_BONE_LEFT_LOWER_LEG, 1},
    {"lowerleg", VRM_BONE_LEFT_LOWER_LEG, 0},
    {"leglower", VRM_BONE_LEFT_LOWER_LEG, 0},
    {"lowleg", VRM_BONE_LEFT_LOWER_LEG, 0},
    {"calf", VRM_BONE_LEFT_LOWER_LEG, 0},
    {"shin", VRM_BONE_LEFT_LOWER_LEG, 0},
    {"knee", VRM_BONE_LEFT_LOWER_LEG, 0},
    {"tibia", VRM_BONE_LEFT_LOWER_LEG, 0},
    {"foot", VRM_BONE_LEFT_FOOT, 0},
    {"ankle", VRM_BONE_LEFT_FOOT, 1},
    {"toes", VRM_BONE_LEFT_TOES, 0},
    {"toe", VRM_BONE_LEFT_TOES, 0},
    {"toebase", VRM_BONE_LEFT_TOES, 0},
    {"toe0", VRM_BONE_LEFT_TOES, 0},
    {"ball", VRM_BONE_LEFT_TOES, 1},
    {"collar", VRM_BONE_LEFT_SHOULDER, 0},
    {"clavicle", VRM_BONE_LEFT_SHOULDER, 0},
    {"arm", VRM_BONE_LEFT_UPPER_ARM, 1},
    {"upperarm", VRM_BONE_LEFT_UPPER_ARM, 0},
    {"armupper", VRM_BONE_LEFT_UPPER_ARM, 0},
    {"uparm", VRM_BONE_LEFT_UPPER_ARM, 0},
    {"shldr", VRM_BONE_LEFT_UPPER_ARM, 0},
    {"shldrbend", VRM_BONE_LEFT_UPPER_ARM, 0},
    {"humerus", VRM_BONE_LEFT_UPPER_ARM, 0},
    {"forearm", VRM_BONE_LEFT_LOWER_ARM, 0},
    {"forearmbend", VRM_BONE_LEFT_LOWER_ARM, 0},
    {"lowerarm", VRM_BONE_LEFT_LOWER_ARM, 0},
    {"armlower", VRM_BONE_LEFT_LOWER_ARM, 0},
    {"lowarm", VRM_BONE_LEFT_LOWER_ARM, 0},
    {"elbow", VRM_BONE_LEFT_LOWER_ARM, 0},
    {"radius", VRM_BONE_LEFT_LOWER_ARM, 0},
    {"hand", VRM_BONE_LEFT_HAND, 0},
    {"wrist", VRM_BONE_LEFT_HAND, 1},
};

/* Fingers: what may stand before, the finger, and which of its bones. */
static const struct {
    const char* name;
    vrm_Bone first;
} fingers[] = {
    {"thumb", VRM_BONE_LEFT_THUMB_METACARPAL}, {"index", VRM_BONE_LEFT_INDEX_PROXIMAL},
    {"middle", VRM_BONE_LEFT_MIDDLE_PROXIMAL}, {"mid", VRM_BONE_LEFT_MIDDLE_PROXIMAL},
    {"ring", VRM_BONE_LEFT_RING_PROXIMAL},     {"little", VRM_BONE_LEFT_LITTLE_PROXIMAL},
    {"pinky", VRM_BONE_LEFT_LITTLE_PROXIMAL},
};

static const struct {
    const char* text;
    int bone; /* 0, 1, 2 from the hand; 3: "proximal", which is the thumb's second where it has a
                 metacarpal */
} parts[] = {{"1", 0},          {"2", 1},        {"3", 2},
             {"metacarpal", 0}, {"proximal", 3}, {"intermediate", 1},
             {"distal", 2}};

static vrm_Bone finger_bone(const char* key, bool has_metacarpals) {
    if (strncmp(key, "hand", 4) == 0) key += 4;
    if (strncmp(key, "finger", 6) == 0) key += 6;
    for (size_t f = 0; f < sizeof fingers / sizeof *fingers; f++) {
        size_t size = strlen(fingers[f].name);
        if (strncmp(key, fingers[f].name, size) != 0) continue;
        const char* rest = key + size;
        if (strncmp(rest, "finger", 6) == 0) rest += 6;
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            if (strcmp(rest, parts[i].text) != 0) continue;
            int bone = parts[i].bone;
            bool is_thumb = fingers[f].first == VRM_BONE_LEFT_THUMB_METACARPAL;
            if (bone == 3) bone = is_thumb && has_metacarpals ? 1 : 0;
            if (!is_thumb && strcmp(rest, "metacarpal") == 0) return VRM_BONE_NONE;
            return (vrm_Bone)(fingers[f].first + bone);
        }
    }
    return VRM_BONE_NONE;
}

static vrm_Bone on_side(vrm_Bone left, Side side) {
    if (side != RIGHT) return left;
    if (left >= VRM_BONE_LEFT_UPPER_LEG && left <= VRM_BONE_LEFT_TOES)
        return (vrm_Bone)(left + (VRM_BONE_RIGHT_UPPER_LEG - VRM_BONE_LEFT_UPPER_LEG));
    if (left >= VRM_BONE_LEFT_SHOULDER && left <= VRM_BONE_LEFT_HAND)
        return (vrm_Bone)(left + (VRM_BONE_RIGHT_SHOULDER - VRM_BONE_LEFT_SHOULDER));
    return (vrm_Bone)(left + (VRM_BONE_RIGHT_THUMB_METACARPAL - VRM_BONE_LEFT_THUMB_METACARPAL));
}

static bool is_of_middle(vrm_Bone bone) {
    return bone <= VRM_BONE_JAW;
}

/* What the skeleton has on a side besides, which decides about the ambiguous names. */
typedef struct Facts {
    bool has_thigh[3], has_collar[3], has_arm[3], has_metacarpals;
} Facts;

static vrm_Bone bone_of(const Key* key, const Facts* facts, int* out_rank) {
    const char* text = key->text;
    *out_rank = 0;
    if (key->side != MIDDLE && (strcmp(text, "hip") == 0 || strcmp(text, "hips") == 0))
        return facts->has_thigh[key->side] ? VRM_BONE_NONE
                                           : on_side(VRM_BONE_LEFT_UPPER_LEG, key->side);
    if (key->side != MIDDLE && strcmp(text, "shoulder") == 0) {
        bool is_arm = facts->has_collar[key->side] || !facts->has_arm[key->side];
        return on_side(is_arm ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_LEFT_SHOULDER, key->side);
    }
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        if (strcmp(text, entries[i].key) != 0) continue;
        if (is_of_middle(entries[i].bone) != (key->side == MIDDLE)) continue;
        *out_rank = entries[i].rank;
        return is_of_middle(entries[i].bone) ? entries[i].bone
                                             : on_side(entries[i].bone, key->side);
    }
    if (key->side == MIDDLE) return VRM_BONE_NONE;
    vrm_Bone finger = finger_bone(text, facts->has_metacarpals);
    return finger == VRM_BONE_NONE ? finger : on_side(finger, key->side);
}

static Facts facts_of(const vrm_Bvh* bvh) {
    Facts facts = {0};
    for (int32_t j = 0; j < bvh->joint_count; j++) {
        int rank;
        Key key = key_of(bvh->joints[j].name);
        if (strcmp(key.text, "thumbmetacarpal") == 0) facts.has_metacarpals = true;
        Facts none = {0};
        bool is_plain = strcmp(key.text, "shoulder") != 0 && strncmp(key.text, "hip", 3) != 0;
        vrm_Bone bone = is_plain ? bone_of(&key, &none, &rank) : VRM_BONE_NONE;
        if (bone == on_side(VRM_BONE_LEFT_UPPER_LEG, key.side)) facts.has_thigh[key.side] = true;
        if (bone == on_side(VRM_BONE_LEFT_SHOULDER, key.side)) facts.has_collar[key.side] = true;
        if (bone == on_side(VRM_BONE_LEFT_UPPER_ARM, key.side)) facts.has_arm[key.side] = true;
    }
    return facts;
}

/* ---- The skeleton ---- */

static void set_bone(vrm_Bvh* bvh, int32_t joint, vrm_Bone bone) {
    if (bone == VRM_BONE_NONE) return;
    int32_t old = bvh->bones[bone];
    if (old >= 0) bvh->joints[old].bone = VRM_BONE_NONE;
    bvh->joints[joint].bone = bone;
    bvh->bones[bone] = joint;
}

/* True when the list says something about the joint. */
static bool is_listed(const vrm_BvhDef* def, const char* name, vrm_Bone* out_bone) {
    for (int32_t i = 0; i < def->name_count; i++) {
        if (strcmp(def->names[i].joint, name) != 0) continue;
        *out_bone = def->names[i].bone;
        return true;
    }
    return false;
}

/* Joints between the hips and the neck: the first is the spine, the last the upper chest where
 * there are three or more. */
static void name_trunk(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    int32_t trunk[16], count = 0;
    vrm_Bone ignored;
    int32_t top =
        bvh->bones[VRM_BONE_NECK] >= 0 ? bvh->bones[VRM_BONE_NECK] : bvh->bones[VRM_BONE_HEAD];
    if (top < 0) return;
    int32_t at = bvh->joints[top].parent;
    for (; at >= 0 && at != bvh->bones[VRM_BONE_HIPS]; at = bvh->joints[at].parent) {
        if (bvh->joints[at].bone != VRM_BONE_NONE || is_listed(def, bvh->joints[at].name, &ignored))
            continue;
        if (count < 16) trunk[count++] = at; /* from the top down */
    }
    if (at < 0 || count == 0) return;
    const vrm_Bone names[] = {VRM_BONE_SPINE, VRM_BONE_CHEST, VRM_BONE_UPPER_CHEST};
    int32_t places[] = {count - 1, count > 2 ? count / 2 : 0, 0};
    for (int i = 0; i < 3 && i < count; i++)
        if (bvh->bones[names[i]] < 0) set_bone(bvh, trunk[places[i]], names[i]);
}

/* A parent bone must be above its child, or neither makes sense. */
static void drop_strays(vrm_Bvh* bvh) {
    int32_t hips = bvh->bones[VRM_BONE_HIPS];
    for (int32_t b = VRM_BONE_SPINE; b < VRM_BONE_COUNT; b++) {
        int32_t at = bvh->bones[b];
        while (at >= 0 && at != hips) at = bvh->joints[at].parent;
        if (at >= 0 || bvh->bones[b] < 0) continue;
        bvh->joints[bvh->bones[b]].bone = VRM_BONE_NONE;
        bvh->bones[b] = -1;
    }
}

void vrmi_bvh_name_bones(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    int ranks[VRM_BONE_COUNT];
    Facts facts = facts_of(bvh);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        bvh->bones[b] = -1;
        ranks[b] = 100;
    }
    for (int32_t j = 0; j < bvh->joint_count; j++) {
        if (bvh->joints[j].is_end) continue;
        int rank = 0;
        vrm_Bone bone = VRM_BONE_NONE;
        if (is_listed(def, bvh->joints[j].name, &bone)) {
            rank = -1;
        } else {
            Key key = key_of(bvh->joints[j].name);
            bone = bone_of(&key, &facts, &rank);
        }
        if (bone == VRM_BONE_NONE || rank >= ranks[bone]) continue;
        set_bone(bvh, j, bone);
        ranks[bone] = rank;
    }
    if (bvh->bones[VRM_BONE_HIPS] >= 0) name_trunk(bvh, def);
    drop_strays(bvh);
    bvh->bone_bits = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (bvh->bones[b] >= 0) bvh->bone_bits |= (uint64_t)1 << b;
}
