/* SPDX-License-Identifier: MIT */
/* The source of motion in `bake` and `convert-motion`: a motion script, a clip, or the idle; and
 * the sim that it drives. */
#ifndef VRM_CLI_SOURCE_H
#define VRM_CLI_SOURCE_H

#include "cli.h"
#include "expression.h"
#include "motion.h"

/* The options of the command line. */
typedef struct SourceOptions {
    const char *script, *clip;             /* at most one; neither: the idle */
    const char *fps, *seconds, *tolerance; /* as written */
    const char* max_frames;
    const char* look_at;
    const char* expressions[32];
    int expression_count;
    bool loops;
} SourceOptions;

enum { SOURCE_OPTIONS = 9 };
void source_add_options(cli_Option table[SOURCE_OPTIONS], SourceOptions* options);

typedef struct Source {
    Motion motion; /* a script's frames, or plain time */
    vrm_Model* clip_model;
    vrm_Clip* clip; /* NULL: none */
    bool is_idle, loops;
    bool is_quiet;       /* no progress bar */
    float tolerances[3]; /* degrees, metres, weight; below 0: unsaid */
    cli_Expression expressions[32];
    int expression_count;
    bool looks;
    vrm_Vec3 look_at;
} Source;

/* CLI_OK, or the status after saying what is wrong. */
int source_open(const char* command, const SourceOptions* options, Source* out);
void source_close(Source* source);

/* An avatar in a sim of its own. */
typedef struct Stage {
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
} Stage;

/* `report` gets the finding where a limit is exceeded; it may be NULL. */
vrm_Result stage_open(const vrm_Model* model, vrm_Report* report, Stage* out);
void stage_close(Stage* stage);

/* CLI_OK, or the status after saying which expression the avatar does not have, or that the clip is
 * of another file. */
int source_check(const char* command, const char* file, const Source* source, const Stage* stage);

/* Calls `show` for each frame, after the sim has made it. Springs have come to rest before the
 * first one; with loops they have gone through all of it once. Stops at the first failure. */
typedef vrm_Result SourceFn(void* ctx, double time_s, const Stage* stage);
vrm_Result source_run(const Source* source, const Stage* stage, SourceFn* show, void* ctx);

#endif
