/* SPDX-License-Identifier: MIT */
/* The actor of one avatar (vrm/actor.h) with everything that a command line asks of it: a stance, a
 * clip, and a performance. */
#ifndef CLI_PERFORMER_H
#define CLI_PERFORMER_H

#include "face/performance.h"

#include "vrm/actor.h"

typedef struct PerformerDef {
    const vrm_Model* model; /* of the avatar */
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Stance stance;
    const vrm_Clip* clip;           /* NULL: none */
    double seconds;                 /* until the last frame: a shorter clip is repeated */
    const Performance* performance; /* with its cues placed; NULL: none */
    bool blinks;                    /* even without a performance */
} PerformerDef;

typedef struct Performer {
    const Performance* performance; /* NULL: none */
    const vrm_Rig* rig;
    vrm_FaceMap* map; /* NULL: the actor has no face */
    vrm_Actor* actor;
    uint32_t layer; /* of the clip; 0: none */
} Performer;

/* VRM_ERR_ARGUMENT if the clip moves the nodes of another file. On failure there is nothing to
 * close. */
vrm_Result performer_open(const PerformerDef* def, Performer* out);
void performer_close(Performer* performer);

/* Prints a line to standard error if the avatar shall speak and cannot move its mouth, and for each
 * emotion that does not show: at its weight, or while the avatar speaks. */
void performer_explain(const char* command, const char* file, const Performer* performer);

#endif
