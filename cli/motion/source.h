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
    const char *script, *clip;             /* at most one; neither: the idle */
    const char *fps, *seconds, *tolerance; /* as written */
    const char* max_frames;
    const char* look_at;
    const char* expressions[SOURCE_MAX_EXPRESSIONS];
    int expression_count;
    bool loops;
    PerformanceOptions face;
} SourceOptions;

/* What --motion, --animation, --fps, --seconds, --tolerance, --look-at, --expression, --loop,
 * --max-frames and the options of a face say. */
void source_take_options(const cli_Args* args, SourceOptions* out);

typedef struct Source {
    Motion motion;             /* a script's frames, or plain time */
    cli_ClipFile file;         /* of a clip; empty: none */
    const vrm_Retarget* split; /* its poses with a root that moves; NULL: as the clip has them. Not
                                  owned */
    const vrm_Clip* clip;      /* the file's, for the avatar at hand; NULL: none. Not owned */
    bool is_idle, loops;
    bool is_quiet;       /* no progress bar */
    float tolerances[3]; /* degrees, metres, weight; below 0: unsaid */
    cli_Expression expressions[SOURCE_MAX_EXPRESSIONS];
    int expression_count;
    bool looks;
    vrm_Vec3 look_at;
    Performance performance;
} Source;

/* `reading` says how a clip is read. CLI_OK, or the status after saying what is wrong. */
int source_open(const char* command, const SourceOptions* options, const ConvertOptions* reading,
                Source* out);
void source_close(Source* source);

/* An avatar in a sim of its own. */
typedef struct SimAvatar {
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
} SimAvatar;

/* `report` gets the finding where a limit is exceeded; it may be NULL. */
vrm_Result sim_avatar_open(const vrm_Model* model, vrm_Report* report, SimAvatar* out);
void sim_avatar_close(SimAvatar* avatar);

/* The clip for an avatar, for vrm_clip_destroy(); NULL where there is none. CLI_OK, or the status
 * after saying why it cannot play. */
int source_clip(const char* command, const char* file, const Source* source,
                const SimAvatar* avatar, vrm_Clip** out_clip);

/* CLI_OK, or the status after saying which expression the avatar does not have. */
int source_check(const char* command, const char* file, const Source* source,
                 const SimAvatar* avatar);

/* Opens the actor that plays the source's clip or the idle on the avatar, with its performance. A
 * script has no actor. */
vrm_Result source_perform(const Source* source, const vrm_Model* model, const SimAvatar* avatar,
                          Performer* out);

/* The poses of the clip as the performer plays it, with the root motion moved to the root. The
 * caller destroys them. */
vrm_Result source_split_root(const Source* source, const SimAvatar* avatar,
                             const Performer* performer, vrm_Retarget** out_split);

/* Calls `show` for each frame, after the sim has made it. Springs have come to rest before the
 * first one; with loops they have gone through all of it once. Stops at the first failure. */
typedef vrm_Result SourceFn(void* ctx, double time_s, const SimAvatar* avatar);
vrm_Result source_run(const Source* source, const SimAvatar* avatar, const Performer* performer,
                      SourceFn* show, void* ctx);

#endif
