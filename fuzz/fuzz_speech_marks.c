/* SPDX-License-Identifier: MIT */
/* Any bytes as speech marks: frames that a face hears, or a finding. The last byte says how late
 * the sound begins. */
#include "require.h"

#include "vrm/speech_marks.h"

#include <stdlib.h>
#include <string.h>

static void check_frame(const vrm_LipFrame* frame, int32_t index) {
    float sum = 0.0f;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++) {
        require(frame->vowels[v] >= 0.0f && frame->vowels[v] <= 1.0f);
        sum += frame->vowels[v];
    }
    require(sum <= 1.001f && frame->time_s == index * VRM_LIP_FRAME_S);
    require(frame->closed >= 0.0f && frame->closed <= 1.001f);
    require(frame->loudness >= 0.0f && frame->loudness <= 1.001f);
}

static void check_marks(const vrm_SpeechMarks* marks) {
    int32_t count;
    const vrm_LipFrame* frames = vrm_speech_marks_frames(marks, &count);
    vrm_SpeechMarksInfo info = vrm_speech_marks_info(marks);
    require(count == info.frame_count && count > 0 && info.mark_count > 0);
    require(vrm_speech_format_name(info.format)[0] != 0);
    require(info.seconds >= 0.0 && info.seconds <= (count - 1) * VRM_LIP_FRAME_S + 1e-6);
    for (int32_t f = 0; f < count; f++) check_frame(&frames[f], f);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
    vrm_SpeechMarks* marks = NULL;
    uint8_t* exact = malloc(size + 1);
    require(exact != NULL && vrm_report_create(NULL, &def.report) == VRM_OK);
    memcpy(exact, data, size);
    if (size > 0) def.offset_s = (data[size - 1] - 128) * 0.01;
    vrm_Result result = vrm_speech_marks_read(exact, size, &def, &marks);
    require((result == VRM_OK) == (marks != NULL));
    require(result == VRM_OK || vrm_report_count(def.report) > 0);
    if (marks != NULL) check_marks(marks);
    vrm_speech_marks_destroy(marks);
    vrm_report_destroy(def.report);
    free(exact);
    return 0;
}
