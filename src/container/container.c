/* SPDX-License-Identifier: MIT */
#include "container/container.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/report.h"

#include <string.h>

#define HEADER_SIZE       12
#define CHUNK_HEADER_SIZE 8
#define GLB_VERSION       2
#define CHUNK_JSON        0x4E4F534Au
#define CHUNK_BIN         0x004E4942u

static void store_u32(uint8_t* bytes, uint32_t value) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> 8 * i);
}

static vrm_Span span(const uint8_t* bytes, size_t size) {
    return (vrm_Span){(const char*)bytes, size};
}

/* ---- What is not glTF ---- */

#define FBX                                                                                        \
    "This is an FBX file; export an avatar as VRM or GLB first. `vrm convert-motion` makes a VRM " \
    "animation of its motion."

static const struct {
    const char* start;
    size_t size;
    const char* message;
} foreign_files[] = {
    {"version https://git-lfs", 23,
     "This is a Git LFS pointer, not the file it stands for: fetch it with `git lfs pull`."},
    {"PK\3\4", 4, "This is a ZIP archive: unpack it and load the file inside."},
    {"7z\xBC\xAF\x27\x1C", 6, "This is a 7-Zip archive: unpack it and load the file inside."},
    {"Rar!", 4, "This is a RAR archive: unpack it and load the file inside."},
    {"\x1F\x8B", 2,
     "This is compressed with gzip (a .unitypackage is too): unpack it and load the file inside."},
    {"UnityFS", 7, "This is a Unity asset bundle; libvrm reads VRM, GLB and glTF files."},
    {"Kaydara FBX", 11, FBX},
    {"; FBX", 5, FBX},
    {"Vocaloid Motion Data", 20,
     "This is a motion of MikuMikuDance (VMD), not a model; `vrm convert-motion` makes a VRM "
     "animation of it."},
    {"Vocaloid Pose Data", 18,
     "This is a pose of MikuMikuDance (VPD), not a model; `vrm convert-motion` makes a VRM "
     "animation of it."},
    {"Pmd", 3, "This is a model of MikuMikuDance (PMD); convert it to VRM first."},
    {"PMX ", 4,
     "This is a model of MikuMikuDance (PMX), which has no motion; convert it to VRM first. `vrm "
     "convert-motion --model` takes it beside a VMD."},
    {"BLENDER", 7, "This is a Blender file; export it as VRM or GLB first."},
    {"\x89PNG", 4, "This is a PNG picture, not a model."},
    {"\xFF\xD8\xFF", 3, "This is a JPEG picture, not a model."},
    {"\xFF\xFE", 2, "This is UTF-16 text; glTF must be UTF-8. Save it in that encoding."},
    {"\xFE\xFF", 2, "This is UTF-16 text; glTF must be UTF-8. Save it in that encoding."},
    {"<", 1,
     "This is a web page or XML, most likely an error page saved as a model: download the "
     "file again."},
};

static bool is_space(uint8_t byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Whether the text begins with this word of capital letters, in any case, and a space. */
static bool begins_with_word(const uint8_t* bytes, size_t size, const char* word) {
    size_t length = strlen(word);
    if (size <= length || !is_space(bytes[length])) return false;
    for (size_t i = 0; i < length; i++)
        if ((bytes[i] & ~0x20) != word[i]) return false;
    return true;
}

/* The words of BVH have any case, and some programs leave out the first one. */
static bool is_bvh(const uint8_t* bytes, size_t size) {
    return begins_with_word(bytes, size, "HIERARCHY") || begins_with_word(bytes, size, "ROOT");
}

static bool is_printable(const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i] < ' ' || bytes[i] > '~') return false;
    return true;
}

const char* vrmi_foreign_file(const uint8_t* bytes, size_t size) {
    size_t start = 0;
    while (start < size && is_space(bytes[start])) start++;
    if (start < size && is_bvh(bytes + start, size - start))
        return "This is motion capture (BVH), not a model; `vrm convert-motion` makes a VRM "
               "animation of it.";
    for (size_t i = 0; i < sizeof foreign_files / sizeof *foreign_files; i++)
        if (size - start >= foreign_files[i].size &&
            memcmp(bytes + start, foreign_files[i].start, foreign_files[i].size) == 0)
            return foreign_files[i].message;
    return NULL;
}

static vrm_Result refuse_foreign(const uint8_t* bytes, size_t size, vrm_Report* report) {
    const char* message = vrmi_foreign_file(bytes, size);
    if (message != NULL) {
        vrmi_report_at(report, VRMI_RULE_GLB_INVALID_MAGIC, 0, "%s", message);
        return VRM_ERR_CONTAINER;
    }
    if (size < HEADER_SIZE)
        vrmi_report_at(report, VRMI_RULE_GLB_UNEXPECTED_END_OF_HEADER, size,
                       size == 0 ? "The file is empty."
                                 : "The file has only %lu bytes; a GLB header alone has 12.",
                       (unsigned long)size);
    else if (is_printable(bytes, 8))
        vrmi_report_at(report, VRMI_RULE_GLB_INVALID_MAGIC, 0,
                       "The file is neither GLB nor glTF text: it begins with \"%.8s\" instead of "
                       "\"glTF\" or \"{\".",
                       (const char*)bytes);
    else
        vrmi_report_at(report, VRMI_RULE_GLB_INVALID_MAGIC, 0,
                       "The file is neither GLB nor glTF text: it begins with 0x%08lx instead of "
                       "\"glTF\" or \"{\".",
                       (unsigned long)vrmi_load_u32(bytes));
    return VRM_ERR_CONTAINER;
}

/* ---- Text ---- */

/* glTF 2.0 forbids the byte order mark and RFC 8259 lets a parser ignore it: it is reported and
 * skipped. Saving an edited file drops it. */
static void skip_byte_order_mark(vrmi_Container* container, vrm_Report* report) {
    vrm_Span* json = &container->json;
    if (json->size < 3 || memcmp(json->data, "\xEF\xBB\xBF", 3) != 0) return;
    vrmi_report_at(report, VRMI_RULE_INVALID_JSON, container->json_offset,
                   "The JSON text begins with a byte order mark, which glTF forbids; remove it.");
    json->data += 3;
    json->size -= 3;
    container->json_offset += 3;
    container->fault_count++;
}

/* White space alone counts as text: the JSON parser then gives the better message. */
static bool looks_like_json(const uint8_t* bytes, size_t size) {
    size_t i = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (i < size &&
           (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r'))
        i++;
    return size > 0 && (i == size || bytes[i] == '{' || bytes[i] == '[');
}

/* ---- GLB ---- */

typedef struct GlbReader {
    const uint8_t* bytes;
    size_t size, offset;
    uint32_t length; /* of the GLB, as its header says */
    uint32_t chunk_count;
    bool has_json;
    vrm_Result result;
    vrm_Report* report;
    vrmi_Container* out;
} GlbReader;

static void fail(GlbReader* glb, vrmi_RuleId rule, uint64_t offset) {
    vrmi_report_at(glb->report, rule, offset, NULL);
    glb->result = VRM_ERR_CONTAINER;
}

static bool read_header(GlbReader* glb) {
    if (glb->size < HEADER_SIZE) {
        fail(glb, VRMI_RULE_GLB_UNEXPECTED_END_OF_HEADER, glb->size);
        return false;
    }
    uint32_t version = vrmi_load_u32(glb->bytes + 4);
    if (version != GLB_VERSION) {
        vrmi_report_at(glb->report, VRMI_RULE_GLB_INVALID_VERSION, 4,
                       "This is GLB version %lu; only version 2 can be read.",
                       (unsigned long)version);
        glb->result = VRM_ERR_CONTAINER;
        return false;
    }
    glb->length = vrmi_load_u32(glb->bytes + 8);
    glb->offset = HEADER_SIZE;
    if (glb->length <= HEADER_SIZE) {
        vrmi_report_at(glb->report, VRMI_RULE_GLB_LENGTH_TOO_SMALL, 8,
                       "The header says that the file has %lu bytes, too few to hold a chunk.",
                       (unsigned long)glb->length);
        glb->result = VRM_ERR_CONTAINER;
    }
    return true;
}

/* Makes the findings of Khronos's validator about a chunk header, in its order. */
static void check_chunk(GlbReader* glb, uint32_t length, uint32_t type) {
    uint64_t at = glb->offset;
    vrm_Report* report = glb->report;
    unsigned long shown = type;
    if (length % 4 != 0) {
        vrmi_report_at(report, VRMI_RULE_GLB_CHUNK_LENGTH_UNALIGNED, at,
                       "The length %lu of chunk 0x%08lx is not a multiple of 4.",
                       (unsigned long)length, shown);
        glb->out->fault_count++;
    }
    if (at + CHUNK_HEADER_SIZE + length > glb->length) {
        vrmi_report_at(report, VRMI_RULE_GLB_CHUNK_TOO_BIG, at,
                       "Chunk 0x%08lx has %lu bytes and reaches beyond the length in the header.",
                       shown, (unsigned long)length);
        glb->result = VRM_ERR_CONTAINER;
    }
    if (glb->chunk_count == 0 && type != CHUNK_JSON) {
        vrmi_report_at(report, VRMI_RULE_GLB_UNEXPECTED_FIRST_CHUNK, at,
                       "The first chunk must hold the JSON; this one is 0x%08lx.", shown);
        glb->result = VRM_ERR_CONTAINER;
    }
    bool is_first_bin = type == CHUNK_BIN && glb->out->bin.data == NULL;
    if (is_first_bin && glb->chunk_count > 1) {
        vrmi_report_at(report, VRMI_RULE_GLB_UNEXPECTED_BIN_CHUNK, at, NULL);
        glb->out->fault_count++;
    }
    if (type == CHUNK_JSON && length == 0) fail(glb, VRMI_RULE_GLB_EMPTY_CHUNK, at);
    if (type == CHUNK_BIN && length == 0)
        vrmi_report_at(report, VRMI_RULE_GLB_EMPTY_BIN_CHUNK, at, NULL);
    if ((type == CHUNK_JSON && glb->has_json) || (type == CHUNK_BIN && !is_first_bin)) {
        vrmi_report_at(report, VRMI_RULE_GLB_DUPLICATE_CHUNK, at,
                       "There is a chunk 0x%08lx already; this one is ignored.", shown);
        glb->out->fault_count++;
    }
    if (type != CHUNK_JSON && type != CHUNK_BIN)
        vrmi_report_at(report, VRMI_RULE_GLB_UNKNOWN_CHUNK_TYPE, at,
                       "Chunk 0x%08lx is of no known type; it is kept and not read.", shown);
}

/* Records a chunk that lies completely inside the file. */
static void keep_chunk(GlbReader* glb, uint32_t length, uint32_t type) {
    vrmi_Container* out = glb->out;
    const uint8_t* data = glb->bytes + glb->offset + CHUNK_HEADER_SIZE;
    size_t whole = CHUNK_HEADER_SIZE + (size_t)length;
    if (type == CHUNK_JSON && !glb->has_json) {
        out->json = span(data, length);
        out->json_offset = glb->offset + CHUNK_HEADER_SIZE;
    } else if (type == CHUNK_BIN && out->bin.data == NULL) {
        out->bin = span(data, length);
        out->before_bin = out->rest;
        out->rest = (vrm_Span){0};
    } else {
        if (out->rest.data == NULL) out->rest.data = (const char*)glb->bytes + glb->offset;
        out->rest.size += whole;
    }
    glb->has_json |= type == CHUNK_JSON;
    glb->chunk_count++;
    glb->offset += whole;
}

static void read_chunks(GlbReader* glb) {
    while (glb->offset < glb->size) {
        size_t left = glb->size - glb->offset;
        if (glb->offset == glb->length) {
            vrmi_report_at(glb->report, VRMI_RULE_GLB_EXTRA_DATA, glb->offset,
                           "%lu bytes follow the end of the GLB; they are kept and not read.",
                           (unsigned long)left);
            glb->out->trailing = span(glb->bytes + glb->offset, left);
            return;
        }
        if (left < CHUNK_HEADER_SIZE) {
            fail(glb, VRMI_RULE_GLB_UNEXPECTED_END_OF_CHUNK_HEADER, glb->size);
            return;
        }
        uint32_t length = vrmi_load_u32(glb->bytes + glb->offset);
        uint32_t type = vrmi_load_u32(glb->bytes + glb->offset + 4);
        check_chunk(glb, length, type);
        if (length > left - CHUNK_HEADER_SIZE) {
            fail(glb, VRMI_RULE_GLB_UNEXPECTED_END_OF_CHUNK_DATA, glb->size);
            return;
        }
        keep_chunk(glb, length, type);
    }
    if (glb->offset != glb->length) {
        vrmi_report_at(glb->report, VRMI_RULE_GLB_LENGTH_MISMATCH, glb->offset,
                       "The header says %lu bytes; the file has %lu. It was cut short or damaged.",
                       (unsigned long)glb->length, (unsigned long)glb->offset);
        glb->result = VRM_ERR_CONTAINER;
    }
}

static vrm_Result open_glb(const uint8_t* bytes, size_t size, vrm_Report* report,
                           vrmi_Container* out) {
    GlbReader glb = {.bytes = bytes, .size = size, .report = report, .out = out};
    out->is_glb = true;
    if (read_header(&glb)) read_chunks(&glb);
    if (out->json.data != NULL && out->json.size == 0 && glb.chunk_count > 1)
        vrmi_report_at(report, VRMI_RULE_INVALID_JSON, out->json_offset, "The JSON text is empty.");
    if (out->json.data != NULL) skip_byte_order_mark(out, report);
    return glb.result;
}

static bool is_glb(const void* bytes, size_t size) {
    return size >= 4 && memcmp(bytes, "glTF", 4) == 0;
}

bool vrmi_container_may_begin(const void* head, size_t size) {
    return is_glb(head, size) || looks_like_json(head, size);
}

vrm_Result vrmi_container_open(const void* bytes, size_t size, const vrm_Limits* limits,
                               vrm_Report* report, vrmi_Container* out) {
    *out = (vrmi_Container){0};
    if (size > limits->file_bytes) {
        vrmi_report_at(
            report, VRMI_RULE_LIMIT_FILE_BYTES, VRM_NO_OFFSET,
            "The file has %llu bytes, over the limit file_bytes of %llu; raise the limit "
            "if you trust the file.",
            (unsigned long long)size, (unsigned long long)limits->file_bytes);
        return VRM_ERR_LIMIT;
    }
    if (is_glb(bytes, size)) return open_glb(bytes, size, report, out);
    if (!looks_like_json(bytes, size)) return refuse_foreign(bytes, size, report);
    out->json = span(bytes, size);
    skip_byte_order_mark(out, report);
    return VRM_OK;
}

/* ---- Writing ---- */

static uint64_t padded(uint64_t size) {
    return (size + 3) / 4 * 4;
}

/* The length for the header: everything before the trailing bytes. */
static uint64_t glb_length(const vrmi_Container* container) {
    uint64_t length = HEADER_SIZE + CHUNK_HEADER_SIZE + padded(container->json.size) +
                      container->before_bin.size + container->rest.size;
    if (container->bin.data != NULL) length += CHUNK_HEADER_SIZE + padded(container->bin.size);
    return length;
}

vrm_Result vrmi_container_size(const vrmi_Container* container, size_t* out_size) {
    *out_size = 0;
    if (!container->is_glb) {
        *out_size = container->json.size;
        return VRM_OK;
    }
    uint64_t length = glb_length(container);
    if (length > UINT32_MAX) return VRM_ERR_LIMIT;
    return vrmi_add((size_t)length, container->trailing.size, out_size) ? VRM_OK : VRM_ERR_LIMIT;
}

static uint8_t* put_span(uint8_t* to, vrm_Span from) {
    if (from.size > 0) memcpy(to, from.data, from.size);
    return to + from.size;
}

static uint8_t* put_chunk(uint8_t* to, uint32_t type, vrm_Span data, int padding) {
    size_t whole = (size_t)padded(data.size);
    store_u32(to, (uint32_t)whole);
    store_u32(to + 4, type);
    to = put_span(to + CHUNK_HEADER_SIZE, data);
    memset(to, padding, whole - data.size);
    return to + (whole - data.size);
}

vrm_Result vrmi_container_write(const vrmi_Container* container, void* bytes, size_t size) {
    size_t needed;
    vrm_Result result = vrmi_container_size(container, &needed);
    if (result != VRM_OK) return result;
    if (size < needed) return VRM_ERR_ARGUMENT;
    uint8_t* to = bytes;
    if (!container->is_glb) {
        put_span(to, container->json);
        return VRM_OK;
    }
    memcpy(to, "glTF", 4);
    store_u32(to + 4, GLB_VERSION);
    store_u32(to + 8, (uint32_t)glb_length(container));
    to = put_chunk(to + HEADER_SIZE, CHUNK_JSON, container->json, ' ');
    to = put_span(to, container->before_bin);
    if (container->bin.data != NULL) to = put_chunk(to, CHUNK_BIN, container->bin, 0);
    to = put_span(to, container->rest);
    put_span(to, container->trailing);
    return VRM_OK;
}
