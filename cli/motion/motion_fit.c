/* SPDX-License-Identifier: MIT */
#include "motion/motion_fit.h"

#include "words/json.h"
#include "words/output.h"

vrm_Result fit_recorder(const Fit* fit, vrm_Recorder* recorder) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    bool is_asked = fit->has_feet || fit->is_in_place || fit->loops;
    if (!fit->is_usual && !is_asked && fit->target == NULL) return VRM_OK;
    def.source = fit->source;
    def.target = fit->target;
    def.feet = fit->has_feet ? fit->feet : fit->is_usual ? VRM_FEET_AUTO : VRM_FEET_FREE;
    if (def.feet == VRM_FEET_FREE && !fit->is_in_place && !fit->loops && fit->target == NULL)
        return VRM_OK;
    def.loops = fit->loops;
    if (fit->is_in_place) def.root_motion = VRM_ROOT_MOTION_IN_PLACE;
    FitReport report = {.is_fitted = true, .is_loop = fit->loops};
    vrm_Result result = vrm_recorder_retarget(recorder, &def, &report.figures);
    if (result == VRM_OK && fit->report != NULL) *fit->report = report;
    return result;
}

vrm_Skeleton fit_skeleton_of(const vrm_Model* animation, float hips_height) {
    vrm_Skeleton skeleton;
    (void)vrm_skeleton_of_animation(animation, &skeleton);
    vrm_Vec3 hips = skeleton.positions[VRM_BONE_HIPS];
    float scale = hips_height > 0.01f && hips.y > 0.01f ? hips_height / hips.y : 1.0f;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Vec3* at = &skeleton.positions[b];
        *at = (vrm_Vec3){scale * (at->x - hips.x), scale * at->y, scale * (at->z - hips.z)};
    }
    return skeleton;
}

void fit_print_text(FILE* out, const FitReport* report) {
    const vrm_RetargetReport* r = &report->figures;
    if (!report->is_fitted) return;
    if (r->holds_feet) {
        fprintf(out,
                "  feet: %d contact%s held; they slide %.1f mm at most (%.1f free), soles are %.1f "
                "mm below the ground (%.1f)",
                (int)r->contact_count, cli_s((uint64_t)r->contact_count), (double)r->slide_max_mm,
                (double)r->slide_max_without_mm, (double)r->depth_mm, (double)r->depth_without_mm);
        if (r->joint_error_bone != VRM_BONE_NONE)
            fprintf(out, "; %s is off by %.1f degrees", vrm_bone_name(r->joint_error_bone),
                    (double)r->joint_error_degrees);
        fprintf(out, "\n");
    }
    if (report->is_loop)
        fprintf(out, "  loop: from frame %d, %d frames; closed %.1f degrees\n", (int)r->first_frame,
                (int)r->frames, (double)r->loop_gap_degrees);
}

void fit_put_json(vrm_JsonBuilder* b, const FitReport* report) {
    const vrm_RetargetReport* r = &report->figures;
    if (!report->is_fitted) return;
    vrm_json_put_key(b, "feet");
    vrm_json_begin_object(b);
    cli_json_bool(b, "held", r->holds_feet);
    cli_json_integer(b, "contacts", r->contact_count);
    cli_json_float(b, "planted", r->planted);
    cli_json_float(b, "slideMaxMm", r->slide_max_mm);
    cli_json_float(b, "slideMeanMm", r->slide_mean_mm);
    cli_json_float(b, "slideMaxFreeMm", r->slide_max_without_mm);
    cli_json_float(b, "slideMeanFreeMm", r->slide_mean_without_mm);
    cli_json_float(b, "depthMm", r->depth_mm);
    cli_json_float(b, "depthFreeMm", r->depth_without_mm);
    cli_json_float(b, "beltSpeed", r->belt_speed);
    cli_json_float(b, "groundMm", r->ground_mm);
    cli_json_float(b, "hipsLoweredMm", r->hips_lowered_mm);
    cli_json_float(b, "scale", r->scale);
    cli_json_float(b, "hipsScale", r->hips_scale);
    cli_json_float(b, "jointErrorDegrees", r->joint_error_degrees);
    bool has_bone = r->joint_error_bone != VRM_BONE_NONE;
    cli_json_string(b, "jointErrorBone", has_bone ? vrm_bone_name(r->joint_error_bone) : NULL);
    vrm_json_put_key(b, "bonesMissing");
    vrm_json_begin_array(b);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if ((r->missing_bones >> bone & 1) != 0)
            vrm_json_put_string(b, vrm_bone_name((vrm_Bone)bone));
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    if (!report->is_loop) return;
    vrm_json_put_key(b, "loop");
    vrm_json_begin_object(b);
    cli_json_integer(b, "firstFrame", r->first_frame);
    cli_json_float(b, "gapDegrees", r->loop_gap_degrees);
    cli_json_float(b, "closedDegrees", r->loop_closed_degrees);
    cli_json_float(b, "stepDegrees", r->loop_step_degrees);
    cli_json_float(b, "smoothedDegrees", r->loop_smoothed_degrees);
    vrm_json_end_object(b);
}
