/* SPDX-License-Identifier: MIT */
/* Data that libvrm does not know survives a migration. The tables of the validator list the members
 * of each object of VRM. Any other member of a file (extras, extensions, members of other programs)
 * is
 *
 *   restored    in the new object where that has the same shape (beta to 1.0)
 *   kept        under the extras of the new extension, in the shape of the old one, with array
 *               indices as names: {"blendShapeMaster":{"blendShapeGroups":{"3":{...}}}}
 *   taken back  from those extras when the file returns to the dialect that it was kept from
 *
 * so that repeated migrations up and down add nothing after the first one. */
#ifndef VRMI_MIGRATE_UNKNOWN_H
#define VRMI_MIGRATE_UNKNOWN_H

#include "migrate/migrate.h"
#include "validate/vrm/vrm_schema.h"

/* Keeps the members of `old`, an object of the model, that `type` does not define or that the
 * migration leaves out (losses.h; with a finding), as a member `name` of the extras of `element`,
 * or name_2 and so on if another value has that name. No-op if an equal value is kept there
 * already. */
void vrmi_unknown_keep(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                       vrm_JsonRef element, const char* name);

/* The same for values that VRM defines and that the migration leaves out (losses.h), and for these
 * alone. */
void vrmi_unknown_keep_losses(vrmi_Migration* migration, vrm_JsonRef old,
                              const vrmi_SchemaType* type, vrm_JsonRef element, const char* name);

/* Copies the members of `old`, an object of the model, that `type` does not define into `object` of
 * the edit. For a list whose length has changed, they are kept in the extras of the enclosing
 * object. */
void vrmi_unknown_restore(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                          vrm_JsonRef object);

/* The same for the extension of an avatar: its own extras and those of its meta become the extras
 * of `root`, the new extension, and of its meta. */
void vrmi_unknown_keep_root(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                            vrm_JsonRef root, const char* name);

/* Undoes vrmi_unknown_keep(): moves the first value under `name`, name_2 and so on in the extras of
 * `element`, an object of the model, that vrmi_unknown_keep() can have written into `object` of the
 * edit, which must have no other unknown members. No-op if there is none. */
void vrmi_unknown_take_back(vrmi_Migration* migration, vrm_JsonRef element,
                            const vrmi_SchemaType* type, const char* name, vrm_JsonRef object);

#endif
