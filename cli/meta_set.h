/* SPDX-License-Identifier: MIT */
/* What the commands that write an avatar share: --set KEY=VALUE, --thumbnail, and the promise not
 * to write a file that has errors which its source did not have. */
#ifndef CLI_META_SET_H
#define CLI_META_SET_H

#include "cli.h"

#define CLI_MAX_SETTINGS 64

typedef struct cli_Settings {
    const char* values[CLI_MAX_SETTINGS]; /* KEY=VALUE */
    int count;
    const char* thumbnail; /* path of a picture; NULL: none */
} cli_Settings;

/* Changes the model as the settings say, in the words of its dialect. CLI_OK, or the status after
 * saying on standard error what is wrong; the model is then as it was. */
int cli_apply_settings(const char* command, const char* file, vrm_Model* model,
                       const cli_Settings* settings);

/* What is wrong with the file as the model would be saved now: errors are what matters. The caller
 * destroys the report. */
vrm_Result cli_judge(const vrm_Model* model, vrm_Report** out_report);

/* How errors of two files are matched: edited files keep their pointers, migrated ones do not. */
typedef enum cli_Match { CLI_MATCH_PLACES, CLI_MATCH_CODES } cli_Match;

/* CLI_OK when the model, saved, has no error that `before` does not have. Otherwise CLI_INVALID,
 * after naming the errors on standard error. */
int cli_refuse_new_errors(const char* command, const char* file, const vrm_Report* before,
                          const vrm_Model* model, cli_Match match);

#endif
