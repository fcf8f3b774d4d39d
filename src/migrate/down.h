/* SPDX-License-Identifier: MIT */
/* Parts of the downgrade from 1.0 (or beta) to 0.x. The avatar is already normalized. One edit
 * makes the changes in other parts of the document first (`prepare`), then writes the extension VRM
 * in one go, in the order of this list.
 *
 *   down.c            copy, normalize, turn, and the whole
 *   down_meta.c       meta, humanoid (migrate_terms.c: terms that 0.x has no words for)
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
    bool has_old_licence; /* the words that the avatar had in 0.x before were written again */
} vrmi_Descent;

static inline void vrmi_descent_report(const vrmi_Descent* descent, vrmi_RuleId rule,
                                       vrm_JsonRef at) {
    vrmi_report(descent->migration.report, rule, descent->migration.json, at, NULL);
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

/* What the terms of 1.0 are in 0.x. */
typedef struct vrmi_Words0 {
    vrm_License0 licence;
    const char *other_license_url, *other_permission_url;
    bool sells;
} vrmi_Words0;

vrmi_Words0 vrmi_words_of_terms(const vrm_Meta* meta);

/* Several strings with commas between them; NULL when there is no memory. */
const char* vrmi_join(vrmi_Migration* migration, const char* const* texts, int32_t count);

/* Keeps in the extras of `meta0`, the new meta, what 0.x cannot say. */
void vrmi_terms_keep(vrmi_Descent* descent, vrm_JsonRef meta0);

/* vrm_migrate() to 0.x. */
vrm_Result vrmi_migrate_down(vrm_Model* model, const vrm_MigrateDef* def, vrm_Report* report);

#endif
