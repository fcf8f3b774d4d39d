/* SPDX-License-Identifier: MIT */
/* Morph weights that an animation moves become expressions, by the names of the morph targets. */
#include "motion/gltf/gltf_motion.h"
#include "motion/mmd/mmd_names.h"
#include "runtime/clip_sample.h"

#include <string.h>

enum { FACES_MAX = 1024, NAME_ROOM = 64 };

/* In lower case. Names of MMD and single vowels are in the table of VMD. */
static const struct {
    const char *morph, *expression;
} table[] = {
    /* Oculus, Ready Player Me */
    {"viseme_aa", "aa"},
    {"viseme_e", "ee"},
    {"viseme_i", "ih"},
    {"viseme_o", "oh"},
    {"viseme_u", "ou"},
    /* common names */
    {"mouth_a", "aa"},
    {"mouth_i", "ih"},
    {"mouth_u", "ou"},
    {"mouth_e", "ee"},
    {"mouth_o", "oh"},
    {"blink_l", "blinkLeft"},
    {"blink_r", "blinkRight"},
    {"blink_left", "blinkLeft"},
    {"blink_right", "blinkRight"},
    /* VRChat */
    {"vrc.v_aa", "aa"},
    {"vrc.v_e", "ee"},
    {"vrc.v_ee", "ee"},
    {"vrc.v_ih", "ih"},
    {"vrc.v_oh", "oh"},
    {"vrc.v_ou", "ou"},
    {"vrc.blink", "blink"},
    /* VRoid */
    {"fcl_mth_a", "aa"},
    {"fcl_mth_i", "ih"},
    {"fcl_mth_u", "ou"},
    {"fcl_mth_e", "ee"},
    {"fcl_mth_o", "oh"},
    {"fcl_eye_close", "blink"},
    {"fcl_eye_close_l", "blinkLeft"},
    {"fcl_eye_close_r", "blinkRight"},
    {"fcl_all_angry", "angry"},
    {"fcl_all_fun", "relaxed"},
    {"fcl_all_joy", "happy"},
    {"fcl_all_sorrow", "sad"},
    {"fcl_all_surprised", "surprised"},
};

/* Exporters write the mesh before a target: "Face.M_F00_000_00_Fcl_MTH_A". */
static bool ends_with(const char* name, size_t size, const char* end) {
    size_t length = strlen(end);
    return size >= length && memcmp(name + size - length, end, length) == 0 &&
           (size == length || strchr("._:", name[size - length - 1]) != NULL);
}

static const char* known_expression(const char* name) {
    char small[NAME_ROOM];
    size_t size = strlen(name);
    if (size >= NAME_ROOM) return vrmi_mmd_expression(name);
    for (size_t i = 0; i <= size; i++)
        small[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (ends_with(small, size, table[i].morph)) return table[i].expression;
    const char* known = vrmi_mmd_expression(size == 1 ? small : name);
    return known == small ? name : known;
}

/* A VRM animation has a gaze instead of these. */
static bool is_look(const char* name) {
    vrm_ExpressionPreset preset = vrm_expression_preset_by_name(name);
    return preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT;
}

static float lane_of(vrm_Vec4 value, int32_t lane) {
    const float values[4] = {value.x, value.y, value.z, value.w};
    return values[lane];
}

/* Returns true if a weight is not always 0. */
static bool is_used(const vrm_Clip* clip, const vrmi_Track* track, int32_t lane) {
    size_t parts = track->interpolation == VRM_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    size_t count = parts * (size_t)clip->timelines[track->timeline].key_count;
    for (size_t k = 0; k < count; k++)
        if (lane_of(track->keys[k], lane) != 0.0f) return true;
    return false;
}

static int32_t expression_of(vrmi_GltfMotion* motion, const char* name) {
    for (int32_t e = 0; e < motion->expression_count; e++)
        if (strcmp(motion->expressions[e], name) == 0) return e;
    char* copy = vrmi_arena_string(&motion->arena, name, strlen(name));
    if (copy == NULL) return -1;
    motion->expressions[motion->expression_count] = copy;
    return motion->expression_count++;
}

static vrm_Result add_lane(vrmi_GltfMotion* motion, const vrmi_CaptureInput* input, int32_t track,
                           int32_t lane, const char* morph) {
    const char* name = vrmi_capture_mapped_morph(input, morph, morph);
    if (name == NULL) name = known_expression(morph);
    bool is_kept = morph[0] != '\0' && !is_look(name) &&
                   is_used(motion->clip, &motion->clip->tracks[track], lane);
    if (!is_kept || motion->face_count == FACES_MAX) return VRM_OK;
    int32_t expression = expression_of(motion, name);
    if (expression < 0) return VRM_ERR_MEMORY;
    /* A face of several meshes has each morph several times: the first one is used. */
    for (int32_t f = 0; f < motion->face_count; f++)
        if (strcmp(motion->faces[f].morph, morph) == 0) return VRM_OK;
    char* copy = vrmi_arena_string(&motion->arena, morph, strlen(morph));
    if (copy == NULL) return VRM_ERR_MEMORY;
    motion->faces[motion->face_count++] =
        (vrmi_GltfFace){.morph = copy, .track = track, .lane = lane, .expression = expression};
    return VRM_OK;
}

static vrm_Result add_track(vrmi_GltfMotion* motion, const vrmi_CaptureInput* input,
                            const vrm_Gltf* gltf, int32_t t) {
    const vrmi_Track* track = &motion->clip->tracks[t];
    if (track->target != VRMI_TRACK_MORPH || gltf->nodes[track->index].mesh < 0) return VRM_OK;
    const vrm_Mesh* mesh = &gltf->meshes[gltf->nodes[track->index].mesh];
    vrm_Result result = VRM_OK;
    for (int32_t lane = 0; lane < track->morph_count && result == VRM_OK; lane++)
        if (track->morph + lane < mesh->target_name_count)
            result = add_lane(motion, input, t, lane, mesh->target_names[track->morph + lane]);
    return result;
}

vrm_Result vrmi_gltf_motion_faces(vrmi_GltfMotion* motion, const vrmi_CaptureInput* input,
                                  const vrm_Gltf* gltf) {
    size_t room = 0;
    for (int32_t t = 0; t < motion->clip->track_count; t++)
        if (motion->clip->tracks[t].target == VRMI_TRACK_MORPH) room += 4;
    if (room > FACES_MAX) room = FACES_MAX;
    if (room == 0) return VRM_OK;
    motion->faces = vrmi_arena_alloc(&motion->arena, room, sizeof *motion->faces);
    motion->expressions = vrmi_arena_alloc(&motion->arena, room, sizeof *motion->expressions);
    if (motion->faces == NULL || motion->expressions == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = VRM_OK;
    for (int32_t t = 0; t < motion->clip->track_count && result == VRM_OK; t++)
        result = add_track(motion, input, gltf, t);
    return result;
}

void vrmi_gltf_motion_sample_faces(const void* reader, double frame, float* out_weights) {
    const vrmi_GltfMotion* motion = reader;
    float time = (float)(frame * motion->frame_time);
    for (int32_t e = 0; e < motion->expression_count; e++) out_weights[e] = 0.0f;
    for (int32_t f = 0; f < motion->face_count; f++) {
        const vrmi_GltfFace* face = &motion->faces[f];
        out_weights[face->expression] +=
            lane_of(vrmi_clip_track_at(motion->clip, face->track, time), face->lane);
    }
    for (int32_t e = 0; e < motion->expression_count; e++)
        out_weights[e] = vrmi_clamp(out_weights[e], 0.0f, 1.0f);
}

const char* vrmi_gltf_motion_face_name(const void* reader, int32_t face) {
    return ((const vrmi_GltfMotion*)reader)->faces[face].morph;
}

int32_t vrmi_gltf_motion_face_expression(const void* reader, int32_t face) {
    return ((const vrmi_GltfMotion*)reader)->faces[face].expression;
}
