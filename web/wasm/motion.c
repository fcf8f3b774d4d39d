/* SPDX-License-Identifier: MIT */
/* Motion of any format: load, inspect, fit to an avatar, edit. Cut into libvrm-tools.wasm. */
#include "web.h"

#include <stdlib.h>
#include <string.h>

/* ---- Load ---- */

/* The text after a text in a list of terminated ones. */
static const char* next_text(const char* text) {
    return text + strlen(text) + 1;
}

/* `pairs` are the texts joint, bone, joint, bone; a bone "" is none. NULL without memory. */
static vrm_CaptureName* read_names(const char* pairs, int32_t count) {
    vrm_CaptureName* names = malloc(((size_t)count + 1) * sizeof *names);
    for (int32_t i = 0; names != NULL && i < count; i++) {
        const char* bone = next_text(pairs);
        names[i] = (vrm_CaptureName){pairs, vrm_bone_by_name(bone)};
        pairs = next_text(bone);
    }
    return names;
}

/* `pairs` are the texts morph, expression, morph, expression. NULL without memory. */
static vrm_CaptureMorph* read_morphs(const char* pairs, int32_t count) {
    vrm_CaptureMorph* morphs = malloc(((size_t)count + 1) * sizeof *morphs);
    for (int32_t i = 0; morphs != NULL && i < count; i++) {
        const char* expression = next_text(pairs);
        morphs[i] = (vrm_CaptureMorph){pairs, expression};
        pairs = next_text(expression);
    }
    return morphs;
}

/* `take`, `figure` and `rest_file` may be NULL; `name_pairs` and `morph_pairs` are read as above.
 */
WEB_EXPORT(vrm_Result, motion_load, const void* bytes, size_t size, const char* take,
           const void* figure, size_t figure_size, const void* rest_file, size_t rest_file_size,
           const char* name_pairs, int32_t name_count, const char* morph_pairs, int32_t morph_count,
           float metres, int32_t rest, int32_t keeps_start, int32_t points, double source_fps,
           int32_t has_files, vrm_Report* report) {
    vrm_MotionDef def = vrm_default_motion_def();
    vrm_LoadDef load = vrm_default_load_def();
    vrm_CaptureName* names = read_names(name_pairs, name_count);
    vrm_CaptureMorph* morphs = read_morphs(morph_pairs, morph_count);
    vrm_Motion* motion = NULL;
    if (has_files) load.read_file = web_read_side_file;
    def.load = &load;
    def.take = take;
    def.model = figure;
    def.model_size = figure_size;
    def.rest_file = rest_file;
    def.rest_file_size = rest_file_size;
    def.names = names;
    def.name_count = name_count;
    def.morphs = morphs;
    def.morph_count = morph_count;
    def.metres = metres;
    def.rest = (vrm_CaptureRest)rest;
    def.keeps_start = keeps_start != 0;
    def.points = (vrm_PointLayout)points;
    def.source_fps = source_fps;
    def.report = report;
    vrm_Result result = names != NULL && morphs != NULL
                            ? vrm_motion_load(bytes, size, &def, &motion)
                            : VRM_ERR_MEMORY;
    free(names);
    free(morphs);
    web_words[0].p = motion;
    return result;
}

WEB_EXPORT(void, motion_destroy, vrm_Motion* motion) {
    vrm_motion_destroy(motion);
}

WEB_EXPORT(vrm_Result, motion_facts, const vrm_Motion* motion) {
    static const char* const kinds[] = {"animation", "capture", "nodes"};
    vrm_MotionInfo info = vrm_motion_info(motion);
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_text("kind", kinds[info.kind]);
    web_key_text("format", info.format);
    web_key_number("duration", info.seconds);
    web_key_number("frameTime", info.frame_s);
    web_key_integer("take", info.take);
    web_key_bool("hasGaze", info.has_gaze);
    web_key_integer("expressionCount", info.expression_count);
    web_key_number("restConfidence", (double)info.rest_confidence);
    vrm_json_put_key(builder, "takes");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < info.take_count; i++)
        vrm_json_put_string(builder, vrm_motion_take_name(motion, i));
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "bones");
    vrm_json_begin_array(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if ((info.bones >> b & 1) != 0) vrm_json_put_string(builder, vrm_bone_name((vrm_Bone)b));
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* ---- Fit to an avatar ---- */

/* A tolerance below 0 is the default. */
static vrm_FitDef fit_def(const char* name, int32_t feet, int32_t root_motion, int32_t loops,
                          double fps, float degrees, float metres, float weight, int32_t hands,
                          int32_t knees, float seat_height, vrm_Report* report) {
    vrm_FitDef def = vrm_default_fit_def();
    def.name = name;
    def.feet = (vrm_Feet)feet;
    def.root_motion = (vrm_RootMotion)root_motion;
    def.loops = loops != 0;
    def.fps = fps;
    if (degrees >= 0) def.tolerance_degrees = degrees;
    if (metres >= 0) def.tolerance_metres = metres;
    if (weight >= 0) def.tolerance_weight = weight;
    def.hands = (vrm_Contacts)hands;
    def.knees = (vrm_Contacts)knees;
    def.seat_height = seat_height;
    def.report = report;
    return def;
}

static vrm_FitReport measured; /* of the last motion that was fitted */

WEB_EXPORT(vrm_Result, motion_clip, const vrm_Motion* motion, const vrm_Rig* rig, const char* name,
           int32_t feet, int32_t root_motion, int32_t loops, double fps, float degrees,
           float metres, float weight, int32_t hands, int32_t knees, float seat_height,
           vrm_Report* report) {
    vrm_FitDef def = fit_def(name, feet, root_motion, loops, fps, degrees, metres, weight, hands,
                             knees, seat_height, report);
    vrm_Clip* clip = NULL;
    vrm_Result result = vrm_motion_clip(motion, rig, &def, &measured, &clip);
    web_words[0].p = clip;
    return result;
}

WEB_EXPORT(vrm_Result, motion_animation, const vrm_Motion* motion, const vrm_Rig* rig,
           const char* name, int32_t feet, int32_t root_motion, int32_t loops, double fps,
           float degrees, float metres, float weight, int32_t hands, int32_t knees,
           float seat_height, int32_t writes_skeleton, vrm_Report* report) {
    vrm_FitDef def = fit_def(name, feet, root_motion, loops, fps, degrees, metres, weight, hands,
                             knees, seat_height, report);
    def.writes_skeleton = writes_skeleton != 0;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_motion_animation(motion, rig, &def, &measured, &model);
    web_words[0].p = model;
    return result;
}

/* Measurements of the last motion that was fitted. */
WEB_EXPORT(vrm_Result, fit_facts, void) {
    const vrm_RetargetReport* retarget = &measured.retarget;
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_bool("isFitted", measured.is_fitted);
    web_key_integer("frames", measured.stats.frames);
    web_key_integer("sourceKeys", (int64_t)measured.stats.source_keys);
    web_key_integer("keptKeys", (int64_t)measured.stats.kept_keys);
    web_key_integer("contacts", retarget->contact_count);
    web_key_bool("holdsFeet", retarget->holds_feet);
    web_key_number("planted", (double)retarget->planted);
    web_key_number("scale", (double)retarget->scale);
    web_key_number("treadmillSpeed", (double)retarget->treadmill_speed);
    web_key_number("slideMax", 0.001 * (double)retarget->slide_max_mm);
    web_key_number("slideMaxFree", 0.001 * (double)retarget->slide_max_without_mm);
    web_key_number("depth", 0.001 * (double)retarget->depth_mm);
    web_key_number("depthFree", 0.001 * (double)retarget->depth_without_mm);
    web_key_number("hipsLowered", 0.001 * (double)retarget->hips_lowered_mm);
    web_key_number("jointError", (double)retarget->joint_error_degrees);
    web_key_number("loopGap", (double)retarget->loop_gap_degrees);
    web_key_number("loopClosed", (double)retarget->loop_closed_degrees);
    web_key_integer("handsGround", retarget->contacts.hands_ground);
    web_key_integer("handsTogether", retarget->contacts.hands_together);
    web_key_integer("handsBody", retarget->contacts.hands_body);
    web_key_integer("kneesGround", retarget->contacts.knees_ground);
    web_key_integer("seats", retarget->contacts.seats);
    web_key_number("handsMoved", 0.001 * (double)retarget->contacts.hands_moved_mm);
    web_key_number("handsMissed", 0.001 * (double)retarget->contacts.hands_missed_mm);
    web_key_number("seatHeight", 0.001 * (double)retarget->contacts.seat_mm);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* ---- Edit ----
 * The new motion is in word 0. Word 1 is the address of what the edit reports, in numbers. */

static double edit_numbers[5];

/* `made` NULL: no motion. */
static vrm_Result put_motion(vrm_Result result, vrm_Motion** made) {
    web_words[0].p = made != NULL ? *made : NULL;
    web_words[1].p = edit_numbers;
    return result;
}

static vrm_MotionEditDef edit_def(vrm_Report* report) {
    vrm_MotionEditDef def = vrm_default_motion_edit_def();
    def.report = report;
    return def;
}

/* Numbers: the time. */
WEB_EXPORT(vrm_Result, motion_frame_time, const vrm_Motion* motion, double frame,
           vrm_Report* report) {
    vrm_MotionEditDef def = edit_def(report);
    return put_motion(vrm_motion_frame_time(motion, frame, &def, &edit_numbers[0]), NULL);
}

WEB_EXPORT(vrm_Result, motion_cut, const vrm_Motion* motion, double from, double to,
           vrm_Report* report) {
    vrm_MotionEditDef def = edit_def(report);
    vrm_Motion* made = NULL;
    return put_motion(vrm_motion_cut(motion, from, to, &def, &made), &made);
}

/* Numbers: seconds removed at the beginning and at the end. */
WEB_EXPORT(vrm_Result, motion_trim_rest, const vrm_Motion* motion, float degrees,
           vrm_Report* report) {
    vrm_MotionEditDef def = edit_def(report);
    vrm_MotionTrimReport trimmed = {0};
    vrm_Motion* made = NULL;
    vrm_Result result = vrm_motion_trim_rest(motion, degrees, &def, &trimmed, &made);
    edit_numbers[0] = trimmed.leading_s;
    edit_numbers[1] = trimmed.trailing_s;
    return put_motion(result, &made);
}

WEB_EXPORT(vrm_Result, motion_speed, const vrm_Motion* motion, double factor, vrm_Report* report) {
    vrm_MotionEditDef def = edit_def(report);
    vrm_Motion* made = NULL;
    return put_motion(vrm_motion_speed(motion, factor, &def, &made), &made);
}

WEB_EXPORT(vrm_Result, motion_reverse, const vrm_Motion* motion, vrm_Report* report) {
    vrm_MotionEditDef def = edit_def(report);
    vrm_Motion* made = NULL;
    return put_motion(vrm_motion_reverse(motion, &def, &made), &made);
}

WEB_EXPORT(vrm_Result, motion_mirror, const vrm_Motion* motion, vrm_Report* report) {
    vrm_MotionEditDef def = edit_def(report);
    vrm_Motion* made = NULL;
    return put_motion(vrm_motion_mirror(motion, &def, &made), &made);
}

/* A number below 0 is the default. Numbers: spikes, largest and mean change of bones, bone of the
 * largest, largest change of the hips. */
WEB_EXPORT(vrm_Result, motion_smooth, const vrm_Motion* motion, float cutoff, float degrees,
           float metres, int32_t keeps_spikes, vrm_Report* report) {
    vrm_MotionSmoothDef def = vrm_default_motion_smooth_def();
    if (cutoff >= 0) def.cutoff_hz = cutoff;
    if (degrees >= 0) def.max_degrees = degrees;
    if (metres >= 0) def.max_metres = metres;
    def.keeps_spikes = keeps_spikes != 0;
    def.report = report;
    vrm_MotionSmoothReport smoothed = {0};
    vrm_Motion* made = NULL;
    vrm_Result result = vrm_motion_smooth(motion, &def, &smoothed, &made);
    edit_numbers[0] = smoothed.spikes;
    edit_numbers[1] = (double)smoothed.largest_degrees;
    edit_numbers[2] = (double)smoothed.mean_degrees;
    edit_numbers[3] = (double)smoothed.largest_bone;
    edit_numbers[4] = (double)smoothed.largest_metres;
    return put_motion(result, &made);
}

/* A number below 0 is the default. Numbers: where the cross-fade begins, its length, seconds
 * left out of the second, whether both walk. */
WEB_EXPORT(vrm_Result, motion_join, const vrm_Motion* first, const vrm_Motion* second, double blend,
           double phase, vrm_Report* report) {
    vrm_MotionJoinDef def = vrm_default_motion_join_def();
    if (blend >= 0) def.blend_s = blend;
    if (phase >= 0) def.phase_s = phase;
    def.report = report;
    vrm_MotionJoinReport joined = {0};
    vrm_Motion* made = NULL;
    vrm_Result result = vrm_motion_join(first, second, &def, &joined, &made);
    edit_numbers[0] = joined.start_s;
    edit_numbers[1] = joined.blend_s;
    edit_numbers[2] = joined.skipped_s;
    edit_numbers[3] = joined.both_walk;
    return put_motion(result, &made);
}

enum {
    HAS_POSITION = 1,
    HAS_EXPRESSIONS = 2,
    HAS_GAZE = 4,
    IS_ADDITIVE = 8,
    EXTENDS = 16
}; /* `choices` */

WEB_EXPORT(vrm_Result, motion_layer, const vrm_Motion* base, const vrm_Motion* layer,
           uint32_t bones_low, uint32_t bones_high, uint32_t choices, float weight, double offset,
           double fade_in, double fade_out, vrm_Report* report) {
    vrm_MotionLayerDef def = vrm_default_motion_layer_def();
    def.part = (vrm_MotionPart){.bones = (uint64_t)bones_high << 32 | bones_low,
                                .position = (choices & HAS_POSITION) != 0,
                                .expressions = (choices & HAS_EXPRESSIONS) != 0,
                                .gaze = (choices & HAS_GAZE) != 0};
    def.weight = weight;
    def.offset_s = offset;
    def.fade_in_s = fade_in;
    def.fade_out_s = fade_out;
    def.is_additive = (choices & IS_ADDITIVE) != 0;
    def.extends = (choices & EXTENDS) != 0;
    def.report = report;
    vrm_Motion* made = NULL;
    return put_motion(vrm_motion_layer(base, layer, &def, &made), &made);
}
