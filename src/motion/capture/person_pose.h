/* SPDX-License-Identifier: MIT */
/* Where the joints of a person are in a pose of the file, its own axes and units. */
#ifndef VRMI_MOTION_PERSON_POSE_H
#define VRMI_MOTION_PERSON_POSE_H

#include "motion/capture/person.h"

/* Instead of a frame; VRMI_PERSON_TAKE: a take that is there to show the T-pose. */
enum { VRMI_PERSON_REST = -1, VRMI_PERSON_BIND = -2, VRMI_PERSON_TAKE = -3 };

/* Places all joints as in a frame, or in one of these poses. */
void vrmi_person_pose(vrm_Capture* capture, int32_t frame);

/* Whether the bind pose has a joint. */
bool vrmi_person_is_bound(const vrm_Capture* capture, int32_t joint);

/* How many frames are examined, evenly spread: enough to find a standing pose and the ground, and
 * few enough that long files with many joints load fast; and which they are. */
int32_t vrmi_person_samples(const vrm_Capture* capture);
int32_t vrmi_person_sample(const vrm_Capture* capture, int32_t sample);

bool vrmi_person_has(const vrm_Capture* capture, vrm_Bone bone);
vrm_Vec3 vrmi_person_place(const vrm_Capture* capture, vrm_Bone bone);

/* (0, 0, 0) where one of the bones is missing. */
vrm_Vec3 vrmi_person_between(const vrm_Capture* capture, vrm_Bone from, vrm_Bone to);

/* From a bone to the joint that hangs on it, model axes, length 1; (0, 0, 0): there is none. */
vrm_Vec3 vrmi_person_direction(const vrm_Capture* capture, vrm_Bone bone);

/* From the hips to the head, and from the right leg (or arm) to the left one. */
vrm_Vec3 vrmi_person_up(const vrm_Capture* capture);
vrm_Vec3 vrmi_person_left(const vrm_Capture* capture);

/* Sets rests[] of hands and fingers by where the knuckles are; if the reference pose is a frame of
 * the motion, by bent wrists, clenched hands and thumbs, too. rests[] of the arms is set. */
void vrmi_capture_settle_hands(vrm_Capture* capture, bool from_motion);

/* Whether the local axes of the joints say what the T-pose is. Uses up the places of the joints. */
bool vrmi_rest_has_axes(vrm_Capture* capture);

/* Sets rests[] by these axes, from the pose that the joints are in. to_model is set. */
void vrmi_rest_by_axes(vrm_Capture* capture);

#endif
