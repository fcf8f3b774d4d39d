/* SPDX-License-Identifier: MIT */
/* The parts of the way down from 1.0 (or beta) to 0.x. The avatar is normalized before. One edit:
 * what other parts of the document need first (`prepare`), then the extension VRM, written in one
 * go by the edit's builder, in the order of this list.
 *
 *   down.c            copy, normalize, turn, and the whole
 *   down_meta.c       meta, humanoid
 *   down_face.c       first person with gaze, expressions
 *   down_springs.c    secondaryAnimation
 *   down_materials.c  materialProperties */
#ifndef VRMI_MIGRATE_DOWN_H
#define VRMI_MIGRATE_DOWN_H

#include "migrate/migrate.h"

typedef struct vrmi_Descent {
    vrmi_Migration migration;
    const char** material_names; /* unique ones */
    int32_t thumbnail_texture;   /* -1: none */
} vrmi_Descent;

static inline void vrmi_descent_report(const vrmi_Descent* descent, vrmi_RuleId rule,
                                       vrm_JsonRef at) {
    vrmi_find(descent->migration.report, rule, descent->migration.json, at, NULL);
}

/* Writes a vector of 1.0 in Unity's axes, as an object. Never -0. */
void vrmi_put_unity(vrm_JsonBuilder* builder, const char* key, vrm_Vec3 v);

void vrmi_descent_prepare_meta(vrmi_Descent* descent);
void vrmi_descent_prepare_materials(vrmi_Descent* descent);
void vrmi_descent_prepare_springs(vrmi_Descent* descent);

/* Members of the open object. */
void vrmi_descent_meta(vrmi_Descent* descent, vrm_JsonBuilder* builder);
void vrmi_descent_humanoid(vrmi_Descent* descent, vrm_JsonBuilder* builder);
void vrmi_descent_first_person(vrmi_Descent* descent, vrm_JsonBuilder* builder);
void vrmi_descent_expressions(vrmi_Descent* descent, vrm_JsonBuilder* builder);
void vrmi_descent_springs(vrmi_Descent* descent, vrm_JsonBuilder* builder);
void vrmi_descent_materials(vrmi_Descent* descent, vrm_JsonBuilder* builder);

/* vrm_migrate() to 0.x. */
vrm_Result vrmi_migrate_down(vrm_Model* model, const vrm_MigrateDef* def, vrm_Report* report);

#endif
