/* SPDX-License-Identifier: MIT */
/* Motion of other programs becomes a VRM animation. */
#ifndef VRM_CLI_CONVERT_CAPTURE_H
#define VRM_CLI_CONVERT_CAPTURE_H

#include "motion/convert_options.h"
#include "motion/motion_text.h"

/* What has been read. */
vrm_Result convert_captured(const vrm_Capture* capture, const ConvertOptions* options,
                            vrm_RecordStats* out_stats, vrm_Model** out_model);

/* A glTF file whose animation moves the joints of a person. CLI_OK, or the status after printing
 * the error. */
int convert_gltf_capture(const char* path, const vrm_Model* model, const ConvertOptions* options,
                         vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model);

/* A file of another program. */
int convert_capture(const char* path, const MotionText* text, const ConvertOptions* options,
                    vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model);

/* CLI_INVALID, after saying that there are options for another kind of motion. */
int convert_refuse_reading(const char* path, const ConvertOptions* options);

/* Ends a recording: makes its animation, or returns the status after printing the error. Destroys
 * the recorder. */
int convert_finish(const ConvertOptions* options, vrm_Recorder* recorder, const char* path,
                   vrm_Result result, const vrm_Report* report, vrm_RecordStats* out_stats,
                   vrm_Model** out_model);

#endif
