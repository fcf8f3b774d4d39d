/* SPDX-License-Identifier: MIT */
/* What a migration leaves out although VRM defines it: values that the reader could not use, and
 * values for which the other dialect has no place. Nothing of it goes without a word: unknown.c
 * keeps it in extras, in the shape that it had, and reports it. */
#ifndef VRMI_MIGRATE_LOSSES_H
#define VRMI_MIGRATE_LOSSES_H

#include "migrate/migrate.h"

typedef struct vrmi_Loss {
    struct vrmi_Loss* next; /* of the list that is not sorted yet */
    uint64_t offset;        /* in the text of the model's JSON */
    vrm_JsonRef value;
    vrmi_RuleId rule; /* VRMI_RULE_COUNT: without effect, so there is no finding */
    bool is_read;     /* a rule of the reader, whose text says why it left the value out */
} vrmi_Loss;

/* Sorted by offset, one for each value. */
typedef struct vrmi_Losses {
    const vrmi_Loss* losses;
    size_t count;
} vrmi_Losses;

/* Adds a value of the model. `rule` is what the finding about it says; VRMI_RULE_COUNT: none. No-op
 * for VRM_JSON_MISSING. */
void vrmi_lose(vrmi_Migration* migration, vrm_JsonRef value, vrmi_RuleId rule);

/* Adds what 0.x or the draft says and 1.0 has no place for. */
void vrmi_lose_parts0(vrmi_Migration* migration);

/* Adds what the reader left out, and sorts all that was added. */
void vrmi_losses_sort(vrmi_Migration* migration);

/* The losses within a value, itself included: from *out_first on; how many. */
size_t vrmi_losses_within(const vrmi_Migration* migration, vrm_JsonRef value,
                          const vrmi_Loss** out_first);

/* Makes the finding about a loss. */
void vrmi_loss_report(const vrmi_Migration* migration, const vrmi_Loss* loss);

#endif
