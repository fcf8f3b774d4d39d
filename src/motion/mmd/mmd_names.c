/* SPDX-License-Identifier: MIT */
#include "motion/mmd/mmd_names.h"

#include "motion/mmd/shift_jis.h"

#include <string.h>

enum { FOLDED = 96 }; /* bytes of a name in one spelling; longer ones differ before */

/* ---- Bones of a person ---- */

typedef struct Row {
    const char* name;
    vrm_Bone left, right;
} Row;

#define PAIR(name, bone)                                                                           \
    { name, VRM_BONE_LEFT_##bone, VRM_BONE_RIGHT_##bone }

static const Row middle[] = {
    {"上半身", VRM_BONE_SPINE, VRM_BONE_SPINE},
    {"上半身2", VRM_BONE_CHEST, VRM_BONE_CHEST},
    {"上半身3", VRM_BONE_UPPER_CHEST, VRM_BONE_UPPER_CHEST},
    {"首", VRM_BONE_NECK, VRM_BONE_NECK},
    {"頭", VRM_BONE_HEAD, VRM_BONE_HEAD},
};

/* Behind the side. */
static const Row pairs[] = {
    PAIR("目", EYE),
    PAIR("肩", SHOULDER),
    PAIR("腕", UPPER_ARM),
    PAIR("ひじ", LOWER_ARM),
    PAIR("手首", HAND),
    PAIR("足", UPPER_LEG),
    PAIR("ひざ", LOWER_LEG),
    PAIR("足首", FOOT),
    PAIR("足先EX", TOES),
    PAIR("つま先EX", TOES),
    PAIR("親指0", THUMB_METACARPAL),
    PAIR("親指1", THUMB_PROXIMAL),
    PAIR("親指2", THUMB_DISTAL),
    PAIR("人指1", INDEX_PROXIMAL),
    PAIR("人指2", INDEX_INTERMEDIATE),
    PAIR("人指3", INDEX_DISTAL),
    PAIR("人差指1", INDEX_PROXIMAL),
    PAIR("人差指2", INDEX_INTERMEDIATE),
    PAIR("人差指3", INDEX_DISTAL),
    PAIR("中指1", MIDDLE_PROXIMAL),
    PAIR("中指2", MIDDLE_INTERMEDIATE),
    PAIR("中指3", MIDDLE_DISTAL),
    PAIR("薬指1", RING_PROXIMAL),
    PAIR("薬指2", RING_INTERMEDIATE),
    PAIR("薬指3", RING_DISTAL),
    PAIR("小指1", LITTLE_PROXIMAL),
    PAIR("小指2", LITTLE_INTERMEDIATE),
    PAIR("小指3", LITTLE_DISTAL),
};

vrm_Bone vrmi_mmd_bone(const char* name) {
    char folded[FOLDED];
    vrmi_mmd_fold(name, folded, sizeof folded);
    for (size_t i = 0; i < sizeof middle / sizeof *middle; i++)
        if (strcmp(folded, middle[i].name) == 0) return middle[i].left;
    bool is_left = strncmp(folded, "左", 3) == 0; /* either is 3 bytes */
    if (!is_left && strncmp(folded, "右", 3) != 0) return VRM_BONE_NONE;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(folded + 3, pairs[i].name) == 0) return is_left ? pairs[i].left : pairs[i].right;
    return VRM_BONE_NONE;
}

int32_t vrmi_mmd_named(const vrmi_MmdModel* model, const char* name) {
    char folded[FOLDED];
    for (int32_t b = 0; b < model->bone_count; b++) {
        vrmi_mmd_fold(model->bones[b].name, folded, sizeof folded);
        if (strcmp(folded, name) == 0) return b;
    }
    return -1;
}

/* ---- Tracks ---- */

/* How well a track's name fits: 3 equal, 2 but for width, 1 as the beginning of it, 0 not. */
static int fit(const char* name, const char* folded, const vrmi_VmdTrack* track,
               const char* track_folded) {
    if (strcmp(name, track->name) == 0) return 3;
    if (strcmp(folded, track_folded) == 0) return 2;
    return track->is_full && strncmp(folded, track_folded, strlen(track_folded)) == 0;
}

/* The bone that fits best; -1: none, or several that are only begun by the name. */
static int32_t best_bone(const vrmi_MmdModel* model, char (*folded)[FOLDED],
                         const vrmi_VmdTrack* track, int* out_fit) {
    char name[FOLDED];
    int32_t best = -1;
    *out_fit = 0;
    vrmi_mmd_fold(track->name, name, sizeof name);
    for (int32_t b = 0; b < model->bone_count && *out_fit < 3; b++) {
        int fits = fit(model->bones[b].name, folded[b], track, name);
        if (fits > *out_fit) {
            *out_fit = fits;
            best = b;
        } else if (fits == 1 && *out_fit == 1) {
            best = -1;
        }
    }
    return best;
}

vrm_Result vrmi_mmd_match(const vrmi_MmdModel* model, const vrmi_Vmd* vmd, vrmi_Arena* arena,
                          int32_t* out_tracks, int32_t* out_strays) {
    vrmi_ArenaMark mark = vrmi_arena_mark(arena);
    size_t bones = (size_t)model->bone_count;
    char(*folded)[FOLDED] = vrmi_arena_alloc_tight(arena, bones, FOLDED);
    uint8_t* fits = vrmi_arena_alloc_tight(arena, bones, sizeof *fits);
    if (folded == NULL || fits == NULL) return VRM_ERR_MEMORY;
    for (int32_t b = 0; b < model->bone_count; b++) {
        out_tracks[b] = -1;
        vrmi_mmd_fold(model->bones[b].name, folded[b], FOLDED);
    }
    *out_strays = 0;
    for (int32_t t = 0; t < vmd->bone_count; t++) {
        int fits_by = 0;
        int32_t b = best_bone(model, folded, &vmd->bones[t], &fits_by);
        *out_strays += b < 0;
        if (b < 0 || fits_by <= fits[b]) continue;
        fits[b] = (uint8_t)fits_by;
        out_tracks[b] = t;
    }
    vrmi_arena_rewind(arena, mark);
    return VRM_OK;
}

int32_t vrmi_mmd_track_of(const char* name, const vrmi_VmdTrack* tracks, int32_t count) {
    char folded[FOLDED], track[FOLDED];
    int32_t best = -1;
    int best_fit = 0;
    vrmi_mmd_fold(name, folded, sizeof folded);
    for (int32_t t = 0; t < count; t++) {
        vrmi_mmd_fold(tracks[t].name, track, sizeof track);
        int fits = fit(name, folded, &tracks[t], track);
        if (fits <= best_fit) continue;
        best_fit = fits;
        best = t;
    }
    return best;
}
