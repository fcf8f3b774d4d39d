/* SPDX-License-Identifier: MIT */
/* The source of motion in `bake` and `convert-motion`: a motion script, a clip, or the idle; and
 * the sim that it drives. */
#ifndef VRM_CLI_SOURCE_H
#define VRM_CLI_SOURCE_H

#include "face/performer.h"
#include "motion/clip_file.h"
#include "motion/motion.h"
#include "words/args.h"
#include "words/expression_option.h"

/* The options of the command line. */
enum { SOURCE_MAX_EXPRESSIONS = 32 };

typedef struct SourceOptions {
    const char *script, *clip;             /* at most one is set; neither: idle motion */
    const char *fps, *seconds, *tolerance; /* as given on the command line */
    const char* max_frames;
    const char* look_at;
    const char* expressions[SOURCE_MAX_EXPRESSIONS];
    int expression_count;
    bool loops;
    PerformanceOptions face;
} SourceOptions;

/* Reads --motion, --animation, --fps, --seconds, --tolerance, --look-at, --expression, --loop,
 * --max-frames and the options of a face. */
void source_take_options(const cli_Args* args, SourceOptions* out);

typedef struct Source {
    Motion motion;             /* frames of a script, or times without tracks */
    cli_ClipFile file;         /* of the clip; empty: none */
    const vrm_Retarget* split; /* poses with root motion moved to the root; NULL: those of the clip.
                                  Not owned */
    const vrm_Clip* clip;      /* clip of the file, made for this avatar; NULL: none. Not owned */
    bool is_idle, loops;
    bool is_quiet;       /* no progress bar */
    float tolerances[3]; /* degrees, metres, weight; negative: not given */
    cli_Expression expressions[SOURCE_MAX_EXPRESSIONS];
    int expression_count;
    bool looks;
    vrm_Vec3 look_at;
    Performance performance;
} Source;

/* Opens the source. `reading` has the options for reading a clip. Returns CLI_OK, or the status
 * after printing the error. */
int source_open(const char* command, const SourceOptions* options, const ConvertOptions* reading,
                Source* out);
void source_close(Source* source);

/* An avatar in a sim of its own. */
typedef struct SimAvatar {
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
} SimAvatar;

/* Opens an avatar. `report` gets a finding if a limit is exceeded; it may be NULL. */
vrm_Result sim_avatar_open(const vrm_Model* model, vrm_Report* report, SimAvatar* out);
void sim_avatar_close(SimAvatar* avatar);

/* Makes the clip for an avatar, NULL if the source has none. The caller destroys it. Returns
 * CLI_OK, or the status after printing why the avatar cannot play it. */
int source_clip(const char* command, const char* file, const Source* source,
                const SimAvatar* avatar, vrm_Clip** out_clip);

/* Checks that the avatar has the expressions of the options. Returns CLI_OK, or the status after
 * printing which one is missing. */
int source_check(const char* command, const char* file, const Source* source,
                 const SimAvatar* avatar);

/* Opens the actor that plays the source's clip or the idle on the avatar, with its performance. A
 * script has no actor. */
vrm_Result source_perform(const Source* source, const vrm_Model* model, const SimAvatar* avatar,
                          Performer* out);

/* Makes the poses of the clip on this avatar, with root motion moved to the root. The caller
 * destroys them. */
vrm_Result source_split_root(const Source* source, const SimAvatar* avatar,
                             const Performer* performer, vrm_Retarget** out_split);

/* Calls `show` for each frame after the sim was stepped. Springs are settled before the first
 * frame; a loop is run once before. Stops at the first failure. */
typedef vrm_Result SourceFn(void* ctx, double time_s, const SimAvatar* avatar);
vrm_Result source_run(const Source* source, const SimAvatar* avatar, const Performer* performer,
                      SourceFn* show, void* ctx);

#endif
