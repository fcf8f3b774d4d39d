/* SPDX-License-Identifier: MIT */
/* The avatar of `vrm live`: a model that is loaded, and the one actor that plays it.
 *
 *   live_avatar_open() -> each frame: inputs -> live_avatar_act() -> what has the last word
 *   -> live_avatar_move() -> outputs
 *
 * live_loop.h does this at a steady rate. Inputs and outputs see the avatar through this header
 * alone. */
#ifndef CLI_LIVE_AVATAR_H
#define CLI_LIVE_AVATAR_H

#include "vrm/actor.h"

typedef struct LiveAvatar {
    const char* file; /* as it was named */
    vrm_Model* model; /* until the end: outputs draw it, or give its bytes away */
    vrm_Rig* rig;
    vrm_Sim* sim; /* with this avatar alone */
    vrm_AvatarId avatar;
    vrm_FaceMap* map; /* NULL: the face is too large to be moved, so the actor has none */
    vrm_Actor* actor;
    double time_s; /* of the actor, after live_avatar_act(): frame / rate of the loop */
} LiveAvatar;

/* Loads the model of `file` and lets it stand at ease. `seed`: avatars of different seeds do not
 * move alike. Returns CLI_OK, or a status after printing why. On failure there is nothing to
 * close. */
int live_avatar_open(const char* file, uint64_t seed, LiveAvatar* out);
void live_avatar_close(LiveAvatar* live);

/* The actor sets the inputs of the avatar for `time_s` (s), which does not go back. */
void live_avatar_act(LiveAvatar* live, double time_s);

/* Steps the sim over `dt` seconds with the inputs that were set: springs, constraints, look-at. */
void live_avatar_move(LiveAvatar* live, double dt);

#endif
