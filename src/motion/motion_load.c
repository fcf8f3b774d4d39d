/* SPDX-License-Identifier: MIT */
/* Loads a motion of any format. This is the only file that decides what a motion is: a VRM
 * animation, a captured human skeleton, or nodes that play on their own file only. */
#include "motion/motion_load.h"

#include "base/report.h"
#include "container/container.h"
#include "container/file.h"
#include "gltf/document.h"
#include "motion/capture/capture.h"
#include "motion/key_times.h"
#include "motion/record.h"

#include <math.h>
#include <string.h>

void vrm_motion_def_init(vrm_MotionDef* def, size_t def_size) {
    vrm_MotionDef defaults = {.take = NULL};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

void vrm_motion_destroy(vrm_Motion* motion) {
    if (motion == NULL) return;
    vrm_Allocator allocator = motion->allocator;
    vrm_clip_destroy(motion->clip);
    vrm_capture_destroy(motion->capture);
    if (!motion->borrows_model) vrm_model_destroy(motion->model);
    vrm_report_destroy(motion->findings);
    vrm_recorder_destroy(motion->edited.frames);
    vrmi_release(&allocator, motion, sizeof *motion);
}

/* ---- Loading ---- */

static vrm_CaptureDef capture_def(const vrm_MotionDef* def, vrm_Report* report) {
    vrm_CaptureDef out = vrm_default_capture_def();
    out.metres = def->metres;
    out.rest = def->rest;
    out.keeps_start = def->keeps_start;
    out.names = def->names;
    out.name_count = def->name_count;
    out.morphs = def->morphs;
    out.morph_count = def->morph_count;
    out.take = def->take;
    out.model = def->model;
    out.model_size = def->model_size;
    out.max_bytes = def->max_bytes;
    out.report = report;
    out.allocator = def->allocator;
    out.points = def->points;
    out.source_fps = def->source_fps;
    out.rest_file = def->rest_file;
    out.rest_file_size = def->rest_file_size;
    return out;
}

static void add_findings(const vrm_Report* from, vrm_Report* to) {
    for (int32_t i = 0; i < vrm_report_count(from); i++) {
        vrm_Finding finding = vrm_report_get(from, i);
        (void)vrm_report_add(to, finding.code, finding.pointer, finding.message);
    }
}

static vrm_Result create_report(const vrm_MotionDef* def, vrm_Report** out) {
    vrm_ReportDef report = vrm_default_report_def();
    report.allocator = def->allocator;
    return vrm_report_create(&report, out);
}

/* The model of another take, with the findings about it. */
static vrm_Result borrow_model(vrm_Motion* motion, const vrm_MotionDef* def) {
    motion->model = def->same_file->model;
    motion->borrows_model = true;
    if (def->report != NULL) add_findings(def->same_file->findings, def->report);
    return VRM_OK;
}

static vrm_Result load_model(vrm_Motion* motion, const void* bytes, size_t size,
                             const vrm_LoadDef* load, const vrm_MotionDef* def) {
    if (def->same_file != NULL) return borrow_model(motion, def);
    vrm_Result result = def->keeps_file ? create_report(def, &motion->findings) : VRM_OK;
    vrm_Report* report = def->keeps_file ? motion->findings : def->report;
    if (result == VRM_OK) result = vrm_model_load(bytes, size, load, report, &motion->model);
    if (def->keeps_file && def->report != NULL && motion->findings != NULL)
        add_findings(motion->findings, def->report);
    if (result == VRM_OK && vrm_model_gltf(motion->model)->animation_count == 0) {
        vrmi_report_at(def->report, VRMI_RULE_MOTION_NO_ANIMATION, VRM_NO_OFFSET, NULL);
        result = VRM_ERR_INVALID;
    }
    return result;
}

static vrm_Result build_clip(vrm_Motion* motion, const vrm_MotionDef* def) {
    vrm_ClipDef clip = vrm_default_clip_def();
    clip.animation = motion->take;
    clip.report = def->report;
    clip.allocator = def->allocator;
    return vrm_clip_build(motion->model, &clip, &motion->clip);
}

/* Returns the take of a file whose nodes are not a human skeleton. */
static vrm_Result choose_take(vrm_Motion* motion, const vrm_MotionDef* def) {
    const vrm_Gltf* gltf = vrm_model_gltf(motion->model);
    vrmi_CaptureInput input = {.take = def->take, .report = def->report};
    size_t count = (size_t)gltf->animation_count;
    const char** names = vrmi_alloc_zeroed(&motion->allocator, count, sizeof *names);
    if (names == NULL) return VRM_ERR_MEMORY;
    for (size_t i = 0; i < count; i++) names[i] = gltf->animations[i].name;
    vrm_Result result =
        vrmi_capture_choose(&input, names, NULL, gltf->animation_count, &motion->take);
    vrmi_release(&motion->allocator, names, count * sizeof *names);
    return result;
}

/* Options about the skeleton mean that the caller expects one: failing to read it is then an error.
 * Otherwise findings about it are dropped. */
static bool asks_for_skeleton(const vrm_MotionDef* def) {
    return def->name_count > 0 || def->model != NULL || def->rest != VRM_CAPTURE_REST_GUESS ||
           def->rest_file != NULL;
}

/* Reads the nodes as a human skeleton, if they are one. Findings are dropped unless the caller
 * expects one. */
static vrm_Result read_skeleton(vrm_Motion* motion, const vrm_MotionDef* def) {
    vrm_Report* findings = NULL;
    vrm_Result result = def->report != NULL ? create_report(def, &findings) : VRM_OK;
    if (result != VRM_OK) return result;
    vrm_CaptureDef capture = capture_def(def, findings);
    result = vrm_capture_read_model(motion->model, &capture, &motion->capture);
    bool is_wanted = motion->capture != NULL || asks_for_skeleton(def);
    if (findings != NULL && is_wanted) add_findings(findings, def->report);
    vrm_report_destroy(findings);
    return result == VRM_ERR_INVALID && !asks_for_skeleton(def) ? VRM_OK : result;
}

static vrm_Result load_gltf(vrm_Motion* motion, const void* bytes, size_t size,
                            const vrm_LoadDef* load, const vrm_MotionDef* def) {
    vrm_Result result = load_model(motion, bytes, size, load, def);
    if (result != VRM_OK) return result;
    if (vrm_model_clip_info(motion->model) != NULL) {
        motion->kind = VRM_MOTION_ANIMATION;
        return build_clip(motion, def);
    }
    result = read_skeleton(motion, def);
    motion->kind = motion->capture != NULL ? VRM_MOTION_CAPTURE : VRM_MOTION_NODES;
    if (motion->capture != NULL) motion->take = vrm_capture_take(motion->capture);
    if (result == VRM_OK && motion->capture == NULL) result = choose_take(motion, def);
    return result == VRM_OK ? build_clip(motion, def) : result;
}

/* Reads a captured motion. If the file is of a known kind that has no motion, the finding names the
 * kind. */
static vrm_Result load_capture(vrm_Motion* motion, const void* bytes, size_t size,
                               const vrm_MotionDef* def) {
    bool is_known = vrm_capture_recognise(bytes, size) != NULL;
    const char* foreign = is_known ? NULL : vrmi_foreign_file(bytes, size);
    if (size == 0) foreign = "The file is empty.";
    vrm_CaptureDef capture = capture_def(def, def->report);
    const vrmi_CaptureFile file = {.bytes = bytes,
                                   .size = size,
                                   .keeps = def->keeps_file,
                                   .same = def->same_file != NULL ? def->same_file->capture : NULL};
    if (foreign == NULL) return vrmi_capture_read(&file, &capture, &motion->capture);
    vrmi_report_at(def->report, VRMI_RULE_MOTION_UNKNOWN, 0, "%s", foreign);
    return VRM_ERR_INVALID;
}

static bool is_gltf(const void* bytes, size_t size) {
    const char* format = vrm_capture_recognise(bytes, size);
    return format != NULL && strcmp(format, "glTF") == 0;
}

/* Returns true if takes can be loaded from what the motion keeps: a model, or in a capture. */
static bool keeps(const vrm_Motion* motion, bool is_model) {
    return is_model ? motion->findings != NULL : motion->model == NULL && motion->capture != NULL;
}

static vrm_Result load(const void* bytes, size_t size, const vrm_LoadDef* load,
                       const vrm_MotionDef* def, vrm_Motion** out_motion) {
    bool is_model = is_gltf(bytes, size);
    if (def->same_file != NULL && !keeps(def->same_file, is_model)) return VRM_ERR_ARGUMENT;
    vrm_Motion* motion = vrmi_alloc_zeroed(&def->allocator, 1, sizeof *motion);
    vrm_Result result = VRM_ERR_MEMORY;
    if (motion != NULL) {
        motion->allocator = def->allocator;
        motion->kind = VRM_MOTION_CAPTURE;
        result = is_model ? load_gltf(motion, bytes, size, load, def)
                          : load_capture(motion, bytes, size, def);
    }
    if (result == VRM_OK && motion->capture != NULL)
        motion->take = vrm_capture_take(motion->capture);
    if (result == VRM_OK && motion->take < 0) motion->take = 0; /* a format without takes */
    if (result == VRM_OK)
        *out_motion = motion;
    else
        vrm_motion_destroy(motion);
    return result;
}

static bool read_def(const vrm_MotionDef* given, vrm_MotionDef* out) {
    *out = vrm_default_motion_def();
    if (given != NULL && !vrmi_def_copy(out, sizeof *out, given)) return false;
    out->allocator = vrmi_allocator(&out->allocator);
    return true;
}

vrm_Result vrm_motion_load(const void* bytes, size_t size, const vrm_MotionDef* given,
                           vrm_Motion** out_motion) {
    vrm_MotionDef def;
    *out_motion = NULL;
    if (!read_def(given, &def)) return VRM_ERR_DEF;
    return load(bytes, size, def.load, &def, out_motion);
}

static vrm_Result read_beside(void* ctx, const char* path, uint64_t max_size,
                              const vrm_Allocator* allocator, uint8_t** out_data,
                              size_t* out_size) {
    return vrmi_file_read_below(ctx, path, max_size, allocator, out_data, out_size);
}

vrm_Result vrm_motion_load_file(const char* path, const vrm_MotionDef* given,
                                vrm_Motion** out_motion) {
    vrm_MotionDef def;
    vrm_LoadDef beside = vrm_default_load_def();
    uint8_t* bytes = NULL;
    size_t size = 0;
    *out_motion = NULL;
    if (!read_def(given, &def)) return VRM_ERR_DEF;
    if (def.load != NULL && !vrmi_def_copy(&beside, sizeof beside, def.load)) return VRM_ERR_DEF;
    char* folder = vrmi_folder_of(path, &def.allocator);
    if (folder == NULL) return VRM_ERR_MEMORY;
    beside.def_size = (uint32_t)sizeof beside;
    if (beside.read_file == NULL) {
        beside.read_file = read_beside;
        beside.read_file_ctx = folder;
    }
    vrm_Result result =
        vrmi_file_read(path, beside.limits.file_bytes, NULL, &def.allocator, &bytes, &size);
    /* The bytes go; a model does without them. */
    def.keeps_file = def.keeps_file && result == VRM_OK && is_gltf(bytes, size);
    if (result == VRM_OK) result = load(bytes, size, &beside, &def, out_motion);
    if (bytes != NULL) vrmi_release(&def.allocator, bytes, size > 0 ? size : 1);
    vrmi_release(&def.allocator, folder, strlen(folder) + 1);
    return result;
}

/* ---- Facts ---- */

static void describe_clip(const vrm_Motion* motion, vrm_MotionInfo* out) {
    vrm_ClipSample sample;
    vrm_clip_sample(motion->clip, 0.0f, &sample);
    out->format = motion->kind == VRM_MOTION_ANIMATION ? "VRM animation" : "glTF";
    out->seconds = (double)vrm_clip_duration(motion->clip);
    out->frame_s = (double)vrmi_key_step(motion->model, motion->take, out->seconds);
    out->bones = sample.bones;
    out->has_gaze = sample.has_gaze;
    out->expression_count = vrm_clip_expression_count(motion->clip);
    out->rest_confidence = 1.0f;
}

static void describe_capture(const vrm_Capture* capture, vrm_MotionInfo* out) {
    float yaw, pitch;
    out->format = vrm_capture_format(capture);
    out->frame_s = vrm_capture_frame_time(capture);
    out->seconds = (vrm_capture_frame_count(capture) - 1) * out->frame_s;
    out->bones = vrm_capture_moved_bones(capture);
    out->has_gaze = vrm_capture_gaze(capture, 0.0, &yaw, &pitch);
    out->expression_count = vrm_capture_expression_count(capture);
    out->rest_source = vrm_capture_rest_source(capture);
    out->rest_confidence = vrm_capture_rest_confidence(capture);
    out->take_count = vrm_capture_take_count(capture);
}

static void describe_edited(const vrmi_Edited* edited, vrm_MotionInfo* out) {
    const vrm_Recorder* frames = edited->frames;
    out->format = edited->format;
    out->seconds = frames->times[frames->count - 1];
    out->frame_s = edited->frame_s;
    out->bones = frames->bones;
    out->has_gaze = frames->has_gaze;
    out->expression_count = (int32_t)frames->expression_count;
    out->rest_source = edited->rest_source;
    out->rest_confidence = edited->rest_confidence;
}

vrm_MotionInfo vrm_motion_info(const vrm_Motion* motion) {
    vrm_MotionInfo info = {.kind = motion->kind, .take = motion->take};
    if (motion->edited.frames != NULL)
        describe_edited(&motion->edited, &info);
    else if (motion->capture != NULL)
        describe_capture(motion->capture, &info);
    else
        describe_clip(motion, &info);
    info.has_nodes = motion->model != NULL && motion->kind != VRM_MOTION_ANIMATION;
    if (motion->model != NULL) info.take_count = vrm_model_gltf(motion->model)->animation_count;
    if (info.take_count == 0) info.take_count = 1;
    return info;
}

const char* vrm_motion_take_name(const vrm_Motion* motion, int32_t take) {
    const vrm_Recorder* edited = motion->edited.frames;
    if (edited != NULL) return take == 0 && edited->name != NULL ? edited->name : "";
    if (motion->model == NULL) return vrm_capture_take_name(motion->capture, take);
    const vrm_Gltf* gltf = vrm_model_gltf(motion->model);
    return take >= 0 && take < gltf->animation_count ? gltf->animations[take].name : "";
}

const vrm_Capture* vrm_motion_capture(const vrm_Motion* motion) {
    return motion->capture;
}

/* A capture has its frames; a VRM animation may have few keys, and is sampled as curves are. */
static int32_t edited_steps(const vrm_Motion* motion, double fps) {
    const vrm_Recorder* frames = motion->edited.frames;
    double seconds = frames->times[frames->count - 1];
    if (fps > 0.0) return vrm_clip_steps(seconds, fps);
    if (motion->kind == VRM_MOTION_CAPTURE) return (int32_t)(frames->count - 1);
    return vrmi_even_steps(seconds, motion->edited.frame_s);
}

int32_t vrm_motion_frame_count(const vrm_Motion* motion, double fps) {
    double seconds = motion->clip != NULL ? (double)vrm_clip_duration(motion->clip) : 0.0;
    int32_t steps = 0;
    if (motion->edited.frames != NULL)
        steps = edited_steps(motion, fps);
    else if (motion->capture != NULL)
        steps = vrmi_capture_steps(motion->capture, fps);
    else if (fps > 0.0)
        steps = vrm_clip_steps(seconds, fps);
    else
        steps = vrmi_key_steps(motion->model, motion->take, seconds);
    return steps < INT32_MAX ? steps + 1 : INT32_MAX;
}

vrm_Skeleton vrm_motion_skeleton(const vrm_Motion* motion) {
    if (motion->edited.frames != NULL) return motion->edited.skeleton;
    if (motion->capture != NULL) return vrm_skeleton_of_capture(motion->capture);
    vrm_Skeleton skeleton;
    (void)vrm_skeleton_of_animation(motion->model, &skeleton);
    if (motion->kind == VRM_MOTION_NODES) skeleton.bones = 0;
    vrm_Vec3 hips = skeleton.positions[VRM_BONE_HIPS];
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        skeleton.positions[b].x -= hips.x;
        skeleton.positions[b].z -= hips.z;
    }
    return skeleton;
}

bool vrmi_motion_has_nodes_of(const vrm_Motion* motion, const vrm_Rig* rig) {
    if (motion->model == NULL || motion->kind == VRM_MOTION_ANIMATION) return false;
    const vrm_Gltf* own = vrm_model_gltf(motion->model);
    if (own->node_count != vrm_rig_node_count(rig)) return false;
    for (int b = VRM_BONE_HIPS + 1; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_rig_bone(rig, (vrm_Bone)b);
        if (node < 0) continue;
        vrm_Vec3 p = own->nodes[node].rest.translation, q = vrm_rig_rest(rig, node).translation;
        float room = 0.001f + 0.01f * (fabsf(q.x) + fabsf(q.y) + fabsf(q.z));
        if (!(fabsf(p.x - q.x) + fabsf(p.y - q.y) + fabsf(p.z - q.z) <= room)) return false;
    }
    return true;
}
