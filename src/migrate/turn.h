/* SPDX-License-Identifier: MIT */
/* Shared by turn.c, alias.c, split.c and migrate_views.c: which accessors are turned, and which of
 * them cannot be turned in place. */
#ifndef VRMI_MIGRATE_TURN_H
#define VRMI_MIGRATE_TURN_H

#include "migrate/migrate.h"
#include "model/node_axes.h"

/* The uses of an accessor; several bits where it has several. */
typedef enum vrmi_TurnRole {
    VRMI_TURN_UNUSED = 0,
    VRMI_TURN_KEPT = 1,   /* nothing in it has a direction */
    VRMI_TURN_VECTOR = 2, /* VEC3, and VEC4 as tangents and rotations: components 0 and 2 change */
    VRMI_TURN_MATRIX = 4
} vrmi_TurnRole;

/* Marks the accessors that need bytes of their own, because something else uses their numbers in
 * another way. `roles` and `must_move` have an entry for each accessor. */
void vrmi_turn_find_aliases(vrmi_Migration* migration, const uint8_t* roles, uint8_t* must_move);

/* Replaces an accessor by its turned copy where it is used as a vector. `copies` has an entry for
 * each accessor; -1: it has none. */
void vrmi_turn_use_copies(vrmi_Migration* migration, const int32_t* copies);

/* Whether the value that a channel animates has a direction. */
bool vrmi_turn_is_vector(const vrm_Gltf* gltf, const vrm_AnimationChannel* channel);

/* Turns objects that look along the -Z of their node, after the nodes themselves. */
void vrmi_turn_views(vrmi_Migration* migration);

#endif
