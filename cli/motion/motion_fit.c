/* SPDX-License-Identifier: MIT */
#include "motion/motion_fit.h"

#include "words/json.h"
#include "words/output.h"

vrm_Result fit_recorder(const vrm_FitDef* fit, const FitSkeletons* skeletons,
                        vrm_Recorder* recorder, vrm_FitReport* out) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    bool holds = skeletons != NULL || fit->feet == VRM_FEET_HOLD;
    bool has_seat = fit->seat_height > 0.0f;
    bool holds_hands = skeletons != NULL || fit->hands == VRM_CONTACTS_HOLD;
    bool holds_knees = skeletons != NULL || fit->knees == VRM_CONTACTS_HOLD;
    def.feet = holds || has_seat ? fit->feet : VRM_FEET_FREE;
    def.hands = holds_hands ? fit->hands : VRM_CONTACTS_FREE;
    def.knees = holds_knees ? fit->knees : VRM_CONTACTS_FREE;
    def.seat_height = fit->seat_height;
    def.root_motion = fit->root_motion;
    def.loops = fit->loops;
    if (skeletons != NULL) {
        def.source = &skeletons->source;
        def.target = &skeletons->target;
        def.frame_s = skeletons->frame_s;
    } else if (!holds && !holds_hands && !holds_knees && !has_seat &&
               fit->root_motion == VRM_ROOT_MOTION_KEEP && !fit->loops) {
        return VRM_OK;
    }
    out->is_fitted = true;
    return vrm_recorder_retarget(recorder, &def, &out->retarget);
}

vrm_Result fit_split_root(const vrm_Pose* poses, const double* times, int32_t count,
                          const vrm_Skeleton* skeleton, vrm_Retarget** out_split) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    def.source = skeleton;
    def.feet = VRM_FEET_FREE;
    def.hands = def.knees = VRM_CONTACTS_FREE;
    def.root_motion = VRM_ROOT_MOTION_ROOT;
    return vrm_retarget(poses, times, count, &def, out_split);
}

static int32_t contact_count(const vrm_ContactReport* c) {
    return c->hands_ground + c->hands_together + c->hands_body + c->knees_ground + c->seats;
}

static void print_contacts(FILE* out, const vrm_ContactReport* c) {
    const struct {
        int32_t count;
        const char* what;
    } kinds[] = {{c->hands_ground, "hand on the ground"},
                 {c->hands_together, "hands together"},
                 {c->hands_body, "hand on hips or thigh"},
                 {c->knees_ground, "knee on the ground"},
                 {c->seats, "seat"}};
    const char* before = "  contacts: ";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].count == 0) continue;
        fprintf(out, "%s%s (%d)", before, kinds[i].what, (int)kinds[i].count);
        before = ", ";
    }
    if (c->seats > 0) fprintf(out, "; seat at %.0f mm", (double)c->seat_mm);
    if (c->hands_moved_mm > 0.0f) {
        fprintf(out, "; hands moved by %.0f mm at most", (double)c->hands_moved_mm);
        fprintf(out, ", %.1f mm out of reach", (double)c->hands_missed_mm);
    }
    fprintf(out, "\n");
}

void fit_print_text(FILE* out, const vrm_FitReport* report, bool loops) {
    const vrm_RetargetReport* r = &report->retarget;
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
    if (contact_count(&r->contacts) > 0) print_contacts(out, &r->contacts);
    if (loops)
        fprintf(out,
                "  loop: from frame %d, %d frame%s; ends differ by %.1f degrees (%.1f before)\n",
                (int)r->first_frame, (int)r->frames, cli_s((uint64_t)r->frames),
                (double)r->loop_closed_degrees, (double)r->loop_gap_degrees);
}

void fit_print_rest(FILE* out, vrm_MotionInfo info) {
    static const char* const sources[] = {
        [VRM_REST_SOURCE_FILE] = "of the file",
        [VRM_REST_SOURCE_BIND] = "the bind pose of the mesh",
        [VRM_REST_SOURCE_TAKE] = "another take, named as a T-pose",
        [VRM_REST_SOURCE_AXES] = "by the local axes of the joints",
        [VRM_REST_SOURCE_FIRST_FRAME] = "the first frame",
        [VRM_REST_SOURCE_MOTION] = "estimated from the motion",
        [VRM_REST_SOURCE_REST_FILE] = "from the rest file",
    };
    fprintf(out, "  rest pose: %s; confidence %.2f\n", sources[info.rest_source],
            (double)info.rest_confidence);
}

void fit_put_rest_json(vrm_JsonBuilder* b, vrm_RestSource from, float confidence) {
    vrm_json_put_key(b, "rest");
    vrm_json_begin_object(b);
    cli_json_string(b, "from", vrm_rest_source_name(from));
    cli_json_float(b, "confidence", confidence);
    vrm_json_end_object(b);
}

static void put_contacts(vrm_JsonBuilder* b, const vrm_ContactReport* c) {
    vrm_json_put_key(b, "contacts");
    vrm_json_begin_object(b);
    cli_json_integer(b, "handsGround", c->hands_ground);
    cli_json_integer(b, "handsTogether", c->hands_together);
    cli_json_integer(b, "handsBody", c->hands_body);
    cli_json_integer(b, "kneesGround", c->knees_ground);
    cli_json_integer(b, "seats", c->seats);
    cli_json_integer(b, "heldFrames", c->frames);
    cli_json_float(b, "handsMovedMm", c->hands_moved_mm);
    cli_json_float(b, "handsMissedMm", c->hands_missed_mm);
    cli_json_float(b, "hipsLoweredMm", c->hips_lowered_mm);
    cli_json_float(b, "seatMm", c->seat_mm);
    vrm_json_end_object(b);
}

void fit_put_json(vrm_JsonBuilder* b, const vrm_FitReport* report, bool loops) {
    const vrm_RetargetReport* r = &report->retarget;
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
    cli_json_float(b, "treadmillSpeed", r->treadmill_speed);
    cli_json_float(b, "tiltDegrees", r->tilt_degrees);
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
    put_contacts(b, &r->contacts);
    if (!loops) return;
    vrm_json_put_key(b, "loop");
    vrm_json_begin_object(b);
    cli_json_integer(b, "firstFrame", r->first_frame);
    cli_json_float(b, "gapDegrees", r->loop_gap_degrees);
    cli_json_float(b, "closedDegrees", r->loop_closed_degrees);
    cli_json_float(b, "stepDegrees", r->loop_step_degrees);
    cli_json_float(b, "smoothedDegrees", r->loop_smoothed_degrees);
    vrm_json_end_object(b);
}
