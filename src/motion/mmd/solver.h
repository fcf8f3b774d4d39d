/* SPDX-License-Identifier: MIT */
/* Poses of an MMD skeleton as MMD computes them: keys, then bone by bone (by layer, then in the
 * order of the file) motion that is added from other bones, and IK. A frame depends on nothing but
 * its time. Everything is in the axes and units of the files. */
#ifndef VRMI_MOTION_MMD_SOLVER_H
#define VRMI_MOTION_MMD_SOLVER_H

#include "motion/mmd/pmx.h"
#include "motion/mmd/vmd.h"

typedef struct vrmi_MmdState {
    vrm_Vec3 key_position; /* from where the bone rests */
    vrm_Quat key_rotation;
    vrm_Vec3 position; /* with what other bones add */
    vrm_Quat rotation;
    vrm_Quat ik; /* turns the bone after its rotation */
    vrm_Vec3 world_position;
    vrm_Quat world_rotation;
} vrmi_MmdState;

/* A bone with IK: the bones from its first link above to the target, topmost first. */
typedef struct vrmi_MmdChain {
    int32_t bone, track; /* track: of vrmi_Vmd.iks; -1: always on */
    const int32_t* path;
    int32_t path_count;
    int32_t* carried; /* links and all that hangs on them, parents first */
    int32_t carried_count;
    int64_t cost; /* bones placed in a frame, at most */
} vrmi_MmdChain;

typedef struct vrmi_MmdSolver {
    const vrmi_MmdModel* model;
    const vrmi_Vmd* vmd;
    int32_t* tracks; /* of each bone: of vrmi_Vmd.bones; -1: none */
    int32_t* order;  /* in which bones are computed */
    int32_t order_count;
    int32_t* down;     /* bones, parents before children */
    int32_t* chain_of; /* of each bone; -1: none */
    int32_t* link_at;  /* of each link of the model: its place in the path; -1: none */
    int32_t* link_of;  /* of each bone: the bone with IK that had it as a link last; -1: none */
    vrmi_MmdChain* chains;
    int32_t chain_count;
    int32_t stray_tracks; /* tracks of bones that the model does not have */
    vrm_Vec3* offsets;    /* of each bone at rest, from its parent */
    vrmi_MmdState* states;
    double solved; /* the frame of states[]; below 0: none yet */
} vrmi_MmdSolver;

/* Model and motion must outlive the solver, whose memory is the arena's. IK beyond a budget of
 * steps is ignored, with a finding. */
vrm_Result vrmi_mmd_prepare(vrmi_MmdSolver* solver, const vrmi_MmdModel* model, const vrmi_Vmd* vmd,
                            vrmi_Arena* arena, vrm_Report* report);

/* From now on only these bones are computed; parents of each, what is added to it, and the IK that
 * moves it must be among them. */
void vrmi_mmd_restrict(vrmi_MmdSolver* solver, const bool* is_needed);

/* Bones that are placed in a frame, at most. */
int64_t vrmi_mmd_cost(const vrmi_MmdSolver* solver);

/* Fills states[] of the bones that are computed; nothing to do for the same frame again. */
void vrmi_mmd_solve(vrmi_MmdSolver* solver, double frame);

/* bone_place.c: local and world of a bone from its keys, and world alone. */
void vrmi_mmd_update(vrmi_MmdSolver* solver, int32_t bone);
void vrmi_mmd_place(vrmi_MmdSolver* solver, int32_t bone);

/* chain.c: brings the target of a chain to its bone. */
void vrmi_mmd_solve_chain(vrmi_MmdSolver* solver, const vrmi_MmdChain* chain);

#endif
