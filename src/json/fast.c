/* SPDX-License-Identifier: MIT */
/* Text to nodes on CPUs with wide instructions: scan.c finds the tokens of some blocks, and this
 * file turns them into nodes, chunk by chunk, so that only the nodes are kept. It accepts the same
 * texts as the plain reader (parse.c) and makes the same nodes. Whatever it declines is read again
 * by the plain reader, which reports the error. */
#include "json/fast.h"

#if VRMI_JSON_FAST

#include <string.h>

#define MAX_TOKENS 1024u /* of 3 to 4 kB of text */
#define MARGIN     8u    /* tokens that one iteration may take, and one of lookahead */
#define MAX_OPEN   128u
#define FEW_KEYS   32u

typedef struct Reader {
    vrmi_JsonScan scan;
    vrmi_JsonTape* tape;
    uint32_t max_depth, max_values;
    uint32_t* end;            /* behind the tokens; at the end of the text, behind the real ones */
    bool is_last, is_counted; /* is_counted: the tape has room for all nodes of the text */
    uint64_t* seen;           /* one bit for each key of an open object, by its hash */
    uint32_t* tokens;         /* MAX_TOKENS of them */
} Reader;

/* ---- Tokens ---- */

static bool resize_nodes(vrmi_JsonTape* tape, uint64_t capacity) {
    size_t bytes;
    if (capacity > VRMI_JSON_MAX_NODES || !vrmi_mul((size_t)capacity, sizeof *tape->nodes, &bytes))
        return false;
    vrmi_JsonNode* nodes = vrmi_alloc(&tape->allocator, bytes);
    if (nodes == NULL) return false;
    if (tape->count > 0) memcpy(nodes, tape->nodes, tape->count * sizeof *nodes);
    vrmi_release(&tape->allocator, tape->nodes, (size_t)tape->capacity * sizeof *nodes);
    tape->nodes = nodes;
    tape->capacity = (uint32_t)capacity;
    return true;
}

/* How many of the tokens make nodes. */
static uint32_t count_nodes(const Reader* reader) {
    uint32_t count = 0;
    for (const uint32_t* token = reader->tokens; token < reader->end; token++) {
        char byte = reader->scan.text[*token];
        count += byte != ',' && byte != ':' && (byte | 0x20) != '}';
    }
    return count;
}

/* Room for all nodes of the text. Every node but the root stands behind a comma, a colon or an
 * opening bracket of its own, which is read before the node is made, and a closing bracket makes no
 * node. So the number of these characters plus one is an upper bound, for valid and invalid text,
 * and the room need not be checked again. */
static bool reserve_counted(Reader* reader) {
    reader->is_counted = true;
    return resize_nodes(reader->tape, vrmi_json_most_nodes(reader->scan.text, reader->scan.size));
}

/* Room for the nodes of `tokens` tokens of a long text. Behind every scalar, key and closing
 * bracket there is a comma, a colon or a closing bracket, and at most MAX_OPEN brackets are open:
 * about every second token makes a node. When the room runs short, the nodes of the present tokens
 * are counted; if they do not fit, the rest of the text is counted as well. */
static bool reserve_guessed(Reader* reader, uint32_t tokens) {
    enum { SPARE = MAX_OPEN / 2 + MARGIN };
    vrmi_JsonTape* tape = reader->tape;
    const vrmi_JsonScan* scan = &reader->scan;
    uint64_t needed = (uint64_t)tape->count + tokens / 2 + SPARE, guess;
    if (tape->capacity == 0) {
        guess = vrmi_json_guess_nodes(scan->text, scan->size) + SPARE + MARGIN;
    } else {
        if (needed <= tape->capacity) return true;
        needed = (uint64_t)tape->count + count_nodes(reader) + MARGIN;
        if (needed <= tape->capacity) return true;
        guess = needed + vrmi_json_most_nodes(scan->text + scan->at, scan->size - scan->at);
    }
    return resize_nodes(tape, guess > needed ? guess : needed);
}

static bool reserve_nodes(Reader* reader, uint32_t tokens) {
    if (reader->is_counted) return true;
    bool is_short = reader->scan.size <= VRMI_JSON_SHORT_TEXT;
    if (is_short || reader->tape->is_exact) return reserve_counted(reader);
    return reserve_guessed(reader, tokens);
}

/* Scans more tokens behind those that are left, and reserves room for their nodes. NULL when there
 * are no more, or on failure. */
static uint32_t* refill(Reader* reader, uint32_t* next) {
    if (reader->is_last) return next < reader->end ? next : NULL;
    uint32_t count = (uint32_t)(reader->end - next);
    memmove(reader->tokens, next, count * sizeof *reader->tokens);
    while (count < MARGIN && reader->scan.at < reader->scan.size)
        count += vrmi_json_scan(&reader->scan, reader->tokens + count, reader->tokens + MAX_TOKENS);
    reader->end = reader->tokens + count;
    if (count < MARGIN) {
        /* Sentinels: behind the last token the last byte of the text is repeated. A reader that
         * consumes a sentinel has consumed more tokens than the text has, which is detected at the
         * end. */
        reader->is_last = true;
        for (uint32_t i = 0; i < MARGIN; i++) reader->tokens[count + i] = reader->scan.size - 1;
    }
    if (reader->scan.carry.bad != 0 || reader->tape->count > reader->max_values) return NULL;
    if (count > 0 && !reserve_nodes(reader, count)) return NULL;
    return reader->tokens;
}

/* ---- Keys ---- */

/* One of 64 bits, chosen by the key's size and its first eight bytes; all 64 where the text ends
 * earlier. Two keys of an object with the same bit are then compared in full. */
static inline uint64_t key_bit(const char* text, const char* text_end, uint32_t size) {
    uint64_t word;
    if (text_end - text < 8) return ~(uint64_t)0;
    memcpy(&word, text, sizeof word);
    word <<= size < 8 ? 64 - 8 * size : 0;
    return (uint64_t)1 << ((word + size) * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}

/* ---- Scalars ---- */

static const uint8_t kinds[256] = {
    ['"'] = VRM_JSON_STRING,
    ['-'] = VRM_JSON_NUMBER,
    ['0'] = VRM_JSON_NUMBER,
    ['1'] = VRM_JSON_NUMBER,
    ['2'] = VRM_JSON_NUMBER,
    ['3'] = VRM_JSON_NUMBER,
    ['4'] = VRM_JSON_NUMBER,
    ['5'] = VRM_JSON_NUMBER,
    ['6'] = VRM_JSON_NUMBER,
    ['7'] = VRM_JSON_NUMBER,
    ['8'] = VRM_JSON_NUMBER,
    ['9'] = VRM_JSON_NUMBER,
    ['t'] = VRM_JSON_BOOL | VRMI_JSON_TRUE,
    ['f'] = VRM_JSON_BOOL,
    ['n'] = VRM_JSON_NULL,
    ['['] = VRM_JSON_ARRAY,
    ['{'] = VRM_JSON_OBJECT,
};

static bool is_word(const char* at, uint32_t size, uint32_t tag) {
    if (tag == VRM_JSON_BOOL) return size == 5 && memcmp(at, "false", 5) == 0;
    return size == 4 && memcmp(at, tag == VRM_JSON_NULL ? "null" : "true", 4) == 0;
}

/* Between a scalar and the next token there is only white space. */
static inline uint32_t trim(const char* text, uint32_t end) {
    while ((unsigned char)text[end - 1] <= ' ') end--;
    return end;
}

/* The tag of a string that may have a backslash; if it has one, all its escapes are checked. 0:
 * invalid. */
static uint32_t string_tag(vrmi_JsonTape* tape, const char* string, uint32_t size) {
    uint32_t tag = VRM_JSON_STRING;
    if (memchr(string, '\\', size) == NULL) return tag;
    if (!vrmi_json_check_string(string, size, &tag)) return 0;
    if (tag & VRMI_JSON_SURROGATE) tape->surrogate_count++;
    return tag;
}

/* ---- Structure ---- */

/* The state of building. It lives in registers: only inlined functions get its address. While a
 * container is open, its span holds the ref of its parent container, and its count the number of
 * children before the current one. */
typedef struct State {
    const char* text;
    const char* text_end;
    vrmi_JsonNode* nodes;
    uint32_t* next; /* token */
    uint32_t count; /* nodes */
    uint32_t open;  /* innermost open container; VRM_JSON_MISSING outside all */
    uint32_t depth, children;
    char close; /* the bracket that closes it */
    uint64_t seen;
} State;

/* The byte at the next token. */
VRMI_JSON_INLINE char peek(const State* state) {
    return state->text[*state->next];
}

VRMI_JSON_INLINE bool has_tokens(Reader* reader, State* state) {
    if ((uint32_t)(reader->end - state->next) >= MARGIN) return true;
    reader->tape->count = state->count;
    state->next = refill(reader, state->next);
    state->nodes = reader->tape->nodes;
    return state->next != NULL;
}

VRMI_JSON_INLINE void add_node(State* state, uint32_t begin, uint32_t size, uint32_t span,
                               uint32_t tag) {
    state->nodes[state->count++] = (vrmi_JsonNode){begin, size, span, tag};
}

VRMI_JSON_INLINE bool add_scalar(Reader* reader, State* state, uint32_t begin, uint32_t tag) {
    const char* at = state->text + begin;
    uint32_t size = trim(state->text, *state->next) - begin;
    if (tag == VRM_JSON_STRING) {
        if (begin < reader->scan.last_backslash) tag = string_tag(reader->tape, at, size);
    } else if (tag != VRM_JSON_NUMBER && !is_word(at, size, tag)) {
        tag = 0;
    }
    if (tag == 0) return false; /* before the node is added: see reserve_counted() */
    add_node(state, begin, size, 1, tag);
    return true;
}

/* A key and its colon. */
VRMI_JSON_INLINE bool add_key(Reader* reader, State* state) {
    const char* text = state->text;
    uint32_t begin = state->next[0], colon = state->next[1];
    if (text[begin] != '"' || text[colon] != ':') return false;
    uint32_t size = trim(text, colon) - begin, tag = VRM_JSON_STRING;
    uint64_t bit = key_bit(text + begin, state->text_end, size);
    if (begin < reader->scan.last_backslash) {
        tag = string_tag(reader->tape, text + begin, size);
        if (tag == 0) return false;
        if (tag & VRMI_JSON_ESCAPED) bit = ~(uint64_t)0; /* must be decoded */
    }
    add_node(state, begin, size, 1, tag);
    if ((state->seen & bit) != 0 && state->children < FEW_KEYS)
        vrmi_json_flag_duplicate(text, reader->tape, state->open, state->count - 1);
    state->seen |= bit;
    state->next += 2;
    return true;
}

VRMI_JSON_INLINE bool open_container(Reader* reader, State* state, uint32_t begin, uint32_t tag) {
    if (state->depth >= reader->max_depth) return false;
    if (state->open != VRM_JSON_MISSING)
        state->nodes[state->open].tag += state->children << VRMI_JSON_COUNT_BIT;
    add_node(state, begin, 0, state->open, tag);
    reader->seen[state->depth++] = state->seen;
    state->open = state->count - 1;
    state->close = tag == VRM_JSON_OBJECT ? '}' : ']';
    state->children = 0;
    state->seen = 0;
    return has_tokens(reader, state);
}

/* Precondition: the next token is the closing bracket. */
VRMI_JSON_INLINE bool close_container(Reader* reader, State* state) {
    vrmi_JsonTape* tape = reader->tape;
    uint32_t ref = state->open;
    vrmi_JsonNode* node = &state->nodes[ref];
    state->open = node->span;
    node->size = *state->next++ + 1 - node->offset;
    node->span = state->count - ref;
    node->tag += state->children << VRMI_JSON_COUNT_BIT;
    if (state->children > VRMI_JSON_MARK_EVERY && !vrmi_json_keep_marks(tape, ref)) return false;
    if (state->close == '}' && state->children > FEW_KEYS &&
        !vrmi_json_flag_duplicates(state->text, tape, ref))
        return false;
    state->seen = reader->seen[--state->depth];
    if (state->open == VRM_JSON_MISSING) return true;
    vrmi_JsonNode* parent = &state->nodes[state->open];
    state->children = parent->tag >> VRMI_JSON_COUNT_BIT;
    parent->tag &= VRMI_JSON_TYPE_BITS;
    state->close = parent->tag == VRM_JSON_OBJECT ? '}' : ']';
    return true;
}

/* Behind the root there may only be white space. */
static bool is_at_end(Reader* reader, uint32_t* next) {
    if (next != reader->end) return false;
    if (!reader->is_last && (refill(reader, next) == NULL || reader->end != reader->tokens))
        return false;
    return reader->is_last && reader->scan.carry.bad == 0 &&
           reader->tape->count <= reader->max_values;
}

static bool build(Reader* reader) {
    State state = {.text = reader->scan.text,
                   .text_end = reader->scan.text + reader->scan.size,
                   .next = reader->end,
                   .open = VRM_JSON_MISSING};
    if (!has_tokens(reader, &state)) return false;
    if (peek(&state) != '{' && peek(&state) != '[') return false;
    for (;;) {
        uint32_t begin = *state.next++;
        uint32_t tag = kinds[(unsigned char)state.text[begin]];
        bool is_empty = false;
        if ((tag & VRMI_JSON_TYPE_BITS) >= VRM_JSON_ARRAY) {
            if (!open_container(reader, &state, begin, tag)) return false;
            is_empty = peek(&state) == state.close;
            if (!is_empty) {
                if (state.close == '}' && !add_key(reader, &state)) return false;
                continue;
            }
        } else if (!add_scalar(reader, &state, begin, tag)) {
            return false;
        }
        /* Behind a value: closes containers up to the next comma. */
        for (;; is_empty = false) {
            if (!is_empty) {
                state.children++;
                if (!has_tokens(reader, &state)) return false;
                if (peek(&state) == ',') break;
                if (peek(&state) != state.close) return false;
            }
            if (!close_container(reader, &state)) return false;
            if (state.open != VRM_JSON_MISSING) continue;
            reader->tape->count = state.count;
            return is_at_end(reader, state.next);
        }
        state.next++;
        if (state.children % VRMI_JSON_MARK_EVERY == 0 &&
            !vrmi_json_mark_child(reader->tape, state.count))
            return false;
        if (state.close == '}' && !add_key(reader, &state)) return false;
    }
}

bool vrmi_json_read_fast(const char* text, uint32_t size, uint32_t max_depth, uint32_t max_values,
                         vrmi_JsonTape* tape) {
    /* On the stack, 5 kB: many texts are hardly larger than that. */
    uint64_t seen[MAX_OPEN + 1];
    uint32_t tokens[MAX_TOKENS];
    Reader reader = {.scan = {.text = text, .size = size},
                     .tape = tape,
                     .max_depth = max_depth < MAX_OPEN ? max_depth : MAX_OPEN,
                     .max_values = max_values,
                     .seen = seen,
                     .tokens = tokens,
                     .end = tokens};
    if (size == 0) return false;
    if (!build(&reader)) return false;
    vrmi_json_sort_marks(tape);
    /* Returns a large unused part of the room; if that fails, the room is kept. */
    uint32_t unused = tape->capacity - tape->count;
    if (unused > 4096 && unused > tape->count / 2) resize_nodes(tape, tape->count);
    return true;
}

#endif
