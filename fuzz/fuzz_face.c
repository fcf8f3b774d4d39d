/* SPDX-License-Identifier: MIT */
/* The face of any model: its map, also under tight limits, and a face over it that gets whatever
 * numbers the input has. Weights stay in 0..1, and what reaches the avatar is finite. */
#include "require.h"

#include "vrm/face.h"

#include <math.h>
#include <string.h>

enum { STEPS = 12, NODES_MAX = 2000, MORPHS_MAX = 4000 };

/* Numbers of the input's own bytes, NaN and infinity among them. */
typedef struct Numbers {
    const uint8_t* data;
    size_t size, at;
} Numbers;

static float number(Numbers* numbers) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1.0f, 2.0f, 0.0f, 1e-40f};
    uint8_t byte = numbers->size > 0 ? numbers->data[numbers->at++ % numbers->size] : 0;
    return byte < 8 ? odd[byte] : (float)byte / 255.0f;
}

static void call_all(vrm_Face* face, const vrm_Rig* rig, Numbers* numbers) {
    float values[VRM_FACE_SHAPE_COUNT];
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; i++) values[i] = number(numbers);
    vrm_EmotionPart parts[2];
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    int32_t count = vrm_rig_expression_count(rig);
    for (int32_t i = 0; i < 2 && count > 0; i++) {
        int32_t e = (int32_t)(numbers->at * 7 + (size_t)i) % count;
        parts[i] = (vrm_EmotionPart){vrm_rig_expression_info(rig, e).name, number(numbers)};
        emotion.part_count = i + 1;
    }
    emotion.parts = parts;
    emotion.hold_s = number(numbers);
    emotion.is_queued = number(numbers) > 0.5f;
    (void)vrm_face_emote(face, &emotion);
    if (values[0] > 0.7f) (void)vrm_face_track(face, values);
    if (values[1] > 0.7f) vrm_face_track_off(face);
    if (values[2] > 0.5f) (void)vrm_face_set_vowels(face, values + 3);
    if (values[3] > 0.7f) (void)vrm_face_set_visemes(face, values + 4);
    if (values[4] > 0.5f) vrm_face_blink(face);
    (void)vrm_face_set_eyes(face, values[5], values[6]);
    (void)vrm_face_look_along(face, 90.0f * values[7], 90.0f * values[8]);
    if (values[9] > 0.5f)
        (void)vrm_face_look_at(face, (vrm_Vec3){values[9], values[10], values[11]});
    vrm_LipFrame frame = {.time_s = vrm_face_time(face), .is_speech = values[12] > 0.5f};
    memcpy(frame.vowels, values + 13, sizeof frame.vowels);
    (void)vrm_face_hear(face, &frame, 1);
    if (frame.is_speech) (void)vrm_face_hear_live(face, &frame, 1);
    if (values[1] > 0.5f) (void)vrm_face_sync_sound(face, frame.time_s * 2.0);
}

static void check_map(const vrm_FaceMap* map, int32_t count) {
    vrm_FaceMapInfo info = vrm_face_map_info(map);
    require((info.effective_presets & ~info.presets) == 0);
    require(info.shape_count + info.shape_morph_count <= VRM_FACE_SHAPE_COUNT);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        require(vrm_face_map_shape(map, (vrm_FaceShape)s) < count);
    for (int32_t i = 0; i < count && i < 100; i++) {
        float overlap = vrm_face_map_overlap(map, i, (i * 7) % count);
        require(overlap >= 0.0f && overlap <= 1.0f);
    }
}

static void run(const vrm_Rig* rig, const vrm_FaceMap* map, Numbers* numbers) {
    vrm_Face* face = NULL;
    vrm_Sim* sim = NULL;
    vrm_FaceDef def = vrm_default_face_def();
    def.seed = numbers->size;
    int32_t count = 0;
    if (vrm_face_create(map, &def, &face) != VRM_OK) return;
    if (vrm_rig_node_count(rig) < NODES_MAX && vrm_rig_morph_count(rig) < MORPHS_MAX)
        (void)vrm_sim_create(NULL, &sim);
    vrm_AvatarId id = sim != NULL ? vrm_sim_add(sim, rig) : (vrm_AvatarId){0};
    for (int i = 0; i < STEPS; i++) {
        call_all(face, rig, numbers);
        vrm_face_step(face, number(numbers));
        const float* weights = vrm_face_weights(face, &count);
        for (int32_t e = 0; e < count; e++) require(weights[e] >= 0.0f && weights[e] <= 1.0f);
        if (sim == NULL || !vrm_face_apply(face, sim, id)) continue;
        (void)vrm_face_apply_idle(face, sim, id);
        vrm_sim_step(sim, 0.0f);
        const float* morphs = vrm_avatar_morphs(sim, id);
        for (int32_t m = 0; m < vrm_rig_morph_count(rig); m++) require(isfinite(morphs[m]));
        vrm_Vec2 gaze = vrm_avatar_gaze(sim, id);
        require(isfinite(gaze.x) && isfinite(gaze.y));
    }
    vrm_sim_destroy(sim);
    vrm_face_destroy(face);
}

static void live(const uint8_t* data, size_t size, vrm_Allowance memory) {
    vrm_LoadDef def = vrm_default_load_def();
    def.limits.decoded_bytes = 16u << 20;
    def.limits.elements = 1u << 16;
    def.limits.memory = memory;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_FaceMap* map = NULL;
    if (vrm_model_load(data, size, &def, NULL, &model) != VRM_OK) return;
    if (vrm_rig_build(model, NULL, &rig) == VRM_OK) {
        vrm_Result result = vrm_face_map_build(model, rig, NULL, &map);
        require(result == VRM_OK || result == VRM_ERR_LIMIT || result == VRM_ERR_MEMORY);
        require((result == VRM_OK) == (map != NULL));
    }
    if (map != NULL) {
        Numbers numbers = {data, size, 0};
        check_map(map, vrm_rig_expression_count(rig));
        run(rig, map, &numbers);
    }
    vrm_face_map_destroy(map);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_Limits limits = vrm_default_limits();
    live(data, size, limits.memory);
    live(data, size, (vrm_Allowance){16384 + size % 9 * 8192, 2 + size % 5});
    return 0;
}
