/* SPDX-License-Identifier: MIT */
#include "motion/edit_report.h"

#include "words/json.h"
#include "words/output.h"

#include <string.h>

void edit_report_release(EditReport* report) {
    for (int i = 0; i < report->file_count; i++) vrm_report_destroy(report->files[i].findings);
    vrm_report_destroy(report->missing_bones);
    *report = (EditReport){.file_count = 0};
}

bool edit_report_is_missing_bone(const vrm_Finding* finding) {
    return strcmp(finding->code, "CLIP_BONE_MISSING") == 0 ||
           strcmp(finding->code, "MOTION_BONES_MISSING") == 0;
}

void edit_report_print(FILE* out, const EditReport* report) {
    const vrm_MotionSmoothReport* smooth = &report->smooth;
    if (report->is_trimmed)
        fprintf(out, "  T-pose removed: %.4g s at the beginning, %.4g s at the end\n",
                report->trim.leading_s, report->trim.trailing_s);
    if (report->is_smoothed)
        fprintf(out,
                "  smoothed: %d spike%s removed, %.2f degrees on average, at most %.2f%s%s; "
                "position of the hips by at most %.1f mm\n",
                (int)smooth->spikes, cli_s((uint64_t)smooth->spikes), (double)smooth->mean_degrees,
                (double)smooth->largest_degrees, smooth->largest_bone >= 0 ? " at " : "",
                smooth->largest_bone >= 0 ? vrm_bone_name(smooth->largest_bone) : "",
                1000.0 * (double)smooth->largest_metres);
    for (int i = 0; i < report->join_count; i++) {
        const vrm_MotionJoinReport* join = &report->joins[i];
        fprintf(out, "  joined at %.4g s, cross-fade of %.4g s", join->start_s, join->blend_s);
        if (join->blend_s < report->blend_s)
            fprintf(out, " instead of %.4g s, limited by the shorter motion", report->blend_s);
        if (join->both_walk)
            fprintf(out, "; steps match after leaving out %.4g s", join->skipped_s);
        fputc('\n', out);
    }
}

static void put_join(vrm_JsonBuilder* b, const vrm_MotionJoinReport* join, double asked_s) {
    vrm_json_begin_object(b);
    cli_json_number(b, "start", join->start_s);
    cli_json_number(b, "blend", join->blend_s);
    cli_json_number(b, "blendAsked", asked_s);
    cli_json_number(b, "skipped", join->skipped_s);
    cli_json_bool(b, "bothWalk", join->both_walk);
    vrm_json_end_object(b);
}

void edit_report_put_json(vrm_JsonBuilder* b, const EditReport* report) {
    const vrm_MotionSmoothReport* smooth = &report->smooth;
    if (report->is_trimmed) {
        vrm_json_put_key(b, "trim");
        vrm_json_begin_object(b);
        cli_json_number(b, "leading", report->trim.leading_s);
        cli_json_number(b, "trailing", report->trim.trailing_s);
        vrm_json_end_object(b);
    }
    if (report->is_smoothed) {
        vrm_json_put_key(b, "smooth");
        vrm_json_begin_object(b);
        cli_json_integer(b, "spikes", smooth->spikes);
        cli_json_float(b, "meanDegrees", smooth->mean_degrees);
        cli_json_float(b, "largestDegrees", smooth->largest_degrees);
        cli_json_float(b, "hipsMm", 1000.0f * smooth->largest_metres);
        cli_json_string(b, "largestBone",
                        smooth->largest_bone >= 0 ? vrm_bone_name(smooth->largest_bone) : NULL);
        vrm_json_end_object(b);
    }
    if (report->join_count == 0) return;
    vrm_json_put_key(b, "joins");
    vrm_json_begin_array(b);
    for (int i = 0; i < report->join_count; i++) put_join(b, &report->joins[i], report->blend_s);
    vrm_json_end_array(b);
}
