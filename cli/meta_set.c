/* SPDX-License-Identifier: MIT */
#include "meta_set.h"

#include <stdlib.h>
#include <string.h>

/* ---- Keys ---- */

typedef enum Kind { TEXT, LIST, BOOL } Kind;

typedef struct Key {
    const char* name;
    Kind kind;
    const char* choices; /* words with spaces around each; NULL: any text */
} Key;

static const Key keys1[] = {
    {"name", TEXT, NULL},
    {"version", TEXT, NULL},
    {"authors", LIST, NULL},
    {"copyrightInformation", TEXT, NULL},
    {"contactInformation", TEXT, NULL},
    {"references", LIST, NULL},
    {"thirdPartyLicenses", TEXT, NULL},
    {"licenseUrl", TEXT, NULL},
    {"avatarPermission", TEXT, " onlyAuthor onlySeparatelyLicensedPerson everyone "},
    {"allowExcessivelyViolentUsage", BOOL, " true false "},
    {"allowExcessivelySexualUsage", BOOL, " true false "},
    {"commercialUsage", TEXT, " personalNonProfit personalProfit corporation "},
    {"allowPoliticalOrReligiousUsage", BOOL, " true false "},
    {"allowAntisocialOrHateUsage", BOOL, " true false "},
    {"creditNotation", TEXT, " required unnecessary "},
    {"allowRedistribution", BOOL, " true false "},
    {"modification", TEXT, " prohibited allowModification allowModificationRedistribution "},
    {"otherLicenseUrl", TEXT, NULL},
    {0}};

#define LICENSES                                                                                   \
    " Redistribution_Prohibited CC0 CC_BY CC_BY_NC CC_BY_SA CC_BY_NC_SA CC_BY_ND CC_BY_NC_ND "     \
    "Other "

static const Key keys0[] = {
    {"title", TEXT, NULL},
    {"version", TEXT, NULL},
    {"author", TEXT, NULL},
    {"contactInformation", TEXT, NULL},
    {"reference", TEXT, NULL},
    {"allowedUserName", TEXT, " OnlyAuthor ExplicitlyLicensedPerson Everyone "},
    {"violentUssageName", TEXT, " Disallow Allow "},
    {"sexualUssageName", TEXT, " Disallow Allow "},
    {"commercialUssageName", TEXT, " Disallow Allow "},
    {"otherPermissionUrl", TEXT, NULL},
    {"licenseName", TEXT, LICENSES},
    {"otherLicenseUrl", TEXT, NULL},
    {0}};

static const Key draft_keys[] = {
    {"title", TEXT, NULL},
    {"version", TEXT, NULL},
    {"author", TEXT, NULL},
    {"contactInformation", TEXT, NULL},
    {"reference", TEXT, NULL},
    {"allowedUser", TEXT, " OnlyAuthor ExplicitlyLicensedPerson Everyone "},
    {"violentUsage", TEXT, " Disallow Allow "},
    {"sexualUsage", TEXT, " Disallow Allow "},
    {"commercialUsage", TEXT, " Disallow Allow "},
    {"otherPermissionUrl", TEXT, NULL},
    {"license", TEXT, LICENSES},
    {"otherLicenseUrl", TEXT, NULL},
    {0}};

/* Late drafts have the meta of 1.0 already. */
static const Key* keys_of(const vrm_Model* model) {
    const vrm_Meta* meta = vrm_model_meta(model);
    if (vrm_model_dialect(model) == VRM_DIALECT_0) return keys0;
    if (vrm_model_dialect(model) == VRM_DIALECT_DRAFT && meta != NULL &&
        meta->license0 != VRM_LICENSE0_NONE)
        return draft_keys;
    return keys1;
}

static const Key* find_key(const Key* keys, const char* setting) {
    size_t length = strcspn(setting, "=");
    for (; keys->name != NULL; keys++)
        if (strlen(keys->name) == length && strncmp(keys->name, setting, length) == 0) return keys;
    return NULL;
}

static bool is_choice(const char* choices, const char* value) {
    size_t length = strlen(value);
    if (length == 0 || strchr(value, ' ') != NULL) return false;
    for (const char* at = strstr(choices, value); at != NULL; at = strstr(at + 1, value))
        if (at[-1] == ' ' && at[length] == ' ') return true;
    return false;
}

static int check_setting(const char* command, const vrm_Model* model, const char* setting) {
    const Key* keys = keys_of(model);
    const char* equals = strchr(setting, '=');
    if (equals == NULL) return cli_usage_error(command, "--set takes KEY=VALUE, not %s", setting);
    const Key* key = find_key(keys, setting);
    if (key == NULL) {
        char names[1024] = "";
        for (; keys->name != NULL; keys++) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, " %s", keys->name);
        }
        cli_file_error(command, NULL, "meta of VRM %s has no \"%.*s\"; it has%s",
                       vrm_dialect_text(vrm_model_dialect(model)), (int)(equals - setting), setting,
                       names);
        return CLI_USAGE;
    }
    if (key->choices != NULL && !is_choice(key->choices, equals + 1))
        return cli_usage_error(command, "%s is one of%.*s", key->name,
                               (int)strlen(key->choices) - 1, key->choices);
    return CLI_OK;
}

/* ---- Setting ---- */

static const char* value_of(const char* setting) {
    return strchr(setting, '=') + 1;
}

/* Each further setting of a list appends; an empty value alone removes it. */
static int put_list(vrm_JsonBuilder* builder, const Key* keys, const Key* key,
                    const cli_Settings* settings) {
    int written = 0;
    vrm_json_begin_array(builder);
    for (int i = 0; i < settings->count; i++) {
        const char* value = value_of(settings->values[i]);
        if (find_key(keys, settings->values[i]) != key || value[0] == 0) continue;
        vrm_json_put_string(builder, value);
        written++;
    }
    vrm_json_end_array(builder);
    return written;
}

static vrm_Result set_one(vrm_Edit* edit, vrm_JsonBuilder* builder, const vrm_Model* model,
                          const cli_Settings* settings, int index) {
    const Key* keys = keys_of(model);
    const Key* key = find_key(keys, settings->values[index]);
    const char* value = value_of(settings->values[index]);
    char pointer[96];
    bool is_0 = keys == keys0, is_removed = value[0] == 0 && keys == keys1;
    snprintf(pointer, sizeof pointer, "/extensions/%s/meta/%s", is_0 ? "VRM" : "VRMC_vrm",
             key->name);
    vrm_json_builder_clear(builder);
    if (key->kind == LIST)
        is_removed = put_list(builder, keys, key, settings) == 0;
    else if (key->kind == BOOL)
        vrm_json_put_bool(builder, strcmp(value, "true") == 0);
    else
        vrm_json_put_string(builder, value);
    if (is_removed) return vrm_edit_remove(edit, pointer);
    vrm_Span text;
    vrm_Result result = vrm_json_builder_text(builder, &text);
    return result == VRM_OK ? vrm_edit_set(edit, pointer, text.data, text.size) : result;
}

static vrm_Result set_thumbnail(vrm_Edit* edit, const char* path) {
    uint8_t* bytes;
    size_t size;
    vrm_Result result = cli_read_file(path, (uint64_t)64 << 20, &bytes, &size);
    if (result != VRM_OK) return result;
    result = vrm_edit_set_thumbnail(edit, bytes, size);
    free(bytes);
    return result;
}

static vrm_Result apply(vrm_Edit* edit, const vrm_Model* model, const cli_Settings* settings) {
    vrm_JsonBuilder* builder;
    vrm_Result result = vrm_json_builder_create(NULL, &builder);
    for (int i = 0; i < settings->count && result == VRM_OK; i++)
        result = set_one(edit, builder, model, settings, i);
    vrm_json_builder_destroy(builder);
    return result;
}

static int thumbnail_error(const char* command, const char* path, vrm_Result result) {
    if (result != VRM_ERR_ARGUMENT) return cli_result_error(command, path, result, NULL);
    return cli_file_error(command, path, "neither a PNG nor a JPEG picture");
}

int cli_apply_settings(const char* command, const char* file, vrm_Model* model,
                       const cli_Settings* settings) {
    if (!cli_has_settings(settings)) return CLI_OK;
    if (vrm_model_dialect(model) == VRM_DIALECT_NONE)
        return cli_file_error(command, file, "no VRM avatar, so there is no meta to set");
    for (int i = 0; i < settings->count; i++) {
        int status = check_setting(command, model, settings->values[i]);
        if (status != CLI_OK) return status;
    }
    vrm_Edit* edit;
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = apply(edit, model, settings);
    int status = CLI_OK;
    if (result == VRM_OK && settings->thumbnail != NULL) {
        vrm_Result picture = set_thumbnail(edit, settings->thumbnail);
        if (picture != VRM_OK) status = thumbnail_error(command, settings->thumbnail, picture);
    }
    if (result == VRM_OK && status == CLI_OK) {
        result = vrm_edit_commit(edit, NULL);
        if (result == VRM_OK) return CLI_OK;
    }
    vrm_edit_abandon(edit);
    return result == VRM_OK ? status : cli_result_error(command, file, result, NULL);
}

/* ---- The command line ---- */

void cli_add_setting_options(cli_Option table[CLI_SETTING_OPTIONS], cli_Settings* settings) {
    table[0] = (cli_Option){.name = "--thumbnail", .value = &settings->thumbnail};
    table[1] = (cli_Option){.name = "--set",
                            .values = settings->values,
                            .value_count = &settings->count,
                            .value_capacity = CLI_MAX_SETTINGS};
}

bool cli_has_settings(const cli_Settings* settings) {
    return settings->count > 0 || settings->thumbnail != NULL;
}
