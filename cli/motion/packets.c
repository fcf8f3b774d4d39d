/* SPDX-License-Identifier: MIT */
#include "motion/packets.h"

#include "vrm/json.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The longest packet in base64, and room for the other members. */
#define LINE_MAX_BYTES ((PACKETS_DATA_MAX + 2) / 3 * 4 + 4096)

struct PacketReader {
    FILE* file;
    int64_t line;
    double last_s;
    bool has_header, is_bad;
    char error[200];
    char text[LINE_MAX_BYTES + 1]; /* one byte more shows what is too long */
    uint8_t data[PACKETS_DATA_MAX];
};

/* ---- Read ---- */

PacketReader* packets_open(FILE* file) {
    PacketReader* reader = malloc(sizeof *reader);
    if (reader == NULL) return NULL;
    reader->file = file;
    reader->line = 0;
    reader->last_s = 0.0;
    reader->has_header = reader->is_bad = false;
    reader->error[0] = '\0';
    return reader;
}

void packets_close(PacketReader* reader) {
    free(reader);
}

const char* packets_error(const PacketReader* reader) {
    return reader->error;
}

static VRM_PRINTF(2, 3) bool fail(PacketReader* reader, const char* format, ...) {
    int used =
        snprintf(reader->error, sizeof reader->error, "line %lld: ", (long long)reader->line);
    va_list args;
    va_start(args, format);
    vsnprintf(reader->error + used, sizeof reader->error - (size_t)used, format, args);
    va_end(args);
    reader->is_bad = true;
    return false;
}

static bool is_blank(const char* text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') return false;
    return true;
}

/* Reads the next line that is not blank, without its end. False at the end of the file, and after
 * an error. */
static bool read_line(PacketReader* reader, size_t* out_size) {
    size_t size;
    *out_size = 0;
    do {
        int c = EOF;
        size = 0;
        reader->line++;
        while (size <= LINE_MAX_BYTES && (c = getc(reader->file)) != EOF && c != '\n')
            reader->text[size++] = (char)c;
        if (size > LINE_MAX_BYTES)
            return fail(reader, "longer than %d bytes. A packet has at most %d bytes, in base64",
                        LINE_MAX_BYTES, PACKETS_DATA_MAX);
        if (c == EOF && ferror(reader->file) != 0) return fail(reader, "%s", strerror(errno));
        if (c == EOF && size == 0) return false;
    } while (is_blank(reader->text, size));
    *out_size = size;
    return true;
}

/* Parses a line as one object; NULL after an error. */
static vrm_Json* parse_line(PacketReader* reader, size_t size) {
    vrm_Json* json = NULL;
    vrm_JsonDef def = vrm_default_json_def();
    def.borrow_text = true;
    def.limits.json_values = 1024;
    def.limits.json_depth = 16;
    vrm_Result result = vrm_json_parse(reader->text, size, &def, NULL, &json);
    if (result == VRM_ERR_MEMORY)
        fail(reader, "out of memory");
    else if (result != VRM_OK)
        fail(reader, "not a line of JSON. Is the recording cut short, or another kind of file?");
    else if (vrm_json_type(json, vrm_json_root(json)) != VRM_JSON_OBJECT) {
        fail(reader,
             "not an object of JSON, such as {\"t\":0.5,\"from\":\"vmc\",\"data\":\"...\"}");
        vrm_json_destroy(json);
        json = NULL;
    }
    return json;
}

static bool check_header(PacketReader* reader, const vrm_Json* json) {
    int64_t version = 0;
    vrm_JsonRef root = vrm_json_root(json);
    if (!vrm_json_equals(json, vrm_json_member(json, root, "format"), "vrm-packets"))
        return fail(reader, "not a recording of packets, which begins with "
                            "{\"format\":\"vrm-packets\",\"version\":1}");
    if (!vrm_json_integer(json, vrm_json_member(json, root, "version"), &version) || version < 1)
        return fail(reader, "\"version\" must be a number from 1");
    if (version > 1)
        return fail(reader,
                    "\"version\" is %lld, and this vrm reads version 1: install a newer vrm",
                    (long long)version);
    reader->has_header = true;
    return true;
}

static bool is_name(const char* name) {
    for (const char* c = name; *c != '\0'; c++)
        if (!(*c >= 'a' && *c <= 'z') && !(*c >= '0' && *c <= '9') && *c != '-') return false;
    return name[0] != '\0';
}

static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes base64 of RFC 4648 section 4, with padding. False if it is anything else, or too long. */
static bool decode(vrm_Span text, uint8_t* data, size_t* out_size) {
    size_t size = 0, count = text.size;
    if (count % 4 != 0) return false;
    while (count > 0 && text.size - count < 2 && text.data[count - 1] == '=') count--;
    for (size_t i = 0; i < count; i += 4) {
        uint32_t bits = 0;
        size_t digits = count - i < 4 ? count - i : 4;
        for (size_t k = 0; k < 4; k++) {
            int digit = k < digits ? digit_of(text.data[i + k]) : 0;
            if (digit < 0) return false;
            bits = bits << 6 | (uint32_t)digit;
        }
        /* The bits that no byte has must be 0, so that each packet has one spelling. */
        if (digits < 4 && (bits & (digits == 3 ? 0xffu : 0xffffu)) != 0) return false;
        for (size_t k = 0; k + 1 < digits; k++) {
            if (size == PACKETS_DATA_MAX) return false;
            data[size++] = (uint8_t)(bits >> (16 - 8 * k));
        }
    }
    *out_size = size;
    return true;
}

static bool read_packet(PacketReader* reader, const vrm_Json* json, Packet* out) {
    vrm_JsonRef root = vrm_json_root(json), from = vrm_json_member(json, root, "from");
    double time_s = vrm_json_number(json, vrm_json_member(json, root, "t"), -1.0);
    if (!(time_s >= 0.0 && time_s <= PACKETS_TIME_MAX))
        return fail(reader, "\"t\" must be a time in seconds, 0 to %g", PACKETS_TIME_MAX);
    if (time_s < reader->last_s)
        return fail(reader, "\"t\" is %.6f, earlier than %.6f before: times must not go back",
                    time_s, reader->last_s);
    if (vrm_json_type(json, from) != VRM_JSON_STRING ||
        vrm_json_string(json, from, out->from, sizeof out->from) >= sizeof out->from ||
        !is_name(out->from))
        return fail(reader, "\"from\" must name a protocol, such as \"vmc\" or \"openseeface\"");
    /* The text is read as it is, without escapes: base64 needs none. */
    vrm_JsonRef data = vrm_json_member(json, root, "data");
    vrm_Span text = vrm_json_text(json, data);
    if (vrm_json_type(json, data) != VRM_JSON_STRING || text.size < 2 ||
        !decode((vrm_Span){text.data + 1, text.size - 2}, reader->data, &out->size))
        return fail(reader, "\"data\" must be base64 with padding, of at most %d bytes",
                    PACKETS_DATA_MAX);
    out->time_s = reader->last_s = time_s;
    out->line = reader->line;
    out->data = reader->data;
    return true;
}

PacketStep packets_next(PacketReader* reader, Packet* out) {
    size_t size;
    while (!reader->is_bad) {
        if (!read_line(reader, &size)) {
            if (!reader->is_bad && !reader->has_header)
                fail(reader, "an empty file. A recording of packets begins with "
                             "{\"format\":\"vrm-packets\",\"version\":1}");
            return reader->is_bad ? PACKETS_BAD : PACKETS_END;
        }
        vrm_Json* json = parse_line(reader, size);
        if (json == NULL) return PACKETS_BAD;
        bool is_header = !reader->has_header;
        bool is_good = is_header ? check_header(reader, json) : read_packet(reader, json, out);
        vrm_json_destroy(json);
        if (is_good && !is_header) return PACKETS_READ;
    }
    return PACKETS_BAD;
}

/* ---- Write ---- */

bool packets_write_header(FILE* file) {
    return fputs("{\"format\":\"vrm-packets\",\"version\":1}\n", file) >= 0 && fflush(file) == 0;
}

bool packets_write(FILE* file, double time_s, const char* from, const void* data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t* bytes = data;
    fprintf(file, "{\"t\":%.6f,\"from\":\"%s\",\"data\":\"", time_s, from);
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t bits = (uint32_t)bytes[i] << 16;
        if (left > 1) bits |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2) bits |= bytes[i + 2];
        const char group[4] = {digits[bits >> 18 & 63], digits[bits >> 12 & 63],
                               left > 1 ? digits[bits >> 6 & 63] : '=',
                               left > 2 ? digits[bits & 63] : '='};
        fwrite(group, 1, sizeof group, file);
    }
    fputs("\"}\n", file);
    return ferror(file) == 0;
}
