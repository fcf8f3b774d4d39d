/* SPDX-License-Identifier: MIT */
/* Text to nodes on CPUs with wide instructions: scan.c finds the tokens of some blocks, and this
 * file turns them into nodes, chunk by chunk, so that only the nodes are kept. It accepts the same
 * texts as the plain reader (parse.c) and makes the same nodes. Whatever it declines is read again
 * by the plain reader, which reports the error. */
#include "json/fast.h"

#if VRMI_JSON_FAST

#include <string.h>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define MAX_TOKENS 1024u /* of 3 to 4 kB of text */
#define MARGIN     8u    /* tokens that one iteration may take, and one of lookahead */
#define MAX_OPEN   128u
#define FEW_KEYS   32u
#define ONE_CHILD  (1u << VRMI_JSON_COUNT_BIT)

/* An open container. */
typedef struct Open {
    uint64_t seen; /* one bit for each key, by its hash */
    uint32_t ref;
    uint32_t tag; /* the type, and the number of children before the current one */
} Open;

typedef struct Reader {
    vrmi_JsonScan scan;
    vrmi_JsonTape* tape;
    uint32_t max_values;
    uint32_t* end;            /* behind the tokens; at the end of the text, behind the real ones */
    bool is_last, is_counted; /* is_counted: the tape has room for all nodes of the text */
    Open* outer;              /* the containers around the innermost open one; the first is none */
    Open* last_outer;         /* in which no more can be opened */
    uint32_t* tokens;         /* MAX_TOKENS of them */
} Reader;

/* ---- Tokens ---- */

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
    return vrmi_json_resize_nodes(reader->tape,
                                  vrmi_json_most_nodes(reader->scan.text, reader->scan.size));
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
    return vrmi_json_resize_nodes(tape, guess > needed ? guess : needed);
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

/* ---- Scalars ---- */

/* What begins with a byte: a tag, and whether it needs more than a node. */
#define CHECKED 64u  /* a word, or no value */
#define BRACKET 128u /* opens a container */

/* clang-format off */
enum {
    X = CHECKED, S = VRM_JSON_STRING, N = VRM_JSON_NUMBER, Z = VRM_JSON_NULL | CHECKED,
    F = VRM_JSON_BOOL | CHECKED, T = F | VRMI_JSON_TRUE,
    A = VRM_JSON_ARRAY | BRACKET, O = VRM_JSON_OBJECT | BRACKET
};
static const uint8_t kinds[256] = {
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, S, X, X, X, X, X, X, X, X, X, X, N, X, X,
    N, N, N, N, N, N, N, N, N, N, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, A, X, X, X, X,
    X, X, X, X, X, X, F, X, X, X, X, X, X, X, Z, X,
    X, X, X, X, T, X, X, X, X, X, X, O, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
};
/* clang-format on */

static bool is_word(const char* at, uint32_t size, uint32_t tag) {
    if (tag == VRM_JSON_BOOL) return size == 5 && memcmp(at, "false", 5) == 0;
    return size == 4 && memcmp(at, tag == VRM_JSON_NULL ? "null" : "true", 4) == 0;
}

/* The tag of a word, or of a string that may have a backslash; if it has one, all its escapes are
 * checked. 0: invalid. */
static uint32_t checked_tag(Reader* reader, uint32_t begin, uint32_t size, uint32_t kind) {
    const char* at = reader->scan.text + begin;
    uint32_t tag = kind & ~CHECKED;
    if (tag != VRM_JSON_STRING) return tag != 0 && is_word(at, size, tag) ? tag : 0;
    if (begin >= reader->scan.last_backslash || memchr(at, '\\', size) == NULL) return tag;
    if (!vrmi_json_check_string(at, size, &tag)) return 0;
    if (tag & VRMI_JSON_SURROGATE) reader->tape->surrogate_count++;
    return tag;
}

/* ---- Keys ---- */

/* One of 64 bits, chosen by the key's size and its first eight bytes, which must be in the text.
 * Two keys of an object with the same bit are then compared in full. */
VRMI_JSON_INLINE uint64_t key_bit(const char* key, uint32_t size) {
    uint64_t word;
    memcpy(&word, key, sizeof word);
#if defined(__BMI2__)
    word = _bzhi_u64(word, 8 * size); /* of a size from 32 on perhaps fewer, or none */
#else
    word <<= (0 - 8 * (size < 8 ? size : 8)) % 64;
#endif
    return (uint64_t)1 << ((word + size) * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}

/* The same for a key that may be escaped, or stand at the end of the text: those have all bits. */
static uint64_t checked_key_bit(const Reader* reader, uint32_t begin, uint32_t size, uint32_t tag) {
    if ((tag & VRMI_JSON_ESCAPED) != 0 || reader->scan.size - begin < 8) return ~(uint64_t)0;
    return key_bit(reader->scan.text + begin, size);
}

/* The key may be one that its object already has. Objects with many keys are looked at when they
 * are complete. */
static void check_duplicate(Reader* reader, const vrmi_JsonNode* object, uint32_t tag,
                            const vrmi_JsonNode* key) {
    const vrmi_JsonNode* nodes = reader->tape->nodes;
    if (tag < FEW_KEYS * ONE_CHILD)
        vrmi_json_flag_duplicate(reader->scan.text, reader->tape, (uint32_t)(object - nodes),
                                 (uint32_t)(key - nodes));
}

/* ---- Structure ---- */

/* The state of building. It lives in registers: only inlined functions get its address. */
typedef struct State {
    const char* text;
    uint32_t* next;        /* token */
    const uint32_t* limit; /* from tokens before it, MARGIN can be read */
    uint32_t special;      /* kinds that need more than a node */
    vrmi_JsonNode* nodes;
    vrmi_JsonNode* node;      /* the next one */
    vrmi_JsonNode* container; /* the innermost open one; the rest is that of Open */
    uint64_t seen;
    uint32_t tag;
    Open* outer;
} State;

/* Tokens, and the nodes, which may have moved. */
typedef struct Fetched {
    uint32_t* next;
    const uint32_t* limit;
    vrmi_JsonNode* nodes;
    uint32_t special;
} Fetched;

/* `next` is NULL if there are no more tokens. */
static Fetched fetch_tokens(Reader* reader, uint32_t* next, size_t count) {
    reader->tape->count = (uint32_t)count;
    Fetched fetched = {.next = refill(reader, next), .special = BRACKET | CHECKED};
    if (fetched.next == NULL || fetched.next == reader->end) return (Fetched){.next = NULL};
    fetched.nodes = reader->tape->nodes;
    if (reader->end - fetched.next >= (ptrdiff_t)MARGIN) {
        fetched.limit = reader->end - (MARGIN - 1);
    } else { /* there may be fewer than the eight bytes that key_bit() reads */
        fetched.limit = reader->end;
        fetched.special |= VRM_JSON_STRING;
    }
    if (*fetched.next < reader->scan.last_backslash) fetched.special |= VRM_JSON_STRING;
    return fetched;
}

VRMI_JSON_INLINE bool has_tokens(Reader* reader, State* state) {
    if (__builtin_expect(state->next < state->limit, 1)) return true;
    ptrdiff_t count = state->node - state->nodes, ref = state->container - state->nodes;
    Fetched fetched = fetch_tokens(reader, state->next, (size_t)count);
    state->next = fetched.next;
    state->limit = fetched.limit;
    state->special = fetched.special;
    state->nodes = fetched.nodes;
    if (fetched.next == NULL) return false;
    state->node = fetched.nodes + count;
    state->container = fetched.nodes + ref;
    return true;
}

/* Between a scalar and the next token there is only white space. */
VRMI_JSON_INLINE uint32_t trim(const char* text, uint32_t end) {
    while (__builtin_expect((unsigned char)text[(size_t)end - 1] <= ' ', 0)) end--;
    return end;
}

/* The next two tokens must be a key and its colon. */
VRMI_JSON_INLINE bool add_key(Reader* reader, State* state) {
    const char* text = state->text;
    uint32_t begin = state->next[0], colon = state->next[1], tag = VRM_JSON_STRING;
    if (text[begin] != '"' || text[colon] != ':') return false;
    uint32_t size = trim(text, colon) - begin;
    uint64_t bit;
    if (__builtin_expect((state->special & VRM_JSON_STRING) == 0, 1)) {
        bit = key_bit(text + begin, size);
    } else {
        tag = checked_tag(reader, begin, size, tag);
        if (tag == 0) return false;
        bit = checked_key_bit(reader, begin, size, tag);
    }
    *state->node = (vrmi_JsonNode){begin, size, 1, tag};
    if (__builtin_expect((state->seen & bit) != 0, 0))
        check_duplicate(reader, state->container, state->tag, state->node);
    state->seen |= bit;
    state->node++;
    state->next += 2;
    return true;
}

/* The next token begins a scalar, or nothing valid; the one behind it is not consumed. */
VRMI_JSON_INLINE bool add_scalar(Reader* reader, State* state, uint32_t begin, uint32_t end,
                                 uint32_t kind) {
    uint32_t size = trim(state->text, end) - begin;
    if (__builtin_expect((kind & state->special) != 0, 0)) {
        kind = checked_tag(reader, begin, size, kind);
        if (kind == 0) return false; /* before the node is added: see reserve_counted() */
    }
    *state->node++ = (vrmi_JsonNode){begin, size, 1, kind};
    state->tag += ONE_CHILD;
    return true;
}

VRMI_JSON_INLINE bool open_container(const Reader* reader, State* state, uint32_t begin,
                                     uint32_t type) {
    Open* outer = state->outer;
    if (outer == reader->last_outer) return false;
    outer->seen = state->seen;
    outer->ref = (uint32_t)(state->container - state->nodes);
    outer->tag = state->tag;
    state->outer = outer + 1;
    state->container = state->node++;
    state->container->offset = begin;
    state->seen = 0;
    state->tag = type;
    return true;
}

/* Of a complete container. */
static bool finish_large(Reader* reader, const vrmi_JsonNode* container) {
    vrmi_JsonTape* tape = reader->tape;
    uint32_t ref = (uint32_t)(container - tape->nodes), tag = container->tag;
    bool is_marked = tag >> VRMI_JSON_COUNT_BIT > VRMI_JSON_MARK_FROM;
    if (is_marked && !vrmi_json_mark_children(tape, ref)) return false;
    return vrmi_json_tag_type(tag) != VRM_JSON_OBJECT ||
           vrmi_json_flag_duplicates(reader->scan.text, tape, ref);
}

VRMI_JSON_INLINE bool close_container(Reader* reader, State* state, uint32_t end) {
    vrmi_JsonNode* node = state->container;
    const Open* outer = --state->outer;
    node->size = end + 1 - node->offset;
    node->span = (uint32_t)(state->node - node);
    node->tag = state->tag;
    state->seen = outer->seen;
    state->container = state->nodes + outer->ref;
    state->tag = outer->tag + ONE_CHILD;
    return node->tag < (FEW_KEYS + 1) * ONE_CHILD || finish_large(reader, node);
}

/* Behind the root there may only be white space. */
static bool is_at_end(Reader* reader, uint32_t* next) {
    if (next != reader->end) return false;
    if (!reader->is_last && (refill(reader, next) == NULL || reader->end != reader->tokens))
        return false;
    return reader->is_last && reader->scan.carry.bad == 0 &&
           reader->tape->count <= reader->max_values;
}

/* Separate loops for objects and arrays avoid a branch per value. */
static bool build(Reader* reader) {
    State state = {.text = reader->scan.text,
                   .next = reader->end,
                   .limit = reader->end,
                   .outer = reader->outer};
    if (!has_tokens(reader, &state)) return false;
    const char* text = state.text;
    uint32_t begin = *state.next++, end, kind = kinds[(unsigned char)text[begin]];
    if ((kind & BRACKET) == 0) return false;
opening:
    end = *state.next;
    if (!open_container(reader, &state, begin, kind & VRMI_JSON_TYPE_BITS)) return false;
    if (kind == (VRM_JSON_ARRAY | BRACKET)) {
        if (text[end] == ']') goto closing;
        goto element;
    }
    if (text[end] == '}') goto closing;
member:
    if (!has_tokens(reader, &state)) return false;
    if (!add_key(reader, &state)) return false;
    begin = state.next[0];
    end = state.next[1];
    state.next++;
    kind = kinds[(unsigned char)text[begin]];
    if (kind & BRACKET) goto opening;
    if (!add_scalar(reader, &state, begin, end, kind)) return false;
    if (text[end] == ',') {
        state.next++;
        goto member;
    }
    if (text[end] != '}') return false;
    goto closing;
element:
    if (!has_tokens(reader, &state)) return false;
    begin = state.next[0];
    end = state.next[1];
    state.next++;
    kind = kinds[(unsigned char)text[begin]];
    if (kind & BRACKET) goto opening;
    if (!add_scalar(reader, &state, begin, end, kind)) return false;
    if (text[end] == ',') {
        state.next++;
        goto element;
    }
    if (text[end] != ']') return false;
closing:
    state.next++;
    if (!close_container(reader, &state, end)) return false;
    if (vrmi_json_tag_type(state.tag) == VRM_JSON_NONE) {
        reader->tape->count = (uint32_t)(state.node - state.nodes);
        return is_at_end(reader, state.next);
    }
    if (!has_tokens(reader, &state)) return false;
    end = *state.next;
    if (vrmi_json_tag_type(state.tag) == VRM_JSON_OBJECT) {
        if (text[end] == '}') goto closing;
        if (text[end] != ',') return false;
        state.next++;
        goto member;
    }
    if (text[end] == ']') goto closing;
    if (text[end] != ',') return false;
    state.next++;
    goto element;
}

bool vrmi_json_read_fast(const char* text, uint32_t size, uint32_t max_depth, uint32_t max_values,
                         vrmi_JsonTape* tape) {
    /* On the stack, 6 kB: many texts are hardly larger than that. */
    Open outer[MAX_OPEN];
    uint32_t tokens[MAX_TOKENS];
    Reader reader = {.scan = {.text = text, .size = size},
                     .tape = tape,
                     .max_values = max_values,
                     .outer = outer,
                     .last_outer = outer + (max_depth < MAX_OPEN ? max_depth : MAX_OPEN),
                     .tokens = tokens,
                     .end = tokens};
    if (size == 0) return false;
    if (!build(&reader)) return false;
    vrmi_json_sort_marks(tape);
    /* Returns a large unused part of the room; if that fails, the room is kept. */
    uint32_t unused = tape->capacity - tape->count;
    if (unused > 4096 && unused > tape->count / 2) vrmi_json_resize_nodes(tape, tape->count);
    return true;
}

#endif
