/* SPDX-License-Identifier: MIT */
/** Small files that show one property of a material each: a ball and a card, or three cards that
 * overlap, with everything else kept plain. Each row of the table changes one value. Tests draw
 * them and look at what changed; the judges draw the same rows with three-vrm.
 *
 * Seen from the usual camera (0, 1, 3) towards -Z, 14 degrees, two wide to one high:
 *
 *   SWEEP_BALL    ball of radius 0.32 at (-0.35, 1, 0), below the head; card of 0.64 x 0.64 at
 *                 (0.35, 1, 0), below the hips; both have material 0
 *   SWEEP_CARDS   cards with materials 0, 1, 2 at x -0.3, 0, 0.3 and z 0, 0.1, 0.2, each half over
 *                 the one before
 */
#ifndef VRM_SCENES_SWEEP_H
#define VRM_SCENES_SWEEP_H

#include "scenes.h"

typedef enum SweepKind { SWEEP_BALL, SWEEP_CARDS } SweepKind;

/** Textures of the files, all 32x32, repeating. u runs right, v down. */
enum {
    SWEEP_COLOR,  /* four coloured quarters with finer checks, opaque */
    SWEEP_STRIPE, /* dark and light stripes from top to bottom */
    SWEEP_DATA,   /* red: u; green: v; blue: 1 in the left half, 0 in the right */
    SWEEP_NORMAL, /* waves that tilt the normal up to 30 degrees along u and v */
    SWEEP_MATCAP, /* red above, green to the left, blue to the right, black below */
    SWEEP_ALPHA,  /* white; alpha: u */
    SWEEP_TEXTURE_COUNT
};

typedef struct SweepRow {
    const char* name; /* AXIS-VALUE; rows of an axis follow one another in ascending order */
    SweepKind kind;
    const char* edits; /* as scene_patch() takes them */
    float time;        /* seconds */
    bool is_first_person;
    vrm_Vec3 sky, ground; /* light from above and below; all else comes from (1, 1, 1) */
} SweepRow;

const SweepRow* sweep_rows(int32_t* out_count);
/** The file of a row. */
SceneBytes sweep_file(const SweepRow* row);

/** Writes every file and "shots.json", a list of { name, file, camera and light } with the member
 * names of tests/judges/picture.mjs, into a folder that is there. */
bool sweep_write(const char* folder);

#endif
