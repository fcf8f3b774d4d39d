/* SPDX-License-Identifier: MIT */
/* Text to nodes, checked against RFC 8259. Nothing recurses. While a container is open, its `span`
 * holds the ref of the container around it, and its `size` one bit for each of its keys.
 *
 * A function that reads gets the place of its first byte and returns the place behind its last, or
 * NULL after a failure, which is then in reader->error. */
#include "base/ascii.h"
#include "base/bytes.h"
#include "base/utf8.h"
#include "json/tree.h"

#include <string.h>

#define ONE_CHILD (1u << VRMI_JSON_COUNT_BIT)
#define FEW_KEYS  32u /* up to so many, keys with the same bit are compared with one another */

typedef struct Reader {
    const char* text;
    const char* end;
    vrmi_JsonTape* tape; /* its count is set at the end */
    vrmi_JsonNode* next; /* where the next node goes */
    vrmi_JsonNode* last; /* no node goes here: there is no room, or no more nodes are allowed */
    vrmi_JsonNode* open; /* the innermost open container; NULL outside all */
    vrmi_JsonError* error;
    uint32_t max_depth, max_values;
    uint32_t depth;
} Reader;

void vrmi_json_tape_release(vrmi_JsonTape* tape) {
    vrm_Allocator allocator = tape->allocator;
    bool is_exact = tape->is_exact;
    vrmi_release(&allocator, tape->nodes, (size_t)tape->capacity * sizeof *tape->nodes);
    vrmi_json_release_marks(&allocator, &tape->marks);
    *tape = (vrmi_JsonTape){.allocator = allocator, .is_exact = is_exact};
}

static const char* fail(const Reader* reader, const char* at, const char* expected) {
    *reader->error = (vrmi_JsonError){
        .result = VRM_ERR_JSON, .offset = (uint32_t)(at - reader->text), .expected = expected};
    return NULL;
}

static const char* fail_limit(const Reader* reader, const char* at, bool is_depth) {
    *reader->error = (vrmi_JsonError){.result = VRM_ERR_LIMIT,
                                      .offset = (uint32_t)(at - reader->text),
                                      .limit = is_depth ? reader->max_depth : reader->max_values,
                                      .is_depth = is_depth};
    return NULL;
}

static const char* fail_memory(const Reader* reader) {
    *reader->error = (vrmi_JsonError){.result = VRM_ERR_MEMORY};
    return NULL;
}

/* ---- White space, numbers and words ---- */

static const char* skip_space(const Reader* reader, const char* at) {
    while (at < reader->end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
    return at;
}

/* The byte there; 0 at the end, which begins no value. */
static char byte_at(const Reader* reader, const char* at) {
    return at < reader->end ? *at : '\0';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char* read_digits(const Reader* reader, const char* at) {
    if (!is_digit(byte_at(reader, at))) return fail(reader, at, "a digit");
    do at++;
    while (at < reader->end && is_digit(*at));
    return at;
}

static const char* read_number(const Reader* reader, const char* at) {
    if (*at == '-') at++;
    bool begins_with_zero = byte_at(reader, at) == '0';
    at = begins_with_zero ? at + 1 : read_digits(reader, at);
    if (begins_with_zero && is_digit(byte_at(reader, at)))
        return fail(reader, at, "a number without leading zeros");
    if (at != NULL && byte_at(reader, at) == '.') at = read_digits(reader, at + 1);
    if (at != NULL && (byte_at(reader, at) | 0x20) == 'e') {
        at++;
        if (byte_at(reader, at) == '+' || byte_at(reader, at) == '-') at++;
        at = read_digits(reader, at);
    }
    return at;
}

static const char* read_word(const Reader* reader, const char* at, const char* word) {
    size_t size = strlen(word);
    if ((size_t)(reader->end - at) < size || memcmp(at, word, size) != 0)
        return fail(reader, at, word);
    return at + size;
}

/* ---- Strings ---- */

#define EACH_BYTE(byte) ((byte)*UINT64_C(0x0101010101010101))

/* The high bit of each of eight bytes that is a quote, a backslash, a control character or not
 * ASCII. Above the first such byte the bits mean nothing. */
static uint64_t find_special(uint64_t word) {
    uint64_t quote = word ^ EACH_BYTE('"'), backslash = word ^ EACH_BYTE('\\');
    uint64_t below = (word - EACH_BYTE(0x20)) | (quote - EACH_BYTE(1)) | (backslash - EACH_BYTE(1));
    return (below | word) & EACH_BYTE(0x80);
}

/* Passes over the characters of a string that need no attention, eight at a time. */
static const char* skip_plain(const Reader* reader, const char* at) {
    for (; reader->end - at >= 8; at += 8) {
        uint64_t special = find_special(vrmi_load_u64((const uint8_t*)at));
        if (special != 0) return at + __builtin_ctzll(special) / 8;
    }
    while (at < reader->end && find_special(EACH_BYTE((unsigned char)*at)) == 0) at++;
    return at;
}

/* `at` is on the backslash. RFC 8259 section 8.2 leaves the treatment of unpaired surrogates to the
 * reader: they are accepted, flagged, and decoded as U+FFFD. */
static const char* read_escape(const Reader* reader, const char* at, uint32_t* tag) {
    *tag |= VRMI_JSON_ESCAPED;
    if (reader->end - at < 2 || memchr("\"\\/bfnrtu", at[1], 9) == NULL)
        return fail(reader, at, "an escape: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    if (at[1] != 'u') return at + 2;
    int32_t unit = reader->end - at >= 6 ? vrmi_json_hex4(at + 2) : -1;
    if (unit < 0) return fail(reader, at, "four hexadecimal digits behind \\u");
    at += 6;
    if (unit >= 0xDC00 && unit <= 0xDFFF) *tag |= VRMI_JSON_SURROGATE;
    if (unit < 0xD800 || unit > 0xDBFF) return at;
    bool has_low = reader->end - at >= 6 && at[0] == '\\' && at[1] == 'u';
    int32_t low = has_low ? vrmi_json_hex4(at + 2) : -1;
    if (low >= 0xDC00 && low <= 0xDFFF) return at + 6;
    *tag |= VRMI_JSON_SURROGATE;
    return at;
}

/* Reads an escape or a character beyond ASCII; refuses control characters and invalid UTF-8. */
static const char* read_special(const Reader* reader, const char* at, uint32_t* tag) {
    if (*at == '\\') return read_escape(reader, at, tag);
    if ((unsigned char)*at < 0x20)
        return fail(reader, at, "an escape, since control characters cannot stand in a string");
    uint32_t character;
    size_t length = vrmi_utf8_next(at, (size_t)(reader->end - at), &character);
    return character == VRMI_UTF8_BAD ? fail(reader, at, "UTF-8") : at + length;
}

static const char* read_string(const Reader* reader, const char* at, uint32_t* tag) {
    at = skip_plain(reader, at + 1);
    while (at < reader->end && *at != '"') {
        at = read_special(reader, at, tag);
        if (at == NULL) return NULL;
        at = skip_plain(reader, at);
    }
    return at < reader->end ? at + 1 : fail(reader, at, "the closing quote of a string");
}

/* ---- Nodes ---- */

static uint32_t ref_of(const Reader* reader, const vrmi_JsonNode* node) {
    return node == NULL ? VRM_JSON_MISSING : (uint32_t)(node - reader->tape->nodes);
}

static vrmi_JsonNode* node_of(const Reader* reader, uint32_t ref) {
    return ref == VRM_JSON_MISSING ? NULL : reader->tape->nodes + ref;
}

/* Room for the node at `at` and all behind it. Their number is estimated first, and counted where
 * the estimate was too low. Each stands behind a comma, a colon or an opening bracket of its own
 * but the root, so that counting gives an upper bound for any text. */
static bool reserve_nodes(Reader* reader, const char* at) {
    vrmi_JsonTape* tape = reader->tape;
    uint32_t left = (uint32_t)(reader->end - at), open = ref_of(reader, reader->open);
    tape->count = tape->nodes == NULL ? 0 : ref_of(reader, reader->next);
    if (tape->count >= reader->max_values) return fail_limit(reader, at, false) != NULL;
    bool is_estimated = tape->count == 0 && !tape->is_exact;
    uint64_t more = is_estimated ? vrmi_json_guess_nodes(at, left) : vrmi_json_most_nodes(at, left);
    if (!vrmi_json_resize_nodes(tape, tape->count + more)) return fail_memory(reader) != NULL;
    uint32_t room = tape->capacity < reader->max_values ? tape->capacity : reader->max_values;
    reader->next = tape->nodes + tape->count;
    reader->last = tape->nodes + room;
    reader->open = node_of(reader, open);
    return true;
}

/* A node for the text from `begin` to `end`; returns `end`. */
static inline const char* add_node(Reader* reader, uint32_t tag, const char* begin,
                                   const char* end) {
    if (reader->next == reader->last && !reserve_nodes(reader, begin)) return NULL;
    *reader->next++ = (vrmi_JsonNode){.offset = (uint32_t)(begin - reader->text),
                                      .size = (uint32_t)(end - begin),
                                      .span = 1,
                                      .tag = tag};
    return end;
}

static const char* add_string(Reader* reader, const char* at) {
    uint32_t tag = VRM_JSON_STRING;
    const char* end = read_string(reader, at, &tag);
    if (tag & VRMI_JSON_SURROGATE) reader->tape->surrogate_count++;
    return end == NULL ? NULL : add_node(reader, tag, at, end);
}

static const char* add_scalar(Reader* reader, const char* at) {
    uint32_t tag = VRM_JSON_NUMBER;
    const char* end;
    switch (byte_at(reader, at)) {
    case '"': return add_string(reader, at);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': end = read_number(reader, at); break;
    case 't':
        tag = VRM_JSON_BOOL | VRMI_JSON_TRUE;
        end = read_word(reader, at, "true");
        break;
    case 'f':
        tag = VRM_JSON_BOOL;
        end = read_word(reader, at, "false");
        break;
    case 'n':
        tag = VRM_JSON_NULL;
        end = read_word(reader, at, "null");
        break;
    default: return fail(reader, at, "a value");
    }
    return end == NULL ? NULL : add_node(reader, tag, at, end);
}

/* ---- Keys ---- */

/* One of 32 bits, chosen by the size of a key and its first bytes. A key that is escaped, or too
 * near to the end of the text, has all of them. */
static uint32_t key_bit(const Reader* reader, const vrmi_JsonNode* key) {
    const char* at = reader->text + key->offset;
    if ((key->tag & VRMI_JSON_ESCAPED) != 0 || reader->end - at < 8) return UINT32_MAX;
    uint64_t word = vrmi_load_u64((const uint8_t*)at);
    if (key->size < 8) word <<= 64 - 8 * key->size;
    return 1u << ((word + key->size) * UINT64_C(0x9E3779B97F4A7C15) >> 59);
}

/* Compares the last node, a key, with those before it in its object if one of them has its bit. An
 * object with many keys is checked when it is complete. */
static void check_key(const Reader* reader) {
    vrmi_JsonNode *object = reader->open, *key = reader->next - 1;
    uint32_t bit = key_bit(reader, key);
    if ((object->size & bit) != 0 && object->tag < FEW_KEYS * ONE_CHILD)
        vrmi_json_flag_duplicate(reader->text, reader->tape, ref_of(reader, object),
                                 ref_of(reader, key));
    object->size |= bit;
}

/* A key and its colon, and the white space behind it. */
static const char* add_key(Reader* reader, const char* at, bool is_first) {
    if (byte_at(reader, at) != '"')
        return fail(reader, at,
                    is_first ? "a key in double quotes, or '}'" : "a key in double quotes");
    at = add_string(reader, at);
    if (at == NULL) return NULL;
    check_key(reader);
    at = skip_space(reader, at);
    return byte_at(reader, at) == ':' ? skip_space(reader, at + 1) : fail(reader, at, "':'");
}

/* ---- Containers ---- */

/* `at` is on the opening bracket; stops before what stands behind it. */
static const char* open_container(Reader* reader, const char* at) {
    uint32_t type = *at == '[' ? VRM_JSON_ARRAY : VRM_JSON_OBJECT;
    if (reader->depth >= reader->max_depth) return fail_limit(reader, at, true);
    if (add_node(reader, type, at, at) == NULL) return NULL;
    vrmi_JsonNode* node = reader->next - 1;
    node->span = ref_of(reader, reader->open);
    reader->open = node;
    reader->depth++;
    return skip_space(reader, at + 1);
}

/* `at` is on the closing bracket. */
static const char* close_container(Reader* reader, const char* at) {
    vrmi_JsonNode* node = reader->open;
    reader->depth--;
    reader->open = node_of(reader, node->span);
    node->span = (uint32_t)(reader->next - node);
    node->size = (uint32_t)(at + 1 - reader->text) - node->offset;
    uint32_t count = node->tag >> VRMI_JSON_COUNT_BIT, ref = ref_of(reader, node);
    bool is_object = vrmi_json_tag_type(node->tag) == VRM_JSON_OBJECT;
    if (count > VRMI_JSON_MARK_FROM && !vrmi_json_mark_children(reader->tape, ref))
        return fail_memory(reader);
    if (count > FEW_KEYS && is_object &&
        !vrmi_json_flag_duplicates(reader->text, reader->tape, ref))
        return fail_memory(reader);
    return at + 1;
}

/* Behind a value: closes containers, and stops before the next value or at the end of the text. */
static const char* read_after(Reader* reader, const char* at) {
    while (at != NULL) {
        at = skip_space(reader, at);
        if (reader->open == NULL)
            return at == reader->end ? at : fail(reader, at, "the end of the text");
        vrmi_JsonNode* node = reader->open;
        bool is_array = vrmi_json_tag_type(node->tag) == VRM_JSON_ARRAY;
        char c = byte_at(reader, at);
        node->tag += ONE_CHILD;
        if (c == ',') {
            at = skip_space(reader, at + 1);
            return is_array ? at : add_key(reader, at, false);
        }
        if (c != (is_array ? ']' : '}'))
            return fail(reader, at, is_array ? "',' or ']'" : "',' or '}'");
        at = close_container(reader, at);
    }
    return NULL;
}

static bool read_document(Reader* reader) {
    const char* at = skip_space(reader, reader->text);
    do {
        char c = byte_at(reader, at);
        if (c == '[' || c == '{') {
            at = open_container(reader, at);
            if (at == NULL) return false;
            if (byte_at(reader, at) != (c == '[' ? ']' : '}')) {
                if (c == '{') at = add_key(reader, at, true);
                continue;
            }
            at = close_container(reader, at);
        } else {
            at = add_scalar(reader, at);
        }
        at = read_after(reader, at);
    } while (at != NULL && reader->open != NULL);
    return at != NULL;
}

vrm_Result vrmi_json_read_plain(const char* text, uint32_t size, uint32_t max_depth,
                                uint32_t max_values, vrmi_JsonTape* tape, vrmi_JsonError* error) {
    Reader reader = {.text = text,
                     .end = text + size,
                     .tape = tape,
                     .error = error,
                     .max_depth = max_depth,
                     .max_values =
                         max_values < VRMI_JSON_MAX_NODES ? max_values : VRMI_JSON_MAX_NODES};
    static const char byte_order_mark[] = {'\xEF', '\xBB', '\xBF'};
    if (size >= 3 && memcmp(text, byte_order_mark, 3) == 0) {
        fail(&reader, text, "no byte order mark (glTF 2.0 section 2.7)");
        return VRM_ERR_JSON;
    }
    if (!read_document(&reader)) return error->result;
    tape->count = ref_of(&reader, reader.next);
    vrmi_json_sort_marks(tape);
    /* Returns a large unused part of the room; if that fails, the room is kept. */
    uint32_t unused = tape->capacity - tape->count;
    if (unused > 4096 && unused > tape->count / 2) vrmi_json_resize_nodes(tape, tape->count);
    return VRM_OK;
}

bool vrmi_json_check_string(const char* text, uint32_t size, uint32_t* tag) {
    vrmi_JsonError error;
    Reader reader = {.text = text, .end = text + size, .error = &error};
    return read_string(&reader, text, tag) == reader.end;
}
