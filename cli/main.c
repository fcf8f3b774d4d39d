/* SPDX-License-Identifier: MIT */
/* vrm COMMAND [options] FILE...: finds the command and runs it. */
#include "main.h"

#include "commands/commands.h"
#include "confine/confine.h"
#include "sound/sound.h"
#include "words/completion.h"
#include "words/help.h"
#include "words/manual.h"
#include "words/output.h"
#include "words/suggest.h"

#include <errno.h>
#include <string.h>

static const cli_Command* const commands[] = {
    &cli_info,      &cli_validate,       &cli_diff,    &cli_meta,        &cli_migrate,
    &cli_normalize, &cli_create,         &cli_springs, &cli_expressions, &cli_optimize,
    &cli_bake,      &cli_convert_motion, &cli_trace,   &cli_receive,     &cli_live,
    &cli_render,    &cli_view,           &cli_crowd,   &cli_serve,       NULL,
};

static const cli_Command* find_command(const char* name) {
    for (int i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

static void print_commands(FILE* out) {
    fputs("vrm " VRM_VERSION_TEXT ": VRM avatars on the command line\n\n"
          "usage: vrm COMMAND [options] FILE...\n"
          "       vrm help COMMAND\n"
          "       vrm version [--verbose]\n\n",
          out);
    for (int i = 0; commands[i] != NULL; i++)
        fprintf(out, "  %-15s %s\n", commands[i]->name, commands[i]->summary);
    fputs(
        "\nA FILE may be a folder. With several FILEs, write the results to a folder: -o FOLDER/.\n"
        "Exit status: 0 success, 1 a file is invalid or could not be used, 2 wrong usage,\n"
        "3 input, output or memory failed.\n",
        out);
}

static const char* name_at(const void* ctx, int index) {
    (void)ctx;
    return commands[index] != NULL ? commands[index]->name : NULL;
}

static int unknown_command(const char* name) {
    char hint[CLI_HINT_ROOM];
    fputs("vrm: there is no command ", stderr);
    cli_put_text(stderr, name);
    fputs(cli_did_you_mean(name, name_at, NULL, hint), stderr);
    fputs("\n`vrm help` lists them.\n", stderr);
    return CLI_USAGE;
}

/* `vrm help --man [COMMAND]` and `vrm help --completion SHELL`, for packages of vrm. */
static int help_for_install(int count, char** words) {
    const cli_Command* command = count > 1 ? find_command(words[1]) : NULL;
    if (strcmp(words[0], "--man") == 0) {
        if (count > 1 && command == NULL) return unknown_command(words[1]);
        cli_print_man(stdout, commands, command);
        return CLI_OK;
    }
    if (count > 1 && cli_print_completion(stdout, commands, words[1])) return CLI_OK;
    fputs("vrm: --completion is bash, zsh or fish\n", stderr);
    return CLI_USAGE;
}

static int help(const char* name) {
    if (name == NULL) {
        print_commands(stdout);
        return CLI_OK;
    }
    const cli_Command* command = find_command(name);
    if (command == NULL) return unknown_command(name);
    cli_print_help(stdout, command);
    return CLI_OK;
}

/* --help is accepted anywhere among the options. */
static bool wants_help(int count, char** words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return true;
    return false;
}

/* A full disk or a closed pipe is detected only now. Where writing failed earlier, errno may be
 * that of a later call, so it is shown only if writing can have set it. */
static int end_output(int status) {
    bool has_failed = ferror(stdout) != 0;
    if (!has_failed) errno = 0;
    if (fflush(stdout) == 0 && !has_failed) return status;
    bool is_cause = errno == ENOSPC || errno == EPIPE || errno == EFBIG || errno == EIO ||
                    (!has_failed && errno != 0);
    fprintf(stderr, "vrm: standard output: writing failed%s%s\n", is_cause ? ": " : "",
            is_cause ? strerror(errno) : "");
    return CLI_FAILED;
}

/* --verbose adds the kernels that step avatars on this CPU, the JSON reader, the library for sound
 * and the sandbox. */
static int print_version(int count, char** words) {
    bool is_verbose = count == 1 && strcmp(words[0], "--verbose") == 0;
    if (count > 0 && !is_verbose) {
        fputs("vrm version: takes --verbose or nothing\n", stderr);
        return CLI_USAGE;
    }
    puts("vrm " VRM_VERSION_TEXT);
    if (!is_verbose) return CLI_OK;
    printf("crowds     %s\nsingles    %s\nsupported ", vrm_kernel_name(vrm_kernel_for_crowds()),
           vrm_kernel_name(vrm_kernel_for_singles()));
    const char* gap = " ";
    for (int k = VRM_KERNEL_LANES_4; k <= VRM_KERNEL_LANES_16; k++) {
        if (!vrm_kernel_is_supported((vrm_Kernel)k)) continue;
        printf("%s%s", gap, vrm_kernel_name((vrm_Kernel)k));
        gap = "; ";
    }
    printf("\nJSON       %s\nsound      %s\nsandbox    ", vrm_json_reader_name(), sound_library());
    cli_print_sandbox(stdout);
    return CLI_OK;
}

int cli_main(int argc, char** argv) {
    if (argc < 2) {
        print_commands(stderr);
        return CLI_USAGE;
    }
    const char* word = argv[1];
    int status;
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        bool is_for_install =
            argc > 2 && (strcmp(argv[2], "--man") == 0 || strcmp(argv[2], "--completion") == 0);
        status =
            is_for_install ? help_for_install(argc - 2, argv + 2) : help(argc > 2 ? argv[2] : NULL);
    } else if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0 ||
               strcmp(word, "version") == 0) {
        status = print_version(argc - 2, argv + 2);
    } else {
        const cli_Command* command = find_command(word);
        if (command == NULL) return unknown_command(word);
        status = wants_help(argc - 2, argv + 2) ? help(word)
                                                : cli_run(command, commands, argc - 1, argv + 1);
    }
    return end_output(status);
}
