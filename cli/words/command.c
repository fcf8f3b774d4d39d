/* SPDX-License-Identifier: MIT */
#include "words/command.h"

int cli_run(const cli_Command* command, const cli_Command* const* commands, int argc, char** argv) {
    cli_Args args;
    int status = cli_parse(argc, argv, command->options, &args);
    args.commands = commands;
    if (status == CLI_OK) status = command->run(&args);
    cli_args_release(&args);
    return status;
}
