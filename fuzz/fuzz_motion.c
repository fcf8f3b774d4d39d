/* SPDX-License-Identifier: MIT */
/* Motion scripts and traces, as `vrm trace`, `bake --motion` and `convert-motion` read them: every
 * frame of a script drives an avatar, and a trace becomes an animation that loads again. */
#include "require.h"

#include "cli/motion/convert_trace.h"
#include "cli/motion/script.h"
#include "vrm/model.h"
#include "vrm/save.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two bones and an expression are enough to be driven. */
static const char avatar[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"nodes\":[{\"children\":["
    "1]},"
    "{\"translation\":[0,1,0]}],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{"
    "\"name\":"
    "\"a\",\"authors\":[\"b\"],\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{"
    "\"humanBones\":{\"hips\":{\"node\":0},\"spine\":{\"node\":1}}},\"expressions\":{\"preset\":{"
    "\"happy\":{}}}}}}";

static void drive(const Motion* motion) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    require(vrm_model_load(avatar, sizeof avatar - 1, NULL, NULL, &model) == VRM_OK);
    require(vrm_rig_build(model, NULL, &rig) == VRM_OK && vrm_sim_create(NULL, &sim) == VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    for (int32_t frame = 0; frame < motion->frames && frame < 64; frame++) {
        require(isfinite(motion->dts[frame]) && isfinite(motion->times[frame]));
        motion_apply(motion, frame, sim, id);
        vrm_sim_step(sim, (float)motion->dts[frame]);
        const float* locals = &vrm_avatar_locals(sim, id)->translation.x;
        for (int i = 0; i < 20; i++) require(isfinite(locals[i]));
    }
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

static void convert(const MotionText* text) {
    char error[160] = "";
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.max_bytes = 8 << 20;
    vrm_Result result = convert_trace(text, &def, &recorder, error, sizeof error);
    require(memchr(error, 0, sizeof error) != NULL);
    bool is_read = result == VRM_OK && error[0] == 0;
    require(!is_read || recorder != NULL);
    if (is_read && vrm_recorder_finish(recorder, NULL, &model) == VRM_OK) {
        size_t saved = 0;
        vrm_Model* again = NULL;
        require(vrm_model_save_size(model, &saved) == VRM_OK);
        uint8_t* bytes = malloc(saved + 1);
        require(bytes != NULL && vrm_model_save(model, bytes, saved) == VRM_OK);
        require(vrm_model_load(bytes, saved, NULL, NULL, &again) == VRM_OK);
        vrm_model_destroy(again);
        free(bytes);
    }
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Motion motion;
    char error[160] = "";
    char* text = malloc(size + 1); /* neither reader needs a zero behind the text */
    require(text != NULL);
    memcpy(text, data, size);
    MotionText input;
    motion_text_open(text, size, &input);
    if (script_read(&input, 4096, &motion, error, sizeof error)) {
        require(motion.frames >= 0 && motion.frames <= 4096);
        drive(&motion);
        motion_free(&motion);
    } else {
        require(error[0] != 0 && memchr(error, 0, sizeof error) != NULL);
    }
    if (input.kind == MOTION_KIND_TRACE) convert(&input);
    motion_text_close(&input);
    free(text);
    return 0;
}
