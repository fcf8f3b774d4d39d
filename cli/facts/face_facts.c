/* SPDX-License-Identifier: MIT */
#include "facts/face_facts.h"
#include "words/json.h"
#include "words/output.h"

static const char* const tracking_words[] = {"none", "presets", "partial", "perfectSync", "morphs"};

vrm_Result cli_face_facts(const vrm_Model* model, cli_FaceFacts* out) {
    *out = (cli_FaceFacts){0};
    if (vrm_model_dialect(model) == VRM_DIALECT_NONE) return VRM_OK;
    vrm_Rig* rig = NULL;
    vrm_FaceMap* map = NULL;
    vrm_Result result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_face_map_build(model, rig, NULL, &map);
    if (result == VRM_OK) *out = (cli_FaceFacts){true, vrm_face_map_info(map)};
    vrm_face_map_destroy(map);
    vrm_rig_destroy(rig);
    return result == VRM_ERR_MEMORY ? result : VRM_OK;
}

/* Emotions, vowels and blinks that are there and change nothing. The gaze may be left to bones, and
 * neutral is often empty. */
static bool is_without_effect(const vrm_FaceMapInfo* info, int32_t preset) {
    return preset <= VRM_EXPRESSION_BLINK_RIGHT &&
           ((info->presets & ~info->effective_presets) >> preset & 1) != 0;
}

void cli_json_face(vrm_JsonBuilder* builder, const cli_FaceFacts* facts) {
    const vrm_FaceMapInfo* info = &facts->info;
    vrm_json_put_key(builder, "face");
    if (!facts->is_known) {
        vrm_json_put_null(builder);
        return;
    }
    vrm_json_begin_object(builder);
    cli_json_string(builder, "tracking", tracking_words[info->tracking]);
    cli_json_integer(builder, "shapes", info->shape_count);
    cli_json_integer(builder, "morphs", info->shape_morph_count);
    cli_json_bool(builder, "vowels", info->has_vowels);
    cli_json_bool(builder, "visemes", info->has_visemes);
    cli_json_bool(builder, "blink", info->has_blink);
    cli_json_bool(builder, "gaze", info->has_gaze);
    vrm_json_put_key(builder, "withoutEffect");
    vrm_json_begin_array(builder);
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        if (is_without_effect(info, p))
            vrm_json_put_string(builder, vrm_expression_preset_name((vrm_ExpressionPreset)p));
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
}

static void print_tracking(const vrm_FaceMapInfo* info) {
    switch (info->tracking) {
    case VRM_FACE_TRACKING_PERFECT_SYNC:
        fputs("perfect sync: all 52 shapes of face tracking", stdout);
        return;
    case VRM_FACE_TRACKING_PARTIAL:
        printf("%d of 52 shapes of face tracking, presets for the rest", info->shape_count);
        return;
    case VRM_FACE_TRACKING_MORPHS:
        printf("%d of 52 shapes of face tracking as morph targets without expressions",
               info->shape_morph_count);
        return;
    case VRM_FACE_TRACKING_PRESETS: fputs("presets only", stdout); return;
    case VRM_FACE_TRACKING_NONE: break;
    }
    fputs("nothing that face tracking could drive", stdout);
}

void cli_print_face(const cli_FaceFacts* facts) {
    const vrm_FaceMapInfo* info = &facts->info;
    if (!facts->is_known) return;
    printf("  %-16s ", "face");
    print_tracking(info);
    printf("; %s, %s, %s\n", info->has_vowels ? "vowels" : "no vowels",
           info->has_blink ? "blinks" : "no blinks", info->has_gaze ? "gaze" : "no gaze");
    bool is_first = true;
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        if (!is_without_effect(info, p)) continue;
        if (is_first) printf("  %-16s", "without effect");
        printf(" %s", vrm_expression_preset_name((vrm_ExpressionPreset)p));
        is_first = false;
    }
    if (!is_first) putchar('\n');
}
