/* SPDX-License-Identifier: MIT */
/* The file is a head and lists of records of fixed size, each behind its count. Old programs end it
 * after any list. Keys come in any order: they are sorted by name and frame. */
#include "motion/mmd/vmd.h"

#include "base/bytes.h"
#include "motion/mmd/shift_jis.h"

#include <stdlib.h>
#include <string.h>

#define VALUE_MAX 1e6f

enum { HEAD_SIZE = 30, BONE_SIZE = 111, MORPH_SIZE = 23, SWITCH_SIZE = 21 };

typedef struct Reader {
    const vrmi_CaptureInput* input;
    vrmi_Arena* arena;
    vrmi_Vmd* vmd;
    const uint8_t *begin, *at, *end;
    uint64_t used; /* bytes of memory, against max_bytes */
    bool is_cut, has_invalid;
} Reader;

/* A record while it is sorted; the name as numbers, whose order is that of its bytes. */
typedef struct Entry {
    uint64_t name[3];
    uint32_t frame, index;
    const uint8_t* record;
} Entry;

/* ---- Head ---- */

static const char new_head[] = "Vocaloid Motion Data 0002",
                  old_head[] = "Vocaloid Motion Data file";

bool vrmi_vmd_recognises(const uint8_t* bytes, size_t size) {
    return size >= HEAD_SIZE && memcmp(bytes, new_head, sizeof "Vocaloid Motion Data" - 1) == 0;
}

static char* keep_name(Reader* r, const uint8_t* field, size_t size) {
    char name[VRMI_MMD_NAME_SIZE];
    vrmi_shift_jis_decode(field, size, name);
    return vrmi_arena_string(r->arena, name, strlen(name));
}

static vrm_Result read_head(Reader* r) {
    bool is_whole = r->input->size >= HEAD_SIZE;
    size_t name = is_whole && memcmp(r->at, old_head, sizeof old_head) == 0 ? 10 : 20;
    if (!is_whole || r->input->size < HEAD_SIZE + name) {
        vrmi_report_at(r->input->report, VRMI_RULE_VMD_SYNTAX, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    r->vmd->model = keep_name(r, r->at + HEAD_SIZE, name);
    r->at += HEAD_SIZE + name;
    return r->vmd->model == NULL ? VRM_ERR_MEMORY : VRM_OK;
}

/* ---- Lists ---- */

static void note_cut(Reader* r, const uint8_t* where) {
    if (r->is_cut) return;
    r->is_cut = true;
    vrmi_report_at(r->input->report, VRMI_RULE_VMD_CUT, (uint64_t)(where - r->begin), NULL);
}

/* How many whole records of that size follow; `at` is then before the first. A file may end where a
 * count would be. */
static uint32_t begin_list(Reader* r, size_t record_size) {
    size_t left = (size_t)(r->end - r->at);
    if (left < 4) {
        if (left > 0) note_cut(r, r->at);
        r->at = r->end;
        return 0;
    }
    uint32_t count = vrmi_load_u32(r->at);
    r->at += 4;
    size_t whole = (left - 4) / record_size;
    if (count <= whole) return count;
    note_cut(r, r->at + whole * record_size);
    return (uint32_t)whole;
}

/* Nothing follows what was cut. */
static void end_list(Reader* r, uint32_t count, size_t record_size) {
    r->at = r->is_cut ? r->end : r->at + (size_t)count * record_size;
}

static vrm_Result too_large(Reader* r, const char* what) {
    vrmi_report_at(r->input->report, VRMI_RULE_MOTION_TOO_LARGE, (uint64_t)(r->at - r->begin),
                   "The motion is too large: %s.", what);
    return VRM_ERR_LIMIT;
}

static vrm_Result charge(Reader* r, uint64_t count, size_t size) {
    uint64_t bytes = count * size; /* counts are below 2^32, sizes below 2^7 */
    if (bytes > r->input->max_bytes || r->used > r->input->max_bytes - bytes)
        return too_large(r, "it needs more memory than allowed");
    r->used += bytes;
    return VRM_OK;
}

/* ---- Order ---- */

static void pack_name(const uint8_t* field, size_t size, uint64_t out[3]) {
    memset(out, 0, 3 * sizeof *out);
    for (size_t i = 0; i < size && field[i] != 0; i++)
        out[i / 8] |= (uint64_t)field[i] << (56 - i % 8 * 8);
}

static int compare_entries(const void* a, const void* b) {
    const Entry *one = a, *other = b;
    for (int i = 0; i < 3; i++)
        if (one->name[i] != other->name[i]) return one->name[i] < other->name[i] ? -1 : 1;
    if (one->frame != other->frame) return one->frame < other->frame ? -1 : 1;
    return one->index < other->index ? -1 : one->index > other->index;
}

static bool has_name(const Entry* a, const Entry* b) {
    return memcmp(a->name, b->name, sizeof a->name) == 0;
}

/* Sorts entries and makes a track of each name. */
static vrm_Result make_tracks(Reader* r, Entry* entries, uint32_t count, size_t field_size,
                              vrmi_VmdTrack** out, int32_t* out_count) {
    int32_t names = 0;
    bool is_sorted = true;
    for (uint32_t i = 1; i < count && is_sorted; i++)
        is_sorted = compare_entries(&entries[i - 1], &entries[i]) < 0;
    if (!is_sorted) qsort(entries, count, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < count; i++) {
        if (entries[i].frame > VRMI_VMD_FRAMES_MAX) return too_large(r, "more than ten hours");
        if (entries[i].frame > r->vmd->last_frame) r->vmd->last_frame = entries[i].frame;
        names += i == 0 || !has_name(&entries[i - 1], &entries[i]);
    }
    if (names > VRMI_VMD_TRACKS_MAX) return too_large(r, "more than 16384 names");
    vrmi_VmdTrack* tracks = vrmi_arena_alloc(r->arena, (size_t)names, sizeof *tracks);
    if (tracks == NULL) return VRM_ERR_MEMORY;
    names = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || !has_name(&entries[i - 1], &entries[i])) {
            const uint8_t* field = entries[i].record;
            vrmi_VmdTrack* track = &tracks[names++];
            track->first = i;
            track->is_full = memchr(field, 0, field_size) == NULL;
            track->name = keep_name(r, field, field_size);
            if (track->name == NULL) return VRM_ERR_MEMORY;
        }
        tracks[names - 1].count++;
    }
    *out = tracks;
    *out_count = names;
    return VRM_OK;
}

static Entry* alloc_entries(Reader* r, uint32_t count, vrm_Result* out_result) {
    *out_result = charge(r, count, sizeof(Entry));
    if (*out_result != VRM_OK) return NULL;
    Entry* entries = vrmi_alloc_zeroed(&r->input->allocator, count, sizeof *entries);
    if (entries == NULL) *out_result = VRM_ERR_MEMORY;
    return entries;
}

static void release_entries(Reader* r, Entry* entries, uint32_t count) {
    r->used -= (uint64_t)count * sizeof *entries;
    vrmi_release(&r->input->allocator, entries, (size_t)count * sizeof *entries);
}

/* ---- Values ---- */

static float load_float(Reader* r, const uint8_t* from, float otherwise) {
    uint32_t bits = vrmi_load_u32(from);
    float value;
    memcpy(&value, &bits, sizeof value);
    if (value >= -VALUE_MAX && value <= VALUE_MAX) return value;
    if (!r->has_invalid)
        vrmi_report_at(r->input->report, VRMI_RULE_VMD_VALUE_INVALID, (uint64_t)(from - r->begin),
                       NULL);
    r->has_invalid = true;
    return otherwise;
}

/* The curves are 4 rows of 16 bytes, in which row k is row 0 moved by k bytes. MMD writes switches
 * of physics over bytes 2 and 3 of row 0, so the curve of channel k is read at the head of row k.
 */
static void load_key(Reader* r, const uint8_t* record, vrmi_VmdKey* out) {
    const uint8_t *values = record + 19, *curves = record + 47;
    out->frame = vrmi_load_u32(record + VRMI_VMD_BONE_NAME);
    out->position = (vrm_Vec3){load_float(r, values, 0.0f), load_float(r, values + 4, 0.0f),
                               load_float(r, values + 8, 0.0f)};
    out->rotation = (vrm_Quat){load_float(r, values + 12, 0.0f), load_float(r, values + 16, 0.0f),
                               load_float(r, values + 20, 0.0f), load_float(r, values + 24, 1.0f)};
    for (size_t c = 0; c < VRMI_VMD_CHANNELS; c++)
        for (size_t i = 0; i < 4; i++) {
            uint8_t value = curves[16 * c + 4 * i];
            out->curves[c][i] = value > 127 ? 127 : value;
        }
}

/* ---- Kinds of records ---- */

static void fill_entry(Entry* entry, const uint8_t* record, size_t name_size, uint32_t index) {
    pack_name(record, name_size, entry->name);
    entry->frame = vrmi_load_u32(record + name_size);
    entry->record = record;
    entry->index = index;
}

static vrm_Result read_bones(Reader* r) {
    vrmi_Vmd* vmd = r->vmd;
    uint32_t count = begin_list(r, BONE_SIZE);
    vrm_Result result;
    Entry* entries = alloc_entries(r, count, &result);
    if (entries == NULL) return result;
    for (uint32_t i = 0; i < count; i++)
        fill_entry(&entries[i], r->at + (size_t)i * BONE_SIZE, VRMI_VMD_BONE_NAME, i);
    result = make_tracks(r, entries, count, VRMI_VMD_BONE_NAME, &vmd->bones, &vmd->bone_count);
    if (result == VRM_OK) result = charge(r, count, sizeof *vmd->keys);
    if (result == VRM_OK) {
        vmd->keys = vrmi_arena_alloc(r->arena, count, sizeof *vmd->keys);
        if (vmd->keys == NULL) result = VRM_ERR_MEMORY;
    }
    for (uint32_t i = 0; result == VRM_OK && i < count; i++)
        load_key(r, entries[i].record, &vmd->keys[i]);
    release_entries(r, entries, count);
    end_list(r, count, BONE_SIZE);
    return result;
}

static vrm_Result read_morphs(Reader* r) {
    vrmi_Vmd* vmd = r->vmd;
    uint32_t count = begin_list(r, MORPH_SIZE);
    vrm_Result result;
    Entry* entries = alloc_entries(r, count, &result);
    if (entries == NULL) return result;
    for (uint32_t i = 0; i < count; i++)
        fill_entry(&entries[i], r->at + (size_t)i * MORPH_SIZE, VRMI_VMD_BONE_NAME, i);
    result = make_tracks(r, entries, count, VRMI_VMD_BONE_NAME, &vmd->morphs, &vmd->morph_count);
    if (result == VRM_OK) result = charge(r, count, sizeof *vmd->weights);
    if (result == VRM_OK) {
        vmd->weights = vrmi_arena_alloc(r->arena, count, sizeof *vmd->weights);
        if (vmd->weights == NULL) result = VRM_ERR_MEMORY;
    }
    for (uint32_t i = 0; result == VRM_OK && i < count; i++)
        vmd->weights[i] = (vrmi_VmdWeight){
            entries[i].frame, load_float(r, entries[i].record + VRMI_VMD_BONE_NAME + 4, 0.0f)};
    release_entries(r, entries, count);
    end_list(r, count, MORPH_SIZE);
    return result;
}

static void pass_over(Reader* r, int kind, size_t record_size) {
    uint32_t count = begin_list(r, record_size);
    r->vmd->passed[kind] = count;
    end_list(r, count, record_size);
}

/* Switches of IK lie in frames: each says whether the model is shown, and which IK are on. Returns
 * how many there are; with `entries` writes them. */
static uint32_t walk_switches(Reader* r, const uint8_t* at, uint32_t frames, Entry* entries) {
    uint32_t total = 0;
    for (uint32_t f = 0; f < frames; f++) {
        if ((size_t)(r->end - at) < 9) {
            note_cut(r, at);
            break;
        }
        uint32_t frame = vrmi_load_u32(at), count = vrmi_load_u32(at + 5);
        at += 9;
        for (uint32_t i = 0; i < count; i++, at += SWITCH_SIZE, total++) {
            if ((size_t)(r->end - at) < SWITCH_SIZE) {
                note_cut(r, at);
                return total;
            }
            if (entries == NULL) continue;
            pack_name(at, VRMI_VMD_IK_NAME, entries[total].name);
            entries[total].frame = frame;
            entries[total].index = total;
            entries[total].record = at;
        }
    }
    return total;
}

static vrm_Result read_switches(Reader* r) {
    vrmi_Vmd* vmd = r->vmd;
    uint32_t frames = begin_list(r, 9);
    uint32_t count = walk_switches(r, r->at, frames, NULL);
    vrm_Result result;
    Entry* entries = alloc_entries(r, count, &result);
    if (entries == NULL) return result;
    walk_switches(r, r->at, frames, entries);
    result = make_tracks(r, entries, count, VRMI_VMD_IK_NAME, &vmd->iks, &vmd->ik_count);
    if (result == VRM_OK) result = charge(r, count, sizeof *vmd->switches);
    if (result == VRM_OK) {
        vmd->switches = vrmi_arena_alloc(r->arena, count, sizeof *vmd->switches);
        if (vmd->switches == NULL) result = VRM_ERR_MEMORY;
    }
    for (uint32_t i = 0; result == VRM_OK && i < count; i++)
        vmd->switches[i] = (vrmi_VmdWeight){entries[i].frame,
                                            entries[i].record[VRMI_VMD_IK_NAME] != 0 ? 1.0f : 0.0f};
    release_entries(r, entries, count);
    return result;
}

vrm_Result vrmi_vmd_read(const vrmi_CaptureInput* input, vrmi_Arena* arena, vrmi_Vmd* out) {
    enum { CAMERA_SIZE = 61, LIGHT_SIZE = 28, SHADOW_SIZE = 9 };
    *out = (vrmi_Vmd){.model = ""};
    Reader r = {.input = input, .arena = arena, .vmd = out, .begin = input->bytes};
    r.at = r.begin;
    r.end = r.begin + input->size;
    vrm_Result result = read_head(&r);
    if (result == VRM_OK) result = read_bones(&r);
    if (result == VRM_OK) result = read_morphs(&r);
    if (result != VRM_OK) return result;
    pass_over(&r, 0, CAMERA_SIZE);
    pass_over(&r, 1, LIGHT_SIZE);
    pass_over(&r, 2, SHADOW_SIZE);
    return read_switches(&r);
}
