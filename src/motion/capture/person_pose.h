/* SPDX-License-Identifier: MIT */
/* Positions of the joints of a person in a pose of the file, in its own axes and units. */
#ifndef VRMI_MOTION_PERSON_POSE_H
#define VRMI_MOTION_PERSON_POSE_H

#include "motion/capture/person.h"

/* Poses that are not frames; VRMI_PERSON_TAKE: a take that exists to show the T-pose,
 * VRMI_PERSON_REST_FILE: the pose of the rest file. */
enum {
    VRMI_PERSON_REST = -1,
    VRMI_PERSON_BIND = -2,
    VRMI_PERSON_TAKE = -3,
    VRMI_PERSON_REST_FILE = -4
};

/* Places all joints as in a frame, or in one of these poses. */
void vrmi_person_pose(vrm_Capture* capture, int32_t frame);

/* Returns true if the bind pose has a joint. */
bool vrmi_person_is_bound(const vrm_Capture* capture, int32_t joint);

/* Number of frames to examine, evenly spread, and their indices: enough to find a standing pose and
 * the ground, few enough that long files with many joints load fast. */
int32_t vrmi_person_samples(const vrm_Capture* capture);
int32_t vrmi_person_sample(const vrm_Capture* capture, int32_t sample);

bool vrmi_person_has(const vrm_Capture* capture, vrm_Bone bone);
vrm_Vec3 vrmi_person_place(const vrm_Capture* capture, vrm_Bone bone);

/* Returns (0, 0, 0) if one of the bones is missing. */
vrm_Vec3 vrmi_person_between(const vrm_Capture* capture, vrm_Bone from, vrm_Bone to);

/* Returns the unit vector from a bone to its child joint, model axes; (0, 0, 0) if there is none.
 */
vrm_Vec3 vrmi_person_direction(const vrm_Capture* capture, vrm_Bone bone);

/* From the hips to the head, and from the right leg (or arm) to the left one. */
vrm_Vec3 vrmi_person_up(const vrm_Capture* capture);
vrm_Vec3 vrmi_person_left(const vrm_Capture* capture);

/* Sets rests[] of hands and fingers from the positions of the knuckles; if the reference pose is a
 * frame of the motion, also corrects bent wrists, clenched hands and thumbs. rests[] of the arms
 * must be set. */
void vrmi_capture_settle_hands(vrm_Capture* capture, bool from_motion);

/* Returns true if the local axes of the joints determine the T-pose. Overwrites the positions of
 * the joints. */
bool vrmi_rest_has_axes(vrm_Capture* capture);

/* Sets rests[] from these axes and the present pose of the joints. to_model must be set. */
void vrmi_rest_by_axes(vrm_Capture* capture);

#endif
