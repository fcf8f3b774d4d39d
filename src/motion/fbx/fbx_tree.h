/* SPDX-License-Identifier: MIT */
/* The nodes of an FBX file, binary or text, in one form. Nodes are in the order of the file, each
 * followed by its descendants. Values are decoded on request, so geometry costs only its heads. */
#ifndef VRMI_MOTION_FBX_TREE_H
#define VRMI_MOTION_FBX_TREE_H

#include "motion/capture/capture.h"

enum {
    VRMI_FBX_DEPTH_MAX = 64,  /* nodes within nodes */
    VRMI_FBX_TEXT_HEAD = 1024 /* bytes in which text must identify itself as FBX */
};

typedef struct vrmi_FbxNode {
    uint32_t name_at, values_at, values_size; /* in the file */
    uint32_t end;                             /* the node after its last descendant */
    uint8_t name_size;
} vrmi_FbxNode;

/* State of the reader. The first failure stays in `result`. */
typedef struct vrmi_FbxTree {
    const vrmi_CaptureInput* input;
    const uint8_t* bytes;
    size_t size;
    bool is_text, has_wide_heads;
    uint32_t version;    /* 5000 to 7700 */
    vrmi_FbxNode* nodes; /* 0 is the file itself */
    size_t node_count, node_room;
    uint8_t* scratch; /* of the last array */
    size_t scratch_room;
    int64_t* times; /* of the last list of times */
    size_t times_room, times_count;
    uint32_t times_node;
    vrmi_Arena arena;        /* of temporary data */
    vrmi_Arena work;         /* of one curve */
    uint64_t bytes_left;     /* of memory */
    uint64_t unpacking_left; /* bytes that deflated arrays may still inflate to */
    vrm_Result result;
} vrmi_FbxTree;

/* ---- Reading ---- */

bool vrmi_fbx_is_binary(const uint8_t* bytes, size_t size);
bool vrmi_fbx_is_text(const uint8_t* bytes, size_t size);

/* Reads all nodes, or sets a failure in tree->result. Release the tree in both cases. */
void vrmi_fbx_parse(vrmi_FbxTree* tree, const vrmi_CaptureInput* input);
void vrmi_fbx_release(vrmi_FbxTree* tree);

/* For the two parsers: adds a node without name or values. Returns its index, or 0 if memory runs
 * out. */
uint32_t vrmi_fbx_add_node(vrmi_FbxTree* tree);
void vrmi_fbx_parse_binary(vrmi_FbxTree* tree);
void vrmi_fbx_parse_text(vrmi_FbxTree* tree);

/* Sets the result, with a finding, unless there is one already. */
void vrmi_fbx_fail(vrmi_FbxTree* tree, size_t at, const char* why);
void vrmi_fbx_fail_memory(vrmi_FbxTree* tree, vrm_Result result);

/* Returns true if so many bytes may still be used; sets the result if not. */
bool vrmi_fbx_charge(vrmi_FbxTree* tree, size_t count, size_t size);

/* Arenas with small blocks: a small file reserves little. */
void vrmi_fbx_arena_init(vrmi_Arena* arena, const vrm_Allocator* allocator);

/* Zeroed memory from `arena`, charged; NULL with the result set. */
void* vrmi_fbx_alloc(vrmi_FbxTree* tree, vrmi_Arena* arena, size_t count, size_t size);

/* ---- Nodes ---- */

bool vrmi_fbx_is_named(const vrmi_FbxTree* tree, uint32_t node, const char* name);

/* Iterates over children: `child` is 0 at first, and 0 is returned after the last. */
uint32_t vrmi_fbx_next(const vrmi_FbxTree* tree, uint32_t node, uint32_t child);

/* The first child of that name; 0: none. */
uint32_t vrmi_fbx_child(const vrmi_FbxTree* tree, uint32_t node, const char* name);

/* ---- Values ---- */

typedef enum vrmi_FbxKind {
    VRMI_FBX_NONE, /* after the last value, or damaged */
    VRMI_FBX_INTEGER,
    VRMI_FBX_REAL,
    VRMI_FBX_TEXT, /* includes words without quotes */
    VRMI_FBX_ARRAY /* of a binary file */
} vrmi_FbxKind;

typedef struct vrmi_FbxValue {
    vrmi_FbxKind kind;
    int64_t integer; /* of a real number, too: rounded toward zero, bounded */
    double real;     /* of an integer, too; finite */
    const char* text;
    size_t text_size;
    char element; /* of an array: b c i l f d */
    bool is_deflated;
    uint32_t count;
} vrmi_FbxValue;

typedef struct vrmi_FbxCursor {
    const vrmi_FbxTree* tree;
    size_t at, end;
} vrmi_FbxCursor;

vrmi_FbxCursor vrmi_fbx_values(const vrmi_FbxTree* tree, uint32_t node);
vrmi_FbxValue vrmi_fbx_take(vrmi_FbxCursor* cursor);

/* Value `index` of a node, from 0. */
vrmi_FbxValue vrmi_fbx_value(const vrmi_FbxTree* tree, uint32_t node, int index);

/* The first value of the child `name`, or `fallback`. */
double vrmi_fbx_number(const vrmi_FbxTree* tree, uint32_t node, const char* name, double fallback);

/* Returns the letter of a value: binary files store it as a number, text as a word. 0: none. */
char vrmi_fbx_letter(vrmi_FbxValue value);

bool vrmi_fbx_text_is(vrmi_FbxValue value, const char* text);

/* ---- Arrays ---- */

/* Returns the number of values of a node in any form: as an array, as the child `a` of text, or one
 * by one. Returns 0 if there are none, or if the stated number is impossible. */
size_t vrmi_fbx_count(vrmi_FbxTree* tree, uint32_t node);

/* Reads the first `count` of them. Returns false, with undefined values, if they are damaged or
 * fewer. Floats of a binary file are copied bit by bit into `bits`; in text, numbers above 2^24 are
 * read as bits, the form in which weights of keys are stored. */
bool vrmi_fbx_integers(vrmi_FbxTree* tree, uint32_t node, int64_t* out, size_t count);
bool vrmi_fbx_floats(vrmi_FbxTree* tree, uint32_t node, float* out, size_t count);
bool vrmi_fbx_bits(vrmi_FbxTree* tree, uint32_t node, uint32_t* out, size_t count);
bool vrmi_fbx_doubles(vrmi_FbxTree* tree, uint32_t node, double* out, size_t count);

/* Returns the first `count` of them as integers, valid until the next call; NULL: as above. If a
 * node has the same bytes as the previous one, as the times of most curves do, they are not read
 * again. */
const int64_t* vrmi_fbx_times(vrmi_FbxTree* tree, uint32_t node, size_t count);

/* ---- Properties ---- */

/* The list of an object's properties (Properties70 or Properties60); 0: none. */
uint32_t vrmi_fbx_properties(const vrmi_FbxTree* tree, uint32_t object);

/* Iterates over the properties of a list, by name: `at` is 0 at first. Returns false after the
 * last. */
bool vrmi_fbx_next_property(const vrmi_FbxTree* tree, uint32_t list, uint32_t* at,
                            vrmi_FbxValue* out_name);
vrmi_FbxCursor vrmi_fbx_property_values(const vrmi_FbxTree* tree, uint32_t property);

/* Finds the property `name` of an object: a cursor at its first value. Returns false if there is
 * none. `fallback` is the template of its type, 0: none. */
bool vrmi_fbx_property(const vrmi_FbxTree* tree, uint32_t object, uint32_t fallback,
                       const char* name, vrmi_FbxCursor* out);

/* The same as numbers; untouched where there are none. */
void vrmi_fbx_property_vector(const vrmi_FbxTree* tree, uint32_t object, uint32_t fallback,
                              const char* name, double out[3]);
double vrmi_fbx_property_number(const vrmi_FbxTree* tree, uint32_t object, uint32_t fallback,
                                const char* name, double otherwise);
int64_t vrmi_fbx_property_integer(const vrmi_FbxTree* tree, uint32_t object, uint32_t fallback,
                                  const char* name, int64_t otherwise);

#endif
