/* SPDX-License-Identifier: MIT */
/* What an avatar's face can do, for vrm info. */
#ifndef CLI_FACTS_FACE_FACTS_H
#define CLI_FACTS_FACE_FACTS_H

#include "vrm/face.h"
#include "vrm/json.h"

typedef struct cli_FaceFacts {
    bool is_known; /* the file is an avatar, and its face could be measured */
    vrm_FaceMapInfo info;
} cli_FaceFacts;

/* VRM_ERR_MEMORY when there is none; a face beyond the limits is not known. */
vrm_Result cli_face_facts(const vrm_Model* model, cli_FaceFacts* out);

/* The member "face". */
void cli_json_face(vrm_JsonBuilder* builder, const cli_FaceFacts* facts);
/* The lines "face" and "without effect"; none when not known. */
void cli_print_face(const cli_FaceFacts* facts);

#endif
