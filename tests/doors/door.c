/* SPDX-License-Identifier: MIT */
/* usage: door LIST
 * Plays motions on avatars through this language, as tests/web/test_doors.mjs asks all of them to.
 *
 * LIST has a line for each motion: AVATAR, MOTION and the PMX of a VMD or nothing, separated by
 * tabs. For each line this prints the hash (32 bits, FNV-1a) of world matrices and weights of
 * expressions at each of the times below that the motion has, or "refused". */
#include <vrm/vrm.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double times_s[] = {0.0, 0.25, 0.5, 1.0, 2.0, 4.0};

enum { TIMES = sizeof times_s / sizeof *times_s };

static uint32_t hash(uint32_t state, const void* data, size_t size) {
    for (size_t i = 0; i < size; i++) state = (state ^ ((const uint8_t*)data)[i]) * 16777619u;
    return state;
}

static void play(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Rig* rig, const vrm_Clip* clip) {
    vrm_ActorDef def = vrm_default_actor_def();
    vrm_LayerDef layer = vrm_default_layer_def(clip);
    vrm_Actor* actor = NULL;
    def.stance = VRM_STANCE_REST;
    layer.fade_in_s = 0.0f;
    if (vrm_actor_create(sim, avatar, &def, &actor) != VRM_OK || vrm_actor_play(actor, &layer) == 0)
        printf("refused");
    for (int i = 0; i < TIMES && actor != NULL; i++) {
        if (i > 0 && times_s[i] >= (double)vrm_clip_duration(clip)) break;
        (void)vrm_actor_seek(actor, times_s[i]);
        vrm_sim_step(sim, 0.0f);
        uint32_t state = hash(2166136261u, vrm_avatar_worlds(sim, avatar),
                              (size_t)vrm_rig_node_count(rig) * sizeof(vrm_Affine));
        state = hash(state, vrm_avatar_expression_weights(sim, avatar),
                     (size_t)vrm_rig_expression_count(rig) * sizeof(float));
        printf("%08x ", state);
    }
    vrm_actor_destroy(actor);
}

static void* read_file(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    char* bytes = NULL;
    *out_size = 0;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        bytes = malloc(size > 0 ? (size_t)size : 1);
        if (bytes != NULL) *out_size = fread(bytes, 1, (size_t)size, file);
    }
    fclose(file);
    return bytes;
}

static void play_file(const char* avatar, const char* path, const char* pmx) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Motion* motion = NULL;
    vrm_Clip* clip = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    void* figure = pmx[0] != '\0' ? read_file(pmx, &def.model_size) : NULL;
    def.model = figure;
    vrm_Result result = vrm_model_load_file(avatar, NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) result = vrm_motion_load_file(path, &def, &motion);
    if (result == VRM_OK) result = vrm_motion_clip(motion, rig, NULL, NULL, &clip);
    if (result == VRM_OK)
        play(sim, vrm_sim_add(sim, rig), rig, clip);
    else
        printf("refused");
    printf("\n");
    free(figure);
    vrm_motion_destroy(motion);
    vrm_sim_destroy(sim);
    vrm_clip_destroy(clip);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

int main(int argc, char** argv) {
    char line[8192];
    FILE* list = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (list == NULL) return 2;
    while (fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char* motion = strchr(line, '\t');
        if (motion == NULL) break;
        *motion++ = '\0';
        char* pmx = strchr(motion, '\t');
        if (pmx == NULL) break;
        *pmx++ = '\0';
        play_file(line, motion, pmx);
    }
    fclose(list);
    return 0;
}
