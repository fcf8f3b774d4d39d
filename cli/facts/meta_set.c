/* SPDX-License-Identifier: MIT */
#include "facts/meta_set.h"

#include "facts/meta_keys.h"
#include "facts/terms.h"
#include "files/files.h"
#include "words/args.h"
#include "words/ascii_words.h"
#include "words/output.h"
#include "words/suggest.h"

#ifdef CLI_HAS_RENDER
#include "vrm/image.h"
#endif

#include <stdlib.h>
#include <string.h>

/* ---- Keys ---- */

/* Late drafts have the meta of 1.0 already. */
static const cli_MetaKey* keys_of(const vrm_Model* model) {
    const vrm_Meta* meta = vrm_model_meta(model);
    if (vrm_model_dialect(model) == VRM_DIALECT_0) return cli_meta_keys0;
    if (vrm_model_dialect(model) == VRM_DIALECT_DRAFT && meta != NULL &&
        meta->license0 != VRM_LICENSE0_NONE)
        return cli_meta_draft_keys;
    return cli_meta_keys1;
}

static bool is_choice(const char* const* choices, const char* value) {
    while (*choices != NULL && strcmp(*choices, value) != 0) choices++;
    return *choices != NULL;
}

/* ---- The words of another dialect ---- */

/* The names of one field in 1.0, 0.x and the draft, and the correct spelling of 0.x; and values
 * with the same meaning, 1.0 first. Of several the first is used, and nothing allows more than was
 * asked for, as `vrm migrate` has it: Allow becomes profit for persons, which is less than for
 * companies, and profit for persons becomes Disallow, since Allow would include companies (in a
 * file that says Allow already it stays so: that is how it is shown). */
enum { FIELD_VALUES = 4 };

typedef struct Field {
    const char *names[4], *values[FIELD_VALUES][2];
} Field;

static const Field fields[] = {
    {{"name", "title", "title"}, {{0}}},
    {{"authors", "author", "author"}, {{0}}},
    {{"references", "reference", "reference"}, {{0}}},
    {{"avatarPermission", "allowedUserName", "allowedUser"},
     {{"onlyAuthor", "OnlyAuthor"},
      {"onlySeparatelyLicensedPerson", "ExplicitlyLicensedPerson"},
      {"everyone", "Everyone"}}},
    {{"allowExcessivelyViolentUsage", "violentUssageName", "violentUsage", "violentUsageName"},
     {{"true", "Allow"}, {"false", "Disallow"}}},
    {{"allowExcessivelySexualUsage", "sexualUssageName", "sexualUsage", "sexualUsageName"},
     {{"true", "Allow"}, {"false", "Disallow"}}},
    {{"commercialUsage", "commercialUssageName", "commercialUsage", "commercialUsageName"},
     {{"personalNonProfit", "Disallow"},
      {"personalProfit", "Disallow"},
      {"personalProfit", "Allow"},
      {"corporation", "Allow"}}},
    {{"licenseName", "licenseName", "license"}, {{0}}},
};

/* Whether the first `length` characters of `text` are the field's name n. */
static bool is_named(const Field* field, int n, const char* text, size_t length) {
    const char* name = field->names[n];
    return name != NULL && strlen(name) == length && cli_begins_with(text, length, name);
}

static const Field* find_field(const char* setting) {
    size_t length = strcspn(setting, "=");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        for (int n = 0; n < 4; n++)
            if (is_named(&fields[i], n, setting, length)) return &fields[i];
    return NULL;
}

/* Whether a 0.x or draft file allows profit and the value is what that is shown as: setting what is
 * shown changes nothing. */
static bool is_shown_profit(const cli_MetaKey* key, const vrm_Meta* meta, const char* value) {
    return is_choice(key->choices, "Allow") && meta != NULL &&
           meta->commercial_usage == VRM_COMMERCIAL_PERSONAL_PROFIT &&
           cli_is_same_word(value, "personalProfit");
}

/* The value in the key's own form: the same ignoring case, or its counterpart in another
 * dialect. */
static const char* own_value(const cli_MetaKey* key, const Field* field, const vrm_Meta* meta,
                             const char* value) {
    if (key->choices == NULL || is_choice(key->choices, value)) return value;
    if (is_shown_profit(key, meta, value)) return "Allow";
    for (int i = 0; field != NULL && i < FIELD_VALUES && field->values[i][0] != NULL; i++)
        for (int from = 0; from < 2; from++)
            for (int to = 0; to < 2; to++)
                if (cli_is_same_word(value, field->values[i][from]) &&
                    is_choice(key->choices, field->values[i][to]))
                    return field->values[i][to];
    return value;
}

/* KEY=VALUE in the file's dialect, from malloc(); NULL when there is no memory. Words without a
 * counterpart are unchanged. */
static char* own_words(const vrm_Model* model, const char* setting) {
    const cli_MetaKey* keys = keys_of(model);
    const char* equals = strchr(setting, '=');
    const Field* field = equals != NULL ? find_field(setting) : NULL;
    const cli_MetaKey* key = equals != NULL ? cli_find_meta_key(keys, setting) : NULL;
    for (int n = 0; key == NULL && field != NULL && n < 3; n++)
        for (const cli_MetaKey* k = keys; k->name != NULL && key == NULL; k++)
            if (is_named(field, n, k->name, strlen(k->name))) key = k;
    const char* value = key != NULL ? own_value(key, field, vrm_model_meta(model), equals + 1) : "";
    size_t room = strlen(setting) + (key != NULL ? strlen(key->name) + strlen(value) : 0) + 2;
    char* made = malloc(room);
    if (made != NULL && key != NULL)
        snprintf(made, room, "%s=%s", key->name, value);
    else if (made != NULL)
        snprintf(made, room, "%s", setting);
    return made;
}

static const char* key_at(const void* ctx, int index) {
    return ((const cli_MetaKey*)ctx)[index].name;
}

static int check_setting(const char* command, const vrm_Model* model, const char* setting) {
    const cli_MetaKey* keys = keys_of(model);
    const char* equals = strchr(setting, '=');
    if (equals == NULL) return cli_usage_error(command, "--set takes KEY=VALUE, not %s", setting);
    const cli_MetaKey* key = cli_find_meta_key(keys, setting);
    if (key == NULL) {
        char names[1024] = "", asked[64], hint[CLI_HINT_ROOM];
        for (const cli_MetaKey* k = keys; k->name != NULL; k++) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, " %s", k->name);
        }
        snprintf(asked, sizeof asked, "%.*s", (int)(equals - setting), setting);
        (void)cli_did_you_mean(asked, key_at, keys, hint); /* before the arguments that read it */
        cli_file_error(command, NULL, "meta of VRM %s has no \"%.*s\"%s%s%s",
                       vrm_dialect_text(vrm_model_dialect(model)), (int)(equals - setting), setting,
                       hint, hint[0] != 0 ? " It has" : "; it has", names);
        return CLI_USAGE;
    }
    bool is_removed = equals[1] == 0;
    if (key->choices != NULL && !is_removed && !is_choice(key->choices, equals + 1)) {
        char all[256] = "";
        for (int i = 0; key->choices[i] != NULL; i++) {
            size_t used = strlen(all);
            snprintf(all + used, sizeof all - used, " %s", key->choices[i]);
        }
        return cli_usage_error(command, "%s is one of%s", key->name, all);
    }
    return CLI_OK;
}

/* ---- Setting ---- */

static const char* value_of(const char* setting) {
    return strchr(setting, '=') + 1;
}

/* Each further setting of a list appends; an empty value alone removes it. */
static int put_list(vrm_JsonBuilder* builder, const cli_MetaKey* keys, const cli_MetaKey* key,
                    const cli_Settings* settings) {
    int written = 0;
    vrm_json_begin_array(builder);
    for (int i = 0; i < settings->count; i++) {
        const char* value = value_of(settings->values[i]);
        if (cli_find_meta_key(keys, settings->values[i]) != key || value[0] == 0) continue;
        vrm_json_put_string(builder, value);
        written++;
    }
    vrm_json_end_array(builder);
    return written;
}

/* The same as one string, with commas between. */
static vrm_Result put_joined(vrm_JsonBuilder* builder, const cli_MetaKey* keys,
                             const cli_MetaKey* key, const cli_Settings* settings,
                             bool* out_is_empty) {
    size_t room = 1;
    for (int i = 0; i < settings->count; i++) room += strlen(settings->values[i]) + 2;
    char* joined = malloc(room);
    if (joined == NULL) return VRM_ERR_MEMORY;
    size_t used = 0;
    joined[0] = 0;
    for (int i = 0; i < settings->count; i++) {
        const char* value = value_of(settings->values[i]);
        if (cli_find_meta_key(keys, settings->values[i]) != key || value[0] == 0) continue;
        snprintf(joined + used, room - used, "%s%s", used > 0 ? ", " : "", value);
        used += strlen(joined + used);
    }
    vrm_json_put_string(builder, joined);
    *out_is_empty = used == 0;
    free(joined);
    return VRM_OK;
}

/* Removes the field under its other names, which readers of 0.x and the draft take too: one file
 * must not say two things. */
static vrm_Result remove_aliases(vrm_Edit* edit, const cli_MetaKey* key, const char* extension) {
    const Field* field = find_field(key->name);
    vrm_Result result = VRM_OK;
    bool has_aliases = field != NULL && key->choices != NULL;
    for (int n = 1; has_aliases && n < 4 && result == VRM_OK; n++) {
        char pointer[96];
        if (field->names[n] == NULL || strcmp(field->names[n], key->name) == 0) continue;
        snprintf(pointer, sizeof pointer, "/extensions/%s/meta/%s", extension, field->names[n]);
        result = vrm_edit_remove(edit, pointer);
    }
    return result;
}

static vrm_Result set_one(vrm_Edit* edit, vrm_JsonBuilder* builder, const vrm_Model* model,
                          const cli_Settings* settings, int index) {
    const cli_MetaKey* keys = keys_of(model);
    const cli_MetaKey* key = cli_find_meta_key(keys, settings->values[index]);
    const char* value = value_of(settings->values[index]);
    char pointer[96];
    bool is_removed = value[0] == 0;
    const char* extension = keys == cli_meta_keys0 ? "VRM" : "VRMC_vrm";
    vrm_Result result = VRM_OK;
    snprintf(pointer, sizeof pointer, "/extensions/%s/meta/%s", extension, key->name);
    vrm_json_builder_clear(builder);
    if (key->kind == CLI_META_JOINED)
        result = put_joined(builder, keys, key, settings, &is_removed);
    else if (key->kind == CLI_META_LIST)
        is_removed = put_list(builder, keys, key, settings) == 0;
    else if (key->kind == CLI_META_BOOL)
        vrm_json_put_bool(builder, strcmp(value, "true") == 0);
    else
        vrm_json_put_string(builder, value);
    if (result == VRM_OK && keys != cli_meta_keys1) result = remove_aliases(edit, key, extension);
    if (result != VRM_OK) return result;
    if (is_removed) return vrm_edit_remove(edit, pointer);
    vrm_Span text;
    result = vrm_json_builder_text(builder, &text);
    return result == VRM_OK ? vrm_edit_set(edit, pointer, text.data, text.size) : result;
}

/* ---- The picture ---- */

#define PICTURE_BYTES_MAX ((uint64_t)64 << 20)

/* Whether all of it can be shown: a picture cut short has a sound header. */
static int check_picture(const char* command, const char* path, vrm_Span bytes) {
#ifdef CLI_HAS_RENDER
    vrm_ImageInfo info = {0};
    vrm_Picture picture;
    vrm_Result result = vrm_image_peek(bytes, &info);
    bool is_known = info.format == VRM_IMAGE_PNG || info.format == VRM_IMAGE_JPEG;
    if (result == VRM_OK && is_known) result = vrm_image_decode(bytes, NULL, NULL, &picture);
    if (result == VRM_OK && is_known) vrm_image_release(&picture);
    if (result == VRM_ERR_INVALID)
        return cli_file_error(command, path, "the picture is broken or cut short");
    if (result != VRM_OK && result != VRM_ERR_UNSUPPORTED)
        return cli_result_error(command, path, result, NULL);
#else
    (void)command, (void)path, (void)bytes;
#endif
    return CLI_OK;
}

/* Read once for all files: standard input has nothing the second time. */
static int read_picture(const char* command, cli_Settings* settings) {
    const char* path = settings->thumbnail;
    if (settings->picture != NULL) return CLI_OK;
    uint8_t* bytes = NULL;
    size_t size;
    vrm_Result result = strcmp(path, "-") == 0
                            ? cli_read_stdin(PICTURE_BYTES_MAX, &bytes, &size)
                            : cli_read_file(path, PICTURE_BYTES_MAX, &bytes, &size);
    if (result != VRM_OK) return cli_result_error(command, path, result, NULL);
    int status = check_picture(command, path, (vrm_Span){(const char*)bytes, size});
    if (status != CLI_OK) {
        free(bytes);
        return status;
    }
    settings->picture = bytes;
    settings->picture_size = size;
    return CLI_OK;
}

static int set_thumbnail(const char* command, const char* file, vrm_Edit* edit,
                         const vrm_Model* model, const cli_Settings* settings) {
    if (!vrm_model_is_glb(model)) return cli_no_thumbnail(command, file);
    vrm_Result result = vrm_edit_set_thumbnail(edit, settings->picture, settings->picture_size);
    if (result == VRM_ERR_ARGUMENT)
        return cli_file_error(command, settings->thumbnail, "neither a PNG nor a JPEG picture");
    return result == VRM_OK ? CLI_OK : cli_result_error(command, settings->thumbnail, result, NULL);
}

int cli_no_thumbnail(const char* command, const char* file) {
    return cli_file_error(command, file,
                          "this is glTF text: a thumbnail goes into a .vrm or .glb file");
}

/* ---- All of it ---- */

static vrm_Result apply(vrm_Edit* edit, const vrm_Model* model, const cli_Settings* settings) {
    vrm_JsonBuilder* builder;
    vrm_Result result = vrm_json_builder_create(NULL, &builder);
    for (int i = 0; i < settings->count && result == VRM_OK; i++)
        result = set_one(edit, builder, model, settings, i);
    vrm_json_builder_destroy(builder);
    return result;
}

static int apply_own(const char* command, const char* file, vrm_Model* model,
                     const cli_Settings* settings) {
    for (int i = 0; i < settings->count; i++) {
        int status = check_setting(command, model, settings->values[i]);
        if (status != CLI_OK) return status;
    }
    vrm_Edit* edit;
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = apply(edit, model, settings);
    int status = CLI_OK;
    if (result == VRM_OK && settings->thumbnail != NULL)
        status = set_thumbnail(command, file, edit, model, settings);
    if (result == VRM_OK && status == CLI_OK) {
        result = vrm_edit_commit(edit, NULL);
        if (result == VRM_OK) return CLI_OK;
    }
    vrm_edit_abandon(edit);
    return result == VRM_OK ? status : cli_result_error(command, file, result, NULL);
}

/* Says that profit for persons became none, for the setting that was just put into own words. */
static void warn_of_profit(const char* command, const char* file, const cli_Settings* settings,
                           const cli_Settings* own) {
    const char* asked = strchr(settings->values[own->count], '=');
    const char* word = strchr(own->values[own->count], '=');
    if (asked == NULL || word == NULL || !cli_is_same_word(asked + 1, "personalProfit") ||
        strcmp(word, "=Disallow") != 0)
        return;
    (void)cli_file_error(command, file,
                         "this dialect does not tell persons from companies: %s is written, "
                         "which allows no profit",
                         own->values[own->count]);
}

int cli_apply_settings(const char* command, const char* file, vrm_Model* model,
                       cli_Settings* settings) {
    if (!cli_has_settings(settings)) return CLI_OK;
    if (vrm_model_dialect(model) == VRM_DIALECT_NONE)
        return cli_file_error(command, file, "no VRM avatar, so there is no meta to set");
    int status = settings->thumbnail != NULL ? read_picture(command, settings) : CLI_OK;
    cli_Settings own = {.thumbnail = settings->thumbnail,
                        .picture = settings->picture,
                        .picture_size = settings->picture_size};
    char* owned[CLI_MAX_SETTINGS];
    for (; own.count < settings->count && status == CLI_OK; own.count++) {
        owned[own.count] = own_words(model, settings->values[own.count]);
        own.values[own.count] = owned[own.count];
        if (owned[own.count] != NULL) warn_of_profit(command, file, settings, &own);
        if (owned[own.count] == NULL)
            status = cli_result_error(command, file, VRM_ERR_MEMORY, NULL);
    }
    if (status == CLI_OK) status = apply_own(command, file, model, &own);
    for (int i = 0; i < own.count; i++) free(owned[i]);
    return status;
}

/* ---- The command line ---- */

void cli_take_settings(const cli_Args* args, cli_Settings* settings) {
    settings->thumbnail = cli_word(args, "--thumbnail");
    settings->count = cli_words(args, "--set", settings->values);
}

bool cli_has_settings(const cli_Settings* settings) {
    return settings->count > 0 || settings->thumbnail != NULL;
}

bool cli_sets_field(const cli_Settings* settings, const char* key) {
    for (int i = 0; i < settings->count; i++) {
        const char* setting = settings->values[i];
        const Field* field = find_field(setting);
        const char* name = field != NULL ? field->names[0] : setting;
        size_t length = field != NULL ? strlen(name) : strcspn(name, "=");
        if (length == strlen(key) && cli_begins_with(name, length, key)) return true;
    }
    return false;
}

void cli_settings_release(cli_Settings* settings) {
    free(settings->picture);
    settings->picture = NULL;
}
