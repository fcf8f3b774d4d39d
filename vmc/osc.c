/* SPDX-License-Identifier: MIT */
/* Packets of Open Sound Control 1.0. A packet is a message or a bundle:
 *
 *   message   /address\0...  ,types\0...  arguments            each padded to 4 bytes
 *   bundle    #bundle\0  time (8)  { size (4)  element }...    an element is a packet again
 */
#include "osc.h"

#include <string.h>

static uint32_t load_u32(const uint8_t* at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | (uint32_t)at[3];
}

static float load_float(const uint8_t* at) {
    uint32_t bits = load_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t load_u64(const uint8_t* at) {
    return (uint64_t)load_u32(at) << 32 | load_u32(at + 4);
}

static double load_double(const uint8_t* at) {
    uint64_t bits = load_u64(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The size of the text at the beginning, its NUL and padding included; 0 when it is not
 * terminated. */
static size_t padded_text(const uint8_t* data, size_t size) {
    const uint8_t* end = memchr(data, 0, size);
    if (end == NULL) return 0;
    size_t padded = ((size_t)(end - data) / 4 + 1) * 4;
    return padded <= size ? padded : 0;
}

/* The size of one argument; SIZE_MAX when it does not fit or its type is unknown. */
static size_t argument_size(char type, const uint8_t* data, size_t size) {
    size_t needed;
    switch (type) {
    case 'T':
    case 'F':
    case 'N':
    case 'I':
    case '[':
    case ']': return 0;
    case 'i':
    case 'f':
    case 'c':
    case 'r':
    case 'm': needed = 4; break;
    case 'h':
    case 'd':
    case 't': needed = 8; break;
    case 's':
    case 'S':
        needed = size == 0 ? 0 : padded_text(data, size);
        return needed == 0 ? SIZE_MAX : needed;
    case 'b':
        if (size < 4 || load_u32(data) > size - 4) return SIZE_MAX;
        needed = 4 + ((size_t)load_u32(data) + 3) / 4 * 4;
        break;
    default: return SIZE_MAX;
    }
    return needed <= size ? needed : SIZE_MAX;
}

static bool read_message(const uint8_t* data, size_t size, OscMessage* out) {
    size_t address = padded_text(data, size);
    if (address == 0) return false;
    *out = (OscMessage){.address = (const char*)data, .types = "", .arguments = data + address};
    if (address == size) return true; /* old senders leave empty types out */
    if (data[address] != ',') return false;
    size_t types = padded_text(data + address, size - address);
    if (types == 0) return false;
    out->types = (const char*)data + address + 1;
    out->arguments = data + address + types;
    out->size = size - address - types;
    size_t at = 0;
    for (const char* type = out->types; *type != '\0'; type++) {
        size_t step = argument_size(*type, out->arguments + at, out->size - at);
        if (step == SIZE_MAX) return false;
        at += step;
    }
    return true;
}

static bool is_bundle(const uint8_t* data, size_t size) {
    return size >= 16 && memcmp(data, "#bundle", 8) == 0;
}

void osc_begin(OscReader* reader, const void* data, size_t size) {
    *reader = (OscReader){.data = data, .size = size};
    if (size == 0 || size > OSC_PACKET_MAX || size % 4 != 0) {
        reader->is_faulty = true;
    } else if (is_bundle(data, size)) {
        reader->at = 16;
        reader->ends[reader->depth++] = size;
    } else {
        reader->is_single = true;
    }
}

/* After a wrong size the rest of its bundle cannot be read; the enclosing bundle has its own
 * sizes. */
static void leave_bundle(OscReader* reader) {
    reader->is_faulty = true;
    reader->at = reader->ends[--reader->depth];
}

bool osc_next(OscReader* reader, OscMessage* message) {
    if (reader->is_single) {
        reader->is_single = false;
        if (reader->data[0] == '/' && read_message(reader->data, reader->size, message))
            return true;
        reader->is_faulty = true;
        return false;
    }
    while (reader->depth > 0) {
        size_t left = reader->ends[reader->depth - 1] - reader->at;
        if (left == 0) {
            reader->depth--;
            continue;
        }
        uint32_t size = left < 4 ? 0 : load_u32(reader->data + reader->at);
        if (size == 0 || size % 4 != 0 || size > left - 4) {
            leave_bundle(reader);
            continue;
        }
        const uint8_t* element = reader->data + reader->at + 4;
        reader->at += 4 + (size_t)size;
        if (is_bundle(element, size) && reader->depth < OSC_DEPTH_MAX) {
            reader->ends[reader->depth++] = reader->at;
            reader->at -= size - 16;
        } else if (element[0] == '/' && read_message(element, size, message)) {
            return true;
        } else {
            reader->is_faulty = true;
        }
    }
    return false;
}

/* ---- Arguments ---- */

static bool read_number(char type, const uint8_t* at, double* out) {
    switch (type) {
    case 'f': *out = (double)load_float(at); return true;
    case 'd': *out = load_double(at); return true;
    case 'i': *out = (double)(int32_t)load_u32(at); return true;
    case 'h': *out = (double)(int64_t)load_u64(at); return true;
    case 'T': *out = 1; return true;
    case 'F': *out = 0; return true;
    default: return false;
    }
}

bool osc_read(const OscMessage* message, const char* wanted, OscValue* out) {
    size_t at = 0;
    const char* type = message->types;
    for (; *wanted != '\0'; wanted++, type++, out++) {
        const uint8_t* argument = message->arguments + at;
        double number;
        if (*type == '\0') return false;
        if (*wanted == 's') {
            if (*type != 's' && *type != 'S') return false;
            out->s = (const char*)argument;
        } else if (!read_number(*type, argument, &number)) {
            return false;
        } else if (*wanted == 'i') {
            if (!(number >= -2147483648.0 && number <= 2147483647.0)) return false;
            out->i = (int32_t)number;
        } else {
            if (!(number >= -3e38 && number <= 3e38)) return false; /* nor NaN */
            out->f = (float)number;
        }
        at += argument_size(*type, argument, message->size - at);
    }
    return true;
}
