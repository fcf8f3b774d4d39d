/* SPDX-License-Identifier: MIT */
/* vrm serve --mcp: the tools, each one command of this program, and their arguments. */
#ifndef CLI_SERVE_TOOLS_H
#define CLI_SERVE_TOOLS_H

#include "words/command.h"

#include "vrm/vrm.h"

#define SERVE_TOOL_OPTIONS   20 /* of a tool, at most */
#define SERVE_TOOL_ARGUMENTS (SERVE_TOOL_OPTIONS + 4)

/* An option of the command that a client may give. */
typedef struct serve_ToolOption {
    const char* name;  /* "--size", a row of the command's table */
    const char* about; /* replaces the command's help where that speaks of other options; or NULL */
} serve_ToolOption;

typedef struct serve_Tool {
    const char* name;
    const char* command; /* NULL: `name`. Runs with --json */
    const char* about;
    const char* file_about;    /* the kinds of files that it reads; NULL: avatars */
    const char* other;         /* name of a second file, behind the first; NULL: there is none */
    const char* const* ends;   /* endings that the output may have; NULL: there is no output */
    const char* output_option; /* NULL: --output */
    serve_ToolOption options[SERVE_TOOL_OPTIONS];
    bool may_lack_file;   /* one of the options says what to work on */
    bool may_lack_output; /* without it the tool only reads */
    bool shows_picture;   /* the client gets the output as an image, too */
    bool may_fail;        /* status 1 with output is an answer, not a failure */
} serve_Tool;

/* The tools, in the order of tools/list; NULL past the last. */
const serve_Tool* serve_tool_at(int index);

/* The command that a tool runs. */
const cli_Command* serve_tool_command(const serve_Tool* tool, const cli_Command* const* commands);

/* How an argument becomes words of the command line. */
typedef enum serve_ArgumentKind {
    SERVE_ARGUMENT_INPUT,    /* a file to read */
    SERVE_ARGUMENT_OUTPUT,   /* a file to write */
    SERVE_ARGUMENT_POLICY,   /* the name of a built-in policy, or a file to read */
    SERVE_ARGUMENT_WORD,     /* any other value */
    SERVE_ARGUMENT_FLAG,     /* true: the option is given */
    SERVE_ARGUMENT_OVERWRITE /* a flag without an option: the output may exist */
} serve_ArgumentKind;

typedef struct serve_Argument {
    const char* name;
    serve_ArgumentKind kind;
    bool is_required;
    bool is_list; /* takes several values */
    const char* about;
    const cli_Option* option; /* NULL: a positional argument, or none */
} serve_Argument;

typedef struct serve_Arguments {
    serve_Argument list[SERVE_TOOL_ARGUMENTS];
    int count;
} serve_Arguments;

/* Files, output and options, these by the command's table. Options that this build lacks are left
 * out. */
serve_Arguments serve_tool_arguments(const serve_Tool* tool, const cli_Command* const* commands);

/* A cli_NameFn over serve_Arguments. */
const char* serve_argument_name(const void* arguments, int index);

/* Writes the description of a tool with the JSON schema of its arguments. */
void serve_put_tool(vrm_JsonBuilder* out, const serve_Tool* tool, const serve_Arguments* arguments);

#endif
