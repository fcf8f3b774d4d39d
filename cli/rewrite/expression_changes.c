/* SPDX-License-Identifier: MIT */
#include "rewrite/expression_changes.h"

#include "words/output.h"
#include "words/suggest.h"

#include <stdlib.h>
#include <string.h>

#define COMMAND "expressions"

/* What a function works on. */
typedef struct Work {
    const char* file;
    const vrm_Model* model;
    vrm_ExpressionList* list;
} Work;

/* ---- Words ---- */

/* malloc'd; NULL: no memory. */
static char* copy_of(const char* text, size_t size) {
    char* out = malloc(size + 1);
    if (out == NULL) return NULL;
    memcpy(out, text, size);
    out[size] = '\0';
    return out;
}

/* Splits "NAME=VALUE" at the first equals sign. `*out_value` is NULL without one; the name is
 * malloc'd. */
static char* name_of(const char* text, const char** out_value) {
    const char* sign = strchr(text, '=');
    *out_value = sign == NULL ? NULL : sign + 1;
    return copy_of(text, sign == NULL ? strlen(text) : (size_t)(sign - text));
}

static const char* const hows[] = {"none", "block", "blend", NULL};

static int index_in(const char* const* names, const char* text) {
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], text) == 0) return i;
    return -1;
}

static const char* item_name(const void* list, int index) {
    int32_t count;
    const vrm_Expression* items = vrm_expression_list_items(list, &count);
    return index < count ? items[index].name : NULL;
}

static int no_expression(const Work* work, const char* name) {
    char hint[CLI_HINT_ROOM];
    return cli_file_error(COMMAND, work->file, "there is no expression %s%s", name,
                          cli_did_you_mean(name, item_name, work->list, hint));
}

static int no_value(const Work* work, const char* name) {
    return cli_file_error(COMMAND, work->file,
                          "the name %s has an equals sign: rename it in the viewer", name);
}

static int memory_error(const Work* work) {
    return cli_result_error(COMMAND, work->file, VRM_ERR_MEMORY, NULL);
}

/* Why a new name is refused; CLI_OK if it is free. */
static int check_free(const Work* work, const char* name) {
    if (name[0] == '\0') return cli_file_error(COMMAND, work->file, "a name must not be empty");
    if (vrm_expression_list_find(work->list, name) >= 0)
        return cli_file_error(COMMAND, work->file, "there is an expression %s already", name);
    return CLI_OK;
}

static int end_change(const Work* work, vrm_Result result) {
    if (result == VRM_OK) return CLI_OK;
    if (result == VRM_ERR_ARGUMENT)
        return cli_file_error(COMMAND, work->file, "a name is not UTF-8 text");
    return cli_result_error(COMMAND, work->file, result, NULL);
}

/* ---- Delete, rename, copy ---- */

static int delete_one(const Work* work, const char* name, const char* value) {
    (void)value;
    return end_change(work, vrm_expression_list_remove(work->list, name));
}

static int rename_one(const Work* work, const char* name, const char* to) {
    if (to == NULL) return no_value(work, name);
    int status = strcmp(name, to) == 0 ? CLI_OK : check_free(work, to);
    return status == CLI_OK ? end_change(work, vrm_expression_list_rename(work->list, name, to))
                            : status;
}

static int copy_one(const Work* work, const char* name, const char* to) {
    if (to == NULL) return no_value(work, name);
    int status = check_free(work, to);
    return status == CLI_OK ? end_change(work, vrm_expression_list_copy(work->list, name, to))
                            : status;
}

/* ---- Add ---- */

/* "TARGET" or "TARGET:WEIGHT". What stands behind a colon and is no number belongs to the name. */
static size_t split_weight(const char* text, double* out_weight) {
    const char* colon = strrchr(text, ':');
    char* end = NULL;
    *out_weight = 1.0;
    if (colon == NULL || colon[1] == '\0') return strlen(text);
    double weight = strtod(colon + 1, &end);
    if (*end != '\0') return strlen(text);
    *out_weight = weight;
    return (size_t)(colon - text);
}

static int32_t target_of(const vrm_Mesh* mesh, const char* name) {
    for (int32_t t = 0; t < mesh->target_count && t < mesh->target_name_count; t++)
        if (strcmp(mesh->target_names[t], name) == 0) return t;
    return -1;
}

/* By node: the morph target of that name that its mesh has; -1: none. malloc'd; NULL: no memory. */
static int32_t* find_targets(const vrm_Gltf* gltf, const char* name) {
    int32_t* meshes = malloc(((size_t)gltf->mesh_count + 1) * sizeof *meshes);
    int32_t* nodes = malloc(((size_t)gltf->node_count + 1) * sizeof *nodes);
    for (int32_t m = 0; meshes != NULL && m < gltf->mesh_count; m++)
        meshes[m] = target_of(&gltf->meshes[m], name);
    for (int32_t n = 0; meshes != NULL && nodes != NULL && n < gltf->node_count; n++)
        nodes[n] = gltf->nodes[n].mesh >= 0 ? meshes[gltf->nodes[n].mesh] : -1;
    if (meshes == NULL) {
        free(nodes);
        nodes = NULL;
    }
    free(meshes);
    return nodes;
}

/* All names of targets, one mesh after the other. */
static const char* target_name_at(const void* ctx, int index) {
    const vrm_Gltf* gltf = ctx;
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        if (index < gltf->meshes[m].target_name_count) return gltf->meshes[m].target_names[index];
        index -= gltf->meshes[m].target_name_count;
    }
    return NULL;
}

/* Sets the weight of the binds to `targets`, of which each node has one at most: those that are
 * there keep their places, others follow, and weight 0 removes them. Returns how many nodes have a
 * target. Changes `targets`; `binds` has room for the old binds and one for each node. */
static int32_t set_binds(vrm_Expression* made, vrm_MorphBind* binds, int32_t* targets,
                         int32_t node_count, float weight) {
    const int32_t bound = -2;
    int32_t count = 0, found = 0;
    for (int32_t n = 0; n < node_count; n++) found += targets[n] >= 0;
    for (int32_t i = 0; i < made->morph_bind_count; i++) {
        vrm_MorphBind bind = made->morph_binds[i];
        bool is_meant = targets[bind.node] == bind.index;
        if (is_meant) targets[bind.node] = bound;
        if (is_meant) bind.weight = weight;
        if (!is_meant || weight != 0.0f) binds[count++] = bind;
    }
    for (int32_t n = 0; n < node_count && weight != 0.0f; n++)
        if (targets[n] >= 0) binds[count++] = (vrm_MorphBind){n, targets[n], weight};
    made->morph_binds = binds;
    made->morph_bind_count = count;
    return found;
}

static int bind_target(const Work* work, vrm_Expression* made, const char* target, float weight) {
    const vrm_Gltf* gltf = vrm_model_gltf(work->model);
    char hint[CLI_HINT_ROOM];
    size_t room = (size_t)made->morph_bind_count + (size_t)gltf->node_count;
    vrm_MorphBind* binds = calloc(room + 1, sizeof *binds);
    int32_t* targets = find_targets(gltf, target);
    if (binds == NULL || targets == NULL) {
        free(binds);
        free(targets);
        return memory_error(work);
    }
    int32_t found = set_binds(made, binds, targets, gltf->node_count, weight);
    free(targets);
    int status = CLI_OK;
    if (found == 0) {
        const char* guess = cli_did_you_mean(target, target_name_at, gltf, hint);
        status = cli_file_error(COMMAND, work->file, "there is no morph target %s%s", target,
                                guess[0] != '\0' ? guess : "; --targets lists them");
    }
    if (status == CLI_OK) status = end_change(work, vrm_expression_list_set(work->list, made));
    free(binds);
    return status;
}

static int add_one(const Work* work, const char* name, const char* value) {
    int32_t count, index = vrm_expression_list_find(work->list, name);
    vrm_Expression made = {.name = name};
    if (name[0] == '\0') return cli_file_error(COMMAND, work->file, "a name must not be empty");
    if (index >= 0) made = vrm_expression_list_items(work->list, &count)[index];
    if (value == NULL) return end_change(work, vrm_expression_list_set(work->list, &made));
    double weight;
    char* target = copy_of(value, split_weight(value, &weight));
    if (target == NULL) return memory_error(work);
    int status = bind_target(work, &made, target, (float)weight);
    free(target);
    return status;
}

/* ---- Mirror ---- */

/* The first bind of an expression that has no counterpart. */
static int no_counterpart(const Work* work, const char* name) {
    const vrm_Gltf* gltf = vrm_model_gltf(work->model);
    int32_t count, index = vrm_expression_list_find(work->list, name);
    const vrm_Expression* from = &vrm_expression_list_items(work->list, &count)[index];
    for (int32_t i = 0; i < from->morph_bind_count; i++) {
        const vrm_MorphBind* bind = &from->morph_binds[i];
        vrm_MorphBind to;
        vrm_Result result =
            vrm_expression_list_counterpart(work->list, bind->node, bind->index, &to);
        if (result == VRM_OK && to.node >= 0) continue;
        const vrm_Mesh* mesh = &gltf->meshes[gltf->nodes[bind->node].mesh];
        const char* target = bind->index < mesh->target_name_count ? mesh->target_names[bind->index]
                                                                   : "without a name";
        return cli_file_error(COMMAND, work->file,
                              "%s cannot be mirrored: its morph target %s (node %d, index %d) has "
                              "no counterpart on the other side",
                              name, target, bind->node, bind->index);
    }
    return cli_file_error(COMMAND, work->file, "%s cannot be mirrored", name);
}

static int mirror_one(const Work* work, const char* name, const char* to) {
    if (to != NULL && to[0] == '\0')
        return cli_file_error(COMMAND, work->file, "a name must not be empty");
    if (to != NULL && vrm_expression_list_find(work->list, to) >= 0)
        return cli_file_error(COMMAND, work->file,
                              "there is an expression %s already: delete it first, or choose "
                              "another name",
                              to);
    vrm_Result result = vrm_expression_list_mirror(work->list, name, to, NULL);
    return result == VRM_ERR_INVALID ? no_counterpart(work, name) : end_change(work, result);
}

/* ---- Override ---- */

/* NAME=KIND:HOW, whose form was checked. */
static int override_one(const Work* work, const char* name, const char* value) {
    if (value == NULL) return no_value(work, name);
    int32_t count, index = vrm_expression_list_find(work->list, name);
    vrm_Expression made = vrm_expression_list_items(work->list, &count)[index];
    uint8_t how = (uint8_t)index_in(hows, strchr(value, ':') + 1);
    if (strncmp(value, "blink:", 6) == 0) made.override_blink = how;
    if (strncmp(value, "lookAt:", 7) == 0) made.override_look_at = how;
    if (strncmp(value, "mouth:", 6) == 0) made.override_mouth = how;
    return end_change(work, vrm_expression_list_set(work->list, &made));
}

static bool is_override(const char* value) {
    static const char* const kinds[] = {"blink:", "lookAt:", "mouth:"};
    for (int k = 0; k < 3 && value != NULL; k++)
        if (strncmp(value, kinds[k], strlen(kinds[k])) == 0)
            return index_in(hows, value + strlen(kinds[k])) >= 0;
    return false;
}

/* ---- All ---- */

typedef int ChangeFn(const Work* work, const char* name, const char* value);

static int change_each(const Work* work, const cli_Changes* changes, ChangeFn* change,
                       bool must_exist) {
    int status = CLI_OK;
    for (int i = 0; i < changes->count && status == CLI_OK; i++) {
        const char *value, *text = changes->list[i];
        char* name = name_of(text, &value);
        if (name == NULL) return memory_error(work);
        if (must_exist && vrm_expression_list_find(work->list, text) >= 0) { /* has a sign itself */
            free(name);
            name = copy_of(text, strlen(text));
            value = NULL;
        }
        if (name == NULL) return memory_error(work);
        if (must_exist && vrm_expression_list_find(work->list, name) < 0)
            status = no_expression(work, name);
        else
            status = change(work, name, value);
        free(name);
    }
    return status;
}

int cli_change_expressions(const cli_ExpressionChanges* changes, const char* file,
                           const vrm_Model* model, vrm_ExpressionList* list) {
    const Work work = {file, model, list};
    int status = change_each(&work, &changes->deleted, delete_one, true);
    if (status == CLI_OK) status = change_each(&work, &changes->renamed, rename_one, true);
    if (status == CLI_OK) status = change_each(&work, &changes->copied, copy_one, true);
    if (status == CLI_OK) status = change_each(&work, &changes->added, add_one, false);
    if (status == CLI_OK && changes->proposes)
        status = end_change(&work, vrm_expression_list_propose(list, NULL));
    if (status == CLI_OK) status = change_each(&work, &changes->mirrored, mirror_one, true);
    if (status == CLI_OK) status = change_each(&work, &changes->overridden, override_one, true);
    return status;
}

bool cli_has_expression_changes(const cli_ExpressionChanges* changes) {
    return changes->proposes || changes->deleted.count + changes->renamed.count +
                                        changes->copied.count + changes->added.count +
                                        changes->mirrored.count + changes->overridden.count >
                                    0;
}

/* ---- Options ---- */

static bool has_pair(const char* text) {
    const char* sign = strchr(text, '=');
    return sign != NULL && sign != text && sign[1] != '\0';
}

static bool has_weight(const char* text) {
    double weight;
    (void)split_weight(text, &weight);
    return strchr(text, '=') == NULL || (weight >= 0.0 && weight <= 1.0);
}

static bool has_override(const char* text) {
    const char* sign = strchr(text, '=');
    return sign != NULL && is_override(sign + 1);
}

/* Checks the form of each value; `form` says how it is written. */
static int check_form(const cli_Changes* changes, const char* option,
                      bool (*has_form)(const char* text), const char* form) {
    for (int i = 0; i < changes->count; i++)
        if (!has_form(changes->list[i]))
            return cli_usage_error(COMMAND, "%s %s: write %s", option, changes->list[i], form);
    return CLI_OK;
}

int cli_take_expression_changes(const cli_Args* args, cli_ExpressionChanges* out) {
    out->proposes = cli_has(args, "--propose");
    out->deleted.count = cli_words(args, "--delete", out->deleted.list);
    out->renamed.count = cli_words(args, "--rename", out->renamed.list);
    out->copied.count = cli_words(args, "--copy", out->copied.list);
    out->added.count = cli_words(args, "--add", out->added.list);
    out->mirrored.count = cli_words(args, "--mirror", out->mirrored.list);
    out->overridden.count = cli_words(args, "--override", out->overridden.list);
    int status = check_form(&out->renamed, "--rename", has_pair, "NAME=NEW");
    if (status == CLI_OK) status = check_form(&out->copied, "--copy", has_pair, "NAME=NEW");
    if (status == CLI_OK)
        status = check_form(&out->added, "--add", has_weight,
                            "NAME=TARGET:WEIGHT with a weight from 0 to 1");
    if (status == CLI_OK)
        status = check_form(&out->overridden, "--override", has_override,
                            "NAME=KIND:HOW; KIND is blink, lookAt or mouth, HOW none, block or "
                            "blend");
    return status;
}
