/* SPDX-License-Identifier: MIT */
#include "osc_write.h"

#include <string.h>

static void put_u32(uint8_t* at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* With its NUL, padded to 4 bytes. */
static size_t text_size(const char* text) {
    return (strlen(text) / 4 + 1) * 4;
}

static size_t put_text(uint8_t* at, const char* text) {
    size_t length = strlen(text), size = text_size(text);
    memcpy(at, text, length);
    memset(at + length, 0, size - length);
    return size;
}

static size_t put_value(uint8_t* at, char type, const OscValue* value) {
    uint32_t bits;
    if (type == 's') return put_text(at, value->s);
    memcpy(&bits, value, sizeof bits); /* a float or an int32_t */
    put_u32(at, bits);
    return 4;
}

void osc_begin_bundle(OscWriter* writer, void* data, size_t capacity) {
    *writer = (OscWriter){.data = data, .capacity = capacity, .size = OSC_BUNDLE_HEAD};
    memcpy(writer->data, "#bundle", 8);
    memset(writer->data + 8, 0, 8);
    writer->data[15] = 1; /* at once */
}

bool osc_write(OscWriter* writer, const char* address, const char* types, const OscValue* values) {
    size_t size = text_size(address) + text_size(types);
    for (size_t i = 1; types[i] != '\0'; i++)
        size += types[i] == 's' ? text_size(values[i - 1].s) : 4;
    if (size > writer->capacity - writer->size || writer->capacity - writer->size - size < 4)
        return false;
    uint8_t* at = writer->data + writer->size;
    put_u32(at, (uint32_t)size);
    at += 4;
    at += put_text(at, address);
    at += put_text(at, types);
    for (size_t i = 1; types[i] != '\0'; i++) at += put_value(at, types[i], &values[i - 1]);
    writer->size += 4 + size;
    return true;
}
