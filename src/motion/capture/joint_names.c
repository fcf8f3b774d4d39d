/* SPDX-License-Identifier: MIT */
/* Maps joints to bones by name. A name is split into words ("mixamorig:LeftForeArm" -> left, fore,
 * arm), decoration is dropped, the side is taken out, and the rest is looked up in one table.
 * Programs disagree about "shoulder", "hip", "leg" and "foot": these are decided by the other
 * joints of that side. Hips, trunk and head without a known name are found by their position. */
#include "motion/capture/joint_names.h"

#include "base/ascii.h"

#include <string.h>

/* ---- The table ---- */

/* Names of each bone, best first: if two joints match one bone, the earlier name wins. Names are
 * joined words in lower case, without side and decoration; limbs stand for both sides. Comments
 * name the programs of unusual names. The usual ones are of MotionBuilder, Mixamo, CMU, Rokoko,
 * Perception Neuron, LAFAN1 (upleg, leg, arm, forearm), Unity, VRM and Bandai Namco (upperleg,
 * lowerarm). */
static const struct {
    vrm_Bone bone;
    const char* names;
} table[] = {
    {VRM_BONE_HIPS, "hips hip pelvis hipcenter centerhip spinebase"}, /* Kinect: the last three */
    {VRM_BONE_NECK, "lowerneck necklower neck neck0 neck1 necktwist1 首"}, /* DAZ, ASF, TWH, CC */
    {VRM_BONE_HEAD, "head 頭"},
    {VRM_BONE_JAW, "jaw lowerjaw jawroot あご"},
    {VRM_BONE_LEFT_EYE, "eye eyeball faceeye 目"}, /* faceeye: VRoid */
    /* thigh: 3ds Max, Unreal, Poser, Blender; femur: ASF; uleg, upperleg1: MakeHuman */
    {VRM_BONE_LEFT_UPPER_LEG,
     "upperleg upleg thigh thighbend legupper femur uleg upperleg1 upperleg2 足"},
    {VRM_BONE_LEFT_LOWER_LEG,
     "lowerleg calf shin shinbend knee lowleg leglower tibia shank lowerleg1 ひざ 膝"},
    {VRM_BONE_LEFT_FOOT,
     "foot ankle talocrural subtalar 足首"}, /* talocrural: Talking With Hands */
    /* ball before toes: where a rig has both (Synty), toes are the tip; toes1: Auto-Rig
     * Pro; legtipex: MMD in English */
    {VRM_BONE_LEFT_TOES, "ball toes toebase toe toe0 toes1 metatarsals legtipex つま先"},
    /* scapula: Advanced Skeleton; shoulder1: ARKit */
    {VRM_BONE_LEFT_SHOULDER, "collar clavicle collarbone clav scapula shoulder1 肩"},
    /* shldr: Poser; uarm: OptiTrack; humerus: ASF; upperarm1: MakeHuman */
    {VRM_BONE_LEFT_UPPER_ARM,
     "upperarm uparm shldr shldrbend armupper humerus uarm arm upperarm1 upperarm2 腕"},
    {VRM_BONE_LEFT_LOWER_ARM,
     "forearm lowerarm elbow forearmbend lowarm armlower radius farm lowerarm1 ひじ 肘"},
    {VRM_BONE_LEFT_HAND, "hand wrist fist 手首"}, /* fist: Quaternius */
};

#define TABLE_COUNT (sizeof table / sizeof *table)
#define NO_RANK     1000
#define HELPER      50  /* worse than all names of a bone itself */
#define UNSKINNED   300 /* worse than all names of joints that move vertices */

/* Names that mean the hips only if no joint has a better name. Such a joint may also be a point on
 * the floor, so settle_hips() decides by the skeleton. */
static const char weak_hips[] = "root reference world bodyworld センター グルーブ 腰";

/* Names that say nothing about the bone: rigs, exporters, kinds of nodes. x, stretch: Auto-Rig Pro
 * ("root.x", "thigh_stretch.l"). */
static const char decorations[] =
    "j c b m f x bip biped valve valvebiped character cc rl base def org "
    "jnt joint bone skeleton actor hanim adj stretch";

/* Fingers from the thumb on. */
static const char* const fingers[] = {"thumb first 親指", "index second 人指 人差指 人差し指",
                                      "middle mid third 中指", "ring fourth 薬指",
                                      "little pinky pinkie fifth 小指"};

/* Which of the finger's bones, other than by number. The second names are Xsens', "start" is
 * ARKit's. */
enum { METACARPAL = 10, PROXIMAL, INTERMEDIATE, DISTAL, UNNUMBERED };
static const char* const finger_parts[] = {"metacarpal mc start", "proximal pp", "intermediate mp",
                                           "distal dp"};

/* ---- Words ---- */

/* Letters beyond ASCII are letters. */
static bool is_letter(char c) {
    return vrmi_is_letter(c) || (unsigned char)c >= 0x80;
}

/* Up to the next blank, or the end. A loop: words are short, and strcspn() took a twentieth of the
 * time to read an FBX. */
static size_t word_size(const char* at) {
    size_t size = 0;
    while (at[size] != ' ' && at[size] != '\0') size++;
    return size;
}

/* Returns the index of a word in a list separated by blanks; -1 if it is missing. */
static int place_in(const char* list, const char* word, size_t size) {
    int place = 0;
    if (size == 0) return -1;
    for (const char* at = list; *at != '\0'; place++) {
        size_t step = word_size(at);
        if (step == size && memcmp(at, word, size) == 0) return place;
        at += step;
        at += *at == ' ';
    }
    return -1;
}

/* The end of the word that begins at `at`: digits, or letters up to where a capital begins the next
 * ("LHipJoint" is L, Hip, Joint; "ForeArm" is Fore, Arm). */
static const char* word_end(const char* at) {
    const char* end = at + 1;
    if (vrmi_is_digit(*at)) {
        while (vrmi_is_digit(*end)) end++;
        return end;
    }
    while (is_letter(*end)) {
        if (vrmi_is_upper(*end) && !vrmi_is_upper(end[-1])) break;
        if (vrmi_is_upper(*end) && is_letter(end[1]) && !vrmi_is_upper(end[1])) break;
        end++;
    }
    return end;
}

/* Copies a name without name spaces ("mixamorig:", "|group|"), with full-width digits as ASCII. */
static void clean_name(const char* name, char out[VRMI_JOINT_KEY]) {
    size_t size = 0;
    for (const char* at = name; *at != '\0'; at++)
        if (*at == ':' || *at == '|') name = at + 1;
    if (strncmp(name, "mixamorig", 9) == 0)
        for (name += 9; vrmi_is_digit(*name);) name++;
    for (; *name != '\0' && size < VRMI_JOINT_KEY - 1; name++) {
        const unsigned char* u = (const unsigned char*)name;
        if (u[0] == 0xEF && u[1] == 0xBC && u[2] >= 0x90 && u[2] <= 0x99) {
            out[size++] = (char)('0' + (u[2] - 0x90));
            name += 2;
        } else {
            out[size++] = *name;
        }
    }
    out[size] = '\0';
}

/* Returns the length of the prefix that the names of joints share, up to the end of a word. Few
 * joints may share a side. */
static size_t prefix_of(const vrm_Capture* capture, bool has_roots) {
    char first[VRMI_JOINT_KEY] = "", other[VRMI_JOINT_KEY] = "";
    size_t shared = 0;
    int32_t names = 0;
    for (int32_t j = 0; j < capture->joint_count; j++) {
        const vrmi_PersonJoint* joint = &capture->joints[j];
        if (joint->is_end || (!has_roots && joint->parent < 0)) continue;
        clean_name(joint->plain, names == 0 ? first : other);
        if (names++ == 0) shared = strlen(first);
        for (size_t i = 0; names > 1 && i < shared; i++)
            if (first[i] != other[i]) shared = i;
    }
    while (shared > 0 && (is_letter(first[shared - 1]) || vrmi_is_digit(first[shared - 1])))
        shared--;
    return names < 8 ? 0 : shared;
}

/* Some programs put the name of the actor before every joint ("Skeleton 001_Hips"), and others put
 * an "Armature" above them. */
static size_t shared_prefix(const vrm_Capture* capture) {
    size_t shared = prefix_of(capture, true);
    return shared > 0 ? shared : prefix_of(capture, false);
}

/* ---- Keys ---- */

static bool is_side(const char* word, size_t size, vrmi_JointSide* out) {
    static const char left[] = "left l", right[] = "right r";
    if (place_in(left, word, size) >= 0)
        *out = VRMI_JOINT_LEFT;
    else if (place_in(right, word, size) >= 0)
        *out = VRMI_JOINT_RIGHT;
    else
        return false;
    return true;
}

/* A number keeps its zeros behind "finger", where they mean the thumb (3ds Max); two numbers keep
 * apart (MakeHuman: finger1-2). CMU's "LHipJoint" is not its "LeftHip". */
static void add_word(vrmi_JointKey* key, const char* word, size_t size) {
    size_t used = strlen(key->text);
    bool is_hip_joint = strcmp(key->text, "hip") == 0 && place_in("joint", word, size) == 0;
    if (is_side(word, size, &key->side)) return;
    if (place_in(decorations, word, size) >= 0 && !is_hip_joint) return;
    if (vrmi_is_digit(word[0])) {
        bool is_finger = used >= 6 && memcmp(key->text + used - 6, "finger", 6) == 0;
        while (!is_finger && size > 1 && word[0] == '0') word++, size--;
        if (used > 0 && vrmi_is_digit(key->text[used - 1]) && used < VRMI_JOINT_KEY - 1)
            key->text[used++] = '-';
    }
    if (used + size < VRMI_JOINT_KEY) memcpy(key->text + used, word, size);
}

static void split_name(const char* name, vrmi_JointKey* key) {
    bool is_first = true;
    for (const char* at = name; *at != '\0';) {
        if (!is_letter(*at) && !vrmi_is_digit(*at)) {
            at++;
            continue;
        }
        const char* end = word_end(at);
        char word[VRMI_JOINT_KEY];
        size_t size = 0;
        for (; at < end; at++) word[size++] = vrmi_lower(*at);
        add_word(key, word, size);
        /* "Bip01", "Character1_": a number that belongs to the decoration before it. */
        if (is_first && place_in(decorations, word, size) >= 0)
            while (vrmi_is_digit(*at)) at++;
        is_first = false;
    }
}

static vrm_Bone look_up(const char* text, bool of_limb, int* out_rank);
static bool parse_finger(const char* text, int* out_finger, int* out_part);

/* Names whose meaning depends on the other joints of that side. */
static const char ambiguous[] = "shoulder leg hip hips hipjoint";

static bool is_ambiguous(const char* text) {
    return place_in(ambiguous, text, strlen(text)) >= 0;
}

static bool is_limb(const char* text) {
    int ignored;
    return is_ambiguous(text) || look_up(text, true, &ignored) != VRM_BONE_NONE ||
           parse_finger(text, &ignored, &ignored);
}

/* Sides that are written together with the name: "leftupleg", "lhumerus", "左腕". */
static void cut_side(vrmi_JointKey* key) {
    static const struct {
        const char* text;
        vrmi_JointSide side;
    } sides[] = {{"left", VRMI_JOINT_LEFT}, {"right", VRMI_JOINT_RIGHT}, {"左", VRMI_JOINT_LEFT},
                 {"右", VRMI_JOINT_RIGHT},  {"l", VRMI_JOINT_LEFT},      {"r", VRMI_JOINT_RIGHT}};
    size_t size = strlen(key->text);
    for (size_t i = 0; i < sizeof sides / sizeof *sides && key->side == VRMI_JOINT_MIDDLE; i++) {
        size_t cut = strlen(sides[i].text);
        if (size <= cut) continue;
        if (strncmp(key->text, sides[i].text, cut) == 0 && is_limb(key->text + cut)) {
            memmove(key->text, key->text + cut, size - cut + 1);
            key->side = sides[i].side;
        } else if (cut > 1 && strcmp(key->text + size - cut, sides[i].text) == 0) {
            key->text[size - cut] = '\0';
            if (is_limb(key->text))
                key->side = sides[i].side;
            else
                key->text[size - cut] = sides[i].text[0];
        }
    }
}

vrmi_JointKey vrmi_joint_key(const char* name, size_t prefix) {
    char clean[VRMI_JOINT_KEY];
    int ignored;
    vrmi_JointKey key = {.side = VRMI_JOINT_MIDDLE};
    clean_name(name, clean);
    split_name(strlen(clean) > prefix ? clean + prefix : clean, &key);
    if (key.side == VRMI_JOINT_MIDDLE && look_up(key.text, false, &ignored) == VRM_BONE_NONE)
        cut_side(&key);
    return key;
}

/* ---- Keys to bones ---- */

static bool is_of_middle(vrm_Bone bone) {
    return bone <= VRM_BONE_HEAD || bone == VRM_BONE_JAW;
}

static vrm_Bone look_up(const char* text, bool of_limb, int* out_rank) {
    size_t size = strlen(text);
    for (size_t i = 0; i < TABLE_COUNT; i++) {
        if (is_of_middle(table[i].bone) == of_limb) continue;
        *out_rank = place_in(table[i].names, text, size);
        if (*out_rank >= 0) return table[i].bone;
    }
    *out_rank = NO_RANK;
    return VRM_BONE_NONE;
}

static vrm_Bone on_side(vrm_Bone left, vrmi_JointSide side) {
    if (side != VRMI_JOINT_RIGHT) return left;
    if (left == VRM_BONE_LEFT_EYE) return VRM_BONE_RIGHT_EYE;
    if (left >= VRM_BONE_LEFT_UPPER_LEG && left <= VRM_BONE_LEFT_TOES)
        return (vrm_Bone)(left + (VRM_BONE_RIGHT_UPPER_LEG - VRM_BONE_LEFT_UPPER_LEG));
    if (left >= VRM_BONE_LEFT_SHOULDER && left <= VRM_BONE_LEFT_HAND)
        return (vrm_Bone)(left + (VRM_BONE_RIGHT_SHOULDER - VRM_BONE_LEFT_SHOULDER));
    return (vrm_Bone)(left + (VRM_BONE_RIGHT_THUMB_METACARPAL - VRM_BONE_LEFT_THUMB_METACARPAL));
}

/* ---- Fingers ---- */

/* Behind "finger": "0", "01", "02", "1", "11" (3ds Max: from 0, the second digit counts on from the
 * first bone) or "1-1", "1-2" (MakeHuman: from 1). */
static bool parse_finger_number(const char* text, int* out_finger, int* out_part) {
    size_t size = strlen(text);
    bool is_pair = size == 3 && text[1] == '-' && vrmi_is_digit(text[2]);
    if (size == 0 || !vrmi_is_digit(text[0]) || (size > 1 && !is_pair && !vrmi_is_digit(text[1])))
        return false;
    *out_finger = text[0] - '0' - (is_pair ? 1 : 0);
    *out_part = is_pair ? text[2] - '0' : size == 1 ? 1 : text[1] - '0' + 1;
    return (is_pair || size <= 2) && *out_finger >= 0 && *out_finger < 5 && *out_part >= 1 &&
           *out_part <= 3;
}

/* Returns the number in the name, or METACARPAL ...; -1 for neither. */
static int parse_finger_part(const char* text) {
    if (text[0] == '\0') return UNNUMBERED;
    if (text[0] == '0' && vrmi_is_digit(text[1])) text++; /* kept behind "finger" */
    bool is_number = text[0] >= '0' && text[0] <= '3';
    /* "Thumb_01 1" (Synty): the second of that name. */
    if (is_number && (text[1] == '\0' || strcmp(text + 1, "-1") == 0)) return text[0] - '0';
    for (int p = 0; p < 4; p++)
        if (place_in(finger_parts[p], text, strlen(text)) >= 0) return METACARPAL + p;
    return -1;
}

/* Parses the finger (0 is the thumb) and the part of it. */
static bool parse_finger(const char* text, int* out_finger, int* out_part) {
    if (strncmp(text, "hand", 4) == 0) text += 4;
    if (strncmp(text, "finger", 6) == 0) {
        text += 6;
        if (parse_finger_number(text, out_finger, out_part)) return true;
    }
    for (int f = 0; f < 5; f++) {
        for (const char* at = fingers[f]; *at != '\0';) {
            size_t size = word_size(at);
            const char* rest = text + size;
            bool is_it = strncmp(text, at, size) == 0;
            at += size;
            at += *at == ' ';
            if (!is_it) continue;
            if (strncmp(rest, "finger", 6) == 0) rest += 6;
            *out_finger = f;
            *out_part = parse_finger_part(rest);
            if (*out_part >= 0) return true;
        }
    }
    return false;
}

/* ---- Facts about the whole skeleton ---- */

typedef struct Facts {
    size_t prefix;
    uint64_t bones[3]; /* of unambiguous names, on each side; bits of the left */
    bool has_ankle[3], has_foot[3];
    bool has_metacarpals;  /* of thumbs */
    bool has_index;        /* an index finger by name, so numbers do not mean fingers */
    uint8_t numbers[3][5]; /* of fingers; bit n: number n */
} Facts;

static bool has(const Facts* facts, vrmi_JointSide side, vrm_Bone left) {
    return (facts->bones[side] >> left & 1) != 0;
}

/* Fingers without a side have that of their hand (Synty: "Thumb_01" below "Hand_L"). */
static vrmi_JointKey key_of(const vrm_Capture* capture, int32_t joint, size_t prefix) {
    vrmi_JointKey key = vrmi_joint_key(capture->joints[joint].plain, prefix);
    int ignored;
    bool is_finger =
        strncmp(key.text, "finger", 6) == 0 || parse_finger(key.text, &ignored, &ignored);
    if (key.side != VRMI_JOINT_MIDDLE || !is_finger) return key;
    enum { FARTHEST = 4 }; /* joints of a finger */
    int32_t above = capture->joints[joint].parent;
    for (int i = 0; i < FARTHEST && above >= 0 && key.side == VRMI_JOINT_MIDDLE; i++) {
        key.side = vrmi_joint_key(capture->joints[above].plain, prefix).side;
        above = capture->joints[above].parent;
    }
    return key;
}

/* As parse_finger(), but "Finger_02" beside "IndexFinger_01" is a part of the other fingers, which
 * are one (Synty), and not the middle finger of 3ds Max. */
static bool parse_finger_of(const Facts* facts, const char* text, int* out_finger, int* out_part) {
    if (!facts->has_index || strncmp(text, "finger", 6) != 0)
        return parse_finger(text, out_finger, out_part);
    *out_part = parse_finger_part(text + 6);
    *out_finger = 2;
    return *out_part >= 0;
}

static bool has_index(const vrm_Capture* capture, size_t prefix) {
    for (int32_t j = 0; j < capture->joint_count; j++)
        if (!capture->joints[j].is_end &&
            strncmp(vrmi_joint_key(capture->joints[j].plain, prefix).text, "indexfinger", 11) == 0)
            return true;
    return false;
}

static Facts facts_of(const vrm_Capture* capture) {
    Facts facts = {.prefix = shared_prefix(capture)};
    facts.has_index = has_index(capture, facts.prefix);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        if (capture->joints[j].is_end) continue;
        int rank, finger, part;
        vrmi_JointKey key = key_of(capture, j, facts.prefix);
        if (key.side == VRMI_JOINT_MIDDLE) continue;
        vrm_Bone bone = look_up(key.text, true, &rank);
        if (bone != VRM_BONE_NONE) facts.bones[key.side] |= (uint64_t)1 << bone;
        if (strcmp(key.text, "ankle") == 0) facts.has_ankle[key.side] = true;
        if (strcmp(key.text, "foot") == 0) facts.has_foot[key.side] = true;
        if (!parse_finger_of(&facts, key.text, &finger, &part)) continue;
        if (part <= 3) facts.numbers[key.side][finger] |= (uint8_t)(1 << part);
        if (part == METACARPAL && finger == 0) facts.has_metacarpals = true;
    }
    return facts;
}

/* Numbers begin at 0 where there is a 0 and no 3 (MANO, MikuMikuDance's thumb); a 0 beside a 3 is a
 * carpal. */
static vrm_Bone finger_bone(const vrmi_JointKey* key, const Facts* facts) {
    int finger, part, bone;
    if (!parse_finger_of(facts, key->text, &finger, &part)) return VRM_BONE_NONE;
    uint8_t numbers = facts->numbers[key->side][finger];
    bool from_zero = (numbers & 1) != 0 && (numbers & 8) == 0;
    /* A thumb that begins with a metacarpal has its proximal as number 1 (ARKit). */
    if (finger == 0 && facts->has_metacarpals && (numbers & 9) == 0) from_zero = true;
    switch (part) {
    case METACARPAL: bone = finger == 0 ? 0 : -1; break;
    case PROXIMAL: bone = finger == 0 && facts->has_metacarpals ? 1 : 0; break;
    case INTERMEDIATE: bone = 1; break;
    case DISTAL: bone = 2; break;
    case UNNUMBERED: bone = numbers == 0 ? 0 : -1; break;
    default: bone = from_zero ? part : part - 1; break;
    }
    if (bone < 0 || bone > 2) return VRM_BONE_NONE;
    return on_side((vrm_Bone)(VRM_BONE_LEFT_THUMB_METACARPAL + 3 * finger + bone), key->side);
}

/* "LeftHip" is a thigh where there is no other; "LeftShoulder" an arm beside a collar bone, or
 * where an elbow has no arm; "Left leg" a thigh above a knee (VRChat), else what is below one. */
static vrm_Bone ambiguous_bone(const vrmi_JointKey* key, const Facts* facts) {
    vrmi_JointSide side = key->side;
    bool has_thigh = has(facts, side, VRM_BONE_LEFT_UPPER_LEG);
    if (strncmp(key->text, "hip", 3) == 0)
        return has_thigh ? VRM_BONE_NONE : VRM_BONE_LEFT_UPPER_LEG;
    if (strcmp(key->text, "leg") == 0) {
        bool has_shin = has(facts, side, VRM_BONE_LEFT_LOWER_LEG);
        return !has_shin   ? VRM_BONE_LEFT_LOWER_LEG
               : has_thigh ? VRM_BONE_NONE
                           : VRM_BONE_LEFT_UPPER_LEG;
    }
    bool is_arm =
        has(facts, side, VRM_BONE_LEFT_SHOULDER) || !has(facts, side, VRM_BONE_LEFT_UPPER_ARM);
    return is_arm ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_LEFT_SHOULDER;
}

static vrm_Bone bone_of(const vrmi_JointKey* key, const Facts* facts, int* out_rank) {
    bool of_limb = key->side != VRMI_JOINT_MIDDLE;
    vrm_Bone bone = look_up(key->text, of_limb, out_rank);
    if (!of_limb) {
        int weak = place_in(weak_hips, key->text, strlen(key->text));
        if (bone == VRM_BONE_NONE && weak >= 0) {
            *out_rank = VRMI_JOINT_WEAK + weak;
            return VRM_BONE_HIPS;
        }
        return bone;
    }
    if (is_ambiguous(key->text)) {
        *out_rank = 100 + place_in(ambiguous, key->text, strlen(key->text)); /* certain ones win */
        bone = ambiguous_bone(key, facts);
    }
    /* Where there is an ankle, "foot" is what is in front of it (SMPL, Kinect, Second Life). */
    bool has_both = facts->has_ankle[key->side] && facts->has_foot[key->side];
    if (has_both && strcmp(key->text, "foot") == 0) {
        *out_rank = -1;
        bone = VRM_BONE_LEFT_TOES;
    }
    if (bone != VRM_BONE_NONE) return on_side(bone, key->side);
    *out_rank = 0;
    return finger_bone(key, facts);
}

bool vrmi_joint_is_trunk_end(const char* name) {
    int ignored;
    vrmi_JointKey key = vrmi_joint_key(name, 0);
    return key.side == VRMI_JOINT_MIDDLE && look_up(key.text, false, &ignored) != VRM_BONE_NONE;
}

/* ---- All joints ---- */

void vrmi_capture_set_bone(vrm_Capture* capture, int32_t joint, vrm_Bone bone) {
    if (bone == VRM_BONE_NONE) return;
    int32_t old = capture->bones[bone];
    if (old >= 0) capture->joints[old].bone = VRM_BONE_NONE;
    if (capture->joints[joint].bone != VRM_BONE_NONE)
        capture->bones[capture->joints[joint].bone] = -1;
    capture->joints[joint].bone = bone;
    capture->bones[bone] = joint;
}

int32_t vrmi_capture_joint_named(const vrmi_Capture* file, const char* name, int32_t likely) {
    if (likely < file->joint_count && strcmp(file->joints[likely].name, name) == 0) return likely;
    for (int32_t j = 0; j < file->joint_count; j++)
        if (strcmp(file->joints[j].name, name) == 0) return j;
    return -1;
}

/* Returns 2 for an entry "NAME#2"; 0 if it is not NAME with a number. */
static int32_t number_in_entry(const char* entry, const char* name, size_t size) {
    int32_t number = 0;
    if (strncmp(entry, name, size) != 0 || entry[size] != '#') return 0;
    for (const char* at = entry + size + 1; *at != '\0'; at++) {
        if (!vrmi_is_digit(*at) || number > VRMI_CAPTURE_JOINTS_MAX) return 0;
        number = 10 * number + (*at - '0');
    }
    return number;
}

/* Returns the number of a joint among those of its name, from 1. */
static int32_t number_of(const vrm_Capture* capture, int32_t joint) {
    int32_t number = 1;
    for (int32_t j = 0; j < joint; j++)
        number += strcmp(capture->joints[j].name, capture->joints[joint].name) == 0;
    return number;
}

bool vrmi_capture_is_listed(const vrm_Capture* capture, const vrm_CaptureDef* def, int32_t joint,
                            vrm_Bone* out_bone) {
    const char* name = capture->joints[joint].name;
    size_t size = strlen(name);
    int32_t found = -1, number = 0; /* counted once, if an entry has one */
    for (int32_t i = 0; i < def->name_count; i++) {
        const char* entry = def->names[i].joint;
        int32_t wanted = number_in_entry(entry, name, size);
        if (wanted > 0 && number == 0) number = number_of(capture, joint);
        if (wanted > 0 && wanted == number) {
            found = i;
            break;
        }
        if (found < 0 && strcmp(entry, name) == 0) found = i;
    }
    if (found >= 0) *out_bone = def->names[found].bone;
    return found >= 0;
}

void vrmi_capture_name_joints(vrm_Capture* capture, const vrm_CaptureDef* def,
                              int ranks[VRM_BONE_COUNT]) {
    Facts facts = facts_of(capture);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        capture->bones[b] = -1;
        ranks[b] = NO_RANK;
    }
    for (int32_t j = 0; j < capture->joint_count; j++) {
        if (capture->joints[j].is_end) continue;
        int rank = VRMI_JOINT_LISTED;
        vrm_Bone bone = VRM_BONE_NONE;
        const vrmi_CaptureJoint* read = &capture->file.joints[j];
        bool is_listed = vrmi_capture_is_listed(capture, def, j, &bone);
        if (!is_listed && read->has_bone) {
            rank = VRMI_JOINT_STATED;
            bone = read->bone;
        } else if (!is_listed) {
            vrmi_JointKey key = key_of(capture, j, facts.prefix);
            bone = bone_of(&key, &facts, &rank);
            if (strncmp(capture->joints[j].name, "__", 2) == 0) rank += HELPER; /* MakeHuman */
            if (read->is_unskinned) rank += UNSKINNED;
        }
        if (bone == VRM_BONE_NONE || rank >= ranks[bone]) continue;
        vrmi_capture_set_bone(capture, j, bone);
        ranks[bone] = rank;
    }
}
