/* SPDX-License-Identifier: MIT */
/* How a JSON document lies in memory.
 *
 * Values and keys are one array of 16-byte nodes in the order of the text (pre-order); a ref is an
 * index into it. A container is followed by its children, a member by its key and then its value,
 * and `span` leads over a subtree:
 *
 *   {"a":[1,2],"b":3}     ref     0        1    2        3  4  5    6
 *                         node    object   "a"  array    1  2  "b"  3
 *                         span    7        1    3        1  1  1    1
 *
 * Text is never decoded or copied: a node knows where its bytes are. Bytes have 32-bit addresses:
 * first the parsed text, behind it what edits brought. The nodes that edits brought likewise take
 * the refs behind the parsed ones. An edited container, and everything above it, gets a list of its
 * children with the white space between them (json_edit.c, json_write.c); all others keep their
 * bytes. */
#ifndef VRMI_JSON_TREE_H
#define VRMI_JSON_TREE_H

#include "base/alloc.h"
#include "base/compiler.h"
#include "vrm/json.h"

typedef struct vrmi_JsonNode {
    uint32_t offset; /* address of the first byte */
    uint32_t size;   /* bytes of text; of an edited container: as it would be written now */
    uint32_t span;   /* nodes of the subtree as it was parsed, this one included */
    uint32_t tag;    /* type, flags and number of children: see below */
} vrmi_JsonNode;

/* tag: bits 0-2 vrm_JsonType; the rest depends on it. */
#define VRMI_JSON_TYPE_BITS 7u
#define VRMI_JSON_TRUE      8u  /* bool */
#define VRMI_JSON_ESCAPED   8u  /* string: has a backslash */
#define VRMI_JSON_DUPLICATE 16u /* string: a key that its object already had */
#define VRMI_JSON_SURROGATE 32u /* string: has half a surrogate pair */
#define VRMI_JSON_SHADOWED  64u /* string: a key that a later member of its object has too */
#define VRMI_JSON_LISTED    8u  /* container: edited; bits 4-31 are an index into `lists` */
#define VRMI_JSON_COUNT_BIT 4   /* container: bits 4-31 are the number of children */

/* Refs stay below this, so that counts and iterator flags fit the remaining bits. */
#define VRMI_JSON_MAX_NODES ((1u << 28) - 1)

/* A document and its edits share 32-bit addresses. */
#define VRMI_JSON_MAX_TEXT (UINT32_MAX - 1)

/* White space, or white space around a colon. */
typedef struct vrmi_JsonGap {
    uint32_t offset, size;
} vrmi_JsonGap;

typedef struct vrmi_JsonChild {
    vrm_JsonRef key, value; /* key: VRM_JSON_MISSING in an array */
    vrmi_JsonGap before;    /* behind the comma or opening bracket */
    vrmi_JsonGap colon;     /* from key to value */
    vrmi_JsonGap after;     /* ahead of the comma; unused for the last child */
} vrmi_JsonChild;

/* The children of an edited container. */
typedef struct vrmi_JsonList {
    vrmi_JsonChild* children;
    uint32_t count, capacity;
    uint32_t parsed_count; /* children as parsed: how many the nodes behind the container make */
    vrmi_JsonGap close;    /* ahead of the closing bracket */
} vrmi_JsonList;

/* Nodes that were added by one edit: a value, or a key and a value. */
typedef struct vrmi_JsonGraft {
    uint32_t first, count;
    vrm_JsonRef parent; /* VRM_JSON_MISSING: the graft is the root */
    uint32_t index;     /* the index in the parent when it was added: a hint */
    bool has_key;
} vrmi_JsonGraft;

/* A container that has so many children that some are marked. */
typedef struct vrmi_JsonMarked {
    vrm_JsonRef container;
    uint32_t first; /* into vrmi_JsonMarks.children */
} vrmi_JsonMarked;

/* Marked children of containers that have many (marks.c, place.c). */
typedef struct vrmi_JsonMarks {
    vrmi_JsonMarked* containers; /* in the order of their refs */
    uint32_t* children;          /* every 32nd child of each container: its first node */
    uint32_t container_count, container_capacity, child_count, child_capacity;
} vrmi_JsonMarks;

struct vrm_Json {
    vrm_Allocator allocator;
    uint32_t max_depth, max_values; /* of vrm_Limits */
    const char* text;
    vrmi_JsonNode* nodes;
    uint32_t text_size, count, capacity;
    uint32_t root_end; /* where white space begins behind the parsed root */
    vrm_JsonRef root;
    bool owns_text, is_edited;

    vrmi_JsonMarks marks;

    char* extra_text;
    vrmi_JsonNode* extra;
    vrmi_JsonGraft* grafts;
    vrmi_JsonList* lists;
    uint32_t extra_text_size, extra_text_capacity, extra_count, extra_capacity;
    uint32_t graft_count, graft_capacity, list_count, list_capacity;
    uint32_t list_depth; /* deepest list; 1 is the root's */
};

/* ---- Reading nodes ---- */

static inline const vrmi_JsonNode* vrmi_json_node(const vrm_Json* json, vrm_JsonRef ref) {
    if (ref < json->count) return &json->nodes[ref];
    if (ref - json->count < json->extra_count) return &json->extra[ref - json->count];
    return NULL;
}

static inline vrm_JsonType vrmi_json_tag_type(uint32_t tag) {
    return (vrm_JsonType)(tag & VRMI_JSON_TYPE_BITS);
}

/* The node if it has that type, else NULL. */
static inline const vrmi_JsonNode* vrmi_json_typed(const vrm_Json* json, vrm_JsonRef ref,
                                                   vrm_JsonType type) {
    const vrmi_JsonNode* node = vrmi_json_node(json, ref);
    return node != NULL && vrmi_json_tag_type(node->tag) == type ? node : NULL;
}

static inline bool vrmi_json_is_container(const vrmi_JsonNode* node) {
    return vrmi_json_tag_type(node->tag) >= VRM_JSON_ARRAY;
}

static inline const char* vrmi_json_bytes(const vrm_Json* json, uint32_t offset) {
    return offset < json->text_size ? json->text + offset
                                    : json->extra_text + (offset - json->text_size);
}

/* NULL when the container was not edited. */
static inline vrmi_JsonList* vrmi_json_list(const vrm_Json* json, const vrmi_JsonNode* container) {
    if ((container->tag & VRMI_JSON_LISTED) == 0) return NULL;
    return &json->lists[container->tag >> VRMI_JSON_COUNT_BIT];
}

/* Room for `needed` items of `size` bytes. Returns false, and changes nothing, when there is no
 * memory. */
bool vrmi_json_reserve(const vrm_Allocator* allocator, void** items, uint32_t* capacity,
                       uint64_t needed, size_t size);

/* ---- Text to nodes (parse.c) ---- */

/* What is wrong with a text, and where. */
typedef struct vrmi_JsonError {
    vrm_Result result;
    uint32_t offset;
    const char* expected; /* VRM_ERR_JSON: "a value" */
    uint64_t limit;       /* VRM_ERR_LIMIT */
    bool is_depth;        /* VRM_ERR_LIMIT: json_depth, else json_values */
} vrmi_JsonError;

/* Nodes under construction. Offsets count from the text's first byte, refs from 0. */
typedef struct vrmi_JsonTape {
    vrm_Allocator allocator;
    vrmi_JsonNode* nodes;
    uint32_t count, capacity;
    vrmi_JsonMarks marks;
    uint32_t surrogate_count; /* strings with VRMI_JSON_SURROGATE */
    bool has_duplicate;       /* there is a VRMI_JSON_DUPLICATE */
    bool is_exact;            /* input: count the nodes first, however long the text is */
} vrmi_JsonTape;

void vrmi_json_tape_release(vrmi_JsonTape* tape);

/* Makes room for `capacity` nodes, at least those that are there. False without memory. */
bool vrmi_json_resize_nodes(vrmi_JsonTape* tape, uint64_t capacity);

/* Reads one value with white space around it. Only the allocator and is_exact of `tape` are set
 * before; the tape must be released after a failure too. */
vrm_Result vrmi_json_read(const char* text, uint32_t size, uint32_t max_depth, uint32_t max_values,
                          vrmi_JsonTape* tape, vrmi_JsonError* error);

/* The same in plain C, on any CPU. This reader decides what is valid, and reports the error. */
vrm_Result vrmi_json_read_plain(const char* text, uint32_t size, uint32_t max_depth,
                                uint32_t max_values, vrmi_JsonTape* tape, vrmi_JsonError* error);

/* ---- The number of nodes (estimate.c) ---- */

/* Up to this size the nodes of a text are always counted. */
#define VRMI_JSON_SHORT_TEXT 16384u

/* An upper bound for the nodes of any valid text; and an estimate, which is mostly somewhat too
 * high. */
uint32_t vrmi_json_most_nodes(const char* text, uint32_t size);
uint64_t vrmi_json_guess_nodes(const char* text, uint32_t size);

/* ---- A document (json_document.c) ---- */

/* As vrm_json_parse(). With `is_exact` the nodes of a long text are counted first, which takes a
 * few percent of the time and leaves no room unused; otherwise their number is estimated. */
vrm_Result vrmi_json_parse(const char* text, size_t size, const vrm_JsonDef* given, bool is_exact,
                           vrm_Report* report, vrm_Json** out_json);

/* The text as parsed, without edits. */
static inline vrm_Span vrmi_json_source(const vrm_Json* json) {
    return (vrm_Span){json->text, json->text_size};
}

/* Checks the escapes of a string with quotes; adds VRMI_JSON_ESCAPED and _SURROGATE to `tag`. */
bool vrmi_json_check_string(const char* text, uint32_t size, uint32_t* tag);

/* ---- Duplicate keys (keys.c) ---- */

/* Of members with equal keys the last one takes effect, as with JSON.parse() and most other
 * readers: the permissions of an avatar must not depend on which program reads them. */
static inline bool vrmi_json_is_shadowed(const vrm_Json* json, vrm_JsonRef key) {
    const vrmi_JsonNode* node = vrmi_json_typed(json, key, VRM_JSON_STRING);
    return node != NULL && (node->tag & VRMI_JSON_SHADOWED) != 0;
}

/* vrm_json_next() over the members that take effect. */
static inline bool vrmi_json_next_member(vrm_JsonIter* it) {
    do
        if (!vrm_json_next(it)) return false;
    while (vrmi_json_is_shadowed(it->json, it->key));
    return true;
}

/* Flags every key of a complete object that an earlier member has as VRMI_JSON_DUPLICATE, and every
 * one that a later member has as VRMI_JSON_SHADOWED. False: no memory. */
bool vrmi_json_flag_duplicates(const char* text, vrmi_JsonTape* tape, uint32_t object);

/* The same for one key of an open object. */
void vrmi_json_flag_duplicate(const char* text, vrmi_JsonTape* tape, uint32_t object, uint32_t key);

/* ---- Strings (string.c) ---- */

/* The value of four hexadecimal digits; -1 when they are not. */
int32_t vrmi_json_hex4(const char* at);

/* One character of a checked string's inside, escapes decoded, half a surrogate pair as U+FFFD. */
uint32_t vrmi_json_char(const char** at, const char* end);

/* Writes UTF-8 as a JSON string with quotes; invalid bytes become U+FFFD. Returns the size; with
 * `out` NULL only that. */
size_t vrmi_json_quote(const char* text, size_t size, char* out);

/* Whether the strings (checked, with quotes) are the same once decoded. */
bool vrmi_json_same_string(const char* a, uint32_t a_size, bool a_escaped, const char* b,
                           uint32_t b_size, bool b_escaped);

/* Collects text in a caller's buffer, counts what does not fit, and terminates the text. */
typedef struct vrmi_JsonOut {
    char* buffer;
    size_t size, length;
} vrmi_JsonOut;

void vrmi_json_out(vrmi_JsonOut* out, const char* text, size_t size);
size_t vrmi_json_out_end(vrmi_JsonOut* out);

/* ---- Numbers (number.c, shortest.c) ---- */

/* `text` is a checked number. False: it overflows. */
bool vrmi_json_to_double(const char* text, uint32_t size, double* out);
bool vrmi_json_to_integer(const char* text, uint32_t size, int64_t* out);

#define VRMI_JSON_NUMBER_ROOM 32

/* The shortest text that reads back as the same number, which must be finite. Returns its length.
 */
uint32_t vrmi_json_from_float(float value, char out[VRMI_JSON_NUMBER_ROOM]);
uint32_t vrmi_json_from_double(double value, char out[VRMI_JSON_NUMBER_ROOM]);

/* ---- Marks (marks.c) ---- */

#define VRMI_JSON_MARK_EVERY 32u
#define VRMI_JSON_MARK_FROM  64u /* a container with up to so many children has no marks */

/* Called for a complete container with more than VRMI_JSON_MARK_FROM children. False: no memory. */
bool vrmi_json_mark_children(vrmi_JsonTape* tape, uint32_t container);

/* Called when the tape is complete. */
void vrmi_json_sort_marks(vrmi_JsonTape* tape);

/* Appends marks behind all others; their refs count from `first`. False: no memory, nothing
 * changed. */
bool vrmi_json_append_marks(vrm_Json* json, const vrmi_JsonMarks* marks, uint32_t first);

void vrmi_json_release_marks(const vrm_Allocator* allocator, vrmi_JsonMarks* marks);

/* Whether every child is a single node (or a key and a single node). */
static inline bool vrmi_json_is_flat(const vrmi_JsonNode* container, uint32_t count) {
    bool is_object = vrmi_json_tag_type(container->tag) == VRM_JSON_OBJECT;
    return container->span - 1 == count * (is_object ? 2 : 1);
}

/* ---- Places (place.c) ---- */

/* Writes the ancestors of a value, outermost first, to `path` (NULL: only counts them), and the
 * index of the value in the last of them. A key counts as its value. False when the value was
 * removed or does not exist. */
bool vrmi_json_path(const vrm_Json* json, vrm_JsonRef value, vrm_JsonRef* path, uint32_t* out_depth,
                    uint32_t* out_index);

#endif
