/* SPDX-License-Identifier: MIT */
/* Text in Shift-JIS:
 *
 *   Vocaloid Pose Data file
 *
 *   MODEL.osm;
 *   NUMBER OF BONES;
 *
 *   Bone0{NAME
 *     X,Y,Z;            // position
 *     X,Y,Z,W;          // rotation
 *   }
 *   Morph0{NAME
 *     WEIGHT;
 *   }
 *
 * The stated number is not needed. The second byte of a character may be a brace, so a name ends
 * with its line, and a block begins only at the beginning of a line. */
#include "motion/mmd/vpd.h"

#include "base/ascii.h"
#include "motion/decimal.h"
#include "motion/mmd/shift_jis.h"

#include <string.h>

#define VALUE_MAX 1e6

static const char head[] = "Vocaloid Pose Data file";

typedef struct Reader {
    const vrmi_CaptureInput* input;
    vrmi_Arena* arena;
    vrmi_Vmd* vmd;
    const char *begin, *at, *end;
    bool is_cut, has_invalid;
} Reader;

bool vrmi_vpd_recognises(const uint8_t* bytes, size_t size) {
    return size >= sizeof head - 1 && memcmp(bytes, head, sizeof head - 1) == 0;
}

/* ---- Lines ---- */

static const char* line_end(const Reader* r, const char* at) {
    const char* found = memchr(at, '\n', (size_t)(r->end - at));
    return found != NULL ? found : r->end;
}

static void next_line(Reader* r) {
    r->at = line_end(r, r->at);
    if (r->at < r->end) r->at++;
}

/* Returns the text behind "WORD12{" at the beginning of the line; NULL: the line has none. */
static const char* block_name(const Reader* r, const char* word) {
    const char *at = r->at, *end = line_end(r, at);
    size_t size = strlen(word);
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    if ((size_t)(end - at) < size || memcmp(at, word, size) != 0) return NULL;
    at += size;
    while (at < end && (vrmi_is_digit(*at) || *at == ' ')) at++;
    return at < end && *at == '{' ? at + 1 : NULL;
}

static uint32_t count_blocks(Reader* r, const char* word) {
    uint32_t count = 0;
    for (r->at = r->begin; r->at < r->end; next_line(r)) count += block_name(r, word) != NULL;
    return count;
}

/* ---- Values ---- */

static void note_cut(Reader* r) {
    if (!r->is_cut)
        vrmi_report_at(r->input->report, VRMI_RULE_VMD_CUT, (uint64_t)(r->at - r->begin), NULL);
    r->is_cut = true;
}

static void note_invalid(Reader* r, const char* where) {
    if (!r->has_invalid)
        vrmi_report_at(r->input->report, VRMI_RULE_VMD_VALUE_INVALID, (uint64_t)(where - r->begin),
                       NULL);
    r->has_invalid = true;
}

static bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

static bool ends_word(char c) {
    return is_separator(c) || c == ';' || c == '{' || c == '}';
}

static void skip_space(Reader* r) {
    while (r->at < r->end) {
        bool is_comment = r->end - r->at > 1 && r->at[0] == '/' && r->at[1] == '/';
        if (is_comment)
            next_line(r);
        else if (is_separator(*r->at))
            r->at++;
        else
            return;
    }
}

/* Reads numbers up to a semicolon; missing and wrong ones keep the values that `out` has. Returns
 * false at the end of the block or file. */
static bool read_values(Reader* r, int count, float* out) {
    for (int i = 0;;) {
        skip_space(r);
        if (r->at == r->end) note_cut(r);
        if (r->at == r->end || *r->at == '}') return false;
        if (*r->at == ';') {
            r->at++;
            if (i < count) note_invalid(r, r->at);
            return true;
        }
        const char* word = r->at;
        while (r->at < r->end && !ends_word(*r->at)) r->at++;
        if (r->at < r->end && *r->at == '{') { /* the next block: this one has no end */
            r->at = word;
            note_invalid(r, word);
            return false;
        }
        double value = 0.0;
        bool is_number = vrmi_decimal_parse(word, (size_t)(r->at - word), &value) &&
                         value >= -VALUE_MAX && value <= VALUE_MAX;
        if (!is_number) note_invalid(r, word);
        if (is_number && i < count) out[i] = (float)value;
        i++;
    }
}

/* ---- Blocks ---- */

static vrm_Result read_name(Reader* r, const char* from, vrmi_VmdTrack* out) {
    const char* end = line_end(r, from);
    char name[VRMI_MMD_NAME_SIZE];
    while (end > from && (end[-1] == '\r' || end[-1] == ' ' || end[-1] == '\t')) end--;
    size_t size = (size_t)(end - from);
    vrmi_shift_jis_decode((const uint8_t*)from, size, name);
    out->is_full = size > VRMI_VMD_IK_NAME;
    out->name = vrmi_arena_string(r->arena, name, strlen(name));
    next_line(r);
    return out->name == NULL ? VRM_ERR_MEMORY : VRM_OK;
}

static vrm_Result read_bone(Reader* r, const char* name, uint32_t index) {
    /* Between equal keys no curve matters. */
    vrmi_VmdKey* key = &r->vmd->keys[index];
    float position[3] = {0.0f, 0.0f, 0.0f}, rotation[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    vrmi_VmdTrack* track = &r->vmd->bones[index];
    *track = (vrmi_VmdTrack){.first = index, .count = 1};
    vrm_Result result = read_name(r, name, track);
    if (result != VRM_OK) return result;
    if (read_values(r, 3, position)) (void)read_values(r, 4, rotation);
    key->position = (vrm_Vec3){position[0], position[1], position[2]};
    key->rotation = (vrm_Quat){rotation[0], rotation[1], rotation[2], rotation[3]};
    return VRM_OK;
}

static vrm_Result read_morph(Reader* r, const char* name, uint32_t index) {
    vrmi_VmdTrack* track = &r->vmd->morphs[index];
    *track = (vrmi_VmdTrack){.first = index, .count = 1};
    vrm_Result result = read_name(r, name, track);
    if (result == VRM_OK) (void)read_values(r, 1, &r->vmd->weights[index].weight);
    return result;
}

static vrm_Result alloc_blocks(Reader* r, uint32_t bones, uint32_t morphs) {
    vrmi_Vmd* vmd = r->vmd;
    uint64_t bytes = (uint64_t)bones * (sizeof *vmd->bones + sizeof *vmd->keys) +
                     (uint64_t)morphs * (sizeof *vmd->morphs + sizeof *vmd->weights);
    const char* why = bytes > r->input->max_bytes    ? "it needs more memory than allowed"
                      : bones > VRMI_VMD_TRACKS_MAX  ? "more than 16384 names"
                      : morphs > VRMI_VMD_TRACKS_MAX ? "more than 16384 names"
                                                     : NULL;
    if (why != NULL) {
        vrmi_report_at(r->input->report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET,
                       "The motion is too large: %s.", why);
        return VRM_ERR_LIMIT;
    }
    vmd->bones = vrmi_arena_alloc(r->arena, bones, sizeof *vmd->bones);
    vmd->keys = vrmi_arena_alloc(r->arena, bones, sizeof *vmd->keys);
    vmd->morphs = vrmi_arena_alloc(r->arena, morphs, sizeof *vmd->morphs);
    vmd->weights = vrmi_arena_alloc(r->arena, morphs, sizeof *vmd->weights);
    bool has_all =
        vmd->bones != NULL && vmd->keys != NULL && vmd->morphs != NULL && vmd->weights != NULL;
    return has_all ? VRM_OK : VRM_ERR_MEMORY;
}

vrm_Result vrmi_vpd_read(const vrmi_CaptureInput* input, vrmi_Arena* arena, vrmi_Vmd* out) {
    *out = (vrmi_Vmd){.model = ""};
    Reader r = {.input = input, .arena = arena, .vmd = out, .begin = input->bytes};
    r.end = r.begin + input->size;
    uint32_t bones = count_blocks(&r, "Bone"), morphs = count_blocks(&r, "Morph");
    vrm_Result result = alloc_blocks(&r, bones, morphs);
    const char* line = r.begin;
    while (result == VRM_OK && line < r.end) { /* as they were counted */
        r.at = line;
        const char *bone = block_name(&r, "Bone"), *morph = block_name(&r, "Morph");
        if (bone != NULL)
            result = read_bone(&r, bone, (uint32_t)out->bone_count++);
        else if (morph != NULL)
            result = read_morph(&r, morph, (uint32_t)out->morph_count++);
        r.at = line;
        next_line(&r);
        line = r.at;
    }
    return result;
}
