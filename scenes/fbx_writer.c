/* SPDX-License-Identifier: MIT */
#include "fbx_writer.h"

#include <stdio.h>
#include <string.h>

static bool is_binary(const FbxWriter* w) {
    return w->form != SCENE_FBX_TEXT;
}

static void add_text(FbxWriter* w, const char* text) {
    bytes_add(&w->bytes, text, strlen(text));
}

static void add_u64(FbxWriter* w, uint64_t value) {
    bytes_add_u32(&w->bytes, (uint32_t)value);
    bytes_add_u32(&w->bytes, (uint32_t)(value >> 32));
}

static void add_double(FbxWriter* w, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_u64(w, bits);
}

static void indent(FbxWriter* w) {
    add_text(w, "\n");
    for (int i = 1; i < w->depth; i++) add_text(w, "\t");
}

FbxWriter fbx_begin(int version, SceneFbxForm form) {
    FbxWriter w = {.version = version, .form = form};
    if (!is_binary(&w)) {
        char head[64];
        snprintf(head, sizeof head, "; FBX %d.%d.%d project file\n; ----\n", version / 1000,
                 version / 100 % 10, version / 10 % 10);
        add_text(&w, head);
    } else {
        bytes_add(&w.bytes, "Kaydara FBX Binary  \0\x1A\0", 23);
        bytes_add_u32(&w.bytes, (uint32_t)version);
    }
    fbx_open(&w, "FBXHeaderExtension");
    fbx_enter(&w);
    fbx_int_node(&w, "FBXHeaderVersion", 1003);
    fbx_int_node(&w, "FBXVersion", version);
    fbx_close(&w);
    return w;
}

/* ---- Nodes ---- */

static size_t word(const FbxWriter* w) {
    return w->version >= 7500 ? 8 : 4;
}

static void put_word(FbxWriter* w, size_t at, uint64_t value) {
    if (w->bytes.has_failed) return;
    for (size_t i = 0; i < word(w); i++) w->bytes.data[at + i] = (uint8_t)(value >> 8 * i);
}

void fbx_open(FbxWriter* w, const char* name) {
    static const uint8_t zeros[24];
    w->open[w->depth].at = w->bytes.size;
    w->open[w->depth].value_count = 0;
    w->open[w->depth++].is_entered = false;
    if (!is_binary(w)) {
        indent(w);
        add_text(w, name);
        add_text(w, ": ");
        return;
    }
    bytes_add(&w->bytes, zeros, 3 * word(w));
    bytes_add_u8(&w->bytes, (unsigned)strlen(name));
    add_text(w, name);
}

/* Heads say where values end: everything behind the name so far. */
static void end_values(FbxWriter* w) {
    size_t at = w->open[w->depth - 1].at, step = word(w);
    if (!is_binary(w) || w->bytes.has_failed) return;
    size_t values = at + 3 * step + 1 + w->bytes.data[at + 3 * step];
    put_word(w, at + step, w->open[w->depth - 1].value_count);
    put_word(w, at + 2 * step, w->bytes.size - values);
}

void fbx_enter(FbxWriter* w) {
    end_values(w);
    w->open[w->depth - 1].is_entered = true;
    if (!is_binary(w)) add_text(w, " {");
}

void fbx_close(FbxWriter* w) {
    static const uint8_t zeros[25];
    bool is_entered = w->open[w->depth - 1].is_entered;
    if (!is_entered) end_values(w);
    if (is_binary(w)) {
        if (is_entered) bytes_add(&w->bytes, zeros, 3 * word(w) + 1);
        put_word(w, w->open[w->depth - 1].at, w->bytes.size);
    } else if (is_entered) {
        indent(w);
        add_text(w, "}");
    }
    w->depth--;
}

/* ---- Values ---- */

static void begin_value(FbxWriter* w, char type) {
    bool is_first = w->open[w->depth - 1].value_count++ == 0;
    if (is_binary(w))
        bytes_add_u8(&w->bytes, (unsigned char)type);
    else if (!is_first)
        add_text(w, ",");
}

void fbx_int(FbxWriter* w, int32_t value) {
    char text[16];
    begin_value(w, 'I');
    snprintf(text, sizeof text, "%d", (int)value);
    if (is_binary(w))
        bytes_add_u32(&w->bytes, (uint32_t)value);
    else
        add_text(w, text);
}

void fbx_long(FbxWriter* w, int64_t value) {
    char text[32];
    begin_value(w, 'L');
    snprintf(text, sizeof text, "%lld", (long long)value);
    if (is_binary(w))
        add_u64(w, (uint64_t)value);
    else
        add_text(w, text);
}

void fbx_real(FbxWriter* w, double value) {
    char text[40];
    begin_value(w, 'D');
    snprintf(text, sizeof text, "%.17g", value);
    if (is_binary(w))
        add_double(w, value);
    else
        add_text(w, text);
}

static void add_string(FbxWriter* w, const char* text, size_t size) {
    begin_value(w, 'S');
    if (is_binary(w))
        bytes_add_u32(&w->bytes, (uint32_t)size);
    else
        add_text(w, "\"");
    bytes_add(&w->bytes, text, size);
    if (!is_binary(w)) add_text(w, "\"");
}

void fbx_text(FbxWriter* w, const char* text) {
    add_string(w, text, strlen(text));
}

void fbx_letter(FbxWriter* w, char letter) {
    const char text[] = {letter, '\0'};
    begin_value(w, 'C');
    if (is_binary(w))
        bytes_add_u8(&w->bytes, (unsigned char)letter);
    else
        add_text(w, text);
}

void fbx_object_name(FbxWriter* w, const char* kind, const char* name) {
    char text[200];
    int size = is_binary(w) ? snprintf(text, sizeof text, "%s%c%c%s", name, 0, 1, kind)
                            : snprintf(text, sizeof text, "%s::%s", kind, name);
    add_string(w, text, size < (int)sizeof text ? (size_t)size : sizeof text - 1);
}

void fbx_int_node(FbxWriter* w, const char* name, int32_t value) {
    fbx_open(w, name);
    fbx_int(w, value);
    fbx_close(w);
}

void fbx_text_node(FbxWriter* w, const char* name, const char* text) {
    fbx_open(w, name);
    fbx_text(w, text);
    fbx_close(w);
}

/* ---- Arrays ---- */

/* Before the elements; text has them in a child. */
static void begin_array(FbxWriter* w, const char* name, size_t count) {
    char text[32];
    fbx_open(w, name);
    if (is_binary(w)) return;
    snprintf(text, sizeof text, "*%zu", count);
    add_text(w, text);
    fbx_enter(w);
    fbx_open(w, "a");
}

static void end_array(FbxWriter* w) {
    if (!is_binary(w)) fbx_close(w);
    fbx_close(w);
}

static void add_array(FbxWriter* w, const char* name, char type, size_t count, const Bytes* raw) {
    Bytes packed = {0};
    bool is_deflated = w->form == SCENE_FBX_DEFLATED && raw->size > 0;
    if (is_deflated) deflate_add(&packed, raw);
    const Bytes* stored = is_deflated ? &packed : raw;
    begin_array(w, name, count);
    begin_value(w, type);
    bytes_add_u32(&w->bytes, (uint32_t)count);
    bytes_add_u32(&w->bytes, is_deflated);
    bytes_add_u32(&w->bytes, (uint32_t)stored->size);
    if (stored->size > 0) bytes_add(&w->bytes, stored->data, stored->size);
    w->bytes.has_failed |= stored->has_failed;
    end_array(w);
    bytes_release(&packed);
}

void fbx_longs(FbxWriter* w, const char* name, const int64_t* values, size_t count) {
    Bytes raw = {0};
    if (!is_binary(w)) {
        begin_array(w, name, count);
        for (size_t i = 0; i < count; i++) fbx_long(w, values[i]);
        end_array(w);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        bytes_add_u32(&raw, (uint32_t)values[i]);
        bytes_add_u32(&raw, (uint32_t)((uint64_t)values[i] >> 32));
    }
    add_array(w, name, 'l', count, &raw);
    bytes_release(&raw);
}

void fbx_floats(FbxWriter* w, const char* name, const float* values, size_t count) {
    Bytes raw = {0};
    if (!is_binary(w)) {
        begin_array(w, name, count);
        for (size_t i = 0; i < count; i++) fbx_real(w, (double)values[i]);
        end_array(w);
        return;
    }
    for (size_t i = 0; i < count; i++) bytes_add_float(&raw, values[i]);
    add_array(w, name, 'f', count, &raw);
    bytes_release(&raw);
}

void fbx_ints(FbxWriter* w, const char* name, const int32_t* values, size_t count) {
    Bytes raw = {0};
    if (!is_binary(w)) {
        begin_array(w, name, count);
        for (size_t i = 0; i < count; i++) fbx_int(w, values[i]);
        end_array(w);
        return;
    }
    for (size_t i = 0; i < count; i++) bytes_add_u32(&raw, (uint32_t)values[i]);
    add_array(w, name, 'i', count, &raw);
    bytes_release(&raw);
}

void fbx_doubles(FbxWriter* w, const char* name, const double* values, size_t count) {
    Bytes raw = {0};
    if (!is_binary(w)) {
        begin_array(w, name, count);
        for (size_t i = 0; i < count; i++) fbx_real(w, values[i]);
        end_array(w);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        bytes_add_u32(&raw, (uint32_t)bits);
        bytes_add_u32(&raw, (uint32_t)(bits >> 32));
    }
    add_array(w, name, 'd', count, &raw);
    bytes_release(&raw);
}

/* ---- Properties ---- */

/* P has one word more than the Property of version 6. */
static void begin_property(FbxWriter* w, const char* name, const char* type) {
    fbx_open(w, w->version >= 7000 ? "P" : "Property");
    fbx_text(w, name);
    fbx_text(w, type);
    if (w->version >= 7000) fbx_text(w, "");
    fbx_text(w, "A");
}

void fbx_property_int(FbxWriter* w, const char* name, int32_t value) {
    begin_property(w, name, "int");
    fbx_int(w, value);
    fbx_close(w);
}

void fbx_property_long(FbxWriter* w, const char* name, int64_t value) {
    begin_property(w, name, "KTime");
    fbx_long(w, value);
    fbx_close(w);
}

void fbx_property_real(FbxWriter* w, const char* name, double value) {
    begin_property(w, name, "double");
    fbx_real(w, value);
    fbx_close(w);
}

void fbx_property_vector(FbxWriter* w, const char* name, const double value[3]) {
    begin_property(w, name, "Vector3D");
    for (int i = 0; i < 3; i++) fbx_real(w, value[i]);
    fbx_close(w);
}

SceneBytes fbx_end(FbxWriter* w) {
    static const uint8_t zeros[25];
    while (w->depth > 0) fbx_close(w);
    if (is_binary(w))
        bytes_add(&w->bytes, zeros, 3 * word(w) + 1);
    else
        add_text(w, "\n");
    if (w->bytes.has_failed) {
        bytes_release(&w->bytes);
        return (SceneBytes){0};
    }
    return (SceneBytes){w->bytes.data, w->bytes.size};
}
