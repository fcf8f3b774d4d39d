/* SPDX-License-Identifier: MIT */
/* Morphs (blend shapes) that a motion moves, and the expressions that they become. All readers with
 * morphs use it, so that mappings, names, limits and sums are the same for all formats. */
#ifndef VRMI_MOTION_MOTION_MORPHS_H
#define VRMI_MOTION_MOTION_MORPHS_H

#include "base/alloc.h"
#include "motion/capture/capture.h"

enum { VRMI_MORPHS_MAX = 1024 };

typedef struct vrmi_Morph {
    const char* name;
    int32_t source;     /* the reader's: what moves the morph */
    int32_t expression; /* -1: left out */
} vrmi_Morph;

/* All zero: no morphs. */
struct vrmi_Morphs {
    vrmi_Arena* arena; /* of the lists; outlives them */
    vrmi_Morph* list;
    int32_t count, room;
    const char** expressions; /* their names */
    bool* is_shape;           /* one of the 52 shapes of face tracking */
    int32_t expression_count;
    int32_t look_count; /* morphs that are left out because their expression is a look */
    const char* look;   /* the first of them */
    bool is_full;       /* there are more than VRMI_MORPHS_MAX */
};

/* Reserves room for `most` morphs, or VRMI_MORPHS_MAX if that is less. */
vrm_Result vrmi_morphs_init(vrmi_Morphs* out, vrmi_Arena* arena, size_t most);

/* Returns true if the morph is new: meshes of one face have morphs of the same name, of which the
 * first counts. */
bool vrmi_morphs_is_new(const vrmi_Morphs* morphs, const char* name);

/* Adds a morph that moves. `name` stays valid; `whole` is the same name in full. The expression is
 * that of the mapping in `input`, else that of the name. */
vrm_Result vrmi_morphs_add(vrmi_Morphs* morphs, const vrmi_CaptureInput* input, const char* name,
                           const char* whole, int32_t source);

/* Reports morphs that were left out; `limit` is the rule for too many. */
void vrmi_morphs_report(const vrmi_Morphs* morphs, const vrmi_CaptureInput* input,
                        vrmi_RuleId limit);

/* Sets the members of a capture that tell of the morphs, which outlive it. */
void vrmi_morphs_publish(const vrmi_Morphs* morphs, vrmi_Capture* out);

/* Returns the weight of a source at a time of the reader's. */
typedef float vrmi_MorphWeight(const void* reader, int32_t source, double time);

/* Writes the weights of all expressions, 0..1. Morphs of one expression add up, as they do on a
 * face; morphs of one shape are sides of it or the same on another mesh: the largest counts. */
void vrmi_morphs_sample(const vrmi_Morphs* morphs, vrmi_MorphWeight* weight_of, const void* reader,
                        double time, float* out_weights);

#endif
