/* SPDX-License-Identifier: MIT */
/* Nodes as the command line names them. */
#ifndef CLI_FACTS_NODE_NAMES_H
#define CLI_FACTS_NODE_NAMES_H

#include <vrm/gltf.h>

/** Returns the node of a name, or of "#12", its number; -1 and the reason if there is none, or
 * several have the name. */
int32_t cli_find_node(const vrm_Gltf* gltf, const char* name, const char** out_why);

#endif
