/* SPDX-License-Identifier: MIT */
/* A loaded motion: the kind of the file, and the data from which clips are made. */
#ifndef VRMI_MOTION_LOAD_H
#define VRMI_MOTION_LOAD_H

#include "base/alloc.h"
#include "vrm/motion.h"

/* The frames of a motion that was edited (vrm/motion_edit.h). */
typedef struct vrmi_Edited {
    vrm_Recorder* frames;  /* times begin at 0. NULL: the motion was not edited */
    vrm_Skeleton skeleton; /* that the motion was made on */
    const char* format;    /* of the source; static */
    double frame_s;        /* seconds between frames of the source; 0 if only a pose */
    vrm_RestSource rest_source;
    float rest_confidence;
    bool is_moment; /* the last cut left one pose of a motion */
} vrmi_Edited;

/*  kind        model              clip             capture         edited.frames
 *  ANIMATION   VRM animation      of the model     NULL            NULL
 *  CAPTURE     glTF file or NULL  its nodes, NULL  human skeleton  NULL
 *  NODES       glTF file          its nodes        NULL            NULL
 *  ANIMATION, CAPTURE; edited:
 *              NULL               NULL             NULL            frames */
struct vrm_Motion {
    vrm_MotionKind kind;
    vrm_Model* model;
    vrm_Clip* clip;
    vrm_Capture* capture;
    vrmi_Edited edited;
    int32_t take;         /* animation of the file that was loaded */
    bool borrows_model;   /* of vrm_MotionDef.same_file */
    vrm_Report* findings; /* of the model, with keeps_file; NULL: none are kept */
    vrm_Allocator allocator;
};

/* Returns true if the motion has the nodes of the avatar: as many, with bones at equal positions.
 * The hips may differ, because exporters leave a character in the frame that they showed last. */
bool vrmi_motion_has_nodes_of(const vrm_Motion* motion, const vrm_Rig* rig);

#endif
