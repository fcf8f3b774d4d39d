/* SPDX-License-Identifier: MIT */
#include "sound/sound_file.h"

#include "files/files.h"
#include "sound/sound.h"
#include "words/limit_option.h"
#include "words/output.h"

#include <errno.h>

int cli_read_sound(const char* command, const char* path, uint8_t** out_bytes, size_t* out_size) {
    vrm_Limits limits = vrm_default_limits();
    cli_apply_limits(&limits);
    if (!sound_is_there()) {
        (void)cli_file_error(command, path,
                             "this build of vrm has no libsndfile, which reads sound");
        return CLI_FAILED;
    }
    errno = 0;
    vrm_Result result =
        cli_read_input(path, limits.file_bytes, sound_is_known, out_bytes, out_size);
    if (result == VRM_OK) return CLI_OK;
    if (result == VRM_ERR_CONTAINER) return cli_file_error(command, path, SOUND_UNKNOWN);
    if (result == VRM_ERR_LIMIT)
        return cli_file_error(command, path,
                              "the file is larger than the limit file_bytes of %llu; --limit "
                              "file_bytes=VALUE raises it",
                              (unsigned long long)limits.file_bytes);
    return cli_result_error(command, path, result, NULL);
}
