/* SPDX-License-Identifier: MIT */
/* Several clips at once, each by its weight, into the inputs of an avatar: vrm_avatar_play() and
 * what actors need beyond it. */
#ifndef VRMI_RUNTIME_PLAY_H
#define VRMI_RUNTIME_PLAY_H

#include "rig/clip_data.h"
#include "rig/rig.h"

#include "vrm/clip.h"
#include "vrm/sim.h"

/* A player that is about to replace players before it. What it moves it hides in the end; what it
 * does not move fades out of the others. */
typedef struct vrmi_PlayCover {
    uint64_t bones; /* bits: those that it moves */
    bool moves_hips, has_gaze;
    const vrm_Clip* expressions; /* the clip whose expressions it plays; NULL: none */
    const vrm_Clip* nodes;       /* the clip whose nodes it moves; NULL: none */
    float left;                  /* share of what it does not move, 0..1 */
} vrmi_PlayCover;

/* Root motion that is taken off the hips of a player: their pose becomes relative to the root. */
typedef struct vrmi_PlayRoot {
    vrm_Vec3 place;     /* on the ground, metres of the avatar */
    vrm_Quat turn_back; /* about the vertical */
} vrmi_PlayRoot;

/* What a player may move. */
typedef struct vrmi_PlayParts {
    uint64_t bones; /* bits; that of the hips is also that of their position */
    bool has_expressions, has_gaze;
    const vrmi_PlayRoot* root;    /* NULL: none */
    const vrmi_PlayCover* covers; /* that are about to replace it */
    int32_t cover_count;
} vrmi_PlayParts;

typedef struct vrmi_Play {
    const vrm_Player* players;
    const vrmi_PlayParts* parts; /* one for each player; NULL: everything */
    int32_t count;
    const vrm_Pose* base; /* the pose beneath, of unit rotations: all bones and the hips are set,
                             and nodes and morphs move from where they are.
                             NULL: the rest pose, and only what some player moves is set */
    float* expressions;   /* by expression of the rig: gets the weights of those that some player
                             moves; NULL: nothing */
    bool has_gaze;        /* result: some player has moved the gaze */
} vrmi_Play;

/* The player's numbers are finite, and a clip of nodes is of the rig's file. */
bool vrmi_avatar_can_play(const vrm_Player* player, const vrm_Rig* rig);

/* The place and rotation of the hips that vrmi_avatar_play() would set, in the axes of vrm_Pose. */
vrm_Transform vrmi_play_hips(const vrmi_Play* play, const vrm_Rig* rig);

/* The id is valid and the avatar can play every player. */
void vrmi_avatar_play(vrm_Sim* sim, vrm_AvatarId avatar, vrmi_Play* play);

#endif
