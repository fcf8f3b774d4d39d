/* SPDX-License-Identifier: MIT */
/* Any file edited, normalized, migrated up and down and saved: the result loads again as what it
 * should be, doing it once more changes nothing, and whatever is refused leaves the model as it
 * was. */
#include "save_model.h"

#include "vrm/edit.h"
#include "vrm/migrate.h"
#include "vrm/normalize.h"
#include "vrm/save.h"

#include <stdlib.h>
#include <string.h>

static vrm_Model* load(const uint8_t* data, size_t size) {
    vrm_LoadDef def = vrm_default_load_def();
    def.limits.decoded_bytes = 64u << 20;
    def.limits.elements = 1u << 16;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_model_load(data, size, &def, NULL, &model);
    require((result == VRM_OK) == (model != NULL));
    return model;
}

/* Values of every kind at places that a file may or may not have. */
static void edit(vrm_Model* model, const uint8_t* data, size_t size) {
    static const char* const pointers[] = {"/extensions/VRMC_vrm/meta/name",
                                           "/nodes/0/translation",
                                           "/nodes/-",
                                           "/extras/a/b/-",
                                           "/materials/0/extensions/X_y",
                                           "/asset",
                                           "/buffers"};
    static const char* const texts[] = {"{}", "[]", "[1,2,3]", "\"x\"", "7", "{", "null"};
    size_t before_size;
    uint8_t* before = save(model, &before_size);
    vrm_Edit* e = NULL;
    require(vrm_edit_begin(model, &e) == VRM_OK);
    for (size_t i = 0; i < size && i < 4; i++) {
        const char* pointer = pointers[data[i] % 7];
        const char* text = texts[data[i] / 7 % 7];
        if (data[i] & 128)
            vrm_edit_remove(e, pointer);
        else
            vrm_edit_set(e, pointer, text, strlen(text));
    }
    int32_t view;
    vrm_edit_add_view(e, "abcde", 5, 0, 0, &view);
    if (vrm_edit_commit(e, NULL) != VRM_OK) {
        vrm_edit_abandon(e);
        size_t after_size;
        uint8_t* after = save(model, &after_size);
        require(after_size == before_size && memcmp(before, after, after_size) == 0);
        free(after);
    } else {
        size_t after_size;
        uint8_t* after = save(model, &after_size);
        vrm_Model* again = load(after, after_size);
        require(again != NULL && vrm_model_dialect(again) == vrm_model_dialect(model));
        vrm_model_destroy(again);
        free(after);
    }
    free(before);
}

static void normalize(const uint8_t* data, size_t size) {
    vrm_NormalizeDef def = vrm_default_normalize_def();
    def.keep_axes = size % 3 == 1;
    def.scale_only = size % 3 == 2;
    vrm_Model* model = load(data, size);
    if (vrm_normalize(model, &def, NULL) == VRM_OK) {
        size_t saved_size;
        uint8_t* saved = save(model, &saved_size);
        vrm_Model* again = load(saved, saved_size);
        require(again != NULL && vrm_model_dialect(again) == vrm_model_dialect(model));
        vrm_normalize(again, &def, NULL);
        vrm_model_destroy(again);
        free(saved);
    }
    vrm_model_destroy(model);
}

static void downgrade(const uint8_t* data, size_t size) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.to = VRM_DIALECT_0;
    vrm_Model* model = load(data, size);
    vrm_Dialect dialect = vrm_model_dialect(model);
    if (vrm_migrate(model, &def, NULL) == VRM_OK) {
        size_t saved_size;
        uint8_t* saved = save(model, &saved_size);
        vrm_Model* again = load(saved, saved_size);
        require(again != NULL && vrm_model_dialect(again) == VRM_DIALECT_0);
        vrm_model_destroy(again);
        free(saved);
    } else {
        require(vrm_model_dialect(model) == dialect);
    }
    vrm_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_Model* model = load(data, size);
    if (model == NULL) return 0;
    normalize(data, size);
    downgrade(data, size);
    edit(model, data + size / 2, size - size / 2);
    if (vrm_migrate(model, NULL, NULL) == VRM_OK) {
        require(vrm_model_dialect(model) == VRM_DIALECT_1);
        size_t once_size, twice_size;
        uint8_t* once = save(model, &once_size);
        vrm_Model* again = load(once, once_size);
        require(again != NULL && vrm_migrate(again, NULL, NULL) == VRM_OK);
        uint8_t* twice = save(again, &twice_size);
        require(once_size == twice_size && memcmp(once, twice, once_size) == 0);
        free(twice);
        free(once);
        vrm_model_destroy(again);
    }
    vrm_model_destroy(model);
    return 0;
}
