/* SPDX-License-Identifier: MIT */
/* Names of MMD: which keys belong to which bone, which bone of a person a bone is, and which
 * expression a morph is. */
#ifndef VRMI_MOTION_MMD_NAMES_H
#define VRMI_MOTION_MMD_NAMES_H

#include "motion/mmd/pmx.h"
#include "motion/mmd/vmd.h"

/* The bone that a name means; VRM_BONE_NONE: none. Hips have no bone of their own in MMD. */
vrm_Bone vrmi_mmd_bone(const char* name);

/* The first bone with that name, which is written with plain digits and letters; -1: none. */
int32_t vrmi_mmd_named(const vrmi_MmdModel* model, const char* name);

/* Of each bone the track that moves it; -1: none. Names are equal, or differ in the width of
 * letters, or the track's was cut and begins the bone's, which no other bone's does. Returns how
 * many tracks found no bone. */
vrm_Result vrmi_mmd_match(const vrmi_MmdModel* model, const vrmi_Vmd* vmd, vrmi_Arena* arena,
                          int32_t* out_tracks, int32_t* out_strays);

/* The track of that name; -1: none. */
int32_t vrmi_mmd_track_of(const char* name, const vrmi_VmdTrack* tracks, int32_t count);

/* The name of a VRM expression for a morph; `name` itself when it is none of the known ones. */
const char* vrmi_mmd_expression(const char* name);

/* A name of a morph that was cut after 15 bytes, made whole: from the model's, or from the 52 names
 * of ARKit; `name` itself where that is in doubt. */
const char* vrmi_mmd_whole_morph(const vrmi_MmdModel* model, const vrmi_VmdTrack* track);

#endif
