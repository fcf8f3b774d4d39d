/* SPDX-License-Identifier: MIT */
#include "motion/mmd/pmx_read.h"

#include "base/bytes.h"
#include "base/utf8.h"

#include <string.h>

/* ---- Values ---- */

const uint8_t* vrmi_pmx_take(vrmi_PmxReader* r, uint64_t count) {
    if (r->failed || count > (uint64_t)(r->end - r->at)) {
        r->failed = true;
        return NULL;
    }
    const uint8_t* from = r->at;
    r->at += count;
    return from;
}

uint8_t vrmi_pmx_u8(vrmi_PmxReader* r) {
    const uint8_t* from = vrmi_pmx_take(r, 1);
    return from == NULL ? 0 : *from;
}

uint32_t vrmi_pmx_u32(vrmi_PmxReader* r) {
    const uint8_t* from = vrmi_pmx_take(r, 4);
    return from == NULL ? 0 : vrmi_load_u32(from);
}

float vrmi_pmx_float(vrmi_PmxReader* r) {
    uint32_t bits = vrmi_pmx_u32(r);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value >= -1e6f && value <= 1e6f ? value : 0.0f;
}

vrm_Vec3 vrmi_pmx_vec3(vrmi_PmxReader* r) {
    vrm_Vec3 v;
    v.x = vrmi_pmx_float(r);
    v.y = vrmi_pmx_float(r);
    v.z = vrmi_pmx_float(r);
    return v;
}

int32_t vrmi_pmx_index(vrmi_PmxReader* r, int kind) {
    uint8_t size = r->index_sizes[kind];
    const uint8_t* from = vrmi_pmx_take(r, size);
    if (from == NULL) return -1;
    uint32_t value = size == 1 ? from[0] : size == 2 ? vrmi_load_u16(from) : vrmi_load_u32(from);
    uint32_t none = size == 1 ? 0x80 : size == 2 ? 0x8000 : 0x80000000;
    return value >= none ? -1 : (int32_t)value;
}

uint32_t vrmi_pmx_count(vrmi_PmxReader* r, size_t least_size) {
    uint32_t count = vrmi_pmx_u32(r);
    if ((uint64_t)count * least_size <= (uint64_t)(r->end - r->at)) return count;
    r->failed = true;
    return 0;
}

/* ---- Text ---- */

void vrmi_pmx_skip_text(vrmi_PmxReader* r) {
    vrmi_pmx_take(r, vrmi_pmx_u32(r));
}

static size_t put_utf16(const uint8_t* from, size_t size, char* out) {
    size_t used = 0;
    for (size_t i = 0; i + 1 < size; i += 2) {
        uint32_t c = vrmi_load_u16(from + i);
        if (c >= 0xD800 && c < 0xDC00 && i + 3 < size) {
            uint32_t low = vrmi_load_u16(from + i + 2);
            if (low >= 0xDC00 && low < 0xE000) {
                c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
                i += 2;
            }
        }
        if (c != 0) used += vrmi_utf8_put(out + used, c); /* lone halves become U+FFFD */
    }
    return used;
}

static size_t put_utf8(const uint8_t* from, size_t size, char* out) {
    size_t used = 0;
    for (size_t i = 0; i < size;) {
        uint32_t c = 0;
        i += vrmi_utf8_next((const char*)from + i, size - i, &c);
        if (c != 0) used += vrmi_utf8_put(out + used, c);
    }
    return used;
}

const char* vrmi_pmx_text(vrmi_PmxReader* r, vrmi_Arena* arena) {
    enum { LONGEST = 1024 }; /* bytes of a name; the rest is left out */
    uint32_t size = vrmi_pmx_u32(r);
    const uint8_t* from = vrmi_pmx_take(r, size);
    if (from == NULL) return "";
    char name[3 * LONGEST];
    if (size > LONGEST) size = LONGEST;
    size_t used = r->is_utf8 ? put_utf8(from, size, name) : put_utf16(from, size, name);
    return vrmi_arena_string(arena, name, used);
}

/* ---- Parts that are passed over ---- */

void vrmi_pmx_head(vrmi_PmxReader* r) {
    const uint8_t* magic = vrmi_pmx_take(r, 4);
    float version = vrmi_pmx_float(r);
    uint8_t count = vrmi_pmx_u8(r);
    const uint8_t* settings = vrmi_pmx_take(r, count);
    if (r->failed || memcmp(magic, "PMX ", 4) != 0 || !(version >= 2.0f && version < 2.2f) ||
        count < 8) {
        r->failed = true;
        return;
    }
    r->is_utf8 = settings[0] == 1;
    r->extra_uvs = settings[1];
    for (int i = 0; i < VRMI_PMX_INDEX_KINDS; i++) {
        uint8_t size = settings[2 + i];
        r->index_sizes[i] = size;
        if (size != 1 && size != 2 && size != 4) r->failed = true;
    }
    if (settings[0] > 1 || r->extra_uvs > 4) r->failed = true;
    for (int i = 0; i < 4; i++) vrmi_pmx_skip_text(r);
}

static void skip_vertices(vrmi_PmxReader* r) {
    size_t bone = r->index_sizes[VRMI_PMX_BONE], before = 32 + (size_t)r->extra_uvs * 16;
    const size_t weights[] = {bone, 2 * bone + 4, 4 * bone + 16, 2 * bone + 40, 4 * bone + 16};
    uint32_t count = vrmi_pmx_count(r, before + 1 + bone + 4);
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        const uint8_t* vertex = vrmi_pmx_take(r, before + 1);
        if (vertex == NULL) return;
        uint8_t kind = vertex[before];
        if (kind >= sizeof weights / sizeof *weights) {
            r->failed = true;
            return;
        }
        vrmi_pmx_take(r, weights[kind] + 4);
    }
}

static void skip_materials(vrmi_PmxReader* r) {
    size_t texture = r->index_sizes[VRMI_PMX_TEXTURE];
    uint32_t count = vrmi_pmx_count(r, 8 + 65 + 2 * texture + 2 + 1 + 4 + 4);
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        vrmi_pmx_skip_text(r);
        vrmi_pmx_skip_text(r);
        vrmi_pmx_take(r, 65 + 2 * texture + 1);
        vrmi_pmx_take(r, vrmi_pmx_u8(r) == 0 ? texture : 1); /* a toon of the file, or shared */
        vrmi_pmx_skip_text(r);
        vrmi_pmx_take(r, 4);
    }
}

void vrmi_pmx_skip_geometry(vrmi_PmxReader* r) {
    skip_vertices(r);
    vrmi_pmx_take(r, (uint64_t)vrmi_pmx_u32(r) * r->index_sizes[VRMI_PMX_VERTEX]);
    uint32_t textures = vrmi_pmx_count(r, 4);
    for (uint32_t i = 0; i < textures && !r->failed; i++) vrmi_pmx_skip_text(r);
    skip_materials(r);
}

void vrmi_pmx_skip_morph(vrmi_PmxReader* r, uint8_t type) {
    static const struct {
        uint8_t kind, size;
    } offsets[] = {
        {VRMI_PMX_MORPH, 4},   {VRMI_PMX_VERTEX, 12}, {VRMI_PMX_BONE, 28},
        {VRMI_PMX_VERTEX, 16}, {VRMI_PMX_VERTEX, 16}, {VRMI_PMX_VERTEX, 16},
        {VRMI_PMX_VERTEX, 16}, {VRMI_PMX_VERTEX, 16}, {VRMI_PMX_MATERIAL, 113},
        {VRMI_PMX_MORPH, 4},   {VRMI_PMX_BODY, 25},
    };
    uint32_t count = vrmi_pmx_u32(r);
    if (type >= sizeof offsets / sizeof *offsets) {
        r->failed = true;
        return;
    }
    vrmi_pmx_take(r, (uint64_t)count * (offsets[type].size + r->index_sizes[offsets[type].kind]));
}
