/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* stat, strdup, realpath */

#include "confine/confine.h"

#include "files/output_name.h"
#include "files/paths.h"
#include "files/whole_file.h"
#include "words/args.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- VRM_SANDBOX ---- */

typedef enum Wish { WISH_USUAL, WISH_OFF, WISH_REQUIRE, WISH_UNKNOWN } Wish;

static Wish wish(void) {
    const char* word = getenv("VRM_SANDBOX");
    if (word == NULL || word[0] == 0) return WISH_USUAL;
    if (strcmp(word, "off") == 0) return WISH_OFF;
    return strcmp(word, "require") == 0 ? WISH_REQUIRE : WISH_UNKNOWN;
}

bool cli_is_sandbox_off(void) {
    return wish() == WISH_OFF;
}

/* ---- Paths ---- */

/* The paths are owned. */
typedef struct Paths {
    sandbox_Path* list;
    size_t count, capacity;
    bool has_no_memory;
} Paths;

static void add(Paths* paths, char* path, sandbox_Right right) {
    size_t last = paths->count - 1;
    bool is_known = paths->count > 0 && path != NULL && paths->list[last].right == right &&
                    strcmp(paths->list[last].path, path) == 0; /* many files of one folder */
    if (!is_known && paths->count == paths->capacity) {
        size_t capacity = paths->capacity * 2 + 16;
        sandbox_Path* list = realloc(paths->list, capacity * sizeof *list);
        if (list != NULL) {
            paths->list = list;
            paths->capacity = capacity;
        }
    }
    paths->has_no_memory |= path == NULL || paths->count == paths->capacity;
    if (is_known || paths->has_no_memory)
        free(path);
    else
        paths->list[paths->count++] = (sandbox_Path){path, right};
}

static void release(Paths* paths) {
    for (size_t i = 0; i < paths->count; i++) free((char*)paths->list[i].path);
    free(paths->list);
}

/* The folder that a file lies in; from malloc(). */
static char* folder_of(const char* path) {
    const char* slash = cli_last_slash(path);
    char* folder = strdup(slash == NULL ? "." : path);
    if (folder != NULL && slash != NULL) folder[slash - path + 1] = 0;
    return folder;
}

static void add_input(Paths* paths, const char* path) {
    if (path == NULL || strcmp(path, "-") == 0) return;
    add(paths, strdup(path), SANDBOX_READ);
    if (cli_has_ending(path, ".gltf") || cli_has_ending(path, ".glb"))
        add(paths, folder_of(path), SANDBOX_READ);
}

/* A .vrm or .vrma holds all that belongs to it, and so do other kinds of motion, and sound; other
 * glTF may have side files below its folder, under whatever name it goes. */
static void add_file(Paths* paths, const char* path) {
    struct stat info;
    add_input(paths, path);
    if (!cli_has_known_ending(path) && stat(path, &info) == 0 && S_ISREG(info.st_mode))
        add(paths, folder_of(path), SANDBOX_READ);
}

static void add_sound(Paths* paths, const char* path) {
    if (strcmp(path, "-") != 0) add(paths, strdup(path), SANDBOX_READ);
}

/* A file is written beside its target and renamed; a device is written as it is. */
static void add_output(Paths* paths, const char* path) {
    struct stat info;
    if (strcmp(path, "-") == 0) return;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        add(paths, strdup(path), SANDBOX_USE);
        return;
    }
    char* target = cli_follow_links(path);
    add(paths, folder_of(target != NULL ? target : path), SANDBOX_WRITE);
    free(target);
}

/* Where the name of a file is, and where it leads. */
static void add_folders(Paths* paths, const char* path) {
    char* real = realpath(path, NULL);
    add(paths, folder_of(path), SANDBOX_READ);
    if (real != NULL) add(paths, folder_of(real), SANDBOX_READ);
    free(real);
}

static void add_needs(Paths* paths, const cli_Needs* needs) {
    for (int i = 0; i < needs->args->file_count; i++) {
        if (needs->is_sound)
            add_sound(paths, needs->args->files[i]);
        else
            add_file(paths, needs->args->files[i]);
        if (needs->is_in_place) add_output(paths, needs->args->files[i]);
        if (needs->serves) add_folders(paths, needs->args->files[i]);
    }
    for (int i = 0; i < needs->input_count; i++) add_input(paths, needs->inputs[i]);
    for (int i = 0; i < needs->folder_count; i++) {
        add(paths, strdup(needs->folders[i]), SANDBOX_READ);
        add(paths, strdup(needs->folders[i]), SANDBOX_WRITE);
    }
    for (int i = 0; i < needs->link_count; i++) add_output(paths, needs->links[i]);
    if (needs->output != NULL && needs->is_output_folder)
        add(paths, strdup(needs->output), SANDBOX_WRITE);
    else if (needs->output != NULL)
        add_output(paths, needs->output);
}

static bool is_confined; /* files that were not named are out of reach */

/* After the sandbox was entered: which part is missing matters to some. */
static int judge(const cli_Needs* needs, const char* why) {
    const char* command = needs->args->command;
    if (why == NULL) return CLI_OK;
    if (wish() == WISH_REQUIRE) {
        fprintf(stderr, "vrm %s: VRM_SANDBOX=require: a part of the sandbox is missing: %s\n",
                command, why);
        return CLI_FAILED;
    }
    if (needs->tells)
        fprintf(stderr, "vrm %s: warning: a part of the sandbox is missing: %s\n", command, why);
    return CLI_OK;
}

int cli_confine(const cli_Needs* needs) {
    bool is_unconfined = needs->args->is_unconfined;
    if (wish() == WISH_UNKNOWN)
        return cli_usage_error(needs->args->command, "VRM_SANDBOX is off or require, not %s",
                               getenv("VRM_SANDBOX"));
    if (is_unconfined && wish() == WISH_REQUIRE)
        return cli_usage_error(needs->args->command, "VRM_SANDBOX=require forbids --no-sandbox");
    if (is_unconfined || cli_is_sandbox_off()) return CLI_OK;
    Paths paths = {0};
    add_needs(&paths, needs);
    int status = CLI_OK;
    if (paths.has_no_memory)
        status = cli_result_error(needs->args->command, "the sandbox", VRM_ERR_MEMORY, NULL);
    else {
        sandbox_State state =
            sandbox_enter(&(sandbox_Def){.paths = paths.list,
                                         .path_count = paths.count,
                                         .draws = needs->draws,
                                         .shows = needs->shows,
                                         .forks = needs->forks || needs->args->jobs > 0,
                                         .serves = needs->serves});
        is_confined = state.landlock_abi > 0 || state.has_seccomp;
        cli_explain_errors_by(cli_explain_side_files);
        status = judge(needs, state.why);
    }
    release(&paths);
    return status;
}

/* ---- Reports ---- */

const char* cli_sandbox_hint(void) {
    return is_confined ? " (--no-sandbox leaves drivers all that the user may do)" : "";
}

static bool lacks_side_files(const vrm_Report* report) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        const char* code = vrm_report_get(report, i).code;
        if (strcmp(code, "IO_ERROR") == 0 || strcmp(code, "BAKE_DATA_NOT_IN_BIN") == 0) return true;
    }
    return false;
}

void cli_explain_side_files(const char* command, const char* file, const vrm_Report* report) {
    bool is_closed = cli_has_ending(file, ".vrm") || cli_has_ending(file, ".vrma");
    if (!is_confined || !is_closed || report == NULL || !lacks_side_files(report)) return;
    fprintf(stderr, "vrm %s: ", command);
    cli_put_text(stderr, file);
    fputs(": side files of a .vrm are not read; call it .gltf or .glb, or give --no-sandbox\n",
          stderr);
}

void cli_print_sandbox(FILE* out) {
    if (cli_is_sandbox_off()) {
        fputs("off (VRM_SANDBOX)\n", out);
        return;
    }
    sandbox_State state = sandbox_enter(&(sandbox_Def){0});
    if (state.landlock_abi > 0) fprintf(out, "Landlock ABI %d", state.landlock_abi);
    if (state.landlock_abi > 0 && state.has_seccomp) fputs(", ", out);
    if (state.has_seccomp) fputs("seccomp", out);
    if (state.landlock_abi == 0 && !state.has_seccomp) fputs("none", out);
    if (state.why != NULL) fprintf(out, " (%s)", state.why);
    fputc('\n', out);
}
