/* SPDX-License-Identifier: MIT */
/* One file through everything that a host would do with it: load, validate, build a rig, run it,
 * play and record its animations, bake, normalize, migrate both ways, save, and load the result
 * again, at the end with limits that are tight. Numbers are finite, results that are called good
 * load again, and what is refused leaves no trace. */
#include "require.h"

#include "vrm/bake.h"
#include "vrm/clip.h"
#include "vrm/migrate.h"
#include "vrm/normalize.h"
#include "vrm/record.h"
#include "vrm/save.h"
#include "vrm/validate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 3, NODES_MAX = 2000, MORPHS_MAX = 4000 };

static vrm_Model* load(const uint8_t* data, size_t size) {
    vrm_LoadDef def = vrm_default_load_def();
    def.limits.decoded_bytes = 16u << 20;
    def.limits.elements = 1u << 16;
    def.limits.written = (vrm_Allowance){1u << 20, 4};
    vrm_Model* model = NULL;
    vrm_Result result = vrm_model_load(data, size, &def, NULL, &model);
    require((result == VRM_OK) == (model != NULL));
    return model;
}

/* Saves, and loads what was saved. */
static void go_round(const vrm_Model* model) {
    size_t size = 0;
    require(vrm_model_save_size(model, &size) == VRM_OK);
    uint8_t* bytes = malloc(size + 1);
    vrm_SaveDef def = vrm_default_save_def();
    def.allow_errors = true;
    require(bytes != NULL && vrm_model_save_checked(model, &def, NULL, bytes, size) == VRM_OK);
    vrm_Model* again = load(bytes, size);
    require(again != NULL && vrm_model_dialect(again) == vrm_model_dialect(model));
    vrm_model_destroy(again);
    free(bytes);
}

static void validate(const vrm_Model* model) {
    vrm_Report* report = NULL;
    if (vrm_report_create(NULL, &report) != VRM_OK) return;
    (void)vrm_model_validate(model, NULL, report);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        require(finding.code[0] != 0 && finding.message[0] != 0 && finding.pointer != NULL);
    }
    vrm_report_destroy(report);
}

static void check_finite(const vrm_Sim* sim, vrm_AvatarId id, const vrm_Rig* rig) {
    const float* locals = &vrm_avatar_locals(sim, id)->translation.x;
    const float* worlds = &vrm_avatar_worlds(sim, id)->rows[0].x;
    const float* morphs = vrm_avatar_morphs(sim, id);
    for (int32_t i = 0; i < vrm_rig_node_count(rig) * 10; i++) require(isfinite(locals[i]));
    for (int32_t i = 0; i < vrm_rig_node_count(rig) * 12; i++) require(isfinite(worlds[i]));
    for (int32_t i = 0; i < vrm_rig_morph_count(rig); i++) require(isfinite(morphs[i]));
}

/* Frames of the avatar go to a baker and a recorder. */
static void perform(const vrm_Rig* rig, const vrm_Clip* clip, vrm_Baker* baker,
                    vrm_Recorder* recorder) {
    vrm_Sim* sim = NULL;
    if (vrm_sim_create(NULL, &sim) != VRM_OK) return;
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    vrm_Player player = vrm_player(clip);
    for (int frame = 0; frame < FRAMES && vrm_avatar_is_valid(sim, id); frame++) {
        if (clip != NULL) {
            (void)vrm_avatar_play(sim, id, &player, 1);
            vrm_player_advance(&player, vrm_clip_duration(clip) / FRAMES);
        }
        (void)vrm_avatar_look_at(sim, id, (vrm_Vec3){(float)frame, 1.0f, 2.0f});
        for (int32_t e = 0; e < vrm_rig_expression_count(rig) && e < 8; e++)
            (void)vrm_avatar_set_expression_at(sim, id, e, 0.3f * (float)(frame + 1));
        vrm_sim_step(sim, 1.0f / 60.0f);
        check_finite(sim, id, rig);
        (void)vrm_baker_add_frame(baker, frame / 60.0, sim, id);
        (void)vrm_recorder_add_avatar(recorder, frame / 60.0, sim, id);
    }
    vrm_sim_destroy(sim);
}

static void run(vrm_Model* model) {
    vrm_Rig* rig = NULL;
    vrm_Clip* clip = NULL;
    vrm_Baker* baker = NULL;
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    if (vrm_rig_build(model, NULL, &rig) != VRM_OK) return;
    def.rig = rig;
    vrm_ClipDef clip_def = vrm_default_clip_def();
    clip_def.max_bytes = 1 << 20;
    if (vrm_rig_node_count(rig) < NODES_MAX && vrm_rig_morph_count(rig) < MORPHS_MAX &&
        vrm_baker_create(NULL, rig, &baker) == VRM_OK &&
        vrm_recorder_create(&def, &recorder) == VRM_OK) {
        if (vrm_clip_build(model, &clip_def, &clip) != VRM_OK) clip = NULL;
        perform(rig, clip, baker, recorder);
        vrm_Model* recorded = NULL;
        if (vrm_recorder_finish(recorder, NULL, &recorded) == VRM_OK) go_round(recorded);
        vrm_model_destroy(recorded);
        if (vrm_baker_finish(baker, model, NULL, NULL) == VRM_OK) go_round(model);
    }
    vrm_recorder_destroy(recorder);
    vrm_baker_destroy(baker);
    vrm_clip_destroy(clip);
    vrm_rig_destroy(rig);
}

/* Limits so low that most work is refused somewhere in the middle. */
static void squeeze(const uint8_t* data, size_t size) {
    vrm_LoadDef def = vrm_default_load_def();
    vrm_Model* model = NULL;
    vrm_Report* report = NULL;
    def.limits.memory = (vrm_Allowance){4096 + (size % 7) * 4096, 1 + size % 5};
    def.limits.written = (vrm_Allowance){size % 3 * 256, 0};
    def.limits.work = (vrm_Allowance){size % 5 * 64, 0};
    if (vrm_report_create(NULL, &report) != VRM_OK) return;
    if (vrm_model_load(data, size, &def, report, &model) == VRM_OK) {
        vrm_Rig* rig = NULL;
        (void)vrm_model_validate(model, NULL, report);
        (void)vrm_rig_build(model, NULL, &rig);
        vrm_rig_destroy(rig);
        if (size % 2 == 0) (void)vrm_normalize(model, NULL, report);
        (void)vrm_migrate(model, NULL, report);
    }
    vrm_model_destroy(model);
    vrm_report_destroy(report);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    squeeze(data, size);
    vrm_Model* model = load(data, size);
    if (model == NULL) return 0;
    validate(model);
    run(model);
    vrm_model_destroy(model);
    vrm_MigrateDef down = vrm_default_migrate_def();
    down.to = VRM_DIALECT_0;
    for (int way = 0; way < 3; way++) {
        model = load(data, size);
        if (model == NULL) abort();
        vrm_Result result = way == 0   ? vrm_normalize(model, NULL, NULL)
                            : way == 1 ? vrm_migrate(model, NULL, NULL)
                                       : vrm_migrate(model, &down, NULL);
        if (result == VRM_OK) go_round(model);
        if (result == VRM_OK && way == 1) (void)vrm_migrate(model, &down, NULL);
        vrm_model_destroy(model);
    }
    return 0;
}
