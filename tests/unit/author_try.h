/* SPDX-License-Identifier: MIT */
/* A figure, and what is proposed for it. For one source file. */
#ifndef VRM_TESTS_UNIT_AUTHOR_TRY_H
#define VRM_TESTS_UNIT_AUTHOR_TRY_H

#include "scenes/scenes.h"
#include "support/check.h"
#include "support/figure.h"
#include "support/model.h"
#include "vrm/author_avatar.h"

static vrm_Model* load_hero(void) {
    SceneBytes bytes = scene_hero(VRM_DIALECT_1, false);
    vrm_Model* model = test_load(bytes.data, bytes.size);
    scene_bytes_free(&bytes);
    return model;
}

static vrm_Model* load_figure(void) {
    vrm_Model* model = load_hero();
    figure_strip(model);
    return model;
}

/* A proposal of a model, and what the report says of it. */
typedef struct Tried {
    vrm_Model* model;
    vrm_Report* report;
    vrm_AvatarProposal* proposal;
    vrm_AvatarFacts facts;
} Tried;

static Tried try_model(vrm_Model* model, const vrm_AvatarProposalDef* def) {
    Tried tried = {.model = model};
    assert_int_equal(vrm_report_create(NULL, &tried.report), VRM_OK);
    assert_int_equal(vrm_avatar_proposal_create(model, def, tried.report, &tried.proposal), VRM_OK);
    tried.facts = vrm_avatar_proposal_facts(tried.proposal);
    return tried;
}

static void tried_free(Tried* tried) {
    vrm_avatar_proposal_destroy(tried->proposal);
    vrm_report_destroy(tried->report);
    vrm_model_destroy(tried->model);
}

#endif
