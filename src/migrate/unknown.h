/* SPDX-License-Identifier: MIT */
/* What libvrm does not know survives a migration. The tables of the validator say which members an
 * object of VRM has; whatever else a file has there (extras, extensions, members of other programs)
 * is
 *
 *   restored    in the new object where that has the same shape (beta to 1.0)
 *   kept        under the extras of the new extension, in the shape that it had in the old one,
 * with places of arrays as names: {"blendShapeMaster":{"blendShapeGroups":{"3":{...}}}} */
#ifndef VRMI_MIGRATE_UNKNOWN_H
#define VRMI_MIGRATE_UNKNOWN_H

#include "migrate/migrate.h"
#include "validate/vrm_schema.h"

/* Keeps what `type` does not know of `old`, an object of the model, as a member of the extras of
 * `element` that is called `name`, or name_2 and so on where there is one. */
void vrmi_unknown_keep(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                       vrm_JsonRef element, const char* name);

/* Puts what `type` does not know of `old`, an object of the model, into `object` of the edit. Where
 * a list has another length than before, its part is kept in the extras of the object around it. */
void vrmi_unknown_restore(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                          vrm_JsonRef object);

/* The same for the extension of an avatar: its own extras and those of its meta become those of
 * `root`, the new extension, and of its meta. */
void vrmi_unknown_keep_root(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                            vrm_JsonRef root, const char* name);

#endif
