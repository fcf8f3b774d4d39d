/* SPDX-License-Identifier: MIT */
/* JSON against a reader that is slow, short and independent: both accept the same texts and find
 * the same values. White space behind the text makes the library take its other reader. Base64 and
 * UTF-8 are compared with plain definitions too. */
#include "require.h"

#include "base/utf8.h"
#include "container/base64.h"
#include "container/uri.h"
#include "vrm/json.h"
#include "vrm/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 128, PADDING = 300 };

/* ---- UTF-8, by its definition ---- */

static size_t character_size(const uint8_t* at, size_t size, uint32_t* out) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t count = at[0] < 0x80       ? 1
                   : at[0] >> 5 == 6  ? 2
                   : at[0] >> 4 == 14 ? 3
                   : at[0] >> 3 == 30 ? 4
                                      : 0;
    if (count == 0 || count > size) return 0;
    uint32_t value = count == 1 ? at[0] : at[0] & (0x7Fu >> count);
    for (size_t i = 1; i < count; i++) {
        if (at[i] >> 6 != 2) return 0;
        value = value << 6 | (at[i] & 0x3Fu);
    }
    *out = value;
    bool is_surrogate = value >= 0xD800 && value < 0xE000;
    return value < least[count] || value > 0x10FFFF || is_surrogate ? 0 : count;
}

static bool is_utf8(const uint8_t* data, size_t size) {
    uint32_t character;
    for (size_t at = 0, step; at < size; at += step) {
        step = character_size(data + at, size - at, &character);
        if (step == 0) return false;
    }
    return true;
}

/* ---- JSON, by the grammar of RFC 8259; with a document it compares as it goes ---- */

typedef struct Reader {
    const uint8_t *at, *end;
    const vrm_Json* json; /* NULL: only whether the text is valid */
    bool is_too_deep;
} Reader;

static void skip_space(Reader* r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static int hex(uint8_t c) {
    return c >= '0' && c <= '9'                 ? c - '0'
           : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                : -1;
}

static bool read_unit(Reader* r, uint32_t* out) {
    if (r->end - r->at < 4) return false;
    *out = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex(*r->at++);
        if (digit < 0) return false;
        *out = *out << 4 | (uint32_t)digit;
    }
    return true;
}

static size_t put_character(char* out, uint32_t c) {
    if (c < 0x80) return out[0] = (char)c, 1;
    if (c < 0x800) return out[0] = (char)(0xC0 | c >> 6), out[1] = (char)(0x80 | (c & 63)), 2;
    if (c < 0x10000)
        return out[0] = (char)(0xE0 | c >> 12), out[1] = (char)(0x80 | (c >> 6 & 63)),
               out[2] = (char)(0x80 | (c & 63)), 3;
    return out[0] = (char)(0xF0 | c >> 18), out[1] = (char)(0x80 | (c >> 12 & 63)),
           out[2] = (char)(0x80 | (c >> 6 & 63)), out[3] = (char)(0x80 | (c & 63)), 4;
}

/* `ref` VRM_JSON_MISSING: not compared. */
static bool read_string(Reader* r, vrm_JsonRef ref) {
    if (r->at >= r->end || *r->at != '"') return false;
    const uint8_t* begin = ++r->at;
    size_t room = (size_t)(r->end - begin) + 8, length = 0;
    char* decoded = malloc(room);
    bool is_valid = decoded != NULL;
    while (is_valid && r->at < r->end && *r->at != '"') {
        uint32_t c = 0, low = 0;
        if (*r->at == '\\') {
            static const char escapes[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
            const char* found = ++r->at < r->end && *r->at != 0 ? strchr(escapes, *r->at) : NULL;
            if (found != NULL) {
                c = (uint8_t)values[found - escapes];
                r->at++;
            } else if (r->at < r->end && *r->at == 'u') {
                r->at++;
                is_valid = read_unit(r, &c);
                bool is_high = c >= 0xD800 && c < 0xDC00;
                const uint8_t* after = r->at;
                if (is_valid && is_high && r->end - r->at >= 6 && r->at[0] == '\\' &&
                    r->at[1] == 'u') {
                    r->at += 2;
                    if (read_unit(r, &low) && low >= 0xDC00 && low < 0xE000) {
                        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
                    } else {
                        r->at = after;
                    }
                }
                if (c >= 0xD800 && c < 0xE000) c = 0xFFFD; /* half a pair */
            } else {
                is_valid = false;
            }
        } else {
            size_t step = character_size(r->at, (size_t)(r->end - r->at), &c);
            is_valid = step > 0 && c >= 0x20;
            r->at += step;
        }
        if (is_valid) length += put_character(decoded + length, c);
    }
    is_valid = is_valid && r->at < r->end;
    r->at++;
    if (is_valid && ref != VRM_JSON_MISSING) {
        char* ours = malloc(length + 1);
        require(ours != NULL && vrm_json_string(r->json, ref, ours, length + 1) == length);
        require(memcmp(ours, decoded, length) == 0);
        free(ours);
    }
    free(decoded);
    return is_valid;
}

static bool read_digits(Reader* r) {
    const uint8_t* begin = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') r->at++;
    return r->at > begin;
}

static bool read_number(Reader* r, vrm_JsonRef ref) {
    const uint8_t* begin = r->at;
    if (r->at < r->end && *r->at == '-') r->at++;
    if (r->at < r->end && *r->at == '0')
        r->at++;
    else if (!read_digits(r))
        return false;
    if (r->at < r->end && *r->at == '.' && (r->at++, !read_digits(r))) return false;
    if (r->at < r->end && (*r->at | 32) == 'e') {
        r->at++;
        if (r->at < r->end && (*r->at == '+' || *r->at == '-')) r->at++;
        if (!read_digits(r)) return false;
    }
    if (r->json == NULL) return true;
    size_t length = (size_t)(r->at - begin);
    char* text = malloc(length + 1);
    require(text != NULL);
    memcpy(text, begin, length);
    text[length] = 0;
    double wanted = strtod(text, NULL), ours = vrm_json_number(r->json, ref, 0.25);
    if (isinf(wanted)) wanted = 0.25;
    require(memcmp(&wanted, &ours, sizeof ours) == 0);
    free(text);
    return true;
}

static bool read_value(Reader* r, vrm_JsonRef ref, int depth);

static bool read_container(Reader* r, vrm_JsonRef ref, int depth, bool is_object) {
    uint8_t close = is_object ? '}' : ']';
    vrm_JsonIter it = {0};
    if (depth == DEPTH_MAX) {
        r->is_too_deep = true;
        return false;
    }
    if (r->json != NULL) it = vrm_json_iter(r->json, ref);
    r->at++;
    skip_space(r);
    if (r->at < r->end && *r->at == close) {
        r->at++;
        require(r->json == NULL || !vrm_json_next(&it));
        return true;
    }
    for (;;) {
        require(r->json == NULL || vrm_json_next(&it));
        skip_space(r);
        if (is_object) {
            if (!read_string(r, r->json != NULL ? it.key : VRM_JSON_MISSING)) return false;
            skip_space(r);
            if (r->at >= r->end || *r->at++ != ':') return false;
        }
        if (!read_value(r, r->json != NULL ? it.value : VRM_JSON_MISSING, depth + 1)) return false;
        skip_space(r);
        if (r->at >= r->end) return false;
        uint8_t sign = *r->at++;
        if (sign == close) break;
        if (sign != ',') return false;
    }
    require(r->json == NULL || !vrm_json_next(&it));
    return true;
}

static bool read_value(Reader* r, vrm_JsonRef ref, int depth) {
    static const struct {
        const char* word;
        vrm_JsonType type;
    } words[] = {{"null", VRM_JSON_NULL}, {"true", VRM_JSON_BOOL}, {"false", VRM_JSON_BOOL}};
    skip_space(r);
    if (r->at >= r->end) return false;
    vrm_JsonType type = r->json != NULL ? vrm_json_type(r->json, ref) : VRM_JSON_NONE;
    for (size_t i = 0; i < 3; i++) {
        size_t length = strlen(words[i].word);
        if ((size_t)(r->end - r->at) < length || memcmp(r->at, words[i].word, length) != 0)
            continue;
        r->at += length;
        require(r->json == NULL || type == words[i].type);
        require(r->json == NULL || i == 0 || vrm_json_bool(r->json, ref, i != 1) == (i == 1));
        return true;
    }
    bool is_object = *r->at == '{', is_array = *r->at == '[', is_string = *r->at == '"';
    require(r->json == NULL || type == (is_object   ? VRM_JSON_OBJECT
                                        : is_array  ? VRM_JSON_ARRAY
                                        : is_string ? VRM_JSON_STRING
                                                    : VRM_JSON_NUMBER));
    if (is_object || is_array) return read_container(r, ref, depth, is_object);
    return is_string ? read_string(r, ref) : read_number(r, ref);
}

static bool read_all(Reader* r) {
    bool is_valid = read_value(r, r->json != NULL ? vrm_json_root(r->json) : VRM_JSON_MISSING, 0);
    skip_space(r);
    return is_valid && r->at == r->end;
}

static void compare_json(const uint8_t* data, size_t size) {
    if (size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) return; /* a byte order mark */
    vrm_Json* json = NULL;
    Reader reader = {.at = data, .end = data + size};
    bool is_valid = read_all(&reader);
    vrm_Result result = vrm_json_parse((const char*)data, size, NULL, NULL, &json);
    if (!reader.is_too_deep) require(is_valid == (result == VRM_OK));
    if (reader.is_too_deep) require(result != VRM_OK);
    if (result == VRM_OK) {
        reader = (Reader){.at = data, .end = data + size, .json = json};
        require(read_all(&reader));
    }
    vrm_json_destroy(json);
}

/* ---- Base64, by its definition ---- */

static int digit_of(uint8_t c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char* found = c == 0 ? NULL : strchr(digits, c);
    return found == NULL ? -1 : (int)(found - digits);
}

static void compare_base64(const uint8_t* data, size_t size) {
    vrm_Span text = {(const char*)data, size};
    uint8_t wanted[768], ours[768];
    size_t count = 0, ours_size = 0, digits = size;
    if (size > 1000) return;
    if (digits > 0 && size % 4 == 0 && data[digits - 1] == '=') digits--;
    if (digits > 0 && digits < size && data[digits - 1] == '=') digits--;
    uint32_t bits = 0, bit_count = 0;
    bool is_valid = digits % 4 != 1;
    for (size_t i = 0; i < digits && is_valid; i++) {
        int digit = digit_of(data[i]);
        is_valid = digit >= 0;
        bits = bits << 6 | (uint32_t)digit;
        bit_count += 6;
        if (bit_count < 8) continue;
        bit_count -= 8;
        wanted[count++] = (uint8_t)(bits >> bit_count);
    }
    is_valid = is_valid && (bits & ((1u << bit_count) - 1)) == 0;
    bool is_accepted = vrmi_base64_size(text, &ours_size) && ours_size <= sizeof ours &&
                       vrmi_base64_decode(text, ours);
    require(is_accepted == is_valid);
    require(!is_valid || (ours_size == count && memcmp(ours, wanted, count) == 0));
    if (is_valid) require(vrmi_base64_equals(text, wanted, count));
}

/* ---- Names ---- */

static void check_names(const uint8_t* data, size_t size) {
    char line[512], name[VRM_FILE_NAME_MAX + 1], *path = malloc(size + 1);
    vrm_Span uri = {(const char*)data, size};
    require(vrmi_utf8_is_valid((const char*)data, size) == is_utf8(data, size));
    size_t length = vrm_text_for_terminal((const char*)data, size, line, sizeof line);
    require(length < sizeof line ? strlen(line) == length : strlen(line) < sizeof line);
    for (const char* at = line; *at != 0; at++) require((uint8_t)*at >= 0x20 && *at != 0x7F);
    require(vrm_text_for_file_name((const char*)data, size, name, sizeof name) == strlen(name));
    require(name[0] != 0 && name[0] != '.' && name[0] != '-' &&
            strpbrk(name, "/\\:*?\"<>|") == NULL);
    require(is_utf8((const uint8_t*)name, strlen(name)) &&
            is_utf8((const uint8_t*)line, strlen(line)));
    require(path != NULL);
    if (vrmi_uri_path(uri, path) == NULL) {
        require(path[0] != 0 && path[0] != '/' && strpbrk(path, "\\:") == NULL);
        require(strcmp(path, "..") != 0 && strncmp(path, "../", 3) != 0 &&
                strstr(path, "/../") == NULL);
        size_t end = strlen(path);
        require(end < 3 || strcmp(path + end - 3, "/..") != 0);
    }
    free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    compare_json(data, size);
    if (size < 2000) {
        uint8_t* padded = malloc(size + PADDING);
        require(padded != NULL);
        memcpy(padded, data, size);
        memset(padded + size, ' ', PADDING);
        compare_json(padded, size + PADDING);
        free(padded);
    }
    compare_base64(data, size);
    check_names(data, size);
    return 0;
}
