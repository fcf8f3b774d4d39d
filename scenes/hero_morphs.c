/* SPDX-License-Identifier: MIT */
/* Vesna's morph targets: what her face does in each. */
#include "hero_face.h"

typedef struct MorphRow {
    const char* name;
    EyeState eyes;
    BrowState brows;
    MouthState mouth;
    float pupil;
    int32_t eye; /* 0: both, 1: the left one, 2: the right one */
} MorphRow;

#define EYES_REST                                                                                  \
    { 1, 1, 0, 0 }
#define BROWS_REST                                                                                 \
    { 0, 0, 0 }
#define MOUTH_REST                                                                                 \
    { 0, 1, 0.35f, 0 }

/* clang-format off */
static const MorphRow morphs[MORPH_COUNT] = {
    [MORPH_HAPPY] = {"happy", {0, 0, 1, 0}, {0.6f, 0.2f, 0.6f}, {0.75f, 1.25f, 1, 0.1f}, 1, 0},
    [MORPH_ANGRY] = {"angry", {0.80f, 0.95f, 0, 0.6f}, {-0.7f, -1.1f, -0.6f},
        {0.12f, 0.85f, -0.9f, 0}, 0.92f, 0},
    [MORPH_SAD] = {"sad", {0.72f, 0.95f, 0, -0.7f}, {0.1f, 1.2f, 0.1f},
        {0.10f, 0.75f, -1, 0}, 1, 0},
    [MORPH_RELAXED] = {"relaxed", {0.45f, 0.85f, 0.3f, -0.1f}, {0.2f, 0.3f, 0.3f},
        {0.08f, 1.15f, 0.9f, 0}, 1, 0},
    [MORPH_SURPRISED] = {"surprised", {1.16f, 1.10f, 0, 0}, {1.2f, 0.3f, 0.8f},
        {0.75f, 0.62f, 0, 1}, 0.70f, 0},
    [MORPH_AA] = {"aa", EYES_REST, BROWS_REST, {1, 1, 0.2f, 0.4f}, 1, 0},
    [MORPH_IH] = {"ih", EYES_REST, BROWS_REST, {0.30f, 1.15f, 0.35f, 0.1f}, 1, 0},
    [MORPH_OU] = {"ou", EYES_REST, BROWS_REST, {0.38f, 0.50f, 0, 1}, 1, 0},
    [MORPH_EE] = {"ee", EYES_REST, BROWS_REST, {0.48f, 1.20f, 0.5f, 0.2f}, 1, 0},
    [MORPH_OH] = {"oh", EYES_REST, BROWS_REST, {0.85f, 0.70f, 0, 1}, 1, 0},
    [MORPH_BLINK_LEFT] = {"blink_left", {0, 0, 0, 0}, BROWS_REST, MOUTH_REST, 1, 1},
    [MORPH_BLINK_RIGHT] = {"blink_right", {0, 0, 0, 0}, BROWS_REST, MOUTH_REST, 1, 2},
    [MORPH_BROW_UP] = {"brow_up", EYES_REST, {1, 0, 0.5f}, MOUTH_REST, 1, 0},
    [MORPH_GRIN] = {"grin", {0.9f, 0.85f, 0, 0}, {0.3f, 0, 0.3f}, {0.42f, 1.45f, 1.1f, 0}, 1, 0},
    [MORPH_POUT] = {"pout", {0.85f, 1, 0, 0}, {-0.2f, 0.5f, 0}, {0.06f, 0.55f, -0.8f, 0.5f}, 1, 0},
};
/* clang-format on */

FaceState hero_face_state(int32_t morph) {
    static const EyeState open = EYES_REST;
    FaceState state = {.eyes = {EYES_REST, EYES_REST}, .mouth = MOUTH_REST, .pupil = 1};
    if (morph < 0) return state;
    const MorphRow* row = &morphs[morph];
    for (int32_t side = 0; side < 2; side++) {
        bool takes_part = row->eye == 0 || row->eye == side + 1;
        state.eyes[side] = takes_part ? row->eyes : open;
        state.brows[side] = row->brows;
    }
    state.mouth = row->mouth;
    state.pupil = row->pupil;
    return state;
}

const char* hero_morph_name(int32_t morph) {
    return morphs[morph].name;
}
