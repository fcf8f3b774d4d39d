/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdir, realpath, strdup */

#include "rewrite/batch.h"

#include "confine/confine.h"
#include "files/paths.h"
#include "files/side_files.h"
#include "files/whole_file.h"
#include "words/args.h"
#include "words/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Outputs ---- */

bool cli_batch_output(const cli_Batch* batch, const char* file, char out[CLI_PATH_ROOM]) {
    return cli_output_path(batch->output, batch->is_folder, file, batch->extension, out,
                           CLI_PATH_ROOM);
}

bool cli_batch_glb_output(const cli_Batch* batch, const char* file, char out[CLI_PATH_ROOM]) {
    return batch->makes_glb && batch->is_folder && cli_has_ending(file, ".gltf") &&
           cli_output_path(batch->output, true, file, ".vrm", out, CLI_PATH_ROOM);
}

static int say_failure(const cli_Batch* batch, const char* place) {
    if (batch->is_json) cli_put_json_failure(batch->args->files[0], VRM_ERR_IO, NULL);
    return cli_result_error(batch->args->command, place, VRM_ERR_IO, NULL);
}

/* The folder and those above it. */
static int make_folder(const cli_Batch* batch) {
    char path[CLI_PATH_ROOM];
    if ((size_t)snprintf(path, sizeof path, "%s", batch->output) >= sizeof path) {
        errno = ENAMETOOLONG;
        return say_failure(batch, batch->output);
    }
    for (char* at = path + 1;; at++) {
        if (!cli_is_slash(*at) && *at != 0) continue;
        char kept = *at;
        *at = 0;
        struct stat info;
        bool is_there = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
        if (!is_there && mkdir(path, 0777) != 0) return say_failure(batch, path);
        *at = kept;
        if (kept == 0 || at[1] == 0) return CLI_OK;
    }
}

/* Reported before any work is done, with the folder's own name. */
static int check_folder_of(const cli_Batch* batch) {
    struct stat info;
    const char* slash = cli_last_slash(batch->output);
    char folder[CLI_PATH_ROOM];
    if (slash == NULL || slash == batch->output) return CLI_OK;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - batch->output), batch->output);
    if (stat(folder, &info) == 0 && S_ISDIR(info.st_mode)) return CLI_OK;
    if (errno != ENOENT) return say_failure(batch, batch->output);
    if (batch->is_json) cli_put_json_failure(batch->args->files[0], VRM_ERR_IO, NULL);
    (void)cli_file_error(batch->args->command, batch->output, "there is no folder %s", folder);
    return CLI_FAILED;
}

typedef struct Pair {
    char* output; /* as it is named */
    char* target; /* where that leads */
    const char* file;
    size_t number; /* in the order of the files */
} Pair;

/* Of one target in the order of the files, which sorting alone need not keep. */
static int compare_pairs(const void* a, const void* b) {
    const Pair *x = a, *y = b;
    int order = cli_compare_paths(x->target, y->target);
    return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

typedef struct Pairs {
    Pair* list;
    size_t count;
    bool has_no_memory;
} Pairs;

/* One spelling for each file, whatever links lead there: the path of its folder, and its name. What
 * cannot be resolved stays as it is; writing it then fails in its turn. From malloc(). */
static char* real_target(const char* output) {
    char* target = cli_follow_links(output);
    if (target == NULL) return strdup(output);
    const char* slash = cli_last_slash(target);
    const char* name = slash != NULL ? slash + 1 : target;
    char folder[CLI_PATH_ROOM];
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - target) + 1 : 1,
             slash != NULL ? target : ".");
    char* real_folder = realpath(folder, NULL);
    if (real_folder == NULL) return target;
    size_t room = strlen(real_folder) + strlen(name) + 2;
    char* joined = malloc(room);
    if (joined != NULL) snprintf(joined, room, "%s/%s", real_folder, name);
    free(real_folder);
    free(target);
    return joined;
}

static void add_pair(Pairs* pairs, const char* output, const char* file) {
    Pair pair = {strdup(output), real_target(output), file, pairs->count};
    pairs->has_no_memory |= pair.output == NULL || pair.target == NULL;
    pairs->list[pairs->count++] = pair;
}

/* Refuses two files whose results would have one name; releases the pairs. */
static int check_pairs(const cli_Args* args, Pairs* pairs) {
    int status = pairs->has_no_memory
                     ? cli_result_error(args->command, args->files[0], VRM_ERR_MEMORY, NULL)
                     : CLI_OK;
    if (status == CLI_OK) qsort(pairs->list, pairs->count, sizeof(Pair), compare_pairs);
    for (size_t i = 1; i < pairs->count && status == CLI_OK; i++) {
        const Pair *a = &pairs->list[i - 1], *b = &pairs->list[i];
        if (a->file == b->file || cli_compare_paths(a->target, b->target) != 0) continue;
        status = cli_usage_error(args->command, "%s and %s would both be written to %s", a->file,
                                 b->file, b->output);
    }
    for (size_t i = 0; i < pairs->count; i++) {
        free(pairs->list[i].output);
        free(pairs->list[i].target);
    }
    free(pairs->list);
    return status;
}

/* Before anything is written. */
static int check_names(const cli_Batch* batch) {
    const cli_Args* args = batch->args;
    Pairs pairs = {.list = calloc((size_t)args->file_count * 2, sizeof(Pair))};
    pairs.has_no_memory = pairs.list == NULL;
    char path[CLI_PATH_ROOM];
    for (int i = 0; i < args->file_count && !pairs.has_no_memory; i++) {
        const char* file = args->files[i];
        if (cli_batch_output(batch, file, path)) add_pair(&pairs, path, file);
        if (cli_batch_glb_output(batch, file, path)) add_pair(&pairs, path, file);
    }
    return check_pairs(args, &pairs);
}

static bool exists(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* Inputs are compared only when the output exists. */
static int check_output(const cli_Batch* batch, cli_Inputs* inputs, const char* output) {
    const cli_Args* args = batch->args;
    errno = 0;
    if (!exists(output))
        return errno == 0 || cli_is_absence(errno)
                   ? CLI_OK
                   : cli_result_error(args->command, output, VRM_ERR_IO, NULL);
    if (inputs->count == 0) {
        for (int i = 0; i < args->file_count; i++) cli_inputs_add(inputs, args->files[i]);
        for (int i = 0; i < CLI_OTHER_INPUTS; i++) cli_inputs_add(inputs, batch->others[i]);
    }
    const char* input = cli_inputs_find(inputs, output);
    if (inputs->result != VRM_OK)
        return cli_result_error(args->command, output, inputs->result, NULL);
    if (input == NULL) return CLI_OK;
    bool is_file = false; /* and no picture, policy or the like */
    for (int i = 0; i < args->file_count; i++) is_file |= strcmp(args->files[i], input) == 0;
    return cli_usage_error(args->command, "the output would overwrite the input %s%s", input,
                           batch->has_in_place && is_file ? "; --in-place is for that" : "");
}

static int check_overwriting(const cli_Batch* batch) {
    cli_Inputs inputs = {0};
    char path[CLI_PATH_ROOM];
    int status = CLI_OK;
    for (int32_t i = 0; i < batch->frame_count && status == CLI_OK; i++) {
        cli_number_path(batch->output, i, path, sizeof path);
        status = check_output(batch, &inputs, path);
    }
    for (int i = 0; i < batch->args->file_count && status == CLI_OK && batch->frame_count == 0;
         i++) {
        const char* file = batch->args->files[i];
        if (cli_batch_output(batch, file, path)) status = check_output(batch, &inputs, path);
        if (status == CLI_OK && cli_batch_glb_output(batch, file, path))
            status = check_output(batch, &inputs, path);
    }
    cli_inputs_release(&inputs);
    return status;
}

int cli_batch_check_outputs(const cli_Batch* batch, const cli_FileOutput* outputs, size_t count) {
    Pairs pairs = {.list = calloc(count + 1, sizeof(Pair))};
    cli_Inputs inputs = {0};
    pairs.has_no_memory = pairs.list == NULL;
    for (size_t i = 0; i < count && !pairs.has_no_memory; i++)
        add_pair(&pairs, outputs[i].path, outputs[i].file);
    int status = check_pairs(batch->args, &pairs);
    for (size_t i = 0; i < count && status == CLI_OK; i++)
        status = check_output(batch, &inputs, outputs[i].path);
    cli_inputs_release(&inputs);
    return status;
}

static bool reads_stdin_twice(const cli_Batch* batch) {
    int count = 0;
    for (int i = 0; i < batch->args->file_count; i++)
        count += strcmp(batch->args->files[i], "-") == 0;
    for (int i = 0; i < CLI_OTHER_INPUTS; i++)
        count += batch->others[i] != NULL && strcmp(batch->others[i], "-") == 0;
    return count > 1;
}

static bool is_link(const char* path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

/* Outputs in the folder that are links: what they lead to is written. */
static char** list_links(const cli_Batch* batch, int* out_count) {
    char path[CLI_PATH_ROOM];
    size_t room = (size_t)batch->args->file_count * 2 + 1;
    char** links = malloc(room * sizeof *links);
    *out_count = 0;
    for (int i = 0; links != NULL && batch->is_folder && i < batch->args->file_count; i++) {
        const char* file = batch->args->files[i];
        if (cli_batch_output(batch, file, path) && is_link(path))
            links[(*out_count)++] = strdup(path);
        if (cli_batch_glb_output(batch, file, path) && is_link(path))
            links[(*out_count)++] = strdup(path);
    }
    return links;
}

int cli_batch_confine(const cli_Batch* batch) {
    int link_count;
    char** links = list_links(batch, &link_count);
    bool has_memory = links != NULL;
    for (int i = 0; i < link_count; i++) has_memory &= links[i] != NULL;
    int status = has_memory
                     ? cli_confine(&(cli_Needs){.args = batch->args,
                                                .is_sound = batch->is_sound,
                                                .inputs = batch->others,
                                                .input_count = CLI_OTHER_INPUTS,
                                                .output = batch->output,
                                                .is_output_folder = batch->is_folder,
                                                .links = links,
                                                .link_count = link_count,
                                                .is_in_place = batch->is_in_place,
                                                .draws = batch->draws})
                     : cli_result_error(batch->args->command, "the sandbox", VRM_ERR_MEMORY, NULL);
    for (int i = 0; i < link_count; i++) free(links[i]);
    free(links);
    return status;
}

int cli_batch_check(cli_Batch* batch) {
    const char* command = batch->args->command;
    if (reads_stdin_twice(batch))
        return cli_usage_error(command, "standard input can be read only once");
    batch->is_folder = cli_is_folder(batch->output);
    bool has_many = batch->args->file_count > 1 || batch->args->has_folder;
    if (batch->is_joint && batch->is_folder)
        return cli_usage_error(command, "%s %s: one file is written, not a folder", batch->option,
                               batch->output);
    if (has_many && !batch->is_folder && !batch->is_joint)
        return cli_usage_error(command, "several FILEs go to a folder: %s FOLDER/", batch->option);
    int status = CLI_OK;
    if (!batch->is_folder) {
        status = cli_check_ending(command, batch->option, batch->output, batch->product);
        if (status == CLI_OK) status = check_folder_of(batch);
    } else if (has_many) {
        status = check_names(batch);
    }
    /* In a folder that is made only now nothing can be overwritten. */
    if (status == CLI_OK && batch->is_folder) status = make_folder(batch);
    if (status == CLI_OK && batch->prepare != NULL) status = batch->prepare(batch->ctx);
    if (status == CLI_OK && batch->is_confined) status = cli_batch_confine(batch);
    if (status == CLI_OK) status = check_overwriting(batch);
    return status;
}
