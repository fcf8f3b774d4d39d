/* SPDX-License-Identifier: MIT */
#include "motion/motion_file.h"

#include "files/files.h"
#include "sound/sound.h"
#include "words/limit_option.h"
#include "words/output.h"

#include <errno.h>
#include <string.h>

/* Returns true if the rest of the input should be read. Long input of an unknown format may be
 * endless, so it is refused by its first bytes. Short input is left to the readers, whose findings
 * say more. */
static bool may_be_motion(const uint8_t* head, size_t size) {
    size_t at = size >= 3 && memcmp(head, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && memchr(" \t\r\n", head[at], 4) != NULL) at++;
    return size < 4096 || at == size || head[at] == '{' ||
           vrm_capture_recognise(head, size) != NULL || sound_is_known(head, size);
}

/* In the words of the reader, which name the formats. */
static int refuse_unknown(const char* command, const char* path) {
    vrm_Report* report = NULL;
    vrm_Capture* capture = NULL;
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Result result = vrm_report_create(NULL, &report);
    def.report = report;
    if (result == VRM_OK) result = vrm_capture_read("", 0, &def, &capture);
    int status = cli_result_error(command, path, result, report);
    vrm_report_destroy(report);
    return status;
}

int cli_read_motion(const char* command, const char* path, uint8_t** out_bytes, size_t* out_size) {
    vrm_Limits limits = vrm_default_limits();
    cli_apply_limits(&limits);
    errno = 0;
    cli_AcceptFn* accepts = cli_is_stream(path) ? may_be_motion : NULL; /* a file has an end */
    vrm_Result result = cli_read_input(path, limits.file_bytes, accepts, out_bytes, out_size);
    if (result == VRM_OK) return CLI_OK;
    if (result == VRM_ERR_CONTAINER) return refuse_unknown(command, path);
    if (result == VRM_ERR_LIMIT)
        return cli_file_error(command, path,
                              "the file is larger than the limit file_bytes of %llu; "
                              "--limit file_bytes=VALUE raises it",
                              (unsigned long long)limits.file_bytes);
    return cli_result_error(command, path, result, NULL);
}
