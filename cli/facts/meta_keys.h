/* SPDX-License-Identifier: MIT */
/* The members of meta that --set can name, in each dialect. */
#ifndef CLI_META_KEYS_H
#define CLI_META_KEYS_H

#include "words/suggest.h"

/* JOINED: one string for what 1.0 has a list of, with commas between. */
typedef enum cli_MetaKind {
    CLI_META_TEXT,
    CLI_META_JOINED,
    CLI_META_LIST,
    CLI_META_BOOL
} cli_MetaKind;

typedef struct cli_MetaKey {
    const char* name;
    cli_MetaKind kind;
    const char* const* choices; /* ends with NULL; NULL: any text */
} cli_MetaKey;

/* Each ends with a key without a name. */
extern const cli_MetaKey cli_meta_keys1[], cli_meta_keys0[], cli_meta_draft_keys[];

/* The key of KEY or KEY=VALUE; NULL when there is none. */
const cli_MetaKey* cli_find_meta_key(const cli_MetaKey* keys, const char* setting);

/* The names of the keys of 1.0, then those that only 0.x has. */
cli_NameFn cli_meta_key_at;

#endif
