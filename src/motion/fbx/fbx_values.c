/* SPDX-License-Identifier: MIT */
/* Values of nodes, decoded on request. */
#include "base/bytes.h"
#include "motion/fbx/fbx_words.h"

#include <math.h>
#include <string.h>

static vrmi_FbxValue integer_value(int64_t integer) {
    return (vrmi_FbxValue){.kind = VRMI_FBX_INTEGER, .integer = integer, .real = (double)integer};
}

static vrmi_FbxValue real_value(double real) {
    if (!(fabs(real) <= 1e300)) real = 0.0;
    double whole = real > 9e18 ? 9e18 : real < -9e18 ? -9e18 : real;
    return (vrmi_FbxValue){.kind = VRMI_FBX_REAL, .integer = (int64_t)whole, .real = real};
}

static double load_double(const uint8_t* from) {
    uint64_t bits = vrmi_load_u64(from);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float load_float(const uint8_t* from) {
    uint32_t bits = vrmi_load_u32(from);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static size_t element_size(char type) {
    switch (type) {
    case 'b':
    case 'c':
    case 'B':
    case 'C':
    case 'Z': return 1;
    case 'Y': return 2;
    case 'i':
    case 'f':
    case 'I':
    case 'F': return 4;
    case 'l':
    case 'd':
    case 'L':
    case 'D': return 8;
    default: return 0;
    }
}

static vrmi_FbxValue scalar(char type, const uint8_t* from) {
    switch (type) {
    case 'Y': return integer_value((int16_t)vrmi_load_u16(from));
    case 'i':
    case 'I': return integer_value((int32_t)vrmi_load_u32(from));
    case 'l':
    case 'L': return integer_value((int64_t)vrmi_load_u64(from));
    case 'f':
    case 'F': return real_value((double)load_float(from));
    case 'd':
    case 'D': return real_value(load_double(from));
    default: return integer_value(*from);
    }
}

static vrmi_FbxValue take_binary(vrmi_FbxCursor* cursor) {
    const uint8_t* bytes = cursor->tree->bytes;
    vrmi_FbxValue value = {.kind = VRMI_FBX_NONE};
    size_t at = cursor->at, left = cursor->end - at;
    cursor->at = cursor->end; /* position if the values are damaged */
    if (left < 2) return value;
    char type = (char)bytes[at++];
    left--;
    size_t head = type == 'S' || type == 'R' ? 4 : type >= 'a' && type <= 'z' ? 12 : 0;
    size_t size = element_size(type), stored = head == 0 ? size : 0;
    if (left < head || (size == 0 && head != 4)) return value;
    if (head == 4) stored = vrmi_load_u32(bytes + at);
    if (head == 12) stored = vrmi_load_u32(bytes + at + 8);
    if (stored > left - head) return value;
    const uint8_t* from = bytes + at + head;
    cursor->at = at + head + stored;
    if (head == 0) return scalar(type, from);
    value.text = (const char*)from;
    value.text_size = stored;
    value.kind = head == 4 ? VRMI_FBX_TEXT : VRMI_FBX_ARRAY;
    if (head == 4) return value;
    value.count = vrmi_load_u32(bytes + at);
    value.is_deflated = vrmi_load_u32(bytes + at + 4) != 0;
    value.element = type;
    return value;
}

static vrmi_FbxValue take_text(vrmi_FbxCursor* cursor) {
    const uint8_t* bytes = cursor->tree->bytes;
    vrmi_FbxValue value = {.kind = VRMI_FBX_NONE};
    size_t at = vrmi_fbx_skip_blanks(bytes, cursor->at, cursor->end);
    while (at < cursor->end && bytes[at] == ',')
        at = vrmi_fbx_skip_blanks(bytes, at + 1, cursor->end);
    size_t end = vrmi_fbx_skip_word(bytes, at, cursor->end);
    cursor->at = end;
    if (end == at) return value;
    value.text = (const char*)bytes + at;
    value.text_size = end - at;
    if (bytes[at] != '"') {
        if (vrmi_fbx_parse_number(value.text, value.text_size, &value)) return value;
    } else {
        value.text++;
        value.text_size -= end - at >= 2 && bytes[end - 1] == '"' ? 2 : 1;
    }
    value.kind = VRMI_FBX_TEXT;
    return value;
}

vrmi_FbxCursor vrmi_fbx_values(const vrmi_FbxTree* tree, uint32_t node) {
    const vrmi_FbxNode* n = &tree->nodes[node];
    return (vrmi_FbxCursor){tree, n->values_at, (size_t)n->values_at + n->values_size};
}

vrmi_FbxValue vrmi_fbx_take(vrmi_FbxCursor* cursor) {
    return cursor->tree->is_text ? take_text(cursor) : take_binary(cursor);
}

vrmi_FbxValue vrmi_fbx_value(const vrmi_FbxTree* tree, uint32_t node, int index) {
    vrmi_FbxCursor cursor = vrmi_fbx_values(tree, node);
    vrmi_FbxValue value = vrmi_fbx_take(&cursor);
    while (index-- > 0 && value.kind != VRMI_FBX_NONE) value = vrmi_fbx_take(&cursor);
    return value;
}

double vrmi_fbx_number(const vrmi_FbxTree* tree, uint32_t node, const char* name, double fallback) {
    uint32_t child = vrmi_fbx_child(tree, node, name);
    if (child == 0) return fallback;
    vrmi_FbxValue value = vrmi_fbx_value(tree, child, 0);
    return value.kind == VRMI_FBX_INTEGER || value.kind == VRMI_FBX_REAL ? value.real : fallback;
}

char vrmi_fbx_letter(vrmi_FbxValue value) {
    if (value.kind == VRMI_FBX_TEXT && value.text_size > 0) return value.text[0];
    if (value.kind == VRMI_FBX_INTEGER && value.integer > 0 && value.integer < 128)
        return (char)value.integer;
    return 0;
}

bool vrmi_fbx_text_is(vrmi_FbxValue value, const char* text) {
    if (value.kind != VRMI_FBX_TEXT || (value.text_size > 0 && value.text[0] != text[0]))
        return false;
    return strlen(text) == value.text_size && memcmp(value.text, text, value.text_size) == 0;
}

/* ---- Properties ---- */

uint32_t vrmi_fbx_properties(const vrmi_FbxTree* tree, uint32_t object) {
    uint32_t list = vrmi_fbx_child(tree, object, "Properties70");
    return list != 0 ? list : vrmi_fbx_child(tree, object, "Properties60");
}

bool vrmi_fbx_next_property(const vrmi_FbxTree* tree, uint32_t list, uint32_t* at,
                            vrmi_FbxValue* out_name) {
    *at = list == 0 ? 0 : vrmi_fbx_next(tree, list, *at);
    if (*at == 0) return false;
    vrmi_FbxCursor cursor = vrmi_fbx_values(tree, *at);
    *out_name = vrmi_fbx_take(&cursor);
    return true;
}

/* "P": name, type, label, flags, values; "Property" of version 6: name, type, flags, values. */
vrmi_FbxCursor vrmi_fbx_property_values(const vrmi_FbxTree* tree, uint32_t property) {
    vrmi_FbxCursor cursor = vrmi_fbx_values(tree, property);
    int before = tree->nodes[property].name_size > 1 ? 3 : 4;
    for (int i = 0; i < before; i++) vrmi_fbx_take(&cursor);
    return cursor;
}

static bool find_property(const vrmi_FbxTree* tree, uint32_t object, const char* name,
                          vrmi_FbxCursor* out) {
    vrmi_FbxValue own;
    uint32_t list = vrmi_fbx_properties(tree, object);
    for (uint32_t at = 0; vrmi_fbx_next_property(tree, list, &at, &own);) {
        if (!vrmi_fbx_text_is(own, name)) continue;
        *out = vrmi_fbx_property_values(tree, at);
        return true;
    }
    return false;
}

bool vrmi_fbx_property(const vrmi_FbxTree* tree, uint32_t object, uint32_t fallback,
                       const char* name, vrmi_FbxCursor* out) {
    return find_property(tree, object, name, out) ||
           (fallback != 0 && find_property(tree, fallback, name, out));
}

void vrmi_fbx_property_vector(const vrmi_FbxTree* tree, uint32_t object, uint32_t fallback,
                              const char* name, double out[3]) {
    vrmi_FbxCursor cursor;
    if (!vrmi_fbx_property(tree, object, fallback, name, &cursor)) return;
    for (int i = 0; i < 3; i++) {
        vrmi_FbxValue value = vrmi_fbx_take(&cursor);
        if (value.kind == VRMI_FBX_INTEGER || value.kind == VRMI_FBX_REAL) out[i] = value.real;
    }
}

double vrmi_fbx_property_number(const vrmi_FbxTree* tree, uint32_t object, uint32_t fallback,
                                const char* name, double otherwise) {
    double values[3] = {otherwise, 0.0, 0.0};
    vrmi_fbx_property_vector(tree, object, fallback, name, values);
    return values[0];
}

int64_t vrmi_fbx_property_integer(const vrmi_FbxTree* tree, uint32_t object, uint32_t fallback,
                                  const char* name, int64_t otherwise) {
    vrmi_FbxCursor cursor;
    if (!vrmi_fbx_property(tree, object, fallback, name, &cursor)) return otherwise;
    vrmi_FbxValue value = vrmi_fbx_take(&cursor);
    return value.kind == VRMI_FBX_INTEGER || value.kind == VRMI_FBX_REAL ? value.integer
                                                                         : otherwise;
}
