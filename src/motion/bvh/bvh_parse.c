/* SPDX-License-Identifier: MIT */
/* Parses BVH text into joints and numbers. Words are separated by white space; a name is the rest
 * of its line, because some programs write blanks in names. The hierarchy is walked with a current
 * joint and its parents, without recursion. */
#include "base/ascii.h"
#include "motion/bvh/bvh.h"
#include "motion/decimal.h"

#include <stdio.h>
#include <string.h>

#define VALUE_MAX 1e6

typedef struct Parser {
    vrmi_Bvh* bvh;
    const vrmi_CaptureInput* input;
    const char *begin, *at, *end;
    vrm_Result result;
    size_t joint_room;
} Parser;

typedef struct Word {
    const char* text;
    size_t size; /* 0: the end */
} Word;

/* ---- Words ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

static Word next_word(Parser* p) {
    while (p->at < p->end && is_blank(*p->at)) p->at++;
    const char* begin = p->at;
    if (p->at < p->end && (*p->at == '{' || *p->at == '}')) {
        p->at++;
    } else {
        while (p->at < p->end && !is_blank(*p->at) && *p->at != '{' && *p->at != '}') p->at++;
    }
    return (Word){begin, (size_t)(p->at - begin)};
}

static bool is_word(Word word, const char* text) {
    size_t size = strlen(text);
    if (word.size != size) return false;
    for (size_t i = 0; i < size; i++)
        if (vrmi_lower(word.text[i]) != vrmi_lower(text[i])) return false;
    return true;
}

/* The rest of the line, without blanks around it and without a brace that follows. */
static Word rest_of_line(Parser* p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t')) p->at++;
    const char* begin = p->at;
    while (p->at < p->end && *p->at != '\n' && *p->at != '\r' && *p->at != '{') p->at++;
    const char* end = p->at;
    while (end > begin && is_blank(end[-1])) end--;
    return (Word){begin, (size_t)(end - begin)};
}

static void fail(Parser* p, const char* where, const char* what) {
    if (p->result != VRM_OK) return;
    p->result = VRM_ERR_INVALID;
    vrmi_report_at(p->input->report, VRMI_RULE_BVH_SYNTAX, (uint64_t)(where - p->begin),
                   "This is no BVH file: %s was expected here.", what);
}

static void fail_limit(Parser* p, vrm_Result result, const char* what) {
    if (p->result != VRM_OK) return;
    p->result = result;
    if (result == VRM_ERR_LIMIT)
        vrmi_report_at(p->input->report, VRMI_RULE_MOTION_TOO_LARGE, (uint64_t)(p->at - p->begin),
                       "The motion is too large: %s.", what);
}

static void expect(Parser* p, const char* text) {
    Word word = next_word(p);
    if (!is_word(word, text)) fail(p, word.text, text);
}

/* ---- Numbers ---- */

static bool parse_number(Word word, double* out) {
    return vrmi_decimal_parse(word.text, word.size, out);
}

static float bounded(double value) {
    return (float)(value > VALUE_MAX ? VALUE_MAX : value < -VALUE_MAX ? -VALUE_MAX : value);
}

static double expect_number(Parser* p) {
    double value = 0.0;
    Word word = next_word(p);
    if (!parse_number(word, &value)) fail(p, word.text, "a number");
    return value;
}

static int32_t expect_count(Parser* p, double most) {
    Word word = next_word(p);
    double value = 0.0;
    if (!parse_number(word, &value) || value < 0.0 || value > 1e9) {
        fail(p, word.text, "a count");
        return 0;
    }
    return (int32_t)(value > most ? most : value);
}

/* ---- Hierarchy ---- */

static vrmi_BvhJoint* add_joint(Parser* p, Word name, int32_t parent, bool is_end) {
    vrmi_Bvh* bvh = p->bvh;
    if (bvh->joint_count == VRMI_CAPTURE_JOINTS_MAX) {
        fail_limit(p, VRM_ERR_LIMIT, "more than 4096 joints");
        return NULL;
    }
    if ((size_t)bvh->joint_count == p->joint_room) {
        size_t room = p->joint_room == 0 ? 64 : 2 * p->joint_room;
        vrmi_BvhJoint* joints = vrmi_arena_alloc(&bvh->arena, room, sizeof *joints);
        if (joints == NULL) {
            fail_limit(p, VRM_ERR_MEMORY, "");
            return NULL;
        }
        if (bvh->joint_count > 0)
            memcpy(joints, bvh->joints, (size_t)bvh->joint_count * sizeof *joints);
        bvh->joints = joints;
        p->joint_room = room;
    }
    char* copy = vrmi_arena_string(&bvh->arena, name.text, name.size);
    if (copy == NULL) {
        fail_limit(p, VRM_ERR_MEMORY, "");
        return NULL;
    }
    vrmi_BvhJoint* joint = &bvh->joints[bvh->joint_count++];
    *joint = (vrmi_BvhJoint){.name = copy, .parent = parent, .is_end = is_end};
    return joint;
}

static void parse_channels(Parser* p, vrmi_BvhJoint* joint) {
    static const char* const names[] = {"Xposition", "Yposition", "Zposition",
                                        "Xrotation", "Yrotation", "Zrotation",
                                        "Xscale",    "Yscale",    "Zscale"};
    enum { KINDS = sizeof names / sizeof *names };
    int32_t count = expect_count(p, VRMI_BVH_CHANNELS_MAX + 1);
    if (p->result == VRM_OK && (count > VRMI_BVH_CHANNELS_MAX || joint->channel_count > 0)) {
        fail(p, p->at, "at most nine channels");
        return;
    }
    joint->first_channel = p->bvh->channel_count;
    for (int32_t i = 0; i < count && p->result == VRM_OK; i++) {
        Word word = next_word(p);
        int kind = 0;
        while (kind < KINDS && !is_word(word, names[kind])) kind++;
        if (kind == KINDS) {
            fail(p, word.text, "a channel (Xposition to Zrotation, Xscale to Zscale)");
            return;
        }
        if (kind <= VRMI_BVH_Z_POSITION) joint->has_position = true;
        if (kind >= VRMI_BVH_X_ROTATION && kind <= VRMI_BVH_Z_ROTATION) joint->has_rotation = true;
        joint->channels[joint->channel_count++] = (uint8_t)kind;
    }
    p->bvh->channel_count += joint->channel_count;
}

static void parse_offset(Parser* p, vrmi_BvhJoint* joint) {
    joint->offset.x = bounded(expect_number(p));
    joint->offset.y = bounded(expect_number(p));
    joint->offset.z = bounded(expect_number(p));
}

/* One ROOT with everything below it; `current` goes down with each brace and up again. */
static void parse_root(Parser* p) {
    Word name = rest_of_line(p);
    expect(p, "{");
    if (p->result != VRM_OK || add_joint(p, name, -1, false) == NULL) return;
    int32_t current = p->bvh->joint_count - 1;
    while (current >= 0 && p->result == VRM_OK) {
        Word word = next_word(p);
        vrmi_BvhJoint* joint = &p->bvh->joints[current];
        bool is_end = is_word(word, "End");
        if (is_word(word, "}")) {
            current = joint->parent;
        } else if (is_word(word, "OFFSET")) {
            parse_offset(p, joint);
        } else if (is_word(word, "CHANNELS") && !joint->is_end) {
            parse_channels(p, joint);
        } else if ((is_word(word, "JOINT") || is_end) && !joint->is_end) {
            name = rest_of_line(p);
            if (is_end) name.size = 0;
            expect(p, "{");
            if (p->result == VRM_OK && add_joint(p, name, current, is_end) != NULL)
                current = p->bvh->joint_count - 1;
        } else {
            fail(p, word.text, "OFFSET, CHANNELS, JOINT, End Site or a closing brace");
        }
    }
}

static void parse_hierarchy(Parser* p) {
    Word word = next_word(p);
    if (is_word(word, "HIERARCHY")) word = next_word(p); /* some programs leave it out */
    if (!is_word(word, "ROOT")) fail(p, word.text, "ROOT");
    while (p->result == VRM_OK && is_word(word, "ROOT")) {
        parse_root(p);
        if (p->result == VRM_OK) word = next_word(p);
    }
    if (p->result == VRM_OK && !is_word(word, "MOTION")) fail(p, word.text, "MOTION");
}

/* ---- Motion ---- */

/* The number of frames that the file states and that it has. An incomplete frame of `part` values
 * follows the last whole one. */
static void report_frames(Parser* p, uint64_t claimed, uint64_t whole, uint64_t part) {
    char rest[64] = "";
    if (part > 0)
        snprintf(rest, sizeof rest, ", and %llu of the %llu values of one more",
                 (unsigned long long)part, (unsigned long long)p->bvh->channel_count);
    vrmi_report_at(p->input->report,
                   whole < claimed ? VRMI_RULE_BVH_FRAMES_MISSING : VRMI_RULE_BVH_VALUES_LEFT,
                   (uint64_t)(p->at - p->begin),
                   "The file states %llu frame%s and has %llu%s; %s. Export it again if the motion "
                   "looks wrong.",
                   (unsigned long long)claimed, claimed == 1 ? "" : "s", (unsigned long long)whole,
                   rest, whole < claimed ? "those that are there are used" : "the stated are used");
}

/* Stated number of frames; -1: as many as there are. */
static void parse_values(Parser* p, int32_t claimed) {
    vrmi_Bvh* bvh = p->bvh;
    bool is_claimed = claimed >= 0;
    if (!is_claimed) claimed = 1000000000;
    /* A number and a blank have at least two bytes: more values than fit into the text are not
     * allocated. */
    size_t left = (size_t)(p->end - p->at) / 2 + 1, width = bvh->channel_count, bad = 0, part = 0;
    size_t frames = left / width < (size_t)claimed ? left / width : (size_t)claimed;
    if (width * sizeof(float) > p->input->max_bytes / (frames + 1)) {
        fail_limit(p, VRM_ERR_LIMIT, "too many frames");
        return;
    }
    bvh->value_room = frames * width;
    bvh->values = vrmi_alloc(&bvh->allocator, bvh->value_room * sizeof *bvh->values);
    if (bvh->values == NULL) {
        fail_limit(p, VRM_ERR_MEMORY, "");
        return;
    }
    for (size_t f = 0; f < frames; f++) {
        float* row = bvh->values + f * width;
        for (size_t c = 0; c < width; c++) {
            Word word = next_word(p);
            double value = 0.0;
            part = c;
            if (word.size == 0) goto end; /* an incomplete frame is dropped */
            bool is_number = parse_number(word, &value);
            row[c] = is_number ? bounded(value) : f > 0 ? (row - width)[c] : 0.0f;
            if (!is_number && bad++ == 0)
                vrmi_report_at(p->input->report, VRMI_RULE_BVH_VALUE_INVALID,
                               (uint64_t)(word.text - p->begin), NULL);
        }
        bvh->frame_count = (int32_t)f + 1;
        part = 0;
    }
end:
    if (!is_claimed) {
        vrmi_report_at(p->input->report, VRMI_RULE_BVH_FRAMES_MISSING, (uint64_t)(p->at - p->begin),
                       "The file does not say how many frames it has, or says none; there %s %d.",
                       bvh->frame_count == 1 ? "is" : "are", (int)bvh->frame_count);
        return;
    }
    size_t more = part;
    while (next_word(p).size > 0) more++;
    if (bvh->frame_count < claimed || more > 0)
        report_frames(p, (uint64_t)claimed, (uint64_t)bvh->frame_count + more / width,
                      more % width);
}

/* "Frames: 10", "Frame Time:0.04": blanks around the words do not matter, nor does the colon. */
static bool take_label(Parser* p, const char* label) {
    const char* at = p->at;
    while (at < p->end && is_blank(*at)) at++;
    for (; *label != '\0'; label++) {
        const char* word = at;
        while (at < p->end && (*at == ' ' || *at == '\t')) at++;
        bool is_same = at < p->end && vrmi_lower(*at) == vrmi_lower(*label);
        if (!is_same && *label != ':') return false;
        at = is_same ? at + 1 : word;
    }
    p->at = at;
    return true;
}

/* Reads the two lines in either order; a missing one is reported. */
static void parse_motion(Parser* p) {
    const double unknown = -1.0;
    vrmi_Bvh* bvh = p->bvh;
    int32_t frames = -1;
    bvh->frame_time = unknown;
    while (p->result == VRM_OK) {
        if (take_label(p, "FrameTime:"))
            bvh->frame_time = expect_number(p);
        else if (take_label(p, "Frames:"))
            frames = expect_count(p, 1e9);
        else
            break;
    }
    if (p->result == VRM_OK && frames < 0 && bvh->frame_time == unknown)
        fail(p, p->at, "Frames: or Frame Time:");
    if (p->result == VRM_OK && bvh->channel_count == 0) fail(p, p->at, "a joint with channels");
    if (p->result != VRM_OK) return;
    if (!(bvh->frame_time >= 1e-4 && bvh->frame_time <= 1e4)) {
        vrmi_report_at(p->input->report, VRMI_RULE_BVH_FRAME_TIME, (uint64_t)(p->at - p->begin),
                       NULL);
        bvh->frame_time = 1.0 / 30.0;
    }
    parse_values(p, frames > 0 ? frames
                               : -1); /* 0 was never filled in: reads as many frames as there are */
    if (p->result == VRM_OK && bvh->frame_count == 0) {
        char stated[32] = "";
        if (frames > 0) snprintf(stated, sizeof stated, ", though it states %d", (int)frames);
        vrmi_report_at(p->input->report, VRMI_RULE_BVH_SYNTAX, (uint64_t)(p->at - p->begin),
                       "The file has a skeleton and not one whole frame of motion%s.", stated);
        p->result = VRM_ERR_INVALID;
    }
}

vrm_Result vrmi_bvh_parse(vrmi_Bvh* bvh, const vrmi_CaptureInput* input) {
    const char* text = input->bytes;
    size_t size = input->size;
    Parser p = {.bvh = bvh, .input = input, .begin = text, .at = text, .end = text + size};
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) p.at += 3;
    parse_hierarchy(&p);
    if (p.result == VRM_OK) parse_motion(&p);
    return p.result;
}
