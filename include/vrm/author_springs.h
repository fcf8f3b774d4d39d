/* SPDX-License-Identifier: MIT */
/** Proposes spring bones for an avatar: finds hair, skirts, ears, tails and the like, and fits
 * colliders to the body.
 *
 *   vrm_spring_proposal_create() -> vrm_spring_proposal_get(), vrm_spring_proposal_set() for each
 *   chain -> vrm_edit_set_spring_bones(edit, vrm_spring_proposal_result())
 *
 * Chains are searched for among the nodes that move vertices, below the humanoid bones. The kind of
 * a chain follows from the names of its nodes, or from its position and shape if names do not
 * decide. Nothing is written: the result is a vrm_SpringBones to inspect, play or save.
 *
 * docs/guide/springs.md shows the steps. */
#ifndef VRM_AUTHOR_SPRINGS_H
#define VRM_AUTHOR_SPRINGS_H

#include "base.h"
#include "model.h"
#include "report.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kind of a chain. */
typedef enum vrm_SwayKind {
    VRM_SWAY_HAIR = 0,  /**< Hair, fringes, pigtails. */
    VRM_SWAY_EAR,       /**< Ears of animals. */
    VRM_SWAY_TAIL,      /**< Tails of animals. */
    VRM_SWAY_SKIRT,     /**< Skirts, coats, capes. */
    VRM_SWAY_SLEEVE,    /**< Sleeves and cuffs. */
    VRM_SWAY_RIBBON,    /**< Ribbons, ties, scarves, cords. */
    VRM_SWAY_BREAST,    /**< Breasts. */
    VRM_SWAY_ACCESSORY, /**< Earrings, pendants, wings and other parts that hang. */
    VRM_SWAY_KIND_COUNT /**< Number of kinds. */
} vrm_SwayKind;

/** How freely a chain moves, relative to the default of its kind. */
typedef enum vrm_SwayFeel {
    VRM_SWAY_NORMAL = 0, /**< The default of its kind. */
    VRM_SWAY_LIGHT,      /**< Moves easily and far: thin strands, veils. */
    VRM_SWAY_HEAVY,      /**< Hangs down and swings slowly: wet hair, heavy cloth. */
    VRM_SWAY_STIFF,      /**< Hardly moves: leather, gelled hair, spikes of hair. */
    VRM_SWAY_FEEL_COUNT  /**< Number of feels. */
} vrm_SwayFeel;

/** Returns the name of a kind in lower case, "hair"; NULL if there is no such kind. */
VRM_API const char* vrm_sway_kind_text(vrm_SwayKind kind);
/** Returns the name of a feel in lower case, "light"; NULL if there is no such feel. */
VRM_API const char* vrm_sway_feel_text(vrm_SwayFeel feel);

/** How to propose. Start from vrm_default_spring_proposal_def(). */
typedef struct vrm_SpringProposalDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** Replace the springs and colliders of the file. Default false: they are kept, and the nodes
     * that they move are not proposed. */
    bool replaces;
    /** Fit colliders to the body. Default true. */
    bool has_colliders;
    /** Node in whose space the inertia of the chains below it is measured: with the hips, walking
     * does not make hair and clothes trail behind. Default -1: world space. */
    int32_t center;
    /** For the proposal, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
} vrm_SpringProposalDef;

/** Sets every field to its default; called by vrm_default_spring_proposal_def(). */
VRM_API void vrm_spring_proposal_def_init(vrm_SpringProposalDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_SpringProposalDef vrm_default_spring_proposal_def(void) {
    vrm_SpringProposalDef def;
    vrm_spring_proposal_def_init(&def, sizeof def);
    return def;
}

/** Proposed chains and colliders. */
typedef struct vrm_SpringProposal vrm_SpringProposal;

/** Finds chains and fits colliders. The model must outlive the proposal. Once an edit of the model
 * is committed, the chains can still be read, but the result is undefined. `def` and `report` may
 * be NULL. Returns VRM_ERR_INVALID if the model is not an avatar, VRM_ERR_ARGUMENT if `center` is
 * neither -1 nor a node. */
VRM_API vrm_Result vrm_spring_proposal_create(const vrm_Model* model,
                                              const vrm_SpringProposalDef* def, vrm_Report* report,
                                              vrm_SpringProposal** out_proposal);
/** Destroys a proposal. `proposal` may be NULL. */
VRM_API void vrm_spring_proposal_destroy(vrm_SpringProposal* proposal);

/** A chain that was found. */
typedef struct vrm_ProposedSpring {
    const char* name;     /**< Name of its first node. Lives as long as the proposal. */
    vrm_SwayKind kind;    /**< Its kind. */
    vrm_SwayFeel feel;    /**< How it moves. */
    bool is_taken;        /**< It is part of the result. Initially false if `is_named` is false and
                               it has a single joint or hangs on a hand. */
    bool is_named;        /**< The kind follows from a name; if false, from position and shape. */
    vrm_Bone bone;        /**< The bone that it hangs on. */
    const int32_t* nodes; /**< Nodes from the root of the chain to its tip. */
    int32_t node_count;   /**< Entries of `nodes`. */
    bool adds_tail; /**< The last node moves vertices and has no child to point at: a tail is added
                         where they end. */
} vrm_ProposedSpring;

/** Returns the number of chains that were found. */
VRM_API int32_t vrm_spring_proposal_count(const vrm_SpringProposal* proposal);
/** Returns a chain; node_count 0 and a name of NULL if there is no such chain. */
VRM_API vrm_ProposedSpring vrm_spring_proposal_get(const vrm_SpringProposal* proposal,
                                                   int32_t index);
/** Includes a chain in the result or leaves it out, and sets its kind and feel. Returns false and
 * changes nothing if there is no such chain, kind or feel. */
VRM_API bool vrm_spring_proposal_set(vrm_SpringProposal* proposal, int32_t index, bool is_taken,
                                     vrm_SwayKind kind, vrm_SwayFeel feel);

/** Returns springs and colliders: the file's own, unless they are replaced, then the included
 * chains in order, and the colliders that they can touch. Valid until the next call with this
 * proposal. */
VRM_API const vrm_SpringBones* vrm_spring_proposal_result(vrm_SpringProposal* proposal);

#ifdef __cplusplus
}
#endif

#endif
