/* SPDX-License-Identifier: MIT */
#include "motion/numpy/npy.h"

#include "base/bytes.h"

#include <stdio.h>
#include <string.h>

#define MAGIC "\x93NUMPY"

bool vrmi_npy_recognises(const uint8_t* bytes, size_t size) {
    return size >= 6 && memcmp(bytes, MAGIC, 6) == 0;
}

/* ---- The header: a Python dictionary as text ---- */

typedef struct Text {
    const char *at, *end;
} Text;

static void skip_spaces(Text* text) {
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\n')) text->at++;
}

static bool skip(Text* text, char c) {
    skip_spaces(text);
    if (text->at == text->end || *text->at != c) return false;
    text->at++;
    return true;
}

/* A string in quotes, within the text. */
static bool read_string(Text* text, Text* out) {
    skip_spaces(text);
    if (text->at == text->end || (*text->at != '\'' && *text->at != '"')) return false;
    char quote = *text->at++;
    out->at = text->at;
    while (text->at < text->end && *text->at != quote) text->at++;
    out->end = text->at;
    if (text->at == text->end) return false;
    text->at++;
    return true;
}

static bool read_word(Text* text, const char* word) {
    size_t length = strlen(word);
    skip_spaces(text);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0)
        return false;
    text->at += length;
    return true;
}

static bool is_text(const Text* text, const char* word) {
    size_t length = strlen(word);
    return (size_t)(text->end - text->at) == length && memcmp(text->at, word, length) == 0;
}

static bool read_size(Text* text, size_t* out) {
    skip_spaces(text);
    const char* begin = text->at;
    for (*out = 0; text->at < text->end && *text->at >= '0' && *text->at <= '9'; text->at++)
        if (!vrmi_mul(*out, 10, out) || !vrmi_add(*out, (size_t)(*text->at - '0'), out))
            return false;
    return text->at > begin;
}

/* "(170, 22, 3)", "(5,)", "()". */
static bool read_shape(Text* text, vrmi_Npy* out) {
    if (!skip(text, '(')) return false;
    out->dimension_count = 0;
    while (!skip(text, ')')) {
        if (out->dimension_count == VRMI_NPY_DIMENSIONS) return false;
        if (!read_size(text, &out->shape[out->dimension_count++])) return false;
        if (!skip(text, ',')) return skip(text, ')');
    }
    return true;
}

/* "<f4": byte order, kind, bytes. Records are lists of such texts. */
static void read_type(const Text* text, vrmi_Npy* out) {
    size_t length = (size_t)(text->end - text->at);
    out->type = VRMI_NPY_OTHER;
    for (size_t i = 0; i < length && i + 1 < sizeof out->type_text; i++)
        out->type_text[i] = text->at[i] >= ' ' && text->at[i] < 127 ? text->at[i] : '?';
    if (length < 2) return;
    bool has_order = strchr("<>|=", text->at[0]) != NULL;
    const char* kind = text->at + (has_order ? 1 : 0);
    if (*kind == 'O') out->type = VRMI_NPY_OBJECTS;
    if (text->end - kind != 2 || strchr("fiub", kind[0]) == NULL) return;
    out->kind = kind[0];
    out->item_size = (uint8_t)(kind[1] - '0');
    out->is_big_endian = text->at[0] == '>';
    bool is_float =
        out->kind == 'f' && (out->item_size == 2 || out->item_size == 4 || out->item_size == 8);
    bool is_integer =
        (out->kind == 'i' || out->kind == 'u') &&
        (out->item_size == 1 || out->item_size == 2 || out->item_size == 4 || out->item_size == 8);
    bool is_flag = out->kind == 'b' && out->item_size == 1;
    if (is_float || is_integer || is_flag) out->type = VRMI_NPY_NUMBERS;
}

/* All three members, in any order. */
static bool read_dictionary(Text* text, vrmi_Npy* out, bool* is_fortran) {
    bool has_type = false, has_order = false, has_shape = false;
    if (!skip(text, '{')) return false;
    while (!skip(text, '}')) {
        Text key, type;
        if (!read_string(text, &key) || !skip(text, ':')) return false;
        if (is_text(&key, "descr")) {
            if (!read_string(text, &type)) { /* a record: what follows is of no use */
                out->type = VRMI_NPY_OTHER;
                strcpy(out->type_text, "a record");
                return true;
            }
            read_type(&type, out);
            has_type = true;
        } else if (is_text(&key, "fortran_order")) {
            *is_fortran = read_word(text, "True");
            if (!*is_fortran && !read_word(text, "False")) return false;
            has_order = true;
        } else if (is_text(&key, "shape")) {
            if (!read_shape(text, out)) return false;
            has_shape = true;
        } else {
            return false;
        }
        (void)skip(text, ',');
    }
    return has_type && has_order && has_shape;
}

/* ---- The array ---- */

static void set_strides(vrmi_Npy* array, bool is_fortran) {
    size_t stride = 1;
    for (int32_t i = 0; i < array->dimension_count; i++) {
        int32_t d = is_fortran ? i : array->dimension_count - 1 - i;
        array->strides[d] = stride;
        stride *= array->shape[d];
    }
}

static bool count_numbers(vrmi_Npy* array, size_t bytes) {
    size_t needed;
    array->count = 1;
    for (int32_t d = 0; d < array->dimension_count; d++)
        if (!vrmi_mul(array->count, array->shape[d], &array->count)) return false;
    return vrmi_mul(array->count, array->item_size, &needed) && needed <= bytes;
}

bool vrmi_npy_read(const uint8_t* bytes, size_t size, vrmi_Npy* out) {
    *out = (vrmi_Npy){.type = VRMI_NPY_OTHER};
    if (size < 12 || !vrmi_npy_recognises(bytes, size) || bytes[6] < 1 || bytes[6] > 3)
        return false;
    size_t begin = bytes[6] == 1 ? 10 : 12;
    size_t length = bytes[6] == 1 ? vrmi_load_u16(bytes + 8) : vrmi_load_u32(bytes + 8);
    if (length > size - begin) return false;
    Text text = {(const char*)bytes + begin, (const char*)bytes + begin + length};
    bool is_fortran = false;
    if (!read_dictionary(&text, out, &is_fortran)) return false;
    if (out->type != VRMI_NPY_NUMBERS) return true;
    out->data = bytes + begin + length;
    if (!count_numbers(out, size - begin - length)) return false;
    set_strides(out, is_fortran);
    return true;
}

const char* vrmi_npy_shape_text(const vrmi_Npy* array, char out[VRMI_NPY_SHAPE_ROOM]) {
    size_t used = 0;
    snprintf(out, VRMI_NPY_SHAPE_ROOM, "one number");
    for (int32_t d = 0; d < array->dimension_count && used < VRMI_NPY_SHAPE_ROOM; d++)
        used += (size_t)snprintf(out + used, VRMI_NPY_SHAPE_ROOM - used, d > 0 ? " x %zu" : "%zu",
                                 array->shape[d]);
    return out;
}

static uint64_t load(const uint8_t* from, unsigned size, bool is_big_endian) {
    uint64_t value = 0;
    if (size == 4 && !is_big_endian) return vrmi_load_u32(from);
    if (size == 8 && !is_big_endian) return vrmi_load_u64(from);
    for (unsigned i = 0; i < size; i++) value = value << 8 | from[is_big_endian ? i : size - 1 - i];
    return value;
}

static double signed_number(uint64_t bits, unsigned size) {
    uint64_t sign = (uint64_t)1 << (size * 8 - 1);
    return (bits & sign) == 0 ? (double)bits : -(double)(~bits & (sign - 1)) - 1.0;
}

/* IEEE 754 binary16: a sign, 5 bits of exponent, 10 of fraction. */
static double half_number(uint64_t bits) {
    uint64_t exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = (double)fraction / 16777216.0; /* a subnormal number */
    if (exponent > 0) {
        uint64_t whole = (exponent == 31 ? 2047 : exponent + 1023 - 15) << 52 | fraction << 42;
        memcpy(&value, &whole, sizeof value);
    }
    return (bits & 0x8000) != 0 ? -value : value;
}

double vrmi_npy_number(const vrmi_Npy* array, size_t place) {
    unsigned size = array->item_size;
    uint64_t bits = load(array->data + place * size, size, array->is_big_endian);
    if (array->kind == 'f' && size == 2) return half_number(bits);
    if (array->kind == 'f' && size == 4) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return (double)value;
    }
    if (array->kind == 'f') {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    return array->kind == 'i' ? signed_number(bits, size) : (double)bits;
}
