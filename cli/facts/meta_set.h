/* SPDX-License-Identifier: MIT */
/* Changing meta from the command line: --set KEY=VALUE and --thumbnail PICTURE. */
#ifndef CLI_META_SET_H
#define CLI_META_SET_H

#include "words/args.h"

#include "vrm/vrm.h"

#define CLI_MAX_SETTINGS 64

typedef struct cli_Settings {
    const char* values[CLI_MAX_SETTINGS]; /* KEY=VALUE */
    int count;
    const char* thumbnail; /* path of a picture; NULL: none */
    uint8_t* picture;      /* its bytes, once they are read */
    size_t picture_size;
} cli_Settings;

/* Applies the settings to the model, in its dialect. CLI_OK, or the status after printing the error
 * to standard error; the model is then unchanged. */
int cli_apply_settings(const char* command, const char* file, vrm_Model* model,
                       cli_Settings* settings);
void cli_settings_release(cli_Settings* settings);

/* Says that glTF text takes no thumbnail: CLI_INVALID. */
int cli_no_thumbnail(const char* command, const char* file);

/* What --thumbnail and --set say. */
void cli_take_settings(const cli_Args* args, cli_Settings* settings);

bool cli_has_settings(const cli_Settings* settings);

/* Returns true if --set has a field, which `key` names as VRM 1.0 does, by its name in any dialect.
 */
bool cli_sets_field(const cli_Settings* settings, const char* key);

#endif
