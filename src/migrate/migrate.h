/* SPDX-License-Identifier: MIT */
/* The parts of a migration, in the order in which they run. All change one edit of the model, whose
 * JSON has the refs of the model's own; the model is only read.
 *
 * *   turn.c               geometry, nodes, bind matrices, animations: half a turn about Y
 *                        (alias.c, split.c: numbers that several accessors show)
 *   migrate_meta.c               who made it and what one may do with it
 *   migrate_avatar.c     humanoid, expressions (migrate_names.c: that each has a name of its own),
 * look-at, first person, springs, constraints migrate_materials.c  MToon, unlit, emission (masks.c:
 * masks that 1.0 reads from other channels) losses.c             what VRM defines and the migration
 * leaves out (losses0.c: of 0.x) unknown.c            what libvrm does not know migrate_common.c
 * what several of them use migrate_run.c        morph names, the old extension, and the whole */
#ifndef VRMI_MIGRATE_MIGRATE_H
#define VRMI_MIGRATE_MIGRATE_H

#include "model/edit.h"
#include "vrm/migrate.h"
#include "json/json_report.h"

struct vrmi_Loss;
struct vrmi_Losses;

typedef struct vrmi_Migration {
    vrm_MigrateDef def;
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    const vrm_Json* json; /* the model's, for findings */
    vrm_JsonRef root;     /* the old VRM extension */
    vrm_Edit* edit;
    vrm_Report* report;
    vrmi_Arena arena;             /* dies with the migration */
    bool is_turned;               /* the file faces -Z */
    bool forgets_terms;           /* those that were kept are written again */
    struct vrmi_Loss* first_loss; /* losses.h; in no order, */
    size_t loss_count;
    const struct vrmi_Losses* losses; /* and sorted; NULL before */
} vrmi_Migration;

/* Half a turn about Y where the file faces -Z. Never makes a negative zero. */
static inline float vrmi_turned_sign(float value) {
    return 0.0f - value;
}

static inline vrm_Vec3 vrmi_migrate_vec3(const vrmi_Migration* migration, vrm_Vec3 v) {
    if (!migration->is_turned) return v;
    return (vrm_Vec3){vrmi_turned_sign(v.x), v.y, vrmi_turned_sign(v.z)};
}

static inline vrm_Quat vrmi_migrate_quat(const vrmi_Migration* migration, vrm_Quat q) {
    if (!migration->is_turned) return q;
    return (vrm_Quat){vrmi_turned_sign(q.x), q.y, vrmi_turned_sign(q.z), q.w};
}

/* Zeroed; NULL and a failure of the edit when there is no memory. */
void* vrmi_migrate_alloc(vrmi_Migration* migration, size_t count, size_t size);

/* The avatar's expressions. Those whose name or preset another one has, or whose preset does not
 * exist, follow as custom expressions, with a finding each. The names of custom expressions are
 * unique, and none is that of a preset of 1.0. NULL when there are no expressions, or no memory. */
const vrm_Expression* vrmi_migrate_expressions(vrmi_Migration* migration, int32_t* out_count);

/* Whether all terms of meta of 1.0 are those that migration derives from `words`, the licence
 * members of 0.x. False when any of them was changed since. */
bool vrmi_licence_still_says(vrmi_Migration* migration, vrm_JsonRef words, const vrm_Meta* meta);

/* Sets meta, as read from 0.x, to the terms that a downgrade from 1.0 kept. Returns true, with a
 * finding, if that gave all terms: those of 0.x were not changed since. */
bool vrmi_terms_restore(vrmi_Migration* migration, vrm_Meta* meta);

/* Drops what was kept from the extras of `meta`, the new one, unless the terms of 0.x were changed
 * since. */
void vrmi_terms_forget(vrmi_Migration* migration, vrm_JsonRef meta);

void vrmi_migrate_geometry(vrmi_Migration* migration);
void vrmi_migrate_meta(vrmi_Migration* migration);
void vrmi_migrate_humanoid(vrmi_Migration* migration);
void vrmi_migrate_face(vrmi_Migration* migration);
void vrmi_migrate_springs(vrmi_Migration* migration);
void vrmi_migrate_constraints(vrmi_Migration* migration);
void vrmi_migrate_materials(vrmi_Migration* migration);

#endif
