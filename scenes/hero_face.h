/* SPDX-License-Identifier: MIT */
/* States of Vesna's face: what the face is built for, and what her morph targets are. */
#ifndef SCENES_HERO_FACE_H
#define SCENES_HERO_FACE_H

#include "hero.h"

typedef struct EyeState {
    float upper, lower; /* lids: 1 at rest, 0 closed */
    float smile;        /* closed lids: 0 hang, 1 arch */
    float slant;        /* 1: the outer corner of the upper lid is high */
} EyeState;

typedef struct BrowState {
    float raise;
    float tilt; /* 1: the inner end is up; -1: down */
    float bend;
} BrowState;

typedef struct MouthState {
    float open;  /* 1: as for "ah" */
    float width; /* 1 at rest */
    float smile; /* corners: 1 up, -1 down */
    float round; /* 1: round corners */
} MouthState;

typedef struct FaceState {
    EyeState eyes[2];
    BrowState brows[2];
    MouthState mouth;
    float pupil; /* size of the iris: 1 at rest */
} FaceState;

typedef struct FaceBuild {
    const Character* character;
    Mesh* mesh;
    FaceState state;
} FaceBuild;

/* Her morph targets (hero_morphs.c). */
enum {
    MORPH_HAPPY,
    MORPH_ANGRY,
    MORPH_SAD,
    MORPH_RELAXED,
    MORPH_SURPRISED,
    MORPH_AA,
    MORPH_IH,
    MORPH_OU,
    MORPH_EE,
    MORPH_OH,
    MORPH_BLINK_LEFT,
    MORPH_BLINK_RIGHT,
    MORPH_BROW_UP,
    MORPH_GRIN,
    MORPH_POUT,
    MORPH_COUNT
};

/* The state that a morph target stands for; -1: at rest. */
FaceState hero_face_state(int32_t morph);
const char* hero_morph_name(int32_t morph);

void hero_lashes(Character* character);

#endif
