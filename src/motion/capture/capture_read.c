/* SPDX-License-Identifier: MIT */
/* Reads motion of any format: the reader provides joints, this folder finds the person. */
#include "base/ascii.h"
#include "motion/capture/joint_names.h"
#include "motion/capture/rest_file.h"
#include "motion/gltf/gltf_motion.h"
#include "motion/motion_morphs.h"

#include <stdio.h>
#include <string.h>

#define BYTES_MAX ((uint64_t)512 << 20)

void vrm_capture_def_init(vrm_CaptureDef* def, size_t def_size) {
    vrm_CaptureDef defaults = {0};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

void vrm_capture_destroy(vrm_Capture* capture) {
    if (capture == NULL) return;
    vrm_Allocator allocator = capture->allocator;
    size_t joints = (size_t)capture->joint_count;
    size_t expressions = (size_t)capture->file.expression_count;
    vrmi_release(&allocator, capture->joints, joints * sizeof *capture->joints);
    vrmi_release(&allocator, capture->locals, joints * sizeof *capture->locals);
    if (capture->take_pose != NULL)
        vrmi_release(&allocator, capture->take_pose, joints * sizeof *capture->take_pose);
    if (capture->rest_file_pose != NULL)
        vrmi_release(&allocator, capture->rest_file_pose, joints * sizeof *capture->rest_file_pose);
    vrmi_release(&allocator, capture->is_needed, joints * sizeof *capture->is_needed);
    vrmi_release(&allocator, capture->weights, expressions * sizeof *capture->weights);
    vrmi_release(&allocator, capture->plain_names, capture->plain_size);
    if (capture->file.destroy != NULL) capture->file.destroy(capture->file.reader);
    vrmi_release(&allocator, capture, sizeof *capture);
}

/* ---- Reading ---- */

static const vrmi_CaptureFormat gltf_format = {"glTF", vrmi_gltf_motion_recognises,
                                               vrmi_gltf_motion_read, false};

static vrm_Result read_file(vrm_Capture* capture, const vrm_Model* model,
                            const vrmi_CaptureInput* input) {
    capture->format = model != NULL ? &gltf_format : vrmi_capture_format(input->bytes, input->size);
    if (capture->format == NULL) {
        vrmi_report_at(input->report, VRMI_RULE_MOTION_UNKNOWN, 0, NULL);
        return VRM_ERR_INVALID;
    }
    if (input->kept_by != NULL && input->kept_by != capture->format) return VRM_ERR_ARGUMENT;
    if (input->model != NULL && !capture->format->uses_model)
        vrmi_report_at(input->report, VRMI_RULE_MOTION_MODEL_UNUSED, VRM_NO_OFFSET,
                       "%s has a skeleton of its own, so the model is not used: only VMD and VPD "
                       "need one. Leave it out: --model (vrm_MotionDef.model).",
                       capture->format->name);
    vrm_Result result = model != NULL ? vrmi_gltf_motion_read_model(model, input, &capture->file)
                                      : capture->format->read(input, &capture->file);
    if (result != VRM_OK) capture->file = (vrmi_Capture){0};
    if (result == VRM_OK && capture->file.take_count == 0 && input->take != NULL) {
        int32_t take = 0;
        result = vrmi_capture_choose(input, NULL, NULL, 0, &take);
    }
    if (result == VRM_OK && input->morph_count > 0) vrmi_capture_report_morphs(input);
    if (result == VRM_OK && capture->file.is_still) {
        vrmi_report_at(input->report, VRMI_RULE_MOTION_NO_ANIMATION, VRM_NO_OFFSET, NULL);
        if (!input->allows_still) result = VRM_ERR_INVALID;
    }
    return result;
}

static vrm_Result copy_joints(vrm_Capture* capture) {
    const vrmi_Capture* file = &capture->file;
    const vrm_Allocator* allocator = &capture->allocator;
    size_t count = (size_t)file->joint_count, expressions = (size_t)file->expression_count;
    capture->joint_count = file->joint_count;
    capture->frame_count = file->frame_count;
    capture->pose_cost = 1; /* until a person is found: vrmi_capture_count_cost() */
    capture->joints = vrmi_alloc_zeroed(allocator, count, sizeof *capture->joints);
    capture->locals = vrmi_alloc_zeroed(allocator, count, sizeof *capture->locals);
    capture->is_needed = vrmi_alloc_zeroed(allocator, count, sizeof *capture->is_needed);
    capture->weights = vrmi_alloc_zeroed(allocator, expressions, sizeof *capture->weights);
    if (capture->joints == NULL || capture->locals == NULL || capture->is_needed == NULL ||
        capture->weights == NULL)
        return VRM_ERR_MEMORY;
    for (size_t j = 0; j < count; j++) {
        const vrmi_CaptureJoint* joint = &file->joints[j];
        capture->joints[j] = (vrmi_PersonJoint){.name = joint->name,
                                                .parent = joint->parent,
                                                .is_end = joint->is_end,
                                                .has_position = joint->has_position,
                                                .bone = VRM_BONE_NONE};
        capture->locals[j] = joint->rest;
    }
    return VRM_OK;
}

/* ---- A take that shows the T-pose ---- */

/* "T-Pose", "Armature|tpose", "T_Pose 01". */
static bool names_t_pose(const char* name) {
    static const char word[] = "tpose";
    size_t found = 0;
    for (; *name != '\0' && word[found] != '\0'; name++) {
        char c = vrmi_lower(*name);
        if (c == '-' || c == '_' || c == ' ') continue;
        found = c == word[found] ? found + 1 : c == word[0] ? 1 : 0;
    }
    return word[found] == '\0';
}

/* Writes the number of the take as "#2". Returns false if there is none, or if it is the take that
 * is read. */
static bool find_t_pose(const vrmi_Capture* file, char out_number[16]) {
    for (int32_t i = 0; i < file->take_count; i++) {
        if (i == file->take || !names_t_pose(file->take_names[i])) continue;
        snprintf(out_number, 16, "#%d", (int)i + 1);
        return true;
    }
    return false;
}

/* Joints that only one of the takes moves have no counterpart: they rest. */
static vrm_Result copy_t_pose(vrm_Capture* capture, const vrmi_Capture* other) {
    const vrm_Allocator* allocator = &capture->allocator;
    size_t count = (size_t)capture->joint_count, others = (size_t)other->joint_count;
    vrm_Transform* locals = vrmi_alloc(allocator, others * sizeof *locals);
    capture->take_pose = vrmi_alloc(allocator, count * sizeof *capture->take_pose);
    if (locals != NULL && capture->take_pose != NULL) {
        other->sample(other->reader, 0.0, locals);
        for (int32_t j = 0; j < capture->joint_count; j++) {
            int32_t same = vrmi_capture_joint_named(other, capture->joints[j].name, j);
            capture->take_pose[j] = same >= 0 ? locals[same] : capture->file.joints[j].rest;
        }
    }
    vrm_Result result = locals == NULL || capture->take_pose == NULL ? VRM_ERR_MEMORY : VRM_OK;
    vrmi_release(allocator, locals, others * sizeof *locals);
    return result;
}

/* A take that cannot be read is ignored. */
static vrm_Result read_t_pose(vrm_Capture* capture, const vrm_Model* model,
                              const vrmi_CaptureInput* input) {
    vrmi_Capture other = {0};
    vrmi_CaptureInput own = *input;
    char number[16];
    if (!find_t_pose(&capture->file, number)) return VRM_OK;
    own.take = number;
    own.keeps_file = false;
    if (input->keeps_file) own.kept = capture->file.reader;
    own.morph_count = 0;
    own.report = NULL;
    vrm_Result result = model != NULL ? vrmi_gltf_motion_read_model(model, &own, &other)
                                      : capture->format->read(&own, &other);
    if (result == VRM_ERR_MEMORY) return result;
    if (result != VRM_OK) return VRM_OK;
    result = copy_t_pose(capture, &other);
    other.destroy(other.reader);
    return result;
}

static vrm_Result find_person(vrm_Capture* capture, const vrm_CaptureDef* def,
                              const vrm_Model* model, const vrmi_CaptureInput* input) {
    vrm_Result result = copy_joints(capture);
    if (result == VRM_OK) result = read_t_pose(capture, model, input);
    if (result == VRM_OK) result = vrmi_capture_cut_names(capture);
    if (result != VRM_OK) return result;
    vrmi_capture_name_bones(capture, def);
    if (capture->bones[VRM_BONE_HIPS] < 0 || !vrmi_capture_has_limbs(capture, def) ||
        (capture->file.is_still && !capture->file.is_figure))
        return def->lists_joints ? VRM_OK : VRM_ERR_INVALID;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (!vrm_bone_is_required((vrm_Bone)b) || capture->bones[b] >= 0) continue;
        vrmi_report_at(def->report, VRMI_RULE_MOTION_BONES_MISSING, VRM_NO_OFFSET,
                       "No joint was recognised as %s; it stays still. A mapping can name it.",
                       vrm_bone_name((vrm_Bone)b));
    }
    vrmi_capture_find_needed(capture);
    vrmi_capture_count_cost(capture, def->report);
    result = vrmi_capture_read_rest_file(capture, def, input);
    if (result != VRM_OK) return result;
    vrmi_capture_settle(capture, def);
    vrmi_capture_find_moved(capture);
    capture->has_person = true;
    vrmi_capture_find_eyes(capture);
    return VRM_OK;
}

static uint64_t bytes_of(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    uint64_t bytes = 0;
    for (int32_t i = 0; i < gltf->buffer_view_count; i++)
        bytes += gltf->buffer_views[i].byte_length;
    return bytes;
}

static vrm_Result read_any(const vrmi_CaptureFile* file, const vrm_Model* model,
                           const vrm_CaptureDef* given, vrm_Capture** out_capture) {
    *out_capture = NULL;
    vrm_CaptureDef def = vrm_default_capture_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!vrmi_is_finite(def.metres) || def.metres < 0.0f || def.metres > 1e6f)
        return VRM_ERR_ARGUMENT;
    bool is_rate = def.source_fps >= VRMI_FPS_MIN && def.source_fps <= VRMI_FPS_MAX;
    if ((!is_rate && def.source_fps != 0.0) || (unsigned)def.points > VRM_POINT_LAYOUT_COCO)
        return VRM_ERR_ARGUMENT;
    vrm_Allocator allocator = vrmi_allocator(&def.allocator);
    vrmi_CaptureInput input = {.bytes = file->bytes,
                               .size = file->size,
                               .keeps_file = file->keeps,
                               .kept = file->same != NULL ? file->same->file.reader : NULL,
                               .kept_by = file->same != NULL ? file->same->format : NULL,
                               .take = def.take,
                               .model = def.model,
                               .model_size = def.model_size,
                               .morphs = def.morphs,
                               .morph_count = def.morph_count,
                               .points = def.points,
                               .source_fps = def.source_fps,
                               .max_bytes = def.max_bytes != 0 ? def.max_bytes : BYTES_MAX,
                               .is_limited_by_size = def.max_bytes == 0,
                               .report = def.report,
                               .allows_still = def.lists_joints,
                               .allocator = allocator};
    vrm_Capture* capture = vrmi_alloc_zeroed(&allocator, 1, sizeof *capture);
    if (capture == NULL) return VRM_ERR_MEMORY;
    capture->allocator = allocator;
    capture->source_bytes = model != NULL ? bytes_of(model) : file->size + def.model_size;
    size_t morphs = def.morph_count > 0 ? (size_t)def.morph_count : 0;
    input.has_morph = vrmi_alloc_zeroed(&allocator, morphs, sizeof *input.has_morph);
    vrm_Result result = VRM_ERR_MEMORY;
    if (input.has_morph != NULL) result = read_file(capture, model, &input);
    vrmi_release(&allocator, input.has_morph, morphs * sizeof *input.has_morph);
    input.has_morph = NULL;
    input.morph_count = 0;
    if (result == VRM_OK) result = find_person(capture, &def, model, &input);
    if (result == VRM_OK)
        *out_capture = capture;
    else
        vrm_capture_destroy(capture);
    return result;
}

vrm_Result vrm_capture_read(const void* bytes, size_t size, const vrm_CaptureDef* def,
                            vrm_Capture** out_capture) {
    return vrmi_capture_read(&(vrmi_CaptureFile){.bytes = bytes, .size = size}, def, out_capture);
}

vrm_Result vrmi_capture_read(const vrmi_CaptureFile* file, const vrm_CaptureDef* def,
                             vrm_Capture** out_capture) {
    vrmi_CaptureFile own = *file;
    if (own.size == 0) own.bytes = ""; /* callers may pass NULL for 0 bytes */
    return read_any(&own, NULL, def, out_capture);
}

vrm_Result vrm_capture_read_model(const vrm_Model* model, const vrm_CaptureDef* def,
                                  vrm_Capture** out_capture) {
    return read_any(&(vrmi_CaptureFile){.bytes = ""}, model, def, out_capture);
}

vrm_Result vrmi_capture_read_figure(const vrm_Model* model, const int8_t* stated,
                                    bool has_all_nodes, const vrm_Allocator* allocator,
                                    vrm_Capture** out_capture) {
    vrm_CaptureDef def = vrm_default_capture_def();
    vrmi_CaptureInput input = {.max_bytes = BYTES_MAX,
                               .allows_still = true,
                               .is_figure = true,
                               .stated = stated,
                               .has_all_nodes = has_all_nodes,
                               .allocator = *allocator};
    def.lists_joints = true;
    *out_capture = NULL;
    vrm_Capture* capture = vrmi_alloc_zeroed(allocator, 1, sizeof *capture);
    if (capture == NULL) return VRM_ERR_MEMORY;
    capture->allocator = *allocator;
    vrm_Result result = read_file(capture, model, &input);
    if (result == VRM_OK) result = find_person(capture, &def, model, &input);
    if (result == VRM_OK)
        *out_capture = capture;
    else
        vrm_capture_destroy(capture);
    return result;
}

int32_t vrmi_capture_figure_node(const vrm_Capture* figure, int32_t joint) {
    const vrmi_GltfMotion* motion = figure->file.reader;
    return motion->nodes[joint];
}

/* ---- Inspect ---- */

const char* vrm_capture_recognise(const void* bytes, size_t size) {
    const vrmi_CaptureFormat* format = size == 0 ? NULL : vrmi_capture_format(bytes, size);
    return format == NULL ? NULL : format->name;
}

const char* vrm_capture_format(const vrm_Capture* capture) {
    return capture->format->name;
}

int32_t vrm_capture_frame_count(const vrm_Capture* capture) {
    return capture->frame_count;
}

double vrm_capture_frame_time(const vrm_Capture* capture) {
    return capture->file.frame_time;
}

float vrm_capture_hips_height(const vrm_Capture* capture) {
    return capture->hips_height;
}

float vrm_capture_metres(const vrm_Capture* capture) {
    return capture->metres;
}

uint64_t vrm_capture_bones(const vrm_Capture* capture) {
    return capture->bone_bits;
}

uint64_t vrm_capture_moved_bones(const vrm_Capture* capture) {
    return capture->moved_bits;
}

vrm_RestSource vrm_capture_rest_source(const vrm_Capture* capture) {
    return capture->rest_source;
}

float vrm_capture_rest_confidence(const vrm_Capture* capture) {
    return capture->rest_confidence;
}

const char* vrm_rest_source_name(vrm_RestSource source) {
    static const char* const names[] = {"file",       "bind",   "take",    "axes",
                                        "firstFrame", "motion", "restFile"};
    return (size_t)source < sizeof names / sizeof *names ? names[source] : "";
}

int32_t vrm_capture_joint_count(const vrm_Capture* capture) {
    return capture->joint_count;
}

const char* vrm_capture_joint_name(const vrm_Capture* capture, int32_t joint) {
    return joint >= 0 && joint < capture->joint_count ? capture->joints[joint].name : "";
}

vrm_Bone vrm_capture_joint_bone(const vrm_Capture* capture, int32_t joint) {
    return joint >= 0 && joint < capture->joint_count ? capture->joints[joint].bone : VRM_BONE_NONE;
}

int32_t vrm_capture_joint_parent(const vrm_Capture* capture, int32_t joint) {
    return joint >= 0 && joint < capture->joint_count ? capture->joints[joint].parent : -1;
}

bool vrm_capture_has_person(const vrm_Capture* capture) {
    return capture->has_person;
}

int32_t vrm_capture_take_count(const vrm_Capture* capture) {
    return capture->file.take_count;
}

const char* vrm_capture_take_name(const vrm_Capture* capture, int32_t take) {
    return take >= 0 && take < capture->file.take_count ? capture->file.take_names[take] : "";
}

int32_t vrm_capture_take(const vrm_Capture* capture) {
    return capture->file.take_count > 0 ? capture->file.take : -1;
}

int32_t vrm_capture_expression_count(const vrm_Capture* capture) {
    return capture->file.expression_count;
}

const char* vrm_capture_expression_name(const vrm_Capture* capture, int32_t expression) {
    return expression >= 0 && expression < capture->file.expression_count
               ? capture->file.expression_names[expression]
               : "";
}

int32_t vrm_capture_morph_count(const vrm_Capture* capture) {
    return capture->file.morphs != NULL ? capture->file.morphs->count : 0;
}

static bool has_morph(const vrm_Capture* capture, int32_t morph) {
    return morph >= 0 && morph < vrm_capture_morph_count(capture);
}

const char* vrm_capture_morph_name(const vrm_Capture* capture, int32_t morph) {
    return has_morph(capture, morph) ? capture->file.morphs->list[morph].name : "";
}

const char* vrm_capture_morph_expression(const vrm_Capture* capture, int32_t morph) {
    int32_t expression =
        has_morph(capture, morph) ? capture->file.morphs->list[morph].expression : -1;
    return expression >= 0 ? capture->file.expression_names[expression] : "";
}
