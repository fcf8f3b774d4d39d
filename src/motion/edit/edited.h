/* SPDX-License-Identifier: MIT */
/* What all edits share: the frames of a motion come in, a new motion with frames goes out. */
#ifndef VRMI_MOTION_EDIT_EDITED_H
#define VRMI_MOTION_EDIT_EDITED_H

#include "motion/motion_load.h"
#include "motion/record_sample.h"
#include "vrm/motion_edit.h"

/* The frames of a motion: its own if it was edited before, else sampled. */
typedef struct vrmi_EditSource {
    vrm_MotionKind kind;
    const vrmi_Edited* edited;
    vrmi_Edited own; /* `frames` NULL if they belong to the motion */
} vrmi_EditSource;

/* Copies a definition; false if it has another size. */
bool vrmi_edit_read_def(const vrm_MotionEditDef* given, vrm_MotionEditDef* out);

/* Reads the frames of a motion. Motions of nodes are refused with a finding. `motion` must outlive
 * the source. On failure there is nothing to close. */
vrm_Result vrmi_edit_open(const vrm_Motion* motion, const vrm_MotionEditDef* def,
                          vrmi_EditSource* out);
void vrmi_edit_close(vrmi_EditSource* source);

/* Creates a motion of `count` frames at rest, like the source; `other` may be NULL, else its bones
 * and expressions are added. The caller fills the frames. */
vrm_Result vrmi_edit_create(const vrmi_EditSource* source, const vrmi_EditSource* other,
                            const vrm_MotionEditDef* def, size_t count, vrm_Motion** out);

/* Creates a copy of a motion to be changed in place, with its frames in their own or in reverse
 * order. `given` may be NULL. */
vrm_Result vrmi_edit_copy(const vrm_Motion* motion, bool is_reversed,
                          const vrm_MotionEditDef* given, vrm_Motion** out);

/* Writes for each expression of `frames` its index in `made`, which has all of them; one entry more
 * than there are. The caller releases `*out` with vrmi_edit_release_matches(). */
vrm_Result vrmi_edit_match_expressions(const vrm_Recorder* frames, const vrm_Recorder* made,
                                       const vrm_Allocator* allocator, size_t** out);
void vrmi_edit_release_matches(const vrm_Recorder* frames, const vrm_Allocator* allocator,
                               size_t* matches);

/* Weight of a cross-fade, 0 to 1, that begins and ends without speed. */
float vrmi_edit_fade(double part);

/* Creates a motion of the part between two times of the source; `from` is at most `to`, and both
 * are within the motion. */
vrm_Result vrmi_edit_cut(const vrmi_EditSource* source, double from, double to,
                         const vrm_MotionEditDef* def, vrm_Motion** out);

#endif
